/* Frames of all operations in any size, for the workloads that look at many sizes: "choice" and "growth". */
#ifndef THRONG_BENCH_SUITE_FRAMES_H
#define THRONG_BENCH_SUITE_FRAMES_H

#include "bench/suite/runner.h"

/* PLAY_CHOSEN: as many of them choose a backend by themselves. */
enum {
    PLAY_INFLUENCE,
    PLAY_PATHS,
    PLAY_ADJACENT,
    PLAY_FLOW,
    PLAY_POTENTIAL,
    PLAY_CHOQUET,
    PLAY_CROWD,
    PLAY_PERCEPTION,
    PLAY_CHOSEN,
    PLAY_QUERY = PLAY_CHOSEN,
    PLAY_TRACE,
    PLAY_ROUTE,
    PLAY_ASTAR,
    PLAY_WALLS,
    PLAY_COMBINE,
    PLAY_REGIONS,
    PLAY_READ,
    PLAY_KINDS
};

/* ground: sides of maps, or sources of fields; count: of objects, fields, points, rows, agents, paths or
 * routes; each: how far an object reaches, how many sources are in range of a point, types, neighbours, or
 * layers to combine. */
typedef struct throng_bench_play {
    int32_t kind, ground, count, each;
    int32_t other_traffic; /* 1: of flows all is read, of maps, fields and crowds nothing */
    float *places[2];      /* of what moves */
    throng_influence_object *objects;
    throng_potential_source *sources;
    throng_potential_point *points;
    throng_agent_def *agents;
    throng_point *asking;
    throng_trace_start *starts;
    throng_cell_pair *pairs;
    throng_region *regions;
    uint8_t *blocked; /* of walls that are edited, two layouts */
    float *rows;
} throng_bench_play;

/* Makes what the kind needs; kind, ground, count and each are there. */
void throng_bench_play_make(throng_bench_play *s);
void throng_bench_play_release(throng_bench_play *s);
/* A work of frames, without scene, sizes and flags. */
throng_bench_work throng_bench_play_work(const throng_bench_play *play);
/* Where an object of an automatic context would go; made for kinds below PLAY_CHOSEN. */
throng_selection throng_bench_play_explain(const throng_bench_play *play, throng_context *context);
const char *throng_bench_play_name(int32_t kind);

#endif
