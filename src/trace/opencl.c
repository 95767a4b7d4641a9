/* Starts of paths, their results and points in a program's own OpenCL buffers. */
#include <throng/throng_opencl.h>

#include "src/cl/device/interop.h"
#include "src/cl/trace/trace.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/trace/trace.h"

static throng_status on_device(const throng_trace *trace)
{
    return throng_cl_on_device(trace->object.context, trace->object.backend, "tracer");
}

/* Paths that the last update did not know have no results. */
static throng_status check_known(throng_trace *trace, const char *name, int32_t first, int32_t count)
{
    const int32_t known = throng_cl_trace_known(trace->object.state);
    if (count == 0 || count <= known - first)
        return THRONG_OK;
    return throng_fail(trace->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "%s + count is %lld: at most %d, the paths of the last update", name,
                       (long long)first + count, (int)known);
}

THRONG_CALL(throng_trace_set_starts_cl,
            (trace, first, count, starts, offset, stride, wait_count, waits, event), throng_trace *trace,
            int32_t first, int32_t count, cl_mem starts, size_t offset, size_t stride, cl_uint wait_count,
            const cl_event *waits, cl_event *event)
{
    throng_status status = throng_trace_check_starts(trace, first, count);
    if (status == THRONG_OK)
        status = on_device(trace);
    if (status != THRONG_OK)
        return status;
    throng_cl_object *object = trace->object.state;
    if (count > 0)
        status = throng_cl_check_buffer(object, "starts", starts, offset, &stride, sizeof(throng_trace_start),
                                        count);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_wait_for(object, wait_count, waits);
    if (status == THRONG_OK && count > 0)
        status = throng_cl_trace_take(object, first, count, starts, offset, stride);
    const int taken = status == THRONG_OK && count > 0;
    if (taken && first + count > trace->count)
        trace->count = first + count;
    return throng_cl_hand_over(object, status, taken, event);
}

THRONG_CALL(throng_trace_read_cl, (trace, first, count, results, offset, stride, wait_count, waits, event),
            throng_trace *trace, int32_t first, int32_t count, cl_mem results, size_t offset, size_t stride,
            cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    throng_status status = throng_trace_check_paths(trace, first, count);
    if (status == THRONG_OK)
        status = on_device(trace);
    if (status == THRONG_OK)
        status = check_known(trace, "first", first, count);
    if (status != THRONG_OK)
        return status;
    throng_cl_object *object = trace->object.state;
    if (count > 0)
        status = throng_cl_check_buffer(object, "results", results, offset, &stride,
                                        sizeof(throng_trace_result), count);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_wait_for(object, wait_count, waits);
    if (status == THRONG_OK && count > 0)
        status = throng_cl_trace_copy(object, first, count, results, offset, stride);
    return throng_cl_hand_over(object, status, 0, event);
}

THRONG_CALL(throng_trace_read_points_cl,
            (trace, path, paths, first, count, points, offset, stride, wait_count, waits, event),
            throng_trace *trace, int32_t path, int32_t paths, int32_t first, int32_t count, cl_mem points,
            size_t offset, size_t stride, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    throng_trace_reading reading = {path, paths, first, count, NULL, stride};
    throng_status status = throng_trace_check_points(trace, &reading);
    if (status == THRONG_OK)
        status = on_device(trace);
    if (status == THRONG_OK)
        status = check_known(trace, "path", path, paths);
    if (status != THRONG_OK)
        return status;
    throng_cl_object *object = trace->object.state;
    const int32_t some = paths > 0 && count > 0;
    if (some)
        status = throng_cl_check_buffer(object, "points", points, offset, &reading.stride,
                                        (size_t)count * sizeof(throng_trace_point), paths);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_wait_for(object, wait_count, waits);
    if (status == THRONG_OK && some)
        status = throng_cl_trace_copy_points(object, &reading, points, offset);
    return throng_cl_hand_over(object, status, 0, event);
}
