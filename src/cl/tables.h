/* The OpenCL backend's tables of operations, one for each kind of object. */
#ifndef THRONG_CL_TABLES_H
#define THRONG_CL_TABLES_H

#include "src/crowd/crowd.h"
#include "src/flow/flow.h"
#include "src/influence/influence.h"
#include "src/measure/measure.h"
#include "src/potential/potential.h"
#include "src/readback/readback.h"
#include "src/trace/trace.h"

extern const throng_crowd_ops throng_cl_crowd_ops;
extern const throng_influence_ops throng_cl_influence_ops;
extern const throng_flow_ops throng_cl_flow_ops;
extern const throng_measure_ops throng_cl_measure_ops;
extern const throng_potential_ops throng_cl_potential_ops;
extern const throng_trace_ops throng_cl_trace_ops;
extern const throng_readback_ops throng_cl_readback_ops;

#endif
