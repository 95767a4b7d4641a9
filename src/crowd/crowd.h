/* Crowds: the backends' interface, and what the public calls share. kernels/crowd/layout.h defines the state
 * of an agent; here it is an array of 32-bit words. */
#ifndef THRONG_CROWD_CROWD_H
#define THRONG_CROWD_CROWD_H

#include "src/core/object.h"
#include "src/crowd/ranks.h"
#include "src/dispatch/observe.h"

#include <string.h>

#define THRONG_CROWD_COOKIE 0x63726f77u
#define THRONG_CROWD_DEF_COOKIE 0x63726466u
#define THRONG_AGENT_DEF_COOKIE 0x61646566u

/* Arguments are valid, agents exist. */
typedef struct throng_crowd_shape {
    int32_t capacity, nearest;
    int32_t uses; /* CROWD_VISION and so on, without CROWD_HETEROGENEOUS; CROWD_BY_GAPS: if radii differ */
    throng_flow *flow; /* on the same backend; NULL: none */
    float symmetry;
    float origin_x, origin_y; /* of terrain and flow, relative to the home */
    float home_x, home_y;
    int32_t hashes_guests;
    uint64_t seed;
} throng_crowd_shape;

enum { THRONG_CROWD_BODIES = 0, THRONG_CROWD_SENSES = 1, THRONG_CROWD_RESTS = 2 };

/* Words first .. first+words-1 of the bodies, senses or rests of agents. Whose x is written has lost nothing:
 * its rest is 0 until that is written, too. */
typedef struct throng_crowd_part {
    int32_t of, first, words, count;
    const void *agents; /* their indices, int32_t each, agent_stride bytes apart */
    size_t agent_stride;
    int32_t begun;     /* 1: part of a larger change: a failure loses the crowd */
    int32_t listed;    /* 1: the first of the active list, in its order */
    int32_t flags;     /* of bodies that are written: added to their state */
    int32_t converted; /* 1: targets are read as steps take them, not as they were given */
    int32_t walks; /* 1: places that are written go on with the walk, so that the order of agents serves on */
} throng_crowd_part;

/* Words of one agent there. */
static inline int32_t throng_crowd_part_pitch(const throng_crowd_part *part)
{
    return part->of == THRONG_CROWD_RESTS ? 2 : 16;
}

/* 1: writing this sets positions. */
static inline int32_t throng_crowd_part_places(const throng_crowd_part *part)
{
    return part->of == THRONG_CROWD_BODIES && part->first == 0;
}

static inline int32_t throng_crowd_part_agent(const throng_crowd_part *part, int32_t i)
{
    int32_t agent;
    memcpy(&agent, (const char *)part->agents + (size_t)i * part->agent_stride, sizeof agent);
    return agent;
}

/* Motions of the agents of `part`, which says no more than who they are. */
typedef struct throng_crowd_motions {
    throng_crowd_part part;
    double home_x, home_y; /* the crowd's */
    const char *given;     /* throng_motion each, packed, that are set */
    char *wanted;          /* the same, that are read */
} throng_crowd_motions;

/* Pairs of floats for the agents of `part`, which says who they are, which two words of their bodies, and
 * `begun` and `flags`. Numbers are in range. */
typedef struct throng_crowd_pairs {
    throng_crowd_part part;
    const char *given;
    size_t stride;
    int32_t places;        /* 1: positions or goals, which backends have relative to the home */
    int32_t stands;        /* 1: positions */
    int32_t rests;         /* 1: some positions lack something as floats, see src/crowd/pairs.h */
    double home_x, home_y; /* the crowd's; 0 where they are no places */
} throng_crowd_pairs;

typedef struct throng_crowd_step_params {
    float dt, per_dt;      /* and its inverse */
    int32_t heterogeneous; /* 1: some agents differ in layer, mask, priority, responsibility, or are locked */
    int32_t mixed;         /* 1: radii differ */
    int32_t mixed_targets; /* 1: see throng_crowd */
    int32_t unchecked;     /* 1: see throng_crowd */
    int32_t solid;         /* 1: terrain has no free cell */
    int32_t moving, moving_walls; /* moving obstacles, and their walls */
    int32_t whole;                /* agents of the world of which this crowd is a part; 0: it is none */
    float whole_most;             /* the largest radius among them */
    uint64_t step;
} throng_crowd_step_params;

typedef struct throng_leaves {
    int32_t first, end;
} throng_leaves;

/* Walls in leaves and the boxes over them, in host memory that is valid until the next call. */
typedef struct throng_crowd_walls {
    const struct crowd_tree *tree; /* no levels: no walls */
    const struct crowd_wall *walls;
    const float *boxes;
    int32_t capacity;             /* leaves */
    const throng_leaves *changed; /* these leaves and the boxes over them; ranges may overlap */
    int32_t changes;
    int32_t rebuilt; /* 1: all leaves changed */
} throng_crowd_walls;

/* Queries, throng_crowd_query each, for agents near points. */
typedef struct throng_crowd_search {
    const void *queries;
    size_t stride;
    int32_t count;
    int32_t capacity;            /* hits of each query */
    int32_t counts_all;          /* 1: how many are within the radius, also if not all of them fit */
    int32_t layered;             /* 0: all layers are 1 */
    double home_x, home_y;       /* the crowd's; queries are not relative to it, agents are */
    const uint32_t *generations; /* of indices */
    void *hits;                  /* throng_crowd_hit each, packed */
    int32_t *found;              /* of each query */
} throng_crowd_search;

struct crowd_moving;

typedef struct throng_crowd_ops {
    throng_object_ops base; /* create: a throng_crowd_shape */
    throng_status (*reserve)(void *state, int32_t capacity);
    /* Values of agents lie `stride` bytes apart. */
    throng_status (*write)(void *state, const throng_crowd_part *part, const void *values, size_t stride);
    throng_status (*read)(void *state, const throng_crowd_part *part, void *values, size_t stride);
    /* Memory for the calls below; nothing else changes. */
    throng_status (*reserve_motions)(void *state);
    /* Each agent is there once, and numbers are in range. */
    throng_status (*write_motions)(void *state, const throng_crowd_motions *motions);
    throng_status (*read_motions)(void *state, const throng_crowd_motions *motions);
    /* As write() of the pairs, after reserve_motions(); each agent is there once. */
    throng_status (*write_pairs)(void *state, const throng_crowd_pairs *pairs);
    /* The sum of the hashes of agents. */
    throng_status (*hash)(void *state, const throng_crowd_part *part, uint64_t *sum);
    /* The agents of the next steps, ascending; all of them have been written. The first `unchanged` of them
     * are as in the last call. */
    throng_status (*set_active)(void *state, const int32_t *agents, int32_t count, int32_t unchanged);
    throng_status (*set_walls)(void *state, const throng_crowd_walls *walls);
    /* Moving obstacles, with walls and hulls behind them, in host memory that is valid until the next call;
     * at most `most` bytes in any call. */
    throng_status (*set_moving)(void *state, const struct crowd_moving *moving, size_t bytes, size_t most);
    throng_status (*step)(void *state, const throng_crowd_step_params *step_params);
    /* Memory for find() of `count` queries with `capacity` hits each; nothing else changes. */
    throng_status (*reserve_find)(void *state, int32_t count, int32_t capacity);
    /* The agents that set_active() had last. */
    throng_status (*find)(void *state, const throng_crowd_search *find);
    /* Events of the last step among the first `slots` agents: words as kernels/crowd/events.h has them, in
     * any order, the first `capacity` of them, and how many there are. Agents that are gone may be among
     * them. kinds: flags that count. */
    throng_status (*events)(void *state, int32_t kinds, int32_t slots, int32_t *list, int32_t capacity,
                            int32_t *count);
} throng_crowd_ops;

/* Handles and settings; the agents' state is the backend's. */
struct throng_crowd {
    throng_object object;
    const throng_crowd_ops *ops; /* object.ops */
    throng_crowd_shape shape;
    int32_t agents;          /* alive */
    int32_t handle_capacity; /* agents that the arrays below have memory for */
    int32_t slots;           /* indices ever in use */
    int32_t free;            /* the first index that can be used again, -1: none */
    int32_t table_bits;      /* the table has 2^bits entries */
    uint64_t salt;           /* of the places of ids in it, by where memory lies */
    uint64_t *ids;           /* of each index; of a free one the next free one */
    uint32_t *generations;   /* of each index, odd while it is in use */
    uint32_t floor;          /* of new generations */
    int32_t *settings;       /* of each index, as the backend's bodies have them */
    float *radii;            /* the same */
    uint32_t *newcomers;     /* a bit for each index: added by its state since the last step */
    int32_t *alive;          /* indices in use, ascending, if `listed` */
    int32_t *table;          /* indices by their ids' hashes, -1: none */
    int32_t listed;          /* 1: `alive` is up to date, and the backend has it */
    int32_t enlisted;        /* 1: `alive` is up to date */
    int32_t unchanged;       /* of `alive`: so many of the first are as the backend has them */
    int32_t heterogeneous;   /* 1: some agent had a layer, mask, priority or responsibility of its own, or was
                              locked */
    int32_t mixed_targets;   /* 1: some agent had CROWD_OTHER_TARGET */
    float common_radius;     /* of most agents, or of an earlier one */
    int32_t other_radii;     /* agents that have another */
    int32_t unchecked;       /* 1: walls changed since the last step: anyone may be in one. Single agents are
                                known by CROWD_FRESH, CROWD_PLACED and CROWD_MOVED. All of it is in snapshots
                                and goes with states between parts: where solid polygons overlap, who was
                                found in one depends on when was looked */
    throng_terrain *terrain; /* NULL: none */
    uint64_t terrain_version;            /* of its walls, and 1 more; 0: none so far */
    struct throng_terrain_walls *ground; /* src/crowd/terrain_walls.c: its walls by tiles; NULL: none */
    float cell_size;
    double home_x, home_y; /* what positions are relative to */
    int32_t whole;         /* as throng_crowd_step_params has them */
    float whole_most;
    int32_t coarse;                 /* 1: it was said that floats are too coarse where agents are */
    double origin_x, origin_y;      /* of terrain and flow, relative to that */
    struct throng_obstacles *walls; /* src/crowd/walls.c, NULL: none so far */
    throng_ranks ranks;
    uint64_t added, steps;
    int32_t stepped;                  /* 1: the last step was this crowd's: the backend has its events */
    int32_t has_newcomers;            /* 1: a bit of `newcomers` may be set */
    struct throng_moving *moving;     /* src/crowd/moving.c, NULL: none so far */
    struct throng_event_list *events; /* src/crowd/events.c, NULL: none so far */
    throng_observer observer;
};

/* The handle is a crowd's, and it is not lost. */
static inline throng_status throng_crowd_check(const throng_crowd *crowd)
{
    return throng_object_check(crowd, THRONG_CROWD_COOKIE);
}

extern const throng_object_kind throng_crowd_object_kind;

#endif
