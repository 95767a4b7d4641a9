/* Where the agents of the workload "crowd" start. */
#ifndef THRONG_BENCH_SUITE_CROWD_SCENE_H
#define THRONG_BENCH_SUITE_CROWD_SCENE_H

#include "bench/suite/crowd.h"

/* Beside those of bench_work.h. */
enum {
    THRONG_BENCH_PERCEPTION = 16,
    THRONG_BENCH_BLOCKS = 32,
    THRONG_BENCH_CLUSTERS = 64,
    THRONG_BENCH_SHUFFLED = 128,
    THRONG_BENCH_LATTICE = 256,
    THRONG_BENCH_LINE = 512,
    THRONG_BENCH_CIRCLE = 1024,  /* of examples/crowd */
    THRONG_BENCH_CROSSING = 2048 /* the scene "blocks" of examples/crowd */
};

typedef struct throng_bench_crowd_scene {
    const char *name;
    int32_t agents;
    float spacing; /* in radii, which are 1 but in the crossing */
    int32_t flags;
} throng_bench_crowd_scene;

/* At rest, before they have settled. */
void throng_bench_make_people(throng_bench_people *people, const throng_bench_crowd_scene *scene);
/* From where they are to their goals, if they have any. */
void throng_bench_aim_people(throng_bench_people *people);

#endif
