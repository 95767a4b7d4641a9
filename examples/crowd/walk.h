/* A scene that is walked: the crowd, gates on the way, who has arrived, measures. */
#ifndef THRONG_EXAMPLES_CROWD_WALK_H
#define THRONG_EXAMPLES_CROWD_WALK_H

#include "examples/crowd/measures.h"
#include "scenes/crowd/scene.h"

enum { WALK_WAYS = 8 };

/* By number: plain ORCA, the paper's perception, each with and without its congestion rule and throng's
 * symmetry setting: orca, orca+congestion, orca+symmetry, orca+both, perception, ... NULL beyond. */
const char *walk_way(int32_t number);

/* Where agents with senses look, in all crowds of the program; THRONG_HEADING_TURNING before it is set. */
void walk_set_heading(throng_heading heading);
throng_heading walk_heading(void);

typedef struct walk_def {
    int32_t way;
    uint64_t seed; /* of the random angles */
    int32_t threads;
    throng_backend backend;
    throng_perception without; /* of the perception's parts; 0 */
} walk_def;

typedef struct walk {
    const scene *scene;
    throng_context *context;
    throng_crowd *crowd;
    measures *measures;    /* one with states of all agents so far */
    throng_agent *handles; /* of those who are there */
    int32_t *ids;          /* and their numbers in the scene */
    int32_t there, arrived;
    int32_t steps;
    float *goals, *read; /* for those who are there */
    float *places;       /* of all, two each; where they left for those who are gone */
    uint8_t *states;     /* measures_state of all */
    uint8_t *next;       /* gate of all */
} walk;

/* An exit code of program.h; what went wrong stands on standard error. */
int walk_create(walk *w, const scene *s, const walk_def *def);
/* One step of the scene's dt. */
int walk_step(walk *w);
/* 1 when all have arrived or the scene's time is over. */
int walk_over(const walk *w);
void walk_destroy(walk *w);

/* All cores only where a step is long enough for them to help. */
int32_t walk_threads(int32_t agents);
/* Prints "crowd: what: throng's message", and returns PROGRAM_FAILED. */
int walk_failed(const throng_context *context, const char *what);
/* NULL: it has said why. */
throng_context *walk_context(throng_backend backend, int32_t threads);

#endif
