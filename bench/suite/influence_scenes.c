/* The scenes: objects at random places, and how many pairs of cell and object they make. */
#include "bench/suite/suite.h"

#include <math.h>
#include <stdlib.h>

/* 0 <= number < 1, by a 64-bit xorshift: the same scene on every machine. */
static float next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (float)(uint32_t)(*state >> 40) * (1.0f / 16777216.0f);
}

#define HALF_ROOT_3 0.86602540378443864676

/* How far its rows lie apart. */
static double apart(throng_grid grid) { return grid == THRONG_GRID_HEX ? HALF_ROOT_3 : 1.0; }

static throng_influence_object make_object(uint64_t *state, const throng_bench_objects_def *def)
{
    throng_influence_object o = throng_influence_default_object();
    const float distance = def->distance;
    o.x = next_random(state) * (float)def->width;
    o.y = next_random(state) * (float)def->height * (float)apart(def->grid);
    float angle = next_random(state) * 6.2831853f;
    float speed = 0.5f + next_random(state);
    o.vx = speed * cosf(angle);
    o.vy = speed * sinf(angle);
    o.influence = 0.5f + next_random(state);
    if (next_random(state) < 0.5f)
        o.influence = -o.influence;
    o.decay_kind = def->decay;
    /* a tenth of the influence is left at the edge, so that no object ends before its distance */
    o.decay = def->decay == THRONG_DECAY_LINEAR ? 0.9f * fabsf(o.influence) / distance
                                                : powf(0.1f, (0.75f + 0.5f * next_random(state)) / distance);
    o.max_distance = distance;
    o.alpha = def->alpha;
    return o;
}

/* Objects alternate between two places, half a step apart, so that each frame has something to do. */
static void place_objects(throng_bench_objects *field)
{
    for (int32_t i = 0; i < field->count; i++) {
        const throng_influence_object *o = &field->objects[i];
        size_t k = 2 * (size_t)i;
        for (int32_t place = 0; place < 2; place++) {
            field->positions[place][k] = o->x + 0.5f * (float)place * o->vx;
            field->positions[place][k + 1] = o->y + 0.5f * (float)place * o->vy;
            field->velocities[place][k] = o->vx - 0.1f * (float)place * o->vy;
            field->velocities[place][k + 1] = o->vy + 0.1f * (float)place * o->vx;
        }
    }
}

/* d' <= D is d*d <= D * (d + alpha * D.u), without a root or a division: p <= D * d with p = d*d -
 * D*alpha*D.u. */
static int32_t cells_inside(double dx_first, int32_t count, double dy, double ux, double uy, double distance)
{
    int32_t inside = 0;
    double squared = distance * distance;
    for (int32_t i = 0; i < count; i++) {
        double dx = dx_first + (double)i;
        double square = dx * dx + dy * dy;
        double p = square - distance * (dx * ux + dy * uy);
        inside += (p <= 0.0) | (p * p <= squared * square);
    }
    return inside;
}

static double pairs_of_object(const throng_influence_object *o, double x, double y, double vx, double vy,
                              const throng_bench_objects *field)
{
    double speed = sqrt(vx * vx + vy * vy), alpha = (double)o->alpha, distance = (double)o->max_distance;
    double ux = speed > 0.0 ? alpha * vx / speed : 0.0, uy = speed > 0.0 ? alpha * vy / speed : 0.0;
    double reach = distance * (1.0 + alpha);
    const double row_height = apart(field->grid), aside = field->grid == THRONG_GRID_HEX ? 0.5 : 0.0;
    int32_t left = (int32_t)fmax(floor(x - aside - reach), 0.0),
            right = (int32_t)fmin(ceil(x + reach), (double)(field->width - 1));
    int32_t top = (int32_t)fmax(floor((y - reach) / row_height) - 1.0, 0.0),
            bottom = (int32_t)fmin(ceil((y + reach) / row_height), (double)(field->height - 1));
    int64_t pairs = 0;
    for (int32_t j = top; j <= bottom; j++)
        if (left <= right)
            pairs += cells_inside((double)left + 0.5 + aside * (j & 1) - x, right - left + 1,
                                  (double)j * row_height + 0.5 - y, ux, uy, distance);
    return (double)pairs;
}

double throng_bench_objects_pairs(const throng_bench_objects *field, int32_t place, int32_t count)
{
    const float *positions = field->positions[place], *velocities = field->velocities[place];
    double pairs = 0.0;
    for (int32_t i = 0; i < count; i++) {
        size_t k = 2 * (size_t)i;
        pairs += pairs_of_object(&field->objects[i], (double)positions[k], (double)positions[k + 1],
                                 (double)velocities[k], (double)velocities[k + 1], field);
    }
    return pairs;
}

static void allocate_positions(throng_bench_objects *field)
{
    const size_t objects = (size_t)field->count;
    field->objects = throng_bench_allocate(objects, sizeof *field->objects);
    for (int32_t place = 0; place < 2; place++) {
        field->positions[place] = throng_bench_allocate(2 * objects, sizeof(float));
        field->velocities[place] = throng_bench_allocate(2 * objects, sizeof(float));
    }
}

void throng_bench_objects_finish(throng_bench_objects *field)
{
    for (int32_t place = 0; place < 2; place++)
        field->pairs[place] = throng_bench_objects_pairs(field, place, field->count);
}

void throng_bench_objects_create(throng_bench_objects *field, const throng_bench_objects_def *def)
{
    uint64_t state = throng_bench_seed(88172645463325252u + def->number);
    *field = (throng_bench_objects){.width = def->width,
                                    .height = def->height,
                                    .count = def->count,
                                    .grid = def->grid,
                                    .adjusted = def->alpha > 0.0f};
    allocate_positions(field);
    for (int32_t i = 0; i < def->count; i++)
        field->objects[i] = make_object(&state, def);
    place_objects(field);
    throng_bench_objects_finish(field);
}

void throng_bench_objects_make(throng_bench_objects *field, int32_t width, int32_t height, int32_t count,
                               float distance, throng_decay decay, float alpha)
{
    const throng_bench_objects_def def = {width, height,   count, THRONG_GRID_SQUARE8,
                                          0,     distance, decay, alpha};
    throng_bench_objects_create(field, &def);
}

void throng_bench_objects_release(throng_bench_objects *field)
{
    free(field->blocked);
    free(field->objects);
    for (int32_t place = 0; place < 2; place++) {
        free(field->positions[place]);
        free(field->velocities[place]);
    }
}
