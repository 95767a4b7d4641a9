#include "tests/support/oracle.h"

#include <float.h>
#include <math.h>

/* The unit roundoff u of float32: one operation rounded to nearest changes its result by at most the
 * factor 1 +- u. All bounds below count how many such factors reach a quantity when it is computed as the
 * formula reads, with positions relative to the object's cell; second-order terms are covered by SLACK. */
#define U (1.0 / 16777216.0)
#define SLACK 1.001

/* What is promised of gamma^d: relative error 1e-6 for a given d. */
#define POWER_ERROR 1e-6

/* Cells up to which a position is split into a whole cell and a rest below one; farther away the rest
 * grows and is rounded as a float of that size. Somewhat below 2^21 times sqrt(3)/2. */
#define NEAR_CELLS 1.8e6

typedef struct source {
    double x, y;           /* cells */
    double ex, ey;         /* bound on the error of the position, relative to a cell near it */
    double rest_x, rest_y; /* bound on the size of the position relative to its cell */
    double ux, uy;         /* unit vector of motion, or 0 */
    double alpha;
    double strength, decay, reach;
    int exponential;
} source;

/* Numbers below the smallest normal float count as 0. */
static double number(float f) { return fabs((double)f) < (double)FLT_MIN ? 0.0 : (double)f; }

/* The size of the rest that a position leaves when its cell is taken off. */
static double rest_of(double position)
{
    return fabs(position) > NEAR_CELLS ? fabs(position) - NEAR_CELLS + 1.0 : 1.0;
}

/* Position in cells: x / cell_size + offset * u, kept as a sum of two floats, so that only terms of order
 * u^2 * |x| are lost: 8 of them, for quotient, product and two sums. The direction (quotient, two
 * products, sum, root, quotient: 5 u in all) and its product with the offset: 6 u * offset. Then, relative to
 * its cell: three sums, rounded by at most u * rest, u/2 and u/2 where the rest is below 1. */
static double position_error(double position, double offset)
{
    double rest = rest_of(position);
    return SLACK *
               (U * (2.0 + 3.0 * (rest - 1.0)) + 6.0 * U * offset + 8.0 * U * U * (fabs(position) + offset)) +
           1e-12;
}

static source prepare(const throng_influence_def *def, const throng_influence_object *o)
{
    source s = {0};
    double vx = number(o->vx);
    double vy = number(o->vy);
    double speed = sqrt(vx * vx + vy * vy);
    if (speed > 0.0) {
        s.ux = vx / speed;
        s.uy = vy / speed;
        s.alpha = fmin(number(o->alpha), 1.0 - 1.0 / 1048576.0);
    }
    double offset = speed > 0.0 ? number(o->offset) : 0.0;
    s.x = (double)o->x / (double)def->cell_size + offset * s.ux;
    s.y = (double)o->y / (double)def->cell_size + offset * s.uy;
    s.ex = position_error(s.x, offset);
    s.ey = position_error(s.y, offset);
    s.rest_x = rest_of(s.x);
    s.rest_y = rest_of(s.y);
    /* hexagonal rows are sqrt(3)/2 apart, which takes a float and a correction: three more roundings of
     * numbers below 1/2, one of the correction */
    if (def->grid == THRONG_GRID_HEX)
        s.ey += 2.0 * U;
    s.strength = number(o->influence);
    s.exponential = o->decay_kind == THRONG_DECAY_EXPONENTIAL;
    s.decay = number(o->decay);
    s.reach = number(o->max_distance);
    return s;
}

/* The interval of d' (8) for the cell whose centre is (cx, cy).
 *
 * The offset (dx, dy) is wrong by the position's error and one rounding, u * |dx|. On hexagonal grids the
 * half cell of odd rows adds u * (rest + 1/2) in x, and in y the product of rows and their distance is
 * rounded and uses sqrt(3)/2 as a float, which is off by 0.3 u: 1.3 u * (|dy| + rest).
 *
 * d = sqrt(dx*dx + dy*dy): products, sum and root make 2 u. With motion, d' = d*d / (d + alpha*(u . o)):
 * the square has 2 u, the quotient 1 u; the denominator is wrong by at most 2 u * d from the root, 8 u *
 * alpha * d from the direction (5), its product with alpha (1), that with the offset (1) and their sum (1),
 * and u * (1 + alpha) * d from the last sum: 12 u * d.
 *
 * An offset that is wrong by e in length changes d by at most e, the angle by at most asin(e / d), and
 * w = 1 + alpha * cos by alpha * (sin * angle + angle^2 / 2). Whatever the angle, 1 - alpha <= w <= 1 +
 * alpha.
 */
static void adjusted_distance(const source *s, int hex, double cx, double cy, double *low, double *high)
{
    double dx = cx - s->x;
    double dy = cy - s->y;
    double ex = s->ex + SLACK * U * fabs(dx);
    double ey = s->ey + SLACK * U * fabs(dy);
    if (hex) {
        ex += SLACK * U * (s->rest_x + 0.5);
        ey += SLACK * 1.3 * U * (fabs(dy) + s->rest_y);
    }
    double e = sqrt(ex * ex + ey * ey);
    double d = sqrt(dx * dx + dy * dy);
    double nearest = fmax(d - e, 0.0);
    double farthest = d + e;
    if (s->alpha == 0.0) {
        *low = nearest * (1.0 - SLACK * 2.0 * U);
        *high = farthest * (1.0 + SLACK * 2.0 * U);
        return;
    }
    double w_low = 1.0 - s->alpha;
    double w_high = 1.0 + s->alpha;
    if (e < 0.5 * d) {
        double cosine = (s->ux * dx + s->uy * dy) / d;
        double sine = fabs(s->ux * dy - s->uy * dx) / d;
        double angle = asin(e / d);
        double change = s->alpha * (sine * angle + 0.5 * angle * angle);
        w_low = fmax(w_low, 1.0 + s->alpha * cosine - change);
        w_high = fmin(w_high, 1.0 + s->alpha * cosine + change);
    }
    *low = nearest * (1.0 - SLACK * 3.0 * U) / (w_high + SLACK * 12.0 * U);
    *high = farthest * (1.0 + SLACK * 3.0 * U) / (w_low - SLACK * 12.0 * U);
}

/* (1) and (2), of the magnitude, without the cut-off. */
static double decayed(const source *s, double d)
{
    double magnitude = fabs(s->strength);
    if (!s->exponential)
        return fmax(magnitude - s->decay * d, 0.0);
    if (d == 0.0)
        return magnitude;
    return s->decay == 0.0 ? 0.0 : magnitude * exp(d * log(s->decay));
}

typedef struct term {
    double low, high, bound; /* magnitudes */
    int undecided;
} term;

/* Linear: product and difference are rounded, u * decay * d + u * value <= 2 u * |I| where the value is
 * not 0; a float cut-off where the value reaches 0 may keep d' up to 2 u beyond, where it is within the
 * same bound. Exponential: POWER_ERROR, and what is below the smallest normal number may count as 0. */
static term influence(const source *s, int hex, double cx, double cy)
{
    term t = {0};
    double near, far;
    adjusted_distance(s, hex, cx, cy, &near, &far);
    if (near > s->reach || s->strength == 0.0)
        return t;
    t.undecided = far > s->reach;
    t.high = decayed(s, near);
    t.low = t.undecided ? 0.0 : decayed(s, far);
    if (s->exponential)
        t.bound = POWER_ERROR * t.high + (double)FLT_MIN;
    else if (s->decay * near <= fabs(s->strength) * (1.0 + 4.0 * U))
        t.bound = SLACK * 2.0 * U * fabs(s->strength);
    return t;
}

/* (7). A sum of k terms one after the other is wrong by at most (k - 1) * u times the sum of magnitudes;
 * terms of 0 are added exactly. The finished sum counts as 0 below the smallest normal number. */
static oracle_cell sum(const source *sources, int count, int hex, double cx, double cy, oracle_count *pairs)
{
    oracle_cell cell = {0};
    double magnitudes = 0.0;
    double terms = 0.0;
    for (int i = 0; i < count; i++) {
        term t = influence(&sources[i], hex, cx, cy);
        if (t.high == 0.0 && t.bound == 0.0)
            continue;
        cell.low += sources[i].strength > 0.0 ? t.low : -t.high;
        cell.high += sources[i].strength > 0.0 ? t.high : -t.low;
        cell.bound += t.bound;
        magnitudes += t.high + t.bound;
        terms += 1.0;
        if (t.undecided)
            pairs->undecided++;
        else
            pairs->inside++;
    }
    if (terms > 1.0)
        cell.bound += SLACK * (terms - 1.0) * U * magnitudes;
    if (terms > 0.0)
        cell.bound += (double)FLT_MIN;
    return cell;
}

enum { MOST_OBJECTS = 512 };

oracle_count oracle_map(const throng_influence_def *def, const throng_influence_object *objects, int count,
                        oracle_cell *cells)
{
    oracle_count pairs = {0, 0};
    source sources[MOST_OBJECTS];
    int hex = def->grid == THRONG_GRID_HEX;
    if (count > MOST_OBJECTS)
        count = -1; /* no cell is right then */
    for (int i = 0; i < count; i++)
        sources[i] = prepare(def, &objects[i]);
    for (int row = 0; row < def->height; row++)
        for (int column = 0; column < def->width; column++) {
            double cx = column + 0.5 + (hex ? 0.5 * (row % 2) : 0.0);
            double cy = hex ? row * (sqrt(3.0) / 2.0) + 0.5 : row + 0.5;
            oracle_cell *cell = &cells[(long)row * def->width + column];
            *cell = sum(sources, count, hex, cx, cy, &pairs);
            if (count < 0)
                cell->low = cell->high = (double)NAN;
        }
    return pairs;
}

double oracle_distance(const oracle_cell *cell, float value)
{
    double v = (double)value;
    if (v >= cell->low && v <= cell->high)
        return 0.0;
    double outside = v < cell->low ? cell->low - v : v - cell->high;
    return outside > 0.0 && cell->bound > 0.0 ? outside / cell->bound : (double)INFINITY;
}
