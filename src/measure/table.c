/* The values of a fuzzy measure: lambda found, all sets filled in, monotone or not. In double precision and
 * away from the host's rounding mode, so that every machine has the same ones. */

#include "kernels/measure/choquet.h"
#include "src/core/check.h"
#include "src/core/status.h"
#include "src/measure/measure.h"

typedef struct fill_job {
    throng_measure *measure;
    const throng_measure_def *def;
    double weights[THRONG_MAX_TYPES];
    double all;        /* the value of all types */
    const char *wrong; /* NULL: all is well; else what is wrong with `value`, of the set `subset` */
    uint32_t subset;
    double value;
} fill_job;

/* Type by type, in ascending order: to each one the others so far are what the measure itself says (9), or in
 * the 2-additive measure the sum of their weights. */
static double joined(const fill_job *job, double lambda, uint32_t subset)
{
    const int32_t exact = job->measure->kind == THRONG_MEASURE_LAMBDA;
    double value = 0.0, sum = 0.0;
    for (int32_t i = 0; i < job->measure->shape.types; i++)
        if (subset >> i & 1u) {
            const double weight = job->weights[i];
            value = value + weight * (1.0 + lambda * (exact ? value : sum));
            sum = sum + weight;
        }
    return value;
}

static uint32_t all_types(const throng_measure *measure) { return (1u << measure->shape.types) - 1; }

/* The value of all types grows with lambda from below 1 at -1, since all weights are below 1, without an end,
 * since two are above 0: there is one root. Halving ends when no number lies between. */
static void solve(fill_job *job)
{
    const uint32_t all = all_types(job->measure);
    const double sum = joined(job, 0.0, all);
    double low = sum < 1.0 ? 0.0 : -1.0, high = sum < 1.0 ? (double)THRONG_MOST : 0.0;
    if (sum == 1.0)
        return; /* with lambda 0 */
    if (joined(job, high, all) < 1.0) {
        job->wrong = "needs a lambda above 1e9 to reach 1: use larger weights";
        job->subset = all;
        job->value = sum;
        return;
    }
    double middle = 0.5 * (low + high);
    while (low < middle && middle < high) {
        if (joined(job, middle, all) < 1.0)
            low = middle;
        else
            high = middle;
        middle = 0.5 * (low + high);
    }
    job->measure->lambda = high;
}

static double value_of(const fill_job *job, uint32_t subset)
{
    if (job->measure->kind == THRONG_MEASURE_TABLE)
        return (double)throng_without_subnormal(job->def->table[subset]);
    return joined(job, job->measure->lambda, subset);
}

/* 1 where it is within limits, as it is and normalized. */
static int32_t fill_in(fill_job *job, uint32_t subset)
{
    double value = value_of(job, subset), most = (double)THRONG_MOST;
    job->subset = subset;
    job->value = value;
    if (!(value >= -most && value <= most)) {
        job->wrong = "is beyond 1e9: use smaller weights or lambda";
        return 0;
    }
    if (job->measure->normalized)
        value = value / job->all;
    if (!(value >= -most && value <= most)) {
        job->wrong = "is beyond 1e9 after normalization: set def.normalize to 0";
        return 0;
    }
    const double size = value < 0.0 ? -value : value;
    job->measure->shape.table[subset] = size < (double)CHOQUET_LEAST ? 0.0f : (float)value;
    return 1;
}

static void find_break(throng_measure *m)
{
    m->monotone = 1;
    for (uint32_t smaller = 0; smaller < all_types(m); smaller++)
        for (int32_t i = 0; i < m->shape.types; i++) {
            const uint32_t larger = smaller | 1u << i;
            if (m->shape.table[larger] < m->shape.table[smaller]) {
                m->monotone = 0;
                m->smaller = smaller;
                m->larger = larger;
                return;
            }
        }
}

static void fill(fill_job *job)
{
    for (int32_t i = 0; i < job->measure->shape.types; i++)
        job->weights[i] = (double)throng_without_subnormal(job->def->weights[i]);
    job->measure->lambda = (double)throng_without_subnormal(job->def->lambda);
    if (job->measure->kind == THRONG_MEASURE_TABLE || job->def->solve_lambda)
        job->measure->lambda = 0.0;
    if (job->def->solve_lambda)
        solve(job);
    if (job->wrong)
        return;
    const uint32_t all = all_types(job->measure);
    job->all = value_of(job, all);
    if (job->measure->normalized && !(job->all > 0.0)) {
        job->wrong = "cannot be normalized: the value of all types must be above 0";
        job->subset = all;
        job->value = job->all;
        return;
    }
    for (uint32_t subset = 0; subset <= all; subset++)
        if (!fill_in(job, subset))
            return;
    find_break(job->measure);
}

throng_status throng_measure_fill(throng_measure *measure, const throng_measure_def *def)
{
    fill_job job = {.measure = measure, .def = def};
    fill(&job);
    if (job.wrong)
        return throng_fail(measure->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the measure is %.9g for the set %u, which %s", job.value, (unsigned)job.subset,
                           job.wrong);
    if (!measure->monotone && !def->accept_non_monotone)
        return throng_fail(measure->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the measure is not monotone: %.9g for the set %u, and %.9g for the set %u that "
                           "contains it; change the values or set def.accept_non_monotone to 1",
                           (double)measure->shape.table[measure->smaller], (unsigned)measure->smaller,
                           (double)measure->shape.table[measure->larger], (unsigned)measure->larger);
    return THRONG_OK;
}
