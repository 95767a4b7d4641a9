/* Patches on devices: what an update of flow fields changes little is not computed from nothing. Keys that no
 * step makes any more are withdrawn, tile by tile, before any pass; passes then go on from those that are
 * left. A layer of which too much would be withdrawn is cleared but for its goals. `patch` is as
 * kernels/flow/plan.h has it. */
#ifndef THRONG_KERNELS_FLOW_PATCH_H
#define THRONG_KERNELS_FLOW_PATCH_H

static flow_region region_of(__global const int *patch, int i)
{
    flow_region r;
    r.column = patch[4 * i];
    r.row = patch[4 * i + 1];
    r.width = patch[4 * i + 2];
    r.height = patch[4 * i + 3];
    return r;
}

static int is_patched(__global const int *patch, int layer)
{
    return patch[FLOW_ROWS_WORD + layer] != FLOW_UNPATCHED;
}

/* Sides of a tile at which keys were withdrawn. */
#define AT_LEFT 1
#define AT_RIGHT 2
#define AT_TOP 4
#define AT_BOTTOM 8
#define WITHIN 16

static int sides_of(const flow_plan *p, int x, int y)
{
    return WITHIN | (x == FLOW_EDGE ? AT_LEFT : 0) | (x == p->tile_columns + 1 ? AT_RIGHT : 0) |
           (y == FLOW_EDGE ? AT_TOP : 0) | (y == p->tile_rows + 1 ? AT_BOTTOM : 0);
}

/* The tile in direction k that has copies of keys withdrawn there; -1: none. */
static int tile_beside(const flow_plan *p, int tile, int sides, int k)
{
    const int x = flow_column_step(k), y = relax_row_step(k);
    const int needed = (x < 0 ? AT_LEFT : x > 0 ? AT_RIGHT : 0) | (y < 0 ? AT_TOP : y > 0 ? AT_BOTTOM : 0);
    return sides && (sides & needed) == needed ? flow_neighbor(p, tile, k) : -1;
}

/* Notes that a tile had a pass in a round. */
static void note_pass(const flow_plan *p, __global int *patch, int tile, int round)
{
    if (FLOW_GROUND && (p->flags & FLOW_NEAREST) && tile < flow_tiles(p) / 2)
        patch[flow_passed_word(p) + tile] = round;
}

/* What a tile does in a round. */
#define NO_TURN 0
#define PASSES 1
#define WITHDRAWS 2
#define CLEARS 3

static int turn_of(const flow_plan *p, __global const int *patch, int tile, int dirty_edges, int now,
                   int round)
{
    return patch[flow_cleared_word(p) + flow_layer_of_tile(p, tile)] == round ? CLEARS
           : !now                                                             ? NO_TURN
           : dirty_edges & FLOW_SUSPECT                                       ? WITHDRAWS
                                                                              : PASSES;
}

/* By one work-item: the tile has seen what was new to it. */
static void begin_turn(const flow_plan *p, __global int *dirty_edges, __global int *due, __global int *patch,
                       int tile, int turn, int round)
{
    const int rest = turn == WITHDRAWS ? dirty_edges[tile] & ~FLOW_SUSPECT : 0;
    dirty_edges[tile] = rest;
    due[tile] = rest ? 0 : FLOW_NEVER;
    note_pass(p, patch, tile, round);
}

/* Of a tile, by the work-items of a group: no paths but from its goals. */
static void clear_tile(const flow_plan *p, __global flow_key *keys, __global int *dirty_edges,
                       __global int *due, int tile)
{
    const flow_key nothing = nothing_of(p, flow_layer_of_tile(p, tile));
    __global flow_key *own = keys + (ulong)tile * flow_tile_keys(p);
    int goals = 0;
    for (int y = (int)get_local_id(0); y < p->tile_rows + FLOW_BORDER; y += (int)get_local_size(0)) {
        const int inside = y >= FLOW_EDGE && y < p->tile_rows + FLOW_EDGE;
        const int left = inside ? FLOW_EDGE : p->pitch,
                  right = inside ? FLOW_EDGE + p->tile_columns : p->pitch;
        __global flow_key *row = own + y * p->pitch;
        for (int x = 0; x < left; x++)
            row[x] = nothing;
        for (int x = left; x < right; x++) {
            goals |= row[x] == 0;
            row[x] = row[x] == 0 ? 0 : nothing;
        }
        for (int x = right; x < p->pitch; x++)
            row[x] = nothing;
    }
    if (goals)
        mark_dirty(dirty_edges, due, tile, FLOW_ALL, 0);
}

#if THRONG_WIDTH > 1

/* Copies the edges around a tile, and withdraws keys of it that no step makes. Returns at which sides; takes
 * the rows that it looked at from *left, and leaves the rest undone when that is below 0. */
static int withdraw_tile(const flow_plan *p, __global flow_key *keys, int tile, int *left)
{
    const flow_withdrawn gone = flow_withdraw(p, keys, tile, flow_all_rows(p), left);
    return (gone.rows ? WITHIN : 0) | (gone.left ? AT_LEFT : 0) | (gone.right ? AT_RIGHT : 0) |
           (gone.rows & 1 ? AT_TOP : 0) | (gone.rows >> (p->tile_rows - 1) ? AT_BOTTOM : 0);
}

#else

static int is_loose(const flow_plan *p, int layer, __global const flow_key *at, __global const ushort *ground,
                    int odd)
{
#if FLOW_GROUND
    if (on_ground(p, layer))
        return (int)FLOW_GROUND_LOOSE(p, at, ground, 1, odd);
#else
    (void)layer;
#endif
    return (int)FLOW_LOOSE(p, at, ground, 1, odd);
}

/* The same by a work-group; cells of a parity of columns and rows are no neighbours. */
static int withdraw_tile(const flow_plan *p, __global flow_key *keys, int tile, __local int *changed,
                         __local int *sides, int *left)
{
    const int across = (p->tile_columns + 1) / 2, down = (p->tile_rows + 1) / 2;
    const int layer = flow_layer_of_tile(p, tile), odd = flow_tile_of(p, tile).row * p->tile_rows - FLOW_EDGE;
    const ulong all = flow_tile_keys(p);
    __global flow_key *own = keys + (ulong)tile * all;
    __global const ushort *ground = flow_ground(p, keys, tile);
    for (int k = 0; k < RELAX_DIRECTIONS; k++) {
        const flow_edge e = flow_edge_of(p, k, 1);
        const int other = flow_neighbor(p, tile, k);
        if (other < 0)
            continue;
        EACH_OF_EDGE(e)
        {
            __global flow_key *copy = own + (y * p->pitch + x);
            *copy = max(*copy, keys[(ulong)other * all + (ulong)((y - e.down) * p->pitch + x - e.across)]);
        }
    }
    *sides = 0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int going = 1; going && *left >= 0; *left -= p->tile_rows) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        *changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int part = 0; part < 4; part++) {
            int gone = 0;
            for (int i = (int)get_local_id(0); i < across * down; i += GROUP) {
                const int x = FLOW_EDGE + 2 * (i % across) + (part & 1);
                const int y = FLOW_EDGE + 2 * (i / across) + (part >> 1), at = y * p->pitch + x;
                if (x >= p->tile_columns + FLOW_EDGE || y >= p->tile_rows + FLOW_EDGE ||
                    !is_loose(p, layer, own + at, ground + at, FLOW_GRID == GRID_HEX ? (odd + y) & 1 : 0))
                    continue;
                own[at] = nothing_of(p, layer);
                gone |= sides_of(p, x, y);
            }
            if (gone) {
                atomic_or(sides, gone);
                atomic_or(changed, 1);
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        going = *changed;
    }
    return *sides;
}

#endif

/* How many more rows may be looked at for a tile's layer; of all its tiles, so that this is late. */
static int rows_left(const flow_plan *p, __global int *patch, int tile)
{
    return atomic_add(&patch[FLOW_ROWS_WORD + flow_layer_of_tile(p, tile)], 0);
}

/* By the work-items of a group: suspects the tiles that have copies of what was withdrawn, for which so many
 * rows were looked at. Passes go over the tile again. */
static void end_withdrawal(const flow_plan *p, __global int *dirty_edges, __global int *due,
                           __global int *patch, int tile, int sides, int rows)
{
    for (int k = (int)get_local_id(0); k < RELAX_DIRECTIONS; k += (int)get_local_size(0)) {
        const int other = tile_beside(p, tile, sides, k);
        if (other >= 0)
            mark_dirty(dirty_edges, due, other, FLOW_SUSPECT, FLOW_SUSPECT_DUE);
    }
    if (get_local_id(0) == 0) {
        if (sides)
            mark_dirty(dirty_edges, due, tile, FLOW_ALL, 0);
        atomic_add(&patch[FLOW_ROWS_WORD + flow_layer_of_tile(p, tile)], -rows);
    }
}

/* A turn that is no pass. */
#if THRONG_WIDTH > 1
static void patch_tile(const flow_plan *p, __global flow_key *keys, __global int *dirty_edges,
                       __global int *due, __global int *patch, int tile, int turn)
{
    const int most = rows_left(p, patch, tile);
    int left = most;
    if (turn == CLEARS) {
        clear_tile(p, keys, dirty_edges, due, tile);
    } else {
        const int sides = withdraw_tile(p, keys, tile, &left);
        end_withdrawal(p, dirty_edges, due, patch, tile, sides, most - left);
    }
}
#else
static void patch_tile(const flow_plan *p, __global flow_key *keys, __global int *dirty_edges,
                       __global int *due, __global int *patch, int tile, int turn, __local int *changed,
                       __local int *sides)
{
    if (get_local_id(0) == 0)
        *changed = rows_left(p, patch, tile);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const int most = *changed;
    int left = most;
    if (turn == CLEARS) {
        clear_tile(p, keys, dirty_edges, due, tile);
    } else {
        const int at = withdraw_tile(p, keys, tile, changed, sides, &left);
        end_withdrawal(p, dirty_edges, due, patch, tile, at, most - left);
    }
}
#endif

/* Of the layers first .. first + layers - 1 that are patched: withdraws the keys of cells that are closed
 * now, in and around `count` regions, and suspects the tiles that have these cells or copies of them. A
 * work-group takes a region of a layer at a time. */
__kernel void flow_patch(__global flow_key *keys, __global const uint *walls, __global int *dirty_edges,
                         __global int *due, __global const int *patch, const int16 words, int first,
                         int layers, int count)
{
    const flow_plan p = plan_of(words);
    const int from = (int)get_local_id(0), step = (int)get_local_size(0);
    for (int n = (int)get_group_id(0); n < layers * count; n += (int)get_num_groups(0)) {
        const int layer = first + n / count, margin = flow_margin(&p, keys, layer);
        const flow_region r = region_of(patch, n % count);
        if (!is_patched(patch, layer))
            continue;
        for (int world = r.row / p.height; world < p.worlds && world * p.height < r.row + r.height; world++) {
            const flow_box cells = flow_cells_around(&p, r, world, margin),
                           tiles = flow_tiles_around(&p, cells);
            const int columns = cells.right - cells.left, across = tiles.right - tiles.left;
            const int place = layer * p.worlds + world;
            for (int i = from; i < columns * (cells.bottom - cells.top); i += step) {
                const int column = cells.left + i % columns, row = cells.top + i / columns;
                if (is_closed(&p, keys, walls, place, column, row))
                    keys[flow_place(&p, place, column, row)] = nothing_of(&p, layer);
            }
            for (int i = from; i < across * (tiles.bottom - tiles.top); i += step)
                mark_dirty(dirty_edges, due,
                           flow_tile_index(&p, place, tiles.left + i % across, tiles.top + i / across),
                           FLOW_SUSPECT | FLOW_ALL, FLOW_SUSPECT_DUE);
        }
    }
}

#if FLOW_GROUND

/* Counts the cells of tiles that had a pass in round `begun` or later in which the layers that lead to
 * reached cells do not lead to these. A work-group takes a tile at a time. */
__kernel void flow_compare_reached(__global const flow_key *keys, __global int *patch, const int16 words,
                                   int begun)
{
    const flow_plan p = plan_of(words);
    const int goal_tiles = flow_tiles(&p) / 2, from = (int)get_local_id(0), step = (int)get_local_size(0);
    for (int goals = (int)get_group_id(0); goals < goal_tiles; goals += (int)get_num_groups(0)) {
        const int layer = flow_layer_of_tile(&p, goal_tiles + goals);
        int count = 0;
        if (!is_patched(patch, layer) || patch[flow_passed_word(&p) + goals] < begun)
            continue;
        for (int y = from; y < p.tile_rows; y += step)
            count += flow_differing_nearest(&p, keys, goals, y, y + 1);
        if (count > 0)
            atomic_add(&patch[flow_differing_word(&p) + layer], count);
    }
}

/* Takes over into a tile which cells are reached now. */
static void take_reached(const flow_plan *p, __global flow_key *keys, __global int *dirty_edges,
                         __global int *due, int goals, int tile)
{
    const int all = (int)flow_tile_keys(p);
    const flow_key unreached = nothing_of(p, flow_layer_of_tile(p, goals));
    const flow_key nothing = nothing_of(p, flow_layer_of_tile(p, tile));
    int lost = 0, won = 0;
    for (int i = (int)get_local_id(0); i < p->tile_columns * p->tile_rows; i += (int)get_local_size(0)) {
        const int x = FLOW_EDGE + i % p->tile_columns, y = FLOW_EDGE + i / p->tile_columns;
        const ulong at = (ulong)(y * p->pitch + x);
        __global flow_key *key = keys + (ulong)tile * (ulong)all + at;
        const int reached = keys[(ulong)goals * (ulong)all + at] < unreached;
        if (reached == (*key == 0))
            continue;
        *key = reached ? 0 : nothing;
        won |= reached;
        lost |= reached ? 0 : sides_of(p, x, y);
    }
    if (won || lost)
        mark_dirty(dirty_edges, due, tile, FLOW_ALL | (lost ? FLOW_SUSPECT : 0), lost ? FLOW_SUSPECT_DUE : 0);
    for (int k = 0; k < RELAX_DIRECTIONS; k++) {
        const int other = tile_beside(p, tile, lost, k);
        if (other >= 0)
            mark_dirty(dirty_edges, due, other, FLOW_SUSPECT, FLOW_SUSPECT_DUE);
    }
}

/* The same in all tiles that had such a pass; where many cells differ the layer begins anew. */
__kernel void flow_take_reached(__global flow_key *keys, __global int *dirty_edges, __global int *due,
                                __global const int *patch, const int16 words, int begun)
{
    const flow_plan p = plan_of(words);
    const int goal_tiles = flow_tiles(&p) / 2, all = (int)flow_tile_keys(&p);
    for (int goals = (int)get_group_id(0); goals < goal_tiles; goals += (int)get_num_groups(0)) {
        const int tile = goal_tiles + goals, layer = flow_layer_of_tile(&p, tile);
        if (!is_patched(patch, layer))
            continue;
        if (!flow_are_few(&p, patch[flow_differing_word(&p) + layer])) {
            flow_begin_nearest(&p, keys, goals, (int)get_local_id(0), all, (int)get_local_size(0));
            if (get_local_id(0) == 0) {
                dirty_edges[tile] = FLOW_ALL;
                due[tile] = 0;
            }
        } else if (patch[flow_passed_word(&p) + goals] >= begun) {
            take_reached(&p, keys, dirty_edges, due, goals, tile);
        }
    }
}

#endif

#endif
