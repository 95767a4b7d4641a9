/* The page itself: its head, what it was measured on, how to read it, limits, pictures, all rows. The charts
 * are in bench_page_*.c. */
#include "bench/report/html.h"
#include "bench/report/page.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the run ----------------------------- */

static void fact(const throng_page *page, const char *name, const char *value)
{
    if (!*value)
        return;
    throng_page_markup(page, "<div>");
    throng_page_element(page, "dt", name);
    throng_page_element(page, "dd", value);
    throng_page_markup(page, "</div>");
}

static void number_fact(const throng_page *page, const char *name, double value, throng_chart_label *label)
{
    char text[THRONG_TREE_TEXT];
    if (value > 0.0)
        fact(page, name, label(text, value));
}

static void write_facts(const throng_page *page)
{
    const cJSON *root = page->root, *machine = throng_tree_member(root, "machine");
    throng_page_markup(page, "<dl class=\"facts\">");
    number_fact(page, "Cores", throng_tree_number(machine, "cores"), throng_tree_count);
    number_fact(page, "Memory", throng_tree_number(machine, "memory_bytes"), throng_tree_bytes);
    fact(page, "System", throng_tree_text(machine, "system"));
    fact(page, "throng", throng_tree_text(root, "version"));
    fact(page, "Commit", throng_tree_text(root, "commit"));
    fact(page, "Compiler", throng_tree_text(root, "compiler"));
    fact(page, "Flags", throng_tree_text(root, "flags"));
    fact(page, "Date", throng_tree_text(root, "date"));
    fact(page, "Suite", throng_tree_text(root, "suite"));
    fact(page, "Clock", throng_tree_text(root, "clock"));
    number_fact(page, "Load at the start", throng_tree_number(machine, "load"), throng_tree_ratio);
    throng_page_markup(page, "</dl>");
    if (throng_tree_number(machine, "load") > 0.5)
        throng_page_markup(
            page, "<p class=\"warn\">The machine was doing something else when this run began: times "
                  "are longer, and intervals wider, than they could be.</p>");
}

/* ---------------------------------------------------------------- how to read it ---------------------- */

static void write_reading(const throng_page *page)
{
    throng_page_markup(
        page,
        "<p>A time is that of one <em>frame</em>: what moved is given, the result is computed and "
        "awaited. A time that is printed is the median of several samples.</p>"
        "<p>Where two things are compared, they run in turns, A&#160;B&#160;A&#160;B&#160;…, so that "
        "whatever slows the "
        "machine down for a while meets both. Each pair of samples gives one ratio: the time of the other "
        "code over "
        "the time of this library. Above 1 this library is faster. The median of the ratios is the result, "
        "and the thin line with two ends is an interval that covers the true median in at least 95 of 100 "
        "comparisons. Where it is wider than 15&#160;% to either side, the page says <em>too noisy</em> and "
        "no number; the 95 of 100 count those, too.</p>"
        "<p>All levels, threads and devices compute the same bits: the hash of a result is one for a scene, "
        "whoever "
        "computed it. Times of different charts were not taken in turns; they compare roughly.</p>");
}

/* ---------------------------------------------------------------- limits ------------------------------ */

static int has_peak_rates(const throng_page *page)
{
    const cJSON *limits = throng_tree_member(page->root, "limits");
    return cJSON_IsObject(limits) && limits->child && cJSON_IsObject(limits->child);
}

static void limit(const throng_page *page, double value, double factor)
{
    char text[THRONG_TREE_TEXT] = "";
    if (value > 0.0)
        (void)throng_tree_ratio(text, factor * value);
    throng_page_element(page, "td", text);
}

/* The end of a line. */
static void write_rates(const throng_page *page, const cJSON *rates)
{
    limit(page, throng_tree_number(rates, "write_bytes_per_s"), 1e-9);
    limit(page, throng_tree_number(rates, "read_bytes_per_s"), 1e-9);
    limit(page, throng_tree_number(rates, "copy_bytes_per_s"), 1e-9);
    throng_page_markup(page, "</tr>");
}

static void write_peak_rates(const throng_page *page)
{
    const cJSON *level = NULL;
    char text[THRONG_TREE_TEXT];
    throng_page_markup(
        page,
        "<p>The best that was seen in the whole run on one core, at each SIMD level: nanoseconds for one "
        "lane of a correctly rounded root, of a root and a division, of 1 / root, of a product and a "
        "sum; and how fast memory is written, read and copied, by all threads too.</p><div "
        "class=\"wide\"><table "
        "class=\"n\"><thead><tr>"
        "<th scope=\"col\">level</th><th scope=\"col\">root, ns</th>"
        "<th scope=\"col\">root and division, ns</th><th scope=\"col\">1 / root, ns</th>"
        "<th scope=\"col\">product and sum, ns</th>"
        "<th scope=\"col\">writing, GB/s</th><th scope=\"col\">reading, GB/s</th><th scope=\"col\">copying, "
        "GB/s</th></tr></thead><tbody>");
    for (level = throng_tree_child(throng_tree_member(page->root, "limits")); level; level = level->next) {
        if (!cJSON_IsObject(level) || !level->string)
            continue;
        throng_page_markup(page, "<tr>");
        throng_page_element(page, "th scope=\"row\"", level->string);
        limit(page, throng_tree_number(level, "root_ns"), 1.0);
        limit(page, throng_tree_number(level, "root_division_ns"), 1.0);
        limit(page, throng_tree_number(level, "inverse_root_ns"), 1.0);
        limit(page, throng_tree_number(level, "product_sum_ns"), 1.0);
        write_rates(page, level);
        const cJSON *all = throng_tree_member(level, "all_threads");
        if (!cJSON_IsObject(all))
            continue;
        (void)throng_tree_count(text, throng_tree_number(all, "threads"));
        throng_page_markup(page, "<tr><th scope=\"row\">");
        throng_page_text(page, text);
        throng_page_markup(page, " threads</th><td></td><td></td><td></td><td></td>");
        write_rates(page, all);
    }
    throng_page_markup(page, "</tbody></table></div>");
}

/* ---------------------------------------------------------------- pictures ---------------------------- */

/* Nothing but a PNG inside the page itself. */
static int is_picture(const cJSON *picture)
{
    static const char start[] = "data:image/png;base64,";
    const char *text = cJSON_IsString(picture) ? picture->valuestring : NULL;
    if (!text || !picture->string || strncmp(text, start, sizeof start - 1) != 0)
        return 0;
    text += sizeof start - 1;
    const size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=");
    return length > 0 && text[length] == '\0';
}

static int has_pictures(const throng_page *page)
{
    const cJSON *picture = NULL;
    for (picture = throng_tree_child(throng_tree_member(page->root, "pictures")); picture;
         picture = picture->next) {
        if (is_picture(picture))
            return 1;
    }
    return 0;
}

static void write_pictures(const throng_page *page)
{
    const cJSON *picture = NULL;
    throng_page_markup(page, "<div class=\"pictures\">");
    for (picture = throng_tree_child(throng_tree_member(page->root, "pictures")); picture;
         picture = picture->next) {
        if (!is_picture(picture))
            continue;
        throng_page_markup(page, "<figure><img alt=\"The scene ");
        throng_page_text(page, picture->string);
        throng_page_markup(page, "\" src=\"");
        throng_page_text(page, picture->valuestring);
        throng_page_markup(page, "\"/>");
        throng_page_element(page, "figcaption", picture->string);
        throng_page_markup(page, "</figure>");
    }
    throng_page_markup(page, "</div>");
}

/* ---------------------------------------------------------------- the page ---------------------------- */

static int always(const throng_page *page) { return page != NULL; }

static const throng_page_section sections[] = {
    {"difference", "Before and after", throng_page_has_difference, throng_page_difference},
    {"reading", "How to read this page", always, write_reading},
    {"ratios", "Against other code", throng_page_has_ratios, throng_page_ratios},
    {"times", "Time over size", throng_page_has_times, throng_page_times},
    {"levels", "Levels, threads, forms", throng_page_has_levels, throng_page_levels},
    {"devices", "On the device", throng_page_has_devices, throng_page_devices},
    {"floor", "Share of the floor", throng_page_has_floor, throng_page_floor},
    {"limits", "Limits of the machine", has_peak_rates, write_peak_rates},
    {"choice", "The automatic choice", throng_page_has_choice, throng_page_choice},
    {"growth", "How cost grows", throng_page_has_growth, throng_page_growth},
    {"pictures", "The scenes", has_pictures, write_pictures},
    {"rows", "All rows", throng_page_has_rows, throng_page_rows},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

static void write_navigation(const throng_page *page)
{
    throng_page_markup(page, "<nav aria-label=\"Sections\">");
    for (size_t i = 0; i < SECTIONS; i++)
        if (sections[i].has(page))
            (void)fprintf(page->file, "<a href=\"#%s\">%s</a>\n", sections[i].id, sections[i].title);
    throng_page_markup(page, "</nav>");
}

static void write_head(const throng_page *page)
{
    const char *processor = throng_tree_text(throng_tree_member(page->root, "machine"), "processor");
    throng_page_markup(page, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
                             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
                             "<meta name=\"color-scheme\" content=\"light dark\"/><title>throng, measured");
    throng_page_markup(page, *processor ? " on " : "");
    throng_page_text(page, processor);
    throng_page_markup(page, "</title><style>");
    for (size_t i = 0; throng_page_style[i]; i++)
        throng_page_markup(page, throng_page_style[i]);
    throng_page_markup(page, "</style></head>\n<body><header><p class=\"over\">throng, measured</p>");
    throng_page_element(page, "h1", *processor ? processor : "A run of the bench");
    write_facts(page);
    write_navigation(page);
    throng_page_markup(page, "</header>\n<main>\n");
}

/* Each different text once, as long as there is room. */
static void note(const char **list, int32_t *count, int32_t most, const char *text)
{
    for (int32_t i = 0; i < *count; i++)
        if (strcmp(list[i], text) == 0)
            return;
    if (*count < most)
        list[(*count)++] = text;
}

void throng_bench_html_diff(const cJSON *root, const cJSON *difference, FILE *file)
{
    throng_page page = {.root = root, .difference = difference, .file = file};
    page.rows = throng_tree_rows(root, &page.count);
    for (int32_t i = 0; i < page.count; i++) {
        note(page.workloads, &page.workload_count, THRONG_PAGE_WORKLOADS, page.rows[i].workload);
        if (throng_tree_baseline_is_outside(page.rows[i].baseline))
            note(page.baselines, &page.baseline_count, THRONG_PAGE_BASELINES, page.rows[i].baseline);
    }
    write_head(&page);
    for (size_t i = 0; i < SECTIONS; i++)
        if (sections[i].has(&page)) {
            (void)fprintf(file, "<section id=\"%s\"><h2>%s</h2>", sections[i].id, sections[i].title);
            sections[i].write(&page);
            (void)fputs("</section>\n", file);
        }
    throng_page_markup(&page, "</main></body></html>\n");
    free(page.rows);
}

void throng_bench_html(const cJSON *root, FILE *file) { throng_bench_html_diff(root, NULL, file); }
