/* Queries of a finished map: best or worst cell of a region or among a cell's neighbours, value and gradient
 * at a point. */
#ifndef THRONG_KERNELS_INFLUENCE_QUERY_H
#define THRONG_KERNELS_INFLUENCE_QUERY_H

#include "kernels/influence/prepare.h"

#define QUERY_REGION 0   /* query_region to query_best */
#define QUERY_NEIGHBOR 1 /* query_cell to query_best */
#define QUERY_SAMPLE 2   /* query_point to query_sample */

#define QUERY_SMALLEST 1 /* smallest instead of largest value */
#define QUERY_OWN 2      /* includes the cell itself among its neighbours */

#define QUERY_NONE (-3.4e38f) /* less than any value of a map */
#define QUERY_MANY (1 << 30)  /* index limit of vector lookups: indices are int32 */

/* Same layouts as throng_region, throng_cell, throng_point, throng_best and throng_sample. */
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

/* Number of rows whose indices are below QUERY_MANY. */
static inline int32_t query_rows(const query_map *m) { return QUERY_MANY / m->pitch; }

/* Whether a cell is blocked; rows count across all worlds. */
static inline int32_t query_blocked(const query_map *m, int32_t column, int32_t row)
{
    int32_t world = row / m->grid.world_height;
    return m->has_walls && terrain_blocked(influence_walls(m->walls, &m->grid, world), column,
                                           row - world * m->grid.world_height);
}

/* ---------------------------------------------------------------- regions --------------------------- */

/* Largest sign * value so far and the first row that has it; QUERY_NONE: no free cell. */
typedef struct query_top {
    float most;
    int32_t row;
} query_top;

#if THRONG_WIDTH > 1
/* Rows per strip: columns are scanned within a strip, so that neighbouring cache lines are reused. */
#define QUERY_ROWS 64

/* Scans the columns from `column` on that are set in `lanes`, in rows row .. end - 1. */
static inline void query_columns(const query_map *m, int32_t column, uint32_t lanes, int32_t row, int32_t end,
                                 float sign, query_top *top)
{
    const vfloat none = vf_set(QUERY_NONE);
    vfloat most = none;
    vint rows = vi_set(row);
    int32_t of_lanes[THRONG_WIDTH], first = end;
    for (int32_t i = row; i < end; i++) {
        uint32_t open = lanes;
        if (m->has_walls) {
            const int32_t world = i / m->grid.world_height;
            open &= ~terrain_bits(influence_walls(m->walls, &m->grid, world), column,
                                  i - world * m->grid.world_height);
        }
        const vfloat value =
            vf_load(m->values + (size_t)i * (size_t)m->pitch + (size_t)column) * vf_set(sign);
        const vfloat counts = vf_select_bits(open, value, none);
        rows = vi_select(vf_lt(most, counts), vi_set(i), rows);
        most = vf_max(counts, most);
    }
    const float largest = vf_reduce_max(most);
    if (largest <= QUERY_NONE || largest < top->most)
        return;
    vi_store(of_lanes, rows);
    for (uint32_t bits = vmask_bits(vf_le(vf_set(largest), most)); bits; bits &= bits - 1)
        if (of_lanes[first_lane(bits)] < first)
            first = of_lanes[first_lane(bits)];
    if (largest > top->most || first < top->row) {
        top->most = largest;
        top->row = first;
    }
}

/* Loads whole vectors, shifted back at the end of the map's rows. */
static inline query_top query_top_of(const query_map *m, const query_region *r, float sign)
{
    const int32_t right = r->column + r->width, bottom = r->row + r->height;
    query_top top;
    top.most = QUERY_NONE;
    top.row = -1;
    for (int32_t row = r->row; row < bottom; row += QUERY_ROWS) {
        const int32_t end = bottom - row < QUERY_ROWS ? bottom : row + QUERY_ROWS;
        for (int32_t column = r->column; column < right; column += THRONG_WIDTH) {
            const int32_t last = m->pitch - THRONG_WIDTH, start = column < last ? column : last;
            query_columns(m, start, lanes_below(right - column) << (column - start), row, end, sign, &top);
        }
    }
    return top;
}

#else
static inline query_top query_top_of(const query_map *m, const query_region *r, float sign)
{
    query_top top;
    top.most = QUERY_NONE;
    top.row = -1;
    for (int32_t row = r->row; row < r->row + r->height; row++)
        for (int32_t column = r->column; column < r->column + r->width; column++)
            if (!query_blocked(m, column, row) && query_value(m, column, row) * sign > top.most) {
                top.most = query_value(m, column, row) * sign;
                top.row = row;
            }
    return top;
}
#endif

/* Ties go to the lowest row, then column; column and row are -1 if no cell is free. */
static inline query_best query_of_region(const query_map *m, const query_region *r, int flags)
{
    const float sign = flags & QUERY_SMALLEST ? -1.0f : 1.0f;
    const query_top top = query_top_of(m, r, sign);
    query_best best;
    best.column = -1;
    best.row = top.row;
    best.value = 0.0f;
    if (best.row < 0)
        return best;
    for (best.column = r->column;
         query_value(m, best.column, best.row) * sign != top.most || query_blocked(m, best.column, best.row);
         best.column++) {
    }
    best.value = query_value(m, best.column, best.row);
    return best;
}

/* ---------------------------------------------------------------- neighbours ------------------------ */

/* Best cell that one step leads to; the cell itself if there is none. */
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
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
        if (!relax_direction_exists(k, grid->kind))
            continue;
        influence_cell to;
        to.column = own.column + relax_column_step(k, own.row & 1, grid->kind);
        to.row = own.row + relax_row_step(k);
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

/* Prefetches the values around a cell. */
static inline void query_prefetch(const query_map *m, const query_cell *cell)
{
    THRONG_GLOBAL const float *own = m->values + (size_t)cell->row * (size_t)m->pitch + (size_t)cell->column;
    prefetch(own);
    prefetch(cell->row > 0 ? own - m->pitch : own);
    prefetch(cell->row + 1 < m->grid.height ? own + m->pitch : own);
}

/* Vector version for cells of square maps without walls, all of whose neighbours are on the map. Returns 0 if
 * some are not. Neighbours are compared row by row, so that the first of equal ones wins. */
static inline int query_interior_neighbors(const query_map *m, const query_cell cells[THRONG_WIDTH],
                                           int flags, query_best results[THRONG_WIDTH])
{
    const influence_grid *grid = &m->grid;
    const int32_t corners = grid->kind == GRID_SQUARE8;
    const vfloat sign = vf_set(flags & QUERY_SMALLEST ? -1.0f : 1.0f);
    const int32_t rows = query_rows(m);
    int32_t firsts[THRONG_WIDTH], found[THRONG_WIDTH];
    if (m->has_walls || grid->hex)
        return 0;
    for (int k = 0; k < THRONG_WIDTH; k++) {
        const int32_t column = cells[k].column, row = cells[k].row % grid->world_height;
        if (column < 1 || column + 1 >= grid->width || row < 1 || row + 1 >= grid->world_height ||
            cells[k].row + 1 >= rows)
            return 0;
        firsts[k] = (cells[k].row - 1) * m->pitch + column - 1;
    }
    const vint first = vi_load(firsts);
    vfloat most = vf_set(QUERY_NONE);
    vint which = vi_set(0);
    for (int32_t i = 0; i < 9; i++) {
        if ((i == 4 && !(flags & QUERY_OWN)) || (i != 4 && i % 2 == 0 && !corners))
            continue;
        const vfloat value = vf_gather_cold(m->values + (i / 3 * m->pitch + i % 3), first, QUERY_MANY) * sign;
        const vmask better = vf_lt(most, value);
        most = vf_select(better, value, most);
        which = vi_select(better, vi_set(i), which);
    }
    vi_store(found, which);
    for (int k = 0; k < THRONG_WIDTH; k++) {
        results[k].column = cells[k].column - 1 + found[k] % 3;
        results[k].row = cells[k].row - 1 + found[k] / 3;
        results[k].value = query_value(m, results[k].column, results[k].row);
    }
    return 1;
}

static inline void query_of_cells(const query_map *m, const query_cell cells[THRONG_WIDTH], int flags,
                                  query_best results[THRONG_WIDTH])
{
    if (!query_interior_neighbors(m, cells, flags, results))
        for (int k = 0; k < THRONG_WIDTH; k++)
            results[k] = query_of_neighbors(m, &cells[k], flags);
}

/* ---------------------------------------------------------------- points ---------------------------- */

/* Interpolates values scaled by 2^32, as influence_combined() sums them: differences of small normal numbers
 * are then normal, whatever host or device do with subnormals. */
#define QUERY_SCALE 4294967296.0f
#define QUERY_UNSCALE (1.0f / 4294967296.0f)

static inline float query_scaled(const query_map *m, int32_t column, int32_t row)
{
    return query_value(m, column, row) * QUERY_SCALE;
}

/* Unscales; 0 below the smallest normal number. */
static inline vfloat query_unscaled(vfloat scaled)
{
    const vfloat least = vf_set(FLOAT_LEAST * QUERY_SCALE);
    return vf_select(vf_lt(vf_abs(scaled), least), vf_set(0.0f), scaled) * vf_set(QUERY_UNSCALE);
}

/* Converts a slope per cell to one per world unit; a quotient smaller than the slope is unscaled last. */
static inline vfloat query_slope(vfloat scaled, float cell_size)
{
    if (cell_size > 1.0f)
        return query_unscaled(scaled / vf_set(cell_size));
    return query_unscaled(scaled) / vf_set(cell_size);
}

/* Value of a cell for interpolation; off the map and in walls the value at the point, so that the gradient
 * does not point there. */
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

/* Cell of a point; off the map the nearest one, on hexagons the nearest of the nearest row. */
static inline influence_cell query_nearest(const influence_grid *grid, const influence_object *o,
                                           const influence_source *at)
{
    influence_cell cell;
    cell.column = at->column;
    cell.row = at->row;
    if (grid->hex)
        cell = influence_cell_at(o, grid, 0.0f, 0.0f);
    int32_t row = query_clamped(cell.row, grid->world_height);
    if (grid->hex && row != cell.row) /* that row may be shifted relative to this one */
        cell.column = at->column + influence_floor(at->fx - 0.5f * (float)(row & 1) + 0.5f);
    cell.column = query_clamped(cell.column, grid->width);
    cell.row = row;
    return cell;
}

/* Positions of points on square maps: the centre above left of each point, and the offset from it. */
typedef struct query_places {
    int32_t column[THRONG_WIDTH], row[THRONG_WIDTH]; /* of the point's own world */
    float fx[THRONG_WIDTH], fy[THRONG_WIDTH];
    int32_t first[THRONG_WIDTH]; /* index of the value at that centre */
    int32_t inside;              /* 1: all four centres around each point are on the map */
} query_places;

static inline influence_source query_place(const query_map *m, const query_point *point)
{
    influence_source at;
    influence_place(&at, &m->grid, influence_in_cells(point->x, m->grid.cell_size),
                    influence_in_cells(point->y, m->grid.cell_size));
    return at;
}

/* Value of the point's cell, or of the nearest one. */
static inline float query_own(const query_map *m, const query_point *point, const influence_source *at)
{
    influence_object o;
    o.x = point->x;
    o.y = point->y;
    const influence_cell cell = query_nearest(&m->grid, &o, at);
    return query_scaled(m, cell.column, cell.row + point->world * m->grid.world_height);
}

/* The values at the four centres around each point: a and b above, c and d below. */
typedef struct query_corners {
    vfloat a, b, c, d;
} query_corners;

/* Locates points and prefetches the values around them. */
static inline void query_locate_points(const query_map *m, const query_point points[THRONG_WIDTH],
                                       query_places *places)
{
    const influence_grid *grid = &m->grid;
    const int32_t rows = query_rows(m);
    places->inside = 1;
    for (int k = 0; k < THRONG_WIDTH; k++) {
        const influence_source at = query_place(m, &points[k]);
        const int32_t left = at.fx < 0.0f, above = at.fy < 0.0f; /* unpredictable, hence without branches */
        const int32_t column = at.column - left, row = at.row - above;
        const int32_t top = points[k].world * grid->world_height;
        places->column[k] = column;
        places->row[k] = row;
        places->fx[k] = at.fx + (float)left;
        places->fy[k] = at.fy + (float)above;
        if (column < 0 || column + 1 >= grid->width || row < 0 || row + 1 >= grid->world_height ||
            top + row + 1 >= rows) {
            places->inside = 0;
            continue;
        }
        places->first[k] = (top + row) * m->pitch + column;
        prefetch(m->values + places->first[k]);
        prefetch(m->values + places->first[k] + m->pitch);
    }
}

/* Gathers the corner values of points inside the map, without walls. */
static inline void query_corners_gather(const query_map *m, const query_places *places, query_corners *s)
{
    const vfloat scale = vf_set(QUERY_SCALE);
    const vint first = vi_load(places->first);
    s->a = vf_gather_cold(m->values, first, QUERY_MANY) * scale;
    s->b = vf_gather_cold(m->values + 1, first, QUERY_MANY) * scale;
    s->c = vf_gather_cold(m->values + m->pitch, first, QUERY_MANY) * scale;
    s->d = vf_gather_cold(m->values + m->pitch + 1, first, QUERY_MANY) * scale;
}

/* Loads the corner values of any points, one by one. */
static inline void query_corners_scalar(const query_map *m, const query_point points[THRONG_WIDTH],
                                        const query_places *places, query_corners *s)
{
    float a[THRONG_WIDTH], b[THRONG_WIDTH], c[THRONG_WIDTH], d[THRONG_WIDTH];
    for (int k = 0; k < THRONG_WIDTH; k++) {
        const int32_t world = points[k].world, column = places->column[k], row = places->row[k];
        const influence_source at = query_place(m, &points[k]);
        const float own = query_own(m, &points[k], &at);
        a[k] = query_around(m, world, column, row, own);
        b[k] = query_around(m, world, column + 1, row, own);
        c[k] = query_around(m, world, column, row + 1, own);
        d[k] = query_around(m, world, column + 1, row + 1, own);
    }
    s->a = vf_load(a);
    s->b = vf_load(b);
    s->c = vf_load(c);
    s->d = vf_load(d);
}

/* Barycentric interpolation between three hexagon centres. */
static inline query_sample query_hex(const query_map *m, const query_point *point)
{
    const int32_t world = point->world;
    const influence_source place = query_place(m, point), *at = &place;
    const float own = query_own(m, point, at);
    int32_t row = at->fy < 0.0f ? at->row - 1 : at->row;
    float down = (at->fy < 0.0f ? at->fy + HEX_ROW : at->fy) * (1.0f / HEX_ROW);
    int32_t odd = row & 1;
    /* along the row, in the skewed basis (right, half a cell right and a row down) */
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

/* Bilinear interpolation between the four centres around each point. */
static inline void query_square(const query_map *m, const query_point points[THRONG_WIDTH],
                                const query_places *places, vfloat *value, vfloat *dx, vfloat *dy)
{
    query_corners s;
    if (places->inside && !m->has_walls)
        query_corners_gather(m, places, &s);
    else
        query_corners_scalar(m, points, places, &s);
    const vfloat fx = vf_load(places->fx), fy = vf_load(places->fy);
    const vfloat top = s.a + fx * (s.b - s.a), bottom = s.c + fx * (s.d - s.c);
    *value = top + fy * (bottom - top);
    *dx = (s.b - s.a) + fy * ((s.d - s.c) - (s.b - s.a));
    *dy = bottom - top;
}

/* Interpolation on hexagons, point by point. */
static inline void query_triangles(const query_map *m, const query_point points[THRONG_WIDTH], vfloat *value,
                                   vfloat *dx, vfloat *dy)
{
    float lanes[3][THRONG_WIDTH];
    for (int k = 0; k < THRONG_WIDTH; k++) {
        const query_sample sample = query_hex(m, &points[k]);
        lanes[0][k] = sample.value;
        lanes[1][k] = sample.dx;
        lanes[2][k] = sample.dy;
    }
    *value = vf_load(lanes[0]);
    *dx = vf_load(lanes[1]);
    *dy = vf_load(lanes[2]);
}

/* Interpolated value and gradient, the gradient per world unit. places: positions of points on square
 * maps. */
static inline void query_of_points(const query_map *m, const query_point points[THRONG_WIDTH],
                                   const query_places *places, query_sample samples[THRONG_WIDTH])
{
    float values[THRONG_WIDTH], slopes_x[THRONG_WIDTH], slopes_y[THRONG_WIDTH];
    vfloat value, dx, dy;
    if (m->grid.hex)
        query_triangles(m, points, &value, &dx, &dy);
    else
        query_square(m, points, places, &value, &dx, &dy);
    vf_store(values, query_unscaled(value));
    vf_store(slopes_x, query_slope(dx, m->grid.cell_size));
    vf_store(slopes_y, query_slope(dy, m->grid.cell_size));
    for (int k = 0; k < THRONG_WIDTH; k++) {
        samples[k].value = values[k];
        samples[k].dx = slopes_x[k];
        samples[k].dy = slopes_y[k];
    }
}

#endif
