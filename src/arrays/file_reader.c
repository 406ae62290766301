/* SPDX-License-Identifier: MIT */
/* file_reader.c: JSON through the scanner of bodies; text through text_heaps.c. */
#include "arrays/file_reader.h"

#include <assert.h>

#include "json/document.h"

/* For a file that is no list of integers at all: enough to say where it goes wrong. */
enum { NESTING = 32, ENVELOPE_VALUES = 1000, SLACK_BYTES = 1 << 20 };

void file_reader_init(struct file_reader *reader, enum array_form form, struct budget *budget,
                      size_t file_bytes)
{
    /* A number takes two bytes or more of the file, and eight of memory at most. */
    size_t maximum = file_bytes < SIZE_MAX / 8 ? file_bytes * 4 + SLACK_BYTES : SIZE_MAX / 2;
    reader->form = form;
    reader->account = (struct account){.budget = budget};
    if (form == ARRAY_JSON) {
        const struct json_limits limits = {NESTING, ENVELOPE_VALUES, maximum};
        json_scanner_init(&reader->json, &reader->account, &limits);
    } else {
        text_heaps_init(&reader->text, &reader->account, maximum);
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
    struct json_member heaps = {.name = "heaps"};
    if (!json_read_members(document, &root, &heaps, 1)) {
        return false;
    }
    return heaps.present ? json_read_vector(document, &heaps.node, list)
                         : json_missing(document, &root, "heaps", "an array needs heaps");
}

static bool end_json(struct file_reader *reader, struct array_heaps *heaps, struct problem *problem)
{
    struct json_document document;
    const struct json_number_list *list = NULL;
    bool read = json_document_open(&document, &reader->json, &reader->account, problem) &&
                read_list(&document, &list);
    json_document_close(&document);
    if (read) {
        assert(list != NULL);
        struct number_store *numbers = &reader->json.lists.numbers;
        number_store_settle(numbers);
        *heaps = (struct array_heaps){number_store_data(numbers, list->first), list->count,
                                      numbers->wide};
    }
    return read;
}

bool file_reader_end(struct file_reader *reader, struct array_heaps *heaps, struct problem *problem)
{
    return reader->form == ARRAY_JSON ? end_json(reader, heaps, problem)
                                      : text_heaps_end(&reader->text, heaps, problem);
}

enum budget_status file_reader_refusal(const struct file_reader *reader)
{
    return reader->account.refusal;
}
