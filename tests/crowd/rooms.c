/* Closed rooms stay closed: agents of any radius, speed and horizon, in steps of any length, in rooms of
 * short and long edges with pillars and thin walls in them. Whoever starts in free space stays there: no
 * centre crosses an edge, and no body that was clear of walls enters one deeper than 4 units in the last
 * place of its coordinates. What is looked at is the state alone, in doubles. Every variant gives the same
 * bits. */
#include "tests/crowd/each_backend.h"

#include <math.h>

#ifndef ROOMS
#define ROOMS 150 /* about 1,000 agent-steps each */
#endif

enum { MOST_EDGES = 500, AGENTS = 40, STEPS = 50 };

typedef struct room {
    throng_context *context;
    throng_crowd *crowd;
    rng random;
    throng_vertex a[MOST_EDGES], b[MOST_EDGES]; /* edges */
    int32_t edges, agents;
    float radius[AGENTS], speed[AGENTS], dt;
    int32_t clear[AGENTS];
    throng_agent names[AGENTS];
} room;

typedef struct tally {
    int64_t steps, moved, clear;
    uint64_t hash;
} tally;

static double between(rng *r, double low, double high)
{
    return low + (high - low) * (double)rng_between(r, 0.0f, 1.0f);
}
/* Evenly in orders of magnitude. */
static double spread(rng *r, double low, double high) { return low * pow(high / low, between(r, 0.0, 1.0)); }

/* A regular polygon, or one whose corners lie nearer or farther in turn, or at random; a room if
 * `sides` < 0. */
static void build(room *m, double x, double y, double size, int32_t sides, int32_t rough)
{
    throng_vertex v[MOST_EDGES];
    const int32_t count = sides < 0 ? -sides : sides;
    const double turn = between(&m->random, 0.0, 6.0);
    for (int32_t i = 0; i < count; i++) {
        const double angle = turn + 6.283185307179586 / sides * i;
        const double r = size * (rough == 1   ? 1.0 + 0.1 * (i & 1)
                                 : rough == 2 ? between(&m->random, 0.9, 1.1)
                                              : 1.0);
        v[i] = (throng_vertex){(float)(x + r * cos(angle)), (float)(y + r * sin(angle))};
    }
    MUST(m->context, throng_crowd_add_obstacle(m->crowd, count, v, 0, NULL));
    for (int32_t i = 0; i < count; i++) {
        m->a[m->edges] = v[i];
        m->b[m->edges++] = v[(i + 1) % count];
    }
}

static double distance_to(const room *m, int32_t edge, const float *p)
{
    const double ex = (double)m->b[edge].x - (double)m->a[edge].x;
    const double ey = (double)m->b[edge].y - (double)m->a[edge].y;
    const double x = (double)p[0] - (double)m->a[edge].x, y = (double)p[1] - (double)m->a[edge].y;
    const double t = fmin(fmax((x * ex + y * ey) / (ex * ex + ey * ey), 0.0), 1.0);
    return hypot(x - t * ex, y - t * ey);
}

static double clearance_of(const room *m, const float *p)
{
    double least = 1e30;
    for (int32_t i = 0; i < m->edges; i++)
        least = fmin(least, distance_to(m, i, p));
    return least;
}

/* In the room and in no pillar: the edges turn once around it, clockwise. */
static int is_free(const room *m, const float *p)
{
    double turns = 0.0;
    for (int32_t i = 0; i < m->edges; i++) {
        const double ax = (double)m->a[i].x - (double)p[0], ay = (double)m->a[i].y - (double)p[1];
        const double bx = (double)m->b[i].x - (double)p[0], by = (double)m->b[i].y - (double)p[1];
        turns += atan2(ax * by - ay * bx, ax * bx + ay * by);
    }
    return turns < -6.0 && clearance_of(m, p) > 0.0;
}

static double side_of(throng_vertex a, throng_vertex b, double x, double y)
{
    return ((double)b.x - (double)a.x) * (y - (double)a.y) - ((double)b.y - (double)a.y) * (x - (double)a.x);
}

/* The way from p, in front of the edge, ends behind it and leads through it. */
static int crosses(const room *m, int32_t edge, const float *p, const float *q)
{
    const throng_vertex a = m->a[edge], b = m->b[edge];
    const throng_vertex from = {p[0], p[1]}, to = {q[0], q[1]};
    if (!(side_of(a, b, (double)p[0], (double)p[1]) < 0.0 &&
          side_of(a, b, (double)q[0], (double)q[1]) >= 0.0))
        return 0;
    const double one = side_of(from, to, (double)a.x, (double)a.y);
    const double other = side_of(from, to, (double)b.x, (double)b.y);
    return (one <= 0.0 && other >= 0.0) || (one >= 0.0 && other <= 0.0);
}

static void populate(room *m, double size, double x, double y)
{
    const int32_t wanted = 1 + rng_below(&m->random, AGENTS);
    for (int32_t i = 0; i < wanted; i++) {
        throng_agent_def d = throng_agent_default_def();
        const double angle = between(&m->random, 0.0, 6.3),
                     away = size * 0.85 * sqrt(between(&m->random, 0.0, 1.0));
        const float at[2] = {(float)(x + away * cos(angle)), (float)(y + away * sin(angle))};
        d.x = at[0];
        d.y = at[1];
        d.radius = rng_below(&m->random, 5) ? (float)spread(&m->random, 1e-3, 50.0) : 0.0f;
        d.max_speed = (float)spread(&m->random, 1e-2, 100.0);
        d.neighbor_dist = rng_below(&m->random, 3) ? 0.0f : (float)size;
        d.time_horizon = 2.0f;
        d.time_horizon_obst = (float)spread(&m->random, 1e-6, 1e3);
        d.navigation = rng_below(&m->random, 2);
        const double far = d.navigation ? 2.0 * size : 2.0 * (double)d.max_speed;
        d.target_x = (float)((d.navigation ? x : 0.0) + between(&m->random, -far, far));
        d.target_y = (float)((d.navigation ? y : 0.0) + between(&m->random, -far, far));
        if (!is_free(m, at))
            continue;
        m->radius[m->agents] = d.radius;
        m->speed[m->agents] = d.max_speed;
        m->clear[m->agents] = clearance_of(m, at) >= (double)d.radius;
        MUST(m->context, throng_crowd_add(m->crowd, 1, &d, 0, &m->names[m->agents++]));
    }
}

static void begin(room *m, throng_context *context, int32_t number)
{
    throng_crowd_def def = throng_crowd_default_def();
    memset(m, 0, sizeof *m);
    m->context = context;
    m->random.state = 77 + (uint64_t)number;
    def.agent_capacity = AGENTS;
    MUST(context, throng_crowd_create(context, &def, &m->crowd));
    rng *r = &m->random;
    const double size = spread(r, 1.0, 100.0), off = rng_below(r, 2) ? spread(r, 1.0, 1e4) : 0.0;
    const double x = off * between(r, -0.5, 0.5), y = off * between(r, -0.5, 0.5);
    const double edge = spread(r, fmax(size / 200.0, 1e-3), size);
    const int32_t sides = (int32_t)fmin(fmax(6.2832 * size / edge, 3.0), 400.0), pillars = rng_below(r, 6);
    m->dt = (float)spread(r, 1e-3, 10.0);
    build(m, x, y, size, -sides, rng_below(r, 3));
    for (int32_t i = 0; i < pillars; i++)
        build(m, x + size * between(r, -0.5, 0.5), y + size * between(r, -0.5, 0.5),
              size * spread(r, 1e-3, 0.2), 2 + rng_below(r, 6), 0);
    populate(m, size, x, y);
}

/* A step by v * dt, rounded once; or by more: what rounding had taken before, at most
 * 1/128 of the fastest step, 1/1024 of the radius or a few units in the last place. */
static int went(const room *m, int32_t i, float was, float v, float now)
{
    const double at = fmax(fabs((double)was), fabs((double)now)),
                 fastest = (double)m->speed[i] * (double)m->dt;
    const double most =
        fmax(fmax(fastest / 128.0, (double)m->radius[i] / 1024.0), ldexp(at, -21)) + ldexp(at, -22);
    return now == was + v * m->dt ||
           (v != 0.0f && fabs((double)now - (double)was - (double)v * (double)m->dt) <= most);
}

static void check_agent(const room *m, int32_t i, const float *was, const float *p, const float *v)
{
    const float largest = fmaxf(fabsf(p[0]), fabsf(p[1]));
    const double unit = (double)(nextafterf(largest, 2e9f) - largest);
    cr_expect(v[0] * v[0] + v[1] * v[1] <= m->speed[i] * m->speed[i]);
    cr_expect(went(m, i, was[0], v[0], p[0]) && went(m, i, was[1], v[1], p[1]),
              "agent %d: not v * dt: (%.9g, %.9g) by (%.9g, %.9g) * %.9g to (%.9g, %.9g)", (int)i,
              (double)was[0], (double)was[1], (double)v[0], (double)v[1], (double)m->dt, (double)p[0],
              (double)p[1]);
    for (int32_t k = 0; k < m->edges; k++) {
        cr_expect(!crosses(m, k, was, p), "agent %d crossed edge %d: %.9g, %.9g to %.9g, %.9g", (int)i,
                  (int)k, (double)was[0], (double)was[1], (double)p[0], (double)p[1]);
        if (m->clear[i])
            cr_expect((double)m->radius[i] - distance_to(m, k, p) <= 4.0 * unit,
                      "agent %d of radius %g is %.9g from edge %d", (int)i, (double)m->radius[i],
                      distance_to(m, k, p), (int)k);
    }
}

static void play_room(throng_context *context, int32_t number, tally *t)
{
    static room m;
    float was[AGENTS][2], at[AGENTS][2], v[AGENTS][2];
    uint64_t hash;
    begin(&m, context, number);
    MUST(context, throng_crowd_get(m.crowd, THRONG_AGENT_POSITION, m.agents, m.names, 0, at, 0));
    for (int32_t i = 0; i < m.agents; i++)
        t->clear += m.clear[i];
    for (int32_t step = 0; step < STEPS && m.agents > 0; step++) {
        memcpy(was, at, sizeof was);
        MUST(context, throng_crowd_step(m.crowd, m.dt));
        MUST(context, throng_crowd_get(m.crowd, THRONG_AGENT_POSITION, m.agents, m.names, 0, at, 0));
        MUST(context, throng_crowd_get(m.crowd, THRONG_AGENT_VELOCITY, m.agents, m.names, 0, v, 0));
        for (int32_t i = 0; i < m.agents; i++) {
            check_agent(&m, i, was[i], at[i], v[i]);
            t->moved += v[i][0] != 0.0f || v[i][1] != 0.0f;
        }
        t->steps += m.agents;
    }
    MUST(context, throng_crowd_hash(m.crowd, &hash));
    t->hash = t->hash * 31 + hash;
    throng_crowd_destroy(m.crowd);
}

Test(crowd_rooms, stay_closed)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    const int32_t some = ROOMS / 3; /* that are compared; the widest level plays all */
    uint64_t first = 0;
    for (int32_t i = 0; i < (ROOMS > 1000 ? 1 : count); i++) {
        const int32_t rooms = i == 1 || ROOMS > 1000 ? ROOMS : some;
        uint64_t hash = 0;
        tally t = {0};
        throng_context *context = open_variant(&list[i], NULL);
        for (int32_t number = 0; number < rooms; number++) {
            play_room(context, number, &t);
            hash = number + 1 == some ? t.hash : hash;
        }
        printf("on %s: %lld agent-steps, %lld moved, %lld agents clear of walls, %016llx\n", list[i].name,
               (long long)t.steps, (long long)t.moved, (long long)t.clear, (unsigned long long)t.hash);
        cr_expect(t.moved > t.steps / 2 && t.clear > rooms, "nobody moves");
        first = i == 0 ? hash : first;
        cr_expect(hash == first, "other bits on %s", list[i].name);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Bodies that go along a wall, just out of reach but for what rounding has taken from their ways: whether
 * that brings them to the wall is up to each, not to the agents that a level looks at together with it. */
Test(crowd_rooms, rests_beside_a_wall)
{
    enum { WALKERS = 32, WALKED = 3000 };
    static const throng_vertex wall[2] = {{120.0f, 0.0f}, {90.0f, 0.0f}};
    variant list[4];
    const int32_t count = few_variants(list, 4);
    double first[WALKERS][2];
    for (int32_t i = 0; i < count; i++) {
        throng_context *context = open_variant(&list[i], NULL);
        throng_crowd_def def = throng_crowd_default_def();
        throng_crowd *crowd;
        double most = 0.0, at[WALKERS][2];
        float seen[WALKERS][2];
        def.agent_capacity = WALKERS;
        MUST(context, throng_crowd_create(context, &def, &crowd));
        MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, NULL));
        for (int32_t k = 0; k < WALKERS; k++) {
            throng_agent_def d = throng_agent_default_def();
            d.x = 100.0f + 0.37f * (float)k;
            d.y = 50.0f + (k % 4 ? 3e-4f * (float)k : 0.0f); /* every fourth is at the wall */
            d.radius = 50.0f;
            d.max_speed = d.target_x = 0.051f;
            d.max_neighbors = 0;
            d.time_horizon_obst = 1e-6f;
            MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
        }
        for (int32_t step = 0; step < WALKED; step++)
            MUST(context, throng_crowd_step(crowd, 1e-3f));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, WALKERS, NULL, 0, seen, 0));
        MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION_DOUBLE, WALKERS, NULL, 0, at, 0));
        for (int32_t k = 0; k < WALKERS; k++)
            most = fmax(most, fabs(at[k][0] - (double)seen[k][0]));
        cr_expect(most > 3e-3, "the longest rest is %g", most);
        if (i == 0)
            memcpy(first, at, sizeof first);
        cr_expect(memcmp(at, first, sizeof first) == 0, "other places on %s", list[i].name);
        throng_crowd_destroy(crowd);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}
