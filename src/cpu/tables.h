/* The CPU backend's tables of operations, one for each kind of object. */
#ifndef THRONG_CPU_TABLES_H
#define THRONG_CPU_TABLES_H

#include "src/core/backend.h"

extern const struct throng_crowd_ops throng_cpu_crowd_ops;
extern const struct throng_influence_ops throng_cpu_influence_ops;
extern const struct throng_flow_ops throng_cpu_flow_ops;
extern const struct throng_measure_ops throng_cpu_measure_ops;
extern const struct throng_potential_ops throng_cpu_potential_ops;
extern const struct throng_trace_ops throng_cpu_trace_ops;

#endif
