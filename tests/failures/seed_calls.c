/* Calls on the seeds of fields of paths. */
#include "tests/failures/world.h"

/* Ways of both calls: one seed too many, and what is wrong with one of them. */
static throng_status give(world *w, int32_t way, throng_status *expected,
                          throng_status (*call)(throng_flow *flow, int32_t field, int32_t count,
                                                const throng_flow_seed *seeds, size_t stride))
{
    throng_flow_seed seeds[WORLD_SEEDS + 1] = {
        {{3, 3}, {4, 0}}, {{6, 30}, {2, 2}}, {{30, 5}, {0, 6}}, {{8, 8}, {1, 1}}, {{9, 9}, {1, 3}}};
    *expected = way == 2 ? THRONG_ERROR_CAPACITY : *expected;
    seeds[1].cell.row = way == 1 ? WORLD_HEIGHT : 30;
    seeds[2].length.diagonal = way == 6 ? -1 : 6;
    return way > 6 ? NO_WAY
                   : call(w->flow, way == 3 ? WORLD_FIELDS : 1, way == 2 ? WORLD_SEEDS + 1 : 3,
                          way == 4 ? NULL : seeds, way == 5 ? 4 : 0);
}

throng_status call_set_seeds(world *w, int32_t way, throng_status *expected)
{
    return give(w, way, expected, throng_flow_set_seeds);
}

throng_status call_add_seeds(world *w, int32_t way, throng_status *expected)
{
    return give(w, way, expected, throng_flow_add_seeds);
}

throng_status call_read_exact_lengths(world *w, int32_t way, throng_status *expected)
{
    static throng_flow_length lengths[WORLD_CELLS];
    const throng_region part = {way == 2 ? WORLD_WIDTH - 1 : 2, 3, 3, 2};
    (void)expected;
    return way > 4 ? NO_WAY
                   : throng_flow_read_exact_lengths(w->flow, way == 1 ? -1 : 1, &part,
                                                    way == 3 ? NULL : lengths, way == 4 ? 6 : 0);
}
