/* Random scenes and sessions with them. */
#include "tests/support/support.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(const throng_context *context, throng_status status, const char *call, const char *file, int line)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call, throng_status_string(status),
            throng_context_message(context));
    abort();
}

void *must_allocate(size_t size)
{
    void *memory = calloc(size ? size : 1, 1);
    if (!memory) {
        fprintf(stderr, "no memory for the tests: %zu bytes\n", size);
        abort();
    }
    return memory;
}

/* splitmix64 */
uint64_t rng_next(rng *r)
{
    r->state += 0x9e3779b97f4a7c15u;
    uint64_t z = r->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int32_t rng_below(rng *r, int32_t n) { return (int32_t)(rng_next(r) % (uint64_t)n); }

float rng_between(rng *r, float low, float high)
{
    float share = (float)(rng_next(r) >> 40) * (1.0f / 16777216.0f);
    return low + (high - low) * share;
}

/* Between 2^low and 2^high, as many small ones as large ones. */
static float rng_power(rng *r, int32_t low, int32_t high)
{
    if (low >= high)
        return ldexpf(1.0f, high);
    int32_t power = low + rng_below(r, high - low); /* C leaves the order of arguments open */
    return ldexpf(rng_between(r, 1.0f, 2.0f), power);
}

/* ---------------------------------------------------------------- scenes ---------------------------- */

const scene shared_scenes[] = {
    {"plain",
     150,
     90,
     THRONG_GRID_SQUARE8,
     1.0f,
     60,
     11,
     {.spread = 0.2f,
      .reach_low = 2,
      .reach_high = 30,
      .exponential = 50,
      .strength_high = 6,
      .gamma_lowest = -2}},
    {"motion",
     131,
     77,
     THRONG_GRID_SQUARE8,
     0.37f,
     90,
     12,
     {.spread = 0.3f,
      .reach_low = 1,
      .reach_high = 40,
      .exponential = 50,
      .adjusted = 60,
      .offset = 25,
      .alpha_most = 0.999f,
      .strength_low = -2,
      .strength_high = 9,
      .gamma_lowest = -3}},
    {"hexagons",
     97,
     110,
     THRONG_GRID_HEX,
     2.5f,
     90,
     13,
     {.spread = 0.3f,
      .reach_low = 0,
      .reach_high = 35,
      .exponential = 50,
      .adjusted = 60,
      .offset = 25,
      .alpha_most = 0.95f,
      .strength_high = 6,
      .gamma_lowest = -5}},
    {"wide",
     700,
     23,
     THRONG_GRID_SQUARE4,
     1.0f,
     40,
     14,
     {.spread = 0.1f,
      .reach_low = 10,
      .reach_high = 900,
      .exponential = 30,
      .adjusted = 80,
      .alpha_most = 1.0f,
      .strength_low = 3,
      .strength_high = 20,
      .gamma_lowest = -1}},
    {"far",
     64,
     64,
     THRONG_GRID_SQUARE8,
     1.0f,
     64,
     15,
     {.spread = 3.0f,
      .far = 1e6f,
      .reach_low = 50,
      .reach_high = 2e6f,
      .exponential = 40,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_high = 4,
      .gamma_lowest = -1}},
    {"range",
     61,
     45,
     THRONG_GRID_HEX,
     0.001f,
     80,
     16,
     {.spread = 0.2f,
      .reach_low = 0,
      .reach_high = 60,
      .exponential = 70,
      .adjusted = 50,
      .offset = 30,
      .alpha_most = 0.8f,
      .strength_low = -130,
      .strength_high = 29,
      .gamma_lowest = -99}},
    {"crowd",
     3,
     320,
     THRONG_GRID_SQUARE8,
     1.0f,
     5000,
     17,
     {.spread = 0.0f,
      .reach_low = 200,
      .reach_high = 500,
      .exponential = 20,
      .adjusted = 30,
      .alpha_most = 0.5f,
      .strength_high = 3,
      .gamma_lowest = -1}},
    {"limits",
     57,
     49,
     THRONG_GRID_SQUARE8,
     1.0f,
     120,
     19,
     {.spread = 0.1f,
      .reach_low = 3,
      .reach_high = 3,
      .exponential = 50,
      .adjusted = 20,
      .alpha_most = 0.5f,
      .strength_high = 3,
      .gamma_lowest = -2,
      .snapped = 1}},
    {"one_cell",
     1,
     1,
     THRONG_GRID_SQUARE8,
     1.0f,
     300,
     18,
     {.spread = 8.0f,
      .reach_low = 0,
      .reach_high = 9,
      .exponential = 50,
      .adjusted = 50,
      .alpha_most = 0.7f,
      .strength_high = 3,
      .gamma_lowest = -2}},
};
const int32_t shared_scene_count = (int32_t)(sizeof shared_scenes / sizeof shared_scenes[0]);

static float position(rng *r, const scene *s, float cells)
{
    float margin = s->objects.spread * cells;
    float p = rng_between(r, -margin, cells + margin);
    if (s->objects.far > 0.0f && rng_below(r, 4) == 0)
        p += rng_between(r, -s->objects.far, s->objects.far);
    if (s->objects.snapped)
        p = floorf(p * 2.0f) / 2.0f;
    return p * s->cell_size;
}

throng_influence_object scene_object(rng *r, const scene *s)
{
    const mix *m = &s->objects;
    throng_influence_object o = throng_influence_default_object();
    o.x = position(r, s, (float)s->width);
    o.y = position(r, s, (float)s->height * (s->grid == THRONG_GRID_HEX ? 0.866f : 1.0f));
    o.vx = rng_between(r, -3.0f, 3.0f);
    o.vy = rng_between(r, -3.0f, 3.0f);
    if (rng_below(r, 8) == 0)
        o.vx = 0.0f;
    if (rng_below(r, 8) == 0)
        o.vy = 0.0f;
    o.influence = rng_power(r, m->strength_low, m->strength_high);
    o.max_distance = rng_between(r, m->reach_low, m->reach_high);
    if (rng_below(r, 100) < m->exponential) {
        o.decay_kind = THRONG_DECAY_EXPONENTIAL;
        o.decay = rng_below(r, 20) == 0 ? 1.0f : rng_power(r, m->gamma_lowest, 0);
    } else { /* down to 0 before the end, at the end, or not at all */
        o.decay = o.influence / (o.max_distance + 0.01f) * rng_between(r, 0.0f, 2.0f);
        if (o.decay > 1e9f)
            o.decay = 1e9f;
    }
    if (rng_below(r, 2) == 0)
        o.influence = -o.influence;
    int32_t motion = rng_below(r, 100);
    if (motion < m->adjusted)
        o.alpha = rng_between(r, 0.0f, m->alpha_most);
    else if (motion < m->adjusted + m->offset)
        o.offset = rng_between(r, 0.0f, 8.0f);
    if (o.alpha >= 1.0f)
        o.alpha = 0.5f;
    return o;
}

/* Scenes are made in the processor's usual mode, whatever mode the library is then tested in. */
throng_influence_object *scene_objects(const scene *s)
{
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    throng_influence_object *objects = must_allocate((size_t)s->count * sizeof *objects);
    rng r = {s->seed};
    for (int32_t i = 0; i < s->count; i++)
        objects[i] = scene_object(&r, s);
    fesetenv(&host);
    return objects;
}

throng_influence_def scene_def(const scene *s)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = s->width;
    def.height = s->height;
    def.grid = s->grid;
    def.cell_size = s->cell_size;
    def.object_capacity = s->count;
    return def;
}

float *compute(throng_context *context, const throng_influence_def *def,
               const throng_influence_object *objects, int32_t count)
{
    throng_influence *map;
    throng_influence_def fitting = *def;
    fitting.object_capacity = count;
    float *values = must_allocate((size_t)def->width * (size_t)def->height * sizeof *values);
    MUST(context, throng_influence_create(context, &fitting, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, count, objects, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    throng_influence_destroy(map);
    return values;
}

/* ---------------------------------------------------------------- sessions -------------------------- */

typedef struct session {
    throng_context *context;
    throng_influence *map;
    const scene *s;
    float *out;
    size_t cells, used;
} session;

static void take(session *x, int32_t layer)
{
    MUST(x->context, throng_influence_read(x->map, layer, NULL, x->out + x->used, 0));
    x->used += x->cells;
}

static void take_best(session *x, int32_t layer)
{
    throng_best best;
    throng_region part = {x->s->width / 3, x->s->height / 4, x->s->width - x->s->width / 3,
                          x->s->height / 2 + 1};
    for (int32_t whole = 0; whole < 2; whole++) {
        MUST(x->context, throng_influence_best(x->map, layer, whole ? NULL : &part, &best));
        x->out[x->used++] = (float)best.column;
        x->out[x->used++] = (float)best.row;
        x->out[x->used++] = best.value;
    }
}

/* Objects inside a larger struct, and in two parts. */
static void place(session *x, const throng_influence_object *objects)
{
    int32_t count = x->s->count;
    typedef struct unit {
        int32_t name;
        throng_influence_object object;
        float health;
    } unit;
    unit *units = must_allocate((size_t)count * sizeof *units);
    for (int32_t i = 0; i < count; i++)
        units[i].object = objects[i];
    int32_t part = count / 3;
    MUST(x->context, throng_influence_set_objects(x->map, 0, 0, part, &units[0].object, sizeof *units));
    MUST(x->context,
         throng_influence_set_objects(x->map, 0, part, count - part, &units[part].object, sizeof *units));
    MUST(x->context,
         throng_influence_set_objects(x->map, 1, 0, part, &units[count - part].object, sizeof *units));
    free(units);
}

static void move(session *x, const throng_influence_object *objects)
{
    int32_t count = x->s->count;
    float *steps = must_allocate((size_t)count * 4 * sizeof *steps);
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    for (int32_t i = 0; i < count; i++) {
        steps[4 * i] = objects[i].x + objects[i].vx * 0.25f * x->s->cell_size;
        steps[4 * i + 1] = objects[i].y + objects[i].vy * 0.25f * x->s->cell_size;
        steps[4 * i + 2] = objects[i].vy;
        steps[4 * i + 3] = -objects[i].vx;
    }
    fesetenv(&host);
    size_t stride = 4 * sizeof *steps;
    int32_t half = count / 2;
    MUST(x->context, throng_influence_move_objects(x->map, 0, 0, half, steps, stride, NULL, 0));
    MUST(x->context, throng_influence_move_objects(x->map, 0, half, count - half, steps + 4 * half, stride,
                                                   steps + 4 * half + 2, stride));
    MUST(x->context,
         throng_influence_move_objects(x->map, 1, 0, count / 3, steps, stride, steps + 2, stride));
    free(steps);
}

float *play(throng_context *context, const scene *s, size_t *size)
{
    session x = {.context = context, .s = s, .cells = (size_t)s->width * (size_t)s->height};
    throng_influence_def def = scene_def(s);
    def.layers = 2;
    x.out = must_allocate((8 * x.cells + 24) * sizeof *x.out);
    throng_influence_object *objects = scene_objects(s);
    MUST(context, throng_influence_create(context, &def, &x.map));
    place(&x, objects);
    MUST(context, throng_influence_update(x.map));
    take(&x, 0);
    take(&x, 1);
    take_best(&x, 0);
    MUST(context, throng_influence_set_momentum(x.map, 1, 0.7f));
    move(&x, objects);
    MUST(context, throng_influence_update(x.map));
    take(&x, 0);
    take(&x, 1);
    take_best(&x, 1);
    MUST(context, throng_influence_truncate_objects(x.map, 0, s->count / 4 * 3));
    MUST(context, throng_influence_update_layer(x.map, 0));
    MUST(context, throng_influence_update_layer(x.map, 1));
    take(&x, 0);
    take(&x, 1);
    const float weights[2] = {1.0f, -0.3f};
    MUST(context, throng_influence_combine(x.map, weights, 2));
    take(&x, THRONG_LAYER_COMBINED);
    take_best(&x, THRONG_LAYER_COMBINED);
    throng_influence_destroy(x.map);
    free(objects);
    *size = x.used * sizeof *x.out;
    return x.out;
}

uint64_t hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ b[i]) * 0x100000001b3u;
    return hash;
}
