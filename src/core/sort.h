/* Sorting without memory of its own, which qsort() may ask for: in frames nothing is allocated. */
#ifndef THRONG_CORE_SORT_H
#define THRONG_CORE_SORT_H

#include <stddef.h>

enum { THRONG_SORTED_BYTES_MOST = 128 };

/* A heap sort of `count` entries of `size` bytes, at most that many. Entries that ascend already are left
 * alone. */
void throng_sort(void *entries, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
