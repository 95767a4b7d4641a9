/* The runs of `throng crowd`: the crowd, its steps, what they leave, and how long they take. */
#include "tools/throng/crowd/crowd.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN_EVERY 0.1 /* seconds, by progress */

int32_t throng_app_crowd_records(const throng_app_crowd_options *options)
{
    return 1 + options->steps / options->every + (options->steps % options->every != 0);
}

/* ---------------------------------------------------------------- the crowd ------------------------- */

static int make_crowd(throng_app_crowd_job *work)
{
    const throng_app_crowd_options *in = &work->options;
    const throng_app_crowd_scene *scene = &work->scene;
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd_info about;
    def.agent_capacity = scene->count;
    def.max_neighbors = 0;
    for (int32_t i = 0; i < scene->count; ++i) {
        const int32_t most = scene->agents[i].max_neighbors;
        def.max_neighbors = most > def.max_neighbors ? most : def.max_neighbors;
    }
    def.perception = in->perception;
    def.congestion = in->congestion;
    def.symmetry = in->symmetry;
    def.seed = in->common.seed;
    const int code = throng_app_crowd_map_make(work, &def);
    if (code != THRONG_APP_OK) {
        return code;
    }
    throng_status status = throng_crowd_create(work->context, &def, &work->crowd);
    status = status == THRONG_OK ? throng_crowd_get_info(work->crowd, &about) : status;
    work->backend = status == THRONG_OK ? about.backend : THRONG_BACKEND_CPU;
    return throng_app_check(work->context, status, "crowd");
}

static int take_memory(throng_app_crowd_job *work)
{
    const size_t count = (size_t)work->scene.count + 1;
    const size_t runs = (size_t)work->options.common.repeat;
    throng_app_crowd_state *state = &work->state;
    throng_app_report *report = &work->report;
    throng_app_times *times[] = {&report->compute, &report->kernel, &report->resident, &report->with_copy};
    work->handles = calloc(count, sizeof *work->handles);
    state->places = calloc(2 * count, sizeof *state->places);
    state->velocities = calloc(2 * count, sizeof *state->velocities);
    state->neighbors = calloc(count, sizeof *state->neighbors);
    state->visions = calloc(count, sizeof *state->visions);
    state->flags = calloc(count, sizeof *state->flags);
    if (work->handles == NULL || state->places == NULL || state->velocities == NULL ||
        state->neighbors == NULL || state->visions == NULL || state->flags == NULL) {
        return throng_app_reject_memory("agents");
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; ++i) {
        times[i]->seconds = calloc(runs, sizeof(double));
        if (times[i]->seconds == NULL) {
            return throng_app_reject_memory("--repeat");
        }
    }
    return THRONG_APP_OK;
}

static throng_status place_agents(throng_app_crowd_job *work)
{
    const throng_app_crowd_scene *scene = &work->scene;
    throng_status status = throng_crowd_reset(work->crowd);
    status = status == THRONG_OK
                 ? throng_crowd_add(work->crowd, scene->count, scene->agents, 0, work->handles)
                 : status;
    return status == THRONG_OK
               ? throng_app_crowd_obstacles_add(&scene->obstacles, work->crowd, &work->rejected)
               : status;
}

/* What became of the first run's start: a bad polygon is told with its line. */
static int check_start(const throng_app_crowd_job *work, throng_status status)
{
    const throng_app_crowd_polygon *polygon = work->rejected;
    if (polygon != NULL && status == THRONG_ERROR_INVALID_ARGUMENT) {
        return throng_app_reject(THRONG_APP_USAGE, work->scene.obstacles.name,
                                 "line %d, column \"polygon\": \"%d\" is too small: %s", (int)polygon->line,
                                 (int)polygon->number, throng_context_message(work->context));
    }
    return throng_app_check(work->context, status, polygon != NULL ? "obstacles" : "agents");
}

static throng_status read_state(throng_app_crowd_job *work, int32_t step)
{
    throng_app_crowd_state *state = &work->state;
    const struct {
        throng_agent_value what;
        void *to;
    } parts[] = {{THRONG_AGENT_POSITION, state->places},
                 {THRONG_AGENT_VELOCITY, state->velocities},
                 {THRONG_AGENT_PERCEIVED, state->neighbors},
                 {THRONG_AGENT_VISION, state->visions},
                 {THRONG_AGENT_FLAGS, state->flags}};
    throng_status status = THRONG_OK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && status == THRONG_OK; ++i) {
        status =
            throng_crowd_get(work->crowd, parts[i].what, work->scene.count, work->handles, 0, parts[i].to, 0);
    }
    state->step = step;
    return status;
}

/* ---------------------------------------------------------------- one run --------------------------- */

typedef struct run {
    throng_app_crowd_job *work;
    int32_t number, last; /* the last one is the result */
    double compute, copy; /* seconds */
    double shown;         /* when */
} run;

/* 1: states are hashed one by one. */
static int32_t hashes(const throng_app_crowd_job *work)
{
    return work->record != NULL || work->replay.rows > 0;
}

static void show_progress(run *r, int32_t step)
{
    const throng_app_crowd_options *in = &r->work->options;
    const double now = throng_app_seconds();
    char what[64] = "crowd: step";
    if (now - r->shown < SHOWN_EVERY) {
        return;
    }
    r->shown = now;
    if (in->common.repeat > 1) {
        (void)snprintf(what, sizeof what, "crowd: run %d of %d, step", (int)r->number + 1,
                       (int)in->common.repeat);
    }
    throng_app_progress(what, step, in->steps);
}

/* From one state of the result to the next. */
static int do_steps(run *r, int32_t from, int32_t to)
{
    throng_app_crowd_job *work = r->work;
    int code = THRONG_APP_OK;
    for (int32_t i = from; i < to && code == THRONG_APP_OK; ++i) {
        show_progress(r, i);
        const double begin = throng_app_seconds();
        throng_status status = throng_crowd_step(work->crowd, work->options.dt);
        if (status == THRONG_OK && (i + 1 == to || hashes(work))) {
            status = throng_context_wait(work->context);
        }
        r->compute += throng_app_seconds() - begin;
        code = throng_app_check(work->context, status, "crowd");
        code = code == THRONG_APP_OK ? throng_app_crowd_replay(work, i + 1, r->last) : code;
    }
    return code;
}

/* State `record` of the result has been reached. */
static int take_state(run *r, int32_t record, int32_t step)
{
    throng_app_crowd_job *work = r->work;
    const double begin = throng_app_seconds();
    if (!r->last && step < work->options.steps) {
        return THRONG_APP_OK;
    }
    int code = throng_app_check(work->context, read_state(work, step), "crowd");
    r->copy += step == work->options.steps ? throng_app_seconds() - begin : 0.0;
    if (code != THRONG_APP_OK || !r->last) {
        return code;
    }
    throng_app_crowd_write_state(work);
    throng_app_crowd_film_keep(work, record);
    /* the rest would be for nothing: this tells why */
    return ferror(work->out) ? throng_app_output_finish(&work->outputs) : THRONG_APP_OK;
}

static int run_once(run *r)
{
    throng_app_crowd_job *work = r->work;
    const throng_app_crowd_options *in = &work->options;
    const double begin = throng_app_seconds();
    throng_status status = place_agents(work);
    status = status == THRONG_OK ? throng_context_wait(work->context) : status;
    r->copy = throng_app_seconds() - begin;
    r->compute = 0.0;
    int code = throng_app_check(work->context, status, "agents");
    code = code == THRONG_APP_OK ? throng_app_crowd_replay(work, 0, r->last) : code;
    int32_t step = 0;
    for (int32_t record = 0; code == THRONG_APP_OK; ++record) {
        code = take_state(r, record, step);
        if (step == in->steps || code != THRONG_APP_OK) {
            break;
        }
        const int32_t next = in->steps - step > in->every ? step + in->every : in->steps;
        code = do_steps(r, step, next);
        step = next;
    }
    return code;
}

/* ---------------------------------------------------------------- all runs -------------------------- */

/* A step that nobody times: memory is touched, a device has compiled, walls are counted. */
static throng_status warm_up(throng_app_crowd_job *work)
{
    throng_crowd_info about;
    throng_status status = place_agents(work);
    if (status == THRONG_OK && work->options.steps > 0) {
        status = throng_crowd_step(work->crowd, work->options.dt);
    }
    status = status == THRONG_OK ? throng_context_wait(work->context) : status;
    status = status == THRONG_OK ? throng_crowd_get_info(work->crowd, &about) : status;
    work->walls = status == THRONG_OK ? about.walls : 0;
    return status;
}

/* Asking for the time of each step's kernels waits for them, so that it has a run of its own. */
static throng_status time_kernels(throng_app_crowd_job *work)
{
    throng_app_times *times = &work->report.kernel;
    throng_crowd_info about;
    throng_status status = place_agents(work);
    times->seconds[0] = 0.0;
    for (int32_t i = 0; i < work->options.steps && status == THRONG_OK; ++i) {
        throng_app_progress("crowd: kernels, step", i, work->options.steps);
        status = throng_crowd_step(work->crowd, work->options.dt);
        status = status == THRONG_OK ? throng_crowd_get_info(work->crowd, &about) : status;
        times->seconds[0] += status == THRONG_OK ? about.kernel_seconds : 0.0;
    }
    times->count = 1;
    return status;
}

static void count_flags(throng_app_crowd_job *work)
{
    for (int32_t i = 0; i < work->scene.count; ++i) {
        work->perceived += work->state.neighbors[i];
        work->congested += (work->state.flags[i] & THRONG_FLAG_CONGESTED) != 0;
        work->arrived += (work->state.flags[i] & THRONG_FLAG_ARRIVED) != 0;
    }
}

static int run_all(throng_app_crowd_job *work)
{
    throng_app_report *report = &work->report;
    const int32_t repeat = work->options.common.repeat;
    run r = {.work = work};
    int code = check_start(work, warm_up(work));
    if (code == THRONG_APP_OK) {
        throng_app_crowd_write_head(work); /* nobody reads half a table of what was refused */
    }
    if (code == THRONG_APP_OK && work->backend == THRONG_BACKEND_OPENCL && work->json != NULL) {
        code = throng_app_check(work->context, time_kernels(work), "crowd");
    }
    for (r.number = 0; r.number < repeat && code == THRONG_APP_OK; ++r.number) {
        r.last = r.number == repeat - 1;
        code = run_once(&r);
        report->compute.seconds[r.number] = report->resident.seconds[r.number] = r.compute;
        report->with_copy.seconds[r.number] = r.compute + r.copy;
    }
    throng_app_progress("", 1, 1);
    report->compute.count = repeat;
    report->resident.count = report->with_copy.count = work->backend == THRONG_BACKEND_OPENCL ? repeat : 0;
    count_flags(work);
    return code;
}

int throng_app_crowd_run(throng_app_crowd_job *work)
{
    int code = make_crowd(work);
    code = code == THRONG_APP_OK ? take_memory(work) : code;
    if (code == THRONG_APP_OK && (work->png != NULL || work->gif != NULL)) {
        code = throng_app_crowd_film_create(work);
    }
    return code == THRONG_APP_OK ? run_all(work) : code;
}
