/* How cost grows: small charts, each with the exponent that fits and the one that theory has. */
#include "bench/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 32, CHARTS = 400 };

/* 1 where the member is a number that an exponent can be. */
static int exponent(const cJSON *entry, const char *name, double *value)
{
    const cJSON *item = throng_tree_member(entry, name);
    *value = cJSON_IsNumber(item) ? item->valuedouble : 100.0;
    return fabs(*value) < 100.0;
}

/* The places where both lists have a number above 0. */
static int32_t points_of(const cJSON *entry, const char *values, throng_chart_point *points)
{
    const cJSON *x = throng_tree_member(entry, "sizes"), *y = throng_tree_member(entry, values);
    int32_t count = 0;
    x = cJSON_IsArray(x) ? x->child : NULL;
    y = cJSON_IsArray(y) ? y->child : NULL;
    for (; x && y && count < POINTS; x = x->next, y = y->next)
        if (cJSON_IsNumber(x) && cJSON_IsNumber(y) && x->valuedouble >= 1e-30 && x->valuedouble <= 1e30 &&
            y->valuedouble >= 1e-30 && y->valuedouble <= 1e30)
            points[count++] = (throng_chart_point){x->valuedouble, {0.0, y->valuedouble, 0.0}};
    return count;
}

static int is_drawn(const cJSON *entry)
{
    throng_chart_point points[POINTS] = {0};
    return points_of(entry, "seconds", points) >= 2;
}

int throng_page_has_growth(const throng_page *page)
{
    const cJSON *list = throng_tree_member(page->root, "growth"), *entry = NULL;
    if (cJSON_IsArray(list))
        for (entry = throng_tree_child(list); entry; entry = entry->next) {
            if (is_drawn(entry))
                return 1;
        }
    return 0;
}

static int compare_points(const void *a, const void *b)
{
    const double x = ((const throng_chart_point *)a)->x, y = ((const throng_chart_point *)b)->x;
    return (x > y) - (x < y);
}

/* A line of this slope through the last point. */
static void slope_line(const throng_chart_point *points, int32_t count, double slope,
                       throng_chart_point ends[2])
{
    const throng_chart_point *last = &points[count - 1];
    for (int32_t i = 0; i < 2; i++) {
        const double x = points[i == 0 ? 0 : count - 1].x;
        ends[i] = (throng_chart_point){x, {0.0, last->y.middle * pow(x / last->x, slope), 0.0}};
    }
}

static void write_power(const throng_page *page, const cJSON *entry, const char *what, const char *fitted,
                        const char *theory)
{
    double value = 0.0, low = 0.0, high = 0.0;
    const char *over = throng_tree_text(entry, "over");
    if (!exponent(entry, fitted, &value))
        return;
    throng_page_markup(page, "<p>");
    throng_page_text(page, what);
    throng_page_markup(page, " ∝ ");
    throng_page_text(page, *over ? over : "size");
    (void)fprintf(page->file, "<sup>%.2f</sup>", value);
    if (strcmp(what, "time") == 0 && exponent(entry, "time_low", &low) && exponent(entry, "time_high", &high))
        (void)fprintf(page->file, " <small>(%.2f to %.2f)</small>", low, high);
    if (exponent(entry, theory, &value)) {
        throng_page_markup(page, "; theory ");
        throng_page_text(page, *over ? over : "size");
        (void)fprintf(page->file, "<sup>%.3g</sup>", value);
    } else if (*throng_tree_text(entry, theory)) {
        throng_page_markup(page, "; theory ");
        throng_page_text(page, throng_tree_text(entry, theory));
    }
    throng_page_markup(page, "</p>");
}

static void write_chart(const throng_page *page, const cJSON *entry)
{
    throng_chart_point points[POINTS] = {0}, ends[2] = {0};
    char name[160], title[256];
    double slope = 0.0;
    const throng_tree_row row = throng_tree_row_of(entry);
    const int32_t count = points_of(entry, "seconds", points);
    const int32_t theory = exponent(entry, "theory_time", &slope);
    throng_chart_line lines[2] = {
        {.points = points, .count = count, .look = throng_page_look(&row)},
        {.points = ends, .count = 2, .look = {7, 0, 0}, .plain = 1, .name = "theory"}};
    double low = HUGE_VAL, high = 0.0;
    qsort(points, (size_t)count, sizeof *points, compare_points);
    for (int32_t i = 0; i < count; i++) {
        low = fmin(low, points[i].y.middle);
        high = fmax(high, points[i].y.middle);
    }
    if (theory) {
        slope_line(points, count, slope, ends);
        low = ends[0].y.middle > 1e-30 ? fmin(low, ends[0].y.middle) : low;
        high = ends[0].y.middle < 1e30 ? fmax(high, ends[0].y.middle) : high;
    }
    const throng_chart_axis x = throng_chart_logarithmic(points[0].x, points[count - 1].x, throng_tree_short);
    const throng_chart_axis y = throng_chart_logarithmic(low, high, throng_tree_seconds);
    lines[0].name = throng_tree_who(name, sizeof name, &row);
    if (strcmp(row.backend, "opencl") == 0 && *row.device)
        (void)snprintf(name, sizeof name, "opencl, %.140s", row.device);
    (void)snprintf(title, sizeof title, "Growth of the time of %.100s, %.60s", row.operation, name);
    throng_page_markup(page, "<figure>");
    throng_page_element(page, "h4", *row.operation ? row.operation : "no name");
    throng_page_element(page, "small", name);
    throng_chart_plot(page->file, &x, &y, throng_tree_text(entry, "over"), title, lines, theory ? 2 : 1);
    write_power(page, entry, "time", "time_exponent", "theory_time");
    write_power(page, entry, "memory", "memory_exponent", "theory_memory");
    if (cJSON_IsTrue(throng_tree_member(entry, "worse")))
        throng_page_markup(page, "<p class=\"worse\">Grows faster than theory has it.</p>");
    throng_page_markup(page, "</figure>\n");
}

static void write_numbers(const throng_page *page, const cJSON *list)
{
    const cJSON *entry = NULL;
    throng_page_markup(
        page, "<details><summary>The numbers</summary><div class=\"wide\"><table class=\"n\"><thead><tr>"
              "<th scope=\"col\">operation</th><th scope=\"col\" class=\"w\">who</th><th scope=\"col\" "
              "class=\"w\">over</th><th scope=\"col\">size</th><th scope=\"col\">time</th>"
              "<th scope=\"col\">memory</th></tr></thead><tbody>");
    for (entry = throng_tree_child(list); entry; entry = entry->next) {
        throng_chart_point times[POINTS] = {0}, bytes[POINTS] = {0};
        char text[THRONG_TREE_TEXT], who[160];
        const throng_tree_row row = throng_tree_row_of(entry);
        const int32_t count = points_of(entry, "seconds", times), sized = points_of(entry, "bytes", bytes);
        for (int32_t i = 0; i < count; i++) {
            throng_page_markup(page, "<tr>");
            throng_page_element(page, "th scope=\"row\"", row.operation);
            throng_page_element(page, "td class=\"w\"", throng_tree_who(who, sizeof who, &row));
            throng_page_element(page, "td class=\"w\"", throng_tree_text(entry, "over"));
            throng_page_element(page, "td", throng_tree_count(text, times[i].x));
            throng_page_element(page, "td", throng_tree_seconds(text, times[i].y.middle));
            throng_page_element(page, "td", sized == count ? throng_tree_bytes(text, bytes[i].y.middle) : "");
            throng_page_markup(page, "</tr>");
        }
    }
    throng_page_markup(page, "</tbody></table></div></details>");
}

void throng_page_growth(const throng_page *page)
{
    const cJSON *list = throng_tree_member(page->root, "growth"), *entry = NULL;
    int32_t drawn = 0;
    throng_page_markup(page,
                       "<p>The time of an operation as one of its sizes grows and all others stay; the power "
                       "that fits best, and the one that theory has, dotted through the last point.</p>"
                       "<div class=\"panels\">");
    for (entry = throng_tree_child(list); entry; entry = entry->next) {
        if (is_drawn(entry) && drawn++ < CHARTS)
            write_chart(page, entry);
    }
    throng_page_markup(page, "</div>");
    write_numbers(page, list);
}
