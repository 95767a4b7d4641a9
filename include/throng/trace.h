/* Paths along a potential field. Part of throng.h, whose conventions hold.
 *
 * Yu, Li, Wang, Zhao 2014, "Interactive Path-planning Method Based on Artificial Potential Field in Game
 * Scenarios", section 2: from a start, steps of one length (the speed) along the force of potential.h, until
 * the goal is at most a step away; that is the last step then, and may be shorter. Many paths are traced at
 * once, each to a goal of its own, which alone pulls it. A path ends
 *   REACHED      in its goal
 *   STUCK        in a trap: there is no force; or the next step would meet a wall; or the path returns: 32
 *                steps after it was looked at it is within two steps of that place, or 32 steps or more after
 *                step 32, 64, 128, ... (counted from the start, or the last escape) within half a step of
 *                where it was then
 *   STEP_LIMIT   after max_steps
 *   OUTSIDE      where the next step would leave the map
 *   UNREACHABLE  where it was to escape by a flow that does not lead to a goal from there
 *   INVALID      before its first step: the start or the goal is in a wall or off the map, there is no such
 *                goal in the start's world, or the speed is below 2^-18 of one of their coordinates
 * With terrain, no step touches the inside of a blocked cell, nor goes between two cells that meet in a
 * corner where one of the other two there is blocked, however long it is.
 *
 * Damage is the sum over steps of length / speed times the damage at the step's end; the field's def says
 * whether there is any, and whether a measure joins it. */
#ifndef THRONG_PUBLIC_TRACE_H
#define THRONG_PUBLIC_TRACE_H

#include "flow.h"
#include "potential.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t throng_trace_status;
enum {
    THRONG_TRACE_REACHED = 0,
    THRONG_TRACE_STUCK = 1,
    THRONG_TRACE_STEP_LIMIT = 2,
    THRONG_TRACE_OUTSIDE = 3,
    THRONG_TRACE_UNREACHABLE = 4,
    THRONG_TRACE_INVALID = 5
};
/* "reached", "stuck", "step-limit", "outside", "unreachable", "invalid"; NULL: there is no such status. */
THRONG_API const char *throng_trace_status_name(throng_trace_status status);

/* What a path does in a trap. */
typedef int32_t throng_escape;
enum {
    THRONG_ESCAPE_NONE = 0, /* it ends */
    /* It follows a flow field (flow.h), from cell to cell, in steps of at most its speed, until the potential
     * is lower than anywhere since it last escaped, and for at least 4 steps, twice as many at each further
     * escape: where the flow leads to the goal the path gets there, if it may take enough steps. */
    THRONG_ESCAPE_FLOW = 1,
    /* It raises a hill there that repels it alone, half a step aside so that it gives way to one side, the
     * next time to the other: within r of its top, F = p * (1 - rho/r) away from it, where p is twice the
     * goal's pull in the trap; r is hill_range, or where the trap is on older hills twice that of the
     * widest one. A step that would meet a wall or the map's end goes along it, left, right, up or down,
     * where it may. Hills are gone once the goal is nearer than 3/4 of where it was nearest in a trap; or
     * where a wall stood between a trap and the goal, and in the next one none does. A path is stuck after
     * 8 hills at a time, or 64 in all. This needs no terrain, and promises nothing. */
    THRONG_ESCAPE_HILLS = 2
};

typedef struct throng_trace throng_trace;

typedef struct throng_trace_def {
    throng_potential
        *field; /* its sources, goals and terrain as they are at an update; its points do not matter */
    int32_t start_capacity; /* 0..2^24; 1024 */
    int32_t max_steps;      /* 1..2^24-1; 1000 */
    int32_t keep_points;    /* 1: all points of paths can be read, 8 * start_capacity * (max_steps + 1) bytes
                                hold them; 0: how they end is enough. 1 */
    throng_escape escape;   /* NONE */
    throng_flow *flow; /* for ESCAPE_FLOW: on the field's terrain and backend, of its cell_size, square */
    float hill_range;  /* for ESCAPE_HILLS: world units, above 1e-3, to 1e9; 4 */
    uint32_t cookie;   /* set by the default function */
} throng_trace_def;

typedef struct throng_trace_start {
    float x, y;         /* world units */
    float speed;        /* of a step: world units, 1e-12 to 1e9; also the distance gone per unit of time */
    int32_t goal;       /* a goal's index in the field */
    int32_t world;      /* 0 .. worlds-1 of the field */
    int32_t flow_field; /* for ESCAPE_FLOW: which of the flow's fields leads to the goal */
} throng_trace_start;

typedef struct throng_trace_result {
    throng_trace_status status;
    int32_t steps; /* there are so many points, and the start */
    float length;  /* world units: of all steps together */
    float damage;  /* see above; of either sign where the measure is, at most the largest float */
    float x, y;    /* where it ended */
    int32_t escapes;
} throng_trace_result;

typedef struct throng_trace_point {
    float x, y;
} throng_trace_point;

THRONG_API throng_trace_def throng_trace_default_def(void);
/* Creates a tracer without starts, on the field's backend. The field and the flow are to be destroyed after
 * it. Errors: INVALID_ARGUMENT (NULL, def not initialised, a value out of its range, a flow that does not
 * fit), OUT_OF_MEMORY, OPENCL, BUILD_FAILED. */
THRONG_API throng_status throng_trace_create(throng_context *context, const throng_trace_def *def,
                                             throng_trace **trace);
/* NULL is fine. Errors: INVALID_ARGUMENT (not a tracer, or other objects still use it). */
THRONG_API throng_status throng_trace_destroy(throng_trace *trace);

/* Replaces starts first .. first+count-1, adding those past the end; first must not exceed the present count.
 * stride: bytes from one to the next. Errors: INVALID_ARGUMENT (a value out of range: the message has index,
 * field, value), CAPACITY, LOST, OPENCL. */
THRONG_API throng_status throng_trace_set_starts(throng_trace *trace, int32_t first, int32_t count,
                                                 const throng_trace_start *starts, size_t stride);
/* Drops starts from the end: 0 <= count <= present count. Errors: INVALID_ARGUMENT, LOST. */
THRONG_API throng_status throng_trace_truncate_starts(throng_trace *trace, int32_t count);

/* Traces all paths, through the field as it was set last; brings the flow up to date before. The context's
 * threads share the paths. Work on a device is enqueued, not awaited, but for an update of the flow.
 * Errors: LOST (the tracer, its field or its flow), OPENCL, and of the flow's update OUT_OF_MEMORY. */
THRONG_API throng_status throng_trace_update(throng_trace *trace);

/* Copies how paths first .. first+count-1 ended at the last update; zeros, and INVALID, for starts that
 * were not there then. stride: bytes from one to the next. Waits for work that they depend on. Errors:
 * INVALID_ARGUMENT, LOST, OPENCL. */
THRONG_API throng_status throng_trace_read(throng_trace *trace, int32_t first, int32_t count,
                                           throng_trace_result *results, size_t stride);
/* Copies points first .. first+count-1 of each of the paths path .. path+paths-1 of the last update; a path
 * has steps + 1 points, point 0 is its start, and what is behind its last one is undefined; zeros for starts
 * that were not there then. stride: bytes from path to path, 0: packed. Errors: INVALID_ARGUMENT (no such
 * paths, or points; they are not kept), LOST, OPENCL. */
THRONG_API throng_status throng_trace_read_points(throng_trace *trace, int32_t path, int32_t paths,
                                                  int32_t first, int32_t count, throng_trace_point *points,
                                                  size_t stride);

/* Forgets all starts; brings a lost tracer back. Errors: OUT_OF_MEMORY, OPENCL: it is then lost, and reset
 * may be tried again. */
THRONG_API throng_status throng_trace_reset(throng_trace *trace);

typedef struct throng_trace_info {
    throng_backend backend; /* where it lives */
    int32_t starts;
    int32_t lost; /* 1: the device failed; throng_trace_reset */
    int32_t reserved;
    uint64_t host_bytes;   /* memory from the allocator */
    uint64_t device_bytes; /* memory on the device */
    double kernel_seconds; /* the last update's kernels on the device; 0 unless the context profiles */
} throng_trace_info;
/* Where the context profiles, waits for the last update. */
THRONG_API throng_status throng_trace_get_info(throng_trace *trace, throng_trace_info *info);

#ifdef __cplusplus
}
#endif

#endif
