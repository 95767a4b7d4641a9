/* A part whose device failed, by a backend that says so: what it is a part of is lost on all processes, the
 * words say how that is brought back, and it is. */
#include "src/crowd/crowd.h"
#include "src/influence/influence.h"
#include "src/potential/potential.h"

#include "tests/world/contexts.h"

#include <throng/world_crowd.h>
#include <throng/world_influence.h>
#include <throng/world_potential.h>

enum { PARTS = 3, LOST = THRONG_ERROR_LOST };

static int32_t always(const void *state)
{
    (void)state;
    return 1;
}

/* The object's backend from now on; NULL: as it was. */
static void fail(throng_object *object, throng_object_ops *failing)
{
    static const throng_object_ops *before;
    if (failing) {
        before = object->ops;
        *failing = *before;
        failing->lost = always;
    }
    object->ops = failing ? failing : before;
}

static int says_so(throng_status status)
{
    const char *message = throng_context_message(contexts[0]);
    return status == LOST && strstr(message, "reset, restore or destroy the object of the world") != NULL;
}

/* No other message leads to a part. */
static int is_lost(throng_status status)
{
    return status == LOST && strstr(throng_context_message(contexts[0]), "throng_world_") != NULL;
}

Test(world_lost, influence)
{
    throng_world_influence_def def = throng_world_influence_default_def();
    const throng_influence_object object = throng_influence_default_object();
    const uint64_t id = 1;
    throng_world *world;
    throng_world_influence *map;
    throng_world_influence_info info;
    throng_influence *part;
    throng_object_ops failing;
    uint64_t before, after, none;
    open_contexts(0);
    def.map.width = def.map.height = 20;
    MUST(contexts[0], throng_world_create(PARTS, contexts, NULL, &world));
    MUST(contexts[0], throng_world_influence_create(world, &def, &map));
    MUST(contexts[0], throng_world_influence_get_part(map, 1, &part, NULL, NULL));
    MUST(contexts[0], throng_world_influence_set_objects(map, 0, 1, &id, &object, 0));
    MUST(contexts[0], throng_world_influence_update(map));
    MUST(contexts[0], throng_world_influence_hash(map, 0, &before));
    fail(&part->object, &failing);
    cr_expect(says_so(throng_world_influence_hash(map, 0, &none)));
    MUST(contexts[0], throng_world_influence_get_info(map, &info));
    cr_expect(info.lost == 1 && is_lost(throng_world_influence_update(map)));
    fail(&part->object, NULL);
    cr_expect(is_lost(throng_world_influence_update(map)));
    MUST(contexts[0], throng_world_influence_reset(map));
    MUST(contexts[0], throng_world_influence_set_objects(map, 0, 1, &id, &object, 0));
    fail(&part->object, &failing);
    cr_expect(says_so(throng_world_influence_update(map)));
    fail(&part->object, NULL);
    MUST(contexts[0], throng_world_influence_reset(map));
    MUST(contexts[0], throng_world_influence_set_objects(map, 0, 1, &id, &object, 0));
    MUST(contexts[0], throng_world_influence_update(map));
    MUST(contexts[0], throng_world_influence_hash(map, 0, &after));
    cr_expect(after == before && before != 0);
    MUST(contexts[0], throng_world_influence_destroy(map));
    MUST(contexts[0], throng_world_destroy(world));
    close_contexts();
}

Test(world_lost, potential)
{
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_potential_def parts[PARTS];
    const throng_potential_point point = {1.0f, 1.0f, 0, 0};
    const throng_potential_goal goal = {5.0f, 1.0f, 1.0f, 0};
    throng_world *world;
    throng_world_potential *field;
    throng_world_potential_info info;
    throng_potential *part;
    throng_object_ops failing;
    throng_force force;
    open_contexts(0);
    for (int32_t i = 0; i < PARTS; i++)
        parts[i] = throng_potential_default_def();
    def.parts = parts;
    MUST(contexts[0], throng_world_create(PARTS, contexts, NULL, &world));
    MUST(contexts[0], throng_world_potential_create(world, &def, &field));
    MUST(contexts[0], throng_world_potential_get_part(field, 1, &part));
    MUST(contexts[0], throng_world_potential_set_goals(field, 0, 1, &goal, 0));
    MUST(contexts[0], throng_world_potential_set_points(field, 1, 0, 1, &point, 0));
    MUST(contexts[0], throng_world_potential_update(field));
    fail(&part->object, &failing);
    cr_expect(says_so(throng_world_potential_read(field, 1, 0, 1, &force, 0)));
    MUST(contexts[0], throng_world_potential_get_info(field, &info));
    cr_expect(info.lost == 0); /* one process alone has read */
    cr_expect(says_so(throng_world_potential_update(field)));
    MUST(contexts[0], throng_world_potential_get_info(field, &info));
    cr_expect(info.lost == 1 && is_lost(throng_world_potential_update(field)));
    fail(&part->object, NULL);
    MUST(contexts[0], throng_world_potential_reset(field));
    MUST(contexts[0], throng_world_potential_set_goals(field, 0, 1, &goal, 0));
    MUST(contexts[0], throng_world_potential_set_points(field, 1, 0, 1, &point, 0));
    MUST(contexts[0], throng_world_potential_update(field));
    MUST(contexts[0], throng_world_potential_read(field, 1, 0, 1, &force, 0));
    MUST(contexts[0], throng_world_potential_destroy(field));
    MUST(contexts[0], throng_world_destroy(world));
    close_contexts();
}

Test(world_lost, crowd)
{
    throng_crowd_def parts[PARTS];
    throng_world_crowd_def def = throng_world_crowd_default_def();
    const throng_agent_def agent = throng_agent_default_def();
    throng_world *world;
    throng_world_crowd *crowd;
    throng_world_crowd_info info;
    throng_crowd *part;
    throng_object_ops failing;
    uint64_t hash;
    open_contexts(0);
    for (int32_t i = 0; i < PARTS; i++)
        parts[i] = throng_crowd_default_def();
    def.parts = parts;
    MUST(contexts[0], throng_world_create(PARTS, contexts, NULL, &world));
    MUST(contexts[0], throng_world_crowd_create(world, &def, &crowd));
    MUST(contexts[0], throng_world_crowd_add(crowd, 1, &agent, 0));
    MUST(contexts[0], throng_world_crowd_step(crowd, 0.1f));
    MUST(contexts[0], throng_world_crowd_get_part(crowd, 1, &part));
    fail(&part->object, &failing);
    cr_expect(says_so(throng_world_crowd_hash(crowd, &hash)));
    MUST(contexts[0], throng_world_crowd_get_info(crowd, &info));
    cr_expect(info.lost == 1 && throng_world_crowd_step(crowd, 0.1f) == LOST);
    fail(&part->object, NULL);
    MUST(contexts[0], throng_world_crowd_destroy(crowd));
    MUST(contexts[0], throng_world_destroy(world));
    close_contexts();
}
