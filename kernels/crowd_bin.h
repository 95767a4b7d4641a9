/* Agents for which there is no velocity in all half-planes. They are few, and what they need is long: so they
 * wait in bins until there are as many as a vector has lanes, whichever pack they come from. Those of a bin
 * failed at the same half-plane, and so have much the same way to go. */
#ifndef THRONG_CROWD_BIN_H
#define THRONG_CROWD_BIN_H

#include "crowd_move.h"
#include "crowd_sizes.h"

typedef struct crowd_bin {
    crowd_lines lines;
    int32_t lanes, count, hard; /* how many; their half-planes, and how many of these are by walls */
    int32_t places[THRONG_WIDTH], failed[THRONG_WIDTH], states[THRONG_WIDTH];
    int32_t counts[THRONG_WIDTH];
    float vx[THRONG_WIDTH], vy[THRONG_WIDTH];
} crowd_bin;

/* memory: 3 * CROWD_LINES * THRONG_WIDTH for each. */
static INLINED void crowd_bins_begin(crowd_bin bins[CROWD_BINS], THRONG_OWN float *memory)
{
    for (int32_t i = 0; i < CROWD_BINS; i++) {
        bins[i].lines.at = memory + 3 * (size_t)CROWD_LINES * THRONG_WIDTH * (size_t)i;
        bins[i].lines.stride = THRONG_WIDTH;
        bins[i].lanes = 0;
        bins[i].count = 0;
        bins[i].hard = 0;
    }
}

/* The velocities that miss half-planes by least, and where they lead. */
static INLINED void crowd_bin_solve(crowd_bin *bin, THRONG_GLOBAL const crowd_plan *plan,
                                    const crowd_world *world, const crowd_lines *bisected)
{
    const mask left = whole_lt(whole_lanes(), whole_set(bin->lanes));
    crowd_lanes l;
    crowd_lanes_at(&l, world, whole_pick(left, whole_load(bin->places), whole_set(bin->places[0])));
    crowd_velocity v;
    v.x = real_load(bin->vx);
    v.y = real_load(bin->vy);
    crowd_least_miss(&bin->lines, bin->count, bin->hard, crowd_radius(&l), left, whole_load(bin->failed),
                     bisected, &v);
    crowd_move(plan, world, &l, mask_bits(left), whole_load(bin->states), v, left, whole_load(bin->counts));
    bin->lanes = 0;
    bin->count = 0;
}

static INLINED void crowd_bins_end(crowd_bin bins[CROWD_BINS], THRONG_GLOBAL const crowd_plan *plan,
                                   const crowd_world *world, const crowd_lines *bisected)
{
    for (int32_t i = 0; i < CROWD_BINS; i++)
        if (bins[i].lanes > 0)
            crowd_bin_solve(&bins[i], plan, world, bisected);
}

/* Copies the half-planes of lane k. */
static INLINED void crowd_bin_lines(crowd_bin *bin, const crowd_lines *lines, int32_t count, int32_t k)
{
    crowd_line none;
    none.nx = none.ny = none.c = real_set(0.0f);
    for (; bin->count < count; bin->count++)
        crowd_line_put(&bin->lines, bin->count, &none);
    for (size_t i = 0; i < 3 * (size_t)count; i++)
        bin->lines.at[i * bin->lines.stride + (size_t)bin->lanes] = lines->at[i * lines->stride + (size_t)k];
}

/* What crowd_try() left of a pack. */
typedef struct crowd_left {
    crowd_velocity v;
    whole failed, state, counts;
    int32_t count, hard; /* half-planes */
} crowd_left;

/* Puts the lanes of a pack whose bits are set into bins, after solving those that are full. */
static INLINED void crowd_bins_add(crowd_bin bins[CROWD_BINS], THRONG_GLOBAL const crowd_plan *plan,
                                   const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                   const crowd_left *left, const crowd_lines *lines,
                                   const crowd_lines *bisected)
{
    int32_t failed[THRONG_WIDTH], states[THRONG_WIDTH], counts[THRONG_WIDTH];
    float vx[THRONG_WIDTH], vy[THRONG_WIDTH];
    whole_store(failed, left->failed);
    whole_store(states, left->state);
    real_store(vx, left->v.x);
    real_store(vy, left->v.y);
    whole_store(counts, left->counts);
    for (; bits; bits &= bits - 1) {
        const int32_t k = lane_of(bits), line = failed[k] - left->hard;
        crowd_bin *bin = &bins[line < CROWD_BINS ? line : CROWD_BINS - 1];
        if (bin->lanes == THRONG_WIDTH || (bin->lanes > 0 && bin->hard != left->hard))
            crowd_bin_solve(bin, plan, world, bisected);
        const int32_t at = bin->lanes;
        bin->hard = left->hard;
        bin->places[at] = l->places[k];
        bin->failed[at] = failed[k];
        bin->states[at] = states[k];
        bin->vx[at] = vx[k];
        bin->vy[at] = vy[k];
        bin->counts[at] = counts[k];
        crowd_bin_lines(bin, lines, left->count, k);
        bin->lanes++;
    }
}

#endif
