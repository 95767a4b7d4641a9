/* Two runs compared: verdicts on trees whose right answer is known, the page of a comparison, and files that
 * cannot be read. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>

#include "bench/report/diff.h"
#include "bench/report/html.h"
#include "bench/report/tree.h"
#include "tests/bench/html_reader.h"
#include "tests/support/support.h"
#include "tools/support/message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One row of a run. Times low, median, high; a ratio of 0 is too noisy. */
typedef struct entry {
    const char *scene, *baseline;
    double time[3], ratio[3];
    const char *hash;
    int32_t no_interval; /* least and most stand in the file, but no interval of the median */
    int32_t side;
} entry;

static cJSON *run_of(const char *processor, const char *flags, const entry *entries, int32_t count)
{
    cJSON *root = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(root, "rows");
    cJSON_AddStringToObject(cJSON_AddObjectToObject(root, "machine"), "processor", processor);
    cJSON_AddStringToObject(root, "compiler", "cc 1");
    cJSON_AddStringToObject(root, "flags", flags);
    cJSON_AddStringToObject(root, "clock", "wall");
    for (int32_t i = 0; i < count; i++) {
        const entry *e = &entries[i];
        cJSON *row = cJSON_CreateObject();
        cJSON_AddItemToArray(rows, row);
        cJSON_AddStringToObject(row, "scene", e->scene);
        cJSON_AddStringToObject(row, "operation", "operation");
        cJSON_AddStringToObject(row, "backend", "cpu");
        cJSON_AddStringToObject(row, "isa", "avx2");
        cJSON_AddNumberToObject(row, "threads", 1);
        cJSON_AddNumberToObject(cJSON_AddObjectToObject(row, "sizes"), "side", e->side ? e->side : 64);
        cJSON *time = cJSON_AddObjectToObject(row, "time");
        cJSON_AddNumberToObject(time, e->no_interval ? "min" : "low", e->time[0]);
        cJSON_AddNumberToObject(time, "median", e->time[1]);
        cJSON_AddNumberToObject(time, e->no_interval ? "max" : "high", e->time[2]);
        cJSON_AddStringToObject(row, "peer", e->baseline ? e->baseline : "");
        if (e->ratio[1] > 0.0) {
            cJSON_AddNumberToObject(row, "ratio_low", e->ratio[0]);
            cJSON_AddNumberToObject(row, "ratio", e->ratio[1]);
            cJSON_AddNumberToObject(row, "ratio_high", e->ratio[2]);
        } else
            cJSON_AddNullToObject(row, "ratio");
        cJSON_AddStringToObject(row, "hash", e->hash ? e->hash : "aa");
    }
    return root;
}

/* The same of a program with this build of RVO2. */
static cJSON *with_rvo2(cJSON *root, const char *build)
{
    cJSON_AddStringToObject(cJSON_AddObjectToObject(root, "peers"), "rvo2", build);
    return root;
}

/* What a comparison gave. */
typedef struct outcome {
    int slower;
    cJSON *result;
    char table[4000];
} outcome;

static outcome compare(cJSON *before, cJSON *after)
{
    outcome o = {0};
    FILE *file = tmpfile();
    cr_assert(file != NULL);
    o.slower = throng_bench_diff(before, after, file, &o.result);
    rewind(file);
    o.table[fread(o.table, 1, sizeof o.table - 1, file)] = '\0';
    (void)fclose(file);
    cr_expect(throng_bench_diff(before, after, NULL, NULL) == o.slower);
    cJSON_Delete(before);
    cJSON_Delete(after);
    return o;
}

static const cJSON *row_of(const outcome *o, int index)
{
    return cJSON_GetArrayItem(throng_tree_member(o->result, "rows"), index);
}

static void expect_one(const entry *before, const entry *after, const char *verdict, const char *by, int line)
{
    outcome o = compare(run_of("p", "-O3", before, 1), run_of("p", "-O3", after, 1));
    cr_expect_str_eq(throng_tree_text(row_of(&o, 0), "verdict"), verdict, "line %d: %s", line, o.table);
    cr_expect_str_eq(throng_tree_text(row_of(&o, 0), "by"), by, "line %d", line);
    cr_expect(o.slower == (strcmp(verdict, "slower") == 0), "line %d", line);
    cJSON_Delete(o.result);
}

/* ---------------------------------------------------------------- verdicts ---------------------------- */

Test(bench_diffs, by_time)
{
    const entry before = {
        .scene = "s", .baseline = "1 thread", .time = {0.99, 1.0, 1.01}, .ratio = {1.9, 2.0, 2.1}};
    const struct {
        double time[3];
        const char *verdict;
    } cases[] = {
        {{0.99, 1.0, 1.01}, "same"},    {{1.18, 1.2, 1.22}, "slower"},
        {{0.8, 0.82, 0.83}, "faster"},  {{0.9, 1.2, 1.5}, "unsure"}, /* too wide to tell */
        {{1.02, 1.025, 1.03}, "same"},                               /* surely slower, but by less than 2 % */
        {{1.05, 1.06, 1.07}, "slower"},                              /* 1.05 / 1.01 is beyond 2 % */
        {{0.5, 1.0, 1.05}, "unsure"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        entry after = before;
        memcpy(after.time, cases[i].time, sizeof after.time);
        expect_one(&before, &after, cases[i].verdict, "time", (int)i);
    }
}

/* Against other code the ratio decides: the machine may be slower, or hide what became slower. */
Test(bench_diffs, by_ratio)
{
    static const char *const outside[] = {"naive, -O2", "qsort, -O2", "binary heap, -O2"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        const entry before = {
            .scene = "s", .baseline = outside[i], .time = {0.99, 1.0, 1.01}, .ratio = {9.9, 10.0, 10.1}};
        entry after = before;
        memcpy(after.time, (double[]){1.98, 2.0, 2.02}, sizeof after.time); /* all of the machine is slower */
        expect_one(&before, &after, "same", "ratio", (int)i);
        memcpy(after.time, before.time, sizeof after.time);
        memcpy(after.ratio, (double[]){7.9, 8.0, 8.1}, sizeof after.ratio);
        expect_one(&before, &after, "slower", "ratio", (int)i);
        memcpy(after.ratio, (double[]){12.9, 13.0, 13.1}, sizeof after.ratio);
        expect_one(&before, &after, "faster", "ratio", (int)i);
        after.ratio[1] = 0.0; /* too noisy, so that the time is all there is */
        expect_one(&before, &after, "same", "time", (int)i);
    }
    static const char *const own[] = {"1 thread",   "avx2, 1 thread", "adjusted",       "cpu, all threads",
                                      "plain ORCA", "no blocks",      "searched paths", "",
                                      "at once",    "one crowd",      "crowds apart"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        cr_expect(!throng_tree_baseline_is_outside(own[i]), "%s", own[i]);
}

/* Beside another build of a library, or one that nobody knows, the ratio says nothing about this one. */
Test(bench_diffs, builds_of_peers)
{
    static const struct {
        const char *before, *after, *verdict, *by, *told;
    } cases[] = {{"0123456789ab", "0123456789ab", "slower", "ratio", NULL},
                 {"0123456789ab", "ba9876543210", "faster", "time",
                  "other build of RVO2: 0123456789ab before, ba9876543210 after;"},
                 {"", "0123456789ab", "faster", "time",
                  "not in both files a known build of RVO2: unknown before, 0123456789ab after;"},
                 {"", "", "faster", "time",
                  "not in both files a known build of RVO2: unknown before, unknown after;"}};
    const entry before[] = {{"s", "RVO2", {0.99, 1.0, 1.01}, {9.9, 10.0, 10.1}, NULL, 0, 0},
                            {"t", "RVO2", {0.99, 1.0, 1.01}, {9.9, 10.0, 10.1}, NULL, 0, 0}};
    const entry after[] = {{"s", "RVO2", {0.79, 0.8, 0.81}, {6.9, 7.0, 7.1}, NULL, 0, 0},
                           {"t", "RVO2", {0.79, 0.8, 0.81}, {6.9, 7.0, 7.1}, NULL, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        outcome o = compare(with_rvo2(run_of("p", "-O3", before, 2), cases[i].before),
                            with_rvo2(run_of("p", "-O3", after, 2), cases[i].after));
        const char *told = cases[i].told ? strstr(o.table, cases[i].told) : NULL;
        cr_expect_str_eq(throng_tree_text(row_of(&o, 1), "verdict"), cases[i].verdict, "%s", o.table);
        cr_expect_str_eq(throng_tree_text(row_of(&o, 1), "by"), cases[i].by, "%s", o.table);
        cr_expect((told != NULL) == (cases[i].told != NULL), "%s", o.table);
        cr_expect(!told || strstr(told + 1, cases[i].told) == NULL, "told twice: %s", o.table);
        cr_expect_eq(cJSON_GetArraySize(throng_tree_member(o.result, "notes")), cases[i].told != NULL);
        cJSON_Delete(o.result);
    }
    /* on another machine there is nothing left to go by */
    outcome o =
        compare(with_rvo2(run_of("p", "-O3", before, 2), "a"), with_rvo2(run_of("q", "-O3", after, 2), "b"));
    cr_expect_str_eq(throng_tree_text(row_of(&o, 0), "verdict"), "unsure", "%s", o.table);
    cr_expect(strstr(throng_tree_text(row_of(&o, 0), "why"), "builds of the peer") != NULL);
    cJSON_Delete(o.result);
}

/* Naive code of another compiler is other code. */
Test(bench_diffs, builds_of_naive_code)
{
    const entry before = {.scene = "s", .baseline = "naive, -O2", .time = {1, 1, 1}, .ratio = {10, 10, 10}};
    const entry after = {.scene = "s", .baseline = "naive, -O2", .time = {1, 1, 1}, .ratio = {5, 5, 5}};
    outcome o = compare(run_of("p", "-O3", &before, 1), run_of("p", "-O2", &after, 1));
    cr_expect_str_eq(throng_tree_text(row_of(&o, 0), "verdict"), "unsure", "%s", o.table);
    cr_expect(strstr(o.table, "ratios against other libraries may") != NULL, "%s", o.table);
    cJSON_Delete(o.result);
}

Test(bench_diffs, least_and_most)
{
    const entry before = {.scene = "s", .time = {0.99, 1.0, 1.01}, .no_interval = 1};
    entry after = {.scene = "s", .time = {1.3, 1.4, 1.5}, .no_interval = 1};
    outcome o = compare(run_of("p", "-O3", &before, 1), run_of("p", "-O3", &after, 1));
    cr_expect(o.slower == 1 && strstr(o.table, "the least and the most") != NULL, "%s", o.table);
    cr_expect(cJSON_IsTrue(throng_tree_member(o.result, "least_to_most")));
    cJSON_Delete(o.result);
    memcpy(after.time, (double[]){0.7, 1.4, 1.5}, sizeof after.time);
    expect_one(&before, &after, "unsure", "time", 0);
}

Test(bench_diffs, matching)
{
    const entry before[] = {{.scene = "gone", .time = {1, 1, 1}},
                            {.scene = "both", .baseline = "a", .time = {1, 1, 1}},
                            {.scene = "both", .baseline = "b", .time = {1, 1, 1}},
                            {.scene = "twice", .time = {1, 1, 1}},
                            {.scene = "twice", .time = {2, 2, 2}},
                            {.scene = "grown", .time = {1, 1, 1}, .side = 64}};
    const entry after[] = {{.scene = "grown", .time = {9, 9, 9}, .side = 128, .hash = "bb"},
                           {.scene = "twice", .time = {1, 1, 1}},
                           {.scene = "twice", .time = {2, 2, 2}},
                           {.scene = "both", .baseline = "b", .time = {2, 2, 2}},
                           {.scene = "both", .baseline = "a", .time = {1, 1, 1}},
                           {.scene = "new", .time = {1, 1, 1}}};
    outcome o = compare(run_of("p", "-O3", before, 6), run_of("p", "-O3", after, 6));
    cr_expect(strstr(o.table, "1 slower, 0 faster, 3 the same, 1 unsure; 1 only before, 1 only after\n") !=
                  NULL,
              "%s", o.table);
    cr_expect(strstr(o.table, "only before gone") != NULL && strstr(o.table, "only after  new") != NULL);
    cr_expect(strstr(o.table, "RESULT") == NULL); /* other sizes have other results */
    cr_expect(o.slower == 1);
    cJSON_Delete(o.result);
}

static cJSON *device_row(const char *device, double seconds)
{
    const entry e = {.scene = "s", .time = {seconds, seconds, seconds}};
    cJSON *root = run_of("p", "-O3", &e, 1),
          *row = cJSON_DetachItemFromArray(cJSON_GetObjectItem(root, "rows"), 0);
    cJSON_ReplaceItemInObject(row, "backend", cJSON_CreateString("opencl"));
    cJSON_ReplaceItemInObject(row, "isa", cJSON_CreateString("opencl"));
    cJSON_AddStringToObject(row, "device", device);
    cJSON_Delete(root);
    return row;
}

/* Of several devices each is compared with itself; the only one may have got another name. */
Test(bench_diffs, devices)
{
    cJSON *before = run_of("p", "-O3", NULL, 0), *after = run_of("p", "-O3", NULL, 0);
    cJSON *one = run_of("p", "-O3", NULL, 0);
    cJSON_AddItemToArray(cJSON_GetObjectItem(before, "rows"), device_row("b", 1.0));
    cJSON_AddItemToArray(cJSON_GetObjectItem(after, "rows"), device_row("a", 5.0));
    cJSON_AddItemToArray(cJSON_GetObjectItem(after, "rows"), device_row("b", 1.0));
    cJSON_AddItemToArray(cJSON_GetObjectItem(one, "rows"), device_row("c", 2.0));
    outcome o = compare(cJSON_Duplicate(before, 1), after);
    cr_expect(strstr(o.table, "0 slower, 0 faster, 1 the same, 0 unsure; 0 only before, 1 only after") !=
                  NULL,
              "%s", o.table);
    cr_expect(strstr(o.table, "only after  s, operation, opencl, a\n") != NULL, "%s", o.table);
    cJSON_Delete(o.result);
    o = compare(before, one);
    cr_expect(strstr(o.table, "1 slower, 0 faster, 0 the same, 0 unsure\n") != NULL, "%s", o.table);
    cJSON_Delete(o.result);
}

/* A run of rows s, t and u with times about 1, s slower, and beside each a yardstick, which s has slower,
 * too. */
static cJSON *disturbed_run(double slower, double yardstick, int32_t has_it)
{
    entry entries[3] = {{.scene = "s", .time = {0.99, 1.0, 1.01}},
                        {.scene = "t", .time = {0.99, 1.0, 1.01}},
                        {.scene = "u", .time = {0.99, 1.0, 1.01}}};
    for (int32_t k = 0; k < 3; k++)
        entries[0].time[k] *= slower;
    cJSON *root = run_of("p", "-O3", entries, 3), *row = NULL;
    for (row = cJSON_GetObjectItem(root, "rows")->child; row && has_it; row = row->next) {
        const int32_t first = strcmp(throng_tree_text(row, "scene"), "s") == 0;
        cJSON *object = cJSON_AddObjectToObject(row, "yardstick");
        cJSON_AddNumberToObject(object, "min", 0.002);
        cJSON_AddNumberToObject(object, "median", first ? 0.002 * yardstick : 0.002);
    }
    return root;
}

/* By as much as the yardstick takes longer, a row may have been slowed down by others, and by no more. */
Test(bench_diffs, others_on_the_machine)
{
    static const struct {
        double before, after, yardstick_before, yardstick_after;
        const char *verdict;
    } cases[] = {
        {1.0, 1.15, 1.0, 1.0, "slower"}, {1.0, 1.15, 1.0, 1.05, "slower"}, {1.0, 1.15, 1.0, 1.14, "unsure"},
        {1.0, 1.4, 1.0, 1.4, "unsure"},  {1.0, 1.4, 1.0, 1.2, "slower"},   {1.0, 2.5, 1.0, 2.0, "slower"},
        {1.0, 0.7, 1.4, 1.0, "unsure"},  {1.0, 0.7, 1.1, 1.0, "faster"},   {1.0, 1.4, 1.3, 1.0, "slower"},
        {1.0, 0.7, 1.0, 1.3, "faster"},  {1.0, 1.0, 1.3, 1.3, "unsure"},   {1.0, 1.0, 1.03, 1.03, "same"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        outcome o = compare(disturbed_run(cases[i].before, cases[i].yardstick_before, 1),
                            disturbed_run(cases[i].after, cases[i].yardstick_after, 1));
        cr_expect_str_eq(throng_tree_text(row_of(&o, 0), "verdict"), cases[i].verdict, "case %zu: %s", i,
                         o.table);
        cr_expect_str_eq(throng_tree_text(row_of(&o, 1), "verdict"), "same", "case %zu: %s", i, o.table);
        const int32_t told = cases[i].yardstick_before > 1.1 || cases[i].yardstick_after > 1.1;
        cr_expect((strstr(o.table, "others slowed the machine down beside 1 rows") != NULL) == told,
                  "case %zu: %s", i, o.table);
        char *slower = throng_bench_diff_slower(o.result);
        cr_expect((slower != NULL) == (strcmp(cases[i].verdict, "slower") == 0), "case %zu", i);
        cr_expect(!slower || strcmp(slower, "s") == 0, "case %zu: %s", i, slower);
        free(slower);
        cJSON_Delete(o.result);
    }
    /* what samples waited for a processor counts as well */
    for (int32_t i = 0; i < 2; i++) {
        cJSON *after = disturbed_run(1.4, 1.1, 1);
        cJSON *yardstick = cJSON_GetObjectItem(cJSON_GetObjectItem(after, "rows")->child, "yardstick");
        cJSON_AddNumberToObject(yardstick, "waited", i ? 1.3 : 1.1);
        outcome waited = compare(disturbed_run(1.0, 1.0, 1), after);
        cr_expect_eq(waited.slower, !i, "%s", waited.table);
        cJSON_Delete(waited.result);
    }
    /* a file from before there was one is taken as it is */
    outcome o = compare(disturbed_run(1.0, 1.0, 0), disturbed_run(1.2, 1.0, 1));
    cr_expect_eq(o.slower, 1);
    cJSON_Delete(o.result);
}

/* Where the yardsticks say that the machine is as it was, the time has to agree with a ratio. */
Test(bench_diffs, other_code_that_moved)
{
    static const struct {
        double time, ratio;
        int32_t has_it;
        const char *verdict;
    } cases[] = {{1.0, 8.0, 0, "slower"}, {1.0, 8.0, 1, "same"},  {1.15, 8.5, 1, "slower"},
                 {0.8, 8.5, 1, "unsure"}, {1.0, 12.0, 1, "same"}, {0.8, 12.0, 1, "faster"},
                 {1.15, 10.0, 1, "same"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *runs[2];
        for (int32_t k = 0; k < 2; k++) {
            const double time = k ? cases[i].time : 1.0, ratio = k ? cases[i].ratio : 10.0;
            const entry e = {.scene = "s",
                             .baseline = "naive, -O2",
                             .time = {0.99 * time, time, 1.01 * time},
                             .ratio = {0.99 * ratio, ratio, 1.01 * ratio}};
            runs[k] = run_of("p", "-O3", &e, 1);
            cJSON *row = cJSON_GetObjectItem(runs[k], "rows")->child;
            cJSON *yardstick = cases[i].has_it ? cJSON_AddObjectToObject(row, "yardstick") : NULL;
            cJSON_AddNumberToObject(yardstick, "min", 0.002);
            cJSON_AddNumberToObject(yardstick, "median", 0.002);
        }
        outcome o = compare(runs[0], runs[1]);
        cr_expect_str_eq(throng_tree_text(row_of(&o, 0), "verdict"), cases[i].verdict, "case %zu: %s", i,
                         o.table);
        cJSON_Delete(o.result);
    }
}

/* A row without a baseline has null for it, or in older files nothing, or "". */
Test(bench_diffs, rows_without_peers)
{
    const entry e = {.scene = "s", .time = {1, 1, 1}};
    cJSON *runs[3];
    for (int i = 0; i < 3; i++)
        runs[i] = run_of("p", "-O3", &e, 1);
    cJSON_ReplaceItemInObject(cJSON_GetArrayItem(cJSON_GetObjectItem(runs[1], "rows"), 0), "peer",
                              cJSON_CreateNull());
    cJSON_DeleteItemFromObject(cJSON_GetArrayItem(cJSON_GetObjectItem(runs[2], "rows"), 0), "peer");
    for (int i = 1; i < 3; i++) {
        outcome o = compare(cJSON_Duplicate(runs[0], 1), runs[i]);
        cr_expect(strstr(o.table, "1 the same, 0 unsure\n") != NULL, "%s", o.table);
        cJSON_Delete(o.result);
    }
    cJSON_Delete(runs[0]);
}

Test(bench_diffs, hashes)
{
    const entry before = {.scene = "s", .time = {1, 1, 1}, .hash = "0123456789abcdef"};
    const entry after = {.scene = "s", .time = {1, 1, 1}, .hash = "fedcba9876543210"};
    outcome o = compare(run_of("p", "-O3", &before, 1), run_of("other", "-O2", &after, 1));
    cr_expect(strstr(o.table, "RESULT CHANGED from 0123456789abcdef to fedcba9876543210") != NULL, "%s",
              o.table);
    cr_expect(strstr(o.table, "RESULTS CHANGED in 1 rows") != NULL);
    cr_expect(throng_tree_number(throng_tree_member(o.result, "summary"), "changed") == 1.0);
    cr_expect_eq(throng_bench_diff_changed(o.result), 1);
    cJSON_Delete(o.result);
}

/* Other random scenes have other results; the times of such still compare. */
Test(bench_diffs, seeds)
{
    static const struct {
        const char *before, *after;
        int told;
    } cases[] = {{NULL, NULL, 0}, {NULL, "0", 0}, {"7", "7", 0}, {NULL, "7", 1}, {"7", "8", 1}};
    const entry before = {.scene = "s", .time = {1, 1, 1}, .hash = "aa"};
    const entry after = {.scene = "s", .time = {2, 2, 2}, .hash = "bb"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *runs[2] = {run_of("p", "-O3", &before, 1), run_of("p", "-O3", &after, 1)};
        if (cases[i].before)
            cJSON_AddStringToObject(runs[0], "seed", cases[i].before);
        if (cases[i].after)
            cJSON_AddStringToObject(runs[1], "seed", cases[i].after);
        outcome o = compare(runs[0], runs[1]);
        cr_expect((strstr(o.table, "other seed: ") != NULL) == cases[i].told, "%s", o.table);
        cr_expect((strstr(o.table, "RESULT") != NULL) == !cases[i].told, "%s", o.table);
        cr_expect_eq(o.slower, 1);
        cJSON_Delete(o.result);
    }
}

Test(bench_diffs, other_machine)
{
    const entry before[] = {{.scene = "s", .time = {1, 1, 1}},
                            {.scene = "t", .baseline = "naive", .time = {1, 1, 1}, .ratio = {10, 10, 10}}};
    const entry after[] = {{.scene = "s", .time = {2, 2, 2}},
                           {.scene = "t", .baseline = "naive", .time = {2, 2, 2}, .ratio = {5, 5, 5}}};
    outcome o = compare(run_of("p", "-O3", before, 2), run_of("q", "-O3", after, 2));
    cr_expect(strstr(o.table, "other processor: p before, q after") != NULL, "%s", o.table);
    cr_expect(strstr(o.table, "1 slower, 0 faster, 0 the same, 1 unsure\n") != NULL, "%s", o.table);
    cr_expect(*throng_tree_text(row_of(&o, 0), "why") != '\0');
    cJSON_Delete(o.result);
    o = compare(run_of("p", "-O3", before, 2), run_of("p", "-O2", after, 2));
    cr_expect(strstr(o.table, "other flags: -O3 before, -O2 after") != NULL, "%s", o.table);
    cJSON_Delete(o.result);
}

Test(bench_diffs, broken_trees)
{
    static const char *const trees[] = {"{}", "[]", "{\"rows\":[1,{},{\"sizes\":3,\"hash\":1}]}",
                                        "{\"machine\":1,\"flags\":[],\"rows\":[{\"scene\":{}}]}"};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 4; k++) {
            outcome o = compare(cJSON_Parse(trees[i]), cJSON_Parse(trees[k]));
            cr_expect(o.slower == 0);
            cJSON_Delete(o.result);
        }
    cr_expect(throng_bench_diff(NULL, NULL, NULL, NULL) == 0);
}

/* ---------------------------------------------------------------- the page ---------------------------- */

Test(bench_diffs, page)
{
    const entry before[] = {{.scene = "a<b", .time = {1, 1, 1}, .hash = "aa"},
                            {.scene = "c", .time = {1, 1, 1}}};
    const entry after[] = {{.scene = "a<b", .time = {2, 2, 2}, .hash = "bb"},
                           {.scene = "c", .time = {1, 1, 1}}};
    cJSON *root = run_of("p", "-O3", after, 2);
    outcome o = compare(run_of("p", "-O3", before, 2), run_of("p", "-O3", after, 2));
    FILE *file = tmpfile();
    cr_assert(file != NULL);
    throng_bench_html_diff(root, o.result, file);
    const long size = ftell(file);
    char *page = must_allocate((size_t)size + 1);
    rewind(file);
    cr_assert(fread(page, 1, (size_t)size, file) == (size_t)size);
    (void)fclose(file);
    cr_expect(page_fault(page) == NULL, "%s", page_fault(page));
    cr_expect(strstr(page, "2.00&#160;×") != NULL && strstr(page, "Results changed") != NULL);
    const char *first = strstr(page, "<section");
    cr_expect(first && strncmp(first, "<section id=\"difference\"", 24) == 0);
    free(page);
    cJSON_Delete(root);
    cJSON_Delete(o.result);
}

/* ---------------------------------------------------------------- files ------------------------------- */

static char written[64]; /* of this process: tests run beside each other */

static void write_file(const char *content, long hole)
{
    (void)snprintf(written, sizeof written, "bench_diffs.%ld.json", (long)getpid());
    FILE *file = fopen(written, "wb");
    cr_assert(file != NULL);
    cr_assert(fseek(file, hole, SEEK_SET) == 0);
    (void)fputs(content, file);
    (void)fclose(file);
}

/* Exactly one line with these words. */
static void expect_rejected(const char *path, const char *why)
{
    char said[600] = "";
    cr_redirect_stderr();
    cr_expect(throng_bench_load(path) == NULL);
    (void)fflush(stderr);
    FILE *spoken = cr_get_redirected_stderr();
    said[fread(said, 1, sizeof said - 1, spoken)] = '\0';
    cr_expect(strncmp(said, "throng: ", 8) == 0 && strstr(said, why) != NULL, "%s", said);
    cr_expect(strchr(said, '\n') == said + strlen(said) - 1, "%s", said);
    (void)remove(written);
}

static void expect_useless(const char *content, const char *why)
{
    write_file(content, 0);
    expect_rejected(written, why);
}

#define STRANGE                                                                                              \
    "{\"machine\": {}, \"compiler\": \"gcc\", \"rows\": [{\"scene\": \"a\\u001b[2Jb\\u009bc\", "             \
    "\"operation\": \"o\", "                                                                                 \
    "\"backend\": \"cpu\", \"time\": {\"median\": 1}"

Test(bench_diffs, for_terminals)
{
    write_file(STRANGE "}]} \n", 0);
    cJSON *good = throng_bench_load(written);
    const throng_tree_row row = throng_tree_row_of(throng_tree_child(throng_tree_member(good, "rows")));
    cr_expect_str_eq(row.scene, "a [2Jb  c");
    cJSON_Delete(good);
}
Test(bench_diffs, many_sizes)
{
    static char text[6000] = STRANGE ", \"sizes\": {\"n\": 1";
    for (int i = 0; i < 300; i++)
        strcat(text, ", \"n\": 1");
    expect_useless(strcat(text, "}}]}"), "hundreds of sizes or parts");
}
Test(bench_diffs, two) { expect_useless(STRANGE "}]}" STRANGE "}]}", "something behind its JSON"); }
Test(bench_diffs, missing) { expect_rejected("no/such/file.json", "cannot be opened"); }
Test(bench_diffs, folder) { expect_rejected(".", "cannot be read"); }
Test(bench_diffs, no_json) { expect_useless("{\"rows\": [", "is not JSON"); }
Test(bench_diffs, nothing) { expect_useless("", "is not JSON"); }
Test(bench_diffs, no_object) { expect_useless("[1, 2]", "is no report: it does not name the machine"); }
Test(bench_diffs, no_machine) { expect_useless("{\"rows\": [1, 2]}", "does not name the machine"); }

/* A report but for its rows. */
static const char *report_with(const char *rows)
{
    static char text[400];
    (void)snprintf(text, sizeof text, "{\"machine\": {}, \"compiler\": \"cc\", %s}", rows);
    return text;
}

#define ROW "{\"scene\": \"s\", \"operation\": \"o\", \"backend\": \"cpu\""
#define GOOD_ROW ROW ", \"time\": {\"median\": 1}}"

Test(bench_diffs, rows_empty) { expect_useless(report_with("\"rows\": []"), "has no rows"); }
Test(bench_diffs, rows_object) { expect_useless(report_with("\"rows\": {\"a\": 1}"), "has no rows"); }
Test(bench_diffs, rows_missing) { expect_useless(report_with("\"hash\": 1"), "has no rows"); }
Test(bench_diffs, rows_numbers) { expect_useless(report_with("\"rows\": [1]"), "has rows that are none"); }
Test(bench_diffs, row_empty) { expect_useless(report_with("\"rows\": [{}]"), "a row without scene"); }
Test(bench_diffs, row_untimed)
{
    expect_useless(report_with("\"rows\": [" ROW "}]"), "a row without a time");
}
Test(bench_diffs, row_of_no_time)
{
    expect_useless(report_with("\"rows\": [" ROW ", \"time\": {\"median\": 0}}]"), "a row without a time");
}
Test(bench_diffs, row_among_others)
{
    expect_useless(report_with("\"rows\": [" GOOD_ROW ", {\"scene\": \"s\"}]"), "a row without scene");
}
Test(bench_diffs, growth_none) { expect_useless(report_with("\"rows\": [], \"growth\": 3"), "has no rows"); }

Test(bench_diffs, reports)
{
    static const char *const rows[] = {"\"rows\": [" GOOD_ROW "]", "\"rows\": [], \"growth\": [{}]"};
    for (size_t i = 0; i < 2; i++) {
        write_file(report_with(rows[i]), 0);
        cJSON *root = throng_bench_load(written);
        cr_expect(root != NULL, "%s", rows[i]);
        cJSON_Delete(root);
        (void)remove(written);
    }
}

Test(bench_diffs, large)
{
    write_file("{}", 300L << 20);
    expect_rejected(written, "is larger than 256 MiB");
}

/* Only RVO2 was built otherwise, and the file does not say so: its times are all there is to go by. */
Test(bench_diffs, committed_results_without_builds)
{
    cJSON *before = throng_bench_load(THRONG_TEST_RESULTS "/amd-epyc-zen4-crowd.json");
    cJSON *after = throng_bench_load(THRONG_TEST_RESULTS "/amd-epyc-zen4-crowd-rvo2-lto.json");
    cr_assert(before && after);
    outcome o = compare(before, after);
    cr_expect(strstr(o.table, "known build of RVO2: unknown before") != NULL, "%s", o.table);
    cr_expect(o.slower == 1); /* of ten, a lattice */
    for (int i = 0; i < cJSON_GetArraySize(throng_tree_member(o.result, "rows")); i++)
        cr_expect(strcmp(throng_tree_text(row_of(&o, i), "by"), "ratio") != 0, "row %d", i);
    cJSON_Delete(o.result);
}

Test(bench_diffs, committed_results)
{
    cJSON *before = throng_bench_load(THRONG_TEST_RESULTS "/amd-epyc-zen4.json");
    cJSON *after = throng_bench_load(THRONG_TEST_RESULTS "/amd-epyc-zen4.json");
    cr_assert(before && after);
    outcome o = compare(before, after);
    cr_expect(o.slower == 0 && strstr(o.table, "0 slower, 0 faster") != NULL, "%s", o.table);
    cr_expect(strstr(o.table, "RESULT") == NULL);
    cJSON_Delete(o.result);
}
