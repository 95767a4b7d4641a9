/* Fields after a change of walls or costs, by what it changes: keys that no step makes any more are
 * withdrawn, tile by tile, which leaves keys of paths that there are. Passes then start from all keys of the
 * tiles concerned. */
#include "src/cpu/flow/flow.h"
#include "src/cpu/simd.h"

#include <string.h>

enum {
    QUEUED = 1,   /* the tile is in the queue */
    CONCERNED = 2 /* its keys or its ground changed */
};

/* A patch of a layer; tiles in question wait in a ring. */
typedef struct patch {
    cpu_flow *f;
    int32_t layer, first, tiles; /* the layer's tiles */
    int32_t head, count;         /* of the ring, which is f->chosen */
} patch;

static void queue(patch *q, int32_t tile)
{
    if (q->f->marks[tile] & QUEUED)
        return;
    q->f->marks[tile] |= QUEUED;
    q->f->chosen[(q->head + q->count++) % q->tiles] = tile;
}

static void withdraw_key(cpu_flow *f, size_t at, int64_t nothing)
{
    if (f->plan.widest)
        ((int64_t *)f->keys)[at] = nothing;
    else
        ((int32_t *)f->keys)[at] = (int32_t)nothing;
}

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/* Withdraws the keys of cells that are closed now, of a region of one world and `margin` cells around it, and
 * queues the tiles that have these cells or copies of them. */
static void begin(patch *q, int32_t world, throng_region r, int32_t margin)
{
    cpu_flow *f = q->f;
    const flow_plan *p = &f->plan;
    const int32_t place = q->layer * p->worlds + world;
    const int32_t left = larger(r.column - margin, 0), right = smaller(r.column + r.width + margin, p->width);
    const int32_t top = larger(r.row - margin, 0), bottom = smaller(r.row + r.height + margin, p->height);
    for (int32_t row = top; row < bottom; row++)
        for (int32_t column = left; column < right; column++)
            if (throng_cpu_flow_is_closed(f, place, column, row))
                withdraw_key(f, flow_place(p, place, column, row), flow_nothing(p, q->layer));
    for (int32_t y = larger(top - FLOW_EDGE, 0) / p->tile_rows;
         y < p->tiles_y && y * p->tile_rows < bottom + FLOW_EDGE; y++)
        for (int32_t x = larger(left - FLOW_EDGE, 0) / p->tile_columns;
             x < p->tiles_x && x * p->tile_columns < right + FLOW_EDGE; x++) {
            const int32_t tile = flow_tile_index(p, place, x, y);
            f->marks[tile] |= CONCERNED;
            queue(q, tile);
        }
}

/* Cells around a change whose ground, or whose steps, it may change. */
static int32_t margin_of(const cpu_flow *f, int32_t layer)
{
    const flow_plan *p = &f->plan;
    const int32_t nearest =
        flow_is_wide(p, layer) ? flow_head(p, f->keys)->nearest[flow_class_of_layer(p, layer)] : 1;
    int32_t margin = 0;
    while (flow_aside(margin) < nearest)
        margin++;
    return margin + 1;
}

/* Withdraws what no step makes; 0 if it is too much: a look at all rows of the layer takes about as long as
 * computing them anew, so that half of one is allowed. */
static int32_t withdraw(patch *q)
{
    cpu_flow *f = q->f;
    int32_t scans = q->tiles < INT32_MAX / FLOW_TILE ? q->tiles * f->plan.tile_rows / 2 : INT32_MAX;
    while (q->count > 0) {
        const int32_t tile = f->chosen[q->head];
        q->head = (q->head + 1) % q->tiles;
        q->count--;
        f->marks[tile] &= (uint8_t)~QUEUED;
        const int32_t changed = f->context->simd->flow_withdraw(&f->plan, f->keys, tile, &scans);
        if (changed == FLOW_TOO_MUCH)
            return 0;
        f->marks[tile] |= changed ? CONCERNED : 0;
        for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
            if (changed >> k & 1 && flow_neighbor(&f->plan, tile, k) >= 0)
                queue(q, flow_neighbor(&f->plan, tile, k));
    }
    return 1;
}

static int32_t patch_layer(cpu_flow *f, int32_t layer, const cpu_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    const int32_t tiles = f->tiles / p->layers, margin = margin_of(f, layer);
    patch q = {f, layer, layer * tiles, tiles, 0, 0};
    memset(f->marks + q.first, 0, (size_t)tiles);
    for (int32_t i = 0; i < changes->count; i++)
        for (int32_t world = 0; world < p->worlds; world++) {
            throng_region r = changes->regions[i];
            r.row -= world * p->height;
            if (r.row < p->height && r.row + r.height > 0)
                begin(&q, world, r, margin);
        }
    if (!withdraw(&q))
        return 0;
    for (int32_t tile = q.first; tile < q.first + tiles; tile++)
        if (f->marks[tile] & CONCERNED)
            throng_cpu_flow_tell(f, tile, FLOW_ALL, 0);
    return 1;
}

enum { FEW_TILES = 4 }; /* of fewer half a look, see withdraw(), is not enough for one tile */

/* Whether a change is small enough for this to pay. */
static int32_t is_small(const cpu_flow *f, const cpu_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    int64_t cells = 0;
    for (int32_t i = 0; i < changes->count; i++)
        cells += (int64_t)changes->regions[i].width * changes->regions[i].height;
    return f->tiles / p->layers >= FEW_TILES && changes->count >= 0 &&
           cells <= (int64_t)p->width * p->height * p->worlds / 16;
}

void throng_cpu_flow_patch(cpu_flow *f, const uint8_t *stale, const cpu_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    const int32_t small = is_small(f, changes);
    for (int32_t i = 0; i < p->fields; i++)
        f->anew[i] = (stale[i] & THRONG_FLOW_GOALS_CHANGED) ||
                     ((stale[i] & THRONG_FLOW_GROUND_CHANGED) && (!small || throng_cpu_flow_has_seeds(f, i)));
    int32_t enough = 1; /* what was too much for one layer is left undone for the next ones too */
    for (int32_t layer = 0; layer < flow_goal_layers(p); layer++) {
        const int32_t field = layer % p->fields;
        if (!(stale[field] & THRONG_FLOW_GROUND_CHANGED) || f->anew[field])
            continue;
        enough = enough && patch_layer(f, layer, changes);
        f->anew[field] = !enough;
    }
}
