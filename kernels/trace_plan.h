/* Paths along a potential field: what they start from, and how they end. */
#ifndef THRONG_TRACE_PLAN_H
#define THRONG_TRACE_PLAN_H

#include "flow_query.h"
#include "potential_joint.h"

/* How a path ended; numbered as throng_trace_status. */
#define TRACE_REACHED 0
#define TRACE_STUCK 1
#define TRACE_STEP_LIMIT 2
#define TRACE_OUTSIDE 3
#define TRACE_UNREACHABLE 4
#define TRACE_INVALID 5
#define TRACE_GOING (-1)

/* Escapes; numbered as throng_escape. */
#define TRACE_STAY 0
#define TRACE_FLOW 1
#define TRACE_HILLS 2

/* These two are as in throng.h. */
typedef struct trace_start {
    float x, y, speed;
    int32_t goal, world, flow_field;
} trace_start;

typedef struct trace_result {
    int32_t status, steps;
    float length, damage, x, y;
    int32_t escapes;
} trace_result;

/* The measure's types: on devices a constant of the program. */
#ifdef POTENTIAL_TYPES
#define POTENTIAL_TYPES_OF(plan) POTENTIAL_TYPES
#else
#define POTENTIAL_TYPES_OF(plan) ((plan)->types)
#endif

typedef struct trace_plan {
    potential_plan field; /* its lists reach a skin farther than sources do */
    flow_plan flow;       /* of the escape by flow */
    int32_t max_steps;
    int32_t keep; /* 1: points are kept */
    int32_t escape;
    float hill_range;
    float walls_skin; /* walls are looked up again sooner, for there are many: at most the field's skin */
} trace_plan;

typedef struct trace_field {
    THRONG_GLOBAL const potential_source *sources;
    THRONG_GLOBAL const potential_goal *goals;
    THRONG_GLOBAL const int32_t *lists;   /* of sources: by tile, ascending */
    THRONG_GLOBAL const uint32_t *listed; /* where a tile's list begins */
    THRONG_GLOBAL const uint32_t *walls;
    THRONG_GLOBAL const float *measure;
    THRONG_GLOBAL const void *flow; /* the keys of its fields */
    THRONG_GLOBAL const trace_start *starts;
    THRONG_GLOBAL const int32_t *order; /* in which starts are taken; NULL: by their index */
    THRONG_GLOBAL trace_result *results;
    THRONG_GLOBAL float *points; /* x, y: max_steps + 1 of each path */
} trace_field;

#define TRACE_WINDOW 32   /* steps after which a path has to be somewhere else */
#define TRACE_HILL_ROOM 8 /* hills of a path, at a time */
#define TRACE_HILLS_IN_ALL 64
#define TRACE_NARROW 3.81469727e-6f /* 2^-18: the least part of a coordinate that a step may be */

#endif
