/* The runner of all subcommands. A subcommand is a program_command and a struct of its own that begins with a
 * program_job. The runner parses options, opens files and the context, times runs, writes the report, prints
 * the summary and releases everything. */
#ifndef THRONG_TOOLS_RUNNER_H
#define THRONG_TOOLS_RUNNER_H

#include "tools/throng/context.h"
#include "tools/throng/outputs.h"
#include "tools/throng/report.h"
#include "tools/throng/viewer/viewer.h"

/* Seconds of one run. */
typedef struct run_sample {
    double compute, kernel, resident, with_copy;
} run_sample;

typedef enum program_flag {
    PROGRAM_PRINTS_RESULT = 1, /* without --out to standard output */
    PROGRAM_WARMS_UP = 2,      /* an untimed run comes first */
    PROGRAM_OWN_PROGRESS = 4,  /* the runs show it themselves */
    PROGRAM_HAS_VIEW = 8       /* it has the options of --view */
} program_flag;

/* Functions get the subcommand's struct. Those that return an int return an exit code; NULL: nothing to
 * do. */
typedef struct program_command {
    const char *name, *about;              /* as `throng --help` lists them */
    const char *usage;                     /* --help before the options */
    const char *details;                   /* and behind them */
    void (*more_help)(void);               /* what is only known at run time */
    size_t size;                           /* of the subcommand's struct */
    const char *outputs[OUTPUTS_MOST + 1]; /* options whose files are opened, in order */
    uint32_t flags;                        /* program_flag */
    void (*options)(void *data);           /* lists the options and sets defaults */
    int (*check)(void *data);              /* the options as a whole */
    int (*load)(void *data);               /* input files */
    int (*serve)(void *data);  /* of processes other than the first one, in place of what follows */
    int (*work)(void *data);   /* in place of the next four, without a context */
    int (*create)(void *data); /* objects of the library */
    int (*run)(void *data, run_sample *sample);
    int (*show)(void *data);  /* with --view, after the runs */
    int (*write)(void *data); /* everything but --json; fills the report's hash and sizes */
    void (*summary)(void *data);
    int (*end)(void *data, int code); /* after success; returns the exit code */
    void (*release)(void *data);
} program_command;

typedef struct program_job {
    const program_command *command;
    option_list options;
    program_common common;
    output_format format; /* of --out */
    output_set *outputs;
    program_log log;
    throng_context *context;
    throng_context_info about;
    viewer_options view;
    viewer *viewer;         /* NULL: without --view */
    throng_backend backend; /* of the work; set by `create` or `run` */
    int32_t run;            /* number of the current run, -1: the untimed one */
    int32_t done;           /* set to 1 by `load`: nothing is left to do */
    int32_t served;         /* 1: the other processes do as this one tells them */
    run_report report;
    char device[16]; /* its number, as --device takes it */
} program_job;

int program_run(const program_command *command, int argc, char **argv);

/* 1: the current run is the one whose result is kept. */
int32_t program_last_run(const program_job *job);

/* Parts of summaries: "device, level, N threads)" and a line end; the lines of times and hash. */
void summary_print_machine(const program_job *job);
void summary_print_result(const program_job *job, const char *note);

#endif
