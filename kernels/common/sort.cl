/* Exclusive scan, and a stable LSD radix sort of (key, value) pairs. Places come from sums of counts alone,
 * so the result is deterministic. Two tunings: work-groups that sort a block in local memory (GPUs), with
 * digits of up to SORT_BITS bits, as many as the host asks for; or one work-item per large block and digits
 * of SORT_BITS bits (CPU devices).
 *
 * A pass takes three kernels: the digits of each block are counted (sort_count); of each digit the counts
 * of the blocks before are summed (groups: sort_rows, one work-item: a scan of all); blocks are sorted and
 * written (sort_scatter). Pairs that one block holds take one kernel (sort_block). */
#ifndef SORT_GROUP
#define SORT_GROUP 128 /* work-items of a group, a power of two, or 1 */
#endif
#ifndef SORT_ITEMS
#define SORT_ITEMS 16 /* elements of a work-item */
#endif
#ifndef SORT_BITS
#define SORT_BITS 12 /* of a digit, at most */
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

/* Adds to every block, of `each` elements, the sum of the blocks before it, which each group makes for
 * itself: a launch costs more than reading some hundred sums. */
SORT_KERNEL scan_add(__global uint *data, __global const uint *totals, uint count, uint each)
{
    const uint block = (uint)get_group_id(0), item = (uint)get_local_id(0);
    const uint start = block * each;
    const uint end = count - start < each ? count : start + each;
    uint before = 0;
    for (uint k = item; k < block; k += SORT_GROUP)
        before += totals[k];
#if SORT_GROUP > 1
    __local uint sums[SORT_GROUP];
    before += sum_before(sums, before);
    if (item == SORT_GROUP - 1)
        sums[0] = before;
    barrier(CLK_LOCAL_MEM_FENCE);
    before = sums[0];
#endif
    for (uint i = start + item; i < end; i += SORT_GROUP)
        data[i] += before;
}

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

#define DIGIT(key) (((key) >> shift) & ((1u << bits) - 1))
#define KEY_AT(s, k) ((s).keys[SLOT((s).from[SLOT(k)])]) /* of the sorted block */
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define SORT_STEP 4 /* bits by which a block is sorted at a time */
#define SORT_STEPS (1 << SORT_STEP)
#define SORT_COARSE 8 /* digits whose counts are summed together */

/* Sums over SORT_COARSE digits, as many for each work-item. */
#define COARSE_SUMS (SORT_DIGITS / SORT_COARSE)
#define COARSE_EACH (COARSE_SUMS > SORT_GROUP ? COARSE_SUMS / SORT_GROUP : 1)

/* histogram[digit * blocks + block] */
SORT_KERNEL sort_count(__global const uint *keys, __global const uint *totals, uint total, uint shift,
                       uint bits, __global uint *histogram, uint blocks)
{
    __local uint counters[SORT_DIGITS];
    const uint block = (uint)get_group_id(0), item = (uint)get_local_id(0);
    const uint start = block * SORT_BLOCK;
    const uint count = pairs_in_block(totals, total, start);
    for (uint d = item; d < 1u << bits; d += SORT_GROUP)
        counters[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item; k < count; k += SORT_GROUP)
        atomic_inc(&counters[DIGIT(keys[start + k])]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = item; d < 1u << bits; d += SORT_GROUP)
        histogram[d * blocks + block] = counters[d];
}

/* A group for each digit: its counts become those of the blocks before; rows[digit]: their sum. */
SORT_KERNEL sort_rows(__global uint *histogram, __global uint *rows, uint blocks)
{
    __local uint sums[SORT_GROUP];
    __local uint carry;
    const uint digit = (uint)get_group_id(0), item = (uint)get_local_id(0);
    __global uint *row = histogram + digit * blocks;
    if (item == 0)
        carry = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint done = 0; done < blocks; done += SORT_GROUP) {
        const uint k = done + item, sum = carry;
        const uint value = k < blocks ? row[k] : 0;
        const uint before = sum + sum_before(sums, value); /* which ends with a barrier */
        if (k < blocks)
            row[k] = before;
        if (item == SORT_GROUP - 1)
            carry = before + value;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        rows[digit] = carry;
}

/* What a group needs to sort a block. Place k of a block is at SLOT(k), so that work-items, which take
 * SORT_ITEMS in a row each, meet different banks. Keys stay where they are; sorting moves `from`, where in
 * the block each comes from. */
typedef struct sort_space {
    __local uint *keys;
    __local ushort *from, *next;
    __local ushort *counters;
    __local uint *sums;
} sort_space;

static ALWAYS_INLINE void load_block(sort_space s, __global const uint *keys, uint count)
{
    for (uint k = (uint)get_local_id(0); k < SORT_BLOCK; k += SORT_GROUP) {
        s.keys[SLOT(k)] = k < count ? keys[k] : ~0u; /* last by every digit, and they stay so */
        s.from[SLOT(k)] = (ushort)k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* counters[digit * SORT_GROUP + item] becomes how many elements of lower digits, or of the digit and work-
 * items before, there are. */
static ALWAYS_INLINE void sum_counters(sort_space s)
{
    const uint mine = (uint)get_local_id(0) * SORT_STEPS;
    uint sum = 0;
    for (uint k = 0; k < SORT_STEPS; k++)
        sum += s.counters[mine + k];
    uint before = sum_before(s.sums, sum);
    for (uint k = 0; k < SORT_STEPS; k++) {
        const uint counter = s.counters[mine + k];
        s.counters[mine + k] = (ushort)before;
        before += counter;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Sorts the block, stably, by `bits` bits of the keys from bit `shift` on. */
static ALWAYS_INLINE void sort_locally(sort_space s, uint shift, uint bits)
{
    const uint item = (uint)get_local_id(0), first = item * SORT_ITEMS;
    const uint end = shift + bits;
    for (uint at = shift; at < end; at += SORT_STEP) {
        const uint mask = (1u << min((uint)SORT_STEP, end - at)) - 1;
        for (uint d = 0; d < SORT_STEPS; d++)
            s.counters[d * SORT_GROUP + item] = 0;
        _Pragma("unroll 2") for (uint k = first; k < first + SORT_ITEMS; k++)
            s.counters[(KEY_AT(s, k) >> at & mask) * SORT_GROUP + item]++;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum_counters(s);
        _Pragma("unroll 2") for (uint k = first; k < first + SORT_ITEMS; k++)
        {
            const uint place = s.counters[(KEY_AT(s, k) >> at & mask) * SORT_GROUP + item]++;
            s.next[SLOT(place)] = s.from[SLOT(k)];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = item; k < SORT_BLOCK; k += SORT_GROUP)
            s.from[SLOT(k)] = s.next[SLOT(k)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* coarse[c] becomes the pairs of digits below SORT_COARSE * c. */
static ALWAYS_INLINE void sum_coarsely(__local uint *coarse, __local uint *sums, __global const uint *rows,
                                       uint digits)
{
    const uint item = (uint)get_local_id(0);
    uint mine[COARSE_EACH], sum = 0;
    for (uint k = 0; k < COARSE_EACH; k++) {
        const uint first = (item * COARSE_EACH + k) * SORT_COARSE;
        mine[k] = sum;
        for (uint d = first; d < first + SORT_COARSE && d < digits; d++)
            sum += rows[d];
    }
    const uint before = sum_before(sums, sum);
    for (uint k = 0; k < COARSE_EACH; k++)
        if (item * COARSE_EACH + k < COARSE_SUMS)
            coarse[item * COARSE_EACH + k] = before + mine[k];
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Pairs of lower digits. */
static uint digits_before(__local const uint *coarse, __global const uint *rows, uint digit)
{
    uint sum = coarse[digit / SORT_COARSE];
    for (uint d = digit / SORT_COARSE * SORT_COARSE; d < digit; d++)
        sum += rows[d];
    return sum;
}

/* First place of the sorted block whose digit is `digit`, at or before `place`. */
static uint run_start(sort_space s, uint shift, uint bits, uint place, uint digit)
{
    uint low = 0;
    while (low < place) {
        const uint middle = (low + place) / 2;
        if (DIGIT(KEY_AT(s, middle)) < digit)
            low = middle + 1;
        else
            place = middle;
    }
    return low;
}

/* In the sorted pairs, where each of the sorted block goes. A work-item finds those of SORT_ITEMS in a
 * row. */
static ALWAYS_INLINE void find_places(__local uint *places, sort_space s, __local const uint *coarse,
                                      __global const uint *rows, __global const uint *histogram, uint blocks,
                                      uint shift, uint bits, uint count)
{
    const uint block = (uint)get_group_id(0), first = (uint)get_local_id(0) * SORT_ITEMS;
    uint last = ~0u, place = 0;
    for (uint k = first; k < first + SORT_ITEMS && k < count; k++) {
        const uint digit = DIGIT(KEY_AT(s, k));
        if (digit != last)
            place = digits_before(coarse, rows, digit) + histogram[digit * blocks + block] +
                    (k == first ? k - run_start(s, shift, bits, k, digit) : 0);
        last = digit;
        places[SLOT(k)] = place++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* histogram and rows: of sort_rows(). starts: where the pairs of each key below `keys_most` begin, and in
 * starts[keys_most] their end, where this digit is the whole key; keys_most 0: nowhere. */
SORT_KERNEL sort_scatter(__global const uint *keys, __global const uint *values, __global const uint *totals,
                         uint total, uint shift, uint bits, __global const uint *histogram,
                         __global const uint *rows, uint blocks, __global uint *sorted_keys,
                         __global uint *sorted_values, __global uint *starts, uint keys_most)
{
    __local uint local_keys[SLOTS], places[SLOTS];
    __local ushort from[SLOTS], counters[SORT_STEPS * SORT_GROUP];
    __local uint sums[SORT_GROUP], coarse[COARSE_SUMS];
    const sort_space space = {local_keys, from, (__local ushort *)places, counters, sums};
    const uint block = (uint)get_group_id(0), item = (uint)get_local_id(0);
    const uint start = block * SORT_BLOCK;
    const uint count = pairs_in_block(totals, total, start);
    load_block(space, keys + start, count);
    sort_locally(space, shift, bits);
    sum_coarsely(coarse, sums, rows, 1u << bits);
    find_places(places, space, coarse, rows, histogram, blocks, shift, bits, count);
    for (uint k = item; k < count; k += SORT_GROUP) {
        sorted_keys[places[SLOT(k)]] = KEY_AT(space, k);
        sorted_values[places[SLOT(k)]] = values[start + from[SLOT(k)]];
    }
    const uint step = (uint)get_global_size(0);
    for (uint key = (uint)get_global_id(0); keys_most > 0 && key <= keys_most; key += step)
        starts[key] = key < 1u << bits ? digits_before(coarse, rows, key) : totals[total];
}

/* All pairs, which are no more than a block. */
SORT_KERNEL sort_block(__global const uint *keys, __global const uint *values, __global const uint *totals,
                       uint total, uint bits, __global uint *sorted_keys, __global uint *sorted_values)
{
    __local uint local_keys[SLOTS];
    __local ushort from[SLOTS], next[SLOTS], counters[SORT_STEPS * SORT_GROUP];
    __local uint sums[SORT_GROUP];
    const sort_space space = {local_keys, from, next, counters, sums};
    const uint count = pairs_in_block(totals, total, 0);
    load_block(space, keys, count);
    sort_locally(space, 0, bits);
    for (uint k = (uint)get_local_id(0); k < count; k += SORT_GROUP) {
        sorted_keys[k] = KEY_AT(space, k);
        sorted_values[k] = values[from[SLOT(k)]];
    }
}

#else

#define DIGIT(key) (((key) >> shift) & (SORT_DIGITS - 1))

/* histogram[digit * blocks + block] */
SORT_KERNEL sort_count(__global const uint *keys, __global const uint *totals, uint total, uint shift,
                       __global uint *histogram, uint blocks)
{
    __local uint counters[SORT_DIGITS];
    const uint block = (uint)get_group_id(0), start = block * SORT_BLOCK;
    const uint count = pairs_in_block(totals, total, start);
    for (uint d = 0; d < SORT_DIGITS; d++)
        counters[d] = 0;
    for (uint i = start; i < start + count; i++)
        counters[DIGIT(keys[i])]++;
    for (uint d = 0; d < SORT_DIGITS; d++)
        histogram[d * blocks + block] = counters[d];
}

/* places: exclusive sums of the histogram. */
SORT_KERNEL sort_scatter(__global const uint *keys, __global const uint *values, __global const uint *totals,
                         uint total, uint shift, __global const uint *places, uint blocks,
                         __global uint *sorted_keys, __global uint *sorted_values)
{
    __local uint next[SORT_DIGITS];
    const uint block = (uint)get_group_id(0), start = block * SORT_BLOCK;
    const uint count = pairs_in_block(totals, total, start);
    for (uint d = 0; d < SORT_DIGITS; d++)
        next[d] = places[d * blocks + block];
    for (uint i = start; i < start + count; i++) {
        const uint key = keys[i], place = next[DIGIT(key)]++;
        sorted_keys[place] = key;
        sorted_values[place] = values[i];
    }
}

#endif

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
