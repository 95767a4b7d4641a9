/* The search for one route, for three types of sum, and the tables of steps. */
#include "src/cpu/route/route.h"

#include <string.h>

/* ---------------------------------------------------------------- steps ----------------------------- */

static uint32_t bit_at(int32_t column, int32_t row) { return 1u << (3 * (row + 1) + column + 1); }

/* By how many neighbouring directions two differ. */
static int32_t turn_between(int32_t from, int32_t to, throng_grid grid)
{
    static const int32_t hex[RELAX_DIRECTIONS] = {0, 1, 0, 2, 3, 4, 0, 5};
    const int32_t all = grid == THRONG_GRID_HEX ? 6 : 8;
    int32_t turn = grid == THRONG_GRID_HEX ? hex[to] - hex[from] : to - from;
    turn = turn < 0 ? turn + all : turn;
    return turn < all - turn ? turn : all - turn;
}

/* Directions in which a cell, reached in direction `came`, leads to where the cell before it (or a neighbour
 * of that) is strictly nearer, whatever is blocked. With costs, ways around cells that cost much do not
 * count. */
static uint32_t detours(int32_t came, throng_grid grid, int32_t costly)
{
    const int32_t least = grid == THRONG_GRID_SQUARE4             ? 4
                          : grid == THRONG_GRID_HEX               ? 2
                          : relax_diagonal(came, grid) && !costly ? 2
                                                                  : 3;
    uint32_t found = 0;
    if (came == ROUTE_START)
        return 0;
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
        found |= turn_between(came, k, grid) >= least ? 1u << k : 0u;
    return found;
}

/* The same where that depends on walls: after a straight step on SQUARE8, to the sides, if the diagonal step
 * from the cell before can be made. */
static uint32_t side_detours(int32_t came, uint32_t around)
{
    uint32_t found = 0;
    for (int32_t side = -1; side <= 1; side += 2) {
        const int32_t corner = (came + 3 * side) & 7;
        if (!(around & bit_at(relax_column_step(corner, 0, GRID_SQUARE8), relax_row_step(corner))))
            found |= 1u << ((came + 2 * side) & 7);
    }
    return found;
}

/* Directions that walls leave open. */
static uint32_t open_steps(int32_t odd, uint32_t around, throng_grid grid)
{
    uint32_t open = 0;
    for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
        const int32_t right = relax_column_step(k, odd, grid), down = relax_row_step(k);
        uint32_t needed = bit_at(right, down);
        if (relax_diagonal(k, grid))
            needed |= bit_at(right, 0) | bit_at(0, down);
        if (relax_direction_exists(k, grid) && !(around & needed))
            open |= 1u << k;
    }
    return open;
}

/* shortest, costly: the detours of each direction, without and with costs */
static void fill_open(route_steps *s, int32_t odd, uint32_t around, const uint32_t *shortest,
                      const uint32_t *costly)
{
    const uint32_t open = open_steps(odd, around, s->grid);
    for (int32_t came = 0; came <= ROUTE_START; came++) {
        const int32_t sides = s->grid == THRONG_GRID_SQUARE8 && came != ROUTE_START && !(came & 1);
        const uint32_t strict = shortest[came] | (sides ? side_detours(came, around) : 0u);
        s->open[0][odd][around][came] = (uint8_t)(open & ~strict);
        s->open[1][odd][around][came] = (uint8_t)(open & ~costly[came]);
    }
}

void throng_cpu_route_steps(route_steps *s, int32_t width, throng_grid grid, throng_route_method method)
{
    int32_t bits = 0;
    while (1 << bits < width)
        bits++;
    s->shift = 30 + bits; /* exact for cells below 2^30 */
    s->inverse = ((uint64_t)1 << s->shift) / (uint64_t)width + 1;
    s->width = width;
    s->grid = grid;
    s->method = method;
    uint32_t shortest[RELAX_DIRECTIONS + 1], costly[RELAX_DIRECTIONS + 1];
    for (int32_t came = 0; came <= ROUTE_START; came++) {
        shortest[came] = detours(came, grid, 0);
        costly[came] = detours(came, grid, 1);
    }
    for (int32_t odd = 0; odd < 2; odd++) {
        for (int32_t k = 0; k < RELAX_DIRECTIONS; k++) {
            s->columns[odd][k] = relax_column_step(k, odd, grid);
            s->rows[k] = relax_row_step(k);
            s->offset[odd][k] = s->rows[k] * width + s->columns[odd][k];
        }
        for (uint32_t around = 0; around < 512; around++)
            fill_open(s, odd, around, shortest, costly);
    }
}

/* The lowest bit that is set; bits is not 0. */
static inline int32_t lowest(uint32_t bits)
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

static inline uint32_t walls_around(terrain_view walls, int32_t column, int32_t row)
{
    return (terrain_bits(walls, column - 1, row - 1) & 7u) |
           (terrain_bits(walls, column - 1, row) & 7u) << 3 |
           (terrain_bits(walls, column - 1, row + 1) & 7u) << 6;
}

/* Steps of the shortest way over free ground, without the diagonal ones, and those. */
typedef struct way_ahead {
    int32_t straight, diagonal;
} way_ahead;

static inline way_ahead look_ahead(int32_t column, int32_t row, int32_t to_column, int32_t to_row, int grid)
{
    int32_t right = to_column - column, down = to_row - row;
    if (grid == GRID_HEX) /* in half cells, since every other row stands half a cell aside */
        right = 2 * right + (to_row & 1) - (row & 1);
    right = right < 0 ? -right : right;
    down = down < 0 ? -down : down;
    if (grid == GRID_HEX)
        return (way_ahead){down + (right > down ? (right - down) / 2 : 0), 0};
    if (grid == GRID_SQUARE4)
        return (way_ahead){right + down, 0};
    return right < down ? (way_ahead){down - right, right} : (way_ahead){right - down, down};
}

/* ---------------------------------------------------------------- lengths, in 32 bits --------------- */

static inline uint32_t short_step(const route_search *search, int32_t direction, int32_t next, int grid)
{
    (void)search;
    (void)next;
    return grid != GRID_SQUARE8 ? 1 : direction & 1 ? PATH_WIDE_P : PATH_WIDE_Q;
}
static inline uint32_t short_sum(way_ahead way, int grid)
{
    const uint32_t straight = (uint32_t)way.straight;
    return grid != GRID_SQUARE8 ? straight : straight * PATH_WIDE_Q + (uint32_t)way.diagonal * PATH_WIDE_P;
}
static inline uint32_t short_width(int grid, int ahead)
{
    return grid != GRID_SQUARE8 ? 1 : ahead ? 2 * PATH_WIDE_Q - PATH_WIDE_P : PATH_WIDE_Q;
}

#define ROUTE_NAME(name) short_##name
#define ROUTE_NUMBER uint32_t
#define ROUTE_MOST UINT32_MAX
#define ROUTE_BUCKETED UINT32_MAX
#define ROUTE_LONGEST(grid) ((grid) == GRID_SQUARE8 ? (uint32_t)PATH_WIDE_LENGTH * PATH_WIDE_Q : UINT32_MAX)
#define ROUTE_BUCKETS 8
#define ROUTE_WITH_COSTS 0
#include "src/cpu/route/search.inc"

/* Whether keys of 32 bits cannot be enough; their search finds out by itself where walls make the way
 * long. */
static int32_t is_far(const route_search *search)
{
    const route_steps *s = search->steps;
    const int32_t row = route_row(s, search->from), to_row = route_row(s, search->to);
    const way_ahead way =
        look_ahead(search->from - row * s->width, row, search->to - to_row * s->width, to_row, GRID_SQUARE8);
    return s->grid == THRONG_GRID_SQUARE8 && way.straight + way.diagonal > (int32_t)PATH_WIDE_LENGTH;
}

/* ---------------------------------------------------------------- lengths, in 64 bits --------------- */

static inline int64_t long_step(const route_search *search, int32_t direction, int32_t next, int grid)
{
    (void)search;
    (void)next;
    (void)grid;
    return direction & 1 ? PATH_WIDEST_P : PATH_WIDEST_Q;
}
static inline int64_t long_sum(way_ahead way, int grid)
{
    (void)grid;
    return (int64_t)way.straight * PATH_WIDEST_Q + (int64_t)way.diagonal * PATH_WIDEST_P;
}
static inline int64_t long_width(int grid, int ahead)
{
    (void)grid;
    return ahead ? 2 * PATH_WIDEST_Q - PATH_WIDEST_P : PATH_WIDEST_Q;
}

#define ROUTE_NAME(name) long_##name
#define ROUTE_NUMBER int64_t
#define ROUTE_MOST INT64_MAX
#define ROUTE_BUCKETED INT64_MAX
#define ROUTE_LONGEST(grid) INT64_MAX
#define ROUTE_BUCKETS 8
#define ROUTE_WITH_COSTS 0
#include "src/cpu/route/search.inc"

/* ---------------------------------------------------------------- lengths and costs ----------------- */

static inline double costly_step(const route_search *search, int32_t direction, int32_t next, int grid)
{
    return (relax_diagonal(direction, grid) ? ROUTE_ROOT : 1.0) *
           (1.0 + search->weight * (double)search->costs[next]);
}
static inline double costly_sum(way_ahead way, int grid)
{
    (void)grid;
    return (double)way.straight + (double)way.diagonal * ROUTE_ROOT;
}
static inline double costly_width(int grid, int ahead)
{
    (void)grid;
    (void)ahead;
    return 1.0;
}

#define ROUTE_NAME(name) costly_##name
#define ROUTE_NUMBER double
#define ROUTE_MOST 1e300
#define ROUTE_BUCKETED 1125899906842624.0 /* 2^50: beyond it estimates get too coarse for buckets 1 wide */
#define ROUTE_LONGEST(grid) 1e300
#define ROUTE_BUCKETS 64
#define ROUTE_WITH_COSTS 1
#include "src/cpu/route/search.inc"

/* ---------------------------------------------------------------- any of them ----------------------- */

size_t throng_cpu_route_label_bytes(route_kind kind)
{
    return kind == ROUTE_SHORT  ? sizeof(short_label)
           : kind == ROUTE_LONG ? sizeof(long_label)
                                : sizeof(costly_label);
}

route_outcome throng_cpu_route_search(route_search *search, route_kind kind)
{
    if (kind == ROUTE_COSTLY)
        return costly_search(search);
    if (kind == ROUTE_LONG)
        return long_search(search);
    return is_far(search) ? ROUTE_TOO_LONG : short_search(search);
}

int32_t throng_cpu_route_direction(const route_search *search, route_kind kind, int32_t cell)
{
    const uint32_t mark = kind == ROUTE_SHORT  ? ((const short_label *)search->labels)[cell].mark
                          : kind == ROUTE_LONG ? ((const long_label *)search->labels)[cell].mark
                                               : ((const costly_label *)search->labels)[cell].mark;
    return (int32_t)(mark & 7u);
}
