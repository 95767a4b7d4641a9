/* What examples/crowd is made of: measures against cases worked out by hand, scenes, walks. */
#include <criterion/criterion.h>

#include "examples/common/program.h"
#include "examples/crowd/walk.h"

#include <math.h>
#include <string.h>

const char program_name[] = "crowd";

static int near(double a, double b) { return fabs(a - b) < 1e-6; }

static const float ones[] = {1.0f, 1.0f, 1.0f}, twos[] = {2.0f, 2.0f, 2.0f};

/* ---------------------------------------------------------------- measures --------------------------- */

/* Alone: one that walks with 2 and arrives, one that stands. */
Test(crowd_measures, one_by_one)
{
    measures *m = measures_create(2, ones, twos, 0.5);
    for (int32_t i = 0; i <= 20; i++) {
        const float places[] = {(float)i, 0.0f, 0.0f, 50.0f};
        const uint8_t states[] = {i >= 10 ? MEASURES_ARRIVED : MEASURES_WALKS, MEASURES_WALKS};
        measures_add(m, places, states);
    }
    const measures_result r = measures_sum(m);
    cr_expect(near(r.seconds, 20.0) && near(r.arrived, 0.5));
    cr_expect(near(r.time, 5.0) && near(r.last_time, 5.0) && near(r.detour, 1.0));
    cr_expect(near(r.jerk, 0.0) && near(r.stuck, 10.0 / 15.0) && near(r.stuck_at_end, 0.5));
    cr_expect(near(r.collisions, 0.0) && near(r.overlapping, 0.0) && near(r.into_walls, 0.0));
    measures_destroy(m);
}

/* Two bodies of radius 1 that come as near as 1.5 for two states of four, and a third one far away; then
 * one of them is gone, and its place is free. */
Test(crowd_measures, overlaps)
{
    static const float gaps[] = {2.0f, 1.5f, 1.5f, 1.985f, 1.0f};
    measures *m = measures_create(3, ones, twos, 0.1);
    for (int32_t i = 0; i < 5; i++) {
        const float places[] = {-7.0f, 3.0f, -7.0f + gaps[i], 3.0f, 40.0f, 3.0f};
        const uint8_t states[] = {MEASURES_WALKS, i == 4 ? MEASURES_GONE : MEASURES_WALKS, MEASURES_WALKS};
        measures_add(m, places, states);
    }
    const measures_result r = measures_sum(m);
    cr_expect(near(r.seconds, 1.2), "%g", r.seconds);
    cr_expect(near(r.collisions, 2.0 / 1.2), "%g", r.collisions);
    cr_expect(near(r.overlapping, 0.4 / 1.2), "%g", r.overlapping);
    cr_expect(near(r.depth, 0.25) && near(r.deepest, 0.25));
    measures_destroy(m);
}

/* Around a corner: 3 and 4 in place of 5. */
Test(crowd_measures, detour)
{
    measures *m = measures_create(1, ones, twos, 1.0);
    const float places[][2] = {{0, 0}, {3, 0}, {3, 4}, {3, 9}};
    for (int32_t i = 0; i < 4; i++) {
        const uint8_t state = i >= 2 ? MEASURES_ARRIVED : MEASURES_WALKS;
        measures_add(m, places[i], &state);
    }
    const measures_result r = measures_sum(m);
    cr_expect(near(r.detour, 1.4) && near(r.time, 2.0), "%g", r.detour);
    measures_destroy(m);
}

/* x = t^3 has a jerk of 6, also in differences. */
Test(crowd_measures, jerk)
{
    measures *m = measures_create(1, ones, twos, 1.0);
    for (int32_t i = 0; i < 8; i++) {
        const float place[] = {(float)(i * i * i), 0.0f};
        const uint8_t state = MEASURES_WALKS;
        measures_add(m, place, &state);
    }
    cr_expect(near(measures_sum(m).jerk, 6.0), "%g", measures_sum(m).jerk);
    measures_destroy(m);
}

/* Half a radius into a wall, and then through it. */
Test(crowd_measures, walls)
{
    measures *m = measures_create(1, ones, twos, 1.0);
    static const float places[][2] = {{0, 0}, {0, 4.5f}, {0, 5.25f}};
    static const double deepest[] = {0.0, 0.5, 1.25};
    const uint8_t state = MEASURES_WALKS;
    cr_assert(measures_wall(m, -1.0, 5.0, 1.0, 5.0));
    cr_assert(measures_wall(m, 8.0, -5.0, 8.0, 5.0));
    for (int32_t i = 0; i < 3; i++) {
        measures_add(m, places[i], &state);
        cr_expect(near(measures_sum(m).into_walls, deepest[i]), "%g", measures_sum(m).into_walls);
    }
    measures_destroy(m);
}

/* The grid finds what looking at all pairs finds. */
Test(crowd_measures, pairs)
{
    enum { COUNT = 300 };
    static float radii[COUNT], speeds[COUNT], places[2 * COUNT];
    static uint8_t states[COUNT];
    uint64_t state = 5;
    double deepest = 0.0;
    int32_t overlapping = 0;
    for (int32_t i = 0; i < COUNT; i++) {
        radii[i] = (float)(0.2 + 0.8 * scene_random(&state));
        speeds[i] = 1.0f;
        places[2 * i] = (float)(60.0 * scene_random(&state) - 30.0);
        places[2 * i + 1] = (float)(60.0 * scene_random(&state) - 30.0);
    }
    for (int32_t i = 0; i < COUNT; i++) {
        double depth = 0.0;
        for (int32_t k = 0; k < COUNT; k++) {
            const double sum = (double)radii[i] + (double)radii[k];
            const double gap = hypot((double)places[2 * i] - (double)places[2 * k],
                                     (double)places[2 * i + 1] - (double)places[2 * k + 1]);
            if (i != k && gap < MEASURES_TOUCH * sum)
                depth = fmax(depth, 1.0 - gap / sum);
        }
        overlapping += depth > 0.0;
        deepest = fmax(deepest, depth);
    }
    measures *m = measures_create(COUNT, radii, speeds, 1.0);
    measures_add(m, places, states);
    measures_add(m, places, states);
    const measures_result r = measures_sum(m);
    cr_assert(overlapping > 20);
    cr_expect(near(r.overlapping, overlapping / (double)COUNT) && near(r.deepest, deepest));
    cr_expect(near(r.collisions, 0.0), "they overlapped from the start");
    measures_destroy(m);
}

/* ---------------------------------------------------------------- scenes ----------------------------- */

static int create_any(scene *s, int32_t number, uint64_t seed)
{
    return number < 0 ? scene_circle(s, 50, 5.0f, 0.1f, seed)
                      : scene_create(s, number, scene_agents(number), seed);
}

/* All agents start apart from each other and from walls, the same for the same seed. */
Test(crowd_scenes, starts)
{
    for (int32_t number = -1; number < scene_count; number++) {
        scene s, again, other;
        cr_assert(create_any(&s, number, 3));
        cr_assert(create_any(&again, number, 3) && create_any(&other, number, 4));
        const size_t size = (size_t)s.count * sizeof *s.agents;
        int32_t same = 0;
        cr_expect(memcmp(s.agents, again.agents, size) == 0, "%s", s.name);
        for (int32_t i = 0; i < s.count; i++) {
            same += s.agents[i].x == other.agents[i].x;
            for (int32_t k = 0; k < i; k++)
                cr_expect(hypotf(s.agents[i].x - s.agents[k].x, s.agents[i].y - s.agents[k].y) >
                              0.98f * (s.agents[i].radius + s.agents[k].radius),
                          "%s: %d and %d", s.name, (int)i, (int)k);
        }
        cr_expect(same < s.count / 2, "%s: another seed, the same places", s.name);
        scene_destroy(&s);
        scene_destroy(&again);
        scene_destroy(&other);
    }
}

/* Everybody gets through the bottleneck, by the door: nobody through a wall. */
Test(crowd_scenes, bottleneck)
{
    scene s;
    walk w;
    const walk_def def = {.seed = 1, .threads = 1};
    cr_assert(scene_create(&s, 1, 40, 1));
    cr_assert(walk_create(&w, &s, &def) == PROGRAM_OK);
    while (!walk_over(&w))
        cr_assert(walk_step(&w) == PROGRAM_OK);
    const measures_result r = measures_sum(w.measures);
    cr_expect(near(r.arrived, 1.0) && r.into_walls < 0.2, "%g, %g", r.arrived, r.into_walls);
    for (int32_t i = 0; i < s.count; i++)
        cr_expect(w.places[2 * i] >= 14.0f && w.next[i] == 1);
    cr_expect(w.there == 0);
    walk_destroy(&w);
    scene_destroy(&s);
}

/* Two who meet exactly head-on go around each other with the symmetry setting. */
Test(crowd_scenes, circle_of_two)
{
    scene s;
    walk w;
    const walk_def def = {.way = 2, .seed = 1, .threads = 1};
    cr_assert(scene_circle(&s, 2, 12.0f, 0.0f, 1));
    cr_assert(walk_create(&w, &s, &def) == PROGRAM_OK);
    while (!walk_over(&w))
        cr_assert(walk_step(&w) == PROGRAM_OK);
    const measures_result r = measures_sum(w.measures);
    cr_expect(near(r.arrived, 1.0) && r.detour < 1.2 && near(r.overlapping, 0.0), "%g", r.arrived);
    walk_destroy(&w);
    scene_destroy(&s);
}
