/* Each job has a ticket: its number, and the index of its next task. Who raises the index has claimed that
 * task. The calling thread publishes a job, claims tasks like the helpers, and at the end waits for those
 * that helpers claimed. So it never waits for a helper that the system does not run, unless that one is
 * inside a task.
 *
 * A helper without work spins for a short time, then parks on its semaphore. Where other programs keep the
 * processors busy, helpers come late or are stopped inside a task: then the calling thread does without
 * them for some jobs. */
#include "src/core/pool.h"
#include "src/core/clock.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/core/thread.h"

#include <stdatomic.h>
#include <stddef.h>

#define SPIN_SECONDS 20e-6
#define NOBODY_SECONDS 300e-6 /* some times what it takes to wake a thread */
#define LATE_SECONDS 1e-3     /* less than a thread's turn on a busy processor, more than what caches cost */
#define CLOSED 0xffffffffu    /* the next task of a job that has none left */

/* Seconds of work without helpers after a late one; each further one doubles them. At most so many that of a
 * thousand agents' steps less than one in a hundred tries the helpers again. */
#define FIRST_REST 0.5e-3
#define MOST_REST 64e-3

enum { WAKES = 2 /* helpers that one thread wakes; these wake others */ };

#define STACK_BYTES ((size_t)512 << 10) /* tasks take 64 KiB at most; sanitizers multiply that */

typedef struct helper {
    throng_pool *pool;
    throng_thread thread;
    throng_semaphore wake;
    _Atomic int32_t parked; /* 1: it waits for `wake`; who sets it to 0 posts */
    char apart[64];
} helper;

struct throng_pool {
    _Atomic uint64_t ticket; /* number of the job in the upper half, its next task in the lower */
    _Atomic(throng_task) task;
    _Atomic(void *) data;
    _Atomic int32_t count;
    _Atomic int32_t stop;
    char apart[64];
    _Atomic int32_t finished; /* tasks that helpers finished */
    _Atomic int32_t awaited;  /* `finished` at which the sleeping calling thread is woken; 0: it is awake */
    throng_semaphore done;
    int32_t expected; /* tasks that helpers claimed; of the calling thread */
    int64_t process;  /* that the helpers are in */
    throng_pool_kind kind;
    int32_t capacity, helpers;
    double rest, resting; /* seconds of work without helpers: after this job, left of them */
    double spin;          /* seconds */
    helper *list;
};

#if defined(__x86_64__) || defined(__i386__)
static void relax(void) { __builtin_ia32_pause(); }
#elif defined(__aarch64__)
static void relax(void) { __asm__ volatile("yield"); }
#elif defined(_MSC_VER)
static void relax(void) { YieldProcessor(); }
#else
static void relax(void) {}
#endif

/* Who sees the count of a later job sees that the ticket's is closed, too: its claim fails. */
static int32_t has_task(throng_pool *pool, uint64_t ticket)
{
    return (uint32_t)ticket < (uint32_t)atomic_load_explicit(&pool->count, memory_order_acquire);
}

/* Runs one task if there is one left. The members of the job are read before the claim; if they were
 * already those of a later job, the ticket would be another one and the claim would fail. */
static int32_t run_one(throng_pool *pool)
{
    uint64_t ticket = atomic_load_explicit(&pool->ticket, memory_order_acquire);
    while (has_task(pool, ticket)) {
        const throng_task task = atomic_load_explicit(&pool->task, memory_order_relaxed);
        void *data = atomic_load_explicit(&pool->data, memory_order_relaxed);
        if (atomic_compare_exchange_weak_explicit(&pool->ticket, &ticket, ticket + 1, memory_order_acq_rel,
                                                  memory_order_acquire)) {
            task(data, (int32_t)(uint32_t)ticket);
            return 1;
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- helpers --------------------------- */

static int32_t wanted(throng_pool *pool)
{
    return atomic_load(&pool->stop) || has_task(pool, atomic_load(&pool->ticket));
}

static void wake(helper *h)
{
    if (atomic_load(&h->parked) && atomic_exchange(&h->parked, 0))
        throng_semaphore_post(&h->wake);
}

/* Those that are awake see the job by themselves. */
static void wake_some(throng_pool *pool)
{
    int32_t woken = 0;
    const uint64_t ticket = atomic_load(&pool->ticket);
    if (!has_task(pool, ticket))
        return;
    const int32_t left = atomic_load_explicit(&pool->count, memory_order_relaxed) - (int32_t)(uint32_t)ticket;
    for (int32_t i = 0; i < pool->helpers && i < left && woken < WAKES; i++)
        if (atomic_load(&pool->list[i].parked)) {
            wake(&pool->list[i]);
            woken++;
        }
}

static int32_t spin_until(throng_pool *pool, int32_t (*is)(throng_pool *pool))
{
    const double end = pool->spin > 0.0 ? throng_system_seconds() + pool->spin : 0.0;
    do {
        for (int32_t i = 0; i < 16; i++) {
            if (is(pool))
                return 1;
            relax();
        }
    } while (pool->spin > 0.0 && throng_system_seconds() < end);
    return is(pool);
}

static void park(helper *h)
{
    atomic_store(&h->parked, 1);
    if (wanted(h->pool) && atomic_exchange(&h->parked, 0))
        return;
    throng_semaphore_wait(&h->wake);
    wake_some(h->pool);
}

static void finish(throng_pool *pool)
{
    int32_t finished = atomic_fetch_add(&pool->finished, 1) + 1;
    if (atomic_load(&pool->awaited) == finished &&
        atomic_compare_exchange_strong(&pool->awaited, &finished, 0))
        throng_semaphore_post(&pool->done);
}

static void help(void *data)
{
    helper *h = data;
    throng_pool *pool = h->pool;
    while (!atomic_load(&pool->stop)) {
        while (run_one(pool))
            finish(pool);
        if (!spin_until(pool, wanted))
            park(h);
    }
}

/* ---------------------------------------------------------------- the calling thread ---------------- */

static void run_alone(int32_t count, throng_task task, void *data)
{
    for (int32_t i = 0; i < count; i++)
        task(data, i);
}

/* begin: when the job began; last: when the calling thread claimed its last task; end: when none was left. */
static void note_help(throng_pool *pool, double begin, double last, double end)
{
    int32_t late;
    if (pool->kind == THRONG_POOL_LANES)
        return;
    if (pool->expected == 0)
        late = last - begin > NOBODY_SECONDS;
    else
        late = throng_system_seconds() - end > LATE_SECONDS + (end - begin);
    if (late)
        pool->rest = 2.0 * pool->rest + FIRST_REST < MOST_REST ? 2.0 * pool->rest + FIRST_REST : MOST_REST;
    else if (pool->expected > 0)
        pool->rest = pool->rest < FIRST_REST ? 0.0 : 0.875 * pool->rest;
    pool->resting = pool->rest;
}

static int32_t all_finished(throng_pool *pool) { return atomic_load(&pool->finished) == pool->expected; }

/* A helper that was late after an earlier job may wake this thread once too early. */
static void wait_for_helpers(throng_pool *pool)
{
    if (spin_until(pool, all_finished))
        return;
    while (!all_finished(pool)) {
        int32_t expected = pool->expected;
        atomic_store(&pool->awaited, expected);
        if (!all_finished(pool) || !atomic_compare_exchange_strong(&pool->awaited, &expected, 0))
            throng_semaphore_wait(&pool->done);
    }
}

void throng_pool_run(throng_pool *pool, int32_t count, throng_task task, void *data)
{
    const double begin = throng_system_seconds();
    if (pool->resting > 0.0 || pool->process != throng_process_id()) { /* a forked child has no helpers */
        run_alone(count, task, data);
        pool->resting -= throng_system_seconds() - begin;
        return;
    }
    const uint64_t job = ((atomic_load_explicit(&pool->ticket, memory_order_relaxed) >> 32) + 1) << 32;
    double last = begin, end;
    int32_t own = 1;
    atomic_store_explicit(&pool->task, task, memory_order_relaxed);
    atomic_store_explicit(&pool->data, data, memory_order_relaxed);
    atomic_store_explicit(&pool->count, count, memory_order_release); /* after the last job was closed */
    atomic_store_explicit(&pool->finished, 0, memory_order_relaxed);
    atomic_store(&pool->ticket, job + 1); /* task 0 is this thread's */
    wake_some(pool);
    task(data, 0);
    end = throng_system_seconds();
    while (run_one(pool)) {
        last = end;
        end = throng_system_seconds();
        own++;
    }
    pool->expected = count - own;
    wait_for_helpers(pool);
    atomic_store_explicit(&pool->ticket, job | CLOSED, memory_order_release);
    note_help(pool, begin, last, end);
}

/* ---------------------------------------------------------------- create and destroy ---------------- */

static int32_t start_helper(throng_pool *pool, helper *h)
{
    h->pool = pool;
    if (!throng_semaphore_open(&h->wake))
        return 0;
    if (throng_thread_start(&h->thread, h->pool->kind == THRONG_POOL_LANES ? 0 : STACK_BYTES, help, h))
        return 1;
    throng_semaphore_close(&h->wake);
    return 0;
}

throng_status throng_pool_create(throng_context *context, throng_pool_kind kind, int32_t helpers,
                                 throng_pool **pool)
{
    const size_t bytes = sizeof **pool + (size_t)helpers * sizeof(helper);
    throng_pool *made = throng_allocate(&context->allocator, bytes);
    *pool = NULL;
    if (!made)
        return throng_fail_memory(context, "the pool of threads", bytes);
    made->list = (helper *)(void *)(made + 1);
    made->kind = kind;
    made->capacity = helpers;
    made->process = throng_process_id();
    made->spin = throng_processor_count() > 1 ? SPIN_SECONDS : 0.0;
    atomic_store(&made->ticket, CLOSED);
    if (throng_semaphore_open(&made->done)) {
        while (made->helpers < helpers && start_helper(made, &made->list[made->helpers]))
            made->helpers++;
        if (made->helpers > 0) {
            *pool = made;
            return THRONG_OK;
        }
        throng_semaphore_close(&made->done);
    }
    throng_release(&context->allocator, made, bytes);
    return THRONG_OK;
}

void throng_pool_destroy(throng_context *context, throng_pool *pool)
{
    if (!pool)
        return;
    if (pool->process == throng_process_id()) {
        atomic_store(&pool->stop, 1);
        for (int32_t i = 0; i < pool->helpers; i++)
            wake(&pool->list[i]);
        for (int32_t i = 0; i < pool->helpers; i++) {
            throng_thread_join(&pool->list[i].thread);
            throng_semaphore_close(&pool->list[i].wake);
        }
        throng_semaphore_close(&pool->done);
    }
    throng_release(&context->allocator, pool, sizeof *pool + (size_t)pool->capacity * sizeof(helper));
}

int32_t throng_pool_helpers(const throng_pool *pool) { return pool ? pool->helpers : 0; }
