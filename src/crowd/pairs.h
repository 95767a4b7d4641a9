/* Pairs of floats that are set for many agents at once: positions, velocities, goals. They are checked and
 * converted in parallel, and a device gets them in one piece. */
#ifndef THRONG_CROWD_PAIRS_H
#define THRONG_CROWD_PAIRS_H

#include "src/crowd/motions.h"

enum { THRONG_CROWD_PAIRS_LEAST = 2048 }; /* agents for whom it is worth it */

/* 1: places are relative to the origin of the plane, as floats of the caller's are. */
static inline int32_t throng_pairs_are_local(const throng_crowd_pairs *p)
{
    return p->home_x == 0.0 && p->home_y == 0.0;
}

/* The i-th pair as a backend has it. rest: what its floats lack; 0 where it is no place. */
static inline void throng_pair_to_local(const throng_crowd_pairs *p, int32_t i, float local[2], float rest[2])
{
    throng_copy_normal(local, p->given + (size_t)i * p->stride, 2);
    rest[0] = rest[1] = 0.0f;
    if (p->places && throng_pairs_are_local(p)) { /* what throng_place_split() makes of them: no -0 */
        local[0] += 0.0f;
        local[1] += 0.0f;
    } else if (p->places) {
        throng_place_split((double)local[0] - p->home_x, &local[0], &rest[0]);
        throng_place_split((double)local[1] - p->home_y, &local[1], &rest[1]);
    }
}

/* ---- src/crowd/pairs.c */
/* Whether all of these agents are there: 1. *ascending: 1: by index, so that each occurs once. */
int32_t throng_crowd_are_present(const throng_crowd *crowd, const void *agents, size_t stride, int32_t count,
                                 int32_t *ascending);
/* 1: all pairs are in range; sets `rests` and logs where floats are too coarse. 0: one is not: nothing was
 * done. */
int32_t throng_crowd_check_pairs(throng_crowd *crowd, throng_crowd_pairs *pairs);
/* 1: all of these agents navigate in this way: a sum of flags of CROWD_NAVIGATES. */
int32_t throng_crowd_all_navigate(const throng_crowd *crowd, const throng_crowd_part *part, int32_t flags);

#endif
