/* The last guard at walls: the body is swept along its step against every wall nearby, without a cap on their
 * number. A step that nothing hinders keeps its bits; any other is bent along what it would enter.
 *
 * What counts is the distance in double-float arithmetic, so that no rounding adds up: after a step the body
 * is no nearer to a wall than before, unless it stays clear of it. A wall is considered where the agent's
 * centre is in front of it. The walls lie in a tree whose order is of no account: of several walls the one
 * that is met first is taken, then the one that is violated most, then the first by crowd_wall_before(). */
#ifndef THRONG_KERNELS_CROWD_SWEEP_H
#define THRONG_KERNELS_CROWD_SWEEP_H

#include "kernels/common/twofloat.h"
#include "kernels/crowd/walls.h"

#define CROWD_SWEEPS 12    /* bends of a step, at most */
#define CROWD_ULP 1.2e-7f  /* at least a unit in the last place, relative */
#define CROWD_SWEPT_ULPS 6 /* the clearance that a bent step aims at */

/* An agent and the walls: those of the tree, or the rows first .. end-1 if `end` is above 0. (x, y): where
 * it is. */
typedef struct crowd_sweep {
    THRONG_GLOBAL const crowd_wall *walls;
    THRONG_GLOBAL const float *boxes;
    THRONG_GLOBAL const crowd_tree *tree;
    int32_t first, end;
    float x, y, radius, dt, per_dt, max_speed;
} crowd_sweep;

/* A walk over the walls in a rectangle. */
typedef struct crowd_wall_walk {
    float left, right, top, bottom;
    crowd_traversal at;
    int32_t row, end; /* of the leaf that it is in */
} crowd_wall_walk;

/* Over all walls that lie within `reach` of the way to (x, y), and some others. */
static inline crowd_wall_walk crowd_wall_walk_begin(const crowd_sweep *s, float x, float y, float reach)
{
    crowd_wall_walk w;
    w.left = scalar_min(s->x, x) - reach;
    w.right = scalar_max(s->x, x) + reach;
    w.top = scalar_min(s->y, y) - reach;
    w.bottom = scalar_max(s->y, y) + reach;
    w.at = crowd_traversal_begin(s->tree);
    if (s->end > 0)
        w.at.level = -1;
    w.row = s->first;
    w.end = s->end;
    return w;
}

/* The row of the next wall; -1: there is none. */
static inline int32_t crowd_wall_walk_next(const crowd_sweep *s, crowd_wall_walk *w)
{
    const size_t pitch = (size_t)s->tree->boxes;
    NO_UNROLL
    while (w->row < w->end || w->at.level >= 0) {
        if (w->row < w->end) {
            const int32_t row = w->row++;
            if (s->walls[row].length > 0.0f) /* a place in use */
                return row;
            continue;
        }
        THRONG_GLOBAL const float *box = s->boxes + s->tree->first[w->at.level] + w->at.box;
        const int reached = box[0] <= w->right && box[pitch] >= w->left && box[2 * pitch] <= w->bottom &&
                            box[3 * pitch] >= w->top;
        if (reached && w->at.level == 0) {
            w->row = w->at.box * CROWD_LEAF;
            w->end = w->row + CROWD_LEAF;
        }
        crowd_traversal_next(&w->at, s->tree, reached);
    }
    return -1;
}

/* A point beside a wall: its distance less the radius, its side, and the part of the wall that is nearest. */
typedef struct crowd_beside {
    twofloat distance;
    twofloat ax, ay; /* from the nearest end, or from the first one */
    twofloat ahead;  /* how far it is in front of the wall's line, times the length */
    int32_t end;     /* 1 or 2: this end is nearest; 0: the wall's middle */
} crowd_beside;

typedef struct crowd_edge {
    twofloat ex, ey, length;
    float x1, y1, x2, y2;
} crowd_edge;

static inline twofloat crowd_wide_minus(float a, float b) { return twofloat_sum(a, -b); }

static inline twofloat crowd_wide_sum(twofloat a, twofloat b)
{
    const twofloat s = twofloat_sum(a.hi, b.hi);
    return twofloat_sum(s.hi, s.lo + (a.lo + b.lo));
}

static inline twofloat crowd_wide_product(twofloat a, twofloat b)
{
    const twofloat p = twofloat_product(a.hi, b.hi);
    return twofloat_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline twofloat crowd_wide_negative(twofloat a)
{
    a.hi = -a.hi;
    a.lo = -a.lo;
    return a;
}

static inline twofloat crowd_wide_root(twofloat a)
{
    twofloat r = {0.0f, 0.0f};
    if (!(a.hi > 0.0f))
        return r;
    const float root = scalar_sqrt(a.hi);
    const twofloat square = twofloat_product(root, root);
    return twofloat_sum(root, (((a.hi - square.hi) - square.lo) + a.lo) / (2.0f * root));
}

static inline twofloat crowd_wide_quotient(twofloat a, twofloat b)
{
    const float q = a.hi / b.hi;
    const twofloat p = twofloat_product(q, b.hi);
    return twofloat_sum(q, ((((a.hi - p.hi) - p.lo) + a.lo) - q * b.lo) / b.hi);
}

static inline twofloat crowd_wide_dot(twofloat ax, twofloat ay, twofloat bx, twofloat by)
{
    return crowd_wide_sum(crowd_wide_product(ax, bx), crowd_wide_product(ay, by));
}

static inline twofloat crowd_wide_cross(twofloat ax, twofloat ay, twofloat bx, twofloat by)
{
    return crowd_wide_sum(crowd_wide_product(ax, by), crowd_wide_negative(crowd_wide_product(ay, bx)));
}

static inline twofloat crowd_wide_length(twofloat x, twofloat y)
{
    return crowd_wide_root(crowd_wide_dot(x, y, x, y));
}

/* a - b, rounded once. */
static inline float crowd_wide_less(twofloat a, float b) { return (a.hi - b) + a.lo; }

static inline crowd_edge crowd_edge_of(THRONG_GLOBAL const crowd_wall *wall)
{
    crowd_edge e;
    e.x1 = wall->x1;
    e.y1 = wall->y1;
    e.x2 = wall->x2;
    e.y2 = wall->y2;
    e.ex = crowd_wide_minus(e.x2, e.x1);
    e.ey = crowd_wide_minus(e.y2, e.y1);
    e.length = crowd_wide_length(e.ex, e.ey);
    return e;
}

static inline crowd_beside crowd_beside_of(const crowd_edge *e, float x, float y)
{
    const twofloat bx = crowd_wide_minus(x, e->x2), by = crowd_wide_minus(y, e->y2);
    crowd_beside b;
    b.ax = crowd_wide_minus(x, e->x1);
    b.ay = crowd_wide_minus(y, e->y1);
    b.ahead = crowd_wide_cross(b.ax, b.ay, e->ex, e->ey);
    b.end = crowd_wide_dot(b.ax, b.ay, e->ex, e->ey).hi <= 0.0f ? 1
            : crowd_wide_dot(bx, by, e->ex, e->ey).hi >= 0.0f   ? 2
                                                                : 0;
    if (b.end == 2) {
        b.ax = bx;
        b.ay = by;
    }
    if (b.end)
        b.distance = crowd_wide_length(b.ax, b.ay);
    else
        b.distance =
            crowd_wide_quotient(b.ahead.hi < 0.0f ? crowd_wide_negative(b.ahead) : b.ahead, e->length);
    return b;
}

/* Whether a wall holds who is there: in front of it, or past its end on its very line. */
static inline int crowd_holds(const crowd_beside *b)
{
    return b->ahead.hi > 0.0f || (b->ahead.hi == 0.0f && b->end && b->distance.hi > 0.0f);
}

/* Whether the way from p, in front of the wall, to q = p + (dx, dy) leads through it. */
static inline int crowd_passes_through(const crowd_sweep *s, const crowd_edge *e, twofloat dx, twofloat dy,
                                       const crowd_beside *p, const crowd_beside *q)
{
    if (q->ahead.hi > 0.0f)
        return 0;
    const twofloat a = crowd_wide_cross(dx, dy, crowd_wide_minus(e->x1, s->x), crowd_wide_minus(e->y1, s->y));
    const twofloat b = crowd_wide_cross(dx, dy, crowd_wide_minus(e->x2, s->x), crowd_wide_minus(e->y2, s->y));
    if (a.hi == 0.0f && b.hi == 0.0f) /* along the wall's very line */
        return p->end != q->end;
    return (a.hi <= 0.0f && b.hi >= 0.0f) || (a.hi >= 0.0f && b.hi <= 0.0f);
}

/* How near the way comes to a point that it passes, less the radius; 3e38 where it does not pass it. */
static inline float crowd_passes_by(const crowd_sweep *s, twofloat dx, twofloat dy, twofloat square, float x,
                                    float y)
{
    const twofloat wx = crowd_wide_minus(x, s->x), wy = crowd_wide_minus(y, s->y);
    const float along = crowd_wide_dot(wx, wy, dx, dy).hi;
    if (!(along > 0.0f && along < square.hi))
        return 3e38f;
    const twofloat cross = crowd_wide_cross(dx, dy, wx, wy);
    return crowd_wide_less(
        crowd_wide_quotient(cross.hi < 0.0f ? crowd_wide_negative(cross) : cross, crowd_wide_root(square)),
        s->radius);
}

/* A half-plane of ways, or a way (nx, ny) and what it costs. */
typedef struct crowd_bar {
    float nx, ny, c;
} crowd_bar;

/* The ways d that keep clear of a wall: n . d >= c. Behind the wall's line as far as the body reaches, or
 * around the end that is nearest: whichever takes less from the way (dx, dy). */
static inline crowd_bar crowd_way_beside(const crowd_sweep *s, const crowd_edge *e, const crowd_beside *p,
                                         float unit, float dx, float dy)
{
    const float clear = s->radius + (float)CROWD_SWEPT_ULPS * unit, length = e->length.hi;
    const float front = crowd_wide_quotient(p->ahead, e->length).hi;
    const twofloat line = crowd_wide_quotient(p->ahead, e->length);
    crowd_bar by_line, by_end;
    by_line.nx = e->ey.hi / length;
    by_line.ny = -e->ex.hi / length;
    by_line.c = scalar_min(-crowd_wide_less(line, clear), 2.0f * unit);
    if (p->end == 0)
        return by_line;
    by_end.nx = p->ax.hi / p->distance.hi;
    by_end.ny = p->ay.hi / p->distance.hi;
    by_end.c = scalar_min(-crowd_wide_less(p->distance, clear), 2.0f * unit);
    return front >= s->radius && by_line.c - (by_line.nx * dx + by_line.ny * dy) <
                                     by_end.c - (by_end.nx * dx + by_end.ny * dy)
               ? by_line
               : by_end;
}

/* A way that is tested, and the wall that it meets first. */
typedef struct crowd_way {
    float qx, qy; /* where it ends */
    float unit;   /* one in the last place of its coordinates, or a bit more */
    int32_t wall; /* -1: it is free */
    float when, miss;
    crowd_bar line;
} crowd_way;

/* Whether the way violates the wall. */
static inline int crowd_way_violates(const crowd_sweep *s, const crowd_way *way, const crowd_edge *e,
                                     const crowd_beside *p)
{
    const crowd_beside q = crowd_beside_of(e, way->qx, way->qy);
    const twofloat dx = crowd_wide_minus(way->qx, s->x), dy = crowd_wide_minus(way->qy, s->y);
    const float now = crowd_wide_less(p->distance, s->radius);
    if (crowd_wide_less(q.distance, s->radius) < scalar_min(now, way->unit) ||
        crowd_passes_through(s, e, dx, dy, p, &q))
        return 1;
    const twofloat square = crowd_wide_dot(dx, dy, dx, dy);
    float least = 3e38f;
    NO_UNROLL
    for (int32_t end = 0; end < 2; end++)
        least =
            scalar_min(least, crowd_passes_by(s, dx, dy, square, end ? e->x2 : e->x1, end ? e->y2 : e->y1));
    return least < scalar_min(now, 0.0f) - 2.0f * way->unit;
}

/* In floats: both ends of the way are in front of the wall's line, out of its reach, or the first is well
 * behind it. */
static inline int crowd_way_far_from(const crowd_sweep *s, const crowd_way *way,
                                     THRONG_GLOBAL const crowd_wall *wall)
{
    const float ax = s->x - wall->x1, ay = s->y - wall->y1, bx = way->qx - wall->x1, by = way->qy - wall->y1;
    const float p = ax * wall->uy - ay * wall->ux, q = bx * wall->uy - by * wall->ux;
    const float off =
        1e-6f * (scalar_abs(ax) + scalar_abs(ay) + scalar_abs(bx) + scalar_abs(by)) + 8.0f * way->unit;
    return p < -off || (p > s->radius + off && q > s->radius + off);
}

static inline void crowd_way_test(const crowd_sweep *s, crowd_way *way, int32_t i)
{
    THRONG_GLOBAL const crowd_wall *wall = s->walls + i;
    if (crowd_way_far_from(s, way, wall))
        return;
    const crowd_edge e = crowd_edge_of(wall);
    const crowd_beside p = crowd_beside_of(&e, s->x, s->y);
    if (!crowd_holds(&p) || !crowd_way_violates(s, way, &e, &p))
        return;
    const float dx = way->qx - s->x, dy = way->qy - s->y;
    const crowd_bar line = crowd_way_beside(s, &e, &p, way->unit, dx, dy);
    const float ahead = line.nx * dx + line.ny * dy, miss = line.c - ahead;
    const float when = line.c < 0.0f && ahead < 0.0f ? line.c / ahead : 0.0f;
    const int later = when > way->when || (when == way->when && miss < way->miss);
    const int equal = when == way->when && miss == way->miss;
    if (way->wall >= 0 && (later || (equal && crowd_wall_before(s->walls, way->wall, i))))
        return;
    way->wall = i;
    way->when = when;
    way->miss = miss;
    way->line = line;
}

/* Where a velocity leads, and what is in the way. Returns whether it is free. */
static inline int crowd_way_is_free(const crowd_sweep *s, float vx, float vy, crowd_way *way)
{
    const float most = CROWD_MAX_COORDINATE;
    way->qx = scalar_max(scalar_min(s->x + vx * s->dt, most), -most);
    way->qy = scalar_max(scalar_min(s->y + vy * s->dt, most), -most);
    way->wall = -1;
    way->when = way->miss = 0.0f;
    if (way->qx == s->x && way->qy == s->y)
        return 1;
    way->unit = CROWD_ULP * scalar_max(scalar_max(scalar_abs(s->x), scalar_abs(s->y)),
                                       scalar_max(scalar_abs(way->qx), scalar_abs(way->qy)));
    const float reach = s->radius * 1.000001f + 16.0f * way->unit;
    crowd_wall_walk walk = crowd_wall_walk_begin(s, way->qx, way->qy, reach);
    int32_t row;
    NO_UNROLL
    while ((row = crowd_wall_walk_next(s, &walk)) >= 0)
        crowd_way_test(s, way, row);
    return way->wall < 0;
}

/* ---------------------------------------------------------------- bending --------------------------- */

/* The ways that keep clear of the walls that the present way touches; zeros: none. */
typedef struct crowd_bend {
    float x, y; /* the way that is wanted */
    crowd_bar first, second;
} crowd_bend;

static inline int crowd_way_keeps(const crowd_bar *line, float x, float y, float slack)
{
    return line->nx * x + line->ny * y >= line->c - slack;
}

/* The way nearest to the one that is wanted on a line; *far: the square of how much that takes. */
static inline crowd_bar crowd_bend_on(const crowd_bend *b, const crowd_bar *line)
{
    const float miss = line->c - (line->nx * b->x + line->ny * b->y);
    crowd_bar way;
    way.nx = b->x + line->nx * miss;
    way.ny = b->y + line->ny * miss;
    way.c = miss * miss;
    return way;
}

/* Where two lines cross; .c: 3e38 if they do not. */
static inline crowd_bar crowd_bend_at(const crowd_bend *b, const crowd_bar *p, const crowd_bar *q)
{
    const float turn = p->nx * q->ny - p->ny * q->nx;
    crowd_bar way = {0.0f, 0.0f, 3e38f};
    if (scalar_abs(turn) < 1e-5f)
        return way;
    way.nx = (p->c * q->ny - q->c * p->ny) / turn;
    way.ny = (q->c * p->nx - p->c * q->nx) / turn;
    const float x = way.nx - b->x, y = way.ny - b->y;
    way.c = x * x + y * y;
    return way;
}

/* One more line, which the present way violates. Returns the way that keeps to it and to the others, as near
 * to what is wanted as can be; .c = 3e38: to stand. */
static inline crowd_bar crowd_bend_by(crowd_bend *b, crowd_bar line, float slack)
{
    const crowd_bar none = {0.0f, 0.0f, 0.0f}, alone = crowd_bend_on(b, &line);
    if (crowd_way_keeps(&b->first, alone.nx, alone.ny, slack) &&
        crowd_way_keeps(&b->second, alone.nx, alone.ny, slack)) {
        b->first = line;
        b->second = none;
        return alone;
    }
    crowd_bar one = crowd_bend_at(b, &line, &b->first), two = crowd_bend_at(b, &line, &b->second);
    if (!crowd_way_keeps(&b->second, one.nx, one.ny, slack))
        one.c = 3e38f;
    if (!crowd_way_keeps(&b->first, two.nx, two.ny, slack))
        two.c = 3e38f;
    if (two.c < one.c) {
        one = two;
        b->first = b->second;
    }
    b->second = line;
    return one;
}

/* The next velocity to try, where `way` was in the way of (*x, *y). Returns 0 where bending leads no
 * further. */
static inline int crowd_sweep_bend(const crowd_sweep *s, crowd_bend *bend, const crowd_way *way, float *x,
                                   float *y)
{
    const crowd_bar to = crowd_bend_by(bend, way->line, 4.0f * way->unit);
    if (to.c >= 3e38f)
        return 0;
    *x = to.nx * s->per_dt;
    *y = to.ny * s->per_dt;
    const float square = *x * *x + *y * *y;
    if (!(square <= s->max_speed * s->max_speed)) {
        const float scale = s->max_speed / scalar_sqrt(square) * 0.999999f;
        *x *= scale;
        *y *= scale;
    }
    return 1;
}

/* The velocity that walls leave of (*vx, *vy): the same where none is in the way. Bends that lead nowhere end
 * in ever shorter steps, and those in a stop. */
static OUT_OF_LINE void crowd_sweep_step(const crowd_sweep *s, float *vx, float *vy)
{
    crowd_way way;
    float x = *vx, y = *vy;
    crowd_bend bend = {x * s->dt, y * s->dt, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    int bends = 1;
    float shorter = 0.25f;
    NO_UNROLL
    for (int32_t i = 0; !crowd_way_is_free(s, x, y, &way); i++) {
        bends = bends && i < CROWD_SWEEPS && crowd_sweep_bend(s, &bend, &way, &x, &y);
        if (!bends) {
            x *= shorter;
            y *= shorter;
            shorter = shorter * 0.25f > 1e-3f ? shorter * 0.25f : 0.0f;
        }
    }
    *vx = x;
    *vy = y;
}

#endif
