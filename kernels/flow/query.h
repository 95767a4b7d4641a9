/* The way of an agent: out of the cell that it stands in, or between the centres around it. */
#ifndef THRONG_KERNELS_FLOW_QUERY_H
#define THRONG_KERNELS_FLOW_QUERY_H

#include "kernels/flow/flow.h"
#include "kernels/influence/prepare.h"

#define FLOW_STEP 0
#define FLOW_SMOOTH 1

#define FLOW_LEAST_SQUARE 0.25f /* of a sum of steps that agree */
#define FLOW_DUST 1e-12f

/* The bytes of throng_flow_point and throng_flow_vector. */
typedef struct flow_agent {
    float x, y;
    int32_t world, field;
} flow_agent;
typedef struct flow_way {
    float dx, dy, length;
} flow_way;

/* Four cells and their shares: two of a row from a column on, and two of the row below. By name: an array
 * that is indexed at run time would lie in memory. */
typedef struct flow_mix {
    int32_t row, column, below;
    float share, share_right, share_below, share_last;
} flow_mix;

static inline influence_cell flow_mix_cell(const flow_mix *mix, int32_t k)
{
    influence_cell cell;
    cell.column = (k < 2 ? mix->column : mix->below) + (k & 1);
    cell.row = mix->row + (k >> 1);
    return cell;
}

static inline float flow_mix_share(const flow_mix *mix, int32_t k)
{
    const float above = k & 1 ? mix->share_right : mix->share;
    const float below = k & 1 ? mix->share_last : mix->share_below;
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
    return grid;
}

/* Of one cell of a world of a field; nowhere off the map too. */
static inline int32_t flow_direction_of(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                                        influence_cell cell)
{
    int32_t lanes[THRONG_WIDTH];
    if (cell.column < 0 || cell.column >= p->width || cell.row < 0 || cell.row >= p->height)
        return FLOW_NOWHERE;
    flow_directions_at(p, keys, flow_place(p, world, cell.column, cell.row), cell.row, lanes);
    return lanes[0];
}

/* From one centre to the next. */
static inline void flow_step_of(int32_t direction, int grid, float *x, float *y)
{
    if (grid == GRID_HEX) {
        relax_vector(direction, grid, x, y);
    } else {
        *x = (float)relax_column_step(direction, 0, grid);
        *y = (float)relax_row_step(direction);
    }
}

/* The centres around the point, weighted so that the point is their mean: bilinear, or by the triangle. */
static inline flow_mix flow_mix_of(const flow_plan *p, const influence_source *at)
{
    flow_mix mix;
    const int32_t row = at->fy < 0.0f ? at->row - 1 : at->row;
    int32_t column, below;
    float right, down;
    if (p->grid == GRID_HEX) {
        const int32_t odd = row & 1;
        down = (at->fy < 0.0f ? at->fy + HEX_ROW : at->fy) * (1.0f / HEX_ROW);
        /* along the row, measured where a line down and half a cell to the right meets it */
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
    mix.row = row;
    mix.column = column;
    mix.below = below;
    if (p->grid != GRID_HEX) {
        mix.share = (1.0f - right) * (1.0f - down);
        mix.share_right = right * (1.0f - down);
        mix.share_below = (1.0f - right) * down;
        mix.share_last = right * down;
    } else {
        const float rest = 1.0f - right - down;
        mix.share = scalar_max(rest, 0.0f);
        mix.share_right = rest > 0.0f ? right : 1.0f - down;
        mix.share_below = rest > 0.0f ? down : 1.0f - right;
        mix.share_last = scalar_max(0.0f - rest, 0.0f);
    }
    return mix;
}

/* The weighted sum of the steps around; 0: one of those cells leads nowhere, or they lead apart. */
static inline int32_t flow_sum(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                               const influence_source *at, float *dx, float *dy)
{
    const flow_mix mix = flow_mix_of(p, at);
    *dx = 0.0f;
    *dy = 0.0f;
    NO_UNROLL_ON_GPU for (int32_t k = 0; k < 4; k++)
    {
        float x, y;
        const float share = flow_mix_share(&mix, k);
        if (share == 0.0f)
            continue;
        const int32_t direction = flow_direction_of(p, keys, world, flow_mix_cell(&mix, k));
        if (direction == FLOW_NOWHERE)
            return 0;
        if (direction == FLOW_AT_GOAL)
            continue;
        flow_step_of(direction, p->grid, &x, &y);
        *dx = *dx + share * x;
        *dy = *dy + share * y;
    }
    *dx = without_dust(*dx, FLOW_DUST);
    *dy = without_dust(*dy, FLOW_DUST);
    return *dx * *dx + *dy * *dy >= FLOW_LEAST_SQUARE;
}

/* Whether all cells that lie on this side of the cell are reached: who goes that way from anywhere in it, by
 * one cell (on hexagons half of one), meets no others. */
static inline int32_t flow_open(const flow_plan *p, THRONG_GLOBAL const void *keys, int32_t world,
                                influence_cell cell, float dx, float dy)
{
    const int grid = p->grid == GRID_HEX ? GRID_HEX : GRID_SQUARE8;
    const float aside = grid == GRID_HEX ? -1e-5f : 0.0f;
    NO_UNROLL_ON_GPU for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
    {
        float x, y;
        influence_cell to;
        relax_vector(k, grid, &x, &y);
        if (!relax_direction_exists(k, grid) || !(x * dx + y * dy > aside))
            continue;
        to.column = cell.column + relax_column_step(k, cell.row & 1, grid);
        to.row = cell.row + relax_row_step(k);
        if (flow_direction_of(p, keys, world, to) == FLOW_NOWHERE)
            return 0;
    }
    return 1;
}

static inline flow_way flow_of_agent(const flow_plan *p, THRONG_GLOBAL const void *keys, int smooth,
                                     const flow_agent *agent)
{
    const influence_grid grid = flow_grid(p);
    const int32_t world = agent->field * p->worlds + agent->world;
    float lanes[THRONG_WIDTH], dx, dy;
    influence_object o;
    influence_source at;
    flow_way way;
    way.dx = 0.0f;
    way.dy = 0.0f;
    way.length = FLOW_NO_PATH;
    o.x = agent->x;
    o.y = agent->y;
    const influence_cell cell = influence_cell_at(&o, &grid, 0.0f, 0.0f);
    const int32_t direction = flow_direction_of(p, keys, world, cell);
    if (direction == FLOW_NOWHERE)
        return way;
    flow_lengths_at(p, keys, flow_place(p, world, cell.column, cell.row), lanes);
    way.length = lanes[0];
    if (direction == FLOW_AT_GOAL)
        return way;
    if (!smooth) {
        relax_vector(direction, p->grid, &way.dx, &way.dy);
        return way;
    }
    influence_place(&at, &grid, influence_coordinate(o.x, grid.cell_size, 0.0f),
                    influence_coordinate(o.y, grid.cell_size, 0.0f));
    if (!flow_sum(p, keys, world, &at, &dx, &dy) || !flow_open(p, keys, world, cell, dx, dy)) {
        /* to the centre of the next cell */
        const float shift = grid.hex ? 0.5f * (float)(cell.row & 1) : 0.0f;
        flow_step_of(direction, p->grid, &dx, &dy);
        dx = dx - (at.fx + (float)(at.column - cell.column) - shift);
        dy = dy - (at.fy + (float)(at.row - cell.row) * (grid.hex ? HEX_ROW : 1.0f));
    }
    const float length = scalar_sqrt(dx * dx + dy * dy);
    way.dx = without_dust(dx / length, FLOW_DUST);
    way.dy = without_dust(dy / length, FLOW_DUST);
    return way;
}

#endif
