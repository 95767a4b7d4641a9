/* Charts as inline SVG, of which nothing is scaled: places across are shares of the width, so that a text is
 * as large on a phone as on a wide screen. Colours and widths of lines are classes; bench_html_style.c
 * has them. */
#ifndef THRONG_BENCH_REPORT_CHART_H
#define THRONG_BENCH_REPORT_CHART_H

#include "bench/report/tree.h"

enum { THRONG_CHART_TICKS = 16, THRONG_CHART_COLORS = 8, THRONG_CHART_SHAPES = 5 };

typedef const char *throng_chart_label(char text[THRONG_TREE_TEXT], double value);

typedef struct throng_chart_axis {
    double low, high;
    int32_t logarithmic;
    int32_t count; /* of ticks */
    double ticks[THRONG_CHART_TICKS];
    throng_chart_label *label;
} throng_chart_axis;

/* Holds low..high, with a little room beside; both above 0. */
throng_chart_axis throng_chart_logarithmic(double low, double high, throng_chart_label *label);
/* From 0. */
throng_chart_axis throng_chart_linear(double high, throng_chart_label *label);
/* 0 to 100. */
double throng_chart_place(const throng_chart_axis *axis, double value);

/* Something that is drawn: a colour, a shape, hollow or full, its line dashed or not. */
typedef struct throng_chart_look {
    int32_t color, shape, hollow;
} throng_chart_look;

/* A sample of it for a legend. */
void throng_chart_sample(FILE *file, throng_chart_look look, int32_t line);

/* ---------------------------------------------------------------- bars -------------------------------- */

/* A mark in a row of bars, or a bar where it begins somewhere. */
typedef struct throng_chart_mark {
    throng_tree_span span; /* low 0: no whisker */
    double from;           /* where the bar begins; 0: a mark alone */
    int32_t bar;           /* 1: a bar; 2: a faint one, beside marks */
    throng_chart_look look;
} throng_chart_mark;

/* One line of a chart of bars; title and description are escaped here. */
void throng_chart_bar(FILE *file, const throng_chart_axis *axis, double baseline, const char *title,
                      const throng_chart_mark *marks, int32_t count);
/* The labels of its axis. */
void throng_chart_bar_axis(FILE *file, const throng_chart_axis *axis);

/* ---------------------------------------------------------------- plots ------------------------------- */

typedef struct throng_chart_point {
    double x;
    throng_tree_span y;
} throng_chart_point;

typedef struct throng_chart_line {
    const char *name;
    throng_chart_look look;
    const throng_chart_point *points; /* in the order of x */
    int32_t count;
    int32_t plain; /* 1: a line without marks, for what was not measured */
} throng_chart_line;

/* Lines over two axes, with labels and the title of the axis across. */
void throng_chart_plot(FILE *file, const throng_chart_axis *x, const throng_chart_axis *y,
                       const char *x_title, const char *title, const throng_chart_line *lines, int32_t count);

#endif
