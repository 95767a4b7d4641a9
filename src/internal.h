/* What the rooms of the library share: the context behind the opaque pointer, and the table through which
 * a backend is reached. One way: public call -> validation -> dispatch -> backend operation -> kernel.
 * Nothing reaches back up, and the backends never see each other. */
#ifndef THRONG_INTERNAL_H
#define THRONG_INTERNAL_H

#include <throng/throng.h>

#include <string.h>

#define THRONG_MAX_TASKS 1024

typedef struct throng_backend_ops throng_backend_ops;

/* Everything a backend needs of its host. Backends report failures with throng_fail and nothing else. */
struct throng_context {
    uint32_t cookie; /* THRONG_CONTEXT_COOKIE while alive */
    throng_allocator allocator;
    throng_logger logger;
    throng_assertion assertion;
    throng_parallel parallel;
    throng_backend wanted; /* AUTO, CPU or OPENCL, environment included */
    throng_isa isa;
    int32_t threads;
    int32_t accept_inexact;
    int32_t profile;
    int32_t opencl_error;
    int32_t objects;                /* maps, terrain and measures alive */
    struct throng_share *shares;    /* threads; src/parallel.c */
    int32_t sharing;                /* tasks that have some */
    struct throng_costs *costs;     /* src/costs.h; NULL: no choice was to be made so far */
    struct throng_simd const *simd; /* src/cpu: the kernels of the chosen level */
    struct throng_cl *cl;           /* src/cl: the open device, NULL: none */
    char device[128];               /* number or part of the name, "": any */
    char cache[512];                /* folder, "" : none */
    char message[512];
};

/* ---- src/context.c: everything about a context but its device, which stays closed. */
throng_status throng_context_make(const throng_context_def *def, throng_context **context);

/* ---- src/memory.c: memory by the host's allocator. */
/* 64-byte aligned and zeroed; NULL: none left. size > 0. */
void *throng_allocate(const throng_allocator *allocator, size_t size);
void throng_release(const throng_allocator *allocator, void *memory, size_t size); /* NULL is fine */
/* a*b in *product; 0 where that does not fit. */
int throng_multiply(size_t a, size_t b, size_t *product);

/* ---- src/status.c: messages. */
/* Formats the context's message, logs it, calls the assertion handler for a caller's mistake
 * (INVALID_ARGUMENT, CAPACITY), returns status. */
#if defined(__GNUC__)
#define THRONG_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define THRONG_PRINTF(text, first)
#endif
throng_status throng_fail(throng_context *context, throng_status status, const char *format, ...)
    THRONG_PRINTF(3, 4);
throng_status throng_fail_memory(throng_context *context, const char *what, size_t size);
void throng_log(const throng_context *context, throng_log_level level, const char *format, ...)
    THRONG_PRINTF(3, 4);

/* ---- src/parallel.c: runs task(data, 0 .. count-1) by the host's scheduler, OpenMP or one by one. */
void throng_run(const throng_context *context, int32_t count, throng_task task, void *data);
/* Runs so many tasks, but no more than there are threads, that take pieces [0, pieces) of work until none is
 * left. Each begins with a share of its own, the same one for as many pieces each time: what it left in its
 * core's caches is still there. */
void throng_run_shared(throng_context *context, int32_t tasks, int32_t pieces, throng_task task, void *data);
/* By a task: up to `most` pieces from *first on, of its own share or else of another's; how many. */
int32_t throng_take(const throng_context *context, int32_t task, int32_t most, int32_t *first);
throng_status throng_shares_create(throng_context *context);
void throng_shares_destroy(throng_context *context);
/* Runs task(data, 0) here, away from the host's rounding mode and traps. */
void throng_run_pinned(throng_task task, void *data);
int32_t throng_core_count(void);

/* ---- Terrain: one bit map on the host, which the CPU backend reads as it is (kernels/terrain.h). */
enum { THRONG_TERRAIN_CHANGES = 32 };

typedef struct throng_terrain_change {
    uint64_t version; /* of the terrain after it */
    throng_region region;
} throng_terrain_change;

struct throng_terrain {
    uint32_t cookie; /* THRONG_TERRAIN_COOKIE while alive */
    throng_context *context;
    int32_t width, height, worlds;
    int32_t pitch; /* words from row to row; a world has height + 2 rows */
    uint32_t *bits;
    size_t words;
    uint64_t version;
    throng_terrain_change
        changes[THRONG_TERRAIN_CHANGES]; /* the latest ones; version v stands at v mod their number */
    int32_t maps;                        /* alive on it */
    void *device;                        /* the OpenCL backend's copy, NULL: none yet */
    uint64_t device_version;
};

/* The regions that changed after `version`, oldest first, at most THRONG_TERRAIN_CHANGES; -1: too many, take
 * everything. */
int32_t throng_terrain_changes(const throng_terrain *terrain, uint64_t version, throng_region *regions);
int32_t throng_is_terrain(const throng_terrain *terrain);
/* Checks that other public calls share; the message is set where they fail. *area is the region, or where
 * that is NULL all of the terrain. */
throng_status throng_terrain_check_region(const throng_terrain *terrain, const throng_region *region,
                                          throng_region *area);
throng_status throng_terrain_check_grid(const throng_terrain *terrain, throng_grid grid);
/* `answers` is the array called `name` that goes with the pairs; a stride of 0 is replaced. */
throng_status throng_terrain_check_pairs(const throng_terrain *terrain, int32_t count,
                                         const throng_cell_pair *pairs, size_t *stride, const void *answers,
                                         const char *name);

/* ---- Influence maps, as a backend sees them: arguments are valid, layers and ranges exist. */
typedef struct throng_influence_shape {
    int32_t width, height; /* of all worlds together */
    int32_t world_height, worlds;
    throng_grid grid;
    throng_propagation propagation;
    throng_terrain *terrain; /* NULL: Euclidean */
    int32_t all_pairs;       /* a hint: paths out of a table */
    float cell_size;
    int32_t layers;
    int32_t object_capacity;
} throng_influence_shape;

/* What an object takes, and the last update's kernels took. */
typedef struct throng_usage {
    uint64_t host_bytes, device_bytes;
    double kernel_seconds;
} throng_usage;

typedef struct throng_query {
    int32_t kind, flags, count;
    const void *questions;
    size_t stride;
    void *answers; /* packed */
} throng_query;

/* A backend's state of one map is its own struct behind void *. A function that fails leaves it as it was.
 * `layer` is 0 .. layers-1, or `layers` for the combined plane in read and best. */
typedef struct throng_influence_ops {
    throng_status (*create)(throng_context *context, const throng_influence_shape *shape, void **state);
    void (*destroy)(void *state);
    /* Objects first .. first+count-1 become these; first <= present count, count >= 1. */
    throng_status (*set_objects)(void *state, int32_t layer, int32_t first, int32_t count,
                                 const void *objects, size_t stride);
    /* velocities may be NULL. */
    throng_status (*move_objects)(void *state, int32_t layer, int32_t first, int32_t count,
                                  const void *positions, size_t position_stride, const void *velocities,
                                  size_t velocity_stride);
    throng_status (*truncate_objects)(void *state, int32_t layer, int32_t count);
    throng_status (*update)(void *state, int32_t layer, float momentum);
    throng_status (*combine)(void *state, const float *weights);
    throng_status (*read)(void *state, int32_t layer, const throng_region *region, float *values,
                          size_t row_stride);
    throng_status (*best)(void *state, int32_t layer, const throng_region *region, throng_best *best);
    /* Answers to questions that are on the map: kernels/influence_query.h has kinds, flags and structs. */
    throng_status (*query)(void *state, int32_t layer, const throng_query *query);
    throng_status (*reset)(void *state); /* zero values, no objects; storage is kept or made anew */
    int32_t (*lost)(const void *state);  /* 1 after the device failed; never waits */
    throng_usage (*usage)(void *state);  /* may wait for the times of kernels */
} throng_influence_ops;

/* ---- Potential fields, as a backend sees them. */
typedef struct throng_potential_shape {
    int32_t worlds;
    int32_t capacity[3]; /* of sources, goals and points */
    int32_t damage, interaction;
    int32_t types;           /* of the measure, 0: none */
    const float *measure;    /* its values, which stay where they are; NULL: none */
    size_t measure_room;     /* how many */
    throng_terrain *terrain; /* NULL: none */
    throng_walls walls;
    float cell_size, walls_eta, walls_range;
} throng_potential_shape;

enum { THRONG_SOURCES = 0, THRONG_GOALS = 1, THRONG_POINTS = 2 };

/* `list` is one of the three above. */
typedef struct throng_potential_ops {
    throng_status (*create)(throng_context *context, const throng_potential_shape *shape, void **state);
    void (*destroy)(void *state);
    /* Entries first .. first+count-1 become these; first <= present count, count >= 1. */
    throng_status (*set)(void *state, int32_t list, int32_t first, int32_t count, const void *entries,
                         size_t stride);
    throng_status (*move)(void *state, int32_t list, int32_t first, int32_t count, const void *positions,
                          size_t stride);
    throng_status (*truncate)(void *state, int32_t list, int32_t count);
    throng_status (*update)(void *state);
    throng_status (*read)(void *state, int32_t first, int32_t count, void *forces, size_t stride);
    throng_status (*reset)(void *state);
    int32_t (*lost)(const void *state);
    throng_usage (*usage)(void *state);
} throng_potential_ops;

/* ---- Measures, as a backend sees them: the values of all sets, and rows that are valid. */
typedef struct throng_measure_ops {
    /* The table outlives the state. */
    throng_status (*create)(throng_context *context, int32_t types, const float *table, void **state);
    void (*destroy)(void *state);
    throng_status (*choquet)(void *state, int32_t count, const float *values, size_t stride, float *results);
    int32_t (*lost)(const void *state);
    throng_usage (*usage)(void *state);
} throng_measure_ops;

/* ---- Fields of paths, as a backend sees them: arguments are valid, fields and worlds exist. */
typedef struct throng_flow_shape {
    throng_terrain *terrain; /* whose columns, rows and worlds the fields have */
    throng_grid grid;
    int32_t fields, goal_capacity;
    float cell_size;
} throng_flow_shape;

typedef struct throng_flow_reading {
    int32_t directions; /* 1: bytes, 0: lengths */
    int32_t field;
    throng_region region; /* of all worlds */
    void *values;
    size_t row_stride;
} throng_flow_reading;

typedef struct throng_flow_questions {
    int32_t manner, count;
    const void *agents;
    size_t stride;
    throng_flow_way *ways;
} throng_flow_questions;

/* A function that fails leaves the state as it was, but for update where memory is short: see flow.h. */
typedef struct throng_flow_ops {
    throng_status (*create)(throng_context *context, const throng_flow_shape *shape, void **state);
    void (*destroy)(void *state);
    throng_status (*set_goals)(void *state, int32_t field, int32_t count, const void *cells, size_t stride);
    /* Of the fields with stale[field] != 0; of all of them where the terrain changed. */
    throng_status (*update)(void *state, const uint8_t *stale);
    throng_status (*read)(void *state, const throng_flow_reading *reading);
    throng_status (*guide)(void *state, const throng_flow_questions *questions);
    throng_status (*reset)(void *state); /* no goals, no paths; storage is kept or made anew */
    int32_t (*lost)(const void *state);
    throng_usage (*usage)(void *state);
} throng_flow_ops;

/* ---- Paths along a field, as a backend sees them: the field and the flow are on the same one. */
typedef struct throng_trace_shape {
    throng_potential *field;
    throng_flow *flow; /* NULL: none */
    int32_t capacity;  /* of starts */
    int32_t max_steps, keep;
    throng_escape escape;
    float hill_range;
} throng_trace_shape;

typedef struct throng_trace_reading {
    int32_t path, paths, first, count;
    void *points;
    size_t stride; /* from path to path */
} throng_trace_reading;

typedef struct throng_trace_ops {
    throng_status (*create)(throng_context *context, const throng_trace_shape *shape, void **state);
    void (*destroy)(void *state);
    throng_status (*set)(void *state, int32_t first, int32_t count, const void *starts, size_t stride);
    throng_status (*truncate)(void *state, int32_t count);
    /* The flow is up to date. */
    throng_status (*update)(void *state);
    throng_status (*read)(void *state, int32_t first, int32_t count, void *results, size_t stride);
    throng_status (*read_points)(void *state, const throng_trace_reading *reading);
    throng_status (*reset)(void *state);
    int32_t (*lost)(const void *state);
    throng_usage (*usage)(void *state);
} throng_trace_ops;

/* ---- Crowds, as a backend sees them: arguments are valid, agents exist. What an agent is made of stands in
 * kernels/crowd_plan.h; here it is words of 32 bits. */
typedef struct throng_crowd_shape {
    int32_t capacity, nearest;
    int32_t uses;      /* CROWD_VISION and so on, but for CROWD_UNLIKE */
    throng_flow *flow; /* on the same backend; NULL: none */
    float symmetry;
    uint64_t seed;
} throng_crowd_shape;

/* Words first .. first+words-1 of the bodies (0) or senses (1) of agents. */
typedef struct throng_crowd_part {
    int32_t senses, first, words, count;
    const void *agents; /* their indices, int32_t each, agent_stride bytes apart */
    size_t agent_stride;
    int32_t begun;  /* 1: of a change that has begun, and is lost where this part of it fails */
    int32_t listed; /* 1: they are the first of those that were admitted last, in their order */
} throng_crowd_part;

static inline int32_t throng_crowd_part_agent(const throng_crowd_part *part, int32_t i)
{
    int32_t agent;
    memcpy(&agent, (const char *)part->agents + (size_t)i * part->agent_stride, sizeof agent);
    return agent;
}

typedef struct throng_crowd_moment {
    float dt, per_dt; /* and its inverse */
    int32_t unlike;   /* 1: some agents differ in layer, mask, priority, responsibility, or are locked */
    uint64_t step;
} throng_crowd_moment;

typedef struct throng_leaves {
    int32_t first, end;
} throng_leaves;

/* Walls in leaves, and the boxes over them, in the host's memory, where they stay until the next call. */
typedef struct throng_crowd_walls {
    const struct crowd_tree *tree; /* no levels: no walls */
    const struct crowd_wall *walls;
    const float *boxes;
    int32_t room;                 /* leaves */
    const throng_leaves *changed; /* they, and the boxes over them; pieces may overlap */
    int32_t changes;
    int32_t anew; /* 1: other leaves than before, all of them */
} throng_crowd_walls;

typedef struct throng_crowd_ops {
    throng_status (*create)(throng_context *context, const throng_crowd_shape *shape, void **state);
    void (*destroy)(void *state);
    throng_status (*reserve)(void *state, int32_t capacity);
    /* Values of agents lie `stride` bytes apart. */
    throng_status (*write)(void *state, const throng_crowd_part *part, const void *values, size_t stride);
    throng_status (*read)(void *state, const throng_crowd_part *part, void *values, size_t stride);
    /* The sum of the hashes of agents. */
    throng_status (*hash)(void *state, const throng_crowd_part *part, uint64_t *sum);
    /* From now on these take part, ascending; agents beyond what was ever written do not exist. */
    throng_status (*admit)(void *state, const int32_t *agents, int32_t count);
    throng_status (*set_walls)(void *state, const throng_crowd_walls *walls);
    throng_status (*step)(void *state, const throng_crowd_moment *moment);
    throng_status (*reset)(void *state);
    int32_t (*lost)(const void *state);
    throng_usage (*usage)(void *state);
} throng_crowd_ops;

struct throng_backend_ops {
    throng_status (*wait)(throng_context *context);
    void (*forget_terrain)(throng_terrain *terrain); /* releases `device` */
    const throng_crowd_ops *crowd;
    const throng_influence_ops *influence;
    const throng_flow_ops *flow;
    const throng_measure_ops *measure;
    const throng_potential_ops *potential;
    const throng_trace_ops *trace;
};

struct throng_measure {
    uint32_t cookie; /* THRONG_MEASURE_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_measure_ops *ops;
    void *state;
    throng_measure_kind kind;
    int32_t types, normalized, monotone;
    uint32_t smaller, larger;
    double lambda;
    float *table; /* kernels/choquet.h says what has to be in it */
    size_t table_bytes;
    int32_t fields; /* potential fields that use it */
};

/* ---- src/measure_table.c: finds lambda and fills in all values; says whether they are monotone. The def is
 * valid by itself; what its values turn out to be is refused here, with a message. */
throng_status throng_measure_fill(throng_measure *measure, const throng_measure_def *def);

/* A map: what validation needs; the rest is the backend's. */
struct throng_influence {
    uint32_t cookie; /* THRONG_INFLUENCE_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_backend_ops *ops;
    void *state;
    throng_influence_shape shape;
    int32_t combined; /* 1: the combined plane exists */
    int32_t resume;   /* the layers below are done by an update that failed, 0: none */
    int32_t counts[THRONG_MAX_LAYERS];
    int32_t dirty[THRONG_MAX_LAYERS]; /* objects changed since the last update */
    float momentum[THRONG_MAX_LAYERS];
    uint64_t terrain_version[THRONG_MAX_LAYERS]; /* at the last update */
    int32_t *worlds[THRONG_MAX_LAYERS]; /* of objects, where each world has its own walls; else NULL */
};

struct throng_potential {
    uint32_t cookie; /* THRONG_POTENTIAL_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_potential_ops *ops;
    void *state;
    throng_potential_shape shape;
    int32_t counts[3];
    throng_measure *measure; /* NULL: none */
    int32_t *goal_worlds;    /* of each goal: points are checked by it */
    int32_t traces;          /* tracers that use it */
    int32_t dirty;           /* 1: changed since the last update */
    uint64_t terrain_version;
};

/* The field is there and not lost, and has these points. */
throng_status throng_potential_check_points(const throng_potential *field, int32_t first, int32_t count);

/* Paths along a field. */
struct throng_trace {
    uint32_t cookie; /* THRONG_TRACE_COOKIE while alive */
    throng_context *context;
    const throng_trace_ops *ops;
    void *state;
    throng_trace_shape shape;
    int32_t count; /* of starts */
};

/* Routes are searched for on the CPU, whatever the context's backend is. */
struct throng_route {
    uint32_t cookie; /* THRONG_ROUTE_COOKIE while alive */
    throng_context *context;
    throng_terrain *terrain;
    throng_grid grid;
    throng_route_method method;
    float weight;
    float *costs;             /* of the cells of all worlds, NULL: none was ever set */
    struct cpu_routes *state; /* src/cpu: the memory of searches, and the routes found last */
};

/* Fields of paths: what validation needs; the rest is the backend's. */
struct throng_flow {
    uint32_t cookie; /* THRONG_FLOW_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_backend_ops *ops;
    void *state;
    throng_flow_shape shape;
    int32_t users;            /* tracers and crowds that go by it */
    uint64_t terrain_version; /* at the last update */
    uint8_t *stale;           /* of each field: its goals changed since the last update */
};

/* A crowd: who its agents are; what they do is the backend's. */
struct throng_crowd {
    uint32_t cookie; /* THRONG_CROWD_COOKIE while alive */
    throng_context *context;
    throng_backend backend;
    const throng_crowd_ops *ops;
    void *state;
    throng_crowd_shape shape;
    int32_t agents;          /* alive */
    int32_t room;            /* for so many names */
    int32_t slots;           /* indices ever in use */
    int32_t free;            /* the first index that can be taken again, -1: none */
    int32_t table_bits;      /* the table has 2^bits entries */
    uint64_t *ids;           /* of each index; of a free one the next free one */
    uint32_t *generations;   /* of each index, odd while it is in use */
    uint32_t floor;          /* of new generations */
    int32_t *settings;       /* of each index, as the backend's bodies have them */
    int32_t *alive;          /* indices in use, ascending, where `listed` */
    int32_t *table;          /* indices by their ids' hashes, -1: none */
    int32_t listed;          /* 1: `alive` is right, and the backend knows it */
    int32_t enlisted;        /* 1: `alive` is right */
    int32_t ranked;          /* 1: ranks are in the order of ids */
    int32_t unlike;          /* 1: some agent had a layer, mask, priority or responsibility of its own, or was
                              locked */
    throng_terrain *terrain; /* NULL: none */
    uint64_t terrain_version;     /* of its walls, and 1 more; 0: none so far */
    struct throng_ground *ground; /* src/crowd_terrain.c: its walls by tiles; NULL: none */
    float cell_size;
    struct throng_obstacles *walls; /* src/crowd_walls.c, NULL: none so far */
    uint64_t top_id;                /* of those ranked */
    int32_t top_rank;
    uint64_t added, steps;
};

#define THRONG_CROWD_COOKIE 0x63726f77u
#define THRONG_CROWD_DEF_COOKIE 0x63726466u
#define THRONG_AGENT_DEF_COOKIE 0x61646566u
#define THRONG_CONTEXT_COOKIE 0x7468726fu
#define THRONG_INFLUENCE_COOKIE 0x696e666cu
#define THRONG_POTENTIAL_COOKIE 0x706f7465u
#define THRONG_POTENTIAL_DEF_COOKIE 0x70646566u
#define THRONG_TERRAIN_COOKIE 0x74657272u
#define THRONG_TERRAIN_DEF_COOKIE 0x74646566u
#define THRONG_MEASURE_COOKIE 0x6d656173u
#define THRONG_MEASURE_DEF_COOKIE 0x6d646566u
#define THRONG_ROUTE_COOKIE 0x726f7574u
#define THRONG_ROUTE_DEF_COOKIE 0x72646566u
#define THRONG_FLOW_COOKIE 0x666c6f77u
#define THRONG_TRACE_COOKIE 0x74726163u
#define THRONG_TRACE_DEF_COOKIE 0x74726466u
#define THRONG_FLOW_DEF_COOKIE 0x66646566u
#define THRONG_CONTEXT_DEF_COOKIE 0x63646566u
#define THRONG_INFLUENCE_DEF_COOKIE 0x69646566u

/* ---- src/cpu */
extern const throng_backend_ops throng_cpu_ops;
extern const throng_crowd_ops throng_cpu_crowd_ops;
extern const throng_influence_ops throng_cpu_influence_ops;
extern const throng_flow_ops throng_cpu_flow_ops;
extern const throng_measure_ops throng_cpu_measure_ops;
extern const throng_potential_ops throng_cpu_potential_ops;
extern const throng_trace_ops throng_cpu_trace_ops;
/* The kernels of a level; NULL: not built in, or not on this processor. AUTO: the widest. */
const struct throng_simd *throng_cpu_simd(throng_isa isa);
throng_isa throng_cpu_best_isa(void);
/* Pairs are on the map; see throng_terrain_distances(). */
throng_status throng_cpu_distances(throng_terrain *terrain, throng_grid grid, int32_t count,
                                   const void *pairs, size_t stride, float *distances);
/* Routes, see throng/route.h; arguments are valid. */
throng_status throng_cpu_routes_create(throng_route *route);
void throng_cpu_routes_destroy(throng_route *route);
throng_status throng_cpu_routes_find(throng_route *route, int32_t count, const void *pairs, size_t stride,
                                     throng_route_result *results);
int32_t throng_cpu_routes_count(const throng_route *route);
/* Of the last search's routes first .. first+count-1. */
int64_t throng_cpu_routes_cells(const throng_route *route, int32_t first, int32_t count);
void throng_cpu_routes_read(const throng_route *route, int32_t first, int32_t count, throng_cell *cells);
int32_t throng_cpu_name(char name[49]); /* the processor's own name; 0 and "" where it does not tell */

/* ---- src/cl (absent in builds without OpenCL) */
#ifdef THRONG_OPENCL
extern const throng_backend_ops throng_cl_ops;
extern const throng_crowd_ops throng_cl_crowd_ops;
extern const throng_influence_ops throng_cl_influence_ops;
extern const throng_flow_ops throng_cl_flow_ops;
extern const throng_measure_ops throng_cl_measure_ops;
extern const throng_potential_ops throng_cl_potential_ops;
extern const throng_trace_ops throng_cl_trace_ops;
/* Opens context->device ("": the first exact one, GPUs before CPUs; a number, or part of its name) in
 * context->cl. On failure the message is set and context->cl stays NULL. */
throng_status throng_cl_open(throng_context *context);
void throng_cl_close(throng_context *context);
void throng_cl_describe(const throng_context *context, throng_context_info *info);
const throng_device_info *throng_cl_info(const throng_context *context); /* of context->cl */
throng_status throng_cl_devices(throng_context *context, throng_device_info *devices, int32_t capacity,
                                int32_t *count);
#endif

/* ---- src/dispatch.c: what a context knows of costs; which backend a new object goes to stands in
 * dispatch.h */
void throng_costs_release(throng_context *context);

/* ---- src/influence.c: checks that other public calls on maps share; the message is set where they fail. */
throng_status throng_influence_check(throng_influence *map); /* handle, and not lost */
throng_status throng_influence_check_layer(throng_influence *map, int32_t layer);
/* A layer or THRONG_LAYER_COMBINED; *plane as the backends count. */
throng_status throng_influence_check_plane(throng_influence *map, int32_t layer, int32_t *plane);
/* *whole is the region, or where that is NULL the whole map. The handle is checked already. */
throng_status throng_influence_check_region(throng_influence *map, const throng_region *region,
                                            throng_region *whole);
/* Objects first .. first+count-1: existing ones, or growing the layer. */
throng_status throng_influence_check_range(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           int32_t growing);
/* The largest coordinate of an object, in world units. */
float throng_influence_largest_coordinate(const throng_influence *map);
/* ---- src/influence_places.c: free cells for objects, where the map has terrain; no-ops where not. */
throng_status throng_influence_check_places(throng_influence *map, const void *objects, int32_t count,
                                            size_t stride);
throng_status throng_influence_check_moves(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                           const void *positions, size_t stride);
throng_status throng_influence_places_create(throng_influence *map);
size_t throng_influence_places_bytes(const throng_influence *map);
void throng_influence_places_destroy(throng_influence *map);
void throng_influence_places_note(throng_influence *map, int32_t layer, int32_t first, int32_t count,
                                  const void *objects, size_t stride);

/* ---- src/influence.c */
/* Objects below `end` of a layer have changed. */
void throng_influence_touched(throng_influence *map, int32_t layer, int32_t end);

#endif
