/* Room that was asked for: nothing is allocated within it, results stay the same, and what is beyond it gets
 * memory as ever. */
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { AGENTS = 120, OBSTACLES = 12, CYCLES = 60 };

/* A crowd on terrain with a door, which obstacles come to and leave. */
typedef struct yard {
    throng_context *context;
    throng_terrain *terrain;
    throng_crowd *crowd;
    throng_agent agents[AGENTS];
    throng_obstacle obstacles[OBSTACLES];
    throng_moving_obstacle gate;
    int32_t present;
} yard;

static void begin(yard *y, throng_context *context)
{
    const throng_region wall = {0, 24, 48, 1}, door = {20, 24, 3, 1};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    memset(y, 0, sizeof *y);
    y->context = context;
    ground.width = ground.height = 48;
    MUST(context, throng_terrain_create(context, &ground, &y->terrain));
    MUST(context, throng_terrain_fill(y->terrain, &wall, 1));
    MUST(context, throng_terrain_fill(y->terrain, &door, 0));
    def.agent_capacity = AGENTS;
    def.terrain = y->terrain;
    MUST(context, throng_crowd_create(context, &def, &y->crowd));
    for (int32_t i = 0; i < AGENTS; i++) {
        const int32_t row = i / 15;
        throng_agent_def agent = throng_agent_default_def();
        agent.x = 2.0f + 3.0f * (float)(i % 15);
        agent.y = 2.0f + 2.5f * (float)row;
        agent.target_y = i % 2 ? 1.0f : -1.0f;
        agent.radius = i % 3 ? 0.4f : 0.7f;
        MUST(context, throng_crowd_add(y->crowd, 1, &agent, 0, &y->agents[i]));
    }
}

static void end(yard *y)
{
    MUST(y->context, throng_crowd_destroy(y->crowd));
    MUST(y->context, throng_terrain_destroy(y->terrain));
}

static void add_box(yard *y, int32_t place, int32_t cycle)
{
    const float x = (float)(3 + 7 * cycle % 40), y1 = (float)(3 + 2 * (5 * place % 9)); /* among the agents */
    const throng_vertex box[] = {{x, y1}, {x + 1.5f, y1}, {x + 1.5f, y1 + 1.0f}, {x, y1 + 1.0f}};
    MUST(y->context, throng_crowd_add_obstacle(y->crowd, 4, box, 0, &y->obstacles[place]));
}

/* A door that opens and closes, obstacles that come and go, one that moves, queries and motions. */
static void cycle(yard *y, int32_t number, float (*seen)[2])
{
    const throng_region door = {20, 24, 3, 1};
    const int32_t place = number % OBSTACLES;
    const throng_crowd_query query = {.x = 20.0f, .y = 12.0f, .radius = 9.0f, .mask = 0xffffffffu};
    throng_crowd_hit hits[4];
    throng_motion motion;
    int32_t found;
    MUST(y->context, throng_terrain_fill(y->terrain, &door, number % 4 < 2));
    if (y->present == OBSTACLES)
        MUST(y->context, throng_crowd_remove_obstacle(y->crowd, y->obstacles[place]));
    add_box(y, place, number);
    y->present += y->present < OBSTACLES;
    MUST(y->context, throng_crowd_step(y->crowd, 0.1f));
    MUST(y->context, throng_crowd_find_nearest(y->crowd, 1, &query, 0, 4, hits, &found));
    MUST(y->context, throng_crowd_get_motions(y->crowd, &y->agents[0], 1, &motion));
    MUST(y->context, throng_crowd_set_motions(y->crowd, &y->agents[0], 1, &motion));
    MUST(y->context, throng_crowd_get(y->crowd, THRONG_AGENT_POSITION, AGENTS, NULL, 0, seen, 0));
}

static void add_gate(yard *y)
{
    static const throng_vertex box[] = {{-2.0f, -0.5f}, {2.0f, -0.5f}, {2.0f, 0.5f}, {-2.0f, 0.5f}};
    const throng_obstacle_motion motion = {.x = 30.0, .y = 40.0, .heading_x = 1.0f};
    MUST(y->context, throng_crowd_add_moving_obstacle(y->crowd, 4, box, 0, &motion, &y->gate));
}

static throng_crowd_room_def room_of(void)
{
    throng_crowd_room_def room = throng_crowd_room_default_def();
    room.obstacles = OBSTACLES;
    room.edges = 4 * OBSTACLES + 80;
    room.moving_obstacles = 1;
    room.queries = 1;
    room.hits = 4;
    room.motions = 1;
    return room;
}

static void check_room(const variant *v)
{
    static yard with, without;
    static float seen[2][AGENTS][2];
    uint64_t hash[2];
    const throng_crowd_room_def room = room_of();
    throng_context_def hooks = throng_context_default_def();
    watch *w = watch_begin();
    watch_hooks(w, &hooks);
    throng_context *context = open_variant(v, &hooks);
    begin(&with, context);
    begin(&without, context);
    MUST(context, throng_crowd_reserve_room(with.crowd, &room));
    const int64_t reserved = w->allocations;
    MUST(context, throng_crowd_reserve_room(with.crowd, &room));
    cr_expect(w->allocations == reserved, "the second time %d allocations", (int)(w->allocations - reserved));
    for (int32_t i = 0; i < CYCLES; i++) {
        const int64_t before = w->allocations;
        if (i == 10)
            add_gate(&with);
        cycle(&with, i, seen[0]);
        cr_expect(w->allocations == before, "cycle %d: %d allocations", (int)i,
                  (int)(w->allocations - before));
        if (i == 10)
            add_gate(&without);
        cycle(&without, i, seen[1]);
        MUST(context, throng_crowd_hash(with.crowd, &hash[0]));
        MUST(context, throng_crowd_hash(without.crowd, &hash[1]));
        cr_expect(hash[0] == hash[1] && memcmp(seen[0], seen[1], sizeof seen[0]) == 0,
                  "cycle %d: other states", (int)i);
    }
    end(&with);
    end(&without);
    cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
}

Test(crowd_room, nothing_allocated)
{
    const variant plain = {.backend = THRONG_BACKEND_CPU, .threads = 2};
    check_room(&plain);
}

/* A snapshot that is restored takes memory for the obstacles' entries alone, and what was reserved stays. */
Test(crowd_room, restored)
{
    static yard y;
    static float seen[AGENTS][2];
    const throng_crowd_room_def room = room_of();
    const variant plain = {.backend = THRONG_BACKEND_CPU, .threads = 1};
    throng_context_def hooks = throng_context_default_def();
    watch *w = watch_begin();
    watch_hooks(w, &hooks);
    throng_context *context = open_variant(&plain, &hooks);
    size_t bytes;
    begin(&y, context);
    MUST(context, throng_crowd_reserve_room(y.crowd, &room));
    for (int32_t i = 0; i < 2 * OBSTACLES; i++)
        cycle(&y, i, seen);
    MUST(context, throng_crowd_snapshot_bytes(y.crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(y.crowd, snapshot, bytes));
    MUST(context, throng_crowd_restore(y.crowd, snapshot, bytes));
    const int64_t before = w->allocations;
    for (int32_t i = 2 * OBSTACLES; i < CYCLES; i++)
        cycle(&y, i, seen);
    cr_expect(w->allocations == before, "%d allocations", (int)(w->allocations - before));
    free(snapshot);
    end(&y);
    cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
}

/* More than the room says. */
EACH(crowd_room, exceeded)
{
    static yard y;
    static float seen[AGENTS][2];
    throng_crowd_room_def room = throng_crowd_room_default_def();
    uint64_t saved[2];
    begin(&y, context);
    room.obstacles = 1;
    room.edges = 4;
    MUST(context, throng_crowd_reserve_room(y.crowd, &room));
    for (int32_t i = 0; i < 20; i++)
        cycle(&y, i, seen);
    throng_crowd_info info;
    MUST(context, throng_crowd_get_info(y.crowd, &info));
    cr_expect(info.walls >= 4 * OBSTACLES, "%d walls", (int)info.walls);
    MUST(context, throng_crowd_hash(y.crowd, &saved[0]));
    room.obstacles = 500;
    room.edges = 2000;
    MUST(context, throng_crowd_reserve_room(y.crowd, &room)); /* lays all anew */
    MUST(context, throng_crowd_hash(y.crowd, &saved[1]));
    cr_expect(saved[0] == saved[1]);
    cycle(&y, 20, seen);
    end(&y);
}

EACH(crowd_room, mistakes)
{
    static yard y;
    throng_crowd_room_def room = throng_crowd_room_default_def();
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    begin(&y, context);
    cr_expect(throng_crowd_reserve_room(NULL, &room) == wrong);
    cr_expect(throng_crowd_reserve_room(y.crowd, NULL) == wrong);
    room.edges = -1;
    cr_expect(throng_crowd_reserve_room(y.crowd, &room) == wrong);
    room.edges = THRONG_MAX_WALLS + 1;
    cr_expect(throng_crowd_reserve_room(y.crowd, &room) == wrong);
    room = throng_crowd_room_default_def();
    room.motions = 2;
    cr_expect(throng_crowd_reserve_room(y.crowd, &room) == wrong);
    room = throng_crowd_room_default_def();
    room.cookie = 0;
    cr_expect(throng_crowd_reserve_room(y.crowd, &room) == wrong);
    end(&y);
}

/* A crowd of one on tiles, each of which can be full of walls. */
enum { TILES = 5, SIDE = 16 };

typedef struct tiled {
    watch *w;
    throng_context *context;
    throng_terrain *terrain;
    throng_crowd *crowd;
    throng_agent agent;
    uint8_t checkered[SIDE * SIDE], one[SIDE * SIDE];
} tiled;

static void begin_tiles(tiled *t, int32_t edges)
{
    const variant plain = {.backend = THRONG_BACKEND_CPU, .threads = 1};
    const throng_agent_def agent = throng_agent_default_def();
    throng_crowd_room_def room = throng_crowd_room_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    throng_context_def hooks = throng_context_default_def();
    memset(t, 0, sizeof *t);
    t->w = watch_begin();
    watch_hooks(t->w, &hooks);
    t->context = open_variant(&plain, &hooks);
    t->one[SIDE * 7 + 7] = 1;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        t->checkered[i] = (i + i / SIDE) % 2 ? 1 : 0;
    ground.width = ground.height = TILES * SIDE;
    MUST(t->context, throng_terrain_create(t->context, &ground, &t->terrain));
    def.terrain = t->terrain;
    def.agent_capacity = 1;
    MUST(t->context, throng_crowd_create(t->context, &def, &t->crowd));
    MUST(t->context, throng_crowd_add(t->crowd, 1, &agent, 0, &t->agent));
    room.edges = edges;
    MUST(t->context, throng_crowd_reserve_room(t->crowd, &room));
}

static void set_tile(const tiled *t, int32_t i, const uint8_t *cells)
{
    const throng_region tile = {SIDE * (i % TILES), SIDE * (i / TILES), SIDE, SIDE};
    MUST(t->context, throng_terrain_set(t->terrain, &tile, cells, 0));
}

/* The hash of the agent after a step in the middle of walls. */
static uint64_t step_among_walls(const tiled *t)
{
    const float place[2] = {41.3f, 41.6f}, velocity[2] = {1.0f, 0.3f}, none[2] = {0.0f, 0.0f};
    uint64_t hash;
    MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_POSITION, 1, &t->agent, 0, place, 0));
    MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_VELOCITY, 1, &t->agent, 0, none, 0));
    MUST(t->context,
         throng_crowd_set(t->crowd, THRONG_AGENT_PREFERRED_VELOCITY, 1, &t->agent, 0, velocity, 0));
    MUST(t->context, throng_crowd_step(t->crowd, 0.1f));
    MUST(t->context, throng_crowd_hash(t->crowd, &hash));
    return hash;
}

static void end_tiles(tiled *t)
{
    MUST(t->context, throng_crowd_destroy(t->crowd));
    MUST(t->context, throng_terrain_destroy(t->terrain));
    cr_expect(throng_context_destroy(t->context) == THRONG_OK && watch_end(t->w) == 0);
}

enum { EDGES_OF_TILE = 4 * SIDE * SIDE / 2 };

/* Tiles that have many walls one after the other, and few afterwards, need no more than one of them with
 * many. One may empty in the step in which the next one fills. */
Test(crowd_room, tiles_that_empty)
{
    for (int32_t at_once = 0; at_once < 2; at_once++) {
        tiled t;
        begin_tiles(&t, EDGES_OF_TILE + 4 * TILES * TILES);
        const int64_t before = t.w->allocations;
        for (int32_t i = 0; i < TILES * TILES; i++) {
            if (at_once && i > 0)
                set_tile(&t, i - 1, t.one);
            set_tile(&t, i, t.checkered);
            MUST(t.context, throng_crowd_step(t.crowd, 0.1f));
            if (!at_once) {
                set_tile(&t, i, t.one);
                MUST(t.context, throng_crowd_step(t.crowd, 0.1f));
            }
            cr_assert(t.w->allocations == before, "change %d: %d allocations", (int)i,
                      (int)(t.w->allocations - before));
        }
        end_tiles(&t);
    }
}

/* Tiles whose walls fit in the place that they have, and another one that has none, so that all are laid anew
 * and none has more than its walls take. What walls there are then is what a crowd without that past has. */
Test(crowd_room, tiles_that_fill_again)
{
    tiled t, fresh;
    uint64_t hashes[2];
    begin_tiles(&t, 0);
    begin_tiles(&fresh, 0);
    for (int32_t change = 0; change < 3; change++) {
        for (int32_t i = 0; i < TILES * TILES - (change < 2); i++)
            set_tile(&t, i, change == 1 ? t.one : t.checkered);
        MUST(t.context, throng_crowd_step(t.crowd, 0.1f));
        if (change < 2)
            MUST(fresh.context, throng_crowd_step(fresh.crowd, 0.1f));
    }
    for (int32_t i = 0; i < TILES * TILES; i++)
        set_tile(&fresh, i, fresh.checkered);
    MUST(fresh.context, throng_crowd_step(fresh.crowd, 0.1f));
    throng_crowd_info infos[2];
    MUST(t.context, throng_crowd_get_info(t.crowd, &infos[0]));
    MUST(fresh.context, throng_crowd_get_info(fresh.crowd, &infos[1]));
    cr_expect(infos[0].walls == infos[1].walls && infos[0].walls > TILES * TILES * EDGES_OF_TILE / 2,
              "%d walls, %d without a past", (int)infos[0].walls, (int)infos[1].walls);
    hashes[0] = step_among_walls(&t);
    hashes[1] = step_among_walls(&fresh);
    cr_expect(hashes[0] == hashes[1], "%016llx, %016llx without a past", (unsigned long long)hashes[0],
              (unsigned long long)hashes[1]);
    end_tiles(&fresh);
    end_tiles(&t);
}
