/* Values of agents, and agents that queries find, in a program's own OpenCL buffers. */
#include <throng/throng_opencl.h>

#include "kernels/crowd/pairs.h"
#include "src/cl/crowd/crowd.h"
#include "src/cl/device/interop.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"

THRONG_CALL(throng_crowd_get_cl,
            (crowd, what, count, agents, agent_stride, values, offset, stride, wait_count, waits, event),
            throng_crowd *crowd, throng_agent_value what, int32_t count, const throng_agent *agents,
            size_t agent_stride, cl_mem values, size_t offset, size_t stride, cl_uint wait_count,
            const cl_event *waits, cl_event *event)
{
    throng_crowd_part part;
    throng_status status = throng_crowd_part_of(crowd, what, count, agents, agent_stride, &part);
    if (status == THRONG_OK)
        status = throng_cl_on_device(crowd->object.context, crowd->object.backend, "crowd");
    if (status != THRONG_OK)
        return status;
    throng_cl_crowd *c = crowd->object.state;
    if (count > 0)
        status = throng_cl_check_buffer(&c->object, "values", values, offset, &stride, 4 * (size_t)part.words,
                                        count);
    if (status != THRONG_OK)
        return status;
    part.converted = part.of == THRONG_CROWD_BODIES && part.first == CROWD_TARGET_WORD;
    status = throng_cl_wait_for(&c->object, wait_count, waits);
    if (status == THRONG_OK)
        status = throng_cl_crowd_copy(c, &part, values, offset, stride);
    return throng_cl_hand_over(&c->object, status, 0, event);
}

/* What is right for a coordinate relative to a home: within 1e9 of both, in floats. */
static void range_from(double home, float range[2])
{
    range[0] = home < 0.0 ? (float)(-(double)THRONG_MOST - home) : -THRONG_MOST;
    range[1] = home > 0.0 ? (float)((double)THRONG_MOST - home) : THRONG_MOST;
}

static int32_t pair_kind(throng_agent_value what)
{
    if (what == THRONG_AGENT_TARGET)
        return CROWD_PAIR_TARGET;
    return what == THRONG_AGENT_POSITION || what == THRONG_AGENT_GOAL ? CROWD_PAIR_PLACE
                                                                      : CROWD_PAIR_VELOCITY;
}

THRONG_CALL(throng_crowd_set_cl,
            (crowd, what, count, agents, agent_stride, values, offset, stride, wait_count, waits, event),
            throng_crowd *crowd, throng_agent_value what, int32_t count, const throng_agent *agents,
            size_t agent_stride, cl_mem values, size_t offset, size_t stride, cl_uint wait_count,
            const cl_event *waits, cl_event *event)
{
    throng_crowd_part part;
    throng_status status = throng_crowd_part_to_set(crowd, what, count, agents, agent_stride, &part);
    if (status == THRONG_OK)
        status = throng_cl_on_device(crowd->object.context, crowd->object.backend, "crowd");
    if (status != THRONG_OK)
        return status;
    throng_cl_crowd *c = crowd->object.state;
    float places[4];
    range_from(crowd->home_x, places);
    range_from(crowd->home_y, places + 2);
    if (count > 0)
        status = throng_cl_check_buffer(&c->object, "values", values, offset, &stride, 2 * sizeof(cl_float),
                                        count);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_wait_for(&c->object, wait_count, waits);
    if (status == THRONG_OK)
        status = throng_cl_crowd_take(c, &part, pair_kind(what), places, values, offset, stride);
    const int taken = status == THRONG_OK && count > 0;
    if (status == THRONG_OK && what == THRONG_AGENT_TARGET)
        throng_crowd_note_targets(crowd, &part); /* as the kernel did */
    else if (status == THRONG_OK)
        status = throng_crowd_navigate(crowd, what, &part);
    return throng_cl_hand_over(&c->object, status, taken, event);
}

/* Events that a call's work waits for. */
typedef struct throng_cl_waits {
    cl_uint count;
    const cl_event *events;
} throng_cl_waits;

static throng_status find_in_buffers(throng_crowd *crowd, int32_t count, int32_t capacity, int32_t counts_all,
                                     cl_mem queries, size_t offset, size_t stride, cl_mem hits,
                                     size_t hits_offset, cl_mem found, size_t found_offset,
                                     const throng_cl_waits *waits, cl_event *event)
{
    throng_crowd_search find;
    size_t packed = 0;
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = throng_cl_on_device(crowd->object.context, crowd->object.backend, "crowd");
    if (status != THRONG_OK)
        return status;
    throng_cl_crowd *c = crowd->object.state;
    if (count > 0)
        status = throng_cl_check_buffer(&c->object, "queries", queries, offset, &stride,
                                        sizeof(throng_crowd_query), count);
    if (status == THRONG_OK && count > 0 && capacity > 0)
        status = throng_cl_check_buffer(&c->object, "hits", hits, hits_offset, &packed,
                                        throng_times((size_t)capacity, sizeof(throng_crowd_hit)), count);
    packed = 0;
    if (status == THRONG_OK && count > 0)
        status =
            throng_cl_check_buffer(&c->object, "found", found, found_offset, &packed, sizeof(cl_int), count);
    if (status == THRONG_OK)
        status = throng_crowd_find_begin(crowd, count, capacity, 0, &find);
    if (status != THRONG_OK)
        return status;
    find.counts_all = counts_all;
    status = throng_cl_wait_for(&c->object, waits->count, waits->events);
    if (status == THRONG_OK && count > 0)
        status = throng_cl_crowd_find_copy(c, &find, queries, offset, stride, hits, hits_offset, found,
                                           found_offset);
    return throng_cl_hand_over(&c->object, status, 0, event);
}

THRONG_CALL(throng_crowd_find_nearest_cl,
            (crowd, count, queries, offset, stride, capacity, hits, hits_offset, found, found_offset,
             wait_count, waits, event),
            throng_crowd *crowd, int32_t count, cl_mem queries, size_t offset, size_t stride,
            int32_t capacity, cl_mem hits, size_t hits_offset, cl_mem found, size_t found_offset,
            cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    const throng_cl_waits before = {wait_count, waits};
    return find_in_buffers(crowd, count, capacity, 0, queries, offset, stride, hits, hits_offset, found,
                           found_offset, &before, event);
}

THRONG_CALL(throng_crowd_find_within_cl,
            (crowd, count, queries, offset, stride, capacity, hits, hits_offset, found, found_offset,
             wait_count, waits, event),
            throng_crowd *crowd, int32_t count, cl_mem queries, size_t offset, size_t stride,
            int32_t capacity, cl_mem hits, size_t hits_offset, cl_mem found, size_t found_offset,
            cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    const throng_cl_waits before = {wait_count, waits};
    return find_in_buffers(crowd, count, capacity, 1, queries, offset, stride, hits, hits_offset, found,
                           found_offset, &before, event);
}
