/* A patch by a whole work-group (GPUs): windows for each type of key, in local memory where they fit, and
 * what the group shares. patch_write() in influence_patch.h gives the same bits. */
#ifndef THRONG_KERNELS_INFLUENCE_FOOTPRINT_GROUP_H
#define THRONG_KERNELS_INFLUENCE_FOOTPRINT_GROUP_H

#include "kernels/influence/device.h"
#include "kernels/influence/footprint.h"

#if PATCH_PROPAGATION == INFLUENCE_PATH

#define PATHS
#define STRAIGHT(q) (8 * (PATCH_GRID == SPREAD_SQUARE8 ? (q) : 1))

#define GROUPED(name) near_narrow_##name
#define KEY short
#define SUM int
#define SPACE __local
#define NOTHING 32767
#define WALL (-32768)
#define key_cost(k) (spread_diagonal(k, PATCH_GRID) ? 8 * PATH_NARROW_P : STRAIGHT(PATH_NARROW_Q))
#define key_step(a, cost) ((a) + (cost))
#define key_limited(a, limit) ((a) > NOTHING ? NOTHING : (a))
#define key_better(a, b) ((a) < (b))
#include "kernels/influence/footprint_group.inc"

#define GROUPED(name) near_wide_##name
#define KEY int
#define SUM int
#define SPACE __local
#define NOTHING 2147000000
#define WALL (-1)
#define key_cost(k) (spread_diagonal(k, PATCH_GRID) ? 8 * PATH_WIDE_P : STRAIGHT(PATH_WIDE_Q))
#define key_step(a, cost) ((a) + (cost))
#define key_limited(a, limit) ((a) > (limit) ? NOTHING : (a))
#define key_better(a, b) ((a) < (b))
#include "kernels/influence/footprint_group.inc"

#define GROUPED(name) far_wide_##name
#define KEY int
#define SUM int
#define SPACE __global
#define NOTHING 2147000000
#define WALL (-1)
#define key_cost(k) (spread_diagonal(k, PATCH_GRID) ? 8 * PATH_WIDE_P : STRAIGHT(PATH_WIDE_Q))
#define key_step(a, cost) ((a) + (cost))
#define key_limited(a, limit) ((a) > (limit) ? NOTHING : (a))
#define key_better(a, b) ((a) < (b))
#include "kernels/influence/footprint_group.inc"

#define GROUPED(name) far_widest_##name
#define KEY long
#define SUM long
#define SPACE __global
#define NOTHING 8000000000000000000
#define WALL (-1)
#define key_cost(k) (spread_diagonal(k, PATCH_GRID) ? 8L * PATH_WIDEST_P : 1L * STRAIGHT(1L * PATH_WIDEST_Q))
#define key_step(a, cost) ((a) + (cost))
#define key_limited(a, limit) ((a) > (limit) ? NOTHING : (a))
#define key_better(a, b) ((a) < (b))
#include "kernels/influence/footprint_group.inc"

#else

#define GROUPED(name) near_flood_##name
#define KEY float
#define SUM float
#define SPACE __local
#define NOTHING 0.0f
#define WALL (-1.0f)
#define key_cost(k) costs[k]
#define key_step(a, cost) (kind & SPREAD_FACTORS ? (a) * (cost) : (a) - (cost))
#define key_limited(a, limit) ((limit) <= (a) ? (a) : NOTHING)
#define key_better(a, b) ((a) > (b))
#include "kernels/influence/footprint_group.inc"

#define GROUPED(name) far_flood_##name
#define KEY float
#define SUM float
#define SPACE __global
#define NOTHING 0.0f
#define WALL (-1.0f)
#define key_cost(k) costs[k]
#define key_step(a, cost) (kind & SPREAD_FACTORS ? (a) * (cost) : (a) - (cost))
#define key_limited(a, limit) ((limit) <= (a) ? (a) : NOTHING)
#define key_better(a, b) ((a) > (b))
#include "kernels/influence/footprint_group.inc"

#endif

/* What a group knows of the object at work. */
typedef struct patch_shared {
    float number[16]; /* of each direction or rank: cosines, shortenings, costs; then powers */
    float cosine[8];
    int rank[8];
    int changed;
} patch_shared;

/* An area of no cell, for objects that are not this kernel's: its work-items pass the same barriers. */
static spread_area only_if(int wanted, spread_area area)
{
    if (!wanted) {
        area.columns = 0;
        area.rows = 0;
    }
    return area;
}

#if PATCH_PROPAGATION == INFLUENCE_PATH

/* Ranks and shortenings, as patch_paths_of() has them; the farthest path that counts. */
static float share_paths(__local patch_shared *shared, const influence_source *s)
{
    int32_t k = (int32_t)get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < SPREAD_DIRECTIONS)
        shared->cosine[k] = patch_cosine(k, s, PATCH_GRID);
    barrier(CLK_LOCAL_MEM_FENCE);
    float largest = 0.0f;
    int32_t before = 0;
    for (int32_t other = 0; other < SPREAD_DIRECTIONS; other++) {
        float cosine = shared->cosine[other], own = shared->cosine[k & 7];
        largest = plain_max(largest, cosine);
        before += cosine > own || (cosine == own && other < k);
    }
    if (k < SPREAD_DIRECTIONS) {
        shared->rank[k] = before;
        shared->number[before] = 1.0f / (1.0f + shared->cosine[k]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return patch_farthest(s, largest);
}

/* The value at the end of a path. */
static float path_value(float length, int rank, const influence_source *s, __local const patch_shared *shared)
{
    const influence_terms terms = influence_terms_of(s);
    float d[INFLUENCE_GROUP], value[INFLUENCE_GROUP];
    EACH_VECTOR d[u] = s->kind & INFLUENCE_ADJUSTED ? length * shared->number[rank] : length;
    influence_values(value, d, &terms, s->kind);
    return value[0];
}

static float narrow_length(int key)
{
    float dist = (float)(key >> 3);
    return PATCH_GRID == SPREAD_SQUARE8 ? path_narrow_length(dist) : dist;
}

static float wide_length(int key)
{
    return PATCH_GRID == SPREAD_SQUARE8 ? path_wide_length(key >> 3) : (float)(key >> 3);
}

static float widest_length(long key)
{
    return PATCH_GRID == SPREAD_SQUARE8 ? path_widest_length(key >> 3) : (float)(key >> 3);
}

/* Which keys an object needs, and whether they fit in local memory. */
typedef struct patch_needs {
    int narrow, near;
    int beyond; /* wide keys may not reach the end of its paths */
} patch_needs;

static patch_needs needs_of(spread_area area, float farthest, ulong near_bytes)
{
    patch_needs n;
    n.narrow = patch_width(farthest, area, PATCH_GRID) == PATCH_NARROW;
    n.beyond = plain_min(farthest, patch_longest(area)) >
               (PATCH_GRID == SPREAD_SQUARE8 ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS);
    n.near = !n.beyond &&
             patch_group_bytes(area.columns, area.rows, n.narrow ? sizeof(short) : sizeof(int)) <= near_bytes;
    return n;
}

#else

/* What steps cost, as patch_steps_of() has it, and behind that the least that is kept. */
static void share_steps(__local patch_shared *shared, const influence_source *s)
{
    int32_t k = (int32_t)get_local_id(0);
    if (k <= SPREAD_DIRECTIONS) {
        float d[INFLUENCE_GROUP], power[INFLUENCE_GROUP];
        float length = k < SPREAD_DIRECTIONS ? patch_step(k, s, PATCH_GRID) : s->reach;
        EACH_VECTOR d[u] = length;
        EACH_VECTOR power[u] = 0.0f;
        if (s->kind & INFLUENCE_EXPONENTIAL)
            patch_power(power, d, s);
        else
            power[0] = plain_abs(s->rate) * length;
        shared->number[k] = k < SPREAD_DIRECTIONS ? power[0] : patch_least(s, power[0]);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#endif

/* Cells of the patch over work-items, zeros behind its rows included. */
#define EACH_VALUE(w)                                                                                        \
    for (int32_t pitch = patch_pitch((w).columns), i = (int32_t)get_local_id(0); i < pitch * (w).rows;       \
         i += GROUP)
#define VALUE_COLUMN (i % pitch + 1)
#define VALUE_ROW (i / pitch + 1)

#endif
