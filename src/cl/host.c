/* A program's own OpenCL objects: contexts on its queue, data in its buffers. */
#include <throng/throng_opencl.h>

#include "influence.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- contexts -------------------------- */

static throng_status find_platform(struct throng_cl *cl, throng_cl_device *device,
                                   const throng_opencl_host *host)
{
    const char *missing = NULL;
    if (!throng_cl_load(&cl->api, &missing)) {
        snprintf(cl->reason, sizeof cl->reason, "OpenCL cannot be opened on this machine: %s is missing",
                 missing);
        return THRONG_ERROR_NO_DEVICE;
    }
    device->id = host->device;
    device->info.number = -1;
    cl_int error = cl->api.clGetDeviceInfo(host->device, CL_DEVICE_PLATFORM, sizeof device->platform,
                                           &device->platform, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_note(cl, error, "clGetDeviceInfo(host.device)");
    throng_cl_fill_info(cl, device);
    return THRONG_OK;
}

static throng_status check_queue(struct throng_cl *cl, const throng_opencl_host *host)
{
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_command_queue_properties properties = 0;
    cl_int error =
        cl->api.clGetCommandQueueInfo(host->queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    if (error == CL_SUCCESS)
        error = cl->api.clGetCommandQueueInfo(host->queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    if (error == CL_SUCCESS)
        error = cl->api.clGetCommandQueueInfo(host->queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                              &properties, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_note(cl, error, "clGetCommandQueueInfo(host.queue)");
    const char *mistake = NULL;
    if (context != host->context)
        mistake = "host.queue belongs to another context than host.context";
    else if (device != host->device)
        mistake = "host.queue belongs to another device than host.device";
    else if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        mistake = "host.queue may execute out of order: throng needs one that executes in order";
    cl->profile = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
    if (!mistake)
        return THRONG_OK;
    snprintf(cl->reason, sizeof cl->reason, "%s", mistake);
    return THRONG_ERROR_INVALID_ARGUMENT;
}

static throng_status attach(throng_context *context, const throng_opencl_host *host)
{
    throng_cl_device device;
    struct throng_cl *cl;
    memset(&device, 0, sizeof device);
    throng_status status = throng_cl_new(context, &cl);
    if (status != THRONG_OK)
        return status;
    status = find_platform(cl, &device, host);
    if (status == THRONG_OK)
        status = check_queue(cl, host);
    if (status == THRONG_OK)
        status = throng_cl_start_on(cl, &device, host->context, host->queue);
    if (status == THRONG_OK)
        status = throng_cl_probe(cl);
    if (status == THRONG_OK && !cl->device.info.exact && !context->accept_inexact) {
        snprintf(cl->reason, sizeof cl->reason, "OpenCL: %.100s is not exact: %.120s", device.info.name,
                 cl->device.info.reason);
        status = THRONG_ERROR_INEXACT_DEVICE;
    }
    if (status != THRONG_OK) {
        throng_cl_report(context, cl, status);
        throng_cl_delete(context, cl);
        return status;
    }
    cl->profile = cl->profile && context->profile;
    context->cl = cl;
    return THRONG_OK;
}

throng_status throng_opencl_context_create(const throng_context_def *def, const throng_opencl_host *host,
                                           throng_context **context)
{
    if (!context)
        return THRONG_ERROR_INVALID_ARGUMENT;
    *context = NULL;
    throng_context_def wanted = def ? *def : throng_context_default_def();
    int32_t wants_cpu = wanted.backend == THRONG_BACKEND_CPU;
    if (wanted.cookie == THRONG_CONTEXT_DEF_COOKIE && wanted.backend == THRONG_BACKEND_AUTO)
        wanted.backend = THRONG_BACKEND_OPENCL;
    wanted.device = "";
    throng_context *made;
    throng_status status = throng_context_make(&wanted, &made);
    if (status != THRONG_OK)
        return status;
    if (wants_cpu)
        status = throng_fail(made, THRONG_ERROR_INVALID_ARGUMENT,
                             "def.backend is THRONG_BACKEND_CPU: a context on OpenCL objects is not");
    else if (!host || !host->context || !host->device || !host->queue)
        status = throng_fail(made, THRONG_ERROR_INVALID_ARGUMENT, "%s is NULL",
                             !host            ? "host"
                             : !host->context ? "host.context"
                             : !host->device  ? "host.device"
                                              : "host.queue");
    else
        status = attach(made, host);
    if (status != THRONG_OK) {
        throng_context_destroy(made);
        return status;
    }
    *context = made;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- buffers --------------------------- */

static throng_status on_device(throng_influence *map)
{
    if (map->backend == THRONG_BACKEND_OPENCL)
        return THRONG_OK;
    return throng_fail(map->context, THRONG_ERROR_UNSUPPORTED, "the map lives on the CPU: no OpenCL buffers");
}

/* `count` pieces of `size` bytes, `stride` apart (0: packed, which *stride becomes), inside the buffer. */
static throng_status check_buffer(throng_influence *map, const char *name, cl_mem buffer, size_t offset,
                                  size_t *stride, size_t size, int32_t count)
{
    throng_cl_influence *m = map->state;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    cl_context context = NULL;
    size_t bytes = 0, needed = 0;
    *stride = *stride ? *stride : size;
    if (!buffer)
        return throng_fail(map->context, wrong, "%s is NULL", name);
    if (offset % 4 || *stride % 4 || *stride < size)
        return throng_fail(map->context, wrong,
                           "%s: offset %zu and stride %zu: multiples of 4, the stride at least %zu", name,
                           offset, *stride, size);
    cl_int error =
        m->object.cl->api.clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context, NULL);
    if (error == CL_SUCCESS)
        error = m->object.cl->api.clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_failed(&m->object,
                                throng_cl_note(m->object.cl, error, "clGetMemObjectInfo(%s)", name), 0);
    if (context != m->object.cl->context)
        return throng_fail(map->context, wrong, "%s belongs to another OpenCL context than the map", name);
    if (!throng_multiply((size_t)count - 1, *stride, &needed) || offset > bytes || size > bytes - offset ||
        needed > bytes - offset - size)
        return throng_fail(map->context, wrong,
                           "%s has %zu bytes: too few for %d times %zu, offset %zu and stride %zu", name,
                           bytes, (int)count, size, offset, *stride);
    return THRONG_OK;
}

/* The queue is in order: what is enqueued behind a barrier waits for it. */
static throng_status wait_for(throng_cl_influence *m, cl_uint count, const cl_event *waits)
{
    if (count == 0)
        return THRONG_OK;
    cl_int error = m->object.cl->api.clEnqueueBarrierWithWaitList(m->object.cl->queue, count, waits, NULL);
    return error == CL_SUCCESS ? THRONG_OK
                               : throng_cl_note(m->object.cl, error, "clEnqueueBarrierWithWaitList");
}

static throng_status mark(throng_cl_influence *m, cl_event *event)
{
    cl_int error = event ? m->object.cl->api.clEnqueueMarkerWithWaitList(m->object.cl->queue, 0, NULL, event)
                         : CL_SUCCESS;
    return error == CL_SUCCESS ? THRONG_OK
                               : throng_cl_note(m->object.cl, error, "clEnqueueMarkerWithWaitList");
}

throng_status throng_influence_set_objects_cl(throng_influence *map, int32_t layer, int32_t first,
                                              int32_t count, cl_mem objects, size_t offset, size_t stride,
                                              cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    const size_t size = sizeof(throng_influence_object);
    throng_status status = throng_influence_check_range(map, layer, first, count, 1);
    if (status == THRONG_OK)
        status = on_device(map);
    if (status != THRONG_OK)
        return status;
    throng_cl_influence *m = map->state;
    if (count > 0)
        status = check_buffer(map, "objects", objects, offset, &stride, size, count);
    size_t bytes = (size_t)count * size;
    throng_influence_object *copy = NULL;
    if (status == THRONG_OK && count > 0) {
        copy = throng_allocate(m->object.cl->allocator, bytes);
        if (!copy)
            return throng_fail_memory(map->context, "objects to be checked", bytes);
        const size_t from[3] = {offset % stride, offset / stride, 0}, to[3] = {0, 0, 0};
        const size_t box[3] = {size, (size_t)count, 1};
        cl_int error = CL_INVALID_VALUE;
        /* a rectangle must not reach beyond its rows: where it would, its first row starts at the offset */
        if (from[0] + size <= stride)
            error = m->object.cl->api.clEnqueueReadBufferRect(m->object.cl->queue, objects, CL_TRUE, from, to,
                                                              box, stride, 0, size, 0, copy, wait_count,
                                                              waits, NULL);
        for (int32_t i = 0; i < count && from[0] + size > stride; i++) {
            error = m->object.cl->api.clEnqueueReadBuffer(m->object.cl->queue, objects, CL_TRUE,
                                                          offset + (size_t)i * stride, size, copy + i,
                                                          wait_count, waits, NULL);
            if (error != CL_SUCCESS)
                break;
        }
        if (error != CL_SUCCESS)
            status = throng_cl_failed(&m->object, throng_cl_note(m->object.cl, error, "reading objects"), 0);
    }
    if (status == THRONG_OK && count > 0)
        status = throng_influence_set_objects(map, layer, first, count, copy, 0);
    else if (status == THRONG_OK && wait_for(m, wait_count, waits) != THRONG_OK)
        status = throng_cl_failed(&m->object, THRONG_ERROR_OPENCL, 0);
    throng_release(m->object.cl->allocator, copy, bytes);
    if (status == THRONG_OK && mark(m, event) != THRONG_OK)
        status = throng_cl_failed(&m->object, THRONG_ERROR_OPENCL, 0);
    return status;
}

static throng_status launch_move(throng_cl_influence *m, int32_t layer, int32_t first, int32_t count,
                                 const cl_mem buffers[2], const cl_ulong starts[2], const cl_ulong strides[2],
                                 int32_t moves_velocities, float largest, cl_event *event)
{
    cl_program program;
    throng_status status = throng_cl_program(m->object.cl, "exchange.cl", "", &program);
    if (status == THRONG_OK && !m->move)
        status = throng_cl_kernel(m->object.cl, program, "move_objects", &m->move);
    if (status != THRONG_OK)
        return status;
    const cl_uint from = (cl_uint)first, items = (cl_uint)count;
    const throng_cl_layer *to = &m->layers[layer];
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

throng_status throng_influence_move_objects_cl(throng_influence *map, int32_t layer, int32_t first,
                                               int32_t count, cl_mem positions, size_t position_offset,
                                               size_t position_stride, cl_mem velocities,
                                               size_t velocity_offset, size_t velocity_stride,
                                               cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    throng_status status = throng_influence_check_range(map, layer, first, count, 0);
    if (status == THRONG_OK)
        status = on_device(map);
    if (status != THRONG_OK)
        return status;
    throng_cl_influence *m = map->state;
    if (count > 0)
        status = check_buffer(map, "positions", positions, position_offset, &position_stride, 8, count);
    if (status == THRONG_OK && count > 0 && velocities)
        status = check_buffer(map, "velocities", velocities, velocity_offset, &velocity_stride, 8, count);
    if (status != THRONG_OK)
        return status;
    status = wait_for(m, wait_count, waits);
    if (status == THRONG_OK && count > 0) {
        const cl_mem buffers[2] = {positions, velocities ? velocities : positions};
        const cl_ulong starts[2] = {position_offset / 4, velocity_offset / 4};
        const cl_ulong strides[2] = {position_stride / 4, velocity_stride / 4};
        status = launch_move(m, layer, first, count, buffers, starts, strides, velocities != NULL,
                             throng_influence_largest_coordinate(map), event);
    } else if (status == THRONG_OK) {
        status = mark(m, event);
    }
    if (status != THRONG_OK)
        return throng_cl_failed(&m->object, status, 0);
    if (count > 0)
        throng_influence_touched(map, layer, first + count);
    m->object.cl->api.clFlush(m->object.cl->queue);
    return THRONG_OK;
}

throng_status throng_influence_read_cl(throng_influence *map, int32_t layer, const throng_region *region,
                                       cl_mem values, size_t offset, size_t row_stride, cl_uint wait_count,
                                       const cl_event *waits, cl_event *event)
{
    int32_t plane;
    throng_region area;
    throng_status status = throng_influence_check_plane(map, layer, &plane);
    if (status == THRONG_OK)
        status = on_device(map);
    if (status == THRONG_OK)
        status = throng_influence_check_region(map, region, &area);
    if (status != THRONG_OK)
        return status;
    size_t size = (size_t)area.width * sizeof(float);
    status = check_buffer(map, "values", values, offset, &row_stride, size, area.height);
    if (status != THRONG_OK)
        return status;
    throng_cl_influence *m = map->state;
    const throng_cl_api *api = &m->object.cl->api;
    size_t pitch = (size_t)m->plan.pitch * sizeof(float);
    size_t column = (size_t)area.column * sizeof(float), row = (size_t)area.row;
    /* as in set_objects: an offset that does not fall on whole rows goes by single rows */
    int32_t steps = offset % row_stride + size <= row_stride ? 1 : area.height;
    const size_t box[3] = {size, steps == 1 ? (size_t)area.height : 1, 1};
    status = wait_for(m, wait_count, waits);
    for (int32_t i = 0; i < steps && status == THRONG_OK; i++) {
        size_t at = offset + (size_t)i * row_stride;
        const size_t from[3] = {column, row + (size_t)i, 0};
        const size_t to[3] = {steps == 1 ? at % row_stride : at, steps == 1 ? at / row_stride : 0, 0};
        cl_int error = api->clEnqueueCopyBufferRect(m->object.cl->queue, throng_cl_influence_plane(m, plane),
                                                    values, from, to, box, pitch, 0,
                                                    steps == 1 ? row_stride : 0, 0, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            status = throng_cl_note(m->object.cl, error, "clEnqueueCopyBufferRect");
    }
    if (status == THRONG_OK)
        status = mark(m, event);
    if (status != THRONG_OK)
        return throng_cl_failed(&m->object, status, 0);
    api->clFlush(m->object.cl->queue);
    return THRONG_OK;
}

throng_status throng_influence_buffer(throng_influence *map, int32_t layer, cl_mem *buffer, size_t *offset,
                                      size_t *row_stride)
{
    int32_t plane;
    throng_status status = throng_influence_check_plane(map, layer, &plane);
    if (status == THRONG_OK)
        status = on_device(map);
    if (status != THRONG_OK)
        return status;
    if (!buffer || !offset || !row_stride)
        return throng_fail(map->context, THRONG_ERROR_INVALID_ARGUMENT, "%s is NULL",
                           !buffer   ? "buffer"
                           : !offset ? "offset"
                                     : "row_stride");
    throng_cl_influence *m = map->state;
    *buffer = throng_cl_influence_plane(m, plane);
    *offset = 0;
    *row_stride = (size_t)m->plan.pitch * sizeof(float);
    return THRONG_OK;
}
