/* Path and adjacent propagation against the oracle: random walls, objects and worlds of every kind. */
#include "tests/influence/propagation_model.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct kind {
    const char *name;
    walls_kind walls;
    int32_t density, worlds, width, height; /* at most; 0: 40 */
    mix objects;
    /* the mean of interval and bound may be at most this much of the largest influence, lest the bound be so
     * wide that anything passes; 0: not asked */
    double sharpness;
} kind;

#define USUAL(low, high)                                                                                     \
    .reach_low = (low), .reach_high = (high), .exponential = 50, .adjusted = 60, .offset = 20,               \
    .alpha_most = 0.9f, .strength_high = 6, .gamma_lowest = -2

static const kind kinds[] = {
    {"no walls", WALLS_NONE, 0, 1, 0, 0, {USUAL(1.0f, 20.0f)}, 2e-6},
    {"some walls", WALLS_RANDOM, 10, 1, 0, 0, {USUAL(1.0f, 20.0f)}, 2e-6},
    {"many walls", WALLS_RANDOM, 30, 1, 0, 0, {USUAL(1.0f, 30.0f)}, 2e-6},
    {"mostly walls", WALLS_RANDOM, 55, 2, 0, 0, {USUAL(1.0f, 30.0f)}, 2e-6},
    {"a maze", WALLS_MAZE, 0, 1, 0, 0, {USUAL(1.0f, 60.0f)}, 2e-6},
    {"a maze with loops", WALLS_MAZE, 20, 3, 0, 0, {USUAL(1.0f, 40.0f)}, 2e-6},
    {"rooms", WALLS_ROOMS, 0, 1, 0, 0, {USUAL(1.0f, 40.0f)}, 2e-6},
    {"less than a cell", WALLS_RANDOM, 10, 1, 0, 0, {USUAL(0.0f, 1.0f)}, 2e-6},
    {"no distance at all", WALLS_RANDOM, 10, 1, 0, 0, {USUAL(0.0f, 0.0f)}, 2e-6},
    {"whole distances, motion towards neighbours",
     WALLS_RANDOM,
     15,
     1,
     0,
     0,
     {USUAL(1.0f, 20.0f), .snapped = 1},
     0.0},
    {"offset",
     WALLS_ROOMS,
     0,
     2,
     0,
     0,
     {.reach_low = 2,
      .reach_high = 12,
      .exponential = 50,
      .offset = 100,
      .strength_high = 6,
      .gamma_lowest = -2},
     2e-6},
    {"alpha up to 0.99",
     WALLS_RANDOM,
     20,
     1,
     0,
     0,
     {.reach_low = 3,
      .reach_high = 30,
      .exponential = 50,
      .adjusted = 100,
      .alpha_most = 0.99f,
      .strength_high = 6,
      .gamma_lowest = -1},
     1e-5},
    {"about the end of narrow keys", WALLS_RANDOM, 3, 1, 140, 30, {USUAL(85.0f, 110.0f)}, 2e-6},
    {"more than the map", WALLS_RANDOM, 25, 1, 0, 0, {USUAL(100.0f, 1e4f)}, 2e-6},
    {"far more than the map", WALLS_RANDOM, 30, 2, 0, 0, {USUAL(1e5f, 1e9f)}, 0.0},
    {"a few cells", WALLS_RANDOM, 30, 8, 7, 5, {USUAL(0.0f, 1e4f)}, 2e-6},
    {"tiny influences",
     WALLS_RANDOM,
     20,
     1,
     0,
     0,
     {.reach_low = 1,
      .reach_high = 30,
      .exponential = 50,
      .adjusted = 50,
      .alpha_most = 0.5f,
      .strength_low = -120,
      .strength_high = -100,
      .gamma_lowest = -4},
     0.0},
    {"huge influences, small gammas",
     WALLS_RANDOM,
     20,
     1,
     0,
     0,
     {.reach_low = 1,
      .reach_high = 60,
      .exponential = 80,
      .adjusted = 50,
      .alpha_most = 0.5f,
      .strength_low = 20,
      .strength_high = 29,
      .gamma_lowest = -60},
     2e-6},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], SCENES = 24, VARIANTS = 3 };

typedef struct tally {
    oracle_count pairs;
    double width, worst;
    long long cells, redrawn, objects;
} tally;

static walk_scene random_scene(const kind *k, rng *r, int32_t number)
{
    static const float cell_sizes[] = {1.0f, 0.37f, 1e-3f, 250.0f};
    walk_scene s = {.name = k->name, .walls = k->walls, .density = k->density, .objects = k->objects};
    int32_t width = k->width ? k->width : 40, height = k->height ? k->height : 40;
    s.grid = number % 3;
    s.propagation = number / 3 % 2 ? THRONG_PROPAGATION_ADJACENT : THRONG_PROPAGATION_PATH;
    s.worlds = k->worlds;
    s.own_walls = k->worlds > 1 && rng_below(r, 2);
    s.cell_size = cell_sizes[rng_below(r, 4)];
    s.width = width - rng_below(r, width / 2);
    s.height = height - rng_below(r, height / 2);
    if (s.grid == THRONG_GRID_HEX && s.worlds > 1)
        s.height += s.height % 2;
    s.count = s.worlds * (number % 4 < 2 ? 1 : 1 + rng_below(r, 8));
    s.seed = rng_next(r);
    return s;
}

/* Objects about whose cell rounding could decide, near a border or once moved by their offset, are drawn
 * again. */
static throng_influence_object *clear_objects(const walk_scene *s, const uint8_t *walls, tally *t)
{
    throng_influence_object *objects = must_allocate((size_t)s->count * sizeof *objects);
    rng r = {s->seed};
    for (int32_t i = 0; i < s->count; i++) {
        int32_t world = rng_below(&r, s->worlds);
        objects[i] = walk_object(&r, s, walls, world);
        t->objects++;
        while (!walk_is_clear(s, walls, &objects[i])) {
            objects[i] = walk_object(&r, s, walls, world);
            t->redrawn++;
        }
    }
    return objects;
}

static void check_scene(const walk_scene *s, throng_context *context, const char *variant_name, tally *t)
{
    size_t cells = (size_t)s->width * (size_t)s->height * (size_t)s->worlds;
    uint8_t *walls = scene_walls(s);
    throng_influence_object *objects = clear_objects(s, walls, t);
    oracle_cell *expected = must_allocate(cells * sizeof *expected);
    oracle_count pairs = walk_map(s, walls, objects, s->count, expected);
    float *values = walk_compute(context, s, walls, objects, s->count);
    double strongest = 0.0;
    for (int32_t i = 0; i < s->count; i++)
        strongest = fmax(strongest, fabs((double)objects[i].influence));
    for (size_t i = 0; i < cells; i++) {
        double off = oracle_distance(&expected[i], values[i]);
        cr_expect(off <= 1.0,
                  "%s, %s, grid %d, propagation %d, seed %llu: cell (%zu, %zu) holds %.9g, expected %.9g to "
                  "%.9g +- %.3g",
                  s->name, variant_name, (int)s->grid, (int)s->propagation, (unsigned long long)s->seed,
                  i % (size_t)s->width, i / (size_t)s->width, (double)values[i], expected[i].low,
                  expected[i].high, expected[i].bound);
        if (!(off <= 1.0))
            break;
        t->worst = fmax(t->worst, off);
        double width = expected[i].high - expected[i].low;
        if (width < 1e-3 * strongest) /* else some term is undecided, and counted as such */
            t->width += (width + expected[i].bound) / strongest / s->count;
    }
    t->cells += (long long)cells;
    t->pairs.inside += pairs.inside;
    t->pairs.undecided += pairs.undecided;
    free(values);
    free(expected);
    free(objects);
    free(walls);
}

static void report(const char *name, const variant *v, const tally *t)
{
    printf("%-44s %-32s largest error %.3f of its bound, mean bound %.2g, %lld pairs, %lld undecided, "
           "%lld of %lld drawn again\n",
           name, v->name, t->worst, t->width / (double)t->cells, t->pairs.inside, t->pairs.undecided,
           t->redrawn, t->objects);
    fflush(stdout);
}

static void check_kind(const kind *k, const variant *v, uint64_t seed)
{
    tally t = {.cells = 0};
    rng r = {seed};
    throng_context *context = open_variant(v, NULL);
    for (int32_t i = 0; i < SCENES; i++) {
        walk_scene s = random_scene(k, &r, i);
        check_scene(&s, context, v->name, &t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(t.pairs.inside >= (k->objects.reach_high <= 1.0f ? 30 : 500),
              "%s: only %lld pairs of cell and object are inside", k->name, t.pairs.inside);
    cr_expect(t.redrawn * 5 <= t.objects, "%s: %lld of %lld objects were drawn again", k->name, t.redrawn,
              t.objects);
    if (k->sharpness > 0.0) {
        cr_expect(t.width / (double)t.cells < k->sharpness, "%s: the mean bound is %g of the influence",
                  k->name, t.width / (double)t.cells);
        cr_expect(t.pairs.undecided * 200 <= t.pairs.inside, "%s: %lld of %lld pairs are undecided", k->name,
                  t.pairs.undecided, t.pairs.inside);
    }
    report(k->name, v, &t);
}

Test(oracle, random_scenes)
{
    variant list[VARIANTS];
    int32_t count = walk_variants(list, VARIANTS);
    for (int32_t v = 0; v < count; v++)
        for (size_t i = 0; i < KINDS; i++)
            check_kind(&kinds[i], &list[v], 1000 + i);
}

/* Paths of more cells than 32-bit keys hold, more than 16-bit ones hold, and on either side of the ends. */
Test(oracle, long_paths)
{
    static const struct {
        throng_grid grid;
        int32_t width, height;
        float reach;
    } cases[] = {
        {THRONG_GRID_SQUARE8, 240, 168, 30000.0f}, {THRONG_GRID_SQUARE8, 240, 168, 18999.0f},
        {THRONG_GRID_SQUARE8, 240, 168, 19001.5f}, {THRONG_GRID_SQUARE8, 240, 158, 1e9f},
        {THRONG_GRID_SQUARE4, 140, 140, 7999.0f},  {THRONG_GRID_SQUARE4, 140, 140, 8001.0f},
        {THRONG_GRID_HEX, 140, 140, 1e9f},
    };
    variant list[VARIANTS];
    int32_t count = walk_variants(list, VARIANTS);
    for (int32_t v = 0; v < count; v++) {
        tally t = {.cells = 0};
        throng_context *context = open_variant(&list[v], NULL);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            walk_scene s = {.name = "a serpentine",
                            .grid = cases[i].grid,
                            .propagation = THRONG_PROPAGATION_PATH,
                            .width = cases[i].width,
                            .height = cases[i].height,
                            .worlds = 1,
                            .cell_size = 1.0f,
                            .walls = WALLS_SERPENTINE,
                            .count = 2,
                            .seed = 7 + i};
            s.objects = (mix){.reach_low = cases[i].reach,
                              .reach_high = cases[i].reach,
                              .exponential = i % 2 ? 100 : 0,
                              .adjusted = 50,
                              .alpha_most = 0.3f,
                              .strength_high = 6};
            check_scene(&s, context, list[v].name, &t);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
        cr_expect(t.pairs.inside > 20000, "%lld pairs are inside", t.pairs.inside);
        report("serpentines", &list[v], &t);
    }
}

/* The shared scenes, too, those that the hashes stand for: as they are before anything is moved or built. */
Test(oracle, shared_scenes)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    tally t = {.cells = 0};
    for (int32_t i = 0; i < walk_scene_count; i++)
        check_scene(&walk_scenes[i], context, v.name, &t);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(t.pairs.inside > 100000, "%lld pairs are inside", t.pairs.inside);
    report("shared scenes", &v, &t);
}

/* The oracle itself, by figures worked out by hand. */
Test(oracle, by_hand)
{
    walk_length lengths[9];
    uint8_t walls[9] = {0};
    cr_expect(walk_shorter(3, 0, 0, 3) && !walk_shorter(0, 3, 3, 0) && !walk_shorter(2, 1, 2, 1));
    cr_expect(walk_shorter(7, 0, 0, 5) && walk_shorter(0, 5, 8, 0) && walk_shorter(99, 0, 29, 50) &&
              walk_shorter(0, 70, 99, 0));
    walk_paths(walls, 3, 3, THRONG_GRID_SQUARE8, 0, 1, lengths);
    /* up and to the right: straight first, or diagonally */
    cr_expect(lengths[2].a == 1 && lengths[2].b == 1 && lengths[2].first == (1u << 0 | 1u << 7));
    walls[1] = 1; /* cuts the corner of the diagonal step */
    walk_paths(walls, 3, 3, THRONG_GRID_SQUARE8, 0, 1, lengths);
    cr_expect(lengths[2].a == 3 && lengths[2].b == 0 && lengths[2].first == 1u << 0);
    cr_expect(lengths[1].a == -1 && lengths[0].a == 1 && lengths[0].first == 1u << 6);
    walk_scene s = {.grid = THRONG_GRID_SQUARE8, .width = 3, .height = 3, .worlds = 1, .cell_size = 1.0f};
    oracle_cell cells[9];
    throng_influence_object o = throng_influence_default_object();
    o.x = 0.5f;
    o.y = 1.5f;
    o.vy = -1.0f;
    o.alpha = 0.5f;
    o.influence = 10.0f;
    o.decay = 1.0f;
    memset(walls, 0, sizeof walls);
    s.propagation = THRONG_PROPAGATION_PATH;
    walk_map(&s, walls, &o, 1, cells);
    double root = sqrt(2.0), diagonal = root / (1.0 + 0.5 / root);
    double path = 10.0 - (1.0 + root) / (1.0 + 0.5 / root); /* it begins diagonally */
    cr_expect(fabs(cells[2].low - path) < 1e-5 && fabs(cells[2].high - path) < 1e-5);
    cr_expect(cells[3].low == 10.0 && fabs(cells[6].low - 8.0) < 1e-5 && fabs(cells[4].high - 9.0) < 1e-5);
    s.propagation = THRONG_PROPAGATION_ADJACENT;
    o.max_distance = 5.0f; /* t = 5 */
    walk_map(&s, walls, &o, 1, cells);
    cr_expect(fabs(cells[2].low - (9.0 - diagonal)) < 1e-5, "a straight step and a diagonal one");
    cr_expect(fabs(cells[0].low - (10.0 - 1.0 / 1.5)) < 1e-5 && fabs(cells[6].low - 8.0) < 1e-5);
    o.max_distance = 1.5f; /* t = 8.5 */
    walk_map(&s, walls, &o, 1, cells);
    cr_expect(cells[6].high == 0.0 && cells[6].bound == 0.0 && fabs(cells[4].low - 9.0) < 1e-5);
}
