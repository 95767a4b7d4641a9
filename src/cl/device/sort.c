#include "src/cl/device/sort.h"

#include <stdio.h>

static uint64_t blocks_of(const throng_cl_sorter *sorter, uint64_t count)
{
    return (count + sorter->block - 1) / sorter->block;
}

throng_status throng_cl_sorter_create(struct throng_cl *cl, throng_cl_sorter *sorter)
{
    char options[128];
    cl_program program;
    /* one work-item: large blocks and wide digits; many: what fits in 32 KiB of local memory */
    uint32_t items = cl->group == 1 ? 16384 : cl->group == 256 ? 4 : 8;
    sorter->group = (uint32_t)cl->group;
    sorter->block = sorter->group * items;
    sorter->bits = cl->group == 1 ? 8 : 4;
    snprintf(options, sizeof options, "-DSORT_GROUP=%d -DSORT_ITEMS=%u -DSORT_BITS=%u", (int)cl->group,
             (unsigned)items, (unsigned)sorter->bits);
    throng_status status = throng_cl_program(cl, "common/sort.cl", options, &program);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "scan_blocks", &sorter->scan_blocks);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "scan_add", &sorter->scan_add);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "sort_count", &sorter->count);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "sort_scatter", &sorter->scatter);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "sort_ranges", &sorter->ranges);
    return status;
}

static void release_scratch(struct throng_cl *cl, cl_mem *totals, cl_mem *histogram)
{
    for (int32_t i = 0; i < THRONG_CL_SCAN_LEVELS; i++)
        throng_cl_release_buffer(cl, &totals[i]);
    throng_cl_release_buffer(cl, histogram);
}

void throng_cl_sorter_destroy(struct throng_cl *cl, throng_cl_sorter *sorter)
{
    cl_kernel kernels[] = {sorter->scan_blocks, sorter->scan_add, sorter->count, sorter->scatter,
                           sorter->ranges};
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            cl->api.clReleaseKernel(kernels[i]);
    release_scratch(cl, sorter->totals, &sorter->histogram);
    *sorter = (throng_cl_sorter){0};
}

throng_status throng_cl_sorter_reserve(struct throng_cl *cl, throng_cl_sorter *sorter, uint64_t scanned,
                                       uint64_t sorted)
{
    scanned = scanned > sorter->scanned ? scanned : sorter->scanned;
    sorted = sorted > sorter->sorted ? sorted : sorter->sorted;
    if (scanned == sorter->scanned && sorted == sorter->sorted)
        return THRONG_OK;
    cl_mem totals[THRONG_CL_SCAN_LEVELS] = {NULL};
    cl_mem histogram = NULL;
    uint64_t entries = blocks_of(sorter, sorted) << sorter->bits;
    uint64_t count = entries > scanned ? entries : scanned;
    uint64_t bytes = entries * sizeof(cl_uint);
    throng_status status = THRONG_OK;
    if (entries > 0)
        status = throng_cl_buffer(cl, "a histogram", (size_t)entries, sizeof(cl_uint), &histogram);
    for (int32_t i = 0; i < THRONG_CL_SCAN_LEVELS && status == THRONG_OK; i++) {
        count = blocks_of(sorter, count);
        bytes += count * sizeof(cl_uint);
        status = throng_cl_buffer(cl, "partial sums", (size_t)count, sizeof(cl_uint), &totals[i]);
        if (count <= 1)
            break;
    }
    if (status != THRONG_OK) {
        release_scratch(cl, totals, &histogram);
        return status;
    }
    release_scratch(cl, sorter->totals, &sorter->histogram);
    for (int32_t i = 0; i < THRONG_CL_SCAN_LEVELS; i++)
        sorter->totals[i] = totals[i];
    sorter->histogram = histogram;
    sorter->scanned = scanned;
    sorter->sorted = sorted;
    sorter->bytes = bytes;
    return THRONG_OK;
}

throng_status throng_cl_scan(struct throng_cl *cl, throng_cl_sorter *sorter, cl_mem data, uint32_t count)
{
    cl_mem levels[THRONG_CL_SCAN_LEVELS + 1] = {data};
    cl_uint counts[THRONG_CL_SCAN_LEVELS + 1] = {count};
    int32_t level = 0;
    throng_status status = THRONG_OK;
    do {
        cl_uint blocks = (cl_uint)blocks_of(sorter, counts[level]);
        levels[level + 1] = sorter->totals[level];
        counts[level + 1] = blocks;
        const throng_cl_argument arguments[] = {
            THRONG_CL_ARGUMENT(levels[level]),
            THRONG_CL_ARGUMENT(levels[level + 1]),
            THRONG_CL_ARGUMENT(counts[level]),
        };
        status = throng_cl_launch(cl, sorter->scan_blocks, "scan_blocks", blocks, sorter->group, arguments,
                                  THRONG_CL_COUNT(arguments), NULL);
        level++;
    } while (status == THRONG_OK && counts[level] > 1);
    for (level--; level > 0 && status == THRONG_OK; level--) {
        /* levels[level] is complete; bring it to the one below */
        const throng_cl_argument arguments[] = {
            THRONG_CL_ARGUMENT(levels[level - 1]),
            THRONG_CL_ARGUMENT(levels[level]),
            THRONG_CL_ARGUMENT(counts[level - 1]),
        };
        status = throng_cl_launch(cl, sorter->scan_add, "scan_add", counts[level], sorter->group, arguments,
                                  THRONG_CL_COUNT(arguments), NULL);
    }
    return status;
}

static throng_status sort_digit(struct throng_cl *cl, throng_cl_sorter *sorter, const throng_cl_pairs *from,
                                const throng_cl_pairs *to, cl_mem totals, cl_uint total, cl_uint blocks,
                                cl_uint shift)
{
    const throng_cl_argument counting[] = {
        THRONG_CL_ARGUMENT(from->keys),
        THRONG_CL_ARGUMENT(totals),
        THRONG_CL_ARGUMENT(total),
        THRONG_CL_ARGUMENT(shift),
        THRONG_CL_ARGUMENT(sorter->histogram),
        THRONG_CL_ARGUMENT(blocks),
    };
    throng_status status = throng_cl_launch(cl, sorter->count, "sort_count", blocks, sorter->group, counting,
                                            THRONG_CL_COUNT(counting), NULL);
    if (status == THRONG_OK)
        status = throng_cl_scan(cl, sorter, sorter->histogram, blocks << sorter->bits);
    if (status != THRONG_OK)
        return status;
    const throng_cl_argument scattering[] = {
        THRONG_CL_ARGUMENT(from->keys), THRONG_CL_ARGUMENT(from->values),
        THRONG_CL_ARGUMENT(totals),     THRONG_CL_ARGUMENT(total),
        THRONG_CL_ARGUMENT(shift),      THRONG_CL_ARGUMENT(sorter->histogram),
        THRONG_CL_ARGUMENT(blocks),     THRONG_CL_ARGUMENT(to->keys),
        THRONG_CL_ARGUMENT(to->values),
    };
    return throng_cl_launch(cl, sorter->scatter, "sort_scatter", blocks, sorter->group, scattering,
                            THRONG_CL_COUNT(scattering), NULL);
}

throng_status throng_cl_sort(struct throng_cl *cl, throng_cl_sorter *sorter, const throng_cl_pairs *pairs,
                             cl_mem totals, uint32_t total, uint32_t most, uint32_t bits, int32_t *result)
{
    cl_uint blocks = (cl_uint)blocks_of(sorter, most);
    throng_status status = THRONG_OK;
    int32_t at = 0;
    for (uint32_t shift = 0; shift < bits && status == THRONG_OK; shift += sorter->bits) {
        status = sort_digit(cl, sorter, &pairs[at], &pairs[1 - at], totals, total, blocks, shift);
        at = 1 - at;
    }
    *result = at;
    return status;
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
