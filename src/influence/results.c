/* Influence maps: combined layers, and values that are read. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/influence/influence.h"

THRONG_CALL(throng_influence_combine, (map, weights, count), throng_influence *map, const float *weights,
            int32_t count)
{
    float used[THRONG_MAX_LAYERS];
    throng_status status = throng_influence_check(map);
    if (status != THRONG_OK)
        return status;
    if (count != map->shape.layers)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "count is %d: %d, the number of layers", (int)count, (int)map->shape.layers);
    if (!weights)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "weights must not be NULL");
    for (int32_t i = 0; i < count; i++) {
        if (!(weights[i] >= -1e9f && weights[i] <= 1e9f))
            return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                               "weights[%d] is %.9g: -1e9 to 1e9", (int)i, (double)weights[i]);
        used[i] = throng_influence_weight(weights[i]);
    }
    status = map->ops->combine(map->object.state, used);
    if (status == THRONG_OK)
        map->combined = 1;
    return status;
}

THRONG_CALL(throng_influence_read, (map, layer, region, values, row_stride), throng_influence *map,
            int32_t layer, const throng_region *region, float *values, size_t row_stride)
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
    throng_observe_begin(&map->observer);
    status = map->ops->read(map->object.state, plane, &whole, values, row_stride);
    throng_observe_end(&map->observer);
    throng_observe_taken(&map->observer, (double)least * (double)whole.height);
    return status;
}
