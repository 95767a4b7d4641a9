/* What a step of a crowd should give, in double precision and straight from the papers: everyone looks at
 * everyone; angles are angles; half-planes are points and directions as in the authors' own RVO2; programs
 * are solved by trying all their corners. Shares nothing with kernels/. */
#ifndef THRONG_TESTS_CROWD_MODEL_H
#define THRONG_TESTS_CROWD_MODEL_H

#include "tests/crowd/walled_scenes.h"

#define CROWD_E 0x1p-24        /* of floats */
#define UNIT_E (8.0 * CROWD_E) /* of what a few roundings make */
#define NEARLY 1e-5            /* of what is compared: rounding decides */
#define SOLVER_OFF 3e-5        /* of the radius: see oracle.c */

enum {
    MODEL_HEEDED = 8,               /* half-planes of moving obstacles, at most */
    MODEL_MOST = 64 + MODEL_HEEDED, /* of others and of these */
    MODEL_HARD = 32,                /* of walls, and sectors of directions where there are more */
    MODEL_CORNERS = 4,              /* of a moving obstacle */
    MODEL_WALLS = 4 * (WALLED_CELLS + 1) * (WALLED_CELLS + 1)
};

typedef struct model_agent {
    throng_agent_def def; /* but for what follows */
    uint64_t id;
    double x, y, vx, vy;
    double heading_x, heading_y;
    float vision;           /* in this step */
    int32_t fresh, arrived; /* arrived: in the last step */
    int32_t guest;
} model_agent;

/* Solid on its left. */
typedef struct model_wall {
    double x1, y1, x2, y2, ux, uy, length;
    int32_t convex1, convex2; /* whether its ends are corners that point outwards */
    int32_t previous, next;   /* of its outline */
} model_wall;

typedef struct model_walls {
    int32_t count;
    double longest;
    model_wall list[MODEL_WALLS];
} model_walls;

/* A moving obstacle: convex, counterclockwise, as it is before a step. */
typedef struct model_hull {
    double corners[MODEL_CORNERS][2];
    double x, y, vx, vy, turn, speed; /* speed: at most, of any of its points */
    double size;                      /* how far apart corners may be */
} model_hull;

typedef struct model_crowd {
    const crowd_scene *scene;
    const model_walls *walls; /* NULL: none */
    int32_t hull_count;
    model_hull hulls[WALLED_DRIVEN];
    double dt;
    int32_t count;
    model_agent *agents;
} model_crowd;

/* { v : n . v >= c }. off: how far a float's half-plane may lie beside it, within the disc of speeds. */
typedef struct model_line {
    double nx, ny, c, off;
} model_line;

typedef struct model_step {
    int32_t unsure;      /* 1: rounding decides whom it avoids, or on which side */
    int32_t perceived;   /* n */
    int32_t count, hard; /* lines of others; behind them those of walls, which nothing may miss */
    model_line lines[MODEL_MOST + MODEL_HARD];
    int32_t by_sector; /* there are more walls than lines */
    int32_t heeded;    /* lines of moving obstacles, the last of `count` */
    double pushed;     /* how near a moving obstacle may come in the step */
    double clearance;  /* of the nearest wall */
    double radius;     /* of the disc */
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
/* All walls of a session. */
void model_find_walls(const walled_session *e, model_walls *walls);
/* All moving obstacles, as in its next step. */
void model_find_moving(const walled_session *e, model_crowd *m);
void model_avoid_moving(const model_crowd *m, const model_agent *a, model_step *step);
/* The half-planes of walls, behind the others. */
void model_avoid_walls(const model_walls *all, double dt, const model_agent *a, model_step *step);
/* The least distance from the wish of any velocity in the half-planes, each moved by `move` times its `off`
 * to the inside, and the disc, `wider` times as large; below 0: there is none. */
double model_best(const model_step *step, double move, double wider);
/* The least that half-planes of others have to be missed by; below 0 where none has to be. */
double model_least(const model_step *step);
/* By how much the velocity misses those of others. */
double model_miss(const model_step *step, double vx, double vy);
/* By how much more than its `off` it misses one of a wall; below 0: it misses none. */
double model_hard_miss(const model_step *step, double vx, double vy);

#endif
