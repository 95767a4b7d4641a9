/* The automatic choice of a backend: by what frames cost on each, or else by the rule. */
#include "src/dispatch/dispatch.h"
#include "src/cl/cl.h"
#include "src/core/context.h"
#include "src/core/environment.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/dispatch/rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- knowing costs --------------------- */

static const throng_device_info *device_of(const throng_context *context)
{
#ifdef THRONG_OPENCL
    if (context->cl)
        return throng_cl_info(context);
#endif
    (void)context;
    return NULL;
}

/* A file that was named and is not right is no reason to go by something else: the choice would not be the
 * one asked for. Nor is it one to fail, since where an object lives changes nothing but its speed. */
static void load_files(throng_context *context, struct throng_costs *costs)
{
    const char *named = throng_environment("THRONG_COSTS");
    char why[THRONG_COSTS_WHY];
    costs->asked = 1;
    costs->fixed = named && named[0];
    if (costs->fixed) {
        costs->wrong = !throng_costs_load(costs, named, why);
        if (costs->wrong)
            throng_log(context, THRONG_LOG_WARNING, "THRONG_COSTS: '%.200s' %s; the CPU is taken", named,
                       why);
        return;
    }
    const throng_device_info *device = device_of(context);
    costs->device_is_cpu = device && device->type == THRONG_DEVICE_CPU;
    throng_costs_load_cached(context, costs);
}

struct throng_costs *throng_costs_of(throng_context *context)
{
    if (!context->costs)
        context->costs = throng_allocate(&context->allocator, sizeof *context->costs);
    if (context->costs && !context->costs->asked)
        load_files(context, context->costs);
    return context->costs;
}

static void save_stale(throng_context *context)
{
    struct throng_costs *costs = context->costs;
    if (costs && costs->unsaved && !costs->fixed)
        (void)throng_costs_save_stale(context, costs, costs->unsaved);
    if (costs)
        costs->unsaved = 0;
}

void throng_costs_release(throng_context *context)
{
    save_stale(context);
    throng_release(&context->allocator, context->costs, sizeof *context->costs);
    context->costs = NULL;
}

static int32_t is_known(const struct throng_costs *costs, int32_t kind)
{
    return costs->tables[kind].known == 3 && !costs->tables[kind].stale;
}

/* 1 where the named file has nothing on it, or what is stale, which the logger hears once. */
static int32_t is_absent(throng_context *context, int32_t kind)
{
    struct throng_costs *costs = context->costs;
    const int32_t absent = is_known(costs, kind) ? THRONG_COST_READ : kind;
    if (!costs->absent[absent] && !costs->wrong)
        throng_log(context, THRONG_LOG_WARNING, "THRONG_COSTS has nothing %son '%s'; the CPU is taken",
                   costs->tables[absent].known == 3 ? "but stale costs " : "",
                   throng_cost_kinds[absent].name);
    costs->absent[absent] = 1;
    return 1;
}

/* ---------------------------------------------------------------- choosing -------------------------- */

/* What a device has to promise before it is taken, in the CPU's time: predictions are off by some percent,
 * and what a host asks beside its frames is answered sooner on the CPU. */
#define PROMISED 0.95

/* Corrections beyond are not believed. */
#define LEAST_FACTOR 0.0625
#define MOST_FACTOR 16.0

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

/* "cpu (by rule: the device is a CPU): crowd, 1000 agents, 10 neighbors" */
static void explain(throng_selection *choice, const throng_work *work, const char *how)
{
    const throng_cost_kind *kind = &throng_cost_kinds[work->kind];
    const size_t size = sizeof choice->reason;
    char *text = choice->reason, seconds[80] = "";
    if (choice->cpu_seconds > 0.0)
        snprintf(seconds, sizeof seconds, "; cpu %.3g ms, opencl %.3g ms a frame", 1e3 * choice->cpu_seconds,
                 1e3 * choice->opencl_seconds);
    snprintf(text, size, "%s (%s%s): %s", throng_backend_name(choice->backend), how, seconds, kind->name);
    for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++)
        add_amount(text, size, &kind->axes[axis], work->amounts[axis]);
}

/* How many times what was foretold frames took, 1 where none were seen. What slows one backend of a
 * machine down, other programs above all, slows a device that is the same processor, too, until it was
 * seen itself. */
static void factors_of(const throng_context *context, const throng_device_info *device,
                       const throng_work *work, double factors[2])
{
    const int32_t place = throng_costs_place(work->kind, work->amounts);
    const throng_correction *seen[2] = {&context->costs->corrections[work->kind][0][place],
                                        &context->costs->corrections[work->kind][1][place]};
    for (int32_t which = 0; which < 2; which++) {
        const double factor = seen[which]->windows ? (double)seen[which]->factor : 1.0;
        factors[which] = factor < LEAST_FACTOR ? LEAST_FACTOR : factor > MOST_FACTOR ? MOST_FACTOR : factor;
    }
    for (int32_t which = 0; which < 2 && device->type != THRONG_DEVICE_GPU; which++)
        if (!seen[1 - which]->windows && factors[which] > 1.0)
            factors[1 - which] = factors[which];
}

static throng_rule_choice ask_rule(const throng_context *context, const throng_device_info *device,
                                   const throng_work *work)
{
    throng_machine_facts facts = {context->isa, THRONG_ISA_REFERENCE, context->threads, device};
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        if (throng_isa_available(isa))
            facts.widest = isa;
    return throng_rule(&facts, work);
}

/* What seconds come from, before they are corrected. */
typedef struct foretold {
    int32_t known;     /* 1: costs were measured here */
    double seconds[2]; /* 0: nobody can say */
    const char *why;
} foretold;

static foretold foretell(const throng_context *context, const throng_device_info *device,
                         const throng_work *work, throng_backend *backend)
{
    const struct throng_costs *costs = context->costs;
    foretold f = {costs && is_known(costs, THRONG_COST_READ) && is_known(costs, work->kind), {0.0, 0.0}, ""};
    if (f.known) {
        f.seconds[0] = throng_costs_seconds(costs, work, 0);
        f.seconds[1] = throng_costs_seconds(costs, work, 1);
        return f;
    }
    const throng_rule_choice rule = ask_rule(context, device, work);
    f.seconds[0] = rule.seconds[0];
    f.seconds[1] = rule.seconds[1];
    f.why = rule.why;
    *backend = rule.backend;
    return f;
}

static int32_t is_far(double factor) { return factor < 0.8 || factor > 1.25; }

static throng_selection choose(throng_context *context, const throng_device_info *device,
                               const throng_work *work, foretold *f)
{
    const struct throng_costs *costs = context->costs;
    throng_selection choice = {.backend = THRONG_BACKEND_CPU};
    double factors[2] = {1.0, 1.0};
    char how[96];
    *f = foretell(context, device, work, &choice.backend);
    const int32_t told = f->seconds[0] > 0.0;
    if (told && costs && !costs->fixed)
        factors_of(context, device, work, factors);
    choice.measured = f->known;
    choice.cpu_seconds = f->seconds[0] * factors[0];
    choice.opencl_seconds = f->seconds[1] * factors[1];
    const double promised = f->known ? PROMISED : THRONG_RULE_PROMISED;
    if (told)
        choice.backend = choice.opencl_seconds < promised * choice.cpu_seconds ? THRONG_BACKEND_OPENCL
                                                                               : THRONG_BACKEND_CPU;
    const int32_t stale = costs && (costs->tables[work->kind].stale || costs->tables[THRONG_COST_READ].stale);
    snprintf(how, sizeof how, "%s%s%s",
             f->known ? "measured"
             : stale  ? "costs are stale, by rule: "
                      : "by rule: ",
             f->why, is_far(factors[0]) || is_far(factors[1]) ? ", corrected" : "");
    explain(&choice, work, how);
    return choice;
}

throng_selection throng_dispatch(throng_context *context, throng_backend wanted, const throng_work *work,
                                 throng_observer *observer)
{
    const throng_device_info *device = device_of(context);
    if (wanted != THRONG_BACKEND_AUTO)
        return no_choice(wanted, "asked for by name");
    if (!device)
        return no_choice(THRONG_BACKEND_CPU, "no OpenCL device is open");
    const struct throng_costs *costs = throng_costs_of(context);
    if (costs && costs->fixed && !(is_known(costs, THRONG_COST_READ) && is_known(costs, work->kind)) &&
        is_absent(context, work->kind))
        return no_choice(THRONG_BACKEND_CPU, costs->wrong ? "costs are not known, THRONG_COSTS is not right"
                                                          : "costs are not known");
    foretold f;
    const throng_selection choice = choose(context, device, work, &f);
    if (observer) {
        save_stale(context);
        throng_observe_start(observer, context, work, choice.backend,
                             f.seconds[choice.backend == THRONG_BACKEND_OPENCL]);
    }
    throng_log(context, THRONG_LOG_INFO, "%s", choice.reason);
    return choice;
}

double throng_dispatch_device_seconds(const throng_context *context, const throng_work *work)
{
    const throng_device_info *device = device_of(context);
    throng_backend backend = THRONG_BACKEND_OPENCL;
    const foretold f = device ? foretell(context, device, work, &backend) : (foretold){0};
    return f.seconds[1] > 0.0
               ? f.seconds[1]
               : throng_costs_at(work->kind, throng_recorded_seconds[1][work->kind], work->amounts);
}

void throng_dispatch_prepare(throng_context *context)
{
    if (context->wanted == THRONG_BACKEND_AUTO && context->cl)
        (void)throng_costs_of(context); /* where memory is short, the first choice tries again */
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
