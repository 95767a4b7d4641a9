/* Exclusive sums and a stable sort of (key, value) pairs on the device; deterministic on all of them. */
#ifndef THRONG_CL_DEVICE_SORT_H
#define THRONG_CL_DEVICE_SORT_H

#include "src/cl/device/device.h"

enum { THRONG_CL_SCAN_LEVELS = 8 };

typedef struct throng_cl_sorter {
    cl_kernel scan_blocks, scan_add, count, scatter, ranges;
    uint32_t block;   /* elements of a work-group */
    uint32_t bits;    /* of a digit */
    uint32_t group;   /* work-items of a group */
    uint64_t scanned; /* elements that the scratch is good for */
    uint64_t sorted;  /* pairs */
    uint64_t bytes;   /* on the device */
    cl_mem totals[THRONG_CL_SCAN_LEVELS];
    cl_mem histogram;
} throng_cl_sorter;

typedef struct throng_cl_pairs {
    cl_mem keys, values;
} throng_cl_pairs;

throng_status throng_cl_sorter_create(struct throng_cl *cl, throng_cl_sorter *sorter);
void throng_cl_sorter_destroy(struct throng_cl *cl, throng_cl_sorter *sorter);
/* Reserves memory; a failure leaves the sorter as it was. */
throng_status throng_cl_sorter_reserve(struct throng_cl *cl, throng_cl_sorter *sorter, uint64_t scanned,
                                       uint64_t sorted);
/* data[i] becomes the sum of data[0 .. i-1]. count >= 1, within what is reserved. */
throng_status throng_cl_scan(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem data, uint32_t count);
/* pairs: two of them. Sorts by the lowest `bits` bits of the keys. How many pairs there are stands in
 * totals[total], a buffer of uint; `most` is a bound for it, 1 or more, within what is reserved. The result
 * is in pairs[*result]; the other ones are scratch. */
throng_status throng_cl_sort(struct throng_cl *cl, throng_cl_sorter *sorter, const throng_cl_pairs *pairs,
                             cl_mem totals, uint32_t total, uint32_t most, uint32_t bits, int32_t *result);

/* starts[key], for keys 0 .. most: where the sorted pairs of a key begin. */
throng_status throng_cl_ranges(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem keys, cl_mem totals,
                               uint32_t total, cl_mem starts, uint32_t most);

#endif
