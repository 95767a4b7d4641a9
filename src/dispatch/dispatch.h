#ifndef THRONG_DISPATCH_DISPATCH_H
#define THRONG_DISPATCH_DISPATCH_H

#include "src/dispatch/costs.h"

/* Which backend a new object goes to: the wanted one, or where that is AUTO the one on which `work` costs
 * less. May measure, see costs.h. */
throng_selection throng_dispatch(throng_context *context, throng_backend wanted, const throng_work *work);
/* The choice for an object that goes where another one lives. */
throng_selection throng_dispatch_beside(throng_backend backend, const char *what);
/* most: DEVICE where OpenCL buffers can be given and read, else INPUT. */
throng_status throng_check_residency(throng_context *context, throng_residency residency,
                                     throng_residency most);
/* Forgets what a context knows of costs. */
void throng_costs_release(throng_context *context);

#endif
