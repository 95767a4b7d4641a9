/* Crowds of a world: their parts, and who is a ghost where.
 *
 * Lists are made when somebody may have walked half of the skin since the last ones, or agents came, went or
 * changed: agents go to the parts where they are, and each part receives as ghosts all others that are as
 * near to the box around its own agents as one of these may notice, and the skin. Until the next lists nobody
 * whom an agent may notice is missing in its part: the two have come nearer by at most the skin. */
#ifndef THRONG_WORLD_CROWD_INTERNAL_H
#define THRONG_WORLD_CROWD_INTERNAL_H

#include "src/crowd/agents.h"
#include "src/world/flow.h"

#include <throng/world_crowd.h>

#define THRONG_WORLD_CROWD_COOKIE 0x77637277u
#define THRONG_WORLD_CROWD_DEF_COOKIE 0x77636466u

/* What is known of a part everywhere, when lists are made. */
typedef struct throng_part_facts {
    int32_t agents;
    float left, top, right, bottom; /* the box around them */
    float range;                    /* the farthest that one of them notices others, but for radii */
    float least, most;              /* radii */
    float speed;                    /* the largest max_speed */
} throng_part_facts;

enum { THRONG_PART_FACTS = 9 }; /* words */

/* Entries that go from a local part to another one, or come from there. */
typedef struct throng_route {
    int32_t process;
    int32_t local, other; /* place among the local parts, number of the other part */
    int32_t first, count; /* of the local part's border, or of its ghosts */
} throng_route;

typedef struct throng_world_part {
    throng_context *context;
    throng_crowd *crowd;
    int32_t number;
    int32_t own_count, border_count, ghost_count;
    throng_buffer own;    /* int32_t: indices of agents that are no ghosts, when lists were made; ascending */
    throng_buffer places; /* float[2]: of these, now */
    throng_buffer reference; /* float[2]: the same, when lists were made */
    throng_buffer border;    /* int32_t: indices of agents that are ghosts elsewhere, part by part */
    throng_buffer ghosts;    /* throng_agent: in the order of the parts that they are of */
    throng_buffer rows;      /* words of border agents or ghosts */
    throng_buffer visions;   /* float: of these, where ranges of vision change */
    throng_buffer targets;   /* int32_t: the part where each of its own belongs */
    throng_buffer leaving;   /* throng_agent: those who go to other parts */
    int32_t leaving_count, arrivals;
    int32_t obstacle;     /* the index of one that is being added */
    int32_t unchecked;    /* its crowd's before that */
    float range, speed;   /* bounds of throng_part_range() and max_speed of its own agents */
    int32_t unmeasured;   /* 1: these may be too small or too large */
    double seconds;       /* in steps, since the last balance */
    double taken;         /* in the last step; by a device's host if it was not measured */
    int32_t stepped;      /* 1: in this step already */
    throng_status status; /* of it */
    int64_t weight;       /* of each of its own agents, when the crowd is cut */
} throng_world_part;

/* Memory of calls that name agents, kept for the next one. */
typedef struct throng_asked_memory {
    throng_buffer answers; /* int64_t for each that is asked for */
    throng_buffer found;   /* throng_agent of each that a local part has, packed part by part */
    throng_buffer values;  /* of the same */
    throng_buffer numbers; /* int64_t: which of all they are */
    throng_buffer counts;  /* int32_t: of each local part */
} throng_asked_memory;

struct throng_world_crowd {
    uint32_t cookie;
    throng_world *world;
    throng_world_part *parts; /* of this process */
    throng_part_facts *facts; /* of all parts */
    int64_t *words;           /* THRONG_PART_FACTS for each part: what is reduced */
    throng_cut_tree cut;
    throng_buffer cut_sets;     /* throng_cut_points of each part of this process */
    throng_world_flow *flow;    /* that gives the cut; NULL: none */
    double most_skin;           /* where there is a flow */
    int64_t agents, cut_agents; /* of all parts; those when the crowd was cut */
    uint64_t added, steps;
    int32_t stale;        /* 1: lists have to be made */
    int32_t placed;       /* 1: positions were set: nobody knows how far agents have come */
    int32_t recut;        /* 1: the crowd is to be cut with the next lists */
    int32_t lost;         /* 1: parts do not fit together any more */
    int32_t uses;         /* as throng_crowd_shape.uses */
    int32_t moving_words; /* words of a body that others may read of a ghost */
    int32_t sends_vision; /* 1: and its range of vision */
    float given_skin;
    double skin;
    double walked;                       /* the most that anybody can have walked since lists were made */
    double max_speed;                    /* of all */
    double sway;                         /* what rounding may add to a step */
    double leap;                         /* the longest rest of those who came by a state */
    throng_buffer out_routes, in_routes; /* throng_route: by process, sending part, receiving part */
    int32_t outs, ins;
    throng_buffer *out, *in;  /* ghosts' motions, to and from each process; to this one in `out` alone */
    int32_t packed;           /* 1: their exchange has begun, or is done, for the next step */
    throng_status begun;      /* what came of that */
    throng_context *begun_in; /* where it failed; NULL: nowhere, or in the world's first one */
    int32_t balance_in;       /* steps until costs are looked at; 0: never */
    throng_asked_memory asked;
    throng_buffer leaving_order, leaving_starts; /* int32_t: while agents are sorted who leave a part */
    throng_world_crowd_info info;
};

/* Typed views of a part's buffers. */
static inline int32_t *throng_part_own(const throng_world_part *part)
{
    return (int32_t *)(void *)part->own.memory;
}
static inline float *throng_part_places(const throng_world_part *part)
{
    return (float *)(void *)part->places.memory;
}
static inline int32_t *throng_part_border(const throng_world_part *part)
{
    return (int32_t *)(void *)part->border.memory;
}
static inline throng_agent *throng_part_ghosts(const throng_world_part *part)
{
    return (throng_agent *)(void *)part->ghosts.memory;
}

/* 1: agents have senses, 0: they notice others by neighbor_dist. */
static inline int32_t throng_uses_senses(int32_t uses)
{
    return (uses & CROWD_SENSES) && !(uses & CROWD_BY_DISTANCE);
}

/* How far an agent notices others, but for what radii add. */
static inline float throng_part_range(int32_t uses, const crowd_body *body, const crowd_sense *sense)
{
    float range = 0.0f;
    if (!throng_uses_senses(uses))
        return body->neighbor_dist;
    if (uses & CROWD_VISION)
        range = scalar_max(sense->vision, sense->vision_most);
    return uses & CROWD_HEARING ? scalar_max(range, sense->hearing) : range;
}

static inline int32_t throng_part_is_ghost(const throng_world_part *part, int32_t index)
{
    return (part->crowd->settings[index] & CROWD_GHOST) != 0;
}

/* After what cannot be undone on some process: the crowd is lost everywhere. */
static inline throng_status throng_world_crowd_lose(throng_world_crowd *crowd, throng_status status)
{
    crowd->lost = 1;
    return status;
}

/* ---- src/world/crowd.c */
/* The handle is such a crowd's, and it can go on. */
throng_status throng_world_crowd_check(throng_world_crowd *crowd);

/* ---- src/world/lanes.c */
/* One step of all parts of this process; whatever has happened, no thread works on. */
throng_status throng_world_step_parts(throng_world_crowd *crowd, float dt);

/* ---- src/world/adding.c; collective */
/* Whether all new agents may have their ids, which differ, beside: 1: and none is in use. *all: how many they
 * are. status: whether they can be asked for. */
throng_status throng_world_check_ids(throng_world_crowd *crowd, const throng_agent_state *states,
                                     int32_t count, throng_status status, int32_t beside, int64_t *all);
/* Notes the longest rest of these, of all processes: a later step may add it to their way. */
throng_status throng_world_note_leaps(throng_world_crowd *crowd, int32_t count,
                                      const throng_agent_state *states);
/* Cuts an empty crowd by those who come. */
throng_status throng_world_cut_for(throng_world_crowd *crowd, const throng_agent_state *states,
                                   int32_t count);

/* ---- src/world/lists.c; collective */
/* Cuts the crowd, if that is due, and makes the lists. */
throng_status throng_world_lists_make(throng_world_crowd *crowd, float dt);
/* The indices of a part's own agents, and where they are. While lists are good, the former stay as they
 * were. */
throng_status throng_part_list_own(throng_world *world, throng_world_part *part);
throng_status throng_part_read_places(throng_world *world, throng_world_part *part);

/* ---- src/world/ghosts.c; collective: who is a ghost where. */
throng_status throng_world_ghosts_make(throng_world_crowd *crowd);
void throng_world_ghosts_drop(throng_world_crowd *crowd);

/* ---- src/world/move.c; collective */
/* Room for so many agents, ghosts among them. */
throng_status throng_part_reserve(throng_world *world, throng_world_part *part, int64_t agents);
/* Takes the agents that all processes give as states to the parts where they are: first what may fail, by
 * which nothing changes, and then the rest. replaces: 1: those who are there go. */
throng_status throng_world_settle_begin(throng_world_crowd *crowd, const throng_agent_state *states,
                                        int32_t count, int32_t replaces);
throng_status throng_world_settle_end(throng_world_crowd *crowd, int32_t marks);
/* Takes agents to the parts where they are. */
throng_status throng_world_migrate(throng_world_crowd *crowd);

/* ---- src/world/motions.c; collective, between the same processes in each step */
/* Memory for the routes. */
throng_status throng_world_motions_reserve(throng_world_crowd *crowd);
/* Begins to send what others read of ghosts. */
throng_status throng_world_motions_begin(throng_world_crowd *crowd);
/* Ends it, and writes it to ghosts. */
throng_status throng_world_motions_end(throng_world_crowd *crowd);

#endif
