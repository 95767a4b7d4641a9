/* A heap sort. */
#include "src/core/sort.h"

#include <string.h>

enum { SIZE_MOST = 32 };

typedef struct heap {
    char *entries;
    size_t size;
    int (*compare)(const void *, const void *);
} heap;

static void *at(const heap *h, size_t i) { return h->entries + i * h->size; }

static void swap(const heap *h, size_t i, size_t k)
{
    char held[SIZE_MOST];
    memcpy(held, at(h, i), h->size);
    memcpy(at(h, i), at(h, k), h->size);
    memcpy(at(h, k), held, h->size);
}

/* Moves an entry down to where both below it are lower. */
static void sink(const heap *h, size_t i, size_t count)
{
    for (size_t below = 2 * i + 1; below < count; below = 2 * i + 1) {
        below += below + 1 < count && h->compare(at(h, below), at(h, below + 1)) < 0;
        if (h->compare(at(h, below), at(h, i)) <= 0)
            return;
        swap(h, i, below);
        i = below;
    }
}

void throng_sort(void *entries, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const heap h = {entries, size, compare};
    size_t ascending = 1;
    while (ascending < count && compare(at(&h, ascending - 1), at(&h, ascending)) <= 0)
        ascending++;
    if (ascending >= count)
        return;
    for (size_t i = count / 2; i-- > 0;)
        sink(&h, i, count);
    for (size_t i = count; i-- > 1;) {
        swap(&h, 0, i);
        sink(&h, 0, i);
    }
}
