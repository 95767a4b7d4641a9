/* Shared by the parts of gpu-check's libOpenCL.so.1, and what its programs ask of it. */
#ifndef GPU_CHECK_OPENCL_TRACE_H
#define GPU_CHECK_OPENCL_TRACE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif
#include <CL/cl.h>
#include <CL/cl_icd.h>

/* The driver's functions for an object, which is not NULL. */
const cl_icd_dispatch *dispatch_of(const void *object);

/* Programs find these by dlsym(). A mark names what the commands after it belong to; where nothing is
 * recorded it does nothing. gpu_check_write waits for all recorded commands and writes them and the marks,
 * one a line, to a file; 0: it could not. To be called while the context is still alive: drivers tear down
 * early at exit. */
void gpu_check_mark(const char *name);
int gpu_check_write(const char *path);

/* ---- opencl_record.c: told of these by opencl_trace.c. */
void record_mark(const char *name);
void record_program(cl_program program, const char *options);
void record_kernel(cl_kernel kernel, cl_program program);
void record_launch(cl_command_queue queue, cl_kernel kernel, const char *name, size_t offset, size_t items,
                   size_t group);
void record_launched(cl_command_queue queue, cl_kernel kernel); /* after the call */

#endif
