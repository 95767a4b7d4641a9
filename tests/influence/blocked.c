/* Objects in blocked cells and off the map, where the definition allows them: they add nothing while they are
 * there, and everything else is as it is without them. */
#include "tests/influence/propagation_model.h"

#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { SIDE = 36, CELLS = SIDE * SIDE, COUNT = 40 };

static walk_scene scene_of(throng_grid grid, throng_propagation propagation)
{
    return (walk_scene){.name = "blocked",
                        .grid = grid,
                        .propagation = propagation,
                        .width = SIDE,
                        .height = SIDE,
                        .worlds = 1,
                        .cell_size = 1.0f,
                        .walls = WALLS_RANDOM,
                        .density = 25,
                        .count = COUNT,
                        .seed = 61,
                        .objects = {.spread = 0.2f,
                                    .reach_low = 1,
                                    .reach_high = 12,
                                    .exponential = 50,
                                    .adjusted = 50,
                                    .alpha_most = 0.8f,
                                    .strength_high = 4,
                                    .gamma_lowest = -2}};
}

/* Whether the object is in a free cell, by the model. */
static int stands_free(const walk_scene *s, const uint8_t *walls, const throng_influence_object *o)
{
    int32_t column, row;
    walk_cell(s->grid, (double)o->x, (double)o->y, &column, &row);
    return column >= 0 && column < SIDE && row >= 0 && row < SIDE && !walls[row * SIDE + column];
}

/* Objects anywhere: each of a free cell, of any cell, or from around the map. */
static throng_influence_object *scatter(const walk_scene *s, const uint8_t *walls, rng *r)
{
    throng_influence_object *objects = must_allocate(COUNT * sizeof *objects);
    for (int32_t i = 0; i < COUNT; i++) {
        objects[i] = walk_object(r, s, walls, 0);
        if (i % 3 == 0)
            continue;
        const float around = i % 3 == 1 ? 0.0f : 30.0f;
        do { /* not where rounding could decide */
            objects[i].x = rng_between(r, -around, (float)SIDE + around);
            objects[i].y = rng_between(r, -around, (float)SIDE * 0.86f + around);
            int32_t column, row;
            if (walk_cell(s->grid, (double)objects[i].x, (double)objects[i].y, &column, &row) > 1e-3)
                break;
        } while (1);
    }
    objects[2].x = -1e9f;
    objects[5].y = 1e9f;
    return objects;
}

/* The map against the oracle, which is given those in free cells alone; *free_count: how many. */
static void expect_oracle(throng_context *context, const walk_scene *s, const uint8_t *walls,
                          throng_influence *map, const throng_influence_object *objects)
{
    throng_influence_object *some = must_allocate(COUNT * sizeof *some);
    oracle_cell *cells = must_allocate(CELLS * sizeof *cells);
    float values[CELLS];
    int32_t count = 0, wrong = 0;
    for (int32_t i = 0; i < COUNT; i++)
        if (stands_free(s, walls, &objects[i]))
            some[count++] = objects[i];
    cr_expect(count > 5 && count < COUNT - 5, "%d of %d are free", (int)count, (int)COUNT);
    walk_map(s, walls, some, count, cells);
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    for (int32_t i = 0; i < CELLS; i++)
        wrong += !(oracle_distance(&cells[i], values[i]) <= 1.0);
    cr_expect(wrong == 0, "%d cells of grid %d", (int)wrong, (int)s->grid);
    free(cells);
    free(some);
}

static throng_influence *make(throng_context *context, const walk_scene *s, const uint8_t *walls,
                              throng_terrain **terrain, throng_blocked_objects blocked)
{
    throng_influence *map;
    throng_influence_def def = walk_def(s);
    def.terrain = *terrain = walk_terrain(context, s, walls);
    def.blocked_objects = blocked;
    MUST(context, throng_influence_create(context, &def, &map));
    return map;
}

static void check_scene(throng_context *context, throng_grid grid, throng_propagation propagation)
{
    const walk_scene s = scene_of(grid, propagation);
    uint8_t *walls = scene_walls(&s);
    throng_terrain *terrain;
    rng r = {71};
    throng_influence *map = make(context, &s, walls, &terrain, THRONG_BLOCKED_IGNORE);
    throng_influence_object *objects = scatter(&s, walls, &r);
    MUST(context, throng_influence_set_objects(map, 0, 0, COUNT, objects, 0));
    MUST(context, throng_influence_update(map));
    expect_oracle(context, &s, walls, map, objects);
    /* all move, into walls and out of them */
    throng_influence_object *others = scatter(&s, walls, &r);
    for (int32_t i = 0; i < COUNT; i++) {
        objects[i].x = others[COUNT - 1 - i].x;
        objects[i].y = others[COUNT - 1 - i].y;
    }
    MUST(context, throng_influence_move_objects(map, 0, 0, COUNT, &objects->x, sizeof *objects, NULL, 0));
    MUST(context, throng_influence_update(map));
    expect_oracle(context, &s, walls, map, objects);
    /* doors close on some and open for others */
    for (int32_t i = 0; i < CELLS; i++)
        walls[i] = (uint8_t)(rng_below(&r, 4) == 0);
    MUST(context, throng_terrain_set(terrain, NULL, walls, 0));
    MUST(context, throng_influence_update(map));
    expect_oracle(context, &s, walls, map, objects);
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(terrain));
    free(objects);
    free(others);
    free(walls);
}

EACH(blocked, add_nothing)
{
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++) {
        check_scene(context, grid, THRONG_PROPAGATION_PATH);
        check_scene(context, grid, THRONG_PROPAGATION_ADJACENT);
    }
}

/* By default the whole call is refused, and the objects are those that were there. */
EACH(blocked, refused_by_default)
{
    walk_scene s = scene_of(THRONG_GRID_SQUARE8, THRONG_PROPAGATION_PATH);
    uint8_t *walls = must_allocate(CELLS);
    throng_terrain *terrain;
    walls[3 * SIDE + 3] = 1;
    throng_influence *map = make(context, &s, walls, &terrain, walk_def(&s).blocked_objects);
    throng_influence_object objects[2] = {throng_influence_default_object(),
                                          throng_influence_default_object()};
    objects[0].x = objects[0].y = objects[1].x = objects[1].y = 1.5f;
    MUST(context, throng_influence_set_objects(map, 0, 0, 2, objects, 0));
    objects[1].x = objects[1].y = 3.5f;
    cr_expect(throng_influence_set_objects(map, 0, 0, 2, objects, 0) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(throng_influence_move_objects(map, 0, 0, 2, &objects->x, sizeof *objects, NULL, 0) ==
              THRONG_ERROR_INVALID_ARGUMENT);
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(terrain));
    free(walls);
}

EACH(blocked, what_definitions_may_say)
{
    throng_influence *map = NULL;
    throng_influence_def def = map_def(8, 8, THRONG_GRID_SQUARE8);
    cr_expect(def.blocked_objects == THRONG_BLOCKED_REFUSE);
    def.blocked_objects = THRONG_BLOCKED_IGNORE; /* they may be anywhere, and count */
    cr_expect(throng_influence_create(context, &def, &map) == THRONG_ERROR_INVALID_ARGUMENT && !map);
    def.blocked_objects = 2;
    cr_expect(throng_influence_create(context, &def, &map) == THRONG_ERROR_INVALID_ARGUMENT && !map);
    cr_expect(strstr(throng_context_message(context), "def.blocked_objects is 2") != NULL);
    def.blocked_objects = -1;
    cr_expect(throng_influence_create(context, &def, &map) == THRONG_ERROR_INVALID_ARGUMENT && !map);
}
