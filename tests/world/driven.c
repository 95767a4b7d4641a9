/* A world of agents that the host moves, beside one crowd of the same: crowds that compute velocities alone,
 * at home somewhere else, with guests, jumps, and agents that change their navigation, radii and locks. */
#include "tests/support/each_backend.h"

#include <throng/world_crowd.h>

#include <string.h>

enum { AGENTS = 160, PARTS = 4, STEPS = BRIEFLY(25, 60) };

#define SIDE 80.0

typedef struct kind {
    const char *name;
    double origin;
    uint32_t perception;
    int32_t settle, congestion, integration;
} kind;

static const kind kinds[] = {
    {"velocities", 0.0, 0, 0, 0, THRONG_INTEGRATE_VELOCITIES},
    {"velocities, elsewhere", 455000.0, THRONG_PERCEPTION_ALL, 1, 0, THRONG_INTEGRATE_VELOCITIES},
    {"velocities, settling", 455000.0, 0, 1, 1, THRONG_INTEGRATE_VELOCITIES},
    {"positions, elsewhere", 455000.0, THRONG_VISION | THRONG_TOUCH, 0, 1, THRONG_INTEGRATE_POSITIONS},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct twins {
    throng_context *context;
    throng_world *world;
    throng_world_crowd *parts;
    throng_crowd *crowd;
    rng r;
    double origin;
} twins;

static float anywhere(twins *s) { return rng_between(&s->r, 0.0f, (float)SIDE); }

static throng_agent_def describe(twins *s, int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    const int32_t goes = i % 3 != 0;
    d.id = (uint64_t)(1000 + i);
    d.offset_x = s->origin;
    d.x = anywhere(s);
    d.y = anywhere(s);
    d.radius = 0.5f;
    d.navigation = i % 11 == 0 ? THRONG_NAVIGATE_GUEST
                   : goes      ? THRONG_NAVIGATE_GOAL
                               : THRONG_NAVIGATE_VELOCITY;
    d.target_offset_x = goes ? s->origin : 0.0;
    d.target_x = goes ? anywhere(s) : rng_between(&s->r, -1.0f, 1.0f);
    d.target_y = goes ? anywhere(s) : rng_between(&s->r, -1.0f, 1.0f);
    d.locked = i % 17 == 0;
    d.neighbor_dist = rng_between(&s->r, 4.0f, 10.0f);
    d.vision_range = d.neighbor_dist;
    return d;
}

static void begin(twins *s, throng_context *context, const kind *k)
{
    throng_context *contexts[PARTS] = {context, context, context, context};
    throng_world_def world = throng_world_default_def();
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_crowd_def one = throng_crowd_default_def(), parts[PARTS];
    throng_agent_def defs[AGENTS];
    *s = (twins){.context = context, .r = {77}, .origin = k->origin};
    one.agent_capacity = AGENTS;
    one.origin_x = k->origin;
    one.perception = k->perception;
    one.settle = k->settle;
    one.congestion = k->congestion;
    one.symmetry = k->congestion ? 0.1f : 0.0f;
    one.integration = k->integration;
    one.hash_guests = 1;
    for (int32_t i = 0; i < PARTS; i++)
        parts[i] = one;
    world.balance_steps = 16;
    def.parts = parts;
    MUST(context, throng_world_create(PARTS, contexts, &world, &s->world));
    MUST(context, throng_world_crowd_create(s->world, &def, &s->parts));
    MUST(context, throng_crowd_create(context, &one, &s->crowd));
    for (int32_t i = 0; i < AGENTS; i++)
        defs[i] = describe(s, i);
    MUST(context, throng_crowd_add(s->crowd, AGENTS, defs, 0, NULL));
    MUST(context, throng_world_crowd_add(s->parts, AGENTS, defs, 0));
    const double x = s->origin + 30.0;
    const throng_vertex_double wall[4] = {{x, 30.0}, {x + 4.0, 30.0}, {x + 4.0, 40.0}, {x, 40.0}};
    MUST(context, throng_crowd_add_obstacle_double(s->crowd, 4, wall, 0, NULL));
    MUST(context, throng_world_crowd_add_obstacle(s->parts, 4, wall, 0, NULL));
}

static void end(twins *s)
{
    MUST(s->context, throng_world_crowd_destroy(s->parts));
    MUST(s->context, throng_world_destroy(s->world));
    MUST(s->context, throng_crowd_destroy(s->crowd));
}

static void set(twins *s, throng_agent_value what, int32_t count, const uint64_t *ids, const void *values,
                size_t stride)
{
    throng_agent agents[AGENTS];
    for (int32_t i = 0; i < count; i++)
        MUST(s->context, throng_crowd_find(s->crowd, ids[i], &agents[i]));
    MUST(s->context, throng_crowd_set(s->crowd, what, count, agents, 0, values, stride));
    MUST(s->context, throng_world_crowd_set(s->parts, what, count, ids, values, stride));
}

/* The host moves everybody by what it reads of the world's parts, and some of them somewhere else. */
static void move(twins *s, int32_t walks)
{
    uint64_t ids[AGENTS];
    throng_motion motions[AGENTS];
    throng_agent agents[AGENTS];
    int32_t count = 0, own;
    for (int32_t part = 0; part < PARTS; part++, count += own)
        MUST(s->context,
             throng_world_crowd_get_own(s->parts, part, ids + count, motions + count, AGENTS - count, &own));
    for (int32_t i = 0; i < count; i++) {
        throng_motion *m = &motions[i];
        const int32_t luck = rng_below(&s->r, 50);
        m->x = luck == 0 ? s->origin + (double)anywhere(s) : walks ? m->x + 0.1 * (double)m->vx : m->x;
        m->y = luck == 0 ? (double)anywhere(s) : walks ? m->y + 0.1 * (double)m->vy : m->y;
        m->vx = luck == 1 ? rng_between(&s->r, -4.0f, 4.0f) : m->vx;
        m->heading_x = luck < 4 ? rng_between(&s->r, 0.1f, 1.0f) : luck < 30 ? 0.0f : m->heading_x;
        m->heading_y = luck < 4 ? 0.5f : luck < 30 ? 0.0f : m->heading_y;
        MUST(s->context, throng_crowd_find(s->crowd, ids[i], &agents[i]));
    }
    MUST(s->context, throng_crowd_set_motions(s->crowd, agents, count, motions));
    MUST(s->context, throng_world_crowd_set_motions(s->parts, count, ids, motions));
}

/* Others go, stand, are driven and are wide from now on. */
static void change(twins *s, int32_t step)
{
    enum { SOME = 6 };
    static const throng_navigation by[] = {THRONG_NAVIGATE_VELOCITY, THRONG_NAVIGATE_GOAL,
                                           THRONG_NAVIGATE_GUEST};
    uint64_t ids[SOME];
    throng_navigation navigation[SOME];
    float targets[SOME][2], radii[SOME];
    int32_t locks[SOME];
    for (int32_t i = 0; i < SOME; i++) {
        ids[i] = (uint64_t)(1000 + (step * 13 + i * 29) % AGENTS);
        navigation[i] = by[rng_below(&s->r, 3)];
        const int32_t goes = navigation[i] == THRONG_NAVIGATE_GOAL;
        targets[i][0] = goes ? (float)s->origin + anywhere(s) : rng_between(&s->r, -1.0f, 1.0f);
        targets[i][1] = goes ? anywhere(s) : rng_between(&s->r, -1.0f, 1.0f);
        locks[i] = i == step % SOME;
        radii[i] = rng_between(&s->r, 0.3f, 1.3f);
    }
    /* targets turn from velocities into goals and back */
    set(s, THRONG_AGENT_NAVIGATION, SOME, ids, navigation, sizeof *navigation);
    set(s, THRONG_AGENT_TARGET, SOME, ids, targets, 0);
    set(s, THRONG_AGENT_LOCKED, SOME, ids, locks, sizeof *locks);
    set(s, THRONG_AGENT_RADIUS, SOME, ids, radii, sizeof *radii);
}

static int32_t are_equal(const twins *s)
{
    uint64_t one = 0, world = 1;
    MUST(s->context, throng_crowd_hash(s->crowd, &one));
    MUST(s->context, throng_world_crowd_hash(s->parts, &world));
    return one == world;
}

EACH(world_driven, equal_bits)
{
    for (int32_t i = 0; i < KINDS; i++) {
        const int32_t driven = kinds[i].integration == THRONG_INTEGRATE_VELOCITIES;
        throng_world_crowd_info info;
        twins s;
        begin(&s, context, &kinds[i]);
        for (int32_t step = 0; step < STEPS; step++) {
            MUST(context, throng_crowd_step(s.crowd, 0.1f));
            MUST(context, throng_world_crowd_step(s.parts, 0.1f));
            cr_assert(are_equal(&s), "%s: step %d", kinds[i].name, (int)step);
            if (driven || step % 5 == 2)
                move(&s, driven);
            if (step % 4 == 3)
                change(&s, step);
            cr_assert(are_equal(&s), "%s: set after step %d", kinds[i].name, (int)step);
        }
        MUST(context, throng_world_crowd_get_info(s.parts, &info));
        cr_expect(info.moved > 10, "%s: %d agents changed parts", kinds[i].name, (int)info.moved);
        end(&s);
    }
}
