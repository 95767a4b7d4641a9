/* The default scheduler: threads of a context that help the calling one. */
#ifndef THRONG_CORE_POOL_H
#define THRONG_CORE_POOL_H

#include <throng/context.h>

typedef struct throng_pool throng_pool;

typedef enum throng_pool_kind {
    THRONG_POOL_TASKS, /* of a call: about equal, on little stack; without helpers that come late */
    THRONG_POOL_LANES  /* of a world: each as long as it takes, and drivers may compile in them */
} throng_pool_kind;

/* Starts `helpers` threads, or as many as the system gives: throng_pool_helpers(). */
throng_status throng_pool_create(throng_context *context, throng_pool_kind kind, int32_t helpers,
                                 throng_pool **pool);
/* Ends the threads and waits for them. NULL is fine. */
void throng_pool_destroy(throng_context *context, throng_pool *pool);
int32_t throng_pool_helpers(const throng_pool *pool);
/* Runs task(data, 0 .. count-1). The calling thread works too, and waits only for tasks that a helper has
 * begun. */
void throng_pool_run(throng_pool *pool, int32_t count, throng_task task, void *data);

#endif
