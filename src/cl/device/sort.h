/* Exclusive sums and a stable sort of (key, value) pairs on the device; deterministic on all of them. */
#ifndef THRONG_CL_DEVICE_SORT_H
#define THRONG_CL_DEVICE_SORT_H

#include "src/cl/device/device.h"

enum { THRONG_CL_SCAN_LEAST = 256 }; /* elements of a block that another kernel has summed, at least */

typedef struct throng_cl_sorter {
    cl_kernel scan_blocks, scan_add, count, scatter, ranges;
    cl_kernel rows, whole; /* of groups: sums of a digit's counts; a sort of one block */
    uint32_t block;        /* elements of a work-group */
    uint32_t bits;         /* of a digit, at most */
    uint32_t group;        /* work-items of a group */
    uint64_t scanned;      /* elements that the scratch is good for */
    uint64_t sorted;       /* pairs */
    uint64_t bytes;        /* on the device */
    cl_mem totals, histogram, digits;
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
/* The same where blocks of `each` elements have become sums already, and sorter->totals what each adds up
 * to. */
throng_status throng_cl_scan_blocks(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem data,
                                    uint32_t count, uint32_t each);
/* pairs: two of them. Sorts by the lowest `bits` bits of the keys. How many pairs there are stands in
 * totals[total], a buffer of uint; `most` is a bound for it, 1 or more, within what is reserved. The result
 * is in pairs[*result]; the other ones are scratch. */
throng_status throng_cl_sort(struct throng_cl *cl, throng_cl_sorter *sorter, const throng_cl_pairs *pairs,
                             cl_mem totals, uint32_t total, uint32_t most, uint32_t bits, int32_t *result);

/* The same in parts, for a sort that is spread over time: how many there are, and one of them, which takes at
 * most two kernels on GPUs. Parts of the same pass have the same pairs. The last pass's values are those of
 * the result; its keys are scratch. Between parts the sorter may not be used otherwise. */
uint32_t throng_cl_sort_parts(const throng_cl_sorter *sorter, uint32_t most, uint32_t bits);
uint32_t throng_cl_sort_pass_of(uint32_t part);
throng_status throng_cl_sort_part(struct throng_cl *cl, throng_cl_sorter *sorter, const throng_cl_pairs *from,
                                  const throng_cl_pairs *to, cl_mem totals, uint32_t total, uint32_t most,
                                  uint32_t bits, uint32_t part);

/* What a kernel that makes pairs may do for the sort that follows: count them in sorter->histogram[digit *
 * blocks + block], where the digit is the key's lowest `bits` bits and a block 1 << block_bits pairs. All
 * `entries` of it were cleared before. bits 0: this sort does not want it. */
typedef struct throng_cl_digit {
    cl_uint bits, blocks, block_bits, entries;
} throng_cl_digit;
throng_cl_digit throng_cl_first_digit(const throng_cl_sorter *sorter, uint32_t most, uint32_t keys);

/* Sorts pairs with keys 0 .. keys - 1, and finds in starts[key] where those of a key begin; starts[keys] is
 * their end. counted: the pairs are counted by their first digit. */
throng_status throng_cl_sort_lists(struct throng_cl *cl, throng_cl_sorter *sorter,
                                   const throng_cl_pairs *pairs, cl_mem totals, uint32_t total, uint32_t most,
                                   uint32_t keys, cl_mem starts, int counted, int32_t *result);
/* Bits of the numbers below `count`. */
uint32_t throng_cl_bits_of(uint32_t count);

/* starts[key], for keys 0 .. most: where the sorted pairs of a key begin. */
throng_status throng_cl_ranges(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem keys, cl_mem totals,
                               uint32_t total, cl_mem starts, uint32_t most);

#endif
