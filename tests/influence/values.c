/* Values that are known without computing: objects on cell centres, cut-offs and their limits, sums in one
 * cell, maps with nothing on them. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

static throng_influence_object object_at(float x, float y)
{
    throng_influence_object o = throng_influence_default_object();
    o.x = x;
    o.y = y;
    return o;
}

/* How many cells of a map with one object are not +0. */
static int filled(throng_context *context, const throng_influence_def *def, const throng_influence_object *o)
{
    float *values = compute(context, def, o, 1);
    int count = 0;
    for (int32_t i = 0; i < def->width * def->height; i++) {
        const float zero = 0.0f;
        count += memcmp(&values[i], &zero, sizeof zero) != 0;
    }
    free(values);
    return count;
}

/* An object on a cell's centre gives exactly I there, whatever its decay and motion. */
EACH(values, on_a_centre)
{
    static const float cells[] = {1.0f, 0.5f, 3.0f, 1024.0f};
    static const float influences[] = {1.0f, -7.3f, 1e9f, 3e-38f, 0.1f};
    rng r = {31};
    for (int k = 0; k < 300; k++) {
        throng_influence_def def = map_def(20, 16, k % 3 ? THRONG_GRID_SQUARE8 : THRONG_GRID_HEX);
        def.cell_size = cells[k % 4];
        int32_t column = rng_below(&r, 20);
        int32_t row = k % 3 ? rng_below(&r, 16) : 0; /* other rows of hexagons lie on no float */
        throng_influence_object o =
            object_at(((float)column + 0.5f) * def.cell_size, ((float)row + 0.5f) * def.cell_size);
        o.influence = influences[rng_below(&r, 5)];
        o.max_distance = rng_between(&r, 0.0f, 5.0f);
        o.vx = rng_between(&r, -1.0f, 1.0f);
        o.vy = rng_between(&r, -1.0f, 1.0f);
        o.alpha = rng_between(&r, 0.0f, 0.999f);
        o.decay_kind = k % 2;
        o.decay = rng_between(&r, 0.001f, 1.0f);
        float *values = compute(context, &def, &o, 1);
        cr_expect(values[row * 20 + column] == o.influence, "%d: %.9g at (%d, %d), expected %.9g", k,
                  (double)values[row * 20 + column], (int)column, (int)row, (double)o.influence);
        free(values);
    }
}

/* The cut-off belongs to the support: d' <= D. */
EACH(values, limits)
{
    throng_influence_def def = map_def(21, 21, THRONG_GRID_SQUARE8);
    throng_influence_object o = object_at(10.5f, 10.5f);
    static const struct {
        float reach;
        int cells; /* integer points in a circle of this radius */
    } circles[] = {{0.0f, 1},  {0.999f, 1},  {1.0f, 5},  {1.41f, 5},   {1.42f, 9},
                   {2.0f, 13}, {2.999f, 25}, {3.0f, 29}, {4.999f, 69}, {5.0f, 81}};
    for (int decay = 0; decay < 2; decay++)
        for (size_t i = 0; i < sizeof circles / sizeof circles[0]; i++) {
            o.decay_kind = decay;
            o.decay = decay ? 0.5f : 0.0f;
            o.max_distance = circles[i].reach;
            int count = filled(context, &def, &o);
            cr_expect(count == circles[i].cells, "D = %g: %d cells, expected %d", (double)circles[i].reach,
                      count, circles[i].cells);
        }
    o.x = 10.75f; /* off the centre: 1/4 from one cell, 3/4 from the next */
    o.max_distance = 0.2499f;
    cr_expect(filled(context, &def, &o) == 0);
    o.max_distance = 0.25f;
    cr_expect(filled(context, &def, &o) == 1);
    o.max_distance = 0.75f;
    cr_expect(filled(context, &def, &o) == 2);
}

/* In motion along a row with alpha 1/2 the support reaches 1.5 D ahead and D/2 behind, ends included. */
EACH(values, limits_in_motion)
{
    for (int back = 0; back < 2; back++)
        for (int decay = 0; decay < 2; decay++) {
            throng_influence_def def = map_def(41, 3, THRONG_GRID_SQUARE8);
            throng_influence_object o = object_at(20.5f, 1.5f);
            o.vx = back ? -5.0f : 5.0f;
            o.alpha = 0.5f;
            o.influence = 64.0f;
            o.max_distance = 8.0f;
            o.decay_kind = decay;
            o.decay = decay ? 0.5f : 4.0f;
            float *values = compute(context, &def, &o, 1);
            for (int32_t i = -20; i <= 20; i++) {
                float d = i > 0 ? (float)i / 1.5f : (float)-i / 0.5f;
                float expected = d > 8.0f ? 0.0f : decay ? 64.0f * exp2f(-d) : 64.0f - 4.0f * d;
                float got = values[41 + 20 + (back ? -i : i)];
                float bound = i % 3 == 0 || i < 0 ? decay ? 3e-7f * expected : 0.0f : 1e-5f;
                cr_expect(fabsf(got - expected) <= bound && (got == 0.0f) == (expected == 0.0f),
                          "%d cells ahead: %.9g, expected %.9g", (int)i, (double)got, (double)expected);
            }
            free(values);
        }
}

/* Linear decay ends at 0 and changes no sign, also where D is larger; with beta 0 it does not decay. */
EACH(values, linear_ends_at_zero)
{
    throng_influence_def def = map_def(64, 40, THRONG_GRID_SQUARE8);
    throng_influence_object o = object_at(20.25f, 17.125f);
    for (int sign = -1; sign <= 1; sign += 2) {
        o.influence = 10.0f * (float)sign;
        o.decay = 0.7f;
        o.max_distance = 1e9f;
        float *values = compute(context, &def, &o, 1);
        int some = 0;
        for (int32_t i = 0; i < 64 * 40; i++) {
            cr_expect(values[i] * (float)sign >= 0.0f && fabsf(values[i]) <= 10.0f);
            some += values[i] != 0.0f;
        }
        cr_expect(abs(some - 641) < 25, "%d cells in a circle of 10/0.7 cells, pi r^2 is 641", some);
        free(values);
        o.decay = 0.0f;
        values = compute(context, &def, &o, 1);
        for (int32_t i = 0; i < 64 * 40; i++)
            cr_expect(values[i] == o.influence);
        free(values);
    }
}

EACH(values, exponential_without_end)
{
    throng_influence_def def = map_def(300, 2, THRONG_GRID_SQUARE8);
    throng_influence_object o = object_at(0.5f, 0.5f);
    o.decay_kind = THRONG_DECAY_EXPONENTIAL;
    o.decay = 0.5f;
    o.max_distance = 1e9f;
    float *values = compute(context, &def, &o, 1);
    for (int32_t i = 0; i < 300; i++) /* powers of two, down to the smallest normal float */
        cr_expect(values[i] == (i <= 126 ? ldexpf(1.0f, -i) : 0.0f), "2^-%d is %a", (int)i,
                  (double)values[i]);
    free(values);
    o.decay = 1.0f;
    o.influence = -0.3f;
    values = compute(context, &def, &o, 1);
    for (int32_t i = 0; i < 600; i++)
        cr_expect(values[i] == -0.3f);
    free(values);
}

/* ---------------------------------------------------------------- nothing ---------------------------- */

static void expect_nothing(throng_context *context, const throng_influence_def *def, const char *what,
                           const throng_influence_object *o)
{
    cr_expect(filled(context, def, o) == 0, "%s", what);
}

EACH(values, out_of_reach)
{
    throng_influence_def def = map_def(30, 20, THRONG_GRID_SQUARE8);
    static const float places[][2] = {{-6, 10},     {36, 10},    {15, -6},      {15, 26},   {-5, -5},
                                      {1e6f, 1e6f}, {-1e9f, 10}, {1e9f, -1e9f}, {15, 1e9f}, {2.1e6f, 5}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int hex = 0; hex < 2; hex++) {
            throng_influence_object o = object_at(places[i][0], places[i][1]);
            o.max_distance = 5.0f;
            o.decay = 0.0f;
            def.grid = hex ? THRONG_GRID_HEX : THRONG_GRID_SQUARE8;
            expect_nothing(context, &def, "at rest", &o);
            o.vx = places[i][0]; /* away from the map: d' behind is larger */
            o.vy = places[i][1] + 1.0f;
            o.alpha = 0.0f;
            o.offset = 100.0f;
            if (fabsf(o.x) > 1000.0f)
                expect_nothing(context, &def, "farther by its offset", &o);
        }
    throng_influence_object o = object_at(15.0f, 10.0f);
    o.influence = 0.0f;
    expect_nothing(context, &def, "influence 0", &o);
    o.influence = 1e-39f;
    expect_nothing(context, &def, "influence below the smallest normal float", &o);
}

/* Off the map, yet near enough: it has influence on the border. */
EACH(values, off_the_map)
{
    throng_influence_def def = map_def(30, 20, THRONG_GRID_SQUARE8);
    throng_influence_object o = object_at(-2.5f, 10.5f);
    o.decay = 0.0f;
    o.max_distance = 5.0f;
    cr_expect(filled(context, &def, &o) == 9 + 7 + 1, "columns 0, 1, 2 at 3, 4 and 5 cells");
    o.x = 32.5f;
    cr_expect(filled(context, &def, &o) == 9 + 7 + 1);
    o = object_at(15.5f, -2.5f);
    o.decay = 0.0f;
    o.max_distance = 5.0f;
    cr_expect(filled(context, &def, &o) == 9 + 7 + 1);
}

EACH(values, no_objects)
{
    enum { W = 33, H = 7 };
    throng_influence *map;
    throng_influence_def def = map_def(W, H, THRONG_GRID_HEX);
    def.object_capacity = 0;
    def.layers = THRONG_MAX_LAYERS;
    float values[W * H], zeros[W * H] = {0};
    throng_best best = {-1, -1, 5.0f};
    MUST(context, throng_influence_create(context, &def, &map));
    for (int round = 0; round < 2; round++) {
        for (int32_t layer = 0; layer < THRONG_MAX_LAYERS; layer++) {
            memset(values, 1, sizeof values);
            MUST(context, throng_influence_read(map, layer, NULL, values, 0));
            cr_expect(memcmp(values, zeros, sizeof zeros) == 0);
            MUST(context, throng_influence_best(map, layer, NULL, &best));
            cr_expect(best.column == 0 && best.row == 0 && best.value == 0.0f);
            MUST(context, throng_influence_set_objects(map, layer, 0, 0, NULL, 0));
            MUST(context, throng_influence_truncate_objects(map, layer, 0));
            cr_expect(throng_influence_object_count(map, layer) == 0);
        }
        MUST(context, throng_influence_update(map));
    }
    throng_influence_destroy(map);
}

EACH(values, one_cell)
{
    throng_influence_def def = map_def(1, 1, THRONG_GRID_SQUARE8);
    throng_influence_object two[2] = {object_at(0.5f, 0.5f), object_at(0.5f, 2.5f)};
    two[1].decay_kind = THRONG_DECAY_EXPONENTIAL;
    two[1].decay = 0.5f;
    float *values = compute(context, &def, two, 2);
    cr_expect(values[0] == 1.25f);
    free(values);
    throng_influence *map;
    throng_best best;
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, 2, two, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_best(map, 0, NULL, &best));
    cr_expect(best.column == 0 && best.row == 0 && best.value == 1.25f);
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- many ------------------------------- */

EACH(values, crowd_in_one_cell)
{
    enum { COUNT = 100000, W = 40, H = 30 };
    rng r = {32};
    throng_influence_def def = map_def(W, H, THRONG_GRID_SQUARE8);
    throng_influence_object *objects = must_allocate(COUNT * sizeof *objects);
    int32_t expected[5] = {0};
    for (int32_t i = 0; i < COUNT; i++) {
        objects[i] = object_at(17.5f, 12.5f);
        objects[i].decay = 0.0f;
        objects[i].max_distance = (float)rng_below(&r, 5);
        objects[i].influence = (float)(1 + rng_below(&r, 100));
        for (int32_t d = 0; d <= (int32_t)objects[i].max_distance; d++)
            expected[d] += (int32_t)objects[i].influence;
    }
    float *values = compute(context, &def, objects, COUNT); /* sums below 2^24: exact */
    for (int32_t d = 0; d < 5; d++) {
        cr_expect(values[12 * W + 17 + d] == (float)expected[d], "%d cells to the right: %.9g, expected %d",
                  (int)d, (double)values[12 * W + 17 + d], (int)expected[d]);
        cr_expect(values[(12 - d) * W + 17] == (float)expected[d]);
    }
    cr_expect(values[12 * W + 17 + 5] == 0.0f);
    free(values);
    free(objects);
}

/* Wide, high and long maps, whose last cells are in their places. */
EACH(values, long_maps)
{
    for (int high = 0; high < 2; high++) {
        int32_t length = THRONG_MAX_SIDE;
        throng_influence *map;
        throng_influence_def def = high ? map_def(2, length, THRONG_GRID_SQUARE8) : map_def(length, 2, 0);
        throng_influence_object o = object_at((float)length - 0.5f, 1.5f);
        if (high)
            o = object_at(1.5f, (float)length - 0.5f);
        o.max_distance = 3.0f;
        float end[8];
        throng_region last =
            high ? (throng_region){0, length - 4, 2, 4} : (throng_region){length - 4, 0, 4, 2};
        throng_best best;
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, &last, end, 0));
        for (int32_t i = 0; i < 4; i++)
            cr_expect(end[high ? 2 * i + 1 : 4 + i] == 1.0f - (float)(3 - i) / 16.0f);
        MUST(context, throng_influence_best(map, 0, NULL, &best));
        cr_expect(best.column == (high ? 1 : length - 1) && best.row == (high ? length - 1 : 1) &&
                  best.value == 1.0f);
        throng_influence_destroy(map);
    }
}
