/* Updates of influence maps of a world: homes tell parts of the objects that changed, and parts sum. */
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/clock.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/terrain/terrain.h"
#include "src/world/influence.h"

#include <float.h>
#include <string.h>

/* ---------------------------------------------------------------- walls ----------------------------- */

static throng_status check_walls(const throng_world_influence *map, const throng_region *region,
                                 const uint8_t *blocked, size_t *stride)
{
    throng_context *context = map->world->context;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!throng_world_influence_walks(map))
        return throng_fail(context, wrong,
                           "the map has no walls: def.map.propagation is THRONG_PROPAGATION_EUCLIDEAN");
    if (!region)
        return THRONG_OK;
    const throng_status status = throng_world_influence_check_region(map, region);
    if (status != THRONG_OK)
        return status;
    if ((int64_t)region->width * region->height > THRONG_MAX_CELLS)
        return throng_fail(context, wrong, "region has %d x %d cells: at most %d in one call",
                           (int)region->width, (int)region->height, THRONG_MAX_CELLS);
    if (!blocked)
        return throng_fail(context, wrong, "blocked must not be NULL");
    if (*stride == 0)
        *stride = (size_t)region->width;
    return *stride >= (size_t)region->width
               ? THRONG_OK
               : throng_fail(context, wrong, "row_stride is %zu bytes: 0 (packed) or at least %d", *stride,
                             (int)region->width);
}

/* A letter for each part with cells of the region: the piece's region, and its cells as bytes. */
static throng_status write_walls(const throng_world_influence *map, const throng_region *region,
                                 const uint8_t *blocked, size_t stride)
{
    const throng_box given = throng_box_of(region);
    const throng_box around = throng_box_around(&given, map->reach + 2, map->def.width, map->def.height);
    throng_tile_search search = throng_tiles_search(&map->tiles, &around);
    for (int32_t part; (part = throng_tiles_next(&search)) >= 0;) {
        const throng_box all = throng_world_influence_around(map, part),
                         piece = throng_box_common(&all, &given);
        const throng_region r = throng_region_of(&piece);
        if (throng_box_empty(&piece))
            continue;
        const size_t cells = (size_t)r.width * (size_t)r.height;
        char *to = throng_mail_write(map->world, map->world->first, part, (int32_t)(sizeof r + cells), 1);
        if (!to)
            return THRONG_ERROR_OUT_OF_MEMORY;
        memcpy(to, &r, sizeof r);
        for (int32_t i = 0; i < r.height; i++)
            memcpy(to + sizeof r + (size_t)i * (size_t)r.width,
                   blocked + (size_t)(r.row - region->row + i) * stride + (size_t)(r.column - region->column),
                   (size_t)r.width);
    }
    return THRONG_OK;
}

THRONG_CALL(throng_world_influence_set_walls, (map, region, blocked, row_stride), throng_world_influence *map,
            const throng_region *region, const uint8_t *blocked, size_t row_stride)
{
    throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    throng_world *world = map->world;
    throng_mail_begin(world);
    status = check_walls(map, region, blocked, &row_stride);
    if (status == THRONG_OK && region)
        status = write_walls(map, region, blocked, row_stride);
    status = throng_mail_exchange(world, status);
    if (status != THRONG_OK)
        return status;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    while (throng_mail_next(&letters, &letter, &entries)) {
        const throng_world_map_part *part = &map->parts[letter.to - world->first];
        throng_region r;
        memcpy(&r, entries, sizeof r);
        r.column -= part->all.column;
        r.row -= part->all.row;
        (void)throng_terrain_set(part->terrain, &r, (const uint8_t *)entries + sizeof r, 0);
    }
    map->walls++;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- momentum, combination ------------- */

/* Memory in all parts first, so that none of them goes ahead. */
static throng_status reserve(const throng_world_influence *map, int32_t layer, throng_influence_uses uses)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++)
        status = throng_world_note(map->world, map->parts[i].context,
                                   throng_influence_reserve(map->parts[i].map, layer, 0, NULL, uses));
    return status;
}

THRONG_CALL(throng_world_influence_set_momentum, (map, layer, momentum), throng_world_influence *map,
            int32_t layer, float momentum)
{
    throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    const int64_t numbers[2] = {layer, scalar_to_bits(throng_influence_momentum(momentum))};
    status = throng_influence_check_layer(map->parts[0].map, layer);
    if (status == THRONG_OK && !(momentum > -FLT_MIN && momentum < 1.0f))
        status = throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "momentum is %.9g: 0 <= momentum < 1", (double)momentum);
    if (status == THRONG_OK && momentum > 0.0f)
        status = reserve(map, layer, THRONG_USE_MOMENTUM);
    status = throng_world_same(map->world, status, 2, numbers, "layer or momentum is");
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++)
        status = throng_world_note(map->world, map->parts[i].context,
                                   throng_influence_set_momentum(map->parts[i].map, layer, momentum));
    return throng_world_influence_lose(map, status);
}

/* All processes give the same weights: what they are is told apart by a sum. */
static int64_t sum_of_weights(const float *weights, int32_t count)
{
    uint64_t sum = (uint64_t)count;
    for (int32_t i = 0; i < count; i++)
        sum = throng_add_to_sum(sum, (uint32_t)scalar_to_bits(throng_influence_weight(weights[i])));
    return throng_number_of_sum(sum);
}

THRONG_CALL(throng_world_influence_combine, (map, weights, count), throng_world_influence *map,
            const float *weights, int32_t count)
{
    throng_status status = throng_world_influence_check(map);
    int64_t sum = 0;
    if (status != THRONG_OK)
        return status;
    throng_context *context = map->world->context;
    if (count != map->def.layers)
        status = throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: %d, the number of layers",
                             (int)count, (int)map->def.layers);
    else if (!weights)
        status = throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "weights must not be NULL");
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        if (!(weights[i] >= -1e9f && weights[i] <= 1e9f))
            status = throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "weights[%d] is %.9g: -1e9 to 1e9",
                                 (int)i, (double)weights[i]);
    if (status == THRONG_OK) {
        sum = sum_of_weights(weights, count);
        status = reserve(map, 0, THRONG_USE_COMBINE);
    }
    status = throng_world_same(map->world, status, 1, &sum, "weights are");
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++)
        status = throng_world_note(map->world, map->parts[i].context,
                                   throng_influence_combine(map->parts[i].map, weights, count));
    return throng_world_influence_lose(map, status);
}

/* ---------------------------------------------------------------- updates --------------------------- */

/* Parts that it reaches are told where it is, those that it reached that it is gone. Cells next to a part's
 * rectangle count as its own: questions look at them. */
static throng_status list_object(throng_world_influence *map, throng_home_object *h, int32_t layer)
{
    const int32_t width = map->def.width, height = map->def.height;
    throng_told told = {h->id, throng_home_told(map, h), layer};
    h->next = throng_home_box(map, h);
    const throng_box none = {.left = 1}, after = throng_box_around(&h->next, 1, width, height),
                     before = h->told ? throng_box_around(&h->sent, 1, width, height) : none;
    throng_status status = THRONG_OK;
    throng_tile_search search = throng_tiles_search(&map->tiles, &after);
    int32_t part;
    while (status == THRONG_OK && (part = throng_tiles_next(&search)) >= 0)
        status = throng_list_add(map->world, &map->list, &told, part);
    told.layer = -1 - layer;
    search = throng_tiles_search(&map->tiles, &before);
    while (status == THRONG_OK && (part = throng_tiles_next(&search)) >= 0) {
        const throng_region own = throng_tiles_region(&map->tiles, part);
        const throng_box cells = throng_box_of(&own);
        if (!throng_boxes_meet(&cells, &after))
            status = throng_list_add(map->world, &map->list, &told, part);
    }
    return status;
}

static throng_status tell_parts(throng_world_influence *map)
{
    throng_status status = throng_list_begin(map->world, &map->list, sizeof(throng_told), 0);
    for (int32_t l = 0; l < map->def.layers && status == THRONG_OK; l++) {
        throng_home *home = &map->homes[l];
        status = throng_home_sort(map->world, home, &map->scratch);
        for (int32_t i = 0; i < home->count && home->changed && status == THRONG_OK; i++)
            if (throng_home_objects(home)[i].state & THRONG_HOME_CHANGED)
                status = list_object(map, &throng_home_objects(home)[i], l);
    }
    throng_mail_begin(map->world);
    if (status == THRONG_OK)
        status = throng_list_write(map->world, &map->list, 0);
    return throng_mail_exchange(map->world, status);
}

/* Parts know what homes have told them. */
static void settle_homes(throng_world_influence *map)
{
    for (int32_t l = 0; l < map->def.layers; l++) {
        throng_home *home = &map->homes[l];
        int32_t gone = 0;
        for (int32_t i = 0; i < home->count && home->changed; i++) {
            throng_home_object *h = &throng_home_objects(home)[i];
            if (h->state & THRONG_HOME_CHANGED) {
                h->sent = h->next;
                h->told = 1;
            }
            gone |= h->state & THRONG_HOME_GONE;
            h->state &= ~THRONG_HOME_CHANGED;
        }
        if (gone)
            throng_home_sweep(home);
        home->changed = 0;
    }
}

static throng_status plan_parts(throng_world_influence *map)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++) {
        int32_t full;
        int64_t wanted = 0;
        status = throng_reaching_plan(map, &map->parts[i], &full, &wanted);
        if (status == THRONG_OK && full >= 0)
            status = throng_fail(map->world->context, THRONG_ERROR_CAPACITY,
                                 "%lld objects of layer %d would reach part %d: at most %d, the def's "
                                 "object_capacity",
                                 (long long)wanted, (int)full, (int)map->parts[i].number,
                                 (int)map->def.object_capacity);
    }
    return throng_world_agree(map->world, status, 0, NULL);
}

static throng_status tell_maps(throng_world_influence *map)
{
    throng_status status = THRONG_OK;
    map->info.reaching = 0;
    for (int32_t i = 0; i < map->world->local; i++)
        for (int32_t l = 0; l < map->def.layers; l++) {
            throng_world_map_part *part = &map->parts[i];
            if (status == THRONG_OK)
                status = throng_world_note(map->world, part->context, throng_reaching_tell(part, l));
            map->info.reaching += part->layers[l].alive;
        }
    status = throng_world_agree(map->world, status, 0, NULL);
    map->lost |= status != THRONG_OK && status != THRONG_ERROR_OUT_OF_MEMORY;
    return status;
}

static throng_status update_maps(throng_world_influence *map)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->world->local && status == THRONG_OK; i++)
        status =
            throng_world_note(map->world, map->parts[i].context, throng_influence_update(map->parts[i].map));
    return throng_world_influence_lose(map, status);
}

THRONG_CALL(throng_world_influence_update, (map), throng_world_influence *map)
{
    throng_status status = throng_world_influence_check(map);
    const double begin = throng_system_seconds();
    if (status == THRONG_OK && throng_world_influence_walks(map))
        status = throng_world_influence_advance(map);
    if (status == THRONG_OK)
        status = tell_parts(map);
    if (status == THRONG_OK)
        status = plan_parts(map);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < map->world->local; i++)
        throng_reaching_take(map, &map->parts[i]);
    settle_homes(map);
    status = tell_maps(map);
    const double told = throng_system_seconds();
    map->info.exchange_seconds += told - begin;
    if (status == THRONG_OK)
        status = update_maps(map);
    map->info.update_seconds += throng_system_seconds() - told;
    map->info.updates += status == THRONG_OK;
    return status;
}
