/* The CPU backend's operations. */
#include "../internal.h"

extern const throng_influence_ops throng_cpu_influence_ops;
extern const throng_measure_ops throng_cpu_measure_ops;
extern const throng_potential_ops throng_cpu_potential_ops;

/* Nothing is ever under way when a call returns. */
static throng_status wait(throng_context *context)
{
    (void)context;
    return THRONG_OK;
}

const throng_backend_ops throng_cpu_ops = {
    .wait = wait,
    .influence = &throng_cpu_influence_ops,
    .measure = &throng_cpu_measure_ops,
    .potential = &throng_cpu_potential_ops,
};
