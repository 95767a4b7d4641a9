/* Crowds: the public calls that concern a whole crowd, and the check of what they are given. */
#include "src/crowd/crowd.h"
#include "kernels/crowd/layout.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/crowd/agents.h"
#include "src/crowd/moving.h"
#include "src/dispatch/dispatch.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

#include <stddef.h>
#include <string.h>

throng_crowd_def throng_crowd_default_def(void)
{
    throng_crowd_def def;
    memset(&def, 0, sizeof def);
    def.agent_capacity = 1024;
    def.max_neighbors = 10;
    def.cell_size = 1.0f;
    def.cookie = THRONG_CROWD_DEF_COOKIE;
    return def;
}

/* ---------------------------------------------------------------- create and destroy ---------------- */

static throng_status check_grounds(throng_context *context, const throng_crowd_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const throng_flow *flow = def->flow;
    if (def->terrain && !throng_is_object_of(context, def->terrain, THRONG_TERRAIN_COOKIE))
        return throng_fail(context, wrong, "def.terrain is not terrain of this context");
    if (def->terrain && def->terrain->worlds != 1)
        return throng_fail(context, wrong, "def.terrain has %d worlds: 1", (int)def->terrain->worlds);
    if (def->terrain && !throng_within(def->cell_size, 1e-6f, 1e6f))
        return throng_fail(context, wrong, "def.cell_size is %.9g: 1e-6 to 1e6", (double)def->cell_size);
    if (!flow)
        return THRONG_OK;
    if (!throng_is_object_of(context, flow, THRONG_FLOW_COOKIE))
        return throng_fail(context, wrong, "def.flow is not a flow of this context");
    if (flow->shape.grid == THRONG_GRID_HEX || flow->shape.terrain->worlds != 1)
        return throng_fail(context, wrong, "def.flow is %s: it must be square and of 1 world",
                           flow->shape.grid == THRONG_GRID_HEX ? "hexagonal" : "of several worlds");
    if (context->wanted != THRONG_BACKEND_AUTO && flow->object.backend != context->wanted)
        return throng_fail(context, wrong,
                           "def.flow lives on %s and the crowd on %s: both must be on the same backend",
                           throng_backend_name(flow->object.backend), throng_backend_name(context->wanted));
    return THRONG_OK;
}

static throng_status check_origin(throng_context *context, const throng_crowd_def *def)
{
    const double most = (double)THRONG_MOST;
    if (!(def->origin_x >= -most && def->origin_x <= most && def->origin_y >= -most && def->origin_y <= most))
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "def.origin is (%.17g, %.17g): -1e9 to 1e9", def->origin_x, def->origin_y);
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const void *arguments)
{
    const throng_crowd_def *def = arguments;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->agent_capacity < 0 || def->agent_capacity > THRONG_MAX_AGENTS)
        return throng_fail(context, wrong, "def.agent_capacity is %d: 0 to %d", (int)def->agent_capacity,
                           THRONG_MAX_AGENTS);
    if (def->max_neighbors < 0 || def->max_neighbors > THRONG_MAX_NEIGHBORS)
        return throng_fail(context, wrong, "def.max_neighbors is %d: 0 to %d", (int)def->max_neighbors,
                           THRONG_MAX_NEIGHBORS);
    if (def->perception & ~THRONG_PERCEPTION_ALL)
        return throng_fail(context, wrong,
                           "def.perception is %u: a sum of THRONG_VISION, _HEARING, _TOUCH, _ADAPTIVE and "
                           "_RESPONSIBILITY",
                           (unsigned)def->perception);
    if ((def->perception & THRONG_ADAPTIVE) && !(def->perception & THRONG_VISION))
        return throng_fail(context, wrong, "def.perception is %u: THRONG_ADAPTIVE needs THRONG_VISION",
                           (unsigned)def->perception);
    if (def->congestion != 0 && def->congestion != 1)
        return throng_fail(context, wrong, "def.congestion is %d: 0 or 1", (int)def->congestion);
    if (def->settle != 0 && def->settle != 1)
        return throng_fail(context, wrong, "def.settle is %d: 0 or 1", (int)def->settle);
    if (def->hash_guests != 0 && def->hash_guests != 1)
        return throng_fail(context, wrong, "def.hash_guests is %d: 0 or 1", (int)def->hash_guests);
    if (def->neighbors != THRONG_NEIGHBORS_GAPS && def->neighbors != THRONG_NEIGHBORS_CENTRES)
        return throng_fail(context, wrong, "def.neighbors is %d: one of THRONG_NEIGHBORS_*",
                           (int)def->neighbors);
    if (def->heading != THRONG_HEADING_TURNING && def->heading != THRONG_HEADING_VELOCITY)
        return throng_fail(context, wrong, "def.heading is %d: one of THRONG_HEADING_*", (int)def->heading);
    if (def->integration != THRONG_INTEGRATE_POSITIONS && def->integration != THRONG_INTEGRATE_VELOCITIES)
        return throng_fail(context, wrong, "def.integration is %d: one of THRONG_INTEGRATE_*",
                           (int)def->integration);
    if (!throng_within(def->symmetry, 0.0f, 1.0f))
        return throng_fail(context, wrong, "def.symmetry is %.9g: 0 to 1 radians", (double)def->symmetry);
    throng_status status = throng_check_residency(context, def->residency, THRONG_RESIDENCY_INPUT);
    if (status == THRONG_OK)
        status = check_origin(context, def);
    return status == THRONG_OK ? check_grounds(context, def) : status;
}

/* Responsibility alone goes by who has whom within neighbor_dist, as if that were sight all around. */
static int32_t uses_of(const throng_crowd_def *def)
{
    int32_t uses = (int32_t)def->perception;
    if ((uses & CROWD_SENSES) && def->heading == THRONG_HEADING_TURNING)
        uses |= CROWD_TURNING;
    if ((uses & CROWD_RESPONSIBILITY) && !(uses & CROWD_SENSES))
        uses |= CROWD_VISION | CROWD_BY_DISTANCE;
    uses |= def->flow ? CROWD_FLOWING : 0;
    uses |= def->settle ? CROWD_SETTLES : 0;
    uses |= def->integration == THRONG_INTEGRATE_VELOCITIES ? CROWD_HOST_MOVES : 0;
    uses |= def->neighbors == THRONG_NEIGHBORS_GAPS ? CROWD_BY_GAPS : 0;
    return def->congestion ? uses | CROWD_CONGESTION : uses;
}

static throng_backend choose(throng_context *context, const void *arguments, throng_selection *choice,
                             struct throng_observer *observer)
{
    const throng_crowd_def *def = arguments;
    const double agents = (double)def->agent_capacity;
    const throng_work work = {.kind = def->perception ? THRONG_COST_PERCEPTION : THRONG_COST_CROWD,
                              .amounts = {0.0, agents, (double)def->max_neighbors},
                              .out_bytes = agents * 2.0 * (double)sizeof(float),
                              .residency = def->residency};
    if (def->flow) {
        *choice = throng_dispatch_beside(def->flow->object.backend, "its flow");
        return choice->backend;
    }
    *choice = throng_dispatch(context, context->wanted, &work, observer);
    return context->wanted;
}

static throng_status prepare(throng_object *object, const void *arguments)
{
    const throng_crowd_def *def = arguments;
    throng_crowd *crowd = (throng_crowd *)object;
    crowd->shape = (throng_crowd_shape){.capacity = 0,
                                        .nearest = def->max_neighbors,
                                        .uses = uses_of(def),
                                        .symmetry = throng_without_subnormal(def->symmetry),
                                        .seed = def->seed,
                                        .hashes_guests = def->hash_guests,
                                        .flow = def->flow};
    crowd->terrain = def->terrain;
    crowd->cell_size = def->cell_size;
    throng_crowd_settle_home(crowd, def->origin_x, def->origin_y);
    throng_object_use(object, def->terrain ? &def->terrain->object : NULL);
    throng_object_use(object, def->flow ? &def->flow->object : NULL);
    throng_status status = throng_crowd_terrain_walls_create(crowd);
    throng_crowd more;
    if (status == THRONG_OK)
        status = throng_crowd_handles_make(crowd, def->agent_capacity, &more);
    if (status == THRONG_OK) {
        throng_crowd_handles_adopt(crowd, &more);
        crowd->shape.capacity = def->agent_capacity;
        throng_crowd_handles_forget(crowd);
    }
    return status;
}

static void release(throng_object *object)
{
    throng_crowd *crowd = (throng_crowd *)object;
    throng_crowd_handles_release(crowd);
    throng_crowd_ranks_release(crowd);
    throng_crowd_events_release(crowd);
    throng_crowd_walls_release(crowd);
    throng_crowd_terrain_walls_release(crowd);
    throng_crowd_moving_release(crowd);
}

const throng_object_kind throng_crowd_object_kind = {
    .type = "crowd",
    .name = "crowd",
    .cookie = THRONG_CROWD_COOKIE,
    .def_cookie = THRONG_CROWD_DEF_COOKIE,
    .size = sizeof(throng_crowd),
    .def_cookie_at = offsetof(throng_crowd_def, cookie),
    .shape = offsetof(throng_crowd, shape),
    .observer = offsetof(throng_crowd, observer),
    .observer_bytes = sizeof(throng_observer),
    .place = THRONG_PLACE_CROWD,
    .check_def = check_def,
    .choose = choose,
    .prepare = prepare,
    .release = release,
};

THRONG_CALL(throng_crowd_create, (context, def, crowd), throng_context *context, const throng_crowd_def *def,
            throng_crowd **crowd)
{
    const throng_status status = throng_object_create(context, &throng_crowd_object_kind, def, crowd);
    if (status == THRONG_OK)
        (*crowd)->ops = (const throng_crowd_ops *)(*crowd)->object.ops;
    return status;
}

THRONG_CALL(throng_crowd_explain, (context, def, choice), throng_context *context,
            const throng_crowd_def *def, throng_selection *choice)
{
    return throng_object_explain(context, &throng_crowd_object_kind, def, choice);
}

THRONG_CALL(throng_crowd_destroy, (crowd), throng_crowd *crowd)
{
    return throng_object_destroy(crowd, THRONG_CROWD_COOKIE);
}

THRONG_CALL(throng_crowd_reserve, (crowd, capacity), throng_crowd *crowd, int32_t capacity)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (capacity < 0 || capacity > THRONG_MAX_AGENTS)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "capacity is %d: 0 to %d",
                           (int)capacity, THRONG_MAX_AGENTS);
    if (capacity <= crowd->shape.capacity)
        return THRONG_OK;
    throng_crowd more;
    status = throng_crowd_handles_make(crowd, capacity, &more);
    if (status != THRONG_OK)
        return status;
    status = crowd->ops->reserve(crowd->object.state, capacity);
    if (status != THRONG_OK) {
        throng_crowd_handles_release(&more);
        return status;
    }
    throng_crowd_handles_adopt(crowd, &more);
    crowd->shape.capacity = capacity;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- steps ----------------------------- */

throng_status throng_crowd_prepare(throng_crowd *crowd, float dt, int32_t stepping,
                                   throng_crowd_step_params *step_params)
{
    throng_status status = throng_crowd_reserve_ranks(crowd);
    if (status == THRONG_OK)
        status = throng_crowd_reserve_terrain_walls(crowd);
    if (status == THRONG_OK && stepping && crowd->shape.flow)
        status = throng_flow_update(crowd->shape.flow);
    if (status == THRONG_OK)
        status = throng_crowd_flush_changes(crowd);
    if (status != THRONG_OK)
        return status;
    throng_crowd_update_terrain_walls(crowd);
    *step_params = (throng_crowd_step_params){.dt = dt,
                                              .per_dt = 1.0f / dt,
                                              .heterogeneous = crowd->heterogeneous,
                                              .mixed_targets = crowd->mixed_targets,
                                              .unchecked = crowd->unchecked,
                                              .whole = crowd->whole,
                                              .whole_most = crowd->whole_most,
                                              .step = crowd->steps};
    step_params->mixed = throng_crowd_is_mixed(crowd);
    step_params->solid = throng_crowd_is_solid(crowd);
    const throng_moving_build moving = throng_crowd_moving_now(crowd, dt);
    step_params->moving = moving.count;
    step_params->moving_walls = moving.walls;
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_step, (crowd, dt), throng_crowd *crowd, float dt)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!throng_within(dt, 1e-6f, 1e6f))
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "dt is %.9g: 1e-6 to 1e6",
                           (double)dt);
    throng_crowd_step_params step_params;
    throng_observe_next(&crowd->observer);
    throng_observe_begin(&crowd->observer);
    throng_observe_given(&crowd->observer, crowd->agents);
    status = throng_crowd_prepare(crowd, dt, 1, &step_params);
    if (status == THRONG_OK)
        status = throng_crowd_flush_walls(crowd);
    if (status == THRONG_OK)
        status = throng_crowd_flush_moving(crowd);
    if (status == THRONG_OK)
        status = crowd->ops->step(crowd->object.state, &step_params);
    throng_observe_end(&crowd->observer);
    if (status == THRONG_OK) {
        crowd->steps++;
        crowd->stepped = 1;
        crowd->unchecked = 0;
        throng_crowd_forget_newcomers(crowd);
    }
    return status;
}

/* ---------------------------------------------------------------- the hash -------------------------- */

THRONG_CALL(throng_crowd_hash, (crowd, hash), throng_crowd *crowd, uint64_t *hash)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!hash)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "hash must not be NULL");
    uint64_t sum = 0;
    throng_crowd_build_active_list(crowd);
    const throng_crowd_part all = {.count = crowd->agents,
                                   .agents = crowd->alive,
                                   .agent_stride = sizeof *crowd->alive,
                                   .listed = crowd->listed};
    status = crowd->ops->hash(crowd->object.state, &all, &sum);
    if (status == THRONG_OK)
        *hash = crowd_hash_mix(crowd->steps + 1) + sum + throng_crowd_home_hash(crowd);
    return status;
}

/* ---------------------------------------------------------------- facts ----------------------------- */

THRONG_CALL(throng_crowd_get_info, (crowd, info), throng_crowd *crowd, throng_crowd_info *info)
{
    throng_object_info common;
    const throng_status status =
        throng_object_get_info(crowd, THRONG_CROWD_COOKIE, info, sizeof *info, &common);
    if (status != THRONG_OK)
        return status;
    info->backend = common.backend;
    info->agents = crowd->agents;
    info->capacity = crowd->shape.capacity;
    info->lost = common.lost;
    info->steps = crowd->steps;
    info->added = crowd->added;
    info->host_bytes = common.usage.host_bytes + throng_crowd_handles_bytes(crowd) +
                       throng_crowd_walls_bytes(crowd) + throng_crowd_terrain_walls_bytes(crowd) +
                       throng_crowd_events_bytes(crowd) + throng_crowd_moving_bytes(crowd);
    info->walls = throng_crowd_walls_count(crowd);
    info->device_bytes = common.usage.device_bytes;
    info->home_x = crowd->home_x;
    info->home_y = crowd->home_y;
    info->kernel_seconds = common.usage.kernel_seconds;
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_reset, (crowd), throng_crowd *crowd)
{
    const throng_status status = throng_object_reset(crowd, THRONG_CROWD_COOKIE);
    if (status != THRONG_OK)
        return status;
    throng_crowd_handles_forget(crowd);
    throng_crowd_walls_forget(crowd);
    throng_crowd_moving_forget(crowd);
    crowd->terrain_version = 0;
    crowd->steps = 0;
    crowd->stepped = 0;
    crowd->added = 0;
    crowd->heterogeneous = 0;
    crowd->mixed_targets = 0;
    crowd->unchecked = 0;
    return THRONG_OK;
}
