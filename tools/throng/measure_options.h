/* The options of fuzzy measures, which several subcommands share. */
#ifndef THRONG_TOOLS_MEASURE_OPTIONS_H
#define THRONG_TOOLS_MEASURE_OPTIONS_H

#include "tools/throng/options.h"

typedef struct measure_input {
    throng_measure_def def;
    const char *weights, *table_path; /* NULL: not given */
    int32_t allow_non_monotone;
    int32_t first_option, end_option; /* in the list of options */
    float *table;                     /* of the file */
} measure_input;

/* Sets the defaults and appends the options. */
void measure_list_options(measure_input *measure, option_list *options);
/* Of a run without a measure, or of one that does not read all of its options. */
void measure_set_unused(const measure_input *measure, int32_t joined, option_list *options);
/* 1 if one of them was given. */
int32_t measure_given(const measure_input *measure, const option_list *options);
/* Once the options are parsed: fills the def, including the number of types. */
int measure_load(measure_input *measure, const option_list *options);
/* *made is to be destroyed even if it is rejected. */
int measure_create(const measure_input *measure, throng_context *context, throng_measure **made);
void measure_release(measure_input *measure);

#endif
