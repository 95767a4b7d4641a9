/* What changes of ghosts in each step: from the parts that they are of to those where they are, along routes
 * that stay the same until the next lists. */
#include "src/core/clock.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/crowd.h"

#include <stddef.h>
#include <string.h>

/* Of an agent in a message: words of its body, and of all agents of the route the ranges of vision behind. */
static size_t bytes_each(const throng_world_crowd *crowd)
{
    return 4 * (size_t)(crowd->moving_words + crowd->sends_vision);
}

static const throng_route *route_at(const throng_buffer *routes, int32_t i)
{
    return (const throng_route *)(const void *)routes->memory + i;
}

/* Sizes of the messages along routes, and memory for them. */
static throng_status reserve_messages(throng_world_crowd *crowd, const throng_buffer *routes, int32_t count,
                                      throng_buffer *messages)
{
    throng_world *world = crowd->world;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->size; i++)
        messages[i].bytes = 0;
    for (int32_t i = 0; i < count; i++) {
        const throng_route *route = route_at(routes, i);
        messages[route->process].bytes += bytes_each(crowd) * (size_t)route->count;
    }
    for (int32_t i = 0; i < world->size && status == THRONG_OK; i++) {
        const size_t bytes = messages[i].bytes;
        messages[i].bytes = 0; /* nothing to keep */
        status = throng_buffer_reserve(world, &messages[i], bytes);
        messages[i].bytes = bytes;
    }
    return status;
}

throng_status throng_world_motions_reserve(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    throng_status status = reserve_messages(crowd, &crowd->out_routes, crowd->outs, crowd->out);
    if (status == THRONG_OK)
        status = reserve_messages(crowd, &crowd->in_routes, crowd->ins, crowd->in);
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        const int32_t most = part->border_count > part->ghost_count ? part->border_count : part->ghost_count;
        status = throng_buffer_reserve(world, &part->rows, 4 * (size_t)crowd->moving_words * (size_t)most);
        if (status == THRONG_OK)
            status = throng_buffer_reserve(world, &part->visions, 4 * (size_t)most);
    }
    return status;
}

/* ---------------------------------------------------------------- a part's rows --------------------- */

static throng_crowd_part body_words(const throng_world_crowd *crowd, int32_t count, const void *agents,
                                    size_t stride)
{
    return (throng_crowd_part){
        .words = crowd->moving_words, .count = count, .agents = agents, .agent_stride = stride, .walks = 1};
}

static throng_crowd_part vision_word(int32_t count, const void *agents, size_t stride)
{
    return (throng_crowd_part){.of = THRONG_CROWD_SENSES,
                               .first = (int32_t)(offsetof(crowd_sense, vision) / 4),
                               .words = 1,
                               .count = count,
                               .agents = agents,
                               .agent_stride = stride};
}

static throng_status read_border(throng_world_crowd *crowd, throng_world_part *part)
{
    const throng_crowd *of = part->crowd;
    const throng_crowd_part body =
        body_words(crowd, part->border_count, part->border.memory, sizeof(int32_t));
    const throng_crowd_part vision = vision_word(part->border_count, part->border.memory, sizeof(int32_t));
    if (part->border_count == 0)
        return THRONG_OK;
    throng_status status =
        of->ops->read(of->object.state, &body, part->rows.memory, 4 * (size_t)crowd->moving_words);
    if (status == THRONG_OK && crowd->sends_vision)
        status = of->ops->read(of->object.state, &vision, part->visions.memory, 4);
    return throng_world_note(crowd->world, part->context, status);
}

static throng_status write_ghosts(throng_world_crowd *crowd, throng_world_part *part)
{
    const throng_crowd *of = part->crowd;
    const char *agents = part->ghosts.memory + offsetof(throng_agent, index);
    const throng_crowd_part body = body_words(crowd, part->ghost_count, agents, sizeof(throng_agent));
    const throng_crowd_part vision = vision_word(part->ghost_count, agents, sizeof(throng_agent));
    if (part->ghost_count == 0)
        return THRONG_OK;
    throng_status status =
        of->ops->write(of->object.state, &body, part->rows.memory, 4 * (size_t)crowd->moving_words);
    if (status == THRONG_OK && crowd->sends_vision)
        status = of->ops->write(of->object.state, &vision, part->visions.memory, 4);
    return throng_world_note(crowd->world, part->context, status);
}

/* Between a part's rows and a message, in which `at` moves on. */
static void copy_route(const throng_world_crowd *crowd, const throng_route *route, char *message, size_t *at,
                       int32_t out)
{
    const throng_world_part *part = &crowd->parts[route->local];
    const size_t each = 4 * (size_t)crowd->moving_words, count = (size_t)route->count;
    char *rows = part->rows.memory + each * (size_t)route->first;
    char *visions = part->visions.memory + 4 * (size_t)route->first;
    memcpy(out ? message + *at : rows, out ? rows : message + *at, each * count);
    *at += each * count;
    if (!crowd->sends_vision)
        return;
    memcpy(out ? message + *at : visions, out ? visions : message + *at, 4 * count);
    *at += 4 * count;
}

static void copy_routes(const throng_world_crowd *crowd, const throng_buffer *routes, int32_t count,
                        throng_buffer *messages, int32_t out)
{
    size_t at = 0;
    int32_t process = -1;
    for (int32_t i = 0; i < count; i++) {
        const throng_route *route = route_at(routes, i);
        at = route->process == process ? at : 0;
        process = route->process;
        throng_buffer *message = process == crowd->world->rank ? &crowd->out[process] : &messages[process];
        copy_route(crowd, route, message->memory, &at, out);
    }
}

/* ---------------------------------------------------------------- the exchange ---------------------- */

static throng_status begin_exchange(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    uint64_t sent;
    if (world->size == 1)
        return throng_world_land(world);
    const throng_status status = throng_world_depart(world, crowd->out, crowd->in, &sent);
    crowd->info.motion_bytes_sent += sent;
    if (status == THRONG_OK)
        world->flying = crowd;
    return status;
}

throng_status throng_world_motions_begin(throng_world_crowd *crowd)
{
    throng_status status = THRONG_OK;
    const double begin = throng_system_seconds();
    for (int32_t i = 0; i < crowd->world->local && status == THRONG_OK; i++)
        status = read_border(crowd, &crowd->parts[i]);
    copy_routes(crowd, &crowd->out_routes, crowd->outs, crowd->out, 1);
    const throng_status begun = begin_exchange(crowd); /* others wait for it, whatever has happened here */
    crowd->packed = 1;
    crowd->info.exchange_seconds += throng_system_seconds() - begin;
    return begun != THRONG_OK ? begun : status;
}

throng_status throng_world_motions_end(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    const double begin = throng_system_seconds();
    throng_status status = world->flying == crowd ? throng_world_land(world) : THRONG_OK;
    if (status == THRONG_OK)
        copy_routes(crowd, &crowd->in_routes, crowd->ins, crowd->in, 0);
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
        status = write_ghosts(crowd, &crowd->parts[i]);
    crowd->packed = 0;
    crowd->info.exchange_seconds += throng_system_seconds() - begin;
    return status;
}
