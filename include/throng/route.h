/* Routes: shortest and cheapest paths between two cells, by Dijkstra's algorithm or A*. The conventions of
 * throng.h hold.
 *
 * Sources: Dijkstra 1959, "A Note on Two Problems in Connexion with Graphs"; Hart, Nilsson, Raphael 1968, "A
 * Formal Basis for the Heuristic Determination of Minimum Cost Paths". Routes lead over the free cells of a
 * terrain, with the steps of throng_grid. A route is optimal:
 *   without costs   its length is least; lengths a + b*sqrt(2) are compared exactly
 *   with costs      the sum over its steps of  length + weight * length * (cost of the cell stepped into)
 *                   is least, added from the start on in double precision
 *
 * A* visits fewer cells than Dijkstra's algorithm, and its routes are as good: lengths have equal bits, and
 * totals are equal except for the rounding of the sum. Of several optimal routes Dijkstra's algorithm gives
 * the one that, followed backwards from the goal, arrives by the step of lowest direction at each cell
 * (clockwise from right, as throng_flow_direction). A* chooses likewise among the steps that it visited, so
 * its cells may differ. Both give the same bits in each run, on each instruction set and for each number of
 * threads. Searches always run on the CPU. */
#ifndef THRONG_ROUTE_H
#define THRONG_ROUTE_H

#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How routes are searched.
typedef int32_t throng_route_method;
enum {
    /// A*, with the length over free ground as the estimate.
    THRONG_ROUTE_ASTAR = 0,
    /// Dijkstra's algorithm.
    THRONG_ROUTE_DIJKSTRA = 1
};

/// A searcher of routes on one terrain. It owns the memory of its searches, for each thread and cell of a
/// world 8 bytes, and 16 once there were searches with costs; and the routes of the last search.
typedef struct throng_route throng_route;

/// Definition of a searcher.
typedef struct throng_route_def {
    /// Terrain, of the same context. The next search sees its changes. Must be set.
    throng_terrain *terrain;

    /// Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
    throng_grid grid;

    /// How routes are searched. Default: ASTAR.
    throng_route_method method;

    /// Set by the default function.
    uint32_t cookie;
} throng_route_def;

/// A route.
typedef struct throng_route_result {
    /// Length in cells: a + b*sqrt(2), rounded once. -1: there is no route.
    float length;

    /// Sum of step length * cost of the cell stepped into, rounded once. 0 without costs.
    float cost;

    /// length + weight * cost, as the search adds it up, rounded once. -1: there is no route.
    float total;

    /// Number of cells, start and goal included. 0: there is no route.
    int32_t cell_count;

    /// Index of its first cell among the cells of all routes of the search, in their order.
    int64_t cell_offset;
} throng_route_result;

/// Default definition of a searcher; `terrain` is to be set.
THRONG_API throng_route_def throng_route_default_def(void);

/// Creates a searcher without costs.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
THRONG_API throng_status throng_route_create(throng_context *context, const throng_route_def *def,
                                             throng_route **route);

/// Destroys a searcher. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a searcher.
THRONG_API throng_status throng_route_destroy(throng_route *route);

/// Sets the costs of a region's cells, row by row. `region` NULL: all cells.
/// Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4
/// bytes per cell.
/// Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.
THRONG_API throng_status throng_route_set_costs(throng_route *route, const throng_region *region,
                                                const float *costs, size_t row_stride);

/// Sets the weight of costs. Range: 0 to 1e9. Default: 1.
/// With 0 the search ignores costs, and results still report them.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_route_set_weight(throng_route *route, float weight);

/// Finds an optimal route for each pair of cells and keeps the cells of all routes.
/// They are kept until the next call that succeeds, also one with `count` 0. There is no route if either cell
/// is blocked, if walls separate the cells, or if they are in different worlds. From a free cell to itself
/// the route is that cell, with length 0. `results` receives `count` results, packed. The context's threads
/// share the pairs. Memory grows to what the hardest searches so far needed; searching the same pairs a third
/// time allocates nothing.
/// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY. The cells of the
/// last search then stay as they were.
THRONG_API throng_status throng_route_find(throng_route *route, int32_t count, const throng_cell_pair *pairs,
                                           size_t stride, throng_route_result *results);

/// Copies the cells of routes first to first+count-1 of the last search, one route after the other, each
/// from its start to its goal.
/// `capacity` is the number of cells that fit into `cells`.
/// Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of
/// cells).
THRONG_API throng_status throng_route_read(const throng_route *route, int32_t first, int32_t count,
                                           throng_cell *cells, int64_t capacity);

#ifdef __cplusplus
}
#endif

#endif
