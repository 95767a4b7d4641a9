/* Positions: how right the way of many steps is, and that it does not matter where the crowd is. The expected
 * ways are in double precision and know nothing of the library. */
#include "tests/crowd/each_backend.h"
#include "tests/crowd/snapshot_form.h"

#include <math.h>
#include <stdlib.h>

#define TILE 4096.0

/* Survey coordinates, the origin, and next to the ends of the plane. */
static const double homes[][2] = {
    {0.0, 0.0}, {111 * TILE, 1343 * TILE}, {-244 * TILE, 244 * TILE}, {244139 * TILE, -244139 * TILE}};
enum { HOMES = sizeof homes / sizeof *homes };

static throng_crowd *make_at(throng_context *context, const double home[2], int32_t capacity)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    def.agent_capacity = capacity;
    def.origin_x = home[0];
    def.origin_y = home[1];
    MUST(context, throng_crowd_create(context, &def, &crowd));
    return crowd;
}

/* ---------------------------------------------------------------- the way --------------------------- */

enum { SPEEDS = 8, PLACES = 4, WALKERS = SPEEDS * PLACES, WAY_STEPS = 1000 };

static const float speeds[SPEEDS] = {1e-4f, 3e-3f, 0.1f, 1.4f, 1.5f, 30.0f, 777.0f, 2e4f};
/* From the crowd's home: at it, in it, at the end of its tile, and far outside. */
static const double places[PLACES][2] = {
    {0.0, 0.0}, {-311.7, 1023.3}, {2047.9, -2047.9}, {777000.25, -500000.125}};

/* Each alone, whatever is around it. */
static throng_agent_def walker(const double home[2], int32_t i)
{
    const float speed = speeds[i % SPEEDS];
    throng_agent_def d = throng_agent_default_def();
    d.offset_x = home[0] + (home[0] > 9e8 ? -1.0 : 1.0) * places[i / SPEEDS][0];
    d.offset_y = home[1] + (home[1] < -9e8 ? -1.0 : 1.0) * places[i / SPEEDS][1];
    d.radius = 0.3f;
    d.max_neighbors = 0;
    d.max_speed = 2.0f * speed;
    d.target_x = speed * 0.8f;
    d.target_y = speed * -0.61f;
    return d;
}

static void check_way(const throng_agent_def *d, double dt, const double at[2], const float seen[2],
                      int32_t i)
{
    const double way = WAY_STEPS * dt, vx = (double)d->target_x, vy = (double)d->target_y;
    const double error = hypot(at[0] - d->offset_x - vx * way, at[1] - d->offset_y - vy * way);
    const double length = hypot(vx, vy) * way, step = hypot(vx, vy) * dt;
    const double lacks = fmax(fabs((double)seen[0] - at[0]), fabs((double)seen[1] - at[1]));
    const double most = fmax(fabs(at[0]), fabs(at[1]));
    /* a double at 1e9 has steps of 1.2e-7, twice that where the way begins and ends */
    cr_expect(error <= 1e-5 * length + 2.5e-7 && (error <= 1e-3 || length > 1e4),
              "agent %d at (%.9g, %.9g), speed %g: %g off after %g", (int)i, d->offset_x, d->offset_y,
              hypot(vx, vy), error, length);
    /* a float of the absolute position; what is carried later is less than that or a part of the step */
    cr_expect(lacks <= fmax(step / 128.0, 0.3 / 1024.0) + most * ldexp(1.0, -20),
              "agent %d at (%.9g, %.9g): a float lacks %g", (int)i, d->offset_x, d->offset_y, lacks);
}

static void check_ways(throng_context *context, const double home[2])
{
    throng_crowd *crowd = make_at(context, home, WALKERS);
    throng_agent_def defs[WALKERS];
    throng_agent agents[WALKERS];
    double at[WALKERS][2];
    float seen[WALKERS][2];
    const float dt = 0.05f;
    for (int32_t i = 0; i < WALKERS; i++)
        defs[i] = walker(home, i);
    MUST(context, throng_crowd_add(crowd, WALKERS, defs, 0, agents));
    for (int32_t i = 0; i < WAY_STEPS; i++)
        MUST(context, throng_crowd_step(crowd, dt));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, WALKERS, agents, 0, at, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, WALKERS, agents, 0, seen, 0));
    for (int32_t i = 0; i < WALKERS; i++)
        check_way(&defs[i], (double)dt, at[i], seen[i], i);
    MUST(context, throng_crowd_destroy(crowd));
}

EACH_WITH_CROWDS(crowd_positions, ways)
{
    for (int32_t i = 0; i < HOMES; i++)
        check_ways(context, homes[i]);
    for (int32_t i = 0; i < HOMES; i++) { /* far from the home, as by a def that says nothing */
        throng_crowd *crowd = make_at(context, homes[0], 1);
        throng_agent_def d = walker(homes[i], 3);
        double at[2];
        d.offset_x += fabs(d.offset_x) > 9.9e8 ? -copysign(1e6, d.offset_x) : 0.0;
        d.offset_y += fabs(d.offset_y) > 9.9e8 ? -copysign(1e6, d.offset_y) : 0.0;
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
        for (int32_t k = 0; k < WAY_STEPS; k++)
            MUST(context, throng_crowd_step(crowd, 0.05f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, NULL, 0, at, 0));
        const double way = WAY_STEPS * (double)0.05f;
        const double error = hypot(at[0] - d.offset_x - (double)d.target_x * way,
                                   at[1] - d.offset_y - (double)d.target_y * way);
        cr_expect(error <= 1e-3, "from (%.9g, %.9g): %g off", d.offset_x, d.offset_y, error);
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* Next to the plane's ends, where floats have steps of 64: what steps take from the way leads nobody over
 * them, so that each place and state that is read can be set again. */
EACH_WITH_CROWDS(crowd_positions, ends_of_the_plane)
{
    enum { RUNNERS = 64 };
    throng_crowd *crowd = make_at(context, homes[0], 2 * RUNNERS);
    throng_agent agents[RUNNERS];
    throng_agent_state states[RUNNERS];
    double at[RUNNERS][2];
    int32_t ends = 0;
    for (int32_t i = 0; i < RUNNERS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.offset_x = (i % 2 ? -1.0 : 1.0) * (1e9 - 700.0 + 9.37 * i);
        d.offset_y = -1e9 + 11.0 + 123.0 * i;
        d.max_neighbors = 0;
        d.max_speed = 1e3f;
        d.target_x = (i % 2 ? -1.0f : 1.0f) * (0.37f + 3.7f * (float)(i % 7));
        d.target_y = -1.3f * (float)(i % 5);
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agents[i]));
    }
    for (int32_t k = 0; k < 200; k++) {
        MUST(context, throng_crowd_step(crowd, 0.7f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, RUNNERS, agents, 0, at, 0));
        for (int32_t i = 0; i < RUNNERS; i++) {
            cr_expect(fabs(at[i][0]) <= 1e9 && fabs(at[i][1]) <= 1e9, "step %d, agent %d: (%.17g, %.17g)",
                      (int)k, (int)i, at[i][0], at[i][1]);
            ends += k == 199 && fabs(at[i][0]) == 1e9;
        }
    }
    cr_expect(ends > RUNNERS / 2, "%d at the end", (int)ends);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, RUNNERS, agents, 0, at, 0));
    MUST(context, throng_crowd_step(crowd, 0.7f));
    MUST(context, throng_crowd_get_states(crowd, agents, RUNNERS, states));
    MUST(context, throng_crowd_remove(crowd, RUNNERS, agents, 0));
    MUST(context, throng_crowd_add_states(crowd, RUNNERS, states, NULL));
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- where it is ----------------------- */

enum { MANY = 300, ALIKE_STEPS = 60, COLUMNS = 24, ROWS = 18 };

/* A map, a flow on it, polygons, and a crowd with everything. */
typedef struct world {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
    throng_agent agents[MANY];
} world;

static void make_ground(world *w)
{
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    const throng_region walls[] = {{8, 3, 1, 9}, {15, 6, 1, 12}};
    const throng_cell goal = {21, 15};
    terrain.width = COLUMNS;
    terrain.height = ROWS;
    MUST(w->context, throng_terrain_create(w->context, &terrain, &w->terrain));
    for (int32_t i = 0; i < 2; i++)
        MUST(w->context, throng_terrain_fill(w->terrain, &walls[i], 1));
    flow.terrain = w->terrain;
    flow.cell_size = 2.5f;
    MUST(w->context, throng_flow_create(w->context, &flow, &w->flow));
    MUST(w->context, throng_flow_set_goals(w->flow, 0, 1, &goal, 0));
}

static throng_agent_def inhabitant(rng *r, const double origin[2], int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    d.x = rng_between(r, 1.0f, 19.0f);
    d.y = rng_between(r, 1.0f, 44.0f);
    d.offset_x = origin[0];
    d.offset_y = origin[1];
    d.radius = i % 7 == 3 ? 0.8f : 0.3f;
    d.max_speed = rng_between(r, 0.4f, 3.0f);
    d.time_horizon_obst = 1.0f;
    d.vision_range = d.neighbor_dist = 5.0f;
    d.layer = i % 11 == 5 ? 3 : 1;
    d.priority = i % 23 == 7;
    d.navigation = i % 3 == 0 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_FLOW;
    d.target_x = i % 3 == 0 ? 47.5f : 53.75f;
    d.target_y = i % 3 == 0 ? 5.0f : 38.75f;
    d.target_offset_x = origin[0];
    d.target_offset_y = origin[1];
    return d;
}

static world begin(throng_context *context, const double home[2], throng_perception perception)
{
    static const double stone[4][2] = {{30.25, 20.5}, {33.0, 21.0}, {32.5, 24.75}, {29.0, 23.5}};
    const double origin[2] = {home[0] - 13.25, home[1] + 40.5};
    throng_crowd_def def = throng_crowd_default_def();
    world w = {.context = context};
    throng_vertex_double vertices[4];
    rng r = {97};
    make_ground(&w);
    def.agent_capacity = MANY;
    def.perception = perception;
    def.congestion = 1;
    def.settle = 1;
    def.symmetry = 0.05f;
    def.terrain = w.terrain;
    def.flow = w.flow;
    def.cell_size = 2.5f;
    def.origin_x = origin[0];
    def.origin_y = origin[1];
    MUST(context, throng_crowd_create(context, &def, &w.crowd));
    for (int32_t i = 0; i < 4; i++)
        vertices[i] = (throng_vertex_double){origin[0] + stone[i][0], origin[1] + stone[i][1]};
    MUST(context, throng_crowd_add_obstacle_double(w.crowd, 4, vertices, 0, NULL));
    for (int32_t i = 0; i < MANY; i++) {
        const throng_agent_def d = inhabitant(&r, origin, i);
        MUST(context, throng_crowd_add(w.crowd, 1, &d, 0, &w.agents[i]));
    }
    return w;
}

static void end(const world *w)
{
    MUST(w->context, throng_crowd_destroy(w->crowd));
    MUST(w->context, throng_flow_destroy(w->flow));
    MUST(w->context, throng_terrain_destroy(w->terrain));
}

/* A snapshot, as far as it does not say where the crowd is: agents, relative to the home, and walls. */
static unsigned char *state_of(const world *w, size_t *bytes)
{
    MUST(w->context, throng_crowd_snapshot_bytes(w->crowd, bytes));
    unsigned char *snapshot = must_allocate(*bytes);
    MUST(w->context, throng_crowd_save(w->crowd, snapshot, *bytes));
    const size_t head = 4 * form_agents(snapshot);
    *bytes -= head;
    memmove(snapshot, snapshot + head, *bytes);
    return snapshot;
}

/* Some go on from where the host puts them: places that a double has at each of the homes. */
static void jump(const world *w, const double home[2], int32_t step)
{
    const double there[3][2] = {{home[0] - 10.0, home[1] + 44.0 + step},
                                {home[0] + 30.125, home[1] + 46.1875},
                                {home[0] + 12.75, home[1] + 60.3125}};
    const double goal[2] = {home[0] + 20.0 + step, home[1] + 50.0};
    MUST(w->context, throng_crowd_set(w->crowd, THRONG_AGENT_POSITION_DOUBLE, 3, w->agents + 5, 0, there, 0));
    MUST(w->context, throng_crowd_set(w->crowd, THRONG_AGENT_GOAL_DOUBLE, 1, w->agents + 40, 0, goal, 0));
}

static void check_alike(throng_context *context, throng_perception perception)
{
    uint64_t hashes[HOMES];
    unsigned char *expected = NULL;
    size_t wanted = 0;
    for (int32_t i = 0; i < HOMES; i++) {
        size_t bytes;
        world w = begin(context, homes[i], perception);
        for (int32_t step = 0; step < ALIKE_STEPS; step++) {
            if (step % 20 == 7)
                jump(&w, homes[i], step / 20);
            MUST(context, throng_crowd_step(w.crowd, 0.1f));
        }
        MUST(context, throng_crowd_hash(w.crowd, &hashes[i]));
        unsigned char *state = state_of(&w, &bytes);
        cr_expect(i == 0 || (bytes == wanted && memcmp(state, expected, bytes) == 0),
                  "perception %u at (%.9g, %.9g): other bits", (unsigned)perception, homes[i][0],
                  homes[i][1]);
        cr_expect(i == 0 || hashes[i] != hashes[0]);
        if (i == 0) {
            expected = state;
            wanted = bytes;
        } else {
            free(state);
        }
        end(&w);
    }
    free(expected);
}

EACH_WITH_CROWDS(crowd_positions, anywhere_alike)
{
    check_alike(context, 0);
    check_alike(context, THRONG_PERCEPTION_ALL);
}

/* ---------------------------------------------------------------- rooms ----------------------------- */

/* Nobody leaves a closed room, and bodies stay out of its walls. */
EACH_WITH_CROWDS(crowd_positions, closed_rooms)
{
    static const double corners[6][2] = {{0.0, 0.0},   {0.3, 21.7}, {9.1, 14.2},
                                         {20.9, 20.1}, {23.3, 9.9}, {14.7, -1.3}};
    for (int32_t i = 0; i < HOMES; i++) {
        throng_crowd *crowd = make_at(context, homes[i], 40);
        throng_vertex_double room[6];
        double at[40][2];
        rng r = {11};
        for (int32_t k = 0; k < 6; k++)
            room[k] = (throng_vertex_double){homes[i][0] - 2000.0 + corners[k][0],
                                             homes[i][1] + 1990.0 + corners[k][1]};
        MUST(context, throng_crowd_add_obstacle_double(crowd, 6, room, 0, NULL));
        for (int32_t k = 0; k < 40; k++) {
            throng_agent_def d = throng_agent_default_def();
            d.offset_x = room[0].x + 3.0 + k % 8 * 1.9;
            d.offset_y = room[0].y + 3.0 + k / 8 * 1.7;
            d.radius = 0.3f;
            d.time_horizon_obst = 0.5f;
            d.target_x = rng_between(&r, -2.0f, 2.0f);
            d.target_y = rng_between(&r, -2.0f, 2.0f);
            MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
        }
        for (int32_t step = 0; step < 200; step++)
            MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 40, NULL, 0, at, 0));
        for (int32_t k = 0; k < 40; k++)
            for (int32_t e = 0; e < 6; e++) {
                const throng_vertex_double *a = &room[e], *b = &room[(e + 1) % 6];
                const double ex = b->x - a->x, ey = b->y - a->y, px = at[k][0] - a->x, py = at[k][1] - a->y;
                const double t = fmin(fmax((px * ex + py * ey) / (ex * ex + ey * ey), 0.0), 1.0);
                const double gap = hypot(px - t * ex, py - t * ey);
                /* a corner is off by half of 2^-13 in x and in y, a place and its rest by more */
                cr_expect(gap >= 0.3 - 2e-3, "home (%.9g, %.9g): agent %d is %g from edge %d", homes[i][0],
                          homes[i][1], (int)k, gap, (int)e);
                cr_expect(at[k][0] > room[0].x && at[k][0] < room[4].x && at[k][1] > room[5].y &&
                          at[k][1] < room[1].y);
            }
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* ---------------------------------------------------------------- values and errors ----------------- */

/* What is set is read again, as exactly as a double has it. */
EACH_WITH_CROWDS(crowd_positions, values)
{
    const double home[2] = {455000.0, 5500000.0}, off[2] = {455812.123456789, 5499001.987654321};
    throng_crowd *crowd = make_at(context, home, 2);
    throng_crowd_info info;
    throng_agent_def d = throng_agent_default_def();
    throng_agent agents[2];
    double at[2];
    float near[2];
    MUST(context, throng_crowd_get_info(crowd, &info));
    cr_expect(info.home_x == 111 * TILE && info.home_y == 1343 * TILE);
    d.offset_x = off[0];
    d.offset_y = off[1];
    d.x = 1.0f;
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agents[0]));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, agents, 0, at, 0));
    cr_expect(at[0] == off[0] + 1.0 && at[1] == off[1], "(%.17g, %.17g)", at[0], at[1]);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, agents, 0, off, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, agents, 0, at, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, agents, 0, near, 0));
    cr_expect(at[0] == off[0] && at[1] == off[1] && near[0] == (float)off[0] && near[1] == (float)off[1]);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agents, 0, off, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agents, 0, at, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_GOAL, 1, agents, 0, near, 0));
    cr_expect(fabs(at[0] - off[0]) <= 1e-4 && fabs(at[1] - off[1]) <= 1e-4);
    cr_expect(near[0] == (float)off[0] && near[1] == (float)off[1]);
    /* a float says what it said, and a preferred velocity is none of a place */
    const float place[2] = {455000.25f, 5500000.5f}, velocity[2] = {1.25f, -0.5f};
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION, 1, agents, 0, place, 0));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_PREFERRED_VELOCITY, 1, agents, 0, velocity, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, agents, 0, at, 0));
    cr_expect(at[0] == (double)place[0] && at[1] == (double)place[1]);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_PREFERRED_VELOCITY, 1, agents, 0, near, 0));
    cr_expect(near[0] == velocity[0] && near[1] == velocity[1]);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agents, 0, at, 0));
    cr_expect(at[0] == 1.25 && at[1] == -0.5);
    /* a target is a velocity as long as the agent goes by one, and a place when it goes to a goal */
    const float other[2] = {-0.75f, 2.0f};
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, agents, 0, other, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_PREFERRED_VELOCITY, 1, agents, 0, near, 0));
    cr_expect(near[0] == other[0] && near[1] == other[1]);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agents, 0, off, 0));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, agents, 0, place, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, agents, 0, at, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_TARGET, 1, agents, 0, near, 0));
    cr_expect(at[0] == (double)place[0] && at[1] == (double)place[1]);
    cr_expect(near[0] == place[0] && near[1] == place[1]);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Queries are places of the plane, and find who is there, wherever the crowd's home is. */
EACH_WITH_CROWDS(crowd_positions, queries)
{
    enum { AGENTS = 40, QUERIES = 3, HITS = 6 };
    static const float points[QUERIES][2] = {{0.0f, 0.0f}, {1024.0f, -1024.0f}, {-1024.0f, 512.0f}};
    for (int32_t i = 0; i < HOMES; i++) {
        throng_crowd *crowd = make_at(context, homes[i], AGENTS);
        throng_crowd_query queries[QUERIES];
        throng_crowd_hit hits[QUERIES][HITS];
        double at[AGENTS][2];
        throng_agent agents[AGENTS];
        int32_t found[QUERIES];
        for (int32_t k = 0; k < AGENTS; k++) {
            throng_agent_def d = throng_agent_default_def();
            at[k][0] = -1200.0 + 61.5 * k;
            at[k][1] = 900.0 - 3.25 * k * (k % 13);
            d.offset_x = homes[i][0] + at[k][0];
            d.offset_y = homes[i][1] + at[k][1];
            MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agents[k]));
        }
        for (int32_t k = 0; k < QUERIES; k++)
            queries[k] = (throng_crowd_query){(float)(homes[i][0] + (double)points[k][0]),
                                              (float)(homes[i][1] + (double)points[k][1]),
                                              -1.0f,
                                              ~0u,
                                              {0, 0}};
        MUST(context, throng_crowd_find_nearest(crowd, QUERIES, queries, 0, HITS, hits[0], found));
        for (int32_t k = 0; k < QUERIES; k++) {
            cr_expect(found[k] == HITS);
            for (int32_t h = 0; h < HITS; h++) {
                double gap = 0.0;
                int32_t nearer = 0;
                for (int32_t a = 0; a < AGENTS; a++)
                    if (agents[a].index == hits[k][h].agent.index)
                        gap = hypot(at[a][0] - (double)points[k][0], at[a][1] - (double)points[k][1]);
                for (int32_t a = 0; a < AGENTS; a++)
                    nearer += hypot(at[a][0] - (double)points[k][0], at[a][1] - (double)points[k][1]) < gap;
                cr_expect(nearer == h && fabs((double)hits[k][h].distance - gap) <= 1e-6 * gap,
                          "home (%.9g, %.9g), query %d: hit %d is %g away, and %d are nearer", homes[i][0],
                          homes[i][1], (int)k, (int)h, gap, (int)nearer);
            }
        }
        MUST(context, throng_crowd_destroy(crowd));
    }
}

EACH_WITH_CROWDS(crowd_positions, errors)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const double odd[][2] = {
        {(double)NAN, 0.0}, {0.0, (double)INFINITY}, {1.1e9, 0.0}, {0.0, -1.1e9}, {-6e8, 0.0}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd = NULL;
    throng_agent agent;
    double at[2];
    for (int32_t i = 0; i < 4; i++) {
        def.origin_x = odd[i][0];
        def.origin_y = odd[i][1];
        cr_expect(throng_crowd_create(context, &def, &crowd) == wrong && !crowd, "origin %d", (int)i);
    }
    def.origin_x = 5e8; /* nobody gets to -6e8 from there */
    def.origin_y = 0.0;
    def.agent_capacity = 4;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    throng_agent_def d = throng_agent_default_def();
    d.offset_x = 5e8;
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agent));
    for (int32_t i = 0; i < 5; i++) {
        const throng_vertex_double vertices[3] = {{5e8, 0.0}, {5e8 + 10.0, 0.0}, {odd[i][0], odd[i][1]}};
        throng_agent_def bad = throng_agent_default_def();
        bad.offset_x = odd[i][0];
        bad.offset_y = odd[i][1];
        cr_expect(throng_crowd_add(crowd, 1, &bad, 0, NULL) == wrong, "place %d", (int)i);
        bad = d;
        bad.target_offset_x = odd[i][0];
        bad.target_offset_y = odd[i][1];
        bad.navigation = THRONG_NAVIGATE_GOAL;
        cr_expect(throng_crowd_add(crowd, 1, &bad, 0, NULL) == wrong, "goal %d", (int)i);
        cr_expect(throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &agent, 0, odd[i], 0) == wrong);
        cr_expect(throng_crowd_set(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, &agent, 0, odd[i], 0) == wrong);
        cr_expect(throng_crowd_add_obstacle_double(crowd, 3, vertices, 0, NULL) == wrong);
    }
    const float far[2] = {-6e8f, 0.0f};
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_POSITION, 1, &agent, 0, far, 0) == wrong);
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_GOAL, 1, &agent, 0, far, 0) == wrong);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, &agent, 0, far, 0)); /* a velocity */
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &agent, 0, at, 0));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_GOAL_DOUBLE, 1, &agent, 0, at, 0));
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, &agent, 0, far, 0) == wrong);
    const throng_crowd_query query = {far[0], far[1], -1.0f, ~0u, {0, 0}};
    throng_crowd_hit hit;
    int32_t found;
    cr_expect(throng_crowd_find_nearest(crowd, 1, &query, 0, 1, &hit, &found) == wrong);
    cr_expect(throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &agent, 0, at, 8) == wrong);
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &agent, 0, at, 0));
    cr_expect(at[0] == 5e8 && at[1] == 0.0);
    MUST(context, throng_crowd_destroy(crowd));
}

/* A snapshot has what rounding took, and is of one origin. */
EACH_WITH_CROWDS(crowd_positions, snapshots)
{
    throng_crowd *crowd = make_at(context, homes[1], 40), *same = make_at(context, homes[1], 40),
                 *other = make_at(context, homes[0], 40);
    uint64_t hashes[2];
    size_t bytes;
    double at[2][WALKERS][2];
    for (int32_t i = 0; i < WALKERS; i++) {
        const throng_agent_def d = walker(homes[1], i);
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
    }
    for (int32_t i = 0; i < 100; i++)
        MUST(context, throng_crowd_step(crowd, 0.05f));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    MUST(context, throng_crowd_restore(same, snapshot, bytes));
    cr_expect(throng_crowd_restore(other, snapshot, bytes) == THRONG_ERROR_INVALID_ARGUMENT);
    for (int32_t i = 0; i < 100; i++) {
        MUST(context, throng_crowd_step(crowd, 0.05f));
        MUST(context, throng_crowd_step(same, 0.05f));
    }
    MUST(context, throng_crowd_hash(crowd, &hashes[0]));
    MUST(context, throng_crowd_hash(same, &hashes[1]));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, WALKERS, NULL, 0, at[0], 0));
    MUST(context, throng_crowd_get(same, THRONG_AGENT_POSITION_DOUBLE, WALKERS, NULL, 0, at[1], 0));
    cr_expect(hashes[0] == hashes[1] && memcmp(at[0], at[1], sizeof at[0]) == 0);
    free(snapshot);
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_crowd_destroy(same));
    MUST(context, throng_crowd_destroy(other));
}

/* Where floats are too coarse for a body, that is said: once. */
static void count_warnings(void *user, throng_log_level level, const char *message)
{
    *(int32_t *)user += level == THRONG_LOG_WARNING && strstr(message, "origin_x") != NULL;
}

Test(crowd_positions, warnings)
{
    throng_context_def def = throng_context_default_def();
    throng_context *context;
    throng_agent_def d = throng_agent_default_def();
    int32_t warnings = 0;
    def.backend = THRONG_BACKEND_CPU;
    def.logger = (throng_logger){count_warnings, &warnings};
    cr_assert(throng_context_create(&def, &context) == THRONG_OK);
    for (int32_t i = 0; i < 2; i++) {
        const double origin[2] = {i ? 3e6 : 0.0, 0.0}, far[2] = {3e6, 1.0};
        throng_crowd *crowd = make_at(context, origin, 4);
        throng_agent agent;
        d.x = i ? 3e6f : 2000.0f;
        d.radius = 0.3f;
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agent));
        cr_expect(warnings == i);
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &agent, 0, far, 0));
        cr_expect(warnings == 1);
        MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, &agent, 0, far, 0));
        d.radius = 0.0f; /* a point has no size that could be too small */
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
        cr_expect(warnings == 1);
        MUST(context, throng_crowd_destroy(crowd));
    }
    throng_context_destroy(context);
}

/* The same near the home for small bodies, by each call that sets places, where radii are equal and not. */
Test(crowd_positions, warnings_of_small_bodies)
{
    throng_context_def def = throng_context_default_def();
    throng_context *context;
    int32_t warnings = 0;
    def.backend = THRONG_BACKEND_CPU;
    def.logger = (throng_logger){count_warnings, &warnings};
    cr_assert(throng_context_create(&def, &context) == THRONG_OK);
    for (int32_t way = 0; way < 12; way++) {
        const double origin[2] = {0.0, 0.0}, place[2] = {1500.0, 1.0};
        const float near[2] = {1500.0f, 1.0f};
        const throng_motion motion = {1500.0, 1.0, 0.0f, 0.0f, 1.0f, 0.0f};
        const int32_t mixed = way & 1, small = way >> 1 & 1;
        throng_crowd *crowd = make_at(context, origin, 4);
        throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
        throng_agent agents[2];
        d[0].radius = small ? 0.002f : 0.004f; /* a 16th: 1.25e-4 or 2.5e-4; steps there: 1.8e-4 */
        d[1].radius = mixed ? 0.5f : d[0].radius;
        MUST(context, throng_crowd_add(crowd, 2, d, 0, agents));
        warnings = 0;
        for (int32_t again = 0; again < 2; again++)
            switch (way >> 2) {
            case 0:
                MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION, 1, agents, 0, near, 0));
                break;
            case 1:
                MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION_DOUBLE, 1, agents, 0, place, 0));
                break;
            default:
                MUST(context, throng_crowd_set_motions(crowd, agents, 1, &motion));
                break;
            }
        cr_expect(warnings == small, "%d warnings, way %d", (int)warnings, (int)way);
        MUST(context, throng_crowd_destroy(crowd));
    }
    throng_context_destroy(context);
}
