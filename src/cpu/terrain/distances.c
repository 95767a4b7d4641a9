/* Lengths of shortest paths between many pairs of cells: tasks take pairs one after the other. The few that
 * are too long for keys of 32 bits are tried again with those of 64. */
#include "kernels/common/path_distance.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/cpu/simd.h"
#include "src/terrain/terrain.h"

#include <stdatomic.h>
#include <string.h>

typedef struct distances_job {
    const throng_terrain *terrain;
    const char *pairs;
    size_t stride;
    float *distances;
    unsigned char *scratch;
    size_t scratch_bytes;
    int32_t count, grid;
    _Atomic int32_t too_long;
} distances_job;

static float distance(const distances_job *job, int32_t index, void *scratch, int32_t widest)
{
    const throng_terrain *t = job->terrain;
    throng_cell_pair pair;
    memcpy(&pair, job->pairs + (size_t)index * job->stride, sizeof pair);
    int32_t world = pair.from.row / t->height;
    if (pair.to.row / t->height != world)
        return PATH_NONE;
    const int32_t from_to[4] = {pair.from.column, pair.from.row % t->height, pair.to.column,
                                pair.to.row % t->height};
    terrain_view walls = {t->bits + (size_t)world * (size_t)(t->height + 2) * (size_t)t->pitch, t->pitch};
    return t->object.context->simd->distance(scratch, walls, t->width, t->height, from_to, widest, job->grid);
}

static void find_distances(void *data, int32_t index)
{
    distances_job *job = data;
    int32_t i;
    while (throng_claim(job->terrain->object.context, index, 1, &i)) {
        float length = distance(job, i, job->scratch + (size_t)index * job->scratch_bytes, 0);
        if (length == PATH_TOO_LONG)
            atomic_store_explicit(&job->too_long, 1, memory_order_relaxed);
        job->distances[i] = length;
    }
}

static void find_longest(const distances_job *job, void *scratch)
{
    for (int32_t i = 0; i < job->count; i++)
        if (job->distances[i] == PATH_TOO_LONG)
            job->distances[i] = distance(job, i, scratch, 1);
}

throng_status throng_cpu_distances(throng_terrain *terrain, throng_grid grid, int32_t count,
                                   const void *pairs, size_t stride, float *distances)
{
    throng_context *context = terrain->object.context;
    const throng_simd *simd = context->simd;
    distances_job job = {.terrain = terrain, .pairs = pairs, .stride = stride};
    job.distances = distances;
    job.count = count;
    job.grid = grid;
    int32_t tasks = count < context->threads ? count : context->threads;
    size_t bytes = 0;
    job.scratch_bytes = (simd->distance_scratch(terrain->width, terrain->height, 0) + 63) / 64 * 64;
    if (throng_multiply((size_t)tasks, job.scratch_bytes, &bytes))
        job.scratch = throng_allocate(&context->allocator, bytes);
    if (!job.scratch)
        return throng_fail_memory(context, "the distances", bytes);
    throng_run_shared(context, tasks, count, find_distances, &job);
    throng_release(&context->allocator, job.scratch, bytes);
    if (!job.too_long)
        return THRONG_OK;
    bytes = simd->distance_scratch(terrain->width, terrain->height, 1);
    void *scratch = throng_allocate(&context->allocator, bytes);
    if (!scratch)
        return throng_fail_memory(context, "the distances", bytes);
    find_longest(&job, scratch);
    throng_release(&context->allocator, scratch, bytes);
    return THRONG_OK;
}
