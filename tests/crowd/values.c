/* Rules of crowds by small cases: random turns, congestion, vision that shrinks, arrival, shares, the
 * plane's edge. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { MANY = 3000 };
#define PI 3.14159265358979

static throng_crowd *make(throng_context *context, const throng_crowd_def *def, int32_t count,
                          const throng_agent_def *defs)
{
    throng_crowd_def d = *def;
    throng_crowd *crowd;
    d.agent_capacity = count;
    MUST(context, throng_crowd_create(context, &d, &crowd));
    MUST(context, throng_crowd_add(crowd, count, defs, 0, NULL));
    return crowd;
}

static void read_all(throng_context *context, throng_crowd *crowd, throng_agent_value what, int32_t count,
                     void *to)
{
    MUST(context, throng_crowd_get(crowd, what, count, NULL, 0, to, 0));
}

/* ---------------------------------------------------------------- random turns ---------------------- */

/* Agents who notice nobody and want to go right. */
static throng_crowd *make_lonely(throng_context *context, throng_crowd_def def, uint64_t seed)
{
    throng_agent_def *defs = must_allocate(MANY * sizeof *defs);
    for (int32_t i = 0; i < MANY; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].max_neighbors = 0;
        defs[i].target_x = 1.0f;
        defs[i].y = (float)i;
    }
    def.max_neighbors = 0;
    def.seed = seed;
    throng_crowd *crowd = make(context, &def, MANY, defs);
    free(defs);
    return crowd;
}

static void read_angles(throng_context *context, throng_crowd *crowd, double *angles)
{
    static float v[MANY][2];
    read_all(context, crowd, THRONG_AGENT_VELOCITY, MANY, v);
    for (int32_t i = 0; i < MANY; i++) {
        cr_assert(fabs(hypot((double)v[i][0], (double)v[i][1]) - 1.0) < 1e-6, "turned, and no more");
        angles[i] = atan2((double)v[i][1], (double)v[i][0]);
    }
}

/* Within the limit, and even there: of 3,000 in 12 parts each has 250, with a deviation of 15; six of those
 * come once in half a billion. */
static void expect_even(const char *what, const double *angles, double most)
{
    int32_t parts[12] = {0};
    for (int32_t i = 0; i < MANY; i++) {
        cr_expect(fabs(angles[i]) <= most + 1e-6, "%s: %g", what, angles[i]);
        const int32_t part = (int32_t)floor((angles[i] / most + 1.0) * 6.0);
        parts[part < 0 ? 0 : part > 11 ? 11 : part]++;
    }
    for (int32_t k = 0; k < 12; k++)
        cr_expect(parts[k] > 160 && parts[k] < 340, "%s: %d in part %d", what, (int)parts[k], (int)k);
}

/* How many of the second are those of the first, and their correlation. */
static int32_t same_angles(const double *a, const double *b, double *correlation)
{
    double ab = 0.0, aa = 0.0;
    int32_t same = 0;
    for (int32_t i = 0; i < MANY; i++) {
        same += a[i] == b[i];
        ab += a[i] * b[i];
        aa += a[i] * a[i];
    }
    *correlation = ab / aa;
    return same;
}

EACH_WITH_CROWDS(crowd_values, symmetry)
{
    static double first[MANY], again[MANY], later[MANY], other[MANY];
    throng_crowd_def def = throng_crowd_default_def();
    double c;
    def.symmetry = 0.25f;
    throng_crowd *a = make_lonely(context, def, 7), *b = make_lonely(context, def, 7);
    throng_crowd *d = make_lonely(context, def, 7 + (1ull << 40));
    MUST(context, throng_crowd_step(a, 0.125f));
    MUST(context, throng_crowd_step(b, 0.25f));
    MUST(context, throng_crowd_step(d, 0.125f));
    read_angles(context, a, first);
    read_angles(context, b, again);
    read_angles(context, d, other);
    MUST(context, throng_crowd_step(a, 0.125f));
    read_angles(context, a, later);
    expect_even("symmetry", first, 0.25);
    expect_even("symmetry, later", later, 0.25);
    cr_expect(same_angles(first, again, &c) == MANY, "by seed, agent and step alone");
    cr_expect(same_angles(first, later, &c) < 5 && fabs(c) < 0.12, "steps correlate by %g", c);
    cr_expect(same_angles(first, other, &c) < 5 && fabs(c) < 0.12, "seeds correlate by %g", c);
    for (int32_t i = 0; i + 1 < MANY; i++)
        again[i] = first[i + 1];
    cr_expect(same_angles(first, again, &c) < 5 && fabs(c) < 0.12, "neighbouring ids correlate by %g", c);
    MUST(context, throng_crowd_destroy(a));
    MUST(context, throng_crowd_destroy(b));
    MUST(context, throng_crowd_destroy(d));
}

static void stop_all(throng_context *context, throng_crowd *crowd)
{
    static const float rest[MANY][2];
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VELOCITY, MANY, NULL, 0, rest, 0));
}

static void expect_flags(throng_context *context, throng_crowd *crowd, uint32_t expected, const char *what)
{
    static uint32_t flags[MANY];
    read_all(context, crowd, THRONG_AGENT_FLAGS, MANY, flags);
    for (int32_t i = 0; i < MANY; i++)
        cr_assert(flags[i] == expected, "%s: flags %u", what, (unsigned)flags[i]);
}

/* Who has just been placed is not congested. Then a turn, which lasts ten steps; another one for those ten
 * that follow; none as soon as it moves; another one in the next episode. */
EACH_WITH_CROWDS(crowd_values, congestion)
{
    static double angles[25][MANY], next[MANY];
    throng_crowd_def def = throng_crowd_default_def();
    double c;
    def.congestion = 1;
    throng_crowd *crowd = make_lonely(context, def, 9);
    MUST(context, throng_crowd_step(crowd, 0.125f));
    expect_flags(context, crowd, 0, "just placed");
    for (int32_t k = 0; k < 25; k++) {
        stop_all(context, crowd);
        MUST(context, throng_crowd_step(crowd, 0.125f));
        expect_flags(context, crowd, THRONG_FLAG_CONGESTED, "stopped");
        read_angles(context, crowd, angles[k]);
        const int32_t same = k > 0 ? same_angles(angles[k], angles[k - 1], &c) : 0;
        cr_expect(k % 10 ? same == MANY : same < 5, "step %d: %d as before", (int)k, (int)same);
        if (k % 10 == 0)
            expect_even("congestion", angles[k], PI / 3.0);
    }
    MUST(context, throng_crowd_step(crowd, 0.125f));
    expect_flags(context, crowd, 0, "moving");
    read_angles(context, crowd, next);
    for (int32_t i = 0; i < MANY; i++)
        cr_assert(next[i] == 0.0, "turned though it moves");
    stop_all(context, crowd);
    MUST(context, throng_crowd_step(crowd, 0.125f));
    read_angles(context, crowd, next);
    cr_expect(same_angles(angles[24], next, &c) < 5 && fabs(c) < 0.12, "episodes correlate by %g", c);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Slower than dead_speed, and wanting to go as fast at least; a tenth of max_speed where nothing is said. */
EACH_WITH_CROWDS(crowd_values, who_is_congested)
{
    static const struct {
        float dead, speed, wish;
        uint32_t flags;
    } cases[] = {{-1.0f, 0.19f, 0.5f, 1}, {-1.0f, 0.21f, 0.5f, 0}, {-1.0f, 0.0f, 0.19f, 0},
                 {-1.0f, 0.0f, 0.21f, 1}, {0.5f, 0.25f, 0.5f, 1},  {0.5f, 0.5f, 0.5f, 0},
                 {0.5f, 0.25f, 0.25f, 0}, {0.0f, 0.0f, 1.0f, 0},   {9.0f, 1.0f, 2.0f, 0}};
    enum { CASES = sizeof cases / sizeof *cases };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[CASES];
    float speeds[CASES][2];
    uint32_t flags[CASES];
    for (int32_t i = 0; i < CASES; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = 1000.0f * (float)i;
        d[i].dead_speed = cases[i].dead;
        d[i].target_y = cases[i].wish;
        speeds[i][0] = -cases[i].speed;
        speeds[i][1] = 0.0f;
    }
    def.congestion = 1;
    throng_crowd *crowd = make(context, &def, CASES, d);
    MUST(context, throng_crowd_step(crowd, 0.125f));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VELOCITY, CASES, NULL, 0, speeds, 0));
    MUST(context, throng_crowd_step(crowd, 0.125f));
    read_all(context, crowd, THRONG_AGENT_FLAGS, CASES, flags);
    for (int32_t i = 0; i < CASES; i++)
        cr_expect(flags[i] == cases[i].flags, "case %d: flags %u", (int)i, (unsigned)flags[i]);
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- vision ---------------------------- */

/* One who may see 15 far, with N0 = 2, between so many others who stand 5 away, and then none. */
EACH_WITH_CROWDS(crowd_values, vision_shrinks)
{
    static const struct {
        int32_t others;
        float ranges[7]; /* in each step */
    } cases[] = {{0, {15, 15, 15, 15, 15, 15, 15}},
                 {2, {15, 15, 15, 15, 15, 15, 15}},
                 {3, {15, 7.5f, 4, 15, 7.5f, 4, 15}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d[5];
        for (int32_t k = 0; k <= cases[i].others; k++) {
            d[k] = throng_agent_default_def();
            d[k].vision_angle = 360.0f;
            d[k].capacity = 2;
            d[k].locked = k > 0;
            d[k].x = k == 1 ? 5.0f : k == 2 ? -5.0f : 0.0f;
            d[k].y = k == 3 ? 5.0f : 0.0f;
        }
        def.perception = THRONG_VISION | THRONG_ADAPTIVE;
        throng_crowd *crowd = make(context, &def, cases[i].others + 1, d);
        for (int32_t k = 0; k < 7; k++) {
            float range[5];
            MUST(context, throng_crowd_step(crowd, 1e-3f));
            read_all(context, crowd, THRONG_AGENT_VISION, cases[i].others + 1, range);
            cr_expect(fabsf(range[0] - cases[i].ranges[k]) < 1e-5f, "%d others, step %d: %g",
                      (int)cases[i].others, (int)k, (double)range[0]);
        }
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* Half the way back to the largest range, where it sees no more than it can. */
EACH_WITH_CROWDS(crowd_values, vision_grows)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[3];
    float range[3];
    for (int32_t k = 0; k < 3; k++) {
        d[k] = throng_agent_default_def();
        d[k].vision_angle = 360.0f;
        d[k].capacity = 1;
        d[k].vision_range_min = 1.0f;
        d[k].locked = k > 0;
        d[k].x = 3.0f * (float)k;
    }
    def.perception = THRONG_VISION | THRONG_ADAPTIVE;
    throng_crowd *crowd = make(context, &def, 3, d);
    static const float expected[] = {15.0f, 7.5f, 3.75f, 9.375f, 4.6875f};
    for (int32_t k = 0; k < 5; k++) {
        MUST(context, throng_crowd_step(crowd, 1e-3f));
        read_all(context, crowd, THRONG_AGENT_VISION, 3, range);
        cr_expect(fabsf(range[0] - expected[k]) < 1e-5f, "step %d: %g", (int)k, (double)range[0]);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- arriving -------------------------- */

/* Nobody overshoots a goal; it is said who is there, and who is there stays. */
EACH_WITH_CROWDS(crowd_values, arrival)
{
    static const float ways[][2] = {{10.0f, 0.0f}, {-3.0f, 4.0f}, {0.3f, -0.1f}, {0.0f, 0.0f}, {1e-6f, 0.0f}};
    enum { WAYS = sizeof ways / sizeof *ways };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[WAYS];
    float at[WAYS][2];
    uint32_t flags[WAYS];
    for (int32_t i = 0; i < WAYS; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = 512.0f * (float)i;
        d[i].radius = 0.5f;
        d[i].navigation = THRONG_NAVIGATE_GOAL;
        d[i].target_x = d[i].x + ways[i][0];
        d[i].target_y = ways[i][1];
        d[i].pref_speed = 1.25f;
    }
    throng_crowd *crowd = make(context, &def, WAYS, d);
    for (int32_t k = 0; k < 120; k++) {
        MUST(context, throng_crowd_step(crowd, 0.1f));
        read_all(context, crowd, THRONG_AGENT_POSITION, WAYS, at);
        read_all(context, crowd, THRONG_AGENT_FLAGS, WAYS, flags);
        for (int32_t i = 0; i < WAYS; i++) {
            const double all = hypot((double)ways[i][0], (double)ways[i][1]), gone = 0.125 * (k + 1);
            const double left = hypot((double)(at[i][0] - d[i].target_x), (double)(at[i][1] - d[i].target_y));
            cr_expect(fabs(left - fmax(all - gone, 0.0)) < 2e-3, "way %d, step %d: %g left", (int)i, (int)k,
                      left);
            if (fabs(left - 0.5) > 1e-3)
                cr_expect(flags[i] == (left < 0.5 ? THRONG_FLAG_ARRIVED : 0), "way %d, step %d: flags %u",
                          (int)i, (int)k, (unsigned)flags[i]);
        }
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* The plane ends at 1e9. */
EACH_WITH_CROWDS(crowd_values, edge_of_the_plane)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    float at[2];
    d.x = 9.9e8f;
    d.y = -9.9e8f;
    d.max_speed = 1e9f;
    d.target_x = 5e8f;
    d.target_y = -5e8f;
    throng_crowd *crowd = make(context, &def, 1, &d);
    for (int32_t i = 0; i < 3; i++)
        MUST(context, throng_crowd_step(crowd, 1e6f));
    read_all(context, crowd, THRONG_AGENT_POSITION, 1, at);
    cr_expect(at[0] == 1e9f && at[1] == -1e9f, "%g, %g", (double)at[0], (double)at[1]);
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- shares ---------------------------- */

/* Two that meet head-on, a little beside one another: how far each turns aside. */
static void meet(throng_context *context, throng_crowd_def def, const throng_agent_def change[2],
                 double aside[2])
{
    throng_agent_def d[2];
    float v[2][2];
    for (int32_t i = 0; i < 2; i++) {
        const float way = i ? -1.0f : 1.0f;
        d[i] = change[i];
        d[i].x = -4.0f * way;
        d[i].y = -0.25f * way;
        d[i].vx = d[i].target_x = way;
    }
    throng_crowd *crowd = make(context, &def, 2, d);
    MUST(context, throng_crowd_step(crowd, 0.125f));
    read_all(context, crowd, THRONG_AGENT_VELOCITY, 2, v);
    aside[0] = hypot((double)v[0][0] - 1.0, (double)v[0][1]);
    aside[1] = hypot((double)v[1][0] + 1.0, (double)v[1][1]);
    MUST(context, throng_crowd_destroy(crowd));
}

EACH_WITH_CROWDS(crowd_values, shares)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def two[2] = {throng_agent_default_def(), throng_agent_default_def()};
    double half[2], aside[2];
    meet(context, def, two, half);
    cr_expect(half[0] > 0.05 && fabs(half[0] - half[1]) < 1e-6, "%g, %g", half[0], half[1]);
#define EXPECT(first, second)                                                                                \
    meet(context, def, two, aside);                                                                          \
    cr_expect(fabs(aside[0] - 2.0 * (first)*half[0]) < 1e-5 &&                                               \
                  fabs(aside[1] - 2.0 * (second)*half[0]) < 1e-5,                                            \
              "%g and %g of %g", aside[0], aside[1], 2.0 * half[0])
    two[0].responsibility = 3.0f;
    EXPECT(0.75, 0.25);
    two[1].responsibility = 0.0f;
    EXPECT(1.0, 0.0);
    two[0].responsibility = 0.0f;
    EXPECT(0.0, 0.0);
    two[0].responsibility = two[1].responsibility = 1.0f;
    two[0].priority = 1;
    EXPECT(0.0, 1.0);
    two[0].priority = INT32_MIN;
    EXPECT(1.0, 0.0);
    two[0].priority = 0;
    two[0].layer = 4;
    two[1].mask = ~4u;
    EXPECT(0.5, 0.0); /* without senses A does not know what B notices */
    def.perception = THRONG_VISION | THRONG_RESPONSIBILITY;
    EXPECT(1.0, 0.0);
    two[0].layer = 1;
    EXPECT(0.5, 0.5);
    two[1].vision_range = 1.0f;
    EXPECT(1.0, 0.0);
    def.perception = THRONG_VISION | THRONG_HEARING | THRONG_RESPONSIBILITY;
    two[0].sound_range = 8.0f; /* B hears it from 8 away, and does not see it */
    two[1].hearing_range = 9.0f;
    EXPECT(0.7, 0.3);
    two[0].vision_range = 1.0f;
    EXPECT(0.0, 0.0);
    two[1].priority = -1; /* it hears A, and that is enough to leave it to B */
    EXPECT(0.0, 1.0);
}

/* Responsibilities without a sense: who is as far as neighbor_dist is not noticed, as in plain crowds. */
EACH_WITH_CROWDS(crowd_values, neighbor_dist_is_not_included)
{
    for (int32_t i = 0; i < 4; i++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
        int32_t perceived[2];
        def.perception = i % 2 ? THRONG_RESPONSIBILITY : 0;
        d[0].neighbor_dist = i < 2 ? 8.0f : 8.000001f;
        d[1].neighbor_dist = 8.5f;
        d[1].x = 8.0f;
        throng_crowd *crowd = make(context, &def, 2, d);
        MUST(context, throng_crowd_step(crowd, 0.125f));
        read_all(context, crowd, THRONG_AGENT_PERCEIVED, 2, perceived);
        cr_expect(perceived[0] == (i >= 2) && perceived[1] == 1, "%d: %d, %d", (int)i, (int)perceived[0],
                  (int)perceived[1]);
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* A smallest range of vision above the largest counts as the largest. */
EACH_WITH_CROWDS(crowd_values, least_vision_above_the_largest)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[3];
    const float ten = 10.0f;
    float range[3];
    throng_agent agents[3];
    for (int32_t k = 0; k < 3; k++) {
        d[k] = throng_agent_default_def();
        d[k].vision_angle = 360.0f;
        d[k].capacity = 1;
        d[k].vision_range_min = 14.0f;
        d[k].locked = k > 0;
        d[k].x = 3.0f * (float)k;
    }
    def.perception = THRONG_VISION | THRONG_ADAPTIVE;
    throng_crowd *crowd;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, 3, d, 0, agents));
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VISION_RANGE, 1, agents, 0, &ten, 0));
    for (int32_t k = 0; k < 4; k++) {
        MUST(context, throng_crowd_step(crowd, 1e-3f));
        read_all(context, crowd, THRONG_AGENT_VISION, 3, range);
        cr_expect(range[0] == ten, "step %d: %g", (int)k, (double)range[0]);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* Large bodies so far apart that squares of what they are compared by have no float: none matters yet. */
EACH_WITH_CROWDS(crowd_values, far_and_large)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[2];
    float v[2][2];
    for (int32_t i = 0; i < 2; i++) {
        d[i] = throng_agent_default_def();
        d[i].radius = 5e5f;
        d[i].x = i ? 5e8f : 0.0f;
        d[i].vx = d[i].target_x = i ? -1000.0f : 1000.0f;
        d[i].max_speed = 1000.0f;
        d[i].neighbor_dist = 1e9f;
        d[i].time_horizon = 1e-6f;
    }
    throng_crowd *crowd = make(context, &def, 2, d);
    MUST(context, throng_crowd_step(crowd, 0.125f));
    read_all(context, crowd, THRONG_AGENT_VELOCITY, 2, v);
    cr_expect(v[0][0] == 1000.0f && v[0][1] == 0.0f && v[1][0] == -1000.0f && v[1][1] == 0.0f,
              "(%g, %g), (%g, %g)", (double)v[0][0], (double)v[0][1], (double)v[1][0], (double)v[1][1]);
    MUST(context, throng_crowd_destroy(crowd));
}

/* Of three who stand below, two to the sides and one straight ahead, the half-planes meet in one point,
 * which is what is nearest to the way down. That one of them is missed or kept there by a rounding, and so
 * that it crosses the others in nothing, leaves the velocity what it is. */
EACH_WITH_CROWDS(crowd_values, lines_through_one_point)
{
    enum { PLACES = 120, BESIDE = 12 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[4] = {throng_agent_default_def(), throng_agent_default_def(),
                             throng_agent_default_def(), throng_agent_default_def()};
    for (int32_t i = 1; i < 4; i++)
        d[i].locked = 1;
    d[0].target_y = -2.0f;
    throng_crowd *crowd = make(context, &def, 4, d);
    for (int32_t k = 0; k < PLACES; k++) {
        const double side = 3.0 + 0.017 * k, down = 3.0 + 0.011 * k, gap = hypot(side, down) - 2.0;
        /* on the way straight down v_y >= -gap / 5 * |p| / p_y by the two, by the third >= -(h - 2) / 5 */
        const float h = (float)(2.0 + gap * hypot(side, down) / down);
        float at[4][2] = {
            {0.0f, 0.0f}, {(float)side, (float)-down}, {(float)-side, (float)-down}, {0.0f, -h}};
        for (int32_t i = -BESIDE; i <= BESIDE; i++) {
            static const float rest[2] = {0.0f, 0.0f};
            uint32_t flags[4];
            float v[4][2];
            throng_agent first;
            at[3][1] = -h - (float)i * 4.8e-7f;
            MUST(context, throng_crowd_find(crowd, 0, &first));
            MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VELOCITY, 1, &first, 0, rest, 0));
            MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION, 4, NULL, 0, at, 0));
            MUST(context, throng_crowd_step(crowd, 0.125f));
            read_all(context, crowd, THRONG_AGENT_VELOCITY, 4, v);
            read_all(context, crowd, THRONG_AGENT_FLAGS, 4, flags);
            cr_expect(flags[0] == 0 && fabs((double)v[0][0]) < 1e-4 &&
                          fabs((double)v[0][1] + ((double)h - 2.0) / 5.0) < 1e-4,
                      "place %d, %d beside: %g, %g, not %g; flags %u", (int)k, (int)i, (double)v[0][0],
                      (double)v[0][1], -((double)h - 2.0) / 5.0, (unsigned)flags[0]);
        }
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* Who stands is avoided by the others alone. */
EACH_WITH_CROWDS(crowd_values, locked)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
    float at[2][2], v[2][2];
    d[0].locked = 1;
    d[0].vx = d[0].target_x = 2.0f;
    d[1].x = -7.0f;
    d[1].y = 0.125f;
    d[1].navigation = THRONG_NAVIGATE_GOAL;
    d[1].target_x = 9.0f;
    throng_crowd *crowd = make(context, &def, 2, d);
    for (int32_t k = 0; k < 150; k++) {
        MUST(context, throng_crowd_step(crowd, 0.1f));
        read_all(context, crowd, THRONG_AGENT_POSITION, 2, at);
        read_all(context, crowd, THRONG_AGENT_VELOCITY, 2, v);
        cr_expect(at[0][0] == 0.0f && at[0][1] == 0.0f && v[0][0] == 0.0f);
        cr_expect(hypot((double)at[1][0], (double)at[1][1]) > 2.0 - 1e-4, "it is run into at step %d",
                  (int)k);
    }
    cr_expect(fabsf(at[1][0] - 9.0f) < 1e-3f && fabsf(at[1][1]) < 1e-3f, "%g, %g", (double)at[1][0],
              (double)at[1][1]);
    MUST(context, throng_crowd_destroy(crowd));
}

/* More agents than a device is told of at a time: before a step, when it does not know them yet, and after
 * it, everybody is in the hash, once. */
EACH_WITH_CROWDS(crowd_values, hash_of_many)
{
    enum { ALL = 20000 };
    static uint64_t expected[3];
    static int32_t known;
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    throng_agent last, *agents = must_allocate(ALL * sizeof *agents);
    throng_agent_def *defs = must_allocate(ALL * sizeof *defs);
    uint64_t hashes[3];
    const float velocity[2] = {0.5f, 0.25f};
    def.agent_capacity = ALL;
    for (int32_t i = 0; i < ALL; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].id = (uint64_t)i << 30;
        defs[i].x = 3.0f * (float)(i % 200);
        defs[i].y = 3.0f * (float)(i / 200);
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, ALL, defs, 0, agents));
    MUST(context, throng_crowd_hash(crowd, &hashes[0]));
    last = agents[ALL - 1];
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_VELOCITY, 1, &last, 0, velocity, 0));
    MUST(context, throng_crowd_hash(crowd, &hashes[1]));
    MUST(context, throng_crowd_step(crowd, 0.25f));
    MUST(context, throng_crowd_hash(crowd, &hashes[2]));
    cr_expect(hashes[0] != hashes[1], "the last one is not in it");
    if (!known++)
        memcpy(expected, hashes, sizeof expected);
    cr_expect(memcmp(expected, hashes, sizeof hashes) == 0);
    MUST(context, throng_crowd_destroy(crowd));
    free(agents);
    free(defs);
}

/* On a lattice neighbours stand on both sides of neighbor_dist by the rounding of places alone: those within
 * are counted once, on every level. */
EACH_WITH_CROWDS(crowd_values, lattice_as_wide_as_neighbor_dist)
{
    enum { SIDE = 30, ALL = SIDE * SIDE };
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    throng_agent agents[ALL];
    static throng_agent_def defs[ALL];
    int32_t counts[ALL], wrong = 0;
    def.max_neighbors = 16;
    for (int32_t i = 0; i < ALL; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].x = 1.1f * (float)(i % SIDE);
        defs[i].y = 1.1f * (float)(i / SIDE);
        defs[i].radius = 0.25f;
        defs[i].neighbor_dist = 2.2f;
        defs[i].max_neighbors = 16;
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, ALL, defs, 0, agents));
    MUST(context, throng_crowd_step(crowd, 0.25f));
    read_all(context, crowd, THRONG_AGENT_PERCEIVED, ALL, counts);
    for (int32_t i = 0; i < ALL; i++) {
        int32_t within = 0;
        for (int32_t k = 0; k < ALL; k++) {
            const float dx = defs[k].x - defs[i].x, dy = defs[k].y - defs[i].y;
            within += k != i && dx * dx + dy * dy < 2.2f * 2.2f;
        }
        wrong += counts[i] != within;
    }
    cr_expect(wrong == 0, "%d of %d", (int)wrong, (int)ALL);
    MUST(context, throng_crowd_destroy(crowd));
}
