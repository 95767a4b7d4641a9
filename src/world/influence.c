/* Influence maps of a world: made, reset and looked at. */
#include "src/world/influence.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"

#include <string.h>

_Static_assert(sizeof(throng_home_object) <= THRONG_SORTED_BYTES_MOST, "homes are sorted");

enum { LEAST_REACH = 2, BESIDE = 1 }; /* cells that steps of offsets, and questions, look at beside one */

throng_world_influence_def throng_world_influence_default_def(void)
{
    throng_world_influence_def def;
    memset(&def, 0, sizeof def);
    def.map = throng_influence_default_def();
    def.reach = 32;
    def.cookie = THRONG_WORLD_INFLUENCE_DEF_COOKIE;
    return def;
}

throng_status throng_world_influence_check(throng_world_influence *map)
{
    if (!map || map->cookie != THRONG_WORLD_INFLUENCE_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    const throng_status status = throng_world_check(map->world);
    if (status == THRONG_OK)
        map->world->object_lost = &map->lost;
    if (status == THRONG_OK && map->lost)
        return throng_fail(map->world->context, THRONG_ERROR_LOST,
                           "the map is lost: a part of it failed; call throng_world_influence_reset(), then "
                           "set its objects again");
    return status;
}

throng_status throng_world_influence_lose(throng_world_influence *map, throng_status status)
{
    status = throng_world_agree(map->world, status, 0, NULL);
    map->lost |= status != THRONG_OK;
    return status;
}

/* ---------------------------------------------------------------- create ---------------------------- */

static throng_status check_map(const throng_world *world, const throng_influence_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->width < 1 || def->width > THRONG_MAX_SIDE || def->height < 1 || def->height > THRONG_MAX_SIDE)
        return throng_fail(world->context, wrong, "def.map has %d x %d cells: 1 to %d each way",
                           (int)def->width, (int)def->height, THRONG_MAX_SIDE);
    if (def->worlds != 1)
        return throng_fail(world->context, wrong, "def.map.worlds is %d: 1", (int)def->worlds);
    if (def->terrain)
        return throng_fail(world->context, wrong,
                           "def.map.terrain is set: NULL, the map has walls of its own");
    if (def->all_pairs)
        return throng_fail(world->context, wrong, "def.map.all_pairs is %d: 0", (int)def->all_pairs);
    if (def->layers < 1 || def->layers > THRONG_MAX_LAYERS)
        return throng_fail(world->context, wrong, "def.map.layers is %d: 1 to %d", (int)def->layers,
                           THRONG_MAX_LAYERS);
    if (def->propagation < THRONG_PROPAGATION_EUCLIDEAN || def->propagation > THRONG_PROPAGATION_ADJACENT)
        return throng_fail(world->context, wrong, "def.map.propagation is %d: one of THRONG_PROPAGATION_*",
                           (int)def->propagation);
    if (def->blocked_objects != THRONG_BLOCKED_REFUSE &&
        (def->blocked_objects != THRONG_BLOCKED_IGNORE || def->propagation == THRONG_PROPAGATION_EUCLIDEAN))
        return throng_fail(world->context, wrong,
                           "def.map.blocked_objects is %d: one of THRONG_BLOCKED_*, REFUSE if EUCLIDEAN",
                           (int)def->blocked_objects);
    return THRONG_OK;
}

static throng_status check_def(const throng_world *world, const throng_world_influence_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def || def->cookie != THRONG_WORLD_INFLUENCE_DEF_COOKIE)
        return throng_fail(world->context, wrong, "def was not made by throng_world_influence_default_def()");
    if (def->reach < LEAST_REACH || def->reach > THRONG_MAX_SIDE)
        return throng_fail(world->context, wrong, "def.reach is %d: %d to %d", (int)def->reach, LEAST_REACH,
                           THRONG_MAX_SIDE);
    for (int32_t i = 0; i < world->local && def->weights; i++)
        if (!(def->weights[i] >= 0.0f && def->weights[i] <= 1e9f))
            return throng_fail(world->context, wrong, "def.weights[%d] is %.9g: 0 to 1e9", (int)i,
                               (double)def->weights[i]);
    return check_map(world, &def->map);
}

/* What definitions are compared by: all but capacity's effects are the same on all processes. */
static int64_t sum_of(const throng_world_influence_def *def)
{
    const throng_influence_def *m = &def->map;
    const int64_t numbers[] = {m->width,
                               m->height,
                               m->grid,
                               m->propagation,
                               m->blocked_objects,
                               m->layers,
                               m->object_capacity,
                               scalar_to_bits(m->cell_size),
                               def->reach};
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sum = throng_add_to_sum(sum, (uint64_t)numbers[i]);
    return throng_number_of_sum(sum);
}

static void release(throng_world_influence *map)
{
    throng_world *world = map->world;
    const throng_allocator *allocator = &world->context->allocator;
    for (int32_t i = 0; i < world->local && map->parts; i++) {
        throng_world_map_part *part = &map->parts[i];
        (void)throng_influence_destroy(part->map);
        (void)throng_terrain_destroy(part->terrain);
        throng_buffer_release(world, &part->places);
        throng_buffer_release(world, &part->fresh);
        for (int32_t l = 0; l < THRONG_MAX_LAYERS; l++)
            throng_reaching_release(world, &part->layers[l]);
    }
    for (int32_t l = 0; l < THRONG_MAX_LAYERS; l++)
        throng_home_release(world, &map->homes[l]);
    throng_list_release(world, &map->list);
    throng_buffer_release(world, &map->arrived);
    throng_buffer_release(world, &map->scratch);
    throng_tiles_release(world, &map->tiles);
    throng_release(allocator, map->parts, (size_t)world->local * sizeof *map->parts);
    throng_release(allocator, map, sizeof *map);
}

static throng_status allocate(throng_world *world, throng_world_influence **made)
{
    const throng_allocator *allocator = &world->context->allocator;
    throng_world_influence *map = throng_allocate(allocator, sizeof *map);
    *made = map;
    if (!map)
        return throng_fail_memory(world->context, "an influence map of a world", sizeof *map);
    map->world = world;
    const size_t bytes = (size_t)world->local * sizeof *map->parts;
    map->parts = throng_allocate(allocator, bytes);
    return map->parts ? THRONG_OK : throng_fail_memory(world->context, "an influence map of a world", bytes);
}

/* The weights of all parts, and the rectangles that they lead to. */
static throng_status cut(throng_world_influence *map, const float *weights)
{
    throng_world *world = map->world;
    const size_t parts = (size_t)world->parts;
    throng_buffer words = {0}, all = {0};
    throng_status status = throng_buffer_reserve(world, &words, parts * sizeof(int64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &all, parts * sizeof(float));
    status = throng_world_agree(world, status, 0, NULL);
    int64_t *bits = (int64_t *)(void *)words.memory;
    float *gathered = (float *)(void *)all.memory;
    if (status == THRONG_OK) {
        memset(bits, 0, parts * sizeof *bits);
        for (int32_t i = 0; i < world->local; i++)
            bits[world->first + i] = scalar_to_bits(weights ? weights[i] : 1.0f);
        status = throng_world_reduce(world, THRONG_REDUCTION_SUM, world->parts, bits);
    }
    double sum = 0.0;
    for (int32_t i = 0; i < world->parts && status == THRONG_OK; i++) {
        gathered[i] = scalar_from_bits((int32_t)bits[i]);
        sum += (double)gathered[i];
    }
    if (status == THRONG_OK && !(sum > 0.0))
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "def.weights are 0 on all processes: one at least must be above 0");
    if (status == THRONG_OK)
        status = throng_tiles_create(world, &map->tiles, map->def.width, map->def.height, gathered);
    throng_buffer_release(world, &words);
    throng_buffer_release(world, &all);
    return status;
}

/* The cells of a part. Euclidean sums need no cell but their own; steps of offsets, and questions, do. */
throng_box throng_world_influence_around(const throng_world_influence *map, int32_t part)
{
    const int32_t around = throng_world_influence_walks(map) ? BESIDE + map->reach : BESIDE;
    const throng_region own = throng_tiles_region(&map->tiles, part);
    const throng_box cells = throng_box_of(&own);
    throng_box all = throng_box_around(&cells, around, map->def.width, map->def.height);
    if (map->grid.hex && !throng_box_empty(&all))
        all.top -= all.top % 2;
    return all;
}

static void place_part(const throng_world_influence *map, throng_world_map_part *part)
{
    const throng_box all = throng_world_influence_around(map, part->number);
    part->own = throng_tiles_region(&map->tiles, part->number);
    part->all = throng_box_empty(&all) ? (throng_region){0, 0, 1, 1} /* a cell of which nobody asks */
                                       : throng_region_of(&all);
}

static throng_status make_part(throng_world_influence *map, throng_world_map_part *part)
{
    throng_influence_piece piece = {map->def, part->all.column, part->all.row};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_status status = THRONG_OK;
    if ((int64_t)part->all.width * part->all.height > THRONG_MAX_CELLS)
        return throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "part %d has %d x %d cells, with those around: at most %d; use more parts",
                           (int)part->number, (int)part->all.width, (int)part->all.height, THRONG_MAX_CELLS);
    piece.def.width = ground.width = part->all.width;
    piece.def.height = ground.height = part->all.height;
    if (throng_world_influence_walks(map)) {
        piece.def.blocked_objects = THRONG_BLOCKED_IGNORE;
        status = throng_terrain_create(part->context, &ground, &part->terrain);
        piece.def.terrain = part->terrain;
    }
    if (status == THRONG_OK)
        status = throng_influence_create_piece(part->context, &piece, &part->map);
    return throng_world_note(map->world, part->context, status);
}

static throng_status make_parts(throng_world_influence *map)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++) {
        throng_world_map_part *part = &map->parts[i];
        part->context = map->world->contexts[i];
        part->number = map->world->first + i;
        place_part(map, part);
        status = make_part(map, part);
        map->info.own_cells += (int64_t)part->own.width * part->own.height;
    }
    map->info.cells = (int64_t)map->def.width * map->def.height;
    return status;
}

static void shape(throng_world_influence *map, const throng_world_influence_def *def)
{
    map->def = def->map;
    for (int32_t l = 0; l < THRONG_MAX_LAYERS; l++)
        map->homes[l].each = sizeof(throng_home_object);
    map->reach = def->reach;
    map->grid = (influence_grid){.width = def->map.width,
                                 .height = def->map.height,
                                 .hex = def->map.grid == THRONG_GRID_HEX,
                                 .cell_size = def->map.cell_size,
                                 .kind = def->map.grid,
                                 .propagation = def->map.propagation,
                                 .world_height = def->map.height};
}

THRONG_CALL(throng_world_influence_create, (world, def, map), throng_world *world,
            const throng_world_influence_def *def, throng_world_influence **map)
{
    throng_world_influence *made = NULL;
    if (map)
        *map = NULL;
    throng_status status = throng_world_check(world);
    if (status != THRONG_OK)
        return status;
    status = check_def(world, def);
    if (status == THRONG_OK && !map)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "map must not be NULL");
    if (status == THRONG_OK)
        status = allocate(world, &made);
    const int64_t numbers[2] = {status == THRONG_OK ? sum_of(def) : 0, THRONG_VERSION_MINOR};
    status = throng_world_same(world, status, 2, numbers, "def or the version of throng is");
    if (!made)
        return status;
    if (status == THRONG_OK) {
        shape(made, def);
        status = cut(made, def->weights);
        if (status == THRONG_OK)
            status = make_parts(made);
        status = throng_world_agree(world, status, 0, NULL);
    }
    if (status != THRONG_OK) {
        release(made);
        return status;
    }
    made->cookie = THRONG_WORLD_INFLUENCE_COOKIE;
    world->maps++;
    *map = made;
    return THRONG_OK;
}

THRONG_CALL(throng_world_influence_destroy, (map), throng_world_influence *map)
{
    if (!map)
        return THRONG_OK;
    if (map->cookie != THRONG_WORLD_INFLUENCE_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < map->world->local; i++) {
        const throng_status status = throng_world_check_unused(map->world, i, &map->parts[i].map->object);
        if (status != THRONG_OK)
            return status;
    }
    map->cookie = 0;
    map->world->maps--;
    release(map);
    return THRONG_OK;
}

THRONG_CALL(throng_world_influence_reset, (map), throng_world_influence *map)
{
    if (!map || map->cookie != THRONG_WORLD_INFLUENCE_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_world_check(map->world);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < map->world->local; i++) {
        throng_world_map_part *part = &map->parts[i];
        const throng_status of_part = throng_influence_reset(part->map);
        status = status == THRONG_OK ? throng_world_note(map->world, part->context, of_part) : status;
        for (int32_t l = 0; l < THRONG_MAX_LAYERS; l++) {
            throng_reaching *r = &part->layers[l];
            r->count = r->alive = r->low = r->high = 0;
        }
    }
    for (int32_t l = 0; l < THRONG_MAX_LAYERS; l++) {
        throng_home_truncate(&map->homes[l], 0);
        map->homes[l].sorted = map->homes[l].changed = 0;
        map->info.objects[l] = 0;
    }
    map->info.reaching = 0;
    map->lost = 0;
    return throng_world_influence_lose(map, status);
}

THRONG_CALL(throng_world_influence_get_info, (map, info), throng_world_influence *map,
            throng_world_influence_info *info)
{
    if (info)
        memset(info, 0, sizeof *info);
    if (!map || map->cookie != THRONG_WORLD_INFLUENCE_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT, "info must not be NULL");
    *info = map->info;
    info->lost = map->lost || map->world->lost;
    info->bytes_sent = map->world->bytes_sent;
    return THRONG_OK;
}
