/* Crowds: the public calls that concern a whole crowd, and the check of what they are given. */
#include "src/crowd/crowd.h"
#include "kernels/crowd/layout.h"
#include "src/cl/cl.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/crowd/agents.h"
#include "src/dispatch/dispatch.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

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
    if (def->terrain && (!throng_is_terrain(def->terrain) || def->terrain->context != context))
        return throng_fail(context, wrong, "def.terrain is not terrain of this context");
    if (def->terrain && def->terrain->worlds != 1)
        return throng_fail(context, wrong, "def.terrain has %d worlds: one", (int)def->terrain->worlds);
    if (def->terrain && !throng_within(def->cell_size, 1e-6f, 1e6f))
        return throng_fail(context, wrong, "def.cell_size is %.9g: 1e-6 to 1e6", (double)def->cell_size);
    if (!flow)
        return THRONG_OK;
    if (flow->cookie != THRONG_FLOW_COOKIE || flow->context != context)
        return throng_fail(context, wrong, "def.flow is not a flow of this context");
    if (flow->shape.grid == THRONG_GRID_HEX || flow->shape.terrain->worlds != 1)
        return throng_fail(context, wrong, "def.flow is %s: crowds follow square ones of one world",
                           flow->shape.grid == THRONG_GRID_HEX ? "hexagonal" : "of several worlds");
    if (context->wanted != THRONG_BACKEND_AUTO && flow->backend != context->wanted)
        return throng_fail(context, wrong, "def.flow lives on %s, the crowd on %s: both on one backend",
                           throng_backend_name(flow->backend), throng_backend_name(context->wanted));
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const throng_crowd_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def)
        return throng_fail(context, wrong, "def is NULL: use throng_crowd_default_def()");
    if (def->cookie != THRONG_CROWD_DEF_COOKIE)
        return throng_fail(context, wrong, "def is not initialised: start from throng_crowd_default_def()");
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
    if (!throng_within(def->symmetry, 0.0f, 1.0f))
        return throng_fail(context, wrong, "def.symmetry is %.9g: 0 to 1 radians", (double)def->symmetry);
    const throng_status status = throng_check_residency(context, def->residency, THRONG_RESIDENCY_INPUT);
    return status == THRONG_OK ? check_grounds(context, def) : status;
}

/* Responsibility alone goes by who has whom within neighbor_dist, as if that were sight all around. */
static int32_t uses_of(const throng_crowd_def *def)
{
    int32_t uses = (int32_t)def->perception;
    if ((uses & CROWD_RESPONSIBILITY) && !(uses & CROWD_SENSES))
        uses |= CROWD_VISION | CROWD_BY_DISTANCE;
    uses |= def->flow ? CROWD_FLOWING : 0;
    return def->congestion ? uses | CROWD_CONGESTION : uses;
}

static throng_selection choose(throng_context *context, const throng_crowd_def *def,
                               throng_observer *observer)
{
    const double agents = (double)def->agent_capacity;
    const throng_work work = {.kind = def->perception ? THRONG_COST_PERCEPTION : THRONG_COST_CROWD,
                              .amounts = {0.0, agents, (double)def->max_neighbors},
                              .out_bytes = agents * 2.0 * (double)sizeof(float),
                              .residency = def->residency};
    if (def->flow)
        return throng_dispatch_beside(def->flow->backend, "its flow");
    return throng_dispatch(context, context->wanted, &work, observer);
}

static throng_status create_on(throng_crowd *crowd, throng_backend backend)
{
    crowd->backend = backend;
    crowd->ops = throng_cpu_ops.crowd;
#ifdef THRONG_OPENCL
    if (backend == THRONG_BACKEND_OPENCL)
        crowd->ops = throng_cl_ops.crowd;
#endif
    return crowd->ops->create(crowd->context, &crowd->shape, &crowd->state);
}

throng_status throng_crowd_create(throng_context *context, const throng_crowd_def *def, throng_crowd **crowd)
{
    if (crowd)
        *crowd = NULL;
    if (!context || context->cookie != THRONG_CONTEXT_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!crowd)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "crowd is NULL: where the new crowd goes");
    throng_status status = check_def(context, def);
    if (status != THRONG_OK)
        return status;
    throng_crowd *made = throng_allocate(&context->allocator, sizeof *made);
    if (!made)
        return throng_fail_memory(context, "a crowd", sizeof *made);
    made->context = context;
    made->shape = (throng_crowd_shape){.capacity = 0,
                                       .nearest = def->max_neighbors,
                                       .uses = uses_of(def),
                                       .symmetry = throng_without_subnormal(def->symmetry),
                                       .seed = def->seed,
                                       .flow = def->flow};
    made->terrain = def->terrain;
    made->cell_size = def->cell_size;
    status = throng_crowd_terrain_walls_create(made);
    if (status == THRONG_OK)
        status = throng_crowd_handles_reserve(made, def->agent_capacity);
    if (status == THRONG_OK) {
        made->shape.capacity = def->agent_capacity;
        const throng_backend backend = choose(context, def, &made->observer).backend;
        status = create_on(made, backend);
        if (!def->flow &&
            throng_dispatch_falls_back(context, context->wanted, backend, status, &made->observer))
            status = create_on(made, THRONG_BACKEND_CPU);
        if (status != THRONG_OK)
            throng_crowd_handles_release(made);
    }
    if (status != THRONG_OK) {
        throng_crowd_terrain_walls_release(made);
        throng_release(&context->allocator, made, sizeof *made);
        return status;
    }
    throng_crowd_handles_forget(made);
    made->cookie = THRONG_CROWD_COOKIE;
    context->objects++;
    if (def->terrain)
        def->terrain->maps++;
    if (def->flow)
        def->flow->users++;
    *crowd = made;
    return THRONG_OK;
}

throng_status throng_crowd_explain(throng_context *context, const throng_crowd_def *def,
                                   throng_selection *choice)
{
    throng_status status = throng_check_selection(context, choice);
    if (status == THRONG_OK)
        status = check_def(context, def);
    if (status == THRONG_OK)
        *choice = choose(context, def, NULL);
    return status;
}

static int32_t is_crowd(const throng_crowd *crowd) { return crowd && crowd->cookie == THRONG_CROWD_COOKIE; }

throng_status throng_crowd_destroy(throng_crowd *crowd)
{
    if (!crowd)
        return THRONG_OK;
    if (!is_crowd(crowd))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_context *context = crowd->context;
    crowd->cookie = 0;
    crowd->ops->destroy(crowd->state);
    context->objects--;
    if (crowd->terrain)
        crowd->terrain->maps--;
    if (crowd->shape.flow)
        crowd->shape.flow->users--;
    throng_crowd_handles_release(crowd);
    throng_crowd_walls_release(crowd);
    throng_crowd_terrain_walls_release(crowd);
    throng_release(&context->allocator, crowd, sizeof *crowd);
    return THRONG_OK;
}

throng_status throng_crowd_check(const throng_crowd *crowd)
{
    if (!is_crowd(crowd))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (crowd->ops->lost(crowd->state))
        return throng_fail(crowd->context, THRONG_ERROR_LOST,
                           "the crowd was lost when its device failed: throng_crowd_reset() brings it back");
    return THRONG_OK;
}

throng_status throng_crowd_reserve(throng_crowd *crowd, int32_t capacity)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (capacity < 0 || capacity > THRONG_MAX_AGENTS)
        return throng_fail(crowd->context, THRONG_ERROR_INVALID_ARGUMENT, "capacity is %d: 0 to %d",
                           (int)capacity, THRONG_MAX_AGENTS);
    if (capacity <= crowd->shape.capacity)
        return THRONG_OK;
    status = throng_crowd_handles_reserve(crowd, capacity);
    if (status == THRONG_OK)
        status = crowd->ops->reserve(crowd->state, capacity);
    if (status == THRONG_OK)
        crowd->shape.capacity = capacity;
    return status;
}

/* ---------------------------------------------------------------- steps ----------------------------- */

/* Away from the host's rounding mode. */
static void invert(void *data, int32_t index)
{
    throng_crowd_step_params *step_params = data;
    (void)index;
    step_params->per_dt = 1.0f / step_params->dt;
}

throng_status throng_crowd_prepare(throng_crowd *crowd, float dt, throng_crowd_step_params *step_params)
{
    throng_status status = throng_crowd_flush_changes(crowd);
    *step_params =
        (throng_crowd_step_params){.dt = dt, .heterogeneous = crowd->heterogeneous, .step = crowd->steps};
    throng_run_pinned(invert, step_params);
    return status == THRONG_OK ? throng_crowd_update_terrain_walls(crowd) : status;
}

throng_status throng_crowd_step(throng_crowd *crowd, float dt)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!throng_within(dt, 1e-6f, 1e6f))
        return throng_fail(crowd->context, THRONG_ERROR_INVALID_ARGUMENT, "dt is %.9g: 1e-6 to 1e6",
                           (double)dt);
    throng_crowd_step_params step_params;
    throng_observe_next(&crowd->observer);
    throng_observe_begin(&crowd->observer);
    throng_observe_given(&crowd->observer, crowd->agents);
    status = throng_crowd_prepare(crowd, dt, &step_params);
    if (status == THRONG_OK)
        status = throng_crowd_flush_walls(crowd);
    if (status == THRONG_OK && crowd->shape.flow)
        status = throng_flow_update(crowd->shape.flow);
    if (status == THRONG_OK)
        status = crowd->ops->step(crowd->state, &step_params);
    throng_observe_end(&crowd->observer);
    if (status == THRONG_OK)
        crowd->steps++;
    return status;
}

/* ---------------------------------------------------------------- whole agents ---------------------- */

throng_status throng_crowd_read(throng_crowd *crowd, int32_t count, const int32_t *agents, void *bodies,
                                void *senses, size_t stride)
{
    throng_crowd_part part = {0, 0, sizeof(crowd_body) / 4, count, agents, sizeof *agents, 0, 0};
    throng_status status =
        crowd->ops->read(crowd->state, &part, bodies, stride > 0 ? stride : sizeof(crowd_body));
    part = (throng_crowd_part){1, 0, sizeof(crowd_sense) / 4, count, agents, sizeof *agents, 0, 0};
    if (status == THRONG_OK)
        status = crowd->ops->read(crowd->state, &part, senses, stride > 0 ? stride : sizeof(crowd_sense));
    return status;
}

throng_status throng_crowd_write(throng_crowd *crowd, int32_t count, const int32_t *agents,
                                 const void *bodies, const void *senses, size_t stride, int32_t begun)
{
    throng_crowd_part part = {0, 0, sizeof(crowd_body) / 4, count, agents, sizeof *agents, begun, 0};
    throng_status status =
        crowd->ops->write(crowd->state, &part, bodies, stride > 0 ? stride : sizeof(crowd_body));
    part = (throng_crowd_part){1, 0, sizeof(crowd_sense) / 4, count, agents, sizeof *agents, begun, 0};
    if (status == THRONG_OK)
        status = crowd->ops->write(crowd->state, &part, senses, stride > 0 ? stride : sizeof(crowd_sense));
    return status;
}

/* ---------------------------------------------------------------- the hash -------------------------- */

throng_status throng_crowd_hash(throng_crowd *crowd, uint64_t *hash)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!hash)
        return throng_fail(crowd->context, THRONG_ERROR_INVALID_ARGUMENT, "hash is NULL: where it goes");
    uint64_t sum = 0;
    throng_crowd_build_active_list(crowd);
    const throng_crowd_part all = {
        0, 0, 0, crowd->agents, crowd->alive, sizeof *crowd->alive, 0, crowd->listed};
    status = crowd->ops->hash(crowd->state, &all, &sum);
    if (status == THRONG_OK)
        *hash = crowd_hash_mix(crowd->steps + 1) + sum;
    return status;
}

/* ---------------------------------------------------------------- facts ----------------------------- */

throng_status throng_crowd_get_info(throng_crowd *crowd, throng_crowd_info *info)
{
    if (info)
        memset(info, 0, sizeof *info);
    if (!is_crowd(crowd))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(crowd->context, THRONG_ERROR_INVALID_ARGUMENT, "info is NULL: where the facts go");
    const throng_usage usage = crowd->ops->usage(crowd->state);
    info->backend = crowd->backend;
    info->agents = crowd->agents;
    info->capacity = crowd->shape.capacity;
    info->lost = crowd->ops->lost(crowd->state);
    info->steps = crowd->steps;
    info->added = crowd->added;
    info->host_bytes = usage.host_bytes + sizeof *crowd + throng_crowd_handles_bytes(crowd) +
                       throng_crowd_walls_bytes(crowd) + throng_crowd_terrain_walls_bytes(crowd);
    info->walls = throng_crowd_walls_count(crowd);
    info->device_bytes = usage.device_bytes;
    info->kernel_seconds = usage.kernel_seconds;
    return THRONG_OK;
}

throng_status throng_crowd_reset(throng_crowd *crowd)
{
    if (!is_crowd(crowd))
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_crowd_handles_forget(crowd);
    throng_crowd_walls_forget(crowd);
    crowd->terrain_version = 0;
    crowd->steps = 0;
    crowd->added = 0;
    crowd->heterogeneous = 0;
    return crowd->ops->reset(crowd->state);
}
