/* All rows with all of their numbers, in one table. A column that no row fills is left out. */
#include "bench/report/page.h"

int throng_page_has_rows(const throng_page *page) { return page->count > 0; }

/* ---------------------------------------------------------------- cells ------------------------------- */

static void number(const throng_page *page, double value, throng_chart_label *label)
{
    char text[THRONG_TREE_TEXT];
    if (value > 0.0)
        throng_page_text(page, label(text, value));
}

static void interval(const throng_page *page, throng_tree_span span, throng_chart_label *label)
{
    if (span.low <= 0.0)
        return;
    number(page, span.low, label);
    throng_page_markup(page, " to ");
    number(page, span.high, label);
}

/* Names and numbers of an object, as far as they are above 0. */
static void list(const throng_page *page, const cJSON *object, throng_chart_label *label)
{
    const cJSON *item = NULL;
    int32_t written = 0;
    for (item = throng_tree_child(object); item; item = item->next) {
        const double value = item->string ? throng_tree_number(object, item->string) : 0.0;
        if (value <= 0.0)
            continue;
        throng_page_markup(page, written++ ? ", " : "");
        throng_page_text(page, item->string);
        throng_page_markup(page, "&#160;");
        number(page, value, label);
    }
}

static int32_t list_length(const cJSON *object)
{
    int32_t length = 0;
    for (const cJSON *item = throng_tree_child(object); item; item = item->next)
        length += item->string && throng_tree_number(object, item->string) > 0.0;
    return length;
}

/* ---------------------------------------------------------------- columns ----------------------------- */

typedef enum content {
    OPERATION,
    WHO,
    TIME,
    TIME_INTERVAL,
    BASELINE,
    RATIO,
    RATIO_INTERVAL,
    NUMBER, /* the member's */
    LIST,
    TEXT,
    REGRET,
    RULE_REGRET
} content;

typedef struct column {
    content content;
    const char *title, *member; /* of a row; NULL: the content says it */
    throng_chart_label *label;
    const char *class;
} column;

static const column columns[] = {
    {OPERATION, "operation", NULL, NULL, "w"},
    {WHO, "who", NULL, NULL, "w"},
    {TIME, "time", NULL, throng_tree_seconds, ""},
    {TIME_INTERVAL, "interval", NULL, throng_tree_seconds, ""},
    {BASELINE, "against", NULL, NULL, "w"},
    {RATIO, "ratio", NULL, throng_tree_ratio, ""},
    {RATIO_INTERVAL, "95 %", NULL, throng_tree_ratio, ""},
    {NUMBER, "pairs of samples", "ratio_pairs", throng_tree_count, ""},
    {NUMBER, "peer's part", "peer_part", throng_tree_percent, ""},
    {NUMBER, "ns an agent", "ns_per_agent", throng_tree_ratio, ""},
    {NUMBER, "ns a pair", "ns_per_pair", throng_tree_ratio, ""},
    {NUMBER, "of the floor", "floor_share", throng_tree_percent, ""},
    {TEXT, "floor", "floor_of", NULL, "w"},
    {LIST, "parts", "parts", throng_tree_seconds, "w"},
    {TEXT, "choice", "choice", NULL, "w"},
    {LIST, "expected", "expected", throng_tree_seconds, "w"},
    {REGRET, "loses", NULL, throng_tree_percent, ""},
    {TEXT, "rule", "rule", NULL, "w"},
    {RULE_REGRET, "rule loses", NULL, throng_tree_percent, ""},
    {LIST, "sizes", "sizes", throng_tree_count, "w"},
    {NUMBER, "counted pairs", "pairs", throng_tree_count, ""},
    {LIST, "counted work", "work", throng_tree_count, "w"},
    {NUMBER, "written a second", "write_bytes_per_s", throng_tree_bytes, ""},
    {NUMBER, "memory", "memory_bytes", throng_tree_bytes, ""},
    {NUMBER, "memory at most", "memory_bound", throng_tree_bytes, ""},
    {NUMBER, "on the device", "device_bytes", throng_tree_bytes, ""},
    {TEXT, "device", "device", NULL, "w"},
    {TEXT, "hash", "hash", NULL, "w h"},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static int is_filled(const column *c, const throng_tree_row *row)
{
    switch (c->content) {
    case OPERATION:
    case WHO:
        return 1;
    case TIME:
    case TIME_INTERVAL:
        return row->time.middle > 0.0;
    case BASELINE:
    case RATIO:
    case RATIO_INTERVAL:
        return *row->baseline != '\0';
    case NUMBER:
        return throng_tree_number(row->tree, c->member) > 0.0;
    case LIST:
        return list_length(throng_tree_member(row->tree, c->member)) > 0;
    case TEXT:
        return *throng_tree_text(row->tree, c->member) != '\0';
    case RULE_REGRET:
        return *row->rule != '\0';
    case REGRET:
        break;
    }
    return *row->choice != '\0';
}

static void write_content(const throng_page *page, const column *c, const throng_tree_row *row)
{
    char text[160];
    switch (c->content) {
    case OPERATION:
        throng_page_text(page, row->operation);
        break;
    case WHO:
        throng_page_text(page, throng_tree_who(text, sizeof text, row));
        break;
    case TIME:
        number(page, row->time.middle, c->label);
        break;
    case TIME_INTERVAL:
        interval(page, row->time, c->label);
        break;
    case BASELINE:
        throng_page_text(page, row->baseline);
        break;
    case RATIO:
        if (*row->baseline && row->ratio.middle <= 0.0)
            throng_page_markup(page, "too noisy");
        number(page, row->ratio.middle, c->label);
        break;
    case RATIO_INTERVAL:
        interval(page, row->ratio, c->label);
        break;
    case NUMBER:
        number(page, throng_tree_number(row->tree, c->member), c->label);
        break;
    case LIST:
        list(page, throng_tree_member(row->tree, c->member), c->label);
        break;
    case TEXT:
        throng_page_text(page, throng_tree_text(row->tree, c->member));
        break;
    case REGRET:
        if (*row->choice)
            throng_page_text(page, row->regret < 0.0 ? "too noisy" : c->label(text, row->regret));
        break;
    case RULE_REGRET:
        if (*row->rule)
            throng_page_text(page, row->rule_regret < 0.0 ? "too noisy" : c->label(text, row->rule_regret));
        break;
    }
}

/* ---------------------------------------------------------------- the table --------------------------- */

static void write_titles(const throng_page *page, const column *const *shown, int32_t count)
{
    throng_page_markup(page,
                       "<div class=\"wide\"><table class=\"n all\"><thead><tr><th scope=\"col\">scene</th>");
    for (int32_t i = 0; i < count; i++) {
        (void)fprintf(page->file, "<th scope=\"col\" class=\"%s\">", shown[i]->class);
        throng_page_text(page, shown[i]->title);
        throng_page_markup(page, "</th>");
    }
    throng_page_markup(page, "</tr></thead><tbody>\n");
}

void throng_page_rows(const throng_page *page)
{
    const column *shown[COLUMNS] = {0};
    int32_t count = 0, whole = 0;
    for (int32_t k = 0; k < COLUMNS; k++)
        for (int32_t i = 0; i < page->count; i++)
            if (is_filled(&columns[k], &page->rows[i])) {
                shown[count++] = &columns[k];
                break;
            }
    for (int32_t i = 0; i < page->count; i++)
        whole += page->rows[i].whole;
    (void)fprintf(page->file, "<details><summary>All numbers of the run, %d rows</summary>",
                  (int)page->count);
    if (whole)
        throng_page_markup(
            page, "<p>Where the file has no interval of a median time, the one that stands here goes from "
                  "the least to the most of all samples.</p>");
    write_titles(page, shown, count);
    for (int32_t i = 0; i < page->count; i++) {
        throng_page_markup(page, "<tr>");
        throng_page_element(page, "th scope=\"row\"", page->rows[i].scene);
        for (int32_t k = 0; k < count; k++) {
            (void)fprintf(page->file, "<td class=\"%s\">", shown[k]->class);
            write_content(page, shown[k], &page->rows[i]);
            throng_page_markup(page, "</td>");
        }
        throng_page_markup(page, "</tr>\n");
    }
    throng_page_markup(page, "</tbody></table></div></details>");
}
