/* Static obstacles: the walls near an agent, and the half-planes that keep it out of them (van den Berg
 * 2011, section 5.3, as RVO2 has it). A wall is an edge of a polygon, solid to its left; an agent is held off
 * by those to whose right it stands. */
#ifndef THRONG_KERNELS_CROWD_WALLS_H
#define THRONG_KERNELS_CROWD_WALLS_H

#include "kernels/crowd/linear_program.h"
#include "kernels/crowd/tree.h"

/* From (x1, y1) to (x2, y2), in the direction (ux, uy); the polygon comes from (fromx, fromy) and goes on
 * to (tox, toy), unit vectors, too. All 0: none. */
typedef struct crowd_wall {
    float x1, y1, x2, y2, ux, uy, fromx, fromy;
    float tox, toy, length;
    int32_t convex1, convex2; /* do its ends stick out? */
    int32_t serial;           /* see crowd_wall_before() */
    float from_length, to_length;
} crowd_wall;

/* The distance of an agent to a wall is off by less than this part of itself and of the wall's length. By as
 * much boxes are taken for larger than they are, so that no wall counts or not because of its box. */
#define CROWD_WALL_ERROR 1e-6f

/* The walls found: numbers of one kind are `stride` apart. */
typedef struct crowd_found {
    THRONG_OWN float *squares;
    THRONG_OWN int32_t *rows;
    own_size stride;
} crowd_found;

/* The squares of the distances to a wall that holds lanes off; no less than `none` where it does not. */
static INLINED real crowd_wall_square(THRONG_GLOBAL const crowd_wall *wall, real x, real y, real none)
{
    const real nothing = real_set(0.0f), ux = real_set(wall->ux), uy = real_set(wall->uy);
    const real ax = x - real_set(wall->x1), ay = y - real_set(wall->y1);
    const real along = real_min(real_max(ax * ux + ay * uy, nothing), real_set(wall->length));
    const real dx = ax - along * ux, dy = ay - along * uy;
    return real_pick(real_lt(ux * ay - uy * ax, nothing), dx * dx + dy * dy, none);
}

/* Which of two equally near walls comes first, whatever came and went before. First those of polygons, whose
 * serial is ~(the row of the polygon's first wall): polygons by their corners, each in its own order. Then
 * those of terrain, by the corner that they begin in, whose number is their serial. Behind the last polygon
 * is a wall that is none. */
static inline int crowd_wall_before(THRONG_GLOBAL const crowd_wall *walls, int32_t a, int32_t b)
{
    const int32_t mine = walls[a].serial, other = walls[b].serial;
    if (mine == other || mine >= 0 || other >= 0)
        return mine == other ? a < b : mine < other;
    THRONG_GLOBAL const crowd_wall *p = walls + ~mine, *q = walls + ~other;
    for (; p->serial == mine && q->serial == other; p++, q++) {
        if (p->x1 != q->x1)
            return p->x1 < q->x1;
        if (p->y1 != q->y1)
            return p->y1 < q->y1;
    }
    if (p->serial == mine || q->serial == other)
        return q->serial == other; /* the one with fewer corners */
    return a - ~mine < b - ~other; /* equal ones */
}

/* Puts a wall in its place among `count` found; how many there are then. */
static inline int32_t crowd_found_put(const crowd_found *found, THRONG_GLOBAL const crowd_wall *walls,
                                      int32_t count, float square, int32_t row)
{
    int32_t at = count;
    for (; at > 0; at--) {
        const float before = found->squares[(own_size)(at - 1) * found->stride];
        const int32_t other = found->rows[(own_size)(at - 1) * found->stride];
        if (before < square || (before == square && crowd_wall_before(walls, other, row)))
            break;
        if (at < CROWD_WALLS) {
            found->squares[(own_size)at * found->stride] = before;
            found->rows[(own_size)at * found->stride] = other;
        }
    }
    if (at == CROWD_WALLS)
        return count;
    found->squares[(own_size)at * found->stride] = square;
    found->rows[(own_size)at * found->stride] = row;
    return count < CROWD_WALLS ? count + 1 : count;
}

/* Walls whose squares are below those of the last ones that lanes have found, or `none`. */
static INLINED void crowd_meet_wall(const crowd_found *found, THRONG_GLOBAL const crowd_wall *walls,
                                    int32_t i, real x, real y, real none, real *bound,
                                    int32_t counts[THRONG_WIDTH])
{
    const real square = crowd_wall_square(walls + i, x, y, none);
    uint32_t bits = mask_bits(mask_and(real_lt(square, none), real_le(square, *bound)));
    if (!bits)
        return;
    float squares[THRONG_WIDTH], bounds[THRONG_WIDTH];
    real_store(squares, square);
    real_store(bounds, *bound);
    for (; bits; bits &= bits - 1) {
        const int32_t k = lane_of(bits);
        crowd_found of_lane = *found;
        of_lane.squares += k;
        of_lane.rows += k;
        counts[k] = crowd_found_put(&of_lane, walls, counts[k], squares[k], i);
        if (counts[k] == CROWD_WALLS)
            bounds[k] = of_lane.squares[(own_size)(CROWD_WALLS - 1) * found->stride];
    }
    *bound = real_load(bounds);
}

/* The nearest CROWD_WALLS of each lane whose square distance is below `none`; how many. Those of lane k
 * begin at k. */
static INLINED void crowd_find_walls(const crowd_found *found, THRONG_GLOBAL const crowd_tree *tree,
                                     THRONG_GLOBAL const float *boxes, THRONG_GLOBAL const crowd_wall *walls,
                                     real x, real y, real none, int32_t counts[THRONG_WIDTH])
{
    real bound = none;
    whole_store(counts, whole_set(0));
    crowd_walk walk = crowd_walk_begin(tree);
    while (walk.level >= 0) {
        THRONG_GLOBAL const float *box = boxes + tree->first[walk.level] + walk.box;
        const real margin = real_set(box[4 * (size_t)tree->boxes] * CROWD_WALL_ERROR);
        const real square = crowd_box_squares(box, tree->boxes, x, y, margin);
        const int reached = mask_any(real_le(square * real_set(1.0f - 4.0f * CROWD_WALL_ERROR), bound));
        if (reached && walk.level == 0)
            for (int32_t i = walk.box * CROWD_LEAF; i < (walk.box + 1) * CROWD_LEAF; i++)
                crowd_meet_wall(found, walls, i, x, y, none, &bound, counts);
        crowd_walk_on(&walk, tree, reached);
    }
}

/* ---------------------------------------------------------------- half-planes ----------------------- */

/* A wall for each lane, its ends seen from there. */
typedef struct crowd_sight {
    real ax, ay, bx, by;
    real ux, uy, fromx, fromy, tox, toy, from_length, to_length;
    mask convex1, convex2;
} crowd_sight;

static INLINED crowd_sight crowd_sight_of(THRONG_GLOBAL const crowd_wall *walls, const int32_t *rows, real x,
                                          real y)
{
    crowd_sight s;
    real c[8];
    int32_t twice[THRONG_WIDTH];
    UNROLLED
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        twice[k] = 2 * rows[k];
    THRONG_GLOBAL const float *words = (THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)walls;
    real_rows(words, twice, c);
    s.ax = c[0] - x;
    s.ay = c[1] - y;
    s.bx = c[2] - x;
    s.by = c[3] - y;
    s.ux = c[4];
    s.uy = c[5];
    s.fromx = c[6];
    s.fromy = c[7];
    real_rows(words + 8, twice, c);
    s.tox = c[0];
    s.toy = c[1];
    s.convex1 = crowd_some(real_bits(c[3]));
    s.convex2 = crowd_some(real_bits(c[4]));
    s.from_length = c[6];
    s.to_length = c[7];
    return s;
}

/* Who moves: its velocity and radius, and 1 / its horizon for obstacles. */
typedef struct crowd_walker {
    real vx, vy, radius, per;
} crowd_walker;

static INLINED real crowd_cross(real ax, real ay, real bx, real by) { return ax * by - ay * bx; }

/* Lanes in which a wall has the leg of the one before it: it is seen from outside, and its leg past their
 * corner points into this one. (x, y): that corner; from, to: their directions. For the one behind it all is
 * mirrored: directions are the other way around, side is -1 in place of 1. */
static INLINED mask crowd_has_leg(const crowd_walker *w, real x, real y, real fromx, real fromy, real tox,
                                  real toy, real side)
{
    const real nothing = real_set(0.0f), square = x * x + y * y, turn = side * w->radius;
    const real leg = real_sqrt(real_max(square - w->radius * w->radius, nothing));
    const real lx = x * leg + y * turn, ly = y * leg - x * turn;
    return mask_and(real_lt(nothing, side * crowd_cross(fromx, fromy, x, y)),
                    real_le(side * crowd_cross(lx, ly, tox, toy), nothing));
}

/* Lanes in which an earlier line keeps both ends of the wall out of reach already, and the far ends of the
 * walls whose legs it has: these rely on it. */
static INLINED mask crowd_is_covered(const crowd_lines *lines, int32_t count, const crowd_sight *s,
                                     const crowd_walker *w)
{
    const real least = real_set(-1e-5f), reach = w->per * w->radius;
    mask covered = real_lt(real_set(1.0f), real_set(0.0f)), beyond = covered;
    for (int32_t j = 0; j < count; j++) {
        const crowd_line line = crowd_line_at(lines, j);
        const real a = line.c - w->per * (line.nx * s->ax + line.ny * s->ay) - reach;
        const real b = line.c - w->per * (line.nx * s->bx + line.ny * s->by) - reach;
        const real from = a + w->per * s->from_length * (line.nx * s->fromx + line.ny * s->fromy);
        const real to = b - w->per * s->to_length * (line.nx * s->tox + line.ny * s->toy);
        const mask there = real_lt(real_set(0.5f), line.nx * line.nx + line.ny * line.ny);
        const mask ends = mask_and(there, mask_and(real_le(least, a), real_le(least, b)));
        covered = mask_or(covered, ends);
        beyond = mask_or(beyond, mask_and(ends, mask_and(real_le(least, from), real_le(least, to))));
    }
    if (!mask_any(mask_without(covered, beyond)))
        return covered;
    const mask first = mask_and(
        s->convex1, crowd_has_leg(w, s->ax, s->ay, s->fromx, s->fromy, s->ux, s->uy, real_set(1.0f)));
    const mask second = mask_and(
        s->convex2, crowd_has_leg(w, s->bx, s->by, -s->tox, -s->toy, -s->ux, -s->uy, real_set(-1.0f)));
    return mask_without(covered, mask_without(mask_or(first, second), beyond));
}

/* In contact: away from the nearest point of the wall, however slowly. */
static INLINED crowd_line crowd_wall_contact(const crowd_sight *s, mask at1, mask at2, mask *good)
{
    const real nothing = real_set(0.0f);
    const mask at_end = mask_or(at1, at2);
    const real x = real_pick(at1, s->ax, s->bx), y = real_pick(at1, s->ay, s->by), square = x * x + y * y;
    const mask safe = real_le(real_set(CROWD_LEAST), square);
    const real per = real_set(-1.0f) / real_sqrt(real_pick(safe, square, real_set(1.0f)));
    const mask by_end = mask_and(at_end, safe);
    const mask second =
        mask_and(at2, mask_and(s->convex2, real_le(nothing, crowd_cross(s->bx, s->by, s->tox, s->toy))));
    crowd_line line;
    line.nx = real_pick(by_end, x * per, s->uy);
    line.ny = real_pick(by_end, y * per, -s->ux);
    line.c = nothing;
    *good =
        mask_or(mask_and(at1, s->convex1), mask_or(second, mask_without(real_le(nothing, nothing), at_end)));
    return line;
}

/* The line of the round end about (x, y): away from there. */
static INLINED crowd_line crowd_wall_round(const crowd_sight *s, const crowd_walker *w, real x, real y)
{
    const real wx = w->vx - x, wy = w->vy - y, square = wx * wx + wy * wy;
    const mask safe = real_le(real_set(CROWD_LEAST), square);
    const real per = real_set(1.0f) / real_sqrt(real_pick(safe, square, real_set(1.0f)));
    crowd_line line;
    line.nx = real_pick(safe, wx * per, s->uy);
    line.ny = real_pick(safe, wy * per, -s->ux);
    line.c = line.nx * x + line.ny * y + w->radius * w->per;
    return line;
}

/* Out of contact. The velocities that run into the wall within the horizon are a cone: two legs, and in
 * front the wall itself, scaled, with round ends. The nearest of these to the velocity gives the line. one:
 * seen so obliquely that one end alone makes all of it: at1 the first, at2 the second. */
static INLINED crowd_line crowd_wall_ahead(const crowd_sight *s, const crowd_walker *w, mask at1, mask at2,
                                           mask *good)
{
    const real nothing = real_set(0.0f), far = real_set(3e38f), radius = w->radius, r2 = radius * radius;
    const mask one = mask_or(at1, at2), all = real_le(nothing, nothing);
    /* the ends of the left and the right leg, and the polygon about them */
    const real px = real_pick(at2, s->bx, s->ax), py = real_pick(at2, s->by, s->ay);
    const real qx = real_pick(at1, s->ax, s->bx), qy = real_pick(at1, s->ay, s->by);
    const mask p_out = mask_or(mask_and(at2, s->convex2), mask_without(s->convex1, at2));
    const mask q_out = mask_or(mask_and(at1, s->convex1), mask_without(s->convex2, at1));
    const real ux = real_pick(at2, s->tox, s->ux), uy = real_pick(at2, s->toy, s->uy);
    const real fx = real_pick(at2, s->ux, s->fromx), fy = real_pick(at2, s->uy, s->fromy);
    const real tx = real_pick(at1, s->ux, s->tox), ty = real_pick(at1, s->uy, s->toy);
    const real p2 = real_max(px * px + py * py, real_set(CROWD_LEAST));
    const real q2 = real_max(qx * qx + qy * qy, real_set(CROWD_LEAST));
    const real leg_p = real_sqrt(real_max(p2 - r2, nothing)), leg_q = real_sqrt(real_max(q2 - r2, nothing));
    real lx = real_pick(p_out, (px * leg_p - py * radius) / p2, -ux);
    real ly = real_pick(p_out, (px * radius + py * leg_p) / p2, -uy);
    real rx = real_pick(q_out, (qx * leg_q + qy * radius) / q2, ux);
    real ry = real_pick(q_out, (qy * leg_q - qx * radius) / q2, uy);
    /* A leg that points into the next wall is that wall's, which is looked at by itself. Seen obliquely, one
     * of the two next ones is this wall itself: only by rounding does a leg point there. */
    const mask foreign_l =
        mask_without(mask_and(p_out, real_le(nothing, crowd_cross(lx, ly, -fx, -fy))), at2);
    const mask foreign_r = mask_without(mask_and(q_out, real_le(crowd_cross(rx, ry, tx, ty), nothing)), at1);
    lx = real_pick(foreign_l, -fx, lx);
    ly = real_pick(foreign_l, -fy, ly);
    rx = real_pick(foreign_r, tx, rx);
    ry = real_pick(foreign_r, ty, ry);
    /* where along the front and the legs the velocity is */
    const real cx = px * w->per, cy = py * w->per, dx = qx * w->per, dy = qy * w->per;
    const real ex = dx - cx, ey = dy - cy, e2 = real_max(ex * ex + ey * ey, real_set(CROWD_LEAST));
    const real vx = w->vx - cx, vy = w->vy - cy, wx = w->vx - dx, wy = w->vy - dy;
    const real t = real_pick(one, real_set(0.5f), (vx * ex + vy * ey) / e2);
    const real tl = vx * lx + vy * ly, tr = wx * rx + wy * ry;
    const mask before = real_lt(t, nothing), behind = real_lt(real_set(1.0f), t);
    const mask short_l = real_lt(tl, nothing), short_r = real_lt(tr, nothing);
    const mask round_l = mask_and(short_l, mask_or(before, mask_and(one, short_r)));
    const mask round_r = mask_without(mask_and(behind, short_r), round_l);
    /* the squares of the distances to them */
    const real mx = vx - t * ex, my = vy - t * ey, nx = vx - tl * lx, ny = vy - tl * ly;
    const real ox = wx - tr * rx, oy = wy - tr * ry;
    const real front = real_pick(mask_or(one, mask_or(before, behind)), far, mx * mx + my * my);
    const real left = real_pick(short_l, far, nx * nx + ny * ny);
    const real right = real_pick(short_r, far, ox * ox + oy * oy);
    const mask by_front = mask_and(real_le(front, left), real_le(front, right));
    const mask by_left = real_le(left, right);
    const crowd_line rounded = crowd_wall_round(s, w, real_pick(round_l, cx, dx), real_pick(round_l, cy, dy));
    crowd_line line;
    line.nx = real_pick(by_front, uy, real_pick(by_left, -ly, ry));
    line.ny = real_pick(by_front, -ux, real_pick(by_left, lx, -rx));
    const mask at_p = mask_or(by_front, by_left);
    line.c = line.nx * real_pick(at_p, cx, dx) + line.ny * real_pick(at_p, cy, dy) + radius * w->per;
    const mask round = mask_or(round_l, round_r);
    const mask foreign =
        mask_without(mask_or(mask_and(by_left, foreign_l), mask_without(foreign_r, by_left)), by_front);
    const mask hidden = mask_or(mask_without(at1, s->convex1), mask_without(at2, s->convex2));
    *good = mask_without(mask_or(round, mask_without(all, foreign)), hidden);
    crowd_line_take(round, &rounded, &line);
    return line;
}

/* The line of a wall; *good: lanes that have one. */
static INLINED crowd_line crowd_wall_line(const crowd_sight *s, const crowd_walker *w, mask *good)
{
    const real nothing = real_set(0.0f), one = real_set(1.0f), r2 = w->radius * w->radius;
    const real ex = s->bx - s->ax, ey = s->by - s->ay;
    const real along = -(s->ax * ex + s->ay * ey) / real_max(ex * ex + ey * ey, real_set(CROWD_LEAST));
    const real ox = s->ax + along * ex, oy = s->ay + along * ey;
    const mask on_line = real_le(ox * ox + oy * oy, r2);
    const mask before = real_lt(along, nothing), behind = real_lt(one, along);
    const mask touch1 = mask_and(before, real_le(s->ax * s->ax + s->ay * s->ay, r2));
    const mask touch2 = mask_and(real_le(one, along), real_le(s->bx * s->bx + s->by * s->by, r2));
    const mask touch = mask_and(on_line, mask_without(real_lt(along, one), before));
    const mask contact = mask_or(touch, mask_or(touch1, touch2));
    mask good_in, good_out;
    const crowd_line in = crowd_wall_contact(s, touch1, touch2, &good_in);
    crowd_line line = crowd_wall_ahead(s, w, mask_and(before, on_line), mask_and(behind, on_line), &good_out);
    *good = mask_or(mask_and(contact, good_in), mask_without(good_out, contact));
    crowd_line_take(contact, &in, &line);
    return line;
}

#endif
