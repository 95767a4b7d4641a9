/* Flows that are cut into tiles have the lengths, directions and samples of one flow over the whole map, and
 * crowds that follow them those of one crowd: by 1 to 8 parts, both cuts, narrow and wide margins, on levels
 * and backends that differ from part to part. */
#include "tests/world/contexts.h"
#include "tests/world/flow_scenes.h"
#include "tests/world/mirror.h"

/* Parts, cut, margin. */
static const int32_t kinds[][3] = {{1, 0, 16}, {2, 1, 4}, {3, 0, 5},  {4, 1, 16}, {8, 0, 4},
                                   {2, 0, 64}, {3, 1, 9}, {4, 0, 33}, {8, 1, 6},  {8, 0, 16}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static throng_world *make_world(const int32_t kind[3])
{
    throng_world_def def = throng_world_default_def();
    throng_world *world;
    def.cut = kind[1];
    MUST(contexts[0], throng_world_create(kind[0], contexts, &def, &world));
    return world;
}

/* ---------------------------------------------------------------- fields ---------------------------- */

static void play_flow(const flow_scene *s, const int32_t kind[3], int32_t number)
{
    world_flow_game g;
    char what[160];
    throng_world *world = make_world(kind);
    throng_world_flow_info info;
    snprintf(what, sizeof what, "scene %d, %d parts, cut %d, margin %d", (int)number, (int)kind[0],
             (int)kind[1], (int)kind[2]);
    world_flow_begin(&g, contexts[0], world, s, kind[2]);
    cr_expect(world_flow_compare(&g, what) == 0);
    cr_expect(world_flow_compare(&g, what) == 0);
    world_flow_change_walls(&g);
    cr_expect(world_flow_compare(&g, what) == 0);
    world_flow_change_goals(&g);
    cr_expect(world_flow_compare(&g, what) == 0);
    MUST(contexts[0], throng_world_flow_get_info(g.flow, &info));
    cr_expect(info.updates == 3 && info.rounds >= 3, "%d updates", (int)info.updates);
    cr_expect(info.cells == (uint64_t)s->walk.width * (uint64_t)s->walk.height);
    cr_expect(number < WORLD_FLOW_NEAREST ? g.led == 0 : g.led > 1000, "%s: %d cells lead to reached ones",
              what, (int)g.led);
    world_flow_end(&g);
    MUST(contexts[0], throng_world_destroy(world));
}

Test(world_flow_bits, scenes)
{
    open_contexts(0);
    for (int32_t i = 0; i < WORLD_FLOW_SCENES; i++) {
        const flow_scene s = world_flow_scene(i);
#ifdef WORLD_LONG
        for (int32_t k = 0; k < KINDS; k++)
            play_flow(&s, kinds[k], i);
#else
        for (int32_t k = 0; k < BRIEFLY(1, 2); k++)
            play_flow(&s, kinds[(3 * i + 4 * k + 1) % KINDS], i);
#endif
    }
    close_contexts();
}

/* With a part on a device. */
Test(world_flow_bits, device)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    open_contexts(1);
    for (int32_t i = 0; i < WORLD_FLOW_SCENES; i += 4) {
        const flow_scene s = world_flow_scene(i);
        play_flow(&s, kinds[i % 8 ? 4 : 2], i);
    }
    for (int32_t i = WORLD_FLOW_NEAREST; i < WORLD_FLOW_SCENES; i += 2) {
        const flow_scene s = world_flow_scene(i);
        play_flow(&s, kinds[2], i);
    }
    close_contexts();
}

/* ---------------------------------------------------------------- crowds ---------------------------- */

enum { AGENTS = 240, STEPS = 40, MIRRORS = 3 };

static void make_agents(const world_flow_game *g, throng_agent_def agents[AGENTS])
{
    const float side = g->scene.walk.cell_size;
    rng r = {71};
    for (int32_t i = 0; i < AGENTS; i++) {
        const throng_flow_point at = flow_agent_of(&g->one, &r);
        agents[i] = throng_agent_default_def();
        agents[i].x = at.x;
        agents[i].y = at.y;
        agents[i].radius = (i % 5 == 0 ? 0.9f : 0.3f) * side;
        agents[i].pref_speed = agents[i].max_speed = (1.0f + 0.5f * (float)(i % 4)) * side;
        agents[i].neighbor_dist = 4.0f * side;
        agents[i].navigation = THRONG_NAVIGATE_FLOW;
        agents[i].flow_field = i % g->scene.fields;
    }
}

/* A crowd over the parts of each game's world, and one crowd on the first game's one flow. */
static void follow(int32_t which, const int32_t numbers[MIRRORS], double origin)
{
    world_flow_game games[MIRRORS];
    mirror mirrors[MIRRORS];
    throng_agent_def agents[AGENTS];
    throng_crowd_def defs[CONTEXTS];
    throng_crowd *one;
    uint64_t hash;
    const flow_scene s = world_flow_scene(which);
    for (int32_t k = 0; k < CONTEXTS; k++) {
        defs[k] = throng_crowd_default_def();
        defs[k].origin_x = origin;
        defs[k].origin_y = -origin;
    }
    for (int32_t i = 0; i < MIRRORS; i++) {
        const int32_t *kind = kinds[numbers[i]];
        throng_world_crowd_def d = throng_world_crowd_default_def();
        mirrors[i] = (mirror){.context = contexts[0], .world = make_world(kind)};
        snprintf(mirrors[i].name, sizeof mirrors[i].name, "%d parts, margin %d", (int)kind[0], (int)kind[2]);
        world_flow_begin(&games[i], contexts[0], mirrors[i].world, &s, kind[2]);
        d.parts = defs;
        d.flow = games[i].flow;
        MUST(contexts[0], throng_world_crowd_create(mirrors[i].world, &d, &mirrors[i].crowd));
        cr_expect(throng_world_flow_destroy(games[i].flow) == THRONG_ERROR_INVALID_ARGUMENT);
    }
    throng_crowd_def def = defs[0];
    def.flow = games[0].one.flow;
    def.agent_capacity = AGENTS;
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &one));
    make_agents(&games[0], agents);
    for (int32_t i = 0; i < AGENTS; i++) {
        agents[i].x += (float)origin;
        agents[i].y -= (float)origin;
    }
    mirrors_set(mirrors, MIRRORS);
    MUST(contexts[0], mirrored_add(one, AGENTS, agents, 0, NULL));
    for (int32_t step = 0; step < STEPS; step++) {
        for (int32_t i = 0; i < MIRRORS && step == STEPS / 3; i++)
            world_flow_change_walls(&games[i]);
        for (int32_t i = 0; i < MIRRORS && step == STEPS / 2; i++)
            world_flow_change_goals(&games[i]);
        MUST(contexts[0], mirrored_step(one, 0.2f));
        MUST(contexts[0], throng_crowd_hash(one, &hash));
        for (int32_t i = 0; i < MIRRORS; i++)
            cr_expect(mirror_hash(&mirrors[i]) == hash, "scene %d, step %d: %s differs", (int)which,
                      (int)step, mirrors[i].name);
    }
    throng_world_crowd_info info;
    MUST(contexts[0], throng_world_crowd_get_info(mirrors[2].crowd, &info));
    cr_expect(info.moved > 0 && info.cuts == 0 && info.lists > 1);
    MUST(contexts[0], throng_crowd_destroy(one));
    for (int32_t i = 0; i < MIRRORS; i++) {
        MUST(contexts[0], throng_world_crowd_destroy(mirrors[i].crowd));
        world_flow_end(&games[i]);
        MUST(contexts[0], throng_world_destroy(mirrors[i].world));
    }
}

Test(world_flow_bits, crowds)
{
    static const int32_t numbers[][MIRRORS] = {{0, 1, 4}, {3, 2, 9}};
    open_contexts(0);
    follow(0, numbers[0], 0.0);
    follow(8, numbers[1], 1000.25);
    follow(11, numbers[0], 0.0);
    follow(15, numbers[1], 0.0);
    close_contexts();
}

Test(world_flow_bits, crowds_device)
{
    static const int32_t numbers[MIRRORS] = {1, 2, 4};
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    open_contexts(1);
    follow(0, numbers, 0.0);
    close_contexts();
}
