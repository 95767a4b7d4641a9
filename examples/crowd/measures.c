#include "examples/crowd/measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STUCK_SECONDS 5.0

typedef struct walker {
    double radius, max_speed;
    double x, y, vx, vy, ax, ay;                /* the last state's; velocities are differences of places */
    double start_x, start_y, end_x, end_y, way; /* until it arrived */
    double arrival;                             /* seconds, below 0: not yet */
    double stuck;                               /* seconds, without a break until now */
    double depth;                               /* of its deepest overlap now */
    int32_t next;                               /* in the same bucket of the grid */
    uint8_t state, overlapped;
} walker;

typedef struct wall {
    double x0, y0, x1, y1;
} wall;

struct measures {
    walker *walkers;
    wall *walls;
    int32_t *buckets; /* the first walker of each, or -1; as many as a power of 2 */
    int32_t count, wall_count, bucket_count, states;
    double dt, side; /* of the grid's cells: as wide as the largest body */
    double seconds, walking, jerk_seconds, overlap_seconds, stuck_seconds;
    double collisions, depth, deepest, jerk, into_walls;
};

measures *measures_create(int32_t agents, const float *radii, const float *max_speeds, double dt)
{
    measures *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->count = agents;
    m->dt = dt;
    m->bucket_count = 16;
    while (m->bucket_count < 2 * agents)
        m->bucket_count *= 2;
    m->walkers = calloc((size_t)agents + 1, sizeof *m->walkers);
    m->buckets = malloc((size_t)m->bucket_count * sizeof *m->buckets);
    if (m->walkers == NULL || m->buckets == NULL) {
        measures_destroy(m);
        return NULL;
    }
    for (int32_t i = 0; i < agents; i++) {
        m->walkers[i].radius = (double)radii[i];
        m->walkers[i].max_speed = (double)max_speeds[i];
        m->walkers[i].arrival = -1.0;
        m->side = fmax(m->side, 2.0 * (double)radii[i]);
    }
    if (m->side <= 0.0)
        m->side = 1.0;
    return m;
}

void measures_destroy(measures *m)
{
    if (m == NULL)
        return;
    free(m->walkers);
    free(m->walls);
    free(m->buckets);
    free(m);
}

int measures_wall(measures *m, double x0, double y0, double x1, double y1)
{
    wall *more = realloc(m->walls, (size_t)(m->wall_count + 1) * sizeof *more);
    if (more == NULL)
        return 0;
    m->walls = more;
    m->walls[m->wall_count++] = (wall){x0, y0, x1, y1};
    return 1;
}

/* ---------------------------------------------------------------- overlaps --------------------------- */

static int32_t *bucket_of(const measures *m, double column, double row)
{
    const uint32_t hash = (uint32_t)(int32_t)column * 0x9e3779b1u ^ (uint32_t)(int32_t)row * 0x85ebca6bu;
    return m->buckets + ((hash ^ hash >> 15) & (uint32_t)(m->bucket_count - 1));
}

static void touch(measures *m, walker *a, walker *b)
{
    const double sum = a->radius + b->radius, distance = hypot(a->x - b->x, a->y - b->y);
    if (distance >= MEASURES_TOUCH * sum)
        return;
    const double depth = 1.0 - distance / sum;
    a->depth = fmax(a->depth, depth);
    b->depth = fmax(b->depth, depth);
    m->deepest = fmax(m->deepest, depth);
}

static void find_overlaps(measures *m)
{
    for (int32_t i = 0; i < m->bucket_count; i++)
        m->buckets[i] = -1;
    for (int32_t i = 0; i < m->count; i++) {
        walker *a = m->walkers + i;
        a->depth = 0.0;
        a->next = -1;
        if (a->state == MEASURES_GONE)
            continue;
        const double column = floor(a->x / m->side), row = floor(a->y / m->side);
        int32_t *seen[9] = {NULL};
        int32_t count = 0;
        for (int32_t k = 0; k < 9; k++) { /* two cells may share a bucket */
            int32_t *bucket = bucket_of(m, column + k % 3 - 1, row + k / 3 - 1);
            int32_t n = 0;
            while (n < count && seen[n] != bucket)
                n++;
            if (n < count)
                continue;
            seen[count++] = bucket;
            for (int32_t b = *bucket; b >= 0; b = m->walkers[b].next)
                touch(m, a, m->walkers + b);
        }
        int32_t *own = bucket_of(m, column, row);
        a->next = *own;
        *own = i;
    }
}

static double wall_distance(const wall *w, double x, double y)
{
    const double dx = w->x1 - w->x0, dy = w->y1 - w->y0, square = dx * dx + dy * dy;
    double t = square > 0.0 ? ((x - w->x0) * dx + (y - w->y0) * dy) / square : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(x - w->x0 - t * dx, y - w->y0 - t * dy);
}

/* 1 where the way from (x0, y0) to (x1, y1) leads through the wall. */
static int through_wall(const wall *w, double x0, double y0, double x1, double y1)
{
    const double dx = w->x1 - w->x0, dy = w->y1 - w->y0, ex = x1 - x0, ey = y1 - y0;
    const double a = dx * (y0 - w->y0) - dy * (x0 - w->x0), b = dx * (y1 - w->y0) - dy * (x1 - w->x0);
    const double c = ex * (w->y0 - y0) - ey * (w->x0 - x0), d = ex * (w->y1 - y0) - ey * (w->x1 - x0);
    return a * b < 0.0 && c * d < 0.0;
}

static void find_walls(measures *m, const walker *a, double x, double y)
{
    for (int32_t i = 0; i < m->wall_count; i++) {
        const double distance = wall_distance(m->walls + i, x, y);
        const int through = m->states > 0 && through_wall(m->walls + i, a->x, a->y, x, y);
        if (a->radius > 0.0 && (through || distance < MEASURES_TOUCH * a->radius))
            m->into_walls = fmax(m->into_walls, 1.0 + (through ? distance : -distance) / a->radius);
    }
}

/* ---------------------------------------------------------------- states ----------------------------- */

static void walk_on(measures *m, walker *a, double x, double y, uint8_t state)
{
    const double dt = m->dt, vx = (x - a->x) / dt, vy = (y - a->y) / dt;
    const double ax = (vx - a->vx) / dt, ay = (vy - a->vy) / dt;
    if (a->state == MEASURES_WALKS) {
        m->walking += dt;
        a->way += dt * hypot(vx, vy);
        if (m->states >= 3) { /* before, there is no difference of differences of differences */
            m->jerk += dt * hypot(ax - a->ax, ay - a->ay) / dt;
            m->jerk_seconds += dt;
        }
        const int stuck = hypot(vx, vy) < MEASURES_STUCK * a->max_speed;
        m->stuck_seconds += stuck ? dt : 0.0;
        a->stuck = stuck ? a->stuck + dt : 0.0;
        if (state != MEASURES_WALKS) {
            a->arrival = m->states * dt;
            a->end_x = x;
            a->end_y = y;
        }
    }
    a->vx = vx;
    a->vy = vy;
    a->ax = ax;
    a->ay = ay;
}

void measures_add(measures *m, const float *places, const uint8_t *states)
{
    for (int32_t i = 0; i < m->count; i++) {
        walker *a = m->walkers + i;
        const double x = (double)places[2 * i], y = (double)places[2 * i + 1];
        const uint8_t before = a->state;
        if (m->states == 0) {
            a->start_x = a->end_x = x;
            a->start_y = a->end_y = y;
            a->arrival = states[i] != MEASURES_WALKS ? 0.0 : -1.0;
        } else if (before != MEASURES_GONE) {
            m->seconds += m->dt;
            walk_on(m, a, x, y, states[i]);
        }
        if (states[i] != MEASURES_GONE)
            find_walls(m, a, x, y);
        a->x = x;
        a->y = y;
        a->state = states[i];
    }
    find_overlaps(m);
    for (int32_t i = 0; i < m->count; i++) {
        walker *a = m->walkers + i;
        const uint8_t overlaps = a->depth > 0.0;
        m->collisions += overlaps && !a->overlapped && m->states > 0;
        a->overlapped = overlaps;
        if (overlaps && m->states > 0) {
            m->overlap_seconds += m->dt;
            m->depth += m->dt * a->depth;
        }
    }
    m->states++;
}

measures_result measures_sum(const measures *m)
{
    measures_result r = {.seconds = m->seconds, .deepest = m->deepest, .into_walls = m->into_walls};
    double arrived = 0.0, straight = 0.0, stuck = 0.0;
    for (int32_t i = 0; i < m->count; i++) {
        const walker *a = m->walkers + i;
        const double line = hypot(a->end_x - a->start_x, a->end_y - a->start_y);
        stuck += a->arrival < 0.0 && a->stuck > STUCK_SECONDS - 0.5 * m->dt;
        if (a->arrival < 0.0)
            continue;
        arrived += 1.0;
        r.time += a->arrival;
        r.last_time = fmax(r.last_time, a->arrival);
        if (line > 0.0) {
            r.detour += a->way / line;
            straight += 1.0;
        }
    }
    const double count = m->count > 0 ? m->count : 1.0;
    r.time = arrived > 0.0 ? r.time / arrived : 0.0;
    r.detour = straight > 0.0 ? r.detour / straight : 0.0;
    r.arrived = arrived / count;
    r.stuck_at_end = stuck / count;
    if (m->seconds > 0.0) {
        r.collisions = m->collisions / m->seconds;
        r.overlapping = m->overlap_seconds / m->seconds;
    }
    r.depth = m->overlap_seconds > 0.0 ? m->depth / m->overlap_seconds : 0.0;
    r.jerk = m->jerk_seconds > 0.0 ? m->jerk / m->jerk_seconds : 0.0;
    r.stuck = m->walking > 0.0 ? m->stuck_seconds / m->walking : 0.0;
    return r;
}
