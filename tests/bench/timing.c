/* What the bench measures by: intervals that cover what they say, one clock for a ratio, hashes that see all
 * of a result, and what reports make of it. */
#define _DEFAULT_SOURCE
#include <criterion/criterion.h>

#include "bench/suite/driver.h"
#include "bench/suite/json.h"
#include "bench/suite/route.h"
#include "tools/support/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- intervals ------------------------- */

/* Of all ways in which ratios can lie above and below the true median, the share in which one or more looks
 * miss it: by how many lie below, those without a miss so far. */
static double share_of_misses(void)
{
    double variants[THRONG_BENCH_PAIRS_MOST + 2] = {1.0}, missed = 0.0;
    int32_t stage = 0;
    for (int32_t pairs = 1; pairs <= THRONG_BENCH_PAIRS_MOST; pairs++) {
        for (int32_t below = pairs; below > 0; below--)
            variants[below] = 0.5 * (variants[below] + variants[below - 1]);
        variants[0] *= 0.5;
        if (pairs != throng_bench_stages[stage].pairs)
            continue;
        const int32_t rank = throng_bench_stages[stage++].rank;
        for (int32_t below = 0; below <= pairs; below++)
            if (below < rank || pairs - below < rank) {
                missed += variants[below];
                variants[below] = 0.0;
            }
    }
    cr_expect_eq(stage, THRONG_BENCH_STAGES);
    return missed;
}

Test(bench_measures, looks_miss_in_fewer_than_5_of_100)
{
    cr_expect_float_eq(share_of_misses(), 0.04512, 0.000005, "%.6f", share_of_misses());
    cr_expect_eq(throng_bench_stages[0].pairs, THRONG_BENCH_PAIRS_LEAST);
    cr_expect_eq(throng_bench_stages[THRONG_BENCH_STAGES - 1].pairs, THRONG_BENCH_PAIRS_MOST);
    const double six = 2.0 * pow(0.5, THRONG_BENCH_SAMPLES); /* the least and the most */
    cr_expect_lt(six, 0.05);
}

/* A machine whose times are drawn: 1 for a, and for b by a distribution. */
typedef struct drawn {
    int32_t kind;
    uint64_t state;
} drawn;

static double draw(drawn *d) /* between 0 and 1 */
{
    return ((double)throng_bench_random(&d->state) + 0x1p-26);
}

static double run_steady(void *data, int32_t repeats)
{
    (void)data;
    return (double)repeats;
}

static const struct {
    const char *name;
    double median;
} kinds[] = {{"bell", 1.0},
             {"one-sided tail", 1.034657359},
             {"two modes, 51 to 49", 1.0 + 1e-4 * 0.5 / 0.51},
             {"two modes, 60 to 40", 1.0 + 1e-4 * 0.5 / 0.6},
             {"even", 1.0}};

static double run_drawn(void *data, int32_t repeats)
{
    drawn *d = data;
    const double u = draw(d), v = draw(d);
    const double one = d->kind == 0   ? 1.0 + 0.017 * log(u / (1.0 - u))
                       : d->kind == 1 ? 1.0 - 0.05 * log(u)
                       : d->kind == 2 ? (u < 0.51 ? 1.0 : 1.1) + 1e-4 * v
                       : d->kind == 3 ? (u < 0.6 ? 1.0 : 1.1) + 1e-4 * v
                                      : 0.97 + 0.06 * u;
    return one * (double)repeats;
}

Test(bench_measures, intervals_cover)
{
    const throng_bench_effort effort = {1.0, 1e9, 1.0, THRONG_BENCH_PAIRS_LEAST, 0, 0};
    enum { RUNS = 20000 };
    for (int32_t kind = 0; kind < (int32_t)(sizeof kinds / sizeof kinds[0]); kind++) {
        drawn d = {kind, 2026 + (uint64_t)kind};
        const throng_bench_runner a = {run_steady, NULL}, b = {run_drawn, &d};
        throng_bench_times of_a, of_b;
        throng_bench_ratio ratio;
        int32_t missed = 0, missed_time = 0, pairs = 0;
        for (int32_t run = 0; run < RUNS; run++) {
            double low, high;
            throng_bench_compare(&effort, &a, &b, &of_a, &of_b, &ratio);
            throng_bench_interval(&of_b, &low, &high);
            missed += ratio.low > kinds[kind].median || ratio.high < kinds[kind].median;
            missed_time += low > kinds[kind].median || high < kinds[kind].median;
            pairs += ratio.pairs;
        }
        printf("%s: %.2f %% miss, %.1f pairs\n", kinds[kind].name, 100.0 * missed / RUNS,
               (double)pairs / RUNS);
        cr_expect(missed <= RUNS / 20 && missed_time <= RUNS / 20, "%s: %d and %d of %d miss",
                  kinds[kind].name, (int)missed, (int)missed_time, (int)RUNS);
    }
}

/* At a look alone a comparison ends; --repeat asks for later ones. */
Test(bench_measures, comparisons_end_at_looks)
{
    const throng_bench_runner a = {run_steady, NULL};
    throng_bench_times of_a, of_b;
    throng_bench_ratio ratio;
    for (int32_t least = THRONG_BENCH_PAIRS_LEAST; least <= THRONG_BENCH_PAIRS_MOST; least++)
        for (int32_t hasty = 0; hasty < 2; hasty++) {
            const throng_bench_effort effort = {1.0, hasty ? 0.0 : 1e9, 1.0, least, 0, 0};
            drawn d = {1, (uint64_t)least};
            const throng_bench_runner b = {run_drawn, &d};
            int32_t stage = 0;
            throng_bench_compare(&effort, &a, &b, &of_a, &of_b, &ratio);
            while (stage < THRONG_BENCH_STAGES && throng_bench_stages[stage].pairs != ratio.pairs)
                stage++;
            cr_assert(stage < THRONG_BENCH_STAGES && ratio.pairs >= least && of_a.count == ratio.pairs &&
                          of_b.count == ratio.pairs,
                      "%d pairs at least: %d", (int)least, (int)ratio.pairs);
            cr_expect(!hasty || stage == 0 || throng_bench_stages[stage - 1].pairs < least);
        }
}

/* ---------------------------------------------------------------- clocks ---------------------------- */

static void nap(void *contender)
{
    const struct timespec some = {0, 2000000};
    (void)contender;
    nanosleep(&some, NULL);
}

/* Frames that wait take the same time on either side, whatever clock one of them would have alone. */
Test(bench_measures, a_ratio_has_one_clock)
{
    throng_bench bench = {.effort = {1e-4, 0.0, 1.0, THRONG_BENCH_PAIRS_LEAST, 0, 0}};
    const throng_bench_work work = {
        .workload = "w", .scene = "s", .operation = "o", .pairs = 1.0, .frame = nap};
    throng_bench_counter counter = {.allocations = 0};
    throng_bench_subject wall = {.work = &work, .counter = &counter, .threads = 1};
    throng_bench_subject processor = wall;
    throng_bench_row row;
    wall.variant.isa = processor.variant.isa = THRONG_ISA_REFERENCE;
    processor.cpu_clock = 1;
    throng_bench_time_pair(&bench, &wall, &processor, "other", &row);
    cr_expect(row.ratio.median > 0.2 && row.ratio.median < 5.0, "%.3f", row.ratio.median);
    throng_bench_time_pair(&bench, &processor, &wall, "other", &row);
    cr_expect(row.ratio.median > 0.2 && row.ratio.median < 5.0, "%.3f", row.ratio.median);
    cr_expect_gt(throng_bench_median(&row.time), 1e-3);
}

/* ---------------------------------------------------------------- hashes ---------------------------- */

static uint64_t hash_of_play(const throng_bench_driver *driver)
{
    const throng_bench_work work = throng_bench_driver_work(driver);
    throng_context *context = NULL;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    cr_assert_eq(throng_context_create(&def, &context), THRONG_OK);
    void *contender = work.open(work.data, context);
    const uint64_t hash = work.hash(contender);
    work.close(contender);
    cr_assert_eq(throng_context_destroy(context), THRONG_OK);
    return hash;
}

/* A wall in the last corner changes neither the way between two other places nor how far the first cell is
 * from anywhere, but it is there. */
Test(bench_measures, fields_are_seen_as_a_whole)
{
    throng_bench_driver driver = {.kind = DRIVER_FLOW, .ground = 48, .count = 2, .each = 1};
    throng_bench_driver_make(&driver);
    memset(driver.blocked, 0, 48 * 48);
    const uint64_t before = hash_of_play(&driver);
    cr_expect_eq(hash_of_play(&driver), before);
    driver.blocked[48 * 48 - 1] = 1;
    cr_expect_neq(hash_of_play(&driver), before);
    throng_bench_driver_release(&driver);
}

Test(bench_measures, cells_of_routes_are_seen)
{
    throng_route_result results[2];
    throng_cell cells[3] = {{0, 0}, {1, 1}, {2, 1}};
    memset(results, 0, sizeof results);
    results[0].total = 2.5f;
    const uint64_t before = throng_bench_route_hash(results, 2, cells, 3);
    cells[1].row = 0;
    cr_expect_neq(throng_bench_route_hash(results, 2, cells, 3), before);
    cells[1].row = 1;
    cr_expect_eq(throng_bench_route_hash(results, 2, cells, 3), before);
    results[1].total = 1.0f;
    cr_expect_neq(throng_bench_route_hash(results, 2, cells, 3), before);
}

/* ---------------------------------------------------------------- reports --------------------------- */

/* A row that stands beside nobody is not noisy, and one that does and is too noisy says so. Threads and
 * floors that do not apply are empty, as in the table. */
Test(bench_measures, markdown_without_peers)
{
    char text[4000];
    throng_bench_row rows[2];
    memset(rows, 0, sizeof rows);
    for (int32_t i = 0; i < 2; i++) {
        (void)snprintf(rows[i].scene, sizeof rows[i].scene, "scene%d", (int)i);
        (void)snprintf(rows[i].who, sizeof rows[i].who, "avx2");
        rows[i].time = (throng_bench_times){.seconds = {1.0}, .count = 1};
    }
    (void)snprintf(rows[1].baseline, sizeof rows[1].baseline, "naive");
    rows[1].ratio.pairs = 31;
    rows[1].threads = 2;
    rows[1].floor_share = 0.25;
    const throng_bench bench = {.rows = rows, .row_count = 2};
    FILE *file = tmpfile();
    cr_assert_not_null(file);
    throng_bench_write_markdown(&bench, file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    const char *first = strstr(text, "| scene0 "), *second = strstr(text, "| scene1 ");
    cr_assert(first && second, "%s", text);
    cr_expect(strstr(first, "too noisy") > second, "%s", text);
    cr_expect(strncmp(first, "| scene0 |  | avx2 |  | 1e+03 | 0.000 |  | |", 43) == 0, "%s", text);
    cr_expect(strncmp(second, "| scene1 |  | avx2 | 2 | 1e+03 | 0.000 | 25 % | ", 48) == 0, "%s", text);
    cr_expect_not_null(strstr(second, "| naive | too noisy | |\n"), "%s", text);
    int32_t bars = 0;
    for (const char *at = first; *at != '\n'; at++)
        bars += *at == '|';
    cr_expect_eq(bars, 11, "%s", first);
}

/* A row without a baseline has the members of all rows, null; so has one whose ratio is of no use. */
Test(bench_measures, rows_have_all_members)
{
    static const char *const members[] = {"peer", "ratio", "ratio_low", "ratio_high"};
    throng_bench_row row;
    memset(&row, 0, sizeof row);
    row.workload = row.backend = row.isa = "";
    row.time = (throng_bench_times){.seconds = {1.0}, .count = 1};
    row.baseline_part = 1.0;
    const throng_bench bench = {.rows = &row, .row_count = 1};
    for (int32_t beside = 0; beside < 2; beside++) {
        (void)snprintf(row.baseline, sizeof row.baseline, "%s", beside ? "naive" : "");
        cJSON *root = throng_bench_json(&bench);
        const cJSON *object = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "rows"), 0);
        for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
            const cJSON *member = cJSON_GetObjectItem(object, members[i]);
            cr_expect(beside && i == 0 ? cJSON_IsString(member) : cJSON_IsNull(member), "%s", members[i]);
        }
        cJSON_Delete(root);
    }
}

/* Which build of a library stood beside ours: a hash of its file, or null. */
Test(bench_measures, peers_are_named)
{
    const throng_bench bench = {.row_count = 0};
    cJSON *root = throng_bench_json(&bench);
    static const char *const words[] = {"rvo2", "detour"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const cJSON *peer = cJSON_GetObjectItem(cJSON_GetObjectItem(root, "peers"), words[i]);
        const char *build = throng_bench_outside_build(words[i]);
        cr_expect(build ? cJSON_IsString(peer) && strlen(peer->valuestring) == 12 : cJSON_IsNull(peer), "%s",
                  words[i]);
    }
    cJSON_Delete(root);
}

/* Rates that were measured, and one memory for all threads: their floor is by their own rate, not by one
 * thread's times their number. Arithmetic is shared; a GPU, which has no threads, has no floor. */
Test(bench_measures, floors)
{
    throng_bench bench = {.row_count = 0};
    throng_bench_peak_rates *l = &bench.peak_rates[THRONG_ISA_REFERENCE];
    throng_bench_row row;
    *l = (throng_bench_peak_rates){.multiply_add = 1.0, .write = 1e9, .read = 4e9, .copy = 1e9};
    l->all_write = 2e9;
    l->all_read = 5e9;
    l->all_copy = 2e9;
    l->threads = 8;
    static const struct {
        double bytes, sums, share;
        int32_t threads;
        const char *of;
    } cases[] = {{4e9, 0.0, 0.25, 1, "memory"}, /* a second of four */
                 {4e9, 0.0, 0.2, 8, "memory"},
                 {0.0, 4e9, 1.0, 1, "sums"},
                 {0.0, 4e9, 0.125, 8, "sums"},
                 {4e9, 4e9, 0.0, 0, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(&row, 0, sizeof row);
        row.time = (throng_bench_times){.seconds = {4.0}, .count = 1};
        row.threads = cases[i].threads;
        row.least = (throng_bench_count){.bytes = cases[i].bytes, .sums = cases[i].sums};
        throng_bench_share(&bench, THRONG_ISA_REFERENCE, &row);
        cr_expect_float_eq(row.floor_share, cases[i].share, 1e-9, "case %zu: %g", i, row.floor_share);
        cr_expect(cases[i].of ? strcmp(row.floor_of, cases[i].of) == 0 : row.floor_of == NULL, "case %zu", i);
    }
    throng_bench_peak_rates found = {.root = 0.0};
    throng_bench_find_peak_rates(THRONG_ISA_REFERENCE, 2, &found);
    cr_expect(found.write > 1e8 && found.read > 1e8 && found.copy > 1e8);
    cr_expect(found.threads == 2 && found.all_write > 1e8 && found.all_read > 1e8 && found.all_copy > 1e8);
}

/* What grows worse than its theory is a mistake, which makes the exit code 1; what does not grow has the
 * exponent 0. */
Test(bench_measures, growth_worse_than_theory)
{
    static const struct {
        throng_bench_law time, memory;
        double time_power, memory_power;
        int32_t worse;
    } cases[] = {{THRONG_BENCH_LINEAR, THRONG_BENCH_CONSTANT, 1.0, 0.0, 0},
                 {THRONG_BENCH_LINEAR, THRONG_BENCH_CONSTANT, 1.0, 0.1, 1},
                 {THRONG_BENCH_LINEAR, THRONG_BENCH_LINEAR, 1.15, 1.0, 0}, /* caches */
                 {THRONG_BENCH_LINEAR, THRONG_BENCH_LINEAR, 1.25, 1.0, 1},
                 {THRONG_BENCH_LINEAR_LOG, THRONG_BENCH_LINEAR, 1.25, 1.0, 0},
                 {THRONG_BENCH_SQUARE, THRONG_BENCH_LINEAR, 2.0, 1.1, 1},
                 {THRONG_BENCH_SQUARE, THRONG_BENCH_LINEAR, 1.0, 0.5, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        throng_bench bench = {.table = tmpfile()};
        throng_bench_growth growth = {.over = "cells", .backend = "cpu", .isa = "avx2", .threads = 1};
        cr_assert_not_null(bench.table);
        growth.time_law = cases[i].time;
        growth.memory_law = cases[i].memory;
        for (growth.count = 0; growth.count < 5; growth.count++) {
            const double size = 1000.0 * pow(4.0, growth.count);
            growth.sizes[growth.count] = size;
            growth.seconds[growth.count] = 1e-7 * pow(size, cases[i].time_power);
            growth.bytes[growth.count] = 30.0 * pow(size, cases[i].memory_power);
        }
        throng_bench_add_growth(&bench, &growth);
        cr_expect_eq(bench.mistakes, cases[i].worse, "case %zu: %d", i, (int)bench.mistakes);
        cJSON *root = throng_bench_json(&bench);
        const cJSON *entry = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "growth"), 0);
        const cJSON *memory = cJSON_GetObjectItem(entry, "memory_exponent");
        const cJSON *theory = cJSON_GetObjectItem(entry, "theory_memory");
        cr_expect(cJSON_IsTrue(cJSON_GetObjectItem(entry, "worse")) == cases[i].worse);
        cr_assert(cJSON_IsNumber(memory) && cJSON_IsNumber(theory), "case %zu", i);
        cr_expect_float_eq(memory->valuedouble, cases[i].memory_power, 1e-6);
        cr_expect_float_eq(theory->valuedouble, cases[i].memory == THRONG_BENCH_CONSTANT ? 0.0 : 1.0, 1e-6);
        cJSON_Delete(root);
        (void)fclose(bench.table);
        throng_bench_release(&bench);
    }
}

/* What grows less than measurements scatter has an interval that reaches below 0. */
Test(bench_measures, growth_may_sink)
{
    throng_bench_growth growth = {.over = "cells", .backend = "cpu", .isa = "avx2", .threads = 1};
    growth.time = (throng_bench_exponent){-0.02, -0.25, 0.21};
    const throng_bench bench = {.growths = &growth, .growth_count = 1};
    cJSON *root = throng_bench_json(&bench);
    const cJSON *entry = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "growth"), 0);
    const cJSON *low = cJSON_GetObjectItem(entry, "time_low"),
                *e = cJSON_GetObjectItem(entry, "time_exponent");
    cr_expect(cJSON_IsNumber(low) && cJSON_IsNumber(e));
    if (cJSON_IsNumber(low) && cJSON_IsNumber(e))
        cr_expect(low->valuedouble == -0.25 && e->valuedouble == -0.02);
    cJSON_Delete(root);
}
