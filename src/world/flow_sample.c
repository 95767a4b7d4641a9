/* Points of any process, sampled by the parts in whose tiles they are. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/flow/flow.h"
#include "src/world/flow.h"

#include <string.h>

static throng_flow_point point_at(const throng_flow_point *agents, size_t stride, int32_t i)
{
    throng_flow_point point;
    memcpy(&point, (const char *)agents + (size_t)i * stride, sizeof point);
    return point;
}

/* The part of a point, or one whose margin it is in. A row of hexagons is less than a cell high. */
static int32_t owner_of(const throng_world_flow *flow, const throng_flow_point *point)
{
    const double side = (double)flow->def.flow.cell_size;
    const double x = (double)point->x / side, y = (double)point->y / side;
    const double row = flow->def.flow.grid == THRONG_GRID_HEX ? (y - 0.5) / 0.8660254037844386 + 0.5 : y;
    return throng_flow_owner(flow, (int64_t)x, (int64_t)row);
}

/* Checks points, and finds their parts. */
static throng_status find_points(throng_world_flow *flow, throng_flow_sampling sampling, int32_t count,
                                 const throng_flow_point *agents, size_t *stride,
                                 const throng_flow_vector *ways)
{
    throng_world *world = flow->world;
    throng_flow *one = flow->pieces[0].flow;
    throng_status status = throng_flow_check_sampling(one, sampling, count);
    if (status == THRONG_OK)
        status = throng_flow_check_list(one, "agents", count, agents, sizeof *agents, stride);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        const throng_flow_point point = point_at(agents, *stride, i);
        status = throng_flow_check_point(one, &point, i);
    }
    (void)throng_world_note(world, flow->pieces[0].context, status);
    if (status == THRONG_OK && count > 0 && !ways)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "ways must not be NULL");
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &flow->owners, ((size_t)count + 1) * sizeof(int32_t));
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        const throng_flow_point point = point_at(agents, *stride, i);
        throng_flow_owners(flow)[i] = owner_of(flow, &point);
    }
    return status == THRONG_OK ? throng_flow_sort_by_owner(flow, count) : status;
}

/* What is sent back: the process, the part that has looked, how many, and the ways. */
typedef struct answer {
    int32_t process, part, count, reserved;
} answer;

static throng_status look(throng_world_flow *flow, throng_flow_sampling sampling)
{
    throng_world *world = flow->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    flow->results.bytes = 0;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        if (letter.each != (int32_t)sizeof(throng_flow_point) || !throng_world_has(world, letter.to))
            return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "a message of another process has no points");
        const throng_flow_piece *piece = &flow->pieces[letter.to - world->first];
        const answer head = {letters.process, letter.to, letter.count, 0};
        const size_t bytes = sizeof head + (size_t)letter.count * sizeof(throng_flow_vector);
        status = throng_buffer_reserve(world, &flow->results, flow->results.bytes + bytes);
        if (status != THRONG_OK)
            break;
        char *to = flow->results.memory + flow->results.bytes;
        memcpy(to, &head, sizeof head);
        status = throng_world_note(world, piece->context,
                                   throng_flow_sample(piece->flow, sampling, letter.count, entries, 0,
                                                      (throng_flow_vector *)(void *)(to + sizeof head)));
        flow->results.bytes += bytes;
    }
    return status;
}

static throng_status write_answers(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    answer head;
    for (size_t at = 0; at < flow->results.bytes;) {
        memcpy(&head, flow->results.memory + at, sizeof head);
        const size_t bytes = (size_t)head.count * sizeof(throng_flow_vector);
        void *to = throng_mail_write(world, head.part, world->first_of[head.process], head.count,
                                     sizeof(throng_flow_vector));
        if (!to)
            return throng_fail_memory(world->context, "samples", bytes);
        memcpy(to, flow->results.memory + at + sizeof head, bytes);
        at += sizeof head + bytes;
    }
    return THRONG_OK;
}

/* Each in the place of its point. */
static throng_status take_answers(const throng_world_flow *flow, throng_flow_vector *ways)
{
    const throng_world *world = flow->world;
    const int32_t *order = throng_flow_order(flow), *starts = throng_flow_starts(flow);
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    while (throng_mail_next(&letters, &letter, &entries)) {
        const throng_flow_vector *from = entries;
        const int32_t p = letter.from;
        if (letter.each != (int32_t)sizeof *from || p < 0 || p >= world->parts ||
            letter.count != starts[p + 1] - starts[p])
            return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "a message of another process has no samples");
        for (int32_t i = 0; i < letter.count; i++)
            ways[order[starts[p] + i]] = from[i];
    }
    return THRONG_OK;
}

THRONG_CALL(throng_world_flow_sample, (flow, sampling, count, agents, stride, ways), throng_world_flow *flow,
            throng_flow_sampling sampling, int32_t count, const throng_flow_point *agents, size_t stride,
            throng_flow_vector *ways)
{
    throng_status status = throng_world_flow_check(flow);
    if (status != THRONG_OK)
        return status;
    throng_world *world = flow->world;
    const int64_t named = sampling;
    status = throng_world_flow_check_up_to_date(flow);
    if (status == THRONG_OK)
        status = find_points(flow, sampling, count, agents, &stride, ways);
    status = throng_world_same(world, status, 1, &named, "sampling is");
    if (status != THRONG_OK)
        return status;
    throng_mail_begin(world);
    status = throng_mail_exchange(world,
                                  throng_flow_write_by_owner(flow, agents, stride, sizeof *agents, "points"));
    if (status == THRONG_OK)
        status = throng_world_agree(world, look(flow, sampling), 0, NULL);
    if (status != THRONG_OK)
        return status;
    throng_mail_begin(world);
    status = throng_mail_exchange(world, write_answers(flow));
    return status == THRONG_OK ? throng_world_agree(world, take_answers(flow, ways), 0, NULL) : status;
}
