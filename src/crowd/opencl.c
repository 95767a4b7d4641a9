/* Values of agents in a program's own OpenCL buffers. */
#include <throng/throng_opencl.h>

#include "src/cl/crowd/crowd.h"
#include "src/cl/device/interop.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"

THRONG_CALL(throng_crowd_get_cl,
            (crowd, what, count, agents, agent_stride, values, offset, stride, wait_count, waits, event),
            throng_crowd *crowd, throng_agent_value what, int32_t count, const throng_agent *agents,
            size_t agent_stride, cl_mem values, size_t offset, size_t stride, cl_uint wait_count,
            const cl_event *waits, cl_event *event)
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
