/* The moving obstacles of a crowd: what its files share. */
#ifndef THRONG_CROWD_MOVING_OBSTACLES_H
#define THRONG_CROWD_MOVING_OBSTACLES_H

#include "src/crowd/agents.h"

struct crowd_wall;

/* A slot, as snapshots have it too; it has no padding. In front: what callers give. */
typedef struct throng_moving_slot {
    throng_obstacle_motion motion; /* the heading is of length 1 */
    uint32_t generation;           /* odd while it is there */
    int32_t vertices, next;        /* next: of a free one the next free one; -1 */
    int32_t unused;
} throng_moving_slot;

/* ---- src/crowd/moving.c */
/* 0: the motion of an obstacle that reaches so far from its place is right; else the member that is not. */
const char *throng_crowd_wrong_motion(const throng_crowd *crowd, const throng_obstacle_motion *motion,
                                      float reach, double *given);
void throng_crowd_moving_release(throng_crowd *crowd);
void throng_crowd_moving_forget(throng_crowd *crowd); /* all of them */
size_t throng_crowd_moving_bytes(const throng_crowd *crowd);
/* For snapshots: size, write, read. What is read has been checked. */
void throng_crowd_moving_saved(const throng_crowd *crowd, int32_t *slots, int32_t *vertices, int32_t *free);
void throng_crowd_moving_save(const throng_crowd *crowd, unsigned char *to);
throng_status throng_crowd_moving_reserve(throng_crowd *crowd, int32_t slots); /* changes nothing else */
void throng_crowd_moving_restore(throng_crowd *crowd, const unsigned char *from, int32_t slots,
                                 int32_t vertices, int32_t free);

/* ---- src/crowd/moving_walls.c: in the form that backends are given, for steps of dt. */
typedef struct throng_moving_build {
    struct crowd_moving *all;
    int32_t count, walls;
    size_t bytes;
} throng_moving_build;

/* src/crowd/moving.c: those that there are now, built where they have changed. */
throng_moving_build throng_crowd_moving_now(throng_crowd *crowd, float dt);
/* Passes them to the backend if they have changed. */
throng_status throng_crowd_flush_moving(throng_crowd *crowd);

/* What building takes, too much for the stacks of some hosts. */
typedef struct throng_hull_point {
    float x, y;
} throng_hull_point;

typedef union throng_moving_scratch {
    throng_vertex_double world[THRONG_MAX_MOVING_VERTICES]; /* of one obstacle */
    struct {
        throng_hull_point points[THRONG_MAX_MOVING_VERTICES], corners[2 * THRONG_MAX_MOVING_VERTICES];
    } hull;
} throng_moving_scratch;

/* Bytes of the largest there can be. */
size_t throng_crowd_moving_most(void);
/* memory: throng_crowd_moving_most() bytes; vertices: of all slots. */
throng_moving_build throng_crowd_moving_build(const throng_crowd *crowd, void *memory,
                                              throng_moving_scratch *scratch, const throng_moving_slot *all,
                                              int32_t slots, const throng_vertex *vertices, float dt);

/* Vertices, one after the other: how far they reach from (0, 0), and whether there are two that are not at
 * one point. All zero: none so far. */
typedef struct throng_outline {
    throng_vertex first;
    int32_t count, extended;
    float square; /* of the reach */
} throng_outline;
void throng_outline_add(throng_outline *outline, throng_vertex v);
float throng_outline_reach(const throng_outline *outline);

/* ---- src/crowd/obstacles.c: cuts a polygon into walls, at most as many as it has vertices; how many. */
int32_t throng_crowd_cut(const throng_crowd *crowd, int32_t count, const throng_vertex_double *vertices,
                         struct crowd_wall *walls);

#endif
