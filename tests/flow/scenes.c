/* Scenes with fields of paths. */
#include "tests/flow/scenes.h"

#include <stdlib.h>
#include <string.h>

flow_scene flow_ground(throng_grid grid, walls_kind walls, int32_t density, int32_t width, int32_t height,
                       uint64_t seed)
{
    flow_scene s = {.fields = 1, .goals = 1};
    s.walk = (walk_scene){.grid = grid, .walls = walls, .density = density, .width = width, .height = height};
    s.walk.worlds = 1;
    s.walk.cell_size = 1.0f;
    s.walk.seed = seed;
    return s;
}

/* Every ninth goal stands where it may be in a wall, the others on free cells where there are any. */
static void choose_goals(flow_game *g)
{
    const walk_scene *w = &g->scene->walk;
    rng r = {w->seed + 77};
    for (int32_t i = 0; i < g->scene->fields * g->scene->goals; i++)
        for (int32_t tries = 0; tries < 1000; tries++) {
            g->cells[i] = (throng_cell){rng_below(&r, w->width), rng_below(&r, w->height * w->worlds)};
            if (i % 9 == 8 || !flow_blocked(g, g->cells[i].column, g->cells[i].row))
                break;
        }
}

int32_t flow_numbers(const flow_scene *s)
{
    return s->fields * (s->clearance_count > 0 ? s->clearance_count : 1);
}

void flow_draw_costs(flow_game *g, const throng_region *region, uint64_t seed)
{
    const walk_scene *w = &g->scene->walk;
    rng r = {seed};
    for (int32_t y = region->row; y < region->row + region->height; y++)
        for (int32_t x = region->column; x < region->column + region->width; x++)
            g->costs[(ptrdiff_t)y * w->width + x] =
                (uint8_t)(rng_below(&r, 3) == 0 ? 1 + rng_below(&r, g->scene->costs) : 1);
    MUST(g->context,
         throng_flow_set_costs(g->flow, region, g->costs + (ptrdiff_t)region->row * w->width + region->column,
                               (size_t)w->width));
}

static throng_flow *create(const flow_game *g)
{
    const flow_scene *s = g->scene;
    throng_flow_def def = throng_flow_default_def();
    throng_flow *flow;
    def.terrain = g->terrain;
    def.grid = s->walk.grid;
    def.fields = s->fields;
    def.goal_capacity = s->goals;
    def.cell_size = s->walk.cell_size;
    def.clearance_count = s->clearance_count;
    memcpy(def.clearances, s->clearances, sizeof def.clearances);
    def.costs = s->costs > 0;
    def.unreached = s->unreached;
    def.first_column = s->first_column;
    def.first_row = s->first_row;
    MUST(g->context, throng_flow_create(g->context, &def, &flow));
    return flow;
}

static void set_goals(const flow_game *g, throng_flow *flow)
{
    const int32_t goals = g->scene->goals;
    for (int32_t i = 0; i < g->scene->fields; i++)
        MUST(g->context, throng_flow_set_goals(flow, i, goals, g->cells + (ptrdiff_t)i * goals, 0));
}

flow_game flow_begin(throng_context *context, const flow_scene *s)
{
    flow_game g = {.context = context, .scene = s};
    g.walls = scene_walls(&s->walk);
    g.terrain = walk_terrain(context, &s->walk, g.walls);
    g.count = (size_t)s->walk.width * (size_t)s->walk.height * (size_t)s->walk.worlds;
    g.cells = must_allocate((size_t)(s->fields * s->goals) * sizeof *g.cells);
    choose_goals(&g);
    g.flow = create(&g);
    if (s->costs) {
        const throng_region all = {0, 0, s->walk.width, s->walk.height * s->walk.worlds};
        g.costs = must_allocate(g.count);
        flow_draw_costs(&g, &all, s->walk.seed + 9);
    }
    set_goals(&g, g.flow);
    return g;
}

throng_flow *flow_twin(const flow_game *g)
{
    throng_flow *flow = create(g);
    if (g->costs)
        MUST(g->context, throng_flow_set_costs(flow, NULL, g->costs, 0));
    set_goals(g, flow);
    return flow;
}

void flow_end(flow_game *g)
{
    MUST(g->context, throng_flow_destroy(g->flow));
    MUST(g->context, throng_terrain_destroy(g->terrain));
    free(g->costs);
    free(g->cells);
    free(g->walls);
}

int32_t flow_blocked(const flow_game *g, int32_t column, int32_t row)
{
    return g->walls[(ptrdiff_t)row * g->scene->walk.width + column];
}

throng_flow_point flow_agent_of(const flow_game *g, rng *r)
{
    const walk_scene *w = &g->scene->walk;
    const float size = w->cell_size;
    throng_flow_point a = {.world = rng_below(r, w->worlds), .field = rng_below(r, flow_numbers(g->scene))};
    if (rng_below(r, 3) == 0) {
        double x, y;
        walk_centre(w->grid, rng_below(r, w->width), rng_below(r, w->height), &x, &y);
        a.x = (float)x * size;
        a.y = (float)y * size;
        return a;
    }
    a.x = rng_between(r, -2.0f, (float)w->width + 2.0f) * size;
    a.y = rng_between(r, -2.0f, (float)w->height + 2.0f) * size;
    if (rng_below(r, 8) == 0)
        a.x = (float)rng_below(r, w->width + 1) * size;
    return a;
}

enum { AGENTS = 500, DOORS = 8, PARTS = 3 + DOORS / 2, WAY_NUMBERS = 3 };

/* Lengths, directions as numbers, and the ways of agents in both manners. */
static float *look(const flow_game *g, float *to, uint64_t seed)
{
    uint8_t *directions = must_allocate(g->count);
    throng_flow_point agents[AGENTS];
    throng_flow_vector ways[AGENTS];
    rng r = {seed};
    for (int32_t field = 0; field < flow_numbers(g->scene); field++) {
        MUST(g->context, throng_flow_read_lengths(g->flow, field, NULL, to, 0));
        to += g->count;
        MUST(g->context, throng_flow_read_directions(g->flow, field, NULL, directions, 0));
        for (size_t i = 0; i < g->count; i++)
            *to++ = (float)directions[i];
    }
    for (int32_t i = 0; i < AGENTS; i++)
        agents[i] = flow_agent_of(g, &r);
    for (throng_flow_sampling manner = THRONG_FLOW_SAMPLE_CELL; manner <= THRONG_FLOW_SAMPLE_SMOOTH;
         manner++) {
        MUST(g->context, throng_flow_sample(g->flow, manner, AGENTS, agents, 0, ways));
        memcpy(to, ways, sizeof ways);
        to += AGENTS * WAY_NUMBERS;
    }
    free(directions);
    return to;
}

/* Little changes, one after the other: doors, and short walls of any length across edges of tiles. */
static void play_doors(flow_game *g, float *to)
{
    const walk_scene *w = &g->scene->walk;
    rng r = {w->seed + 9};
    for (int32_t i = 0; i < DOORS; i++) {
        throng_region at = {rng_below(&r, w->width), rng_below(&r, w->height * w->worlds), 1, 1};
        if (i % 4 < 2)
            at.width = 1 + rng_below(&r, w->width - at.column < 40 ? w->width - at.column : 40);
        else
            at.height =
                1 + rng_below(&r, w->height * w->worlds - at.row < 40 ? w->height * w->worlds - at.row : 40);
        MUST(g->context, throng_terrain_fill(g->terrain, &at, i % 3 != 2));
        if (g->costs && i % 3 == 1)
            flow_draw_costs(g, &at, w->seed + 10 + (uint64_t)i);
        MUST(g->context, throng_flow_update(g->flow));
        if (i & 1)
            to = look(g, to, w->seed + 20 + (uint64_t)i);
    }
}

float *flow_play(throng_context *context, const flow_scene *s, size_t *size)
{
    flow_game g = flow_begin(context, s);
    const walk_scene *w = &s->walk;
    const size_t each = 2 * g.count * (size_t)flow_numbers(s) + 2 * AGENTS * WAY_NUMBERS;
    float *all = must_allocate(PARTS * each * sizeof *all), *to = all;
    *size = PARTS * each * sizeof *all;
    MUST(context, throng_flow_update(g.flow));
    to = look(&g, to, w->seed + 5);
    /* a wall that is torn down, and one that is built */
    const throng_region hole = {w->width / 3, 0, (w->width + 2) / 3, (w->height + 1) / 2};
    const throng_region wall = {0, w->height / 2, w->width / 2 + 1, 1};
    MUST(context, throng_terrain_fill(g.terrain, &hole, 0));
    MUST(context, throng_terrain_fill(g.terrain, &wall, 1));
    MUST(context, throng_flow_update(g.flow));
    to = look(&g, to, w->seed + 6);
    const throng_cell goal = {w->width - 1, 0};
    if (s->costs)
        flow_draw_costs(&g, &hole, w->seed + 8);
    MUST(context, throng_flow_set_goals(g.flow, s->fields - 1, 1, &goal, 0));
    MUST(context, throng_flow_update(g.flow));
    to = look(&g, to, w->seed + 7);
    play_doors(&g, to);
    flow_end(&g);
    return all;
}
