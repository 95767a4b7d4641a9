/* Walls and the objects between them: + - * / and roots of doubles alone, equal on every machine. */
#include "tests/support/wall_scenes.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW_HEIGHT 0.86602540378443865 /* sqrt(3)/2 */

int32_t walk_variants(variant *list, int32_t capacity)
{
    int32_t count = 0, all = few_variants(list, capacity);
    for (int32_t i = 0; i < all; i++)
        if (list[i].backend != THRONG_BACKEND_OPENCL)
            list[count++] = list[i];
    return count;
}

/* ---------------------------------------------------------------- walls ----------------------------- */

/* A random spanning tree over the cells of even column and row, by growing from one of its cells. */
static void carve_maze(rng *r, int32_t density, int32_t width, int32_t height, uint8_t *walls)
{
    static const int32_t across[] = {2, 0, -2, 0}, down[] = {0, 2, 0, -2};
    int32_t *stack = must_allocate((size_t)width * (size_t)height * sizeof *stack);
    int32_t used = 0;
    memset(walls, 1, (size_t)width * (size_t)height);
    walls[0] = 0;
    stack[used++] = 0;
    while (used > 0) {
        int32_t column = stack[used - 1] % width, row = stack[used - 1] / width;
        int32_t first = rng_below(r, 4), tries = 0;
        for (; tries < 4; tries++) {
            int32_t k = (first + tries) % 4;
            int32_t c = column + across[k], j = row + down[k];
            if (c < 0 || c >= width || j < 0 || j >= height || !walls[j * width + c])
                continue;
            walls[j * width + c] = 0;
            walls[(row + down[k] / 2) * width + column + across[k] / 2] = 0;
            stack[used++] = j * width + c;
            break;
        }
        if (tries == 4)
            used--;
    }
    for (int32_t i = 0; i < width * height; i++)
        if (walls[i] && rng_below(r, 100) < density)
            walls[i] = 0;
    free(stack);
}

static void build_rooms(rng *r, int32_t width, int32_t height, uint8_t *walls)
{
    for (int32_t row = 0; row < height; row++)
        for (int32_t column = 0; column < width; column++)
            walls[row * width + column] = column % 8 == 7 || row % 7 == 6;
    for (int32_t top = 0; top < height; top += 7)
        for (int32_t left = 0; left < width; left += 8) {
            int32_t right = left + 7, bottom = top + 6;
            int32_t row = top + rng_below(r, 6), column = left + rng_below(r, 7);
            if (rng_below(r, 4) && right < width && row < height)
                walls[row * width + right] = 0;
            if (rng_below(r, 4) && bottom < height && column < width)
                walls[bottom * width + column] = 0;
        }
}

void walk_walls(rng *r, walls_kind kind, int32_t density, int32_t width, int32_t height, uint8_t *walls)
{
    memset(walls, 0, (size_t)width * (size_t)height);
    if (kind == WALLS_MAZE)
        carve_maze(r, density, width, height, walls);
    else if (kind == WALLS_ROOMS)
        build_rooms(r, width, height, walls);
    for (int32_t row = 0; row < height; row++)
        for (int32_t column = 0; column < width; column++) {
            uint8_t *cell = &walls[row * width + column];
            if (kind == WALLS_RANDOM)
                *cell = rng_below(r, 100) < density;
            else if (kind == WALLS_SERPENTINE)
                *cell = row % 2 && column != (row % 4 == 1 ? width - 1 : 0);
        }
    int32_t free_cells = 0;
    for (int32_t i = 0; i < width * height; i++)
        free_cells += !walls[i];
    if (free_cells == 0)
        walls[rng_below(r, width * height)] = 0;
}

uint8_t *scene_walls(const walk_scene *s)
{
    rng r = {s->seed * 2 + 1};
    size_t cells = (size_t)s->width * (size_t)s->height;
    int32_t worlds = s->own_walls ? s->worlds : 1;
    uint8_t *walls = must_allocate((size_t)worlds * cells);
    for (int32_t w = 0; w < worlds; w++)
        walk_walls(&r, s->walls, s->density, s->width, s->height, walls + (size_t)w * cells);
    return walls;
}

/* ---------------------------------------------------------------- objects --------------------------- */

void walk_centre(throng_grid grid, int32_t column, int32_t row, double *x, double *y)
{
    *x = column + 0.5;
    *y = row + 0.5;
    if (grid == THRONG_GRID_HEX) {
        *x += 0.5 * (row & 1);
        *y = row * ROW_HEIGHT + 0.5;
    }
}

double walk_cell(throng_grid grid, double x, double y, int32_t *column, int32_t *row)
{
    int32_t c0 = (int32_t)floor(x), r0 = (int32_t)floor(y);
    *column = c0;
    *row = r0;
    if (grid != THRONG_GRID_HEX)
        return fmin(fmin(x - c0, c0 + 1 - x), fmin(y - r0, r0 + 1 - y));
    double nearest = 1e30, next = 1e30;
    r0 = (int32_t)floor(y / ROW_HEIGHT);
    for (int32_t j = r0 - 1; j <= r0 + 1; j++)
        for (int32_t i = c0 - 1; i <= c0 + 1; i++) {
            double cx, cy;
            walk_centre(grid, i, j, &cx, &cy);
            double square = (cx - x) * (cx - x) + (cy - y) * (cy - y);
            next = fmin(next, fmax(square, nearest));
            if (square < nearest) {
                nearest = square;
                *column = i;
                *row = j;
            }
        }
    return 0.5 * (next - nearest); /* neighbours' centres are 1 apart */
}

static float power_between(rng *r, int32_t low, int32_t high)
{
    int32_t power = low < high ? low + rng_below(r, high - low) : high;
    return ldexpf(rng_between(r, 1.0f, 2.0f), power);
}

static void choose_decay(rng *r, const walk_scene *s, throng_influence_object *o)
{
    const mix *m = &s->objects;
    int32_t adjacent = s->propagation == THRONG_PROPAGATION_ADJACENT;
    o->influence = power_between(r, m->strength_low, m->strength_high);
    o->max_distance = rng_between(r, m->reach_low, m->reach_high);
    if (m->snapped && rng_below(r, 2))
        o->max_distance = floorf(o->max_distance);
    if (rng_below(r, 100) < m->exponential) {
        o->decay_kind = THRONG_DECAY_EXPONENTIAL;
        o->decay = power_between(r, m->gamma_lowest, 0) * 0.5f; /* below 1 */
        if (rng_below(r, 20) == 0)
            o->decay = adjacent ? 0.999f : 1.0f;
    } else { /* down to 0 before the end, at the end, or not at all */
        float share = rng_below(r, 3) ? rng_between(r, 0.05f, 1.0f) : rng_between(r, 1.0f, 2.0f);
        o->decay = o->influence / (o->max_distance + 0.01f) * share;
        if (m->snapped && rng_below(r, 2) && o->max_distance > 0.0f)
            o->decay = o->influence / o->max_distance;
        if (!adjacent && rng_below(r, 20) == 0)
            o->decay = 0.0f;
    }
    if (rng_below(r, 3) == 0)
        o->influence = -o->influence;
}

static void choose_motion(rng *r, const walk_scene *s, throng_influence_object *o)
{
    const mix *m = &s->objects;
    int32_t motion = rng_below(r, 100);
    o->vx = rng_between(r, -3.0f, 3.0f);
    o->vy = rng_between(r, -3.0f, 3.0f);
    if (m->snapped && rng_below(r, 2)) { /* maybe at rest */
        o->vx = 2.0f * (float)(rng_below(r, 3) - 1);
        o->vy = 2.0f * (float)(rng_below(r, 3) - 1);
    }
    if (motion < m->adjusted)
        o->alpha = rng_between(r, 0.0f, m->alpha_most);
    else if (motion < m->adjusted + m->offset)
        o->offset = rng_between(r, 0.0f, 8.0f);
}

throng_influence_object walk_object(rng *r, const walk_scene *s, const uint8_t *walls, int32_t world)
{
    throng_influence_object o = throng_influence_default_object();
    const uint8_t *own = walls + (size_t)(s->own_walls ? world : 0) * (size_t)s->width * (size_t)s->height;
    int32_t column, row, c, j, at = rng_below(r, s->width * s->height);
    double x, y, px, py;
    while (own[at])
        at = (at + 1) % (s->width * s->height);
    column = at % s->width;
    row = at / s->width;
    walk_centre(s->grid, column, row, &x, &y);
    do {
        px = x + (double)rng_between(r, -0.49f, 0.49f);
        py = y + (double)rng_between(r, -0.49f, 0.49f);
        if (s->objects.snapped) {
            px = x;
            py = y;
        }
        o.x = (float)(px * (double)s->cell_size);
        o.y = (float)(py * (double)s->cell_size);
    } while (walk_cell(s->grid, px, py, &c, &j) < 0.001 || c != column || j != row);
    o.world = world;
    choose_decay(r, s, &o);
    choose_motion(r, s, &o);
    return o;
}

throng_influence_object *walk_objects(const walk_scene *s, const uint8_t *walls)
{
    throng_influence_object *objects = must_allocate((size_t)s->count * sizeof *objects);
    rng r = {s->seed};
    for (int32_t i = 0; i < s->count; i++) {
        int32_t world = rng_below(&r, s->worlds);
        objects[i] = walk_object(&r, s, walls, world);
    }
    return objects;
}

/* ---------------------------------------------------------------- maps ------------------------------ */

throng_influence_def walk_def(const walk_scene *s)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = s->width;
    def.height = s->height;
    def.worlds = s->worlds;
    def.grid = s->grid;
    def.propagation = s->propagation;
    def.cell_size = s->cell_size;
    def.object_capacity = s->count;
    return def;
}

throng_terrain *walk_terrain(throng_context *context, const walk_scene *s, const uint8_t *walls)
{
    throng_terrain *terrain;
    throng_terrain_def def = throng_terrain_default_def();
    def.width = s->width;
    def.height = s->height;
    def.worlds = s->own_walls ? s->worlds : 1;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    MUST(context, throng_terrain_set(terrain, NULL, walls, 0));
    return terrain;
}

float *walk_compute(throng_context *context, const walk_scene *s, const uint8_t *walls,
                    const throng_influence_object *objects, int32_t count)
{
    throng_influence *map;
    throng_influence_def def = walk_def(s);
    size_t cells = (size_t)s->width * (size_t)s->height * (size_t)s->worlds;
    float *values = must_allocate(cells * sizeof *values);
    def.object_capacity = count;
    def.terrain = walk_terrain(context, s, walls);
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, count, objects, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    return values;
}

/* ---------------------------------------------------------------- sessions -------------------------- */

enum { PAIRS = 48 };

typedef struct session {
    const walk_scene *s;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map;
    throng_influence_object *objects;
    uint8_t *walls;
    rng r;
    float *out;
    size_t cells, used;
} session;

static void take(session *x, int32_t layer)
{
    throng_best best;
    throng_region part = {x->s->width / 4, x->s->height / 3, x->s->width - x->s->width / 4,
                          x->s->height * x->s->worlds - x->s->height / 3};
    MUST(x->context, throng_influence_read(x->map, layer, NULL, x->out + x->used, 0));
    x->used += x->cells;
    MUST(x->context, throng_influence_best(x->map, layer, &part, &best));
    x->out[x->used++] = (float)best.column;
    x->out[x->used++] = (float)best.row;
    x->out[x->used++] = best.value;
}

static void place(session *x)
{
    int32_t count = x->s->count, part = count / 3;
    MUST(x->context, throng_influence_set_objects(x->map, 0, 0, part, x->objects, 0));
    MUST(x->context, throng_influence_set_objects(x->map, 0, part, count - part, x->objects + part, 0));
    MUST(x->context, throng_influence_set_objects(x->map, 1, 0, part, x->objects + count - part, 0));
}

/* Walls where there were none, and holes in others; some objects then stand in walls. */
static void build(session *x)
{
    int32_t rows = x->s->height * (x->s->own_walls ? x->s->worlds : 1);
    uint8_t bytes[6] = {0, 1, 0, 0, 7, 0};
    for (int32_t i = 0; i < 5; i++) {
        throng_region one = {rng_below(&x->r, x->s->width), rng_below(&x->r, rows), 1, 1};
        throng_region part = {one.column, one.row, 3, 2};
        MUST(x->context, throng_terrain_fill(x->terrain, &one, i != 2));
        if (part.column + 3 <= x->s->width && part.row + 2 <= rows)
            MUST(x->context, throng_terrain_set(x->terrain, &part, bytes, 0));
    }
}

/* To other free cells of the world that they are in. */
static void move(session *x)
{
    enum { MOST = 1024 };
    float p[2 * MOST], v[2 * MOST];
    int32_t some = x->s->count / 2 < MOST ? x->s->count / 2 : MOST;
    MUST(x->context, throng_terrain_read(x->terrain, NULL, x->walls, 0));
    for (int32_t i = 0; i < some; i++) {
        throng_influence_object o = walk_object(&x->r, x->s, x->walls, x->objects[i].world);
        p[2 * i] = o.x;
        p[2 * i + 1] = o.y;
        v[2 * i] = o.vx;
        v[2 * i + 1] = o.vy;
    }
    int32_t part = some / 2;
    MUST(x->context, throng_influence_move_objects(x->map, 0, 0, part, p, 0, NULL, 0));
    MUST(x->context, throng_influence_move_objects(x->map, 0, part, some - part, p + (ptrdiff_t)2 * part, 0,
                                                   v + (ptrdiff_t)2 * part, 0));
}

static void measure(session *x)
{
    throng_cell_pair pairs[PAIRS];
    int32_t rows = x->s->height * (x->s->own_walls ? x->s->worlds : 1);
    for (int32_t i = 0; i < PAIRS; i++) {
        pairs[i].from = (throng_cell){rng_below(&x->r, x->s->width), rng_below(&x->r, rows)};
        pairs[i].to = (throng_cell){rng_below(&x->r, x->s->width), rng_below(&x->r, rows)};
    }
    MUST(x->context, throng_terrain_distances(x->terrain, x->s->grid, PAIRS, pairs, 0, x->out + x->used));
    x->used += PAIRS;
}

static void play_on(session *x)
{
    const float weights[2] = {1.0f, -0.3f};
    place(x);
    MUST(x->context, throng_influence_update(x->map));
    take(x, 0);
    take(x, 1);
    build(x);
    MUST(x->context, throng_influence_update(x->map));
    take(x, 0);
    MUST(x->context, throng_influence_set_momentum(x->map, 1, 0.7f));
    move(x);
    MUST(x->context, throng_influence_update(x->map));
    take(x, 0);
    take(x, 1);
    MUST(x->context, throng_influence_truncate_objects(x->map, 0, x->s->count / 4 * 3));
    MUST(x->context, throng_influence_update(x->map));
    MUST(x->context, throng_influence_combine(x->map, weights, 2));
    take(x, 0);
    take(x, THRONG_LAYER_COMBINED);
    measure(x);
}

float *walk_play(throng_context *context, const walk_scene *s, size_t *size)
{
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* scenes are made in the processor's usual mode */
    session x = {.context = context, .s = s, .r = {s->seed + 99}};
    throng_influence_def def = walk_def(s);
    x.walls = scene_walls(s);
    x.objects = walk_objects(s, x.walls);
    x.cells = (size_t)s->width * (size_t)s->height * (size_t)s->worlds;
    x.out = must_allocate((7 * (x.cells + 3) + PAIRS) * sizeof *x.out);
    x.terrain = walk_terrain(context, s, x.walls);
    def.layers = 2;
    def.terrain = x.terrain;
    MUST(context, throng_influence_create(context, &def, &x.map));
    play_on(&x);
    throng_influence_destroy(x.map);
    MUST(context, throng_terrain_destroy(x.terrain));
    free(x.objects);
    free(x.walls);
    fesetenv(&host);
    *size = x.used * sizeof *x.out;
    return x.out;
}
