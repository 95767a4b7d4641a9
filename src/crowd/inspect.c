/* What one agent of a crowd makes of the others and of walls: for debugging. It is computed on the host from
 * what the backend has, by the kernels of the step for a single agent. */
#define CROWD_STILL /* wishes are not asked for */
#include "kernels/crowd/neighbor_snapshot.h"
#include "kernels/crowd/scalar_search.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/crowd/moving.h"
#include "src/crowd/step.h"

/* The crowd as it is, copied; agents by their place among the living. */
typedef struct look {
    throng_crowd *crowd;
    throng_crowd_view *view;
    throng_crowd_step_params step_params;
    throng_crowd_walls walls;
    int32_t own; /* which of them looks */
    crowd_plan plan;
    crowd_world world;
    crowd_record *records; /* the world's */
    crowd_extra *extras;
    void *memory;
    size_t bytes;
} look;

/* ---------------------------------------------------------------- the copy -------------------------- */

static throng_status reserve_copy(look *k)
{
    const throng_crowd *crowd = k->crowd;
    const size_t count = (size_t)crowd->agents;
    const size_t each = sizeof(crowd_body) + sizeof(crowd_sense) + sizeof(crowd_record) +
                        sizeof(crowd_extra) + sizeof(crowd_rest) + sizeof(int32_t);
    if (!throng_multiply(count, each, &k->bytes))
        return throng_fail_memory(crowd->object.context, "a copy of the crowd", SIZE_MAX);
    k->memory = throng_allocate(&crowd->object.context->allocator, k->bytes);
    if (!k->memory)
        return throng_fail_memory(crowd->object.context, "a copy of the crowd", k->bytes);
    return THRONG_OK;
}

static throng_status copy_crowd(look *k)
{
    throng_crowd *crowd = k->crowd;
    const size_t count = (size_t)crowd->agents;
    crowd_body *bodies = k->memory;
    crowd_sense *senses = (crowd_sense *)(bodies + count);
    k->records = (crowd_record *)(senses + count);
    k->extras = (crowd_extra *)(k->records + count);
    crowd_rest *rests = (crowd_rest *)(k->extras + count); /* of none: half-planes do not depend on them */
    int32_t *order = (int32_t *)(rests + count);
    k->world = (crowd_world){.bodies = bodies,
                             .senses = senses,
                             .rests = rests,
                             .records = k->records,
                             .extras = k->extras,
                             .order = order,
                             .walls = k->walls.walls,
                             .wall_boxes = k->walls.boxes,
                             .moving = throng_crowd_moving_now(crowd, k->step_params.dt).all};
    for (int32_t i = 0; i < crowd->agents; i++) {
        rests[i].x = rests[i].y = 0.0f;
        order[i] = i;
    }
    return throng_crowd_read(crowd, crowd->agents, crowd->alive, bodies, senses, NULL, 0);
}

/* ---------------------------------------------------------------- the look -------------------------- */

static throng_agent name_of(const throng_crowd *crowd, int32_t place)
{
    const int32_t index = crowd->alive[place];
    return (throng_agent){index, crowd->generations[index]};
}

static void list_perceived(const look *k, const crowd_participant *a, float none, int uses)
{
    throng_crowd_view *view = k->view;
    for (int32_t i = 0; i < k->plan.agents; i++) {
        if (i == k->own)
            continue;
        const crowd_participant b =
            crowd_participant_broadcast(k->world.records + i, k->world.extras + i, uses);
        const float dx = b.x - a->x, dy = b.y - a->y, square = dx * dx + dy * dy;
        const int noticed = square < crowd_cutoff(none, a->radius, b.radius, uses);
        const crowd_view one = crowd_perceive(a, &b, dx, dy, square, noticed, uses);
        if (!one.perceived)
            continue;
        if (view->perceived_count < view->perceived_capacity)
            view->perceived[view->perceived_count] = name_of(k->crowd, i);
        view->perceived_count++;
    }
}

static void list_lines(look *k, const crowd_lines *lines, int32_t first, int32_t end)
{
    throng_crowd_view *view = k->view;
    for (int32_t i = first; i < end; i++) {
        const crowd_line line = crowd_line_load(lines, i);
        if (line.nx == 0.0f && line.ny == 0.0f) /* a wall that needs none */
            continue;
        if (view->line_count < view->line_capacity)
            view->lines[view->line_count] = (throng_half_plane){line.nx, line.ny, line.c};
        view->line_count++;
    }
}

static void do_look(look *k)
{
    throng_crowd_view *view = k->view;
    int32_t kept[2 * CROWD_MAX_NEIGHBORS], rows[CROWD_MAX_NEIGHBORS], wall_rows[CROWD_MAX_WALLS];
    float squares[CROWD_MAX_WALLS], memory[3 * CROWD_MAX_LINES];
    vint counts;
    crowd_wall_state walls;
    const crowd_lines lines = {memory, 1};
    const crowd_near_walls found = {squares, wall_rows, 1};
    crowd_lanes l;
    throng_crowd_plan(&k->plan, &k->crowd->shape, &k->step_params, k->crowd->agents, k->walls.tree);
    const crowd_neighbor_snapshot shown = {k->world.bodies, k->world.senses, k->world.order, k->records,
                                           k->extras};
    for (int32_t i = 0; i < k->plan.agents; i++)
        crowd_publish(&k->plan, &shown, i, k->plan.agents, 1);
    const int uses = k->plan.uses & CROWD_STEP_USES;
    crowd_scalar s = {.kept = kept, .rows = rows, .stride = 1, .nearest = k->plan.nearest};
    crowd_lanes_load(&l, &k->plan, &k->world, k->own);
    const crowd_limits limits = crowd_limits_of(&k->world, &l, &s.a, uses);
    s.none = limits.none;
    s.bound = uses & CROWD_BY_GAPS ? 3e38f : limits.none;
    s.reach = limits.reach;
    for (int32_t leaf = 0; leaf * CROWD_LEAF < k->plan.agents; leaf++)
        crowd_scalar_test_leaf(&s, &k->plan, &k->world, k->own, leaf, uses);
    const crowd_near near = {.rows = rows, .stride = 1, .nearest = s.count, .none = s.none, .a = s.a};
    crowd_lanes_load_walls(&l, &k->world);
    const int32_t hard =
        uses & CROWD_WALLED ? crowd_by_walls(&found, &k->plan, &k->world, &l, NULL, -1, &lines, &walls) : 0;
    const int32_t soft = uses & CROWD_MOVING ? crowd_by_moving(&k->plan, &k->world, &l, &lines, hard) : hard;
    const int32_t end = crowd_by_agents(&near, &k->plan, &k->world, &l, &lines, soft, &counts, uses);
    list_lines(k, &lines, 0, hard);
    view->wall_count = view->line_count;
    list_lines(k, &lines, hard, end);
    for (int32_t i = 0; i < end - soft; i++)
        if (i < view->avoided_capacity)
            view->avoided[i] = name_of(k->crowd, rows[i]);
    view->avoided_count = end - soft;
    if (!(l.settings & CROWD_UNMOVED)) /* senses count those whom nobody avoids, too */
        list_perceived(k, &s.a, s.none, uses);
}

/* ---------------------------------------------------------------- the call -------------------------- */

static throng_status check_capacity(const throng_crowd *crowd, const char *what, const void *buffer,
                                    int32_t capacity)
{
    if (capacity < 0 || (capacity > 0 && !buffer))
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "view.%s has capacity for %d: 0 or more, and not NULL", what, (int)capacity);
    return THRONG_OK;
}

static throng_status check_look(const throng_crowd *crowd, throng_agent agent, float dt,
                                const throng_crowd_view *view)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!view)
        return throng_fail(crowd->object.context, wrong, "view must not be NULL");
    if (throng_crowd_index(crowd, agent) < 0)
        return throng_fail(crowd->object.context, wrong, "agent was removed or is of another crowd");
    if (!throng_within(dt, 1e-6f, 1e6f))
        return throng_fail(crowd->object.context, wrong, "dt is %.9g: 1e-6 to 1e6", (double)dt);
    throng_status status = check_capacity(crowd, "perceived", view->perceived, view->perceived_capacity);
    if (status == THRONG_OK)
        status = check_capacity(crowd, "avoided", view->avoided, view->avoided_capacity);
    return status == THRONG_OK ? check_capacity(crowd, "lines", view->lines, view->line_capacity) : status;
}

THRONG_CALL(throng_crowd_inspect, (crowd, agent, dt, view), throng_crowd *crowd, throng_agent agent, float dt,
            throng_crowd_view *view)
{
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_look(crowd, agent, dt, view);
    if (status != THRONG_OK)
        return status;
    look k = {.crowd = crowd, .view = view};
    status = reserve_copy(&k); /* before anything changes */
    if (status == THRONG_OK)
        status = throng_crowd_prepare(crowd, dt, 0, &k.step_params);
    if (status == THRONG_OK) {
        k.walls = throng_crowd_walls_now(crowd);
        status = copy_crowd(&k);
    }
    while (status == THRONG_OK && crowd->alive[k.own] != agent.index)
        k.own++;
    if (status == THRONG_OK) {
        view->perceived_count = view->avoided_count = view->line_count = view->wall_count = 0;
        do_look(&k);
    }
    throng_release(&crowd->object.context->allocator, k.memory, k.bytes);
    return status;
}
