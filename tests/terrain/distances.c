/* throng_terrain_distances() against Dijkstra with exact lengths, and against the optimal lengths of
 * scenarios: our own, and those of Moving AI where they are at hand. */
#include "tests/influence/propagation_model.h"

#include "tests/support/each_backend.h"
#include "tests/support/movingai.h"

#include <math.h>
#include <stdlib.h>

enum { PAIRS = 400, FROM = 8 }; /* FROM: starts, of PAIRS / FROM pairs each */

/* Rounded once: a double is good enough for that unless it falls within 2^-53 of the middle of two floats. */
static float rounded(const walk_length *length)
{
    return length->a < 0 ? -1.0f : (float)((double)length->a + (double)length->b * 1.41421356237309504880);
}

/* A scene without objects. */
static walk_scene ground(throng_grid grid, walls_kind walls, int32_t density, int32_t width, int32_t height,
                         uint64_t seed)
{
    walk_scene s = {.grid = grid, .walls = walls, .density = density, .width = width, .height = height};
    s.worlds = 1;
    s.cell_size = 1.0f;
    s.seed = seed;
    return s;
}

static throng_cell random_cell(rng *r, const walk_scene *s)
{
    int32_t column = rng_below(r, s->width);
    return (throng_cell){column, rng_below(r, s->height * s->worlds)};
}

/* Random pairs: free cells, walls, the same cell twice, and where there are worlds cells of different ones.
 */
static int check_ground(throng_context *context, const walk_scene *s)
{
    throng_cell_pair pairs[PAIRS] = {{{0, 0}, {0, 0}}};
    float got[PAIRS];
    rng r = {s->seed + 1};
    int32_t cells = s->width * s->height, reached = 0;
    uint8_t *walls = scene_walls(s);
    walk_length *lengths = must_allocate((size_t)cells * sizeof *lengths);
    throng_terrain *terrain = walk_terrain(context, s, walls);
    for (int32_t i = 0; i < PAIRS; i++) {
        pairs[i].from = i % (PAIRS / FROM) ? pairs[i - 1].from : random_cell(&r, s);
        pairs[i].to = i % 50 == 7 ? pairs[i].from : random_cell(&r, s);
    }
    MUST(context, throng_terrain_distances(terrain, s->grid, PAIRS, pairs, 0, got));
    for (int32_t i = 0; i < PAIRS; i++) {
        int32_t world = pairs[i].from.row / s->height, row = pairs[i].from.row % s->height;
        if (i % (PAIRS / FROM) == 0)
            walk_paths(walls + (ptrdiff_t)world * cells, s->width, s->height, s->grid, pairs[i].from.column,
                       row, lengths);
        int32_t to = pairs[i].to.row % s->height * s->width + pairs[i].to.column;
        float expected = pairs[i].to.row / s->height == world ? rounded(&lengths[to]) : -1.0f;
        reached += expected > 0.0f;
        cr_expect(got[i] == expected,
                  "grid %d, %d x %d, seed %llu: from (%d, %d) to (%d, %d) is %.9g, expected %.9g",
                  (int)s->grid, (int)s->width, (int)s->height, (unsigned long long)s->seed,
                  (int)pairs[i].from.column, (int)pairs[i].from.row, (int)pairs[i].to.column,
                  (int)pairs[i].to.row, (double)got[i], (double)expected);
    }
    MUST(context, throng_terrain_destroy(terrain));
    free(lengths);
    free(walls);
    return reached;
}

static void each_level(int (*check)(throng_context *context))
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t i = 0; i < count; i++) {
        throng_context *context = open_variant(&list[i], NULL);
        int reached = check(context);
        cr_expect(reached > 1000, "%s: %d pairs have a path", list[i].name, reached);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

static int random_grounds(throng_context *context)
{
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
    return reached;
}

static int worlds_of_ground(throng_context *context)
{
    int reached = 0;
    for (int32_t i = 0; i < 6; i++) {
        walk_scene s = ground(i % 3, i < 3 ? WALLS_RANDOM : WALLS_ROOMS, 20, 31, 22, 70 + (uint64_t)i);
        s.worlds = 3;
        s.own_walls = 1;
        reached += check_ground(context, &s);
    }
    return 5 * reached;
}

Test(distances, random_walls) { each_level(random_grounds); }
Test(distances, worlds) { each_level(worlds_of_ground); }

/* One corridor, longer than keys of 32 bits reach; and pairs on both sides of that. */
static int serpentines(throng_context *context)
{
    enum { W = 240, H = 168, CELLS = W * H };
    walk_length *lengths = must_allocate(CELLS * sizeof *lengths);
    int reached = 0, longest = 0;
    for (int32_t grid = 0; grid < 3; grid++) {
        walk_scene s = ground(grid, WALLS_SERPENTINE, 0, W, H, 1);
        uint8_t *walls = scene_walls(&s);
        throng_terrain *terrain = walk_terrain(context, &s, walls);
        throng_cell_pair pairs[24];
        float got[24];
        rng r = {11};
        walk_paths(walls, W, H, grid, 0, 0, lengths);
        for (int32_t i = 0; i < 24; i++) {
            pairs[i].from = (throng_cell){0, 0};
            pairs[i].to = (throng_cell){rng_below(&r, W), i < 12 ? H - 1 - i : 2 * rng_below(&r, H / 2)};
        }
        MUST(context, throng_terrain_distances(terrain, grid, 24, pairs, 0, got));
        for (int32_t i = 0; i < 24; i++) {
            float expected = rounded(&lengths[pairs[i].to.row * W + pairs[i].to.column]);
            cr_expect(got[i] == expected, "grid %d: to (%d, %d) is %.9g, expected %.9g", (int)grid,
                      (int)pairs[i].to.column, (int)pairs[i].to.row, (double)got[i], (double)expected);
            longest += expected > 19100.0f;
            reached += expected > 0.0f;
        }
        MUST(context, throng_terrain_destroy(terrain));
        free(walls);
    }
    cr_expect(longest > 10, "%d paths are longer than 19,100 cells", longest);
    free(lengths);
    return 100 * reached;
}

Test(distances, long_paths) { each_level(serpentines); }

/* Every level and number of threads, pairs inside a larger struct: the same bits. */
Test(distances, same_bits)
{
    enum { MOST = 100 };
    typedef struct order {
        int32_t who;
        throng_cell_pair pair;
        float urgency;
    } order;
    variant list[MOST], reference = reference_variant();
    int32_t count = cpu_variants(list, MOST);
    walk_scene s = ground(THRONG_GRID_SQUARE8, WALLS_MAZE, 10, 61, 41, 3);
    uint8_t *walls = scene_walls(&s);
    order orders[PAIRS];
    float expected[PAIRS], got[PAIRS];
    rng r = {8};
    memset(orders, 0x7f, sizeof orders);
    for (int32_t i = 0; i < PAIRS; i++)
        orders[i].pair = (throng_cell_pair){random_cell(&r, &s), random_cell(&r, &s)};
    for (int32_t k = -1; k < count; k++) {
        throng_context *context = open_variant(k < 0 ? &reference : &list[k], NULL);
        throng_terrain *terrain = walk_terrain(context, &s, walls);
        MUST(context, throng_terrain_distances(terrain, s.grid, PAIRS, &orders[0].pair, sizeof orders[0],
                                               k < 0 ? expected : got));
        if (k >= 0)
            cr_expect(same_bits(list[k].name, got, expected, PAIRS), "%s", list[k].name);
        MUST(context, throng_terrain_destroy(terrain));
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
    free(walls);
}

/* Memory follows the windows around pairs, not the map, and stays for the next call; also where a goal cannot
 * be reached, which is decided in the first window that holds all that can be. */
Test(distances, memory_follows_windows)
{
    enum { SIDE = 2048, NEAR = 16 };
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++) {
        watch *w = watch_begin();
        throng_context_def hooks = throng_context_default_def();
        throng_terrain_def def = throng_terrain_default_def();
        throng_cell_pair pairs[NEAR];
        float got[NEAR];
        const variant v = reference_variant();
        watch_hooks(w, &hooks);
        throng_context *context = open_variant(&v, &hooks);
        throng_terrain *terrain;
        def.width = def.height = SIDE;
        MUST(context, throng_terrain_create(context, &def, &terrain));
        MUST(context, throng_terrain_fill(terrain, &(throng_region){1000, 1000, 9, 9}, 1));
        MUST(context,
             throng_terrain_fill(terrain, &(throng_region){1001, 1001, 7, 7}, 0)); /* a closed room */
        for (int32_t i = 0; i < NEAR; i++) {
            pairs[i].from = (throng_cell){1004, 1004};
            pairs[i].to = i % 2 ? (throng_cell){1002, 1006} : (throng_cell){1013 + i, 1004};
        }
        w->largest = (size_t)2 << 20;
        MUST(context, throng_terrain_distances(terrain, grid, NEAR, pairs, 0, got));
        for (int32_t i = 0; i < NEAR; i++)
            cr_expect((got[i] > 0.0f) == (i % 2 != 0), "grid %d: %g", (int)grid, (double)got[i]);
        const int64_t allocations = w->allocations;
        MUST(context, throng_terrain_distances(terrain, grid, NEAR, pairs, 0, got));
        cr_expect(w->allocations == allocations, "grid %d: it allocates again", (int)grid);
        MUST(context, throng_terrain_fill(terrain, &(throng_region){500, 0, 1, 2000}, 1));
        pairs[0].to = (throng_cell){499, 1000}; /* a long way round, for which there is no memory */
        pairs[0].from = (throng_cell){501, 1000};
        for (int32_t i = 0; i < NEAR; i++) /* the others are found before that is known */
            got[i] = 7.0f;
        cr_expect(throng_terrain_distances(terrain, grid, NEAR, pairs, 0, got) == THRONG_ERROR_OUT_OF_MEMORY);
        for (int32_t i = 0; i < NEAR; i++)
            cr_expect(got[i] == 7.0f, "grid %d: length %d was written", (int)grid, (int)i);
        w->largest = 0;
        MUST(context, throng_terrain_distances(terrain, grid, 1, pairs, 0, got));
        cr_expect(got[0] > 1000.0f);
        MUST(context, throng_terrain_destroy(terrain));
        MUST(context, throng_context_destroy(context));
        cr_expect(watch_end(w) == 0);
    }
}

/* ---------------------------------------------------------------- Moving AI ------------------------- */

/* All lines of a scenario, where it is there. */
static void check_scenario(throng_context *context, int32_t index)
{
    const char *name = movingai_maps[index];
    int32_t wrong = 0;
    movingai *m = movingai_open(index);
    if (!m)
        return;
    walk_scene s = {.grid = THRONG_GRID_SQUARE8, .worlds = 1, .width = m->width, .height = m->height};
    float *got = must_allocate((size_t)m->count * sizeof *got);
    throng_terrain *terrain = walk_terrain(context, &s, m->walls);
    MUST(context, throng_terrain_distances(terrain, s.grid, m->count, m->pairs, 0, got));
    for (int32_t i = 0; i < m->count; i++)
        if (!(fabs((double)got[i] - m->optimal[i]) <= 1e-5 * m->optimal[i]) && ++wrong < 5)
            cr_expect(0, "%s: from (%d, %d) to (%d, %d) is %.9g, optimal is %.9g", name,
                      (int)m->pairs[i].from.column, (int)m->pairs[i].from.row, (int)m->pairs[i].to.column,
                      (int)m->pairs[i].to.row, (double)got[i], m->optimal[i]);
    printf("%s: %d lines, %d wrong\n", name, (int)m->count, (int)wrong);
    cr_expect(wrong == 0 && m->count > 0, "%s: %d of %d lines are wrong", name, (int)wrong, (int)m->count);
    MUST(context, throng_terrain_destroy(terrain));
    movingai_close(m);
    free(got);
}

Test(movingai, optimal_lengths)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 2};
    throng_context *context = open_variant(&v, NULL);
    for (int32_t i = 0; i < MOVINGAI_MAPS; i++)
        check_scenario(context, i);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
