/* Random crowds for the tests, and sessions with them. Knows nothing of Criterion. */
#ifndef THRONG_TESTS_CROWD_SCENES_H
#define THRONG_TESTS_CROWD_SCENES_H

#include "tests/support/support.h"

typedef enum crowd_layout {
    CROWD_SCATTERED,
    CROWD_LANES,     /* two streams that meet head-on, on exact rows */
    CROWD_LATTICE,   /* on whole multiples of the spacing: many are equally near */
    CROWD_NEARLY,    /* off these by a little: many are nearly equally near */
    CROWD_ONE_PLACE, /* all of them in one point */
    CROWD_TWINS,     /* every third one stands in another's place and moves like it */
    CROWD_IN_LINE,
    CROWD_CLUSTERS, /* and one in forty stands 1e6 away */
    CROWD_CORNERS   /* near the corners of the plane, at 9e8 */
} crowd_layout;

/* What differs from agent to agent. */
enum {
    CROWD_BODIES = 1,     /* radius and speeds, some of which are 0 */
    CROWD_NEIGHBORS = 2,  /* max_neighbors, neighbor_dist and time_horizon */
    CROWD_SENSES_OWN = 4, /* vision, hearing, sound, capacity */
    CROWD_RULES = 8,      /* layers, masks, priorities, responsibilities, some are locked */
    CROWD_FAR_IDS = 16,   /* descending ids beyond 2^32 */
    CROWD_TURNS = 128,    /* headings turn, elsewhere they follow velocities */
    CROWD_GUESTS =
        256,          /* some are moved by the host, to other places, with velocities and ranges of vision */
    CROWD_NEAR = 512, /* neighbor_dist is hardly more than the sum of two radii */
    CROWD_ONE_GOAL = 64, /* for two agents of three the same; these settle */
    CROWD_GAPS = 32      /* radii, few of them very large; neighbours by gaps, elsewhere by centres */
};

typedef struct crowd_scene {
    const char *name;
    crowd_layout layout;
    int32_t agents, max_neighbors;
    float spacing,
        scale;     /* radii are about `scale`, as is everything else; of it the spacing is a multiple */
    int32_t mixed; /* CROWD_BODIES and so on */
    throng_perception perception;
    int32_t congestion;
    float symmetry;
    int32_t steps; /* in each of the phases */
    uint64_t seed;
} crowd_scene;

enum { CROWD_PHASES = 4 };
extern const crowd_scene crowd_scenes[];
extern const int32_t crowd_scene_count;

/* An agent as it is read. */
typedef struct crowd_seen {
    uint64_t id;
    float x, y, vx, vy, heading_x, heading_y, vision;
    int32_t perceived;
    uint32_t flags;
    uint32_t spare; /* 0 */
} crowd_seen;

/* A scene's crowd on a context. What was given of agents is in `defs` by the index of their handle: it has
 * everything that a step does not change. */
typedef struct test_crowd {
    const crowd_scene *scene;
    throng_context *context;
    throng_crowd *crowd;
    rng random;
    int32_t capacity, count;
    float dt;
    throng_agent *agents; /* as listed last */
    crowd_seen *seen;     /* as read last, in the order of `agents` */
    throng_agent_def *defs;
    uint8_t *fresh; /* by index: it has not made a step yet */
} test_crowd;

throng_crowd_def crowd_def(const crowd_scene *s);
/* The i-th of a scene's agents. */
throng_agent_def crowd_agent(rng *r, const crowd_scene *s, int32_t i);
/* The crowd as in phase 0. */
test_crowd *crowd_begin(throng_context *context, const crowd_scene *s);
/* The same on a terrain, which may be NULL. */
test_crowd *crowd_begin_on(throng_context *context, const crowd_scene *s, throng_terrain *terrain,
                           float cell_size);
void crowd_end(test_crowd *t);
void crowd_step(test_crowd *t);
/* Reads all. */
void crowd_perceive(test_crowd *t);
uint64_t crowd_hash(test_crowd *t);
/* Agents go and come, and change: what leads to phase 1, 2 or 3. */
void crowd_change(test_crowd *t, int32_t phase);
/* A whole session: everything that was read, one behind the other; to be freed. */
float *crowd_play(throng_context *context, const crowd_scene *s, size_t *size);

#endif
