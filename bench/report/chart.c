/* Axes, bars and plots. */
#include "bench/report/chart.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- axes -------------------------------- */

static void add_tick(throng_chart_axis *axis, double value)
{
    if (axis->count < THRONG_CHART_TICKS && value >= axis->low * (1.0 - 1e-9) &&
        value <= axis->high * (1.0 + 1e-9))
        axis->ticks[axis->count++] = value;
}

/* 1, 2 or 5 times a power of ten, so that there are about `wanted` of them up to high. */
static double nice_step(double span, int32_t wanted)
{
    const double rough = span / wanted;
    const double power = pow(10.0, floor(log10(rough)));
    const double digit = rough / power;
    return power * (digit <= 1.0 ? 1.0 : digit <= 2.0 ? 2.0 : digit <= 5.0 ? 5.0 : 10.0);
}

static void even_ticks(throng_chart_axis *axis, int32_t wanted)
{
    const double step = nice_step(axis->high - axis->low, wanted);
    const double first = ceil(axis->low / step);
    for (int32_t i = 0; i < THRONG_CHART_TICKS; i++)
        add_tick(axis, (first + i) * step);
}

/* The coarsest set that is fine enough: powers of ten, with 3 times them, with 2 and 5 times them; else even
 * steps, which suit a short axis. */
static void logarithmic_ticks(throng_chart_axis *axis)
{
    static const struct {
        double digits[3];
        int32_t count, enough;
    } sets[] = {{{1.0}, 1, 4}, {{1.0, 3.0}, 2, 4}, {{1.0, 2.0, 5.0}, 3, 3}};
    const int32_t first = (int32_t)floor(log10(axis->low)), last = (int32_t)ceil(log10(axis->high));
    const int32_t every = 1 + (last - first) / 8;
    for (size_t set = 0; set < sizeof sets / sizeof *sets; set++) {
        axis->count = 0;
        for (int32_t power = first; power <= last; power += every)
            for (int32_t i = 0; i < sets[set].count; i++)
                add_tick(axis, sets[set].digits[i] * pow(10.0, power));
        if (axis->count >= sets[set].enough)
            return;
    }
    axis->count = 0;
    even_ticks(axis, 6);
}

throng_chart_axis throng_chart_logarithmic(double low, double high, throng_chart_label *label)
{
    throng_chart_axis axis = {.low = low, .high = high, .logarithmic = 1, .label = label};
    if (!(low > 0.0 && high >= low && high < 1e40))
        axis.low = axis.high = 1.0;
    const double room = fmax(0.04 * log10(axis.high / axis.low), axis.high > axis.low * 1.3 ? 0.015 : 0.12);
    axis.low *= pow(10.0, -room);
    axis.high *= pow(10.0, room);
    logarithmic_ticks(&axis);
    return axis;
}

throng_chart_axis throng_chart_linear(double high, throng_chart_label *label)
{
    throng_chart_axis axis = {.high = high > 0.0 && high < 1e40 ? high : 1.0, .label = label};
    even_ticks(&axis, 5);
    return axis;
}

double throng_chart_place(const throng_chart_axis *axis, double value)
{
    double place = 0.0;
    if (!axis->logarithmic)
        place = value / axis->high;
    else if (value > 0.0)
        place = log(value / axis->low) / log(axis->high / axis->low);
    return !(place > 0.0) ? 0.0 : place > 1.0 ? 100.0 : 100.0 * place;
}

/* ---------------------------------------------------------------- marks ------------------------------- */

static const char *const shapes[THRONG_CHART_SHAPES] = {
    "<circle r=\"3.6\"/>",
    "<rect x=\"-3.3\" y=\"-3.3\" width=\"6.6\" height=\"6.6\"/>",
    "<path d=\"M0-4.6 4.6 0 0 4.6-4.6 0z\"/>",
    "<path d=\"M0-4.4 4.3 3.2-4.3 3.2z\"/>",
    "<path d=\"M0 4.4 4.3-3.2-4.3-3.2z\"/>",
};

static void begin_shape(FILE *file, throng_chart_look look)
{
    (void)fprintf(file, "class=\"m c%d%s\">", (int)(look.color % THRONG_CHART_COLORS),
                  look.hollow ? " o" : "");
}

static void end_shape(FILE *file, throng_chart_look look)
{
    (void)fputs(shapes[look.shape % THRONG_CHART_SHAPES], file);
    (void)fputs("</svg>", file);
}

void throng_chart_sample(FILE *file, throng_chart_look look, int32_t line)
{
    (void)fprintf(file, "<svg class=\"k\" width=\"%d\" height=\"12\" aria-hidden=\"true\">", line ? 28 : 12);
    if (line)
        (void)fprintf(file, "<line class=\"l c%d%s\" x1=\"0\" x2=\"28\" y1=\"6\" y2=\"6\"/>",
                      (int)(look.color % THRONG_CHART_COLORS), look.hollow ? " d" : "");
    (void)fprintf(file, "<svg x=\"%d\" y=\"6\" ", line ? 14 : 6);
    begin_shape(file, look);
    end_shape(file, look);
    (void)fputs("</svg>", file);
}

static void titled(FILE *file, const char *title)
{
    (void)fputs("<title>", file);
    throng_tree_put(file, title);
    (void)fputs("</title>", file);
}

/* ---------------------------------------------------------------- bars -------------------------------- */

enum { BAR_HEIGHT = 22 };

static void bar_bar(FILE *file, const throng_chart_axis *axis, const throng_chart_mark *mark)
{
    const double a = mark->from > 0.0 ? throng_chart_place(axis, mark->from) : 0.0;
    const double b = throng_chart_place(axis, mark->span.middle);
    (void)fprintf(file, "<rect class=\"b c%d%s\" x=\"%.2f%%\" y=\"5\" width=\"%.2f%%\" height=\"12\"/>",
                  (int)(mark->look.color % THRONG_CHART_COLORS), mark->bar > 1 ? " f" : "", fmin(a, b),
                  fabs(b - a));
}

/* Thin, with ends that stay visible where the interval is narrow. */
static void bar_whisker(FILE *file, const throng_chart_axis *axis, const throng_chart_mark *mark)
{
    const double low = throng_chart_place(axis, mark->span.low);
    const double high = throng_chart_place(axis, mark->span.high);
    const double places[] = {low, high};
    if (mark->span.low <= 0.0)
        return;
    (void)fprintf(file, "<line class=\"w\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"11\" y2=\"11\"/>", low, high);
    for (int32_t i = 0; i < 2; i++)
        (void)fprintf(file, "<line class=\"w\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"8\" y2=\"14\"/>", places[i],
                      places[i]);
}

static void bar_mark(FILE *file, const throng_chart_axis *axis, const throng_chart_mark *mark)
{
    if (mark->bar) {
        bar_bar(file, axis, mark);
        bar_whisker(file, axis, mark);
        return;
    }
    if (mark->span.low > 0.0)
        (void)fprintf(file, "<line class=\"r c%d\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"11\" y2=\"11\"/>",
                      (int)(mark->look.color % THRONG_CHART_COLORS), throng_chart_place(axis, mark->span.low),
                      throng_chart_place(axis, mark->span.high));
    (void)fprintf(file, "<svg x=\"%.2f%%\" y=\"11\" ", throng_chart_place(axis, mark->span.middle));
    begin_shape(file, mark->look);
    end_shape(file, mark->look);
}

void throng_chart_bar(FILE *file, const throng_chart_axis *axis, double baseline, const char *title,
                      const throng_chart_mark *marks, int32_t count)
{
    (void)fprintf(file, "<svg class=\"s\" role=\"img\" width=\"100%%\" height=\"%d\">", BAR_HEIGHT);
    titled(file, title);
    for (int32_t i = 0; i < axis->count; i++) {
        const double place = throng_chart_place(axis, axis->ticks[i]);
        (void)fprintf(file, "<line class=\"g\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"100%%\"/>", place,
                      place);
    }
    if (baseline > 0.0) {
        const double place = throng_chart_place(axis, baseline);
        (void)fprintf(file, "<line class=\"a\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"100%%\"/>", place,
                      place);
    }
    for (int32_t i = 0; i < count; i++)
        bar_mark(file, axis, &marks[i]);
    (void)fputs("</svg>", file);
}

/* The label of a tick: "10 ms", where a value reads "10.0 ms". */
static void tick_label(FILE *file, const throng_chart_axis *axis, double value)
{
    char text[THRONG_TREE_TEXT];
    throng_tree_put(file, throng_tree_trim(text, axis->label(text, value)));
}

/* Labels that would run into the one before on a narrow screen are given a class that is hidden there. */
static void across_labels(FILE *file, const throng_chart_axis *axis)
{
    double last = -100.0;
    for (int32_t i = 0; i < axis->count; i++) {
        const double place = throng_chart_place(axis, axis->ticks[i]);
        const int32_t crowded = place - last < 13.0;
        (void)fprintf(file, "<text class=\"t%s\" x=\"%.2f%%\" y=\"13\">", crowded ? " n" : "", place);
        tick_label(file, axis, axis->ticks[i]);
        (void)fputs("</text>", file);
        if (!crowded)
            last = place;
    }
}

void throng_chart_bar_axis(FILE *file, const throng_chart_axis *axis)
{
    (void)fputs("<svg class=\"s\" width=\"100%\" height=\"18\" aria-hidden=\"true\">", file);
    across_labels(file, axis);
    (void)fputs("</svg>", file);
}

/* ---------------------------------------------------------------- plots ------------------------------- */

static void plot_grid(FILE *file, const throng_chart_axis *x, const throng_chart_axis *y)
{
    for (int32_t i = 0; i < x->count; i++) {
        const double place = throng_chart_place(x, x->ticks[i]);
        (void)fprintf(file, "<line class=\"g\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"100%%\"/>", place,
                      place);
    }
    for (int32_t i = 0; i < y->count; i++) {
        const double place = 100.0 - throng_chart_place(y, y->ticks[i]);
        (void)fprintf(file, "<line class=\"g\" x1=\"0\" x2=\"100%%\" y1=\"%.2f%%\" y2=\"%.2f%%\"/>", place,
                      place);
    }
    (void)fputs("<line class=\"a\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"100%\"/>"
                "<line class=\"a\" x1=\"0\" x2=\"100%\" y1=\"100%\" y2=\"100%\"/>",
                file);
}

static void plot_line(FILE *file, const throng_chart_axis *x, const throng_chart_axis *y,
                      const throng_chart_line *line)
{
    for (int32_t i = 0; i + 1 < line->count; i++) {
        const throng_chart_point *p = &line->points[i];
        (void)fprintf(file,
                      "<line class=\"%s c%d%s\" x1=\"%.2f%%\" y1=\"%.2f%%\" x2=\"%.2f%%\" y2=\"%.2f%%\"/>",
                      line->plain ? "p" : "l", (int)(line->look.color % THRONG_CHART_COLORS),
                      line->look.hollow ? " d" : "", throng_chart_place(x, p[0].x),
                      100.0 - throng_chart_place(y, p[0].y.middle), throng_chart_place(x, p[1].x),
                      100.0 - throng_chart_place(y, p[1].y.middle));
    }
}

static void plot_marks(FILE *file, const throng_chart_axis *x, const throng_chart_axis *y,
                       const throng_chart_line *line)
{
    char size[THRONG_TREE_TEXT], value[THRONG_TREE_TEXT];
    for (int32_t i = 0; i < line->count && !line->plain; i++) {
        const throng_chart_point *p = &line->points[i];
        const double place = throng_chart_place(x, p->x);
        if (p->y.low > 0.0)
            (void)fprintf(file,
                          "<line class=\"r c%d\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%.2f%%\" y2=\"%.2f%%\"/>",
                          (int)(line->look.color % THRONG_CHART_COLORS), place, place,
                          100.0 - throng_chart_place(y, p->y.low), 100.0 - throng_chart_place(y, p->y.high));
        (void)fprintf(file, "<svg x=\"%.2f%%\" y=\"%.2f%%\" ", place,
                      100.0 - throng_chart_place(y, p->y.middle));
        begin_shape(file, line->look);
        (void)fputs("<title>", file);
        throng_tree_put(file, line->name);
        (void)fprintf(file, "; %s: ", throng_tree_count(size, p->x));
        throng_tree_put(file, y->label(value, p->y.middle));
        (void)fputs("</title>", file);
        end_shape(file, line->look);
    }
}

static void plot_description(FILE *file, const throng_chart_axis *y, const throng_chart_line *lines,
                             int32_t count)
{
    char from[THRONG_TREE_TEXT], to[THRONG_TREE_TEXT], low[THRONG_TREE_TEXT], high[THRONG_TREE_TEXT];
    (void)fputs("<desc>", file);
    for (int32_t i = 0; i < count; i++) {
        const throng_chart_line *line = &lines[i];
        if (line->plain || line->count < 1)
            continue;
        const throng_chart_point *first = line->points, *last = &line->points[line->count - 1];
        throng_tree_put(file, line->name);
        (void)fprintf(file, ": from %s at %s to %s at %s. ", y->label(low, first->y.middle),
                      throng_tree_count(from, first->x), y->label(high, last->y.middle),
                      throng_tree_count(to, last->x));
    }
    (void)fputs("</desc>", file);
}

void throng_chart_plot(FILE *file, const throng_chart_axis *x, const throng_chart_axis *y,
                       const char *x_title, const char *title, const throng_chart_line *lines, int32_t count)
{
    (void)fputs("<div class=\"plot\"><svg class=\"s y\" width=\"58\" height=\"210\" aria-hidden=\"true\">",
                file);
    for (int32_t i = 0; i < y->count; i++) {
        (void)fprintf(file, "<text class=\"t\" x=\"50\" y=\"%.2f%%\" dy=\"4\">",
                      100.0 - throng_chart_place(y, y->ticks[i]));
        tick_label(file, y, y->ticks[i]);
        (void)fputs("</text>", file);
    }
    (void)fputs("</svg><svg class=\"s\" role=\"img\" width=\"100%\" height=\"210\">", file);
    titled(file, title);
    plot_description(file, y, lines, count);
    plot_grid(file, x, y);
    for (int32_t i = 0; i < count; i++)
        plot_line(file, x, y, &lines[i]);
    for (int32_t i = 0; i < count; i++)
        plot_marks(file, x, y, &lines[i]);
    (void)fputs("</svg><span></span><svg class=\"s x\" width=\"100%\" height=\"18\" aria-hidden=\"true\">",
                file);
    across_labels(file, x);
    (void)fputs("</svg><span></span><span class=\"xt\">", file);
    throng_tree_put(file, x_title);
    (void)fputs("</span></div>", file);
}
