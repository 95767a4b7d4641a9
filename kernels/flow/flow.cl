/* Flow fields on OpenCL devices. A program is built for one grid (FLOW_GRID), one key width (FLOW_WIDEST),
 * and with or without layers on ground (FLOW_GROUND). A round finds the smallest due of all tiles, then
 * launches each colour. Tiles that are suspected of keys that no step makes come before all others
 * (kernels/flow/patch.h). Vector widths: a work-item passes over several tiles. Width 1: a work-group relaxes
 * one tile in local memory. */
#ifndef FLOW_GRID
#define FLOW_GRID 0
#endif
#ifndef FLOW_WIDEST
#define FLOW_WIDEST 0
#endif
#ifndef FLOW_GROUND
#define FLOW_GROUND 0
#endif
#ifndef GROUP
#define GROUP 64
#endif
#include "kernels/flow/query.h"

#if FLOW_WIDEST
typedef long flow_key;
#define FLOW_PASS flow_widest_pass_on_grid
#define FLOW_GROUND_PASS flow_ground_widest_pass_on_grid
#define FLOW_LOOSE flow_widest_loose
#define FLOW_GROUND_LOOSE flow_ground_widest_loose
#define FLOW_GROUND_NOTHING FLOW_NOTHING
#define FLOW_NOTHING ((long)PATH_WIDEST_Q * PATH_WIDEST_P)
#define FLOW_STRAIGHT ((long)PATH_WIDEST_Q)
#define FLOW_DIAGONAL ((long)PATH_WIDEST_P)
#else
typedef int flow_key;
#define FLOW_PASS flow_wide_pass_on_grid
#define FLOW_GROUND_PASS flow_ground_pass_on_grid
#define FLOW_LOOSE flow_wide_loose
#define FLOW_GROUND_LOOSE flow_ground_loose
#define FLOW_GROUND_NOTHING (FLOW_GRID == GRID_SQUARE8 ? FLOW_WIDE_DIAGONAL : FLOW_GROUND_STEPS)
#define FLOW_NOTHING (FLOW_GRID == GRID_SQUARE8 ? FLOW_WIDE_DIAGONAL : FLOW_WIDE_STEPS)
#define FLOW_STRAIGHT (FLOW_GRID == GRID_SQUARE8 ? PATH_WIDE_Q : 1)
#define FLOW_DIAGONAL PATH_WIDE_P
#endif

/* Words of shared state: the smallest due of even and odd rounds, FLOW_NEVER if no edge is dirty; result
 * bits; the last round with dirty edges. */
#define STATE_DUE 0
#define STATE_FOUND 2
#define STATE_ROUND 3

static flow_plan plan_of(int16 words)
{
    flow_plan p;
    p.width = words.s0;
    p.height = words.s1;
    p.worlds = words.s2;
    p.layers = words.s3;
    p.grid = FLOW_GRID;
    p.tile_columns = words.s5;
    p.tile_rows = words.s6;
    p.tiles_x = words.s7;
    p.tiles_y = words.s8;
    p.pitch = words.s9;
    p.walls_pitch = words.sa;
    p.widest = FLOW_WIDEST;
    p.cell_size = scalar_from_bits(words.sc);
    p.flags = FLOW_GROUND ? words.sd : 0;
    p.classes = words.se;
    p.fields = words.sf;
    p.first_column = words.s4;
    p.first_row = words.sb;
    flow_measure_tiles(&p);
    return p;
}

static int on_ground(const flow_plan *p, int layer) { return FLOW_GROUND ? flow_on_ground(p, layer) : 0; }

static flow_key nothing_of(const flow_plan *p, int layer)
{
    return on_ground(p, layer) ? FLOW_GROUND_NOTHING : FLOW_NOTHING;
}

/* `world` counts across layers. */
static int is_closed(const flow_plan *p, __global const flow_key *keys, __global const uint *walls, int world,
                     int column, int row)
{
    if (on_ground(p, world / p->worlds))
        return flow_view_of(p, keys, world).ground[flow_place(p, world, column, row)] & FLOW_CLOSED;
    return terrain_blocked(flow_walls(p, walls, world), column, row);
}

static void mark_dirty(__global int *dirty_edges, __global int *due, int tile, int what, int when)
{
    atomic_min(&due[tile], when);
    atomic_or(&dirty_edges[tile], what);
}

#if THRONG_WIDTH == 1
/* Loops over the cells (x, y) of an edge, distributed over the work-items. */
#define EACH_OF_EDGE(e)                                                                                      \
    for (int i = (int)get_local_id(0), n = (e).right - (e).left + 1, x, y;                                   \
         i < n * ((e).bottom - (e).top + 1) && (x = (e).left + i % n, y = (e).top + i / n, 1); i += GROUP)
#endif

#include "kernels/flow/patch.h"

/* ---------------------------------------------------------------- setup ---------------------------- */

/* Copies the walls, so that all rounds of an update see the same ones. */
__kernel void flow_copy_walls(__global const uint *walls, __global uint *kept, ulong count)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0))
        kept[i] = walls[i];
}

/* Initialises the shared state: no layer is patched, and no tile had a pass. */
__kernel void flow_begin(__global int *state, __global int *patch, const int16 words)
{
    const flow_plan p = plan_of(words);
    for (int i = (int)get_global_id(0); i < (int)flow_patch_words(&p); i += (int)get_global_size(0))
        patch[i] = i >= FLOW_ROWS_WORD && i < flow_cleared_word(&p) ? FLOW_UNPATCHED : 0;
    if (get_global_id(0) == 0) {
        state[STATE_DUE] = FLOW_NEVER;
        state[STATE_DUE + 1] = FLOW_NEVER;
        state[STATE_FOUND] = 0;
        state[STATE_ROUND] = 0;
    }
}

/* Clears the layers first .. first + count - 1, before a round: no paths, no dirty edges. */
__kernel void flow_clear(__global flow_key *keys, __global int *dirty_edges, __global int *due,
                         __global int *patch, const int16 words, int first, int count, int round)
{
    const flow_plan p = plan_of(words);
    const ulong tiles = (ulong)(flow_tiles(&p) / p.layers), all = flow_tile_keys(&p);
    const ulong from = (ulong)first * tiles, end = from + (ulong)count * tiles;
    for (ulong i = from * all + get_global_id(0); i < end * all; i += get_global_size(0))
        keys[i] = nothing_of(&p, (int)(i / (tiles * all)));
    for (ulong i = from + get_global_id(0); i < end; i += get_global_size(0)) {
        dirty_edges[i] = 0;
        due[i] = FLOW_NEVER;
        note_pass(&p, patch, (int)i, round);
    }
}

/* Whether any of `count` changes may concern the ground of a tile; count -1: everything changed. */
static int is_concerned(const flow_plan *p, __global const int *patch, int count, flow_tile tile)
{
    int any = count < 0;
    for (int i = 0; i < count && !any; i++)
        any = flow_concerns(p, region_of(patch, i), tile);
    return any;
}

/* Lays the ground of all tiles that `changes` regions concern; a work-item that of 32 cells at a time. */
__kernel void flow_lay_all(__global uchar *keys, __global const uint *walls, __global const uchar *costs,
                           __global const int *patch, const int16 words, int changes)
{
    const flow_plan p = plan_of(words);
    const int parts = p.pitch / 32, rows = p.tile_rows + FLOW_BORDER;
    const ulong count = (ulong)flow_ground_tiles(&p) * (ulong)(rows * parts);
    __global const flow_ground_head *head = flow_head(&p, keys);
    __global ushort *ground = (__global ushort *)(keys + flow_key_bytes(&p) + sizeof(flow_ground_head));
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const int tile = (int)(i / (ulong)(rows * parts)), rest = (int)(i % (ulong)(rows * parts));
        const int x = 32 * (rest % parts), y = rest / parts;
        if (is_concerned(&p, patch, changes, flow_tile_of(&p, tile)))
            flow_lay_ground(&p, head, flow_tile_of(&p, tile), walls, costs, x, y,
                            ground + (ulong)tile * flow_tile_keys(&p) + (ulong)(y * p.pitch + x));
    }
}

/* Begins the layers that lead to the cells that the layers first .. first + count - 1 reached. */
__kernel void flow_begin_reached(__global flow_key *keys, __global int *dirty_edges, __global int *due,
                                 const int16 words, int first, int count)
{
    const flow_plan p = plan_of(words);
    const int each = flow_tiles(&p) / p.layers, end = (int)flow_tile_keys(&p);
    for (int i = first * each + (int)get_group_id(0); i < (first + count) * each;
         i += (int)get_num_groups(0)) {
        flow_begin_nearest(&p, keys, i, (int)get_local_id(0), end, (int)get_local_size(0));
        if (get_local_id(0) == 0) {
            dirty_edges[flow_tiles(&p) / 2 + i] = FLOW_ALL;
            due[flow_tiles(&p) / 2 + i] = 0;
        }
    }
}

/* Sets the goals first .. first + count - 1 of the list of all fields, in a layer of theirs. */
__kernel void flow_set_goals(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges,
                             __global int *due, __global const int2 *goals, const int16 words, int layer,
                             ulong first, int count)
{
    const flow_plan p = plan_of(words);
    for (int i = (int)get_global_id(0); i < count; i += (int)get_global_size(0)) {
        const int2 cell = goals[first + (ulong)i];
        const int world = cell.y / p.height, row = cell.y - world * p.height;
        const int place = layer * p.worlds + world;
        const ulong at = flow_place(&p, place, cell.x, row);
        if (keys[at] == 0 || is_closed(&p, keys, walls, place, cell.x, row))
            continue;
        const int tile = flow_tile_index(&p, place, cell.x / p.tile_columns, row / p.tile_rows);
        keys[at] = 0;
        atomic_or(&dirty_edges[tile], FLOW_GOALS);
        atomic_and(&due[tile], 0);
    }
}

/* Sets the keys of the seeds first .. first + count - 1 of all lists, in a layer of theirs. A cell has one
 * seed at most: (column, row, straight, diagonal). */
__kernel void flow_set_seeds(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges,
                             __global int *due, __global int *state, __global const int4 *seeds,
                             const int16 words, int layer, ulong first, int count)
{
    const flow_plan p = plan_of(words);
    for (int i = (int)get_global_id(0); i < count; i += (int)get_global_size(0)) {
        const int4 seed = seeds[first + (ulong)i];
        const int world = seed.y / p.height, row = seed.y - world * p.height;
        const int place = layer * p.worlds + world;
        const int tile = flow_tile_index(&p, place, seed.x / p.tile_columns, row / p.tile_rows);
        const ulong at = flow_place(&p, place, seed.x, row);
        const long key = flow_key_of(&p, layer, seed.z, seed.w);
        if (flow_is_long(&p, layer, key)) {
            atomic_or(&state[STATE_FOUND], FLOW_LONG);
            continue;
        }
        if (key >= keys[at] || is_closed(&p, keys, walls, place, seed.x, row))
            continue;
        keys[at] = (flow_key)key;
        atomic_or(&dirty_edges[tile], FLOW_ALL);
        atomic_min(&due[tile], (int)(key / flow_key_of(&p, layer, 2, 0)));
    }
}

/* ---------------------------------------------------------------- rounds ---------------------------- */

__kernel void flow_find_due(__global const int *dirty_edges, __global const int *due, __global int *state,
                            __global int *patch, const int16 words, int round)
{
    const flow_plan p = plan_of(words);
    const int tiles = flow_tiles(&p);
    int least = FLOW_NEVER;
    for (int i = (int)get_global_id(0); i < p.layers; i += (int)get_global_size(0))
        if (patch[FLOW_ROWS_WORD + i] < 0) {
            patch[FLOW_ROWS_WORD + i] = FLOW_UNPATCHED;
            patch[flow_cleared_word(&p) + i] = round;
        }
    for (int i = (int)get_global_id(0); i < tiles; i += (int)get_global_size(0))
        least = dirty_edges[i] ? min(least, due[i]) : least;
    if (least < FLOW_NEVER) {
        atomic_min(&state[STATE_DUE + (round & 1)], least);
        atomic_max(&state[STATE_ROUND], round);
    }
    if (get_global_id(0) == 0)
        state[STATE_DUE + (~round & 1)] = FLOW_NEVER; /* of the next round */
}

/* Whether the tile is processed in this round. */
static int is_due(int dirty_edges, int due, int least)
{
    return dirty_edges != 0 && least < FLOW_NEVER && due <= least + FLOW_AHEAD;
}

#if THRONG_WIDTH > 1

__kernel void flow_passes(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges,
                          __global int *due, __global int *state, __global int *patch,
                          __global uchar *scratch, ulong scratch_bytes, const int16 words, int round,
                          int colour)
{
    const flow_plan p = plan_of(words);
    const int tiles = flow_colour_tiles(&p, colour), least = state[STATE_DUE + (round & 1)];
    __global uchar *own = scratch + get_global_id(0) * scratch_bytes;
    for (int i = (int)get_global_id(0); i < tiles; i += (int)get_global_size(0)) {
        const int tile = flow_tile_of_colour(&p, colour, i), what = dirty_edges[tile];
        const int turn = turn_of(&p, patch, tile, what, is_due(what, due[tile], least), round);
        if (turn == NO_TURN)
            continue;
        begin_turn(&p, dirty_edges, due, patch, tile, turn, round);
        if (turn != PASSES) {
            patch_tile(&p, keys, dirty_edges, due, patch, tile, turn);
            continue;
        }
        const flow_pass_result result = on_ground(&p, flow_layer_of_tile(&p, tile))
                                            ? FLOW_GROUND_PASS(&p, keys, walls, tile, what, own, FLOW_GRID)
                                            : FLOW_PASS(&p, keys, walls, tile, what, own, FLOW_GRID);
        for (int k = 0; k < RELAX_DIRECTIONS; k++)
            if (result.found >> k & 1)
                mark_dirty(dirty_edges, due, flow_neighbor(&p, tile, k), 1 << ((k + 4) & 7), result.due[k]);
        if (result.found & FLOW_LONG)
            atomic_or(&state[STATE_FOUND], FLOW_LONG);
    }
}

#else

#define FOOTPRINT_GRID FLOW_GRID
#define GROUPED(name) group_##name
#define KEY flow_key
#define SUM flow_key
#define SPACE __local
#define NOTHING FLOW_NOTHING
#define WALL (-1)
#define key_cost(k) (relax_diagonal(k, FLOW_GRID) ? FLOW_DIAGONAL : FLOW_STRAIGHT)
#define key_step(a, cost) ((a) + (cost))
#define key_limited(a, limit) ((a) > (limit) ? FLOW_NOTHING : (a))
#define key_better(a, b) ((a) < (b))
#include "kernels/influence/footprint_group.inc"

/* Keys of a window in local memory: a wall and the neighbours' edge on each side, an even number of
 * columns. */
#define GROUP_KEYS (2 * ((FLOW_GROUP_TILE + 5) / 2) * (FLOW_GROUP_TILE + 4))

/* Loads a tile and its neighbours' edges into local memory; walls stay. */
static void load_tile(const group_window *w, const flow_plan *p, __global const flow_key *keys, int tile,
                      int dirty_edges)
{
    const ulong all = flow_tile_keys(p);
    __global const flow_key *own = keys + (ulong)tile * all;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = (int)get_local_id(0); i < w->columns * w->rows; i += GROUP) {
        const int x = i % w->columns + 1, y = i / w->columns + 1, at = group_at(w, x, y);
        if (w->keys[at] != -1)
            w->keys[at] = own[y * p->pitch + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < RELAX_DIRECTIONS; k++) {
        if (!(dirty_edges >> k & 1))
            continue;
        const flow_edge e = flow_edge_of(p, k, 1);
        __global const flow_key *from = keys + (ulong)flow_neighbor(p, tile, k) * all;
        EACH_OF_EDGE(e)
        {
            const flow_key key = y <= w->rows ? from[(y - e.down) * p->pitch + x - e.across] : FLOW_NOTHING;
            const int at = y <= w->rows ? group_at(w, x, y) : 0;
            if (y <= w->rows && key < w->keys[at])
                w->keys[at] = key;
        }
    }
}

/* Stores a tile. Returns 1 if paths may be too long for the keys. */
static int store_tile(const group_window *w, const flow_plan *p, __global flow_key *keys, int tile)
{
    __global flow_key *own = keys + (ulong)tile * flow_tile_keys(p);
    int beyond = 0;
    for (int i = (int)get_local_id(0); i < w->columns * w->rows; i += GROUP) {
        const int x = i % w->columns + 1, y = i / w->columns + 1;
        const flow_key key = w->keys[group_at(w, x, y)];
        if (key == -1)
            continue;
        own[y * p->pitch + x] = key;
        beyond |= key >= FLOW_NOTHING - FLOW_DIAGONAL && key < FLOW_NOTHING;
    }
    return beyond;
}

/* Notes a key of the tile's edge that improves on its neighbour's copy; cell: what a cell adds to keys. */
static void note_edge(const flow_plan *p, __global const flow_key *to, flow_edge e, int x, int y,
                      flow_key key, flow_key cell, __local int *least)
{
    if (key >= 0 && key < to[(y - e.down) * p->pitch + x - e.across])
        atomic_min(least, (int)(key / cell));
}

#if FLOW_GROUND

/* The best key of a cell, whose place in the tile is `at`. */
static flow_key best_of_cell(__local const flow_key *window, __global const ushort *ground, int at, int odd)
{
    flow_key best = window[at];
    NO_UNROLL for (int k = 0; k < RELAX_DIRECTIONS; k++)
    {
        if (!relax_direction_exists(k, FLOW_GRID))
            continue;
        const int to = relax_row_step(k) * FLOW_GROUP_PITCH + relax_column_step(k, odd, FLOW_GRID);
        const int here = ground[at], there = ground[at + to];
        const flow_key unit = relax_diagonal(k, FLOW_GRID) ? FLOW_DIAGONAL : FLOW_STRAIGHT;
        const flow_key key = window[at + to] + flow_step_cost(here, there) * unit;
        best = !flow_step_blocked(here, there, k, FLOW_GRID) && key < best ? key : best;
    }
    return best;
}

/* Relaxes a tile's own cells until none changes. Cells of a parity of columns and rows are no neighbours, so
 * the keys that are read are constant. */
static void relax_tile(__local flow_key *window, __global const ushort *ground, const flow_plan *p, int odd,
                       __local int *changed)
{
    const int across = (p->tile_columns + 1) / 2, down = (p->tile_rows + 1) / 2;
    for (int going = 1; going;) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0)
            *changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int part = 0; part < 4; part++) {
            int any = 0;
            for (int i = (int)get_local_id(0); i < across * down; i += GROUP) {
                const int x = FLOW_EDGE + 2 * (i % across) + (part & 1);
                const int y = FLOW_EDGE + 2 * (i / across) + (part >> 1), at = y * FLOW_GROUP_PITCH + x;
                if (x >= p->tile_columns + FLOW_EDGE || y >= p->tile_rows + FLOW_EDGE ||
                    (ground[at] & FLOW_CLOSED))
                    continue;
                const flow_key best = best_of_cell(window, ground, at, (odd + y) & 1);
                any |= best < window[at];
                window[at] = best;
            }
            if (any)
                *changed = 1;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        going = *changed;
    }
}

/* Loads a tile with the dirty edges around it, relaxes and stores it, and notes which of its edges improve.
 * Returns 1 if paths may be too long for the keys. */
static int ground_pass(__local flow_key *window, const flow_plan *p, __global flow_key *keys, int tile,
                       int dirty_edges, __local int *changed, __local int *least_due)
{
    const int all = (int)flow_tile_keys(p), without_corners = FLOW_GRID == GRID_SQUARE4 ? 1 : 0;
    __global const ushort *ground = flow_ground(p, keys, tile);
    __global flow_key *own = keys + (ulong)tile * (ulong)all;
    int beyond = 0;
    for (int i = (int)get_local_id(0); i < all; i += GROUP)
        window[i] = own[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < RELAX_DIRECTIONS; k++) {
        if (!(dirty_edges >> k & 1))
            continue;
        const flow_edge e = flow_edge_of(p, k, 1);
        __global const flow_key *from = keys + (ulong)flow_neighbor(p, tile, k) * (ulong)all;
        EACH_OF_EDGE(e)
        window[y * p->pitch + x] =
            min(window[y * p->pitch + x], from[(y - e.down) * p->pitch + x - e.across]);
    }
    relax_tile(window, ground, p, flow_tile_of(p, tile).row * p->tile_rows - FLOW_EDGE, changed);
    for (int i = (int)get_local_id(0); i < all; i += GROUP) {
        const flow_key key = window[i];
        own[i] = key;
        beyond |= FLOW_GRID == GRID_SQUARE8 && key < FLOW_GROUND_NOTHING &&
                  key >= FLOW_GROUND_NOTHING - (flow_key)FLOW_MAX_STEP * FLOW_DIAGONAL;
    }
    for (int k = 0; k < RELAX_DIRECTIONS; k++) {
        const int other = flow_neighbor(p, tile, k);
        if (other < 0 || (k & without_corners))
            continue;
        const flow_edge e = flow_edge_of(p, k, 0);
        __global const flow_key *to = keys + (ulong)other * (ulong)all;
        EACH_OF_EDGE(e)
        note_edge(p, to, e, x, y, window[y * p->pitch + x], 2 * FLOW_STRAIGHT, &least_due[k]);
    }
    return beyond;
}

#endif

/* The same over plain terrain. */
static int plain_pass(__local flow_key *window, const flow_plan *p, __global flow_key *keys,
                      __global const uint *walls, int tile, int dirty_edges, __local int *changed,
                      __local int *least_due)
{
    const int without_corners = FLOW_GRID == GRID_SQUARE4 ? 1 : 0;
    const flow_tile place = flow_tile_of(p, tile);
    relax_area area;
    area.column = place.column * p->tile_columns - 1;
    area.row = place.row * p->tile_rows - 1;
    area.columns = p->tile_columns + 2;
    area.rows = min(p->tile_rows + 2, p->height - area.row + 1); /* a row of walls follows the last row */
    group_window w = group_open(window, area, flow_walls(p, walls, place.world));
    load_tile(&w, p, keys, tile, dirty_edges);
    group_relax_around(&w, area.columns / 2, area.rows / 2, FLOW_GROUP_PITCH, 0, FLOW_NOTHING, 0, changed);
    const int beyond = store_tile(&w, p, keys, tile);
    for (int k = 0; k < RELAX_DIRECTIONS; k++) {
        const int other = flow_neighbor(p, tile, k);
        if (other < 0 || (k & without_corners))
            continue;
        const flow_edge e = flow_edge_of(p, k, 0);
        __global const flow_key *to = keys + (ulong)other * flow_tile_keys(p);
        EACH_OF_EDGE(e)
        note_edge(p, to, e, x, y, y <= w.rows ? w.keys[group_at(&w, x, y)] : -1, FLOW_STRAIGHT,
                  &least_due[k]);
    }
    return beyond;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
flow_passes(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges, __global int *due,
            __global int *state, __global int *patch, const int16 words, int round, int colour)
{
    __local flow_key window[GROUP_KEYS];
    __local int changed, sides, least_due[RELAX_DIRECTIONS];
    const flow_plan p = plan_of(words);
    const int tile = flow_tile_of_colour(&p, colour, (int)get_group_id(0));
    const int what = dirty_edges[tile], least = state[STATE_DUE + (round & 1)];
    const int turn = turn_of(&p, patch, tile, what, is_due(what, due[tile], least), round);
    int beyond;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (turn == NO_TURN)
        return;
    if (get_local_id(0) == 0)
        begin_turn(&p, dirty_edges, due, patch, tile, turn, round);
    if (turn != PASSES) {
        patch_tile(&p, keys, dirty_edges, due, patch, tile, turn, &changed, &sides);
        return;
    }
    for (int k = (int)get_local_id(0); k < RELAX_DIRECTIONS; k += GROUP)
        least_due[k] = FLOW_NEVER;
#if FLOW_GROUND
    if (on_ground(&p, flow_layer_of_tile(&p, tile)))
        beyond = ground_pass(window, &p, keys, tile, what, &changed, least_due);
    else
#endif
        beyond = plain_pass(window, &p, keys, walls, tile, what, &changed, least_due);
    if (beyond)
        atomic_or(&state[STATE_FOUND], FLOW_LONG);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = (int)get_local_id(0); k < RELAX_DIRECTIONS; k += GROUP)
        if (least_due[k] < FLOW_NEVER)
            mark_dirty(dirty_edges, due, flow_neighbor(&p, tile, k), 1 << ((k + 4) & 7), least_due[k]);
}

#endif

/* ---------------------------------------------------------------- reading -------------------------- */

/* Reads a region of a field, packed; `each` cells of a row per work-item. what: 0 lengths, 1 directions, 2
 * exact lengths. */
__kernel void flow_read(__global const flow_key *keys, const int16 words, int what, int field,
                        const int4 region, int each, __global float *values)
{
    const flow_plan p = plan_of(words);
    const int parts = (region.z + each - 1) / each;
    const int part = (int)get_global_id(0) % parts, i = (int)get_global_id(0) / parts;
    if (i >= region.w)
        return;
    const int world = (region.y + i) / p.height, row = region.y + i - world * p.height;
    const int column = part * each, count = min(each, region.z - column);
    const ulong to = (ulong)i * (ulong)region.z + (ulong)column;
    if (what == 2)
        flow_read_exact(&p, keys, field * p.worlds + world, row, region.x + column, count,
                        (__global int *)values + 2 * to);
    else if (what == 1)
        flow_read_directions(&p, keys, field * p.worlds + world, row, region.x + column, count,
                             (__global uchar *)values + to);
    else
        flow_read_lengths(&p, keys, field * p.worlds + world, row, region.x + column, count, values + to);
}

/* Whether a point can be sampled; those of a program's buffer are checked here alone. */
static int is_point(const flow_plan *p, int sampling, const flow_point *a)
{
    const float most = p->cell_size < 1.0f ? 1e9f * p->cell_size : 1e9f;
    const int numbers = p->classes * p->fields;
    if (sampling & FLOW_BODY)
        return 1;
    return a->x >= -most && a->x <= most && a->y >= -most && a->y <= most && a->world >= 0 &&
           a->world < p->worlds && a->field >= 0 && a->field < numbers;
}

/* Points and vectors lie at (offset, stride) = (from.x, from.y) and (to.x, to.y), in words of 4 bytes. */
__kernel void flow_sample(__global const flow_key *keys, const int16 words, int sampling, int count,
                          __global const int *points, ulong2 from, __global float *vectors, ulong2 to)
{
    const flow_plan p = plan_of(words);
    const int i = (int)get_global_id(0);
    flow_point point;
    flow_vector vector = {0.0f, 0.0f, FLOW_NO_PATH};
    if (i >= count)
        return;
    __global const int *at = points + from.x + (ulong)i * from.y;
    point.x = scalar_from_bits(at[0]);
    point.y = scalar_from_bits(at[1]);
    point.world = at[2];
    point.field = at[3];
    if (is_point(&p, sampling, &point))
        vector = flow_sample_at(&p, keys, sampling, &point);
    __global float *result = vectors + to.x + (ulong)i * to.y;
    result[0] = vector.dx;
    result[1] = vector.dy;
    result[2] = vector.length;
}
