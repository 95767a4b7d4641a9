/* What a calibration knows of one operation: repeats at some sizes, what they say about all sizes, which size
 * is to be measured next, and what a choice by all of it may lose. Measures nothing itself. */
#ifndef THRONG_DISPATCH_TRIAL_H
#define THRONG_DISPATCH_TRIAL_H

#include "src/dispatch/costs.h"

/* What a choice by the costs may lose: more, on the mean of all sizes or at one of them, and they are not
 * kept. A device is taken below PROMISED of the CPU's time. */
#define THRONG_TRIAL_MEAN_LOSS 0.05
#define THRONG_TRIAL_LOSS 0.25
#define THRONG_TRIAL_PROMISED 0.95

/* Repeats of one size on one backend, in seconds. Others that use the machine make frames longer, never
 * shorter. A repeat is clean where nobody was seen to use it meanwhile. */
typedef struct throng_repeats {
    float least;            /* of all */
    float clean[2];         /* the least two clean ones */
    int32_t count, cleaned; /* all, and clean ones */
    int32_t full;           /* 1: there is not enough memory for this size */
} throng_repeats;

typedef struct throng_trial {
    int32_t kind;
    throng_repeats numbers[2][THRONG_COST_NUMBERS];
    double spent; /* seconds so far */
} throng_trial;

/* Of one backend: what frames cost at each size, and the range within which they really lie. */
typedef struct throng_estimate {
    double seconds[THRONG_COST_NUMBERS], least[THRONG_COST_NUMBERS], most[THRONG_COST_NUMBERS];
    int32_t playable[THRONG_COST_NUMBERS]; /* 1: frames are short enough to be measured */
    int32_t blocked[THRONG_COST_NUMBERS];  /* 1: they may be, 2: nobody can say */
} throng_estimate;

typedef struct throng_verdict {
    throng_estimate backends[2];
    double losses[THRONG_COST_NUMBERS]; /* at most, by the choice that follows, as a part of the better one */
    double
        blamed[THRONG_COST_NUMBERS]; /* the same, or that of longer frames which are estimated by this size */
    double mean, worst;
    int32_t wanted; /* sizes that are to be measured, first or once more */
    int32_t next;   /* the one of them that comes first, -1: none */
    int32_t which;  /* on these backends: 1 CPU, 2 OpenCL */
    int32_t begun;  /* 1: the sizes that all others are estimated by were measured twice */
} throng_verdict;

void throng_trial_add(throng_trial *trial, int32_t which, int32_t index, double seconds, int32_t clean);
void throng_trial_judge(const throng_trial *trial, throng_verdict *verdict);
int32_t throng_trial_is_good(const throng_verdict *verdict);
void throng_trial_table(const throng_verdict *verdict, int32_t kind, throng_cost_table *table);
/* By how much the second clean repeat exceeds the least, as a part of it; below 0 where there is none. */
double throng_trial_spread(const throng_repeats *repeats);

#endif
