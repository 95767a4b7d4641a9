/* Lists of a potential field's sources by the tiles that they reach: tasks count, then write. */
#include "potential.h"

#include "simd.h"

#include <stddef.h>
#include <string.h>

enum { ENTRIES_PER_TASK = 4096 }; /* below this, splitting a pass over them costs more than it saves */

throng_status throng_cpu_lists_create(throng_context *context, uint64_t *bytes, cpu_lists *lists)
{
    throng_status status = THRONG_OK;
    const size_t tiles = (size_t)lists->tiles_most;
    lists->context = context;
    lists->tasks = context->threads;
    lists->lists =
        throng_cpu_take(context, bytes, lists->room, sizeof *lists->lists, "the lists of tiles", &status);
    lists->starts =
        throng_cpu_take(context, bytes, tiles + 1, sizeof *lists->starts, "the starts of lists", &status);
    lists->places = throng_cpu_take(context, bytes, (size_t)lists->tasks * tiles, sizeof *lists->places,
                                    "the places in lists", &status);
    lists->reached = throng_cpu_take(context, bytes, (size_t)lists->sources_most, sizeof *lists->reached,
                                     "the tiles of sources", &status);
    return status;
}

void throng_cpu_lists_destroy(cpu_lists *lists, uint64_t *bytes)
{
    throng_context *context = lists->context;
    const size_t tiles = (size_t)lists->tiles_most;
    throng_cpu_give(context, bytes, lists->lists, lists->room, sizeof *lists->lists);
    throng_cpu_give(context, bytes, lists->starts, tiles + 1, sizeof *lists->starts);
    throng_cpu_give(context, bytes, lists->places, (size_t)lists->tasks * tiles, sizeof *lists->places);
    throng_cpu_give(context, bytes, lists->reached, (size_t)lists->sources_most, sizeof *lists->reached);
}

int32_t throng_cpu_lists_parts(const cpu_lists *lists, int32_t count)
{
    return throng_cpu_parts(count, ENTRIES_PER_TASK, lists->tasks);
}

uint32_t *throng_cpu_lists_places(const cpu_lists *lists, int32_t index)
{
    return lists->places + (size_t)index * (size_t)throng_cpu_lists_tiles(lists);
}

uint64_t throng_cpu_lists_place(cpu_lists *lists, int32_t parts, uint32_t *starts)
{
    const int32_t tiles = throng_cpu_lists_tiles(lists);
    uint64_t total = 0;
    for (int32_t tile = 0; tile < tiles; tile++) {
        starts[tile] = (uint32_t)total;
        for (int32_t t = 0; t < parts; t++) {
            uint32_t *at = throng_cpu_lists_places(lists, t) + tile;
            const uint32_t found = *at;
            *at = (uint32_t)total;
            total += found;
        }
    }
    starts[tiles] = (uint32_t)total;
    return total;
}

typedef struct lists_job {
    cpu_lists *lists;
    const potential_source *sources;
    int32_t count, parts;
} lists_job;

/* Most sources reach a second tile to the right or below, or do not: what cannot be foreseen is added as 0 or
 * 1, without a branch. */
static void count_source(uint32_t *counts, int32_t right, int32_t below, ptrdiff_t columns)
{
    if ((right | below) > 1) {
        for (int32_t row = 0; row <= below; row++)
            for (int32_t column = 0; column <= right; column++)
                counts[row * columns + column]++;
        return;
    }
    counts[below * columns + right] += (uint32_t)(below & right);
    counts[below * columns] += (uint32_t)below;
    counts[right] += (uint32_t)right;
    counts[0]++;
}

/* Where a tile counts as 0, it is one that gets the same entry at the same place by another line. */
static void list_source(int32_t source, int32_t *lists, uint32_t *places, int32_t right, int32_t below,
                        ptrdiff_t columns)
{
    if ((right | below) > 1) {
        for (int32_t row = 0; row <= below; row++)
            for (int32_t column = 0; column <= right; column++)
                lists[places[row * columns + column]++] = source;
        return;
    }
    uint32_t *corner = places + below * columns + right, *under = places + below * columns;
    lists[*corner] = source;
    *corner += (uint32_t)(below & right);
    lists[*under] = source;
    *under += (uint32_t)below;
    lists[places[right]] = source;
    places[right] += (uint32_t)right;
    lists[places[0]++] = source;
}

static void count_sources(void *data, int32_t index)
{
    const lists_job *job = data;
    const cpu_lists *lists = job->lists;
    uint32_t *counts = throng_cpu_lists_places(lists, index);
    potential_reached r;
    memset(counts, 0, (size_t)throng_cpu_lists_tiles(lists) * sizeof *counts);
    const int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i += POTENTIAL_BLOCK) {
        const int32_t some = end - i < POTENTIAL_BLOCK ? end - i : POTENTIAL_BLOCK;
        lists->context->simd->potential_reach_tiles(&lists->plan, job->sources + i, some, &r);
        for (int32_t k = 0; k < some; k++) {
            count_source(counts + r.tile[k], r.right[k], r.below[k], lists->plan.columns);
            lists->reached[i + k] = (cpu_reached){r.tile[k], (uint16_t)r.right[k], (uint16_t)r.below[k]};
        }
    }
}

static void list_sources(void *data, int32_t index)
{
    const lists_job *job = data;
    const cpu_lists *lists = job->lists;
    uint32_t *places = throng_cpu_lists_places(lists, index);
    const int32_t end = throng_cpu_part(job->count, job->parts, index + 1);
    for (int32_t i = throng_cpu_part(job->count, job->parts, index); i < end; i++) {
        const cpu_reached r = lists->reached[i];
        list_source(i, lists->lists, places + r.tile, r.right, r.below, lists->plan.columns);
    }
}

void throng_cpu_lists_update(cpu_lists *lists, const potential_source *sources, int32_t count,
                             uint64_t version, const throng_potential_crowd *crowd)
{
    lists_job job = {lists, sources, count, throng_cpu_lists_parts(lists, count)};
    int32_t listed = !throng_potential_choose(&lists->plan, &lists->coarser, crowd);
    listed &= lists->version == version;
    while (!listed) {
        throng_run(lists->context, job.parts, count_sources, &job);
        const uint64_t total = throng_cpu_lists_place(lists, job.parts, lists->starts);
        listed = throng_potential_fits(&lists->coarser, total, lists->room);
        if (listed)
            throng_run(lists->context, job.parts, list_sources, &job);
        else
            throng_potential_coarsen(&lists->plan, &lists->coarser, crowd);
    }
    lists->version = version;
}
