/* Objects at rest that share their values and their place within a cell, which the CPU adds by tables: the
 * map is the sum of the maps of single objects, of which none has a table, added in order. Where all values
 * are far from the smallest floats this sum is exact to the bit. Others check the levels against each other.
 * */
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { W = 150, H = 90, MOST = 90 };

/* Some kinds of units. Few enough that each has a table, and strong enough that no value is tiny. */
static throng_influence_object kind_of(int32_t kind, throng_decay decay, float distance)
{
    throng_influence_object o = throng_influence_default_object();
    o.influence = kind == 1 ? -2.5f : 1.0f + 0.3f * (float)kind;
    o.decay_kind = decay;
    o.max_distance = distance;
    o.decay = decay == THRONG_DECAY_LINEAR ? fabsf(o.influence) / (distance + 0.5f) : 0.87f;
    return o;
}

static void centre(throng_grid grid, int32_t column, int32_t row, float *x, float *y)
{
    const int32_t hex = grid == THRONG_GRID_HEX;
    *x = (float)column + 0.5f + (hex ? 0.5f * (float)(row & 1) : 0.0f);
    *y = hex ? (float)row * 0.8660254f + 0.5f : (float)row + 0.5f;
}

/* On centres of cells, or the same fraction beside; some over the edges. alone: one in so many is elsewhere
 * and in motion, 0: none. */
static void scatter(throng_influence_object *objects, throng_grid grid, throng_decay decay, float distance,
                    int32_t alone, rng *r)
{
    for (int32_t i = 0; i < MOST; i++) {
        throng_influence_object *o = &objects[i];
        *o = kind_of(rng_below(r, 3), decay, distance);
        /* on hexagons few rows: rounded, the centres of each row are at a place of their own in their cells
         * */
        const int32_t row = grid == THRONG_GRID_HEX ? 20 + 15 * rng_below(r, 3) : rng_below(r, H + 20) - 10;
        centre(grid, rng_below(r, W + 20) - 10, row, &o->x, &o->y);
        if (o->influence < 0.0f && grid != THRONG_GRID_HEX)
            o->x += 0.25f;
        if (alone > 0 && rng_below(r, alone) == 0) {
            o->x += rng_between(r, -0.4f, 0.4f);
            o->vx = 1.0f;
            o->alpha = 0.5f;
        }
    }
}

/* Single maps added in ascending order, by the reference level. */
static float *added(const throng_influence_def *def, const throng_influence_object *objects)
{
    const variant v = reference_variant();
    const size_t cells = (size_t)W * H;
    throng_context *context = open_variant(&v, NULL);
    float *sums = must_allocate(cells * sizeof *sums), *one = must_allocate(cells * sizeof *one);
    throng_influence *map;
    MUST(context, throng_influence_create(context, def, &map));
    for (int32_t i = 0; i < MOST; i++) {
        MUST(context, throng_influence_truncate_objects(map, 0, 0));
        MUST(context, throng_influence_set_objects(map, 0, 0, 1, &objects[i], 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, one, 0));
        for (size_t k = 0; k < cells; k++)
            sums[k] += one[k];
    }
    throng_influence_destroy(map);
    throng_context_destroy(context);
    free(one);
    return sums;
}

static void check_frames(throng_context *context, throng_grid grid, throng_decay decay, float distance,
                         int32_t alone, uint64_t seed)
{
    throng_influence_object objects[MOST];
    throng_influence *map;
    throng_influence_def def = map_def(W, H, grid);
    float *values = must_allocate(sizeof *values * W * H);
    rng r = {seed};
    def.object_capacity = MOST;
    MUST(context, throng_influence_create(context, &def, &map));
    scatter(objects, grid, decay, distance, alone, &r);
    MUST(context, throng_influence_set_objects(map, 0, 0, MOST, objects, 0));
    for (int32_t frame = 0; frame < 3; frame++) {
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, values, 0));
        float *expected = added(&def, objects);
        cr_expect(same_bits("a cell", values, expected, (size_t)W * H),
                  "grid %d, decay %d, distance %g, one in %d alone, frame %d", (int)grid, (int)decay,
                  (double)distance, (int)alone, (int)frame);
        free(expected);
        for (int32_t i = 0; i < MOST; i++) /* by a cell, as units of games with tiles */
            objects[i].x += 1.0f;
        MUST(context, throng_influence_move_objects(map, 0, 0, MOST, &objects->x, sizeof *objects, NULL, 0));
    }
    free(values);
    throng_influence_destroy(map);
}

EACH(tables, sums_of_single_maps)
{
    uint64_t seed = 1;
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++)
        for (throng_decay decay = THRONG_DECAY_LINEAR; decay <= THRONG_DECAY_EXPONENTIAL; decay++) {
            check_frames(context, grid, decay, 8.0f, 0, seed++);
            check_frames(context, grid, decay, 16.5f, 4, seed++);
            check_frames(context, grid, decay, 32.0f, 0, seed++);
        }
}

/* Strength, decay, distance, kind of decay and the place within a cell are all part of what objects share:
 * units that differ in one of them alone. */
EACH(tables, keys_tell_apart)
{
    throng_influence_object objects[MOST];
    throng_influence *map;
    throng_influence_def def = map_def(W, H, THRONG_GRID_SQUARE8);
    float *values = must_allocate(sizeof *values * W * H);
    rng r = {3};
    def.object_capacity = MOST;
    MUST(context, throng_influence_create(context, &def, &map));
    for (int32_t i = 0; i < MOST; i++) {
        throng_influence_object *o = &objects[i];
        *o = kind_of(0, THRONG_DECAY_EXPONENTIAL, 12.0f);
        centre(def.grid, rng_below(&r, W), rng_below(&r, H), &o->x, &o->y);
        o->influence += i % 9 == 1 ? 1e-6f : 0.0f;
        o->decay += i % 9 == 2 ? 1e-6f : 0.0f;
        o->max_distance += i % 9 == 3 ? 1.0f : 0.0f;
        o->x += i % 9 == 4 ? 0.125f : 0.0f;
        o->y += i % 9 == 5 ? 0.125f : 0.0f;
        o->influence = i % 9 == 6 ? -o->influence : o->influence;
        if (i % 9 == 7)
            *o = (throng_influence_object){
                .x = o->x, .y = o->y, .influence = 1.0f, .decay = 0.05f, .max_distance = 12.0f};
        if (i % 9 == 8)
            o->vx = 1.0f; /* in motion, which without alpha changes nothing */
    }
    MUST(context, throng_influence_set_objects(map, 0, 0, MOST, objects, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    float *expected = added(&def, objects);
    cr_expect(same_bits("a cell", values, expected, (size_t)W * H));
    free(expected);
    free(values);
    throng_influence_destroy(map);
}

/* More kinds than there is room for, values too small for a table, supports larger than a tile, momentum: the
 * bits of the reference level, and those of OpenCL, which has no tables. */
EACH(tables, what_does_not_fit)
{
    enum { MANY = 3000 };
    const variant v = reference_variant();
    throng_context *both[2] = {context, open_variant(&v, NULL)};
    throng_influence_object *objects = must_allocate(MANY * sizeof *objects);
    float *values[2];
    rng r = {19};
    for (int32_t i = 0; i < MANY; i++) {
        throng_influence_object *o = &objects[i];
        *o = kind_of(0, i % 2, i % 5 == 0 ? 100.0f : 9.0f);
        centre(THRONG_GRID_SQUARE8, rng_below(&r, W), rng_below(&r, H), &o->x, &o->y);
        o->influence = (float)(1 + i % 307); /* each some times */
        if (i % 11 == 0) {
            o->influence = 1e-20f; /* below 2^-102 after some cells */
            o->decay_kind = THRONG_DECAY_EXPONENTIAL;
            o->decay = 1e-3f;
        }
    }
    for (int32_t k = 0; k < 2; k++) {
        throng_influence *map;
        throng_influence_def def = map_def(W, H, THRONG_GRID_SQUARE8);
        def.object_capacity = MANY;
        values[k] = must_allocate(sizeof **values * W * H);
        MUST(both[k], throng_influence_create(both[k], &def, &map));
        MUST(both[k], throng_influence_set_objects(map, 0, 0, MANY, objects, 0));
        MUST(both[k], throng_influence_update(map));
        MUST(both[k], throng_influence_truncate_objects(map, 0, MANY / 2));
        MUST(both[k], throng_influence_set_momentum(map, 0, 0.5f));
        MUST(both[k], throng_influence_update(map));
        MUST(both[k], throng_influence_read(map, 0, NULL, values[k], 0));
        throng_influence_destroy(map);
    }
    cr_expect(same_bits("a cell", values[0], values[1], (size_t)W * H));
    throng_context_destroy(both[1]);
    free(values[0]);
    free(values[1]);
    free(objects);
}

/* Worlds lie one below the other: a table that reaches over an edge of its world adds nothing to the next. */
static void check_worlds(throng_context *context, throng_grid grid, float distance)
{
    enum { WORLDS = 3, ROWS = 28 };
    const size_t cells = (size_t)W * ROWS;
    throng_influence_object objects[MOST];
    throng_influence *map;
    throng_influence_def def = map_def(W, ROWS, grid);
    float *values = must_allocate(sizeof *values * WORLDS * cells), *one = must_allocate(sizeof *one * cells);
    rng r = {29};
    def.object_capacity = MOST;
    for (int32_t i = 0; i < MOST; i++) { /* in a few rows at the edges */
        const int32_t near = 2 * rng_below(&r, 2), row = rng_below(&r, 2) ? near : ROWS - 1 - near;
        objects[i] = kind_of(0, THRONG_DECAY_EXPONENTIAL, distance);
        centre(grid, rng_below(&r, W), row, &objects[i].x, &objects[i].y);
        objects[i].world = rng_below(&r, WORLDS);
    }
    def.worlds = WORLDS;
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, MOST, objects, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    throng_influence_destroy(map);
    def.worlds = 1;
    MUST(context, throng_influence_create(context, &def, &map));
    for (int32_t world = 0; world < WORLDS; world++) {
        int32_t count = 0;
        MUST(context, throng_influence_truncate_objects(map, 0, 0));
        for (int32_t i = 0; i < MOST; i++) {
            throng_influence_object o = objects[i];
            o.world = 0;
            if (objects[i].world == world)
                MUST(context, throng_influence_set_objects(map, 0, count++, 1, &o, 0));
        }
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, one, 0));
        cr_expect(same_bits("a cell", values + (size_t)world * cells, one, cells), "grid %d, world %d",
                  (int)grid, (int)world);
    }
    throng_influence_destroy(map);
    free(values);
    free(one);
}

EACH(tables, stay_in_their_world)
{
    check_worlds(context, THRONG_GRID_SQUARE8, 9.0f);
    check_worlds(context, THRONG_GRID_HEX, 16.0f);
}
