#include "examples/common/program.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_OPTIONS = 32 };

int program_reject(int code, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    fprintf(stderr, "%s: ", program_name);
    vfprintf(stderr, format, rest);
    fputc('\n', stderr);
    va_end(rest);
    return code;
}

int program_main(int argc, char **argv, const program_command *commands, size_t count, const char *help)
{
    char list[200] = "";
    for (size_t i = 0; i < count; i++) {
        if (argc >= 2 && strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i > 0 ? ", " : "",
                 commands[i].name);
    }
    if (argc < 2)
        return program_reject(PROGRAM_USAGE, "what of %s? --help says more", list);
    if (strcmp(argv[1], "--help") != 0 && strcmp(argv[1], "help") != 0)
        return program_reject(PROGRAM_USAGE, "'%s' is none of %s; --help says more", argv[1], list);
    fputs(help, stdout);
    return PROGRAM_OK;
}

int program_parse(const program_options *known, void *into, int argc, char **argv)
{
    struct option options[MOST_OPTIONS] = {{"help", 0, NULL, 'h'}};
    int index = 0;
    for (int i = 0; known->options[i].name != NULL && i + 2 < MOST_OPTIONS; i++)
        options[i + 1] = known->options[i];
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "", options, &index)) != -1;) {
        if (option == '?')
            return program_reject(PROGRAM_USAGE,
                                  "%s: '%s' is no option, or lacks its value; --help says more", argv[0],
                                  argv[optind - 1]);
        if (option == 'h') {
            fputs(known->help, stdout);
            exit(PROGRAM_OK);
        }
        int code = known->set(into, option, options[index].name, optarg);
        if (code != PROGRAM_OK)
            return code;
    }
    if (optind < argc)
        return program_reject(PROGRAM_USAGE, "%s: '%s' is no option; --help says more", argv[0],
                              argv[optind]);
    return PROGRAM_OK;
}

static int integer(const char *name, const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    errno = 0;
    long long found = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || found < low || found > high)
        return program_reject(PROGRAM_USAGE, "--%s: '%s' is no whole number from %lld to %lld", name, text,
                              (long long)low, (long long)high);
    *value = found;
    return PROGRAM_OK;
}

int program_count(const char *name, const char *text, int32_t low, int32_t high, int32_t *value)
{
    int64_t found = 0;
    int code = integer(name, text, low, high, &found);
    if (code == PROGRAM_OK)
        *value = (int32_t)found;
    return code;
}

int program_seed(const char *name, const char *text, uint64_t *value)
{
    int64_t found = 0;
    int code = integer(name, text, 0, INT64_MAX, &found);
    if (code == PROGRAM_OK)
        *value = (uint64_t)found;
    return code;
}

int program_number(const char *name, const char *text, double low, double high, float *value)
{
    char *end;
    double found = strtod(text, &end);
    if (end == text || *end != '\0' || !(found >= low && found <= high))
        return program_reject(PROGRAM_USAGE, "--%s: '%s' is no number from %g to %g", name, text, low, high);
    *value = (float)found;
    return PROGRAM_OK;
}

int program_choice(const char *name, const char *text, const char *(*names)(int32_t), int32_t count,
                   int32_t *value)
{
    char list[200] = "";
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(text, names(i)) == 0) {
            *value = i;
            return PROGRAM_OK;
        }
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i > 0 ? ", " : "", names(i));
    }
    return program_reject(PROGRAM_USAGE, "--%s: '%s' is none of %s", name, text, list);
}

int program_open(const char *path, FILE **file)
{
    *file = path == NULL ? stdout : fopen(path, "wb");
    if (*file == NULL)
        return program_reject(PROGRAM_USAGE, "%s: cannot be written: %s", path, strerror(errno));
    return PROGRAM_OK;
}

int program_close(const char *path, FILE *file, int code)
{
    int bad = ferror(file) != 0;
    bad |= (path == NULL ? fflush(file) : fclose(file)) != 0;
    if (code != PROGRAM_OK || !bad)
        return code;
    return program_reject(PROGRAM_FAILED, "%s: cannot be written", path == NULL ? "standard output" : path);
}

double program_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
