/* What a fuzzer makes paths from, and what is right of a path, looked at by itself. */
#ifndef THRONG_TESTS_CHECKS_FUZZ_PATHS_H
#define THRONG_TESTS_CHECKS_FUZZ_PATHS_H

#include "tests/checks/fuzz_measures.h"

enum {
    MOST_SIDE = 12,
    MOST_WORLDS = 2,
    SOURCES = 10,
    MOST_SOURCES = SOURCES + 1100, /* with a crowd of them: longer lists than a path keeps by itself */
    GOALS = 5,
    STARTS = 72,
    STEPS = 120,
    FIELDS = 3,
    FRAMES = 4
};
enum { POINTS = STEPS + 1 };

#define NOTHING 1.1e-19 /* a distance whose square is below the normal floats, and lost in part or all */

/* What both sides are made from. */
typedef struct plan {
    int32_t columns, rows, worlds, walled, wall_worlds, threads;
    float cell;
    throng_potential_def field;
    throng_measure_def measure;
    int32_t measured, monotone;
    int32_t crowd; /* sources beside the first ones, close to each other */
    throng_grid grid;
    throng_trace_def trace;
    int64_t requests;
    uint8_t blocked[MOST_SIDE * MOST_SIDE * MOST_WORLDS];
    int32_t goal_count, start_count;
    throng_potential_goal goals[GOALS]; /* as they were set, numbers below the normal ones as zero */
    throng_trace_start starts[STARTS];
} plan;

/* ---- a path, by itself */

static float plain(float value) { return fabsf(value) < 1.17549435e-38f ? 0.0f : value; }

static int is_blocked(const plan *p, int32_t world, int32_t column, int32_t row)
{
    const int32_t of_world = p->wall_worlds > 1 ? world * p->rows : 0;
    return p->blocked[(of_world + row) * p->columns + column];
}

/* Does the straight line meet the inside of a cell? A hundred-thousandth of it, at each edge, is left to
 * rounding. */
static int enters(const double a[2], const double b[2], int32_t column, int32_t row)
{
    const double low[2] = {column + 1e-5, row + 1e-5}, high[2] = {column + 1 - 1e-5, row + 1 - 1e-5};
    double first = 0.0, last = 1.0;
    for (int k = 0; k < 2; k++) {
        const double d = b[k] - a[k];
        if (d == 0.0 && (a[k] < low[k] || a[k] > high[k]))
            return 0;
        if (d == 0.0)
            continue;
        const double at_low = (low[k] - a[k]) / d, at_high = (high[k] - a[k]) / d;
        first = fmax(first, fmin(at_low, at_high));
        last = fmin(last, fmax(at_low, at_high));
    }
    return first <= last;
}

/* Exact, so that no rounding excuses what is found: numbers of few digits. */
static int is_exact(const double a[2])
{
    return a[0] * 1048576.0 == floor(a[0] * 1048576.0) && a[1] * 1048576.0 == floor(a[1] * 1048576.0);
}

/* From a cell to the one diagonally behind a corner, of which one beside is blocked? Right through the
 * corner. */
static int cuts(const plan *p, int32_t world, const double a[2], const double b[2], int32_t column,
                int32_t row)
{
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    if ((column - a[0]) * (b[0] - column) <= 0.0 || (row - a[1]) * (b[1] - row) <= 0.0 ||
        dx * (row - a[1]) != dy * (column - a[0]))
        return 0;
    const int32_t falls = dx * dy > 0.0;
    return is_blocked(p, world, column - falls, row) || is_blocked(p, world, column - !falls, row - 1);
}

static void check_step(const plan *p, int32_t world, const throng_trace_point *from,
                       const throng_trace_point *to)
{
    const double size = (double)p->cell;
    const double a[2] = {(double)from->x / size, (double)from->y / size};
    const double b[2] = {(double)to->x / size, (double)to->y / size};
    check(b[0] >= -1e-5 && b[0] <= p->columns + 1e-5 && b[1] >= -1e-5 && b[1] <= p->rows + 1e-5,
          "a path leaves the map");
    int exponent;
    const int exact = frexpf(p->cell, &exponent) == 0.5f && is_exact(a) && is_exact(b);
    if (exact) /* an edge belongs to the cell behind it */
        check(b[0] >= 0.0 && b[1] >= 0.0 && b[0] < p->columns && b[1] < p->rows &&
                  !is_blocked(p, world, (int32_t)b[0], (int32_t)b[1]),
              "a path stands in a wall");
    const int32_t left = (int32_t)fmax(fmin(a[0], b[0]), 0.0), right = (int32_t)fmax(a[0], b[0]);
    const int32_t top = (int32_t)fmax(fmin(a[1], b[1]), 0.0), bottom = (int32_t)fmax(a[1], b[1]);
    for (int32_t row = top; row <= bottom && row < p->rows; row++)
        for (int32_t column = left; column <= right && column < p->columns; column++) {
            if (is_blocked(p, world, column, row))
                check(!enters(a, b, column, row), "a path goes through a wall");
            if (exact && row > 0 && column > 0)
                check(!cuts(p, world, a, b, column, row), "a path cuts a corner");
        }
}

/* 1: it may be traced; 0: it may not; -1: too close to an edge to say. */
static int may_go(const plan *p, const throng_trace_start *s)
{
    if (s->goal >= p->goal_count || p->goals[s->goal].world != s->world)
        return 0;
    const throng_potential_goal *g = &p->goals[s->goal];
    const float largest = fmaxf(fmaxf(fabsf(s->x), fabsf(s->y)), fmaxf(fabsf(g->x), fabsf(g->y)));
    int known = 1;
    if ((double)s->speed < (double)largest / 262144.0 * 0.999999)
        return 0;
    if ((double)s->speed < (double)largest / 262144.0 * 1.000001)
        known = -1;
    const double at[4] = {(double)s->x, (double)s->y, (double)g->x, (double)g->y};
    for (int k = 0; k < 4 && p->walled; k++) {
        const double cell = at[k] / (double)p->cell, most = k % 2 ? p->rows : p->columns;
        if (cell < -1e-5 || cell > most + 1e-5)
            return 0;
        if (fabs(cell - round(cell)) < 1e-5 && cell != round(cell))
            known = -1;
        if (cell < 0.0 || cell >= most)
            return known < 0 ? -1 : 0;
    }
    for (int k = 0; k < 4 && p->walled && known > 0; k += 2)
        if (is_blocked(p, s->world, (int32_t)(at[k] / (double)p->cell),
                       (int32_t)(at[k + 1] / (double)p->cell)))
            return 0;
    return known;
}

static void check_end(const plan *p, const throng_trace_start *s, const throng_trace_result *r)
{
    const throng_potential_goal *g = &p->goals[s->goal < p->goal_count ? s->goal : 0];
    const double wide = p->columns * (double)p->cell, high = p->rows * (double)p->cell;
    const double edge =
        fmin(fmin((double)r->x, wide - (double)r->x), fmin((double)r->y, high - (double)r->y));
    if (r->status == THRONG_TRACE_REACHED)
        check(hypot((double)r->x - (double)g->x, (double)r->y - (double)g->y) < NOTHING,
              "a path reaches what is not its goal");
    if (r->status == THRONG_TRACE_STEP_LIMIT)
        check(r->steps == p->trace.max_steps, "a limit that is none");
    if (r->status == THRONG_TRACE_OUTSIDE)
        check(p->walled && edge <= (double)s->speed * 1.0001 + 1e-5 * (double)p->cell, "outside from afar");
    if (r->status == THRONG_TRACE_UNREACHABLE)
        check(p->trace.escape == THRONG_ESCAPE_FLOW, "unreachable without a flow");
    check(r->escapes >= 0 && r->escapes <= (p->trace.escape == THRONG_ESCAPE_FLOW    ? r->steps + 1
                                            : p->trace.escape == THRONG_ESCAPE_HILLS ? 64
                                                                                     : 0),
          "too many escapes");
    check(isfinite(r->damage) && (r->damage >= 0.0f || (p->measured && !p->monotone)) &&
              (p->field.damage || r->damage == 0.0f),
          "odd damage");
}

static void check_path(const plan *p, const throng_trace_start *s, const throng_trace_result *r,
                       const throng_trace_point *points)
{
    double length = 0.0, doubt = 0.0;
    check(r->status >= THRONG_TRACE_REACHED && r->status <= THRONG_TRACE_INVALID, "no such status");
    check(r->steps >= 0 && r->steps <= p->trace.max_steps, "too many steps");
    const int may = may_go(p, s);
    check(may < 0 || may == (r->status != THRONG_TRACE_INVALID), "the wrong paths are invalid");
    if (r->status == THRONG_TRACE_INVALID) {
        check(r->steps == 0 && r->length == 0.0f && r->damage == 0.0f && r->escapes == 0 && r->x == s->x &&
                  r->y == s->y,
              "an invalid path goes somewhere");
        return;
    }
    check(points[0].x == s->x && points[0].y == s->y, "a path begins elsewhere");
    check(points[r->steps].x == r->x && points[r->steps].y == r->y, "a path ends elsewhere");
    for (int32_t i = 0; i <= r->steps; i++) {
        const throng_trace_point *from = &points[i > 0 ? i - 1 : 0], *to = &points[i];
        check(isfinite(to->x) && isfinite(to->y), "a place that is not finite");
        const double gone = hypot((double)to->x - (double)from->x, (double)to->y - (double)from->y);
        const double rounding = 2.4e-7 * (fabs((double)to->x) + fabs((double)to->y) + fabs((double)from->x) +
                                          fabs((double)from->y)) +
                                NOTHING;
        check(gone <= (double)s->speed * 1.00001 + rounding, "a step is too long");
        length += gone;
        doubt += rounding;
        if (p->walled)
            check_step(p, s->world, from, to);
    }
    check(fabs((double)r->length - length) <= 1e-5 * length + doubt, "its length is not that of its steps");
    check_end(p, s, r);
}

#endif
