/* What is read of influence maps of a world. */
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/influence.h"

#include <string.h>

enum { HASHED_AT_ONCE = 1 << 16 }; /* cells, or a row */

throng_status throng_world_influence_check_region(const throng_world_influence *map, const throng_region *r)
{
    const int32_t width = map->def.width, height = map->def.height;
    if (r->column >= 0 && r->row >= 0 && r->width >= 1 && r->height >= 1 && r->width <= width &&
        r->height <= height && r->column <= width - r->width && r->row <= height - r->height)
        return THRONG_OK;
    return throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                       "region is column %d, row %d, width %d, height %d: at least one cell, inside %d x %d",
                       (int)r->column, (int)r->row, (int)r->width, (int)r->height, (int)width, (int)height);
}

/* A region of the whole map that is in a part, in its local map. */
static throng_region inside_of(const throng_world_map_part *part, throng_region r)
{
    r.column -= part->all.column;
    r.row -= part->all.row;
    return r;
}

/* What of a region is a part's. */
static throng_region own_of(const throng_world_map_part *part, const throng_region *r)
{
    const throng_box asked = throng_box_of(r), own = throng_box_of(&part->own);
    const throng_box common = throng_box_common(&asked, &own);
    return throng_region_of(&common);
}

/* ---------------------------------------------------------------- reading --------------------------- */

static throng_status check_read(const throng_world_influence *map, int32_t layer, const throng_region *region,
                                const float *values, size_t *stride)
{
    int32_t plane;
    throng_context *context = map->world->context;
    throng_status status = throng_influence_check_plane(map->parts[0].map, layer, &plane);
    if (status != THRONG_OK || !region)
        return status;
    status = throng_world_influence_check_region(map, region);
    if (status == THRONG_OK && !values)
        status = throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "values must not be NULL");
    const size_t least = (size_t)region->width * sizeof *values;
    if (*stride == 0)
        *stride = least;
    if (status == THRONG_OK && *stride < least)
        status = throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                             "row_stride is %zu bytes: 0 (packed) or at least %zu", *stride, least);
    return status;
}

/* Asks each part for its piece. */
static throng_status write_questions(const throng_world_influence *map, const throng_region *region)
{
    const throng_box asked = throng_box_of(region);
    throng_tile_search search = throng_tiles_search(&map->tiles, &asked);
    for (int32_t part; (part = throng_tiles_next(&search)) >= 0;) {
        throng_region *to = throng_mail_write(map->world, map->world->first, part, 1, sizeof *to);
        if (!to)
            return THRONG_ERROR_OUT_OF_MEMORY;
        memcpy(to, region, sizeof *to);
    }
    return THRONG_OK;
}

/* The questions, out of the mail: who asks which part for which region. */
typedef struct question {
    int32_t from, part; /* part: of the local ones */
    throng_region region;
} question;

static throng_status keep_questions(throng_world_influence *map, int32_t *count)
{
    throng_letters letters = throng_mail_read(map->world);
    throng_letter letter;
    const void *entries;
    *count = 0;
    map->scratch.bytes = 0;
    while (throng_mail_next(&letters, &letter, &entries)) {
        const throng_status status =
            throng_buffer_reserve(map->world, &map->scratch, map->scratch.bytes + sizeof(question));
        if (status != THRONG_OK)
            return status;
        question q = {.from = letter.from, .part = letter.to - map->world->first};
        memcpy(&q.region, entries, sizeof q.region);
        q.region = own_of(&map->parts[q.part], &q.region);
        memcpy(map->scratch.memory + map->scratch.bytes, &q, sizeof q);
        map->scratch.bytes += sizeof q;
        ++*count;
    }
    return THRONG_OK;
}

static throng_status write_answers(const throng_world_influence *map, int32_t layer, int32_t count)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        question q;
        memcpy(&q, map->scratch.memory + (size_t)i * sizeof q, sizeof q);
        const throng_world_map_part *part = &map->parts[q.part];
        const size_t cells = (size_t)q.region.width * (size_t)q.region.height;
        const int32_t words = (int32_t)(cells + sizeof q.region / sizeof(float));
        char *to = throng_mail_write(map->world, part->number, q.from, words, sizeof(float));
        if (!to)
            return THRONG_ERROR_OUT_OF_MEMORY;
        memcpy(to, &q.region, sizeof q.region);
        const throng_region inside = inside_of(part, q.region);
        status = throng_world_note(
            map->world, part->context,
            throng_influence_read(part->map, layer, &inside, (float *)(void *)(to + sizeof q.region), 0));
    }
    return status;
}

static void take_answers(const throng_world_influence *map, const throng_region *region, float *values,
                         size_t stride)
{
    throng_letters letters = throng_mail_read(map->world);
    throng_letter letter;
    const void *entries;
    while (throng_mail_next(&letters, &letter, &entries)) {
        throng_region r;
        memcpy(&r, entries, sizeof r);
        const char *from = (const char *)entries + sizeof r;
        for (int32_t i = 0; i < r.height; i++)
            memcpy((char *)values + (size_t)(r.row - region->row + i) * stride +
                       (size_t)(r.column - region->column) * sizeof(float),
                   from + (size_t)i * (size_t)r.width * sizeof(float), (size_t)r.width * sizeof(float));
    }
}

THRONG_CALL(throng_world_influence_read, (map, layer, region, values, row_stride),
            throng_world_influence *map, int32_t layer, const throng_region *region, float *values,
            size_t row_stride)
{
    throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    const int64_t plane = layer;
    int32_t count = 0;
    status = check_read(map, layer, region, values, &row_stride);
    status = throng_world_same(map->world, status, 1, &plane, "layer is");
    if (status != THRONG_OK)
        return status;
    throng_mail_begin(map->world);
    if (region)
        status = write_questions(map, region);
    status = throng_mail_exchange(map->world, status);
    if (status != THRONG_OK)
        return status;
    status = keep_questions(map, &count);
    throng_mail_begin(map->world);
    if (status == THRONG_OK)
        status = write_answers(map, layer, count);
    status = throng_mail_exchange(map->world, status);
    if (status == THRONG_OK && region)
        take_answers(map, region, values, row_stride);
    return status;
}

/* ---------------------------------------------------------------- the best cell --------------------- */

/* Floats in an order of whole numbers, and back. */
static int64_t rank_of(float value)
{
    const int32_t bits = scalar_to_bits(value);
    return bits >= 0 ? bits : -(int64_t)(bits & 0x7fffffff);
}

static float value_of(int64_t rank)
{
    return rank >= 0 ? scalar_from_bits((int32_t)rank) : -scalar_from_bits((int32_t)-rank);
}

/* The best of the local parts, by its rank, where less is better, and its cell row by row. */
static throng_status local_best(const throng_world_influence *map, int32_t layer, const throng_region *region,
                                int32_t smallest, int64_t *rank, int64_t *cell)
{
    throng_status status = THRONG_OK;
    *rank = *cell = INT64_MAX;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++) {
        const throng_world_map_part *part = &map->parts[i];
        const throng_region own = own_of(part, region), inside = inside_of(part, own);
        throng_best best;
        if (own.width == 0 || own.height == 0)
            continue;
        status = smallest ? throng_influence_worst(part->map, layer, &inside, &best)
                          : throng_influence_best(part->map, layer, &inside, &best);
        (void)throng_world_note(map->world, part->context, status);
        if (status != THRONG_OK || best.row < 0)
            continue;
        const int64_t its_rank = smallest ? rank_of(best.value) : -rank_of(best.value);
        const int64_t its_cell =
            (int64_t)(best.row + part->all.row) * map->def.width + best.column + part->all.column;
        if (its_rank < *rank || (its_rank == *rank && its_cell < *cell)) {
            *rank = its_rank;
            *cell = its_cell;
        }
    }
    return status;
}

static throng_status extreme(throng_world_influence *map, int32_t layer, const throng_region *region,
                             int32_t smallest, throng_best *result, const char *name)
{
    int32_t plane;
    int64_t rank, cell;
    throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    throng_world *world = map->world;
    const throng_region whole = {0, 0, map->def.width, map->def.height}, asked = region ? *region : whole;
    status = throng_influence_check_plane(map->parts[0].map, layer, &plane);
    if (status == THRONG_OK)
        status = throng_world_influence_check_region(map, &asked);
    if (status == THRONG_OK && !result)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL", name);
    int64_t numbers[3] = {0};
    if (status == THRONG_OK) {
        numbers[0] = layer;
        numbers[1] = (int64_t)asked.column * THRONG_MAX_SIDE + asked.row;
        numbers[2] = (int64_t)asked.width * 2 * THRONG_MAX_SIDE + asked.height;
    }
    status = throng_world_same(map->world, status, 3, numbers, "layer or region is");
    if (status != THRONG_OK || !result)
        return status;
    status = local_best(map, layer, &asked, smallest, &rank, &cell);
    int64_t least = rank;
    status = throng_world_agree(world, status, 1, &least);
    if (status != THRONG_OK)
        return status;
    cell = rank == least ? cell : INT64_MAX;
    status = throng_world_reduce(world, THRONG_REDUCTION_MIN, 1, &cell);
    if (status != THRONG_OK)
        return status;
    *result = least == INT64_MAX
                  ? (throng_best){-1, -1, 0.0f}
                  : (throng_best){(int32_t)(cell % map->def.width), (int32_t)(cell / map->def.width),
                                  value_of(smallest ? least : -least)};
    return THRONG_OK;
}

THRONG_CALL(throng_world_influence_best, (map, layer, region, best), throng_world_influence *map,
            int32_t layer, const throng_region *region, throng_best *best)
{
    return extreme(map, layer, region, 0, best, "best");
}

THRONG_CALL(throng_world_influence_worst, (map, layer, region, worst), throng_world_influence *map,
            int32_t layer, const throng_region *region, throng_best *worst)
{
    return extreme(map, layer, region, 1, worst, "worst");
}

/* ---------------------------------------------------------------- hash ------------------------------ */

static uint64_t hash_of_cell(uint64_t cell, float value)
{
    uint64_t h = (cell + 1) * 0x9fb21c651e98df25u ^ (uint32_t)scalar_to_bits(value);
    h = (h ^ (h >> 31)) * 0xd6e8feb86659fd93u;
    h = (h ^ (h >> 29)) * 0x9fb21c651e98df25u;
    return h ^ (h >> 32);
}

static throng_status hash_part(throng_world_influence *map, const throng_world_map_part *part, int32_t layer,
                               uint64_t *sum)
{
    const throng_region *own = &part->own;
    const int32_t some = own->width > 0 && own->width < HASHED_AT_ONCE ? HASHED_AT_ONCE / own->width : 1;
    throng_status status = throng_buffer_reserve(map->world, &map->scratch,
                                                 (size_t)some * (size_t)own->width * sizeof(float) + 1);
    const float *values = (const float *)(const void *)map->scratch.memory;
    for (int32_t first = 0; own->width > 0 && first < own->height && status == THRONG_OK; first += some) {
        const int32_t rows = own->height - first < some ? own->height - first : some;
        const throng_region region =
            inside_of(part, (throng_region){own->column, own->row + first, own->width, rows});
        status = throng_world_note(
            map->world, part->context,
            throng_influence_read(part->map, layer, &region, (float *)(void *)map->scratch.memory, 0));
        const size_t cells = (size_t)rows * (size_t)own->width;
        for (size_t i = 0; i < cells && status == THRONG_OK; i++) {
            const uint64_t row = (uint64_t)own->row + (uint64_t)first + i / (uint64_t)own->width;
            const uint64_t column = (uint64_t)own->column + i % (uint64_t)own->width;
            if (values[i] != 0.0f)
                *sum += hash_of_cell(row * (uint64_t)map->def.width + column, values[i]);
        }
    }
    return status;
}

THRONG_CALL(throng_world_influence_hash, (map, layer, hash), throng_world_influence *map, int32_t layer,
            uint64_t *hash)
{
    throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    const int64_t plane_named = layer;
    uint64_t sum = 0;
    int32_t plane;
    status = throng_influence_check_plane(map->parts[0].map, layer, &plane);
    if (status == THRONG_OK && !hash)
        status = throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT, "hash must not be NULL");
    map->scratch.bytes = 0;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++)
        status = hash_part(map, &map->parts[i], layer, &sum);
    status = throng_world_same(map->world, status, 1, &plane_named, "layer is");
    if (status != THRONG_OK || !hash)
        return status;
    int64_t all = (int64_t)sum;
    status = throng_world_reduce(map->world, THRONG_REDUCTION_SUM, 1, &all);
    if (status == THRONG_OK)
        *hash = (uint64_t)all;
    return status;
}

/* ---------------------------------------------------------------- parts ----------------------------- */

THRONG_CALL(throng_world_influence_get_part, (map, part, local, own, inside), throng_world_influence *map,
            int32_t part, throng_influence **local, throng_region *own, throng_region *inside)
{
    if (local)
        *local = NULL;
    const throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    throng_context *context = map->world->context;
    if (part < 0 || part >= map->world->local)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "part is %d: this process has %d, from 0",
                           (int)part, (int)map->world->local);
    if (!local)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "local must not be NULL");
    const throng_world_map_part *p = &map->parts[part];
    *local = p->map;
    if (own)
        *own = p->own;
    if (inside)
        *inside = inside_of(p, p->own);
    return THRONG_OK;
}
