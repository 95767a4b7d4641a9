#include "bench/suite/crowd_scene.h"
#include "bench/suite/example_scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETTLING = 16,     /* steps from rest to the start */
    BLOCK_EACH = 10,   /* places from block to block, of which it takes up 3 */
    CLUSTER_SIZE = 25, /* agents to each side of one */
    OUTLIERS = 16
};
static const float cluster_apart = 500.0f, outlier_away = 1e6f;

typedef throng_bench_crowd_scene scene;

/* How many places there are to each side of the square. */
static int32_t side_of(const scene *s)
{
    const double taken =
        s->flags & THRONG_BENCH_BLOCKS ? 0.11 : 0.0; /* by blocks: at the edge a little more than 9 % */
    return (int32_t)ceil(sqrt(s->agents / (1.0 - taken)));
}

static int32_t is_occupied(const scene *s, int32_t column, int32_t row)
{
    return s->flags & THRONG_BENCH_BLOCKS && column % BLOCK_EACH < 3 && row % BLOCK_EACH < 3;
}

/* Off the middle by a fifth at most, as `throng crowd --random` has it. */
static float jitter(uint64_t *state) { return 0.4f * (throng_bench_random(state) - 0.5f); }

static void place_rows(throng_bench_people *p, const scene *s, uint64_t *state)
{
    const int32_t rows = s->flags & THRONG_BENCH_LINE ? 1 : side_of(s),
                  columns = s->flags & THRONG_BENCH_LINE ? s->agents : rows;
    const float off = s->flags & THRONG_BENCH_LATTICE ? 0.0f : 1.0f;
    for (int32_t i = 0; i < columns * rows && p->count < s->agents; i++) {
        const int32_t column = i % columns, row = i / columns;
        if (is_occupied(s, column, row))
            continue;
        p->places[p->count].x = ((float)column + off * jitter(state)) * s->spacing;
        p->places[p->count++].y = ((float)row + off * jitter(state)) * s->spacing;
    }
}

static void place_clusters(throng_bench_people *p, const scene *s, uint64_t *state)
{
    const int32_t each = CLUSTER_SIZE * CLUSTER_SIZE, clusters = (s->agents + each - 1) / each;
    const int32_t side = (int32_t)ceil(sqrt(clusters));
    for (; p->count < s->agents - OUTLIERS; p->count++) {
        const int32_t cluster = p->count / each, at = p->count % each;
        const int32_t column = cluster % side, row = cluster / side;
        const int32_t x = at % CLUSTER_SIZE, y = at / CLUSTER_SIZE;
        p->places[p->count].x = (float)column * cluster_apart + ((float)x + jitter(state)) * s->spacing;
        p->places[p->count].y = (float)row * cluster_apart + ((float)y + jitter(state)) * s->spacing;
    }
    for (; p->count < s->agents; p->count++) {
        p->places[p->count].x = (2.0f * throng_bench_random(state) - 1.0f) * outlier_away;
        p->places[p->count].y = (2.0f * throng_bench_random(state) - 1.0f) * outlier_away;
    }
}

static void shuffle(throng_bench_pair *places, int32_t count, uint64_t *state)
{
    for (int32_t i = count - 1; i > 0; i--) {
        const int32_t other = (int32_t)(throng_bench_random(state) * (float)i);
        const throng_bench_pair place = places[i];
        places[i] = places[other];
        places[other] = place;
    }
}

/* A random place of the own square: with clusters of that cluster, elsewhere of all. */
static float goal_from(const scene *s, float at, uint64_t *state)
{
    const float random = throng_bench_random(state);
    if (!(s->flags & THRONG_BENCH_CLUSTERS))
        return random * (float)side_of(s) * s->spacing;
    return floorf((at + 0.5f * s->spacing) / cluster_apart) * cluster_apart +
           random * (float)CLUSTER_SIZE * s->spacing;
}

static throng_bench_pair with_speed(const throng_bench_people *p, float x, float y)
{
    const float scale = p->max_speed / fmaxf(sqrtf(x * x + y * y), 1e-3f);
    return (throng_bench_pair){x * scale, y * scale};
}

static void make_wishes(throng_bench_people *p, const scene *s, uint64_t *state)
{
    for (int32_t i = 0; i < p->count && !(s->flags & THRONG_BENCH_LATTICE); i++) {
        const float x = goal_from(s, p->places[i].x, state) - p->places[i].x;
        const float y = goal_from(s, p->places[i].y, state) - p->places[i].y;
        p->wishes[i] = with_speed(p, x, y);
    }
}

/* Each stands on 3 by 3 of the agents' places. */
static void make_blocks(throng_bench_people *p, const scene *s)
{
    const int32_t side = (side_of(s) + BLOCK_EACH - 1) / BLOCK_EACH;
    const float size = 2.0f * s->spacing;
    p->corners = throng_bench_allocate(4 * (size_t)side * (size_t)side, sizeof *p->corners);
    p->blocks = side * side;
    for (int32_t i = 0; i < p->blocks; i++) {
        const int32_t column = i % side, row = i / side;
        const float x = (float)(column * BLOCK_EACH) * s->spacing;
        const float y = (float)(row * BLOCK_EACH) * s->spacing;
        const throng_vertex corners[4] = {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}};
        memcpy(&p->corners[4 * (size_t)i], corners, sizeof corners);
    }
}

void throng_bench_aim_people(throng_bench_people *p)
{
    for (int32_t i = 0; i < p->count && p->goals; i++)
        p->wishes[i] = with_speed(p, p->goals[i].x - p->places[i].x, p->goals[i].y - p->places[i].y);
}

static void make_square(throng_bench_people *p, const scene *s)
{
    uint64_t state = throng_bench_seed(20111);
    *p = (throng_bench_people){.max_neighbors = 10,
                               .settling = SETTLING,
                               .radius = 1.0f,
                               .max_speed = 2.0f,
                               .neighbor_dist = 15.0f,
                               .time_horizon = 5.0f,
                               .dt = 0.1f};
    p->places = throng_bench_allocate((size_t)s->agents, sizeof *p->places);
    p->velocities = throng_bench_allocate((size_t)s->agents, sizeof *p->velocities);
    p->wishes = throng_bench_allocate((size_t)s->agents, sizeof *p->wishes);
    if (s->flags & THRONG_BENCH_CLUSTERS)
        place_clusters(p, s, &state);
    else
        place_rows(p, s, &state);
    if (s->flags & THRONG_BENCH_SHUFFLED)
        shuffle(p->places, p->count, &state);
    make_wishes(p, s, &state);
    if (s->flags & THRONG_BENCH_BLOCKS)
        make_blocks(p, s);
}

void throng_bench_make_people(throng_bench_people *p, const scene *s)
{
    if (s->flags & THRONG_BENCH_CIRCLE)
        throng_bench_make_circle(p, s->agents, s->spacing);
    else if (s->flags & THRONG_BENCH_CROSSING)
        throng_bench_make_crossing(p, s->agents);
    else
        make_square(p, s);
    throng_bench_aim_people(p);
    if (s->flags & THRONG_BENCH_PERCEPTION) {
        p->perception = THRONG_PERCEPTION_ALL;
        p->congestion = 1;
    }
}
