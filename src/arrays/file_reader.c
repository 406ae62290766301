/* SPDX-License-Identifier: MIT */
/* file_reader.c: JSON through the scanner of bodies; text through text_heaps.c. */
#include "arrays/file_reader.h"

#include <assert.h>

#include "json/document.h"

/* For a file that is no list of integers at all: enough to say where it goes wrong. */
enum { NESTING = 32, ENVELOPE_VALUES = 1000, SLACK_BYTES = 1 << 20 };

/* What an array may take for a byte of its file: a number has two bytes or more, 24.3 of memory. */
enum { BLOCK_BYTES = 13 };

void file_reader_init(struct file_reader *reader, enum array_form form, struct account *account,
                      size_t file_bytes)
{
    /* Address space for all of the array, so that it never has to move. */
    size_t maximum = file_bytes < SIZE_MAX / 32 ? file_bytes * BLOCK_BYTES + SLACK_BYTES
                                                : SIZE_MAX / 2;
    reader->form = form;
    reader->account = account;
    if (form == ARRAY_JSON) {
        const struct json_limits limits = {NESTING, ENVELOPE_VALUES, maximum};
        json_scanner_init(&reader->json, account, &limits);
    } else {
        text_heaps_init(&reader->text, account, maximum);
    }
}

void file_reader_free(struct file_reader *reader)
{
    if (reader->form == ARRAY_JSON) {
        json_scanner_free(&reader->json);
    } else {
        text_heaps_free(&reader->text);
    }
}

bool file_reader_feed(struct file_reader *reader, const char *bytes, size_t size)
{
    return reader->form == ARRAY_JSON ? json_scanner_feed(&reader->json, bytes, size) == JSON_OK
                                      : text_heaps_feed(&reader->text, bytes, size);
}

/* The list itself, or the member "heaps" of an object. */
static bool read_list(const struct json_document *document, const struct json_number_list **list)
{
    struct json_node root = json_root(document);
    if (!json_is_object(&root)) {
        return json_read_vector(document, &root, list);
    }
    static const struct json_key key = {"heaps", JSON_NUMBERS};
    struct json_node heaps = {.value = NULL};
    if (!json_read_members(document, &root, (struct json_keys){&key, 1}, &heaps)) {
        return false;
    }
    return heaps.value != NULL ? json_read_vector(document, &heaps, list)
                               : json_missing(document, &root, "heaps", "an array needs heaps");
}

/* Where the file is right, the store holds a 0 of ours and the one list. */
static bool end_json(struct file_reader *reader, struct problem *problem)
{
    struct json_document document;
    const struct json_number_list *list = NULL;
    bool read = json_document_open(&document, &reader->json, reader->account, problem) &&
                read_list(&document, &list);
    json_document_close(&document);
    if (read) {
        number_store_settle(&reader->json.lists.numbers);
        assert(list != NULL && list->first == 1 &&
               list->count + (size_t)1 == number_store_count(&reader->json.lists.numbers));
    }
    return read;
}

bool file_reader_end(struct file_reader *reader, struct buffer *block, bool *wide,
                     struct problem *problem)
{
    bool is_json = reader->form == ARRAY_JSON;
    struct number_store *numbers = is_json ? &reader->json.lists.numbers : &reader->text.numbers;
    if (is_json ? !end_json(reader, problem) : !text_heaps_end(&reader->text, problem)) {
        return false;
    }
    *block = numbers->bytes;
    *wide = numbers->wide;
    number_store_init(numbers, reader->account, 0);
    return true;
}
