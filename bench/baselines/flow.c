/* The baseline of "flow", written as one would write it without a library: a binary heap of 8-byte entries,
 * out of date ones skipped when they come up, and nothing allocated while it runs. */
#include "bench/suite/flow.h"

#define ROOT_2 1.41421356f

typedef struct entry {
    float length;
    int32_t cell;
} entry;

typedef struct heap {
    entry *entries;
    int32_t count;
} heap;

static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

size_t throng_bench_dijkstra_bytes(const throng_bench_ground *ground)
{
    return 8 * (size_t)ground->side * (size_t)ground->side * sizeof(entry);
}

static void push(heap *h, entry e)
{
    int32_t at = h->count++;
    for (; at > 0 && h->entries[(at - 1) / 2].length > e.length; at = (at - 1) / 2)
        h->entries[at] = h->entries[(at - 1) / 2];
    h->entries[at] = e;
}

static entry pop(heap *h)
{
    const entry top = h->entries[0], last = h->entries[--h->count];
    int32_t at = 0;
    for (int32_t child = 1; child < h->count; child = 2 * at + 1) {
        child += child + 1 < h->count && h->entries[child + 1].length < h->entries[child].length;
        if (h->entries[child].length >= last.length)
            break;
        h->entries[at] = h->entries[child];
        at = child;
    }
    h->entries[at] = last;
    return top;
}

static int32_t is_free(const throng_bench_ground *g, int32_t x, int32_t y)
{
    return x >= 0 && x < g->side && y >= 0 && y < g->side && !g->blocked[y * g->side + x];
}

/* How many times its length a step between two cells costs. */
static float cost_of(const throng_bench_ground *g, int32_t from, int32_t to)
{
    return g->costs ? 0.5f * (float)(g->costs[from] + g->costs[to]) : 1.0f;
}

void throng_bench_dijkstra(const throng_bench_ground *ground, int32_t goal, float *lengths, void *memory)
{
    const int32_t cells = ground->side * ground->side;
    heap h = {memory, 0};
    for (int32_t i = 0; i < cells; i++)
        lengths[i] = -1.0f;
    lengths[goal] = 0.0f;
    push(&h, (entry){0.0f, goal});
    while (h.count > 0) {
        const entry e = pop(&h);
        const int32_t x = e.cell % ground->side, y = e.cell / ground->side;
        if (e.length > lengths[e.cell])
            continue;
        for (int32_t k = 0; k < 8; k++) {
            const int32_t to_x = x + step_x[k], to_y = y + step_y[k], to = to_y * ground->side + to_x;
            if (!is_free(ground, to_x, to_y) ||
                (k % 2 && (!is_free(ground, to_x, y) || !is_free(ground, x, to_y))))
                continue;
            const float length = e.length + (k % 2 ? ROOT_2 : 1.0f) * cost_of(ground, e.cell, to);
            if (lengths[to] >= 0.0f && lengths[to] <= length)
                continue;
            lengths[to] = length;
            push(&h, (entry){length, to});
        }
    }
}
