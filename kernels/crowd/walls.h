/* Static obstacles: the walls near an agent and their half-planes (van den Berg 2011, section 5.3, as
 * implemented in RVO2). A wall is an edge of a polygon, solid on its left. Agents on its right avoid it. */
#ifndef THRONG_KERNELS_CROWD_WALLS_H
#define THRONG_KERNELS_CROWD_WALLS_H

#include "kernels/crowd/linear_program.h"
#include "kernels/crowd/tree.h"

/* Wall from (x1, y1) to (x2, y2) with unit direction (ux, uy). (fromx, fromy) and (tox, toy): unit directions
 * of the previous and the next wall of the polygon. All zeros: no wall. */
typedef struct crowd_wall {
    float x1, y1, x2, y2, ux, uy, fromx, fromy;
    float tox, toy, length;
    int32_t convex1, convex2; /* whether its ends are convex corners */
    int32_t serial;           /* sort order, see crowd_wall_before() */
    float from_length, to_length;
} crowd_wall;

/* Bound of the relative error of an agent's distance to a wall, also relative to the wall's length. Boxes are
 * enlarged by it, so that culling never drops a wall that the exact test would accept. */
#define CROWD_WALL_ERROR 1e-6f

/* Nearest walls, sorted; consecutive entries are `stride` apart. */
typedef struct crowd_near_walls {
    THRONG_PRIVATE float *squares;
    THRONG_PRIVATE int32_t *rows;
    private_size stride;
} crowd_near_walls;

/* Agents, and the walls within a squared distance of `none`. leaves: those of the tree in which walls may be
 * near; leaf_count < 0: any. */
typedef struct crowd_wall_query {
    THRONG_PRIVATE const int32_t *leaves; /* of a block, too: in the memory that its work-items share */
    int32_t leaf_count;
    THRONG_GLOBAL const crowd_tree *tree;
    THRONG_GLOBAL const float *boxes;
    THRONG_GLOBAL const crowd_wall *walls;
    vfloat x, y, none;
} crowd_wall_query;

/* Squared distance to a wall, or at least `none` for lanes on its solid side. *clearance: the smallest
 * squared distance so far, from whichever side. */
static FORCE_INLINE vfloat crowd_wall_square(THRONG_GLOBAL const crowd_wall *wall, vfloat x, vfloat y,
                                             vfloat none, vfloat *clearance)
{
    const vfloat nothing = vf_set(0.0f), ux = vf_set(wall->ux), uy = vf_set(wall->uy);
    const vfloat ax = x - vf_set(wall->x1), ay = y - vf_set(wall->y1);
    const vfloat along = vf_min(vf_max(ax * ux + ay * uy, nothing), vf_set(wall->length));
    const vfloat dx = ax - along * ux, dy = ay - along * uy;
    const vfloat square = dx * dx + dy * dy;
    *clearance = vf_min(*clearance, wall->length > 0.0f ? square : vf_set(3e38f)); /* empty places */
    return vf_select(vf_lt(ux * ay - uy * ax, nothing), square, none);
}

/* Order of walls at equal distance, independent of the history of edits. Walls of polygons come first; their
 * serial is ~(row of the polygon's first wall), and polygons compare by their corners. Walls of terrain
 * follow, ordered by serial, the number of their first corner. A wall of zeros ends the last polygon. */
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
        return q->serial == other; /* fewer corners first */
    return a - ~mine < b - ~other; /* equal polygons: by position in the polygon */
}

/* Inserts a wall into the sorted list; returns the new count. */
static inline int32_t crowd_near_walls_insert(const crowd_near_walls *found,
                                              THRONG_GLOBAL const crowd_wall *walls, int32_t count,
                                              float square, int32_t row)
{
    int32_t at = count;
    for (; at > 0; at--) {
        const float before = found->squares[(private_size)(at - 1) * found->stride];
        const int32_t other = found->rows[(private_size)(at - 1) * found->stride];
        if (before < square || (before == square && crowd_wall_before(walls, other, row)))
            break;
        if (at < CROWD_MAX_WALLS) {
            found->squares[(private_size)at * found->stride] = before;
            found->rows[(private_size)at * found->stride] = other;
        }
    }
    if (at == CROWD_MAX_WALLS)
        return count;
    found->squares[(private_size)at * found->stride] = square;
    found->rows[(private_size)at * found->stride] = row;
    return count < CROWD_MAX_WALLS ? count + 1 : count;
}

/* Whether walls of the box that a traversal is at may be within a squared distance of `bound` of a lane. */
static FORCE_INLINE int crowd_walls_reached(const crowd_wall_query *q, const crowd_traversal *at,
                                            vfloat bound)
{
    THRONG_GLOBAL const float *box = q->boxes + q->tree->first[at->level] + at->box;
    const vfloat margin = vf_set(box[4 * (size_t)q->tree->boxes] * CROWD_WALL_ERROR);
    const vfloat square = crowd_box_squares(box, q->tree->boxes, q->x, q->y, margin);
    return vmask_any(vf_le(square * vf_set(1.0f - 4.0f * CROWD_WALL_ERROR), bound));
}

/* Tests a wall and inserts it in lanes where it is nearer than the last one. */
static FORCE_INLINE void crowd_test_wall(const crowd_near_walls *found, THRONG_GLOBAL const crowd_wall *walls,
                                         int32_t i, vfloat x, vfloat y, vfloat none, vfloat *bound,
                                         vfloat *clearance, int32_t counts[THRONG_WIDTH])
{
    const vfloat square = crowd_wall_square(walls + i, x, y, none, clearance);
    uint32_t bits = vmask_bits(vmask_and(vf_lt(square, none), vf_le(square, *bound)));
    if (!bits)
        return;
    float squares[THRONG_WIDTH], bounds[THRONG_WIDTH];
    vf_store(squares, square);
    vf_store(bounds, *bound);
    for (; bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits);
        crowd_near_walls of_lane = *found;
        of_lane.squares += k;
        of_lane.rows += k;
        counts[k] = crowd_near_walls_insert(&of_lane, walls, counts[k], squares[k], i);
        if (counts[k] == CROWD_MAX_WALLS)
            bounds[k] = of_lane.squares[(private_size)(CROWD_MAX_WALLS - 1) * found->stride];
    }
    *bound = vf_load(bounds);
}

/* Moves to the next leaf of the query's list, or to the next box of the tree. *listed: leaves of the list so
 * far. */
static FORCE_INLINE void crowd_walls_next(const crowd_wall_query *q, crowd_traversal *at, int32_t *listed,
                                          int down)
{
    if (q->leaf_count < 0) {
        crowd_traversal_next(at, q->tree, down);
        return;
    }
    at->level = -1;
    if (*listed < q->leaf_count) {
        at->level = 0;
        at->box = q->leaves[(*listed)++];
    }
}

/* Finds the nearest CROWD_MAX_WALLS walls of each lane with a squared distance below `none`. The list of lane
 * k starts at offset k. Returns the squared distance of the nearest wall from whichever side, as far as
 * `wide`, which is at least `none`. */
static FORCE_INLINE vfloat crowd_find_walls(const crowd_near_walls *found, const crowd_wall_query *q,
                                            vfloat wide, int32_t counts[THRONG_WIDTH])
{
    vfloat bound = wide, clearance = vf_set(3e38f);
    int32_t listed = 0;
    crowd_traversal traversal = crowd_traversal_begin(q->tree);
    vi_store(counts, vi_set(0));
    if (q->leaf_count >= 0)
        crowd_walls_next(q, &traversal, &listed, 0);
    while (traversal.level >= 0) {
        const int reached = crowd_walls_reached(q, &traversal, bound);
        if (reached && traversal.level == 0)
            for (int32_t i = traversal.box * CROWD_LEAF; i < (traversal.box + 1) * CROWD_LEAF; i++)
                crowd_test_wall(found, q->walls, i, q->x, q->y, q->none, &bound, &clearance, counts);
        crowd_walls_next(q, &traversal, &listed, reached);
    }
    return clearance;
}

/* ---------------------------------------------------------------- half-planes ----------------------- */

/* One wall per lane, ends relative to the agent. */
typedef struct crowd_wall_lanes {
    vfloat ax, ay, bx, by;
    vfloat ux, uy, fromx, fromy, tox, toy, length, from_length, to_length;
    vmask convex1, convex2;
} crowd_wall_lanes;

static FORCE_INLINE crowd_wall_lanes crowd_wall_lanes_load(THRONG_GLOBAL const crowd_wall *walls,
                                                           const int32_t *rows, vfloat x, vfloat y)
{
    crowd_wall_lanes s;
    vfloat c[8];
    int32_t twice[THRONG_WIDTH];
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        twice[k] = 2 * rows[k];
    THRONG_GLOBAL const float *words = (THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)walls;
    vf_gather_transpose(words, twice, c);
    s.ax = c[0] - x;
    s.ay = c[1] - y;
    s.bx = c[2] - x;
    s.by = c[3] - y;
    s.ux = c[4];
    s.uy = c[5];
    s.fromx = c[6];
    s.fromy = c[7];
    vf_gather_transpose(words + 8, twice, c);
    s.tox = c[0];
    s.toy = c[1];
    s.length = c[2];
    s.convex1 = crowd_some(vf_to_bits(c[3]));
    s.convex2 = crowd_some(vf_to_bits(c[4]));
    s.from_length = c[6];
    s.to_length = c[7];
    return s;
}

/* Lanes to which the nearest point of a wall is a corner that points inwards: then who is in front of its
 * line may still be behind the other wall of that corner. */
static FORCE_INLINE vmask crowd_wall_turns_in(const crowd_wall_lanes *s)
{
    const vfloat back = s->ax * s->ux + s->ay * s->uy; /* from the agent to the first end */
    return vmask_or(vmask_and_not(vf_le(vf_set(0.0f), back), s->convex1),
                    vmask_and_not(vf_le(back, -s->length), s->convex2));
}

/* Velocity and radius of the agent, and 1 / horizon_obst. */
typedef struct crowd_mover {
    vfloat vx, vy, radius, per;
} crowd_mover;

static FORCE_INLINE vfloat crowd_cross(vfloat ax, vfloat ay, vfloat bx, vfloat by)
{
    return ax * by - ay * bx;
}

/* Lanes in which the cone's leg at a convex corner belongs to the neighbouring wall: the agent is outside of
 * that wall, and the leg points into this one. (x, y): the corner; from, to: directions of both walls. For
 * the next wall everything is mirrored: reversed directions and side = -1 instead of 1. */
static FORCE_INLINE vmask crowd_has_leg(const crowd_mover *w, vfloat x, vfloat y, vfloat fromx, vfloat fromy,
                                        vfloat tox, vfloat toy, vfloat side)
{
    const vfloat nothing = vf_set(0.0f), square = x * x + y * y, offset = side * w->radius;
    const vfloat leg = vf_sqrt(vf_max(square - w->radius * w->radius, nothing));
    const vfloat lx = x * leg + y * offset, ly = y * leg - x * offset;
    return vmask_and(vf_lt(nothing, side * crowd_cross(fromx, fromy, x, y)),
                     vf_le(side * crowd_cross(lx, ly, tox, toy), nothing));
}

/* Lanes in which an earlier half-plane already covers both ends of the wall, and the far ends of the
 * neighbouring walls whose legs rely on this wall. */
static FORCE_INLINE vmask crowd_wall_covered(const crowd_lines *lines, int32_t count,
                                             const crowd_wall_lanes *s, const crowd_mover *w)
{
    const vfloat least = vf_set(-1e-5f), reach = w->per * w->radius;
    vmask covered = vf_lt(vf_set(1.0f), vf_set(0.0f)), beyond = covered;
    for (int32_t j = 0; j < count; j++) {
        const crowd_line line = crowd_line_load(lines, j);
        const vfloat a = line.c - w->per * (line.nx * s->ax + line.ny * s->ay) - reach;
        const vfloat b = line.c - w->per * (line.nx * s->bx + line.ny * s->by) - reach;
        const vfloat from = a + w->per * s->from_length * (line.nx * s->fromx + line.ny * s->fromy);
        const vfloat to = b - w->per * s->to_length * (line.nx * s->tox + line.ny * s->toy);
        const vmask there = vf_lt(vf_set(0.5f), line.nx * line.nx + line.ny * line.ny);
        const vmask ends = vmask_and(there, vmask_and(vf_le(least, a), vf_le(least, b)));
        covered = vmask_or(covered, ends);
        beyond = vmask_or(beyond, vmask_and(ends, vmask_and(vf_le(least, from), vf_le(least, to))));
    }
    if (!vmask_any(vmask_and_not(covered, beyond)))
        return covered;
    const vmask first =
        vmask_and(s->convex1, crowd_has_leg(w, s->ax, s->ay, s->fromx, s->fromy, s->ux, s->uy, vf_set(1.0f)));
    const vmask second = vmask_and(
        s->convex2, crowd_has_leg(w, s->bx, s->by, -s->tox, -s->toy, -s->ux, -s->uy, vf_set(-1.0f)));
    return vmask_and_not(covered, vmask_and_not(vmask_or(first, second), beyond));
}

/* Half-plane in contact: the velocity must not approach the wall's nearest point. */
static FORCE_INLINE crowd_line crowd_wall_contact(const crowd_wall_lanes *s, vmask at1, vmask at2,
                                                  vmask *good)
{
    const vfloat nothing = vf_set(0.0f);
    const vmask at_end = vmask_or(at1, at2);
    const vfloat x = vf_select(at1, s->ax, s->bx), y = vf_select(at1, s->ay, s->by), square = x * x + y * y;
    const vmask safe = vf_le(vf_set(CROWD_MIN_SQUARE), square);
    const vfloat per = vf_set(-1.0f) / vf_sqrt(vf_select(safe, square, vf_set(1.0f)));
    const vmask by_end = vmask_and(at_end, safe);
    const vmask second =
        vmask_and(at2, vmask_and(s->convex2, vf_le(nothing, crowd_cross(s->bx, s->by, s->tox, s->toy))));
    crowd_line line;
    line.nx = vf_select(by_end, x * per, s->uy);
    line.ny = vf_select(by_end, y * per, -s->ux);
    line.c = nothing;
    *good = vmask_or(vmask_and(at1, s->convex1),
                     vmask_or(second, vmask_and_not(vf_le(nothing, nothing), at_end)));
    return line;
}

/* Half-plane of the cutoff circle around (x, y). */
static FORCE_INLINE crowd_line crowd_wall_round(const crowd_wall_lanes *s, const crowd_mover *w, vfloat x,
                                                vfloat y)
{
    const vfloat wx = w->vx - x, wy = w->vy - y, square = wx * wx + wy * wy;
    const vmask safe = vf_le(vf_set(CROWD_MIN_SQUARE), square);
    const vfloat per = vf_set(1.0f) / vf_sqrt(vf_select(safe, square, vf_set(1.0f)));
    crowd_line line;
    line.nx = vf_select(safe, wx * per, s->uy);
    line.ny = vf_select(safe, wy * per, -s->ux);
    line.c = line.nx * x + line.ny * y + w->radius * w->per;
    return line;
}

/* Half-plane without contact. The velocity obstacle is a cone: two legs, and a front made of the scaled wall
 * with rounded ends. The part nearest to the velocity gives the half-plane. at1, at2: lanes that see the wall
 * so obliquely that its first or second end alone forms the cone. */
static FORCE_INLINE crowd_line crowd_wall_cone(const crowd_wall_lanes *s, const crowd_mover *w, vmask at1,
                                               vmask at2, vmask *good)
{
    const vfloat nothing = vf_set(0.0f), far = vf_set(3e38f), radius = w->radius, r2 = radius * radius;
    const vmask one = vmask_or(at1, at2), all = vf_le(nothing, nothing);
    /* corners of the left and right leg, and their neighbouring walls */
    const vfloat px = vf_select(at2, s->bx, s->ax), py = vf_select(at2, s->by, s->ay);
    const vfloat qx = vf_select(at1, s->ax, s->bx), qy = vf_select(at1, s->ay, s->by);
    const vmask p_out = vmask_or(vmask_and(at2, s->convex2), vmask_and_not(s->convex1, at2));
    const vmask q_out = vmask_or(vmask_and(at1, s->convex1), vmask_and_not(s->convex2, at1));
    const vfloat ux = vf_select(at2, s->tox, s->ux), uy = vf_select(at2, s->toy, s->uy);
    const vfloat fx = vf_select(at2, s->ux, s->fromx), fy = vf_select(at2, s->uy, s->fromy);
    const vfloat tx = vf_select(at1, s->ux, s->tox), ty = vf_select(at1, s->uy, s->toy);
    const vfloat p2 = vf_max(px * px + py * py, vf_set(CROWD_MIN_SQUARE));
    const vfloat q2 = vf_max(qx * qx + qy * qy, vf_set(CROWD_MIN_SQUARE));
    const vfloat leg_p = vf_sqrt(vf_max(p2 - r2, nothing)), leg_q = vf_sqrt(vf_max(q2 - r2, nothing));
    vfloat lx = vf_select(p_out, (px * leg_p - py * radius) / p2, -ux);
    vfloat ly = vf_select(p_out, (px * radius + py * leg_p) / p2, -uy);
    vfloat rx = vf_select(q_out, (qx * leg_q + qy * radius) / q2, ux);
    vfloat ry = vf_select(q_out, (qy * leg_q - qx * radius) / q2, uy);
    /* A leg that points into a neighbouring wall is a foreign leg: that wall has its own half-plane. In
     * oblique view one neighbour is this wall itself, and only rounding makes the leg foreign. */
    const vmask foreign_l =
        vmask_and_not(vmask_and(p_out, vf_le(nothing, crowd_cross(lx, ly, -fx, -fy))), at2);
    const vmask foreign_r = vmask_and_not(vmask_and(q_out, vf_le(crowd_cross(rx, ry, tx, ty), nothing)), at1);
    lx = vf_select(foreign_l, -fx, lx);
    ly = vf_select(foreign_l, -fy, ly);
    rx = vf_select(foreign_r, tx, rx);
    ry = vf_select(foreign_r, ty, ry);
    /* projections of the velocity onto the front and the legs */
    const vfloat cx = px * w->per, cy = py * w->per, dx = qx * w->per, dy = qy * w->per;
    const vfloat ex = dx - cx, ey = dy - cy, e2 = vf_max(ex * ex + ey * ey, vf_set(CROWD_MIN_SQUARE));
    const vfloat vx = w->vx - cx, vy = w->vy - cy, wx = w->vx - dx, wy = w->vy - dy;
    const vfloat t = vf_select(one, vf_set(0.5f), (vx * ex + vy * ey) / e2);
    const vfloat tl = vx * lx + vy * ly, tr = wx * rx + wy * ry;
    const vmask before = vf_lt(t, nothing), behind = vf_lt(vf_set(1.0f), t);
    const vmask short_l = vf_lt(tl, nothing), short_r = vf_lt(tr, nothing);
    const vmask round_l = vmask_and(short_l, vmask_or(before, vmask_and(one, short_r)));
    const vmask round_r = vmask_and_not(vmask_and(behind, short_r), round_l);
    /* squared distances to front and legs */
    const vfloat mx = vx - t * ex, my = vy - t * ey, nx = vx - tl * lx, ny = vy - tl * ly;
    const vfloat ox = wx - tr * rx, oy = wy - tr * ry;
    const vfloat front = vf_select(vmask_or(one, vmask_or(before, behind)), far, mx * mx + my * my);
    const vfloat left = vf_select(short_l, far, nx * nx + ny * ny);
    const vfloat right = vf_select(short_r, far, ox * ox + oy * oy);
    const vmask by_left = vf_le(left, right), by_front = vmask_and(vf_le(front, left), vf_le(front, right));
    crowd_line line;
    line.nx = vf_select(by_front, uy, vf_select(by_left, -ly, ry));
    line.ny = vf_select(by_front, -ux, vf_select(by_left, lx, -rx));
    const vmask at_p = vmask_or(by_front, by_left);
    line.c = line.nx * vf_select(at_p, cx, dx) + line.ny * vf_select(at_p, cy, dy) + radius * w->per;
    const vmask round = vmask_or(round_l, round_r);
    const vmask foreign =
        vmask_and_not(vmask_or(vmask_and(by_left, foreign_l), vmask_and_not(foreign_r, by_left)), by_front);
    const vmask hidden = vmask_or(vmask_and_not(at1, s->convex1), vmask_and_not(at2, s->convex2));
    *good = vmask_and_not(vmask_or(round, vmask_and_not(all, foreign)), hidden);
    if (THRONG_WIDTH > 1 || vmask_any(round)) { /* with several lanes one is likely */
        const crowd_line rounded =
            crowd_wall_round(s, w, vf_select(round_l, cx, dx), vf_select(round_l, cy, dy));
        crowd_line_select(round, &rounded, &line);
    }
    return line;
}

/* Half-plane of a wall; *good: lanes that have one. */
static FORCE_INLINE crowd_line crowd_wall_line(const crowd_wall_lanes *s, const crowd_mover *w, vmask *good)
{
    const vfloat nothing = vf_set(0.0f), one = vf_set(1.0f), r2 = w->radius * w->radius;
    const vfloat ex = s->bx - s->ax, ey = s->by - s->ay;
    const vfloat along = -(s->ax * ex + s->ay * ey) / vf_max(ex * ex + ey * ey, vf_set(CROWD_MIN_SQUARE));
    const vfloat ox = s->ax + along * ex, oy = s->ay + along * ey;
    const vmask on_line = vf_le(ox * ox + oy * oy, r2);
    const vmask before = vf_lt(along, nothing), behind = vf_lt(one, along);
    const vmask touch1 = vmask_and(before, vf_le(s->ax * s->ax + s->ay * s->ay, r2));
    const vmask touch2 = vmask_and(vf_le(one, along), vf_le(s->bx * s->bx + s->by * s->by, r2));
    const vmask touch = vmask_and(on_line, vmask_and_not(vf_lt(along, one), before));
    const vmask contact = vmask_or(touch, vmask_or(touch1, touch2));
#if THRONG_WIDTH > 1
    vmask good_in, good_out;
    const crowd_line in = crowd_wall_contact(s, touch1, touch2, &good_in);
    crowd_line line =
        crowd_wall_cone(s, w, vmask_and(before, on_line), vmask_and(behind, on_line), &good_out);
    *good = vmask_or(vmask_and(contact, good_in), vmask_and_not(good_out, contact));
    crowd_line_select(contact, &in, &line);
#else /* warps mostly go without contact */
    const crowd_line line =
        contact ? crowd_wall_contact(s, touch1, touch2, good)
                : crowd_wall_cone(s, w, vmask_and(before, on_line), vmask_and(behind, on_line), good);
#endif
    return line;
}

/* ---------------------------------------------------------------- more walls than half-planes ------- */

/* One of CROWD_MAX_WALLS equal sectors of directions, about 11 degrees each. */
static inline int32_t crowd_sector(float x, float y)
{
    const float ax = scalar_abs(x), ay = scalar_abs(y);
    const float longer = scalar_max(ax, ay), shorter = scalar_min(ax, ay);
    const int32_t part = (shorter > 0.19891237f * longer) + (shorter > 0.41421356f * longer) +
                         (shorter > 0.66817864f * longer);
    return part | (ay > ax ? 4 : 0) | (x < 0.0f ? 8 : 0) | (y < 0.0f ? 16 : 0);
}

/* Keeps a lane's half-plane if it is the narrowest of its sector. */
static inline void crowd_sector_keep(const crowd_lines *to, int32_t lane, float nx, float ny, float c)
{
    THRONG_PRIVATE float *at =
        to->at + 3 * (private_size)crowd_sector(nx, ny) * to->stride + (private_size)lane;
    const float x = at[0], y = at[to->stride], other = at[2 * to->stride];
    if ((x != 0.0f || y != 0.0f) && (c < other || (c == other && (nx < x || (nx == x && ny <= y)))))
        return;
    at[0] = nx;
    at[to->stride] = ny;
    at[2 * to->stride] = c;
}

/* Keeps the half-plane of a wall in lanes that it is in reach of. */
static FORCE_INLINE void crowd_sector_wall(const crowd_wall_query *q, const crowd_mover *w, int32_t i,
                                           vmask near, const crowd_lines *to)
{
    int32_t rows[THRONG_WIDTH];
    float nx[THRONG_WIDTH], ny[THRONG_WIDTH], c[THRONG_WIDTH];
    vmask good;
    UNROLL
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        rows[k] = i;
    const crowd_wall_lanes sight = crowd_wall_lanes_load(q->walls, rows, q->x, q->y);
    const crowd_line line = crowd_wall_line(&sight, w, &good);
    vf_store(nx, line.nx);
    vf_store(ny, line.ny);
    vf_store(c, line.c);
    for (uint32_t bits = vmask_bits(vmask_and(good, near)); bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits);
        crowd_sector_keep(to, k, nx[k], ny[k], c[k]);
    }
}

/* The lanes to which the nearest point of the wall is a corner that points inwards, as crowd_wall_turns_in()
 * has it. */
static FORCE_INLINE vmask crowd_wall_ends_inwards(THRONG_GLOBAL const crowd_wall *wall, vfloat x, vfloat y)
{
    const vfloat nothing = vf_set(0.0f), none = vf_set(3e38f);
    const vfloat back = (vf_set(wall->x1) - x) * vf_set(wall->ux) + (vf_set(wall->y1) - y) * vf_set(wall->uy);
    return vmask_or(vf_le(wall->convex1 ? none : nothing, back),
                    vf_le(back, wall->convex2 ? -none : vf_set(-wall->length)));
}

/* The squared distance of the nearest wall from whichever side, however far, in the lanes `which`. *front:
 * that of the nearest one whose outer side the lane is on; far where one of several equally near is met at a
 * corner that points inwards. It may be missed if it is farther. Searched in ever wider circles from `near`,
 * a squared distance above 0, on. */
static OUT_OF_LINE vfloat crowd_nearest_wall(const crowd_wall_query *q, vmask which, vfloat near,
                                             vfloat *front)
{
    const vfloat none = vf_set(3e38f), most = vf_set(1e30f);
    vfloat clearance = none, turned = none;
    *front = none;
    NO_UNROLL
    while (vmask_any(which)) {
        vfloat bound = vf_select(which, near, vf_set(-1.0f));
        crowd_traversal traversal = crowd_traversal_begin(q->tree);
        NO_UNROLL
        while (traversal.level >= 0) {
            const int reached = crowd_walls_reached(q, &traversal, bound);
            NO_UNROLL
            for (int32_t i = traversal.box * CROWD_LEAF;
                 reached && traversal.level == 0 && i < (traversal.box + 1) * CROWD_LEAF; i++) {
                const vfloat square = crowd_wall_square(q->walls + i, q->x, q->y, none, &clearance);
                const vmask turns = crowd_wall_ends_inwards(q->walls + i, q->x, q->y);
                turned = vf_min(turned, vf_select(turns, square, none));
                *front = vf_min(*front, square);
            }
            bound = vf_min(bound, clearance * vf_set(1.0001f)); /* so that what is nearly as near is met */
            crowd_traversal_next(&traversal, q->tree, reached);
        }
        which = vmask_and(vmask_and_not(which, vf_le(clearance, near)), vf_lt(near, most));
        near = near * vf_set(64.0f);
    }
    *front = vf_select(vf_le(turned, *front), none, *front);
    return clearance;
}

/* Counts the walls in reach of each lane; with `to`, keeps their half-planes instead. */
static FORCE_INLINE vint crowd_sectors_pass(const crowd_wall_query *q, const crowd_mover *w,
                                            const crowd_lines *to)
{
    crowd_traversal traversal = crowd_traversal_begin(q->tree);
    vint counts = vi_set(0);
    vfloat clearance = vf_set(0.0f);
    NO_UNROLL
    while (traversal.level >= 0) {
        const int reached = crowd_walls_reached(q, &traversal, q->none);
        NO_UNROLL
        for (int32_t i = traversal.box * CROWD_LEAF;
             reached && traversal.level == 0 && i < (traversal.box + 1) * CROWD_LEAF; i++) {
            const vmask near =
                vf_lt(crowd_wall_square(q->walls + i, q->x, q->y, q->none, &clearance), q->none);
            counts = vi_masked_increment(counts, near);
            if (to && vmask_any(near))
                crowd_sector_wall(q, w, i, near, to);
        }
        crowd_traversal_next(&traversal, q->tree, reached);
    }
    return counts;
}

/* Half-planes of lanes that have more walls in reach than half-planes: the narrowest of each sector of
 * directions, so that none that cuts off much is lost. `full`: lanes that may have. */
static OUT_OF_LINE void crowd_walls_by_sector(const crowd_wall_query *of, const crowd_mover *w, vmask full,
                                              const crowd_lines *to)
{
    crowd_wall_query q = *of;
    q.none = vf_mask_zero(full, q.none);
    const vmask more = vi_lt(vi_set(CROWD_MAX_WALLS), crowd_sectors_pass(&q, w, 0));
    const crowd_line none = crowd_no_line();
    if (!vmask_any(more))
        return;
    q.none = vf_mask_zero(more, q.none);
    for (int32_t i = 0; i < CROWD_MAX_WALLS; i++) {
        crowd_line line = crowd_line_load(to, i);
        crowd_line_select(more, &none, &line);
        crowd_line_store(to, i, &line);
    }
    (void)crowd_sectors_pass(&q, w, to);
}

#endif
