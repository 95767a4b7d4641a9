/* Paths along potential fields against the double-precision model: each step goes along the model's force,
 * each end has the reason that it names, no step touches a wall, length and damage are those of the points.
 *
 * A force is off by a bound that potential/oracle.c argues for; a direction by that over the force's size,
 * and by 8 E of its own. Where the bound is above a tenth of the force the direction is not looked at; most
 * steps have to be looked at. Places are rounded: a step's length may be off by 4 E of each coordinate. */
#include "tests/potential/model.h"
#include "tests/support/each_backend.h"
#include "tests/trace/scenes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define E FIELD_E

typedef struct walk {
    const test_trace *t;
    int32_t path;
    const throng_trace_start *start;
    const throng_trace_result *result;
    const throng_trace_point *points;
    const throng_potential_goal *goal;
} walk;

static walk walk_of(const test_trace *t, int32_t path)
{
    const throng_trace_start *start = &t->starts[path];
    return (walk){t, path, start, &t->results[path], trace_points(t, path), &t->field->goals[start->goal]};
}

static field_truth feel(const walk *w, const throng_trace_point *p)
{
    const throng_potential_point point = {p->x, p->y, w->start->goal, w->start->world};
    return field_truth_of(w->t->field, &point);
}

static double apart(const throng_trace_point *a, double x, double y)
{
    return hypot((double)a->x - x, (double)a->y - y);
}

static double slack(const throng_trace_point *p)
{
    return 8.0 * E * (fabs((double)p->x) + fabs((double)p->y));
}

/* ---------------------------------------------------------------- walls ----------------------------- */

static int blocked(const walk *w, int32_t column, int32_t row)
{
    const field_scene *s = &w->t->scene->field;
    if (column < 0 || column >= s->columns || row < 0 || row >= s->rows)
        return 0;
    return w->t->field
        ->blocked[((size_t)w->start->world * (size_t)s->rows + (size_t)row) * (size_t)s->columns +
                  (size_t)column];
}

/* How much of the line from a to b lies inside a square, as a part of it (Liang and Barsky). */
static double inside(const double a[2], const double b[2], double left, double top, double size)
{
    const double low[2] = {left, top};
    double from = 0.0, to = 1.0;
    for (int k = 0; k < 2; k++) {
        const double d = b[k] - a[k], near = low[k] - a[k], far = low[k] + size - a[k];
        if (d == 0.0) {
            if (near >= 0.0 || far <= 0.0)
                return 0.0;
            continue;
        }
        from = fmax(from, fmin(near / d, far / d));
        to = fmin(to, fmax(near / d, far / d));
    }
    return fmax(to - from, 0.0);
}

/* Does the line touch the inside of a wall that is made larger by a margin, in cells? */
static int meets_wall(const walk *w, double ax, double ay, double bx, double by, double margin)
{
    const double cell = (double)w->t->scene->field.cell_size;
    const double a[2] = {ax / cell, ay / cell}, b[2] = {bx / cell, by / cell};
    const field_scene *s = &w->t->scene->field;
    if (s->columns == 0)
        return 0;
    const int32_t left = (int32_t)fmax(floor(fmin(a[0], b[0])) - 1.0, 0.0);
    const int32_t right = (int32_t)fmin(floor(fmax(a[0], b[0])) + 1.0, s->columns - 1.0);
    const int32_t top = (int32_t)fmax(floor(fmin(a[1], b[1])) - 1.0, 0.0);
    const int32_t bottom = (int32_t)fmin(floor(fmax(a[1], b[1])) + 1.0, s->rows - 1.0);
    for (int32_t row = top; row <= bottom; row++)
        for (int32_t column = left; column <= right; column++)
            if (blocked(w, column, row) &&
                inside(a, b, column - margin, row - margin, 1.0 + 2.0 * margin) > 0.0)
                return 1;
    return 0;
}

/* Do corners of a cell lie on both sides of the line, farther from it than rounding may put them there?
 * Borders and differences are exact: 24 bits times 20. The products and their difference are rounded. */
static int divides(const double corners[2][2], const throng_trace_point *a, const throng_trace_point *b)
{
    const double dx = (double)b->x - (double)a->x, dy = (double)b->y - (double)a->y;
    int left = 0, right = 0;
    for (int k = 0; k < 4; k++) {
        const double up = dx * (corners[k & 1][1] - (double)a->y);
        const double across = dy * (corners[k >> 1][0] - (double)a->x);
        const double off = 4.0 * DBL_EPSILON * (fabs(up) + fabs(across));
        left |= up - across > off;
        right |= across - up > off;
    }
    return left && right;
}

/* Does a step touch the inside of a wall? Its points are taken as they are. */
static int enters_wall(const walk *w, const throng_trace_point *a, const throng_trace_point *b)
{
    const field_scene *s = &w->t->scene->field;
    const double cell = (double)s->cell_size;
    const double low[2] = {fmin((double)a->x, (double)b->x), fmin((double)a->y, (double)b->y)};
    const double high[2] = {fmax((double)a->x, (double)b->x), fmax((double)a->y, (double)b->y)};
    if (s->columns == 0)
        return 0;
    for (int32_t row = (int32_t)(low[1] / cell) - 1; row <= (int32_t)(high[1] / cell) + 1; row++)
        for (int32_t column = (int32_t)(low[0] / cell) - 1; column <= (int32_t)(high[0] / cell) + 1;
             column++) {
            const double corners[2][2] = {{column * cell, row * cell},
                                          {(column + 1) * cell, (row + 1) * cell}};
            if (blocked(w, column, row) && low[0] < corners[1][0] && high[0] > corners[0][0] &&
                low[1] < corners[1][1] && high[1] > corners[0][1] && divides(corners, a, b))
                return 1;
        }
    return 0;
}

static int on_map(const walk *w, double x, double y, double margin)
{
    const field_scene *s = &w->t->scene->field;
    const double cell = (double)s->cell_size;
    return s->columns == 0 ||
           (x >= -margin && y >= -margin && x <= s->columns * cell + margin && y <= s->rows * cell + margin);
}

static void check_walls(const walk *w)
{
    for (int32_t i = 0; i < w->result->steps; i++) {
        const throng_trace_point *a = &w->points[i], *b = a + 1;
        cr_expect(on_map(w, (double)b->x, (double)b->y, 0.0) && !enters_wall(w, a, b),
                  "%s, path %d: step %d from %.9g, %.9g to %.9g, %.9g meets a wall", w->t->scene->field.name,
                  (int)w->path, (int)i, (double)a->x, (double)a->y, (double)b->x, (double)b->y);
    }
}

/* ---------------------------------------------------------------- steps ----------------------------- */

/* Where the model's force leads, and how far off that may be; below 0: it does not say. */
static double lead(const walk *w, const throng_trace_point *p, double to[2])
{
    const field_truth t = feel(w, p);
    const double size = hypot(t.fx, t.fy), speed = (double)w->start->speed;
    const double off = 1.5 * (24.0 + field_additions(w->t->field, &t)) * E * t.force_size + 1e-37;
    to[0] = (double)p->x + speed * t.fx / size;
    to[1] = (double)p->y + speed * t.fy / size;
    return off < 0.1 * size ? speed * (1.2 * off / size + 8.0 * E) + slack(p) : -1.0;
}

/* The directions that the model vouches for, and those that it could not. */
static void check_steps(const walk *w, int64_t *seen, int64_t *unseen)
{
    const throng_trace_result *r = w->result;
    const int32_t plain = r->status == THRONG_TRACE_REACHED ? r->steps - 1 : r->steps;
    const double speed = (double)w->start->speed;
    for (int32_t i = 0; i < plain; i++) {
        const throng_trace_point *p = &w->points[i];
        double to[2];
        const double off = lead(w, p, to), gap = apart(p + 1, to[0], to[1]);
        *(off < 0.0 ? unseen : seen) += 1;
        cr_expect(off < 0.0 || gap <= off, "%s, path %d: step %d ends %.3g beside the force, more than %.3g",
                  w->t->scene->field.name, (int)w->path, (int)i, gap, off);
        cr_expect(fabs(apart(p + 1, (double)p->x, (double)p->y) - speed) <= 8.0 * E * speed + slack(p),
                  "%s, path %d: step %d has another length", w->t->scene->field.name, (int)w->path, (int)i);
        const double goal = apart(p, (double)w->goal->x, (double)w->goal->y);
        cr_expect(goal > speed * (1.0 - 1e-6) ||
                      meets_wall(w, (double)p->x, (double)p->y, (double)w->goal->x, (double)w->goal->y, 1e-5),
                  "%s, path %d: step %d was at the goal", w->t->scene->field.name, (int)w->path, (int)i);
    }
}

/* ---------------------------------------------------------------- ends ------------------------------ */

/* The rule of return, by the points alone: 1, 0, or -1 where rounding decides. */
static int returns(const walk *w, int32_t n)
{
    const throng_trace_point *p = w->points + n;
    const double speed = (double)w->start->speed, unsure = 1e-4 * speed + 4.0 * slack(p);
    int32_t far = 32;
    if (n >= 32 && n % 32 == 0) {
        const double gap = apart(p, (double)p[-32].x, (double)p[-32].y);
        if (gap <= 2.0 * speed + unsure)
            return gap < 2.0 * speed - unsure ? 1 : -1;
    }
    while (2 * far < n)
        far *= 2;
    if (far + 32 > n) /* the one before it was given up when this one came */
        return 0;
    const double gap = apart(p, (double)w->points[far].x, (double)w->points[far].y);
    return gap > 0.5 * speed + unsure ? 0 : gap < 0.5 * speed - unsure ? 1 : -1;
}

static void check_end(const walk *w)
{
    const throng_trace_result *r = w->result;
    const throng_trace_point *last = &w->points[r->steps];
    const double x = (double)last->x, y = (double)last->y;
    double to[2];
    const double off = lead(w, last, to);
    const int at_goal = last->x == w->goal->x && last->y == w->goal->y;
    cr_expect(r->x == last->x && r->y == last->y);
    for (int32_t i = 0; i < r->steps; i++)
        cr_expect(returns(w, i) != 1, "%s, path %d returned at step %d of %d", w->t->scene->field.name,
                  (int)w->path, (int)i, (int)r->steps);
    int right = 0;
    switch (r->status) {
    case THRONG_TRACE_REACHED:
        right = at_goal;
        break;
    case THRONG_TRACE_STEP_LIMIT:
        right = r->steps == w->t->scene->max_steps && !at_goal;
        break;
    case THRONG_TRACE_STUCK:
        right = returns(w, r->steps) != 0 || off < 0.0 || meets_wall(w, x, y, to[0], to[1], off + 1e-5);
        break;
    case THRONG_TRACE_OUTSIDE:
        right = off < 0.0 || !on_map(w, to[0], to[1], -off);
        break;
    default:
        break;
    }
    cr_expect(right, "%s, path %d: %s after %d steps", w->t->scene->field.name, (int)w->path,
              throng_trace_status_name(r->status), (int)r->steps);
}

/* Steps on a flow have their own lengths; all of them together are the path's. */
static void check_sums(const walk *w)
{
    const throng_trace_result *r = w->result;
    double length = 0.0, damage = 0.0, doubtful = 0.0, rounded = 0.0;
    for (int32_t i = 1; i <= r->steps; i++) {
        const throng_trace_point *p = &w->points[i];
        const double step = apart(p - 1, (double)p->x, (double)p->y);
        const field_truth t = feel(w, p);
        length += step;
        rounded += slack(p) + slack(p - 1);
        damage += step / (double)w->start->speed * t.damage;
        doubtful += t.doubtful + (slack(p) + slack(p - 1)) / (double)w->start->speed * t.damage;
    }
    const double additions = (64.0 + r->steps / 64.0 + 200.0) * E;
    cr_expect(fabs(length - (double)r->length) <= rounded + additions * length, "%s, path %d: length %g, %g",
              w->t->scene->field.name, (int)w->path, (double)r->length, length);
    if (w->t->scene->field.damage)
        cr_expect(fabs(damage - (double)r->damage) <= doubtful + additions * damage,
                  "%s, path %d: damage %.9g, %.9g", w->t->scene->field.name, (int)w->path, (double)r->damage,
                  damage);
    else
        cr_expect(r->damage == 0.0f);
}

/* Is what INVALID says true? */
static int invalid(const walk *w)
{
    const field_scene *s = &w->t->scene->field;
    const double cell = (double)s->cell_size, speed = (double)w->start->speed;
    const double at[2][2] = {{(double)w->start->x, (double)w->start->y},
                             {(double)w->goal->x, (double)w->goal->y}};
    if (w->goal->world != w->start->world)
        return 1;
    for (int k = 0; k < 2; k++) {
        if (speed < ldexp(fmax(fabs(at[k][0]), fabs(at[k][1])), -18))
            return 1;
        const double column = floor(at[k][0] / cell), row = floor(at[k][1] / cell);
        if (s->columns > 0 && (column < 0.0 || row < 0.0 || column >= s->columns || row >= s->rows ||
                               blocked(w, (int32_t)column, (int32_t)row)))
            return 1;
    }
    return 0;
}

EACH(oracle, all_paths)
{
    for (int32_t i = 0; i < trace_scene_count; i++) {
        const trace_scene *s = &trace_scenes[i];
        test_trace *t = trace_begin(context, s);
        int64_t seen = 0, unseen = 0;
        throng_context_info about;
        int32_t traced = 0;
        trace_walk(t);
        MUST(context, throng_context_get_info(context, &about));
        /* other levels have the same bits: a part of the paths is enough */
        const int32_t each = about.isa == THRONG_ISA_REFERENCE ? 1 : 5;
        for (int32_t path = 0; path < s->starts; path += each) {
            const walk w = walk_of(t, path);
            cr_expect(invalid(&w) == (w.result->status == THRONG_TRACE_INVALID), "%s, path %d", s->field.name,
                      (int)path);
            if (w.result->status == THRONG_TRACE_INVALID)
                continue;
            traced++;
            cr_expect(w.points[0].x == w.start->x && w.points[0].y == w.start->y);
            check_walls(&w);
            check_sums(&w);
            if (s->escape == THRONG_ESCAPE_NONE) {
                check_steps(&w, &seen, &unseen);
                check_end(&w);
            }
        }
        cr_expect(traced > 0 && 20 * unseen <= seen + unseen, "%s: %d paths, %d of %d steps not seen",
                  s->field.name, (int)traced, (int)unseen, (int)(seen + unseen));
        trace_end(t);
    }
}

/* ---------------------------------------------------------------- large maps ------------------------ */

/* A tenth of the cells are walls. At the far end floats are 1/180 to 1/11 of a cell apart. */
static const trace_scene large_maps[] = {
    {{"trace_tall", 1, 1, 3000, 1, 9.0f, 1.0f, 2.0f, 0, 0, 0, 60, 60000, 10, 0, 0.7f, 0.7f, 521, 0, 0},
     3000,
     4,
     5.0f,
     5.0f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
    {{"trace_tallest", 1, 1, 3000, 1, 9.0f, 1.0f, 2.0f, 0, 0, 0, 20, 1000000, 10, 0, 0.7f, 0.7f, 522, 0, 0},
     3000,
     4,
     5.0f,
     5.0f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
    {{"trace_wide", 1, 1, 3000, 1, 9.0f, 1.0f, 2.0f, 0, 0, 0, 60000, 60, 10, 0, 0.7f, 0.7f, 523, 0, 0},
     3000,
     4,
     5.0f,
     5.0f,
     THRONG_ESCAPE_NONE,
     0,
     4.0f},
};

/* A start beside the border of a far row, and a goal within one step, as flat as floats allow or steeper. The
 * flatter a step is, the farther an error of y moves its crossings. */
static void set_flat_step(rng *r, test_trace *t, int32_t i)
{
    const field_scene *s = &t->scene->field;
    const int32_t rows = s->rows / 8 < 1000 ? s->rows / 8 : 1000, columns = s->columns < 60 ? s->columns : 60;
    const double cell = (double)s->cell_size, border = cell * (s->rows - 3 - rng_below(r, rows));
    const double off = fmin(4e-7 * border * (double)(1 << rng_below(r, 16)), 1.5 * cell);
    const double x = cell * (s->columns - columns + (double)rng_between(r, 1.0f, (float)columns - 1.0f));
    const double along = cell * (double)rng_between(r, -6.0f, 6.0f);
    t->starts[i].x = (float)x;
    t->starts[i].y = (float)(border + off * (double)rng_between(r, -1.0f, 1.0f));
    t->starts[i].speed = 7.0f * s->cell_size;
    t->starts[i].goal = i;
    t->field->goals[i].x = (float)fmin(fmax(x + along, cell), cell * (s->columns - 1));
    t->field->goals[i].y = (float)(border + off * (double)rng_between(r, -1.0f, 1.0f));
}

/* No step enters a wall, and none is refused that keeps 1e-5 cells off all of them: the slack, 10 * 2^-24
 * (1 + 6) cells, is less. */
EACH(oracle, large_maps)
{
    for (size_t i = 0; i < sizeof large_maps / sizeof *large_maps; i++) {
        const trace_scene *s = &large_maps[i];
        test_trace *t = trace_begin(context, s);
        rng r = {s->field.seed + 2000};
        int32_t traced = 0;
        for (int32_t path = 0; path < s->starts; path++)
            set_flat_step(&r, t, path);
        MUST(context, throng_potential_set_goals(t->field->potential, 0, s->starts, t->field->goals, 0));
        MUST(context, throng_trace_set_starts(t->trace, 0, s->starts, t->starts, 0));
        trace_walk(t);
        for (int32_t path = 0; path < s->starts; path++) {
            const walk w = walk_of(t, path);
            const throng_trace_start *a = w.start;
            const throng_potential_goal *b = w.goal;
            if (w.result->status == THRONG_TRACE_INVALID)
                continue;
            traced++;
            check_walls(&w);
            cr_expect((w.result->steps > 0 && w.points[1].x == b->x && w.points[1].y == b->y) ||
                          meets_wall(&w, (double)a->x, (double)a->y, (double)b->x, (double)b->y, 1e-5),
                      "%s, path %d: nothing was in the way", s->field.name, (int)path);
        }
        cr_expect(traced > s->starts / 2, "%s: %d paths", s->field.name, (int)traced);
        trace_end(t);
    }
}
