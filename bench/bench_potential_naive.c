/* Potential fields as one would write them without a library: the paper's formulas in a loop over the
 * sources, all of them, or those in the nine cells of a grid around the point. Compiled several times. */
#include "bench_potential.h"

#include <math.h>
#include <string.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

static void meet(const throng_potential_source *s, float x, float y, throng_force *force)
{
    float dx = x - s->x, dy = y - s->y;
    float rho = sqrtf(dx * dx + dy * dy);
    if (rho > s->range || rho == 0.0f)
        return;
    if (rho < 1e-3f)
        rho = 1e-3f;
    float slope = 1.0f / rho - 1.0f / s->range;
    float size = s->eta * slope / (rho * rho);
    force->fx += size * dx / rho;
    force->fy += size * dy / rho;
    force->potential += 0.5f * s->eta * slope * slope;
}

void JOIN(throng_bench_all_, THRONG_NAIVE)(const throng_bench_crowd *crowd, int32_t count,
                                           throng_force *forces, void *memory)
{
    (void)memory;
    for (int32_t i = 0; i < count; i++) {
        throng_force force = {0.0f, 0.0f, 0.0f, 0.0f};
        for (int32_t k = 0; k < crowd->source_count; k++)
            meet(&crowd->sources[k], crowd->points[i].x, crowd->points[i].y, &force);
        forces[i] = force;
    }
}

typedef struct grid {
    int32_t side;
    float per_cell;
} grid;

static grid grid_of(const throng_bench_crowd *crowd)
{
    grid g = {(int32_t)(crowd->side / crowd->range), 0.0f};
    g.side = g.side < 1 ? 1 : g.side;
    g.per_cell = (float)g.side / crowd->side;
    return g;
}

static int32_t cell_of(const grid *g, float at)
{
    int32_t cell = (int32_t)(at * g->per_cell);
    return cell < 0 ? 0 : cell >= g->side ? g->side - 1 : cell;
}

#ifdef THRONG_NAIVE_BYTES
size_t throng_bench_grid_bytes(const throng_bench_crowd *crowd)
{
    const size_t side = (size_t)grid_of(crowd).side;
    return (side * side + 1) * sizeof(int32_t) +
           (size_t)crowd->source_count * sizeof(throng_potential_source);
}
#endif

/* Copies of the sources, cell by cell, and then point by point. */
void JOIN(throng_bench_grid_, THRONG_NAIVE)(const throng_bench_crowd *crowd, int32_t count,
                                            throng_force *forces, void *memory)
{
    const grid g = grid_of(crowd);
    throng_potential_source *sorted = memory;
    int32_t *starts = (int32_t *)(void *)(sorted + crowd->source_count);
    memset(starts, 0, ((size_t)g.side * (size_t)g.side + 1) * sizeof *starts);
    for (int32_t k = 0; k < crowd->source_count; k++)
        starts[cell_of(&g, crowd->sources[k].y) * g.side + cell_of(&g, crowd->sources[k].x) + 1]++;
    for (int32_t cell = 0; cell < g.side * g.side; cell++)
        starts[cell + 1] += starts[cell];
    for (int32_t k = crowd->source_count; k-- > 0;) /* from behind, so that the ends become the starts */
        sorted[--starts[cell_of(&g, crowd->sources[k].y) * g.side + cell_of(&g, crowd->sources[k].x) + 1]] =
            crowd->sources[k];
    for (int32_t i = 0; i < count; i++) {
        const float x = crowd->points[i].x, y = crowd->points[i].y;
        const int32_t column = cell_of(&g, x), row = cell_of(&g, y);
        const int32_t left = column > 0 ? column - 1 : 0, right = column < g.side - 1 ? column + 1 : column;
        throng_force force = {0.0f, 0.0f, 0.0f, 0.0f};
        for (int32_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < g.side; r++) {
            /* starts[cell + 1] is where a cell begins now, and so the next one's is its end */
            const int32_t last = r * g.side + right + 2;
            const int32_t end = last <= g.side * g.side ? starts[last] : crowd->source_count;
            for (int32_t k = starts[r * g.side + left + 1]; k < end; k++)
                meet(&sorted[k], x, y, &force);
        }
        forces[i] = force;
    }
}
