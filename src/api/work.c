/* SPDX-License-Identifier: MIT */
/* work.c: how long a request will take, from what has been read of it.
 *
 * The unit is a number read, about 16 ns. The weights are what was measured, and half as much
 * again: too much only sends a request to a worker that its I/O thread could have answered.
 */
#include "api/exchange_internal.h"

#include <nimsum/search.h>

enum { PER_VALUE = 16, TEXT_BYTES_EACH = 16, EACH_MICROSECOND = 64, LIGHT_MICROSECONDS = 512 };

/* A board of a few numbers is looked at before its search; of more, it is taken for the worst. */
enum { FEW_NUMBERS = 1024, SEARCH_BYTES_EACH_MICROSECOND = 50, SEARCH_MOST_MICROSECONDS = 400000 };

enum { WORD_SEARCH = 1 };

/* All but the first are names of what a reply may include. */
const char *const work_words[] = {"search",   "winning_moves", "explanation",
                                  "nim_sums", "move_counts",   NULL};

static bool has_document(const struct exchange *x)
{
    return x->input == INPUT_JSON || x->input == INPUT_QUERY;
}

static bool is_search(const struct exchange *x)
{
    return x->route->game->may_search && (x->reader.json.envelope.words_seen & WORD_SEARCH) != 0;
}

static uint64_t document_microseconds(const struct exchange *x)
{
    const struct json_scanner *json = &x->reader.json;
    bool includes = (json->envelope.words_seen & ~(unsigned)WORD_SEARCH) != 0;
    const struct work_weights *weights = &x->route->game->work[includes];
    uint64_t work = (uint64_t)number_store_count(&json->lists.numbers) * weights->number +
                    (uint64_t)json->lists.rows * weights->row +
                    (uint64_t)json->envelope.values * PER_VALUE +
                    (uint64_t)json->envelope.text.size / TEXT_BYTES_EACH;
    return work / EACH_MICROSECOND;
}

/* Of the search of count numbers of the store: by the memory for all the positions there are. */
static uint64_t board_microseconds(const struct exchange *x, size_t first, size_t count)
{
    uint64_t numbers[NIMSUM_SEARCH_MAX_NUMBERS];
    for (size_t i = 0; i < count && i < NIMSUM_SEARCH_MAX_NUMBERS; i++) {
        numbers[i] = number_store_at(&x->reader.json.lists.numbers, first + i);
    }
    return nimsum_search_workspace_bytes(numbers, count, x->api->limits.search_positions) /
           SEARCH_BYTES_EACH_MICROSECOND;
}

static uint64_t search_microseconds(const struct exchange *x)
{
    const struct json_number_lists *lists = &x->reader.json.lists;
    if (number_store_count(&lists->numbers) > FEW_NUMBERS) {
        return SEARCH_MOST_MICROSECONDS;
    }
    uint64_t sum = 1;
    for (size_t i = 0; i < json_lists_count(lists); i++) {
        const struct json_number_list *list = json_lists_at(lists, i);
        for (size_t row = 0; row < list->rows; row++) {
            size_t first, count;
            json_table_row(lists, list, row, &first, &count);
            sum += board_microseconds(x, first, count);
        }
        if (list->shape == JSON_VECTOR) {
            sum += board_microseconds(x, list->first, list->count);
        }
    }
    return sum;
}

uint64_t exchange_microseconds(const struct exchange *x)
{
    if (!has_document(x)) {
        return 0; /* contest text is answered as it arrives */
    }
    return document_microseconds(x) + (is_search(x) ? search_microseconds(x) : 0);
}

bool exchange_is_light(const struct exchange *x)
{
    return !has_document(x) || (!is_search(x) && document_microseconds(x) <= LIGHT_MICROSECONDS);
}
