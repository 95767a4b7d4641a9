/* Lists of a potential field's sources by the tiles that they reach: tasks count, then write. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/potential/potential.h"

#include "src/cpu/simd.h"

#include <stddef.h>
#include <string.h>

enum {
    ENTRIES_PER_TASK = 4096, /* below this, splitting a pass over them costs more than it saves */
    SPARE = 3,               /* places of a task behind those of its tiles */
    APART = 16,              /* entries that the spare places of tasks lead to: a line of the cache each */
    AHEAD = 16               /* sources whose entries are fetched before they are written */
};

static size_t entries_of(const cpu_lists *lists) { return lists->capacity + (size_t)lists->tasks * APART; }

static size_t places_of(const cpu_lists *lists)
{
    return (size_t)lists->tasks * ((size_t)lists->tiles_most + SPARE);
}

throng_status throng_cpu_lists_create(throng_context *context, uint64_t *bytes, cpu_lists *lists)
{
    throng_status status = THRONG_OK;
    lists->context = context;
    lists->tasks = context->threads;
    lists->laid = 1;
    lists->lists = throng_cpu_allocate(context, bytes, entries_of(lists), sizeof *lists->lists,
                                       "the lists of tiles", &status);
    lists->starts = throng_cpu_allocate(context, bytes, (size_t)lists->tiles_most + 1, sizeof *lists->starts,
                                        "the starts of lists", &status);
    lists->places = throng_cpu_allocate(context, bytes, places_of(lists), sizeof *lists->places,
                                        "the offsets of lists", &status);
    lists->reached = throng_cpu_allocate(context, bytes, (size_t)lists->sources_most, sizeof *lists->reached,
                                         "the tiles of sources", &status);
    return status;
}

void throng_cpu_lists_destroy(cpu_lists *lists, uint64_t *bytes)
{
    throng_context *context = lists->context;
    throng_cpu_free(context, bytes, lists->lists, entries_of(lists), sizeof *lists->lists);
    throng_cpu_free(context, bytes, lists->starts, (size_t)lists->tiles_most + 1, sizeof *lists->starts);
    throng_cpu_free(context, bytes, lists->places, places_of(lists), sizeof *lists->places);
    throng_cpu_free(context, bytes, lists->reached, (size_t)lists->sources_most, sizeof *lists->reached);
}

int32_t throng_cpu_lists_parts(const cpu_lists *lists, int32_t count)
{
    return throng_parts(count, ENTRIES_PER_TASK, lists->tasks);
}

uint32_t *throng_cpu_lists_places(const cpu_lists *lists, int32_t index)
{
    return lists->places + (size_t)index * (size_t)(throng_cpu_lists_tiles(lists) + SPARE);
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
 * 1, without a branch. Of these four tiles, those that are not reached are spare places, and never another of
 * the four: else each place would have to wait for the one before, in case they are the same. */
typedef struct four_tiles {
    int32_t at[4], reached[4];
} four_tiles;

static four_tiles tiles_of(const cpu_reached *r, int32_t columns, int32_t spare)
{
    const int32_t right = r->right, below = r->below, both = right & below, tile = r->tile;
    const four_tiles t = {{tile, spare + ((tile + 1 - spare) & -right),
                           spare + 1 + ((tile + columns - (spare + 1)) & -below),
                           spare + 2 + ((tile + columns + 1 - (spare + 2)) & -both)},
                          {1, right, below, both}};
    return t;
}

static void count_source(uint32_t *counts, const cpu_reached *r, int32_t columns, int32_t spare)
{
    if ((r->right | r->below) > 1) {
        for (int32_t row = 0; row <= r->below; row++)
            for (int32_t column = 0; column <= r->right; column++)
                counts[r->tile + row * columns + column]++;
        return;
    }
    const four_tiles t = tiles_of(r, columns, spare);
    const uint32_t before[4] = {counts[t.at[0]], counts[t.at[1]], counts[t.at[2]], counts[t.at[3]]};
    for (int32_t k = 0; k < 4; k++)
        counts[t.at[k]] = before[k] + (uint32_t)t.reached[k];
}

static void list_source(int32_t source, int32_t *lists, uint32_t *places, const cpu_reached *r,
                        int32_t columns, int32_t spare)
{
    if ((r->right | r->below) > 1) {
        for (int32_t row = 0; row <= r->below; row++)
            for (int32_t column = 0; column <= r->right; column++)
                lists[places[r->tile + row * columns + column]++] = source;
        return;
    }
    const four_tiles t = tiles_of(r, columns, spare);
    const uint32_t place[4] = {places[t.at[0]], places[t.at[1]], places[t.at[2]], places[t.at[3]]};
    for (int32_t k = 0; k < 4; k++) {
        lists[place[k]] = source;
        places[t.at[k]] = place[k] + (uint32_t)t.reached[k];
    }
}

static void count_sources(void *data, int32_t index)
{
    const lists_job *job = data;
    const cpu_lists *lists = job->lists;
    uint32_t *counts = throng_cpu_lists_places(lists, index);
    potential_reached r;
    const int32_t tiles = throng_cpu_lists_tiles(lists);
    memset(counts, 0, (size_t)(tiles + SPARE) * sizeof *counts);
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i += POTENTIAL_BLOCK) {
        const int32_t some = end - i < POTENTIAL_BLOCK ? end - i : POTENTIAL_BLOCK;
        lists->context->simd->potential_reach_tiles(&lists->plan, job->sources + i, some, &r);
        for (int32_t k = 0; k < some; k++) {
            lists->reached[i + k] = (cpu_reached){r.tile[k], (uint16_t)r.right[k], (uint16_t)r.below[k]};
            count_source(counts, &lists->reached[i + k], lists->plan.columns, tiles);
        }
    }
}

static void list_sources(void *data, int32_t index)
{
    const lists_job *job = data;
    const cpu_lists *lists = job->lists;
    uint32_t *places = throng_cpu_lists_places(lists, index);
    const int32_t tiles = throng_cpu_lists_tiles(lists);
    for (int32_t k = 0; k < SPARE; k++)
        places[tiles + k] = (uint32_t)lists->capacity + (uint32_t)(index * APART);
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i++) {
        const cpu_reached *next = &lists->reached[i + AHEAD < end ? i + AHEAD : end - 1];
        if ((next->right | next->below) <= 1) {
            const four_tiles t = tiles_of(next, lists->plan.columns, tiles);
            for (int32_t k = 0; k < 4; k++) /* here: gcc leaves out calls of functions that do no more */
                prefetch(lists->lists + places[t.at[k]]);
        }
        list_source(i, lists->lists, places, &lists->reached[i], lists->plan.columns, tiles);
    }
}

void throng_cpu_lists_update(cpu_lists *lists, const potential_source *sources, int32_t count,
                             uint64_t version, const throng_potential_sampling *crowd)
{
    lists_job job = {lists, sources, count, throng_cpu_lists_parts(lists, count)};
    const int32_t chosen = throng_potential_choose(&lists->plan, &lists->coarser, crowd);
    int32_t listed = !chosen && lists->version == version;
    lists->laid += chosen != 0;
    while (!listed) {
        throng_run(lists->context, job.parts, count_sources, &job);
        const uint64_t total = throng_cpu_lists_place(lists, job.parts, lists->starts);
        listed = throng_potential_fits(&lists->coarser, total, lists->capacity);
        if (listed) {
            throng_run(lists->context, job.parts, list_sources, &job);
        } else {
            throng_potential_coarsen(&lists->plan, &lists->coarser, crowd);
            lists->laid++;
        }
    }
    lists->version = version;
}
