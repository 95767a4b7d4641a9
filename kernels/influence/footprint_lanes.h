/* Footprints of many sources: small ones are computed together, one source per lane
 * (kernels/common/relaxation_lanes.inc), the rest one by one. */
#ifndef THRONG_KERNELS_INFLUENCE_FOOTPRINT_LANES_H
#define THRONG_KERNELS_INFLUENCE_FOOTPRINT_LANES_H

#include "kernels/influence/footprint.h"

#define FOOTPRINT_SIDE 144 /* maximum columns and rows of a small footprint */

/* A footprint to compute; area is footprint_area(). */
typedef struct footprint_item {
    const influence_source *source;
    float *values;
    relax_area area;
} footprint_item;

#ifdef RELAX_LANES

/* Sources per batch. */
static inline int32_t footprint_lanes(const influence_grid *grid)
{
    return grid->propagation == INFLUENCE_PATH ? THRONG_INT16_LANES : THRONG_WIDTH;
}

static inline int footprint_is_small(const footprint_item *item, const influence_grid *grid)
{
    const influence_source *s = item->source;
    if (item->area.columns > FOOTPRINT_SIDE || item->area.rows > FOOTPRINT_SIDE)
        return 0;
    if (grid->propagation != INFLUENCE_PATH)
        return 1;
    return footprint_width(footprint_farthest(s, scalar_abs(s->ax) + scalar_abs(s->ay)), item->area,
                           grid->kind) == FOOTPRINT_NARROW;
}

/* A batch of sources that are computed together. */
typedef struct footprint_batch {
    influence_source sources[THRONG_INT16_LANES]; /* rows count within their world */
    relax_origin origins[THRONG_INT16_LANES];
    int32_t count, columns, rows;
    int32_t first, last; /* window rows from first to last that contain a source */
} footprint_batch;

static inline int32_t footprint_source_row(const footprint_batch *b, int32_t k)
{
    return b->sources[k].row - b->origins[k].area.row + 1 + b->origins[k].above;
}
static inline int32_t footprint_source_column(const footprint_batch *b, int32_t k)
{
    return b->sources[k].column - b->origins[k].area.column + 1;
}

/* Whether a window row belongs to the area of source k. */
static inline int footprint_window_has_row(const footprint_batch *b, int32_t k, int32_t row)
{
    const int32_t y = row - 1 - b->origins[k].above;
    return y >= 0 && y < b->origins[k].area.rows;
}

static inline void footprint_batch_init(footprint_batch *b, const footprint_item *items, int32_t count,
                                        const uint32_t *walls, const influence_grid *grid)
{
    b->count = count;
    b->columns = b->rows = b->last = 0;
    b->first = 0x7fffffff;
    for (int32_t k = 0; k < count; k++) {
        relax_origin *origin = &b->origins[k];
        b->sources[k] = *items[k].source;
        origin->area = items[k].area;
        origin->walls = footprint_enter_world(&b->sources[k], &origin->area, walls, grid);
        origin->above = grid->hex ? origin->area.row & 1 : 0; /* aligns odd rows of all windows */
        const int32_t rows = origin->area.rows + origin->above, row = footprint_source_row(b, k);
        b->columns = origin->area.columns > b->columns ? origin->area.columns : b->columns;
        b->rows = rows > b->rows ? rows : b->rows;
        b->first = row < b->first ? row : b->first;
        b->last = row > b->last ? row : b->last;
    }
}

/* ---------------------------------------------------------------- extraction ------------------------ */

/* Floats of a cell that are transposed at once. */
#if THRONG_WIDTH >= 8
#define FOOTPRINT_COLUMNS 8
#else
#define FOOTPRINT_COLUMNS THRONG_WIDTH
#endif

/* Transposes: columns[i], lane k = float i of cell at + k; a cell has THRONG_WIDTH floats. */
static inline void footprint_columns(const void *cells, size_t at, vfloat columns[8])
{
#if THRONG_WIDTH >= 8
    int32_t rows[THRONG_WIDTH];
    for (int32_t k = 0; k < THRONG_WIDTH; k++)
        rows[k] = k * (THRONG_WIDTH / 8);
    vf_gather_transpose((const float *)cells + at * THRONG_WIDTH, rows, columns);
#else
    float from[THRONG_WIDTH][FOOTPRINT_COLUMNS], lanes[FOOTPRINT_COLUMNS][THRONG_WIDTH];
    memcpy(from, (const char *)cells + at * sizeof *from, sizeof from);
    for (int32_t i = 0; i < FOOTPRINT_COLUMNS; i++)
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            lanes[i][k] = from[k][i];
    for (int32_t i = 0; i < FOOTPRINT_COLUMNS; i++)
        columns[i] = vf_load(lanes[i]);
#endif
}

/* Output position of a footprint: rows are stored back to back, each from its first reached vector to its
 * last. */
typedef struct footprint_writer {
    float *values;
    int32_t at, first, count, length;
} footprint_writer;

static FORCE_INLINE void footprint_writer_put(footprint_writer *writer, int32_t x, vfloat value, int reached)
{
    vf_store(writer->values + writer->at + writer->length, value);
    writer->first = reached && writer->length == 0 ? x : writer->first;
    writer->length += reached || writer->length > 0 ? THRONG_WIDTH : 0;
    writer->count = reached ? writer->length : writer->count;
}

static inline void footprint_writer_end_row(footprint_writer *writer, int32_t row)
{
    const footprint_span span = {writer->first, writer->count};
    footprint_spans(writer->values)[row] = span;
    writer->at += writer->count;
    writer->first = writer->count = writer->length = 0;
}

/* Value of one lane of a vector of cells, of which those in `inside` belong to the row: keys as int32 for
 * paths, values for floods. A float holds the 16-bit keys of two paths; `second` selects one. */
static FORCE_INLINE vfloat footprint_extract_lane(vfloat column, uint32_t inside, int second,
                                                  const footprint_flood_params *flood, int *reached)
{
    if (flood) {
        const vfloat key = vf_select_bits(inside, column, vf_set(0.0f));
        const vmask above = vf_lt(vf_set(flood->nothing), key);
        *reached = vmask_any(above);
        return vf_mask_zero(above, key) * vf_set(flood->sign);
    }
    const vint nothing = vi_set(32767), both = vf_to_bits(column);
    vint key = vi_shift_right(second ? both : vi_shift_left(both, 16), 16);
    key = inside == ~0u ? key : vi_select_bits(inside, key, nothing);
    *reached = vmask_any(vi_lt(key, nothing));
    return vf_from_bits(key);
}

/* Extracts one row of all windows, reached in these columns. floods: NULL for paths. */
static FORCE_INLINE void footprint_extract_row(const footprint_batch *b, footprint_writer *writers,
                                               const float *cells, int32_t row, relax_range range,
                                               const footprint_flood_params *floods)
{
    const int32_t each = floods ? 1 : 2; /* lanes per float */
    for (int32_t first = 0; first < b->count; first += each * FOOTPRINT_COLUMNS) {
        const int32_t end =
            b->count - first < each * FOOTPRINT_COLUMNS ? b->count : first + each * FOOTPRINT_COLUMNS;
        for (int32_t x = range.first - 1; x < range.last; x += THRONG_WIDTH) {
            const size_t cell = (size_t)row * (size_t)(b->columns + 2) + (size_t)(x + 1);
            const uint32_t inside = x + THRONG_WIDTH <= b->columns ? ~0u : (1u << (b->columns - x)) - 1u;
            vfloat columns[8];
            footprint_columns(cells + first / each, cell, columns);
            for (int32_t k = first; k < end; k++) {
                int reached;
                const vfloat value = footprint_extract_lane(columns[(k - first) / each], inside, k & 1,
                                                            floods ? &floods[k] : 0, &reached);
                if (footprint_window_has_row(b, k, row) && x < b->origins[k].area.columns)
                    footprint_writer_put(&writers[k], x, value, reached);
            }
        }
    }
    for (int32_t k = 0; k < b->count; k++)
        if (footprint_window_has_row(b, k, row))
            footprint_writer_end_row(&writers[k], row - 1 - b->origins[k].above);
}

/* ---------------------------------------------------------------- paths ------------------------------ */

/* Replaces the keys of `count` vectors by influence values. */
static FORCE_INLINE void footprint_evaluate(float *values, int32_t count, const footprint_keys *keys,
                                            const footprint_paths *p, const influence_terms *terms, int kind,
                                            int grid)
{
    vfloat d[INFLUENCE_UNROLL], value[INFLUENCE_UNROLL];
    EACH_VECTOR
    {
        vint rank, key = vf_to_bits(vf_load(values + (size_t)(u < count ? u : 0) * THRONG_WIDTH));
        d[u] = footprint_length_of(vi_sub(key, vi_set(keys->base)), keys, FOOTPRINT_NARROW, grid, &rank);
        if (kind & INFLUENCE_ADJUSTED)
            d[u] = d[u] * vf_lookup8(p->shortening, rank);
    }
    influence_values(value, d, terms, kind);
    EACH_VECTOR
    {
        if (u < count)
            vf_store(values + (size_t)u * THRONG_WIDTH, value[u]);
    }
}

static inline void footprint_evaluate_all(float *values, int32_t count, const footprint_keys *keys,
                                          const footprint_paths *p, const influence_source *s, int kind,
                                          int grid)
{
    const influence_terms terms = influence_terms_of(s);
    int32_t vectors = count / THRONG_WIDTH;
    for (; vectors >= INFLUENCE_UNROLL; vectors -= INFLUENCE_UNROLL) {
        footprint_evaluate(values, INFLUENCE_UNROLL, keys, p, &terms, kind, grid);
        values += (size_t)INFLUENCE_UNROLL * THRONG_WIDTH;
    }
    if (vectors > 0)
        footprint_evaluate(values, vectors, keys, p, &terms, kind, grid);
}

static inline void footprint_evaluate_kind(float *values, int32_t count, const footprint_keys *keys,
                                           const footprint_paths *p, const influence_source *s, int grid)
{
    if (s->kind == 0)
        footprint_evaluate_all(values, count, keys, p, s, 0, grid);
    else if (s->kind == INFLUENCE_EXPONENTIAL)
        footprint_evaluate_all(values, count, keys, p, s, INFLUENCE_EXPONENTIAL, grid);
    else if (s->kind == INFLUENCE_ADJUSTED)
        footprint_evaluate_all(values, count, keys, p, s, INFLUENCE_ADJUSTED, grid);
    else
        footprint_evaluate_all(values, count, keys, p, s, INFLUENCE_ADJUSTED | INFLUENCE_EXPONENTIAL, grid);
}

static inline void footprint_batch_paths(const footprint_batch *b, footprint_writer *writers, void *scratch,
                                         int grid)
{
    const int octile = grid == GRID_SQUARE8;
    footprint_paths paths[THRONG_INT16_LANES];
    footprint_keys keys[THRONG_INT16_LANES];
    int16_t cost[RELAX_DIRECTIONS];
    narrow_lanes w = narrow_lanes_open(scratch, b->columns, b->rows, b->origins, b->count, vi16_set(32767));
    narrow_path_costs(cost, octile ? PATH_NARROW_Q : 1, PATH_NARROW_P, grid);
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
        w.costs[k] = vi16_set(cost[k]);
    for (int32_t k = 0; k < b->count; k++) {
        const int32_t row = footprint_source_row(b, k);
        const size_t start = narrow_lanes_at(&w, row, footprint_source_column(b, k)) + (size_t)k;
        paths[k] = footprint_paths_of(&b->sources[k], grid);
        keys[k] = footprint_narrow_keys(&paths[k], b->origins[k].area, octile);
        narrow_start(w.keys + start, w.walls + start, THRONG_INT16_LANES, w.pitch, (row - 1 + w.odd) & 1,
                     (int16_t)keys[k].base, cost, paths[k].rank, grid);
    }
    narrow_lanes_sweep(&w, b->first > 1 ? b->first - 1 : 1, b->last < b->rows ? b->last + 1 : b->rows, grid,
                       0);
    for (int32_t row = 1; row <= b->rows; row++)
        footprint_extract_row(b, writers, (const float *)(const void *)w.keys, row,
                              narrow_lanes_reached(&w, row), 0);
    for (int32_t k = 0; k < b->count; k++) {
        const int32_t head = footprint_head(b->origins[k].area.rows);
        footprint_evaluate_kind(writers[k].values + head, writers[k].at - head, &keys[k], &paths[k],
                                &b->sources[k], grid);
    }
}

/* ---------------------------------------------------------------- adjacent --------------------------- */

static inline void footprint_batch_floods(const footprint_batch *b, footprint_writer *writers, void *scratch,
                                          int kind, int grid)
{
    footprint_flood_params floods[THRONG_WIDTH];
    float nothing[THRONG_WIDTH], costs[RELAX_DIRECTIONS][THRONG_WIDTH];
    memset(nothing, 0, sizeof nothing);
    memset(costs, 0, sizeof costs);
    for (int32_t k = 0; k < b->count; k++) {
        floods[k] = footprint_flood_params_of(&b->sources[k], kind, grid);
        nothing[k] = floods[k].nothing;
        for (int32_t i = 0; i < RELAX_DIRECTIONS; i++)
            costs[i][k] = floods[k].cost[i];
    }
    flood_lanes w = flood_lanes_open(scratch, b->columns, b->rows, b->origins, b->count, vf_load(nothing));
    for (int32_t i = 0; i < RELAX_DIRECTIONS; i++)
        w.costs[i] = vf_load(costs[i]);
    for (int32_t k = 0; k < b->count; k++)
        w.keys[flood_lanes_at(&w, footprint_source_row(b, k), footprint_source_column(b, k)) + (size_t)k] =
            floods[k].strength;
    flood_lanes_sweep(&w, b->first, b->last, grid, kind);
    for (int32_t row = 1; row <= b->rows; row++)
        footprint_extract_row(b, writers, w.keys, row, flood_lanes_reached(&w, row), floods);
}

/* ---------------------------------------------------------------- both ------------------------------- */

static inline void footprint_batch_of_grid(const footprint_batch *b, footprint_writer *writers, void *scratch,
                                           int32_t propagation, int grid)
{
    if (propagation == INFLUENCE_PATH)
        footprint_batch_paths(b, writers, scratch, grid);
    else if (b->sources[0].kind & INFLUENCE_EXPONENTIAL)
        footprint_batch_floods(b, writers, scratch, RELAX_FACTORS, grid);
    else
        footprint_batch_floods(b, writers, scratch, 0, grid);
}

static inline void footprint_write_batch(const footprint_item *items, int32_t count, void *scratch,
                                         const uint32_t *walls, const influence_grid *grid)
{
    footprint_batch b;
    footprint_writer writers[THRONG_INT16_LANES];
    footprint_batch_init(&b, items, count, walls, grid);
    for (int32_t k = 0; k < count; k++) {
        const footprint_writer writer = {items[k].values, footprint_head(items[k].area.rows), 0, 0, 0};
        writers[k] = writer;
    }
    if (grid->kind == GRID_SQUARE8)
        footprint_batch_of_grid(&b, writers, scratch, grid->propagation, GRID_SQUARE8);
    else if (grid->kind == GRID_SQUARE4)
        footprint_batch_of_grid(&b, writers, scratch, grid->propagation, GRID_SQUARE4);
    else
        footprint_batch_of_grid(&b, writers, scratch, grid->propagation, GRID_HEX);
}

/* Number of items, from the first one on, that are faster to compute together; 1: none. Row overhead
 * dominates: a cell of all lanes costs about a seventh of it. */
static inline int32_t footprint_batch_size(const footprint_item *items, int32_t count,
                                           const influence_grid *grid)
{
    int32_t columns = 0, rows = 0, chunks = 0, size = 0;
    const int32_t kind = grid->propagation == INFLUENCE_PATH ? 0 : INFLUENCE_EXPONENTIAL;
    if (count > footprint_lanes(grid))
        count = footprint_lanes(grid);
    for (; size < count; size++) {
        const footprint_item *item = &items[size];
        if (!footprint_is_small(item, grid) || ((item->source->kind ^ items->source->kind) & kind))
            break;
        columns = item->area.columns > columns ? item->area.columns : columns;
        rows = item->area.rows > rows ? item->area.rows : rows;
        chunks += item->area.rows * ((item->area.columns + 63) / 64);
    }
    return size > 1 && columns * rows < 7 * chunks ? size : 1;
}

#endif

/* Scratch bytes of any batch that includes this object. */
static inline size_t footprint_batch_scratch(const influence_object *o, const influence_grid *grid)
{
#ifdef RELAX_LANES
    const relax_area area = footprint_bound(o, grid);
    const int32_t columns = area.columns < FOOTPRINT_SIDE ? area.columns : FOOTPRINT_SIDE;
    const int32_t rows = (area.rows < FOOTPRINT_SIDE ? area.rows : FOOTPRINT_SIDE) + (grid->hex ? 1 : 0);
    return relax_lanes_bytes(columns, rows, THRONG_WIDTH * sizeof(float));
#else
    (void)o;
    (void)grid;
    return 0;
#endif
}

/* Scratch bytes of this object at this SIMD level. */
static inline size_t footprint_scratch(const influence_object *o, const influence_grid *grid)
{
    const size_t single = footprint_scratch_of(o, grid, THRONG_INT16_LANES, THRONG_WIDTH);
    const size_t batch = footprint_batch_scratch(o, grid);
    return batch > single ? batch : single;
}

static inline int footprint_is_before(const footprint_item *a, const footprint_item *b)
{
    const int32_t kinds =
        (a->source->kind & INFLUENCE_EXPONENTIAL) - (b->source->kind & INFLUENCE_EXPONENTIAL);
    return kinds != 0 ? kinds < 0 : a->area.rows * a->area.columns > b->area.rows * b->area.columns;
}

/* Computes footprints. Reorders them so that footprints of similar size are adjacent. */
static inline void footprint_write_all(footprint_item *items, int32_t count, void *scratch,
                                       const uint32_t *walls, const influence_grid *grid)
{
    for (int32_t i = 1; i < count; i++) {
        const footprint_item item = items[i];
        int32_t k = i;
        for (; k > 0 && footprint_is_before(&item, &items[k - 1]); k--)
            items[k] = items[k - 1];
        items[k] = item;
    }
    for (int32_t i = 0, size; i < count; i += size) {
#ifdef RELAX_LANES
        size = footprint_batch_size(items + i, count - i, grid);
        if (size > 1) {
            footprint_write_batch(items + i, size, scratch, walls, grid);
            continue;
        }
#endif
        size = 1;
        footprint_write(items[i].values, scratch, items[i].source, items[i].area, walls, grid);
    }
}

#endif
