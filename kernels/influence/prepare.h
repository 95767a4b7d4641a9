/* Prepares sources from objects: Euclidean influence, and propagated influence (path, adjacent), which starts
 * at the object's cell. */
#ifndef THRONG_KERNELS_INFLUENCE_PREPARE_H
#define THRONG_KERNELS_INFLUENCE_PREPARE_H

#include "kernels/common/directions.h"
#include "kernels/common/terrain.h"
#include "kernels/influence/source.h"

typedef struct influence_cell {
    int32_t column, row; /* of its world */
} influence_cell;

/* Cell of an object shifted by (x, y) cells; on hexagonal grids the nearest centre, ties to the lower row,
 * then column. limit: as of influence_place_within(). */
static inline influence_cell influence_cell_within(const influence_object *o, const influence_grid *grid,
                                                   float x, float y, float limit)
{
    influence_source s;
    influence_cell cell;
    influence_place_within(&s, grid, influence_coordinate(o->x, grid->cell_size, x),
                           influence_coordinate(o->y, grid->cell_size, y), limit);
    cell.column = s.column;
    cell.row = s.row;
    if (!grid->hex)
        return cell;
    float least = 3.0e38f;
    for (int32_t k = -1; k <= 1; k++) {
        int32_t row = s.row + k;
        float shift = 0.5f * (float)(row & 1);
        /* nearest centre of the row, ties to the lower one */
        int32_t column = influence_floor(s.fx - shift + 0.5f);
        if ((float)column - 0.5f == s.fx - shift)
            column--;
        float dx = s.fx - shift - (float)column;
        float dy = s.fy - (float)k * HEX_ROW;
        float square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            cell.column = s.column + column;
            cell.row = row;
        }
    }
    return cell;
}

static inline influence_cell influence_cell_at(const influence_object *o, const influence_grid *grid, float x,
                                               float y)
{
    return influence_cell_within(o, grid, x, y, ANCHOR_LIMIT);
}

static inline terrain_view influence_walls(THRONG_GLOBAL const uint32_t *walls, const influence_grid *grid,
                                           int32_t world)
{
    terrain_view view;
    view.bits = walls + (size_t)world * (size_t)grid->walls_rows * (size_t)grid->walls_pitch;
    view.pitch = grid->walls_pitch;
    return view;
}

static inline int32_t influence_cell_free(influence_cell cell, const influence_grid *grid, terrain_view walls)
{
    return cell.column >= 0 && cell.column < grid->width && cell.row >= 0 && cell.row < grid->world_height &&
           !terrain_blocked(walls, cell.column, cell.row);
}

/* Whether a step between two adjacent cells is possible: the target is free and no corner is cut. */
static inline int32_t influence_passes(influence_cell from, influence_cell to, const influence_grid *grid,
                                       terrain_view walls)
{
    if (!influence_cell_free(to, grid, walls))
        return 0;
    if (grid->hex || from.column == to.column || from.row == to.row)
        return 1;
    return !terrain_blocked(walls, to.column, from.row) && !terrain_blocked(walls, from.column, to.row);
}

/* Step 1, 2, ... of a position offset, of at most two cells along the motion. Returns 0 if it is beyond the
 * offset, or a wall, the map's border or a cut corner is in the way. */
static inline int32_t influence_advance_step(const influence_object *o, influence_cell *cell, int32_t step,
                                             float ux, float uy, float offset, const influence_grid *grid,
                                             terrain_view walls)
{
    if ((ux == 0.0f && uy == 0.0f) || !((float)(step - 1) < offset))
        return 0;
    const float far = scalar_min((float)step, offset);
    const influence_cell next = influence_cell_at(o, grid, far * ux, far * uy);
    if (grid->hex) { /* a vertical step may skip a cell */
        const float middle = 0.5f * ((float)(step - 1) + far);
        const influence_cell between = influence_cell_at(o, grid, middle * ux, middle * uy);
        if (!influence_passes(*cell, between, grid, walls))
            return 0;
    }
    if (!influence_passes(*cell, next, grid, walls))
        return 0;
    *cell = next;
    return 1;
}

/* Applies the position offset: advances cell by cell along the motion, and stops before the first wall, map
 * border or cut corner. */
static inline influence_cell influence_advance(const influence_object *o, influence_cell cell, float ux,
                                               float uy, float offset, const influence_grid *grid,
                                               terrain_view walls)
{
    int32_t step = 1;
    while (influence_advance_step(o, &cell, step, ux, uy, offset, grid, walls))
        step++;
    return cell;
}

/* Reach of a source of that momentum in cells if every step costs its own length. */
static inline float influence_budget(const influence_source *s, float momentum, const influence_grid *grid)
{
    float reach = s->reach;
    if (grid->propagation == INFLUENCE_ADJACENT) {
        /* the threshold is slightly below the influence at max_distance; see footprint_steps_of() */
        float slack = 1e-5f + 5e-7f * reach;
        if (s->kind & INFLUENCE_EXPONENTIAL) {
            float rate = scalar_min(s->rate, -1e-18f);
            float least = slack < 0.9f ? twofloat_log2(1.0f - slack).hi / rate : 1e9f;
            float nothing = (130.0f + twofloat_log2(scalar_abs(s->strength) * INFLUENCE_UNSCALE).hi) / -rate;
            reach = scalar_min(reach + least, scalar_max(nothing, 0.0f)) * 1.0001f + 0.01f;
        } else {
            float strength = scalar_abs(s->strength);
            float rate = scalar_max(scalar_abs(s->rate), FLOAT_LEAST);
            float kept =
                scalar_max(scalar_abs(strength - rate * reach) - influence_linear_slack(s, momentum), 0.0f);
            reach = scalar_max(strength - kept, 0.0f) / rate * 1.0001f + 0.01f;
        }
    }
    return reach;
}

/* Maximum extent of influence from its source in cells, to the right, down, left and up. A path may start
 * with the cheapest step and then turn. In adjacent propagation each step has its own cost, so moving one
 * cell away costs at least the cheapest step in that direction. */
static inline void influence_extents(int32_t extent[4], const influence_source *s, const influence_grid *grid)
{
    const float budget = influence_budget(s, influence_momentum(s), grid);
    float pace[RELAX_DIRECTIONS], fastest = 1.0f;
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
        float x, y;
        relax_vector(k, grid->kind, &x, &y);
        pace[k] = 1.0f + (x * s->ax + y * s->ay);
        fastest = scalar_max(fastest, pace[k]);
        pace[k] *= relax_diagonal(k, grid->kind) ? 0.707106829f : 1.0f;
    }
    for (int32_t side = 0; side < 4; side++) {
        float best = 0.0f;
        for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
            /* directions 7, 0, 1 lead right, 1, 2, 3 down, and so on */
            int32_t toward = ((k - 2 * side + 1) & 7) <= 2;
            if (toward && relax_direction_exists(k, grid->kind))
                best = scalar_max(best, pace[k]);
        }
        float cells = budget * (grid->propagation == INFLUENCE_ADJACENT ? best : fastest) * 1.000004f;
        extent[side] = (int32_t)scalar_min(cells, ANCHOR_LIMIT);
    }
}

/* The farthest that influence gets from its source in any direction, in cells, wherever the object is. */
static inline int32_t influence_farthest(const influence_source *s, float alpha, const influence_grid *grid)
{
    const float cells = influence_budget(s, 1.415f * alpha, grid) * (1.0f + alpha) * 1.00001f + 1.0f;
    return (int32_t)scalar_min(cells, ANCHOR_LIMIT);
}

/* Propagated influence: the source is the object's cell, the circle becomes a square of cells. */
static inline void influence_set_cell(influence_source *s, const influence_object *o,
                                      const influence_grid *grid, THRONG_GLOBAL const uint32_t *walls,
                                      float ux, float uy, float offset)
{
    terrain_view view = influence_walls(walls, grid, o->world);
    influence_cell cell = influence_cell_at(o, grid, 0.0f, 0.0f);
    int32_t here = influence_cell_free(cell, grid, view);
    if (here)
        cell = influence_advance(o, cell, ux, uy, offset, grid, view);
    int32_t extent[4], end = grid->world_height - 1;
    influence_extents(extent, s, grid);
    s->column = cell.column;
    s->row = cell.row;
    /* compensates influence_columns(), which adds half a cell on the left */
    s->fx = 0.5f * (float)(extent[0] - extent[2]);
    s->fy = 0.0f;
    s->circle_share = 0.0f;
    s->circle_radius = 0.5f * (float)(extent[0] + extent[2]) - 0.4f;
    s->row_first = cell.row > extent[3] ? cell.row - extent[3] : 0;
    s->row_last = extent[1] > end - cell.row ? end : cell.row + extent[1];
    if (!here || s->strength == 0.0f) {
        s->row_first = 0;
        s->row_last = -1;
    }
}

/* Part of the source that depends on the direction of motion. Returns the alpha that counts. */
static inline float influence_set_pace(influence_source *s, const influence_object *o, float ux, float uy)
{
    const float alpha = scalar_min(flush_small(o->alpha, 1e-18f), 0.999999046f);
    s->ax = flush_small(alpha * ux, 1e-18f);
    s->ay = flush_small(alpha * uy, 1e-18f);
    const int32_t adjusted = s->ax != 0.0f || s->ay != 0.0f;
    s->kind = (s->kind & INFLUENCE_EXPONENTIAL) | (adjusted ? INFLUENCE_ADJUSTED : 0);
    return adjusted ? alpha : 0.0f;
}

static inline float influence_offset(const influence_object *o) { return flush_small(o->offset, 1e-18f); }

/* Part of the source that depends on position and motion. */
static inline void influence_set_motion(influence_source *s, const influence_object *o,
                                        const influence_grid *grid, THRONG_GLOBAL const uint32_t *walls)
{
    float ux, uy;
    influence_direction(o, &ux, &uy);
    const float alpha = influence_set_pace(s, o, ux, uy);
    const float offset = influence_offset(o);
    if (grid->propagation == INFLUENCE_EUCLIDEAN || walls == 0) {
        influence_place(s, grid, influence_coordinate(o->x, grid->cell_size, offset * ux),
                        influence_coordinate(o->y, grid->cell_size, offset * uy));
        influence_circle(s, grid, alpha);
    } else {
        influence_set_cell(s, o, grid, walls, ux, uy, offset);
    }
    influence_enter_world(s, grid, o->world);
}

/* The same for an object that has moved, of which nothing else has changed, with Euclidean propagation. Where
 * motion does not count, and the place within the cell is the same, only the cell and the rows are others.
 * Returns 0 if that is not so; the source is what it was then. */
static inline int32_t influence_shift(influence_source *s, const influence_object *o,
                                      const influence_grid *grid)
{
    influence_source moved = *s;
    if (s->kind & INFLUENCE_ADJUSTED || influence_offset(o) != 0.0f)
        return 0;
    influence_place(&moved, grid, influence_in_cells(o->x, grid->cell_size),
                    influence_in_cells(o->y, grid->cell_size));
    if (scalar_to_bits(moved.fx) != scalar_to_bits(s->fx) ||
        scalar_to_bits(moved.fy) != scalar_to_bits(s->fy))
        return 0;
    s->column = moved.column;
    if (moved.row + o->world * grid->world_height == s->row)
        return 1;
    s->row = moved.row;
    influence_circle_rows(s, grid);
    influence_enter_world(s, grid, o->world);
    return 1;
}

/* walls: NULL if propagation is Euclidean. */
static inline influence_source influence_prepare(const influence_object *o, const influence_grid *grid,
                                                 THRONG_GLOBAL const uint32_t *walls)
{
    influence_source s;
    influence_set_decay(&s, o, grid->propagation);
    influence_set_motion(&s, o, grid, walls);
    return s;
}

#endif
