/* Moving obstacles: polygons that the host moves, each with a velocity and a turn.
 *
 * Half-planes: the velocity obstacle of a convex hull (van den Berg 2011, sections 4.1 and 5.3) and of the
 * velocity relative to it, moved by the obstacle's velocity. It is convex: a front, rounded by the body's
 * radius, and two legs. The agent takes all of the change. These half-planes may be violated, as those of
 * other agents: it may be impossible to get away.
 *
 * The guard: in the obstacle's frame, which moves with it, the way of a step is swept against its edges as
 * against walls, so that no body enters it and who is in the way is pushed along. Who is inside leaves. */
#ifndef THRONG_KERNELS_CROWD_MOVING_H
#define THRONG_KERNELS_CROWD_MOVING_H

#include "kernels/crowd/exit_places.h"
#include "kernels/crowd/preferred.h"

#define CROWD_ASIDE 0.9f /* of max_speed: how fast to step aside of what cannot be outrun */

/* The moving obstacles of a plan, and behind them their walls and the corners of their hulls. */
typedef struct crowd_movings {
    THRONG_GLOBAL const crowd_moving *all;
    THRONG_GLOBAL const crowd_wall *walls;
    THRONG_GLOBAL const float *corners; /* x and y of each */
} crowd_movings;

static FORCE_INLINE crowd_movings crowd_movings_of(THRONG_GLOBAL const crowd_plan *plan,
                                                   const crowd_world *world)
{
    crowd_movings m;
    m.all = world->moving;
    m.walls = (THRONG_GLOBAL const crowd_wall *)(THRONG_GLOBAL const void *)(m.all + plan->moving);
    m.corners = (THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)(m.walls + plan->moving_walls);
    return m;
}

/* Squared distances of lanes from the box of an obstacle. */
static FORCE_INLINE vfloat crowd_moving_box(THRONG_GLOBAL const crowd_moving *m, vfloat x, vfloat y)
{
    const vfloat nothing = vf_set(0.0f);
    const vfloat dx = vf_max(vf_max(vf_set(m->left) - x, x - vf_set(m->right)), nothing);
    const vfloat dy = vf_max(vf_max(vf_set(m->top) - y, y - vf_set(m->bottom)), nothing);
    return dx * dx + dy * dy;
}

static inline float crowd_moving_box_square(THRONG_GLOBAL const crowd_moving *m, float x, float y)
{
    const float dx = scalar_max(scalar_max(m->left - x, x - m->right), 0.0f);
    const float dy = scalar_max(scalar_max(m->top - y, y - m->bottom), 0.0f);
    return dx * dx + dy * dy;
}

/* ---------------------------------------------------------------- half-planes ----------------------- */

/* A hull as lanes see it. */
typedef struct crowd_hull {
    THRONG_GLOBAL const float *corners;
    int32_t count;
    vfloat x, y;
} crowd_hull;

/* Its nearest point, relative to lanes, and the outward normal of the edge that has it. */
typedef struct crowd_hull_near {
    vfloat x, y, square, nx, ny;
    vmask inside;
} crowd_hull_near;

/* An edge: where it begins, and its vector. */
typedef struct crowd_hull_edge {
    float x, y, ex, ey, square;
} crowd_hull_edge;

static FORCE_INLINE crowd_hull_edge crowd_hull_edge_at(const crowd_hull *h, int32_t i)
{
    THRONG_GLOBAL const float *a = h->corners + 2 * (size_t)i;
    THRONG_GLOBAL const float *b = h->corners + 2 * (size_t)(i + 1 < h->count ? i + 1 : 0);
    crowd_hull_edge e;
    e.x = a[0];
    e.y = a[1];
    e.ex = b[0] - a[0];
    e.ey = b[1] - a[1];
    e.square = e.ex * e.ex + e.ey * e.ey;
    return e;
}

static FORCE_INLINE crowd_hull_near crowd_hull_nearest(const crowd_hull *h)
{
    const vfloat nothing = vf_set(0.0f), one = vf_set(1.0f);
    crowd_hull_near n;
    n.square = vf_set(3e38f);
    n.x = n.y = n.nx = n.ny = nothing;
    n.inside = vf_le(nothing, nothing);
    NO_UNROLL
    for (int32_t i = 0; i < h->count; i++) {
        const crowd_hull_edge e = crowd_hull_edge_at(h, i);
        const float length = scalar_sqrt(e.square);
        const vfloat hx = vf_set(e.x) - h->x, hy = vf_set(e.y) - h->y, ex = vf_set(e.ex), ey = vf_set(e.ey);
        const vfloat t = vf_min(vf_max(-(hx * ex + hy * ey) / vf_set(e.square), nothing), one);
        const vfloat x = hx + t * ex, y = hy + t * ey, square = x * x + y * y;
        const vmask nearer = vf_lt(square, n.square);
        n.inside = vmask_and(n.inside, vf_lt(nothing, ey * hx - ex * hy));
        n.square = vf_select(nearer, square, n.square);
        n.x = vf_select(nearer, x, n.x);
        n.y = vf_select(nearer, y, n.y);
        n.nx = vf_select(nearer, vf_set(e.ey / length), n.nx);
        n.ny = vf_select(nearer, vf_set(-e.ex / length), n.ny);
    }
    return n;
}

/* A leg of the velocity obstacle: the corner that it touches, and its direction. */
typedef struct crowd_leg {
    vfloat x, y, lx, ly;
} crowd_leg;

/* The outermost leg on one side; side: 1: the left one, as corners go around; -1: the right one. */
static FORCE_INLINE crowd_leg crowd_hull_leg(const crowd_hull *h, vfloat radius, const float side)
{
    crowd_leg best;
    best.x = best.y = best.lx = best.ly = vf_set(0.0f);
    NO_UNROLL
    for (int32_t i = 0; i < h->count; i++) {
        const vfloat x = vf_set(h->corners[2 * (size_t)i]) - h->x;
        const vfloat y = vf_set(h->corners[2 * (size_t)i + 1]) - h->y;
        const vfloat square = vf_max(x * x + y * y, vf_set(CROWD_MIN_SQUARE)), aside = vf_set(side) * radius;
        const vfloat leg = vf_sqrt(vf_max(square - radius * radius, vf_set(0.0f)));
        const vfloat lx = (x * leg - y * aside) / square, ly = (x * aside + y * leg) / square;
        vmask outer = vf_lt(vf_set(0.0f), vf_set(side) * (best.lx * ly - best.ly * lx));
        if (i == 0)
            outer = vf_le(x, x);
        best.x = vf_select(outer, x, best.x);
        best.y = vf_select(outer, y, best.y);
        best.lx = vf_select(outer, lx, best.lx);
        best.ly = vf_select(outer, ly, best.ly);
    }
    return best;
}

/* The nearest point of the velocity obstacle's core, which the radius rounds, so far: its vector to the
 * velocity, and the normal of the side that it is on. corner: lanes where it is a corner. */
typedef struct crowd_core {
    vfloat square, x, y, nx, ny;
    vmask corner;
} crowd_core;

static FORCE_INLINE void crowd_core_take(crowd_core *core, vfloat x, vfloat y, vfloat nx, vfloat ny,
                                         vmask corner, vmask which)
{
    const vfloat square = x * x + y * y;
    const vmask nearer = vmask_and(which, vf_lt(square, core->square));
    core->square = vf_select(nearer, square, core->square);
    core->x = vf_select(nearer, x, core->x);
    core->y = vf_select(nearer, y, core->y);
    core->nx = vf_select(nearer, nx, core->nx);
    core->ny = vf_select(nearer, ny, core->ny);
    core->corner = vmask_or(vmask_and(nearer, corner), vmask_and_not(core->corner, nearer));
}

/* The side along a leg, which begins at its corner. */
static FORCE_INLINE void crowd_core_leg(crowd_core *core, const crowd_leg *leg, vfloat wx, vfloat wy,
                                        vfloat per, const float side)
{
    const vfloat x = wx - leg->x * per, y = wy - leg->y * per, along = x * leg->lx + y * leg->ly;
    const vfloat t = vf_max(along, vf_set(0.0f));
    crowd_core_take(core, x - t * leg->lx, y - t * leg->ly, vf_set(-side) * leg->ly, vf_set(side) * leg->lx,
                    vf_le(along, vf_set(0.0f)), vf_le(per, per));
}

/* Half-plane of relative velocities (wx, wy) without contact. per: 1 / horizon. */
static FORCE_INLINE crowd_line crowd_hull_cone(const crowd_hull *h, vfloat wx, vfloat wy, vfloat radius,
                                               vfloat per)
{
    const vfloat nothing = vf_set(0.0f), one = vf_set(1.0f);
    const crowd_leg left = crowd_hull_leg(h, radius, 1.0f), right = crowd_hull_leg(h, radius, -1.0f);
    crowd_core core;
    core.square = vf_set(3e38f);
    core.x = core.y = core.nx = core.ny = nothing;
    core.corner = vf_lt(one, nothing);
    crowd_core_leg(&core, &left, wx, wy, per, 1.0f);
    crowd_core_leg(&core, &right, wx, wy, per, -1.0f);
    NO_UNROLL
    for (int32_t i = 0; i < h->count; i++) {
        const crowd_hull_edge e = crowd_hull_edge_at(h, i);
        const float length = scalar_sqrt(e.square);
        const vfloat nx = vf_set(e.ey / length), ny = vf_set(-e.ex / length);
        const vfloat ex = vf_set(e.ex) * per, ey = vf_set(e.ey) * per;
        const vfloat x = wx - (vf_set(e.x) - h->x) * per, y = wy - (vf_set(e.y) - h->y) * per;
        const vfloat along = (x * ex + y * ey) / (vf_set(e.square) * (per * per));
        const vfloat t = vf_min(vf_max(along, nothing), one);
        const vmask corner = vmask_or(vf_le(along, nothing), vf_le(one, along));
        const vmask front = vmask_and(vf_le(nx * left.lx + ny * left.ly, nothing),
                                      vf_le(nx * right.lx + ny * right.ly, nothing));
        crowd_core_take(&core, x - t * ex, y - t * ey, nx, ny, corner, front);
    }
    const vmask by_corner = vmask_and(core.corner, vf_le(vf_set(CROWD_MIN_SQUARE), core.square));
    const vfloat inverse = one / vf_sqrt(vf_select(by_corner, core.square, one));
    crowd_line line;
    line.nx = vf_select(by_corner, core.x * inverse, core.nx);
    line.ny = vf_select(by_corner, core.y * inverse, core.ny);
    line.c = line.nx * (wx - core.x) + line.ny * (wy - core.y) + radius * per;
    return line;
}

/* Half-plane of who cannot outrun what touches it: aside, towards the nearer end. (nx, ny): away from it. */
static FORCE_INLINE crowd_line crowd_hull_aside(const crowd_hull *h, vfloat nx, vfloat ny, vfloat max_speed)
{
    vfloat left = vf_set(-3e38f), right = vf_set(-3e38f);
    crowd_line line;
    NO_UNROLL
    for (int32_t i = 0; i < h->count; i++) {
        const vfloat x = vf_set(h->corners[2 * (size_t)i]) - h->x;
        const vfloat y = vf_set(h->corners[2 * (size_t)i + 1]) - h->y;
        const vfloat along = nx * y - ny * x;
        left = vf_max(left, along);
        right = vf_max(right, -along);
    }
    const vmask turns = vf_le(left, right);
    line.nx = vf_select(turns, -ny, ny);
    line.ny = vf_select(turns, nx, -nx);
    line.c = max_speed * vf_set(CROWD_ASIDE);
    return line;
}

/* Half-plane of an obstacle; *good: lanes that have one. */
static OUT_OF_LINE crowd_line crowd_moving_line(THRONG_GLOBAL const crowd_plan *plan, const crowd_lanes *l,
                                                const crowd_movings *movings, int32_t i, vmask *good)
{
    THRONG_GLOBAL const crowd_moving *m = movings->all + i;
    const vfloat horizon = vf_max(l->horizon_obst, vf_set(plan->dt));
    const vfloat reach = l->radius + (l->max_speed + vf_set(m->speed)) * horizon;
    crowd_hull h;
    h.corners = movings->corners + 2 * (size_t)m->corner;
    h.count = m->corners;
    h.x = l->x;
    h.y = l->y;
    const crowd_hull_near near = crowd_hull_nearest(&h);
    *good = vmask_and_not(vmask_and(*good, vf_lt(near.square, reach * reach)), near.inside);
    const vfloat ox = vf_set(m->vx) - vf_set(m->turn) * (l->y + near.y - vf_set(m->y));
    const vfloat oy = vf_set(m->vy) + vf_set(m->turn) * (l->x + near.x - vf_set(m->x));
    crowd_line line = crowd_hull_cone(&h, l->vx - ox, l->vy - oy, l->radius, vf_set(1.0f) / horizon);
    line.c = line.c + (line.nx * ox + line.ny * oy);
    const vmask contact = vf_le(near.square, l->radius * l->radius);
    if (!vmask_any(vmask_and(*good, contact)))
        return line;
    const vmask apart = vf_le(vf_set(CROWD_MIN_SQUARE), near.square);
    const vfloat inverse = vf_set(-1.0f) / vf_sqrt(vf_select(apart, near.square, vf_set(1.0f)));
    crowd_line touch;
    touch.nx = vf_select(apart, near.x * inverse, near.nx);
    touch.ny = vf_select(apart, near.y * inverse, near.ny);
    touch.c = touch.nx * ox + touch.ny * oy;
    const crowd_line aside = crowd_hull_aside(&h, touch.nx, touch.ny, l->max_speed);
    crowd_line_select(vf_lt(l->max_speed, touch.c), &aside, &touch);
    crowd_line_select(contact, &touch, &line);
    return line;
}

/* Keeps a lane's half-plane as its count-th; if it has as many as there may be, in place of the one that its
 * velocity violates least. */
static inline void crowd_moving_keep(const crowd_lines *to, int32_t first, int32_t lane, int32_t count,
                                     const float line[3], float vx, float vy)
{
    THRONG_PRIVATE float *rows = to->at + 3 * (private_size)first * to->stride + (private_size)lane;
    int32_t at = count;
    float least = line[2] - (line[0] * vx + line[1] * vy);
    for (int32_t i = 0; i < CROWD_MAX_MOVING && count == CROWD_MAX_MOVING; i++) {
        THRONG_PRIVATE const float *row = rows + 3 * (private_size)i * to->stride;
        const float misses = row[2 * to->stride] - (row[0] * vx + row[to->stride] * vy);
        if (misses < least) {
            least = misses;
            at = i;
        }
    }
    if (at == CROWD_MAX_MOVING)
        return;
    rows += 3 * (private_size)at * to->stride;
    for (int32_t i = 0; i < 3; i++)
        rows[(private_size)i * to->stride] = line[i];
}

/* Half-planes from moving obstacles, from line `first` on. Returns the number of lines then. */
static OUT_OF_LINE int32_t crowd_by_moving(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                           const crowd_lanes *l, const crowd_lines *to, int32_t first)
{
    const crowd_movings movings = crowd_movings_of(plan, world);
    const vfloat horizon = vf_max(l->horizon_obst, vf_set(plan->dt)), nothing = vf_set(0.0f);
    const vmask stands = crowd_flagged(l->settings, CROWD_UNMOVED);
    int32_t counts[THRONG_WIDTH], lines = first;
    float nx[THRONG_WIDTH], ny[THRONG_WIDTH], c[THRONG_WIDTH], vx[THRONG_WIDTH], vy[THRONG_WIDTH];
    vi_store(counts, vi_set(0));
    vf_store(vx, l->vx);
    vf_store(vy, l->vy);
    NO_UNROLL
    for (int32_t i = 0; i < plan->moving; i++) {
        THRONG_GLOBAL const crowd_moving *m = movings.all + i;
        const vfloat reach = (l->radius + (l->max_speed + vf_set(m->speed)) * horizon) * vf_set(1.00001f);
        vmask good = vf_lt(crowd_moving_box(m, l->x, l->y), reach * reach);
        good = vmask_and_not(good, stands);
        if (m->corners == 0 || !vmask_any(good))
            continue;
        const crowd_line line = crowd_moving_line(plan, l, &movings, i, &good);
        vf_store(nx, line.nx);
        vf_store(ny, line.ny);
        vf_store(c, line.c);
        for (uint32_t bits = vmask_bits(good); bits; bits &= bits - 1) {
            const int32_t k = first_lane(bits);
            const float one[3] = {nx[k], ny[k], c[k]};
            crowd_line none;
            none.nx = none.ny = none.c = nothing;
            if (counts[k] < CROWD_MAX_MOVING && first + counts[k] == lines)
                crowd_line_store(to, lines++, &none);
            crowd_moving_keep(to, first, k, counts[k], one, vx[k], vy[k]);
            counts[k] += counts[k] < CROWD_MAX_MOVING;
        }
    }
    return lines;
}

/* ---------------------------------------------------------------- the guard ------------------------- */

/* An agent's step: where it is, and its velocity. */
typedef struct crowd_pushed {
    float x, y, radius, max_speed, vx, vy;
    int inside; /* of one of the obstacles, or its body is */
} crowd_pushed;

/* The nearest place beside a wall of the obstacle that is free of it; square 3e38: there is none. */
static inline crowd_place crowd_moving_exit(const crowd_sweep *s, float radius, float unit, int inside)
{
    crowd_place best = {0.0f, 0.0f, 3e38f};
    NO_UNROLL
    for (int32_t row = s->first; row < s->end; row++) {
        const crowd_place place = crowd_place_beside(s, row, radius + 8.0f * unit, inside);
        if (place.square < best.square && crowd_place_is_free(s, &place, radius))
            best = place;
    }
    return best;
}

/* Whether an agent is in the obstacle: 1: its body, 2: its centre. *away: how far the nearest wall is. */
static inline int crowd_moving_holds(const crowd_sweep *s, float margin, float *away)
{
    float front = 3e38f, behind = 3e38f;
    NO_UNROLL
    for (int32_t row = s->first; row < s->end; row++) {
        const crowd_edge e = crowd_edge_of(s->walls + row);
        const crowd_beside b = crowd_beside_of(&e, s->x, s->y);
        if (crowd_is_outside(s->walls + row, &b))
            front = scalar_min(front, b.distance.hi);
        else
            behind = scalar_min(behind, b.distance.hi);
    }
    *away = scalar_min(front, behind);
    return behind < 3e38f && front > behind * 1.000001f ? 2 : front < s->radius - margin;
}

/* The velocity, relative to the obstacle, of who leaves it. */
static inline void crowd_moving_leave(const crowd_sweep *s, THRONG_GLOBAL const crowd_moving *m, int holds,
                                      float away, float *wx, float *wy)
{
    const float unit = CROWD_ULP * (scalar_abs(s->x) + scalar_abs(s->y) + 2.0f * s->radius + away);
    crowd_place place = crowd_moving_exit(s, s->radius, unit, holds == 2);
    if (place.square >= 3e38f && holds == 2)
        place = crowd_moving_exit(s, 0.0f, unit, 1);
    const float length = place.square < 3e38f ? scalar_sqrt(place.square) : 0.0f;
    const float per = length > 0.0f ? scalar_min((s->max_speed + m->speed) / length, s->per_dt) : 0.0f;
    *wx = per > 0.0f ? place.dx * per : 0.0f;
    *wy = per > 0.0f ? place.dy * per : 0.0f;
}

/* The way of a step at this velocity in the obstacle's frame, as a velocity. */
static inline void crowd_into_frame(THRONG_GLOBAL const crowd_moving *m, const crowd_pushed *p, float dt,
                                    float per_dt, float *wx, float *wy)
{
    *wx = p->vx - m->vx;
    *wy = p->vy - m->vy;
    if (m->turn == 0.0f)
        return;
    const float rx = p->x - m->x, ry = p->y - m->y, qx = rx + *wx * dt, qy = ry + *wy * dt;
    *wx = (m->cosine * qx + m->sine * qy - rx) * per_dt;
    *wy = (m->cosine * qy - m->sine * qx - ry) * per_dt;
}

/* The reverse, at most as fast as a host may set. */
static inline void crowd_out_of_frame(THRONG_GLOBAL const crowd_moving *m, crowd_pushed *p, float dt,
                                      float per_dt, float wx, float wy)
{
    if (m->turn != 0.0f) {
        const float rx = p->x - m->x, ry = p->y - m->y, qx = rx + wx * dt, qy = ry + wy * dt;
        wx = (m->cosine * qx - m->sine * qy - rx) * per_dt;
        wy = (m->cosine * qy + m->sine * qx - ry) * per_dt;
    }
    p->vx = scalar_max(scalar_min(wx + m->vx, CROWD_MAX_SPEED), -CROWD_MAX_SPEED);
    p->vy = scalar_max(scalar_min(wy + m->vy, CROWD_MAX_SPEED), -CROWD_MAX_SPEED);
}

/* Keeps an agent out of an obstacle, or lets it leave. */
static OUT_OF_LINE void crowd_push_by(THRONG_GLOBAL const crowd_plan *plan, const crowd_movings *movings,
                                      int32_t i, crowd_pushed *p)
{
    THRONG_GLOBAL const crowd_moving *m = movings->all + i;
    const float speed = scalar_sqrt(p->vx * p->vx + p->vy * p->vy) + m->speed;
    const float size = scalar_abs(p->x) + scalar_abs(p->y) + m->speed * plan->dt + p->radius + m->size;
    const float margin = 4e-6f * size, reach = p->radius + speed * plan->dt * 1.00001f + margin;
    if (!(crowd_moving_box_square(m, p->x, p->y) <= reach * reach))
        return;
    crowd_sweep s;
    float wx, wy, away;
    s.walls = movings->walls;
    s.boxes = 0;
    s.tree = &plan->walls;
    s.first = m->first;
    s.end = m->first + m->edges;
    s.dt = plan->dt;
    s.per_dt = plan->per_dt;
    s.x = p->x;
    s.y = p->y;
    s.radius = p->radius;
    s.max_speed = p->max_speed;
    const int holds = crowd_moving_holds(&s, margin, &away);
    if (holds) {
        p->inside = 1;
        crowd_moving_leave(&s, m, holds, away, &wx, &wy);
    } else {
        crowd_into_frame(m, p, s.dt, s.per_dt, &wx, &wy);
        const float before_x = wx, before_y = wy;
        s.max_speed = scalar_sqrt(wx * wx + wy * wy);
        crowd_sweep_step(&s, &wx, &wy);
        if (wx == before_x && wy == before_y)
            return;
    }
    crowd_out_of_frame(m, p, s.dt, s.per_dt, wx, wy);
}

/* Which of the lanes whose bits are set a moving obstacle may meet in this step. */
static FORCE_INLINE uint32_t crowd_may_meet(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                            const crowd_lanes *l, uint32_t lanes, const crowd_velocity *v)
{
    const crowd_movings movings = crowd_movings_of(plan, world);
    const vfloat way = l->radius + vf_sqrt(v->x * v->x + v->y * v->y) * vf_set(plan->dt);
    uint32_t bits = 0;
    NO_UNROLL
    for (int32_t i = 0; i < plan->moving; i++) {
        THRONG_GLOBAL const crowd_moving *m = movings.all + i;
        const vfloat size = vf_abs(l->x) + vf_abs(l->y) + vf_set(m->speed * plan->dt + m->size) + way;
        const vfloat reach = way + vf_set(m->speed * plan->dt) + size * vf_set(1e-5f);
        bits |= vmask_bits(vf_le(crowd_moving_box(m, l->x, l->y), reach * reach));
    }
    return bits & lanes & ~vmask_bits(crowd_flagged(l->settings, CROWD_UNMOVED));
}

/* Pushes the lanes whose bits are set and that a moving obstacle may meet in this step. *state gets
 * CROWD_INSIDE. Returns the lanes whose velocities change. */
static FORCE_INLINE uint32_t crowd_push(THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                        const crowd_lanes *l, uint32_t lanes, vint *state, crowd_velocity *v)
{
    const crowd_movings movings = crowd_movings_of(plan, world);
    uint32_t bits = crowd_may_meet(plan, world, l, lanes, v), changed = 0;
    if (!bits)
        return 0;
    float x[THRONG_WIDTH], y[THRONG_WIDTH], radius[THRONG_WIDTH], speed[THRONG_WIDTH], vx[THRONG_WIDTH],
        vy[THRONG_WIDTH];
    int32_t states[THRONG_WIDTH];
    vf_store(x, l->x);
    vf_store(y, l->y);
    vf_store(radius, l->radius);
    vf_store(speed, l->max_speed);
    vf_store(vx, v->x);
    vf_store(vy, v->y);
    vi_store(states, *state);
    NO_UNROLL
    for (; bits; bits &= bits - 1) {
        const int32_t k = first_lane(bits);
        crowd_pushed p = {x[k], y[k], radius[k], speed[k], vx[k], vy[k], 0};
        NO_UNROLL
        for (int32_t i = 0; i < plan->moving; i++)
            crowd_push_by(plan, &movings, i, &p);
        if (p.inside)
            states[k] |= CROWD_INSIDE;
        if (p.vx != vx[k] || p.vy != vy[k])
            changed |= (uint32_t)1 << k;
        vx[k] = p.vx;
        vy[k] = p.vy;
    }
    v->x = vf_load(vx);
    v->y = vf_load(vy);
    *state = vi_load(states);
    return changed;
}

#endif
