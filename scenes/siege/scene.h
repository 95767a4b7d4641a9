/* The battlefield of the siege: 50 x 50 cells of one world unit, ground in the middle that nobody crosses,
 * three places at the bottom where attackers start, and the stronghold at the top that they want to reach.
 * Guns stand in cells' centres. */
#ifndef THRONG_SCENES_SIEGE_SCENE_H
#define THRONG_SCENES_SIEGE_SCENE_H

#include <throng/throng.h>

#include <stdint.h>

enum { SCENE_SIDE = 50, SCENE_STARTS = 3, SCENE_MOST_GUNS = 64, SCENE_MOST_FINE = 2 };

/* The paper's: world units, hit points a second, units of length a second, hit points. */
#define SCENE_RANGE 4.0f
#define SCENE_POWER 1.0f
#define SCENE_SPEED 0.5f
#define SCENE_HEALTH 100.0f

extern const throng_cell scene_starts[SCENE_STARTS];
extern const throng_cell scene_goal;

/* The centre of a cell, in world units. */
static inline float scene_centre(int32_t cell) { return (float)cell + 0.5f; }

/* 1 for ground that nobody crosses. */
int scene_blocked(int32_t column, int32_t row);
/* 1 where a gun may stand: on free ground, out of its range of the starts and of the goal. */
int scene_allowed(throng_cell cell);

/* The stronghold, as it attracts attackers of a world: the paper's k. */
throng_potential_goal scene_stronghold(int32_t world);
/* A gun, which keeps attackers off by the paper's eta, and an attacker at one of the starts. */
throng_potential_source scene_gun(throng_cell cell, float eta, int32_t world);
throng_trace_start scene_attacker(int32_t start, int32_t world);

/* NULL: it has said why. */
throng_context *scene_context(throng_backend backend, int32_t threads);
/* The terrain, each cell in fine x fine parts (1 or 2), and worlds that share it. Prints what failed. */
throng_terrain *scene_terrain(throng_context *context, int32_t fine);

/* A number of 0 .. below-1; the state is the seed at first. */
uint32_t scene_draw(uint64_t *state, uint32_t below);
/* Another cell that is allowed. */
throng_cell scene_draw_cell(uint64_t *state);
/* The guns of a seed's n-th placement: allowed cells, no two the same. */
void scene_place(uint64_t seed, int32_t number, int32_t count, throng_cell *guns);

/* The damage a second in each part of each cell (SCENE_SIDE * fine a row), in its centre. */
void scene_rates(const throng_cell *guns, int32_t count, int32_t fine, float *rates);

/* Prints "siege: what: throng's message", and returns PROGRAM_FAILED. */
int scene_failed(const throng_context *context, const char *what);

#endif
