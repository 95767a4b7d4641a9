/* Few points with many sources would leave most of a GPU idle, one work-item a point. The blocks of 64
 * sources, by which sums are defined, are then shared out: work-items sum some blocks each into memory, and
 * a second kernel adds the blocks of a point in order. Where the blocks of all points do not fit there,
 * points follow each other in rounds. */
#include "src/cl/potential/potential.h"
#include "src/core/environment.h"

#include <stdlib.h>

enum {
    BLOCK = 64,     /* sources: see kernels/potential/field.h */
    SUM_BYTES = 16, /* of a point and block */
    SUMS_MOST = 2 * 1024 * 1024,
    ITEMS_OF_UNIT = 2048,     /* work-items that keep a compute unit of a GPU busy */
    LISTED_LEAST = 2 * BLOCK, /* sources of a tile for which it is worth it */
    LISTED_OF_BLOCK = 4       /* and for each block */
};

static uint64_t blocks_of(int32_t sources) { return ((uint64_t)sources + BLOCK - 1) / BLOCK; }

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Work-items that are wanted. */
static uint64_t items_of(const throng_cl_field *f)
{
    const int32_t units = f->object.cl->device.info.compute_units;
    return (uint64_t)ITEMS_OF_UNIT * (uint64_t)(units > 0 ? units : 1);
}

/* Tests reach the rounds by a smaller limit. */
static uint64_t limit_of(void)
{
    const char *text = throng_environment("THRONG_CL_SUMS");
    const uint64_t wanted = text ? strtoull(text, NULL, 10) : 0;
    return wanted > 0 && wanted < SUMS_MOST ? wanted : SUMS_MOST;
}

throng_status throng_cl_slices_kernels(throng_cl_field *f, cl_program program)
{
    struct throng_cl *cl = f->object.cl;
    if (cl->width > 1)
        return THRONG_OK;
    throng_status status = throng_cl_kernel(cl, program, "potential_sum_slices", &f->slices.sum);
    return status == THRONG_OK ? throng_cl_kernel(cl, program, "potential_add_slices", &f->slices.add)
                               : status;
}

throng_status throng_cl_slices_buffers(throng_cl_field *f)
{
    const int32_t *capacity = f->shape.capacity;
    const uint64_t blocks = blocks_of(capacity[THRONG_SOURCES]), wanted = items_of(f);
    const uint64_t points = smaller((uint64_t)capacity[THRONG_POINTS], wanted / 2);
    f->slices.most = f->object.cl->width > 1 || blocks < 2 ? 0 : smaller(points * blocks, limit_of());
    const size_t tallies = (size_t)(smaller(f->slices.most, wanted) * (uint64_t)f->shape.types);
    throng_status status = throng_cl_object_buffer(&f->object, "sums of blocks", (size_t)f->slices.most,
                                                   SUM_BYTES, &f->slices.sums);
    return status == THRONG_OK ? throng_cl_object_buffer(&f->object, "counts of sources", tallies,
                                                         sizeof(cl_float), &f->slices.tallies)
                               : status;
}

void throng_cl_slices_release_buffers(throng_cl_field *f)
{
    throng_cl_object_release(&f->object, &f->slices.sums);
    throng_cl_object_release(&f->object, &f->slices.tallies);
}

void throng_cl_slices_destroy(throng_cl_field *f)
{
    cl_kernel kernels[] = {f->slices.sum, f->slices.add};
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            f->object.cl->api.clReleaseKernel(kernels[i]);
}

int throng_cl_slices_choose(const throng_cl_field *f, throng_cl_slicing *slicing)
{
    const uint64_t points = (uint64_t)f->counts[THRONG_POINTS], wanted = items_of(f);
    const uint64_t blocks = blocks_of(f->counts[THRONG_SOURCES]);
    const uint64_t tiles = (uint64_t)throng_cl_lists_tiles(&f->lists);
    const uint64_t listed = smaller(f->lists.bound / tiles, (uint64_t)f->counts[THRONG_SOURCES]);
    if (blocks < 2 || blocks > f->slices.most || points > wanted / 2 || listed < LISTED_LEAST ||
        listed < LISTED_OF_BLOCK * blocks)
        return 0;
    const uint64_t fit = f->slices.most / blocks, rounds = (points + fit - 1) / fit;
    const uint64_t count = (points + rounds - 1) / rounds;
    const uint64_t slices = smaller(wanted / count, blocks), each = (blocks + slices - 1) / slices;
    slicing->points = (cl_uint)count;
    slicing->blocks = (cl_uint)blocks;
    slicing->each = (cl_uint)each;
    slicing->slices = (cl_uint)((blocks + each - 1) / each);
    return 1;
}

/* Points first .. first + count - 1 in the order of tiles. */
static throng_status evaluate_round(throng_cl_field *f, const throng_cl_slicing *s, cl_mem walls,
                                    cl_uint first, cl_uint count, cl_event *event)
{
    const throng_cl_pairs *order = &f->ordered[f->sorted];
    const size_t group = (size_t)f->object.cl->group, groups = (count + group - 1) / group;
    const throng_cl_argument counts = {throng_cl_field_counts_bytes(f), NULL};
    const cl_int damage = f->shape.damage && f->shape.types == 0;
    const throng_cl_argument summing[] = {
        THRONG_CL_ARGUMENT(f->entries[THRONG_SOURCES]),
        THRONG_CL_ARGUMENT(f->entries[THRONG_POINTS]),
        THRONG_CL_ARGUMENT(order->values),
        THRONG_CL_ARGUMENT(order->keys),
        THRONG_CL_ARGUMENT(f->lists.listed[f->lists.current].values),
        THRONG_CL_ARGUMENT(f->lists.starts),
        THRONG_CL_ARGUMENT(f->slices.sums),
        THRONG_CL_ARGUMENT(f->slices.tallies),
        THRONG_CL_ARGUMENT(damage),
        THRONG_CL_ARGUMENT(first),
        THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(s->each),
        THRONG_CL_ARGUMENT(s->blocks),
        counts,
    };
    throng_status status =
        throng_cl_launch(f->object.cl, f->slices.sum, "potential_sum_slices", groups * s->slices, group,
                         summing, THRONG_CL_COUNT(summing), NULL);
    const throng_cl_argument adding[] = {
        THRONG_CL_ARGUMENT(f->slices.sums),
        THRONG_CL_ARGUMENT(f->slices.tallies),
        THRONG_CL_ARGUMENT(f->entries[THRONG_GOALS]),
        THRONG_CL_ARGUMENT(f->entries[THRONG_POINTS]),
        THRONG_CL_ARGUMENT(order->values),
        THRONG_CL_ARGUMENT(walls),
        THRONG_CL_ARGUMENT(f->measure),
        THRONG_CL_ARGUMENT(f->forces),
        THRONG_CL_ARGUMENT(f->lists.plan_words),
        THRONG_CL_ARGUMENT(first),
        THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(s->slices),
        THRONG_CL_ARGUMENT(s->blocks),
        counts,
    };
    return status == THRONG_OK ? throng_cl_launch(f->object.cl, f->slices.add, "potential_add_slices", groups,
                                                  group, adding, THRONG_CL_COUNT(adding), event)
                               : status;
}

throng_status throng_cl_slices_evaluate(throng_cl_field *f, const throng_cl_slicing *slicing, cl_mem walls,
                                        cl_event *event, int *changed)
{
    const cl_uint points = (cl_uint)f->counts[THRONG_POINTS];
    throng_status status = THRONG_OK;
    for (cl_uint done = 0; done < points && status == THRONG_OK; done += slicing->points) {
        const cl_uint left = points - done, count = left < slicing->points ? left : slicing->points;
        status = evaluate_round(f, slicing, walls, done, count, count == left ? event : NULL);
        *changed |= status == THRONG_OK;
    }
    return status;
}
