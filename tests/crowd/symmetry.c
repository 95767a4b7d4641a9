/* What must not matter to a crowd: the order of adding, slots, agents out of range, where it stands, which
 * way round it is, and the unit of length. To the last bit. */
#include "tests/crowd/each_backend.h"

#include <stdlib.h>

enum { OWN = CROWD_SENSES_OWN, MOST = 420 };

/* Without random turns, and where nobody is equally far from two others. */
static const crowd_scene steady[] = {
    {"plain", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, 0, 0, 0, 0.0f, 12, 771},
    {"bodies", CROWD_SCATTERED, 150, 8, 3.0f, 1.0f, CROWD_BODIES | CROWD_NEIGHBORS, 0, 0, 0.0f, 12, 772},
    {"senses", CROWD_SCATTERED, 300, 10, 2.8f, 1.0f, OWN | CROWD_RULES, THRONG_PERCEPTION_ALL, 0, 0.0f, 10,
     773},
    {"shares", CROWD_SCATTERED, 100, 16, 2.5f, 1.0f, CROWD_RULES, THRONG_RESPONSIBILITY, 0, 0.0f, 8, 774},
};
/* With everything. */
static const crowd_scene wild[] = {
    {"lattice", CROWD_LATTICE, 200, 6, 1.5f, 1.0f, 0, 0, 1, 0.1f, 8, 775},
    {"one place", CROWD_ONE_PLACE, 60, 10, 0.0f, 1.0f, 0, THRONG_VISION | THRONG_TOUCH, 1, 0.1f, 8, 776},
    {"twins", CROWD_TWINS, 200, 10, 2.5f, 1.0f, CROWD_RULES, THRONG_PERCEPTION_ALL, 1, 0.1f, 12, 777},
    {"clusters", CROWD_CLUSTERS, 300, 10, 2.5f, 1.0f, 15, THRONG_PERCEPTION_ALL, 1, 0.0f, 12, 778},
    {"congested", CROWD_SCATTERED, 300, 10, 1.8f, 1.0f, 0, 0, 1, 0.2f, 12, 779},
};
enum { STEADY = sizeof steady / sizeof *steady, WILD = sizeof wild / sizeof *wild };

/* A scene's agents, with ids that say who they are: in no order, many beyond 2^32. */
static throng_agent_def *make_defs(const crowd_scene *s)
{
    throng_agent_def *defs = must_allocate((size_t)s->agents * sizeof *defs);
    rng r = {s->seed};
    for (int32_t i = 0; i < s->agents; i++) {
        defs[i] = crowd_agent(&r, s, i);
        defs[i].id = (uint64_t)(i * 7919 % 1009) << (i % 3 * 16);
        defs[i].id = defs[i].id * 1024 + (uint64_t)i;
    }
    return defs;
}

static throng_crowd *make(throng_context *context, const crowd_scene *s, int32_t capacity)
{
    throng_crowd_def def = crowd_def(s);
    throng_crowd *crowd;
    def.agent_capacity = capacity;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    return crowd;
}

static void go(throng_context *context, throng_crowd *crowd, int32_t steps)
{
    for (int32_t i = 0; i < steps; i++)
        MUST(context, throng_crowd_step(crowd, 0.125f));
}

static uint64_t hash_of(throng_context *context, throng_crowd *crowd)
{
    uint64_t hash;
    MUST(context, throng_crowd_hash(crowd, &hash));
    return hash;
}

static crowd_seen see(throng_context *context, throng_crowd *crowd, uint64_t id)
{
    crowd_seen seen = {.id = id};
    throng_agent a;
    MUST(context, throng_crowd_find(crowd, id, &a));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &a, 0, &seen.x, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &a, 0, &seen.vx, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, 1, &a, 0, &seen.heading_x, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VISION, 1, &a, 0, &seen.vision, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_PERCEIVED, 1, &a, 0, &seen.perceived, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 1, &a, 0, &seen.flags, 0));
    return seen;
}

/* Those of defs, all in one call: a device takes about as long for it as for one. */
static void see_all(throng_context *context, throng_crowd *crowd, int32_t count, const throng_agent_def *defs,
                    crowd_seen *seen)
{
    const size_t stride = sizeof *seen;
    throng_agent all[MOST];
    for (int32_t i = 0; i < count; i++) {
        seen[i] = (crowd_seen){.id = defs[i].id};
        MUST(context, throng_crowd_find(crowd, defs[i].id, &all[i]));
    }
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, count, all, 0, &seen->x, stride));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, count, all, 0, &seen->vx, stride));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_HEADING, count, all, 0, &seen->heading_x, stride));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VISION, count, all, 0, &seen->vision, stride));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_PERCEIVED, count, all, 0, &seen->perceived, stride));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, count, all, 0, &seen->flags, stride));
}

/* ---------------------------------------------------------------- who came when --------------------- */

/* Shuffled, one at a time or all at once, in slots that others had. */
static throng_crowd *add_anyhow(throng_context *context, const crowd_scene *s, const throng_agent_def *defs,
                                rng *r)
{
    throng_crowd *crowd = make(context, s, s->agents);
    throng_agent_def *mixed = must_allocate((size_t)s->agents * sizeof *mixed);
    throng_agent agents[MOST];
    for (int32_t i = 0; i < s->agents; i++)
        mixed[i] = defs[i];
    for (int32_t i = s->agents - 1; i > 0; i--) {
        const int32_t k = rng_below(r, i + 1);
        const throng_agent_def one = mixed[i];
        mixed[i] = mixed[k];
        mixed[k] = one;
    }
    const int32_t early = rng_below(r, s->agents);
    MUST(context, throng_crowd_add(crowd, s->agents, mixed, 0, agents));
    MUST(context, throng_crowd_remove(crowd, s->agents - early, agents + early, 0));
    for (int32_t i = 0; i < early; i += 2)
        MUST(context, throng_crowd_remove(crowd, 1, &agents[i], 0));
    for (int32_t i = 0; i < early; i += 2)
        MUST(context, throng_crowd_add(crowd, 1, &mixed[i], 0, NULL));
    MUST(context, throng_crowd_add(crowd, s->agents - early, mixed + early, 0, NULL));
    free(mixed);
    return crowd;
}

static void check_order(throng_context *context, const crowd_scene *s)
{
    throng_agent_def *defs = make_defs(s);
    throng_crowd *plain = make(context, s, s->agents + 100);
    uint64_t expected[64] = {0};
    rng r = {s->seed};
    MUST(context, throng_crowd_add(plain, s->agents, defs, 0, NULL));
    for (int32_t i = 0; i < s->steps; i++) {
        go(context, plain, 1);
        expected[i] = hash_of(context, plain);
    }
    for (int32_t k = 0; k < 3; k++) {
        throng_crowd *crowd = add_anyhow(context, s, defs, &r);
        for (int32_t i = 0; i < s->steps; i++) {
            go(context, crowd, 1);
            cr_expect(hash_of(context, crowd) == expected[i], "%s: differs after %d steps", s->name,
                      (int)i + 1);
        }
        MUST(context, throng_crowd_destroy(crowd));
    }
    MUST(context, throng_crowd_destroy(plain));
    free(defs);
}

EACH_WITH_CROWDS(crowd_symmetry, order_of_adding)
{
    for (int32_t i = 0; i < STEADY; i++)
        check_order(context, &steady[i]);
    for (int32_t i = 0; i < WILD; i++)
        check_order(context, &wild[i]);
}

/* ---------------------------------------------------------------- who is far away ------------------- */

/* Agents that nobody notices come, go and have rules of their own: the others stay as they are. */
static void check_far(throng_context *context, const crowd_scene *s)
{
    throng_agent_def *defs = make_defs(s), far[20];
    throng_crowd *alone = make(context, s, s->agents + 20), *crowd = make(context, s, s->agents + 20);
    throng_agent agents[20];
    rng r = {s->seed + 1};
    for (int32_t i = 0; i < 20; i++) {
        far[i] = crowd_agent(&r, s, i);
        far[i].x += 1e7f;
        far[i].y -= i % 2 ? 1e8f : 0.0f;
        far[i].id = i % 2 ? (uint64_t)i + 17 * 1024 : UINT64_MAX - 1 - (uint64_t)i;
        far[i].priority = i % 3;
        far[i].layer = 1u << i % 2;
        far[i].target_x = far[i].x;
        far[i].target_y = far[i].y;
    }
    MUST(context, throng_crowd_add(crowd, 20, far, 0, agents));
    MUST(context, throng_crowd_add(alone, s->agents, defs, 0, NULL));
    MUST(context, throng_crowd_add(crowd, s->agents, defs, 0, NULL));
    for (int32_t i = 0; i < s->steps; i++) {
        go(context, alone, 1);
        go(context, crowd, 1);
        if (i < 10)
            MUST(context, throng_crowd_remove(crowd, 2, agents + 2 * i, 0));
        for (int32_t k = 0; k < s->agents; k += 3) {
            const crowd_seen a = see(context, alone, defs[k].id), b = see(context, crowd, defs[k].id);
            cr_expect(memcmp(&a, &b, sizeof a) == 0, "%s: agent %d differs after %d steps", s->name, (int)k,
                      (int)i + 1);
        }
    }
    MUST(context, throng_crowd_destroy(alone));
    MUST(context, throng_crowd_destroy(crowd));
    free(defs);
}

EACH_WITH_CROWDS(crowd_symmetry, far_away)
{
    for (int32_t i = 0; i < STEADY; i++)
        check_far(context, &steady[i]);
    for (int32_t i = 0; i < WILD; i++)
        if (wild[i].layout != CROWD_CLUSTERS) /* which is far away itself */
            check_far(context, &wild[i]);
}

/* One that is out of everyone's range walks as in a crowd of its own, random turns and all. */
EACH_WITH_CROWDS(crowd_symmetry, alone)
{
    for (int32_t i = 0; i < WILD; i++) {
        const crowd_scene *s = &wild[i];
        throng_agent_def *defs = make_defs(s);
        throng_crowd *crowd = make(context, s, s->agents), *own = make(context, s, 1);
        throng_agent_def *d = &defs[s->agents / 2];
        d->x = -5e5f;
        d->y = 7e5f;
        d->radius = 1.0f;
        d->locked = 0;
        d->navigation = THRONG_NAVIGATE_VELOCITY;
        d->target_x = 1.0f;
        d->dead_speed = 1.9f; /* congested whenever congestion is on */
        d->target_y = 1.75f;
        MUST(context, throng_crowd_add(crowd, s->agents, defs, 0, NULL));
        MUST(context, throng_crowd_add(own, 1, d, 0, NULL));
        for (int32_t k = 0; k < s->steps; k++) {
            go(context, crowd, 1);
            go(context, own, 1);
            const crowd_seen a = see(context, crowd, d->id), b = see(context, own, d->id);
            cr_expect(memcmp(&a, &b, sizeof a) == 0 && a.perceived == 0, "%s: step %d", s->name, (int)k);
        }
        MUST(context, throng_crowd_destroy(crowd));
        MUST(context, throng_crowd_destroy(own));
        free(defs);
    }
}

/* An agent with a rule of its own that has gone again leaves nothing behind; nor do rules that are as
 * usual. */
EACH_WITH_CROWDS(crowd_symmetry, rules_that_are_gone)
{
    static const crowd_scene scenes[] = {
        {"plain", CROWD_SCATTERED, 200, 10, 2.4f, 1.0f, 0, 0, 1, 0.1f, 10, 781},
        {"senses", CROWD_SCATTERED, 200, 10, 2.4f, 1.0f, OWN, THRONG_PERCEPTION_ALL, 0, 0.0f, 10, 782}};
    for (int32_t i = 0; i < 2; i++)
        for (int32_t way = 0; way < 2; way++) {
            const crowd_scene *s = &scenes[i];
            throng_agent_def *defs = make_defs(s), other = throng_agent_default_def();
            throng_crowd *plain = make(context, s, MOST), *crowd = make(context, s, MOST);
            throng_agent agent;
            const float usual = 1.0f;
            other.layer = 2;
            other.id = 99999999;
            MUST(context, throng_crowd_add(plain, s->agents, defs, 0, NULL));
            MUST(context, throng_crowd_add(crowd, s->agents, defs, 0, NULL));
            if (way == 0) {
                MUST(context, throng_crowd_add(crowd, 1, &other, 0, &agent));
                MUST(context, throng_crowd_remove(crowd, 1, &agent, 0));
            } else {
                MUST(context, throng_crowd_find(crowd, defs[3].id, &agent));
                MUST(context, throng_crowd_set(crowd, THRONG_AGENT_RESPONSIBILITY, 1, &agent, 0, &usual, 0));
            }
            for (int32_t k = 0; k < s->steps; k++) {
                go(context, plain, 1);
                go(context, crowd, 1);
                cr_expect(hash_of(context, plain) == hash_of(context, crowd), "%s: step %d", s->name, (int)k);
            }
            MUST(context, throng_crowd_destroy(plain));
            MUST(context, throng_crowd_destroy(crowd));
            free(defs);
        }
}

/* ---------------------------------------------------------------- where and which way --------------- */

/* A change of coordinates: x and y exchanged, then factors, then added. */
typedef struct change {
    const char *name;
    int32_t exchanged;
    float by_x, by_y, to_x, to_y, length;
} change;

static void change_point(const change *c, float *x, float *y, int32_t point)
{
    const float a = c->exchanged ? *y : *x, b = c->exchanged ? *x : *y;
    *x = a * c->by_x * c->length + (point ? c->to_x : 0.0f);
    *y = b * c->by_y * c->length + (point ? c->to_y : 0.0f);
}

static throng_agent_def change_agent(const change *c, const throng_agent_def *from)
{
    throng_agent_def d = *from;
    float *const lengths[] = {&d.radius,        &d.max_speed,    &d.pref_speed,
                              &d.neighbor_dist, &d.vision_range, &d.hearing_range,
                              &d.sound_range,   &d.dead_speed,   &d.vision_range_min};
    change_point(c, &d.x, &d.y, 1);
    change_point(c, &d.vx, &d.vy, 0);
    change_point(c, &d.heading_x, &d.heading_y, 0);
    change_point(c, &d.target_x, &d.target_y, d.navigation == THRONG_NAVIGATE_GOAL);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        *lengths[i] *= *lengths[i] < 0.0f ? 1.0f : c->length;
    return d;
}

/* To 64ths, so that nothing is rounded where it is moved. */
static float snap(float at) { return (float)(int32_t)(64.0f * at) / 64.0f; }

static void check_change(throng_context *context, const crowd_scene *s, const change *c)
{
    throng_agent_def *defs = make_defs(s);
    throng_crowd *plain = make(context, s, s->agents), *changed = make(context, s, s->agents);
    const int32_t moved = c->to_x != 0.0f || c->to_y != 0.0f;
    crowd_seen seen[2][MOST];
    for (int32_t i = 0; i < s->agents; i++) {
        throng_agent_def *d = &defs[i];
        if (moved) {
            d->x = snap(d->x);
            d->y = snap(d->y);
            d->target_x = snap(d->target_x);
            d->target_y = snap(d->target_y);
        }
        const throng_agent_def other = change_agent(c, d);
        MUST(context, throng_crowd_add(plain, 1, d, 0, NULL));
        MUST(context, throng_crowd_add(changed, 1, &other, 0, NULL));
    }
    /* positions do not stay on the grid */
    for (int32_t step = 0; step < (moved ? 1 : s->steps); step++) {
        go(context, plain, 1);
        go(context, changed, 1);
        see_all(context, plain, s->agents, defs, seen[0]);
        see_all(context, changed, s->agents, defs, seen[1]);
        for (int32_t i = 0; i < s->agents; i++) {
            crowd_seen a = seen[0][i];
            const crowd_seen b = seen[1][i];
            change_point(c, &a.x, &a.y, 1);
            change_point(c, &a.vx, &a.vy, 0);
            change_point(c, &a.heading_x, &a.heading_y, 0);
            cr_expect(a.vx == b.vx && a.vy == b.vy && a.perceived == b.perceived && a.flags == b.flags,
                      "%s, %s: agent %d after %d steps: velocity %.9g, %.9g and %.9g, %.9g", c->name, s->name,
                      (int)i, (int)step + 1, (double)a.vx, (double)a.vy, (double)b.vx, (double)b.vy);
            cr_expect(moved || (a.x == b.x && a.y == b.y), "%s, %s: agent %d after %d steps", c->name,
                      s->name, (int)i, (int)step + 1);
            cr_expect(a.vision * c->length == b.vision);
            cr_expect(a.heading_x == b.heading_x * c->length && a.heading_y == b.heading_y * c->length);
        }
    }
    MUST(context, throng_crowd_destroy(plain));
    MUST(context, throng_crowd_destroy(changed));
    free(defs);
}

static void check_changes(throng_context *context, const change *changes, size_t count)
{
    for (size_t k = 0; k < count; k++)
        for (int32_t i = 0; i < STEADY; i++)
            check_change(context, &steady[i], &changes[k]);
}

EACH_WITH_CROWDS(crowd_symmetry, elsewhere)
{
    static const change changes[] = {{"to the right", 0, 1.0f, 1.0f, 4096.0f, 0.0f, 1.0f},
                                     {"far up", 0, 1.0f, 1.0f, -77.25f, -65536.0f, 1.0f}};
    check_changes(context, changes, sizeof changes / sizeof *changes);
}

EACH_WITH_CROWDS(crowd_symmetry, mirrored)
{
    static const change changes[] = {{"mirrored", 0, -1.0f, 1.0f, 0.0f, 0.0f, 1.0f},
                                     {"upside down", 0, 1.0f, -1.0f, 0.0f, 0.0f, 1.0f},
                                     {"turned", 0, -1.0f, -1.0f, 0.0f, 0.0f, 1.0f},
                                     {"exchanged", 1, 1.0f, 1.0f, 0.0f, 0.0f, 1.0f},
                                     {"turned by a quarter", 1, -1.0f, 1.0f, 0.0f, 0.0f, 1.0f}};
    check_changes(context, changes, sizeof changes / sizeof *changes);
}

EACH_WITH_CROWDS(crowd_symmetry, other_units)
{
    static const change changes[] = {{"in smaller units", 0, 1.0f, 1.0f, 0.0f, 0.0f, 1024.0f},
                                     {"in larger units", 0, 1.0f, 1.0f, 0.0f, 0.0f, 0x1p-8f}};
    check_changes(context, changes, sizeof changes / sizeof *changes);
}
