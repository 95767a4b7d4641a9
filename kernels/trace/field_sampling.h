/* Field evaluation along paths. Lanes hold paths; on GPUs a work-item has one (item_sampling.h).
 *
 * Each lane keeps Verlet lists (Verlet 1967): the sources and walls that can act on it until it has moved a
 * skin's width from the position of the last refresh. Most steps need no search. Forces have the bits of a
 * field update: terms out of range are 0, and blocks of indices are summed in the same order. */
#ifndef THRONG_KERNELS_TRACE_FIELD_SAMPLING_H
#define THRONG_KERNELS_TRACE_FIELD_SAMPLING_H

#include "kernels/trace/collision.h"

/* Capacity of a lane's source list; with more sources the lane evaluates its tile's list at each step. And of
 * the wall list, in blocked cells. */
#define TRACE_SOURCES_OF(width) ((width) > 1 ? 1024 : 32)
#define TRACE_WALLS_OF(width) ((width) > 1 ? 256 : 48)
#define TRACE_ITEM_SOURCES 96 /* the same of a work-item, which lists indices alone */
#define TRACE_SOURCE_CAPACITY TRACE_SOURCES_OF(THRONG_WIDTH)
#define TRACE_WALL_CAPACITY TRACE_WALLS_OF(THRONG_WIDTH)
#define TRACE_TOO_MANY (-1)
#define TRACE_BEYOND                                                                                         \
    1.0002f /* a squared distance this many times the squared range is out of range despite rounding */

/* Memory layout of the lists: TRACE_LIST_AT gives two arguments of trace_at(), the first word of a field and
 * the stride between entries. Consecutive words of a lane are TRACE_STRIDE words apart. On GPUs work-items
 * are interleaved, so that accesses coalesce, and the fields of an entry are adjacent, so that one address
 * serves all of them. Elsewhere each field has an array of its own. */
#if TRACE_SCALAR
#define TRACE_STRIDE 16
#define TRACE_LIST_AT(list, kind, kinds, capacity) (list) + (kind), kinds
#define TRACE_INDEX TRACE_LIST_AT(0, 0, 1, TRACE_ITEM_SOURCES) /* of a source */
#define TRACE_HILLS_AT TRACE_ITEM_SOURCES
#else
#define TRACE_STRIDE THRONG_WIDTH
#define TRACE_LIST_AT(list, kind, kinds, capacity) (list) + (kind) * (capacity), 1
#define TRACE_OF_SOURCE(kind) TRACE_LIST_AT(0, kind, 7, TRACE_SOURCE_CAPACITY)
#define TRACE_X TRACE_OF_SOURCE(0)
#define TRACE_Y TRACE_OF_SOURCE(1)
#define TRACE_ETA TRACE_OF_SOURCE(2)
#define TRACE_INVERSE TRACE_OF_SOURCE(3)
#define TRACE_SQUARE TRACE_OF_SOURCE(4) /* squared range */
#define TRACE_POWER TRACE_OF_SOURCE(5)
#define TRACE_KIND TRACE_OF_SOURCE(6) /* block * CHOQUET_TYPES + type */
#define TRACE_WALLS_AT (7 * TRACE_SOURCE_CAPACITY)
#define TRACE_OF_WALL(kind) TRACE_LIST_AT(TRACE_WALLS_AT, kind, 3, TRACE_WALL_CAPACITY)
#define TRACE_WALL_X TRACE_OF_WALL(0)
#define TRACE_WALL_Y TRACE_OF_WALL(1)
#define TRACE_WALL_BLOCK TRACE_OF_WALL(2)
#define TRACE_HILLS_AT (TRACE_WALLS_AT + 3 * TRACE_WALL_CAPACITY)
#endif
#define TRACE_OF_HILL(kind) TRACE_LIST_AT(TRACE_HILLS_AT, kind, 4, TRACE_HILL_CAPACITY)
#define TRACE_HILL_X TRACE_OF_HILL(0)
#define TRACE_HILL_Y TRACE_OF_HILL(1)
#define TRACE_HILL_SLOPE TRACE_OF_HILL(2)
#define TRACE_HILL_INVERSE TRACE_OF_HILL(3)
/* counts of sources in range, by type */
#define TRACE_COUNTS TRACE_LIST_AT(TRACE_HILLS_AT + 4 * TRACE_HILL_CAPACITY, 0, 1, CHOQUET_TYPES)

typedef struct trace_lists {
    THRONG_SCRATCH float *lists; /* lists of the first lane */
#if TRACE_SCALAR
    THRONG_SCRATCH float *scratch; /* lists of all paths */
#endif
    int32_t hills; /* of the lane that has most */
#if !TRACE_SCALAR
    int32_t sources, walls;                 /* the same */
    int32_t source_capacity, wall_capacity; /* initialised entries of each lane, padding included */
#endif
} trace_lists;

/* Words of a work-item of a GPU. */
static inline size_t trace_item_words(void)
{
    return (size_t)(TRACE_ITEM_SOURCES + 4 * TRACE_HILL_CAPACITY + CHOQUET_TYPES);
}

/* Words per lane for a vector width. */
static inline size_t trace_lists_words(int32_t width)
{
    const int32_t words =
        7 * TRACE_SOURCES_OF(width) + 3 * TRACE_WALLS_OF(width) + 4 * TRACE_HILL_CAPACITY + CHOQUET_TYPES;
    return (size_t)words;
}

static inline trace_lists trace_lists_at(THRONG_SCRATCH float *lists)
{
    trace_lists n;
    n.lists = lists;
    n.hills = 0;
#if TRACE_SCALAR
    n.scratch = lists;
#else
    n.sources = 0;
    n.walls = 0;
    n.source_capacity = 0;
    n.wall_capacity = 0;
#endif
    return n;
}

/* Address of a field of entry k, first lane; see TRACE_X etc. */
static inline THRONG_SCRATCH float *trace_at(const trace_lists *n, int32_t first, int32_t each, int32_t k)
{
    const size_t place = (size_t)first + (size_t)each * (size_t)k;
    return n->lists + place * TRACE_STRIDE;
}

static inline THRONG_SCRATCH int32_t *trace_whole_at(const trace_lists *n, int32_t first, int32_t each,
                                                     int32_t k)
{
    return (THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)trace_at(n, first, each, k);
}

/* ---------------------------------------------------------------- sums and hills -------------------- */

/* As potential_block_sum, with a block index per lane. */
typedef struct trace_block_sum {
    potential_sum all, block;
    vint at;
} trace_block_sum;

static inline trace_block_sum trace_block_sum_begin(void)
{
    trace_block_sum part;
    part.all = potential_zero();
    part.block = part.all;
    part.at = vi_set(-1);
    return part;
}

static FORCE_INLINE vmask trace_enter_block(vint *at, vint block)
{
    const vmask new_block = vi_lt(*at, block);
    *at = vi_max(*at, block);
    return new_block;
}

static FORCE_INLINE void trace_add(trace_block_sum *part, vint block, const potential_sum *one)
{
    const vmask new_block = trace_enter_block(&part->at, block);
    part->all.fx = part->all.fx + vf_mask_zero(new_block, part->block.fx);
    part->all.fy = part->all.fy + vf_mask_zero(new_block, part->block.fy);
    part->all.potential = part->all.potential + vf_mask_zero(new_block, part->block.potential);
    part->block.fx = vf_select(new_block, one->fx, part->block.fx + one->fx);
    part->block.fy = vf_select(new_block, one->fy, part->block.fy + one->fy);
    part->block.potential = vf_select(new_block, one->potential, part->block.potential + one->potential);
}

/* Effect of the sources. */
typedef struct trace_source_sum {
    potential_sum sum;
    vfloat damage; /* sum of their power, without a measure */
} trace_source_sum;

/* Padding entries without effect, behind a lane's own ones. */
static inline void trace_pad_hills(const trace_lists *n, int32_t lane, int32_t first, int32_t end)
{
    NO_UNROLL_ON_GPU for (int32_t k = first; k < end; k++)
    {
        trace_at(n, TRACE_HILL_X, k)[lane] = 0.0f;
        trace_at(n, TRACE_HILL_Y, k)[lane] = 0.0f;
        trace_at(n, TRACE_HILL_SLOPE, k)[lane] = 0.0f;
        trace_at(n, TRACE_HILL_INVERSE, k)[lane] = 1.0f;
    }
}

/* Hills added at local minima: U = p r/2 * (1 - rho/r)^2 for rho < r, with slope p. */
static FORCE_INLINE potential_sum trace_evaluate_hills(const trace_lists *n, vfloat x, vfloat y)
{
    potential_sum sum = potential_zero();
    NO_UNROLL_ON_GPU for (int32_t k = 0; k < n->hills; k++)
    {
        const vfloat dx = x - vf_load(trace_at(n, TRACE_HILL_X, k));
        const vfloat dy = y - vf_load(trace_at(n, TRACE_HILL_Y, k));
        const vfloat held = potential_inv_distance(dx, dy, 0) - vf_load(trace_at(n, TRACE_HILL_INVERSE, k));
        const vfloat pull = vf_load(trace_at(n, TRACE_HILL_SLOPE, k)) * vf_max(held, vf_set(0.0f));
        sum.fx = sum.fx + pull * dx;
        sum.fy = sum.fy + pull * dy;
    }
    return sum;
}

#if !TRACE_SCALAR
/* ---------------------------------------------------------------- neighbour lists ------------------ */

/* Padding entries of the other lists. */
static inline void trace_pad(const trace_lists *n, int32_t lane, int32_t first, int32_t end)
{
    NO_UNROLL_ON_GPU for (int32_t k = first; k < end; k++)
    {
        trace_at(n, TRACE_X, k)[lane] = 0.0f;
        trace_at(n, TRACE_Y, k)[lane] = 0.0f;
        trace_at(n, TRACE_ETA, k)[lane] = 0.0f;
        trace_at(n, TRACE_INVERSE, k)[lane] = POTENTIAL_NEAREST;
        trace_at(n, TRACE_SQUARE, k)[lane] = -1.0f;
        trace_at(n, TRACE_POWER, k)[lane] = 0.0f;
        trace_whole_at(n, TRACE_KIND, k)[lane] = 0;
    }
}

static inline void trace_pad_walls(const trace_lists *n, int32_t lane, int32_t first, int32_t end)
{
    NO_UNROLL_ON_GPU for (int32_t k = first; k < end; k++)
    {
        trace_at(n, TRACE_WALL_X, k)[lane] = 3.0e18f; /* out of every range */
        trace_at(n, TRACE_WALL_Y, k)[lane] = 0.0f;
        trace_whole_at(n, TRACE_WALL_BLOCK, k)[lane] = 0;
    }
}

/* Lists the sources that reach a position within a skin's width. Returns their number, or TRACE_TOO_MANY. */
static inline int32_t trace_gather_sources(const trace_lists *n, const trace_field *f,
                                           const potential_plan *plan, int32_t lane, int32_t tile, float x,
                                           float y)
{
    int32_t count = 0;
    NO_UNROLL_ON_GPU for (uint32_t i = f->list_starts[tile]; i < f->list_starts[tile + 1]; i++)
    {
        const int32_t index = f->lists[i];
        const potential_source s = f->sources[index];
        const float dx = x - s.x, dy = y - s.y, reach = potential_reach(s.range) + plan->skin;
        if (!(dx * dx + dy * dy <= reach * reach * 1.0002f))
            continue;
        if (count == TRACE_SOURCE_CAPACITY)
            return TRACE_TOO_MANY;
        const int32_t k = count++;
        trace_at(n, TRACE_X, k)[lane] = s.x;
        trace_at(n, TRACE_Y, k)[lane] = s.y;
        trace_at(n, TRACE_ETA, k)[lane] = s.eta;
        trace_at(n, TRACE_INVERSE, k)[lane] = s.inverse;
        trace_at(n, TRACE_SQUARE, k)[lane] = s.range * s.range;
        trace_at(n, TRACE_POWER, k)[lane] = s.power;
        trace_whole_at(n, TRACE_KIND, k)[lane] = (index >> 6) * CHOQUET_TYPES + s.type;
    }
    return count;
}

/* The same for blocked cells. */
static inline int32_t trace_gather_walls(const trace_lists *n, const trace_field *f, const trace_plan *plan,
                                         int32_t lane, int32_t world, float x, float y)
{
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    const terrain_view walls = trace_walls_of(f, t, world);
    const float reach = potential_reach(t->range) + plan->walls_skin, limit = reach * reach * 1.0002f;
    const int32_t blocks = (t->columns + 63) / 64;
    int32_t first, last, left, right, count = 0;
    potential_cells(y, y, reach, t->per_cell, t->rows, &first, &last);
    potential_cells(x, x, reach, t->per_cell, t->columns, &left, &right);
    NO_UNROLL_ON_GPU for (int32_t row = first; row <= last; row++)
        NO_UNROLL_ON_GPU for (int32_t column = left; column <= right; column += 32)
    {
        uint32_t bits = terrain_bits(walls, column, row) & potential_between(0, right - column);
        NO_UNROLL_ON_GPU for (; bits; bits &= bits - 1u)
        {
            const int32_t at_column = column + lowest_set_bit(bits);
            const float wall_x = ((float)at_column + 0.5f) * t->cell;
            const float wall_y = ((float)row + 0.5f) * t->cell;
            const float dx = x - wall_x, dy = y - wall_y;
            if (!(dx * dx + dy * dy <= limit))
                continue;
            if (count == TRACE_WALL_CAPACITY)
                return TRACE_TOO_MANY;
            const int32_t k = count++;
            trace_at(n, TRACE_WALL_X, k)[lane] = wall_x;
            trace_at(n, TRACE_WALL_Y, k)[lane] = wall_y;
            trace_whole_at(n, TRACE_WALL_BLOCK, k)[lane] = row * blocks + (at_column >> 6);
        }
    }
    return count;
}

/* ---------------------------------------------------------------- evaluation ----------------------- */

/* Evaluates the source lists of the lanes. */
static FORCE_INLINE trace_source_sum trace_evaluate_kept(const trace_lists *n, const potential_plan *plan,
                                                         vfloat x, vfloat y)
{
    trace_block_sum part = trace_block_sum_begin();
    vfloat damage = vf_set(0.0f), block_damage = damage;
    trace_source_sum push;
    for (int32_t k = 0; k < n->sources; k++) {
        const vfloat dx = x - vf_load(trace_at(n, TRACE_X, k)), dy = y - vf_load(trace_at(n, TRACE_Y, k));
        const vfloat range = vf_load(trace_at(n, TRACE_SQUARE, k));
        if (!vmask_bits(vf_le(dx * dx + dy * dy, vf_set(TRACE_BEYOND) * range)))
            continue;
        const vint kind = vi_load(trace_whole_at(n, TRACE_KIND, k)), block = vi_shift_right(kind, 4);
        const potential_sum one = potential_repulsion(dx, dy, vf_load(trace_at(n, TRACE_ETA, k)),
                                                      vf_load(trace_at(n, TRACE_INVERSE, k)));
        const vmask new_block = vi_lt(part.at, block);
        trace_add(&part, block, &one);
        if (POTENTIAL_TYPES_OF(plan) == 0 && !plan->damage)
            continue;
        const vmask bears = vf_le(dx * dx + dy * dy, range);
        if (POTENTIAL_TYPES_OF(plan) == 0) {
            damage = damage + vf_mask_zero(new_block, block_damage);
            block_damage = vf_select(new_block, vf_set(0.0f), block_damage) +
                           vf_mask_zero(bears, vf_load(trace_at(n, TRACE_POWER, k)));
            continue;
        }
        for (uint32_t bits = vmask_bits(bears); bits; bits &= bits - 1u) {
            const int32_t lane = first_lane(bits),
                          type = trace_whole_at(n, TRACE_KIND, k)[lane] & (CHOQUET_TYPES - 1);
            trace_at(n, TRACE_COUNTS, type)[lane] += 1.0f;
        }
    }
    potential_join(&part.all, &part.block);
    push.sum = part.all;
    push.damage = damage + block_damage;
    return push;
}

/* Evaluates a tile's list for the lanes whose bits are set, which are in that tile and have no list. */
static inline void trace_evaluate_list(const trace_lists *n, const trace_field *f, const potential_plan *plan,
                                       int32_t tile, uint32_t lanes, vfloat x, vfloat y,
                                       trace_source_sum *push)
{
    potential_block_sum part = potential_start();
    potential_damage damage;
    damage.all = vf_set(0.0f);
    damage.block = damage.all;
    damage.index = -1;
    NO_UNROLL_ON_GPU for (uint32_t i = f->list_starts[tile]; i < f->list_starts[tile + 1]; i++)
    {
        const int32_t index = f->lists[i];
        const potential_source s = f->sources[index];
        const vfloat dx = x - vf_set(s.x), dy = y - vf_set(s.y);
        const potential_sum one = potential_repulsion(dx, dy, vf_set(s.eta), vf_set(s.inverse));
        potential_add(&part, index >> 6, &one);
        if (POTENTIAL_TYPES_OF(plan) == 0 && !plan->damage)
            continue;
        const vmask bears = potential_in_range(dx, dy, s.range);
        if (POTENTIAL_TYPES_OF(plan) == 0) {
            potential_damage_add(&damage, index >> 6, vf_mask_zero(bears, vf_set(s.power)));
            continue;
        }
        for (uint32_t bits = vmask_bits(bears) & lanes; bits; bits &= bits - 1u)
            trace_at(n, TRACE_COUNTS, s.type)[first_lane(bits)] += 1.0f;
    }
    const potential_sum sum = potential_end(&part);
    push->sum.fx = vf_select_bits(lanes, sum.fx, push->sum.fx);
    push->sum.fy = vf_select_bits(lanes, sum.fy, push->sum.fy);
    push->sum.potential = vf_select_bits(lanes, sum.potential, push->sum.potential);
    push->damage = vf_select_bits(lanes, damage.all + damage.block, push->damage);
}

/* Evaluates the wall lists of the lanes. */
static FORCE_INLINE potential_sum trace_evaluate_walls(const trace_lists *n, const potential_terrain *t,
                                                       vfloat x, vfloat y)
{
    const vfloat eta = vf_set(t->eta), inverse = vf_set(t->inverse);
    trace_block_sum part = trace_block_sum_begin();
    potential_nearest nearest;
    nearest.square = vf_set(3.0e38f);
    nearest.dx = vf_set(3.0e18f);
    nearest.dy = vf_set(0.0f);
    const vfloat beyond = vf_set(TRACE_BEYOND * t->range * t->range);
    for (int32_t k = 0; k < n->walls; k++) {
        const vfloat dx = x - vf_load(trace_at(n, TRACE_WALL_X, k)),
                     dy = y - vf_load(trace_at(n, TRACE_WALL_Y, k));
        if (!vmask_bits(vf_le(dx * dx + dy * dy, beyond)))
            continue;
        if (t->nearest) {
            const vfloat square = dx * dx + dy * dy;
            const vmask closer = vf_lt(square, nearest.square);
            nearest.square = vf_select(closer, square, nearest.square);
            nearest.dx = vf_select(closer, dx, nearest.dx);
            nearest.dy = vf_select(closer, dy, nearest.dy);
        } else {
            const potential_sum one = potential_repulsion(dx, dy, eta, inverse);
            trace_add(&part, vi_load(trace_whole_at(n, TRACE_WALL_BLOCK, k)), &one);
        }
    }
    if (t->nearest)
        part.block = potential_repulsion(nearest.dx, nearest.dy, eta, inverse);
    potential_join(&part.all, &part.block);
    return part.all;
}

/* All walls around the position of one lane; the sum is in every lane. */
static inline potential_sum trace_evaluate_all_walls(const trace_field *f, const potential_terrain *t,
                                                     int32_t world, float x, float y)
{
    potential_box box;
    box.left = box.right = x;
    box.top = box.bottom = y;
    return potential_walls(t, f->walls, world, box, vf_set(x), vf_set(y));
}
#endif

#endif
