/* Deferred queue of infeasible linear programs. Agents without a feasible velocity need the longer
 * least-violation program, and only some lanes of a batch are such agents. Their state is queued until a full
 * vector can be solved at once, whatever batch it comes from. */
#ifndef THRONG_KERNELS_CROWD_DEFERRED_LP_H
#define THRONG_KERNELS_CROWD_DEFERRED_LP_H

#include "kernels/crowd/move.h"
#include "kernels/crowd/sizes.h"
#include "kernels/crowd/velocity.h"

/* State of a batch after crowd_solve(). */
typedef struct crowd_lp_state {
    vint state, counts;
    vfloat clearance; /* squared distance of the nearest wall */
    crowd_velocity v;
    crowd_basis basis;
    int32_t count, obstacle_lines; /* number of half-planes, and of wall half-planes among them */
} crowd_lp_state;

/* Features that the program has no code for. */
#ifndef CROWD_LEFT_OUT
#define CROWD_LEFT_OUT 0
#endif

#if THRONG_WIDTH > 1

/* Rows of 2 * THRONG_WIDTH lanes: three per half-plane, the first CROWD_MAX_WALLS half-planes from walls, and
 * CROWD_LP_ROWS for the remaining state. */
typedef struct crowd_deferred {
    crowd_lines lines;
    int32_t lanes, count, obstacle_lines; /* queued agents; largest half-plane counts so far */
} crowd_deferred;

static FORCE_INLINE THRONG_PRIVATE float *crowd_deferred_row(const crowd_deferred *deferred, int32_t row)
{
    return deferred->lines.at + (private_size)row * deferred->lines.stride;
}

static FORCE_INLINE void crowd_deferred_clear(const crowd_deferred *deferred, int32_t first, int32_t rows)
{
    for (int32_t row = first; row < first + rows; row++) {
        vf_store(crowd_deferred_row(deferred, row), vf_set(0.0f));
        vf_store(crowd_deferred_row(deferred, row) + THRONG_WIDTH, vf_set(0.0f));
    }
}

/* memory: 2 * CROWD_DEFERRED_ROWS * THRONG_WIDTH floats. */
static FORCE_INLINE void crowd_deferred_init(crowd_deferred *deferred, THRONG_PRIVATE float *memory)
{
    deferred->lines.at = memory;
    deferred->lines.stride = (private_size)2 * THRONG_WIDTH;
    deferred->lanes = deferred->count = deferred->obstacle_lines = 0;
    crowd_deferred_clear(deferred, 3 * CROWD_MAX_LINES, CROWD_LP_ROWS);
}

static FORCE_INLINE void crowd_lp_state_store(const crowd_lp_state *lp, const crowd_lanes *l,
                                              const crowd_lines *lines)
{
    crowd_lines rows = *lines;
    rows.at += (private_size)3 * CROWD_MAX_LINES * rows.stride;
    const crowd_line first = {vf_from_bits(vi_load(l->places)), vf_from_bits(lp->state),
                              vf_from_bits(lp->counts)};
    crowd_line_store(&rows, 0, &first);
    crowd_line_store(&rows, 1, &lp->basis.next);
    crowd_line_store(&rows, 2, &lp->basis.first);
    crowd_line_store(&rows, 3, &lp->basis.second);
    vf_store(rows.at + 12 * rows.stride, lp->v.x);
    vf_store(rows.at + 13 * rows.stride, lp->v.y);
    vf_store(rows.at + 14 * rows.stride, lp->clearance);
}

/* Loads queued state; returns the agents' positions in sorted order. */
static FORCE_INLINE vint crowd_lp_state_load(crowd_lp_state *lp, const crowd_lines *lines)
{
    crowd_lines rows = *lines;
    rows.at += (private_size)3 * CROWD_MAX_LINES * rows.stride;
    const crowd_line first = crowd_line_load(&rows, 0);
    lp->state = vf_to_bits(first.ny);
    lp->counts = vf_to_bits(first.c);
    lp->basis.next = crowd_line_load(&rows, 1);
    lp->basis.first = crowd_line_load(&rows, 2);
    lp->basis.second = crowd_line_load(&rows, 3);
    lp->basis.third = crowd_no_line();
    lp->v.x = vf_load(rows.at + 12 * rows.stride);
    lp->v.y = vf_load(rows.at + 13 * rows.stride);
    lp->clearance = vf_load(rows.at + 14 * rows.stride);
    return vf_to_bits(first.nx);
}

/* Solves and moves one vector of queued agents. */
static OUT_OF_LINE void crowd_deferred_solve(crowd_deferred *deferred, THRONG_GLOBAL const crowd_plan *plan,
                                             const crowd_world *world)
{
    const vmask waits = vi_lt(vi_iota(), vi_set(deferred->lanes));
    crowd_lp_state lp;
    crowd_lanes l;
    const vint places = crowd_lp_state_load(&lp, &deferred->lines);
    /* Unused lanes read the first queued agent: tasks may be writing any other agent. */
    const int32_t some = scalar_to_bits(*crowd_deferred_row(deferred, 3 * CROWD_MAX_LINES));
    crowd_lanes_at(&l, plan, world, vi_select(waits, places, vi_set(some)));
    crowd_solve_least_violation(&deferred->lines, deferred->obstacle_lines, CROWD_MAX_WALLS,
                                CROWD_MAX_WALLS + deferred->count, crowd_radius(&l), waits, &lp.basis, &lp.v);
    crowd_move(plan, world, &l, lanes_below(deferred->lanes), lp.state, lp.v, waits, lp.counts, lp.clearance,
               plan->uses & ~CROWD_LEFT_OUT);
}

/* Moves the remaining entries to the front. */
static FORCE_INLINE void crowd_deferred_shift(crowd_deferred *deferred, int32_t first, int32_t rows)
{
    for (int32_t row = first; row < first + rows; row++)
        vf_store(crowd_deferred_row(deferred, row),
                 vf_load(crowd_deferred_row(deferred, row) + THRONG_WIDTH));
}

static FORCE_INLINE void crowd_deferred_flush(crowd_deferred *deferred, THRONG_GLOBAL const crowd_plan *plan,
                                              const crowd_world *world)
{
    if (deferred->lanes > 0)
        crowd_deferred_solve(deferred, plan, world);
}

/* Appends rows of the lanes whose bits are set; returns their number. The queue has `all` rows, those beyond
 * `rows` are cleared. */
static FORCE_INLINE int32_t crowd_deferred_copy(const crowd_deferred *deferred, int32_t to,
                                                const crowd_lines *lines, int32_t from, int32_t rows,
                                                int32_t all, uint32_t bits)
{
    int32_t lanes = 0;
    for (int32_t row = 0; row < rows; row++)
        lanes = vf_compress_store(crowd_deferred_row(deferred, to + row) + deferred->lanes,
                                  lines->at + (private_size)(from + row) * lines->stride, bits);
    for (int32_t row = rows; row < all; row++)
        vf_store(crowd_deferred_row(deferred, to + row) + deferred->lanes, vf_set(0.0f));
    return lanes;
}

/* Queues the lanes of a batch whose bits are set. Solves if a vector is full. */
static FORCE_INLINE void crowd_deferred_add(crowd_deferred *deferred, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                            const crowd_lp_state *lp, const crowd_lines *lines)
{
    const int32_t count = lp->count - lp->obstacle_lines;
    for (; deferred->obstacle_lines < lp->obstacle_lines; deferred->obstacle_lines++)
        crowd_deferred_clear(deferred, 3 * deferred->obstacle_lines, 3);
    for (; deferred->count < count; deferred->count++)
        crowd_deferred_clear(deferred, 3 * (CROWD_MAX_WALLS + deferred->count), 3);
    crowd_lp_state_store(lp, l, lines);
    (void)crowd_deferred_copy(deferred, 0, lines, 0, 3 * lp->obstacle_lines, 3 * deferred->obstacle_lines,
                              bits);
    (void)crowd_deferred_copy(deferred, 3 * CROWD_MAX_WALLS, lines, 3 * lp->obstacle_lines, 3 * count,
                              3 * deferred->count, bits);
    deferred->lanes += crowd_deferred_copy(deferred, 3 * CROWD_MAX_LINES, lines, 3 * CROWD_MAX_LINES,
                                           CROWD_LP_ROWS, CROWD_LP_ROWS, bits);
    if (deferred->lanes < THRONG_WIDTH)
        return;
    crowd_deferred_solve(deferred, plan, world);
    deferred->lanes -= THRONG_WIDTH;
    if (deferred->lanes > 0) {
        crowd_deferred_shift(deferred, 0, 3 * deferred->obstacle_lines);
        crowd_deferred_shift(deferred, 3 * CROWD_MAX_WALLS, 3 * deferred->count);
        crowd_deferred_shift(deferred, 3 * CROWD_MAX_LINES, CROWD_LP_ROWS);
    }
}

#else /* scalar: solved at once */

typedef struct crowd_deferred {
    int32_t lanes;
} crowd_deferred;

static FORCE_INLINE void crowd_deferred_init(crowd_deferred *deferred, THRONG_PRIVATE const float *memory)
{
    (void)memory;
    deferred->lanes = 0;
}

static FORCE_INLINE void crowd_deferred_flush(crowd_deferred *deferred, THRONG_GLOBAL const crowd_plan *plan,
                                              const crowd_world *world)
{
    (void)deferred, (void)plan, (void)world;
}

static FORCE_INLINE void crowd_deferred_add(crowd_deferred *deferred, THRONG_GLOBAL const crowd_plan *plan,
                                            const crowd_world *world, const crowd_lanes *l, uint32_t bits,
                                            crowd_lp_state *lp, const crowd_lines *lines)
{
    (void)deferred;
    crowd_solve_least_violation(lines, lp->obstacle_lines, lp->obstacle_lines, lp->count, crowd_radius(l), 1,
                                &lp->basis, &lp->v);
    crowd_move(plan, world, l, bits, lp->state, lp->v, 1, lp->counts, lp->clearance,
               plan->uses & ~CROWD_LEFT_OUT);
}
#endif

#endif
