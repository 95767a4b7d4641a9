/* Routes without costs: their lengths are those of throng_terrain_distances() to the bit, and the optimal
 * ones of scenarios; each is a walk that adds up to its length; of several shortest ones
 * Dijkstra's is the one that the header names; and what has to hold of mirrored maps, of batches, and of any
 * number of threads. */
#include "tests/route/checks.h"
#include "tests/support/movingai.h"

#include <math.h>
#include <sched.h>

enum { PAIRS = 300 };

/* Rounded once: a double is good enough for that unless it falls within 2^-53 of the middle of two floats. */
static float rounded(int64_t a, int64_t b) { return (float)((double)a + (double)b * 1.41421356237309504880); }

#ifdef THRONG_ROUTE_PAUSE
void throng_route_pause(void);
void throng_route_pause(void) { sched_yield(); }
#endif

static void random_pairs(const walk_scene *s, throng_cell_pair *pairs, int32_t count)
{
    rng r = {s->seed + 1};
    for (int32_t i = 0; i < count; i++) {
        pairs[i].from = random_cell(&r, s);
        pairs[i].to = i % 50 == 7 ? pairs[i].from : random_cell(&r, s);
        if (i % 3) /* most of them in one world */
            pairs[i].to.row = pairs[i].from.row / s->height * s->height + pairs[i].to.row % s->height;
    }
}

/* How many of them have a route. */
static int check_lengths(const walk_scene *s, const uint8_t *walls, const throng_cell_pair *pairs,
                         const found *f, const float *expected)
{
    int reached = 0;
    for (int32_t i = 0; i < f->count; i++) {
        const throng_route_result *got = &f->results[i];
        int64_t straight = 0, diagonal = 0;
        cr_expect(memcmp(&got->length, &expected[i], sizeof got->length) == 0 &&
                      memcmp(&got->total, &expected[i], sizeof got->total) == 0 && got->cost == 0.0f,
                  "grid %d, %d x %d, seed %llu: from (%d, %d) to (%d, %d) is %.9g, expected %.9g",
                  (int)s->grid, (int)s->width, (int)s->height, (unsigned long long)s->seed,
                  (int)pairs[i].from.column, (int)pairs[i].from.row, (int)pairs[i].to.column,
                  (int)pairs[i].to.row, (double)got->length, (double)expected[i]);
        if (expected[i] < 0.0f) {
            cr_expect(got->cell_count == 0, "a route that is not there has %d cells", (int)got->cell_count);
            continue;
        }
        reached++;
        cr_expect(
            is_walk(s, walls, pairs[i], f->cells + got->cell_offset, got->cell_count, &straight, &diagonal) &&
                rounded(straight, diagonal) == got->length,
            "grid %d, seed %llu: route %d is no walk of that length", (int)s->grid,
            (unsigned long long)s->seed, (int)i);
    }
    return reached;
}

static int check_ground(throng_context *context, const walk_scene *s)
{
    throng_cell_pair pairs[PAIRS];
    float expected[PAIRS];
    int reached = 0;
    uint8_t *walls = scene_walls(s);
    throng_terrain *terrain = walk_terrain(context, s, walls);
    random_pairs(s, pairs, PAIRS);
    MUST(context, throng_terrain_distances(terrain, s->grid, PAIRS, pairs, 0, expected));
    for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
        throng_route *route = make_route(context, terrain, s->grid, method);
        found f = find_routes(context, route, PAIRS, pairs);
        reached += check_lengths(s, walls, pairs, &f, expected);
        release_found(&f);
        throng_route_destroy(route);
    }
    MUST(context, throng_terrain_destroy(terrain));
    free(walls);
    return reached;
}

static throng_context *threads_context(int32_t threads)
{
    variant v = reference_variant();
    v.threads = threads;
    v.run = NULL;
    return open_variant(&v, NULL);
}

Test(routes, random_walls)
{
    throng_context *context = threads_context(2);
    int reached = 0;
    for (int32_t i = 0; i < 54; i++) {
        static const walls_kind kinds[] = {WALLS_NONE,   WALLS_RANDOM, WALLS_RANDOM,
                                           WALLS_RANDOM, WALLS_MAZE,   WALLS_ROOMS};
        static const int32_t densities[] = {0, 10, 30, 45, 8, 0};
        walk_scene s = ground(i % 3, kinds[i / 3 % 6], densities[i / 3 % 6], 20 + 13 * (i % 7),
                              15 + 11 * (i % 5), 40 + (uint64_t)i);
        reached += check_ground(context, &s);
    }
    walk_scene thin[] = {ground(THRONG_GRID_SQUARE8, WALLS_NONE, 0, 1, 1, 1),
                         ground(THRONG_GRID_SQUARE8, WALLS_RANDOM, 1, 300, 1, 2),
                         ground(THRONG_GRID_HEX, WALLS_RANDOM, 1, 1, 300, 3),
                         ground(THRONG_GRID_HEX, WALLS_NONE, 0, 300, 2, 4),
                         ground(THRONG_GRID_SQUARE4, WALLS_RANDOM, 100, 12, 9, 5)};
    for (int32_t i = 0; i < 5; i++)
        reached += check_ground(context, &thin[i]);
    cr_expect(reached > 10000, "%d routes", reached);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(routes, worlds)
{
    throng_context *context = threads_context(3);
    int reached = 0;
    for (int32_t i = 0; i < 6; i++) {
        walk_scene s = ground(i % 3, i < 3 ? WALLS_RANDOM : WALLS_ROOMS, 20, 31, 22, 70 + (uint64_t)i);
        s.worlds = 3;
        s.own_walls = 1;
        reached += check_ground(context, &s);
    }
    cr_expect(reached > 500, "%d routes", reached);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* One corridor, longer than keys of 32 bits reach; and a map so wide that its ends are that far apart. */
Test(routes, long_routes)
{
    enum { COUNT = 10 };
    const walk_scene scenes[] = {ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 240, 168, 1),
                                 ground(THRONG_GRID_HEX, WALLS_SERPENTINE, 0, 240, 168, 1),
                                 ground(THRONG_GRID_SQUARE8, WALLS_NONE, 0, 30000, 3, 1)};
    throng_context *context = threads_context(2);
    for (int32_t i = 0; i < 3; i++) {
        const walk_scene *s = &scenes[i];
        throng_cell_pair pairs[COUNT];
        float expected[COUNT];
        int longest = 0;
        rng r = {11};
        uint8_t *walls = scene_walls(s);
        throng_terrain *terrain = walk_terrain(context, s, walls);
        for (int32_t k = 0; k < COUNT; k++) {
            pairs[k].from = (throng_cell){0, 0};
            pairs[k].to = (throng_cell){s->width - 1 - rng_below(&r, s->width / 4),
                                        k % 2 ? s->height - 2 : 2 * rng_below(&r, s->height / 2)};
        }
        MUST(context, throng_terrain_distances(terrain, s->grid, COUNT, pairs, 0, expected));
        for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
            throng_route *route = make_route(context, terrain, s->grid, method);
            found f = find_routes(context, route, COUNT, pairs);
            (void)check_lengths(s, walls, pairs, &f, expected);
            for (int32_t k = 0; k < COUNT; k++)
                longest += f.results[k].length > 19100.0f;
            release_found(&f);
            throng_route_destroy(route);
        }
        cr_expect(longest >= 8, "%d routes are longer than 19,100 cells", longest);
        MUST(context, throng_terrain_destroy(terrain));
        free(walls);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* So long that a sum of 32 bits would begin anew, which it would do amidst the hall at the corridor's end. */
Test(routes, longest_route)
{
    const walk_scene s = ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 901, 720, 1);
    const throng_region hall = {0, 686, 901, 34};
    const throng_cell_pair pairs[2] = {{{0, 0}, {0, 719}}, {{0, 0}, {450, 700}}};
    float expected[2];
    throng_context *context = threads_context(1);
    uint8_t *walls = scene_walls(&s);
    throng_terrain *terrain = walk_terrain(context, &s, walls);
    MUST(context, throng_terrain_fill(terrain, &hall, 0));
    MUST(context, throng_terrain_read(terrain, NULL, walls, 0));
    MUST(context, throng_terrain_distances(terrain, s.grid, 2, pairs, 0, expected));
    for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
        throng_route *route = make_route(context, terrain, s.grid, method);
        found f = find_routes(context, route, 2, pairs);
        (void)check_lengths(&s, walls, pairs, &f, expected);
        cr_expect(f.results[0].length > 309900.0f, "%.9g is not long enough", (double)f.results[0].length);
        release_found(&f);
        throng_route_destroy(route);
    }
    MUST(context, throng_terrain_destroy(terrain));
    free(walls);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Seen from the goal backwards, the lowest direction from which a shortest route comes. */
static void check_rule(const walk_scene *s, const uint8_t *walls, const walk_length *lengths,
                       throng_cell_pair pair, const throng_cell *cells, int32_t count)
{
    throng_cell at = pair.to;
    for (int32_t i = count - 2; i >= 0; i--) {
        const walk_length *own = &lengths[at.row * s->width + at.column];
        throng_cell from = {-1, -1};
        for (int32_t j = 0; j < 9; j++) { /* cells around, by the direction of the step from them */
            const throng_cell near = {at.column + j % 3 - 1, at.row + j / 3 - 1};
            if (near.column < 0 || near.column >= s->width || near.row < 0 || near.row >= s->height)
                continue;
            const int32_t k = step_between(s, walls, near, at);
            const walk_length *l = &lengths[near.row * s->width + near.column];
            const int diagonal = s->grid == THRONG_GRID_SQUARE8 && k % 2;
            if (k < 0 || l->a < 0 || l->a + !diagonal != own->a || l->b + diagonal != own->b)
                continue;
            if (from.row < 0 || k < step_between(s, walls, from, at))
                from = near;
        }
        cr_expect(memcmp(&from, &cells[i], sizeof from) == 0,
                  "grid %d, seed %llu: cell %d is (%d, %d), by the rule (%d, %d)", (int)s->grid,
                  (unsigned long long)s->seed, (int)i, (int)cells[i].column, (int)cells[i].row,
                  (int)from.column, (int)from.row);
        at = cells[i];
    }
}

Test(routes, of_several_shortest_ones)
{
    enum { COUNT = 12 };
    throng_context *context = threads_context(1);
    for (int32_t i = 0; i < 24; i++) {
        const walk_scene s =
            ground(i % 3, i % 2 ? WALLS_RANDOM : WALLS_ROOMS, 6 + i, 25 + i, 30 - i % 7, 300 + (uint64_t)i);
        throng_cell_pair pairs[COUNT];
        rng r = {s.seed};
        uint8_t *walls = scene_walls(&s);
        walk_length *lengths = must_allocate((size_t)(s.width * s.height) * sizeof *lengths);
        throng_terrain *terrain = walk_terrain(context, &s, walls);
        throng_route *route = make_route(context, terrain, s.grid, THRONG_ROUTE_DIJKSTRA);
        for (int32_t k = 0; k < COUNT; k++)
            pairs[k] = (throng_cell_pair){random_cell(&r, &s), random_cell(&r, &s)};
        found f = find_routes(context, route, COUNT, pairs);
        for (int32_t k = 0; k < COUNT; k++) {
            if (f.results[k].cell_count == 0)
                continue;
            walk_paths(walls, s.width, s.height, s.grid, pairs[k].from.column, pairs[k].from.row, lengths);
            check_rule(&s, walls, lengths, pairs[k], f.cells + f.results[k].cell_offset,
                       f.results[k].cell_count);
        }
        release_found(&f);
        throng_route_destroy(route);
        MUST(context, throng_terrain_destroy(terrain));
        free(lengths);
        free(walls);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Mirrored and transposed maps have routes of the same lengths. */
Test(routes, mirrored_maps)
{
    enum { SIDE = 48 };
    throng_context *context = threads_context(2);
    for (int32_t how = 1; how < 8; how++)
        for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
            const walk_scene s = ground(how % 2, WALLS_RANDOM, 25, SIDE, SIDE, 500 + (uint64_t)how);
            throng_cell_pair pairs[PAIRS];
            uint8_t *walls = scene_walls(&s), *other = must_allocate(SIDE * SIDE);
            throng_terrain *terrain = walk_terrain(context, &s, walls);
            throng_route *route = make_route(context, terrain, s.grid, method);
            random_pairs(&s, pairs, PAIRS);
            found before = find_routes(context, route, PAIRS, pairs);
            for (int32_t i = 0; i < SIDE * SIDE + 2 * PAIRS; i++) {
                throng_cell *cell = i < SIDE * SIDE         ? NULL
                                    : (i - SIDE * SIDE) % 2 ? &pairs[(i - SIDE * SIDE) / 2].to
                                                            : &pairs[(i - SIDE * SIDE) / 2].from;
                throng_cell at = cell ? *cell : (throng_cell){i % SIDE, i / SIDE};
                throng_cell to = {how & 1 ? SIDE - 1 - at.column : at.column,
                                  how & 2 ? SIDE - 1 - at.row : at.row};
                to = how & 4 ? (throng_cell){to.row, to.column} : to;
                if (cell)
                    *cell = to;
                else
                    other[to.row * SIDE + to.column] = walls[i];
            }
            MUST(context, throng_terrain_set(terrain, NULL, other, 0));
            found after = find_routes(context, route, PAIRS, pairs);
            for (int32_t i = 0; i < PAIRS; i++)
                cr_expect(before.results[i].length == after.results[i].length,
                          "turned by %d, method %d: route %d", (int)how, (int)method, (int)i);
            release_found(&before);
            release_found(&after);
            throng_route_destroy(route);
            MUST(context, throng_terrain_destroy(terrain));
            free(walls);
            free(other);
        }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* The same cells on every level, for each number of threads and scheduler, in batches or one by one, from
 * pairs inside a larger struct; with costs too. */
Test(routes, same_bits)
{
    enum { MOST = 100 };
    typedef struct order {
        int32_t who;
        throng_cell_pair pair;
        float urgency;
    } order;
    variant list[MOST], reference = reference_variant();
    const int32_t count = cpu_variants(list, MOST);
    const walk_scene s = ground(THRONG_GRID_SQUARE8, WALLS_RANDOM, 25, 61, 41, 3);
    uint8_t *walls = scene_walls(&s);
    throng_cell_pair pairs[PAIRS];
    order orders[PAIRS];
    float costs[61 * 41];
    rng r = {8};
    random_pairs(&s, pairs, PAIRS);
    memset(orders, 0x7f, sizeof orders);
    for (int32_t i = 0; i < PAIRS; i++)
        orders[i].pair = pairs[i];
    for (int32_t i = 0; i < s.width * s.height; i++)
        costs[i] = rng_between(&r, 0.0f, 3.0f);
    for (int32_t kind = 0; kind < 4; kind++) {
        found expected = {0};
        for (int32_t k = -1; k < count; k++) {
            throng_context *context = open_variant(k < 0 ? &reference : &list[k], NULL);
            throng_terrain *terrain = walk_terrain(context, &s, walls);
            throng_route *route = make_route(context, terrain, s.grid, kind % 2);
            if (kind >= 2)
                MUST(context, throng_route_set_costs(route, NULL, costs, 0));
            found got = find_routes(context, route, PAIRS, pairs);
            if (k < 0)
                expected = got;
            cr_expect(got.cell_count == expected.cell_count &&
                          memcmp(got.results, expected.results, PAIRS * sizeof *got.results) == 0 &&
                          memcmp(got.cells, expected.cells, (size_t)got.cell_count * sizeof *got.cells) == 0,
                      "%s, kind %d", k < 0 ? reference.name : list[k].name, (int)kind);
            MUST(context, throng_route_find(route, PAIRS, &orders[0].pair, sizeof orders[0], got.results));
            cr_expect(memcmp(got.results, expected.results, PAIRS * sizeof *got.results) == 0);
            for (int32_t i = 0; i < 20; i++) {
                throng_cell cells[61 * 41];
                throng_route_result one;
                MUST(context, throng_route_find(route, 1, &pairs[i], 0, &one));
                MUST(context, throng_route_read(route, 0, 1, cells, 61 * 41));
                cr_expect(one.cell_count == expected.results[i].cell_count && one.cell_offset == 0 &&
                          memcmp(cells, expected.cells + expected.results[i].cell_offset,
                                 (size_t)one.cell_count * sizeof *cells) == 0);
            }
            if (k >= 0)
                release_found(&got);
            throng_route_destroy(route);
            MUST(context, throng_terrain_destroy(terrain));
            cr_expect(throng_context_destroy(context) == THRONG_OK);
        }
        release_found(&expected);
    }
    free(walls);
}

/* Where routes wind, the room that is guessed for their steps is too small, and tasks find that out at the
 * same time: whose route has to wait is chance, the cells are not. */
Test(routes, short_room)
{
    enum { COUNT = 400 };
    const walk_scene s = ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 65, 65, 1);
    uint8_t *walls = scene_walls(&s);
    throng_context *contexts[] = {threads_context(1), threads_context(4)};
    for (uint64_t round = 0; round < 20; round++) {
        throng_cell_pair pairs[COUNT];
        found f[2];
        walk_scene of_round = s;
        of_round.seed = round;
        random_pairs(&of_round, pairs, COUNT);
        for (int32_t i = 0; i < 2; i++) {
            throng_terrain *terrain = walk_terrain(contexts[i], &s, walls);
            throng_route *route = make_route(contexts[i], terrain, s.grid, THRONG_ROUTE_ASTAR);
            f[i] = find_routes(contexts[i], route, COUNT, pairs);
            throng_route_destroy(route);
            MUST(contexts[i], throng_terrain_destroy(terrain));
        }
        cr_assert(f[0].cell_count == f[1].cell_count && f[0].cell_count > 100 * COUNT);
        cr_expect(memcmp(f[0].results, f[1].results, COUNT * sizeof *f[0].results) == 0);
        cr_expect(memcmp(f[0].cells, f[1].cells, (size_t)f[0].cell_count * sizeof *f[0].cells) == 0,
                  "round %d", (int)round);
        release_found(&f[0]);
        release_found(&f[1]);
    }
    for (int32_t i = 0; i < 2; i++)
        cr_expect(throng_context_destroy(contexts[i]) == THRONG_OK);
    free(walls);
}

/* ---------------------------------------------------------------- Moving AI ------------------------- */

static void check_scenario(throng_context *context, int32_t index)
{
    const char *name = movingai_maps[index];
    movingai *m = movingai_open(index);
    if (!m)
        return;
    const walk_scene s = {.grid = THRONG_GRID_SQUARE8, .worlds = 1, .width = m->width, .height = m->height};
    throng_terrain *terrain = walk_terrain(context, &s, m->walls);
    for (int32_t method = THRONG_ROUTE_ASTAR; method <= THRONG_ROUTE_DIJKSTRA; method++) {
        int32_t wrong = 0;
        throng_route *route = make_route(context, terrain, s.grid, method);
        found f = find_routes(context, route, m->count, m->pairs);
        for (int32_t i = 0; i < m->count; i++) {
            const throng_route_result *got = &f.results[i];
            int64_t straight, diagonal;
            wrong += !(fabs((double)got->length - m->optimal[i]) <= 1e-5 * m->optimal[i]) ||
                     !is_walk(&s, m->walls, m->pairs[i], f.cells + got->cell_offset, got->cell_count,
                              &straight, &diagonal) ||
                     rounded(straight, diagonal) != got->length;
        }
        printf("%s, method %d: %d lines, %d wrong\n", name, (int)method, (int)m->count, (int)wrong);
        cr_expect(wrong == 0 && m->count > 0, "%s: %d of %d lines are wrong", name, (int)wrong,
                  (int)m->count);
        release_found(&f);
        throng_route_destroy(route);
    }
    MUST(context, throng_terrain_destroy(terrain));
    movingai_close(m);
}

Test(movingai, optimal_lengths)
{
    throng_context *context = threads_context(2);
    for (int32_t i = 0; i < MOVINGAI_MAPS; i++)
        check_scenario(context, i);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
