/* The search for one route, for the files that work on it. */
#ifndef THRONG_CPU_ROUTE_ROUTE_H
#define THRONG_CPU_ROUTE_ROUTE_H

#include "kernels/common/directions.h"
#include "kernels/common/path_length.h"
#include "kernels/common/terrain.h"
#include <throng/throng.h>

#define ROUTE_START RELAX_DIRECTIONS /* in place of the direction in which a cell was reached */
#ifdef THRONG_ROUTE_ROUNDS
#define ROUTE_LAST_ROUND THRONG_ROUTE_ROUNDS /* a test's: few */
#else
#define ROUTE_LAST_ROUND 0x1fffffffu
#endif
#define ROUTE_ROOT 1.41421356237309504880

/* The steps of a grid. What depends on whether a row is even or odd stands there for both. */
typedef struct route_steps {
    /* Bit k: a step in direction k may be made, and may be part of a best route; [with costs][row][blocked
     * cells of the 3 x 3 around, by bits, row by row][direction in which the cell was reached]. */
    uint8_t open[2][2][512][RELAX_DIRECTIONS + 1];
    int32_t offset[2][RELAX_DIRECTIONS];  /* from cell to cell, in a world of this width */
    int32_t columns[2][RELAX_DIRECTIONS]; /* to the right */
    int32_t rows[RELAX_DIRECTIONS];       /* down */
    int32_t width, shift;
    uint64_t inverse; /* cell * inverse >> shift is the cell's row */
    throng_grid grid;
    throng_route_method method;
} route_steps;

/* What a search adds up: keys of path.h in 32 bits, which hold all routes but very long ones; the same in 64
 * bits; lengths with costs. */
typedef enum route_kind { ROUTE_SHORT, ROUTE_LONG, ROUTE_COSTLY, ROUTE_KINDS } route_kind;

typedef enum route_outcome {
    ROUTE_FOUND,
    ROUTE_NONE,
    ROUTE_TOO_LONG, /* for keys of 32 bits */
    ROUTE_CROWDED   /* the queue is too short */
} route_outcome;

/* One search. A cell's label is how far it is, and the step by which it was reached; labels of a round that
 * is over count as not set, so nothing has to be cleared. */
typedef struct route_search {
    const route_steps *steps;
    terrain_view walls;
    const float *costs; /* of the world, NULL: none */
    double weight;
    int32_t from, to; /* cells, which are free and not the same */
    void *labels;
    uint32_t round; /* 1 .. ROUTE_LAST_ROUND */
    void *queue;
    size_t queue_bytes;
    double total; /* of a costly route that was found */
} route_search;

void throng_cpu_route_steps(route_steps *steps, int32_t width, throng_grid grid, throng_route_method method);
size_t throng_cpu_route_label_bytes(route_kind kind);
route_outcome throng_cpu_route_search(route_search *search, route_kind kind);
/* The direction in which the search just made has reached a cell. */
int32_t throng_cpu_route_direction(const route_search *search, route_kind kind, int32_t cell);

static inline int32_t route_row(const route_steps *s, int32_t cell)
{
    return (int32_t)((uint64_t)(uint32_t)cell * s->inverse >> s->shift);
}

static inline int32_t route_before(const route_steps *s, int32_t cell, int32_t direction)
{
    return cell - s->offset[(route_row(s, cell) - s->rows[direction]) & 1][direction];
}

#endif
