/* Two runs beside each other: what became slower, what faster, what cannot be told. */
#ifndef THRONG_BENCH_REPORT_DIFF_H
#define THRONG_BENCH_REPORT_DIFF_H

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

/* Reads what --json wrote; "-" is standard input. NULL where it cannot be read or is no report, which has
 * been told then in one line; the exit code is PROGRAM_USAGE. To be freed by cJSON_Delete. */
cJSON *throng_bench_load(const char *path);

/* Writes a table of all rows that changed, with a summary as its last line, and returns how many became
 * slower. Either of table and result may be NULL. *result is for throng_bench_html_diff, to be freed by
 * cJSON_Delete; NULL where there is no memory. docs/internals/measuring.md has the rule. */
int throng_bench_diff(const cJSON *before, const cJSON *after, FILE *table, cJSON **result);
/* The scenes of the rows that are slower in such a result, separated by commas; to be freed, NULL: none. */
char *throng_bench_diff_slower(const cJSON *result);
/* How many rows of such a result have other bits than before. */
int32_t throng_bench_diff_changed(const cJSON *result);

#endif
