/* SPDX-License-Identifier: MIT */
/* compare_tree.h: a scanned body's values against the reference's tree. */
#ifndef NIMSUM_TESTS_JSON_COMPARE_TREE_H
#define NIMSUM_TESTS_JSON_COMPARE_TREE_H

#include "reference.h"
#include "json/scanner.h"

struct cJSON;

/* Whether the reference found the body valid too, and the envelope's tree and the lists hold its
 * values. False: message (COMPARE_MESSAGE_BYTES) tells the difference. */
bool compare_tree(const struct reference *expected, const struct json_scanner *scanner,
                  const struct cJSON *tree, char *message);

#endif
