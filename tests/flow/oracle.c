/* Fields of paths against shortest paths by a model that shares nothing with the library, against
 * throng_terrain_distances(), and against what their directions promise: who follows them gets to a goal by a
 * path of exactly that length. */
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

typedef struct fields {
    float *lengths;
    uint8_t *directions;
} fields;

static fields read_field(const flow_game *g, int32_t field)
{
    fields f = {must_allocate(g->count * sizeof(float)), must_allocate(g->count)};
    MUST(g->context, throng_flow_read_lengths(g->flow, field, NULL, f.lengths, 0));
    MUST(g->context, throng_flow_read_directions(g->flow, field, NULL, f.directions, 0));
    return f;
}

static void release(fields *f)
{
    free(f->lengths);
    free(f->directions);
}

/* The model counts its directions by the grid; the library by 45 degrees, which on hexagons leaves two
 * out. */
static int32_t of_model(throng_grid grid, int32_t direction)
{
    static const int32_t hex[] = {0, 1, -1, 2, 3, 4, -1, 5};
    return grid == THRONG_GRID_SQUARE8   ? direction
           : grid == THRONG_GRID_SQUARE4 ? (direction % 2 ? -1 : direction / 2)
                                         : hex[direction];
}

/* Where a direction leads; 0: into a wall, off the map, or past a corner. */
static int follow(const flow_game *g, int32_t direction, int32_t at, int32_t *to)
{
    const walk_scene *w = &g->scene->walk;
    const int32_t cells = w->width * w->height, world = at / cells, cell = at % cells;
    const int32_t way = of_model(w->grid, direction);
    int32_t column, row;
    if (way < 0 || !walk_step(g->walls + (ptrdiff_t)world * cells, w->width, w->height, w->grid, way,
                              cell % w->width, cell / w->width, &column, &row))
        return 0;
    *to = world * cells + row * w->width + column;
    return 1;
}

/* The lowest direction that leads from a cell to one whose length is shorter by the step. */
static uint8_t best_step(const flow_game *g, const walk_length *lengths, int32_t at)
{
    for (int32_t k = 0; k < 8; k++) {
        int32_t to;
        const int diagonal = g->scene->walk.grid == THRONG_GRID_SQUARE8 && k % 2;
        if (follow(g, k, at, &to) && lengths[to].a == lengths[at].a - !diagonal &&
            lengths[to].b == lengths[at].b - diagonal)
            return (uint8_t)k;
    }
    return THRONG_FLOW_NONE;
}

/* All cells of a field; how many are reached. */
static int32_t check_field(const flow_game *g, int32_t field)
{
    walk_length *model = flow_model(g, field);
    fields f = read_field(g, field);
    int32_t wrong = 0, reached = 0;
    for (int32_t i = 0; i < (int32_t)g->count; i++) {
        const float expected = flow_rounded(&model[i]);
        const uint8_t step = expected < 0.0f    ? THRONG_FLOW_NONE
                             : expected == 0.0f ? THRONG_FLOW_GOAL
                                                : best_step(g, model, i);
        reached += expected > 0.0f;
        cr_expect(step != THRONG_FLOW_NONE || expected < 0.0f, "the model has no step");
        if ((f.lengths[i] != expected || f.directions[i] != step) && wrong++ < 3)
            cr_expect(0, "grid %d, %d x %d, seed %llu, field %d, cell %d: %.9g to %d, expected %.9g to %d",
                      (int)g->scene->walk.grid, (int)g->scene->walk.width, (int)g->scene->walk.height,
                      (unsigned long long)g->scene->walk.seed, (int)field, (int)i, (double)f.lengths[i],
                      (int)f.directions[i], (double)expected, (int)step);
    }
    release(&f);
    free(model);
    return reached;
}

static int32_t check_scene(throng_context *context, const flow_scene *s)
{
    flow_game g = flow_begin(context, s);
    int32_t reached = 0;
    MUST(context, throng_flow_update(g.flow));
    for (int32_t i = 0; i < s->fields; i++)
        reached += check_field(&g, i);
    flow_end(&g);
    return reached;
}

/* ---------------------------------------------------------------- lengths and directions ------------ */

EACH(flow, random_grounds)
{
    static const walls_kind kinds[] = {WALLS_NONE, WALLS_RANDOM, WALLS_RANDOM, WALLS_MAZE, WALLS_ROOMS};
    static const int32_t densities[] = {0, 10, 35, 8, 0};
    int32_t reached = 0;
    for (int32_t i = 0; i < 30; i++) {
        flow_scene s = flow_ground(i % 3, kinds[i / 3 % 5], densities[i / 3 % 5], 17 + 23 * (i % 7),
                                   14 + 31 * (i % 5), 40 + (uint64_t)i);
        s.goals = 1 + i % 4 * 3;
        reached += check_scene(context, &s);
    }
    const flow_scene thin[] = {flow_ground(THRONG_GRID_SQUARE8, WALLS_NONE, 0, 1, 1, 1),
                               flow_ground(THRONG_GRID_SQUARE8, WALLS_RANDOM, 1, 300, 1, 2),
                               flow_ground(THRONG_GRID_HEX, WALLS_RANDOM, 1, 1, 300, 3),
                               flow_ground(THRONG_GRID_HEX, WALLS_NONE, 0, 300, 2, 4),
                               flow_ground(THRONG_GRID_SQUARE4, WALLS_RANDOM, 100, 12, 9, 5)};
    for (int32_t i = 0; i < 5; i++)
        reached += check_scene(context, &thin[i]);
    cr_expect(reached > 50000, "%d cells are reached", (int)reached);
}

EACH(flow, worlds_and_fields)
{
    int32_t reached = 0;
    for (int32_t i = 0; i < 3; i++) {
        flow_scene s = flow_ground(i, WALLS_RANDOM, 20, 61, 32, 70 + (uint64_t)i);
        s.walk.worlds = 3;
        s.walk.own_walls = 1;
        s.fields = 5;
        s.goals = 4;
        reached += check_scene(context, &s);
    }
    cr_expect(reached > 30000, "%d cells are reached", (int)reached);
}

/* The same as between pairs of cells, to the bit. */
EACH(flow, terrain_distances)
{
    enum { PAIRS = 60 };
    for (int32_t grid = 0; grid < 3; grid++) {
        flow_scene s = flow_ground(grid, WALLS_RANDOM, 25, 260, 190, 5);
        flow_game g = flow_begin(context, &s);
        throng_cell_pair pairs[PAIRS];
        float expected[PAIRS];
        rng r = {6};
        for (int32_t i = 0; i < PAIRS; i++)
            pairs[i] = (throng_cell_pair){{rng_below(&r, 260), rng_below(&r, 190)}, g.cells[0]};
        MUST(context, throng_flow_update(g.flow));
        MUST(context, throng_terrain_distances(g.terrain, grid, PAIRS, pairs, 0, expected));
        fields f = read_field(&g, 0);
        for (int32_t i = 0; i < PAIRS; i++) {
            const float got = f.lengths[pairs[i].from.row * 260 + pairs[i].from.column];
            cr_expect(memcmp(&got, &expected[i], sizeof got) == 0, "grid %d: %.9g and %.9g", (int)grid,
                      (double)got, (double)expected[i]);
        }
        release(&f);
        flow_end(&g);
    }
}

/* Longer than keys of 32 bits reach; then short again, with the keys of 64 bits that are there now. */
EACH(flow, long_paths)
{
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 240, 168, 1);
    s.fields = 2;
    flow_game g = flow_begin(context, &s);
    throng_flow_info before, after;
    g.cells[0] = (throng_cell){0, 84}; /* the middle of the corridor */
    MUST(context, throng_flow_set_goals(g.flow, 0, 1, g.cells, 0));
    MUST(context, throng_flow_set_goals(g.flow, 1, 1, g.cells, 0));
    MUST(context, throng_flow_update(g.flow));
    g.cells[1] = g.cells[0];
    check_field(&g, 1);
    MUST(context, throng_flow_get_info(g.flow, &before));
    g.cells[0] = (throng_cell){0, 0};
    MUST(context, throng_flow_set_goals(g.flow, 0, 1, g.cells, 0));
    MUST(context, throng_flow_update(g.flow));
    fields f = read_field(&g, 0);
    float longest = 0.0f;
    for (size_t i = 0; i < g.count; i++)
        longest = f.lengths[i] > longest ? f.lengths[i] : longest;
    cr_expect(longest > 19400.0f, "the longest path is %.9g", (double)longest);
    release(&f);
    check_field(&g, 0);
    check_field(&g, 1);
    MUST(context, throng_flow_get_info(g.flow, &after));
    cr_expect(after.host_bytes + after.device_bytes > before.host_bytes + before.device_bytes,
              "keys of 64 bits take more memory");
    g.cells[1] = (throng_cell){239, 120};
    MUST(context, throng_flow_set_goals(g.flow, 1, 1, &g.cells[1], 0));
    MUST(context, throng_flow_update(g.flow));
    check_field(&g, 1);
    flow_end(&g);
}

/* Along the directions from many cells of a large map. */
EACH(flow, following)
{
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_RANDOM, 30, 700, 500, 9);
    s.goals = 3;
    flow_game g = flow_begin(context, &s);
    MUST(context, throng_flow_update(g.flow));
    fields f = read_field(&g, 0);
    int32_t arrived = 0;
    for (int32_t start = 0; start < (int32_t)g.count; start += 997) {
        int64_t a = 0, b = 0;
        int32_t at = start, left = 10000;
        while (f.directions[at] < 8 && left-- > 0) {
            const int32_t k = f.directions[at];
            cr_assert(follow(&g, k, at, &at), "direction %d leads into a wall", (int)k);
            a += !(k % 2);
            b += k % 2;
        }
        if (f.lengths[start] < 0.0f)
            continue;
        const walk_length length = {a, b, 0};
        cr_expect(f.directions[at] == THRONG_FLOW_GOAL && flow_rounded(&length) == f.lengths[start],
                  "from cell %d: %lld + %lld*sqrt(2), %.9g expected", (int)start, (long long)a, (long long)b,
                  (double)f.lengths[start]);
        arrived++;
    }
    cr_expect(arrived > 200, "%d", (int)arrived);
    release(&f);
    flow_end(&g);
}

/* ---------------------------------------------------------------- changes --------------------------- */

/* Whatever changed, the fields are those that are made from scratch. */
EACH(flow, changes)
{
    for (int32_t grid = 0; grid < 3; grid++) {
        flow_scene s = flow_ground(grid, WALLS_ROOMS, 0, 133, 94, 11);
        s.fields = 3;
        s.goals = 2;
        flow_game g = flow_begin(context, &s);
        rng r = {12};
        for (int32_t round = 0; round < 8; round++) {
            if (round % 2) {
                const throng_region part = {rng_below(&r, 120), rng_below(&r, 80), 13, 9};
                const int32_t blocked = rng_below(&r, 2);
                MUST(context, throng_terrain_fill(g.terrain, &part, blocked));
                MUST(context, throng_terrain_read(g.terrain, NULL, g.walls, 0));
            } else {
                const int32_t field = rng_below(&r, 3);
                throng_cell *cells = g.cells + (ptrdiff_t)field * 2;
                cells[0] = (throng_cell){rng_below(&r, 133), rng_below(&r, 94)};
                MUST(context, throng_flow_set_goals(g.flow, field, 2, cells, 0));
            }
            MUST(context, throng_flow_update(g.flow));
            if (round % 3 == 0) /* fields are as of the update, whatever happens to the terrain */
                MUST(context, throng_terrain_fill(g.terrain, NULL, 0));
            for (int32_t i = 0; i < 3 && round != 4;
                 i++) /* after that one comes another before anybody looks */
                check_field(&g, i);
            MUST(context, throng_terrain_set(g.terrain, NULL, g.walls, 0));
        }
        flow_end(&g);
    }
}

/* Before an update nothing changes; without goals, or with goals in walls, there are no paths. */
EACH(flow, no_paths)
{
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_RANDOM, 20, 40, 30, 3);
    flow_game g = flow_begin(context, &s);
    fields f = read_field(&g, 0);
    for (size_t i = 0; i < g.count; i++)
        cr_expect(f.lengths[i] == -1.0f && f.directions[i] == THRONG_FLOW_NONE);
    release(&f);
    MUST(context, throng_flow_update(g.flow));
    cr_expect(check_field(&g, 0) > 500);
    MUST(context, throng_flow_set_goals(g.flow, 0, 0, NULL, 0));
    f = read_field(&g, 0);
    float most = 0.0f;
    for (size_t i = 0; i < g.count; i++)
        most = f.lengths[i] > most ? f.lengths[i] : most;
    cr_expect(most > 5.0f, "goals count from the next update on");
    release(&f);
    MUST(context, throng_flow_update(g.flow));
    f = read_field(&g, 0);
    for (size_t i = 0; i < g.count; i++)
        cr_expect(f.lengths[i] == -1.0f && f.directions[i] == THRONG_FLOW_NONE);
    release(&f);
    MUST(context, throng_flow_set_goals(g.flow, 0, 1, g.cells, 0));
    MUST(context, throng_flow_update(g.flow));
    MUST(context, throng_flow_reset(g.flow));
    f = read_field(&g, 0);
    for (size_t i = 0; i < g.count; i++)
        cr_expect(f.lengths[i] == -1.0f && f.directions[i] == THRONG_FLOW_NONE);
    release(&f);
    flow_end(&g);
}

/* Regions and strides: the same numbers, and nothing beside them. */
EACH(flow, regions)
{
    enum { STRIDE = 90 };
    flow_scene s = flow_ground(THRONG_GRID_HEX, WALLS_RANDOM, 20, 130, 70, 8);
    s.walk.worlds = 2;
    s.walk.own_walls = 1;
    flow_game g = flow_begin(context, &s);
    MUST(context, throng_flow_update(g.flow));
    fields f = read_field(&g, 0);
    const throng_region parts[] = {{0, 0, 1, 1}, {57, 65, 70, 12}, {129, 139, 1, 1}, {3, 0, 61, 140}};
    for (int32_t i = 0; i < 4; i++) {
        static float lengths[140 * STRIDE];
        static uint8_t directions[140 * STRIDE];
        const throng_region *p = &parts[i];
        for (int32_t k = 0; k < 140 * STRIDE; k++) {
            lengths[k] = -7.0f;
            directions[k] = 77;
        }
        MUST(context, throng_flow_read_lengths(g.flow, 0, p, lengths, STRIDE * sizeof *lengths));
        MUST(context, throng_flow_read_directions(g.flow, 0, p, directions, STRIDE));
        for (int32_t k = 0; k < 140 * STRIDE; k++) {
            const int32_t x = k % STRIDE, y = k / STRIDE, inside = x < p->width && y < p->height;
            const int32_t cell = (p->row + y) * 130 + p->column + x;
            cr_expect(lengths[k] == (inside ? f.lengths[cell] : -7.0f) &&
                      directions[k] == (inside ? f.directions[cell] : 77));
        }
    }
    release(&f);
    flow_end(&g);
}
