/* What a process sees of its own parts, and obstacles for all of them. */
#include "src/core/call.h"
#include "src/core/held.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/crowd.h"

#include <string.h>

static throng_status check_part(throng_world_crowd *crowd, int32_t part)
{
    const throng_status status = throng_world_crowd_check(crowd);
    if (status == THRONG_OK && (part < 0 || part >= crowd->world->local))
        return throng_fail(crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "part is %d: this process has %d, from 0", (int)part, (int)crowd->world->local);
    return status;
}

THRONG_CALL(throng_world_crowd_get_part, (crowd, part, local), throng_world_crowd *crowd, int32_t part,
            throng_crowd **local)
{
    if (local)
        *local = NULL;
    const throng_status status = check_part(crowd, part);
    if (status != THRONG_OK)
        return status;
    if (!local)
        return throng_fail(crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT, "local must not be NULL");
    *local = crowd->parts[part].crowd;
    return THRONG_OK;
}

THRONG_CALL(throng_world_crowd_get_own, (crowd, part, ids, motions, capacity, count),
            throng_world_crowd *crowd, int32_t part, uint64_t *ids, throng_motion *motions, int32_t capacity,
            int32_t *count)
{
    throng_status status = check_part(crowd, part);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    throng_world_part *own = &crowd->parts[part];
    if (!count || capacity < 0)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "%s",
                           !count ? "count must not be NULL" : "capacity is below 0");
    status = throng_part_list_own(world, own);
    if (status == THRONG_OK)
        status =
            throng_buffer_reserve(world, &own->leaving, ((size_t)own->own_count + 1) * sizeof(throng_agent));
    if (status != THRONG_OK)
        return status;
    const int32_t some = own->own_count < capacity ? own->own_count : capacity;
    throng_agent *agents = (throng_agent *)(void *)own->leaving.memory;
    for (int32_t i = 0; i < some; i++) {
        const int32_t index = throng_part_own(own)[i];
        agents[i] = (throng_agent){index, own->crowd->generations[index]};
        if (ids)
            ids[i] = own->crowd->ids[index];
    }
    *count = own->own_count;
    status = motions ? throng_crowd_get_motions(own->crowd, agents, some, motions) : THRONG_OK;
    return throng_world_report(world, part, status);
}

/* ---------------------------------------------------------------- obstacles ------------------------- */

typedef struct obstacle_def {
    const throng_vertex_double *vertices;
    size_t stride;
    int32_t count;
} obstacle_def;

/* An obstacle on its way into all parts. */
typedef struct adding {
    throng_world_crowd *crowd;
    int32_t added;    /* that many parts have it */
    int32_t fails;    /* 1: the next one refuses it */
    throng_held held; /* what it says of that: its host hears it when no part has the obstacle any more */
} adding;

static throng_status add_to_part(adding *a, const obstacle_def *def, throng_obstacle *made)
{
    throng_world_part *part = &a->crowd->parts[a->added];
    throng_hold(part->context, &a->held);
    part->unchecked = part->crowd->unchecked;
    const throng_status status = throng_world_note(
        a->crowd->world, part->context,
        throng_crowd_add_obstacle_double(part->crowd, def->count, def->vertices, def->stride, made));
    throng_unhold(part->context, &a->held);
    part->obstacle = made->index;
    a->fails = status != THRONG_OK;
    a->added += status == THRONG_OK;
    if (status == THRONG_OK)
        throng_tell_held(&a->held);
    return status;
}

static void drop_added(void *data)
{
    adding *a = data;
    for (int32_t i = 0; i < a->added; i++) {
        throng_crowd_walls_drop(a->crowd->parts[i].crowd, a->crowd->parts[i].obstacle);
        a->crowd->parts[i].crowd->unchecked = a->crowd->parts[i].unchecked;
    }
    a->added = 0;
    if (a->fails)
        throng_tell_held(&a->held);
}

/* Adds it to all parts, or to none. *differ: 1: it was given different indices, and is in none. Its handle is
 * the same everywhere, though a part that had to drop another one is ahead in generations. */
static throng_status add_to_parts(throng_world_crowd *crowd, const obstacle_def *def, throng_obstacle *first,
                                  int32_t *differ)
{
    throng_world *world = crowd->world;
    throng_status status = THRONG_OK;
    throng_obstacle made = {0, 0};
    int64_t least[3] = {INT32_MAX, INT32_MAX, 0}; /* of indices, of -indices, of -generations */
    adding a = {.crowd = crowd};
    const throng_undoing undoing = {drop_added, &a};
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        status = add_to_part(&a, def, &made);
        *first = i == 0 ? made : *first;
        least[0] = made.index < least[0] ? made.index : least[0];
        least[1] = -made.index < least[1] ? -made.index : least[1];
        least[2] = -(int64_t)made.generation < least[2] ? -(int64_t)made.generation : least[2];
    }
    const throng_status agreed = throng_world_agree_on(world, status, 3, least, &undoing);
    status = agreed == THRONG_OK ? status : agreed;
    *differ = status == THRONG_OK && least[0] != -least[1];
    if (*differ)
        drop_added(&a);
    for (int32_t i = 0; i < a.added && status == THRONG_OK; i++)
        throng_crowd_walls_raise(crowd->parts[i].crowd, first->index, (uint32_t)-least[2]);
    first->generation = status == THRONG_OK && !*differ ? (uint32_t)-least[2] : first->generation;
    return status;
}

/* The lowest index that is free in all parts, of all processes. */
static throng_status find_index(const throng_world_crowd *crowd, int32_t *index)
{
    throng_world *world = crowd->world;
    throng_status status = THRONG_OK;
    int32_t before = -1;
    for (*index = 0; *index != before && status == THRONG_OK;) {
        int64_t least;
        before = *index;
        for (int32_t i = 0; i < world->local; i++)
            *index = throng_crowd_walls_free_from(crowd->parts[i].crowd, *index);
        least = -*index;
        status = throng_world_agree(world, status, 1, &least);
        *index = (int32_t)-least;
    }
    return status;
}

/* Outlines of terrain, and obstacles that are in one part alone, have left other indices free there: the next
 * obstacle is to get one that is free everywhere. */
static throng_status offer_index(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    int32_t index;
    throng_status status = find_index(crowd, &index);
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
        status = throng_world_note(world, crowd->parts[i].context,
                                   throng_crowd_walls_offer(crowd->parts[i].crowd, index));
    return throng_world_agree(world, status, 0, NULL);
}

/* A sum of the vertices, where they can be read; what is wrong with them is said by the parts. */
static int64_t sum_of(const obstacle_def *def)
{
    const size_t stride = def->stride ? def->stride : sizeof *def->vertices;
    uint64_t sum = (uint64_t)(uint32_t)def->count;
    if (!def->vertices || stride < sizeof *def->vertices || def->count > THRONG_MAX_WALLS)
        return throng_number_of_sum(sum);
    for (int32_t i = 0; i < def->count; i++) {
        uint64_t words[2];
        memcpy(words, (const char *)def->vertices + (size_t)i * stride, sizeof words);
        sum = throng_add_to_sum(throng_add_to_sum(sum, words[0]), words[1]);
    }
    return throng_number_of_sum(sum);
}

THRONG_CALL(throng_world_crowd_add_obstacle, (crowd, count, vertices, stride, handle),
            throng_world_crowd *crowd, int32_t count, const throng_vertex_double *vertices, size_t stride,
            throng_obstacle *handle)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    const obstacle_def def = {vertices, stride, count};
    throng_obstacle first = {0, 0};
    int32_t differ = 0;
    const int64_t sum = sum_of(&def);
    status = throng_world_same(crowd->world, status, 1, &sum, "vertices are");
    if (status == THRONG_OK)
        status = add_to_parts(crowd, &def, &first, &differ);
    if (differ) {
        status = offer_index(crowd);
        if (status == THRONG_OK)
            status = add_to_parts(crowd, &def, &first, &differ);
        if (status == THRONG_OK && differ) /* the handler is told when all is as it was */
            status = throng_fail(crowd->world->context, THRONG_ERROR_CAPACITY,
                                 "no handle is left for the obstacle that is new to all parts");
    }
    if (status == THRONG_OK && handle)
        *handle = first;
    return status;
}

THRONG_CALL(throng_world_crowd_remove_obstacle, (crowd, handle), throng_world_crowd *crowd,
            throng_obstacle handle)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    const uint32_t first = throng_crowd_walls_generation(crowd->parts[0].crowd, handle.index);
    int32_t there = (first & 1u) && handle.generation == first;
    for (int32_t i = 0; i < world->local && there; i++)
        there = (throng_crowd_walls_generation(crowd->parts[i].crowd, handle.index) & 1u) &&
                !throng_crowd_walls_of_terrain(crowd->parts[i].crowd, handle.index);
    if (!there)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "handle is of no obstacle of the crowd, or of one that was removed");
    const int64_t index = handle.index;
    status = throng_world_same(world, status, 1, &index, "handle is");
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
        throng_crowd_walls_drop(crowd->parts[i].crowd, handle.index);
    return status;
}
