/* A program's own OpenCL objects: contexts on its queue, data in its buffers. */
#include <throng/throng_opencl.h>

#include "src/cl/device/interop.h"
#include "src/context/context.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"

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
        status = throng_fail(made, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL",
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

/* ---------------------------------------------------------------- buffers and events ---------------- */

throng_status throng_cl_on_device(throng_context *context, throng_backend backend, const char *what)
{
    if (backend == THRONG_BACKEND_OPENCL)
        return THRONG_OK;
    return throng_fail(context, THRONG_ERROR_UNSUPPORTED, "the %s lives on the CPU: no OpenCL buffers", what);
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
                           "%s: offset %zu and stride %zu: multiples of 4, the stride at least %zu", name,
                           offset, *stride, size);
    cl_int error = api->clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof context, &context, NULL);
    if (error == CL_SUCCESS)
        error = api->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    if (error != CL_SUCCESS)
        return throng_cl_failed(object, throng_cl_note(object->cl, error, "clGetMemObjectInfo(%s)", name), 0);
    if (context != object->cl->context)
        return throng_fail(owner, wrong, "%s belongs to another OpenCL context than this one", name);
    if (!throng_multiply((size_t)count - 1, *stride, &needed) || offset > bytes || size > bytes - offset ||
        needed > bytes - offset - size)
        return throng_fail(owner, wrong,
                           "%s has %zu bytes: too few for %d times %zu, offset %zu and stride %zu", name,
                           bytes, (int)count, size, offset, *stride);
    return THRONG_OK;
}

throng_status throng_cl_wait_for(throng_cl_object *object, cl_uint count, const cl_event *waits)
{
    if (count == 0)
        return THRONG_OK;
    cl_int error = object->cl->api.clEnqueueBarrierWithWaitList(object->cl->queue, count, waits, NULL);
    return error == CL_SUCCESS ? THRONG_OK
                               : throng_cl_note(object->cl, error, "clEnqueueBarrierWithWaitList");
}

throng_status throng_cl_mark(throng_cl_object *object, cl_event *event)
{
    cl_int error =
        event ? object->cl->api.clEnqueueMarkerWithWaitList(object->cl->queue, 0, NULL, event) : CL_SUCCESS;
    return error == CL_SUCCESS ? THRONG_OK : throng_cl_note(object->cl, error, "clEnqueueMarkerWithWaitList");
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
        cl_int error = object->cl->api.clEnqueueCopyBufferRect(object->cl->queue, rows->buffer, to, from,
                                                               into, box, rows->pitch, 0,
                                                               steps == 1 ? stride : 0, 0, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            return throng_cl_note(object->cl, error, "clEnqueueCopyBufferRect");
    }
    return THRONG_OK;
}

throng_status throng_cl_hand_over(throng_cl_object *object, throng_status status, cl_event *event)
{
    if (status == THRONG_OK)
        status = throng_cl_mark(object, event);
    if (status != THRONG_OK)
        return throng_cl_failed(object, status, 0);
    object->cl->api.clFlush(object->cl->queue);
    return THRONG_OK;
}
