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
#define CROWD_KEPT 1e-6f
#define CROWD_ROUNDS 16 /* of exchanges; with 64 half-planes at random it takes at most 9 */

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

/* *to becomes what is given in lanes `which`. */
static INLINED void crowd_line_take(mask which, const crowd_line *line, crowd_line *to)
{
    to->nx = real_pick(which, line->nx, to->nx);
    to->ny = real_pick(which, line->ny, to->ny);
    to->c = real_pick(which, line->c, to->c);
}

static INLINED void crowd_velocity_take(mask which, const crowd_velocity *v, crowd_velocity *to)
{
    to->x = real_pick(which, v->x, to->x);
    to->y = real_pick(which, v->y, to->y);
}

/* Kept by every velocity. */
static INLINED crowd_line crowd_no_line(void)
{
    crowd_line line;
    line.nx = line.ny = real_set(0.0f);
    line.c = real_set(-1e30f);
    return line;
}

/* ---------------------------------------------------------------- on a line ------------------------- */

/* From where to where, seen from the point nearest to the origin. */
typedef struct crowd_part {
    real low, high;
} crowd_part;

/* Leaves what is in the half-plane `by`. One that is all but parallel cuts nothing off unless it is missed
 * where it should be: what rounding makes of it would be anywhere. */
static INLINED void crowd_cut(crowd_part *part, const crowd_line *on, const crowd_line *by, real radius)
{
    const real slope = by->nx * on->ny - by->ny * on->nx, steep = real_abs(slope);
    const real least = by->c - on->c * (on->nx * by->nx + on->ny * by->ny);
    const real at = least / real_max(steep, real_set(1e-20f));
    const mask counts =
        mask_or(real_lt(real_set(CROWD_PARALLEL), steep), real_lt(radius * real_set(CROWD_KEPT), least));
    const mask falling = real_lt(slope, real_set(0.0f));
    part->low = real_pick(mask_without(counts, falling), real_max(part->low, at), part->low);
    part->high = real_pick(mask_and(counts, falling), real_min(part->high, -at), part->high);
}

/* On a line, within the disc, the first `hard` lines and `count` <= 2 others: the point nearest to `wish`,
 * or where `far`, the farthest in its direction. The lanes that have one. Where `far`, the others leave one;
 * where rounding does not, what is next to it has to do. */
static INLINED mask crowd_on_line(const crowd_line *on, const crowd_lines *lines, int32_t hard,
                                  const crowd_line *others, const int32_t count, real radius,
                                  crowd_velocity wish, const int far, crowd_velocity *result)
{
    const real nothing = real_set(0.0f), dx = on->ny, dy = -on->nx;
    const real room = radius * radius - on->c * on->c;
    const real width = real_sqrt(real_max(room, nothing));
    crowd_part part = {-width, width};
    for (int32_t j = 0; j < hard; j++) {
        const crowd_line by = crowd_line_at(lines, j);
        crowd_cut(&part, on, &by, radius);
    }
    const crowd_part all = part;
    if (count > 0)
        crowd_cut(&part, on, &others[0], radius);
    if (count > 1)
        crowd_cut(&part, on, &others[1], radius);
    const crowd_part kept = far ? all : part;
    const real along = wish.x * dx + wish.y * dy;
    real t = far ? real_pick(real_lt(nothing, along), part.high, part.low) : along;
    t = real_min(real_max(t, kept.low), kept.high);
    t = real_min(real_max(t, -width), width);
    result->x = on->c * on->nx + t * dx;
    result->y = on->c * on->ny + t * dy;
    return mask_and(real_le(nothing, room), real_le(kept.low, kept.high + radius * real_set(CROWD_KEPT)));
}

/* A step of a program: *v becomes what is on this line, if it misses that; the lanes that go on, of those in
 * `active`. */
static INLINED mask crowd_move_on(const crowd_line *on, const crowd_lines *lines, int32_t hard,
                                  const crowd_line *others, const int32_t count, real radius,
                                  crowd_velocity wish, const int far, mask active, crowd_velocity *v)
{
    const mask misses = mask_and(active, real_lt(radius * real_set(CROWD_KEPT), crowd_miss(on, *v)));
    crowd_velocity found;
    if (!mask_any(misses))
        return active;
    const mask good = crowd_on_line(on, lines, hard, others, count, radius, wish, far, &found);
    crowd_velocity_take(misses, &found, v);
    return mask_without(active, mask_without(misses, good));
}

/* What is nearest to `wish` (far: farthest in its direction, which has length 1) in the first `hard` lines
 * and `count` <= 3 others, by increments: *v is that in the disc alone, and becomes the result. The lanes
 * that have one, of those in `active`; what *v is in others means nothing. */
static INLINED mask crowd_program(const crowd_lines *lines, int32_t hard, const crowd_line *others,
                                  const int32_t count, real radius, crowd_velocity wish, const int far,
                                  mask active, crowd_velocity *v)
{
    for (int32_t i = 0; i < hard; i++) {
        const crowd_line on = crowd_line_at(lines, i);
        active = crowd_move_on(&on, lines, i, others, 0, radius, wish, far, active, v);
    }
    if (count > 0)
        active = crowd_move_on(&others[0], lines, hard, others, 0, radius, wish, far, active, v);
    if (count > 1)
        active = crowd_move_on(&others[1], lines, hard, others, 1, radius, wish, far, active, v);
    if (count > 2)
        active = crowd_move_on(&others[2], lines, hard, others, 2, radius, wish, far, active, v);
    return active;
}

/* ---------------------------------------------------------------- bases ----------------------------- */

/* The half-planes that decide where a velocity is: two, or of the least miss three. Lanes have lines of their
 * own; of one agent numbers do, below 0 of none. */
#if THRONG_WIDTH > 1
typedef crowd_line crowd_member;
#define crowd_no_member crowd_no_line
#define crowd_member_take crowd_line_take
static INLINED crowd_member crowd_member_of(int32_t i, const crowd_line *line)
{
    (void)i;
    return *line;
}
static INLINED crowd_line crowd_member_line(const crowd_lines *lines, const crowd_member *member)
{
    (void)lines;
    return *member;
}
#else
typedef whole crowd_member;
static INLINED crowd_member crowd_no_member(void) { return -1; }
static INLINED void crowd_member_take(mask which, const crowd_member *member, crowd_member *to)
{
    *to = whole_pick(which, *member, *to);
}
static INLINED crowd_member crowd_member_of(int32_t i, const crowd_line *line)
{
    (void)line;
    return i;
}
static INLINED crowd_line crowd_member_line(const crowd_lines *lines, const crowd_member *member)
{
    return *member < 0 ? crowd_no_line() : crowd_line_at(lines, *member);
}
#endif

typedef struct crowd_basis {
    crowd_member first, second, third;
    crowd_member next; /* which they leave no velocity for */
} crowd_basis;

/* Of the half-planes from `first` on the one that is missed most, if by more than *miss, and by how much:
 * the first, where several are. */
static INLINED void crowd_most_missed(const crowd_lines *lines, int32_t first, int32_t end, crowd_velocity v,
                                      real *miss, crowd_member *member)
{
    for (int32_t i = first; i < end; i++) {
        const crowd_line one = crowd_line_at(lines, i);
        const real by = crowd_miss(&one, v);
        const mask more = real_lt(*miss, by);
        const crowd_member of = crowd_member_of(i, &one);
        *miss = real_pick(more, by, *miss);
        crowd_member_take(more, &of, member);
    }
}

static INLINED real crowd_member_miss(const crowd_lines *lines, const crowd_member *member, crowd_velocity v)
{
    const crowd_line line = crowd_member_line(lines, member);
    return crowd_miss(&line, v);
}

/* In lanes `which` `next` becomes a member: in round 0 the first, in round 1 the second, in round 2, if there
 * may be three, the third; else in the place of that one which has most to spare at v. */
static INLINED void crowd_basis_enter(crowd_basis *basis, const crowd_lines *lines, int32_t round,
                                      const int three, crowd_velocity v, mask which)
{
    mask second = mask_without(which, which), third = second;
    if (round == 1) {
        second = which;
    } else if (round == 2 && three) {
        third = which;
    } else if (round > 1) {
        const real at_first = crowd_member_miss(lines, &basis->first, v);
        const real at_second = crowd_member_miss(lines, &basis->second, v);
        second = mask_and(which, real_lt(at_second, at_first));
        if (three)
            third = mask_and(
                which, real_lt(crowd_member_miss(lines, &basis->third, v), real_min(at_second, at_first)));
        second = mask_without(second, third);
    }
    crowd_member_take(mask_without(mask_without(which, second), third), &basis->next, &basis->first);
    crowd_member_take(second, &basis->next, &basis->second);
    crowd_member_take(third, &basis->next, &basis->third);
}

/* How many members a round looks at. Where there are several lanes, the first rounds have code of their own,
 * without those that are not there yet; one agent alone would take registers for it. */
#if THRONG_WIDTH > 1
#define CROWD_MEMBERS(round, most) (round)
#else
#define CROWD_MEMBERS(round, most) (most)
#endif

/* A round of crowd_nearest() in the lanes `left`; those that go on. */
static INLINED mask crowd_nearer(const crowd_lines *lines, int32_t hard, int32_t end, real radius,
                                 crowd_velocity wish, int32_t round, mask left, mask *lost, crowd_velocity *v,
                                 crowd_basis *basis)
{
    const real slack = radius * real_set(CROWD_KEPT);
    real miss = slack;
    crowd_member next = crowd_no_member();
    crowd_velocity found;
    crowd_most_missed(lines, hard, end, *v, &miss, &next);
    left = mask_and(left, real_lt(slack, miss));
    if (!mask_any(left))
        return left;
    crowd_member_take(left, &next, &basis->next);
    const crowd_line on = crowd_member_line(lines, &next);
    const crowd_line others[2] = {crowd_member_line(lines, &basis->first),
                                  crowd_member_line(lines, &basis->second)};
    const mask good =
        crowd_on_line(&on, lines, hard, others, CROWD_MEMBERS(round, 2), radius, wish, 0, &found);
    *lost = mask_or(*lost, mask_without(left, good));
    left = mask_and(left, good);
    crowd_velocity_take(left, &found, v);
    crowd_basis_enter(basis, lines, round, 0, *v, left);
    return left;
}

/* The velocity nearest to `wish` in all half-planes, by way of the bases of ever more of them: a program of
 * at most three, the last of which is the one that is missed most (Sharir and Welzl 1992, with the pivot rule
 * of Dantzig). *v is what is nearest in the disc and the first `hard` lines, which are kept throughout. The
 * lanes that have none; *basis says why. */
static INLINED mask crowd_nearest(const crowd_lines *lines, int32_t hard, int32_t end, real radius,
                                  crowd_velocity wish, crowd_velocity *v, crowd_basis *basis)
{
    mask left = real_le(radius, radius), lost = real_lt(radius, radius);
    basis->first = basis->second = basis->third = basis->next = crowd_no_member();
#if THRONG_WIDTH > 1
    left = crowd_nearer(lines, hard, end, radius, wish, 0, left, &lost, v, basis);
    if (mask_any(left))
        left = crowd_nearer(lines, hard, end, radius, wish, 1, left, &lost, v, basis);
    for (int32_t round = 2; round < CROWD_ROUNDS && mask_any(left); round++)
        left = crowd_nearer(lines, hard, end, radius, wish, 2, left, &lost, v, basis);
#else
    for (int32_t round = 0; round < CROWD_ROUNDS && left; round++)
        left = crowd_nearer(lines, hard, end, radius, wish, round, left, &lost, v, basis);
#endif
    return mask_or(lost, left);
}

/* Where line `by` is missed by no more than line `of`. */
static INLINED crowd_line crowd_bisector(const crowd_line *by, const crowd_line *of)
{
    const real x = by->nx - of->nx, y = by->ny - of->ny, square = x * x + y * y;
    const mask parts = real_lt(real_set(CROWD_PARALLEL * CROWD_PARALLEL), square);
    const real per = real_set(1.0f) / real_sqrt(real_pick(parts, square, real_set(1.0f)));
    crowd_line line = crowd_no_line(); /* lines of one direction have none */
    const crowd_line one = {x * per, y * per, (by->c - of->c) * per};
    crowd_line_take(parts, &one, &line);
    return line;
}

/* What is missed by as little as can be where `next` is missed as much as any member, of which there are
 * `count`. The lanes in which rounding leaves something. */
static INLINED mask crowd_evenly_missed(const crowd_lines *lines, int32_t hard, real radius,
                                        const int32_t count, mask left, const crowd_basis *basis,
                                        const crowd_line *next, crowd_velocity *best)
{
    const crowd_velocity wish = {next->nx, next->ny};
    crowd_line bisectors[3];
    bisectors[0] = crowd_member_line(lines, &basis->first);
    bisectors[1] = crowd_member_line(lines, &basis->second);
    bisectors[0] = crowd_bisector(&bisectors[0], next);
    bisectors[1] = crowd_bisector(&bisectors[1], next);
    if (count > 2) {
        bisectors[2] = crowd_member_line(lines, &basis->third);
        bisectors[2] = crowd_bisector(&bisectors[2], next);
    }
    best->x = wish.x * radius;
    best->y = wish.y * radius;
    return crowd_program(lines, hard, bisectors, count, radius, wish, 1, left, best);
}

/* A round of crowd_least_miss() in the lanes `left`; those that go on. *v: where half-planes were missed by
 * *least, the least so far. */
static INLINED mask crowd_miss_less(const crowd_lines *lines, int32_t hard, int32_t first, int32_t end,
                                    real radius, int32_t round, mask left, crowd_basis *basis, real *least,
                                    crowd_velocity *v)
{
    const crowd_line next = crowd_member_line(lines, &basis->next);
    crowd_velocity best;
    left = crowd_evenly_missed(lines, hard, radius, CROWD_MEMBERS(round, 3), left, basis, &next, &best);
    /* kept after all: nothing is missed, and no line is to be kept by more than the others */
    const real most = real_max(crowd_miss(&next, best), real_set(0.0f)) + radius * real_set(CROWD_KEPT);
    real miss = most;
    crowd_basis_enter(basis, lines, round, 1, best, left);
    crowd_most_missed(lines, first, end, best, &miss, &basis->next);
    const mask better = mask_and(left, real_lt(miss, *least));
    *least = real_pick(better, miss, *least);
    crowd_velocity_take(better, &best, v);
    return mask_and(left, real_lt(most, miss));
}

/* The velocity that misses the half-planes from `first` to `end` by as little as can be, within the first
 * `hard` ones, by bases too: in the lanes `left` it begins with what crowd_nearest() left. Of all rounds the
 * best one counts: lines that are all but parallel may go round in circles. */
static INLINED void crowd_least_miss(const crowd_lines *lines, int32_t hard, int32_t first, int32_t end,
                                     real radius, mask left, crowd_basis *basis, crowd_velocity *v)
{
    real least = real_set(3e38f);
#if THRONG_WIDTH > 1
    left = crowd_miss_less(lines, hard, first, end, radius, 2, left, basis, &least, v);
    for (int32_t round = 3; round < CROWD_ROUNDS && mask_any(left); round++)
        left = crowd_miss_less(lines, hard, first, end, radius, 3, left, basis, &least, v);
#else
    for (int32_t round = 2; round < CROWD_ROUNDS && left; round++)
        left = crowd_miss_less(lines, hard, first, end, radius, round, left, basis, &least, v);
#endif
}

#endif
