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
        .first_column = shape->first_column,
        .first_row = shape->first_row,
    };
    m->terrain = shape->terrain;
    if (m->terrain) {
        m->grid.walls_pitch = m->terrain->pitch;
        m->grid.walls_rows = m->terrain->worlds > 1 ? m->terrain->height + 2 : 0;
    }
    m->layer_count = shape->layers;
    m->capacity = shape->object_capacity;
    m->pitch = padded(shape->width);
    m->cells = throng_times((size_t)m->pitch, (size_t)shape->height);
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
        status = throng_cpu_tables_create(m, shape->typical_distance);
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

const throng_influence_ops throng_cpu_influence_ops = {{create, destroy, reset, NULL, usage, NULL, 0},
                                                       throng_cpu_influence_set_objects,
                                                       throng_cpu_influence_move_objects,
                                                       throng_cpu_influence_truncate_objects,
                                                       throng_cpu_influence_momentum,
                                                       NULL,
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
