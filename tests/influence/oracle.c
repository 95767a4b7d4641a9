/* Influence maps against the oracle: random scenes of every kind. */
#include "tests/support/oracle.h"
#include "tests/support/support.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct kind {
    const char *name;
    mix objects;
    /* where > 0: the mean of interval and bound may be at most this much of the largest influence, lest
     * the bound be so wide that anything passes */
    double sharpness;
} kind;

static const kind kinds[] = {
    {"linear, at rest", {.spread = 0.2f, .reach_low = 1, .reach_high = 30, .strength_high = 6}, 1e-6},
    {"exponential, at rest",
     {.spread = 0.2f,
      .reach_low = 1,
      .reach_high = 30,
      .exponential = 100,
      .strength_high = 6,
      .gamma_lowest = -2},
     1e-6},
    {"linear, adjusted",
     {.spread = 0.2f,
      .reach_low = 1,
      .reach_high = 30,
      .adjusted = 100,
      .alpha_most = 0.9f,
      .strength_high = 6},
     1e-6},
    {"exponential, adjusted",
     {.spread = 0.2f,
      .reach_low = 1,
      .reach_high = 30,
      .exponential = 100,
      .adjusted = 100,
      .alpha_most = 0.9f,
      .strength_high = 6,
      .gamma_lowest = -2},
     1e-6},
    {"offset",
     {.spread = 0.2f,
      .reach_low = 1,
      .reach_high = 30,
      .exponential = 50,
      .offset = 100,
      .strength_high = 6,
      .gamma_lowest = -2},
     1e-6},
    {"alpha up to 0.999",
     {.spread = 0.1f,
      .reach_low = 5,
      .reach_high = 60,
      .exponential = 50,
      .adjusted = 100,
      .alpha_most = 0.999f,
      .strength_high = 6,
      .gamma_lowest = -1},
     1e-6},
    {"alpha next to 1",
     {.spread = 0.1f,
      .reach_low = 5,
      .reach_high = 60,
      .exponential = 50,
      .adjusted = 100,
      .alpha_most = 1.0f,
      .strength_high = 6,
      .gamma_lowest = -1},
     0.0},
    {"less than a cell",
     {.spread = 0.1f,
      .reach_low = 0,
      .reach_high = 1,
      .exponential = 50,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_high = 6,
      .gamma_lowest = -2},
     1e-6},
    {"more than the map",
     {.spread = 0.5f,
      .reach_low = 100,
      .reach_high = 1e4f,
      .exponential = 50,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_high = 6,
      .gamma_lowest = -1},
     1e-6},
    {"off the map",
     {.spread = 4.0f,
      .reach_low = 10,
      .reach_high = 300,
      .exponential = 50,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_high = 6,
      .gamma_lowest = -1},
     1e-6},
    {"a million cells off",
     {.far = 1e6f,
      .reach_low = 1e5f,
      .reach_high = 4e6f,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_high = 6},
     0.0},
    {"a billion cells off",
     {.far = 9e8f,
      .reach_low = 1e8f,
      .reach_high = 1e9f,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_high = 6},
     0.0},
    {"gamma from 1e-30",
     {.spread = 0.1f,
      .reach_low = 1,
      .reach_high = 200,
      .exponential = 100,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_high = 29,
      .gamma_lowest = -99},
     1e-6},
    {"tiny influences",
     {.spread = 0.1f,
      .reach_low = 1,
      .reach_high = 30,
      .exponential = 50,
      .strength_low = -140,
      .strength_high = -110,
      .gamma_lowest = -4},
     0.0},
    {"huge influences",
     {.spread = 0.1f,
      .reach_low = 1,
      .reach_high = 30,
      .exponential = 50,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_low = 20,
      .strength_high = 29,
      .gamma_lowest = -4},
     1e-6},
    {"cut-offs next to cell centres",
     {.spread = 0.1f,
      .reach_low = 3,
      .reach_high = 3,
      .exponential = 50,
      .strength_high = 6,
      .gamma_lowest = -1,
      .snapped = 1},
     0.0},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], SCENES = 48, VARIANTS = 3 };

static scene random_scene(const kind *k, rng *r, int32_t number)
{
    static const float cell_sizes[] = {1.0f, 0.37f, 1e-3f, 250.0f, 0.1f, 1e6f};
    scene s = {.name = k->name, .cell_size = cell_sizes[rng_below(r, 6)], .objects = k->objects};
    s.width = 1 + rng_below(r, 48);
    s.height = 1 + rng_below(r, 48);
    s.grid = number % 2 ? THRONG_GRID_HEX : THRONG_GRID_SQUARE8;
    s.count = number % 4 < 2 ? 1 : 1 + rng_below(r, 20);
    if (k->objects.reach_high <= 3.0f)
        s.count *= 8; /* they reach few cells */
    s.seed = rng_next(r);
    if (k->objects.far > 0.0f && s.cell_size > 1.0f)
        s.cell_size = 1.0f; /* world coordinates end at 1e9 */
    return s;
}

typedef struct tally {
    oracle_count pairs;
    double width, strongest, worst;
    long long cells;
} tally;

static void check_scene(const scene *s, throng_context *context, const char *variant_name, tally *t)
{
    throng_influence_def def = scene_def(s);
    size_t cells = (size_t)s->width * (size_t)s->height;
    throng_influence_object *objects = scene_objects(s);
    oracle_cell *expected = must_allocate(cells * sizeof *expected);
    oracle_count pairs = oracle_map(&def, objects, s->count, expected);
    float *values = compute(context, &def, objects, s->count);
    double strongest = 0.0;
    for (int32_t i = 0; i < s->count; i++)
        strongest = fmax(strongest, fabs((double)objects[i].influence));
    for (size_t i = 0; i < cells; i++) {
        double off = oracle_distance(&expected[i], values[i]);
        cr_expect(off <= 1.0, "%s, %s, seed %llu: cell (%zu, %zu) holds %.9g, expected %.9g to %.9g +- %.3g",
                  s->name, variant_name, (unsigned long long)s->seed, i % (size_t)s->width,
                  i / (size_t)s->width, (double)values[i], expected[i].low, expected[i].high,
                  expected[i].bound);
        if (!(off <= 1.0))
            break;
        t->worst = fmax(t->worst, off);
        t->width += (expected[i].high - expected[i].low + expected[i].bound) / strongest / s->count;
    }
    t->cells += (long long)cells;
    t->pairs.inside += pairs.inside;
    t->pairs.undecided += pairs.undecided;
    free(values);
    free(expected);
    free(objects);
}

static void check_kind(const kind *k, const variant *v, uint64_t seed)
{
    tally t = {{0, 0}, 0.0, 0.0, 0.0, 0};
    rng r = {seed};
    throng_context *context = open_variant(v, NULL);
    for (int32_t i = 0; i < SCENES; i++) {
        scene s = random_scene(k, &r, i);
        check_scene(&s, context, v->name, &t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(t.pairs.inside > 1000, "%s: only %lld pairs of cell and object are inside", k->name,
              t.pairs.inside);
    if (k->sharpness > 0.0) {
        cr_expect(t.width / (double)t.cells < k->sharpness, "%s: the mean bound is %g of the influence",
                  k->name, t.width / (double)t.cells);
        cr_expect(t.pairs.undecided * 1000 <= t.pairs.inside, "%s: %lld of %lld pairs are undecided", k->name,
                  t.pairs.undecided, t.pairs.inside);
    }
    printf("%-30s %-30s largest error %.3f of its bound, mean bound %.2g, %lld pairs, %lld undecided\n",
           k->name, v->name, t.worst, t.width / (double)t.cells, t.pairs.inside, t.pairs.undecided);
    fflush(stdout);
}

Test(oracle, random_scenes)
{
    variant list[VARIANTS];
    int32_t count = few_variants(list, VARIANTS);
    for (int32_t v = 0; v < count; v++)
        for (size_t i = 0; i < KINDS; i++)
            check_kind(&kinds[i], &list[v], 1000 + i);
}

/* The shared scenes, too: those that the hashes stand for. */
Test(oracle, shared_scenes)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    tally t = {{0, 0}, 0.0, 0.0, 0.0, 0};
    for (int32_t i = 0; i < shared_scene_count; i++) {
        scene s = shared_scenes[i];
        s.count = s.count < 300 ? s.count : 300; /* the oracle is slow */
        check_scene(&s, context, v.name, &t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(t.pairs.inside > 100000);
}

/* The oracle itself, by figures worked out by hand. */
Test(oracle, by_hand)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = 9;
    def.height = 1;
    throng_influence_object o = throng_influence_default_object();
    o.x = 4.5f;
    o.y = 0.5f;
    o.vx = 2.0f;
    o.alpha = 0.5f;
    o.influence = -8.0f;
    o.decay = 3.0f;
    o.max_distance = 1.75f;
    oracle_cell cells[9];
    oracle_map(&def, &o, 1, cells);
    /* d' ahead is d / 1.5, behind d / 0.5 */
    const double ahead[] = {-8.0, -6.0, -4.0, 0.0, 0.0};
    for (int i = 0; i < 5; i++)
        cr_expect(fabs(cells[4 + i].low - ahead[i]) < 1e-5 && fabs(cells[4 + i].high - ahead[i]) < 1e-5, "%d",
                  i);
    for (int i = 0; i < 4; i++)
        cr_expect(cells[i].low == 0.0 && cells[i].high == 0.0 && cells[i].bound == 0.0, "%d", i);
    cr_expect(oracle_distance(&cells[4], -8.0f) == 0.0);
    cr_expect(oracle_distance(&cells[5], -6.001f) > 1.0 && oracle_distance(&cells[5], -5.999f) > 1.0);
    cr_expect(oracle_distance(&cells[5], (float)NAN) > 1.0);
    o.decay_kind = THRONG_DECAY_EXPONENTIAL;
    o.decay = 0.5f;
    o.max_distance = 2.0f;
    oracle_map(&def, &o, 1, cells);
    cr_expect(fabs(cells[7].low + 2.0) < 1e-5 && fabs(cells[3].high) < 1e-9,
              "2^-2 ahead; on the limit behind");
    cr_expect(fabs(cells[3].low + 2.0) < 1e-5, "a cell on the limit has the influence or none");
}
