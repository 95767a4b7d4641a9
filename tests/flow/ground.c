/* Flow fields for bodies and over costs, against a model that shares nothing with the library: which steps a
 * disc may take by its distance from every blocked square along them, lengths by exact sums, and the ways of
 * those who stand where no path begins. */
#include "tests/flow/ground_model.h"
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

/* Ways of agents at the centres of all cells of a world, or a little beside them. */
static void ask(const flow_game *g, int32_t field, int32_t world, int32_t manner, float aside,
                throng_flow_vector *ways)
{
    const walk_scene *w = &g->scene->walk;
    const int32_t cells = w->width * w->height;
    throng_flow_point *agents = must_allocate((size_t)cells * sizeof *agents);
    for (int32_t i = 0; i < cells; i++) {
        double x, y;
        walk_centre(w->grid, i % w->width, i / w->width, &x, &y);
        agents[i] =
            (throng_flow_point){((float)x + aside) * w->cell_size, (float)y * w->cell_size, world, field};
    }
    MUST(g->context, throng_flow_sample(g->flow, manner, cells, agents, 0, ways));
    free(agents);
}

static void unit_of(throng_grid grid, int32_t direction, double *x, double *y)
{
    const double turn = 0.78539816339744831 * direction;
    *x = cos(turn);
    *y = sin(turn);
    if (grid == THRONG_GRID_HEX && direction % 2) {
        *x = direction == 1 || direction == 7 ? 0.5 : -0.5;
        *y = direction < 4 ? sqrt(0.75) : -sqrt(0.75);
    }
}

/* Where a class reaches nothing, agents stand; elsewhere they go towards the nearest reached cell. */
static int32_t check_unreached(const ground *body, int32_t field, const ground_length *lengths)
{
    const flow_scene *s = body->game->scene;
    const int32_t cells = s->walk.width * s->walk.height;
    ground anywhere = ground_open(body->game, body->world, -1.0f);
    uint8_t *reached = must_allocate((size_t)cells);
    ground_length *out = must_allocate((size_t)cells * sizeof *out);
    throng_flow_vector *ways = must_allocate(2 * (size_t)cells * sizeof *ways);
    int32_t asked = 0;
    for (int32_t i = 0; i < cells; i++)
        reached[i] = lengths[i].a >= 0;
    ground_paths(&anywhere, reached, out);
    ask(body->game, field, body->world, THRONG_FLOW_SAMPLE_CELL, 0.0f, ways);
    ask(body->game, field, body->world, THRONG_FLOW_SAMPLE_SMOOTH, 0.0f, ways + cells);
    for (int32_t i = 0; i < cells; i++) {
        const int32_t k = s->unreached == THRONG_FLOW_UNREACHED_NEAREST ? ground_direction(&anywhere, out, i)
                                                                        : THRONG_FLOW_NONE;
        double x = 0.0, y = 0.0;
        if (reached[i])
            continue;
        if (k < 8)
            unit_of(s->walk.grid, k, &x, &y);
        asked += k < 8;
        for (int32_t n = 0; n < 2; n++) {
            const throng_flow_vector *way = &ways[n * cells + i];
            cr_expect(way->length == -1.0f && fabs((double)way->dx - x) < 1e-5 &&
                          fabs((double)way->dy - y) < 1e-5,
                      "cell %d, field %d: (%g, %g), expected (%g, %g)", (int)i, (int)field, (double)way->dx,
                      (double)way->dy, x, y);
        }
    }
    ground_close(&anywhere);
    free(ways);
    free(out);
    free(reached);
    return asked;
}

/* One field of a class in one world; how many cells are reached. */
static int32_t check_world(const ground *body, int32_t field, const float *got_lengths,
                           const uint8_t *got_directions, int32_t *asked)
{
    const flow_game *g = body->game;
    const flow_scene *s = g->scene;
    const int32_t cells = s->walk.width * s->walk.height;
    uint8_t *goals = must_allocate((size_t)cells);
    ground_length *lengths = must_allocate((size_t)cells * sizeof *lengths);
    int32_t reached = 0, wrong = 0;
    for (int32_t i = 0; i < cells; i++)
        goals[i] = 0;
    for (int32_t i = 0; i < s->goals; i++) {
        const throng_cell goal = g->cells[field % s->fields * s->goals + i];
        const int32_t cell = goal.row % s->walk.height * s->walk.width + goal.column;
        if (goal.row / s->walk.height == body->world && ground_fits(body, cell))
            goals[cell] = 1;
    }
    ground_paths(body, goals, lengths);
    for (int32_t i = 0; i < cells; i++) {
        const double sum = (double)lengths[i].a / 2.0 + (double)lengths[i].b / 2.0 * sqrt(2.0);
        const float expected = lengths[i].a < 0 ? -1.0f : (float)sum;
        const uint8_t step = ground_direction(body, lengths, i);
        reached += lengths[i].a >= 0;
        if ((got_lengths[i] != expected || got_directions[i] != step) && wrong++ < 3)
            cr_expect(0, "grid %d, seed %llu, field %d, radius %g, cell %d: %.9g to %d, expected %.9g to %d",
                      (int)s->walk.grid, (unsigned long long)s->walk.seed, (int)field, (double)body->radius,
                      (int)i, (double)got_lengths[i], (int)got_directions[i], (double)expected, (int)step);
    }
    *asked += check_unreached(body, field, lengths);
    free(lengths);
    free(goals);
    return reached;
}

static int32_t check_all(flow_game *g, int32_t *asked)
{
    const flow_scene *s = g->scene;
    const ptrdiff_t cells = s->walk.width * s->walk.height;
    float *lengths = must_allocate(g->count * sizeof *lengths);
    uint8_t *directions = must_allocate(g->count);
    int32_t reached = 0;
    for (int32_t field = 0; field < flow_numbers(s); field++) {
        MUST(g->context, throng_flow_read_lengths(g->flow, field, NULL, lengths, 0));
        MUST(g->context, throng_flow_read_directions(g->flow, field, NULL, directions, 0));
        for (int32_t world = 0; world < s->walk.worlds; world++) {
            ground body = ground_open(g, world, s->clearance_count ? s->clearances[field / s->fields] : 0.0f);
            reached += check_world(&body, field, lengths + world * cells, directions + world * cells, asked);
            ground_close(&body);
        }
    }
    free(directions);
    free(lengths);
    return reached;
}

static flow_scene scene_of(int32_t i)
{
    static const walls_kind kinds[] = {WALLS_RANDOM, WALLS_ROOMS, WALLS_NONE, WALLS_RANDOM, WALLS_RANDOM};
    static const int32_t densities[] = {3, 0, 0, 30, 10};
    /* classes at and around what decides: half a cell, neighbours beside and aslant, the squares off the
     * middle of a diagonal step, sqrt(2) cells away, and sqrt(2.5), from where on they are off its ends */
    static const float radii[4][4] = {{0.3f, 0.5f, 0.50001f, 1.0f},
                                      {0.6f, 0.70710f, 0.70711f, 0.9f},
                                      {1.41421f, 1.41422f, 1.58f, 1.58115f},
                                      {2.5f, 2.83f, 2.9f, 2.92f}};
    flow_scene s = flow_ground(i % 3, kinds[i % 5], densities[i % 5], 23 + 17 * (i % 3), 20 + 24 * (i % 2),
                               400 + (uint64_t)i);
    s.goals = 4;
    s.fields = 1 + i % 2;
    s.walk.worlds = i % 4 == 3 ? 2 : 1;
    s.walk.own_walls = 1;
    s.walk.cell_size = i % 2 ? 0.5f : 1.0f;
    s.costs = i % 4 == 0 ? 0 : i % 4 == 1 ? 4 : 255;
    s.unreached = i % 2;
    for (int32_t k = 0; k < 4 && s.walk.grid != THRONG_GRID_HEX; k++)
        s.clearances[s.clearance_count++] = radii[i / 3 % 4][k] * s.walk.cell_size;
    return s;
}

/* The ground of the game changes: a hole, a wall, costs. */
static void change(flow_game *g)
{
    const walk_scene *w = &g->scene->walk;
    const throng_region hole = {w->width / 3, 0, (w->width + 2) / 3, (w->height + 1) / 2};
    const throng_region wall = {0, w->height / 2, w->width / 2 + 1, 1};
    MUST(g->context, throng_terrain_fill(g->terrain, &hole, 0));
    MUST(g->context, throng_terrain_fill(g->terrain, &wall, 1));
    for (int32_t y = 0; y < hole.height; y++)
        for (int32_t x = 0; x < hole.width; x++)
            g->walls[(hole.row + y) * w->width + hole.column + x] = 0;
    for (int32_t x = 0; x < wall.width; x++)
        g->walls[wall.row * w->width + wall.column + x] = 1;
    if (g->costs)
        flow_draw_costs(g, &hole, w->seed + 8);
}

EACH(flow_ground, model)
{
    int32_t reached = 0, asked = 0;
    for (int32_t i = 0; i < 12; i++) {
        const flow_scene s = scene_of(i);
        flow_game g = flow_begin(context, &s);
        MUST(context, throng_flow_update(g.flow));
        reached += check_all(&g, &asked);
        change(&g);
        MUST(context, throng_flow_update(g.flow));
        reached += check_all(&g, &asked);
        flow_end(&g);
    }
    cr_expect(reached > 20000 && asked > 10000, "%d cells reached, %d asked", (int)reached, (int)asked);
}

/* Costs of 1 and clearances of half a cell change no bit. */
EACH(flow_ground, plain_ground_is_terrain)
{
    for (int32_t i = 0; i < 6; i++) {
        flow_scene s = flow_ground(i % 3, i < 3 ? WALLS_RANDOM : WALLS_ROOMS, 20, 90, 70, 60 + (uint64_t)i);
        size_t sizes[2];
        s.goals = 3;
        float *plain = flow_play(context, &s, &sizes[0]);
        s.costs = 1;
        s.clearances[0] = 0.5f;
        s.clearance_count = s.walk.grid != THRONG_GRID_HEX;
        float *laid = flow_play(context, &s, &sizes[1]);
        cr_expect(sizes[0] == sizes[1] && same_bits("ground", laid, plain, sizes[0] / sizeof *plain));
        free(laid);
        free(plain);
    }
}
