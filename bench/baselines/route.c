/* The baseline of "route", written as one would write it without a library: a binary heap of estimates,
 * distances over the map that are kept clean by the number of the search, and nothing allocated while it
 * runs. */
#include "bench/suite/route.h"

#include <stdlib.h>

#define ROOT_2 1.41421356f

typedef struct entry {
    float estimate, distance;
    int32_t cell;
} entry;

typedef struct work {
    entry *heap;
    float *distance;
    int32_t *search; /* number of the search that the distance is of */
    int8_t *from;    /* direction of the last step */
    int32_t heap_count;
} work;

static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static size_t cells_of(const throng_bench_roads *roads)
{
    return (size_t)roads->width * (size_t)roads->height;
}

size_t throng_bench_search_bytes(const throng_bench_roads *roads)
{
    return cells_of(roads) * (8 * sizeof(entry) + sizeof(float) + sizeof(int32_t) + 1) + 64;
}

static work share_out(const throng_bench_roads *roads, void *memory)
{
    const size_t cells = cells_of(roads);
    work w = {.heap = memory};
    w.distance = (float *)(void *)(w.heap + 8 * cells);
    w.search = (int32_t *)(void *)(w.distance + cells);
    w.from = (int8_t *)(void *)(w.search + cells);
    return w;
}

static int32_t is_free(const throng_bench_roads *roads, int32_t x, int32_t y)
{
    return x >= 0 && x < roads->width && y >= 0 && y < roads->height && !roads->blocked[y * roads->width + x];
}

static void push(work *w, entry e)
{
    int32_t i = w->heap_count++;
    for (; i > 0 && w->heap[(i - 1) / 2].estimate > e.estimate; i = (i - 1) / 2)
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
        child += child + 1 < w->heap_count && w->heap[child + 1].estimate < w->heap[child].estimate;
        if (w->heap[child].estimate >= last.estimate)
            break;
        w->heap[i] = w->heap[child];
        i = child;
    }
    w->heap[i] = last;
    return top;
}

static float straight(int32_t right, int32_t down)
{
    const float x = (float)abs(right), y = (float)abs(down);
    return x > y ? x + (ROOT_2 - 1.0f) * y : y + (ROOT_2 - 1.0f) * x;
}

static void look_around(const throng_bench_roads *roads, work *w, entry at, throng_cell to, int32_t number)
{
    const int32_t x = at.cell % roads->width, y = at.cell / roads->width;
    for (int32_t k = 0; k < 8; k++) {
        const int32_t to_x = x + step_x[k], to_y = y + step_y[k], next = to_y * roads->width + to_x;
        if (!is_free(roads, to_x, to_y) || (k % 2 && (!is_free(roads, to_x, y) || !is_free(roads, x, to_y))))
            continue;
        float step = k % 2 ? ROOT_2 : 1.0f;
        if (roads->costs)
            step *= 1.0f + roads->costs[next];
        const float distance = at.distance + step;
        if (w->search[next] == number && w->distance[next] <= distance)
            continue;
        w->search[next] = number;
        w->distance[next] = distance;
        w->from[next] = (int8_t)k;
        push(w, (entry){distance + (roads->ahead ? straight(to.column - to_x, to.row - to_y) : 0.0f),
                        distance, next});
    }
}

int64_t throng_bench_search(const throng_bench_roads *roads, float *totals, void *memory)
{
    work w = share_out(roads, memory);
    int64_t taken = 0;
    int32_t number =
        w.search[0] < 0 ? -w.search[0] : 0; /* of searches so far; cell 0 is a wall and keeps it */
    for (int32_t i = 0; i < roads->count; i++) {
        const throng_cell from = roads->pairs[i].from, to = roads->pairs[i].to;
        const int32_t start = from.row * roads->width + from.column, goal = to.row * roads->width + to.column;
        totals[i] = -1.0f;
        w.heap_count = 0;
        w.search[start] = ++number;
        w.distance[start] = 0.0f;
        push(&w, (entry){0.0f, 0.0f, start});
        while (w.heap_count > 0) {
            const entry at = pop(&w);
            if (at.distance > w.distance[at.cell])
                continue;
            if (at.cell == goal) {
                totals[i] = at.distance;
                break;
            }
            taken++;
            look_around(roads, &w, at, to, number);
        }
    }
    w.search[0] = -number;
    return taken;
}
