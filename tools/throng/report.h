/* The JSON of a run: what ran, how long it took, and a hash of the result. */
#ifndef THRONG_TOOLS_REPORT_H
#define THRONG_TOOLS_REPORT_H

#include "tools/support/timing.h"
#include "tools/throng/options.h"

#include <cjson/cJSON.h>
#include <stdio.h>

typedef struct report_size {
    const char *name;
    int64_t value;
} report_size;

typedef struct run_report {
    const char *backend, *device, *isa, *operation;
    int32_t threads;
    report_size sizes[12];
    int32_t size_count;
    run_times compute, kernel, resident, with_copy; /* count 0: left out */
    double ns_per_agent;                            /* of the median of compute, a step; 0: left out */
    uint64_t hash;
} run_report;

void report_add_size(run_report *report, const char *name, int64_t value);
int report_write(const run_report *report, const option_list *options, FILE *stream);
/* The member `options`: each with the value that the run had, so that it can be repeated; null where it had
 * none. */
void report_add_options(cJSON *parent, const option_list *options, int *good);

/* cJSON returns NULL if memory runs out; `good` collects that. */
void json_text(cJSON *parent, const char *name, const char *text, int *good);
void json_number(cJSON *parent, const char *name, double number, int *good);
void json_flag(cJSON *parent, const char *name, int32_t flag, int *good);
/* Writes and deletes the tree. */
int json_write(cJSON *root, int good, FILE *stream);

#endif
