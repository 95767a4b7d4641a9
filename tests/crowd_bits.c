/* Crowds: every way to compute gives the bits of the reference level, and those of golden.txt; over a
 * thousand steps too. */
#include "crowds.h"
#include "each.h"
#include "golden.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 100, ROOM = 40 };

static float *expected[ROOM];
static size_t sizes[ROOM];

static void expect_all(void)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    cr_assert(crowd_scene_count <= ROOM);
    for (int32_t i = 0; i < crowd_scene_count; i++)
        expected[i] = crowd_play(context, &crowd_scenes[i], &sizes[i]);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static void forget_all(void)
{
    for (int32_t i = 0; i < crowd_scene_count; i++)
        free(expected[i]);
}

/* part: below 0 all scenes, 0 to 2 every third one. */
static void check_variant(const variant *v, int32_t part)
{
    throng_context *context = open_variant(v, NULL);
    for (int32_t i = 0; i < crowd_scene_count; i++) {
        size_t size;
        char what[160];
        if (part >= 0 && i % 3 != part)
            continue;
        float *got = crowd_play(context, &crowd_scenes[i], &size);
        snprintf(what, sizeof what, "%s: %s", v->name, crowd_scenes[i].name);
        cr_expect(size == sizes[i] && same_bits(what, got, expected[i], size / sizeof *got), "%s", what);
        free(got);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(crowd_bits, cpu)
{
    variant list[MOST];
    int32_t count = cpu_variants(list, MOST);
    expect_all();
    for (int32_t i = 0; i < count; i++)
        check_variant(&list[i], list[i].threads == 1 ? -1 : i % 3);
    forget_all();
}

Test(crowd_bits, opencl)
{
    variant list[MOST];
    if (!crowds_on_opencl() || !opencl_present())
        cr_skip_test("no crowds on OpenCL");
    int32_t count = opencl_variants(list, MOST);
    expect_all();
    for (int32_t i = 0; i < count; i++)
        check_variant(&list[i], i == 0 ? -1 : i % 3);
    forget_all();
}

Test(crowd_bits, golden)
{
    expect_all();
    for (int32_t i = 0; i < crowd_scene_count; i++) {
        uint64_t hash = hash_bytes(expected[i], sizes[i]);
        uint64_t golden = golden_hash(getenv("THRONG_TEST_GOLDEN"), crowd_scenes[i].name);
        cr_expect(hash == golden, "%s: hash %016llx, golden %016llx", crowd_scenes[i].name,
                  (unsigned long long)hash, (unsigned long long)golden);
    }
    forget_all();
}

/* ---------------------------------------------------------------- lanes beside each other ----------- */

/* Agents that touch, in long steps: programs fail by rounding alone, and what the last one should miss by
 * least it may then not miss at all. Agents of a pack have different numbers of neighbours. */
enum { RINGS = 2000, RING = 15, STACK = 4, APART = 3 };

static uint64_t ring_hash(throng_context *context, uint64_t seed)
{
    rng r = {seed};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[RING + STACK + APART];
    throng_crowd *crowd;
    uint64_t hash;
    const int32_t ring = 4 + rng_below(&r, RING - 3), count = ring + STACK + APART;
    for (int32_t i = 0; i < count; i++) {
        const double way = (double)rng_between(&r, 0.0f, 6.2831853f);
        const int on_ring = i < ring;
        throng_agent_def *a = &agents[i];
        *a = throng_agent_default_def();
        a->radius = on_ring ? 0.25f : 0.0f;
        a->max_speed = on_ring ? 2.0f : 0.0f;
        a->x = on_ring ? (float)(0.5 * cos(way)) : i < ring + STACK ? 2e-38f : 5.0f;
        a->y = on_ring ? (float)(0.5 * sin(way)) : 0.0f;
        a->vx = on_ring ? 4.0f * a->x : 0.0f;
        a->vy = on_ring ? 4.0f * a->y : 0.0f;
        a->navigation = i % 3 == 0 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
        a->target_x = i % 3 == 0 ? 8.0f : i % 3 == 1 ? rng_between(&r, -2.0f, 2.0f) : 0.0f;
        a->target_y = i % 3 == 0 ? 8.5f : i % 3 == 1 ? rng_between(&r, -2.0f, 2.0f) : 0.0f;
        a->max_neighbors = 10 - i % 3 * 2;
        a->neighbor_dist = i % 2 ? 15.0f : 0.75f;
        a->responsibility = on_ring ? 0.3f : 0.7f;
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, count, agents, 0, NULL));
    MUST(context, throng_crowd_step(crowd, 1e6f));
    MUST(context, throng_crowd_hash(crowd, &hash));
    MUST(context, throng_crowd_destroy(crowd));
    return hash;
}

Test(crowd_bits, touching)
{
    static uint64_t right[RINGS];
    variant list[MOST], reference = reference_variant();
    const int32_t count = cpu_variants(list, MOST);
    for (int32_t k = -1; k < count; k++) {
        if (k >= 0 && (list[k].threads != 1 || list[k].run))
            continue;
        throng_context *context = open_variant(k < 0 ? &reference : &list[k], NULL);
        for (int32_t i = 0; i < RINGS; i++) {
            const uint64_t hash = ring_hash(context, (uint64_t)i);
            if (k < 0)
                right[i] = hash;
            cr_expect(hash == right[i], "%s: ring %d", list[k < 0 ? 0 : k].name, (int)i);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* ---------------------------------------------------------------- long sessions --------------------- */

static const crowd_scene long_scenes[] = {
    {"long, dense", CROWD_SCATTERED, 200, 10, 2.2f, 1.0f, 0, 0, 0, 0.0f, 0, 751},
    {"long, sparse", CROWD_SCATTERED, 150, 10, 10.0f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 0, 752},
    {"long, congested", CROWD_SCATTERED, 150, 10, 2.0f, 1.0f, CROWD_SENSES_OWN, THRONG_PERCEPTION_ALL, 1,
     0.05f, 0, 753},
    {"long, all rules", CROWD_LATTICE, 130, 16, 2.0f, 1.0f, 31, THRONG_VISION | THRONG_TOUCH, 1, 0.1f, 0,
     754},
};
enum { LONG_STEPS = 1000, LONG_LOOKS = 20, LONG_EACH = LONG_STEPS / LONG_LOOKS };

/* Agents come and go every LONG_EACH steps; the hash at each of those times. */
static void go_far(throng_context *context, const crowd_scene *s, uint64_t hashes[LONG_LOOKS])
{
    test_crowd *t = crowd_begin(context, s);
    for (int32_t i = 0; i < LONG_STEPS; i++) {
        if (i % LONG_EACH == LONG_EACH / 2)
            crowd_change(t, 1 + i / LONG_EACH % 3);
        crowd_step(t);
        if (i % LONG_EACH == LONG_EACH - 1)
            hashes[i / LONG_EACH] = crowd_hash(t);
    }
    crowd_end(t);
}

Test(crowd_bits, thousand_steps)
{
    enum { SCENES = sizeof long_scenes / sizeof *long_scenes };
    static uint64_t first[SCENES][LONG_LOOKS], got[LONG_LOOKS];
    variant list[MOST];
    int32_t count = cpu_variants(list, MOST), compared = 0;
    if (crowds_on_opencl() && opencl_present())
        count += opencl_variants(list + count, 1 + MOST - count) ? 1 : 0;
    for (int32_t i = 0; i < count; i++) {
        /* one of each level, and under every scheduler one of them */
        if (list[i].backend == THRONG_BACKEND_CPU && list[i].threads != (list[i].run ? 8 : 1))
            continue;
        throng_context *context = open_variant(&list[i], NULL);
        for (int32_t k = 0; k < SCENES; k++) {
            if (compared > 0 && list[i].run && k != i % SCENES)
                continue;
            go_far(context, &long_scenes[k], compared > 0 ? got : first[k]);
            for (int32_t look = 0; compared > 0 && look < LONG_LOOKS; look++)
                cr_expect(got[look] == first[k][look], "%s: %s differs after %d steps", list[i].name,
                          long_scenes[k].name, (int)((look + 1) * LONG_EACH));
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
        compared++;
    }
    cr_expect(compared > 1);
}
