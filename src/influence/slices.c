/* Influence maps: updates in slices, and memory at load time. */
#include <throng/influence_slices.h>

#include "src/core/call.h"
#include "src/core/clock.h"
#include "src/core/status.h"
#include "src/dispatch/dispatch.h"
#include "src/influence/influence.h"

enum { PARTS_MOST = 1000000, USES_ALL = 15 };

/* ---------------------------------------------------------------- slices ---------------------------- */

/* Layers that an update would change. */
static uint32_t layers_to_update(const throng_influence *map)
{
    uint32_t layers = 0;
    for (int32_t i = 0; i < map->shape.layers; i++)
        if (!throng_influence_stays(map, i) || (map->momentum[i] != 0.0f && i >= map->resume))
            layers |= 1u << i;
    return layers;
}

/* What a device needs for an update of these layers: by costs that are known, or by recorded ones. */
static double seconds_of(const throng_influence *map, uint32_t layers)
{
    int32_t count = 0;
    double objects = 0.0;
    if (map->object.backend == THRONG_BACKEND_CPU)
        return 0.0;
    for (int32_t i = 0; i < map->shape.layers; i++)
        if (layers >> i & 1) {
            count++;
            objects += (double)map->counts[i];
        }
    throng_work work = throng_influence_work(&map->shape, (double)count, objects);
    work.residency = THRONG_RESIDENCY_DEVICE; /* values stay there */
    return throng_dispatch_device_seconds(map->object.context, &work);
}

static throng_status begin(throng_influence *map)
{
    const uint32_t layers = layers_to_update(map);
    const throng_status status =
        layers ? map->ops->slices_begin(map->object.state, layers, map->momentum) : THRONG_OK;
    if (status != THRONG_OK)
        return status;
    map->slices = (throng_influence_slices){.running = 1, .layers = layers, .progress = layers ? 0.0 : 1.0};
    map->slices.seconds = seconds_of(map, layers);
    for (int32_t i = 0; i < map->shape.layers; i++)
        if (layers >> i & 1) {
            map->dirty[i] = 0;
            map->terrain_version[i] = throng_influence_walls_version(map);
        }
    return THRONG_OK;
}

/* One step; *seconds grows by what a device will need for it. */
static throng_status step(throng_influence *map, double *seconds)
{
    double progress = 0.0;
    const throng_status status = map->ops->slices_step(map->object.state, &progress);
    if (status == THRONG_OK) {
        *seconds += (progress - map->slices.progress) * map->slices.seconds;
        map->slices.progress = progress;
        return status;
    }
    map->ops->slices_drop(map->object.state);
    for (int32_t i = 0; i < map->shape.layers; i++)
        map->dirty[i] |= (int32_t)(map->slices.layers >> i & 1);
    map->slices.running = 0;
    return status;
}

static void publish(throng_influence *map)
{
    if (map->slices.layers)
        map->ops->slices_publish(map->object.state);
    map->slices.running = 0;
    map->resume = 0;
}

throng_status throng_influence_finish(throng_influence *map)
{
    double seconds = 0.0;
    while (map->slices.running && map->slices.progress < 1.0) {
        const throng_status status = step(map, &seconds);
        if (status != THRONG_OK)
            return status;
    }
    if (map->slices.running)
        publish(map);
    return THRONG_OK;
}

static throng_status check_done(throng_influence *map, const int32_t *done)
{
    const throng_status status = throng_influence_check(map);
    if (status != THRONG_OK || done)
        return status;
    return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "done must not be NULL");
}

THRONG_CALL(throng_influence_update_some, (map, seconds, done), throng_influence *map, double seconds,
            int32_t *done)
{
    throng_status status = check_done(map, done);
    if (status != THRONG_OK)
        return status;
    if (!(seconds >= 0.0 && seconds <= 1e9))
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "seconds is %g: 0 to 1e9",
                           seconds);
    const double start = throng_seconds(map->object.context);
    double enqueued = 0.0;
    if (!map->slices.running)
        status = begin(map);
    while (status == THRONG_OK && map->slices.progress < 1.0) {
        status = step(map, &enqueued);
        if (throng_seconds(map->object.context) - start + enqueued >= seconds)
            break;
    }
    if (status != THRONG_OK)
        return status;
    *done = map->slices.progress >= 1.0;
    if (*done)
        publish(map);
    return THRONG_OK;
}

THRONG_CALL(throng_influence_update_part, (map, parts, done), throng_influence *map, int32_t parts,
            int32_t *done)
{
    throng_influence_slices *s;
    double enqueued = 0.0;
    throng_status status = check_done(map, done);
    if (status != THRONG_OK)
        return status;
    s = &map->slices;
    if (parts < 1 || parts > PARTS_MOST)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "parts is %d: 1 to %d",
                           (int)parts, PARTS_MOST);
    if (s->running && s->parts != 0 && s->parts != parts)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "parts is %d: %d, as the update that is under way began", (int)parts,
                           (int)s->parts);
    if (!s->running)
        status = begin(map);
    if (status != THRONG_OK)
        return status;
    s->parts = parts;
    s->part++;
    const double wanted = s->part < parts ? (double)s->part / (double)parts : 1.0;
    while (status == THRONG_OK && s->progress < wanted)
        status = step(map, &enqueued);
    if (status != THRONG_OK)
        return status;
    *done = s->part == parts;
    if (*done)
        publish(map);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- memory ---------------------------- */

THRONG_CALL(throng_influence_reserve, (map, layer, objects, like, uses), throng_influence *map, int32_t layer,
            int32_t objects, const throng_influence_object *like, throng_influence_uses uses)
{
    throng_status status = throng_influence_check(map);
    if (status == THRONG_OK && layer != -1)
        status = throng_influence_check_layer(map, layer);
    if (status != THRONG_OK)
        return status;
    if (objects < 0)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "objects is %d: 0 or more",
                           (int)objects);
    if (objects > map->shape.object_capacity)
        return throng_fail(map->object.context, THRONG_ERROR_CAPACITY,
                           "objects is %d: at most %d, the def's object_capacity", (int)objects,
                           (int)map->shape.object_capacity);
    if (uses > USES_ALL)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "uses is %u: a sum of THRONG_USE_*", (unsigned)uses);
    if (like && objects > 0)
        status = throng_influence_check_object(map, like, "like");
    for (int32_t i = layer < 0 ? 0 : layer; i < (layer < 0 ? map->shape.layers : layer + 1); i++)
        if (status == THRONG_OK)
            status = map->ops->reserve(map->object.state, i, like ? objects : 0, like, uses);
    return status;
}
