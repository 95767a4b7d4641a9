/* The search for one route, for the files that work on it. */
#ifndef THRONG_CPU_ROUTE_H
#define THRONG_CPU_ROUTE_H

#include "../internal.h"
#include "directions.h"
#include "path.h"
#include "terrain.h"

/* The steps of a grid. Tables have a part for even and one for odd rows. */
typedef struct route_steps {
    uint8_t open[2][512];  /* bit k: a step in direction k can be made where these of the 3 x 3 cells around
                              are blocked: bits 0 to 2 are the row above */
    int32_t offset[2][8];  /* from cell to cell, in a world of this width */
    int32_t columns[2][8]; /* to the right */
    int32_t rows[8];       /* down */
    int32_t width;
    uint64_t inverse; /* cell * inverse >> shift is the cell's row */
    int32_t shift;
    throng_grid grid;
    throng_route_method method;
} route_steps;

/* What a search adds up: keys of path.h in 32 bits, which hold all routes but very long ones; the same in 64
 * bits; lengths with costs. */
typedef enum route_kind { ROUTE_SHORT, ROUTE_LONG, ROUTE_COSTLY, ROUTE_KINDS } route_kind;

typedef enum route_outcome {
    ROUTE_FOUND,
    ROUTE_NONE,
    ROUTE_TOO_LONG, /* for ROUTE_SHORT */
    ROUTE_CROWDED   /* the queue has too little room */
} route_outcome;

/* One search. Labels of a round that is over count as not set, so nothing has to be cleared. */
typedef struct route_search {
    const route_steps *steps;
    terrain_view walls;
    const float *costs; /* of the world */
    double weight;
    int32_t from, to; /* cells, which are free and not the same */
    void *labels;
    uint32_t round; /* 1 .. ROUTE_LAST_ROUND */
    void *queue;
    size_t queue_bytes;
    double total; /* of ROUTE_COSTLY, when found */
} route_search;

#define ROUTE_ROOT 1.41421356237309504880
#define ROUTE_LAST_ROUND 0x1fffffffu
#define ROUTE_SHORT_BYTES 8 /* of a label */
#define ROUTE_LONG_BYTES 16

void throng_cpu_route_steps(route_steps *steps, int32_t width, throng_grid grid, throng_route_method method);

route_outcome throng_cpu_route_short(route_search *search);
route_outcome throng_cpu_route_long(route_search *search);
route_outcome throng_cpu_route_costly(route_search *search);
/* The direction in which a cell was reached by the search just made. */
int32_t throng_cpu_route_short_direction(const route_search *search, int32_t cell);
int32_t throng_cpu_route_long_direction(const route_search *search, int32_t cell);
int32_t throng_cpu_route_costly_direction(const route_search *search, int32_t cell);

static inline int32_t route_row(const route_steps *s, int32_t cell)
{
    return (int32_t)((uint64_t)(uint32_t)cell * s->inverse >> s->shift);
}

/* Directions that can be gone from a free cell. */
static inline uint32_t route_open(const route_steps *s, terrain_view walls, int32_t column, int32_t row)
{
    uint32_t around = terrain_bits(walls, column - 1, row - 1) & 7u;
    around |= (terrain_bits(walls, column - 1, row) & 7u) << 3;
    around |= (terrain_bits(walls, column - 1, row + 1) & 7u) << 6;
    return s->open[row & 1][around];
}

/* The lowest bit that is set; bits is not 0 and below 256. */
static inline int32_t route_lowest(uint32_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    int32_t k = 0;
    for (; !(bits & 1u); bits >>= 1)
        k++;
    return k;
#endif
}

/* Straight and diagonal steps of the shortest way over free ground; the diagonal ones are 0 where a grid has
 * none. */
static inline void route_straight(int32_t column, int32_t row, int32_t to_column, int32_t to_row, int grid,
                                  int32_t *straight, int32_t *diagonal)
{
    int32_t right = to_column - column, down = to_row - row;
    if (grid == SPREAD_HEX) /* in half cells, since each row stands half a cell aside */
        right = 2 * right + (to_row & 1) - (row & 1);
    right = right < 0 ? -right : right;
    down = down < 0 ? -down : down;
    *diagonal = 0;
    if (grid == SPREAD_SQUARE8) {
        *diagonal = right < down ? right : down;
        *straight = (right < down ? down : right) - *diagonal;
    } else if (grid == SPREAD_SQUARE4) {
        *straight = right + down;
    } else {
        *straight = down + (right > down ? (right - down) / 2 : 0);
    }
}

#endif
