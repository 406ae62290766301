/* SPDX-License-Identifier: MIT */
/* problems.c: /problems and /problems/{code}, as JSON and as pages, both from the table of
 * problems. Its texts hold nothing that JSON or HTML would have to escape (a test holds them to
 * it). */
#include "api/exchange_internal.h"

#include <string.h>

#include "api/service/pages.h"

const void *find_problem(struct exchange *x, const struct target *target)
{
    (void)x;
    static const char folder[] = "/problems/";
    size_t own = sizeof folder - 1;
    enum problem_code code = problem_find(target->path + own, target->path_size - own);
    return code == PROBLEM_NONE ? NULL : problem_kind(code);
}

static void put_json_kind(struct json_writer *w, const struct problem_kind *kind)
{
    json_put_format(w,
                    "{\"type\":\"/problems/%s\",\"code\":\"%s\",\"title\":\"%s\",\"status\":%u,"
                    "\"meaning\":\"%s\"}",
                    kind->code, kind->code, kind->title, kind->status, kind->meaning);
}

/* Markup in which % stands for the way from the page to the service's root: all addresses are
 * relative, so that the service may stand below a path prefix. */
static void put_markup(struct json_writer *w, const char *markup, const char *root)
{
    for (;;) {
        size_t plain = strcspn(markup, "%");
        json_put_raw(w, markup, plain);
        if (markup[plain] == '\0') {
            return;
        }
        json_put(w, root);
        markup += plain + 1;
    }
}

static void open_page(struct json_writer *w, const char *title, const char *root)
{
    json_put_format(w,
                    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<title>nimsum: %s",
                    title);
    put_markup(
        w,
        "</title>\n"
        "<link rel=\"icon\" href=\"%assets/icon.svg\" type=\"image/svg+xml\">\n"
        "<link rel=\"stylesheet\" href=\"%assets/style.css\">\n"
        "<link rel=\"stylesheet\" href=\"%assets/article.css\">\n"
        "</head>\n<body>\n"
        "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
        "<header class=\"top\">\n"
        "  <a class=\"brand\" href=\"%./\"><img src=\"%assets/icon.svg\" alt=\"\" width=\"26\" "
        "height=\"26\">nimsum</a>\n"
        "  <nav aria-label=\"Pages\">\n"
        "    <a href=\"%play\">Play</a>\n"
        "    <a href=\"%docs\">API</a>\n"
        "    <a href=\"%problems\">Problems</a>\n"
        "  </nav>\n</header>\n<main id=\"main\" class=\"article\">\n",
        root);
}

static void put_problem_page(struct json_writer *w, const struct problem_kind *kind)
{
    open_page(w, kind->title, "../");
    json_put_format(w,
                    "<p class=\"kind\">Problem <code>%s</code>, HTTP status %u</p>\n<h1>%s</h1>\n"
                    "<p class=\"lead\">%s</p>\n<h2>How it is told</h2>\n<pre tabindex=\"0\">{\n"
                    "  \"type\": \"/problems/%s\",\n  \"title\": \"%s\",\n  \"status\": %u,\n"
                    "  \"detail\": \"\xE2\x80\xA6\",\n  \"code\": \"%s\"\n}</pre>\n"
                    "<p><code>detail</code> is a sentence about the one request; programs go "
                    "by <code>code</code>. <a href=\"../problems\">All problems</a></p>\n"
                    "</main>\n</body>\n</html>\n",
                    kind->code, kind->status, kind->title, kind->meaning, kind->code, kind->title,
                    kind->status, kind->code);
}

static void put_list_page(struct json_writer *w)
{
    open_page(w, "problems", "");
    json_put(
        w, "<h1>What can be wrong</h1>\n<p class=\"lead\">Whatever the service refuses, it answers "
           "with a problem (RFC 9457) that names the place. These are their codes.</p>\n"
           "<ul class=\"problems\">\n");
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        const struct problem_kind *kind = problem_kind((enum problem_code)code);
        json_put_format(w,
                        "<li><p><span class=\"status s%u\">%u</span> <a href=\"problems/%s\">"
                        "<code>%s</code></a> %s</p><p class=\"soft\">%s</p></li>\n",
                        kind->status / 100, kind->status, kind->code, kind->code, kind->title,
                        kind->meaning);
    }
    json_put(w, "</ul>\n</main>\n</body>\n</html>\n");
}

static void reply_with_page(struct exchange *x, const struct json_writer *w)
{
    if (!w->failed) {
        reply_with_bytes(x, 200, "text/html; charset=utf-8", &x->reply_bytes);
        x->reply.fields = negotiated_page_fields;
    }
}

static void reply_with_negotiated_json(struct exchange *x, struct json_writer *w)
{
    reply_with_json(x, w);
    if (!exchange_is_refused(x)) {
        x->reply.fields = negotiated_json_fields;
    }
}

void handle_problem(struct exchange *x)
{
    const struct problem_kind *kind = x->resource;
    struct json_writer w = {.out = &x->reply_bytes};
    if (x->wants_page) {
        put_problem_page(&w, kind);
        reply_with_page(x, &w);
    } else {
        put_json_kind(&w, kind);
        reply_with_negotiated_json(x, &w);
    }
}

void handle_problems(struct exchange *x)
{
    struct json_writer w = {.out = &x->reply_bytes};
    if (x->wants_page) {
        put_list_page(&w);
        reply_with_page(x, &w);
        return;
    }
    json_put(&w, "{\"problems\":[");
    for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
        json_put(&w, code > PROBLEM_NONE + 1 ? "," : "");
        put_json_kind(&w, problem_kind((enum problem_code)code));
    }
    json_put(&w, "]}");
    reply_with_negotiated_json(x, &w);
}
