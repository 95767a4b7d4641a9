/* Assertion handlers find all objects of a world as they were before the call: they may read them, and may
 * leave it by longjmp(). */
#include "src/crowd/wall_lists.h"
#include "src/world/crowd.h"
#include "tests/support/each_backend.h"

#include <throng/world_influence.h>
#include <throng/world_potential.h>

#include <setjmp.h>

enum { SIDE = 40, PARTS = 2, AGENTS = 300 };

/* What the handler does, and what it saw. */
static struct {
    throng_context *context;
    throng_world *world;
    throng_world_influence *map;
    throng_world_potential *field;
    throng_world_crowd *crowd;
    throng_crowd *parts[PARTS];
    int32_t leaves, told, walls[PARTS];
    uint64_t hash;
    jmp_buf back;
} host;

static void handle(void *user, throng_status status, const char *message)
{
    static float values[SIDE * SIDE];
    const throng_region all = {0, 0, SIDE, SIDE};
    (void)user, (void)status, (void)message;
    host.told++;
    if (host.map) {
        MUST(NULL, throng_world_influence_hash(host.map, 0, &host.hash));
        MUST(NULL, throng_world_influence_read(host.map, 0, &all, values, 0));
    }
    if (host.crowd) { /* more agents than the call that fails names */
        uint64_t ids[AGENTS];
        int32_t parts[AGENTS];
        for (int32_t i = 0; i < AGENTS; i++)
            ids[i] = (uint64_t)i;
        MUST(NULL, throng_world_crowd_find(host.crowd, AGENTS, ids, parts));
        MUST(NULL, throng_world_crowd_hash(host.crowd, &host.hash));
    }
    for (int32_t i = 0; i < PARTS && host.parts[i]; i++) {
        throng_crowd_info info;
        MUST(NULL, throng_crowd_get_info(host.parts[i], &info));
        host.walls[i] = info.walls;
    }
    if (host.leaves)
        longjmp(host.back, 1); /* NOLINT(cert-err52-cpp) */
}

/* No local changes between setjmp and a jump, so none is undefined after it. */
#define TOLD(call)                                                                                           \
    do {                                                                                                     \
        host.told = 0;                                                                                       \
        if (setjmp(host.back) == 0) /* NOLINT(cert-err52-cpp) */                                             \
            cr_expect((call) != THRONG_OK && !host.leaves);                                                  \
        cr_expect(host.told == 1, "%s: told %d times", #call, (int)host.told);                               \
    } while (0)

static void begin(void)
{
    throng_context_def hooks = throng_context_default_def();
    variant v = reference_variant();
    memset(&host, 0, sizeof host);
    hooks.assertion.fail = handle;
    host.context = open_variant(&v, &hooks);
    MUST(host.context, throng_world_create(1, &host.context, NULL, &host.world));
}

static void end(void)
{
    MUST(host.context, throng_world_destroy(host.world));
    cr_expect(throng_context_destroy(host.context) == THRONG_OK);
}

/* ---------------------------------------------------------------- objects --------------------------- */

static const uint64_t known[2] = {10, 11};

/* Objects that are there or not, named once and twice, in walls. */
static void mistakes_with_objects(void)
{
    throng_world_influence *map = host.map;
    const uint64_t unknown[2] = {11, 99}, twice[3] = {98, 11, 11}, fresh[2] = {97, 96};
    const float places[6] = {30.0f, 30.0f, 31.0f, 31.0f, 3.5f, 3.5f};
    throng_influence_object objects[3] = {throng_influence_default_object(),
                                          throng_influence_default_object(),
                                          throng_influence_default_object()};
    objects[0].x = objects[0].y = 20.0f;
    objects[1].x = objects[1].y = 3.5f; /* a wall */
    TOLD(throng_world_influence_move_objects(map, 0, 2, unknown, places, 0, NULL, 0));
    TOLD(throng_world_influence_remove_objects(map, 0, 2, unknown));
    TOLD(throng_world_influence_remove_objects(map, 0, 2, twice + 1));
    TOLD(throng_world_influence_set_objects(map, 0, 2, fresh, objects, 0));
    objects[1] = objects[2] = objects[0];
    TOLD(throng_world_influence_set_objects(map, 0, 3, twice, objects, 0));
    TOLD(throng_world_influence_move_objects(map, 0, 1, known, places + 4, 0, NULL, 0));
    TOLD(throng_world_influence_remove_objects(map, 0, 1, fresh)); /* none was added */
    TOLD(throng_world_influence_remove_objects(map, 0, 1, fresh + 1));
    TOLD(throng_world_influence_move_objects(map, 0, 1, twice, places, 0, NULL, 0));
}

Test(world_handler, objects)
{
    throng_world_influence_def def = throng_world_influence_default_def();
    throng_influence_object objects[2];
    const uint8_t wall = 1;
    const throng_region cell = {3, 3, 1, 1};
    uint64_t before, after;
    begin();
    def.map.width = def.map.height = SIDE;
    def.map.propagation = THRONG_PROPAGATION_PATH;
    def.map.object_capacity = 8;
    MUST(host.context, throng_world_influence_create(host.world, &def, &host.map));
    for (int32_t i = 0; i < 2; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = objects[i].y = 8.0f + 9.0f * (float)i;
    }
    MUST(host.context, throng_world_influence_set_walls(host.map, &cell, &wall, 0));
    MUST(host.context, throng_world_influence_set_objects(host.map, 0, 2, known, objects, 0));
    MUST(host.context, throng_world_influence_update(host.map));
    MUST(host.context, throng_world_influence_hash(host.map, 0, &before));
    for (host.leaves = 0; host.leaves < 2; host.leaves++) {
        mistakes_with_objects();
        cr_expect(host.hash == before);
        MUST(host.context, throng_world_influence_update(host.map));
        MUST(host.context, throng_world_influence_hash(host.map, 0, &after));
        cr_expect(after == before && before != 0);
    }
    MUST(host.context,
         throng_world_influence_move_objects(host.map, 0, 2, known, &objects[0].x, sizeof *objects, NULL, 0));
    MUST(host.context, throng_world_influence_remove_objects(host.map, 0, 2, known));
    MUST(host.context, throng_world_influence_update(host.map));
    MUST(host.context, throng_world_influence_destroy(host.map));
    host.map = NULL;
    end();
}

/* ---------------------------------------------------------------- sources --------------------------- */

static void mistakes_with_sources(const throng_potential_source *sources)
{
    const uint64_t unknown[2] = {11, 99}, twice[3] = {98, 11, 11};
    const float places[4] = {30.0f, 30.0f, 31.0f, 31.0f};
    TOLD(throng_world_potential_move_sources(host.field, 2, unknown, places, 0));
    TOLD(throng_world_potential_remove_sources(host.field, 2, unknown));
    TOLD(throng_world_potential_set_sources(host.field, 3, twice, sources, 0));
    TOLD(throng_world_potential_remove_sources(host.field, 1, twice)); /* none was added */
}

Test(world_handler, sources)
{
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_potential_def part = throng_potential_default_def();
    const throng_potential_source s = throng_potential_default_source(), sources[3] = {s, s, s};
    begin();
    def.parts = &part;
    MUST(host.context, throng_world_potential_create(host.world, &def, &host.field));
    MUST(host.context, throng_world_potential_set_sources(host.field, 2, known, sources, 0));
    for (host.leaves = 0; host.leaves < 2; host.leaves++)
        mistakes_with_sources(sources);
    MUST(host.context, throng_world_potential_remove_sources(host.field, 2, known));
    MUST(host.context, throng_world_potential_destroy(host.field));
    end();
}

/* ---------------------------------------------------------------- agents ---------------------------- */

static void mistakes_with_agents(void)
{
    const uint64_t unknown[3] = {1, 2, 1000}, twice[3] = {1, 2, 2};
    const float wrong[3] = {1.0f, 1.0f, -1.0f};
    throng_agent_def old = throng_agent_default_def();
    old.id = 1;
    TOLD(throng_world_crowd_set(host.crowd, THRONG_AGENT_RADIUS, 3, unknown, wrong, 0));
    TOLD(throng_world_crowd_set(host.crowd, THRONG_AGENT_RADIUS, 2, unknown, wrong + 1, 0));
    TOLD(throng_world_crowd_remove(host.crowd, 3, unknown));
    TOLD(throng_world_crowd_remove(host.crowd, 3, twice));
    if (!host.leaves) /* else it leaks what it works with, which it may */
        TOLD(throng_world_crowd_add(host.crowd, 1, &old, 0));
}

Test(world_handler, agents)
{
    static throng_agent_def agents[AGENTS];
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_crowd_def part = throng_crowd_default_def();
    uint64_t before, after;
    begin();
    part.agent_capacity = 0;
    def.parts = &part;
    for (int32_t i = 0; i < AGENTS; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].x = 3.0f * (float)i;
    }
    MUST(host.context, throng_world_crowd_create(host.world, &def, &host.crowd));
    MUST(host.context, throng_world_crowd_add(host.crowd, AGENTS, agents, 0));
    MUST(host.context, throng_world_crowd_hash(host.crowd, &before));
    for (host.leaves = 0; host.leaves < 2; host.leaves++) {
        mistakes_with_agents();
        MUST(host.context, throng_world_crowd_hash(host.crowd, &after));
        cr_expect(host.hash == before && after == before);
    }
    MUST(host.context, throng_world_crowd_remove(host.crowd, 2, known));
    MUST(host.context, throng_world_crowd_destroy(host.crowd));
    end();
}

/* ---------------------------------------------------------------- obstacles ------------------------- */

static void refuse_obstacle(throng_world_crowd *crowd)
{
    const throng_vertex_double square[4] = {{0.0, 0.0}, {9.0, 0.0}, {9.0, 9.0}, {0.0, 9.0}};
    TOLD(throng_world_crowd_add_obstacle(crowd, 4, square, 0, NULL));
    for (int32_t i = 0; i < PARTS; i++)
        cr_expect(host.walls[i] == 3, "part %d has %d walls", (int)i, (int)host.walls[i]);
}

/* The second part has no handles left; its context is not the world's first one. */
Test(world_handler, obstacles)
{
    const throng_vertex_double triangle[3] = {{20.0, 0.0}, {29.0, 0.0}, {29.0, 9.0}};
    throng_world_crowd_def def = throng_world_crowd_default_def();
    const throng_crowd_def part = throng_crowd_default_def(), parts[PARTS] = {part, part};
    variant v = reference_variant();
    throng_world_crowd *crowd;
    throng_world *world;
    begin();
    throng_context *const contexts[PARTS] = {open_variant(&v, NULL), host.context};
    def.parts = parts;
    MUST(contexts[0], throng_world_create(PARTS, contexts, NULL, &world));
    MUST(contexts[0], throng_world_crowd_create(world, &def, &crowd));
    MUST(contexts[0], throng_world_crowd_add_obstacle(crowd, 3, triangle, 0, NULL));
    for (int32_t i = 0; i < PARTS; i++)
        MUST(contexts[0], throng_world_crowd_get_part(crowd, i, &host.parts[i]));
    const uint32_t floor = host.parts[1]->walls->floor;
    host.parts[1]->walls->floor = UINT32_MAX;
    refuse_obstacle(crowd);
    cr_expect(strstr(throng_context_message(contexts[0]), "no handles are left"));
    host.leaves = 1;
    refuse_obstacle(crowd);
    host.parts[1]->walls->floor = floor;
    MUST(contexts[0], throng_world_crowd_add_obstacle(crowd, 3, triangle, 0, NULL));
    MUST(contexts[0], throng_world_crowd_destroy(crowd));
    MUST(contexts[0], throng_world_destroy(world));
    cr_expect(throng_context_destroy(contexts[0]) == THRONG_OK);
    end();
}
