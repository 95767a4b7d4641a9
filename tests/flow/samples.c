/* The ways of agents, computed again in double precision out of the directions that can be read; and that
 * nobody is led into a wall. */
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { AGENTS = 4000 };

typedef struct place {
    double x, y; /* in cells */
    int32_t column, row;
    double margin; /* how far from standing in another cell */
} place;

/* Where a scene's window begins on its map, in cells; rows of hexagons are less high. */
static double first_x(const flow_scene *s) { return s->first_column; }
static double first_y(const flow_scene *s)
{
    return s->first_row * (s->walk.grid == THRONG_GRID_HEX ? sqrt(0.75) : 1.0);
}

static place place_of(const flow_game *g, const throng_flow_point *a)
{
    const walk_scene *w = &g->scene->walk;
    place p = {.x = (double)a->x / (double)w->cell_size - first_x(g->scene),
               .y = (double)a->y / (double)w->cell_size - first_y(g->scene)};
    p.margin = walk_cell(w->grid, p.x, p.y, &p.column, &p.row);
    return p;
}

/* The direction of a cell; none off the map. */
static int32_t direction_at(const flow_game *g, const uint8_t *directions, int32_t world, int32_t column,
                            int32_t row)
{
    const walk_scene *w = &g->scene->walk;
    if (column < 0 || column >= w->width || row < 0 || row >= w->height)
        return THRONG_FLOW_NONE;
    return directions[(world * w->height + row) * w->width + column];
}

/* From centre to centre; every direction of the library, whether the grid has such steps or not. */
static void step_of(throng_grid grid, int32_t direction, double *x, double *y)
{
    const double turn = 0.78539816339744831 * direction;
    if (grid == THRONG_GRID_HEX) {
        *x = direction % 4 == 0 ? 1.0 - direction / 2 : direction == 1 || direction == 7 ? 0.5 : -0.5;
        *y = direction % 4 == 0 ? 0.0 : direction < 4 ? sqrt(0.75) : -sqrt(0.75);
        return;
    }
    *x = round(cos(turn));
    *y = round(sin(turn));
}

/* The weighted sum of the steps around a point: weights fall linearly with the distance, along the columns
 * and rows of squares or the three axes of triangles. 0: one of them is missing; 2: it is not clear. */
static int sum_of(const flow_game *g, const uint8_t *directions, int32_t world, const place *p, double *dx,
                  double *dy)
{
    const throng_grid grid = g->scene->walk.grid;
    int whole = 1;
    *dx = *dy = 0.0;
    for (int32_t row = p->row - 2; row <= p->row + 2; row++)
        for (int32_t column = p->column - 2; column <= p->column + 2; column++) {
            double x, y, share, stepx, stepy;
            walk_centre(grid, column, row, &x, &y);
            x -= p->x;
            y -= p->y;
            if (grid == THRONG_GRID_HEX) {
                /* the hat function of a triangle's corner: 1 there, 0 on the hexagon of corners around it */
                const double high = y / sqrt(0.75), across = x - 0.5 * high, back = x + 0.5 * high;
                share = 1.0 - fmax(fabs(high), fmax(fabs(across), fabs(back)));
            } else {
                share = fabs(x) < 1.0 && fabs(y) < 1.0 ? (1.0 - fabs(x)) * (1.0 - fabs(y)) : 0.0;
            }
            if (fabs(share) < 1e-5)
                whole = share != 0.0 && whole == 1 ? 2 : whole;
            if (share < 1e-5)
                continue;
            const int32_t k = direction_at(g, directions, world, column, row);
            if (k == THRONG_FLOW_NONE)
                return 0;
            if (k == THRONG_FLOW_GOAL)
                continue;
            step_of(grid, k, &stepx, &stepy);
            *dx += share * stepx;
            *dy += share * stepy;
        }
    return whole;
}

/* 1: all cells on this side are reached; 2: it is not clear which those are. */
static int open_of(const flow_game *g, const uint8_t *directions, int32_t world, const place *p, double dx,
                   double dy)
{
    const throng_grid grid = g->scene->walk.grid;
    const double length = hypot(dx, dy);
    int open = 1;
    for (int32_t k = 0; k < 8; k++) {
        double x, y, to_x, to_y;
        int32_t column, row;
        if (grid == THRONG_GRID_HEX && k % 4 == 2)
            continue;
        step_of(grid, k, &x, &y);
        const double side = (x * dx + y * dy) / length;
        if (side < -1e-4)
            continue;
        walk_centre(grid, p->column, p->row, &to_x, &to_y);
        walk_cell(grid, to_x + x, to_y + y, &column, &row);
        if (direction_at(g, directions, world, column, row) != THRONG_FLOW_NONE)
            continue;
        if (fabs(side) < 1e-4)
            open = open == 1 ? 2 : open;
        else
            open = 0;
    }
    return open;
}

/* The direction that a smooth way should have; 0: not clear. */
static int smooth_way(const flow_game *g, const uint8_t *directions, const throng_flow_point *a,
                      const place *p, int32_t direction, double *dx, double *dy, int32_t *blended)
{
    double x, y;
    const int whole = sum_of(g, directions, a->world, p, dx, dy);
    const double length = hypot(*dx, *dy);
    int open = 0;
    if (whole == 2 || (whole && fabs(length - 0.5) < 1e-4))
        return 0;
    if (whole && length > 0.5)
        open = open_of(g, directions, a->world, p, *dx, *dy);
    if (open == 2)
        return 0;
    *blended += open;
    if (open)
        return 1;
    walk_centre(g->scene->walk.grid, p->column, p->row, &x, &y);
    step_of(g->scene->walk.grid, direction, dx, dy);
    *dx += x - p->x;
    *dy += y - p->y;
    return 1;
}

/* The way's next cell's length lies in free cells. */
static void check_walls(const flow_game *g, const throng_flow_point *a, const place *p,
                        const throng_flow_vector *way, double most)
{
    const walk_scene *w = &g->scene->walk;
    for (int32_t i = 1; i <= 64; i++) {
        int32_t column, row;
        const double far = most * i / 64.0;
        const double margin =
            walk_cell(w->grid, p->x + far * (double)way->dx, p->y + far * (double)way->dy, &column, &row);
        const int inside = column >= 0 && column < w->width && row >= 0 && row < w->height;
        cr_expect(margin < 1e-4 || (inside && !flow_blocked(g, column, row + a->world * w->height)),
                  "grid %d: from (%.9g, %.9g) by (%.9g, %.9g) into a wall after %g", (int)w->grid, p->x, p->y,
                  (double)way->dx, (double)way->dy, far);
    }
}

static void check_scene(throng_context *context, const flow_scene *s, int32_t *led, int32_t *blended)
{
    flow_game g = flow_begin(context, s);
    const walk_scene *w = &s->walk;
    throng_flow_point *agents = must_allocate(AGENTS * sizeof *agents);
    throng_flow_vector *ways = must_allocate(2 * AGENTS * sizeof *ways);
    float *lengths = must_allocate(g.count * sizeof *lengths);
    uint8_t *directions = must_allocate(g.count);
    rng r = {w->seed + 1};
    for (int32_t i = 0; i < AGENTS; i++) {
        agents[i] = flow_agent_of(&g, &r);
        agents[i].field = 0;
        agents[i].x = (float)((double)agents[i].x + first_x(s) * (double)w->cell_size);
        agents[i].y = (float)((double)agents[i].y + first_y(s) * (double)w->cell_size);
    }
    MUST(context, throng_flow_update(g.flow));
    MUST(context, throng_flow_read_lengths(g.flow, 0, NULL, lengths, 0));
    MUST(context, throng_flow_read_directions(g.flow, 0, NULL, directions, 0));
    MUST(context, throng_flow_sample(g.flow, THRONG_FLOW_SAMPLE_CELL, AGENTS, agents, 0, ways));
    MUST(context, throng_flow_sample(g.flow, THRONG_FLOW_SAMPLE_SMOOTH, AGENTS, agents, 0, ways + AGENTS));
    for (int32_t i = 0; i < AGENTS; i++) {
        const throng_flow_point *a = &agents[i];
        const throng_flow_vector *step = &ways[i], *smooth = &ways[AGENTS + i];
        const place p = place_of(&g, a);
        double x, y;
        if (p.margin < 1e-4)
            continue;
        const int32_t k = direction_at(&g, directions, a->world, p.column, p.row);
        const float length =
            k == THRONG_FLOW_NONE ? -1.0f : lengths[(a->world * w->height + p.row) * w->width + p.column];
        cr_expect(step->length == length && smooth->length == length);
        if (k >= 8) {
            cr_expect(step->dx == 0.0f && step->dy == 0.0f && smooth->dx == 0.0f && smooth->dy == 0.0f);
            continue;
        }
        step_of(w->grid, k, &x, &y);
        double one = hypot(x, y);
        cr_expect(fabs((double)step->dx - x / one) < 1e-6 && fabs((double)step->dy - y / one) < 1e-6);
        if (w->grid != THRONG_GRID_HEX)
            check_walls(&g, a, &p, step, 1.0);
        check_walls(&g, a, &p, smooth, w->grid == THRONG_GRID_HEX ? 0.5 : 1.0);
        cr_expect(fabs(hypot((double)smooth->dx, (double)smooth->dy) - 1.0) < 1e-6);
        ++*led;
        /* coordinates are rounded to floats, sums of at least half a cell to some 1e-6 of one */
        if (!smooth_way(&g, directions, a, &p, k, &x, &y, blended))
            continue;
        one = hypot(x, y);
        cr_expect(fabs((double)smooth->dx - x / one) < 1e-4 && fabs((double)smooth->dy - y / one) < 1e-4,
                  "grid %d: from (%.9g, %.9g) by (%.9g, %.9g), expected (%.9g, %.9g)", (int)w->grid, p.x, p.y,
                  (double)smooth->dx, (double)smooth->dy, x / one, y / one);
    }
    free(directions);
    free(lengths);
    free(ways);
    free(agents);
    flow_end(&g);
}

EACH(flow_samples, ways)
{
    int32_t led = 0, blended = 0;
    for (int32_t i = 0; i < 12; i++) {
        flow_scene s = flow_ground(i % 3, i % 2 ? WALLS_RANDOM : WALLS_ROOMS, i < 6 ? 4 : 25, 60 + i,
                                   45 + 2 * i, 20 + (uint64_t)i);
        s.goals = 2;
        s.walk.cell_size = i < 3 ? 0.3f : i < 6 ? 1.0f : 7.5f;
        s.walk.worlds = i % 4 == 3 ? 2 : 1;
        s.walk.height += s.walk.height % 2;
        s.walk.own_walls = 1;
        check_scene(context, &s, &led, &blended);
    }
    cr_expect(led > 15000 && blended > 5000, "%d agents led, %d of them by what is around them", (int)led,
              (int)blended);
}

/* ---------------------------------------------------------------- far windows ------------------------ */

enum { SIDE = 96, FAR_POINTS = 4 * SIDE * 8 };

/* Samples of a window of a larger map, at quarters of cells where floats have these. */
static void sample_window(throng_context *context, throng_grid grid, int32_t column, int32_t row, float each,
                          throng_flow_vector ways[2][FAR_POINTS])
{
    static throng_flow_point points[FAR_POINTS];
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    const throng_cell goal = {SIDE - 3, 5};
    const throng_region corner = {0, 0, SIDE, 8};
    throng_terrain *terrain;
    throng_flow *flow;
    rng r = {12};
    ground.width = ground.height = SIDE;
    MUST(context, throng_terrain_create(context, &ground, &terrain));
    for (int32_t i = 0; i < 900; i++) {
        const throng_region cell = {rng_below(&r, SIDE - 4), rng_below(&r, SIDE), 1, 1};
        MUST(context, throng_terrain_fill(terrain, &cell, 1));
    }
    MUST(context, throng_terrain_fill(terrain, &corner, 0)); /* all that the farthest floats tell apart */
    def.terrain = terrain;
    def.grid = grid;
    def.first_column = column;
    def.first_row = row;
    MUST(context, throng_flow_create(context, &def, &flow));
    MUST(context, throng_flow_set_goals(flow, 0, 1, &goal, 0));
    MUST(context, throng_flow_update(flow));
    for (int32_t i = 0; i < FAR_POINTS; i++) {
        const float x = each * (float)rng_below(&r, (int32_t)((float)SIDE / each));
        const float y = each * (float)rng_below(&r, (int32_t)((float)SIDE / each));
        points[i] = (throng_flow_point){.x = (float)column + x, .y = (float)row + y};
    }
    MUST(context, throng_flow_sample(flow, THRONG_FLOW_SAMPLE_CELL, FAR_POINTS, points, 0, ways[0]));
    MUST(context, throng_flow_sample(flow, THRONG_FLOW_SAMPLE_SMOOTH, FAR_POINTS, points, 0, ways[1]));
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(terrain));
}

/* Wherever its window begins a flow leads the same way, bit for bit. */
EACH(flow_samples, far_windows)
{
    static throng_flow_vector near[2][FAR_POINTS], far[2][FAR_POINTS];
    static const struct {
        int32_t column, row;
        float each;
    } windows[] = {{2097152 - SIDE / 2, 0, 0.25f}, {3000000, 2097152 - SIDE / 2, 0.25f},
                   {3000000, 3000000, 0.25f},      {5000000, 8000000, 0.5f},
                   {16777216, 20000000, 2.0f},     {999999936, 999999936, 64.0f}};
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++)
        for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
            const int32_t row =
                grid == THRONG_GRID_HEX ? 0 : windows[i].row; /* rows there are no floats apart */
            int32_t led = 0;
            sample_window(context, grid, 0, 0, windows[i].each, near);
            sample_window(context, grid, windows[i].column, row, windows[i].each, far);
            for (int32_t k = 0; k < FAR_POINTS; k++)
                led += near[1][k].dx != 0.0f || near[1][k].dy != 0.0f;
            cr_expect(led > FAR_POINTS / 4 || windows[i].each > 8.0f, "%d of %d are led", (int)led,
                      FAR_POINTS);
            cr_expect(memcmp(near, far, sizeof near) == 0,
                      "grid %d, window %d: other ways than near the origin", (int)grid, (int)i);
        }
}

/* Where floats are a cell apart, and many: they are in the cells that the map has there. Coordinates in cells
 * are right to 1e-6 in doubles, and to 1e-5 as the library has them. */
EACH(flow_samples, far_places)
{
    static const struct {
        int32_t column, row, side;
        float size;
    } windows[] = {{20000000, 20000000, 100, 0.7f},     {3000000, 10000000, 100, 0.3f},
                   {100000000, 3000000, 200, 0.3f},     {7000000, 100000000, 200, 7.5f},
                   {998000000, 998000000, 1500, 0.3f},  {600000000, 600000000, 900, 0.01f},
                   {536870912, 998000000, 1500, 0.11f}, {33554432, 67108864, 150, 1.7f}};
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++)
        for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
            int32_t led = 0, blended = 0;
            flow_scene s =
                flow_ground(grid, WALLS_RANDOM, 1, windows[i].side, windows[i].side, 70 + (uint64_t)i);
            s.goals = 1;
            s.walk.cell_size = windows[i].size;
            s.first_column = windows[i].column;
            s.first_row = windows[i].row;
            check_scene(context, &s, &led, &blended);
            cr_expect(led > 2500 && blended > 1500, "grid %d, window %d: %d agents led, %d by what is around",
                      (int)grid, (int)i, (int)led, (int)blended);
        }
}

/* Subnormal coordinates count as 0, which is on the map. */
EACH(flow_samples, subnormal_points)
{
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    const throng_cell goal = {5, 3};
    const throng_flow_point points[2] = {{.x = 0.0f, .y = 0.0f}, {.x = -1e-40f, .y = -1e-42f}};
    throng_flow_vector ways[2];
    throng_flow *flow;
    int32_t number;
    ground.width = ground.height = 8;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    def.clearance_count = 2;
    def.clearances[1] = 2.0f;
    MUST(context, throng_flow_create(context, &def, &flow));
    MUST(context, throng_flow_set_goals(flow, 0, 1, &goal, 0));
    MUST(context, throng_flow_update(flow));
    MUST(context, throng_flow_sample(flow, THRONG_FLOW_SAMPLE_CELL, 2, points, 0, ways));
    cr_expect(ways[0].length > 0.0f && memcmp(&ways[0], &ways[1], sizeof ways[0]) == 0, "(%g, %g), %g",
              (double)ways[1].dx, (double)ways[1].dy, (double)ways[1].length);
    MUST(context, throng_flow_field_for(flow, 0, 1e-40f, &number));
    cr_expect(number == 0, "a radius of 1e-40 takes field %d", (int)number);
    MUST(context, throng_flow_destroy(flow));
    MUST(context, throng_terrain_destroy(def.terrain));
}
