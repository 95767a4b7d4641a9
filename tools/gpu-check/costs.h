/* The cost probe: costs.c measures, costs_calls.c has what is measured. */
#ifndef GPU_CHECK_COSTS_H
#define GPU_CHECK_COSTS_H

#include "tools/gpu-check/opencl_trace.h"

#include <stdio.h>

typedef struct costs {
    int small; /* 1: little of everything, to see that it runs */
    cl_device_id device;
    cl_uint units, clock_mhz;
    cl_device_fp_config rounding;
    cl_context context;
    cl_command_queue queue, profiled;
    cl_program program;
    cl_mem a, b; /* of `bytes` bytes each, zeroed */
    size_t bytes;
    int rows; /* written of this part */
    /* what the work being timed is about */
    cl_command_queue use;
    cl_kernel kernel;
    size_t items, group, size;
    int count, wait;
    char *host;
    const size_t *box;
} costs;

double costs_now(void); /* microseconds */
void costs_must(cl_int error, const char *what);
void *costs_memory(size_t size); /* touched; to be freed */
double costs_median(double *values, int count);
double costs_time(costs *c, int tries, void (*work)(costs *c));
cl_kernel costs_kernel(costs *c, const char *name);
cl_mem costs_buffer(costs *c, size_t size, cl_mem_flags flags);
/* One object of the part's array, without its braces. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void costs_row(costs *c, const char *format, ...);

void costs_launches(costs *c);
void costs_waits(costs *c);
void costs_copies(costs *c);
void costs_arithmetic(costs *c);
void costs_device_memory(costs *c);

#endif
