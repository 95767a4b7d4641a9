/* What the files of crowds share: handles, whole agents, walls. */
#ifndef THRONG_CROWD_AGENTS_H
#define THRONG_CROWD_AGENTS_H

#include "kernels/crowd/layout.h"
#include "src/core/check.h"
#include "src/crowd/crowd.h"

/* The generation of an index is odd while its agent or obstacle exists. Restoring a snapshot may lower
 * generations. From then on new ones start at a floor above all that were assigned since the snapshot was
 * made, so no old handle refers to something new. Restoring the present state changes no later handle.
 * Generations never start again: an index whose generations are used up is retired, and named no more. */
#define THRONG_GENERATION_RETIRED 0xfffffffeu
#define THRONG_GENERATION_LAST (THRONG_GENERATION_RETIRED - 1u) /* of what exists */
static inline int32_t throng_generation_is_spent(uint32_t free, uint32_t floor)
{
    return free >= THRONG_GENERATION_RETIRED || floor > THRONG_GENERATION_RETIRED;
}
/* Of an index that is not spent. */
static inline uint32_t throng_generation_after(uint32_t free, uint32_t floor)
{
    return free + 1 < floor ? floor : free + 1;
}
/* After what it named is gone. */
static inline uint32_t throng_generation_removed(uint32_t present)
{
    return present < THRONG_GENERATION_RETIRED ? present + 1 : THRONG_GENERATION_RETIRED;
}
static inline uint32_t throng_generation_floor(uint32_t floor, uint32_t now, uint32_t restored)
{
    const uint32_t above = now < THRONG_GENERATION_RETIRED ? (now + 1) | 1u : UINT32_MAX;
    return now <= restored || above < floor ? floor : above;
}

/* The index of a handle; -1: no such agent. */
static inline int32_t throng_crowd_index(const throng_crowd *crowd, throng_agent agent)
{
    const int32_t named = agent.index >= 0 && agent.index < crowd->slots && (agent.generation & 1u);
    return named && crowd->generations[agent.index] == agent.generation ? agent.index : -1;
}

/* ---- src/crowd/crowd.c */
/* Before a step: flushes changes of agents and terrain; `stepping`: and updates the flow. What may find no
 * memory or too many walls comes first, so that such a failure changes nothing. */
throng_status throng_crowd_prepare(throng_crowd *crowd, float dt, int32_t stepping,
                                   throng_crowd_step_params *step_params);

/* ---- src/crowd/find.c */
/* Checks the numbers that a call which finds agents was given, reserves memory, and flushes changes of
 * agents. results: 1: the host will get them. *find receives what does not depend on queries and results. */
throng_status throng_crowd_find_begin(throng_crowd *crowd, int32_t count, int32_t capacity, int32_t results,
                                      throng_crowd_search *find);

/* ---- src/crowd/events.c */
void throng_crowd_events_release(throng_crowd *crowd);
size_t throng_crowd_events_bytes(const throng_crowd *crowd);

/* ---- src/crowd/transfer.c */
/* Bodies, senses and rests of whole agents, `stride` bytes apart; 0: packed. NULL: not these; written bodies
 * have no rest then. */
throng_status throng_crowd_read(throng_crowd *crowd, int32_t count, const int32_t *agents, void *bodies,
                                void *senses, void *rests, size_t stride);
/* begun: 1: a failure loses the crowd. */
throng_status throng_crowd_write(throng_crowd *crowd, int32_t count, const int32_t *agents,
                                 const void *bodies, const void *senses, const void *rests, size_t stride,
                                 int32_t begun);

/* ---- src/crowd/agents.c: memory for the handles of `capacity` agents, in a copy of the crowd's struct, to
 * be adopted or released. Agents that exist keep theirs. */
throng_status throng_crowd_handles_make(const throng_crowd *crowd, int32_t capacity, throng_crowd *more);
void throng_crowd_handles_adopt(throng_crowd *crowd, const throng_crowd *more);
void throng_crowd_handles_release(const throng_crowd *crowd);
size_t throng_crowd_handles_bytes(const throng_crowd *crowd);
void throng_crowd_handles_forget(throng_crowd *crowd);   /* all agents */
void throng_crowd_forget_newcomers(throng_crowd *crowd); /* they have made a step */
/* Rebuilds the table and the list after ids and generations were written. */
void throng_crowd_handles_renew(throng_crowd *crowd);
/* Radii: of an agent that is new (before: below 0), changes, or goes (now: below 0). */
void throng_crowd_note_radius(throng_crowd *crowd, float before, float now);
/* 1: radii differ. */
int32_t throng_crowd_is_mixed(throng_crowd *crowd);
/* Every agent is there, and once: else the first that is not, or count. */
int32_t throng_crowd_first_gone(throng_crowd *crowd, int32_t count, const throng_agent *agents,
                                size_t stride);
/* Updates `alive`, passes it to the backend, and ranks new agents, for which throng_crowd_reserve_ranks() has
 * to be called before. */
throng_status throng_crowd_flush_changes(throng_crowd *crowd);
/* `count` more agents: 0 or more, and not more than there may be. */
throng_status throng_crowd_check_room(const throng_crowd *crowd, int32_t count);
/* Adds agents by states that were checked. marks: CROWD_PLACED: the next step looks whether they are in a
 * wall; 0: for those whose state is of a part with the same walls. */
throng_status throng_crowd_add_by_states(throng_crowd *crowd, int32_t count, const throng_agent_state *states,
                                         int32_t marks, throng_agent *agents);
/* The same, as ghosts: steps read them, and leave them as they are. */
throng_status throng_crowd_add_ghosts(throng_crowd *crowd, int32_t count, const throng_agent_state *states,
                                      throng_agent *agents);
/* Updates `alive`. */
void throng_crowd_build_active_list(throng_crowd *crowd);
/* The index of the agent with an id; -1: none has it. */
int32_t throng_crowd_index_of_id(const throng_crowd *crowd, uint64_t id);

/* ---- src/crowd/states.c */
/* The states of agents by their indices, with all that the next step knows of them. */
throng_status throng_crowd_read_states(throng_crowd *crowd, int32_t count, const int32_t *indices,
                                       throng_agent_state *states);
/* The state that an agent has when it was added by a def that was checked, with this id. */
void throng_crowd_state_of_def(const throng_crowd *crowd, const throng_agent_def *def, uint64_t id,
                               throng_agent_state *state);
/* Whether agents of these states could be in this crowd; ids that are in use are not looked for. marks:
 * CROWD_UNSEEN: they may say what the next step knows, as those of parts do; 0: a host's do not. */
throng_status throng_crowd_check_states(const throng_crowd *crowd, int32_t count,
                                        const throng_agent_state *states, int32_t marks);
/* A sum over what crowds have in common whose agents may change places. */
uint64_t throng_crowd_sum_of_def(const throng_crowd *crowd);

/* ---- src/crowd/values.c and src/crowd/motions.c: whether the public calls would set this. */
throng_status throng_crowd_check_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                     const throng_agent *agents, const void *data, size_t stride);
/* Bytes of the value, for the caller; 0: it cannot be set. */
size_t throng_crowd_set_bytes(throng_agent_value what);
throng_status throng_crowd_check_set_motions(throng_crowd *crowd, const throng_agent *agents, int32_t count,
                                             const throng_motion *motions);

/* ---- src/crowd/ranks.c */
/* Memory for the call below. */
throng_status throng_crowd_reserve_ranks(throng_crowd *crowd);
/* Passes the ranks of new agents to the backend. `alive` is up to date. */
throng_status throng_crowd_flush_ranks(throng_crowd *crowd);
/* Releases the memory; the next agents that need it get it again. */
void throng_crowd_ranks_release(throng_crowd *crowd);

/* ---- src/crowd/agent_def.c */
/* 0, or 1e-6 to 1e9. */
static inline int32_t throng_agent_is_length(float length)
{
    return throng_within(length, 0.0f, 0.0f) || throng_within(length, 1e-6f, THRONG_MOST);
}
/* A negative value selects the default. */
static inline int32_t throng_agent_is_default_or(float value)
{
    return throng_within(value, -3.40282347e+38f, THRONG_MOST);
}
/* Cosine of half the angle (0 to 360 degrees) times its own magnitude; -2 for a full circle. */
float throng_agent_cosine(float angle);
/* An angle that has this cosine; if none has, one that nearly has. */
float throng_agent_angle(float cosine);
throng_status throng_crowd_check_agent(const throng_crowd *crowd, int32_t index, const throng_agent_def *d);
/* Everything except id and rank. */
void throng_crowd_fill_agent(const throng_crowd *crowd, const throng_agent_def *def, crowd_body *body,
                             crowd_sense *sense, crowd_rest *rest);
/* 1: it has a layer, mask, priority or responsibility of its own, or is locked. */
int32_t throng_crowd_is_heterogeneous(const crowd_body *body, const crowd_sense *sense);

/* ---- src/crowd/places.c: positions as callers have them, and relative to the crowd's home. */
void throng_crowd_settle_home(throng_crowd *crowd, double origin_x, double origin_y);
/* 0 at the origin of the plane. */
uint64_t throng_crowd_home_hash(const throng_crowd *crowd);
/* 1: the place is within the range, and as near to the home as it has to be. */
int32_t throng_crowd_is_place(const throng_crowd *crowd, const double place[2]);
/* As the backend has it. rest: what its floats lack. */
void throng_crowd_localize(const throng_crowd *crowd, const double place[2], float local[2], float rest[2]);
/* Logs once per crowd where floats are coarser than a sixteenth of an agent's radius. */
void throng_crowd_note_place(throng_crowd *crowd, float x, float y, float radius);
/* 1: it may log. It compares 2^-23 of a position's magnitude with a sixteenth of the radius. */
#define THRONG_CROWD_FINE_RADII 500000.0f
static inline int32_t throng_crowd_is_coarse(float magnitude, float radius)
{
    return (radius > 0.0f) & (magnitude >= radius * THRONG_CROWD_FINE_RADII);
}
/* 1: the backend has this value in another form. set: it is set, not read. */
int32_t throng_crowd_has_places(const throng_crowd *crowd, throng_agent_value what, int32_t set);
/* Floats relative to the home become positions, in their place. */
void throng_crowd_show_positions(const throng_crowd *crowd, int32_t count, void *positions, size_t stride);
/* Reads such a value of the agents of `part`. */
throng_status throng_crowd_read_places(throng_crowd *crowd, throng_agent_value what,
                                       const throng_crowd_part *part, void *to, size_t stride);

/* ---- src/crowd/values.c */
/* Finds where the backend stores a value of agents in the form in which the host reads it. Errors: those of
 * throng_crowd_get(), and INVALID_ARGUMENT for values that are stored in another form. */
throng_status throng_crowd_part_of(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                   const throng_agent *agents, size_t agent_stride, throng_crowd_part *part);
/* Finds where the backend stores a pair of floats that a buffer of the program has. Errors: those of
 * throng_crowd_set(), and INVALID_ARGUMENT for other values. */
throng_status throng_crowd_part_to_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                       const throng_agent *agents, size_t agent_stride,
                                       throng_crowd_part *part);
/* The targets of these agents were set on the device, as the kind that their navigation has. */
void throng_crowd_note_targets(throng_crowd *crowd, const throng_crowd_part *part);
/* Agents whose goals or preferred velocities were written navigate by them from now on. */
throng_status throng_crowd_navigate(throng_crowd *crowd, throng_agent_value what,
                                    const throng_crowd_part *part);

/* ---- src/crowd/walls.c: obstacles, by index. */
/* Memory for new obstacles and leaves of walls, `edges` more than there are. A failure changes nothing. */
throng_status throng_crowd_walls_reserve(throng_crowd *crowd, int32_t obstacles, int32_t leaves,
                                         int64_t edges);
/* Memory for so many, which stays: until there are more, nothing is allocated. */
throng_status throng_crowd_walls_make_room(throng_crowd *crowd, int32_t obstacles, int32_t edges);
/* Leaves that `count` walls need in the place of an obstacle's, -1: of a new one; 0: they fit, also when
 * the others have been laid anew meanwhile, each in as few leaves as its walls take. */
int32_t throng_crowd_walls_leaves(const throng_crowd *crowd, int32_t index, int32_t count);
/* Walls for an obstacle, after memory was reserved. *index: -1: a new one; else its walls are replaced. Write
 * them, then call throng_crowd_walls_binned(). */
struct crowd_wall *throng_crowd_walls_place(throng_crowd *crowd, int32_t *index, int32_t of_terrain,
                                            int32_t count);
void throng_crowd_walls_binned(throng_crowd *crowd, int32_t index);
void throng_crowd_walls_drop(throng_crowd *crowd, int32_t index);
/* 0: no such obstacle. */
uint32_t throng_crowd_walls_generation(const throng_crowd *crowd, int32_t index);
/* An obstacle gets a later generation. */
void throng_crowd_walls_raise(throng_crowd *crowd, int32_t index, uint32_t generation);
int32_t throng_crowd_walls_of_terrain(const throng_crowd *crowd, int32_t index);
const struct crowd_wall *throng_crowd_walls_of(const throng_crowd *crowd, int32_t index, int32_t *count);
int32_t throng_crowd_walls_handles(const throng_crowd *crowd); /* upper limit of indices */
/* The lowest index from this one on that no obstacle has and a new one may have. */
int32_t throng_crowd_walls_free_from(const throng_crowd *crowd, int32_t index);
/* The next new obstacle gets this index, which is free. */
throng_status throng_crowd_walls_offer(throng_crowd *crowd, int32_t index);
/* Passes changed obstacles to the backend. */
throng_status throng_crowd_flush_walls(throng_crowd *crowd);
/* In the form that backends are given. */
throng_crowd_walls throng_crowd_walls_now(const throng_crowd *crowd);
void throng_crowd_walls_release(throng_crowd *crowd);
void throng_crowd_walls_forget(throng_crowd *crowd); /* all obstacles */
size_t throng_crowd_walls_bytes(const throng_crowd *crowd);
int32_t throng_crowd_walls_count(const throng_crowd *crowd);

/* For snapshots: size, write, read. */
size_t throng_crowd_walls_saved(const throng_crowd *crowd);
void throng_crowd_walls_save(const throng_crowd *crowd, unsigned char *to);
throng_status throng_crowd_walls_restore(throng_crowd *crowd, const unsigned char *from);

/* ---- src/crowd/obstacles.c: 1: these walls, of any alignment, are those of a polygon. */
int32_t throng_crowd_is_polygon(const unsigned char *walls, int32_t count);

/* ---- src/crowd/terrain_walls.c: terrain as obstacles. */
throng_status throng_crowd_terrain_walls_create(throng_crowd *crowd);
void throng_crowd_terrain_walls_release(throng_crowd *crowd);
int32_t throng_crowd_terrain_walls_tiles(const throng_crowd *crowd); /* obstacles that terrain may be */
size_t throng_crowd_terrain_walls_bytes(const throng_crowd *crowd);
void throng_crowd_terrain_walls_adopt(throng_crowd *crowd); /* the present obstacles of terrain */
/* After changes of the terrain: memory for the walls that it has now, then these walls. */
throng_status throng_crowd_reserve_terrain_walls(throng_crowd *crowd);
void throng_crowd_update_terrain_walls(throng_crowd *crowd);
int32_t throng_crowd_is_solid(const throng_crowd *crowd); /* terrain has no walls: no cell is free */
/* For snapshots; walls may have any alignment. 1: they may be those of a tile of some terrain. */
int32_t throng_crowd_are_terrain_walls(const unsigned char *walls, int32_t count);
/* The tile of the crowd's terrain of which these are the walls; -1: none. */
int32_t throng_crowd_tile_of(const throng_crowd *crowd, const unsigned char *walls, int32_t count);
int32_t throng_crowd_terrain_tiles(const throng_crowd *crowd);
int32_t throng_crowd_tile_has_walls(const throng_crowd *crowd, int32_t number);

#endif
