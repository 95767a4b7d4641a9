/* Tile indices of many sources or points at once: vector versions of the functions of
 * kernels/potential/layout.h. */
#ifndef THRONG_KERNELS_POTENTIAL_BINNING_H
#define THRONG_KERNELS_POTENTIAL_BINNING_H

#include "kernels/potential/layout.h"

#define POTENTIAL_BLOCK 64 /* sources or points per call; whole vectors */

/* Rectangles of tiles of some sources: the upper left one, and how many more to the right and below. */
typedef struct potential_reached {
    int32_t tile[POTENTIAL_BLOCK], right[POTENTIAL_BLOCK], below[POTENTIAL_BLOCK];
} potential_reached;

/* Vector version of potential_slot(). */
static FORCE_INLINE vint potential_slots(vfloat at, float first, float per, int32_t count)
{
    const vfloat slot = (at - vf_set(first)) * vf_set(per);
    return vi_truncate(vf_min(vf_max(slot, vf_set(0.0f)), vf_set((float)(count - 1))));
}

static FORCE_INLINE vint potential_number(const potential_plan *plan, vint world, vint row, vint column)
{
    const vint above = vi_add(vi_mul(world, vi_set(plan->rows)), row);
    return vi_add(vi_mul(above, vi_set(plan->columns)), column);
}

/* potential_tiles_of() of `count` sources; padding in the last vector repeats the last source. */
static inline void potential_reach_tiles(const potential_plan *plan,
                                         THRONG_GLOBAL const potential_source *sources, int32_t count,
                                         potential_reached *reached)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        int32_t rows[THRONG_WIDTH];
        vfloat s[8];
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            rows[k] = i + k < count ? i + k : count - 1;
        vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)sources, rows, s);
        const vfloat reach = s[3] * vf_set(POTENTIAL_REACH) + vf_set(plan->skin);
        const vint left = potential_slots(s[0] - reach, plan->left, plan->per_x, plan->columns);
        const vint right = potential_slots(s[0] + reach, plan->left, plan->per_x, plan->columns);
        const vint top = potential_slots(s[1] - reach, plan->top, plan->per_y, plan->rows);
        const vint bottom = potential_slots(s[1] + reach, plan->top, plan->per_y, plan->rows);
        vi_store(reached->tile + i, potential_number(plan, vf_to_bits(s[6]), top, left));
        vi_store(reached->right + i, vi_sub(right, left));
        vi_store(reached->below + i, vi_sub(bottom, top));
    }
}

/* potential_tile() of `count` points; `tiles` is padded to whole vectors. */
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
        const vint column = potential_slots(vf_load(x), plan->left, plan->per_x, plan->columns);
        const vint row = potential_slots(vf_load(y), plan->top, plan->per_y, plan->rows);
        vi_store(tiles + i, potential_number(plan, vi_load(world), row, column));
    }
}

#endif
