/* What a step of a crowd should give, in double precision and straight from the papers: everyone looks at
 * everyone; angles are angles; half-planes are points and directions as in the authors' own RVO2; programs
 * are solved by trying all their corners. Shares nothing with kernels/. */
#ifndef THRONG_TESTS_CROWD_MODEL_H
#define THRONG_TESTS_CROWD_MODEL_H

#include "tests/crowd/scenes.h"

#define CROWD_E 0x1p-24 /* of floats */

enum { MODEL_MOST = 64 };

typedef struct model_agent {
    throng_agent_def def; /* but for what follows */
    uint64_t id;
    double x, y, vx, vy;
    double heading_x, heading_y;
    float vision;           /* in this step */
    int32_t fresh, arrived; /* arrived: in the last step */
    int32_t guest;
} model_agent;

typedef struct model_crowd {
    const crowd_scene *scene;
    double dt;
    int32_t count;
    model_agent *agents;
} model_crowd;

/* { v : n . v >= c }. off: how far a float's half-plane may lie beside it, within the disc of speeds. */
typedef struct model_line {
    double nx, ny, c, off;
} model_line;

typedef struct model_step {
    int32_t unsure;    /* 1: rounding decides whom it avoids, or on which side */
    int32_t perceived; /* n */
    int32_t count;
    model_line lines[MODEL_MOST];
    double radius; /* of the disc */
    double wish_x, wish_y;
    int32_t turned; /* by congestion, at random; -1: rounding decides */
    int32_t held;   /* up by those who have arrived: it settles; -1: rounding decides */
} model_step;

/* The crowd as it was read before a step. To be freed by model_end(). */
model_crowd *model_begin(const test_crowd *t);
void model_end(model_crowd *m);
/* Headings turn to wishes. */
int model_turns(const model_crowd *m);
void model_look(const model_crowd *m, int32_t agent, model_step *step);
/* The least distance from the wish of any velocity in the half-planes, each moved by `move` times its `off`
 * to the inside, and the disc, `wider` times as large; below 0: there is none. */
double model_best(const model_step *step, double move, double wider);
/* The least that half-planes have to be missed by; below 0 where none has to be. */
double model_least(const model_step *step);
/* By how much the velocity misses them. */
double model_miss(const model_step *step, double vx, double vy);

#endif
