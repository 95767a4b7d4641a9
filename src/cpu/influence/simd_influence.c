/* One SIMD level: maps by straight distance. */
#include "kernels/influence/items.h"
#include "kernels/influence/tables.h"
#include "src/cpu/level.h"
#include "src/influence/influence.h"

void LEVEL_NAME(influence_add_sources)(float *sums, const influence_tile *tile,
                                       const influence_source *sources, const uint32_t *list, uint32_t count)
{
    influence_add_sources(sums, tile, sources, list, count, 0);
}

void LEVEL_NAME(influence_add_table)(float *sums, const influence_tile *tile, const influence_table *table,
                                     const influence_source *source)
{
    influence_add_table(sums, tile, table, source);
}

void LEVEL_NAME(influence_add_tables)(float *sums, const influence_tile *tile, const influence_table *tables,
                                      const int16_t *table_of, const influence_source *sources,
                                      const uint32_t *list, uint32_t count)
{
    influence_add_tables(sums, tile, tables, table_of, sources, list, count);
}

/* Both arrays have room up to the next multiple of 16, which is computed too; values is 64-byte aligned. */
void LEVEL_NAME(influence_finish)(float *values, const float *sums, int32_t count, float momentum,
                                  int32_t stream)
{
    const vfloat nothing = vf_set(0.0f);
    if (momentum > 0.0f) {
        for (int32_t i = 0; i < count; i += THRONG_WIDTH)
            vf_store(values + i, influence_finished(vf_load(sums + i), vf_load(values + i), momentum));
    } else if (!stream) {
        for (int32_t i = 0; i < count; i += THRONG_WIDTH)
            vf_store(values + i, influence_finished(vf_load(sums + i), nothing, 0.0f));
    } else {
        for (int32_t i = 0; i < count; i += THRONG_WIDTH)
            vf_store_nt(values + i, influence_finished(vf_load(sums + i), nothing, 0.0f));
        store_nt_fence();
    }
}

/* Not without momentum. Only the cells count, not what is computed behind them. */
int32_t LEVEL_NAME(influence_blend)(float *values, const float *sums, int32_t count, float momentum)
{
    int32_t changed = 0;
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        const vfloat last = vf_load(values + i), next = influence_finished(vf_load(sums + i), last, momentum);
        const vmask inside = vf_lt(vf_iota(), vf_set((float)(count - i)));
        changed |=
            vmask_any(vmask_and(inside, vf_lt(last, next))) | vmask_any(vmask_and(inside, vf_lt(next, last)));
        vf_store(values + i, next);
    }
    return changed;
}

void LEVEL_NAME(influence_combine)(float *combined, const float *const *layers, const float *weights,
                                   int32_t layer_count, int32_t count)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        vfloat sum = vf_set(0.0f);
        for (int32_t k = 0; k < layer_count; k++)
            sum = influence_combined(sum, vf_load(layers[k] + i), weights[k]);
        vf_store(combined + i, influence_combination(sum));
    }
}

float LEVEL_NAME(influence_best)(const float *values, int32_t count, int32_t *first)
{
    return influence_best_of_row(values, count, first);
}
