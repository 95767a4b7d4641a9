/* Influence maps on the CPU. The map is cut into bands of rows whose sums fit in the second-level cache; each
 * band has the list of the sources that touch it, in ascending index; tasks take bands one after the other.
 * Where the lists of all bands do not fit in their (bounded) memory, groups of bands follow each other. */
#include "../internal.h"
#include "simd.h"

#include <stdatomic.h>
#include <string.h>

enum {
    BAND_BYTES = 192 * 1024, /* sums of a band: leaves room in a 512 KiB cache for sources and the map */
    BAND_ROWS_MOST = 64,
    BAND_ROWS_LEAST = 8,
    CELL_ALIGNMENT = 16,
    OBJECTS_PER_TASK = 2048 /* below this, splitting a pass over objects costs more than it saves */
};

typedef struct layer {
    influence_object *objects;
    influence_source *sources;
    float *values; /* height rows of `pitch` */
    int32_t count;
} layer;

typedef struct map {
    throng_context *context;
    influence_grid grid;
    int32_t layer_count, capacity;
    int32_t pitch, band_rows, band_count, tasks;
    size_t cells, list_capacity, sums_per_task;
    layer layers[THRONG_MAX_LAYERS];
    float *combined;
    float *sums;        /* tasks * sums_per_task */
    uint32_t *list;     /* the lists of a group of bands, one behind the other */
    uint32_t *places;   /* tasks * band_count: how many sources a task finds for a band, then where they go */
    uint32_t *starts;   /* band_count + 1: where a band's list starts */
    throng_best *bests; /* one a task */
    uint64_t bytes;
} map;

/* ---------------------------------------------------------------- storage --------------------------- */

static void *take(map *m, size_t count, size_t size, const char *what, throng_status *status)
{
    size_t bytes = 0;
    if (*status != THRONG_OK)
        return NULL;
    void *memory =
        throng_multiply(count, size, &bytes) ? throng_allocate(&m->context->allocator, bytes ? bytes : size) : NULL;
    if (!memory)
        *status = throng_fail_memory(m->context, what, bytes);
    else
        m->bytes += bytes;
    return memory;
}

static void give(map *m, void *memory, size_t count, size_t size)
{
    throng_release(&m->context->allocator, memory, count ? count * size : size);
}

static void destroy(void *state)
{
    map *m = state;
    size_t capacity = (size_t)m->capacity;
    size_t tasks = (size_t)m->tasks;
    for (int32_t i = 0; i < m->layer_count; i++) {
        give(m, m->layers[i].objects, capacity, sizeof(influence_object));
        give(m, m->layers[i].sources, capacity, sizeof(influence_source));
        give(m, m->layers[i].values, m->cells, sizeof(float));
    }
    give(m, m->combined, m->cells, sizeof(float));
    give(m, m->sums, tasks * m->sums_per_task, sizeof(float));
    give(m, m->list, m->list_capacity, sizeof(uint32_t));
    give(m, m->places, tasks * (size_t)m->band_count, sizeof(uint32_t));
    give(m, m->starts, (size_t)m->band_count + 1, sizeof(uint32_t));
    give(m, m->bests, tasks, sizeof(throng_best));
    throng_release(&m->context->allocator, m, sizeof *m);
}

static void choose_bands(map *m, int32_t threads)
{
    int32_t fitting = BAND_BYTES / (int32_t)sizeof(float) / m->pitch;
    int32_t fair = (m->grid.height + 4 * threads - 1) / (4 * threads);
    int32_t rows = fitting < BAND_ROWS_MOST ? fitting : BAND_ROWS_MOST;
    rows = rows < fair ? rows : fair;
    m->band_rows = rows > BAND_ROWS_LEAST ? rows : BAND_ROWS_LEAST;
    m->band_count = (m->grid.height + m->band_rows - 1) / m->band_rows;
    m->tasks = threads;
    m->sums_per_task = (size_t)m->band_rows * (size_t)m->pitch + CELL_ALIGNMENT;
    m->list_capacity = 4 * (size_t)m->capacity + (size_t)m->band_count;
}

static throng_status create(throng_context *context, const throng_influence_shape *shape, void **state)
{
    throng_status status = THRONG_OK;
    map *m = throng_allocate(&context->allocator, sizeof *m);
    if (!m)
        return throng_fail_memory(context, "an influence map", sizeof *m);
    m->context = context;
    m->grid = (influence_grid){shape->width, shape->height, shape->hex, shape->cell_size};
    m->layer_count = shape->layers;
    m->capacity = shape->object_capacity;
    /* a full vector may be written behind the last cell of a row */
    m->pitch = (shape->width + 2 * CELL_ALIGNMENT - 1) / CELL_ALIGNMENT * CELL_ALIGNMENT;
    m->cells = (size_t)m->pitch * (size_t)shape->height;
    m->bytes = sizeof *m;
    choose_bands(m, context->threads);
    size_t capacity = (size_t)m->capacity;
    size_t tasks = (size_t)m->tasks;
    for (int32_t i = 0; i < m->layer_count; i++) {
        layer *l = &m->layers[i];
        l->objects = take(m, capacity, sizeof(influence_object), "a layer's objects", &status);
        l->sources = take(m, capacity, sizeof(influence_source), "a layer's sources", &status);
        l->values = take(m, m->cells, sizeof(float), "a layer's cells", &status);
    }
    m->sums = take(m, tasks * m->sums_per_task, sizeof(float), "the sums of bands", &status);
    m->list = take(m, m->list_capacity, sizeof(uint32_t), "the lists of bands", &status);
    m->places = take(m, tasks * (size_t)m->band_count, sizeof(uint32_t), "the places in lists", &status);
    m->starts = take(m, (size_t)m->band_count + 1, sizeof(uint32_t), "the starts of lists", &status);
    m->bests = take(m, tasks, sizeof(throng_best), "the best cells", &status);
    if (status != THRONG_OK) {
        destroy(m);
        return status;
    }
    *state = m;
    return THRONG_OK;
}

static throng_status reset(void *state)
{
    map *m = state;
    for (int32_t i = 0; i < m->layer_count; i++) {
        memset(m->layers[i].values, 0, m->cells * sizeof(float));
        m->layers[i].count = 0;
    }
    return THRONG_OK;
}

static throng_influence_usage usage(void *state)
{
    const map *m = state;
    throng_influence_usage u = {m->bytes, 0, 0.0, 0};
    return u;
}

/* ---------------------------------------------------------------- objects --------------------------- */

/* Part `index` of `parts` of the range [0, count). */
static int32_t part_start(int32_t count, int32_t parts, int32_t index)
{
    return (int32_t)((int64_t)count * index / parts);
}

static int32_t parts_of(const map *m, int32_t count)
{
    int32_t parts = count / OBJECTS_PER_TASK + 1;
    return parts < m->tasks ? parts : m->tasks;
}

typedef struct objects_job {
    map *m;
    layer *l;
    int32_t first, count, parts;
    const char *objects;
    size_t stride;
    const char *positions, *velocities;
    size_t position_stride, velocity_stride;
} objects_job;

static void change_objects(void *data, int32_t index)
{
    const objects_job *job = data;
    int32_t end = part_start(job->count, job->parts, index + 1);
    for (int32_t i = part_start(job->count, job->parts, index); i < end; i++) {
        size_t k = (size_t)i;
        influence_object *object = &job->l->objects[job->first + i];
        if (job->objects)
            memcpy(object, job->objects + k * job->stride, sizeof *object);
        if (job->positions)
            memcpy(&object->x, job->positions + k * job->position_stride, 2 * sizeof(float));
        if (job->velocities)
            memcpy(&object->vx, job->velocities + k * job->velocity_stride, 2 * sizeof(float));
        job->l->sources[job->first + i] = influence_prepare(object, &job->m->grid);
    }
}

static throng_status set_objects(void *state, int32_t index, int32_t first, int32_t count, const void *objects,
                                 size_t stride)
{
    map *m = state;
    layer *l = &m->layers[index];
    objects_job job = {.m = m, .l = l, .first = first, .count = count, .parts = parts_of(m, count)};
    job.objects = objects;
    job.stride = stride;
    throng_run(m->context, job.parts, change_objects, &job);
    if (first + count > l->count)
        l->count = first + count;
    return THRONG_OK;
}

static throng_status move_objects(void *state, int32_t index, int32_t first, int32_t count, const void *positions,
                                  size_t position_stride, const void *velocities, size_t velocity_stride)
{
    map *m = state;
    objects_job job = {.m = m, .l = &m->layers[index], .first = first, .count = count, .parts = parts_of(m, count)};
    job.positions = positions;
    job.position_stride = position_stride;
    job.velocities = velocities;
    job.velocity_stride = velocity_stride;
    throng_run(m->context, job.parts, change_objects, &job);
    return THRONG_OK;
}

static throng_status truncate_objects(void *state, int32_t index, int32_t count)
{
    map *m = state;
    m->layers[index].count = count;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- update ---------------------------- */

typedef struct update_job {
    map *m;
    layer *l;
    float momentum;
    int32_t parts;             /* of the objects */
    int32_t band_first, bands; /* the group at work */
    _Atomic int32_t next;      /* band */
} update_job;

static void count_sources(void *data, int32_t index)
{
    const update_job *job = data;
    const map *m = job->m;
    uint32_t *counts = m->places + (size_t)index * (size_t)m->band_count;
    memset(counts, 0, (size_t)m->band_count * sizeof *counts);
    int32_t end = part_start(job->l->count, job->parts, index + 1);
    for (int32_t i = part_start(job->l->count, job->parts, index); i < end; i++) {
        const influence_source *s = &job->l->sources[i];
        if (s->row_first <= s->row_last)
            for (int32_t b = s->row_first / m->band_rows; b <= s->row_last / m->band_rows; b++)
                counts[b]++;
    }
}

/* Takes bands from band_first on while their lists fit; turns counts into places. */
static void plan_group(update_job *job)
{
    map *m = job->m;
    size_t total = 0;
    int32_t b = job->band_first;
    for (; b < m->band_count; b++) {
        size_t of_band = 0;
        for (int32_t t = 0; t < job->parts; t++)
            of_band += m->places[(size_t)t * (size_t)m->band_count + (size_t)b];
        if (total + of_band > m->list_capacity)
            break;
        m->starts[b] = (uint32_t)total;
        for (int32_t t = 0; t < job->parts; t++) {
            uint32_t *place = &m->places[(size_t)t * (size_t)m->band_count + (size_t)b];
            uint32_t found = *place;
            *place = (uint32_t)total;
            total += found;
        }
    }
    m->starts[b] = (uint32_t)total;
    job->bands = b - job->band_first;
}

static void list_sources(void *data, int32_t index)
{
    const update_job *job = data;
    const map *m = job->m;
    uint32_t *places = m->places + (size_t)index * (size_t)m->band_count;
    int32_t band_last = job->band_first + job->bands - 1;
    int32_t end = part_start(job->l->count, job->parts, index + 1);
    for (int32_t i = part_start(job->l->count, job->parts, index); i < end; i++) {
        const influence_source *s = &job->l->sources[i];
        if (s->row_first > s->row_last)
            continue;
        int32_t b = s->row_first / m->band_rows;
        int32_t last = s->row_last / m->band_rows;
        b = b > job->band_first ? b : job->band_first;
        last = last < band_last ? last : band_last;
        for (; b <= last; b++)
            m->list[places[b]++] = (uint32_t)i;
    }
}

static void sum_band(const update_job *job, int32_t b, float *sums)
{
    const map *m = job->m;
    const throng_simd *simd = m->context->simd;
    influence_band band = {b * m->band_rows, m->band_rows, m->grid.width, m->pitch, m->grid.hex};
    if (band.row_first + band.row_count > m->grid.height)
        band.row_count = m->grid.height - band.row_first;
    size_t cells = (size_t)band.row_count * (size_t)m->pitch;
    memset(sums, 0, cells * sizeof *sums);
    simd->influence_add_sources(sums, &band, job->l->sources, m->list + m->starts[b],
                                m->starts[b + 1] - m->starts[b]);
    float *values = job->l->values + (size_t)band.row_first * (size_t)m->pitch;
    simd->influence_finish(values, sums, (int32_t)cells, job->momentum);
}

static void sum_bands(void *data, int32_t index)
{
    update_job *job = data;
    float *sums = job->m->sums + (size_t)index * job->m->sums_per_task;
    for (;;) {
        int32_t b = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (b >= job->bands)
            return;
        sum_band(job, job->band_first + b, sums);
    }
}

static throng_status update(void *state, int32_t index, float momentum)
{
    map *m = state;
    update_job job = {.m = m, .l = &m->layers[index], .momentum = momentum};
    job.parts = parts_of(m, job.l->count);
    throng_run(m->context, job.parts, count_sources, &job);
    for (job.band_first = 0; job.band_first < m->band_count; job.band_first += job.bands) {
        plan_group(&job);
        throng_run(m->context, job.parts, list_sources, &job);
        atomic_store_explicit(&job.next, 0, memory_order_relaxed);
        throng_run(m->context, m->tasks < job.bands ? m->tasks : job.bands, sum_bands, &job);
    }
    return THRONG_OK;
}

/* ---------------------------------------------------------------- results --------------------------- */

typedef struct combine_job {
    const map *m;
    const float *weights;
    int32_t parts;
} combine_job;

static void combine_rows(void *data, int32_t index)
{
    const combine_job *job = data;
    const map *m = job->m;
    const float *layers[THRONG_MAX_LAYERS];
    int32_t end = part_start(m->grid.height, job->parts, index + 1);
    for (int32_t row = part_start(m->grid.height, job->parts, index); row < end; row++) {
        size_t start = (size_t)row * (size_t)m->pitch;
        for (int32_t i = 0; i < m->layer_count; i++)
            layers[i] = m->layers[i].values + start;
        m->context->simd->influence_combine(m->combined + start, layers, job->weights, m->layer_count, m->pitch);
    }
}

static int32_t row_parts(const map *m, int32_t rows) { return rows < m->tasks ? rows : m->tasks; }

static throng_status combine(void *state, const float *weights)
{
    map *m = state;
    throng_status status = THRONG_OK;
    if (!m->combined)
        m->combined = take(m, m->cells, sizeof(float), "the combined layer", &status);
    if (status != THRONG_OK)
        return status;
    combine_job job = {m, weights, row_parts(m, m->grid.height)};
    throng_run(m->context, job.parts, combine_rows, &job);
    return THRONG_OK;
}

static const float *plane(const map *m, int32_t index)
{
    return index < m->layer_count ? m->layers[index].values : m->combined;
}

static throng_status read(void *state, int32_t index, const throng_region *region, float *values, size_t row_stride)
{
    const map *m = state;
    const float *source = plane(m, index) + (size_t)region->row * (size_t)m->pitch + (size_t)region->column;
    for (int32_t i = 0; i < region->height; i++)
        memcpy((char *)values + (size_t)i * row_stride, source + (size_t)i * (size_t)m->pitch,
               (size_t)region->width * sizeof *values);
    return THRONG_OK;
}

typedef struct best_job {
    const map *m;
    const float *values;
    throng_region region;
    int32_t parts;
} best_job;

static void best_of_rows(void *data, int32_t index)
{
    const best_job *job = data;
    const map *m = job->m;
    throng_best *best = &m->bests[index];
    int32_t start = part_start(job->region.height, job->parts, index);
    int32_t end = part_start(job->region.height, job->parts, index + 1);
    for (int32_t i = start; i < end; i++) {
        int32_t column;
        int32_t row = job->region.row + i;
        const float *values = job->values + (size_t)row * (size_t)m->pitch + (size_t)job->region.column;
        float value = m->context->simd->influence_best(values, job->region.width, &column);
        if (i == start || value > best->value)
            *best = (throng_best){job->region.column + column, row, value};
    }
}

static throng_status best(void *state, int32_t index, const throng_region *region, throng_best *result)
{
    const map *m = state;
    best_job job = {m, plane(m, index), *region, row_parts(m, region->height)};
    throng_run(m->context, job.parts, best_of_rows, &job);
    *result = m->bests[0];
    for (int32_t i = 1; i < job.parts; i++)
        if (m->bests[i].value > result->value)
            *result = m->bests[i];
    return THRONG_OK;
}

static throng_status wait(throng_context *context)
{
    (void)context;
    return THRONG_OK;
}

const throng_backend_ops throng_cpu_ops = {
    wait,
    {create, destroy, set_objects, move_objects, truncate_objects, update, combine, read, best, reset, usage},
};
