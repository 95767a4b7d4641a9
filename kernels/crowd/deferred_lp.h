/* Agents for which there is no velocity in all half-planes. What they need is long, and not all of a pack are
 * such: they wait in a bin until there are as many as a vector has lanes, whichever pack they come from. */
#ifndef THRONG_KERNELS_CROWD_DEFERRED_LP_H
#define THRONG_KERNELS_CROWD_DEFERRED_LP_H

#include "kernels/crowd/sizes.h"
#include "kernels/crowd/velocity.h"

/* What crowd_solve() left of a pack. */
typedef struct crowd_lp_state {
    vint state, counts;
    crowd_velocity v;
    crowd_basis basis;
    int32_t count, hard; /* half-planes */
} crowd_lp_state;

#if THRONG_WIDTH > 1

/* Rows of numbers, each of twice as many lanes as a vector has: three for each half-plane, the first
 * CROWD_WALLS of which are by walls, and CROWD_LEFT for the rest. */
typedef struct crowd_deferred {
    crowd_lines lines;
    int32_t lanes, count, hard; /* how many wait; of half-planes the most that any had so far */
} crowd_deferred;

static FORCE_INLINE THRONG_PRIVATE float *crowd_deferred_row(const crowd_deferred *bin, int32_t row)
{
    return bin->lines.at + (private_size)row * bin->lines.stride;
}

static FORCE_INLINE void crowd_deferred_clear(const crowd_deferred *bin, int32_t first, int32_t rows)
{
    for (int32_t row = first; row < first + rows; row++) {
        vf_store(crowd_deferred_row(bin, row), vf_set(0.0f));
        vf_store(crowd_deferred_row(bin, row) + THRONG_WIDTH, vf_set(0.0f));
    }
}

/* memory: 2 * CROWD_ROWS * THRONG_WIDTH. */
static FORCE_INLINE void crowd_deferred_begin(crowd_deferred *bin, THRONG_PRIVATE float *memory)
{
    bin->lines.at = memory;
    bin->lines.stride = (private_size)2 * THRONG_WIDTH;
    bin->lanes = bin->count = bin->hard = 0;
    crowd_deferred_clear(bin, 3 * CROWD_LINES, CROWD_LEFT);
}

static FORCE_INLINE void crowd_lp_state_put(const crowd_lp_state *left, const crowd_lanes *l,
                                            const crowd_lines *lines)
{
    crowd_lines rows = *lines;
    rows.at += (private_size)3 * CROWD_LINES * rows.stride;
    const crowd_line first = {vf_from_bits(vi_load(l->places)), vf_from_bits(left->state),
                              vf_from_bits(left->counts)};
    crowd_line_put(&rows, 0, &first);
    crowd_line_put(&rows, 1, &left->basis.next);
    crowd_line_put(&rows, 2, &left->basis.first);
    crowd_line_put(&rows, 3, &left->basis.second);
    vf_store(rows.at + 12 * rows.stride, left->v.x);
    vf_store(rows.at + 13 * rows.stride, left->v.y);
}

/* The places of its agents. */
static FORCE_INLINE vint crowd_lp_state_get(crowd_lp_state *left, const crowd_lines *lines)
{
    crowd_lines rows = *lines;
    rows.at += (private_size)3 * CROWD_LINES * rows.stride;
    const crowd_line first = crowd_line_at(&rows, 0);
    left->state = vf_to_bits(first.ny);
    left->counts = vf_to_bits(first.c);
    left->basis.next = crowd_line_at(&rows, 1);
    left->basis.first = crowd_line_at(&rows, 2);
    left->basis.second = crowd_line_at(&rows, 3);
    left->basis.third = crowd_no_line();
    left->v.x = vf_load(rows.at + 12 * rows.stride);
    left->v.y = vf_load(rows.at + 13 * rows.stride);
    return vf_to_bits(first.nx);
}

/* The velocities that miss half-planes by least, and where they lead, of as many as a vector has lanes. */
static OUT_OF_LINE void crowd_deferred_solve(crowd_deferred *bin, THRONG_GLOBAL const crowd_plan *plan,
                                             const crowd_world *world)
{
    const vmask waits = vi_lt(vi_iota(), vi_set(bin->lanes));
    crowd_lp_state left;
    crowd_lanes l;
    const vint places = crowd_lp_state_get(&left, &bin->lines);
    /* lanes that do not wait read what the first one does: others may be at work on anyone else */
    const int32_t some = scalar_to_bits(*crowd_deferred_row(bin, 3 * CROWD_LINES));
    crowd_lanes_at(&l, world, vi_select(waits, places, vi_set(some)));
    crowd_solve_least_violation(&bin->lines, bin->hard, CROWD_WALLS, CROWD_WALLS + bin->count,
                                crowd_radius(&l), waits, &left.basis, &left.v);
    crowd_move(plan, world, &l, lanes_below(bin->lanes), left.state, left.v, waits, left.counts);
}

/* The others move up. */
static FORCE_INLINE void crowd_deferred_shift(crowd_deferred *bin, int32_t first, int32_t rows)
{
    for (int32_t row = first; row < first + rows; row++)
        vf_store(crowd_deferred_row(bin, row), vf_load(crowd_deferred_row(bin, row) + THRONG_WIDTH));
}

static FORCE_INLINE void crowd_deferred_end(crowd_deferred *bin, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world)
{
    if (bin->lanes > 0)
        crowd_deferred_solve(bin, plan, world);
}

/* Copies rows of the lanes whose bits are set; how many these are. In the bin stand `all` rows, of which
 * those beyond `rows` are empty. */
static FORCE_INLINE int32_t crowd_deferred_copy(const crowd_deferred *bin, int32_t to,
                                                const crowd_lines *lines, int32_t from, int32_t rows,
                                                int32_t all, uint32_t bits)
{
    int32_t lanes = 0;
    for (int32_t row = 0; row < rows; row++)
        lanes = vf_compress_store(crowd_deferred_row(bin, to + row) + bin->lanes,
                                  lines->at + (private_size)(from + row) * lines->stride, bits);
    for (int32_t row = rows; row < all; row++)
        vf_store(crowd_deferred_row(bin, to + row) + bin->lanes, vf_set(0.0f));
    return lanes;
}

/* Puts the lanes of a pack whose bits are set into the bin. */
static FORCE_INLINE void crowd_deferred_add(crowd_deferred *bin, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                            const crowd_lp_state *left, const crowd_lines *lines)
{
    const int32_t count = left->count - left->hard;
    for (; bin->hard < left->hard; bin->hard++)
        crowd_deferred_clear(bin, 3 * bin->hard, 3);
    for (; bin->count < count; bin->count++)
        crowd_deferred_clear(bin, 3 * (CROWD_WALLS + bin->count), 3);
    crowd_lp_state_put(left, l, lines);
    (void)crowd_deferred_copy(bin, 0, lines, 0, 3 * left->hard, 3 * bin->hard, bits);
    (void)crowd_deferred_copy(bin, 3 * CROWD_WALLS, lines, 3 * left->hard, 3 * count, 3 * bin->count, bits);
    bin->lanes +=
        crowd_deferred_copy(bin, 3 * CROWD_LINES, lines, 3 * CROWD_LINES, CROWD_LEFT, CROWD_LEFT, bits);
    if (bin->lanes < THRONG_WIDTH)
        return;
    crowd_deferred_solve(bin, plan, world);
    bin->lanes -= THRONG_WIDTH;
    if (bin->lanes > 0) {
        crowd_deferred_shift(bin, 0, 3 * bin->hard);
        crowd_deferred_shift(bin, 3 * CROWD_WALLS, 3 * bin->count);
        crowd_deferred_shift(bin, 3 * CROWD_LINES, CROWD_LEFT);
    }
}

#else /* nobody waits */

typedef struct crowd_deferred {
    int32_t lanes;
} crowd_deferred;

static FORCE_INLINE void crowd_deferred_begin(crowd_deferred *bin, THRONG_PRIVATE const float *memory)
{
    (void)memory;
    bin->lanes = 0;
}

static FORCE_INLINE void crowd_deferred_end(crowd_deferred *bin, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world)
{
    (void)bin, (void)plan, (void)world;
}

static FORCE_INLINE void crowd_deferred_add(crowd_deferred *bin, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                            crowd_lp_state *left, const crowd_lines *lines)
{
    (void)bin;
    crowd_solve_least_violation(lines, left->hard, left->hard, left->count, crowd_radius(l), 1, &left->basis,
                                &left->v);
    crowd_move(plan, world, l, bits, left->state, left->v, 1, left->counts);
}
#endif

#endif
