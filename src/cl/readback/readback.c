/* Readbacks on the device: pinned memory, and of each slot the event of what was enqueued for it last. */
#include "src/readback/readback.h"
#include "src/cl/device/reading.h"
#include "src/cl/tables.h"
#include "src/core/memory.h"

#include <stdio.h>

typedef struct cl_readback {
    throng_cl_object object;
    throng_readback_shape shape;
    throng_cl_pinned memory;
    throng_cl_landing landings[THRONG_MAX_READBACK_SLOTS];
} cl_readback;

/* Nothing is under way any more. */
static cl_int settle(cl_readback *r)
{
    cl_int error = CL_SUCCESS;
    for (int32_t i = 0; i < r->shape.slots; i++) {
        cl_event *event = &r->landings[i].event;
        const cl_int now = *event ? r->object.cl->api.clWaitForEvents(1, event) : CL_SUCCESS;
        error = error == CL_SUCCESS ? now : error;
        throng_cl_release_event(r->object.cl, event);
    }
    return error;
}

static void destroy(void *state)
{
    cl_readback *r = state;
    struct throng_cl *cl = r->object.cl;
    throng_cl_object_close(&r->object);
    (void)settle(r);
    throng_cl_pinned_destroy(cl, &r->memory);
    throng_release(cl->allocator, r, sizeof *r);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    cl_readback *r = throng_cl_object_new(context, sizeof *r, "a readback", "a read");
    if (!r)
        return THRONG_ERROR_OUT_OF_MEMORY;
    r->shape = *(const throng_readback_shape *)arguments;
    const size_t bytes = r->shape.total;
    const throng_status status = throng_cl_pinned_create(r->object.cl, &r->memory, "reads", bytes);
    if (status == THRONG_OK && r->memory.buffer)
        r->object.device_bytes += bytes;
    else
        r->object.host_bytes += bytes;
    return throng_cl_object_created(r, status, destroy, state);
}

static throng_status reset(void *state)
{
    cl_readback *r = state;
    struct throng_cl *cl = r->object.cl;
    cl_int error = settle(r);
    if (r->object.lost) /* a device that failed has to show that it works again */
        error = cl->api.clFinish(cl->queue);
    r->object.lost = r->object.lost && error != CL_SUCCESS;
    return r->object.lost
               ? throng_cl_report(r->object.context, cl, throng_cl_note_command(cl, error, "clFinish(reads)"))
               : THRONG_OK;
}

static throng_usage usage(void *state)
{
    cl_readback *r = state;
    return throng_cl_object_usage(&r->object, 0);
}

static unsigned char *memory(void *state)
{
    const cl_readback *r = state;
    return r->memory.memory;
}

static void begin(void *state, int32_t slot)
{
    cl_readback *r = state;
    const throng_cl_object *of = r->shape.of;
    r->landings[slot].losses = of->losses;
    r->landings[slot].filling.count = 0;
    r->object.cl->landing = &r->landings[slot];
}

static void end(void *state, int32_t slot)
{
    cl_readback *r = state;
    (void)slot;
    r->object.cl->landing = NULL;
}

/* What has landed there is what the object was given: that came, and the object was not lost since the read
 * began. */
static throng_status check_values(cl_readback *r, const throng_cl_landing *landing)
{
    throng_cl_object *of = r->shape.of;
    throng_status status = throng_cl_checked(of, CL_SUCCESS, of->name);
    if (status == THRONG_OK && of->losses == landing->losses)
        return THRONG_OK;
    if (status == THRONG_OK)
        snprintf(of->cl->reason, sizeof of->cl->reason, "the object of the read was lost after it began");
    return status == THRONG_ERROR_OPENCL ? status : throng_cl_failed(&r->object, THRONG_ERROR_LOST, 1);
}

static throng_status ended(void *state, int32_t slot, int32_t wait, int32_t *done)
{
    cl_readback *r = state;
    const throng_cl_api *api = &r->object.cl->api;
    cl_event *event = &r->landings[slot].event;
    cl_int progress = CL_COMPLETE, error = CL_SUCCESS;
    if (*event && wait)
        error = api->clWaitForEvents(1, event);
    if (*event && error == CL_SUCCESS)
        error =
            api->clGetEventInfo(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof progress, &progress, NULL);
    if (error == CL_SUCCESS && progress < 0)
        error = progress;
    *done = error == CL_SUCCESS && progress == CL_COMPLETE;
    if (*done && *event) { /* seen for the first time: what happens later does not concern it */
        const throng_status status = check_values(r, &r->landings[slot]);
        *done = status == THRONG_OK;
        if (!*done)
            return status;
        throng_cl_release_event(r->object.cl, event);
    }
    if (*done)
        throng_cl_landing_fill(&r->landings[slot]);
    if (error == CL_SUCCESS)
        return THRONG_OK;
    throng_cl_note(r->object.cl, error, "a read");
    return throng_cl_failed(&r->object, THRONG_ERROR_OPENCL, progress < 0 || !throng_cl_only_rejected(error));
}

const throng_readback_ops throng_cl_readback_ops = {
    {create, destroy, reset, throng_cl_object_lost, usage, NULL, 0}, memory, begin, end, ended};
