/* Times and ratios. Two things are compared by running them in turns, A B A B ..., so that whatever slows
 * the machine down for a while meets both; each pair gives one ratio, and the median of the ratios is the
 * result. */
#define _POSIX_C_SOURCE 200809L
#include "bench/suite/suite.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double throng_bench_wall(void) { return seconds_of(CLOCK_MONOTONIC); }
double throng_bench_cpu(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort_into(double *sorted, const double *values, int32_t count)
{
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_numbers);
}

static double middle_of(const double *sorted, int32_t count)
{
    return count ? 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]) : 0.0;
}

void throng_bench_spread(const throng_bench_times *times, double *least, double *median, double *most)
{
    double sorted[THRONG_BENCH_PAIRS_MOST];
    sort_into(sorted, times->seconds, times->count);
    *median = middle_of(sorted, times->count);
    *least = times->count ? sorted[0] : 0.0;
    *most = times->count ? sorted[times->count - 1] : 0.0;
}

/* The k-th smallest and the k-th largest of n ratios enclose the true median unless fewer than k of them
 * fell on one of its sides, which has the chance of as few heads, or tails, in n tosses of a coin, whatever
 * the distribution is; ratios equal to the median only help. But a comparison that ends when its interval is
 * narrow has looked several times, and no look may miss. In 4.52 % of the 2^31 ways in which 31 tosses fall
 * there are fewer than k heads or tails at one or more of these looks. So the interval of the look that it
 * ends with, however it decides to end, misses in fewer than 5 of 100 cases; tests/bench/timing.c counts
 * them. What this asks for is that pairs know nothing of each other. */
const throng_bench_stage throng_bench_stages[THRONG_BENCH_STAGES] = {
    {THRONG_BENCH_PAIRS_LEAST, 1}, {11, 2}, {16, 4}, {23, 6}, {THRONG_BENCH_PAIRS_MOST, 9}};

/* Of the last look by then; the least and the most before the first one. */
static int32_t rank_of_interval(int32_t n)
{
    int32_t stage = THRONG_BENCH_STAGES - 1;
    while (stage > 0 && throng_bench_stages[stage].pairs > n)
        stage--;
    return throng_bench_stages[stage].rank;
}

void throng_bench_interval(const throng_bench_times *times, double *low, double *high)
{
    double sorted[THRONG_BENCH_PAIRS_MOST];
    const int32_t k = rank_of_interval(times->count);
    sort_into(sorted, times->seconds, times->count);
    *low = times->count ? sorted[k - 1] : 0.0;
    *high = times->count ? sorted[times->count - k] : 0.0;
}

double throng_bench_median(const throng_bench_times *times)
{
    double least, median, most;
    throng_bench_spread(times, &least, &median, &most);
    return median;
}

static void judge(throng_bench_ratio *ratio, const double *ratios, int32_t count)
{
    double sorted[THRONG_BENCH_PAIRS_MOST];
    sort_into(sorted, ratios, count);
    const int32_t k = rank_of_interval(count);
    ratio->pairs = count;
    ratio->median = middle_of(sorted, count);
    ratio->low = sorted[k - 1];
    ratio->high = sorted[count - k];
    ratio->useful = ratio->low >= 0.85 * ratio->median && ratio->high <= 1.15 * ratio->median;
}

static int32_t is_narrow(const throng_bench_ratio *ratio)
{
    return ratio->low >= 0.98 * ratio->median && ratio->high <= 1.02 * ratio->median;
}

/* Warms up and finds how many runs make a sample. */
static int32_t repeats_for(const throng_bench_effort *effort, const throng_bench_runner *runner)
{
    double seconds = runner->run(runner->data, 1);
    if (seconds < effort->sample_seconds)
        seconds = runner->run(runner->data, 1);
    double repeats = effort->sample_seconds / (seconds > 1e-9 ? seconds : 1e-9);
    return repeats < 1.0 ? 1 : repeats > 100000.0 ? 100000 : (int32_t)repeats + 1;
}

static double sample(const throng_bench_runner *runner, int32_t repeats)
{
    return runner->run(runner->data, repeats) / (double)repeats;
}

/* What stands beside the samples of a row. */
typedef struct beside {
    double yardsticks[THRONG_BENCH_PAIRS_MOST], waited[THRONG_BENCH_PAIRS_MOST];
} beside;

/* A sample, and what other programs do to it. */
static double watched_sample(const throng_bench_effort *effort, const throng_bench_runner *runner,
                             int32_t repeats, beside *b, int32_t index)
{
    const double wall = throng_bench_wall(), cpu = throng_bench_cpu();
    const double seconds = sample(runner, repeats);
    const double used = throng_bench_cpu() - cpu;
    b->waited[index] = effort->one_thread && used > 0.0 ? (throng_bench_wall() - wall) / used : 0.0;
    b->yardsticks[index] = effort->threads > 0 ? throng_bench_yardstick(effort->threads) : 0.0;
    return seconds;
}

static void keep_beside(throng_bench_times *times, const beside *b)
{
    double sorted[THRONG_BENCH_PAIRS_MOST];
    sort_into(sorted, b->waited, times->count);
    times->waited = middle_of(sorted, times->count);
    sort_into(sorted, b->yardsticks, times->count);
    times->yardstick = middle_of(sorted, times->count);
    times->yardstick_least = sorted[0];
}

void throng_bench_compare(const throng_bench_effort *effort, const throng_bench_runner *a,
                          const throng_bench_runner *b, throng_bench_times *of_a, throng_bench_times *of_b,
                          throng_bench_ratio *ratio)
{
    double ratios[THRONG_BENCH_PAIRS_MOST];
    beside watched;
    const int32_t repeats_a = repeats_for(effort, a), repeats_b = repeats_for(effort, b);
    const double start = throng_bench_wall();
    int32_t count = 0, goes_on = 1;
    for (int32_t stage = 0; stage < THRONG_BENCH_STAGES && goes_on; stage++) {
        for (; count < throng_bench_stages[stage].pairs; count++) {
            of_a->seconds[count] = watched_sample(effort, a, repeats_a, &watched, count);
            of_b->seconds[count] = sample(b, repeats_b);
            ratios[count] = of_b->seconds[count] / of_a->seconds[count];
        }
        judge(ratio, ratios, count);
        goes_on = count < effort->pairs_least ||
                  (!is_narrow(ratio) && throng_bench_wall() - start < effort->row_seconds);
    }
    of_a->count = count;
    of_b->count = count;
    keep_beside(of_a, &watched);
}

void throng_bench_time_alone(const throng_bench_effort *effort, const throng_bench_runner *a,
                             throng_bench_times *times)
{
    const int32_t repeats = repeats_for(effort, a);
    beside watched;
    for (times->count = 0; times->count < THRONG_BENCH_SAMPLES; times->count++)
        times->seconds[times->count] = watched_sample(effort, a, repeats, &watched, times->count);
    keep_beside(times, &watched);
}
