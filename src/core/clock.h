/* The clock by which costs are measured. */
#ifndef THRONG_CORE_CLOCK_H
#define THRONG_CORE_CLOCK_H

#include "src/core/context.h"

/* Seconds since some moment, never set back: the system's monotonic clock, or context->clock where a test has
 * put one. */
double throng_seconds(const throng_context *context);
/* Of the system's clock. */
double throng_system_seconds(void);

#endif
