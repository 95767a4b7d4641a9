/* What all workloads of `throng bench` share: which scenes and baselines are asked for, memory, random
 * numbers. */
#include "bench/suite/suite.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed; /* of all scenes */

void throng_bench_set_seed(uint64_t value) { seed = value; }

uint64_t throng_bench_get_seed(void) { return seed; }

uint64_t throng_bench_seed(uint64_t scene) { return scene ^ seed * 0x9e3779b97f4a7c15u; }

static uint64_t next_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state;
}

float throng_bench_random(uint64_t *state) { return (float)(next_bits(state) >> 40) * (1.0f / 16777216.0f); }

int32_t throng_bench_below(uint64_t *state, int32_t n)
{
    return (int32_t)((next_bits(state) >> 33) % (uint64_t)n);
}

_Noreturn void throng_bench_fail(const char *format, ...)
{
    va_list arguments;
    (void)fputs("throng: bench: ", stderr);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    exit(1);
}

void *throng_bench_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        throng_bench_fail("no memory for %zu times %zu bytes", count, size);
    return memory;
}

void *throng_bench_allocate_aligned(size_t size)
{
    void *memory = aligned_alloc(64, size);
    if (!memory)
        throng_bench_fail("no memory for %zu bytes", size);
    return memory;
}

void throng_bench_check(const throng_context *context, throng_status status, const char *what)
{
    if (status != THRONG_OK)
        throng_bench_fail("%s: %s: %s", what, throng_status_string(status),
                          context ? throng_context_message(context) : "");
}

/* Goes through the words of a list, parted by commas; 0 after the last one. */
static int32_t next_word(const char **list, char word[THRONG_BENCH_NAME])
{
    while (**list != '\0') {
        const size_t length = strcspn(*list, ",");
        (void)snprintf(word, THRONG_BENCH_NAME, "%.*s", (int)length, *list);
        *list += length + ((*list)[length] == ',');
        if (length)
            return 1;
    }
    return 0;
}

int32_t throng_bench_names(const char *list, const char *name)
{
    char word[THRONG_BENCH_NAME];
    while (list && next_word(&list, word))
        if (strcmp(word, name) == 0)
            return 1;
    return 0;
}

int32_t throng_bench_in_list(const char *list, const char *name)
{
    return !list || throng_bench_names(list, name) || throng_bench_names(list, "all");
}

const char *throng_bench_unknown_word(const char *list, const char *const *known, int32_t count,
                                      char word[THRONG_BENCH_NAME])
{
    while (list && next_word(&list, word)) {
        int32_t found = 0;
        for (int32_t i = 0; i < count; i++)
            found |= strcmp(word, known[i]) == 0;
        if (!found)
            return word;
    }
    return NULL;
}

static volatile sig_atomic_t stopped;

void throng_bench_stop(void) { stopped = 1; }

int32_t throng_bench_is_stopped(void) { return stopped != 0; }

int32_t throng_bench_selected(const throng_bench *bench, const char *scene, int32_t quick)
{
    const char *list = bench->options.select;
    char word[THRONG_BENCH_NAME];
    if (stopped)
        return 0;
    if (!list)
        return quick || !bench->options.quick;
    while (next_word(&list, word))
        if (bench->options.exact ? strcmp(scene, word) == 0 : strstr(scene, word) != NULL)
            return 1;
    return 0;
}

void throng_bench_list(throng_bench *bench, const char *format, ...)
{
    va_list arguments;
    bench->listed++;
    if (!bench->table)
        return;
    va_start(arguments, format);
    (void)vfprintf(bench->table, format, arguments);
    va_end(arguments);
}

int32_t throng_bench_has_baseline(const throng_bench *bench, const char *baseline)
{
    return throng_bench_in_list(bench->options.baselines, baseline);
}

/* The fastest way to move bytes: threads share one memory, so that theirs was measured. */
static double traffic_of(const throng_bench_peak_rates *l, int32_t threads)
{
    const int32_t all = threads > 1 && l->threads > 0;
    const double write = all ? l->all_write : l->write, read = all ? l->all_read : l->read;
    const double copy = 2.0 * (all ? l->all_copy : l->copy), most = read > write ? read : write;
    return copy > most ? copy : most;
}

void throng_bench_share(const throng_bench *bench, throng_isa isa, throng_bench_row *row)
{
    static const double large = 64.0 * 1024.0 * 1024.0; /* bytes: below, caches may hold them */
    const throng_bench_peak_rates *l = &bench->peak_rates[isa];
    const throng_bench_count *least = &row->least;
    const double residency = traffic_of(l, row->threads), threads = row->threads > 0 ? row->threads : 1;
    const double seconds[3] = {
        (least->roots * l->root + least->root_divisions * l->root_division +
         least->inverse_roots * l->inverse_root) *
            1e-9 / threads,
        least->sums * l->multiply_add * 1e-9 / threads,
        least->bytes >= large && residency > 0.0 ? least->bytes / residency : 0.0,
    };
    static const char *const names[3] = {"roots", "sums", "memory"};
    for (int32_t i = 0; i < 3 && row->threads > 0; i++) {
        const double share = seconds[i] / throng_bench_median(&row->time);
        if (share > row->floor_share) {
            row->floor_share = share;
            row->floor_of = names[i];
        }
    }
}
