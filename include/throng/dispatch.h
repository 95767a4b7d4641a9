/* The automatic choice of a backend. Part of throng.h, whose conventions hold.
 *
 * With THRONG_BACKEND_AUTO and an open device each object goes where its frames cost less. A frame is what a
 * game does again and again: give what moved, compute, read. What frames of many sizes cost on either backend
 * is measured on the machine, once for each operation, and kept in a file; docs/concepts/backend-selection.md has the file, and
 * how well the choice does. THRONG_COSTS in the environment names a file to choose by. */
#ifndef THRONG_PUBLIC_DISPATCH_H
#define THRONG_PUBLIC_DISPATCH_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the data of a frame lies: only the automatic choice looks at it. */
typedef int32_t throng_residency;
enum {
    THRONG_RESIDENCY_HOST = 0,  /* the host gives what moved, and reads the whole result */
    THRONG_RESIDENCY_INPUT = 1, /* the host gives what moved; of the result it asks little */
    THRONG_RESIDENCY_DEVICE = 2 /* influence maps: what moved and the result lie in OpenCL buffers
                                 (throng_opencl.h), from and to which the CPU would have to copy */
};

typedef struct throng_selection {
    throng_backend backend;             /* where an object of this def goes */
    int32_t measured;                   /* 1: by costs; 0: no choice was left, or no costs are known */
    double cpu_seconds, opencl_seconds; /* what a frame is expected to take, where measured; else 0 */
    char reason[200];                   /* all of it in words */
} throng_selection;

#ifdef __cplusplus
}
#endif

#endif
