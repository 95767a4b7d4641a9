/* The frame of all workloads: a scene's work is done in several ways, by backend, level and threads, which
 * have to give equal bits; each way is a subject, timed beside naive code, another library, or another
 * way. */
#ifndef THRONG_BENCH_SUITE_RUNNER_H
#define THRONG_BENCH_SUITE_RUNNER_H

#include "bench/suite/suite.h"
#include "tools/support/canvas.h"
#include "tools/support/hash.h"

/* quick: in the quick suite. The others: which ways are timed beside the first one; all are compared. */
enum {
    THRONG_BENCH_QUICK = 1,
    THRONG_BENCH_LEVELS = 2,
    THRONG_BENCH_THREADS = 4,
    THRONG_BENCH_OPENCL = 8,
    THRONG_BENCH_CPU_ALONE = 1 << 20, /* devices have no such work */
    THRONG_BENCH_ALLOCATES = 1 << 21  /* a call that takes what it needs and gives it back */
};

/* One way to do the work. */
typedef struct throng_bench_variant {
    throng_backend backend;
    throng_isa isa;
    int32_t threads;
    int32_t profile; /* 1: a device's kernels are timed */
    int32_t device;  /* place among the bench's */
} throng_bench_variant;

/* What a contender says of its object. */
typedef struct throng_bench_about {
    double kernel_seconds; /* of the last frame */
    double device_bytes;
} throng_bench_about;

typedef struct throng_bench_view throng_bench_view; /* bench_picture.h */

/* A scene's work. */
typedef struct throng_bench_work {
    const char *workload, *scene, *operation;
    throng_bench_number sizes[THRONG_BENCH_SIZES];
    double pairs;             /* counted work of a frame */
    throng_bench_count least; /* what no program can do without */
    int32_t flags;
    const void *data; /* of the scene, for open */
    void *(*open)(const void *data, throng_context *context);
    void (*close)(void *contender);
    void (*frame)(void *contender);     /* moves everything to its other place, computes, waits */
    void (*resident)(void *contender);  /* computes and waits; NULL: nothing stays where it is computed */
    void (*with_copy)(void *contender); /* a frame, and all results are read; NULL: frames read them */
    void (*about)(void *contender, throng_bench_about *about);
    uint64_t (*hash)(void *contender);                      /* of what a frame computes */
    void (*draw)(void *contender, throng_bench_view *view); /* after hash; NULL: nothing is to be seen */
    double (*bound)(const void *data, int32_t threads); /* bytes that the CPU may take; NULL: none is told */
} throng_bench_work;

/* What the hooks of a context keep. */
typedef struct throng_bench_counter {
    int64_t allocations;
    double bytes; /* now */
    char message[256];
} throng_bench_counter;

/* A contender of a work. */
typedef struct throng_bench_subject {
    const throng_bench_work *work;
    throng_bench_variant variant;
    throng_context *context;
    throng_bench_counter *counter;
    void *contender;
    char device[128];
    int32_t threads; /* of the processor that it keeps busy, also as a device; 0: it is none */
    uint64_t hash;
    int32_t cpu_clock; /* 1: timed by the processor's clock, not the wall's */
} throng_bench_subject;

/* The level or device, as tables have it. */
void throng_bench_variant_name(const throng_bench *bench, const throng_bench_variant *variant,
                               char who[THRONG_BENCH_WHO]);
/* 0: there is no such device, which is told once. Opened subjects are to be closed. */
int32_t throng_bench_open(throng_bench *bench, throng_bench_subject *subject, const throng_bench_work *work,
                          throng_bench_variant variant);
void throng_bench_close(throng_bench_subject *subject);
/* The first subject: on the CPU, at the level of the options, one thread. Without it the program ends. */
void throng_bench_open_first(throng_bench *bench, throng_bench_subject *subject,
                             const throng_bench_work *work);
/* A runner of frames. data is a subject. */
double throng_bench_frames(void *data, int32_t repeats);
/* Times frames beside a runner's, which is called so, and fills a row. */
void throng_bench_time_baseline(throng_bench *bench, const throng_bench_subject *subject,
                                const throng_bench_runner *baseline, const char *name, throng_bench_row *row);
/* The same beside another subject; by the processor's clock where both go by it. */
void throng_bench_time_pair(throng_bench *bench, const throng_bench_subject *subject,
                            const throng_bench_subject *other, const char *name, throng_bench_row *row);
/* Times frames beside a baseline and adds the row; part: of the work that the baseline does. */
void throng_bench_add_baseline(throng_bench *bench, const throng_bench_subject *subject,
                               const throng_bench_runner *baseline, const char *name, double part);
/* All other ways: equal bits, and where the flags say so their time against the first one. */
void throng_bench_vary(throng_bench *bench, const throng_bench_subject *first);
/* The median of some runs of a function of a contender. */
double throng_bench_seconds_of(const throng_bench *bench, void (*run)(void *contender), void *contender);
/* Tells what is wrong in a scene, and counts it. */
void throng_bench_mistake(throng_bench *bench, const char *scene, const char *format, ...)
    THRONG_BENCH_PRINTF(3, 4);

/* Goes on with a hash by so many words of 32 bits. */
uint64_t throng_bench_hash(uint64_t hash, const void *words, size_t count);
/* Seconds, by the processor's clock or the wall's. */
double throng_bench_seconds(int32_t cpu_clock);

#endif
