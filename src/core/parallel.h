/* Tasks on the host's scheduler, on the context's own threads, or one by one. */
#ifndef THRONG_CORE_PARALLEL_H
#define THRONG_CORE_PARALLEL_H

#include <throng/context.h>

/* Runs task(data, 0 .. count-1). */
void throng_run(const throng_context *context, int32_t count, throng_task task, void *data);
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
