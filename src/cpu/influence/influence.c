/* Influence maps on the CPU: storage, objects, and what is read from layers. */
#include <throng/influence_slices.h>

#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/influence/influence.h"
#include "src/cpu/tables.h"
#include "src/influence/influence.h"
#include "src/terrain/terrain.h"

#include <string.h>

/* ---------------------------------------------------------------- storage --------------------------- */

static void destroy(void *state)
{
    cpu_map *m = state;
    size_t capacity = (size_t)m->capacity;
    size_t tasks = (size_t)m->tasks;
    for (int32_t i = 0; i < m->layer_count; i++) {
        throng_cpu_free(m->context, &m->bytes, m->layers[i].objects, capacity, sizeof(influence_object));
        throng_cpu_free(m->context, &m->bytes, m->layers[i].sources, capacity, sizeof(influence_source));
        throng_cpu_free(m->context, &m->bytes, m->layers[i].values, m->cells, sizeof(float));
        throng_cpu_footprints_destroy(m, &m->layers[i].footprints);
    }
    throng_cpu_slices_destroy(m);
    throng_cpu_blocks_destroy(m);
    throng_cpu_tables_destroy(m);
    throng_cpu_table_destroy(m);
    throng_cpu_free(m->context, &m->bytes, m->scratch, (size_t)m->tasks, m->scratch_bytes);
    throng_cpu_free(m->context, &m->bytes, m->carry, m->cells, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->combined, m->cells, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->sums, tasks * m->sums_per_task, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->list, m->list_capacity, sizeof(uint32_t));
    throng_cpu_free(m->context, &m->bytes, m->places, tasks * (size_t)m->piece_capacity, sizeof(uint32_t));
    throng_cpu_free(m->context, &m->bytes, m->starts, (size_t)m->piece_capacity + 1, sizeof(uint32_t));
    throng_cpu_free(m->context, &m->bytes, m->bests, tasks, sizeof(throng_best));
    throng_release(&m->context->allocator, m, sizeof *m);
}

/* A full vector may be written behind the last cell of a row. */
static int32_t padded(int32_t columns) { return ((columns + 15) / 16 + 1) * 16; }

static void create_layers(cpu_map *m, throng_status *status)
{
    const size_t capacity = (size_t)m->capacity;
    for (int32_t i = 0; i < m->layer_count; i++) {
        cpu_layer *l = &m->layers[i];
        l->objects = throng_cpu_allocate(m->context, &m->bytes, capacity, sizeof(influence_object),
                                         "a layer's objects", status);
        l->sources = throng_cpu_allocate(m->context, &m->bytes, capacity, sizeof(influence_source),
                                         "a layer's sources", status);
        l->values =
            throng_cpu_allocate(m->context, &m->bytes, m->cells, sizeof(float), "a layer's cells", status);
        if (m->terrain && *status == THRONG_OK)
            *status = throng_cpu_footprints_create(m, &l->footprints);
    }
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_influence_shape *shape = arguments;
    throng_status status = THRONG_OK;
    cpu_map *m = throng_allocate(&context->allocator, sizeof *m);
    if (!m)
        return throng_fail_memory(context, "an influence map", sizeof *m);
    m->context = context;
    m->grid = (influence_grid){
        .width = shape->width,
        .height = shape->height,
        .hex = shape->grid == THRONG_GRID_HEX,
        .cell_size = shape->cell_size,
        .kind = shape->grid,
        .propagation = shape->propagation,
        .world_height = shape->world_height,
    };
    m->terrain = shape->terrain;
    if (m->terrain) {
        m->grid.walls_pitch = m->terrain->pitch;
        m->grid.walls_rows = m->terrain->worlds > 1 ? m->terrain->height + 2 : 0;
    }
    m->layer_count = shape->layers;
    m->capacity = shape->object_capacity;
    m->pitch = padded(shape->width);
    m->cells = (size_t)m->pitch * (size_t)shape->height;
    m->bytes = sizeof *m;
    m->tasks = context->threads;
    m->list_capacity = 4 * (size_t)m->capacity + 1024;
    throng_cpu_blocks_choose(m);
    m->halved = throng_cpu_halves();
    size_t tasks = (size_t)m->tasks;
    create_layers(m, &status);
    if (status == THRONG_OK)
        status = throng_cpu_blocks_create(m);
    if (status == THRONG_OK)
        status = throng_cpu_tables_create(m);
    if (shape->all_pairs && status == THRONG_OK)
        status = throng_cpu_table_create(m);
    m->sums = throng_cpu_allocate(m->context, &m->bytes, tasks * m->sums_per_task, sizeof(float),
                                  "the sums of tiles", &status);
    m->list = throng_cpu_allocate(m->context, &m->bytes, m->list_capacity, sizeof(uint32_t),
                                  "the lists of tiles", &status);
    m->places = throng_cpu_allocate(m->context, &m->bytes, tasks * (size_t)m->piece_capacity,
                                    sizeof(uint32_t), "the offsets of lists", &status);
    m->starts = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->piece_capacity + 1, sizeof(uint32_t),
                                    "the starts of lists", &status);
    m->bests =
        throng_cpu_allocate(m->context, &m->bytes, tasks, sizeof(throng_best), "the best cells", &status);
    if (status != THRONG_OK) {
        destroy(m);
        return status;
    }
    *state = m;
    return THRONG_OK;
}

static throng_status reset(void *state)
{
    cpu_map *m = state;
    for (int32_t i = 0; i < m->layer_count; i++) {
        memset(m->layers[i].values, 0, m->cells * sizeof(float));
        m->layers[i].count = 0;
        throng_cpu_blocks_reset(m, &m->layers[i]);
        if (m->terrain)
            throng_cpu_footprints_reset(&m->layers[i]);
    }
    throng_cpu_slices_drop(m);
    m->combined_known = 0;
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_map *m = state;
    throng_usage u = {m->bytes, 0, 0.0};
    return u;
}

/* ---------------------------------------------------------------- objects --------------------------- */

typedef struct objects_job {
    cpu_map *m;
    cpu_layer *l;
    int32_t first, count, parts;
    const char *objects;
    size_t stride;
    const char *positions, *velocities;
    size_t position_stride, velocity_stride;
} objects_job;

/* Whether the object is what it is to become. */
static int32_t is_unchanged(const objects_job *job, const influence_object *object, size_t k)
{
    if (job->objects)
        return throng_same_bits(object, job->objects + k * job->stride, sizeof *object);
    return throng_same_bits(&object->x, job->positions + k * job->position_stride, 2 * sizeof(float)) &&
           (!job->velocities ||
            throng_same_bits(&object->vx, job->velocities + k * job->velocity_stride, 2 * sizeof(float)));
}

static void change_object(const objects_job *job, int32_t index, size_t k, int32_t known)
{
    influence_object *object = &job->l->objects[index];
    influence_source *source = &job->l->sources[index];
    const influence_source before = *source;
    if (job->objects) {
        memcpy(object, job->objects + k * job->stride, sizeof *object);
        influence_set_decay(source, object, job->m->grid.propagation);
    }
    if (job->positions)
        memcpy(&object->x, job->positions + k * job->position_stride, 2 * sizeof(float));
    if (job->velocities)
        memcpy(&object->vx, job->velocities + k * job->velocity_stride, 2 * sizeof(float));
    influence_set_motion(source, object, &job->m->grid, throng_cpu_walls(job->m));
    if (!job->m->terrain || !known ||
        !throng_cpu_same_source(&before, source)) /* it may be in its cell still */
        throng_cpu_source_changed(job->m, job->l, index, known);
}

static void change_objects(void *data, int32_t index)
{
    const objects_job *job = data;
    int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i++)
        if (job->first + i >= job->l->count ||
            !is_unchanged(job, &job->l->objects[job->first + i], (size_t)i))
            change_object(job, job->first + i, (size_t)i, job->first + i < job->l->count);
}

void throng_cpu_object_set(cpu_map *m, cpu_layer *l, int32_t index, int32_t known,
                           const influence_object *object)
{
    const objects_job job = {.m = m, .l = l, .objects = (const char *)object, .stride = sizeof *object};
    change_object(&job, index, 0, known);
}

static throng_status set_objects(void *state, int32_t index, int32_t first, int32_t count,
                                 const void *objects, size_t stride)
{
    cpu_map *m = state;
    cpu_layer *l = &m->layers[index];
    objects_job job = {
        .m = m, .l = l, .first = first, .count = count, .parts = throng_cpu_object_parts(m, count)};
    if (m->terrain) {
        throng_status status = throng_cpu_footprints_reserve(m, l, first, count, objects, stride);
        if (status != THRONG_OK)
            return status;
    }
    if (throng_cpu_slices_hold(m, l)) {
        throng_cpu_later_set(l, first, count, objects, stride);
        return THRONG_OK;
    }
    job.objects = objects;
    job.stride = stride;
    throng_run(m->context, job.parts, change_objects, &job);
    if (first + count > l->count)
        l->count = first + count;
    return THRONG_OK;
}

static throng_status move_objects(void *state, int32_t index, int32_t first, int32_t count,
                                  const void *positions, size_t position_stride, const void *velocities,
                                  size_t velocity_stride)
{
    cpu_map *m = state;
    objects_job job = {.m = m,
                       .l = &m->layers[index],
                       .first = first,
                       .count = count,
                       .parts = throng_cpu_object_parts(m, count)};
    if (throng_cpu_slices_hold(m, job.l)) {
        throng_cpu_later_move(job.l, first, count, positions, position_stride, velocities, velocity_stride);
        return THRONG_OK;
    }
    job.positions = positions;
    job.position_stride = position_stride;
    job.velocities = velocities;
    job.velocity_stride = velocity_stride;
    throng_run(m->context, job.parts, change_objects, &job);
    return THRONG_OK;
}

static throng_status truncate_objects(void *state, int32_t index, int32_t count)
{
    cpu_map *m = state;
    cpu_layer *l = &m->layers[index];
    if (throng_cpu_slices_in_rounds(m, l))
        throng_cpu_slices_complete(m);
    if (m->terrain)
        throng_cpu_footprints_truncate(l, count);
    if (throng_cpu_slices_hold(m, l)) {
        throng_cpu_later_truncate(l, count);
        return THRONG_OK;
    }
    for (int32_t i = count; i < l->count; i++)
        throng_cpu_blocks_mark(m, l, &l->boxes[i]);
    atomic_store_explicit(&l->changed, 1, memory_order_relaxed);
    l->count = count;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- results --------------------------- */

typedef struct combine_job {
    const cpu_map *m;
    const float *weights;
    int32_t parts;
} combine_job;

static void combine_cells(const combine_job *job, int32_t row, int32_t column, int32_t count)
{
    const cpu_map *m = job->m;
    const float *layers[THRONG_MAX_LAYERS];
    const size_t at = (size_t)row * (size_t)m->pitch + (size_t)column;
    for (int32_t i = 0; i < m->layer_count; i++)
        layers[i] = m->layers[i].values + at;
    m->context->simd->influence_combine(m->combined + at, layers, job->weights, m->layer_count, count);
}

/* Runs of blocks of a row that changed; whole vectors, since rows are padded. */
static void combine_blocks(const combine_job *job, int32_t block_row)
{
    const cpu_map *m = job->m;
    uint8_t *changed = m->uncombined + (size_t)block_row * (size_t)m->blocks_across;
    const int32_t first = block_row << m->block_rows_log, end = (block_row + 1) << m->block_rows_log;
    for (int32_t block = 0, next; block < m->blocks_across; block = next) {
        for (next = block + 1; next < m->blocks_across && changed[next] == changed[block]; next++) {
        }
        const int32_t x = block << BLOCK_COLUMNS_LOG, behind = next << BLOCK_COLUMNS_LOG;
        for (int32_t row = first; changed[block] && row < end && row < m->grid.height; row++)
            combine_cells(job, row, x, (behind < m->pitch ? behind : m->pitch) - x);
    }
    memset(changed, 0, (size_t)m->blocks_across);
}

static void combine_rows(void *data, int32_t index)
{
    const combine_job *job = data;
    const int32_t end = throng_part_begin(job->m->blocks_down, job->parts, index + 1);
    for (int32_t row = throng_part_begin(job->m->blocks_down, job->parts, index); row < end; row++)
        combine_blocks(job, row);
}

static int32_t row_parts(const cpu_map *m, int32_t rows) { return rows < m->tasks ? rows : m->tasks; }

static throng_status make_combined(cpu_map *m)
{
    throng_status status = THRONG_OK;
    if (!m->combined)
        m->combined = throng_cpu_allocate(m->context, &m->bytes, m->cells, sizeof(float),
                                          "the combined layer", &status);
    return status;
}

static throng_status combine(void *state, const float *weights)
{
    cpu_map *m = state;
    const size_t bytes = (size_t)m->layer_count * sizeof *weights;
    const throng_status status = make_combined(m);
    if (status != THRONG_OK)
        return status;
    if (!m->combined_known || memcmp(m->combined_weights, weights, bytes) != 0)
        memset(m->uncombined, 1, (size_t)m->block_count);
    memcpy(m->combined_weights, weights, bytes);
    m->combined_known = 1;
    combine_job job = {m, weights, row_parts(m, m->blocks_down)};
    throng_run(m->context, job.parts, combine_rows, &job);
    return THRONG_OK;
}

static throng_status read(void *state, int32_t index, const throng_region *region, float *values,
                          size_t row_stride)
{
    const cpu_map *m = state;
    const float *source =
        throng_cpu_plane(m, index) + (size_t)region->row * (size_t)m->pitch + (size_t)region->column;
    for (int32_t i = 0; i < region->height; i++)
        memcpy((char *)values + (size_t)i * row_stride, source + (size_t)i * (size_t)m->pitch,
               (size_t)region->width * sizeof *values);
    return THRONG_OK;
}

typedef struct best_job {
    const cpu_map *m;
    const float *values;
    throng_region region;
    int32_t parts;
} best_job;

static void best_of_rows(void *data, int32_t index)
{
    const best_job *job = data;
    const cpu_map *m = job->m;
    throng_best *best = &m->bests[index];
    int32_t start = throng_part_begin(job->region.height, job->parts, index);
    int32_t end = throng_part_begin(job->region.height, job->parts, index + 1);
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
    const cpu_map *m = state;
    best_job job = {m, throng_cpu_plane(m, index), *region, row_parts(m, region->height)};
    throng_run(m->context, job.parts, best_of_rows, &job);
    *result = m->bests[0];
    for (int32_t i = 1; i < job.parts; i++)
        if (m->bests[i].value > result->value)
            *result = m->bests[i];
    return THRONG_OK;
}

static throng_status reserve(void *state, int32_t index, int32_t count, const void *object, uint32_t uses)
{
    cpu_map *m = state;
    throng_status status = THRONG_OK;
    if (m->terrain && object && count > 0)
        status = throng_cpu_footprints_prepare(m, &m->layers[index], count, object);
    if (status == THRONG_OK && uses & THRONG_USE_COMBINE)
        status = make_combined(m);
    if (status == THRONG_OK && uses & THRONG_USE_MOMENTUM)
        status = throng_cpu_influence_momentum(m, index, 0.5f);
    if (status == THRONG_OK && uses & THRONG_USE_SLICES)
        status = throng_cpu_slices_reserve(m);
    return status;
}

const throng_influence_ops throng_cpu_influence_ops = {{create, destroy, reset, NULL, usage},
                                                       set_objects,
                                                       move_objects,
                                                       truncate_objects,
                                                       throng_cpu_influence_momentum,
                                                       throng_cpu_influence_update,
                                                       combine,
                                                       read,
                                                       best,
                                                       throng_cpu_query,
                                                       reserve,
                                                       throng_cpu_slices_begin,
                                                       throng_cpu_slices_step,
                                                       throng_cpu_slices_publish,
                                                       throng_cpu_slices_drop};
