/* Influence maps on the CPU. The map is cut into tiles whose sums fit in the second-level cache; each tile
 * has the list of the sources that touch it, in ascending index; tasks take tiles one after the other. Where
 * the lists of all tiles do not fit in their (bounded) memory, groups of tiles follow each other. */
#include "src/influence/influence.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/influence/influence.h"
#include "src/cpu/tables.h"
#include "src/terrain/terrain.h"

#include <string.h>

enum {
    TILE_ROWS =
        64, /* with TILE_COLUMNS 132 KiB of sums: leaves space in a 512 KiB cache for sources and map */
    TILE_ROWS_LEAST = 8,
    CELL_ALIGNMENT = 16,
    STREAM_CELLS = 2 * 1024 * 1024 /* a larger layer is written past the caches: it would not stay there */
};
_Static_assert(TILE_COLUMNS <= INFLUENCE_TILE_COLUMNS, "kernels have memory for the columns of a tile");
_Static_assert(TILE_ROWS <= 64 && TILE_ROWS_LEAST >= 8, "tile_row() is exact, and its product fits");

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
        throng_cpu_free(m->context, &m->bytes, m->layers[i].touched, (size_t)m->tile_count, 1);
        throng_cpu_footprints_destroy(m, &m->layers[i].footprints);
    }
    throng_cpu_table_destroy(m);
    throng_cpu_free(m->context, &m->bytes, m->scratch, (size_t)m->tasks, m->scratch_bytes);
    throng_cpu_free(m->context, &m->bytes, m->carry, m->cells, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->combined, m->cells, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->sums, tasks * m->sums_per_task, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->list, m->list_capacity, sizeof(uint32_t));
    throng_cpu_free(m->context, &m->bytes, m->places, tasks * (size_t)m->tile_count, sizeof(uint32_t));
    throng_cpu_free(m->context, &m->bytes, m->starts, (size_t)m->tile_count + 1, sizeof(uint32_t));
    throng_cpu_free(m->context, &m->bytes, m->bests, tasks, sizeof(throng_best));
    throng_release(&m->context->allocator, m, sizeof *m);
}

static int32_t divided_up(int32_t a, int32_t b) { return (a + b - 1) / b; }

/* A full vector may be written behind the last cell of a row. */
static int32_t padded(int32_t columns) { return (divided_up(columns, CELL_ALIGNMENT) + 1) * CELL_ALIGNMENT; }

static void choose_tiles(cpu_map *m, int32_t threads)
{
    const influence_grid *grid = &m->grid;
    m->tile_columns = grid->width < TILE_COLUMNS ? grid->width : TILE_COLUMNS;
    m->tiles_across = divided_up(grid->width, m->tile_columns);
    /* some tiles for each task, so that the last ones do not leave the others waiting */
    int32_t fair = divided_up(grid->height, divided_up(4 * threads, m->tiles_across));
    m->tile_rows = fair < TILE_ROWS ? fair : TILE_ROWS;
    if (m->tile_rows < TILE_ROWS_LEAST)
        m->tile_rows = TILE_ROWS_LEAST;
    m->per_tile_row = (((uint64_t)1 << 36) - 1) / (uint64_t)m->tile_rows + 1;
    m->tile_count = m->tiles_across * divided_up(grid->height, m->tile_rows);
    m->tile_pitch = padded(m->tile_columns);
    m->tasks = threads;
    m->sums_per_task = (size_t)m->tile_rows * (size_t)m->tile_pitch + CELL_ALIGNMENT;
    m->list_capacity = 4 * (size_t)m->capacity + 1024;
}

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
        l->touched =
            throng_cpu_allocate(m->context, &m->bytes, (size_t)m->tile_count, 1, "a layer's tiles", status);
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
    choose_tiles(m, context->threads);
    m->halved = throng_cpu_halves();
    size_t tasks = (size_t)m->tasks;
    create_layers(m, &status);
    if (shape->all_pairs && status == THRONG_OK)
        status = throng_cpu_table_create(m);
    m->sums = throng_cpu_allocate(m->context, &m->bytes, tasks * m->sums_per_task, sizeof(float),
                                  "the sums of tiles", &status);
    m->list = throng_cpu_allocate(m->context, &m->bytes, m->list_capacity, sizeof(uint32_t),
                                  "the lists of tiles", &status);
    m->places = throng_cpu_allocate(m->context, &m->bytes, tasks * (size_t)m->tile_count, sizeof(uint32_t),
                                    "the offsets of lists", &status);
    m->starts = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->tile_count + 1, sizeof(uint32_t),
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
        memset(m->layers[i].touched, 0, (size_t)m->tile_count);
        m->layers[i].count = 0;
        if (m->terrain)
            throng_cpu_footprints_reset(m, &m->layers[i]);
    }
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

static void change_objects(void *data, int32_t index)
{
    const objects_job *job = data;
    int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        size_t k = (size_t)i;
        influence_object *object = &job->l->objects[job->first + i];
        influence_source *source = &job->l->sources[job->first + i];
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
        if (job->m->terrain)
            throng_cpu_footprints_note(job->m, job->l, job->first + i, &before);
    }
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
    if (m->terrain)
        throng_cpu_footprints_truncate(m, &m->layers[index], count);
    m->layers[index].count = count;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- update ---------------------------- */

typedef struct update_job {
    cpu_map *m;
    cpu_layer *l;
    float momentum;
    int32_t first, count, parts;       /* the objects of this round */
    int32_t from_carry, to_carry, all; /* whether rounds came before, whether more follow; every tile */
    int32_t tile_first, tiles;         /* the group at work */
} update_job;

static void count_sources(void *data, int32_t index)
{
    const update_job *job = data;
    const cpu_map *m = job->m;
    uint32_t *counts = m->places + (size_t)index * (size_t)m->tile_count;
    memset(counts, 0, (size_t)m->tile_count * sizeof *counts);
    int32_t end = job->first + throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = job->first + throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        tile_range range = throng_cpu_tiles(m, &job->l->sources[i]);
        for (int32_t row = range.row_first; row <= range.row_last; row++)
            for (int32_t column = range.column_first; column <= range.column_last; column++)
                counts[row * m->tiles_across + column]++;
    }
}

/* Takes tiles from tile_first on while their lists fit; turns counts into places. One tile always fits. */
static void plan_group(update_job *job)
{
    cpu_map *m = job->m;
    size_t total = 0;
    int32_t tile = job->tile_first;
    for (; tile < m->tile_count; tile++) {
        size_t of_tile = 0;
        for (int32_t t = 0; t < job->parts; t++)
            of_tile += m->places[(size_t)t * (size_t)m->tile_count + (size_t)tile];
        if (total + of_tile > m->list_capacity)
            break;
        m->starts[tile] = (uint32_t)total;
        for (int32_t t = 0; t < job->parts; t++) {
            uint32_t *place = &m->places[(size_t)t * (size_t)m->tile_count + (size_t)tile];
            uint32_t found = *place;
            *place = (uint32_t)total;
            total += found;
        }
    }
    m->starts[tile] = (uint32_t)total;
    job->tiles = tile - job->tile_first;
}

static void list_sources(void *data, int32_t index)
{
    const update_job *job = data;
    const cpu_map *m = job->m;
    uint32_t *places = m->places + (size_t)index * (size_t)m->tile_count;
    int32_t end = job->first + throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = job->first + throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        tile_range range = throng_cpu_tiles(m, &job->l->sources[i]);
        for (int32_t row = range.row_first; row <= range.row_last; row++)
            for (int32_t column = range.column_first; column <= range.column_last; column++) {
                int32_t tile = row * m->tiles_across + column;
                if (tile >= job->tile_first && tile < job->tile_first + job->tiles)
                    m->list[places[tile]++] = (uint32_t)i;
            }
    }
}

static void copy_rows(float *to, size_t to_pitch, const float *from, size_t from_pitch,
                      const influence_tile *tile)
{
    for (int32_t row = 0; row < tile->row_count; row++)
        memcpy(to + (size_t)row * to_pitch, from + (size_t)row * from_pitch,
               (size_t)tile->column_count * sizeof *to);
}

static void sum_tile(const update_job *job, int32_t index, float *sums)
{
    const cpu_map *m = job->m;
    const throng_simd *simd = m->context->simd;
    uint32_t count = m->starts[index + 1] - m->starts[index];
    if (m->terrain) {
        if (!job->all && !throng_cpu_footprints_dirty(&job->l->footprints, index))
            return;
    } else {
        if (count == 0 && !job->l->touched[index])
            return; /* zeros, and they stay */
        job->l->touched[index] = count > 0 || job->momentum > 0.0f;
    }
    influence_tile tile = {
        .column_first = index % m->tiles_across * m->tile_columns,
        .column_count = m->tile_columns,
        .row_first = index / m->tiles_across * m->tile_rows,
        .row_count = m->tile_rows,
        .pitch = m->tile_pitch,
        .hex = m->grid.hex,
        .double_pumped = m->halved,
    };
    if (tile.column_first + tile.column_count > m->grid.width)
        tile.column_count = m->grid.width - tile.column_first;
    if (tile.row_first + tile.row_count > m->grid.height)
        tile.row_count = m->grid.height - tile.row_first;
    size_t corner = (size_t)tile.row_first * (size_t)m->pitch + (size_t)tile.column_first;
    if (job->from_carry)
        copy_rows(sums, (size_t)tile.pitch, m->carry + corner, (size_t)m->pitch, &tile);
    else
        memset(sums, 0, (size_t)tile.row_count * (size_t)tile.pitch * sizeof *sums);
    if (m->terrain)
        throng_cpu_footprints_add(m, job->l, sums, &tile, m->list + m->starts[index], count);
    else
        simd->influence_add_sources(sums, &tile, job->l->sources, m->list + m->starts[index], count);
    if (job->to_carry) {
        copy_rows(m->carry + corner, (size_t)m->pitch, sums, (size_t)tile.pitch, &tile);
        return;
    }
    for (int32_t row = 0; row < tile.row_count; row++) {
        size_t cell = corner + (size_t)row * (size_t)m->pitch;
        simd->influence_finish(job->l->values + cell, sums + (size_t)row * (size_t)tile.pitch,
                               tile.column_count, job->momentum, m->cells > STREAM_CELLS);
    }
}

static void sum_tiles(void *data, int32_t index)
{
    update_job *job = data;
    float *sums = job->m->sums + (size_t)index * job->m->sums_per_task;
    int32_t tile;
    while (throng_claim(job->m->context, index, 1, &tile))
        sum_tile(job, job->tile_first + tile, sums);
}

/* The sums of all tiles, out of the objects of a round. */
static void sum_round(update_job *job)
{
    cpu_map *m = job->m;
    job->parts = throng_cpu_object_parts(m, job->count);
    throng_run(m->context, job->parts, count_sources, job);
    for (job->tile_first = 0; job->tile_first < m->tile_count; job->tile_first += job->tiles) {
        plan_group(job);
        throng_run(m->context, job->parts, list_sources, job);
        throng_run_shared(m->context, job->tiles, job->tiles, sum_tiles, job);
    }
}

static throng_status update(void *state, int32_t index, float momentum)
{
    cpu_map *m = state;
    update_job job = {.m = m, .l = &m->layers[index], .momentum = momentum};
    if (!m->terrain) {
        job.count = job.l->count;
        sum_round(&job);
        return THRONG_OK;
    }
    throng_cpu_footprints_look(m, job.l);
    job.all = momentum > 0.0f || job.l->footprints.blended;
    do {
        job.first += job.count;
        job.count = throng_cpu_footprints_round(m, job.l, job.first);
        job.from_carry = job.first > 0;
        job.to_carry = job.first + job.count < job.l->count;
        job.all |= job.to_carry;
        sum_round(&job);
    } while (job.to_carry);
    throng_cpu_footprints_done(m, job.l, momentum);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- results --------------------------- */

typedef struct combine_job {
    const cpu_map *m;
    const float *weights;
    int32_t parts;
} combine_job;

static void combine_rows(void *data, int32_t index)
{
    const combine_job *job = data;
    const cpu_map *m = job->m;
    const float *layers[THRONG_MAX_LAYERS];
    int32_t end = throng_cpu_part(m->grid.height, job->parts, index + 1);
    for (int32_t row = throng_cpu_part(m->grid.height, job->parts, index); row < end; row++) {
        size_t start = (size_t)row * (size_t)m->pitch;
        for (int32_t i = 0; i < m->layer_count; i++)
            layers[i] = m->layers[i].values + start;
        m->context->simd->influence_combine(m->combined + start, layers, job->weights, m->layer_count,
                                            m->pitch);
    }
}

static int32_t row_parts(const cpu_map *m, int32_t rows) { return rows < m->tasks ? rows : m->tasks; }

static throng_status combine(void *state, const float *weights)
{
    cpu_map *m = state;
    throng_status status = THRONG_OK;
    if (!m->combined)
        m->combined = throng_cpu_allocate(m->context, &m->bytes, m->cells, sizeof(float),
                                          "the combined layer", &status);
    if (status != THRONG_OK)
        return status;
    combine_job job = {m, weights, row_parts(m, m->grid.height)};
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
    int32_t start = throng_cpu_part(job->region.height, job->parts, index);
    int32_t end = throng_cpu_part(job->region.height, job->parts, index + 1);
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

const throng_influence_ops throng_cpu_influence_ops = {{create, destroy, reset, NULL, usage},
                                                       set_objects,
                                                       move_objects,
                                                       truncate_objects,
                                                       update,
                                                       combine,
                                                       read,
                                                       best,
                                                       throng_cpu_query};
