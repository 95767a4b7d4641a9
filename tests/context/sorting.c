/* Sums and sorting on OpenCL devices: sums of all numbers before each are those of the host; pairs of all
 * numbers, by keys of all widths, in the form of GPUs and in that of CPU devices, equal those of a stable
 * sort on the host, whoever counts their first digit; and so do the places where keys begin. */
#define _POSIX_C_SOURCE 200809L
#include "src/cl/device/sort.h"
#include "src/core/context.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS_MOST = 20000, BOUND_MOST = 600000 /* digits are narrow */, KEYS_MOST = 70000 };

typedef struct sorting {
    struct throng_cl *cl;
    throng_cl_sorter sorter;
    throng_cl_pairs pairs[2];
    cl_mem totals, starts;
    uint32_t *keys, *values, *expected, *got;
} sorting;

static void make_buffer(sorting *s, size_t words, cl_mem *buffer)
{
    cr_assert(throng_cl_buffer(s->cl, "a test", words, sizeof(cl_uint), buffer) == THRONG_OK);
}

static sorting *begin(throng_context *context)
{
    sorting *s = must_allocate(sizeof *s);
    memset(s, 0, sizeof *s);
    s->cl = context->cl;
    cr_assert(throng_cl_sorter_create(s->cl, &s->sorter) == THRONG_OK);
    cr_assert(throng_cl_sorter_reserve(s->cl, &s->sorter, PAIRS_MOST, BOUND_MOST) == THRONG_OK);
    for (int32_t i = 0; i < 2; i++) {
        make_buffer(s, PAIRS_MOST, &s->pairs[i].keys);
        make_buffer(s, PAIRS_MOST, &s->pairs[i].values);
    }
    make_buffer(s, 2, &s->totals);
    make_buffer(s, KEYS_MOST + 1, &s->starts);
    s->keys = must_allocate(PAIRS_MOST * sizeof *s->keys);
    s->values = must_allocate(PAIRS_MOST * sizeof *s->values);
    s->expected = must_allocate(PAIRS_MOST * sizeof *s->expected);
    s->got = must_allocate((KEYS_MOST + 1) * sizeof *s->got);
    return s;
}

static void end(sorting *s)
{
    throng_cl_sorter_destroy(s->cl, &s->sorter);
    for (int32_t i = 0; i < 2; i++) {
        throng_cl_release_buffer(s->cl, &s->pairs[i].keys);
        throng_cl_release_buffer(s->cl, &s->pairs[i].values);
    }
    throng_cl_release_buffer(s->cl, &s->totals);
    throng_cl_release_buffer(s->cl, &s->starts);
    free(s->keys);
    free(s->values);
    free(s->expected);
    free(s->got);
    free(s);
}

static void write_words(sorting *s, cl_mem buffer, const uint32_t *words, size_t count)
{
    cr_assert(s->cl->api.clEnqueueWriteBuffer(s->cl->queue, buffer, CL_TRUE, 0, count * sizeof *words, words,
                                              0, NULL, NULL) == CL_SUCCESS);
}

static void read_words(sorting *s, cl_mem buffer, size_t count)
{
    cr_assert(s->cl->api.clEnqueueReadBuffer(s->cl->queue, buffer, CL_TRUE, 0, count * sizeof *s->got, s->got,
                                             0, NULL, NULL) == CL_SUCCESS);
}

static const uint32_t *compared_keys;

/* By key, then by place. */
static int compare_places(const void *a, const void *b)
{
    const uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    if (compared_keys[i] != compared_keys[k])
        return compared_keys[i] < compared_keys[k] ? -1 : 1;
    return i < k ? -1 : i > k;
}

/* Keys below `limit`, some of them many times; limit 0: all numbers. */
static void make_pairs(sorting *s, rng *r, uint32_t count, uint32_t limit)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t key = (uint32_t)rng_below(r, 65536) << 16 | (uint32_t)rng_below(r, 65536);
        s->keys[i] = i > 0 && rng_below(r, 3) == 0 ? s->keys[rng_below(r, (int32_t)i)]
                                                   : (limit > 0 ? key % limit : key);
        s->values[i] = key ^ i;
        s->expected[i] = i;
    }
    compared_keys = s->keys;
    qsort(s->expected, count, sizeof *s->expected, compare_places);
    const uint32_t totals[2] = {99, count};
    write_words(s, s->pairs[0].keys, s->keys, count);
    write_words(s, s->pairs[0].values, s->values, count);
    write_words(s, s->totals, totals, 2);
}

static void check_pairs(sorting *s, const char *what, uint32_t count, uint32_t limit,
                        const throng_cl_pairs *sorted)
{
    uint32_t wrong = 0;
    read_words(s, sorted->keys, count);
    for (uint32_t i = 0; i < count; i++)
        wrong += s->got[i] != s->keys[s->expected[i]];
    read_words(s, sorted->values, count);
    for (uint32_t i = 0; i < count; i++)
        wrong += s->got[i] != s->values[s->expected[i]];
    cr_expect(wrong == 0, "%s, %u pairs, keys below %u: %u of them wrong", what, (unsigned)count,
              (unsigned)limit, (unsigned)wrong);
}

static void check_starts(sorting *s, const char *what, uint32_t count, uint32_t limit)
{
    uint32_t wrong = 0, place = 0;
    read_words(s, s->starts, (size_t)limit + 1);
    for (uint32_t key = 0; key <= limit; key++) {
        while (place < count && s->keys[s->expected[place]] < key)
            place++;
        wrong += s->got[key] != place;
    }
    cr_expect(wrong == 0, "%s, %u pairs: %u of the starts of %u keys wrong", what, (unsigned)count,
              (unsigned)wrong, (unsigned)limit);
}

static void check_scan(sorting *s, const char *what, rng *r, uint32_t count)
{
    uint32_t wrong = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++)
        s->keys[i] = (uint32_t)rng_below(r, 1000);
    write_words(s, s->pairs[0].keys, s->keys, count);
    cr_assert(throng_cl_scan(s->cl, &s->sorter, s->pairs[0].keys, count) == THRONG_OK);
    read_words(s, s->pairs[0].keys, count);
    for (uint32_t i = 0; i < count; i++) {
        wrong += s->got[i] != sum;
        sum += s->keys[i];
    }
    cr_expect(wrong == 0, "%s: %u of %u sums wrong", what, (unsigned)wrong, (unsigned)count);
}

/* Counts pairs by their first digit, as kernels that make pairs may do; 0: this sort does not want it. */
static int count_pairs(sorting *s, uint32_t count, uint32_t most, uint32_t limit)
{
    const throng_cl_digit digit = throng_cl_first_digit(&s->sorter, most, limit);
    if (digit.bits == 0)
        return 0;
    uint32_t *counts = must_allocate(digit.entries * sizeof *counts);
    memset(counts, 0, digit.entries * sizeof *counts);
    for (uint32_t i = 0; i < count; i++)
        counts[(s->keys[i] & ((1u << digit.bits) - 1)) * digit.blocks + (i >> digit.block_bits)]++;
    write_words(s, s->sorter.histogram, counts, digit.entries);
    free(counts);
    return 1;
}

static void sort_all(throng_context *context, const char *what)
{
    static const uint32_t counts[] = {1, 63, 2048, 2049, 20000};
    static const uint32_t limits[] = {1, 2, 17, 300, 4096, 4097, KEYS_MOST};
    sorting *s = begin(context);
    rng r = {7};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const uint32_t count = counts[i];
        const uint32_t most = i % 2 ? count : i == 4 ? BOUND_MOST : PAIRS_MOST; /* more blocks than needed */
        int32_t at = 0;
        check_scan(s, what, &r, count);
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
            for (int counted = 0; counted < 2; counted++) {
                make_pairs(s, &r, count, limits[k]);
                const int there = counted && count_pairs(s, count, most, limits[k]);
                cr_assert(throng_cl_sort_lists(s->cl, &s->sorter, s->pairs, s->totals, 1, most, limits[k],
                                               s->starts, there, &at) == THRONG_OK);
                check_pairs(s, what, count, limits[k], &s->pairs[at]);
                check_starts(s, what, count, limits[k]);
            }
        }
        make_pairs(s, &r, count, 0);
        cr_assert(throng_cl_sort(s->cl, &s->sorter, s->pairs, s->totals, 1, most, 32, &at) == THRONG_OK);
        check_pairs(s, what, count, 0, &s->pairs[at]);
    }
    end(s);
}

Test(sorting, forms)
{
    static const char *const groups[] = {"64", "1"};
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    for (int32_t i = 0; i < 2; i++) {
        variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
        snprintf(v.name, sizeof v.name, "groups of %s", groups[i]);
        v.width = "1";
        v.group = groups[i];
        throng_context *context = open_variant(&v, NULL);
        sort_all(context, v.name);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}
