/* The baselines of "choquet". */
#include "bench/suite/choquet.h"

#include <stdlib.h>

typedef struct entry {
    float value;
    int32_t type;
} entry;

static int ascending(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    return (a->value > b->value) - (a->value < b->value);
}

static float joined(const entry *sorted, int32_t types, const float *measure)
{
    float sum = 0.0f, before = 0.0f;
    uint32_t set = (1u << types) - 1;
    for (int32_t k = 0; k < types; k++) {
        sum += (sorted[k].value - before) * measure[set];
        before = sorted[k].value;
        set &= ~(1u << sorted[k].type);
    }
    return sum;
}

void throng_bench_qsort(float *results, const float *values, int32_t rows, int32_t types,
                        const float *measure)
{
    entry sorted[THRONG_MAX_TYPES];
    for (int32_t i = 0; i < rows; i++, values += types) {
        for (int32_t k = 0; k < types; k++)
            sorted[k] = (entry){values[k], k};
        qsort(sorted, (size_t)types, sizeof *sorted, ascending);
        results[i] = joined(sorted, types, measure);
    }
}

void throng_bench_insertion(float *results, const float *values, int32_t rows, int32_t types,
                            const float *measure)
{
    entry sorted[THRONG_MAX_TYPES];
    for (int32_t i = 0; i < rows; i++, values += types) {
        for (int32_t k = 0; k < types; k++) {
            int32_t place = k;
            for (; place > 0 && sorted[place - 1].value > values[k]; place--)
                sorted[place] = sorted[place - 1];
            sorted[place] = (entry){values[k], k};
        }
        results[i] = joined(sorted, types, measure);
    }
}
