/* The plan of a step on an OpenCL device. */
#include "src/cl/crowd/crowd.h"
#include "src/cl/device/staging.h"

#include <string.h>

/* On GPUs the kernels that show agents note the step's number, so that most steps send nothing. */
throng_status throng_cl_crowd_send_plan(throng_cl_crowd *c)
{
    crowd_plan now = c->plan;
    if (c->object.cl->width == 1)
        now.step_low = now.step_high = 0;
    if (c->plan_sent && memcmp(&now, &c->sent, sizeof now) == 0)
        return THRONG_OK;
    c->plan_sent = 0;
    const throng_status status =
        throng_cl_staging_send(c->object.cl, &c->object.stage, c->plan_words, 0, &now, sizeof now);
    c->plan_sent = status == THRONG_OK;
    c->sent = now;
    return status;
}
