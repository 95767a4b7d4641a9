/* The runner of all workloads. The work of a scene is done in several variants, by backend, level and
 * threads, which must give equal bits. Each variant is a subject, timed against a baseline or another
 * variant. */
#ifndef THRONG_BENCH_SUITE_RUNNER_H
#define THRONG_BENCH_SUITE_RUNNER_H

#include "bench/suite/suite.h"
#include "tools/support/canvas.h"
#include "tools/support/hash.h"

/* QUICK: in the quick suite. The others: which variants are timed against the first one; the results of all
 * are compared. */
enum {
    THRONG_BENCH_QUICK = 1,
    THRONG_BENCH_LEVELS = 2,
    THRONG_BENCH_THREADS = 4,
    THRONG_BENCH_OPENCL = 8,
    THRONG_BENCH_CPU_ALONE = 1 << 20, /* devices do not support the work */
    THRONG_BENCH_ALLOCATES = 1 << 21  /* a call that allocates and frees what it needs */
};

/* One variant of the work. */
typedef struct throng_bench_variant {
    throng_backend backend;
    throng_isa isa;
    int32_t threads;
    int32_t profile; /* 1: a device's kernels are timed */
    int32_t device;  /* index among the devices of the bench */
} throng_bench_variant;

/* What a contender reports about its object. */
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
    const char *unit;         /* what they are: "agent"; NULL: pairs */
    throng_bench_count least; /* the least work of any program */
    int32_t flags;
    const void *data; /* of the scene, for open */
    void *(*open)(const void *data, throng_context *context);
    void (*close)(void *contender);
    void (*frame)(void *contender);     /* moves everything to its other position, computes, waits */
    void (*resident)(void *contender);  /* computes and waits; NULL: nothing is resident */
    void (*with_copy)(void *contender); /* a frame, then reads all results; NULL: frames read them */
    void (*about)(void *contender, throng_bench_about *about);
    uint64_t (*hash)(void *contender);                      /* of what a frame computes */
    void (*draw)(void *contender, throng_bench_view *view); /* after hash; NULL: no picture */
    double (*bound)(const void *data, int32_t threads);     /* bytes that the CPU may use; NULL: no bound */
} throng_bench_work;

/* Counted by the hooks of a context. */
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
    int32_t threads; /* processor threads that it uses, also as an OpenCL device; 0: none */
    uint64_t hash;
    int32_t cpu_clock; /* 1: processor time, not wall time */
} throng_bench_subject;

/* The level or device, as in tables. */
void throng_bench_variant_name(const throng_bench *bench, const throng_bench_variant *variant,
                               char who[THRONG_BENCH_WHO]);
/* Returns 0 if there is no such device, which is reported once. Close opened subjects. */
int32_t throng_bench_open(throng_bench *bench, throng_bench_subject *subject, const throng_bench_work *work,
                          throng_bench_variant variant);
void throng_bench_close(throng_bench_subject *subject);
/* The first subject: on the CPU, at the level of the options, one thread. Ends the program on failure. */
void throng_bench_open_first(throng_bench *bench, throng_bench_subject *subject,
                             const throng_bench_work *work);
/* Runs frames; data is a subject. */
double throng_bench_frames(void *data, int32_t repeats);
/* Times frames against a baseline of this name, and fills a row. */
void throng_bench_time_baseline(throng_bench *bench, const throng_bench_subject *subject,
                                const throng_bench_runner *baseline, const char *name, throng_bench_row *row);
/* The same against another subject; in processor time if both use it. */
void throng_bench_time_pair(throng_bench *bench, const throng_bench_subject *subject,
                            const throng_bench_subject *other, const char *name, throng_bench_row *row);
/* Times frames against a baseline and adds the row; part: the share of the work that the baseline does. */
void throng_bench_add_baseline(throng_bench *bench, const throng_bench_subject *subject,
                               const throng_bench_runner *baseline, const char *name, double part);
/* All other variants: checks for equal bits, and times them against the first one according to the flags. */
void throng_bench_vary(throng_bench *bench, const throng_bench_subject *first);
/* The median time of a function of a contender, by the clock of its row. */
double throng_bench_seconds_of(const throng_bench *bench, int32_t cpu_clock, void (*run)(void *contender),
                               void *contender);
/* Reports a mistake in a scene, and counts it. */
void throng_bench_mistake(throng_bench *bench, const char *scene, const char *format, ...)
    THRONG_BENCH_PRINTF(3, 4);

/* Continues a hash by `count` words of 32 bits. */
uint64_t throng_bench_hash(uint64_t hash, const void *words, size_t count);
/* Seconds of processor time, or of wall time. */
double throng_bench_seconds(int32_t cpu_clock);

#endif
