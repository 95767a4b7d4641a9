/* One SIMD level: flow fields. */
#include "kernels/flow/flow.h"
#include "src/cpu/level.h"

size_t LEVEL_NAME(flow_scratch)(const flow_plan *plan) { return flow_scratch(plan); }

flow_pass_result LEVEL_NAME(flow_pass)(const flow_plan *plan, void *keys, const uint32_t *walls,
                                       int32_t index, int32_t dirty_edges, void *scratch)
{
    return flow_pass(plan, keys, walls, index, dirty_edges, scratch);
}

flow_withdrawn LEVEL_NAME(flow_withdraw)(const flow_plan *plan, void *keys, int32_t index, uint64_t rows,
                                         int32_t *scans)
{
    return flow_withdraw(plan, keys, index, rows, scans);
}

void LEVEL_NAME(flow_read_lengths)(const flow_plan *plan, const void *keys, int32_t world, int32_t row,
                                   int32_t column, int32_t count, float *lengths)
{
    flow_read_lengths(plan, keys, world, row, column, count, lengths);
}

void LEVEL_NAME(flow_read_directions)(const flow_plan *plan, const void *keys, int32_t world, int32_t row,
                                      int32_t column, int32_t count, uint8_t *directions)
{
    flow_read_directions(plan, keys, world, row, column, count, directions);
}
