#if defined(__linux__)
#undef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#elif !defined(_WIN32) && !defined(__APPLE__)
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "src/core/thread.h"

#if defined(_WIN32)

#include <limits.h>
#include <process.h>

static unsigned __stdcall begin(void *argument)
{
    const throng_thread *thread = argument;
    thread->entry(thread->data);
    return 0;
}

int32_t throng_thread_start(throng_thread *thread, size_t stack, void (*entry)(void *data), void *data)
{
    thread->entry = entry;
    thread->data = data;
    thread->handle =
        (HANDLE)_beginthreadex(NULL, (unsigned)stack, begin, thread, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return thread->handle != NULL;
}

void throng_thread_join(throng_thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

int32_t throng_semaphore_open(throng_semaphore *semaphore)
{
    *semaphore = CreateSemaphoreW(NULL, 0, LONG_MAX, NULL);
    return *semaphore != NULL;
}

void throng_semaphore_close(throng_semaphore *semaphore) { CloseHandle(*semaphore); }

void throng_semaphore_post(throng_semaphore *semaphore) { ReleaseSemaphore(*semaphore, 1, NULL); }

void throng_semaphore_wait(throng_semaphore *semaphore) { WaitForSingleObject(*semaphore, INFINITE); }

static SRWLOCK process_lock = SRWLOCK_INIT;

static void lock_process(void) { AcquireSRWLockExclusive(&process_lock); }

static void unlock_process(void) { ReleaseSRWLockExclusive(&process_lock); }

int64_t throng_process_id(void) { return (int64_t)GetCurrentProcessId(); }

int32_t throng_processor_count(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors < 1 ? 1 : (int32_t)info.dwNumberOfProcessors;
}

#else

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

static void *begin(void *argument)
{
    const throng_thread *thread = argument;
    thread->entry(thread->data);
    return NULL;
}

/* A host with much thread-local memory needs a larger stack than ours: then the default one serves. */
static int create(throng_thread *thread, size_t stack)
{
    pthread_attr_t attributes;
    int error = stack ? pthread_attr_init(&attributes) : EINVAL;
    if (error == 0) {
        error = pthread_attr_setstacksize(&attributes, stack);
        if (error == 0)
            error = pthread_create(&thread->handle, &attributes, begin, thread);
        pthread_attr_destroy(&attributes);
    }
    return error == EINVAL ? pthread_create(&thread->handle, NULL, begin, thread) : error;
}

/* The new thread inherits the mask of signals: the host's handlers run on the host's threads. A fault's comes
 * to the thread that makes it, and would end the process there if it were blocked: hosts have handlers that
 * mend faults, such as those of memory that they protect, and that report crashes. */
int32_t throng_thread_start(throng_thread *thread, size_t stack, void (*entry)(void *data), void *data)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t all, host;
    thread->entry = entry;
    thread->data = data;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    if (pthread_sigmask(SIG_SETMASK, &all, &host) != 0)
        return 0;
    const int error = create(thread, stack);
    pthread_sigmask(SIG_SETMASK, &host, NULL);
    return error == 0;
}

void throng_thread_join(throng_thread *thread) { pthread_join(thread->handle, NULL); }

#if defined(__APPLE__)

int32_t throng_semaphore_open(throng_semaphore *semaphore)
{
    *semaphore = dispatch_semaphore_create(0);
    return *semaphore != NULL;
}

void throng_semaphore_close(throng_semaphore *semaphore) { dispatch_release(*semaphore); }

void throng_semaphore_post(throng_semaphore *semaphore) { dispatch_semaphore_signal(*semaphore); }

void throng_semaphore_wait(throng_semaphore *semaphore)
{
    dispatch_semaphore_wait(*semaphore, DISPATCH_TIME_FOREVER);
}

#else

int32_t throng_semaphore_open(throng_semaphore *semaphore) { return sem_init(semaphore, 0, 0) == 0; }

void throng_semaphore_close(throng_semaphore *semaphore) { sem_destroy(semaphore); }

void throng_semaphore_post(throng_semaphore *semaphore) { sem_post(semaphore); }

void throng_semaphore_wait(throng_semaphore *semaphore)
{
    while (sem_wait(semaphore) != 0 && errno == EINTR)
        continue;
}

#endif

/* A forked child has the lock as a thread of its parent may hold it, which the child has not: the first one
 * there makes it anew. lock_of: the process whose lock it is; below 0: that is under way in that process. */
static pthread_mutex_t process_lock;
static _Atomic int64_t lock_of;

static void lock_process(void)
{
    const int64_t process = getpid();
    int64_t known = atomic_load(&lock_of);
    while (known != process) {
        if (known != -process && atomic_compare_exchange_strong(&lock_of, &known, -process)) {
            pthread_mutex_init(&process_lock, NULL);
            atomic_store(&lock_of, process);
        }
        known = atomic_load(&lock_of);
    }
    pthread_mutex_lock(&process_lock);
}

static void unlock_process(void) { pthread_mutex_unlock(&process_lock); }

int64_t throng_process_id(void) { return (int64_t)getpid(); }

int32_t throng_processor_count(void)
{
    long count = 0;
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = CPU_COUNT(&allowed);
#endif
#if defined(_SC_NPROCESSORS_ONLN)
    if (count < 1) /* not asked, or more processors than the set holds */
        count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

#endif

static _Thread_local int32_t depth; /* how often this thread has the lock */

void throng_process_lock(void)
{
    if (depth++ == 0)
        lock_process();
}

void throng_process_unlock(void)
{
    if (--depth == 0)
        unlock_process();
}
