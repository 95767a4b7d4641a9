/* Paths along potential fields on the CPU. Tasks take pieces of all paths, and lead each to its end. */
#include "src/trace/trace.h"
#include "src/core/backend.h"
#include "src/core/check.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/potential/potential.h"
#include "src/cpu/simd.h"
#include "src/cpu/tables.h"
#include "src/flow/flow.h"
#include "src/potential/potential.h"
#include "src/terrain/terrain.h"

enum { CHUNKS_PER_TASK = 4 };

typedef struct cpu_trace {
    throng_context *context;
    uint64_t bytes;
    throng_trace_shape shape;
    cpu_lists lists;
    trace_plan plan;
    int32_t count;
    int32_t traced; /* paths of the last update */
    trace_start *starts;
    int32_t *order;     /* starts by tile: what lanes have near is then much the same */
    int32_t *tile_ends; /* tiles_most + 1 */
    trace_result *results;
    float *points;
    float *scratch; /* tasks * scratch_bytes */
    size_t scratch_bytes;
} cpu_trace;

/* ---------------------------------------------------------------- storage --------------------------- */

static size_t points_of_path(const cpu_trace *t)
{
    return t->shape.keep ? (size_t)t->shape.max_steps + 1 : 0;
}

static void destroy(void *state)
{
    cpu_trace *t = state;
    throng_context *context = t->context;
    const size_t starts = (size_t)t->shape.capacity;
    throng_cpu_free(context, &t->bytes, t->starts, starts, sizeof *t->starts);
    throng_cpu_free(context, &t->bytes, t->order, starts, sizeof *t->order);
    throng_cpu_free(context, &t->bytes, t->tile_ends, (size_t)t->lists.tiles_most + 1, sizeof *t->tile_ends);
    throng_cpu_free(context, &t->bytes, t->results, starts, sizeof *t->results);
    throng_cpu_free(context, &t->bytes, t->points, throng_times(starts, points_of_path(t)),
                    2 * sizeof *t->points);
    throng_cpu_free(context, &t->bytes, t->scratch, (size_t)t->lists.tasks, t->scratch_bytes);
    throng_cpu_lists_destroy(&t->lists, &t->bytes);
    throng_release(&context->allocator, t, sizeof *t);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_trace_shape *shape = arguments;
    const throng_potential_shape *field = &shape->field->shape;
    cpu_trace *t = throng_allocate(&context->allocator, sizeof *t);
    if (!t)
        return throng_fail_memory(context, "a tracer", sizeof *t);
    t->context = context;
    t->shape = *shape;
    t->bytes = sizeof *t;
    t->lists.plan = throng_potential_plan(field);
    t->lists.sources_most = field->capacity[THRONG_SOURCES];
    t->lists.tiles_most = throng_trace_tiles_most(field);
    t->lists.capacity = THRONG_TRACE_LISTED * (size_t)field->capacity[THRONG_SOURCES] + 4096;
    t->scratch_bytes = (context->simd->trace_scratch() + 63) / 64 * 64;
    throng_status status = throng_cpu_lists_create(context, &t->bytes, &t->lists);
    const size_t starts = (size_t)shape->capacity;
    t->starts =
        throng_cpu_allocate(context, &t->bytes, starts, sizeof *t->starts, "starts of paths", &status);
    t->order =
        throng_cpu_allocate(context, &t->bytes, starts, sizeof *t->order, "the order of paths", &status);
    t->tile_ends = throng_cpu_allocate(context, &t->bytes, (size_t)t->lists.tiles_most + 1,
                                       sizeof *t->tile_ends, "the order of paths", &status);
    t->results =
        throng_cpu_allocate(context, &t->bytes, starts, sizeof *t->results, "the results of paths", &status);
    t->points = throng_cpu_allocate(context, &t->bytes, throng_times(starts, points_of_path(t)),
                                    2 * sizeof *t->points, "points of paths", &status);
    t->scratch = throng_cpu_allocate(context, &t->bytes, (size_t)t->lists.tasks, t->scratch_bytes,
                                     "the scratch memory of tasks", &status);
    if (status != THRONG_OK) {
        destroy(t);
        return status;
    }
    *state = t;
    return THRONG_OK;
}

static throng_status reset(void *state)
{
    cpu_trace *t = state;
    t->count = 0;
    t->traced = 0;
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_trace *t = state;
    return (throng_usage){t->bytes, 0, 0.0};
}

static throng_status set(void *state, int32_t first, int32_t count, const void *starts, size_t stride)
{
    cpu_trace *t = state;
    for (int32_t i = 0; i < count; i++) {
        const char *from = (const char *)starts + (size_t)i * stride;
        trace_start *start = &t->starts[first + i];
        memcpy(start, from, sizeof *start);
        throng_copy_normal(&start->x, from, 3);
    }
    if (first + count > t->count)
        t->count = first + count;
    return THRONG_OK;
}

static throng_status truncate(void *state, int32_t count)
{
    cpu_trace *t = state;
    t->count = count;
    if (t->traced > count)
        t->traced = count;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- update ---------------------------- */

static double mean_speed(const cpu_trace *t)
{
    const int32_t some = t->count < THRONG_POTENTIAL_SAMPLE ? t->count : THRONG_POTENTIAL_SAMPLE;
    double speeds = 0.0;
    for (int32_t i = 0; i < some; i++)
        speeds += (double)t->starts[throng_part_begin(t->count, some, i)].speed / some;
    return speeds;
}

static void sort_sources(cpu_trace *t, const cpu_field *field, double speed)
{
    const int32_t sources = field->counts[THRONG_SOURCES];
    const double range = throng_cpu_field_range(field);
    throng_potential_sampling crowd = {.points = sources, .tiles_most = t->lists.tiles_most, .sampled = 1};
    if (sources > 0)
        crowd.sampled = sources < THRONG_POTENTIAL_SAMPLE ? sources : THRONG_POTENTIAL_SAMPLE;
    for (int32_t i = 0; i < crowd.sampled; i++) {
        const potential_source *s = &field->sources[throng_part_begin(sources, crowd.sampled, i)];
        crowd.x[i] = s->x;
        crowd.y[i] = s->y;
    }
    const float skin = throng_trace_skin(range, speed, &t->lists.plan.terrain);
    throng_trace_suit(&crowd, range, (double)skin, t->lists.plan.worlds, 1);
    t->lists.version = skin == t->lists.plan.skin ? t->lists.version : 0;
    t->lists.plan.skin = skin;
    throng_cpu_lists_update(&t->lists, field->sources, sources, field->version, &crowd);
}

static int32_t tile_of(const cpu_trace *t, const trace_start *start)
{
    return potential_tile(&t->lists.plan, start->x, start->y, start->world);
}

/* Starts by tile, those of one tile by index. */
static void order_paths(cpu_trace *t)
{
    const potential_plan *plan = &t->lists.plan;
    const int32_t tiles = plan->columns * plan->rows * plan->worlds;
    memset(t->tile_ends, 0, ((size_t)tiles + 1) * sizeof *t->tile_ends);
    for (int32_t i = 0; i < t->count; i++)
        t->tile_ends[tile_of(t, &t->starts[i]) + 1]++;
    for (int32_t tile = 0; tile < tiles; tile++)
        t->tile_ends[tile + 1] += t->tile_ends[tile];
    for (int32_t i = 0; i < t->count; i++)
        t->order[t->tile_ends[tile_of(t, &t->starts[i])]++] = i;
}

typedef struct trace_job {
    const cpu_trace *t;
    trace_field field;
    int32_t each; /* paths of a piece */
} trace_job;

static void lead(void *data, int32_t index)
{
    trace_job *job = data;
    const cpu_trace *t = job->t;
    float *scratch = (float *)(void *)((char *)t->scratch + (size_t)index * t->scratch_bytes);
    int32_t i;
    while (throng_claim(t->context, index, 1, &i)) {
        const int32_t left = t->count - i * job->each;
        const uint32_t first = (uint32_t)(i * job->each);
        t->context->simd->trace_chunk(&job->field, &t->plan, first,
                                      first + (uint32_t)(left < job->each ? left : job->each), scratch);
    }
}

static throng_status update(void *state)
{
    cpu_trace *t = state;
    const cpu_field *field = t->shape.field->object.state;
    const throng_terrain *terrain = t->shape.field->shape.terrain;
    const int32_t width = t->context->simd->width, share = t->count / (t->lists.tasks * CHUNKS_PER_TASK);
    t->traced = t->count;
    if (t->count == 0)
        return THRONG_OK;
    const double speed = mean_speed(t);
    sort_sources(t, field, speed);
    order_paths(t);
    t->lists.plan.goals = field->counts[THRONG_GOALS];
    t->plan = (trace_plan){.field = t->lists.plan,
                           .max_steps = t->shape.max_steps,
                           .keep = t->shape.keep,
                           .escape = t->shape.escape,
                           .hill_range = t->shape.hill_range,
                           .walls_skin = throng_trace_walls_skin(t->lists.plan.skin, speed)};
    trace_job job = {.t = t, .each = share < width ? width : share > TRACE_CHUNK ? TRACE_CHUNK : share};
    const int32_t chunks = (t->count + job.each - 1) / job.each;
    job.field = (trace_field){.sources = field->sources,
                              .goals = field->goals,
                              .lists = t->lists.lists,
                              .list_starts = t->lists.starts,
                              .walls = terrain ? terrain->bits : NULL,
                              .measure = t->shape.field->shape.measure,
                              .starts = t->starts,
                              .order = t->order,
                              .results = t->results,
                              .points = t->points};
    if (t->shape.flow)
        job.field.flow = throng_cpu_flow_keys(t->shape.flow->object.state, &t->plan.flow);
    throng_run_shared(t->context, chunks, chunks, lead, &job);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- results --------------------------- */

static throng_status read(void *state, int32_t first, int32_t count, void *results, size_t stride)
{
    const cpu_trace *t = state;
    const trace_result nothing = {.status = TRACE_INVALID};
    for (int32_t i = 0; i < count; i++)
        memcpy((char *)results + (size_t)i * stride,
               first + i < t->traced ? &t->results[first + i] : &nothing, sizeof nothing);
    return THRONG_OK;
}

static throng_status read_points(void *state, const throng_trace_reading *r)
{
    const cpu_trace *t = state;
    const size_t bytes = (size_t)r->count * 2 * sizeof *t->points;
    for (int32_t i = 0; i < r->paths; i++) {
        char *to = (char *)r->points + (size_t)i * r->stride;
        if (r->path + i < t->traced)
            memcpy(to, t->points + 2 * ((size_t)(r->path + i) * points_of_path(t) + (size_t)r->first), bytes);
        else
            memset(to, 0, bytes);
    }
    return THRONG_OK;
}

const throng_trace_ops throng_cpu_trace_ops = {
    {create, destroy, reset, NULL, usage, NULL, 0}, set, truncate, update, read, read_points};
