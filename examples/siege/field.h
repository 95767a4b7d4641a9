/* Attackers that follow the force of a potential field, in many placements of the guns at once. */
#ifndef THRONG_EXAMPLES_SIEGE_FIELD_H
#define THRONG_EXAMPLES_SIEGE_FIELD_H

#include "scenes/siege/scene.h"

typedef struct field_def {
    throng_backend backend;
    int32_t threads;    /* 0: one for each core */
    int32_t placements; /* at once */
    int32_t guns;       /* of each of them */
    int32_t attackers;  /* on each of them */
    int32_t most_steps;
    float eta;            /* of guns; terrain has the paper's 1 */
    throng_escape escape; /* out of traps */
} field_def;

typedef struct field field;

/* NULL: it has said why. */
field *field_create(const field_def *def);
void field_destroy(field *f);

/* Sets the guns of all placements, one placement behind the other, and leads all attackers: starts has the
 * number of each one's start, results what became of it, both placement by placement. */
int field_attack(field *f, const throng_cell *guns, const int32_t *starts, throng_trace_result *results);
/* The way of one attacker of the last attack: first .. first+count-1 of its steps + 1 points. */
int field_way(field *f, int32_t attacker, int32_t count, throng_trace_point *points);
/* What the field of the last attack is at some points, for attackers on placement 0. */
int field_forces(field *f, int32_t count, const throng_potential_point *points, throng_force *forces);

#endif
