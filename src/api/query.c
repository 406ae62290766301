/* query.c: names between "&" and "=", with %XX decoded and "+" left alone. */
#include "query.h"

#include <string.h>

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c == '\0' ? NULL : strchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c);
    return found == NULL ? -1 : (int)(found - digits);
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
        char c = query[i];
        if (c == '%' && size - i > 2 && hex_digit(query[i + 1]) >= 0 &&
            hex_digit(query[i + 2]) >= 0) {
            c = (char)(hex_digit(query[i + 1]) << 4 | hex_digit(query[i + 2]));
            i += 2;
        }
        /* Beyond ASCII no name of ours exists: what it was need not be told exactly. */
        parameter->name[parameter->name_size++] = (unsigned char)c < 0x80 ? c : '?';
    }
    return true;
}
