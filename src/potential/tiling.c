/* Tiles for a potential field, by a sample of its points, so that a few points far away change nothing. */
#include "src/potential/tiling.h"
#include "src/core/sort.h"
#include "src/crowd/crowd.h"
#include "src/potential/potential.h"
#include "src/terrain/terrain.h"

#include "kernels/trace/field_sampling.h"

#include <math.h>
#include <string.h>

enum {
    POINTS_OF_TILE = 256,
    SIDE_MOST = 4096,
    TILES_MOST = 1 << 20,
    ENTRIES_OF_TILE = 32, /* at least, of the field's capacity */
    SOURCES_OF_TRACE_TILE = 4
};

int32_t throng_potential_tiles_most(const throng_potential_shape *shape)
{
    const int64_t entries = (int64_t)shape->capacity[THRONG_SOURCES] + shape->capacity[THRONG_POINTS];
    const int64_t tiles = entries / ENTRIES_OF_TILE + 16;
    const int32_t most = tiles < TILES_MOST ? (int32_t)tiles : TILES_MOST;
    return most > shape->worlds ? most : shape->worlds;
}

int32_t throng_potential_chunks_most(const throng_potential_shape *shape)
{
    return throng_potential_tiles_most(shape) + shape->capacity[THRONG_POINTS] / POTENTIAL_CHUNK + 1;
}

potential_plan throng_potential_plan(const throng_potential_shape *shape)
{
    potential_plan plan;
    memset(&plan, 0, sizeof plan);
    plan.worlds = shape->worlds;
    plan.damage = shape->damage;
    plan.types = shape->types;
    plan.interaction = shape->interaction;
    if (!shape->terrain)
        return plan;
    plan.terrain = (potential_terrain){
        .columns = shape->terrain->width,
        .rows = shape->terrain->height,
        .pitch = shape->terrain->pitch,
        .each = shape->terrain->worlds > 1 ? shape->terrain->height + 2 : 0,
        .cell = shape->cell_size,
        .per_cell = 1.0f / shape->cell_size,
        .eta = shape->terrain_eta,
        .range = shape->terrain_range,
        .inverse = 1.0f / shape->terrain_range,
        .nearest = shape->terrain_mode == THRONG_TERRAIN_NEAREST,
    };
    return plan;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

typedef struct span {
    double first, length;
} span;

/* The middle 96 of 100, and a little more. */
static span span_of(const float *values, int32_t count)
{
    float sorted[THRONG_POTENTIAL_SAMPLE];
    memcpy(sorted, values, (size_t)count * sizeof *values);
    throng_sort(sorted, (size_t)count, sizeof *sorted, compare);
    const double low = (double)sorted[count / 50], high = (double)sorted[count - 1 - count / 50];
    const double middle = high - low;
    return (span){low - 0.05 * middle, 1.1 * middle + 1e-6 * (fabs(low) + fabs(high)) + 1e-9};
}

/* How many tiles of this size a length takes. */
static int32_t chunks(double length, double size)
{
    const double wanted = length / size;
    return wanted > SIDE_MOST - 1 ? SIDE_MOST : (int32_t)wanted + 1;
}

static int32_t alike(double a, double b) { return a < 1.5 * b && b < 1.5 * a; }

/* Tiles that points have left, or that no longer suit them, are of no use. */
static int32_t suits(const potential_plan *plan, span x, span y, int32_t columns, int32_t rows)
{
    const double width = (double)plan->width * plan->columns, height = (double)plan->height * plan->rows;
    return plan->columns > 0 && alike(plan->columns, columns) && alike(plan->rows, rows) &&
           alike(width, x.length) && alike(height, y.length) &&
           fabs((double)plan->left - x.first) < 0.1 * width &&
           fabs((double)plan->top - y.first) < 0.1 * height;
}

static double larger(double a, double b) { return a > b ? a : b; }

static double smaller(double a, double b) { return a < b ? a : b; }

/* A tile's least size: see potential_tiles_bound. Two pieces of a length may have half of it each. */
static double least_size(span x, span y)
{
    const double of_x = larger(fabs(x.first), fabs(x.first + x.length));
    const double of_y = larger(fabs(y.first), fabs(y.first + y.length));
    return 2.0 * (double)POTENTIAL_TILE_LEAST * larger(of_x, of_y);
}

static double size_of(const throng_potential_sampling *crowd, span x, span y, int32_t worlds, int32_t coarser)
{
    double size = sqrt(POINTS_OF_TILE * x.length * y.length / larger(crowd->points, 1.0) * worlds);
    if (crowd->side > 0.0 && crowd->side < size)
        size = crowd->side;
    size = larger(size, least_size(x, y));
    while ((double)chunks(x.length, size) * chunks(y.length, size) * worlds > crowd->tiles_most)
        size *= 1.25;
    for (int32_t i = 0; i < coarser; i++)
        size *= 1.5;
    return size;
}

static void lay(potential_plan *plan, span x, span y, double size)
{
    const int32_t columns = chunks(x.length, size), rows = chunks(y.length, size);
    plan->left = (float)x.first;
    plan->top = (float)y.first;
    plan->width = (float)(x.length / columns);
    plan->height = (float)(y.length / rows);
    plan->per_x = 1.0f / plan->width;
    plan->per_y = 1.0f / plan->height;
    plan->columns = columns;
    plan->rows = rows;
}

int32_t throng_potential_choose(potential_plan *plan, int32_t *coarser,
                                const throng_potential_sampling *crowd)
{
    const span x = span_of(crowd->x, crowd->sampled), y = span_of(crowd->y, crowd->sampled);
    const double size = size_of(crowd, x, y, plan->worlds, *coarser);
    if (suits(plan, x, y, chunks(x.length, size), chunks(y.length, size)))
        return 0;
    *coarser = 0;
    lay(plan, x, y, size_of(crowd, x, y, plan->worlds, 0));
    return 1;
}

void throng_potential_prefer_one_tile(throng_potential_sampling *crowd, int32_t worlds)
{
    const span x = span_of(crowd->x, crowd->sampled), y = span_of(crowd->y, crowd->sampled);
    if (crowd->side < THRONG_POTENTIAL_RANGES * larger(x.length, y.length))
        return;
    crowd->side = 0.0;
    crowd->points = worlds; /* as if there were few */
}

void throng_potential_coarsen(potential_plan *plan, int32_t *coarser, const throng_potential_sampling *crowd)
{
    const span x = span_of(crowd->x, crowd->sampled), y = span_of(crowd->y, crowd->sampled);
    *coarser += 1;
    lay(plan, x, y, size_of(crowd, x, y, plan->worlds, *coarser));
}

int32_t throng_potential_fits(int32_t *coarser, uint64_t listed, uint64_t capacity)
{
    if (6 * listed < capacity) /* one turn divides them by 4 at most, where 2 * 2 tiles become 1 */
        *coarser = 0;
    return listed <= capacity;
}

int32_t throng_trace_tiles_most(const throng_potential_shape *field)
{
    const int32_t tiles = field->capacity[THRONG_SOURCES] / SOURCES_OF_TRACE_TILE + 16;
    const int32_t most = tiles < TILES_MOST ? tiles : TILES_MOST;
    return most > field->worlds ? most : field->worlds;
}

/* Looking up costs about as much as eight steps do; a wider skin costs all of them. */
float throng_trace_skin(double range, double speed, const potential_terrain *terrain)
{
    const double usual = range > 0.0 ? range : terrain->columns > 0 ? (double)terrain->range : 4.0 * speed;
    return (float)smaller(larger(8.0 * speed, 0.5 * usual), 2.0 * usual);
}

float throng_trace_walls_skin(float skin, double speed) { return (float)smaller((double)skin, 3.0 * speed); }

void throng_trace_suit(throng_potential_sampling *crowd, double range, double skin, int32_t worlds,
                       int32_t ordered)
{
    const span x = span_of(crowd->x, crowd->sampled), y = span_of(crowd->y, crowd->sampled);
    const double reach = range + skin, square = larger(x.length, 2.0 * reach) * larger(y.length, 2.0 * reach);
    const int32_t few = crowd->points / worlds * 4.0 * reach * reach < TRACE_SOURCES_OF(8) * square;
    const double listed = 2.0 * range + 2.0 * reach; /* the side of what a tile of two ranges lists */
    const double many = ordered && 2.0 * listed * listed < x.length * y.length ? 2.0 : 8.0;
    crowd->side = few ? range : many * range;
    crowd->points = few ? crowd->points : worlds; /* as if there were few */
}
