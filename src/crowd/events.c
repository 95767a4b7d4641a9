/* The events of the last step, as a list in the order of ids. */
#include "kernels/crowd/events.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"

#include <string.h>

_Static_assert(THRONG_MAX_AGENTS <= 1 << CROWD_EVENT_SHIFT, "an agent and its flags fit in a word");

enum { LEAST = 256, KINDS = THRONG_FLAG_CONGESTED | THRONG_FLAG_ARRIVED | THRONG_FLAG_INSIDE_WALL };

/* Memory that grows with the largest number of agents that had events in one step. */
typedef struct throng_event_list {
    int32_t capacity;
    int32_t *words;      /* as the backend gives them */
    throng_named *named; /* sorted; `rank`: the flags */
} throng_event_list;

static size_t bytes_of(int32_t capacity)
{
    return sizeof(throng_event_list) + (size_t)capacity * (sizeof(throng_named) + sizeof(int32_t));
}

void throng_crowd_events_release(throng_crowd *crowd)
{
    if (crowd->events)
        throng_release(&crowd->object.context->allocator, crowd->events, bytes_of(crowd->events->capacity));
    crowd->events = NULL;
}

size_t throng_crowd_events_bytes(const throng_crowd *crowd)
{
    return crowd->events ? bytes_of(crowd->events->capacity) : 0;
}

static throng_status reserve(throng_crowd *crowd, int32_t count)
{
    int32_t capacity = crowd->events ? crowd->events->capacity : LEAST;
    while (capacity < count)
        capacity *= 2; /* at most 2^23 agents */
    if (crowd->events && capacity == crowd->events->capacity)
        return THRONG_OK;
    throng_event_list *list = throng_allocate(&crowd->object.context->allocator, bytes_of(capacity));
    if (!list)
        return throng_fail_memory(crowd->object.context, "a list of events", bytes_of(capacity));
    list->capacity = capacity;
    list->named = (throng_named *)(void *)(list + 1);
    list->words = (int32_t *)(void *)(list->named + capacity);
    throng_crowd_events_release(crowd);
    crowd->events = list;
    return THRONG_OK;
}

/* 1: it was added by its state since the last step, and its index may have events of who was removed. The
 * backends know those that were added by a def. */
static int32_t is_newcomer(const throng_crowd *crowd, int32_t agent)
{
    return (int32_t)(crowd->newcomers[agent / 32] >> agent % 32 & 1u);
}

/* 1: it was stepped in this crowd. What is at the index of a ghost are events of whoever was there before. */
static int32_t is_stepped(const throng_crowd *crowd, int32_t agent)
{
    return (crowd->generations[agent] & 1u) && !is_newcomer(crowd, agent) &&
           !(crowd->settings[agent] & CROWD_GHOST);
}

/* How many agents have some, in the list. */
static throng_status gather(throng_crowd *crowd, int32_t kinds, int32_t *agents)
{
    int32_t count = 0;
    throng_status status = reserve(crowd, 0);
    if (status == THRONG_OK)
        status = crowd->ops->events(crowd->object.state, kinds, crowd->slots, crowd->events->words,
                                    crowd->events->capacity, &count);
    if (status == THRONG_OK && count > crowd->events->capacity) {
        status = reserve(crowd, count);
        if (status == THRONG_OK)
            status = crowd->ops->events(crowd->object.state, kinds, crowd->slots, crowd->events->words,
                                        crowd->events->capacity, &count);
    }
    *agents = 0;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        const int32_t word = crowd->events->words[i], agent = crowd_event_agent(word);
        if (is_stepped(crowd, agent))
            crowd->events->named[(*agents)++] =
                (throng_named){crowd->ids[agent], agent, crowd_event_flags(word)};
    }
    return status;
}

static throng_status check(const throng_crowd *crowd, uint32_t kinds, const throng_crowd_event *events,
                           int32_t capacity, const int32_t *count)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_context *context = crowd->object.context;
    if (kinds & ~(uint32_t)KINDS)
        return throng_fail(context, wrong,
                           "kinds is %u: a sum of THRONG_FLAG_CONGESTED, _ARRIVED and _INSIDE_WALL",
                           (unsigned)kinds);
    if (capacity < 0)
        return throng_fail(context, wrong, "capacity is %d: 0 or more", (int)capacity);
    if (!count || (!events && capacity > 0))
        return throng_fail(context, wrong, "%s",
                           count ? "events must not be NULL" : "count must not be NULL");
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_get_events, (crowd, kinds, events, capacity, count), throng_crowd *crowd,
            uint32_t kinds, throng_crowd_event *events, int32_t capacity, int32_t *count)
{
    int32_t agents = 0, all = 0;
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check(crowd, kinds, events, capacity, count);
    if (status == THRONG_OK && crowd->stepped && kinds)
        status = gather(crowd, (int32_t)kinds, &agents);
    if (status != THRONG_OK)
        return status;
    if (agents > 0)
        throng_named_sort(crowd->events->named, agents);
    for (int32_t i = 0; i < agents; i++) {
        const throng_named *one = &crowd->events->named[i];
        const throng_agent agent = {one->index, crowd->generations[one->index]};
        for (uint32_t flags = (uint32_t)one->rank; flags; flags &= flags - 1, all++)
            if (all < capacity)
                events[all] = (throng_crowd_event){agent, flags & (~flags + 1u)};
    }
    *count = all;
    return status;
}
