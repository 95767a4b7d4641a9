/* What is read from layers: regions, the best cell, the weighted sum. */
#include "src/cl/device/reading.h"
#include "src/cl/influence/influence.h"
#include "src/influence/influence.h"

#include <string.h>

cl_mem throng_cl_influence_plane(const throng_cl_influence *map, int32_t index)
{
    return index < map->shape.layers ? map->layers[index].values : map->combined;
}

/* By a kernel, since checkers know what kernels write. */
throng_status throng_cl_influence_zero(throng_cl_influence *map, cl_mem buffer, size_t words)
{
    const cl_ulong count = words;
    const cl_uint each = map->object.cl->group > 1 ? 64 : 65536;
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(buffer), THRONG_CL_ARGUMENT(count),
                                            THRONG_CL_ARGUMENT(each)};
    return throng_cl_run(&map->object, map->zero, "zero", (words + each - 1) / each, arguments,
                         THRONG_CL_COUNT(arguments));
}

throng_status throng_cl_influence_make_combined(throng_cl_influence *map)
{
    if (map->combined)
        return THRONG_OK;
    map->combined_known = 0;
    return throng_cl_object_buffer(&map->object, "the combined layer", map->cells, sizeof(float),
                                   &map->combined);
}

throng_status throng_cl_influence_combine(void *state, const float *weights)
{
    throng_cl_influence *map = state;
    throng_status status = throng_cl_influence_make_combined(map);
    cl_mem combined = map->combined;
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object, status, 0);
    cl_float16 all;
    memset(&all, 0, sizeof all);
    cl_int layers = map->shape.layers;
    memcpy(&all, weights, (size_t)layers * sizeof(float));
    const influence_plan *plan = &map->plan;
    const cl_int8 shape = {
        {plan->pitch, plan->height, plan->tile_width, plan->tile_height, plan->tiles_x, 0, 0, 0}};
    const size_t weight_bytes = (size_t)layers * sizeof *weights;
    const cl_int everything =
        !map->combined_known || memcmp(map->combined_weights, weights, weight_bytes) != 0;
    throng_cl_argument arguments[1 + THRONG_MAX_LAYERS + 5] = {THRONG_CL_ARGUMENT(combined)};
    for (int32_t i = 0; i < THRONG_MAX_LAYERS; i++) {
        const throng_cl_layer *layer = &map->layers[i < layers ? i : 0];
        arguments[1 + i] = (throng_cl_argument)THRONG_CL_ARGUMENT(layer->values);
    }
    const throng_cl_argument rest[] = {THRONG_CL_ARGUMENT(all), THRONG_CL_ARGUMENT(layers),
                                       THRONG_CL_ARGUMENT(shape), THRONG_CL_ARGUMENT(map->uncombined),
                                       THRONG_CL_ARGUMENT(everything)};
    memcpy(arguments + 1 + THRONG_MAX_LAYERS, rest, sizeof rest);
    cl_event event = NULL;
    status = throng_cl_launch(map->object.cl, map->combine, "combine", map->tiles,
                              (size_t)map->object.cl->group, arguments, THRONG_CL_COUNT(arguments), &event);
    map->combined_known = status == THRONG_OK;
    map->combinations++;
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object,
                                status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status, 0);
    memcpy(map->combined_weights, weights, weight_bytes);
    return throng_cl_object_follow(&map->object, event);
}

throng_status throng_cl_influence_read(void *state, int32_t index, const throng_region *region, float *values,
                                       size_t row_stride)
{
    throng_cl_influence *map = state;
    const throng_cl_rows rows = {
        throng_cl_influence_plane(map, index),  (size_t)map->plan.pitch * sizeof(float),
        (size_t)region->column * sizeof(float), (size_t)region->row,
        (size_t)region->width * sizeof(float),  (size_t)region->height};
    return throng_cl_read(&map->object, &rows, values, row_stride, "clEnqueueReadBuffer(layer)");
}

throng_status throng_cl_influence_best(void *state, int32_t index, const throng_region *region,
                                       throng_best *best)
{
    throng_cl_influence *map = state;
    struct throng_cl *cl = map->object.cl;
    struct {
        cl_float value;
        cl_uint place;
    } found = {0.0f, 0};
    const cl_int pitch = map->plan.pitch, width = region->width, height = region->height;
    const cl_ulong corner = (cl_ulong)region->row * (cl_ulong)pitch + (cl_ulong)region->column;
    const cl_uint parts = height < THRONG_CL_PARTS ? (cl_uint)height : THRONG_CL_PARTS;
    const cl_uint result = THRONG_CL_PARTS; /* behind the candidates */
    cl_mem values = throng_cl_influence_plane(map, index);
    const throng_cl_argument searching[] = {
        THRONG_CL_ARGUMENT(values), THRONG_CL_ARGUMENT(corner), THRONG_CL_ARGUMENT(pitch),
        THRONG_CL_ARGUMENT(width),  THRONG_CL_ARGUMENT(height), THRONG_CL_ARGUMENT(map->parts),
    };
    throng_status status = throng_cl_launch(cl, map->best_of_rows, "best_of_rows", parts, (size_t)cl->group,
                                            searching, THRONG_CL_COUNT(searching), NULL);
    const throng_cl_argument choosing[] = {
        THRONG_CL_ARGUMENT(map->parts),
        THRONG_CL_ARGUMENT(parts),
        THRONG_CL_ARGUMENT(result),
    };
    if (status == THRONG_OK)
        status = throng_cl_launch(cl, map->best_of_parts, "best_of_parts", 1, (size_t)cl->group, choosing,
                                  THRONG_CL_COUNT(choosing), NULL);
    if (status != THRONG_OK) /* the values are still what they were */
        return throng_cl_failed(&map->object,
                                status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status, 0);
    cl_int error =
        cl->api.clEnqueueReadBuffer(cl->queue, map->parts, CL_TRUE, result * sizeof found, sizeof found,
                                    &found, map->object.works, throng_cl_object_waits(&map->object), NULL);
    status = throng_cl_checked(&map->object, error, "clEnqueueReadBuffer(best)");
    if (status == THRONG_OK) {
        best->column = region->column + (int32_t)(found.place % (cl_uint)width);
        best->row = region->row + (int32_t)(found.place / (cl_uint)width);
        best->value = found.value;
    }
    return status;
}
