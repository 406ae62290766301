/* SPDX-License-Identifier: MIT */
/* document.h: a typed reader over a scanned body: cJSON reads the envelope, the number lists
 * hold the numbers.
 *
 * Every read names the type it wants and tells, where the body holds another, which problem that is
 * and where (JSON Pointer): unknown-key, duplicate-key, missing-key, wrong-type, out-of-range,
 * too-few. Reads return false once the problem is set. Node and array arguments are borrowed from
 * the document.
 */
#ifndef NIMSUM_JSON_DOCUMENT_H
#define NIMSUM_JSON_DOCUMENT_H

#include "json/number_lists.h"
#include "json/pointer.h"
#include "json/scanner.h"

struct json_document {
    struct cJSON *tree;
    const struct json_number_lists *lists; /* the scanner's */
    struct account *account;
    size_t charged_bytes;    /* for the tree */
    struct problem *problem; /* where the first problem goes */
};

/* Build the document of a scanned body: ends the scanner first. The scanner must outlive the
 * document. On false *problem is set: malformed-json, too-many (values outside number lists), or
 * PROBLEM_NONE where memory was refused (account->refusal tells why). */
bool json_document_open(struct json_document *document, struct json_scanner *scanner,
                        struct account *account, struct problem *problem);

/* Also after a failed open. */
void json_document_close(struct json_document *document);

struct json_node json_root(const struct json_document *document);

bool json_is_object(const struct json_node *node);

/* What the value of a key is. */
enum json_kind {
    JSON_NESTED, /* a list of objects or of lists of numbers: what no query can say */
    JSON_NUMBERS,
    JSON_PAIRS,
    JSON_WORDS, /* may be empty */
    JSON_WORD,
    JSON_NUMBER
};

/* A key that an object may have, in JSON or as a query parameter (api/query.h). */
struct json_key {
    const char *name;
    enum json_kind kind;
};

struct json_keys {
    const struct json_key *at;
    size_t count;
};

/* Read node as an object of no other keys than these, each at most once. members, one a key, have
 * no value when they come (absent); those that are there become their nodes. */
bool json_read_members(const struct json_document *document, const struct json_node *node,
                       struct json_keys keys, struct json_node *members);

/* Set a problem of node; the detail begins with its place. Returns false. */
bool json_refuse(const struct json_document *document, const struct json_node *node,
                 enum problem_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Set the problem "missing-key": object lacks key. Returns false. */
bool json_missing(const struct json_document *document, const struct json_node *object,
                  const char *key, const char *detail);

/* Set the problem "conflicting-keys" at node. Returns false. */
bool json_conflict(const struct json_document *document, const struct json_node *node,
                   const char *detail);

/* Set the problem "too-few": node must hold at least one what. Returns false. */
bool json_too_few(const struct json_document *document, const struct json_node *node,
                  const char *what);

/* True if count is at most limit; else the problem "too-many" at node is set. */
bool json_at_most(const struct json_document *document, const struct json_node *node, size_t count,
                  uint64_t limit);

/* A word of a closed list, and what it stands for. */
struct json_word {
    const char *word;
    unsigned value;
};

/* Read node as one of the words; *value is its value. This and the next two leave what is read as
 * it was where node is absent. */
bool json_read_word(const struct json_document *document, const struct json_node *node,
                    const struct json_word *words, size_t count, unsigned *value);

/* Read node as a list of such words; *set is the OR of their values. A word may stand twice. */
bool json_read_word_set(const struct json_document *document, const struct json_node *node,
                        const struct json_word *words, size_t count, unsigned *set);

/* Read node as a string; *text is borrowed, ended by NUL, without what is past its first 1024
 * bytes, and U+0000 in it is a byte that no UTF-8 has. */
bool json_read_string(const struct json_document *document, const struct json_node *node,
                      const char **text);

/* Read node as an integer from 0 to maximum, which is less than 2^53 (cJSON holds a double). */
bool json_read_integer(const struct json_document *document, const struct json_node *node,
                       uint64_t maximum, uint64_t *value);

/* Read node as a list of at least one number. */
bool json_read_vector(const struct json_document *document, const struct json_node *node,
                      const struct json_number_list **vector);

/* What a row of a table is called: "a pair", and the table "a list of pairs". */
struct json_row_name {
    const char *one, *many;
};

/* Read node as a list of at least one list of numbers (which may be empty). */
bool json_read_table(const struct json_document *document, const struct json_node *node,
                     const struct json_row_name *row, const struct json_number_list **table);

/* Read node as a list of at least one object: walk it with json_first and json_next. */
bool json_read_objects(const struct json_document *document, const struct json_node *node);

/* The first element of a list; its value is NULL at the end. */
struct json_node json_first(const struct json_node *list);
void json_next(struct json_node *element);

/* How many elements a list in the envelope has. O(n). */
size_t json_length(const struct json_node *list);

#endif
