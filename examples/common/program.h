/* What the programs of examples/ share: subcommands, options, messages, results. Functions that can fail
 * return an exit code and have said why on standard error, in one line that begins with the name. */
#ifndef THRONG_EXAMPLES_COMMON_PROGRAM_H
#define THRONG_EXAMPLES_COMMON_PROGRAM_H

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>

enum { PROGRAM_OK = 0, PROGRAM_FAILED = 1, PROGRAM_USAGE = 2 };

#if defined(__GNUC__)
#define PROGRAM_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PROGRAM_PRINTF(text, rest)
#endif

extern const char program_name[]; /* each program defines it */

int program_reject(int code, const char *format, ...) PROGRAM_PRINTF(2, 3); /* returns the code */

typedef struct program_command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
} program_command;

/* Runs the command that argv[1] names. The help lists them; each has its own. */
int program_main(int argc, char **argv, const program_command *commands, size_t count, const char *help);

typedef struct program_options {
    const char *help;             /* what --help prints */
    const struct option *options; /* the last one is empty; without "help" */
    /* Takes an option's value; `name` is the option's, for messages. */
    int (*set)(void *into, int option, const char *name, const char *text);
} program_options;

/* Takes all arguments of a command. Ends the program where they ask for help. */
int program_parse(const program_options *known, void *into, int argc, char **argv);

/* Values of options. */
int program_count(const char *name, const char *text, int32_t low, int32_t high, int32_t *value);
int program_seed(const char *name, const char *text, uint64_t *value);
int program_number(const char *name, const char *text, double low, double high, float *value);
/* One of `count` names. */
int program_choice(const char *name, const char *text, const char *(*names)(int32_t), int32_t count,
                   int32_t *value);

/* A file for results: standard output without a path. */
int program_open(const char *path, FILE **file);
/* Keeps the code; a file that cannot be written down to its end makes a good one FAILED. */
int program_close(const char *path, FILE *file, int code);

double program_seconds(void); /* of a clock that only goes forward */

#endif
