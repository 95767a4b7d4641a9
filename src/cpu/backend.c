/* The CPU backend's operations. */
#include "src/core/backend.h"
#include "src/cpu/cpu.h"
#include "src/cpu/tables.h"

/* Nothing is ever under way when a call returns. */
static throng_status wait(throng_context *context)
{
    (void)context;
    return THRONG_OK;
}

const throng_backend_ops throng_cpu_ops = {
    .wait = wait,
    .crowd = &throng_cpu_crowd_ops,
    .influence = &throng_cpu_influence_ops,
    .flow = &throng_cpu_flow_ops,
    .measure = &throng_cpu_measure_ops,
    .potential = &throng_cpu_potential_ops,
    .trace = &throng_cpu_trace_ops,
};
