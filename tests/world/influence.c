/* An influence map that is cut into parts has the bits of one map: all sessions, by 1 to 8 parts, both cuts,
 * even and by weights, on levels and backends that differ from part to part. */
#include "tests/world/contexts.h"
#include "tests/world/session.h"

/* Parts, cut, and whether they have weights. */
static const int32_t kinds[][3] = {{1, 0, 0}, {2, 1, 0}, {3, 0, 1}, {4, 0, 0}, {8, 0, 0},
                                   {2, 0, 1}, {3, 1, 0}, {4, 1, 1}, {8, 1, 0}, {8, 0, 1}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void play_kinds(const map_session *s, const int32_t (*kind)[3], int32_t count)
{
    map_mirror mirrors[KINDS];
    const float weights[CONTEXTS] = {1.0f, 0.5f, 3.0f, 0.0f, 0.1f, 1.0f, 0.0f, 2.0f};
    for (int32_t i = 0; i < count; i++) {
        throng_world_def w = throng_world_default_def();
        char name[80];
        w.cut = kind[i][1] ? THRONG_CUT_STRIPS : THRONG_CUT_BISECTION;
        snprintf(name, sizeof name, "%d parts, %s%s", (int)kind[i][0], kind[i][1] ? "strips" : "bisection",
                 kind[i][2] ? ", weights" : "");
        mirrors[i] = map_mirror_begin(name, kind[i][0], contexts, &w, s, kind[i][2] ? weights : NULL);
    }
    cr_expect(map_session_play(contexts[0], s, mirrors, count, 0, 1, -1) == 0, "%s", s->name);
    for (int32_t i = 0; i < count; i++)
        map_mirror_end(&mirrors[i]);
}

Test(world_influence, sessions)
{
    open_contexts(0);
    for (int32_t i = 0; i < map_session_count; i++)
        play_kinds(&map_sessions[i], kinds, KINDS);
    close_contexts();
}

/* With a part on a device. */
Test(world_influence, device)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    open_contexts(1);
    for (int32_t i = 0; i < map_session_count; i++) {
        map_session s = map_sessions[i];
        s.steps = 4;
        play_kinds(&s, kinds + 1, 3);
    }
    close_contexts();
}

/* ---------------------------------------------------------------- what the sessions have not -------- */

static throng_influence_object object_at(float x, float y, float influence)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = x;
    o.y = y;
    o.influence = influence;
    o.max_distance = 6.0f;
    return o;
}

/* Of equal cells the one in the lowest row, then the lowest column, whatever parts they are in. */
Test(world_influence, equal_cells)
{
    static const map_session s = {"equal",
                                  THRONG_GRID_SQUARE8,
                                  THRONG_PROPAGATION_EUCLIDEAN,
                                  40,
                                  40,
                                  1.0f,
                                  WALLS_NONE,
                                  9.0f,
                                  0.0f,
                                  0,
                                  1,
                                  1};
    const uint64_t ids[3] = {7, 5, 9};
    const throng_influence_object objects[3] = {object_at(30.5f, 4.5f, 2.0f), object_at(3.5f, 30.5f, 2.0f),
                                                object_at(35.5f, 30.5f, 2.0f)};
    throng_best best;
    open_contexts(0);
    const map_mirror m = map_mirror_begin("equal", 4, contexts, NULL, &s, NULL);
    MUST(m.context, throng_world_influence_best(m.map, 0, NULL, &best));
    cr_expect(best.column == 0 && best.row == 0 && best.value == 0.0f);
    MUST(m.context, throng_world_influence_set_objects(m.map, 0, 2, ids + 1, objects + 1, 0));
    MUST(m.context, throng_world_influence_update(m.map));
    MUST(m.context, throng_world_influence_best(m.map, 0, NULL, &best));
    cr_expect(best.column == 3 && best.row == 30 && best.value == 2.0f);
    MUST(m.context, throng_world_influence_set_objects(m.map, 0, 1, ids, objects, 0));
    MUST(m.context, throng_world_influence_update(m.map));
    MUST(m.context, throng_world_influence_best(m.map, 0, NULL, &best));
    cr_expect(best.column == 30 && best.row == 4);
    map_mirror_end(&m);
    close_contexts();
}

/* All cells are blocked; then one is free. */
Test(world_influence, blocked_cells)
{
    static const map_session s = {
        "blocked", THRONG_GRID_HEX, THRONG_PROPAGATION_PATH, 20, 16, 1.0f, WALLS_NONE, 9.0f, 0.0f, 1, 1, 1};
    uint8_t walls[20 * 16];
    const throng_region all = {0, 0, 20, 16}, one = {17, 13, 1, 1};
    throng_best best;
    open_contexts(0);
    const map_mirror m = map_mirror_begin("blocked", 5, contexts, NULL, &s, NULL);
    memset(walls, 1, sizeof walls);
    MUST(m.context, throng_world_influence_set_walls(m.map, &all, walls, 0));
    MUST(m.context, throng_world_influence_update(m.map));
    MUST(m.context, throng_world_influence_best(m.map, 1, NULL, &best));
    cr_expect(best.column == -1 && best.row == -1);
    walls[0] = 0;
    MUST(m.context, throng_world_influence_set_walls(m.map, &one, walls, 0));
    MUST(m.context, throng_world_influence_best(m.map, 1, NULL, &best));
    cr_expect(best.column == 17 && best.row == 13 && best.value == 0.0f);
    map_mirror_end(&m);
    close_contexts();
}

/* A map whose rows and columns are those of a large one: positions, origins of parts and cells far out. */
Test(world_influence, far_out)
{
    throng_world_influence_def def = throng_world_influence_default_def();
    throng_influence_def one = throng_influence_default_def();
    throng_world *world;
    throng_world_influence *map;
    throng_influence *right;
    enum { WIDTH = 1048576, HEIGHT = 5, OBJECTS = 300 };
    static throng_influence_object objects[OBJECTS];
    static uint64_t ids[OBJECTS];
    static float got[WIDTH], expected[WIDTH];
    rng r = {61};
    open_contexts(0);
    def.map.width = WIDTH;
    def.map.height = HEIGHT;
    def.map.cell_size = 0.37f;
    one = def.map;
    MUST(contexts[0], throng_world_create(8, contexts, NULL, &world));
    MUST(contexts[0], throng_world_influence_create(world, &def, &map));
    MUST(contexts[0], throng_influence_create(contexts[0], &one, &right));
    for (int32_t i = 0; i < OBJECTS; i++) {
        objects[i] =
            object_at(rng_between(&r, 0.0f, (float)WIDTH) * 0.37f, rng_between(&r, 0.0f, 2.0f), 1.0f);
        objects[i].vx = rng_between(&r, -1.0f, 1.0f);
        objects[i].alpha = i % 2 ? 0.5f : 0.0f;
        objects[i].offset = i % 4 ? 0.0f : 7.5f;
        ids[i] = (uint64_t)i * 0x9e3779b97f4a7c15u >> 1;
        for (int32_t k = i; k > 0 && ids[k] < ids[k - 1]; k--) {
            const uint64_t id = ids[k];
            const throng_influence_object o = objects[k];
            ids[k] = ids[k - 1];
            objects[k] = objects[k - 1];
            ids[k - 1] = id;
            objects[k - 1] = o;
        }
    }
    for (int32_t i = 0; i < OBJECTS; i++)
        if (objects[i].offset != 0.0f)
            objects[i].alpha = 0.0f;
    MUST(contexts[0], throng_world_influence_set_objects(map, 0, OBJECTS, ids, objects, 0));
    MUST(contexts[0], throng_world_influence_update(map));
    MUST(contexts[0], throng_influence_set_objects(right, 0, 0, OBJECTS, objects, 0));
    MUST(contexts[0], throng_influence_update(right));
    for (int32_t row = 0; row < HEIGHT; row++) {
        const throng_region region = {0, row, WIDTH, 1};
        MUST(contexts[0], throng_world_influence_read(map, 0, &region, got, 0));
        MUST(contexts[0], throng_influence_read(right, 0, &region, expected, 0));
        cr_expect(same_bits("far out", got, expected, WIDTH));
    }
    MUST(contexts[0], throng_influence_destroy(right));
    MUST(contexts[0], throng_world_influence_destroy(map));
    MUST(contexts[0], throng_world_destroy(world));
    close_contexts();
}

/* An offset leads to where no object may be given: of a map with cells so large. */
Test(world_influence, offset_beyond)
{
    enum { WIDTH = 2000 };
    throng_world_influence_def def = throng_world_influence_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_object object = object_at(5e5f, 5e5f, 1.0f);
    throng_world *world;
    throng_world_influence *map;
    throng_terrain *terrain;
    throng_influence *right;
    const throng_region whole = {0, 0, WIDTH, 1};
    const uint64_t id = 3;
    float got[WIDTH], expected[WIDTH];
    open_contexts(0);
    object.vx = 1.0f;
    object.vy = 0.0f;
    object.offset = 1500.0f;
    object.alpha = 0.0f;
    def.map.propagation = THRONG_PROPAGATION_PATH;
    def.map.grid = THRONG_GRID_SQUARE8;
    def.map.width = ground.width = WIDTH;
    def.map.height = ground.height = 1;
    def.map.cell_size = 1e6f;
    MUST(contexts[0], throng_world_create(3, contexts, NULL, &world));
    MUST(contexts[0], throng_world_influence_create(world, &def, &map));
    MUST(contexts[0], throng_terrain_create(contexts[0], &ground, &terrain));
    def.map.terrain = terrain;
    MUST(contexts[0], throng_influence_create(contexts[0], &def.map, &right));
    MUST(contexts[0], throng_world_influence_set_objects(map, 0, 1, &id, &object, 0));
    MUST(contexts[0], throng_world_influence_update(map));
    MUST(contexts[0], throng_world_influence_read(map, 0, &whole, got, 0));
    MUST(contexts[0], throng_influence_set_objects(right, 0, 0, 1, &object, 0));
    MUST(contexts[0], throng_influence_update(right));
    MUST(contexts[0], throng_influence_read(right, 0, NULL, expected, 0));
    cr_expect(same_bits("an offset beyond 1e9", got, expected, WIDTH) && expected[1500] == 1.0f);
    MUST(contexts[0], throng_influence_destroy(right));
    MUST(contexts[0], throng_terrain_destroy(terrain));
    MUST(contexts[0], throng_world_influence_destroy(map));
    MUST(contexts[0], throng_world_destroy(world));
    close_contexts();
}

/* ---------------------------------------------------------------- cells beyond 32 bits -------------- */

/* A process beside this one that is not there: it has a part, which has almost all of the map, and says
 * nothing else. */
typedef struct absent {
    int32_t sums;
} absent;

static throng_status absent_begin(void *user, int32_t sends, const throng_transport_message *send,
                                  int32_t receives, const throng_transport_message *receive)
{
    (void)user, (void)sends, (void)send, (void)receive;
    return receives == 0 ? THRONG_OK : THRONG_ERROR_LOST;
}

static throng_status absent_end(void *user)
{
    (void)user;
    return THRONG_OK;
}

static throng_status absent_all_to_all(void *user, const int64_t *send, int64_t *receive)
{
    (void)user;
    receive[0] = 0;
    receive[1] = send[1];
    return THRONG_OK;
}

/* Its part, then the weight of that. */
static throng_status absent_reduce(void *user, throng_reduction reduction, int32_t count, int64_t *values)
{
    absent *a = user;
    const float weight = 1000.0f;
    int32_t bits;
    memcpy(&bits, &weight, sizeof bits);
    if (reduction == THRONG_REDUCTION_SUM && count == 2)
        values[0] += a->sums++ == 0 ? 1 : bits;
    return THRONG_OK;
}

static throng_status absent_broadcast(void *user, int32_t root, void *data, size_t bytes)
{
    (void)user, (void)root, (void)data, (void)bytes;
    return THRONG_OK;
}

Test(world_influence, beyond_32_bits)
{
    enum { SIDE = 65536, WIDTH = 2 * SIDE };
    absent other = {0};
    throng_world_def w = throng_world_default_def();
    throng_world_influence_def def = throng_world_influence_default_def();
    throng_world *world;
    throng_world_influence *map;
    throng_world_influence_info info = {0};
    throng_region own, inside;
    throng_influence *local;
    throng_best best;
    float values[9];
    uint64_t id = (uint64_t)1 << 60, hashes[2];
    const throng_region around = {WIDTH - 6, SIDE - 3, 3, 3};
    throng_influence_object object = object_at((float)WIDTH - 4.5f, (float)SIDE - 1.5f, 2.0f);
    open_contexts(0);
    w.transport = (throng_transport){.rank = 1,
                                     .size = 2,
                                     .user = &other,
                                     .exchange_begin = absent_begin,
                                     .exchange_end = absent_end,
                                     .all_to_all = absent_all_to_all,
                                     .reduce = absent_reduce,
                                     .broadcast = absent_broadcast};
    def.map.width = WIDTH;
    def.map.height = SIDE;
    MUST(contexts[0], throng_world_create(1, contexts, &w, &world));
    MUST(contexts[0], throng_world_influence_create(world, &def, &map));
    MUST(contexts[0], throng_world_influence_get_part(map, 0, &local, &own, &inside));
    cr_expect(own.height == SIDE && own.column + own.width == WIDTH && own.width < 200 && own.width > 10,
              "%d columns", (int)own.width);
    for (; info.objects[0] == 0; id++) { /* one that is kept here */
        MUST(contexts[0], throng_world_influence_set_objects(map, 0, 1, &id, &object, 0));
        MUST(contexts[0], throng_world_influence_get_info(map, &info));
    }
    cr_expect(info.cells == (int64_t)1 << 33);
    MUST(contexts[0], throng_world_influence_update(map));
    MUST(contexts[0], throng_world_influence_best(map, 0, NULL, &best));
    cr_expect(best.column == WIDTH - 5 && best.row == SIDE - 2 && best.value == 2.0f);
    MUST(contexts[0], throng_world_influence_read(map, 0, &around, values, 0));
    cr_expect(values[4] == 2.0f && values[3] == values[5] && values[1] == values[7] && values[3] > values[0]);
    for (int32_t i = 0; i < 2; i++) { /* the same values in cells 2^32 further on */
        const uint64_t kept = id - 1;
        object.y = (float)(SIDE / 4 + i * (SIDE / 2)) + 0.5f;
        MUST(contexts[0], throng_world_influence_set_objects(map, 0, 1, &kept, &object, 0));
        MUST(contexts[0], throng_world_influence_update(map));
        MUST(contexts[0], throng_world_influence_hash(map, 0, &hashes[i]));
    }
    cr_expect(hashes[0] != 0 && hashes[1] != 0 && hashes[0] != hashes[1]);
    MUST(contexts[0], throng_world_influence_destroy(map));
    MUST(contexts[0], throng_world_destroy(world));
    close_contexts();
}

/* A layer that is reset, and goes on. */
Test(world_influence, reset)
{
    static const map_session s = {
        "reset", THRONG_GRID_SQUARE8, THRONG_PROPAGATION_PATH, 30, 30, 1.0f, WALLS_NONE, 9.0f, 0.0f, 0, 1, 1};
    const uint64_t id = 5;
    const throng_influence_object object = object_at(15.5f, 15.5f, 2.0f);
    throng_best best;
    throng_world_influence_info info;
    uint64_t before, after;
    open_contexts(0);
    const map_mirror m = map_mirror_begin("reset", 3, contexts, NULL, &s, NULL);
    for (int k = 0; k < 2; k++) {
        MUST(m.context, throng_world_influence_set_objects(m.map, 1, 1, &id, &object, 0));
        MUST(m.context, throng_world_influence_update(m.map));
        MUST(m.context, throng_world_influence_hash(m.map, 1, k ? &after : &before));
        MUST(m.context, throng_world_influence_reset(m.map));
        MUST(m.context, throng_world_influence_best(m.map, 1, NULL, &best));
        cr_expect(best.value == 0.0f && best.column == 0 && best.row == 0);
        MUST(m.context, throng_world_influence_get_info(m.map, &info));
        cr_expect(info.objects[1] == 0 && info.reaching == 0 && info.own_cells == 900);
    }
    cr_expect(before == after && before != 0);
    map_mirror_end(&m);
    close_contexts();
}
