/* Pairs of floats that a program's own buffers have for agents. */
#ifndef THRONG_KERNELS_CROWD_PAIRS_H
#define THRONG_KERNELS_CROWD_PAIRS_H

enum {
    CROWD_PAIR_VELOCITY, /* or a preferred velocity */
    CROWD_PAIR_PLACE,    /* a position or a goal, relative to the crowd's home */
    CROWD_PAIR_TARGET    /* either, by the agent's navigation */
};

#endif
