/* The frame of workloads whose contenders differ by backend, level and threads alone: rows against peers, and
 * all other ways to do the same work, which have to give equal bits. */
#ifndef THRONG_BENCH_WORK_H
#define THRONG_BENCH_WORK_H

#include "bench.h"

enum { THRONG_BENCH_QUICK = 1, THRONG_BENCH_LEVELS = 2, THRONG_BENCH_THREADS = 4, THRONG_BENCH_OPENCL = 8 };

/* One way to do the work. */
typedef struct throng_bench_way {
    throng_backend backend;
    throng_isa isa;
    int32_t threads;
} throng_bench_way;

/* A scene's work. */
typedef struct throng_bench_work {
    const char *workload, *scene, *operation;
    throng_bench_number sizes[THRONG_BENCH_SIZES];
    double pairs;     /* counted work of a frame */
    int32_t flags;    /* with which ways it is done beside the first one, and quick */
    const void *data; /* of the scene, for open */
    void *(*open)(const void *data, const throng_bench_way *way); /* NULL: there is no such device */
    void (*close)(void *contender);
    void (*frame)(void *contender);    /* moves everything to its other place, computes, reads */
    uint64_t (*hash)(void *contender); /* of what a frame computes */
} throng_bench_work;

/* A contender of a work, of which `close` is to be called. */
typedef struct throng_bench_subject {
    const throng_bench_work *work;
    throng_bench_way way;
    void *contender;
    uint64_t hash;
    int32_t cpu_clock; /* 1: timed by the processor's clock, not the wall's */
} throng_bench_subject;

/* 0: there is no such device. */
int32_t throng_bench_open(throng_bench_subject *subject, const throng_bench_work *work, throng_bench_way way);
void throng_bench_close(throng_bench_subject *subject);
/* Times frames of one beside another's. */
void throng_bench_measure(throng_bench *bench, const throng_bench_subject *subject,
                          const throng_bench_subject *other, const char *name, throng_bench_row *row);
/* The first subject: on the CPU, at the level of the options, one thread. Without it the program ends. */
void throng_bench_open_first(const throng_bench *bench, throng_bench_subject *subject,
                             const throng_bench_work *work);
/* Times frames beside a peer and adds the row; part: of the work that the peer does. */
void throng_bench_stand(throng_bench *bench, const throng_bench_subject *subject,
                        const throng_bench_runner *peer, const char *name, double part);
/* All other ways: equal bits, and their time against the first one. */
void throng_bench_vary(throng_bench *bench, const throng_bench_subject *first);

/* Seconds, by the processor's clock or the wall's. */
double throng_bench_seconds(int32_t cpu_clock);
/* A number of 0 to 1. */
float throng_bench_random(uint64_t *state);

#endif
