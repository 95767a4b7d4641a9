/* Flow direction and path length at a point: by the cell it lies in, or interpolated between cell centres. */
#ifndef THRONG_KERNELS_FLOW_QUERY_H
#define THRONG_KERNELS_FLOW_QUERY_H

#include "kernels/flow/flow.h"
#include "kernels/influence/prepare.h"

/* Sampling: as throng_flow_sampling. FLOW_BODY, for crowds: `world` of a point has the bits of a body's
 * radius, which chooses the class of its field, and ground may slow it. */
#define FLOW_STEP 0
#define FLOW_SMOOTH 1
#define FLOW_BODY 2

#define FLOW_MIN_SQUARE 0.25f /* minimum squared length of a sum of agreeing steps */
#define FLOW_FLUSH 1e-12f
#define FLOW_MAP_LIMIT 1073741824.0f /* 2^30: beyond the columns and rows of any map a flow is a window of */

/* Same layout as throng_flow_point and throng_flow_vector. */
typedef struct flow_point {
    float x, y;
    int32_t world, field;
} flow_point;
typedef struct flow_vector {
    float dx, dy, length;
} flow_vector;

/* Interpolation stencil: four cells and their weights, two in a row from `column` on and two in the next row
 * from `below` on. Weights are named members: an array indexed at run time would be placed in memory. */
typedef struct flow_stencil {
    int32_t row, column, below;
    float weight, weight_right, weight_below, weight_last;
} flow_stencil;

static inline influence_cell flow_stencil_cell(const flow_stencil *stencil, int32_t k)
{
    influence_cell cell;
    cell.column = (k < 2 ? stencil->column : stencil->below) + (k & 1);
    cell.row = stencil->row + (k >> 1);
    return cell;
}

static inline float flow_stencil_weight(const flow_stencil *stencil, int32_t k)
{
    const float above = k & 1 ? stencil->weight_right : stencil->weight;
    const float below = k & 1 ? stencil->weight_last : stencil->weight_below;
    return k < 2 ? above : below;
}

static inline influence_grid flow_grid(const flow_plan *p)
{
    influence_grid grid;
    grid.width = p->width;
    grid.height = p->height;
    grid.hex = p->grid == GRID_HEX;
    grid.cell_size = p->cell_size;
    grid.kind = p->grid;
    grid.propagation = INFLUENCE_PATH;
    grid.world_height = p->height;
    grid.walls_pitch = p->walls_pitch;
    grid.walls_rows = 0;
    grid.first_column = 0;
    grid.first_row = 0;
    return grid;
}

static inline int32_t flow_is_on_map(const flow_plan *p, influence_cell cell)
{
    return cell.column >= 0 && cell.column < p->width && cell.row >= 0 && cell.row < p->height;
}

/* Direction of one cell; FLOW_NOWHERE off the map. */
static inline int32_t flow_direction_of(const flow_plan *p, THRONG_GLOBAL const void *keys,
                                        const flow_view *view, influence_cell cell)
{
    int32_t lanes[THRONG_WIDTH];
    if (!flow_is_on_map(p, cell))
        return FLOW_NOWHERE;
    flow_directions_at(p, keys, view, flow_place(p, view->world, cell.column, cell.row), cell.row, lanes);
    return lanes[0];
}

/* Whether that is not FLOW_NOWHERE: it takes a key alone. */
static inline int32_t flow_is_reached(const flow_plan *p, THRONG_GLOBAL const void *keys,
                                      const flow_view *view, influence_cell cell)
{
    if (!flow_is_on_map(p, cell))
        return 0;
    return !flow_key_is(p, keys, flow_place(p, view->world, cell.column, cell.row), view->nothing);
}

/* Vector of a step between centres, in cells. */
static inline void flow_step_of(int32_t direction, int grid, float *x, float *y)
{
    if (grid == GRID_HEX) {
        relax_vector(direction, grid, x, y);
    } else {
        *x = (float)relax_column_step(direction, 0, grid);
        *y = (float)relax_row_step(direction);
    }
}

/* The cell of a point, and where that is: in the flow's columns and rows, which begin at those of a larger
 * map. Floats are taken apart as they are there. */
static inline influence_cell flow_cell_at(const flow_plan *p, const influence_grid *grid,
                                          const influence_object *o)
{
    influence_cell cell = influence_cell_within(o, grid, 0.0f, 0.0f, FLOW_MAP_LIMIT);
    cell.column -= p->first_column;
    cell.row -= p->first_row;
    return cell;
}

static inline void flow_place_at(const flow_plan *p, const influence_grid *grid, const influence_object *o,
                                 influence_source *at)
{
    influence_place_within(at, grid, influence_coordinate(o->x, grid->cell_size, 0.0f),
                           influence_coordinate(o->y, grid->cell_size, 0.0f), FLOW_MAP_LIMIT);
    at->column -= p->first_column;
    at->row -= p->first_row;
}

/* Stencil of the centres around a point: bilinear weights on squares, barycentric ones on hexagons. */
static inline flow_stencil flow_stencil_of(const flow_plan *p, const influence_source *at)
{
    flow_stencil stencil;
    const int32_t row = at->fy < 0.0f ? at->row - 1 : at->row;
    int32_t column, below;
    float right, down;
    if (p->grid == GRID_HEX) {
        const int32_t odd = row & 1;
        down = (at->fy < 0.0f ? at->fy + HEX_ROW : at->fy) * (1.0f / HEX_ROW);
        /* along the row, in the skewed basis (right, half a cell right and a row down) */
        const float along = at->fx - 0.5f * (float)odd - 0.5f * down;
        const int32_t back = along < -1.0f ? 2 : along < 0.0f ? 1 : 0;
        column = at->column - back;
        below = column + odd;
        right = along + (float)back;
    } else {
        down = at->fy < 0.0f ? at->fy + 1.0f : at->fy;
        right = at->fx < 0.0f ? at->fx + 1.0f : at->fx;
        column = at->fx < 0.0f ? at->column - 1 : at->column;
        below = column;
    }
    stencil.row = row;
    stencil.column = column;
    stencil.below = below;
    if (p->grid != GRID_HEX) {
        stencil.weight = (1.0f - right) * (1.0f - down);
        stencil.weight_right = right * (1.0f - down);
        stencil.weight_below = (1.0f - right) * down;
        stencil.weight_last = right * down;
    } else {
        const float rest = 1.0f - right - down;
        stencil.weight = scalar_max(rest, 0.0f);
        stencil.weight_right = rest > 0.0f ? right : 1.0f - down;
        stencil.weight_below = rest > 0.0f ? down : 1.0f - right;
        stencil.weight_last = scalar_max(0.0f - rest, 0.0f);
    }
    return stencil;
}

/* Weighted sum of the steps of the stencil, in which the point's cell is, of known direction. Returns 0 if a
 * cell is unreached or the steps disagree. */
static inline int32_t flow_sum(const flow_plan *p, THRONG_GLOBAL const void *keys, const flow_view *view,
                               const influence_source *at, influence_cell cell, int32_t known, float *dx,
                               float *dy)
{
    const flow_stencil stencil = flow_stencil_of(p, at);
    *dx = 0.0f;
    *dy = 0.0f;
    NO_UNROLL_ON_GPU for (int32_t k = 0; k < 4; k++)
    {
        float x, y;
        const float weight = flow_stencil_weight(&stencil, k);
        if (weight == 0.0f)
            continue;
        const influence_cell other = flow_stencil_cell(&stencil, k);
        const int32_t direction = other.column == cell.column && other.row == cell.row
                                      ? known
                                      : flow_direction_of(p, keys, view, other);
        if (direction == FLOW_NOWHERE)
            return 0;
        if (direction == FLOW_AT_GOAL)
            continue;
        flow_step_of(direction, p->grid, &x, &y);
        *dx = *dx + weight * x;
        *dy = *dy + weight * y;
    }
    *dx = flush_small(*dx, FLOW_FLUSH);
    *dy = flush_small(*dy, FLOW_FLUSH);
    return *dx * *dx + *dy * *dy >= FLOW_MIN_SQUARE;
}

/* Whether all neighbours on the side of (dx, dy) are reached: a move by one cell (half a cell on hexagons) in
 * that direction then stays in reached cells. Of a class whose bodies do not fit everywhere, all neighbours:
 * between four reached centres such a body fits everywhere, so it does after a move by half a cell. */
static inline int32_t flow_side_is_reached(const flow_plan *p, THRONG_GLOBAL const void *keys,
                                           const flow_view *view, influence_cell cell, float dx, float dy)
{
    const int grid = p->grid == GRID_HEX ? GRID_HEX : GRID_SQUARE8;
    const int32_t body = flow_is_wide(p, view->world / p->worlds);
    const float aside = body ? -9.0f : grid == GRID_HEX ? -1e-5f : 0.0f;
    NO_UNROLL_ON_GPU for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
    {
        float x, y;
        influence_cell to;
        relax_vector(k, grid, &x, &y);
        if (!relax_direction_exists(k, grid) || !(x * dx + y * dy > aside))
            continue;
        to.column = cell.column + relax_column_step(k, cell.row & 1, grid);
        to.row = cell.row + relax_row_step(k);
        if (!flow_is_reached(p, keys, view, to))
            return 0;
    }
    return 1;
}

/* Vector to the centre of the next cell. */
static inline void flow_to_centre(const flow_plan *p, const influence_grid *grid, const influence_source *at,
                                  influence_cell cell, int32_t direction, float *dx, float *dy)
{
    const float shift = grid->hex ? 0.5f * (float)(cell.row & 1) : 0.0f;
    flow_step_of(direction, p->grid, dx, dy);
    *dx = *dx - (at->fx + (float)(at->column - cell.column) - shift);
    *dy = *dy - (at->fy + (float)(at->row - cell.row) * (grid->hex ? HEX_ROW : 1.0f));
}

/* What slows a body on a cell's ground; 1 where nothing does. */
static inline float flow_speed(const flow_plan *p, const flow_view *view, influence_cell cell)
{
    if (!(p->flags & FLOW_SPEED) || !view->on_ground)
        return 1.0f;
    return 1.0f / (float)(view->ground[flow_place(p, view->world, cell.column, cell.row)] & FLOW_COST);
}

/* The layer and world of a point, as places count them. */
static inline int32_t flow_world_of(const flow_plan *p, THRONG_GLOBAL const void *keys, int sampling,
                                    const flow_point *point)
{
    if (!(sampling & FLOW_BODY))
        return point->field * p->worlds + point->world;
    return (flow_class_of(p, keys, scalar_from_bits(point->world)) * p->fields + point->field) * p->worlds;
}

static inline flow_vector flow_sample_at(const flow_plan *p, THRONG_GLOBAL const void *keys, int sampling,
                                         const flow_point *point)
{
    const influence_grid grid = flow_grid(p);
    const flow_view view = flow_view_of(p, keys, flow_world_of(p, keys, sampling, point));
    float lanes[THRONG_WIDTH], dx, dy;
    influence_object o;
    influence_source at;
    flow_vector vector;
    vector.dx = 0.0f;
    vector.dy = 0.0f;
    vector.length = FLOW_NO_PATH;
    o.x = point->x;
    o.y = point->y;
    const influence_cell cell = flow_cell_at(p, &grid, &o);
    int32_t direction = flow_direction_of(p, keys, &view, cell);
    const int32_t reached = direction != FLOW_NOWHERE;
    if (reached) {
        flow_lengths_at(p, keys, &view, flow_place(p, view.world, cell.column, cell.row), lanes);
        vector.length = lanes[0];
    } else if (p->flags & FLOW_NEAREST) {
        const flow_view nearest = flow_view_of(p, keys, view.world + flow_goal_layers(p) * p->worlds);
        direction = flow_direction_of(p, keys, &nearest, cell);
    }
    if (direction >= FLOW_AT_GOAL)
        return vector;
    if (sampling & FLOW_SMOOTH) {
        flow_place_at(p, &grid, &o, &at);
        if (!reached || !flow_sum(p, keys, &view, &at, cell, direction, &dx, &dy) ||
            !flow_side_is_reached(p, keys, &view, cell, dx, dy))
            flow_to_centre(p, &grid, &at, cell, direction, &dx, &dy);
        const float square = dx * dx + dy * dy, length = scalar_sqrt(square > 0.0f ? square : 1.0f);
        vector.dx = flush_small(dx / length, FLOW_FLUSH);
        vector.dy = flush_small(dy / length, FLOW_FLUSH);
    } else {
        relax_vector(direction, p->grid, &vector.dx, &vector.dy);
    }
    if (sampling & FLOW_BODY) {
        const float speed = flow_speed(p, &view, cell);
        vector.dx = vector.dx * speed;
        vector.dy = vector.dy * speed;
    }
    return vector;
}

#endif
