/* The threads of a context: bits, turns of several host threads, forks, no more threads, small stacks,
 * and what a busy machine does to small crowds. A program without Criterion, since thread sanitizers do
 * not start under it. */
#define _GNU_SOURCE
#include "src/core/pool.h"
#include "src/core/thread.h"
#include "tests/support/support.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int failures;
#define EXPECT(condition, ...)                                                                               \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                                  \
            fprintf(stderr, __VA_ARGS__);                                                                    \
            fputc('\n', stderr);                                                                             \
            failures++;                                                                                      \
        }                                                                                                    \
    } while (0)

static throng_context *open_context(int32_t threads, throng_isa isa)
{
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = threads;
    def.isa = isa;
    if (throng_context_create(&def, &context) != THRONG_OK)
        abort();
    return context;
}

static throng_crowd *open_crowd(throng_context *context, int32_t agents)
{
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = agents;
    def.perception = THRONG_VISION | THRONG_TOUCH | THRONG_RESPONSIBILITY;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < agents; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.x = (float)(i % 50);
        d.y = (float)(i / 50); /* lattices have equally distant neighbours, which takes the exact search */
        d.navigation = THRONG_NAVIGATE_GOAL;
        d.target_x = 25.0f;
        MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
    }
    return crowd;
}

/* Each operation that runs tasks. */
static uint64_t play_all(throng_context *context)
{
    uint64_t hash = 0, scene_hash;
    throng_crowd *crowd = open_crowd(context, 2000);
    for (int32_t i = 0; i < 6; i++)
        MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_hash(crowd, &hash));
    MUST(context, throng_crowd_destroy(crowd));
    for (int32_t i = 0; i < 3 && i < shared_scene_count; i++) {
        size_t size;
        float *all = play(context, &shared_scenes[i], &size);
        scene_hash = hash_bytes(all, size);
        hash = 31 * hash + scene_hash;
        free(all);
    }
    return hash;
}

static uint64_t reference_hash(void)
{
    throng_context *context = open_context(1, THRONG_ISA_REFERENCE);
    const uint64_t hash = play_all(context);
    MUST(context, throng_context_destroy(context));
    return hash;
}

/* ---------------------------------------------------------------- jobs of all sizes ----------------- */

enum { MOST_TASKS = 1024 };
static _Atomic int32_t runs[MOST_TASKS];

static void count_run(void *data, int32_t index)
{
    const int32_t *spin = data;
    for (volatile int32_t i = 0; i < *spin; i++)
        continue;
    atomic_fetch_add_explicit(&runs[index], 1, memory_order_relaxed);
}

/* Each task runs once and has returned when the job has; parked and spinning helpers, alternately. */
static void check_jobs(void)
{
    throng_context *context = open_context(4, THRONG_ISA_AUTO);
    throng_pool *pool;
    throng_status status = throng_pool_create(context, THRONG_POOL_TASKS, 3, &pool);
    EXPECT(status == THRONG_OK && throng_pool_helpers(pool) == 3, "no pool");
    for (int32_t job = 0; job < 3000 && pool; job++) {
        const int32_t count = 1 + job * 37 % (job % 100 ? 9 : MOST_TASKS);
        int32_t spin = job % 7 * 300, wrong = 0;
        for (int32_t i = 0; i < count; i++)
            atomic_store_explicit(&runs[i], 0, memory_order_relaxed);
        throng_pool_run(pool, count, count_run, &spin);
        for (int32_t i = 0; i < count; i++)
            wrong += atomic_load_explicit(&runs[i], memory_order_relaxed) != 1;
        EXPECT(!wrong, "job %d: %d of %d tasks did not run once", (int)job, (int)wrong, (int)count);
        if (job % 5 == 0)
            usleep(60); /* they park */
    }
    throng_pool_destroy(context, pool);
    MUST(context, throng_context_destroy(context));
}

/* A lane is as long as its parts take: a world's threads are not done without because one is longer. */
static _Atomic int32_t helped;
static pthread_t caller;

static void run_lane(void *data, int32_t index)
{
    (void)data;
    if (!pthread_equal(pthread_self(), caller))
        atomic_fetch_add(&helped, 1);
    usleep(index == 0 ? 5000 : 30000); /* the calling thread has the first */
}

static void check_lanes(void)
{
    enum { JOBS = 20 };
    throng_context *context = open_context(2, THRONG_ISA_AUTO);
    throng_pool *pool;
    throng_status status = throng_pool_create(context, THRONG_POOL_LANES, 1, &pool);
    EXPECT(status == THRONG_OK && throng_pool_helpers(pool) == 1, "no pool");
    caller = pthread_self();
    for (int32_t job = 0; job < JOBS && pool; job++)
        throng_pool_run(pool, 2, run_lane, NULL);
    EXPECT(helped > JOBS - 4, "of %d lanes %d were helped", (int)JOBS, (int)helped);
    throng_pool_destroy(context, pool);
    MUST(context, throng_context_destroy(context));
}

static int32_t child_status(pid_t child)
{
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* ---------------------------------------------------------------- signals --------------------------- */

enum { PAGES = 64 };
static char *pages;
static long page_size;
static _Atomic int32_t mended;

static void mend(int signal, siginfo_t *info, void *context)
{
    const ptrdiff_t at = (char *)info->si_addr - pages;
    (void)signal;
    (void)context;
    if (at < 0 || at >= PAGES * page_size ||
        mprotect(pages + at / page_size * page_size, (size_t)page_size, PROT_READ | PROT_WRITE) != 0)
        _exit(3);
    atomic_fetch_add(&mended, 1);
}

static void touch(void *data, int32_t index)
{
    (void)data;
    if (!pthread_equal(pthread_self(), caller))
        atomic_fetch_add(&helped, 1);
    usleep(100); /* so that helpers come, too */
    pages[index * page_size] = 1;
}

/* Hosts mend faults of memory that they protect, on whichever thread these are. */
static void check_faults(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        struct sigaction action = {0};
        throng_pool *pool;
        throng_context *context = open_context(4, THRONG_ISA_AUTO);
        alarm(60);
        page_size = sysconf(_SC_PAGESIZE);
        pages = mmap(NULL, (size_t)(PAGES * page_size), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        action.sa_sigaction = mend;
        action.sa_flags = SA_SIGINFO;
        if (pages == MAP_FAILED || sigaction(SIGSEGV, &action, NULL) != 0 ||
            throng_pool_create(context, THRONG_POOL_TASKS, 3, &pool) != THRONG_OK)
            _exit(2);
        atomic_store(&helped, 0);
        throng_pool_run(pool, PAGES, touch, NULL);
        _exit(mended != PAGES ? 4 : helped == 0 ? 5 : 0);
    }
    const int32_t status = child_status(child);
    EXPECT(status == 0, "a host that mends faults ends with %d", (int)status);
}

/* ---------------------------------------------------------------- threads of the host --------------- */

typedef struct turns {
    pthread_mutex_t lock;
    throng_context *context;
    throng_crowd *crowd;
} turns;

static void *step_in_turns(void *data)
{
    turns *shared = data;
    for (int32_t i = 0; i < 20; i++) {
        pthread_mutex_lock(&shared->lock);
        MUST(shared->context, throng_crowd_step(shared->crowd, 0.1f));
        pthread_mutex_unlock(&shared->lock);
    }
    return NULL;
}

static void check_turns(void)
{
    uint64_t hashes[2];
    for (int32_t k = 0; k < 2; k++) {
        turns shared = {.lock = PTHREAD_MUTEX_INITIALIZER};
        pthread_t thread;
        shared.context = open_context(k ? 4 : 1, THRONG_ISA_AUTO);
        shared.crowd = open_crowd(shared.context, 1500);
        if (pthread_create(&thread, NULL, step_in_turns, &shared) != 0)
            abort();
        step_in_turns(&shared);
        pthread_join(thread, NULL);
        MUST(shared.context, throng_crowd_hash(shared.crowd, &hashes[k]));
        MUST(shared.context, throng_crowd_destroy(shared.crowd));
        MUST(shared.context, throng_context_destroy(shared.context));
    }
    EXPECT(hashes[0] == hashes[1], "two host threads in turns: other bits");
}

/* ---------------------------------------------------------------- forks and limits ------------------ */

/* As a thread that opens a device does, until *data is 0. */
static void *hold_the_lock(void *data)
{
    _Atomic int32_t *held = data;
    throng_process_lock();
    atomic_store(held, 2);
    while (atomic_load(held) != 0)
        sched_yield();
    throng_process_unlock();
    return NULL;
}

static void check_fork(uint64_t expected)
{
    _Atomic int32_t held = 1;
    pthread_t holder;
    throng_context *context = open_context(3, THRONG_ISA_AUTO);
    EXPECT(play_all(context) == expected, "three threads: other bits");
    fflush(NULL);
    if (pthread_create(&holder, NULL, hold_the_lock, &held) != 0)
        abort();
    while (atomic_load(&held) != 2)
        sched_yield();
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        throng_process_lock(); /* nobody has it here */
        throng_process_unlock();
        int32_t wrong = play_all(context) != expected;
        throng_context *own = open_context(2, THRONG_ISA_AUTO);
        wrong |= play_all(own) != expected;
        wrong |= throng_context_destroy(own) != THRONG_OK || throng_context_destroy(context) != THRONG_OK;
        _exit(wrong);
    }
    atomic_store(&held, 0);
    pthread_join(holder, NULL);
    const int32_t status = child_status(child);
    EXPECT(status == 0, "a forked child ends with %d", (int)status);
    EXPECT(play_all(context) == expected, "after the fork: other bits");
    MUST(context, throng_context_destroy(context));
}

/* Fewer threads than wanted, or none: fewer tasks at once, the same bits. The limit does not bind root. */
static void check_limit(uint64_t expected)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit none = {1, 1};
        throng_context_info info;
        alarm(60);
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(2);
        if (setrlimit(RLIMIT_NPROC, &none) != 0)
            _exit(3);
        throng_context *context = open_context(8, THRONG_ISA_AUTO);
        int32_t wrong = throng_context_get_info(context, &info) != THRONG_OK || info.threads >= 8 ? 4 : 0;
        if (play_all(context) != expected)
            wrong = 5;
        if (throng_context_destroy(context) != THRONG_OK)
            wrong = 6;
        _exit(wrong);
    }
    const int32_t status = child_status(child);
    EXPECT(status == 0, "without more threads a child ends with %d", (int)status);
}

/* ---------------------------------------------------------------- stack ----------------------------- */

typedef struct stack_job {
    throng_isa isa;
    uint64_t hash;
} stack_job;

static void *play_on_level(void *data)
{
    stack_job *job = data;
    throng_context *context = open_context(1, job->isa);
    job->hash = play_all(context);
    MUST(context, throng_context_destroy(context));
    return NULL;
}

/* Tasks on the calling thread: its stack holds them and the rest of the library. */
static void check_stack(uint64_t expected)
{
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++) {
        stack_job job = {isa, 0};
        pthread_attr_t attributes;
        pthread_t thread;
        if (!throng_isa_available(isa))
            continue;
        pthread_attr_init(&attributes);
        EXPECT(pthread_attr_setstacksize(&attributes, (size_t)64 << 10) == 0, "no stack of 64 KiB");
        EXPECT(pthread_create(&thread, &attributes, play_on_level, &job) == 0, "no thread of 64 KiB");
        pthread_join(thread, NULL);
        pthread_attr_destroy(&attributes);
        EXPECT(job.hash == expected, "%s in 64 KiB: other bits", throng_isa_name(isa));
    }
}

/* ---------------------------------------------------------------- a busy machine -------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The 99th percentile of many steps with two threads over that with one, in turns. */
static double tail_ratio(int32_t agents, int32_t rounds)
{
    enum { STEPS = 50 };
    throng_context *contexts[2];
    throng_crowd *crowds[2];
    double *times[2], ratio;
    const int32_t count = rounds * STEPS;
    for (int32_t k = 0; k < 2; k++) {
        contexts[k] = open_context(k + 1, THRONG_ISA_AUTO);
        crowds[k] = open_crowd(contexts[k], agents);
        times[k] = must_allocate((size_t)count * sizeof *times[k]);
    }
    for (int32_t i = 0; i < count; i++) {
        const int32_t k = i / STEPS % 2;
        for (int32_t half = 0; half < 2; half++) {
            const double begin = now();
            MUST(contexts[k ^ half], throng_crowd_step(crowds[k ^ half], 0.1f));
            times[k ^ half][i] = now() - begin;
        }
    }
    for (int32_t k = 0; k < 2; k++)
        qsort(times[k], (size_t)count, sizeof *times[k], ascending);
    ratio = times[1][count * 99 / 100] / times[0][count * 99 / 100];
    printf("%d agents on a busy machine: 99th percentile %.1f us with one thread, %.1f with two: %.2f x\n",
           (int)agents, 1e6 * times[0][count * 99 / 100], 1e6 * times[1][count * 99 / 100], ratio);
    for (int32_t k = 0; k < 2; k++) {
        free(times[k]);
        MUST(contexts[k], throng_crowd_destroy(crowds[k]));
        MUST(contexts[k], throng_context_destroy(contexts[k]));
    }
    return ratio;
}

/* The median of some tries: on a machine that others use, too, single ratios are worth little. */
static void check_busy(int32_t rounds)
{
    enum { HOGS = 2, TRIES = 5 };
    static const int32_t agents[] = {65, 1000};
    pid_t hogs[HOGS];
    fflush(NULL);
    for (int32_t i = 0; i < HOGS; i++)
        if ((hogs[i] = fork()) == 0) {
            alarm(100);
            for (;;)
                continue;
        }
    for (int32_t i = 0; i < 2; i++) {
        double ratios[TRIES];
        for (int32_t k = 0; k < TRIES; k++)
            ratios[k] = tail_ratio(agents[i], rounds);
        qsort(ratios, TRIES, sizeof *ratios, ascending);
        EXPECT(ratios[TRIES / 2] <= 1.1, "%d agents: two threads make the slowest steps %.2f x slower",
               (int)agents[i], ratios[TRIES / 2]);
    }
    for (int32_t i = 0; i < HOGS; i++) {
        kill(hogs[i], SIGKILL);
        waitpid(hogs[i], NULL, 0);
    }
}

int main(int argc, char **argv)
{
    const uint64_t expected = reference_hash();
    const int sanitized = getenv("THRONG_TEST_SANITIZED") != NULL;
    if (argc > 1 && strcmp(argv[1], "--busy") == 0) {
        check_busy(argc > 2 ? atoi(argv[2]) : 200);
        return failures != 0;
    }
    check_jobs();
    check_lanes();
    check_turns();
    if (!sanitized) { /* which know no forks of programs with threads, and need more stack */
        check_faults();
        check_fork(expected);
        check_limit(expected);
        check_stack(expected);
    }
    return failures != 0;
}
