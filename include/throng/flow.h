/* Fields of shortest paths: many agents on their way to one goal, or to the nearest of several. Part of
 * throng.h, whose conventions hold.
 *
 * A field holds for every cell of a map the exact length of the shortest path to the nearest of its goal
 * cells (an integration field), and with it the step that leads there (a flow field; Treuille, Cooper and
 * Popovic 2006 and Emerson 2013 have the idea, here with exact lengths in place of the eikonal
 * equation's). Lengths are those of throng_terrain_distances(), bit by bit. One object holds many fields,
 * each with goals of its own, and brings all of them up to date in one call. */
#ifndef THRONG_PUBLIC_FLOW_H
#define THRONG_PUBLIC_FLOW_H

#include "dispatch.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

#define THRONG_MAX_FLOW_FIELDS 65536

/* Directions count clockwise from right: 0 right, 1 right and down, 2 down, ... 7 right and up. SQUARE4 has
 * the even ones, HEX (whose 1, 3, 5 and 7 lead to the rows below and above) has neither 2 nor 6. */
typedef uint8_t throng_flow_direction;
enum {
    THRONG_FLOW_GOAL = 8,  /* the cell is a goal */
    THRONG_FLOW_NONE = 255 /* blocked, or no path leads from it to a goal */
};

/* Shortest paths to goals, on terrain. It counts among the terrain's maps. */
typedef struct throng_flow throng_flow;

typedef struct throng_flow_def {
    throng_terrain *terrain; /* fields have its columns, rows and worlds; worlds have no paths between them */
    throng_grid grid;        /* hexagonal: an even height where there are several worlds */
    int32_t fields;          /* 1..THRONG_MAX_FLOW_FIELDS, each with goals of its own */
    int32_t goal_capacity;   /* goal cells of a field, at most; 1..THRONG_MAX_CELLS */
    float cell_size;         /* of agents' coordinates, in world units: 1e-6..1e6 */
    throng_backend backend;  /* AUTO: the context's. Tracers and their flow are on one backend: name here that
                                of the potential field. A crowd goes where its flow is */
    throng_residency residency; /* HOST or INPUT; INPUT: agents ask, and fields are not read whole */
    uint32_t cookie;            /* set by the default function */
} throng_flow_def;

/* One field with room for one goal cell, cells of size 1, SQUARE8; the terrain is to be set. */
THRONG_API throng_flow_def throng_flow_default_def(void);
/* Creates fields without goals, which lead nowhere. On SQUARE8 a field takes about 5 bytes a cell on large
 * maps; small worlds have more border. Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, NO_DEVICE (backend is OPENCL
 * and the context has opened no device), and of devices BUILD_FAILED, OPENCL. */
THRONG_API throng_status throng_flow_create(throng_context *context, const throng_flow_def *def,
                                            throng_flow **flow);
/* Where such fields would go, and why. Errors: as create has them. */
THRONG_API throng_status throng_flow_explain(throng_context *context, const throng_flow_def *def,
                                             throng_selection *choice);
/* NULL is fine. Errors: INVALID_ARGUMENT (paths escape by it: destroy what traces them first). */
THRONG_API throng_status throng_flow_destroy(throng_flow *flow);

/* Makes these cells the goals of a field, in place of those that it had; count 0: none. Rows count as regions
 * of terrain do: those of world w are w*height to (w+1)*height-1, and a goal serves its own world. A cell may
 * be named twice. One that is blocked at an update is no goal as long as it is. stride: bytes from cell to
 * cell, 0: packed. Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST,
 * OPENCL. */
THRONG_API throng_status throng_flow_set_goals(throng_flow *flow, int32_t field, int32_t count,
                                               const throng_cell *cells, size_t stride);

/* Brings the fields up to date whose goals were set since the last update, and where the terrain changed all
 * of them; does nothing where neither did. On a device the work is enqueued and not awaited: what reads a
 * field waits for it, and may have to enqueue the rest of it. Allocates nothing, but for one case: where a
 * path of 19,000 cells or more is first met on SQUARE8, the keys of all fields double their size. Errors:
 * OUT_OF_MEMORY in that case (fields that are not up to date then lead nowhere until an update succeeds),
 * LOST, OPENCL. */
THRONG_API throng_status throng_flow_update(throng_flow *flow);

/* Copies lengths of a region (NULL: all cells), as of the last update, row by row: in cells, a + b*sqrt(2)
 * exact and rounded once, 0 in goals, -1 where no path is. row_stride: bytes from row to row, 0: packed.
 * Errors: INVALID_ARGUMENT, LOST, OPENCL, on a device OUT_OF_MEMORY and BUILD_FAILED where keys double. */
THRONG_API throng_status throng_flow_read_lengths(throng_flow *flow, int32_t field,
                                                  const throng_region *region, float *lengths,
                                                  size_t row_stride);
/* The same for directions: the step out of a cell that begins a shortest path, of several the one with the
 * lowest number. Following them from cell to cell one gets to a goal by a path of the cell's length. */
THRONG_API throng_status throng_flow_read_directions(throng_flow *flow, int32_t field,
                                                     const throng_region *region,
                                                     throng_flow_direction *directions, size_t row_stride);

typedef struct throng_flow_point {
    float x, y;    /* world units, within 1e9 and within 1e9 cells */
    int32_t world; /* 0 .. worlds-1 */
    int32_t field;
} throng_flow_point;

typedef struct throng_flow_vector {
    float dx, dy; /* a unit vector; (0, 0) in goals and where no path is */
    float length; /* of the path from the agent's cell, in cells; -1 in walls, off the map, without a path */
} throng_flow_vector;

/* How an agent goes. */
typedef int32_t throng_flow_sampling;
enum {
    /* By the step of the cell that it stands in: all agents in a cell go the same way. On square grids the
     * next cell's length of that way meets free cells alone. */
    THRONG_FLOW_SAMPLE_CELL = 0,
    /* Smoothly: by the mean of the steps of the nearest centres, weighted so that the agent is their mean
     * place (bilinear, on hexagonal grids linear in a triangle), where they agree (their sum is at least half
     * a cell long) and all neighbouring cells that lie on that side of the agent's are reached by the field;
     * elsewhere, beside walls, towards the centre of the next cell. Either way the next cell's length of it
     * (on hexagonal grids the next half cell's) meets free cells alone, and goes around no cut corner. */
    THRONG_FLOW_SAMPLE_SMOOTH = 1
};

/* The ways of many agents, as of the last update. An agent stands in the cell of the nearest centre. stride:
 * bytes from agent to agent, 0: packed. Errors: INVALID_ARGUMENT (the message has the agent), LOST, OPENCL,
 * on a device OUT_OF_MEMORY. */
THRONG_API throng_status throng_flow_sample(throng_flow *flow, throng_flow_sampling manner, int32_t count,
                                            const throng_flow_point *agents, size_t stride,
                                            throng_flow_vector *ways);

/* Takes all goals away; the fields lead nowhere. After a device failed, also makes its storage anew. Errors:
 * OUT_OF_MEMORY, OPENCL. */
THRONG_API throng_status throng_flow_reset(throng_flow *flow);

typedef struct throng_flow_info {
    throng_backend backend; /* where the fields live */
    int32_t lost;           /* 1: the device failed; throng_flow_reset */
    uint64_t host_bytes;    /* memory from the allocator */
    uint64_t device_bytes;  /* memory on the device */
    double kernel_seconds;  /* kernels on the device since the last update; 0 unless the context profiles */
} throng_flow_info;
/* Where the context profiles, waits for the last update. */
THRONG_API throng_status throng_flow_get_info(throng_flow *flow, throng_flow_info *info);

#ifdef __cplusplus
}
#endif

#endif
