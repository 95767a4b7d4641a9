/* Potential fields on the CPU. Points and sources are brought together by tiles; tasks take pieces of
 * tiles. */
#include "../check.h"
#include "../potential_tiles.h"
#include "potential_piece.h"
#include "simd.h"
#include "tasks.h"

#include <stdatomic.h>
#include <stddef.h>

_Static_assert(offsetof(potential_source, inverse) == sizeof(throng_potential_source) &&
                   offsetof(potential_source, world) == offsetof(throng_potential_source, world) &&
                   sizeof(potential_goal) == sizeof(throng_potential_goal) &&
                   offsetof(potential_goal, world) == offsetof(throng_potential_goal, world) &&
                   sizeof(potential_point) == sizeof(throng_potential_point) &&
                   offsetof(potential_point, world) == offsetof(throng_potential_point, world) &&
                   sizeof(potential_force) == sizeof(throng_force),
               "kernels see what hosts give");

enum { ENTRIES_PER_TASK = 4096 }; /* below this, splitting a pass over them costs more than it saves */

typedef struct cpu_field {
    throng_context *context;
    uint64_t bytes;
    throng_potential_shape shape;
    potential_plan plan;
    potential_source *sources;
    potential_goal *goals;
    potential_point *points;
    potential_force *forces;
    int32_t counts[3];
    int32_t felt;   /* points of the last update */
    int32_t listed; /* 1: `lists` has the sources, for tiles that are `coarser` */
    int32_t coarser;
    int32_t ordered; /* points that `order` has */
    int32_t tasks, tiles_most;
    size_t list_room, work_room;
    uint32_t *order, *spare;  /* points by tile; the next order */
    potential_tiles *reached; /* of each source */
    uint32_t *tile_of;        /* for each entry of `order` */
    int32_t *lists;           /* sources by tile */
    uint32_t *places;         /* tasks * tiles_most: how many a task finds for a tile, then where they go */
    uint32_t *starts;         /* tiles_most + 1: of the lists of sources */
    uint32_t *point_starts;   /* the same of points */
    potential_work *work;
    float *scratch; /* tasks * scratch_bytes */
    size_t scratch_bytes;
} cpu_field;

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
    const size_t tasks = (size_t)f->tasks, tiles = (size_t)f->tiles_most;
    const size_t points = (size_t)f->shape.capacity[THRONG_POINTS];
    throng_cpu_give(context, &f->bytes, f->sources, (size_t)f->shape.capacity[THRONG_SOURCES],
                    sizeof *f->sources);
    throng_cpu_give(context, &f->bytes, f->reached, (size_t)f->shape.capacity[THRONG_SOURCES],
                    sizeof *f->reached);
    throng_cpu_give(context, &f->bytes, f->goals, (size_t)f->shape.capacity[THRONG_GOALS], sizeof *f->goals);
    throng_cpu_give(context, &f->bytes, f->points, points, sizeof *f->points);
    throng_cpu_give(context, &f->bytes, f->forces, points, sizeof *f->forces);
    throng_cpu_give(context, &f->bytes, f->order, points, sizeof *f->order);
    throng_cpu_give(context, &f->bytes, f->spare, points, sizeof *f->spare);
    throng_cpu_give(context, &f->bytes, f->tile_of, points, sizeof *f->tile_of);
    throng_cpu_give(context, &f->bytes, f->lists, f->list_room, sizeof *f->lists);
    throng_cpu_give(context, &f->bytes, f->places, tasks * tiles, sizeof *f->places);
    throng_cpu_give(context, &f->bytes, f->starts, tiles + 1, sizeof *f->starts);
    throng_cpu_give(context, &f->bytes, f->point_starts, tiles + 1, sizeof *f->point_starts);
    throng_cpu_give(context, &f->bytes, f->work, f->work_room, sizeof *f->work);
    throng_cpu_give(context, &f->bytes, f->scratch, tasks, f->scratch_bytes);
    throng_release(&context->allocator, f, sizeof *f);
}

static void choose_room(cpu_field *f)
{
    f->tiles_most = throng_potential_tiles_most(&f->shape);
    f->work_room = (size_t)throng_potential_pieces_most(&f->shape);
    f->list_room = 4 * (size_t)f->shape.capacity[THRONG_SOURCES] + 4096;
    f->scratch_bytes = (potential_scratch_bytes() + 63) / 64 * 64;
}

static throng_status create(throng_context *context, const throng_potential_shape *shape, void **state)
{
    throng_status status = THRONG_OK;
    cpu_field *f = throng_allocate(&context->allocator, sizeof *f);
    if (!f)
        return throng_fail_memory(context, "a potential field", sizeof *f);
    f->context = context;
    f->shape = *shape;
    f->plan = throng_potential_plan(shape);
    f->tasks = context->threads;
    f->bytes = sizeof *f;
    choose_room(f);
    const size_t tasks = (size_t)f->tasks, tiles = (size_t)f->tiles_most;
    const size_t points = (size_t)shape->capacity[THRONG_POINTS];
    const struct {
        void **memory;
        size_t count, size;
        const char *what;
    } wanted[] = {
        {(void **)&f->sources, (size_t)shape->capacity[THRONG_SOURCES], sizeof *f->sources, "sources"},
        {(void **)&f->reached, (size_t)shape->capacity[THRONG_SOURCES], sizeof *f->reached,
         "tiles of sources"},
        {(void **)&f->goals, (size_t)shape->capacity[THRONG_GOALS], sizeof *f->goals, "goals"},
        {(void **)&f->points, points, sizeof *f->points, "points"},
        {(void **)&f->forces, points, sizeof *f->forces, "forces"},
        {(void **)&f->order, points, sizeof *f->order, "the order of points"},
        {(void **)&f->spare, points, sizeof *f->spare, "the order of points"},
        {(void **)&f->tile_of, points, sizeof *f->tile_of, "the tiles of points"},
        {(void **)&f->lists, f->list_room, sizeof *f->lists, "the lists of tiles"},
        {(void **)&f->places, tasks * tiles, sizeof *f->places, "the places in lists"},
        {(void **)&f->starts, tiles + 1, sizeof *f->starts, "the starts of lists"},
        {(void **)&f->point_starts, tiles + 1, sizeof *f->point_starts, "the starts of tiles"},
        {(void **)&f->work, f->work_room, sizeof *f->work, "the work of tasks"},
        {(void **)&f->scratch, tasks, f->scratch_bytes, "the scratch memory of tasks"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        *wanted[i].memory =
            throng_cpu_take(context, &f->bytes, wanted[i].count, wanted[i].size, wanted[i].what, &status);
    if (status != THRONG_OK) {
        destroy(f);
        return status;
    }
    *state = f;
    return THRONG_OK;
}

static throng_status reset(void *state)
{
    cpu_field *f = state;
    memset(f->counts, 0, sizeof f->counts);
    f->felt = 0;
    f->listed = 0;
    f->ordered = 0;
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_field *f = state;
    return (throng_usage){f->bytes, 0, 0.0};
}

static int32_t lost(const void *state)
{
    (void)state;
    return 0;
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
    const int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        char *entry = to + (size_t)i * size;
        const char *from = job->entries + (size_t)i * job->stride;
        if (job->places_alone) {
            throng_copy_normal((float *)(void *)entry, from, 2);
        } else if (job->list == THRONG_SOURCES) {
            potential_source *source = (potential_source *)(void *)entry;
            memcpy(source, from, sizeof(throng_potential_source));
            throng_copy_normal(&source->x, from, 5);
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
    entries_job job = {
        f,       list,   first,       count, throng_cpu_parts(count, ENTRIES_PER_TASK, f->tasks),
        entries, stride, places_alone};
    f->listed &= list != THRONG_SOURCES;
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
    f->listed &= list != THRONG_SOURCES;
    if (list == THRONG_POINTS && f->felt > count)
        f->felt = count;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- tiles ----------------------------- */

typedef struct tiles_job {
    cpu_field *f;
    int32_t count, parts, tiles;
} tiles_job;

static uint32_t *places_of(const tiles_job *job, int32_t index)
{
    return job->f->places + (size_t)index * (size_t)job->tiles;
}

static void count_sources(void *data, int32_t index)
{
    const tiles_job *job = data;
    const cpu_field *f = job->f;
    uint32_t *counts = places_of(job, index);
    memset(counts, 0, (size_t)job->tiles * sizeof *counts);
    const int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        const potential_source *s = &f->sources[i];
        const potential_tiles t = potential_tiles_of(&f->plan, s->x, s->y, s->range, s->world);
        f->reached[i] = t;
        for (int32_t row = t.row_first; row <= t.row_last; row++)
            for (int32_t column = t.column_first; column <= t.column_last; column++)
                counts[row * f->plan.columns + column]++;
    }
}

static void list_sources(void *data, int32_t index)
{
    const tiles_job *job = data;
    const cpu_field *f = job->f;
    uint32_t *places = places_of(job, index);
    const int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        const potential_tiles t = f->reached[i];
        for (int32_t row = t.row_first; row <= t.row_last; row++)
            for (int32_t column = t.column_first; column <= t.column_last; column++)
                f->lists[places[row * f->plan.columns + column]++] = i;
    }
}

static void count_points(void *data, int32_t index)
{
    const tiles_job *job = data;
    const cpu_field *f = job->f;
    uint32_t *counts = places_of(job, index);
    memset(counts, 0, (size_t)job->tiles * sizeof *counts);
    const int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        const potential_point *p = &f->points[f->order[i]];
        if (i + POTENTIAL_AHEAD < end)
            plain_prefetch(&f->points[f->order[i + POTENTIAL_AHEAD]]);
        f->tile_of[i] = (uint32_t)potential_tile(&f->plan, p->x, p->y, p->world);
        counts[f->tile_of[i]]++;
    }
}

static void list_points(void *data, int32_t index)
{
    const tiles_job *job = data;
    const cpu_field *f = job->f;
    uint32_t *places = places_of(job, index);
    const int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i++)
        f->spare[places[f->tile_of[i]]++] = f->order[i];
}

/* Turns the tasks' counts into places; the sum of all. */
static uint64_t place(const tiles_job *job, uint32_t *starts)
{
    uint64_t total = 0;
    for (int32_t tile = 0; tile < job->tiles; tile++) {
        starts[tile] = (uint32_t)total;
        for (int32_t t = 0; t < job->parts; t++) {
            uint32_t *at = places_of(job, t) + tile;
            const uint32_t found = *at;
            *at = (uint32_t)total;
            total += found;
        }
    }
    starts[job->tiles] = (uint32_t)total;
    return total;
}

static tiles_job tiles_of(cpu_field *f, int32_t list)
{
    const int32_t count = f->counts[list];
    return (tiles_job){f, count, throng_cpu_parts(count, ENTRIES_PER_TASK, f->tasks),
                       f->plan.columns * f->plan.rows * f->plan.worlds};
}

static void observe(const cpu_field *f, throng_potential_crowd *crowd)
{
    const int32_t points = f->counts[THRONG_POINTS], sources = f->counts[THRONG_SOURCES];
    double ranges = 0.0;
    crowd->sampled = points < THRONG_POTENTIAL_SAMPLE ? points : THRONG_POTENTIAL_SAMPLE;
    for (int32_t i = 0; i < crowd->sampled; i++) {
        const potential_point *p = &f->points[throng_cpu_part(points, crowd->sampled, i)];
        crowd->x[i] = p->x;
        crowd->y[i] = p->y;
    }
    const int32_t some = sources < THRONG_POTENTIAL_SAMPLE ? sources : THRONG_POTENTIAL_SAMPLE;
    for (int32_t i = 0; i < some; i++)
        ranges += (double)f->sources[throng_cpu_part(sources, some, i)].range;
    crowd->range = some > 0 ? ranges / some : 0.0;
    crowd->points = points;
    crowd->tiles_most = f->tiles_most;
}

/* Lists the sources, where they or the tiles are others than before, in tiles so large that the lists fit.
 * One tile for each world always fits. */
static void sort_sources(cpu_field *f)
{
    throng_potential_crowd crowd;
    observe(f, &crowd);
    if (throng_potential_choose(&f->plan, &f->coarser, &crowd))
        f->listed = 0;
    while (!f->listed) {
        tiles_job job = tiles_of(f, THRONG_SOURCES);
        throng_run(f->context, job.parts, count_sources, &job);
        f->listed = throng_potential_fits(&f->coarser, place(&job, f->starts), f->list_room);
        if (f->listed)
            throng_run(f->context, job.parts, list_sources, &job);
        else
            throng_potential_coarsen(&f->plan, &f->coarser, &crowd);
    }
}

static void sort_points(cpu_field *f)
{
    for (; f->ordered < f->counts[THRONG_POINTS]; f->ordered++)
        f->order[f->ordered] = (uint32_t)f->ordered;
    if (f->ordered > f->counts[THRONG_POINTS])
        for (f->ordered = 0; f->ordered < f->counts[THRONG_POINTS]; f->ordered++)
            f->order[f->ordered] = (uint32_t)f->ordered;
    tiles_job job = tiles_of(f, THRONG_POINTS);
    throng_run(f->context, job.parts, count_points, &job);
    place(&job, f->point_starts);
    throng_run(f->context, job.parts, list_points, &job);
    uint32_t *order = f->order;
    f->order = f->spare;
    f->spare = order;
}

/* ---------------------------------------------------------------- update ---------------------------- */

typedef struct feel_job {
    cpu_field *f;
    potential_field field;
    int32_t count;
    _Atomic int32_t next;
} feel_job;

static void feel(void *data, int32_t index)
{
    feel_job *job = data;
    const cpu_field *f = job->f;
    float *scratch = (float *)(void *)((char *)f->scratch + (size_t)index * f->scratch_bytes);
    for (;;) {
        const int32_t i = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (i >= job->count)
            return;
        f->context->simd->potential_piece(&job->field, &f->plan, &f->work[i], scratch);
    }
}

static int32_t share_work(cpu_field *f)
{
    const int32_t tiles = f->plan.columns * f->plan.rows * f->plan.worlds;
    int32_t count = 0;
    for (int32_t tile = 0; tile < tiles; tile++)
        for (uint32_t at = f->point_starts[tile]; at < f->point_starts[tile + 1]; at += POTENTIAL_PIECE) {
            const uint32_t left = f->point_starts[tile + 1] - at;
            f->work[count++] = (potential_work){tile, at, left < POTENTIAL_PIECE ? left : POTENTIAL_PIECE,
                                                f->starts[tile], f->starts[tile + 1] - f->starts[tile]};
        }
    return count;
}

static throng_status update(void *state)
{
    cpu_field *f = state;
    f->felt = f->counts[THRONG_POINTS];
    f->plan.goals = f->counts[THRONG_GOALS];
    if (f->felt == 0)
        return THRONG_OK;
    sort_sources(f);
    sort_points(f);
    feel_job job = {.f = f, .count = share_work(f)};
    job.field =
        (potential_field){f->sources,       f->goals, f->points,
                          f->order,         f->lists, f->shape.terrain ? f->shape.terrain->bits : NULL,
                          f->shape.measure, f->forces};
    atomic_store_explicit(&job.next, 0, memory_order_relaxed);
    throng_run(f->context, job.count < f->tasks ? job.count : f->tasks, feel, &job);
    return THRONG_OK;
}

static throng_status read(void *state, int32_t first, int32_t count, void *forces, size_t stride)
{
    const cpu_field *f = state;
    const potential_force nothing = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < count; i++)
        memcpy((char *)forces + (size_t)i * stride, first + i < f->felt ? &f->forces[first + i] : &nothing,
               sizeof nothing);
    return THRONG_OK;
}

const throng_potential_ops throng_cpu_potential_ops = {create, destroy, set,   move, truncate,
                                                       update, read,    reset, lost, usage};
