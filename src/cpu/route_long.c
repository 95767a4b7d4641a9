/* The searches whose sums do not fit into 32 bits: lengths of very long routes, and lengths with costs. Their
 * queue is a heap in which each entry stands above four others, by estimate; of equal ones the latest comes
 * first, so A* goes straight on where it can. */
#include "route.h"

typedef struct place {
    int32_t column, row, to_column, to_row;
} place;

/* ---------------------------------------------------------------- keys of 64 bits ------------------- */

static inline int64_t exact_step(const route_search *search, int32_t direction, int32_t next)
{
    (void)search;
    (void)next;
    return direction & 1 ? PATH_WIDEST_P : PATH_WIDEST_Q;
}

static inline int64_t exact_ahead(const place *p, int grid)
{
    int32_t straight, diagonal;
    route_straight(p->column, p->row, p->to_column, p->to_row, grid, &straight, &diagonal);
    return (int64_t)straight * PATH_WIDEST_Q + (int64_t)diagonal * PATH_WIDEST_P;
}

#define ROUTE_NAME(name) exact_##name
#define ROUTE_NUMBER int64_t
#define ROUTE_MOST INT64_MAX
#include "route_heap.inc"

route_outcome throng_cpu_route_long(route_search *search) /* grids without diagonals need no long keys */
{
    return search->steps->method == THRONG_ROUTE_ASTAR ? exact_search(search, SPREAD_SQUARE8, 1)
                                                       : exact_search(search, SPREAD_SQUARE8, 0);
}

int32_t throng_cpu_route_long_direction(const route_search *search, int32_t cell)
{
    return exact_direction(search, cell);
}

/* ---------------------------------------------------------------- costs ----------------------------- */

static inline double costly_step(const route_search *search, int32_t direction, int32_t next)
{
    double length = search->steps->grid == THRONG_GRID_SQUARE8 && (direction & 1) ? ROUTE_ROOT : 1.0;
    return length * (1.0 + search->weight * (double)search->costs[next]);
}

static inline double costly_ahead(const place *p, int grid)
{
    int32_t straight, diagonal;
    route_straight(p->column, p->row, p->to_column, p->to_row, grid, &straight, &diagonal);
    return (double)straight + (double)diagonal * ROUTE_ROOT;
}

#define ROUTE_NAME(name) costly_##name
#define ROUTE_NUMBER double
#define ROUTE_MOST 1e300
#include "route_heap.inc"

route_outcome throng_cpu_route_costly(route_search *search)
{
    const int ahead = search->steps->method == THRONG_ROUTE_ASTAR;
    if (search->steps->grid == THRONG_GRID_SQUARE8)
        return ahead ? costly_search(search, SPREAD_SQUARE8, 1) : costly_search(search, SPREAD_SQUARE8, 0);
    if (search->steps->grid == THRONG_GRID_SQUARE4)
        return ahead ? costly_search(search, SPREAD_SQUARE4, 1) : costly_search(search, SPREAD_SQUARE4, 0);
    return ahead ? costly_search(search, SPREAD_HEX, 1) : costly_search(search, SPREAD_HEX, 0);
}

int32_t throng_cpu_route_costly_direction(const route_search *search, int32_t cell)
{
    return costly_direction(search, cell);
}
