/* Contexts on a program's own OpenCL context, device and queue. */
#include <throng/throng_opencl.h>

#include "src/cl/device/reading.h"
#include "src/context/context.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/status.h"
#include "src/core/thread.h"

#include <stdio.h>
#include <string.h>

static throng_status find_platform(struct throng_cl *cl, throng_cl_device *device,
                                   const throng_opencl_host *host)
{
    const char *missing = NULL;
    if (!throng_cl_load(&cl->api, &missing)) {
        snprintf(cl->reason, sizeof cl->reason, "OpenCL cannot be loaded on this machine: %s is missing",
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

/* in_order: whether the queue executes in order, as ours have to. */
static throng_status check_queue(struct throng_cl *cl, const throng_opencl_host *host, int32_t *in_order)
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
    *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
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
    int32_t in_order = 1;
    memset(&device, 0, sizeof device);
    throng_status status = throng_cl_new(context, &cl);
    if (status != THRONG_OK)
        return status;
    status = find_platform(cl, &device, host);
    if (status == THRONG_OK)
        status = check_queue(cl, host, &in_order);
    if (status == THRONG_OK)
        status = throng_cl_start_on(cl, &device, host->context, in_order ? host->queue : NULL);
    if (status == THRONG_OK)
        status = throng_cl_probe(cl);
    if (status == THRONG_OK && !cl->device.info.exact && !context->accept_inexact) {
        snprintf(cl->reason, sizeof cl->reason, "OpenCL: %.100s is not exact: %.120s", device.info.name,
                 cl->device.info.reason);
        status = THRONG_ERROR_INEXACT_DEVICE;
    }
    if (status == THRONG_OK)
        status = throng_cl_pinned_create(cl, &cl->reads, "reads", THRONG_CL_READS_BYTES);
    if (status != THRONG_OK) {
        throng_cl_report(context, cl, status);
        throng_cl_delete(context, cl);
        return status;
    }
    cl->profile = cl->profile && context->profile;
    context->cl = cl;
    return THRONG_OK;
}

THRONG_CALL(throng_opencl_context_create, (def, host, context), const throng_context_def *def,
            const throng_opencl_host *host, throng_context **context)
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
                             "def.backend is THRONG_BACKEND_CPU: THRONG_BACKEND_AUTO or _OPENCL for a "
                             "context on OpenCL objects");
    else if (!host || !host->context || !host->device || !host->queue)
        status = throng_fail(made, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL",
                             !host            ? "host"
                             : !host->context ? "host.context"
                             : !host->device  ? "host.device"
                                              : "host.queue");
    else {
        throng_process_lock(); /* as in context.c */
        status = attach(made, host);
        throng_process_unlock();
    }
    if (status != THRONG_OK) {
        throng_context_destroy(made);
        return status;
    }
    *context = made;
    return THRONG_OK;
}
