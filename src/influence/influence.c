/* Influence maps: the public calls, and the check of everything that they are given. */
#include "src/influence/influence.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/dispatch/dispatch.h"
#include "src/terrain/terrain.h"

#include <float.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define THRONG_MAX_OBJECTS 134217728

throng_influence_def throng_influence_default_def(void)
{
    throng_influence_def def;
    memset(&def, 0, sizeof def);
    def.cell_size = 1.0f;
    def.worlds = 1;
    def.layers = 1;
    def.object_capacity = 1024;
    def.typical_distance = 16.0f;
    def.cookie = THRONG_INFLUENCE_DEF_COOKIE;
    return def;
}

throng_influence_object throng_influence_default_object(void)
{
    throng_influence_object object;
    memset(&object, 0, sizeof object);
    object.influence = 1.0f;
    object.decay = 1.0f / 16.0f;
    object.max_distance = 16.0f;
    return object;
}

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_status check_settings(throng_context *context, const throng_influence_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->width < 1 || def->width > THRONG_MAX_SIDE)
        return throng_fail(context, wrong, "def.width is %d: 1 to %d", (int)def->width, THRONG_MAX_SIDE);
    if (def->height < 1 || def->height > THRONG_MAX_SIDE)
        return throng_fail(context, wrong, "def.height is %d: 1 to %d", (int)def->height, THRONG_MAX_SIDE);
    if ((int64_t)def->width * def->height > THRONG_MAX_CELLS)
        return throng_fail(context, wrong, "def.width * def.height is %lld cells: at most %d",
                           (long long)def->width * def->height, THRONG_MAX_CELLS);
    if (def->worlds < 1 || (int64_t)def->width * def->height > THRONG_MAX_CELLS / def->worlds)
        return throng_fail(context, wrong,
                           "def.worlds is %d, of %d x %d cells: at least 1, and at most %d cells in all",
                           (int)def->worlds, (int)def->width, (int)def->height, THRONG_MAX_CELLS);
    if (!throng_within(def->cell_size, 1e-6f, 1e6f))
        return throng_fail(context, wrong, "def.cell_size is %g: 1e-6 to 1e6", (double)def->cell_size);
    if (def->grid < THRONG_GRID_SQUARE8 || def->grid > THRONG_GRID_HEX)
        return throng_fail(context, wrong, "def.grid is %d: one of THRONG_GRID_*", (int)def->grid);
    if (def->propagation < THRONG_PROPAGATION_EUCLIDEAN || def->propagation > THRONG_PROPAGATION_ADJACENT)
        return throng_fail(context, wrong, "def.propagation is %d: one of THRONG_PROPAGATION_*",
                           (int)def->propagation);
    if (def->layers < 1 || def->layers > THRONG_MAX_LAYERS)
        return throng_fail(context, wrong, "def.layers is %d: 1 to %d", (int)def->layers, THRONG_MAX_LAYERS);
    if (def->object_capacity < 0 || def->object_capacity > THRONG_MAX_OBJECTS)
        return throng_fail(context, wrong, "def.object_capacity is %d: 0 to %d", (int)def->object_capacity,
                           THRONG_MAX_OBJECTS);
    if (!throng_within(def->typical_distance, 0.0f, THRONG_MOST))
        return throng_fail(context, wrong, "def.typical_distance is %g: 0 to 1e9",
                           (double)def->typical_distance);
    return throng_check_residency(context, def->residency, THRONG_RESIDENCY_DEVICE);
}

/* The terrain of a map, and what it asks of the map. */
static throng_status check_terrain(throng_context *context, const throng_influence_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const throng_terrain *terrain = def->terrain;
    if (def->grid == THRONG_GRID_HEX && def->worlds > 1 && def->height % 2)
        return throng_fail(context, wrong, "def.height is %d: even for several worlds on a hexagonal grid",
                           (int)def->height);
    if (def->propagation == THRONG_PROPAGATION_EUCLIDEAN && def->all_pairs)
        return throng_fail(context, wrong,
                           "def.all_pairs is %d: 0 unless def.propagation is THRONG_PROPAGATION_PATH",
                           (int)def->all_pairs);
    if (def->blocked_objects < THRONG_BLOCKED_REFUSE || def->blocked_objects > THRONG_BLOCKED_IGNORE)
        return throng_fail(context, wrong, "def.blocked_objects is %d: one of THRONG_BLOCKED_*",
                           (int)def->blocked_objects);
    if (def->propagation == THRONG_PROPAGATION_EUCLIDEAN && def->blocked_objects != THRONG_BLOCKED_REFUSE)
        return throng_fail(
            context, wrong,
            "def.blocked_objects is THRONG_BLOCKED_IGNORE: THRONG_BLOCKED_REFUSE with Euclidean "
            "propagation, where objects may stand anywhere");
    if (def->propagation == THRONG_PROPAGATION_EUCLIDEAN)
        return terrain
                   ? throng_fail(context, wrong,
                                 "def.terrain is set: NULL with Euclidean propagation, which ignores walls")
                   : THRONG_OK;
    if (!terrain)
        return throng_fail(context, wrong, "def.terrain must not be NULL with path or adjacent propagation");
    if (!throng_is_object_of(context, terrain, THRONG_TERRAIN_COOKIE))
        return throng_fail(context, wrong, "def.terrain is not terrain of this context");
    if (terrain->width != def->width || terrain->height != def->height)
        return throng_fail(context, wrong, "def.terrain has %d x %d cells: as many as the map, %d x %d",
                           (int)terrain->width, (int)terrain->height, (int)def->width, (int)def->height);
    if (terrain->worlds != 1 && terrain->worlds != def->worlds)
        return throng_fail(context, wrong, "def.terrain has %d worlds: 1, or %d as the map",
                           (int)terrain->worlds, (int)def->worlds);
    if (!def->all_pairs)
        return THRONG_OK;
    if (def->propagation != THRONG_PROPAGATION_PATH)
        return throng_fail(context, wrong,
                           "def.all_pairs is %d: 0 unless def.propagation is THRONG_PROPAGATION_PATH",
                           (int)def->all_pairs);
    if (terrain->worlds != 1 || (int64_t)def->width * def->height > THRONG_MAX_ALL_PAIRS)
        return throng_fail(
            context, wrong,
            "def.all_pairs is %d, for %d x %d cells and %d worlds of terrain: at most %d cells and 1 world",
            (int)def->all_pairs, (int)def->width, (int)def->height, (int)terrain->worlds,
            THRONG_MAX_ALL_PAIRS);
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_influence_def *def = arguments;
    const throng_status status = check_settings(context, def);
    return status == THRONG_OK ? check_terrain(context, def) : status;
}

throng_work throng_influence_work(const throng_influence_shape *shape, double layers, double objects)
{
    static const int32_t kinds[] = {
        [THRONG_PROPAGATION_EUCLIDEAN] = THRONG_COST_INFLUENCE,
        [THRONG_PROPAGATION_PATH] = THRONG_COST_PATHS,
        [THRONG_PROPAGATION_ADJACENT] = THRONG_COST_ADJACENT,
    };
    const double world = (double)shape->width * (double)shape->world_height;
    const double distance = (double)shape->typical_distance;
    const double reach = 3.14159265 * distance * distance + 1.0;
    const double cells = world * (double)shape->worlds * layers;
    return (throng_work){.kind = kinds[shape->propagation],
                         .amounts = {cells, objects, reach < world ? reach : world},
                         .in_bytes = objects * 16.0,
                         .out_bytes = cells * (double)sizeof(float)};
}

static throng_influence_shape shape_of(const throng_influence_def *def)
{
    return (throng_influence_shape){
        .width = def->width,
        .height = def->height * def->worlds,
        .world_height = def->height,
        .worlds = def->worlds,
        .grid = def->grid,
        .propagation = def->propagation,
        .terrain = def->terrain,
        .all_pairs = def->all_pairs != 0,
        .anywhere = def->blocked_objects == THRONG_BLOCKED_IGNORE,
        .cell_size = def->cell_size,
        .layers = def->layers,
        .object_capacity = def->object_capacity,
        .typical_distance = def->typical_distance,
    };
}

static throng_backend choose(throng_context *context, const void *arguments, throng_selection *choice,
                             struct throng_observer *observer)
{
    const throng_influence_def *def = arguments;
    const throng_influence_shape shape = shape_of(def);
    throng_work work = throng_influence_work(&shape, (double)def->layers,
                                             (double)def->object_capacity * (double)def->layers);
    work.residency = def->residency;
    *choice = throng_dispatch(context, context->wanted, &work, observer);
    return context->wanted;
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_influence_def *def = arguments;
    throng_influence *map = (throng_influence *)object;
    map->shape = shape_of(def);
    throng_object_use(object, def->terrain ? &def->terrain->object : NULL);
    return throng_influence_places_create(map);
}

static void release(throng_object *object) { throng_influence_places_destroy((throng_influence *)object); }

static throng_status prepare_piece(throng_object *object, const void *arguments)
{
    const throng_influence_piece *piece = arguments; /* begins with the def */
    throng_influence *map = (throng_influence *)object;
    const throng_status status = prepare(object, &piece->def);
    map->shape.first_column = piece->first_column;
    map->shape.first_row = piece->first_row;
    return status;
}

#define KIND_OF_MAP(prepares)                                                                                \
    {                                                                                                        \
        .type = "influence", .name = "map", .cookie = THRONG_INFLUENCE_COOKIE,                               \
        .def_cookie = THRONG_INFLUENCE_DEF_COOKIE, .size = sizeof(throng_influence),                         \
        .def_cookie_at = offsetof(throng_influence_def, cookie), .shape = offsetof(throng_influence, shape), \
        .observer = offsetof(throng_influence, observer), .observer_bytes = sizeof(throng_observer),         \
        .place = THRONG_PLACE_INFLUENCE, .check_def = check_def, .choose = choose, .prepare = (prepares),    \
        .release = release,                                                                                  \
    }

const throng_object_kind throng_influence_object_kind = KIND_OF_MAP(prepare);
static const throng_object_kind piece_kind = KIND_OF_MAP(prepare_piece);

static throng_status make(throng_context *context, const throng_object_kind *kind, const void *def,
                          throng_influence **map)
{
    const throng_status status = throng_object_create(context, kind, def, map);
    if (status == THRONG_OK)
        (*map)->ops = (const throng_influence_ops *)(*map)->object.ops;
    return status;
}

THRONG_CALL(throng_influence_create, (context, def, map), throng_context *context,
            const throng_influence_def *def, throng_influence **map)
{
    return make(context, &throng_influence_object_kind, def, map);
}

throng_status throng_influence_create_piece(throng_context *context, const throng_influence_piece *piece,
                                            throng_influence **map)
{
    return make(context, &piece_kind, piece, map);
}

THRONG_CALL(throng_influence_explain, (context, def, choice), throng_context *context,
            const throng_influence_def *def, throng_selection *choice)
{
    return throng_object_explain(context, &throng_influence_object_kind, def, choice);
}

THRONG_CALL(throng_influence_destroy, (map), throng_influence *map)
{
    return throng_object_destroy(map, THRONG_INFLUENCE_COOKIE);
}

THRONG_CALL(throng_influence_reset, (map), throng_influence *map)
{
    const throng_status status = throng_object_reset(map, THRONG_INFLUENCE_COOKIE);
    if (throng_is_object(map, THRONG_INFLUENCE_COOKIE))
        map->slices.running = 0;
    if (status != THRONG_OK)
        return status;
    memset(map->counts, 0, sizeof map->counts);
    memset(map->dirty, 0, sizeof map->dirty);
    map->combined = 0;
    map->resume = 0;
    return THRONG_OK;
}

THRONG_CALL(throng_influence_get_info, (map, info), throng_influence *map, throng_influence_info *info)
{
    throng_object_info common;
    const throng_status status =
        throng_object_get_info(map, THRONG_INFLUENCE_COOKIE, info, sizeof *info, &common);
    if (status != THRONG_OK)
        return status;
    info->backend = common.backend;
    info->layers = map->shape.layers;
    info->lost = common.lost;
    info->host_bytes = common.usage.host_bytes + throng_influence_places_bytes(map);
    info->device_bytes = common.usage.device_bytes;
    info->kernel_seconds = common.usage.kernel_seconds;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- checks shared by the calls -------- */

throng_status throng_influence_check_layer(throng_influence *map, int32_t layer)
{
    throng_status status = throng_influence_check(map);
    if (status == THRONG_OK && (layer < 0 || layer >= map->shape.layers))
        status = throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "layer is %d: 0 to %d",
                             (int)layer, (int)map->shape.layers - 1);
    return status;
}

/* A layer or the combination; *plane as the backends count. */
throng_status throng_influence_check_plane(throng_influence *map, int32_t layer, int32_t *plane)
{
    throng_status status;
    *plane = layer;
    if (layer != THRONG_LAYER_COMBINED)
        return throng_influence_check_layer(map, layer);
    status = throng_influence_check(map);
    if (status == THRONG_OK && !map->combined)
        status = throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                             "layer is THRONG_LAYER_COMBINED: call throng_influence_combine() first");
    if (status == THRONG_OK)
        *plane = map->shape.layers;
    return status;
}

throng_status throng_influence_check_region(throng_influence *map, const throng_region *region,
                                            throng_region *whole)
{
    const throng_influence_shape *shape = &map->shape;
    *whole = (throng_region){0, 0, shape->width, shape->height};
    if (!region)
        return THRONG_OK;
    *whole = *region;
    if (region->column < 0 || region->row < 0 || region->width < 1 || region->height < 1 ||
        region->column > shape->width - region->width || region->row > shape->height - region->height)
        return throng_fail(
            map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
            "region is column %d, row %d, width %d, height %d: at least one cell, inside %d x %d",
            (int)region->column, (int)region->row, (int)region->width, (int)region->height, (int)shape->width,
            (int)shape->height);
    return THRONG_OK;
}

throng_status throng_influence_check_range(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           int32_t growing)
{
    throng_status status = throng_influence_check_layer(map, layer);
    if (status != THRONG_OK)
        return status;
    int32_t present = map->counts[layer];
    if (first < 0 || first > present)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "first is %d: 0 to %d, the present count", (int)first, (int)present);
    if (count < 0)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more",
                           (int)count);
    if (!growing && count > present - first)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "first + count is %lld: layer %d has %d objects", (long long)first + count,
                           (int)layer, (int)present);
    if (growing && count > map->shape.object_capacity - first)
        return throng_fail(map->object.context, THRONG_ERROR_CAPACITY,
                           "first + count is %lld: at most %d objects, the def's object_capacity",
                           (long long)first + count, (int)map->shape.object_capacity);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- objects --------------------------- */

/* Sets *field and *value to the first one that is out of its range and returns what is right, or NULL. */
static const char *find_mistake(const throng_influence_object *o, float largest, const char **field,
                                float *value)
{
    const int32_t moving = throng_without_subnormal(o->alpha) > 0.0f;
    const struct {
        const char *field;
        float value, low, high;
        const char *right;
    } checks[] = {
        {"x", o->x, -largest, largest, "within 1e9 and within 1e9 cells"},
        {"y", o->y, -largest, largest, "within 1e9 and within 1e9 cells"},
        {"vx", o->vx, -THRONG_MOST, THRONG_MOST, "-1e9 to 1e9"},
        {"vy", o->vy, -THRONG_MOST, THRONG_MOST, "-1e9 to 1e9"},
        {"influence", o->influence, -THRONG_MOST, THRONG_MOST, "-1e9 to 1e9"},
        {"max_distance", o->max_distance, 0.0f, THRONG_MOST, "0 to 1e9"},
        {"alpha", o->alpha, 0.0f, 1.0f - FLT_EPSILON / 2, "0 <= alpha < 1"},
        {"offset", o->offset, 0.0f, moving ? 0.0f : THRONG_MOST, moving ? "0 unless alpha is 0" : "0 to 1e9"},
        {"decay", o->decay, o->decay_kind == THRONG_DECAY_EXPONENTIAL ? FLT_MIN : 0.0f,
         o->decay_kind == THRONG_DECAY_EXPONENTIAL ? 1.0f : THRONG_MOST,
         o->decay_kind == THRONG_DECAY_EXPONENTIAL ? "exponential: 0 < decay <= 1" : "linear: 0 to 1e9"},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (!throng_within(checks[i].value, checks[i].low, checks[i].high)) {
            *field = checks[i].field;
            *value = checks[i].value;
            return checks[i].right;
        }
    return NULL;
}

/* The largest coordinate in world units: 1e9 * cell_size, exact in a double, as the next float below or equal
 * in whatever direction the host rounds. */
float throng_influence_largest_coordinate(const throng_influence *map)
{
    double exact = 1e9 * (double)map->shape.cell_size;
    float largest = (float)exact;
    if (map->shape.cell_size >= 1.0f)
        return THRONG_MOST;
    if ((double)largest > exact) {
        uint32_t bits;
        memcpy(&bits, &largest, sizeof bits);
        bits--;
        memcpy(&largest, &bits, sizeof largest);
    }
    return largest;
}

/* All at once, cheap, where nothing is wrong: find_mistake() names it otherwise. */
static int32_t numbers_are_right(const throng_influence_object *o, float largest)
{
    int32_t exponential = o->decay_kind == THRONG_DECAY_EXPONENTIAL;
    return (throng_within(o->x, -largest, largest) & throng_within(o->y, -largest, largest) &
            throng_within(o->vx, -THRONG_MOST, THRONG_MOST) &
            throng_within(o->vy, -THRONG_MOST, THRONG_MOST) &
            throng_within(o->influence, -THRONG_MOST, THRONG_MOST) &
            throng_within(o->max_distance, 0.0f, THRONG_MOST) &
            throng_within(o->alpha, 0.0f, 1.0f - FLT_EPSILON / 2) &
            throng_within(o->offset, 0.0f, THRONG_MOST) &
            ((int32_t)(throng_without_subnormal(o->alpha) == 0.0f) |
             (throng_without_subnormal(o->offset) == 0.0f)) &
            throng_within(o->decay, exponential ? FLT_MIN : 0.0f, exponential ? 1.0f : THRONG_MOST) &
            (exponential | (o->decay_kind == THRONG_DECAY_LINEAR))) != 0;
}

static int32_t world_is_right(const throng_influence_shape *shape, const throng_influence_object *o)
{
    return o->world >= 0 && o->world < shape->worlds;
}

/* Adjacent propagation ends where influence fades. */
static int32_t fades(const throng_influence_shape *shape, const throng_influence_object *o)
{
    return !shape->terrain || shape->propagation != THRONG_PROPAGATION_ADJACENT ||
           (o->decay_kind == THRONG_DECAY_EXPONENTIAL ? o->decay < 1.0f
                                                      : throng_without_subnormal(o->decay) != 0.0f);
}

static throng_status report_mistake(throng_influence *map, const throng_influence_object *o, float largest,
                                    const char *name)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (o->decay_kind != THRONG_DECAY_LINEAR && o->decay_kind != THRONG_DECAY_EXPONENTIAL)
        return throng_fail(map->object.context, wrong, "%s.decay_kind is %d: one of THRONG_DECAY_*", name,
                           (int)o->decay_kind);
    if (!numbers_are_right(o, largest)) {
        const char *field = "";
        float value = 0.0f;
        const char *right = find_mistake(o, largest, &field, &value);
        return throng_fail(map->object.context, wrong, "%s.%s is %.9g: %s", name, field, (double)value,
                           right ? right : "");
    }
    if (!world_is_right(&map->shape, o))
        return throng_fail(map->object.context, wrong, "%s.world is %d: 0 to %d", name, (int)o->world,
                           (int)map->shape.worlds - 1);
    return throng_fail(map->object.context, wrong,
                       "%s.decay is %.9g: adjacent propagation needs decay > 0 (linear) or < 1 (exponential)",
                       name, (double)o->decay);
}

static int32_t object_is_right(const throng_influence *map, const throng_influence_object *o, float largest)
{
    return numbers_are_right(o, largest) && world_is_right(&map->shape, o) && fades(&map->shape, o);
}

throng_status throng_influence_check_object(throng_influence *map, const throng_influence_object *object,
                                            const char *name)
{
    const float largest = throng_influence_largest_coordinate(map);
    return object_is_right(map, object, largest) ? THRONG_OK : report_mistake(map, object, largest, name);
}

throng_status throng_influence_check_objects(throng_influence *map, const throng_influence_object *objects,
                                             int32_t count, size_t stride)
{
    const float largest = throng_influence_largest_coordinate(map);
    for (int32_t i = 0; i < count; i++) {
        throng_influence_object o;
        char name[32];
        memcpy(&o, (const char *)objects + (size_t)i * stride, sizeof o);
        if (object_is_right(map, &o, largest))
            continue;
        snprintf(name, sizeof name, "objects[%d]", (int)i);
        return report_mistake(map, &o, largest, name);
    }
    return throng_influence_check_places(map, objects, count, stride);
}

throng_status throng_influence_put_objects(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           const throng_influence_object *objects, size_t stride)
{
    const throng_status status =
        map->ops->set_objects(map->object.state, layer, first, count, objects, stride);
    if (status == THRONG_OK) {
        throng_influence_places_note(map, layer, first, count, objects, stride);
        throng_influence_touched(map, layer, first + count);
    }
    return status;
}

THRONG_CALL(throng_influence_set_objects, (map, layer, first, count, objects, stride), throng_influence *map,
            int32_t layer, int32_t first, int32_t count, const throng_influence_object *objects,
            size_t stride)
{
    throng_status status = throng_influence_check_range(map, layer, first, count, 1);
    if (status != THRONG_OK || count == 0)
        return status;
    status = throng_check_stride(map->object.context, "objects", objects, sizeof *objects, &stride);
    if (status == THRONG_OK)
        status = throng_influence_check_objects(map, objects, count, stride);
    return status == THRONG_OK ? throng_influence_put_objects(map, layer, first, count, objects, stride)
                               : status;
}

void throng_influence_touched(throng_influence *map, int32_t layer, int32_t end)
{
    map->dirty[layer] = 1;
    if (end > map->counts[layer])
        map->counts[layer] = end;
}

throng_status throng_influence_check_pairs(throng_influence *map, const char *name, const float *pairs,
                                           int32_t count, size_t stride, float largest)
{
    const int32_t wrong = throng_first_wrong_pair(pairs, stride, count, largest);
    if (wrong == count)
        return THRONG_OK;
    float pair[2];
    memcpy(pair, (const char *)pairs + (size_t)wrong * stride, sizeof pair);
    const int32_t k = throng_within(pair[0], -largest, largest);
    return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "%s[%d].%s is %.9g: within %g",
                       name, (int)wrong, k ? "y" : "x", (double)pair[k], (double)largest);
}

THRONG_CALL(throng_influence_move_objects,
            (map, layer, first, count, positions, position_stride, velocities, velocity_stride),
            throng_influence *map, int32_t layer, int32_t first, int32_t count, const float *positions,
            size_t position_stride, const float *velocities, size_t velocity_stride)
{
    throng_status status = throng_influence_check_range(map, layer, first, count, 0);
    if (status != THRONG_OK || count == 0)
        return status;
    status =
        throng_check_stride(map->object.context, "positions", positions, 2 * sizeof(float), &position_stride);
    if (status == THRONG_OK && velocities)
        status = throng_check_stride(map->object.context, "velocities", velocities, 2 * sizeof(float),
                                     &velocity_stride);
    if (status == THRONG_OK)
        status = throng_influence_check_pairs(map, "positions", positions, count, position_stride,
                                              throng_influence_largest_coordinate(map));
    if (status == THRONG_OK)
        status = throng_influence_check_moves(map, layer, first, count, positions, position_stride);
    if (status == THRONG_OK && velocities)
        status =
            throng_influence_check_pairs(map, "velocities", velocities, count, velocity_stride, THRONG_MOST);
    throng_observe_begin(&map->observer);
    if (status == THRONG_OK)
        status = map->ops->move_objects(map->object.state, layer, first, count, positions, position_stride,
                                        velocities, velocity_stride);
    throng_observe_end(&map->observer);
    throng_observe_given(&map->observer, count);
    if (status == THRONG_OK)
        throng_influence_touched(map, layer, first + count);
    return status;
}

THRONG_CALL(throng_influence_truncate_objects, (map, layer, count), throng_influence *map, int32_t layer,
            int32_t count)
{
    throng_status status = throng_influence_check_layer(map, layer);
    if (status != THRONG_OK)
        return status;
    if (count < 0 || count > map->counts[layer])
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "count is %d: 0 to %d, the present count", (int)count, (int)map->counts[layer]);
    if (count == map->counts[layer])
        return THRONG_OK;
    status = map->ops->truncate_objects(map->object.state, layer, count);
    if (status == THRONG_OK) {
        map->counts[layer] = count;
        map->dirty[layer] = 1;
    }
    return status;
}

int32_t throng_influence_object_count(const throng_influence *map, int32_t layer)
{
    return throng_is_object(map, THRONG_INFLUENCE_COOKIE) && layer >= 0 && layer < map->shape.layers
               ? map->counts[layer]
               : 0;
}
