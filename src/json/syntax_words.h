/* SPDX-License-Identifier: MIT */
/* syntax_words.h: what is wrong with a body that is not JSON, for a person.
 *
 * Made only once a scanner has failed, from its state (what was due) and the bytes from the fault
 * on (what was found), so it is the same however the body was cut. */
#ifndef NIMSUM_JSON_SYNTAX_WORDS_H
#define NIMSUM_JSON_SYNTAX_WORDS_H

#include "json/scanner.h"

/* Set the problem "malformed-json" of a scanner that failed with JSON_MALFORMED: the byte that was
 * found, or that the body ends, what was due, and for the usual mistakes what to do. Returns false.
 */
bool json_syntax_problem(const struct json_scanner *scanner, struct problem *problem);

#endif
