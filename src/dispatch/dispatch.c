/* The automatic choice of a backend: by what frames cost on each. */
#include "src/dispatch/dispatch.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- knowing costs --------------------- */

static struct throng_costs *find_costs(throng_context *context)
{
    if (!context->costs)
        context->costs = throng_allocate(&context->allocator, sizeof *context->costs);
    return context->costs;
}

void throng_costs_release(throng_context *context)
{
    throng_release(&context->allocator, context->costs, sizeof *context->costs);
    context->costs = NULL;
}

/* A file that was named and is not right is no reason to measure: the choice would not be the one asked
 * for. Nor is it one to fail, since where an object lives changes nothing but its speed. */
static void load_files(throng_context *context, struct throng_costs *costs)
{
    const char *named = getenv("THRONG_COSTS");
    char path[600], why[THRONG_COSTS_WHY];
    costs->asked = 1;
    costs->fixed = named && named[0];
    if (costs->fixed) {
        costs->wrong = !throng_costs_load(costs, named, why);
        if (costs->wrong)
            throng_log(context, THRONG_LOG_WARNING, "THRONG_COSTS: '%.200s' %s; the CPU is taken", named,
                       why);
        return;
    }
    throng_costs_path(context, path);
    if (path[0])
        (void)throng_costs_load(costs, path, why); /* a wrong one is written anew */
}

/* What a frame of measuring leaves in the context is no failure of the host's: the message of its last one
 * stays. Memory that was short once may be there the next time; a device that failed will fail again. */
static throng_status calibrate(throng_context *context, struct throng_costs *costs, int32_t kind)
{
    char message[sizeof context->message];
    const int32_t opencl_error = context->opencl_error;
    memcpy(message, context->message, sizeof message);
    context->opencl_error = 0;
    const throng_status status = throng_calibrate(context, kind, &costs->tables[kind]);
    costs->failed[kind] =
        status != THRONG_OK && (status != THRONG_ERROR_OUT_OF_MEMORY || context->opencl_error != 0);
    memcpy(context->message, message, sizeof message);
    context->opencl_error = opencl_error;
    return status;
}

/* Frames are played on one backend and on the other, as if the host had asked for it by name. */
static int32_t measure(throng_context *context, struct throng_costs *costs, int32_t kind)
{
    char path[600];
    const char *name = throng_cost_kinds[kind].name;
    throng_log(context, THRONG_LOG_INFO, "measuring what '%s' costs on both backends, for some seconds",
               name);
    const throng_status status = calibrate(context, costs, kind);
    costs->tables[kind].known = status == THRONG_OK ? 3 : 0;
    if (costs->tables[kind].busy)
        throng_log(context, THRONG_LOG_WARNING,
                   "what '%s' costs was measured while the machine was busy, and is not kept", name);
    if (status != THRONG_OK) {
        throng_log(context, THRONG_LOG_WARNING, "what '%s' costs could not be measured: %s; the CPU is taken",
                   name, throng_status_string(status));
        return 0;
    }
    throng_costs_path(context, path);
    if (path[0])
        throng_costs_save(context, costs, kind, path);
    return 1;
}

static int32_t know_kind(throng_context *context, struct throng_costs *costs, int32_t kind)
{
    if (costs->tables[kind].known == 3)
        return 1;
    if (costs->failed[kind])
        return 0;
    if (!costs->fixed)
        return measure(context, costs, kind);
    if (!costs->wrong)
        throng_log(context, THRONG_LOG_WARNING, "THRONG_COSTS has nothing on '%s'; the CPU is taken",
                   throng_cost_kinds[kind].name);
    costs->failed[kind] = 1;
    return 0;
}

static int32_t know_costs(throng_context *context, int32_t kind)
{
    struct throng_costs *costs = find_costs(context);
    if (!costs)
        return 0;
    if (!costs->asked)
        load_files(context, costs);
    return know_kind(context, costs, THRONG_COST_READ) && know_kind(context, costs, kind);
}

/* ---------------------------------------------------------------- choosing -------------------------- */

/* What a device has to promise before it is taken, in the CPU's time: predictions are off by some percent,
 * and what a host asks beside its frames is answered sooner on the CPU. */
#define PROMISED 0.95

static throng_selection no_choice(throng_backend backend, const char *reason)
{
    throng_selection choice = {.backend = backend};
    snprintf(choice.reason, sizeof choice.reason, "%s: %s", throng_backend_name(backend), reason);
    return choice;
}

static void add_amount(char *text, size_t size, const throng_cost_axis *axis, double value)
{
    const size_t at = strlen(text);
    if (axis->stops)
        snprintf(text + at, size - at, ", %.0f %s", value, axis->what);
}

static void explain(throng_selection *choice, const throng_work *work)
{
    const throng_cost_kind *kind = &throng_cost_kinds[work->kind];
    const size_t size = sizeof choice->reason;
    char *text = choice->reason;
    snprintf(text, size, "%s (cpu %.3g ms, opencl %.3g ms a frame): %s", throng_backend_name(choice->backend),
             1e3 * choice->cpu_seconds, 1e3 * choice->opencl_seconds, kind->name);
    for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++)
        add_amount(text, size, &kind->axes[axis], work->amounts[axis]);
}

throng_selection throng_dispatch(throng_context *context, throng_backend wanted, const throng_work *work)
{
    if (wanted != THRONG_BACKEND_AUTO)
        return no_choice(wanted, "asked for by name");
    if (!context->cl)
        return no_choice(THRONG_BACKEND_CPU, "no OpenCL device is open");
    if (!know_costs(context, work->kind))
        return no_choice(THRONG_BACKEND_CPU, context->costs && context->costs->wrong
                                                 ? "costs are not known, THRONG_COSTS is not right"
                                                 : "costs are not known");
    throng_selection choice = {.measured = 1,
                               .cpu_seconds = throng_costs_seconds(context->costs, work, 0),
                               .opencl_seconds = throng_costs_seconds(context->costs, work, 1)};
    choice.backend =
        choice.opencl_seconds < PROMISED * choice.cpu_seconds ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU;
    explain(&choice, work);
    throng_log(context, THRONG_LOG_INFO, "%s", choice.reason);
    return choice;
}

throng_selection throng_dispatch_beside(throng_backend backend, const char *what)
{
    char reason[80];
    snprintf(reason, sizeof reason, "where %s lives", what);
    return no_choice(backend, reason);
}

throng_status throng_check_residency(throng_context *context, throng_residency residency,
                                     throng_residency most)
{
    if (residency < THRONG_RESIDENCY_HOST || residency > most)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "def.residency is %d: one of THRONG_RESIDENCY_HOST, _INPUT%s", (int)residency,
                           most == THRONG_RESIDENCY_DEVICE ? ", _DEVICE" : "");
    return THRONG_OK;
}
