/* Calls on new objects of worlds, whose memory has not been there yet: what the calls of a script do, one
 * after the other. */
#ifndef THRONG_TESTS_FAILURES_COLD_H
#define THRONG_TESTS_FAILURES_COLD_H

#include "tests/failures/world.h"
#include "tests/support/supply.h"

enum {
    COLD_PARTS = 3,
    COLD_WIDTH = 48,
    COLD_HEIGHT = 30,
    COLD_MANY = 60, /* objects, sources */
    COLD_READ = 400
};

typedef struct cold {
    throng_context *context;
    throng_world *world;
    throng_world_influence *map;
    throng_world_potential *field;
    throng_world_flow *flow;
    throng_world_crowd *crowd; /* that follows it */
    uint64_t ids[COLD_MANY];
    float read[COLD_READ]; /* by the last call that read */
} cold;

typedef struct cold_step {
    const char *name;
    throng_status (*run)(cold *c);
    int32_t leaves_flow; /* 1: where it fails there may be no fields of the flow */
} cold_step;

typedef struct cold_script {
    const char *name;
    throng_status (*begin)(cold *c);
    uint64_t (*see)(cold *c); /* of what can be seen */
    const cold_step *steps;
    int32_t count;
} cold_script;

extern const cold_script cold_scripts[];
extern const int32_t cold_script_count;

#endif
