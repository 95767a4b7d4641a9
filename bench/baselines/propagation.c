/* The baselines of "walk", written as one would write them without a library: arrays over the map that are
 * kept clean by a list of what was touched, a binary heap of 8-byte entries, and nothing allocated while they
 * run. */
#include "bench/suite/propagation.h"

#include <math.h>
#include <string.h>

#define ROOT_2 1.41421356f

typedef struct entry {
    float distance;
    int32_t cell;
} entry;

typedef struct work {
    float *best;      /* of a cell: its distance, or its influence */
    int32_t *touched; /* cells whose best is not the start value */
    int8_t *first;    /* direction of the path's first step */
    entry *heap;
    int32_t *queue;
    int32_t touched_count, heap_count, cells;
    double reached;
} work;

static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

size_t throng_bench_walker_bytes(const throng_bench_maze *maze)
{
    size_t cells = (size_t)maze->width * (size_t)maze->height;
    return cells * (sizeof(float) + sizeof(int32_t) + 2 + 8 * sizeof(entry) + 16 * sizeof(int32_t)) + 64;
}

/* `memory` is zero before the first call, and the arrays are clean again after each. */
static work share_out(const throng_bench_maze *maze, void *memory)
{
    work w = {.cells = maze->width * maze->height};
    size_t cells = (size_t)w.cells;
    w.heap = memory;
    w.best = (float *)(void *)(w.heap + 8 * cells);
    w.touched = (int32_t *)(void *)(w.best + cells);
    w.queue = w.touched + cells;
    w.first = (int8_t *)(void *)(w.queue + 16 * cells);
    return w;
}

static int32_t is_free(const throng_bench_maze *maze, int32_t x, int32_t y)
{
    return x >= 0 && x < maze->width && y >= 0 && y < maze->height && !maze->blocked[y * maze->width + x];
}

/* The cell that a step leads to, -1 where it may not be made. */
static int32_t neighbor(const throng_bench_maze *maze, int32_t x, int32_t y, int32_t k)
{
    int32_t to_x = x + step_x[k], to_y = y + step_y[k];
    if (!is_free(maze, to_x, to_y) || (k % 2 && (!is_free(maze, to_x, y) || !is_free(maze, x, to_y))))
        return -1;
    return to_y * maze->width + to_x;
}

static void push(work *w, entry e)
{
    int32_t i = w->heap_count++;
    for (; i > 0 && w->heap[(i - 1) / 2].distance > e.distance; i = (i - 1) / 2)
        w->heap[i] = w->heap[(i - 1) / 2];
    w->heap[i] = e;
}

static entry pop(work *w)
{
    const entry top = w->heap[0], last = w->heap[--w->heap_count];
    int32_t i = 0;
    for (;;) {
        int32_t child = 2 * i + 1;
        if (child >= w->heap_count)
            break;
        child += child + 1 < w->heap_count && w->heap[child + 1].distance < w->heap[child].distance;
        if (w->heap[child].distance >= last.distance)
            break;
        w->heap[i] = w->heap[child];
        i = child;
    }
    w->heap[i] = last;
    return top;
}

static void clean(work *w)
{
    for (int32_t i = 0; i < w->touched_count; i++)
        w->best[w->touched[i]] = 0.0f;
    w->reached += w->touched_count;
    w->touched_count = 0;
}

/* From direction to direction: on four neighbours those between them are left out. */
static int32_t pass_of(const throng_bench_maze *maze) { return maze->grid == THRONG_GRID_SQUARE4 ? 2 : 1; }

/* 1 + alpha * cos(o, v) for each direction. */
static void paces_of(float pace[8], const throng_influence_object *o)
{
    float speed = sqrtf(o->vx * o->vx + o->vy * o->vy);
    for (int32_t k = 0; k < 8; k++) {
        float along = speed > 0.0f ? ((float)step_x[k] * o->vx + (float)step_y[k] * o->vy) / speed : 0.0f;
        pace[k] = 1.0f + o->alpha * along / (k % 2 ? ROOT_2 : 1.0f);
    }
}

static float decayed(const throng_influence_object *o, float d)
{
    if (d > o->max_distance)
        return 0.0f;
    if (o->decay_kind == THRONG_DECAY_EXPONENTIAL)
        return o->influence * powf(o->decay, d);
    return copysignf(fmaxf(fabsf(o->influence) - o->decay * d, 0.0f), o->influence);
}

/* Distances are kept plus 1, so that 0 stands for a cell not seen yet. */
static void add_paths(const throng_bench_maze *maze, work *w, float *values, const throng_influence_object *o)
{
    float pace[8], farthest = 0.0f;
    const int32_t turn = pass_of(maze);
    int32_t start = (int32_t)o->y * maze->width + (int32_t)o->x;
    paces_of(pace, o);
    for (int32_t k = 0; k < 8; k += turn)
        farthest = fmaxf(farthest, pace[k]);
    farthest = farthest * o->max_distance + 1.0f;
    w->best[start] = 1.0f;
    w->first[start] = -1;
    w->touched[w->touched_count++] = start;
    push(w, (entry){1.0f, start});
    while (w->heap_count > 0) {
        const entry at = pop(w);
        if (at.distance > w->best[at.cell])
            continue;
        int32_t first = w->first[at.cell], x = at.cell % maze->width, y = at.cell / maze->width;
        values[at.cell] += decayed(o, first < 0 ? 0.0f : (at.distance - 1.0f) / pace[first]);
        for (int32_t k = 0; k < 8; k += turn) {
            int32_t to = neighbor(maze, x, y, k);
            float distance = at.distance + (k % 2 ? ROOT_2 : 1.0f);
            if (to < 0 || distance > farthest || (w->best[to] != 0.0f && w->best[to] <= distance))
                continue;
            if (w->best[to] == 0.0f)
                w->touched[w->touched_count++] = to;
            w->best[to] = distance;
            w->first[to] = (int8_t)(first < 0 ? k : first);
            push(w, (entry){distance, to});
        }
    }
    clean(w);
}

static void add_flood(const throng_bench_maze *maze, work *w, float *values, const throng_influence_object *o)
{
    float pace[8], step[8], strength = fabsf(o->influence);
    const int32_t turn = pass_of(maze);
    int32_t exponential = o->decay_kind == THRONG_DECAY_EXPONENTIAL;
    float least = exponential ? strength * powf(o->decay, o->max_distance)
                              : fabsf(strength - o->decay * o->max_distance);
    least -= exponential ? least * (1e-5f + 5e-7f * o->max_distance) : 1e-5f * strength;
    paces_of(pace, o);
    for (int32_t k = 0; k < 8; k += turn) {
        float length = (k % 2 ? ROOT_2 : 1.0f) / pace[k];
        step[k] = exponential ? powf(o->decay, length) : o->decay * length;
    }
    int32_t start = (int32_t)o->y * maze->width + (int32_t)o->x, head = 0, tail = 0;
    w->best[start] = strength;
    w->touched[w->touched_count++] = start;
    w->queue[tail++] = start;
    while (head != tail) {
        int32_t at = w->queue[head], x = at % maze->width, y = at / maze->width;
        head = head + 1 == 16 * w->cells ? 0 : head + 1;
        for (int32_t k = 0; k < 8; k += turn) {
            int32_t to = neighbor(maze, x, y, k);
            float value = exponential ? w->best[at] * step[k] : w->best[at] - step[k];
            if (to < 0 || value < least || value <= w->best[to])
                continue;
            if (w->best[to] == 0.0f)
                w->touched[w->touched_count++] = to;
            w->best[to] = value;
            w->queue[tail] = to;
            tail = tail + 1 == 16 * w->cells ? 0 : tail + 1;
        }
    }
    for (int32_t i = 0; i < w->touched_count; i++)
        values[w->touched[i]] += copysignf(w->best[w->touched[i]], o->influence);
    clean(w);
}

double throng_bench_heap(const throng_bench_maze *maze, float *values, void *memory)
{
    work w = share_out(maze, memory);
    for (int32_t i = 0; i < maze->count; i++)
        add_paths(maze, &w, values + (size_t)maze->objects[i].world * (size_t)w.cells, &maze->objects[i]);
    return w.reached;
}

double throng_bench_fifo(const throng_bench_maze *maze, float *values, void *memory)
{
    work w = share_out(maze, memory);
    for (int32_t i = 0; i < maze->count; i++)
        add_flood(maze, &w, values + (size_t)maze->objects[i].world * (size_t)w.cells, &maze->objects[i]);
    return w.reached;
}
