#include "examples/pacman/plan.h"

#include <stdlib.h>

enum {
    BLOCK = 50, /* games of a job in the last rounds */
    SURVEY_GAMES = 2,
    TENTH_GAMES = 10,
    TOP_GAMES = 50, /* the paper's number */
    TOP_SETTINGS = 200,
    FRESH_SETTINGS = 50,
    /* Numbers of games that the search never reaches. */
    FRESH_FIRST = 1 << 20,
    VERDICT_FIRST = 1 << 24
};

const char *const plan_round_names[ROUNDS] = {"survey", "tenth", "top", "fresh", "verdict"};

int plan_create(plan *p, const plan_options *options)
{
    *p = (plan){.options = *options};
    p->tallies = calloc((size_t)ROUNDS * SETTINGS, sizeof *p->tallies);
    return p->tallies != NULL ? PROGRAM_OK : program_reject(PROGRAM_FAILED, "study: out of memory");
}

void plan_destroy(plan *p)
{
    free(p->tallies);
    free(p->jobs);
}

void plan_count(plan *p, int32_t round, int32_t number, int32_t games, int64_t sum)
{
    p->tallies[round * SETTINGS + number].games += games;
    p->tallies[round * SETTINGS + number].sum += sum;
}

/* ---------------------------------------------------------------- the best --------------------------- */

typedef struct ranked {
    double mean;
    int32_t number;
} ranked;

static int compare_ranks(const void *a, const void *b)
{
    const ranked *left = a, *right = b;
    if (left->mean != right->mean)
        return left->mean > right->mean ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

int32_t plan_best(const plan *p, int32_t model, int32_t first_round, int32_t last_round, int32_t most,
                  int32_t *numbers)
{
    static ranked list[MODEL_SETTINGS]; /* the main thread's */
    int32_t count = 0;
    for (int32_t number = model * MODEL_SETTINGS; number < (model + 1) * MODEL_SETTINGS; number++) {
        if (p->tallies[last_round * SETTINGS + number].games == 0)
            continue;
        plan_tally all = {0};
        for (int32_t round = first_round; round <= last_round; round++) {
            all.games += p->tallies[round * SETTINGS + number].games;
            all.sum += p->tallies[round * SETTINGS + number].sum;
        }
        list[count++] = (ranked){(double)all.sum / all.games, number};
    }
    qsort(list, (size_t)count, sizeof *list, compare_ranks);
    most = most < count ? most : count;
    for (int32_t i = 0; i < most; i++)
        numbers[i] = list[i].number;
    return most;
}

/* ---------------------------------------------------------------- jobs ------------------------------- */

static int add_job(plan *p, int32_t number, int32_t first, int32_t count)
{
    if (p->count == p->capacity) {
        p->capacity = p->capacity > 0 ? 2 * p->capacity : 1024;
        plan_job *more = realloc(p->jobs, (size_t)p->capacity * sizeof *more);
        if (more == NULL)
            return program_reject(PROGRAM_FAILED, "study: out of memory");
        p->jobs = more;
    }
    p->jobs[p->count++] = (plan_job){.setting = number, .first = first, .count = count};
    return PROGRAM_OK;
}

static int add_blocks(plan *p, int32_t number, int32_t first, int32_t games)
{
    int code = PROGRAM_OK;
    for (int32_t done = 0; code == PROGRAM_OK && done < games; done += BLOCK)
        code = add_job(p, number, first + done, games - done < BLOCK ? games - done : BLOCK);
    return code;
}

static int plan_survey(plan *p, int32_t model)
{
    int code = PROGRAM_OK;
    int32_t games = p->options.full ? TOP_GAMES : SURVEY_GAMES;
    for (int32_t k = 0; code == PROGRAM_OK && k < MODEL_SETTINGS; k++) {
        int32_t number = model * MODEL_SETTINGS + k;
        if (number % p->options.every == 0)
            code = add_job(p, number, 0, games);
    }
    return code;
}

static int plan_verdict(plan *p, int32_t model, int32_t last_search)
{
    int32_t chosen[2];
    int32_t by_search = plan_best(p, model, ROUND_SURVEY, last_search, 1, &chosen[0]);
    int32_t by_fresh = plan_best(p, model, ROUND_FRESH, ROUND_FRESH, 1, &chosen[1]);
    if (by_search == 0 || by_fresh == 0)
        return PROGRAM_OK;
    int code = add_blocks(p, chosen[0], VERDICT_FIRST, p->options.verdict);
    if (code == PROGRAM_OK && chosen[1] != chosen[0])
        code = add_blocks(p, chosen[1], VERDICT_FIRST, p->options.verdict);
    return code;
}

static int plan_model(plan *p, int32_t round, int32_t model)
{
    int32_t best[MODEL_SETTINGS / 10], count = 0, code = PROGRAM_OK;
    int32_t last_search = p->options.full ? ROUND_SURVEY : ROUND_TOP;
    if (round == ROUND_SURVEY)
        return plan_survey(p, model);
    if (round == ROUND_VERDICT)
        return plan_verdict(p, model, last_search);
    if (round == ROUND_FRESH) {
        count = plan_best(p, model, ROUND_SURVEY, last_search, FRESH_SETTINGS, best);
        for (int32_t i = 0; code == PROGRAM_OK && i < count; i++)
            code = add_blocks(p, best[i], FRESH_FIRST, p->options.fresh);
        return code;
    }
    if (p->options.full)
        return PROGRAM_OK;
    int32_t tenth = (MODEL_SETTINGS / p->options.every + 9) / 10, first = SURVEY_GAMES, games = TENTH_GAMES;
    if (round == ROUND_TENTH) {
        count = plan_best(p, model, ROUND_SURVEY, ROUND_SURVEY, tenth, best);
    } else {
        first = TENTH_GAMES;
        games = TOP_GAMES;
        count = plan_best(p, model, ROUND_SURVEY, ROUND_TENTH, TOP_SETTINGS, best);
    }
    for (int32_t i = 0; code == PROGRAM_OK && i < count; i++)
        code = add_job(p, best[i], first, games - first);
    return code;
}

/* By setting, so that jobs with the same tables are neighbours. */
static int compare_jobs(const void *a, const void *b)
{
    const plan_job *left = a, *right = b;
    if (left->setting != right->setting)
        return left->setting < right->setting ? -1 : 1;
    return (left->first > right->first) - (left->first < right->first);
}

int plan_round(plan *p, int32_t round)
{
    p->count = 0;
    for (int32_t model = 0; model < MODELS; model++) {
        if (!(p->options.modes >> (model / VARIANTS) & 1))
            continue;
        int code = plan_model(p, round, model);
        if (code != PROGRAM_OK)
            return code;
    }
    if (p->count > 0)
        qsort(p->jobs, (size_t)p->count, sizeof *p->jobs, compare_jobs);
    return PROGRAM_OK;
}
