/* What further steps depend on, to the last bit: snapshots of whole crowds, and states of agents that move
 * from one crowd to another. The conventions of throng.h hold. */
#ifndef THRONG_CROWD_STATES_H
#define THRONG_CROWD_STATES_H

#include "crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- snapshots ------------------------- */

/// Gets the number of bytes that a snapshot of the crowd needs now.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_crowd_snapshot_bytes(throng_crowd *crowd, size_t *bytes);

/// Copies everything that further steps depend on to `snapshot`: agents, obstacles and the number of steps.
/// Terrain and flow are not included. `bytes` is the size of `snapshot`, which needs no alignment.
/// Errors: INVALID_ARGUMENT (too few bytes), LOST, OPENCL.
THRONG_API throng_status throng_crowd_save(throng_crowd *crowd, void *snapshot, size_t bytes);

/// Restores the state of a snapshot; brings a lost crowd back.
/// Handles of that time are valid again, and saving the crowd gives the same snapshot, if it is on the same
/// terrain and its flow has as many fields. The snapshot may be of another crowd, on any backend of any
/// machine of the same byte order. Its def must have had the same max_neighbors, perception, congestion,
/// symmetry, neighbors, settle, heading, integration, origin and seed, and, if and only if this one has a
/// flow, a flow of at most as many fields.
/// If it was on terrain, this one must be on terrain.
/// The snapshot may come from a stranger: whatever no crowd can be is refused, and the crowd stays as it was.
/// Errors: INVALID_ARGUMENT (not a snapshot, damaged, forged, or of a crowd with another def), CAPACITY
/// (fewer than the most agents that the saved crowd ever had at once), OUT_OF_MEMORY and OPENCL (the crowd
/// may then be lost).
THRONG_API throng_status throng_crowd_restore(throng_crowd *crowd, const void *snapshot, size_t bytes);

/* ---------------------------------------------------------------- states of agents ------------------ */

/// The whole state of an agent: all that further steps depend on, to the last bit. A state needs no other
/// memory and may be kept, sent, and taken up by any backend of any machine of the same byte order.
typedef struct throng_agent_state {
    /// Version of this form, and the bytes of a state.
    uint32_t version, bytes;

    /// The agent's id.
    uint64_t id;

    /// What the library alone reads.
    uint64_t data[19];
} throng_agent_state;

/// Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must
/// be their number. Both lists are packed.
/// Waits for work that they depend on.
/// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.
THRONG_API throng_status throng_crowd_get_states(throng_crowd *crowd, const throng_agent *agents,
                                                 int32_t count, throng_agent_state *states);

/// Adds agents by their states: all of them, or none if one is rejected.
/// They keep their ids, and go on with the same bits as where they came from, as far as neighbours, walls,
/// moving obstacles with their indices, flow and the number of steps are the same; see
/// throng_crowd_set_steps(). Values, navigation and target are those of the state; a flow field is a field of
/// the present crowd's flow. `agents` receives their handles, which are new; it may be NULL. Both lists are
/// packed. The crowd that a state is of must have had the same
/// max_neighbors, perception, congestion, symmetry, neighbors, settle, heading, integration, origin and seed,
/// and a flow if and only if this one has one. Walls may be others: the next step looks whether the agents
/// are in one. Where solid polygons overlap it may find somebody in one who was not found there before.
/// A state may come from a stranger: what no agent can be is refused.
/// Errors: INVALID_ARGUMENT (not a state, damaged, forged, of a crowd with another def, or with an id in use;
/// the message has its index), CAPACITY, OUT_OF_MEMORY, LOST, OPENCL.
THRONG_API throng_status throng_crowd_add_states(throng_crowd *crowd, int32_t count,
                                                 const throng_agent_state *states, throng_agent *agents);

/// Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the
/// hash has it. Agents stay as they are.
/// Errors: INVALID_ARGUMENT, LOST.
THRONG_API throng_status throng_crowd_set_steps(throng_crowd *crowd, uint64_t steps);

#ifdef __cplusplus
}
#endif

#endif
