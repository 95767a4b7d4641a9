/* A driver whose work fails after the call that began it has returned: it stands between the library and the
 * real one. */
#ifndef THRONG_TESTS_CONTEXT_FAILING_DRIVER_H
#define THRONG_TESTS_CONTEXT_FAILING_DRIVER_H

#include "src/cl/device/object.h"
#include "src/core/context.h"
#include "tests/readback/things.h"

/* What the real one gives, and the event of what is to fail. */
static throng_cl_api driver;
static int armed;  /* 1: the next upload fails */
static int hidden; /* 1: it is under way, and fails when this is 0 */
static cl_event failing;
static int launches_fail; /* 1: the next kernel fails whose event is kept */
static int followers;     /* copies between buffers, and markers, that begin after what fails alone */
static int joins; /* 1: all work stays under way, and markers that begin after what fails fail in its place */
static int joined;    /* such markers */
static int waited;    /* calls that waited */
static cl_int reject; /* CL_SUCCESS, or what the next command of the kind `rejected` returns */
static const char *rejected = "";

static inline cl_int rejects(const char *kind)
{
    const cl_int error = reject;
    if (error == CL_SUCCESS || strcmp(kind, rejected) != 0)
        return CL_SUCCESS;
    reject = CL_SUCCESS;
    return error;
}

static inline void follow(cl_uint count, const cl_event *events)
{
    for (cl_uint i = 0; i < count; i++)
        followers += failing && events[i] == failing;
}

static inline cl_int CL_API_CALL write_or_fail(cl_command_queue queue, cl_mem buffer, cl_bool waits,
                                               size_t place, size_t bytes, const void *data, cl_uint count,
                                               const cl_event *events, cl_event *event)
{
    cl_int error = rejects("write");
    if (error != CL_SUCCESS)
        return error;
    error = driver.clEnqueueWriteBuffer(queue, buffer, waits, place, bytes, data, count, events, event);
    if (armed && event && error == CL_SUCCESS) {
        armed = 0;
        failing = *event;
    }
    return error;
}

static inline cl_int CL_API_CALL launch_or_fail(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                                const size_t *offset, const size_t *items,
                                                const size_t *group, cl_uint count, const cl_event *events,
                                                cl_event *event)
{
    const cl_int error =
        driver.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, items, group, count, events, event);
    if (launches_fail && event && error == CL_SUCCESS) {
        launches_fail = 0;
        failing = *event;
    }
    return error;
}

static inline cl_int CL_API_CALL copy_or_fail(cl_command_queue queue, cl_mem from, cl_mem to,
                                              const size_t *source, const size_t *target, const size_t *box,
                                              size_t row, size_t slice, size_t to_row, size_t to_slice,
                                              cl_uint count, const cl_event *events, cl_event *event)
{
    const cl_int error = rejects("copy");
    follow(count, events);
    return error != CL_SUCCESS
               ? error
               : driver.clEnqueueCopyBufferRect(queue, from, to, source, target, box, row, slice, to_row,
                                                to_slice, count, events, event);
}

static inline cl_int CL_API_CALL mark_or_fail(cl_command_queue queue, cl_uint count, const cl_event *events,
                                              cl_event *event)
{
    const cl_int error = rejects("marker");
    const int before = followers;
    follow(count, events);
    if (error != CL_SUCCESS)
        return error;
    const cl_int marked = driver.clEnqueueMarkerWithWaitList(queue, count, events, event);
    if (joins && followers > before && marked == CL_SUCCESS) {
        failing = *event;
        joined++;
    }
    return marked;
}

static inline cl_int CL_API_CALL wait_or_fail(cl_uint count, const cl_event *events)
{
    const cl_int error = driver.clWaitForEvents(count, events);
    waited++;
    for (cl_uint i = 0; i < count; i++)
        if (failing && events[i] == failing)
            return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    return error;
}

static inline cl_int CL_API_CALL state_or_failure(cl_event event, cl_event_info what, size_t size,
                                                  void *value, size_t *needed)
{
    const cl_int error = driver.clGetEventInfo(event, what, size, value, needed);
    if (failing && event == failing && what == CL_EVENT_COMMAND_EXECUTION_STATUS)
        *(cl_int *)value = hidden ? CL_RUNNING : CL_OUT_OF_RESOURCES;
    else if (joins && what == CL_EVENT_COMMAND_EXECUTION_STATUS && *(cl_int *)value == CL_COMPLETE)
        *(cl_int *)value = CL_RUNNING;
    return error;
}

static inline cl_int CL_API_CALL release_event(cl_event event)
{
    if (event == failing)
        failing = NULL;
    return driver.clReleaseEvent(event);
}

/* Skips the test where there is no device. */
static inline throng_context *open_failing(void)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    if (list[count - 1].backend != THRONG_BACKEND_OPENCL)
        cr_skip_test("no OpenCL device");
    throng_context *context = open_variant(&list[count - 1], NULL);
    throng_cl_api *api = &context->cl->api;
    driver = *api;
    api->clEnqueueWriteBuffer = write_or_fail;
    api->clEnqueueNDRangeKernel = launch_or_fail;
    api->clEnqueueCopyBufferRect = copy_or_fail;
    api->clEnqueueMarkerWithWaitList = mark_or_fail;
    api->clWaitForEvents = wait_or_fail;
    api->clGetEventInfo = state_or_failure;
    api->clReleaseEvent = release_event;
    return context;
}

#endif
