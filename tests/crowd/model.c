#include "tests/crowd/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- yes, no, and rounding decides ----- */

typedef enum answer { NO, YES, UNSURE } answer;

static answer both(answer a, answer b)
{
    return a == NO || b == NO ? NO : a == YES && b == YES ? YES : UNSURE;
}
static answer either(answer a, answer b)
{
    return a == YES || b == YES ? YES : a == NO && b == NO ? NO : UNSURE;
}

/* Is a at most b? What is exactly equal here is taken to be exact in floats too: scenes on a lattice. */
static answer at_most(double a, double b)
{
    if (a != b && fabs(a - b) <= 1e-6 * larger(fabs(a), fabs(b)))
        return UNSURE;
    return a <= b ? YES : NO;
}
static answer below(double a, double b)
{
    const answer other = at_most(b, a);
    return other == UNSURE ? UNSURE : other == YES ? NO : YES;
}

/* ---------------------------------------------------------------- before the step ------------------- */

static float vision_of(const crowd_scene *s, const throng_agent_def *d, const crowd_seen *seen, int32_t fresh)
{
    const float least = d->vision_range_min < 0.0f ? d->vision_range * (4.0f / 15.0f)
                                                   : fminf(d->vision_range_min, d->vision_range);
    if (d->navigation == THRONG_NAVIGATE_GUEST ||
        !(s->perception & (THRONG_VISION | THRONG_HEARING | THRONG_TOUCH)))
        return seen->vision; /* the host's */
    if (!(s->perception & THRONG_ADAPTIVE) || fresh || seen->perceived == 0)
        return d->vision_range;
    if (seen->perceived <= d->capacity)
        return (seen->vision + d->vision_range) / 2.0f;
    return fmaxf(seen->vision / 2.0f, least);
}

int model_turns(const model_crowd *m) { return (m->scene->mixed & CROWD_TURNS) != 0; }

model_crowd *model_begin(const test_crowd *t)
{
    model_crowd *m = must_allocate(sizeof *m);
    m->scene = t->scene;
    m->dt = (double)t->dt;
    m->count = t->count;
    m->agents = must_allocate(((size_t)t->count + 1) * sizeof *m->agents);
    for (int32_t i = 0; i < t->count; i++) {
        const int32_t index = t->agents[i].index;
        const crowd_seen *seen = &t->seen[i];
        model_agent *a = &m->agents[i];
        a->def = t->defs[index];
        a->id = seen->id;
        a->x = (double)seen->x;
        a->y = (double)seen->y;
        a->vx = a->def.locked ? 0.0 : (double)seen->vx;
        a->vy = a->def.locked ? 0.0 : (double)seen->vy;
        a->fresh = t->fresh[index];
        a->guest = a->def.navigation == THRONG_NAVIGATE_GUEST;
        a->arrived = !a->guest && (seen->flags & THRONG_FLAG_ARRIVED) != 0;
        a->vision = vision_of(t->scene, &a->def, seen, a->fresh);
        const double speed = model_turns(m) || a->guest ? 0.0 : length_of(a->vx, a->vy);
        a->heading_x = speed > 1e-15 ? a->vx / speed : (double)seen->heading_x;
        a->heading_y = speed > 1e-15 ? a->vy / speed : (double)seen->heading_y;
    }
    return m;
}

void model_end(model_crowd *m)
{
    free(m->agents);
    free(m);
}

/* ---------------------------------------------------------------- perception ------------------------ */

/* Two agents, seen from the first. */
typedef struct pair {
    const model_crowd *m;
    const model_agent *a, *b;
    double dx, dy, square;
} pair;

static pair pair_of(const model_crowd *m, const model_agent *a, const model_agent *b)
{
    const double dx = b->x - a->x, dy = b->y - a->y;
    return (pair){m, a, b, dx, dy, dx * dx + dy * dy};
}

static answer in_range(const pair *p, double range) { return at_most(p->square, range * range); }

static answer sees(const pair *p)
{
    const throng_perception on = p->m->scene->perception;
    if (!(on & THRONG_VISION))
        return NO;
    const answer near = in_range(p, (double)p->a->vision);
    if (p->a->def.vision_angle >= 360.0f || p->square == 0.0 || near == NO)
        return near;
    const double pi = acos(-1.0), half = (double)p->a->def.vision_angle / 360.0 * pi;
    const double away = sqrt(p->square);
    const double ahead = (p->a->heading_x * p->dx + p->a->heading_y * p->dy) / away;
    const double angle = acos(fmin(fmax(ahead, -1.0), 1.0));
    const answer inside = fabs(ahead - cos(half)) < 2e-6 ? UNSURE : angle <= half ? YES : NO;
    return both(near, inside);
}

static answer hears(const pair *p)
{
    if (!(p->m->scene->perception & THRONG_HEARING))
        return NO;
    return both(in_range(p, (double)p->a->def.hearing_range),
                in_range(p, (double)p->b->def.sound_range + (double)p->a->def.radius));
}

static answer touches(const pair *p)
{
    const double bodies = (double)p->a->def.radius + (double)p->b->def.radius;
    const throng_perception on = p->m->scene->perception;
    if (model_turns(p->m))
        return on & (THRONG_VISION | THRONG_TOUCH) ? in_range(p, 1.25 * bodies) : NO;
    return on & THRONG_TOUCH ? in_range(p, bodies) : NO;
}

static int by_gaps(const model_crowd *m) { return (m->scene->mixed & CROWD_GAPS) != 0; }

/* Without senses: whoever is near enough. */
static answer is_near(const pair *p)
{
    const double apart = fabs((double)p->b->def.radius - (double)p->a->def.radius);
    const double far = (double)p->a->def.neighbor_dist + (by_gaps(p->m) ? apart : 0.0);
    return below(p->square, far * far);
}

static int has_senses(const model_crowd *m)
{
    return (m->scene->perception & (THRONG_VISION | THRONG_HEARING | THRONG_TOUCH)) != 0;
}

/* What one makes of the other. */
typedef struct view {
    answer sees, hears, touches;
} view;

static view view_of(const pair *p)
{
    view v = {NO, NO, NO};
    if (!(p->a->def.mask & p->b->def.layer))
        return v;
    v.sees = has_senses(p->m) ? sees(p) : is_near(p);
    v.hears = hears(p);
    v.touches = touches(p);
    return v;
}

static answer perceives(const view *v) { return either(v->sees, either(v->hears, v->touches)); }

/* The table of shares; *other: of B. */
static double table(const model_crowd *m, const view *a, const view *b, double *other)
{
    *other = 0.5;
    if (perceives(a) == NO)
        return *other = 0.0;
    if (!(m->scene->perception & THRONG_RESPONSIBILITY) || a->touches == YES)
        return 0.5;
    double mine = 0.0;
    if (a->sees == YES)
        mine = b->sees == YES ? 0.5 : b->hears == YES ? 0.7 : 1.0;
    else if (b->sees == YES)
        mine = 0.3;
    *other = mine > 0.0 ? 1.0 - mine : 0.0;
    return mine;
}

/* A's share of avoiding B, and whether it perceives it. */
static double share_of(const pair *p, int32_t *perceived, int32_t *unsure)
{
    const pair back = pair_of(p->m, p->b, p->a);
    const int table_matters = (p->m->scene->perception & THRONG_RESPONSIBILITY) != 0;
    const view nothing = {NO, NO, NO}, a = view_of(p), b = table_matters ? view_of(&back) : nothing;
    double other, mine = table(p->m, &a, &b, &other);
    const double w_a = p->a->def.locked ? 0.0 : (double)p->a->def.responsibility;
    const double w_b = p->b->def.locked ? 0.0 : (double)p->b->def.responsibility;
    *perceived = perceives(&a) == YES;
    *unsure |= perceives(&a) == UNSURE;
    if (table_matters && perceives(&a) != NO)
        *unsure |= a.sees == UNSURE || a.touches == UNSURE || b.sees == UNSURE || b.hears == UNSURE;
    if (p->a->def.priority > p->b->def.priority)
        mine = 0.0, other = 1.0;
    else if (p->a->def.priority < p->b->def.priority && *perceived)
        mine = 1.0, other = 0.0;
    const double sum = mine * w_a + other * w_b;
    return sum > 0.0 ? mine * w_a / sum : 0.0;
}

/* ---------------------------------------------------------------- half-planes ----------------------- */

/* RVO2's form: a point on the line, and a direction that has the permitted side on its left. */
static void put_line(model_line *line, const double point[2], double direction_x, double direction_y)
{
    line->nx = -direction_y;
    line->ny = direction_x;
    line->c = line->nx * point[0] + line->ny * point[1];
}

/* Half-planes: n is off by an angle `turn`, u by `off_u`. Neither the own velocity nor one in the disc is
 * longer than `reach`. */
static void put_off(model_line *line, double turn, double off_u, double reach, double u)
{
    line->off = 2.0 * turn * reach + off_u + UNIT_E * (reach + u);
}

/* Returns 1 where rounding decides about the line. */
static int avoid(const pair *p, double share, double max_speed, model_line *line)
{
    const double rvx = p->a->vx - p->b->vx, rvy = p->a->vy - p->b->vy, distance = sqrt(p->square);
    const double r = (double)p->a->def.radius + (double)p->b->def.radius;
    const double reach = fmax(max_speed, length_of(p->a->vx, p->a->vy)), relative = length_of(rvx, rvy);
    const answer overlap = at_most(p->square, r * r);
    const double inverse = 1.0 / (overlap == YES ? p->m->dt : (double)p->a->def.time_horizon);
    const double wx = rvx - inverse * p->dx, wy = rvy - inverse * p->dy, w = length_of(wx, wy);
    const double off_w = UNIT_E * (relative + inverse * distance);
    const double dot = wx * p->dx + wy * p->dy, det = p->dx * wy - p->dy * wx;
    double ux, uy, direction_x, direction_y;
    if (overlap == UNSURE)
        return 1;
    if (overlap == YES || (dot < 0.0 && dot * dot > r * r * w * w)) {
        if (w <= 100.0 * off_w)
            return 1;
        const double unit_x = wx / w, unit_y = wy / w, u = r * inverse - w;
        direction_x = unit_y;
        direction_y = -unit_x;
        ux = u * unit_x;
        uy = u * unit_y;
        put_off(line, off_w / w + UNIT_E, share * (off_w + UNIT_E * (r * inverse + w)), reach, fabs(u));
    } else {
        const double leg = sqrt(p->square - r * r);
        const double turn = UNIT_E * (1.0 + distance / leg), straight = fabs(det) / (w * distance);
        const int aligned = (p->dx == 0.0 && rvx == 0.0) || (p->dy == 0.0 && rvy == 0.0);
        if (!aligned && straight <= 1e-5 + 100.0 * off_w / w)
            return 1;
        if (det > 0.0) {
            direction_x = (p->dx * leg - p->dy * r) / p->square;
            direction_y = (p->dx * r + p->dy * leg) / p->square;
        } else {
            direction_x = -(p->dx * leg + p->dy * r) / p->square;
            direction_y = -(-p->dx * r + p->dy * leg) / p->square;
        }
        const double along = rvx * direction_x + rvy * direction_y;
        ux = along * direction_x - rvx;
        uy = along * direction_y - rvy;
        put_off(line, turn, share * relative * (turn + UNIT_E), reach, length_of(ux, uy));
    }
    const double point[2] = {p->a->vx + share * ux, p->a->vy + share * uy};
    put_line(line, point, direction_x, direction_y);
    return 0;
}

/* ---------------------------------------------------------------- neighbours ------------------------ */

typedef struct candidate {
    double rank, square, share; /* rank: the square, or the distance less the other's radius */
    const model_agent *b;
} candidate;

static int by_rank(const void *a, const void *b)
{
    const candidate *p = a, *q = b;
    if (p->rank != q->rank)
        return p->rank < q->rank ? -1 : 1;
    if (p->square != q->square)
        return p->square < q->square ? -1 : 1;
    return (p->b->id > q->b->id) - (p->b->id < q->b->id);
}

static candidate candidate_of(const pair *p, double share)
{
    const double gap = sqrt(p->square) - (double)p->b->def.radius;
    return (candidate){by_gaps(p->m) ? gap : p->square, p->square, share, p->b};
}

/* Whether rounding decides which of two is nearer. A gap in floats is off by a unit in the last place of the
 * distance and of itself. Lattices have the same gaps here and there: equal ones are exact. */
static int nearly_alike(const model_crowd *m, const candidate *a, const candidate *b)
{
    if (!by_gaps(m))
        return at_most(b->rank, a->rank) == UNSURE;
    const double off = 2e-6 * (sqrt(fmax(a->square, b->square)) + fabs(a->rank) + fabs(b->rank));
    return a->rank == b->rank ? at_most(b->square, a->square) == UNSURE : fabs(a->rank - b->rank) <= off;
}

/* Half-planes for the nearest of those with a share. */
static void avoid_nearest(const model_crowd *m, const model_agent *a, candidate *all, int32_t count,
                          model_step *step)
{
    const int32_t most = a->def.max_neighbors;
    qsort(all, (size_t)count, sizeof *all, by_rank);
    if (count > most && most > 0)
        step->unsure |= nearly_alike(m, &all[most - 1], &all[most]);
    step->count = count < most ? count : most;
    for (int32_t i = 0; i < step->count; i++) {
        const pair p = pair_of(m, a, all[i].b);
        if (avoid(&p, all[i].share, step->radius, &step->lines[i]))
            step->unsure = 1;
        step->lines[i].off += SOLVER_OFF * step->radius;
    }
}

static void wish_of(const model_crowd *m, const model_agent *a, model_step *step)
{
    const throng_agent_def *d = &a->def;
    double x = (double)d->target_x, y = (double)d->target_y;
    if (d->navigation == THRONG_NAVIGATE_GOAL) {
        const double dx = x - a->x, dy = y - a->y, distance = length_of(dx, dy);
        const double preferred = (double)(d->pref_speed < 0.0f ? d->max_speed : d->pref_speed);
        const double speed = fmin(preferred, distance / m->dt);
        x = distance > 0.0 ? dx / distance * speed : 0.0;
        y = distance > 0.0 ? dy / distance * speed : 0.0;
    }
    step->wish_x = x;
    step->wish_y = y;
    if (!m->scene->congestion || a->fresh || d->locked)
        return;
    const double dead = d->dead_speed < 0.0f ? 0.1 * (double)d->max_speed : (double)d->dead_speed;
    const answer turned =
        both(below(a->vx * a->vx + a->vy * a->vy, dead * dead), at_most(dead * dead, x * x + y * y));
    step->turned = turned == UNSURE ? -1 : turned == YES;
}

/* ---------------------------------------------------------------- settling -------------------------- */

static double to_goal(const model_agent *a)
{
    return length_of((double)a->def.target_x - a->x, (double)a->def.target_y - a->y);
}

/* Whether B stands between A and the goal that they share. */
static answer holds_up(const model_agent *a, const model_agent *b)
{
    const double reach = (a->arrived ? 2.0 : 1.5) * ((double)a->def.radius + (double)b->def.radius);
    if (!b->arrived || b->def.navigation != THRONG_NAVIGATE_GOAL || a->def.target_x != b->def.target_x ||
        a->def.target_y != b->def.target_y)
        return NO;
    return both(at_most(length_of(b->x - a->x, b->y - a->y), reach), below(to_goal(b), to_goal(a)));
}

static answer may_settle(const model_crowd *m, const model_agent *a)
{
    const throng_agent_def *d = &a->def;
    const double far = to_goal(a),
                 wanted = fmin((double)(d->pref_speed < 0.0f ? d->max_speed : d->pref_speed),
                               (double)d->max_speed);
    double most = 0.0;
    for (int32_t i = 0; i < m->count; i++)
        most = fmax(most, (double)m->agents[i].def.radius);
    if (d->navigation != THRONG_NAVIGATE_GOAL || d->locked || a->fresh)
        return NO;
    const double headway = a->vx * ((double)d->target_x - a->x) + a->vy * ((double)d->target_y - a->y);
    const double off = 1e-6 * far * (length_of(a->vx, a->vy) + wanted), limit = 0.2 * wanted * far;
    const answer slow = fabs(headway - limit) <= off && headway != limit ? UNSURE
                        : headway < limit                                ? YES
                                                                         : NO;
    return both(both(below((double)d->radius, far), at_most(far, 2.0 * most * sqrt((double)m->count))), slow);
}

/* Who settles wishes to stand. */
static void settle(const model_crowd *m, const model_agent *a, const candidate *nearest, model_step *step)
{
    answer held = NO;
    if (!(m->scene->mixed & CROWD_ONE_GOAL))
        return;
    for (int32_t i = 0; i < step->count; i++)
        held = either(held, holds_up(a, nearest[i].b));
    held = both(held, may_settle(m, a));
    step->held = held == UNSURE ? -1 : held == YES;
    if (held != YES)
        return;
    step->wish_x = step->wish_y = 0.0;
    step->turned = 0; /* dead_speed is above 0 in these scenes */
}

void model_look(const model_crowd *m, int32_t agent, model_step *step)
{
    const model_agent *a = &m->agents[agent];
    candidate *all = must_allocate(((size_t)m->count + 1) * sizeof *all);
    int32_t count = 0;
    memset(step, 0, sizeof *step);
    step->radius = (double)a->def.max_speed;
    wish_of(m, a, step);
    for (int32_t i = 0; i < m->count && !a->def.locked; i++) {
        int32_t perceived;
        if (i == agent)
            continue;
        const pair p = pair_of(m, a, &m->agents[i]);
        const double share = share_of(&p, &perceived, &step->unsure);
        step->perceived += perceived;
        if (perceived && share > 0.0)
            all[count++] = candidate_of(&p, share);
    }
    avoid_nearest(m, a, all, count, step);
    settle(m, a, all, step);
    if (!has_senses(m))
        step->perceived = step->count;
    if (m->walls && !a->def.locked) {
        model_avoid_moving(m, a, step);
        model_avoid_walls(m->walls, m->dt, a, step);
    }
    free(all);
}
