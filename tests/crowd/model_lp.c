/* The model's programs: of all corners that a solution can lie in, the best. */
#include "tests/crowd/model.h"

#include <math.h>

/* A program: lines as they are moved, and a disc. */
typedef struct program {
    const model_step *step;
    double move, radius, best;
} program;

static double c_of(const program *p, int32_t i)
{
    return p->step->lines[i].c + p->move * p->step->lines[i].off;
}

double model_miss(const model_step *step, double vx, double vy)
{
    double most = -1e300;
    for (int32_t i = 0; i < step->count; i++)
        most = fmax(most, step->lines[i].c - step->lines[i].nx * vx - step->lines[i].ny * vy);
    return most;
}

double model_hard_miss(const model_step *step, double vx, double vy)
{
    double most = -1e300;
    for (int32_t i = step->count; i < step->count + step->hard; i++) {
        const model_line *line = &step->lines[i];
        most = fmax(most, line->c - line->off - line->nx * vx - line->ny * vy);
    }
    return most;
}

/* ---------------------------------------------------------------- nearest to the wish --------------- */

static void try_nearest(program *p, double x, double y)
{
    const double length = length_of(x, y), off = 1e-11 * (p->radius + length);
    const double distance = length_of(x - p->step->wish_x, y - p->step->wish_y);
    if (length > p->radius + off || (p->best >= 0.0 && distance >= p->best))
        return;
    for (int32_t i = 0; i < p->step->count + p->step->hard; i++) {
        const model_line *line = &p->step->lines[i];
        if (line->nx * x + line->ny * y < c_of(p, i) - off)
            return;
    }
    p->best = distance;
}

/* Where a line meets the disc's edge. */
static void try_edge(program *p, double nx, double ny, double c, void (*attempt)(program *, double, double))
{
    const double room = p->radius * p->radius - c * c;
    if (room < 0.0)
        return;
    for (int side = -1; side <= 1; side += 2)
        attempt(p, c * nx - side * sqrt(room) * ny, c * ny + side * sqrt(room) * nx);
}

double model_best(const model_step *step, double move, double wider)
{
    program p = {step, move, step->radius * wider, -1.0};
    const double wish = length_of(step->wish_x, step->wish_y);
    try_nearest(&p, step->wish_x, step->wish_y);
    if (wish > 0.0)
        try_nearest(&p, step->wish_x / wish * p.radius, step->wish_y / wish * p.radius);
    for (int32_t i = 0; i < step->count + step->hard; i++) {
        const model_line *a = &step->lines[i];
        const double off = c_of(&p, i) - a->nx * step->wish_x - a->ny * step->wish_y;
        try_nearest(&p, step->wish_x + off * a->nx, step->wish_y + off * a->ny);
        try_edge(&p, a->nx, a->ny, c_of(&p, i), try_nearest);
        for (int32_t k = 0; k < i; k++) {
            const model_line *b = &step->lines[k];
            const double det = a->nx * b->ny - a->ny * b->nx;
            if (det != 0.0)
                try_nearest(&p, (c_of(&p, i) * b->ny - c_of(&p, k) * a->ny) / det,
                            (c_of(&p, k) * a->nx - c_of(&p, i) * b->nx) / det);
        }
    }
    return p.best;
}

/* ---------------------------------------------------------------- least violation ------------------- */

/* The velocities that miss a and b by equally much: m . v = c; 0: there is no such line. */
static double halfway(const model_line *a, const model_line *b, double *mx, double *my)
{
    const double x = a->nx - b->nx, y = a->ny - b->ny, length = length_of(x, y);
    *mx = length > 0.0 ? x / length : 0.0;
    *my = length > 0.0 ? y / length : 0.0;
    return length > 0.0 ? (a->c - b->c) / length : 0.0;
}

/* In p->best the least miss so far. Every point is a bound from above, and the least one is among those
 * that are tried: there one, two or three half-planes are missed by equally much, and of the first two kinds
 * it lies on the disc's edge (or could), or at lines of walls, which are moved inwards. */
static void try_least(program *p, double x, double y)
{
    const double off = 1e-11 * p->radius;
    if (length_of(x, y) > p->radius * (1.0 + 1e-12))
        return;
    for (int32_t i = p->step->count; i < p->step->count + p->step->hard; i++)
        if (p->step->lines[i].nx * x + p->step->lines[i].ny * y < c_of(p, i) - off)
            return;
    p->best = fmin(p->best, model_miss(p->step, x, y));
}

static void try_crossing(program *p, const model_line *a, double c, double nx, double ny, double d)
{
    const double det = a->nx * ny - a->ny * nx;
    if (det != 0.0)
        try_least(p, (c * ny - d * a->ny) / det, (d * a->nx - c * nx) / det);
}

/* Where lines of walls meet each other, the disc's edge, and what misses two half-planes equally. */
static void try_walls(program *p)
{
    const model_step *step = p->step;
    for (int32_t i = step->count; i < step->count + step->hard; i++) {
        const model_line *wall = &step->lines[i];
        const double c = c_of(p, i);
        try_edge(p, wall->nx, wall->ny, c, try_least);
        for (int32_t k = step->count; k < i; k++)
            try_crossing(p, wall, c, step->lines[k].nx, step->lines[k].ny, c_of(p, k));
        for (int32_t k = 0; k < step->count; k++)
            for (int32_t j = 0; j < k; j++) {
                double mx, my;
                const double d = halfway(&step->lines[k], &step->lines[j], &mx, &my);
                try_crossing(p, wall, c, mx, my, d);
            }
    }
}

double model_least(const model_step *step)
{
    program p = {step, 1.0, step->radius, 1e300};
    try_least(&p, 0.0, 0.0);
    try_walls(&p);
    for (int32_t i = 0; i < step->count; i++) {
        const model_line *a = &step->lines[i];
        try_least(&p, a->nx * p.radius, a->ny * p.radius);
        for (int32_t k = 0; k < i; k++) {
            double mx, my;
            const double c = halfway(a, &step->lines[k], &mx, &my);
            try_edge(&p, mx, my, c, try_least);
            for (int32_t j = 0; j < k; j++) {
                double ox, oy;
                const double d = halfway(a, &step->lines[j], &ox, &oy), det = mx * oy - my * ox;
                if (det != 0.0)
                    try_least(&p, (c * oy - d * my) / det, (d * mx - c * ox) / det);
            }
        }
    }
    return p.best;
}
