/* Walls of the model: where they are, and their half-planes. A wall's velocity obstacle for a time tau has a
 * skeleton: the wall itself, divided by tau, and from its ends on two rays along the tangents from the agent
 * to the discs of its radius around these ends. All velocities nearer to the skeleton than radius / tau, and
 * all behind it, are forbidden. The half-plane touches that where it is nearest to the agent's velocity (van
 * den Berg 2011, section 4.1 and 5.3). What is left to another wall, and which half-planes make others
 * superfluous, is as in the authors' RVO2; but a wall that others rely on stays. */
#include "tests/crowd/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COVERED (-1e-5) /* a speed, as in RVO2 */

typedef struct point {
    double x, y;
} point;

static double dot(point a, point b) { return a.x * b.x + a.y * b.y; }
static double cross(point a, point b) { return a.x * b.y - a.y * b.x; }
static point minus(point a, point b) { return (point){a.x - b.x, a.y - b.y}; }
static point times(double k, point a) { return (point){k * a.x, k * a.y}; }
static double size(point a) { return length_of(a.x, a.y); }

/* ---------------------------------------------------------------- where walls are ------------------- */

static void put_wall(model_walls *w, double x1, double y1, double x2, double y2)
{
    model_wall *wall = &w->list[w->count++];
    memset(wall, 0, sizeof *wall);
    wall->x1 = x1;
    wall->y1 = y1;
    wall->x2 = x2;
    wall->y2 = y2;
    wall->length = length_of(x2 - x1, y2 - y1);
    wall->ux = (x2 - x1) / wall->length;
    wall->uy = (y2 - y1) / wall->length;
    w->longest = larger(w->longest, wall->length);
}

/* Walls from `first` on are a ring. With two of them both ends are corners that point outwards. */
static void close_ring(model_walls *w, int32_t first)
{
    const int32_t count = w->count - first;
    for (int32_t i = 0; i < count; i++) {
        model_wall *a = &w->list[first + i], *b = &w->list[first + (i + 1) % count];
        a->convex2 = b->convex1 = count == 2 || a->ux * b->uy - a->uy * b->ux >= 0.0;
        a->next = first + (i + 1) % count;
        b->previous = first + i;
    }
}

static void add_polygon(model_walls *w, const walled_polygon *p)
{
    const int32_t first = w->count;
    for (int32_t i = 0; i < p->count; i++) {
        const throng_vertex *a = &p->corners[i], *b = &p->corners[(i + 1) % p->count];
        put_wall(w, (double)a->x, (double)a->y, (double)b->x, (double)b->y);
    }
    close_ring(w, first);
}

/* Cells off the map count as blocked. */
static int blocked_at(const walled_session *e, int32_t column, int32_t row)
{
    return column < 0 || row < 0 || column >= WALLED_CELLS || row >= WALLED_CELLS ||
           e->blocked[row * WALLED_CELLS + column];
}

/* Along the borders of blocked cells, these on the left. A border goes in direction d, from corner (x, y): of
 * the cells at that corner, the one ahead and left is blocked, the one ahead and right is free. */
static const int32_t ahead_x[4] = {1, 0, -1, 0}, ahead_y[4] = {0, 1, 0, -1};

static int left_blocked(const walled_session *e, int32_t x, int32_t y, int32_t d)
{
    return blocked_at(e, x - (d == 1 || d == 2), y - (d == 2 || d == 3));
}
static int right_blocked(const walled_session *e, int32_t x, int32_t y, int32_t d)
{
    return blocked_at(e, x - (d == 2 || d == 3), y - (d == 0 || d == 3));
}
static int is_border(const walled_session *e, int32_t x, int32_t y, int32_t d)
{
    return left_blocked(e, x, y, d) && !right_blocked(e, x, y, d);
}

/* One outline, from where a border begins. Two blocked cells that touch at a corner are kept apart. */
static void add_outline(model_walls *w, const walled_session *e, uint8_t *done, int32_t x, int32_t y,
                        int32_t d)
{
    const int32_t first = w->count, x0 = x, y0 = y, d0 = d;
    const double cell = (double)(e->side / (float)WALLED_CELLS);
    do {
        const int32_t from_x = x, from_y = y, along = d;
        int32_t left;
        do {
            done[(y * (WALLED_CELLS + 1) + x) * 4 + d] = 1;
            x += ahead_x[d];
            y += ahead_y[d];
            left = (d + 1) % 4;
            d = is_border(e, x, y, left) ? left : is_border(e, x, y, d) ? d : (d + 3) % 4;
        } while (d == along);
        put_wall(w, cell * from_x, cell * from_y, cell * x, cell * y);
    } while (x != x0 || y != y0 || d != d0);
    close_ring(w, first);
}

/* A border that begins at a corner of its outline. */
static int begins_wall(const walled_session *e, int32_t x, int32_t y, int32_t d)
{
    return is_border(e, x, y, d) && !is_border(e, x - ahead_x[d], y - ahead_y[d], d);
}

void model_find_walls(const walled_session *e, model_walls *w)
{
    static uint8_t done[(WALLED_CELLS + 1) * (WALLED_CELLS + 1) * 4];
    w->count = 0;
    w->longest = 0.0;
    for (int32_t i = 0; i < e->polygon_count; i++)
        add_polygon(w, &e->polygons[i]);
    if (!e->terrain)
        return;
    memset(done, 0, sizeof done);
    for (int32_t y = 0; y <= WALLED_CELLS; y++)
        for (int32_t x = 0; x <= WALLED_CELLS; x++)
            for (int32_t d = 0; d < 4; d++)
                if (!done[(y * (WALLED_CELLS + 1) + x) * 4 + d] && begins_wall(e, x, y, d))
                    add_outline(w, e, done, x, y, d);
}

/* ---------------------------------------------------------------- seen from an agent ---------------- */

/* The agent is at (0, 0). */
typedef struct sight {
    const model_wall *wall;
    point a, b, u;  /* ends, direction */
    point from, to; /* directions of the walls before and behind */
    double distance;
    int32_t rank; /* of those in reach, by distance */
} sight;

typedef struct watcher {
    point v;
    double radius, tau, reach; /* reach: of velocities that count */
    int32_t unsure;
} watcher;

/* Is it above 0? */
static int positive(watcher *w, double value, double off)
{
    if (fabs(value) <= off)
        w->unsure = 1;
    return value > 0.0;
}

static sight look_at(const model_walls *all, int32_t i, double x, double y)
{
    const model_wall *wall = &all->list[i], *before = &all->list[wall->previous],
                     *behind = &all->list[wall->next];
    sight s = {.wall = wall,
               .a = {wall->x1 - x, wall->y1 - y},
               .b = {wall->x2 - x, wall->y2 - y},
               .u = {wall->ux, wall->uy},
               .from = {before->ux, before->uy},
               .to = {behind->ux, behind->uy}};
    const double along = smaller(larger(-dot(s.a, s.u), 0.0), wall->length);
    s.distance = size((point){s.a.x + along * s.u.x, s.a.y + along * s.u.y});
    return s;
}

/* From the agent, to the left (1) or right (-1) of a disc around p. */
static point tangent(point p, double radius, double side)
{
    const double square = dot(p, p), leg = sqrt(larger(square - radius * radius, 0.0));
    return (point){(p.x * leg - side * p.y * radius) / square, (p.y * leg + side * p.x * radius) / square};
}

/* How far a tangent's direction may be off. */
static double turn_of(const watcher *w, point p)
{
    const double leg = sqrt(larger(dot(p, p) - w->radius * w->radius, 1e-300));
    return UNIT_E * (1.0 + size(p) / leg);
}

/* A line with normal n, off by an angle `turn`, that is radius / tau beside p / tau. */
static void put_line(const watcher *w, point n, double turn, point p, model_line *line)
{
    const double far = (size(p) + w->radius) / w->tau;
    line->nx = n.x;
    line->ny = n.y;
    line->c = (dot(n, p) + w->radius) / w->tau;
    line->off = (turn + UNIT_E) * (w->reach + far) + SOLVER_OFF * w->reach;
}

/* What touches: no velocity towards it. Returns 0 where another wall takes care of that. */
static int touching(watcher *w, const sight *s, double along, model_line *line)
{
    point n = {s->u.y, -s->u.x};
    if (along < 0.0)
        n = times(-1.0 / size(s->a), s->a);
    else if (along >= s->wall->length)
        n = times(-1.0 / size(s->b), s->b);
    *line = (model_line){n.x, n.y, 0.0,
                         UNIT_E * w->reach * (1.0 + size(s->a) / w->radius) + SOLVER_OFF * w->reach};
    if (along < 0.0)
        return s->wall->convex1;
    return along < s->wall->length ||
           (s->wall->convex2 && positive(w, cross(s->b, s->to), NEARLY * size(s->b)));
}

/* One ray of the skeleton. */
typedef struct ray {
    point from; /* an end of the wall, from the agent */
    point way;
    double turn;
    int32_t foreign; /* it points into another wall, and so is that wall's */
} ray;

/* side: 1 left, -1 right. At a corner that points inwards it is the wall's own line (`own`). next: direction
 * of the other wall of the corner, away from it. seen: obliquely, so that only that corner counts. */
static ray ray_of(watcher *w, point corner, int32_t convex, point own, point next, double side, int32_t seen)
{
    ray r = {corner, own, UNIT_E, 0};
    if (!convex)
        return r;
    r.way = tangent(corner, w->radius, side);
    r.turn = turn_of(w, corner);
    if (!seen && positive(w, side * cross(r.way, next), NEARLY + 4.0 * r.turn)) {
        r.way = next;
        r.turn = UNIT_E;
        r.foreign = 1;
    }
    return r;
}

/* Distance of the velocity from a ray, and how far along; far where it is behind its beginning. */
static double from_ray(watcher *w, const ray *r, double *along)
{
    const point rest = minus(w->v, times(1.0 / w->tau, r->from));
    *along = dot(rest, r->way);
    return positive(w, *along, NEARLY * (size(rest) + w->reach)) ? fabs(cross(r->way, rest)) : 1e300;
}

/* Around an end of the wall. */
static int around(watcher *w, point corner, model_line *line)
{
    const point rest = minus(w->v, times(1.0 / w->tau, corner));
    const double away = size(rest), off = UNIT_E * (size(w->v) + size(corner) / w->tau);
    if (away <= 100.0 * off)
        w->unsure = 1;
    put_line(w, times(1.0 / larger(away, 1e-300), rest), off / larger(away, 1e-300), corner, line);
    return 1;
}

/* The half-plane where the skeleton is nearest. before, behind: only the first or the second end is seen.
 * Returns 0 where that is another wall's. */
static int nearest_piece(watcher *w, const sight *s, int before, int behind, model_line *line)
{
    const model_wall *wall = s->wall;
    const point p = behind ? s->b : s->a, q = before ? s->a : s->b, back = times(-1.0, s->from);
    const ray left = ray_of(w, p, behind ? wall->convex2 : wall->convex1, times(-1.0, behind ? s->to : s->u),
                            behind ? times(-1.0, s->u) : back, 1.0, behind);
    const ray right =
        ray_of(w, q, before ? wall->convex1 : wall->convex2, s->u, before ? s->u : s->to, -1.0, before);
    double on_left, on_right, front = 1e300, at = 0.5;
    const double by_left = from_ray(w, &left, &on_left), by_right = from_ray(w, &right, &on_right);
    if ((before && !wall->convex1) || (behind && !wall->convex2))
        return 0;
    if (!before && !behind) {
        const point rest = minus(w->v, times(1.0 / w->tau, s->a)), e = times(1.0 / w->tau, minus(s->b, s->a));
        at = dot(rest, e) / dot(e, e);
        if (fabs(at) <= NEARLY * (1.0 + size(rest) / size(e)) ||
            fabs(at - 1.0) <= NEARLY * (1.0 + size(rest) / size(e)))
            w->unsure = 1;
        if (at >= 0.0 && at <= 1.0)
            front = fabs(cross(s->u, rest));
    }
    if (on_left < 0.0 && (at < 0.0 || ((before || behind) && on_right < 0.0)))
        return around(w, p, line);
    if (at > 1.0 && on_right < 0.0)
        return around(w, q, line);
    const double least = smaller(front, smaller(by_left, by_right));
    const double second = front == least     ? smaller(by_left, by_right)
                          : by_left == least ? smaller(front, by_right)
                                             : smaller(front, by_left);
    if (second - least <= NEARLY * (second + w->reach))
        w->unsure = 1;
    if (front == least) {
        put_line(w, (point){s->u.y, -s->u.x}, 0.0, s->a, line);
        return 1;
    }
    const ray *r = by_left == least ? &left : &right;
    const double side = r == &left ? 1.0 : -1.0;
    put_line(w, (point){-side * r->way.y, side * r->way.x}, r->turn, r->from, line);
    return !r->foreign;
}

/* Returns 0 where the wall has none. */
static int line_of(watcher *w, const sight *s, model_line *line)
{
    const double along = -dot(s->a, s->u), beside = fabs(cross(s->u, s->a)), length = s->wall->length;
    const double off = NEARLY * (w->radius + size(s->a));
    const int oblique = !positive(w, beside - w->radius, off); /* its line meets the body */
    if (oblique)
        (void)(positive(w, along, off) + positive(w, along - length, off));
    if (!positive(w, s->distance - w->radius, off))
        return touching(w, s, along, line);
    return nearest_piece(w, s, oblique && along < 0.0, oblique && along > length, line);
}

/* ---------------------------------------------------------------- which walls count ----------------- */

/* How much farther in than the discs of a wall a half-plane forbids, at a place beside the agent. */
static double depth(const watcher *w, const model_line *line, point p)
{
    return line->c - (line->nx * p.x + line->ny * p.y + w->radius) / w->tau;
}

static int deep(watcher *w, const model_line *line, point p)
{
    return positive(w, depth(w, line, p) - COVERED,
                    line->off - SOLVER_OFF * w->reach + UNIT_E * size(p) / w->tau);
}

/* Whether the other wall of a corner leaves its ray there to this wall. other, own: directions towards the
 * corner and away from it. */
static int relied_on(watcher *w, point corner, point other, point own, double side)
{
    if (!positive(w, side * cross(other, corner), NEARLY * size(corner)))
        return 0;
    return !positive(w, side * cross(tangent(corner, w->radius, -side), own),
                     NEARLY + 4.0 * turn_of(w, corner));
}

/* Whether earlier half-planes forbid all that a wall does: both its ends; and, where another wall relies on
 * it, the far ends of its neighbours. */
static int is_covered(watcher *w, const model_walls *all, const sight *s, const model_line *lines,
                      int32_t count)
{
    const point before = minus(s->a, times(all->list[s->wall->previous].length, s->from));
    const point behind = {s->b.x + all->list[s->wall->next].length * s->to.x,
                          s->b.y + all->list[s->wall->next].length * s->to.y};
    int covered = 0, beyond = 0;
    for (int32_t i = 0; i < count; i++)
        if (deep(w, &lines[i], s->a) && deep(w, &lines[i], s->b)) {
            covered = 1;
            beyond |= deep(w, &lines[i], before) && deep(w, &lines[i], behind);
        }
    if (!covered || beyond)
        return covered;
    return !(s->wall->convex1 && relied_on(w, s->a, s->from, s->u, 1.0)) &&
           !(s->wall->convex2 && relied_on(w, s->b, times(-1.0, s->to), times(-1.0, s->u), -1.0));
}

/* Half-planes in this order, of MODEL_HARD walls at most. Returns the ranks of those that have one, as
 * bits. */
static uint32_t lines_of(watcher *w, const model_walls *all, const sight *near, int32_t count,
                         model_line *lines, int32_t *made)
{
    uint32_t which = 0;
    *made = 0;
    for (int32_t i = 0; i < count; i++) {
        model_line line;
        if (!is_covered(w, all, &near[i], lines, *made) && line_of(w, &near[i], &line)) {
            lines[(*made)++] = line;
            which |= 1u << near[i].rank;
        }
    }
    return which;
}

static int by_distance(const void *a, const void *b)
{
    const double p = ((const sight *)a)->distance, q = ((const sight *)b)->distance;
    return (p > q) - (p < q);
}

/* Two that are nearly as near may come in either order; that has to make no difference. */
static void try_orders(watcher *w, const model_walls *all, sight *near, int32_t count, uint32_t which)
{
    for (int32_t i = 0; i + 1 < count; i++) {
        model_line lines[MODEL_HARD];
        int32_t made;
        if (near[i + 1].distance - near[i].distance > NEARLY * near[i + 1].distance)
            continue;
        if (i + 2 < count && near[i + 2].distance - near[i].distance <= NEARLY * near[i + 2].distance)
            w->unsure = 1;
        const sight kept = near[i];
        near[i] = near[i + 1];
        near[i + 1] = kept;
        if (lines_of(w, all, near, count, lines, &made) != which)
            w->unsure = 1;
        near[i + 1] = near[i];
        near[i] = kept;
    }
}

/* Which of MODEL_HARD equal sectors a direction is in; what is exactly along an axis counts as beyond it. */
static int32_t sector_of(watcher *w, const model_line *line)
{
    const double off = NEARLY + line->off / w->reach, x = fabs(line->nx), y = fabs(line->ny);
    const double sector = 2.0 * acos(-1.0) / MODEL_HARD, angle = atan2(smaller(x, y), larger(x, y));
    const double nearest = floor(angle / sector + 0.5) * sector;
    if (fabs(angle - nearest) <= off && (nearest > 0.0 || smaller(x, y) != 0.0))
        w->unsure = 1;
    return (int32_t)(angle / sector) + (y > x ? 4 : 0) + (line->nx < 0.0 ? 8 : 0) + (line->ny < 0.0 ? 16 : 0);
}

/* Of more walls than that, in each sector the half-plane that permits least. */
static void lines_by_sector(watcher *w, const sight *near, int32_t count, model_line *lines, int32_t *made)
{
    model_line least[MODEL_HARD] = {{0}};
    for (int32_t i = 0; i < count; i++) {
        model_line line;
        if (!line_of(w, &near[i], &line))
            continue;
        model_line *kept = &least[sector_of(w, &line)];
        if (kept->off > 0.0 && fabs(kept->c - line.c) <= kept->off + line.off &&
            fabs(kept->nx - line.nx) + fabs(kept->ny - line.ny) > NEARLY)
            w->unsure = 1;
        if (kept->off == 0.0 || line.c > kept->c)
            *kept = line;
    }
    *made = 0;
    for (int32_t i = 0; i < MODEL_HARD; i++)
        if (least[i].off > 0.0)
            lines[(*made)++] = least[i];
}

/* The walls within reach on whose outer side the agent is, nearest first. */
static int32_t walls_in_reach(watcher *w, const model_walls *all, const model_agent *a, sight *near,
                              double *clearance)
{
    const double far = w->tau * (double)a->def.max_speed + w->radius;
    const double off = NEARLY * (far + fabs(a->x) + fabs(a->y));
    int32_t count = 0;
    *clearance = 1e300;
    for (int32_t i = 0; i < all->count; i++) {
        const sight s = look_at(all, i, a->x, a->y);
        *clearance = smaller(*clearance, s.distance);
        if (s.distance <= far + off && positive(w, far - s.distance, off) &&
            positive(w, cross(s.u, s.a), off))
            near[count++] = s;
    }
    qsort(near, (size_t)count, sizeof *near, by_distance);
    for (int32_t i = 0; i < count; i++)
        near[i].rank = i;
    return count;
}

void model_avoid_walls(const model_walls *all, double dt, const model_agent *a, model_step *step)
{
    const double tau = larger((double)a->def.time_horizon_obst, dt), speed = length_of(a->vx, a->vy);
    watcher w = {{a->vx, a->vy}, (double)a->def.radius, tau, larger(step->radius, speed), 0};
    sight *near = must_allocate(((size_t)all->count + 1) * sizeof *near);
    model_line *lines = step->lines + step->count;
    const int32_t count = walls_in_reach(&w, all, a, near, &step->clearance);
    step->by_sector = count > MODEL_HARD;
    if (step->by_sector)
        lines_by_sector(&w, near, count, lines, &step->hard);
    else
        try_orders(&w, all, near, count, lines_of(&w, all, near, count, lines, &step->hard));
    step->unsure |= w.unsure;
    free(near);
}
