/* Routes between cells. */
#ifndef THRONG_ROUTE_ROUTE_H
#define THRONG_ROUTE_ROUTE_H

#include "src/core/object.h"

#define THRONG_ROUTE_COOKIE 0x726f7574u
#define THRONG_ROUTE_DEF_COOKIE 0x72646566u

/* Routes are searched for on the CPU, whatever the context's backend is. */
struct throng_route {
    throng_object object;
    throng_terrain *terrain;
    throng_grid grid;
    throng_route_method method;
    float weight;
    float *costs;             /* of the cells of all worlds, NULL: none was ever set */
    struct cpu_routes *state; /* src/cpu: the memory of searches, and the routes found last */
};

#endif
