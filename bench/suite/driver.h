/* Workload drivers: frames of all operations in any size, for "choice" and "growth", which have many
 * sizes. */
#ifndef THRONG_BENCH_SUITE_DRIVER_H
#define THRONG_BENCH_SUITE_DRIVER_H

#include "bench/suite/runner.h"

/* DRIVER_CHOSEN: so many of them select a backend automatically. */
enum {
    DRIVER_INFLUENCE,
    DRIVER_PATHS,
    DRIVER_ADJACENT,
    DRIVER_FLOW,
    DRIVER_POTENTIAL,
    DRIVER_CHOQUET,
    DRIVER_CROWD,
    DRIVER_PERCEPTION,
    DRIVER_CHOSEN,
    DRIVER_QUERY = DRIVER_CHOSEN,
    DRIVER_TRACE,
    DRIVER_ROUTE,
    DRIVER_ASTAR,
    DRIVER_WALLS,
    DRIVER_COMBINE,
    DRIVER_REGIONS,
    DRIVER_READ,
    DRIVER_KINDS
};

/* ground: sides of maps, or sources of fields; count: of objects, fields, points, rows, agents, paths or
 * routes; each: how far an object reaches, how many sources are in range of a point, types, neighbours, or
 * layers to combine. */
typedef struct throng_bench_driver {
    int32_t kind, ground, count, each;
    int32_t other_traffic; /* 1: all of a flow is read, and nothing of maps, fields and crowds */
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
} throng_bench_driver;

/* Makes what the kind needs; kind, ground, count and each are set. */
void throng_bench_driver_make(throng_bench_driver *s);
void throng_bench_driver_release(throng_bench_driver *s);
/* A work of frames, without scene, sizes and flags. */
throng_bench_work throng_bench_driver_work(const throng_bench_driver *driver);
/* The backend that an automatic context would select; made for kinds below DRIVER_CHOSEN. */
throng_selection throng_bench_driver_explain(const throng_bench_driver *driver, throng_context *context);
const char *throng_bench_driver_name(int32_t kind);

#endif
