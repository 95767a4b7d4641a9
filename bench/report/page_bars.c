/* What all parts of the page use, and the charts of ratios: against other code, and of our levels, threads
 * and forms against each other. */
#include "bench/report/page.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- shared ------------------------------ */

void throng_page_markup(const throng_page *page, const char *markup) { (void)fputs(markup, page->file); }

void throng_page_text(const throng_page *page, const char *text) { throng_tree_put(page->file, text); }

void throng_page_element(const throng_page *page, const char *tag, const char *text)
{
    (void)fprintf(page->file, "<%s>", tag);
    throng_tree_put(page->file, text);
    (void)fprintf(page->file, "</%.*s>", (int)strcspn(tag, " "), tag);
}

throng_chart_look throng_page_look(const throng_tree_row *row)
{
    static const struct {
        const char *name;
        int32_t color, shape;
    } levels[] = {{"avx2", 0, 0},   {"opencl", 1, 1},    {"sse2", 2, 3}, {"avx512", 3, 2},
                  {"vector", 4, 4}, {"reference", 7, 0}, {"neon", 5, 2}};
    throng_chart_look look = {6, 1, row->threads > 1.0 && strcmp(row->backend, "opencl") != 0};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(row->isa, levels[i].name) == 0) {
            look.color = levels[i].color;
            look.shape = levels[i].shape;
        }
    return look;
}

int32_t throng_page_baseline_color(const throng_page *page, const char *baseline)
{
    static const int32_t colors[] = {0, 1, 2, 3, 4, 6, 5, 7};
    for (int32_t i = 0; i < page->baseline_count; i++)
        if (strcmp(page->baselines[i], baseline) == 0)
            return colors[i % THRONG_CHART_COLORS];
    return 7;
}

void throng_page_legend(const throng_page *page, throng_chart_look look, int32_t line, const char *name)
{
    throng_page_markup(page, "<li>");
    throng_chart_sample(page->file, look, line);
    throng_page_text(page, name);
    throng_page_markup(page, "</li>");
}

void throng_page_legend_of(const throng_page *page, const throng_tree_row *const *rows, int32_t count,
                           int32_t line)
{
    char names[THRONG_PAGE_MARKS][64] = {{0}}, name[64] = "";
    int32_t known = 0;
    throng_page_markup(page, "<ul class=\"legend\">");
    for (int32_t i = 0; i < count && known < THRONG_PAGE_MARKS; i++) {
        int32_t k = 0;
        (void)throng_tree_who(name, sizeof name, rows[i]);
        while (k < known && strcmp(names[k], name) != 0)
            k++;
        if (k < known)
            continue;
        memcpy(names[known++], name, sizeof name);
        throng_page_legend(page, throng_page_look(rows[i]), line, name);
    }
    throng_page_markup(page, "</ul>");
}

int throng_page_same_scene(const throng_tree_row *a, const throng_tree_row *b)
{
    return strcmp(a->scene, b->scene) == 0 && strcmp(a->operation, b->operation) == 0;
}

const throng_tree_row **throng_page_pick(const throng_page *page, const char *workload,
                                         throng_page_filter *taken, int32_t *count, int32_t *left)
{
    const throng_tree_row **rows = calloc((size_t)THRONG_PAGE_MOST, sizeof *rows);
    *count = *left = 0;
    for (int32_t i = 0; i < page->count && rows; i++) {
        const throng_tree_row *row = &page->rows[i];
        if (strcmp(row->workload, workload) != 0 || !taken(row))
            continue;
        if (*count < THRONG_PAGE_MOST)
            rows[(*count)++] = row;
        else
            *left += 1;
    }
    return rows;
}

int throng_page_any(const throng_page *page, throng_page_filter *taken)
{
    for (int32_t i = 0; i < page->count; i++)
        if (taken(&page->rows[i]))
            return 1;
    return 0;
}

void throng_page_left(const throng_page *page, int32_t left)
{
    if (left > 0)
        (void)fprintf(page->file, "<p class=\"q\">%d more are in the table of all rows.</p>", (int)left);
}

void throng_page_bars_begin(const throng_page *page, const char *workload, const char *who, const char *value,
                            const throng_chart_axis *axis)
{
    throng_page_element(page, "h3", *workload ? workload : "no workload");
    throng_page_markup(page, "<table class=\"strips\"><thead><tr><th scope=\"col\">scene</th>");
    throng_page_element(page, "th scope=\"col\"", who);
    throng_page_markup(page, "<td class=\"c\">");
    throng_chart_bar_axis(page->file, axis);
    throng_page_markup(page, "</td>");
    throng_page_element(page, "th scope=\"col\" class=\"v\"", value);
    throng_page_markup(page, "</tr></thead>\n<tbody>");
}

void throng_page_bars_end(const throng_page *page, const throng_chart_axis *axis)
{
    throng_page_markup(page, "</tbody><tfoot><tr><td></td><td></td><td class=\"c\">");
    throng_chart_bar_axis(page->file, axis);
    throng_page_markup(page, "</td><td></td></tr></tfoot></table>");
}

void throng_page_bars_scene(const throng_page *page, const throng_tree_row *row, int32_t lines, int32_t who)
{
    char text[160];
    (void)fprintf(page->file, "<th scope=\"rowgroup\" rowspan=\"%d\">", (int)lines);
    throng_page_text(page, row->scene);
    throng_page_markup(page, "<small>");
    throng_page_text(page, row->operation);
    throng_page_markup(page, "</small>");
    if (who) {
        throng_page_markup(page, "<small>");
        throng_page_text(page, throng_tree_who(text, sizeof text, row));
        throng_page_markup(page, "</small>");
    }
    throng_page_markup(page, "</th>");
}

/* ---------------------------------------------------------------- against other code ------------------ */

static int stands_outside(const throng_tree_row *row)
{
    return !*row->choice && throng_tree_baseline_is_outside(row->baseline);
}

int throng_page_has_ratios(const throng_page *page) { return throng_page_any(page, stands_outside); }

/* What a workload has against a baseline. */
typedef struct summary {
    double least, most;
    int32_t useful, noisy;
} summary;

static summary sum_up(const throng_page *page, const char *workload, const char *baseline)
{
    summary s = {0.0, 0.0, 0, 0};
    for (int32_t i = 0; i < page->count; i++) {
        const throng_tree_row *row = &page->rows[i];
        const double ratio = row->ratio.middle;
        if (!stands_outside(row) || strcmp(row->workload, workload) != 0 ||
            strcmp(row->baseline, baseline) != 0)
            continue;
        s.noisy += ratio <= 0.0;
        s.useful += ratio > 0.0;
        if (ratio > 0.0 && (s.least <= 0.0 || ratio < s.least))
            s.least = ratio;
        s.most = ratio > s.most ? ratio : s.most;
    }
    return s;
}

/* From the least to the greatest ratio. */
static void write_tile(const throng_page *page, const char *workload, const char *baseline)
{
    char low[THRONG_TREE_TEXT], high[THRONG_TREE_TEXT];
    const summary s = sum_up(page, workload, baseline);
    if (s.useful == 0)
        return;
    throng_page_markup(page, "<li>");
    throng_page_element(page, "span class=\"over\"", workload);
    (void)throng_tree_ratio(low, s.least);
    (void)throng_tree_ratio(high, s.most);
    if (strcmp(low, high) == 0)
        (void)fprintf(page->file, "<b>%s&#160;×</b>", low);
    else
        (void)fprintf(page->file, "<b>%s&#160;to&#160;%s&#160;×</b>", low, high);
    throng_page_markup(page, "<span>as fast as ");
    throng_page_text(page, baseline);
    throng_page_markup(page, "</span>");
    (void)fprintf(page->file, "<small>%d scene%s", (int)s.useful, s.useful == 1 ? "" : "s");
    if (s.noisy)
        (void)fprintf(page->file, ", %d more too noisy", (int)s.noisy);
    throng_page_markup(page, "</small></li>");
}

/* Those of which nothing can be said. */
static void write_noisy(const throng_page *page)
{
    int32_t written = 0;
    for (int32_t w = 0; w < page->workload_count; w++)
        for (int32_t p = 0; p < page->baseline_count; p++) {
            const summary s = sum_up(page, page->workloads[w], page->baselines[p]);
            if (s.useful > 0 || s.noisy == 0)
                continue;
            throng_page_markup(page, written++ ? "; " : "<p class=\"q\">Too noisy throughout: ");
            throng_page_text(page, page->workloads[w]);
            throng_page_markup(page, " against ");
            throng_page_text(page, page->baselines[p]);
        }
    throng_page_markup(page, written ? ".</p>" : "");
}

static throng_chart_axis ratio_axis(const throng_tree_row *const *rows, int32_t count)
{
    double low = 1.0, high = 1.0;
    for (int32_t i = 0; i < count; i++) {
        const throng_tree_span *ratio = &rows[i]->ratio;
        const double a = ratio->low > 0.0 ? ratio->low : ratio->middle;
        const double b = ratio->low > 0.0 ? ratio->high : ratio->middle;
        if (ratio->middle > 0.0) {
            low = a < low ? a : low;
            high = b > high ? b : high;
        }
    }
    return throng_chart_logarithmic(low, high, throng_tree_ratio);
}

static void write_ratio_value(const throng_page *page, const throng_tree_row *row)
{
    char text[THRONG_TREE_TEXT];
    if (row->ratio.middle <= 0.0) {
        throng_page_markup(page, "<td class=\"v q\">too noisy</td>");
        return;
    }
    (void)throng_tree_ratio(text, row->ratio.middle);
    (void)fprintf(page->file, "<td class=\"v\"><b>%s&#160;×</b>", text);
    throng_page_markup(page, "<small>");
    if (row->ratio.low > 0.0) {
        (void)fprintf(page->file, "%s to ", throng_tree_ratio(text, row->ratio.low));
        (void)fputs(throng_tree_ratio(text, row->ratio.high), page->file);
    }
    throng_page_markup(page, "</small></td>");
}

static void write_ratio(const throng_page *page, const throng_chart_axis *axis, const throng_tree_row *row)
{
    char title[256], text[THRONG_TREE_TEXT];
    const throng_chart_mark mark = {.span = row->ratio,
                                    .from = 1.0,
                                    .bar = 1,
                                    .look = {throng_page_baseline_color(page, row->baseline), 0, 0}};
    const double part = throng_tree_number(row->tree, "peer_part");
    throng_page_markup(page, "<td class=\"p\">");
    throng_page_text(page, row->baseline);
    if (part > 0.0 && part < 1.0) {
        (void)fprintf(page->file, "<small>on %s of the work</small>", throng_tree_percent(text, part));
    }
    throng_page_markup(page, "</td><td class=\"c\">");
    (void)snprintf(title, sizeof title, "%.80s against %.80s: %s%s", row->scene, row->baseline,
                   row->ratio.middle > 0.0 ? throng_tree_ratio(text, row->ratio.middle) : "too noisy",
                   row->ratio.middle > 0.0 ? " times as fast" : "");
    throng_chart_bar(page->file, axis, 1.0, title, &mark, row->ratio.middle > 0.0);
    throng_page_markup(page, "</td>");
    write_ratio_value(page, row);
}

/* One level and number of threads, which then stands above the chart. */
static int same_variant(const throng_tree_row *a, const throng_tree_row *b)
{
    return strcmp(a->isa, b->isa) == 0 && strcmp(a->backend, b->backend) == 0 && a->threads == b->threads;
}

/* A chart without a bar is none; such a workload is named above as too noisy throughout. */
static int has_useful(const throng_tree_row *const *rows, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (rows[i]->ratio.middle > 0.0)
            return 1;
    return 0;
}

static void write_ratios_of(const throng_page *page, const char *workload)
{
    char who[160], title[200];
    int32_t count = 0, left = 0;
    const throng_tree_row **rows = throng_page_pick(page, workload, stands_outside, &count, &left);
    if (count > 0 && has_useful(rows, count)) {
        const throng_chart_axis axis = ratio_axis(rows, count);
        (void)snprintf(title, sizeof title, "%s, against", throng_tree_who(who, sizeof who, rows[0]));
        throng_page_bars_begin(page, workload, title, "times as fast", &axis);
        for (int32_t i = 0; i < count; i++) {
            int32_t lines = 1;
            const int32_t first = i == 0 || !throng_tree_same_subject(rows[i - 1], rows[i]);
            (void)fprintf(page->file, "<tr class=\"%s%s\">", first ? "first" : "next",
                          rows[i]->ratio.middle > 0.0 ? "" : " z");
            while (i + lines < count && throng_tree_same_subject(rows[i], rows[i + lines]))
                lines++;
            if (first)
                throng_page_bars_scene(page, rows[i], lines, !same_variant(rows[0], rows[i]));
            write_ratio(page, &axis, rows[i]);
            throng_page_markup(page, "</tr>\n");
        }
        throng_page_bars_end(page, &axis);
        throng_page_left(page, left);
    }
    free(rows);
}

void throng_page_ratios(const throng_page *page)
{
    throng_page_markup(page, "<ul class=\"tiles\">");
    for (int32_t w = 0; w < page->workload_count; w++)
        for (int32_t p = 0; p < page->baseline_count; p++)
            write_tile(page, page->workloads[w], page->baselines[p]);
    throng_page_markup(page, "</ul>");
    write_noisy(page);
    throng_page_markup(
        page, "<p>How many times as fast this library is as code that others would write or use, "
              "scene by scene. The axis is logarithmic, bars begin at 1: to the right this library is "
              "faster, to the left the other code.</p>");
    for (int32_t w = 0; w < page->workload_count; w++)
        write_ratios_of(page, page->workloads[w]);
}

/* ---------------------------------------------------------------- levels, threads, forms -------------- */

static int stands_inside(const throng_tree_row *row)
{
    return !*row->choice && *row->baseline && !throng_tree_baseline_is_outside(row->baseline);
}

int throng_page_has_levels(const throng_page *page) { return throng_page_any(page, stands_inside); }

static int in_one_line(const throng_tree_row *a, const throng_tree_row *b)
{
    return throng_page_same_scene(a, b) && strcmp(a->baseline, b->baseline) == 0;
}

static void write_level_line(const throng_page *page, const throng_chart_axis *axis,
                             const throng_tree_row *const *rows, int32_t count)
{
    throng_chart_mark marks[THRONG_PAGE_MARKS] = {0};
    char who[64], title[256], text[THRONG_TREE_TEXT];
    const throng_tree_row *best = NULL;
    int32_t used = 0, noisy = 0;
    for (int32_t i = 0; i < count && used < THRONG_PAGE_MARKS; i++) {
        if (rows[i]->ratio.middle <= 0.0) {
            noisy++;
            continue;
        }
        marks[used].span = rows[i]->ratio;
        marks[used++].look = throng_page_look(rows[i]);
        if (!best || rows[i]->ratio.middle > best->ratio.middle)
            best = rows[i];
    }
    throng_page_element(page, "td class=\"p\"", rows[0]->baseline);
    throng_page_markup(page, "<td class=\"c\">");
    (void)snprintf(title, sizeof title, "%.80s against %.80s, %d ways", rows[0]->scene, rows[0]->baseline,
                   (int)count);
    throng_chart_bar(page->file, axis, 1.0, title, marks, used);
    throng_page_markup(page, "</td><td class=\"v\">");
    if (best) {
        (void)fprintf(page->file, "<b>%s&#160;×</b> <small>", throng_tree_ratio(text, best->ratio.middle));
        throng_page_text(page, throng_tree_who(who, sizeof who, best));
        throng_page_markup(page, "</small>");
    }
    if (noisy)
        (void)fprintf(page->file, " <small class=\"q\">%d too noisy</small>", (int)noisy);
    throng_page_markup(page, "</td>");
}

static void write_levels_of(const throng_page *page, const char *workload)
{
    int32_t count = 0, left = 0;
    const throng_tree_row **rows = throng_page_pick(page, workload, stands_inside, &count, &left);
    if (count > 0) {
        const throng_chart_axis axis = ratio_axis(rows, count);
        throng_page_bars_begin(page, workload, "against", "the fastest", &axis);
        for (int32_t i = 0, lines; i < count; i += lines) {
            for (lines = 1; i + lines < count && in_one_line(rows[i], rows[i + lines]);)
                lines++;
            throng_page_markup(page, "<tr class=\"first\">");
            throng_page_bars_scene(page, rows[i], 1, 0);
            write_level_line(page, &axis, &rows[i], lines);
            throng_page_markup(page, "</tr>\n");
        }
        throng_page_bars_end(page, &axis);
        throng_page_legend_of(page, rows, count, 0);
        throng_page_left(page, left);
    }
    free(rows);
}

void throng_page_levels(const throng_page *page)
{
    throng_page_markup(
        page, "<p>Each line is a scene, on the levels, threads and devices that it was measured with, "
              "against what the second column names: one thread of a level, or another form of the same "
              "operation. A mark at 2 takes half the time. The axis is logarithmic.</p>");
    for (int32_t w = 0; w < page->workload_count; w++)
        write_levels_of(page, page->workloads[w]);
}
