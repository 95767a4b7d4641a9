/* The OpenCL backend's operations. */
#include "cl.h"
#include "terrain_copy.h"

extern const throng_influence_ops throng_cl_influence_ops;
extern const throng_measure_ops throng_cl_measure_ops;
extern const throng_potential_ops throng_cl_potential_ops;

const throng_backend_ops throng_cl_ops = {
    .wait = throng_cl_wait,
    .forget_terrain = throng_cl_terrain_forget,
    .influence = &throng_cl_influence_ops,
    .measure = &throng_cl_measure_ops,
    .potential = &throng_cl_potential_ops,
};
