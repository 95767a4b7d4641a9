#include "tests/influence/propagation_model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define ROOT 1.41421356237309504880

/* The unit roundoff u of float32, and what is left of second-order terms; as in oracle.c. */
#define U (1.0 / 16777216.0)
#define SLACK 1.001
#define POWER_ERROR 5e-7 /* of gamma^d, relative, for a given d: kernels/influence/euclidean.h */

/* ---------------------------------------------------------------- steps ----------------------------- */

int32_t walk_directions(throng_grid grid)
{
    return grid == THRONG_GRID_HEX ? 6 : grid == THRONG_GRID_SQUARE4 ? 4 : 8;
}

void walk_vector(throng_grid grid, int32_t direction, double *x, double *y)
{
    static double known[3][8][2];
    static int all;
    for (int32_t i = 0; !all && i < 24; i++) {
        double angle = 2.0 * PI * (i % 8) / walk_directions(i / 8);
        known[i / 8][i % 8][0] = cos(angle);
        known[i / 8][i % 8][1] = sin(angle);
    }
    all = 1;
    *x = known[grid][direction][0];
    *y = known[grid][direction][1];
}

static int diagonal(throng_grid grid, int32_t direction)
{
    return grid == THRONG_GRID_SQUARE8 && direction % 2;
}

static int is_free(const uint8_t *walls, int32_t width, int32_t height, int32_t column, int32_t row)
{
    return column >= 0 && column < width && row >= 0 && row < height && !walls[row * width + column];
}

/* On the plane: the cell whose centre is one step away at that angle. */
int walk_step(const uint8_t *walls, int32_t width, int32_t height, throng_grid grid, int32_t direction,
              int32_t column, int32_t row, int32_t *to_column, int32_t *to_row)
{
    double x, y, right, down, length = diagonal(grid, direction) ? ROOT : 1.0;
    walk_centre(grid, column, row, &x, &y);
    walk_vector(grid, direction, &right, &down);
    walk_cell(grid, x + length * right, y + length * down, to_column, to_row);
    if (!is_free(walls, width, height, *to_column, *to_row))
        return 0;
    return !diagonal(grid, direction) ||
           (is_free(walls, width, height, *to_column, row) && is_free(walls, width, height, column, *to_row));
}

/* ---------------------------------------------------------------- shortest paths -------------------- */

/* p < q*sqrt(2) with p = a1 - a2, q = b2 - b1. */
int walk_shorter(int64_t a1, int64_t b1, int64_t a2, int64_t b2)
{
    int64_t p = a1 - a2, q = b2 - b1;
    if (p >= 0)
        return q > 0 && p * p < 2 * q * q;
    return q >= 0 || p * p > 2 * q * q;
}

typedef struct entry {
    int64_t a, b;
    int32_t cell;
} entry;

typedef struct heap {
    entry *entries;
    int32_t count;
} heap;

static int before(const entry *p, const entry *q) { return walk_shorter(p->a, p->b, q->a, q->b); }

static void push(heap *h, entry e)
{
    int32_t i = h->count++;
    for (; i > 0 && before(&e, &h->entries[(i - 1) / 2]); i = (i - 1) / 2)
        h->entries[i] = h->entries[(i - 1) / 2];
    h->entries[i] = e;
}

static entry pop(heap *h)
{
    entry top = h->entries[0], last = h->entries[--h->count];
    int32_t i = 0;
    for (;;) {
        int32_t child = 2 * i + 1;
        if (child >= h->count)
            break;
        if (child + 1 < h->count && before(&h->entries[child + 1], &h->entries[child]))
            child++;
        if (!before(&h->entries[child], &last))
            break;
        h->entries[i] = h->entries[child];
        i = child;
    }
    h->entries[i] = last;
    return top;
}

/* When a cell is taken off the heap, all shortest paths to it are known: steps have a length. */
void walk_paths(const uint8_t *walls, int32_t width, int32_t height, throng_grid grid, int32_t column,
                int32_t row, walk_length *lengths)
{
    int32_t cells = width * height, start = row * width + column;
    uint8_t *done = must_allocate((size_t)cells);
    heap h = {must_allocate((size_t)cells * 8 * sizeof(entry)), 0};
    for (int32_t i = 0; i < cells; i++)
        lengths[i] = (walk_length){-1, -1, 0};
    if (!walls[start]) {
        lengths[start] = (walk_length){0, 0, 0};
        push(&h, (entry){0, 0, start});
    }
    while (h.count > 0) {
        entry e = pop(&h);
        if (done[e.cell])
            continue;
        done[e.cell] = 1;
        for (int32_t k = 0; k < walk_directions(grid); k++) {
            int32_t c, j;
            if (!walk_step(walls, width, height, grid, k, e.cell % width, e.cell / width, &c, &j))
                continue;
            walk_length *to = &lengths[j * width + c];
            int64_t a = e.a + !diagonal(grid, k), b = e.b + diagonal(grid, k);
            unsigned first = e.cell == start ? 1u << k : lengths[e.cell].first;
            if (to->a < 0 || walk_shorter(a, b, to->a, to->b)) {
                *to = (walk_length){a, b, first};
                push(&h, (entry){a, b, j * width + c});
            } else if (a == to->a && b == to->b) {
                to->first |= first;
            }
        }
    }
    free(h.entries);
    free(done);
}

/* ---------------------------------------------------------------- objects --------------------------- */

/* Numbers below the smallest normal float count as 0. */
static double number(float f) { return fabs((double)f) < (double)FLT_MIN ? 0.0 : (double)f; }

typedef struct source {
    const uint8_t *walls; /* of its world */
    int32_t width, height;
    throng_grid grid;
    int32_t column, row;
    double ux, uy, alpha;
    double strength, decay, reach; /* |I| */
    int negative, exponential;
} source;

/* One cell along the motion, or what is left of the offset; the middle too on hexagons, where rows are nearer
 * than that. 0: it is stopped; -1: rounding could decide. */
static int advance(source *s, double x, double y, double far)
{
    int32_t c, j;
    double margin = walk_cell(s->grid, x + far * s->ux, y + far * s->uy, &c, &j);
    if (margin < 1e-5 + 1e-6 * far)
        return -1;
    if (!is_free(s->walls, s->width, s->height, c, j))
        return 0;
    if (s->grid != THRONG_GRID_HEX && c != s->column && j != s->row &&
        !(is_free(s->walls, s->width, s->height, c, s->row) &&
          is_free(s->walls, s->width, s->height, s->column, j)))
        return 0;
    s->column = c;
    s->row = j;
    return 1;
}

/* 0 where rounding could decide about its cell. */
static int prepare(const walk_scene *of, const uint8_t *walls, const throng_influence_object *o, source *s)
{
    double x = (double)o->x / (double)of->cell_size, y = (double)o->y / (double)of->cell_size;
    double vx = number(o->vx), vy = number(o->vy), offset = number(o->offset);
    double speed = sqrt(vx * vx + vy * vy);
    *s = (source){.width = of->width, .height = of->height, .grid = of->grid};
    s->walls = walls + (ptrdiff_t)(of->own_walls ? o->world : 0) * of->width * of->height;
    s->strength = fabs(number(o->influence));
    s->negative = o->influence < 0.0f;
    s->decay = number(o->decay);
    s->reach = number(o->max_distance);
    s->exponential = o->decay_kind == THRONG_DECAY_EXPONENTIAL;
    double margin = walk_cell(s->grid, x, y, &s->column, &s->row);
    if (speed == 0.0)
        return margin > 1e-5;
    s->ux = vx / speed;
    s->uy = vy / speed;
    s->alpha = fmin(number(o->alpha), 1.0 - 1.0 / 1048576.0);
    for (double done = 0.0; done < offset; done += 1.0) {
        double far = fmin(done + 1.0, offset);
        int goes = 1;
        source at = *s;
        if (s->grid == THRONG_GRID_HEX)
            goes = advance(&at, x, y, 0.5 * (done + far));
        if (goes == 1)
            goes = advance(&at, x, y, far);
        if (goes < 0)
            return 0;
        if (!goes)
            break;
        *s = at;
    }
    return margin > 1e-5;
}

int walk_is_clear(const walk_scene *s, const uint8_t *walls, const throng_influence_object *o)
{
    source prepared;
    return prepare(s, walls, o, &prepared);
}

/* ---------------------------------------------------------------- one object ------------------------ */

typedef struct term {
    double low, high, bound; /* magnitudes */
    int undecided;
} term;

static double cosine(const source *s, int32_t direction)
{
    double x, y;
    walk_vector(s->grid, direction, &x, &y);
    return s->ux * x + s->uy * y;
}

/* How far alpha * cos, as floats compute it, may be off: the unit vector of motion (5 u), its product with
 * alpha (1), the step's vector (1), products (1) and sum (1), of terms that come to at most sqrt(2) * alpha.
 */
static double cosine_error(const source *s) { return SLACK * 13.0 * U * s->alpha; }

static double decayed(const source *s, double d)
{
    if (!s->exponential)
        return fmax(s->strength - s->decay * d, 0.0);
    return d == 0.0 ? s->strength : s->strength * exp(d * log(s->decay));
}

/* (11, 12). d is a + b*sqrt(2) rounded once; the reciprocal of 1 + alpha*cos has three roundings, one of them
 * of a sum of at most 1 + alpha, and the product one: 3 u, and an error of the denominator. A first step
 * whose angle is no more than rounding larger than the smallest may be taken for it. The rest is as in
 * oracle.c: product and difference for linear decay, POWER_ERROR for exponential. */
static term path_term(const source *s, const walk_length *length)
{
    term t = {0};
    if (length->a < 0 || s->strength == 0.0)
        return t;
    double d = (double)length->a + (double)length->b * ROOT;
    double error = cosine_error(s), largest = -2.0, smallest = 2.0;
    for (int32_t k = 0; k < walk_directions(s->grid); k++)
        if (length->first >> k & 1u)
            largest = fmax(largest, s->alpha * cosine(s, k));
    for (int32_t k = 0; k < walk_directions(s->grid); k++)
        if (length->first >> k & 1u && s->alpha * cosine(s, k) >= largest - 2.0 * error)
            smallest = fmin(smallest, s->alpha * cosine(s, k));
    double near = d * (1.0 - U), far = d * (1.0 + U);
    if (s->alpha > 0.0 && d > 0.0) {
        error += SLACK * U * (1.0 + s->alpha);
        near = d * (1.0 - SLACK * 3.0 * U) / (1.0 + largest + error);
        far = d * (1.0 + SLACK * 3.0 * U) / (1.0 + smallest - error);
    }
    if (near > s->reach)
        return t;
    t.undecided = far > s->reach;
    t.high = decayed(s, near);
    t.low = t.undecided ? 0.0 : decayed(s, far);
    if (s->exponential)
        t.bound = POWER_ERROR * t.high + (double)FLT_MIN;
    else if (s->decay * near <= s->strength * (1.0 + 4.0 * U))
        t.bound = SLACK * 2.0 * U * s->strength;
    return t;
}

/* What the steps of a path lose by rounding, given the value at its end. A step's length L = |o| / (1 + alpha
 * * cos) is wrong by 3 u and the error of its denominator, relative to 1 - alpha at least; a path has at most
 * (sum of L) * (1 + alpha) steps. Linear: the costs add up to what is lost, each rounded once more, and each
 * difference is rounded at a size of at most |I|. Exponential: (sum of L) * |ln gamma| times the error of L,
 * and POWER_ERROR and a product's rounding a step. Powers below 2^-120 count as 0. */
static double steps_error(const source *s, double value)
{
    double of_length = SLACK * (4.0 * U + cosine_error(s) / (1.0 - s->alpha));
    if (value >= s->strength)
        return 0.0;
    if (!s->exponential) {
        double lost = s->strength - value;
        return lost * of_length + SLACK * U * s->strength * (lost / s->decay * (1.0 + s->alpha) + 1.0);
    }
    double halvings = log(fmax(value, 1e-44) / s->strength) / log(s->decay);
    double steps = halvings * (1.0 + s->alpha) + 1.0;
    double share = halvings * -log(s->decay) * of_length + SLACK * steps * (POWER_ERROR + U);
    return value * share + s->strength * ldexp(1.0, -119) + (double)FLT_MIN;
}

/* (5, 6), less the slack; and what rounding makes of it. */
static void threshold(const source *s, double *low, double *high)
{
    double t, error;
    if (s->exponential) {
        t = s->strength * exp(s->reach * log(s->decay));
        error = t * (2.0 * POWER_ERROR + 8.0 * U);
        int tiny = s->reach * log(s->decay) < -118.0 * log(2.0) || t < 8.0 * (double)FLT_MIN;
        t -= t * (1e-5 + 5e-7 * s->reach);
        *low = tiny ? 0.0 : fmax(t - error, 0.0);
        *high = t + error + (tiny ? 8.0 * (double)FLT_MIN + s->strength * ldexp(1.0, -117) : 0.0);
        return;
    }
    t = fabs(s->strength - s->decay * s->reach);
    double steps = s->decay * s->reach < s->strength ? s->reach : s->strength / s->decay;
    t -= s->strength * (1e-5 + 6e-8 * (1.0 + s->alpha * (fabs(s->ux) + fabs(s->uy))) * steps);
    error = U * (2.0 * s->decay * s->reach + 4.0 * s->strength);
    *low = fmax(t - error, 0.0);
    *high = fmax(t + error, 2.0 * (double)FLT_MIN);
}

#define NOT_REACHED (-1e300)

/* (13, 14): the FIFO, with the two corrections, down to what rounding might keep. */
static void flood(const source *s, double least, double *values)
{
    int32_t cells = s->width * s->height, directions = walk_directions(s->grid);
    int32_t *queue = must_allocate((size_t)cells * sizeof *queue);
    uint8_t *queued = must_allocate((size_t)cells);
    double cost[8];
    for (int32_t k = 0; k < directions; k++) {
        double length = (diagonal(s->grid, k) ? ROOT : 1.0) / (1.0 + s->alpha * cosine(s, k));
        cost[k] = s->exponential ? exp(length * log(s->decay)) : s->decay * length;
    }
    int32_t head = 0, waiting = 1;
    for (int32_t i = 0; i < cells; i++)
        values[i] = NOT_REACHED;
    queue[0] = s->row * s->width + s->column;
    values[queue[0]] = s->strength;
    while (waiting > 0) {
        int32_t cell = queue[head];
        head = (head + 1) % cells;
        waiting--;
        queued[cell] = 0;
        for (int32_t k = 0; k < directions; k++) {
            int32_t c, j;
            if (!walk_step(s->walls, s->width, s->height, s->grid, k, cell % s->width, cell / s->width, &c,
                           &j))
                continue;
            int32_t to = j * s->width + c;
            double value = s->exponential ? values[cell] * cost[k] : values[cell] - cost[k];
            if (value <= values[to] || value < least)
                continue;
            values[to] = value;
            if (!queued[to]) { /* it stands in the queue already, and goes on with this value */
                queue[(head + waiting++) % cells] = to;
                queued[to] = 1;
            }
        }
    }
    free(queued);
    free(queue);
}

/* The library keeps the largest of the rounded values of all paths, where that is not below its threshold:
 * the best path's is at most an error away, and no other path's is more than an error above. */
static term adjacent_term(const source *s, double value, int is_start, double low, double high)
{
    term t = {0};
    if (value == NOT_REACHED || s->strength == 0.0)
        return t;
    t.low = t.high = fmax(value, 0.0); /* rounding may leave something of nothing */
    if (is_start)
        return t;
    double error = steps_error(s, value);
    if (value + error < low)
        return (term){0};
    t.bound = error;
    t.undecided = value - error < high;
    if (t.undecided)
        t.low = 0.0;
    return t;
}

/* ---------------------------------------------------------------- the map --------------------------- */

typedef struct total {
    double magnitudes, terms;
} total;

static void add_term(oracle_cell *cell, total *sum, const source *s, term t, oracle_count *pairs)
{
    if (t.high == 0.0 && t.bound == 0.0)
        return;
    cell->low += s->negative ? -t.high : t.low;
    cell->high += s->negative ? -t.low : t.high;
    cell->bound += t.bound;
    sum->magnitudes += t.high + t.bound;
    sum->terms += 1.0;
    if (!t.undecided)
        pairs->inside++;
    else if (t.high > 1e-9 * s->strength) /* where it matters */
        pairs->undecided++;
}

static void add_object(const walk_scene *of, const source *s, oracle_cell *cells, total *sums,
                       oracle_count *pairs)
{
    int32_t count = s->width * s->height;
    if (of->propagation == THRONG_PROPAGATION_PATH) {
        walk_length *lengths = must_allocate((size_t)count * sizeof *lengths);
        walk_paths(s->walls, s->width, s->height, s->grid, s->column, s->row, lengths);
        for (int32_t i = 0; i < count; i++)
            add_term(&cells[i], &sums[i], s, path_term(s, &lengths[i]), pairs);
        free(lengths);
        return;
    }
    double low, high, *values = must_allocate((size_t)count * sizeof *values);
    threshold(s, &low, &high);
    flood(s, low - steps_error(s, low) * (1.0 + 1e-9), values);
    for (int32_t i = 0; i < count; i++)
        add_term(&cells[i], &sums[i], s,
                 adjacent_term(s, values[i], i == s->row * s->width + s->column, low, high), pairs);
    free(values);
}

/* (7), as in oracle.c: k terms one after the other are wrong by at most (k - 1) * u times their magnitudes.
 */
oracle_count walk_map(const walk_scene *s, const uint8_t *walls, const throng_influence_object *objects,
                      int32_t count, oracle_cell *cells)
{
    oracle_count pairs = {0, 0};
    size_t of_world = (size_t)s->width * (size_t)s->height, all = of_world * (size_t)s->worlds;
    total *sums = must_allocate(all * sizeof *sums);
    memset(cells, 0, all * sizeof *cells);
    for (int32_t i = 0; i < count; i++) {
        source prepared;
        size_t first = (size_t)objects[i].world * of_world;
        if (!prepare(s, walls, &objects[i], &prepared))
            cells[first].low = (double)NAN; /* no value is right then */
        add_object(s, &prepared, cells + first, sums + first, &pairs);
    }
    for (size_t i = 0; i < all; i++)
        if (sums[i].terms > 0.0)
            cells[i].bound += SLACK * (sums[i].terms - 1.0) * U * sums[i].magnitudes + (double)FLT_MIN;
    free(sums);
    return pairs;
}
