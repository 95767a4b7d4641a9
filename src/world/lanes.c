/* Steps of the parts of this process, at the same time: devices are given theirs first, and then each context
 * on the processor has a thread of the world's. A host sees nothing of that: a context with memory functions
 * or a scheduler of the host's is stepped by the calling thread, which also sends messages. */
#include "src/core/clock.h"
#include "src/core/held.h"
#include "src/core/memory.h"
#include "src/core/pool.h"
#include "src/core/status.h"
#include "src/world/crowd.h"

static int32_t has_hooks(const throng_context *context)
{
    return context->allocator.allocate || context->parallel.run;
}

throng_status throng_world_open_lanes(throng_world *world)
{
    for (int32_t i = 0; i < world->local; i++) {
        int32_t lane = 0;
        while (lane < world->lanes && world->lane_contexts[lane] != world->contexts[i])
            lane++;
        if (lane == world->lanes && !has_hooks(world->contexts[i]))
            world->lane_contexts[world->lanes++] = world->contexts[i];
        world->lane_of[i] = lane < world->lanes ? lane : -1;
    }
    if (world->lanes <= 1)
        return THRONG_OK;
    const size_t bytes = (size_t)world->lanes * sizeof *world->held;
    world->held = throng_allocate(&world->context->allocator, bytes);
    if (!world->held)
        return throng_fail_memory(world->context, "messages of parts", bytes);
    return throng_pool_create(world->context, THRONG_POOL_LANES, world->lanes - 1, &world->pool);
}

void throng_world_close_lanes(throng_world *world)
{
    throng_pool_destroy(world->context, world->pool);
    throng_release(&world->context->allocator, world->held, (size_t)world->lanes * sizeof *world->held);
}

/* ---------------------------------------------------------------- one part -------------------------- */

static int32_t is_on_device(const throng_world_part *part)
{
    return part->crowd->object.backend == THRONG_BACKEND_OPENCL;
}

/* waits: 1: its time is taken, that of its device, too, without what it still has to do before. */
static void step_part(throng_world_part *part, float dt, int32_t waits)
{
    part->status = waits ? throng_context_wait(part->context) : THRONG_OK;
    const double begin = throng_system_seconds();
    if (part->status == THRONG_OK)
        part->status = throng_crowd_step(part->crowd, dt);
    if (part->status == THRONG_OK && waits)
        part->status = throng_context_wait(part->context);
    part->taken = throng_system_seconds() - begin;
    part->stepped = 1;
}

/* ---------------------------------------------------------------- lanes ----------------------------- */

typedef struct steps {
    throng_world_crowd *crowd;
    float dt;
    int32_t measured; /* 1: devices are waited for */
} steps;

/* The parts of one context. Its host hears of it afterwards. */
static void step_lane(void *data, int32_t lane)
{
    const steps *s = data;
    const throng_world *world = s->crowd->world;
    throng_context *context = world->lane_contexts[lane];
    throng_hold(context, &world->held[lane]);
    for (int32_t i = 0; i < world->local; i++)
        if (world->lane_of[i] == lane && !s->crowd->parts[i].stepped)
            step_part(&s->crowd->parts[i], s->dt, s->measured);
    throng_unhold(context, &world->held[lane]);
}

/* 1: by the calling thread: a device is given its step and works while others do, unless it is measured. What
 * its compiler says goes to a logger at once. */
static int32_t goes_first(const steps *s, int32_t i)
{
    const throng_world *world = s->crowd->world;
    const throng_world_part *part = &s->crowd->parts[i];
    if (!world->pool || world->lane_of[i] < 0)
        return 1;
    return is_on_device(part) && (!s->measured || part->context->logger.log);
}

/* Returns 1 if lanes were used. */
static int32_t step_all(steps *s)
{
    throng_world *world = s->crowd->world;
    int32_t left = 0;
    for (int32_t i = 0; i < world->local; i++) {
        throng_world_part *part = &s->crowd->parts[i];
        part->stepped = 0;
        part->status = THRONG_OK;
        if (goes_first(s, i))
            step_part(part, s->dt, s->measured);
        left += !part->stepped;
    }
    if (left > 0)
        throng_pool_run(world->pool, world->lanes, step_lane, s);
    return left > 0;
}

/* Devices are measured in the step before costs are looked at, which stands for all steps: to wait for them
 * in each would keep hosts from their own work. */
throng_status throng_world_step_parts(throng_world_crowd *crowd, float dt)
{
    throng_world *world = crowd->world;
    steps s = {crowd, dt, crowd->balance_in == 1};
    throng_status status = THRONG_OK;
    int32_t moving = 0;
    const double begin = throng_system_seconds();
    for (int32_t i = 0; i < world->local; i++)
        moving |= crowd->parts[i].crowd->moving != NULL;
    const int32_t in_lanes = step_all(&s);
    crowd->info.step_seconds += throng_system_seconds() - begin;
    for (int32_t lane = 0; lane < world->lanes && in_lanes; lane++)
        throng_tell_held(&world->held[lane]);
    for (int32_t i = 0; i < world->local; i++) {
        throng_world_part *part = &crowd->parts[i];
        if (!is_on_device(part))
            part->seconds += part->taken;
        else if (s.measured)
            part->seconds = part->taken * world->def.balance_steps;
        if (part->status != THRONG_OK && status == THRONG_OK)
            status = throng_world_note(world, part->context, part->status);
    }
    /* what is pushed may be faster than it can */
    crowd->placed = moving || (crowd->uses & CROWD_HOST_MOVES) != 0;
    crowd->walked += crowd->max_speed * (double)dt * 1.01 + crowd->sway;
    /* in any step, not in the next alone: guests keep their rests until the host lets them go */
    crowd->walked += crowd->leap > crowd->sway ? crowd->leap : 0.0;
    return status;
}
