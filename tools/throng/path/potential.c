/* throng path --method potential: paths along a potential field, many at once. */
#include "tools/support/memory.h"
#include "tools/throng/flow_goals.h"
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
    size_t room;                  /* capacity of the paths' points */
    int32_t batch, batches;       /* starts of a batch; how many there are */
    run_sample sample;            /* of all batches */
} path_tracer;

/* ---------------------------------------------------------------- the field -------------------------- */

static int make_field(path_tracer *t)
{
    path_job *work = t->work;
    throng_potential_def def = path_potential_def(&work->in);
    throng_potential_info about;
    def.point_capacity = 0;
    def.damage = 1;
    throng_status status = throng_potential_create(work->job.context, &def, &t->field);
    status = status == THRONG_OK ? path_fill(&work->in.scene, t->field) : status;
    status = status == THRONG_OK ? throng_potential_get_info(t->field, &about) : status;
    work->job.backend = status == THRONG_OK ? about.backend : THRONG_BACKEND_CPU;
    return program_check(work->job.context, status, "field");
}

/* ---------------------------------------------------------------- the flow --------------------------- */

static void assign(void *data, int32_t owner, int32_t field) { ((int32_t *)data)[owner] = field; }

/* A field for each cell of goals that starts have; fields: of each goal. */
static throng_status fill_flow(path_tracer *t, flow_goal *used, int32_t *fields)
{
    path_job *work = t->work;
    path_scene *scene = &work->in.scene;
    throng_flow_def def = throng_flow_default_def();
    int32_t count = 0;
    for (int32_t i = 0; i < scene->start_count; i++)
        fields[scene->starts[i].at.goal] = 1;
    for (int32_t i = 0; i < scene->goal_count; i++)
        if (fields[i])
            used[count++] = (flow_goal){scene->goals[i].cell, i};
    count = flow_goals_number(used, count, assign, fields);
    def.terrain = work->in.terrain;
    def.cell_size = work->in.cell;
    def.backend = work->job.backend;
    for (int32_t i = 0; i < scene->start_count; i++)
        scene->starts[i].at.flow_field = fields[scene->starts[i].at.goal];
    return flow_goals_create(work->job.context, &def, used, count, &t->flow);
}

static int make_flow(path_tracer *t)
{
    const size_t count = (size_t)t->work->in.scene.goal_count;
    int code = PROGRAM_OK;
    flow_goal *used = allocate(count, sizeof *used, "flow", &code);
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
    const int32_t starts = work->in.scene.start_count;
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

/* Everything else about a start was checked when it was read. */
static int reject_start(const path_job *work, int32_t index)
{
    const path_start *start = &work->in.scene.starts[index];
    return reject_usage(work->in.scene.starts_name,
                        "line %d, column \"speed\": %g is too small beside the coordinates of the start "
                        "and its goal; give at least 2^-18 of the largest",
                        (int)start->line, (double)start->at.speed);
}

/* Lists the results of a batch, and makes room for the points. */
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

/* Copies the points of paths from `index` of a batch on, as many as fit into one call; the paths
 * are listed. Returns the number of paths. */
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
    const path_start *starts = t->work->in.scene.starts;
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

int path_tracer_refill(path_job *work)
{
    return program_check(work->job.context, path_fill(&work->in.scene, work->tracer->field), "field");
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
    const int32_t starts = work->in.scene.start_count;
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
