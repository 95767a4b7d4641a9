/* Footprints: the values that one object adds to a map with propagated influence: path or adjacent
 * propagation (Lu 2019, equations 4 to 6 and 11 to 14). */
#ifndef THRONG_KERNELS_INFLUENCE_FOOTPRINT_H
#define THRONG_KERNELS_INFLUENCE_FOOTPRINT_H

#include "kernels/common/relaxation.h"
#include "kernels/influence/euclidean.h"

#define FOOTPRINT_UNIT 16 /* floats per allocation unit of footprints */

/* Vectors write the spans of all rows, then values in whole vectors. Work-groups write full rows, no
 * spans. */
typedef struct footprint_span {
    int32_t first, count; /* columns of the footprint; values behind its last column are 0 */
} footprint_span;

static inline int32_t footprint_pitch(int32_t columns) { return round_up(columns, FOOTPRINT_UNIT); }
static inline int32_t footprint_head(int32_t rows) { return round_up(2 * rows, FOOTPRINT_UNIT); }

/* Units of a footprint in either layout. */
static inline int64_t footprint_units(relax_area area)
{
    return ((int64_t)footprint_pitch(area.columns) * area.rows + footprint_head(area.rows)) / FOOTPRINT_UNIT;
}

static inline THRONG_SCRATCH footprint_span *footprint_spans(THRONG_SCRATCH float *values)
{
    return (THRONG_SCRATCH footprint_span *)(THRONG_SCRATCH void *)values;
}

/* Span of a row that was reached in these window columns, in vectors of `lanes` lanes. */
static inline footprint_span footprint_span_of(relax_range reached, int32_t lanes, int32_t columns)
{
    footprint_span span = {0, 0};
    if (reached.first > reached.last)
        return span;
    /* column x of the footprint is column x + 1 of the window */
    int32_t end = reached.last + lanes - 1 < columns ? reached.last + lanes - 1 : columns;
    span.first = reached.first > 0 ? reached.first - 1 : 0;
    span.count = end > span.first ? round_up(end - span.first, THRONG_WIDTH) : 0;
    return span;
}

/* Cells that the source can reach, in rows of the map; empty if it adds nothing. */
static inline relax_area footprint_area(const influence_source *s, const influence_grid *grid)
{
    relax_area area = {0, 0, 0, 0};
    int32_t first, last;
    if (s->row_first > s->row_last)
        return area;
    influence_columns(s, grid->width, &first, &last);
    area.column = first;
    area.row = s->row_first;
    area.columns = last - first + 1;
    area.rows = s->row_last - s->row_first + 1;
    return area;
}

/* Cosine of the angle between the motion and a step, times alpha. */
static inline float footprint_cosine(int32_t direction, const influence_source *s, int grid)
{
    float x, y;
    relax_vector(direction, grid, &x, &y);
    return x * s->ax + y * s->ay;
}

/* ---------------------------------------------------------------- paths ----------------------------- */

#define FOOTPRINT_NARROW 0
#define FOOTPRINT_WIDE 1
#define FOOTPRINT_WIDEST 2

#define FOOTPRINT_LIST_CAPACITY 256

typedef struct footprint_paths {
    float farthest;                 /* longer paths are ignored */
    int32_t rank[RELAX_DIRECTIONS]; /* 0: smallest angle with the motion */
    float shortening[PATH_RANKS];   /* d' / d of a path whose first step has this rank */
} footprint_paths;

static inline float footprint_farthest(const influence_source *s, float largest_cosine)
{
    return s->reach * (1.0f + largest_cosine) * 1.000002f;
}

static inline footprint_paths footprint_paths_of(const influence_source *s, int grid)
{
    footprint_paths p;
    float cosine[RELAX_DIRECTIONS];
    float largest = 0.0f;
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
        cosine[k] = footprint_cosine(k, s, grid);
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
        int32_t before = 0;
        for (int32_t other = 0; other < RELAX_DIRECTIONS; other++)
            before += cosine[other] > cosine[k] || (other < k && cosine[other] == cosine[k]);
        p.rank[k] = before;
        p.shortening[before] = 1.0f / (1.0f + cosine[k]);
        largest = scalar_max(largest, cosine[k]);
    }
    p.farthest = footprint_farthest(s, largest);
    return p;
}

/* Upper bound of the length of any path within an area. */
static inline float footprint_longest(relax_area area)
{
    return (float)area.columns * (float)area.rows * 1.41422f;
}

/* Narrowest keys for a source's paths. Wide keys that reach their limit are replaced by 64-bit keys. */
static inline int32_t footprint_width(float farthest, relax_area area, int grid)
{
    float longest = scalar_min(farthest, footprint_longest(area));
    return longest <= (grid == GRID_SQUARE8 ? PATH_NARROW_LENGTH : PATH_NARROW_STEPS) ? FOOTPRINT_NARROW
                                                                                      : FOOTPRINT_WIDE;
}

/* Base of narrow keys (paths beyond the farthest one saturate), largest wide key, largest widest key. */
static inline int32_t footprint_narrow_base(float farthest, int octile)
{
    int32_t bound = octile ? (int32_t)(farthest * 70.01f) + 2 : (int32_t)farthest + 1;
    return 32767 - 8 * (bound + 1);
}
static inline int32_t footprint_wide_bound(float farthest, int octile)
{
    farthest = scalar_min(farthest, octile ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS);
    return octile ? (int32_t)(farthest * 13860.1f) + 2 : (int32_t)farthest + 1;
}
static inline int64_t footprint_widest_limit(float farthest, int octile)
{
    int64_t steps = (int64_t)scalar_min(farthest, 7.0e8f) + 2;
    return octile ? 8 * steps * (PATH_WIDEST_Q + 1) : 8 * steps;
}

typedef struct footprint_keys {
    THRONG_SCRATCH void *keys;
    THRONG_SCRATCH const relax_row *dirty_edges;
    int32_t pitch, lanes;
    int32_t base; /* base of narrow keys */
    int32_t cut;  /* 1: paths longer than these keys hold may exist */
    int64_t none; /* keys from here on mean no path; 0: their lengths are beyond the limit anyway */
} footprint_keys;

/* Parameters of narrow keys, without the memory. */
static inline footprint_keys footprint_narrow_keys(const footprint_paths *p, relax_area area, int octile)
{
    footprint_keys result = {0, 0, 0, 0, 0, 0, 0};
    float farthest = scalar_min(p->farthest, footprint_longest(area));
    result.base = footprint_narrow_base(farthest, octile);
    if (p->farthest > farthest)
        result.none = 32767 - result.base;
    return result;
}

static inline footprint_keys footprint_relax(THRONG_SCRATCH void *scratch, const influence_source *s,
                                             relax_area area, terrain_view walls, const footprint_paths *p,
                                             int width, int grid)
{
    footprint_keys result = {0, 0, 0, 0, 0, 0, 0};
    const int octile = grid == GRID_SQUARE8;
    int32_t column = s->column - area.column + 1, row = s->row - area.row + 1;
    if (width == FOOTPRINT_NARROW) {
        narrow_window w = narrow_open(scratch, area, walls, 32767);
        result = footprint_narrow_keys(p, area, octile);
        narrow_paths(&w, column, row, (int16_t)result.base, octile ? PATH_NARROW_Q : 1, PATH_NARROW_P,
                     p->rank, grid);
        result.keys = w.keys;
        result.dirty_edges = w.dirty_edges;
        result.pitch = w.pitch;
        result.lanes = THRONG_INT16_LANES;
    } else if (width == FOOTPRINT_WIDE) {
        float longest = octile ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS;
        int32_t bound = footprint_wide_bound(p->farthest, octile);
        wide_window w = wide_open(scratch, area, walls, 8 * bound + 8);
        wide_paths(&w, column, row, 0, octile ? PATH_WIDE_Q : 1, PATH_WIDE_P, p->rank, grid);
        result.keys = w.keys;
        result.dirty_edges = w.dirty_edges;
        result.pitch = w.pitch;
        result.lanes = THRONG_WIDTH;
        if (p->farthest > longest) {
            result.cut = wide_any(&w, 8 * (bound - PATH_WIDE_P));
            result.none = w.nothing;
        }
    } else {
        widest_window w = widest_open(scratch, area, walls, footprint_widest_limit(p->farthest, octile) + 1);
        widest_paths(&w, column, row, 0, octile ? PATH_WIDEST_Q : 1, PATH_WIDEST_P, p->rank, grid);
        result.keys = w.keys;
        result.dirty_edges = w.dirty_edges;
        result.pitch = w.pitch;
        result.lanes = 1;
        result.none = w.nothing;
    }
    return result;
}

/* Lengths and ranks of THRONG_WIDTH keys minus their base; unreached cells: beyond every limit. */
static inline vfloat footprint_length_of(vint key, const footprint_keys *k, int width, int grid, vint *rank)
{
    const vmask reached = vi_lt(key, vi_set((int32_t)k->none));
    const vint dist = vi_shift_right(key, 3);
    vfloat d;
    *rank = vi_and(key, vi_set(7));
    if (grid == GRID_SQUARE8 && width == FOOTPRINT_WIDE)
        d = path_wide_length(dist);
    else
        d = grid == GRID_SQUARE8 ? path_narrow_length(vf_from_int(dist)) : vf_from_int(dist);
    return k->none ? vf_select(reached, d, vf_set(3.0e38f)) : d;
}

static inline vfloat footprint_lengths(const footprint_keys *k, int32_t at, int width, int grid, vint *rank)
{
    if (width == FOOTPRINT_WIDEST) {
        float length[THRONG_WIDTH];
        int32_t of_lanes[THRONG_WIDTH];
        for (int32_t lane = 0; lane < THRONG_WIDTH; lane++) {
            /* rows are not whole vectors: the next row may start among the lanes */
            int32_t inside = at % k->pitch + lane < k->pitch;
            int64_t key = inside ? ((THRONG_SCRATCH const int64_t *)k->keys)[at + lane] : k->none;
            of_lanes[lane] = (int32_t)(key & 7);
            length[lane] = key >= k->none         ? 3.0e38f
                           : grid == GRID_SQUARE8 ? path_widest_length(key >> 3)
                                                  : (float)(key >> 3);
        }
        *rank = vi_load(of_lanes);
        return vf_load(length);
    }
    if (width == FOOTPRINT_NARROW)
        return footprint_length_of(
            vi_sub(vi_from_int16((THRONG_SCRATCH const int16_t *)k->keys + at), vi_set(k->base)), k, width,
            grid, rank);
    return footprint_length_of(vi_load((THRONG_SCRATCH const int32_t *)k->keys + at), k, width, grid, rank);
}

/* List of reached vectors of keys and the position of their values. */
typedef struct footprint_list {
    int32_t key[FOOTPRINT_LIST_CAPACITY + INFLUENCE_UNROLL],
        value[FOOTPRINT_LIST_CAPACITY + INFLUENCE_UNROLL];
    int32_t count;
} footprint_list;

static inline void footprint_list_values(THRONG_SCRATCH float *values, footprint_list *list,
                                         const footprint_keys *k, const footprint_paths *p,
                                         const influence_terms *terms, int kind, int width, int grid)
{
    if (list->count == 0)
        return;
    for (int32_t i = list->count; i % INFLUENCE_UNROLL != 0; i++) { /* padding repeats the last one */
        list->key[i] = list->key[list->count - 1];
        list->value[i] = list->value[list->count - 1];
    }
    for (int32_t i = 0; i < list->count; i += INFLUENCE_UNROLL) {
        vfloat d[INFLUENCE_UNROLL], value[INFLUENCE_UNROLL];
        EACH_VECTOR
        {
            vint rank;
            d[u] = footprint_lengths(k, list->key[i + u], width, grid, &rank);
            if (kind & INFLUENCE_ADJUSTED)
                d[u] = d[u] * vf_lookup8(p->shortening, rank);
        }
        influence_values(value, d, terms, kind);
        EACH_VECTOR vf_store(values + list->value[i + u], value[u]);
    }
    list->count = 0;
}

/* Values of all reached cells, a list at a time. */
static inline void footprint_values(THRONG_SCRATCH float *values, relax_area area, const footprint_keys *keys,
                                    const footprint_paths *p, const influence_source *s, int kind, int width,
                                    int grid)
{
    const influence_terms terms = influence_terms_of(s);
    int32_t at = footprint_head(area.rows);
    footprint_list list;
    list.count = 0;
    for (int32_t row = 0; row < area.rows; row++) {
        const footprint_span span =
            footprint_span_of(keys->dirty_edges[row + 1].reached, keys->lanes, area.columns);
        const int32_t key = (row + 1) * keys->pitch + 1 + span.first;
        footprint_spans(values)[row] = span;
        for (int32_t x = 0; x < span.count; x += THRONG_WIDTH) {
            list.key[list.count] = key + x;
            list.value[list.count++] = at + x;
            if (list.count == FOOTPRINT_LIST_CAPACITY)
                footprint_list_values(values, &list, keys, p, &terms, kind, width, grid);
        }
        at += span.count;
    }
    footprint_list_values(values, &list, keys, p, &terms, kind, width, grid);
}

/* Computes a path footprint. Returns 0 if paths longer than these keys hold may exist: repeat with wider
 * keys. */
static inline int footprint_path(THRONG_SCRATCH float *values, THRONG_SCRATCH void *scratch,
                                 const influence_source *s, relax_area area, terrain_view walls,
                                 const footprint_paths *p, int width, int grid)
{
    const footprint_keys keys = footprint_relax(scratch, s, area, walls, p, width, grid);
    if (keys.cut)
        return 0;
    /* Specialised by kind only here, where it matters: the code above is long. */
    if (width != FOOTPRINT_NARROW)
        footprint_values(values, area, &keys, p, s, s->kind, width, grid);
    else if (s->kind == 0)
        footprint_values(values, area, &keys, p, s, 0, FOOTPRINT_NARROW, grid);
    else if (s->kind == INFLUENCE_EXPONENTIAL)
        footprint_values(values, area, &keys, p, s, INFLUENCE_EXPONENTIAL, FOOTPRINT_NARROW, grid);
    else if (s->kind == INFLUENCE_ADJUSTED)
        footprint_values(values, area, &keys, p, s, INFLUENCE_ADJUSTED, FOOTPRINT_NARROW, grid);
    else
        footprint_values(values, area, &keys, p, s, INFLUENCE_ADJUSTED | INFLUENCE_EXPONENTIAL,
                         FOOTPRINT_NARROW, grid);
    return 1;
}

/* ---------------------------------------------------------------- adjacent -------------------------- */

/* gamma^d for distances that may be long. */
static inline void footprint_power(vfloat value[INFLUENCE_UNROLL], const vfloat d[INFLUENCE_UNROLL],
                                   const influence_source *s)
{
    influence_source one = *s;
    one.strength = 1.0f;
    const influence_terms terms = influence_terms_of(&one);
    const vfloat longest = vf_set(s->rate < 0.0f ? -120.0f / s->rate : 3.0e38f);
    influence_exponential(value, d, &terms, 0);
    EACH_VECTOR value[u] = vf_mask_zero(vf_le(d[u], longest), value[u]);
}

static inline void footprint_powers(float power[16], const float length[16], const influence_source *s)
{
    for (int32_t i = 0; i < RELAX_DIRECTIONS; i += INFLUENCE_UNROLL * THRONG_WIDTH) {
        vfloat d[INFLUENCE_UNROLL], value[INFLUENCE_UNROLL];
        EACH_VECTOR d[u] = vf_load(length + (i + u * THRONG_WIDTH) % RELAX_DIRECTIONS);
        footprint_power(value, d, s);
        EACH_VECTOR vf_store(power + (i + u * THRONG_WIDTH) % RELAX_DIRECTIONS, value[u]);
    }
}

/* Adjusted length of a step (Lu 2019, equation 8). */
static inline float footprint_step(int32_t direction, const influence_source *s, int grid)
{
    float o = relax_diagonal(direction, grid) ? 1.41421354f : 1.0f;
    return o / (1.0f + footprint_cosine(direction, s, grid));
}

/* Threshold of magnitudes (Lu 2019, equations 5 and 6) minus a tolerance for rounding. power: gamma^reach. */
static inline float footprint_least(const influence_source *s, float power)
{
    float strength = scalar_abs(s->strength);
    float threshold;
    if (s->kind & INFLUENCE_EXPONENTIAL) {
        threshold = strength * power;
        threshold -= threshold * (1e-5f + 5e-7f * s->reach);
    } else {
        threshold = scalar_abs(strength - scalar_abs(s->rate) * s->reach) -
                    influence_linear_slack(s, influence_momentum(s));
    }
    return scalar_max(threshold, INFLUENCE_LEAST);
}

/* Step matrix (Lu 2019, equations 13 and 14): what a step in each direction subtracts, or its factor. */
typedef struct footprint_steps {
    float cost[16];
    float least;
} footprint_steps;

static inline footprint_steps footprint_steps_of(const influence_source *s, int grid)
{
    footprint_steps p;
    float length[16], power[16];
    power[0] = 0.0f;
    for (int32_t k = 0; k < 16; k++)
        length[k] = footprint_step(k % RELAX_DIRECTIONS, s, grid);
    if (s->kind & INFLUENCE_EXPONENTIAL) {
        footprint_powers(p.cost, length, s);
        for (int32_t k = 0; k < 16; k++)
            length[k] = s->reach;
        footprint_powers(power, length, s);
    } else {
        for (int32_t k = 0; k < 16; k++)
            p.cost[k] = scalar_abs(s->rate) * length[k];
    }
    p.least = footprint_least(s, power[0]);
    return p;
}

/* Parameters of a flood from a source. */
typedef struct footprint_flood_params {
    float cost[RELAX_DIRECTIONS];
    float strength, nothing, sign;
} footprint_flood_params;

static inline footprint_flood_params footprint_flood_params_of(const influence_source *s, int kind, int grid)
{
    const footprint_steps steps = footprint_steps_of(s, grid);
    footprint_flood_params f;
    f.strength = scalar_abs(s->strength);
    f.sign = s->strength < 0.0f ? -1.0f : 1.0f;
    /* If the threshold (equation 6) exceeds the strength, the source keeps its influence and nothing
     * propagates. */
    const int source_only = f.strength < steps.least;
    f.nothing =
        source_only ? 0.0f : scalar_from_bits(scalar_to_bits(steps.least) - 1); /* next smaller float */
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
        f.cost[k] = !source_only ? steps.cost[k] : kind & RELAX_FACTORS ? 0.0f : f.strength;
    return f;
}

static inline void footprint_flood(THRONG_SCRATCH float *values, THRONG_SCRATCH void *scratch,
                                   const influence_source *s, relax_area area, terrain_view walls, int kind,
                                   int grid)
{
    const footprint_flood_params f = footprint_flood_params_of(s, kind, grid);
    const vfloat sign = vf_set(f.sign), nothing = vf_set(f.nothing);
    int32_t row = s->row - area.row + 1;
    flood_window w = flood_open(scratch, area, walls, f.nothing);
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
        w.costs[k] = vf_set(f.cost[k]);
    w.keys[row * w.pitch + s->column - area.column + 1] = f.strength;
    flood_sweep_from(&w, s->column - area.column + 1, row, row, grid, kind);
    int32_t at = footprint_head(area.rows);
    for (row = 0; row < area.rows; row++) {
        const footprint_span span =
            footprint_span_of(w.dirty_edges[row + 1].reached, THRONG_WIDTH, area.columns);
        THRONG_SCRATCH const float *from = w.keys + (size_t)(row + 1) * (size_t)w.pitch + 1 + span.first;
        footprint_spans(values)[row] = span;
        for (int32_t x = 0; x < span.count; x += THRONG_WIDTH) {
            vfloat key = vf_load(from + x);
            vf_store(values + at + x, vf_mask_zero(vf_lt(nothing, key), key) * sign);
        }
        at += span.count;
    }
}

/* ---------------------------------------------------------------- both ------------------------------ */

static inline void footprint_path_of_grid(THRONG_SCRATCH float *values, THRONG_SCRATCH void *scratch,
                                          const influence_source *s, relax_area area, terrain_view walls,
                                          int grid)
{
    const footprint_paths p = footprint_paths_of(s, grid);
    if (footprint_width(p.farthest, area, grid) == FOOTPRINT_NARROW)
        footprint_path(values, scratch, s, area, walls, &p, FOOTPRINT_NARROW, grid);
    else if (!footprint_path(values, scratch, s, area, walls, &p, FOOTPRINT_WIDE, grid))
        footprint_path(values, scratch, s, area, walls, &p, FOOTPRINT_WIDEST, grid);
}

static inline void footprint_flood_of_grid(THRONG_SCRATCH float *values, THRONG_SCRATCH void *scratch,
                                           const influence_source *s, relax_area area, terrain_view walls,
                                           int grid)
{
    if (s->kind & INFLUENCE_EXPONENTIAL)
        footprint_flood(values, scratch, s, area, walls, RELAX_FACTORS, grid);
    else
        footprint_flood(values, scratch, s, area, walls, 0, grid);
}

static inline void footprint_of_grid(THRONG_SCRATCH float *values, THRONG_SCRATCH void *scratch,
                                     const influence_source *s, relax_area area, terrain_view walls,
                                     int32_t propagation, int grid)
{
    if (propagation == INFLUENCE_PATH)
        footprint_path_of_grid(values, scratch, s, area, walls, grid);
    else
        footprint_flood_of_grid(values, scratch, s, area, walls, grid);
}

/* Restricts source and area to the source's world: rows count from its first row. */
static inline terrain_view footprint_enter_world(influence_source *s, relax_area *area,
                                                 THRONG_GLOBAL const uint32_t *walls,
                                                 const influence_grid *grid)
{
    const int32_t world = s->row / grid->world_height;
    s->row -= world * grid->world_height;
    area->row -= world * grid->world_height;
    return influence_walls(walls, grid, world);
}

/* Computes the footprint of a source, in scaled values; area is footprint_area(). */
static inline void footprint_write(THRONG_SCRATCH float *values, THRONG_SCRATCH void *scratch,
                                   const influence_source *source, relax_area area,
                                   THRONG_GLOBAL const uint32_t *walls, const influence_grid *grid)
{
    influence_source s = *source;
    const terrain_view view = footprint_enter_world(&s, &area, walls, grid);
    if (grid->kind == GRID_SQUARE8)
        footprint_of_grid(values, scratch, &s, area, view, grid->propagation, GRID_SQUARE8);
    else if (grid->kind == GRID_SQUARE4)
        footprint_of_grid(values, scratch, &s, area, view, grid->propagation, GRID_SQUARE4);
    else
        footprint_of_grid(values, scratch, &s, area, view, grid->propagation, GRID_HEX);
}

static inline void footprint_add_row(THRONG_LOCAL float *to, THRONG_SCRATCH const float *from, int32_t count)
{
    int32_t x = 0;
    for (; x + THRONG_WIDTH <= count; x += THRONG_WIDTH)
        vf_store(to + x, vf_load(to + x) + vf_load(from + x));
    if (x < count) { /* the tile ends inside a vector; the sums are padded, and the pool */
        const vmask inside = vf_lt(vf_iota(), vf_set((float)(count - x)));
        vf_store(to + x, vf_load(to + x) + vf_mask_zero(inside, vf_load(from + x)));
    }
}

/* Adds a footprint to a tile's sums. */
static inline void footprint_add(THRONG_LOCAL float *sums, const influence_tile *tile, relax_area area,
                                 THRONG_SCRATCH const float *values)
{
    THRONG_SCRATCH const footprint_span *spans =
        (THRONG_SCRATCH const footprint_span *)(THRONG_SCRATCH const void *)values;
    const int32_t tile_right = tile->column_first + tile->column_count;
    const int32_t tile_end = tile->row_first + tile->row_count;
    const int32_t end = (area.row + area.rows < tile_end ? area.row + area.rows : tile_end) - area.row;
    const int32_t top = tile->row_first > area.row ? tile->row_first - area.row : 0;
    THRONG_SCRATCH const float *from = values + footprint_head(area.rows);
    for (int32_t row = 0; row < top && top < end; row++) /* unless it ends above the tile */
        from += spans[row].count;
    for (int32_t row = top; row < end; row++) {
        const footprint_span span = spans[row];
        int32_t first = area.column + span.first, right = first + span.count;
        int32_t left = first > tile->column_first ? first : tile->column_first;
        right = right < tile_right ? right : tile_right;
        if (left < right)
            footprint_add_row(sums + (size_t)(area.row + row - tile->row_first) * (size_t)tile->pitch +
                                  (left - tile->column_first),
                              from + (left - first), right - left);
        from += span.count;
    }
}

/* Upper bound of the columns and rows of this object's footprint at any position. */
static inline relax_area footprint_bound(const influence_object *o, const influence_grid *grid)
{
    influence_source s;
    relax_area area = {0, 0, 0, 0};
    influence_set_decay(&s, o, grid->propagation);
    if (s.strength == 0.0f)
        return area;
    const int32_t most = 2 * influence_farthest(&s, o->alpha, grid) + 1;
    area.columns = most < grid->width ? most : grid->width;
    area.rows = most < grid->world_height ? most : grid->world_height;
    return area;
}

/* Scratch bytes of such a footprint for these vector widths, of int16 and of float. */
static inline size_t footprint_scratch_of(const influence_object *o, const influence_grid *grid,
                                          int32_t vi16_lanes, int32_t lanes)
{
    influence_source s;
    const relax_area area = footprint_bound(o, grid);
    influence_set_decay(&s, o, grid->propagation);
    if (grid->propagation == INFLUENCE_ADJACENT)
        return relax_bytes(area.columns, area.rows, sizeof(float), lanes);
    const float farthest =
        scalar_min(s.reach * (1.00001f + o->alpha), (float)area.columns * (float)area.rows * 1.4143f);
    const int octile = grid->kind == GRID_SQUARE8;
    /* who may need long keys tries shorter ones first, whose window of whole vectors may be the larger one */
    size_t bytes = relax_bytes(area.columns, area.rows, sizeof(int16_t), vi16_lanes);
    const size_t wide = relax_bytes(area.columns, area.rows, sizeof(int32_t), lanes);
    const size_t widest = relax_bytes(area.columns, area.rows, sizeof(int64_t), 1);
    bytes = farthest > (octile ? PATH_NARROW_LENGTH : PATH_NARROW_STEPS) && wide > bytes ? wide : bytes;
    return farthest > (octile ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS) && widest > bytes ? widest : bytes;
}

/* Bytes of a work-group's window (kernels/influence/footprint_group.inc). */
static inline size_t footprint_group_bytes(int32_t columns, int32_t rows, size_t key)
{
    return ((size_t)(columns + 3) / 2 * 2 * (size_t)(rows + 2) * key + 63) / 64 * 64;
}

/* Window bytes. *key > 0: key size, the window fits in `memory` local bytes; 0: it needs global memory. */
static inline size_t footprint_group_scratch(const influence_object *o, const influence_grid *grid,
                                             size_t memory, size_t *key)
{
    influence_source s;
    const relax_area area = footprint_bound(o, grid);
    const int octile = grid->kind == GRID_SQUARE8;
    size_t far = sizeof(int32_t);
    influence_set_decay(&s, o, grid->propagation);
    *key = sizeof(int32_t);
    if (grid->propagation == INFLUENCE_PATH) {
        const float farthest =
            scalar_min(s.reach * (1.00001f + o->alpha), (float)area.columns * (float)area.rows * 1.4143f);
        if (farthest <= (octile ? PATH_NARROW_LENGTH : PATH_NARROW_STEPS))
            *key = sizeof(int16_t);
        if (farthest > (octile ? PATH_WIDE_LENGTH : PATH_WIDE_STEPS)) {
            *key = 0;
            far = sizeof(int64_t);
        }
    }
    if (*key > 0 && footprint_group_bytes(area.columns, area.rows, *key) <= memory)
        return footprint_group_bytes(area.columns, area.rows, *key);
    *key = 0;
    return footprint_group_bytes(area.columns, area.rows, far);
}

#endif
