/* Terrain: the public calls, their checks, and the bit map itself. */
#include "src/terrain/terrain.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"

#include "kernels/common/terrain.h"

#include <stddef.h>
#include <string.h>

throng_terrain_def throng_terrain_default_def(void)
{
    throng_terrain_def def;
    memset(&def, 0, sizeof def);
    def.worlds = 1;
    def.cookie = THRONG_TERRAIN_DEF_COOKIE;
    return def;
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_terrain_def *def = arguments;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->width < 1 || def->width > THRONG_MAX_SIDE)
        return throng_fail(context, wrong, "def.width is %d: 1 to %d", (int)def->width, THRONG_MAX_SIDE);
    if (def->height < 1 || def->height > THRONG_MAX_SIDE)
        return throng_fail(context, wrong, "def.height is %d: 1 to %d", (int)def->height, THRONG_MAX_SIDE);
    if (def->worlds < 1 || (int64_t)def->width * def->height > THRONG_MAX_CELLS / def->worlds)
        return throng_fail(context, wrong,
                           "def.worlds is %d, of %d x %d cells: at least 1, and at most %d cells in all",
                           (int)def->worlds, (int)def->width, (int)def->height, THRONG_MAX_CELLS);
    return THRONG_OK;
}

static uint32_t *row_of(const throng_terrain *t, int32_t row)
{
    size_t above = (size_t)(row / t->height) * (size_t)(t->height + 2) + (size_t)(row % t->height) + 1;
    return t->bits + above * (size_t)t->pitch;
}

/* Sets bits from `first` on; bits count from the row's border. */
static void fill_bits(uint32_t *words, int32_t first, int32_t count, int32_t blocked)
{
    while (count > 0) {
        int32_t bit = first % 32;
        int32_t some = 32 - bit < count ? 32 - bit : count;
        uint32_t bits = (some == 32 ? ~0u : (1u << some) - 1u) << bit;
        if (blocked)
            words[first / 32] |= bits;
        else
            words[first / 32] &= ~bits;
        first += some;
        count -= some;
    }
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_terrain_def *def = arguments;
    throng_terrain *terrain = (throng_terrain *)object;
    terrain->width = def->width;
    terrain->height = def->height;
    terrain->worlds = def->worlds;
    terrain->pitch = terrain_pitch(def->width);
    size_t bytes = 0;
    size_t rows = (size_t)def->worlds * (size_t)(def->height + 2);
    if (throng_multiply(rows, (size_t)terrain->pitch * sizeof *terrain->bits, &bytes))
        terrain->bits = throng_allocate(&object->context->allocator, bytes);
    if (!terrain->bits)
        return throng_fail_memory(object->context, "the cells of terrain", bytes);
    terrain->words = bytes / sizeof *terrain->bits;
    memset(terrain->bits, 0xff, bytes);
    for (int32_t row = 0; row < def->worlds * def->height; row++)
        fill_bits(row_of(terrain, row), TERRAIN_LEFT, def->width, 0);
    return THRONG_OK;
}

static void release(throng_object *object)
{
    throng_terrain *terrain = (throng_terrain *)object;
    if (terrain->device)
        object->context->backends[THRONG_BACKEND_OPENCL]->forget_terrain(terrain);
    throng_release(&object->context->allocator, terrain->scratch, terrain->scratch_bytes);
    throng_release(&object->context->allocator, terrain->lengths, terrain->lengths_bytes);
    throng_release(&object->context->allocator, terrain->bits, terrain->words * sizeof *terrain->bits);
}

static const throng_object_kind kind = {
    .type = "terrain",
    .name = "terrain",
    .cookie = THRONG_TERRAIN_COOKIE,
    .def_cookie = THRONG_TERRAIN_DEF_COOKIE,
    .size = sizeof(throng_terrain),
    .def_cookie_at = offsetof(throng_terrain_def, cookie),
    .check_def = check_def,
    .prepare = prepare,
    .release = release,
};

THRONG_CALL(throng_terrain_create, (context, def, terrain), throng_context *context,
            const throng_terrain_def *def, throng_terrain **terrain)
{
    return throng_object_create(context, &kind, def, terrain);
}

THRONG_CALL(throng_terrain_destroy, (terrain), throng_terrain *terrain)
{
    return throng_object_destroy(terrain, THRONG_TERRAIN_COOKIE);
}

throng_status throng_terrain_check_region(const throng_terrain *t, const throng_region *region,
                                          throng_region *area)
{
    int32_t rows = t->height * t->worlds;
    *area = (throng_region){0, 0, t->width, rows};
    if (!region)
        return THRONG_OK;
    *area = *region;
    if (region->column < 0 || region->row < 0 || region->width < 1 || region->height < 1 ||
        region->column > t->width - region->width || region->row > rows - region->height)
        return throng_fail(
            t->object.context, THRONG_ERROR_INVALID_ARGUMENT,
            "region is column %d, row %d, width %d, height %d: at least one cell, inside %d x %d",
            (int)region->column, (int)region->row, (int)region->width, (int)region->height, (int)t->width,
            (int)rows);
    return THRONG_OK;
}

static void note_change(throng_terrain *t, const throng_region *region)
{
    t->version++;
    t->changes[t->version % THRONG_TERRAIN_CHANGES] = (throng_terrain_change){t->version, *region};
}

int32_t throng_terrain_changes(const throng_terrain *terrain, uint64_t version, throng_region *regions)
{
    uint64_t missed = terrain->version - version;
    if (missed > THRONG_TERRAIN_CHANGES)
        return -1;
    for (uint64_t i = 0; i < missed; i++)
        regions[i] = terrain->changes[(version + 1 + i) % THRONG_TERRAIN_CHANGES].region;
    return (int32_t)missed;
}

static throng_status check_bytes(const throng_terrain *t, const void *bytes, const throng_region *area,
                                 size_t *row_stride)
{
    if (!bytes)
        return throng_fail(t->object.context, THRONG_ERROR_INVALID_ARGUMENT, "blocked must not be NULL");
    if (*row_stride == 0)
        *row_stride = (size_t)area->width;
    if (*row_stride < (size_t)area->width)
        return throng_fail(t->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "row_stride is %zu bytes: 0 (packed) or at least %d", *row_stride,
                           (int)area->width);
    return THRONG_OK;
}

THRONG_CALL(throng_terrain_set, (terrain, region, blocked, row_stride), throng_terrain *terrain,
            const throng_region *region, const uint8_t *blocked, size_t row_stride)
{
    throng_region area;
    if (!throng_is_object(terrain, THRONG_TERRAIN_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_terrain_check_region(terrain, region, &area);
    if (status == THRONG_OK)
        status = check_bytes(terrain, blocked, &area, &row_stride);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < area.height; i++) {
        uint32_t *words = row_of(terrain, area.row + i);
        const uint8_t *cells = blocked + (size_t)i * row_stride;
        for (int32_t k = 0; k < area.width; k++) {
            int32_t bit = TERRAIN_LEFT + area.column + k;
            uint32_t bits = 1u << (bit % 32);
            words[bit / 32] = (words[bit / 32] & ~bits) | (cells[k] ? bits : 0u);
        }
    }
    note_change(terrain, &area);
    return THRONG_OK;
}

THRONG_CALL(throng_terrain_fill, (terrain, region, blocked), throng_terrain *terrain,
            const throng_region *region, int32_t blocked)
{
    throng_region area;
    if (!throng_is_object(terrain, THRONG_TERRAIN_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_terrain_check_region(terrain, region, &area);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < area.height; i++)
        fill_bits(row_of(terrain, area.row + i), TERRAIN_LEFT + area.column, area.width, blocked);
    note_change(terrain, &area);
    return THRONG_OK;
}

THRONG_CALL(throng_terrain_read, (terrain, region, blocked, row_stride), const throng_terrain *terrain,
            const throng_region *region, uint8_t *blocked, size_t row_stride)
{
    throng_region area;
    if (!throng_is_object(terrain, THRONG_TERRAIN_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_terrain_check_region(terrain, region, &area);
    if (status == THRONG_OK)
        status = check_bytes(terrain, blocked, &area, &row_stride);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < area.height; i++) {
        const uint32_t *words = row_of(terrain, area.row + i);
        uint8_t *cells = blocked + (size_t)i * row_stride;
        for (int32_t k = 0; k < area.width; k++) {
            int32_t bit = TERRAIN_LEFT + area.column + k;
            cells[k] = (uint8_t)(words[bit / 32] >> (bit % 32) & 1u);
        }
    }
    return THRONG_OK;
}

static int32_t inside(const throng_terrain *t, throng_cell cell)
{
    return cell.column >= 0 && cell.column < t->width && cell.row >= 0 && cell.row < t->height * t->worlds;
}

throng_status throng_terrain_check_grid(const throng_terrain *t, throng_grid grid)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (grid < THRONG_GRID_SQUARE8 || grid > THRONG_GRID_HEX)
        return throng_fail(t->object.context, wrong, "grid is %d: one of THRONG_GRID_*", (int)grid);
    if (grid == THRONG_GRID_HEX && t->worlds > 1 && t->height % 2)
        return throng_fail(t->object.context, wrong,
                           "grid is hexagonal: several worlds must have an even height");
    return THRONG_OK;
}

throng_status throng_terrain_check_pairs(const throng_terrain *t, int32_t count,
                                         const throng_cell_pair *pairs, size_t *stride, const void *answers,
                                         const char *name)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (count < 0)
        return throng_fail(t->object.context, wrong, "count is %d: 0 or more", (int)count);
    if (count == 0)
        return THRONG_OK;
    if (!pairs || !answers)
        return throng_fail(t->object.context, wrong, "%s must not be NULL", pairs ? name : "pairs");
    if (*stride == 0)
        *stride = sizeof *pairs;
    if (*stride < sizeof *pairs)
        return throng_fail(t->object.context, wrong, "stride is %zu bytes: 0 (packed) or at least %zu",
                           *stride, sizeof *pairs);
    for (int32_t i = 0; i < count; i++) {
        throng_cell_pair pair;
        memcpy(&pair, (const char *)pairs + (size_t)i * *stride, sizeof pair);
        int32_t from = inside(t, pair.from);
        if (from && inside(t, pair.to))
            continue;
        throng_cell cell = from ? pair.to : pair.from;
        return throng_fail(t->object.context, wrong, "pairs[%d].%s is column %d, row %d: inside %d x %d",
                           (int)i, from ? "to" : "from", (int)cell.column, (int)cell.row, (int)t->width,
                           (int)(t->height * t->worlds));
    }
    return THRONG_OK;
}

THRONG_CALL(throng_terrain_distances, (terrain, grid, count, pairs, stride, distances),
            throng_terrain *terrain, throng_grid grid, int32_t count, const throng_cell_pair *pairs,
            size_t stride, float *distances)
{
    if (!throng_is_object(terrain, THRONG_TERRAIN_COOKIE))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_terrain_check_grid(terrain, grid);
    if (status == THRONG_OK)
        status = throng_terrain_check_pairs(terrain, count, pairs, &stride, distances, "distances");
    if (status != THRONG_OK || count == 0)
        return status;
    return throng_cpu_distances(terrain, grid, count, pairs, stride, distances);
}
