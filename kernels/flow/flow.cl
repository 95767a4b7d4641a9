/* Flow fields on OpenCL devices. A program is built for one grid (FLOW_GRID) and one key width (FLOW_WIDEST).
 * A round finds the smallest due of all tiles, then launches each colour. Vector widths: a work-item passes
 * over several tiles. Width 1: a work-group relaxes one tile in local memory. */
#ifndef FLOW_GRID
#define FLOW_GRID 0
#endif
#ifndef FLOW_WIDEST
#define FLOW_WIDEST 0
#endif
#ifndef GROUP
#define GROUP 64
#endif
#include "kernels/flow/query.h"

#if FLOW_WIDEST
typedef long flow_key;
#define FLOW_PASS flow_widest_pass_on_grid
#define FLOW_NOTHING ((long)PATH_WIDEST_Q * PATH_WIDEST_P)
#define FLOW_STRAIGHT ((long)PATH_WIDEST_Q)
#define FLOW_DIAGONAL ((long)PATH_WIDEST_P)
#else
typedef int flow_key;
#define FLOW_PASS flow_wide_pass_on_grid
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
    p.fields = words.s3;
    p.grid = FLOW_GRID;
    p.tile_columns = words.s5;
    p.tile_rows = words.s6;
    p.tiles_x = words.s7;
    p.tiles_y = words.s8;
    p.pitch = words.s9;
    p.walls_pitch = words.sa;
    p.widest = FLOW_WIDEST;
    p.cell_size = scalar_from_bits(words.sc);
    return p;
}

static int tiles_of(const flow_plan *p) { return p->fields * p->worlds * p->tiles_x * p->tiles_y; }

/* ---------------------------------------------------------------- setup ---------------------------- */

/* Copies the walls, so that all rounds of an update see the same ones. */
__kernel void flow_copy_walls(__global const uint *walls, __global uint *kept, ulong count)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0))
        kept[i] = walls[i];
}

/* Initialises the shared state. */
__kernel void flow_begin(__global int *state)
{
    state[STATE_DUE] = FLOW_NEVER;
    state[STATE_DUE + 1] = FLOW_NEVER;
    state[STATE_FOUND] = 0;
    state[STATE_ROUND] = 0;
}

/* Clears the fields first .. first + count - 1: no paths, no dirty edges. */
__kernel void flow_clear(__global flow_key *keys, __global int *dirty_edges, __global int *due,
                         const int16 words, int first, int count)
{
    const flow_plan p = plan_of(words);
    const ulong tiles = (ulong)(tiles_of(&p) / p.fields), all = flow_tile_keys(&p);
    const ulong from = (ulong)first * tiles, end = from + (ulong)count * tiles;
    for (ulong i = from * all + get_global_id(0); i < end * all; i += get_global_size(0))
        keys[i] = FLOW_NOTHING;
    for (ulong i = from + get_global_id(0); i < end; i += get_global_size(0)) {
        dirty_edges[i] = 0;
        due[i] = FLOW_NEVER;
    }
}

/* Sets the goals first .. first + count - 1 of the list of all fields, which belong to `field`. */
__kernel void flow_set_goals(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges,
                             __global int *due, __global const int2 *goals, const int16 words, int field,
                             ulong first, int count)
{
    const flow_plan p = plan_of(words);
    for (int i = (int)get_global_id(0); i < count; i += (int)get_global_size(0)) {
        const int2 cell = goals[first + (ulong)i];
        const int world = cell.y / p.height, row = cell.y - world * p.height;
        const int place = field * p.worlds + world;
        if (terrain_blocked(flow_walls(&p, walls, world), cell.x, row))
            continue;
        const int tile = flow_tile_index(&p, place, cell.x / p.tile_columns, row / p.tile_rows);
        keys[flow_place(&p, place, cell.x, row)] = 0;
        atomic_or(&dirty_edges[tile], FLOW_GOALS);
        atomic_and(&due[tile], 0);
    }
}

/* ---------------------------------------------------------------- rounds ---------------------------- */

__kernel void flow_find_due(__global const int *dirty_edges, __global const int *due, __global int *state,
                            const int16 words, int round)
{
    const flow_plan p = plan_of(words);
    const int tiles = tiles_of(&p);
    int least = FLOW_NEVER;
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

static void mark_dirty(__global int *dirty_edges, __global int *due, int tile, int what, int when)
{
    atomic_min(&due[tile], when);
    atomic_or(&dirty_edges[tile], what);
}

#if THRONG_WIDTH > 1

__kernel void flow_passes(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges,
                          __global int *due, __global int *state, __global uchar *scratch,
                          ulong scratch_bytes, const int16 words, int round, int colour)
{
    const flow_plan p = plan_of(words);
    const int tiles = flow_colour_tiles(&p, colour), least = state[STATE_DUE + (round & 1)];
    __global uchar *own = scratch + get_global_id(0) * scratch_bytes;
    for (int i = (int)get_global_id(0); i < tiles; i += (int)get_global_size(0)) {
        const int tile = flow_tile_of_colour(&p, colour, i), what = dirty_edges[tile];
        if (!is_due(what, due[tile], least))
            continue;
        dirty_edges[tile] = 0;
        due[tile] = FLOW_NEVER;
        const flow_pass_result result = FLOW_PASS(&p, keys, walls, tile, what, own, FLOW_GRID);
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

/* Loops over the cells (x, y) of an edge, distributed over the work-items. */
#define EACH_OF_EDGE(e)                                                                                      \
    for (int i = (int)get_local_id(0), n = (e).right - (e).left + 1, x, y;                                   \
         i < n * ((e).bottom - (e).top + 1) && (x = (e).left + i % n, y = (e).top + i / n, 1); i += GROUP)

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

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
flow_passes(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges, __global int *due,
            __global int *state, const int16 words, int round, int colour)
{
    __local flow_key window[GROUP_KEYS];
    __local int changed, least_due[RELAX_DIRECTIONS];
    const int without_corners = FLOW_GRID == GRID_SQUARE4 ? 1 : 0;
    const flow_plan p = plan_of(words);
    const int tile = flow_tile_of_colour(&p, colour, (int)get_group_id(0));
    const int what = dirty_edges[tile], wanted = is_due(what, due[tile], state[STATE_DUE + (round & 1)]);
    const flow_tile place = flow_tile_of(&p, tile);
    relax_area area;
    area.column = place.column * p.tile_columns - 1;
    area.row = place.row * p.tile_rows - 1;
    area.columns = p.tile_columns + 2;
    area.rows = min(p.tile_rows + 2, p.height - area.row + 1); /* one row of walls follows the last row */
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (!wanted)
        return;
    if (get_local_id(0) == 0) {
        dirty_edges[tile] = 0;
        due[tile] = FLOW_NEVER;
    }
    for (int k = (int)get_local_id(0); k < RELAX_DIRECTIONS; k += GROUP)
        least_due[k] = FLOW_NEVER;
    group_window w = group_open(window, area, flow_walls(&p, walls, place.world));
    load_tile(&w, &p, keys, tile, what);
    group_relax_around(&w, area.columns / 2, area.rows / 2, FLOW_GROUP_PITCH, 0, FLOW_NOTHING, 0, &changed);
    if (store_tile(&w, &p, keys, tile))
        atomic_or(&state[STATE_FOUND], FLOW_LONG);
    for (int k = 0; k < RELAX_DIRECTIONS; k++) {
        const int other = flow_neighbor(&p, tile, k);
        if (other < 0 || (k & without_corners))
            continue;
        const flow_edge e = flow_edge_of(&p, k, 0);
        __global const flow_key *to = keys + (ulong)other * flow_tile_keys(&p);
        EACH_OF_EDGE(e)
        {
            const flow_key key = y <= w.rows ? w.keys[group_at(&w, x, y)] : -1;
            if (key >= 0 && key < to[(y - e.down) * p.pitch + x - e.across])
                atomic_min(&least_due[k], (int)(key / FLOW_STRAIGHT));
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = (int)get_local_id(0); k < RELAX_DIRECTIONS; k += GROUP)
        if (least_due[k] < FLOW_NEVER)
            mark_dirty(dirty_edges, due, flow_neighbor(&p, tile, k), 1 << ((k + 4) & 7), least_due[k]);
}

#endif

/* ---------------------------------------------------------------- reading -------------------------- */

/* Reads a region of a field, packed; `each` cells of a row per work-item. */
__kernel void flow_read(__global const flow_key *keys, const int16 words, int directions, int field,
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
    if (directions)
        flow_read_directions(&p, keys, field * p.worlds + world, row, region.x + column, count,
                             (__global uchar *)values + to);
    else
        flow_read_lengths(&p, keys, field * p.worlds + world, row, region.x + column, count, values + to);
}

__kernel void flow_sample(__global const flow_key *keys, const int16 words, int sampling, int count,
                          __global const int4 *agents, __global float *vectors)
{
    const flow_plan p = plan_of(words);
    const int i = (int)get_global_id(0);
    flow_point agent;
    if (i >= count)
        return;
    agent.x = scalar_from_bits(agents[i].x);
    agent.y = scalar_from_bits(agents[i].y);
    agent.world = agents[i].z;
    agent.field = agents[i].w;
    const flow_vector vector = flow_sample_at(&p, keys, sampling, &agent);
    vectors[3 * i] = vector.dx;
    vectors[3 * i + 1] = vector.dy;
    vectors[3 * i + 2] = vector.length;
}
