/* Times of repeated runs. */
#define _POSIX_C_SOURCE 200809L
#include "tools/support/timing.h"

#include <stdlib.h>
#include <time.h>

double wall_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int ascending_doubles(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void times_spread(const run_times *times, double *least, double *median, double *most)
{
    const size_t count = (size_t)times->count;
    qsort(times->seconds, count, sizeof *times->seconds, ascending_doubles);
    *least = times->seconds[0];
    *most = times->seconds[count - 1];
    *median = 0.5 * (times->seconds[(count - 1) / 2] + times->seconds[count / 2]);
}
