/* Paths along a potential field: what they start from, and how they end. */
#ifndef THRONG_KERNELS_TRACE_LAYOUT_H
#define THRONG_KERNELS_TRACE_LAYOUT_H

#include "kernels/flow/query.h"
#include "kernels/potential/interaction.h"

/* How a path ended; numbered as throng_trace_status. */
#define TRACE_REACHED 0
#define TRACE_STUCK 1
#define TRACE_STEP_LIMIT 2
#define TRACE_OUTSIDE 3
#define TRACE_UNREACHABLE 4
#define TRACE_INVALID 5
#define TRACE_RUNNING (-1)

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

/* On GPUs a work-item has one path, and little room for it. */
#if (defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)) && THRONG_WIDTH == 1
#define TRACE_SCALAR 1
#else
#define TRACE_SCALAR 0
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
    THRONG_GLOBAL const int32_t *lists;        /* of sources: by tile, ascending */
    THRONG_GLOBAL const uint32_t *list_starts; /* where a tile's list begins */
    THRONG_GLOBAL const uint32_t *walls;
    THRONG_GLOBAL const float *measure;
    THRONG_GLOBAL const void *flow; /* the keys of its fields */
    THRONG_GLOBAL const trace_start *starts;
    THRONG_GLOBAL const int32_t *order; /* in which starts are taken; NULL: by their index */
    THRONG_GLOBAL trace_result *results;
    THRONG_GLOBAL float *points; /* x, y: max_steps + 1 of each path */
#if TRACE_SCALAR
    __local volatile const trace_plan *plan; /* see trace_terrain() */
#endif
} trace_field;

/* Parts of the plan. On GPUs they are read again wherever they are asked for, out of memory of which no
 * compiler can know that it stays what it is: what it would make of them in front of all steps takes dozens
 * of registers. */
static inline potential_terrain trace_terrain(const trace_field *f, const trace_plan *plan)
{
#if TRACE_SCALAR
    __local volatile const potential_terrain *from = &f->plan->field.terrain;
    potential_terrain t;
    (void)plan;
    t.columns = from->columns;
    t.rows = from->rows;
    t.pitch = from->pitch;
    t.each = from->each;
    t.cell = from->cell;
    t.per_cell = from->per_cell;
    t.eta = from->eta;
    t.range = from->range;
    t.inverse = from->inverse;
    t.nearest = from->nearest;
    return t;
#else
    (void)f;
    return plan->field.terrain;
#endif
}

static inline int32_t trace_max_steps(const trace_field *f, const trace_plan *plan)
{
#if TRACE_SCALAR
    (void)plan;
    return f->plan->max_steps;
#else
    (void)f;
    return plan->max_steps;
#endif
}

/* Its tiles, and how far lists reach. */
static inline potential_plan trace_tiles(const trace_field *f, const trace_plan *plan)
{
#if TRACE_SCALAR
    __local volatile const potential_plan *from = &f->plan->field;
    potential_plan p;
    (void)plan;
    p.left = from->left;
    p.top = from->top;
    p.per_x = from->per_x;
    p.per_y = from->per_y;
    p.columns = from->columns;
    p.rows = from->rows;
    p.skin = from->skin;
    return p;
#else
    (void)f;
    return plan->field;
#endif
}

/* The flow's plan, which is not hexagonal. */
static inline flow_plan trace_flow_plan(const trace_field *f, const trace_plan *plan)
{
    flow_plan flow;
#if TRACE_SCALAR
    __local volatile const flow_plan *from = &f->plan->flow;
    (void)plan;
    flow.width = from->width;
    flow.height = from->height;
    flow.grid = from->grid;
    flow.tile_columns = from->tile_columns;
    flow.tile_rows = from->tile_rows;
    flow.tiles_x = from->tiles_x;
    flow.tiles_y = from->tiles_y;
    flow.pitch = from->pitch;
    flow.widest = from->widest;
#else
    flow = plan->flow;
    (void)f;
#endif
    flow.grid = flow.grid == GRID_SQUARE8 ? GRID_SQUARE8 : GRID_SQUARE4;
    return flow;
}

#define TRACE_WATCH_STEPS 32  /* steps after which a path has to be somewhere else */
#define TRACE_HILL_CAPACITY 8 /* hills of a path, at a time */
#define TRACE_MAX_HILLS 64
#define TRACE_MIN_STEP 3.81469727e-6f /* 2^-18: the least part of a coordinate that a step may be */

#endif
