/* What the parts of the HTML page share. */
#ifndef THRONG_BENCH_REPORT_PAGE_H
#define THRONG_BENCH_REPORT_PAGE_H

#include "bench/report/chart.h"

enum {
    THRONG_PAGE_WORKLOADS = 64,
    THRONG_PAGE_BASELINES = 32,
    THRONG_PAGE_MOST = 400,
    THRONG_PAGE_MARKS = 24
};

typedef struct throng_page {
    const cJSON *root, *difference;
    FILE *file;
    throng_tree_row *rows;
    int32_t count;
    const char *workloads[THRONG_PAGE_WORKLOADS]; /* in the order of the rows */
    int32_t workload_count;
    const char *baselines[THRONG_PAGE_BASELINES]; /* those outside the library */
    int32_t baseline_count;
} throng_page;

/* A section is left out where `has` says that there is nothing to show. */
typedef struct throng_page_section {
    const char *id, *title;
    int (*has)(const throng_page *page);
    void (*write)(const throng_page *page);
} throng_page_section;

extern const char *const throng_page_style[]; /* in pieces, NULL at the end */

/* Markup as it is, and text escaped. */
void throng_page_markup(const throng_page *page, const char *markup);
void throng_page_text(const throng_page *page, const char *text);
/* "<tag>text</tag>", where the tag may have attributes. */
void throng_page_element(const throng_page *page, const char *tag, const char *text);
/* What the level, the backend and the threads of a row look like, everywhere in the page. */
throng_chart_look throng_page_look(const throng_tree_row *row);
int32_t throng_page_baseline_color(const throng_page *page, const char *baseline);
/* A sample and its name. */
void throng_page_legend(const throng_page *page, throng_chart_look look, int32_t line, const char *name);
/* Of those that a list of rows holds, one for each look. */
void throng_page_legend_of(const throng_page *page, const throng_tree_row *const *rows, int32_t count,
                           int32_t line);
/* 1 where both are of the same scene and operation. */
int throng_page_same_scene(const throng_tree_row *a, const throng_tree_row *b);

/* Rows of a workload that `taken` takes, to be freed; *left: how many more there are than a chart draws. */
typedef int throng_page_filter(const throng_tree_row *row);
const throng_tree_row **throng_page_pick(const throng_page *page, const char *workload,
                                         throng_page_filter *taken, int32_t *count, int32_t *left);
int throng_page_any(const throng_page *page, throng_page_filter *taken);
void throng_page_left(const throng_page *page, int32_t left);
/* The head of a chart of bars in a table: caption, titles of the columns, axis. */
void throng_page_bars_begin(const throng_page *page, const char *workload, const char *who, const char *value,
                            const throng_chart_axis *axis);
void throng_page_bars_end(const throng_page *page, const throng_chart_axis *axis);
/* The scene's cell at the head of a group of lines; who: with the level and the threads. */
void throng_page_bars_scene(const throng_page *page, const throng_tree_row *row, int32_t lines, int32_t who);

int throng_page_has_difference(const throng_page *page);
void throng_page_difference(const throng_page *page);
int throng_page_has_ratios(const throng_page *page);
void throng_page_ratios(const throng_page *page);
int throng_page_has_levels(const throng_page *page);
void throng_page_levels(const throng_page *page);
int throng_page_has_devices(const throng_page *page);
void throng_page_devices(const throng_page *page);
int throng_page_has_floor(const throng_page *page);
void throng_page_floor(const throng_page *page);
int throng_page_has_times(const throng_page *page);
void throng_page_times(const throng_page *page);
int throng_page_has_growth(const throng_page *page);
void throng_page_growth(const throng_page *page);
int throng_page_has_choice(const throng_page *page);
void throng_page_choice(const throng_page *page);
int throng_page_has_rows(const throng_page *page);
void throng_page_rows(const throng_page *page);

#endif
