/* Who is in a wall comes out: from blocked cells, from behind edges, from beyond the map, and with a body
 * that grew into a wall; straight to a place that is free for its body, never faster than max_speed, through
 * no edge from its outer side, and flagged until it is there. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 64 };

typedef struct yard {
    throng_context *context;
    throng_terrain *terrain;
    throng_crowd *crowd;
    throng_agent agents[MOST];
    int32_t count;
} yard;

/* On terrain of cells of 1, '@' is blocked; or in the open, where there are no rows. */
static void yard_begin(yard *y, throng_context *context, int32_t width, int32_t height, const char *rows)
{
    throng_crowd_def def = throng_crowd_default_def();
    memset(y, 0, sizeof *y);
    y->context = context;
    def.agent_capacity = MOST;
    if (rows) {
        throng_terrain_def terrain = throng_terrain_default_def();
        terrain.width = width;
        terrain.height = height;
        MUST(context, throng_terrain_create(context, &terrain, &y->terrain));
        for (int32_t i = 0; i < width * height; i++) {
            const throng_region cell = {i % width, i / width, 1, 1};
            MUST(context, throng_terrain_fill(y->terrain, &cell, rows[i] == '@'));
        }
        def.terrain = y->terrain;
    }
    MUST(context, throng_crowd_create(context, &def, &y->crowd));
}

static void yard_end(yard *y)
{
    MUST(y->context, throng_crowd_destroy(y->crowd));
    if (y->terrain)
        MUST(y->context, throng_terrain_destroy(y->terrain));
}

/* An agent that wants to stay where it is. */
static throng_agent_def stander(float x, float y, float radius)
{
    throng_agent_def d = throng_agent_default_def();
    d.x = x;
    d.y = y;
    d.radius = radius;
    d.max_speed = 2.0f;
    d.max_neighbors = 0;
    return d;
}

static void put(yard *y, const throng_agent_def *d)
{
    MUST(y->context, throng_crowd_add(y->crowd, 1, d, 0, &y->agents[y->count++]));
}

static uint32_t flags_of(const yard *y, int32_t i)
{
    uint32_t flags;
    MUST(y->context, throng_crowd_get(y->crowd, THRONG_AGENT_FLAGS, 1, &y->agents[i], 0, &flags, 0));
    return flags & THRONG_FLAG_INSIDE_WALL;
}

static throng_vertex place_of(const yard *y, int32_t i)
{
    throng_vertex at;
    MUST(y->context, throng_crowd_get(y->crowd, THRONG_AGENT_POSITION, 1, &y->agents[i], 0, &at, 0));
    return at;
}

/* Steps until nobody is in a wall; returns how many it took, -1: more than `most`. Checks the speed. */
static int32_t leave(const yard *y, float dt, int32_t most)
{
    for (int32_t step = 1; step <= most; step++) {
        uint32_t flags = 0;
        MUST(y->context, throng_crowd_step(y->crowd, dt));
        for (int32_t i = 0; i < y->count; i++) {
            float v[2], speed;
            MUST(y->context, throng_crowd_get(y->crowd, THRONG_AGENT_VELOCITY, 1, &y->agents[i], 0, v, 0));
            MUST(y->context,
                 throng_crowd_get(y->crowd, THRONG_AGENT_MAX_SPEED, 1, &y->agents[i], 0, &speed, 0));
            cr_expect(v[0] * v[0] + v[1] * v[1] <= speed * speed);
            flags |= flags_of(y, i);
        }
        if (!flags)
            return step;
    }
    return -1;
}

static void expect_at(const yard *y, int32_t i, double px, double py)
{
    const throng_vertex at = place_of(y, i);
    cr_expect(hypot((double)at.x - px, (double)at.y - py) < 1e-4, "agent %d is at %.6f, %.6f, not %.6f, %.6f",
              (int)i, (double)at.x, (double)at.y, px, py);
}

EACH_WITH_CROWDS(crowd_exits, blocked_cells_and_beyond_the_map)
{
    yard y;
    static const float starts[5][2] = {
        {4.25f, 2.5f}, {4.0001f, 2.5f}, {5.0f, 2.25f}, {-3.0f, 2.5f}, {12.0f, 7.0f}};
    static const double ends[5][2] = {{3.7, 2.5}, {3.7, 2.5}, {5.0, 1.7}, {0.3, 2.5}, {9.7, 4.7}};
    yard_begin(&y, context, 10, 5,
               "...................."
               "....@@...."
               "....................");
    for (int32_t i = 0; i < 5; i++) {
        const throng_agent_def d = stander(starts[i][0], starts[i][1], 0.3f);
        put(&y, &d);
    }
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    for (int32_t i = 0; i < 5; i++)
        cr_expect(flags_of(&y, i), "agent %d", (int)i);
    cr_expect(leave(&y, 0.1f, 40) > 0);
    for (int32_t i = 0; i < 5; i++)
        expect_at(&y, i, ends[i][0], ends[i][1]);
    yard_end(&y);
}

/* A tower over agents, and a door that closes on one. */
EACH_WITH_CROWDS(crowd_exits, tower_and_door)
{
    static const throng_vertex tower[4] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f}};
    const throng_region door = {9, 0, 3, 8};
    yard y;
    yard_begin(&y, context, 0, 0, NULL);
    for (int32_t i = 0; i < 25; i++) {
        throng_agent_def d = stander(0.7f * (float)(i % 5) - 1.4f, 0.7f * (float)(i / 5) - 1.4f, 0.3f);
        d.max_neighbors = 10;
        put(&y, &d);
    }
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    for (int32_t i = 0; i < 25; i++)
        cr_expect(!flags_of(&y, i));
    MUST(context, throng_crowd_add_obstacle(y.crowd, 4, tower, 0, NULL));
    cr_expect(leave(&y, 0.1f, 200) > 0);
    for (int32_t i = 0; i < 25; i++) {
        const throng_vertex at = place_of(&y, i);
        const double x = fmax(fabs((double)at.x) - 2.0, 0.0), z = fmax(fabs((double)at.y) - 2.0, 0.0);
        cr_expect(hypot(x, z) >= 0.3 - 1e-6, "agent %d is at %g, %g", (int)i, (double)at.x, (double)at.y);
    }
    yard_end(&y);
    char rows[201];
    memset(rows, '.', 200);
    yard_begin(&y, context, 20, 10, rows);
    const throng_agent_def d = stander(10.25f, 5.5f, 0.4f);
    put(&y, &d);
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    MUST(context, throng_terrain_fill(y.terrain, &door, 1));
    cr_expect(leave(&y, 0.1f, 20) > 0);
    expect_at(&y, 0, 8.6, 5.5);
    yard_end(&y);
}

/* Beside one wall, in a corner between two, past a corner, and beside a wall with two sides. */
EACH_WITH_CROWDS(crowd_exits, bodies_that_grew)
{
    static const throng_vertex room[4] = {{0.0f, 0.0f}, {0.0f, 20.0f}, {20.0f, 20.0f}, {20.0f, 0.0f}};
    static const throng_vertex thin[2] = {{8.0f, 10.0f}, {12.0f, 10.0f}};
    static const float starts[4][2] = {{0.5f, 4.0f}, {19.5f, 19.25f}, {12.25f, 10.0f}, {10.0f, 9.75f}};
    static const double ends[4][2] = {{1.5, 4.0}, {18.5, 18.5}, {13.5, 10.0}, {10.0, 8.5}};
    yard y;
    yard_begin(&y, context, 0, 0, NULL);
    MUST(context, throng_crowd_add_obstacle(y.crowd, 4, room, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(y.crowd, 2, thin, 0, NULL));
    for (int32_t i = 0; i < 4; i++) {
        const throng_agent_def d = stander(starts[i][0], starts[i][1], 0.25f);
        put(&y, &d);
    }
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    for (int32_t i = 0; i < 4; i++) {
        const float radius = 1.5f;
        cr_expect(!flags_of(&y, i), "agent %d", (int)i);
        MUST(context, throng_crowd_set(y.crowd, THRONG_AGENT_RADIUS, 1, &y.agents[i], 0, &radius, 0));
    }
    cr_expect(leave(&y, 0.1f, 20) > 0);
    for (int32_t i = 0; i < 4; i++)
        expect_at(&y, i, ends[i][0], ends[i][1]);
    yard_end(&y);
}

/* The nearest free cell has no room for the body; the place behind the next wall is nearer than the one that
 * can be reached; and where the body has room nowhere, the centre leaves. */
EACH_WITH_CROWDS(crowd_exits, no_room)
{
    yard y;
    static const char rows[] = "@@@@@@@@@@@@"
                               "@.@@@@@....@"
                               "@@@@@@@....@"
                               "@@@@@@@....@"
                               "@@@@@@@....@"
                               "@@@@@@@@@@@@";
    yard_begin(&y, context, 12, 6, rows);
    throng_agent_def d = stander(3.0f, 1.5f, 0.8f); /* 1 to the pocket, 4 to the hall */
    put(&y, &d);
    cr_expect(leave(&y, 0.1f, 60) > 0);
    expect_at(&y, 0, 7.8, 1.8);
    yard_end(&y);
    yard_begin(&y, context, 12, 6, rows);
    d = stander(3.0f, 1.5f, 3.0f);
    put(&y, &d);
    cr_expect(leave(&y, 0.1f, 60) < 0);
    const throng_vertex at = place_of(&y, 0);
    cr_expect(flags_of(&y, 0));
    cr_expect(at.x > 1.0f && at.x < 2.0f && at.y > 1.0f && at.y < 2.0f, "%g, %g", (double)at.x, (double)at.y);
    yard_end(&y);
}

/* Who is locked stays, and who has no speed. */
EACH_WITH_CROWDS(crowd_exits, who_cannot_move_stays)
{
    static const throng_vertex block[4] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f}};
    yard y;
    yard_begin(&y, context, 0, 0, NULL);
    throng_obstacle handle;
    MUST(context, throng_crowd_add_obstacle(y.crowd, 4, block, 0, &handle));
    throng_agent_def d = stander(0.5f, 0.25f, 0.3f);
    d.locked = 1;
    put(&y, &d);
    d.x = -1.0f;
    d.locked = 0;
    d.max_speed = 0.0f;
    put(&y, &d);
    cr_expect(leave(&y, 0.1f, 10) < 0);
    cr_expect(flags_of(&y, 0) && flags_of(&y, 1));
    expect_at(&y, 0, 0.5, 0.25);
    expect_at(&y, 1, -1.0, 0.25);
    MUST(context, throng_crowd_remove_obstacle(y.crowd, handle));
    cr_expect(leave(&y, 0.1f, 1) == 1);
    yard_end(&y);
}

/* The nearest wall may be farther away than walls are avoided: for agents that are new, moved by the host, or
 * points without a reach. */
EACH_WITH_CROWDS(crowd_exits, far_behind_walls)
{
    static const throng_vertex block[4] = {
        {-500.0f, -500.0f}, {500.0f, -500.0f}, {500.0f, 500.0f}, {-500.0f, 500.0f}};
    static const float inside[2] = {3.0f, 4.0f};
    yard y;
    throng_obstacle handle;
    yard_begin(&y, context, 0, 0, NULL);
    MUST(context, throng_crowd_add_obstacle(y.crowd, 4, block, 0, &handle));
    throng_agent_def d = stander(600.0f, 0.0f, 0.2f);
    d.time_horizon_obst = 0.1f;
    put(&y, &d);
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    cr_expect(!flags_of(&y, 0));
    d.x = 10.0f;
    put(&y, &d);
    d.locked = 1;
    d.radius = 0.0f;
    put(&y, &d);
    d.x = 700.0f;
    put(&y, &d);
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    cr_expect(!flags_of(&y, 0) && flags_of(&y, 1) && flags_of(&y, 2) && !flags_of(&y, 3));
    MUST(context, throng_crowd_set(y.crowd, THRONG_AGENT_POSITION, 1, &y.agents[0], 0, inside, 0));
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    cr_expect(flags_of(&y, 0) && flags_of(&y, 1) && flags_of(&y, 2) && !flags_of(&y, 3));
    MUST(context, throng_crowd_remove_obstacle(y.crowd, handle));
    cr_expect(leave(&y, 0.1f, 1) == 1);
    yard_end(&y);
}

/* Behind a notch in something solid its end is nearest, a corner that points inwards: who is new there, in
 * front of the line of one of the two walls that meet in it, is behind the other. */
EACH_WITH_CROWDS(crowd_exits, behind_a_notch)
{
    static const throng_vertex block[7] = {{-500.0f, -500.0f}, {500.0f, -500.0f}, {500.0f, -88.0f},
                                           {0.0f, 0.0f},       {500.0f, 88.0f},   {500.0f, 500.0f},
                                           {-500.0f, 500.0f}};
    yard y;
    yard_begin(&y, context, 0, 0, NULL);
    MUST(context, throng_crowd_add_obstacle(y.crowd, 7, block, 0, NULL));
    for (int32_t i = 0; i < 3; i++) {
        throng_agent_def d = stander(i < 2 ? -9.66f : 10.0f, i < 2 ? 2.59f - 5.18f * (float)i : 0.0f, 0.2f);
        d.time_horizon_obst = 0.1f;
        put(&y, &d);
    }
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    cr_expect(flags_of(&y, 0) && flags_of(&y, 1) && !flags_of(&y, 2));
    cr_expect(leave(&y, 0.1f, 80) > 50);
    for (int32_t i = 0; i < 3; i++)
        cr_expect(place_of(&y, i).x > 1.1f, "agent %d", (int)i);
    yard_end(&y);
}

/* A snapshot taken on the way goes on to the same bits. */
EACH_WITH_CROWDS(crowd_exits, snapshot_on_the_way)
{
    static const throng_vertex block[4] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f}};
    yard y;
    size_t bytes;
    uint64_t hashes[2];
    yard_begin(&y, context, 0, 0, NULL);
    for (int32_t i = 0; i < 8; i++) {
        const throng_agent_def d = stander(0.4f * (float)i - 1.5f, 0.3f * (float)(i % 3), 0.2f);
        put(&y, &d);
    }
    MUST(context, throng_crowd_add_obstacle(y.crowd, 4, block, 0, NULL));
    for (int32_t i = 0; i < 3; i++)
        MUST(context, throng_crowd_step(y.crowd, 0.1f));
    MUST(context, throng_crowd_snapshot_bytes(y.crowd, &bytes));
    void *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(y.crowd, snapshot, bytes));
    for (int32_t turn = 0; turn < 2; turn++) {
        cr_expect(leave(&y, 0.1f, 60) > 1);
        MUST(context, throng_crowd_hash(y.crowd, &hashes[turn]));
        if (turn == 0)
            MUST(context, throng_crowd_restore(y.crowd, snapshot, bytes));
    }
    cr_expect(hashes[0] == hashes[1]);
    free(snapshot);
    yard_end(&y);
}

/* Who was placed by the host is looked at, with no wall in reach, and so is who is restored between that and
 * the step, with the same hash; others are not flagged. */
EACH_WITH_CROWDS(crowd_exits, set_saved_and_restored)
{
    static const throng_vertex block[4] = {
        {-500.0f, -500.0f}, {500.0f, -500.0f}, {500.0f, 500.0f}, {-500.0f, 500.0f}};
    const float inside[2] = {3.0f, 4.0f};
    uint64_t hashes[3];
    size_t bytes;
    yard y;
    yard_begin(&y, context, 0, 0, NULL);
    MUST(context, throng_crowd_add_obstacle(y.crowd, 4, block, 0, NULL));
    for (int32_t i = 0; i < 40; i++) {
        throng_agent_def d = stander(600.0f + 2.0f * (float)i, 0.0f, 0.2f);
        d.time_horizon_obst = 0.1f;
        put(&y, &d);
    }
    MUST(context, throng_crowd_step(y.crowd, 0.1f));
    MUST(context, throng_crowd_hash(y.crowd, &hashes[0]));
    const throng_vertex before = place_of(&y, 5);
    MUST(context, throng_crowd_set(y.crowd, THRONG_AGENT_POSITION, 1, &y.agents[5], 0, &before, 0));
    MUST(context, throng_crowd_hash(y.crowd, &hashes[1]));
    cr_expect(hashes[0] == hashes[1], "setting what is there changes the hash");
    MUST(context, throng_crowd_set(y.crowd, THRONG_AGENT_POSITION, 1, &y.agents[5], 0, inside, 0));
    cr_expect(!flags_of(&y, 5));
    MUST(context, throng_crowd_snapshot_bytes(y.crowd, &bytes));
    void *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(y.crowd, snapshot, bytes));
    for (int32_t turn = 0; turn < 2; turn++) {
        MUST(context, throng_crowd_step(y.crowd, 0.1f));
        for (int32_t i = 0; i < y.count; i++)
            cr_expect((flags_of(&y, i) != 0) == (i == 5), "agent %d, turn %d", (int)i, (int)turn);
        MUST(context, throng_crowd_hash(y.crowd, &hashes[1 + turn]));
        MUST(context, throng_crowd_restore(y.crowd, snapshot, bytes));
    }
    cr_expect(hashes[1] == hashes[2]);
    free(snapshot);
    yard_end(&y);
}

/* Terrain without any free cell has no walls at all: everybody is in it and stays, even if there is an
 * obstacle. With a free cell they leave. */
static void fill_all(throng_context *context, int32_t obstacles)
{
    static const throng_region hall = {5, 0, 3, 4};
    static const throng_vertex post[4] = {{0.2f, 0.2f}, {0.6f, 0.2f}, {0.6f, 0.6f}, {0.2f, 0.6f}};
    char rows[33];
    yard y;
    memset(rows, '@', sizeof rows);
    yard_begin(&y, context, 8, 4, rows);
    for (int32_t i = 0; i < obstacles; i++)
        MUST(context, throng_crowd_add_obstacle(y.crowd, 4, post, 0, NULL));
    for (int32_t i = 0; i < 3; i++) {
        throng_agent_def d = stander(1.0f + (float)i, 2.0f, 0.3f);
        d.target_x = 1.0f;
        put(&y, &d);
    }
    cr_expect(leave(&y, 0.1f, 5) < 0);
    for (int32_t i = 0; i < 3; i++) {
        cr_expect(flags_of(&y, i), "agent %d", (int)i);
        expect_at(&y, i, 1.0 + i, 2.0);
    }
    MUST(context, throng_terrain_fill(y.terrain, &hall, 0));
    cr_expect(leave(&y, 0.1f, 40) > 0);
    yard_end(&y);
}

EACH_WITH_CROWDS(crowd_exits, no_free_cell)
{
    fill_all(context, 0);
    fill_all(context, 1);
}

/* What is solid outside is so at any distance, whether it stands or moves. */
EACH_WITH_CROWDS(crowd_exits, rooms_from_afar)
{
    const throng_vertex room[4] = {{-5.0f, -5.0f}, {-5.0f, 5.0f}, {5.0f, 5.0f}, {5.0f, -5.0f}};
    const throng_obstacle_motion motion = {.heading_x = 1.0f};
    for (int32_t moves = 0; moves < 2; moves++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
        throng_agent agents[2];
        throng_moving_obstacle moving;
        int32_t flags[2];
        float at[2][2];
        throng_crowd *crowd;
        d[1].x = 100.0f;
        d[1].max_speed = 2.0f;
        def.agent_capacity = 2;
        MUST(context, throng_crowd_create(context, &def, &crowd));
        MUST(context, throng_crowd_add(crowd, 2, d, 0, agents));
        if (moves)
            MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, room, 0, &motion, &moving));
        else
            MUST(context, throng_crowd_add_obstacle(crowd, 4, room, 0, NULL));
        for (int32_t step = 0; step < 10; step++) {
            MUST(context, throng_crowd_step(crowd, 0.1f));
            MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 2, agents, 0, flags, 0));
            cr_expect(!(flags[0] & THRONG_FLAG_INSIDE_WALL) && (flags[1] & THRONG_FLAG_INSIDE_WALL),
                      "moves %d, step %d: flags %d and %d", (int)moves, (int)step, (int)flags[0],
                      (int)flags[1]);
        }
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 2, agents, 0, at, 0));
        cr_expect(fabs((double)at[1][0] - 98.0) < 0.01 && fabs((double)at[1][1]) < 0.01,
                  "moves %d: at %g, %g", (int)moves, (double)at[1][0], (double)at[1][1]);
        MUST(context, throng_crowd_destroy(crowd));
    }
}
