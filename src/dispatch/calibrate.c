/* Measures what frames cost on both backends. Nothing below calls it: it stands above the public calls
 * that it makes its objects by. */
#include "src/cl/cl.h"
#include "src/core/call.h"
#include "src/core/clock.h"
#include "src/core/environment.h"
#include "src/core/held.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/dispatch/dispatch.h"
#include "src/dispatch/games.h"
#include "src/dispatch/trial.h"

#include <stdlib.h>
#include <string.h>

#define DEF_COOKIE 0x63616c69u
#define MOST_SECONDS 86400.0

/* How long the threads look whether others use the machine: a part of what was measured before, seconds. */
#define LOOK 0.04
#define SHORTEST_LOOK 0.001
#define LONGEST_LOOK 0.01
#define GAP 1e-4         /* between two looks at the clock a thread was kept from running for longer */
#define QUIET 0.03       /* part of the time that threads may be kept from running */
#define REMEMBERED 0.125 /* part of a look in what is remembered of all of them */

typedef struct run {
    throng_context *context;
    const throng_calibrate_def *def;
    struct throng_costs *costs;
    uint32_t operations, kept; /* sums of 1 << kind */
    double began;
    int32_t left[THRONG_COST_KINDS]; /* sizes that are to be measured yet */
    double kept_off;                 /* the part of the time that threads were kept from running, of late */
    int32_t done, total;
    throng_trial *trials; /* of each operation */
    throng_verdict verdict;
} run;

throng_calibrate_def throng_calibrate_default_def(void)
{
    throng_calibrate_def def;
    memset(&def, 0, sizeof def);
    def.seconds = 60.0;
    def.cookie = DEF_COOKIE;
    return def;
}

const char *throng_operation_name(throng_operation operation)
{
    return operation >= 0 && operation < THRONG_OPERATION_COUNT ? throng_cost_kinds[operation].name : NULL;
}

/* ---------------------------------------------------------------- what the repeats say -------------- */

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void describe(const throng_trial *t, throng_calibrate_operation *o)
{
    double spreads[2 * THRONG_COST_NUMBERS] = {0};
    int32_t count = 0;
    for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[t->kind]); i++) {
        o->sizes += t->numbers[0][i].count > 0 || t->numbers[1][i].count > 0;
        for (int32_t which = 0; which < 2; which++) {
            const throng_repeats *r = &t->numbers[which][i];
            const double spread = throng_trial_spread(r);
            o->repeats = r->count > o->repeats ? r->count : o->repeats;
            if (spread >= 0.0)
                spreads[count++] = spread;
        }
    }
    qsort(spreads, (size_t)count, sizeof *spreads, compare_numbers);
    o->spread = count ? spreads[count / 2] : 0.0;
    o->largest_spread = count ? spreads[count - 1] : 0.0;
}

/* ---------------------------------------------------------------- is the machine quiet? ------------- */

typedef struct look {
    const throng_context *context;
    double seconds;
    double kept_off[256]; /* of each thread */
} look;

/* Nothing but looks at the clock: where two of them are far apart, something else ran. */
static void look_around(void *data, int32_t thread)
{
    look *l = data;
    const double began = throng_seconds(l->context);
    double last = began, now = began, least = l->seconds, lost = 0.0;
    while (now - began < l->seconds) {
        now = throng_seconds(l->context);
        const double gap = now - last;
        least = gap < least ? gap : least;
        lost += gap > GAP && gap > 30.0 * least ? gap : 0.0;
        last = now;
    }
    l->kept_off[thread] = now > began ? lost / (now - began) : 0.0;
}

/* All threads at once, since frames are played by all of them. 1 where the machine is quiet. */
static int32_t is_quiet(run *r, double measured)
{
    look l = {.context = r->context, .seconds = LOOK * measured};
    const int32_t threads = r->context->threads < 256 ? r->context->threads : 256;
    double most = 0.0;
    l.seconds = l.seconds < SHORTEST_LOOK  ? SHORTEST_LOOK
                : l.seconds > LONGEST_LOOK ? LONGEST_LOOK
                                           : l.seconds;
    throng_run(r->context, threads, look_around, &l);
    for (int32_t i = 0; i < threads; i++)
        most = l.kept_off[i] > most ? l.kept_off[i] : most;
    r->kept_off += REMEMBERED * (most - r->kept_off);
    return most <= QUIET && r->kept_off <= QUIET;
}

/* ---------------------------------------------------------------- measuring ------------------------- */

static int32_t is_late(const run *r) { return throng_seconds(r->context) - r->began > r->def->seconds; }

/* As far as sizes are finished, or as far as time is out. */
static void tell(run *r, const char *what)
{
    const double part = (throng_seconds(r->context) - r->began) / r->def->seconds;
    int32_t left = 0;
    if (!r->def->progress)
        return;
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        left += r->operations >> kind & 1 ? r->left[kind] : 0;
    const int32_t by_time = (int32_t)(part < 1.0 ? part * r->total : r->total);
    const int32_t done = r->total - left > by_time ? r->total - left : by_time;
    r->done = done > r->done ? done : r->done;
    r->def->progress(r->def->user, r->done, r->total, what);
}

/* Whether it was too large: a device may find that out with the first command that needs its memory. */
static int did_not_fit(const run *r, throng_status status)
{
    enum { ALLOCATION_FAILURE = -4, OUT_OF_HOST_MEMORY = -6 }; /* CL_MEM_OBJECT_..., CL_... */
    const int32_t error = r->context->opencl_error;
    return status == THRONG_ERROR_OUT_OF_MEMORY ||
           (status == THRONG_ERROR_OPENCL && (error == ALLOCATION_FAILURE || error == OUT_OF_HOST_MEMORY));
}

/* One frame size on one backend. */
static throng_status visit(run *r, throng_trial *t, int32_t which, int32_t i)
{
    const throng_cost_kind *k = &throng_cost_kinds[t->kind];
    const int32_t rows = throng_costs_stops(k, 1), columns = throng_costs_stops(k, 2);
    const int32_t stops[THRONG_COST_AXES] = {i / (rows * columns), i / columns % rows, i % columns};
    double amounts[THRONG_COST_AXES], seconds = 0.0;
    for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++)
        amounts[axis] = k->axes[axis].at[stops[axis]];
    const throng_backend wanted = r->context->wanted;
    const double began = throng_seconds(r->context);
    r->context->wanted = which ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU;
    const int32_t opencl_error = r->context->opencl_error;
    char message[sizeof r->context->message];
    throng_held held;
    memcpy(message, r->context->message, sizeof message);
    throng_hold(r->context, &held);
    const throng_status status = throng_game_time(r->context, t->kind, amounts, &seconds);
    throng_unhold(r->context, &held);
    r->context->wanted = wanted;
    const int32_t full = status != THRONG_OK && did_not_fit(r, status) && i != 0;
    if (status == THRONG_OK)
        throng_trial_add(t, which, i, seconds, is_quiet(r, throng_seconds(r->context) - began));
    if (full) { /* where a smaller one fits, that stands for it; the call has not failed */
        t->numbers[which][i].full = 1;
        r->context->opencl_error = opencl_error;
        memcpy(r->context->message, message, sizeof message);
        return THRONG_OK;
    }
    throng_tell_held(&held);
    return status;
}

/* The size that is wanted most, on both backends in turns; which of them begins changes. */
static throng_status visit_next(run *r, throng_trial *t)
{
    const double began = throng_seconds(r->context);
    const throng_verdict *v = &r->verdict;
    const int32_t first = t->numbers[0][v->next].count & 1;
    throng_status status = THRONG_OK;
    tell(r, throng_cost_kinds[t->kind].name);
    for (int32_t turn = 0; turn < 2 && status == THRONG_OK; turn++)
        if (v->which >> ((turn + first) & 1) & 1)
            status = visit(r, t, (turn + first) & 1, v->next);
    t->spent += throng_seconds(r->context) - began;
    return status;
}

/* Of the operations that want to be measured the one that had the least time. */
static int32_t find_kind(const run *r)
{
    int32_t best = -1;
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if ((r->operations >> kind & 1) && r->left[kind] &&
            (best < 0 || r->trials[kind].spent < r->trials[best].spent))
            best = kind;
    return best;
}

static throng_status play_all(run *r)
{
    throng_status status = THRONG_OK;
    int32_t kind;
    while (status == THRONG_OK && !is_late(r) && (kind = find_kind(r)) >= 0) {
        throng_trial *t = &r->trials[kind];
        throng_trial_judge(t, &r->verdict);
        r->left[kind] = r->verdict.wanted;
        if (r->verdict.wanted)
            status = visit_next(r, t);
        if (status == THRONG_ERROR_UNSUPPORTED) { /* there is no choice then: the device cannot */
            r->operations &= ~(1u << kind);
            status = THRONG_OK;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- the call -------------------------- */

static throng_status check_def(throng_context *context, const throng_calibrate_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const char *named = throng_environment("THRONG_COSTS");
    if (def->cookie != DEF_COOKIE)
        return throng_fail(context, wrong,
                           "def is not initialised: start from throng_calibrate_default_def()");
    if (!(def->seconds >= 1.0 && def->seconds <= MOST_SECONDS))
        return throng_fail(context, wrong, "def.seconds is %g: 1 to %.0f", def->seconds, MOST_SECONDS);
    if (def->operations >> THRONG_OPERATION_COUNT)
        return throng_fail(context, wrong, "def.operations is %u: a sum of 1 << THRONG_OPERATION_*, or 0",
                           (unsigned)def->operations);
    if (named && named[0])
        return throng_fail(context, wrong,
                           "THRONG_COSTS is '%.200s': choices go by that file; unset it to calibrate", named);
    if (!context->cl)
        return throng_fail(
            context, THRONG_ERROR_NO_DEVICE,
            "no OpenCL device is open: all objects go to the CPU, there is nothing to measure");
    return THRONG_OK;
}

/* Reading is part of all frames. */
static void begin(run *r)
{
    const uint32_t all = (1u << THRONG_OPERATION_COUNT) - 1;
    r->operations = (r->def->operations ? r->def->operations : all) | 1u << THRONG_OPERATION_READ;
    r->began = throng_seconds(r->context);
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++) {
        r->trials[kind].kind = kind;
        if (r->operations >> kind & 1)
            r->total += r->left[kind] = throng_costs_numbers(&throng_cost_kinds[kind]);
    }
}

static void judge(run *r, int32_t kind, throng_calibrate_operation *o)
{
    throng_trial_judge(&r->trials[kind], &r->verdict);
    describe(&r->trials[kind], o);
    o->measured = r->verdict.begun;
    o->kept = throng_trial_is_good(&r->verdict);
    o->noisy = o->measured && !o->kept;
    if (o->kept)
        throng_trial_table(&r->verdict, kind, &r->costs->tables[kind]);
    r->kept |= (uint32_t)o->kept << kind;
    if (o->noisy)
        throng_log(r->context, THRONG_LOG_WARNING,
                   "what '%s' costs is too noisy to be kept: calibrate while the machine is quiet",
                   throng_cost_kinds[kind].name);
}

static void finish(run *r, throng_calibrate_report *report)
{
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if (r->operations >> kind & 1)
            judge(r, kind, &report->operations[kind]);
    report->seconds = throng_seconds(r->context) - r->began;
    r->costs->generation++;
    r->costs->unsaved &= ~r->kept;
    memset(r->costs->corrections, 0, sizeof r->costs->corrections);
    report->saved = r->kept && throng_costs_save(r->context, r->costs, r->kept);
}

THRONG_CALL(throng_calibrate, (context, def, report), throng_context *context,
            const throng_calibrate_def *def, throng_calibrate_report *report)
{
    throng_calibrate_report own;
    if (report)
        memset(report, 0, sizeof *report);
    memset(&own, 0, sizeof own);
    if (!context || context->cookie != THRONG_CONTEXT_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!def)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "def is NULL: use throng_calibrate_default_def()");
    throng_status status = check_def(context, def);
    if (status != THRONG_OK)
        return status;
    const size_t bytes = THRONG_COST_KINDS * sizeof(throng_trial);
    run r = {.context = context, .def = def, .costs = throng_costs_of(context)};
    r.trials = r.costs ? throng_allocate(&context->allocator, bytes) : NULL;
    if (!r.trials)
        return throng_fail_memory(context, "costs", bytes);
    begin(&r);
    status = play_all(&r);
    if (status == THRONG_OK)
        memset(r.left, 0, sizeof r.left);
    finish(&r, &own);
    tell(&r, "done");
    if (report)
        *report = own;
    throng_release(&context->allocator, r.trials, bytes);
    return status;
}
