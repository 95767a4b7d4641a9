/* One SIMD level: agents that follow fields. */
#include "kernels/trace/trace.h"
#include "src/cpu/level.h"

size_t LEVEL_NAME(trace_scratch)(void)
{
    return trace_lists_words(THRONG_WIDTH) * THRONG_WIDTH * sizeof(float);
}

void LEVEL_NAME(trace_chunk)(const trace_field *field, const trace_plan *plan, uint32_t first, uint32_t end,
                             float *scratch)
{
    trace_chunk(field, plan, first, end, scratch);
}
