/* Potential fields. Part of throng.h, whose conventions hold.
 *
 * Yu, Li, Wang, Zhao 2014, "Interactive Path-planning Method Based on Artificial Potential Field in Game
 * Scenarios"; the numbers in brackets are the paper's equations. A field has sources that repel, goals that
 * attract, terrain whose blocked cells repel, and points that feel all of them. With rho, the distance of a
 * point,
 *   a goal (1, 4)        U = k/2 * rho^2                          F = k * rho                     towards it
 *   a source (2, 5)      U = eta/2 * (1/rho - 1/range)^2          F = eta * (1/rho - 1/range) / rho^2   away
 *                        where rho <= range, else both are 0
 *   a blocked cell       as a source at the cell's centre, with the terrain's eta and range
 *   altogether (3, 6)    the sums over all of them: F = -grad U
 * rho below 1e-3 counts as 1e-3; the force keeps its direction, and is 0 at rho = 0. Sums run over goals,
 * then sources, then terrain row by row; goals and sources in ascending index (columns of a row likewise), in
 * blocks of 64 indices whose sums are added in order. Distances are world units. */
#ifndef THRONG_PUBLIC_POTENTIAL_H
#define THRONG_PUBLIC_POTENTIAL_H

#include "measure.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t throng_terrain_mode;
enum {
    THRONG_TERRAIN_ALL = 0,    /* every blocked cell within the range repels, as in the paper */
    THRONG_TERRAIN_NEAREST = 1 /* the nearest one alone; of equal ones the lowest row, then column */
};

typedef struct throng_potential throng_potential;

typedef struct throng_potential_def {
    int32_t worlds;          /* so many independent fields, each with its own sources, goals and points; 1 */
    int32_t source_capacity; /* of all worlds together, 0..2^27; 1024 */
    int32_t goal_capacity;   /* 0..65536; 16 */
    int32_t point_capacity;  /* 0..2^27; 1024 */
    int32_t typical_sources; /* how many are in range of a point, usually: only the automatic choice of the
                                backend looks at it, beside the sizes. 0 or more; 16 */
    throng_residency residency; /* HOST or INPUT; HOST: forces at all points are read */
    int32_t damage;             /* 1: points also get the damage that sources do to them; 0 */
    throng_measure *measure;    /* joins the sources in range of a point by their types: f_i is how many of
                                type i there are (equations 10, 11). The damage is then their Choquet
                                integral. NULL: they are added by their power */
    int32_t interaction;        /* 1: the force and the potential of sources are scaled by the integral over
                                the sum of f_i times the measure of type i alone, where that is not 0.
                                Needs a measure. 0 */
    throng_terrain *terrain; /* whose blocked cells repel, of one world or as many as the field; NULL: none */
    throng_terrain_mode terrain_mode; /* ALL */
    float cell_size;                  /* of the terrain's square cells, world units, 1e-6..1e6; 1 */
    float terrain_eta;                /* 0..1e9; 1 */
    float terrain_range;              /* world units, above 1e-3, at most 1024 cells; 2 */
    uint32_t cookie;                  /* set by the default function */
} throng_potential_def;

typedef struct throng_potential_source {
    float x, y;    /* world units */
    float eta;     /* strength of the repulsion, >= 0 */
    float range;   /* rho_0, world units, above 1e-3 */
    float power;   /* damage per unit of time to what is in range, >= 0 */
    int32_t type;  /* 0..THRONG_MAX_TYPES-1, or below the measure's number of types: the type of unit */
    int32_t world; /* 0 .. worlds-1 */
} throng_potential_source;

typedef struct throng_potential_goal {
    float x, y;
    float k; /* strength of the attraction, >= 0 */
    int32_t world;
} throng_potential_goal;

#define THRONG_GOALS_ALL (-1)  /* the sum of all goals of the point's world */
#define THRONG_GOALS_NONE (-2) /* no attraction */

typedef struct throng_potential_point {
    float x, y;
    int32_t goal; /* a goal's index (one of the point's world), THRONG_GOALS_ALL or THRONG_GOALS_NONE */
    int32_t world;
} throng_potential_point;

typedef struct throng_force {
    float fx, fy;    /* F */
    float potential; /* U */
    float
        damage; /* of the sources with rho <= range: their power added, or as the measure joins them; 0 unless
                        the def asks for it */
} throng_force;

THRONG_API throng_potential_def throng_potential_default_def(void);
/* At the origin of world 0: eta 1, range 4, power 1, type 0. */
THRONG_API throng_potential_source throng_potential_default_source(void);

/* Creates a field without sources, goals and points. It lives on one backend from then on; dispatch.h
 * says how that is chosen.
 * Errors: INVALID_ARGUMENT (NULL, def not initialised, a field out of its range), OUT_OF_MEMORY, OPENCL,
 * BUILD_FAILED; UNSUPPORTED where the device flushes subnormal numbers and the context does not accept
 * inexact results. */
THRONG_API throng_status throng_potential_create(throng_context *context, const throng_potential_def *def,
                                                 throng_potential **field);
/* Where such a field would go, filled, and why. Errors: as create has them. */
THRONG_API throng_status throng_potential_explain(throng_context *context, const throng_potential_def *def,
                                                  throng_selection *choice);
/* NULL is fine. Errors: INVALID_ARGUMENT (paths are traced through it: destroy what traces them first). */
THRONG_API throng_status throng_potential_destroy(throng_potential *field);

/* Replace entries first .. first+count-1, adding those past the end; first must not exceed the present count.
 * stride: bytes from one to the next. Errors: INVALID_ARGUMENT (a value out of range: the message has index,
 * field, value), CAPACITY, LOST, OPENCL. */
THRONG_API throng_status throng_potential_set_sources(throng_potential *field, int32_t first, int32_t count,
                                                      const throng_potential_source *sources, size_t stride);
THRONG_API throng_status throng_potential_set_goals(throng_potential *field, int32_t first, int32_t count,
                                                    const throng_potential_goal *goals, size_t stride);
THRONG_API throng_status throng_potential_set_points(throng_potential *field, int32_t first, int32_t count,
                                                     const throng_potential_point *points, size_t stride);
/* Change positions alone (x, y pairs) of entries that exist. Errors: INVALID_ARGUMENT, LOST, OPENCL. */
THRONG_API throng_status throng_potential_move_sources(throng_potential *field, int32_t first, int32_t count,
                                                       const float *positions, size_t stride);
THRONG_API throng_status throng_potential_move_points(throng_potential *field, int32_t first, int32_t count,
                                                      const float *positions, size_t stride);
/* Drop entries from the end: 0 <= count <= present count. A point whose goal is gone feels none until there
 * is a goal with that index again. Errors: INVALID_ARGUMENT, LOST, OPENCL. */
THRONG_API throng_status throng_potential_truncate_sources(throng_potential *field, int32_t count);
THRONG_API throng_status throng_potential_truncate_goals(throng_potential *field, int32_t count);
THRONG_API throng_status throng_potential_truncate_points(throng_potential *field, int32_t count);

/* Evaluates the field at all points. Work on a device is enqueued, not awaited. Nothing is done where neither
 * the field nor its terrain changed. Errors: LOST, OPENCL. */
THRONG_API throng_status throng_potential_update(throng_potential *field);

/* Copies what points first .. first+count-1 felt at the last update; zeros for points that were not there
 * then. stride: bytes from one to the next. Waits for work that they depend on. Errors: INVALID_ARGUMENT,
 * LOST, OPENCL. */
THRONG_API throng_status throng_potential_read(throng_potential *field, int32_t first, int32_t count,
                                               throng_force *forces, size_t stride);

/* Forgets all sources, goals and points; brings a lost field back. Errors: OUT_OF_MEMORY, OPENCL: the field
 * is then lost, and reset may be tried again. */
THRONG_API throng_status throng_potential_reset(throng_potential *field);

typedef struct throng_potential_info {
    throng_backend backend; /* where the field lives */
    int32_t sources, goals, points;
    int32_t lost; /* 1: the device failed; throng_potential_reset */
    int32_t reserved;
    uint64_t host_bytes;   /* memory from the allocator */
    uint64_t device_bytes; /* memory on the device */
    double kernel_seconds; /* the last update's kernels on the device; 0 unless the context profiles */
} throng_potential_info;
/* Where the context profiles, waits for the last update. */
THRONG_API throng_status throng_potential_get_info(throng_potential *field, throng_potential_info *info);

#ifdef __cplusplus
}
#endif

#endif
