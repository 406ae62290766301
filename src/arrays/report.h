/* SPDX-License-Identifier: MIT */
/* report.h: what the operator is told of his arrays, a line at a time. */
#ifndef NIMSUM_ARRAYS_REPORT_H
#define NIMSUM_ARRAYS_REPORT_H

enum arrays_report_kind { ARRAYS_FAULT, ARRAYS_WARNING, ARRAYS_NOTE };

struct arrays_report {
    void (*tell)(void *cls, enum arrays_report_kind kind, const char *text);
    void *cls; /* handed to tell */
};

/* Tell a line, printf form; a long one is cut. */
void arrays_tell(const struct arrays_report *report, enum arrays_report_kind kind,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
