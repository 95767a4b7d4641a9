/* Data layout of path tracing along a potential field: starts, results, plan and inputs. */
#ifndef THRONG_KERNELS_TRACE_LAYOUT_H
#define THRONG_KERNELS_TRACE_LAYOUT_H

#include "kernels/flow/query.h"
#include "kernels/potential/interaction.h"

/* End states of a path, numbered as throng_trace_status. */
#define TRACE_REACHED 0
#define TRACE_STUCK 1
#define TRACE_STEP_LIMIT 2
#define TRACE_OUTSIDE 3
#define TRACE_UNREACHABLE 4
#define TRACE_INVALID 5
#define TRACE_RUNNING (-1)

/* Escape modes, numbered as throng_escape. */
#define TRACE_STAY 0
#define TRACE_FLOW 1
#define TRACE_HILLS 2

/* These two have the layout of the public structs. */
typedef struct trace_start {
    float x, y, speed;
    int32_t goal, world, flow_field;
} trace_start;

typedef struct trace_result {
    int32_t status, steps;
    float length, damage, x, y;
    int32_t escapes;
} trace_result;

/* Number of types of the fuzzy measure; on OpenCL devices a compile-time constant. */
#ifdef POTENTIAL_TYPES
#define POTENTIAL_TYPES_OF(plan) POTENTIAL_TYPES
#else
#define POTENTIAL_TYPES_OF(plan) ((plan)->types)
#endif

/* On GPUs a work-item traces one path, with little private memory. */
#if (defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)) && THRONG_WIDTH == 1
#define TRACE_SCALAR 1
#else
#define TRACE_SCALAR 0
#endif

typedef struct trace_plan {
    potential_plan field; /* its source lists reach plan.skin farther than the sources do */
    flow_plan flow;       /* flow field of TRACE_FLOW */
    int32_t max_steps;
    int32_t keep; /* 1: records all points */
    int32_t escape;
    float hill_range;
    float walls_skin; /* skin of the wall lists: smaller than the field's, since walls are many */
    int32_t round;    /* GPUs: steps between looks around */
} trace_plan;

typedef struct trace_field {
    THRONG_GLOBAL const potential_source *sources;
    THRONG_GLOBAL const potential_goal *goals;
    THRONG_GLOBAL const int32_t *lists;        /* sources by tile, ascending */
    THRONG_GLOBAL const uint32_t *list_starts; /* start of each tile's list */
    THRONG_GLOBAL const uint32_t *walls;
    THRONG_GLOBAL const float *measure;
    THRONG_GLOBAL const void *flow; /* path keys of the flow fields */
    THRONG_GLOBAL const trace_start *starts;
    THRONG_GLOBAL const int32_t *order; /* order of the starts; NULL: by index */
    THRONG_GLOBAL trace_result *results;
    THRONG_GLOBAL float *points; /* x, y of max_steps + 1 points per path */
#if TRACE_SCALAR
    __local volatile const trace_plan *plan; /* see trace_terrain() */
#endif
} trace_field;

/* Accessors to parts of the plan. On GPUs they read volatile local memory each time: a compiler that hoists
 * the values and what it derives from them out of the step loop uses dozens of registers more. */
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

static inline int32_t trace_round(const trace_field *f, const trace_plan *plan)
{
#if TRACE_SCALAR
    (void)plan;
    return f->plan->round;
#else
    (void)f;
    return plan->round;
#endif
}

/* The tiles and the skin. */
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

/* The flow field's plan; its grid is a square one. */
static inline flow_plan trace_flow_plan(const trace_field *f, const trace_plan *plan)
{
    flow_plan flow;
#if TRACE_SCALAR
    __local volatile const flow_plan *from = &f->plan->flow;
    (void)plan;
    flow.width = from->width;
    flow.height = from->height;
    flow.worlds = from->worlds;
    flow.layers = from->layers;
    flow.grid = from->grid;
    flow.tile_columns = from->tile_columns;
    flow.tile_rows = from->tile_rows;
    flow.tiles_x = from->tiles_x;
    flow.tiles_y = from->tiles_y;
    flow.pitch = from->pitch;
    flow.widest = from->widest;
    flow.flags = TRACE_GROUND ? from->flags : 0;
    flow.classes = from->classes;
    flow.fields = from->fields;
    flow.first_column = flow.first_row = 0;
    flow.per_column = from->per_column;
    flow.per_row = from->per_row;
#else
    flow = plan->flow;
    (void)f;
#endif
    flow.grid = flow.grid == GRID_SQUARE8 ? GRID_SQUARE8 : GRID_SQUARE4;
    return flow;
}

#define TRACE_WATCH_STEPS 32  /* steps between progress checks */
#define TRACE_HILL_CAPACITY 8 /* hills of a path at a time */
#define TRACE_MAX_HILLS 64
#define TRACE_MIN_STEP 3.81469727e-6f /* 2^-18: smallest step, relative to a coordinate */

#endif
