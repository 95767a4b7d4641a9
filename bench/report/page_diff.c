/* What changed between two runs, at the beginning of the page. */
#include "bench/report/page.h"

#include <string.h>

int throng_page_has_difference(const throng_page *page) { return cJSON_IsObject(page->difference); }

static double tally(const throng_page *page, const char *name)
{
    return throng_tree_number(throng_tree_member(page->difference, "summary"), name);
}

static void tile(const throng_page *page, const char *class, const char *member, const char *name)
{
    char text[THRONG_TREE_TEXT];
    (void)fprintf(page->file, "<li><b class=\"%s\">%s</b>", class,
                  throng_tree_count(text, tally(page, member)));
    throng_page_element(page, "span", name);
    throng_page_markup(page, "</li>");
}

static void write_tallies(const throng_page *page)
{
    throng_page_markup(page, "<ul class=\"tiles\">");
    tile(page, tally(page, "slower") > 0.0 ? "slow" : "", "slower", "slower");
    tile(page, tally(page, "faster") > 0.0 ? "fast" : "", "faster", "faster");
    tile(page, "", "same", "the same");
    tile(page, "q", "unsure", "unsure");
    if (tally(page, "only_before") > 0.0)
        tile(page, "q", "only_before", "only before");
    if (tally(page, "only_after") > 0.0)
        tile(page, "q", "only_after", "only after");
    throng_page_markup(page, "</ul>");
}

static throng_tree_span span_of(const cJSON *row)
{
    const cJSON *by = throng_tree_member(row, throng_tree_text(row, "by"));
    throng_tree_span span = {throng_tree_number(by, "low"), throng_tree_number(by, "change"),
                             throng_tree_number(by, "high")};
    return span;
}

/* Those that became slower or faster, with an interval to draw. */
static int is_drawn(const cJSON *row)
{
    const char *verdict = throng_tree_text(row, "verdict");
    return (strcmp(verdict, "slower") == 0 || strcmp(verdict, "faster") == 0) && span_of(row).low > 0.0;
}

static void write_change(const throng_page *page, const throng_chart_axis *axis, const cJSON *item)
{
    char title[300], text[THRONG_TREE_TEXT], who[160];
    const throng_tree_row row = throng_tree_row_of(item);
    const int32_t slower = strcmp(throng_tree_text(item, "verdict"), "slower") == 0;
    const throng_chart_mark mark = {
        .span = span_of(item), .from = 1.0, .bar = 1, .look = {slower ? 6 : 2, 0, 0}};
    throng_page_markup(page, "<tr class=\"first\">");
    throng_page_bars_scene(page, &row, 1, 0);
    throng_page_markup(page, "<td class=\"p\">");
    throng_page_text(page, throng_tree_who(who, sizeof who, &row));
    throng_page_markup(page, *row.baseline ? "<small>against " : "<small>");
    throng_page_text(page, row.baseline);
    throng_page_markup(page, *row.baseline ? ", " : "");
    throng_page_markup(page,
                       strcmp(throng_tree_text(item, "by"), "ratio") == 0 ? "by the ratio" : "by the time");
    throng_page_markup(page, "</small></td><td class=\"c\">");
    (void)throng_tree_ratio(text, mark.span.middle);
    (void)snprintf(title, sizeof title, "%.100s, %.100s: %s times the time", row.scene, who, text);
    throng_chart_bar(page->file, axis, 1.0, title, &mark, 1);
    (void)fprintf(page->file, "</td><td class=\"v\"><b class=\"%s\">%s&#160;×</b>", slower ? "slow" : "fast",
                  text);
    (void)fprintf(page->file, "<small>%s to ", throng_tree_ratio(text, mark.span.low));
    (void)fprintf(page->file, "%s</small></td></tr>\n", throng_tree_ratio(text, mark.span.high));
}

static void write_changes(const throng_page *page)
{
    const cJSON *list = throng_tree_member(page->difference, "rows"), *row = NULL;
    double low = 1.0, high = 1.0;
    int32_t count = 0;
    for (row = throng_tree_child(list); row; row = row->next) {
        const throng_tree_span span = span_of(row);
        if (!is_drawn(row))
            continue;
        low = span.low < low ? span.low : low;
        high = span.high > high ? span.high : high;
        count++;
    }
    if (count == 0)
        return;
    const throng_chart_axis axis = throng_chart_logarithmic(low, high, throng_tree_ratio);
    throng_page_bars_begin(page, "What changed", "who", "× the time", &axis);
    count = 0;
    for (row = throng_tree_child(list); row; row = row->next) {
        if (is_drawn(row) && count++ < THRONG_PAGE_MOST)
            write_change(page, &axis, row);
    }
    throng_page_bars_end(page, &axis);
    throng_page_left(page, count - THRONG_PAGE_MOST);
}

static void write_hashes(const throng_page *page)
{
    const cJSON *row = NULL;
    if (tally(page, "changed") <= 0.0)
        return;
    throng_page_markup(
        page, "<p class=\"worse\">Results changed: these rows gave other bits than before.</p>"
              "<div class=\"wide\"><table class=\"n\"><thead><tr><th scope=\"col\">scene</th><th "
              "scope=\"col\" class=\"w\">operation</th><th scope=\"col\" class=\"w\">who</th><th "
              "scope=\"col\" class=\"w\">before</th><th scope=\"col\" class=\"w\">after</th></tr></thead>"
              "<tbody>");
    for (row = throng_tree_child(throng_tree_member(page->difference, "rows")); row; row = row->next) {
        char who[160];
        const throng_tree_row read = throng_tree_row_of(row);
        if (!*throng_tree_text(row, "hash_before"))
            continue;
        throng_page_markup(page, "<tr>");
        throng_page_element(page, "th scope=\"row\"", read.scene);
        throng_page_element(page, "td class=\"w\"", read.operation);
        throng_page_element(page, "td class=\"w\"", throng_tree_who(who, sizeof who, &read));
        throng_page_element(page, "td class=\"w h\"", throng_tree_text(row, "hash_before"));
        throng_page_element(page, "td class=\"w h\"", read.hash);
        throng_page_markup(page, "</tr>");
    }
    throng_page_markup(page, "</tbody></table></div>");
}

/* Every row of the comparison, for who wants to look. */
static void write_all(const throng_page *page)
{
    const cJSON *list = throng_tree_member(page->difference, "rows"), *item = NULL;
    throng_page_markup(
        page, "<details><summary>All compared rows</summary><div class=\"wide\"><table class=\"n\"><thead>"
              "<tr><th scope=\"col\">scene</th><th scope=\"col\" class=\"w\">operation</th><th scope=\"col\" "
              "class=\"w\">who</th><th scope=\"col\" class=\"w\">against</th><th scope=\"col\" class=\"w\">"
              "verdict</th><th scope=\"col\">time, ×</th><th scope=\"col\">interval</th><th scope=\"col\" "
              "class=\"w\">by</th></tr></thead><tbody>");
    for (item = throng_tree_child(list); item; item = item->next) {
        char text[THRONG_TREE_TEXT], who[160];
        const throng_tree_row row = throng_tree_row_of(item);
        const throng_tree_span span = span_of(item);
        throng_page_markup(page, "<tr>");
        throng_page_element(page, "th scope=\"row\"", row.scene);
        throng_page_element(page, "td class=\"w\"", row.operation);
        throng_page_element(page, "td class=\"w\"", throng_tree_who(who, sizeof who, &row));
        throng_page_element(page, "td class=\"w\"", row.baseline);
        throng_page_element(page, "td class=\"w\"", throng_tree_text(item, "verdict"));
        throng_page_element(page, "td", span.middle > 0.0 ? throng_tree_ratio(text, span.middle) : "");
        throng_page_markup(page, "<td>");
        if (span.low > 0.0) {
            throng_page_text(page, throng_tree_ratio(text, span.low));
            throng_page_markup(page, " to ");
            throng_page_text(page, throng_tree_ratio(text, span.high));
        }
        throng_page_markup(page, "</td>");
        throng_page_element(page, "td class=\"w\"",
                            *throng_tree_text(item, "why") ? throng_tree_text(item, "why")
                                                           : throng_tree_text(item, "by"));
        throng_page_markup(page, "</tr>\n");
    }
    throng_page_markup(page, "</tbody></table></div></details>");
}

void throng_page_difference(const throng_page *page)
{
    const cJSON *note = NULL;
    throng_page_markup(page, "<p>The run of this page (commit ");
    throng_page_text(page, throng_tree_text(page->difference, "after"));
    throng_page_markup(page, ") beside an earlier one (commit ");
    throng_page_text(page, throng_tree_text(page->difference, "before"));
    throng_page_markup(
        page,
        "). A row counts as slower or faster where the whole interval lies beyond 2&#160;% from 1, "
        "as the same where it lies within 10&#160;%. Against the same build of other code the change of "
        "the ratio decides, which a machine that was busy at one time does not touch; else the time.</p>");
    for (note = throng_tree_child(throng_tree_member(page->difference, "notes")); note; note = note->next) {
        if (cJSON_IsString(note)) {
            throng_page_markup(page, "<p class=\"warn\">");
            throng_page_text(page, note->valuestring);
            throng_page_markup(page, ".</p>");
        }
    }
    if (cJSON_IsTrue(throng_tree_member(page->difference, "least_to_most")))
        throng_page_markup(
            page, "<p class=\"q\">Where a file has no interval of a median, the least and the most of all "
                  "samples stand in for it, so less can be told.</p>");
    write_tallies(page);
    write_hashes(page);
    write_changes(page);
    write_all(page);
}
