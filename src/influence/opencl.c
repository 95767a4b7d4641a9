/* Influence maps beside a program's own OpenCL objects: objects out of its buffers, values into them. */
#include <throng/throng_opencl.h>

#include "src/cl/device/interop.h"
#include "src/cl/influence/influence.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/influence/influence.h"

/* Into the map's own memory. Waits for the copy. */
static throng_status take_objects(throng_cl_influence *m, int32_t count, cl_mem objects, size_t offset,
                                  size_t stride, cl_uint wait_count, const cl_event *waits)
{
    const throng_cl_api *api = &m->object.cl->api;
    const size_t size = sizeof *m->taken;
    const size_t from[3] = {offset % stride, offset / stride, 0}, to[3] = {0, 0, 0};
    const size_t box[3] = {size, (size_t)count, 1};
    const cl_event *const list = wait_count > 0 ? waits : NULL;
    cl_int error = CL_SUCCESS;
    const throng_status status = throng_cl_influence_reserve_taken(m, count);
    if (status != THRONG_OK)
        return status;
    /* a rectangle must not reach beyond its rows: where it would, its first row starts at the offset */
    if (from[0] + size <= stride)
        error = api->clEnqueueReadBufferRect(m->object.cl->queue, objects, CL_TRUE, from, to, box, stride, 0,
                                             size, 0, m->taken, wait_count, list, NULL);
    for (int32_t i = 0; i < count && from[0] + size > stride && error == CL_SUCCESS; i++)
        error = api->clEnqueueReadBuffer(m->object.cl->queue, objects, CL_TRUE, offset + (size_t)i * stride,
                                         size, m->taken + i, wait_count, list, NULL);
    return error == CL_SUCCESS
               ? THRONG_OK
               : throng_cl_failed(&m->object, throng_cl_note_command(m->object.cl, error, "reading objects"),
                                  0);
}

THRONG_CALL(throng_influence_set_objects_cl,
            (map, layer, first, count, objects, offset, stride, wait_count, waits, event),
            throng_influence *map, int32_t layer, int32_t first, int32_t count, cl_mem objects, size_t offset,
            size_t stride, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    throng_status status = throng_influence_check_range(map, layer, first, count, 1);
    if (status == THRONG_OK)
        status = throng_cl_on_device(map->object.context, map->object.backend, "map");
    if (status != THRONG_OK)
        return status;
    throng_cl_influence *m = map->object.state;
    if (count > 0)
        status =
            throng_cl_check_buffer(&m->object, "objects", objects, offset, &stride, sizeof *m->taken, count);
    if (status == THRONG_OK && count > 0)
        status = take_objects(m, count, objects, offset, stride, wait_count, waits);
    if (status == THRONG_OK && count > 0)
        status = throng_influence_set_objects(map, layer, first, count, m->taken, 0);
    else if (status == THRONG_OK && throng_cl_wait_for(&m->object, wait_count, waits) != THRONG_OK)
        status = throng_cl_failed(&m->object, THRONG_ERROR_OPENCL, 0);
    return status == THRONG_OK ? throng_cl_hand_over(&m->object, status, count > 0, event) : status;
}

static throng_status launch_move(throng_cl_influence *m, int32_t layer, int32_t first, int32_t count,
                                 const cl_mem buffers[2], const cl_ulong starts[2], const cl_ulong strides[2],
                                 int32_t moves_velocities, float largest, cl_event *event)
{
    cl_program program;
    throng_status status = throng_cl_program(m->object.cl, "influence/interop.cl", "", &program);
    if (status == THRONG_OK && !m->move)
        status = throng_cl_kernel(m->object.cl, program, "move_objects", &m->move);
    if (status != THRONG_OK)
        return status;
    const cl_uint from = (cl_uint)first, items = (cl_uint)count;
    throng_cl_layer *to = &m->layers[layer];
    throng_cl_changes_note(&to->changes.moved, first, count);
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(buffers[0]),
        THRONG_CL_ARGUMENT(starts[0]),
        THRONG_CL_ARGUMENT(strides[0]),
        THRONG_CL_ARGUMENT(buffers[1]),
        THRONG_CL_ARGUMENT(starts[1]),
        THRONG_CL_ARGUMENT(strides[1]),
        THRONG_CL_ARGUMENT(moves_velocities),
        THRONG_CL_ARGUMENT(to->positions),
        THRONG_CL_ARGUMENT(to->velocities),
        THRONG_CL_ARGUMENT(from),
        THRONG_CL_ARGUMENT(items),
        THRONG_CL_ARGUMENT(largest),
    };
    size_t group = m->object.cl->most_items < 64 ? 1 : 64;
    return throng_cl_launch(m->object.cl, m->move, "move_objects", ((size_t)count + group - 1) / group, group,
                            arguments, THRONG_CL_COUNT(arguments), event);
}

THRONG_CALL(throng_influence_move_objects_cl,
            (map, layer, first, count, positions, position_offset, position_stride, velocities,
             velocity_offset, velocity_stride, wait_count, waits, event),
            throng_influence *map, int32_t layer, int32_t first, int32_t count, cl_mem positions,
            size_t position_offset, size_t position_stride, cl_mem velocities, size_t velocity_offset,
            size_t velocity_stride, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    throng_status status = throng_influence_check_range(map, layer, first, count, 0);
    if (status == THRONG_OK)
        status = throng_cl_on_device(map->object.context, map->object.backend, "map");
    if (status != THRONG_OK)
        return status;
    throng_cl_influence *m = map->object.state;
    if (count > 0)
        status = throng_cl_check_buffer(&m->object, "positions", positions, position_offset, &position_stride,
                                        8, count);
    if (status == THRONG_OK && count > 0 && velocities)
        status = throng_cl_check_buffer(&m->object, "velocities", velocities, velocity_offset,
                                        &velocity_stride, 8, count);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_wait_for(&m->object, wait_count, waits);
    if (status == THRONG_OK && count > 0) {
        const cl_mem buffers[2] = {positions, velocities ? velocities : positions};
        const cl_ulong starts[2] = {position_offset / 4, velocity_offset / 4};
        const cl_ulong strides[2] = {position_stride / 4, velocity_stride / 4};
        status = launch_move(m, layer, first, count, buffers, starts, strides, velocities != NULL,
                             throng_influence_largest_coordinate(map), event);
    } else if (status == THRONG_OK) {
        status = throng_cl_mark(&m->object, event);
    }
    if (status != THRONG_OK)
        return throng_cl_failed(&m->object, status, 0);
    if (count > 0)
        throng_influence_touched(map, layer, first + count);
    m->object.cl->api.clFlush(m->object.cl->queue);
    return THRONG_OK;
}

THRONG_CALL(throng_influence_read_cl,
            (map, layer, region, values, offset, row_stride, wait_count, waits, event), throng_influence *map,
            int32_t layer, const throng_region *region, cl_mem values, size_t offset, size_t row_stride,
            cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    int32_t plane;
    throng_region area;
    throng_status status = throng_influence_check_plane(map, layer, &plane);
    if (status == THRONG_OK)
        status = throng_cl_on_device(map->object.context, map->object.backend, "map");
    if (status == THRONG_OK)
        status = throng_influence_check_region(map, region, &area);
    if (status != THRONG_OK)
        return status;
    size_t size = (size_t)area.width * sizeof(float);
    throng_cl_influence *m = map->object.state;
    status = throng_cl_check_buffer(&m->object, "values", values, offset, &row_stride, size, area.height);
    if (status != THRONG_OK)
        return status;
    const throng_cl_rows rows = {throng_cl_influence_plane(m, plane),
                                 (size_t)m->plan.pitch * sizeof(float),
                                 (size_t)area.column * sizeof(float),
                                 (size_t)area.row,
                                 size,
                                 (size_t)area.height};
    status = throng_cl_wait_for(&m->object, wait_count, waits);
    if (status == THRONG_OK)
        status = throng_cl_copy_rows(&m->object, &rows, values, offset, row_stride);
    return throng_cl_hand_over(&m->object, status, 0, event);
}

THRONG_CALL(throng_influence_buffer, (map, layer, buffer, offset, row_stride), throng_influence *map,
            int32_t layer, cl_mem *buffer, size_t *offset, size_t *row_stride)
{
    int32_t plane;
    throng_status status = throng_influence_check_plane(map, layer, &plane);
    if (status == THRONG_OK)
        status = throng_cl_on_device(map->object.context, map->object.backend, "map");
    if (status != THRONG_OK)
        return status;
    if (!buffer || !offset || !row_stride)
        return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL",
                           !buffer   ? "buffer"
                           : !offset ? "offset"
                                     : "row_stride");
    throng_cl_influence *m = map->object.state;
    *buffer = throng_cl_influence_plane(m, plane);
    *offset = 0;
    *row_stride = (size_t)m->plan.pitch * sizeof(float);
    return THRONG_OK;
}
