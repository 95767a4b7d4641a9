/* Crowds among obstacles: walls hold, whoever presses; obstacles and terrain come and go; agents follow
 * flows; and snapshots are taken up again. Every way to compute gives the bits of the reference level. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { AGENTS = 150, COLUMNS = 24, ROWS = 18, MOST_WALLS = 4096, MOST = 100 };

/* What stands on a ground: edges as a caller gives them. */
typedef struct ground {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
    throng_agent agents[AGENTS];
    throng_obstacle obstacles[64];
    double walls[64][32][2]; /* corners of obstacles */
    int32_t corners[64], count;
    uint8_t blocked[ROWS * COLUMNS];
    rng random;
} ground;

static throng_agent_def walker(rng *r, float x, float y)
{
    throng_agent_def d = throng_agent_default_def();
    d.x = x;
    d.y = y;
    d.radius = rng_between(r, 0.2f, 0.45f);
    d.max_speed = 1.5f;
    d.neighbor_dist = 5.0f;
    d.max_neighbors = 6;
    d.time_horizon = 2.0f;
    d.time_horizon_obst = rng_between(r, 0.3f, 3.0f);
    return d;
}

static int32_t is_free(const ground *g, int32_t column, int32_t row)
{
    return column >= 0 && row >= 0 && column < COLUMNS && row < ROWS && !g->blocked[row * COLUMNS + column];
}

static void block(ground *g, int32_t column, int32_t row, int32_t blocked)
{
    const throng_region cell = {column, row, 1, 1};
    g->blocked[row * COLUMNS + column] = (uint8_t)blocked;
    MUST(g->context, throng_terrain_fill(g->terrain, &cell, blocked));
}

/* A house of `corners` corners about (x, y). */
static void build(ground *g, double x, double y, double size, int32_t corners)
{
    throng_vertex v[32];
    const double turn = (double)rng_between(&g->random, 0.0f, 6.0f);
    for (int32_t i = 0; i < corners; i++) {
        const double angle = turn + 6.283185307179586 * i / corners,
                     r = corners > 6 && i % 2 ? 0.4 * size : size;
        v[i].x = (float)(x + r * cos(angle));
        v[i].y = (float)(y + r * sin(angle));
        g->walls[g->count][i][0] = (double)v[i].x;
        g->walls[g->count][i][1] = (double)v[i].y;
    }
    g->corners[g->count] = corners;
    MUST(g->context, throng_crowd_add_obstacle(g->crowd, corners, v, 0, &g->obstacles[g->count]));
    g->count++;
}

/* On terrain with cells of 4 units: a few blocked cells, houses in some others, agents in the rest. */
static ground *ground_begin(throng_context *context, int32_t flows)
{
    ground *g = must_allocate(sizeof *g);
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    memset(g, 0, sizeof *g);
    g->context = context;
    g->random.state = 4711;
    terrain.width = COLUMNS;
    terrain.height = ROWS;
    MUST(context, throng_terrain_create(context, &terrain, &g->terrain));
    for (int32_t i = 0; i < 90; i++)
        block(g, rng_below(&g->random, COLUMNS), rng_below(&g->random, ROWS), 1);
    def.agent_capacity = AGENTS;
    def.terrain = g->terrain;
    def.cell_size = 4.0f;
    def.symmetry = 0.01f;
    if (flows) {
        throng_flow_def flow = throng_flow_default_def();
        const throng_cell goals[2] = {{0, 0}, {COLUMNS - 1, ROWS - 1}};
        flow.terrain = g->terrain;
        flow.cell_size = 4.0f;
        flow.fields = 2;
        MUST(context, throng_flow_create(context, &flow, &g->flow));
        for (int32_t i = 0; i < 2; i++) {
            block(g, goals[i].column, goals[i].row, 0);
            MUST(context, throng_flow_set_goals(g->flow, i, 1, &goals[i], 0));
        }
        def.flow = g->flow;
    }
    MUST(context, throng_crowd_create(context, &def, &g->crowd));
    for (int32_t i = 0; i < AGENTS; i++) {
        int32_t column, row;
        do {
            column = rng_below(&g->random, COLUMNS);
            row = rng_below(&g->random, ROWS);
        } while (!is_free(g, column, row));
        throng_agent_def d = walker(&g->random, 4.0f * (float)column + rng_between(&g->random, 0.5f, 3.5f),
                                    4.0f * (float)row + rng_between(&g->random, 0.5f, 3.5f));
        d.target_x = i % 4 == 0 ? rng_between(&g->random, -1.5f, 1.5f) : rng_between(&g->random, 0.0f, 96.0f);
        d.target_y = i % 4 == 0 ? rng_between(&g->random, -1.5f, 1.5f) : rng_between(&g->random, 0.0f, 72.0f);
        d.navigation = i % 4 == 0 ? THRONG_NAVIGATE_VELOCITY : THRONG_NAVIGATE_GOAL;
        if (flows && i % 4 != 0) {
            d.navigation = THRONG_NAVIGATE_FLOW;
            d.flow_field = i % 2;
            d.target_x = i % 2 ? 94.0f : 2.0f;
            d.target_y = i % 2 ? 70.0f : 2.0f;
        }
        MUST(context, throng_crowd_add(g->crowd, 1, &d, 0, &g->agents[i]));
    }
    return g;
}

static void ground_end(ground *g)
{
    MUST(g->context, throng_crowd_destroy(g->crowd));
    MUST(g->context, throng_flow_destroy(g->flow));
    MUST(g->context, throng_terrain_destroy(g->terrain));
    free(g);
}

static uint64_t hash_of(throng_crowd *crowd, throng_context *context)
{
    uint64_t hash;
    MUST(context, throng_crowd_hash(crowd, &hash));
    return hash;
}

/* A session in which houses are built and torn down, and cells blocked and freed; its hashes. */
enum { LOOKS = 6, STEPS = 12 };
static void play_ground(throng_context *context, int32_t flows, uint64_t hashes[LOOKS])
{
    ground *g = ground_begin(context, flows);
    for (int32_t look = 0; look < LOOKS; look++) {
        for (int32_t k = 0; k < 3; k++)
            build(g, (double)rng_between(&g->random, -10.0f, 100.0f),
                  (double)rng_between(&g->random, -10.0f, 80.0f), 1.5, 2 + rng_below(&g->random, 9));
        if (look % 2)
            MUST(context, throng_crowd_remove_obstacle(g->crowd, g->obstacles[2 * look]));
        block(g, 1 + rng_below(&g->random, COLUMNS - 2), 1 + rng_below(&g->random, ROWS - 2), look % 2);
        for (int32_t i = 0; i < STEPS; i++)
            MUST(context, throng_crowd_step(g->crowd, 0.1f));
        hashes[look] = hash_of(g->crowd, context);
    }
    ground_end(g);
}

Test(crowd_kinds, bits)
{
    static variant list[2 * MOST];
    uint64_t expected[2][LOOKS] = {{0}}, got[LOOKS] = {0};
    int32_t count = cpu_variants(list, MOST);
    if (opencl_present())
        count += opencl_variants(list + count, MOST);
    for (int32_t i = -1; i < count; i++) {
        const variant reference = reference_variant();
        const variant *v = i < 0 ? &reference : &list[i];
        if (i >= 0 && v->backend == THRONG_BACKEND_CPU && v->threads != (v->run ? 8 : 1))
            continue;
        throng_context *context = open_variant(v, NULL);
        for (int32_t flows = 0; flows < 2; flows++) {
            play_ground(context, flows, i < 0 ? expected[flows] : got);
            cr_expect(i < 0 || memcmp(got, expected[flows], sizeof got) == 0, "%s, flows %d", v->name,
                      (int)flows);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* ---------------------------------------------------------------- walls hold ------------------------ */

static double distance_to_edge(double x, double y, const double a[2], const double b[2])
{
    const double ex = b[0] - a[0], ey = b[1] - a[1], length2 = ex * ex + ey * ey;
    double t = ((x - a[0]) * ex + (y - a[1]) * ey) / length2;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(x - a[0] - t * ex, y - a[1] - t * ey);
}

/* How much less than the radius an agent is away from what is solid, at most. */
static double deepest(const ground *g, const float *at, const float *radii)
{
    double worst = 0.0;
    for (int32_t i = 0; i < AGENTS; i++) {
        const double x = (double)at[2 * i], y = (double)at[2 * i + 1], r = (double)radii[i];
        for (int32_t k = 0; k < g->count; k++)
            for (int32_t c = 0; c < g->corners[k]; c++)
                worst = fmax(
                    worst, r - distance_to_edge(x, y, g->walls[k][c], g->walls[k][(c + 1) % g->corners[k]]));
        const int32_t column = (int32_t)floor(x / 4.0), row = (int32_t)floor(y / 4.0);
        for (int32_t dy = -1; dy <= 1; dy++)
            for (int32_t dx = -1; dx <= 1; dx++) {
                if (is_free(g, column + dx, row + dy))
                    continue;
                const double left = 4.0 * (column + dx), top = 4.0 * (row + dy);
                const double ox = fmax(fmax(left - x, x - left - 4.0), 0.0);
                const double oy = fmax(fmax(top - y, y - top - 4.0), 0.0);
                worst = fmax(worst, r - hypot(ox, oy));
            }
    }
    return worst;
}

/* Many press into dead ends, corners and each other. A wall that is touched gives way by rounding alone. */
EACH_WITH_CROWDS(crowd_kinds, walls_hold)
{
    ground *g = ground_begin(context, 0);
    float at[2 * AGENTS], radii[AGENTS], before[2 * AGENTS];
    for (int32_t row = 0; row < ROWS; row++)
        for (int32_t column = row % 3; column < COLUMNS; column += 3)
            if (is_free(g, column, row) && g->count < 60)
                build(g, 4.0 * column + 2.0, 4.0 * row + 2.0, 0.5, 3 + rng_below(&g->random, 5));
    MUST(context, throng_crowd_get(g->crowd, THRONG_AGENT_POSITION, AGENTS, g->agents, 0, before, 0));
    MUST(context, throng_crowd_get(g->crowd, THRONG_AGENT_RADIUS, AGENTS, g->agents, 0, radii, 0));
    /* those who stand in a house by chance go elsewhere */
    for (int32_t i = 0; i < AGENTS; i++)
        for (int32_t k = 0; k < g->count; k++)
            if (distance_to_edge((double)before[2 * i], (double)before[2 * i + 1], g->walls[k][0],
                                 g->walls[k][1]) < 1.6) {
                MUST(context, throng_crowd_remove(g->crowd, 1, &g->agents[i], 0));
                do {
                    before[2 * i] = 4.0f * (float)rng_below(&g->random, COLUMNS) + 0.5f;
                    before[2 * i + 1] = 4.0f * (float)rng_below(&g->random, ROWS) + 0.5f;
                } while (!is_free(g, (int32_t)before[2 * i] / 4, (int32_t)before[2 * i + 1] / 4));
                throng_agent_def d = walker(&g->random, before[2 * i], before[2 * i + 1]);
                d.radius = radii[i];
                d.target_x = 1.2f;
                d.target_y = -0.9f;
                MUST(context, throng_crowd_add(g->crowd, 1, &d, 0, &g->agents[i]));
                break;
            }
    const double begin = deepest(g, before, radii);
    cr_expect(begin < 1e-6, "agents begin %g deep", begin);
    double moved = 0.0;
    for (int32_t step = 0; step < 400; step++) {
        MUST(context, throng_crowd_step(g->crowd, 0.1f));
        MUST(context, throng_crowd_get(g->crowd, THRONG_AGENT_POSITION, AGENTS, g->agents, 0, at, 0));
        const double deep = deepest(g, at, radii);
        cr_assert(deep < 1e-3, "step %d: %g deep in a wall", (int)step, deep);
    }
    for (int32_t i = 0; i < AGENTS; i++)
        moved += hypot((double)at[2 * i] - (double)before[2 * i],
                       (double)at[2 * i + 1] - (double)before[2 * i + 1]);
    cr_expect(moved > 2.0 * AGENTS, "they went %g in all", moved);
    ground_end(g);
}

/* ---------------------------------------------------------------- outlines -------------------------- */

static int32_t walls_of(throng_context *context, throng_crowd *crowd)
{
    throng_crowd_info info;
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get_info(crowd, &info));
    return info.walls;
}

EACH_WITH_CROWDS(crowd_kinds, outlines)
{
    throng_terrain_def def = throng_terrain_default_def();
    throng_crowd_def crowd_def = throng_crowd_default_def();
    throng_terrain *terrain;
    throng_crowd *crowd;
    def.width = 9;
    def.height = 7;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    crowd_def.terrain = terrain;
    MUST(context, throng_crowd_create(context, &crowd_def, &crowd));
    cr_expect(walls_of(context, crowd) == 4); /* the map's border */
    throng_region cell = {4, 3, 1, 1};
    MUST(context, throng_terrain_fill(terrain, &cell, 1));
    cr_expect(walls_of(context, crowd) == 8);
    cell.column = 5; /* beside it: one outline */
    MUST(context, throng_terrain_fill(terrain, &cell, 1));
    cr_expect(walls_of(context, crowd) == 8);
    cell = (throng_region){6, 4, 1, 1}; /* at its corner: one of its own */
    MUST(context, throng_terrain_fill(terrain, &cell, 1));
    cr_expect(walls_of(context, crowd) == 12);
    cell = (throng_region){0, 3, 1, 1}; /* a dent in the border */
    MUST(context, throng_terrain_fill(terrain, &cell, 1));
    cr_expect(walls_of(context, crowd) == 16);
    MUST(context, throng_terrain_fill(terrain, NULL, 1)); /* no room at all */
    cr_expect(walls_of(context, crowd) == 0);
    MUST(context, throng_terrain_fill(terrain, NULL, 0));
    cr_expect(walls_of(context, crowd) == 4);
    cr_expect(throng_terrain_destroy(terrain) == THRONG_ERROR_INVALID_ARGUMENT); /* the crowd stands on it */
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_terrain_destroy(terrain));
}

/* Between two rows of cells there is one way, at the far end: who follows the flow finds it. */
EACH_WITH_CROWDS(crowd_kinds, follows_the_flow)
{
    throng_terrain_def def = throng_terrain_default_def();
    throng_flow_def flow_def = throng_flow_default_def();
    throng_crowd_def crowd_def = throng_crowd_default_def();
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
    throng_agent agents[2];
    uint32_t flags[2];
    float at[2][2];
    def.width = 12;
    def.height = 5;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    const throng_region wall = {0, 2, 11, 1}, shut = {0, 4, 2, 1};
    const throng_cell goal = {0, 0};
    MUST(context, throng_terrain_fill(terrain, &wall, 1));
    flow_def.terrain = terrain;
    MUST(context, throng_flow_create(context, &flow_def, &flow));
    MUST(context, throng_flow_set_goals(flow, 0, 1, &goal, 0));
    crowd_def.terrain = terrain;
    crowd_def.flow = flow;
    MUST(context, throng_crowd_create(context, &crowd_def, &crowd));
    rng random = {1};
    for (int32_t i = 0; i < 2; i++) {
        throng_agent_def d = walker(&random, 0.5f, i ? 4.5f : 3.5f);
        d.radius = 0.3f;
        d.time_horizon_obst = 0.5f;
        d.target_x = 0.5f;
        d.target_y = 0.5f;
        d.navigation = THRONG_NAVIGATE_FLOW;
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agents[i]));
    }
    (void)shut;
    for (int32_t step = 0; step < 400; step++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 2, agents, 0, at, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 2, agents, 0, flags, 0));
    for (int32_t i = 0; i < 2; i++)
        cr_expect(at[i][1] < 2.0f && at[i][0] < 2.0f, "agent %d ends at %g, %g", (int)i, (double)at[i][0],
                  (double)at[i][1]);
    cr_expect((flags[0] | flags[1]) & THRONG_FLAG_ARRIVED);
    const throng_region door = {11, 2, 1, 1}; /* shut: who is behind it stands */
    MUST(context, throng_terrain_fill(terrain, &door, 1));
    const float back[2] = {0.5f, 3.5f};
    float velocity[2];
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION, 1, agents, 0, back, 0));
    for (int32_t step = 0; step < 5; step++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, agents, 0, velocity, 0));
    cr_expect(velocity[0] == 0.0f && velocity[1] == 0.0f, "it goes %g, %g", (double)velocity[0],
              (double)velocity[1]);
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(terrain));
}

/* ---------------------------------------------------------------- snapshots ------------------------- */

/* What is taken up again goes on as if nothing had been in between, in the same crowd and in another one. */
EACH_WITH_CROWDS(crowd_kinds, snapshots)
{
    ground *g = ground_begin(context, 1);
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *other;
    size_t bytes;
    build(g, 30.0, 30.0, 2.0, 5);
    build(g, 50.0, 30.0, 2.0, 8);
    for (int32_t i = 0; i < 10; i++)
        MUST(context, throng_crowd_step(g->crowd, 0.1f));
    MUST(context, throng_crowd_remove(g->crowd, 3, g->agents + 5, 0));
    MUST(context, throng_crowd_remove_obstacle(g->crowd, g->obstacles[0]));
    MUST(context, throng_crowd_snapshot_bytes(g->crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes + 1);
    MUST(context, throng_crowd_save(g->crowd, snapshot + 1, bytes)); /* of any alignment */
    const uint64_t now = hash_of(g->crowd, context);
    for (int32_t i = 0; i < 10; i++)
        MUST(context, throng_crowd_step(g->crowd, 0.1f));
    const uint64_t then = hash_of(g->crowd, context);
    throng_agent_def d = walker(&g->random, 3.0f, 3.0f);
    throng_agent added;
    MUST(context, throng_crowd_add(g->crowd, 1, &d, 0, &added));
    MUST(context, throng_crowd_remove(g->crowd, 1, g->agents, 0));
    MUST(context, throng_crowd_remove_obstacle(g->crowd, g->obstacles[1]));
    build(g, 10.0, 30.0, 2.0, 3);
    MUST(context, throng_crowd_restore(g->crowd, snapshot + 1, bytes));
    cr_expect(hash_of(g->crowd, context) == now);
    def.agent_capacity = AGENTS + 7;
    def.terrain = g->terrain;
    def.cell_size = 4.0f;
    def.symmetry = 0.01f;
    def.flow = g->flow;
    MUST(context, throng_crowd_create(context, &def, &other));
    MUST(context, throng_crowd_restore(other, snapshot + 1, bytes));
    for (int32_t i = 0; i < 10; i++) {
        MUST(context, throng_crowd_step(g->crowd, 0.1f));
        MUST(context, throng_crowd_step(other, 0.1f));
    }
    cr_expect(hash_of(g->crowd, context) == then && hash_of(other, context) == then);
    float at[2];
    MUST(context, throng_crowd_get(other, THRONG_AGENT_POSITION, 1, g->agents, 0, at, 0));
    MUST(context, throng_crowd_remove_obstacle(other, g->obstacles[1]));
    cr_expect(throng_crowd_get(other, THRONG_AGENT_POSITION, 1, g->agents + 5, 0, at, 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    /* damaged, cut, or of another crowd: refused, and nothing changed */
    const uint64_t kept = hash_of(other, context);
    for (size_t i = 0; i < bytes; i += i < 200 ? 1 : 1 + bytes / 97) {
        snapshot[1 + i] ^= 0x40;
        cr_expect(throng_crowd_restore(other, snapshot + 1, bytes) == THRONG_ERROR_INVALID_ARGUMENT,
                  "byte %zu", i);
        snapshot[1 + i] ^= 0x40;
    }
    cr_expect(throng_crowd_restore(other, snapshot + 1, bytes - 1) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_crowd_restore(other, snapshot + 1, 3) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_crowd_restore(other, NULL, bytes) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_crowd_save(other, snapshot, 3) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_crowd_save(other, NULL, bytes) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_crowd_snapshot_bytes(other, NULL) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(hash_of(other, context) == kept);
    MUST(context, throng_crowd_destroy(other));
    def.agent_capacity = 10;
    MUST(context, throng_crowd_create(context, &def, &other));
    cr_expect(throng_crowd_restore(other, snapshot + 1, bytes) == THRONG_ERROR_CAPACITY);
    MUST(context, throng_crowd_destroy(other));
    def.agent_capacity = AGENTS;
    def.seed = 1;
    MUST(context, throng_crowd_create(context, &def, &other));
    cr_expect(throng_crowd_restore(other, snapshot + 1, bytes) == THRONG_ERROR_INVALID_ARGUMENT);
    MUST(context, throng_crowd_destroy(other));
    free(snapshot);
    ground_end(g);
}

/* In contact with a wall, exactly beside its end: nobody is thrown out of the disc of speeds. */
EACH_WITH_CROWDS(crowd_kinds, beside_an_end)
{
    static const throng_vertex box[] = {{-100.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 100.0f}, {-100.0f, 100.0f}};
    const throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < 64; i++) {
        throng_agent_def d = throng_agent_default_def();
        float v[2];
        d.y = -0.0625f;
        d.radius = 0.5f;
        d.vx = d.target_x = 0.5f * (float)(i % 8) - 2.0f;
        d.vy = d.target_y = 0.5f * (float)(i / 8) - 2.0f;
        MUST(context, throng_crowd_reset(crowd));
        MUST(context, throng_crowd_add_obstacle(crowd, 4, box, 0, NULL));
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
        MUST(context, throng_crowd_step(crowd, 0.25f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, NULL, 0, v, 0));
        cr_expect(v[0] * v[0] + v[1] * v[1] <= 4.0f, "(%g, %g)", (double)v[0], (double)v[1]);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* Obstacles of before a reset are not there when new ones come. */
EACH_WITH_CROWDS(crowd_kinds, reset_removes_obstacles)
{
    static const throng_vertex across[] = {{2.0f, -5.0f}, {2.0f, 5.0f}},
                               far[] = {{90.0f, 0.0f}, {90.0f, 5.0f}};
    const throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add_obstacle(crowd, 2, far, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(crowd, 2, across, 0, NULL));
    MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_reset(crowd));
    throng_agent_def d = throng_agent_default_def();
    d.target_x = 1.0f;
    d.radius = 0.5f;
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(crowd, 2, far, 0, NULL));
    for (int32_t i = 0; i < 40; i++)
        MUST(context, throng_crowd_step(crowd, 0.25f));
    float at[2];
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, NULL, 0, at, 0));
    cr_expect(at[0] > 9.0f, "it stands at %g", (double)at[0]);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Terrain that the crowd has not met yet is met after the snapshot is taken up, too. */
EACH_WITH_CROWDS(crowd_kinds, snapshot_before_outlines)
{
    for (int32_t steps = 0; steps < 2; steps++) {
        const throng_region wall = {1, 1, 3, 5};
        ground *g = ground_begin(context, 0);
        size_t bytes;
        for (int32_t i = 0; i < steps; i++)
            MUST(context, throng_crowd_step(g->crowd, 0.1f));
        MUST(context, throng_terrain_fill(g->terrain, &wall, 1));
        MUST(context, throng_crowd_snapshot_bytes(g->crowd, &bytes));
        unsigned char *snapshot = must_allocate(bytes);
        MUST(context, throng_crowd_save(g->crowd, snapshot, bytes));
        uint64_t hashes[2];
        for (int32_t again = 0; again < 2; again++) {
            if (again)
                MUST(context, throng_crowd_restore(g->crowd, snapshot, bytes));
            for (int32_t i = 0; i < 10; i++)
                MUST(context, throng_crowd_step(g->crowd, 0.1f));
            hashes[again] = hash_of(g->crowd, context);
        }
        cr_expect(hashes[0] == hashes[1], "%d steps before", (int)steps);
        free(snapshot);
        ground_end(g);
    }
}

/* An agent cannot follow a field that the other crowd's flow does not have. */
EACH_WITH_CROWDS(crowd_kinds, snapshot_of_more_fields)
{
    ground *g = ground_begin(context, 1);
    throng_crowd_def def = throng_crowd_default_def();
    throng_flow_def flow_def = throng_flow_default_def();
    throng_flow *one;
    throng_crowd *other;
    size_t bytes;
    MUST(context, throng_crowd_snapshot_bytes(g->crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(g->crowd, snapshot, bytes));
    flow_def.terrain = g->terrain;
    MUST(context, throng_flow_create(context, &flow_def, &one));
    def.symmetry = 0.01f;
    def.flow = one;
    MUST(context, throng_crowd_create(context, &def, &other));
    cr_expect(throng_crowd_restore(other, snapshot, bytes) == THRONG_ERROR_INVALID_ARGUMENT);
    MUST(context, throng_crowd_destroy(other));
    MUST(context, throng_flow_destroy(one));
    free(snapshot);
    ground_end(g);
}
