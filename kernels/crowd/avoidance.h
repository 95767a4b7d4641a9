/* Whom an agent perceives, what share of avoiding is its own (Shi 2015), and the half-planes that follow
 * (equations 2 to 8, as van den Berg 2011, section 4). Lanes are agents A; B is one other agent for all of
 * them, or one for each. */
#ifndef THRONG_KERNELS_CROWD_AVOIDANCE_H
#define THRONG_KERNELS_CROWD_AVOIDANCE_H

#include "kernels/crowd/linear_program.h"

/* One side of a pair. */
typedef struct crowd_party {
    real x, y, vx, vy, radius, weight;
    whole priority;
    real heading_x, heading_y, vision2, cosine, hearing2, sound;
    whole layer, mask;
} crowd_party;

/* B out of its records, the same for all lanes. */
static INLINED crowd_party crowd_party_of(THRONG_GLOBAL const crowd_record *r,
                                          THRONG_GLOBAL const crowd_extra *e, const int uses)
{
    crowd_party p;
    p.x = real_set(r->x);
    p.y = real_set(r->y);
    p.vx = real_set(r->vx);
    p.vy = real_set(r->vy);
    p.radius = real_set(r->radius);
    if (uses & CROWD_UNLIKE) {
        p.weight = real_set(r->weight);
        p.priority = whole_set(r->priority);
        p.layer = whole_set(e->layer);
        p.mask = whole_set(e->mask);
    }
    if (uses & CROWD_SENSES) {
        p.heading_x = real_set(e->heading_x);
        p.heading_y = real_set(e->heading_y);
        p.vision2 = real_set(e->vision2);
        p.cosine = real_set(e->cosine);
        p.hearing2 = real_set(e->hearing2);
        p.sound = real_set(e->sound);
    }
    return p;
}

/* One for each lane. */
static INLINED crowd_party crowd_parties_of(THRONG_GLOBAL const crowd_record *records,
                                            THRONG_GLOBAL const crowd_extra *extras, const int32_t *rows,
                                            const int uses)
{
    crowd_party p;
    real c[8];
    real_rows((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)records, rows, c);
    p.x = c[0];
    p.y = c[1];
    p.vx = c[2];
    p.vy = c[3];
    p.radius = c[4];
    p.weight = c[5];
    p.priority = real_bits(c[6]);
    if (uses & (CROWD_SENSES | CROWD_UNLIKE)) {
        real_rows((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)extras, rows, c);
        p.heading_x = c[0];
        p.heading_y = c[1];
        p.vision2 = c[2];
        p.cosine = c[3];
        p.hearing2 = c[4];
        p.sound = c[5];
        p.layer = real_bits(c[6]);
        p.mask = real_bits(c[7]);
    }
    return p;
}

/* How far ahead of one the way (dx, dy) leads, times its own magnitude. */
static INLINED real crowd_ahead(const crowd_party *of, real dx, real dy)
{
    const real ahead = of->heading_x * dx + of->heading_y * dy;
    return ahead * real_abs(ahead);
}

/* Within sight of one: at a distance whose square is `square`, so far ahead. */
static INLINED mask crowd_in_sight(const crowd_party *of, real ahead, real square, const int uses)
{
    if (uses & CROWD_BY_DISTANCE)
        return real_lt(square, of->vision2);
    return mask_and(real_le(square, of->vision2), real_le(of->cosine * square, ahead));
}

/* A sees B in the direction (dx, dy), the square of whose length is `square`. */
static INLINED mask crowd_sees(const crowd_party *a, real dx, real dy, real square, const int uses)
{
    return crowd_in_sight(a, crowd_ahead(a, dx, dy), square, uses);
}

/* And B sees A. */
static INLINED mask crowd_seen(const crowd_party *b, real dx, real dy, real square, const int uses)
{
    return crowd_in_sight(b, -crowd_ahead(b, dx, dy), square, uses);
}

static INLINED mask crowd_hears(const crowd_party *a, const crowd_party *b, real square)
{
    const real reach = b->sound + a->radius;
    return real_le(square, real_min(a->hearing2, reach * reach));
}

static INLINED mask crowd_touches(const crowd_party *a, const crowd_party *b, real square)
{
    const real reach = a->radius + b->radius;
    return real_le(square, reach * reach);
}

static INLINED mask crowd_notices(const crowd_party *a, const crowd_party *b)
{
    return crowd_some(whole_and(a->mask, b->layer));
}

#define CROWD_NO_SQUARE 3.4028235e38f /* so far reach no senses */

/* What A makes of B. Without senses everyone in question is perceived; with them one whose square is
 * CROWD_NO_SQUARE is not. */
typedef struct crowd_view {
    mask perceived, avoids; /* avoids: A's share of that is above 0 */
} crowd_view;

/* Whom A but hears it leaves alone unless B sees it. One of several lanes does so too often to branch. */
static INLINED int crowd_looks_back(mask heard)
{
#if THRONG_WIDTH > 1
    (void)heard;
    return 1;
#else
    return mask_any(heard);
#endif
}

static INLINED crowd_view crowd_look(const crowd_party *a, const crowd_party *b, real dx, real dy,
                                     real square, mask in_question, const int uses)
{
    const mask none = real_lt(real_set(1.0f), real_set(0.0f));
    crowd_view view;
    view.perceived = view.avoids = in_question;
    if (uses & CROWD_SENSES) {
        mask sensed = none;
        if (uses & CROWD_VISION)
            sensed = crowd_sees(a, dx, dy, square, uses);
        if (uses & CROWD_TOUCH)
            sensed = mask_or(sensed, crowd_touches(a, b, square));
        mask felt = sensed; /* and whom it may but hear */
        if (uses & CROWD_HEARING) {
            const mask hears = crowd_hears(a, b, square);
            mask seen = none;
            if (uses & CROWD_VISION && crowd_looks_back(mask_without(hears, sensed))) {
                seen = crowd_seen(b, dx, dy, square, uses);
                if (uses & CROWD_UNLIKE)
                    seen = mask_and(seen, crowd_notices(b, a));
            }
            felt = mask_or(sensed, hears);
            if (uses & CROWD_RESPONSIBILITY)
                sensed = mask_or(sensed, mask_and(hears, seen));
            else
                sensed = felt;
        }
        view.avoids = sensed;
        view.perceived = felt;
    }
    if (uses & CROWD_UNLIKE) {
        const mask notices = crowd_notices(a, b);
        view.avoids = mask_and(view.avoids, notices);
        view.perceived = mask_and(view.perceived, notices);
        /* of two priorities the lower one has it all, if A perceives B at all */
        const mask below = mask_and(view.perceived, whole_lt(a->priority, b->priority));
        view.avoids = mask_without(mask_or(view.avoids, below), whole_lt(b->priority, a->priority));
        view.avoids = mask_and(view.avoids, real_lt(real_set(0.0f), a->weight));
    }
    return view;
}

/* A's share of avoiding B, where it avoids it. */
static INLINED real crowd_share(const crowd_party *a, const crowd_party *b, real dx, real dy, real square,
                                const int uses)
{
    const real nothing = real_set(0.0f), even = real_set(0.5f), one = real_set(1.0f);
    const mask none = real_lt(one, nothing);
    real share = even;
    if (uses & CROWD_SENSES && uses & CROWD_RESPONSIBILITY) {
        mask sees = none, touches = none, seen = none, heard = none;
        if (uses & CROWD_VISION) {
            sees = crowd_sees(a, dx, dy, square, uses);
            seen = crowd_seen(b, dx, dy, square, uses);
        }
        if (uses & CROWD_HEARING)
            heard = crowd_hears(b, a, square);
        if (uses & CROWD_TOUCH)
            touches = crowd_touches(a, b, square);
        if (uses & CROWD_UNLIKE) {
            const mask noticed = crowd_notices(b, a);
            seen = mask_and(seen, noticed);
            heard = mask_and(heard, noticed);
        }
        share = real_pick(seen, even, real_pick(heard, real_set(0.7f), one));
        share = real_pick(sees, share, real_set(0.3f));
        share = real_pick(touches, even, share);
    }
    if (uses & CROWD_UNLIKE) {
        const mask below = whole_lt(a->priority, b->priority);
        const real other = real_pick(below, nothing, (one - share) * b->weight);
        share = real_pick(below, one, share) * a->weight;
        const mask some = real_lt(nothing, share + other);
        share = real_keep(some, share / real_pick(some, share + other, one));
    }
    return share;
}

static INLINED mask crowd_below(whole a, whole b) /* as unsigned numbers */
{
    const whole top = whole_set((int32_t)0x80000000u);
    return whole_lt(whole_xor(a, top), whole_xor(b, top));
}

/* A direction that an agent's id alone decides. */
static INLINED crowd_velocity crowd_own_way(THRONG_GLOBAL const crowd_plan *plan, whole id_low, whole id_high)
{
    const whole random = crowd_random(plan, id_low, id_high, whole_set(0), whole_set(0), CROWD_OF_PLACE);
    const mask upright = crowd_some(whole_and(random, whole_set(1)));
    const mask back = crowd_some(whole_and(random, whole_set(2)));
    crowd_velocity way;
    real c, s;
    crowd_turn(crowd_between(random) * real_set(0.78539816f), &c,
               &s); /* a quarter, and one of four by two bits */
    way.x = real_pick(upright, -s, c);
    way.y = real_pick(upright, c, s);
    way.x = real_pick(back, -way.x, way.x);
    way.y = real_pick(back, -way.y, way.y);
    return way;
}

/* Agents in one place part as if they stood a little off it, each in its own direction: so that of many in
 * one place each has a way out. low, high: ids of A and of B. */
static INLINED crowd_velocity crowd_apart(THRONG_GLOBAL const crowd_plan *plan, const whole low[2],
                                          const whole high[2])
{
    const crowd_velocity a = crowd_own_way(plan, low[0], high[0]), b = crowd_own_way(plan, low[1], high[1]);
    const mask less = mask_or(crowd_below(high[0], high[1]),
                              mask_without(crowd_below(low[0], low[1]), crowd_below(high[1], high[0])));
    const real one = real_set(1.0f), x = a.x - b.x, y = a.y - b.y, square = x * x + y * y;
    const mask apart = real_le(real_set(1e-12f), square);
    const real per = one / real_sqrt(real_pick(apart, square, one));
    crowd_velocity way;
    way.x = real_pick(apart, x * per, real_pick(less, one, -one));
    way.y = real_keep(apart, y * per);
    return way;
}

/* The velocities of A, seen from B, that lead to a touch within the horizon: a cone with a round end. */
typedef struct crowd_cone {
    real dx, dy, square;   /* from A to B, and its square */
    real reach, per;       /* the sum of the radii; the time that the round end stands for, inverted */
    real rvx, rvy, wx, wy; /* A's velocity, seen from B; where from the centre of the round end it lies */
    real inside, length;   /* squares: of a leg, and of what the half-plane's direction is divided by */
    mask legs;             /* a leg is nearer than the round end */
} crowd_cone;

/* As far as it takes no root. (dx, dy): from A to B. */
static INLINED crowd_cone crowd_cone_of(THRONG_GLOBAL const crowd_plan *plan, const crowd_party *a,
                                        const crowd_party *b, real dx, real dy, real square, real per_horizon)
{
    crowd_cone c;
    c.dx = dx;
    c.dy = dy;
    c.square = square;
    c.rvx = a->vx - b->vx;
    c.rvy = a->vy - b->vy;
    c.reach = a->radius + b->radius;
    const real reach2 = c.reach * c.reach;
    const mask clear = real_lt(reach2, square);
    c.per = real_pick(clear, per_horizon, real_set(plan->per_dt));
    c.wx = c.rvx - c.per * dx;
    c.wy = c.rvy - c.per * dy;
    const real w2 = c.wx * c.wx + c.wy * c.wy, ahead = c.wx * dx + c.wy * dy;
    /* by powers of two so small that no square is too large; ahead * ahead < reach2 * w2 is the same */
    const real part = ahead * real_set(9.5367432e-7f), reach_part = reach2 * real_set(9.0949470e-13f);
    const mask capped = mask_and(real_lt(ahead, real_set(0.0f)), real_lt(reach_part * w2, part * part));
    c.legs = mask_without(clear, capped);
    c.inside = real_pick(c.legs, square - reach2, w2);
    c.length = real_pick(c.legs, square, w2);
    return c;
}

/* The half-plane of A, if A takes `share` of what has to change. *nowhere: lanes in which it has no
 * direction, since w is 0: see crowd_avoid_somewhere(). */
static INLINED crowd_line crowd_avoid(const crowd_cone *cone, const crowd_party *a, real share, mask *nowhere)
{
    const crowd_cone c = *cone;
    const real root = real_sqrt(c.inside);
    const mask left = real_lt(real_set(0.0f), c.dx * c.wy - c.dy * c.wx);
    const real leg = real_pick(left, root, -root);
    *nowhere = real_lt(c.length, real_set(CROWD_LEAST));
    const real inverse =
        real_set(1.0f) / real_pick(*nowhere, real_set(1.0f), real_pick(c.legs, c.square, root));
    crowd_line line;
    line.nx = real_pick(c.legs, -(c.dx * c.reach + c.dy * leg), c.wx) * inverse;
    line.ny = real_pick(c.legs, c.dx * leg - c.dy * c.reach, c.wy) * inverse;
    const real out = real_pick(c.legs, -(c.rvx * line.nx + c.rvy * line.ny), c.reach * c.per - root);
    line.c = line.nx * a->vx + line.ny * a->vy + share * out;
    return line;
}

/* Where w is 0, its direction is that away from B, or where that is 0 too the one of crowd_apart(). */
static INLINED void crowd_avoid_somewhere(const crowd_cone *cone, const crowd_party *a, real share, real per,
                                          crowd_velocity way, mask nowhere, crowd_line *line)
{
    const mask away = real_le(real_set(CROWD_LEAST), cone->square);
    const real inverse = real_set(-1.0f) / real_sqrt(real_pick(away, cone->square, real_set(1.0f)));
    const real nx = real_pick(away, cone->dx * inverse, way.x);
    const real ny = real_pick(away, cone->dy * inverse, way.y);
    const real c = nx * a->vx + ny * a->vy + share * (cone->reach * per);
    line->nx = real_pick(nowhere, nx, line->nx);
    line->ny = real_pick(nowhere, ny, line->ny);
    line->c = real_pick(nowhere, c, line->c);
}

#endif
