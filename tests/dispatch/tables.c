/* How much longer frames take because the automatic choice takes the wrong backend: by tables of imaginary
 * machines, and by one that was recorded. */
#define _DEFAULT_SOURCE
#include "src/dispatch/costs.h"
#include "tests/dispatch/recorded_costs.h"

TestSuite(dispatch, .init = make_folder, .fini = drop_folder);

typedef struct loss {
    double mean, worst;
    int32_t scenes, cpu, opencl;
} loss;

static void count_loss(loss *l, const throng_selection *choice, double cpu, double opencl)
{
    const double taken = choice->backend == THRONG_BACKEND_CPU ? cpu : opencl;
    const double lost = taken / (cpu < opencl ? cpu : opencl) - 1.0;
    l->worst = lost > l->worst ? lost : l->worst;
    l->mean = (l->mean * l->scenes + lost) / (l->scenes + 1);
    l->scenes++;
    *(choice->backend == THRONG_BACKEND_CPU ? &l->cpu : &l->opencl) += 1;
}

/* Sizes between the stops. */
static loss lose(throng_context *context, const machine *m)
{
    static const int32_t sides[] = {28, 100, 350, 900, 1800}, counts[] = {3, 40, 700, 9000, 50000};
    static const int32_t eaches[] = {3, 9, 25};
    loss l = {0.0, 0.0, 0, 0, 0};
    for (int32_t i = 0; i < KINDS * 5 * 5 * 3; i++) {
        amounts a = {i / 75, sides[i / 15 % 5], counts[i / 3 % 5], eaches[i % 3]};
        if ((a.kind == 3 && (a.count > 700 || i % 3)) || (a.kind == 5 && a.each > 16))
            continue;
        a.ground = a.kind == 4 ? a.ground * a.ground / 10 : a.ground;
        const double each = a.kind < 3 ? 3.14159265 * a.each * a.each + 1.0 : a.each;
        const double cells = a.kind == 4 ? a.ground : a.kind < 4 ? (double)a.ground * a.ground : 0.0;
        const double amount[AXES] = {cells, a.count,
                                     a.kind == 3                    ? 0.0
                                     : each < cells || cells == 0.0 ? each
                                                                    : cells};
        const throng_selection choice = ask(context, &a, THRONG_RESIDENCY_HOST);
        cr_assert(choice.measured, "%s", choice.reason);
        count_loss(&l, &choice, frame_of(&m->cpu, a.kind, amount), frame_of(&m->opencl, a.kind, amount));
    }
    return l;
}

Test(dispatch, by_table)
{
    if (!opencl_present())
        return;
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        write_machine(&machines[i]);
        throng_context *context = open_context(THRONG_BACKEND_AUTO);
        const loss l = lose(context, &machines[i]);
        printf("%s: loses %.2f %% on the mean of %d scenes, %.1f %% at worst; %d on the CPU\n",
               machines[i].name, 100.0 * l.mean, (int)l.scenes, 100.0 * l.worst, (int)l.cpu);
        cr_expect(l.mean <= 0.05 && l.worst <= 0.15, "%s: %.2f %%, at worst %.1f %%", machines[i].name,
                  100.0 * l.mean, 100.0 * l.worst);
        cr_expect((l.cpu > 0) == (i != 3) && (l.opencl > 0) == (i != 2), "%s: %d on the CPU, %d not",
                  machines[i].name, (int)l.cpu, (int)l.opencl);
        MUST(context, throng_context_destroy(context));
    }
}

/* Frames that were timed on a machine, beside the table that was measured there. */
Test(dispatch, by_recorded_table)
{
    char line[200], name[20];
    loss l = {0.0, 0.0, 0, 0, 0};
    if (!opencl_present())
        return;
    setenv("THRONG_COSTS", THRONG_TEST_CHOICE "/epyc-vector-pocl.costs", 1);
    throng_context *context = open_context(THRONG_BACKEND_AUTO);
    FILE *file = fopen(THRONG_TEST_CHOICE "/epyc-vector-pocl.csv", "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        amounts a = {0, 0, 0, 0};
        double cpu, opencl;
        if (sscanf(line, "%19[a-z]-%d-%d-%d,%lf,%lf", name, &a.ground, &a.count, &a.each, &cpu, &opencl) != 6)
            continue;
        while (strcmp(name, kinds[a.kind]) != 0)
            cr_assert(++a.kind < KINDS, "%s", name);
        const throng_selection choice = ask(context, &a, THRONG_RESIDENCY_HOST);
        cr_assert(choice.measured, "%s", choice.reason);
        count_loss(&l, &choice, cpu, opencl);
    }
    fclose(file);
    printf("recorded: loses %.2f %% on the mean of %d scenes, %.1f %% at worst; %d on the CPU\n",
           100.0 * l.mean, (int)l.scenes, 100.0 * l.worst, (int)l.cpu);
    cr_expect(l.scenes > 90 && l.cpu > 20 && l.opencl > 20 && l.mean <= 0.05 && l.worst <= 0.15,
              "%d scenes, %d on the CPU: %.2f %%", (int)l.scenes, (int)l.cpu, 100.0 * l.mean);
    MUST(context, throng_context_destroy(context));
}

/* A device that is a processor reads what a frame has just written as the CPU does, however long its reads
 * take by themselves. */
Test(dispatch, reads_of_processors)
{
    static struct throng_costs costs;
    char why[THRONG_COSTS_WHY];
    throng_work work = {
        .kind = THRONG_COST_INFLUENCE, .amounts = {262144.0, 512.0, 202.0}, .out_bytes = 1048576.0};
    double seconds[2][2][2]; /* far or near; all read or nothing; CPU and device */
    cr_assert(throng_costs_load(&costs, THRONG_TEST_CHOICE "/epyc-vector-pocl.costs", why), "%s", why);
    for (int32_t i = 0; i < 8; i++) {
        costs.device_is_cpu = i / 4;
        work.residency = i / 2 % 2 ? THRONG_RESIDENCY_INPUT : THRONG_RESIDENCY_HOST;
        seconds[i / 4][i / 2 % 2][i % 2] = throng_costs_seconds(&costs, &work, i % 2);
    }
    const double of_cpu = seconds[0][0][0] - seconds[0][1][0],
                 of_device = seconds[0][0][1] - seconds[0][1][1];
    cr_expect(of_cpu > 0.0 && of_device > of_cpu, "reads of %g and %g s", of_cpu, of_device);
    for (int32_t backend = 0; backend < 2; backend++) {
        const double read = seconds[1][0][backend] - seconds[1][1][backend];
        cr_expect(seconds[1][0][backend] == seconds[0][0][backend] && fabs(read - of_cpu) < 1e-12,
                  "%g of %g s", read, of_cpu);
    }
}
