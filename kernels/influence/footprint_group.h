/* Footprints computed by work-groups (GPUs): windows per key type, in local memory if they fit, and state
 * shared by the group. Bits are those of footprint_write() in kernels/influence/footprint.h. */
#ifndef THRONG_KERNELS_INFLUENCE_FOOTPRINT_GROUP_H
#define THRONG_KERNELS_INFLUENCE_FOOTPRINT_GROUP_H

#include "kernels/influence/device.h"
#include "kernels/influence/footprint.h"

#if FOOTPRINT_PROPAGATION == INFLUENCE_PATH

#define PATHS
#define STRAIGHT(q) (8 * (FOOTPRINT_GRID == GRID_SQUARE8 ? (q) : 1))

#define GROUPED(name) near_narrow_##name
#define KEY short
#define SUM int
#define SPACE __local
#define NOTHING 32767
#define WALL (-32768)
#define key_cost(k) (relax_diagonal(k, FOOTPRINT_GRID) ? 8 * PATH_NARROW_P : STRAIGHT(PATH_NARROW_Q))
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
#define key_cost(k) (relax_diagonal(k, FOOTPRINT_GRID) ? 8 * PATH_WIDE_P : STRAIGHT(PATH_WIDE_Q))
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
#define key_cost(k) (relax_diagonal(k, FOOTPRINT_GRID) ? 8 * PATH_WIDE_P : STRAIGHT(PATH_WIDE_Q))
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
#define key_cost(k)                                                                                          \
    (relax_diagonal(k, FOOTPRINT_GRID) ? 8L * PATH_WIDEST_P : 1L * STRAIGHT(1L * PATH_WIDEST_Q))
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
#define key_step(a, cost) (kind & RELAX_FACTORS ? (a) * (cost) : (a) - (cost))
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
#define key_step(a, cost) (kind & RELAX_FACTORS ? (a) * (cost) : (a) - (cost))
#define key_limited(a, limit) ((limit) <= (a) ? (a) : NOTHING)
#define key_better(a, b) ((a) > (b))
#include "kernels/influence/footprint_group.inc"

#endif

/* State of the object in work, shared by the group. */
typedef struct footprint_shared {
    float number[16]; /* per direction or rank: shortenings, or costs and the threshold */
    float cosine[8];
    int rank[8];
    int changed;
} footprint_shared;

/* The area, or an empty one if the object is not this kernel's: its work-items still pass all barriers. */
static relax_area only_if(int wanted, relax_area area)
{
    if (!wanted) {
        area.columns = 0;
        area.rows = 0;
    }
    return area;
}

#if FOOTPRINT_PROPAGATION == INFLUENCE_PATH

/* Ranks and shortenings of footprint_paths_of(); returns the longest path that counts. */
static float share_paths(__local footprint_shared *shared, const influence_source *s)
{
    int32_t k = (int32_t)get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < RELAX_DIRECTIONS)
        shared->cosine[k] = footprint_cosine(k, s, FOOTPRINT_GRID);
    barrier(CLK_LOCAL_MEM_FENCE);
    float largest = 0.0f;
    int32_t before = 0;
    for (int32_t other = 0; other < RELAX_DIRECTIONS; other++) {
        float cosine = shared->cosine[other], own = shared->cosine[k & 7];
        largest = scalar_max(largest, cosine);
        before += cosine > own || (cosine == own && other < k);
    }
    if (k < RELAX_DIRECTIONS) {
        shared->rank[k] = before;
        shared->number[before] = 1.0f / (1.0f + shared->cosine[k]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return footprint_farthest(s, largest);
}

/* Influence at a path's end. */
static float path_value(float length, int rank, const influence_source *s,
                        __local const footprint_shared *shared)
{
    const influence_terms terms = influence_terms_of(s);
    float d[INFLUENCE_UNROLL], value[INFLUENCE_UNROLL];
    EACH_VECTOR d[u] = s->kind & INFLUENCE_ADJUSTED ? length * shared->number[rank] : length;
    influence_values(value, d, &terms, s->kind);
    return value[0];
}

static float narrow_length(int key)
{
    float dist = (float)(key >> 3);
    return FOOTPRINT_GRID == GRID_SQUARE8 ? path_narrow_length(dist) : dist;
}

static float wide_length(int key)
{
    return FOOTPRINT_GRID == GRID_SQUARE8 ? path_wide_length(key >> 3) : (float)(key >> 3);
}

static float widest_length(long key)
{
    return FOOTPRINT_GRID == GRID_SQUARE8 ? path_widest_length(key >> 3) : (float)(key >> 3);
}

/* Key width of an object, and whether its window fits in local memory. */
typedef struct footprint_needs {
    int narrow, near;
    int beyond; /* paths may exceed wide keys */
} footprint_needs;

static footprint_needs needs_of(relax_area area, float farthest, ulong near_bytes)
{
    footprint_needs n;
    n.narrow = footprint_width(farthest, area, FOOTPRINT_GRID) == FOOTPRINT_NARROW;
    n.beyond = scalar_min(farthest, footprint_longest(area)) >
               (FOOTPRINT_GRID == GRID_SQUARE8 ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS);
    n.near = !n.beyond && footprint_group_bytes(area.columns, area.rows,
                                                n.narrow ? sizeof(short) : sizeof(int)) <= near_bytes;
    return n;
}

#else

/* Step costs of footprint_steps_of(), followed by the threshold. */
static void share_steps(__local footprint_shared *shared, const influence_source *s)
{
    int32_t k = (int32_t)get_local_id(0);
    if (k <= RELAX_DIRECTIONS) {
        float d[INFLUENCE_UNROLL], power[INFLUENCE_UNROLL];
        float length = k < RELAX_DIRECTIONS ? footprint_step(k, s, FOOTPRINT_GRID) : s->reach;
        EACH_VECTOR d[u] = length;
        EACH_VECTOR power[u] = 0.0f;
        if (s->kind & INFLUENCE_EXPONENTIAL)
            footprint_power(power, d, s);
        else
            power[0] = scalar_abs(s->rate) * length;
        shared->number[k] = k < RELAX_DIRECTIONS ? power[0] : footprint_least(s, power[0]);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#endif

/* Loops over the cells of the footprint, row padding included, distributed over the work-items. */
#define EACH_VALUE(w)                                                                                        \
    for (int32_t pitch = footprint_pitch((w).columns), i = (int32_t)get_local_id(0); i < pitch * (w).rows;   \
         i += GROUP)
#define VALUE_COLUMN (i % pitch + 1)
#define VALUE_ROW (i / pitch + 1)

#endif
