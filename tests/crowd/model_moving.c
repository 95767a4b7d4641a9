/* Moving obstacles of the model. The velocity obstacle of a convex polygon C, seen from the agent, and a disc
 * of radius r is V = { q / t : q in C + disc, 0 < t <= tau }. In a direction n it reaches as far as
 * S(n) / tau, where S(n) is the largest q . n, unless that is above 0: then t may be as small as one likes,
 * and it has no end. So the half-plane that touches V where it is nearest to a velocity w has the n of
 * S(n) <= 0 that makes w . n - S(n) / tau largest; there a corner, an edge or a tangent from the agent
 * decides. */
#include "tests/crowd/model.h"

#include <math.h>

/* A side of V, and how far beyond it w is. line.off: the angle that it may be off. */
typedef struct normal {
    double value;
    model_line line;
} normal;

typedef struct seen_hull {
    const model_hull *hull;
    double corners[MODEL_CORNERS][2]; /* from the agent */
    double near[2], distance;         /* the nearest point */
    double speed[2];                  /* of that point */
    double w[2], radius, tau;         /* w: relative to it */
    int32_t unsure, count;
    normal normals[4 * MODEL_CORNERS];
} seen_hull;

void model_find_moving(const walled_session *e, model_crowd *m)
{
    m->hull_count = e->driving;
    for (int32_t i = 0; i < e->driving; i++) {
        const throng_obstacle_motion *at = &e->motions[i];
        model_hull *h = &m->hulls[i];
        const double size = length_of((double)at->heading_x, (double)at->heading_y);
        const double hx = (double)at->heading_x / size, hy = (double)at->heading_y / size;
        double reach = 0.0;
        h->x = at->x;
        h->y = at->y;
        h->vx = (double)at->vx;
        h->vy = (double)at->vy;
        h->turn = (double)at->turn;
        for (int32_t k = 0; k < MODEL_CORNERS; k++) {
            const double x = (double)e->block[k].x, y = (double)e->block[k].y;
            h->corners[k][0] = at->x + x * hx - y * hy;
            h->corners[k][1] = at->y + x * hy + y * hx;
            reach = larger(reach, length_of(x, y));
        }
        h->size = 2.0 * reach;
        h->speed = length_of(h->vx, h->vy) + fabs(h->turn) * reach;
    }
}

static double support(const seen_hull *s, double nx, double ny)
{
    double most = -1e300;
    for (int32_t i = 0; i < MODEL_CORNERS; i++)
        most = larger(most, s->corners[i][0] * nx + s->corners[i][1] * ny);
    return most + s->radius;
}

/* A normal of any length, off by an angle `turn`, if V has an end there. */
static void add_normal(seen_hull *s, double nx, double ny, double turn)
{
    const double size = length_of(nx, ny), x = nx / size, y = ny / size;
    if (!(size > 0.0))
        return;
    const double most = support(s, x, y);
    if (most > (turn + UNIT_E) * (s->distance + s->hull->size + s->radius))
        return;
    const double value = s->w[0] * x + s->w[1] * y - most / s->tau;
    s->normals[s->count++] = (normal){value, {x, y, most / s->tau, turn}};
}

/* All normals that may be the best: from a corner to w, of an edge, of a tangent. */
static void add_normals(seen_hull *s)
{
    for (int32_t i = 0; i < MODEL_CORNERS; i++) {
        const double *a = s->corners[i], *b = s->corners[(i + 1) % MODEL_CORNERS];
        const double x = s->w[0] - a[0] / s->tau, y = s->w[1] - a[1] / s->tau, away = length_of(a[0], a[1]);
        const double off = UNIT_E * (length_of(s->w[0], s->w[1]) + away / s->tau);
        const double leg = sqrt(larger(away * away - s->radius * s->radius, 1e-300));
        if (length_of(x, y) > 100.0 * off)
            add_normal(s, x, y, off / length_of(x, y));
        add_normal(s, b[1] - a[1], a[0] - b[0], UNIT_E);
        for (int side = -1; side <= 1; side += 2) /* n . a = -radius */
            add_normal(s, -a[0] * s->radius - side * a[1] * leg, -a[1] * s->radius + side * a[0] * leg,
                       UNIT_E * (1.0 + away / leg));
    }
}

/* The best one, relative to the obstacle. */
static model_line best_line(seen_hull *s)
{
    const double far = length_of(s->w[0], s->w[1]) + (s->distance + s->hull->size) / s->tau;
    const normal *best = &s->normals[0];
    add_normals(s);
    for (int32_t i = 1; i < s->count; i++)
        if (s->normals[i].value > best->value)
            best = &s->normals[i];
    model_line line = best->line;
    for (int32_t i = 0; i < s->count; i++) {
        const normal *other = &s->normals[i];
        if (best->value - other->value > NEARLY * far)
            continue;
        if (fabs(best->line.nx - other->line.nx) + fabs(best->line.ny - other->line.ny) > 100.0 * NEARLY)
            s->unsure = 1;
        line.off = larger(line.off, other->line.off);
    }
    return line;
}

static void find_nearest(seen_hull *s)
{
    int outside = 0;
    s->distance = 1e300;
    for (int32_t i = 0; i < MODEL_CORNERS; i++) {
        const double *a = s->corners[i], *b = s->corners[(i + 1) % MODEL_CORNERS];
        const double ex = b[0] - a[0], ey = b[1] - a[1], square = ex * ex + ey * ey;
        const double t = smaller(larger(-(a[0] * ex + a[1] * ey) / square, 0.0), 1.0);
        const double x = a[0] + t * ex, y = a[1] + t * ey;
        outside |= ex * a[1] - ey * a[0] > 0.0;
        if (length_of(x, y) < s->distance) {
            s->distance = length_of(x, y);
            s->near[0] = x;
            s->near[1] = y;
        }
    }
    s->unsure |= !outside;
}

/* Seen from an agent. Returns 0 where it is too far away to count. */
static int look_at(const model_crowd *m, const model_hull *h, const model_agent *a, seen_hull *s)
{
    *s = (seen_hull){.hull = h, .radius = (double)a->def.radius};
    s->tau = larger((double)a->def.time_horizon_obst, m->dt);
    for (int32_t k = 0; k < MODEL_CORNERS; k++) {
        s->corners[k][0] = h->corners[k][0] - a->x;
        s->corners[k][1] = h->corners[k][1] - a->y;
    }
    find_nearest(s);
    const double far = s->radius + ((double)a->def.max_speed + h->speed) * s->tau;
    if (fabs(s->distance - far) <= 10.0 * NEARLY * (far + s->distance))
        s->unsure = 1;
    s->speed[0] = h->vx - h->turn * (a->y + s->near[1] - h->y);
    s->speed[1] = h->vy + h->turn * (a->x + s->near[0] - h->x);
    s->w[0] = a->vx - s->speed[0];
    s->w[1] = a->vy - s->speed[1];
    return s->distance < far;
}

/* Puts a line among the first `count`, those of which are violated most by the agent's velocity. */
static int32_t keep(const model_line *line, const model_agent *a, model_line *lines, int32_t count,
                    int32_t *unsure)
{
    int32_t least = count;
    double by = line->c - line->nx * a->vx - line->ny * a->vy;
    if (count < MODEL_HEEDED) {
        lines[count] = *line;
        return count + 1;
    }
    for (int32_t i = 0; i < MODEL_HEEDED; i++) {
        const double other = lines[i].c - lines[i].nx * a->vx - lines[i].ny * a->vy;
        if (fabs(other - by) <= lines[i].off + line->off)
            *unsure = 1;
        if (other < by) {
            by = other;
            least = i;
        }
    }
    if (least < MODEL_HEEDED)
        lines[least] = *line;
    return count;
}

void model_avoid_moving(const model_crowd *m, const model_agent *a, model_step *step)
{
    const double reach = larger(step->radius, length_of(a->vx, a->vy));
    model_line *lines = step->lines + step->count;
    int32_t count = 0;
    step->pushed = 1e300;
    for (int32_t i = 0; i < m->hull_count; i++) {
        seen_hull s;
        const int counts = look_at(m, &m->hulls[i], a, &s);
        step->pushed = smaller(step->pushed, s.distance - m->hulls[i].speed * m->dt);
        if (counts && s.distance > s.radius) {
            model_line line = best_line(&s);
            const double far =
                (s.distance + s.hull->size + s.radius) / s.tau + length_of(s.speed[0], s.speed[1]);
            line.off = (line.off + UNIT_E) * (reach + far) + SOLVER_OFF * step->radius;
            line.c += line.nx * s.speed[0] + line.ny * s.speed[1];
            count = keep(&line, a, lines, count, &s.unsure);
        }
        step->unsure |= s.unsure;
    }
    step->heeded = count;
    step->count += count;
}
