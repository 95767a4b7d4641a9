/* throng path --method potential: paths along a potential field, many at once. */
#include "tools/throng/path/path.h"

#include <stdlib.h>
#include <string.h>

#define POINTS_KEPT (64 << 20) /* by the tracer; where there may be more, starts go in batches */
#define POINTS_READ (1 << 20)  /* by one call */
#define STARTS_MOST (1 << 24)  /* of a tracer */

typedef struct tracing {
    throng_path_job *work;
    throng_potential *field;
    throng_flow *flow; /* by which paths escape, or NULL */
    throng_trace *trace;
    throng_trace_result *results; /* of all starts */
    throng_trace_point *points;   /* POINTS_READ */
    size_t room;                  /* points that the ways have room for */
    int32_t batch, batches;       /* starts of a batch; how many there are */
    double compute, with_copy, kernel;
} tracing;

/* ---------------------------------------------------------------- the field -------------------------- */

static int make_field(tracing *t)
{
    const throng_path_job *work = t->work;
    const throng_path_options *in = &work->options;
    throng_potential_def def = throng_potential_default_def();
    throng_potential_info about;
    def.source_capacity = work->scene.source_count;
    def.goal_capacity = work->scene.goal_count;
    def.point_capacity = 0;
    def.damage = 1;
    def.measure = work->measure;
    def.interaction = work->joined;
    def.terrain = work->terrain;
    def.terrain_mode = in->terrain;
    def.cell_size = in->cell;
    def.terrain_eta = in->terrain_eta;
    def.terrain_range = in->terrain_range;
    throng_status status = throng_potential_create(work->context, &def, &t->field);
    status = status == THRONG_OK ? throng_path_fill(&work->scene, t->field) : status;
    status = status == THRONG_OK ? throng_potential_get_info(t->field, &about) : status;
    t->work->backend = status == THRONG_OK ? about.backend : THRONG_BACKEND_CPU;
    return throng_app_check(work->context, status, "field");
}

/* ---------------------------------------------------------------- the flow --------------------------- */

typedef struct used_goal {
    throng_cell cell;
    int32_t goal;
} used_goal;

static int by_cell(const void *left, const void *right)
{
    const used_goal *a = left;
    const used_goal *b = right;
    if (a->cell.row != b->cell.row) {
        return a->cell.row < b->cell.row ? -1 : 1;
    }
    return (a->cell.column > b->cell.column) - (a->cell.column < b->cell.column);
}

/* Numbers the cells of goals that starts have: fields holds a cell's number for each of these goals, used a
 * goal for each cell. Returns how many cells there are. */
static int32_t number_cells(const throng_path_scene *scene, used_goal *used, int32_t *fields)
{
    int32_t count = 0;
    int32_t cells = 0;
    for (int32_t i = 0; i < scene->start_count; ++i) {
        fields[scene->starts[i].at.goal] = 1;
    }
    for (int32_t i = 0; i < scene->goal_count; ++i) {
        if (fields[i]) {
            used[count++] = (used_goal){scene->goals[i].cell, i};
        }
    }
    qsort(used, (size_t)count, sizeof *used, by_cell);
    for (int32_t i = 0; i < count; ++i) {
        if (i == 0 || by_cell(&used[cells - 1], &used[i]) != 0) {
            used[cells++] = used[i];
        }
        fields[used[i].goal] = cells - 1;
    }
    return cells;
}

static throng_status fill_flow(tracing *t, used_goal *used, int32_t *fields)
{
    throng_path_job *work = t->work;
    throng_path_scene *scene = &work->scene;
    throng_flow_def def = throng_flow_default_def();
    const int32_t cells = number_cells(scene, used, fields);
    def.terrain = work->terrain;
    def.fields = cells > 0 ? cells : 1;
    def.cell_size = work->options.cell;
    def.backend = work->backend;
    throng_status status = throng_flow_create(work->context, &def, &t->flow);
    for (int32_t i = 0; i < cells && status == THRONG_OK; ++i) {
        status = throng_flow_set_goals(t->flow, i, 1, &used[i].cell, 0);
    }
    for (int32_t i = 0; i < scene->start_count; ++i) {
        scene->starts[i].at.flow_field = fields[scene->starts[i].at.goal];
    }
    return status;
}

static int make_flow(tracing *t)
{
    const size_t count = (size_t)t->work->scene.goal_count;
    used_goal *used = calloc(count + 1, sizeof *used);
    int32_t *fields = calloc(count + 1, sizeof *fields);
    int code = used != NULL && fields != NULL
                   ? throng_app_check(t->work->context, fill_flow(t, used, fields), "flow")
                   : throng_app_reject_memory("flow");
    free(used);
    free(fields);
    return code;
}

/* ---------------------------------------------------------------- the tracer ------------------------- */

static int make_tracer(tracing *t)
{
    throng_path_job *work = t->work;
    const int32_t starts = work->scene.start_count;
    const int32_t kept = POINTS_KEPT / (work->options.max_steps + 1);
    const int32_t most = kept < STARTS_MOST ? kept : STARTS_MOST;
    throng_trace_def def = throng_trace_default_def();
    t->batch = starts < most ? starts : most;
    def.field = t->field;
    def.flow = t->flow;
    def.max_steps = work->options.max_steps;
    def.escape = work->options.escape;
    def.hill_range = work->options.hill_range;
    def.start_capacity = t->batch;
    throng_status status = throng_trace_create(work->context, &def, &t->trace);
    while (status == THRONG_ERROR_OUT_OF_MEMORY && t->batch > 1) {
        t->batch /= 2;
        def.start_capacity = t->batch;
        status = throng_trace_create(work->context, &def, &t->trace);
    }
    t->batches = t->batch > 0 ? (starts - 1) / t->batch + 1 : 1;
    t->results = calloc((size_t)starts + 1, sizeof *t->results);
    t->points = malloc(POINTS_READ * sizeof *t->points);
    work->ways.points = malloc(2 * sizeof *work->ways.points);
    t->room = 1;
    if (t->results == NULL || t->points == NULL || work->ways.points == NULL) {
        return throng_app_reject_memory("paths");
    }
    return throng_app_check(work->context, status, "paths");
}

/* What else could be wrong with a start was looked at when it was read. */
static int reject_start(const throng_path_job *work, int32_t index)
{
    const throng_path_start *start = &work->scene.starts[index];
    return throng_app_reject(THRONG_APP_USAGE, work->scene.starts_name,
                             "line %d, column \"speed\": %g is too small beside the coordinates of the start "
                             "and its goal; give at least 2^-18 of the largest",
                             (int)start->line, (double)start->at.speed);
}

/* How the paths of a batch ended, and room for their points. */
static int list_ways(tracing *t, int32_t first, int32_t count)
{
    throng_path_ways *ways = &t->work->ways;
    for (int32_t i = first; i < first + count; ++i) {
        const throng_trace_result *result = &t->results[i];
        if (result->status == THRONG_TRACE_INVALID) {
            return reject_start(t->work, i);
        }
        ways->list[i] = (throng_path_way){.status = result->status,
                                          .first = ways->point_count,
                                          .count = result->steps + 1,
                                          .length = (double)result->length,
                                          .damage = (double)result->damage};
        ways->point_count += (size_t)result->steps + 1;
    }
    if (ways->point_count > t->room) {
        const size_t room = ways->point_count > 2 * t->room ? ways->point_count : 2 * t->room;
        float *points = realloc(ways->points, 2 * room * sizeof *points);
        if (points == NULL) {
            return throng_app_reject_memory("paths");
        }
        ways->points = points;
        t->room = room;
    }
    return THRONG_APP_OK;
}

/* Copies the points of paths from `index` of a batch on, of as many as one call has room for; the ways
 * are listed. Returns how many paths. */
static int32_t read_some(tracing *t, int32_t first, int32_t index, int32_t count, throng_status *status)
{
    const throng_path_ways *ways = &t->work->ways;
    const throng_path_way *way = &ways->list[first + index];
    int32_t longest = way->count;
    int32_t some = 1;
    for (; index + some < count; ++some) {
        const int32_t longer = way[some].count > longest ? way[some].count : longest;
        if ((int64_t)longer * (some + 1) > POINTS_READ) {
            break;
        }
        longest = longer;
    }
    float *to = ways->points + 2 * way->first;
    if (some == 1) {
        *status = throng_trace_read_points(t->trace, index, 1, 0, longest, (void *)to, 0);
        return 1;
    }
    *status = throng_trace_read_points(t->trace, index, some, 0, longest, t->points, 0);
    for (int32_t i = 0; i < some; ++i) {
        memcpy(ways->points + 2 * way[i].first, t->points + (size_t)i * (size_t)longest,
               (size_t)way[i].count * sizeof *t->points);
    }
    return some;
}

static int trace_batch(tracing *t, int32_t first, int32_t count)
{
    const throng_path_start *starts = t->work->scene.starts;
    throng_trace_info about = {0};
    double begin = throng_app_seconds();
    throng_status status = throng_trace_truncate_starts(t->trace, 0);
    if (status == THRONG_OK) {
        status = throng_trace_set_starts(t->trace, 0, count, &starts[first].at, sizeof *starts);
    }
    double copied = throng_app_seconds();
    status = status == THRONG_OK ? throng_trace_update(t->trace) : status;
    status = status == THRONG_OK ? throng_context_wait(t->work->context) : status;
    double updated = throng_app_seconds();
    status = status == THRONG_OK ? throng_trace_read(t->trace, 0, count, t->results + first, 0) : status;
    int code = throng_app_check(t->work->context, status, "paths");
    code = code == THRONG_APP_OK ? list_ways(t, first, count) : code;
    for (int32_t i = 0; i < count && code == THRONG_APP_OK;) {
        i += read_some(t, first, i, count, &status);
        code = throng_app_check(t->work->context, status, "paths");
    }
    double end = throng_app_seconds();
    if (code == THRONG_APP_OK) {
        code = throng_app_check(t->work->context, throng_trace_get_info(t->trace, &about), "paths");
    }
    t->compute += updated - copied;
    t->with_copy += end - begin;
    t->kernel += about.kernel_seconds;
    return code;
}

static int trace_all(tracing *t)
{
    throng_app_report *report = &t->work->report;
    const int32_t repeat = t->work->options.common.repeat;
    const int32_t starts = t->work->scene.start_count;
    int code = THRONG_APP_OK;
    t->work->ways.count = starts;
    for (int32_t run = -1; run < repeat && code == THRONG_APP_OK; ++run) { /* the first one is not timed */
        t->work->ways.point_count = 0;
        t->compute = t->with_copy = t->kernel = 0.0;
        for (int32_t i = 0; i < t->batches && code == THRONG_APP_OK; ++i) {
            const int32_t first = i * t->batch;
            if (t->batches > 1) {
                throng_app_progress("path: batch", i, t->batches);
            } else {
                throng_app_progress("path: run", run, repeat);
            }
            code = trace_batch(t, first, starts - first < t->batch ? starts - first : t->batch);
        }
        const int32_t at = run < 0 ? 0 : run;
        report->compute.seconds[at] = report->resident.seconds[at] = t->compute;
        report->with_copy.seconds[at] = t->with_copy;
        report->kernel.seconds[at] = t->kernel;
    }
    throng_app_progress("", 1, 1);
    report->compute.count = repeat;
    report->kernel.count = report->resident.count = report->with_copy.count =
        t->work->backend == THRONG_BACKEND_OPENCL ? repeat : 0;
    return code;
}

int throng_path_trace(throng_path_job *work)
{
    tracing t = {.work = work};
    int code = make_field(&t);
    if (code == THRONG_APP_OK && work->options.escape == THRONG_ESCAPE_FLOW) {
        code = make_flow(&t);
    }
    code = code == THRONG_APP_OK ? make_tracer(&t) : code;
    code = code == THRONG_APP_OK ? trace_all(&t) : code;
    throng_trace_destroy(t.trace);
    (void)throng_flow_destroy(t.flow);
    (void)throng_potential_destroy(t.field);
    free(t.results);
    free(t.points);
    return code;
}
