/* Influence maps: the public calls that compute and read; src/influence/influence.c has the objects. */
#include "src/core/backend.h"
#include "src/core/status.h"
#include "src/influence/influence.h"
#include "src/terrain/terrain.h"

#include <float.h>
#include <string.h>

throng_status throng_influence_set_momentum(throng_influence *map, int32_t layer, float momentum)
{
    throng_status status = throng_influence_check_layer(map, layer);
    if (status != THRONG_OK)
        return status;
    if (!(momentum > -FLT_MIN &&
          momentum < 1.0f)) /* a subnormal number is 0, whatever the host makes of it */
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "momentum is %.9g: 0 <= momentum < 1", (double)momentum);
    if (momentum < 1e-6f)
        momentum = 0.0f;
    if (momentum == 0.0f && map->momentum[layer] != 0.0f)
        map->dirty[layer] = 1; /* the next update has to drop what was blended in */
    map->momentum[layer] = momentum;
    return THRONG_OK;
}

throng_status throng_influence_update_layer(throng_influence *map, int32_t layer)
{
    throng_status status = throng_influence_check_layer(map, layer);
    if (status != THRONG_OK)
        return status;
    uint64_t version = map->shape.terrain ? map->shape.terrain->version : 0;
    if (!map->dirty[layer] && map->momentum[layer] == 0.0f && version == map->terrain_version[layer])
        return status;
    status = map->ops->update(map->object.state, layer, map->momentum[layer]);
    if (status != THRONG_OK)
        return status;
    map->dirty[layer] = 0;
    map->terrain_version[layer] = version;
    map->resume = layer == map->resume ? 0 : map->resume;
    return status;
}

throng_status throng_influence_update(throng_influence *map)
{
    throng_status status = throng_influence_check(map);
    if (status != THRONG_OK)
        return status;
    /* After a failure it goes on with the layer that failed: what has momentum must not move on twice. */
    const uint64_t version = map->shape.terrain ? map->shape.terrain->version : 0;
    for (int32_t layer = 0; layer < map->shape.layers; layer++) {
        if (layer < map->resume && !map->dirty[layer] && version == map->terrain_version[layer])
            continue;
        status = throng_influence_update_layer(map, layer);
        if (status != THRONG_OK) {
            map->resume = layer > map->resume ? layer : map->resume;
            return status;
        }
    }
    map->resume = 0;
    return THRONG_OK;
}

throng_status throng_influence_combine(throng_influence *map, const float *weights, int32_t count)
{
    float used[THRONG_MAX_LAYERS];
    throng_status status = throng_influence_check(map);
    if (status != THRONG_OK)
        return status;
    if (count != map->shape.layers)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "count is %d: the map has %d layers", (int)count, (int)map->shape.layers);
    if (!weights)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "weights must not be NULL");
    for (int32_t i = 0; i < count; i++) {
        if (!(weights[i] >= -1e9f && weights[i] <= 1e9f))
            return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                               "weights[%d] is %.9g: -1e9 to 1e9", (int)i, (double)weights[i]);
        used[i] = weights[i] > -1e-9f && weights[i] < 1e-9f ? 0.0f : weights[i];
    }
    status = map->ops->combine(map->object.state, used);
    if (status == THRONG_OK)
        map->combined = 1;
    return status;
}

throng_status throng_influence_read(throng_influence *map, int32_t layer, const throng_region *region,
                                    float *values, size_t row_stride)
{
    throng_region whole;
    int32_t plane;
    throng_status status = throng_influence_check_plane(map, layer, &plane);
    if (status == THRONG_OK)
        status = throng_influence_check_region(map, region, &whole);
    if (status != THRONG_OK)
        return status;
    if (!values)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "values must not be NULL");
    size_t least = (size_t)whole.width * sizeof *values;
    if (row_stride == 0)
        row_stride = least;
    if (row_stride < least)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "row_stride is %zu bytes: 0 (packed) or at least %zu", row_stride, least);
    return map->ops->read(map->object.state, plane, &whole, values, row_stride);
}

throng_status throng_influence_reset(throng_influence *map)
{
    const throng_status status = throng_object_reset(map, THRONG_INFLUENCE_COOKIE);
    if (status != THRONG_OK)
        return status;
    memset(map->counts, 0, sizeof map->counts);
    memset(map->dirty, 0, sizeof map->dirty);
    map->combined = 0;
    map->resume = 0;
    return THRONG_OK;
}

throng_status throng_influence_get_info(throng_influence *map, throng_influence_info *info)
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
