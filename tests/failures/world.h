/* A world of all kinds of objects that share terrain and flow, for the tests of calls that fail: everything
 * that can be read of it, and memory that runs out. Knows nothing of Criterion. */
#ifndef THRONG_TESTS_FAILURES_WORLD_H
#define THRONG_TESTS_FAILURES_WORLD_H

#include "tests/support/support.h"

#include <throng/flow_seeds.h>
#include <throng/world_crowd.h>
#include <throng/world_flow.h>
#include <throng/world_influence.h>
#include <throng/world_potential.h>

enum {
    WORLD_WIDTH = 40,
    WORLD_HEIGHT = 36,
    WORLD_CELLS = WORLD_WIDTH * WORLD_HEIGHT,
    WORLD_AGENTS = 150, /* more than two chunks of those that are added at once */
    WORLD_MORE = 80,    /* that there is space for */
    WORLD_CROWD = WORLD_AGENTS + WORLD_MORE,
    WORLD_POINTS = 6,
    WORLD_STARTS = 3,
    WORLD_ROUTES = 3,
    WORLD_FIELDS = 2,
    WORLD_SEEDS = 4,
    WORLD_PEOPLE = 40, /* of a crowd of two parts */
    CUT_OBJECTS = 6,   /* of what is cut into parts */
    CUT_SOURCES = 6,
    CUT_POINTS = 4, /* of each part */
    CUT_AGENTS = 20,
    WORLD_LOOKS = 60
};

/* Hashes of everything that can be read, each with a name. */
typedef struct world_look {
    int32_t count;
    const char *names[WORLD_LOOKS];
    uint64_t hashes[WORLD_LOOKS];
} world_look;

typedef struct world {
    const variant *v;
    throng_context_def hooks;
    throng_context *context;
    throng_terrain *terrain;
    throng_influence *map, *walled; /* two layers; paths around walls */
    throng_flow *flow;
    throng_measure *measure;
    throng_potential *potential;
    throng_trace *trace;
    throng_route *route;
    throng_crowd *crowd;
    throng_world *parted;
    throng_world_crowd *people;
    throng_world_influence *cut_map;
    throng_world_potential *cut_field;
    throng_world_flow *cut_flow;
    throng_world_crowd *walkers;               /* who follow it */
    unsigned char read[2000];                  /* by the last call on them that read */
    int32_t flow_is_open;                      /* 1: an update that fails may leave the flow unreadable */
    int32_t not_combined;                      /* 1: the map's layers were not combined since it was reset */
    throng_agent_state persons[2];             /* one who has gone, and one of them */
    throng_obstacle people_wall, people_made;  /* of them; made by a call */
    throng_readback *motions, *layer, *forces; /* of two agents, of a region; with a read of all points */
    throng_agent agents[WORLD_CROWD], gone;
    throng_obstacle obstacle, torn_down;
    throng_moving_obstacle car, car_gone;
    throng_agent_def defs[WORLD_CROWD];
    int32_t routes; /* of the last search */
    unsigned char *snapshot;
    size_t snapshot_bytes;
    void *made; /* by a call that creates something, until it is destroyed */
    int64_t alive, fail_at;
    int32_t failed, assertions, logs;
    int32_t keeps_memory; /* 1: what the call under test reserves in the crowd stays for the next try */
    /* The look of the world before the call under test, NULL: the assertion handler does not look. */
    const world_look *before;
    const char *changed; /* what the handler found changed, NULL: nothing */
} world;

world *world_begin(const variant *v);
void world_end(world *w);
world_look world_see(world *w);
/* The first thing that differs; NULL: nothing does. */
const char *world_difference(const world_look *a, const world_look *b);
/* Everything that has inputs is updated, and the crowd makes a step: so that half a change that cannot be
 * read yet shows. */
void world_go_on(world *w);
throng_agent_def world_agent(int32_t i);
/* What is seen gets a name. */
void world_note(world_look *l, const char *name, const void *bytes, size_t size);

/* ---- tests/failures/cuts.c */
extern const uint64_t cut_ids[CUT_OBJECTS], cut_indices[CUT_SOURCES];
throng_influence_object cut_object(int32_t i);
throng_potential_source cut_source(int32_t i);
void cuts_begin(world *w);
void cuts_end(world *w);
void cuts_go_on(world *w);
void cuts_see(world *w, world_look *l);
/* What a call has read, if it has, is looked at from then on. */
throng_status keep_read(world *w, throng_status status, const void *bytes, size_t size);

/* ---------------------------------------------------------------- the table ------------------------- */

/* A public call. Way 0 succeeds, unless memory runs out; it returns NO_WAY after the last one. *expected is
 * INVALID_ARGUMENT unless a way says otherwise. */
enum { NO_WAY = -1 };
typedef struct public_call {
    const char *name;
    throng_status (*run)(world *w, int32_t way, throng_status *expected);
    throng_status (*undo)(world *w); /* after a success, so that it can be tried again; NULL: it cannot */
} public_call;

/* ---- tests/failures/crowd_room.c */
throng_status call_reserve(world *w, int32_t way, throng_status *expected);
throng_status call_reserve_room(world *w, int32_t way, throng_status *expected);

/* ---- tests/failures/seed_calls.c */
throng_status call_set_seeds(world *w, int32_t way, throng_status *expected);
throng_status call_add_seeds(world *w, int32_t way, throng_status *expected);
throng_status call_read_exact_lengths(world *w, int32_t way, throng_status *expected);

extern const public_call world_calls[], crowd_calls[], field_calls[], parts_calls[], readback_calls[],
    cut_calls[], cut_flow_calls[];
extern const int32_t world_call_count, crowd_call_count, field_call_count, parts_call_count,
    readback_call_count, cut_call_count, cut_flow_call_count;

/* Memory does not fail in what a call needs beforehand. */
#define BEFORE(w, call)                                                                                      \
    do {                                                                                                     \
        const int64_t fail_at = (w)->fail_at;                                                                \
        (w)->fail_at = 0;                                                                                    \
        MUST((w)->context, call);                                                                            \
        (w)->fail_at = fail_at;                                                                              \
    } while (0)

#endif
