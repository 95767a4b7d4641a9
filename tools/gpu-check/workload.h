/* What gpu-check times and compares: for each operation a world of a given size whose inputs change each
 * frame. */
#ifndef GPU_CHECK_WORKLOAD_H
#define GPU_CHECK_WORKLOAD_H

#include <throng/throng.h>

typedef struct place {
    float x, y;
} place;

/* What a workload keeps while it runs. read() fills `values`, whose bytes are compared between backends. */
typedef struct world {
    throng_context *context;
    int32_t size;
    uint32_t random;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_influence *map;
    throng_potential *field;
    throng_trace *trace;
    throng_measure *measure;
    throng_crowd *crowd;
    place *places[2]; /* positions in even and in odd frames */
    void *values, *inputs;
    size_t bytes; /* of values */
} world;

typedef struct workload {
    const char *name, *operation, *size_is;
    int32_t small, bits; /* sizes to see that it runs, and for comparisons of bits */
    throng_status (*make)(world *w);
    throng_status (*update)(world *w, int32_t frame); /* as much as a frame changes, enqueued */
    throng_status (*read)(world *w);
    throng_status (*hash)(world *w, uint64_t *hash); /* NULL: of `values` */
} workload;

extern const workload crowd_workloads[], map_workloads[], field_workloads[];
extern const int crowd_workload_count, map_workload_count, field_workload_count;

/* ---- workload.c, for the files above: 0 <= number < 1, exact; memory or the end of the program; two sets of
 * `count` places near each other on a square of that side; ground with a wall in one cell of eight, and what
 * to make of a coordinate to stand in the middle of a free cell there. */
float world_random(world *w);
void *world_memory(size_t count, size_t size);
void world_places(world *w, int32_t count, float side, float apart);
throng_status world_ground(world *w, int32_t side);
float world_free(float coordinate);
int32_t world_side(double area); /* of a square */

#endif
