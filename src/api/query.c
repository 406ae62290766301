/* query.c: names between "&" and "=", with %XX decoded and "+" left alone. */
#include "query.h"

#include <string.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The byte that %XX at text means, or -1 where that is no percent-encoding. */
static int percent_decoded(const char *text, size_t size)
{
    if (size < 3 || text[0] != '%') {
        return -1;
    }
    int high = hex_digit(text[1]), low = hex_digit(text[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool query_first(const char *query, struct query_parameter *parameter)
{
    query += strspn(query, "&"); /* empty pieces are no parameters */
    if (*query == '\0') {
        return false;
    }
    size_t size = strcspn(query, "=&");
    parameter->name_size = 0;
    for (size_t i = 0; i < size && parameter->name_size < sizeof parameter->name; i++) {
        int decoded = percent_decoded(query + i, size - i);
        unsigned char c = decoded < 0 ? (unsigned char)query[i] : (unsigned char)decoded;
        i += decoded < 0 ? 0 : 2;
        /* Beyond ASCII no name of ours exists: what it was need not be told exactly. */
        parameter->name[parameter->name_size++] = c < 0x80 ? (char)c : '?';
    }
    return true;
}
