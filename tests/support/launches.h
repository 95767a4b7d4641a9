/* Counts the kernels that a context launches in the form of GPUs. */
#ifndef THRONG_TESTS_SUPPORT_LAUNCHES_H
#define THRONG_TESTS_SUPPORT_LAUNCHES_H

#include "src/cl/device/device.h"
#include "src/core/context.h"
#include "tests/support/each_backend.h"

static cl_int(CL_API_CALL *launch)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,
                                   const size_t *, cl_uint, const cl_event *, cl_event *);
static int32_t launches;  /* so far */
static int32_t refuse_at; /* the launch that is refused; 0: none */

static cl_int CL_API_CALL count_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                       const size_t *from, const size_t *items, const size_t *group,
                                       cl_uint waits, const cl_event *events, cl_event *event)
{
    if (++launches == refuse_at)
        return -6; /* CL_OUT_OF_HOST_MEMORY */
    return launch(queue, kernel, dimensions, from, items, group, waits, events, event);
}

static throng_context *open_gpu_form(void)
{
    variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    snprintf(v.name, sizeof v.name, "form of GPUs");
    v.width = "1";
    v.group = "64";
    throng_context *context = open_variant(&v, NULL);
    launch = context->cl->api.clEnqueueNDRangeKernel;
    context->cl->api.clEnqueueNDRangeKernel = count_launch;
    return context;
}

#endif
