/* The tables through which a backend is reached. Each kind of object declares its own operations in its
 * folder's header; they begin with throng_object_ops. */
#ifndef THRONG_CORE_BACKEND_H
#define THRONG_CORE_BACKEND_H

#include <throng/throng.h>

/* Memory of an object, and the time of the last update's kernels. */
typedef struct throng_usage {
    uint64_t host_bytes, device_bytes;
    double kernel_seconds;
} throng_usage;

/* Kinds of objects with state on backends. */
typedef enum throng_object_place {
    THRONG_PLACE_CROWD,
    THRONG_PLACE_INFLUENCE,
    THRONG_PLACE_FLOW,
    THRONG_PLACE_MEASURE,
    THRONG_PLACE_POTENTIAL,
    THRONG_PLACE_TRACE,
    THRONG_PLACE_READBACK,
    THRONG_PLACES
} throng_object_place;

typedef struct throng_backend_ops {
    throng_status (*wait)(throng_context *context);
    void (*forget_terrain)(throng_terrain *terrain); /* releases `device` */
    const struct throng_object_ops *objects[THRONG_PLACES];
} throng_backend_ops;

#endif
