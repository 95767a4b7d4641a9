/* What an agent makes of the others, as throng_crowd_inspect() tells it: it is what the step goes by. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { AGENTS = 120, LINES = 96 };

typedef struct case_of {
    const char *name;
    throng_perception perception;
    int32_t heterogeneous, walls;
    throng_neighbors neighbors;
} case_of;
static const case_of cases[] = {{"plain", 0, 0, 0, 0},
                                {"walls", 0, 0, 1, 0},
                                {"unlike", 0, 1, 1, 0},
                                {"responsibility", THRONG_RESPONSIBILITY, 1, 0, 0},
                                {"senses", THRONG_PERCEPTION_ALL, 0, 1, 0},
                                {"everything", THRONG_PERCEPTION_ALL, 1, 1, 0},
                                {"centres", 0, 0, 0, THRONG_NEIGHBORS_CENTRES}};
enum { PLAIN = 0, CENTRES = 6 };

static throng_crowd *make(throng_context *context, const case_of *c, throng_agent *agents)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    rng r = {.state = 99};
    def.agent_capacity = AGENTS;
    def.max_neighbors = 12;
    def.perception = c->perception;
    def.neighbors = c->neighbors;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < 6 && c->walls; i++) {
        const float x = 6.0f * (float)i, y = rng_between(&r, 0.0f, 40.0f);
        const throng_vertex v[3] = {{x, y}, {x + 3.0f, y + 1.0f}, {x, y + 3.0f}};
        MUST(context, throng_crowd_add_obstacle(crowd, 3, v, 0, NULL));
    }
    for (int32_t i = 0; i < AGENTS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.id = (uint64_t)(1000 - 7 * i);
        d.x = rng_between(&r, 0.0f, 40.0f);
        d.y = rng_between(&r, 0.0f, 40.0f);
        d.vx = rng_between(&r, -1.0f, 1.0f);
        d.vy = rng_between(&r, -1.0f, 1.0f);
        d.target_x = rng_between(&r, -1.0f, 1.0f);
        d.target_y = rng_between(&r, -1.0f, 1.0f);
        d.radius = rng_between(&r, 0.2f, 0.6f);
        d.neighbor_dist = rng_between(&r, 3.0f, 12.0f);
        d.max_neighbors = rng_below(&r, 13);
        d.vision_range = rng_between(&r, 3.0f, 12.0f);
        d.locked = c->heterogeneous && i % 11 == 0;
        d.priority = c->heterogeneous ? i % 3 : 0;
        d.layer = c->heterogeneous ? 1u << i % 3 : 1u;
        d.mask = c->heterogeneous && i % 2 ? 3u : ~0u;
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agents[i]));
    }
    return crowd;
}

typedef struct seen {
    throng_agent perceived[AGENTS], avoided[AGENTS];
    throng_half_plane lines[LINES];
    throng_crowd_view view;
} seen;

static void look(throng_context *context, throng_crowd *crowd, throng_agent agent, seen *to)
{
    memset(to, 0, sizeof *to);
    to->view.perceived = to->perceived;
    to->view.avoided = to->avoided;
    to->view.lines = to->lines;
    to->view.perceived_capacity = to->view.avoided_capacity = AGENTS;
    to->view.line_capacity = LINES;
    MUST(context, throng_crowd_inspect(crowd, agent, 0.25f, &to->view));
}

/* A step's velocities keep to the half-planes of who had them all; the counts are those that it leaves. */
static void check_step(throng_context *context, const case_of *c, throng_crowd *crowd,
                       const throng_agent *agents, const seen *all)
{
    float v[AGENTS][2], speeds[AGENTS];
    int32_t perceived[AGENTS], feasible = 0;
    uint32_t flags[AGENTS];
    MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, AGENTS, agents, 0, v, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_MAX_SPEED, AGENTS, agents, 0, speeds, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_PERCEIVED, AGENTS, agents, 0, perceived, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, AGENTS, agents, 0, flags, 0));
    for (int32_t i = 0; i < AGENTS; i++) {
        const throng_crowd_view *view = &all[i].view;
        const int32_t senses = (c->perception & ~(uint32_t)THRONG_RESPONSIBILITY) != 0;
        const int32_t locked = c->heterogeneous && i % 11 == 0;
        cr_expect(view->line_count == view->wall_count + view->avoided_count, "%s: agent %d", c->name,
                  (int)i);
        cr_expect(locked ? view->line_count == 0
                         : perceived[i] == (senses ? view->perceived_count : view->avoided_count),
                  "%s: agent %d perceives %d", c->name, (int)i, (int)perceived[i]);
        const int32_t least = flags[i] & THRONG_FLAG_INFEASIBLE ? view->wall_count : view->line_count;
        feasible += least == view->line_count;
        for (int32_t k = 0; k < least; k++) {
            const throng_half_plane *h = &view->lines[k];
            const double length = hypot((double)h->nx, (double)h->ny);
            const double miss =
                (double)h->c - ((double)h->nx * (double)v[i][0] + (double)h->ny * (double)v[i][1]);
            cr_expect(fabs(length - 1.0) < 1e-5, "%s: agent %d, line %d: %g long", c->name, (int)i, (int)k,
                      length);
            cr_expect(locked || miss < 1e-5 * (double)speeds[i], "%s: agent %d misses line %d by %g", c->name,
                      (int)i, (int)k, miss);
        }
    }
    cr_expect(feasible > AGENTS / 2, "%s: %d have a velocity", c->name, (int)feasible);
}

EACH_WITH_CROWDS(crowd_perceive, tells_what_the_step_does)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        throng_agent agents[AGENTS];
        throng_crowd *crowd = make(context, &cases[i], agents);
        seen *all = must_allocate(AGENTS * sizeof *all);
        for (int32_t step = 0; step < 4; step++) {
            uint64_t before, after;
            MUST(context, throng_crowd_hash(crowd, &before));
            for (int32_t k = 0; k < AGENTS; k++)
                look(context, crowd, agents[k], &all[k]);
            MUST(context, throng_crowd_hash(crowd, &after));
            cr_expect(before == after, "%s: a look changes the crowd", cases[i].name);
            check_step(context, &cases[i], crowd, agents, all);
        }
        free(all);
        MUST(context, throng_crowd_destroy(crowd));
    }
}

static double apart(float at[AGENTS][2], int32_t i, int32_t k)
{
    return hypot((double)at[k][0] - (double)at[i][0], (double)at[k][1] - (double)at[i][1]);
}

/* In plain crowds: everybody within neighbor_dist, and of them the nearest. By gaps (1) radii count. */
static void check_nearest(throng_context *context, const case_of *c, double gaps)
{
    throng_agent agents[AGENTS];
    throng_crowd *crowd = make(context, c, agents);
    float at[AGENTS][2], far[AGENTS], radii[AGENTS];
    int32_t most[AGENTS];
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, AGENTS, agents, 0, at, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_RADIUS, AGENTS, agents, 0, radii, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_NEIGHBOR_DIST, AGENTS, agents, 0, far, 0));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_MAX_NEIGHBORS, AGENTS, agents, 0, most, 0));
    for (int32_t i = 0; i < AGENTS; i++) {
        seen s;
        int32_t within = 0;
        double before = -1.0;
        look(context, crowd, agents[i], &s);
        for (int32_t k = 0; k < AGENTS; k++)
            within +=
                k != i && apart(at, i, k) < (double)far[i] + gaps * fabs((double)radii[k] - (double)radii[i]);
        cr_expect(s.view.perceived_count == (most[i] > 0 ? within : 0), "agent %d: %d of %d", (int)i,
                  (int)s.view.perceived_count, (int)within);
        cr_expect(s.view.avoided_count == (within < most[i] ? within : most[i]), "agent %d", (int)i);
        for (int32_t k = 0; k < s.view.avoided_count; k++) {
            int32_t other = 0;
            while (agents[other].index != s.avoided[k].index)
                other++;
            cr_expect(agents[other].generation == s.avoided[k].generation);
            const double away = apart(at, i, other) - gaps * (double)radii[other];
            int32_t nearer = 0;
            for (int32_t j = 0; j < AGENTS; j++)
                nearer += j != i && apart(at, i, j) - gaps * (double)radii[j] < away - 1e-6;
            cr_expect(away >= before - 1e-6 && nearer <= k, "agent %d: %d are nearer than its %d-th", (int)i,
                      (int)nearer, (int)k);
            before = away;
        }
    }
    MUST(context, throng_crowd_destroy(crowd));
}

EACH_WITH_CROWDS(crowd_perceive, nearest_by_gaps) { check_nearest(context, &cases[PLAIN], 1.0); }
EACH_WITH_CROWDS(crowd_perceive, nearest_by_centres) { check_nearest(context, &cases[CENTRES], 0.0); }

/* What does not fit is counted; what is wrong is said. */
EACH_WITH_CROWDS(crowd_perceive, room_and_errors)
{
    throng_agent agents[AGENTS];
    throng_crowd *crowd = make(context, &cases[5], agents);
    seen whole, part;
    throng_crowd_view none = {0};
    int32_t busy = -1;
    do {
        cr_assert(++busy < AGENTS);
        look(context, crowd, agents[busy], &whole);
    } while (whole.view.avoided_count < 3 || whole.view.perceived_count < 3);
    memset(&part, 0, sizeof part);
    part.view.perceived = part.perceived;
    part.view.lines = part.lines;
    part.view.perceived_capacity = part.view.line_capacity = 2;
    MUST(context, throng_crowd_inspect(crowd, agents[busy], 0.25f, &part.view));
    cr_expect(part.view.perceived_count == whole.view.perceived_count &&
              part.view.avoided_count == whole.view.avoided_count &&
              part.view.line_count == whole.view.line_count && part.perceived[2].generation == 0 &&
              part.lines[2].nx == 0.0f && memcmp(part.lines, whole.lines, 2 * sizeof *part.lines) == 0);
    MUST(context, throng_crowd_inspect(crowd, agents[busy], 0.25f, &none));
    cr_expect(none.line_count == whole.view.line_count);
#define REJECTED(call, text)                                                                                 \
    cr_expect((call) == THRONG_ERROR_INVALID_ARGUMENT && strstr(throng_context_message(context), text),      \
              "%s", throng_context_message(context))
    REJECTED(throng_crowd_inspect(crowd, agents[busy], 0.25f, NULL), "view must not be NULL");
    REJECTED(throng_crowd_inspect(crowd, agents[busy], 0.0f, &none), "dt is 0");
    REJECTED(throng_crowd_inspect(crowd, agents[busy], NAN, &none), "dt is");
    none.line_capacity = 1;
    REJECTED(throng_crowd_inspect(crowd, agents[busy], 0.25f, &none), "view.lines");
    none.line_capacity = 0;
    none.avoided_capacity = -1;
    REJECTED(throng_crowd_inspect(crowd, agents[busy], 0.25f, &none), "view.avoided");
    none.avoided_capacity = 0;
    MUST(context, throng_crowd_remove(crowd, 1, &agents[busy], 0));
    REJECTED(throng_crowd_inspect(crowd, agents[busy], 0.25f, &none), "agent was removed");
    cr_expect(throng_crowd_inspect(NULL, agents[busy], 0.25f, &none) == THRONG_ERROR_INVALID_ARGUMENT);
    MUST(context, throng_crowd_destroy(crowd));
}
