/* Beginning and end of a path: starts, their check, results. */
#ifndef THRONG_KERNELS_TRACE_ENDS_H
#define THRONG_KERNELS_TRACE_ENDS_H

#include "kernels/trace/lanes.h"

#define TRACE_NEVER 0x7fffffff

static inline void trace_record_point(const trace_field *f, const trace_plan *plan,
                                      TRACE_STATE const trace_lanes *l, int32_t lane)
{
    if (!plan->keep)
        return;
    const size_t points = (size_t)trace_max_steps(f, plan) + 1;
    THRONG_GLOBAL float *point = f->points + 2 * ((size_t)l->id[lane] * points + (size_t)l->step[lane]);
    point[0] = l->x[lane];
    point[1] = l->y[lane];
}

/* Checks a start. Steps must not be shorter than the resolution of the coordinates. */
static inline int32_t trace_is_valid(const trace_field *f, const trace_plan *plan, const trace_start *start,
                                     const potential_goal *goal)
{
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    if (start->goal < 0 || start->goal >= plan->field.goals || f->goals[start->goal].world != start->world)
        return 0;
    const float here = scalar_max(scalar_abs(start->x), scalar_abs(start->y));
    const float there = scalar_max(scalar_abs(goal->x), scalar_abs(goal->y));
    if (start->speed < TRACE_MIN_STEP * scalar_max(here, there))
        return 0;
    if (t->columns == 0)
        return 1;
    const terrain_view walls = trace_walls_of(f, t, start->world);
    return trace_is_free(t, walls, start->x, start->y) && trace_is_free(t, walls, goal->x, goal->y);
}

/* Resets progress watching, at the start and after an escape. */
static inline void trace_reset_watch(TRACE_STATE trace_lanes *l, int32_t lane)
{
    l->near_x[lane] = l->x[lane];
    l->near_y[lane] = l->y[lane];
    l->since[lane] = l->step[lane];
    l->far_from[lane] = TRACE_NEVER;
    l->lowest[lane] = 3.40282347e+38f;
}

static inline void trace_begin(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                               int32_t lane, int32_t id)
{
    const trace_start start = f->starts[id];
    potential_point point = {start.x, start.y, start.goal, start.world};
    const potential_goal goal = potential_goal_of(f->goals, plan->field.goals, &point);
    const int32_t worlds = plan->flow.worlds;
    l->x[lane] = start.x;
    l->y[lane] = start.y;
    l->from_x[lane] = 3.0e18f; /* forces a refresh of the lists */
    l->from_y[lane] = 0.0f;
    l->speed[lane] = start.speed;
    l->goal_x[lane] = goal.x;
    l->goal_y[lane] = goal.y;
    l->k[lane] = goal.k;
    l->time[lane] = 0.0f;
    l->damage[lane] = 0.0f;
    l->block_damage[lane] = 0.0f;
    l->odd[lane] = 0.0f;
    l->block_odd[lane] = 0.0f;
    l->trap[lane] = 0.0f;
    l->nearest[lane] = 0.0f;
    l->id[lane] = id;
    l->world[lane] = start.world;
    l->flow_world[lane] = start.flow_field * worlds + (worlds > 1 ? start.world : 0);
    l->step[lane] = 0;
    l->full[lane] = 0;
    l->until[lane] = 0;
    l->escapes[lane] = 0;
    l->hills[lane] = 0;
    trace_reset_watch(l, lane);
    l->far_x[lane] = start.x;
    l->far_y[lane] = start.y;
    l->status[lane] = trace_is_valid(f, plan, &start, &goal) ? TRACE_RUNNING : TRACE_INVALID;
    trace_record_point(f, plan, l, lane);
}

static inline void trace_write(const trace_field *f, TRACE_STATE const trace_lanes *l, int32_t lane)
{
    trace_result result;
    result.status = l->status[lane];
    result.steps = l->step[lane];
    result.length = (float)l->full[lane] * l->speed[lane] + (l->odd[lane] + l->block_odd[lane]);
    const float damage = l->damage[lane] + l->block_damage[lane];
    result.damage = scalar_max(scalar_min(damage, 3.40282347e+38f), -3.40282347e+38f);
    result.damage = scalar_abs(damage) < 1.17549435e-38f ? 0.0f : result.damage;
    result.x = l->x[lane];
    result.y = l->y[lane];
    result.escapes = l->escapes[lane];
    f->results[l->id[lane]] = result;
}

/* Free lanes claim the next starts. */
static inline void trace_claim_starts(const trace_field *f, const trace_plan *plan,
                                      TRACE_STATE trace_lanes *l)
{
    NO_UNROLL
    for (int32_t lane = 0; lane < THRONG_WIDTH; lane++) {
        const uint32_t bit = 1u << lane;
        NO_UNROLL
        while (l->next < l->end && !(l->active & bit)) {
            trace_begin(f, plan, l, lane, f->order ? f->order[l->next] : (int32_t)l->next);
            l->next++;
            if (l->status[lane] == TRACE_RUNNING)
                l->active |= bit;
            else
                trace_write(f, l, lane);
        }
    }
}

/* Writes the result of a path that has ended and frees its lane. */
static inline void trace_finish(const trace_field *f, TRACE_STATE trace_lanes *l, const trace_lists *n,
                                int32_t lane)
{
    const uint32_t others = ~(1u << lane);
    trace_write(f, l, lane);
    trace_pad_hills(n, lane, 0, l->hills[lane]);
    l->active &= others;
    l->flowing &= others;
    l->goal_hidden &= others;
    l->near_walls &= others;
    l->walled &= others;
    trace_empty_lists(l, lane);
}

#endif
