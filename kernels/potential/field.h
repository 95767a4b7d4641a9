/* Evaluation of potential fields (Yu 2014, equations 1 to 6): the effect of goals, sources and blocked cells
 * on points. Lanes hold points. A batch is a vector of points that are close together. It adds the sources of
 * its tile in ascending index, without those out of reach. */
#ifndef THRONG_KERNELS_POTENTIAL_FIELD_H
#define THRONG_KERNELS_POTENTIAL_FIELD_H

#include "kernels/common/terrain.h"
#include "kernels/potential/layout.h"

#define POTENTIAL_SOURCE_BLOCK 512                      /* sources per block */
#define POTENTIAL_CHUNK 512                             /* points per task */
#define POTENTIAL_PREFETCH_AHEAD 16                     /* prefetch distance, in entries */
#define POTENTIAL_UNROLL (THRONG_WIDTH > 8 ? 3 : 1)     /* sources in flight, as many as registers allow */
#define POTENTIAL_PREFETCHES (THRONG_WIDTH > 8 ? 2 : 1) /* prefetches per group of sources in flight */
#define POTENTIAL_AT(vectors) ((size_t)(vectors)*THRONG_WIDTH)

/* Force and twice the potential of one kind: goals, sources or walls. */
typedef struct potential_sum {
    vfloat fx, fy, potential;
} potential_sum;

typedef struct potential_block_sum {
    potential_sum all, block;
    int32_t index; /* of the block */
} potential_block_sum;

static inline potential_sum potential_zero(void)
{
    potential_sum sum;
    sum.fx = vf_set(0.0f);
    sum.fy = sum.fx;
    sum.potential = sum.fx;
    return sum;
}

static inline potential_block_sum potential_start(void)
{
    potential_block_sum part;
    part.all = potential_zero();
    part.block = part.all;
    part.index = -1;
    return part;
}

static FORCE_INLINE void potential_join(potential_sum *sum, const potential_sum *more)
{
    sum->fx = sum->fx + more->fx;
    sum->fy = sum->fy + more->fy;
    sum->potential = sum->potential + more->potential;
}

/* Adds a term of block `index`. Terms are summed per block of 64 indices, and blocks are summed in order. A
 * block starts with its first term instead of +0; that differs at most in the sign of a zero, which is lost
 * when the block is added, since the total is never -0. */
static FORCE_INLINE void potential_add(potential_block_sum *part, int32_t index, const potential_sum *term)
{
    if (part->index == index) {
        potential_join(&part->block, term);
        return;
    }
    potential_join(&part->all, &part->block);
    part->block = *term;
    part->index = index;
}

static FORCE_INLINE potential_sum potential_end(potential_block_sum *part)
{
    potential_join(&part->all, &part->block);
    return part->all;
}

/* 1 / rho of the offset (dx, dy). alt: by the alternative root. */
static FORCE_INLINE vfloat potential_inv_distance(vfloat dx, vfloat dy, int alt)
{
    const vfloat square = vf_max(dx * dx + dy * dy, vf_set(POTENTIAL_COINCIDENT));
    return alt ? vf_inv_sqrt_alt(square) : vf_inv_sqrt(square);
}

/* Repulsion (Yu 2014, equations 2 and 5) of an obstacle at offset (dx, dy) to the point. near: 1 / rho;
 * inverse: 1 / range. Beyond the range 1/rho - 1/range is negative and clamped to 0. */
static FORCE_INLINE potential_sum potential_repulsion_at(vfloat near, vfloat dx, vfloat dy, vfloat eta,
                                                         vfloat inverse)
{
    const vfloat held = vf_min(near, vf_set(POTENTIAL_NEAREST));
    const vfloat slope = vf_max(held - inverse, vf_set(0.0f));
    const vfloat weighed = eta * slope;
    const vfloat pull = weighed * (held * held * near);
    potential_sum sum;
    sum.fx = pull * dx;
    sum.fy = pull * dy;
    sum.potential = weighed * slope;
    return sum;
}

static FORCE_INLINE potential_sum potential_repulsion(vfloat dx, vfloat dy, vfloat eta, vfloat inverse)
{
    return potential_repulsion_at(potential_inv_distance(dx, dy, 0), dx, dy, eta, inverse);
}

/* Attraction (Yu 2014, equations 1 and 4) of a goal at offset (dx, dy). */
static FORCE_INLINE potential_sum potential_attraction(vfloat dx, vfloat dy, vfloat k)
{
    potential_sum sum;
    sum.fx = k * dx;
    sum.fy = k * dy;
    sum.potential = k * (dx * dx + dy * dy);
    return sum;
}

static inline potential_sum potential_one_goal(vfloat goal_x, vfloat goal_y, vfloat k, vfloat x, vfloat y)
{
    potential_block_sum part = potential_start();
    part.block = potential_attraction(goal_x - x, goal_y - y, k);
    return potential_end(&part);
}

/* The goal of a point; a goal with k = 0 if its world has none. */
static inline potential_goal potential_goal_of(THRONG_GLOBAL const potential_goal *goals, int32_t count,
                                               const potential_point *point)
{
    potential_goal goal;
    goal.x = point->x;
    goal.y = point->y;
    goal.k = 0.0f;
    goal.world = point->world;
    if (point->goal >= 0 && point->goal < count && goals[point->goal].world == point->world)
        goal = goals[point->goal];
    return goal;
}

/* Attraction of all goals of a world. */
static inline potential_sum potential_all_goals(THRONG_GLOBAL const potential_goal *goals, int32_t count,
                                                int32_t world, vfloat x, vfloat y)
{
    potential_block_sum part = potential_start();
    for (int32_t i = 0; i < count; i++) {
        const potential_goal goal = goals[i];
        if (goal.world != world)
            continue;
        const potential_sum one =
            potential_attraction(vf_set(goal.x) - x, vf_set(goal.y) - y, vf_set(goal.k));
        potential_add(&part, i >> 6, &one);
    }
    return potential_end(&part);
}

/* Clamps to finite numbers. */
static inline vfloat potential_finite(vfloat a)
{
    return vf_max(vf_min(a, vf_set(3.40282347e+38f)), vf_set(-3.40282347e+38f));
}

/* Clamps to finite numbers and flushes subnormals to +0. */
static inline vfloat potential_result(vfloat a)
{
    return potential_finite(vf_mask_zero(vf_le(vf_set(1.17549435e-38f), vf_abs(a)), a));
}

/* ---------------------------------------------------------------- source blocks -------------------- */

/* A block of a tile's sources: their indices, and as arrays what culling needs. */
typedef struct potential_source_block {
    THRONG_GLOBAL const potential_source *sources;
    THRONG_SCRATCH float *x, *y, *limit;
    THRONG_SCRATCH int32_t *all, *list; /* indices of all, and of those in reach of a batch */
    int32_t count;
} potential_source_block;

#define POTENTIAL_SOURCE_BLOCK_CAPACITY                                                                      \
    (POTENTIAL_SOURCE_BLOCK + 16 + POTENTIAL_PREFETCH_AHEAD) /* whole vectors, and the prefetch distance */

static inline size_t potential_source_block_bytes(void)
{
    return sizeof(float) * 5 * POTENTIAL_SOURCE_BLOCK_CAPACITY;
}

static inline potential_source_block potential_source_block_at(THRONG_SCRATCH float *scratch)
{
    potential_source_block c;
    c.sources = 0;
    c.x = scratch;
    c.y = c.x + POTENTIAL_SOURCE_BLOCK_CAPACITY;
    c.limit = c.y + POTENTIAL_SOURCE_BLOCK_CAPACITY;
    c.all = (THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)(c.limit + POTENTIAL_SOURCE_BLOCK_CAPACITY);
    c.list = c.all + POTENTIAL_SOURCE_BLOCK_CAPACITY;
    c.count = 0;
    return c;
}

/* Squared distance above which a source is out of reach, see potential_reach(). */
static inline vfloat potential_limit(vfloat range) { return range * range * vf_set(1.0002f); }

/* Loads a block; padding in the last vector is out of every reach. */
static inline void potential_load_source_block(potential_source_block *c,
                                               THRONG_GLOBAL const potential_source *sources,
                                               THRONG_GLOBAL const int32_t *list, int32_t count)
{
    const vint lanes = vi_iota(), last = vi_set(count);
    for (int32_t i = 0; i < count; i++)
        c->all[i] = list[i];
    for (int32_t i = 0; i < THRONG_WIDTH + POTENTIAL_PREFETCH_AHEAD; i++)
        c->all[count + i] = list[count - 1];
    for (int32_t i = 0; i < POTENTIAL_PREFETCH_AHEAD; i++)
        prefetch(sources + c->all[i]);
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        LANE_ROWS(rows, c->all + i);
        vfloat s[8]; /* words of a source */
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            prefetch(sources + c->all[i + k + POTENTIAL_PREFETCH_AHEAD]);
        vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)sources, rows, s);
        const vmask there = vi_lt(vi_add(vi_set(i), lanes), last);
        vf_store(c->x + i, s[0]);
        vf_store(c->y + i, s[1]);
        vf_store(c->limit + i, vf_select(there, potential_limit(s[3]), vf_set(-1.0f)));
    }
    c->sources = sources;
    c->count = count;
}

/* Bounding box of a batch. */
typedef struct potential_box {
    float left, right, top, bottom;
} potential_box;

/* Lists the sources of a block that may reach into a box; returns their number. Rounding is monotonic, so no
 * source in reach of a point is lost. */
static inline int32_t potential_cull(const potential_source_block *c, potential_box box)
{
    const vfloat left = vf_set(box.left), right = vf_set(box.right);
    const vfloat top = vf_set(box.top), bottom = vf_set(box.bottom), nothing = vf_set(0.0f);
    int32_t count = 0;
    for (int32_t i = 0; i < c->count; i += THRONG_WIDTH) {
        const vfloat x = vf_load(c->x + i), y = vf_load(c->y + i);
        const vfloat dx = vf_max(vf_max(left - x, x - right), nothing);
        const vfloat dy = vf_max(vf_max(top - y, y - bottom), nothing);
        const uint32_t bits = vmask_bits(vf_le(dx * dx + dy * dy, vf_load(c->limit + i)));
        count += vi_compress_store(c->list + count, vi_load(c->all + i), bits);
    }
    return count;
}

/* Offsets from sources in flight, and 1 / rho. */
typedef struct potential_offsets {
    vfloat dx[POTENTIAL_UNROLL], dy[POTENTIAL_UNROLL], near[POTENTIAL_UNROLL];
} potential_offsets;

static FORCE_INLINE void potential_load_offsets(potential_offsets *o,
                                                THRONG_GLOBAL const potential_source *sources,
                                                THRONG_SCRATCH const int32_t *list, vfloat x, vfloat y)
{
    UNROLL for (int32_t u = 0; u < POTENTIAL_UNROLL; u++)
    {
        o->dx[u] = x - vf_set(sources[list[u]].x);
        o->dy[u] = y - vf_set(sources[list[u]].y);
        o->near[u] = potential_inv_distance(o->dx[u], o->dy[u], POTENTIAL_UNROLL > 1 && u == 0);
    }
}

static FORCE_INLINE void potential_add_offsets(potential_block_sum *part, const potential_offsets *o,
                                               THRONG_GLOBAL const potential_source *sources,
                                               THRONG_SCRATCH const int32_t *list)
{
    UNROLL for (int32_t u = 0; u < POTENTIAL_UNROLL; u++)
    {
        THRONG_GLOBAL const potential_source *s = sources + list[u];
        const potential_sum one =
            potential_repulsion_at(o->near[u], o->dx[u], o->dy[u], vf_set(s->eta), vf_set(s->inverse));
        potential_add(part, list[u] >> 6, &one);
    }
}

/* Upcoming sources to prefetch. A few at a time are fetched while others are added; prefetching all at once
 * would stall. */
typedef struct potential_prefetch {
    THRONG_GLOBAL const int32_t *list;
    int32_t count; /* not prefetched yet */
} potential_prefetch;

static FORCE_INLINE void potential_prefetch_next(potential_prefetch *ahead,
                                                 THRONG_GLOBAL const potential_source *sources)
{
    if (ahead->count < POTENTIAL_PREFETCHES)
        return;
    UNROLL for (int32_t u = 0; u < POTENTIAL_PREFETCHES; u++) prefetch(sources + ahead->list[u]);
    ahead->list += POTENTIAL_PREFETCHES;
    ahead->count -= POTENTIAL_PREFETCHES;
}

/* Adds the listed sources in order. Software-pipelined: roots and divisions of the next group start before
 * this one is added. */
static FORCE_INLINE void potential_repel(potential_block_sum *part,
                                         THRONG_GLOBAL const potential_source *sources,
                                         THRONG_SCRATCH const int32_t *list, int32_t count, vfloat x,
                                         vfloat y, potential_prefetch *pending)
{
    potential_block_sum sum = *part;
    potential_prefetch ahead = *pending;
    int32_t k = 0;
    if (POTENTIAL_UNROLL > 1 && count >= POTENTIAL_UNROLL) {
        potential_offsets found, next;
        potential_load_offsets(&found, sources, list, x, y);
        for (; k + 2 * POTENTIAL_UNROLL <= count; k += POTENTIAL_UNROLL) {
            potential_load_offsets(&next, sources, list + k + POTENTIAL_UNROLL, x, y);
            potential_prefetch_next(&ahead, sources);
            potential_add_offsets(&sum, &found, sources, list + k);
            found = next;
        }
        potential_add_offsets(&sum, &found, sources, list + k);
        k += POTENTIAL_UNROLL;
    }
    for (; k < count; k++) {
        THRONG_GLOBAL const potential_source *s = sources + list[k];
        const potential_sum one =
            potential_repulsion(x - vf_set(s->x), y - vf_set(s->y), vf_set(s->eta), vf_set(s->inverse));
        potential_add(&sum, list[k] >> 6, &one);
        potential_prefetch_next(&ahead, sources);
    }
    *part = sum;
    *pending = ahead;
}

static FORCE_INLINE vmask potential_in_range(vfloat dx, vfloat dy, float range)
{
    return vf_le(dx * dx + dy * dy, vf_set(range * range));
}

/* Sum of the power of the sources in range, in the same blocks. */
typedef struct potential_damage {
    vfloat all, block;
    int32_t index;
} potential_damage;

static FORCE_INLINE void potential_damage_add(potential_damage *damage, int32_t index, vfloat power)
{
    if (damage->index != index) {
        damage->all = damage->all + damage->block;
        damage->block = vf_set(0.0f);
        damage->index = index;
    }
    damage->block = damage->block + power;
}

static FORCE_INLINE void potential_sum_damage(potential_damage *damage,
                                              THRONG_GLOBAL const potential_source *sources,
                                              THRONG_SCRATCH const int32_t *list, int32_t count, vfloat x,
                                              vfloat y)
{
    potential_damage sum = *damage;
    for (int32_t k = 0; k < count; k++) {
        THRONG_GLOBAL const potential_source *s = sources + list[k];
        const vfloat dx = x - vf_set(s->x), dy = y - vf_set(s->y);
        const vmask bears = potential_in_range(dx, dy, s->range);
        potential_damage_add(&sum, list[k] >> 6, vf_mask_zero(bears, vf_set(s->power)));
    }
    *damage = sum;
}

/* ---------------------------------------------------------------- walls ----------------------------- */

/* Cell of a coordinate, off by at most one from rounding; -1 and `count` beyond the map. */
static inline int32_t potential_cell(float at, float per_cell, int32_t count)
{
    const float cell = at * per_cell;
    return (int32_t)(scalar_min(scalar_max(cell + 1.0f, 0.0f), (float)(count + 1))) - 1;
}

/* Columns or rows whose centres are within reach of an interval, with a margin. */
static inline void potential_cells(float from, float to, float reach, float per_cell, int32_t count,
                                   int32_t *first, int32_t *last)
{
    *first = potential_cell(from - reach, per_cell, count) - 1;
    *last = potential_cell(to + reach, per_cell, count) + 1;
    *first = *first > 0 ? *first : 0;
    *last = *last < count ? *last : count - 1;
}

/* Mask of the bits first .. last, cut to 0 .. 31. */
static inline uint32_t potential_between(int32_t first, int32_t last)
{
    const uint32_t from = first > 0 ? ~0u << first : ~0u;
    return last < 31 ? from & ~(~0u << (last + 1)) : from;
}

typedef struct potential_nearest {
    vfloat square, dx, dy;
} potential_nearest;

/* Adds the blocked cells among 32 cells of a row. */
static FORCE_INLINE void potential_add_walls(potential_block_sum *part, potential_nearest *nearest,
                                             uint32_t bits, int32_t column, vfloat dy, vfloat x,
                                             const potential_terrain *t)
{
    const vfloat eta = vf_set(t->eta), inverse = vf_set(t->inverse);
    for (; bits; bits &= bits - 1u) {
        const int32_t at = column + lowest_set_bit(bits);
        const vfloat dx = x - vf_set(((float)at + 0.5f) * t->cell);
        if (t->nearest) {
            const vfloat square = dx * dx + dy * dy;
            const vmask closer = vf_lt(square, nearest->square);
            nearest->square = vf_select(closer, square, nearest->square);
            nearest->dx = vf_select(closer, dx, nearest->dx);
            nearest->dy = vf_select(closer, dy, nearest->dy);
        } else {
            const potential_sum one = potential_repulsion(dx, dy, eta, inverse);
            potential_add(part, at >> 6, &one);
        }
    }
}

static inline potential_sum potential_walls(const potential_terrain *t, THRONG_GLOBAL const uint32_t *bits,
                                            int32_t world, potential_box box, vfloat x, vfloat y)
{
    const terrain_view walls = {bits + (size_t)world * (size_t)t->each * (size_t)t->pitch, t->pitch};
    const float reach = potential_reach(t->range);
    potential_block_sum part = potential_start();
    potential_nearest nearest;
    nearest.square = vf_set(3.0e38f);
    nearest.dx = vf_set(3.0e18f); /* out of every range */
    nearest.dy = vf_set(0.0f);
    int32_t first, last, left, right;
    potential_cells(box.top, box.bottom, reach, t->per_cell, t->rows, &first, &last);
    for (int32_t row = first; row <= last; row++) {
        const float centre = ((float)row + 0.5f) * t->cell;
        const float aside = scalar_max(scalar_max(box.top - centre, centre - box.bottom), 0.0f);
        const float span = reach * reach * 1.0001f - aside * aside;
        const vfloat dy = y - vf_set(centre);
        if (span < 0.0f)
            continue;
        potential_cells(box.left, box.right, scalar_sqrt(span), t->per_cell, t->columns, &left, &right);
        part.index = -1; /* blocks do not continue across rows */
        for (int32_t column = left / 32 * 32; column <= right; column += 32)
            potential_add_walls(&part, &nearest,
                                terrain_bits(walls, column, row) &
                                    potential_between(left - column, right - column),
                                column, dy, x, t);
    }
    if (t->nearest)
        part.block = potential_repulsion(nearest.dx, nearest.dy, vf_set(t->eta), vf_set(t->inverse));
    return potential_end(&part);
}

#endif
