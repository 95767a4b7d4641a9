/* State of the traced paths, one per lane; refresh of their neighbour lists; evaluation of the field. */
#ifndef THRONG_KERNELS_TRACE_LANES_H
#define THRONG_KERNELS_TRACE_LANES_H

#include "kernels/trace/field_sampling.h"
#if TRACE_SCALAR
#include "kernels/trace/item_sampling.h"
#endif

/* On GPUs the state of a path does not fit in registers. It lies in global memory, each word interleaved with
 * that of the other paths of its group of TRACE_STRIDE, so that accesses coalesce. A path's own word is the
 * first one of arrays that begin at its own offset. */
#if TRACE_SCALAR
#define TRACE_STATE __global
#define TRACE_LANES TRACE_STRIDE
#define TRACE_ONE(name) name, name##_of_others[TRACE_STRIDE - 1]
#else
#define TRACE_STATE
#define TRACE_LANES THRONG_WIDTH
#define TRACE_ONE(name) name
#endif

typedef struct trace_lanes {
    float x[TRACE_LANES], y[TRACE_LANES];
    float from_x[TRACE_LANES], from_y[TRACE_LANES]; /* position of the last refresh of the source list */
    float speed[TRACE_LANES];                       /* step length */
    float goal_x[TRACE_LANES], goal_y[TRACE_LANES], k[TRACE_LANES];
    float time[TRACE_LANES]; /* duration of the last step, in full steps */
    float damage[TRACE_LANES], block_damage[TRACE_LANES];
    float odd[TRACE_LANES], block_odd[TRACE_LANES]; /* length of the steps that were not full steps */
    float near_x[TRACE_LANES], near_y[TRACE_LANES]; /* position some steps ago */
    float far_x[TRACE_LANES], far_y[TRACE_LANES];   /* and long ago */
    float lowest[TRACE_LANES],
        trap[TRACE_LANES];      /* lowest potential since the last escape; potential of the trap */
    float nearest[TRACE_LANES]; /* smallest squared distance to the goal at which a hill was raised */
    int32_t id[TRACE_LANES], world[TRACE_LANES], flow_world[TRACE_LANES];
    int32_t step[TRACE_LANES], full[TRACE_LANES]; /* steps; full steps among them */
    int32_t since[TRACE_LANES],
        far_from[TRACE_LANES];  /* step of the last escape; step from which far_x is valid */
    int32_t until[TRACE_LANES]; /* first step at which it may leave the flow field */
    int32_t escapes[TRACE_LANES];
    int32_t sources[TRACE_LANES], hills[TRACE_LANES]; /* entries in its lists */
    int32_t tile[TRACE_LANES];
    int32_t status[TRACE_LANES];
    /* lane bits: running, near walls, following the flow field */
    uint32_t TRACE_ONE(active), TRACE_ONE(near_walls), TRACE_ONE(flowing);
    uint32_t TRACE_ONE(walled);               /* may touch or sense walls before the next refresh */
    uint32_t TRACE_ONE(goal_hidden);          /* hills were raised while walls hid the goal */
    uint32_t TRACE_ONE(next), TRACE_ONE(end); /* range of starts not yet claimed */
    uint32_t TRACE_ONE(lists);                /* GPUs: offset of its lists in scratch memory */
#if !TRACE_SCALAR
    float walls_x[TRACE_LANES], walls_y[TRACE_LANES]; /* position of the last refresh of the wall list */
    int32_t walls[TRACE_LANES];
    int32_t source_end[TRACE_LANES], wall_end[TRACE_LANES]; /* entries from here on are padding */
    uint32_t many_sources, many_walls;                      /* list overflow: too many sources, or walls */
#endif
} trace_lanes;

/* ---------------------------------------------------------------- neighbour lists ------------------ */

/* Empties the lists of a lane; they keep their padding. */
static inline void trace_empty_lists(TRACE_STATE trace_lanes *l, int32_t lane)
{
    l->sources[lane] = l->hills[lane] = 0;
#if !TRACE_SCALAR
    l->walls[lane] = 0;
    l->many_sources &= ~(1u << lane);
    l->many_walls &= ~(1u << lane);
#endif
}

/* The lists of lanes that have had none. */
static inline void trace_init_lists(TRACE_STATE trace_lanes *l)
{
#if !TRACE_SCALAR
    l->many_sources = l->many_walls = 0;
#endif
    for (int32_t lane = 0; lane < THRONG_WIDTH; lane++) {
        l->from_x[lane] = l->from_y[lane] = 0.0f;
        l->sources[lane] = l->hills[lane] = l->tile[lane] = 0;
#if !TRACE_SCALAR
        l->walls_x[lane] = l->walls_y[lane] = 0.0f;
        l->walls[lane] = l->source_end[lane] = l->wall_end[lane] = 0;
#endif
    }
}

/* Lanes that moved farther than `part` from their refresh position. */
static inline uint32_t trace_moved(TRACE_STATE const float *x, TRACE_STATE const float *y,
                                   TRACE_STATE const float *from_x, TRACE_STATE const float *from_y,
                                   float part)
{
    const vfloat dx = vf_load(x) - vf_load(from_x), dy = vf_load(y) - vf_load(from_y);
    return vmask_bits(vf_lt(vf_set(part * part), dx * dx + dy * dy));
}

#if TRACE_SCALAR
/* Finds the sources near a work-item's path, and whether walls are. */
static inline void trace_refresh_item(const trace_field *f, const trace_plan *plan,
                                      TRACE_STATE trace_lanes *l, const trace_lists *n)
{
    const potential_plan tiles = trace_tiles(f, plan), *p = &tiles;
    const float x = l->x[0], y = l->y[0];
    l->from_x[0] = x;
    l->from_y[0] = y;
    l->tile[0] = potential_tile(p, x, y, l->world[0]);
    l->sources[0] = trace_gather_indices(n, f, p, l->tile[0], x, y);
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    if (t->columns == 0)
        return;
    const terrain_view walls = trace_walls_of(f, t, l->world[0]);
    const float margin = 1.0001f * (p->skin + l->speed[0]);
    l->near_walls = !trace_area_is_free(t, walls, x, y, margin);
    l->walled = l->near_walls || !trace_area_is_free(t, walls, x, y, potential_reach(t->range) + p->skin);
}

/* Effect of the sources and walls around a work-item's path. */
static FORCE_INLINE trace_source_sum trace_evaluate_sources(const trace_field *f, const trace_plan *plan,
                                                            TRACE_STATE const trace_lanes *l,
                                                            const trace_lists *n, vfloat x, vfloat y)
{
    const trace_listed list = trace_listed_of(n, f, l->sources[0], l->tile[0]);
    return trace_evaluate_listed(n, f, &plan->field, &list, x, y);
}

static FORCE_INLINE potential_sum trace_evaluate_terrain(const trace_field *f, const trace_plan *plan,
                                                         TRACE_STATE const trace_lanes *l,
                                                         const trace_lists *n, vfloat x, vfloat y)
{
    (void)n;
    return l->walled ? trace_evaluate_around(f, plan, l->world[0], x, y) : potential_zero();
}
#else
static inline int32_t trace_max(TRACE_STATE const int32_t *counts)
{
    int32_t most = 0;
    for (int32_t lane = 0; lane < THRONG_WIDTH; lane++)
        most = counts[lane] > most ? counts[lane] : most;
    return most;
}

static inline void trace_pad_any(const trace_lists *n, const int32_t is_walls, int32_t lane, int32_t first,
                                 int32_t end)
{
    if (is_walls)
        trace_pad_walls(n, lane, first, end);
    else
        trace_pad(n, lane, first, end);
}

/* Pads the lists of refreshed lanes, and of all lanes if the longest list grew beyond `capacity`, with
 * entries without effect. Records overflows. Returns the longest length. */
static FORCE_INLINE int32_t trace_pad_lists(const trace_lists *n, const int32_t is_walls, uint32_t lanes,
                                            TRACE_STATE const int32_t *kept, TRACE_STATE int32_t *ends,
                                            const int32_t capacity, TRACE_STATE uint32_t *too_many)
{
    const int32_t most = trace_max(kept), all = is_walls ? TRACE_WALL_CAPACITY : TRACE_SOURCE_CAPACITY;
    for (uint32_t bits = lanes; bits; bits &= bits - 1u) {
        const int32_t lane = first_lane(bits);
        const int32_t own = kept[lane] > 0 ? kept[lane] : 0;
        const uint32_t fails = kept[lane] == TRACE_TOO_MANY;
        trace_pad_any(n, is_walls, lane, own, fails ? all : ends[lane]);
        ends[lane] = own;
        *too_many = (*too_many & ~(1u << lane)) | fails << lane;
    }
    for (int32_t lane = 0; lane < THRONG_WIDTH && most > capacity; lane++)
        trace_pad_any(n, is_walls, lane, ends[lane] > capacity ? ends[lane] : capacity, most);
    return most;
}

/* Refreshes the wall lists of lanes. */
static inline void trace_refresh_walls(const trace_field *f, const trace_plan *plan,
                                       TRACE_STATE trace_lanes *l, trace_lists *n, uint32_t lanes)
{
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    for (uint32_t bits = lanes; bits; bits &= bits - 1u) {
        const int32_t lane = first_lane(bits);
        const float x = l->x[lane], y = l->y[lane];
        const float margin = 1.0001f * (plan->walls_skin + l->speed[lane]);
        uint32_t near_walls = 0;
        l->walls_x[lane] = x;
        l->walls_y[lane] = y;
        l->walls[lane] = 0;
        if (l->walled >> lane & 1u) {
            l->walls[lane] = trace_gather_walls(n, f, plan, lane, l->world[lane], x, y);
            near_walls = !trace_area_is_free(t, trace_walls_of(f, t, l->world[lane]), x, y, margin);
        }
        l->near_walls = (l->near_walls & ~(1u << lane)) | near_walls << lane;
    }
    n->walls = trace_pad_lists(n, 1, lanes, l->walls, l->wall_end, n->wall_capacity, &l->many_walls);
    n->wall_capacity = n->walls > n->wall_capacity ? n->walls : n->wall_capacity;
}

static inline void trace_refresh(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                                 trace_lists *n, uint32_t lanes)
{
    const potential_plan tiles = trace_tiles(f, plan), *p = &tiles;
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    for (uint32_t bits = lanes; bits; bits &= bits - 1u) {
        const int32_t lane = first_lane(bits);
        const float x = l->x[lane], y = l->y[lane];
        const float evaluated = potential_reach(t->range) + p->skin,
                    margin = 1.0001f * (p->skin + l->speed[lane]);
        l->from_x[lane] = x;
        l->from_y[lane] = y;
        l->tile[lane] = potential_tile(p, x, y, l->world[lane]);
        l->sources[lane] = trace_gather_sources(n, f, p, lane, l->tile[lane], x, y);
        if (t->columns > 0) {
            const terrain_view walls = trace_walls_of(f, t, l->world[lane]);
            const uint32_t walled = !trace_area_is_free(t, walls, x, y, scalar_max(evaluated, margin));
            l->walled = (l->walled & ~(1u << lane)) | walled << lane;
        }
    }
    n->sources =
        trace_pad_lists(n, 0, lanes, l->sources, l->source_end, n->source_capacity, &l->many_sources);
    n->source_capacity = n->sources > n->source_capacity ? n->sources : n->source_capacity;
    if (t->columns > 0)
        trace_refresh_walls(f, plan, l, n, lanes);
}

/* Refreshes lists when a lane has moved a skin's width. Lanes that will need it soon are refreshed with
 * it. */
static inline void trace_refresh_due(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                                     trace_lists *n)
{
    const float skin = 0.99f * plan->field.skin, walls_skin = 0.99f * plan->walls_skin;
    if (trace_moved(l->x, l->y, l->from_x, l->from_y, skin) & l->active)
        trace_refresh(f, plan, l, n, trace_moved(l->x, l->y, l->from_x, l->from_y, 0.4f * skin) & l->active);
    const uint32_t near = l->active & l->walled;
    if (near && trace_moved(l->x, l->y, l->walls_x, l->walls_y, walls_skin) & near)
        trace_refresh_walls(f, plan, l, n,
                            trace_moved(l->x, l->y, l->walls_x, l->walls_y, 0.4f * walls_skin) & near);
}

/* Lanes with source overflow evaluate the lists of their tiles, lanes of one tile together. */
static inline void trace_evaluate_lists(const trace_field *f, const trace_plan *plan,
                                        TRACE_STATE const trace_lanes *l, const trace_lists *n, vfloat x,
                                        vfloat y, trace_source_sum *push)
{
    uint32_t left = l->many_sources;
    while (left) {
        const int32_t tile = l->tile[first_lane(left)];
        uint32_t same = 0;
        for (int32_t lane = 0; lane < THRONG_WIDTH; lane++)
            same |= l->tile[lane] == tile ? 1u << lane : 0;
        trace_evaluate_list(n, f, &plan->field, tile, left & same, x, y, push);
        left &= ~same;
    }
}

static inline potential_sum trace_evaluate_terrain(const trace_field *f, const trace_plan *plan,
                                                   TRACE_STATE const trace_lanes *l, const trace_lists *n,
                                                   vfloat x, vfloat y)
{
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    potential_sum sum = trace_evaluate_walls(n, t, x, y);
    for (uint32_t bits = l->many_walls; bits; bits &= bits - 1u) {
        const int32_t lane = first_lane(bits);
        const potential_sum one = trace_evaluate_all_walls(f, t, l->world[lane], l->x[lane], l->y[lane]);
        sum.fx = vf_select_bits(1u << lane, one.fx, sum.fx);
        sum.fy = vf_select_bits(1u << lane, one.fy, sum.fy);
        sum.potential = vf_select_bits(1u << lane, one.potential, sum.potential);
    }
    return sum;
}

static inline trace_source_sum trace_evaluate_sources(const trace_field *f, const trace_plan *plan,
                                                      TRACE_STATE const trace_lanes *l, const trace_lists *n,
                                                      vfloat x, vfloat y)
{
    trace_source_sum push = trace_evaluate_kept(n, &plan->field, x, y);
    trace_evaluate_lists(f, plan, l, n, x, y, &push);
    return push;
}
#endif

/* ---------------------------------------------------------------- evaluation ----------------------- */

typedef struct trace_evaluated {
    vfloat fx, fy, potential, damage;
} trace_evaluated;

/* Interaction of the sources in range (Yu 2014, equations 9 to 11). */
static FORCE_INLINE potential_interaction trace_join(const trace_lists *n, int32_t types,
                                                     THRONG_GLOBAL const float *measure)
{
    vfloat counts[CHOQUET_TYPES], sum = vf_set(0.0f);
    NO_UNROLL_ON_GPU for (int32_t k = 0; k < types; k++) sum =
        potential_weigh(sum, vf_load(trace_at(n, TRACE_COUNTS, k)), measure, k);
    UNROLL
    for (int32_t k = 0; k < CHOQUET_TYPES; k++)
        counts[k] = k < types ? vf_load(trace_at(n, TRACE_COUNTS, k)) : vf_set(0.0f);
    return potential_interaction_of_sum(counts, types, sum, measure);
}

/* Field at the lanes' positions, with the bits of a field update, plus the hills. */
static inline trace_evaluated trace_evaluate(const trace_field *f, const trace_plan *plan,
                                             TRACE_STATE const trace_lanes *l, const trace_lists *n)
{
    const potential_plan *p = &plan->field;
    const vfloat x = vf_load(l->x), y = vf_load(l->y);
    trace_evaluated evaluated;
    for (int32_t k = 0; k < POTENTIAL_TYPES_OF(p); k++)
        for (int32_t lane = 0; lane < THRONG_WIDTH; lane++)
            trace_at(n, TRACE_COUNTS, k)[lane] = 0.0f;
    trace_source_sum push = trace_evaluate_sources(f, plan, l, n, x, y);
    if (POTENTIAL_TYPES_OF(p) > 0) {
        const potential_interaction interaction = trace_join(n, POTENTIAL_TYPES_OF(p), f->measure);
        push.damage = p->damage ? interaction.value : push.damage;
        if (p->interaction)
            potential_scale(&push.sum, interaction.share);
    }
    potential_sum sum = potential_one_goal(vf_load(l->goal_x), vf_load(l->goal_y), vf_load(l->k), x, y);
    potential_join(&sum, &push.sum);
    if (p->terrain.columns > 0) {
        const potential_sum walls = trace_evaluate_terrain(f, plan, l, n, x, y);
        potential_join(&sum, &walls);
    }
    if (n->hills > 0) {
        const potential_sum hills = trace_evaluate_hills(n, x, y);
        potential_join(&sum, &hills);
    }
    evaluated.fx = potential_result(sum.fx);
    evaluated.fy = potential_result(sum.fy);
    evaluated.potential = potential_result(vf_set(0.5f) * sum.potential);
    evaluated.damage = potential_result(push.damage);
    return evaluated;
}

#endif
