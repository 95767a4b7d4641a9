/* Fields after small changes of walls, costs and goals are those that are computed from nothing: doors that
 * open and close, walls across everything, goals that are walled in and freed, many updates one after the
 * other. */
#include "kernels/flow/plan.h"
#include "tests/flow/scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGES = BRIEFLY(20, 60), CHANGES_ON_DEVICES = BRIEFLY(6, 18) };

enum { CELL_NUMBERS = 2, WAY_NUMBERS = 3 };

/* The ways from the centres of all cells: these lead on where lengths do not. */
static void read_ways(const flow_game *g, int32_t number, float *to)
{
    const walk_scene *w = &g->scene->walk;
    throng_flow_point *points = must_allocate(g->count * sizeof *points);
    throng_flow_vector *ways = must_allocate(g->count * sizeof *ways);
    for (size_t i = 0; i < g->count; i++) {
        const int32_t row = (int32_t)(i / (size_t)w->width), column = (int32_t)(i % (size_t)w->width);
        double x, y;
        walk_centre(w->grid, column, row % w->height, &x, &y);
        points[i] =
            (throng_flow_point){(float)x * w->cell_size, (float)y * w->cell_size, row / w->height, number};
    }
    MUST(g->context,
         throng_flow_sample(g->flow, THRONG_FLOW_SAMPLE_CELL, (int32_t)g->count, points, 0, ways));
    for (size_t i = 0; i < g->count; i++) {
        *to++ = ways[i].dx;
        *to++ = ways[i].dy;
        *to++ = ways[i].length;
    }
    free(ways);
    free(points);
}

/* Everything of a flow; to be freed. */
static float *read_all(const flow_game *g, size_t *count)
{
    const int32_t numbers = flow_numbers(g->scene);
    *count = (CELL_NUMBERS + WAY_NUMBERS) * g->count * (size_t)numbers;
    float *all = must_allocate(*count * sizeof *all), *to = all;
    uint8_t *directions = must_allocate(g->count);
    for (int32_t i = 0; i < numbers; i++) {
        MUST(g->context, throng_flow_read_lengths(g->flow, i, NULL, to, 0));
        MUST(g->context, throng_flow_read_directions(g->flow, i, NULL, directions, 0));
        for (size_t k = 0; k < g->count; k++)
            to[g->count + k] = (float)directions[k];
        read_ways(g, i, to + CELL_NUMBERS * g->count);
        to += (CELL_NUMBERS + WAY_NUMBERS) * g->count;
    }
    free(directions);
    return all;
}

/* Another flow on the same terrain is computed from nothing. */
static void check(const flow_game *g, int32_t step)
{
    const flow_scene *s = g->scene;
    flow_game fresh = *g;
    char what[80];
    size_t count;
    float *patched = read_all(g, &count);
    fresh.flow = flow_twin(g);
    MUST(g->context, throng_flow_update(fresh.flow));
    float *anew = read_all(&fresh, &count);
    MUST(g->context, throng_flow_destroy(fresh.flow));
    snprintf(what, sizeof what, "grid %d, seed %llu, change %d", (int)s->walk.grid,
             (unsigned long long)s->walk.seed, (int)step);
    cr_expect(same_bits(what, patched, anew, count), "%s", what);
    free(anew);
    free(patched);
}

static throng_region region_of(const flow_game *g, rng *r)
{
    const walk_scene *w = &g->scene->walk;
    const int32_t height = w->height * w->worlds, kind = rng_below(r, 6);
    throng_region at = {rng_below(r, w->width), rng_below(r, height), 1, 1};
    if (kind == 0) { /* a wall across */
        at.width = 1 + rng_below(r, w->width - at.column);
    } else if (kind == 1) {
        at.height = 1 + rng_below(r, height - at.row);
    } else if (kind == 2) { /* a block */
        at.width = 1 + rng_below(r, w->width - at.column < 5 ? w->width - at.column : 5);
        at.height = 1 + rng_below(r, height - at.row < 5 ? height - at.row : 5);
    } else if (kind == 3) { /* a goal */
        const throng_cell *goal = &g->cells[rng_below(r, g->scene->fields * g->scene->goals)];
        at.column = goal->column;
        at.row = goal->row;
    }
    return at;
}

static void move_goals(flow_game *g, rng *r)
{
    const flow_scene *s = g->scene;
    const int32_t field = rng_below(r, s->fields);
    throng_cell *cells = g->cells + (ptrdiff_t)field * s->goals;
    for (int32_t i = 0; i < s->goals; i++)
        cells[i] = (throng_cell){rng_below(r, s->walk.width), rng_below(r, s->walk.height * s->walk.worlds)};
    MUST(g->context, throng_flow_set_goals(g->flow, field, s->goals, cells, 0));
}

static void change(flow_game *g, rng *r, int32_t step)
{
    const throng_region at = region_of(g, r);
    if (rng_below(r, 5) == 0)
        move_goals(g, r);
    else if (g->scene->costs && rng_below(r, 2))
        flow_draw_costs(g, &at, g->scene->walk.seed + (uint64_t)step);
    else
        MUST(g->context, throng_terrain_fill(g->terrain, &at, rng_below(r, 2)));
}

static void check_scene(throng_context *context, const flow_scene *s, int32_t changes)
{
    flow_game g = flow_begin(context, s);
    rng r = {s->walk.seed + 31};
    MUST(context, throng_flow_update(g.flow));
    for (int32_t i = 0; i < changes; i++) {
        for (int32_t n = 1 + rng_below(&r, 3); n > 0; n--)
            change(&g, &r, i);
        MUST(context, throng_flow_update(g.flow));
        if (i % 3 == 2) /* several updates, one after the other */
            check(&g, i);
    }
    flow_end(&g);
}

EACH(flow_patches, as_computed_from_nothing)
{
    static const walls_kind kinds[] = {WALLS_RANDOM, WALLS_ROOMS, WALLS_MAZE, WALLS_NONE, WALLS_RANDOM};
    throng_context_info info;
    MUST(context, throng_context_get_info(context, &info));
    for (int32_t i = 0; i < 12; i++) {
        const int32_t more = info.opencl ? 60 : 0; /* small layers are computed anew there */
        flow_scene s = flow_ground(i % 3, kinds[i % 5], i % 5 == 2 ? 8 : 25, 70 + 31 * (i % 4) + more,
                                   66 + 8 * i + more, 700 + (uint64_t)i);
        s.goals = 1 + i % 3;
        s.fields = 1 + i % 2;
        s.walk.worlds = i % 4 == 1 ? 2 : 1;
        s.walk.own_walls = 1;
        s.costs = i % 4 == 2 ? 20 : i % 4 == 3 ? 255 : 0;
        s.unreached = i % 2 == 1 || i % 5 == 4;
        for (int32_t k = 0; k < 2 && i % 4 != 0 && s.walk.grid != THRONG_GRID_HEX; k++)
            s.clearances[s.clearance_count++] = 0.4f + 1.2f * (float)k;
        check_scene(context, &s, info.opencl ? CHANGES_ON_DEVICES : CHANGES);
    }
}

/* In keys of 64 bits. */
EACH(flow_patches, long_paths)
{
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_SERPENTINE, 0, 240, 168, 1);
    throng_context_info info;
    MUST(context, throng_context_get_info(context, &info));
    check_scene(context, &s, info.opencl ? 3 : 9);
    s.costs = 200;
    s.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    check_scene(context, &s, info.opencl ? 3 : 9);
}

/* ---------------------------------------------------------------- where tiles meet ------------------ */

typedef struct wall {
    throng_region at;
    int32_t blocked;
} wall;

/* A game on 180 x 180 cells of nine tiles of 60 x 60; devices patch so many. */
static flow_game tiles_begin(throng_context *context, const flow_scene *s, const wall *walls, int32_t count)
{
    flow_game g = flow_begin(context, s);
    for (int32_t i = 0; i < count; i++)
        MUST(context, throng_terrain_fill(g.terrain, &walls[i].at, walls[i].blocked));
    return g;
}

static void set_cells(flow_game *g, const throng_cell *cells)
{
    for (int32_t i = 0; i < g->scene->goals; i++)
        g->cells[i] = cells[i];
    MUST(g->context, throng_flow_set_goals(g->flow, 0, g->scene->goals, g->cells, 0));
    MUST(g->context, throng_flow_update(g->flow));
}

/* A room beside the edge of a tile is reached now, and another one no longer, so that the tile beside looks
 * at copies of both. */
EACH(flow_patches, rooms_at_an_edge)
{
    static const wall walls[] = {{{49, 9, 11, 3}, 1},  {{50, 10, 9, 1}, 0},  {{60, 5, 1, 11}, 1},
                                 {{49, 39, 11, 3}, 1}, {{50, 40, 10, 1}, 0}, {{60, 35, 5, 11}, 1}};
    static const throng_cell one[] = {{5, 5}, {52, 10}}, other[] = {{5, 5}, {52, 40}};
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_NONE, 0, 180, 180, 1);
    s.goals = 2;
    s.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    flow_game g = tiles_begin(context, &s, walls, sizeof walls / sizeof *walls);
    set_cells(&g, one);
    set_cells(&g, other);
    check(&g, 0);
    set_cells(&g, one);
    check(&g, 1);
    flow_end(&g);
}

/* A cell between walls is no longer reached; nothing else leads to it, since the walls are as near to the
 * cells around them. */
EACH(flow_patches, pocket)
{
    static const wall walls[] = {{{89, 89, 3, 3}, 1}, {{90, 90, 1, 1}, 0}};
    static const throng_cell one[] = {{5, 5}, {90, 90}}, other[] = {{5, 5}, {6, 6}};
    flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_NONE, 0, 180, 180, 1);
    s.goals = 2;
    s.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    flow_game g = tiles_begin(context, &s, walls, sizeof walls / sizeof *walls);
    set_cells(&g, one);
    set_cells(&g, other);
    check(&g, 0);
    flow_end(&g);
}

/* A corridor around the corner of a tile, in which a door closes behind that. */
EACH(flow_patches, corridor_around_a_corner)
{
    static const wall walls[] = {{{0, 0, 180, 180}, 1}, {{60, 58, 1, 13}, 0}, {{40, 58, 20, 1}, 0}};
    static const throng_region door = {60, 60, 1, 1};
    static const throng_cell goal = {60, 70};
    for (int32_t grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++) {
        const flow_scene s = flow_ground((throng_grid)grid, WALLS_NONE, 0, 180, 180, 1);
        flow_game g = tiles_begin(context, &s, walls, sizeof walls / sizeof *walls);
        set_cells(&g, &goal);
        for (int32_t i = 0; i < 2; i++) {
            MUST(context, throng_terrain_fill(g.terrain, &door, !i));
            MUST(context, throng_flow_update(g.flow));
            check(&g, i);
        }
        flow_end(&g);
    }
}

/* The tile of a column is a product in floats; on maps as large as there are it is the quotient. */
Test(flow_patches, tiles_of_columns)
{
    for (int32_t tile = 1; tile <= 256; tile++) {
        const float per = 1.0f / (float)tile;
        int32_t wrong = 0;
        for (int32_t at = 0; at < THRONG_MAX_SIDE; at += tile) { /* the first and the last column of each */
            wrong += flow_tile_slot(at, per) != at / tile;
            wrong += flow_tile_slot(at + tile - 1, per) != at / tile;
        }
        cr_expect(wrong == 0, "tiles of %d: %d wrong", (int)tile, (int)wrong);
    }
}

static void set_wall(const flow_game *g, int32_t column, int32_t rows, int32_t blocked)
{
    const throng_region at = {column, 0, 1, rows};
    MUST(g->context, throng_terrain_fill(g->terrain, &at, blocked));
    MUST(g->context, throng_flow_update(g->flow));
}

/* Two updates that nobody waits for: the first one cuts a corridor of so many tiles off, so that a device
 * gives it up in one of its last rounds, and the second one changes a cell elsewhere. Nothing is reached
 * then. */
static void update_twice(throng_context *context, int32_t tiles)
{
    const flow_scene s = flow_ground(THRONG_GRID_SQUARE8, WALLS_NONE, 0, 60 * tiles, 20, 1);
    const throng_cell goal = {2, 10};
    flow_game g = flow_begin(context, &s);
    float *lengths = must_allocate(g.count * sizeof *lengths);
    set_cells(&g, &goal);
    set_wall(&g, 60 * tiles - 10, 1, 1);
    MUST(context, throng_flow_read_lengths(g.flow, 0, NULL, lengths, 0));
    set_wall(&g, 10, 20, 1);
    set_wall(&g, 60 * tiles - 10, 1, 0);
    MUST(context, throng_flow_read_lengths(g.flow, 0, NULL, lengths, 0));
    for (size_t i = 0; i < g.count; i++)
        cr_assert((lengths[i] >= 0.0f) == (i % (size_t)s.walk.width < 10), "%d tiles: cell %zu has %g",
                  (int)tiles, i, (double)lengths[i]);
    free(lengths);
    flow_end(&g);
}

/* As GPUs compute, and other devices: the tiles of these are larger. */
Test(flow_patches, updates_in_a_row)
{
    variant forms[8];
    const int32_t count = opencl_present() ? opencl_variants(forms, 8) : 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t groups = strcmp(forms[i].width, "1") == 0 && strcmp(forms[i].group, "64") == 0;
        if (!groups && strcmp(forms[i].width, "8") != 0)
            continue;
        throng_context *context = open_variant(&forms[i], NULL);
        for (int32_t tiles = BRIEFLY(groups ? 17 : 30, 9); tiles <= BRIEFLY(groups ? 17 : 30, 90); tiles++)
            update_twice(context, tiles);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}
