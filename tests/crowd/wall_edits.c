/* Terrain and obstacles that change while a crowd walks: after any edits it goes on as one that was made
 * for what is there now, to the bit, wherever it is computed. Agents stand where walls are equally near. */
#include "tests/crowd/each_backend.h"
#include "tests/crowd/internals.h"

#include <stdlib.h>

enum { AGENTS = 150, COLUMNS = 75, ROWS = 52, BOXES = 40, LOOKS = 24, STEPS = 3, MOST = 100 };

typedef struct site {
    throng_context *context;
    throng_terrain *terrain;
    throng_crowd *crowd;
    throng_obstacle obstacles[BOXES];
    int32_t boxes[BOXES][4]; /* left, top, width, height; of no width: it is not there */
    uint8_t blocked[ROWS][COLUMNS];
} site;

static void site_begin(site *s, throng_context *context)
{
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    memset(s, 0, sizeof *s);
    s->context = context;
    terrain.width = COLUMNS;
    terrain.height = ROWS;
    MUST(context, throng_terrain_create(context, &terrain, &s->terrain));
    def.terrain = s->terrain;
    def.agent_capacity = AGENTS;
    def.cell_size = 1.5f;
    MUST(context, throng_crowd_create(context, &def, &s->crowd));
}

static void site_end(site *s)
{
    MUST(s->context, throng_crowd_destroy(s->crowd));
    MUST(s->context, throng_terrain_destroy(s->terrain));
}

/* In the middles of cells, and on their borders; each look elsewhere. */
static void place_agents(const site *s, uint64_t seed)
{
    rng r = {seed};
    int32_t count;
    throng_agent agents[AGENTS];
    MUST(s->context, throng_crowd_list(s->crowd, agents, AGENTS, &count));
    MUST(s->context, throng_crowd_remove(s->crowd, count, agents, 0));
    for (int32_t i = 0; i < AGENTS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.id = (uint64_t)i;
        d.x = 0.75f * (float)rng_below(&r, 2 * COLUMNS);
        d.y = 0.75f * (float)rng_below(&r, 2 * ROWS);
        d.radius = 0.3f;
        d.max_speed = 1.5f;
        d.neighbor_dist = 2.0f;
        d.time_horizon_obst = 3.0f;
        d.vx = d.target_x = 0.5f * (float)rng_below(&r, 5) - 1.0f;
        d.vy = d.target_y = 0.5f * (float)rng_below(&r, 5) - 1.0f;
        MUST(s->context, throng_crowd_add(s->crowd, 1, &d, 0, NULL));
    }
}

static void put_box(site *s, int32_t i)
{
    const float left = 0.75f * (float)s->boxes[i][0], top = 0.75f * (float)s->boxes[i][1];
    const float right = left + 0.75f * (float)s->boxes[i][2], bottom = top + 0.75f * (float)s->boxes[i][3];
    const throng_vertex corners[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    MUST(s->context, throng_crowd_add_obstacle(s->crowd, 4, corners, 0, &s->obstacles[i]));
}

/* Some boxes go, others come, some of them side by side or in one place. */
static void move_boxes(site *s, rng *r)
{
    for (int32_t n = 0; n < 6; n++) {
        const int32_t i = rng_below(r, BOXES), like = rng_below(r, BOXES);
        if (s->boxes[i][2])
            MUST(s->context, throng_crowd_remove_obstacle(s->crowd, s->obstacles[i]));
        if (n % 2 == 0 && s->boxes[like][2] && like != i) {
            memcpy(s->boxes[i], s->boxes[like], sizeof s->boxes[i]);
            s->boxes[i][0] += rng_below(r, 2) * s->boxes[i][2];
        } else {
            s->boxes[i][0] = rng_below(r, 2 * COLUMNS);
            s->boxes[i][1] = rng_below(r, 2 * ROWS);
            s->boxes[i][2] = 1 + rng_below(r, 6);
            s->boxes[i][3] = 1 + rng_below(r, 6);
        }
        put_box(s, i);
    }
}

/* One cell, a door in a long wall, a whole wall, a block; or everything. */
static void edit_terrain(site *s, rng *r, int32_t look)
{
    const int32_t edits = look % 7 == 6 ? 40 : 1 + rng_below(r, 4); /* more than terrain tells one by one */
    for (int32_t n = 0; n < edits; n++) {
        throng_region at = {rng_below(r, COLUMNS), rng_below(r, ROWS), 1, 1};
        const int32_t kind = rng_below(r, 6), blocked = rng_below(r, 3) > 0;
        if (kind == 3)
            at = (throng_region){0, at.row, 1 + rng_below(r, COLUMNS), 1};
        if (kind == 4)
            at = (throng_region){at.column, 0, 1, ROWS};
        if (kind == 5)
            at = (throng_region){at.column / 2, at.row / 2, 1 + rng_below(r, 20), 1 + rng_below(r, 20)};
        for (int32_t y = at.row; y < at.row + at.height; y++)
            for (int32_t x = at.column; x < at.column + at.width; x++)
                s->blocked[y][x] = (uint8_t)(kind == 5 ? rng_below(r, 4) == 0 : blocked);
        MUST(s->context,
             throng_terrain_set(s->terrain, &at, &s->blocked[at.row][at.column], sizeof s->blocked[0]));
    }
}

typedef struct state {
    float places[AGENTS][2], velocities[AGENTS][2];
    int32_t walls;
} state;

static state walk(const site *s, uint64_t seed)
{
    state now;
    throng_crowd_info info;
    place_agents(s, seed);
    for (int32_t i = 0; i < STEPS; i++)
        MUST(s->context, throng_crowd_step(s->crowd, 0.25f));
    MUST(s->context, throng_crowd_get_info(s->crowd, &info));
    now.walls = info.walls;
    int32_t count;
    throng_agent agents[AGENTS];
    for (int32_t i = 0; i < AGENTS; i++)
        MUST(s->context, throng_crowd_find(s->crowd, (uint64_t)i, &agents[i]));
    count = AGENTS;
    MUST(s->context, throng_crowd_get(s->crowd, THRONG_AGENT_POSITION, count, agents, 0, now.places, 0));
    MUST(s->context, throng_crowd_get(s->crowd, THRONG_AGENT_VELOCITY, count, agents, 0, now.velocities, 0));
    return now;
}

/* What a crowd does that meets all this for the first time, boxes in another order. */
static state walk_fresh(const site *s, uint64_t seed, int32_t *same_walls)
{
    site fresh;
    site_begin(&fresh, s->context);
    memcpy(fresh.blocked, s->blocked, sizeof fresh.blocked);
    memcpy(fresh.boxes, s->boxes, sizeof fresh.boxes);
    MUST(s->context, throng_terrain_set(fresh.terrain, NULL, &fresh.blocked[0][0], 0));
    for (int32_t i = 0; i < BOXES; i++) {
        const int32_t k = (i * 7 + (int32_t)seed) % BOXES;
        if (fresh.boxes[k][2])
            put_box(&fresh, k);
    }
    const state now = walk(&fresh, seed);
    *same_walls = have_same_walls(s->crowd, fresh.crowd);
    site_end(&fresh);
    return now;
}

/* Whatever came and went before, the crowd that takes up a snapshot has the same one. */
static void go_back(throng_context *context, throng_crowd *crowd)
{
    size_t bytes;
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes), *again = must_allocate(bytes);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    MUST(context, throng_crowd_restore(crowd, snapshot, bytes));
    MUST(context, throng_crowd_save(crowd, again, bytes));
    cr_assert(memcmp(snapshot, again, bytes) == 0, "another snapshot");
    free(snapshot);
    free(again);
}

static void play_site(throng_context *context, const char *name, state states[LOOKS])
{
    site s;
    rng r = {2026};
    site_begin(&s, context);
    for (int32_t look = 0; look < LOOKS; look++) {
        edit_terrain(&s, &r, look);
        move_boxes(&s, &r);
        if (look % 5 == 3)
            go_back(context, s.crowd);
        states[look] = walk(&s, (uint64_t)look);
        if (look % 5 == 4)
            go_back(context, s.crowd);
        int32_t same_walls;
        const state fresh = walk_fresh(&s, (uint64_t)look, &same_walls);
        cr_assert(same_walls, "%s, look %d: other walls, %d and %d", name, (int)look, (int)states[look].walls,
                  (int)fresh.walls);
        cr_assert(memcmp(&fresh, &states[look], sizeof fresh) == 0, "%s, look %d: other bits", name,
                  (int)look);
    }
    site_end(&s);
}

Test(crowd_edits, as_made_anew)
{
    static variant list[2 * MOST];
    static state expected[LOOKS], got[LOOKS];
    int32_t count = cpu_variants(list, MOST);
    if (opencl_present())
        count += opencl_variants(list + count, MOST);
    for (int32_t i = -1; i < count; i++) {
        const variant reference = reference_variant();
        const variant *v = i < 0 ? &reference : &list[i];
        if (i >= 0 && v->backend == THRONG_BACKEND_CPU && v->threads != (v->run ? 8 : 1))
            continue;
        throng_context *context = open_variant(v, NULL);
        play_site(context, v->name, i < 0 ? expected : got);
        cr_expect(i < 0 || memcmp(got, expected, sizeof got) == 0, "%s", v->name);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* A snapshot goes to a crowd on equal terrain, which then changes, and to one on a smaller map, but to none
 * without terrain. */
EACH_WITH_CROWDS(crowd_edits, snapshots)
{
    rng r = {5};
    site s, other;
    throng_terrain_def narrow = throng_terrain_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd_info info;
    size_t bytes;
    site_begin(&s, context);
    site_begin(&other, context);
    edit_terrain(&s, &r, 6);
    walk(&s, 1);
    MUST(context, throng_crowd_snapshot_bytes(s.crowd, &bytes));
    void *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(s.crowd, snapshot, bytes));
    MUST(context, throng_terrain_set(other.terrain, NULL, &s.blocked[0][0], 0));
    MUST(context, throng_crowd_restore(other.crowd, snapshot, bytes));
    for (int32_t look = 0; look < 4; look++) {
        rng same = r;
        edit_terrain(&s, &r, look);
        memcpy(other.blocked, s.blocked, sizeof s.blocked);
        edit_terrain(&other, &same, look);
        const state expected = walk(&s, 1), got = walk(&other, 1);
        cr_expect(memcmp(&got, &expected, sizeof got) == 0 && have_same_walls(s.crowd, other.crowd),
                  "look %d", (int)look);
    }
    MUST(context, throng_crowd_destroy(other.crowd));
    MUST(context, throng_terrain_destroy(other.terrain));
    narrow.width = 3;
    narrow.height = 200;
    MUST(context, throng_terrain_create(context, &narrow, &other.terrain));
    def.terrain = other.terrain;
    MUST(context, throng_crowd_create(context, &def, &other.crowd));
    MUST(context, throng_crowd_restore(other.crowd, snapshot, bytes));
    MUST(context, throng_crowd_step(other.crowd, 0.25f));
    MUST(context, throng_crowd_get_info(other.crowd, &info));
    cr_expect(info.walls == 4, "%d walls", (int)info.walls);
    throng_crowd *bare;
    def.terrain = NULL; /* where nothing would ever take the outlines away */
    MUST(context, throng_crowd_create(context, &def, &bare));
    cr_expect(throng_crowd_restore(bare, snapshot, bytes) == THRONG_ERROR_INVALID_ARGUMENT &&
              strstr(throng_context_message(context), "on terrain"));
    MUST(context, throng_crowd_destroy(bare));
    free(snapshot);
    site_end(&s);
    site_end(&other);
}

/* Where an agent in the origin goes among triangles, whose nearest corners are equally far. */
static void walk_among(throng_context *context, throng_vertex (*triangles)[3], int32_t count,
                       int32_t reversed, uint64_t seed, float velocity[2])
{
    const throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_obstacle gone;
    throng_crowd *crowd;
    rng r = {seed};
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < count; i++) {
        const int32_t k = reversed ? count - 1 - i : i;
        for (int32_t n = 0; reversed && n < 9; n++) { /* more come and go */
            MUST(context, throng_crowd_add_obstacle(crowd, 3, triangles[i], 0, &gone));
            MUST(context, throng_crowd_remove_obstacle(crowd, gone));
        }
        MUST(context, throng_crowd_add_obstacle(crowd, 3, triangles[k], 0, NULL));
    }
    d.radius = 0.5f;
    d.time_horizon_obst = 1.5f;
    d.vx = rng_between(&r, -2.0f, 2.0f);
    d.vy = rng_between(&r, -2.0f, 2.0f);
    d.target_x = rng_between(&r, -2.0f, 2.0f);
    d.target_y = rng_between(&r, -2.0f, 2.0f);
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
    if (reversed && seed % 2)
        go_back(context, crowd);
    MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, NULL, 0, velocity, 0));
    MUST(context, throng_crowd_destroy(crowd));
}

EACH_WITH_CROWDS(crowd_edits, polygons_in_any_order)
{
    static const float nearest[6][2] = {{1.25f, 0.0f}, {1.0f, 0.75f},  {0.75f, 1.0f},
                                        {0.0f, 1.25f}, {-0.75f, 1.0f}, {-1.0f, 0.75f}};
    rng r = {77};
    for (int32_t round = 0; round < 300; round++) {
        throng_vertex triangles[6][3];
        float one[2], other[2];
        for (int32_t i = 0; i < 6; i++) {
            const float x = nearest[i][0], y = nearest[i][1], out = rng_between(&r, 1.2f, 2.0f);
            const float aside = rng_between(&r, 0.02f, 0.2f);
            triangles[i][0] = (throng_vertex){x, y};
            triangles[i][1] = (throng_vertex){out * x + aside * y, out * y - aside * x};
            triangles[i][2] = (throng_vertex){out * x - aside * y, out * y + aside * x};
        }
        const int32_t count = 2 + rng_below(&r, 5);
        walk_among(context, triangles, count, 0, (uint64_t)round, one);
        walk_among(context, triangles, count, 1, (uint64_t)round, other);
        cr_expect(memcmp(one, other, sizeof one) == 0, "round %d: (%.9g, %.9g) and (%.9g, %.9g)", (int)round,
                  (double)one[0], (double)one[1], (double)other[0], (double)other[1]);
    }
}
