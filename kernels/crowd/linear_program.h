/* The linear programs of ORCA (van den Berg 2011, sections 5.3 and 5.4): the velocity nearest to the
 * preferred one that satisfies all half-planes and lies in the disc of the maximum speed, or, if there is
 * none, the velocity that minimises the largest violation. Lanes hold agents.
 *
 * A half-plane is { v : n . v >= c } with |n| = 1. The point of its line nearest to the origin is c * n, and
 * the part of the line inside the disc is symmetric about it. So nothing cancels, and no result leaves the
 * disc. */
#ifndef THRONG_KERNELS_CROWD_LINEAR_PROGRAM_H
#define THRONG_KERNELS_CROWD_LINEAR_PROGRAM_H

#include "kernels/crowd/layout.h"

#define CROWD_PARALLEL 1e-5f /* lines count as parallel if the cross product of their directions is smaller */
/* Tolerance of half-planes, relative to the maximum speed. Without it rounding makes programs infeasible
 * whose lines coincide or meet in one point. */
#define CROWD_TOLERANCE 1e-6f
#define CROWD_MAX_PIVOTS 16 /* maximum pivots; 64 random half-planes need at most 9 */

/* Half-planes in memory: three rows (nx, ny, c) of all lanes each. All zeros have no effect. */
typedef struct crowd_lines {
    THRONG_PRIVATE float *at;
    private_size stride; /* floats from row to row */
} crowd_lines;

typedef struct crowd_line {
    vfloat nx, ny, c;
} crowd_line;

typedef struct crowd_velocity {
    vfloat x, y;
} crowd_velocity;

static FORCE_INLINE crowd_line crowd_line_load(const crowd_lines *lines, int32_t i)
{
    THRONG_PRIVATE const float *at = lines->at + 3 * (private_size)i * lines->stride;
    crowd_line line;
    line.nx = vf_load(at);
    line.ny = vf_load(at + lines->stride);
    line.c = vf_load(at + 2 * lines->stride);
    return line;
}

static FORCE_INLINE void crowd_line_store(const crowd_lines *lines, int32_t i, const crowd_line *line)
{
    THRONG_PRIVATE float *at = lines->at + 3 * (private_size)i * lines->stride;
    vf_store(at, line->nx);
    vf_store(at + lines->stride, line->ny);
    vf_store(at + 2 * lines->stride, line->c);
}

/* Violation of a half-plane by a velocity; negative if it is satisfied. */
static FORCE_INLINE vfloat crowd_violation(const crowd_line *line, crowd_velocity v)
{
    return line->c - (line->nx * v.x + line->ny * v.y);
}

/* Assigns in the lanes of the mask. */
static FORCE_INLINE void crowd_line_select(vmask which, const crowd_line *line, crowd_line *to)
{
    to->nx = vf_select(which, line->nx, to->nx);
    to->ny = vf_select(which, line->ny, to->ny);
    to->c = vf_select(which, line->c, to->c);
}

static FORCE_INLINE void crowd_velocity_select(vmask which, const crowd_velocity *v, crowd_velocity *to)
{
    to->x = vf_select(which, v->x, to->x);
    to->y = vf_select(which, v->y, to->y);
}

/* A half-plane that every velocity satisfies. */
static FORCE_INLINE crowd_line crowd_no_line(void)
{
    crowd_line line;
    line.nx = line.ny = vf_set(0.0f);
    line.c = vf_set(-1e30f);
    return line;
}

/* ---------------------------------------------------------------- one line -------------------------- */

/* Interval on a line, relative to the point nearest to the origin. */
typedef struct crowd_interval {
    vfloat low, high;
} crowd_interval;

/* Clips the interval by half-plane `by`. A nearly parallel half-plane is ignored unless it is violated: its
 * intersection would be determined by rounding. */
static FORCE_INLINE void crowd_clip(crowd_interval *interval, const crowd_line *on, const crowd_line *by,
                                    vfloat radius)
{
    const vfloat slope = by->nx * on->ny - by->ny * on->nx, steep = vf_abs(slope);
    const vfloat least = by->c - on->c * (on->nx * by->nx + on->ny * by->ny);
    const vfloat at = least / vf_max(steep, vf_set(1e-20f));
    const vmask counts =
        vmask_or(vf_lt(vf_set(CROWD_PARALLEL), steep), vf_lt(radius * vf_set(CROWD_TOLERANCE), least));
    const vmask falling = vf_lt(slope, vf_set(0.0f));
    interval->low = vf_select(vmask_and_not(counts, falling), vf_max(interval->low, at), interval->low);
    interval->high = vf_select(vmask_and(counts, falling), vf_min(interval->high, -at), interval->high);
}

/* One-dimensional program on the line `on`: within the disc, the first `obstacle_lines` lines and `count` <=
 * 2 others, the point nearest to `pref`, or, if directional, the farthest in direction `pref`. Returns the
 * feasible lanes. In directional programs only the obstacle lines decide on feasibility: the others always
 * leave a point, except for rounding, where the nearest one is taken. */
static FORCE_INLINE vmask crowd_solve_on_line(const crowd_line *on, const crowd_lines *lines,
                                              int32_t obstacle_lines, const crowd_line *others,
                                              const int32_t count, vfloat radius, crowd_velocity pref,
                                              const int directional, crowd_velocity *result)
{
    const vfloat nothing = vf_set(0.0f), dx = on->ny, dy = -on->nx;
    const vfloat discriminant = radius * radius - on->c * on->c;
    const vfloat width = vf_sqrt(vf_max(discriminant, nothing));
    crowd_interval interval = {-width, width};
    for (int32_t j = 0; j < obstacle_lines; j++) {
        const crowd_line by = crowd_line_load(lines, j);
        crowd_clip(&interval, on, &by, radius);
    }
    const crowd_interval all = interval;
    if (count > 0)
        crowd_clip(&interval, on, &others[0], radius);
    if (count > 1)
        crowd_clip(&interval, on, &others[1], radius);
    const crowd_interval kept = directional ? all : interval;
    const vfloat along = pref.x * dx + pref.y * dy;
    vfloat t = directional ? vf_select(vf_lt(nothing, along), interval.high, interval.low) : along;
    t = vf_min(vf_max(t, kept.low), kept.high);
    t = vf_min(vf_max(t, -width), width);
    result->x = on->c * on->nx + t * dx;
    result->y = on->c * on->ny + t * dy;
    return vmask_and(vf_le(nothing, discriminant),
                     vf_le(kept.low, kept.high + radius * vf_set(CROWD_TOLERANCE)));
}

/* One step of an incremental program: if *v violates the line, solves on it. Returns the lanes, of `active`,
 * that stay feasible. */
static FORCE_INLINE vmask crowd_lp_step(const crowd_line *on, const crowd_lines *lines,
                                        int32_t obstacle_lines, const crowd_line *others, const int32_t count,
                                        vfloat radius, crowd_velocity pref, const int directional,
                                        vmask active, crowd_velocity *v)
{
    const vmask misses = vmask_and(active, vf_lt(radius * vf_set(CROWD_TOLERANCE), crowd_violation(on, *v)));
    crowd_velocity found;
    if (!vmask_any(misses))
        return active;
    const vmask good =
        crowd_solve_on_line(on, lines, obstacle_lines, others, count, radius, pref, directional, &found);
    crowd_velocity_select(misses, &found, v);
    return vmask_and_not(active, vmask_and_not(misses, good));
}

/* Incremental program over the first `obstacle_lines` lines and `count` <= 3 others: the velocity nearest to
 * `pref`, or, if directional, farthest in the unit direction `pref`. On entry *v is the optimum of the disc
 * alone. Returns the feasible lanes of `active`; *v is undefined in the others. */
static FORCE_INLINE vmask crowd_solve_lp(const crowd_lines *lines, int32_t obstacle_lines,
                                         const crowd_line *others, const int32_t count, vfloat radius,
                                         crowd_velocity pref, const int directional, vmask active,
                                         crowd_velocity *v)
{
    for (int32_t i = 0; i < obstacle_lines; i++) {
        const crowd_line on = crowd_line_load(lines, i);
        active = crowd_lp_step(&on, lines, i, others, 0, radius, pref, directional, active, v);
    }
    if (count > 0)
        active =
            crowd_lp_step(&others[0], lines, obstacle_lines, others, 0, radius, pref, directional, active, v);
    if (count > 1)
        active =
            crowd_lp_step(&others[1], lines, obstacle_lines, others, 1, radius, pref, directional, active, v);
    if (count > 2)
        active =
            crowd_lp_step(&others[2], lines, obstacle_lines, others, 2, radius, pref, directional, active, v);
    return active;
}

/* ---------------------------------------------------------------- bases ----------------------------- */

/* Members of a basis: the half-planes that determine the optimum, two, or three for the least violation.
 * Vectors store the lines themselves, the scalar path stores indices, negative for none. */
#if THRONG_WIDTH > 1
typedef crowd_line crowd_member;
#define crowd_no_member crowd_no_line
#define crowd_member_select crowd_line_select
static FORCE_INLINE crowd_member crowd_member_of(int32_t i, const crowd_line *line)
{
    (void)i;
    return *line;
}
static FORCE_INLINE crowd_line crowd_member_line(const crowd_lines *lines, const crowd_member *member)
{
    (void)lines;
    return *member;
}
#else
typedef vint crowd_member;
static FORCE_INLINE crowd_member crowd_no_member(void) { return -1; }
static FORCE_INLINE void crowd_member_select(vmask which, const crowd_member *member, crowd_member *to)
{
    *to = vi_select(which, *member, *to);
}
static FORCE_INLINE crowd_member crowd_member_of(int32_t i, const crowd_line *line)
{
    (void)line;
    return i;
}
static FORCE_INLINE crowd_line crowd_member_line(const crowd_lines *lines, const crowd_member *member)
{
    return *member < 0 ? crowd_no_line() : crowd_line_load(lines, *member);
}
#endif

typedef struct crowd_basis {
    crowd_member first, second, third;
    crowd_member next; /* the half-plane that makes the basis infeasible */
} crowd_basis;

/* Line i, if it is violated by more than *miss. */
static FORCE_INLINE void crowd_more_violated(const crowd_lines *lines, int32_t i, crowd_velocity v,
                                             vfloat *miss, crowd_member *member)
{
    const crowd_line one = crowd_line_load(lines, i);
    const vfloat by = crowd_violation(&one, v);
    const vmask more = vf_lt(*miss, by);
    const crowd_member of = crowd_member_of(i, &one);
    *miss = vf_select(more, by, *miss);
    crowd_member_select(more, &of, member);
}

/* The most violated half-plane from `first` on, if its violation exceeds *miss, and the violation. Of equal
 * ones the first. */
static FORCE_INLINE void crowd_most_violated(const crowd_lines *lines, int32_t first, int32_t end,
                                             crowd_velocity v, vfloat *miss, crowd_member *member)
{
    int32_t i = first;
    /* With one lane by twos, which share an address and the loop's test. */
    NO_UNROLL
    for (; THRONG_WIDTH == 1 && i + 1 < end; i += 2) {
        crowd_more_violated(lines, i, v, miss, member);
        crowd_more_violated(lines, i + 1, v, miss, member);
    }
    NO_UNROLL_ON_GPU
    for (; i < end; i++)
        crowd_more_violated(lines, i, v, miss, member);
}

static FORCE_INLINE vfloat crowd_member_violation(const crowd_lines *lines, const crowd_member *member,
                                                  crowd_velocity v)
{
    const crowd_line line = crowd_member_line(lines, member);
    return crowd_violation(&line, v);
}

/* Adds `next` to the basis in lanes `which`: as first member in round 0, second in round 1, third in round 2
 * if there may be three; later it replaces the member with the most slack at v. */
static FORCE_INLINE void crowd_basis_enter(crowd_basis *basis, const crowd_lines *lines, int32_t round,
                                           const int three, crowd_velocity v, vmask which)
{
    vmask second = vmask_and_not(which, which), third = second;
    if (round == 1) {
        second = which;
    } else if (round == 2 && three) {
        third = which;
    } else if (round > 1) {
        const vfloat at_first = crowd_member_violation(lines, &basis->first, v);
        const vfloat at_second = crowd_member_violation(lines, &basis->second, v);
        second = vmask_and(which, vf_lt(at_second, at_first));
        if (three)
            third = vmask_and(
                which, vf_lt(crowd_member_violation(lines, &basis->third, v), vf_min(at_second, at_first)));
        second = vmask_and_not(second, third);
    }
    crowd_member_select(vmask_and_not(vmask_and_not(which, second), third), &basis->next, &basis->first);
    crowd_member_select(second, &basis->next, &basis->second);
    crowd_member_select(third, &basis->next, &basis->third);
}

/* Members in use in a round. With several lanes the first rounds are specialised for fewer members; the
 * scalar path would pay for that with registers. */
#if THRONG_WIDTH > 1
#define CROWD_MEMBERS(round, most) (round)
#else
#define CROWD_MEMBERS(round, most) (most)
#endif

/* One round of crowd_solve_nearest(). Returns the lanes that continue. */
static FORCE_INLINE vmask crowd_nearest_round(const crowd_lines *lines, int32_t obstacle_lines, int32_t end,
                                              vfloat radius, crowd_velocity pref, int32_t round, vmask active,
                                              vmask *infeasible, crowd_velocity *v, crowd_basis *basis)
{
    const vfloat slack = radius * vf_set(CROWD_TOLERANCE);
    vfloat miss = slack;
    crowd_member next = crowd_no_member();
    crowd_velocity found;
    crowd_most_violated(lines, obstacle_lines, end, *v, &miss, &next);
    active = vmask_and(active, vf_lt(slack, miss));
    if (!vmask_any(active))
        return active;
    crowd_member_select(active, &next, &basis->next);
    const crowd_line on = crowd_member_line(lines, &next);
    const crowd_line others[2] = {crowd_member_line(lines, &basis->first),
                                  crowd_member_line(lines, &basis->second)};
    const vmask good = crowd_solve_on_line(&on, lines, obstacle_lines, others, CROWD_MEMBERS(round, 2),
                                           radius, pref, 0, &found);
    *infeasible = vmask_or(*infeasible, vmask_and_not(active, good));
    active = vmask_and(active, good);
    crowd_velocity_select(active, &found, v);
    crowd_basis_enter(basis, lines, round, 0, *v, active);
    return active;
}

/* The velocity nearest to `pref` in all half-planes. Each round adds the most violated half-plane to the
 * basis and solves the program of at most three half-planes (LP-type problems: Sharir and Welzl 1992; pivot
 * rule: Dantzig). On entry *v is the optimum of the disc and the obstacle lines, which hold throughout.
 * Returns the infeasible lanes; *basis holds the half-planes that prove it. */
static FORCE_INLINE vmask crowd_solve_nearest(const crowd_lines *lines, int32_t obstacle_lines, int32_t end,
                                              vfloat radius, crowd_velocity pref, crowd_velocity *v,
                                              crowd_basis *basis)
{
    vmask active = vf_le(radius, radius), infeasible = vf_lt(radius, radius);
    basis->first = basis->second = basis->third = basis->next = crowd_no_member();
#if THRONG_WIDTH > 1
    active = crowd_nearest_round(lines, obstacle_lines, end, radius, pref, 0, active, &infeasible, v, basis);
    if (vmask_any(active))
        active =
            crowd_nearest_round(lines, obstacle_lines, end, radius, pref, 1, active, &infeasible, v, basis);
    for (int32_t round = 2; round < CROWD_MAX_PIVOTS && vmask_any(active); round++)
        active =
            crowd_nearest_round(lines, obstacle_lines, end, radius, pref, 2, active, &infeasible, v, basis);
#else
    for (int32_t round = 0; round < CROWD_MAX_PIVOTS && active; round++)
        active = crowd_nearest_round(lines, obstacle_lines, end, radius, pref, round, active, &infeasible, v,
                                     basis);
#endif
    return vmask_or(infeasible, active);
}

/* Half-plane of the velocities that violate `by` no more than `of`. */
static FORCE_INLINE crowd_line crowd_bisector(const crowd_line *by, const crowd_line *of)
{
    const vfloat x = by->nx - of->nx, y = by->ny - of->ny, square = x * x + y * y;
    const vmask parts = vf_lt(vf_set(CROWD_PARALLEL * CROWD_PARALLEL), square);
    const vfloat per = vf_set(1.0f) / vf_sqrt(vf_select(parts, square, vf_set(1.0f)));
    crowd_line line = crowd_no_line(); /* none for lines of equal direction */
    const crowd_line one = {x * per, y * per, (by->c - of->c) * per};
    crowd_line_select(parts, &one, &line);
    return line;
}

/* The velocity with the least violation of `next` among those that violate no member, of `count`, more than
 * `next`. Returns the lanes that rounding leaves feasible. */
static FORCE_INLINE vmask crowd_equal_violation(const crowd_lines *lines, int32_t obstacle_lines,
                                                vfloat radius, const int32_t count, vmask active,
                                                const crowd_basis *basis, const crowd_line *next,
                                                crowd_velocity *best)
{
    const crowd_velocity pref = {next->nx, next->ny};
    crowd_line bisectors[3];
    bisectors[0] = crowd_member_line(lines, &basis->first);
    bisectors[1] = crowd_member_line(lines, &basis->second);
    bisectors[0] = crowd_bisector(&bisectors[0], next);
    bisectors[1] = crowd_bisector(&bisectors[1], next);
    if (count > 2) {
        bisectors[2] = crowd_member_line(lines, &basis->third);
        bisectors[2] = crowd_bisector(&bisectors[2], next);
    }
    best->x = pref.x * radius;
    best->y = pref.y * radius;
    return crowd_solve_lp(lines, obstacle_lines, bisectors, count, radius, pref, 1, active, best);
}

/* One round of crowd_solve_least_violation(). Returns the lanes that continue. *v has the smallest violation
 * so far, *least. */
static FORCE_INLINE vmask crowd_violation_round(const crowd_lines *lines, int32_t obstacle_lines,
                                                int32_t first, int32_t end, vfloat radius, int32_t round,
                                                vmask active, crowd_basis *basis, vfloat *least,
                                                crowd_velocity *v)
{
    const crowd_line next = crowd_member_line(lines, &basis->next);
    crowd_velocity best;
    active = crowd_equal_violation(lines, obstacle_lines, radius, CROWD_MEMBERS(round, 3), active, basis,
                                   &next, &best);
    /* not violated at all: violations count from 0 */
    const vfloat most = vf_max(crowd_violation(&next, best), vf_set(0.0f)) + radius * vf_set(CROWD_TOLERANCE);
    vfloat miss = most;
    crowd_basis_enter(basis, lines, round, 1, best, active);
    crowd_most_violated(lines, first, end, best, &miss, &basis->next);
    const vmask better = vmask_and(active, vf_lt(miss, *least));
    *least = vf_select(better, miss, *least);
    crowd_velocity_select(better, &best, v);
    return vmask_and(active, vf_lt(most, miss));
}

/* Minimises the largest violation of the half-planes first .. end - 1, subject to the obstacle lines. It
 * continues in the lanes `active` from the basis of crowd_solve_nearest(). The best of all rounds is kept,
 * since nearly parallel lines may cycle. */
static FORCE_INLINE void crowd_solve_least_violation(const crowd_lines *lines, int32_t obstacle_lines,
                                                     int32_t first, int32_t end, vfloat radius, vmask active,
                                                     crowd_basis *basis, crowd_velocity *v)
{
    vfloat least = vf_set(3e38f);
#if THRONG_WIDTH > 1
    active = crowd_violation_round(lines, obstacle_lines, first, end, radius, 2, active, basis, &least, v);
    for (int32_t round = 3; round < CROWD_MAX_PIVOTS && vmask_any(active); round++)
        active =
            crowd_violation_round(lines, obstacle_lines, first, end, radius, 3, active, basis, &least, v);
#else
    for (int32_t round = 2; round < CROWD_MAX_PIVOTS && active; round++)
        active =
            crowd_violation_round(lines, obstacle_lines, first, end, radius, round, active, basis, &least, v);
#endif
}

#endif
