/* Influence maps: momentum and updates. */
#include "src/core/backend.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/influence/influence.h"

#include <float.h>
#include <string.h>

THRONG_CALL(throng_influence_set_momentum, (map, layer, momentum), throng_influence *map, int32_t layer,
            float momentum)
{
    throng_status status = throng_influence_check_layer(map, layer);
    if (status != THRONG_OK)
        return status;
    if (!(momentum > -FLT_MIN &&
          momentum < 1.0f)) /* a subnormal number is 0, whatever the host makes of it */
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "momentum is %.9g: 0 <= momentum < 1", (double)momentum);
    momentum = throng_influence_momentum(momentum);
    status = map->ops->momentum(map->object.state, layer, momentum);
    if (status != THRONG_OK)
        return status;
    if (momentum == 0.0f && map->momentum[layer] != 0.0f)
        map->dirty[layer] = 1; /* the next update has to drop what was blended in */
    map->momentum[layer] = momentum;
    return THRONG_OK;
}

/* The times of what the device does are those of this update from now on. */
static void begin(throng_influence *map)
{
    if (map->ops->begin)
        map->ops->begin(map->object.state);
}

static throng_status update_layer(throng_influence *map, int32_t layer)
{
    if (throng_influence_stays(map, layer) && map->momentum[layer] == 0.0f) {
        map->object.updates++;
        return THRONG_OK;
    }
    const throng_status status = map->ops->update(map->object.state, layer, map->momentum[layer]);
    if (status != THRONG_OK)
        return status;
    map->object.updates++;
    map->dirty[layer] = 0;
    map->terrain_version[layer] = throng_influence_walls_version(map);
    if (map->resume > 0 && layer == map->resume) /* the update that failed goes on behind it */
        map->resume = layer + 1 < map->shape.layers ? layer + 1 : 0;
    return status;
}

THRONG_CALL(throng_influence_update_layer, (map, layer), throng_influence *map, int32_t layer)
{
    throng_status status = throng_influence_check_layer(map, layer);
    if (status == THRONG_OK)
        status = throng_influence_finish(map);
    if (status != THRONG_OK)
        return status;
    begin(map);
    return update_layer(map, layer);
}

static throng_status update_layers(throng_influence *map)
{
    throng_status status = THRONG_OK;
    /* After a failure it goes on with the layer that failed: what has momentum must not move on twice. */
    for (int32_t layer = 0; layer < map->shape.layers; layer++) {
        if (layer < map->resume && throng_influence_stays(map, layer))
            continue;
        status = update_layer(map, layer);
        if (status != THRONG_OK) {
            map->resume = layer > map->resume ? layer : map->resume;
            return status;
        }
    }
    map->resume = 0;
    return THRONG_OK;
}

THRONG_CALL(throng_influence_update, (map), throng_influence *map)
{
    throng_status status = throng_influence_check(map);
    if (status != THRONG_OK)
        return status;
    status = throng_influence_finish(map);
    if (status != THRONG_OK)
        return status;
    throng_observe_next(&map->observer);
    const uint64_t updates = map->object.updates; /* that of all layers is one */
    throng_observe_begin(&map->observer);
    begin(map);
    status = update_layers(map);
    throng_observe_end(&map->observer);
    map->object.updates = updates + (status == THRONG_OK);
    return status;
}
