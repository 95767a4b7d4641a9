/* Crowds that press and stand come to rest, with any set of senses: few velocities turn by more than 120
 * degrees from one step to the next. Nobody walks through a body that it has met, and streams get as far as
 * by headings that follow velocities. */
#include "tests/crowd/scenes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MOST = 96 };

static const throng_perception senses[] = {
    0,
    THRONG_VISION,
    THRONG_HEARING,
    THRONG_VISION | THRONG_HEARING,
    THRONG_TOUCH,
    THRONG_VISION | THRONG_TOUCH,
    THRONG_HEARING | THRONG_TOUCH,
    THRONG_VISION | THRONG_HEARING | THRONG_TOUCH,
    THRONG_VISION | THRONG_ADAPTIVE,
    THRONG_VISION | THRONG_RESPONSIBILITY,
    THRONG_VISION | THRONG_HEARING | THRONG_RESPONSIBILITY,
    THRONG_VISION | THRONG_TOUCH | THRONG_RESPONSIBILITY,
    THRONG_HEARING | THRONG_TOUCH | THRONG_RESPONSIBILITY,
    THRONG_PERCEPTION_ALL,
};
enum { SENSES = sizeof senses / sizeof *senses };

typedef struct walkers {
    throng_context *context;
    throng_crowd *crowd;
    int32_t count, locked; /* the last ones stand */
    float dt;
    throng_agent agents[MOST];
    throng_agent_def defs[MOST];
    float at[MOST][2], v[MOST][2];
} walkers;

typedef void make_scene(walkers *w, rng *r);

static throng_agent_def *add(walkers *w, float x, float y, float goal_x, float goal_y)
{
    throng_agent_def *d = &w->defs[w->count++];
    *d = throng_agent_default_def();
    d->x = x;
    d->y = y;
    d->navigation = THRONG_NAVIGATE_GOAL;
    d->target_x = goal_x;
    d->target_y = goal_y;
    return d;
}

static void add_room(walkers *w, float x, float y)
{
    const throng_vertex corners[4] = {{-x, -y}, {-x, y}, {x, y}, {x, -y}};
    MUST(w->context, throng_crowd_add_obstacle(w->crowd, 4, corners, 0, NULL));
}

static void add_box(walkers *w, float left, float top, float right, float bottom)
{
    const throng_vertex corners[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    MUST(w->context, throng_crowd_add_obstacle(w->crowd, 4, corners, 0, NULL));
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

/* Sixty to one goal. */
static void press(walkers *w, rng *r)
{
    for (int32_t i = 0; i < 60; i++) {
        const float angle = 6.2831853f * (float)i / 60.0f, far = 12.0f + 4.0f * (float)(i % 4);
        add(w, far * cosf(angle) + rng_between(r, 0.0f, 0.01f), far * sinf(angle), 0.0f, 0.0f)->time_horizon =
            1.0f;
    }
}

/* Eighty against the wall of a room. */
static void wall(walkers *w, rng *r)
{
    add_room(w, 20.0f, 10.0f);
    for (int32_t i = 0; i < 80; i++) {
        throng_agent_def *d = add(w, -18.0f + 2.4f * (float)(i / 8) + rng_between(r, 0.0f, 0.1f),
                                  -9.0f + 2.5f * (float)(i % 8) + rng_between(r, 0.0f, 0.1f), 100.0f, 0.0f);
        d->time_horizon = d->time_horizon_obst = 1.0f;
    }
}

/* Eighty who overlap and wish to stand. */
static void rest(walkers *w, rng *r)
{
    for (int32_t i = 0; i < 80; i++) {
        throng_agent_def *d = add(w, -9.0f + 2.0f * (float)(i % 9) + rng_between(r, 0.0f, 0.8f),
                                  -9.0f + 2.0f * (float)(i / 9) + rng_between(r, 0.0f, 0.8f), 0.0f, 0.0f);
        d->navigation = THRONG_NAVIGATE_VELOCITY;
        d->heading_x = rng_between(r, -1.0f, 1.0f);
        d->heading_y = rng_between(r, -1.0f, 1.0f);
    }
}

/* Two streams that block each other in a corridor three bodies wide. */
static void jam(walkers *w, rng *r)
{
    add_box(w, -60.0f, -7.0f, 60.0f, -4.0f);
    add_box(w, -60.0f, 4.0f, 60.0f, 7.0f);
    for (int32_t i = 0; i < 80; i++) {
        const float side = i & 1 ? 1.0f : -1.0f;
        throng_agent_def *d =
            add(w, side * (8.0f + 2.4f * (float)(i / 6)),
                -2.5f + 2.4f * (float)(i / 2 % 3) + rng_between(r, 0.0f, 0.1f), side * -100.0f, 0.0f);
        d->time_horizon = 2.0f;
        d->time_horizon_obst = 1.0f;
    }
}

/* Two streams in the open. */
static void streams(walkers *w, rng *r)
{
    for (int32_t i = 0; i < 80; i++) {
        const float side = i & 1 ? 1.0f : -1.0f, y = 3.0f * (float)(i / 2 % 8) + rng_between(r, 0.0f, 0.2f);
        add(w, side * (10.0f + 3.0f * (float)(i / 16)), y, side * -60.0f, y);
    }
}

static void crossing(walkers *w, rng *r)
{
    for (int32_t i = 0; i < 80; i++) {
        const float along = -14.0f - 3.0f * (float)(i / 16),
                    across = 3.0f * (float)(i / 2 % 8) - 12.0f + rng_between(r, 0.0f, 0.3f);
        if (i & 1)
            add(w, along, across, 60.0f, across);
        else
            add(w, across, along, across, 60.0f);
    }
}

/* One that a body with the right of way drives back through a corridor. */
static void driven(walkers *w, rng *r)
{
    (void)r;
    add_box(w, -60.0f, -3.0f, 60.0f, -1.2f);
    add_box(w, -60.0f, 1.2f, 60.0f, 3.0f);
    add(w, 0.0f, 0.0f, 30.0f, 0.0f);
    throng_agent_def *d = add(w, 8.0f, 0.0f, -1.0f, 0.0f);
    d->navigation = THRONG_NAVIGATE_VELOCITY;
    d->max_speed = 1.0f;
    d->vx = -1.0f;
    d->priority = 9;
    d->responsibility = 0.0f;
}

/* Twelve on their way through a row of locked bodies. */
static void row(walkers *w, rng *r)
{
    (void)r;
    for (int32_t i = 0; i < 12; i++)
        add(w, -15.0f - 2.2f * (float)(i / 4), -3.3f + 2.2f * (float)(i % 4), 30.0f, 0.0f);
    for (int32_t i = 0; i < 5; i++)
        add(w, 0.0f, -4.0f + 2.0f * (float)i, 0.0f, 0.0f)->locked = 1;
    w->locked = 5;
}

/* ---------------------------------------------------------------- walking --------------------------- */

typedef struct tally {
    double reversals; /* per agent and second, in the second half */
    double way;       /* towards the goals, of all */
    double deepest;   /* overlap of two that walk towards each other, in sums of their radii */
} tally;

static void read(walkers *w)
{
    MUST(w->context, throng_crowd_get(w->crowd, THRONG_AGENT_POSITION, w->count, w->agents, 0, w->at, 0));
    MUST(w->context, throng_crowd_get(w->crowd, THRONG_AGENT_VELOCITY, w->count, w->agents, 0, w->v, 0));
}

/* Of those who do not stand in each other at the start. */
static double deepest_of(const walkers *w)
{
    double deepest = 0.0;
    for (int32_t i = 0; i < w->count; i++)
        for (int32_t k = 0; k < i; k++) {
            const double bodies = (double)w->defs[i].radius + (double)w->defs[k].radius;
            deepest = larger(deepest, 1.0 - length_of((double)w->at[i][0] - (double)w->at[k][0],
                                                      (double)w->at[i][1] - (double)w->at[k][1]) /
                                                bodies);
        }
    return deepest;
}

static double to_goals(const walkers *w)
{
    double sum = 0.0;
    for (int32_t i = 0; i < w->count; i++)
        sum += length_of((double)w->defs[i].target_x - (double)w->at[i][0],
                         (double)w->defs[i].target_y - (double)w->at[i][1]);
    return sum;
}

static tally walk(throng_context *context, make_scene *make, throng_perception perception,
                  throng_heading heading, float dt, double seconds, uint64_t seed)
{
    static walkers w;
    static float before[MOST][2];
    const int32_t steps = (int32_t)(seconds / (double)dt + 0.5);
    throng_crowd_def def = throng_crowd_default_def();
    rng r = {seed};
    tally t = {0.0, 0.0, 0.0};
    def.agent_capacity = MOST;
    def.perception = perception;
    def.heading = heading;
    w = (walkers){.context = context, .dt = dt};
    MUST(context, throng_crowd_create(context, &def, &w.crowd));
    make(&w, &r);
    MUST(context, throng_crowd_add(w.crowd, w.count, w.defs, 0, w.agents));
    read(&w);
    t.way = to_goals(&w);
    for (int32_t k = 0; k < steps; k++) {
        memcpy(before, w.v, sizeof before);
        MUST(context, throng_crowd_step(w.crowd, dt));
        read(&w);
        for (int32_t i = 0; i < w.count - w.locked && k >= steps / 2; i++) {
            const double now = length_of((double)w.v[i][0], (double)w.v[i][1]),
                         was = length_of((double)before[i][0], (double)before[i][1]),
                         least = 0.01 * (double)w.defs[i].max_speed;
            const double both =
                (double)w.v[i][0] * (double)before[i][0] + (double)w.v[i][1] * (double)before[i][1];
            t.reversals += now > least && was > least && both < -0.5 * now * was;
        }
        if (k % 4 == 0 || w.count < 20)
            t.deepest = larger(t.deepest, deepest_of(&w));
    }
    t.way -= to_goals(&w);
    t.reversals /= (double)(w.count - w.locked) * (double)(steps - steps / 2) * (double)dt;
    MUST(context, throng_crowd_destroy(w.crowd));
    return t;
}

/* ---------------------------------------------------------------- tests ----------------------------- */

static throng_context *open_cpu(void)
{
    throng_context_def def = throng_context_default_def();
    throng_context *context;
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 1;
    MUST(NULL, throng_context_create(&def, &context));
    return context;
}

static const struct {
    make_scene *make;
    const char *name;
} standing[] = {{press, "press"}, {wall, "wall"}, {rest, "rest"}, {jam, "jam"}};

/* Hearing alone avoids nobody, and those who stand in each other need a look at each other to part. */
static int32_t holds_bodies(make_scene *make, throng_perception perception)
{
    return make != rest && (perception == 0 || (perception & (THRONG_VISION | THRONG_TOUCH)));
}

/* All backends and levels have the same bits, so the fastest one walks. */
static void stand(throng_context *context, int32_t number, int32_t set, float dt)
{
    const tally t = walk(context, standing[number].make, senses[set], THRONG_HEADING_TURNING, dt, 60.0, 88);
    cr_expect(t.reversals < 0.1, "%s, perception %u, dt %g: %g reversals per agent and second",
              standing[number].name, (unsigned)senses[set], (double)dt, t.reversals);
    if (holds_bodies(standing[number].make, senses[set]))
        cr_expect(t.deepest < 0.5, "%s, perception %u, dt %g: overlap %g", standing[number].name,
                  (unsigned)senses[set], (double)dt, t.deepest);
}

Test(crowd_reversals, are_rare)
{
    throng_context *context = open_cpu();
    static const float dts[] = {1.0f / 60.0f, 0.05f, 0.1f};
    for (int32_t place = 0; place < 4; place++)
        for (int32_t set = 0; set < SENSES; set++)
            for (int32_t k = 0; k < 3; k++)
                stand(context, place, set, dts[k]);
    MUST(NULL, throng_context_destroy(context));
}

/* What is mended, so that the test above is known to see it. */
Test(crowd_reversals, are_many_if_headings_follow_velocities)
{
    throng_context *context = open_cpu();
    const throng_heading velocity = THRONG_HEADING_VELOCITY;
    cr_expect(walk(context, press, THRONG_VISION, velocity, 0.05f, 20.0, 88).reversals > 5.0);
    cr_expect(walk(context, press, THRONG_TOUCH, velocity, 0.05f, 20.0, 88).reversals > 1.0);
    cr_expect(walk(context, driven, THRONG_VISION, velocity, 0.1f, 15.0, 88).deepest > 0.9);
    MUST(NULL, throng_context_destroy(context));
}

Test(crowd_reversals, and_nobody_walks_through_another)
{
    throng_context *context = open_cpu();
    for (int32_t set = 0; set < SENSES; set++) {
        if (!holds_bodies(driven, senses[set]))
            continue;
        const tally one = walk(context, driven, senses[set], THRONG_HEADING_TURNING, 0.1f, 20.0, 88);
        cr_expect(one.deepest < 0.1, "driven back, perception %u: overlap %g", (unsigned)senses[set],
                  one.deepest);
        cr_expect(one.way < -10.0 && one.reversals < 0.1);
        const tally many = walk(context, row, senses[set], THRONG_HEADING_TURNING, 0.1f, 30.0, 88);
        cr_expect(many.deepest < 0.25, "a row, perception %u: overlap %g", (unsigned)senses[set],
                  many.deepest);
    }
    MUST(NULL, throng_context_destroy(context));
}

/* Streams that meet are chaotic: the mean of some is compared. */
Test(crowd_reversals, and_streams_get_as_far)
{
    throng_context *context = open_cpu();
    static make_scene *const flowing[] = {streams, crossing};
    for (int32_t place = 0; place < 2; place++)
        for (int32_t set = 1; set < SENSES; set += 2) {
            double turning = 0.0, velocity = 0.0;
            for (uint64_t seed = 1; seed <= 6; seed++) {
                turning +=
                    walk(context, flowing[place], senses[set], THRONG_HEADING_TURNING, 0.1f, 20.0, seed).way;
                velocity +=
                    walk(context, flowing[place], senses[set], THRONG_HEADING_VELOCITY, 0.1f, 20.0, seed).way;
            }
            cr_expect(turning >= 0.95 * velocity, "scene %d, perception %u: %g of %g", (int)place,
                      (unsigned)senses[set], turning, velocity);
        }
    MUST(NULL, throng_context_destroy(context));
}
