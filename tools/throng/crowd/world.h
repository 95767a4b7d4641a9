/* `throng crowd` over the parts of a world: over several contexts of this process, and over processes that
 * MPI started. The first process tells the others what all do next. */
#ifndef THRONG_TOOLS_CROWD_WORLD_H
#define THRONG_TOOLS_CROWD_WORLD_H

#include "tools/throng/crowd/crowd.h"
#include "tools/throng/team/team.h"

#include <throng/world_crowd.h>

enum { CROWD_PARTS_MOST = 256 }; /* of a process */

/* What all do next. */
typedef enum crowd_order {
    CROWD_ORDER_END,
    CROWD_ORDER_MAKE,
    CROWD_ORDER_PLACE,
    CROWD_ORDER_STEP,
    CROWD_ORDER_WAIT,
    CROWD_ORDER_GET,
    CROWD_ORDER_SET,
    CROWD_ORDER_HASH,
    CROWD_ORDER_KERNELS
} crowd_order;

/* The same on all processes once it was shared. */
typedef struct crowd_told {
    int32_t order;
    int32_t what;  /* of SET a throng_agent_value; of GET bits of readable values */
    int32_t count; /* agents */
} crowd_told;

/* Memory that grows. */
typedef struct crowd_room {
    char *memory;
    size_t bytes;
} crowd_room;

typedef struct crowd_world {
    int32_t parts;                      /* of this process */
    throng_context **contexts;          /* the first one is the job's */
    throng_terrain **terrains;          /* the first one is the job's; NULL each: no map */
    throng_flow **flows;                /* as well; NULL each: agents go straight */
    throng_crowd_def *defs;             /* of the parts */
    throng_world *world;                /* NULL: not made yet */
    throng_world_crowd *crowd;          /* NULL: nobody was placed yet */
    int64_t *sizes;                     /* twice as many as processes */
    throng_transport_message *messages; /* as many as processes */
    crowd_room handles;                 /* throng_agent: of a part's agents */
    crowd_room packed, all;             /* values of this process; of all */
    crowd_room ids;                     /* uint64_t: of agents that are set */
} crowd_world;

/* ---- world_setup.c */
/* Of the first process: what all do next. */
void crowd_tell(crowd_job *work, crowd_order order, int32_t what, int32_t count);
/* Before anything is read: whether there is a world, its devices and threads. */
int crowd_world_prepare(crowd_job *work);
/* Contexts, terrain and flow of all parts, and the world. On the first process the crowd's def and the job's
 * terrain and flow are there already; the others get the scene, too. */
int crowd_world_make(crowd_job *work, throng_crowd_def *def);
void crowd_world_release(crowd_job *work);

/* ---- world.c: what all processes do at once */
int crowd_world_place(crowd_job *work);
int crowd_world_step(crowd_job *work);
int crowd_world_wait(crowd_job *work);
/* values: NULL on all processes but the first. */
int crowd_world_get(crowd_job *work, const crowd_value *values, int32_t count);
/* agents: of the scene, on the first process. */
int crowd_world_set(crowd_job *work, throng_agent_value what, int32_t count, const int32_t *agents,
                    const void *data);
int crowd_world_hash(crowd_job *work, uint64_t *hash);
/* Device time of the last step, of the slowest part. */
int crowd_world_kernels(crowd_job *work, double *seconds);

/* ---- serve.c */
/* Of processes but the first one: does what the first process tells, until it tells the end. */
int crowd_serve(void *data);

#endif
