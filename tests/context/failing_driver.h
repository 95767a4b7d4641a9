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
static int hidden; /* 1: it has failed, but nobody can see it yet */
static cl_event failing;

static inline cl_int CL_API_CALL write_or_fail(cl_command_queue queue, cl_mem buffer, cl_bool waits,
                                               size_t place, size_t bytes, const void *data, cl_uint count,
                                               const cl_event *events, cl_event *event)
{
    const cl_int error =
        driver.clEnqueueWriteBuffer(queue, buffer, waits, place, bytes, data, count, events, event);
    if (armed && event && error == CL_SUCCESS) {
        armed = 0;
        failing = *event;
    }
    return error;
}

static inline cl_int CL_API_CALL wait_or_fail(cl_uint count, const cl_event *events)
{
    const cl_int error = driver.clWaitForEvents(count, events);
    for (cl_uint i = 0; i < count; i++)
        if (failing && events[i] == failing)
            return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    return error;
}

static inline cl_int CL_API_CALL state_or_failure(cl_event event, cl_event_info what, size_t size,
                                                  void *value, size_t *needed)
{
    const cl_int error = driver.clGetEventInfo(event, what, size, value, needed);
    if (failing && event == failing && what == CL_EVENT_COMMAND_EXECUTION_STATUS && !hidden)
        *(cl_int *)value = CL_OUT_OF_RESOURCES;
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
    api->clWaitForEvents = wait_or_fail;
    api->clGetEventInfo = state_or_failure;
    api->clReleaseEvent = release_event;
    return context;
}

#endif
