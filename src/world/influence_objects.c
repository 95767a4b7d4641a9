/* Objects that are set, moved and removed: each process sends what it asks for to the homes of the objects,
 * and the cells in which they would stand to the parts that know the walls there. */
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/terrain/terrain.h"
#include "src/world/influence.h"

#include <stdio.h>
#include <string.h>

typedef enum request_kind { REQUEST_SET, REQUEST_MOVE, REQUEST_REMOVE } request_kind;

/* What a process asks for. */
typedef struct request {
    throng_world_influence *map;
    request_kind kind;
    int32_t layer, count;
    const uint64_t *ids;
    const char *objects, *positions, *velocities; /* velocities NULL: they stay */
    size_t object_stride, position_stride, velocity_stride;
} request;

/* What goes to homes; all begin with the id. */
typedef struct setting {
    uint64_t id;
    throng_influence_object object;
    int32_t reserved;
} setting;
typedef struct moving {
    uint64_t id;
    float x, y, vx, vy;
    int32_t turns, reserved; /* turns: 1: the velocity is set, too */
} moving;
typedef struct removing {
    uint64_t id;
} removing;

/* What goes to who knows the walls. */
typedef struct place {
    throng_cell cell;
    int32_t part, index; /* who has it; of what is asked for */
} place;

_Static_assert(sizeof(place) != sizeof(setting) && sizeof(place) != sizeof(moving) &&
                   sizeof(place) != sizeof(removing),
               "letters are told apart by the size of their entries");

static size_t bytes_of(request_kind kind)
{
    return kind == REQUEST_SET ? sizeof(setting) : kind == REQUEST_MOVE ? sizeof(moving) : sizeof(removing);
}

static throng_influence_object object_at(const request *r, int32_t i)
{
    throng_influence_object o;
    if (r->kind == REQUEST_SET) {
        memcpy(&o, r->objects + (size_t)i * r->object_stride, sizeof o);
    } else {
        o = throng_influence_default_object();
        memcpy(&o.x, r->positions + (size_t)i * r->position_stride, sizeof o.x);
        memcpy(&o.y, r->positions + (size_t)i * r->position_stride + sizeof o.x, sizeof o.y);
    }
    return o;
}

/* ---------------------------------------------------------------- checks ---------------------------- */

static throng_status check_reach(const request *r)
{
    const throng_world_influence *map = r->map;
    for (int32_t i = 0; i < r->count && throng_world_influence_walks(map); i++) {
        const throng_influence_object given = object_at(r, i);
        const influence_object o = throng_kernel_object(&given);
        influence_source s;
        influence_set_decay(&s, &o, map->grid.propagation);
        const int32_t reach = s.strength == 0.0f ? 0 : influence_farthest(&s, o.alpha, &map->grid);
        if (reach > map->reach)
            return throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "objects[%d] reaches %d cells: at most %d, the def's reach", (int)i,
                               (int)reach, (int)map->reach);
    }
    return THRONG_OK;
}

/* What can be seen here. */
static throng_status check_request(request *r)
{
    throng_influence *first = r->map->parts[0].map;
    throng_context *context = r->map->world->context;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_influence_check_layer(first, r->layer);
    if (status != THRONG_OK)
        return status;
    if (r->count < 0)
        return throng_fail(context, wrong, "count is %d: 0 or more", (int)r->count);
    if (r->count == 0 || r->kind == REQUEST_REMOVE)
        return r->count == 0 || r->ids ? THRONG_OK : throng_fail(context, wrong, "ids must not be NULL");
    if (!r->ids)
        return throng_fail(context, wrong, "ids must not be NULL");
    if (r->kind == REQUEST_SET) {
        status = throng_check_stride(context, "objects", r->objects, sizeof(throng_influence_object),
                                     &r->object_stride);
        if (status == THRONG_OK)
            status = throng_influence_check_objects(
                first, (const throng_influence_object *)(const void *)r->objects, r->count, r->object_stride);
        return status == THRONG_OK ? check_reach(r) : status;
    }
    status = throng_check_stride(context, "positions", r->positions, 2 * sizeof(float), &r->position_stride);
    if (status == THRONG_OK && r->velocities)
        status =
            throng_check_stride(context, "velocities", r->velocities, 2 * sizeof(float), &r->velocity_stride);
    if (status == THRONG_OK)
        status = throng_influence_check_pairs(first, "positions", (const float *)(const void *)r->positions,
                                              r->count, r->position_stride,
                                              throng_influence_largest_coordinate(first));
    if (status == THRONG_OK && r->velocities)
        status = throng_influence_check_pairs(first, "velocities", (const float *)(const void *)r->velocities,
                                              r->count, r->velocity_stride, THRONG_MOST);
    return status;
}

/* Whether places have to be looked at: where influence walks, and objects may not stand anywhere. */
static int32_t asks_places(const request *r)
{
    return throng_world_influence_walks(r->map) && r->kind != REQUEST_REMOVE &&
           r->map->def.blocked_objects == THRONG_BLOCKED_REFUSE;
}

/* ---------------------------------------------------------------- sending --------------------------- */

static void write_entry(const request *r, int32_t i, void *to)
{
    if (r->kind == REQUEST_SET) {
        const setting s = {r->ids[i], object_at(r, i), 0};
        memcpy(to, &s, sizeof s);
    } else if (r->kind == REQUEST_MOVE) {
        moving m = {.id = r->ids[i], .turns = r->velocities != NULL};
        memcpy(&m.x, r->positions + (size_t)i * r->position_stride, 2 * sizeof(float));
        if (r->velocities)
            memcpy(&m.vx, r->velocities + (size_t)i * r->velocity_stride, 2 * sizeof(float));
        memcpy(to, &m, sizeof m);
    } else {
        memcpy(to, &r->ids[i], sizeof r->ids[i]);
    }
}

static throng_status write_to_homes(const request *r)
{
    throng_world_influence *map = r->map;
    char entry[sizeof(setting) > sizeof(moving) ? sizeof(setting) : sizeof(moving)];
    throng_status status = throng_list_begin(map->world, &map->list, bytes_of(r->kind), r->count);
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++) {
        write_entry(r, i, entry);
        status = throng_list_add(map->world, &map->list, entry, throng_home_of(map->world, r->ids[i]));
    }
    return status == THRONG_OK ? throng_list_write(map->world, &map->list, 1) : status;
}

static throng_status write_places(const request *r)
{
    throng_world_influence *map = r->map;
    throng_status status = throng_list_begin(map->world, &map->list, sizeof(place), r->count);
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++) {
        const throng_influence_object object = object_at(r, i);
        const influence_object o = throng_kernel_object(&object);
        const influence_cell cell = influence_cell_at(&o, &map->grid, 0.0f, 0.0f);
        if (cell.column < 0 || cell.column >= map->grid.width || cell.row < 0 || cell.row >= map->grid.height)
            return throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "%s[%d] is off the map, at x %.9g, y %.9g: on a free cell of %d x %d",
                               r->kind == REQUEST_SET ? "objects" : "positions", (int)i, (double)object.x,
                               (double)object.y, (int)map->grid.width, (int)map->grid.height);
        const place p = {{cell.column, cell.row}, throng_tiles_part(&map->tiles, cell.column, cell.row), i};
        status = throng_list_add(map->world, &map->list, &p, p.part);
    }
    return status == THRONG_OK ? throng_list_write(map->world, &map->list, 0) : status;
}

/* ---------------------------------------------------------------- at home --------------------------- */

/* What is to be done, done. */
static void fulfil(void *data, throng_kept *kept, const void *sent)
{
    const request *r = data;
    throng_home_object *h = (throng_home_object *)(void *)kept;
    throng_influence_object to = h->object;
    if (r->kind == REQUEST_SET) {
        setting s;
        memcpy(&s, sent, sizeof s);
        to = s.object;
    } else if (r->kind == REQUEST_MOVE) {
        moving m;
        memcpy(&m, sent, sizeof m);
        to.x = m.x;
        to.y = m.y;
        to.vx = m.turns ? m.vx : to.vx;
        to.vy = m.turns ? m.vy : to.vy;
    }
    if (r->kind != REQUEST_REMOVE && !(h->state & THRONG_HOME_GONE) &&
        throng_same_bits(&to, &h->object, sizeof to))
        return;
    h->object = to;
    h->state = r->kind == REQUEST_REMOVE ? THRONG_HOME_CHANGED | THRONG_HOME_GONE : THRONG_HOME_CHANGED;
    r->map->homes[r->layer].changed = 1;
}

/* ---------------------------------------------------------------- walls ----------------------------- */

static throng_status check_places(const request *r)
{
    const throng_world_influence *map = r->map;
    throng_letters letters = throng_mail_read(map->world);
    throng_letter letter;
    const void *entries;
    while (throng_mail_next(&letters, &letter, &entries))
        for (int32_t i = 0; letter.each == (int32_t)sizeof(place) && i < letter.count; i++) {
            place p;
            memcpy(&p, (const char *)entries + (size_t)i * sizeof p, sizeof p);
            const throng_world_map_part *part = &map->parts[letter.to - map->world->first];
            const terrain_view walls = {part->terrain->bits, part->terrain->pitch};
            if (terrain_blocked(walls, p.cell.column - part->all.column, p.cell.row - part->all.row))
                return throng_fail(map->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                                   "%s[%d] of process %d is in a wall, at column %d, row %d: on a free cell",
                                   r->kind == REQUEST_SET ? "objects" : "positions", (int)p.index,
                                   (int)throng_world_process_of(map->world, letter.from), (int)p.cell.column,
                                   (int)p.cell.row);
        }
    return THRONG_OK;
}

/* ---------------------------------------------------------------- calls ----------------------------- */

static throng_status ask(request *r)
{
    static const throng_naming namings[] = {
        [REQUEST_SET] = THRONG_NAMES_SET,
        [REQUEST_MOVE] = THRONG_NAMES_CHANGE,
        [REQUEST_REMOVE] = THRONG_NAMES_REMOVE,
    };
    throng_world_influence *map = r->map;
    const int64_t layer = r->layer;
    int64_t change;
    char of[24];
    throng_status status = check_request(r);
    status = throng_world_same(map->world, status, 1, &layer, "layer is");
    if (status != THRONG_OK)
        return status;
    throng_mail_begin(map->world);
    status = write_to_homes(r);
    if (status == THRONG_OK && asks_places(r))
        status = write_places(r);
    status = throng_mail_exchange(map->world, status);
    if (status != THRONG_OK)
        return status;
    snprintf(of, sizeof of, " of layer %d", (int)r->layer);
    throng_named n = {.world = map->world,
                      .home = &map->homes[r->layer],
                      .naming = namings[r->kind],
                      .each = bytes_of(r->kind),
                      .places = &map->scratch,
                      .of = of};
    if (asks_places(r))
        status = check_places(r);
    status = throng_home_named(&n, throng_home_name(&n, status), &change);
    if (status != THRONG_OK)
        return status;
    map->info.objects[r->layer] += change;
    throng_home_for_named(&n, fulfil, r);
    return THRONG_OK;
}

THRONG_CALL(throng_world_influence_set_objects, (map, layer, count, ids, objects, stride),
            throng_world_influence *map, int32_t layer, int32_t count, const uint64_t *ids,
            const throng_influence_object *objects, size_t stride)
{
    const throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    request r = {.map = map,
                 .kind = REQUEST_SET,
                 .layer = layer,
                 .count = count,
                 .ids = ids,
                 .objects = (const char *)objects,
                 .object_stride = stride};
    return ask(&r);
}

THRONG_CALL(throng_world_influence_move_objects,
            (map, layer, count, ids, positions, position_stride, velocities, velocity_stride),
            throng_world_influence *map, int32_t layer, int32_t count, const uint64_t *ids,
            const float *positions, size_t position_stride, const float *velocities, size_t velocity_stride)
{
    const throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    request r = {.map = map,
                 .kind = REQUEST_MOVE,
                 .layer = layer,
                 .count = count,
                 .ids = ids,
                 .positions = (const char *)positions,
                 .velocities = (const char *)velocities,
                 .position_stride = position_stride,
                 .velocity_stride = velocity_stride};
    return ask(&r);
}

THRONG_CALL(throng_world_influence_remove_objects, (map, layer, count, ids), throng_world_influence *map,
            int32_t layer, int32_t count, const uint64_t *ids)
{
    const throng_status status = throng_world_influence_check(map);
    if (status != THRONG_OK)
        return status;
    request r = {.map = map, .kind = REQUEST_REMOVE, .layer = layer, .count = count, .ids = ids};
    return ask(&r);
}
