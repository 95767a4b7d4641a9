/* An hour of simulated time: agents come and go, obstacles too, goals change, snapshots are taken up on
 * another level. Nothing that holds in a step may be lost over many. */
#include "tests/crowd/scenes.h"
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum {
    AGENTS = 240,
    STEPS = 36000, /* of a tenth of a second */
    CHANGED_EVERY = 40,
    READ_EVERY = 8,
    SAVED_EVERY = 4000,
    TAKEN_UP = 60, /* steps of a snapshot taken up */
    BLOCKS = 9
};
static const float side = 60.0f;

typedef struct soak {
    throng_context *context;
    throng_crowd *crowd;
    throng_agent agents[AGENTS];
    throng_agent_def defs[AGENTS]; /* of those that are there */
    int32_t count;
    throng_obstacle blocks[BLOCKS];
    int32_t there[BLOCKS];
    uint64_t bytes; /* when all had been there once */
    rng random;
} soak;

static throng_crowd_def soak_def(void)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = AGENTS;
    def.perception = THRONG_PERCEPTION_ALL;
    def.congestion = 1;
    def.symmetry = 0.05f;
    def.seed = 3600;
    return def;
}

/* Blocks of 6 x 6 units stand in a lattice, with ways of 14 between them. */
static float edge_of(int32_t i) { return 7.0f + 20.0f * (float)i; }

static int32_t in_block(float x, float y, float by)
{
    for (int32_t i = 0; i < BLOCKS; i++) {
        const float left = edge_of(i % 3), top = edge_of(i / 3);
        if (x > left - by && x < left + 6.0f + by && y > top - by && y < top + 6.0f + by)
            return i + 1;
    }
    return 0;
}

static void draw_place(rng *r, float radius, float *x, float *y)
{
    do {
        *x = rng_between(r, 0.0f, side);
        *y = rng_between(r, 0.0f, side);
    } while (in_block(*x, *y, radius));
}

static void add(soak *s)
{
    throng_agent_def d = throng_agent_default_def();
    d.radius = rng_between(&s->random, 0.2f, 0.5f);
    d.max_speed = rng_between(&s->random, 0.8f, 2.0f);
    d.locked = rng_below(&s->random, 40) == 0;
    d.navigation = THRONG_NAVIGATE_GOAL;
    draw_place(&s->random, d.radius, &d.x, &d.y);
    draw_place(&s->random, d.radius, &d.target_x, &d.target_y);
    MUST(s->context, throng_crowd_add(s->crowd, 1, &d, 0, &s->agents[s->count]));
    s->defs[s->count++] = d;
}

static void drop(soak *s, int32_t i)
{
    MUST(s->context, throng_crowd_remove(s->crowd, 1, &s->agents[i], 0));
    cr_expect(throng_crowd_remove(s->crowd, 1, &s->agents[i], 0) == THRONG_ERROR_INVALID_ARGUMENT);
    s->agents[i] = s->agents[--s->count];
    s->defs[i] = s->defs[s->count];
}

/* A block that nobody stands in the way of comes, or it goes. */
static void change_block(soak *s)
{
    const int32_t i = rng_below(&s->random, BLOCKS);
    const float left = edge_of(i % 3), top = edge_of(i / 3);
    const throng_vertex v[4] = {
        {left, top}, {left + 6.0f, top}, {left + 6.0f, top + 6.0f}, {left, top + 6.0f}};
    float at[AGENTS][2];
    if (s->there[i]) {
        MUST(s->context, throng_crowd_remove_obstacle(s->crowd, s->blocks[i]));
        s->there[i] = 0;
        return;
    }
    MUST(s->context, throng_crowd_get(s->crowd, THRONG_AGENT_POSITION, s->count, s->agents, 0, at, 0));
    for (int32_t k = s->count - 1; k >= 0; k--)
        if (in_block(at[k][0], at[k][1], s->defs[k].radius) == i + 1)
            drop(s, k);
    MUST(s->context, throng_crowd_add_obstacle(s->crowd, 4, v, 0, &s->blocks[i]));
    s->there[i] = 1;
}

static void change(soak *s)
{
    for (int32_t k = rng_below(&s->random, 20); k > 0 && s->count > AGENTS / 2; k--)
        drop(s, rng_below(&s->random, s->count));
    for (int32_t k = rng_below(&s->random, 24); k > 0 && s->count < AGENTS; k--)
        add(s);
    for (int32_t k = 0; k < 20; k++) {
        float goal[2];
        const int32_t i = rng_below(&s->random, s->count);
        draw_place(&s->random, s->defs[i].radius, &goal[0], &goal[1]);
        MUST(s->context, throng_crowd_set(s->crowd, THRONG_AGENT_GOAL, 1, &s->agents[i], 0, goal, 0));
    }
    change_block(s);
}

static void check(const soak *s, int32_t step)
{
    float at[AGENTS][2], v[AGENTS][2];
    MUST(s->context, throng_crowd_get(s->crowd, THRONG_AGENT_POSITION, s->count, s->agents, 0, at, 0));
    MUST(s->context, throng_crowd_get(s->crowd, THRONG_AGENT_VELOCITY, s->count, s->agents, 0, v, 0));
    for (int32_t i = 0; i < s->count; i++) {
        const float most = s->defs[i].max_speed;
        const int32_t block = in_block(at[i][0], at[i][1], 0.999f * s->defs[i].radius * 0.7071f);
        cr_assert(v[i][0] * v[i][0] + v[i][1] * v[i][1] <= most * most, "step %d: %g, %g", (int)step,
                  (double)v[i][0], (double)v[i][1]);
        cr_assert(fabsf(at[i][0]) < 2.0f * side && fabsf(at[i][1]) < 2.0f * side, "step %d: at (%g, %g)",
                  (int)step, (double)at[i][0], (double)at[i][1]);
        cr_assert(!s->defs[i].locked || (at[i][0] == s->defs[i].x && at[i][1] == s->defs[i].y),
                  "step %d: a locked one moves", (int)step);
        cr_assert(!block || !s->there[block - 1], "step %d: (%g, %g) is in a block", (int)step,
                  (double)at[i][0], (double)at[i][1]);
    }
}

/* Taken up on the reference level it goes on as here. */
static void check_snapshot(const soak *s, throng_context *other)
{
    const throng_crowd_def def = soak_def();
    throng_crowd *again;
    size_t bytes;
    uint64_t before, now, then;
    MUST(s->context, throng_crowd_snapshot_bytes(s->crowd, &bytes));
    void *saved = must_allocate(bytes);
    MUST(s->context, throng_crowd_save(s->crowd, saved, bytes));
    MUST(other, throng_crowd_create(other, &def, &again));
    MUST(other, throng_crowd_restore(again, saved, bytes));
    MUST(s->context, throng_crowd_hash(s->crowd, &before));
    for (int32_t i = 0; i < TAKEN_UP; i++) {
        MUST(s->context, throng_crowd_step(s->crowd, 0.1f));
        MUST(other, throng_crowd_step(again, 0.1f));
    }
    MUST(s->context, throng_crowd_hash(s->crowd, &now));
    MUST(other, throng_crowd_hash(again, &then));
    cr_expect(now == then && now != before, "a snapshot goes on otherwise");
    MUST(s->context, throng_crowd_restore(s->crowd, saved, bytes));
    MUST(s->context, throng_crowd_hash(s->crowd, &then));
    cr_expect(then == before, "a restored crowd is another one");
    MUST(other, throng_crowd_destroy(again));
    free(saved);
}

Test(crowd_soak, an_hour)
{
    variant v[2] = {{.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 1, .name = "auto"},
                    reference_variant()};
    throng_context *other = open_variant(&v[1], NULL);
    soak *s = must_allocate(sizeof *s);
    memset(s, 0, sizeof *s);
    s->context = open_variant(&v[0], NULL);
    s->random.state = 36000;
    const throng_crowd_def def = soak_def();
    MUST(s->context, throng_crowd_create(s->context, &def, &s->crowd));
    while (s->count < AGENTS)
        add(s);
    for (int32_t step = 0; step < STEPS; step++) {
        throng_crowd_info info;
        if (step % CHANGED_EVERY == 0)
            change(s);
        MUST(s->context, throng_crowd_step(s->crowd, 0.1f));
        if (step % READ_EVERY == 0)
            check(s, step);
        if (step % SAVED_EVERY != SAVED_EVERY - 1)
            continue;
        check_snapshot(s, other);
        MUST(s->context, throng_crowd_get_info(s->crowd, &info));
        s->bytes = s->bytes ? s->bytes : info.host_bytes;
        cr_expect(info.host_bytes <= s->bytes + s->bytes / 4, "step %d: %d bytes, first %d", (int)step,
                  (int)info.host_bytes, (int)s->bytes);
    }
    cr_expect(throng_crowd_destroy(s->crowd) == THRONG_OK);
    cr_expect(throng_context_destroy(s->context) == THRONG_OK);
    cr_expect(throng_context_destroy(other) == THRONG_OK);
    free(s);
}
