/* SPDX-License-Identifier: MIT */
/* html.h: text in pages. */
#ifndef NIMSUM_API_SERVICE_HTML_H
#define NIMSUM_API_SERVICE_HTML_H

#include "json/writer.h"

/* Text that stands for itself, in HTML's text and in its attributes. */
void html_put_text(struct json_writer *w, const char *text);

#endif
