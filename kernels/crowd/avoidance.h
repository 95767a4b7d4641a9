/* Perception, responsibility and ORCA half-planes of a pair of agents.
 *
 * Perception and responsibility: Shi 2015, equations 2 to 8. Half-planes: van den Berg 2011 (Reciprocal
 * n-body collision avoidance), section 4. Lanes hold agents A. B is either one agent for all lanes or one per
 * lane. */
#ifndef THRONG_KERNELS_CROWD_AVOIDANCE_H
#define THRONG_KERNELS_CROWD_AVOIDANCE_H

#include "kernels/crowd/linear_program.h"

/* Attributes of one agent of a pair, as far as the other one uses them. */
typedef struct crowd_participant {
    vfloat x, y, vx, vy, radius, weight;
    vint priority;
    vfloat heading_x, heading_y, vision2, cosine, hearing2, sound;
    vint layer, mask;
} crowd_participant;

/* Loads one agent from its snapshot records into all lanes. */
static FORCE_INLINE crowd_participant crowd_participant_broadcast(THRONG_GLOBAL const crowd_record *r,
                                                                  THRONG_GLOBAL const crowd_extra *e,
                                                                  const int uses)
{
    crowd_participant p;
    p.x = vf_set(r->x);
    p.y = vf_set(r->y);
    p.vx = vf_set(r->vx);
    p.vy = vf_set(r->vy);
    p.radius = vf_set(r->radius);
    if (uses & CROWD_HETEROGENEOUS) {
        p.weight = vf_set(scalar_abs(r->weight));
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

/* Loads one agent per lane; rows[k] is the record of lane k. */
static FORCE_INLINE crowd_participant crowd_participant_gather(THRONG_GLOBAL const crowd_record *records,
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
    p.weight = vf_abs(c[5]);
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

/* Signed square of the component of (dx, dy) along the heading: p * |p|. Compared with cos * |cos| * square,
 * it tests the vision sector without a root. */
static FORCE_INLINE vfloat crowd_ahead(const crowd_participant *of, vfloat dx, vfloat dy)
{
    const vfloat ahead = of->heading_x * dx + of->heading_y * dy;
    return ahead * vf_abs(ahead);
}

/* Squared distance from which on B is not noticed, where `none` is A's: squared, or by gaps a distance, to
 * which the difference of the radii is added. By gaps nobody is noticed if it is below all -radii. */
static FORCE_INLINE vfloat crowd_cutoff(vfloat none, vfloat radius, vfloat radius_of_other, const int uses)
{
    if (!(uses & CROWD_BY_GAPS))
        return none;
    const vfloat far = vf_max(none + vf_abs(radius_of_other - radius), vf_set(0.0f));
    return far * far;
}

/* The cut-off, see crowd_cutoff(), and the squared range of the senses; by gaps and without senses
 * `neighbor_dist` is both. */
typedef struct crowd_limits {
    vfloat none, reach;
} crowd_limits;

/* 1: boxes and points are in reach by their gap, else by the squared distance: senses reach to centres. */
static FORCE_INLINE int crowd_reaches_by_gaps(const int uses)
{
    return (uses & CROWD_BY_GAPS) && (!(uses & CROWD_SENSES) || (uses & CROWD_BY_DISTANCE));
}

/* Whether a target at a squared distance of `square` is in the vision range and sector. `ahead` is
 * crowd_ahead() of the direction to it. */
static FORCE_INLINE vmask crowd_in_sight(const crowd_participant *of, const crowd_participant *target,
                                         vfloat ahead, vfloat square, const int uses)
{
    if (uses & CROWD_BY_DISTANCE)
        return vf_lt(square, crowd_cutoff(of->vision2, of->radius, target->radius, uses));
    return vmask_and(vf_le(square, of->vision2), vf_le(of->cosine * square, ahead));
}

/* A sees B. (dx, dy) leads from A to B; `square` is its squared length. */
static FORCE_INLINE vmask crowd_sees(const crowd_participant *a, const crowd_participant *b, vfloat dx,
                                     vfloat dy, vfloat square, const int uses)
{
    return crowd_in_sight(a, b, crowd_ahead(a, dx, dy), square, uses);
}

/* B sees A, with the same arguments as crowd_sees(). */
static FORCE_INLINE vmask crowd_seen(const crowd_participant *a, const crowd_participant *b, vfloat dx,
                                     vfloat dy, vfloat square, const int uses)
{
    return crowd_in_sight(b, a, -crowd_ahead(b, dx, dy), square, uses);
}

static FORCE_INLINE vmask crowd_hears(const crowd_participant *a, const crowd_participant *b, vfloat square)
{
    const vfloat reach = b->sound + a->radius;
    return vf_le(square, vf_min(a->hearing2, reach * reach));
}

static FORCE_INLINE vmask crowd_touches(const crowd_participant *a, const crowd_participant *b, vfloat square,
                                        const int uses)
{
    const vfloat reach = (a->radius + b->radius) * vf_set(crowd_contact_reach(uses));
    return vf_le(square, reach * reach);
}

static FORCE_INLINE vmask crowd_layers_match(const crowd_participant *a, const crowd_participant *b)
{
    return crowd_some(vi_and(a->mask, b->layer));
}

#define CROWD_NO_SQUARE 3.4028235e38f /* squared distance of a candidate that is never perceived */

/* Result of perception. Without senses every eligible agent is perceived. With senses an agent at
 * CROWD_NO_SQUARE is not. */
typedef struct crowd_view {
    vmask perceived, avoids; /* avoids: perceived, and A's share of responsibility is above 0 */
} crowd_view;

/* Whether it must be tested if B sees A. It matters only for agents that A hears but neither sees nor
 * touches: with responsibility, A ignores them unless B sees A. With several lanes one such lane is so likely
 * that a branch does not pay. */
static FORCE_INLINE int crowd_needs_seen(vmask heard)
{
#if THRONG_WIDTH > 1
    (void)heard;
    return 1;
#else
    return vmask_any(heard);
#endif
}

static FORCE_INLINE crowd_view crowd_perceive(const crowd_participant *a, const crowd_participant *b,
                                              vfloat dx, vfloat dy, vfloat square, vmask eligible,
                                              const int uses)
{
    const vmask none = vf_lt(vf_set(1.0f), vf_set(0.0f));
    crowd_view view;
    view.perceived = view.avoids = eligible;
    if (uses & CROWD_SENSES) {
        vmask sensed = none;
        if (uses & CROWD_VISION)
            sensed = crowd_sees(a, b, dx, dy, square, uses);
        if (crowd_notices_contact(uses))
            sensed = vmask_or(sensed, crowd_touches(a, b, square, uses));
        vmask perceived = sensed;
        if (uses & CROWD_HEARING) {
            const vmask hears = crowd_hears(a, b, square);
            vmask seen = none;
            if (uses & CROWD_VISION && crowd_needs_seen(vmask_and_not(hears, sensed))) {
                seen = crowd_seen(a, b, dx, dy, square, uses);
                if (uses & CROWD_HETEROGENEOUS)
                    seen = vmask_and(seen, crowd_layers_match(b, a));
            }
            perceived = vmask_or(sensed, hears);
            if (uses & CROWD_RESPONSIBILITY)
                sensed = vmask_or(sensed, vmask_and(hears, seen));
            else
                sensed = perceived;
        }
        view.avoids = sensed;
        view.perceived = perceived;
    }
    if (uses & CROWD_HETEROGENEOUS) {
        const vmask notices = crowd_layers_match(a, b);
        view.avoids = vmask_and(view.avoids, notices);
        view.perceived = vmask_and(view.perceived, notices);
        /* Of two different priorities the lower one takes all responsibility, if A perceives B. */
        const vmask below = vmask_and(view.perceived, vi_lt(a->priority, b->priority));
        view.avoids = vmask_and_not(vmask_or(view.avoids, below), vi_lt(b->priority, a->priority));
        view.avoids = vmask_and(view.avoids, vf_lt(vf_set(0.0f), a->weight));
    }
    return view;
}

/* A's share of avoiding B, where A avoids B (Shi 2015, equations 2 to 8). 0.5 if both see or touch each
 * other, 0.7 if B only hears A, 1 if B does not perceive A, 0.3 if A only hears B. */
static FORCE_INLINE vfloat crowd_share(const crowd_participant *a, const crowd_participant *b, vfloat dx,
                                       vfloat dy, vfloat square, const int uses)
{
    const vfloat nothing = vf_set(0.0f), even = vf_set(0.5f), one = vf_set(1.0f);
    const vmask none = vf_lt(one, nothing);
    vfloat share = even;
    if (uses & CROWD_SENSES && uses & CROWD_RESPONSIBILITY) {
        vmask sees = none, touches = none, seen = none, heard = none;
        if (uses & CROWD_VISION) {
            sees = crowd_sees(a, b, dx, dy, square, uses);
            seen = crowd_seen(a, b, dx, dy, square, uses);
        }
        if (uses & CROWD_HEARING)
            heard = crowd_hears(b, a, square);
        if (crowd_notices_contact(uses))
            touches = crowd_touches(a, b, square, uses);
        if (uses & CROWD_HETEROGENEOUS) {
            const vmask noticed = crowd_layers_match(b, a);
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

static FORCE_INLINE vmask crowd_below(vint a, vint b) /* unsigned a < b */
{
    const vint top = vi_set((int32_t)0x80000000u);
    return vi_lt(vi_xor(a, top), vi_xor(b, top));
}

/* A pseudo-random unit vector that depends on the seed and the agent's id only. */
static FORCE_INLINE crowd_velocity crowd_random_direction(THRONG_GLOBAL const crowd_plan *plan, vint id_low,
                                                          vint id_high)
{
    const vint random = crowd_random(plan, id_low, id_high, vi_set(0), vi_set(0), CROWD_RANDOM_PLACE);
    const vmask upright = crowd_some(vi_and(random, vi_set(1)));
    const vmask back = crowd_some(vi_and(random, vi_set(2)));
    crowd_velocity direction;
    vfloat c, s;
    crowd_sincos(crowd_random_signed(random) * vf_set(0.78539816f), &c,
                 &s); /* an angle within a quarter turn; two bits of the number select the quarter */
    direction.x = vf_select(upright, -s, c);
    direction.y = vf_select(upright, c, s);
    direction.x = vf_select(back, -direction.x, direction.x);
    direction.y = vf_select(back, -direction.y, direction.y);
    return direction;
}

/* The direction in which A leaves B if both are at the same position: the difference of their random
 * directions, so that several agents at one position leave in different directions. low, high: ids of A and
 * B. */
static FORCE_INLINE crowd_velocity crowd_separation_direction(THRONG_GLOBAL const crowd_plan *plan,
                                                              const vint low[2], const vint high[2])
{
    const crowd_velocity a = crowd_random_direction(plan, low[0], high[0]),
                         b = crowd_random_direction(plan, low[1], high[1]);
    const vmask less = vmask_or(crowd_below(high[0], high[1]),
                                vmask_and_not(crowd_below(low[0], low[1]), crowd_below(high[1], high[0])));
    const vfloat one = vf_set(1.0f), x = a.x - b.x, y = a.y - b.y, square = x * x + y * y;
    const vmask apart = vf_le(vf_set(1e-12f), square);
    const vfloat per = one / vf_sqrt(vf_select(apart, square, one));
    crowd_velocity direction;
    direction.x = vf_select(apart, x * per, vf_select(less, one, -one));
    direction.y = vf_mask_zero(apart, y * per);
    return direction;
}

/* Velocity obstacle of A relative to B: the relative velocities that lead to a collision within the horizon.
 * A truncated cone: two legs and a cutoff circle (van den Berg 2011, section 4.1). */
typedef struct crowd_cone {
    vfloat dx, dy, square;   /* from A to B, and its squared length */
    vfloat reach, per;       /* sum of the radii; inverse of the time horizon */
    vfloat rvx, rvy, wx, wy; /* relative velocity, and its offset w from the centre of the cutoff circle */
    vfloat inside, length;   /* squared length of the leg or of w; square of the normal's divisor */
    vmask legs;              /* the velocity projects onto a leg, not onto the cutoff circle */
} crowd_cone;

/* The part of the computation without roots. (dx, dy): from A to B. */
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
    /* Scaled by powers of two so that no square overflows. Equivalent to ahead * ahead < reach2 * w2. */
    const vfloat part = ahead * vf_set(9.5367432e-7f), reach_part = reach2 * vf_set(9.0949470e-13f);
    const vmask capped = vmask_and(vf_lt(ahead, vf_set(0.0f)), vf_lt(reach_part * w2, part * part));
    c.legs = vmask_and_not(clear, capped);
    c.inside = vf_select(c.legs, square - reach2, w2);
    c.length = vf_select(c.legs, square, w2);
    return c;
}

/* ORCA half-plane of A if A takes `share` of the change u (van den Berg 2011, equation 5). *degenerate: lanes
 * with w = 0, where the normal is undefined; see crowd_orca_fallback(). */
static FORCE_INLINE crowd_line crowd_orca_line(const crowd_cone *cone, const crowd_participant *a,
                                               vfloat share, vmask *degenerate)
{
    const crowd_cone c = *cone;
    const vfloat root = vf_sqrt(c.inside);
    const vmask left = vf_lt(vf_set(0.0f), c.dx * c.wy - c.dy * c.wx);
    const vfloat leg = vf_select(left, root, -root);
    *degenerate = vf_lt(c.length, vf_set(CROWD_MIN_SQUARE));
    const vfloat inverse =
        vf_set(1.0f) / vf_select(*degenerate, vf_set(1.0f), vf_select(c.legs, c.square, root));
    crowd_line line;
    line.nx = vf_select(c.legs, -(c.dx * c.reach + c.dy * leg), c.wx) * inverse;
    line.ny = vf_select(c.legs, c.dx * leg - c.dy * c.reach, c.wy) * inverse;
    const vfloat out = vf_select(c.legs, -(c.rvx * line.nx + c.rvy * line.ny), c.reach * c.per - root);
    line.c = line.nx * a->vx + line.ny * a->vy + share * out;
    return line;
}

/* Half-plane for lanes with w = 0. The normal leads away from B. If both agents are at the same position, it
 * is the direction of crowd_separation_direction(). */
static FORCE_INLINE void crowd_orca_fallback(const crowd_cone *cone, const crowd_participant *a, vfloat share,
                                             vfloat per, crowd_velocity direction, vmask degenerate,
                                             crowd_line *line)
{
    const vmask away = vf_le(vf_set(CROWD_MIN_SQUARE), cone->square);
    const vfloat inverse = vf_set(-1.0f) / vf_sqrt(vf_select(away, cone->square, vf_set(1.0f)));
    const vfloat nx = vf_select(away, cone->dx * inverse, direction.x);
    const vfloat ny = vf_select(away, cone->dy * inverse, direction.y);
    const vfloat c = nx * a->vx + ny * a->vy + share * (cone->reach * per);
    line->nx = vf_select(degenerate, nx, line->nx);
    line->ny = vf_select(degenerate, ny, line->ny);
    line->c = vf_select(degenerate, c, line->c);
}

#endif
