/* What saving and checking snapshots share. */
#include "src/crowd/snapshot.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

#include <string.h>

#define NO_CHECK 14695981039346656037u

uint64_t throng_snapshot_sum_more(uint64_t h, const void *from, size_t bytes)
{
    const unsigned char *data = from;
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ data[i]) * 1099511628211u;
    return h;
}

uint64_t throng_snapshot_sum_begin(const snapshot_head *h)
{
    snapshot_head unchecked = *h;
    unchecked.check = 0;
    return throng_snapshot_sum_more(NO_CHECK, &unchecked, sizeof unchecked);
}

uint64_t throng_snapshot_sum(const snapshot_head *h, const unsigned char *rest, size_t bytes)
{
    return throng_snapshot_sum_more(throng_snapshot_sum_begin(h), rest, bytes);
}

int32_t throng_snapshot_fields(const throng_crowd *crowd)
{
    return crowd->shape.flow ? crowd->shape.flow->shape.fields : 0;
}

uint64_t throng_snapshot_terrain(const throng_crowd *crowd)
{
    const throng_terrain *t = crowd->terrain;
    if (!t)
        return 0;
    int32_t words[3] = {t->width, t->height, 0};
    memcpy(&words[2], &crowd->cell_size, sizeof words[2]);
    const uint64_t shape = throng_snapshot_sum_more(NO_CHECK, words, sizeof words);
    return throng_snapshot_sum_more(shape, t->bits, t->words * sizeof *t->bits) | 1u;
}
