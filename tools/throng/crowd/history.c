/* Snapshots of a crowd on its way. */
#include "tools/throng/crowd/history.h"

#include <stdlib.h>

#define BYTES_MOST ((size_t)512 << 20) /* of a list of more than two */
#define EVERY_AT_FIRST 8

void crowd_history_begin(crowd_history *history, throng_crowd *crowd)
{
    *history = (crowd_history){.crowd = crowd, .every = EVERY_AT_FIRST};
}

void crowd_history_release(crowd_history *history)
{
    for (int32_t i = 0; i < history->count; i++)
        free(history->list[i].data);
    free(history->newest.data);
    history->count = 0;
    history->newest.data = NULL;
}

/* No memory is no error: there is no snapshot. */
static throng_status take(throng_crowd *crowd, int32_t step, crowd_snapshot *snapshot)
{
    *snapshot = (crowd_snapshot){.step = step};
    throng_status status = throng_crowd_snapshot_bytes(crowd, &snapshot->bytes);
    if (status != THRONG_OK)
        return status;
    snapshot->data = malloc(snapshot->bytes);
    if (!snapshot->data)
        return THRONG_OK;
    status = throng_crowd_save(crowd, snapshot->data, snapshot->bytes);
    if (status != THRONG_OK) {
        free(snapshot->data);
        snapshot->data = NULL;
    }
    return status;
}

/* Twice as many steps lie between the snapshots that stay. */
static void thin_out(crowd_history *history)
{
    int32_t kept = 0;
    history->every *= 2;
    history->bytes = 0;
    for (int32_t i = 0; i < history->count; i++) {
        if (history->list[i].step % history->every != 0) {
            free(history->list[i].data);
            continue;
        }
        history->bytes += history->list[i].bytes;
        history->list[kept++] = history->list[i];
    }
    history->count = kept;
}

throng_status crowd_history_keep(crowd_history *history, int32_t step)
{
    crowd_snapshot taken;
    if (step % history->every != 0)
        return THRONG_OK;
    const throng_status status = take(history->crowd, step, &taken);
    if (!taken.data)
        return status;
    while (history->count > 1 && history->every < 1 << 29 &&
           (history->count == CROWD_SNAPSHOTS || history->bytes + taken.bytes > BYTES_MOST))
        thin_out(history);
    if (step % history->every != 0 || history->count == CROWD_SNAPSHOTS) {
        free(taken.data);
        return status;
    }
    history->list[history->count++] = taken;
    history->bytes += taken.bytes;
    return status;
}

throng_status crowd_history_keep_newest(crowd_history *history, int32_t step)
{
    if (history->newest.data && history->newest.step == step)
        return THRONG_OK;
    free(history->newest.data);
    return take(history->crowd, step, &history->newest);
}

throng_status crowd_history_restore(crowd_history *history, int32_t *step, int32_t to, int32_t *found)
{
    const crowd_snapshot *best = NULL;
    for (int32_t i = 0; i < history->count && history->list[i].step <= to; i++)
        best = &history->list[i];
    if (history->newest.data && history->newest.step <= to && (!best || history->newest.step > best->step))
        best = &history->newest;
    *found = *step <= to || best != NULL;
    if (!best || (*step <= to && (*step >= best->step || *step + 1 == to)))
        return THRONG_OK;
    *step = best->step;
    return throng_crowd_restore(history->crowd, best->data, best->bytes);
}
