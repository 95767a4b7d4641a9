/* Rows that are measured again, since a comparison finds them slower: a burst of other work slows down one
 * measurement, and a slower program all of them. */
#include "bench/report/tree.h"
#include "bench/suite/suite.h"

#include <string.h>

static int32_t same_row(const throng_bench_row *a, const throng_bench_row *b)
{
    return strcmp(a->scene, b->scene) == 0 && strcmp(a->operation, b->operation) == 0 &&
           strcmp(a->backend, b->backend) == 0 && strcmp(a->isa, b->isa) == 0 && a->threads == b->threads &&
           strcmp(a->baseline, b->baseline) == 0 && strcmp(a->device, b->device) == 0;
}

/* By the ratio to other code where both have one that says something, as a comparison does: of the library's
 * own variants all may be slower. */
static int32_t is_faster(const throng_bench_row *row, const throng_bench_row *before)
{
    if (throng_tree_baseline_is_outside(row->baseline) && row->ratio.useful && before->ratio.useful)
        return row->ratio.median > before->ratio.median;
    return throng_bench_median(&row->time) < throng_bench_median(&before->time);
}

static void keep_faster(throng_bench_row *row, const throng_bench_row *again)
{
    const int32_t repeated = row->repeated + 1;
    if (is_faster(again, row))
        *row = *again;
    row->repeated = repeated;
}

void throng_bench_repeat(throng_bench *bench, const char *scenes, void (*run)(throng_bench *bench))
{
    const throng_bench_options options = bench->options;
    const int32_t count = bench->row_count, growths = bench->growth_count, draws = bench->draws;
    bench->options.select = scenes;
    bench->options.exact = 1;
    bench->draws = 0; /* there are pictures of them */
    run(bench);
    bench->options = options;
    bench->draws = draws;
    for (int32_t i = count; i < bench->row_count; i++)
        for (int32_t k = 0; k < count; k++)
            if (same_row(&bench->rows[i], &bench->rows[k])) {
                keep_faster(&bench->rows[k], &bench->rows[i]);
                break;
            }
    bench->row_count = count;
    bench->growth_count = growths;
}
