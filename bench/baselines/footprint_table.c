/* The baseline for units on the centres of cells that are all alike: a table of what one adds around it,
 * computed once, and added row by row, as games with tiles do. */
#include "bench/suite/suite.h"

#include <math.h>
#include <stdlib.h>

enum { REACH = 64, SIDE = 2 * REACH + 1 }; /* at most */

typedef struct footprint_table {
    float values[2][SIDE * SIDE]; /* hexagons: around an even and an odd row */
    int32_t reach, made;
    throng_influence_object of;
    throng_grid grid;
} footprint_table;

static footprint_table table;

static float value_at(const throng_influence_object *o, float d)
{
    const float strength = fabsf(o->influence), sign = o->influence < 0.0f ? -1.0f : 1.0f;
    if (d > o->max_distance)
        return 0.0f;
    if (o->decay_kind == THRONG_DECAY_EXPONENTIAL)
        return o->influence * powf(o->decay, d);
    return sign * fmaxf(strength - o->decay * d, 0.0f);
}

static void make(const throng_bench_objects *field, const throng_influence_object *o)
{
    const int32_t hexagons = field->grid == THRONG_GRID_HEX;
    const float apart = hexagons ? 0.8660254f : 1.0f;
    table.reach =
        (int32_t)(o->max_distance / apart) + 1 < REACH ? (int32_t)(o->max_distance / apart) + 1 : REACH;
    for (int32_t odd = 0; odd < 2; odd++)
        for (int32_t j = -table.reach; j <= table.reach; j++)
            for (int32_t i = -table.reach; i <= table.reach; i++) {
                const float aside = hexagons ? 0.5f * (float)(((j + odd) & 1) - odd) : 0.0f;
                const float dx = (float)i + aside, dy = (float)j * apart;
                table.values[odd][(j + table.reach) * (2 * table.reach + 1) + i + table.reach] =
                    value_at(o, sqrtf(dx * dx + dy * dy));
            }
    table.of = *o;
    table.grid = field->grid;
    table.made = 1;
}

static int32_t is_for(const throng_bench_objects *field, const throng_influence_object *o)
{
    return table.made && table.grid == field->grid && table.of.influence == o->influence &&
           table.of.decay == o->decay && table.of.decay_kind == o->decay_kind &&
           table.of.max_distance == o->max_distance;
}

void throng_bench_naive_table(float *values, const throng_bench_objects *field,
                              const throng_influence_object *objects, int32_t count)
{
    const int32_t hexagons = field->grid == THRONG_GRID_HEX;
    if (count > 0 && !is_for(field, objects))
        make(field, objects);
    const int32_t reach = table.reach, side = 2 * reach + 1;
    for (int32_t k = 0; k < count; k++) {
        const int32_t row = (int32_t)(hexagons ? objects[k].y / 0.8660254f : objects[k].y);
        const int32_t odd = hexagons && (row & 1);
        const int32_t column = (int32_t)(objects[k].x - 0.5f * (float)odd);
        const int32_t left = column < reach ? 0 : column - reach, top = row < reach ? 0 : row - reach;
        const int32_t end = column + reach < field->width ? column + reach + 1 : field->width;
        const int32_t bottom = row + reach < field->height ? row + reach + 1 : field->height;
        for (int32_t j = top; j < bottom; j++) {
            float *restrict to = values + (size_t)j * (size_t)field->width + left;
            const float *restrict from =
                table.values[odd] + (j - row + reach) * side + (left - column + reach);
            for (int32_t i = 0; i < end - left; i++)
                to[i] += from[i];
        }
    }
}
