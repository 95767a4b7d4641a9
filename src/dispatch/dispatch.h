/* Which backend a new object goes to. */
#ifndef THRONG_DISPATCH_DISPATCH_H
#define THRONG_DISPATCH_DISPATCH_H

#include "src/dispatch/costs.h"
#include "src/dispatch/observe.h"

/* Which backend a new object goes to: the wanted one, or where that is AUTO the one on which `work` is
 * thought to cost less. Measures nothing. The observer of an object that is made is set for it; NULL: none
 * is made. */
throng_selection throng_dispatch(throng_context *context, throng_backend wanted, const throng_work *work,
                                 throng_observer *observer);
/* What the device takes for work, roughly: by what was measured here, by the rule, or as recorded on another
 * machine, which has all results read. */
double throng_dispatch_device_seconds(const throng_context *context, const throng_work *work);
/* The choice for an object that goes where another one lives. */
throng_selection throng_dispatch_beside(throng_backend backend, const char *what);
/* most: DEVICE where OpenCL buffers can be given and read, else INPUT. */
throng_status throng_check_residency(throng_context *context, throng_residency residency,
                                     throng_residency most);
/* Looks for files of costs where a choice will be made, so that no object that is created has to. */
void throng_dispatch_prepare(throng_context *context);
/* What the context knows of costs, files included; NULL where there is no memory for it. */
struct throng_costs *throng_costs_of(throng_context *context);
/* Forgets what a context knows of costs; the file learns what became stale. Before the device is closed. */
void throng_costs_release(throng_context *context);

#endif
