/* Solid polygons that overlap. Inside of one of them the nearest edge may be another's, seen from its front:
 * who was looked at there counts as free until it is looked at again. So who is looked at when has to be the
 * same wherever the same calls were made: in a restored crowd, in the parts of a world, on each backend. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>
#include <throng/world_crowd.h>

enum { OTHERS = 9 };

static const throng_vertex_double big[4] = {{0, 0}, {12, 0}, {12, 20}, {0, 20}};
static const throng_vertex_double small[4] = {{8, 8}, {20, 8}, {20, 12}, {8, 12}};

/* The one who walks to the left, and others far away. */
static void describe(throng_agent_def agents[1 + OTHERS], float horizon)
{
    for (int32_t i = 0; i <= OTHERS; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].radius = 0.2f;
        agents[i].time_horizon_obst = horizon;
        agents[i].x = i == 0 ? 7.0f : i < 6 ? 3.0f : 30.0f;
        agents[i].y = i == 0 ? 10.0f : 100.0f + 3.0f * (float)i;
    }
    agents[0].target_x = -1.0f;
}

/* Somebody walks, and two buildings are put over it. */
static throng_crowd *begin(throng_context *context, float horizon, throng_agent handles[1 + OTHERS])
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[1 + OTHERS];
    throng_crowd *crowd;
    def.agent_capacity = 1 + OTHERS;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    describe(agents, horizon);
    MUST(context, throng_crowd_add(crowd, 1 + OTHERS, agents, 0, handles));
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_add_obstacle_double(crowd, 4, big, 0, NULL));
    MUST(context, throng_crowd_add_obstacle_double(crowd, 4, small, 0, NULL));
    return crowd;
}

static uint32_t flags_of(throng_context *context, throng_crowd *crowd, const throng_agent *agent)
{
    uint32_t flags = 0;
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 1, agent, 0, &flags, 0));
    return flags;
}

static uint64_t hash_of(throng_context *context, throng_crowd *crowd)
{
    uint64_t hash = 0;
    MUST(context, throng_crowd_hash(crowd, &hash));
    return hash;
}

/* A copy goes on from each of the steps: right after the walls changed, and where nobody looks any more. */
EACH(crowd_overlaps, restored)
{
    throng_agent agents[1 + OTHERS];
    throng_crowd_room_def room = throng_crowd_room_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd = begin(context, 2.0f, agents), *copy;
    size_t bytes;
    def.agent_capacity = 1 + OTHERS;
    room.edges = 100;
    MUST(context, throng_crowd_create(context, &def, &copy));
    int32_t ever = 0;
    for (int32_t i = 0; i < 60; i++) {
        MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
        void *snapshot = must_allocate(bytes), *again = must_allocate(bytes);
        MUST(context, throng_crowd_save(crowd, snapshot, bytes));
        MUST(context, throng_crowd_restore(copy, snapshot, bytes));
        MUST(context, throng_crowd_save(copy, again, bytes));
        cr_expect(memcmp(snapshot, again, bytes) == 0, "step %d: another snapshot", (int)i);
        if (i == 45) /* the same walls in other places are no others */
            MUST(context, throng_crowd_reserve_room(copy, &room));
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_step(copy, 0.1f));
        cr_expect(hash_of(context, crowd) == hash_of(context, copy), "step %d", (int)i);
        ever |= (flags_of(context, crowd, &agents[0]) & THRONG_FLAG_INSIDE_WALL) != 0;
        free(snapshot);
        free(again);
    }
    cr_expect(!ever, "it was looked at: nothing depends on when");
    MUST(context, throng_crowd_destroy(copy));
    MUST(context, throng_crowd_destroy(crowd));
}

/* A host carries the agent by a bit once it is nearest to the wall from behind, which it does not reach: as
 * on the reference. Within its reach it is found. */
EACH(crowd_overlaps, moved)
{
    const variant v = reference_variant();
    throng_context *plain = open_variant(&v, NULL);
    for (int32_t reaches = 0; reaches < 2; reaches++) {
        throng_agent handles[2][1 + OTHERS];
        throng_crowd *crowds[2] = {begin(context, reaches ? 2.0f : 0.01f, handles[0]),
                                   begin(plain, reaches ? 2.0f : 0.01f, handles[1])};
        throng_context *contexts[2] = {context, plain};
        for (int32_t i = 0; i < 50; i++)
            for (int32_t k = 0; k < 2; k++)
                MUST(contexts[k], throng_crowd_step(crowds[k], 0.1f));
        for (int32_t i = 0; i < 5; i++) {
            for (int32_t k = 0; k < 2; k++) {
                throng_motion motion;
                MUST(contexts[k], throng_crowd_get_motions(crowds[k], &handles[k][0], 1, &motion));
                motion.x += 0.1;
                MUST(contexts[k], throng_crowd_set_motions(crowds[k], &handles[k][0], 1, &motion));
                MUST(contexts[k], throng_crowd_step(crowds[k], 0.1f));
                const int32_t inside =
                    (flags_of(contexts[k], crowds[k], &handles[k][0]) & THRONG_FLAG_INSIDE_WALL) != 0;
                cr_expect(inside == reaches, "%d of 1 in a wall, reach %d, step %d", (int)inside,
                          (int)reaches, (int)i);
            }
            cr_expect(hash_of(context, crowds[0]) == hash_of(plain, crowds[1]), "step %d", (int)i);
        }
        for (int32_t k = 0; k < 2; k++)
            MUST(contexts[k], throng_crowd_destroy(crowds[k]));
    }
    MUST(NULL, throng_context_destroy(plain));
}

/* From one part to the other nobody is looked at. */
EACH(crowd_overlaps, in_a_world)
{
    throng_agent handles[1 + OTHERS];
    throng_crowd *crowd = begin(context, 2.0f, handles);
    throng_agent_def agents[1 + OTHERS];
    throng_crowd_def parts[2] = {throng_crowd_default_def(), throng_crowd_default_def()};
    throng_context *contexts[2] = {context, context};
    throng_world_def def = throng_world_default_def();
    throng_world_crowd_def crowd_def = throng_world_crowd_default_def();
    throng_world *world;
    throng_world_crowd *whole;
    int32_t first = -1, last = -1;
    def.balance_steps = 0;
    def.cut = THRONG_CUT_STRIPS;
    MUST(context, throng_world_create(2, contexts, &def, &world));
    crowd_def.parts = parts;
    crowd_def.skin = 0.5f;
    MUST(context, throng_world_crowd_create(world, &crowd_def, &whole));
    describe(agents, 2.0f);
    MUST(context, throng_world_crowd_add(whole, 1 + OTHERS, agents, 0));
    MUST(context, throng_world_crowd_step(whole, 0.1f));
    MUST(context, throng_world_crowd_add_obstacle(whole, 4, big, 0, NULL));
    MUST(context, throng_world_crowd_add_obstacle(whole, 4, small, 0, NULL));
    for (int32_t i = 0; i < 60; i++) {
        const uint64_t id = 0;
        uint64_t hash = 0;
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_world_crowd_step(whole, 0.1f));
        MUST(context, throng_world_crowd_hash(whole, &hash));
        cr_expect(hash == hash_of(context, crowd), "step %d", (int)i);
        MUST(context, throng_world_crowd_find(whole, 1, &id, &last));
        first = i == 0 ? last : first;
    }
    cr_expect(first != last, "it stays in part %d", (int)first);
    MUST(context, throng_world_crowd_destroy(whole));
    MUST(context, throng_world_destroy(world));
    MUST(context, throng_crowd_destroy(crowd));
}

/* A state may come from where there are no walls: the next step looks, in a crowd and in a world. */
EACH(crowd_overlaps, states_in_walls)
{
    throng_agent handles[1 + OTHERS];
    throng_crowd_def def = throng_crowd_default_def(), part = def;
    throng_world_def world_def = throng_world_default_def();
    throng_world_crowd_def whole_def = throng_world_crowd_default_def();
    throng_context *contexts[1] = {context};
    throng_agent_state state;
    throng_crowd *elsewhere, *crowd;
    throng_world *world;
    throng_world_crowd *whole;
    throng_agent_def agents[1 + OTHERS];
    throng_agent agent;
    def.agent_capacity = 1 + OTHERS;
    MUST(context, throng_crowd_create(context, &def, &elsewhere));
    describe(agents, 2.0f);
    MUST(context, throng_crowd_add(elsewhere, 1 + OTHERS, agents, 0, handles));
    MUST(context, throng_crowd_step(elsewhere, 0.1f));
    MUST(context, throng_crowd_get_states(elsewhere, &handles[0], 1, &state));
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add_obstacle_double(crowd, 4, big, 0, NULL));
    MUST(context, throng_world_create(1, contexts, &world_def, &world));
    whole_def.parts = &part;
    MUST(context, throng_world_crowd_create(world, &whole_def, &whole));
    MUST(context, throng_world_crowd_add_obstacle(whole, 4, big, 0, NULL));
    MUST(context, throng_crowd_step(crowd, 0.1f)); /* new walls have been seen */
    MUST(context, throng_world_crowd_step(whole, 0.1f));
    MUST(context, throng_crowd_add_states(crowd, 1, &state, &agent));
    MUST(context, throng_world_crowd_add_states(whole, 1, &state));
    for (int32_t i = 0; i < 5; i++) {
        uint64_t hash = 0;
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_world_crowd_step(whole, 0.1f));
        MUST(context, throng_world_crowd_hash(whole, &hash));
        cr_expect(flags_of(context, crowd, &agent) & THRONG_FLAG_INSIDE_WALL, "step %d", (int)i);
        cr_expect(hash == hash_of(context, crowd), "step %d", (int)i);
    }
    MUST(context, throng_world_crowd_destroy(whole));
    MUST(context, throng_world_destroy(world));
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_crowd_destroy(elsewhere));
}

/* ---------------------------------------------------------------- long walls ------------------------ */

enum { SOLIDS = 40, LOST = 200 };

static double draw(uint64_t *state, double low, double high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 33) / 2147483648.0;
}

/* A block, or a triangle so long that the distances of its walls are off by whole bodies, whose tip is among
 * the blocks. */
static throng_obstacle add_solid(throng_context *context, throng_crowd *crowd, uint64_t *state,
                                 int32_t is_long)
{
    const double x = draw(state, -15.0, 15.0), y = draw(state, -15.0, 15.0), turn = draw(state, 0.0, 6.283);
    const double length = 2e6, c = cos(turn), s = sin(turn);
    const double wide = is_long ? draw(state, 0.5, 3.0) : draw(state, 2.0, 6.0);
    const double high = is_long ? 0.0 : draw(state, 2.0, 6.0);
    const double corners[4][2] = {{is_long ? 0.0 : -wide, is_long ? 0.0 : -high},
                                  {is_long ? length : wide, is_long ? -wide : -high},
                                  {is_long ? length : wide, is_long ? wide : high},
                                  {-wide, high}};
    throng_vertex_double at[4];
    throng_obstacle obstacle;
    for (int32_t i = 0; i < 4; i++)
        at[i] = (throng_vertex_double){x + corners[i][0] * c - corners[i][1] * s,
                                       y + corners[i][0] * s + corners[i][1] * c};
    MUST(context, throng_crowd_add_obstacle_double(crowd, is_long ? 3 : 4, at, 0, &obstacle));
    return obstacle;
}

/* Everybody in there looks for a way out. Where it leads does not depend on the order in which walls came and
 * went: a restored crowd has them in another one. */
EACH(crowd_overlaps, of_long_walls)
{
    for (uint64_t seed = 5; seed <= 10; seed += 5) {
        uint64_t state = seed * 7919, hashes[2];
        throng_crowd_def def = throng_crowd_default_def();
        throng_crowd *crowd, *copy;
        throng_obstacle solids[SOLIDS];
        size_t bytes;
        def.agent_capacity = LOST;
        def.max_neighbors = 0;
        MUST(context, throng_crowd_create(context, &def, &crowd));
        MUST(context, throng_crowd_create(context, &def, &copy));
        for (int32_t i = 0; i < SOLIDS; i++)
            solids[i] = add_solid(context, crowd, &state, i % 2);
        for (int32_t i = 0; i < SOLIDS; i += 3)
            MUST(context, throng_crowd_remove_obstacle(crowd, solids[i]));
        for (int32_t i = 0; i < SOLIDS; i += 3)
            solids[i] = add_solid(context, crowd, &state, i % 2);
        for (int32_t i = 0; i < LOST; i++) {
            throng_agent_def agent = throng_agent_default_def();
            agent.x = (float)draw(&state, -15.0, 15.0);
            agent.y = (float)draw(&state, -15.0, 15.0);
            agent.radius = (float)draw(&state, 0.3, 2.0);
            agent.max_speed = 3.0f;
            agent.max_neighbors = 0;
            MUST(context, throng_crowd_add(crowd, 1, &agent, 0, NULL));
        }
        MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
        void *snapshot = malloc(bytes);
        cr_assert(snapshot);
        MUST(context, throng_crowd_save(crowd, snapshot, bytes));
        MUST(context, throng_crowd_restore(copy, snapshot, bytes));
        free(snapshot);
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_step(copy, 0.1f));
        hashes[0] = hash_of(context, crowd);
        hashes[1] = hash_of(context, copy);
        cr_expect(hashes[0] == hashes[1], "seed %d: the copy goes another way", (int)seed);
        MUST(context, throng_crowd_destroy(copy));
        MUST(context, throng_crowd_destroy(crowd));
    }
}
