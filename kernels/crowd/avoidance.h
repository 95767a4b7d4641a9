/* Whom an agent perceives, what share of avoiding is its own (Shi 2015), and the half-planes that follow
 * (equations 2 to 8, as van den Berg 2011, section 4). Lanes are agents A; B is one other agent for all of
 * them, or one for each. */
#ifndef THRONG_KERNELS_CROWD_AVOIDANCE_H
#define THRONG_KERNELS_CROWD_AVOIDANCE_H

#include "kernels/crowd/linear_program.h"

/* One side of a pair. */
typedef struct crowd_participant {
    vfloat x, y, vx, vy, radius, weight;
    vint priority;
    vfloat heading_x, heading_y, vision2, cosine, hearing2, sound;
    vint layer, mask;
} crowd_participant;

/* B out of its records, the same for all lanes. */
static FORCE_INLINE crowd_participant crowd_participant_of(THRONG_GLOBAL const crowd_record *r,
                                                           THRONG_GLOBAL const crowd_extra *e, const int uses)
{
    crowd_participant p;
    p.x = vf_set(r->x);
    p.y = vf_set(r->y);
    p.vx = vf_set(r->vx);
    p.vy = vf_set(r->vy);
    p.radius = vf_set(r->radius);
    if (uses & CROWD_HETEROGENEOUS) {
        p.weight = vf_set(r->weight);
        p.priority = vi_set(r->priority);
        p.layer = vi_set(e->layer);
        p.mask = vi_set(e->mask);
    }
    if (uses & CROWD_SENSES) {
        p.heading_x = vf_set(e->heading_x);
        p.heading_y = vf_set(e->heading_y);
        p.vision2 = vf_set(e->vision2);
        p.cosine = vf_set(e->cosine);
        p.hearing2 = vf_set(e->hearing2);
        p.sound = vf_set(e->sound);
    }
    return p;
}

/* One for each lane. */
static FORCE_INLINE crowd_participant crowd_parties_of(THRONG_GLOBAL const crowd_record *records,
                                                       THRONG_GLOBAL const crowd_extra *extras,
                                                       const int32_t *rows, const int uses)
{
    crowd_participant p;
    vfloat c[8];
    vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)records, rows, c);
    p.x = c[0];
    p.y = c[1];
    p.vx = c[2];
    p.vy = c[3];
    p.radius = c[4];
    p.weight = c[5];
    p.priority = vf_to_bits(c[6]);
    if (uses & (CROWD_SENSES | CROWD_HETEROGENEOUS)) {
        vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)extras, rows, c);
        p.heading_x = c[0];
        p.heading_y = c[1];
        p.vision2 = c[2];
        p.cosine = c[3];
        p.hearing2 = c[4];
        p.sound = c[5];
        p.layer = vf_to_bits(c[6]);
        p.mask = vf_to_bits(c[7]);
    }
    return p;
}

/* How far ahead of one the way (dx, dy) leads, times its own magnitude. */
static FORCE_INLINE vfloat crowd_ahead(const crowd_participant *of, vfloat dx, vfloat dy)
{
    const vfloat ahead = of->heading_x * dx + of->heading_y * dy;
    return ahead * vf_abs(ahead);
}

/* Within sight of one: at a distance whose square is `square`, so far ahead. */
static FORCE_INLINE vmask crowd_in_sight(const crowd_participant *of, vfloat ahead, vfloat square,
                                         const int uses)
{
    if (uses & CROWD_BY_DISTANCE)
        return vf_lt(square, of->vision2);
    return vmask_and(vf_le(square, of->vision2), vf_le(of->cosine * square, ahead));
}

/* A sees B in the direction (dx, dy), the square of whose length is `square`. */
static FORCE_INLINE vmask crowd_sees(const crowd_participant *a, vfloat dx, vfloat dy, vfloat square,
                                     const int uses)
{
    return crowd_in_sight(a, crowd_ahead(a, dx, dy), square, uses);
}

/* And B sees A. */
static FORCE_INLINE vmask crowd_seen(const crowd_participant *b, vfloat dx, vfloat dy, vfloat square,
                                     const int uses)
{
    return crowd_in_sight(b, -crowd_ahead(b, dx, dy), square, uses);
}

static FORCE_INLINE vmask crowd_hears(const crowd_participant *a, const crowd_participant *b, vfloat square)
{
    const vfloat reach = b->sound + a->radius;
    return vf_le(square, vf_min(a->hearing2, reach * reach));
}

static FORCE_INLINE vmask crowd_touches(const crowd_participant *a, const crowd_participant *b, vfloat square)
{
    const vfloat reach = a->radius + b->radius;
    return vf_le(square, reach * reach);
}

static FORCE_INLINE vmask crowd_notices(const crowd_participant *a, const crowd_participant *b)
{
    return crowd_some(vi_and(a->mask, b->layer));
}

#define CROWD_NO_SQUARE 3.4028235e38f /* so far reach no senses */

/* What A makes of B. Without senses everyone in question is perceived; with them one whose square is
 * CROWD_NO_SQUARE is not. */
typedef struct crowd_view {
    vmask perceived, avoids; /* avoids: A's share of that is above 0 */
} crowd_view;

/* Whom A but hears it leaves alone unless B sees it. One of several lanes does so too often to branch. */
static FORCE_INLINE int crowd_looks_back(vmask heard)
{
#if THRONG_WIDTH > 1
    (void)heard;
    return 1;
#else
    return vmask_any(heard);
#endif
}

static FORCE_INLINE crowd_view crowd_perceive(const crowd_participant *a, const crowd_participant *b,
                                              vfloat dx, vfloat dy, vfloat square, vmask in_question,
                                              const int uses)
{
    const vmask none = vf_lt(vf_set(1.0f), vf_set(0.0f));
    crowd_view view;
    view.perceived = view.avoids = in_question;
    if (uses & CROWD_SENSES) {
        vmask sensed = none;
        if (uses & CROWD_VISION)
            sensed = crowd_sees(a, dx, dy, square, uses);
        if (uses & CROWD_TOUCH)
            sensed = vmask_or(sensed, crowd_touches(a, b, square));
        vmask evaluated = sensed; /* and whom it may but hear */
        if (uses & CROWD_HEARING) {
            const vmask hears = crowd_hears(a, b, square);
            vmask seen = none;
            if (uses & CROWD_VISION && crowd_looks_back(vmask_and_not(hears, sensed))) {
                seen = crowd_seen(b, dx, dy, square, uses);
                if (uses & CROWD_HETEROGENEOUS)
                    seen = vmask_and(seen, crowd_notices(b, a));
            }
            evaluated = vmask_or(sensed, hears);
            if (uses & CROWD_RESPONSIBILITY)
                sensed = vmask_or(sensed, vmask_and(hears, seen));
            else
                sensed = evaluated;
        }
        view.avoids = sensed;
        view.perceived = evaluated;
    }
    if (uses & CROWD_HETEROGENEOUS) {
        const vmask notices = crowd_notices(a, b);
        view.avoids = vmask_and(view.avoids, notices);
        view.perceived = vmask_and(view.perceived, notices);
        /* of two priorities the lower one has it all, if A perceives B at all */
        const vmask below = vmask_and(view.perceived, vi_lt(a->priority, b->priority));
        view.avoids = vmask_and_not(vmask_or(view.avoids, below), vi_lt(b->priority, a->priority));
        view.avoids = vmask_and(view.avoids, vf_lt(vf_set(0.0f), a->weight));
    }
    return view;
}

/* A's share of avoiding B, where it avoids it. */
static FORCE_INLINE vfloat crowd_share(const crowd_participant *a, const crowd_participant *b, vfloat dx,
                                       vfloat dy, vfloat square, const int uses)
{
    const vfloat nothing = vf_set(0.0f), even = vf_set(0.5f), one = vf_set(1.0f);
    const vmask none = vf_lt(one, nothing);
    vfloat share = even;
    if (uses & CROWD_SENSES && uses & CROWD_RESPONSIBILITY) {
        vmask sees = none, touches = none, seen = none, heard = none;
        if (uses & CROWD_VISION) {
            sees = crowd_sees(a, dx, dy, square, uses);
            seen = crowd_seen(b, dx, dy, square, uses);
        }
        if (uses & CROWD_HEARING)
            heard = crowd_hears(b, a, square);
        if (uses & CROWD_TOUCH)
            touches = crowd_touches(a, b, square);
        if (uses & CROWD_HETEROGENEOUS) {
            const vmask noticed = crowd_notices(b, a);
            seen = vmask_and(seen, noticed);
            heard = vmask_and(heard, noticed);
        }
        share = vf_select(seen, even, vf_select(heard, vf_set(0.7f), one));
        share = vf_select(sees, share, vf_set(0.3f));
        share = vf_select(touches, even, share);
    }
    if (uses & CROWD_HETEROGENEOUS) {
        const vmask below = vi_lt(a->priority, b->priority);
        const vfloat other = vf_select(below, nothing, (one - share) * b->weight);
        share = vf_select(below, one, share) * a->weight;
        const vmask some = vf_lt(nothing, share + other);
        share = vf_mask_zero(some, share / vf_select(some, share + other, one));
    }
    return share;
}

static FORCE_INLINE vmask crowd_below(vint a, vint b) /* as unsigned numbers */
{
    const vint top = vi_set((int32_t)0x80000000u);
    return vi_lt(vi_xor(a, top), vi_xor(b, top));
}

/* A direction that an agent's id alone decides. */
static FORCE_INLINE crowd_velocity crowd_own_way(THRONG_GLOBAL const crowd_plan *plan, vint id_low,
                                                 vint id_high)
{
    const vint random = crowd_random(plan, id_low, id_high, vi_set(0), vi_set(0), CROWD_OF_PLACE);
    const vmask upright = crowd_some(vi_and(random, vi_set(1)));
    const vmask back = crowd_some(vi_and(random, vi_set(2)));
    crowd_velocity way;
    vfloat c, s;
    crowd_turn(crowd_between(random) * vf_set(0.78539816f), &c,
               &s); /* a quarter, and one of four by two bits */
    way.x = vf_select(upright, -s, c);
    way.y = vf_select(upright, c, s);
    way.x = vf_select(back, -way.x, way.x);
    way.y = vf_select(back, -way.y, way.y);
    return way;
}

/* Agents in one place part as if they stood a little off it, each in its own direction: so that of many in
 * one place each has a way out. low, high: ids of A and of B. */
static FORCE_INLINE crowd_velocity crowd_apart(THRONG_GLOBAL const crowd_plan *plan, const vint low[2],
                                               const vint high[2])
{
    const crowd_velocity a = crowd_own_way(plan, low[0], high[0]), b = crowd_own_way(plan, low[1], high[1]);
    const vmask less = vmask_or(crowd_below(high[0], high[1]),
                                vmask_and_not(crowd_below(low[0], low[1]), crowd_below(high[1], high[0])));
    const vfloat one = vf_set(1.0f), x = a.x - b.x, y = a.y - b.y, square = x * x + y * y;
    const vmask apart = vf_le(vf_set(1e-12f), square);
    const vfloat per = one / vf_sqrt(vf_select(apart, square, one));
    crowd_velocity way;
    way.x = vf_select(apart, x * per, vf_select(less, one, -one));
    way.y = vf_mask_zero(apart, y * per);
    return way;
}

/* The velocities of A, seen from B, that lead to a touch within the horizon: a cone with a round end. */
typedef struct crowd_cone {
    vfloat dx, dy, square;   /* from A to B, and its square */
    vfloat reach, per;       /* the sum of the radii; the time that the round end stands for, inverted */
    vfloat rvx, rvy, wx, wy; /* A's velocity, seen from B; where from the centre of the round end it lies */
    vfloat inside, length;   /* squares: of a leg, and of what the half-plane's direction is divided by */
    vmask legs;              /* a leg is nearer than the round end */
} crowd_cone;

/* As far as it takes no root. (dx, dy): from A to B. */
static FORCE_INLINE crowd_cone crowd_cone_of(THRONG_GLOBAL const crowd_plan *plan, const crowd_participant *a,
                                             const crowd_participant *b, vfloat dx, vfloat dy, vfloat square,
                                             vfloat per_horizon)
{
    crowd_cone c;
    c.dx = dx;
    c.dy = dy;
    c.square = square;
    c.rvx = a->vx - b->vx;
    c.rvy = a->vy - b->vy;
    c.reach = a->radius + b->radius;
    const vfloat reach2 = c.reach * c.reach;
    const vmask clear = vf_lt(reach2, square);
    c.per = vf_select(clear, per_horizon, vf_set(plan->per_dt));
    c.wx = c.rvx - c.per * dx;
    c.wy = c.rvy - c.per * dy;
    const vfloat w2 = c.wx * c.wx + c.wy * c.wy, ahead = c.wx * dx + c.wy * dy;
    /* by powers of two so small that no square is too large; ahead * ahead < reach2 * w2 is the same */
    const vfloat part = ahead * vf_set(9.5367432e-7f), reach_part = reach2 * vf_set(9.0949470e-13f);
    const vmask capped = vmask_and(vf_lt(ahead, vf_set(0.0f)), vf_lt(reach_part * w2, part * part));
    c.legs = vmask_and_not(clear, capped);
    c.inside = vf_select(c.legs, square - reach2, w2);
    c.length = vf_select(c.legs, square, w2);
    return c;
}

/* The half-plane of A, if A takes `share` of what has to change. *nowhere: lanes in which it has no
 * direction, since w is 0: see crowd_avoid_somewhere(). */
static FORCE_INLINE crowd_line crowd_avoid(const crowd_cone *cone, const crowd_participant *a, vfloat share,
                                           vmask *nowhere)
{
    const crowd_cone c = *cone;
    const vfloat root = vf_sqrt(c.inside);
    const vmask left = vf_lt(vf_set(0.0f), c.dx * c.wy - c.dy * c.wx);
    const vfloat leg = vf_select(left, root, -root);
    *nowhere = vf_lt(c.length, vf_set(CROWD_LEAST));
    const vfloat inverse =
        vf_set(1.0f) / vf_select(*nowhere, vf_set(1.0f), vf_select(c.legs, c.square, root));
    crowd_line line;
    line.nx = vf_select(c.legs, -(c.dx * c.reach + c.dy * leg), c.wx) * inverse;
    line.ny = vf_select(c.legs, c.dx * leg - c.dy * c.reach, c.wy) * inverse;
    const vfloat out = vf_select(c.legs, -(c.rvx * line.nx + c.rvy * line.ny), c.reach * c.per - root);
    line.c = line.nx * a->vx + line.ny * a->vy + share * out;
    return line;
}

/* Where w is 0, its direction is that away from B, or where that is 0 too the one of crowd_apart(). */
static FORCE_INLINE void crowd_avoid_somewhere(const crowd_cone *cone, const crowd_participant *a,
                                               vfloat share, vfloat per, crowd_velocity way, vmask nowhere,
                                               crowd_line *line)
{
    const vmask away = vf_le(vf_set(CROWD_LEAST), cone->square);
    const vfloat inverse = vf_set(-1.0f) / vf_sqrt(vf_select(away, cone->square, vf_set(1.0f)));
    const vfloat nx = vf_select(away, cone->dx * inverse, way.x);
    const vfloat ny = vf_select(away, cone->dy * inverse, way.y);
    const vfloat c = nx * a->vx + ny * a->vy + share * (cone->reach * per);
    line->nx = vf_select(nowhere, nx, line->nx);
    line->ny = vf_select(nowhere, ny, line->ny);
    line->c = vf_select(nowhere, c, line->c);
}

#endif
