/* Crowds of a world: see world.h, whose conventions hold. */
#ifndef THRONG_WORLD_CROWD_H
#define THRONG_WORLD_CROWD_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A crowd over all parts of a world.
typedef struct throng_world_crowd throng_world_crowd;

/// Definition of a crowd of a world.
typedef struct throng_world_crowd_def {
    /// Definitions for the parts of this process, one behind the other. They differ in nothing but terrain
    /// and flow, which are of the context of the part, agent_capacity, which grows by itself, and residency.
    /// Terrain and flow are whole in each part, or as much of them as the part's agents can reach; the bits
    /// are those of one crowd as long as the longest wall of all is in each part. Must be set.
    const throng_crowd_def *parts;

    /// Flow that agents with THRONG_NAVIGATE_FLOW follow: of the same world, square. The crowd is then cut as
    /// its tiles are, and not balanced; flow of `parts` is NULL, and steps update it first. NULL: none.
    /// Default: NULL.
    throng_world_flow *flow;

    /// Width by which ghosts reach beyond what agents can notice, in world units. Lists of ghosts are rebuilt
    /// when an agent may have moved half of it. 0: chosen by speeds and costs. With a `flow` at most 1.99
    /// times its margin less 3 cells. Range: 0 to 1e9. Default: 0.
    float skin;

    /// Set by the default function.
    uint32_t cookie;
} throng_world_crowd_def;

/// Default definition of a crowd of a world; `parts` is to be set.
THRONG_API throng_world_crowd_def throng_world_crowd_default_def(void);

/// Creates an empty crowd.
/// Errors: those of throng_crowd_create(), INVALID_ARGUMENT (definitions that differ, also between
/// processes), LOST.
THRONG_API throng_status throng_world_crowd_create(throng_world *world, const throng_world_crowd_def *def,
                                                   throng_world_crowd **crowd);

/// Destroys a crowd. Local, but no process should leave while others still call. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a crowd of a world, or if a crowd of a part is still used by a
/// readback.
THRONG_API throng_status throng_world_crowd_destroy(throng_world_crowd *crowd);

/* ---------------------------------------------------------------- agents ---------------------------- */

/// Adds agents, of any process anywhere: those of all processes, or none if one is rejected. They go to the
/// parts where they are. THRONG_NEXT_ID is the number of agents ever added; of one call those of process 0
/// come first. Each process sees the ids of all new agents, so add very many in several calls.
/// Errors: those of throng_crowd_add().
THRONG_API throng_status throng_world_crowd_add(throng_world_crowd *crowd, int32_t count,
                                                const throng_agent_def *defs, size_t stride);

/// Adds agents by states, of crowds with the same definition. Otherwise as throng_world_crowd_add().
/// Errors: those of throng_crowd_add_states().
THRONG_API throng_status throng_world_crowd_add_states(throng_world_crowd *crowd, int32_t count,
                                                       const throng_agent_state *states);

/// Removes agents by their ids, wherever they are: those that all processes name, or none if one is rejected.
/// Errors: INVALID_ARGUMENT (no agent has the id, or it occurs twice), LOST.
THRONG_API throng_status throng_world_crowd_remove(throng_world_crowd *crowd, int32_t count,
                                                   const uint64_t *ids);

/// Finds agents by their ids: parts[i] receives the number of the part that has ids[i]; -1: no agent has it.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST.
THRONG_API throng_status throng_world_crowd_find(throng_world_crowd *crowd, int32_t count,
                                                 const uint64_t *ids, int32_t *parts);

/// Sets a value of agents by their ids, as throng_crowd_set(): of all that processes name, or of none if one
/// is rejected. All processes name the same value. `ids` are packed, `stride` is that of `data`.
/// Errors: those of throng_crowd_set() (an id that no agent has, or that occurs twice; of a value that is
/// rejected the message has the place among those for the agents of one part).
THRONG_API throng_status throng_world_crowd_set(throng_world_crowd *crowd, throng_agent_value what,
                                                int32_t count, const uint64_t *ids, const void *data,
                                                size_t stride);

/// Sets motions of agents by their ids, as throng_crowd_set_motions(): of guests before each step, say. Both
/// lists are packed. Errors: as throng_world_crowd_set().
THRONG_API throng_status throng_world_crowd_set_motions(throng_world_crowd *crowd, int32_t count,
                                                        const uint64_t *ids, const throng_motion *motions);

/// Gets the ids and motions of the agents that a part of this process has: the first `capacity` of them.
/// Local. `part` counts the parts of this process. *count receives the number of all. `ids` and `motions` may
/// be NULL.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_world_crowd_get_own(throng_world_crowd *crowd, int32_t part, uint64_t *ids,
                                                    throng_motion *motions, int32_t capacity, int32_t *count);

/// Gets the crowd of a part of this process, to read of it, to find agents, and to add obstacles that only
/// this part can reach, with no wall that is longer than the longest of each other part. Local. It has the
/// part's own agents, and ghosts, whose values are those of before the last step. Agents must not be added,
/// removed or set there, nor may it step.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_crowd_get_part(throng_world_crowd *crowd, int32_t part,
                                                     throng_crowd **local);

/* ---------------------------------------------------------------- obstacles ------------------------- */

/// Adds an obstacle to all parts, as throng_crowd_add_obstacle_double(). All processes name the same
/// vertices. `handle` may be NULL.
/// Errors: those of throng_crowd_add_obstacle_double().
THRONG_API throng_status throng_world_crowd_add_obstacle(throng_world_crowd *crowd, int32_t count,
                                                         const throng_vertex_double *vertices, size_t stride,
                                                         throng_obstacle *handle);

/// Removes an obstacle that throng_world_crowd_add_obstacle() added. Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_world_crowd_remove_obstacle(throng_world_crowd *crowd,
                                                            throng_obstacle handle);

/* ---------------------------------------------------------------- steps ----------------------------- */

/// Advances all agents by one step of dt seconds, the same on all processes. All parts work at the same
/// time, see the top of world.h. Memory is allocated where more agents come to a part than ever before.
/// Errors: INVALID_ARGUMENT (also if dt differs), and those of throng_crowd_step(), after which the crowd may
/// be lost.
THRONG_API throng_status throng_world_crowd_step(throng_world_crowd *crowd, float dt);

/// Computes the hash that throng_crowd_hash() gives for one crowd with the same agents.
/// Errors: LOST, OPENCL.
THRONG_API throng_status throng_world_crowd_hash(throng_world_crowd *crowd, uint64_t *hash);

/// Cuts the crowd anew in the next step, by what each part has cost so far.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_world_crowd_balance(throng_world_crowd *crowd);

/* ---------------------------------------------------------------- snapshots ------------------------- */

/// Writes the crowd to a file, agents in the order of ids: a snapshot that throng_crowd_restore() takes, too,
/// if one crowd can have so many agents. Obstacles are those of part 0. All processes name the same path,
/// which must be the same file for all of them. It is written beside its place, as `path` with ".part" behind
/// it, and then put there, so that a failure keeps what was there before.
/// Errors: INVALID_ARGUMENT (the file cannot be written: the message says why), OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_world_crowd_save(throng_world_crowd *crowd, const char *path);

/// Restores the crowd from a file that throng_world_crowd_save() has written by any number of processes and
/// parts, or that has the bytes of throng_crowd_save(); brings a lost crowd back, but for one whose flow is
/// lost, see throng_world_flow_update(). Its def must have been as throng_crowd_restore() has it. The file
/// may come from a stranger: what no crowd can be is refused, and the crowd stays as it was. All parts get
/// its obstacles. Parts whose terrain is not part 0's look again at who is in a wall, in the next step: where
/// solids overlap, bits may then differ from those of the crowd that was saved.
/// Errors: INVALID_ARGUMENT (the file cannot be read; and as throng_crowd_restore()), CAPACITY, OUT_OF_MEMORY
/// and OPENCL (the crowd may then be lost), LOST (the transport failed).
THRONG_API throng_status throng_world_crowd_restore(throng_world_crowd *crowd, const char *path);

/* ---------------------------------------------------------------- facts ----------------------------- */

/// Facts about a crowd of a world.
typedef struct throng_world_crowd_info {
    /// Agents of all processes, as of the last call that changed their number.
    int64_t agents;

    /// Agents and ghosts of this process.
    int32_t own, ghosts;

    /// 1 if the crowd is lost.
    int32_t lost;

    /// Ghosts that other parts have of agents of this process. Each step sends their motions.
    int32_t border;

    /// Number of steps so far, and of agents ever added.
    uint64_t steps, added;

    /// Times that lists of ghosts were rebuilt, and that the crowd was cut.
    uint64_t lists, cuts;

    /// Agents that have left parts of this process for other parts.
    uint64_t moved;

    /// Bytes that this process has sent to others; those of them with ghosts' motions in single steps.
    uint64_t bytes_sent, motion_bytes_sent;

    /// Time of this process, in seconds: in the steps of parts; with ghosts' motions and waiting for other
    /// processes; with new lists and cuts.
    double step_seconds, exchange_seconds, list_seconds;

    /// Time of the slowest part divided by the mean, when that was looked at last. 0: never so far.
    double imbalance;

    /// The present skin.
    double skin;
} throng_world_crowd_info;

/// Gets facts about a crowd of a world. Local. Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_crowd_get_info(throng_world_crowd *crowd,
                                                     throng_world_crowd_info *info);

#ifdef __cplusplus
}
#endif

#endif
