/* The patches of scenes in which influence walks, by the kernels themselves: for tests that compile them. */
#ifndef THRONG_TESTS_INFLUENCE_FOOTPRINTS_H
#define THRONG_TESTS_INFLUENCE_FOOTPRINTS_H

#include "kernels/influence/footprint_lanes.h"

#include "tests/support/wall_scenes.h"

#include <string.h>

static inline influence_grid footprint_grid(const walk_scene *s)
{
    const influence_grid grid = {s->width,
                                 s->height * s->worlds,
                                 s->grid == THRONG_GRID_HEX,
                                 s->cell_size,
                                 s->grid,
                                 (int32_t)s->propagation,
                                 s->height,
                                 terrain_pitch(s->width),
                                 s->own_walls ? s->height + 2 : 0,
                                 0,
                                 0};
    return grid;
}

/* As a terrain has them; to be freed. */
static inline uint32_t *footprint_walls(const walk_scene *s, const uint8_t *walls)
{
    const int32_t worlds = s->own_walls ? s->worlds : 1, pitch = terrain_pitch(s->width);
    const size_t words = (size_t)worlds * (size_t)(s->height + 2) * (size_t)pitch;
    uint32_t *bits = must_allocate(words * sizeof *bits);
    memset(bits, 0xff, words * sizeof *bits);
    for (int32_t row = 0; row < worlds * s->height; row++)
        for (int32_t column = 0; column < s->width; column++)
            if (!walls[row * s->width + column]) {
                const int32_t at = (row + 1 + 2 * (row / s->height)) * pitch, bit = TERRAIN_LEFT + column;
                bits[at + bit / 32] &= ~(1u << bit % 32);
            }
    return bits;
}

/* Lays a patch out as its map, of so many columns and cells. How many values are behind its last column. */
static inline int32_t footprint_to_map(float *footprint, relax_area area, float *values, int32_t width,
                                       int32_t cells)
{
    int32_t behind = 0;
    const float *from = footprint + footprint_head(area.rows);
    memset(values, 0, (size_t)cells * sizeof *values);
    for (int32_t row = 0; row < area.rows; row++) {
        const footprint_span span = footprint_spans(footprint)[row];
        for (int32_t x = 0; x < span.count; x++) {
            if (span.first + x < area.columns)
                values[(area.row + row) * width + area.column + span.first + x] = from[x];
            else
                behind += from[x] != 0.0f;
        }
        from += span.count;
    }
    return behind;
}

#endif
