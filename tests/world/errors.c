/* What calls on worlds refuse, one process at a time: each says why, and nothing changes. */
#include "tests/support/each_backend.h"
#include "tests/world/mirror.h"

#include <string.h>

static throng_context *context;

static int says(throng_status got, throng_status wanted, const char *words)
{
    if (got == wanted && strstr(throng_context_message(context), words))
        return 1;
    fprintf(stderr, "status %d, \"%s\", not \"%s\"\n", (int)got, throng_context_message(context), words);
    return 0;
}

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

Test(world_errors, worlds)
{
    variant v = reference_variant();
    throng_world_def def = throng_world_default_def();
    throng_world *world;
    context = open_variant(&v, NULL);
    cr_expect(throng_world_create(0, &context, NULL, &world) == INVALID && !world);
    cr_expect(throng_world_create(1, NULL, NULL, &world) == INVALID && !world);
    cr_expect(says(throng_world_create(1, &context, NULL, NULL), INVALID, "world must not be NULL"));
    def.cookie = 0;
    cr_expect(says(throng_world_create(1, &context, &def, &world), INVALID, "throng_world_default_def"));
    def = throng_world_default_def();
    def.cut = 2;
    cr_expect(says(throng_world_create(1, &context, &def, &world), INVALID, "def.cut is 2"));
    def = throng_world_default_def();
    def.balance_steps = -1;
    cr_expect(says(throng_world_create(1, &context, &def, &world), INVALID, "def.balance_steps is -1"));
    def = throng_world_default_def();
    def.imbalance = 0.5f;
    cr_expect(says(throng_world_create(1, &context, &def, &world), INVALID, "def.imbalance is 0.5"));
    def = throng_world_default_def();
    def.transport.size = 1;
    cr_expect(says(throng_world_create(1, &context, &def, &world), INVALID, "lacks a function"));
    def.transport.rank = 1;
    cr_expect(says(throng_world_create(1, &context, &def, &world), INVALID, "rank 1 of 1"));
    MUST(context, throng_world_create(1, &context, NULL, &world));
    cr_expect(throng_context_destroy(context) == INVALID);
    cr_expect(says(throng_world_get_info(world, NULL), INVALID, "info must not be NULL"));
    cr_expect(throng_world_get_info(NULL, NULL) == INVALID);
    MUST(context, throng_world_destroy(world));
    cr_expect(throng_world_destroy(NULL) == THRONG_OK);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static void refuse_calls(const mirror *m)
{
    throng_world_crowd *crowd = m->crowd;
    throng_agent_def agent = throng_agent_default_def();
    throng_motion motion = {0};
    throng_crowd *local;
    throng_obstacle handle = {0, 1};
    const throng_vertex_double point[2] = {{1.0, 1.0}, {1.0, 1.0}};
    const uint64_t ids[2] = {0, 77};
    const float wrong = -1.0f;
    int32_t count, part;
    cr_expect(says(throng_world_crowd_step(crowd, 0.0f), INVALID, "dt is 0"));
    cr_expect(says(throng_world_crowd_add(crowd, -1, &agent, 0), INVALID, "count is -1"));
    cr_expect(says(throng_world_crowd_add(crowd, 1, NULL, 0), INVALID, "defs must not be NULL"));
    agent.radius = -1.0f;
    cr_expect(says(throng_world_crowd_add(crowd, 1, &agent, 0), INVALID, "defs[0].radius"));
    cr_expect(says(throng_world_crowd_add_states(crowd, 1, NULL), INVALID, "states must not be NULL"));
    cr_expect(says(throng_world_crowd_remove(crowd, 1, NULL), INVALID, "ids must not be NULL"));
    cr_expect(says(throng_world_crowd_remove(crowd, 2, ids), INVALID, "ids[1] is 77: no agent has it"));
    cr_expect(says(throng_world_crowd_find(crowd, 1, ids, NULL), INVALID, "parts must not be NULL"));
    cr_expect(says(throng_world_crowd_find(crowd, -2, ids, &part), INVALID, "count is -2"));
    cr_expect(says(throng_world_crowd_set(crowd, 999, 1, ids, &wrong, 0), INVALID, "what is 999"));
    cr_expect(says(throng_world_crowd_set(crowd, THRONG_AGENT_ID, 1, ids, &wrong, 0), INVALID, "read only"));
    cr_expect(says(throng_world_crowd_set(crowd, THRONG_AGENT_RADIUS, 1, ids, &wrong, 0), INVALID, "radius"));
    cr_expect(says(throng_world_crowd_set(crowd, THRONG_AGENT_RADIUS, 1, ids, NULL, 0), INVALID, "NULL"));
    motion.vx = 2e9f;
    cr_expect(says(throng_world_crowd_set_motions(crowd, 1, ids, &motion), INVALID, "vx"));
    cr_expect(says(throng_world_crowd_get_own(crowd, 9, NULL, NULL, 0, &count), INVALID, "part is 9"));
    cr_expect(says(throng_world_crowd_get_own(crowd, 0, NULL, NULL, 0, NULL), INVALID, "count must not be"));
    cr_expect(says(throng_world_crowd_get_part(crowd, -1, &local), INVALID, "part is -1") && !local);
    cr_expect(says(throng_world_crowd_get_part(crowd, 0, NULL), INVALID, "local must not be NULL"));
    cr_expect(says(throng_world_crowd_add_obstacle(crowd, 2, point, 0, NULL), INVALID, "at one point"));
    cr_expect(says(throng_world_crowd_remove_obstacle(crowd, handle), INVALID, "handle is of no obstacle"));
    cr_expect(says(throng_world_crowd_hash(crowd, NULL), INVALID, "hash must not be NULL"));
    cr_expect(says(throng_world_crowd_get_info(crowd, NULL), INVALID, "info must not be NULL"));
    cr_expect(says(throng_world_crowd_save(crowd, ""), INVALID, "path"));
    cr_expect(says(throng_world_crowd_restore(crowd, NULL), INVALID, "path"));
    cr_expect(says(throng_world_destroy(m->world), INVALID, "1 crowd, which must be destroyed first"));
}

Test(world_errors, crowds)
{
    variant v = reference_variant();
    context = open_variant(&v, NULL);
    throng_context *const contexts[2] = {context, context};
    throng_world_crowd_def d = throng_world_crowd_default_def();
    throng_crowd_def defs[2] = {throng_crowd_default_def(), throng_crowd_default_def()};
    throng_agent_def agent = throng_agent_default_def();
    throng_world_crowd *crowd;
    const mirror m = mirror_begin("refused", 2, contexts, NULL, defs, 0.0f);
    cr_expect(says(throng_world_crowd_create(m.world, &d, &crowd), INVALID, "def.parts must not be NULL"));
    d.parts = defs;
    d.skin = -1.0f;
    cr_expect(says(throng_world_crowd_create(m.world, &d, &crowd), INVALID, "def.skin is -1"));
    d.skin = 0.0f;
    cr_expect(says(throng_world_crowd_create(m.world, &d, NULL), INVALID, "crowd must not be NULL"));
    defs[1].seed = 3;
    cr_expect(says(throng_world_crowd_create(m.world, &d, &crowd), INVALID, "def.parts[1] differs"));
    defs[1].seed = defs[0].seed;
    throng_terrain_def ground = throng_terrain_default_def();
    throng_terrain *terrain;
    ground.width = ground.height = 8;
    MUST(context, throng_terrain_create(context, &ground, &terrain));
    defs[0].terrain = defs[1].terrain = terrain;
    defs[1].cell_size = 2.0f;
    cr_expect(says(throng_world_crowd_create(m.world, &d, &crowd), INVALID, "def.parts[1] differs"));
    defs[0].cell_size = 2.0f;
    MUST(context, throng_world_crowd_create(m.world, &d, &crowd));
    MUST(context, throng_world_crowd_destroy(crowd));
    defs[0].terrain = defs[1].terrain = NULL;
    MUST(context, throng_terrain_destroy(terrain));
    defs[1].max_neighbors = -1;
    cr_expect(says(throng_world_crowd_create(m.world, &d, &crowd), INVALID, "def.max_neighbors is -1"));
    d.cookie = 0;
    cr_expect(says(throng_world_crowd_create(m.world, &d, &crowd), INVALID, "default_def") && !crowd);
    cr_expect(throng_world_crowd_create(NULL, &d, &crowd) == INVALID);
    MUST(context, throng_world_crowd_add(m.crowd, 1, &agent, 0));
    MUST(context, throng_world_crowd_step(m.crowd, 0.1f));
    const uint64_t hash = mirror_hash(&m);
    refuse_calls(&m);
    cr_expect(mirror_hash(&m) == hash);
    MUST(context, throng_world_crowd_step(m.crowd, 0.1f));
    cr_expect(throng_world_crowd_step(NULL, 0.1f) == INVALID &&
              throng_world_crowd_destroy(NULL) == THRONG_OK);
    throng_readback_def reading = throng_readback_default_def();
    throng_readback *readback;
    reading.capacity = 4;
    MUST(context, throng_world_crowd_get_part(m.crowd, 1, &reading.crowd));
    MUST(context, throng_readback_create(context, &reading, &readback));
    cr_expect(
        says(throng_world_crowd_destroy(m.crowd), INVALID, "crowd of part 1 is used by another object"));
    MUST(context, throng_readback_destroy(readback));
    mirror_end(&m);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
