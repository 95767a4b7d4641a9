/* Calibration, and what frames cost later, by a clock of the test's own: what is kept of noisy times, what is
 * not, and what becomes stale. */
#define _DEFAULT_SOURCE
#include "tests/dispatch/clocks.h"
#include "tests/dispatch/recorded_costs.h"

#include "src/core/clock.h"
#include "src/core/context.h"
#include "src/dispatch/costs.h"

TestSuite(calibrate, .init = make_folder, .fini = drop_folder);

/* ---------------------------------------------------------------- a clock --------------------------- */

static throng_context *open_clock(fake_clock *clock, double cpu, double opencl)
{
    throng_context *context = open_threads(THRONG_BACKEND_AUTO, 1);
    *clock = (fake_clock){.context = context, .seconds = {cpu, opencl}, .most = 1.0, .seed = 1};
    context->clock = look;
    context->clock_user = clock;
    return context;
}

enum { CHOQUET = 1 << THRONG_OPERATION_CHOQUET };

/* Measures, whose frames take milliseconds at most. */
static throng_calibrate_report calibrate(throng_context *context)
{
    throng_calibrate_report report;
    throng_calibrate_def def = throng_calibrate_default_def();
    def.operations = CHOQUET;
    def.seconds = 86400.0;
    MUST(context, throng_calibrate(context, &def, &report));
    return report;
}

static throng_selection ask_rows(throng_context *context, int32_t rows)
{
    const amounts a = {5, 0, rows, 3};
    return ask(context, &a, THRONG_RESIDENCY_HOST);
}

/* ---------------------------------------------------------------- what is kept ---------------------- */

/* Without noise costs are those of the clock, and choices go by them, in the next context too. */
Test(calibrate, quiet_machine)
{
    fake_clock clock;
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 8e-4, 4e-4);
    cr_expect(!ask_rows(context, 1000).measured && strstr(ask_rows(context, 1000).reason, "by rule"), "%s",
              ask_rows(context, 1000).reason);
    const throng_calibrate_report report = calibrate(context);
    const throng_calibrate_operation *o = &report.operations[THRONG_OPERATION_CHOQUET];
    cr_expect(report.saved && o->measured && o->kept && !o->noisy && o->sizes >= 6 && o->sizes <= 15 &&
                  o->repeats == 2 && o->spread < 1e-6 && o->largest_spread < 1e-6,
              "%d sizes, spread %g", (int)o->sizes, o->spread);
    cr_expect(report.operations[THRONG_OPERATION_READ].kept &&
              !report.operations[THRONG_OPERATION_CROWD].measured);
    MUST(context, throng_context_destroy(context));
    for (int32_t i = 0; i < 2; i++) {
        context = open_threads(THRONG_BACKEND_AUTO, 1);
        const throng_selection choice = ask_rows(context, 1000);
        cr_expect(choice.measured && choice.backend == THRONG_BACKEND_OPENCL &&
                      fabs(choice.cpu_seconds - 8e-4) < 1e-6 && fabs(choice.opencl_seconds - 4e-4) < 1e-6 &&
                      strstr(choice.reason, "measured; cpu 0.8 ms"),
                  "%s", choice.reason);
        cr_expect_not(ask(context, &(amounts){6, 0, 500, 10}, THRONG_RESIDENCY_HOST).measured);
        MUST(context, throng_context_destroy(context));
    }
}

/* Half of the frames take up to twenty times as long: the least of the repeats do not. */
Test(calibrate, clean_minima_survive_noise)
{
    fake_clock clock;
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 4e-4, 6e-4);
    clock.noise = 50;
    clock.most = 20.0;
    const throng_calibrate_report report = calibrate(context);
    cr_expect(report.operations[THRONG_OPERATION_CHOQUET].kept &&
                  report.operations[THRONG_OPERATION_CHOQUET].repeats > 2,
              "%s", said);
    const throng_selection choice = ask_rows(context, 1000);
    cr_expect(choice.measured && choice.backend == THRONG_BACKEND_CPU && choice.cpu_seconds < 1.3e-3 &&
                  choice.opencl_seconds < 6e-3, /* it loses by far: no need to know better */
              "%s", choice.reason);
    MUST(context, throng_context_destroy(context));
}

/* Where no frame is clean nothing is kept, in this context or the file, and the rule goes on; what was known
 * before stays. */
Test(calibrate, noisy_costs_are_refused)
{
    fake_clock clock;
    if (!opencl_present())
        return;
    for (int32_t known = 0; known < 2; known++) {
        throng_context *context = open_clock(&clock, 8e-4, 4e-4);
        if (known)
            cr_expect(calibrate(context).saved);
        clock.noise = 100;
        clock.most = 60.0;
        clock.seconds[1] = 8e-4;
        const throng_calibrate_report report = calibrate(context);
        const throng_calibrate_operation *o = &report.operations[THRONG_OPERATION_CHOQUET];
        cr_expect(o->measured && o->noisy && !o->kept && o->repeats > 4 && o->largest_spread > 0.1,
                  "spread %g", o->spread);
        cr_expect_not_null(strstr(said, "'choquet' costs is too noisy"));
        const throng_selection choice = ask_rows(context, 1000);
        cr_expect(choice.measured == known && fabs(choice.cpu_seconds - (known ? 8e-4 : 0.0)) < 1e-6, "%s",
                  choice.reason);
        MUST(context, throng_context_destroy(context));
        context = open_threads(THRONG_BACKEND_AUTO, 1);
        cr_expect_eq(ask_rows(context, 1000).measured, known);
        MUST(context, throng_context_destroy(context));
    }
}

/* The limit is kept, time is shared, and what was not finished by then is not taken. */
Test(calibrate, time_is_out)
{
    fake_clock clock;
    throng_calibrate_report report;
    throng_calibrate_def def = throng_calibrate_default_def();
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 2e-4, 8e-4);
    def.seconds = 1.2;
    def.operations = CHOQUET | 1 << THRONG_OPERATION_POTENTIAL;
    MUST(context, throng_calibrate(context, &def, &report));
    cr_expect(report.seconds >= 0.15 && report.seconds < 1.3, "%g", report.seconds);
    const throng_calibrate_operation *o = report.operations;
    cr_expect(o[THRONG_OPERATION_CHOQUET].kept && ask_rows(context, 1000).measured, "%d sizes",
              (int)o[THRONG_OPERATION_CHOQUET].sizes);
    cr_expect(!report.operations[THRONG_OPERATION_POTENTIAL].measured &&
              !report.operations[THRONG_OPERATION_POTENTIAL].kept);
    cr_expect_not(ask(context, &(amounts){4, 100, 100, 8}, THRONG_RESIDENCY_HOST).measured);
    MUST(context, throng_context_destroy(context));
}

/* ---------------------------------------------------------------- create does not measure ----------- */

/* Neither explain nor create looks at the clock or allocates objects of its own, whatever the cache has. */
Test(calibrate, create_never_measures)
{
    fake_clock clock;
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 4e-4, 4e-4);
    for (int32_t kind = 0; kind < KINDS; kind++) {
        const amounts a = {kind, 64, 10, 4};
        const throng_selection choice = ask(context, &a, THRONG_RESIDENCY_HOST);
        cr_expect(choice.backend == THRONG_BACKEND_CPU &&
                      strstr(choice.reason, "by rule: the device is a CPU"),
                  "%s", choice.reason);
    }
    throng_influence_def def = throng_influence_default_def();
    throng_influence *map;
    def.width = def.height = 64;
    MUST(context, throng_influence_create(context, &def, &map));
    throng_influence_destroy(map);
    cr_expect_eq(clock.looks, 0);
    cr_expect_eq(look_into_folder(NULL, 0), 0);
    MUST(context, throng_context_destroy(context));
}

/* The first create of a context. The device is open for a named backend, too: its driver's threads make
 * memory dearer for the whole process. */
static double time_create(throng_backend backend)
{
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    throng_influence_def def = throng_influence_default_def();
    throng_influence *map;
    def.width = def.height = 2048;
    context->wanted = backend;
    const double begun = seconds_now();
    MUST(context, throng_influence_create(context, &def, &map));
    const double taken = seconds_now() - begun;
    throng_influence_destroy(map);
    MUST(context, throng_context_destroy(context));
    return taken;
}

/* In turns, the least of both, until neither was disturbed. */
Test(calibrate, create_takes_as_long_as_without_a_choice)
{
    double forced = 1e9, chosen = 1e9;
    if (!opencl_present())
        return;
    for (int32_t i = 0; i < 40 || (i < 400 && chosen >= 1.2 * forced); i++) {
        const double one = time_create(THRONG_BACKEND_CPU), other = time_create(THRONG_BACKEND_AUTO);
        forced = i > 0 && one < forced ? one : forced;
        chosen = i > 0 && other < chosen ? other : chosen;
    }
    cr_expect(chosen < 1.2 * forced, "%g s, by name %g s", chosen, forced);
}

/* ---------------------------------------------------------------- bad input ------------------------- */

Test(calibrate, bad_input)
{
    throng_context *context;
    throng_calibrate_report report;
    throng_calibrate_def def = throng_calibrate_default_def();
    throng_context_def about = throng_context_default_def();
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    watch *w = watch_begin();
    about.backend = THRONG_BACKEND_CPU;
    watch_hooks(w, &about);
    MUST(NULL, throng_context_create(&about, &context));
#define REJECTED(call, status, words)                                                                        \
    do {                                                                                                     \
        w->logs = 0;                                                                                         \
        w->assertions = 0;                                                                                   \
        const throng_status got_ = (call);                                                                   \
        expect_told(w, context, #call, got_, status, words);                                                 \
    } while (0)
    REJECTED(throng_calibrate(context, NULL, &report), wrong,
             "def is NULL: use throng_calibrate_default_def()");
    def.cookie = 0;
    REJECTED(throng_calibrate(context, &def, &report), wrong, "def is not initialised: start from");
    static const double seconds[] = {0.0, -1.0, 0.5, 86401.0, (double)INFINITY, (double)NAN};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        def = throng_calibrate_default_def();
        def.seconds = seconds[i];
        REJECTED(throng_calibrate(context, &def, &report), wrong, "def.seconds is |: 1 to 86400");
    }
    def = throng_calibrate_default_def();
    def.operations = 1u << THRONG_OPERATION_COUNT;
    REJECTED(throng_calibrate(context, &def, &report), wrong,
             "def.operations is 512: a sum of 1 << THRONG_OPERATION_*, or 0");
    def.operations = 0;
    setenv("THRONG_COSTS", "/some/file", 1);
    REJECTED(throng_calibrate(context, &def, &report), wrong, "THRONG_COSTS is '/some/file'|unset it");
    unsetenv("THRONG_COSTS");
    REJECTED(throng_calibrate(context, &def, NULL), THRONG_ERROR_NO_DEVICE, "no OpenCL device is open");
    cr_expect_eq(throng_calibrate(NULL, &def, &report), wrong);
    MUST(context, throng_context_destroy(context));
    cr_expect_eq(watch_end(w), 0);
    cr_expect_str_eq(throng_operation_name(THRONG_OPERATION_CROWD_PERCEPTION), "perception");
    cr_expect(!throng_operation_name(-1) && !throng_operation_name(THRONG_OPERATION_COUNT));
}

typedef struct heard {
    int32_t calls, least, most, total, ended;
} heard;

static void hear(void *user, int32_t done, int32_t total, const char *what)
{
    heard *h = user;
    h->calls++;
    h->least = done < h->most ? -1 : h->least;
    h->most = done;
    h->total = total;
    h->ended += strcmp(what, "done") == 0;
}

Test(calibrate, progress)
{
    fake_clock clock;
    heard h = {0};
    throng_calibrate_def def = throng_calibrate_default_def();
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 4e-4, 4e-4);
    def.progress = hear;
    def.user = &h;
    def.operations = CHOQUET;
    MUST(context, throng_calibrate(context, &def, NULL));
    cr_expect(h.calls >= 21 && h.least == 0 && h.most == 20 && h.total == 20 && h.ended == 1,
              "%d calls, %d of %d", (int)h.calls, (int)h.most, (int)h.total);
    MUST(context, throng_context_destroy(context));
}

/* ---------------------------------------------------------------- what frames really cost ----------- */

static float rows[4000 * 3], results[4000];

static throng_measure *make_rows(throng_context *context, int32_t count)
{
    throng_measure_def def = throng_measure_default_def();
    throng_measure *measure;
    def.types = 3;
    def.weights[0] = def.weights[1] = def.weights[2] = 0.2f;
    def.typical_rows = count;
    MUST(context, throng_measure_create(context, &def, &measure));
    return measure;
}

static void play_rows(throng_context *context, int32_t typical, int32_t count, int32_t frames)
{
    throng_measure *measure = make_rows(context, typical);
    for (int32_t i = 0; i < frames; i++)
        MUST(context, throng_measure_choquet(measure, count, rows, 0, results));
    MUST(context, throng_measure_destroy(measure));
}

/* Frames that take more than was foretold move the next choice. The device is the same processor here: what
 * slows the CPU backend down is thought to slow it, too, until its own frames were seen. */
Test(calibrate, frames_correct_the_choice)
{
    fake_clock clock;
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 8e-4, 4e-4);
    (void)calibrate(context);
    clock.seconds[0] = clock.seconds[1] = 2.4e-3; /* of OpenCL, where the measure lives */
    play_rows(context, 1000, 1000, 200);
    throng_selection choice = ask_rows(context, 1000);
    cr_expect(choice.measured && choice.backend == THRONG_BACKEND_OPENCL &&
                  fabs(choice.opencl_seconds - 2.4e-3) < 1e-4 && strstr(choice.reason, "measured, corrected"),
              "%s", choice.reason);
    cr_expect_float_eq(ask_rows(context, 100000).opencl_seconds, 4e-4, 1e-6); /* another size */
    clock.seconds[0] = clock.seconds[1] = 8e-4;
    context->costs->corrections[THRONG_COST_CHOQUET][0]
                               [throng_costs_place(THRONG_COST_CHOQUET, (const double[]){0.0, 1000.0, 3.0})] =
        (throng_correction){1.0f, 1};
    choice = ask_rows(context, 1000); /* the CPU was seen, too, and is as it was foretold */
    cr_expect(choice.backend == THRONG_BACKEND_CPU, "%s", choice.reason);
    const int32_t looks = clock.looks;
    play_rows(context, 1000, 500, 100); /* not what was foretold */
    cr_expect_gt(clock.looks, looks);
    cr_expect_float_eq(ask_rows(context, 1000).cpu_seconds, 8e-4, 1e-6);
    MUST(context, throng_context_destroy(context));
}

/* Two looks at the clock in each of eight frames, none where the backend was named or nothing was
 * foretold. */
Test(calibrate, few_looks_at_the_clock)
{
    fake_clock clock;
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 4e-4, 8e-4);
    play_rows(context, 1000, 1000, 100); /* by the rule, which foretells nothing of a CPU device */
    cr_expect_eq(clock.looks, 0);
    (void)calibrate(context);
    clock.looks = 0;
    play_rows(context, 1000, 1000, 800);
    cr_expect(clock.looks >= 190 && clock.looks <= 202, "%d", (int)clock.looks);
    clock.looks = 0;
    context->wanted = THRONG_BACKEND_CPU;
    play_rows(context, 1000, 1000, 100);
    cr_expect_eq(clock.looks, 0);
    MUST(context, throng_context_destroy(context));
}

/* Noise makes frames longer, never shorter: frames of a third and less show that the costs are wrong. The
 * rule goes on, here and in the next program, until costs are measured anew. */
Test(calibrate, stale)
{
    fake_clock clock;
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 8e-4, 4e-4);
    (void)calibrate(context);
    cr_expect_eq(ask_rows(context, 1000).backend, THRONG_BACKEND_OPENCL);
    clock.seconds[0] = clock.seconds[1] = 2e-4; /* half: not enough to say so */
    play_rows(context, 1000, 1000, 400);
    cr_expect(ask_rows(context, 1000).measured && !strstr(said, "stale"));
    clock.seconds[0] = clock.seconds[1] = 1e-4;
    play_rows(context, 1000, 1000, 800);
    cr_expect_not_null(strstr(said, "frames of 'choquet' take less than a third"));
    const throng_selection choice = ask_rows(context, 1000);
    cr_expect(!choice.measured && choice.backend == THRONG_BACKEND_CPU &&
                  strstr(choice.reason, "costs are stale, by rule"),
              "%s", choice.reason);
    MUST(context, throng_context_destroy(context));
    context = open_clock(&clock, 8e-4, 4e-4);
    cr_expect(!ask_rows(context, 1000).measured && strstr(ask_rows(context, 1000).reason, "stale"));
    (void)calibrate(context);
    cr_expect(ask_rows(context, 1000).measured);
    MUST(context, throng_context_destroy(context));
    context = open_threads(THRONG_BACKEND_AUTO, 1);
    cr_expect(ask_rows(context, 1000).measured);
    MUST(context, throng_context_destroy(context));
}

/* What was measured anew meanwhile is not stale. */
Test(calibrate, stale_and_renewed)
{
    fake_clock old_clock, clock;
    if (!opencl_present())
        return;
    throng_context *old = open_clock(&old_clock, 8e-4, 4e-4);
    (void)calibrate(old);
    old_clock.seconds[0] = old_clock.seconds[1] = 1e-4;
    play_rows(old, 1000, 1000, 800);
    cr_expect_not_null(strstr(said, "frames of 'choquet' take less than a third"));
    throng_context *context = open_clock(&clock, 2e-4, 1e-4);
    (void)calibrate(context);
    MUST(context, throng_context_destroy(context));
    MUST(old, throng_context_destroy(old)); /* and writes down what it knows */
    context = open_clock(&clock, 2e-4, 1e-4);
    const throng_selection choice = ask_rows(context, 1000);
    cr_expect(choice.measured, "%s", choice.reason);
    cr_expect_float_eq(choice.cpu_seconds, 2e-4, 1e-6);
    MUST(context, throng_context_destroy(context));
}

/* A file in the cache folder whose costs may come from a busy machine is not looked at; named it is. */
Test(calibrate, old_files)
{
    fake_clock clock;
    char path[600], text[20000];
    if (!opencl_present())
        return;
    throng_context *context = open_clock(&clock, 8e-4, 4e-4);
    (void)calibrate(context);
    MUST(context, throng_context_destroy(context));
    cr_assert_eq(look_into_folder(path, 0), 1);
    FILE *file = fopen(path, "r+");
    cr_assert_not_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    cr_assert_eq(strncmp(text, "throng costs 4\n", 15), 0, "%s", text);
    rewind(file);
    fputs("throng costs 3", file);
    cr_assert_eq(fclose(file), 0);
    context = open_threads(THRONG_BACKEND_AUTO, 1);
    cr_expect_not(ask_rows(context, 1000).measured);
    MUST(context, throng_context_destroy(context));
    setenv("THRONG_COSTS", path, 1);
    context = open_threads(THRONG_BACKEND_AUTO, 1);
    cr_expect(ask_rows(context, 1000).measured);
    MUST(context, throng_context_destroy(context));
}
