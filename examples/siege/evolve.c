#include "examples/siege/evolve.h"

#include <stdlib.h>
#include <string.h>

enum {
    ELITE = 2,      /* live on as they are */
    TOURNAMENT = 3, /* of so many, drawn at random, the best is a parent */
    SHIFT = 2       /* a gun that moves a little does so by at most as many cells each way */
};

struct evolve {
    evolve_def def;
    uint64_t random;
    throng_cell *guns, *next; /* [candidate][gun] */
    throng_cell best[SCENE_MOST_GUNS];
    float best_fitness;
    int32_t generations;
};

static throng_cell *candidate(const evolve *e, throng_cell *guns, int32_t number)
{
    return guns + (size_t)number * (size_t)e->def.guns;
}

static void draw_all(evolve *e, throng_cell *guns)
{
    const uint64_t seed = e->def.seed + (uint64_t)e->generations * 0x9e3779b97f4a7c15u;
    for (int32_t i = 0; i < e->def.population; i++)
        scene_place(seed, i, e->def.guns, candidate(e, guns, i));
}

evolve *evolve_create(const evolve_def *def)
{
    evolve *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    const size_t guns = (size_t)def->population * (size_t)def->guns;
    e->def = *def;
    e->random = ~def->seed;
    e->guns = malloc(guns * sizeof *e->guns);
    e->next = malloc(guns * sizeof *e->next);
    if (e->guns == NULL || e->next == NULL) {
        evolve_destroy(e);
        return NULL;
    }
    draw_all(e, e->guns);
    return e;
}

void evolve_destroy(evolve *e)
{
    if (e == NULL)
        return;
    free(e->guns);
    free(e->next);
    free(e);
}

const throng_cell *evolve_guns(const evolve *e) { return e->guns; }

const throng_cell *evolve_best(const evolve *e, float *fitness)
{
    *fitness = e->best_fitness;
    return e->best;
}

static int32_t draw_parent(evolve *e, const float *fitness)
{
    int32_t best = (int32_t)scene_draw(&e->random, (uint32_t)e->def.population);
    for (int32_t i = 1; i < TOURNAMENT; i++) {
        const int32_t other = (int32_t)scene_draw(&e->random, (uint32_t)e->def.population);
        if (fitness[other] > fitness[best])
            best = other;
    }
    return best;
}

/* A gun stays, moves a little, or goes elsewhere; one of a placement does, on average. */
static throng_cell mutate(evolve *e, throng_cell gun)
{
    const uint32_t chance = scene_draw(&e->random, 2 * (uint32_t)e->def.guns);
    if (chance == 0)
        return scene_draw_cell(&e->random);
    const throng_cell moved = {gun.column + (int32_t)scene_draw(&e->random, 2 * SHIFT + 1) - SHIFT,
                               gun.row + (int32_t)scene_draw(&e->random, 2 * SHIFT + 1) - SHIFT};
    return chance == 1 && scene_allowed(moved) ? moved : gun;
}

/* Each gun from one parent or the other. Where two come to stand in one cell the second goes elsewhere. */
static void breed(evolve *e, const throng_cell *mother, const throng_cell *father, throng_cell *child)
{
    uint8_t taken[SCENE_SIDE][SCENE_SIDE] = {{0}};
    for (int32_t i = 0; i < e->def.guns; i++) {
        child[i] = mutate(e, scene_draw(&e->random, 2) ? mother[i] : father[i]);
        while (taken[child[i].row][child[i].column])
            child[i] = scene_draw_cell(&e->random);
        taken[child[i].row][child[i].column] = 1;
    }
}

/* The best ones first: ranks[0 .. ELITE-1]; equal ones by their number. */
static void rank(const evolve *e, const float *fitness, int32_t *ranks)
{
    for (int32_t k = 0; k < ELITE; k++) {
        ranks[k] = -1;
        for (int32_t i = 0; i < e->def.population; i++) {
            if ((k == 0 || i != ranks[0]) && (ranks[k] < 0 || fitness[i] > fitness[ranks[k]]))
                ranks[k] = i;
        }
    }
}

void evolve_next(evolve *e, const float *fitness)
{
    const size_t size = (size_t)e->def.guns * sizeof *e->guns;
    int32_t ranks[ELITE];
    rank(e, fitness, ranks);
    if (e->generations == 0 || fitness[ranks[0]] > e->best_fitness) {
        e->best_fitness = fitness[ranks[0]];
        memcpy(e->best, candidate(e, e->guns, ranks[0]), size);
    }
    e->generations++;
    if (e->def.random) {
        draw_all(e, e->guns);
        return;
    }
    for (int32_t i = 0; i < ELITE; i++)
        memcpy(candidate(e, e->next, i), candidate(e, e->guns, ranks[i]), size);
    for (int32_t i = ELITE; i < e->def.population; i++) {
        const throng_cell *mother = candidate(e, e->guns, draw_parent(e, fitness));
        const throng_cell *father = candidate(e, e->guns, draw_parent(e, fitness));
        breed(e, mother, father, candidate(e, e->next, i));
    }
    throng_cell *old = e->guns;
    e->guns = e->next;
    e->next = old;
}
