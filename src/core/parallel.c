#include "src/core/parallel.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/pool.h"
#include "src/core/status.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct task_and_data {
    throng_task task;
    void *data;
} task_and_data;

/* Threads have modes of their own. */
static void run_in_default_modes(void *data, int32_t index)
{
    const task_and_data *job = data;
    const throng_modes host = throng_modes_set_default();
    job->task(job->data, index);
    throng_modes_restore(host);
}

void throng_run(const throng_context *context, int32_t count, throng_task task, void *data)
{
    task_and_data job = {task, data};
    if (context->parallel.run && count > 1) {
        context->parallel.run(context->parallel.user, count, run_in_default_modes, &job);
        return;
    }
    if (context->pool && count > 1) {
        throng_pool_run(context->pool, count, run_in_default_modes, &job);
        return;
    }
    for (int32_t i = 0; i < count; i++)
        run_in_default_modes(&job, i);
}

/* ---------------------------------------------------------------- shares ---------------------------- */

/* In a line of its own: others look at it only when they have nothing left. */
struct throng_share {
    _Atomic int32_t next;
    int32_t end;
    char apart[56];
};

throng_status throng_shares_create(throng_context *context)
{
    const size_t bytes = (size_t)context->threads * sizeof *context->shares;
    context->shares = throng_allocate(&context->allocator, bytes);
    return context->shares ? THRONG_OK : throng_fail_memory(context, "the shares of threads", bytes);
}

void throng_shares_destroy(throng_context *context)
{
    throng_release(&context->allocator, context->shares, (size_t)context->threads * sizeof *context->shares);
}

void throng_run_shared(throng_context *context, int32_t tasks, int32_t chunks, throng_task task, void *data)
{
    context->sharing = tasks < context->threads ? tasks : context->threads;
    for (int32_t i = 0; i < context->sharing; i++) {
        struct throng_share *share = &context->shares[i];
        const int64_t all = chunks;
        atomic_store_explicit(&share->next, (int32_t)(all * i / context->sharing), memory_order_relaxed);
        share->end = (int32_t)(all * (i + 1) / context->sharing);
    }
    throng_run(context, context->sharing, task, data);
}

int32_t throng_claim(const throng_context *context, int32_t task, int32_t most, int32_t *first)
{
    for (int32_t i = 0; i < context->sharing; i++) {
        const int32_t other = task + i;
        struct throng_share *share =
            &context->shares[other < context->sharing ? other : other - context->sharing];
        if (atomic_load_explicit(&share->next, memory_order_relaxed) >= share->end)
            continue;
        *first = atomic_fetch_add_explicit(&share->next, most, memory_order_relaxed);
        if (*first < share->end)
            return share->end - *first < most ? share->end - *first : most;
    }
    return 0;
}
