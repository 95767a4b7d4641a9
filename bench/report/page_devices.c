/* Where a device spends its time, and how near the processor comes to its limits. */
#include "bench/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- devices ----------------------------- */

typedef struct part {
    const char *name, *help;
    throng_chart_look look;
} part;

static const part parts[] = {
    {"kernel", "kernels alone", {1, 0, 0}},
    {"resident", "data stay there", {2, 3, 0}},
    {"with_copy", "with copies", {0, 1, 0}},
};
enum { PARTS = sizeof parts / sizeof *parts };

static int32_t part_count(const throng_tree_row *row)
{
    int32_t count = 0;
    for (int32_t i = 0; i < PARTS; i++)
        count += throng_tree_number(row->parts, parts[i].name) > 0.0;
    return count;
}

static int has_parts(const throng_tree_row *row) { return row->time.middle > 0.0 && part_count(row) > 0; }

int throng_page_has_devices(const throng_page *page) { return throng_page_any(page, has_parts); }

static throng_chart_axis parts_axis(const throng_tree_row *const *rows, int32_t count)
{
    double most = 1.0;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < PARTS; k++)
            most = fmax(most, throng_tree_number(rows[i]->parts, parts[k].name) / rows[i]->time.middle);
    return throng_chart_linear(most, throng_tree_percent);
}

static void write_part(const throng_page *page, const throng_chart_axis *axis, const throng_tree_row *row,
                       const part *p)
{
    char title[256], text[THRONG_TREE_TEXT];
    const double seconds = throng_tree_number(row->parts, p->name);
    const throng_chart_mark mark = {
        .span = {0.0, seconds / row->time.middle, 0.0}, .bar = 1, .look = p->look};
    (void)throng_tree_seconds(text, seconds);
    (void)snprintf(title, sizeof title, "%.100s, %s: %s", row->scene, p->help, text);
    throng_page_element(page, "td class=\"p\"", p->help);
    throng_page_markup(page, "<td class=\"c\">");
    throng_chart_bar(page->file, axis, 1.0, title, &mark, 1);
    throng_page_markup(page, "</td>");
    throng_page_element(page, "td class=\"v\"", text);
}

static void write_parts(const throng_page *page, const throng_chart_axis *axis, const throng_tree_row *row)
{
    char text[THRONG_TREE_TEXT];
    int32_t written = 0;
    for (int32_t k = 0; k < PARTS; k++) {
        if (throng_tree_number(row->parts, parts[k].name) <= 0.0)
            continue;
        throng_page_markup(page, written == 0 ? "<tr class=\"first\">" : "<tr>");
        if (written++ == 0) {
            (void)fprintf(page->file, "<th scope=\"rowgroup\" rowspan=\"%d\">", (int)part_count(row));
            throng_page_text(page, row->scene);
            throng_page_markup(page, "<small>a frame ");
            throng_page_text(page, throng_tree_seconds(text, row->time.middle));
            throng_page_markup(page, "</small><small>");
            throng_page_text(page, row->device);
            throng_page_markup(page, "</small></th>");
        }
        write_part(page, axis, row, &parts[k]);
        throng_page_markup(page, "</tr>\n");
    }
}

static void write_devices_of(const throng_page *page, const char *workload)
{
    int32_t count = 0, left = 0;
    const throng_tree_row **rows = throng_page_pick(page, workload, has_parts, &count, &left);
    if (count > 0) {
        const throng_chart_axis axis = parts_axis(rows, count);
        throng_page_bars_begin(page, workload, "part", "time", &axis);
        for (int32_t i = 0; i < count; i++)
            write_parts(page, &axis, rows[i]);
        throng_page_bars_end(page, &axis);
        throng_page_left(page, left);
    }
    free(rows);
}

void throng_page_devices(const throng_page *page)
{
    throng_page_markup(
        page, "<p>The same update on the device, measured apart from the frame: the kernels alone, by the "
              "device's clock; the whole with data that stay there; and with copies to it and back. Bars "
              "are shares of the time of a frame as a game has it, which is 100&#160;%.</p>");
    for (int32_t w = 0; w < page->workload_count; w++)
        write_devices_of(page, page->workloads[w]);
}

/* ---------------------------------------------------------------- the floor --------------------------- */

static double share_of(const throng_tree_row *row) { return throng_tree_number(row->tree, "floor_share"); }

static int has_share(const throng_tree_row *row) { return share_of(row) > 0.0; }

int throng_page_has_floor(const throng_page *page) { return throng_page_any(page, has_share); }

/* Rows of one scene, wherever they stand; a contender that stood against several baselines counts once. */
static int32_t gather(const throng_tree_row *const *rows, int32_t count, int32_t first,
                      const throng_tree_row **list)
{
    int32_t used = 0;
    for (int32_t i = first; i < count && used < THRONG_PAGE_MARKS; i++) {
        int32_t k = 0;
        while (k < used && !throng_tree_same_subject(list[k], rows[i]))
            k++;
        if (k == used && throng_page_same_scene(rows[first], rows[i]))
            list[used++] = rows[i];
    }
    return used;
}

static int is_first(const throng_tree_row *const *rows, int32_t index)
{
    for (int32_t i = 0; i < index; i++)
        if (throng_page_same_scene(rows[i], rows[index]))
            return 0;
    return 1;
}

static void write_share(const throng_page *page, const throng_chart_axis *axis,
                        const throng_tree_row *const *list, int32_t count)
{
    throng_chart_mark marks[THRONG_PAGE_MARKS] = {0};
    char title[256], text[THRONG_TREE_TEXT], who[160];
    const throng_tree_row *row = list[0];
    const char *of = throng_tree_text(row->tree, "floor_of");
    for (int32_t i = 0; i < count; i++) {
        marks[i].span.middle = share_of(list[i]);
        marks[i].look = throng_page_look(list[i]);
        marks[i].bar = i == 0 ? 2 : 0;
    }
    throng_page_markup(page, "<td class=\"p\">");
    throng_page_text(page, throng_tree_who(who, sizeof who, row));
    if (*of) {
        throng_page_markup(page, "<small>of ");
        throng_page_text(page, of);
        throng_page_markup(page, "</small>");
    }
    throng_page_markup(page, "</td><td class=\"c\">");
    (void)throng_tree_percent(text, share_of(row));
    (void)snprintf(title, sizeof title, "%.80s, %.60s: %s of what is possible", row->scene, who, text);
    throng_chart_bar(page->file, axis, 0.0, title, marks, count);
    throng_page_markup(page, "</td>");
    throng_page_element(page, "td class=\"v\"", text);
}

static void write_floor_of(const throng_page *page, const char *workload)
{
    int32_t count = 0, left = 0;
    const throng_tree_row **rows = throng_page_pick(page, workload, has_share, &count, &left);
    const throng_tree_row *list[THRONG_PAGE_MARKS] = {0};
    double most = 1.0;
    for (int32_t i = 0; i < count; i++)
        most = share_of(rows[i]) > most ? share_of(rows[i]) : most;
    if (count > 0) {
        const throng_chart_axis axis = throng_chart_linear(most, throng_tree_percent);
        throng_page_bars_begin(page, workload, "the bar", "the bar", &axis);
        for (int32_t i = 0; i < count; i++) {
            if (!is_first(rows, i))
                continue;
            throng_page_markup(page, "<tr class=\"first\">");
            throng_page_bars_scene(page, rows[i], 1, 0);
            const int32_t found = gather(rows, count, i, list);
            if (found > 0)
                write_share(page, &axis, list, found);
            throng_page_markup(page, "</tr>\n");
        }
        throng_page_bars_end(page, &axis);
        throng_page_legend_of(page, rows, count, 0);
        throng_page_left(page, left);
    }
    free(rows);
}

void throng_page_floor(const throng_page *page)
{
    throng_page_markup(
        page, "<p>The floor is the time that the counted work of a frame needs at best, by the limits of "
              "the machine below: 100&#160;% would be that time itself. What is missing goes to work that is "
              "not counted. The bar is the first level that was measured, marks are the others.</p>");
    for (int32_t w = 0; w < page->workload_count; w++)
        write_floor_of(page, page->workloads[w]);
}
