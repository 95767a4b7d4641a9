/* What the rule loses on frames that were recorded: docs/concepts/backend-selection.md has the figures. */
#include "src/dispatch/rule.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct loss {
    double mean, worst;
    int32_t scenes, cpu, opencl;
} loss;

static void count_loss(loss *l, throng_backend backend, double cpu, double opencl)
{
    const double taken = backend == THRONG_BACKEND_CPU ? cpu : opencl;
    const double lost = taken / (cpu < opencl ? cpu : opencl) - 1.0;
    l->worst = lost > l->worst ? lost : l->worst;
    l->mean = (l->mean * l->scenes + lost) / (l->scenes + 1);
    l->scenes++;
    *(backend == THRONG_BACKEND_CPU ? &l->cpu : &l->opencl) += 1;
}

static throng_isa isa_named(const char *name)
{
    throng_isa isa = THRONG_ISA_REFERENCE;
    while (isa < THRONG_ISA_COUNT && strcmp(throng_isa_name(isa), name) != 0)
        isa++;
    cr_assert(isa < THRONG_ISA_COUNT, "%s", name);
    return isa;
}

/* As the public calls describe an object of this scene: bench/suite/selection.c names scenes. */
static throng_work work_of(const char *name, double ground, double count, double each)
{
    static const char *const kinds[] = {"read",      "influence", "paths", "adjacent",  "flow",
                                        "potential", "choquet",   "crowd", "perception"};
    throng_work w = {.amounts = {0.0, count, each}};
    while (strcmp(name, kinds[w.kind]) != 0)
        cr_assert(++w.kind < THRONG_COST_KINDS, "%s", name);
    if (w.kind <= THRONG_COST_FLOW) {
        const double reach = 3.14159265 * each * each + 1.0;
        w.amounts[0] = ground * ground;
        w.amounts[2] = w.kind == THRONG_COST_FLOW ? 0.0 : reach < w.amounts[0] ? reach : w.amounts[0];
        w.in_bytes = 16.0 * count;
        w.out_bytes = 4.0 * w.amounts[0] * (w.kind == THRONG_COST_FLOW ? count : 1.0);
        w.residency = w.kind == THRONG_COST_FLOW ? THRONG_RESIDENCY_INPUT : THRONG_RESIDENCY_HOST;
    } else if (w.kind == THRONG_COST_POTENTIAL) {
        w.amounts[0] = ground;
        w.out_bytes = 16.0 * count;
    } else if (w.kind >= THRONG_COST_CROWD) {
        w.out_bytes = 8.0 * count;
    }
    return w;
}

static throng_device_info device_of(const char *machine)
{
    throng_device_info device = {.type = THRONG_DEVICE_CPU, .compute_units = 1, .memory_bytes = 8ull << 30};
    if (strcmp(machine, "h200") == 0)
        device = (throng_device_info){
            .type = THRONG_DEVICE_GPU, .compute_units = 132, .memory_bytes = 140ull << 30};
    return device;
}

static void count_line(loss *l, const char *machine, const char *isa, int threads, const char *scene,
                       double cpu, double opencl)
{
    const throng_device_info device = device_of(machine);
    const throng_machine_facts facts = {isa_named(isa), THRONG_ISA_AVX512, threads, &device};
    char name[20];
    int ground, count, each;
    cr_assert_eq(sscanf(scene, "%19[a-z]-%d-%d-%d", name, &ground, &count, &each), 4, "%s", scene);
    const throng_work work = work_of(name, ground, count, each);
    count_loss(l, throng_rule(&facts, &work).backend, cpu, opencl);
}

static loss lose(const char *wanted)
{
    char line[200], machine[20], isa[20], scene[60];
    loss l = {0.0, 0.0, 0, 0, 0};
    int threads;
    double cpu, opencl;
    FILE *file = fopen(THRONG_TEST_CHOICE "/recorded-frames.csv", "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%19[^,],%19[^,],%d,%59[^,],%lf,%lf", machine, isa, &threads, scene, &cpu,
                   &opencl) == 6 &&
            strcmp(machine, wanted) == 0)
            count_line(&l, machine, isa, threads, scene, cpu, opencl);
    fclose(file);
    printf("rule, %s: loses %.2f %% on the mean of %d scenes, %.1f %% at worst; %d on the CPU\n", wanted,
           100.0 * l.mean, (int)l.scenes, 100.0 * l.worst, (int)l.cpu);
    cr_expect(l.mean <= 0.25, "%s: %.2f %%", wanted, 100.0 * l.mean);
    return l;
}

/* A processor that is also the device does better without it. */
Test(rule, processors)
{
    const loss epyc = lose("epyc-pocl"), xeon = lose("xeon-pocl");
    cr_expect(epyc.scenes > 120 && epyc.opencl == 0 && xeon.scenes > 100 && xeon.opencl == 0);
}

Test(rule, gpus)
{
    const loss l = lose("h200");
    cr_expect(l.scenes > 90 && l.cpu > 40 && l.opencl > 30);
}

/* The level `vector` beside PoCL at AVX-512. The rule goes by times of this very machine, so that it loses
 * little says how it is applied, not how good it is elsewhere. */
Test(rule, narrow_levels)
{
    char line[200], scene[60];
    loss l = {0.0, 0.0, 0, 0, 0};
    double cpu, opencl;
    FILE *file = fopen(THRONG_TEST_CHOICE "/epyc-vector-pocl.csv", "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%59[a-z0-9-],%lf,%lf", scene, &cpu, &opencl) == 3)
            count_line(&l, "epyc", "vector", 1, scene, cpu, opencl);
    fclose(file);
    printf("rule, vector: loses %.2f %% on the mean of %d scenes, %.1f %% at worst; %d on the CPU\n",
           100.0 * l.mean, (int)l.scenes, 100.0 * l.worst, (int)l.cpu);
    cr_expect(l.scenes > 90 && l.cpu > 20 && l.opencl > 20 && l.mean <= 0.25, "%.2f %%", 100.0 * l.mean);
}

static throng_rule_choice ask(const throng_device_info *device, throng_isa isa, const throng_work *work)
{
    const throng_machine_facts facts = {isa, THRONG_ISA_AVX512, 4, device};
    return throng_rule(&facts, work);
}

/* Fewer units and less memory make it less likely, and the reason says so. */
Test(rule, facts_of_the_device)
{
    throng_device_info gpu = device_of("h200");
    const throng_work crowd = work_of("crowd", 1, 100000, 10), small = work_of("crowd", 1, 100, 10);
    cr_expect_eq(ask(&gpu, THRONG_ISA_AVX2, &crowd).backend, THRONG_BACKEND_OPENCL);
    cr_expect_eq(ask(&gpu, THRONG_ISA_AVX2, &small).backend, THRONG_BACKEND_CPU);
    cr_expect(strstr(ask(&gpu, THRONG_ISA_AVX2, &crowd).why, "recorded on an H200"));
    const double full = ask(&gpu, THRONG_ISA_AVX2, &crowd).seconds[1];
    gpu.compute_units = 1000;
    cr_expect_float_eq(ask(&gpu, THRONG_ISA_AVX2, &crowd).seconds[1], full, 1e-12);
    gpu.compute_units = 13;
    cr_expect_gt(ask(&gpu, THRONG_ISA_AVX2, &crowd).seconds[1], 4.0 * full);
    gpu.compute_units = 1;
    cr_expect_eq(ask(&gpu, THRONG_ISA_AVX2, &crowd).backend, THRONG_BACKEND_CPU);
    gpu = device_of("h200");
    gpu.memory_bytes = 1000000;
    cr_expect(strstr(ask(&gpu, THRONG_ISA_AVX2, &crowd).why, "little memory"));
    gpu.type = THRONG_DEVICE_OTHER;
    cr_expect(ask(&gpu, THRONG_ISA_AVX2, &crowd).backend == THRONG_BACKEND_CPU &&
              strstr(ask(&gpu, THRONG_ISA_AVX2, &crowd).why, "no GPU"));
    gpu.type = THRONG_DEVICE_CPU;
    cr_expect(ask(&gpu, THRONG_ISA_AVX2, &crowd).backend == THRONG_BACKEND_CPU &&
              strstr(ask(&gpu, THRONG_ISA_AVX2, &crowd).why, "the device is a CPU"));
    cr_expect_eq(ask(&gpu, THRONG_ISA_AVX2, &crowd).seconds[0], 0.0);
}

/* The table of the recorded GPU is that of the file that it names. */
Test(rule, recorded_gpu)
{
    char line[4000];
    int32_t kinds = 0;
    FILE *file = fopen(THRONG_TEST_CHOICE "/xeon-h200.costs", "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        char *at = strstr(line, " opencl ");
        int32_t kind = 0;
        if (!at || line[0] == '#')
            continue;
        *at = '\0';
        while (kind < THRONG_COST_KINDS && strcmp(throng_cost_kinds[kind].name, line) != 0)
            kind++;
        cr_assert(kind < THRONG_COST_KINDS, "%s", line);
        at += strlen(" opencl ");
        for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[kind]); i++) {
            const double seconds = 1e-12 * strtod(at, &at), here = (double)throng_recorded_gpu[kind][i];
            cr_expect(fabs(here / seconds - 1.0) < 0.006, "%s %d: %g, not %g", line, (int)i, here, seconds);
        }
        kinds++;
    }
    fclose(file);
    cr_expect_eq(kinds, THRONG_COST_KINDS);
}
