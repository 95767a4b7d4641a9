#define _DEFAULT_SOURCE
/* The host's allocator under measures: refused requests, one after the other; nothing allocated once a
 * measure is made; what a measure says it uses. */
#include "tests/measure/scenes.h"
#include "tests/support/each_backend.h"

#ifdef __linux__
#include <dirent.h>
#endif
#include <stdlib.h>
#include <string.h>

enum { ROWS = 70000, MOST_THREADS = 64 };

static const measure_scene scene_of_three = {"three", THRONG_MEASURE_LAMBDA, 3, 0.3f, 2.0f, 4.0f, 0, 0,
                                             0,       ROWS_NUMBERS};

static throng_context *watched(const variant *v, watch *w)
{
    throng_context_def hooks = throng_context_default_def();
    watch_hooks(w, &hooks);
    return open_variant(v, &hooks);
}

/* 0 where fewer than n requests were made. A create that fails leaves nothing, and succeeds the next time. */
static int make_without(const variant *v, int n, int *rejected)
{
    watch *w = watch_begin();
    throng_context *context = watched(v, w);
    float *table, result = 0.0f;
    const float row[3] = {1.0f, 1.0f, 1.0f};
    const throng_measure_def def = measure_def(&scene_of_three, &table);
    throng_measure *measure;
    throng_measure_info info;
    int64_t alive = watch_alive(w);
    w->logs = 0;
    w->fail_at = n;
    throng_status status = throng_measure_create(context, &def, &measure);
    w->fail_at = 0;
    if (status != THRONG_OK) {
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY && measure == NULL && watch_alive(w) == alive &&
                      w->assertions == 0 && w->logs == 1 && strstr(throng_context_message(context), "memory"),
                  "%s, request %d: %s, \"%s\", %lld blocks", v->name, n, throng_status_string(status), w->log,
                  (long long)(watch_alive(w) - alive));
        ++*rejected;
        MUST(context, throng_measure_create(context, &def, &measure));
    } /* what only the cache of kernels asks for is no failure of the call */
    MUST(context, throng_measure_choquet(measure, 1, row, 0, &result));
    MUST(context, throng_measure_get_info(measure, &info));
    cr_expect(result == info.all);
    int failed = w->failed;
    MUST(context, throng_measure_destroy(measure));
    cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    return failed;
}

Test(measures, each_request_fails_once)
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        int n = 1, rejected = 0;
        while (n < 50 && make_without(&list[i], n, &rejected))
            n++;
        cr_expect(n < 50 && rejected >= 3, "%s: %d requests, %d refused", list[i].name, n - 1, rejected);
    }
}

Test(measures, steady_state_allocates_nothing)
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    float *values = must_allocate(ROWS * 3 * sizeof *values),
          *results = must_allocate(ROWS * sizeof *results);
    rng r = {3};
    measure_values(&scene_of_three, &r, ROWS, 3, values);
    for (int32_t i = 0; i < count; i++) {
        watch *w = watch_begin();
        throng_context *context = watched(&list[i], w);
        throng_measure *measure = measure_begin(context, &scene_of_three);
        int64_t allocations = w->allocations, releases = w->releases;
        for (int32_t rows = ROWS; rows > 0; rows /= 3)
            MUST(context, throng_measure_choquet(measure, rows, values, 0, results));
        cr_expect(w->allocations == allocations && w->releases == releases, "%s", list[i].name);
        MUST(context, throng_measure_destroy(measure));
        cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    }
    free(results);
    free(values);
}

static uint64_t bytes_alive(const watch *w)
{
    uint64_t bytes = 0;
    for (int32_t i = 0; i < w->block_count; i++)
        bytes += w->blocks[i].alive ? w->blocks[i].size : 0;
    return bytes;
}

Test(measures, said_and_used)
{
    variant list[4];
    int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < measure_scene_count; k += measure_scene_count - 1) {
            watch *w = watch_begin();
            throng_context *context = watched(&list[i], w);
            throng_measure_info info;
            const uint64_t before = bytes_alive(w);
            throng_measure *measure = measure_begin(context, &measure_scenes[k]);
            MUST(context, throng_measure_get_info(measure, &info));
            cr_expect(info.host_bytes == bytes_alive(w) - before, "%s: %llu bytes said, %llu in use",
                      list[i].name, (unsigned long long)info.host_bytes,
                      (unsigned long long)(bytes_alive(w) - before));
            cr_expect(info.backend == list[i].backend &&
                      (info.device_bytes > 0) == (info.backend == THRONG_BACKEND_OPENCL) && !info.lost);
            MUST(context, throng_measure_destroy(measure));
            cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
        }
}

#ifdef __linux__
/* The threads of this process, ascending; their number. */
static int list_threads(long threads[MOST_THREADS])
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    cr_assert_not_null(tasks);
    for (struct dirent *entry; (entry = readdir(tasks)) != NULL && count < MOST_THREADS;)
        if (entry->d_name[0] != '.')
            threads[count++] = strtol(entry->d_name, NULL, 10);
    closedir(tasks);
    return count;
}

/* The pool's threads stay, however many tasks there are: calls of two, three and of all tasks in turns. */
Test(measures, threads_stay)
{
    static float values[3 * ROWS], results[ROWS];
    long threads[2][MOST_THREADS];
    const int32_t rows[3] = {30000, 50000, ROWS}; /* two tasks, three, and four */
    throng_context_def def = throng_context_default_def();
    throng_context *context;
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 4;
    cr_assert(throng_context_create(&def, &context) == THRONG_OK);
    throng_measure *measure = measure_begin(context, &scene_of_three);
    int counts[2] = {0, 0};
    for (int call = 0; call < 60; call++) {
        if (call == 10)
            counts[0] = list_threads(threads[0]);
        MUST(context, throng_measure_choquet(measure, rows[call % 3], values, 0, results));
    }
    counts[1] = list_threads(threads[1]);
    cr_expect(counts[0] == counts[1] &&
                  memcmp(threads[0], threads[1], (size_t)counts[0] * sizeof **threads) == 0,
              "%d threads have become %d, or are others", counts[0], counts[1]);
    MUST(context, throng_measure_destroy(measure));
    MUST(context, throng_context_destroy(context));
}
#endif
