/* SPDX-License-Identifier: MIT */
/* contest_internal.h: what the files of the contest reader share: contest.c feeds it,
 * contest_take.c knows what each token means, contest_fault.c puts into words what is wrong. */
#ifndef NIMSUM_CONTEST_CONTEST_INTERNAL_H
#define NIMSUM_CONTEST_CONTEST_INTERNAL_H

#include "contest/contest.h"

/* The newest token is complete: take it as what was due. False: the reader has stopped. */
bool contest_take(struct contest_reader *reader);

/* Go on to what comes next where no heap, or no skipped token, of the open case is left. */
void contest_end_phase(struct contest_reader *reader);

/* Where the newest token began. */
struct place contest_token_place(const struct contest_reader *reader);

/* A rule (422) is broken at the newest token. Only the first broken rule is kept (true: this is
 * it); then the answers and the heaps are no longer needed and are released. */
bool contest_break_rule(struct contest_reader *reader, enum problem_code code, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));

/* The end of a query called name ("l" or "r") is the newest token and lies past the last heap. */
void contest_break_range(struct contest_reader *reader, const char *name);

/* The text is malformed: the reader stops. These return false always. */

/* The newest token has a byte, the first of rest, that is neither a digit nor white space. The
 * detail waits for contest_tell_bad_token. */
bool contest_bad_token(struct contest_reader *reader, const char *rest, size_t size);

/* The reader has stopped: keep what the detail may tell. */
void contest_keep_rest(struct contest_reader *reader, const char *bytes, size_t size);

/* No more bytes will come: say what is wrong with the bad token. */
void contest_tell_bad_token(struct contest_reader *reader);

/* What the next token is: "a heap of case 2". Returns out. */
enum { CONTEST_DUE_BYTES = 64 };
const char *contest_due(const struct contest_reader *reader, char out[CONTEST_DUE_BYTES]);

/* The same for a text that went wrong and has one line alone: curl -d drops line ends. */
void contest_tell_lost_lines(struct contest_reader *reader);

/* contest_words.c: what to do about the bad token, or "". */
const char *contest_hint(const struct contest_reader *reader);

/* The newest token stands after the last case. */
bool contest_extra_token(struct contest_reader *reader);

/* The body ended at reader->place, before the last case did. */
bool contest_missing_token(struct contest_reader *reader);

/* Memory was refused: the reader stops. Returns false always. */
bool contest_no_memory(struct contest_reader *reader);

#endif
