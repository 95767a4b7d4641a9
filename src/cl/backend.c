/* The OpenCL backend's operations. */
#include "src/cl/cl.h"
#include "src/cl/device/device.h"
#include "src/cl/tables.h"
#include "src/cl/terrain/terrain.h"

const throng_backend_ops throng_cl_ops = {
    .wait = throng_cl_wait,
    .forget_terrain = throng_cl_terrain_forget,
    .objects = {[THRONG_PLACE_CROWD] = &throng_cl_crowd_ops.base,
                [THRONG_PLACE_INFLUENCE] = &throng_cl_influence_ops.base,
                [THRONG_PLACE_FLOW] = &throng_cl_flow_ops.base,
                [THRONG_PLACE_MEASURE] = &throng_cl_measure_ops.base,
                [THRONG_PLACE_POTENTIAL] = &throng_cl_potential_ops.base,
                [THRONG_PLACE_TRACE] = &throng_cl_trace_ops.base,
                [THRONG_PLACE_READBACK] = &throng_cl_readback_ops.base},
};
