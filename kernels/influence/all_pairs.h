/* All-pairs table, for small maps whose walls rarely change: lengths of the shortest paths between all cells
 * and their possible first directions (Lu 2019 precomputes them likewise). A footprint from the table has the
 * bits of a relaxed one, since it is made of the same numbers. */
#ifndef THRONG_KERNELS_INFLUENCE_ALL_PAIRS_H
#define THRONG_KERNELS_INFLUENCE_ALL_PAIRS_H

#include "kernels/influence/footprint.h"

#define PATH_TABLE_CELLS 4096 /* cells of a world, maximum: paths of that many cells fit wide keys */
#define PATH_TABLE_NONE 1e30f /* length if there is no path: beyond every reach */

/* Row of the table for one cell: for each cell of the world its distance, and a bit for each first direction
 * of a shortest path. A direction is set if the search that prefers it finds a path that starts with it. */
static inline void path_table_row(float *lengths, uint8_t *firsts, void *scratch, terrain_view walls,
                                  int32_t columns, int32_t rows, int32_t grid, int32_t cell)
{
    const relax_area area = {0, 0, columns, rows};
    const int octile = grid == GRID_SQUARE8;
    for (int32_t i = 0; i < columns * rows; i++) {
        lengths[i] = PATH_TABLE_NONE;
        firsts[i] = 0;
    }
    if (terrain_blocked(walls, cell % columns, cell / columns))
        return;
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
        int32_t rank[RELAX_DIRECTIONS];
        if (!relax_direction_exists(k, grid))
            continue;
        for (int32_t other = 0; other < RELAX_DIRECTIONS; other++)
            rank[other] = other != k;
        wide_window w = wide_open(scratch, area, walls, 2000000000);
        if (octile)
            wide_paths(&w, cell % columns + 1, cell / columns + 1, 0, PATH_WIDE_Q, PATH_WIDE_P, rank,
                       GRID_SQUARE8);
        else if (grid == GRID_HEX)
            wide_paths(&w, cell % columns + 1, cell / columns + 1, 0, 1, 0, rank, GRID_HEX);
        else
            wide_paths(&w, cell % columns + 1, cell / columns + 1, 0, 1, 0, rank, GRID_SQUARE4);
        for (int32_t i = 0; i < columns * rows; i++) {
            int32_t key = w.keys[(i / columns + 1) * w.pitch + i % columns + 1];
            if (key == w.nothing)
                continue;
            if ((key & 7) == 0)
                firsts[i] = (uint8_t)(firsts[i] | 1 << k);
            lengths[i] = octile ? path_wide_exact_length(key >> 3) : (float)(key >> 3);
        }
    }
}

/* Footprint of a source, as footprint_write(). lengths and firsts: the source's row of the table. */
static inline void path_table_footprint(float *values, const influence_source *s, relax_area area,
                                        const influence_grid *grid, const float *lengths,
                                        const uint8_t *firsts)
{
    const footprint_paths p = footprint_paths_of(s, grid->kind);
    const influence_terms terms = influence_terms_of(s);
    const int32_t pitch = footprint_pitch(area.columns), top = area.row % grid->world_height;
    const footprint_span whole_row = {0, pitch};
    float direction[RELAX_DIRECTIONS], shortest[256];
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
        direction[k] = p.shortening[p.rank[k]];
    shortest[0] = 1.0f;
    for (int32_t set = 1; set < 256; set++) {
        int32_t lowest = 0;
        while (!(set >> lowest & 1))
            lowest++;
        int32_t rest = set & (set - 1);
        shortest[set] = rest ? scalar_min(shortest[rest], direction[lowest]) : direction[lowest];
    }
    for (int32_t row = 0; row < area.rows; row++) {
        size_t from = (size_t)(top + row) * (size_t)grid->width + (size_t)area.column;
        float *to = values + footprint_head(area.rows) + (size_t)row * (size_t)pitch;
        footprint_spans(values)[row] = whole_row;
        for (int32_t x = 0; x < pitch; x += INFLUENCE_UNROLL * THRONG_WIDTH) {
            float lanes[INFLUENCE_UNROLL * THRONG_WIDTH];
            vfloat d[INFLUENCE_UNROLL], value[INFLUENCE_UNROLL];
            for (int32_t k = 0; k < INFLUENCE_UNROLL * THRONG_WIDTH; k++)
                lanes[k] = x + k < area.columns
                               ? lengths[from + (size_t)(x + k)] * shortest[firsts[from + (size_t)(x + k)]]
                               : PATH_TABLE_NONE;
            EACH_VECTOR d[u] = vf_load(lanes + (size_t)u * THRONG_WIDTH);
            if (s->kind & INFLUENCE_EXPONENTIAL)
                influence_values(value, d, &terms, INFLUENCE_EXPONENTIAL);
            else
                influence_values(value, d, &terms, 0);
            EACH_VECTOR if (x + u * THRONG_WIDTH < pitch)
                vf_store(to + x + (size_t)u * THRONG_WIDTH, value[u]);
        }
    }
}

#endif
