/* An OpenCL layer between the loader and the driver (OPENCL_LAYERS=...): counts the calls, lets one of them
 * fail, and counts the objects that live. tests/checks/faults.c, in the same process, gives the orders.
 * A release that "fails" is carried out all the same, so that a live object is always the library's doing.
 * It does not see objects behind the driver's own back, nor memory of the host. */
#define _GNU_SOURCE /* dladdr */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "src/cl/device/api.h"

#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <stdlib.h>
#include <string.h>

#include "tests/checks/fault_layer.h"

#define EXPORT __attribute__((visibility("default")))
#define UNUSED __attribute__((unused)) /* a hook for what the library does not call at present */

enum { CONTEXT, QUEUE, BUFFER, PROGRAM, KERNEL, EVENT, KINDS };
static const char *const kind_names[KINDS] = {"context", "queue", "buffer", "program", "kernel", "event"};

/* The library calls from one thread; drivers' threads never come through a layer. */
static struct {
    cl_icd_dispatch target;
    long calls;
    long fail_at; /* 0: none */
    cl_int code;
    const char *only; /* NULL: any */
    const char *failed;
    int references[KINDS];
    uint64_t *ways;
    long ways_most;
    void *program; /* where the code lies that the ways lead through */
} layer;

EXPORT void fault_layer_arm(long call, int32_t code, const char *only)
{
    layer.only = only;
    layer.calls = 0;
    layer.fail_at = call;
    layer.code = code;
    layer.failed = NULL;
}

EXPORT void fault_layer_note(uint64_t *ways, long capacity)
{
    Dl_info caller;
    layer.ways = ways;
    layer.ways_most = ways ? capacity : 0;
    layer.program = dladdr(__builtin_return_address(0), &caller) ? caller.dli_fbase : NULL;
}

/* The three innermost places in the program: of the library's functions and of whoever called them. Of
 * questions two: all programs ask their device the same, and without an answer are compiled anew. */
static uint64_t way_to(const char *name, cl_uint part)
{
    void *places[32];
    Dl_info where;
    const int count = backtrace(places, 32);
    uint64_t way = (uintptr_t)name * 31 + part;
    int steps = strncmp(name, "clGet", 5) == 0 ? 2 : 3;
    for (int i = 0; i < count && steps > 0; i++)
        if (dladdr(places[i], &where) && where.dli_fbase == layer.program) {
            way = (way ^ (uintptr_t)places[i]) * 1099511628211u;
            steps--;
        }
    return way;
}

EXPORT long fault_layer_calls(void) { return layer.calls; }
EXPORT const char *fault_layer_failed(void) { return layer.failed; }

EXPORT const char *fault_layer_alive(int32_t *count)
{
    const char *name = NULL;
    *count = 0;
    for (int i = 0; i < KINDS; i++)
        if (layer.references[i] != 0) {
            name = kind_names[i];
            *count = layer.references[i];
        }
    return name;
}

static cl_int suiting(const char *name)
{
    if (strcmp(name, "clBuildProgram") == 0)
        return CL_BUILD_PROGRAM_FAILURE;
    if (strcmp(name, "clCreateBuffer") == 0)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return strncmp(name, "clCreate", 8) == 0 ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES;
}

static cl_int order_part(const char *name, cl_uint part)
{
    if (layer.only && strcmp(name, layer.only) != 0)
        return CL_SUCCESS;
    if (layer.calls < layer.ways_most)
        layer.ways[layer.calls] = way_to(name, part);
    layer.calls++;
    if (layer.calls != layer.fail_at)
        return CL_SUCCESS;
    layer.failed = name;
    return layer.code ? layer.code : suiting(name);
}

static cl_int order(const char *name) { return order_part(name, 0); }

/* A call that makes nothing. */
#define PLAIN(name, parameters, arguments)                                                                   \
    UNUSED static cl_int CL_API_CALL hook_##name parameters                                                  \
    {                                                                                                        \
        cl_int fault = order(#name);                                                                         \
        return fault ? fault : layer.target.name arguments;                                                  \
    }

#define CREATE(type, kind, name, parameters, arguments)                                                      \
    UNUSED static type CL_API_CALL hook_##name parameters                                                    \
    {                                                                                                        \
        cl_int fault = order(#name);                                                                         \
        type made = fault ? NULL : layer.target.name arguments;                                              \
        if (fault && error)                                                                                  \
            *error = fault;                                                                                  \
        layer.references[kind] += made != NULL;                                                              \
        return made;                                                                                         \
    }

#define COUNT(name, type, kind, step)                                                                        \
    UNUSED static cl_int CL_API_CALL hook_##name(type object)                                                \
    {                                                                                                        \
        cl_int fault = order(#name);                                                                         \
        if (fault && (step) > 0)                                                                             \
            return fault;                                                                                    \
        cl_int result = layer.target.name(object);                                                           \
        layer.references[kind] += result == CL_SUCCESS ? (step) : 0;                                         \
        return fault ? fault : result;                                                                       \
    }

/* A command, which may give an event. */
#define COMMAND(name, parameters, arguments)                                                                 \
    UNUSED static cl_int CL_API_CALL hook_##name parameters                                                  \
    {                                                                                                        \
        cl_int fault = order(#name);                                                                         \
        cl_int result = fault ? fault : layer.target.name arguments;                                         \
        layer.references[EVENT] += result == CL_SUCCESS && event != NULL;                                    \
        return result;                                                                                       \
    }

PLAIN(clGetPlatformIDs, (cl_uint a, cl_platform_id *b, cl_uint *c), (a, b, c))
PLAIN(clGetPlatformInfo, (cl_platform_id a, cl_platform_info b, size_t c, void *d, size_t *e),
      (a, b, c, d, e))
PLAIN(clGetDeviceIDs, (cl_platform_id a, cl_device_type b, cl_uint c, cl_device_id *d, cl_uint *e),
      (a, b, c, d, e))
PLAIN(clGetDeviceInfo, (cl_device_id a, cl_device_info b, size_t c, void *d, size_t *e), (a, b, c, d, e))
PLAIN(clGetContextInfo, (cl_context a, cl_context_info b, size_t c, void *d, size_t *e), (a, b, c, d, e))
PLAIN(clGetCommandQueueInfo, (cl_command_queue a, cl_command_queue_info b, size_t c, void *d, size_t *e),
      (a, b, c, d, e))
PLAIN(clGetMemObjectInfo, (cl_mem a, cl_mem_info b, size_t c, void *d, size_t *e), (a, b, c, d, e))
PLAIN(clBuildProgram,
      (cl_program a, cl_uint b, const cl_device_id *c, const char *d,
       void(CL_CALLBACK *e)(cl_program program, void *data), void *f),
      (a, b, c, d, e, f))
PLAIN(clGetProgramInfo, (cl_program a, cl_program_info b, size_t c, void *d, size_t *e), (a, b, c, d, e))
PLAIN(clGetProgramBuildInfo,
      (cl_program a, cl_device_id b, cl_program_build_info c, size_t d, void *e, size_t *f),
      (a, b, c, d, e, f))
PLAIN(clGetKernelInfo, (cl_kernel a, cl_kernel_info b, size_t c, void *d, size_t *e), (a, b, c, d, e))
PLAIN(clWaitForEvents, (cl_uint a, const cl_event *b), (a, b))
PLAIN(clGetEventInfo, (cl_event a, cl_event_info b, size_t c, void *d, size_t *e), (a, b, c, d, e))
PLAIN(clGetEventProfilingInfo, (cl_event a, cl_profiling_info b, size_t c, void *d, size_t *e),
      (a, b, c, d, e))
PLAIN(clFlush, (cl_command_queue a), (a))
PLAIN(clFinish, (cl_command_queue a), (a))

/* Each argument is a way of its own. */
static cl_int CL_API_CALL hook_clSetKernelArg(cl_kernel a, cl_uint b, size_t c, const void *d)
{
    const cl_int fault = order_part("clSetKernelArg", b);
    return fault ? fault : layer.target.clSetKernelArg(a, b, c, d);
}

CREATE(cl_context, CONTEXT, clCreateContext,
       (const cl_context_properties *a, cl_uint b, const cl_device_id *c,
        void(CL_CALLBACK *d)(const char *text, const void *more, size_t size, void *data), void *e,
        cl_int *error),
       (a, b, c, d, e, error))
CREATE(cl_command_queue, QUEUE, clCreateCommandQueue,
       (cl_context a, cl_device_id b, cl_command_queue_properties c, cl_int *error), (a, b, c, error))
/* New buffers hold -1 and NaN, as might those of a device that others use: what nobody wrote must not be
 * in any result. */
static void *junk(size_t bytes)
{
    static void *memory;
    static size_t size;
    if (bytes > size) {
        free(memory);
        memory = malloc(bytes);
        size = memory ? bytes : 0;
        if (memory)
            memset(memory, 0xff, bytes);
    }
    return memory;
}

CREATE(cl_mem, BUFFER, clCreateBuffer, (cl_context a, cl_mem_flags b, size_t c, void *d, cl_int *error),
       (a, d ? b : b | CL_MEM_COPY_HOST_PTR, c, d ? d : junk(c), error))
CREATE(cl_program, PROGRAM, clCreateProgramWithSource,
       (cl_context a, cl_uint b, const char **c, const size_t *d, cl_int *error), (a, b, c, d, error))
CREATE(cl_program, PROGRAM, clCreateProgramWithBinary,
       (cl_context a, cl_uint b, const cl_device_id *c, const size_t *d, const unsigned char **e, cl_int *f,
        cl_int *error),
       (a, b, c, d, e, f, error))
CREATE(cl_kernel, KERNEL, clCreateKernel, (cl_program a, const char *b, cl_int *error), (a, b, error))

COUNT(clRetainContext, cl_context, CONTEXT, 1)
COUNT(clReleaseContext, cl_context, CONTEXT, -1)
COUNT(clRetainCommandQueue, cl_command_queue, QUEUE, 1)
COUNT(clReleaseCommandQueue, cl_command_queue, QUEUE, -1)
COUNT(clReleaseMemObject, cl_mem, BUFFER, -1)
COUNT(clReleaseProgram, cl_program, PROGRAM, -1)
COUNT(clRetainKernel, cl_kernel, KERNEL, 1)
COUNT(clReleaseKernel, cl_kernel, KERNEL, -1)
COUNT(clRetainEvent, cl_event, EVENT, 1)
COUNT(clReleaseEvent, cl_event, EVENT, -1)

COMMAND(clEnqueueNDRangeKernel,
        (cl_command_queue a, cl_kernel b, cl_uint c, const size_t *d, const size_t *e, const size_t *f,
         cl_uint g, const cl_event *h, cl_event *event),
        (a, b, c, d, e, f, g, h, event))
COMMAND(clEnqueueWriteBuffer,
        (cl_command_queue a, cl_mem b, cl_bool c, size_t d, size_t e, const void *f, cl_uint g,
         const cl_event *h, cl_event *event),
        (a, b, c, d, e, f, g, h, event))
COMMAND(clEnqueueWriteBufferRect,
        (cl_command_queue a, cl_mem b, cl_bool c, const size_t *d, const size_t *e, const size_t *f, size_t g,
         size_t h, size_t i, size_t j, const void *k, cl_uint l, const cl_event *m, cl_event *event),
        (a, b, c, d, e, f, g, h, i, j, k, l, m, event))
COMMAND(clEnqueueReadBuffer,
        (cl_command_queue a, cl_mem b, cl_bool c, size_t d, size_t e, void *f, cl_uint g, const cl_event *h,
         cl_event *event),
        (a, b, c, d, e, f, g, h, event))
COMMAND(clEnqueueReadBufferRect,
        (cl_command_queue a, cl_mem b, cl_bool c, const size_t *d, const size_t *e, const size_t *f, size_t g,
         size_t h, size_t i, size_t j, void *k, cl_uint l, const cl_event *m, cl_event *event),
        (a, b, c, d, e, f, g, h, i, j, k, l, m, event))
COMMAND(clEnqueueCopyBufferRect,
        (cl_command_queue a, cl_mem b, cl_mem c, const size_t *d, const size_t *e, const size_t *f, size_t g,
         size_t h, size_t i, size_t j, cl_uint k, const cl_event *l, cl_event *event),
        (a, b, c, d, e, f, g, h, i, j, k, l, event))
COMMAND(clEnqueueFillBuffer,
        (cl_command_queue a, cl_mem b, const void *c, size_t d, size_t e, size_t f, cl_uint g,
         const cl_event *h, cl_event *event),
        (a, b, c, d, e, f, g, h, event))
COMMAND(clEnqueueUnmapMemObject,
        (cl_command_queue a, cl_mem b, void *c, cl_uint d, const cl_event *e, cl_event *event),
        (a, b, c, d, e, event))
COMMAND(clEnqueueMarkerWithWaitList, (cl_command_queue a, cl_uint b, const cl_event *c, cl_event *event),
        (a, b, c, event))
COMMAND(clEnqueueBarrierWithWaitList, (cl_command_queue a, cl_uint b, const cl_event *c, cl_event *event),
        (a, b, c, event))

/* An event is never asked for. */
UNUSED static void *CL_API_CALL hook_clEnqueueMapBuffer(cl_command_queue a, cl_mem b, cl_bool c,
                                                        cl_map_flags d, size_t e, size_t f, cl_uint g,
                                                        const cl_event *h, cl_event *event, cl_int *error)
{
    const cl_int fault = order("clEnqueueMapBuffer");
    if (fault && error)
        *error = fault;
    return fault ? NULL : layer.target.clEnqueueMapBuffer(a, b, c, d, e, f, g, h, event, error);
}

EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void *value, size_t *size_ret)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const char text[] = "throng's faults";
    const void *source = name == CL_LAYER_API_VERSION ? (const void *)&version : text;
    size_t length = name == CL_LAYER_API_VERSION ? sizeof version : sizeof text;
    if (name != CL_LAYER_API_VERSION && name != CL_LAYER_NAME)
        return CL_INVALID_VALUE;
    if (value && size < length)
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, source, length);
    if (size_ret)
        *size_ret = length;
    return CL_SUCCESS;
}

/* A call of the library without a hook here does not compile: the list is the library's own. */
EXPORT cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                                      const cl_icd_dispatch **hooks_ret)
{
    static cl_icd_dispatch hooks;
    size_t known = sizeof hooks / sizeof(void *);
    memcpy(&layer.target, target, (count < known ? count : known) * sizeof(void *));
    hooks = layer.target;
#define X(result, name, parameters) hooks.name = hook_##name;
    THRONG_CL_FUNCTIONS(X)
#undef X
    *count_ret = (cl_uint)known;
    *hooks_ret = &hooks;
    return CL_SUCCESS;
}
