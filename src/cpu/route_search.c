/* The search for a shortest route, by keys of 32 bits.
 *
 * The queue is a ring of buckets, each a stack of the cells whose estimates (the key so far and, for A*, the key
 * of the straight way on) lie in one interval. Dijkstra's buckets are as wide as the shortest step is long:
 * within one of them no cell can improve another one, so their order does not matter (Dinitz 1978). A* has steps
 * that leave the estimate as it is; all others raise it by 2 - sqrt(2) cells or more, and that is how wide its
 * buckets are. A cell that is improved after its turn gets another one. A search ends when no estimate is left
 * below the key of the goal. */
#include "route.h"

#include <string.h>

enum { BUCKETS = 8 }; /* a step raises an estimate by at most 5 buckets */

/* ---------------------------------------------------------------- steps ----------------------------- */

static int32_t bit_of(int32_t column, int32_t row) { return 3 * (row + 1) + column + 1; }

void throng_cpu_route_steps(route_steps *s, int32_t width, throng_grid grid, throng_route_method method)
{
    memset(s, 0, sizeof *s);
    s->grid = grid;
    s->method = method;
    s->width = width;
    int32_t bits = 0;
    while (1 << bits < width)
        bits++;
    s->shift = 30 + bits; /* exact for cells below 2^30 */
    s->inverse = ((uint64_t)1 << s->shift) / (uint64_t)width + 1;
    for (int32_t odd = 0; odd < 2; odd++)
        for (int32_t k = 0; k < SPREAD_DIRECTIONS; k++) {
            int32_t right = spread_column_step(k, odd, grid), down = spread_row_step(k);
            s->columns[odd][k] = right;
            s->rows[k] = down;
            s->offset[odd][k] = down * width + right;
            uint32_t needed = 1u << bit_of(right, down);
            if (spread_diagonal(k, grid))
                needed |= 1u << bit_of(right, 0) | 1u << bit_of(0, down);
            for (uint32_t around = 0; around < 512; around++)
                if (spread_direction_exists(k, grid) && !(around & needed))
                    s->open[odd][around] |= (uint8_t)(1u << k);
        }
}

/* ---------------------------------------------------------------- the search ------------------------ */

typedef struct entry {
    uint32_t key; /* so far */
    int32_t cell;
} entry;

typedef struct walk {
    const route_steps *steps;
    terrain_view walls;
    uint64_t *labels, first;
    entry *entries;
    uint32_t capacity; /* of a bucket */
    uint32_t counts[BUCKETS];
    uint32_t waiting; /* entries in all buckets */
    uint32_t goal;    /* its key, UINT32_MAX: not reached yet */
    int32_t to, to_column, to_row;
} walk;

/* A label is the greater the later its round, the less its key, the lower its direction: `first`, whose lowest 35
 * bits are set, less 8 times the key and the direction. */
static inline uint64_t first_label(uint32_t round) { return ((uint64_t)(round + 1) << 35) - 1; }

static inline uint32_t key_ahead(const walk *w, int32_t column, int32_t row, const int grid)
{
    int32_t straight, diagonal;
    route_straight(column, row, w->to_column, w->to_row, grid, &straight, &diagonal);
    if (grid != SPREAD_SQUARE8)
        return (uint32_t)straight;
    return (uint32_t)straight * PATH_WIDE_Q + (uint32_t)diagonal * PATH_WIDE_P;
}

/* How much the estimates of a bucket differ. */
static inline uint32_t bucket_width(const int grid, const int ahead)
{
    if (grid != SPREAD_SQUARE8)
        return 1;
    return ahead ? 2 * PATH_WIDE_Q - PATH_WIDE_P : PATH_WIDE_Q;
}

static inline int32_t put(walk *w, uint32_t bucket, entry e)
{
    const uint32_t at = bucket % BUCKETS;
    if (w->counts[at] == w->capacity)
        return 0;
    w->entries[(size_t)at * w->capacity + w->counts[at]++] = e;
    w->waiting++;
    return 1;
}

/* 0 where a bucket is full. */
static INLINED int32_t look_around(walk *w, entry e, const int grid, const int ahead)
{
    const route_steps *s = w->steps;
    const int32_t row = route_row(s, e.cell), column = e.cell - row * s->width, odd = row & 1;
    if (ahead && w->goal != UINT32_MAX && e.key + key_ahead(w, column, row, grid) >= w->goal)
        return 1;
    for (uint32_t open = route_open(s, w->walls, column, row); open; open &= open - 1) {
        const int32_t k = route_lowest(open), next = e.cell + s->offset[odd][k];
        const uint32_t step = grid != SPREAD_SQUARE8 ? 1 : k & 1 ? PATH_WIDE_P : PATH_WIDE_Q;
        const uint32_t key = e.key + step;
        const uint64_t label = w->first - ((uint64_t)key << 3 | (uint64_t)k), before = w->labels[next];
        if (label <= before)
            continue;
        w->labels[next] = label;
        if ((label ^ before) >> 3 == 0)
            continue; /* as short, by another step */
        if (next == w->to) {
            w->goal = key;
            continue;
        }
        uint32_t estimate = key;
        if (ahead)
            estimate += key_ahead(w, column + s->columns[odd][k], row + s->rows[k], grid);
        if (estimate < w->goal && !put(w, estimate / bucket_width(grid, ahead), (entry){key, next}))
            return 0;
    }
    return 1;
}

static INLINED route_outcome walk_on(walk *w, int32_t from, const int grid, const int ahead)
{
    const uint32_t width = bucket_width(grid, ahead);
    const uint32_t longest = grid == SPREAD_SQUARE8 ? (uint32_t)PATH_WIDE_LENGTH * PATH_WIDE_Q : UINT32_MAX;
    const int32_t row = route_row(w->steps, from), column = from - row * w->steps->width;
    uint32_t bucket = ahead ? key_ahead(w, column, row, grid) / width : 0;
    w->labels[from] = w->first;
    (void)put(w, bucket, (entry){0, from});
    while (w->waiting > 0) {
        const uint32_t at = bucket % BUCKETS;
        if (w->counts[at] == 0) {
            bucket++;
            if (bucket > w->goal / width)
                break;
            if (bucket > longest / width)
                return ROUTE_TOO_LONG;
            continue;
        }
        w->waiting--;
        const entry e = w->entries[(size_t)at * w->capacity + --w->counts[at]];
        const uint64_t best = w->first - ((uint64_t)e.key << 3);
        if ((w->labels[e.cell] ^ best) >> 3 == 0 && !look_around(w, e, grid, ahead)) /* else improved since */
            return ROUTE_CROWDED;
    }
    return w->goal == UINT32_MAX ? ROUTE_NONE : ROUTE_FOUND;
}

/* Without a way to go between them in keys of 32 bits. */
static int32_t too_far(const walk *w, int32_t from)
{
    int32_t straight, diagonal, row = route_row(w->steps, from);
    route_straight(from - row * w->steps->width, row, w->to_column, w->to_row, w->steps->grid, &straight,
                   &diagonal);
    return w->steps->grid == THRONG_GRID_SQUARE8 && straight + diagonal > (int32_t)PATH_WIDE_LENGTH;
}

route_outcome throng_cpu_route_short(route_search *search)
{
    const route_steps *s = search->steps;
    const int ahead = s->method == THRONG_ROUTE_ASTAR;
    const size_t capacity = search->queue_bytes / sizeof(entry) / BUCKETS;
    walk w = {.steps = s, .walls = search->walls, .labels = search->labels, .entries = search->queue};
    w.first = first_label(search->round);
    w.capacity = capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX;
    w.goal = UINT32_MAX;
    w.to = search->to;
    w.to_row = route_row(s, w.to);
    w.to_column = w.to - w.to_row * s->width;
    if (too_far(&w, search->from))
        return ROUTE_TOO_LONG;
    if (s->grid == THRONG_GRID_SQUARE8)
        return ahead ? walk_on(&w, search->from, SPREAD_SQUARE8, 1)
                     : walk_on(&w, search->from, SPREAD_SQUARE8, 0);
    if (s->grid == THRONG_GRID_SQUARE4)
        return ahead ? walk_on(&w, search->from, SPREAD_SQUARE4, 1)
                     : walk_on(&w, search->from, SPREAD_SQUARE4, 0);
    return ahead ? walk_on(&w, search->from, SPREAD_HEX, 1) : walk_on(&w, search->from, SPREAD_HEX, 0);
}

int32_t throng_cpu_route_short_direction(const route_search *search, int32_t cell)
{
    return (int32_t)(~((const uint64_t *)search->labels)[cell] & 7u);
}
