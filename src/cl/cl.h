/* The OpenCL backend, as the rest of the library sees it. Absent in builds without OpenCL. */
#ifndef THRONG_CL_CL_H
#define THRONG_CL_CL_H

#include "src/core/backend.h"

extern const throng_backend_ops throng_cl_ops;

/* Opens context->device ("": the first exact one, GPUs before CPUs; a number, or part of its name) in
 * context->cl. On failure the message is set and context->cl stays NULL. */
throng_status throng_cl_open(throng_context *context);
void throng_cl_close(throng_context *context);
void throng_cl_describe(const throng_context *context, throng_context_info *info);
const throng_device_info *throng_cl_info(const throng_context *context); /* of context->cl */
throng_status throng_cl_devices(throng_context *context, throng_device_info *devices, int32_t capacity,
                                int32_t *count);

#endif
