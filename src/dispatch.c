#include "internal.h"

throng_backend throng_dispatch_influence(throng_context *context, const throng_influence_def *def)
{
    (void)def;
    if (context->wanted == THRONG_BACKEND_OPENCL && context->cl)
        return THRONG_BACKEND_OPENCL;
    return THRONG_BACKEND_CPU;
}
