/* One SIMD level: the order of a crowd, and what its agents see of each other. */
#include "kernels/crowd/block_search.h"
#include "kernels/crowd/hilbert_order.h"
#include "kernels/crowd/neighbor_snapshot.h"
#include "src/cpu/level.h"

size_t LEVEL_NAME(crowd_scratch)(int32_t boxes, int32_t nearest)
{
    return crowd_block_words(THRONG_WIDTH, boxes, nearest) * sizeof(float);
}

void LEVEL_NAME(crowd_keys)(const crowd_curve *curve, const crowd_body *bodies, const int32_t *agents,
                            int32_t count, uint32_t *keys_of_agents)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        int32_t rows[THRONG_WIDTH], found[THRONG_WIDTH];
        vfloat c[8];
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            rows[k] = 2 * agents[i + k < count ? i + k : count - 1];
        vf_gather_transpose((const float *)(const void *)bodies, rows, c);
        vi_store(found, crowd_key(curve, c[0], c[1]));
        memcpy(keys_of_agents + i, found, sizeof found);
    }
}

enum { AHEAD = THRONG_WIDTH < 12 ? 12 : THRONG_WIDTH }; /* agents that are asked for early */

float LEVEL_NAME(crowd_publish)(const crowd_plan *plan, const crowd_neighbor_snapshot *shown, int32_t first,
                                int32_t end, int32_t set, float *points, float *boxes)
{
    const int32_t last = end * CROWD_LEAF < plan->agents ? end * CROWD_LEAF : plan->agents;
    const int32_t senses = plan->uses & (CROWD_SENSES | CROWD_HETEROGENEOUS | CROWD_CONGESTION);
    vfloat max_sound_range = vf_set(0.0f);
    for (int32_t i = first * CROWD_LEAF; i < last; i += THRONG_WIDTH) {
        for (int32_t k = i + AHEAD; k < i + AHEAD + THRONG_WIDTH && k < last; k++) {
            prefetch(&shown->bodies[shown->order[k]]);
            if (senses)
                prefetch(&shown->senses[shown->order[k]]);
        }
        max_sound_range = vf_max(max_sound_range, crowd_publish(plan, shown, i, last, set));
    }
    for (int32_t leaf = first; leaf < end; leaf += THRONG_WIDTH)
        crowd_publish_leaves(plan, shown->records, leaf, end, points, boxes, 1);
    return vf_reduce_max(max_sound_range);
}
