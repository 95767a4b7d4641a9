/* The runs of `throng crowd`: the crowd, its steps, their states and times. */
#include "tools/support/memory.h"
#include "tools/throng/crowd/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_EVERY 0.1 /* seconds, by progress */
#define MOST_AWAY 1e9   /* of a place from the crowd's home */

int32_t crowd_records(const crowd_options *options)
{
    return 1 + options->steps / options->every + (options->steps % options->every != 0);
}

/* ---------------------------------------------------------------- the crowd ------------------------- */

/* The middle of a table's agents, so that the crowd is kept as exactly as if it were at (0, 0). Maps begin
 * there. */
static void choose_origin(const crowd_job *work, throng_crowd_def *def)
{
    const crowd_scene *scene = &work->scene;
    double low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0};
    if (!scene->lines || scene->map.cells)
        return;
    for (int32_t i = 0; i < scene->count; i++) {
        const double place[2] = {(double)scene->agents[i].x, (double)scene->agents[i].y};
        for (int32_t k = 0; k < 2; k++) {
            low[k] = i > 0 && low[k] < place[k] ? low[k] : place[k];
            high[k] = i > 0 && high[k] > place[k] ? high[k] : place[k];
        }
    }
    def->origin_x = 0.5 * (low[0] + high[0]);
    def->origin_y = 0.5 * (low[1] + high[1]);
}

/* Whether a coordinate is as near to the crowd's home as it has to be. */
static int is_near(double place, double origin)
{
    return fabs(place - 4096.0 * floor(origin / 4096.0 + 0.5)) <= MOST_AWAY;
}

#define AWAY "more than 1e9 from the middle of the agents, %.9g; give places nearer to them"

static int check_goals(const crowd_scene *scene, const double origin[2])
{
    for (int32_t i = 0; scene->lines && i < scene->count; i++) {
        const throng_agent_def *a = &scene->agents[i];
        const double goal[2] = {(double)a->target_x + a->target_offset_x,
                                (double)a->target_y + a->target_offset_y};
        for (int32_t k = 0; a->navigation == THRONG_NAVIGATE_GOAL && k < 2; k++)
            if (!is_near(goal[k], origin[k]))
                return reject_usage(scene->name, "line %d, column \"%s\": %.9g is " AWAY,
                                    (int)scene->lines[i], k ? "goaly" : "goalx", goal[k], origin[k]);
    }
    return PROGRAM_OK;
}

static int check_vertices(const crowd_obstacles *obstacles, const double origin[2])
{
    for (int32_t i = 0; i < obstacles->count; i++) {
        const crowd_polygon *p = &obstacles->polygons[i];
        for (int32_t v = p->first; v < p->first + p->count; v++) {
            const double place[2] = {obstacles->exact[v].x, obstacles->exact[v].y};
            for (int32_t k = 0; k < 2; k++)
                if (!is_near(place[k], origin[k]))
                    return reject_usage(obstacles->name,
                                        "line %d, column \"polygon\": \"%d\" has %s %.9g " AWAY, (int)p->line,
                                        (int)p->number, k ? "y" : "x", place[k], origin[k]);
        }
    }
    return PROGRAM_OK;
}

static int make_crowd(crowd_job *work)
{
    const crowd_options *in = &work->options;
    const crowd_scene *scene = &work->scene;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = scene->count;
    def.max_neighbors = 0;
    for (int32_t i = 0; i < scene->count; i++) {
        const int32_t most = scene->agents[i].max_neighbors;
        def.max_neighbors = most > def.max_neighbors ? most : def.max_neighbors;
    }
    def.perception = in->perception;
    def.congestion = in->congestion;
    def.neighbors = in->neighbors;
    def.heading = in->heading;
    def.settle = !in->settle;
    def.symmetry = in->symmetry;
    def.seed = in->seed;
    choose_origin(work, &def);
    const double origin[2] = {def.origin_x, def.origin_y};
    int code = check_goals(scene, origin);
    code = code ? code : check_vertices(&scene->obstacles, origin);
    code = code ? code : crowd_map_make(work, &def);
    return code ? code : crowd_make(work, &def);
}

static int allocate_state(crowd_job *work)
{
    const size_t count = (size_t)work->scene.count;
    crowd_state *state = &work->state;
    int code = PROGRAM_OK;
    state->places = allocate(2 * count, sizeof *state->places, "agents", &code);
    state->exact = allocate(2 * count, sizeof *state->exact, "agents", &code);
    state->velocities = allocate(2 * count, sizeof *state->velocities, "agents", &code);
    state->neighbors = allocate(count, sizeof *state->neighbors, "agents", &code);
    state->visions = allocate(count, sizeof *state->visions, "agents", &code);
    state->flags = allocate(count, sizeof *state->flags, "agents", &code);
    return code;
}

void crowd_state_release(crowd_state *state)
{
    free(state->places);
    free(state->exact);
    free(state->velocities);
    free(state->neighbors);
    free(state->visions);
    free(state->flags);
}

static int read_state(crowd_job *work, int32_t step)
{
    crowd_state *state = &work->state;
    const crowd_value values[] = {
        {THRONG_AGENT_POSITION, state->places},     {THRONG_AGENT_POSITION_DOUBLE, state->exact},
        {THRONG_AGENT_VELOCITY, state->velocities}, {THRONG_AGENT_PERCEIVED, state->neighbors},
        {THRONG_AGENT_VISION, state->visions},      {THRONG_AGENT_FLAGS, state->flags}};
    state->step = step;
    return crowd_get(work, values, sizeof values / sizeof *values);
}

/* ---------------------------------------------------------------- one run --------------------------- */

/* 1: the viewer sees each step. */
static int32_t is_shown(const crowd_job *work) { return work->job.viewer && program_last_run(&work->job); }

static void show_step(crowd_job *work, int32_t step)
{
    const int32_t repeat = work->job.common.repeat;
    const double now = wall_seconds();
    char what[64] = "crowd: step";
    if (now - work->shown < SHOWN_EVERY)
        return;
    work->shown = now;
    if (repeat > 1)
        (void)snprintf(what, sizeof what, "crowd: run %d of %d, step", (int)work->job.run + 1, (int)repeat);
    progress_show(what, step, work->options.steps);
}

int crowd_advance(crowd_job *work)
{
    const int code = crowd_steer(work);
    return code ? code : crowd_step(work);
}

/* From one state of the result to the next. */
static int do_steps(crowd_job *work, int32_t from, int32_t to, run_sample *sample)
{
    int code = PROGRAM_OK;
    for (int32_t i = from; i < to && !code; i++) {
        show_step(work, i);
        const double begin = wall_seconds();
        code = crowd_advance(work);
        if (!code && (i + 1 == to || step_hashes_wanted(&work->options.hashes) || is_shown(work)))
            code = crowd_wait(work);
        work->step_seconds = wall_seconds() - begin;
        sample->compute += work->step_seconds;
        code = code ? code : crowd_replay(work, i + 1);
        if (!code && i + 1 < to && is_shown(work))
            code = crowd_show(work, i + 1);
    }
    return code;
}

/* Keeps state `record` of the result. */
static int keep_state(crowd_job *work, int32_t record, int32_t step, run_sample *sample)
{
    const int32_t ends = step == work->options.steps;
    const double begin = wall_seconds();
    if (!program_last_run(&work->job) && !ends)
        return PROGRAM_OK;
    const int code = read_state(work, step);
    sample->with_copy += ends ? wall_seconds() - begin : 0.0;
    if (code || !program_last_run(&work->job))
        return code;
    crowd_write_state(work);
    crowd_film_keep(work, record);
    /* the rest of the run would be lost; this reports why */
    FILE *stream = work->job.common.out.stream;
    return stream && ferror(stream) ? outputs_finish(work->job.outputs) : PROGRAM_OK;
}

crowd_counts crowd_count_flags(const uint32_t *flags, int32_t count)
{
    crowd_counts counts = {0};
    for (int32_t i = 0; i < count; i++) {
        counts.congested += (flags[i] & THRONG_FLAG_CONGESTED) != 0;
        counts.arrived += (flags[i] & THRONG_FLAG_ARRIVED) != 0;
        counts.inside += (flags[i] & THRONG_FLAG_INSIDE_WALL) != 0;
    }
    return counts;
}

static void count_last(crowd_job *work)
{
    work->counts = crowd_count_flags(work->state.flags, work->scene.count);
    for (int32_t i = 0; i < work->scene.count; i++)
        work->perceived += work->state.neighbors[i];
}

int crowd_run(void *data, run_sample *sample)
{
    crowd_job *work = data;
    const crowd_options *in = &work->options;
    const double begin = wall_seconds();
    int code = crowd_place(work);
    code = code ? code : crowd_wait(work);
    sample->with_copy = wall_seconds() - begin;
    code = code ? code : crowd_replay(work, 0);
    int32_t step = 0;
    for (int32_t record = 0; !code; record++) {
        code = keep_state(work, record, step, sample);
        if (!code && is_shown(work))
            code = crowd_show(work, step);
        if (step == in->steps || code)
            break;
        const int32_t next = in->steps - step > in->every ? step + in->every : in->steps;
        code = do_steps(work, step, next, sample);
        step = next;
    }
    sample->resident = sample->compute;
    sample->with_copy += sample->compute;
    sample->kernel = work->kernel_seconds;
    if (program_last_run(&work->job))
        count_last(work);
    return code;
}

/* ---------------------------------------------------------------- before the runs ------------------- */

/* An untimed step: touches memory, compiles kernels, counts walls. */
static int warm_up(crowd_job *work)
{
    int code = crowd_place(work);
    if (!code && work->options.steps > 0)
        code = crowd_advance(work);
    code = code ? code : crowd_wait(work);
    return code ? code : crowd_count_walls(work, &work->walls);
}

/* Reading the kernel time of each step waits for the device, so it has its own run. */
static int time_kernels(crowd_job *work)
{
    double seconds = 0.0;
    int code = crowd_place(work);
    for (int32_t i = 0; i < work->options.steps && !code; i++) {
        progress_show("crowd: kernels, step", i, work->options.steps);
        code = crowd_advance(work);
        code = code ? code : crowd_kernels(work, &seconds);
        work->kernel_seconds += seconds;
    }
    return code;
}

int crowd_create(void *data)
{
    crowd_job *work = data;
    int code = make_crowd(work);
    code = code ? code : allocate_state(work);
    code = code ? code : crowd_steer_create(work);
    if (!code && (work->job.common.png.stream || work->options.gif.stream))
        code = crowd_film_create(work);
    if (!code && work->job.viewer)
        code = crowd_show_create(work);
    code = code ? code : warm_up(work);
    if (code)
        return code;
    crowd_write_head(work); /* not before: no half table if the input is rejected */
    return work->job.backend == THRONG_BACKEND_OPENCL && work->job.common.json.stream ? time_kernels(work)
                                                                                      : PROGRAM_OK;
}
