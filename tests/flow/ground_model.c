#include "tests/flow/ground_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int blocked(const ground *g, int32_t column, int32_t row)
{
    const walk_scene *w = &g->game->scene->walk;
    if (column < 0 || column >= w->width || row < 0 || row >= w->height)
        return 1;
    return flow_blocked(g->game, column, row + g->world * w->height);
}

/* Square of the distance of a point from a square of side 1 around (x, y). */
static double point_to_square(double px, double py, double x, double y)
{
    const double across = larger(fabs(px - x) - 0.5, 0.0), down = larger(fabs(py - y) - 0.5, 0.0);
    return across * across + down * down;
}

/* Square of the distance of a point from the way from (0, 0) to (x, y), which is not of length 0. */
static double point_to_way(double px, double py, double x, double y)
{
    const double along = px * x + py * y, length2 = x * x + y * y, aside = px * y - py * x;
    if (along <= 0.0)
        return px * px + py * py;
    if (along >= length2)
        return (px - x) * (px - x) + (py - y) * (py - y);
    return aside * aside / length2;
}

/* Whether a disc that moves by (x, y) from a cell's centre comes nearer to a blocked square than its radius.
 * Squares of distances are multiples of 1/4, and those of floats have 48 bits: all products are exact. */
static int meets(const ground *g, int32_t column, int32_t row, int32_t x, int32_t y)
{
    const double size = (double)g->game->scene->walk.cell_size, radius = (double)g->radius;
    const int32_t far = (int32_t)(radius / size) + 3;
    for (int32_t down = -far; down <= far; down++)
        for (int32_t across = -far; across <= far; across++) {
            if (!blocked(g, column + across, row + down))
                continue;
            double least = point_to_square(0.0, 0.0, across, down);
            least = fmin(least, point_to_square(x, y, across, down));
            for (int32_t k = 0; k < 4 && (x || y); k++)
                least = fmin(least,
                             point_to_way(across + (k & 1 ? 0.5 : -0.5), down + (k & 2 ? 0.5 : -0.5), x, y));
            if (least * size * size < radius * radius)
                return 1;
        }
    return 0;
}

int ground_fits(const ground *g, int32_t cell)
{
    const int32_t width = g->game->scene->walk.width, column = cell % width, row = cell / width;
    if (g->radius < 0.0f)
        return 1;
    return !blocked(g, column, row) && (g->radius == 0.0f || !meets(g, column, row, 0, 0));
}

static int try_step(const ground *g, int32_t cell, int32_t direction, int32_t *to)
{
    static const int32_t xs[] = {1, 1, 0, -1, -1, -1, 0, 1}, ys[] = {0, 1, 1, 1, 0, -1, -1, -1};
    const walk_scene *w = &g->game->scene->walk;
    const int32_t column = cell % w->width, row = cell / w->width, y = ys[direction];
    int32_t x = xs[direction];
    if (w->grid == THRONG_GRID_SQUARE4 && direction % 2)
        return 0;
    if (w->grid == THRONG_GRID_HEX && direction % 4 == 2)
        return 0;
    if (w->grid == THRONG_GRID_HEX && y != 0)
        x = x > 0 ? row % 2 : row % 2 - 1;
    if (column + x < 0 || column + x >= w->width || row + y < 0 || row + y >= w->height)
        return 0;
    *to = cell + y * w->width + x;
    const int from_wall = blocked(g, column, row), to_wall = blocked(g, column + x, row + y);
    const int corner = w->grid == THRONG_GRID_SQUARE8 && x != 0 && y != 0 &&
                       (blocked(g, column + x, row) || blocked(g, column, row + y));
    if (g->radius < 0.0f)
        return from_wall || to_wall || !corner;
    return !from_wall && !to_wall && !corner && (g->radius == 0.0f || !meets(g, column, row, x, y));
}

int ground_step(const ground *g, int32_t cell, int32_t direction, int32_t *to)
{
    static const int32_t xs[] = {1, 1, 0, -1, -1, -1, 0, 1}, ys[] = {0, 1, 1, 1, 0, -1, -1, -1};
    const walk_scene *w = &g->game->scene->walk;
    const int32_t odd = cell / w->width % 2, y = ys[direction];
    const int32_t x =
        w->grid == THRONG_GRID_HEX && y != 0 ? (xs[direction] > 0 ? odd : odd - 1) : xs[direction];
    *to = cell + y * w->width + x;
    return g->steps[cell] >> direction & 1;
}

ground ground_open(const flow_game *game, int32_t world, float radius)
{
    const int32_t cells = game->scene->walk.width * game->scene->walk.height;
    ground g = {game, world, radius, must_allocate((size_t)cells)};
    for (int32_t i = 0; i < cells; i++) {
        g.steps[i] = 0;
        for (int32_t k = 0, to; k < 8; k++)
            g.steps[i] |= (uint8_t)(try_step(&g, i, k, &to) << k);
    }
    return g;
}

void ground_close(ground *g) { free(g->steps); }

int64_t ground_cost(const ground *g, int32_t from, int32_t to)
{
    const walk_scene *w = &g->game->scene->walk;
    const int32_t cells[2] = {from, to};
    int64_t sum = 0;
    for (int i = 0; i < 2; i++) {
        if (g->radius < 0.0f)
            sum += blocked(g, cells[i] % w->width, cells[i] / w->width) ? 8 : 1;
        else
            sum += g->game->costs ? g->game->costs[(ptrdiff_t)g->world * w->width * w->height + cells[i]] : 1;
    }
    return sum;
}

static ground_length after(const ground *g, ground_length l, int32_t from, int32_t to, int32_t direction)
{
    const int64_t cost = ground_cost(g, from, to);
    if (g->game->scene->walk.grid == THRONG_GRID_SQUARE8 && direction % 2)
        l.b += cost;
    else
        l.a += cost;
    return l;
}

/* Bellman's method: again and again over all cells, until no path gets shorter. */
void ground_paths(const ground *g, const uint8_t *sources, ground_length *lengths)
{
    const int32_t cells = g->game->scene->walk.width * g->game->scene->walk.height;
    for (int32_t i = 0; i < cells; i++)
        lengths[i] = sources[i] ? (ground_length){0, 0} : (ground_length){-1, -1};
    for (int going = 1; going;) {
        going = 0;
        for (int32_t n = 0; n < 2 * cells; n++) {
            const int32_t i = n < cells ? n : 2 * cells - 1 - n;
            for (int32_t k = 0; k < 8 && lengths[i].a >= 0; k++) {
                int32_t to;
                if (!ground_step(g, i, k, &to))
                    continue;
                const ground_length l = after(g, lengths[i], i, to, k);
                if (lengths[to].a >= 0 && !walk_shorter(l.a, l.b, lengths[to].a, lengths[to].b))
                    continue;
                lengths[to] = l;
                going = 1;
            }
        }
    }
}

uint8_t ground_direction(const ground *g, const ground_length *lengths, int32_t cell)
{
    if (lengths[cell].a <= 0 && lengths[cell].b <= 0)
        return lengths[cell].a == 0 ? THRONG_FLOW_GOAL : THRONG_FLOW_NONE;
    for (int32_t k = 0; k < 8; k++) {
        int32_t to;
        if (!ground_step(g, cell, k, &to) || lengths[to].a < 0)
            continue;
        const ground_length l = after(g, lengths[to], to, cell, k);
        if (l.a == lengths[cell].a && l.b == lengths[cell].b)
            return (uint8_t)k;
    }
    return THRONG_FLOW_NONE;
}
