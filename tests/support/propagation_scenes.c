/* The shared scenes in which influence walks. */
#include "tests/support/wall_scenes.h"

enum {
    S8 = THRONG_GRID_SQUARE8,
    S4 = THRONG_GRID_SQUARE4,
    HX = THRONG_GRID_HEX,
    PATH = THRONG_PROPAGATION_PATH,
    ADJACENT = THRONG_PROPAGATION_ADJACENT
};

#define USUAL(low, high)                                                                                     \
    .reach_low = (low), .reach_high = (high), .exponential = 50, .adjusted = 60, .offset = 25,               \
    .alpha_most = 0.95f, .strength_high = 6, .gamma_lowest = -2

/* name, grid, propagation, columns, rows, worlds, own walls, cell size, walls, percent, objects, seed, mix */
const walk_scene walk_scenes[] = {
    {"path_rooms", S8, PATH, 96, 70, 1, 0, 1.0f, WALLS_ROOMS, 0, 60, 101, {USUAL(1.0f, 30.0f)}},
    {"path_open",
     S8,
     PATH,
     150,
     40,
     1,
     0,
     0.37f,
     WALLS_RANDOM,
     4,
     16,
     102,
     {USUAL(85.0f, 110.0f), .snapped = 1}},
    {"path_four", S4, PATH, 55, 55, 1, 0, 1.0f, WALLS_MAZE, 10, 30, 103, {USUAL(0.0f, 80.0f)}},
    {"path_hex", HX, PATH, 61, 40, 3, 1, 2.5f, WALLS_RANDOM, 25, 60, 104, {USUAL(0.0f, 35.0f)}},
    {"path_wide", S8, PATH, 90, 60, 1, 0, 1.0f, WALLS_MAZE, 3, 10, 105, {USUAL(200.0f, 4000.0f)}},
    {"path_widest",
     S8,
     PATH,
     240,
     168,
     1,
     0,
     1.0f,
     WALLS_SERPENTINE,
     0,
     3,
     106,
     {.reach_low = 2e4f, .reach_high = 4e4f, .adjusted = 50, .alpha_most = 0.5f, .strength_high = 6}},
    {"path_tiny", S8, PATH, 6, 4, 40, 1, 1.0f, WALLS_RANDOM, 25, 120, 107, {USUAL(0.0f, 1e6f), .snapped = 1}},
    {"adjacent_rooms", S8, ADJACENT, 96, 70, 1, 0, 1.0f, WALLS_ROOMS, 0, 60, 111, {USUAL(1.0f, 30.0f)}},
    {"adjacent_four", S4, ADJACENT, 33, 20, 5, 0, 0.01f, WALLS_RANDOM, 20, 70, 112, {USUAL(0.0f, 40.0f)}},
    {"adjacent_hex", HX, ADJACENT, 61, 41, 1, 0, 1.0f, WALLS_RANDOM, 20, 50, 113, {USUAL(0.0f, 35.0f)}},
    {"adjacent_maze",
     S8,
     ADJACENT,
     61,
     51,
     1,
     0,
     1.0f,
     WALLS_MAZE,
     15,
     16,
     114,
     {USUAL(10.0f, 400.0f), .snapped = 1}},
    {"adjacent_tiny", HX, ADJACENT, 5, 6, 50, 1, 1.0f, WALLS_RANDOM, 25, 150, 115, {USUAL(0.0f, 1e6f)}},
};
const int32_t walk_scene_count = (int32_t)(sizeof walk_scenes / sizeof walk_scenes[0]);
