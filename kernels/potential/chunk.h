/* Evaluation of a chunk of a tile's points: points are binned by position, combined into batches, and
 * evaluated against goals, sources and walls. */
#ifndef THRONG_KERNELS_POTENTIAL_CHUNK_H
#define THRONG_KERNELS_POTENTIAL_CHUNK_H

#include "kernels/potential/binning.h"
#include "kernels/potential/interaction.h"

/* Points first .. first + count - 1 in tile order, all of one tile, and the sources that reach into the
 * tile. */
typedef struct potential_work {
    int32_t tile;
    uint32_t first, count;
    uint32_t list, list_count; /* start and length of the source list */
} potential_work;

/* OpenCL devices use the order of the points by tile; the CPU backend copies the points in that order. */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define POTENTIAL_ORDERED 1
#else
#define POTENTIAL_ORDERED 0
#endif

typedef struct potential_field {
    THRONG_GLOBAL const potential_source *sources;
    THRONG_GLOBAL const potential_goal *goals;
#if POTENTIAL_ORDERED
    THRONG_GLOBAL const potential_point *points;
    THRONG_GLOBAL const uint32_t *order; /* points by tile */
#else
    const potential_binned *binned;
#endif
    THRONG_GLOBAL const int32_t *lists; /* sources by tile, ascending */
    THRONG_GLOBAL const uint32_t *walls;
    THRONG_GLOBAL const float *measure; /* measure of each set of types */
    THRONG_GLOBAL potential_force *forces;
} potential_field;

/* The i-th point in tile order. */
static inline potential_binned potential_point_at(const potential_field *f, uint32_t i)
{
#if POTENTIAL_ORDERED
    const potential_point point = f->points[f->order[i]];
    potential_binned binned;
    binned.x = point.x;
    binned.y = point.y;
    binned.goal = point.goal;
    binned.id = f->order[i];
    return binned;
#else
    return f->binned[i];
#endif
}

#define POTENTIAL_CHUNK_CAPACITY (POTENTIAL_CHUNK + 16) /* points, padded to whole vectors */

/* Points of a chunk, in scratch memory. by_all: 1 if all goals attract the point. */
typedef struct potential_points {
    THRONG_SCRATCH float *x, *y, *goal_x, *goal_y, *k, *by_all;
    THRONG_SCRATCH int32_t *id;
    THRONG_SCRATCH float *state;  /* partial sums of each batch: 8 vectors */
    THRONG_SCRATCH float *counts; /* sources in range by type of each batch: CHOQUET_TYPES vectors */
    THRONG_SCRATCH int32_t *at;   /* 2 per batch: current blocks */
    int32_t batches;
} potential_points;

#define POTENTIAL_POINT_ARRAYS (17 + CHOQUET_TYPES)

static inline size_t potential_scratch_bytes(void)
{
    return potential_source_block_bytes() + sizeof(float) * POTENTIAL_POINT_ARRAYS * POTENTIAL_CHUNK_CAPACITY;
}

static inline potential_points potential_points_at(THRONG_SCRATCH float *scratch)
{
    potential_points p;
    p.x = scratch;
    p.y = p.x + POTENTIAL_CHUNK_CAPACITY;
    p.goal_x = p.y + POTENTIAL_CHUNK_CAPACITY;
    p.goal_y = p.goal_x + POTENTIAL_CHUNK_CAPACITY;
    p.k = p.goal_y + POTENTIAL_CHUNK_CAPACITY;
    p.by_all = p.k + POTENTIAL_CHUNK_CAPACITY;
    p.state = p.by_all + POTENTIAL_CHUNK_CAPACITY;
    p.counts = p.state + (size_t)8 * POTENTIAL_CHUNK_CAPACITY;
    p.id = (THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)(p.counts + (size_t)CHOQUET_TYPES *
                                                                            POTENTIAL_CHUNK_CAPACITY);
    p.at = p.id + POTENTIAL_CHUNK_CAPACITY;
    p.batches = 0;
    return p;
}

/* Bins of a tile: rows about as high as a batch of points is wide if it is square, and short columns. */
#define POTENTIAL_BIN_ROWS 8 /* maximum */
#define POTENTIAL_BIN_COLUMNS 16
typedef struct potential_bins {
    float left, top, per_x, per_y;
    int32_t rows;
} potential_bins;

static inline potential_bins potential_bins_of(const potential_plan *plan, const potential_work *work)
{
    const int32_t tile = work->tile;
    const float batches = (float)work->count / (float)THRONG_WIDTH * plan->height * plan->per_x;
    potential_bins bins;
    bins.left = plan->left + plan->width * (float)(tile % plan->columns);
    bins.top = plan->top + plan->height * (float)(tile / plan->columns % plan->rows);
    bins.rows = (int32_t)scalar_min(scalar_sqrt(batches) + 0.5f, (float)POTENTIAL_BIN_ROWS);
    bins.rows = bins.rows < 1 ? 1 : bins.rows;
    bins.per_x = plan->per_x * (float)POTENTIAL_BIN_COLUMNS;
    bins.per_y = plan->per_y * (float)bins.rows;
    return bins;
}

/* Bin of points: row by row, odd rows backwards. */
static inline vint potential_bin_index(const potential_bins *bins, vfloat x, vfloat y)
{
    const vint column = potential_slots(x, bins->left, bins->per_x, POTENTIAL_BIN_COLUMNS);
    const vint row = potential_slots(y, bins->top, bins->per_y, bins->rows);
    const vint odd = vi_sub(vi_set(0), vi_and(row, vi_set(1)));
    return vi_add(vi_mul(row, vi_set(POTENTIAL_BIN_COLUMNS)),
                  vi_xor(column, vi_and(odd, vi_set(POTENTIAL_BIN_COLUMNS - 1))));
}

/* Bin of each point of a chunk; returns the number of bins. */
static inline int32_t potential_find_bins(const potential_points *p, const potential_field *f,
                                          const potential_plan *plan, const potential_work *work,
                                          THRONG_SCRATCH int32_t *bin)
{
    const potential_bins bins = potential_bins_of(plan, work);
    const int32_t count = (int32_t)work->count;
    THRONG_SCRATCH float *x = p->state, *y = x + POTENTIAL_CHUNK_CAPACITY; /* not in use yet */
    for (int32_t i = 0; i < count; i++) {
        const potential_binned point = potential_point_at(f, work->first + (uint32_t)i);
        x[i] = point.x;
        y[i] = point.y;
    }
    for (int32_t i = 0; i < count; i += THRONG_WIDTH)
        vi_store(bin + i, potential_bin_index(&bins, vf_load(x + i), vf_load(y + i)));
    return bins.rows * POTENTIAL_BIN_COLUMNS;
}

static inline void potential_load_point(potential_points *p, int32_t at, const potential_field *f,
                                        const potential_plan *plan, const potential_binned *binned,
                                        int32_t world)
{
    p->id[at] = (int32_t)binned->id;
    p->x[at] = binned->x;
    p->y[at] = binned->y;
    if (plan->goals == 0)
        return;
    potential_point point;
    point.x = binned->x;
    point.y = binned->y;
    point.goal = binned->goal;
    point.world = world;
    const potential_goal goal = potential_goal_of(f->goals, plan->goals, &point);
    p->by_all[at] = point.goal == POTENTIAL_ALL ? 1.0f : 0.0f;
    p->goal_x[at] = goal.x;
    p->goal_y[at] = goal.y;
    p->k[at] = goal.k;
}

/* Loads the points into scratch memory, sorted by bin. The last point is repeated as padding. */
static inline void potential_bin_points(potential_points *p, const potential_field *f,
                                        const potential_plan *plan, const potential_work *work, int32_t world)
{
    int32_t starts[POTENTIAL_BIN_ROWS * POTENTIAL_BIN_COLUMNS + 1];
    THRONG_SCRATCH int32_t *bin = p->at; /* not in use yet */
    const int32_t count = (int32_t)work->count, bins = potential_find_bins(p, f, plan, work, bin);
    for (int32_t i = 0; i <= bins; i++)
        starts[i] = 0;
    for (int32_t i = 0; i < count; i++)
        starts[bin[i] + 1]++;
    for (int32_t i = 0; i < bins; i++)
        starts[i + 1] += starts[i];
    potential_binned last = potential_point_at(f, work->first);
    for (int32_t i = 0; i < count; i++) {
        const potential_binned binned = potential_point_at(f, work->first + (uint32_t)i);
        const int32_t at = starts[bin[i]]++;
        if (at == count - 1)
            last = binned;
        potential_load_point(p, at, f, plan, &binned, world);
    }
    p->batches = (count + THRONG_WIDTH - 1) / THRONG_WIDTH;
    for (int32_t i = count; i < p->batches * THRONG_WIDTH; i++)
        potential_load_point(p, i, f, plan, &last, world);
    for (int32_t i = 0; i < 8 * p->batches; i++)
        vf_store(p->state + POTENTIAL_AT(i), vf_set(0.0f));
    for (int32_t i = 0; i < 2 * p->batches; i++)
        p->at[i] = -1;
    for (int32_t i = 0; plan->types > 0 && i < CHOQUET_TYPES * p->batches; i++)
        vf_store(p->counts + POTENTIAL_AT(i), vf_set(0.0f));
}

static inline potential_box potential_box_of(vfloat x, vfloat y)
{
    potential_box box;
    box.left = vf_reduce_min(x);
    box.right = vf_reduce_max(x);
    box.top = vf_reduce_min(y);
    box.bottom = vf_reduce_max(y);
    return box;
}

/* ---- sources */

static inline potential_block_sum potential_load(const potential_points *p, int32_t batch)
{
    THRONG_SCRATCH const float *state = p->state + POTENTIAL_AT(8 * batch);
    potential_block_sum part;
    part.all.fx = vf_load(state);
    part.all.fy = vf_load(state + POTENTIAL_AT(1));
    part.all.potential = vf_load(state + POTENTIAL_AT(2));
    part.block.fx = vf_load(state + POTENTIAL_AT(3));
    part.block.fy = vf_load(state + POTENTIAL_AT(4));
    part.block.potential = vf_load(state + POTENTIAL_AT(5));
    part.index = p->at[(size_t)2 * (size_t)batch];
    return part;
}

static inline void potential_store(const potential_points *p, int32_t batch, const potential_block_sum *part)
{
    THRONG_SCRATCH float *state = p->state + POTENTIAL_AT(8 * batch);
    vf_store(state, part->all.fx);
    vf_store(state + POTENTIAL_AT(1), part->all.fy);
    vf_store(state + POTENTIAL_AT(2), part->all.potential);
    vf_store(state + POTENTIAL_AT(3), part->block.fx);
    vf_store(state + POTENTIAL_AT(4), part->block.fy);
    vf_store(state + POTENTIAL_AT(5), part->block.potential);
    p->at[(size_t)2 * (size_t)batch] = part->index;
}

static inline potential_damage potential_load_damage(const potential_points *p, int32_t batch)
{
    THRONG_SCRATCH const float *state = p->state + POTENTIAL_AT(8 * batch + 6);
    potential_damage damage;
    damage.all = vf_load(state);
    damage.block = vf_load(state + POTENTIAL_AT(1));
    damage.index = p->at[(size_t)2 * (size_t)batch + 1];
    return damage;
}

static inline void potential_add_source_block(const potential_points *p, const potential_source_block *c,
                                              const potential_field *f, const potential_plan *plan,
                                              potential_prefetch *ahead)
{
    int32_t skip = 0; /* batches that skip culling: nearly all sources reached the previous batch */
    for (int32_t batch = 0; batch < p->batches; batch++) {
        const vfloat x = vf_load(p->x + POTENTIAL_AT(batch)), y = vf_load(p->y + POTENTIAL_AT(batch));
        THRONG_SCRATCH const int32_t *list = c->all;
        int32_t count = c->count;
        if (skip > 0) {
            skip--;
        } else {
            list = c->list;
            count = potential_cull(c, potential_box_of(x, y));
            if (8 * count >= 7 * c->count)
                skip = 15;
        }
        for (int32_t lane = 0; lane < THRONG_WIDTH; lane++)
            prefetch(f->forces + p->id[batch * THRONG_WIDTH + lane]); /* will be written */
        potential_block_sum part = potential_load(p, batch);
        potential_repel(&part, c->sources, list, count, x, y, ahead);
        potential_store(p, batch, &part);
        if (plan->types > 0)
            potential_tally(p->counts + POTENTIAL_AT(CHOQUET_TYPES * batch), c->sources, list, count, x, y);
        else if (plan->damage) {
            potential_damage damage = potential_load_damage(p, batch);
            potential_sum_damage(&damage, c->sources, list, count, x, y);
            vf_store(p->state + POTENTIAL_AT(8 * batch + 6), damage.all);
            vf_store(p->state + POTENTIAL_AT(8 * batch + 7), damage.block);
            p->at[(size_t)2 * (size_t)batch + 1] = damage.index;
        }
    }
}

/* ---- goals, walls, results */

static inline potential_sum potential_goals(const potential_points *p, const potential_field *f,
                                            const potential_plan *plan, int32_t batch, int32_t world)
{
    const int32_t at = batch * THRONG_WIDTH;
    if (plan->goals == 0)
        return potential_zero();
    const vfloat x = vf_load(p->x + at), y = vf_load(p->y + at);
    const vmask by_all = vf_lt(vf_set(0.5f), vf_load(p->by_all + at));
    const potential_sum own =
        potential_one_goal(vf_load(p->goal_x + at), vf_load(p->goal_y + at), vf_load(p->k + at), x, y);
    if (!vmask_bits(by_all))
        return own;
    potential_sum sum = potential_all_goals(f->goals, plan->goals, world, x, y);
    sum.fx = vf_select(by_all, sum.fx, own.fx);
    sum.fy = vf_select(by_all, sum.fy, own.fy);
    sum.potential = vf_select(by_all, sum.potential, own.potential);
    return sum;
}

static inline void potential_write(const potential_points *p, const potential_field *f, int32_t batch,
                                   const potential_sum *sum, vfloat damage)
{
    THRONG_SCRATCH float *out = p->state + POTENTIAL_AT(8 * batch); /* no longer in use */
    vf_store(out, potential_result(sum->fx));
    vf_store(out + POTENTIAL_AT(1), potential_result(sum->fy));
    vf_store(out + POTENTIAL_AT(2), potential_result(vf_set(0.5f) * sum->potential));
    vf_store(out + POTENTIAL_AT(3), potential_result(damage));
    for (int32_t lane = 0; lane < THRONG_WIDTH; lane++) {
        potential_force force;
        force.fx = out[lane];
        force.fy = out[THRONG_WIDTH + lane];
        force.potential = out[2 * THRONG_WIDTH + lane];
        force.damage = out[3 * THRONG_WIDTH + lane];
        f->forces[p->id[batch * THRONG_WIDTH + lane]] = force;
    }
}

static inline void potential_finish(const potential_points *p, const potential_field *f,
                                    const potential_plan *plan, int32_t batch, int32_t world)
{
    potential_block_sum sources = potential_load(p, batch);
    const potential_damage damage = potential_load_damage(p, batch);
    potential_sum repulsion = potential_end(&sources);
    vfloat total_damage = damage.all + damage.block;
    if (plan->types > 0) {
        vfloat counts[CHOQUET_TYPES];
        UNROLL
        for (int32_t k = 0; k < CHOQUET_TYPES; k++)
            counts[k] = vf_load(p->counts + POTENTIAL_AT(CHOQUET_TYPES * batch + k));
        const potential_interaction interaction = potential_interaction_of(counts, plan->types, f->measure);
        total_damage = plan->damage ? interaction.value : total_damage;
        if (plan->interaction)
            potential_scale(&repulsion, interaction.share);
    }
    potential_sum sum = potential_goals(p, f, plan, batch, world);
    potential_join(&sum, &repulsion);
    if (plan->terrain.columns > 0) {
        const vfloat x = vf_load(p->x + POTENTIAL_AT(batch)), y = vf_load(p->y + POTENTIAL_AT(batch));
        const potential_sum walls =
            potential_walls(&plan->terrain, f->walls, world, potential_box_of(x, y), x, y);
        potential_join(&sum, &walls);
    }
    potential_write(p, f, batch, &sum, total_damage);
}

/* Sources that follow after `done` sources of a chunk: more of them, or the first ones of the next chunk. */
static inline potential_prefetch potential_prefetch_of(const potential_field *f, const potential_work *work,
                                                       const potential_work *next, uint32_t done)
{
    const potential_work *of = done < work->list_count ? work : next;
    const uint32_t first = done < work->list_count ? done : 0, left = of ? of->list_count - first : 0;
    potential_prefetch ahead;
    ahead.list = of ? f->lists + of->list + first : 0;
    ahead.count = (int32_t)(left < POTENTIAL_SOURCE_BLOCK ? left : POTENTIAL_SOURCE_BLOCK);
    return ahead;
}

/* Evaluates the points of a chunk. next: the chunk that probably follows, or NULL. */
static inline void potential_chunk(const potential_field *f, const potential_plan *plan,
                                   const potential_work *work, const potential_work *next,
                                   THRONG_SCRATCH float *scratch)
{
    potential_source_block block = potential_source_block_at(scratch);
    potential_points points = potential_points_at(scratch + potential_source_block_bytes() / sizeof(float));
    const int32_t world = work->tile / (plan->columns * plan->rows);
    potential_bin_points(&points, f, plan, work, world);
    for (uint32_t done = 0; done < work->list_count; done += POTENTIAL_SOURCE_BLOCK) {
        const uint32_t left = work->list_count - done;
        potential_load_source_block(&block, f->sources, f->lists + work->list + done,
                                    (int32_t)(left < POTENTIAL_SOURCE_BLOCK ? left : POTENTIAL_SOURCE_BLOCK));
        potential_prefetch ahead = potential_prefetch_of(f, work, next, done + (uint32_t)block.count);
        potential_add_source_block(&points, &block, f, plan, &ahead);
    }
    for (int32_t batch = 0; batch < points.batches; batch++)
        potential_finish(&points, f, plan, batch, world);
}

#endif
