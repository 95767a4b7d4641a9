/* What agents ask of a finished map: the best or worst cell of a region or among a cell's neighbours, the
 * value and the gradient at a point. Each answer is one lane's work; only regions go by vectors. */
#ifndef THRONG_INFLUENCE_QUERY_H
#define THRONG_INFLUENCE_QUERY_H

#include "influence_walk.h"

#define QUERY_REGION 0   /* query_region to query_best */
#define QUERY_NEIGHBOR 1 /* query_cell to query_best */
#define QUERY_SAMPLE 2   /* query_point to query_sample */

#define QUERY_SMALLEST 1 /* the worst cell, not the best */
#define QUERY_OWN 2      /* the cell itself counts among its neighbours */

#define QUERY_NONE (-3.4e38f) /* less than any value of a map */

/* The bytes of throng_region, throng_cell, throng_point, throng_best and throng_sample. */
typedef struct query_region {
    int32_t column, row, width, height;
} query_region;
typedef struct query_cell {
    int32_t column, row;
} query_cell;
typedef struct query_point {
    float x, y;
    int32_t world;
} query_point;
typedef struct query_best {
    int32_t column, row;
    float value;
} query_best;
typedef struct query_sample {
    float value, dx, dy;
} query_sample;

/* A finished map. */
typedef struct query_map {
    THRONG_GLOBAL const float *values;
    THRONG_GLOBAL const uint32_t *walls; /* read only where has_walls */
    influence_grid grid;
    int32_t pitch, has_walls;
} query_map;

static inline float query_value(const query_map *m, int32_t column, int32_t row)
{
    return m->values[(size_t)row * (size_t)m->pitch + (size_t)column];
}

/* Rows of the map, of all worlds. */
static inline int32_t query_blocked(const query_map *m, int32_t column, int32_t row)
{
    int32_t world = row / m->grid.world_height;
    return m->has_walls && terrain_blocked(influence_walls(m->walls, &m->grid, world), column,
                                           row - world * m->grid.world_height);
}

/* ---------------------------------------------------------------- regions --------------------------- */

/* The largest of sign * value among the free cells of a row, QUERY_NONE: none is free. */
static inline float query_row(const query_map *m, const query_region *r, int32_t row, float sign)
{
    const int32_t world = row / m->grid.world_height;
    THRONG_GLOBAL const float *values = m->values + (size_t)row * (size_t)m->pitch;
    const int32_t end = r->column + r->width;
    int32_t column = r->column;
    float best = QUERY_NONE;
    if (r->width >= THRONG_WIDTH) {
        float lanes[THRONG_WIDTH];
        real most = real_set(QUERY_NONE);
        for (; column + THRONG_WIDTH <= end; column += THRONG_WIDTH) {
            real value = real_load(values + column) * real_set(sign);
            if (m->has_walls) {
                uint32_t walls = terrain_bits(influence_walls(m->walls, &m->grid, world), column,
                                              row - world * m->grid.world_height);
                value = real_where(walls, real_set(QUERY_NONE), value);
            }
            most = real_max(most, value);
        }
        real_store(lanes, most);
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            best = plain_max(best, lanes[k]);
    }
    for (; column < end; column++)
        if (!query_blocked(m, column, row))
            best = plain_max(best, values[column] * sign);
    return best;
}

/* Of equal cells the one in the lowest row, then column; column and row are -1 where no cell is free. */
static inline query_best query_of_region(const query_map *m, const query_region *r, int flags)
{
    const float sign = flags & QUERY_SMALLEST ? -1.0f : 1.0f;
    query_best best;
    float most = QUERY_NONE;
    best.column = -1;
    best.row = -1;
    best.value = 0.0f;
    for (int32_t row = r->row; row < r->row + r->height; row++) {
        float of_row = query_row(m, r, row, sign);
        if (of_row > most) {
            most = of_row;
            best.row = row;
        }
    }
    if (best.row < 0)
        return best;
    for (best.column = r->column;
         query_value(m, best.column, best.row) * sign != most || query_blocked(m, best.column, best.row);
         best.column++) {
    }
    best.value = query_value(m, best.column, best.row);
    return best;
}

/* ---------------------------------------------------------------- neighbours ------------------------ */

/* The best of the cells that one step leads to; the cell itself where there is none. */
static inline query_best query_of_neighbors(const query_map *m, const query_cell *cell, int flags)
{
    const float sign = flags & QUERY_SMALLEST ? -1.0f : 1.0f;
    const influence_grid *grid = &m->grid;
    const int32_t world = cell->row / grid->world_height, top = world * grid->world_height;
    influence_cell own;
    own.column = cell->column;
    own.row = cell->row - top;
    query_best best;
    best.column = cell->column;
    best.row = cell->row;
    best.value = query_value(m, cell->column, cell->row);
    float most = flags & QUERY_OWN ? best.value * sign : QUERY_NONE;
    for (int32_t k = 0; k < SPREAD_DIRECTIONS; k++) {
        if (!spread_direction_exists(k, grid->kind))
            continue;
        influence_cell to;
        to.column = own.column + spread_column_step(k, own.row & 1, grid->kind);
        to.row = own.row + spread_row_step(k);
        if (to.column < 0 || to.column >= grid->width || to.row < 0 || to.row >= grid->world_height)
            continue;
        if (m->has_walls && !influence_passes(own, to, grid, influence_walls(m->walls, grid, world)))
            continue;
        float value = query_value(m, to.column, top + to.row);
        int32_t earlier = top + to.row < best.row || (top + to.row == best.row && to.column < best.column);
        if (value * sign > most || (value * sign == most && earlier)) {
            most = value * sign;
            best.column = to.column;
            best.row = top + to.row;
            best.value = value;
        }
    }
    return best;
}

/* ---------------------------------------------------------------- points ---------------------------- */

/* Interpolation is between values at 2^32 times their size, as influence_combined() sums them: differences of
 * the smallest normal numbers are normal then, whatever a host or a device makes of subnormal ones. */
#define QUERY_SCALE 4294967296.0f
#define QUERY_UNSCALE (1.0f / 4294967296.0f)

static inline float query_scaled(const query_map *m, int32_t column, int32_t row)
{
    return query_value(m, column, row) * QUERY_SCALE;
}

/* At its own size; 0 where that is below the smallest normal number. */
static inline float query_unscaled(float scaled)
{
    return without_dust(scaled, FLOAT_LEAST * QUERY_SCALE) * QUERY_UNSCALE;
}

/* From a slope per cell to one per world unit; a quotient smaller than the slope is scaled still. */
static inline float query_slope(float scaled, float cell_size)
{
    if (cell_size > 1.0f)
        return query_unscaled(scaled / cell_size);
    return query_unscaled(scaled) / cell_size;
}

/* A cell's value for interpolation; off the map and in walls the value where the point is, so that nothing
 * pulls there. */
static inline float query_around(const query_map *m, int32_t world, int32_t column, int32_t row, float own)
{
    const influence_grid *grid = &m->grid;
    if (column < 0 || column >= grid->width || row < 0 || row >= grid->world_height)
        return own;
    row += world * grid->world_height;
    return query_blocked(m, column, row) ? own : query_scaled(m, column, row);
}

static inline int32_t query_clamped(int32_t i, int32_t count)
{
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

/* The cell that a point is in; off the map the nearest one, on hexagons the nearest of the nearest row. */
static inline influence_cell query_nearest(const influence_grid *grid, const influence_object *o,
                                           const influence_source *at)
{
    influence_cell cell;
    cell.column = at->column;
    cell.row = at->row;
    if (grid->hex)
        cell = influence_cell_at(o, grid, 0.0f, 0.0f);
    int32_t row = query_clamped(cell.row, grid->world_height);
    if (grid->hex && row != cell.row) /* the row that the point is in may be shifted against this one */
        cell.column = at->column + influence_floor(at->fx - 0.5f * (float)(row & 1) + 0.5f);
    cell.column = query_clamped(cell.column, grid->width);
    cell.row = row;
    return cell;
}

/* Between the four centres around the point: bilinear. */
static inline query_sample query_square(const query_map *m, const influence_source *at, int32_t world,
                                        float own)
{
    int32_t column = at->fx < 0.0f ? at->column - 1 : at->column;
    int32_t row = at->fy < 0.0f ? at->row - 1 : at->row;
    float fx = at->fx < 0.0f ? at->fx + 1.0f : at->fx;
    float fy = at->fy < 0.0f ? at->fy + 1.0f : at->fy;
    float a, b, c, d;
    if (!m->has_walls && column >= 0 && column + 1 < m->grid.width && row >= 0 &&
        row + 1 < m->grid.world_height) {
        THRONG_GLOBAL const float *values =
            m->values + (size_t)(world * m->grid.world_height + row) * (size_t)m->pitch + (size_t)column;
        a = values[0] * QUERY_SCALE;
        b = values[1] * QUERY_SCALE;
        c = values[m->pitch] * QUERY_SCALE;
        d = values[m->pitch + 1] * QUERY_SCALE;
    } else {
        a = query_around(m, world, column, row, own);
        b = query_around(m, world, column + 1, row, own);
        c = query_around(m, world, column, row + 1, own);
        d = query_around(m, world, column + 1, row + 1, own);
    }
    float top = a + fx * (b - a), bottom = c + fx * (d - c);
    query_sample sample;
    sample.value = top + fy * (bottom - top);
    sample.dx = (b - a) + fy * ((d - c) - (b - a));
    sample.dy = bottom - top;
    return sample;
}

/* Within the triangle of three centres. */
static inline query_sample query_hex(const query_map *m, const influence_source *at, int32_t world, float own)
{
    int32_t row = at->fy < 0.0f ? at->row - 1 : at->row;
    float down = (at->fy < 0.0f ? at->fy + HEX_ROW : at->fy) * (1.0f / HEX_ROW);
    int32_t odd = row & 1;
    /* along the row, measured where a line down and half a cell to the right meets it */
    float along = at->fx - 0.5f * (float)odd - 0.5f * down;
    int32_t back = along < -1.0f ? 2 : along < 0.0f ? 1 : 0;
    int32_t column = at->column - back, below = column + odd;
    float right = along + (float)back;
    float a = query_around(m, world, column, row, own), b = query_around(m, world, column + 1, row, own);
    float c = query_around(m, world, below, row + 1, own);
    query_sample sample;
    float s, t;
    if (right + down <= 1.0f) {
        s = b - a;
        t = c - a;
        sample.value = a + right * s + down * t;
    } else {
        float d = query_around(m, world, below + 1, row + 1, own);
        s = d - c;
        t = d - b;
        sample.value = d - (1.0f - right) * s - (1.0f - down) * t;
    }
    sample.dx = s;
    sample.dy = (t - 0.5f * s) * (1.0f / HEX_ROW);
    return sample;
}

/* Value and gradient by interpolation between centres; the gradient counts per world unit. */
static inline query_sample query_of_point(const query_map *m, const query_point *point)
{
    influence_object o;
    influence_source at;
    o.x = point->x;
    o.y = point->y;
    influence_place(&at, &m->grid, influence_coordinate(o.x, m->grid.cell_size, 0.0f),
                    influence_coordinate(o.y, m->grid.cell_size, 0.0f));
    influence_cell cell = query_nearest(&m->grid, &o, &at);
    float own = query_scaled(m, cell.column, cell.row + point->world * m->grid.world_height);
    query_sample sample =
        m->grid.hex ? query_hex(m, &at, point->world, own) : query_square(m, &at, point->world, own);
    sample.value = query_unscaled(sample.value);
    sample.dx = query_slope(sample.dx, m->grid.cell_size);
    sample.dy = query_slope(sample.dy, m->grid.cell_size);
    return sample;
}

#endif
