/* An independent answer where influence walks: shortest paths by Dijkstra with exact lengths, the paper's
 * flood fill (Lu 2019, equations 4 to 6 and 11 to 14) in double precision. Shares nothing with the library
 * but the public types. */
#ifndef THRONG_TESTS_INFLUENCE_PROPAGATION_MODEL_H
#define THRONG_TESTS_INFLUENCE_PROPAGATION_MODEL_H

#include "tests/support/oracle.h"
#include "tests/support/wall_scenes.h"

/* a + b*sqrt(2); -1: no path. first: bit k is set where a shortest path begins with a step in direction k. */
typedef struct walk_length {
    int64_t a, b;
    unsigned first;
} walk_length;

/* Directions: 8 of 45 degrees, every other of them on SQUARE4, 6 of 60 on HEX; clockwise from right. */
int32_t walk_directions(throng_grid grid);
void walk_vector(throng_grid grid, int32_t direction, double *x, double *y); /* of length 1 */
/* 1: there is such a step between free cells, to *to_column and *to_row. */
int walk_step(const uint8_t *walls, int32_t width, int32_t height, throng_grid grid, int32_t direction,
              int32_t column, int32_t row, int32_t *to_column, int32_t *to_row);
/* a1 + b1*sqrt(2) < a2 + b2*sqrt(2), in integers. */
int walk_shorter(int64_t a1, int64_t b1, int64_t a2, int64_t b2);
/* From one cell to all cells of a world. */
void walk_paths(const uint8_t *walls, int32_t width, int32_t height, throng_grid grid, int32_t column,
                int32_t row, walk_length *lengths);

/* 0 where rounding could decide in which cell the object comes to stand by its offset. */
int walk_is_clear(const walk_scene *s, const uint8_t *walls, const throng_influence_object *o);
/* All worlds, one below the other. oracle_cell: as oracle.h says. */
oracle_count walk_map(const walk_scene *s, const uint8_t *walls, const throng_influence_object *objects,
                      int32_t count, oracle_cell *cells);

#endif
