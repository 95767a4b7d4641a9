/* libOpenCL.so.1 for machines that have a driver and no OpenCL loader: loads one driver (GPU_CHECK_ICD names
 * its library) and passes each call on through the dispatch table that every OpenCL object points to, as the
 * extension cl_khr_icd defines it. Has the functions that throng and gpu-check call; those that
 * opencl_trace.c and opencl_record.c record stand there. */
#include "tools/gpu-check/opencl_trace.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const usual_drivers[] = {"libnvidia-opencl.so.1", "libamdocl64.so", "libpocl.so.2"};
enum { NO_PLATFORM = -1001 }; /* CL_PLATFORM_NOT_FOUND_KHR */

static cl_api_clGetPlatformIDs platforms_of;

static void *open_driver(void)
{
    const char *wanted = getenv("GPU_CHECK_ICD");
    if (wanted && wanted[0])
        return dlopen(wanted, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; i < sizeof usual_drivers / sizeof *usual_drivers; i++) {
        void *driver = dlopen(usual_drivers[i], RTLD_NOW | RTLD_LOCAL);
        if (driver)
            return driver;
    }
    return NULL;
}

/* Copies the address: C has no cast from a library's symbol to a function. */
static void find_platforms(void *driver)
{
    static const char name[] = "clIcdGetPlatformIDsKHR";
    void *(CL_API_CALL * extension)(const char *) = NULL;
    void *symbol = dlsym(driver, "clGetExtensionFunctionAddress");
    memcpy(&extension, &symbol, sizeof symbol);
    symbol = extension ? extension(name) : NULL;
    if (!symbol)
        symbol = dlsym(driver, name);
    memcpy(&platforms_of, &symbol, sizeof symbol);
}

cl_int CL_API_CALL clGetPlatformIDs(cl_uint capacity, cl_platform_id *platforms, cl_uint *count)
{
    static int tried;
    if (!tried) {
        tried = 1;
        void *driver = open_driver();
        if (driver)
            find_platforms(driver);
        else
            fprintf(stderr, "gpu-check: no OpenCL driver: %s\n", dlerror());
    }
    if (count)
        *count = 0;
    return platforms_of ? platforms_of(capacity, platforms, count) : (cl_int)NO_PLATFORM;
}

const cl_icd_dispatch *dispatch_of(const void *object)
{
    const cl_icd_dispatch *table;
    memcpy(&table, object, sizeof table);
    return table;
}

/* The first argument is the object whose driver gets the call. */
#define FORWARD(result, name, parameters, object, arguments)                                                 \
    result CL_API_CALL name parameters { return dispatch_of(object)->name arguments; }

FORWARD(cl_int, clGetPlatformInfo, (cl_platform_id a, cl_platform_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_int, clGetDeviceIDs, (cl_platform_id a, cl_device_type b, cl_uint c, cl_device_id *d, cl_uint *e),
        a, (a, b, c, d, e))
FORWARD(cl_int, clGetDeviceInfo, (cl_device_id a, cl_device_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_context, clCreateContext,
        (const cl_context_properties *a, cl_uint b, const cl_device_id *c,
         void(CL_CALLBACK *d)(const char *, const void *, size_t, void *), void *e, cl_int *f),
        *c, (a, b, c, d, e, f))
FORWARD(cl_int, clRetainContext, (cl_context a), a, (a))
FORWARD(cl_int, clReleaseContext, (cl_context a), a, (a))
FORWARD(cl_int, clGetContextInfo, (cl_context a, cl_context_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_int, clRetainCommandQueue, (cl_command_queue a), a, (a))
FORWARD(cl_int, clReleaseCommandQueue, (cl_command_queue a), a, (a))
FORWARD(cl_int, clGetCommandQueueInfo,
        (cl_command_queue a, cl_command_queue_info b, size_t c, void *d, size_t *e), a, (a, b, c, d, e))
FORWARD(cl_int, clReleaseMemObject, (cl_mem a), a, (a))
FORWARD(cl_int, clGetMemObjectInfo, (cl_mem a, cl_mem_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_program, clCreateProgramWithSource,
        (cl_context a, cl_uint b, const char **c, const size_t *d, cl_int *e), a, (a, b, c, d, e))
FORWARD(cl_program, clCreateProgramWithBinary,
        (cl_context a, cl_uint b, const cl_device_id *c, const size_t *d, const unsigned char **e, cl_int *f,
         cl_int *g),
        a, (a, b, c, d, e, f, g))
FORWARD(cl_int, clReleaseProgram, (cl_program a), a, (a))
FORWARD(cl_int, clGetProgramInfo, (cl_program a, cl_program_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_int, clGetProgramBuildInfo,
        (cl_program a, cl_device_id b, cl_program_build_info c, size_t d, void *e, size_t *f), a,
        (a, b, c, d, e, f))
FORWARD(cl_int, clRetainKernel, (cl_kernel a), a, (a))
FORWARD(cl_int, clGetKernelInfo, (cl_kernel a, cl_kernel_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_int, clReleaseKernel, (cl_kernel a), a, (a))
FORWARD(cl_int, clEnqueueMarkerWithWaitList, (cl_command_queue a, cl_uint b, const cl_event *c, cl_event *d),
        a, (a, b, c, d))
FORWARD(cl_int, clEnqueueBarrierWithWaitList, (cl_command_queue a, cl_uint b, const cl_event *c, cl_event *d),
        a, (a, b, c, d))
FORWARD(cl_int, clEnqueueFillBuffer,
        (cl_command_queue a, cl_mem b, const void *c, size_t d, size_t e, size_t f, cl_uint g,
         const cl_event *h, cl_event *i),
        a, (a, b, c, d, e, f, g, h, i))
FORWARD(void *, clEnqueueMapBuffer,
        (cl_command_queue a, cl_mem b, cl_bool c, cl_map_flags d, size_t e, size_t f, cl_uint g,
         const cl_event *h, cl_event *i, cl_int *j),
        a, (a, b, c, d, e, f, g, h, i, j))
FORWARD(cl_int, clEnqueueUnmapMemObject,
        (cl_command_queue a, cl_mem b, void *c, cl_uint d, const cl_event *e, cl_event *f), a,
        (a, b, c, d, e, f))
FORWARD(cl_int, clEnqueueCopyBuffer,
        (cl_command_queue a, cl_mem b, cl_mem c, size_t d, size_t e, size_t f, cl_uint g, const cl_event *h,
         cl_event *i),
        a, (a, b, c, d, e, f, g, h, i))
FORWARD(cl_int, clGetEventInfo, (cl_event a, cl_event_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_int, clGetEventProfilingInfo, (cl_event a, cl_profiling_info b, size_t c, void *d, size_t *e), a,
        (a, b, c, d, e))
FORWARD(cl_int, clRetainEvent, (cl_event a), a, (a))
FORWARD(cl_int, clReleaseEvent, (cl_event a), a, (a))
FORWARD(cl_int, clFlush, (cl_command_queue a), a, (a))
