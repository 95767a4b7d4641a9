/* A heap sort. */
#include "src/core/sort.h"

#include <string.h>

typedef struct heap {
    char *entries;
    size_t size;
    int (*compare)(const void *, const void *);
} heap;

static void *at(const heap *h, size_t i) { return h->entries + i * h->size; }

/* An entry goes to `i`, or down from there to where both below it are no higher. */
static void sink(const heap *h, const void *entry, size_t i, size_t count)
{
    for (size_t below = 2 * i + 1; below < count; i = below, below = 2 * i + 1) {
        below += below + 1 < count && h->compare(at(h, below), at(h, below + 1)) < 0;
        if (h->compare(at(h, below), entry) <= 0)
            break;
        memcpy(at(h, i), at(h, below), h->size);
    }
    memcpy(at(h, i), entry, h->size);
}

void throng_sort(void *entries, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const heap h = {entries, size, compare};
    _Alignas(16) char held[THRONG_SORTED_BYTES_MOST]; /* which compare() reads as an entry */
    size_t ascending = 1;
    while (ascending < count && compare(at(&h, ascending - 1), at(&h, ascending)) <= 0)
        ascending++;
    if (ascending >= count)
        return;
    for (size_t i = count / 2; i-- > 0;) {
        memcpy(held, at(&h, i), size);
        sink(&h, held, i, count);
    }
    for (size_t i = count; i-- > 1;) {
        memcpy(held, at(&h, i), size);
        memcpy(at(&h, i), at(&h, 0), size);
        sink(&h, held, 0, i);
    }
}
