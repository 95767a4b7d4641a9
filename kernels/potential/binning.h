/* Where many sources and points lie at once: the tiles of potential_plan.h, in lanes. */
#ifndef THRONG_KERNELS_POTENTIAL_BINNING_H
#define THRONG_KERNELS_POTENTIAL_BINNING_H

#include "kernels/potential/layout.h"

#define POTENTIAL_BLOCK 64 /* sources or points that are placed at once; whole vectors */

/* The tiles that some sources reach: the upper left one, and how many more are to the right and below. */
typedef struct potential_reached {
    int32_t tile[POTENTIAL_BLOCK], right[POTENTIAL_BLOCK], below[POTENTIAL_BLOCK];
} potential_reached;

/* As potential_slot(). */
static INLINED whole potential_slots(real at, float first, float per, int32_t count)
{
    const real slot = (at - real_set(first)) * real_set(per);
    return whole_of(real_min(real_max(slot, real_set(0.0f)), real_set((float)(count - 1))));
}

static INLINED whole potential_number(const potential_plan *plan, whole world, whole row, whole column)
{
    const whole above = whole_add(whole_mul(world, whole_set(plan->rows)), row);
    return whole_add(whole_mul(above, whole_set(plan->columns)), column);
}

/* As potential_tiles_of(), of `count` sources; what is behind them in the last vector is that of the last. */
static inline void potential_reach_tiles(const potential_plan *plan,
                                         THRONG_GLOBAL const potential_source *sources, int32_t count,
                                         potential_reached *reached)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        int32_t rows[THRONG_WIDTH];
        real s[8];
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            rows[k] = i + k < count ? i + k : count - 1;
        real_rows((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)sources, rows, s);
        const real reach = s[3] * real_set(POTENTIAL_REACH) + real_set(plan->skin);
        const whole left = potential_slots(s[0] - reach, plan->left, plan->per_x, plan->columns);
        const whole right = potential_slots(s[0] + reach, plan->left, plan->per_x, plan->columns);
        const whole top = potential_slots(s[1] - reach, plan->top, plan->per_y, plan->rows);
        const whole bottom = potential_slots(s[1] + reach, plan->top, plan->per_y, plan->rows);
        whole_store(reached->tile + i, potential_number(plan, real_bits(s[6]), top, left));
        whole_store(reached->right + i, whole_sub(right, left));
        whole_store(reached->below + i, whole_sub(bottom, top));
    }
}

/* As potential_tile(), of `count` points; tiles has room for whole vectors. */
static inline void potential_place_points(const potential_plan *plan,
                                          THRONG_GLOBAL const potential_point *points, int32_t count,
                                          int32_t *tiles)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        float x[THRONG_WIDTH], y[THRONG_WIDTH];
        int32_t world[THRONG_WIDTH];
        for (int32_t k = 0; k < THRONG_WIDTH; k++) {
            THRONG_GLOBAL const potential_point *p = points + (i + k < count ? i + k : count - 1);
            x[k] = p->x;
            y[k] = p->y;
            world[k] = p->world;
        }
        const whole column = potential_slots(real_load(x), plan->left, plan->per_x, plan->columns);
        const whole row = potential_slots(real_load(y), plan->top, plan->per_y, plan->rows);
        whole_store(tiles + i, potential_number(plan, whole_load(world), row, column));
    }
}

#endif
