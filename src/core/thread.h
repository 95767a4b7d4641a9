/* What the pool needs of the operating system: threads, semaphores, and one lock for the whole process. */
#ifndef THRONG_CORE_THREAD_H
#define THRONG_CORE_THREAD_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#undef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef HANDLE throng_semaphore;
typedef HANDLE throng_thread_handle;
#else
#include <pthread.h>
#if defined(__APPLE__)
#include <dispatch/dispatch.h>
typedef dispatch_semaphore_t throng_semaphore; /* there is no sem_init() that works */
#else
#include <semaphore.h>
typedef sem_t throng_semaphore;
#endif
typedef pthread_t throng_thread_handle;
#endif

typedef struct throng_thread {
    throng_thread_handle handle;
    void (*entry)(void *data);
    void *data;
} throng_thread;

/* The thread takes no signals of the process but those of its own faults. stack: bytes; 0: as many as the
 * system gives. Returns 0 if the system gives no thread. */
int32_t throng_thread_start(throng_thread *thread, size_t stack, void (*entry)(void *data), void *data);
void throng_thread_join(throng_thread *thread);

/* Of count 0. Returns 0 if the system gives none. Posting never waits for another thread. */
int32_t throng_semaphore_open(throng_semaphore *semaphore);
void throng_semaphore_close(throng_semaphore *semaphore);
void throng_semaphore_post(throng_semaphore *semaphore);
void throng_semaphore_wait(throng_semaphore *semaphore);

/* One lock for all contexts, for what is not safe in several threads at once. A thread that holds it may
 * take it again: a host's logger may create a context. */
void throng_process_lock(void);
void throng_process_unlock(void);

int64_t throng_process_id(void);
/* Processors that this process may use, at least 1. */
int32_t throng_processor_count(void);

#endif
