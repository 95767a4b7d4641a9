/* Objects that are set, moved and removed: each process sends what it asks for to the homes of the objects,
 * and the cells in which they would stand to the parts that know the walls there. */
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/terrain/terrain.h"
#include "src/world/influence.h"

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

static throng_status reserve_entries(const request *r, size_t each)
{
    throng_world_influence *map = r->map;
    const size_t count = (size_t)r->count + 1;
    map->entries.bytes = map->to.bytes = 0;
    const throng_status status = throng_buffer_reserve(map->world, &map->entries, count * each);
    return status == THRONG_OK ? throng_buffer_reserve(map->world, &map->to, count * sizeof(int32_t))
                               : status;
}

static throng_status write_to_homes(const request *r)
{
    throng_world_influence *map = r->map;
    const size_t each = bytes_of(r->kind);
    const throng_status status = reserve_entries(r, each);
    int32_t *to = (int32_t *)(void *)map->to.memory;
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < r->count; i++) {
        to[i] = throng_home_of(map->world, r->ids[i]);
        write_entry(r, i, map->entries.memory + (size_t)i * each);
    }
    const throng_scattered all = {map->entries.memory, to, r->count, 1, each};
    return throng_mail_scatter(map->world, &all, &map->scratch);
}

static throng_status write_places(const request *r)
{
    throng_world_influence *map = r->map;
    throng_status status = reserve_entries(r, sizeof(place));
    int32_t *to = (int32_t *)(void *)map->to.memory;
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
        to[i] = p.part;
        memcpy(map->entries.memory + (size_t)i * sizeof p, &p, sizeof p);
    }
    const throng_scattered all = {map->entries.memory, to, r->count, 0, sizeof(place)};
    return status == THRONG_OK ? throng_mail_scatter(map->world, &all, &map->scratch) : status;
}

/* ---------------------------------------------------------------- at home --------------------------- */

/* Calls `one` for what came to this home. */
static throng_status for_named(const request *r,
                               throng_status (*one)(const request *r, const char *entry, int32_t number))
{
    throng_letters letters = throng_mail_read(r->map->world);
    throng_letter letter;
    const void *entries;
    const size_t each = bytes_of(r->kind);
    throng_status status = THRONG_OK;
    int32_t number = 0;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries))
        for (int32_t i = 0; letter.each == (int32_t)each && i < letter.count && status == THRONG_OK; i++)
            status = one(r, (const char *)entries + (size_t)i * each, number++);
    return status;
}

static int64_t count_named(const request *r)
{
    throng_letters letters = throng_mail_read(r->map->world);
    throng_letter letter;
    const void *entries;
    int64_t count = 0;
    while (throng_mail_next(&letters, &letter, &entries))
        count += letter.each == (int32_t)bytes_of(r->kind) ? letter.count : 0;
    return count;
}

/* Which object an entry names, in map->to; new ones are added. */
static throng_status name(const request *r, const char *entry, int32_t number)
{
    throng_home *home = &r->map->homes[r->layer];
    uint64_t id;
    memcpy(&id, entry, sizeof id);
    int32_t at = throng_home_find(home, id);
    const int32_t there = at >= 0 && !(throng_home_objects(home)[at].state & THRONG_HOME_GONE);
    const int32_t twice = at >= 0 && throng_home_objects(home)[at].state & THRONG_HOME_NAMED;
    if (twice || (!there && r->kind != REQUEST_SET))
        return throng_fail(r->map->world->context, THRONG_ERROR_INVALID_ARGUMENT, "id %llu of layer %d: %s",
                           (unsigned long long)id, (int)r->layer,
                           twice ? "it occurs twice, on one process or two" : "no object has it");
    if (at < 0)
        at = throng_home_add(home, id);
    throng_home_objects(home)[at].state |= THRONG_HOME_NAMED;
    ((int32_t *)(void *)r->map->to.memory)[number] = at;
    return THRONG_OK;
}

static throng_status forget(const request *r, const char *entry, int32_t number)
{
    const throng_home *home = &r->map->homes[r->layer];
    uint64_t id;
    (void)number;
    memcpy(&id, entry, sizeof id);
    const int32_t at = throng_home_find(home, id);
    if (at >= 0)
        throng_home_objects(home)[at].state &= ~THRONG_HOME_NAMED;
    return THRONG_OK;
}

/* What is to be done, done. */
static throng_status fulfil(const request *r, const char *entry, int32_t number)
{
    throng_home *home = &r->map->homes[r->layer];
    throng_home_object *h = &throng_home_objects(home)[((int32_t *)(void *)r->map->to.memory)[number]];
    throng_influence_object to = h->object;
    if (r->kind == REQUEST_SET) {
        setting s;
        memcpy(&s, entry, sizeof s);
        to = s.object;
    } else if (r->kind == REQUEST_MOVE) {
        moving m;
        memcpy(&m, entry, sizeof m);
        to.x = m.x;
        to.y = m.y;
        to.vx = m.turns ? m.vx : to.vx;
        to.vy = m.turns ? m.vy : to.vy;
    }
    h->state &= ~THRONG_HOME_NAMED;
    if (r->kind != REQUEST_REMOVE && !(h->state & THRONG_HOME_GONE) &&
        throng_same_bits(&to, &h->object, sizeof to))
        return THRONG_OK;
    h->object = to;
    h->state = r->kind == REQUEST_REMOVE ? THRONG_HOME_CHANGED | THRONG_HOME_GONE : THRONG_HOME_CHANGED;
    home->changed = 1;
    return THRONG_OK;
}

/* Objects that come, less those that go. */
static throng_status count_change(const request *r, const char *entry, int32_t number)
{
    const throng_home *home = &r->map->homes[r->layer];
    const int32_t at = ((const int32_t *)(const void *)r->map->to.memory)[number];
    int64_t *sum = (int64_t *)(void *)r->map->scratch.memory;
    (void)entry;
    if (r->kind == REQUEST_REMOVE)
        --*sum;
    else if (throng_home_objects(home)[at].state & THRONG_HOME_GONE)
        ++*sum;
    return THRONG_OK;
}

static throng_status reserve_at_home(const request *r)
{
    throng_world_influence *map = r->map;
    const int64_t count = count_named(r);
    map->to.bytes = map->scratch.bytes = 0;
    throng_status status = throng_buffer_reserve(map->world, &map->to, ((size_t)count + 1) * sizeof(int32_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(map->world, &map->scratch, sizeof(int64_t));
    if (status == THRONG_OK && r->kind == REQUEST_SET)
        status = throng_home_reserve(map->world, &map->homes[r->layer], count);
    return status;
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
    throng_world_influence *map = r->map;
    throng_world *world = map->world;
    throng_home *home = NULL;
    const int64_t layer = r->layer;
    throng_status status = check_request(r);
    status = throng_world_influence_same(map, status, 1, &layer, "layer is");
    if (status != THRONG_OK)
        return status;
    home = &map->homes[r->layer];
    const int32_t before = home->count;
    throng_mail_begin(world);
    status = write_to_homes(r);
    if (status == THRONG_OK && asks_places(r))
        status = write_places(r);
    status = throng_mail_exchange(world, status);
    if (status != THRONG_OK)
        return status;
    status = reserve_at_home(r);
    const int32_t reserved = status == THRONG_OK;
    if (reserved)
        status = for_named(r, name);
    if (status == THRONG_OK && asks_places(r))
        status = check_places(r);
    status = throng_world_agree(world, status, 0, NULL);
    int64_t change = home->count - before;
    if (status == THRONG_OK) {
        memcpy(map->scratch.memory, &change, sizeof change);
        (void)for_named(r, count_change);
        memcpy(&change, map->scratch.memory, sizeof change);
        status = throng_world_reduce(world, THRONG_REDUCTION_SUM, 1, &change);
    }
    if (status == THRONG_OK) {
        map->info.objects[r->layer] += change;
        return for_named(r, fulfil);
    }
    throng_home_truncate(home, before);
    if (reserved)
        (void)for_named(r, forget);
    return status;
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
