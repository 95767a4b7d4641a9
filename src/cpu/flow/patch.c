/* Fields after a change of walls or costs, by what it changes: keys that no step makes any more are
 * withdrawn, in rows around what changed, which leaves keys of paths that there are. Passes then start from
 * all keys of the tiles concerned. */
#include "src/cpu/flow/flow.h"
#include "src/cpu/simd.h"

#include <string.h>

/* A patch of a layer; tiles in question wait in a ring. */
typedef struct patch {
    cpu_flow *f;
    int32_t layer, first, tiles; /* the layer's tiles */
    int32_t head, count;         /* of the ring, which is f->chosen */
} patch;

/* rows: of the tile, those to be looked at. */
static void queue(patch *q, int32_t tile, uint64_t rows)
{
    q->f->rows[tile] |= rows;
    if (q->f->marks[tile] & CPU_FLOW_QUEUED)
        return;
    q->f->marks[tile] |= CPU_FLOW_QUEUED;
    q->f->chosen[(q->head + q->count++) % q->tiles] = tile;
}

static void set_key(cpu_flow *f, size_t at, int64_t key)
{
    if (f->plan.widest)
        ((int64_t *)f->keys)[at] = key;
    else
        ((int32_t *)f->keys)[at] = (int32_t)key;
}

static uint64_t beside(uint64_t rows) { return rows | rows << 1 | rows >> 1; }

/* Keys of a tile were withdrawn: queues the tiles beside it that have copies of these. */
static void queue_beside(patch *q, int32_t tile, const flow_withdrawn *w)
{
    const flow_plan *p = &q->f->plan;
    const uint64_t first = 1, last = first << (p->tile_rows - 1);
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
        const int32_t other = flow_neighbor(p, tile, k), x = flow_column_step(k), y = relax_row_step(k);
        const uint64_t gone = x < 0 ? w->left : x > 0 ? w->right : w->rows;
        const uint64_t rows = y < 0   ? (gone & first ? last : 0)
                              : y > 0 ? (gone & last ? first : 0)
                                      : beside(gone) & flow_all_rows(p);
        if (other >= 0 && rows)
            queue(q, other, rows);
    }
}

/* The rows of a tile in or beside rows top .. bottom - 1 of the world. */
static uint64_t rows_of(const flow_plan *p, int32_t tile_row, int32_t top, int32_t bottom)
{
    const int32_t first = top - 1 - tile_row * p->tile_rows, last = bottom + 1 - tile_row * p->tile_rows;
    const int32_t from = first > 0 ? first : 0, end = last < p->tile_rows ? last : p->tile_rows;
    return from < end ? ~(uint64_t)0 >> (64 - end) & ~(uint64_t)0 << from : 0;
}

/* Withdraws the keys of cells that are closed now, and queues the tiles that have these cells or copies of
 * them. */
static void begin(patch *q, int32_t world, flow_box cells)
{
    cpu_flow *f = q->f;
    const flow_plan *p = &f->plan;
    const flow_box tiles = flow_tiles_around(p, cells);
    const int32_t place = q->layer * p->worlds + world;
    for (int32_t row = cells.top; row < cells.bottom; row++)
        for (int32_t column = cells.left; column < cells.right; column++)
            if (throng_cpu_flow_is_closed(f, place, column, row))
                set_key(f, flow_place(p, place, column, row), flow_nothing(p, q->layer));
    for (int32_t y = tiles.top; y < tiles.bottom; y++)
        for (int32_t x = tiles.left; x < tiles.right; x++) {
            const int32_t tile = flow_tile_index(p, place, x, y);
            f->marks[tile] |= CPU_FLOW_CONCERNED;
            queue(q, tile, rows_of(p, y, cells.top, cells.bottom));
        }
}

/* Withdraws what no step makes; 0 if it is too much: a look at all rows of the layer takes about as long as
 * computing them anew, so that half of one is allowed. */
static int32_t withdraw(patch *q)
{
    cpu_flow *f = q->f;
    int32_t scans = q->tiles < INT32_MAX / FLOW_TILE ? q->tiles * f->plan.tile_rows / 2 : INT32_MAX;
    while (q->count > 0 && scans >= 0) {
        const int32_t tile = f->chosen[q->head];
        const uint64_t rows = f->rows[tile];
        q->head = (q->head + 1) % q->tiles;
        q->count--;
        f->marks[tile] &= (uint8_t)~CPU_FLOW_QUEUED;
        f->rows[tile] = 0;
        const flow_withdrawn gone = f->context->simd->flow_withdraw(&f->plan, f->keys, tile, rows, &scans);
        f->marks[tile] |= gone.rows ? CPU_FLOW_CONCERNED : 0;
        queue_beside(q, tile, &gone);
    }
    return scans >= 0;
}

/* Takes in changes of walls and costs, and what is queued already; 0 if that is too much. */
static int32_t take_changes(patch *q, const throng_flow_changes *changes)
{
    const flow_plan *p = &q->f->plan;
    const int32_t margin = flow_margin(p, q->f->keys, q->layer);
    for (int32_t i = 0; i < changes->count; i++)
        for (int32_t world = 0; world < p->worlds; world++) {
            const flow_box cells = flow_cells_around(p, changes->regions[i], world, margin);
            if (cells.top < cells.bottom)
                begin(q, world, cells);
        }
    return withdraw(q);
}

static void tell_concerned(const patch *q)
{
    for (int32_t tile = q->first; tile < q->first + q->tiles; tile++)
        if (q->f->marks[tile] & CPU_FLOW_CONCERNED)
            throng_cpu_flow_tell(q->f, tile, FLOW_ALL, 0);
}

static patch patch_of(cpu_flow *f, int32_t layer)
{
    const int32_t tiles = f->tiles / f->plan.layers;
    memset(f->marks + (size_t)layer * (size_t)tiles, 0, (size_t)tiles);
    memset(f->rows + (size_t)layer * (size_t)tiles, 0, (size_t)tiles * sizeof *f->rows);
    return (patch){f, layer, layer * tiles, tiles, 0, 0};
}

void throng_cpu_flow_patch(cpu_flow *f, const uint8_t *stale, const throng_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    throng_flow_mark_anew(p, stale, throng_flow_changed_little(p, changes), f->seed_counts, f->anew);
    int32_t enough = 1; /* what was too much for one layer is left undone for the next ones too */
    for (int32_t layer = 0; layer < flow_goal_layers(p); layer++) {
        const int32_t field = layer % p->fields;
        if (!(stale[field] & THRONG_FLOW_GROUND_CHANGED) || f->anew[field])
            continue;
        if (enough) {
            patch q = patch_of(f, layer);
            enough = take_changes(&q, changes);
            if (enough)
                tell_concerned(&q);
        }
        f->anew[field] = !enough;
    }
}

/* ---------------------------------------------------------------- to the nearest reached cell ------- */

/* Takes over which cells of a tile are no longer reached, or, where `won`, which are now. Returns those. */
static flow_withdrawn take_reached(const patch *q, int32_t tile, int32_t won)
{
    cpu_flow *f = q->f;
    const flow_plan *p = &f->plan;
    const int32_t goals = tile - f->tiles / 2; /* the same tile of the layer that leads to goals */
    const int64_t unreached = flow_nothing(p, flow_layer_of_tile(p, goals));
    flow_withdrawn taken = {0, 0, 0};
    for (int32_t y = 0; y < p->tile_rows; y++) {
        const size_t row = (size_t)(y + FLOW_EDGE) * (size_t)p->pitch + FLOW_EDGE;
        const size_t from = (size_t)goals * flow_tile_keys(p) + row;
        const size_t to = (size_t)tile * flow_tile_keys(p) + row;
        const uint64_t bit = (uint64_t)1 << y;
        if (flow_differing_nearest(p, f->keys, goals, y, y + 1) == 0)
            continue;
        for (int32_t x = 0; x < p->tile_columns; x++) {
            const int32_t reached = !flow_key_is(p, f->keys, from + (size_t)x, unreached);
            if (reached != won || reached == flow_key_is(p, f->keys, to + (size_t)x, 0))
                continue;
            set_key(f, to + (size_t)x, won ? 0 : flow_nothing(p, q->layer));
            taken.rows |= bit;
            taken.left |= x == 0 ? bit : 0;
            taken.right |= x == p->tile_columns - 1 ? bit : 0;
        }
    }
    return taken;
}

/* Keys that were withdrawn are copied to the tiles beside; only then may keys be better than before, which
 * passes tell by their copies. */
int32_t throng_cpu_flow_patch_nearest(cpu_flow *f, int32_t layer, const throng_flow_changes *changes)
{
    patch q = patch_of(f, layer);
    for (int32_t tile = q.first; tile < q.first + q.tiles; tile++) {
        if (f->due[tile] == 0)
            continue;
        const flow_withdrawn lost = take_reached(&q, tile, 0);
        if (lost.rows) {
            f->marks[tile] |= CPU_FLOW_CONCERNED;
            queue(&q, tile, beside(lost.rows) & flow_all_rows(&f->plan));
            queue_beside(&q, tile, &lost);
        }
    }
    if (!take_changes(&q, changes))
        return 0;
    for (int32_t tile = q.first; tile < q.first + q.tiles; tile++)
        if (f->due[tile] > 0 && take_reached(&q, tile, 1).rows)
            f->marks[tile] |= CPU_FLOW_CONCERNED;
    tell_concerned(&q);
    return 1;
}
