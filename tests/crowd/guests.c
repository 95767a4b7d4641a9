/* Guests: agents that the host moves. Others take them as they are, steps leave them alone. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { MANY = 120, MOST = 400 };

static throng_crowd *make(throng_context *context, const throng_crowd_def *def, int32_t count,
                          const throng_agent_def *defs, throng_agent *agents)
{
    throng_crowd_def d = *def;
    throng_crowd *crowd;
    d.agent_capacity = count;
    MUST(context, throng_crowd_create(context, &d, &crowd));
    MUST(context, throng_crowd_add(crowd, count, defs, 0, agents));
    return crowd;
}

static void set(throng_context *context, throng_crowd *crowd, throng_agent_value what, throng_agent agent,
                float x, float y)
{
    const float v[2] = {x, y};
    MUST(context, throng_crowd_set(crowd, what, 1, &agent, 0, v, 0));
}

static void navigate(throng_context *context, throng_crowd *crowd, throng_agent agent, int32_t navigation)
{
    int32_t read = -1;
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 1, &agent, 0, &navigation, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_NAVIGATION, 1, &agent, 0, &read, 0));
    cr_expect(read == navigation, "navigates by %d, not %d", (int)read, (int)navigation);
}

static uint64_t hash_of(throng_context *context, throng_crowd *crowd)
{
    uint64_t hash;
    MUST(context, throng_crowd_hash(crowd, &hash));
    return hash;
}

static uint32_t flags_of(throng_context *context, throng_crowd *crowd, throng_agent agent)
{
    uint32_t flags;
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 1, &agent, 0, &flags, 0));
    return flags;
}

/* ---------------------------------------------------------------- as others see them ---------------- */

/* Others avoid a guest just as they avoid an agent that walks like it: in one step the same bits. */
static void compare_as_seen(throng_context *context, throng_perception perception, int32_t neighbors)
{
    static throng_agent_def d[MANY];
    static float v[2][MANY][2];
    rng r = {(uint64_t)perception * 2 + (uint64_t)neighbors + 40};
    throng_crowd_def def = throng_crowd_default_def();
    def.perception = perception;
    def.neighbors = neighbors;
    for (int32_t i = 0; i < MANY; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = rng_between(&r, 0.0f, 30.0f);
        d[i].y = rng_between(&r, 0.0f, 30.0f);
        d[i].vx = rng_between(&r, -1.5f, 1.5f);
        d[i].vy = rng_between(&r, -1.5f, 1.5f);
        d[i].heading_x = rng_between(&r, -1.0f, 1.0f);
        d[i].heading_y = 0.5f;
        d[i].radius = i % 3 ? 0.5f : 0.8f;
        d[i].target_x = rng_between(&r, -1.5f, 1.5f);
        d[i].responsibility = i % 8 ? 1.0f : 0.25f;
        d[i].vision_range = rng_between(&r, 3.0f, 12.0f);
    }
    for (int32_t k = 0; k < 2; k++) {
        for (int32_t i = 0; i < MANY; i += 4)
            d[i].navigation = k ? THRONG_NAVIGATE_GUEST : THRONG_NAVIGATE_VELOCITY;
        throng_crowd *crowd = make(context, &def, MANY, d, NULL);
        MUST(context, throng_crowd_step(crowd, 0.125f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, MANY, NULL, 0, v[k], 0));
        MUST(context, throng_crowd_destroy(crowd));
    }
    for (int32_t i = 0; i < MANY; i++)
        if (i % 4)
            cr_expect(v[0][i][0] == v[1][i][0] && v[0][i][1] == v[1][i][1], "agent %d: %g, %g beside %g, %g",
                      (int)i, (double)v[1][i][0], (double)v[1][i][1], (double)v[0][i][0], (double)v[0][i][1]);
        else
            cr_expect(v[1][i][0] == d[i].vx && v[1][i][1] == d[i].vy, "guest %d got another velocity",
                      (int)i);
}

EACH_WITH_CROWDS(crowd_guests, seen_as_they_move)
{
    compare_as_seen(context, 0, THRONG_NEIGHBORS_GAPS);
    compare_as_seen(context, 0, THRONG_NEIGHBORS_CENTRES);
    compare_as_seen(context, THRONG_PERCEPTION_ALL, THRONG_NEIGHBORS_CENTRES);
    compare_as_seen(context, THRONG_VISION | THRONG_HEARING, THRONG_NEIGHBORS_GAPS);
}

/* One who meets a guest head-on takes as much of what keeps them apart as the guest leaves. */
static double turned_aside(throng_context *context, float responsibility, int32_t priority)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
    throng_agent agents[2];
    float v[2][2];
    for (int32_t i = 0; i < 2; i++) {
        d[i].x = i ? 4.0f : -4.0f;
        d[i].y = i ? 0.25f : -0.25f;
        d[i].vx = d[i].target_x = i ? -1.0f : 1.0f;
    }
    d[1].navigation = THRONG_NAVIGATE_GUEST;
    d[1].responsibility = responsibility;
    d[1].priority = priority;
    throng_crowd *crowd = make(context, &def, 2, d, agents);
    MUST(context, throng_crowd_step(crowd, 0.125f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 2, agents, 0, v, 0));
    MUST(context, throng_crowd_destroy(crowd));
    return hypot((double)v[0][0] - 1.0, (double)v[0][1]);
}

EACH_WITH_CROWDS(crowd_guests, shares)
{
    const double half = turned_aside(context, 1.0f, 0), all = turned_aside(context, 0.0f, 0);
    const double higher = turned_aside(context, 1.0f, 1), lower = turned_aside(context, 1.0f, -1);
    cr_expect(half > 0.01 && fabs(all - 2.0 * half) < 1e-5, "%g of it, and %g", half, all);
    cr_expect(higher == all && lower == 0.0, "%g and %g", higher, lower);
    cr_expect(fabs(turned_aside(context, 3.0f, 0) - 0.5 * half) < 1e-5);
}

/* ---------------------------------------------------------------- guests and others ----------------- */

/* One who looks aside as a guest looks where it goes in the first step of its own, whatever hands it back. */
EACH_WITH_CROWDS(crowd_guests, looks_ahead_again)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[3] = {throng_agent_default_def(), throng_agent_default_def(),
                             throng_agent_default_def()};
    throng_agent agents[3];
    def.perception = THRONG_VISION;
    def.heading = THRONG_HEADING_VELOCITY;
    d[0].vx = 1.0f;
    d[0].heading_y = 1.0f;
    d[0].heading_x = 0.0f;
    d[0].vision_angle = 90.0f;
    d[0].vision_range = 20.0f;
    d[1].x = 5.0f; /* both are ahead, and nobody where the guest looks */
    d[2].x = 8.0f;
    d[2].y = 3.0f;
    for (int32_t by = 0; by < 3; by++) {
        const int32_t navigation = THRONG_NAVIGATE_GOAL;
        float ahead[2];
        d[0].navigation = THRONG_NAVIGATE_GUEST;
        throng_crowd *crowd = make(context, &def, 3, d, agents);
        MUST(context, throng_crowd_step(crowd, 0.125f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, 1, agents, 0, ahead, 0));
        cr_expect(ahead[0] == 0.0f && ahead[1] == 1.0f, "a guest looks at %g, %g", (double)ahead[0],
                  (double)ahead[1]);
        if (by == 0)
            set(context, crowd, THRONG_AGENT_GOAL, agents[0], 50.0f, 0.0f);
        else if (by == 1)
            MUST(context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 1, agents, 0, &navigation, 0));
        else
            set(context, crowd, THRONG_AGENT_PREFERRED_VELOCITY, agents[0], 1.0f, 0.0f);
        uint32_t perceived = 0;
        MUST(context, throng_crowd_step(crowd, 0.125f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_PERCEIVED, 1, agents, 0, &perceived, 0));
        cr_expect(perceived == 2, "way %d: %u perceived", (int)by, (unsigned)perceived);
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* Nothing of the time before counts once a guest walks again: its first step is that of one who was just
 * added, and walls are looked for. */
EACH_WITH_CROWDS(crowd_guests, come_and_go)
{
    const throng_vertex house[4] = {{10.0f, -2.0f}, {14.0f, -2.0f}, {14.0f, 2.0f}, {10.0f, 2.0f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
    throng_agent agents[2];
    float at[2];
    d[0].target_x = 1.0f;
    d[0].radius = 0.5f;
    d[1].y = 50.0f;
    def.congestion = 1;
    throng_crowd *crowd = make(context, &def, 2, d, agents);
    MUST(context, throng_crowd_add_obstacle(crowd, 4, house, 0, NULL));
    MUST(context, throng_crowd_step(crowd, 0.1f));
    navigate(context, crowd, agents[0], THRONG_NAVIGATE_GUEST);
    for (int32_t i = 0; i < 30; i++) { /* into the house */
        set(context, crowd, THRONG_AGENT_POSITION, agents[0], 0.4f * (float)i, 0.0f);
        set(context, crowd, THRONG_AGENT_VELOCITY, agents[0], 0.0f, 0.0f);
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &agents[0], 0, at, 0));
        cr_expect(at[0] == 0.4f * (float)i && at[1] == 0.0f, "step %d: at %g, %g", (int)i, (double)at[0],
                  (double)at[1]);
        cr_expect(flags_of(context, crowd, agents[0]) == 0, "guests have no flags");
    }
    set(context, crowd, THRONG_AGENT_POSITION, agents[0], 11.0f, 0.5f);
    MUST(context, throng_crowd_step(crowd, 0.1f));
    navigate(context, crowd, agents[0], THRONG_NAVIGATE_VELOCITY);
    MUST(context, throng_crowd_step(crowd, 0.1f));
    cr_expect(flags_of(context, crowd, agents[0]) == THRONG_FLAG_INSIDE_WALL, "flags %u",
              (unsigned)flags_of(context, crowd, agents[0]));
    for (int32_t i = 0; i < 20; i++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &agents[0], 0, at, 0));
    cr_expect(at[0] <= 9.51f, "left by the nearest way: %g, %g", (double)at[0], (double)at[1]);
    navigate(context, crowd, agents[0], THRONG_NAVIGATE_GUEST);
    set(context, crowd, THRONG_AGENT_GOAL, agents[0], 0.0f, 0.0f);
    int32_t read;
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_NAVIGATION, 1, &agents[0], 0, &read, 0));
    cr_expect(read == THRONG_NAVIGATE_GOAL, "a goal ends being a guest");
    navigate(context, crowd, agents[0], THRONG_NAVIGATE_GUEST);
    set(context, crowd, THRONG_AGENT_PREFERRED_VELOCITY, agents[0], 0.0f, 0.0f);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_NAVIGATION, 1, &agents[0], 0, &read, 0));
    cr_expect(read == THRONG_NAVIGATE_VELOCITY, "a preferred velocity does, too");
    read = THRONG_NAVIGATE_FLOW;
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 1, agents, 0, &read, 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    read = THRONG_NAVIGATE_GUEST + 1;
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 1, agents, 0, &read, 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    MUST(context, throng_crowd_destroy(crowd));
}

EACH_WITH_CROWDS(crowd_guests, hash)
{
    for (int32_t counts = 0; counts < 2; counts++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
        throng_agent agents[2];
        d[1].navigation = THRONG_NAVIGATE_GUEST;
        d[1].x = 100.0f;
        def.hash_guests = counts;
        throng_crowd *crowd = make(context, &def, 2, d, agents);
        const uint64_t before = hash_of(context, crowd);
        set(context, crowd, THRONG_AGENT_POSITION, agents[1], 101.0f, 0.0f);
        cr_expect((hash_of(context, crowd) == before) == !counts, "hash_guests %d", (int)counts);
        set(context, crowd, THRONG_AGENT_POSITION, agents[0], 1.0f, 0.0f);
        cr_expect(hash_of(context, crowd) != before);
        MUST(context, throng_crowd_destroy(crowd));
    }
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *none = NULL;
    def.hash_guests = 2;
    cr_expect(throng_crowd_create(context, &def, &none) == THRONG_ERROR_INVALID_ARGUMENT);
}

/* No event is theirs, from their first step on. */
EACH_WITH_CROWDS(crowd_guests, events)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_agent agent;
    throng_crowd_event event;
    int32_t count;
    d.navigation = THRONG_NAVIGATE_GOAL;
    throng_crowd *crowd = make(context, &def, 1, &d, &agent);
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get_events(crowd, THRONG_FLAG_ARRIVED, &event, 1, &count));
    cr_expect(count == 1, "it has arrived");
    navigate(context, crowd, agent, THRONG_NAVIGATE_GUEST);
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get_events(crowd, THRONG_FLAG_ARRIVED, &event, 1, &count));
    cr_expect(count == 0, "%d events of a guest", (int)count);
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- extremes -------------------------- */

static void expect_finite(throng_context *context, throng_crowd *crowd, int32_t count, float most)
{
    static float v[MOST][2], at[MOST][2];
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, count, NULL, 0, v, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, count, NULL, 0, at, 0));
    for (int32_t i = 1; i < count; i++) /* the first one is the guest */
        cr_expect(v[i][0] * v[i][0] + v[i][1] * v[i][1] <= most * most && fabsf(at[i][0]) <= 1e9f &&
                      fabsf(at[i][1]) <= 1e9f,
                  "agent %d: velocity %g, %g at %g, %g", (int)i, (double)v[i][0], (double)v[i][1],
                  (double)at[i][0], (double)at[i][1]);
}

/* As fast as can be, in everybody's place, at the plane's edge: the others stay sane. */
EACH_WITH_CROWDS(crowd_guests, extremes)
{
    static const float speeds[] = {0.0f, 1e-6f, 1e3f, 1e6f, 1e9f};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_terrain *terrain;
    ground.width = ground.height = 64;
    MUST(context, throng_terrain_create(context, &ground, &terrain));
    for (int32_t k = 0; k < 2; k++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d[40];
        throng_agent agents[40];
        def.perception = k ? THRONG_PERCEPTION_ALL : 0;
        def.terrain = k ? terrain : NULL;
        for (int32_t i = 0; i < 40; i++) {
            d[i] = throng_agent_default_def();
            d[i].x = i < 20 ? 8.0f : 4.0f + (float)i;
            d[i].y = 8.0f;
        }
        d[0].navigation = THRONG_NAVIGATE_GUEST;
        d[0].responsibility = 0.0f;
        throng_crowd *crowd = make(context, &def, 40, d, agents);
        for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
            set(context, crowd, THRONG_AGENT_POSITION, agents[0], i == 4 ? 1e9f : 8.0f,
                i == 3 ? -1e9f : 8.0f);
            set(context, crowd, THRONG_AGENT_VELOCITY, agents[0], speeds[i], -speeds[i]);
            for (int32_t step = 0; step < 3; step++)
                MUST(context, throng_crowd_step(crowd, 0.1f));
            expect_finite(context, crowd, 40, d[0].max_speed);
        }
        MUST(context, throng_crowd_destroy(crowd));
    }
    MUST(context, throng_terrain_destroy(terrain));
}

/* What is no number is refused, for each value that hosts set of guests. */
EACH_WITH_CROWDS(crowd_guests, no_numbers)
{
    const float bad[2] = {0.0f, NAN}, below = -1.0f;
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_agent agent;
    static const throng_agent_value what[] = {THRONG_AGENT_POSITION, THRONG_AGENT_VELOCITY,
                                              THRONG_AGENT_HEADING};
    d.navigation = THRONG_NAVIGATE_GUEST;
    throng_crowd *crowd = make(context, &def, 1, &d, &agent);
    const uint64_t before = hash_of(context, crowd);
    for (size_t i = 0; i < sizeof what / sizeof *what; i++)
        cr_expect(throng_crowd_set(crowd, what[i], 1, &agent, 0, bad, 0) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_VISION, 1, &agent, 0, &bad[1], 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_VISION, 1, &agent, 0, &below, 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(hash_of(context, crowd) == before);
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- snapshots ------------------------- */

EACH_WITH_CROWDS(crowd_guests, snapshots)
{
    static unsigned char snapshot[64 * 1024], again[64 * 1024];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[MANY];
    throng_crowd *other;
    size_t bytes;
    rng r = {77};
    def.perception = THRONG_PERCEPTION_ALL;
    def.hash_guests = 1;
    for (int32_t i = 0; i < MANY; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = rng_between(&r, 0.0f, 40.0f);
        d[i].y = rng_between(&r, 0.0f, 40.0f);
        d[i].vx = rng_between(&r, -5.0f, 5.0f);
        d[i].navigation = i % 5 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_GUEST;
    }
    throng_crowd *crowd = make(context, &def, MANY, d, NULL);
    for (int32_t i = 0; i < 5; i++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    cr_assert(bytes <= sizeof snapshot);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    def.agent_capacity = MANY;
    MUST(context, throng_crowd_create(context, &def, &other));
    MUST(context, throng_crowd_restore(other, snapshot, bytes));
    MUST(context, throng_crowd_save(other, again, bytes));
    cr_expect(memcmp(snapshot, again, bytes) == 0, "the same snapshot");
    for (int32_t i = 0; i < 10; i++) {
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_step(other, 0.1f));
    }
    cr_expect(hash_of(context, crowd) == hash_of(context, other), "the same steps");
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_crowd_destroy(other));
}

/* ---------------------------------------------------------------- a player ------------------------- */

/* One call for all of them does what three do for each. */
EACH_WITH_CROWDS(crowd_guests, by_motions)
{
    static throng_agent_def d[MANY];
    throng_agent agents[2][MANY], guests[MANY / 4];
    throng_motion motions[MANY / 4];
    throng_crowd *crowds[2];
    rng r = {51};
    throng_crowd_def def = throng_crowd_default_def();
    def.perception = THRONG_PERCEPTION_ALL;
    def.hash_guests = 1;
    for (int32_t i = 0; i < MANY; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = rng_between(&r, 0.0f, 30.0f);
        d[i].y = rng_between(&r, 0.0f, 30.0f);
        d[i].target_x = rng_between(&r, -1.5f, 1.5f);
        d[i].navigation = i % 4 ? THRONG_NAVIGATE_VELOCITY : THRONG_NAVIGATE_GUEST;
    }
    for (int32_t k = 0; k < 2; k++)
        crowds[k] = make(context, &def, MANY, d, agents[k]);
    for (int32_t step = 0; step < 8; step++) {
        for (int32_t i = 0; i < MANY / 4; i++) {
            const throng_agent_def *one = &d[4 * i];
            const float along = 0.25f * (float)step, vx = (float)(i % 5) - 2.0f;
            motions[i] = (throng_motion){(double)(one->x + along * vx), (double)one->y, vx, 0.0f, 0.6f,
                                         i % 2 ? 0.8f : -0.8f};
            guests[i] = agents[1][4 * i];
            set(context, crowds[0], THRONG_AGENT_POSITION, agents[0][4 * i], one->x + along * vx, one->y);
            set(context, crowds[0], THRONG_AGENT_VELOCITY, agents[0][4 * i], vx, 0.0f);
            set(context, crowds[0], THRONG_AGENT_HEADING, agents[0][4 * i], 0.6f, i % 2 ? 0.8f : -0.8f);
        }
        MUST(context, throng_crowd_set_motions(crowds[1], guests, MANY / 4, motions));
        for (int32_t k = 0; k < 2; k++)
            MUST(context, throng_crowd_step(crowds[k], 0.25f));
        cr_assert(hash_of(context, crowds[0]) == hash_of(context, crowds[1]), "step %d", (int)step);
    }
    for (int32_t k = 0; k < 2; k++)
        MUST(context, throng_crowd_destroy(crowds[k]));
}

/* A guest of radius 1 at speed 10 goes straight through units that stand `apart` from each other, and leaves
 * all of the avoidance to them. Returns by how much it overlaps one at most; below 0: it does not. */
static double deepest(throng_context *context, float apart, uint64_t seed)
{
    enum { UNITS = 200, STEPS = 300 };
    static float at[UNITS + 1][2];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[UNITS + 1];
    throng_agent agents[UNITS + 1];
    const float dt = 1.0f / 60.0f, begin = -30.0f;
    double worst = -1e9;
    rng r = {seed};
    for (int32_t i = 0; i <= UNITS; i++) {
        d[i] = throng_agent_default_def();
        d[i].radius = i ? 0.5f : 1.0f;
        d[i].neighbor_dist = 30.0f;
        d[i].max_neighbors = 10;
        d[i].x = (float)(i / 10) * apart + 0.3f * apart * rng_between(&r, -1.0f, 1.0f);
        d[i].y = ((float)(i % 10) - 4.5f) * apart + 0.3f * apart * rng_between(&r, -1.0f, 1.0f);
    }
    d[0].navigation = THRONG_NAVIGATE_GUEST;
    d[0].responsibility = 0.0f;
    d[0].x = begin;
    d[0].y = 0.0f;
    d[0].vx = 10.0f;
    throng_crowd *crowd = make(context, &def, UNITS + 1, d, agents);
    for (int32_t step = 0; step < STEPS; step++) {
        const float x = begin + 10.0f * dt * (float)(step + 1);
        MUST(context, throng_crowd_step(crowd, dt));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS + 1, agents, 0, at, 0));
        for (int32_t i = 1; i <= UNITS; i++)
            worst = fmax(worst, 1.5 - hypot((double)(at[i][0] - x), (double)at[i][1]));
        set(context, crowd, THRONG_AGENT_POSITION, agents[0], x, 0.0f);
    }
    MUST(context, throng_crowd_destroy(crowd));
    return worst;
}

/* Each of them could be out of its way in time: 1.5 at a speed of 2. */
EACH_WITH_CROWDS(crowd_guests, in_the_way)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const double loose = deepest(context, 6.0f, seed), close = deepest(context, 3.0f, seed);
        printf(
            "a guest at speed 10 overlaps by %.4f at most, 6 apart; by %.4f, 3 apart; by %.4f, 1.2 apart\n",
            loose, close, deepest(context, 1.2f, seed));
        cr_expect(loose <= 1e-3 && close <= 1e-3, "overlaps by %g and %g", loose, close);
    }
}
