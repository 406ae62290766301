/* SPDX-License-Identifier: MIT */
/* audit.c: RFC 9110 section 5 (fields), RFC 9112 sections 3 (request line) and 6 (message body). */
#include "http/audit.h"

#include <microhttpd.h>
#include <string.h>
#include <strings.h>

#include "http/audit_layout.h"
#include "http/audit_syntax.h"
#include "problem_quote.h"

/* What the walk over the fields found. */
struct fields {
    struct api_head *head;
    struct problem *problem; /* the first */
    unsigned hosts, lengths, codings, types;
    const char *coding; /* Transfer-Encoding */
    struct audit_layout layout;
};

/* The first problem is told. */
static bool bad(struct problem *problem, const char *detail)
{
    return problem->code == PROBLEM_NONE && problem_set(problem, PROBLEM_BAD_REQUEST, "%s", detail);
}

static void take_length(struct fields *f, const char *value, size_t size)
{
    f->lengths++;
    if (!audit_is_digits(value, size)) {
        bad(f->problem, "Content-Length is not a number");
        return;
    }
    uint64_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (__builtin_mul_overflow(length, 10, &length) ||
            __builtin_add_overflow(length, (uint64_t)(value[i] - '0'), &length)) {
            length = UINT64_MAX; /* past every limit */
            break;
        }
    }
    f->head->has_length = true;
    f->head->content_length = length;
}

/* Several lines are one list (RFC 9110 section 5.3). */
static void note_line(struct api_list *list, const char *value)
{
    size_t i = 0;
    while (i < API_LIST_LINES && list->lines[i] != NULL) {
        i++;
    }
    if (i < API_LIST_LINES) {
        list->lines[i] = value;
    } else {
        list->has_more = true;
    }
}

/* One that stands twice says nothing. */
static const char *only_one(const char *before, const char *value)
{
    return before == NULL ? value : "";
}

/* Of several, one that is refused: any but the one that is taken. */
static const char *worst(const char *before, const char *value, const char *taken)
{
    return before == NULL || strcasecmp(value, taken) != 0 ? value : before;
}

static bool is_name(const char *name, size_t size, const char *wanted)
{
    return size == strlen(wanted) && strncasecmp(name, wanted, size) == 0;
}

/* Of a refused head, too: its reply depends on some of them. */
static void take_field(struct fields *f, const char *name, size_t name_size, const char *value,
                       size_t size)
{
    struct api_head *head = f->head;
    if (is_name(name, name_size, "Host")) {
        f->hosts++;
        if (!audit_is_host(value, size)) {
            bad(f->problem, "Host is not valid");
        }
    } else if (is_name(name, name_size, "Content-Length")) {
        take_length(f, value, size);
    } else if (is_name(name, name_size, "Transfer-Encoding")) {
        f->codings++;
        f->coding = value;
    } else if (is_name(name, name_size, "Content-Type")) {
        f->types++;
        head->content_type = value;
    } else if (is_name(name, name_size, "Content-Encoding")) {
        head->content_encoding = worst(head->content_encoding, value, "identity");
    } else if (is_name(name, name_size, "Expect")) {
        head->expect = worst(head->expect, value, "100-continue");
    } else if (is_name(name, name_size, "If-None-Match")) {
        note_line(&head->if_none_match, value);
    } else if (is_name(name, name_size, "If-Match")) {
        note_line(&head->if_match, value);
    } else if (is_name(name, name_size, "Accept")) {
        note_line(&head->accept, value);
    } else if (is_name(name, name_size, "Origin")) {
        head->origin = only_one(head->origin, value);
    } else if (is_name(name, name_size, "Access-Control-Request-Method")) {
        head->request_method = value;
    } else if (is_name(name, name_size, "X-Request-Id")) {
        head->request_id = only_one(head->request_id, value);
    } else if (is_name(name, name_size, "traceparent")) {
        head->traceparent = only_one(head->traceparent, value);
    } else if (is_name(name, name_size, "User-Agent") && head->user_agent == NULL) {
        head->user_agent = value;
    }
}

/* White space around a value is no part of it (RFC 9110 section 5.5). 0.9.75 hands over what stands
 * behind it; it is cut in place, so that the library sees the same value as we do. */
static size_t trim(const char *value, size_t size)
{
    union {
        const char *text;
        char *bytes; /* of the memory in which the library has cut the head into its fields */
    } field = {value};
    size_t trimmed = size;
    while (trimmed > 0 && (value[trimmed - 1] == ' ' || value[trimmed - 1] == '\t')) {
        trimmed--;
    }
    if (trimmed < size) {
        field.bytes[trimmed] = '\0';
    }
    return trimmed;
}

static enum MHD_Result each_field(void *cls, enum MHD_ValueKind kind, const char *name,
                                  size_t name_size, const char *value, size_t value_size)
{
    struct fields *f = cls;
    (void)kind;
    audit_layout_field(&f->layout, name, name_size, value, value_size);
    if (!is_name(name, name_size, "Transfer-Encoding")) { /* it has read this one as it stands */
        value_size = trim(value, value_size);
    }
    if (!audit_is_token(name, name_size)) {
        bad(f->problem, "a header field's name is not a token");
    } else if (!audit_is_field_value(value, value_size)) {
        bad(f->problem, "a header field's value holds a control character");
    }
    take_field(f, name, name_size, value, value_size);
    return MHD_YES; /* to the last, for whom the refusal is for */
}

static bool check_framing(const struct fields *f, bool version_1_1)
{
    if (version_1_1 ? f->hosts != 1 : f->hosts > 1) {
        return bad(f->problem, "there must be exactly one Host");
    }
    if (f->lengths > 1) {
        return bad(f->problem, "there must be at most one Content-Length");
    }
    if (f->types > 1) {
        return bad(f->problem, "there must be at most one Content-Type");
    }
    if (f->codings == 0) {
        return true;
    }
    if (f->codings > 1 || f->lengths > 0 || !version_1_1) {
        return bad(f->problem, "Transfer-Encoding must stand once, without Content-Length, and "
                               "only in HTTP/1.1");
    }
    if (strcasecmp(f->coding, "chunked") == 0) {
        return true;
    }
    if (audit_ends_with_chunked(f->coding)) {
        return problem_set(f->problem, PROBLEM_NOT_IMPLEMENTED,
                           "chunked is the only transfer coding that is known");
    }
    return bad(f->problem, "Transfer-Encoding does not end in chunked");
}

/* http://authority/path is as good as /path (RFC 9112 section 3.2.2); the Host field was checked
 * already. */
static const char *origin_form(const char *target)
{
    static const char scheme[] = "http://";
    if (strncasecmp(target, scheme, sizeof scheme - 1) != 0) {
        return target;
    }
    const char *authority = target + sizeof scheme - 1;
    size_t size = strcspn(authority, "/?");
    if (!audit_is_host(authority, size)) {
        return NULL;
    }
    return authority[size] == '/' ? authority + size : "/";
}

/* HTTP/1.1 and what later minor versions share with it (RFC 9110 section 2.5), or HTTP/1.0. */
static bool is_version(const char *version)
{
    return strncmp(version, "HTTP/1.", 7) == 0 &&
           audit_is_digits(version + 7, strlen(version + 7)) && version[8] == '\0';
}

static bool bad_target(struct problem *problem, const char *target)
{
    unsigned char byte = (unsigned char)target[audit_target_size(target)];
    char quoted[QUOTE_BYTE_BYTES];
    if (byte == '\0') {
        return bad(problem, "the request target is empty");
    }
    if (byte == '%') {
        return bad(problem,
                   "the request target holds a \"%\" without two hexadecimal digits, other "
                   "than 00, behind it");
    }
    return problem_set(problem, PROBLEM_BAD_REQUEST, "the request target holds %s, written %%%02X",
                       quote_byte(byte, quoted), byte);
}

static bool check_request_line(const struct audit_request *request, struct api_head *head,
                               struct problem *problem)
{
    if (!is_version(request->version)) {
        return bad(problem, "the version must be one of HTTP/1");
    }
    if (!audit_is_token(request->method, strlen(request->method))) {
        return bad(problem, "the method is not a token");
    }
    if (!audit_is_target(request->target)) {
        return bad_target(problem, request->target);
    }
    head->target = origin_form(request->target);
    bool asterisk = strcmp(request->target, "*") == 0 && strcmp(request->method, "OPTIONS") == 0;
    if (head->target == NULL || (head->target[0] != '/' && !asterisk)) {
        return bad(problem, "the request target is not a path");
    }
    return true;
}

bool audit_head(const struct audit_request *request, struct api_head *head, struct problem *problem)
{
    *head = (struct api_head){.method = request->method};
    problem->code = PROBLEM_NONE;
    (void)check_request_line(request, head, problem);
    struct fields fields = {.head = head, .problem = problem};
    audit_layout_begin(&fields.layout, MHD_get_version(), request->method, request->target_place,
                       strlen(request->target), request->version);
    (void)MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, each_field, &fields);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    audit_layout_end(&fields.layout, request->method, info == NULL ? 0 : info->header_size);
    if (problem->code == PROBLEM_NONE && fields.layout.checked && !fields.layout.sound) {
        bad(problem, "a header field is folded, or the head holds a NUL or a bare line feed");
    }
    return problem->code == PROBLEM_NONE &&
           check_framing(&fields, strcmp(request->version, "HTTP/1.0") != 0);
}
