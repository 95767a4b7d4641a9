/* What takes part in the workload "crowd": agents that walk past each other, and past blocks. C++ reads it
 * too. */
#ifndef THRONG_BENCH_SUITE_CROWD_H
#define THRONG_BENCH_SUITE_CROWD_H

#include <throng/throng.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_bench_pair {
    float x, y;
} throng_bench_pair;

/* Everyone is alike, but for places and wishes. */
typedef struct throng_bench_people {
    int32_t count, max_neighbors;
    int32_t settling;                                     /* steps from rest to the start */
    float radius, max_speed, neighbor_dist, time_horizon; /* the horizon of obstacles, too */
    float dt;
    throng_bench_pair *places, *velocities; /* at the start, where they are put back to now and then */
    throng_bench_pair *wishes;              /* preferred velocities */
    throng_bench_pair *goals;               /* to which these lead from the start; NULL: to none */
    throng_vertex *corners;                 /* four for each block */
    int32_t blocks;
    throng_perception perception;
    int32_t congestion;
} throng_bench_people;

/* ORCA as one would write it without a library: a grid of cells as wide as neighbor_dist, then agent by agent
 * the nearest of nine cells and the linear programs, in floats. Without perception.
 * `memory` has throng_bench_avoid_bytes(). */
size_t throng_bench_avoid_bytes(const throng_bench_people *people);
void throng_bench_avoid_fill(const throng_bench_people *people, const throng_bench_pair *places,
                             const throng_bench_pair *velocities, void *memory);
/* The first `count` agents get new velocities and places, by the grid as it was filled. */
void throng_bench_avoid(const throng_bench_people *people, int32_t count, throng_bench_pair *places,
                        throng_bench_pair *velocities, void *memory);

/* Another library, where it was found. */
typedef struct throng_bench_outside {
    const char *name, *word;
    double seconds;       /* about, for an agent and a step */
    int32_t other_method; /* 1: its velocities are its own, and it knows no blocks */
    void *(*open)(const throng_bench_people *people); /* NULL: it cannot do it */
    void (*close)(void *simulator);
    void (*put_back)(void *simulator, const throng_bench_people *people);
    void (*step)(void *simulator, throng_bench_pair *places);
    void (*velocities)(void *simulator, throng_bench_pair *velocities);
} throng_bench_outside;
extern const throng_bench_outside throng_bench_rvo, throng_bench_detour;

#ifdef __cplusplus
}
#endif

#endif
