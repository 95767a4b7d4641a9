/* The functions of OpenCL 1.2 that the library calls, found at run time: a program that links throng starts
 * on machines without OpenCL. */
#ifndef THRONG_CL_DEVICE_API_H
#define THRONG_CL_DEVICE_API_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

/* What the callbacks that are never used would be. */
typedef void(CL_CALLBACK *throng_cl_context_notify)(const char *, const void *, size_t, void *);
typedef void(CL_CALLBACK *throng_cl_build_notify)(cl_program, void *);

#define THRONG_CL_FUNCTIONS(X)                                                                               \
    X(cl_int, clGetPlatformIDs, (cl_uint, cl_platform_id *, cl_uint *))                                      \
    X(cl_int, clGetPlatformInfo, (cl_platform_id, cl_platform_info, size_t, void *, size_t *))               \
    X(cl_int, clGetDeviceIDs, (cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *))          \
    X(cl_int, clGetDeviceInfo, (cl_device_id, cl_device_info, size_t, void *, size_t *))                     \
    X(cl_context, clCreateContext,                                                                           \
      (const cl_context_properties *, cl_uint, const cl_device_id *, throng_cl_context_notify, void *,       \
       cl_int *))                                                                                            \
    X(cl_int, clRetainContext, (cl_context))                                                                 \
    X(cl_int, clReleaseContext, (cl_context))                                                                \
    X(cl_int, clGetContextInfo, (cl_context, cl_context_info, size_t, void *, size_t *))                     \
    X(cl_command_queue, clCreateCommandQueue,                                                                \
      (cl_context, cl_device_id, cl_command_queue_properties, cl_int *))                                     \
    X(cl_int, clRetainCommandQueue, (cl_command_queue))                                                      \
    X(cl_int, clReleaseCommandQueue, (cl_command_queue))                                                     \
    X(cl_int, clGetCommandQueueInfo, (cl_command_queue, cl_command_queue_info, size_t, void *, size_t *))    \
    X(cl_mem, clCreateBuffer, (cl_context, cl_mem_flags, size_t, void *, cl_int *))                          \
    X(cl_int, clReleaseMemObject, (cl_mem))                                                                  \
    X(cl_int, clGetMemObjectInfo, (cl_mem, cl_mem_info, size_t, void *, size_t *))                           \
    X(cl_program, clCreateProgramWithSource, (cl_context, cl_uint, const char **, const size_t *, cl_int *)) \
    X(cl_program, clCreateProgramWithBinary,                                                                 \
      (cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **, cl_int *,          \
       cl_int *))                                                                                            \
    X(cl_int, clReleaseProgram, (cl_program))                                                                \
    X(cl_int, clBuildProgram,                                                                                \
      (cl_program, cl_uint, const cl_device_id *, const char *, throng_cl_build_notify, void *))             \
    X(cl_int, clGetProgramInfo, (cl_program, cl_program_info, size_t, void *, size_t *))                     \
    X(cl_int, clGetProgramBuildInfo,                                                                         \
      (cl_program, cl_device_id, cl_program_build_info, size_t, void *, size_t *))                           \
    X(cl_kernel, clCreateKernel, (cl_program, const char *, cl_int *))                                       \
    X(cl_int, clRetainKernel, (cl_kernel))                                                                   \
    X(cl_int, clGetKernelInfo, (cl_kernel, cl_kernel_info, size_t, void *, size_t *))                        \
    X(cl_int, clReleaseKernel, (cl_kernel))                                                                  \
    X(cl_int, clSetKernelArg, (cl_kernel, cl_uint, size_t, const void *))                                    \
    X(cl_int, clEnqueueNDRangeKernel,                                                                        \
      (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,        \
       const cl_event *, cl_event *))                                                                        \
    X(cl_int, clEnqueueWriteBuffer,                                                                          \
      (cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *, cl_uint, const cl_event *,           \
       cl_event *))                                                                                          \
    X(cl_int, clEnqueueWriteBufferRect,                                                                      \
      (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t,    \
       size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *))                                 \
    X(cl_int, clEnqueueReadBuffer,                                                                           \
      (cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *))    \
    X(cl_int, clEnqueueReadBufferRect,                                                                       \
      (cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t,    \
       size_t, size_t, void *, cl_uint, const cl_event *, cl_event *))                                       \
    X(cl_int, clEnqueueCopyBufferRect,                                                                       \
      (cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, size_t, size_t,     \
       size_t, size_t, cl_uint, const cl_event *, cl_event *))                                               \
    X(void *, clEnqueueMapBuffer,                                                                            \
      (cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t, cl_uint, const cl_event *,           \
       cl_event *, cl_int *))                                                                                \
    X(cl_int, clEnqueueUnmapMemObject,                                                                       \
      (cl_command_queue, cl_mem, void *, cl_uint, const cl_event *, cl_event *))                             \
    X(cl_int, clEnqueueMarkerWithWaitList, (cl_command_queue, cl_uint, const cl_event *, cl_event *))        \
    X(cl_int, clEnqueueBarrierWithWaitList, (cl_command_queue, cl_uint, const cl_event *, cl_event *))       \
    X(cl_int, clWaitForEvents, (cl_uint, const cl_event *))                                                  \
    X(cl_int, clGetEventInfo, (cl_event, cl_event_info, size_t, void *, size_t *))                           \
    X(cl_int, clGetEventProfilingInfo, (cl_event, cl_profiling_info, size_t, void *, size_t *))              \
    X(cl_int, clRetainEvent, (cl_event))                                                                     \
    X(cl_int, clReleaseEvent, (cl_event))                                                                    \
    X(cl_int, clFlush, (cl_command_queue))                                                                   \
    X(cl_int, clFinish, (cl_command_queue))

typedef struct throng_cl_api {
#define X(result, name, parameters) result(CL_API_CALL *name) parameters;
    THRONG_CL_FUNCTIONS(X)
#undef X
} throng_cl_api;

/* 1: every function was found. 0: *missing names the library or the function that was not. */
int throng_cl_load(throng_cl_api *api, const char **missing);

#endif
