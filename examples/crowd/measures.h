/* What a crowd did, measured from where its agents were: overlaps, times, ways, jerk, deadlocks. */
#ifndef THRONG_EXAMPLES_CROWD_MEASURES_H
#define THRONG_EXAMPLES_CROWD_MEASURES_H

#include <stdint.h>

typedef enum measures_state {
    MEASURES_WALKS = 0,
    MEASURES_ARRIVED = 1, /* it stays where it is, or moves on, and is in the way of others */
    MEASURES_GONE = 2     /* it has arrived, and is no longer there */
} measures_state;

/* Bodies overlap where they are nearer than this share of touching ones: rounding is no collision. */
#define MEASURES_TOUCH 0.99
/* Slower than this share of its greatest speed, an agent that has not arrived is stuck. */
#define MEASURES_STUCK 0.1

typedef struct measures measures;

typedef struct measures_result {
    double seconds;      /* of all agents that were there, added up */
    double collisions;   /* agents that came to overlap some other, per agent-second */
    double overlapping;  /* share of agent-seconds spent overlapping */
    double depth;        /* of an overlap, mean over those agent-seconds: 0 touching, 1 centre on centre */
    double deepest;      /* of all overlaps */
    double into_walls;   /* the deepest that a body was in a wall, in radii: above 1 its centre is through */
    double arrived;      /* share of agents */
    double time;         /* until arrival, mean of those who arrived; seconds */
    double last_time;    /* when the last of them arrived; seconds */
    double detour;       /* length of the way over the straight line, mean of those who arrived */
    double jerk;         /* mean of its length while walking, in lengths / s^3 */
    double stuck;        /* share of the agent-seconds before arrival */
    double stuck_at_end; /* share of agents that have not arrived and were stuck throughout the last 5 s */
} measures_result;

/* NULL: out of memory. Radii and speeds are copied. */
measures *measures_create(int32_t agents, const float *radii, const float *max_speeds, double dt);
void measures_destroy(measures *m);
/* A wall from one point to another. 0: out of memory. */
int measures_wall(measures *m, double x0, double y0, double x1, double y1);
/* The next state: x, y and a measures_state of each agent. The first call has the start. */
void measures_add(measures *m, const float *places, const uint8_t *states);
measures_result measures_sum(const measures *m);

#endif
