/* What others see of agents in a step, and the leaves that these lie in. Lanes are agents of a pack, or
 * leaves. */
#ifndef THRONG_KERNELS_CROWD_NEIGHBOR_SNAPSHOT_H
#define THRONG_KERNELS_CROWD_NEIGHBOR_SNAPSHOT_H

#include "kernels/crowd/tree.h"

/* Where agents are, and where others see them. */
typedef struct crowd_shown {
    THRONG_GLOBAL crowd_body *bodies;
    THRONG_GLOBAL crowd_sense *senses;
    THRONG_GLOBAL const int32_t *order; /* indices of agents, sorted */
    THRONG_GLOBAL crowd_record *records;
    THRONG_GLOBAL crowd_extra *extras;
} crowd_shown;

/* A pack: rows of its agents, their bodies, and which lanes are agents. */
typedef struct crowd_group {
    int32_t rows[THRONG_WIDTH], places[THRONG_WIDTH];
    uint32_t lanes, changed; /* changed: of whom the first row is to be written */
    mask locked;
    real moving[8], fixed[8]; /* both rows of bodies */
    real sense[8], other[8];  /* and of senses: zeros, where nothing asks for them */
    real record[8];           /* what is seen */
} crowd_group;

static INLINED THRONG_GLOBAL float *crowd_rows_of(THRONG_GLOBAL void *of)
{
    return (THRONG_GLOBAL float *)of;
}

/* Most packs are full: of them no lane is asked for. */
static INLINED void crowd_rows_put(THRONG_GLOBAL float *to, const int32_t *rows, const real c[8],
                                   uint32_t lanes)
{
    if (lanes == lanes_before(THRONG_WIDTH))
        real_rows_put(to, rows, c, lanes_before(THRONG_WIDTH));
    else
        real_rows_put(to, rows, c, lanes);
}

/* The range of vision in this step (Shi 2015, equation 1). */
static INLINED real crowd_vision(THRONG_GLOBAL const crowd_plan *plan, const crowd_group *g)
{
    const real nothing = real_set(0.0f), even = real_set(0.5f);
    const real now = g->sense[0], most = g->sense[1], least = g->sense[2];
    const whole perceived = real_bits(g->moving[6]), capacity = real_bits(g->sense[6]);
    if (!(plan->uses & CROWD_ADAPTIVE))
        return most;
    const real low = real_pick(real_lt(least, nothing), most * real_set(4.0f / 15.0f), real_min(least, most));
    const real wider = (now + most) * even, narrower = real_max(now * even, low);
    const mask known = mask_without(crowd_some(perceived),
                                    crowd_some(whole_and(real_bits(g->moving[7]), whole_set(CROWD_FRESH))));
    return real_pick(known, real_pick(whole_lt(capacity, perceived), narrower, wider), most);
}

/* How far lanes see, and what of their senses concerns others. */
static INLINED void crowd_show_senses(THRONG_GLOBAL const crowd_plan *plan, const crowd_shown *shown,
                                      crowd_group *g)
{
    const real vision = crowd_vision(plan, g);
    const real sight = plan->uses & CROWD_BY_DISTANCE ? g->fixed[4] : vision;
    float visions[THRONG_WIDTH];
    real extra[8];
    if (mask_any(crowd_some(real_xor(vision, g->sense[0])))) {
        real_store(visions, vision);
        UNROLLED
        for (int32_t k = 0; k < THRONG_WIDTH; k++) /* lanes that are no agents are the last one */
            shown->senses[g->rows[k] / 2].vision = visions[k];
    }
    extra[0] = g->moving[4];
    extra[1] = g->moving[5];
    extra[2] = sight * sight;
    extra[3] = g->sense[3];
    extra[4] = g->sense[4] * g->sense[4];
    extra[5] = g->sense[5];
    extra[6] = g->other[1];
    extra[7] = g->other[2];
    crowd_rows_put(crowd_rows_of(shown->extras), g->places, extra, g->lanes);
    if (plan->uses & CROWD_UNLIKE) {
        g->record[5] = real_pick(g->locked, real_set(0.0f), g->sense[7]);
        g->record[6] = g->other[0];
    }
}

/* Lanes whose velocity may have been set head where it goes, and those that are slow are known to be. */
static INLINED void crowd_show_moving(THRONG_GLOBAL const crowd_plan *plan, crowd_group *g, int set)
{
    const real nothing = real_set(0.0f), one = real_set(1.0f);
    const real vx = g->record[2], vy = g->record[3], speed2 = vx * vx + vy * vy;
    if (plan->uses & CROWD_CONGESTION) {
        const whole state = real_bits(g->moving[7]), fresh = whole_and(state, whole_set(CROWD_FRESH));
        const real dead = real_pick(real_lt(g->other[3], nothing), g->fixed[1] * real_set(0.1f), g->other[3]);
        const mask slow =
            mask_without(mask_without(real_lt(speed2, dead * dead), g->locked), crowd_some(fresh));
        const whole told = whole_or(state, whole_pick(slow, whole_set(CROWD_SLOW), whole_set(0)));
        g->changed |= mask_bits(slow);
        g->moving[7] = bits_real(told);
    }
    if (set && (plan->uses & CROWD_SENSES)) {
        const mask moves = real_le(real_set(CROWD_LEAST), speed2);
        const real per = one / real_sqrt(real_pick(moves, speed2, one));
        g->changed |= mask_bits(moves);
        g->moving[4] = real_pick(moves, vx * per, g->moving[4]);
        g->moving[5] = real_pick(moves, vy * per, g->moving[5]);
    }
}

/* The agents from `first` on in sorted order, before `end`. set: 1: since their last step velocities or
 * headings may have been set; else they head already where they go. How far they are heard, where that is
 * asked for. */
static INLINED real crowd_show(THRONG_GLOBAL const crowd_plan *plan, const crowd_shown *shown, int32_t first,
                               int32_t end, int set)
{
    const int32_t left = end - first, uses = plan->uses;
    const int32_t senses = uses & (CROWD_SENSES | CROWD_UNLIKE);
    crowd_group g;
    g.lanes = lanes_before(left);
    g.changed = 0;
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        g.rows[k] = 2 * shown->order[first + (k < left ? k : left - 1)];
    whole_store(g.places, whole_add(whole_set(first), whole_lanes()));
    real_rows(crowd_rows_of(shown->bodies), g.rows, g.moving);
    real_rows(crowd_rows_of(shown->bodies) + 8, g.rows, g.fixed);
    UNROLLED
    for (int32_t i = 0; i < 8; i++)
        g.sense[i] = g.other[i] = real_set(0.0f);
    if (senses)
        real_rows(crowd_rows_of(shown->senses), g.rows, g.sense);
    if (uses & (CROWD_CONGESTION | CROWD_UNLIKE))
        real_rows(crowd_rows_of(shown->senses) + 8, g.rows, g.other);
    g.locked = crowd_some(whole_and(real_bits(g.fixed[6]), whole_set(CROWD_LOCKED)));
    g.record[0] = g.moving[0];
    g.record[1] = g.moving[1];
    g.record[2] = real_pick(g.locked, real_set(0.0f), g.moving[2]);
    g.record[3] = real_pick(g.locked, real_set(0.0f), g.moving[3]);
    g.record[4] = g.fixed[0];
    g.record[5] = real_set(1.0f);
    g.record[6] = bits_real(whole_set(0));
    g.record[7] = g.fixed[7];
    crowd_show_moving(plan, &g, set);
    if (senses)
        crowd_show_senses(plan, shown, &g);
    if (g.changed & g.lanes)
        real_rows_put(crowd_rows_of(shown->bodies), g.rows, g.moving, g.changed & g.lanes);
    crowd_rows_put(crowd_rows_of(shown->records), g.places, g.record, g.lanes);
    return senses ? g.sense[5] : real_set(0.0f);
}

/* ---------------------------------------------------------------- leaves ---------------------------- */

static INLINED void crowd_sides_put(THRONG_GLOBAL float *to, real side, int32_t count)
{
    float sides[THRONG_WIDTH];
    if (count >= THRONG_WIDTH) {
        real_store(to, side);
        return;
    }
    real_store(sides, side);
    for (int32_t k = 0; k < count; k++)
        to[k] = sides[k];
}

/* The boxes of the leaves from `first` on, before `end`, out of the records; pointed: their points too, past
 * the last agent so far away that nobody reaches them. */
static INLINED void crowd_show_leaves(THRONG_GLOBAL const crowd_plan *plan,
                                      THRONG_GLOBAL const crowd_record *records, int32_t first, int32_t end,
                                      THRONG_GLOBAL float *points, THRONG_GLOBAL float *boxes,
                                      const int pointed)
{
    const int32_t count = end - first, pitch = plan->tree.boxes;
    const real nobody = real_set(3e38f);
    const whole leaves = whole_min(whole_add(whole_set(first), whole_lanes()), whole_set(end - 1));
    const whole last = whole_set(plan->agents - 1);
    int32_t rows[THRONG_WIDTH];
    real x[CROWD_LEAF], y[CROWD_LEAF];
    real left = nobody, right = -nobody, top = nobody, bottom = -nobody, most = real_set(0.0f);
    UNROLLED
    for (int32_t i = 0; i < CROWD_LEAF; i++) {
        const whole at = whole_add(whole_mul(leaves, whole_set(CROWD_LEAF)), whole_set(i));
        real c[8];
        whole_store(rows, whole_min(at, last));
        real_rows((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)records, rows, c);
        left = real_min(left, c[0]);
        right = real_max(right, c[0]);
        top = real_min(top, c[1]);
        bottom = real_max(bottom, c[1]);
        most = real_max(most, c[4]);
        x[i] = real_pick(whole_lt(last, at), nobody, c[0]);
        y[i] = real_pick(whole_lt(last, at), nobody, c[1]);
    }
    crowd_sides_put(boxes + first, left, count);
    crowd_sides_put(boxes + first + pitch, right, count);
    crowd_sides_put(boxes + first + 2 * (size_t)pitch, top, count);
    crowd_sides_put(boxes + first + 3 * (size_t)pitch, bottom, count);
    crowd_sides_put(boxes + first + 4 * (size_t)pitch, most, count);
    if (!pointed)
        return;
    const uint32_t lanes = lanes_before(count);
    whole_store(rows, whole_shift_left(leaves, 1));
    crowd_rows_put(points, rows, x, lanes);
    crowd_rows_put(points + CROWD_LEAF, rows, y, lanes);
}

#endif
