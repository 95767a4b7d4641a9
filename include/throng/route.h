/* Shortest and cheapest routes between cells, by Dijkstra's algorithm and A*. Part of throng.h, whose
 * conventions hold.
 *
 * Dijkstra 1959, "A Note on Two Problems in Connexion with Graphs"; Hart, Nilsson, Raphael 1968, "A Formal
 * Basis for the Heuristic Determination of Minimum Cost Paths". Routes go over the free cells of terrain, on
 * the grids of throng_terrain_distances, and least is
 *   without costs  the length, a + b*sqrt(2) cells, compared exactly
 *   with costs     the sum over the steps of  length + weight * length * (cost of the cell stepped into),
 *                  added from the start on in double precision
 * A* looks first where the straight distance to the goal promises more; its routes are as good as Dijkstra's
 * (the lengths are equal bits, the totals equal but for the rounding of the sum), their cells may be others.
 * Of several best routes Dijkstra gives the one that, seen from the goal backwards, comes by the step of
 * lowest direction (clockwise from right) at each cell; A* chooses likewise among the steps that it met. Both
 * are the same in each run, on each level and for each number of threads. Searches run on the CPU, whatever
 * the context's backend is. */
#ifndef THRONG_PUBLIC_ROUTE_H
#define THRONG_PUBLIC_ROUTE_H

#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t throng_route_method;
enum { THRONG_ROUTE_ASTAR = 0, THRONG_ROUTE_DIJKSTRA = 1 };

/* Searches routes on one terrain. It owns the memory of its searches, 8 bytes for each cell of a world (16
 * with costs) and thread, and the routes that it found last. */
typedef struct throng_route throng_route;

typedef struct throng_route_def {
    throng_terrain *terrain;    /* of the same context; its changes are seen by the next search */
    throng_grid grid;           /* SQUARE8 */
    throng_route_method method; /* ASTAR */
    uint32_t cookie;            /* set by the default function */
} throng_route_def;

typedef struct throng_route_result {
    float length;        /* cells: a + b*sqrt(2), rounded once; -1: no route */
    float cost;          /* the sum of step length * cost of the cell stepped into, rounded once; 0 without */
    float total;         /* length + weight * cost as the search adds it up, rounded once; -1: no route */
    int32_t cell_count;  /* from the start to the goal, both of them included; 0: no route */
    int64_t cell_offset; /* of its first cell among the cells of all routes of the search, in their order */
} throng_route_result;

THRONG_API throng_route_def throng_route_default_def(void);
/* Creates a searcher without costs. Terrain counts it among the maps on it. Errors: INVALID_ARGUMENT (NULL,
 * def not initialised, terrain of another context, unknown grid or method, hexagonal worlds of odd height),
 * OUT_OF_MEMORY. */
THRONG_API throng_status throng_route_create(throng_context *context, const throng_route_def *def,
                                             throng_route **route);
/* NULL is fine. Errors: INVALID_ARGUMENT (not a route, or other objects still use it). */
THRONG_API throng_status throng_route_destroy(throng_route *route);

/* Sets the costs of a region's cells (NULL: all of them; worlds lie below each other as in terrain), row by
 * row, each 0..1e9; row_stride: bytes from row to row, 0: packed. Cells that were never set cost 0. The first
 * call takes 4 bytes a cell. Errors: INVALID_ARGUMENT (the message has column, row and value),
 * OUT_OF_MEMORY. */
THRONG_API throng_status throng_route_set_costs(throng_route *route, const throng_region *region,
                                                const float *costs, size_t row_stride);
/* 0..1e9; 1. With 0 the search does not look at costs, and the results still tell them. Errors:
 * INVALID_ARGUMENT. */
THRONG_API throng_status throng_route_set_weight(throng_route *route, float weight);

/* Finds a best route from cell to cell for each pair, and keeps their cells until the next successful call.
 * No route is where a cell is blocked or in another world; from a cell to itself it is 0 long and one cell.
 * Pairs count rows as regions do; stride: bytes from pair to pair, 0: packed. results: `count` of them. The
 * context's threads share the pairs. Memory grows to what the hardest searches so far needed; the same pairs
 * a third time allocate nothing. Errors: INVALID_ARGUMENT (a cell off the map: the message has its pair),
 * OUT_OF_MEMORY; results and the last search's cells then stay as they were. */
THRONG_API throng_status throng_route_find(throng_route *route, int32_t count, const throng_cell_pair *pairs,
                                           size_t stride, throng_route_result *results);
/* Copies the cells of the last search's routes first .. first+count-1, one route behind the other, the first
 * one's start first. capacity: cells that there is room for. Errors: INVALID_ARGUMENT (no such routes),
 * CAPACITY (the message tells how many cells there are; nothing is copied). */
THRONG_API throng_status throng_route_read(const throng_route *route, int32_t first, int32_t count,
                                           throng_cell *cells, int64_t capacity);

#ifdef __cplusplus
}
#endif

#endif
