#include "src/world/order.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 64 }; /* of each process */

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const throng_id_place *)a)->id, y = ((const throng_id_place *)b)->id;
    return (x > y) - (x < y);
}

throng_status throng_order_by_id(throng_world *world, const throng_agent_state *states, int32_t count,
                                 throng_buffer *named)
{
    const throng_status status =
        throng_buffer_reserve(world, named, ((size_t)count + 1) * sizeof(throng_id_place));
    throng_id_place *all = (throng_id_place *)(void *)named->memory;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        all[i] = (throng_id_place){states[i].id, i, 0};
    if (status == THRONG_OK && count > 1)
        qsort(all, (size_t)count, sizeof *all, by_id);
    return status;
}

/* Samples of all processes: ids, and how many agents each stands for. */
static throng_status sample(throng_world *world, const throng_id_place *named, int32_t count, int64_t *ids,
                            int64_t *weights)
{
    const size_t first = (size_t)world->rank * SAMPLES;
    for (int32_t k = 0; k < SAMPLES && count > 0; k++) {
        const int64_t at = (int64_t)count * (2 * (int64_t)k + 1) / (2 * (int64_t)SAMPLES);
        memcpy(&ids[first + (size_t)k], &named[at].id, sizeof *ids);
        weights[first + (size_t)k] = count;
    }
    throng_status status =
        throng_world_reduce(world, THRONG_REDUCTION_SUM, (int64_t)world->size * SAMPLES, ids);
    if (status == THRONG_OK)
        status = throng_world_reduce(world, THRONG_REDUCTION_SUM, (int64_t)world->size * SAMPLES, weights);
    return status;
}

throng_status throng_order_split(throng_world *world, throng_status status, const throng_id_place *named,
                                 int32_t count, throng_buffer *splits)
{
    const size_t samples = (size_t)world->size * SAMPLES;
    throng_buffer memory = {0}, order = {0};
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, splits, ((size_t)world->size + 1) * sizeof(uint64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &memory, 2 * samples * sizeof(int64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &order, samples * sizeof(throng_id_place));
    status = throng_world_agree(world, status, 0, NULL);
    int64_t *ids = (int64_t *)(void *)memory.memory, *weights = ids + samples, total = 0, sum = 0;
    if (status == THRONG_OK) {
        memset(ids, 0, 2 * samples * sizeof *ids);
        status = sample(world, named, count, ids, weights);
    }
    throng_id_place *sorted = (throng_id_place *)(void *)order.memory;
    for (size_t i = 0; i < samples && status == THRONG_OK; i++) {
        sorted[i] = (throng_id_place){0, (int32_t)i, 0};
        memcpy(&sorted[i].id, &ids[i], sizeof *ids);
        total += weights[i];
    }
    uint64_t *to = (uint64_t *)(void *)splits->memory;
    int32_t made = 0;
    if (status == THRONG_OK)
        qsort(sorted, samples, sizeof *sorted, by_id);
    for (size_t i = 0; i < samples && status == THRONG_OK; i++) {
        while (made < world->size - 1 && sum * world->size >= total * (made + 1))
            to[made++] = sorted[i].id;
        sum += weights[sorted[i].place];
    }
    for (; made < world->size && status == THRONG_OK; made++)
        to[made] = UINT64_MAX;
    throng_buffer_release(world, &memory);
    throng_buffer_release(world, &order);
    return status;
}

throng_status throng_world_sum(throng_world *world, uint64_t *sum, const void *data, size_t bytes)
{
    const throng_transport *t = &world->transport;
    throng_status status = THRONG_OK;
    for (int32_t p = 0; p < world->size && status == THRONG_OK; p++) {
        if (p == world->rank)
            *sum = throng_snapshot_sum_more(*sum, data, bytes);
        status = throng_world_transported(world, t->broadcast(t->user, p, sum, sizeof *sum), "broadcast");
    }
    return status;
}
