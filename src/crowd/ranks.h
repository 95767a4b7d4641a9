/* Ranks of ids: the int32 by which kernels tell which of two agents has the lower id.
 *
 * Where all ids lie within 2^31 - 1 of each other, as those do that a game counts, a rank is the id less the
 * crowd's base: an agent that comes changes nobody else's. Otherwise ranks are labels with gaps between them.
 * The host keeps them in the order of ids, and a step labels those who came since the last one, between their
 * neighbours. Where a gap is used up, all agents get new labels. */
#ifndef THRONG_CROWD_RANKS_H
#define THRONG_CROWD_RANKS_H

#include <stddef.h>
#include <stdint.h>

typedef struct throng_named {
    uint64_t id;
    int32_t index; /* of the agent, which may be gone */
    int32_t rank;
} throng_named;

/* The labels in `named`: those that agents have from the front, ascending; those who came since, from the
 * back. An agent that is gone keeps its entry, so that the order need not be searched. */
typedef struct throng_ranks {
    throng_named *named; /* NULL: none so far */
    int32_t space;       /* entries that there is memory for */
    int32_t labelled, fresh;
    int32_t known;  /* 1: `named` has all agents. 0: only the backend knows their ranks */
    int32_t ranked; /* 1: the backend's ranks are in the order of ids */
    int32_t by_id;  /* 1: ranks are ids less `base` */
    uint64_t base;
    uint64_t top_id; /* of labels: no id is above it, and no rank at or above top_rank */
    int32_t top_rank;
} throng_ranks;

struct throng_crowd;

/* Of an empty crowd. */
void throng_ranks_forget(throng_ranks *ranks);
/* The rank that a new agent is written with. agents: how many there are with it. */
int32_t throng_ranks_add(throng_ranks *ranks, uint64_t id, int32_t index, int32_t agents);
/* Before a step: memory that throng_ranks_flush() needs. */
int32_t throng_ranks_want_memory(const struct throng_crowd *crowd);
/* What snapshots have: the highest id and rank that there may be. */
void throng_ranks_limits(const throng_ranks *ranks, int32_t agents, uint64_t *top_id, int32_t *top_rank);
/* The base with which a snapshot's ranks may be ids. */
uint64_t throng_ranks_base(uint64_t top_id);
/* Ascending by id. */
void throng_named_sort(throng_named *named, int32_t count);

#endif
