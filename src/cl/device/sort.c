#include "src/cl/device/sort.h"

#include <stdio.h>

static uint64_t blocks_of(const throng_cl_sorter *sorter, uint64_t count)
{
    return (count + sorter->block - 1) / sorter->block;
}

/* Digits are wide while their counts, one for each digit and block, are few beside the pairs or stay in the
 * device's caches: fewer passes are fewer launches. Where there are more pairs, wide digits would also write
 * to too many places at a time. */
enum {
    WIDE_BITS = 12,
    WIDE_PAIRS = 512 * 1024,
    NARROW_BITS = 8,
    ONE_ITEM_BITS = 8,
    ONE_ITEM_BLOCK = 16384,
    GROUP = 256, /* work-items, where devices have so many */
    ITEMS = 8,   /* elements of a work-item: a group's fit in 32 KiB of local memory */
    ROWS = 64    /* work-items that sum the counts of a digit */
};

static uint32_t rows_of(const throng_cl_sorter *sorter)
{
    return sorter->group < ROWS ? sorter->group : ROWS;
}

static uint32_t most_bits(const throng_cl_sorter *sorter, uint64_t pairs)
{
    return sorter->group == 1 ? ONE_ITEM_BITS : pairs <= WIDE_PAIRS ? WIDE_BITS : NARROW_BITS;
}

throng_status throng_cl_sorter_create(struct throng_cl *cl, throng_cl_sorter *sorter)
{
    char options[128];
    cl_program program;
    const uint32_t group = cl->group == 1 ? 1 : cl->most_items >= GROUP ? GROUP : (uint32_t)cl->group;
    const uint32_t items = group == 1 ? ONE_ITEM_BLOCK : ITEMS;
    sorter->group = group;
    sorter->block = group * items;
    sorter->bits = most_bits(sorter, 0);
    snprintf(options, sizeof options, "-DSORT_GROUP=%u -DSORT_ITEMS=%u -DSORT_ROWS=%u -DSORT_BITS=%u",
             (unsigned)group, (unsigned)items, (unsigned)rows_of(sorter), (unsigned)sorter->bits);
    throng_status status = throng_cl_program(cl, "common/sort.cl", options, &program);
    const struct {
        const char *name;
        cl_kernel *kernel;
    } kernels[] = {
        {"scan_blocks", &sorter->scan_blocks}, {"scan_add", &sorter->scan_add},
        {"sort_count", &sorter->count},        {"sort_scatter", &sorter->scatter},
        {"sort_ranges", &sorter->ranges},      {"sort_rows", &sorter->rows},
        {"sort_block", &sorter->whole},
    };
    const size_t count = THRONG_CL_COUNT(kernels) - (group == 1 ? 2 : 0);
    for (size_t i = 0; i < count && status == THRONG_OK; i++)
        status = throng_cl_kernel(cl, program, kernels[i].name, kernels[i].kernel);
    return status;
}

static void release_scratch(struct throng_cl *cl, cl_mem *totals, cl_mem *histogram, cl_mem *digits)
{
    throng_cl_release_buffer(cl, totals);
    throng_cl_release_buffer(cl, histogram);
    throng_cl_release_buffer(cl, digits);
}

void throng_cl_sorter_destroy(struct throng_cl *cl, throng_cl_sorter *sorter)
{
    cl_kernel kernels[] = {sorter->scan_blocks, sorter->scan_add, sorter->count, sorter->scatter,
                           sorter->ranges,      sorter->rows,     sorter->whole};
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            cl->api.clReleaseKernel(kernels[i]);
    release_scratch(cl, &sorter->totals, &sorter->histogram, &sorter->digits);
    *sorter = (throng_cl_sorter){0};
}

/* Counts of digits and blocks, of so many pairs or fewer. */
static uint64_t counts_of(const throng_cl_sorter *sorter, uint64_t pairs)
{
    const uint64_t few = pairs < WIDE_PAIRS ? pairs : WIDE_PAIRS;
    const uint64_t of_few = blocks_of(sorter, few) << most_bits(sorter, few);
    const uint64_t of_all = blocks_of(sorter, pairs) << most_bits(sorter, pairs);
    return of_all > of_few ? of_all : of_few;
}

throng_status throng_cl_sorter_reserve(struct throng_cl *cl, throng_cl_sorter *sorter, uint64_t scanned,
                                       uint64_t sorted)
{
    scanned = scanned > sorter->scanned ? scanned : sorter->scanned;
    sorted = sorted > sorter->sorted ? sorted : sorter->sorted;
    if (scanned == sorter->scanned && sorted == sorter->sorted)
        return THRONG_OK;
    cl_mem totals = NULL, histogram = NULL, digits = NULL;
    const uint64_t entries = counts_of(sorter, sorted);
    const uint64_t most = sorter->group == 1 && entries > scanned ? entries : scanned;
    const uint64_t parts = scanned / THRONG_CL_SCAN_LEAST + 1, needed = blocks_of(sorter, most);
    const uint64_t blocks = parts > needed ? parts : needed;
    uint64_t bytes = (entries + blocks) * sizeof(cl_uint);
    throng_status status = THRONG_OK;
    if (entries > 0)
        status = throng_cl_buffer(cl, "a histogram", (size_t)entries, sizeof(cl_uint), &histogram);
    if (status == THRONG_OK && entries > 0 && sorter->group > 1) {
        bytes += sizeof(cl_uint) << WIDE_BITS;
        status = throng_cl_buffer(cl, "sums of digits", (size_t)1 << WIDE_BITS, sizeof(cl_uint), &digits);
    }
    if (status == THRONG_OK)
        status = throng_cl_buffer(cl, "partial sums", (size_t)blocks, sizeof(cl_uint), &totals);
    if (status != THRONG_OK) {
        release_scratch(cl, &totals, &histogram, &digits);
        return status;
    }
    release_scratch(cl, &sorter->totals, &sorter->histogram, &sorter->digits);
    sorter->totals = totals;
    sorter->histogram = histogram;
    sorter->digits = digits;
    sorter->scanned = scanned;
    sorter->sorted = sorted;
    sorter->bytes = bytes;
    return THRONG_OK;
}

throng_status throng_cl_scan(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem data, uint32_t count)
{
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(data),
        THRONG_CL_ARGUMENT(sorter->totals),
        THRONG_CL_ARGUMENT(count),
    };
    throng_status status = throng_cl_launch(cl, sorter->scan_blocks, "scan_blocks", blocks_of(sorter, count),
                                            sorter->group, arguments, THRONG_CL_COUNT(arguments), NULL);
    return status == THRONG_OK ? throng_cl_scan_blocks(cl, sorter, data, count, sorter->block) : status;
}

throng_status throng_cl_scan_blocks(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem data,
                                    uint32_t count, uint32_t each)
{
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(data),
        THRONG_CL_ARGUMENT(sorter->totals),
        THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(each),
    };
    const uint32_t blocks = count / each + (count % each > 0);
    return blocks > 1 ? throng_cl_launch(cl, sorter->scan_add, "scan_add", blocks, sorter->group, arguments,
                                         THRONG_CL_COUNT(arguments), NULL)
                      : THRONG_OK;
}

/* A sort on its way. */
typedef struct sort_job {
    struct throng_cl *cl;
    throng_cl_sorter *sorter;
    cl_mem totals;
    cl_uint total, blocks, shift, bits;
    cl_mem starts; /* NULL: not wanted of this pass */
    cl_uint keys;
    int counted; /* 1: the histogram of this pass is there */
} sort_job;

/* How many pairs of each block have each digit, and how many come before them. */
static throng_status count_by_blocks(const sort_job *job, const throng_cl_pairs *from)
{
    throng_cl_sorter *sorter = job->sorter;
    const throng_cl_argument counting[] = {
        THRONG_CL_ARGUMENT(from->keys),  THRONG_CL_ARGUMENT(job->totals),
        THRONG_CL_ARGUMENT(job->total),  THRONG_CL_ARGUMENT(job->shift),
        THRONG_CL_ARGUMENT(job->bits),   THRONG_CL_ARGUMENT(sorter->histogram),
        THRONG_CL_ARGUMENT(job->blocks),
    };
    const throng_cl_argument summing[] = {
        THRONG_CL_ARGUMENT(sorter->histogram),
        THRONG_CL_ARGUMENT(sorter->digits),
        THRONG_CL_ARGUMENT(job->blocks),
    };
    throng_status status = THRONG_OK;
    if (!job->counted)
        status = throng_cl_launch(job->cl, sorter->count, "sort_count", job->blocks, sorter->group, counting,
                                  THRONG_CL_COUNT(counting), NULL);
    return status == THRONG_OK ? throng_cl_launch(job->cl, sorter->rows, "sort_rows", (size_t)1 << job->bits,
                                                  rows_of(sorter), summing, THRONG_CL_COUNT(summing), NULL)
                               : status;
}

static throng_status scatter_by_blocks(const sort_job *job, const throng_cl_pairs *from,
                                       const throng_cl_pairs *to)
{
    throng_cl_sorter *sorter = job->sorter;
    const cl_uint keys = job->starts ? job->keys : 0;
    const throng_cl_argument scattering[] = {
        THRONG_CL_ARGUMENT(from->keys),
        THRONG_CL_ARGUMENT(from->values),
        THRONG_CL_ARGUMENT(job->totals),
        THRONG_CL_ARGUMENT(job->total),
        THRONG_CL_ARGUMENT(job->shift),
        THRONG_CL_ARGUMENT(job->bits),
        THRONG_CL_ARGUMENT(sorter->histogram),
        THRONG_CL_ARGUMENT(sorter->digits),
        THRONG_CL_ARGUMENT(job->blocks),
        THRONG_CL_ARGUMENT(to->keys),
        THRONG_CL_ARGUMENT(to->values),
        {sizeof(cl_mem), job->starts ? &job->starts : &sorter->digits},
        THRONG_CL_ARGUMENT(keys),
    };
    return throng_cl_launch(job->cl, sorter->scatter, "sort_scatter", job->blocks, sorter->group, scattering,
                            THRONG_CL_COUNT(scattering), NULL);
}

static throng_status count_by_items(const sort_job *job, const throng_cl_pairs *from)
{
    throng_cl_sorter *sorter = job->sorter;
    const throng_cl_argument counting[] = {
        THRONG_CL_ARGUMENT(from->keys),        THRONG_CL_ARGUMENT(job->totals),
        THRONG_CL_ARGUMENT(job->total),        THRONG_CL_ARGUMENT(job->shift),
        THRONG_CL_ARGUMENT(sorter->histogram), THRONG_CL_ARGUMENT(job->blocks),
    };
    throng_status status = throng_cl_launch(job->cl, sorter->count, "sort_count", job->blocks, 1, counting,
                                            THRONG_CL_COUNT(counting), NULL);
    return status == THRONG_OK
               ? throng_cl_scan(job->cl, sorter, sorter->histogram, job->blocks << sorter->bits)
               : status;
}

static throng_status scatter_by_items(const sort_job *job, const throng_cl_pairs *from,
                                      const throng_cl_pairs *to)
{
    throng_cl_sorter *sorter = job->sorter;
    const throng_cl_argument scattering[] = {
        THRONG_CL_ARGUMENT(from->keys),  THRONG_CL_ARGUMENT(from->values),
        THRONG_CL_ARGUMENT(job->totals), THRONG_CL_ARGUMENT(job->total),
        THRONG_CL_ARGUMENT(job->shift),  THRONG_CL_ARGUMENT(sorter->histogram),
        THRONG_CL_ARGUMENT(job->blocks), THRONG_CL_ARGUMENT(to->keys),
        THRONG_CL_ARGUMENT(to->values),
    };
    return throng_cl_launch(job->cl, sorter->scatter, "sort_scatter", job->blocks, 1, scattering,
                            THRONG_CL_COUNT(scattering), NULL);
}

/* Pairs that a group sorts by itself. */
static throng_status sort_whole(const sort_job *job, const throng_cl_pairs *from, const throng_cl_pairs *to)
{
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(from->keys), THRONG_CL_ARGUMENT(from->values), THRONG_CL_ARGUMENT(job->totals),
        THRONG_CL_ARGUMENT(job->total), THRONG_CL_ARGUMENT(job->bits),    THRONG_CL_ARGUMENT(to->keys),
        THRONG_CL_ARGUMENT(to->values),
    };
    return throng_cl_launch(job->cl, job->sorter->whole, "sort_block", 1, job->sorter->group, arguments,
                            THRONG_CL_COUNT(arguments), NULL);
}

/* 1: a group sorts all pairs by itself. */
static int sorts_whole(const throng_cl_sorter *sorter, uint32_t most, uint32_t bits)
{
    return sorter->group > 1 && blocks_of(sorter, most) == 1 && bits > 0;
}

static uint32_t passes_of(const throng_cl_sorter *sorter, uint32_t most, uint32_t bits)
{
    const uint32_t widest = most_bits(sorter, most);
    return sorts_whole(sorter, most, bits) ? 1 : (bits + widest - 1) / widest;
}

/* Digits of about the same width. */
static void choose_digit(sort_job *job, uint32_t most, uint32_t bits, uint32_t pass)
{
    const uint32_t passes = passes_of(job->sorter, most, bits);
    job->blocks = (cl_uint)blocks_of(job->sorter, most);
    job->shift = job->bits = 0;
    for (uint32_t k = 0; k <= pass && k < passes; k++) {
        const uint32_t left = passes - k;
        job->shift += job->bits;
        job->bits = (bits - job->shift + left - 1) / left;
    }
}

static throng_status count_digit(const sort_job *job, const throng_cl_pairs *from)
{
    return job->sorter->group > 1 ? count_by_blocks(job, from) : count_by_items(job, from);
}

static throng_status scatter_digit(const sort_job *job, const throng_cl_pairs *from,
                                   const throng_cl_pairs *to)
{
    return job->sorter->group > 1 ? scatter_by_blocks(job, from, to) : scatter_by_items(job, from, to);
}

/* One pass of the sort. job: all but its blocks, shift and bits. */
static throng_status sort_pass(sort_job *job, const throng_cl_pairs *from, const throng_cl_pairs *to,
                               uint32_t most, uint32_t bits, uint32_t pass)
{
    choose_digit(job, most, bits, pass);
    if (sorts_whole(job->sorter, most, bits))
        return sort_whole(job, from, to);
    const throng_status status = count_digit(job, from);
    return status == THRONG_OK ? scatter_digit(job, from, to) : status;
}

uint32_t throng_cl_sort_parts(const throng_cl_sorter *sorter, uint32_t most, uint32_t bits)
{
    return sorts_whole(sorter, most, bits) ? 1 : 2 * passes_of(sorter, most, bits);
}

uint32_t throng_cl_sort_pass_of(uint32_t part) { return part / 2; }

throng_status throng_cl_sort_part(struct throng_cl *cl, throng_cl_sorter *sorter, const throng_cl_pairs *from,
                                  const throng_cl_pairs *to, cl_mem totals, uint32_t total, uint32_t most,
                                  uint32_t bits, uint32_t part)
{
    sort_job job = {.cl = cl, .sorter = sorter, .totals = totals, .total = total};
    choose_digit(&job, most, bits, throng_cl_sort_pass_of(part));
    if (sorts_whole(sorter, most, bits))
        return sort_whole(&job, from, to);
    return part % 2 ? scatter_digit(&job, from, to) : count_digit(&job, from);
}

/* job: as for sort_pass(), its starts are of the last pass. *made: that pass found them. */
static throng_status sort_pairs(sort_job *job, const throng_cl_pairs *pairs, uint32_t most, uint32_t bits,
                                int32_t *result, int *made)
{
    const uint32_t passes = passes_of(job->sorter, most, bits);
    cl_mem starts = job->starts;
    throng_status status = THRONG_OK;
    int32_t at = 0;
    for (uint32_t pass = 0; pass < passes && status == THRONG_OK; pass++) {
        job->starts = passes == 1 ? starts : NULL;
        status = sort_pass(job, &pairs[at], &pairs[1 - at], most, bits, pass);
        job->counted = 0;
        at = 1 - at;
    }
    *made = passes == 1 && starts && job->sorter->group > 1 && !sorts_whole(job->sorter, most, bits);
    *result = at;
    return status;
}

throng_status throng_cl_sort(struct throng_cl *cl, throng_cl_sorter *sorter, const throng_cl_pairs *pairs,
                             cl_mem totals, uint32_t total, uint32_t most, uint32_t bits, int32_t *result)
{
    sort_job job = {.cl = cl, .sorter = sorter, .totals = totals, .total = total};
    int made;
    return sort_pairs(&job, pairs, most, bits, result, &made);
}

uint32_t throng_cl_bits_of(uint32_t count)
{
    uint32_t bits = 0;
    while (bits < 32 && (count - 1) >> bits)
        bits++;
    return bits;
}

throng_cl_digit throng_cl_first_digit(const throng_cl_sorter *sorter, uint32_t most, uint32_t keys)
{
    throng_cl_digit digit = {0};
    const uint32_t bits = throng_cl_bits_of(keys), widest = most_bits(sorter, most);
    const uint32_t blocks = (uint32_t)blocks_of(sorter, most);
    if (sorter->group == 1 || blocks < 2 || bits == 0)
        return digit;
    const uint32_t passes = (bits + widest - 1) / widest;
    digit.bits = (bits + passes - 1) / passes;
    digit.blocks = blocks;
    digit.block_bits = throng_cl_bits_of(sorter->block);
    digit.entries = blocks << digit.bits;
    return digit;
}

throng_status throng_cl_sort_lists(struct throng_cl *cl, throng_cl_sorter *sorter,
                                   const throng_cl_pairs *pairs, cl_mem totals, uint32_t total, uint32_t most,
                                   uint32_t keys, cl_mem starts, int counted, int32_t *result)
{
    sort_job job = {.cl = cl,
                    .sorter = sorter,
                    .totals = totals,
                    .total = total,
                    .starts = starts,
                    .keys = keys,
                    .counted = counted};
    int made;
    throng_status status = sort_pairs(&job, pairs, most, throng_cl_bits_of(keys), result, &made);
    return status == THRONG_OK && !made
               ? throng_cl_ranges(cl, sorter, pairs[*result].keys, totals, total, starts, keys)
               : status;
}

throng_status throng_cl_ranges(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem keys, cl_mem totals,
                               uint32_t total, cl_mem starts, uint32_t most)
{
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(keys),   THRONG_CL_ARGUMENT(totals), THRONG_CL_ARGUMENT(total),
        THRONG_CL_ARGUMENT(starts), THRONG_CL_ARGUMENT(most),
    };
    return throng_cl_launch(cl, sorter->ranges, "sort_ranges", most / sorter->group + 1, sorter->group,
                            arguments, THRONG_CL_COUNT(arguments), NULL);
}
