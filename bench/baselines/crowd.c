/* A step of a crowd as one would write it without a library, after van den Berg, Guy, Lin and Manocha 2011:
 * one agent after the other. A half-plane is { v : n . v >= c }; the linear programs take one after another,
 * the nearest first. Walls are edges of blocks: convex, and solid to the left. */
#include "bench/suite/crowd.h"

#include <math.h>
#include <string.h>

enum { WALLS = 32, /* the nearest */ LINES = WALLS + THRONG_MAX_NEIGHBORS };

#define SLACK 1e-6f /* of max_speed: as little as this counts as kept */

/* ---------------------------------------------------------------- the grid -------------------------- */

typedef struct body {
    float x, y, vx, vy;
    int32_t column, row; /* cells far from each other may share a bucket */
    int32_t id;
} body;

typedef struct grid {
    int32_t count;
    uint32_t mask; /* buckets, less one */
    body *sorted;
    int32_t *starts;
} grid;

static uint32_t mask_for(int32_t count)
{
    uint32_t buckets = 16;
    while (buckets < (uint32_t)count)
        buckets *= 2;
    return buckets - 1;
}

static uint32_t bucket_of(uint32_t mask, int32_t column, int32_t row)
{
    const uint32_t mixed = (uint32_t)column * 73856093u ^ (uint32_t)row * 19349663u;
    return (mixed ^ mixed >> 15) & mask;
}

static grid grid_at(void *memory, int32_t count)
{
    body *sorted = memory;
    return (grid){count, mask_for(count), sorted, (int32_t *)(void *)(sorted + count)};
}

static size_t grid_bytes(int32_t count)
{
    const size_t bytes = (size_t)count * sizeof(body) + ((size_t)mask_for(count) + 2) * sizeof(int32_t);
    return (bytes + 15) / 16 * 16;
}

static float range_of_walls(const throng_bench_people *people)
{
    return people->time_horizon * people->max_speed + people->radius;
}

/* The middle of a piece of a wall is within neighbor_dist of everyone whom the piece matters to. */
static int32_t pieces_of(const throng_bench_people *people)
{
    const float longest = 2.0f * (people->neighbor_dist - range_of_walls(people));
    float length = 0.0f;
    for (int32_t i = 0; i < 4 * people->blocks; i++) {
        const throng_vertex *block = &people->corners[i - i % 4], *a = &block[i % 4],
                            *b = &block[(i + 1) % 4];
        length = fmaxf(length, fmaxf(fabsf(b->x - a->x), fabsf(b->y - a->y)));
    }
    return length > longest ? (int32_t)ceilf(length / longest) : 1;
}

size_t throng_bench_avoid_bytes(const throng_bench_people *people)
{
    return grid_bytes(people->count) + grid_bytes(4 * people->blocks * pieces_of(people));
}

static body body_of(const throng_bench_people *people, const throng_bench_pair *places,
                    const throng_bench_pair *velocities, int32_t id)
{
    const float per_cell = 1.0f / people->neighbor_dist;
    return (body){.x = places[id].x,
                  .y = places[id].y,
                  .vx = velocities[id].x,
                  .vy = velocities[id].y,
                  .column = (int32_t)floorf(places[id].x * per_cell),
                  .row = (int32_t)floorf(places[id].y * per_cell),
                  .id = id};
}

/* Each piece of a wall lies in the cell of its middle. */
static body body_of_wall(const throng_bench_people *people, int32_t id, int32_t piece, int32_t pieces)
{
    const throng_vertex *block = &people->corners[id - id % 4];
    const throng_vertex *a = &block[id % 4], *b = &block[(id + 1) % 4];
    const float part = ((float)piece + 0.5f) / (float)pieces;
    const throng_bench_pair middle = {a->x + part * (b->x - a->x), a->y + part * (b->y - a->y)};
    const throng_bench_pair nothing = {0.0f, 0.0f};
    body found = body_of(people, &middle, &nothing, 0);
    found.id = id;
    return found;
}

/* Agents, or where there are no places walls. */
static void fill(const grid *g, const throng_bench_people *people, const throng_bench_pair *places,
                 const throng_bench_pair *velocities)
{
    const int32_t pieces = places ? 1 : pieces_of(people);
    memset(g->starts, 0, ((size_t)g->mask + 2) * sizeof *g->starts);
    for (int32_t i = 0; i < g->count; i++) {
        const body b = places ? body_of(people, places, velocities, i)
                              : body_of_wall(people, i / pieces, i % pieces, pieces);
        g->starts[bucket_of(g->mask, b.column, b.row)]++;
    }
    for (uint32_t bucket = 0; bucket <= g->mask; bucket++)
        g->starts[bucket + 1] += g->starts[bucket];
    for (int32_t i = g->count; i-- > 0;) { /* from behind, so that the ends become the starts */
        const body b = places ? body_of(people, places, velocities, i)
                              : body_of_wall(people, i / pieces, i % pieces, pieces);
        g->sorted[--g->starts[bucket_of(g->mask, b.column, b.row)]] = b;
    }
}

/* ---------------------------------------------------------------- neighbours ------------------------ */

typedef struct near {
    const body *others[THRONG_MAX_NEIGHBORS];
    float squares[THRONG_MAX_NEIGHBORS];
    int32_t count;
} near;

static int is_before(float square, int32_t id, float other_square, int32_t other_id)
{
    return square < other_square || (square == other_square && id < other_id);
}

static void put(near *found, int32_t most, const body *other, float square)
{
    int32_t at = found->count < most ? found->count++ : most - 1;
    for (; at > 0 && is_before(square, other->id, found->squares[at - 1], found->others[at - 1]->id); at--) {
        found->squares[at] = found->squares[at - 1];
        found->others[at] = found->others[at - 1];
    }
    found->squares[at] = square;
    found->others[at] = other;
}

static void look_into(const throng_bench_people *people, const grid *g, const body *a, int32_t column,
                      int32_t row, near *found)
{
    const uint32_t bucket = bucket_of(g->mask, column, row);
    const int32_t most = people->max_neighbors;
    const float far = people->neighbor_dist * people->neighbor_dist;
    for (int32_t i = g->starts[bucket]; i < g->starts[bucket + 1]; i++) {
        const body *b = &g->sorted[i];
        const float dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
        if (square >= far || b->id == a->id || b->column != column || b->row != row)
            continue;
        if (found->count < most ||
            is_before(square, b->id, found->squares[most - 1], found->others[most - 1]->id))
            put(found, most, b, square);
    }
}

/* ---------------------------------------------------------------- half-planes ----------------------- */

typedef struct half_plane {
    float nx, ny, c;
} half_plane;

static half_plane avoid(const throng_bench_people *people, const body *a, const body *b, float square)
{
    const float dx = b->x - a->x, dy = b->y - a->y, vx = a->vx - b->vx, vy = a->vy - b->vy;
    const float r = 2.0f * people->radius;
    const int overlap = square <= r * r;
    const float per = 1.0f / (overlap ? people->dt : people->time_horizon);
    const float wx = vx - per * dx, wy = vy - per * dy, w2 = wx * wx + wy * wy, ahead = wx * dx + wy * dy;
    half_plane h;
    float u; /* along the normal */
    if (overlap || (ahead < 0.0f && ahead * ahead > r * r * w2)) {
        const float w = sqrtf(w2);
        h.nx = wx / w;
        h.ny = wy / w;
        u = r * per - w;
    } else { /* normals of the legs of the cone */
        const float leg = sqrtf(square - r * r), side = dx * wy - dy * wx > 0.0f ? 1.0f : -1.0f;
        h.nx = (-dx * r - side * dy * leg) / square;
        h.ny = (-dy * r + side * dx * leg) / square;
        u = -(vx * h.nx + vy * h.ny);
    }
    h.c = h.nx * a->vx + h.ny * a->vy + 0.5f * u;
    return h;
}

/* ---------------------------------------------------------------- walls ----------------------------- */

/* An edge of a block, seen from an agent: its ends, its direction, those of the edges before and after it. */
typedef struct wall {
    throng_bench_pair a, b, u, from, to;
    float length, along, square; /* along: where on it the nearest point would be, were it longer */
    int32_t id;
} wall;

static float dot(throng_bench_pair a, throng_bench_pair b) { return a.x * b.x + a.y * b.y; }
static float cross(throng_bench_pair a, throng_bench_pair b) { return a.x * b.y - a.y * b.x; }

static throng_bench_pair add(throng_bench_pair a, float times, throng_bench_pair b)
{
    return (throng_bench_pair){a.x + times * b.x, a.y + times * b.y};
}

static throng_bench_pair direction(const throng_vertex *a, const throng_vertex *b, float *length)
{
    const throng_bench_pair way = {b->x - a->x, b->y - a->y};
    *length = sqrtf(dot(way, way));
    return (throng_bench_pair){way.x / *length, way.y / *length};
}

/* 0: the agent stands on its inner side. */
static int see_wall(const throng_bench_people *people, const body *me, int32_t id, wall *w)
{
    const throng_vertex *block = &people->corners[id - id % 4];
    const throng_vertex *a = &block[id % 4], *b = &block[(id + 1) % 4];
    float length;
    w->id = id;
    w->a = (throng_bench_pair){a->x - me->x, a->y - me->y};
    w->b = (throng_bench_pair){b->x - me->x, b->y - me->y};
    w->from = direction(&block[(id + 3) % 4], a, &length);
    w->to = direction(b, &block[(id + 2) % 4], &length);
    w->u = direction(a, b, &w->length);
    w->along = -dot(w->a, w->u);
    const throng_bench_pair nearest = add(w->a, fminf(fmaxf(w->along, 0.0f), w->length), w->u);
    w->square = dot(nearest, nearest);
    return cross(w->a, w->u) < 0.0f;
}

static half_plane border(throng_bench_pair normal, throng_bench_pair point, float off)
{
    return (half_plane){normal.x, normal.y, dot(normal, point) + off};
}

static half_plane away_from(throng_bench_pair v, throng_bench_pair point, float off)
{
    const throng_bench_pair way = add(v, -1.0f, point);
    const float per = 1.0f / sqrtf(dot(way, way));
    return border((throng_bench_pair){way.x * per, way.y * per}, point, off);
}

/* The tangent from the agent to the disc about an end, to the left for r > 0. */
static throng_bench_pair leg_past(throng_bench_pair end, float r)
{
    const float square = dot(end, end), leg = sqrtf(fmaxf(square - r * r, 0.0f));
    return (throng_bench_pair){(end.x * leg - end.y * r) / square, (end.x * r + end.y * leg) / square};
}

/* The wall touches: away from its nearest point. 0: the next one does that. */
static int part_from(const wall *w, half_plane *h)
{
    const throng_bench_pair nothing = {0.0f, 0.0f}, outside = {w->u.y, -w->u.x};
    if (w->along >= 0.0f && w->along <= w->length) {
        *h = border(outside, nothing, 0.0f);
        return 1;
    }
    *h = away_from(nothing, w->along < 0.0f ? w->a : w->b, 0.0f);
    h->c = 0.0f;
    return w->along < 0.0f || cross(w->b, w->to) >= 0.0f;
}

/* Velocities that meet the wall within the horizon are a cone with the wall, nearer by that time, and the
 * discs about its ends in front. The border nearest to the own velocity. 0: that is a neighbour's. */
static int avoid_wall(const throng_bench_people *people, const body *me, const wall *w, half_plane *h)
{
    const float r = people->radius, per = 1.0f / people->time_horizon, far = 3e38f;
    const throng_bench_pair v = {me->vx, me->vy}, aside = add(w->a, w->along, w->u);
    if (w->square <= r * r)
        return part_from(w, h);
    /* seen along itself, a wall is its nearer end */
    const int thin = dot(aside, aside) <= r * r, first = thin && w->along < 0.0f, last = thin && !first;
    const throng_bench_pair p = last ? w->b : w->a, q = first ? w->a : w->b;
    const throng_bench_pair before = {-w->from.x, -w->from.y};
    throng_bench_pair left = leg_past(p, r), right = leg_past(q, -r);
    const int left_is_other = !last && cross(left, before) >= 0.0f;
    const int right_is_other = !first && cross(right, w->to) <= 0.0f;
    left = left_is_other ? before : left;
    right = right_is_other ? w->to : right;
    const throng_bench_pair c = {p.x * per, p.y * per}, d = {q.x * per, q.y * per};
    const throng_bench_pair front = add(d, -1.0f, c), vc = add(v, -1.0f, c), vd = add(v, -1.0f, d);
    const float at = thin ? 0.5f : dot(vc, front) / dot(front, front);
    const float on_left = dot(vc, left), on_right = dot(vd, right);
    const int round_c = on_left < 0.0f && (at < 0.0f || (thin && on_right < 0.0f));
    if (round_c || (at > 1.0f && on_right < 0.0f)) {
        *h = away_from(v, round_c ? c : d, r * per);
        return 1;
    }
    const throng_bench_pair to_front = add(vc, -at, front), to_left = add(vc, -on_left, left);
    const throng_bench_pair to_right = add(vd, -on_right, right);
    const float f = thin || at < 0.0f || at > 1.0f ? far : dot(to_front, to_front);
    const float l = on_left < 0.0f ? far : dot(to_left, to_left);
    const float g = on_right < 0.0f ? far : dot(to_right, to_right);
    if (f <= l && f <= g)
        *h = border((throng_bench_pair){w->u.y, -w->u.x}, c, r * per);
    else if (l <= g)
        *h = border((throng_bench_pair){-left.y, left.x}, c, r * per);
    else
        *h = border((throng_bench_pair){right.y, -right.x}, d, r * per);
    return f <= l && f <= g ? 1 : l <= g ? !left_is_other : !right_is_other;
}

/* Do the earlier ones keep the agent from both ends? */
static int is_covered(const throng_bench_people *people, const half_plane *planes, int32_t count,
                      const wall *w)
{
    const float per = 1.0f / people->time_horizon, least = people->radius * per - 1e-5f;
    for (int32_t i = 0; i < count; i++) {
        const throng_bench_pair n = {planes[i].nx, planes[i].ny};
        if (planes[i].c - per * dot(n, w->a) >= least && planes[i].c - per * dot(n, w->b) >= least)
            return 1;
    }
    return 0;
}

/* By another of its pieces. */
static int is_found(const wall *found, int32_t count, int32_t id)
{
    for (int32_t i = 0; i < count; i++)
        if (found[i].id == id)
            return 1;
    return 0;
}

/* Half-planes of the nearest walls, nearest first; how many. */
static int32_t avoid_walls(const throng_bench_people *people, const grid *g, const body *me,
                           half_plane *planes)
{
    const float range = range_of_walls(people);
    wall found[WALLS];
    int32_t count = 0, lines = 0;
    const int in_pieces = g->count > 4 * people->blocks;
    for (int32_t cell = 0; cell < 9; cell++) {
        const int32_t column = me->column + cell % 3 - 1, row = me->row + cell / 3 - 1;
        const uint32_t bucket = bucket_of(g->mask, column, row);
        for (int32_t i = g->starts[bucket]; i < g->starts[bucket + 1]; i++) {
            const body *b = &g->sorted[i];
            wall w;
            if (b->column != column || b->row != row || !see_wall(people, me, b->id, &w) ||
                w.square >= range * range || (count == WALLS && w.square >= found[WALLS - 1].square) ||
                (in_pieces && is_found(found, count, b->id)))
                continue;
            int32_t at = count < WALLS ? count++ : WALLS - 1;
            for (; at > 0 && w.square < found[at - 1].square; at--)
                found[at] = found[at - 1];
            found[at] = w;
        }
    }
    for (int32_t i = 0; i < count; i++)
        lines += !is_covered(people, planes, lines, &found[i]) &&
                 avoid_wall(people, me, &found[i], &planes[lines]);
    return lines;
}

/* ---------------------------------------------------------------- linear programs ------------------- */

/* What is to be found: the nearest to a velocity, or the farthest in a direction. */
typedef struct target {
    float x, y;
    int farthest;
} target;

/* On the border of the last half-plane, in all before it and in the disc. 0: there is none. */
static int solve_on(const half_plane *planes, int32_t last, float speed, target aim, throng_bench_pair *v)
{
    const half_plane *on = &planes[last];
    const float room = speed * speed - on->c * on->c;
    if (room < 0.0f)
        return 0;
    const float dx = on->ny, dy = -on->nx, qx = on->c * on->nx, qy = on->c * on->ny;
    float high = sqrtf(room), low = -high;
    for (int32_t i = 0; i < last; i++) {
        const float slope = planes[i].nx * dx + planes[i].ny * dy;
        const float lacks = planes[i].c - (planes[i].nx * qx + planes[i].ny * qy);
        if (fabsf(slope) <= 1e-6f) {
            if (lacks > SLACK * speed)
                return 0;
            continue;
        }
        const float t = lacks / slope;
        if (slope > 0.0f)
            low = fmaxf(low, t);
        else
            high = fminf(high, t);
        if (low > high)
            return 0;
    }
    const float along = aim.x * dx + aim.y * dy;
    const float t = aim.farthest ? (along > 0.0f ? high : low) : fminf(fmaxf(along, low), high);
    *v = (throng_bench_pair){qx + t * dx, qy + t * dy};
    return 1;
}

/* Returns the first half-plane that cannot be kept, or count; *v is then what kept those before it. */
static int32_t solve(const half_plane *planes, int32_t count, float speed, target aim, throng_bench_pair *v)
{
    const float length = sqrtf(aim.x * aim.x + aim.y * aim.y);
    const float scale = aim.farthest || length > speed ? speed / length : 1.0f;
    *v = (throng_bench_pair){aim.x * scale, aim.y * scale};
    for (int32_t i = 0; i < count; i++)
        if (planes[i].nx * v->x + planes[i].ny * v->y < planes[i].c - SLACK * speed &&
            !solve_on(planes, i, speed, aim, v))
            return i;
    return count;
}

/* From the first that cannot be kept: where the most missed one is missed least. Walls are kept. */
static void solve_least(const half_plane *planes, int32_t walls, int32_t count, int32_t first, float speed,
                        throng_bench_pair *v)
{
    half_plane equal[LINES];
    float missed = 0.0f;
    for (int32_t i = first > walls ? first : walls; i < count; i++) {
        const half_plane *p = &planes[i];
        if (p->c - (p->nx * v->x + p->ny * v->y) <= missed + SLACK * speed)
            continue;
        int32_t others = walls;
        memcpy(equal, planes, (size_t)walls * sizeof *equal);
        for (int32_t k = walls; k < i; k++) { /* where k is missed by no more than i */
            const float nx = planes[k].nx - p->nx, ny = planes[k].ny - p->ny;
            const float length = sqrtf(nx * nx + ny * ny);
            if (length > 1e-6f)
                equal[others++] = (half_plane){nx / length, ny / length, (planes[k].c - p->c) / length};
        }
        throng_bench_pair best;
        if (solve(equal, others, speed, (target){p->nx, p->ny, 1}, &best) == others)
            *v = best;
        missed = p->c - (p->nx * v->x + p->ny * v->y);
    }
}

/* ---------------------------------------------------------------- a step ---------------------------- */

static grid walls_of(const throng_bench_people *people, void *memory)
{
    return grid_at((body *)(void *)((char *)memory + grid_bytes(people->count)),
                   4 * people->blocks * pieces_of(people));
}

void throng_bench_avoid_fill(const throng_bench_people *people, const throng_bench_pair *places,
                             const throng_bench_pair *velocities, void *memory)
{
    const grid agents = grid_at(memory, people->count), walls = walls_of(people, memory);
    fill(&agents, people, places, velocities);
    fill(&walls, people, NULL, NULL);
}

void throng_bench_avoid(const throng_bench_people *people, int32_t count, throng_bench_pair *places,
                        throng_bench_pair *velocities, void *memory)
{
    const grid agents = grid_at(memory, people->count), walls = walls_of(people, memory);
    for (int32_t i = 0; i < count; i++) {
        half_plane planes[LINES];
        near found;
        throng_bench_pair v;
        const body a = body_of(people, places, velocities, i);
        const target wish = {people->wishes[i].x, people->wishes[i].y, 0};
        const int32_t by_walls = people->blocks ? avoid_walls(people, &walls, &a, planes) : 0;
        found.count = 0;
        for (int32_t row = a.row - 1; row <= a.row + 1; row++)
            for (int32_t column = a.column - 1; column <= a.column + 1; column++)
                look_into(people, &agents, &a, column, row, &found);
        const int32_t all = by_walls + found.count;
        for (int32_t k = 0; k < found.count; k++)
            planes[by_walls + k] = avoid(people, &a, found.others[k], found.squares[k]);
        const int32_t kept = solve(planes, all, people->max_speed, wish, &v);
        if (kept < all)
            solve_least(planes, by_walls, all, kept, people->max_speed, &v);
        velocities[i] = v;
        places[i].x += v.x * people->dt;
        places[i].y += v.y * people->dt;
    }
}
