/* Lengths of shortest paths between many pairs of cells: tasks take pairs one after the other. Each pair is
 * searched in a window around it first; those whose path is not there are tried again, round by round, in
 * larger ones, and the few that are too long for keys of 32 bits with those of 64. Memory follows the
 * windows. */
#include "kernels/common/path_distance.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/cpu/simd.h"
#include "src/terrain/terrain.h"

#include <stdint.h>
#include <string.h>

enum { KEPT_BYTES = 8 << 20 /* that stay with the terrain for the next call, at most */ };

typedef struct distances_job {
    throng_terrain *terrain;
    const char *pairs;
    size_t stride;
    float *lengths; /* PATH_IN_MORE, PATH_TOO_LONG: not known yet */
    size_t scratch_bytes;
    int32_t count, grid, round;
} distances_job;

/* A pair, and the walls of its world. */
typedef struct distance_pair {
    int32_t from_to[4];
    terrain_view walls;
    int32_t searched; /* 0: its cells are in different worlds, or in walls */
} distance_pair;

static distance_pair pair_of(const distances_job *job, int32_t index)
{
    const throng_terrain *t = job->terrain;
    throng_cell_pair pair;
    memcpy(&pair, job->pairs + (size_t)index * job->stride, sizeof pair);
    const int32_t world = pair.from.row / t->height;
    distance_pair p = {{pair.from.column, pair.from.row % t->height, pair.to.column, pair.to.row % t->height},
                       {t->bits + (size_t)world * (size_t)(t->height + 2) * (size_t)t->pitch, t->pitch},
                       pair.to.row / t->height == world};
    p.searched = p.searched && !terrain_blocked(p.walls, p.from_to[0], p.from_to[1]) &&
                 !terrain_blocked(p.walls, p.from_to[2], p.from_to[3]);
    return p;
}

static int32_t is_due(const distances_job *job, int32_t index)
{
    const float not_known = job->round == PATH_WIDEST_ROUND ? PATH_TOO_LONG : PATH_IN_MORE;
    return job->round == 0 || job->lengths[index] == not_known;
}

static void find_distances(void *data, int32_t index)
{
    distances_job *job = data;
    const throng_terrain *t = job->terrain;
    unsigned char *scratch = (unsigned char *)t->scratch + (size_t)index * job->scratch_bytes;
    int32_t i;
    while (throng_claim(t->object.context, index, 1, &i)) {
        if (!is_due(job, i))
            continue;
        const distance_pair p = pair_of(job, i);
        job->lengths[i] = p.searched
                              ? t->object.context->simd->distance(scratch, p.walls, t->width, t->height,
                                                                  p.from_to, job->round, job->grid)
                              : PATH_NONE;
    }
}

/* How many pairs are due in this round, and the bytes of the largest of their windows. */
static int32_t measure(const distances_job *job, size_t *bytes)
{
    const throng_terrain *t = job->terrain;
    const throng_simd *simd = t->object.context->simd;
    int32_t due = 0;
    *bytes = 0;
    for (int32_t i = 0; i < job->count; i++) {
        if (!is_due(job, i))
            continue;
        const distance_pair p = pair_of(job, i);
        size_t needed = 0;
        due++;
        if (p.searched && job->round == PATH_WIDEST_ROUND)
            needed = simd->distance_scratch(t->width, t->height, 1);
        if (p.searched && job->round >= 0) {
            const float farthest = path_farthest(p.from_to, job->round, job->grid);
            const relax_area area = path_area(p.from_to, t->width, t->height, farthest);
            needed = simd->distance_scratch(area.columns, area.rows, 0);
        }
        *bytes = needed > *bytes ? needed : *bytes;
    }
    return due;
}

static void drop(throng_terrain *t, void **memory, size_t *bytes)
{
    throng_release(&t->object.context->allocator, *memory, *bytes);
    *memory = NULL;
    *bytes = 0;
}

static throng_status reserve(throng_terrain *t, void **memory, size_t *had, size_t count, size_t each)
{
    size_t bytes = 0;
    const int fits = throng_multiply(count, each, &bytes);
    if (fits && bytes <= *had)
        return THRONG_OK;
    drop(t, memory, had);
    if (fits)
        *memory = throng_allocate(&t->object.context->allocator, bytes);
    if (!*memory)
        return throng_fail_memory(t->object.context, "the distances", fits ? bytes : SIZE_MAX);
    *had = bytes;
    return THRONG_OK;
}

/* Tries the pairs that are due. 64-bit keys take so much memory that they are for one at a time. */
static throng_status run_round(distances_job *job, int32_t *due)
{
    throng_context *context = job->terrain->object.context;
    size_t bytes;
    *due = measure(job, &bytes);
    if (*due == 0)
        return THRONG_OK;
    int32_t tasks = job->round == PATH_WIDEST_ROUND ? 1 : context->threads;
    tasks = *due < tasks ? *due : tasks;
    job->scratch_bytes = (bytes / 64 + 1) * 64;
    throng_terrain *t = job->terrain;
    const throng_status status =
        reserve(t, &t->scratch, &t->scratch_bytes, (size_t)tasks, job->scratch_bytes);
    if (status == THRONG_OK)
        throng_run_shared(context, tasks, job->count, find_distances, job);
    return status;
}

throng_status throng_cpu_distances(throng_terrain *terrain, throng_grid grid, int32_t count,
                                   const void *pairs, size_t stride, float *distances)
{
    distances_job job = {.terrain = terrain, .pairs = pairs, .stride = stride, .count = count, .grid = grid};
    throng_status status =
        reserve(terrain, &terrain->lengths, &terrain->lengths_bytes, (size_t)count, sizeof *distances);
    int32_t due = 1;
    job.lengths = terrain->lengths;
    for (; due > 0 && status == THRONG_OK; job.round++)
        status = run_round(&job, &due);
    job.round = PATH_WIDEST_ROUND;
    if (status == THRONG_OK)
        status = run_round(&job, &due);
    if (status == THRONG_OK && count > 0) /* a later round without memory leaves the caller's as they are */
        memcpy(distances, job.lengths, (size_t)count * sizeof *distances);
    if (terrain->scratch_bytes > KEPT_BYTES)
        drop(terrain, &terrain->scratch, &terrain->scratch_bytes);
    if (terrain->lengths_bytes > KEPT_BYTES || status != THRONG_OK)
        drop(terrain, &terrain->lengths, &terrain->lengths_bytes);
    return status;
}
