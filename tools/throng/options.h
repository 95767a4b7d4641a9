/* Options of a subcommand: one list drives both getopt_long and --help. */
#ifndef THRONG_TOOLS_OPTIONS_H
#define THRONG_TOOLS_OPTIONS_H

#include "tools/support/message.h"

#include <throng/throng.h>

#include <stdio.h>

typedef enum option_kind {
    OPTION_FLAG,     /* int32_t: 1 */
    OPTION_TEXT,     /* const char * */
    OPTION_OPTIONAL, /* const char *: "" if the option stands alone */
    OPTION_INTEGER,  /* int32_t in low..high */
    OPTION_SEED,     /* uint64_t */
    OPTION_NUMBER,   /* float in low..high */
    OPTION_CHOICE,   /* int32_t: index in names */
    OPTION_SIZE,     /* int32_t[2]: "WxH" */
    OPTION_OUTPUT    /* program_file */
} option_kind;

/* A file that a subcommand writes. */
typedef struct program_file {
    const char *path; /* NULL: not given */
    FILE *stream;     /* NULL: not open */
} program_file;

typedef struct program_option {
    const char *name;
    const char *value; /* its name in --help, NULL for a flag */
    const char *help;  /* lines separated by \n */
    option_kind kind;
    void *target;
    double low, high;
    const char *const *names; /* ends with NULL */
    int32_t given;            /* set by parsing */
    int32_t unused;           /* 1: this run has no use for it, so reports leave it out */
} program_option;

enum { OPTIONS_MOST = 48 };

typedef struct option_list {
    program_option list[OPTIONS_MOST];
    int32_t count;
} option_list;

/* Append an option to the list. */
void option_flag(option_list *options, const char *name, const char *help, int32_t *target);
void option_text(option_list *options, const char *name, const char *value, const char *help,
                 const char **target);
void option_optional(option_list *options, const char *name, const char *value, const char *help,
                     const char **target);
void option_file(option_list *options, const char *name, const char *help, const char **target);
void option_output(option_list *options, const char *name, const char *help, program_file *target);
void option_integer(option_list *options, const char *name, const char *value, const char *help,
                    int32_t *target, int32_t low, int32_t high);
void option_number(option_list *options, const char *name, const char *value, const char *help, float *target,
                   double low, double high);
void option_choice(option_list *options, const char *name, const char *value, const char *help,
                   int32_t *target, const char *const *names);
void option_size(option_list *options, const char *name, const char *help, int32_t target[2]);

/* The options that subcommands share. */
typedef struct program_common {
    int32_t backend, isa; /* as in throng.h */
    int32_t threads, repeat, accept_inexact;
    uint64_t seed;
    const char *device; /* NULL: not given */
    program_file out, png, json;
} program_common;

/* Sets the defaults and appends the options. */
void options_common(option_list *options, program_common *common);
/* Replaces the help, or the limits, of an option for this subcommand. */
void options_explain(option_list *options, const char *name, const char *help);
void options_limit(option_list *options, const char *name, double low, double high);

/* argv[0] is the subcommand. Sets *help to 1 and stops if --help was given. */
int options_parse(option_list *options, int argc, char **argv, int32_t *help);
void options_print(const option_list *options);

/* The name must be in the list. */
program_option *option_find(option_list *options, const char *name);
int32_t option_given(const option_list *options, const char *name);
/* Of an option that this run does not read, whatever its value is. */
void option_set_unused(option_list *options, const char *name);
/* Rejects the first of these options that was given. */
int options_reject_given(const option_list *options, const char *const *names, size_t count, const char *why);
/* Rejects both of two options, and neither unless `missing` is NULL. */
int options_require_one(const option_list *options, const char *first, const char *second,
                        const char *missing);
/* 1 if the path is "-". NULL is allowed. */
int32_t is_standard(const char *path);
/* Rejects standard input for both; the names are those of the options. */
int options_check_inputs(const char *first, const char *first_path, const char *second,
                         const char *second_path);

extern const char *const grid_names[]; /* of --grid, as in throng.h */

#endif
