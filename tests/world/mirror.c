#include "tests/world/mirror.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const mirror *mirrors;
static int32_t mirror_count;
static int32_t own_rank, processes = 1, giving = -1;

void mirrors_set(const mirror *set, int32_t count)
{
    mirrors = set;
    mirror_count = count;
}

void mirrors_give(int32_t rank, int32_t size, int32_t giver)
{
    own_rank = rank;
    processes = size;
    giving = giver;
}

/* Which of `count` entries this process gives. */
static int32_t share(int32_t count, int32_t *first)
{
    *first = 0;
    if (giving >= 0)
        return own_rank == giving % processes ? count : 0;
    *first = (int32_t)((int64_t)count * own_rank / processes);
    return (int32_t)((int64_t)count * (own_rank + 1) / processes) - *first;
}

static throng_agent agent_at(const throng_agent *agents, size_t stride, int32_t i)
{
    throng_agent agent;
    memcpy(&agent, (const char *)agents + (size_t)i * (stride ? stride : sizeof agent), sizeof agent);
    return agent;
}

static uint64_t *ids_of(throng_crowd *crowd, int32_t count, const throng_agent *agents, size_t stride)
{
    uint64_t *ids = must_allocate(((size_t)count + 1) * sizeof *ids);
    for (int32_t i = 0; i < count; i++) {
        const throng_agent agent = agent_at(agents, stride, i);
        MUST(NULL, throng_crowd_get(crowd, THRONG_AGENT_ID, 1, &agent, 0, &ids[i], 0));
    }
    return ids;
}

throng_status mirrored_add(throng_crowd *crowd, int32_t count, const throng_agent_def *defs, size_t stride,
                           throng_agent *agents)
{
    int32_t first;
    const int32_t some = share(count, &first);
    const size_t each = stride ? stride : sizeof *defs;
    for (int32_t i = 0; i < mirror_count; i++)
        MUST(mirrors[i].context,
             throng_world_crowd_add(
                 mirrors[i].crowd, some,
                 (const throng_agent_def *)(const void *)((const char *)defs + (size_t)first * each), each));
    return throng_crowd_add(crowd, count, defs, stride, agents);
}

throng_status mirrored_remove(throng_crowd *crowd, int32_t count, const throng_agent *agents, size_t stride)
{
    int32_t first;
    const int32_t some = share(count, &first);
    uint64_t *ids = ids_of(crowd, count, agents, stride);
    for (int32_t i = 0; i < mirror_count; i++)
        MUST(mirrors[i].context, throng_world_crowd_remove(mirrors[i].crowd, some, ids + first));
    free(ids);
    return throng_crowd_remove(crowd, count, agents, stride);
}

throng_status mirrored_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                           const throng_agent *agents, size_t agent_stride, const void *data, size_t stride)
{
    int32_t first;
    const int32_t some = share(count, &first);
    uint64_t *ids = ids_of(crowd, count, agents, agent_stride);
    const int pair = what == THRONG_AGENT_POSITION || what == THRONG_AGENT_VELOCITY ||
                     what == THRONG_AGENT_HEADING || what == THRONG_AGENT_GOAL ||
                     what == THRONG_AGENT_PREFERRED_VELOCITY || what == THRONG_AGENT_TARGET;
    const size_t each = stride ? stride : pair ? 8 : 4;
    for (int32_t i = 0; i < mirror_count; i++)
        MUST(mirrors[i].context, throng_world_crowd_set(mirrors[i].crowd, what, some, ids + first,
                                                        (const char *)data + (size_t)first * each, each));
    free(ids);
    return throng_crowd_set(crowd, what, count, agents, agent_stride, data, stride);
}

throng_status mirrored_step(throng_crowd *crowd, float dt)
{
    for (int32_t i = 0; i < mirror_count; i++)
        MUST(mirrors[i].context, throng_world_crowd_step(mirrors[i].crowd, dt));
    return throng_crowd_step(crowd, dt);
}

mirror mirror_begin(const char *name, int32_t count, throng_context *const *contexts,
                    const throng_world_def *def, const throng_crowd_def *crowd, float skin)
{
    mirror m = {.context = contexts[0]};
    throng_world_crowd_def d = throng_world_crowd_default_def();
    throng_crowd_def *parts = must_allocate((size_t)count * sizeof *parts);
    snprintf(m.name, sizeof m.name, "%s", name);
    for (int32_t i = 0; i < count; i++) {
        parts[i] = *crowd;
        parts[i].agent_capacity = 0; /* it grows */
    }
    d.parts = parts;
    d.skin = skin;
    MUST(m.context, throng_world_create(count, contexts, def, &m.world));
    MUST(m.context, throng_world_crowd_create(m.world, &d, &m.crowd));
    free(parts);
    return m;
}

void mirror_end(const mirror *m)
{
    MUST(m->context, throng_world_crowd_destroy(m->crowd));
    MUST(m->context, throng_world_destroy(m->world));
}

uint64_t mirror_hash(const mirror *m)
{
    uint64_t hash;
    MUST(m->context, throng_world_crowd_hash(m->crowd, &hash));
    return hash;
}

void make_runners(throng_agent_def agents[RUNNERS], float speed)
{
    rng r = {17};
    for (int32_t i = 0; i < RUNNERS; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].x = rng_between(&r, 0.0f, 80.0f);
        agents[i].y = rng_between(&r, 0.0f, 80.0f);
        agents[i].max_speed = i % 3 ? speed : 0.5f * speed;
        agents[i].navigation = THRONG_NAVIGATE_GOAL;
        agents[i].target_x = 5.0f;
        agents[i].target_y = 40.0f;
    }
}
