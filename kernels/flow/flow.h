/* Flow fields: shortest paths from all cells to the nearest goal.
 *
 * A map is cut into tiles, each a window of keys with a copy of its neighbours' edge cells around it.
 * kernels/common/relaxation_rows.inc relaxes a tile until it converges; edges that improved are dirty edges
 * of the tiles beside it. Passes repeat until no edge is dirty. A key is the exact length of the path that it
 * was made of (kernels/common/path_length.h, without a rank). It is never below the shortest length, and the
 * least key stays, so the result does not depend on the order of the passes.
 *
 * Near paths come first: a round passes over the tiles whose dirty edges carry paths at most FLOW_AHEAD cells
 * longer than the shortest one on any dirty edge. Longer ones would soon be replaced.
 *
 * Adjacent tiles are never processed at the same time: tiles have four colours, by even and odd columns and
 * rows. A tile reads its idle neighbours and writes itself only. */
#ifndef THRONG_KERNELS_FLOW_FLOW_H
#define THRONG_KERNELS_FLOW_FLOW_H

#include "kernels/flow/ground.h"

#include "kernels/common/keys_wide.inc"
#define FLOW(name) flow_wide_##name
#define RELAX(name) wide_##name
#define WALL 2147000000
#define NOTHING(grid) ((grid) == GRID_SQUARE8 ? FLOW_WIDE_DIAGONAL : FLOW_WIDE_STEPS)
#define CELL 1
#include "kernels/flow/tile.inc"

#include "kernels/common/keys_widest.inc"
#define FLOW(name) flow_widest_##name
#define RELAX(name) widest_##name
#define WALL 8000000000000000000
#define NOTHING(grid) ((int64_t)PATH_WIDEST_Q * PATH_WIDEST_P)
#define CELL 1
#include "kernels/flow/tile.inc"

/* ---- on ground: with two of these walls a sum still fits, and with one of them no key is better than
 * NOTHING */
#define FLOW_GROUND_WALL 700000000
#define FLOW_GROUND_WIDEST_WALL 1000000000000000000

#include "kernels/common/keys_wide.inc"
#define RELAX(name) ground_##name
#define WALL FLOW_GROUND_WALL
#define RELAX_PATHS
#define RELAX_GROUND
#include "kernels/common/relaxation_rows.inc"

#include "kernels/common/keys_widest.inc"
#define RELAX(name) ground_widest_##name
#define WALL FLOW_GROUND_WIDEST_WALL
#define RELAX_PATHS
#define RELAX_GROUND
#include "kernels/common/relaxation_rows.inc"

#include "kernels/common/keys_wide.inc"
#define FLOW(name) flow_ground_##name
#define RELAX(name) ground_##name
#define GROUNDED
#define WALL FLOW_GROUND_WALL
#define NOTHING(grid) ((grid) == GRID_SQUARE8 ? FLOW_WIDE_DIAGONAL : FLOW_GROUND_STEPS)
#define CELL 2
#include "kernels/flow/tile.inc"

#include "kernels/common/keys_widest.inc"
#define FLOW(name) flow_ground_widest_##name
#define RELAX(name) ground_widest_##name
#define GROUNDED
#define WALL FLOW_GROUND_WIDEST_WALL
#define NOTHING(grid) ((int64_t)PATH_WIDEST_Q * PATH_WIDEST_P)
#define CELL 2
#include "kernels/flow/tile.inc"

/* ---------------------------------------------------------------- reading -------------------------- */

/* Key of unreached cells of a layer. */
static inline int64_t flow_nothing(const flow_plan *p, int32_t layer)
{
    if (p->widest)
        return flow_widest_nothing(p->grid);
    return flow_on_ground(p, layer) ? flow_ground_nothing(p->grid) : flow_wide_nothing(p->grid);
}

/* Cells of a row from `column` on that lie in one tile and one vector, at most `count`; one on ground. */
static inline int32_t flow_lanes(const flow_plan *p, int32_t world, int32_t column, int32_t count)
{
    const int32_t left = p->tile_columns - column % p->tile_columns;
    const int32_t some = left < count ? left : count;
    if (p->widest || flow_on_ground(p, world / p->worlds))
        return 1;
    return some < THRONG_WIDTH ? some : THRONG_WIDTH;
}

static inline int32_t flow_odd_row(const flow_plan *p, int32_t row)
{
    return p->grid == GRID_HEX ? row & 1 : 0;
}

static inline int32_t flow_layer_of_tile(const flow_plan *p, int32_t index)
{
    return index / (p->worlds * p->tiles_x * p->tiles_y);
}

/* Relaxes a tile, see FLOW(pass) in kernels/flow/tile.inc. */
static inline flow_pass_result flow_pass(const flow_plan *p, THRONG_SCRATCH void *keys,
                                         THRONG_GLOBAL const uint32_t *walls, int32_t index,
                                         int32_t dirty_edges, THRONG_SCRATCH void *scratch)
{
    const int on_ground = flow_on_ground(p, flow_layer_of_tile(p, index));
    if (p->widest) {
        THRONG_SCRATCH int64_t *widest = (THRONG_SCRATCH int64_t *)keys;
        return on_ground ? flow_ground_widest_pass(p, widest, walls, index, dirty_edges, scratch)
                         : flow_widest_pass(p, widest, walls, index, dirty_edges, scratch);
    }
    THRONG_SCRATCH int32_t *wide = (THRONG_SCRATCH int32_t *)keys;
    return on_ground ? flow_ground_pass(p, wide, walls, index, dirty_edges, scratch)
                     : flow_wide_pass(p, wide, walls, index, dirty_edges, scratch);
}

/* Half cells of a layer's unit: keys on ground count those, others cells. */
static inline int32_t flow_halves(const flow_plan *p, int32_t layer)
{
    return flow_on_ground(p, layer) ? 1 : 2;
}

/* Key in a layer of a path of straight and diagonal halves, 64 bits wide or not; those of a plain layer are
 * even. */
static inline int64_t flow_key_of(const flow_plan *p, int32_t layer, int32_t straight, int32_t diagonal)
{
    const int64_t a = straight / flow_halves(p, layer), b = diagonal / flow_halves(p, layer);
    if (p->widest)
        return a * PATH_WIDEST_Q + b * PATH_WIDEST_P;
    return p->grid == GRID_SQUARE8 ? a * PATH_WIDE_Q + b * PATH_WIDE_P : a;
}

/* 1: a key of 32 bits cannot be of a path so long, or may be none of a path that goes on from there. */
static inline int32_t flow_is_long(const flow_plan *p, int32_t layer, int64_t key)
{
    const int64_t step = (int64_t)PATH_WIDE_P * (flow_on_ground(p, layer) ? FLOW_MAX_STEP : 1);
    return !p->widest && p->grid == GRID_SQUARE8 && key >= flow_nothing(p, layer) - step;
}

/* Copies the edges around a tile, and withdraws its keys that no step makes any more; see FLOW(withdraw) in
 * kernels/flow/tile.inc. */
static inline flow_withdrawn flow_withdraw(const flow_plan *p, THRONG_SCRATCH void *keys, int32_t index,
                                           uint64_t rows, int32_t *scans)
{
    const int on_ground = flow_on_ground(p, flow_layer_of_tile(p, index));
    THRONG_SCRATCH int64_t *widest = (THRONG_SCRATCH int64_t *)keys;
    THRONG_SCRATCH int32_t *wide = (THRONG_SCRATCH int32_t *)keys;
    if (p->widest) {
        flow_widest_copy_edges(p, widest, index);
        return on_ground ? flow_ground_widest_withdraw(p, widest, index, rows, scans)
                         : flow_widest_withdraw(p, widest, index, rows, scans);
    }
    flow_wide_copy_edges(p, wide, index);
    return on_ground ? flow_ground_withdraw(p, wide, index, rows, scans)
                     : flow_wide_withdraw(p, wide, index, rows, scans);
}

/* Scratch bytes of a pass over any layer. */
static inline size_t flow_scratch(const flow_plan *p)
{
    if (p->flags != 0)
        return p->widest ? flow_ground_widest_scratch(p) : flow_ground_scratch(p);
    return p->widest ? flow_widest_scratch(p) : flow_wide_scratch(p);
}

/* What is the same of all cells of a world in a layer; `world` counts across layers. */
typedef struct flow_view {
    int32_t world, on_ground;
    int64_t nothing;
    THRONG_GLOBAL const uint16_t *ground; /* as if it began where the keys do; where on_ground */
} flow_view;

static inline flow_view flow_view_of(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world)
{
    const int32_t layer = world / p->worlds, of_layer = p->worlds * p->tiles_x * p->tiles_y;
    flow_view view;
    view.world = world;
    view.on_ground = flow_on_ground(p, layer);
    view.nothing = flow_nothing(p, layer);
    view.ground = 0;
    if (view.on_ground)
        view.ground = flow_ground(p, keys, layer * of_layer) - (size_t)(layer * of_layer) * flow_tile_keys(p);
    return view;
}

static inline int32_t flow_key_is(const flow_plan *p, THRONG_GLOBAL const void *keys, size_t place,
                                  int64_t key)
{
    return key == (p->widest ? ((THRONG_GLOBAL const int64_t *)keys)[place]
                             : (int64_t)((THRONG_GLOBAL const int32_t *)keys)[place]);
}

/* Keys first, first + step, ... before `end` of a tile, in the layer that leads to the cells that its own
 * layer reached. */
static inline void flow_begin_nearest(const flow_plan *p, THRONG_SCRATCH void *keys, int32_t tile,
                                      int32_t first, int32_t end, int32_t step)
{
    const int64_t unreached = flow_nothing(p, flow_layer_of_tile(p, tile)),
                  nothing = flow_nothing(p, p->layers);
    const size_t from = (size_t)tile * flow_tile_keys(p);
    const size_t to = from + (size_t)(flow_tiles(p) / 2) * flow_tile_keys(p);
    THRONG_SCRATCH int64_t *widest = (THRONG_SCRATCH int64_t *)keys;
    THRONG_SCRATCH int32_t *wide = (THRONG_SCRATCH int32_t *)keys;
    if (p->widest)
        for (int32_t i = first; i < end; i += step)
            widest[to + (size_t)i] = widest[from + (size_t)i] < unreached ? 0 : nothing;
    else
        for (int32_t i = first; i < end; i += step)
            wide[to + (size_t)i] = wide[from + (size_t)i] < (int32_t)unreached ? 0 : (int32_t)nothing;
}

/* In how many cells of a tile's rows first .. end - 1 flow_begin_nearest() would change whether a key is
 * 0. */
static inline int32_t flow_differing_nearest(const flow_plan *p, THRONG_SCRATCH const void *keys,
                                             int32_t tile, int32_t first, int32_t end)
{
    const int64_t unreached = flow_nothing(p, flow_layer_of_tile(p, tile));
    const size_t from = (size_t)tile * flow_tile_keys(p);
    const size_t to = from + (size_t)(flow_tiles(p) / 2) * flow_tile_keys(p);
    THRONG_SCRATCH const int64_t *widest = (THRONG_SCRATCH const int64_t *)keys;
    THRONG_SCRATCH const int32_t *wide = (THRONG_SCRATCH const int32_t *)keys;
    return p->widest ? flow_widest_differing(p, widest + to, widest + from, unreached, first, end)
                     : flow_wide_differing(p, wide + to, wide + from, (int32_t)unreached, first, end);
}

/* Path lengths of THRONG_WIDTH cells of a plain layer from index `place` on; of one on ground. */
static inline void flow_lengths_at(const flow_plan *p, THRONG_GLOBAL const void *keys, const flow_view *view,
                                   size_t place, float lengths[THRONG_WIDTH])
{
    const float unit = view->on_ground ? 0.5f : 1.0f;
    if (p->widest) {
        const int64_t key = ((THRONG_GLOBAL const int64_t *)keys)[place];
        lengths[0] = key < view->nothing ? path_widest_length(key) * unit : FLOW_NO_PATH;
        return;
    }
    const vint key = vi_load((THRONG_GLOBAL const int32_t *)keys + place);
    const vmask reached = vi_lt(key, vi_set((int32_t)view->nothing));
    const vfloat length = p->grid == GRID_SQUARE8 ? path_wide_length(key) : vf_from_int(key);
    vf_store(lengths, vf_select(reached, length * vf_set(unit), vf_set(FLOW_NO_PATH)));
}

/* Direction of a cell, given whether it is a goal or unreached, and its best step. No step makes the key of a
 * seed from which no shorter path leads on: paths end there. */
static inline int32_t flow_direction(int32_t goal, int32_t unreached, int32_t step)
{
    return unreached ? FLOW_NOWHERE : goal || step >= RELAX_DIRECTIONS ? FLOW_AT_GOAL : step;
}

/* Direction of a cell on ground. */
static inline int32_t flow_ground_direction(const flow_plan *p, THRONG_GLOBAL const void *keys,
                                            const flow_view *view, size_t place, int32_t odd)
{
    THRONG_GLOBAL const uint16_t *ground = view->ground + place;
    if (flow_key_is(p, keys, place, view->nothing))
        return FLOW_NOWHERE;
    if (flow_key_is(p, keys, place, 0))
        return FLOW_AT_GOAL;
    const int32_t step = p->widest ? flow_ground_widest_step((THRONG_GLOBAL const int64_t *)keys + place,
                                                             ground, p->pitch, odd, p->grid)
                                   : flow_ground_step((THRONG_GLOBAL const int32_t *)keys + place, ground,
                                                      p->pitch, odd, p->grid);
    return flow_direction(0, 0, step);
}

static inline void flow_directions_at(const flow_plan *p, THRONG_GLOBAL const void *keys,
                                      const flow_view *view, size_t place, int32_t row,
                                      int32_t directions[THRONG_WIDTH])
{
    const int32_t odd = flow_odd_row(p, row);
    if (view->on_ground) {
        directions[0] = flow_ground_direction(p, keys, view, place, odd);
        return;
    }
    if (p->widest) {
        THRONG_GLOBAL const int64_t *at = (THRONG_GLOBAL const int64_t *)keys + place;
        directions[0] = flow_direction(*at == 0, *at == flow_widest_nothing(p->grid),
                                       (int32_t)flow_widest_steps(at, p->pitch, odd, p->grid));
        return;
    }
    THRONG_GLOBAL const int32_t *at = (THRONG_GLOBAL const int32_t *)keys + place;
    vi_store(directions, flow_wide_steps(at, p->pitch, odd, p->grid));
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        directions[k] = flow_direction(at[k] == 0, at[k] == flow_wide_nothing(p->grid), directions[k]);
}

/* Reads `count` cells of a row; `world` counts across layers. */
static inline void flow_read_lengths(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                                     int32_t row, int32_t column, int32_t count, THRONG_GLOBAL float *lengths)
{
    const flow_view view = flow_view_of(p, keys, world);
    for (int32_t done = 0, some; done < count; done += some) {
        float lanes[THRONG_WIDTH];
        some = flow_lanes(p, world, column + done, count - done);
        flow_lengths_at(p, keys, &view, flow_place(p, world, column + done, row), lanes);
        for (int32_t k = 0; k < some; k++)
            lengths[done + k] = lanes[k];
    }
}

/* Straight and diagonal halves of each, -1 where there is no path. */
static inline void flow_read_exact(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                                   int32_t row, int32_t column, int32_t count, THRONG_GLOBAL int32_t *halves)
{
    const int32_t layer = world / p->worlds, unit = flow_halves(p, layer);
    const int64_t nothing = flow_nothing(p, layer);
    for (int32_t i = 0; i < count; i++) {
        const size_t at = flow_place(p, world, column + i, row);
        const int64_t key = p->widest ? ((THRONG_GLOBAL const int64_t *)keys)[at]
                                      : (int64_t)((THRONG_GLOBAL const int32_t *)keys)[at];
        THRONG_GLOBAL int32_t *const own = halves + (size_t)i * 2;
        path_steps steps;
        if (key >= nothing) {
            own[0] = own[1] = -1;
            continue;
        }
        if (p->widest) {
            steps = path_widest_steps(key);
        } else if (p->grid == GRID_SQUARE8) {
            steps = path_wide_steps((int32_t)key);
        } else {
            steps.straight = key;
            steps.diagonal = 0;
        }
        own[0] = (int32_t)steps.straight * unit;
        own[1] = (int32_t)steps.diagonal * unit;
    }
}

static inline void flow_read_directions(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                                        int32_t row, int32_t column, int32_t count,
                                        THRONG_GLOBAL uint8_t *directions)
{
    const flow_view view = flow_view_of(p, keys, world);
    for (int32_t done = 0, some; done < count; done += some) {
        int32_t lanes[THRONG_WIDTH];
        some = flow_lanes(p, world, column + done, count - done);
        flow_directions_at(p, keys, &view, flow_place(p, world, column + done, row), row, lanes);
        for (int32_t k = 0; k < some; k++)
            directions[done + k] = (uint8_t)lanes[k];
    }
}

#endif
