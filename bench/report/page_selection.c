/* The automatic choice of a backend: for each operation a grid over two sizes, coloured by what was chosen.
 * Further sizes give further grids. */
#include "bench/report/page.h"

#include <stdlib.h>
#include <string.h>

enum { SIZES = 8, STOPS = 16 };

typedef struct grid {
    const throng_tree_row **rows;
    int32_t count;
    const char *names[SIZES];
    double stops[SIZES][STOPS]; /* in order */
    int32_t stop_counts[SIZES];
    int32_t name_count;
    int32_t across, down; /* which sizes; down -1: there is but one */
} grid;

static int is_choice(const throng_tree_row *row) { return *row->choice != '\0'; }

int throng_page_has_choice(const throng_page *page) { return throng_page_any(page, is_choice); }

static double size_of(const throng_tree_row *row, const char *name)
{
    return throng_tree_number(row->sizes, name);
}

/* Keeps the stops of a size in order. */
static void add_stop(grid *g, int32_t name, double value)
{
    double *stops = g->stops[name];
    int32_t place = 0;
    while (place < g->stop_counts[name] && stops[place] < value)
        place++;
    if ((place < g->stop_counts[name] && stops[place] <= value) || g->stop_counts[name] == STOPS)
        return;
    memmove(stops + place + 1, stops + place, (size_t)(g->stop_counts[name] - place) * sizeof *stops);
    stops[place] = value;
    g->stop_counts[name]++;
}

static void find_stops(grid *g)
{
    const cJSON *item = NULL;
    if (cJSON_IsObject(g->rows[0]->sizes))
        for (item = throng_tree_child(g->rows[0]->sizes); item; item = item->next) {
            if (item->string && g->name_count < SIZES)
                g->names[g->name_count++] = item->string;
        }
    for (int32_t k = 0; k < g->name_count; k++)
        for (int32_t i = 0; i < g->count; i++)
            add_stop(g, k, size_of(g->rows[i], g->names[k]));
    g->across = g->down = -1;
    for (int32_t k = 0; k < g->name_count; k++)
        if (g->across < 0 || g->stop_counts[k] > g->stop_counts[g->across])
            g->across = k;
    for (int32_t k = 0; k < g->name_count; k++)
        if (k != g->across && (g->down < 0 || g->stop_counts[k] > g->stop_counts[g->down]))
            g->down = k;
}

static int in_cell(const grid *g, const throng_tree_row *row, const throng_tree_row *facet, double x,
                   double y)
{
    for (int32_t k = 0; k < g->name_count; k++) {
        const double wanted = k == g->across ? x : k == g->down ? y : size_of(facet, g->names[k]);
        if (size_of(row, g->names[k]) != wanted)
            return 0;
    }
    return 1;
}

static const throng_tree_row *find_cell(const grid *g, const throng_tree_row *facet, double x, double y)
{
    for (int32_t i = 0; i < g->count; i++)
        if (in_cell(g, g->rows[i], facet, x, y))
            return g->rows[i];
    return NULL;
}

/* 1 where no row before is of the same grid. */
static int is_new_facet(const grid *g, int32_t index)
{
    for (int32_t i = 0; i < index; i++) {
        int32_t same = 1;
        for (int32_t k = 0; k < g->name_count; k++)
            if (k != g->across && k != g->down &&
                size_of(g->rows[i], g->names[k]) != size_of(g->rows[index], g->names[k]))
                same = 0;
        if (same)
            return 0;
    }
    return 1;
}

static int32_t color_of(const char *backend)
{
    return strcmp(backend, "cpu") == 0 ? 0 : strcmp(backend, "opencl") == 0 ? 1 : 3;
}

/* How many times as fast the chosen backend is as the other; the ratio is the CPU's time over the
 * device's. 0: unknown. */
static double gain(const throng_tree_row *row)
{
    if (row->ratio.middle <= 0.0 || strcmp(row->backend, "opencl") != 0)
        return 0.0;
    return strcmp(row->choice, "opencl") == 0 ? row->ratio.middle : 1.0 / row->ratio.middle;
}

static void write_outcome(const throng_page *page, const throng_tree_row *row)
{
    char text[THRONG_TREE_TEXT];
    const double times = gain(row);
    if (row->regret < 0.0)
        throng_page_markup(page, "too noisy");
    else if (row->regret > 0.0)
        (void)fprintf(page->file, "loses %s", throng_tree_percent(text, row->regret));
    else if (times > 0.0)
        (void)fprintf(page->file, "%s ×", throng_tree_ratio(text, times));
    else
        throng_page_markup(page, "loses nothing");
}

/* What the rule takes where that is the other backend, and what that loses. */
static void write_rule(const throng_page *page, const throng_tree_row *row)
{
    char text[THRONG_TREE_TEXT];
    if (!*row->rule || strcmp(row->rule, row->choice) == 0)
        return;
    throng_page_markup(page, "; rule: ");
    throng_page_text(page, row->rule);
    if (row->rule_regret > 0.0)
        (void)fprintf(page->file, ", loses %s", throng_tree_percent(text, row->rule_regret));
}

/* What was chosen, and what that gains or loses. */
static void write_cell(const throng_page *page, const throng_tree_row *row)
{
    char cpu[THRONG_TREE_TEXT], opencl[THRONG_TREE_TEXT];
    if (!row) {
        throng_page_markup(page, "<td class=\"none\"></td>");
        return;
    }
    const cJSON *expected = throng_tree_member(row->tree, "expected");
    const double seconds[] = {throng_tree_number(expected, "cpu"), throng_tree_number(expected, "opencl")};
    (void)fprintf(page->file, "<td class=\"c%d%s\"", (int)color_of(row->choice),
                  row->regret < 0.0    ? " noisy"
                  : row->regret < 0.01 ? ""
                                       : " lost");
    if (seconds[0] > 0.0 && seconds[1] > 0.0)
        (void)fprintf(page->file, " title=\"expected: cpu %s, opencl %s\"",
                      throng_tree_seconds(cpu, seconds[0]), throng_tree_seconds(opencl, seconds[1]));
    throng_page_markup(page, ">");
    throng_page_element(page, "b", row->choice);
    throng_page_markup(page, "<small>");
    write_outcome(page, row);
    write_rule(page, row);
    throng_page_markup(page, "</small></td>");
}

static void write_facet(const throng_page *page, const grid *g, const throng_tree_row *facet)
{
    char text[THRONG_TREE_TEXT];
    const int32_t lines = g->down < 0 ? 1 : g->stop_counts[g->down];
    throng_page_markup(page, "<figure><h4>");
    throng_page_text(page, facet->operation);
    for (int32_t k = 0; k < g->name_count; k++)
        if (k != g->across && k != g->down) {
            throng_page_markup(page, ", ");
            throng_page_text(page, g->names[k]);
            (void)fprintf(page->file, " %s", throng_tree_count(text, size_of(facet, g->names[k])));
        }
    throng_page_markup(page,
                       "</h4><div class=\"wide\"><table class=\"choice\"><thead><tr><th scope=\"col\">");
    throng_page_text(page, g->down < 0 ? "" : g->names[g->down]);
    throng_page_markup(page, g->down < 0 ? "" : " ↓ ");
    throng_page_text(page, g->across < 0 ? "" : g->names[g->across]);
    throng_page_markup(page, g->across < 0 ? "</th>" : " →</th>");
    for (int32_t i = 0; g->across >= 0 && i < g->stop_counts[g->across]; i++)
        throng_page_element(page, "th scope=\"col\"", throng_tree_count(text, g->stops[g->across][i]));
    throng_page_markup(page, "</tr></thead><tbody>");
    for (int32_t i = 0; i < lines; i++) {
        const double y = g->down < 0 ? 0.0 : g->stops[g->down][i];
        throng_page_markup(page, "<tr>");
        throng_page_element(page, "th scope=\"row\"", g->down < 0 ? "" : throng_tree_count(text, y));
        for (int32_t k = 0; k < (g->across < 0 ? 1 : g->stop_counts[g->across]); k++)
            write_cell(page, find_cell(g, facet, g->across < 0 ? 0.0 : g->stops[g->across][k], y));
        throng_page_markup(page, "</tr>");
    }
    throng_page_markup(page, "</tbody></table></div></figure>\n");
}

/* "WHO loses 1 %, 20 % at worst"; 0 where the file does not say it. */
static int32_t write_loss(const throng_page *page, const char *member, const char *who)
{
    char text[THRONG_TREE_TEXT];
    const cJSON *regret = throng_tree_member(page->root, member);
    if (throng_tree_number(regret, "scenes") <= 0.0)
        return 0;
    throng_page_markup(page, who);
    (void)fprintf(page->file, " loses %s, ", throng_tree_percent(text, throng_tree_number(regret, "mean")));
    (void)fprintf(page->file, "%s at worst", throng_tree_percent(text, throng_tree_number(regret, "worst")));
    return 1;
}

static void write_regret(const throng_page *page)
{
    char text[THRONG_TREE_TEXT];
    const cJSON *regret = throng_tree_member(page->root, "regret");
    const double scenes = throng_tree_number(regret, "scenes"), unsure = throng_tree_number(regret, "unsure");
    if (scenes <= 0.0)
        return;
    throng_page_markup(page, "<p><b>");
    (void)write_loss(page, "regret", "On the mean the choice");
    (void)fprintf(page->file, "</b>, of %s scenes.", throng_tree_count(text, scenes));
    throng_page_markup(page, " ");
    if (write_loss(page, "rule_regret", "The rule, which chooses where nothing was calibrated,"))
        throng_page_markup(page, ".");
    if (unsure > 0.0)
        (void)fprintf(page->file, " %s more are too noisy to tell.", throng_tree_count(text, unsure));
    throng_page_markup(page, "</p>");
}

/* Rows of one operation, from a list that is worked off. */
static void write_operation(const throng_page *page, const throng_tree_row **rows, int32_t count)
{
    const throng_tree_row **own = calloc((size_t)count, sizeof *own);
    const char *operation = rows[0]->operation;
    int32_t used = 0;
    for (int32_t i = 0; i < count && own; i++)
        if (rows[i] && strcmp(rows[i]->operation, operation) == 0) {
            own[used++] = rows[i];
            rows[i] = NULL;
        }
    if (used > 0) {
        grid g = {.rows = own, .count = used};
        find_stops(&g);
        for (int32_t i = 0; i < used; i++)
            if (is_new_facet(&g, i))
                write_facet(page, &g, own[i]);
    }
    free(own);
}

void throng_page_choice(const throng_page *page)
{
    throng_page_markup(
        page, "<p>Which backend the library takes by itself, over the sizes of a scene, and how many times "
              "as fast it is as the other one, or how much longer it takes. Both were measured in "
              "turns.</p>");
    write_regret(page);
    throng_page_markup(page,
                       "<ul class=\"legend\"><li><span class=\"key c0\"></span>cpu is taken</li><li><span "
                       "class=\"key c1\"></span>opencl is taken</li><li><span class=\"key lost\"></span>the "
                       "other one is faster by 1&#160;% or more</li></ul><div class=\"grids\">");
    for (int32_t w = 0; w < page->workload_count; w++) {
        int32_t count = 0, left = 0;
        const throng_tree_row **rows = throng_page_pick(page, page->workloads[w], is_choice, &count, &left);
        for (int32_t i = 0; i < count; i++)
            if (rows[i])
                write_operation(page, rows + i, count - i);
        throng_page_left(page, left);
        free(rows);
    }
    throng_page_markup(page, "</div>");
}
