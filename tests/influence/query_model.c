#include "tests/influence/query_model.h"

#include "tests/influence/propagation_model.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define ROW_HEIGHT 0.86602540378443865 /* sqrt(3)/2 */
#define U (1.0 / 16777216.0)           /* one float operation changes its result by this factor at most */

/* Coordinates in cells are a few U of a cell off, beside the anchor cell: the quotient is the sum of two
 * floats, the rest of at most half a cell is rounded two to five times. The model is asked at places up to
 * this far from the point too, since the gradient jumps where one interpolation ends and the next one
 * begins. Which cell a point is in is decided by the first of the quotient's two floats alone, which is
 * off by at most U of the quotient; that matters beside walls and the map's edge. */
#define PLACE 1e-6

/* In units of U times the largest of the values at the corners, M. Differences of values are at most 2 M.
 * Squares: a + fx * (b - a) is off by at most 5 U M, of which two are subtracted, multiplied and added:
 * 24; the place by 3 U along each axis, where the value changes by at most 2 M a cell: 12. Hexagons: two
 * products and two sums of them: 17; the places along the row and between rows by 8 U and 6 U: 28.
 * Gradients: a difference of differences of up to 4 M, at a place 3 U off, with three roundings: 32;
 * hexagons: a difference less half of another, by the rows' distance: 12; division by the cell size, one
 * more of 4 M. */
#define ROUNDINGS 64.0

/* ---------------------------------------------------------------- cells ----------------------------- */

static size_t number(const asked *a, int32_t column, int32_t row)
{
    return (size_t)row * (size_t)a->s->map.width + (size_t)column;
}

/* The better one; of equal ones that in the lower row, then in the lower column. */
static int better(throng_extreme which, const throng_best *p, const throng_best *q)
{
    if (p->value != q->value)
        return which == THRONG_LARGEST ? p->value > q->value : p->value < q->value;
    return p->row != q->row ? p->row < q->row : p->column < q->column;
}

static void consider(const asked *a, throng_extreme which, int32_t column, int32_t row, throng_best *best)
{
    const throng_best p = {column, row, a->values[number(a, column, row)]};
    if (best->row < 0 || better(which, &p, best))
        *best = p;
}

/* From the last cell to the first, so that no order of the search hides a wrong comparison. */
throng_best model_of_region(const asked *a, throng_extreme which, const throng_region *region)
{
    throng_best best = {-1, -1, 0.0f};
    for (int32_t row = region->row + region->height - 1; row >= region->row; row--)
        for (int32_t column = region->column + region->width - 1; column >= region->column; column--)
            if (!a->walls[number(a, column, row)])
                consider(a, which, column, row, &best);
    return best;
}

throng_best model_of_neighbors(const asked *a, throng_extreme which, int32_t own_too, throng_cell cell)
{
    const walk_scene *m = &a->s->map;
    const int32_t top = cell.row / m->height * m->height;
    const uint8_t *walls = a->walls + number(a, 0, top);
    throng_best best = {-1, -1, 0.0f};
    for (int32_t k = 0; k < walk_directions(m->grid); k++) {
        int32_t column, row;
        if (walk_step(walls, m->width, m->height, m->grid, k, cell.column, cell.row - top, &column, &row))
            consider(a, which, column, row + top, &best);
    }
    if (own_too || best.row < 0)
        consider(a, which, cell.column, cell.row, &best);
    return best;
}

/* ---------------------------------------------------------------- points ---------------------------- */

typedef struct place {
    const asked *a;
    int32_t world;
    double x, y;    /* cells */
    double own;     /* what stands for cells that are blocked or off the map */
    double largest; /* magnitude of a value that counted */
} place;

static int32_t clamped(double i, int32_t count)
{
    return i < 0.0 ? 0 : i > (double)(count - 1) ? count - 1 : (int32_t)i;
}

/* The cell that the point is in; off the map the nearest one, on hexagons the nearest one of the nearest
 * row. */
static void find_own(place *p)
{
    const walk_scene *m = &p->a->s->map;
    int32_t column, row;
    if (m->grid == THRONG_GRID_HEX) {
        int32_t there;
        walk_cell(m->grid, p->x, p->y, &column, &there);
        row = clamped(there, m->height);
        if (row != there)
            column = clamped(floor(p->x - 0.5 * (row & 1)), m->width);
        column = clamped(column, m->width);
    } else {
        column = clamped(floor(p->x), m->width);
        row = clamped(floor(p->y), m->height);
    }
    p->own = (double)p->a->values[number(p->a, column, row + p->world * m->height)];
    p->largest = fabs(p->own);
}

static double value_at(place *p, double column, double row)
{
    const walk_scene *m = &p->a->s->map;
    if (column < 0.0 || column >= m->width || row < 0.0 || row >= m->height)
        return p->own;
    size_t cell = number(p->a, (int32_t)column, (int32_t)row + p->world * m->height);
    if (p->a->walls[cell])
        return p->own;
    p->largest = fmax(p->largest, fabs((double)p->a->values[cell]));
    return (double)p->a->values[cell];
}

/* Four centres, each by the area of the rectangle opposite to it. */
static void on_squares(place *p, double answer[3])
{
    double column = floor(p->x - 0.5), row = floor(p->y - 0.5);
    double right = p->x - 0.5 - column, down = p->y - 0.5 - row;
    double corner[2][2];
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            corner[j][i] = value_at(p, column + i, row + j);
    answer[0] = (1.0 - down) * ((1.0 - right) * corner[0][0] + right * corner[0][1]) +
                down * ((1.0 - right) * corner[1][0] + right * corner[1][1]);
    answer[1] = (1.0 - down) * (corner[0][1] - corner[0][0]) + down * (corner[1][1] - corner[1][0]);
    answer[2] = (1.0 - right) * (corner[1][0] - corner[0][0]) + right * (corner[1][1] - corner[0][1]);
}

typedef struct centre {
    double column, row, x, y;
} centre;

static int one_apart(const centre *p, const centre *q)
{
    return fabs((p->x - q->x) * (p->x - q->x) + (p->y - q->y) * (p->y - q->y) - 1.0) < 0.1;
}

/* The least of the point's shares in a triangle, below 0 outside of it. */
static double shares(const place *p, const centre *a, const centre *b, const centre *c, double share[3])
{
    double twice = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    share[1] = ((p->x - a->x) * (c->y - a->y) - (c->x - a->x) * (p->y - a->y)) / twice;
    share[2] = ((b->x - a->x) * (p->y - a->y) - (p->x - a->x) * (b->y - a->y)) / twice;
    share[0] = 1.0 - share[1] - share[2];
    return fmin(share[0], fmin(share[1], share[2]));
}

/* Three centres, all one apart, by the point's shares in their triangle. */
static void on_hexagons(place *p, double answer[3])
{
    enum { NEAR = 10 };
    centre near[NEAR], best[3] = {{0}};
    double least = -1e300, share[3], of_best[3] = {0.0};
    double row = floor((p->y - 0.5) / ROW_HEIGHT), column = floor(p->x) - 2.0;
    for (int i = 0; i < NEAR; i++) {
        centre *c = &near[i];
        c->row = row + i % 2;
        c->column = column + (double)(i / 2);
        c->x = c->column + 0.5 + (fmod(c->row, 2.0) != 0.0 ? 0.5 : 0.0);
        c->y = c->row * ROW_HEIGHT + 0.5;
    }
    for (int i = 0; i < NEAR; i++)
        for (int j = i + 1; j < NEAR; j++)
            for (int k = j + 1; k < NEAR; k++) {
                if (!one_apart(&near[i], &near[j]) || !one_apart(&near[j], &near[k]) ||
                    !one_apart(&near[i], &near[k]))
                    continue;
                double inside = shares(p, &near[i], &near[j], &near[k], share);
                if (inside > least) {
                    least = inside;
                    memcpy(of_best, share, sizeof share);
                    best[0] = near[i];
                    best[1] = near[j];
                    best[2] = near[k];
                }
            }
    double v[3];
    answer[0] = 0.0;
    for (int i = 0; i < 3; i++) {
        v[i] = value_at(p, best[i].column, best[i].row);
        answer[0] += of_best[i] * v[i];
    }
    double x1 = best[1].x - best[0].x, y1 = best[1].y - best[0].y;
    double x2 = best[2].x - best[0].x, y2 = best[2].y - best[0].y, twice = x1 * y2 - x2 * y1;
    answer[1] = ((v[1] - v[0]) * y2 - (v[2] - v[0]) * y1) / twice;
    answer[2] = ((v[2] - v[0]) * x1 - (v[1] - v[0]) * x2) / twice;
}

/* The answers of all places that the point may be taken for, the point itself first. */
static double distance_of(place p, const double seen[3], double expected[3])
{
    const double size = (double)p.a->s->map.cell_size, x = p.x, y = p.y, own = p.own;
    double best = (double)INFINITY;
    for (int i = 0; i < 9; i++) {
        double answer[3], worst = 0.0;
        int k = (i + 4) % 9;
        p.x = x + PLACE * (k % 3 - 1);
        p.y = y + PLACE * (k / 3 - 1);
        p.largest = fabs(own);
        if (p.a->s->map.grid == THRONG_GRID_HEX)
            on_hexagons(&p, answer);
        else
            on_squares(&p, answer);
        for (int n = 0; n < 3; n++) {
            double unit = n ? size : 1.0;
            /* what is below the smallest normal float counts as 0, before and after the division */
            double bound = (ROUNDINGS * U * p.largest + (double)FLT_MIN) / unit + (double)FLT_MIN;
            worst = fmax(worst, fabs(seen[n] - answer[n] / unit) / bound);
            if (i == 0)
                expected[n] = answer[n] / unit;
        }
        best = fmin(best, worst);
    }
    return best;
}

double model_sample_distance(const asked *a, const throng_point *point, const throng_sample *got,
                             double expected[3])
{
    const double size = (double)a->s->map.cell_size;
    const double seen[3] = {(double)got->value, (double)got->dx, (double)got->dy};
    const double x = (double)point->x / size, y = (double)point->y / size;
    double best = (double)INFINITY, tried[9], other[3] = {0};
    if (isnan(seen[0]) || isnan(seen[1]) || isnan(seen[2]))
        return best;
    for (int i = 0; i < 9; i++) {
        int k = (i + 4) % 9, known = 0;
        place p = {.a = a, .world = point->world};
        p.x = x + (PLACE + U * fabs(x)) * (k % 3 - 1);
        p.y = y + (PLACE + U * fabs(y)) * (k / 3 - 1);
        find_own(&p);
        tried[i] = p.own;
        for (int n = 0; n < i; n++)
            known |= tried[n] == tried[i];
        p.x = x;
        p.y = y;
        if (!known)
            best = fmin(best, distance_of(p, seen, i ? other : expected));
    }
    return best;
}
