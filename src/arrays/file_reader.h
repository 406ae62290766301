/* SPDX-License-Identifier: MIT */
/* file_reader.h: the heaps of a file, in either form, fed in pieces of any size. */
#ifndef NIMSUM_ARRAYS_FILE_READER_H
#define NIMSUM_ARRAYS_FILE_READER_H

#include "arrays/array.h"
#include "arrays/read_file.h"
#include "contest/token.h"
#include "digits/number_store.h"
#include "json/scanner.h"

struct file_reader {
    enum array_form form;
    struct account *account;
    struct json_scanner json;
    struct text_heaps {
        struct number_store numbers;
        struct token token;
        struct place place; /* of the piece's first byte */
        const char *piece;
        struct problem problem;
        bool stopped;
    } text;
};

/* account (borrowed): charged for what is kept. file_bytes: as long as the file is; more are
 * refused. */
void file_reader_init(struct file_reader *reader, enum array_form form, struct account *account,
                      size_t file_bytes);
void file_reader_free(struct file_reader *reader);

/* False: no more bytes matter. */
bool file_reader_feed(struct file_reader *reader, const char *bytes, size_t size);

/* No more bytes will come. Hands over the heaps, behind a number of ours, as array_make_ready()
 * takes them. False: *problem tells what is wrong, or is PROBLEM_NONE where memory was refused. */
bool file_reader_end(struct file_reader *reader, struct buffer *block, bool *wide,
                     struct problem *problem);

/* text_heaps.c: the same for NAME.txt. */
void text_heaps_init(struct text_heaps *text, struct account *account, size_t maximum_bytes);
void text_heaps_free(struct text_heaps *text);
bool text_heaps_feed(struct text_heaps *text, const char *bytes, size_t size);
bool text_heaps_end(struct text_heaps *text, struct problem *problem);

#endif
