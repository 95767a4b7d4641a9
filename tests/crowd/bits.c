/* Crowds: every way to compute gives the bits of the reference level, and those of golden.txt; over a
 * thousand steps too. */
#include "tests/crowd/walled_scenes.h"
#include "tests/support/each_variant.h"

#include <math.h>

enum { MOST = 100 };

/* Those among walls are behind the others. */
static const char *scene_name(int32_t i)
{
    return i < crowd_scene_count ? crowd_scenes[i].name : walled_scenes[i - crowd_scene_count].crowd.name;
}

static float *play_scene(throng_context *context, int32_t i, size_t *size)
{
    return i < crowd_scene_count ? crowd_play(context, &crowd_scenes[i], size)
                                 : walled_play(context, &walled_scenes[i - crowd_scene_count], size);
}

static scene_list scenes(void)
{
    return (scene_list){crowd_scene_count + walled_scene_count, scene_name, play_scene, NULL};
}

Test(crowd_bits, cpu)
{
    const scene_list s = scenes();
    scenes_on_cpu(&s);
}

Test(crowd_bits, opencl)
{
    const scene_list s = scenes();
    scenes_on_opencl(&s, 1);
}

Test(crowd_bits, golden)
{
    const scene_list s = scenes();
    scenes_are_golden(&s);
}

/* ---------------------------------------------------------------- lanes beside each other ----------- */

/* Lanes of a pack must not matter to each other: small worlds in which they might, a step of each on every
 * level. */
enum { WORLDS = 2000 };

static uint64_t hash_after_step(throng_context *context, throng_crowd *crowd, float dt)
{
    uint64_t hash;
    MUST(context, throng_crowd_step(crowd, dt));
    MUST(context, throng_crowd_hash(crowd, &hash));
    MUST(context, throng_crowd_destroy(crowd));
    return hash;
}

static void compare_worlds(uint64_t (*world)(throng_context *context, uint64_t seed))
{
    static uint64_t right[WORLDS];
    variant list[MOST], reference = reference_variant();
    const int32_t count = cpu_variants(list, MOST);
    for (int32_t k = -1; k < count; k++) {
        const variant *v = k < 0 ? &reference : &list[k];
        if (k >= 0 && (v->threads != 1 || v->run))
            continue;
        throng_context *context = open_variant(v, NULL);
        for (int32_t i = 0; i < WORLDS; i++) {
            const uint64_t hash = world(context, (uint64_t)i);
            if (k < 0)
                right[i] = hash;
            cr_expect(hash == right[i], "%s: world %d", v->name, (int)i);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Agents that touch, in long steps: programs fail by rounding alone, and what the last one should miss by
 * least it may then not miss at all. Agents of a pack have different numbers of neighbours. */
enum { RING = 15, STACK = 4, APART = 3 };

static uint64_t ring_of_agents(throng_context *context, uint64_t seed)
{
    rng r = {seed};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[RING + STACK + APART];
    throng_crowd *crowd;
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
    return hash_after_step(context, crowd, 1e6f);
}

Test(crowd_bits, touching) { compare_worlds(ring_of_agents); }

/* Agents in line with a wall, whose end is just as far as they reach, or nearly: it turns them aside, or does
 * not matter. Each fourth one stands nearer. */
enum { WALKERS = 24 };

static uint64_t walls_at_reach(throng_context *context, uint64_t seed)
{
    rng r = {seed + 100000};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[WALKERS];
    throng_crowd *crowd;
    const throng_vertex wall[2] = {{rng_between(&r, -50.0f, 50.0f), rng_between(&r, -50.0f, 50.0f)},
                                   {rng_between(&r, -50.0f, 50.0f), rng_between(&r, -50.0f, 50.0f)}};
    const double ex = (double)wall[1].x - (double)wall[0].x, ey = (double)wall[1].y - (double)wall[0].y;
    const double per = 1.0 / (sqrt(ex * ex + ey * ey) + 1e-6);
    for (int32_t i = 0; i < WALKERS; i++) {
        throng_agent_def *a = &agents[i];
        *a = throng_agent_default_def();
        a->radius = 0.25f;
        a->max_neighbors = 0;
        a->time_horizon_obst = rng_between(&r, 0.2f, 5.0f);
        const double reach = (double)(a->time_horizon_obst * a->max_speed + a->radius);
        const double away = reach * (i % 4 == 0 ? 0.5 : 1.0 + 1e-7 * (double)rng_between(&r, -3.0f, 3.0f));
        const double aside = 1e-3 * (double)rng_between(&r, -1.0f, 1.0f);
        a->x = (float)((double)wall[0].x - (away * ex + aside * ey) * per);
        a->y = (float)((double)wall[0].y - (away * ey - aside * ex) * per);
        a->target_x = (float)(2.0 * ex * per);
        a->target_y = (float)(2.0 * ey * per);
        a->vx = 5.0f * a->target_x; /* faster than it may go on */
        a->vy = 5.0f * a->target_y;
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, WALKERS, agents, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, NULL));
    return hash_after_step(context, crowd, 0.25f);
}

Test(crowd_bits, walls_at_the_end_of_reach) { compare_worlds(walls_at_reach); }

/* ---------------------------------------------------------------- crowds that jump ------------------ */

/* How far agents looked in their last step tells nothing of the next one, where they have jumped. */
enum { JUMPERS = 150, JUMPS = 24 };

/* Everyone to somewhere else; after each jump the crowd stands looser or closer. */
static void jump(throng_context *context, throng_crowd *crowd, rng *r)
{
    float places[2 * JUMPERS];
    const float side = rng_between(r, 2.0f, 9.0f);
    for (int32_t i = 0; i < 2 * JUMPERS; i++)
        places[i] = side * rng_between(r, -side, side);
    MUST(context, throng_crowd_set(crowd, THRONG_AGENT_POSITION, JUMPERS, NULL, 0, places, 0));
}

static void check_jumps(throng_context *context, const char *name)
{
    static unsigned char snapshot[64 * 1024];
    rng r = {771};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def agents[JUMPERS];
    throng_crowd *crowd;
    size_t bytes;
    for (int32_t i = 0; i < JUMPERS; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].max_speed = i % 5 ? 2.0f : 40.0f;
        agents[i].neighbor_dist = i % 7 ? 15.0f : 3.0f;
        agents[i].max_neighbors = i % 11 ? 10 : 3;
        agents[i].target_x = rng_between(&r, -2.0f, 2.0f);
        agents[i].target_y = rng_between(&r, -2.0f, 2.0f);
    }
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, JUMPERS, agents, 0, NULL));
    for (int32_t i = 0; i < JUMPS; i++) {
        throng_crowd *fresh; /* knows nothing of earlier steps */
        uint64_t hash;
        if (i % 3 == 0)
            jump(context, crowd, &r);
        MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
        cr_assert(bytes <= sizeof snapshot);
        MUST(context, throng_crowd_save(crowd, snapshot, bytes));
        MUST(context, throng_crowd_create(context, &def, &fresh));
        MUST(context, throng_crowd_restore(fresh, snapshot, bytes));
        MUST(context, throng_crowd_step(crowd, 0.1f));
        MUST(context, throng_crowd_hash(crowd, &hash));
        cr_expect(hash == hash_after_step(context, fresh, 0.1f), "%s: step %d", name, (int)i);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

Test(crowd_bits, jumps)
{
    variant list[MOST];
    int32_t count = cpu_variants(list, MOST - 1);
    if (opencl_present())
        count += opencl_variants(list + count, MOST - count);
    for (int32_t i = 0; i < count; i++) {
        if (list[i].backend == THRONG_BACKEND_CPU && (list[i].threads != 1 || list[i].run))
            continue;
        throng_context *context = open_variant(&list[i], NULL);
        check_jumps(context, list[i].name);
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
    if (opencl_present())
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
