/* Measures what frames cost on both backends. Nothing below calls it: it stands above the public calls
 * that it makes its objects by. */
#include "src/cl/cl.h"
#include "src/core/clock.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/dispatch/dispatch.h"
#include "src/dispatch/games.h"

#include <stdlib.h>
#include <string.h>

#define DEF_COOKIE 0x63616c69u
#define MOST_SECONDS 86400.0

/* Seconds. Frames that would take longer than LONGEST in any case, or might take longer than MOST, are not
 * played, nor those that memory is too small for: their costs are those of smaller ones, in proportion. */
#define LONGEST 0.03
#define MOST 0.25
#define MOST_EVER 1e6 /* of what was not played: numbers of files have to hold it */

/* What a choice by these costs may lose where the true ones lie below the least repeats by as much as the
 * second least ones lie above: more, and they are too noisy. The choice takes a device below PROMISED. */
#define MOST_MEAN_LOSS 0.05
#define MOST_LOSS 0.25
#define SURE_LOSS 0.02 /* sizes that may lose more are repeated as long as there is time */
#define PROMISED 0.95

enum { ROUNDS = 2, MORE_ROUNDS = 6, PASSES = 3 };

/* Of one number: the least repeats on a backend. */
typedef struct repeats {
    float least, second;
    int32_t count;
} repeats;

typedef struct trial {
    repeats numbers[2][THRONG_COST_NUMBERS];
    int32_t rounds; /* played in full */
} trial;

typedef struct run {
    throng_context *context;
    const throng_calibrate_def *def;
    struct throng_costs *costs;
    uint32_t operations, kept; /* sums of 1 << kind */
    double began;
    int32_t done, total;
    trial *trials; /* of each operation */
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

/* What number `at` is at least and at most, by those before it along the axes: costs do not sink, and do not
 * grow faster than an amount. */
typedef struct bounds {
    double least, most; /* most 0: nothing is known */
} bounds;

static bounds bounds_of(const throng_cost_kind *kind, const float *seconds, int32_t at)
{
    bounds b = {0.0, 0.0};
    int32_t step = 1, rest = at;
    for (int32_t axis = THRONG_COST_AXES - 1; axis >= 0; axis--) {
        const int32_t stops = throng_costs_stops(kind, axis), stop = rest % stops;
        rest /= stops;
        if (stop > 0) {
            const double *amounts = kind->axes[axis].at + stop, before = (double)seconds[at - step];
            const double grown = before * amounts[0] / amounts[-1];
            b.least = before > b.least ? before : b.least;
            b.most = b.most > 0.0 && b.most < grown ? b.most : grown;
        }
        step *= stops;
    }
    return b;
}

/* Of what was played the least repeat, unless smaller frames say that it cannot be; of what was not, as
 * much as it may be. */
static float estimate(const repeats *r, const bounds *b)
{
    double seconds = r->count ? (double)r->least : b->most;
    if (r->count && b->most > 0.0 && seconds > 2.0 * b->most)
        seconds = 2.0 * b->most;
    return seconds < MOST_EVER ? (float)seconds : (float)MOST_EVER;
}

static void fill_table(const trial *t, int32_t kind, throng_cost_table *table)
{
    const throng_cost_kind *k = &throng_cost_kinds[kind];
    for (int32_t which = 0; which < 2; which++)
        for (int32_t i = 0; i < throng_costs_numbers(k); i++) {
            const bounds b = bounds_of(k, table->seconds[which], i);
            table->seconds[which][i] = estimate(&t->numbers[which][i], &b);
        }
    table->known = 3;
    table->stale = 0;
}

/* As a part of the least; of a single repeat nobody knows. */
static double spread_of(const repeats *r)
{
    return r->count < 2 ? 1.0 : r->least > 0.0f ? (double)(r->second / r->least) - 1.0 : 1e3;
}

/* What a choice by these costs may lose. */
typedef struct verdict {
    double losses[THRONG_COST_NUMBERS];
    double spreads[2][THRONG_COST_NUMBERS]; /* of what was not played: the greatest of those before it */
    int32_t noisy;
    int32_t blind; /* 1: smaller frames of a backend differ too much to say what was not played */
} verdict;

static void find_spreads(const trial *t, const throng_cost_kind *kind, int32_t which, double *spreads)
{
    for (int32_t i = 0; i < throng_costs_numbers(kind); i++) {
        int32_t step = 1, rest = i;
        spreads[i] = t->numbers[which][i].count ? spread_of(&t->numbers[which][i]) : 0.0;
        for (int32_t axis = THRONG_COST_AXES - 1; axis >= 0 && !t->numbers[which][i].count; axis--) {
            const int32_t stops = throng_costs_stops(kind, axis);
            if (rest % stops > 0 && spreads[i - step] > spreads[i])
                spreads[i] = spreads[i - step];
            rest /= stops;
            step *= stops;
        }
    }
}

/* What is lost where the backend that is not taken really costs as much less as its repeats differ. */
static void judge(const trial *t, int32_t kind, verdict *v)
{
    const throng_cost_kind *k = &throng_cost_kinds[kind];
    const int32_t count = throng_costs_numbers(k);
    double sum = 0.0, worst = 0.0;
    throng_cost_table table = {0};
    fill_table(t, kind, &table);
    v->blind = 0;
    for (int32_t which = 0; which < 2; which++)
        find_spreads(t, k, which, v->spreads[which]);
    for (int32_t i = 0; i < count; i++) {
        const double cpu = (double)table.seconds[0][i], opencl = (double)table.seconds[1][i];
        const int32_t taken = opencl < PROMISED * cpu; /* the other one is 1 - taken */
        const double best = (double)table.seconds[1 - taken][i] / (1.0 + v->spreads[1 - taken][i]);
        const double lost = best > 0.0 ? (taken ? opencl : cpu) / best - 1.0 : 1e3;
        const double by_spread = v->spreads[1 - taken][i] > 0.0 && lost > 0.0 ? lost : 0.0;
        v->losses[i] = by_spread;
        v->blind |= by_spread > SURE_LOSS && !(t->numbers[0][i].count && t->numbers[1][i].count);
        for (int32_t which = 0; which < 2; which++)
            v->blind |= !t->numbers[which][i].count && v->spreads[which][i] > MOST_LOSS;
        sum += by_spread;
        worst = by_spread > worst ? by_spread : worst;
    }
    v->noisy = sum > MOST_MEAN_LOSS * count || worst > MOST_LOSS;
}

static int32_t is_noisy(const trial *t, int32_t kind)
{
    verdict v;
    judge(t, kind, &v);
    return v.noisy;
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void describe(const trial *t, int32_t kind, throng_calibrate_operation *o)
{
    double spreads[2 * THRONG_COST_NUMBERS];
    int32_t count = 0;
    for (int32_t which = 0; which < 2; which++)
        for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[kind]); i++) {
            const repeats *r = &t->numbers[which][i];
            o->repeats = r->count > o->repeats ? r->count : o->repeats;
            if (r->count > 1)
                spreads[count++] = spread_of(r);
        }
    for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[kind]); i++)
        o->sizes += t->numbers[0][i].count > 0 || t->numbers[1][i].count > 0;
    qsort(spreads, (size_t)count, sizeof *spreads, compare_numbers);
    o->spread = count ? spreads[count / 2] : 0.0;
    o->largest_spread = count ? spreads[count - 1] : 0.0;
    o->measured = t->rounds >= ROUNDS;
}

/* ---------------------------------------------------------------- playing --------------------------- */

static int32_t is_late(const run *r) { return throng_seconds(r->context) - r->began > r->def->seconds; }

static void tell(run *r, const char *what)
{
    if (r->def->progress)
        r->def->progress(r->def->user, r->done, r->total, what);
}

static throng_status visit(run *r, int32_t kind, int32_t which, int32_t i)
{
    const throng_cost_kind *k = &throng_cost_kinds[kind];
    const int32_t rows = throng_costs_stops(k, 1), columns = throng_costs_stops(k, 2);
    const int32_t stops[THRONG_COST_AXES] = {i / (rows * columns), i / columns % rows, i % columns};
    repeats *numbers = &r->trials[kind].numbers[which][i];
    double amounts[THRONG_COST_AXES], seconds = 0.0;
    for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++)
        amounts[axis] = k->axes[axis].at[stops[axis]];
    const throng_backend wanted = r->context->wanted;
    r->context->wanted = which ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU;
    const throng_status status = throng_game_time(r->context, kind, amounts, &seconds);
    r->context->wanted = wanted;
    if (status != THRONG_OK) /* where a smaller one fits, that stands for it */
        return status == THRONG_ERROR_OUT_OF_MEMORY && i > 0 ? THRONG_OK : status;
    const float taken = (float)seconds;
    if (numbers->count == 0 || taken < numbers->least) {
        numbers->second = numbers->count ? numbers->least : taken;
        numbers->least = taken;
    } else if (numbers->count == 1 || taken < numbers->second) {
        numbers->second = taken;
    }
    numbers->count++;
    return status;
}

static int32_t is_playable(const bounds *b) { return b->least < LONGEST && b->most < MOST; }

/* 1 where a size has to be played: once more, because a choice may lose by it or by larger ones, or because
 * smaller ones, which seemed to be too long for it, no longer do. */
static int32_t is_wanted(const trial *t, int32_t kind, int32_t i, const throng_cost_table *table,
                         const verdict *v)
{
    if (t->rounds < ROUNDS || v->losses[i] > SURE_LOSS)
        return 1;
    for (int32_t which = 0; which < 2; which++) {
        const bounds b = bounds_of(&throng_cost_kinds[kind], table->seconds[which], i);
        const int32_t uncertain = v->blind && v->spreads[which][i] > SURE_LOSS;
        if (is_playable(&b) && (t->numbers[which][i].count < 2 || uncertain))
            return 1;
    }
    return 0;
}

/* Both backends at one size; which of them begins changes from round to round. */
static throng_status visit_both(run *r, int32_t kind, int32_t i, throng_cost_table *table)
{
    const throng_cost_kind *k = &throng_cost_kinds[kind];
    trial *t = &r->trials[kind];
    throng_status status = THRONG_OK;
    for (int32_t turn = 0; turn < 2 && status == THRONG_OK; turn++) {
        const int32_t which = (turn + t->rounds) & 1;
        const bounds b = bounds_of(k, table->seconds[which], i);
        if (is_playable(&b))
            status = visit(r, kind, which, i);
        table->seconds[which][i] = estimate(&t->numbers[which][i], &b);
    }
    return status;
}

/* All sizes once, from the third round on only the wanted ones; 0 in *played where none was. */
static throng_status play_round(run *r, int32_t kind, throng_cost_table *table, int32_t *played)
{
    trial *t = &r->trials[kind];
    throng_status status = THRONG_OK;
    verdict v;
    judge(t, kind, &v);
    *played = 0;
    for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[kind]) && status == THRONG_OK; i++) {
        if (is_late(r))
            return status;
        tell(r, throng_cost_kinds[kind].name);
        r->done += t->rounds < ROUNDS;
        if (!is_wanted(t, kind, i, table, &v))
            continue;
        status = visit_both(r, kind, i, table);
        *played += 1;
    }
    if (status == THRONG_OK)
        t->rounds++;
    return status;
}

/* Rounds until all is sure, or time is out; what is not too noisy is known from then on. */
static throng_status play_kind(run *r, int32_t kind, int32_t rounds)
{
    trial *t = &r->trials[kind];
    throng_cost_table table = {0};
    throng_status status = THRONG_OK;
    const int32_t end = t->rounds + rounds;
    int32_t played = 1;
    while (status == THRONG_OK && t->rounds < end && played && !is_late(r)) {
        fill_table(t, kind, &table);
        status = play_round(r, kind, &table, &played);
    }
    if (status != THRONG_OK || t->rounds < ROUNDS || is_noisy(t, kind))
        return status;
    fill_table(t, kind, &r->costs->tables[kind]);
    r->kept |= 1u << kind;
    return status;
}

static throng_status play_all(run *r)
{
    throng_status status = THRONG_OK;
    for (int32_t pass = 0; pass < PASSES; pass++)
        for (int32_t kind = 0; kind < THRONG_COST_KINDS && status == THRONG_OK; kind++)
            if ((r->operations >> kind & 1) && (pass == 0 || is_noisy(&r->trials[kind], kind)))
                status = play_kind(r, kind, pass ? MORE_ROUNDS : ROUNDS + 1);
    return status;
}

/* ---------------------------------------------------------------- the call -------------------------- */

static throng_status check_def(throng_context *context, const throng_calibrate_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const char *named = getenv("THRONG_COSTS");
    if (!def)
        return throng_fail(context, wrong, "def is NULL: use throng_calibrate_default_def()");
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
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
        if (r->operations >> kind & 1)
            r->total += ROUNDS * throng_costs_numbers(&throng_cost_kinds[kind]);
}

static void finish(run *r, throng_calibrate_report *report)
{
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++) {
        throng_calibrate_operation *o = &report->operations[kind];
        describe(&r->trials[kind], kind, o);
        o->kept = r->kept >> kind & 1;
        o->noisy = o->measured && !o->kept && is_noisy(&r->trials[kind], kind);
        if (o->noisy)
            throng_log(r->context, THRONG_LOG_WARNING,
                       "what '%s' costs is too noisy to be kept: calibrate while the machine is quiet",
                       throng_cost_kinds[kind].name);
    }
    report->seconds = throng_seconds(r->context) - r->began;
    r->costs->generation++;
    r->costs->unsaved &= ~r->kept;
    memset(r->costs->corrections, 0, sizeof r->costs->corrections);
    report->saved = r->kept && throng_costs_save(r->context, r->costs, r->kept);
}

throng_status throng_calibrate(throng_context *context, const throng_calibrate_def *def,
                               throng_calibrate_report *report)
{
    throng_calibrate_report own;
    if (report)
        memset(report, 0, sizeof *report);
    memset(&own, 0, sizeof own);
    if (!context || context->cookie != THRONG_CONTEXT_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = check_def(context, def);
    if (status != THRONG_OK)
        return status;
    const size_t bytes = THRONG_COST_KINDS * sizeof(trial);
    run r = {.context = context, .def = def, .costs = throng_costs_of(context)};
    r.trials = r.costs ? throng_allocate(&context->allocator, bytes) : NULL;
    if (!r.trials)
        return throng_fail_memory(context, "costs", bytes);
    begin(&r);
    status = play_all(&r);
    r.done = status == THRONG_OK ? r.total : r.done;
    finish(&r, &own);
    tell(&r, "done");
    if (report)
        *report = own;
    throng_release(&context->allocator, r.trials, bytes);
    return status;
}
