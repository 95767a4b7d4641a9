/* Finding agents near points: the public calls and the check of what they are given. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"

#include <string.h>

_Static_assert(sizeof(throng_crowd_query) == 24 && sizeof(throng_crowd_hit) == 12,
               "kernels/crowd/find.h has the same structs");

static throng_status check_query(const throng_crowd *crowd, int32_t i, const throng_crowd_query *q)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_context *context = crowd->object.context;
    const double place[2] = {(double)q->x, (double)q->y};
    if (!throng_crowd_is_place(crowd, place))
        return throng_fail(context, wrong,
                           "queries[%d] is at (%.9g, %.9g): -1e9 to 1e9, and within 1e9 of the crowd's home",
                           (int)i, place[0], place[1]);
    if (!throng_agent_is_default_or(q->radius))
        return throng_fail(context, wrong,
                           "queries[%d].radius is %.9g: 0 to 1e9, or below 0 for any distance", (int)i,
                           (double)q->radius);
    if ((q->except.index != 0 || q->except.generation != 0) && throng_crowd_index(crowd, q->except) < 0)
        return throng_fail(context, wrong, "queries[%d].except was removed or is of another crowd", (int)i);
    return THRONG_OK;
}

throng_status throng_crowd_find_begin(throng_crowd *crowd, int32_t count, int32_t capacity, int32_t results,
                                      throng_crowd_search *find)
{
    throng_context *context = crowd->object.context;
    if (count < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more", (int)count);
    if (capacity < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "capacity is %d: 0 or more",
                           (int)capacity);
    *find = (throng_crowd_search){.count = count,
                                  .capacity = capacity,
                                  .layered = crowd->heterogeneous,
                                  .home_x = crowd->home_x,
                                  .home_y = crowd->home_y,
                                  .generations = crowd->generations};
    throng_status status = throng_crowd_reserve_ranks(crowd); /* before anything changes */
    if (status == THRONG_OK)
        status = crowd->ops->reserve_find(crowd->object.state, results ? count : 0, results ? capacity : 0);
    return status == THRONG_OK ? throng_crowd_flush_changes(crowd) : status;
}

static throng_status check_results(const throng_crowd *crowd, int32_t capacity, const throng_crowd_hit *hits,
                                   const int32_t *found)
{
    if ((!hits && capacity > 0) || !found)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "%s",
                           found ? "hits must not be NULL" : "found must not be NULL");
    return THRONG_OK;
}

static throng_status find_agents(throng_crowd *crowd, int32_t count, const throng_crowd_query *queries,
                                 size_t stride, int32_t capacity, int32_t counts_all, throng_crowd_hit *hits,
                                 int32_t *found)
{
    throng_crowd_search find;
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK && count > 0)
        status = throng_check_stride(crowd->object.context, "queries", queries, sizeof *queries, &stride);
    if (status == THRONG_OK && count > 0)
        status = check_results(crowd, capacity, hits, found);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_crowd_query query;
        memcpy(&query, (const char *)queries + (size_t)i * stride, sizeof query);
        status = check_query(crowd, i, &query);
    }
    if (status == THRONG_OK)
        status = throng_crowd_find_begin(crowd, count, capacity, 1, &find);
    if (status != THRONG_OK || count == 0)
        return status;
    find.counts_all = counts_all;
    find.queries = queries;
    find.stride = stride;
    find.hits = hits;
    find.found = found;
    throng_observe_begin(&crowd->observer);
    status = crowd->ops->find(crowd->object.state, &find);
    throng_observe_end(&crowd->observer);
    return status;
}

THRONG_CALL(throng_crowd_find_nearest, (crowd, count, queries, stride, capacity, hits, found),
            throng_crowd *crowd, int32_t count, const throng_crowd_query *queries, size_t stride,
            int32_t capacity, throng_crowd_hit *hits, int32_t *found)
{
    return find_agents(crowd, count, queries, stride, capacity, 0, hits, found);
}

THRONG_CALL(throng_crowd_find_within, (crowd, count, queries, stride, capacity, hits, found),
            throng_crowd *crowd, int32_t count, const throng_crowd_query *queries, size_t stride,
            int32_t capacity, throng_crowd_hit *hits, int32_t *found)
{
    return find_agents(crowd, count, queries, stride, capacity, 1, hits, found);
}
