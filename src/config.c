/* SPDX-License-Identifier: MIT */
/* config.c: one table of options drives arguments, environment variables and --help. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/server.h"
#include "problem_names.h"
#include "system/address.h"

/* Of an option's value: a text up to FOLDER, a number from MODE on. */
enum kind { ADDRESS, ORIGIN, FOLDER, MODE, NUMBER, WORD };

static const char *const value_names[] = {"ADDRESS", "ORIGIN", "DIR", "MODE", "NUMBER", "WORD"};

/* name: --name VALUE and NIMSUM_NAME. at: where the value goes in struct config. The help of a WORD
 * begins with the words, in the order of their values. */
struct option {
    const char *name;
    enum kind kind;
    size_t at;
    uint64_t standard, smallest, largest;
    const char *help;
};

static const struct option options[] = {
    {"listen", ADDRESS, offsetof(struct config, listen), 0, 0, 0,
     "where to listen: " ADDRESS_FORMS "; port 0 takes a free one (" CONFIG_LISTEN ")"},
    {"admin_listen", ADDRESS, offsetof(struct config, admin_listen), 0, 0, 0,
     "the same for /healthz, /readyz and /metrics alone, also when others are full (none)"},
    {"socket_mode", MODE, offsetof(struct config, socket_mode), 0660, 0, 0777,
     "permissions of unix sockets, octal (0660)"},
    {"cors_origin", ORIGIN, offsetof(struct config, cors_origin), 0, 0, 0,
     "SCHEME://HOST[:PORT] whose pages' scripts may read replies, or * for all (none)"},
    {"arrays", FOLDER, offsetof(struct config, arrays), 0, 0, 0,
     "offer the heaps of the files NAME.json and NAME.txt as arrays; read anew on SIGHUP (none)"},
    {"array_bytes", NUMBER, offsetof(struct config, array_bytes), 0, 1 << 16, INT64_MAX,
     "memory of all arrays together (a quarter of the memory)"},
    {"log_format", WORD, offsetof(struct config, log_format), LOG_AUTO, 0, LOG_NONE,
     "auto|json|text|none: a line a request on stderr (auto: text on a terminal, else json)"},
    {"log_level", WORD, offsetof(struct config, log_level), LOG_ERROR, 0, LOG_DEBUG,
     "error|info|debug: replies of 500 and above, all but probes, or all (error)"},
    {"threads", NUMBER, offsetof(struct config, server.threads), 0, 1, 64,
     "I/O threads (one a core, at most 4)"},
    {"workers", NUMBER, offsetof(struct config, server.workers), 0, 2, 64,
     "threads for long work (one a core, at least 2)"},
    {"work_queue", NUMBER, offsetof(struct config, server.work_queue), 64, 1, 100000,
     "requests that may wait for a worker; more are told 503"},
    {"header_seconds", NUMBER, offsetof(struct config, server.header_seconds), 10, 1, 86400,
     "deadline of a request's head"},
    {"body_seconds", NUMBER, offsetof(struct config, server.body_seconds), 20, 1, 86400,
     "deadline of a body, plus a second for each 64 KiB received"},
    {"reply_seconds", NUMBER, offsetof(struct config, server.reply_seconds), 20, 1, 86400,
     "deadline of a reply, plus a second for each 64 KiB taken"},
    {"idle_seconds", NUMBER, offsetof(struct config, server.idle_seconds), 75, 1, 86400,
     "close a connection that is idle this long"},
    {"grace_seconds", NUMBER, offsetof(struct config, server.grace_seconds), 0, 0, 86400,
     "when told to stop, go on accepting this long while /readyz fails (0)"},
    {"drain_seconds", NUMBER, offsetof(struct config, server.drain_seconds), 10, 0, 86400,
     "then wait this long for requests in flight"},
#define LIMIT_OPTION(name, standard, smallest, largest, meaning)                                   \
    {#name, NUMBER, offsetof(struct config, limits.name), standard, smallest, largest, meaning},
    API_LIMITS(LIMIT_OPTION)
#undef LIMIT_OPTION
};
static const size_t option_count = sizeof options / sizeof options[0];

enum { NAME_BYTES = 40 };

/* --body-bytes */
static const char *argument_name(const struct option *option, char out[NAME_BYTES])
{
    (void)snprintf(out, NAME_BYTES, "--%s", option->name);
    for (char *c = out; (c = strchr(c, '_')) != NULL;) {
        *c = '-';
    }
    return out;
}

/* NIMSUM_BODY_BYTES */
static const char *variable_name(const struct option *option, char out[NAME_BYTES])
{
    (void)snprintf(out, NAME_BYTES, "NIMSUM_%s", option->name);
    for (char *c = out; *c != '\0'; c++) {
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    }
    return out;
}

static uint64_t *number_at(struct config *config, const struct option *option)
{
    return (uint64_t *)(void *)((char *)config + option->at);
}

/* What text must be for the kind; NULL: it is that. Whether a folder is there is seen when it is
 * read. */
static const char *wanted_text(enum kind kind, const char *text)
{
    if (kind == ADDRESS) {
        return address_read(&(struct address){0}, text) ? NULL : ADDRESS_FORMS;
    }
    if (kind == FOLDER) {
        return text[0] != '\0' ? NULL : "a folder";
    }
    return api_is_cors_origin(text)
               ? NULL
               : "SCHEME://HOST[:PORT] in lower case, as browsers send it, or *";
}

static bool set_text(struct config *config, const struct option *option, const char *source,
                     const char *text)
{
    const char *wanted = wanted_text(option->kind, text);
    if (wanted != NULL) {
        (void)fprintf(stderr, "nimsumd: %s must be %s, not \"%.60s\"\n", source, wanted, text);
        return false;
    }
    *(const char **)(void *)((char *)config + option->at) = text;
    return true;
}

/* One of the words that the help begins with. */
static bool set_word(struct config *config, const struct option *option, const char *source,
                     const char *text)
{
    const char *word = option->help;
    int all = (int)strcspn(word, ":");
    for (uint64_t value = 0; value <= option->largest; value++) {
        size_t size = strcspn(word, "|:");
        if (strlen(text) == size && memcmp(text, word, size) == 0) {
            *number_at(config, option) = value;
            return true;
        }
        word += size + 1;
    }
    (void)fprintf(stderr, "nimsumd: %s must be one of %.*s, not \"%.40s\"\n", source, all,
                  option->help, text);
    return false;
}

static bool set_number(struct config *config, const struct option *option, const char *source,
                       const char *text)
{
    bool is_mode = option->kind == MODE;
    errno = 0;
    char *end;
    uintmax_t value = strtoumax(text, &end, is_mode ? 8 : 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < option->smallest ||
        value > option->largest) {
        (void)fprintf(stderr,
                      is_mode ? "nimsumd: %s must be an octal number from %03" PRIo64
                                " to %03" PRIo64 ", not \"%.40s\"\n"
                              : "nimsumd: %s must be a number from %" PRIu64 " to %" PRIu64
                                ", not \"%.40s\"\n",
                      source, option->smallest, option->largest, text);
        return false;
    }
    *number_at(config, option) = value;
    return true;
}

/* Set the option from text. False after a message, which names source. */
static bool set(struct config *config, const struct option *option, const char *source,
                const char *text)
{
    return option->kind == WORD   ? set_word(config, option, source, text)
           : option->kind >= MODE ? set_number(config, option, source, text)
                                  : set_text(config, option, source, text);
}

static bool read_environment(struct config *config)
{
    char name[NAME_BYTES];
    for (size_t i = 0; i < option_count; i++) {
        const char *text = getenv(variable_name(&options[i], name));
        if (text != NULL && !set(config, &options[i], name, text)) {
            return false;
        }
    }
    return true;
}

/* What stands behind name in an argument, "" or "=VALUE". NULL: the argument is another. */
static const char *rest_of(const char *argument, const char *name)
{
    size_t size = strlen(name);
    bool is_name = strncmp(argument, name, size) == 0 &&
                   (argument[size] == '\0' || argument[size] == '=');
    return is_name ? argument + size : NULL;
}

/* Names are compared without the dashes before them. Returns 0. */
static int unknown_argument(const char *argument)
{
    struct names names = {.count = 0};
    char spelled[sizeof options / sizeof options[0]][NAME_BYTES];
    for (size_t i = 0; i < option_count; i++) {
        names_add(&names, argument_name(&options[i], spelled[i]) + 2);
    }
    names_add(&names, "help");
    names_add(&names, "version");
    names_add(&names, "health-check");
    names_add(&names, "check-arrays");
    size_t dashes = strspn(argument, "-");
    const char *nearest = names_nearest(&names, argument + dashes, strcspn(argument + dashes, "="));
    (void)fprintf(stderr, "nimsumd: unknown %s %.60s (%s%s)\n", dashes > 0 ? "option" : "argument",
                  argument, nearest == NULL ? "try --help" : "did you mean --",
                  nearest == NULL ? "" : nearest);
    return 0;
}

/* --name VALUE or --name=VALUE. Returns how many arguments were used, 0 after a message. */
static int read_argument(struct config *config, char **arguments)
{
    char name[NAME_BYTES];
    const char *rest = NULL;
    size_t i = 0;
    while (i < option_count &&
           (rest = rest_of(arguments[0], argument_name(&options[i], name))) == NULL) {
        i++;
    }
    if (rest == NULL) {
        return unknown_argument(arguments[0]);
    }
    const char *value = *rest == '=' ? rest + 1 : arguments[1];
    if (value == NULL) {
        (void)fprintf(stderr, "nimsumd: %s needs a value\n", name);
        return 0;
    }
    return !set(config, &options[i], name, value) ? 0 : *rest == '=' ? 1 : 2;
}

/* --health-check [TARGET] or --health-check=TARGET. Returns how many arguments were used, 0 where
 * it is something else. */
static int read_health_check(struct config *config, char **arguments)
{
    const char *rest = rest_of(arguments[0], "--health-check");
    if (rest == NULL) {
        return 0;
    }
    bool is_next = *rest == '\0' && arguments[1] != NULL && arguments[1][0] != '-';
    config->health_check = *rest == '=' ? rest + 1 : is_next ? arguments[1] : "";
    return is_next ? 2 : 1;
}

/* --check-arrays DIR or --check-arrays=DIR; likewise, or -1 after a message. */
static int read_check_arrays(struct config *config, char **arguments)
{
    static const char name[] = "--check-arrays";
    const char *rest = rest_of(arguments[0], name);
    if (rest == NULL) {
        return 0;
    }
    config->check_arrays = *rest == '=' ? rest + 1 : arguments[1];
    if (config->check_arrays == NULL || config->check_arrays[0] == '\0') {
        (void)fprintf(stderr, "nimsumd: %s needs a folder\n", name);
        return -1;
    }
    return *rest == '=' ? 1 : 2;
}

static void print_help(void)
{
    char argument[NAME_BYTES], variable[NAME_BYTES], form[2 * NAME_BYTES];
    (void)printf(
        "Usage: nimsumd [--OPTION VALUE]...\n"
        "Decide the chalkboard XOR game and Nim on ranges over HTTP. An option goes before\n"
        "its environment variable, which is named below it; defaults stand in parentheses.\n\n"
        "  %-30s print this help\n  %-30s print the version\n"
        "  %-30s exit with 0 if the service that these options describe, or the one at\n"
        "  %-30s TARGET (an address or a URL), is ready, else with 1\n"
        "  %-30s read the folder as --arrays would, print name, number of heaps and version\n"
        "  %-30s of each array, and exit with 0, or with 1 where there is a fault\n",
        "--help, -h", "--version, -V", "--health-check [TARGET]", "", "--check-arrays DIR", "");
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &options[i];
        (void)snprintf(form, sizeof form, "%s %s", argument_name(option, argument),
                       value_names[option->kind]);
        (void)printf("  %-30s %s", form, option->help);
        if (option->kind == NUMBER && option->standard != 0) {
            (void)printf(" (%" PRIu64 ")", option->standard);
        }
        (void)printf("\n  %-30s %s\n", "", variable_name(option, variable));
    }
}

enum config_status config_read(struct config *config, int argc, char **argv)
{
    *config = (struct config){.listen = CONFIG_LISTEN};
    for (size_t i = 0; i < option_count; i++) {
        if (options[i].kind >= MODE) {
            *number_at(config, &options[i]) = options[i].standard;
        }
    }
    if (!read_environment(config)) {
        return CONFIG_EXIT_BAD;
    }
    for (int i = 1; i < argc;) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help();
            return CONFIG_EXIT_OK;
        }
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
            (void)printf("nimsumd %s (libmicrohttpd %s)\n", NIMSUM_VERSION,
                         server_library_version());
            return CONFIG_EXIT_OK;
        }
        int used = read_health_check(config, argv + i);
        used = used != 0 ? used : read_check_arrays(config, argv + i);
        used = used != 0 ? used : read_argument(config, argv + i);
        if (used <= 0) {
            return CONFIG_EXIT_BAD;
        }
        i += used;
    }
    if (config->check_arrays != NULL) {
        return CONFIG_CHECK_ARRAYS;
    }
    return config->health_check != NULL ? CONFIG_HEALTH_CHECK : CONFIG_RUN;
}
