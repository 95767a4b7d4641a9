/* Potential fields on the CPU. Points and sources are brought together by tiles; tasks take pieces of
 * tiles. */
#include "src/potential/potential.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/potential/potential.h"
#include "src/cpu/tables.h"
#include "src/terrain/terrain.h"

#include "src/core/check.h"
#include "src/cpu/simd.h"

#include <stddef.h>

_Static_assert(offsetof(potential_source, inverse) == sizeof(throng_potential_source) &&
                   offsetof(potential_source, world) == offsetof(throng_potential_source, world) &&
                   sizeof(potential_goal) == sizeof(throng_potential_goal) &&
                   offsetof(potential_goal, world) == offsetof(throng_potential_goal, world) &&
                   sizeof(potential_point) == sizeof(throng_potential_point) &&
                   offsetof(potential_point, world) == offsetof(throng_potential_point, world) &&
                   sizeof(potential_force) == sizeof(throng_force),
               "kernels see what hosts give");

static const size_t sizes[3] = {sizeof(potential_source), sizeof(potential_goal), sizeof(potential_point)};

static char *entries_of(const cpu_field *f, int32_t list)
{
    return list == THRONG_SOURCES ? (char *)f->sources
           : list == THRONG_GOALS ? (char *)f->goals
                                  : (char *)f->points;
}

/* ---------------------------------------------------------------- storage --------------------------- */

static void destroy(void *state)
{
    cpu_field *f = state;
    throng_context *context = f->context;
    const size_t points = (size_t)f->shape.capacity[THRONG_POINTS];
    throng_cpu_free(context, &f->bytes, f->sources, (size_t)f->shape.capacity[THRONG_SOURCES],
                    sizeof *f->sources);
    throng_cpu_free(context, &f->bytes, f->goals, (size_t)f->shape.capacity[THRONG_GOALS], sizeof *f->goals);
    throng_cpu_free(context, &f->bytes, f->points, points, sizeof *f->points);
    throng_cpu_free(context, &f->bytes, f->forces, points, sizeof *f->forces);
    throng_cpu_free(context, &f->bytes, f->binned, points, sizeof *f->binned);
    throng_cpu_free(context, &f->bytes, f->tile_of, points, sizeof *f->tile_of);
    throng_cpu_free(context, &f->bytes, f->point_starts, (size_t)f->lists.tiles_most + 1,
                    sizeof *f->point_starts);
    throng_cpu_free(context, &f->bytes, f->work, f->work_capacity, sizeof *f->work);
    throng_cpu_free(context, &f->bytes, f->scratch, (size_t)f->lists.tasks, f->scratch_bytes);
    throng_cpu_lists_destroy(&f->lists, &f->bytes);
    throng_release(&context->allocator, f, sizeof *f);
}

static void choose_capacity(cpu_field *f)
{
    f->lists.sources_most = f->shape.capacity[THRONG_SOURCES];
    f->lists.tiles_most = throng_potential_tiles_most(&f->shape);
    f->lists.capacity = 4 * (size_t)f->shape.capacity[THRONG_SOURCES] + 4096;
    f->work_capacity = (size_t)throng_potential_chunks_most(&f->shape);
    f->scratch_bytes = (potential_scratch_bytes() + 63) / 64 * 64;
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_potential_shape *shape = arguments;
    cpu_field *f = throng_allocate(&context->allocator, sizeof *f);
    if (!f)
        return throng_fail_memory(context, "a potential field", sizeof *f);
    f->context = context;
    f->shape = *shape;
    f->lists.plan = throng_potential_plan(shape);
    f->version = 1;
    f->bytes = sizeof *f;
    choose_capacity(f);
    throng_status status = throng_cpu_lists_create(context, &f->bytes, &f->lists);
    const size_t tasks = (size_t)f->lists.tasks, tiles = (size_t)f->lists.tiles_most;
    const size_t points = (size_t)shape->capacity[THRONG_POINTS];
    const struct {
        void **memory;
        size_t count, size;
        const char *what;
    } wanted[] = {
        {(void **)&f->sources, (size_t)shape->capacity[THRONG_SOURCES], sizeof *f->sources, "sources"},
        {(void **)&f->goals, (size_t)shape->capacity[THRONG_GOALS], sizeof *f->goals, "goals"},
        {(void **)&f->points, points, sizeof *f->points, "points"},
        {(void **)&f->forces, points, sizeof *f->forces, "forces"},
        {(void **)&f->binned, points, sizeof *f->binned, "points by tile"},
        {(void **)&f->tile_of, points, sizeof *f->tile_of, "the tiles of points"},
        {(void **)&f->point_starts, tiles + 1, sizeof *f->point_starts, "the starts of tiles"},
        {(void **)&f->work, f->work_capacity, sizeof *f->work, "the work of tasks"},
        {(void **)&f->scratch, tasks, f->scratch_bytes, "the scratch memory of tasks"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        *wanted[i].memory =
            throng_cpu_allocate(context, &f->bytes, wanted[i].count, wanted[i].size, wanted[i].what, &status);
    if (status != THRONG_OK) {
        destroy(f);
        return status;
    }
    *state = f;
    return THRONG_OK;
}

/* Data derived from entries must be recomputed. */
static void outdate(cpu_field *f, int32_t list)
{
    f->version += list == THRONG_SOURCES;
    if (list == THRONG_POINTS)
        f->laid = 0;
}

static throng_status reset(void *state)
{
    cpu_field *f = state;
    memset(f->counts, 0, sizeof f->counts);
    outdate(f, THRONG_SOURCES);
    outdate(f, THRONG_POINTS);
    f->evaluated = 0;
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_field *f = state;
    return (throng_usage){f->bytes, 0, 0.0};
}

/* ---------------------------------------------------------------- entries --------------------------- */

typedef struct entries_job {
    cpu_field *f;
    int32_t list, first, count, parts;
    const char *entries;
    size_t stride;
    int32_t places_alone;
} entries_job;

static void copy_entries(void *data, int32_t index)
{
    const entries_job *job = data;
    const size_t size = sizes[job->list];
    char *to = entries_of(job->f, job->list) + (size_t)job->first * size;
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i++) {
        char *entry = to + (size_t)i * size;
        const char *from = job->entries + (size_t)i * job->stride;
        if (job->places_alone) {
            throng_copy_normal((float *)(void *)entry, from, 2);
        } else if (job->list == THRONG_SOURCES) {
            potential_source *source = (potential_source *)(void *)entry;
            memcpy(source, from, sizeof(throng_potential_source));
            throng_copy_normal((float *)(void *)source, from, 5);
            source->inverse = 1.0f / source->range;
        } else {
            memcpy(entry, from, size);
            throng_copy_normal((float *)(void *)entry, from, job->list == THRONG_GOALS ? 3 : 2);
        }
    }
}

static throng_status change(cpu_field *f, int32_t list, int32_t first, int32_t count, const void *entries,
                            size_t stride, int32_t places_alone)
{
    entries_job job = {f,       list,   first,       count, throng_cpu_lists_parts(&f->lists, count),
                       entries, stride, places_alone};
    outdate(f, list);
    throng_run(f->context, job.parts, copy_entries, &job);
    if (first + count > f->counts[list])
        f->counts[list] = first + count;
    return THRONG_OK;
}

static throng_status set(void *state, int32_t list, int32_t first, int32_t count, const void *entries,
                         size_t stride)
{
    return change(state, list, first, count, entries, stride, 0);
}

static throng_status move(void *state, int32_t list, int32_t first, int32_t count, const void *positions,
                          size_t stride)
{
    return change(state, list, first, count, positions, stride, 1);
}

static throng_status truncate(void *state, int32_t list, int32_t count)
{
    cpu_field *f = state;
    f->counts[list] = count;
    outdate(f, list);
    if (list == THRONG_POINTS && f->evaluated > count)
        f->evaluated = count;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- tiles ----------------------------- */

typedef struct tiles_job {
    cpu_field *f;
    int32_t count, parts;
} tiles_job;

static void count_points(void *data, int32_t index)
{
    const tiles_job *job = data;
    const cpu_field *f = job->f;
    uint32_t *counts = throng_cpu_lists_places(&f->lists, index);
    memset(counts, 0, (size_t)throng_cpu_lists_tiles(&f->lists) * sizeof *counts);
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i += POTENTIAL_BLOCK) {
        int32_t tiles[POTENTIAL_BLOCK];
        const int32_t some = end - i < POTENTIAL_BLOCK ? end - i : POTENTIAL_BLOCK;
        f->context->simd->potential_place_points(&f->lists.plan, f->points + i, some, tiles);
        for (int32_t k = 0; k < some; k++)
            counts[tiles[k]]++;
        memcpy(f->tile_of + i, tiles, (size_t)some * sizeof *tiles);
    }
}

static void place_points(void *data, int32_t index)
{
    const tiles_job *job = data;
    const cpu_field *f = job->f;
    uint32_t *places = throng_cpu_lists_places(&f->lists, index);
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i++) {
        const potential_point *point = &f->points[i];
        f->binned[places[f->tile_of[i]]++] = (potential_binned){point->x, point->y, point->goal, (uint32_t)i};
    }
}

double throng_cpu_field_range(const cpu_field *f)
{
    const int32_t sources = f->counts[THRONG_SOURCES];
    const int32_t some = sources < THRONG_POTENTIAL_SAMPLE ? sources : THRONG_POTENTIAL_SAMPLE;
    double ranges = 0.0;
    for (int32_t i = 0; i < some; i++)
        ranges += (double)f->sources[throng_part_begin(sources, some, i)].range;
    return some > 0 ? ranges / some : 0.0;
}

static void sort_sources(cpu_field *f)
{
    const int32_t points = f->counts[THRONG_POINTS];
    throng_potential_sampling crowd = {.points = points,
                                       .tiles_most = f->lists.tiles_most,
                                       .side = THRONG_POTENTIAL_RANGES * throng_cpu_field_range(f)};
    crowd.sampled = points < THRONG_POTENTIAL_SAMPLE ? points : THRONG_POTENTIAL_SAMPLE;
    for (int32_t i = 0; i < crowd.sampled; i++) {
        const potential_point *p = &f->points[throng_part_begin(points, crowd.sampled, i)];
        crowd.x[i] = p->x;
        crowd.y[i] = p->y;
    }
    throng_cpu_lists_update(&f->lists, f->sources, f->counts[THRONG_SOURCES], f->version, &crowd);
}

static void sort_points(cpu_field *f)
{
    const int32_t count = f->counts[THRONG_POINTS];
    tiles_job job = {f, count, throng_cpu_lists_parts(&f->lists, count)};
    if (f->laid == f->lists.laid)
        return; /* sources, goals or walls changed, and none of the points */
    f->laid = f->lists.laid;
    throng_run(f->context, job.parts, count_points, &job);
    throng_cpu_lists_place(&f->lists, job.parts, f->point_starts);
    throng_run(f->context, job.parts, place_points, &job);
}

/* ---------------------------------------------------------------- update ---------------------------- */

typedef struct evaluate_job {
    cpu_field *f;
    potential_field field;
    int32_t chunks;
} evaluate_job;

static void evaluate(void *data, int32_t index)
{
    evaluate_job *job = data;
    const cpu_field *f = job->f;
    float *scratch = (float *)(void *)((char *)f->scratch + (size_t)index * f->scratch_bytes);
    int32_t i;
    while (throng_claim(f->context, index, 1, &i)) {
        const potential_work *work = &f->work[i], *next = i + 1 < job->chunks ? work + 1 : NULL;
        f->context->simd->potential_chunk(&job->field, &f->lists.plan, work, next, scratch);
    }
}

static int32_t share_work(cpu_field *f)
{
    const int32_t tiles = throng_cpu_lists_tiles(&f->lists);
    const uint32_t *starts = f->lists.starts;
    int32_t count = 0;
    for (int32_t tile = 0; tile < tiles; tile++)
        for (uint32_t at = f->point_starts[tile]; at < f->point_starts[tile + 1]; at += POTENTIAL_CHUNK) {
            const uint32_t left = f->point_starts[tile + 1] - at;
            f->work[count++] = (potential_work){tile, at, left < POTENTIAL_CHUNK ? left : POTENTIAL_CHUNK,
                                                starts[tile], starts[tile + 1] - starts[tile]};
        }
    return count;
}

static throng_status update(void *state)
{
    cpu_field *f = state;
    f->evaluated = f->counts[THRONG_POINTS];
    f->lists.plan.goals = f->counts[THRONG_GOALS];
    if (f->evaluated == 0)
        return THRONG_OK;
    sort_sources(f);
    sort_points(f);
    evaluate_job job = {.f = f, .chunks = share_work(f)};
    job.field = (potential_field){f->sources,
                                  f->goals,
                                  f->binned,
                                  f->lists.lists,
                                  f->shape.terrain ? f->shape.terrain->bits : NULL,
                                  f->shape.measure,
                                  f->forces};
    throng_run_shared(f->context, job.chunks, job.chunks, evaluate, &job);
    return THRONG_OK;
}

static throng_status read(void *state, int32_t first, int32_t count, void *forces, size_t stride)
{
    const cpu_field *f = state;
    const potential_force nothing = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < count; i++)
        memcpy((char *)forces + (size_t)i * stride,
               first + i < f->evaluated ? &f->forces[first + i] : &nothing, sizeof nothing);
    return THRONG_OK;
}

const throng_potential_ops throng_cpu_potential_ops = {
    {create, destroy, reset, NULL, usage, NULL, 0}, set, move, truncate, update, read};
