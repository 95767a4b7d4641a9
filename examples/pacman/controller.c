#include "examples/pacman/controller.h"

#include <math.h>
#include <string.h>

static void begin_level(controller *c, const game *g)
{
    c->field = &c->fields[g->maze - g->mazes];
    memcpy(c->pill, c->field->all_pills, sizeof c->pill);
    memcpy(c->power, c->field->all_powers, sizeof c->power);
}

void controller_begin(controller *c, const field *fields, const field_weights *weights, const game *g)
{
    c->fields = fields;
    c->weights[0] = (double)weights->pill;
    c->weights[1] = (double)weights->power;
    c->ghost[0][0] = c->ghost[0][1] = 0.0;
    c->ghost[1][0] = (double)weights->ghost;
    c->ghost[1][1] = (double)weights->edible;
    begin_level(c, g);
}

void controller_watch(controller *c, const game *g)
{
    if (g->events & GAME_NEXT_LEVEL) {
        begin_level(c, g);
    } else if (g->eaten >= 0) {
        const float *gone = c->field->pill[g->eaten];
        double *sum = g->events & GAME_ATE_POWER ? c->power : c->pill;
        for (int32_t k = 0; k < MAZE_CELLS; k++)
            sum[k] -= (double)gone[k];
    }
}

/* Where the ghosts are, as stances of the table, with their influence. Those in the house and eyes have 0, so
 * that four terms are added whatever happens: cheaper than branches that nobody can predict. */
typedef struct haunt {
    int32_t stance[GHOSTS];
    double influence[GHOSTS];
} haunt;

static haunt find_ghosts(const controller *c, const game *g)
{
    haunt h;
    for (int i = 0; i < GHOSTS; i++) {
        const ghost *one = &g->ghosts[i];
        h.stance[i] = c->field->stance[one->cell][one->heading];
        h.influence[i] = c->ghost[ghost_counts(one)][one->edible];
    }
    return h;
}

static inline double influence_on(const controller *c, const haunt *h, int32_t cell)
{
    const float *row = &c->field->ghost[(size_t)cell * (size_t)c->field->stances];
    double pills = c->weights[0] * c->pill[cell] + c->weights[1] * c->power[cell];
    double ghosts = h->influence[0] * (double)row[h->stance[0]];
    for (int i = 1; i < GHOSTS; i++)
        ghosts += h->influence[i] * (double)row[h->stance[i]];
    return pills + ghosts;
}

double controller_influence(const controller *c, const game *g, int32_t cell)
{
    haunt h = find_ghosts(c, g);
    return influence_on(c, &h, cell);
}

int controller_choose(const controller *c, const game *g)
{
    haunt h = find_ghosts(c, g);
    const maze *m = g->maze;
    int best = g->heading;
    double most = m->next[g->cell][best] >= 0 ? influence_on(c, &h, m->next[g->cell][best]) : -HUGE_VAL;
    for (int k = 0; k < m->ways[g->cell]; k++) {
        int way = m->way[g->cell][k];
        double value = influence_on(c, &h, m->next[g->cell][way]);
        int better = value > most;
        best = better ? way : best;
        most = better ? value : most;
    }
    return best;
}

void controller_play(controller *c, const field *fields, const field_weights *weights, game *g,
                     const maze *mazes, int32_t first_maze, uint64_t seed)
{
    game_start(g, mazes, first_maze, seed);
    controller_begin(c, fields, weights, g);
    while (!(g->events & GAME_OVER)) {
        game_step(g, game_her_turn(g) ? controller_choose(c, g) : g->heading);
        controller_watch(c, g);
    }
}
