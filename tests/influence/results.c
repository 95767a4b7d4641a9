/* What is made of layers: momentum, combination, the best cell, reads of regions. */
#include "tests/support/each_backend.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { W = 37, H = 29, CELLS = W * H, COUNT = 40, LAYERS = 3 };
#define U (1.0 / 16777216.0) /* one float operation changes its result by this factor at most */

static throng_influence_object *layer_objects(uint64_t seed)
{
    const scene s = {.width = W,
                     .height = H,
                     .cell_size = 1.0f,
                     .count = COUNT,
                     .seed = seed,
                     .objects = {.spread = 0.1f,
                                 .reach_low = 3,
                                 .reach_high = 15,
                                 .exponential = 50,
                                 .adjusted = 50,
                                 .alpha_most = 0.9f,
                                 .strength_high = 5,
                                 .gamma_lowest = -2}};
    return scene_objects(&s);
}

static throng_influence *make(throng_context *context)
{
    throng_influence *map;
    throng_influence_def def = map_def(W, H, THRONG_GRID_SQUARE8);
    def.layers = LAYERS;
    MUST(context, throng_influence_create(context, &def, &map));
    return map;
}

/* A map of three layers with objects, updated. */
static throng_influence *filled(throng_context *context)
{
    throng_influence *map = make(context);
    for (int32_t k = 0; k < LAYERS; k++) {
        throng_influence_object *objects = layer_objects(50 + (uint64_t)k);
        MUST(context, throng_influence_set_objects(map, k, 0, COUNT, objects, 0));
        free(objects);
    }
    MUST(context, throng_influence_update(map));
    return map;
}

static void read_all(throng_context *context, throng_influence *map, int32_t layer, float *values)
{
    MUST(context, throng_influence_read(map, layer, NULL, values, 0));
}

/* An object that gives every cell exactly this value. */
static throng_influence_object everywhere(float value)
{
    throng_influence_object o = throng_influence_default_object();
    o.influence = value;
    o.decay = 0.0f;
    o.max_distance = 1000.0f;
    return o;
}

static void set_value(throng_context *context, throng_influence *map, int32_t layer, float value)
{
    throng_influence_object o = everywhere(value);
    MUST(context, throng_influence_set_objects(map, layer, 0, 1, &o, 0));
}

static float value_of(throng_context *context, throng_influence *map, int32_t layer)
{
    float values[CELLS];
    read_all(context, map, layer, values);
    for (int i = 1; i < CELLS; i++)
        cr_expect(values[i] == values[0]);
    return values[0];
}

/* ---------------------------------------------------------------- momentum --------------------------- */

EACH(momentum, halves)
{
    static const float steps[] = {4.0f, 6.0f, 7.0f, 7.5f, 7.75f};
    throng_influence *map = make(context);
    set_value(context, map, 1, 8.0f);
    MUST(context, throng_influence_set_momentum(map, 1, 0.5f));
    for (int i = 0; i < 5; i++) { /* also where nobody touched an object */
        MUST(context, throng_influence_update(map));
        cr_expect(value_of(context, map, 1) == steps[i], "update %d", i);
        cr_expect(value_of(context, map, 0) == 0.0f && value_of(context, map, 2) == 0.0f);
    }
    set_value(context, map, 1, -8.25f);
    MUST(context, throng_influence_update_layer(map, 1));
    cr_expect(value_of(context, map, 1) == -0.25f);
    MUST(context, throng_influence_set_momentum(map, 1, 0.0f));
    cr_expect(value_of(context, map, 1) == -0.25f, "not before the update");
    MUST(context, throng_influence_update_layer(map, 1));
    cr_expect(value_of(context, map, 1) == -8.25f, "what was blended in is gone");
    throng_influence_destroy(map);
}

EACH(momentum, too_little_to_count)
{
    throng_influence *map = make(context);
    MUST(context, throng_influence_set_momentum(map, 0, 9.9e-7f));
    MUST(context, throng_influence_set_momentum(map, 1, 1e-40f));
    MUST(context, throng_influence_set_momentum(map, 2, 1.01e-6f));
    for (int32_t k = 0; k < LAYERS; k++)
        set_value(context, map, k, 8.0f);
    MUST(context, throng_influence_update(map));
    cr_expect(value_of(context, map, 0) == 8.0f && value_of(context, map, 1) == 8.0f);
    cr_expect(value_of(context, map, 2) < 8.0f && value_of(context, map, 2) > 7.9999f);
    throng_influence_destroy(map);
}

EACH(momentum, survives_reset)
{
    throng_influence *map = make(context);
    MUST(context, throng_influence_set_momentum(map, 0, 0.75f));
    MUST(context, throng_influence_reset(map));
    set_value(context, map, 0, 8.0f);
    MUST(context, throng_influence_update(map));
    cr_expect(value_of(context, map, 0) == 2.0f);
    throng_influence_destroy(map);
}

/* M = m * last + (1 - m) * new: two products, a difference and a sum are rounded; a result below the
 * smallest normal float counts as 0. */
EACH(momentum, formula)
{
    static const float momenta[] = {0.7f, 0.1f, 0.99f, 0.999999f, 1e-5f};
    float last[CELLS], fresh[CELLS], got[CELLS];
    for (size_t k = 0; k < sizeof momenta / sizeof *momenta; k++) {
        throng_influence *map = filled(context);
        throng_influence_object *objects = layer_objects(60 + k);
        double m = (double)momenta[k];
        read_all(context, map, 0, last);
        MUST(context, throng_influence_set_objects(map, 1, 0, COUNT, objects, 0));
        MUST(context, throng_influence_set_objects(map, 0, 0, COUNT, objects, 0));
        MUST(context, throng_influence_set_momentum(map, 0, momenta[k]));
        MUST(context, throng_influence_update(map));
        read_all(context, map, 0, got);
        read_all(context, map, 1, fresh);
        for (int i = 0; i < CELLS; i++) {
            double a = m * (double)last[i];
            double b = (1.0 - m) * (double)fresh[i];
            double bound = 1.001 * U * (fabs(a) + 2.0 * fabs(b) + fabs(a + b)) + (double)FLT_MIN;
            cr_expect(fabs((double)got[i] - (a + b)) <= bound, "m = %g, cell %d: %.9g, expected %.9g", m, i,
                      (double)got[i], a + b);
        }
        free(objects);
        throng_influence_destroy(map);
    }
}

/* ---------------------------------------------------------------- combination ------------------------ */

EACH(combination, whole_numbers)
{
    throng_influence *map = make(context);
    set_value(context, map, 0, 5.0f);
    set_value(context, map, 1, 11.0f);
    set_value(context, map, 2, -3.0f);
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_combine(map, (float[]){2.0f, -1.0f, 4.0f}, LAYERS));
    cr_expect(value_of(context, map, THRONG_LAYER_COMBINED) == 10.0f - 11.0f - 12.0f);
    set_value(context, map, 0, 500.0f);
    MUST(context, throng_influence_update(map));
    cr_expect(value_of(context, map, THRONG_LAYER_COMBINED) == -13.0f, "kept until the next call");
    cr_expect(value_of(context, map, 0) == 500.0f && value_of(context, map, 1) == 11.0f);
    MUST(context, throng_influence_combine(map, (float[]){1.0f, 0.0f, 0.0f}, LAYERS));
    cr_expect(value_of(context, map, THRONG_LAYER_COMBINED) == 500.0f);
    MUST(context, throng_influence_combine(map, (float[]){0.0f, 0.0f, 0.0f}, LAYERS));
    cr_expect(value_of(context, map, THRONG_LAYER_COMBINED) == 0.0f);
    set_value(context, map, 0, 1e9f);
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_combine(map, (float[]){9.9e-10f, 0.0f, 1e-42f}, LAYERS));
    cr_expect(value_of(context, map, THRONG_LAYER_COMBINED) == 0.0f, "weights that count as 0");
    MUST(context, throng_influence_combine(map, (float[]){1.1e-9f, 0.0f, 0.0f}, LAYERS));
    cr_expect(fabsf(value_of(context, map, THRONG_LAYER_COMBINED) - 1.1f) < 1e-6f);
    throng_influence_destroy(map);
}

/* Layers are added in ascending order from +0. */
EACH(combination, order)
{
    throng_influence *map = make(context);
    set_value(context, map, 0, 16777216.0f);
    set_value(context, map, 1, 1.0f);
    set_value(context, map, 2, -16777216.0f);
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_combine(map, (float[]){1.0f, 1.0f, 1.0f}, LAYERS));
    cr_expect(value_of(context, map, THRONG_LAYER_COMBINED) == 0.0f);
    MUST(context, throng_influence_combine(map, (float[]){1.0f, 2.0f, 1.0f}, LAYERS));
    cr_expect(value_of(context, map, THRONG_LAYER_COMBINED) == 2.0f);
    throng_influence_destroy(map);
}

/* k products and k - 1 sums that are rounded. */
EACH(combination, formula)
{
    static const float weights[][LAYERS] = {
        {1.0f, 1.0f, 1.0f}, {0.3f, -1.7f, 1e9f}, {-1e-9f, 1e-9f, 2e-9f}, {0.0f, 0.1f, -0.1f}};
    float layers[LAYERS][CELLS], got[CELLS];
    throng_influence *map = filled(context);
    for (int32_t k = 0; k < LAYERS; k++)
        read_all(context, map, k, layers[k]);
    for (size_t n = 0; n < sizeof weights / sizeof *weights; n++) {
        MUST(context, throng_influence_combine(map, weights[n], LAYERS));
        read_all(context, map, THRONG_LAYER_COMBINED, got);
        for (int i = 0; i < CELLS; i++) {
            double sum = 0.0, magnitudes = 0.0;
            for (int32_t k = 0; k < LAYERS; k++) {
                sum += (double)weights[n][k] * (double)layers[k][i];
                magnitudes += fabs((double)weights[n][k] * (double)layers[k][i]);
            }
            double bound = 1.001 * U * LAYERS * magnitudes + (double)FLT_MIN;
            cr_expect(fabs((double)got[i] - sum) <= bound, "weights %zu, cell %d: %.9g, expected %.9g", n, i,
                      (double)got[i], sum);
        }
    }
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- the best cell ---------------------- */

static throng_region random_region(rng *r)
{
    throng_region region = {rng_below(r, W), rng_below(r, H), 0, 0};
    region.width = 1 + rng_below(r, W - region.column);
    region.height = 1 + rng_below(r, H - region.row);
    return region;
}

static throng_best best_by_hand(const float *values, const throng_region *region)
{
    throng_best best = {region->column, region->row, values[region->row * W + region->column]};
    for (int32_t row = region->row; row < region->row + region->height; row++)
        for (int32_t column = region->column; column < region->column + region->width; column++)
            if (values[row * W + column] > best.value)
                best = (throng_best){column, row, values[row * W + column]};
    return best;
}

static void expect_best(throng_context *context, throng_influence *map, int32_t layer, const float *values,
                        const throng_region *region)
{
    const throng_region whole = {0, 0, W, H};
    throng_best expected = best_by_hand(values, region ? region : &whole);
    throng_best best;
    MUST(context, throng_influence_best(map, layer, region, &best));
    cr_expect(best.column == expected.column && best.row == expected.row && best.value == expected.value,
              "(%d, %d) with %.9g, expected (%d, %d) with %.9g", (int)best.column, (int)best.row,
              (double)best.value, (int)expected.column, (int)expected.row, (double)expected.value);
}

EACH(best, by_hand)
{
    throng_influence *map = filled(context);
    float values[CELLS];
    rng r = {51};
    MUST(context, throng_influence_combine(map, (float[]){1.0f, -1.0f, 0.5f}, LAYERS));
    for (int32_t layer = THRONG_LAYER_COMBINED; layer < LAYERS; layer++) {
        read_all(context, map, layer, values);
        expect_best(context, map, layer, values, NULL);
        for (int i = 0; i < 200; i++) {
            throng_region region = random_region(&r);
            expect_best(context, map, layer, values, &region);
        }
    }
    throng_influence_destroy(map);
}

/* Plateaus: many cells share the largest value, also in the same row, also negative. */
EACH(best, ties)
{
    throng_influence *map = make(context);
    float values[CELLS];
    rng r = {52};
    for (int round = 0; round < 40; round++) {
        throng_influence_object objects[6];
        for (int i = 0; i < 6; i++) {
            objects[i] = everywhere(round % 2 ? -1.0f : 1.0f);
            objects[i].x = rng_between(&r, 0.0f, W);
            objects[i].y = rng_between(&r, 0.0f, H);
            objects[i].max_distance = rng_between(&r, 0.0f, 9.0f);
        }
        objects[5] = everywhere(round % 4 < 2 ? -7.0f : 0.0f);
        MUST(context, throng_influence_set_objects(map, 0, 0, 6, objects, 0));
        MUST(context, throng_influence_update(map));
        read_all(context, map, 0, values);
        expect_best(context, map, 0, values, NULL);
        for (int i = 0; i < 20; i++) {
            throng_region region = random_region(&r);
            expect_best(context, map, 0, values, &region);
        }
    }
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- reading ---------------------------- */

EACH(read, regions)
{
    throng_influence *map = filled(context);
    float values[CELLS], part[CELLS + 8];
    rng r = {53};
    MUST(context, throng_influence_combine(map, (float[]){1.0f, -1.0f, 0.5f}, LAYERS));
    for (int32_t layer = THRONG_LAYER_COMBINED; layer < LAYERS; layer++) {
        read_all(context, map, layer, values);
        for (int i = 0; i < 100; i++) {
            throng_region region = random_region(&r);
            for (int k = 0; k < CELLS + 8; k++)
                part[k] = -12345.0f;
            int32_t apart = rng_below(&r, 2) ? region.width : W; /* floats from row to row */
            size_t stride = apart == region.width && rng_below(&r, 2) ? 0 : (size_t)apart * sizeof(float);
            MUST(context, throng_influence_read(map, layer, &region, part + 4, stride));
            int32_t used = (region.height - 1) * apart + region.width;
            for (int32_t k = -4; k < CELLS + 4; k++) {
                int32_t row = k < 0 ? 0 : k / apart;
                int32_t column = k < 0 ? 0 : k % apart;
                int inside = k >= 0 && k < used && column < region.width;
                float expected = inside ? values[(region.row + row) * W + region.column + column] : -12345.0f;
                cr_expect(part[k + 4] == expected);
            }
        }
    }
    throng_influence_destroy(map);
}

/* Of all layers of an update, where the device measures: that of a layer that costs next to nothing says
 * nothing of the one before it. */
Test(read, kernel_seconds_of_all_layers)
{
    enum { OBJECTS = 3000, SIDE = 256 };
    variant list[4];
    throng_context_def hooks = throng_context_default_def();
    throng_influence_def def = map_def(SIDE, SIDE, THRONG_GRID_SQUARE8);
    throng_influence_object *objects;
    throng_influence *map;
    throng_influence_info info;
    double seconds[2];
    rng r = {4};
    const int32_t count = few_variants(list, 4);
    if (list[count - 1].backend != THRONG_BACKEND_OPENCL)
        cr_skip_test("no OpenCL device");
    objects = must_allocate(OBJECTS * sizeof *objects);
    hooks.profile = 1;
    throng_context *context = open_variant(&list[count - 1], &hooks);
    def.layers = 2;
    def.object_capacity = OBJECTS;
    MUST(context, throng_influence_create(context, &def, &map));
    for (int32_t i = 0; i < OBJECTS; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = rng_between(&r, 0.0f, SIDE);
        objects[i].y = rng_between(&r, 0.0f, SIDE);
        objects[i].max_distance = 12.0f;
    }
    for (int32_t k = 0; k < 2; k++) { /* the many in the first layer, and in the second */
        MUST(context, throng_influence_set_objects(map, k, 0, OBJECTS, objects, 0));
        MUST(context, throng_influence_truncate_objects(map, 1 - k, 0));
        MUST(context, throng_influence_set_objects(map, 1 - k, 0, 1, objects, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_get_info(map, &info));
        seconds[k] = info.kernel_seconds;
    }
    cr_expect(seconds[0] > 0.2 * seconds[1], "%g and %g s", seconds[0], seconds[1]);
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_get_info(map, &info));
    cr_expect(info.kernel_seconds == 0.0, "an update of nothing takes %g s", info.kernel_seconds);
    MUST(context, throng_influence_destroy(map));
    free(objects);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

EACH(read, info)
{
    throng_influence *map = filled(context);
    throng_influence_info info, later;
    throng_context_info about;
    memset(&info, 0xff, sizeof info);
    MUST(context, throng_influence_get_info(map, &info));
    cr_expect(info.layers == LAYERS && info.lost == 0 && info.reserved == 0 && info.kernel_seconds >= 0.0);
    cr_expect(info.backend == THRONG_BACKEND_CPU || info.backend == THRONG_BACKEND_OPENCL);
    uint64_t memory = info.backend == THRONG_BACKEND_CPU ? info.host_bytes : info.device_bytes;
    cr_expect(memory >= LAYERS * CELLS * sizeof(float), "%llu bytes", (unsigned long long)memory);
    MUST(context, throng_influence_combine(map, (float[]){1.0f, 1.0f, 1.0f}, LAYERS));
    MUST(context, throng_influence_get_info(map, &later));
    cr_expect(later.host_bytes + later.device_bytes >=
              info.host_bytes + info.device_bytes + CELLS * sizeof(float));
    MUST(context, throng_context_get_info(context, &about));
    cr_expect(about.threads >= 1 && throng_isa_available(about.isa) &&
              (about.opencl == 1) == (about.device_name[0] != 0));
    cr_expect(about.opencl == (info.backend == THRONG_BACKEND_OPENCL));
    MUST(context, throng_context_wait(context));
    throng_influence_destroy(map);
}
