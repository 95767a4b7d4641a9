/* throng path --method potential: paths along a potential field, many at once. */
#include "tools/support/memory.h"
#include "tools/throng/path/path.h"

#include <stdlib.h>
#include <string.h>

#define POINTS_KEPT (64 << 20) /* by the tracer; where there may be more, starts go in batches */
#define POINTS_READ (1 << 20)  /* by one call */
#define STARTS_MOST (1 << 24)  /* of a tracer */

typedef struct path_tracer {
    path_job *work;
    throng_potential *field;
    throng_flow *flow; /* by which paths escape, or NULL */
    throng_trace *trace;
    throng_trace_result *results; /* of all starts */
    throng_trace_point *points;   /* POINTS_READ */
    size_t room;                  /* points that the ways have room for */
    int32_t batch, batches;       /* starts of a batch; how many there are */
    run_sample sample;            /* of all batches */
} path_tracer;

/* ---------------------------------------------------------------- the field -------------------------- */

static int make_field(path_tracer *t)
{
    path_job *work = t->work;
    throng_potential_def def = path_potential_def(&work->scene, &work->terrain_options, work->cell);
    throng_potential_info about;
    def.point_capacity = 0;
    def.damage = 1;
    def.measure = work->measure;
    def.interaction = work->joined;
    def.terrain = work->terrain;
    throng_status status = throng_potential_create(work->job.context, &def, &t->field);
    status = status == THRONG_OK ? path_fill(&work->scene, t->field) : status;
    status = status == THRONG_OK ? throng_potential_get_info(t->field, &about) : status;
    work->job.backend = status == THRONG_OK ? about.backend : THRONG_BACKEND_CPU;
    return program_check(work->job.context, status, "field");
}

/* ---------------------------------------------------------------- the flow --------------------------- */

typedef struct used_goal {
    throng_cell cell;
    int32_t goal;
} used_goal;

static int by_cell(const void *left, const void *right)
{
    const used_goal *a = left, *b = right;
    if (a->cell.row != b->cell.row)
        return a->cell.row < b->cell.row ? -1 : 1;
    return (a->cell.column > b->cell.column) - (a->cell.column < b->cell.column);
}

/* Numbers the cells of goals that starts have: fields holds a cell's number for each of these goals, used a
 * goal for each cell. Returns how many cells there are. */
static int32_t number_cells(const path_scene *scene, used_goal *used, int32_t *fields)
{
    int32_t count = 0, cells = 0;
    for (int32_t i = 0; i < scene->start_count; i++)
        fields[scene->starts[i].at.goal] = 1;
    for (int32_t i = 0; i < scene->goal_count; i++)
        if (fields[i])
            used[count++] = (used_goal){scene->goals[i].cell, i};
    qsort(used, (size_t)count, sizeof *used, by_cell);
    for (int32_t i = 0; i < count; i++) {
        if (i == 0 || by_cell(&used[cells - 1], &used[i]) != 0)
            used[cells++] = used[i];
        fields[used[i].goal] = cells - 1;
    }
    return cells;
}

static throng_status fill_flow(path_tracer *t, used_goal *used, int32_t *fields)
{
    path_job *work = t->work;
    path_scene *scene = &work->scene;
    throng_flow_def def = throng_flow_default_def();
    const int32_t cells = number_cells(scene, used, fields);
    def.terrain = work->terrain;
    def.fields = cells > 0 ? cells : 1;
    def.cell_size = work->cell;
    def.backend = work->job.backend;
    throng_status status = throng_flow_create(work->job.context, &def, &t->flow);
    for (int32_t i = 0; i < cells && status == THRONG_OK; i++)
        status = throng_flow_set_goals(t->flow, i, 1, &used[i].cell, 0);
    for (int32_t i = 0; i < scene->start_count; i++)
        scene->starts[i].at.flow_field = fields[scene->starts[i].at.goal];
    return status;
}

static int make_flow(path_tracer *t)
{
    const size_t count = (size_t)t->work->scene.goal_count;
    int code = PROGRAM_OK;
    used_goal *used = allocate(count, sizeof *used, "flow", &code);
    int32_t *fields = allocate(count, sizeof *fields, "flow", &code);
    code = code ? code : program_check(t->work->job.context, fill_flow(t, used, fields), "flow");
    free(used);
    free(fields);
    return code;
}

/* ---------------------------------------------------------------- the tracer ------------------------- */

static int make_tracer(path_tracer *t)
{
    path_job *work = t->work;
    const int32_t starts = work->scene.start_count;
    const int32_t kept = POINTS_KEPT / (work->max_steps + 1);
    const int32_t most = kept < STARTS_MOST ? kept : STARTS_MOST;
    throng_trace_def def = throng_trace_default_def();
    t->batch = starts < most ? starts : most;
    def.field = t->field;
    def.flow = t->flow;
    def.max_steps = work->max_steps;
    def.escape = work->escape;
    def.hill_range = work->hill_range;
    def.start_capacity = t->batch;
    throng_status status = throng_trace_create(work->job.context, &def, &t->trace);
    while (status == THRONG_ERROR_OUT_OF_MEMORY && t->batch > 1) {
        t->batch /= 2;
        def.start_capacity = t->batch;
        status = throng_trace_create(work->job.context, &def, &t->trace);
    }
    t->batches = t->batch > 0 ? (starts - 1) / t->batch + 1 : 1;
    t->room = 1;
    int code = program_check(work->job.context, status, "paths");
    t->results = allocate((size_t)starts, sizeof *t->results, "paths", &code);
    t->points = allocate(POINTS_READ, sizeof *t->points, "paths", &code);
    work->paths.points = allocate(2, sizeof *work->paths.points, "paths", &code);
    return code;
}

/* What else could be wrong with a start was looked at when it was read. */
static int reject_start(const path_job *work, int32_t index)
{
    const path_start *start = &work->scene.starts[index];
    return reject_usage(work->scene.starts_name,
                        "line %d, column \"speed\": %g is too small beside the coordinates of the start "
                        "and its goal; give at least 2^-18 of the largest",
                        (int)start->line, (double)start->at.speed);
}

/* How the paths of a batch ended, and room for their points. */
static int list_paths(path_tracer *t, int32_t first, int32_t count)
{
    path_set *paths = &t->work->paths;
    for (int32_t i = first; i < first + count; i++) {
        const throng_trace_result *result = &t->results[i];
        if (result->status == THRONG_TRACE_INVALID)
            return reject_start(t->work, i);
        paths->list[i] = (path_result){.status = result->status,
                                       .first = paths->point_count,
                                       .count = result->steps + 1,
                                       .length = (double)result->length,
                                       .damage = (double)result->damage};
        paths->point_count += (size_t)result->steps + 1;
    }
    if (paths->point_count > t->room) {
        const size_t room = paths->point_count > 2 * t->room ? paths->point_count : 2 * t->room;
        float *points = realloc(paths->points, 2 * room * sizeof *points);
        if (!points)
            return reject_memory("paths");
        paths->points = points;
        t->room = room;
    }
    return PROGRAM_OK;
}

/* Copies the points of paths from `index` of a batch on, of as many as one call has room for; the ways
 * are listed. Returns how many paths. */
static int32_t read_some(path_tracer *t, int32_t first, int32_t index, int32_t count, throng_status *status)
{
    const path_set *paths = &t->work->paths;
    const path_result *way = &paths->list[first + index];
    int32_t longest = way->count, some = 1;
    for (; index + some < count; some++) {
        const int32_t longer = way[some].count > longest ? way[some].count : longest;
        if ((int64_t)longer * (some + 1) > POINTS_READ)
            break;
        longest = longer;
    }
    float *to = paths->points + 2 * way->first;
    if (some == 1) {
        *status = throng_trace_read_points(t->trace, index, 1, 0, longest, (void *)to, 0);
        return 1;
    }
    *status = throng_trace_read_points(t->trace, index, some, 0, longest, t->points, 0);
    for (int32_t i = 0; i < some; i++)
        memcpy(paths->points + 2 * way[i].first, t->points + (size_t)i * (size_t)longest,
               (size_t)way[i].count * sizeof *t->points);
    return some;
}

static int trace_batch(path_tracer *t, int32_t first, int32_t count)
{
    const path_start *starts = t->work->scene.starts;
    throng_trace_info about = {0};
    const double begin = wall_seconds();
    throng_status status = throng_trace_truncate_starts(t->trace, 0);
    if (status == THRONG_OK)
        status = throng_trace_set_starts(t->trace, 0, count, &starts[first].at, sizeof *starts);
    const double copied = wall_seconds();
    status = status == THRONG_OK ? throng_trace_update(t->trace) : status;
    status = status == THRONG_OK ? throng_context_wait(t->work->job.context) : status;
    const double updated = wall_seconds();
    status = status == THRONG_OK ? throng_trace_read(t->trace, 0, count, t->results + first, 0) : status;
    int code = program_check(t->work->job.context, status, "paths");
    code = code ? code : list_paths(t, first, count);
    for (int32_t i = 0; i < count && !code;) {
        i += read_some(t, first, i, count, &status);
        code = program_check(t->work->job.context, status, "paths");
    }
    const double end = wall_seconds();
    if (!code)
        code = program_check(t->work->job.context, throng_trace_get_info(t->trace, &about), "paths");
    t->sample.compute += updated - copied;
    t->sample.resident += updated - copied;
    t->sample.with_copy += end - begin;
    t->sample.kernel += about.kernel_seconds;
    return code;
}

int path_tracer_create(path_job *work)
{
    int code = PROGRAM_OK;
    path_tracer *t = work->tracer = allocate(1, sizeof *t, "paths", &code);
    if (code)
        return code;
    t->work = work;
    code = make_field(t);
    if (!code && work->escape == THRONG_ESCAPE_FLOW)
        code = make_flow(t);
    return code ? code : make_tracer(t);
}

int path_tracer_run(path_job *work, run_sample *sample)
{
    path_tracer *t = work->tracer;
    const int32_t starts = work->scene.start_count;
    int code = PROGRAM_OK;
    work->paths.point_count = 0;
    t->sample = (run_sample){0};
    for (int32_t i = 0; i < t->batches && !code; i++) {
        const int32_t first = i * t->batch;
        if (t->batches > 1)
            progress_show("path: batch", i, t->batches);
        else
            progress_show("path: run", work->job.run, work->job.common.repeat);
        code = trace_batch(t, first, starts - first < t->batch ? starts - first : t->batch);
    }
    *sample = t->sample;
    return code;
}

void path_tracer_destroy(path_job *work)
{
    path_tracer *t = work->tracer;
    if (!t)
        return;
    throng_trace_destroy(t->trace);
    (void)throng_flow_destroy(t->flow);
    (void)throng_potential_destroy(t->field);
    free(t->results);
    free(t->points);
    free(t);
}
