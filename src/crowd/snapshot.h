/* The form of snapshots, and the check of those that are to be restored. A snapshot may come from a stranger
 * who knows this form. */
#ifndef THRONG_CROWD_SNAPSHOT_H
#define THRONG_CROWD_SNAPSHOT_H

#include "src/crowd/moving.h"

#define THRONG_SNAPSHOT_MAGIC 0x776f7263u /* "crow" */

enum { THRONG_SNAPSHOT_FORMAT = 7 };

/* Behind it: a snapshot_slot of each slot, a snapshot_agent of each agent in the order of slots, then a
 * throng_moving_slot of each moving obstacle's, their vertices, snapshot_walls, and each obstacle with its
 * walls behind it. No struct has padding. */
typedef struct snapshot_head {
    uint32_t magic, format;
    uint64_t bytes, check; /* of all; a sum over all but itself */
    uint64_t steps, added, top_id, seed, terrain;
    int32_t agents, slots, free, ranked, top_rank, heterogeneous;
    int32_t nearest, uses;
    float symmetry;
    int32_t fields; /* of the crowd's flow */
    double origin_x, origin_y;
    int32_t moving, moving_vertices, moving_free; /* slots, vertices of all, the first free slot */
    int32_t unchecked;                            /* as throng_crowd.unchecked */
} snapshot_head;

typedef struct snapshot_slot {
    uint64_t id; /* of a free one the next free one, as throng_crowd.ids */
    uint32_t generation;
    int32_t settings;
} snapshot_slot;

typedef struct snapshot_agent {
    crowd_body body;
    crowd_sense sense;
    crowd_rest rest;
} snapshot_agent;

/* The form of throng_agent_state. It has no padding. */
enum { THRONG_STATE_VERSION = 1 };

typedef struct agent_state {
    uint32_t version, bytes;
    uint64_t id;
    uint64_t check; /* a sum over all but itself */
    uint64_t def;   /* a sum over what crowds have in common whose agents may change places */
    snapshot_agent agent;
} agent_state;

/* Of a state that was checked, of any alignment: its agent. */
static inline void throng_state_unpack(const void *state, crowd_body *body, crowd_sense *sense,
                                       crowd_rest *rest)
{
    agent_state s;
    memcpy(&s, state, sizeof s);
    *body = s.agent.body;
    *sense = s.agent.sense;
    *rest = s.agent.rest;
}

typedef struct snapshot_walls {
    int32_t obstacles, free;
} snapshot_walls;

typedef struct snapshot_obstacle {
    uint32_t generation;
    int32_t edges, of_terrain;
    int32_t next; /* of a free one the next free one; -1 */
} snapshot_obstacle;

/* ---- src/crowd/snapshot.c */
/* The head of the crowd's snapshot, as if it had no agents, but for its bytes and its sum. */
snapshot_head throng_snapshot_head(const throng_crowd *crowd);
/* What is behind the agents: obstacles. */
size_t throng_snapshot_tail_bytes(const throng_crowd *crowd);
void throng_snapshot_tail(const throng_crowd *crowd, unsigned char *to);

/* ---- src/crowd/states.c: the state of an agent that may be of any crowd of this def. */
void throng_state_pack(const throng_crowd *crowd, const snapshot_agent *agent, throng_agent_state *state);

/* ---- src/crowd/snapshot_sums.c */
/* A sum in several parts: it begins with the head, without its own sum. */
uint64_t throng_snapshot_sum_begin(const snapshot_head *h);
uint64_t throng_snapshot_sum_more(uint64_t h, const void *from, size_t bytes);
uint64_t throng_snapshot_sum(const snapshot_head *h, const unsigned char *rest, size_t bytes);
/* A sum over the crowd's terrain; 0: there is none. */
uint64_t throng_snapshot_terrain(const throng_crowd *crowd);
int32_t throng_snapshot_fields(const throng_crowd *crowd);

/* ---- src/crowd/snapshot_check.c
 * What no agent of a crowd of such a def can be: what is wrong, and where the number is if it is one. NULL:
 * nothing. The id and who else is there are left out. */
const char *throng_snapshot_fault(int32_t uses, int32_t nearest, int32_t fields, const snapshot_agent *agent,
                                  const float **found);
/*
 * THRONG_OK: a crowd of this crowd's def may have been in this state. *h gets the head. Nothing changes. */
throng_status throng_snapshot_check(const throng_crowd *crowd, const void *snapshot, size_t bytes,
                                    snapshot_head *h);

/* ---- src/crowd/snapshot_moving.c: the same for its moving obstacles. */
size_t throng_snapshot_moving_bytes(const snapshot_head *h);
throng_status throng_snapshot_check_moving(const throng_crowd *crowd, const snapshot_head *h,
                                           const unsigned char *from);

/* ---- src/crowd/snapshot_walls.c: the same for its obstacles, which are the last `bytes` bytes. */
throng_status throng_snapshot_check_walls(const throng_crowd *crowd, const snapshot_head *h,
                                          const unsigned char *from, size_t bytes);

#endif
