/* Calls that name agents by their ids, wherever they are: each process sends what it asks for to all, and
 * each finds its own agents among all that is asked for. */
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/crowd.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* What a process asks for. */
typedef struct request {
    int32_t count;
    const uint64_t *ids;
    const char *values; /* of each, `bytes` long and `stride` apart; bytes 0: none */
    size_t bytes, stride;
} request;

/* What all processes ask for, in the order of processes. */
typedef struct asked {
    throng_world_crowd *crowd; /* whose memory has the rest */
    int64_t total, first;      /* first: of this process */
    size_t bytes;
} asked;

static int64_t *answers_of(const asked *a) { return (int64_t *)(void *)a->crowd->asked.answers.memory; }
static throng_agent *found_of(const asked *a) { return (throng_agent *)(void *)a->crowd->asked.found.memory; }
static char *values_of(const asked *a) { return a->crowd->asked.values.memory; }
static int64_t *numbers_of(const asked *a) { return (int64_t *)(void *)a->crowd->asked.numbers.memory; }
static int32_t *counts_of(const asked *a) { return (int32_t *)(void *)a->crowd->asked.counts.memory; }

static throng_status check_request(const throng_world_crowd *crowd, request *r)
{
    throng_context *context = crowd->world->context;
    if (r->count < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more", (int)r->count);
    if (r->count > 0 && !r->ids)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "ids must not be NULL");
    return r->count > 0 && r->bytes > 0
               ? throng_check_stride(context, "values", r->values, r->bytes, &r->stride)
               : THRONG_OK;
}

/* To all processes: ids, and values in a letter behind them. */
static throng_status send(throng_world_crowd *crowd, const request *r, throng_status status)
{
    throng_world *world = crowd->world;
    throng_mail_begin(world);
    for (int32_t p = 0; p < world->size && status == THRONG_OK && r->count > 0; p++) {
        uint64_t *ids = throng_mail_write_to(world, p, r->count, sizeof *ids);
        if (ids)
            memcpy(ids, r->ids, (size_t)r->count * sizeof *ids);
        char *values = ids ? throng_mail_write_to(world, p, r->count, r->bytes) : NULL;
        if (!values)
            status = throng_fail_memory(world->context, "requests", (size_t)r->count * r->bytes);
        for (int32_t i = 0; i < r->count && values && r->bytes > 0; i++)
            memcpy(values + (size_t)i * r->bytes, r->values + (size_t)i * r->stride, r->bytes);
    }
    return throng_mail_exchange(world, status);
}

static throng_status reserve(asked *a)
{
    throng_world *world = a->crowd->world;
    throng_asked_memory *memory = &a->crowd->asked;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    a->total = a->first = 0;
    while (throng_mail_next(&letters, &letter, &entries)) {
        if (letters.process < world->rank)
            a->first += letter.count;
        a->total += letter.count;
        if (!throng_mail_next(&letters, &letter, &entries)) /* its values */
            break;
    }
    const size_t total = (size_t)a->total + 1;
    throng_status status = throng_buffer_reserve(world, &memory->answers, total * sizeof(int64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &memory->found, total * sizeof(throng_agent));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &memory->values, total * (a->bytes + 1));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &memory->numbers, total * sizeof(int64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &memory->counts, (size_t)world->local * sizeof(int32_t));
    return status;
}

/* Looks for all that is asked for in the local parts. */
static void look_up(asked *a)
{
    throng_world *world = a->crowd->world;
    int64_t *answers = answers_of(a), at = 0;
    memset(answers, 0, (size_t)a->total * sizeof *answers);
    for (int32_t p = 0; p < world->local; p++) {
        const throng_world_part *part = &a->crowd->parts[p];
        throng_letters letters = throng_mail_read(world);
        throng_letter letter, of_values;
        const void *ids, *values;
        int64_t number = 0;
        const int64_t before = at;
        while (throng_mail_next(&letters, &letter, &ids) && throng_mail_next(&letters, &of_values, &values))
            for (int32_t i = 0; i < letter.count; i++, number++) {
                uint64_t id;
                memcpy(&id, (const char *)ids + (size_t)i * sizeof id, sizeof id);
                const int32_t index = throng_crowd_index_of_id(part->crowd, id);
                if (index < 0 || throng_part_is_ghost(part, index) || at >= a->total)
                    continue;
                answers[number] = part->number + 1;
                found_of(a)[at] = (throng_agent){index, part->crowd->generations[index]};
                numbers_of(a)[at] = number;
                if (a->bytes > 0)
                    memcpy(values_of(a) + (size_t)at * a->bytes, (const char *)values + (size_t)i * a->bytes,
                           a->bytes);
                at++;
            }
        counts_of(a)[p] = (int32_t)(at - before);
    }
}

enum { TWICE = 1 << 20 }; /* beyond all numbers of parts */

/* Marks the first agent of each part that is named twice. */
static void mark_twice(asked *a)
{
    int64_t first = 0;
    for (int32_t p = 0; p < a->crowd->world->local; p++) {
        const int32_t count = counts_of(a)[p];
        const int32_t gone = throng_crowd_first_gone(a->crowd->parts[p].crowd, count, found_of(a) + first,
                                                     sizeof(throng_agent));
        if (gone < count)
            answers_of(a)[numbers_of(a)[first + gone]] = TWICE;
        first += count;
    }
}

/* Sends what is asked for, and finds it. once: agents must be there, and none may be named twice. */
static throng_status ask(throng_world_crowd *crowd, request *r, int32_t once, asked *a)
{
    throng_world *world = crowd->world;
    *a = (asked){.crowd = crowd, .bytes = r->bytes};
    throng_status status = send(crowd, r, check_request(crowd, r));
    if (status != THRONG_OK)
        return status;
    status = throng_world_agree(world, reserve(a), 0, NULL);
    if (status != THRONG_OK)
        return status;
    look_up(a);
    if (once)
        mark_twice(a);
    status = throng_world_reduce(world, THRONG_REDUCTION_SUM, a->total, answers_of(a));
    if (status != THRONG_OK || !once)
        return status;
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++) {
        const int64_t answer = answers_of(a)[a->first + i];
        if (answer == 0 || answer >= TWICE)
            status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "ids[%d] is %llu: %s", (int)i,
                                 (unsigned long long)r->ids[i],
                                 answer ? "it occurs twice, here or on another process" : "no agent has it");
    }
    return throng_world_agree(world, status, 0, NULL);
}

/* ---------------------------------------------------------------- calls ----------------------------- */

THRONG_CALL(throng_world_crowd_remove, (crowd, count, ids), throng_world_crowd *crowd, int32_t count,
            const uint64_t *ids)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    request r = {.count = count, .ids = ids};
    asked a;
    int64_t first = 0;
    status = ask(crowd, &r, 1, &a);
    const int32_t found = status == THRONG_OK;
    for (int32_t p = 0; p < crowd->world->local && status == THRONG_OK; p++) {
        const int32_t some = counts_of(&a)[p];
        status = throng_world_note(crowd->world, crowd->parts[p].context,
                                   throng_crowd_remove(crowd->parts[p].crowd, some, found_of(&a) + first, 0));
        first += some;
    }
    if (found) /* elsewhere some may be gone */
        status = throng_world_agree(crowd->world, status, 0, NULL);
    if (found && status != THRONG_OK)
        status = throng_world_crowd_lose(crowd, status);
    if (status == THRONG_OK && a.total > 0) {
        crowd->agents -= a.total;
        crowd->stale = 1;
    }
    return status;
}

THRONG_CALL(throng_world_crowd_find, (crowd, count, ids, parts), throng_world_crowd *crowd, int32_t count,
            const uint64_t *ids, int32_t *parts)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    request r = {.count = count, .ids = ids};
    asked a;
    if (count > 0 && !parts)
        status = throng_fail(crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT, "parts must not be NULL");
    status = throng_world_agree(crowd->world, status, 0, NULL);
    if (status != THRONG_OK)
        return status;
    status = ask(crowd, &r, 0, &a);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        parts[i] = (int32_t)(answers_of(&a)[a.first + i] - 1);
    return status;
}

/* Sets the values of the agents of each part, or looks whether that would be done. what: -1: motions. */
static throng_status set_found(const asked *a, throng_agent_value what, int32_t only_check)
{
    throng_world_crowd *crowd = a->crowd;
    throng_status status = THRONG_OK;
    int64_t first = 0;
    for (int32_t p = 0; p < crowd->world->local && status == THRONG_OK; p++) {
        throng_world_part *part = &crowd->parts[p];
        const int32_t count = counts_of(a)[p];
        const throng_agent *agents = found_of(a) + first;
        const char *values = values_of(a) + (size_t)first * a->bytes;
        const throng_motion *motions = (const throng_motion *)(const void *)values;
        if (count == 0)
            continue;
        if (what < 0)
            status = only_check ? throng_crowd_check_set_motions(part->crowd, agents, count, motions)
                                : throng_crowd_set_motions(part->crowd, agents, count, motions);
        else
            status = only_check ? throng_crowd_check_set(part->crowd, what, count, agents, values, 0)
                                : throng_crowd_set(part->crowd, what, count, agents, 0, values, 0);
        if (status == THRONG_OK && only_check && a->bytes >= 2 * sizeof(float)) /* before anything changes */
            status = part->crowd->ops->reserve_motions(part->crowd->object.state);
        (void)throng_world_note(crowd->world, part->context, status);
        first += count;
    }
    return status;
}

/* The place among a part's own agents when lists were made; -1: it has come since. */
static int32_t place_among_own(const throng_world_part *part, int32_t index)
{
    const int32_t *own = throng_part_own(part);
    int32_t low = 0, high = part->own_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (own[middle] < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < part->own_count && own[low] == index ? low : -1;
}

/* How far the agents that were set are from where they were when lists were made: nobody else is elsewhere
 * now. Where that cannot be read, the next step looks at all. */
static void measure_placed(const asked *a)
{
    throng_world_crowd *crowd = a->crowd;
    float *now = (float *)(void *)answers_of(a); /* which nobody needs any more */
    double square = 0.0;
    int64_t first = 0;
    for (int32_t p = 0; p < crowd->world->local && !crowd->stale; p++) {
        const throng_world_part *part = &crowd->parts[p];
        const int32_t count = counts_of(a)[p];
        const throng_agent *agents = found_of(a) + first;
        const float *before = (const float *)(const void *)part->reference.memory;
        const throng_crowd_part words = {.words = 2,
                                         .count = count,
                                         .agents = (const char *)agents + offsetof(throng_agent, index),
                                         .agent_stride = sizeof *agents};
        first += count;
        if (count > 0 &&
            part->crowd->ops->read(part->crowd->object.state, &words, now, 2 * sizeof *now) != THRONG_OK) {
            crowd->placed = 1;
            return;
        }
        for (int32_t i = 0; i < count; i++) {
            const int32_t own = place_among_own(part, agents[i].index);
            const double x = own < 0 ? 0.0 : (double)now[2 * (size_t)i] - (double)before[2 * (size_t)own];
            const double y =
                own < 0 ? 0.0 : (double)now[2 * (size_t)i + 1] - (double)before[2 * (size_t)own + 1];
            square = x * x + y * y > square ? x * x + y * y : square;
            crowd->placed |= own < 0;
        }
    }
    const double walked = sqrt(square);
    crowd->walked = walked > crowd->walked ? walked : crowd->walked;
}

/* What ghosts receive in each step anyway, need not be told by lists. */
static int32_t is_motion(throng_agent_value what)
{
    return what < 0 || what == THRONG_AGENT_POSITION || what == THRONG_AGENT_POSITION_DOUBLE ||
           what == THRONG_AGENT_VELOCITY;
}

/* What an agent wants: nobody else reads it, except where agents settle around a goal that they share. */
static int32_t is_wish(const throng_world_crowd *crowd, throng_agent_value what)
{
    return !(crowd->uses & CROWD_SETTLES) &&
           (what == THRONG_AGENT_PREFERRED_VELOCITY || what == THRONG_AGENT_GOAL ||
            what == THRONG_AGENT_GOAL_DOUBLE || what == THRONG_AGENT_TARGET ||
            what == THRONG_AGENT_FLOW_FIELD || what == THRONG_AGENT_PREF_SPEED);
}

/* Whether lists have to be made anew once a value is set. A guest's wish may make it one that steps. */
static int32_t outdates_lists(const asked *a, throng_agent_value what)
{
    const throng_world_crowd *crowd = a->crowd;
    const throng_agent *agents = found_of(a);
    if (is_motion(what))
        return 0;
    if (!is_wish(crowd, what))
        return 1;
    for (int32_t p = 0; p < crowd->world->local; p++)
        for (int32_t i = counts_of(a)[p]; i > 0; i--, agents++)
            if (crowd->parts[p].crowd->settings[agents->index] & CROWD_GUEST)
                return 1;
    return 0;
}

static throng_status set(throng_world_crowd *crowd, throng_agent_value what, request *r)
{
    throng_world *world = crowd->world;
    const int64_t named = what;
    int64_t kept = 1; /* 0: on some process a value outdates the lists */
    asked a;
    throng_status status = THRONG_OK;
    if (r->bytes == 0)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "what is %d: one of THRONG_AGENT_* that is not read only", (int)what);
    status = throng_world_same(world, status, 1, &named, "what is");
    if (status != THRONG_OK)
        return status;
    status = ask(crowd, r, 1, &a);
    if (status == THRONG_OK) {
        kept = !outdates_lists(&a, what);
        status = throng_world_agree(world, set_found(&a, what, 1), 1, &kept);
    }
    if (status == THRONG_OK) {
        status = throng_world_agree(world, set_found(&a, what, 0), 0, NULL);
        if (status != THRONG_OK)
            (void)throng_world_crowd_lose(crowd, status);
    }
    if (status == THRONG_OK && a.total > 0) {
        crowd->packed = 0;
        crowd->stale |= !kept;
        if (is_motion(what) && what != THRONG_AGENT_VELOCITY)
            measure_placed(&a);
        for (int32_t p = 0; p < world->local && !kept; p++)
            crowd->parts[p].unmeasured = 1;
    }
    return status;
}

THRONG_CALL(throng_world_crowd_set, (crowd, what, count, ids, data, stride), throng_world_crowd *crowd,
            throng_agent_value what, int32_t count, const uint64_t *ids, const void *data, size_t stride)
{
    const throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    request r = {count, ids, data, throng_crowd_set_bytes(what), stride};
    return set(crowd, what, &r);
}

THRONG_CALL(throng_world_crowd_set_motions, (crowd, count, ids, motions), throng_world_crowd *crowd,
            int32_t count, const uint64_t *ids, const throng_motion *motions)
{
    const throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    request r = {count, ids, (const char *)motions, sizeof *motions, 0};
    return set(crowd, -1, &r);
}
