/* Layers of flow fields that lead to reached cells. Where other cells are reached than before, or walls
 * changed, they are patched (src/cpu/flow/patch.c); where that is much, they begin anew. */
#include "src/core/parallel.h"
#include "src/cpu/flow/flow.h"
#include "src/cpu/tasks.h"

#include <string.h>

enum { TILES_PER_TASK = 16 };

typedef struct nearest_job {
    cpu_flow *f;
    int32_t parts;
} nearest_job;

static void compare_tiles(void *data, int32_t index)
{
    const nearest_job *job = data;
    cpu_flow *f = job->f;
    const int32_t half = f->tiles / 2, end = throng_part_begin(half, job->parts, index + 1);
    for (int32_t i = throng_part_begin(half, job->parts, index); i < end; i++)
        if (f->marks[half + i] & CPU_FLOW_COMPARED)
            f->due[half + i] = f->marks[i] & CPU_FLOW_VISITED
                                   ? flow_differing_nearest(&f->plan, f->keys, i, 0, f->plan.tile_rows)
                                   : 0;
}

static void begin_tiles(void *data, int32_t index)
{
    const nearest_job *job = data;
    cpu_flow *f = job->f;
    const int32_t half = f->tiles / 2, end = throng_part_begin(half, job->parts, index + 1);
    for (int32_t i = throng_part_begin(half, job->parts, index); i < end; i++)
        if (f->marks[half + i] & CPU_FLOW_ANEW)
            flow_begin_nearest(&f->plan, f->keys, i, 0, (int32_t)flow_tile_keys(&f->plan), 1);
}

/* 1: few enough cells of a layer differ for a patch to pay. */
static int32_t differs_little(const cpu_flow *f, int32_t layer)
{
    const int32_t tiles = f->tiles / f->plan.layers, first = layer * tiles;
    int64_t cells = 0;
    for (int32_t tile = first; tile < first + tiles; tile++)
        cells += f->due[tile];
    return flow_are_few(&f->plan, cells);
}

/* Patches the layers that were compared; marks the tiles of those that begin anew. */
static void patch_layers(cpu_flow *f, const throng_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    const int32_t tiles = f->tiles / p->layers;
    int32_t enough = 1; /* what was too much for one layer is left undone for others of its class */
    for (int32_t layer = flow_goal_layers(p); layer < p->layers; layer++) {
        uint8_t *marks = f->marks + (size_t)layer * (size_t)tiles;
        enough |= layer % p->fields == 0;
        if (!(marks[0] & CPU_FLOW_COMPARED))
            continue;
        if (!enough || !differs_little(f, layer) ||
            !(enough = throng_cpu_flow_patch_nearest(f, layer, changes)))
            memset(marks, CPU_FLOW_ANEW, (size_t)tiles);
    }
}

void throng_cpu_flow_begin_nearest(cpu_flow *f, const uint8_t *stale, const throng_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    const int32_t half = f->tiles / 2;
    nearest_job job = {f, throng_parts(half, TILES_PER_TASK, f->context->threads)};
    const int32_t patches = changes && throng_flow_changed_little(&f->plan, changes) && !f->seed_counts;
    for (int32_t i = 0; i < half; i++) {
        const int32_t why = stale ? stale[flow_layer_of_tile(p, i) % p->fields] : 0;
        const int32_t begins = !stale || throng_flow_begins_nearest(why);
        f->marks[half + i] = !begins                                        ? 0
                             : patches && !(why & THRONG_FLOW_NEAREST_ANEW) ? CPU_FLOW_COMPARED
                                                                            : CPU_FLOW_ANEW;
    }
    if (patches) {
        throng_run(f->context, job.parts, compare_tiles, &job);
        patch_layers(f, changes);
    }
    for (int32_t i = 0; i < half; i++)
        f->marks[i] &= (uint8_t)~CPU_FLOW_VISITED;
    throng_run(f->context, job.parts, begin_tiles, &job);
    for (int32_t i = half; i < f->tiles; i++)
        if (f->marks[i] & CPU_FLOW_ANEW)
            throng_cpu_flow_tell(f, i, FLOW_ALL, 0);
}
