/* Agents that settle around a goal which others cover, next to the distance at which they notice each other:
 * the same bits everywhere. Who is not noticed holds up nobody. */
#include "tests/crowd/scenes.h"
#include "tests/support/each_variant.h"

#include <stdlib.h>
#include <string.h>

enum { AGENTS = 90, STEPS = 40, VALUES = 5 * AGENTS };

typedef struct settling {
    const char *name;
    throng_neighbors neighbors;
    float large;         /* radius of the body that covers the goal */
    float neighbor_dist; /* less than 1.5 times the radii of two, or of one and the large one */
    throng_perception perception;
} settling;

static const settling scenes[] = {
    {"a large body, by centres", THRONG_NEIGHBORS_CENTRES, 5.0f, 4.0f, 0},
    {"a large body, by gaps", THRONG_NEIGHBORS_GAPS, 5.0f, 0.5f, 0},
    {"equal bodies, by centres", THRONG_NEIGHBORS_CENTRES, 0.5f, 1.1f, 0},
    {"equal bodies, by gaps", THRONG_NEIGHBORS_GAPS, 0.5f, 1.1f, 0},
    {"senses", THRONG_NEIGHBORS_CENTRES, 5.0f, 4.0f, THRONG_PERCEPTION_ALL},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static const char *name_of(int32_t i) { return scenes[i].name; }

static throng_agent_def agent_of(const settling *s, rng *r, int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    d.x = i == 0 ? 15.0f : rng_between(r, 0.0f, 30.0f);
    d.y = i == 0 ? 15.0f : rng_between(r, 0.0f, 30.0f);
    d.radius = i == 0 ? s->large : 0.5f;
    d.neighbor_dist = s->neighbor_dist;
    d.max_neighbors = 6;
    d.navigation = THRONG_NAVIGATE_GOAL;
    d.target_x = i == 0 || rng_below(r, 8) ? 15.0f : 3.0f;
    d.target_y = 15.0f;
    return d;
}

static float *play_settling(throng_context *context, int32_t number, size_t *size)
{
    const settling *s = &scenes[number];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[AGENTS];
    throng_agent agents[AGENTS];
    throng_crowd *crowd;
    rng r = {61 + (uint64_t)number};
    float *values = must_allocate(VALUES * sizeof *values);
    def.settle = 1;
    def.neighbors = s->neighbors;
    def.perception = s->perception;
    for (int32_t i = 0; i < AGENTS; i++)
        d[i] = agent_of(s, &r, i);
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, AGENTS, d, 0, agents));
    for (int32_t i = 0; i < STEPS; i++)
        MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, AGENTS, agents, 0, values, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, AGENTS, agents, 0, values + 2 * AGENTS, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, AGENTS, agents, 0, values + 4 * AGENTS, 0));
    MUST(context, throng_crowd_destroy(crowd));
    *size = VALUES * sizeof *values;
    return values;
}

static const scene_list all = {SCENES, name_of, play_settling, NULL};

Test(crowd_settling, bits_on_the_cpu) { scenes_on_cpu(&all); }

Test(crowd_settling, bits_on_devices) { scenes_on_opencl(&all, 0); }
