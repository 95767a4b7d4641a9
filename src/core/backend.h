/* The table through which a backend is reached. Each object's own operations stand in its folder's header. */
#ifndef THRONG_CORE_BACKEND_H
#define THRONG_CORE_BACKEND_H

#include <throng/throng.h>

/* Memory of an object, and the time of the last update's kernels. */
typedef struct throng_usage {
    uint64_t host_bytes, device_bytes;
    double kernel_seconds;
} throng_usage;

struct throng_crowd_ops;
struct throng_influence_ops;
struct throng_flow_ops;
struct throng_measure_ops;
struct throng_potential_ops;
struct throng_trace_ops;

typedef struct throng_backend_ops {
    throng_status (*wait)(throng_context *context);
    void (*forget_terrain)(throng_terrain *terrain); /* releases `device` */
    const struct throng_crowd_ops *crowd;
    const struct throng_influence_ops *influence;
    const struct throng_flow_ops *flow;
    const struct throng_measure_ops *measure;
    const struct throng_potential_ops *potential;
    const struct throng_trace_ops *trace;
} throng_backend_ops;

#endif
