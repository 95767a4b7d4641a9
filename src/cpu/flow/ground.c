/* Ground of flow fields on the CPU. */
#include "src/core/parallel.h"
#include "src/cpu/flow/flow.h"
#include "src/cpu/tasks.h"

enum { TILES_PER_TASK = 16 };

void throng_cpu_flow_begin_ground(cpu_flow *f, const throng_flow_shape *shape)
{
    const flow_plan *p = &f->plan;
    if (p->flags == 0)
        return;
    flow_ground_head *head = (flow_ground_head *)(void *)((char *)f->keys + flow_key_bytes(p));
    for (int32_t k = 0; k < FLOW_CLASSES; k++) {
        head->radii[k] = shape->radii[k];
        head->nearest[k] = shape->nearest[k];
    }
}

/* ---------------------------------------------------------------- laying it out --------------------- */

typedef struct ground_job {
    cpu_flow *f;
    const uint8_t *costs;
    const throng_flow_changes *changes;
    int32_t parts;
} ground_job;

/* Whether a change may concern a tile. */
static int32_t concerns(const ground_job *job, flow_tile tile)
{
    int32_t any = job->changes->count < 0;
    for (int32_t i = 0; i < job->changes->count && !any; i++)
        any = flow_concerns(&job->f->plan, job->changes->regions[i], tile);
    return any;
}

static void lay_tiles(void *data, int32_t index)
{
    const ground_job *job = data;
    cpu_flow *f = job->f;
    const flow_plan *p = &f->plan;
    const int32_t tiles = flow_ground_tiles(p), end = throng_part_begin(tiles, job->parts, index + 1);
    const flow_ground_head *head = flow_head(p, f->keys);
    uint16_t *ground = (uint16_t *)(void *)((char *)f->keys + flow_key_bytes(p) + sizeof *head);
    for (int32_t i = throng_part_begin(tiles, job->parts, index); i < end; i++) {
        const flow_tile tile = flow_tile_of(p, i);
        if (!concerns(job, tile))
            continue;
        uint16_t *to = ground + (size_t)i * flow_tile_keys(p);
        for (int32_t y = 0; y < p->tile_rows + FLOW_BORDER; y++)
            for (int32_t x = 0; x < p->pitch; x += 32)
                flow_lay_ground(p, head, tile, f->terrain->bits, job->costs, x, y,
                                to + (ptrdiff_t)y * p->pitch + x);
    }
}

void throng_cpu_flow_lay_ground(cpu_flow *f, const uint8_t *costs, const throng_flow_changes *changes)
{
    ground_job job = {f, costs, changes, 0};
    if (flow_ground_tiles(&f->plan) == 0 || changes->count == 0)
        return;
    job.parts = throng_parts(flow_ground_tiles(&f->plan), TILES_PER_TASK, f->context->threads);
    throng_run(f->context, job.parts, lay_tiles, &job);
}
