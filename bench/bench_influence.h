/* What takes part in the workload "influence": maps of the library (contenders) and naive code (peers). */
#ifndef THRONG_BENCH_INFLUENCE_H
#define THRONG_BENCH_INFLUENCE_H

#include "bench.h"

typedef struct throng_bench_scene {
    const char *name;
    int32_t side, objects, distance;
    throng_decay decay;
    int32_t flags; /* of bench_influence.c */
} throng_bench_scene;

/* A scene at work. */
typedef struct throng_bench_run {
    throng_bench *bench;
    const throng_bench_scene *scene;
    float *values; /* room for the whole map */
    uint64_t hash; /* of the first contender */
    int32_t variants, mistakes;
} throng_bench_run;

/* What the hooks of a context keep. */
typedef struct throng_bench_counter {
    int64_t allocations;
    char message[256];
} throng_bench_counter;

typedef struct throng_bench_contender {
    const throng_bench_field *field;
    throng_context *context;
    throng_influence *map;
    throng_backend backend;
    throng_isa isa;
    int32_t threads; /* 0: a device that is no processor */
    int32_t place;   /* where the objects are */
    int32_t cpu_clock;
    throng_bench_counter *counter;
    char device[128];
    uint64_t hash;
} throng_bench_contender;

/* 0 where there is no such device, which is told once. */
int32_t throng_bench_contender_make(throng_bench_contender *c, throng_bench_run *run,
                                    const throng_bench_field *field, throng_backend backend, throng_isa isa,
                                    int32_t threads);
void throng_bench_contender_release(throng_bench_contender *c);
/* Of the map with all objects at their first place. */
void throng_bench_contender_hash(throng_bench_contender *c, throng_bench_run *run);
/* A runner: move, update, wait. data is a contender. */
double throng_bench_frames(void *data, int32_t repeats);
void throng_bench_memory(throng_bench_run *run, const throng_bench_contender *c, throng_bench_row *row);
void throng_bench_cpu_parts(throng_bench_run *run, const throng_bench_contender *c, throng_bench_row *row);
void throng_bench_opencl_parts(throng_bench_run *run, throng_bench_contender *c, throng_bench_row *row);
void throng_bench_mistake(throng_bench_run *run, const char *format, ...) THRONG_BENCH_PRINTF(2, 3);

typedef struct throng_bench_peer {
    const throng_bench_field *field;
    throng_bench_naive *add;
    throng_influence_object *objects;
    float *values;
    int32_t count; /* of the objects that it works on */
    double part;   /* of the pairs that these make */
    int32_t place, cpu_clock;
} throng_bench_peer;

void throng_bench_peer_make(throng_bench_peer *peer, const throng_bench *bench,
                            const throng_bench_field *field, throng_bench_naive *add);
void throng_bench_peer_release(throng_bench_peer *peer);
/* A runner: clear, move, add; what is added counts for all pairs. data is a peer. */
double throng_bench_peer_frames(void *data, int32_t repeats);
/* That it computes what the library does, apart from rounding. */
void throng_bench_peer_check(throng_bench_peer *peer, throng_bench_run *run, const throng_bench_contender *c,
                             const char *name);
/* 1 where the branchless form is the faster one with fast math. */
int32_t throng_bench_peer_prefers_lanes(const throng_bench *bench, const throng_bench_field *field);

#endif
