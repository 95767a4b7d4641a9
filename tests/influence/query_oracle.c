/* Questions of agents against the oracle: the worst cell, the best cells of regions and among neighbours,
 * values and gradients at points. */
#include "tests/influence/query_model.h"
#include "tests/support/each_backend.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* On every kind of map for which the oracle has a scene; devices take a walking map of their own below. */
static void each_scene(throng_context *context, void (*check)(asked *a, int32_t layer))
{
    throng_context_info info;
    MUST(context, throng_context_get_info(context, &info));
    for (int32_t i = 0; i < query_scene_count; i++) {
        if (info.opencl && query_walks(&query_scenes[i]))
            continue;
        asked *a = asked_begin(context, &query_scenes[i]);
        for (int32_t layer = THRONG_LAYER_COMBINED; layer < QUERY_LAYERS; layer++) {
            asked_read(a, layer);
            check(a, layer);
        }
        asked_end(a);
    }
}

#define SCENES(suite, name)                                                                                  \
    static void scene_##suite##_##name(asked *a, int32_t layer);                                             \
    EACH(suite, name) { each_scene(context, scene_##suite##_##name); }                                       \
    static void scene_##suite##_##name(asked *a, int32_t layer)

static const char *name_of(const asked *a) { return a->s->map.name; }

static int same_best(const throng_best *a, const throng_best *b)
{
    if (a->row < 0 && b->row < 0)
        return a->column == -1 && b->column == -1; /* the value has no meaning then */
    return a->column == b->column && a->row == b->row && memcmp(&a->value, &b->value, sizeof a->value) == 0;
}

static void expect_best(const asked *a, const char *what, int32_t layer, throng_extreme which,
                        const throng_best *got, const throng_best *expected)
{
    cr_expect(same_best(got, expected),
              "%s: %s, layer %d, extreme %d: (%d, %d) with %.9g, expected (%d, %d) with %.9g", name_of(a),
              what, (int)layer, (int)which, (int)got->column, (int)got->row, (double)got->value,
              (int)expected->column, (int)expected->row, (double)expected->value);
}

/* ---------------------------------------------------------------- regions --------------------------- */

/* The scenes hold what they are meant to: values as they were planted, plateaus, blocked cells, and values in
 * both layers. */
SCENES(scenes, are_what_they_say)
{
    int32_t blocked = 0, equal = 0, zeros = 0;
    for (size_t i = 0; i < a->cells; i++) {
        float v = a->values[i];
        blocked += a->walls[i];
        zeros += v == 0.0f;
        equal += i > 0 && v == a->values[i - 1];
        cr_expect(!a->walls[i] || v == 0.0f, "%s: cell %zu is blocked and holds %g", name_of(a), i,
                  (double)v);
        if (a->s->values == VALUES_PLATEAUS && layer >= 0)
            cr_expect(v == -1.0f || v == 0.0f || v == 1.0f);
        if (a->s->values == VALUES_TINY && layer >= 0)
            cr_expect(v == 0.0f || (fabsf(v) >= FLT_MIN && fabsf(v) < 2.0f * FLT_MIN));
        if (a->s->values == VALUES_HUGE)
            cr_expect(fabsf(v) == 1e9f || fabsf(v) > 1e18f || v == 0.0f);
    }
    cr_expect((blocked > 0) == query_walks(a->s));
    cr_expect(zeros < (int32_t)a->cells || a->cells == 1, "%s: layer %d is empty", name_of(a), (int)layer);
    if (a->s->values == VALUES_PLATEAUS && layer >= 0)
        cr_expect(equal > (int32_t)a->cells / 6, "%s: %d cells are as their neighbours", name_of(a),
                  (int)equal);
}

SCENES(extremes, of_one_region)
{
    rng r = {301};
    throng_best got, expected;
    const throng_region whole = {0, 0, a->s->map.width, a->rows};
    for (int i = 0; i < 25; i++) {
        throng_region region = i ? asked_region(a, &r) : whole;
        expected = model_of_region(a, THRONG_SMALLEST, &region);
        MUST(a->context, throng_influence_worst(a->map, layer, i ? &region : NULL, &got));
        expect_best(a, "worst", layer, THRONG_SMALLEST, &got, &expected);
        expected = model_of_region(a, THRONG_LARGEST, &region);
        MUST(a->context, throng_influence_best(a->map, layer, i ? &region : NULL, &got));
        expect_best(a, "best", layer, THRONG_LARGEST, &got, &expected);
    }
}

/* Answers, with something before and behind them that has to stay. */
typedef struct answers {
    int32_t count;
    unsigned char *raw;
} answers;

enum { FENCE = 64, FENCE_BYTE = 0x6b };

static void *answers_begin(answers *t, int32_t count, size_t size)
{
    size_t bytes = (size_t)count * size + (size_t)2 * FENCE;
    t->count = count;
    t->raw = must_allocate(bytes);
    memset(t->raw, FENCE_BYTE, bytes);
    return t->raw + FENCE;
}

static void answers_end(answers *t, size_t size, const char *what)
{
    int touched = 0;
    for (size_t i = 0; i < FENCE; i++)
        touched += t->raw[i] != FENCE_BYTE || t->raw[FENCE + (size_t)t->count * size + i] != FENCE_BYTE;
    cr_expect(touched == 0, "%s: %d bytes around the answers were written", what, touched);
    free(t->raw);
}

/* A question inside of something larger, at an odd address. */
enum { APART = 29 };

static void *relax_out(const void *questions, int32_t count, size_t size)
{
    unsigned char *apart = must_allocate((size_t)count * APART + 1);
    for (int32_t i = 0; i < count; i++)
        memcpy(apart + 1 + (size_t)i * APART, (const unsigned char *)questions + (size_t)i * size, size);
    return apart;
}

SCENES(extremes, of_many_regions)
{
    static const int32_t counts[] = {0, 1, 2, 150};
    throng_region regions[150];
    answers room;
    rng r = {302};
    for (int k = 0; k < 4; k++)
        for (throng_extreme which = THRONG_LARGEST; which <= THRONG_SMALLEST; which++) {
            for (int i = 0; i < counts[k]; i++)
                regions[i] = asked_region(a, &r);
            unsigned char *apart = relax_out(regions, counts[k], sizeof *regions);
            throng_best *got = answers_begin(&room, counts[k], sizeof *got);
            const void *questions = which ? (void *)(apart + 1) : (void *)regions;
            MUST(a->context, throng_influence_best_of_regions(a->map, layer, which, counts[k], questions,
                                                              which ? APART : 0, got));
            for (int i = 0; i < counts[k]; i++) {
                throng_best expected = model_of_region(a, which, &regions[i]);
                expect_best(a, "region", layer, which, &got[i], &expected);
            }
            answers_end(&room, sizeof *got, name_of(a));
            free(apart);
        }
}

/* ---------------------------------------------------------------- neighbours ------------------------ */

SCENES(neighbors, of_every_cell)
{
    const int32_t width = a->s->map.width, count = (int32_t)a->cells;
    throng_cell *cells = must_allocate(a->cells * sizeof *cells);
    for (int32_t i = 0; i < count; i++)
        cells[i] = (throng_cell){(count - 1 - i) % width, (count - 1 - i) / width};
    unsigned char *apart = relax_out(cells, count, sizeof *cells);
    for (int32_t k = 0; k < 4; k++) {
        answers room;
        throng_extreme which = k / 2;
        throng_best *got = answers_begin(&room, count, sizeof *got);
        const void *questions = k % 2 ? (void *)(apart + 1) : (void *)cells;
        MUST(a->context, throng_influence_best_of_neighbors(a->map, layer, which, k % 2, count, questions,
                                                            k % 2 ? APART : 0, got));
        int32_t wrong = 0;
        for (int32_t i = 0; i < count && wrong < 3; i++) {
            throng_best expected = model_of_neighbors(a, which, k % 2, cells[i]);
            wrong += !same_best(&got[i], &expected);
            expect_best(a, k % 2 ? "neighbours and itself" : "neighbours", layer, which, &got[i], &expected);
        }
        answers_end(&room, sizeof *got, name_of(a));
    }
    free(apart);
    free(cells);
}

/* By hand: no step leads out of the cell, so that it is the answer itself, own_too or not. */
EACH(neighbors, of_nobody)
{
    const query_scene s = {{.name = "alone",
                            .grid = THRONG_GRID_HEX,
                            .width = 1,
                            .height = 2,
                            .worlds = 3,
                            .cell_size = 1.0f,
                            .seed = 5},
                           VALUES_NUMBERS};
    query_scene one = s;
    one.map.grid = THRONG_GRID_SQUARE8;
    one.map.height = 1;
    asked *a = asked_begin(context, &one), *b = asked_begin(context, &s);
    asked_read(a, 0);
    asked_read(b, 0);
    for (int32_t k = 0; k < 4; k++) {
        const throng_cell middle = {0, 1}, last = {0, 5};
        throng_best got;
        MUST(context, throng_influence_best_of_neighbors(a->map, 0, k / 2, k % 2, 1, &middle, 0, &got));
        cr_expect(got.column == 0 && got.row == 1 && got.value == a->values[1]);
        MUST(context, throng_influence_best_of_neighbors(b->map, 0, k / 2, 0, 1, &last, 0, &got));
        cr_expect(got.column == 0 && got.row == 4 && got.value == b->values[4]);
    }
    asked_end(b);
    asked_end(a);
}

/* ---------------------------------------------------------------- points ---------------------------- */

static void expect_sample(const asked *a, int32_t layer, const throng_point *p, const throng_sample *got)
{
    double expected[3], off = model_sample_distance(a, p, got, expected);
    const float numbers[3] = {got->value, got->dx, got->dy};
    cr_expect(off <= 1.0,
              "%s, layer %d: (%.9g, %.9g) in world %d: %.9g, (%.9g, %.9g), expected %.9g, (%.9g, %.9g): %.2f "
              "bounds",
              name_of(a), (int)layer, (double)p->x, (double)p->y, (int)p->world, (double)got->value,
              (double)got->dx, (double)got->dy, expected[0], expected[1], expected[2], off);
    for (int i = 0; i < 3; i++)
        cr_expect(numbers[i] == 0.0f || fabsf(numbers[i]) >= FLT_MIN,
                  "%s: (%.9g, %.9g): %g counts as 0, and should be 0", name_of(a), (double)p->x, (double)p->y,
                  (double)numbers[i]);
}

SCENES(points, by_the_oracle)
{
    static const int32_t counts[] = {0, 1, 2, 700};
    throng_point points[700];
    answers room;
    rng r = {303};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < counts[k]; i++)
            points[i] = asked_point(a, &r);
        unsigned char *apart = relax_out(points, counts[k], sizeof *points);
        throng_sample *got = answers_begin(&room, counts[k], sizeof *got);
        const void *questions = k % 2 ? (void *)(apart + 1) : (void *)points;
        MUST(a->context,
             throng_influence_sample(a->map, layer, counts[k], questions, k % 2 ? APART : 0, got));
        for (int i = 0; i < counts[k]; i++)
            expect_sample(a, layer, &points[i], &got[i]);
        answers_end(&room, sizeof *got, name_of(a));
        free(apart);
    }
}

/* Exactly on a centre of a square of size 1 the value is the cell's own, and a plane is given back without
 * rounding: by hand, so that model and library cannot be wrong together. */
EACH(points, by_hand)
{
    throng_influence *map;
    throng_influence_def def = map_def(6, 5, THRONG_GRID_SQUARE8);
    throng_influence_object objects[30];
    for (int i = 0; i < 30; i++) { /* 2 a column, 16 a row */
        objects[i] = throng_influence_default_object();
        objects[i].x = (float)(i % 6) + 0.5f;
        objects[i].y = (float)(i / 6) + 0.5f;
        objects[i].influence = (float)(1 + 2 * (i % 6) + 16 * (i / 6));
        objects[i].decay = 0.0f;
        objects[i].max_distance = 0.0f;
    }
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, 30, objects, 0));
    MUST(context, throng_influence_update(map));
    static const struct {
        float x, y, value, dx, dy;
    } expected[] = {
        {0.5f, 0.5f, 1.0f, 2.0f, 16.0f},   {3.5f, 2.5f, 39.0f, 2.0f, 16.0f},
        {3.75f, 2.5f, 39.5f, 2.0f, 16.0f}, {3.5f, 2.0f, 31.0f, 2.0f, 16.0f},
        {4.0f, 3.0f, 48.0f, 2.0f, 16.0f},  {1.25f, 1.75f, 22.5f, 2.0f, 16.0f},
        {0.25f, 2.5f, 33.0f, 0.0f, 12.0f}, /* both on the left count as (0, 2): 12 of 16 are left */
        {2.5f, 0.125f, 5.0f, 1.25f, 0.0f}, {5.9f, 4.9f, 75.0f, 0.0f, 0.0f},
        {5.75f, 3.5f, 59.0f, 0.0f, 12.0f}, {-9.0f, 2.25f, 33.0f, 0.0f, 0.0f},
        {2.25f, 77.0f, 69.0f, 0.0f, 0.0f}, {1e9f, -1e9f, 11.0f, 0.0f, 0.0f},
    };
    enum { COUNT = sizeof expected / sizeof expected[0] };
    throng_point points[COUNT];
    throng_sample got[COUNT];
    for (int i = 0; i < COUNT; i++)
        points[i] = (throng_point){expected[i].x, expected[i].y, 0};
    MUST(context, throng_influence_sample(map, 0, COUNT, points, 0, got));
    for (int i = 0; i < COUNT; i++)
        cr_expect(got[i].value == expected[i].value && got[i].dx == expected[i].dx &&
                      got[i].dy == expected[i].dy,
                  "(%g, %g): %.9g, (%.9g, %.9g), expected %g, (%g, %g)", (double)expected[i].x,
                  (double)expected[i].y, (double)got[i].value, (double)got[i].dx, (double)got[i].dy,
                  (double)expected[i].value, (double)expected[i].dx, (double)expected[i].dy);
    throng_influence_destroy(map);
}

/* A million columns: near the last one a cell is as well resolved as near the first. */
EACH(points, on_a_wide_map)
{
    enum { WIDTH = 1000000, NEAR = 120, HEIGHT = 2 };
    query_scene s = {{.name = "wide", .width = WIDTH, .height = HEIGHT, .worlds = 1, .seed = 9},
                     VALUES_NUMBERS};
    s.map.cell_size = 0.37f;
    asked a = {.s = &s, .context = context, .rows = HEIGHT, .cells = (size_t)WIDTH * HEIGHT};
    throng_influence_def def = walk_def(&s.map);
    rng r = {304};
    for (int grid = 0; grid < 3; grid += 2) {
        throng_influence_object objects[NEAR];
        throng_point points[400];
        throng_sample got[400];
        s.map.grid = def.grid = grid;
        def.object_capacity = NEAR;
        for (int i = 0; i < NEAR; i++) {
            objects[i] = throng_influence_default_object();
            objects[i].x = (float)((WIDTH - (double)rng_between(&r, 0.0f, 100.0f)) * (double)s.map.cell_size);
            objects[i].y = rng_between(&r, 0.0f, HEIGHT * s.map.cell_size);
            objects[i].influence = rng_between(&r, -10.0f, 10.0f);
            objects[i].max_distance = 3.0f;
        }
        MUST(context, throng_influence_create(context, &def, &a.map));
        MUST(context, throng_influence_set_objects(a.map, 0, 0, NEAR, objects, 0));
        MUST(context, throng_influence_update(a.map));
        a.values = must_allocate(a.cells * sizeof *a.values);
        a.walls = must_allocate(a.cells);
        asked_read(&a, 0);
        for (int i = 0; i < 400; i++) {
            double x = WIDTH - (double)rng_between(&r, -2.0f, 100.0f);
            points[i].x = (float)(x * (double)s.map.cell_size);
            points[i].y = rng_between(&r, -1.0f, HEIGHT + 1.0f) * s.map.cell_size;
            points[i].world = 0;
        }
        MUST(context, throng_influence_sample(a.map, 0, 400, points, 0, got));
        for (int i = 0; i < 400; i++)
            expect_sample(&a, 0, &points[i], &got[i]);
        throng_influence_destroy(a.map);
        free(a.walls);
        free(a.values);
    }
}

/* ---------------------------------------------------------------- many, and later ------------------- */

/* More questions than devices take at once, and not a multiple of it. */
EACH(many, questions)
{
    enum { MANY = 40001 };
    const query_scene s = {{.name = "many",
                            .grid = THRONG_GRID_HEX,
                            .width = 30,
                            .height = 20,
                            .worlds = 2,
                            .cell_size = 1.0f,
                            .seed = 6},
                           VALUES_NUMBERS};
    asked *a = asked_begin(context, &s);
    throng_region *regions = must_allocate(MANY * sizeof *regions);
    throng_cell *cells = must_allocate(MANY * sizeof *cells);
    throng_point *points = must_allocate(MANY * sizeof *points);
    throng_best *bests = must_allocate(MANY * sizeof *bests), *next = must_allocate(MANY * sizeof *next);
    throng_sample *samples = must_allocate(MANY * sizeof *samples);
    rng r = {305};
    asked_read(a, 1);
    for (int32_t i = 0; i < MANY; i++) {
        cells[i] = (throng_cell){rng_below(&r, 30), rng_below(&r, 40)};
        regions[i] = (throng_region){cells[i].column, cells[i].row, 1, 1};
        points[i] = asked_point(a, &r);
    }
    MUST(context, throng_influence_best_of_regions(a->map, 1, THRONG_LARGEST, MANY, regions, 0, bests));
    MUST(context, throng_influence_best_of_neighbors(a->map, 1, THRONG_SMALLEST, 0, MANY, cells, 0, next));
    MUST(context, throng_influence_sample(a->map, 1, MANY, points, 0, samples));
    int32_t wrong = 0;
    for (int32_t i = 0; i < MANY; i++) {
        throng_best expected = model_of_neighbors(a, THRONG_SMALLEST, 0, cells[i]);
        float own = a->values[cells[i].row * 30 + cells[i].column];
        wrong += bests[i].column != cells[i].column || bests[i].row != cells[i].row || bests[i].value != own;
        wrong += !same_best(&next[i], &expected);
        if (i % 7 == 0)
            expect_sample(a, 1, &points[i], &samples[i]);
    }
    cr_expect(wrong == 0, "%d answers are wrong", (int)wrong);
    free(samples);
    free(next);
    free(bests);
    free(points);
    free(cells);
    free(regions);
    asked_end(a);
}

/* A map without objects holds 0 everywhere: the first cell answers, and nothing pulls. After an update the
 * answers are of the new values, before it of the old ones. */
EACH(many, values_as_of_the_last_update)
{
    throng_influence *map;
    throng_influence_def def = map_def(8, 6, THRONG_GRID_SQUARE4);
    throng_influence_object o = throng_influence_default_object();
    const throng_point point = {5.5f, 2.5f, 0};
    const throng_region part = {2, 1, 3, 3};
    const throng_cell cell = {4, 2};
    throng_best best;
    throng_sample sample;
    def.object_capacity = 1;
    MUST(context, throng_influence_create(context, &def, &map));
    o.x = 5.5f;
    o.y = 2.5f;
    for (int k = 0; k < 3; k++) {
        const int there = k == 2; /* the object counts only after the update */
        MUST(context, throng_influence_sample(map, 0, 1, &point, 0, &sample));
        cr_expect(sample.value == (there ? 1.0f : 0.0f) &&
                  (there || (sample.dx == 0.0f && sample.dy == 0.0f)));
        MUST(context, throng_influence_best_of_neighbors(map, 0, THRONG_LARGEST, 1, 1, &cell, 0, &best));
        cr_expect(best.column == (there ? 5 : 4) && best.row == (there ? 2 : 1));
        MUST(context, throng_influence_best_of_regions(map, 0, THRONG_LARGEST, 1, &part, 0, &best));
        cr_expect(best.column == (there ? 4 : 2) && best.row == (there ? 2 : 1));
        MUST(context, throng_influence_worst(map, 0, NULL, &best));
        cr_expect(best.column == 0 && best.row == (there ? 5 : 0));
        MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
        if (k > 0)
            MUST(context, throng_influence_update(map));
    }
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- walls ----------------------------- */

static void check_changed_walls(throng_context *context, const query_scene *s)
{
    asked *a = asked_begin(context, s);
    rng r = {306};
    asked_read(a, 0);
    for (int round = 0; round < 4; round++) {
        asked_build(a, &r, 40); /* walls as they are now, values as of the last update */
        for (int i = 0; i < 30; i++) {
            throng_region region = asked_region(a, &r);
            const throng_cell cell = {region.column, region.row};
            const throng_point point = asked_point(a, &r);
            const throng_extreme which = i % 2;
            throng_best got, expected = model_of_region(a, which, &region);
            throng_sample sample;
            MUST(context, throng_influence_best_of_regions(a->map, 0, which, 1, &region, 0, &got));
            expect_best(a, "region, walls changed", 0, which, &got, &expected);
            MUST(context, (which ? throng_influence_worst : throng_influence_best)(a->map, 0, &region, &got));
            expect_best(a, "walls changed", 0, which, &got, &expected);
            expected = model_of_neighbors(a, which, i / 2 % 2, cell);
            MUST(context, throng_influence_best_of_neighbors(a->map, 0, which, i / 2 % 2, 1, &cell, 0, &got));
            expect_best(a, "neighbours, walls changed", 0, which, &got, &expected);
            MUST(context, throng_influence_sample(a->map, 0, 1, &point, 0, &sample));
            expect_sample(a, 0, &point, &sample);
        }
    }
    throng_best got;
    const throng_region whole = {0, 0, s->map.width, s->map.own_walls ? a->rows : s->map.height};
    MUST(context, throng_terrain_fill(a->terrain, &whole, 1));
    MUST(context, throng_influence_worst(a->map, 0, NULL, &got));
    cr_expect(got.column == -1 && got.row == -1, "all cells are blocked");
    MUST(context, throng_influence_best(a->map, 0, NULL, &got));
    cr_expect(got.column == -1 && got.row == -1, "all cells are blocked");
    asked_end(a);
}

EACH(walls, changed_after_the_update)
{
    throng_context_info info;
    MUST(context, throng_context_get_info(context, &info));
    for (int32_t i = 0; i < query_scene_count; i++)
        if (query_walks(&query_scenes[i]) && !info.opencl)
            check_changed_walls(context, &query_scenes[i]);
    if (info.opencl) { /* where maps that walk take their time, a small one */
        query_scene s = {{.name = "a small map",
                          .grid = THRONG_GRID_SQUARE8,
                          .width = 17,
                          .height = 9,
                          .worlds = 2,
                          .own_walls = 1,
                          .cell_size = 1.0f,
                          .seed = 8},
                         VALUES_PLATEAUS};
        s.map.propagation = THRONG_PROPAGATION_PATH;
        s.map.walls = WALLS_RANDOM;
        s.map.density = 30;
        check_changed_walls(context, &s);
    }
}
