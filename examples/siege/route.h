/* Attackers that take the best route over cells, by Dijkstra's algorithm or A*. */
#ifndef THRONG_EXAMPLES_SIEGE_ROUTE_H
#define THRONG_EXAMPLES_SIEGE_ROUTE_H

#include "scenes/siege/scene.h"

typedef struct route_def {
    throng_route_method method;
    int32_t fine; /* each cell of the scene in fine x fine cells: 1 or 2 */
    float weight; /* what is least is length + weight * damage, in world units; 0: the length alone */
} route_def;

typedef struct route_result {
    int32_t steps; /* 0: there is no route */
    float length, damage;
} route_result;

typedef struct route route;

/* NULL: it has said why. */
route *route_create(const route_def *def);
void route_destroy(route *r);

/* Sets the guns. A route of least length does not depend on them, its damage does. */
int route_place(route *r, const throng_cell *guns, int32_t count);
/* Finds a route from a start, by its number, to the goal, and reads its cells. */
int route_attack(route *r, int32_t start, route_result *result);
/* The cells of the last attack, of the route's own size: steps + 1 of them. */
const throng_cell *route_way(const route *r);

#endif
