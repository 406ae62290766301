/* SPDX-License-Identifier: MIT */
/* html.c: text in pages. */
#include "api/service/html.h"

#include <string.h>

void html_put_text(struct json_writer *w, const char *text)
{
    for (;;) {
        size_t plain = strcspn(text, "&<>\"'");
        json_put_raw(w, text, plain);
        switch (text[plain]) {
        case '&': json_put(w, "&amp;"); break;
        case '<': json_put(w, "&lt;"); break;
        case '>': json_put(w, "&gt;"); break;
        case '"': json_put(w, "&quot;"); break;
        case '\'': json_put(w, "&#39;"); break;
        default: return;
        }
        text += plain + 1;
    }
}
