/* The OpenCL kernels as they stand in kernels/, made part of the library by cmake/embed.cmake: one entry
 * per .cl file, its quoted includes resolved, each header once. Kernels share the text of their headers. */
#ifndef THRONG_CL_DEVICE_KERNEL_SOURCES_H
#define THRONG_CL_DEVICE_KERNEL_SOURCES_H

#include <stddef.h>

struct throng_kernel_piece {
    const unsigned char *text;
    size_t length;
};

struct throng_kernel_source {
    const char *name;    /* "influence/influence.cl" */
    const short *pieces; /* its text: these pieces in this order, then -1 */
};

extern const struct throng_kernel_piece throng_kernel_pieces[];
extern const struct throng_kernel_source throng_kernel_sources[];
extern const int throng_kernel_source_count;

/* Built with -DTHRONG_KERNEL_FILES=ON, THRONG_KERNEL_FOLDER is the folder to read the .cl files from at
 * run time instead; the device's compiler then resolves the includes, given -I and that folder. */

#endif
