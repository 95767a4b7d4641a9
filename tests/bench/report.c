/* The bench's report as a page: of the committed results, of a tree that has everything, and of broken
 * ones. */
#include <criterion/criterion.h>

#include "bench/report/html.h"
#include "bench/report/tree.h"
#include "tests/bench/html_reader.h"
#include "tests/support/support.h"
#include "tools/support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* To be freed. */
static char *page_of(const cJSON *root)
{
    FILE *file = tmpfile();
    cr_assert(file != NULL);
    throng_bench_html(root, file);
    const long size = ftell(file);
    cr_assert(size > 0 && !ferror(file));
    char *page = must_allocate((size_t)size + 1);
    rewind(file);
    cr_assert(fread(page, 1, (size_t)size, file) == (size_t)size);
    (void)fclose(file);
    return page;
}

static char *page_of_text(const char *json)
{
    cJSON *root = cJSON_Parse(json);
    cr_assert(root != NULL, "%s", json);
    char *page = page_of(root);
    cJSON_Delete(root);
    return page;
}

static int has(const char *page, const char *text) { return strstr(page, text) != NULL; }

/* ---------------------------------------------------------------- the committed results -------------- */

Test(bench_pages, results)
{
    static const char *const names[] = {"amd-epyc-zen4",
                                        "amd-epyc-2cores-quick",
                                        "amd-epyc-zen4-crowd",
                                        "amd-epyc-zen4-crowd-rvo2-static",
                                        "amd-epyc-zen4-crowd-rvo2-lto",
                                        "xeon-avx512-h100-crowd",
                                        "xeon-avx512-h100-influence"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[600];
        text_file text;
        (void)snprintf(path, sizeof path, "%s/%s.json", THRONG_TEST_RESULTS, names[i]);
        cr_assert(text_read(path, &text) == PROGRAM_OK);
        cJSON *root = cJSON_Parse(text.data);
        free(text.data);
        cr_assert(root != NULL, "%s", path);
        char *page = page_of(root);
        cr_expect(page_fault(page) == NULL, "%s: %s", path, page_fault(page));
        cr_expect(!has(page, "http") && !has(page, "<script"));
        cr_expect(has(page, throng_tree_text(root, "commit")));
        for (int32_t row = 0; row < cJSON_GetArraySize(throng_tree_member(root, "rows")); row++)
            cr_expect(has(
                page, throng_tree_text(cJSON_GetArrayItem(throng_tree_member(root, "rows"), row), "hash")));
        cr_expect(has(page, "id=\"ratios\"") && has(page, "id=\"times\"") && has(page, "id=\"limits\""));
        const int whole = i < 2; /* whole suites; the others have neither choices nor growth */
        cr_expect(has(page, "id=\"choice\"") == whole && has(page, "id=\"growth\"") == whole);
        cr_expect(!has(page, "id=\"pictures\""));
        free(page);
        cJSON_Delete(root);
    }
}

/* ---------------------------------------------------------------- what stands in it ------------------ */

static const char everything[] =
    "{\"machine\":{\"processor\":\"Some "
    "Processor\",\"cores\":8,\"memory_bytes\":1e10,\"load\":0.1},\"version\":\"1\","
    "\"limits\":{\"avx2\":{\"root_ns\":0.25}},\"regret\":{\"mean\":0.01,\"worst\":0.2,\"scenes\":2,"
    "\"unsure\":1},\"rule_regret\":{\"mean\":0.04,\"worst\":0.5,\"scenes\":2,\"unsure\":1},"
    "\"rows\":["
    "{\"scene\":\"walk-100-far\",\"workload\":\"walk\",\"operation\":\"walk\",\"sizes\":{\"side\":512,"
    "\"objects\":100},"
    "\"backend\":\"cpu\",\"isa\":\"avx2\",\"threads\":1,\"time\":{\"min\":0.9,\"median\":1.25,\"max\":2,"
    "\"low\":1.2,"
    "\"high\":1.3},\"floor_share\":0.37,\"floor_of\":\"memory\",\"peer\":\"naive, "
    "-O2\",\"ratio\":12.34,\"ratio_low\":11,"
    "\"ratio_high\":13,\"hash\":\"00000000000000aa\"},"
    "{\"scene\":\"walk-900-far\",\"workload\":\"walk\",\"operation\":\"walk\",\"sizes\":{\"side\":512,"
    "\"objects\":900},"
    "\"backend\":\"cpu\",\"isa\":\"avx2\",\"threads\":1,\"time\":{\"min\":9,\"median\":11.25,\"max\":12},"
    "\"peer\":"
    "\"naive, -O2\",\"ratio\":null},"
    "{\"scene\":\"walk-900-far\",\"workload\":\"walk\",\"operation\":\"walk\",\"sizes\":{\"side\":512,"
    "\"objects\":900},"
    "\"backend\":\"opencl\",\"device\":\"Some "
    "Device\",\"isa\":\"opencl\",\"time\":{\"median\":2},\"peer\":\"1 thread\","
    "\"ratio\":5.6,\"ratio_low\":5.5,\"ratio_high\":5.7,\"parts\":{\"kernel\":0.5,\"resident\":0.6,\"with_"
    "copy\":1.9}},"
    "{\"scene\":\"choice-a\",\"workload\":\"choice\",\"operation\":\"crowd\",\"sizes\":{\"agents\":50,"
    "\"neighbors\":5},"
    "\"backend\":\"opencl\",\"isa\":\"opencl\",\"time\":{\"median\":2},\"ratio\":0.25,\"ratio_low\":0.2,"
    "\"ratio_high\":0.3,"
    "\"peer\":\"cpu, all "
    "threads\",\"choice\":\"cpu\",\"expected\":{\"cpu\":1e-3,\"opencl\":4e-3},\"regret\":0},"
    "{\"scene\":\"choice-b\",\"workload\":\"choice\",\"operation\":\"crowd\",\"sizes\":{\"agents\":900,"
    "\"neighbors\":5},"
    "\"backend\":\"opencl\",\"isa\":\"opencl\",\"time\":{\"median\":2},\"ratio\":0.8,\"ratio_low\":0.7,"
    "\"ratio_high\":0.9,"
    "\"peer\":\"cpu, all threads\",\"choice\":\"opencl\",\"regret\":0.25,\"rule\":\"cpu\","
    "\"rule_regret\":0.5}],"
    "\"growth\":[{\"operation\":\"walk\",\"backend\":\"cpu\",\"isa\":\"avx2\",\"threads\":1,\"over\":"
    "\"objects\",\"sizes\":"
    "[10,100,1000],\"seconds\":[1e-6,1e-5,2e-4],\"bytes\":[1e3,1e4,1e5],\"time_exponent\":1.15,\"time_low\":"
    "1.1,"
    "\"time_high\":1.2,\"memory_exponent\":1,\"theory_time\":1,\"theory_memory\":1,\"worse\":true}],"
    "\"pictures\":{\"walk-100-far\":\"data:image/png;base64,iVBORw0KGgo=\","
    "\"evil\":\"data:image/svg+xml;base64,AAAA\",\"worse\":\"data:image/png;base64,A\\\" onload=\\\"x\","
    "\"far\":\"https://example.org/a.png\"}}";

Test(bench_pages, everything)
{
    char *page = page_of_text(everything);
    static const char *const texts[] = {"Some Processor",
                                        "12.3&#160;×",
                                        "11.0 to 13.0",
                                        "too noisy",
                                        "37 %",
                                        "of memory",
                                        "id=\"times\"",
                                        "side&#160;512",
                                        "Some Device",
                                        "with copies",
                                        "1.90 s",
                                        "loses 25 %",
                                        "4.00 ×",
                                        "<sup>1.15</sup>",
                                        "(1.10 to 1.20)",
                                        "Grows faster",
                                        "00000000000000aa",
                                        "1.20 s to 1.30 s",
                                        "On the mean the choice loses 1.0 %, 20 % at worst",
                                        "calibrated, loses 4.0 %, 50 % at worst.",
                                        "rule: cpu, loses 50 %",
                                        "rule loses",
                                        "src=\"data:image/png;base64,iVBORw0KGgo=\""};
    cr_expect(page_fault(page) == NULL, "%s", page_fault(page));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_expect(has(page, texts[i]), "%s", texts[i]);
    cr_expect(!has(page, "svg+xml") && !has(page, "onload") && !has(page, "example.org"));
    free(page);
}

/* Rows that differ in another size are not joined, and a line needs two points. */
Test(bench_pages, joined)
{
    static const int sizes[3][3][2] = {{{64, 10}, {64, 100}, {64, 1000}}, /* one line of three points */
                                       {{64, 10}, {128, 50}, {256, 30}},  /* nothing to join */
                                       {{64, 10}, {64, 100}, {128, 1000}}};
    static const int segments[] = {2, 0, 1};
    for (int k = 0; k < 3; k++) {
        char json[2000] = "{\"rows\":[";
        int found = 0;
        for (int i = 0; i < 3; i++) {
            const size_t used = strlen(json);
            (void)snprintf(
                json + used, sizeof json - used,
                "%s{\"scene\":\"s-%d\",\"workload\":\"w\",\"operation\":\"o\",\"backend\":\"cpu\",\"isa\":"
                "\"avx2\",\"threads\":1,\"sizes\":{\"side\":%d,\"objects\":%d},\"time\":{\"median\":%d}}%s",
                i ? "," : "", i, sizes[k][i][0], sizes[k][i][1], i + 1, i == 2 ? "]}" : "");
        }
        char *page = page_of_text(json);
        for (const char *at = page; (at = strstr(at, "<line class=\"l c0\"")) != NULL; at++)
            found += strncmp(at + 18, " x1=\"0\" x2=\"28\"", 15) != 0; /* but for the legend's */
        cr_expect(found == segments[k], "case %d: %d", k, found);
        cr_expect(has(page, "id=\"times\"") == (segments[k] > 0));
        free(page);
    }
}

/* ---------------------------------------------------------------- broken trees ------------------------ */

Test(bench_pages, wrong_kinds)
{
    static const char *const trees[] = {
        "{}",
        "[]",
        "null",
        "\"text\"",
        "7",
        "{\"rows\":{}}",
        "{\"rows\":[]}",
        "{\"rows\":[1,null,\"a\",[],{}]}",
        "{\"rows\":[{\"scene\":1,\"workload\":[],\"sizes\":[1,2],\"time\":3,\"peer\":\"naive\"}]}",
        "{\"rows\":[{\"scene\":\"a\",\"sizes\":{\"b\":{}},\"time\":{\"median\":1},\"parts\":\"x\"}]}",
        "{\"machine\":[],\"limits\":[{\"root_ns\":1}],\"regret\":[],\"growth\":{},\"pictures\":[\"a\"]}",
        "{\"limits\":{\"a\":1},\"growth\":[1,{},{\"sizes\":[1,\"a\",3],\"seconds\":[1,2]},{\"sizes\":5}]}",
        "{\"pictures\":{\"a\":1,\"b\":\"data:image/png;base64,\"},\"regret\":{\"scenes\":\"many\"}}",
        "{\"rows\":[{\"choice\":\"cpu\"},{\"choice\":\"gpu\",\"sizes\":{\"a\":\"b\"}}]}"};
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        char *page = page_of_text(trees[i]);
        cr_expect(page_fault(page) == NULL, "%s: %s", trees[i], page_fault(page));
        free(page);
    }
    char *page = page_of(NULL);
    cr_expect(page_fault(page) == NULL);
    cr_expect(!has(page, "id=\"rows\"") && !has(page, "id=\"ratios\"") && !has(page, "id=\"limits\""));
    free(page);
}

/* Puts a text or a number in the place of each member of a tree, in turn; fails where the page breaks. */
static void replace_each(const char *json, const char *text, double number)
{
    for (int32_t member = 0;; member++) {
        cJSON *root = cJSON_Parse(json), *stack[64] = {root};
        int32_t depth = 1, seen = 0, done = 0;
        while (depth > 0 && !done) {
            cJSON *parent = stack[--depth];
            for (cJSON *child = parent->child, *next; child && !done; child = next) {
                next = child->next;
                if (cJSON_IsArray(child) || cJSON_IsObject(child)) {
                    stack[depth++] = child;
                    continue;
                }
                if (seen++ != member)
                    continue;
                cJSON *fresh = text ? cJSON_CreateString(text) : cJSON_CreateNumber(number);
                if (child->string) {
                    char key[64];
                    (void)snprintf(key, sizeof key, "%s", child->string);
                    cr_assert(cJSON_ReplaceItemInObjectCaseSensitive(parent, key, fresh));
                } else
                    cr_assert(cJSON_ReplaceItemViaPointer(parent, child, fresh));
                done = 1;
            }
        }
        if (done) {
            char *page = page_of(root);
            const char *fault = page_fault(page);
            cr_expect(fault == NULL, "member %d: %s", (int)member, fault);
            cr_expect(!has(page, "<script"));
            free(page);
        }
        cJSON_Delete(root);
        if (!done)
            return;
    }
}

Test(bench_pages, texts_are_escaped)
{
    static const char evil[] = "</title></style><script>alert('1')</script>\"' onload=\"x&amp;&#0; "
                               "\x01\xff\xc0\x80\xed\xa0\x80\xf8 µ×";
    replace_each(everything, evil, 0.0);
    char *page = page_of_text("{\"rows\":[{\"scene\":\"a<b>&'\\\"c\",\"workload\":\"<i>\"}]}");
    cr_expect(has(page, "a&lt;b&gt;&amp;&#39;&quot;c"));
    free(page);
}

Test(bench_pages, numbers)
{
    static const double numbers[] = {0.0,    -1.0,   1e308, -1e308, 1e30,      1e-30,
                                     1e-308, 5e-324, 1.0,   1e15,   99999.9999};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        replace_each(everything, NULL, numbers[i]);
    replace_each(everything, NULL, (double)INFINITY);
    replace_each(everything, NULL, (double)NAN);
    replace_each(everything, "", 0.0);
}

/* All numbers at once. */
Test(bench_pages, random_numbers)
{
    static const double powers[] = {1e-320, 1e-30, 1e-12, 1e-3, 1.0, 1.0, 1e3, 1e12, 1e30, 1e300, 0.0, -1.0};
    rng r = {7};
    for (int round = 0; round < 200; round++) {
        cJSON *root = cJSON_Parse(everything), *stack[64] = {root};
        for (int depth = 1; depth > 0;) {
            const cJSON *item = stack[--depth];
            for (cJSON *child = item->child; child; child = child->next) {
                if (cJSON_IsArray(child) || cJSON_IsObject(child))
                    stack[depth++] = child;
                else if (cJSON_IsNumber(child))
                    cJSON_SetNumberValue(child,
                                         powers[rng_below(&r, 12)] * (double)rng_between(&r, 1.0f, 9.0f));
            }
        }
        char *page = page_of(root);
        const char *fault = page_fault(page);
        cr_expect(fault == NULL, "round %d: %s", round, fault);
        free(page);
        cJSON_Delete(root);
    }
}

Test(bench_pages, many_rows)
{
    cJSON *root = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(root, "rows");
    cJSON *pattern = cJSON_Parse(everything);
    const cJSON *some = throng_tree_member(pattern, "rows");
    for (int i = 0; i < 10000; i++) {
        char text[32];
        cJSON *row = cJSON_Duplicate(cJSON_GetArrayItem(some, i % cJSON_GetArraySize(some)), 1);
        (void)snprintf(text, sizeof text, "scene-%d", i);
        cJSON_ReplaceItemInObject(row, "scene", cJSON_CreateString(text));
        (void)snprintf(text, sizeof text, "workload %d", i / 100);
        cJSON_ReplaceItemInObject(row, "workload", cJSON_CreateString(text));
        cJSON_AddItemToArray(rows, row);
    }
    char *page = page_of(root);
    cr_expect(page_fault(page) == NULL, "%s", page_fault(page));
    cr_expect(has(page, "10000 rows") && has(page, "scene-9999"));
    free(page);
    cJSON_Delete(pattern);
    cJSON_Delete(root);
}

/* ---------------------------------------------------------------- numbers for people ------------------ */

Test(bench_pages, numbers_for_people)
{
    char text[THRONG_TREE_TEXT];
    cr_expect_str_eq(throng_tree_seconds(text, 1.5e-9), "1.50 ns");
    cr_expect_str_eq(throng_tree_seconds(text, 999.9e-6), "1.00 ms");
    cr_expect_str_eq(throng_tree_seconds(text, 0.0999), "99.9 ms");
    cr_expect_str_eq(throng_tree_seconds(text, 90.0), "90.0 s");
    cr_expect_str_eq(throng_tree_count(text, 1234567.0), "1,234,567");
    cr_expect_str_eq(throng_tree_count(text, 999.0), "999");
    cr_expect_str_eq(throng_tree_count(text, 2.5), "2.5");
    cr_expect_str_eq(throng_tree_short(text, 1e6), "1M");
    cr_expect_str_eq(throng_tree_bytes(text, 1536.0), "1.50 KiB");
    cr_expect_str_eq(throng_tree_ratio(text, 12.345), "12.3");
    cr_expect_str_eq(throng_tree_percent(text, 0.074), "7.4 %");
    cr_expect_str_eq(throng_tree_trim(text, "10.0 ms"), "10 ms");
    cr_expect_str_eq(throng_tree_trim(text, "100 ms"), "100 ms");
}
