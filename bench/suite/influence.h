/* What takes part in the workload "influence": maps of the library (contenders) and naive code
 * (baselines). */
#ifndef THRONG_BENCH_SUITE_INFLUENCE_H
#define THRONG_BENCH_SUITE_INFLUENCE_H

#include "bench/suite/runner.h"

typedef struct throng_bench_map {
    const throng_bench_objects *field;
    throng_context *context;
    throng_influence *map;
    float *values; /* room for the whole map */
    int32_t place; /* where the objects are */
} throng_bench_map;

/* Scenes with layers, listed or run. */
void throng_bench_run_layers(throng_bench *bench);

/* A map with a field's objects; data is that throng_bench_field. */
void *throng_bench_map_open(const void *data, throng_context *context);
void throng_bench_map_close(void *map);
/* All objects go to that place, and the map is brought up to date and read. */
void throng_bench_map_driver(throng_bench_map *map, int32_t place);

typedef struct throng_bench_baseline {
    const throng_bench_objects *field;
    throng_bench_naive *add;
    throng_influence_object *objects;
    float *values;
    int32_t count; /* of the objects that it works on */
    double part;   /* of the pairs that these make */
    int32_t place, cpu_clock;
} throng_bench_baseline;

void throng_bench_baseline_make(throng_bench_baseline *baseline, const throng_bench *bench,
                                const throng_bench_objects *field, throng_bench_naive *add);
void throng_bench_baseline_release(throng_bench_baseline *baseline);
/* A runner: clear, move, add; what is added counts for all pairs. data is a baseline. */
double throng_bench_baseline_frames(void *data, int32_t repeats);
/* That it computes what the library does, apart from rounding. */
void throng_bench_baseline_check(throng_bench *bench, throng_bench_baseline *baseline,
                                 const throng_bench_subject *subject, const char *name);
/* 1 where the branchless form is the faster one with fast math. */
int32_t throng_bench_baseline_prefers_lanes(const throng_bench *bench, const throng_bench_objects *field);

#endif
