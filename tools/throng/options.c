/* Options of a subcommand. */
#include "tools/throng/options.h"
#include "tools/support/text.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char *const backend_names[] = {"auto", "cpu", "opencl", NULL};
static const char *const isa_names[] = {"auto", "reference", "vector", "sse2",
                                        "avx2", "avx512",    "neon",   NULL};
const char *const grid_names[] = {"square8", "square4", "hex", NULL};

/* ---------------------------------------------------------------- the list -------------------------- */

static program_option *append(option_list *options, const char *name, const char *value, const char *help,
                              option_kind kind, void *target)
{
    program_option *option = &options->list[options->count++];
    *option = (program_option){.name = name, .value = value, .help = help, .kind = kind, .target = target};
    return option;
}

void option_flag(option_list *options, const char *name, const char *help, int32_t *target)
{
    append(options, name, NULL, help, OPTION_FLAG, target);
}

void option_text(option_list *options, const char *name, const char *value, const char *help,
                 const char **target)
{
    append(options, name, value, help, OPTION_TEXT, target);
}

void option_optional(option_list *options, const char *name, const char *value, const char *help,
                     const char **target)
{
    append(options, name, value, help, OPTION_OPTIONAL, target);
}

void option_file(option_list *options, const char *name, const char *help, const char **target)
{
    append(options, name, "FILE", help, OPTION_TEXT, target);
}

void option_output(option_list *options, const char *name, const char *help, program_file *target)
{
    append(options, name, "FILE", help, OPTION_OUTPUT, target);
}

void option_integer(option_list *options, const char *name, const char *value, const char *help,
                    int32_t *target, int32_t low, int32_t high)
{
    append(options, name, value, help, OPTION_INTEGER, target);
    options_limit(options, name, low, high);
}

void option_number(option_list *options, const char *name, const char *value, const char *help, float *target,
                   double low, double high)
{
    append(options, name, value, help, OPTION_NUMBER, target);
    options_limit(options, name, low, high);
}

void option_choice(option_list *options, const char *name, const char *value, const char *help,
                   int32_t *target, const char *const *names)
{
    append(options, name, value, help, OPTION_CHOICE, target)->names = names;
}

void option_size(option_list *options, const char *name, const char *help, int32_t target[2])
{
    append(options, name, "WxH", help, OPTION_SIZE, target);
}

void options_common(option_list *options, program_common *common)
{
    *common = (program_common){.repeat = 1};
    option_choice(options, "backend", "NAME", "auto, cpu or opencl; auto takes the faster one",
                  &common->backend, backend_names);
    option_text(options, "device", "N|NAME",
                "OpenCL device by number or part of its name (see throng devices);\n"
                "the cpu backend ignores it",
                &common->device);
    option_flag(options, "accept-inexact", "allow a device that rounds differently; the last bits may differ",
                &common->accept_inexact);
    option_choice(options, "isa", "NAME",
                  "SIMD level of the cpu backend: reference, vector, sse2, avx2, avx512, neon", &common->isa,
                  isa_names);
    option_integer(options, "threads", "N", "threads of the cpu backend, 0: all cores (default)",
                   &common->threads, 0, 1024);
    append(options, "seed", "S", "for --random (default 0)", OPTION_SEED, &common->seed);
    option_integer(options, "repeat", "N", "timed runs, after an untimed first run (default 1)",
                   &common->repeat, 1, 1000000);
    option_output(options, "out", "the result, .npy or .csv by its ending; - is CSV on standard output",
                  &common->out);
    option_output(options, "png", "the result as a picture", &common->png);
    option_output(options, "json", "what ran, its times, and a hash of the result", &common->json);
}

static int32_t index_of(const option_list *options, const char *name)
{
    int32_t i = options->count - 1;
    while (i > 0 && strcmp(options->list[i].name, name) != 0)
        i--;
    return i;
}

program_option *option_find(option_list *options, const char *name)
{
    return &options->list[index_of(options, name)];
}

void options_explain(option_list *options, const char *name, const char *help)
{
    option_find(options, name)->help = help;
}

void options_limit(option_list *options, const char *name, double low, double high)
{
    program_option *option = option_find(options, name);
    option->low = low;
    option->high = high;
}

void options_print(const option_list *options)
{
    for (int32_t i = 0; i < options->count; i++) {
        const program_option *option = &options->list[i];
        const char *text = option->help;
        char left[64];
        (void)snprintf(left, sizeof left, "--%s%s%s", option->name, option->value ? " " : "",
                       option->value ? option->value : "");
        if (strlen(left) > 20) {
            printf("  %s\n", left);
            left[0] = '\0';
        }
        for (;;) {
            const size_t length = strcspn(text, "\n");
            printf("  %-20s %.*s\n", left, (int)length, text);
            left[0] = '\0';
            if (!text[length])
                break;
            text += length + 1;
        }
    }
    printf("  %-20s this text\n", "--help");
}

/* ---------------------------------------------------------------- usage ----------------------------- */

int32_t option_given(const option_list *options, const char *name)
{
    return options->list[index_of(options, name)].given;
}

void option_set_unused(option_list *options, const char *name) { option_find(options, name)->unused = 1; }

int options_reject_given(const option_list *options, const char *const *names, size_t count, const char *why)
{
    char what[64];
    for (size_t i = 0; i < count; i++)
        if (option_given(options, names[i])) {
            (void)snprintf(what, sizeof what, "--%s", names[i]);
            return reject_usage(what, "%s", why);
        }
    return PROGRAM_OK;
}

int options_require_one(const option_list *options, const char *first, const char *second,
                        const char *missing)
{
    const int32_t both = option_given(options, first);
    char what[80];
    if (both != option_given(options, second) || (!both && !missing))
        return PROGRAM_OK;
    (void)snprintf(what, sizeof what, "--%s %s --%s", first, both ? "and" : "or", second);
    return reject_usage(what, "%s", both ? "they exclude each other; give one" : missing);
}

int32_t is_standard(const char *path) { return path && strcmp(path, "-") == 0; }

int options_check_inputs(const char *first, const char *first_path, const char *second,
                         const char *second_path)
{
    char what[80];
    if (!is_standard(first_path) || !is_standard(second_path))
        return PROGRAM_OK;
    (void)snprintf(what, sizeof what, "--%s and --%s", first, second);
    return reject_usage(what, "both are standard input; name a file for one of them");
}

/* ---------------------------------------------------------------- parsing --------------------------- */

static int reject_value(const program_option *option, const char *text, const char *expected)
{
    char what[64], quote[64];
    (void)snprintf(what, sizeof what, "--%s", option->name);
    return reject_usage(what, "\"%s\" is not %s", text_quote(quote, text, strlen(text)), expected);
}

static int set_choice(const program_option *option, const char *text)
{
    char expected[200] = "one of ";
    for (int32_t i = 0; option->names[i]; i++) {
        if (strcmp(text, option->names[i]) == 0) {
            *(int32_t *)option->target = i;
            return PROGRAM_OK;
        }
        const size_t used = strlen(expected);
        (void)snprintf(expected + used, sizeof expected - used, "%s%s", i > 0 ? ", " : "", option->names[i]);
    }
    return reject_value(option, text, expected);
}

static int set_seed(const program_option *option, const char *text)
{
    char *end = NULL;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || seed > UINT64_MAX)
        return reject_value(option, text, "a whole number from 0 to 18446744073709551615");
    *(uint64_t *)option->target = seed;
    return PROGRAM_OK;
}

static int set_number(const program_option *option, const char *text)
{
    char expected[100];
    float value = 0.0f;
    double exact = 0.0;
    (void)snprintf(expected, sizeof expected, "a number from %g to %g", option->low, option->high);
    if (parse_float(text, strlen(text), &value, &exact) != 0 || exact < option->low || exact > option->high)
        return reject_value(option, text, expected);
    *(float *)option->target = value;
    return PROGRAM_OK;
}

static int set_integer(const program_option *option, const char *text)
{
    char expected[100];
    int64_t value = 0;
    (void)snprintf(expected, sizeof expected, "a whole number from %.0f to %.0f", option->low, option->high);
    if (parse_integer(text, (int64_t)option->low, (int64_t)option->high, &value) != 0)
        return reject_value(option, text, expected);
    *(int32_t *)option->target = (int32_t)value;
    return PROGRAM_OK;
}

static int set_size(const program_option *option, const char *text)
{
    char copy[32] = "";
    char expected[100];
    int64_t side[2] = {0, 0};
    (void)snprintf(expected, sizeof expected, "WxH with sides from 1 to %d and at most %d cells",
                   THRONG_MAX_SIDE, THRONG_MAX_CELLS);
    if (strlen(text) < sizeof copy)
        (void)snprintf(copy, sizeof copy, "%s", text);
    char *cross = strchr(copy, 'x');
    if (cross)
        *cross = '\0';
    if (!cross || parse_integer(copy, 1, THRONG_MAX_SIDE, &side[0]) != 0 ||
        parse_integer(cross + 1, 1, THRONG_MAX_SIDE, &side[1]) != 0 || side[0] * side[1] > THRONG_MAX_CELLS)
        return reject_value(option, text, expected);
    ((int32_t *)option->target)[0] = (int32_t)side[0];
    ((int32_t *)option->target)[1] = (int32_t)side[1];
    return PROGRAM_OK;
}

static int set_option(program_option *option, const char *text)
{
    option->given = 1;
    if (option->kind == OPTION_FLAG) {
        *(int32_t *)option->target = 1;
        return PROGRAM_OK;
    }
    if (!text) /* of one that may stand alone */
        text = "";
    switch (option->kind) {
    case OPTION_FLAG:
        break;
    case OPTION_TEXT:
    case OPTION_OUTPUT: /* whose path comes first */
        if (!*text)
            return reject_value(option, text,
                                option->value[0] == 'N'   ? "a device"
                                : option->value[0] == 'F' ? "a file name"
                                                          : "a list");
        *(const char **)option->target = text;
        return PROGRAM_OK;
    case OPTION_OPTIONAL:
        *(const char **)option->target = text;
        return PROGRAM_OK;
    case OPTION_INTEGER:
        return set_integer(option, text);
    case OPTION_SEED:
        return set_seed(option, text);
    case OPTION_NUMBER:
        return set_number(option, text);
    case OPTION_CHOICE:
        return set_choice(option, text);
    case OPTION_SIZE:
        break;
    }
    return set_size(option, text);
}

/* In place of getopt_long's messages, which have another form. */
static int reject_option(int result, char **argv)
{
    char quote[64];
    const char *text = argv[optind - 1];
    if (optopt != 0 && optopt < 256) {
        /* One letter, perhaps of several: getopt has not passed their argument yet. */
        const char letter[2] = {'-', (char)(optopt > ' ' && optopt < 127 ? optopt : '?')};
        return reject_usage(text_quote(quote, letter, sizeof letter),
                            "unknown option; options begin with two dashes, see throng %s --help", argv[0]);
    }
    text_quote(quote, text, strcspn(text, "="));
    if (result == ':')
        return reject_usage(quote, "needs a value; see throng %s --help", argv[0]);
    if (optopt >= 256)
        return reject_usage(quote, "takes no value; see throng %s --help", argv[0]);
    return reject_usage(quote, "unknown or ambiguous option; see throng %s --help", argv[0]);
}

int options_parse(option_list *options, int argc, char **argv, int32_t *help)
{
    const int32_t count = options->count;
    struct option list[OPTIONS_MOST + 2] = {{0}};
    for (int32_t i = 0; i < count; i++) {
        list[i].name = options->list[i].name;
        list[i].has_arg = options->list[i].kind == OPTION_FLAG       ? no_argument
                          : options->list[i].kind == OPTION_OPTIONAL ? optional_argument
                                                                     : required_argument;
        list[i].val = 256 + i;
    }
    list[count] = (struct option){"help", no_argument, NULL, 256 + count};
    *help = 0;
    opterr = 0;
    optind = 1;
    for (;;) {
        const int result = getopt_long(argc, argv, ":h", list, NULL);
        if (result == -1)
            break;
        if (result == 'h' || result == 256 + count) {
            *help = 1;
            return PROGRAM_OK;
        }
        if (result >= 256 && options->list[result - 256].kind == OPTION_OPTIONAL && !optarg &&
            optind < argc && argv[optind][0] != '-') {
            optarg = argv[optind++]; /* also without the = that getopt asks for */
        }
        const int code =
            result < 256 ? reject_option(result, argv) : set_option(&options->list[result - 256], optarg);
        if (code)
            return code;
    }
    if (optind < argc) {
        char quote[64];
        return reject_usage(text_quote(quote, argv[optind], strlen(argv[optind])),
                            "unexpected argument; see throng %s --help", argv[0]);
    }
    return PROGRAM_OK;
}
