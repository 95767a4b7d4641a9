/* The OpenCL backend's operations. */
#include "src/core/backend.h"
#include "src/cl/cl.h"
#include "src/cl/device/device.h"
#include "src/cl/tables.h"
#include "src/cl/terrain/terrain.h"

const throng_backend_ops throng_cl_ops = {
    .wait = throng_cl_wait,
    .forget_terrain = throng_cl_terrain_forget,
    .crowd = &throng_cl_crowd_ops,
    .influence = &throng_cl_influence_ops,
    .flow = &throng_cl_flow_ops,
    .measure = &throng_cl_measure_ops,
    .potential = &throng_cl_potential_ops,
    .trace = &throng_cl_trace_ops,
};
