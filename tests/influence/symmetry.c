/* What has to hold of a map without knowing its values: mirrored and turned maps, moved maps, sums of
 * parts, cases in which two descriptions mean the same. Equal to the bit wherever IEEE 754 says so. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

/* Objects with all kinds of motion, whose positions are multiples of 1/1024 cell: their offsets to cells
 * are then exact, whichever way the map is turned. */
static throng_influence_object *exact_objects(uint64_t seed, int32_t count, float width, float height,
                                              float cell)
{
    const scene s = {.cell_size = 1.0f,
                     .width = (int32_t)width,
                     .height = (int32_t)height,
                     .count = count,
                     .seed = seed,
                     .objects = {.spread = 0.3f,
                                 .reach_low = 2,
                                 .reach_high = 25,
                                 .exponential = 50,
                                 .adjusted = 70,
                                 .alpha_most = 0.95f,
                                 .strength_high = 6,
                                 .gamma_lowest = -2}};
    throng_influence_object *objects = scene_objects(&s);
    for (int32_t i = 0; i < count; i++) {
        objects[i].x = floorf(objects[i].x * 1024.0f) / 1024.0f * cell;
        objects[i].y = floorf(objects[i].y * 1024.0f) / 1024.0f * cell;
    }
    return objects;
}

/* ---------------------------------------------------------------- mirrors and turns ------------------ */

enum { MIRROR_X = 1, MIRROR_Y = 2, TRANSPOSE = 4 };

static throng_influence_object turned(throng_influence_object o, int how, float width, float height)
{
    throng_influence_object r = o;
    if (how & MIRROR_X) {
        o.x = width - o.x;
        o.vx = -o.vx;
    }
    if (how & MIRROR_Y) {
        o.y = height - o.y;
        o.vy = -o.vy;
    }
    r.x = how & TRANSPOSE ? o.y : o.x;
    r.y = how & TRANSPOSE ? o.x : o.y;
    r.vx = how & TRANSPOSE ? o.vy : o.vx;
    r.vy = how & TRANSPOSE ? o.vx : o.vy;
    return r;
}

/* A sign or the order of two terms is all that changes in dx*dx + dy*dy and ax*dx + ay*dy, in the unit
 * vector of motion and in every term of the sum, so all eight maps have the same bits. */
EACH(symmetry, mirrored_and_turned)
{
    enum { W = 41, H = 28, COUNT = 40 };
    for (int how = 1; how < 8; how++)
        for (int k = 0; k < 2; k++) {
            float cell = k ? 0.25f : 1.0f;
            throng_influence_def def = map_def(W, H, THRONG_GRID_SQUARE8);
            throng_influence_def other = how & TRANSPOSE ? map_def(H, W, THRONG_GRID_SQUARE8) : def;
            def.cell_size = other.cell_size = cell;
            throng_influence_object *objects = exact_objects(21, COUNT, W, H, cell);
            float *plain = compute(context, &def, objects, COUNT);
            for (int32_t i = 0; i < COUNT; i++)
                objects[i] = turned(objects[i], how, W * cell, H * cell);
            float *values = compute(context, &other, objects, COUNT);
            int wrong = 0;
            for (int32_t j = 0; j < H; j++)
                for (int32_t i = 0; i < W; i++) {
                    int32_t column = how & MIRROR_X ? W - 1 - i : i;
                    int32_t row = how & MIRROR_Y ? H - 1 - j : j;
                    int32_t place = how & TRANSPOSE ? column * H + row : row * W + column;
                    wrong += memcmp(&plain[j * W + i], &values[place], sizeof *plain) != 0;
                }
            cr_expect(wrong == 0, "turned by %d, cell size %g: %d cells differ", how, (double)cell, wrong);
            free(values);
            free(plain);
            free(objects);
        }
}

/* Left and right on hexagons: odd rows lie half a cell to the right, so they have one cell less to mirror. */
EACH(symmetry, hexagons_mirrored)
{
    enum { W = 41, H = 28, COUNT = 40 };
    throng_influence_def def = map_def(W, H, THRONG_GRID_HEX);
    throng_influence_object *objects = exact_objects(22, COUNT, W, H, 1.0f);
    float *plain = compute(context, &def, objects, COUNT);
    for (int32_t i = 0; i < COUNT; i++)
        objects[i] = turned(objects[i], MIRROR_X, W, H);
    float *values = compute(context, &def, objects, COUNT);
    int wrong = 0, filled = 0;
    for (int32_t j = 0; j < H; j++)
        for (int32_t i = 0; i < W - j % 2; i++) {
            wrong += memcmp(&plain[j * W + i], &values[j * W + W - 1 - j % 2 - i], sizeof *plain) != 0;
            filled += plain[j * W + i] != 0.0f;
        }
    cr_expect(wrong == 0, "%d cells differ", wrong);
    cr_expect(filled > 800);
    free(values);
    free(plain);
    free(objects);
}

/* ---------------------------------------------------------------- moved ------------------------------ */

static int moved_cells_differ(throng_context *context, const throng_influence_object *objects, int32_t count,
                              throng_grid grid, int32_t right, int32_t down)
{
    enum { W = 30, H = 22 };
    throng_influence *map;
    throng_influence_def def = map_def(W, H, grid);
    throng_influence_object *moved = must_allocate((size_t)count * sizeof *moved);
    float *values = compute(context, &def, objects, count);
    float *others = must_allocate(W * H * sizeof *others);
    for (int32_t i = 0; i < count; i++) {
        moved[i] = objects[i];
        moved[i].x += (float)right;
        moved[i].y += (float)down;
    }
    def.width += right;
    def.height += down;
    throng_region part = {right, down, W, H};
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, count, moved, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, &part, others, 0));
    throng_influence_destroy(map);
    int wrong = 0, filled = 0;
    for (int32_t i = 0; i < W * H; i++) {
        wrong += memcmp(&values[i], &others[i], sizeof *values) != 0;
        filled += values[i] != 0.0f;
    }
    free(values);
    free(others);
    free(moved);
    return filled > W * H / 2 ? wrong : -1;
}

/* By whole cells, also far into a wide map, and with objects that are off the one map and on the other. */
EACH(symmetry, moved)
{
    throng_influence_object *objects = exact_objects(23, 30, 30, 22, 1.0f);
    cr_expect(moved_cells_differ(context, objects, 30, THRONG_GRID_SQUARE8, 7, 5) == 0);
    cr_expect(moved_cells_differ(context, objects, 30, THRONG_GRID_SQUARE8, 64, 0) == 0);
    cr_expect(moved_cells_differ(context, objects, 30, THRONG_GRID_HEX, 9, 0) == 0);
    for (int32_t i = 0; i < 30; i++) { /* multiples of 1/16 are floats up to 2^20, but for their last bit */
        objects[i].x = floorf(objects[i].x * 16.0f) / 16.0f;
        objects[i].y = floorf(objects[i].y * 16.0f) / 16.0f;
    }
    cr_expect(moved_cells_differ(context, objects, 30, THRONG_GRID_SQUARE8, 100000, 0) == 0);
    cr_expect(moved_cells_differ(context, objects, 30, THRONG_GRID_SQUARE8, 0, 100000) == 0);
    free(objects);
}

/* A map of which only a part is ever touched: that part has the values of a small map, the rest stays 0,
 * and is 0 again when the objects have moved on. */
EACH(symmetry, part_of_a_large_map)
{
    enum { SIDE = 1500, W = 64, H = 48, COUNT = 25, PLACES = 3 };
    static const int32_t places[PLACES][2] = {{480, 1010}, {1430, 0}, {505, 1020}};
    throng_influence_object *objects = exact_objects(30, COUNT, W, H, 1.0f);
    throng_influence_def small = map_def(W, H, THRONG_GRID_SQUARE8),
                         large = map_def(SIDE, SIDE, THRONG_GRID_SQUARE8);
    float *expected = compute(context, &small, objects, COUNT);
    float *values = must_allocate(SIDE * SIDE * sizeof *values);
    throng_influence *map;
    MUST(context, throng_influence_create(context, &large, &map));
    for (int k = 0; k < PLACES; k++) {
        throng_influence_object *moved = must_allocate(COUNT * sizeof *moved);
        throng_region part = {places[k][0], places[k][1], W, H};
        for (int32_t i = 0; i < COUNT; i++) {
            moved[i] = objects[i];
            moved[i].x += (float)part.column;
            moved[i].y += (float)part.row;
        }
        MUST(context, throng_influence_set_objects(map, 0, 0, COUNT, moved, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, &part, values, 0));
        cr_expect(same_bits("the part", values, expected, W * H), "at (%d, %d)", (int)part.column,
                  (int)part.row);
        MUST(context, throng_influence_read(map, 0, NULL, values, 0));
        int64_t far_off = 0; /* 2 * 25 cells is the farthest, 0.3 * 64 the farthest object off the part */
        for (int32_t i = 0; i < SIDE * SIDE; i++)
            if (abs(i % SIDE - part.column - W / 2) > 110 || abs(i / SIDE - part.row - H / 2) > 110)
                far_off += values[i] != 0.0f;
        cr_expect(far_off == 0, "at (%d, %d): %lld cells far off", (int)part.column, (int)part.row,
                  (long long)far_off);
        free(moved);
    }
    MUST(context, throng_influence_truncate_objects(map, 0, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    int64_t left = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        left += values[i] != 0.0f;
    cr_expect(left == 0, "%lld cells left without an object", (long long)left);
    throng_influence_destroy(map);
    free(values);
    free(expected);
    free(objects);
}

/* ---------------------------------------------------------------- sums of parts ---------------------- */

static void expect_sum(throng_context *context, const char *what, const throng_influence_object *objects,
                       int32_t count, int32_t first_part)
{
    enum { W = 60, H = 33 };
    throng_influence_def def = map_def(W, H, THRONG_GRID_SQUARE8);
    float *a = compute(context, &def, objects, first_part);
    float *b = compute(context, &def, objects + first_part, count - first_part);
    float *both = compute(context, &def, objects, count);
    for (int32_t i = 0; i < W * H; i++)
        a[i] += b[i];
    cr_expect(same_bits(what, a, both, W * H), "%s", what);
    free(a);
    free(b);
    free(both);
}

/* Integers: no decay, so that every value is 0 or I, and the sums are exact. */
static throng_influence_object *integer_objects(int32_t count)
{
    rng r = {24};
    throng_influence_object *objects = exact_objects(24, count, 60, 33, 1.0f);
    for (int32_t i = 0; i < count; i++) {
        objects[i].influence = (float)(rng_below(&r, 2001) - 1000);
        objects[i].decay = objects[i].decay_kind == THRONG_DECAY_EXPONENTIAL ? 1.0f : 0.0f;
    }
    return objects;
}

EACH(superposition, integers)
{
    throng_influence_object *objects = integer_objects(200);
    expect_sum(context, "two halves", objects, 200, 100);
    expect_sum(context, "one and the rest", objects, 200, 1);
    free(objects);
}

EACH(superposition, two_objects)
{
    throng_influence_object *objects = exact_objects(25, 40, 60, 33, 1.0f);
    for (int32_t i = 0; i < 40; i += 2)
        expect_sum(context, "two objects", objects + i, 2, 1);
    free(objects);
}

EACH(superposition, apart)
{
    throng_influence_object *objects = exact_objects(26, 40, 15, 33, 1.0f);
    for (int32_t i = 0; i < 40; i++) {
        objects[i].x = fminf(fmaxf(objects[i].x, 0.0f), 15.0f) + (i < 20 ? 0.0f : 45.0f);
        objects[i].max_distance = 7.0f; /* 14 ahead at most */
    }
    expect_sum(context, "two halves that do not meet", objects, 40, 20);
    free(objects);
}

/* The same influences with the other sign, and with 2^k times the size. */
EACH(superposition, scaled)
{
    static const float factors[] = {-1.0f, 1024.0f, 1.0f / 65536.0f, -8.0f};
    enum { W = 60, H = 33, COUNT = 60 };
    throng_influence_def def = map_def(W, H, THRONG_GRID_HEX);
    for (int k = 0; k < 4; k++) {
        throng_influence_object *objects = exact_objects(27, COUNT, W, H, 1.0f);
        float *plain = compute(context, &def, objects, COUNT);
        for (int32_t i = 0; i < COUNT; i++) {
            objects[i].influence *= factors[k];
            if (objects[i].decay_kind == THRONG_DECAY_LINEAR)
                objects[i].decay *= fabsf(factors[k]);
        }
        float *values = compute(context, &def, objects, COUNT);
        int wrong = 0;
        for (int32_t i = 0; i < W * H; i++)
            wrong += values[i] != plain[i] * factors[k];
        cr_expect(wrong == 0, "times %g: %d cells differ", (double)factors[k], wrong);
        free(values);
        free(plain);
        free(objects);
    }
}

/* Sums run in ascending index from +0, whatever the sizes of the terms. */
EACH(superposition, order)
{
    enum { COUNT = 20000 };
    rng r = {28};
    throng_influence_def def = map_def(40, 40, THRONG_GRID_SQUARE8);
    throng_influence_object *objects = must_allocate(COUNT * sizeof *objects);
    volatile float sum = 0.0f; /* a float indeed after each term */
    for (int32_t i = 0; i < COUNT; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = rng_between(&r, 0.0f, 40.0f);
        objects[i].y = rng_between(&r, 0.0f, 40.0f);
        objects[i].influence = ldexpf(rng_between(&r, -1.0f, 1.0f), rng_below(&r, 29));
        objects[i].decay = 0.0f;
        objects[i].max_distance = 100.0f;
        sum = sum + objects[i].influence;
    }
    float *values = compute(context, &def, objects, COUNT);
    int wrong = 0;
    for (int32_t i = 0; i < 40 * 40; i++)
        wrong += values[i] != sum;
    cr_expect(wrong == 0, "%d cells differ from %.9g; one holds %.9g", wrong, (double)sum, (double)values[0]);
    free(values);
    free(objects);
}

/* ---------------------------------------------------------------- the same said in two ways ---------- */

typedef void change(throng_influence_object *o, int32_t i);

static void set_alpha_0(throng_influence_object *o, int32_t i)
{
    o->alpha = 0.0f;
    (void)i;
}
static void set_at_rest(throng_influence_object *o, int32_t i)
{
    o->vx = o->vy = 0.0f;
    o->alpha = (float)(i % 10) * 0.1f;
}
static void set_offset_at_rest(throng_influence_object *o, int32_t i)
{
    o->vx = o->vy = o->alpha = 0.0f;
    o->offset = (float)i;
}
static void set_nearly_at_rest(throng_influence_object *o, int32_t i)
{
    o->vx = 1e-39f;
    o->vy = -1e-40f;
    (void)i;
}
static void set_none(throng_influence_object *o, int32_t i)
{
    o->vx = o->vy = o->alpha = o->offset = 0.0f;
    (void)i;
}
static void set_direction(throng_influence_object *o, int32_t i)
{
    o->vx = (float)(i % 7 - 3);
    o->vy = (float)(i % 5 - 2);
}
static void set_longer(throng_influence_object *o, int32_t i)
{
    set_direction(o, i);
    o->vx *= 3.0f;
    o->vy *= 3.0f;
}
static void set_huge(throng_influence_object *o, int32_t i)
{
    set_direction(o, i);
    o->vx *= 268435456.0f;
    o->vy *= 268435456.0f;
}
static void set_small(throng_influence_object *o, int32_t i)
{
    set_direction(o, i);
    o->vx = ldexpf(o->vx, -120);
    o->vy = ldexpf(o->vy, -120);
}
static void set_alpha_limit(throng_influence_object *o, int32_t i)
{
    o->alpha = 1.0f - 1.0f / 1048576.0f;
    (void)i;
}
static void set_alpha_beyond(throng_influence_object *o, int32_t i)
{
    o->alpha = i % 2 ? 1.0f - 1.0f / 16777216.0f : 1.0f - 1.0f / 2097152.0f;
}
static void set_tiny(throng_influence_object *o, int32_t i) { o->influence = i % 2 ? o->influence : 1e-39f; }
static void set_nothing(throng_influence_object *o, int32_t i) { o->influence = i % 2 ? o->influence : 0.0f; }
static void set_shifted_right(throng_influence_object *o, int32_t i)
{
    o->alpha = o->vx = o->vy = 0.0f;
    o->x += 3.25f;
    (void)i;
}
static void set_offset_right(throng_influence_object *o, int32_t i)
{
    o->alpha = o->vy = 0.0f;
    o->vx = 0.7f;
    o->offset = 3.25f;
    (void)i;
}
static void set_shifted_up(throng_influence_object *o, int32_t i)
{
    o->alpha = o->vx = o->vy = 0.0f;
    o->y -= 3.25f;
    (void)i;
}
static void set_offset_up(throng_influence_object *o, int32_t i)
{
    o->alpha = o->vx = 0.0f;
    o->vy = -7.0f;
    o->offset = 3.25f;
    (void)i;
}

EACH(symmetry, same_meaning)
{
    static const struct {
        const char *what;
        change *a, *b;
    } pairs[] = {
        {"alpha 0", set_alpha_0, set_none},
        {"at rest", set_at_rest, set_none},
        {"offset at rest", set_offset_at_rest, set_none},
        {"slower than the smallest normal float", set_nearly_at_rest, set_none},
        {"three times as fast", set_direction, set_longer},
        {"2^28 times as fast", set_direction, set_huge},
        {"2^-120 times as fast", set_direction, set_small},
        {"alpha beyond its limit", set_alpha_limit, set_alpha_beyond},
        {"influence below the smallest normal float", set_tiny, set_nothing},
        {"offset to the right", set_offset_right, set_shifted_right},
        {"offset upwards", set_offset_up, set_shifted_up},
    };
    enum { W = 37, H = 26, COUNT = 50 };
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
        for (throng_grid grid = 0; grid <= THRONG_GRID_HEX; grid += 2) {
            throng_influence_def def = map_def(W, H, grid);
            throng_influence_object *a = exact_objects(29, COUNT, W, H, 1.0f);
            throng_influence_object *b = exact_objects(29, COUNT, W, H, 1.0f);
            for (int32_t i = 0; i < COUNT; i++) {
                pairs[k].a(&a[i], i);
                pairs[k].b(&b[i], i);
            }
            float *map_a = compute(context, &def, a, COUNT);
            float *map_b = compute(context, &def, b, COUNT);
            float *other = compute(context, &def, b, COUNT / 2);
            cr_expect(same_bits(pairs[k].what, map_a, map_b, W * H), "%s, grid %d", pairs[k].what, (int)grid);
            cr_expect(memcmp(map_b, other, W * H * sizeof *other) != 0, "the half of them is no difference");
            free(other);
            free(map_a);
            free(map_b);
            free(a);
            free(b);
        }
}
