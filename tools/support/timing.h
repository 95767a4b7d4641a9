/* Times of repeated runs. */
#ifndef THRONG_TOOLS_SUPPORT_TIMING_H
#define THRONG_TOOLS_SUPPORT_TIMING_H

#include <stddef.h>
#include <stdint.h>

double wall_seconds(void);

typedef struct run_times {
    double *seconds; /* of each run */
    int32_t count;
} run_times;

/* For qsort. */
int ascending_doubles(const void *left, const void *right);
/* Sorts the times; there must be one at least. */
void times_spread(const run_times *times, double *least, double *median, double *most);

#endif
