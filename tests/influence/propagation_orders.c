/* Steps cost what they cost and rounding is monotonic, so what adjacent propagation comes to does not depend
 * on the order of its steps: the FIFO of the paper, the largest influence first, steps at random and the
 * sweeps of the kernels end with the same floats. Compiled with the kernels at width 1. */
#include "tests/influence/footprints.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { W = 57, H = 43, CELLS = W * H };

typedef enum order { FIFO, LARGEST, ANY, ORDERS } order;

typedef struct fill {
    const uint8_t *walls;
    footprint_steps steps;
    int grid, exponential;
    float values[CELLS];
    int32_t open[CELLS], count;
    uint8_t listed[CELLS];
    rng r;
} fill;

/* Which of the open cells goes next. */
static int32_t next_open(fill *f, order o)
{
    int32_t at = o == ANY ? rng_below(&f->r, f->count) : 0;
    for (int32_t i = 1; o == LARGEST && i < f->count; i++)
        if (f->values[f->open[i]] > f->values[f->open[at]])
            at = i;
    int32_t cell = f->open[at];
    memmove(&f->open[at], &f->open[at + 1], (size_t)(--f->count - at) * sizeof f->open[0]);
    f->listed[cell] = 0;
    return cell;
}

static int is_blocked(const fill *f, int32_t column, int32_t row)
{
    return column < 0 || column >= W || row < 0 || row >= H || f->walls[row * W + column];
}

static void step(fill *f, int32_t cell, int32_t k)
{
    int32_t column = cell % W, row = cell / W;
    if (!relax_direction_exists(k, f->grid))
        return;
    int32_t c = column + relax_column_step(k, row & 1, f->grid), j = row + relax_row_step(k);
    if (is_blocked(f, c, j))
        return;
    if (relax_diagonal(k, f->grid) && (is_blocked(f, c, row) || is_blocked(f, column, j)))
        return;
    float value = f->exponential ? f->values[cell] * f->steps.cost[k] : f->values[cell] - f->steps.cost[k];
    int32_t to = j * W + c;
    if (value <= f->values[to] || value < f->steps.least)
        return;
    f->values[to] = value;
    if (!f->listed[to])
        f->open[f->count++] = to;
    f->listed[to] = 1;
}

static void fill_in_order(fill *f, int32_t start, float strength, order o)
{
    memset(f->values, 0, sizeof f->values);
    f->values[start] = strength;
    f->open[0] = start;
    f->count = f->listed[start] = 1;
    while (f->count > 0) {
        int32_t cell = next_open(f, o), first = o == ANY ? rng_below(&f->r, 8) : 0;
        for (int32_t k = 0; k < 8; k++)
            step(f, cell, (first + k) % 8);
    }
}

/* The patch of a source as the kernels write it, laid out as the map. */
static void by_kernel(const influence_source *s, const influence_object *o, const influence_grid *grid,
                      const uint32_t *bits, float *values)
{
    relax_area area = footprint_area(s, grid);
    float *footprint = must_allocate((size_t)footprint_units(area) * FOOTPRINT_UNIT * sizeof *footprint);
    unsigned char *scratch =
        must_allocate(footprint_scratch_of(o, grid, THRONG_INT16_LANES, THRONG_WIDTH) + 64);
    footprint_write(footprint, scratch + (64 - (uintptr_t)scratch % 64) % 64, s, area, bits, grid);
    cr_expect(footprint_to_map(footprint, area, values, W, CELLS) == 0, "values behind the last column");
    free(scratch);
    free(footprint);
}

static void check_object(fill *f, const influence_object *o, const influence_grid *grid, const uint32_t *bits,
                         int32_t *filled)
{
    float values[CELLS];
    influence_source s = influence_prepare(o, grid, bits);
    f->steps = footprint_steps_of(&s, grid->kind);
    f->exponential = s.kind & INFLUENCE_EXPONENTIAL;
    by_kernel(&s, o, grid, bits, values);
    for (order k = FIFO; k < ORDERS; k++) {
        int wrong = 0;
        fill_in_order(f, s.row * W + s.column, scalar_abs(s.strength), k);
        for (int32_t i = 0; i < CELLS; i++) {
            float value = s.strength < 0.0f ? -values[i] : values[i];
            wrong += value != f->values[i];
            *filled += value != 0.0f;
        }
        cr_expect(wrong == 0, "grid %d, order %d: %d cells differ (I %g, decay %g, D %g, alpha %g)",
                  grid->kind, (int)k, wrong, (double)o->influence, (double)o->decay, (double)o->max_distance,
                  (double)o->alpha);
    }
}

Test(orders, equal_bits)
{
    int32_t filled = 0;
    fill *f = must_allocate(sizeof *f);
    for (int32_t i = 0; i < 90; i++) {
        walk_scene s = {.grid = i % 3,
                        .propagation = THRONG_PROPAGATION_ADJACENT,
                        .width = W,
                        .height = H,
                        .worlds = 1,
                        .cell_size = 1.0f,
                        .walls = i / 3 % 2 ? WALLS_ROOMS : WALLS_RANDOM,
                        .density = 5 + i / 3,
                        .count = 4,
                        .seed = 60 + (uint64_t)i};
        s.objects = (mix){.reach_low = 1,
                          .reach_high = i % 7 ? 30 : 300,
                          .exponential = 50,
                          .adjusted = 70,
                          .offset = 20,
                          .alpha_most = 0.97f,
                          .strength_high = 8,
                          .gamma_lowest = -2};
        const influence_grid grid = footprint_grid(&s);
        uint8_t *walls = scene_walls(&s);
        throng_influence_object *objects = walk_objects(&s, walls);
        uint32_t *bits = footprint_walls(&s, walls);
        f->walls = walls;
        f->grid = s.grid;
        f->r.state = s.seed;
        for (int32_t k = 0; k < s.count; k++) {
            influence_object o;
            memcpy(&o, &objects[k], sizeof o);
            check_object(f, &o, &grid, bits, &filled);
        }
        free(bits);
        free(objects);
        free(walls);
    }
    cr_expect(filled > 50000, "%d cells were filled", (int)filled);
    free(f);
}
