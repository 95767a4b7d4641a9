/* throng - influence maps for crowds and battlefields, on the CPU and through OpenCL, with the same
 * answer to the last bit on both.
 *
 * Conventions of the whole interface
 *  - Every function that can fail returns a throng_status. A failed call leaves the object as it was;
 *    throng_context_message() then names the parameter and the value.
 *  - Contexts and maps are opaque; their storage belongs to the library and comes from the context's
 *    allocator. A context and everything made from it may be used by one thread at a time; different
 *    contexts are independent of each other. There is no global state.
 *  - A `def` is filled by its default function and then changed; one that nobody initialised is refused.
 *  - Strides and row strides count in bytes; 0 stands for "tightly packed".
 *  - x points to the right, y downwards. Cell (column i, row j) of a square grid covers
 *    [i, i+1) x [j, j+1) times the cell size. On a hexagonal grid (odd rows half a cell to the right,
 *    pointed tops) its centre is at (i + 0.5 + 0.5*(j mod 2), j*sqrt(3)/2 + 0.5) times the cell size.
 *  - Numbers must be finite and at most 1e9 in magnitude; numbers below the smallest normal float count
 *    as 0. No result is ever NaN or infinite.
 */
#ifndef THRONG_H
#define THRONG_H

#include <stddef.h>
#include <stdint.h>

#if defined(THRONG_SHARED) && defined(_WIN32)
#if defined(THRONG_BUILD)
#define THRONG_API __declspec(dllexport)
#else
#define THRONG_API __declspec(dllimport)
#endif
#elif defined(THRONG_SHARED) && defined(__GNUC__)
#define THRONG_API __attribute__((visibility("default")))
#else
#define THRONG_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- version and status ---------------- */

#define THRONG_VERSION_MAJOR 0
#define THRONG_VERSION_MINOR 1
#define THRONG_VERSION_PATCH 0

typedef int32_t throng_status;
enum {
    THRONG_OK = 0,
    THRONG_ERROR_INVALID_ARGUMENT = 1, /* a caller's mistake: nothing was done */
    THRONG_ERROR_CAPACITY = 2,         /* more objects than the map was created for */
    THRONG_ERROR_OUT_OF_MEMORY = 3,    /* the allocator, or the device, had no more */
    THRONG_ERROR_UNSUPPORTED = 4,      /* not built in, or not offered by this processor or backend */
    THRONG_ERROR_NO_DEVICE = 5,        /* no OpenCL library, platform or device, or none of that name */
    THRONG_ERROR_INEXACT_DEVICE = 6,   /* the device does not round as IEEE 754 asks */
    THRONG_ERROR_BUILD_FAILED = 7,     /* the device's compiler refused a kernel; the log has its words */
    THRONG_ERROR_OPENCL = 8,           /* another OpenCL call failed: throng_context_opencl_error() */
    THRONG_ERROR_LOST = 9              /* a device failed inside enqueued work; see throng_influence_reset */
};

/* "0.1.0"; the version of the library that runs, where the macros tell the header that was compiled. */
THRONG_API const char *throng_version(void);
/* A short English name, never NULL: "out of memory"; "unknown status" for any other number. */
THRONG_API const char *throng_status_string(throng_status status);

/* ---------------------------------------------------------------- what the host provides ------------ */

/* Memory. Both functions or neither (neither: the C library's). allocate returns `size` bytes (never 0)
 * aligned to `alignment`, a power of two of at most 64, or NULL; release gets what allocate gave and the
 * same size. They are called by the thread that calls throng, never from a task. */
typedef struct throng_allocator {
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} throng_allocator;

typedef int32_t throng_log_level;
enum { THRONG_LOG_ERROR = 0, THRONG_LOG_WARNING = 1, THRONG_LOG_INFO = 2 };

/* Messages: what failed, which backend was chosen and why, a device compiler's log. NULL: silent. */
typedef struct throng_logger {
    void (*log)(void *user, throng_log_level level, const char *message);
    void *user;
} throng_logger;

/* Called first when the caller made a mistake, before the call returns its status: a place for a
 * breakpoint. It may return. NULL: none. */
typedef struct throng_assertion {
    void (*fail)(void *user, throng_status status, const char *message);
    void *user;
} throng_assertion;

/* Runs task(data, i) once for each i in [0, count), in any order, on any threads, and returns when all
 * are done. A task never waits for another one, so running them one after the other is right too.
 * NULL: OpenMP where built with it, else the calling thread alone. */
typedef void (*throng_task)(void *data, int32_t index);
typedef struct throng_parallel {
    void (*run)(void *user, int32_t count, throng_task task, void *data);
    void *user;
} throng_parallel;

/* ---------------------------------------------------------------- contexts -------------------------- */

typedef int32_t throng_backend;
enum { THRONG_BACKEND_AUTO = 0, THRONG_BACKEND_CPU = 1, THRONG_BACKEND_OPENCL = 2 };

typedef int32_t throng_isa;
enum {
    THRONG_ISA_AUTO = 0,      /* the widest that this processor has */
    THRONG_ISA_REFERENCE = 1, /* plain C, one lane: the definition that all others equal */
    THRONG_ISA_VECTOR = 2,    /* the compiler's vector types, 4 lanes */
    THRONG_ISA_SSE2 = 3,
    THRONG_ISA_AVX2 = 4,
    THRONG_ISA_AVX512 = 5,
    THRONG_ISA_NEON = 6
};
#define THRONG_ISA_COUNT 7

/* "auto", "cpu", "opencl"; "auto", "reference", "vector", "sse2", "avx2", "avx512", "neon"; NULL for any
 * other number. */
THRONG_API const char *throng_backend_name(throng_backend backend);
THRONG_API const char *throng_isa_name(throng_isa isa);
/* 1 where the library has this level built in and this processor runs it, else 0. */
THRONG_API int32_t throng_isa_available(throng_isa isa);

typedef struct throng_context throng_context;

typedef struct throng_context_def {
    throng_allocator allocator;
    throng_logger logger;
    throng_assertion assertion;
    throng_parallel parallel;
    throng_backend backend; /* AUTO: the faster one, measured; else THRONG_BACKEND in the environment */
    throng_isa isa;         /* AUTO: the widest; else THRONG_ISA in the environment */
    int32_t threads;        /* tasks that run at once, 0: one for each core; at most 1024 */
    int32_t accept_inexact; /* 1: take a device that rounds differently; results then differ in last bits */
    int32_t profile;        /* 1: measure kernel times on OpenCL devices (throng_influence_info) */
    uint32_t cookie;        /* set by the default function */
    const char *device;     /* number or part of the name, NULL: any; else THRONG_DEVICE */
    const char *cache;      /* folder for built kernels and measured costs, NULL: THRONG_CACHE in the
                               environment, else the user's cache folder; "off": none */
} throng_context_def;

/* An environment variable stands in where the def leaves the choice open (AUTO or NULL); a value that
 * throng does not know is an error that lists the ones it does. */
THRONG_API throng_context_def throng_context_default_def(void);

/* Creates a context; NULL for def stands for the default one. On failure *context is NULL and the def's
 * logger has the message.
 * Errors: INVALID_ARGUMENT (def not initialised, half an allocator, unknown backend, level, device name
 * or environment value, threads outside 0..1024), UNSUPPORTED (level not available), OUT_OF_MEMORY, and
 * where OpenCL was asked for by name: NO_DEVICE, INEXACT_DEVICE, BUILD_FAILED, OPENCL. With AUTO a missing
 * or failing OpenCL is logged once and the CPU takes over. */
THRONG_API throng_status throng_context_create(const throng_context_def *def, throng_context **context);
/* Destroy the maps first: INVALID_ARGUMENT while some are left. NULL is fine. */
THRONG_API throng_status throng_context_destroy(throng_context *context);

/* The last failed call's message: which parameter, its value, what would be right. "" before the first
 * failure, never NULL. Valid until the next failure. */
THRONG_API const char *throng_context_message(const throng_context *context);
/* OpenCL's own code of the last call that failed in OpenCL, 0: none. */
THRONG_API int32_t throng_context_opencl_error(const throng_context *context);
/* Waits until all enqueued work is done. Errors: LOST (the device failed; the maps concerned say so too). */
THRONG_API throng_status throng_context_wait(throng_context *context);

typedef struct throng_context_info {
    throng_isa isa;        /* what the CPU backend runs */
    int32_t threads;       /* tasks that run at once */
    int32_t opencl;        /* 1: an OpenCL device is open */
    int32_t device;        /* its number in throng_devices(), -1: none, or the host's own */
    int32_t device_exact;  /* 1: it rounds correctly, so its results equal the CPU's */
    char device_name[128]; /* "" where none is open */
    char device_version[128];
} throng_context_info;
THRONG_API throng_status throng_context_get_info(throng_context *context, throng_context_info *info);

typedef int32_t throng_device_type;
enum { THRONG_DEVICE_OTHER = 0, THRONG_DEVICE_CPU = 1, THRONG_DEVICE_GPU = 2 };

typedef struct throng_device_info {
    int32_t number; /* for throng_context_def.device */
    throng_device_type type;
    int32_t exact; /* 1: division, roots, products and sums are rounded correctly, found by a probe */
    int32_t compute_units;
    uint64_t memory_bytes;
    char name[128];
    char platform[128];
    char version[128];
    char driver[128];
    char reason[256]; /* why it is not exact, or cannot be used; "" where all is well */
} throng_device_info;

/* Lists the OpenCL devices: the first `capacity` of them in `devices` (may be NULL where capacity is 0),
 * their number in *count; 0 where there is no OpenCL. Builds a small kernel on each device that is
 * listed. def: allocator and logger, may be NULL. Errors: INVALID_ARGUMENT, OUT_OF_MEMORY. */
THRONG_API throng_status throng_devices(const throng_context_def *def, throng_device_info *devices,
                                        int32_t capacity, int32_t *count);

/* ---------------------------------------------------------------- terrain ---------------------------
 * Walls, shared by the maps that use them. Cells are set and changed at any time; the next update of a map
 * takes the change in, at the cost of what it touches where that can be known. */

typedef int32_t throng_grid;
enum {
    THRONG_GRID_SQUARE8 = 0, /* 8 neighbours; a diagonal step costs sqrt(2) and cuts no blocked corner */
    THRONG_GRID_SQUARE4 = 1,
    THRONG_GRID_HEX = 2
};

#define THRONG_MAX_SIDE 1048576     /* columns or rows */
#define THRONG_MAX_CELLS 1073741824 /* columns times rows */

typedef struct throng_region {
    int32_t column, row;   /* of the upper left cell */
    int32_t width, height; /* >= 1; inside the map */
} throng_region;

typedef struct throng_cell {
    int32_t column, row;
} throng_cell;

typedef struct throng_terrain throng_terrain;

typedef struct throng_terrain_def {
    int32_t width;   /* columns, 1..THRONG_MAX_SIDE */
    int32_t height;  /* rows; width*height*worlds <= THRONG_MAX_CELLS */
    int32_t worlds;  /* 1: one map of walls, which all worlds of a batch share; or one for each of them */
    uint32_t cookie; /* set by the default function */
} throng_terrain_def;

THRONG_API throng_terrain_def throng_terrain_default_def(void);
/* Creates terrain without walls. Errors: INVALID_ARGUMENT, OUT_OF_MEMORY. */
THRONG_API throng_status throng_terrain_create(throng_context *context, const throng_terrain_def *def,
                                               throng_terrain **terrain);
/* Destroy the maps on it first: INVALID_ARGUMENT while some are left. NULL is fine. */
THRONG_API throng_status throng_terrain_destroy(throng_terrain *terrain);

/* Sets the cells of a region (NULL: all of them; worlds lie below each other, world w has rows w*height to
 * (w+1)*height-1) from bytes, 0 free and anything else blocked, row by row; row_stride: bytes from row to
 * row, 0: packed. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_terrain_set(throng_terrain *terrain, const throng_region *region,
                                            const uint8_t *blocked, size_t row_stride);
/* Sets all cells of a region to free (0) or blocked. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_terrain_fill(throng_terrain *terrain, const throng_region *region,
                                             int32_t blocked);
/* Copies a region to bytes, 0 or 1. Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_terrain_read(const throng_terrain *terrain, const throng_region *region,
                                             uint8_t *blocked, size_t row_stride);

typedef struct throng_cell_pair {
    throng_cell from, to;
} throng_cell_pair;

/* Lengths of the shortest paths between pairs of cells, in cells: a + b*sqrt(2), exact and rounded once; -1
 * where no path is or a cell is blocked. Pairs count rows as regions do; there is no path from world to
 * world. stride: bytes from pair to pair, 0: packed. The context's threads share the pairs. Errors:
 * INVALID_ARGUMENT (a cell off the map: the message has its pair), OUT_OF_MEMORY. */
THRONG_API throng_status throng_terrain_distances(throng_terrain *terrain, throng_grid grid, int32_t count,
                                                  const throng_cell_pair *pairs, size_t stride,
                                                  float *distances);

/* ---------------------------------------------------------------- influence maps --------------------
 * Lu, Wang, Sha 2019, "A Dynamic Influence Map Model Based on Distance Adjustment"; the numbers in
 * brackets are the paper's equations. A map has layers; each layer is the sum (7) over its objects of
 *   linear (1)       sign(I) * max(|I| - decay * d', 0)   where d' <= max_distance, else 0
 *   exponential (2)  I * decay ^ d'                       where d' <= max_distance, else 0
 * with the adjusted distance (8) d' = d / (1 + alpha * cos(o, v)), o pointing from the object to the
 * cell's centre; d' = d at rest and where d = 0. Distances count in cells. Objects are added in ascending
 * index.
 *   Euclidean (3, 9, 10)  d is the straight distance; walls are ignored
 *   path (4, 11, 12)      d is the length of the shortest path from the object's cell, and o points from
 *                         there to the path's first cell, the one nearest to the motion where several paths
 *                         are shortest
 *   adjacent (5, 6, 13, 14)  each step along o, of length |o| = 1 or sqrt(2), takes away
 *                         decay*|o| / (1 + alpha*cos(o, v)), or multiplies with decay ^ (|o| / (1 + ...)); a
 *                         cell holds the largest magnitude that reaches it, if that is at least
 *                         t = | |I| - decay*max_distance |, or |I| * decay ^ max_distance, less a slack for
 *                         rounding: 1e-5 * |I| (linear), t * (1e-5 + 5e-7 * max_distance) (exponential)
 * In the last two the cell that contains an object stands for it (hexagonal: the nearest centre), and blocked
 * cells hold 0. An object in a cell that was blocked later adds nothing until it can. */

typedef int32_t throng_propagation;
enum {
    THRONG_PROPAGATION_EUCLIDEAN = 0, /* straight, through walls; the same on both square grids */
    THRONG_PROPAGATION_PATH = 1,      /* along shortest paths */
    THRONG_PROPAGATION_ADJACENT = 2   /* from cell to cell */
};

typedef int32_t throng_decay;
enum { THRONG_DECAY_LINEAR = 0, THRONG_DECAY_EXPONENTIAL = 1 };

#define THRONG_MAX_LAYERS 16
#define THRONG_MAX_ALL_PAIRS 4096

typedef struct throng_influence throng_influence;

typedef struct throng_influence_def {
    int32_t width;    /* columns, 1..THRONG_MAX_SIDE */
    int32_t height;   /* rows, 1..THRONG_MAX_SIDE; all worlds: at most THRONG_MAX_CELLS cells */
    int32_t worlds;   /* so many independent maps of width x height in one call; 1. They lie below
                                each other: world w has rows w*height .. (w+1)*height-1 of every region. On
                                hexagonal grids the height of several worlds is even */
    float cell_size;  /* world units, 1e-6..1e6; 1 */
    throng_grid grid; /* SQUARE8 */
    throng_propagation propagation; /* EUCLIDEAN */
    throng_terrain *terrain;        /* walls of the same width and height, for PATH and ADJACENT; else NULL */
    int32_t all_pairs;              /* 1: paths out of a table of all pairs of cells, built when walls change;
                                quicker for small mazes, 5 bytes a pair, the same bits. PATH only, width*
                                height at most THRONG_MAX_ALL_PAIRS, terrain of one world. A hint that
                                OpenCL devices do not take. 0 */
    int32_t layers;                 /* 1..THRONG_MAX_LAYERS; 1 */
    int32_t object_capacity;        /* objects per layer, 0..2^27; 1024 */
    float typical_distance;         /* cells; what max_distance usually is: only the automatic choice of the
                                backend looks at it, beside the sizes. 0..1e9; 16 */
    uint32_t cookie;                /* set by the default function */
} throng_influence_def;

typedef struct throng_influence_object {
    float x, y;      /* world units; Euclidean: on the map or off it, within 1e9 cells; else on a free cell */
    float vx, vy;    /* direction of motion, of any length; (0, 0) is at rest */
    float influence; /* I, of either sign */
    float decay;     /* linear: beta >= 0 per cell; exponential: 0 < gamma <= 1 per cell */
    float max_distance; /* D >= 0, cells */
    float alpha;        /* adjusts the distance, 0 <= alpha < 1; values above 1 - 2^-20 act as that one */
    float offset;       /* cells >= 0 along v where the object is taken to stand, then at rest; alpha or
                           offset, not both. Path and adjacent: tried at 1, 2 ... cells, as far as no wall,
                           map's edge or cut corner is in the way */
    throng_decay decay_kind;
    int32_t world; /* 0 .. worlds-1; x and y count from its own upper left corner */
} throng_influence_object;

typedef struct throng_best {
    int32_t column, row;
    float value;
} throng_best;

#define THRONG_LAYER_COMBINED (-1) /* in read and best: what throng_influence_combine made */

THRONG_API throng_influence_def throng_influence_default_def(void);
/* At the origin, at rest: influence 1, linear decay 1/16 a cell, max_distance 16, alpha 0, offset 0. */
THRONG_API throng_influence_object throng_influence_default_object(void);

/* Creates a map; all values are 0, no layer has an object. It lives on one backend from then on. The first
 * automatic choice may measure both backends for about a second; it is kept in the cache folder, and the
 * environment variable THRONG_COSTS names another file to choose by.
 * Errors: INVALID_ARGUMENT (NULL, def not initialised, a field out of its range), OUT_OF_MEMORY, OPENCL,
 * BUILD_FAILED (an automatic choice goes on with the CPU instead). */
THRONG_API throng_status throng_influence_create(throng_context *context, const throng_influence_def *def,
                                                 throng_influence **map);
/* NULL is fine. */
THRONG_API void throng_influence_destroy(throng_influence *map);

/* Replaces objects first .. first+count-1 of a layer, adding those past its end; first must not exceed
 * the present count. stride: bytes from one object to the next, so they may lie inside a larger struct.
 * Errors: INVALID_ARGUMENT (a value out of range: the message has index, field, value), CAPACITY, LOST,
 * OPENCL, OUT_OF_MEMORY (on a device, whose lists may have to grow). */
THRONG_API throng_status throng_influence_set_objects(throng_influence *map, int32_t layer, int32_t first,
                                                      int32_t count, const throng_influence_object *objects,
                                                      size_t stride);
/* Changes position and direction alone, of objects that exist. positions: x, y pairs; velocities: vx, vy
 * pairs, NULL leaves the directions as they are. Errors: INVALID_ARGUMENT, LOST, OPENCL. */
THRONG_API throng_status throng_influence_move_objects(throng_influence *map, int32_t layer, int32_t first,
                                                       int32_t count, const float *positions,
                                                       size_t position_stride, const float *velocities,
                                                       size_t velocity_stride);
/* Drops objects from the end: 0 <= count <= present count. Errors: INVALID_ARGUMENT, LOST, OPENCL. */
THRONG_API throng_status throng_influence_truncate_objects(throng_influence *map, int32_t layer,
                                                           int32_t count);
/* How many objects a layer has; 0 for a wrong map or layer. */
THRONG_API int32_t throng_influence_object_count(const throng_influence *map, int32_t layer);

/* M = m * M_last + (1 - m) * M_new at each update, 0 <= m < 1; m below 1e-6 counts as 0, the default.
 * Errors: INVALID_ARGUMENT. */
THRONG_API throng_status throng_influence_set_momentum(throng_influence *map, int32_t layer, float momentum);

/* Brings layers up to date with their objects: all, or one. Work on a device is enqueued, not awaited.
 * A layer without momentum whose objects nobody touched since its last update is left as it is.
 * Errors: LOST, OPENCL; INVALID_ARGUMENT. */
THRONG_API throng_status throng_influence_update(throng_influence *map);
THRONG_API throng_status throng_influence_update_layer(throng_influence *map, int32_t layer);

/* Weighted sum of the layers, weights[0] * layer 0 + ..., added in ascending order, kept beside them as
 * THRONG_LAYER_COMBINED until the next call. count: number of weights, equal to the number of layers; a
 * weight below 1e-9 in magnitude counts as 0. The first call allocates the extra plane.
 * Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL. */
THRONG_API throng_status throng_influence_combine(throng_influence *map, const float *weights, int32_t count);

/* Copies a region (NULL: the whole map) of a layer, row by row; row_stride: bytes from row to row. Waits
 * for work that the values depend on. Errors: INVALID_ARGUMENT (also COMBINED before the first combine),
 * LOST, OPENCL. */
THRONG_API throng_status throng_influence_read(throng_influence *map, int32_t layer,
                                               const throng_region *region, float *values, size_t row_stride);
/* The cell of the largest, or the smallest, value in a region (NULL: the whole map); of equal ones the lowest
 * row, then the lowest column. On maps with terrain blocked cells do not count; where all are blocked column
 * and row are -1. Errors: as read, and as the questions below. */
THRONG_API throng_status throng_influence_best(throng_influence *map, int32_t layer,
                                               const throng_region *region, throng_best *best);
THRONG_API throng_status throng_influence_worst(throng_influence *map, int32_t layer,
                                                const throng_region *region, throng_best *worst);

/* ---- many agents in one call: `count` questions and answers, stride bytes from question to question (0:
 * packed). They wait for work that the values depend on. Errors: as read; a question off the map is
 * INVALID_ARGUMENT, and the message has its number; OUT_OF_MEMORY, BUILD_FAILED (on a device, which makes
 * ready for questions when a map is asked the first one). */

typedef int32_t throng_extreme;
enum { THRONG_LARGEST = 0, THRONG_SMALLEST = 1 };

/* The best (or worst) cell of each region, as throng_influence_best. */
THRONG_API throng_status throng_influence_best_of_regions(throng_influence *map, int32_t layer,
                                                          throng_extreme which, int32_t count,
                                                          const throng_region *regions, size_t stride,
                                                          throng_best *results);
/* The best (or worst) of the cells that one step leads to from each cell: neighbours on the map's grid, of
 * the same world, and with terrain free and without cutting a corner. own_too: 1, the cell itself counts
 * among them; 0, it is the answer only where there is no other. */
THRONG_API throng_status throng_influence_best_of_neighbors(throng_influence *map, int32_t layer,
                                                            throng_extreme which, int32_t own_too,
                                                            int32_t count, const throng_cell *cells,
                                                            size_t stride, throng_best *results);

typedef struct throng_point {
    float x, y;    /* world units, within 1e9 cells, from the world's own upper left corner; off the map the
                      nearest cell answers (hexagonal: of the nearest row) */
    int32_t world; /* 0 .. worlds-1 */
} throng_point;

typedef struct throng_sample {
    float value;
    float dx, dy; /* gradient: the steepest way up, per world unit */
} throng_sample;

/* Value and gradient at each point, interpolated between cell centres: bilinear between four, on hexagonal
 * grids linear between three. A neighbour that is blocked or off the map counts as the cell that the point is
 * in, so that nothing pulls towards it; that cell counts with what it holds, blocked or not. */
THRONG_API throng_status throng_influence_sample(throng_influence *map, int32_t layer, int32_t count,
                                                 const throng_point *points, size_t stride,
                                                 throng_sample *samples);

/* Forgets all values, objects and the combination, as after create (momentum settings stay); brings a
 * lost map back. Errors: OUT_OF_MEMORY, OPENCL: the map is then lost, and reset may be tried again. */
THRONG_API throng_status throng_influence_reset(throng_influence *map);

typedef struct throng_influence_info {
    throng_backend backend; /* where the map lives */
    int32_t layers;
    int32_t lost; /* 1: the device failed; throng_influence_reset */
    int32_t reserved;
    uint64_t host_bytes;   /* memory from the allocator */
    uint64_t device_bytes; /* memory on the device */
    double kernel_seconds; /* the last update's kernels on the device; 0 unless the context profiles */
} throng_influence_info;
/* Where the context profiles, waits for the last update. */
THRONG_API throng_status throng_influence_get_info(throng_influence *map, throng_influence_info *info);

#ifdef __cplusplus
}
#endif

#endif
