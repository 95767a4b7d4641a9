/* Seeds: cells from which paths begin with a length. Against the model's shortest paths from each of them,
 * and against one flow over a map of which the seeds' flow has a part. */
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>
#include <throng/flow_seeds.h>

enum { SEEDS = 9 };

typedef struct seeded {
    flow_game g;
    flow_scene scene;
    throng_flow *flow;
    throng_flow_seed seeds[SEEDS];
} seeded;

/* A flow over the scene's walls with seeds of lengths up to `most` cells, and the scene's goals unless they
 * are left out. */
static void begin(seeded *t, throng_context *context, const flow_scene *s, int32_t most, int32_t goals)
{
    throng_flow_def def = throng_flow_default_def();
    rng r = {s->walk.seed + 3};
    t->scene = *s;
    t->g = flow_begin(context, &t->scene);
    def.terrain = t->g.terrain;
    def.grid = s->walk.grid;
    def.goal_capacity = s->goals;
    def.seed_capacity = SEEDS;
    MUST(context, throng_flow_create(context, &def, &t->flow));
    if (goals)
        MUST(context, throng_flow_set_goals(t->flow, 0, s->goals, t->g.cells, 0));
    for (int32_t i = 0; i < SEEDS; i++) {
        const int32_t a = rng_below(&r, most), b = rng_below(&r, most);
        t->seeds[i].cell = (throng_cell){rng_below(&r, s->walk.width), rng_below(&r, s->walk.height)};
        t->seeds[i].length = (throng_flow_length){2 * a, s->walk.grid == THRONG_GRID_SQUARE8 ? 2 * b : 0};
    }
    t->seeds[SEEDS - 1].cell = t->seeds[0].cell; /* of several the shortest counts */
}

static void end(seeded *t)
{
    MUST(t->g.context, throng_flow_destroy(t->flow));
    flow_end(&t->g);
}

/* The model's lengths from the first `count` seeds, and from goals. */
static walk_length *model_of(const seeded *t, int32_t count, int32_t goals)
{
    const walk_scene *w = &t->scene.walk;
    walk_length *all = goals ? flow_model(&t->g, 0) : must_allocate(t->g.count * sizeof *all);
    walk_length *one = must_allocate(t->g.count * sizeof *one);
    for (size_t k = 0; k < t->g.count && !goals; k++)
        all[k].a = all[k].b = -1;
    for (int32_t i = 0; i < count; i++) {
        const throng_flow_seed *seed = &t->seeds[i];
        if (flow_blocked(&t->g, seed->cell.column, seed->cell.row))
            continue;
        walk_paths(t->g.walls, w->width, w->height, w->grid, seed->cell.column, seed->cell.row, one);
        for (size_t k = 0; k < t->g.count; k++) {
            const int64_t a = one[k].a + seed->length.straight / 2, b = one[k].b + seed->length.diagonal / 2;
            if (one[k].a >= 0 && (all[k].a < 0 || walk_shorter(a, b, all[k].a, all[k].b)))
                all[k] = (walk_length){a, b, 0};
        }
    }
    free(one);
    return all;
}

/* The lowest step to a neighbour that is nearer by it; GOAL where paths end. */
static uint8_t direction_of(const seeded *t, const walk_length *lengths, int32_t at)
{
    const walk_scene *w = &t->scene.walk;
    static const int32_t hex[] = {0, 1, -1, 2, 3, 4, -1, 5};
    if (lengths[at].a < 0)
        return THRONG_FLOW_NONE;
    for (int32_t k = 0; k < 8; k++) {
        const int32_t way = w->grid == THRONG_GRID_SQUARE8   ? k
                            : w->grid == THRONG_GRID_SQUARE4 ? (k % 2 ? -1 : k / 2)
                                                             : hex[k];
        const int diagonal = w->grid == THRONG_GRID_SQUARE8 && k % 2;
        int32_t column, row;
        if (way < 0 || !walk_step(t->g.walls, w->width, w->height, w->grid, way, at % w->width, at / w->width,
                                  &column, &row))
            continue;
        const walk_length *to = &lengths[row * w->width + column];
        if (to->a == lengths[at].a - !diagonal && to->b == lengths[at].b - diagonal)
            return (uint8_t)k;
    }
    return THRONG_FLOW_GOAL;
}

static void compare(const seeded *t, int32_t count, int32_t goals, const char *what)
{
    throng_context *context = t->g.context;
    walk_length *model = model_of(t, count, goals);
    throng_flow_length *exact = must_allocate(t->g.count * sizeof *exact);
    float *lengths = must_allocate(t->g.count * sizeof *lengths);
    uint8_t *directions = must_allocate(t->g.count);
    int32_t wrong = 0;
    MUST(context, throng_flow_update(t->flow));
    MUST(context, throng_flow_read_exact_lengths(t->flow, 0, NULL, exact, 0));
    MUST(context, throng_flow_read_lengths(t->flow, 0, NULL, lengths, 0));
    MUST(context, throng_flow_read_directions(t->flow, 0, NULL, directions, 0));
    for (size_t i = 0; i < t->g.count; i++) {
        const int32_t a = model[i].a < 0 ? -1 : (int32_t)(2 * model[i].a);
        const int32_t b = model[i].a < 0 ? -1 : (int32_t)(2 * model[i].b);
        const uint8_t direction = direction_of(t, model, (int32_t)i);
        if ((exact[i].straight != a || exact[i].diagonal != b || lengths[i] != flow_rounded(&model[i]) ||
             directions[i] != direction) &&
            wrong++ < 3)
            cr_expect(0, "%s, grid %d, cell %d: %d, %d, %.9g to %d, expected %d, %d to %d", what,
                      (int)t->scene.walk.grid, (int)i, (int)exact[i].straight, (int)exact[i].diagonal,
                      (double)lengths[i], (int)directions[i], (int)a, (int)b, (int)direction);
    }
    free(model);
    free(exact);
    free(lengths);
    free(directions);
}

static flow_scene scene_of(int32_t i)
{
    flow_scene s =
        flow_ground(i % 3, i < 3 ? WALLS_RANDOM : WALLS_ROOMS, 20, 70 + 9 * i, 90 - 7 * i, 500 + (uint64_t)i);
    s.goals = 2;
    return s;
}

/* Set at once, added one after the other, and replaced by fewer. */
EACH(flow_seeds, lengths)
{
    for (int32_t i = 0; i < 6; i++) {
        const flow_scene s = scene_of(i);
        const int32_t goals = i % 2;
        seeded t;
        begin(&t, context, &s, 60, goals);
        MUST(context, throng_flow_set_seeds(t.flow, 0, SEEDS, t.seeds, 0));
        compare(&t, SEEDS, goals, "set");
        MUST(context, throng_flow_set_seeds(t.flow, 0, 2, t.seeds, 0));
        compare(&t, 2, goals, "fewer");
        for (int32_t k = 2; k < SEEDS; k += 2) {
            const int32_t some = k + 2 < SEEDS ? 2 : SEEDS - k;
            MUST(context, throng_flow_add_seeds(t.flow, 0, some, t.seeds + k, 0));
            compare(&t, k + some, goals, "added");
        }
        const throng_region part = {5, 5, 3, 2};
        MUST(context, throng_terrain_fill(t.g.terrain, &part, 1));
        for (int32_t y = 5; y < 7; y++)
            memset(t.g.walls + (ptrdiff_t)y * s.walk.width + 5, 1, 3);
        compare(&t, SEEDS, goals, "another wall");
        MUST(context, throng_flow_set_seeds(t.flow, 0, 0, NULL, 0));
        compare(&t, 0, goals, "none");
        end(&t);
    }
}

/* Beyond keys of 32 bits, from the beginning or only on the way. */
EACH(flow_seeds, long_ones)
{
    static const int32_t most[] = {30000, 9000, 200000000};
    for (int32_t i = 0; i < 3; i++) {
        const flow_scene s = scene_of(i == 2 ? 1 : 3 * i);
        seeded t;
        begin(&t, context, &s, most[i], 0);
        MUST(context, throng_flow_set_seeds(t.flow, 0, SEEDS, t.seeds, 0));
        compare(&t, SEEDS, 0, "long");
        for (int32_t k = 0; k < SEEDS; k++)
            t.seeds[k].length.straight /= 2 + 2 * (k % 2), t.seeds[k].length.straight &= ~1;
        MUST(context, throng_flow_add_seeds(t.flow, 0, SEEDS, t.seeds, 0));
        compare(&t, SEEDS, 0, "shorter");
        end(&t);
    }
}

/* Added while an update is under way whose keys prove too short: it is repeated with the seeds it had. */
EACH(flow_seeds, while_keys_grow)
{
    const flow_scene s = scene_of(0);
    for (int32_t reads = 0; reads < 2; reads++) {
        seeded t;
        begin(&t, context, &s, 60, 0);
        MUST(context, throng_flow_set_seeds(t.flow, 0, SEEDS, t.seeds, 0));
        compare(&t, SEEDS, 0, "short");
        t.seeds[0] = (throng_flow_seed){t.seeds[2].cell, {400000, 0}};
        t.seeds[1] = (throng_flow_seed){t.seeds[3].cell, {400000, 0}};
        MUST(context, throng_flow_set_seeds(t.flow, 0, 1, t.seeds, 0));
        if (reads)
            compare(&t, 1, 0, "one");
        else
            MUST(context, throng_flow_update(t.flow));
        MUST(context, throng_flow_add_seeds(t.flow, 0, 1, t.seeds + 1, 0));
        compare(&t, 2, 0, "one more");
        end(&t);
    }
}

static int refused(throng_context *context, throng_status got, throng_status wanted, const char *words)
{
    if (got == wanted && strstr(throng_context_message(context), words))
        return 1;
    fprintf(stderr, "status %d, \"%s\", not \"%s\"\n", (int)got, throng_context_message(context), words);
    return 0;
}

EACH(flow_seeds, errors)
{
    const throng_status invalid = THRONG_ERROR_INVALID_ARGUMENT, capacity = THRONG_ERROR_CAPACITY;
    const flow_scene s = scene_of(0);
    throng_flow_def def = throng_flow_default_def();
    throng_flow_length one;
    throng_flow *flow;
    seeded t;
    begin(&t, context, &s, 60, 1);
    throng_flow_seed more[SEEDS + 1] = {0};
    for (int32_t i = 0; i <= SEEDS; i++)
        more[i].cell = (throng_cell){i, 1};
    MUST(context, throng_flow_set_seeds(t.flow, 0, SEEDS, t.seeds, 0));
    cr_expect(refused(context, throng_flow_set_seeds(t.flow, 1, 1, more, 0), invalid, "field is 1"));
    cr_expect(refused(context, throng_flow_set_seeds(t.flow, 0, -1, more, 0), invalid, "count is -1"));
    cr_expect(refused(context, throng_flow_add_seeds(t.flow, 0, 1, NULL, 0), invalid, "seeds must not be"));
    cr_expect(refused(context, throng_flow_add_seeds(t.flow, 0, 1, more, 8), invalid, "stride"));
    cr_expect(refused(context, throng_flow_set_seeds(t.flow, 0, SEEDS + 1, more, 0), capacity, "10 seeds"));
    cr_expect(refused(context, throng_flow_add_seeds(t.flow, 0, 2, more, 0), capacity, "10 seeds"));
    more[1].cell.column = s.walk.width;
    cr_expect(refused(context, throng_flow_set_seeds(t.flow, 0, 2, more, 0), invalid, "seeds[1].cell"));
    more[1].cell.column = 0;
    more[1].length.straight = 1;
    cr_expect(
        refused(context, throng_flow_set_seeds(t.flow, 0, 2, more, 0), invalid, "seeds[1].length is 1"));
    more[1].length.straight = -2;
    cr_expect(
        refused(context, throng_flow_add_seeds(t.flow, 0, 2, more, 0), invalid, "seeds[1].length is -2"));
    more[1].length.straight = 2 * 543339720;
    cr_expect(refused(context, throng_flow_set_seeds(t.flow, 0, 2, more, 0), capacity, "seeds[1].length"));
    cr_expect(refused(context, throng_flow_read_exact_lengths(t.flow, 0, NULL, NULL, 0), invalid, "lengths"));
    cr_expect(
        refused(context, throng_flow_read_exact_lengths(t.flow, 0, NULL, &one, 6), invalid, "row_stride"));
    cr_expect(throng_flow_set_seeds(NULL, 0, 0, NULL, 0) == invalid &&
              throng_flow_add_seeds(NULL, 0, 0, NULL, 0) == invalid &&
              throng_flow_read_exact_lengths(NULL, 0, NULL, &one, 0) == invalid);
    compare(&t, SEEDS, 1, "after what was refused");
    MUST(context, throng_flow_reset(t.flow));
    compare(&t, 0, 0, "reset");
    def.terrain = t.g.terrain;
    def.seed_capacity = -1;
    cr_expect(refused(context, throng_flow_create(context, &def, &flow), invalid, "def.seed_capacity is -1"));
    def.seed_capacity = 0;
    def.first_column = -1;
    cr_expect(refused(context, throng_flow_create(context, &def, &flow), invalid, "def.first_column"));
    def.first_column = 0;
    def.first_row = 1000000001;
    cr_expect(refused(context, throng_flow_create(context, &def, &flow), invalid, "def.first_column"));
    def.grid = THRONG_GRID_HEX;
    def.first_row = 3;
    cr_expect(refused(context, throng_flow_create(context, &def, &flow), invalid, "def.first_row is 3"));
    def.first_row = 4;
    MUST(context, throng_flow_create(context, &def, &flow));
    cr_expect(refused(context, throng_flow_add_seeds(flow, 0, 1, more, 0), capacity, "at most 0"));
    MUST(context, throng_flow_destroy(flow));
    end(&t);
}

/* Bodies of the first class fit everywhere, so that its paths count cells once, whatever the second one's
 * do. */
EACH(flow_seeds, longest_of_a_class)
{
    enum { SIDE = 64, LONGEST = 543339720 - SIDE * SIDE };
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    throng_flow_seed seed = {.cell = {0, 0}, .length = {2 * LONGEST, 0}};
    const throng_region last = {SIDE - 1, SIDE - 1, 1, 1};
    throng_flow_length length;
    throng_flow *flow;
    ground.width = ground.height = SIDE;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    def.seed_capacity = 1;
    def.clearances[0] = 0.25f;
    def.clearances[1] = 1.0f;
    for (def.clearance_count = 1; def.clearance_count <= 2; def.clearance_count++) {
        MUST(context, throng_flow_create(context, &def, &flow));
        MUST(context, throng_flow_set_seeds(flow, 0, 1, &seed, 0));
        MUST(context, throng_flow_update(flow));
        MUST(context, throng_flow_read_exact_lengths(flow, 0, &last, &length, 0));
        cr_expect(length.straight == 2 * LONGEST && length.diagonal == 2 * (SIDE - 1), "%d classes: %d, %d",
                  (int)def.clearance_count, (int)length.straight, (int)length.diagonal);
        seed.length.straight += 2;
        cr_expect(refused(context, throng_flow_set_seeds(flow, 0, 1, &seed, 0), THRONG_ERROR_CAPACITY,
                          "paths on the terrain, 4096,"));
        seed.length.straight = LONGEST - SIDE * SIDE + 1;
        if (def.clearance_count == 2)
            cr_expect(refused(context, throng_flow_set_seeds(flow, 1, 1, &seed, 0), THRONG_ERROR_CAPACITY,
                              "paths on the terrain, 8192,"));
        seed.length.straight = 2 * LONGEST;
        MUST(context, throng_flow_destroy(flow));
    }
    MUST(context, throng_terrain_destroy(def.terrain));
}

/* Several worlds, with costs and a wide class: each as a flow of its own. */
EACH(flow_seeds, of_worlds)
{
    enum { WORLDS = 3, WIDTH = 40, HEIGHT = 24, CELLS = WIDTH * HEIGHT, CLASSES = 2 };
    static uint8_t walls[WORLDS * CELLS], costs[WORLDS * CELLS];
    static throng_flow_length all[WORLDS * CELLS], one[CELLS];
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    throng_terrain *whole;
    throng_flow *flow, *alone;
    throng_flow_seed seeds[WORLDS];
    rng r = {91};
    for (int32_t i = 0; i < WORLDS * CELLS; i++) {
        walls[i] = rng_below(&r, 12) == 0;
        costs[i] = (uint8_t)(1 + rng_below(&r, 9));
    }
    for (int32_t w = 0; w < WORLDS; w++)
        seeds[w] = (throng_flow_seed){{5 + 11 * w, w * HEIGHT + 7}, {2 * w + 3, 4 * w}};
    for (int32_t w = 0; w < WORLDS; w++) /* with room for both classes */
        for (int32_t k = 0; k < 9; k++)
            walls[(seeds[w].cell.row + k / 3 - 1) * WIDTH + seeds[w].cell.column + k % 3 - 1] = 0;
    ground.width = WIDTH;
    ground.height = HEIGHT;
    ground.worlds = WORLDS;
    MUST(context, throng_terrain_create(context, &ground, &whole));
    MUST(context, throng_terrain_set(whole, NULL, walls, 0));
    def.terrain = whole;
    def.costs = 1;
    def.clearance_count = CLASSES;
    def.clearances[0] = 0.25f;
    def.clearances[1] = 0.75f;
    def.seed_capacity = WORLDS;
    MUST(context, throng_flow_create(context, &def, &flow));
    MUST(context, throng_flow_set_costs(flow, NULL, costs, 0));
    ground.worlds = 1;
    for (int32_t k = 0; k < CLASSES; k++)
        MUST(context, throng_flow_set_seeds(flow, k, WORLDS, seeds, 0));
    MUST(context, throng_flow_update(flow));
    for (int32_t w = 0; w < WORLDS; w++) {
        throng_flow_seed seed = seeds[w];
        int32_t reached = 0;
        seed.cell.row -= w * HEIGHT;
        MUST(context, throng_terrain_create(context, &ground, &def.terrain));
        MUST(context, throng_terrain_set(def.terrain, NULL, walls + (ptrdiff_t)w * CELLS, 0));
        MUST(context, throng_flow_create(context, &def, &alone));
        MUST(context, throng_flow_set_costs(alone, NULL, costs + (ptrdiff_t)w * CELLS, 0));
        for (int32_t k = 0; k < CLASSES; k++)
            MUST(context, throng_flow_set_seeds(alone, k, 1, &seed, 0));
        MUST(context, throng_flow_update(alone));
        for (int32_t k = 0; k < CLASSES; k++) {
            MUST(context, throng_flow_read_exact_lengths(flow, k, NULL, all, 0));
            MUST(context, throng_flow_read_exact_lengths(alone, k, NULL, one, 0));
            for (int32_t i = 0; i < CELLS; i++)
                reached += one[i].straight > 0;
            cr_expect(memcmp(all + (ptrdiff_t)w * CELLS, one, sizeof one) == 0, "world %d, class %d", (int)w,
                      (int)k);
        }
        cr_expect(reached > CELLS, "world %d: %d lengths", (int)w, (int)reached);
        MUST(context, throng_flow_destroy(alone));
        MUST(context, throng_terrain_destroy(def.terrain));
    }
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(whole));
}
