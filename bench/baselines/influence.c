/* The baseline: an influence map as a good game programmer would write it, straight from the formulas: per
 * object a loop over its bounding box. Compiled several times, with THRONG_NAIVE naming the function;
 * THRONG_NAIVE_LANES drops the early exits, so that a compiler with fast math and a vector powf can use
 * vectors. */
#include "bench/suite/suite.h"

#include <math.h>

#ifndef THRONG_NAIVE
#define THRONG_NAIVE throng_bench_naive_strict
#endif

/* `moving` is a constant in each call, so that objects at rest have loops of their own. */
#define INLINE static inline __attribute__((always_inline))

static int32_t at_least(float value, int32_t low) { return value > (float)low ? (int32_t)value : low; }
static int32_t at_most(float value, int32_t high) { return value < (float)high ? (int32_t)value : high; }

/* d' = d / (1 + alpha * cos(o, v)) */
INLINE float adjust(float d, float along, float alpha)
{
    float cosine = d > 0.0f ? along / d : 0.0f;
    return d / (1.0f + alpha * cosine);
}

#ifdef THRONG_NAIVE_LANES

INLINE void add_linear(float *row, int32_t first, int32_t last, const throng_influence_object *o, float x,
                       float ux, float uy, float dy, int32_t moving)
{
    float strength = fabsf(o->influence), sign = o->influence < 0.0f ? -1.0f : 1.0f;
    for (int32_t i = first; i <= last; i++) {
        float dx = (float)i + 0.5f - x;
        float d = sqrtf(dx * dx + dy * dy);
        float adjusted = moving ? adjust(d, dx * ux + dy * uy, o->alpha) : d;
        float value = strength - o->decay * adjusted;
        row[i] += ((adjusted <= o->max_distance) & (value > 0.0f)) ? sign * value : 0.0f;
    }
}

INLINE void add_exponential(float *row, int32_t first, int32_t last, const throng_influence_object *o,
                            float x, float ux, float uy, float dy, int32_t moving)
{
    for (int32_t i = first; i <= last; i++) {
        float dx = (float)i + 0.5f - x;
        float d = sqrtf(dx * dx + dy * dy);
        float adjusted = moving ? adjust(d, dx * ux + dy * uy, o->alpha) : d;
        float value = o->influence * powf(o->decay, adjusted);
        row[i] += adjusted <= o->max_distance ? value : 0.0f;
    }
}

#else

INLINE void add_linear(float *row, int32_t first, int32_t last, const throng_influence_object *o, float x,
                       float ux, float uy, float dy, int32_t moving)
{
    float reach = o->max_distance * (1.0f + o->alpha);
    float strength = fabsf(o->influence), sign = o->influence < 0.0f ? -1.0f : 1.0f;
    for (int32_t i = first; i <= last; i++) {
        float dx = (float)i + 0.5f - x;
        float square = dx * dx + dy * dy;
        if (square > reach * reach)
            continue;
        float d = sqrtf(square);
        float adjusted = moving ? adjust(d, dx * ux + dy * uy, o->alpha) : d;
        float value = strength - o->decay * adjusted;
        if (adjusted <= o->max_distance && value > 0.0f)
            row[i] += sign * value;
    }
}

INLINE void add_exponential(float *row, int32_t first, int32_t last, const throng_influence_object *o,
                            float x, float ux, float uy, float dy, int32_t moving)
{
    float reach = o->max_distance * (1.0f + o->alpha);
    for (int32_t i = first; i <= last; i++) {
        float dx = (float)i + 0.5f - x;
        float square = dx * dx + dy * dy;
        if (square > reach * reach)
            continue;
        float d = sqrtf(square);
        float adjusted = moving ? adjust(d, dx * ux + dy * uy, o->alpha) : d;
        if (adjusted <= o->max_distance)
            row[i] += o->influence * powf(o->decay, adjusted);
    }
}

#endif

/* Rows of a hexagonal grid lie closer together, and odd ones half a cell to the right. */
INLINE void add_object(float *values, const throng_bench_objects *field, const throng_influence_object *o,
                       int32_t moving)
{
    const int32_t hexagons = field->grid == THRONG_GRID_HEX;
    float apart = hexagons ? 0.8660254f : 1.0f, aside = hexagons ? 0.5f : 0.0f;
    float speed = sqrtf(o->vx * o->vx + o->vy * o->vy);
    float ux = moving ? o->vx / speed : 0.0f, uy = moving ? o->vy / speed : 0.0f;
    float reach = o->max_distance * (1.0f + o->alpha);
    int32_t left = at_least(o->x - aside - reach, 0), right = at_most(o->x + reach, field->width - 1);
    int32_t top = at_least((o->y - aside - reach) / apart, 0);
    int32_t bottom = at_most((o->y - aside + reach) / apart, field->height - 1);
    for (int32_t j = top; j <= bottom; j++) {
        float *row = values + (size_t)j * (size_t)field->width;
        float x = o->x - aside * (float)(j & 1), dy = (float)j * apart + 0.5f - o->y;
        if (o->decay_kind == THRONG_DECAY_LINEAR)
            add_linear(row, left, right, o, x, ux, uy, dy, moving);
        else
            add_exponential(row, left, right, o, x, ux, uy, dy, moving);
    }
}

void THRONG_NAIVE(float *values, const throng_bench_objects *field, const throng_influence_object *objects,
                  int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        const throng_influence_object *o = &objects[k];
        if (o->alpha > 0.0f && (o->vx != 0.0f || o->vy != 0.0f))
            add_object(values, field, o, 1);
        else
            add_object(values, field, o, 0);
    }
}
