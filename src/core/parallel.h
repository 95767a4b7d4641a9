/* Tasks on the host's scheduler, on the context's own threads, or one by one. */
#ifndef THRONG_CORE_PARALLEL_H
#define THRONG_CORE_PARALLEL_H

#include <throng/context.h>

/* Runs task(data, 0 .. count-1). */
void throng_run(const throng_context *context, int32_t count, throng_task task, void *data);
/* How many parts of a range of `count` are worth it, each of `least` entries or so: at most `tasks`. */
static inline int32_t throng_parts(int32_t count, int32_t least, int32_t tasks)
{
    const int32_t parts = count / least + 1;
    return parts < tasks ? parts : tasks;
}
/* Where part `index` of `parts` of the range [0, count) begins, and the one before it ends. */
static inline int32_t throng_part_begin(int32_t count, int32_t parts, int32_t index)
{
    return (int32_t)((int64_t)count * index / parts);
}
/* Runs at most one task per thread; the tasks claim chunks [0, chunks) until none is left. Each task starts
 * with its own share, the same one for the same number of chunks, since its core's caches may still hold the
 * data. */
void throng_run_shared(throng_context *context, int32_t tasks, int32_t chunks, throng_task task, void *data);
/* Called by a task: claims up to `most` chunks from *first on, of its own share or of another. Returns how
 * many. */
int32_t throng_claim(const throng_context *context, int32_t task, int32_t most, int32_t *first);
throng_status throng_shares_create(throng_context *context);
void throng_shares_destroy(throng_context *context);

#endif
