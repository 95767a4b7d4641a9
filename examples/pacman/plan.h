/* Which games a study plays, round by round. Each round looks closer at what was best so far; the last two
 * use games that the search has not seen. */
#ifndef THRONG_EXAMPLES_PACMAN_PLAN_H
#define THRONG_EXAMPLES_PACMAN_PLAN_H

#include "examples/pacman/pacman.h"

enum {
    ROUND_SURVEY,  /* every setting, 2 games; 50 with --full */
    ROUND_TENTH,   /* the best tenth of each model, up to 10 games */
    ROUND_TOP,     /* the best 200 of each model, up to 50 games */
    ROUND_FRESH,   /* the best 50 of each model, on new games */
    ROUND_VERDICT, /* the best of each model, by the search and by the fresh round, on other new games */
    ROUNDS
};
extern const char *const plan_round_names[ROUNDS];

typedef struct plan_options {
    uint64_t seed;
    int32_t modes;          /* a bit for each */
    int32_t every;          /* only settings whose number is a multiple of this: 1, but for trials */
    int32_t full;           /* 1: no selection before the fresh round */
    int32_t fresh, verdict; /* games per setting */
} plan_options;

/* Games of one setting that make one line of the results. */
typedef struct plan_job {
    int32_t setting, first, count;
    int32_t done;
} plan_job;

typedef struct plan_tally {
    int64_t sum;
    int32_t games;
} plan_tally;

typedef struct plan {
    plan_options options;
    plan_tally *tallies; /* [round * SETTINGS + setting] */
    plan_job *jobs;      /* of the present round, ascending in setting and game */
    int32_t count, capacity;
} plan;

int plan_create(plan *p, const plan_options *options);
void plan_destroy(plan *p);
/* Sets the jobs; all earlier rounds are in the tallies. */
int plan_round(plan *p, int32_t round);
void plan_count(plan *p, int32_t round, int32_t number, int32_t games, int64_t sum);

/* The best settings of a model by their mean score over some rounds, the best first; of equal ones the lower
 * number. Only settings that the last of these rounds has. Returns how many of `most` there are. */
int32_t plan_best(const plan *p, int32_t model, int32_t first_round, int32_t last_round, int32_t most,
                  int32_t *numbers);

#endif
