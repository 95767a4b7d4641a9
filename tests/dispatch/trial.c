/* How calibration plans and judges, without frames: their seconds come from the models of imaginary
 * machines, a fast GPU among them, and from the recorded table, with noise. */
#define _DEFAULT_SOURCE
#include "tests/dispatch/recorded_costs.h"

#include "src/dispatch/rule.h"
#include "src/dispatch/trial.h"

typedef struct world {
    const machine *machine; /* NULL: recorded */
    double noise;           /* frames take up to so many times as long */
    uint32_t seed;
} world;

static double truth_of(const world *w, int32_t kind, int32_t which, int32_t i)
{
    const throng_cost_kind *k = &throng_cost_kinds[kind];
    const int32_t rows = throng_costs_stops(k, 1), columns = throng_costs_stops(k, 2);
    const double at[AXES] = {k->axes[0].at[i / (rows * columns)], k->axes[1].at[i / columns % rows],
                             k->axes[2].at[i % columns]};
    if (!w->machine)
        return (double)throng_recorded_seconds[which][kind][i];
    const model *m = which ? &w->machine->opencl : &w->machine->cpu;
    return kind == THRONG_COST_READ ? at[0] * m->byte : frame_of(m, kind - 1, at);
}

static double draw(world *w)
{
    w->seed = w->seed * 1664525u + 1013904223u;
    return (double)(w->seed >> 8) / 16777216.0;
}

/* Most repeats are nearly clean, some take much longer. */
static double repeat(world *w, double seconds)
{
    const double random = draw(w);
    return seconds * (1.0 + (w->noise - 1.0) * random * random * random);
}

typedef struct outcome {
    int32_t good, visits, longest; /* longest: of any frame, in ms */
    double mean, worst;            /* what the choice really loses where frames take 16 ms or less */
} outcome;

static outcome plan(world *w, int32_t kind, int32_t most, int32_t clean)
{
    throng_trial *trial = calloc(1, sizeof *trial);
    throng_verdict *v = calloc(1, sizeof *v);
    outcome o = {0, 0, 0, 0.0, 0.0};
    cr_assert(trial && v);
    trial->kind = kind;
    throng_trial_judge(trial, v);
    while (v->wanted && o.visits < most) {
        cr_assert(v->next >= 0 && v->which >= 1 && v->which <= 3);
        for (int32_t which = 0; which < 2; which++) {
            if (!(v->which >> which & 1))
                continue;
            const double truth = truth_of(w, kind, which, v->next);
            o.longest = 1e3 * truth > o.longest ? (int32_t)(1e3 * truth) : o.longest;
            throng_trial_add(trial, which, v->next, repeat(w, truth), clean);
            o.visits++;
        }
        throng_trial_judge(trial, v);
    }
    const int32_t count = throng_costs_numbers(&throng_cost_kinds[kind]);
    throng_cost_table table;
    throng_trial_table(v, kind, &table);
    o.good = throng_trial_is_good(v);
    for (int32_t i = 0; i < count; i++) {
        const double cpu = truth_of(w, kind, 0, i), opencl = truth_of(w, kind, 1, i);
        const int32_t taken =
            (double)table.seconds[1][i] < THRONG_TRIAL_PROMISED * (double)table.seconds[0][i];
        if ((cpu < opencl ? cpu : opencl) > 0.016)
            continue;
        const double lost = (taken ? opencl : cpu) / (cpu < opencl ? cpu : opencl) - 1.0;
        o.mean += lost / count;
        o.worst = lost > o.worst ? lost : o.worst;
    }
    free(trial);
    free(v);
    return o;
}

enum { WORLDS = sizeof machines / sizeof machines[0] + 1 };

static const char *name_of(int32_t i) { return i + 1 < WORLDS ? machines[i].name : "recorded"; }

/* A quiet machine: all is kept, and the choice loses little where
 * frames are short enough to be measured, and in proportion beyond. */
Test(trial, quiet)
{
    for (int32_t i = 0; i < WORLDS; i++) {
        double sum = 0.0;
        for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++) {
            world w = {i + 1 < WORLDS ? &machines[i] : NULL, 1.05, 1};
            const int32_t numbers = throng_costs_numbers(&throng_cost_kinds[kind]);
            const outcome o = plan(&w, kind, 100000, 1);
            printf("%s, %s: %d of %d, %d visits, up to %d ms, loses %.2f %%, %.1f %% at worst\n", name_of(i),
                   throng_cost_kinds[kind].name, (int)o.good, (int)numbers, (int)o.visits, (int)o.longest,
                   100.0 * o.mean, 100.0 * o.worst);
            cr_expect(o.good, "%s, %s", name_of(i), throng_cost_kinds[kind].name);
            cr_expect(o.mean <= 0.05 && o.worst <= 0.25, "%s, %s: %g, %g", name_of(i),
                      throng_cost_kinds[kind].name, o.mean, o.worst);
            sum += o.mean;
        }
        cr_expect(sum / THRONG_COST_KINDS <= 0.02, "%s: %g", name_of(i), sum / THRONG_COST_KINDS);
    }
}

/* What is kept of a noisy machine, or when time is out, loses no more than it may, as long as a single
 * repeat is at most a fifth above the truth. Where repeats take up to three times as long that holds for
 * the mean, and for all but one of six at worst: two repeats may be wrong alike. */
Test(trial, noise_and_little_time)
{
    int32_t kept = 0, refused = 0, over = 0;
    for (int32_t i = 0; i < WORLDS; i++)
        for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++)
            for (int32_t k = 0; k < 12; k++) {
                const int32_t mild = k % 3 == 0;
                world w = {i + 1 < WORLDS ? &machines[i] : NULL, mild ? 1.2 : 3.0, (uint32_t)(7 * k + 1)};
                const outcome o = plan(&w, kind, k < 6 ? 100000 : 60 * (k - 5), 1);
                kept += o.good;
                refused += !o.good;
                over += o.good && !mild && o.worst > 0.25;
                cr_expect(!o.good || (o.mean < 0.0501 && (!mild || o.worst <= 0.25)), "%s, %s, %d: %g, %g",
                          name_of(i), throng_cost_kinds[kind].name, (int)k, o.mean, o.worst);
            }
    printf("%d kept, %d refused; %d lose more at worst\n", (int)kept, (int)refused, (int)over);
    cr_expect(kept > 50 && refused > 50 && 6 * over <= kept, "%d, %d, %d", (int)kept, (int)refused,
              (int)over);
}

/* Repeats while others use the machine say what frames take at most, never that they are sure. */
Test(trial, others_use_the_machine)
{
    for (int32_t kind = 0; kind < THRONG_COST_KINDS; kind++) {
        world w = {NULL, 1.05, 1};
        const outcome o = plan(&w, kind, 100000, 0);
        cr_expect(!o.good && o.visits > 0, "%s", throng_cost_kinds[kind].name);
    }
}
