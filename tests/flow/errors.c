/* Every wrong argument of the calls on fields of paths: a status, a message with the parameter and its value,
 * nothing written and nothing changed. */
#include "tests/support/rejected.h"

#include <throng/flow_seeds.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { W = 12, H = 9, CELLS = W * H, FIELDS = 2, CAPACITY = 3 };

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

typedef struct refusal {
    watch *w;
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    float before[FIELDS][CELLS];
} refusal;

static void read_all(refusal *f, float lengths[FIELDS][CELLS])
{
    for (int32_t i = 0; i < FIELDS; i++)
        MUST(f->context, throng_flow_read_lengths(f->flow, i, NULL, lengths[i], 0));
}

static refusal begin(const variant *v)
{
    refusal f = {.w = watch_begin()};
    throng_context_def hooks = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    watch_hooks(f.w, &hooks);
    f.context = open_variant(v, &hooks);
    ground.width = W;
    ground.height = H;
    MUST(f.context, throng_terrain_create(f.context, &ground, &f.terrain));
    def.terrain = f.terrain;
    def.fields = FIELDS;
    def.goal_capacity = CAPACITY;
    MUST(f.context, throng_flow_create(f.context, &def, &f.flow));
    MUST(f.context, throng_flow_set_goals(f.flow, 0, 2, (throng_cell[]){{1, 2}, {8, 3}}, 0));
    MUST(f.context, throng_flow_set_goals(f.flow, 1, 1, (throng_cell[]){{11, 8}}, 0));
    MUST(f.context, throng_flow_update(f.flow));
    read_all(&f, f.before);
    f.w->assertions = f.w->logs = 0;
    return f;
}

static void end(refusal *f)
{
    MUST(f->context, throng_flow_destroy(f->flow));
    MUST(f->context, throng_terrain_destroy(f->terrain));
    MUST(f->context, throng_context_destroy(f->context));
    cr_expect(watch_end(f->w) == 0);
}

/* The call just made was refused: status, hooks, a message with all of these words ("|" between); and the
 * fields are what they were, once all are computed anew too. */
static void expect(refusal *f, const char *what, throng_status got, throng_status expected, const char *words)
{
    static float after[FIELDS][CELLS];
    expect_told(f->w, f->context, what, got, expected, words);
    read_all(f, after);
    cr_expect(memcmp(after, f->before, sizeof after) == 0, "%s: the fields changed", what);
    MUST(f->context, throng_terrain_fill(f->terrain, NULL, 0));
    MUST(f->context, throng_flow_update(f->flow));
    read_all(f, after);
    cr_expect(memcmp(after, f->before, sizeof after) == 0, "%s: the goals changed", what);
    f->w->assertions = f->w->logs = 0;
}

#define EXPECT(expected, words, call) expect(f, #call, (call), (expected), (words))

static void each_refusal(void (*check)(refusal *f))
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        refusal f = begin(&list[i]);
        check(&f);
        end(&f);
    }
}

#define REJECTED(name)                                                                                       \
    static void rejected_##name(refusal *f);                                                                 \
    Test(errors_flow, name) { each_refusal(rejected_##name); }                                               \
    static void rejected_##name(refusal *f)

/* ---------------------------------------------------------------- creation -------------------------- */

static void try_def(refusal *f, const char *what, const throng_flow_def *def, throng_status status,
                    const char *words)
{
    throng_flow *flow = f->flow;
    const int64_t allocations = f->w->allocations;
    const throng_status got = throng_flow_create(f->context, def, &flow);
    cr_expect(flow == NULL && f->w->allocations == allocations, "%s: nothing is made", what);
    expect(f, what, got, status, words);
}

REJECTED(definitions)
{
    throng_flow_def good = throng_flow_default_def(), def;
    throng_context_info info;
    good.terrain = f->terrain;
    try_def(f, "no def", NULL, INVALID, "def must not be NULL|throng_flow_default_def()");
    memset(&def, 0, sizeof def);
    try_def(f, "zeros", &def, INVALID, "def was not made by|throng_flow_default_def()");
    def = good;
    def.terrain = NULL;
    try_def(f, "no terrain", &def, INVALID, "def.terrain must not be NULL");
    def.terrain = (throng_terrain *)(void *)f->flow;
    try_def(f, "no terrain", &def, INVALID, "def.terrain is not terrain of this context");
    static const int32_t grids[] = {-1, 3, INT32_MAX};
    static const int32_t fields[] = {0, -1, THRONG_MAX_FLOW_FIELDS + 1, INT32_MIN};
    static const int32_t goals[] = {0, -1, THRONG_MAX_CELLS + 1, INT32_MIN};
    static const float sizes[] = {0.0f, -1.0f, 9e-7f, 1.1e6f, 1e-40f, NAN, INFINITY, -INFINITY};
    static const int32_t backends[] = {-1, 3, INT32_MAX};
    char words[80];
    for (int i = 0; i < 8; i++) {
        def = good;
        def.grid = grids[i % 3];
        snprintf(words, sizeof words, "def.grid is %d|THRONG_GRID_", (int)def.grid);
        try_def(f, "grid", &def, INVALID, words);
        def = good;
        def.fields = fields[i % 4];
        snprintf(words, sizeof words, "def.fields is %d|1 to 65536", (int)def.fields);
        try_def(f, "fields", &def, INVALID, words);
        def = good;
        def.goal_capacity = goals[i % 4];
        snprintf(words, sizeof words, "def.goal_capacity is %d|1 to", (int)def.goal_capacity);
        try_def(f, "goals", &def, INVALID, words);
        def = good;
        def.cell_size = sizes[i];
        try_def(f, "cell size", &def, INVALID, "def.cell_size is|1e-6 to 1e6");
        def = good;
        def.backend = backends[i % 3];
        snprintf(words, sizeof words, "def.backend is %d|THRONG_BACKEND_AUTO", (int)def.backend);
        try_def(f, "backend", &def, INVALID, words);
    }
    MUST(f->context, throng_context_get_info(f->context, &info));
    if (!info.opencl) {
        def = good;
        def.backend = THRONG_BACKEND_OPENCL;
        try_def(f, "no device", &def, THRONG_ERROR_NO_DEVICE, "def.backend is opencl|no OpenCL device");
    }
    EXPECT(INVALID, "flow must not be NULL", throng_flow_create(f->context, &good, NULL));
    cr_expect(throng_flow_create(NULL, &good, NULL) == INVALID);
}

static void try_ground(refusal *f, const throng_flow_def *good)
{
    throng_flow_def def = *good;
    static const float radii[] = {-1.0f, 16.1f, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        def = *good;
        def.clearance_count = i % 2 ? THRONG_MAX_FLOW_CLEARANCES + 1 : -1;
        try_def(f, "classes", &def, INVALID, "def.clearance_count is|0 to 8");
        def.clearance_count = 2;
        def.clearances[1] = radii[i];
        try_def(f, "radius", &def, INVALID, "def.clearances[1] is|0 to 16");
        def = *good;
        def.costs = i % 2 ? 2 : -1;
        try_def(f, "costs", &def, INVALID, "def.costs is|0 or 1");
        def = *good;
        def.costs = 1;
        def.slow_by_cost = i % 2 ? 2 : -1;
        try_def(f, "speed", &def, INVALID, "def.slow_by_cost is|0 or 1");
        def = *good;
        def.unreached = i % 2 ? 2 : -1;
        try_def(f, "unreached", &def, INVALID, "def.unreached is|THRONG_FLOW_UNREACHED_");
    }
    def = *good;
    def.clearance_count = 2;
    def.clearances[0] = def.clearances[1] = 1.0f;
    try_def(f, "equal radii", &def, INVALID, "def.clearances[1] is 1|above 1");
    def.grid = THRONG_GRID_HEX;
    try_def(f, "hexagons", &def, INVALID, "def.clearance_count is 2|hexagonal");
    def = *good;
    def.slow_by_cost = 1;
    try_def(f, "no costs", &def, INVALID, "def.slow_by_cost is 1|needs costs");
}

REJECTED(ground)
{
    throng_flow_def good = throng_flow_default_def();
    good.terrain = f->terrain;
    try_ground(f, &good);
}

/* What the tests of costs ask: lengths of a flow with costs, after an update. */
static float length_at(refusal *f, throng_flow *flow, int32_t field)
{
    const throng_region cell = {3, 2, 1, 1};
    float length = 0.0f;
    MUST(f->context, throng_flow_update(flow));
    MUST(f->context, throng_flow_read_lengths(flow, field, &cell, &length, 0));
    return length;
}

REJECTED(costs)
{
    throng_flow_def def = throng_flow_default_def();
    throng_flow *flow;
    uint8_t costs[CELLS];
    int32_t number = -7;
    memset(costs, 3, sizeof costs);
    EXPECT(INVALID, "the flow has no costs", throng_flow_set_costs(f->flow, NULL, costs, 0));
    def.terrain = f->terrain;
    def.costs = 1;
    def.clearance_count = 2;
    def.clearances[0] = 0.3f;
    def.clearances[1] = 0.8f;
    MUST(f->context, throng_flow_create(f->context, &def, &flow));
    MUST(f->context, throng_flow_set_goals(flow, 0, 1, (throng_cell[]){{1, 2}}, 0));
    MUST(f->context, throng_flow_set_costs(flow, NULL, costs, 0));
    cr_expect(length_at(f, flow, 0) == 6.0f && length_at(f, flow, 1) == 6.0f);
    costs[4 * W + 5] = 0;
    EXPECT(INVALID, "the cost of column 5, row 4 is 0|1 to 255", throng_flow_set_costs(flow, NULL, costs, 0));
    EXPECT(INVALID, "costs must not be NULL", throng_flow_set_costs(flow, NULL, NULL, 0));
    EXPECT(INVALID, "row_stride is 11 bytes|12", throng_flow_set_costs(flow, NULL, costs, 11));
    EXPECT(INVALID, "region is|inside 12 x 9",
           throng_flow_set_costs(flow, &(throng_region){1, 0, W, 1}, costs, 0));
    cr_expect(length_at(f, flow, 0) == 6.0f, "costs changed");
    EXPECT(INVALID, "field is 1|0 to 0", throng_flow_field_for(flow, 1, 0.5f, &number));
    EXPECT(INVALID, "radius is nan", throng_flow_field_for(flow, 0, NAN, &number));
    EXPECT(INVALID, "number must not be NULL", throng_flow_field_for(flow, 0, 0.5f, NULL));
    cr_expect(number == -7);
    static const float radii[] = {0.0f, 0.3f, 0.31f, 0.8f, 1e9f};
    for (int i = 0; i < 5; i++) {
        MUST(f->context, throng_flow_field_for(flow, 0, radii[i], &number));
        cr_expect(number == (i > 1));
    }
    EXPECT(INVALID, "field is 2|0 to 1", throng_flow_read_lengths(flow, 2, NULL, f->before[0], 0));
    EXPECT(INVALID, "field is 1|0 to 0", throng_flow_set_goals(flow, 1, 0, NULL, 0));
    MUST(f->context, throng_flow_destroy(flow));
}

/* More tiles than can be numbered. */
REJECTED(too_many_tiles)
{
    throng_flow_def def = throng_flow_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow *flow;
    ground.width = ground.height = 1;
    ground.worlds = 65536;
    MUST(f->context, throng_terrain_create(f->context, &ground, &def.terrain));
    def.fields = 65536;
    EXPECT(THRONG_ERROR_OUT_OF_MEMORY, "flow fields", throng_flow_create(f->context, &def, &flow));
    cr_expect(flow == NULL);
    def.fields = 32768;
    EXPECT(THRONG_ERROR_OUT_OF_MEMORY, "flow fields", throng_flow_create(f->context, &def, &flow));
    cr_expect(flow == NULL);
    MUST(f->context, throng_terrain_destroy(def.terrain));
}

/* Sums of costs beyond which the order of keys would not be exact. */
Test(errors_flow, too_many_costs)
{
    enum { SIDE = 1100 };
    const variant reference = reference_variant();
    throng_context *context = open_variant(&reference, NULL);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    throng_flow *flow;
    const throng_region most = {0, 0, SIDE, 970}, next = {0, 970, SIDE, 1};
    const int64_t rest = THRONG_MAX_FLOW_COSTS - (int64_t)SIDE * SIDE - 254 * (int64_t)SIDE * 960;
    uint8_t *costs = must_allocate((size_t)SIDE * SIDE);
    ground.width = ground.height = SIDE;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    def.costs = 1;
    MUST(context, throng_flow_create(context, &def, &flow));
    memset(costs, 255, (size_t)SIDE * SIDE);
    cr_expect(throng_flow_set_costs(flow, NULL, costs, 0) == THRONG_ERROR_CAPACITY &&
              strstr(throng_context_message(context), "world 0 add up to") != NULL);
    cr_expect(rest > 0 && rest < 254 * (int64_t)SIDE * 10);
    MUST(context, throng_flow_set_costs(flow, &(throng_region){0, 0, SIDE, 960}, costs, 0));
    cr_expect(throng_flow_set_costs(flow, &most, costs, 0) == THRONG_ERROR_CAPACITY);
    /* the last cost that fits, and one more */
    for (int64_t left = rest, i = 0; left > 0; left -= 254, i++)
        costs[i] = (uint8_t)(left < 254 ? 1 + left : 255);
    for (int64_t i = (rest + 253) / 254; i < 10 * (int64_t)SIDE; i++)
        costs[i] = 1;
    MUST(context, throng_flow_set_costs(flow, &(throng_region){0, 960, SIDE, 10}, costs, 0));
    memset(costs, 1, SIDE);
    MUST(context, throng_flow_set_costs(flow, &next, costs, 0));
    costs[7] = 2;
    cr_expect(throng_flow_set_costs(flow, &next, costs, 0) == THRONG_ERROR_CAPACITY);
    free(costs);
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(def.terrain));
    MUST(context, throng_context_destroy(context));
}

/* Costs are limited by the seeds of their own world, and by those that are there. */
Test(errors_flow, costs_beside_seeds)
{
    enum { SIDE = 700 };
    const variant reference = reference_variant();
    throng_context *context = open_variant(&reference, NULL);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    throng_flow *flow;
    throng_flow_seed seed = {.cell = {3, 3}, .length = {500000000, 0}};
    const throng_region worlds[2] = {{0, 0, SIDE, SIDE}, {0, SIDE, SIDE, SIDE}};
    uint8_t *costs = must_allocate((size_t)SIDE * SIDE);
    memset(costs, 50, (size_t)SIDE * SIDE);
    ground.width = ground.height = SIDE;
    ground.worlds = 2;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    def.costs = 1;
    def.seed_capacity = 4;
    MUST(context, throng_flow_create(context, &def, &flow));
    MUST(context, throng_flow_set_seeds(flow, 0, 1, &seed, 0));
    cr_expect(throng_flow_set_costs(flow, &worlds[0], costs, 0) == THRONG_ERROR_CAPACITY);
    MUST(context, throng_flow_set_costs(flow, &worlds[1], costs, 0));
    seed.length.straight = 2;
    MUST(context, throng_flow_add_seeds(flow, 0, 1, &seed, 0)); /* in its place */
    MUST(context, throng_flow_set_costs(flow, &worlds[0], costs, 0));
    free(costs);
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(def.terrain));
    MUST(context, throng_context_destroy(context));
}

/* The height of several hexagonal worlds; terrain of another context; the terrain stays while fields do. */
REJECTED(terrain)
{
    throng_flow_def def = throng_flow_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_context *other;
    throng_context_def plain = throng_context_default_def();
    plain.backend = THRONG_BACKEND_CPU;
    ground.width = ground.height = 5;
    ground.worlds = 2;
    def.grid = THRONG_GRID_HEX;
    MUST(f->context, throng_terrain_create(f->context, &ground, &def.terrain));
    try_def(f, "odd worlds", &def, INVALID, "def.grid is hexagonal|even|5");
    MUST(f->context, throng_terrain_destroy(def.terrain));
    MUST(NULL, throng_context_create(&plain, &other));
    ground.worlds = 1;
    MUST(other, throng_terrain_create(other, &ground, &def.terrain));
    try_def(f, "another context", &def, INVALID, "def.terrain is not terrain of this context");
    MUST(other, throng_terrain_destroy(def.terrain));
    MUST(other, throng_context_destroy(other));
    EXPECT(INVALID, "the terrain is used by 1 other object", throng_terrain_destroy(f->terrain));
    EXPECT(INVALID, "context still has 2 objects,", throng_context_destroy(f->context));
}

REJECTED(handles)
{
    void *context = f->context;
    throng_flow *const wrong[] = {NULL, context};
    throng_flow_info info;
    float length = 7.0f;
    uint8_t direction = 7;
    throng_flow_vector way = {7.0f, 7.0f, 7.0f};
    const throng_flow_point agent = {0.0f, 0.0f, 0, 0};
    for (int i = 0; i < 2; i++) {
        cr_expect(throng_flow_set_goals(wrong[i], 0, 0, NULL, 0) == INVALID);
        cr_expect(throng_flow_update(wrong[i]) == INVALID);
        cr_expect(throng_flow_read_lengths(wrong[i], 0, NULL, &length, 0) == INVALID);
        cr_expect(throng_flow_read_directions(wrong[i], 0, NULL, &direction, 0) == INVALID);
        cr_expect(throng_flow_sample(wrong[i], 0, 1, &agent, 0, &way) == INVALID);
        cr_expect(throng_flow_reset(wrong[i]) == INVALID);
        cr_expect(throng_flow_get_info(wrong[i], &info) == INVALID);
        cr_expect(throng_flow_destroy(wrong[i]) == (wrong[i] ? INVALID : THRONG_OK));
    }
    cr_expect(length == 7.0f && direction == 7 && way.dx == 7.0f);
    EXPECT(INVALID, "info must not be NULL", throng_flow_get_info(f->flow, NULL));
}

/* ---------------------------------------------------------------- goals and reading ----------------- */

REJECTED(goals)
{
    static const throng_cell wrong[] = {{-1, 0}, {0, -1},        {W, 0},         {0, H},
                                        {W, H},  {INT32_MAX, 0}, {0, INT32_MIN}, {0, INT32_MAX}};
    const throng_cell cells[CAPACITY + 1] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        throng_cell all[CAPACITY];
        char words[80];
        const int at = (int)(i % CAPACITY);
        memcpy(all, cells, sizeof all);
        all[at] = wrong[i];
        snprintf(words, sizeof words, "cells[%d] is column %d, row %d|inside 12 x 9", at,
                 (int)wrong[i].column, (int)wrong[i].row);
        EXPECT(INVALID, words, throng_flow_set_goals(f->flow, 1, CAPACITY, all, 0));
    }
    EXPECT(INVALID, "field is 2|0 to 1", throng_flow_set_goals(f->flow, 2, 1, cells, 0));
    EXPECT(INVALID, "field is -1", throng_flow_set_goals(f->flow, -1, 1, cells, 0));
    EXPECT(INVALID, "count is -1", throng_flow_set_goals(f->flow, 0, -1, cells, 0));
    EXPECT(INVALID, "cells must not be NULL", throng_flow_set_goals(f->flow, 0, 1, NULL, 0));
    EXPECT(INVALID, "stride of cells is 7 bytes|8", throng_flow_set_goals(f->flow, 0, 1, cells, 7));
    EXPECT(THRONG_ERROR_CAPACITY, "count is 4|at most 3",
           throng_flow_set_goals(f->flow, 0, CAPACITY + 1, cells, 0));
    EXPECT(THRONG_ERROR_CAPACITY, "count is 2147483647",
           throng_flow_set_goals(f->flow, 0, INT32_MAX, cells, 0));
}

REJECTED(reading)
{
    static const throng_region wrong[] = {
        {-1, 0, 1, 1}, {0, -1, 1, 1}, {0, 0, 0, 1},         {0, 0, 1, 0},         {0, 0, -1, 1},
        {W, 0, 1, 1},  {0, H, 1, 1},  {0, 0, W + 1, 1},     {0, 0, 1, H + 1},     {INT32_MAX, 0, 1, 1},
        {1, 0, W, 1},  {0, 1, 1, H},  {0, 0, INT32_MAX, 1}, {0, INT32_MIN, 1, 1}, {0, 0, 1, INT32_MIN}};
    float lengths[CELLS] = {7.0f};
    uint8_t directions[CELLS] = {7};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char words[100];
        snprintf(words, sizeof words, "column %d, row %d, width %d, height %d|inside 12 x 9",
                 (int)wrong[i].column, (int)wrong[i].row, (int)wrong[i].width, (int)wrong[i].height);
        EXPECT(INVALID, words, throng_flow_read_lengths(f->flow, 0, &wrong[i], lengths, 0));
        EXPECT(INVALID, words, throng_flow_read_directions(f->flow, 1, &wrong[i], directions, 0));
    }
    EXPECT(INVALID, "field is 2", throng_flow_read_lengths(f->flow, 2, NULL, lengths, 0));
    EXPECT(INVALID, "field is -1", throng_flow_read_directions(f->flow, -1, NULL, directions, 0));
    EXPECT(INVALID, "lengths must not be NULL", throng_flow_read_lengths(f->flow, 0, NULL, NULL, 0));
    EXPECT(INVALID, "directions must not be NULL", throng_flow_read_directions(f->flow, 0, NULL, NULL, 0));
    EXPECT(INVALID, "row_stride is 47 bytes|48", throng_flow_read_lengths(f->flow, 0, NULL, lengths, 47));
    EXPECT(INVALID, "row_stride is 50 bytes", throng_flow_read_lengths(f->flow, 0, NULL, lengths, 50));
    EXPECT(INVALID, "row_stride is 11 bytes|12",
           throng_flow_read_directions(f->flow, 0, NULL, directions, 11));
    cr_expect(lengths[0] == 7.0f && directions[0] == 7, "something was written");
}

REJECTED(agents)
{
    static const float numbers[] = {NAN, INFINITY, -INFINITY, 1.0000001e9f, -1.1e9f, FLT_MAX};
    static const int32_t worlds[] = {-1, 1, INT32_MAX, INT32_MIN}, fields[] = {-1, 2, INT32_MAX, INT32_MIN};
    const throng_flow_point good[2] = {{1.5f, 2.5f, 0, 0}, {1e9f, -1e-45f, 0, 1}};
    throng_flow_point a[2];
    throng_flow_vector ways[2] = {{7.0f, 7.0f, 7.0f}, {7.0f, 7.0f, 7.0f}};
    for (int i = 0; i < 12; i++) {
        memcpy(a, good, sizeof a);
        *(i % 2 ? &a[i % 2].x : &a[i % 2].y) = numbers[i / 2];
        EXPECT(INVALID, i % 2 ? "agents[1] is at (|within 1e9" : "agents[0] is at (|within 1e9",
               throng_flow_sample(f->flow, THRONG_FLOW_SAMPLE_SMOOTH, 2, a, 0, ways));
    }
    for (int i = 0; i < 4; i++) {
        memcpy(a, good, sizeof a);
        a[1].world = worlds[i];
        EXPECT(INVALID, "agents[1].world is|0 to 0", throng_flow_sample(f->flow, 0, 2, a, 0, ways));
        a[0].field = fields[i];
        EXPECT(INVALID, "agents[0].field is|0 to 1", throng_flow_sample(f->flow, 0, 2, a, 0, ways));
    }
    EXPECT(INVALID, "sampling is 2", throng_flow_sample(f->flow, 2, 2, good, 0, ways));
    EXPECT(INVALID, "sampling is -1", throng_flow_sample(f->flow, -1, 2, good, 0, ways));
    EXPECT(INVALID, "count is -1", throng_flow_sample(f->flow, 0, -1, good, 0, ways));
    EXPECT(INVALID, "agents must not be NULL", throng_flow_sample(f->flow, 0, 2, NULL, 0, ways));
    EXPECT(INVALID, "ways must not be NULL", throng_flow_sample(f->flow, 0, 2, good, 0, NULL));
    EXPECT(INVALID, "stride of agents is 15 bytes|16", throng_flow_sample(f->flow, 0, 2, good, 15, ways));
    for (int i = 0; i < 2; i++)
        cr_expect(ways[i].dx == 7.0f && ways[i].dy == 7.0f && ways[i].length == 7.0f, "a way was written");
    MUST(f->context, throng_flow_sample(f->flow, THRONG_FLOW_SAMPLE_SMOOTH, 0, NULL, 0, NULL));
    MUST(f->context, throng_flow_sample(f->flow, THRONG_FLOW_SAMPLE_SMOOTH, 2, good, 0, ways));
    cr_expect(ways[1].length == -1.0f && ways[1].dx == 0.0f, "far off the map");
}
