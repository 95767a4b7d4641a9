/* A program's own OpenCL buffers and events: their checks, waiting and copies. */
#include "src/cl/device/interop.h"
#include "src/core/memory.h"
#include "src/core/status.h"

throng_status throng_cl_on_device(throng_context *context, throng_backend backend, const char *what)
{
    if (backend == THRONG_BACKEND_OPENCL)
        return THRONG_OK;
    return throng_fail(context, THRONG_ERROR_UNSUPPORTED,
                       "the %s lives on the CPU: OpenCL buffers need one on a device", what);
}

throng_status throng_cl_check_buffer(throng_cl_object *object, const char *name, cl_mem buffer, size_t offset,
                                     size_t *stride, size_t size, int32_t count)
{
    throng_context *owner = object->context;
    const throng_cl_api *api = &object->cl->api;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    cl_context context = NULL;
    size_t bytes = 0, needed = 0;
    *stride = *stride ? *stride : size;
    if (!buffer)
        return throng_fail(owner, wrong, "%s must not be NULL", name);
    if (offset % 4 || *stride % 4 || *stride < size)
        return throng_fail(owner, wrong,
                           "%s has offset %zu and stride %zu: multiples of 4, and the stride at least %zu",
                           name, offset, *stride, size);
    cl_int error = api->clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context, NULL);
    if (error == CL_SUCCESS)
        error = api->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_failed(object, throng_cl_note(object->cl, error, "clGetMemObjectInfo(%s)", name), 0);
    if (context != object->cl->context)
        return throng_fail(owner, wrong, "%s belongs to another OpenCL context: it must be of this one",
                           name);
    if (!throng_multiply((size_t)count - 1, *stride, &needed) || offset > bytes || size > bytes - offset ||
        needed > bytes - offset - size)
        return throng_fail(
            owner, wrong,
            "%s has %zu bytes: too few for %d entries of %zu bytes at offset %zu and stride %zu", name, bytes,
            (int)count, size, offset, *stride);
    return THRONG_OK;
}

throng_status throng_cl_wait_for(throng_cl_object *object, cl_uint count, const cl_event *waits)
{
    if (count == 0)
        return THRONG_OK;
    cl_int error = object->cl->api.clEnqueueBarrierWithWaitList(object->cl->queue, count, waits, NULL);
    return error == CL_SUCCESS ? THRONG_OK
                               : throng_cl_note_command(object->cl, error, "clEnqueueBarrierWithWaitList");
}

throng_status throng_cl_mark(throng_cl_object *object, cl_event *event)
{
    cl_int error = event ? object->cl->api.clEnqueueMarkerWithWaitList(object->cl->queue, object->works,
                                                                       throng_cl_object_waits(object), event)
                         : CL_SUCCESS;
    return error == CL_SUCCESS ? THRONG_OK
                               : throng_cl_note_command(object->cl, error, "clEnqueueMarkerWithWaitList");
}

throng_status throng_cl_copy_rows(throng_cl_object *object, const throng_cl_rows *rows, cl_mem to,
                                  size_t offset, size_t stride)
{
    /* a rectangle must not reach beyond its rows: where it would, it goes row by row */
    const size_t steps = offset % stride + rows->size <= stride ? 1 : rows->count;
    const size_t box[3] = {rows->size, rows->count / steps, 1};
    for (size_t i = 0; i < steps; i++) {
        const size_t at = offset + i * stride, from[3] = {rows->column, rows->row + i, 0};
        const size_t into[3] = {steps == 1 ? at % stride : at, steps == 1 ? at / stride : 0, 0};
        cl_int error = object->cl->api.clEnqueueCopyBufferRect(
            object->cl->queue, rows->buffer, to, from, into, box, rows->pitch, 0, steps == 1 ? stride : 0, 0,
            object->works, throng_cl_object_waits(object), NULL);
        if (error != CL_SUCCESS)
            return throng_cl_note_command(object->cl, error, "clEnqueueCopyBufferRect");
    }
    return THRONG_OK;
}

throng_status throng_cl_hand_over(throng_cl_object *object, throng_status status, int changed,
                                  cl_event *event)
{
    if (status == THRONG_ERROR_LOST) /* which has been reported */
        return status;
    if (status == THRONG_OK && throng_cl_object_look(object))
        return throng_cl_failed(object, THRONG_ERROR_OPENCL, 1);
    if (status == THRONG_OK)
        status = throng_cl_mark(object, event);
    if (status != THRONG_OK)
        return throng_cl_failed(object, status, changed);
    object->cl->api.clFlush(object->cl->queue);
    return THRONG_OK;
}
