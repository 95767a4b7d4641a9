#include "src/dispatch/observe.h"
#include "src/core/clock.h"
#include "src/core/context.h"
#include "src/core/status.h"

#include <string.h>

/* One of EVERY frames is timed, after the first WARM; the least of WINDOW of them counts. SMOOTH is the
 * part of a new window in the factor. From ENOUGH windows on a factor below STALE makes costs stale. */
enum { EVERY = 8, WARM = 3, WINDOW = 4, ENOUGH = 4 };
#define SMOOTH 0.25f
#define STALE (1.0f / 3.0f)

/* Frames that are given or read this much more or less are others than the foretold ones. */
#define LESS 0.9
#define MORE 1.25

static void stop(throng_observer *observer)
{
    observer->foretold = 0.0;
    observer->timed = 0;
}

/* Work that is enqueued, and that nobody waits for, cannot be timed. */
void throng_observe_start(throng_observer *observer, throng_context *context, const throng_work *work,
                          throng_backend backend, double foretold)
{
    const int32_t which = backend == THRONG_BACKEND_OPENCL;
    const int32_t waits = !which || work->kind == THRONG_COST_CHOQUET ||
                          (work->residency == THRONG_RESIDENCY_HOST && work->out_bytes > 0.0);
    *observer = (throng_observer){.context = context};
    if (!context->costs || context->costs->fixed || !waits || work->residency == THRONG_RESIDENCY_DEVICE)
        return;
    observer->foretold = foretold;
    observer->expected = work->amounts[1];
    observer->out_bytes = work->residency == THRONG_RESIDENCY_HOST ? work->out_bytes : 0.0;
    observer->kind = work->kind;
    observer->backend = which;
    observer->place = throng_costs_place(work->kind, work->amounts);
    observer->generation = context->costs->generation;
}

void throng_observe_clock(throng_observer *observer, int32_t ends)
{
    const double now = throng_seconds(observer->context);
    if (ends)
        observer->spent += now - observer->started;
    else
        observer->started = now;
}

static int32_t is_near(double value, double expected)
{
    return value >= LESS * expected && value <= MORE * expected;
}

static void note_stale(throng_context *context, int32_t kind)
{
    throng_cost_table *table = &context->costs->tables[kind];
    if (table->known != 3 || table->stale || throng_cost_kinds[kind].guessed)
        return;
    table->stale = 1;
    context->costs->unsaved |= 1u << kind;
    context->costs->generation++; /* the rule foretells other seconds */
    memset(context->costs->corrections[kind], 0, sizeof context->costs->corrections[kind]);
    throng_log(context, THRONG_LOG_WARNING,
               "frames of '%s' take less than a third of what was measured: its costs are stale; "
               "throng_calibrate() renews them",
               throng_cost_kinds[kind].name);
}

static void note_window(throng_observer *observer)
{
    struct throng_costs *costs = observer->context->costs;
    throng_correction *c = &costs->corrections[observer->kind][observer->backend][observer->place];
    const float factor = (float)(observer->least / observer->foretold);
    c->factor = c->windows ? c->factor + SMOOTH * (factor - c->factor) : factor;
    c->windows += c->windows < 1000;
    if (c->windows >= ENOUGH && c->factor < STALE)
        note_stale(observer->context, observer->kind);
}

void throng_observe_frame(throng_observer *observer)
{
    if (observer->generation != observer->context->costs->generation) {
        stop(observer);
        return;
    }
    if (observer->timed && is_near(observer->given, observer->expected) &&
        (observer->out_bytes > 0.0 ? is_near(observer->taken, observer->out_bytes)
                                   : observer->taken <= 0.0)) {
        if (observer->frames == 0 || observer->spent < observer->least)
            observer->least = observer->spent;
        if (++observer->frames == WINDOW) {
            note_window(observer);
            observer->frames = 0;
        }
    }
    observer->given = observer->taken = observer->spent = 0.0;
    observer->turn = observer->turn < WARM + EVERY - 1 ? observer->turn + 1 : WARM;
    observer->timed = observer->turn == WARM;
}
