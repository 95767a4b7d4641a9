/* The velocity of an agent: nearest to the preferred one in all half-planes and the disc of its speeds, by
 * incremental linear programs (van den Berg 2011, section 5.4). Lanes are agents. A half-plane is { v : n . v
 * >= c }, n of length 1. Seen from there, a line's nearest point to the origin is c * n: what of it lies in
 * the disc is symmetric about that point, so nothing cancels, and no result leaves the disc. */
#ifndef THRONG_CROWD_SOLVE_H
#define THRONG_CROWD_SOLVE_H

#include "crowd_plan.h"

#define CROWD_PARALLEL 1e-5f /* lines whose directions' cross product is smaller */
/* Parts of the largest speed by which lines are missed that count as kept: rounding alone would make programs
 * fail where lines coincide or meet in one point. */
#define CROWD_KEPT 1e-6f

/* Half-planes in memory: three numbers of all lanes behind one another. All 0: of no effect. */
typedef struct crowd_lines {
    THRONG_OWN float *at;
    own_size stride; /* from number to number */
} crowd_lines;

typedef struct crowd_line {
    real nx, ny, c;
} crowd_line;

typedef struct crowd_velocity {
    real x, y;
} crowd_velocity;

static INLINED crowd_line crowd_line_at(const crowd_lines *lines, int32_t i)
{
    THRONG_OWN const float *at = lines->at + 3 * (own_size)i * lines->stride;
    crowd_line line;
    line.nx = real_load(at);
    line.ny = real_load(at + lines->stride);
    line.c = real_load(at + 2 * lines->stride);
    return line;
}

static INLINED void crowd_line_put(const crowd_lines *lines, int32_t i, const crowd_line *line)
{
    THRONG_OWN float *at = lines->at + 3 * (own_size)i * lines->stride;
    real_store(at, line->nx);
    real_store(at + lines->stride, line->ny);
    real_store(at + 2 * lines->stride, line->c);
}

/* How far a velocity is on the wrong side; below 0 on the right one. */
static INLINED real crowd_miss(const crowd_line *line, crowd_velocity v)
{
    return line->c - (line->nx * v.x + line->ny * v.y);
}

/* On line i, within the disc and the half-planes before i: the point nearest to `wish`, or where `far`, the
 * farthest in its direction. The lanes that have one. */
static INLINED mask crowd_on_line(const crowd_lines *lines, int32_t i, real radius, crowd_velocity wish,
                                  const int far, crowd_velocity *result)
{
    const crowd_line on = crowd_line_at(lines, i);
    const real nothing = real_set(0.0f), dx = on.ny, dy = -on.nx;
    const real room = radius * radius - on.c * on.c;
    const real width = real_sqrt(real_max(room, nothing));
    real low = -width, high = width;
    const real slack = radius * real_set(CROWD_PARALLEL), parallel = real_set(CROWD_PARALLEL);
    mask good = real_le(nothing, room);
    for (int32_t j = 0; j < i; j++) {
        const crowd_line by = crowd_line_at(lines, j);
        const real slope = by.nx * dx + by.ny * dy;
        const real least = by.c - on.c * (on.nx * by.nx + on.ny * by.ny);
        const real at = least / slope; /* of no use where they are parallel */
        const mask rising = real_lt(parallel, slope), falling = real_lt(slope, -parallel);
        low = real_pick(rising, real_max(low, at), low);
        high = real_pick(falling, real_min(high, at), high);
        good = mask_without(good, mask_without(real_lt(slack, least), mask_or(rising, falling)));
    }
    good = mask_and(good, real_le(low, high));
    const real along = wish.x * dx + wish.y * dy;
    const real t = far ? real_pick(real_lt(nothing, along), high, low) : real_min(real_max(along, low), high);
    result->x = on.c * on.nx + t * dx;
    result->y = on.c * on.ny + t * dy;
    return good;
}

/* What is nearest to `wish` (far: farthest in its direction, which has length 1). *v is that in the disc
 * alone, and becomes the result; of lanes that have none it is what the lines before *failed, the first
 * without, leave. Lanes outside `active` stay as they are. */
static INLINED mask crowd_program(const crowd_lines *lines, int32_t count, real radius, crowd_velocity wish,
                                  const int far, mask active, crowd_velocity *v, whole *failed)
{
    const real slack = radius * real_set(CROWD_KEPT);
    for (int32_t i = 0; i < count; i++) {
        const crowd_line line = crowd_line_at(lines, i);
        const mask misses = mask_and(active, real_lt(slack, crowd_miss(&line, *v)));
        if (!mask_any(misses))
            continue;
        crowd_velocity found;
        const mask good = crowd_on_line(lines, i, radius, wish, far, &found);
        const mask moved = mask_and(misses, good), lost = mask_without(misses, good);
        v->x = real_pick(moved, found.x, v->x);
        v->y = real_pick(moved, found.y, v->y);
        *failed = whole_pick(lost, whole_set(i), *failed);
        active = mask_without(active, lost);
    }
    return active;
}

/* Into `to`: the half-planes in which line j is missed by no more than line i, of all j < i that may be
 * missed; those before `hard` may not, and stay what they are. */
static INLINED void crowd_bisect(const crowd_lines *lines, int32_t hard, int32_t i, const crowd_lines *to)
{
    const crowd_line of = crowd_line_at(lines, i);
    for (int32_t j = 0; j < i; j++) {
        crowd_line by = crowd_line_at(lines, j);
        if (j >= hard) {
            /* lines of one direction have none; what pads a lane's lines has no direction */
            const real mx = by.nx - of.nx, my = by.ny - of.ny, square = mx * mx + my * my;
            const mask parts = mask_and(real_lt(real_set(CROWD_PARALLEL * CROWD_PARALLEL), square),
                                        real_lt(real_set(0.5f), by.nx * by.nx + by.ny * by.ny));
            const real per = real_set(1.0f) / real_sqrt(real_pick(parts, square, real_set(1.0f)));
            by.nx = real_keep(parts, mx * per);
            by.ny = real_keep(parts, my * per);
            by.c = real_keep(parts, (by.c - of.c) * per);
        }
        crowd_line_put(to, j, &by);
    }
}

/* The velocity that misses the half-planes from `hard` on by as little as can be, within those before it. It
 * begins with line `failed` of the lanes `left`, with *v as crowd_program() left it. */
static INLINED void crowd_least_miss(const crowd_lines *lines, int32_t count, int32_t hard, real radius,
                                     mask left, whole failed, const crowd_lines *scratch, crowd_velocity *v)
{
    const real slack = radius * real_set(CROWD_KEPT);
    real most = real_set(0.0f);
    for (int32_t i = hard; i < count; i++) {
        const crowd_line line = crowd_line_at(lines, i);
        const mask begun = mask_without(left, whole_lt(whole_set(i), failed));
        const mask misses = mask_and(begun, real_lt(most + slack, crowd_miss(&line, *v)));
        if (!mask_any(misses))
            continue;
        crowd_velocity wish = {line.nx, line.ny};
        crowd_velocity best = {line.nx * radius, line.ny * radius};
        whole ignored = failed;
        crowd_bisect(lines, hard, i, scratch);
        const mask good = crowd_program(scratch, i, radius, wish, 1, misses, &best, &ignored);
        v->x = real_pick(good, best.x, v->x);
        v->y = real_pick(good, best.y, v->y);
        /* kept after all: nothing is missed, and no line is to be kept by more than the others */
        most = real_pick(misses, real_max(crowd_miss(&line, *v), real_set(0.0f)), most);
    }
}

#endif
