/* Maps with chosen values: an object in each cell that reaches no other one. */
#include "tests/influence/query_scenes.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    S8 = THRONG_GRID_SQUARE8,
    S4 = THRONG_GRID_SQUARE4,
    HX = THRONG_GRID_HEX,
    EUCLIDEAN = THRONG_PROPAGATION_EUCLIDEAN,
    PATH = THRONG_PROPAGATION_PATH,
    ADJACENT = THRONG_PROPAGATION_ADJACENT
};

#define NONE                                                                                                 \
    {                                                                                                        \
        .spread = 0.0f                                                                                       \
    } /* values are chosen cell by cell */
#define USUAL(low, high)                                                                                     \
    .reach_low = (low), .reach_high = (high), .exponential = 50, .adjusted = 60, .offset = 25,               \
    .alpha_most = 0.9f, .strength_high = 6, .gamma_lowest = -2

/* name, grid, propagation, columns, rows, worlds, own walls, cell size, walls, percent, objects, seed, mix.
 * More rows than best and worst have parts; widths about those of vectors. */
const query_scene query_scenes[] = {
    {{"plateaus", S8, EUCLIDEAN, 37, 29, 1, 0, 1.0f, WALLS_NONE, 0, 0, 201, NONE}, VALUES_PLATEAUS},
    {{"high plateaus", S4, EUCLIDEAN, 17, 130, 1, 0, 0.37f, WALLS_NONE, 0, 0, 202, NONE}, VALUES_PLATEAUS},
    {{"hexagons", HX, EUCLIDEAN, 34, 18, 3, 0, 2.5f, WALLS_NONE, 0, 0, 203, NONE}, VALUES_NUMBERS},
    {{"hexagonal plateaus", HX, EUCLIDEAN, 16, 33, 1, 0, 1.0f, WALLS_NONE, 0, 0, 204, NONE}, VALUES_PLATEAUS},
    {{"field", S8, EUCLIDEAN, 65, 20, 2, 0, 0.01f, WALLS_NONE, 0, 40, 205, {USUAL(1.0f, 12.0f)}},
     VALUES_FIELD},
    {{"tiny", S4, EUCLIDEAN, 33, 9, 1, 0, 1.0f, WALLS_NONE, 0, 0, 206, NONE}, VALUES_TINY},
    {{"tiny in large cells", S8, EUCLIDEAN, 20, 11, 1, 0, 37.5f, WALLS_NONE, 0, 0, 207, NONE}, VALUES_TINY},
    {{"tiny hexagons", HX, EUCLIDEAN, 19, 12, 1, 0, 0.003f, WALLS_NONE, 0, 0, 208, NONE}, VALUES_TINY},
    {{"huge", HX, EUCLIDEAN, 21, 14, 1, 0, 1e-6f, WALLS_NONE, 0, 0, 209, NONE}, VALUES_HUGE},
    {{"one cell", HX, EUCLIDEAN, 1, 1, 1, 0, 1.0f, WALLS_NONE, 0, 0, 210, NONE}, VALUES_NUMBERS},
    {{"a row", HX, EUCLIDEAN, 131, 1, 1, 0, 1.0f, WALLS_NONE, 0, 0, 211, NONE}, VALUES_NUMBERS},
    {{"a column", S8, EUCLIDEAN, 1, 70, 2, 0, 1e6f, WALLS_NONE, 0, 0, 212, NONE}, VALUES_PLATEAUS},
    {{"walled plateaus", S8, PATH, 37, 29, 1, 0, 1.0f, WALLS_RANDOM, 30, 0, 221, NONE}, VALUES_PLATEAUS},
    {{"rooms", S4, ADJACENT, 33, 20, 3, 1, 0.5f, WALLS_ROOMS, 0, 0, 222, NONE}, VALUES_NUMBERS},
    {{"walled hexagons", HX, PATH, 19, 14, 4, 0, 1.0f, WALLS_RANDOM, 25, 40, 223, {USUAL(1.0f, 15.0f)}},
     VALUES_FIELD},
    {{"mostly walls", S8, ADJACENT, 70, 67, 1, 0, 3.0f, WALLS_RANDOM, 85, 0, 224, NONE}, VALUES_PLATEAUS},
    {{"a maze", HX, ADJACENT, 21, 15, 1, 0, 1.0f, WALLS_MAZE, 10, 0, 225, NONE}, VALUES_TINY},
    {{"worlds with walls", S8, PATH, 9, 7, 20, 1, 1.0f, WALLS_RANDOM, 40, 0, 226, NONE}, VALUES_NUMBERS},
};
const int32_t query_scene_count = (int32_t)(sizeof query_scenes / sizeof query_scenes[0]);

/* ---------------------------------------------------------------- values ---------------------------- */

static float choose_value(rng *r, query_values kind)
{
    if (kind == VALUES_PLATEAUS)
        return (float)(rng_below(r, 3) - 1);
    if (kind == VALUES_HUGE)
        return rng_below(r, 2) ? 1e9f : -1e9f;
    if (kind != VALUES_TINY)
        return rng_between(r, -10.0f, 10.0f);
    int32_t sign = rng_below(r, 3) - 1;
    return (float)sign * FLT_MIN * rng_between(r, 1.0f, 2.0f);
}

/* At a cell's centre, with this value there and nothing anywhere else: no other centre is within 0.3 cells,
 * and what is adjacent would get 0. */
static throng_influence_object planted(const asked *a, int32_t column, int32_t row, float value)
{
    const walk_scene *m = &a->s->map;
    throng_influence_object o = throng_influence_default_object();
    double x, y;
    walk_centre(m->grid, column, row % m->height, &x, &y);
    o.x = (float)(x * (double)m->cell_size);
    o.y = (float)(y * (double)m->cell_size);
    o.world = row / m->height;
    o.influence = value;
    o.max_distance = 0.3f;
    o.decay = 0.0f;
    if (m->propagation == ADJACENT)
        o.decay = fabsf(value) > FLT_MIN ? fabsf(value) : FLT_MIN;
    return o;
}

static void plant(const asked *a, int32_t layer, rng *r)
{
    const walk_scene *m = &a->s->map;
    throng_influence_object *objects = must_allocate(a->cells * sizeof *objects);
    int32_t count = 0;
    for (int32_t row = 0; row < a->rows; row++)
        for (int32_t column = 0; column < m->width; column++)
            if (!a->walls[(size_t)row * (size_t)m->width + (size_t)column])
                objects[count++] = planted(a, column, row, choose_value(r, a->s->values));
    MUST(a->context, throng_influence_set_objects(a->map, layer, 0, count, objects, 0));
    free(objects);
}

static void fill(const asked *a)
{
    walk_scene m = a->s->map;
    float weights[QUERY_LAYERS] = {1.0f, -0.5f};
    rng r = {m.seed * 3 + 1};
    for (int32_t layer = 0; layer < QUERY_LAYERS; layer++) {
        if (a->s->values != VALUES_FIELD) {
            plant(a, layer, &r);
            continue;
        }
        m.seed += (uint64_t)layer;
        throng_influence_object *objects = walk_objects(&m, a->walls);
        MUST(a->context, throng_influence_set_objects(a->map, layer, 0, m.count, objects, 0));
        free(objects);
    }
    if (a->s->values == VALUES_HUGE) {
        weights[0] = 1e9f;
        weights[1] = -1e9f;
    }
    MUST(a->context, throng_influence_update(a->map));
    MUST(a->context, throng_influence_combine(a->map, weights, QUERY_LAYERS));
}

/* ---------------------------------------------------------------- maps ------------------------------ */

asked *asked_begin(throng_context *context, const query_scene *s)
{
    asked *a = must_allocate(sizeof *a);
    throng_influence_def def = walk_def(&s->map);
    size_t world = (size_t)s->map.width * (size_t)s->map.height;
    *a = (asked){.s = s, .context = context, .rows = s->map.height * s->map.worlds};
    a->cells = world * (size_t)s->map.worlds;
    a->walls = must_allocate(a->cells);
    a->values = must_allocate(a->cells * sizeof *a->values);
    if (query_walks(s)) {
        uint8_t *walls = scene_walls(&s->map);
        for (size_t i = 0; i < a->cells; i++)
            a->walls[i] = walls[s->map.own_walls ? i : i % world];
        def.terrain = a->terrain = walk_terrain(context, &s->map, walls);
        free(walls);
    }
    def.layers = QUERY_LAYERS;
    def.object_capacity = s->values == VALUES_FIELD ? s->map.count : (int32_t)a->cells;
    MUST(context, throng_influence_create(context, &def, &a->map));
    fill(a);
    return a;
}

void asked_end(asked *a)
{
    throng_influence_destroy(a->map);
    MUST(a->context, throng_terrain_destroy(a->terrain));
    free(a->values);
    free(a->walls);
    free(a);
}

void asked_read(asked *a, int32_t layer)
{
    MUST(a->context, throng_influence_read(a->map, layer, NULL, a->values, 0));
}

void asked_build(asked *a, rng *r, int32_t times)
{
    const walk_scene *m = &a->s->map;
    int32_t rows = m->own_walls ? a->rows : m->height;
    for (int32_t i = 0; i < times; i++) {
        const throng_region cell = {rng_below(r, m->width), rng_below(r, rows), 1, 1};
        MUST(a->context, throng_terrain_fill(a->terrain, &cell, rng_below(r, 2)));
    }
    MUST(a->context, throng_terrain_read(a->terrain, NULL, a->walls, 0));
    for (size_t i = (size_t)rows * (size_t)m->width; i < a->cells; i++)
        a->walls[i] = a->walls[i - (size_t)rows * (size_t)m->width];
}

/* ---------------------------------------------------------------- questions ------------------------- */

throng_region asked_region(const asked *a, rng *r)
{
    const int32_t width = a->s->map.width, rows = a->rows;
    throng_region region = {rng_below(r, width), rng_below(r, rows), 1, 1};
    int32_t small = rng_below(r, 2);
    region.width += rng_below(r, width - region.column);
    region.height += rng_below(r, rows - region.row);
    if (small && region.width > 4)
        region.width = 4;
    if (small && region.height > 3)
        region.height = 3;
    switch (rng_below(r, 8)) {
    case 0:
        return (throng_region){0, 0, width, rows};
    case 1:
        return (throng_region){0, region.row, width, 1};
    case 2:
        return (throng_region){region.column, 0, 1, rows};
    default:
        return region;
    }
}

throng_point asked_point(const asked *a, rng *r)
{
    const walk_scene *m = &a->s->map;
    double cx, cy, x, y;
    const float most = m->cell_size < 1.0f ? 0.999f * 1e9f * m->cell_size : 1e9f;
    int32_t world = rng_below(r, m->worlds), column = rng_below(r, m->width + 2) - 1;
    walk_centre(m->grid, column, rng_below(r, m->height + 2) - 1, &cx, &cy);
    x = cx + (double)rng_between(r, -0.5f, 0.5f);
    y = cy + (double)rng_between(r, -0.5f, 0.5f);
    switch (rng_below(r, 12)) {
    case 0: /* a centre */
        x = cx;
        y = cy;
        break;
    case 1: /* a corner, or on hexagons the middle of an edge and the points beside it */
        x = cx + 0.5 * (rng_below(r, 3) - 1);
        y = cy + (m->grid == HX ? 0.25 * sqrt(3.0) : 0.5) * (rng_below(r, 3) - 1);
        break;
    case 2: /* between two centres, right on the line */
        y = cy;
        break;
    case 3:
        x = cx + 40.0 * (double)rng_between(r, -1.0f, 1.0f);
        y = cy + 40.0 * (double)rng_between(r, -1.0f, 1.0f);
        break;
    case 4: { /* as far as points may be; beside the map, or at a corner */
        throng_point far = {(float)(rng_below(r, 3) - 1) * most, (float)(rng_below(r, 3) - 1) * most, world};
        return far;
    }
    default:
        break;
    }
    return (throng_point){(float)(x * (double)m->cell_size), (float)(y * (double)m->cell_size), world};
}

/* ---------------------------------------------------------------- sessions -------------------------- */

enum { REGIONS = 60, POINTS = 900 };

static float *put(float *out, const throng_best *bests, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        *out++ = (float)bests[i].column;
        *out++ = (float)bests[i].row;
        *out++ = bests[i].value;
    }
    return out;
}

static float *ask_cells(asked *a, int32_t layer, float *out)
{
    const int32_t width = a->s->map.width, count = (int32_t)a->cells;
    throng_cell *cells = must_allocate(a->cells * sizeof *cells);
    throng_best *bests = must_allocate(a->cells * sizeof *bests);
    for (int32_t i = 0; i < count; i++)
        cells[i] = (throng_cell){i % width, i / width};
    for (int32_t k = 0; k < 4; k++) {
        MUST(a->context,
             throng_influence_best_of_neighbors(a->map, layer, k / 2, k % 2, count, cells, 0, bests));
        out = put(out, bests, count);
    }
    free(bests);
    free(cells);
    return out;
}

static float *ask_layer(asked *a, int32_t layer, rng *r, float *out)
{
    throng_region regions[REGIONS];
    throng_best bests[REGIONS], best;
    throng_point points[POINTS];
    throng_sample samples[POINTS];
    MUST(a->context, throng_influence_best(a->map, layer, NULL, &best));
    out = put(out, &best, 1);
    for (int32_t i = 0; i < REGIONS; i++)
        regions[i] = asked_region(a, r);
    for (throng_extreme which = THRONG_LARGEST; which <= THRONG_SMALLEST; which++) {
        MUST(a->context, throng_influence_best_of_regions(a->map, layer, which, REGIONS, regions, 0, bests));
        out = put(out, bests, REGIONS);
    }
    for (int32_t i = 0; i < 4; i++) {
        MUST(a->context, throng_influence_worst(a->map, layer, i ? &regions[i] : NULL, &best));
        out = put(out, &best, 1);
    }
    out = ask_cells(a, layer, out);
    for (int32_t i = 0; i < POINTS; i++)
        points[i] = asked_point(a, r);
    MUST(a->context, throng_influence_sample(a->map, layer, POINTS, points, 0, samples));
    memcpy(out, samples, sizeof samples);
    return out + (ptrdiff_t)3 * POINTS;
}

float *query_play(throng_context *context, const query_scene *s, size_t *size)
{
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* scenes are made in the processor's usual mode */
    asked *a = asked_begin(context, s);
    const size_t once = 3 * (1 + 2 * REGIONS + 4 + 4 * a->cells + POINTS);
    float *out = must_allocate(5 * once * sizeof *out), *end = out;
    throng_point points[POINTS];
    throng_sample samples[POINTS];
    throng_best worst;
    rng r = {s->map.seed + 7};
    for (int32_t layer = THRONG_LAYER_COMBINED; layer < QUERY_LAYERS; layer++)
        end = ask_layer(a, layer, &r, end);
    if (a->terrain) { /* walls as they are now, values as of the last update */
        asked_build(a, &r, 20);
        end = ask_layer(a, 0, &r, end);
    }
    for (int32_t i = 0; i < POINTS; i++)
        points[i] = asked_point(a, &r);
    fesetenv(&host); /* these questions in the host's */
    MUST(context, throng_influence_sample(a->map, 0, POINTS, points, 0, samples));
    memcpy(end, samples, sizeof samples);
    MUST(context, throng_influence_worst(a->map, 1, NULL, &worst));
    end = ask_cells(a, 0, put(end + (ptrdiff_t)3 * POINTS, &worst, 1));
    asked_end(a);
    *size = (size_t)(end - out) * sizeof *out;
    return out;
}
