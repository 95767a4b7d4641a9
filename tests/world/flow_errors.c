/* What calls on flows of a world refuse: each says why, and nothing changes; and each request of theirs for
 * memory refused once. */
#include "tests/support/each_backend.h"
#include "tests/support/supply.h"
#include "tests/world/flow_scenes.h"
#include "tests/world/mirror.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, REQUESTS = 400 };

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

static throng_context *context;

static int says(throng_status got, throng_status wanted, const char *words)
{
    if (got == wanted && strstr(throng_context_message(context), words))
        return 1;
    fprintf(stderr, "status %d, \"%s\", not \"%s\"\n", (int)got, throng_context_message(context), words);
    return 0;
}

/* ---------------------------------------------------------------- definitions ----------------------- */

static throng_world_flow_def good_def(void)
{
    throng_world_flow_def def = throng_world_flow_default_def();
    def.width = 40;
    def.height = 30;
    return def;
}

static void refuse_def(throng_world *world, const throng_world_flow_def *def, const char *words)
{
    throng_world_flow *flow;
    cr_expect(says(throng_world_flow_create(world, def, &flow), INVALID, words) && !flow);
}

static void refuse_defs(throng_world *world)
{
    throng_terrain *terrain = (throng_terrain *)(void *)world;
    throng_world_flow_def def = good_def();
    cr_expect(says(throng_world_flow_create(world, &def, NULL), INVALID, "flow must not be NULL"));
    refuse_def(world, NULL, "throng_world_flow_default_def");
    def.cookie = 0;
    refuse_def(world, &def, "throng_world_flow_default_def");
    def = good_def();
    def.width = 0;
    refuse_def(world, &def, "def.width, height are 0, 30");
    def = good_def();
    def.height = THRONG_MAX_WORLD_SIDE + 1;
    refuse_def(world, &def, "def.width, height are 40");
    def = good_def();
    def.width = 1;
    def.height = 2;
    refuse_def(world, &def, "too few cells for 3 parts");
    def.width = def.height = 100000;
    refuse_def(world, &def, "more parts are needed");
    def = good_def();
    def.margin = THRONG_MIN_WORLD_MARGIN - 1;
    refuse_def(world, &def, "def.margin is 3");
    def = good_def();
    def.flow.terrain = terrain;
    refuse_def(world, &def, "those are the world's");
    def = good_def();
    def.flow.seed_capacity = 1;
    refuse_def(world, &def, "those are the world's");
    def = good_def();
    def.flow.unreached = 2;
    refuse_def(world, &def, "def.unreached is 2");
    def = good_def();
    def.flow.fields = 0;
    refuse_def(world, &def, "def.flow.fields is 0");
    def = good_def();
    def.flow.clearance_count = 9;
    refuse_def(world, &def, "def.flow.clearance_count is 9");
    def = good_def();
    def.flow.cell_size = 0.0f;
    refuse_def(world, &def, "def.cell_size is 0");
    def = good_def();
    def.flow.clearance_count = 1;
    def.flow.clearances[0] = 17.0f;
    refuse_def(world, &def, "def.clearances[0] is 17");
}

/* ---------------------------------------------------------------- calls ----------------------------- */

static void refuse_map(throng_world_flow *flow)
{
    const throng_region off = {39, 0, 2, 1}, one = {39, 29, 1, 1}, two = {0, 0, 2, 1};
    const throng_cell cells[2] = {{3, 3}, {40, 0}};
    const uint8_t bytes[2] = {1, 0};
    cr_expect(says(throng_world_flow_set_blocked(flow, &off, bytes, 0), INVALID, "region is column 39"));
    cr_expect(says(throng_world_flow_set_blocked(flow, &one, NULL, 0), INVALID, "blocked must not be NULL"));
    cr_expect(says(throng_world_flow_set_blocked(flow, &two, bytes, 1), INVALID, "row_stride is 1"));
    cr_expect(says(throng_world_flow_set_costs(flow, &two, bytes, 0), INVALID, "column 1, row 0 is 0"));
    cr_expect(says(throng_world_flow_set_costs(flow, &one, NULL, 0), INVALID, "costs must not be NULL"));
    cr_expect(says(throng_world_flow_set_goals(flow, 1, 1, cells, 0), INVALID, "field is 1"));
    cr_expect(says(throng_world_flow_set_goals(flow, 0, -1, cells, 0), INVALID, "count is -1"));
    cr_expect(says(throng_world_flow_set_goals(flow, 0, 1, NULL, 0), INVALID, "cells must not be NULL"));
    cr_expect(says(throng_world_flow_set_goals(flow, 0, 1, cells, 4), INVALID, "stride of cells is 4"));
    cr_expect(says(throng_world_flow_set_goals(flow, 0, 2, cells, 0), INVALID, "cells[1] is column 40"));
    const throng_cell near[2] = {{3, 3}, {3, 4}};
    cr_expect(says(throng_world_flow_set_goals(flow, 0, 2, near, 0), THRONG_ERROR_CAPACITY, "goal_capacity"));
}

static void refuse_reading(throng_world_flow *flow)
{
    const throng_region off = {39, 29, 1, 1};
    const throng_flow_point points[2] = {{1.0f, 1.0f, 0, 0}, {1.0f, 1.0f, 1, 0}};
    throng_flow_vector vectors[2];
    throng_world_flow_part part;
    float length;
    uint8_t direction;
    cr_expect(says(throng_world_flow_read_lengths(flow, 3, 0, NULL, &length, 0), INVALID, "part is 3"));
    cr_expect(says(throng_world_flow_read_lengths(flow, 0, 1, NULL, &length, 0), INVALID, "field is 1"));
    cr_expect(
        says(throng_world_flow_read_lengths(flow, 0, 0, &off, &length, 0), INVALID, "region is column"));
    cr_expect(says(throng_world_flow_read_lengths(flow, 0, 0, NULL, NULL, 0), INVALID, "lengths must not"));
    cr_expect(
        says(throng_world_flow_read_directions(flow, -1, 0, NULL, &direction, 0), INVALID, "part is -1"));
    cr_expect(says(throng_world_flow_sample(flow, 2, 1, points, 0, vectors), INVALID, "sampling is 2"));
    cr_expect(says(throng_world_flow_sample(flow, 0, -1, points, 0, vectors), INVALID, "count is -1"));
    cr_expect(says(throng_world_flow_sample(flow, 0, 1, NULL, 0, vectors), INVALID, "agents must not be"));
    cr_expect(
        says(throng_world_flow_sample(flow, 0, 2, points, 0, vectors), INVALID, "agents[1].world is 1"));
    cr_expect(says(throng_world_flow_sample(flow, 0, 1, points, 0, NULL), INVALID, "ways must not be NULL"));
    cr_expect(says(throng_world_flow_get_part(flow, 3, &part), INVALID, "part is 3"));
    cr_expect(says(throng_world_flow_get_part(flow, 0, NULL), INVALID, "info must not be NULL"));
    cr_expect(says(throng_world_flow_get_info(flow, NULL), INVALID, "info must not be NULL"));
}

static void refuse_crowds(throng_world *world, throng_world_flow *flow, throng_world *other)
{
    throng_world_crowd_def d = throng_world_crowd_default_def();
    throng_crowd_def parts[PARTS] = {throng_crowd_default_def(), throng_crowd_default_def(),
                                     throng_crowd_default_def()};
    throng_world_crowd *crowd;
    throng_world_flow_part part;
    d.parts = parts;
    d.flow = flow;
    cr_expect(says(throng_world_crowd_create(other, &d, &crowd), INVALID, "def.flow is not a flow of this"));
    d.skin = 30.0f;
    cr_expect(says(throng_world_crowd_create(world, &d, &crowd), INVALID, "def.skin is 30: at most 25.87"));
    d.skin = 0.0f;
    MUST(context, throng_world_flow_get_part(flow, 0, &part));
    parts[1].flow = part.flow;
    cr_expect(says(throng_world_crowd_create(world, &d, &crowd), INVALID, "def.parts[1].flow must be NULL"));
}

static void refuse_null(void)
{
    throng_world_flow *flow;
    const throng_world_flow_def def = good_def();
    cr_expect(throng_world_flow_create(NULL, &def, &flow) == INVALID && !flow);
    cr_expect(throng_world_flow_destroy(NULL) == THRONG_OK);
    cr_expect(throng_world_flow_set_blocked(NULL, NULL, NULL, 0) == INVALID &&
              throng_world_flow_set_costs(NULL, NULL, NULL, 0) == INVALID &&
              throng_world_flow_set_goals(NULL, 0, 0, NULL, 0) == INVALID &&
              throng_world_flow_update(NULL) == INVALID &&
              throng_world_flow_get_part(NULL, 0, NULL) == INVALID &&
              throng_world_flow_read_lengths(NULL, 0, 0, NULL, NULL, 0) == INVALID &&
              throng_world_flow_read_directions(NULL, 0, 0, NULL, NULL, 0) == INVALID &&
              throng_world_flow_sample(NULL, 0, 0, NULL, 0, NULL) == INVALID &&
              throng_world_flow_get_info(NULL, NULL) == INVALID);
}

Test(world_flow_errors, calls)
{
    variant v = reference_variant();
    throng_world *world, *other;
    throng_world_flow *flow, *plain;
    const throng_cell goal = {39, 29};
    context = open_variant(&v, NULL);
    throng_context *const contexts[PARTS] = {context, context, context};
    MUST(context, throng_world_create(PARTS, contexts, NULL, &world));
    MUST(context, throng_world_create(1, contexts, NULL, &other));
    refuse_defs(world);
    throng_world_flow_def def = good_def();
    MUST(context, throng_world_flow_create(world, &def, &plain));
    const uint8_t one = 1;
    const throng_region cell = {0, 0, 1, 1};
    cr_expect(says(throng_world_flow_set_costs(plain, &cell, &one, 0), INVALID, "the flow has no costs"));
    def.flow.costs = 1;
    MUST(context, throng_world_flow_create(world, &def, &flow));
    MUST(context, throng_world_flow_set_goals(flow, 0, 1, &goal, 0));
    MUST(context, throng_world_flow_update(flow));
    refuse_map(flow);
    refuse_reading(flow);
    refuse_crowds(world, flow, other);
    refuse_null();
    const throng_flow_point at = {0.5f, 0.5f, 0, 0};
    throng_flow_vector to;
    MUST(context, throng_world_flow_update(flow));
    MUST(context, throng_world_flow_sample(flow, 0, 1, &at, 0, &to));
    cr_expect(to.length == (float)(10.0 + 29.0 * 1.4142135623730951));
    cr_expect(says(throng_world_destroy(world), INVALID, "2 flows, which must be destroyed first"));
    MUST(context, throng_world_flow_destroy(flow));
    MUST(context, throng_world_flow_destroy(plain));
    MUST(context, throng_world_destroy(world));
    MUST(context, throng_world_destroy(other));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* ---------------------------------------------------------------- costs at borders ------------------ */

enum { BESIDE = 1001, AROUND = 64, ROWS = 1000 }; /* columns of a tile and of its margin */

static void set_costs(throng_world_flow *flow, int32_t column, int32_t width, uint8_t cost)
{
    static uint8_t costs[BESIDE * ROWS];
    const throng_region r = {column, 0, width, ROWS};
    memset(costs, cost, (size_t)width * ROWS);
    MUST(context, throng_world_flow_set_costs(flow, &r, costs, 0));
}

static float length_at(throng_world_flow *flow, int32_t column)
{
    const throng_flow_point at = {(float)column + 0.5f, 500.5f, 0, 0};
    throng_flow_vector to;
    MUST(context, throng_world_flow_sample(flow, THRONG_FLOW_SAMPLE_CELL, 1, &at, 0, &to));
    return to.length;
}

/* The sum of a window's costs counts once all neighbours' are there: those of the left one may rise, and
 * those of the right one fall. */
static void check_borders(throng_context *contexts[PARTS])
{
    throng_world_def of_world = throng_world_default_def();
    throng_world_flow_def def = throng_world_flow_default_def();
    const throng_cell goal = {1501, 500};
    throng_world *world;
    throng_world_flow *flow;
    of_world.cut = THRONG_CUT_STRIPS;
    MUST(context, throng_world_create(PARTS, contexts, &of_world, &world));
    def.width = PARTS * BESIDE;
    def.height = ROWS;
    def.margin = AROUND;
    def.flow.costs = 1;
    MUST(context, throng_world_flow_create(world, &def, &flow));
    set_costs(flow, BESIDE, BESIDE, 255);
    for (int32_t i = 0; i < 4; i++) { /* each window's sum is at most 30,000 below what is allowed */
        set_costs(flow, BESIDE - AROUND, AROUND, i % 2 ? 255 : 1);
        set_costs(flow, 2 * BESIDE, AROUND, i % 2 ? 1 : 255);
        MUST(context, throng_world_flow_update(flow));
    }
    set_costs(flow, 2 * BESIDE, AROUND, 255);
    for (int32_t i = 0; i < 2; i++)
        cr_expect(says(throng_world_flow_update(flow), THRONG_ERROR_CAPACITY, "costs of world 0 add up"));
    set_costs(flow, BESIDE - AROUND, AROUND, 1);
    MUST(context, throng_world_flow_update(flow));
    set_costs(flow, BESIDE, BESIDE, 201); /* so that there is room for seeds */
    MUST(context, throng_world_flow_set_goals(flow, 0, 1, &goal, 0));
    MUST(context, throng_world_flow_update(flow));
    /* a step costs the mean of its two cells */
    const float left = length_at(flow, 950), right = length_at(flow, 2030);
    cr_expect(left == 500.0f * 201.0f + 101.0f + 50.0f, "%.9g", (double)left);
    cr_expect(right == 500.0f * 201.0f + 228.0f + 28.0f * 255.0f, "%.9g", (double)right);
    /* nor does what margins had in the last update keep costs from being set: all neighbours' fall now */
    set_costs(flow, BESIDE, BESIDE, 1);
    set_costs(flow, 0, BESIDE, 255);
    set_costs(flow, 2 * BESIDE, BESIDE, 255);
    MUST(context, throng_world_flow_update(flow));
    set_costs(flow, 0, BESIDE, 1);
    set_costs(flow, 2 * BESIDE, BESIDE, 1);
    set_costs(flow, BESIDE, BESIDE, 255);
    MUST(context, throng_world_flow_update(flow));
    cr_expect(length_at(flow, 950) == 500.0f * 255.0f + 128.0f + 50.0f, "%.9g", (double)length_at(flow, 950));
    MUST(context, throng_world_flow_destroy(flow));
    MUST(context, throng_world_destroy(world));
}

Test(world_flow_errors, costs_at_borders)
{
    variant v = reference_variant();
    context = open_variant(&v, NULL);
    throng_context *contexts[PARTS] = {context, context, context};
    check_borders(contexts);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* ---------------------------------------------------------------- memory ---------------------------- */

typedef struct tried {
    supply memory;
    throng_world *world;
    throng_world_flow *flow;
    throng_cell goals[3];
    throng_flow_vector to;
} tried;

static throng_status create(tried *t)
{
    throng_world_flow_def def = good_def();
    def.flow.goal_capacity = 3;
    def.flow.costs = 1;
    return throng_world_flow_create(t->world, &def, &t->flow);
}
static throng_status set_goals(tried *t) { return throng_world_flow_set_goals(t->flow, 0, 3, t->goals, 0); }
static throng_status update(tried *t) { return throng_world_flow_update(t->flow); }
static throng_status sample(tried *t)
{
    const throng_flow_point at = {20.5f, 15.5f, 0, 0};
    return throng_world_flow_sample(t->flow, THRONG_FLOW_SAMPLE_SMOOTH, 1, &at, 0, &t->to);
}

/* Refuses one request after the other; how many there were. */
static int32_t refuse_each(tried *t, const char *name, throng_status (*run)(tried *t))
{
    for (int32_t n = 1; n < REQUESTS; n++) {
        t->memory.failed = 0;
        t->memory.fail_at = n;
        const throng_status status = run(t);
        t->memory.fail_at = 0;
        if (t->memory.failed == 0) {
            cr_expect(status == THRONG_OK, "%s: %s", name, throng_context_message(context));
            return n - 1;
        }
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY, "%s, request %d: %s", name, (int)n,
                  throng_status_string(status));
        if (run == update) /* nobody is led by what is not complete */
            cr_expect(sample(t) == THRONG_ERROR_LOST);
    }
    cr_assert(0, "%s asks for memory without end", name);
    return 0;
}

Test(world_flow_errors, each_request)
{
    static tried t;
    throng_context_def hooks = throng_context_default_def();
    variant v = reference_variant();
    hooks.allocator = supply_allocator(&t.memory);
    context = open_variant(&v, &hooks);
    throng_context *const contexts[PARTS] = {context, context, context};
    t.goals[0] = (throng_cell){1, 1};
    t.goals[1] = (throng_cell){1, 2};
    t.goals[2] = (throng_cell){38, 29};
    MUST(context, throng_world_create(PARTS, contexts, NULL, &t.world));
    int32_t refused = refuse_each(&t, "create", create);
    refused += refuse_each(&t, "set goals", set_goals);
    refused += refuse_each(&t, "update", update);
    refused += refuse_each(&t, "sample", sample);
    cr_expect(refused > 30, "%d requests", (int)refused);
    cr_expect(t.to.length == (float)(4.0 + 14.0 * 1.4142135623730951), "%.9g", (double)t.to.length);
    /* nothing more once all has been there */
    for (int32_t i = 0; i < 6; i++) {
        const uint8_t wall = i % 2 ? 1 : 0;
        const throng_region cell = {20, 10 + i, 1, 1};
        const int64_t made = t.memory.made;
        MUST(context, throng_world_flow_set_blocked(t.flow, &cell, &wall, 0));
        MUST(context, set_goals(&t));
        MUST(context, update(&t));
        MUST(context, sample(&t));
        cr_expect(i < 2 || t.memory.made == made, "update %d allocates", (int)i);
    }
    MUST(context, throng_world_flow_destroy(t.flow));
    MUST(context, throng_world_destroy(t.world));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(t.memory.alive == 0);
}
