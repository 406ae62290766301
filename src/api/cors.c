/* SPDX-License-Identifier: MIT */
/* cors.c: what lets scripts of another origin read the replies (Fetch standard, section 3.2). Off
 * unless the daemon is told an origin.
 *
 * It guards browsers' users, not the service: whoever asks without a browser reads everything.
 */
#include "api/exchange_internal.h"

#include <assert.h>
#include <string.h>

/* What a script may read beyond the few fields that every script may. */
#define EXPOSED "ETag, Retry-After, X-Request-Id"

/* What a script may send beyond them. */
#define ACCEPTED "Content-Type, If-Match, If-None-Match, X-Request-Id, traceparent, tracestate"

/* How long a browser need not ask again; some keep no answer for longer. */
#define MAX_AGE_SECONDS "7200"

static const char any_origin[] = "*";

static const char lower[] = "abcdefghijklmnopqrstuvwxyz";
static const char scheme_bytes[] = "abcdefghijklmnopqrstuvwxyz0123456789+-.";
static const char host_bytes[] = "abcdefghijklmnopqrstuvwxyz0123456789-._";
static const char address_bytes[] = "0123456789abcdef:.";
static const char digits[] = "0123456789";

/* The size of the host at the beginning of text, a name or an address in brackets; 0: there is
 * none. */
static size_t host_size(const char *text)
{
    if (text[0] != '[') {
        return strspn(text, host_bytes);
    }
    size_t size = strspn(text + 1, address_bytes);
    return size > 0 && text[size + 1] == ']' ? size + 2 : 0;
}

/* Whether text is ":" and a port that a browser would write: no leading zero, not the scheme's own.
 */
static bool is_port(const char *text, const char *origin)
{
    size_t size = text[0] == ':' ? strspn(text + 1, digits) : 0;
    if (size == 0 || size > 5 || text[1] == '0' || text[size + 1] != '\0' ||
        (size == 5 && strcmp(text + 1, "65535") > 0)) {
        return false;
    }
    return !(strcmp(text, ":80") == 0 && strncmp(origin, "http:", 5) == 0) &&
           !(strcmp(text, ":443") == 0 && strncmp(origin, "https:", 6) == 0);
}

bool api_is_cors_origin(const char *text)
{
    if (strcmp(text, any_origin) == 0) {
        return true;
    }
    size_t scheme = strspn(text, lower) > 0 ? strspn(text, scheme_bytes) : 0;
    if (scheme == 0 || strncmp(text + scheme, "://", 3) != 0) {
        return false;
    }
    const char *host = text + scheme + 3;
    size_t size = host_size(host);
    return size > 0 && (host[size] == '\0' || is_port(host + size, text));
}

static bool is_any(const char *allowed)
{
    return strcmp(allowed, any_origin) == 0;
}

void note_cors(struct exchange *x, const struct api_head *head)
{
    const char *allowed = x->api->cors_origin;
    if (allowed == NULL || head->is_admin) {
        return;
    }
    bool same = head->origin != NULL && strcmp(head->origin, allowed) == 0;
    if (!is_any(allowed) && !same) {
        x->cors = CORS_OTHER_ORIGIN;
    } else if (strcmp(head->method, "OPTIONS") == 0 && head->request_method != NULL) {
        x->cors = CORS_PREFLIGHT;
    } else {
        x->cors = CORS_READABLE;
    }
}

void api_cors_fields(const struct api *api, bool is_admin, struct api_field fields[API_CORS_FIELDS])
{
    size_t count = 0;
    if (api->cors_origin != NULL && !is_admin) {
        if (!is_any(api->cors_origin)) {
            fields[count++] = (struct api_field){"Vary", "Origin"};
        }
        fields[count++] = (struct api_field){"Access-Control-Allow-Origin", api->cors_origin};
        fields[count++] = (struct api_field){"Access-Control-Expose-Headers", EXPOSED};
    }
    fields[count] = (struct api_field){NULL, NULL};
}

static void add(struct exchange *x, const char *name, const char *value)
{
    assert(x->cors_field_count < CORS_FIELDS);
    x->cors_fields[x->cors_field_count++] = (struct api_field){name, value};
}

void reply_with_cors(struct exchange *x)
{
    if (x->cors == CORS_OFF) {
        return;
    }
    x->cors_field_count = 0;
    if (!is_any(x->api->cors_origin)) {
        add(x, "Vary", "Origin"); /* caches must not give one origin's reply to another */
    }
    if (x->cors != CORS_OTHER_ORIGIN) {
        add(x, "Access-Control-Allow-Origin", x->api->cors_origin);
    }
    if (x->cors == CORS_READABLE) {
        add(x, "Access-Control-Expose-Headers", EXPOSED);
    } else if (x->cors == CORS_PREFLIGHT && x->reply.allow != NULL) {
        add(x, "Access-Control-Allow-Methods", x->reply.allow);
        add(x, "Access-Control-Allow-Headers", ACCEPTED);
        add(x, "Access-Control-Max-Age", MAX_AGE_SECONDS);
    }
    add(x, NULL, NULL);
    x->reply.cors_fields = x->cors_fields;
}
