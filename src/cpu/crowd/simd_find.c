/* One SIMD level: finding agents near points. */
#include "kernels/crowd/find.h"
#include "src/cpu/level.h"

void LEVEL_NAME(crowd_find_leaves)(const crowd_plan *plan, const crowd_curve *curve, const crowd_body *bodies,
                                   const crowd_sense *senses, const int32_t *order, int32_t layered,
                                   int32_t first, int32_t end, const crowd_find_tree *tree)
{
    for (int32_t leaf = first; leaf < end; leaf += THRONG_WIDTH)
        crowd_find_leaves(plan, curve, bodies, senses, order, layered, leaf, end, tree);
}

void LEVEL_NAME(crowd_find)(const crowd_find_world *world, const throng_crowd_query *queries, int32_t count,
                            int32_t capacity, int32_t counts_all, crowd_hit *hits,
                            const uint32_t *generations, int32_t *found)
{
    for (int32_t first = 0; first < count; first += THRONG_WIDTH) {
        crowd_query q[THRONG_WIDTH];
        float x[THRONG_WIDTH] = {0.0f}, y[THRONG_WIDTH] = {0.0f};
        int32_t keys[THRONG_WIDTH];
        const int32_t some = count - first < THRONG_WIDTH ? count - first : THRONG_WIDTH;
        for (int32_t k = 0; k < some; k++) {
            memcpy(&q[k], &queries[first + k], sizeof *q); /* the same struct by another name */
            x[k] = q[k].x;
            y[k] = q[k].y;
        }
        vi_store(keys, crowd_find_keys(world->plan, world->curve, vf_load(x), vf_load(y)));
        for (int32_t k = 0; k < some; k++) {
            const size_t i = (size_t)first + (size_t)k;
            crowd_hit *of_query = hits ? hits + (size_t)capacity * i : NULL;
            found[i] = crowd_find(world, &q[k], keys[k], capacity, counts_all, of_query, generations);
        }
    }
}
