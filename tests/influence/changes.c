/* Updates that sum what changed alone: after any edits a layer, a layer with momentum and the combination
 * hold what a new map with the same objects holds. A change that is missed leaves old values, and is seen. */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { W = 200, H = 90, WORLDS = 2, CELLS = W * H * WORLDS, MOST = 160 };

static const scene sparse = {.name = "sparse",
                             .width = W,
                             .height = H,
                             .cell_size = 1.0f,
                             .count = MOST,
                             .seed = 91,
                             .objects = {.spread = 0.1f,
                                         .reach_low = 0,
                                         .reach_high = 9,
                                         .exponential = 50,
                                         .adjusted = 50,
                                         .offset = 20,
                                         .alpha_most = 0.9f,
                                         .strength_high = 5,
                                         .gamma_lowest = -2}};

typedef struct model {
    throng_grid grid;
    throng_influence_object objects[MOST];
    int32_t count;
} model;

static throng_influence *make(throng_context *context, throng_grid grid, int32_t layers)
{
    throng_influence *map;
    throng_influence_def def = scene_def(&sparse);
    def.grid = grid;
    def.worlds = WORLDS;
    def.layers = layers;
    MUST(context, throng_influence_create(context, &def, &map));
    return map;
}

static throng_influence_object random_object(rng *r)
{
    throng_influence_object o = scene_object(r, &sparse);
    o.world = rng_below(r, WORLDS);
    return o;
}

static void fill(model *m, throng_grid grid, int32_t count, rng *r)
{
    m->grid = grid;
    m->count = count;
    for (int32_t i = 0; i < MOST; i++)
        m->objects[i] = random_object(r);
}

/* What a new map of the reference level holds. */
static float *whole(const model *m)
{
    const variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    throng_influence *map = make(context, m->grid, 1);
    float *values = must_allocate(CELLS * sizeof *values);
    MUST(context, throng_influence_set_objects(map, 0, 0, m->count, m->objects, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    throng_influence_destroy(map);
    throng_context_destroy(context);
    return values;
}

static void set(throng_context *context, throng_influence *map, int32_t layer, const model *m, int32_t first,
                int32_t count)
{
    MUST(context, throng_influence_set_objects(map, layer, first, count, m->objects + first, 0));
}

/* Gives positions, and velocities where `turned`, of a range: those that differ and those that do not. */
static void move(throng_context *context, throng_influence *map, int32_t layer, const model *m, int32_t first,
                 int32_t count, int turned)
{
    if (count > 0)
        MUST(context,
             throng_influence_move_objects(map, layer, first, count, &m->objects[first].x, sizeof *m->objects,
                                           turned ? &m->objects[first].vx : NULL, sizeof *m->objects));
}

/* An edit of a few objects, most of which stay what they are. */
static void edit(throng_context *context, throng_influence *map, int32_t layer, model *m, rng *r)
{
    const int32_t some = rng_below(r, 4), kind = rng_below(r, 8);
    for (int32_t k = 0; k < some && m->count > 0; k++) {
        throng_influence_object *o = &m->objects[rng_below(r, m->count)];
        const throng_influence_object next = random_object(r);
        if (kind < 5) {
            o->x = kind < 3 ? o->x + rng_between(r, -0.7f, 0.7f) : next.x;
            o->y = next.y;
        }
        if (kind == 4) {
            o->vx = next.vx;
            o->vy = next.vy;
        }
        if (kind == 5)
            *o = next;
    }
    if (kind < 5)
        move(context, map, layer, m, 0, m->count, kind == 4);
    else if (kind == 5)
        set(context, map, layer, m, 0, m->count);
    else if (kind == 6 && m->count > 5)
        MUST(context, throng_influence_truncate_objects(map, layer, m->count -= rng_below(r, 4)));
    else if (m->count < MOST) {
        m->objects[m->count] = random_object(r);
        m->count++;
        set(context, map, layer, m, m->count - 1, 1);
    }
}

static void expect_whole(throng_context *context, throng_influence *map, const model *m, int32_t step)
{
    float *values = must_allocate(CELLS * sizeof *values), *expected = whole(m);
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    cr_expect(same_bits("a cell", values, expected, CELLS), "grid %d, step %d", (int)m->grid, (int)step);
    free(values);
    free(expected);
}

EACH(changes, few_at_a_time)
{
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid += 2) {
        throng_influence *map = make(context, grid, 1);
        rng r = {17};
        model *m = must_allocate(sizeof *m);
        fill(m, grid, MOST - 20, &r);
        set(context, map, 0, m, 0, m->count);
        for (int32_t step = 0; step < 24; step++) {
            for (int32_t k = rng_below(&r, 3); k >= 0; k--)
                edit(context, map, 0, m, &r);
            MUST(context, throng_influence_update(map));
            expect_whole(context, map, m, step);
        }
        free(m);
        throng_influence_destroy(map);
    }
}

/* The last object leaves: zeros come back. */
EACH(changes, emptied)
{
    throng_influence *map = make(context, THRONG_GRID_SQUARE8, 1);
    rng r = {5};
    model *m = must_allocate(sizeof *m);
    fill(m, THRONG_GRID_SQUARE8, MOST, &r);
    set(context, map, 0, m, 0, m->count);
    for (; m->count > 0; m->count = m->count > 8 ? 8 : m->count - 1) {
        MUST(context, throng_influence_truncate_objects(map, 0, m->count));
        MUST(context, throng_influence_update(map));
    }
    MUST(context, throng_influence_truncate_objects(map, 0, 0));
    MUST(context, throng_influence_update(map));
    expect_whole(context, map, m, 0);
    free(m);
    throng_influence_destroy(map);
}

/* ---------------------------------------------------------------- momentum -------------------------- */

/* M = m * M_last + (1 - m) * M_new, in double precision. A step rounds three times, each at most half a unit
 * in the last place of the largest value there was, and an error shrinks by m with each step. */
static void expect_blended(throng_context *context, throng_influence *map, const model *m, double *blended,
                           double momentum, double *largest, int32_t step)
{
    float *values = must_allocate(CELLS * sizeof *values), *sums = whole(m);
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    int32_t wrong = 0;
    for (int32_t i = 0; i < CELLS; i++) {
        blended[i] = momentum * blended[i] + (1.0 - momentum) * (double)sums[i];
        *largest = fmax(*largest, fmax(fabs((double)sums[i]), fabs(blended[i])));
    }
    for (int32_t i = 0; i < CELLS; i++)
        wrong += !(fabs((double)values[i] - blended[i]) <= 2e-7 * *largest / (1.0 - momentum));
    cr_expect(wrong == 0, "step %d: %d cells", (int)step, (int)wrong);
    free(values);
    free(sums);
}

EACH(changes, momentum)
{
    static const float momenta[] = {0.5f, 0.75f, 0.0f, 0.9f};
    throng_influence *map = make(context, THRONG_GRID_SQUARE8, 1);
    double *blended = must_allocate(CELLS * sizeof *blended), largest = 0.0;
    rng r = {23};
    model *m = must_allocate(sizeof *m);
    fill(m, THRONG_GRID_SQUARE8, 40, &r);
    set(context, map, 0, m, 0, m->count);
    for (int32_t step = 0; step < 48; step++) {
        const float momentum = momenta[step / 12];
        MUST(context, throng_influence_set_momentum(map, 0, momentum));
        if (step % 3 == 0)
            edit(context, map, 0, m, &r);
        MUST(context, throng_influence_update(map));
        expect_blended(context, map, m, blended, (double)momentum, &largest, step);
    }
    free(blended);
    free(m);
    throng_influence_destroy(map);
}

/* The same bits as in a map in which everything is given anew for each update. */
EACH(changes, momentum_bits)
{
    const variant v = reference_variant();
    throng_context *reference = open_variant(&v, NULL);
    throng_influence *map = make(context, THRONG_GRID_HEX, 1), *other;
    float *values = must_allocate(CELLS * sizeof *values), *expected = must_allocate(CELLS * sizeof *values);
    rng r = {29};
    model *m = must_allocate(sizeof *m);
    fill(m, THRONG_GRID_HEX, MOST - 10, &r);
    set(context, map, 0, m, 0, m->count);
    other = make(reference, THRONG_GRID_HEX, 1);
    MUST(context, throng_influence_set_momentum(map, 0, 0.6f));
    MUST(reference, throng_influence_set_momentum(other, 0, 0.6f));
    for (int32_t step = 0; step < 30; step++) {
        if (step % 4 == 0)
            edit(context, map, 0, m, &r);
        MUST(context, throng_influence_update(map));
        MUST(reference, throng_influence_truncate_objects(other, 0, 0));
        set(reference, other, 0, m, 0, m->count);
        MUST(reference, throng_influence_update(other));
        MUST(context, throng_influence_read(map, 0, NULL, values, 0));
        MUST(reference, throng_influence_read(other, 0, NULL, expected, 0));
        cr_expect(same_bits("a cell", values, expected, CELLS), "step %d", (int)step);
    }
    throng_influence_destroy(other);
    throng_influence_destroy(map);
    throng_context_destroy(reference);
    free(values);
    free(expected);
    free(m);
}

/* ---------------------------------------------------------------- combination ----------------------- */

static float *combined(throng_context *context, throng_influence *map, const float *weights)
{
    float *values = must_allocate(CELLS * sizeof *values);
    MUST(context, throng_influence_combine(map, weights, 3));
    MUST(context, throng_influence_read(map, THRONG_LAYER_COMBINED, NULL, values, 0));
    return values;
}

EACH(changes, combination)
{
    const variant v = reference_variant();
    throng_context *reference = open_variant(&v, NULL);
    throng_influence *map = make(context, THRONG_GRID_SQUARE4, 3);
    rng r = {31};
    model *models = must_allocate(3 * sizeof *models);
    for (int32_t k = 0; k < 3; k++) {
        fill(&models[k], THRONG_GRID_SQUARE4, 50, &r);
        set(context, map, k, &models[k], 0, models[k].count);
    }
    for (int32_t step = 0; step < 24; step++) {
        const float weights[3] = {1.0f, step < 12 ? -0.5f : 0.25f, step == 20 ? 0.0f : 2.0f};
        edit(context, map, step % 3, &models[step % 3], &r);
        if (step % 4 == 1)
            MUST(context, throng_influence_update_layer(map, step % 3));
        else
            MUST(context, throng_influence_update(map));
        if (step % 5 == 4) /* changes of several updates */
            continue;
        throng_influence *other = make(reference, THRONG_GRID_SQUARE4, 3);
        for (int32_t k = 0; k < 3; k++)
            set(reference, other, k, &models[k], 0, models[k].count);
        MUST(reference, throng_influence_update(other));
        float *values = combined(context, map, weights), *expected = combined(reference, other, weights);
        cr_expect(same_bits("a cell", values, expected, CELLS), "step %d", (int)step);
        free(values);
        free(expected);
        throng_influence_destroy(other);
    }
    free(models);
    throng_influence_destroy(map);
    throng_context_destroy(reference);
}

/* ---------------------------------------------------------------- cost ------------------------------ */

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The least time of an update after `count` objects moved. */
static double seconds_of(throng_context *context, throng_influence *map, float *positions, int32_t count)
{
    double least = 1e9;
    for (int32_t k = 0; k < 15; k++) {
        for (int32_t i = 0; i < 2 * count; i++)
            positions[i] += k % 2 ? 0.25f : -0.25f;
        MUST(context, throng_influence_move_objects(map, 0, 0, count, positions, 0, NULL, 0));
        MUST(context, throng_context_wait(context));
        const double start = now();
        MUST(context, throng_influence_update(map));
        MUST(context, throng_context_wait(context));
        least = fmin(least, now() - start);
    }
    return least;
}

/* One of many costs a small part: a sixth is far more than it takes, and far less than everything. */
EACH(changes, cost_follows)
{
    enum { SIDE = 768, MANY = 5000 };
    throng_influence *map;
    throng_influence_def def = map_def(SIDE, SIDE, THRONG_GRID_SQUARE8);
    throng_influence_object *objects = must_allocate(MANY * sizeof *objects);
    float *positions = must_allocate(MANY * 2 * sizeof *positions);
    rng r = {37};
    def.object_capacity = MANY;
    MUST(context, throng_influence_create(context, &def, &map));
    for (int32_t i = 0; i < MANY; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = positions[2 * i] = rng_between(&r, 0.0f, (float)SIDE);
        objects[i].y = positions[2 * i + 1] = rng_between(&r, 0.0f, (float)SIDE);
    }
    MUST(context, throng_influence_set_objects(map, 0, 0, MANY, objects, 0));
    MUST(context, throng_influence_update(map));
    const double all = seconds_of(context, map, positions, MANY),
                 one = seconds_of(context, map, positions, 1);
    printf("all %.3f ms, one %.3f ms\n", 1e3 * all, 1e3 * one);
    cr_expect(one < all / 6.0, "one of %d costs %.3f ms, all %.3f ms", (int)MANY, 1e3 * one, 1e3 * all);
    free(objects);
    free(positions);
    throng_influence_destroy(map);
}
