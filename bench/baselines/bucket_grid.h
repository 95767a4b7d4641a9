/* What one writes to have the sources around a place without a library: a grid of cells as wide as the
 * range, and copies of the sources, cell by cell. For the naive files of fields and of paths, each compiled
 * several times. */
#ifndef THRONG_BENCH_BASELINES_BUCKET_GRID_H
#define THRONG_BENCH_BASELINES_BUCKET_GRID_H

#include <throng/throng.h>

#include <math.h>
#include <string.h>

/* The paper's formulas. 1: the source reaches there. */
static inline int meet(const throng_potential_source *s, float x, float y, throng_force *force)
{
    float dx = x - s->x, dy = y - s->y;
    float rho = sqrtf(dx * dx + dy * dy);
    if (rho > s->range || rho == 0.0f)
        return rho == 0.0f;
    if (rho < 1e-3f)
        rho = 1e-3f;
    float slope = 1.0f / rho - 1.0f / s->range;
    float size = s->eta * slope / (rho * rho);
    force->fx += size * dx / rho;
    force->fy += size * dy / rho;
    force->potential += 0.5f * s->eta * slope * slope;
    return 1;
}

typedef struct grid {
    int32_t side, count;
    float per_cell;
    throng_potential_source *sorted;
    int32_t *starts;
} grid;

static inline int32_t grid_side(float side, float range)
{
    return side < range ? 1 : (int32_t)(side / range);
}

static inline size_t grid_bytes(float side, float range, int32_t count)
{
    const size_t cells = (size_t)grid_side(side, range) * (size_t)grid_side(side, range);
    return (cells + 1) * sizeof(int32_t) + (size_t)count * sizeof(throng_potential_source);
}

static inline int32_t cell_of(const grid *g, float at)
{
    int32_t cell = (int32_t)(at * g->per_cell);
    return cell < 0 ? 0 : cell >= g->side ? g->side - 1 : cell;
}

static inline int32_t cell_at(const grid *g, const throng_potential_source *s)
{
    return cell_of(g, s->y) * g->side + cell_of(g, s->x);
}

/* The square has this side, and all sources this range. */
static inline grid grid_fill(float side, float range, const throng_potential_source *sources, int32_t count,
                             void *memory)
{
    grid g = {.side = grid_side(side, range), .count = count, .sorted = memory};
    g.per_cell = (float)g.side / side;
    g.starts = (int32_t *)(void *)(g.sorted + count);
    memset(g.starts, 0, ((size_t)g.side * (size_t)g.side + 1) * sizeof *g.starts);
    for (int32_t k = 0; k < count; k++)
        g.starts[cell_at(&g, &sources[k]) + 1]++;
    for (int32_t cell = 0; cell < g.side * g.side; cell++)
        g.starts[cell + 1] += g.starts[cell];
    for (int32_t k = count; k-- > 0;) /* from behind, so that the ends become the starts */
        g.sorted[--g.starts[cell_at(&g, &sources[k]) + 1]] = sources[k];
    return g;
}

/* The sources of nine cells; returns the power of those that reach there. */
static inline float grid_meet(const grid *g, float x, float y, throng_force *force)
{
    const int32_t column = cell_of(g, x), row = cell_of(g, y);
    const int32_t left = column > 0 ? column - 1 : 0, right = column < g->side - 1 ? column + 1 : column;
    float power = 0.0f;
    for (int32_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < g->side; r++) {
        /* starts[cell + 1] is where a cell begins now, and so the next one's is its end */
        const int32_t last = r * g->side + right + 2;
        const int32_t end = last <= g->side * g->side ? g->starts[last] : g->count;
        for (int32_t k = g->starts[r * g->side + left + 1]; k < end; k++)
            if (meet(&g->sorted[k], x, y, force))
                power += g->sorted[k].power;
    }
    return power;
}

#endif
