/* The velocity of an agent: nearest to the preferred one in all half-planes and the disc of its speeds, or
 * where there is none, the one that misses half-planes by least: the programs of van den Berg 2011, section
 * 5.4. Lanes are agents. A half-plane is { v : n . v >= c }, n of length 1. A line's nearest point to the
 * origin is c * n: what of it lies in the disc is symmetric about that point, so nothing cancels, and no
 * result leaves the disc. */
#ifndef THRONG_KERNELS_CROWD_LINEAR_PROGRAM_H
#define THRONG_KERNELS_CROWD_LINEAR_PROGRAM_H

#include "kernels/crowd/layout.h"

#define CROWD_PARALLEL 1e-5f /* lines whose directions' cross product is smaller */
/* Parts of the largest speed by which lines are missed that count as kept: rounding alone would make programs
 * fail where lines coincide or meet in one point. */
#define CROWD_TOLERANCE 1e-6f
#define CROWD_MAX_PIVOTS 16 /* of exchanges; with 64 half-planes at random it takes at most 9 */

/* Half-planes in memory: three numbers of all lanes behind one another. All 0: of no effect. */
typedef struct crowd_lines {
    THRONG_PRIVATE float *at;
    private_size stride; /* from number to number */
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

/* How far a velocity is on the wrong side; below 0 on the right one. */
static FORCE_INLINE vfloat crowd_violation(const crowd_line *line, crowd_velocity v)
{
    return line->c - (line->nx * v.x + line->ny * v.y);
}

/* *to becomes what is given in lanes `which`. */
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

/* Kept by every velocity. */
static FORCE_INLINE crowd_line crowd_no_line(void)
{
    crowd_line line;
    line.nx = line.ny = vf_set(0.0f);
    line.c = vf_set(-1e30f);
    return line;
}

/* ---------------------------------------------------------------- on a line ------------------------- */

/* From where to where, seen from the point nearest to the origin. */
typedef struct crowd_interval {
    vfloat low, high;
} crowd_interval;

/* Leaves what is in the half-plane `by`. One that is all but parallel cuts nothing off unless it is missed
 * where it should be: what rounding makes of it would be anywhere. */
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

/* On a line, within the disc, the first `hard` lines and `count` <= 2 others: the point nearest to `wish`,
 * or where `far`, the farthest in its direction. The lanes that have one. Where `far`, the others leave one;
 * where rounding does not, what is next to it has to do. */
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

/* A step of a program: *v becomes what is on this line, if it misses that; the lanes that go on, of those in
 * `active`. */
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

/* What is nearest to `wish` (far: farthest in its direction, which has length 1) in the first `hard` lines
 * and `count` <= 3 others, by increments: *v is that in the disc alone, and becomes the result. The lanes
 * that have one, of those in `active`; what *v is in others means nothing. */
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

/* The half-planes that decide where a velocity is: two, or of the least miss three. Lanes have lines of their
 * own; of one agent numbers do, below 0 of none. */
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
    crowd_member next; /* which they leave no velocity for */
} crowd_basis;

/* Of the half-planes from `first` on the one that is missed most, if by more than *miss, and by how much:
 * the first, where several are. */
static FORCE_INLINE void crowd_most_violated(const crowd_lines *lines, int32_t first, int32_t end,
                                             crowd_velocity v, vfloat *miss, crowd_member *member)
{
    for (int32_t i = first; i < end; i++) {
        const crowd_line one = crowd_line_load(lines, i);
        const vfloat by = crowd_violation(&one, v);
        const vmask more = vf_lt(*miss, by);
        const crowd_member of = crowd_member_of(i, &one);
        *miss = vf_select(more, by, *miss);
        crowd_member_select(more, &of, member);
    }
}

static FORCE_INLINE vfloat crowd_member_violation(const crowd_lines *lines, const crowd_member *member,
                                                  crowd_velocity v)
{
    const crowd_line line = crowd_member_line(lines, member);
    return crowd_violation(&line, v);
}

/* In lanes `which` `next` becomes a member: in round 0 the first, in round 1 the second, in round 2, if there
 * may be three, the third; else in the place of that one which has most to spare at v. */
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

/* How many members a round looks at. Where there are several lanes, the first rounds have code of their own,
 * without those that are not there yet; one agent alone would take registers for it. */
#if THRONG_WIDTH > 1
#define CROWD_MEMBERS(round, most) (round)
#else
#define CROWD_MEMBERS(round, most) (most)
#endif

/* A round of crowd_solve_nearest() in the lanes `left`; those that go on. */
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

/* The velocity nearest to `wish` in all half-planes, by way of the bases of ever more of them: a program of
 * at most three, the last of which is the one that is missed most (Sharir and Welzl 1992, with the pivot rule
 * of Dantzig). *v is what is nearest in the disc and the first `hard` lines, which are kept throughout. The
 * lanes that have none; *basis says why. */
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

/* Where line `by` is missed by no more than line `of`. */
static FORCE_INLINE crowd_line crowd_bisector(const crowd_line *by, const crowd_line *of)
{
    const vfloat x = by->nx - of->nx, y = by->ny - of->ny, square = x * x + y * y;
    const vmask parts = vf_lt(vf_set(CROWD_PARALLEL * CROWD_PARALLEL), square);
    const vfloat per = vf_set(1.0f) / vf_sqrt(vf_select(parts, square, vf_set(1.0f)));
    crowd_line line = crowd_no_line(); /* lines of one direction have none */
    const crowd_line one = {x * per, y * per, (by->c - of->c) * per};
    crowd_line_select(parts, &one, &line);
    return line;
}

/* What is missed by as little as can be where `next` is missed as much as any member, of which there are
 * `count`. The lanes in which rounding leaves something. */
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

/* A round of crowd_solve_least_violation() in the lanes `left`; those that go on. *v: where half-planes were missed by
 * *least, the least so far. */
static FORCE_INLINE vmask crowd_violation_round(const crowd_lines *lines, int32_t obstacle_lines,
                                                int32_t first, int32_t end, vfloat radius, int32_t round,
                                                vmask active, crowd_basis *basis, vfloat *least,
                                                crowd_velocity *v)
{
    const crowd_line next = crowd_member_line(lines, &basis->next);
    crowd_velocity best;
    active = crowd_equal_violation(lines, obstacle_lines, radius, CROWD_MEMBERS(round, 3), active, basis,
                                   &next, &best);
    /* kept after all: nothing is missed, and no line is to be kept by more than the others */
    const vfloat most = vf_max(crowd_violation(&next, best), vf_set(0.0f)) + radius * vf_set(CROWD_TOLERANCE);
    vfloat miss = most;
    crowd_basis_enter(basis, lines, round, 1, best, active);
    crowd_most_violated(lines, first, end, best, &miss, &basis->next);
    const vmask better = vmask_and(active, vf_lt(miss, *least));
    *least = vf_select(better, miss, *least);
    crowd_velocity_select(better, &best, v);
    return vmask_and(active, vf_lt(most, miss));
}

/* The velocity that misses the half-planes from `first` to `end` by as little as can be, within the first
 * `hard` ones, by bases too: in the lanes `left` it begins with what crowd_solve_nearest() left. Of all rounds the
 * best one counts: lines that are all but parallel may go round in circles. */
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
