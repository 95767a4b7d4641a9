/* The programs of crowds on half-planes as no crowd has them: through one point, all but parallel, twice the
 * same, around a circle; with and without some that nothing may break. Against programs in double precision
 * that go by increments. */
#include "tests/support/support.h"

#include "kernels/crowd/linear_program.h"

#include <criterion/criterion.h>
#include <math.h>

enum { MOST = 64, TRIES = 50000 };

typedef enum shape {
    ANY,
    PARALLEL,
    ONE_POINT,
    NEARLY,
    NEARLY_PARALLEL,
    COMPASS,
    INWARDS,
    OUTWARDS,
    SHAPES
} shape;

typedef struct half {
    double nx, ny, c;
} half;

typedef struct program {
    half lines[MOST];
    float numbers[3 * MOST];
    int32_t count, hard;
    double radius, wish_x, wish_y;
} program;

/* ---------------------------------------------------------------- in double precision --------------- */

static double miss_of(const half *h, double x, double y) { return h->c - h->nx * x - h->ny * y; }

static int on_line(const half *lines, int32_t i, double radius, const double wish[2], int far, double v[2])
{
    const half on = lines[i];
    const double dx = on.ny, dy = -on.nx, room = radius * radius - on.c * on.c;
    if (room < 0.0)
        return 0;
    double low = -sqrt(room), high = sqrt(room);
    for (int32_t j = 0; j < i; j++) {
        const double slope = lines[j].nx * dx + lines[j].ny * dy;
        const double least = lines[j].c - on.c * (on.nx * lines[j].nx + on.ny * lines[j].ny);
        if (fabs(slope) < 1e-14) {
            if (least > 1e-12 * radius)
                return 0;
        } else if (slope > 0.0) {
            low = fmax(low, least / slope);
        } else {
            high = fmin(high, least / slope);
        }
    }
    if (low > high)
        return 0;
    const double along = wish[0] * dx + wish[1] * dy;
    const double t = !far ? fmin(fmax(along, low), high) : along > 0.0 ? high : low;
    v[0] = on.c * on.nx + t * dx;
    v[1] = on.c * on.ny + t * dy;
    return 1;
}

/* How many lines were kept before there was no velocity; *v is what these leave. */
static int32_t solve(const half *lines, int32_t count, double radius, const double wish[2], int far,
                     double v[2])
{
    const double length = hypot(wish[0], wish[1]), scale = far || length > radius ? radius / length : 1.0;
    v[0] = wish[0] * scale;
    v[1] = wish[1] * scale;
    for (int32_t i = 0; i < count; i++)
        if (miss_of(&lines[i], v[0], v[1]) > 1e-13 * radius && !on_line(lines, i, radius, wish, far, v))
            return i;
    return count;
}

/* By how much the lines that may be missed are, at least. */
static double least_miss(const program *p)
{
    double most = 0.0, v[2];
    const double nowhere[2] = {0.0, 0.0};
    half bisectors[MOST];
    (void)solve(p->lines, p->hard, p->radius, nowhere, 0, v);
    for (int32_t i = p->hard; i < p->count; i++) {
        const half of = p->lines[i];
        if (miss_of(&of, v[0], v[1]) <= most)
            continue;
        for (int32_t j = 0; j < i; j++) {
            const half by = p->lines[j];
            const double x = by.nx - of.nx, y = by.ny - of.ny, length = hypot(x, y);
            bisectors[j] = j < p->hard    ? by
                           : length > 0.0 ? (half){x / length, y / length, (by.c - of.c) / length}
                                          : (half){0.0, 0.0, 0.0};
        }
        const double way[2] = {of.nx, of.ny};
        double best[2];
        if (solve(bisectors, i, p->radius, way, 1, best) == i) {
            v[0] = best[0];
            v[1] = best[1];
        }
        most = fmax(0.0, miss_of(&of, v[0], v[1]));
    }
    return most;
}

/* ---------------------------------------------------------------- programs -------------------------- */

static double between(rng *r, double low, double high)
{
    return low + (high - low) * (double)rng_between(r, 0.0f, 1.0f);
}

static half any_half(const program *p, shape kind, double turn, const double point[2], rng *r)
{
    double angle = between(r, 0.0, 6.283185307), c = p->radius * between(r, -1.1, 0.9);
    const double little = pow(10.0, -between(r, 0.0, 8.0)) * between(r, -0.5, 0.5);
    if (kind == PARALLEL || kind == NEARLY_PARALLEL)
        angle = turn + (rng_below(r, 2) ? 3.14159265358979 : 0.0) + little;
    if (kind == COMPASS)
        angle = 0.785398163397448 * rng_below(r, 8);
    const double x = cos(angle), y = sin(angle);
    if (kind == ONE_POINT)
        c = x * point[0] + y * point[1];
    if (kind == NEARLY || kind == NEARLY_PARALLEL)
        c = x * point[0] + y * point[1] + little * p->radius;
    if (kind == COMPASS)
        c = 0.5 * p->radius * (rng_below(r, 5) - 2);
    if (kind == INWARDS || kind == OUTWARDS)
        c = p->radius * (kind == INWARDS ? -0.5 : 0.3) * (1.0 + little);
    return (half){x, y, c};
}

static void make(program *p, shape kind, int32_t most, rng *r)
{
    const double turn = between(r, 0.0, 6.283185307), far = between(r, 0.0, 1.3);
    const double wish = between(r, 0.0, 6.283185307);
    p->radius = pow(10.0, between(r, -6.0, 6.0));
    p->count = 1 + rng_below(r, most);
    p->hard = rng_below(r, 2) ? rng_below(r, p->count < 8 ? p->count : 8) : 0;
    const double point[2] = {p->radius * between(r, -1.0, 1.0), p->radius * between(r, -1.0, 1.0)};
    p->wish_x = (double)(float)(p->radius * far * cos(wish));
    p->wish_y = (double)(float)(p->radius * far * sin(wish));
    p->radius = (double)(float)p->radius;
    for (int32_t i = 0; i < p->count; i++) {
        half h = any_half(p, kind, turn, point, r);
        if (i < p->hard) /* as walls are: standing still is allowed */
            h.c = -fabs(h.c);
        else if (i > p->hard && rng_below(r, 10) == 0)
            h = p->lines[p->hard + rng_below(r, i - p->hard)];
        const half rounded = {(double)(float)h.nx, (double)(float)h.ny, (double)(float)h.c};
        p->lines[i] = rounded;
        p->numbers[3 * i] = (float)h.nx;
        p->numbers[3 * i + 1] = (float)h.ny;
        p->numbers[3 * i + 2] = (float)h.c;
    }
}

/* As crowd_solve() and what follows it. */
static int solve_as_crowds(program *p, double v[2])
{
    const crowd_lines lines = {p->numbers, 1};
    const crowd_line none = crowd_no_line();
    const crowd_velocity wish = {(float)p->wish_x, (float)p->wish_y};
    const float radius = (float)p->radius, length = hypotf(wish.x, wish.y);
    const float scale = length > radius ? radius * 0.9999999f / length : 1.0f;
    crowd_velocity at = {wish.x * scale, wish.y * scale};
    crowd_basis basis;
    if (!crowd_solve_lp(&lines, p->hard, &none, 0, radius, wish, 0, 1, &at))
        at.x = at.y = 0.0f;
    const vmask lost = crowd_solve_nearest(&lines, p->hard, p->count, radius, wish, &at, &basis);
    if (lost)
        crowd_solve_least_violation(&lines, p->hard, p->hard, p->count, radius, lost, &basis, &at);
    v[0] = (double)at.x;
    v[1] = (double)at.y;
    return !lost;
}

/* ---------------------------------------------------------------- tests ----------------------------- */

/* What counts as kept; and what lines that count as parallel miss from one edge of the disc to the other. */
static const double kept = 2e-6, slack = 2e-5;

static void check(program *p, shape kind, int32_t number)
{
    const double wish[2] = {p->wish_x, p->wish_y};
    double v[2], best[2], hard = 0.0, soft = 0.0;
    const int found = solve_as_crowds(p, v);
    const int feasible = solve(p->lines, p->count, p->radius, wish, 0, best) == p->count;
    for (int32_t i = 0; i < p->count; i++) {
        double *most = i < p->hard ? &hard : &soft;
        *most = fmax(*most, miss_of(&p->lines[i], v[0], v[1]) / p->radius);
    }
    cr_assert(hypot(v[0], v[1]) <= p->radius * (1.0 + 1e-6), "%d, %d: faster than it may", (int)kind,
              (int)number);
    cr_assert(hard <= slack, "%d, %d: misses what it must not by %.2g", (int)kind, (int)number, hard);
    const double least = feasible ? 0.0 : least_miss(p) / p->radius;
    cr_assert(soft <= least + slack, "%d, %d: misses by %.9g, least %.9g, %d lines, %d hard, found %d",
              (int)kind, (int)number, soft, least, (int)p->count, (int)p->hard, found);
    if (!found || !feasible)
        return;
    cr_assert(soft <= kept, "%d, %d: kept, but for %.2g", (int)kind, (int)number, soft);
    if (kind == ONE_POINT || kind == NEARLY_PARALLEL)
        return; /* what is left may be a sliver, one end of which is as good as the other */
    const double far = hypot(v[0] - wish[0], v[1] - wish[1]),
                 near = hypot(best[0] - wish[0], best[1] - wish[1]);
    cr_assert(far <= near + 1e-3 * p->radius, "%d, %d: at %.9g, nearest %.9g", (int)kind, (int)number,
              far / p->radius, near / p->radius);
}

static void check_kinds(int32_t most)
{
    rng r = {20151};
    for (int32_t k = 0; k < SHAPES; k++)
        for (int32_t i = 0; i < TRIES; i++) {
            program p;
            make(&p, (shape)k, most, &r);
            check(&p, (shape)k, i);
        }
}

Test(crowd_solve, few) { check_kinds(5); }

Test(crowd_solve, some) { check_kinds(12); }

Test(crowd_solve, many) { check_kinds(MOST); }
