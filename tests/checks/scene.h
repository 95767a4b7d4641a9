/* Small worlds that go once through every call on influence maps, for the checks that run throng under a
 * tool: the same steps on any context give the same values. */
#ifndef THRONG_TESTS_CHECKS_SCENE_H
#define THRONG_TESTS_CHECKS_SCENE_H

#include <throng/throng.h>

typedef struct scene {
    const char *name;
    int32_t width, height, layers, objects;
    throng_grid grid;
    float cell_size, distance, momentum;
    int32_t whole; /* 1: objects and walls are set and moved all at once, never in part */
    throng_propagation propagation;
    int32_t types;  /* of a measure that joins rows of numbers beside the map, 0: none */
    int32_t paths;  /* 1: and paths along the potential field that has this measure */
    int32_t crowds; /* 1: crowds beside the map; 2: which fill no buffer part by part */
} scene;

extern const scene scenes[];
extern const int scene_count;

/* How many values scene_play() writes. */
size_t scene_size(const scene *s);
/* Which operation the value with that index is a result of. */
const char *scene_operation(const scene *s, size_t index);
/* *terrain: NULL where influence goes through walls. */
throng_status scene_create(throng_context *context, const scene *s, throng_terrain **terrain,
                           throng_influence **map);
void scene_destroy(throng_terrain *terrain, throng_influence *map);
/* The steps, on a map that is new or was reset. The first call that fails ends them; *step names it. */
throng_status scene_play(throng_context *context, throng_influence *map, throng_terrain *terrain,
                         const scene *s, float *values, const char **step);
/* How many calls scene_play() may repeat after they failed and left the map alive; the last such failure. */
extern int scene_retries;
extern throng_status scene_failure;

/* ---- scene_potential.c: beside the map, where there is a measure. */
size_t scene_potential_size(const scene *s);
throng_status scene_potential(throng_context *context, const scene *s, float *results, const char **step);
/* ---- scene_trace.c: along that field. */
size_t scene_trace_size(void);
throng_status scene_trace(throng_context *context, throng_terrain *terrain, throng_potential *field,
                          float *results, const char **step);
/* ---- scene_crowd.c: beside the map. */
size_t scene_crowd_size(void);
throng_status scene_crowd(throng_context *context, int32_t whole, float *results, const char **step);
/* ---- scene.c, for the files above: 0 <= share < 1, exact; whether a call may be repeated after it failed.
 */
float scene_share(uint32_t *state);
int scene_may_retry(throng_status status);

#endif
