/* Moving obstacles: half-planes against an oracle, and that nobody is run over. */
#include "tests/crowd/each_backend.h"
#include "tests/crowd/snapshot_form.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 640 };
#define PI 3.14159265358979

static throng_obstacle_motion motion_of(double x, double y, float vx, float vy)
{
    return (throng_obstacle_motion){.x = x, .y = y, .vx = vx, .vy = vy, .heading_x = 1.0f};
}

static throng_crowd *make(throng_context *context, const throng_crowd_def *def, int32_t count,
                          const throng_agent_def *defs, throng_agent *agents)
{
    throng_crowd_def d = *def;
    throng_crowd *crowd;
    d.agent_capacity = count;
    MUST(context, throng_crowd_create(context, &d, &crowd));
    MUST(context, throng_crowd_add(crowd, count, defs, 0, agents));
    return crowd;
}

/* Corners of a car of length 5 and width 2.5. */
static const throng_vertex car_corners[4] = {{-2.5f, -1.25f}, {2.5f, -1.25f}, {2.5f, 1.25f}, {-2.5f, 1.25f}};

/* A point, relative to the obstacle's own axes. */
static void into(const throng_obstacle_motion *m, double x, double y, double local[2])
{
    const double length = hypot((double)m->heading_x, (double)m->heading_y);
    const double c = (double)m->heading_x / length, s = (double)m->heading_y / length;
    local[0] = c * (x - m->x) + s * (y - m->y);
    local[1] = c * (y - m->y) - s * (x - m->x);
}

/* How deep a point is in the car; below 0: outside. */
static double depth_in_car(const throng_obstacle_motion *m, double x, double y)
{
    double local[2];
    into(m, x, y, local);
    return fmin(2.5 - fabs(local[0]), 1.25 - fabs(local[1]));
}

/* Where it is after dt. */
static throng_obstacle_motion later(const throng_obstacle_motion *m, double dt)
{
    throng_obstacle_motion next = *m;
    const double angle = (double)m->turn * dt, c = cos(angle), s = sin(angle);
    next.x += (double)m->vx * dt;
    next.y += (double)m->vy * dt;
    next.heading_x = (float)(c * (double)m->heading_x - s * (double)m->heading_y);
    next.heading_y = (float)(s * (double)m->heading_x + c * (double)m->heading_y);
    return next;
}

/* ---------------------------------------------------------------- half-planes ----------------------- */

/* Everything in doubles, relative to the agent. */
typedef struct obstacle_seen {
    double corners[16][2], w[2]; /* w: relative velocity */
    double radius, horizon;
    int32_t count;
} obstacle_seen;

/* The support function of the velocity obstacle, the set of c * t with c in the hull, enlarged by the radius,
 * and t above 1 / horizon; 1e30 where it has none. */
static double support(const obstacle_seen *o, double angle)
{
    double most = -1e30;
    for (int32_t i = 0; i < o->count; i++)
        most = fmax(most, cos(angle) * o->corners[i][0] + sin(angle) * o->corners[i][1]);
    most += o->radius;
    return most <= 0.0 ? most / o->horizon : 1e30;
}

static double above(const obstacle_seen *o, double angle)
{
    return cos(angle) * o->w[0] + sin(angle) * o->w[1] - support(o, angle);
}

/* The largest distance of the velocity from a plane that the obstacle lies behind: how far it is outside, or
 * less than 0 inside. */
static double outside_by(const obstacle_seen *o)
{
    enum { COARSE = 20000 };
    double best = -1e30, at = 0.0;
    for (int32_t i = 0; i < COARSE; i++) {
        const double angle = 2.0 * PI * i / COARSE, by = above(o, angle);
        if (by > best) {
            best = by;
            at = angle;
        }
    }
    double step = 2.0 * PI / COARSE;
    for (int32_t halvings = 0; halvings < 32; halvings++) {
        for (int32_t side = -1; side <= 1; side += 2) {
            const double by = above(o, at + side * step);
            if (by > best) {
                best = by;
                at += side * step;
            }
        }
        step *= 0.5;
    }
    return best;
}

/* away: the direction from its nearest point to the agent. */
static double hull_distance(const obstacle_seen *o, double away[2])
{
    double least = 1e30;
    for (int32_t i = 0; i < o->count; i++) {
        const double *a = o->corners[i], *b = o->corners[(i + 1) % o->count];
        const double ex = b[0] - a[0], ey = b[1] - a[1];
        const double t = fmin(fmax(-(a[0] * ex + a[1] * ey) / (ex * ex + ey * ey), 0.0), 1.0);
        const double x = a[0] + t * ex, y = a[1] + t * ey, far = hypot(x, y);
        if (far < least) {
            least = far;
            away[0] = -x / far;
            away[1] = -y / far;
        }
    }
    return least;
}

/* In contact: no nearer, or aside to the nearer end where that is faster than the agent can be. */
static void check_contact(const obstacle_seen *o, const double velocity[2], double max_speed,
                          const double away[2], const throng_half_plane *line)
{
    const double nx = (double)line->nx, ny = (double)line->ny, c = (double)line->c;
    const double follows = away[0] * velocity[0] + away[1] * velocity[1];
    double ahead = -1e30, behind = -1e30;
    for (int32_t i = 0; i < o->count; i++) {
        ahead = fmax(ahead, nx * o->corners[i][0] + ny * o->corners[i][1]);
        behind = fmax(behind, -(nx * o->corners[i][0] + ny * o->corners[i][1]));
    }
    if (fabs(follows - max_speed) < 1e-3)
        return;
    if (follows < max_speed) {
        cr_expect(hypot(nx - away[0], ny - away[1]) < 1e-3 && fabs(c - follows) < 1e-2, "c is %g, not %g", c,
                  follows);
        return;
    }
    cr_expect(fabs(nx * away[0] + ny * away[1]) < 1e-3 && fabs(c - 0.9 * max_speed) < 1e-4, "aside: c is %g",
              c);
    cr_expect(ahead <= behind + 1e-3, "aside by %g, not by %g", ahead, behind);
}

/* The half-plane is one that the velocity obstacle lies behind, and the velocity is as far from it as from
 * any: so the least change leads to it. */
static void check_line(const obstacle_seen *o, const double velocity[2], double max_speed,
                       const throng_half_plane *line)
{
    double away[2] = {0.0, 0.0};
    const double nx = (double)line->nx, ny = (double)line->ny, c = (double)line->c;
    const double speed = hypot(velocity[0], velocity[1]) + 1.0, angle = atan2(ny, nx);
    cr_expect(fabs(hypot(nx, ny) - 1.0) < 1e-5, "normal of length %g", hypot(nx, ny));
    if (hull_distance(o, away) <= o->radius) {
        check_contact(o, velocity, max_speed, away, line);
        return;
    }
    const double own = nx * (o->w[0] + velocity[0]) + ny * (o->w[1] + velocity[1]) - c;
    const double relative = c - (nx * velocity[0] + ny * velocity[1]), best = outside_by(o);
    double least = 1e30; /* a turn by as much as rounding may have made it is allowed */
    for (int32_t i = -20; i <= 20; i++)
        least = fmin(least, fabs(support(o, angle + 1e-6 * i) - relative));
    cr_expect(fabs(own - best) < 2e-5 * (speed + hypot(o->w[0], o->w[1])), "off by %g, not %g", own, best);
    cr_expect(least < 1e-3 * speed, "plane at %g, off by %g", relative, least);
}

static throng_half_plane only_line(throng_context *context, throng_crowd *crowd, throng_agent agent,
                                   int32_t *count)
{
    throng_half_plane line = {0};
    throng_crowd_view view = {.lines = &line, .line_capacity = 1};
    MUST(context, throng_crowd_inspect(crowd, agent, 0.1f, &view));
    *count = view.line_count;
    cr_expect(view.wall_count == 0 && view.avoided_count == 0);
    return line;
}

/* An agent and an obstacle, somewhere. */
typedef struct meeting {
    throng_agent agent;
    throng_agent_def def;
    throng_obstacle_motion m;
    throng_vertex v[8];
    obstacle_seen o;
    double velocity[2], nearest, reach; /* of the obstacle where it is nearest, and how far that is */
    int32_t inside;
} meeting;

static void draw_meeting(rng *r, int32_t turns, meeting *e)
{
    throng_agent_def *d = &e->def;
    *e = (meeting){.def = throng_agent_default_def(), .nearest = 1e30};
    e->m = motion_of(0.0, 0.0, rng_between(r, -6.0f, 6.0f), rng_between(r, -6.0f, 6.0f));
    e->m.turn = turns ? rng_between(r, -1.0f, 1.0f) : 0.0f;
    e->o.count = 2 + rng_below(r, 5);
    d->x = rng_between(r, -12.0f, 12.0f);
    d->y = rng_between(r, -12.0f, 12.0f);
    d->vx = rng_between(r, -2.0f, 2.0f);
    d->vy = rng_between(r, -2.0f, 2.0f);
    d->radius = rng_between(r, 0.1f, 2.0f);
    d->max_speed = 8.0f;
    d->time_horizon_obst = rng_between(r, 0.5f, 6.0f);
    for (int32_t i = 0; i < e->o.count; i++) { /* on a circle: convex, in the order of angles */
        const double angle = 2.0 * PI * ((double)i + 0.3 * (double)rng_between(r, 0.0f, 1.0f)) / e->o.count;
        e->v[i].x = (float)(3.0 * cos(angle));
        e->v[i].y = (float)(3.0 * sin(angle));
    }
}

/* The same in doubles, as the agent sees it. */
static void see_meeting(meeting *e)
{
    const throng_agent_def *d = &e->def;
    double at[2] = {0.0, 0.0};
    e->inside = e->o.count > 2;
    for (int32_t i = 0; i < e->o.count; i++) {
        const throng_vertex *next = &e->v[(i + 1) % e->o.count];
        const double ax = (double)e->v[i].x, ay = (double)e->v[i].y;
        const double ex = (double)next->x - ax, ey = (double)next->y - ay;
        const double px = (double)d->x - ax, py = (double)d->y - ay;
        const double t = fmin(fmax((px * ex + py * ey) / (ex * ex + ey * ey), 0.0), 1.0);
        const double far = hypot(px - t * ex, py - t * ey);
        e->o.corners[i][0] = -px;
        e->o.corners[i][1] = -py;
        e->inside = e->inside && ex * py - ey * px > 0.0;
        if (far < e->nearest) {
            e->nearest = far;
            at[0] = ax + t * ex;
            at[1] = ay + t * ey;
        }
    }
    e->velocity[0] = (double)e->m.vx - (double)e->m.turn * at[1];
    e->velocity[1] = (double)e->m.vy + (double)e->m.turn * at[0];
    e->o.w[0] = (double)d->vx - e->velocity[0];
    e->o.w[1] = (double)d->vy - e->velocity[1];
    e->o.radius = (double)d->radius;
    e->o.horizon = (double)d->time_horizon_obst;
    const double fastest = hypot((double)e->m.vx, (double)e->m.vy) + 3.0 * fabs((double)e->m.turn);
    e->reach = e->o.radius + (8.0 + fastest) * e->o.horizon;
}

EACH_WITH_CROWDS(crowd_moving, half_planes)
{
    rng r = {909};
    int32_t lines = 0, contacts = 0;
    for (int32_t k = 0; k < 600; k++) {
        const throng_crowd_def def = throng_crowd_default_def();
        meeting e;
        int32_t count;
        draw_meeting(&r, k % 3 == 0, &e);
        see_meeting(&e);
        throng_crowd *crowd = make(context, &def, 1, &e.def, &e.agent);
        MUST(context, throng_crowd_add_moving_obstacle(crowd, e.o.count, e.v, 0, &e.m, NULL));
        const throng_half_plane line = only_line(context, crowd, e.agent, &count);
        if (e.inside || e.nearest > 1.0001 * e.reach) {
            cr_expect(count == 0, "case %d: %d lines inside or out of reach", (int)k, (int)count);
        } else if (e.nearest < 0.9999 * e.reach && fabs(e.nearest - e.o.radius) > 1e-4) {
            cr_expect(count == 1, "case %d: %d lines", (int)k, (int)count);
            check_line(&e.o, e.velocity, (double)e.def.max_speed, &line);
            lines++;
            contacts += e.nearest < e.o.radius;
        }
        MUST(context, throng_crowd_destroy(crowd));
    }
    printf("%d half-planes, %d in contact\n", (int)lines, (int)contacts);
    cr_expect(lines > 400 && contacts > 10);
}

/* ---------------------------------------------------------------- a car through a crowd ------------- */

typedef struct drive {
    float speed, turn, dt;
    int32_t steps;
} drive;

/* A car through 400 units at rest, 1.2 apart. Nobody's centre is in it after any step. */
static void drive_through(throng_context *context, const drive *how)
{
    enum { SIDE = 20, UNITS = SIDE * SIDE };
    static float at[UNITS][2];
    static uint32_t flags[UNITS];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[UNITS];
    throng_obstacle_motion m = motion_of(how->speed > 0.0f ? -6.0 : 29.0, 11.4, how->speed, 0.0f);
    throng_moving_obstacle car;
    double deepest = -1e9, farthest = 0.0;
    int32_t flagged = 0;
    for (int32_t i = 0; i < UNITS; i++) {
        d[i] = throng_agent_default_def();
        d[i].radius = 0.5f;
        d[i].x = 1.2f * (float)(i % SIDE);
        d[i].y = 1.2f * (float)(i / SIDE);
    }
    m.turn = how->turn;
    throng_crowd *crowd = make(context, &def, UNITS, d, NULL);
    MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &m, &car));
    for (int32_t step = 0; step < how->steps; step++) {
        MUST(context, throng_crowd_move_obstacles(crowd, 1, &car, 0, &m, 0));
        MUST(context, throng_crowd_step(crowd, how->dt));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, NULL, 0, at, 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, UNITS, NULL, 0, flags, 0));
        m = later(&m, (double)how->dt);
        for (int32_t i = 0; i < UNITS; i++) {
            deepest = fmax(deepest, depth_in_car(&m, (double)at[i][0], (double)at[i][1]));
            farthest = fmax(farthest, fabs((double)at[i][1] - 11.4));
            flagged += (flags[i] & THRONG_FLAG_INSIDE_WALL) != 0;
        }
    }
    printf("speed %g, turn %g, dt %.4f: deepest centre %.4f, %d flags, widest %.2f\n", (double)how->speed,
           (double)how->turn, (double)how->dt, deepest, (int)flagged, farthest);
    cr_expect(deepest <= 1e-3, "speed %g, turn %g: a centre is %g deep in the car", (double)how->speed,
              (double)how->turn, deepest);
    MUST(context, throng_crowd_destroy(crowd));
}

EACH_WITH_CROWDS(crowd_moving, car)
{
    const int32_t each = getenv("THRONG_TEST_SANITIZED") ? 5 : 1;
    for (int32_t i = 1; i <= 6; i += each) {
        const drive fast = {(float)i, 0.0f, 0.1f, 360 / i};
        drive_through(context, &fast);
    }
    const drive slow = {6.0f, 0.0f, 1.0f / 60.0f, 360}, turning = {3.0f, 0.3f, 0.05f, 200},
                back = {-2.0f, -0.5f, 0.1f, 100};
    if (each == 1)
        drive_through(context, &slow);
    drive_through(context, &turning);
    drive_through(context, &back);
}

/* Who stands where a car appears leaves it by the shortest way, and is flagged until then. */
EACH_WITH_CROWDS(crowd_moving, leaving)
{
    for (int32_t k = 0; k < 4; k++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_agent_def d = throng_agent_default_def();
        throng_agent agent;
        throng_obstacle_motion m = motion_of(0.0, 0.0, k % 2 ? 3.0f : 0.0f, 0.0f);
        throng_moving_obstacle car;
        float at[2];
        uint32_t flags;
        int32_t steps = 0;
        d.radius = 0.25f;
        d.x = 0.5f;
        d.y = k / 2 ? -0.8f : 0.8f;
        throng_crowd *crowd = make(context, &def, 1, &d, &agent);
        MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &m, &car));
        do {
            MUST(context, throng_crowd_move_obstacles(crowd, 1, &car, 0, &m, 0));
            MUST(context, throng_crowd_step(crowd, 0.05f));
            MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &agent, 0, at, 0));
            MUST(context, throng_crowd_get(crowd, THRONG_AGENT_FLAGS, 1, &agent, 0, &flags, 0));
            m = later(&m, 0.05);
        } while (flags & THRONG_FLAG_INSIDE_WALL && ++steps < 100);
        /* 0.7 to go: 7 steps at a speed of 2, and 3 at 5 */
        cr_expect(steps == (k % 2 ? 3 : 7), "case %d: %d steps", (int)k, (int)steps);
        cr_expect(depth_in_car(&m, (double)at[0], (double)at[1]) < -0.249, "case %d: at %g, %g", (int)k,
                  (double)at[0], (double)at[1]);
        cr_expect(fabs((double)(at[0] - 0.5f) - m.x) < 0.2, "case %d: %g along the car", (int)k,
                  (double)at[0]);
        MUST(context, throng_crowd_destroy(crowd));
    }
}

/* ---------------------------------------------------------------- walls and gates ------------------- */

/* Two wings of a gate close on people between two walls: no centre crosses a wall, or a wing while there is
 * room; wings of two vertices, which have no inside. */
EACH_WITH_CROWDS(crowd_moving, gate)
{
    enum { PEOPLE = 40 };
    static float at[2][PEOPLE][2];
    const throng_vertex walls[2][2] = {{{-20.0f, -3.0f}, {20.0f, -3.0f}}, {{-20.0f, 3.0f}, {20.0f, 3.0f}}};
    const throng_vertex wing[2] = {{0.0f, -2.5f}, {0.0f, 2.5f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[PEOPLE];
    throng_moving_obstacle wings[2];
    throng_obstacle_motion m[2] = {motion_of(-14.0, 0.0, 4.0f, 0.0f), motion_of(14.0, 0.0, -4.0f, 0.0f)};
    for (int32_t i = 0; i < PEOPLE; i++) {
        d[i] = throng_agent_default_def();
        d[i].radius = 0.3f;
        d[i].max_speed = 1.0f;
        d[i].x = -9.0f + 2.0f * (float)(i / 4);
        d[i].y = -1.8f + 1.2f * (float)(i % 4);
        d[i].target_x = i % 2 ? 1.0f : -1.0f;
    }
    throng_crowd *crowd = make(context, &def, PEOPLE, d, NULL);
    for (int32_t i = 0; i < 2; i++) {
        MUST(context, throng_crowd_add_obstacle(crowd, 2, walls[i], 0, NULL));
        MUST(context, throng_crowd_add_moving_obstacle(crowd, 2, wing, 0, &m[i], &wings[i]));
    }
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, PEOPLE, NULL, 0, at[0], 0));
    for (int32_t step = 0; step < 50; step++) { /* to 4 from each other */
        MUST(context, throng_crowd_move_obstacles(crowd, 2, wings, 0, m, 0));
        MUST(context, throng_crowd_step(crowd, 0.05f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, PEOPLE, NULL, 0, at[1], 0));
        for (int32_t i = 0; i < 2; i++)
            m[i] = later(&m[i], 0.05);
        for (int32_t i = 0; i < PEOPLE; i++) {
            const double x = (double)at[1][i][0], y = (double)at[1][i][1];
            cr_expect(fabs(y) <= 3.0, "step %d: person %d is behind a wall: %g, %g", (int)step, (int)i, x, y);
            if (fabs(y) < 2.5) /* the wings leave half a unit at each wall */
                cr_expect(x > m[0].x && x < m[1].x, "step %d: a wing went over person %d: %g, %g", (int)step,
                          (int)i, x, y);
        }
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* A room that moves takes those inside along, and a wall in its way holds them. */
EACH_WITH_CROWDS(crowd_moving, room)
{
    const throng_vertex room[4] = {{-4.0f, -4.0f}, {-4.0f, 4.0f}, {4.0f, 4.0f}, {4.0f, -4.0f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[2] = {throng_agent_default_def(), throng_agent_default_def()};
    throng_moving_obstacle handle;
    throng_obstacle_motion m = motion_of(0.0, 0.0, 3.0f, 1.0f);
    float at[2][2];
    d[1].x = 2.0f;
    d[0].radius = d[1].radius = 0.5f;
    throng_crowd *crowd = make(context, &def, 2, d, NULL);
    MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, room, 0, &m, &handle));
    for (int32_t step = 0; step < 100; step++) {
        MUST(context, throng_crowd_move_obstacles(crowd, 1, &handle, 0, &m, 0));
        MUST(context, throng_crowd_step(crowd, 0.1f));
        m = later(&m, 0.1);
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 2, NULL, 0, at, 0));
        for (int32_t i = 0; i < 2; i++)
            cr_expect(fabs((double)at[i][0] - m.x) < 3.51 && fabs((double)at[i][1] - m.y) < 3.51,
                      "step %d: person %d at %g, %g", (int)step, (int)i, (double)at[i][0], (double)at[i][1]);
    }
    MUST(context, throng_crowd_destroy(crowd));
}

/* ---------------------------------------------------------------- handles and snapshots ------------- */

EACH_WITH_CROWDS(crowd_moving, handles)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_moving_obstacle handles[THRONG_MAX_MOVING_OBSTACLES], extra, again;
    const throng_obstacle_motion m = motion_of(0.0, 0.0, 1.0f, 0.0f);
    throng_obstacle_motion bad = m;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const throng_vertex point[2] = {{1.0f, 1.0f}, {1.0f, 1.0f}}, nowhere[2] = {{0.0f, NAN}, {1.0f, 1.0f}};
    throng_crowd *crowd;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < THRONG_MAX_MOVING_OBSTACLES; i++)
        MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &m, &handles[i]));
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &m, &extra) ==
              THRONG_ERROR_CAPACITY);
    MUST(context, throng_crowd_remove_moving_obstacle(crowd, handles[7]));
    cr_expect(throng_crowd_remove_moving_obstacle(crowd, handles[7]) == wrong);
    cr_expect(throng_crowd_move_obstacles(crowd, 1, &handles[7], 0, &m, 0) == wrong);
    MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &m, &again));
    cr_expect(again.index == 7 && again.generation != handles[7].generation);
    MUST(context, throng_crowd_remove_moving_obstacle(crowd, handles[9]));
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 1, car_corners, 0, &m, NULL) == wrong);
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 2, point, 0, &m, NULL) == wrong);
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 2, nowhere, 0, &m, NULL) == wrong);
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 4, NULL, 0, &m, NULL) == wrong);
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 3, &m, NULL) == wrong);
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, NULL, NULL) == wrong);
    bad.heading_x = 0.0f;
    cr_expect(throng_crowd_move_obstacles(crowd, 1, handles, 0, &bad, 0) == wrong, "a heading of 0");
    bad = m;
    bad.turn = NAN;
    cr_expect(throng_crowd_move_obstacles(crowd, 1, handles, 0, &bad, 0) == wrong,
              "a turn that is no number");
    bad = m;
    bad.x = 1e9;
    cr_expect(throng_crowd_move_obstacles(crowd, 1, handles, 0, &bad, 0) == wrong,
              "a corner beyond the plane");
    bad.x = (double)NAN;
    cr_expect(throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &bad, NULL) == wrong);
    cr_expect(throng_crowd_move_obstacles(crowd, -1, handles, 0, &m, 0) == wrong);
    cr_expect(throng_crowd_move_obstacles(crowd, 1, NULL, 0, &m, 0) == wrong);
    cr_expect(throng_crowd_move_obstacles(crowd, 1, handles, 0, NULL, 0) == wrong);
    MUST(context, throng_crowd_move_obstacles(crowd, 0, NULL, 0, NULL, 0));
    MUST(context, throng_crowd_reset(crowd));
    cr_expect(throng_crowd_remove_moving_obstacle(crowd, handles[0]) == wrong, "a reset removes them");
    MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &m, &again));
    cr_expect(again.generation != handles[again.index].generation);
    MUST(context, throng_crowd_destroy(crowd));
}

static uint64_t hash_after(throng_context *context, throng_crowd *crowd, int32_t steps)
{
    uint64_t hash;
    for (int32_t i = 0; i < steps; i++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_hash(crowd, &hash));
    return hash;
}

/* What is written in place of a word of the head, of slot `slot`, or behind the slots. */
typedef struct forgery {
    int32_t slot; /* -1: the head; 3: vertices */
    size_t word;
    uint32_t value;
} forgery;

static const forgery forgeries[] = {
    {-1, HEAD_MOVING, 0xffffffffu},
    {-1, HEAD_MOVING, THRONG_MAX_MOVING_OBSTACLES + 1},
    {-1, HEAD_MOVING, 2},
    {-1, HEAD_MOVING, 0},
    {-1, HEAD_MOVING_VERTICES, THRONG_MAX_MOVING_VERTICES + 1},
    {-1, HEAD_MOVING_VERTICES, 7},
    {-1, HEAD_MOVING_FREE, 0},
    {-1, HEAD_MOVING_FREE, 0xffffffffu},
    {-1, HEAD_UNCHECKED, 2},
    {0, MOVING_X + 1, 0x7ff00000u},
    {0, MOVING_X + 1, 0x41e00000u},
    {0, MOVING_VX, 0x7fc00000u},
    {0, MOVING_VX + 1, 0x80000000u},
    {0, MOVING_HEADING, 0x3f000000u},
    {0, MOVING_TURN, 1},
    {0, MOVING_TURN + 1, 1},
    {0, MOVING_GENERATION, 2},
    {0, MOVING_VERTICES, 1},
    {0, MOVING_VERTICES, 9},
    {0, MOVING_NEXT, 1},
    {0, MOVING_NEXT + 1, 1},
    {1, MOVING_NEXT, 1},
    {1, MOVING_NEXT, 0},
    {1, MOVING_VX, 0x3f800000u},
    {3, 0, 0x7fc00000u},
    {3, 1, 0x80000000u},
};

static void expect_refused(throng_context *context, throng_crowd *crowd, const unsigned char *snapshot,
                           size_t bytes)
{
    static unsigned char forged[64 * 1024];
    uint64_t before, after;
    MUST(context, throng_crowd_hash(crowd, &before));
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const forgery *f = &forgeries[i];
        size_t at = 0;
        memcpy(forged, snapshot, bytes);
        if (f->slot >= 0)
            at = form_agents(snapshot) + (size_t)AGENT_WORDS * form_word(snapshot, HEAD_AGENTS) +
                 (size_t)MOVING_WORDS * (size_t)f->slot;
        form_put(forged, at + f->word, f->value);
        form_mend(forged, bytes);
        cr_expect(throng_crowd_restore(crowd, forged, bytes) == THRONG_ERROR_INVALID_ARGUMENT,
                  "forgery %d is taken", (int)i);
    }
    MUST(context, throng_crowd_hash(crowd, &after));
    cr_expect(after == before, "the crowd stays as it was");
}

/* A snapshot has them and their handles; what no crowd can have is refused. */
EACH_WITH_CROWDS(crowd_moving, snapshots)
{
    static unsigned char snapshot[64 * 1024], again[64 * 1024];
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[60];
    throng_moving_obstacle handles[3];
    throng_obstacle_motion m = motion_of(-4.0, 5.0, 2.0f, 0.25f);
    throng_crowd *other;
    size_t bytes;
    def.agent_capacity = 60;
    for (int32_t i = 0; i < 60; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = 1.5f * (float)(i % 10);
        d[i].y = 1.5f * (float)(i / 10);
        d[i].radius = i % 2 ? 0.5f : 0.6f;
    }
    throng_crowd *crowd = make(context, &def, 60, d, NULL);
    for (int32_t i = 0; i < 3; i++) {
        m.y += 3.0;
        m.turn = 0.1f * (float)i;
        MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, car_corners, 0, &m, &handles[i]));
    }
    MUST(context, throng_crowd_remove_moving_obstacle(crowd, handles[1]));
    (void)hash_after(context, crowd, 3);
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    cr_assert(bytes <= sizeof snapshot);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    MUST(context, throng_crowd_create(context, &def, &other));
    MUST(context, throng_crowd_restore(other, snapshot, bytes));
    MUST(context, throng_crowd_save(other, again, bytes));
    cr_expect(memcmp(snapshot, again, bytes) == 0, "the same snapshot");
    expect_refused(context, other, snapshot, bytes);
    MUST(context, throng_crowd_move_obstacles(other, 1, &handles[2], 0, &m, 0));
    cr_expect(hash_after(context, crowd, 5) == hash_after(context, other, 5), "the same steps");
    MUST(context, throng_crowd_remove_moving_obstacle(other, handles[0]));
    MUST(context, throng_crowd_restore(other, snapshot, bytes));
    MUST(context, throng_crowd_move_obstacles(other, 1, &handles[0], 0, &m, 0));
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_crowd_destroy(other));
}
