/* Kernels that objects will need, built ahead. */
#include <throng/throng_opencl.h>

#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/status.h"
#include "src/crowd/crowd.h"
#include "src/flow/flow.h"
#include "src/influence/influence.h"
#include "src/measure/measure.h"
#include "src/potential/potential.h"
#include "src/trace/trace.h"

#include <string.h>

#define DEF_COOKIE 0x6275696cu

enum { KINDS = 6 };

/* Objects of a kind to build for. small: the def with less capacity, which changes no kernel. */
typedef struct order {
    const throng_object_kind *kind;
    const void *def, *small;
    int32_t parts;
} order;

typedef struct builder {
    const throng_opencl_build_def *def;
    int32_t done, total;
} builder;

throng_opencl_build_def throng_opencl_default_build_def(void)
{
    throng_opencl_build_def def;
    memset(&def, 0, sizeof def);
    def.cookie = DEF_COOKIE;
    return def;
}

static void tell(const builder *b)
{
    if (b->def->progress)
        b->def->progress(b->def->user, b->done, b->total);
}

static void tell_next(void *data)
{
    builder *b = data;
    b->done++;
    tell(b);
}

static throng_status check(throng_context *context, const throng_opencl_build_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!throng_is_context(context))
        return wrong;
    if (!def)
        return throng_fail(context, wrong, "def must not be NULL: use throng_opencl_default_build_def()");
    if (def->cookie != DEF_COOKIE)
        return throng_fail(context, wrong, "def was not made by throng_opencl_default_build_def()");
    if (!context->cl)
        return throng_fail(context, THRONG_ERROR_NO_DEVICE,
                           "no OpenCL device is open: there are no kernels to build");
    return THRONG_OK;
}

THRONG_CALL(throng_opencl_build, (context, def), throng_context *context, const throng_opencl_build_def *def)
{
    throng_status status = check(context, def);
    if (status != THRONG_OK)
        return status;
    throng_potential_def potential = def->potential ? *def->potential : throng_potential_default_def();
    throng_trace_def trace = def->trace ? *def->trace : throng_trace_default_def();
    throng_crowd_def crowd = def->crowd ? *def->crowd : throng_crowd_default_def();
    potential.source_capacity = potential.goal_capacity = potential.point_capacity = 1;
    trace.start_capacity = trace.max_steps = 1;
    crowd.agent_capacity = 1;
    order orders[KINDS] = {{&throng_influence_object_kind, def->influence, def->influence, 0},
                           {&throng_flow_object_kind, def->flow, def->flow, 0},
                           {&throng_measure_object_kind, def->measure, def->measure, 0},
                           {&throng_potential_object_kind, def->potential, &potential, 0},
                           {&throng_trace_object_kind, def->trace, &trace, 0},
                           {&throng_crowd_object_kind, def->crowd, &crowd, 0}};
    builder b = {def, 0, 0};
    for (int32_t i = 0; i < KINDS && status == THRONG_OK; i++) {
        if (orders[i].def)
            status = throng_object_count_builds(context, orders[i].kind, orders[i].def, &orders[i].parts);
        b.total += orders[i].parts;
    }
    if (status == THRONG_OK)
        tell(&b);
    for (int32_t i = 0; i < KINDS && status == THRONG_OK; i++)
        if (orders[i].parts > 0)
            status = throng_object_build(context, orders[i].kind, orders[i].small, tell_next, &b);
    return status;
}
