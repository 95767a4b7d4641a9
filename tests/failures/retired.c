/* Slots of agents and obstacles whose generations are used up: they are retired, and no handle of long ago
 * ever names something new. Generations are set near their end, in place of 2^31 removals. */
#include "src/crowd/agents.h"
#include "src/crowd/moving.h"
#include "src/crowd/snapshot.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

#define LAST THRONG_GENERATION_LAST

static throng_crowd *crowd_of(throng_context *context, int32_t capacity)
{
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = capacity;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    return crowd;
}

static throng_agent add(throng_context *context, throng_crowd *crowd)
{
    throng_agent made;
    const throng_agent_def d = throng_agent_default_def();
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &made));
    return made;
}

static throng_status try_to_add(throng_crowd *crowd, int32_t count)
{
    throng_agent_def d[4];
    for (int32_t i = 0; i < 4; i++)
        d[i] = throng_agent_default_def();
    return throng_crowd_add(crowd, count, d, 0, NULL);
}

EACH(retired, agents)
{
    float at[2];
    throng_crowd *crowd = crowd_of(context, 2);
    const throng_agent first = add(context, crowd), other = add(context, crowd);
    MUST(context, throng_crowd_remove(crowd, 1, &first, 0));
    crowd->generations[first.index] = LAST - 3;
    for (int32_t i = 0; i < 2; i++) {
        const throng_agent last = add(context, crowd);
        cr_expect(last.index == first.index && last.generation == (i ? LAST : LAST - 2), "%u",
                  (unsigned)last.generation);
        MUST(context, throng_crowd_remove(crowd, 1, &last, 0));
    }
    cr_expect(try_to_add(crowd, 1) == THRONG_ERROR_CAPACITY);
    cr_expect(strstr(throng_context_message(context), "retired") != NULL, "%s",
              throng_context_message(context));
    cr_expect(throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &first, 0, at, 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &other, 0, at, 0));
    MUST(context, throng_crowd_reserve(crowd, 4));
    cr_expect(try_to_add(crowd, 3) == THRONG_ERROR_CAPACITY);
    const throng_agent third = add(context, crowd), fourth = add(context, crowd);
    cr_expect(third.index == 2 && third.generation == 1 && fourth.index == 3);
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_reset(crowd)); /* forgets agents, not who is retired */
    cr_expect(try_to_add(crowd, 4) == THRONG_ERROR_CAPACITY);
    MUST(context, try_to_add(crowd, 3));
    MUST(context, throng_crowd_destroy(crowd));
}

/* A snapshot of a crowd with a retired slot is taken up, and the slot stays retired. */
EACH(retired, snapshots)
{
    throng_crowd *crowd = crowd_of(context, 3);
    size_t bytes;
    int32_t count;
    throng_agent listed[3], gone = add(context, crowd);
    add(context, crowd);
    crowd->generations[gone.index] = gone.generation = LAST;
    MUST(context, throng_crowd_remove(crowd, 1, &gone, 0));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes), *again = must_allocate(bytes);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    add(context, crowd);
    MUST(context, throng_crowd_restore(crowd, snapshot, bytes));
    MUST(context, throng_crowd_save(crowd, again, bytes));
    cr_expect(memcmp(snapshot, again, bytes) == 0);
    cr_expect(try_to_add(crowd, 2) == THRONG_ERROR_CAPACITY);
    MUST(context, throng_crowd_list(crowd, listed, 3, &count));
    cr_expect(count == 1 && listed[0].index == 1);
    MUST(context, try_to_add(crowd, 1));
    free(snapshot);
    free(again);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Where a snapshot leads back to before the last generation, handles of since then must stay bad. */
Test(retired, floor)
{
    cr_expect(throng_generation_floor(0, LAST, 1) == UINT32_MAX);
    cr_expect(throng_generation_is_spent(2, UINT32_MAX) && !throng_generation_is_spent(2, LAST));
    cr_expect(throng_generation_after(2, LAST) == LAST);
    cr_expect(throng_generation_removed(LAST) == THRONG_GENERATION_RETIRED);
    cr_expect(throng_generation_is_spent(THRONG_GENERATION_RETIRED, 0));
    cr_expect(throng_generation_removed(UINT32_MAX) == THRONG_GENERATION_RETIRED);
    cr_expect(throng_generation_floor(0, 5, 5) == 0 && throng_generation_floor(0, 6, 5) == 7);
}

static throng_obstacle build(throng_context *context, throng_crowd *crowd)
{
    static const throng_vertex ends[2] = {{0, 0}, {4, 0}};
    throng_obstacle made;
    MUST(context, throng_crowd_add_obstacle(crowd, 2, ends, 0, &made));
    return made;
}

EACH(retired, obstacles)
{
    throng_crowd *crowd = crowd_of(context, 2);
    const throng_obstacle first = build(context, crowd);
    const size_t bytes = throng_crowd_walls_saved(crowd);
    unsigned char *walls = must_allocate(bytes);
    const uint32_t near_end = LAST - 2;
    uint32_t was;
    throng_crowd_walls_save(crowd, walls);
    memcpy(&was, walls + 8, sizeof was); /* behind the number of obstacles and the first free one */
    cr_assert(was == first.generation && first.index == 0);
    memcpy(walls + 8, &near_end, sizeof near_end);
    MUST(context, throng_crowd_walls_restore(crowd, walls));
    MUST(context, throng_crowd_remove_obstacle(crowd, (throng_obstacle){0, near_end}));
    const throng_obstacle last = build(context, crowd);
    cr_expect(last.index == 0 && last.generation == LAST);
    MUST(context, throng_crowd_remove_obstacle(crowd, last));
    const throng_obstacle second = build(context, crowd);
    cr_expect(second.index == 1 && second.generation == 1);
    cr_expect(throng_crowd_remove_obstacle(crowd, first) == THRONG_ERROR_INVALID_ARGUMENT);
    MUST(context, throng_crowd_reset(crowd));
    cr_expect(build(context, crowd).index == 1);
    free(walls);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Its sum fits again. */
static void seal(unsigned char *snapshot, size_t bytes)
{
    snapshot_head h;
    memcpy(&h, snapshot, sizeof h);
    h.check = throng_snapshot_sum(&h, snapshot + sizeof h, bytes - sizeof h);
    memcpy(snapshot, &h, sizeof h);
}

/* A snapshot whose agent, obstacle or moving obstacle has a generation that none can have. */
EACH(retired, forged)
{
    static const throng_vertex car[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const throng_obstacle_motion parked = {.x = 20.0, .heading_x = 1.0f};
    const uint32_t last = LAST, none = LAST + 2u;
    throng_crowd *crowd = crowd_of(context, 3);
    size_t bytes;
    add(context, crowd);
    build(context, crowd);
    MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, car, 0, &parked, NULL));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes), *forged = must_allocate(bytes);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    const size_t walls = bytes - throng_crowd_walls_saved(crowd);
    const size_t places[3] = {sizeof(snapshot_head) + offsetof(snapshot_slot, generation),
                              walls - sizeof car - sizeof(throng_moving_slot) +
                                  offsetof(throng_moving_slot, generation),
                              walls + 8};
    for (int32_t i = 0; i < 3; i++) {
        uint32_t was;
        memcpy(&was, snapshot + places[i], sizeof was);
        cr_expect(was == 1, "place %d is none of a generation: %u", (int)i, (unsigned)was);
        memcpy(forged, snapshot, bytes);
        memcpy(forged + places[i], &last, sizeof last);
        seal(forged, bytes);
        MUST(context, throng_crowd_restore(crowd, forged, bytes));
        memcpy(forged + places[i], &none, sizeof none);
        seal(forged, bytes);
        cr_expect(throng_crowd_restore(crowd, forged, bytes) == THRONG_ERROR_INVALID_ARGUMENT);
        MUST(context, throng_crowd_restore(crowd, snapshot, bytes));
    }
    free(snapshot);
    free(forged);
    MUST(context, throng_crowd_destroy(crowd));
}
