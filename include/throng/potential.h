/* Potential fields: the force and the potential that goals, sources and walls exert on points. The
 * conventions of throng.h hold.
 *
 * Source: Yu, Li, Wang, Zhao 2014, "Interactive Path-planning Method Based on Artificial Potential Field in
 * Game Scenarios"; numbers in brackets are its equations. A field has goals that attract, sources that
 * repel, terrain whose blocked cells repel, and points at which all of these are evaluated. rho is a point's
 * distance, in world units:
 *   a goal (1, 4)     U = k/2 * rho^2, F = k * rho towards it
 *   a source (2, 5)   U = eta/2 * (1/rho - 1/range)^2, F = eta * (1/rho - 1/range) / rho^2 away from it,
 *                     where rho <= range; else both are 0
 *   a blocked cell    as a source at the cell's centre, with the terrain's eta and range
 *   total (3, 6)      the sums over all of them; F = -grad U
 *
 * For sources and blocked cells, rho below 1e-3 counts as 1e-3. The force keeps its direction there, and is
 * 0 at rho = 0. Sums run over goals, then sources, then terrain row by row. Goals and sources are added in
 * ascending index, the cells of a row in ascending column, in blocks of 64 indices whose sums are added in
 * order. */
#ifndef THRONG_POTENTIAL_H
#define THRONG_POTENTIAL_H

#include "measure.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which blocked cells repel a point.
typedef int32_t throng_terrain_mode;
enum {
    /// Every blocked cell in range, as in the paper.
    THRONG_TERRAIN_ALL = 0,
    /// Only the nearest one. Of several, the one in the lowest row, then the lowest column.
    THRONG_TERRAIN_NEAREST = 1
};

/// A potential field; see the top of this header.
typedef struct throng_potential throng_potential;

/// Definition of a potential field.
typedef struct throng_potential_def {
    /// Number of independent fields, each with its own sources, goals and points. Range: 1 to 1048576.
    /// Default: 1.
    int32_t worlds;

    /// Most sources of all worlds together. Range: 0 to 2^27. Default: 1024.
    int32_t source_capacity;

    /// Most goals of all worlds together. Range: 0 to 65536. Default: 16.
    int32_t goal_capacity;

    /// Most points of all worlds together. Range: 0 to 2^27. Default: 1024.
    int32_t point_capacity;

    /// Usual number of sources in range of a point. Only the automatic choice of the backend uses it. Range:
    /// 0 or more. Default: 16.
    int32_t typical_sources;

    /// Where data comes from and goes to: HOST (forces at all points are read) or INPUT. Only the automatic
    /// choice of the backend uses it. Default: HOST.
    throng_residency residency;

    /// If 1, points also get the damage that sources do to them. Default: 0.
    int32_t damage;

    /// Joins the sources in range of a point by their types: f_i is how many of type i there are, and the
    /// damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default:
    /// NULL.
    throng_measure *measure;

    /// If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i *
    /// m_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.
    int32_t interaction;

    /// Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL.
    throng_terrain *terrain;

    /// Which of them repel. Default: ALL.
    throng_terrain_mode terrain_mode;

    /// Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1.
    float cell_size;

    /// Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1.
    float terrain_eta;

    /// Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2.
    float terrain_range;

    /// Set by the default function.
    uint32_t cookie;
} throng_potential_def;

/// A source: repels points in its range.
typedef struct throng_potential_source {
    /// Position, in world units.
    float x, y;

    /// Strength of the repulsion. Range: 0 to 1e9.
    float eta;

    /// Range rho_0 of the repulsion and the damage, in world units. Range: above 1e-3, to 1e9.
    float range;

    /// Damage per unit of time to points in range. Range: 0 to 1e9.
    float power;

    /// Type of unit. Range: 0 to THRONG_MAX_TYPES-1, and below the measure's number of types.
    int32_t type;

    /// World of the source. Range: 0 to worlds-1.
    int32_t world;
} throng_potential_source;

/// A goal: attracts points.
typedef struct throng_potential_goal {
    /// Position, in world units.
    float x, y;

    /// Strength of the attraction, as force per world unit. Range: 0 to 1e9.
    float k;

    /// World of the goal. Range: 0 to worlds-1.
    int32_t world;
} throng_potential_goal;

/// In place of a goal's index: all goals of the point's world attract it together.
#define THRONG_GOALS_ALL (-1)
/// In place of a goal's index: no goal attracts the point.
#define THRONG_GOALS_NONE (-2)

/// A point at which the field is evaluated.
typedef struct throng_potential_point {
    /// Position, in world units.
    float x, y;

    /// Index of a goal in the point's world, THRONG_GOALS_ALL or THRONG_GOALS_NONE.
    int32_t goal;

    /// World of the point. Range: 0 to worlds-1.
    int32_t world;
} throng_potential_point;

/// The field at a point.
typedef struct throng_force {
    /// Force F.
    float fx, fy;

    /// Potential U.
    float potential;

    /// Damage per unit of time by the sources with rho <= range: the sum of their power, or their Choquet
    /// integral if the field has a measure. 0 unless throng_potential_def.damage is 1.
    float damage;
} throng_force;

/// Default definition of a potential field.
THRONG_API throng_potential_def throng_potential_default_def(void);

/// Default source: at the origin of world 0, eta 1, range 4, power 1, type 0.
THRONG_API throng_potential_source throng_potential_default_source(void);

/// Creates a field without sources, goals and points. It lives on one backend from then on.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED; UNSUPPORTED if the device flushes subnormal
/// numbers and the context does not accept inexact results.
THRONG_API throng_status throng_potential_create(throng_context *context, const throng_potential_def *def,
                                                 throng_potential **field);

/// Reports which backend throng_potential_create() would choose for this def at full capacity, and why.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_potential_explain(throng_context *context, const throng_potential_def *def,
                                                  throng_selection *choice);

/// Destroys a field. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a field or is still used by a tracer or a readback.
THRONG_API throng_status throng_potential_destroy(throng_potential *field);

/// Replaces sources first to first+count-1, and adds those past the end.
/// `first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a
/// device in one piece; the memory for it is allocated the first time.
/// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
/// OPENCL.
THRONG_API throng_status throng_potential_set_sources(throng_potential *field, int32_t first, int32_t count,
                                                      const throng_potential_source *sources, size_t stride);

/// Replaces goals first to first+count-1, and adds those past the end.
/// Errors: as throng_potential_set_sources().
THRONG_API throng_status throng_potential_set_goals(throng_potential *field, int32_t first, int32_t count,
                                                    const throng_potential_goal *goals, size_t stride);

/// Replaces points first to first+count-1, and adds those past the end.
/// Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in
/// another world.
THRONG_API throng_status throng_potential_set_points(throng_potential *field, int32_t first, int32_t count,
                                                     const throng_potential_point *points, size_t stride);

/// Changes the positions of existing sources. `positions` holds pairs (x, y).
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_potential_move_sources(throng_potential *field, int32_t first, int32_t count,
                                                       const float *positions, size_t stride);

/// Changes the positions of existing points. `positions` holds pairs (x, y).
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_potential_move_points(throng_potential *field, int32_t first, int32_t count,
                                                      const float *positions, size_t stride);

/// Removes sources from the end, so that `count` are left. `count` must not exceed the present count.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_potential_truncate_sources(throng_potential *field, int32_t count);

/// Removes goals from the end, so that `count` are left. `count` must not exceed the present count.
/// A point whose goal was removed is attracted by none until there is a goal with that index again.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_potential_truncate_goals(throng_potential *field, int32_t count);

/// Removes points from the end, so that `count` are left. `count` must not exceed the present count.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_potential_truncate_points(throng_potential *field, int32_t count);

/// Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.
/// Work on a device is enqueued and not awaited.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_potential_update(throng_potential *field);

/// Copies the results of the last update for points first to first+count-1.
/// Points that were added since then get zeros. Waits for work that the results depend on.
/// Errors: INVALID_ARGUMENT, LOST, OPENCL.
THRONG_API throng_status throng_potential_read(throng_potential *field, int32_t first, int32_t count,
                                               throng_force *forces, size_t stride);

/// Removes all sources, goals and points; brings a lost field back.
/// If the call fails, the field is lost and the call may be repeated.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
THRONG_API throng_status throng_potential_reset(throng_potential *field);

/// Facts about a field.
typedef struct throng_potential_info {
    /// Backend that the field lives on.
    throng_backend backend;

    /// Present number of each, in all worlds together.
    int32_t sources, goals, points;

    /// 1 if the device failed and the field is lost; throng_potential_reset() brings it back.
    int32_t lost;

    /// 0.
    int32_t reserved;

    /// Memory from the allocator, in bytes.
    uint64_t host_bytes;

    /// Memory on the device, in bytes.
    uint64_t device_bytes;

    /// Time of the device's kernels in the last update. 0 unless the context profiles.
    double kernel_seconds;
} throng_potential_info;

/// Gets facts about a field. Waits for the last update if the context profiles.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_potential_get_info(throng_potential *field, throng_potential_info *info);

#ifdef __cplusplus
}
#endif

#endif
