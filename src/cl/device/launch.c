/* Kernels, buffers and events: the device's work, step by step. */
#include "src/cl/device/device.h"
#include "src/core/memory.h"

/* Where the times of kernels are asked for, adds up those that ended and frees their places. */
static cl_event *timed_event(struct throng_cl *cl)
{
    throng_cl_timer *timer = cl->timer;
    if (!timer || !cl->profile)
        return NULL;
    if (timer->count == THRONG_CL_MAX_TIMED)
        throng_cl_timer_read(cl, timer);
    return &timer->events[timer->count];
}

typedef struct launch {
    cl_kernel kernel;
    const char *name;
    size_t first, groups, group_items; /* first: a group */
    const throng_cl_argument *arguments;
    size_t count;
} launch;

static throng_status enqueue(struct throng_cl *cl, const launch *l, cl_event *event)
{
    const size_t items = l->groups * l->group_items, offset = l->first * l->group_items;
    for (size_t i = 0; i < l->count; i++) {
        cl_int error =
            cl->api.clSetKernelArg(l->kernel, (cl_uint)i, l->arguments[i].size, l->arguments[i].value);
        if (error != CL_SUCCESS)
            return throng_cl_note_command(cl, error, "clSetKernelArg(%s, %u)", l->name, (unsigned)i);
    }
    cl_int error = cl->api.clEnqueueNDRangeKernel(cl->queue, l->kernel, 1, offset ? &offset : NULL, &items,
                                                  &l->group_items, 0, NULL, event);
    return error == CL_SUCCESS ? THRONG_OK
                               : throng_cl_note_command(cl, error, "clEnqueueNDRangeKernel(%s)", l->name);
}

throng_status throng_cl_launch_from(struct throng_cl *cl, cl_kernel kernel, const char *name, size_t first,
                                    size_t groups, size_t group_items, const throng_cl_argument *arguments,
                                    size_t count, cl_event *event)
{
    cl_event *timed = timed_event(cl);
    cl_event made = NULL, *wanted = event || timed ? &made : NULL;
    launch l = {throng_cl_kernel_in_use(cl, kernel), name, first, groups, group_items, arguments, count};
    throng_status status = enqueue(cl, &l, wanted);
    if (status != THRONG_OK && cl->error != CL_OUT_OF_HOST_MEMORY &&
        cl->error != CL_MEM_OBJECT_ALLOCATION_FAILURE) { /* which is not the kernel's fault */
        cl_kernel again = throng_cl_kernel_again(cl, l.kernel);
        l.kernel = again;
        if (again)
            status = enqueue(cl, &l, wanted);
    }
    if (status != THRONG_OK)
        return status;
    if (timed) {
        *timed = made;
        cl->timer->count++;
        if (event && cl->api.clRetainEvent(made) != CL_SUCCESS)
            cl->timer->count--;
    }
    if (event)
        *event = made;
    return THRONG_OK;
}

throng_status throng_cl_launch(struct throng_cl *cl, cl_kernel kernel, const char *name, size_t groups,
                               size_t group_items, const throng_cl_argument *arguments, size_t count,
                               cl_event *event)
{
    return throng_cl_launch_from(cl, kernel, name, 0, groups, group_items, arguments, count, event);
}

throng_status throng_cl_buffer(struct throng_cl *cl, const char *what, size_t count, size_t size,
                               cl_mem *buffer)
{
    size_t bytes = 0;
    *buffer = NULL;
    if (!throng_multiply(count, size, &bytes) || bytes > cl->most_bytes)
        return throng_cl_note(cl, CL_INVALID_BUFFER_SIZE,
                              "a buffer of %zu * %zu bytes for %s, of at most %llu,", count, size, what,
                              (unsigned long long)cl->most_bytes);
    cl_int error = CL_SUCCESS;
    cl_mem made = cl->api.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    if (error != CL_SUCCESS || !made)
        return throng_cl_note(cl, error == CL_SUCCESS ? CL_MEM_OBJECT_ALLOCATION_FAILURE : error,
                              "clCreateBuffer(%zu bytes for %s)", bytes, what);
    *buffer = made;
    return THRONG_OK;
}

void throng_cl_release_buffer(struct throng_cl *cl, cl_mem *buffer)
{
    if (*buffer)
        cl->api.clReleaseMemObject(*buffer);
    *buffer = NULL;
}

void throng_cl_release_event(struct throng_cl *cl, cl_event *event)
{
    if (*event)
        cl->api.clReleaseEvent(*event);
    *event = NULL;
}

static void forget_events(struct throng_cl *cl, throng_cl_timer *timer)
{
    for (int32_t i = 0; i < timer->count; i++)
        throng_cl_release_event(cl, &timer->events[i]);
    timer->count = 0;
}

void throng_cl_timer_clear(struct throng_cl *cl, throng_cl_timer *timer)
{
    forget_events(cl, timer);
    timer->seconds = 0.0;
}

double throng_cl_timer_read(struct throng_cl *cl, throng_cl_timer *timer)
{
    if (timer->count > 0 && cl->api.clWaitForEvents((cl_uint)timer->count, timer->events) == CL_SUCCESS)
        for (int32_t i = 0; i < timer->count; i++) {
            cl_ulong start = 0, end = 0;
            cl_event event = timer->events[i];
            if (cl->api.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start,
                                                NULL) == CL_SUCCESS &&
                cl->api.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) ==
                    CL_SUCCESS &&
                end > start)
                timer->seconds += (double)(end - start) * 1e-9;
        }
    forget_events(cl, timer);
    return timer->seconds;
}
