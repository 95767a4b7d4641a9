/* The yardstick: work that is the same in every build and every run, timed beside each pair of samples. How
 * much longer it takes than at best says how far other programs slowed the machine down meanwhile: of one
 * thread in processor time, of several in wall time, until the last one has ended. */
#include "bench/suite/suite.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    YARDSTICK_ROUNDS = 600000, /* with the memory about a millisecond */
    YARDSTICK_WORDS = 1 << 20, /* 4 MiB, more than a core's own cache */
    YARDSTICK_THREADS = 64
};

static volatile uint32_t memory[YARDSTICK_WORDS];
static volatile uint32_t kept;

/* Arithmetic that waits for itself, and memory that is read in order: what slows down one or the other. */
static void *work(void *data)
{
    uint32_t sum = 1;
    float value = 1.0f;
    (void)data;
    for (int32_t i = 0; i < YARDSTICK_ROUNDS; i++) {
        sum = sum * 1664525u + 1013904223u;
        value = value * 0.75f + (float)(sum >> 24);
    }
    for (int32_t i = 0; i < YARDSTICK_WORDS; i += 4)
        sum += memory[i];
    kept = sum + (uint32_t)value;
    return NULL;
}

double throng_bench_yardstick(int32_t threads)
{
    pthread_t others[YARDSTICK_THREADS];
    int32_t started = 0;
    const int32_t wanted = (threads < YARDSTICK_THREADS ? threads : YARDSTICK_THREADS) - 1;
    if (wanted <= 0) { /* what takes the processor away is told by the samples themselves */
        const double start = throng_bench_cpu();
        (void)work(NULL);
        return throng_bench_cpu() - start;
    }
    const double begin = throng_bench_wall();
    while (started < wanted && pthread_create(&others[started], NULL, work, NULL) == 0)
        started++;
    (void)work(NULL);
    for (int32_t i = 0; i < started; i++)
        (void)pthread_join(others[i], NULL);
    return throng_bench_wall() - begin;
}
