/* The CPU backend's operations. */
#include "src/cpu/cpu.h"
#include "src/cpu/tables.h"

/* Work is complete when a call returns. */
static throng_status wait(throng_context *context)
{
    (void)context;
    return THRONG_OK;
}

const throng_backend_ops throng_cpu_ops = {
    .wait = wait,
    .objects = {[THRONG_PLACE_CROWD] = &throng_cpu_crowd_ops.base,
                [THRONG_PLACE_INFLUENCE] = &throng_cpu_influence_ops.base,
                [THRONG_PLACE_FLOW] = &throng_cpu_flow_ops.base,
                [THRONG_PLACE_MEASURE] = &throng_cpu_measure_ops.base,
                [THRONG_PLACE_POTENTIAL] = &throng_cpu_potential_ops.base,
                [THRONG_PLACE_TRACE] = &throng_cpu_trace_ops.base,
                [THRONG_PLACE_READBACK] = &throng_cpu_readback_ops.base},
};
