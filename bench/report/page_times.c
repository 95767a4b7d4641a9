/* Time over size. Rows are of one family where their scenes' names differ in numbers alone and the operation
 * is one; of its sizes the one is taken along which most rows can be joined, and points are joined only
 * where everything else is equal. */
#include "bench/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 8, NAME = 96, LINES = 16, POINTS = 64 };

typedef struct sample {
    const throng_tree_row *row;
    char family[NAME];
    double sizes[SIZES];
    int32_t drawn;
} sample;

/* Rows of one family, and the names of their sizes. */
typedef struct family {
    sample *samples[THRONG_PAGE_MOST];
    int32_t count;
    const char *names[SIZES];
    int32_t same_as[SIZES]; /* the first size that it goes along with; its own index: none */
    int32_t name_count, across;
} family;

/* ---------------------------------------------------------------- families ---------------------------- */

static int is_timed(const throng_tree_row *row)
{
    return !*row->choice && row->time.middle > 0.0 && *row->scene && cJSON_IsObject(row->sizes);
}

/* "crowd-10k-dense" is of "crowd-dense". */
static void find_family(char name[NAME], const char *scene)
{
    size_t used = 0;
    while (*scene) {
        const size_t length = strcspn(scene, "-");
        if (strcspn(scene, "0123456789") >= length && used + length + 2 < NAME) {
            if (used)
                name[used++] = '-';
            memcpy(name + used, scene, length);
            used += length;
        }
        scene += length + (scene[length] == '-');
    }
    name[used] = '\0';
}

static int near(double a, double b) { return fabs(a - b) <= 0.01 * fmax(a, b); }

static int varies(const family *f, int32_t name)
{
    for (int32_t i = 1; i < f->count; i++)
        if (!near(f->samples[i]->sizes[name], f->samples[0]->sizes[name]))
            return 1;
    return 0;
}

/* Width and height of square maps, for instance. */
static int go_along(const family *f, int32_t a, int32_t b)
{
    const double *first = f->samples[0]->sizes;
    for (int32_t i = 0; i < f->count; i++) {
        const double *sizes = f->samples[i]->sizes;
        if (sizes[a] <= 0.0 || sizes[b] <= 0.0 || !near(sizes[a] / first[a], sizes[b] / first[b]))
            return 0;
    }
    return 1;
}

static void name_sizes(family *f)
{
    const cJSON *item = NULL;
    for (int32_t i = 0; i < f->count; i++)
        for (item = throng_tree_child(f->samples[i]->row->sizes); item; item = item->next) {
            int32_t k = 0;
            while (item->string && k < f->name_count && strcmp(f->names[k], item->string) != 0)
                k++;
            if (item->string && k == f->name_count && k < SIZES)
                f->names[f->name_count++] = item->string;
        }
    for (int32_t i = 0; i < f->count; i++)
        for (int32_t k = 0; k < f->name_count; k++)
            f->samples[i]->sizes[k] = throng_tree_number(f->samples[i]->row->sizes, f->names[k]);
    for (int32_t k = 0; k < f->name_count; k++) {
        f->same_as[k] = k;
        for (int32_t j = k - 1; j >= 0; j--)
            if (varies(f, j) && f->same_as[j] == j && go_along(f, j, k))
                f->same_as[k] = j;
    }
}

static int same_variant(const throng_tree_row *a, const throng_tree_row *b)
{
    return strcmp(a->backend, b->backend) == 0 && strcmp(a->isa, b->isa) == 0 && a->threads == b->threads &&
           strcmp(a->device, b->device) == 0;
}

/* 1 where nothing but the size across, and what goes along with it, tells them apart. */
static int same_panel(const family *f, const sample *a, const sample *b, int32_t across)
{
    for (int32_t k = 0; k < f->name_count; k++)
        if (f->same_as[k] != across && !near(a->sizes[k], b->sizes[k]))
            return 0;
    return 1;
}

static int joined(const family *f, const sample *a, const sample *b, int32_t across)
{
    return same_variant(a->row, b->row) && same_panel(f, a, b, across) &&
           !near(a->sizes[across], b->sizes[across]);
}

/* How many rows have another one to be joined with. */
static int32_t rows_along(const family *f, int32_t across)
{
    int32_t found = 0;
    for (int32_t i = 0; i < f->count; i++)
        for (int32_t k = 0; k < f->count; k++)
            if (f->samples[i]->sizes[across] > 0.0 && f->samples[k]->sizes[across] > 0.0 &&
                joined(f, f->samples[i], f->samples[k], across)) {
                found++;
                break;
            }
    return found;
}

/* 0 where there is nothing to join. */
static int choose_across(family *f)
{
    int32_t most = 0;
    name_sizes(f);
    for (int32_t k = 0; k < f->name_count; k++) {
        const int32_t rows = f->same_as[k] == k ? rows_along(f, k) : 0;
        if (rows > most) {
            most = rows;
            f->across = k;
        }
    }
    return most > 0;
}

/* ---------------------------------------------------------------- panels ------------------------------ */

typedef struct panel {
    throng_chart_point points[LINES][POINTS];
    throng_chart_line lines[LINES];
    char names[LINES][64];
    const throng_tree_row *rows[LINES];
    int32_t count;
} panel;

static int compare_points(const void *a, const void *b)
{
    const double x = ((const throng_chart_point *)a)->x, y = ((const throng_chart_point *)b)->x;
    return (x > y) - (x < y);
}

/* One point for a size: a contender that stood against several baselines was timed several times. */
static void add_point(panel *p, const sample *s, double x)
{
    int32_t i = 0;
    while (i < p->count && !same_variant(p->rows[i], s->row))
        i++;
    if (i == LINES || x <= 0.0)
        return;
    throng_chart_line *line = &p->lines[i];
    if (i == p->count) {
        p->count++;
        p->rows[i] = s->row;
        *line = (throng_chart_line){.name = throng_tree_who(p->names[i], sizeof p->names[i], s->row),
                                    .look = throng_page_look(s->row),
                                    .points = p->points[i]};
    }
    for (int32_t k = 0; k < line->count; k++)
        if (near(p->points[i][k].x, x))
            return;
    if (line->count == POINTS)
        return;
    throng_chart_point *point = &p->points[i][line->count++];
    point->x = x;
    point->y = s->row->time;
    if (s->row->whole) /* from the least to the most of the samples, which is no interval of the median */
        point->y.low = 0.0;
}

/* Lines of one point are in the table of all rows. */
static int32_t keep_lines(panel *p)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < p->count; i++) {
        if (p->lines[i].count < 2)
            continue;
        qsort(p->points[i], (size_t)p->lines[i].count, sizeof p->points[i][0], compare_points);
        p->lines[kept] = p->lines[i];
        p->rows[kept++] = p->rows[i];
    }
    p->count = kept;
    return kept;
}

/* "width and height 512, objects 1,000": all but the size across. */
static void write_sizes(const throng_page *page, const family *f, const sample *s)
{
    char text[THRONG_TREE_TEXT];
    int32_t written = 0;
    for (int32_t k = 0; k < f->name_count; k++) {
        const int32_t leader = f->same_as[k];
        if (leader == f->across || s->sizes[k] <= 0.0 || (leader != k && near(s->sizes[k], s->sizes[leader])))
            continue;
        throng_page_markup(page, written++ ? ", " : "");
        throng_page_text(page, f->names[k]);
        for (int32_t j = k + 1; j < f->name_count; j++)
            if (f->same_as[j] == k && near(s->sizes[j], s->sizes[k])) {
                throng_page_markup(page, " and ");
                throng_page_text(page, f->names[j]);
            }
        throng_page_markup(page, "&#160;");
        throng_page_text(page, throng_tree_count(text, s->sizes[k]));
    }
}

/* "width and height", or "worlds, objects in proportion". */
static void name_across(const family *f, const sample *s, char *text, size_t room)
{
    size_t used = (size_t)snprintf(text, room, "%.40s", f->names[f->across]);
    for (int32_t k = f->across + 1; k < f->name_count; k++)
        if (f->same_as[k] == f->across && used < room)
            used += (size_t)snprintf(
                text + used, room - used,
                near(s->sizes[k], s->sizes[f->across]) ? " and %.40s" : ", %.40s in proportion", f->names[k]);
}

static void draw(const throng_page *page, const family *f, const panel *p, const sample *s)
{
    char title[2 * NAME] = "", across[2 * NAME] = "";
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {0.0, 0.0};
    for (int32_t i = 0; i < p->count; i++)
        for (int32_t k = 0; k < p->lines[i].count; k++) {
            const throng_chart_point *at = &p->lines[i].points[k];
            low[0] = fmin(low[0], at->x);
            high[0] = fmax(high[0], at->x);
            low[1] = fmin(low[1], at->y.low > 0.0 ? at->y.low : at->y.middle);
            high[1] = fmax(high[1], at->y.low > 0.0 ? at->y.high : at->y.middle);
        }
    name_across(f, s, across, sizeof across);
    const throng_chart_axis x = throng_chart_logarithmic(low[0], high[0], throng_tree_short);
    const throng_chart_axis y = throng_chart_logarithmic(low[1], high[1], throng_tree_seconds);
    throng_page_markup(page, "<figure>");
    throng_page_markup(page, "<h4>");
    throng_page_text(page, s->family);
    throng_page_markup(page, ": ");
    throng_page_text(page, s->row->operation);
    throng_page_markup(page, "</h4><small>");
    write_sizes(page, f, s);
    throng_page_markup(page, "</small>");
    (void)snprintf(title, sizeof title, "Time of %.80s over %.80s", s->family, across);
    throng_chart_plot(page->file, &x, &y, across, title, p->lines, p->count);
    throng_page_markup(page, "</figure>\n");
}

/* Draws all panels of a family where `page` is given; else says whether there is one. */
static int32_t draw_family(const throng_page *page, family *f, const throng_tree_row **seen,
                           int32_t *seen_count)
{
    int32_t drawn = 0;
    if (!choose_across(f))
        return 0;
    panel *p = calloc(1, sizeof *p);
    for (int32_t i = 0; i < f->count && p; i++) {
        sample *first = f->samples[i];
        if (first->drawn)
            continue;
        p->count = 0;
        for (int32_t k = i; k < f->count; k++)
            if (same_panel(f, first, f->samples[k], f->across)) {
                f->samples[k]->drawn = 1;
                add_point(p, f->samples[k], f->samples[k]->sizes[f->across]);
            }
        if (keep_lines(p) == 0)
            continue;
        drawn++;
        for (int32_t k = 0; k < p->count && *seen_count < THRONG_PAGE_MOST; k++)
            seen[(*seen_count)++] = p->rows[k];
        if (page)
            draw(page, f, p, first);
    }
    free(p);
    return drawn;
}

/* ---------------------------------------------------------------- the section ------------------------- */

typedef struct workspace {
    sample samples[THRONG_PAGE_MOST];
    const throng_tree_row *seen[THRONG_PAGE_MOST];
    family family;
    int32_t seen_count;
} workspace;

/* Goes through the families of these rows; the first pass only counts, so that no empty chart has a title. */
static int32_t go_through(const throng_page *page, workspace *w, const throng_tree_row *const *rows,
                          int32_t count)
{
    int32_t drawn = 0;
    w->seen_count = 0;
    for (int32_t i = 0; i < count; i++) {
        w->samples[i] = (sample){.row = rows[i]};
        find_family(w->samples[i].family, rows[i]->scene);
    }
    for (int32_t i = 0; i < count; i++) {
        sample *first = &w->samples[i];
        if (first->drawn)
            continue;
        w->family = (family){.count = 0};
        for (int32_t k = i; k < count; k++)
            if (strcmp(first->family, w->samples[k].family) == 0 &&
                strcmp(first->row->operation, w->samples[k].row->operation) == 0)
                w->family.samples[w->family.count++] = &w->samples[k];
        drawn += draw_family(page, &w->family, w->seen, &w->seen_count);
        for (int32_t k = 0; k < w->family.count; k++)
            w->family.samples[k]->drawn = 1;
    }
    return drawn;
}

static int32_t write_workload(const throng_page *page, const char *workload, int32_t only_count)
{
    int32_t count = 0, left = 0, drawn = 0;
    const throng_tree_row **rows = throng_page_pick(page, workload, is_timed, &count, &left);
    workspace *w = count > 0 ? calloc(1, sizeof *w) : NULL;
    if (w)
        drawn = go_through(NULL, w, rows, count);
    if (drawn > 0 && !only_count) {
        throng_page_element(page, "h3", *workload ? workload : "no workload");
        throng_page_legend_of(page, w->seen, w->seen_count, 1);
        throng_page_markup(page, "<div class=\"panels\">");
        (void)go_through(page, w, rows, count);
        throng_page_markup(page, "</div>");
        throng_page_left(page, left);
    }
    free(w);
    free(rows);
    return drawn;
}

int throng_page_has_times(const throng_page *page)
{
    for (int32_t i = 0; i < page->workload_count; i++)
        if (write_workload(page, page->workloads[i], 1) > 0)
            return 1;
    return 0;
}

void throng_page_times(const throng_page *page)
{
    throng_page_markup(
        page, "<p>Median times of a frame; both axes are logarithmic, so that a power of the size is a "
              "straight line. Points are joined where nothing but the size across differs. Dashed lines "
              "with hollow marks are of several threads.</p>");
    for (int32_t i = 0; i < page->workload_count; i++)
        (void)write_workload(page, page->workloads[i], 0);
}
