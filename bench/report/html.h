/* The report of a run as one HTML page: style and charts are inside it, nothing is loaded, no script runs.
 * All of it is made of the tree that --json writes; a tree that lacks something gives a page that lacks
 * it too. */
#ifndef THRONG_BENCH_REPORT_HTML_H
#define THRONG_BENCH_REPORT_HTML_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* Errors stay in the stream. */
void throng_bench_html(const cJSON *root, FILE *file);
/* The same, and at its beginning what throng_bench_diff found; difference may be NULL. */
void throng_bench_html_diff(const cJSON *root, const cJSON *difference, FILE *file);

#endif
