/* SPDX-License-Identifier: MIT */
/* syntax_kinds.h: the mistakes that are usual in JSON, and what to do about each. */
#ifndef NIMSUM_JSON_SYNTAX_KINDS_H
#define NIMSUM_JSON_SYNTAX_KINDS_H

#include "json/scanner.h"

/* What to do about the fault of a scanner that failed with JSON_MALFORMED at a byte; "" where
 * nothing is known of its kind. */
const char *json_syntax_hint(const struct json_scanner *scanner);

#endif
