/* Tasks on the host's scheduler, on OpenMP, or one by one. */
#ifndef THRONG_CORE_PARALLEL_H
#define THRONG_CORE_PARALLEL_H

#include <throng/context.h>

/* Runs task(data, 0 .. count-1). */
void throng_run(const throng_context *context, int32_t count, throng_task task, void *data);
/* Runs so many tasks, but no more than there are threads, that take pieces [0, pieces) of work until none is
 * left. Each begins with a share of its own, the same one for as many pieces each time: what it left in its
 * core's caches is still there. */
void throng_run_shared(throng_context *context, int32_t tasks, int32_t chunks, throng_task task, void *data);
/* By a task: up to `most` pieces from *first on, of its own share or else of another's; how many. */
int32_t throng_claim(const throng_context *context, int32_t task, int32_t most, int32_t *first);
throng_status throng_shares_create(throng_context *context);
void throng_shares_destroy(throng_context *context);
/* Runs task(data, 0) here, away from the host's rounding mode and traps. */
void throng_run_pinned(throng_task task, void *data);
int32_t throng_core_count(void);

#endif
