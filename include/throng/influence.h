/* Influence maps. Part of throng.h, whose conventions hold.
 *
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
#ifndef THRONG_PUBLIC_INFLUENCE_H
#define THRONG_PUBLIC_INFLUENCE_H

#include "dispatch.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    throng_residency residency;     /* HOST: the whole map is read */
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

/* Creates a map; all values are 0, no layer has an object. It lives on one backend from then on; dispatch.h
 * says how that is chosen. Creating never measures.
 * Errors: INVALID_ARGUMENT (NULL, def not initialised, a field out of its range), OUT_OF_MEMORY, OPENCL,
 * BUILD_FAILED (an automatic choice goes on with the CPU instead). */
THRONG_API throng_status throng_influence_create(throng_context *context, const throng_influence_def *def,
                                                 throng_influence **map);
/* Where such a map would go, filled with objects, and why. Errors: as create has
 * them. */
THRONG_API throng_status throng_influence_explain(throng_context *context, const throng_influence_def *def,
                                                  throng_selection *choice);
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
    /* Kernels on the device of the last update, or of the last call after it that asks for many samples,
     * neighbours or regions; 0 unless the context profiles. */
    double kernel_seconds;
} throng_influence_info;
/* Where the context profiles, waits for the last update. */
THRONG_API throng_status throng_influence_get_info(throng_influence *map, throng_influence_info *info);

#ifdef __cplusplus
}
#endif

#endif
