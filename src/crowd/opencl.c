/* What crowds and potential fields computed, into a program's own buffers. */
#include <throng/throng_opencl.h>

#include "src/cl/crowd/crowd.h"
#include "src/cl/device/interop.h"
#include "src/cl/potential/potential.h"
#include "src/core/status.h"
#include "src/crowd/crowd.h"
#include "src/potential/potential.h"

#include "src/crowd/agents.h"

throng_status throng_potential_read_cl(throng_potential *field, int32_t first, int32_t count, cl_mem forces,
                                       size_t offset, size_t stride, cl_uint wait_count,
                                       const cl_event *waits, cl_event *event)
{
    const size_t size = sizeof(throng_force);
    throng_status status = throng_potential_check_points(field, first, count);
    if (status == THRONG_OK)
        status = throng_cl_on_device(field->object.context, field->object.backend, "field");
    if (status != THRONG_OK)
        return status;
    throng_cl_field *f = field->object.state;
    if (count > f->evaluated - first)
        return throng_fail(field->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "first + count is %lld: %d points were there at the last update",
                           (long long)first + count, (int)f->evaluated);
    if (count > 0)
        status = throng_cl_check_buffer(&f->object, "forces", forces, offset, &stride, size, count);
    if (status != THRONG_OK)
        return status;
    const throng_cl_rows rows = {f->forces, size, 0, (size_t)first, size, (size_t)count};
    status = throng_cl_wait_for(&f->object, wait_count, waits);
    if (status == THRONG_OK && count > 0)
        status = throng_cl_copy_rows(&f->object, &rows, forces, offset, stride);
    return throng_cl_hand_over(&f->object, status, event);
}

throng_status throng_crowd_get_cl(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                  const throng_agent *agents, size_t agent_stride, cl_mem values,
                                  size_t offset, size_t stride, cl_uint wait_count, const cl_event *waits,
                                  cl_event *event)
{
    throng_crowd_part part;
    throng_status status = throng_crowd_part_of(crowd, what, count, agents, agent_stride, &part);
    if (status == THRONG_OK)
        status = throng_cl_on_device(crowd->object.context, crowd->object.backend, "crowd");
    if (status != THRONG_OK)
        return status;
    throng_cl_crowd *c = crowd->object.state;
    if (count > 0)
        status = throng_cl_check_buffer(&c->object, "values", values, offset, &stride, 4 * (size_t)part.words,
                                        count);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_wait_for(&c->object, wait_count, waits);
    if (status == THRONG_OK)
        status = throng_cl_crowd_copy(c, &part, values, offset, stride);
    return throng_cl_hand_over(&c->object, status, event);
}
