/* Options: one table drives both getopt_long and the help. */
#include "tools/throng/program.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char *const backend_names[] = {"auto", "cpu", "opencl", NULL};
static const char *const isa_names[] = {"auto", "reference", "vector", "sse2",
                                        "avx2", "avx512",    "neon",   NULL};

void throng_app_common_options(throng_app_common *common, throng_app_option *options)
{
    *common = (throng_app_common){.repeat = 1};
    const throng_app_option list[THRONG_APP_COMMON_OPTIONS] = {
        {"backend", "NAME", "auto, cpu or opencl; auto takes the faster one", THRONG_APP_CHOICE,
         &common->backend, 0, 0, backend_names, 0},
        {"device", "N|NAME",
         "OpenCL device by number or part of its name (see throng devices);\n"
         "the cpu backend does not look at it",
         THRONG_APP_TEXT, &common->device, 0, 0, NULL, 0},
        {"accept-inexact", NULL, "take a device that rounds differently; last bits may then differ",
         THRONG_APP_FLAG, &common->accept_inexact, 0, 0, NULL, 0},
        {"isa", "NAME", "SIMD level of the cpu backend: reference, vector, sse2, avx2, avx512, neon",
         THRONG_APP_CHOICE, &common->isa, 0, 0, isa_names, 0},
        {"threads", "N", "threads of the cpu backend, 0: all cores (default)", THRONG_APP_INTEGER,
         &common->threads, 0, 1024, NULL, 0},
        {"seed", "S", "for --random (default 0)", THRONG_APP_SEED, &common->seed, 0, 0, NULL, 0},
        {"repeat", "N", "timed runs after an untimed first one (default 1)", THRONG_APP_INTEGER,
         &common->repeat, 1, 1000000, NULL, 0},
        {"out", "FILE", "the result, .npy or .csv by ending; - is CSV on standard output", THRONG_APP_TEXT,
         &common->out, 0, 0, NULL, 0},
        {"png", "FILE", "the result as a picture", THRONG_APP_TEXT, &common->png, 0, 0, NULL, 0},
        {"json", "FILE", "what ran, how long it took, and a hash of the result", THRONG_APP_TEXT,
         &common->json, 0, 0, NULL, 0},
    };
    memcpy(options, list, sizeof list);
}

void throng_app_explain(throng_app_option *options, const char *name, const char *help)
{
    for (int32_t i = 0; i < THRONG_APP_COMMON_OPTIONS; ++i) {
        if (strcmp(options[i].name, name) == 0) {
            options[i].help = help;
        }
    }
}

void throng_app_limit(throng_app_option *options, const char *name, double low, double high)
{
    for (int32_t i = 0; i < THRONG_APP_COMMON_OPTIONS; ++i) {
        if (strcmp(options[i].name, name) == 0) {
            options[i].low = low;
            options[i].high = high;
        }
    }
}

void throng_app_print_options(const throng_app_option *options, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        char left[64];
        (void)snprintf(left, sizeof left, "--%s%s%s", options[i].name, options[i].value != NULL ? " " : "",
                       options[i].value != NULL ? options[i].value : "");
        const char *text = options[i].help;
        for (;;) {
            size_t length = strcspn(text, "\n");
            printf("  %-20s %.*s\n", left, (int)length, text);
            left[0] = '\0';
            if (text[length] == '\0') {
                break;
            }
            text += length + 1;
        }
    }
    printf("  %-20s this text\n", "--help");
}

static int reject_value(const throng_app_option *option, const char *text, const char *expected)
{
    char what[64];
    char quote[64];
    (void)snprintf(what, sizeof what, "--%s", option->name);
    return throng_app_reject(THRONG_APP_USAGE, what, "\"%s\" is not %s",
                             throng_app_quote(quote, text, strlen(text)), expected);
}

static int set_choice(const throng_app_option *option, const char *text)
{
    char expected[200] = "one of ";
    for (int32_t i = 0; option->names[i] != NULL; ++i) {
        if (strcmp(text, option->names[i]) == 0) {
            *(int32_t *)option->target = i;
            return THRONG_APP_OK;
        }
        size_t used = strlen(expected);
        (void)snprintf(expected + used, sizeof expected - used, "%s%s", i > 0 ? ", " : "", option->names[i]);
    }
    return reject_value(option, text, expected);
}

static int set_seed(const throng_app_option *option, const char *text)
{
    char *end = NULL;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || seed > UINT64_MAX) {
        return reject_value(option, text, "a whole number from 0 to 18446744073709551615");
    }
    *(uint64_t *)option->target = seed;
    return THRONG_APP_OK;
}

static int set_number(const throng_app_option *option, const char *text)
{
    char expected[100];
    float value = 0.0f;
    double exact = 0.0;
    (void)snprintf(expected, sizeof expected, "a number from %g to %g", option->low, option->high);
    if (throng_app_parse_float(text, strlen(text), &value, &exact) != 0 || exact < option->low ||
        exact > option->high) {
        return reject_value(option, text, expected);
    }
    *(float *)option->target = value;
    return THRONG_APP_OK;
}

static int set_integer(const throng_app_option *option, const char *text)
{
    char expected[100];
    int64_t value = 0;
    (void)snprintf(expected, sizeof expected, "a whole number from %.0f to %.0f", option->low, option->high);
    if (throng_app_parse_integer(text, (int64_t)option->low, (int64_t)option->high, &value) != 0) {
        return reject_value(option, text, expected);
    }
    *(int32_t *)option->target = (int32_t)value;
    return THRONG_APP_OK;
}

static int set_size(const throng_app_option *option, const char *text)
{
    char copy[32] = "";
    char expected[100];
    int64_t side[2] = {0, 0};
    (void)snprintf(expected, sizeof expected, "WxH with sides from 1 to %d and at most %d cells",
                   THRONG_MAX_SIDE, THRONG_MAX_CELLS);
    if (strlen(text) < sizeof copy) {
        (void)snprintf(copy, sizeof copy, "%s", text);
    }
    char *cross = strchr(copy, 'x');
    if (cross != NULL) {
        *cross = '\0';
    }
    if (cross == NULL || throng_app_parse_integer(copy, 1, THRONG_MAX_SIDE, &side[0]) != 0 ||
        throng_app_parse_integer(cross + 1, 1, THRONG_MAX_SIDE, &side[1]) != 0 ||
        side[0] * side[1] > THRONG_MAX_CELLS) {
        return reject_value(option, text, expected);
    }
    ((int32_t *)option->target)[0] = (int32_t)side[0];
    ((int32_t *)option->target)[1] = (int32_t)side[1];
    return THRONG_APP_OK;
}

static int set_option(throng_app_option *option, const char *text)
{
    option->given = 1;
    switch (option->kind) {
    case THRONG_APP_FLAG:
        *(int32_t *)option->target = 1;
        return THRONG_APP_OK;
    case THRONG_APP_TEXT:
        if (*text == '\0') {
            return reject_value(option, text,
                                option->value[0] == 'N'   ? "a device"
                                : option->value[0] == 'F' ? "a file name"
                                                          : "a list");
        }
        *(const char **)option->target = text;
        return THRONG_APP_OK;
    case THRONG_APP_OPTIONAL:
        *(const char **)option->target = text != NULL ? text : "";
        return THRONG_APP_OK;
    case THRONG_APP_INTEGER:
        return set_integer(option, text);
    case THRONG_APP_SEED:
        return set_seed(option, text);
    case THRONG_APP_NUMBER:
        return set_number(option, text);
    case THRONG_APP_CHOICE:
        return set_choice(option, text);
    case THRONG_APP_SIZE:
        break;
    }
    return set_size(option, text);
}

/* getopt_long's own words would not have the form of ours. */
static int reject_option(int result, char **argv)
{
    char quote[64];
    const char *text = argv[optind - 1];
    if (optopt != 0 && optopt < 256) {
        /* One letter, of several perhaps, and then getopt has not gone past their word yet. */
        const char letter[2] = {'-', (char)(optopt > ' ' && optopt < 127 ? optopt : '?')};
        return throng_app_reject(THRONG_APP_USAGE, throng_app_quote(quote, letter, sizeof letter),
                                 "unknown option; options begin with two dashes, see throng %s --help",
                                 argv[0]);
    }
    throng_app_quote(quote, text, strcspn(text, "="));
    if (result == ':') {
        return throng_app_reject(THRONG_APP_USAGE, quote, "needs a value; see throng %s --help", argv[0]);
    }
    if (optopt >= 256) {
        return throng_app_reject(THRONG_APP_USAGE, quote, "takes no value; see throng %s --help", argv[0]);
    }
    return throng_app_reject(THRONG_APP_USAGE, quote, "unknown or ambiguous option; see throng %s --help",
                             argv[0]);
}

int throng_app_parse(int argc, char **argv, throng_app_option *options, int32_t count, int32_t *help)
{
    struct option list[THRONG_APP_MAX_OPTIONS + 2] = {{0}};
    for (int32_t i = 0; i < count; ++i) {
        list[i].name = options[i].name;
        list[i].has_arg = options[i].kind == THRONG_APP_FLAG       ? no_argument
                          : options[i].kind == THRONG_APP_OPTIONAL ? optional_argument
                                                                   : required_argument;
        list[i].val = 256 + i;
    }
    list[count] = (struct option){"help", no_argument, NULL, 256 + count};
    *help = 0;
    opterr = 0;
    optind = 1;
    for (;;) {
        int result = getopt_long(argc, argv, ":h", list, NULL);
        if (result == -1) {
            break;
        }
        if (result == 'h' || result == 256 + count) {
            *help = 1;
            return THRONG_APP_OK;
        }
        if (result >= 256 && options[result - 256].kind == THRONG_APP_OPTIONAL && optarg == NULL &&
            optind < argc && argv[optind][0] != '-') {
            optarg = argv[optind++]; /* also without the = that getopt asks for */
        }
        int code = result < 256 ? reject_option(result, argv) : set_option(&options[result - 256], optarg);
        if (code != THRONG_APP_OK) {
            return code;
        }
    }
    if (optind < argc) {
        char quote[64];
        return throng_app_reject(THRONG_APP_USAGE,
                                 throng_app_quote(quote, argv[optind], strlen(argv[optind])),
                                 "unexpected argument; see throng %s --help", argv[0]);
    }
    return THRONG_APP_OK;
}
