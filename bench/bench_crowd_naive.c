/* A step of a crowd as one would write it without a library, after van den Berg, Guy, Lin and Manocha 2011:
 * one agent after the other. A half-plane is { v : n . v >= c }, the optimisation is the randomised one of
 * their section 5 in its plain form, constraint by constraint. */
#include "bench_crowd.h"

#include <math.h>
#include <string.h>

#define SLACK 1e-6f /* of max_speed: as little as this counts as kept */

/* ---------------------------------------------------------------- the grid -------------------------- */

typedef struct body {
    float x, y, vx, vy;
    int32_t column, row; /* cells far from each other may share a bucket */
    int32_t id;
} body;

typedef struct grid {
    uint32_t mask; /* buckets, less one */
    const int32_t *starts;
    const body *sorted;
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

static int32_t *starts_of(const throng_bench_people *people, void *memory)
{
    return (int32_t *)(void *)((body *)memory + people->count);
}

size_t throng_bench_avoid_bytes(const throng_bench_people *people)
{
    return (size_t)people->count * sizeof(body) + ((size_t)mask_for(people->count) + 2) * sizeof(int32_t);
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

void throng_bench_avoid_fill(const throng_bench_people *people, const throng_bench_pair *places,
                             const throng_bench_pair *velocities, void *memory)
{
    const uint32_t mask = mask_for(people->count);
    body *sorted = memory;
    int32_t *starts = starts_of(people, memory);
    memset(starts, 0, ((size_t)mask + 2) * sizeof *starts);
    for (int32_t i = 0; i < people->count; i++) {
        const body b = body_of(people, places, velocities, i);
        starts[bucket_of(mask, b.column, b.row)]++;
    }
    for (uint32_t bucket = 0; bucket <= mask; bucket++)
        starts[bucket + 1] += starts[bucket];
    for (int32_t i = people->count; i-- > 0;) { /* from behind, so that the ends become the starts */
        const body b = body_of(people, places, velocities, i);
        sorted[--starts[bucket_of(mask, b.column, b.row)]] = b;
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

/* From the first that cannot be kept: where the most missed one is missed least. */
static void solve_least(const half_plane *planes, int32_t count, int32_t first, float speed,
                        throng_bench_pair *v)
{
    half_plane equal[THRONG_MAX_NEIGHBORS];
    float missed = 0.0f;
    for (int32_t i = first; i < count; i++) {
        const half_plane *p = &planes[i];
        if (p->c - (p->nx * v->x + p->ny * v->y) <= missed + SLACK * speed)
            continue;
        int32_t others = 0;
        for (int32_t k = 0; k < i; k++) { /* where k is missed by no more than i */
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

void throng_bench_avoid(const throng_bench_people *people, int32_t count, throng_bench_pair *places,
                        throng_bench_pair *velocities, const void *memory)
{
    const body *sorted = memory;
    const grid g = {.mask = mask_for(people->count),
                    .starts = (const int32_t *)(const void *)(sorted + people->count),
                    .sorted = sorted};
    for (int32_t i = 0; i < count; i++) {
        half_plane planes[THRONG_MAX_NEIGHBORS];
        near found;
        throng_bench_pair v;
        const body a = body_of(people, places, velocities, i);
        const target wish = {people->wishes[i].x, people->wishes[i].y, 0};
        found.count = 0;
        for (int32_t row = a.row - 1; row <= a.row + 1; row++)
            for (int32_t column = a.column - 1; column <= a.column + 1; column++)
                look_into(people, &g, &a, column, row, &found);
        for (int32_t k = 0; k < found.count; k++)
            planes[k] = avoid(people, &a, found.others[k], found.squares[k]);
        const int32_t kept = solve(planes, found.count, people->max_speed, wish, &v);
        if (kept < found.count)
            solve_least(planes, found.count, kept, people->max_speed, &v);
        velocities[i] = v;
        places[i].x += v.x * people->dt;
        places[i].y += v.y * people->dt;
    }
}
