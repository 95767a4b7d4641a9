#include "bench/suite/query.h"

#include <math.h>

/* Off the map there is what the point's own cell has. */
static float value_at(const throng_bench_asked *asked, int32_t column, int32_t row, float own)
{
    const int32_t is_off = column < 0 || row < 0 || column >= asked->side || row >= asked->side;
    return is_off ? own : asked->values[row * asked->side + column];
}

void throng_bench_naive_samples(const throng_bench_asked *asked, throng_sample *samples)
{
    for (int32_t i = 0; i < asked->count; i++) {
        const throng_point *p = &asked->points[i];
        const float x = p->x - 0.5f, y = p->y - 0.5f;
        const float left = floorf(x), top = floorf(y), u = x - left, v = y - top;
        const int32_t column = (int32_t)left, row = (int32_t)top;
        const float own = asked->values[(int32_t)p->y * asked->side + (int32_t)p->x];
        const float a = value_at(asked, column, row, own), b = value_at(asked, column + 1, row, own);
        const float c = value_at(asked, column, row + 1, own), d = value_at(asked, column + 1, row + 1, own);
        samples[i].value = (a * (1.0f - u) + b * u) * (1.0f - v) + (c * (1.0f - u) + d * u) * v;
        samples[i].dx = (b - a) * (1.0f - v) + (d - c) * v;
        samples[i].dy = (c - a) * (1.0f - u) + (d - b) * u;
    }
}

static throng_best best_of(const throng_bench_asked *asked, const throng_region *r, const throng_cell *own)
{
    throng_best best = {-1, -1, 0.0f};
    for (int32_t row = r->row; row < r->row + r->height; row++)
        for (int32_t column = r->column; column < r->column + r->width; column++) {
            const int32_t is_own = own && own->column == column && own->row == row;
            if (is_own || column < 0 || row < 0 || column >= asked->side || row >= asked->side)
                continue;
            const float value = asked->values[row * asked->side + column];
            if (best.row < 0 || value > best.value)
                best = (throng_best){column, row, value};
        }
    return best;
}

void throng_bench_naive_neighbors(const throng_bench_asked *asked, throng_best *results)
{
    for (int32_t i = 0; i < asked->count; i++) {
        const throng_cell *cell = &asked->cells[i];
        const throng_region around = {cell->column - 1, cell->row - 1, 3, 3};
        results[i] = best_of(asked, &around, cell);
    }
}

void throng_bench_naive_regions(const throng_bench_asked *asked, throng_best *results)
{
    for (int32_t i = 0; i < asked->count; i++)
        results[i] = best_of(asked, &asked->regions[i], NULL);
}
