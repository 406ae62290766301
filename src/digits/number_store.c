/* SPDX-License-Identifier: MIT */
/* number_store.c: the two widths. */
#include "digits/number_store.h"

void number_store_init(struct number_store *store, struct account *account, size_t maximum_bytes)
{
    *store = (struct number_store){.wide = false};
    buffer_init(&store->bytes, account, maximum_bytes);
}

void number_store_free(struct number_store *store)
{
    buffer_free(&store->bytes);
}

void number_store_clear(struct number_store *store)
{
    store->bytes.size = 0;
    store->wide = false;
    store->narrow_count = 0;
}

/* From now on numbers take 64 bits; those before keep their place until they are settled. */
static bool begin_wide(struct number_store *store)
{
    size_t count = number_store_count(store);
    if (!buffer_reserve(&store->bytes, count * sizeof(uint32_t) + sizeof(uint64_t))) {
        return false;
    }
    store->bytes.size = count * sizeof(uint64_t);
    store->narrow_count = count;
    store->wide = true;
    return true;
}

bool number_store_push(struct number_store *store, uint64_t number)
{
    if (!store->wide && number > UINT32_MAX && !begin_wide(store)) {
        return false;
    }
    if (!number_store_reserve(store, 1)) {
        return false;
    }
    if (store->wide) {
        *(uint64_t *)number_store_end(store) = number;
    } else {
        *(uint32_t *)number_store_end(store) = (uint32_t)number;
    }
    number_store_added(store, 1);
    return true;
}

/* From the last narrow number to the first, so that none is overwritten unread. */
void number_store_settle(struct number_store *store)
{
    char *data = store->bytes.data;
    for (size_t i = store->narrow_count; i > 0; i--) {
        uint32_t narrow;
        memcpy(&narrow, data + (i - 1) * sizeof narrow, sizeof narrow);
        uint64_t number = narrow;
        memcpy(data + (i - 1) * sizeof number, &number, sizeof number);
    }
    store->narrow_count = 0;
}
