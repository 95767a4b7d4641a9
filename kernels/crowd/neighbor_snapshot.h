/* The neighbour snapshot: what agents read of each other during a step, in sorted order, and the boxes of the
 * tree's leaves. Lanes hold agents of a batch, or leaves. */
#ifndef THRONG_KERNELS_CROWD_NEIGHBOR_SNAPSHOT_H
#define THRONG_KERNELS_CROWD_NEIGHBOR_SNAPSHOT_H

#include "kernels/crowd/tree.h"

/* Agent state (source) and snapshot (destination). */
typedef struct crowd_neighbor_snapshot {
    THRONG_GLOBAL crowd_body *bodies;
    THRONG_GLOBAL crowd_sense *senses;
    THRONG_GLOBAL const int32_t *order; /* indices of agents, sorted */
    THRONG_GLOBAL crowd_record *records;
    THRONG_GLOBAL crowd_extra *extras;
} crowd_neighbor_snapshot;

/* A batch of agents: row indices, both state rows, and valid lanes. */
typedef struct crowd_snapshot_batch {
    int32_t rows[THRONG_WIDTH], places[THRONG_WIDTH];
    uint32_t lanes, changed; /* changed: lanes whose first state row is written back */
    vmask locked, guest;
    vfloat moving[8], fixed[8]; /* both rows of the hot state */
    vfloat sense[8], other[8];  /* both rows of the cold state, 0 if unused */
    vfloat record[8];           /* crowd_record */
} crowd_snapshot_batch;

static FORCE_INLINE THRONG_GLOBAL float *crowd_rows_of(THRONG_GLOBAL void *of)
{
    return (THRONG_GLOBAL float *)of;
}

/* Scatters rows of 8. Most batches are full and take the branch without a lane mask. */
static FORCE_INLINE void crowd_rows_scatter(THRONG_GLOBAL float *to, const int32_t *rows, const vfloat c[8],
                                            uint32_t lanes)
{
    if (lanes == lanes_below(THRONG_WIDTH))
        vf_scatter_transpose(to, rows, c, lanes_below(THRONG_WIDTH));
    else
        vf_scatter_transpose(to, rows, c, lanes);
}

/* Adaptive vision range of this step (Shi 2015, equation 1): halved if more agents than `capacity` were
 * perceived, else moved halfway to the maximum. That of guests is the host's, and of all where nobody looks:
 * then it must not matter that extras are written for another reason. */
static FORCE_INLINE vfloat crowd_vision(THRONG_GLOBAL const crowd_plan *plan, const crowd_snapshot_batch *g)
{
    const vfloat nothing = vf_set(0.0f), even = vf_set(0.5f);
    const vfloat now = g->sense[0], most = g->sense[1], least = g->sense[2];
    const vint perceived = vf_to_bits(g->moving[6]), capacity = vf_to_bits(g->sense[6]);
    if (!(plan->uses & CROWD_SENSES))
        return now;
    if (!(plan->uses & CROWD_ADAPTIVE))
        return vf_select(g->guest, now, most);
    const vfloat low = vf_select(vf_lt(least, nothing), most * vf_set(4.0f / 15.0f), vf_min(least, most));
    const vfloat wider = (now + most) * even, narrower = vf_max(now * even, low);
    const vmask known = vmask_and_not(crowd_some(perceived),
                                      crowd_some(vi_and(vf_to_bits(g->moving[7]), vi_set(CROWD_FRESH))));
    const vfloat next = vf_select(known, vf_select(vi_lt(capacity, perceived), narrower, wider), most);
    return vf_select(g->guest, now, next);
}

/* Updates vision ranges and writes the second part of the snapshot. */
static FORCE_INLINE void crowd_publish_senses(THRONG_GLOBAL const crowd_plan *plan,
                                              const crowd_neighbor_snapshot *snapshot,
                                              crowd_snapshot_batch *g)
{
    const vfloat vision = crowd_vision(plan, g);
    const vfloat sight = plan->uses & CROWD_BY_DISTANCE ? g->fixed[4] : vision;
    float visions[THRONG_WIDTH];
    vfloat extra[8];
    if (vmask_any(crowd_some(vf_xor(vision, g->sense[0])))) {
        vf_store(visions, vision);
        UNROLL
        for (int32_t k = 0; k < THRONG_WIDTH; k++) /* unused lanes repeat the last agent */
            snapshot->senses[g->rows[k] / 2].vision = visions[k];
    }
    extra[0] = g->moving[4];
    extra[1] = g->moving[5];
    extra[2] = sight * sight;
    if ((plan->uses & CROWD_BY_DISTANCE) && (plan->uses & CROWD_BY_GAPS))
        extra[2] = sight;
    extra[3] = g->sense[3];
    extra[4] = g->sense[4] * g->sense[4];
    extra[5] = g->sense[5];
    extra[6] = g->other[1];
    extra[7] = g->other[2];
    crowd_rows_scatter(crowd_rows_of(snapshot->extras), g->places, extra, g->lanes);
    if (plan->uses & CROWD_HETEROGENEOUS) {
        g->record[5] = vf_select(g->locked, vf_set(0.0f), g->sense[7]);
        g->record[6] = g->other[0];
    }
}

/* Guests are as if they had just been added: once they are guests no more, nothing of before counts. */
static FORCE_INLINE void crowd_publish_guests(crowd_snapshot_batch *g)
{
    const vint state = vf_to_bits(g->moving[7]), fresh = vi_set(CROWD_FRESH), none = vi_set(0);
    const vint now = vi_or(vi_and(state, vi_set(CROWD_PLACED)), fresh);
    const vint differs = vi_or(vi_xor(state, now), vf_to_bits(g->moving[6]));
    g->changed |= vmask_bits(vmask_and(g->guest, crowd_some(differs)));
    g->moving[6] = vf_from_bits(vi_select(g->guest, none, vf_to_bits(g->moving[6])));
    g->moving[7] = vf_from_bits(vi_select(g->guest, now, state));
}

/* Updates headings where velocities may have been set, and the CROWD_SLOW flag. Neither those of guests. */
static FORCE_INLINE void crowd_publish_moving(THRONG_GLOBAL const crowd_plan *plan, crowd_snapshot_batch *g,
                                              int set)
{
    const vfloat nothing = vf_set(0.0f), one = vf_set(1.0f);
    const vfloat vx = g->record[2], vy = g->record[3], speed2 = vx * vx + vy * vy;
    if (plan->uses & CROWD_CONGESTION) {
        const vint state = vf_to_bits(g->moving[7]), fresh = vi_and(state, vi_set(CROWD_FRESH));
        const vfloat dead = vf_select(vf_lt(g->other[3], nothing), g->fixed[1] * vf_set(0.1f), g->other[3]);
        const vmask slow = vmask_and_not(
            vmask_and_not(vf_lt(speed2, dead * dead), vmask_or(g->locked, g->guest)), crowd_some(fresh));
        const vint updated = vi_or(state, vi_select(slow, vi_set(CROWD_SLOW), vi_set(0)));
        g->changed |= vmask_bits(slow);
        g->moving[7] = vf_from_bits(updated);
    }
    if (set && (plan->uses & CROWD_SENSES) && !(plan->uses & CROWD_TURNING)) {
        const vmask moves = vmask_and_not(vf_le(vf_set(CROWD_MIN_SQUARE), speed2), g->guest);
        const vfloat per = one / vf_sqrt(vf_select(moves, speed2, one));
        g->changed |= vmask_bits(moves);
        g->moving[4] = vf_select(moves, vx * per, g->moving[4]);
        g->moving[5] = vf_select(moves, vy * per, g->moving[5]);
    }
}

/* Takes the snapshot of a batch of agents first .. end - 1, in sorted order. set: 1 if velocities or headings
 * may have been set since the last step. Returns the sound ranges. */
static FORCE_INLINE vfloat crowd_publish(THRONG_GLOBAL const crowd_plan *plan,
                                         const crowd_neighbor_snapshot *snapshot, int32_t first, int32_t end,
                                         int set)
{
    const int32_t count = end - first, uses = plan->uses;
    const int32_t senses = uses & (CROWD_SENSES | CROWD_HETEROGENEOUS);
    crowd_snapshot_batch g;
    g.lanes = lanes_below(count);
    g.changed = 0;
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        g.rows[k] = 2 * snapshot->order[first + (k < count ? k : count - 1)];
    vi_store(g.places, vi_add(vi_set(first), vi_iota()));
    vf_gather_transpose(crowd_rows_of(snapshot->bodies), g.rows, g.moving);
    vf_gather_transpose(crowd_rows_of(snapshot->bodies) + 8, g.rows, g.fixed);
    UNROLL
    for (int32_t i = 0; i < 8; i++)
        g.sense[i] = g.other[i] = vf_set(0.0f);
    if (senses)
        vf_gather_transpose(crowd_rows_of(snapshot->senses), g.rows, g.sense);
    if (uses & (CROWD_CONGESTION | CROWD_HETEROGENEOUS))
        vf_gather_transpose(crowd_rows_of(snapshot->senses) + 8, g.rows, g.other);
    g.locked = crowd_flagged(vf_to_bits(g.fixed[6]), CROWD_LOCKED);
    g.guest = crowd_flagged(vf_to_bits(g.fixed[6]), CROWD_GUEST);
    g.record[0] = g.moving[0];
    g.record[1] = g.moving[1];
    g.record[2] = vf_select(g.locked, vf_set(0.0f), g.moving[2]);
    g.record[3] = vf_select(g.locked, vf_set(0.0f), g.moving[3]);
    g.record[4] = g.fixed[0];
    g.record[5] = vf_set(1.0f);
    g.record[6] = vf_from_bits(vi_set(0));
    g.record[7] = g.fixed[7];
    crowd_publish_moving(plan, &g, set);
    crowd_publish_guests(&g);
    if (senses)
        crowd_publish_senses(plan, snapshot, &g);
    if (uses & CROWD_SETTLES) {
        const vmask arrived = crowd_some(vi_and(vf_to_bits(g.moving[7]), vi_set(CROWD_ARRIVED)));
        g.record[5] = vf_select(arrived, -g.record[5], g.record[5]);
    }
    if (g.changed & g.lanes)
        vf_scatter_transpose(crowd_rows_of(snapshot->bodies), g.rows, g.moving, g.changed & g.lanes);
    crowd_rows_scatter(crowd_rows_of(snapshot->records), g.places, g.record, g.lanes);
    return senses ? g.sense[5] : vf_set(0.0f);
}

/* ---------------------------------------------------------------- leaves ---------------------------- */

static FORCE_INLINE void crowd_side_store(THRONG_GLOBAL float *to, vfloat side, int32_t count)
{
    float sides[THRONG_WIDTH];
    if (count >= THRONG_WIDTH) {
        vf_store(to, side);
        return;
    }
    vf_store(sides, side);
    for (int32_t k = 0; k < count; k++)
        to[k] = sides[k];
}

/* Copies the radii of the leaves first .. end - 1 to where crowd_radii() has them. */
static FORCE_INLINE void crowd_publish_radii(THRONG_GLOBAL const crowd_plan *plan,
                                             THRONG_GLOBAL const crowd_record *records, int32_t first,
                                             int32_t end, THRONG_GLOBAL float *points)
{
    THRONG_GLOBAL float *radii = points + crowd_radii(&plan->tree);
    for (int32_t i = first * CROWD_LEAF; i < end * CROWD_LEAF; i++)
        radii[i] = i < plan->agents ? records[i].radius : 0.0f;
}

/* Builds the boxes of the leaves first .. end - 1 from the records. pointed: also copies positions to
 * `points`; entries behind the last agent are out of every reach. By gaps radii follow them. */
static FORCE_INLINE void crowd_publish_leaves(THRONG_GLOBAL const crowd_plan *plan,
                                              THRONG_GLOBAL const crowd_record *records, int32_t first,
                                              int32_t end, THRONG_GLOBAL float *points,
                                              THRONG_GLOBAL float *boxes, const int pointed)
{
    const int32_t count = end - first, pitch = plan->tree.boxes;
    const vfloat nobody = vf_set(3e38f);
    const vint leaves = vi_min(vi_add(vi_set(first), vi_iota()), vi_set(end - 1));
    const vint last = vi_set(plan->agents - 1);
    int32_t rows[THRONG_WIDTH];
    vfloat x[CROWD_LEAF], y[CROWD_LEAF];
    vfloat left = nobody, right = -nobody, top = nobody, bottom = -nobody, most = vf_set(0.0f);
    UNROLL
    for (int32_t i = 0; i < CROWD_LEAF; i++) {
        const vint at = vi_add(vi_mul(leaves, vi_set(CROWD_LEAF)), vi_set(i));
        vfloat c[8];
        vi_store(rows, vi_min(at, last));
        vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)records, rows, c);
        left = vf_min(left, c[0]);
        right = vf_max(right, c[0]);
        top = vf_min(top, c[1]);
        bottom = vf_max(bottom, c[1]);
        most = vf_max(most, c[4]);
        x[i] = vf_select(vi_lt(last, at), nobody, c[0]);
        y[i] = vf_select(vi_lt(last, at), nobody, c[1]);
    }
    crowd_side_store(boxes + first, left, count);
    crowd_side_store(boxes + first + pitch, right, count);
    crowd_side_store(boxes + first + 2 * (size_t)pitch, top, count);
    crowd_side_store(boxes + first + 3 * (size_t)pitch, bottom, count);
    crowd_side_store(boxes + first + 4 * (size_t)pitch, most, count);
    if (!pointed)
        return;
    if (plan->uses & CROWD_BY_GAPS)
        crowd_publish_radii(plan, records, first, first + THRONG_WIDTH < end ? first + THRONG_WIDTH : end,
                            points);
    const uint32_t lanes = lanes_below(count);
    vi_store(rows, vi_shift_left(leaves, 1));
    crowd_rows_scatter(points, rows, x, lanes);
    crowd_rows_scatter(points + CROWD_LEAF, rows, y, lanes);
}

#endif
