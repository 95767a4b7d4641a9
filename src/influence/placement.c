/* Where objects may stand on maps with walls: on the map, on a free cell, or anywhere. */
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/influence/influence.h"
#include "src/terrain/terrain.h"

#include "kernels/influence/prepare.h"

#include <string.h>

/* Cells of objects, or of positions that objects move to. */
typedef struct places_job {
    const throng_influence *map;
    const char *objects; /* influence_objects, NULL: positions */
    const char *positions;
    size_t stride;
    const int32_t *worlds; /* of objects that move, NULL: one for all */
    int32_t count;
    int32_t wrong; /* the first object that may not stand where it does, -1: none */
    influence_cell cell;
    float x, y; /* where it stands */
} places_job;

static void find_wrong(places_job *job)
{
    const throng_influence_shape *shape = &job->map->shape;
    const throng_terrain *terrain = shape->terrain;
    const influence_grid grid = {
        .width = shape->width,
        .height = shape->height,
        .hex = shape->grid == THRONG_GRID_HEX,
        .cell_size = shape->cell_size,
        .kind = shape->grid,
        .propagation = shape->propagation,
        .world_height = shape->world_height,
        .walls_pitch = terrain->pitch,
        .walls_rows = terrain->worlds > 1 ? terrain->height + 2 : 0,
        .first_column = shape->first_column,
        .first_row = shape->first_row,
    };
    job->wrong = -1;
    for (int32_t i = 0; i < job->count; i++) {
        influence_object o;
        memset(&o, 0, sizeof o);
        if (job->objects)
            memcpy(&o, job->objects + (size_t)i * job->stride, sizeof o);
        else
            memcpy(&o, job->positions + (size_t)i * job->stride, 2 * sizeof(float));
        if (!job->objects && job->worlds)
            o.world = job->worlds[i];
        job->cell = influence_cell_at(&o, &grid, 0.0f, 0.0f);
        if (!influence_cell_free(job->cell, &grid, influence_walls(terrain->bits, &grid, o.world))) {
            job->wrong = i;
            job->x = o.x;
            job->y = o.y;
            return;
        }
    }
}

static throng_status report(places_job *job, const char *name)
{
    find_wrong(job);
    if (job->wrong < 0)
        return THRONG_OK;
    const throng_influence_shape *shape = &job->map->shape;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const int32_t column = job->cell.column, row = job->cell.row, far = (int32_t)ANCHOR_LIMIT;
    if (column <= -far || column >= far || row <= -far || row >= far) /* cells are not counted there */
        return throng_fail(job->map->object.context, wrong,
                           "%s[%d] is far off the map, at x %.9g, y %.9g: on a free cell of %d x %d", name,
                           (int)job->wrong, (double)job->x, (double)job->y, (int)shape->width,
                           (int)shape->world_height);
    const int32_t outside = column < 0 || column >= shape->width || row < 0 || row >= shape->world_height;
    return throng_fail(job->map->object.context, wrong,
                       "%s[%d] is %s column %d, row %d: on a free cell of %d x %d", name, (int)job->wrong,
                       outside ? "off the map, at" : "in a wall, at", (int)column, (int)row,
                       (int)shape->width, (int)shape->world_height);
}

throng_status throng_influence_check_places(throng_influence *map, const void *objects, int32_t count,
                                            size_t stride)
{
    places_job job = {.map = map, .objects = objects, .stride = stride, .count = count};
    return map->shape.terrain && !map->shape.anywhere ? report(&job, "objects") : THRONG_OK;
}

throng_status throng_influence_check_moves(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           const void *positions, size_t stride)
{
    places_job job = {.map = map, .positions = positions, .stride = stride, .count = count};
    if (map->worlds[layer])
        job.worlds = map->worlds[layer] + first;
    return map->shape.terrain && !map->shape.anywhere ? report(&job, "positions") : THRONG_OK;
}

/* Only worlds with walls of their own need to know who stands where. */
throng_status throng_influence_places_create(throng_influence *map)
{
    if (!map->shape.terrain || map->shape.terrain->worlds == 1 || map->shape.object_capacity == 0)
        return THRONG_OK;
    for (int32_t i = 0; i < map->shape.layers; i++) {
        size_t bytes = (size_t)map->shape.object_capacity * sizeof(int32_t);
        map->worlds[i] = throng_allocate(&map->object.context->allocator, bytes);
        if (!map->worlds[i]) /* who asked gives back what there is */
            return throng_fail_memory(map->object.context, "the worlds of objects", bytes);
    }
    return THRONG_OK;
}

void throng_influence_places_destroy(throng_influence *map)
{
    for (int32_t i = 0; i < THRONG_MAX_LAYERS; i++)
        throng_release(&map->object.context->allocator, map->worlds[i],
                       (size_t)map->shape.object_capacity * sizeof(int32_t));
}

size_t throng_influence_places_bytes(const throng_influence *map)
{
    size_t bytes = 0;
    for (int32_t i = 0; i < THRONG_MAX_LAYERS; i++)
        if (map->worlds[i])
            bytes += (size_t)map->shape.object_capacity * sizeof(int32_t);
    return bytes;
}

void throng_influence_places_note(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                  const void *objects, size_t stride)
{
    for (int32_t i = 0; map->worlds[layer] && i < count; i++) {
        influence_object o;
        memcpy(&o, (const char *)objects + (size_t)i * stride, sizeof o);
        map->worlds[layer][first + i] = o.world;
    }
}
