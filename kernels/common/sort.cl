/* Exclusive scan, and a stable LSD radix sort of (key, value) pairs. Places come from sums of counts alone,
 * so the result is deterministic. Two tunings: work-groups that sort a block in local memory (GPUs), with
 * digits of up to SORT_BITS bits, as many as the host asks for; or one work-item per large block and digits
 * of SORT_BITS bits (CPU devices).
 *
 * A pass takes three kernels: the digits of each block are counted (sort_count); of each digit the counts
 * of the blocks before are summed (groups: sort_rows, one work-item: a scan of all); blocks are sorted and
 * written (sort_scatter). Pairs that one block holds take one kernel (sort_block). */
#ifndef SORT_GROUP
#define SORT_GROUP 256 /* work-items of a group, a power of two, or 1 */
#endif
#ifndef SORT_ITEMS
#define SORT_ITEMS 8 /* elements of a work-item */
#endif
#ifndef SORT_ROWS
#define SORT_ROWS (SORT_GROUP < 64 ? SORT_GROUP : 64) /* work-items that sum the counts of a digit */
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

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define EACH_ELEMENT(k) _Pragma("unroll") for (uint k = 0; k < SORT_ITEMS; k++) /* of a work-item */

/* Exclusive scan over a work-group of `group` work-items. All must call it; `sums`, twice as many numbers, is
 * free afterwards. */
static ALWAYS_INLINE uint sum_before(__local uint *sums, uint group, uint value)
{
    const uint item = (uint)get_local_id(0);
    __local uint *from = sums, *to = sums + group;
    uint sum = value;
    from[item] = value;
    for (uint step = 1; step < group; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item >= step)
            sum += from[item - step];
        to[item] = sum;
        __local uint *held = from;
        from = to;
        to = held;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - value;
}

#endif

/* Replaces every block of `data` by its exclusive sums and sets totals[block]. */
SORT_KERNEL scan_blocks(__global uint *data, __global uint *totals, uint count)
{
    uint block = (uint)get_group_id(0);
    uint start = block * SORT_BLOCK;
#if SORT_GROUP > 1
    __local uint elements[SLOTS];
    __local uint sums[2 * SORT_GROUP];
    uint item = (uint)get_local_id(0);
    for (uint k = item; k < SORT_BLOCK; k += SORT_GROUP)
        elements[SLOT(k)] = start + k < count ? data[start + k] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = item * SORT_ITEMS;
    uint sum = 0;
    EACH_ELEMENT(k) sum += elements[SLOT(mine + k)];
    uint before = sum_before(sums, SORT_GROUP, sum);
    EACH_ELEMENT(k)
    {
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
    __local uint sums[2 * SORT_GROUP];
    before += sum_before(sums, SORT_GROUP, before);
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
#define KEY_AT(s, k) ((s)->keys[SLOT((s)->from[SLOT(k)])]) /* of the sorted block */
#define SORT_STEP 4                                        /* bits by which a block is sorted at a time */
#define SORT_STEPS (1 << SORT_STEP)
#define SORT_COARSE 8 /* digits whose counts are summed together */

#if SORT_ITEMS > 15
#error "a work-item counts its elements in 4 bits"
#endif

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
__kernel __attribute__((reqd_work_group_size(SORT_ROWS, 1, 1))) void
sort_rows(__global uint *histogram, __global uint *rows, uint blocks)
{
    __local uint sums[2 * SORT_ROWS];
    __local uint carry;
    const uint digit = (uint)get_group_id(0), item = (uint)get_local_id(0);
    __global uint *row = histogram + digit * blocks;
    if (item == 0)
        carry = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint done = 0; done < blocks; done += SORT_ROWS) {
        const uint k = done + item, sum = carry;
        const uint value = k < blocks ? row[k] : 0;
        const uint before = sum + sum_before(sums, SORT_ROWS, value); /* which ends with a barrier */
        if (k < blocks)
            row[k] = before;
        if (item == SORT_ROWS - 1)
            carry = before + value;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        rows[digit] = carry;
}

/* What a group needs to sort a block. Place k of a block is at SLOT(k), so that work-items, which take
 * SORT_ITEMS in a row each, meet different banks. Keys stay where they are; sorting moves `from`, where in
 * the block each comes from, to `next` and back. counters: 16 bits each, SORT_STEPS for each work-item. */
typedef struct sort_space {
    __local uint *keys;
    __local ushort *from, *next;
    __local uint4 *counters;
    __local uint *sums;
} sort_space;

#define COUNTERS (SORT_STEPS * SORT_GROUP / 8)

static ALWAYS_INLINE void load_block(const sort_space *s, __global const uint *keys, uint count)
{
    for (uint k = (uint)get_local_id(0); k < SORT_BLOCK; k += SORT_GROUP) {
        s->keys[SLOT(k)] = k < count ? keys[k] : ~0u; /* last by every digit, and they stay so */
        s->from[SLOT(k)] = (ushort)k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* counter[digit * SORT_GROUP + item] becomes how many elements of lower digits, or of the digit and work-
 * items before, there are. */
static ALWAYS_INLINE void sum_counters(const sort_space *s)
{
    __local uint4 *mine = s->counters + 2 * get_local_id(0);
    const uint4 first = mine[0], second = mine[1];
    uint pairs[8] = {first.x, first.y, first.z, first.w, second.x, second.y, second.z, second.w};
    uint sum = 0;
    for (uint k = 0; k < 8; k++)
        sum += (uint)as_ushort2(pairs[k]).x + as_ushort2(pairs[k]).y;
    uint before = sum_before(s->sums, SORT_GROUP, sum);
    for (uint k = 0; k < 8; k++) {
        const ushort2 pair = as_ushort2(pairs[k]);
        pairs[k] = as_uint((ushort2)((ushort)before, (ushort)(before + pair.x)));
        before += (uint)pair.x + pair.y;
    }
    mine[0] = (uint4)(pairs[0], pairs[1], pairs[2], pairs[3]);
    mine[1] = (uint4)(pairs[4], pairs[5], pairs[6], pairs[7]);
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Sorts the block, stably, by `bits` bits of the keys from bit `shift` on. A work-item loads what it needs
 * before it stores anything, so that loads do not wait for each other. */
static ALWAYS_INLINE void sort_locally(sort_space *s, uint shift, uint bits)
{
    const uint item = (uint)get_local_id(0), first = item * SORT_ITEMS;
    const uint end = shift + bits;
    for (uint at = shift; at < end; at += SORT_STEP) {
        const uint mask = (1u << min((uint)SORT_STEP, end - at)) - 1;
        __local ushort *counters = (__local ushort *)s->counters;
        uint from[SORT_ITEMS], digits[SORT_ITEMS], places[SORT_ITEMS];
        ulong counted = 0; /* of each digit, 4 bits */
        EACH_ELEMENT(k) from[k] = s->from[SLOT(first + k)];
        EACH_ELEMENT(k) digits[k] = s->keys[SLOT(from[k])] >> at & mask;
        EACH_ELEMENT(k)
        {
            places[k] = (uint)(counted >> 4 * digits[k]) & 15;
            counted += (ulong)1 << 4 * digits[k];
        }
        for (uint d = 0; d < SORT_STEPS; d++)
            counters[d * SORT_GROUP + item] = (ushort)(counted >> 4 * d & 15);
        barrier(CLK_LOCAL_MEM_FENCE);
        sum_counters(s);
        EACH_ELEMENT(k) places[k] += counters[digits[k] * SORT_GROUP + item];
        EACH_ELEMENT(k) s->next[SLOT(places[k])] = (ushort)from[k];
        __local ushort *held = s->from;
        s->from = s->next;
        s->next = held;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* Sum of those of SORT_COARSE digits from `first` on, its multiple, that are below `digit`. rows has room for
 * all of them, however few digits there are. */
static ALWAYS_INLINE uint sum_of_rows(__global const uint *rows, uint first, uint digit)
{
    const uint4 a = vload4(0, rows + first), b = vload4(1, rows + first), none = (uint4)(0);
    const uint4 below = (uint4)(digit) - (uint4)(first);
    const uint4 sums = (below > (uint4)(0, 1, 2, 3) ? a : none) + (below > (uint4)(4, 5, 6, 7) ? b : none);
    return sums.x + sums.y + sums.z + sums.w;
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
        if (first < digits)
            sum += sum_of_rows(rows, first, digits);
    }
    const uint before = sum_before(sums, SORT_GROUP, sum);
    for (uint k = 0; k < COARSE_EACH; k++)
        if (item * COARSE_EACH + k < COARSE_SUMS)
            coarse[item * COARSE_EACH + k] = before + mine[k];
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Pairs of lower digits. */
static ALWAYS_INLINE uint digits_before(__local const uint *coarse, __global const uint *rows, uint digit)
{
    return coarse[digit / SORT_COARSE] + sum_of_rows(rows, digit / SORT_COARSE * SORT_COARSE, digit);
}

/* First place of the sorted block whose digit is `digit`, at or before `place`. */
static uint run_start(const sort_space *s, uint shift, uint bits, uint place, uint digit)
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

/* What a pass knows of its pairs: histogram and rows of sort_rows(). */
typedef struct sort_digits {
    __global const uint *rows, *histogram;
    uint blocks, shift, bits;
} sort_digits;

/* In the sorted pairs, where each of the sorted block goes. A work-item finds those of SORT_ITEMS in a row,
 * all that it loads first. */
static ALWAYS_INLINE void find_places(__local uint *places, const sort_space *s, __local const uint *coarse,
                                      const sort_digits *pass)
{
    const uint block = (uint)get_group_id(0), first = (uint)get_local_id(0) * SORT_ITEMS;
    const uint shift = pass->shift, bits = pass->bits;
    uint digits[SORT_ITEMS], before[SORT_ITEMS];
    EACH_ELEMENT(k) digits[k] = DIGIT(KEY_AT(s, first + k));
    EACH_ELEMENT(k)
    before[k] =
        digits_before(coarse, pass->rows, digits[k]) + pass->histogram[digits[k] * pass->blocks + block];
    uint start = run_start(s, shift, bits, first, digits[0]);
    EACH_ELEMENT(k)
    {
        if (k > 0 && digits[k] != digits[k - 1])
            start = first + k;
        places[SLOT(first + k)] = before[k] + (first + k - start);
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
    __local uint local_keys[SLOTS], sums[2 * SORT_GROUP], coarse[COARSE_SUMS];
    __local uint4 shared[(SLOTS + 3) / 4]; /* counters, then places */
    __local ushort order[2 * SLOTS];
    __local uint *places = (__local uint *)shared;
    sort_space space = {local_keys, order, order + SLOTS, shared, sums};
    const sort_digits pass = {rows, histogram, blocks, shift, bits};
    const uint block = (uint)get_group_id(0), item = (uint)get_local_id(0);
    const uint start = block * SORT_BLOCK;
    const uint count = pairs_in_block(totals, total, start);
    load_block(&space, keys + start, count);
    sort_locally(&space, shift, bits);
    sum_coarsely(coarse, sums, rows, 1u << bits);
    find_places(places, &space, coarse, &pass);
    for (uint k = item; k < count; k += SORT_GROUP) {
        sorted_keys[places[SLOT(k)]] = KEY_AT(&space, k);
        sorted_values[places[SLOT(k)]] = values[start + space.from[SLOT(k)]];
    }
    const uint step = (uint)get_global_size(0);
    for (uint key = (uint)get_global_id(0); keys_most > 0 && key <= keys_most; key += step)
        starts[key] = key < 1u << bits ? digits_before(coarse, rows, key) : totals[total];
}

/* All pairs, which are no more than a block. */
SORT_KERNEL sort_block(__global const uint *keys, __global const uint *values, __global const uint *totals,
                       uint total, uint bits, __global uint *sorted_keys, __global uint *sorted_values)
{
    __local uint local_keys[SLOTS], sums[2 * SORT_GROUP];
    __local uint4 counters[COUNTERS];
    __local ushort order[2 * SLOTS];
    sort_space space = {local_keys, order, order + SLOTS, counters, sums};
    const uint count = pairs_in_block(totals, total, 0);
    load_block(&space, keys, count);
    sort_locally(&space, 0, bits);
    for (uint k = (uint)get_local_id(0); k < count; k += SORT_GROUP) {
        sorted_keys[k] = KEY_AT(&space, k);
        sorted_values[k] = values[space.from[SLOT(k)]];
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
