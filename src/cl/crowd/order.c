/* The order of a crowd's agents along the curve, on an OpenCL device. */
#include "src/cl/crowd/crowd.h"
#include "src/cl/device/object.h"

#include "kernels/crowd/hilbert_order.h"

throng_status throng_cl_crowd_sort(throng_cl_crowd *c)
{
    const cl_int agents = c->agents;
    const size_t group = (size_t)c->object.cl->group;
    const throng_cl_argument laying[] = {
        THRONG_CL_ARGUMENT(c->curve),
        THRONG_CL_ARGUMENT(c->bodies),
        THRONG_CL_ARGUMENT(c->alive),
        THRONG_CL_ARGUMENT(agents),
    };
    const throng_cl_argument keying[] = {
        THRONG_CL_ARGUMENT(c->curve),
        THRONG_CL_ARGUMENT(c->bodies),
        THRONG_CL_ARGUMENT(c->alive),
        THRONG_CL_ARGUMENT(c->ordered[0].keys),
        THRONG_CL_ARGUMENT(c->ordered[0].values),
        THRONG_CL_ARGUMENT(c->number),
        THRONG_CL_ARGUMENT(agents),
    };
    throng_status status = THRONG_OK;
    if (throng_crowd_lays(&c->laying))
        status = throng_cl_launch(c->object.cl, c->lay, "crowd_build_curve", 1, group, laying,
                                  THRONG_CL_COUNT(laying), NULL);
    if (status == THRONG_OK)
        status = throng_cl_run(&c->object, c->keys, "crowd_keys", throng_cl_crowd_batches(c), keying,
                               THRONG_CL_COUNT(keying));
    if (status == THRONG_OK)
        status = throng_cl_sort(c->object.cl, &c->sorter, c->ordered, c->number, 0, (uint32_t)agents,
                                2 * (uint32_t)crowd_curve_bits(agents), &c->order);
    c->order_serves = status == THRONG_OK;
    return status;
}
