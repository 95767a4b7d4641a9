#include "tests/world/flow_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN = 8, POINTS = 400 };

static flow_scene ground_of(int32_t i)
{
    static const walls_kind kinds[] = {WALLS_RANDOM, WALLS_ROOMS, WALLS_RANDOM, WALLS_ROOMS, WALLS_RANDOM};
    static const int32_t sizes[][2] = {{130, 77}, {70, 121}, {61, 60}, {200, 130}, {90, 140}};
    flow_scene s = flow_ground(i < 2 ? THRONG_GRID_SQUARE8 : i % 3, kinds[i], i == 0 || i == 4 ? 2 : 12,
                               sizes[i][0], sizes[i][1], 900 + (uint64_t)i);
    s.goals = 4;
    s.fields = i == 3 ? 1 : 2;
    s.walk.cell_size = i % 2 ? 1.0f : 0.7f;
    s.costs = i == 0 || i == 4 ? 0 : i == 3 ? 255 : 9;
    for (int32_t k = 0; k < 3 && s.walk.grid != THRONG_GRID_HEX && i != 1; k++)
        s.clearances[s.clearance_count++] = (0.4f + (i == 4 ? 1.7f : 0.55f) * (float)k) * s.walk.cell_size;
    return s;
}

/* Fields of one goal, which walls cut off from most cells. */
static flow_scene nearest_of(int32_t i)
{
    static const walls_kind kinds[] = {WALLS_RANDOM, WALLS_ROOMS, WALLS_RANDOM, WALLS_RANDOM};
    static const int32_t sizes[][2] = {{90, 61}, {60, 77}, {140, 90}, {1500, 31}},
                         densities[] = {48, 0, 30, 97};
    flow_scene s = flow_ground(i == 0   ? THRONG_GRID_HEX
                               : i == 1 ? THRONG_GRID_SQUARE4
                                        : THRONG_GRID_SQUARE8,
                               kinds[i], densities[i], sizes[i][0], sizes[i][1], 700 + (uint64_t)i);
    s.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    s.fields = i == 3 ? 1 : 2;
    s.walk.cell_size = i % 2 ? 1.0f : 0.7f;
    s.costs = i == 2 ? 9 : 0;
    for (int32_t k = 0; k < 3 && i == 2; k++)
        s.clearances[s.clearance_count++] = (0.4f + 0.6f * (float)k) * s.walk.cell_size;
    return s;
}

flow_scene world_flow_scene(int32_t i)
{
    static const walls_kind kinds[PLAIN] = {WALLS_RANDOM, WALLS_RANDOM, WALLS_RANDOM, WALLS_MAZE,
                                            WALLS_NONE,   WALLS_ROOMS,  WALLS_RANDOM, WALLS_SERPENTINE};
    static const int32_t sizes[PLAIN][2] = {{150, 97}, {61, 60},  {129, 74}, {122, 65},
                                            {97, 130}, {33, 190}, {9, 8},    {241, 167}};
    if (i >= WORLD_FLOW_NEAREST)
        return nearest_of(i - WORLD_FLOW_NEAREST);
    if (i >= PLAIN)
        return ground_of(i - PLAIN);
    flow_scene s = flow_ground(i % 3, kinds[i], 25, sizes[i][0], sizes[i][1], 300 + (uint64_t)i);
    s.fields = i == 7 ? 1 : 3;
    s.goals = i == 7 ? 1 : 4;
    s.walk.grid = i == 7 ? THRONG_GRID_SQUARE8 : s.walk.grid;
    s.walk.cell_size = i % 2 ? 1.0f : 0.7f;
    return s;
}

throng_world_flow_def world_flow_def(const flow_scene *s, int32_t margin)
{
    throng_world_flow_def def = throng_world_flow_default_def();
    def.width = s->walk.width;
    def.height = s->walk.height;
    def.margin = margin;
    def.flow.grid = s->walk.grid;
    def.flow.fields = s->fields;
    def.flow.goal_capacity = s->goals;
    def.flow.cell_size = s->walk.cell_size;
    def.flow.clearance_count = s->clearance_count;
    memcpy(def.flow.clearances, s->clearances, sizeof def.flow.clearances);
    def.flow.costs = s->costs > 0;
    def.flow.unreached = s->unreached;
    return def;
}

/* Each process gives every so manieth goal. */
static void set_goals(world_flow_game *g, int32_t field, int32_t count, const throng_cell *cells)
{
    throng_cell own[16];
    int32_t some = 0;
    for (int32_t i = g->info.rank; i < count; i += g->info.size)
        own[some++] = cells[i];
    MUST(g->one.context, throng_world_flow_set_goals(g->flow, field, some, own, 0));
}

void world_flow_begin(world_flow_game *g, throng_context *context, throng_world *world, const flow_scene *s,
                      int32_t margin)
{
    memset(g, 0, sizeof *g);
    g->scene = *s;
    g->one = flow_begin(context, &g->scene);
    g->world = world;
    g->seed = s->walk.seed + 5;
    MUST(context, throng_world_get_info(world, &g->info));
    const throng_world_flow_def def = world_flow_def(s, margin);
    MUST(context, throng_world_flow_create(world, &def, &g->flow));
    MUST(context, throng_world_flow_set_blocked(g->flow, NULL, g->one.walls, 0));
    if (s->costs)
        MUST(context, throng_world_flow_set_costs(g->flow, NULL, g->one.costs, 0));
    for (int32_t i = 0; i < s->fields; i++)
        set_goals(g, i, s->goals, g->one.cells + (ptrdiff_t)i * s->goals);
}

void world_flow_end(world_flow_game *g)
{
    MUST(g->one.context, throng_world_flow_destroy(g->flow));
    flow_end(&g->one);
}

/* ---------------------------------------------------------------- comparisons ----------------------- */

/* All numbers in a part's tile. */
static int32_t compare_tile(world_flow_game *g, int32_t part, const char *what)
{
    throng_world_flow_part p;
    throng_context *context = g->one.context;
    int32_t wrong = 0;
    MUST(context, throng_world_flow_get_part(g->flow, part, &p));
    const size_t cells = (size_t)p.tile.width * (size_t)p.tile.height;
    float *a = must_allocate(2 * cells * sizeof *a), *b = a + cells;
    uint8_t *x = must_allocate(2 * cells), *y = x + cells;
    for (int32_t field = 0; field < flow_numbers(&g->scene); field++) {
        MUST(context, throng_flow_read_lengths(g->one.flow, field, &p.tile, a, 0));
        MUST(context, throng_world_flow_read_lengths(g->flow, part, field, NULL, b, 0));
        MUST(context, throng_flow_read_directions(g->one.flow, field, &p.tile, x, 0));
        MUST(context, throng_world_flow_read_directions(g->flow, part, field, NULL, y, 0));
        for (size_t i = 0; i < cells; i++)
            if ((memcmp(&a[i], &b[i], sizeof a[i]) != 0 || x[i] != y[i]) && wrong++ < 3)
                fprintf(stderr, "%s: field %d, part %d, cell %d, %d: %.9g to %d, one flow has %.9g to %d\n",
                        what, (int)field, (int)part, (int)(p.tile.column + (int32_t)i % p.tile.width),
                        (int)(p.tile.row + (int32_t)i / p.tile.width), (double)b[i], (int)y[i], (double)a[i],
                        (int)x[i]);
    }
    free(a);
    free(x);
    return wrong;
}

static int32_t compare_samples(world_flow_game *g, const char *what)
{
    throng_flow_point points[POINTS];
    throng_flow_vector a[POINTS], b[POINTS];
    rng r = {g->seed++};
    int32_t wrong = 0;
    for (int32_t i = 0; i < POINTS; i++)
        points[i] = flow_agent_of(&g->one, &r);
    const int32_t first = POINTS * g->info.rank / g->info.size,
                  count = POINTS * (g->info.rank + 1) / g->info.size - first;
    for (throng_flow_sampling how = THRONG_FLOW_SAMPLE_CELL; how <= THRONG_FLOW_SAMPLE_SMOOTH; how++) {
        MUST(g->one.context, throng_flow_sample(g->one.flow, how, count, points + first, 0, a));
        MUST(g->one.context, throng_world_flow_sample(g->flow, how, count, points + first, 0, b));
        for (int32_t i = 0; i < count; i++)
            if (memcmp(&a[i], &b[i], sizeof a[i]) != 0 && wrong++ < 3)
                fprintf(
                    stderr,
                    "%s: sampling %d of field %d at %.9g, %.9g: %.9g, %.9g, %.9g, one flow has %.9g, %.9g, "
                    "%.9g\n",
                    what, (int)how, (int)points[first + i].field, (double)points[first + i].x,
                    (double)points[first + i].y, (double)b[i].dx, (double)b[i].dy, (double)b[i].length,
                    (double)a[i].dx, (double)a[i].dy, (double)a[i].length);
    }
    return wrong;
}

/* The centre of a cell of the map. */
static throng_flow_point centre_of(const walk_scene *w, int64_t cell, int32_t field)
{
    const int32_t column = (int32_t)(cell % w->width), row = (int32_t)(cell / w->width);
    const int32_t hex = w->grid == THRONG_GRID_HEX;
    const float x = (float)column + 0.5f + (hex && row % 2 ? 0.5f : 0.0f);
    const float y = (hex ? 0.8660254f : 1.0f) * (float)row + 0.5f;
    return (throng_flow_point){x * w->cell_size, y * w->cell_size, 0, field};
}

/* The directions of all cells, whether they are reached or not; each process those of some. */
static int32_t compare_cells(world_flow_game *g, const char *what)
{
    const walk_scene *w = &g->scene.walk;
    const int64_t cells = (int64_t)w->width * w->height, first = cells * g->info.rank / g->info.size,
                  count = cells * (g->info.rank + 1) / g->info.size - first;
    throng_flow_point *points = must_allocate((size_t)count * sizeof *points);
    throng_flow_vector *a = must_allocate(2 * (size_t)count * sizeof *a), *b = a + count;
    int32_t wrong = 0, led = 0;
    for (int32_t field = 0; field < flow_numbers(&g->scene); field++) {
        for (int64_t i = 0; i < count; i++)
            points[i] = centre_of(w, first + i, field);
        MUST(g->one.context,
             throng_flow_sample(g->one.flow, THRONG_FLOW_SAMPLE_CELL, (int32_t)count, points, 0, a));
        MUST(g->one.context,
             throng_world_flow_sample(g->flow, THRONG_FLOW_SAMPLE_CELL, (int32_t)count, points, 0, b));
        for (int64_t i = 0; i < count; i++) {
            led += a[i].length < 0.0f && (a[i].dx != 0.0f || a[i].dy != 0.0f);
            if (memcmp(&a[i], &b[i], sizeof a[i]) != 0 && wrong++ < 3)
                fprintf(stderr, "%s: field %d, column %d, row %d: %.9g, %.9g, one flow has %.9g, %.9g\n",
                        what, (int)field, (int)((first + i) % w->width), (int)((first + i) / w->width),
                        (double)b[i].dx, (double)b[i].dy, (double)a[i].dx, (double)a[i].dy);
        }
    }
    g->led += led;
    free(points);
    free(a);
    return wrong;
}

int32_t world_flow_compare(world_flow_game *g, const char *what)
{
    int32_t wrong = 0;
    MUST(g->one.context, throng_flow_update(g->one.flow));
    MUST(g->one.context, throng_world_flow_update(g->flow));
    for (int32_t i = 0; i < g->info.local_parts; i++)
        wrong += compare_tile(g, i, what);
    return wrong + compare_cells(g, what) + compare_samples(g, what);
}

/* ---------------------------------------------------------------- changes --------------------------- */

/* The region of all processes is the same, and each takes what is its own. */
static void fill(world_flow_game *g, const throng_region *r, uint8_t blocked)
{
    const int32_t width = g->scene.walk.width;
    for (int32_t y = r->row; y < r->row + r->height; y++)
        memset(g->one.walls + (ptrdiff_t)y * width + r->column, blocked, (size_t)r->width);
    MUST(g->one.context, throng_terrain_fill(g->one.terrain, r, blocked));
    MUST(g->one.context,
         throng_world_flow_set_blocked(g->flow, r, g->one.walls + (ptrdiff_t)r->row * width + r->column,
                                       (size_t)width));
}

void world_flow_change_walls(world_flow_game *g)
{
    const walk_scene *w = &g->scene.walk;
    const throng_region hole = {w->width / 3, 0, (w->width + 2) / 3, (w->height + 1) / 2};
    const throng_region wall = {0, w->height / 2, w->width / 2 + 1, 1};
    fill(g, &hole, 0);
    fill(g, &wall, 1);
}

void world_flow_change_goals(world_flow_game *g)
{
    const walk_scene *w = &g->scene.walk;
    const throng_region hole = {w->width / 3, 0, (w->width + 2) / 3, (w->height + 1) / 2};
    const throng_cell goal = {w->width - 1, 0};
    if (g->scene.costs) {
        flow_draw_costs(&g->one, &hole, w->seed + 8);
        MUST(g->one.context, throng_world_flow_set_costs(
                                 g->flow, &hole, g->one.costs + (ptrdiff_t)hole.row * w->width + hole.column,
                                 (size_t)w->width));
    }
    MUST(g->one.context, throng_flow_set_goals(g->one.flow, g->scene.fields - 1, 1, &goal, 0));
    set_goals(g, g->scene.fields - 1, 1, &goal);
}
