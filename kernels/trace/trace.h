/* Path tracing along a potential field (Yu 2014): from a start, steps of constant length along the force,
 * until the goal is one step away. A lane whose path ends claims the next start.
 *
 * Before step n a path is checked in this order:
 *   it is at its goal                                          reached
 *   n is the limit                                             step limit
 *   the goal is at most a step away, with nothing between      the last step leads there
 *   it follows the flow field out of a trap                    a step along the flow
 *   it is trapped: it made no progress, or there is no force, or the next step is blocked
 *   the next step leaves the map                               outside
 * A trapped path is stuck, or escapes. */
#ifndef THRONG_KERNELS_TRACE_TRACE_H
#define THRONG_KERNELS_TRACE_TRACE_H

#include "kernels/trace/ends.h"

#define TRACE_CHUNK 64          /* paths per task */
#define TRACE_FLOW_DOUBLINGS 20 /* number of escapes over which the minimum length doubles */
#define TRACE_LOOK_AHEAD 64     /* cells looked ahead along the flow */

/* ---------------------------------------------------------------- one step of one lane -------------- */

/* The intended step of one lane. */
typedef struct trace_intent {
    float x, y, potential;
    int32_t returns;
} trace_intent;

static inline void trace_move(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                              int32_t lane, float x, float y, float length)
{
    l->x[lane] = x;
    l->y[lane] = y;
    l->step[lane]++;
    if (length < 0.0f) { /* a full step */
        l->full[lane]++;
        l->time[lane] = 1.0f;
    } else {
        l->time[lane] = length / l->speed[lane];
        l->block_odd[lane] += length;
        if ((l->step[lane] & 63) == 0) {
            l->odd[lane] += l->block_odd[lane];
            l->block_odd[lane] = 0.0f;
        }
    }
    trace_record_point(f, plan, l, lane);
}

static inline float trace_square(float x, float y) { return x * x + y * y; }

/* What a lane tries, one after the other, until the way is free. */
#define TRACE_TO_GOAL 0
#define TRACE_ALONG_FORCE 1 /* then, with hills, along a wall: parallel to an axis */
#define TRACE_SEE_GOAL 4    /* no step: whether a wall hides the goal */
#define TRACE_ESCAPE 5
#define TRACE_AHEAD 6 /* along the flow; one after the other, as long as it is free */
#define TRACE_DONE (-1)

/* The search for a step: where it begins, the farthest place so far, and what is tried. */
typedef struct trace_search {
    float to_x, to_y, x, y;
    influence_cell cell; /* along the flow */
    int32_t full, last;  /* 1: it is a full step; no further along the flow */
} trace_search;

static inline trace_search trace_begin_search(const trace_field *f, const trace_plan *plan, float x, float y)
{
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    trace_search s;
    s.cell.column = t->columns > 0 ? trace_cell(x, t->cell, t->columns) : 0;
    s.cell.row = t->columns > 0 ? trace_cell(y, t->cell, t->rows) : 0;
    s.to_x = s.x = x;
    s.to_y = s.y = y;
    s.full = s.last = 0;
    return s;
}

/* Tests the straight line from a lane's position to what it tries. */
static inline int32_t trace_test_line(const trace_field *f, const trace_plan *plan,
                                      TRACE_STATE const trace_lanes *l, int32_t lane, const trace_search *s)
{
    const potential_terrain terrain = trace_terrain(f, plan), *t = &terrain;
    if (t->columns == 0)
        return TRACE_FREE;
    return trace_test_segment(t, trace_walls_of(f, t, l->world[lane]), l->x[lane], l->y[lane], s->x, s->y);
}

/* The direction of a cell, compiled for each grid. */
static inline int32_t trace_flow_direction(const trace_field *f, const trace_plan *plan, int32_t world,
                                           influence_cell cell)
{
    flow_plan flow = trace_flow_plan(f, plan);
    if (flow.grid == GRID_SQUARE8) {
        flow.grid = GRID_SQUARE8;
        const flow_view view = flow_view_of(&flow, f->flow, world);
        return flow_direction_of(&flow, f->flow, &view, cell);
    }
    flow.grid = GRID_SQUARE4;
    const flow_view view = flow_view_of(&flow, f->flow, world);
    return flow_direction_of(&flow, f->flow, &view, cell);
}

/* The k-th try along the flow field: to the farthest cell centre ahead that is visible and within a step,
 * else towards the first one, which is visible from anywhere in the cell. In the flow field's goal cell it
 * leads to the path's goal. Returns 0 if there is none. */
static inline int32_t trace_try_ahead(const trace_field *f, const trace_plan *plan,
                                      TRACE_STATE trace_lanes *l, int32_t lane, int32_t k, trace_search *s)
{
    const int32_t direction = trace_flow_direction(f, plan, l->flow_world[lane], s->cell);
    const float x = l->x[lane], y = l->y[lane], speed = l->speed[lane], size = trace_terrain(f, plan).cell;
    if (k == 0 && direction == FLOW_NOWHERE)
        l->status[lane] = TRACE_UNREACHABLE;
    if (direction == FLOW_NOWHERE || (k > 0 && direction == FLOW_AT_GOAL))
        return 0;
    if (direction == FLOW_AT_GOAL) {
        s->x = l->goal_x[lane];
        s->y = l->goal_y[lane];
    } else {
        s->cell.column += relax_column_step(direction, 0, GRID_SQUARE8);
        s->cell.row += relax_row_step(direction);
        s->x = ((float)s->cell.column + 0.5f) * size;
        s->y = ((float)s->cell.row + 0.5f) * size;
    }
    const float dx = s->x - x, dy = s->y - y, distance = scalar_sqrt(trace_square(dx, dy));
    const int32_t far = distance > speed;
    if (far) {
        s->x = x + dx * (speed / distance);
        s->y = y + dy * (speed / distance);
    }
    s->full = far && k == 0;
    s->last = far || direction == FLOW_AT_GOAL || k == TRACE_LOOK_AHEAD - 1;
    return k == 0 || !far;
}

/* Range of a new hill: twice that of the hills that cover the position. */
static inline float trace_hill_range(const trace_plan *plan, TRACE_STATE const trace_lanes *l,
                                     const trace_lists *n, int32_t lane)
{
    float range = plan->hill_range;
    NO_UNROLL_ON_GPU for (int32_t k = 0; k < l->hills[lane]; k++)
    {
        const float inverse = trace_at(n, TRACE_HILL_INVERSE, k)[lane];
        const float dx = l->x[lane] - trace_at(n, TRACE_HILL_X, k)[lane];
        const float dy = l->y[lane] - trace_at(n, TRACE_HILL_Y, k)[lane];
        if (trace_square(dx, dy) * (inverse * inverse) < 1.0f)
            range = scalar_max(range, scalar_min(2.0f / inverse, 1e9f));
    }
    return range;
}

/* Adds a hill half a step ahead, alternately to the left and the right, so that it pushes the path to one
 * side. Its slope is twice the goal's pull. Returns 0 if there are too many hills. */
static inline int32_t trace_add_hill(const trace_plan *plan, TRACE_STATE trace_lanes *l, trace_lists *n,
                                     int32_t lane)
{
    const int32_t last = l->hills[lane];
    const float x = l->x[lane], y = l->y[lane];
    const float dx = l->goal_x[lane] - x, dy = l->goal_y[lane] - y;
    const float square = trace_square(dx, dy), distance = scalar_sqrt(square);
    const float aside = 0.353553391f * l->speed[lane] / distance; /* half a step at 45 degrees */
    if (last == TRACE_HILL_CAPACITY || l->escapes[lane] > TRACE_MAX_HILLS)
        return 0;
    const float range = trace_hill_range(plan, l, n, lane);
    trace_at(n, TRACE_HILL_X, last)[lane] = x + (last & 1 ? dx + dy : dx - dy) * aside;
    trace_at(n, TRACE_HILL_Y, last)[lane] = y + (last & 1 ? dy - dx : dy + dx) * aside;
    trace_at(n, TRACE_HILL_SLOPE, last)[lane] = 2.0f * l->k[lane] * distance;
    trace_at(n, TRACE_HILL_INVERSE, last)[lane] = 1.0f / range;
    l->nearest[lane] = last > 0 ? scalar_min(l->nearest[lane], square) : square;
    l->hills[lane] = last + 1;
    for (int32_t k = 0; k < THRONG_WIDTH && last + 1 > n->hills; k++)
        if (k != lane)
            trace_pad_hills(n, k, l->hills[k], last + 1);
    n->hills = last + 1 > n->hills ? last + 1 : n->hills;
    return 1;
}

static inline void trace_drop_hills(TRACE_STATE trace_lanes *l, trace_lists *n, int32_t lane)
{
    trace_pad_hills(n, lane, 0, l->hills[lane]);
    l->hills[lane] = 0;
    l->goal_hidden &= ~(1u << lane);
}

/* Starts an escape. hidden: a wall is between the path and its goal. */
static inline void trace_escape(const trace_plan *plan, TRACE_STATE trace_lanes *l, trace_lists *n,
                                int32_t lane, uint32_t goal_hidden)
{
    const int32_t escapes = ++l->escapes[lane];
    if (plan->escape == TRACE_FLOW) {
        l->flowing |= 1u << lane;
        l->trap[lane] = l->lowest[lane];
        l->until[lane] =
            l->step[lane] + (2 << (escapes < TRACE_FLOW_DOUBLINGS ? escapes : TRACE_FLOW_DOUBLINGS));
        return;
    }
    if (!goal_hidden &&
        (l->goal_hidden >> lane & 1u)) /* the obstacle is passed: hills are no longer needed */
        trace_drop_hills(l, n, lane);
    else if (plan->escape != TRACE_HILLS || !trace_add_hill(plan, l, n, lane))
        l->status[lane] = TRACE_STUCK;
    l->goal_hidden |= goal_hidden << lane;
    l->escapes[lane] -= l->status[lane] == TRACE_STUCK;
    l->time[lane] = 0.0f; /* stays for one step and evaluates the changed field */
    trace_reset_watch(l, lane);
}

/* The k-th try of a step that follows no flow: to the goal, along the force, or along a wall, parallel to an
 * axis, the larger force component first. Returns 0 if there is none. */
static inline int32_t trace_try(TRACE_STATE const trace_lanes *l, int32_t lane, int32_t k,
                                const trace_intent *to, trace_search *s)
{
    const float x = l->x[lane], y = l->y[lane], dx = to->x - x, dy = to->y - y;
    const int32_t upright = (scalar_abs(dx) < scalar_abs(dy)) ^ (k == 3);
    const float part = upright ? dy : dx, speed = l->speed[lane];
    const float along = part > 0.0f ? speed : part < 0.0f ? -speed : 0.0f;
    s->full = k != TRACE_TO_GOAL;
    if (k == TRACE_TO_GOAL || k == TRACE_SEE_GOAL) {
        s->x = l->goal_x[lane];
        s->y = l->goal_y[lane];
        return 1;
    }
    s->x = k == TRACE_ALONG_FORCE ? to->x : upright ? x : x + along;
    s->y = k == TRACE_ALONG_FORCE ? to->y : upright ? y + along : y;
    return k == TRACE_ALONG_FORCE || along != 0.0f;
}

/* What is tried next; end: what no longer is. */
static inline int32_t trace_next_try(const trace_plan *plan, TRACE_STATE const trace_lanes *l, int32_t lane,
                                     int32_t k, int32_t end)
{
    if (k < end)
        return k;
    if (l->flowing >> lane & 1u)
        return TRACE_AHEAD;
    return plan->escape == TRACE_HILLS ? TRACE_SEE_GOAL : TRACE_ESCAPE;
}

/* Looks for a step that is free: the tries first .. end - 1, then by an escape. One test of a line serves all
 * tries, so that the lanes of a warp go through it together, whatever they try. */
static inline void trace_search_step(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                                     trace_lists *n, int32_t lane, const trace_intent *to, int32_t first,
                                     int32_t end)
{
    const float x = l->x[lane], y = l->y[lane];
    trace_search s = trace_begin_search(f, plan, x, y);
    int32_t k = trace_next_try(plan, l, lane, first, end), found = TRACE_FREE;
    NO_UNROLL
    while (k != TRACE_DONE) {
        if (k == TRACE_ESCAPE) {
            trace_escape(plan, l, n, lane, found != TRACE_FREE);
            if (!(l->flowing >> lane & 1u))
                break;
            k = TRACE_AHEAD;
        }
        const int32_t there = k < TRACE_AHEAD ? trace_try(l, lane, k, to, &s)
                                              : trace_try_ahead(f, plan, l, lane, k - TRACE_AHEAD, &s);
        found = there ? trace_test_line(f, plan, l, lane, &s) : TRACE_WALL;
        const int32_t moves = found == TRACE_FREE && k != TRACE_SEE_GOAL;
        s.to_x = moves ? s.x : s.to_x;
        s.to_y = moves ? s.y : s.to_y;
        if (k == TRACE_ALONG_FORCE && found == TRACE_OFF_MAP && end == TRACE_ALONG_FORCE + 1) {
            l->status[lane] = TRACE_OUTSIDE;
            break;
        }
        if (k >= TRACE_AHEAD)
            k = moves && !s.last ? k + 1 : TRACE_DONE;
        else if (k == TRACE_SEE_GOAL)
            k = TRACE_ESCAPE;
        else
            k = moves ? TRACE_DONE : trace_next_try(plan, l, lane, k + 1, end);
    }
    if (s.to_x != x || s.to_y != y)
        trace_move(f, plan, l, lane, s.to_x, s.to_y,
                   s.full ? -1.0f : scalar_sqrt(trace_square(s.to_x - x, s.to_y - y)));
    else if ((l->flowing >> lane & 1u) && l->status[lane] == TRACE_RUNNING)
        l->status[lane] = TRACE_STUCK; /* the path's goal differs from the flow field's */
}

/* Full state machine of a step of one lane. */
static inline void trace_advance_state(const trace_field *f, const trace_plan *plan,
                                       TRACE_STATE trace_lanes *l, trace_lists *n, int32_t lane,
                                       const trace_intent *to)
{
    const float x = l->x[lane], y = l->y[lane];
    const float square = trace_square(l->goal_x[lane] - x, l->goal_y[lane] - y);
    const uint32_t bit = 1u << lane;
    const int32_t there = x == l->goal_x[lane] && y == l->goal_y[lane];
    if (there || l->step[lane] >= plan->max_steps) {
        l->status[lane] = there ? TRACE_REACHED : TRACE_STEP_LIMIT;
        return;
    }
    const int32_t arrives = square <= l->speed[lane] * l->speed[lane];
    const int32_t leaves = to->potential < l->trap[lane] && l->step[lane] >= l->until[lane];
    int32_t end = plan->escape == TRACE_HILLS ? TRACE_SEE_GOAL : TRACE_ALONG_FORCE + 1;
    if ((l->flowing & bit) && leaves) {
        l->flowing &= ~bit;
        trace_reset_watch(l, lane);
    }
    if (l->flowing & bit) {
        end = TRACE_ALONG_FORCE;
    } else {
        if (l->hills[lane] > 0 && square < 0.5625f * l->nearest[lane])
            trace_drop_hills(l, n, lane);
        if (to->returns || (to->x == x && to->y == y))
            end = TRACE_ALONG_FORCE;
    }
    trace_search_step(f, plan, l, n, lane, to, arrives ? TRACE_TO_GOAL : TRACE_ALONG_FORCE, end);
}

/* ---------------------------------------------------------------- one step of all lanes ------------- */

/* Accumulates the damage of the last step, in blocks of 64 steps. */
static inline void trace_accumulate_damage(TRACE_STATE trace_lanes *l, const trace_evaluated *evaluated)
{
    const vmask new_block =
        vi_lt(vi_and(vi_load(l->step), vi_set(63)), vi_set(1)); /* a block of 64 steps ends */
    const vfloat block = vf_load(l->block_damage);
    vf_store(l->damage, vf_load(l->damage) + vf_mask_zero(new_block, block));
    vf_store(l->block_damage,
             vf_select(new_block, vf_set(0.0f), block) + vf_load(l->time) * evaluated->damage);
    vf_store(l->lowest, vf_min(vf_load(l->lowest), evaluated->potential));
}

/* Lanes whose next position is on the map and not in its outermost cells. */
static inline uint32_t trace_inside(const potential_terrain *t, vfloat x, vfloat y)
{
    const vfloat low = vf_set(t->cell);
    const uint32_t above = vmask_bits(vf_lt(low, x)) & vmask_bits(vf_lt(low, y));
    const uint32_t right = vmask_bits(vf_lt(x, vf_set((float)(t->columns - 1) * t->cell)));
    return above & right & vmask_bits(vf_lt(y, vf_set((float)(t->rows - 1) * t->cell)));
}

/* Lanes, of those given, without progress: 32 steps after their watch point they are within two steps of it,
 * or later they are within half a step of their position at step 32, 64, 128, ... Lanes whose 32 steps are
 * over set a new watch point. */
static inline uint32_t trace_returns(TRACE_STATE trace_lanes *l, uint32_t lanes)
{
    const vfloat x = vf_load(l->x), y = vf_load(l->y), speed = vf_load(l->speed), square = speed * speed;
    const vfloat far_x = vf_load(l->far_x), far_y = vf_load(l->far_y);
    const vfloat near_x = vf_load(l->near_x), near_y = vf_load(l->near_y);
    const vfloat fx = x - far_x, fy = y - far_y, nx = x - near_x, ny = y - near_y;
    const vint step = vi_load(l->step), margin = vi_sub(step, vi_load(l->since));
    const vint far_from = vi_load(l->far_from), one = vi_set(1);
    const uint32_t early = vmask_bits(vi_lt(step, far_from));
    const uint32_t far = vmask_bits(vf_le(fx * fx + fy * fy, vf_set(0.25f) * square)) & ~early;
    const uint32_t near = vmask_bits(vf_le(nx * nx + ny * ny, vf_set(4.0f) * square));
    const uint32_t over = lanes & vmask_bits(vi_lt(vi_set(0), margin)) &
                          vmask_bits(vi_lt(vi_and(margin, vi_set(TRACE_WATCH_STEPS - 1)), one));
    if (over) {
        const uint32_t power =
            vmask_bits(vi_lt(vi_and(margin, vi_sub(margin, one)), one)) & over; /* powers of 2 */
        vf_store(l->near_x, vf_select_bits(over, x, near_x));
        vf_store(l->near_y, vf_select_bits(over, y, near_y));
        vf_store(l->far_x, vf_select_bits(power, x, far_x));
        vf_store(l->far_y, vf_select_bits(power, y, far_y));
        vi_store(l->far_from, vi_select_bits(power, vi_add(step, vi_set(TRACE_WATCH_STEPS)), far_from));
    }
    return (far & lanes) | (near & over);
}

/* Lanes that just make a step, apart from those without progress. */
static inline uint32_t trace_unobstructed(const trace_plan *plan, TRACE_STATE const trace_lanes *l,
                                          vfloat to_x, vfloat to_y)
{
    const vfloat x = vf_load(l->x), y = vf_load(l->y), speed = vf_load(l->speed);
    const vfloat gx = vf_load(l->goal_x) - x, gy = vf_load(l->goal_y) - y;
    const potential_terrain *t = &plan->field.terrain;
    const uint32_t arrives = vmask_bits(vf_le(gx * gx + gy * gy, speed * speed));
    const uint32_t within = vmask_bits(vi_lt(vi_load(l->step), vi_set(plan->max_steps)));
    const uint32_t moves = vmask_bits(vf_lt(vf_set(0.0f), vf_abs(to_x - x) + vf_abs(to_y - y)));
    const uint32_t raised =
        vmask_bits(vi_lt(vi_set(0), vi_load(l->hills))); /* hills may have to be removed */
    const uint32_t inside = t->columns > 0 ? trace_inside(t, to_x, to_y) : ~0u;
    return ~(arrives | raised | l->near_walls | l->flowing) & within & moves & inside;
}

/* One step along the force to (to_x, to_y). Without a force the position stays. */
static FORCE_INLINE void trace_aim(TRACE_STATE const trace_lanes *l, const trace_evaluated *evaluated,
                                   vfloat *to_x, vfloat *to_y)
{
    const vfloat most = vf_max(vf_abs(evaluated->fx), vf_abs(evaluated->fy)), one = vf_set(1.0f);
    const vfloat size = vf_select(vf_lt(vf_set(0.0f), most), most, one);
    const vfloat fx = evaluated->fx / size, fy = evaluated->fy / size, square = fx * fx + fy * fy;
    const vfloat scale = vf_load(l->speed) / vf_sqrt(vf_select(vf_lt(vf_set(0.0f), square), square, one));
    *to_x = vf_load(l->x) + fx * scale;
    *to_y = vf_load(l->y) + fy * scale;
}

static inline void trace_advance(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                                 trace_lists *n, const trace_evaluated *evaluated)
{
    float at_x[THRONG_WIDTH], at_y[THRONG_WIDTH], potential[THRONG_WIDTH];
    vfloat to_x, to_y;
    trace_accumulate_damage(l, evaluated);
    trace_aim(l, evaluated, &to_x, &to_y);
    const uint32_t returns = trace_returns(l, l->active & ~l->flowing);
    const uint32_t unobstructed = trace_unobstructed(plan, l, to_x, to_y) & l->active & ~returns;
    vf_store(at_x, to_x);
    vf_store(at_y, to_y);
    vf_store(potential, evaluated->potential);
    for (uint32_t bits = l->active & ~unobstructed; bits; bits &= bits - 1u) {
        const int32_t lane = first_lane(bits);
        const trace_intent to = {at_x[lane], at_y[lane], potential[lane], (int32_t)(returns >> lane & 1u)};
        trace_advance_state(f, plan, l, n, lane, &to);
        if (l->status[lane] != TRACE_RUNNING)
            trace_finish(f, l, n, lane);
    }
    const vint one = vi_set(1), none = vi_set(0);
    vf_store(l->x, vf_select_bits(unobstructed, to_x, vf_load(l->x)));
    vf_store(l->y, vf_select_bits(unobstructed, to_y, vf_load(l->y)));
    vf_store(l->time, vf_select_bits(unobstructed, vf_set(1.0f), vf_load(l->time)));
    vi_store(l->step, vi_add(vi_load(l->step), vi_select_bits(unobstructed, one, none)));
    vi_store(l->full, vi_add(vi_load(l->full), vi_select_bits(unobstructed, one, none)));
    for (uint32_t bits = unobstructed; bits; bits &= bits - 1u)
        trace_record_point(f, plan, l, first_lane(bits));
}

/* Initialises lanes that will trace the paths first .. end - 1. */
static inline void trace_init_lanes(TRACE_STATE trace_lanes *l, uint32_t first, uint32_t end)
{
    l->active = 0;
    l->near_walls = 0;
    l->walled = 0;
    l->flowing = 0;
    l->goal_hidden = 0;
    l->next = first;
    l->end = end;
    trace_init_lists(l);
    for (int32_t lane = 0; lane < THRONG_WIDTH; lane++) { /* idle, with empty lists */
        l->x[lane] = l->y[lane] = l->far_x[lane] = l->far_y[lane] = 0.0f;
        l->near_x[lane] = l->near_y[lane] = 0.0f;
        l->goal_x[lane] = l->goal_y[lane] = l->k[lane] = l->speed[lane] = l->time[lane] = 0.0f;
        l->damage[lane] = l->block_damage[lane] = l->lowest[lane] = 0.0f;
        l->world[lane] = 0;
        l->step[lane] = l->full[lane] = l->since[lane] = l->far_from[lane] = 0;
    }
}

/* ---------------------------------------------------------------- runs ------------------------------ */

#define TRACE_KEY_BITS 12

/* Sort key of a start, on GPUs: paths of a warp should need as many steps, long ones first, and begin beside
 * each other. The distance to the goal in steps, by eighths of a power of two; then its direction. */
static inline uint32_t trace_order_key(THRONG_GLOBAL const potential_goal *goals, int32_t count,
                                       const trace_start *start)
{
    potential_point point = {start->x, start->y, start->goal, start->world};
    const potential_goal goal = potential_goal_of(goals, count, &point);
    const float dx = goal.x - start->x, dy = goal.y - start->y, wide = scalar_abs(dx), high = scalar_abs(dy);
    const float steps = scalar_sqrt(trace_square(dx, dy)) / start->speed;
    const uint32_t length =
        (uint32_t)scalar_to_bits(scalar_min(scalar_max(steps, 1.0f), 65535.0f)) / (1u << 20) - 8 * 127;
    /* 0 to 2 from right to left, below; above it goes on to 4 */
    const float turn = dx / scalar_max(wide + high, 1e-30f), around = dy < 0.0f ? 3.0f + turn : 1.0f - turn;
    const uint32_t sector = (uint32_t)(int32_t)scalar_min(scalar_max(8.0f * around, 0.0f), 31.0f);
    return (127 - length) * 32 + (length & 1 ? 31 - sector : sector);
}

#if TRACE_SCALAR
/* Runs up to `steps` steps of a work-item's path, in rounds. At the beginning of a round all paths look
 * around, then they make steps: those of a warp at the same time. One that has moved too far, or has ended,
 * waits for the next round. */
static inline void trace_run(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                             trace_lists *n, int32_t steps)
{
    if (l->next < l->end)
        trace_claim_starts(f, plan, l);
    NO_UNROLL
    while (l->active && steps > 0) {
        const float skin = trace_tiles(f, plan).skin;
        int32_t left = trace_round(f, plan);
        n->lists = n->scratch + l->lists;
        if (trace_moved(l->x, l->y, l->from_x, l->from_y, 0.1f * skin))
            trace_refresh_item(f, plan, l, n);
        NO_UNROLL
        do { /* lists: looked up each time, or compilers keep all their addresses in registers */
            n->lists = n->scratch + l->lists;
            n->hills = l->hills[0];
            const trace_evaluated evaluated = trace_evaluate(f, plan, l, n);
            trace_advance(f, plan, l, n, &evaluated);
            steps--;
            left--;
        } while (left > 0 && steps > 0 && l->active &&
                 !trace_moved(l->x, l->y, l->from_x, l->from_y, 0.99f * skin));
    }
}
#else
/* Runs up to `steps` steps of all lanes. Returns 1 while paths are running. */
static inline int32_t trace_run(const trace_field *f, const trace_plan *plan, TRACE_STATE trace_lanes *l,
                                trace_lists *n, int32_t steps)
{
    for (; (l->active || l->next < l->end) && steps > 0; steps--) {
        if (l->next < l->end)
            trace_claim_starts(f, plan, l);
        trace_refresh_due(f, plan, l, n);
        const trace_evaluated evaluated = trace_evaluate(f, plan, l, n);
        trace_advance(f, plan, l, n, &evaluated);
    }
    return l->active || l->next < l->end;
}

/* Traces the paths first .. end - 1 from start to end. */
static inline void trace_chunk(const trace_field *f, const trace_plan *plan, uint32_t first, uint32_t end,
                               THRONG_SCRATCH float *scratch)
{
    trace_lists kept = trace_lists_at(scratch);
    trace_lanes lanes;
    trace_init_lanes(&lanes, first, end);
    while (trace_run(f, plan, &lanes, &kept, TRACE_NEVER))
        ;
}
#endif

#endif
