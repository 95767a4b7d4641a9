/* Samples of flow fields for points in a program's own OpenCL buffers. */
#include <throng/throng_opencl.h>

#include "src/cl/device/interop.h"
#include "src/cl/flow/flow.h"
#include "src/core/call.h"
#include "src/flow/flow.h"

static throng_cl_flow_list list_of(cl_mem buffer, size_t offset, size_t stride)
{
    const throng_cl_flow_list list = {buffer, {{(cl_ulong)(offset / 4), (cl_ulong)(stride / 4)}}};
    return list;
}

THRONG_CALL(throng_flow_sample_cl,
            (flow, sampling, count, points, offset, stride, vectors, vector_offset, vector_stride, wait_count,
             waits, event),
            throng_flow *flow, throng_flow_sampling sampling, int32_t count, cl_mem points, size_t offset,
            size_t stride, cl_mem vectors, size_t vector_offset, size_t vector_stride, cl_uint wait_count,
            const cl_event *waits, cl_event *event)
{
    throng_status status = throng_flow_check_sampling(flow, sampling, count);
    if (status == THRONG_OK)
        status = throng_cl_on_device(flow->object.context, flow->object.backend, "flow");
    if (status != THRONG_OK)
        return status;
    throng_cl_flow *f = flow->object.state;
    if (count > 0)
        status = throng_cl_check_buffer(&f->object, "points", points, offset, &stride,
                                        sizeof(throng_flow_point), count);
    if (status == THRONG_OK && count > 0)
        status = throng_cl_check_buffer(&f->object, "vectors", vectors, vector_offset, &vector_stride,
                                        sizeof(throng_flow_vector), count);
    if (status == THRONG_OK)
        status = throng_cl_flow_finish(f);
    if (status != THRONG_OK)
        return status;
    const throng_cl_flow_list from = list_of(points, offset, stride);
    const throng_cl_flow_list to = list_of(vectors, vector_offset, vector_stride);
    status = throng_cl_wait_for(&f->object, wait_count, waits);
    if (status == THRONG_OK && count > 0)
        status = throng_cl_flow_sample(&f->object, f, sampling, count, &from, &to);
    return throng_cl_hand_over(&f->object, status, 0, event);
}
