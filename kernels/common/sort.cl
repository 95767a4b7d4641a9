/* Exclusive scan, and a stable LSD radix sort of (key, value) pairs. No atomics, so the result is
 * deterministic. Two tunings of one source: work-groups with local memory (GPUs), or one work-item per large
 * block (CPU devices). */
#ifndef SORT_GROUP
#define SORT_GROUP 64 /* work-items of a group, a power of two, or 1 */
#endif
#ifndef SORT_ITEMS
#define SORT_ITEMS 8 /* elements of a work-item */
#endif
#ifndef SORT_BITS
#define SORT_BITS 4 /* of a digit */
#endif
#define SORT_BLOCK (SORT_GROUP * SORT_ITEMS)
#define SORT_DIGITS (1 << SORT_BITS)
#define SORT_KERNEL __kernel __attribute__((reqd_work_group_size(SORT_GROUP, 1, 1))) void

#if SORT_GROUP > 1

/* Padded index: adjacent work-items start in different banks. */
#define SLOT(k) ((k) + (k) / SORT_ITEMS)
#define SLOTS (SORT_BLOCK + SORT_GROUP)

/* Exclusive scan over the work-group. All work-items must call it; `sums` is free afterwards. */
static uint sum_before(__local uint *sums, uint value)
{
    uint item = (uint)get_local_id(0);
    sums[item] = value;
    for (uint step = 1; step < SORT_GROUP; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint other = item >= step ? sums[item - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[item] += other;
    }
    uint before = sums[item] - value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

#endif

/* Replaces every block of `data` by its exclusive sums and sets totals[block]. */
SORT_KERNEL scan_blocks(__global uint *data, __global uint *totals, uint count)
{
    uint block = (uint)get_group_id(0);
    uint start = block * SORT_BLOCK;
#if SORT_GROUP > 1
    __local uint elements[SLOTS];
    __local uint sums[SORT_GROUP];
    uint item = (uint)get_local_id(0);
    for (uint k = item; k < SORT_BLOCK; k += SORT_GROUP)
        elements[SLOT(k)] = start + k < count ? data[start + k] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = item * SORT_ITEMS;
    uint sum = 0;
    for (uint k = 0; k < SORT_ITEMS; k++)
        sum += elements[SLOT(mine + k)];
    uint before = sum_before(sums, sum);
    for (uint k = 0; k < SORT_ITEMS; k++) {
        uint element = elements[SLOT(mine + k)];
        elements[SLOT(mine + k)] = before;
        before += element;
    }
    if (item == SORT_GROUP - 1)
        totals[block] = before;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item; k < SORT_BLOCK && start + k < count; k += SORT_GROUP)
        data[start + k] = elements[SLOT(k)];
#else
    uint end = count - start < SORT_BLOCK ? count : start + SORT_BLOCK;
    uint before = 0;
    for (uint i = start; i < end; i++) {
        uint element = data[i];
        data[i] = before;
        before += element;
    }
    totals[block] = before;
#endif
}

/* Adds to every block the sum of the blocks before it. */
SORT_KERNEL scan_add(__global uint *data, __global const uint *before, uint count)
{
    uint block = (uint)get_group_id(0);
    uint start = block * SORT_BLOCK;
    uint end = count - start < SORT_BLOCK ? count : start + SORT_BLOCK;
    for (uint i = start + (uint)get_local_id(0); i < end; i += SORT_GROUP)
        data[i] += before[block];
}

#define DIGIT(key) (((key) >> shift) & (SORT_DIGITS - 1))

/* Pairs in a block. The total number of pairs is totals[total], known on the device only; more blocks may be
 * launched. */
static uint pairs_in_block(__global const uint *totals, uint total, uint start)
{
    uint count = totals[total];
    if (start >= count)
        return 0;
    return count - start < SORT_BLOCK ? count - start : SORT_BLOCK;
}

#if SORT_GROUP > 1

/* counters[digit * SORT_GROUP + item]: number of the work-item's keys with that digit. */
static void count_digits(__local uint *keys, __local uint *counters, __global const uint *global_keys,
                         uint start, uint count, uint shift)
{
    uint item = (uint)get_local_id(0);
    for (uint k = item; k < count; k += SORT_GROUP)
        keys[SLOT(k)] = global_keys[start + k];
    for (uint d = 0; d < SORT_DIGITS; d++)
        counters[d * SORT_GROUP + item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item * SORT_ITEMS; k < (item + 1) * SORT_ITEMS && k < count; k++)
        counters[DIGIT(keys[SLOT(k)]) * SORT_GROUP + item]++;
    barrier(CLK_LOCAL_MEM_FENCE);
}

#endif

/* histogram[digit * blocks + block] */
SORT_KERNEL sort_count(__global const uint *keys, __global const uint *totals, uint total, uint shift,
                       __global uint *histogram, uint blocks)
{
    uint block = (uint)get_group_id(0);
    uint start = block * SORT_BLOCK;
    uint count = pairs_in_block(totals, total, start);
#if SORT_GROUP > 1
    __local uint local_keys[SLOTS];
    __local uint counters[SORT_DIGITS * SORT_GROUP];
    count_digits(local_keys, counters, keys, start, count, shift);
    for (uint d = (uint)get_local_id(0); d < SORT_DIGITS; d += SORT_GROUP) {
        uint sum = 0;
        for (uint k = 0; k < SORT_GROUP; k++)
            sum += counters[d * SORT_GROUP + (k + d) % SORT_GROUP]; /* from different banks */
        histogram[d * blocks + block] = sum;
    }
#else
    __local uint counters[SORT_DIGITS];
    for (uint d = 0; d < SORT_DIGITS; d++)
        counters[d] = 0;
    for (uint i = 0; i < count; i++)
        counters[DIGIT(keys[start + i])]++;
    for (uint d = 0; d < SORT_DIGITS; d++)
        histogram[d * blocks + block] = counters[d];
#endif
}

/* `places` is the histogram after the exclusive sums. */
SORT_KERNEL sort_scatter(__global const uint *keys, __global const uint *values, __global const uint *totals,
                         uint total, uint shift, __global const uint *places, uint blocks,
                         __global uint *sorted_keys, __global uint *sorted_values)
{
    uint block = (uint)get_group_id(0);
    uint start = block * SORT_BLOCK;
    uint count = pairs_in_block(totals, total, start);
#if SORT_GROUP > 1
    /* sorted within the block first, so that adjacent pairs are written to adjacent places */
    __local uint local_keys[SLOTS];
    __local uint counters[SORT_DIGITS * SORT_GROUP];
    __local uint sums[SORT_GROUP];
    __local uint starts[SORT_DIGITS];
    __local uint block_keys[SORT_BLOCK];
    __local uint block_values[SORT_BLOCK];
    uint item = (uint)get_local_id(0);
    count_digits(local_keys, counters, keys, start, count, shift);
    uint mine = item * SORT_DIGITS;
    uint sum = 0;
    for (uint k = 0; k < SORT_DIGITS; k++)
        sum += counters[mine + k];
    uint before = sum_before(sums, sum);
    for (uint k = 0; k < SORT_DIGITS; k++) {
        uint counter = counters[mine + k];
        counters[mine + k] = before;
        before += counter;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < SORT_DIGITS; d += SORT_GROUP)
        starts[d] = counters[d * SORT_GROUP];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item * SORT_ITEMS; k < (item + 1) * SORT_ITEMS && k < count; k++) {
        uint key = local_keys[SLOT(k)];
        uint place = counters[DIGIT(key) * SORT_GROUP + item]++;
        block_keys[place] = key;
        block_values[place] = values[start + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item; k < count; k += SORT_GROUP) {
        uint key = block_keys[k];
        uint place = places[DIGIT(key) * blocks + block] + k - starts[DIGIT(key)];
        sorted_keys[place] = key;
        sorted_values[place] = block_values[k];
    }
#else
    __local uint next[SORT_DIGITS];
    for (uint d = 0; d < SORT_DIGITS; d++)
        next[d] = places[d * blocks + block];
    for (uint i = start; i < start + count; i++) {
        uint key = keys[i];
        uint place = next[DIGIT(key)]++;
        sorted_keys[place] = key;
        sorted_values[place] = values[i];
    }
#endif
}

static uint first_not_below(__global const uint *keys, uint count, uint key)
{
    uint low = 0, high = count;
    while (low < high) {
        uint middle = (low + high) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* starts[key]: start of a key's sorted pairs; those of the last key end at starts[most]. */
SORT_KERNEL sort_ranges(__global const uint *keys, __global const uint *totals, uint total,
                        __global uint *starts, uint most)
{
    uint key = (uint)get_global_id(0);
    if (key <= most)
        starts[key] = first_not_below(keys, totals[total], key);
}
