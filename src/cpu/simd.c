/* Compiled once per SIMD level, with -DTHRONG_SIMD_<LEVEL> and the flags that the level needs. */
#include "src/cpu/simd.h"
#include "kernels/common/path_distance.h"
#include "kernels/crowd/hilbert_order.h"
#include "kernels/crowd/step.h"
#include "kernels/flow/flow.h"
#include "kernels/influence/all_pairs.h"
#include "kernels/influence/footprint_lanes.h"
#include "kernels/influence/items.h"
#include "kernels/influence/query.h"
#include "kernels/measure/choquet.h"
#include "kernels/potential/binning.h"
#include "kernels/potential/chunk.h"
#include "kernels/trace/trace.h"
#include "src/influence/influence.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#if defined(THRONG_SIMD_AVX512)
#define LEVEL avx512
#define LEVEL_ISA THRONG_ISA_AVX512
#elif defined(THRONG_SIMD_AVX2)
#define LEVEL avx2
#define LEVEL_ISA THRONG_ISA_AVX2
#elif defined(THRONG_SIMD_SSE2)
#define LEVEL sse2
#define LEVEL_ISA THRONG_ISA_SSE2
#elif defined(THRONG_SIMD_NEON)
#define LEVEL neon
#define LEVEL_ISA THRONG_ISA_NEON
#elif defined(THRONG_SIMD_VECTOR)
#define LEVEL vector
#define LEVEL_ISA THRONG_ISA_VECTOR
#else
#define LEVEL reference
#define LEVEL_ISA THRONG_ISA_REFERENCE
#endif

static void add_sources(float *sums, const influence_tile *tile, const influence_source *sources,
                        const uint32_t *list, uint32_t count)
{
    influence_add_sources(sums, tile, sources, list, count);
}

/* Both arrays have room up to the next multiple of 16, which is computed too; values is 64-byte aligned. */
static void finish(float *values, const float *sums, int32_t count, float momentum, int32_t stream)
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

static void combine(float *combined, const float *const *layers, const float *weights, int32_t layer_count,
                    int32_t count)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        vfloat sum = vf_set(0.0f);
        for (int32_t k = 0; k < layer_count; k++)
            sum = influence_combined(sum, vf_load(layers[k] + i), weights[k]);
        vf_store(combined + i, influence_combination(sum));
    }
}

enum { CHOQUET_ROWS = 64 }; /* at once: their values by type stay in the first-level cache */

static FORCE_INLINE void choquet_of_rows(float *results, const float *values, size_t pitch, int32_t count,
                                         const int32_t types, const float *table)
{
    float columns[CHOQUET_TYPES][CHOQUET_ROWS] = {{0}}, answers[CHOQUET_ROWS];
    for (int32_t done = 0; done < count; done += CHOQUET_ROWS) {
        const int32_t some = count - done < CHOQUET_ROWS ? count - done : CHOQUET_ROWS;
        const float *rows = values + (size_t)done * pitch;
        for (int32_t i = 0; i < some; i++)
            for (int32_t k = 0; k < types; k++)
                columns[k][i] = rows[(size_t)i * pitch + (size_t)k];
        for (int32_t i = 0; i < some; i += THRONG_WIDTH) {
            vfloat of_types[CHOQUET_TYPES];
            for (int32_t k = 0; k < types; k++)
                of_types[k] = vf_load(columns[k] + i);
            vf_store(answers + i, choquet_of(of_types, types, table));
        }
        memcpy(results + done, answers, (size_t)some * sizeof *answers);
    }
}

/* The usual few types by code of their own, whose exchanges are known to the compiler. */
static void choquet(float *results, const float *values, size_t pitch, int32_t count, int32_t types,
                    const float *table)
{
#define TYPES(n)                                                                                             \
    case n:                                                                                                  \
        choquet_of_rows(results, values, pitch, count, n, table);                                            \
        break
    switch (types) {
        TYPES(1);
        TYPES(2);
        TYPES(3);
        TYPES(4);
        TYPES(5);
        TYPES(6);
        TYPES(7);
        TYPES(8);
    default:
        choquet_of_rows(results, values, pitch, count, types, table);
    }
#undef TYPES
}

static size_t crowd_scratch_bytes(int32_t boxes, int32_t nearest)
{
    return crowd_block_words(THRONG_WIDTH, boxes, nearest) * sizeof(float);
}

static void crowd_keys(const crowd_curve *curve, const crowd_body *bodies, const int32_t *agents,
                       int32_t count, uint32_t *keys_of_agents)
{
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        int32_t rows[THRONG_WIDTH], found[THRONG_WIDTH];
        vfloat c[8];
        for (int32_t k = 0; k < THRONG_WIDTH; k++)
            rows[k] = 2 * agents[i + k < count ? i + k : count - 1];
        vf_gather_transpose((const float *)(const void *)bodies, rows, c);
        vi_store(found, crowd_key(curve, c[0], c[1]));
        memcpy(keys_of_agents + i, found, sizeof found);
    }
}

enum { AHEAD = THRONG_WIDTH < 12 ? 12 : THRONG_WIDTH }; /* agents that are asked for early */

static float crowd_publish_all(const crowd_plan *plan, const crowd_neighbor_snapshot *shown, int32_t first,
                               int32_t end, int32_t set, float *points, float *boxes)
{
    const int32_t last = end * CROWD_LEAF < plan->agents ? end * CROWD_LEAF : plan->agents;
    const int32_t senses = plan->uses & (CROWD_SENSES | CROWD_HETEROGENEOUS | CROWD_CONGESTION);
    vfloat max_sound_range = vf_set(0.0f);
    for (int32_t i = first * CROWD_LEAF; i < last; i += THRONG_WIDTH) {
        for (int32_t k = i + AHEAD; k < i + AHEAD + THRONG_WIDTH && k < last; k++) {
            prefetch(&shown->bodies[shown->order[k]]);
            if (senses)
                prefetch(&shown->senses[shown->order[k]]);
        }
        max_sound_range = vf_max(max_sound_range, crowd_publish(plan, shown, i, last, set));
    }
    for (int32_t leaf = first; leaf < end; leaf += THRONG_WIDTH)
        crowd_publish_leaves(plan, shown->records, leaf, end, points, boxes, 1);
    return vf_reduce_max(max_sound_range);
}

static FORCE_INLINE void step_blocks(const crowd_plan *plan, const crowd_world *world,
                                     const throng_blocks *blocks, float *memory, const int uses)
{
    crowd_scratch scratch = crowd_scratch_at(memory, plan->tree.boxes, plan->nearest);
    crowd_deferred bin;
    crowd_deferred_init(&bin, scratch.deferred);
    for (int32_t block = blocks->next(blocks->data); block >= 0; block = blocks->next(blocks->data))
        crowd_step_block(plan, world, block, &scratch, &bin, uses);
    crowd_deferred_flush(&bin, plan, world);
}

/* Plain crowds, and those with all senses, with walls or without, by code of their own, which knows of
 * nothing else. Each is called by its address: compilers do worse by all of them in one function. */
typedef void step_function(const crowd_plan *, const crowd_world *, const throng_blocks *, float *);

#define STEP(name, uses)                                                                                     \
    static void name(const crowd_plan *plan, const crowd_world *world, const throng_blocks *blocks,          \
                     float *memory)                                                                          \
    {                                                                                                        \
        step_blocks(plan, world, blocks, memory, uses);                                                      \
    }
STEP(step_plain, 0)
STEP(step_walled, CROWD_WALLED)
STEP(step_by_senses, CROWD_ALL_SENSES)
STEP(step_walled_by_senses, CROWD_ALL_SENSES | CROWD_WALLED)
STEP(step_any, plan->uses &CROWD_STEP_USES)
#undef STEP

static void crowd_step(const crowd_plan *plan, const crowd_world *world, const throng_blocks *blocks,
                       float *memory)
{
    static const struct {
        int32_t uses;
        step_function *step;
    } kinds[] = {{0, step_plain},
                 {CROWD_WALLED, step_walled},
                 {CROWD_ALL_SENSES, step_by_senses},
                 {CROWD_ALL_SENSES | CROWD_WALLED, step_walled_by_senses}};
    step_function *step = step_any;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((plan->uses & CROWD_STEP_USES) == kinds[i].uses)
            step = kinds[i].step;
    step(plan, world, blocks, memory);
}

static void query_regions(const query_map *map, const void *questions, size_t stride, int32_t count,
                          int32_t flags, query_best *answers)
{
    for (int32_t i = 0; i < count; i++) {
        query_region region;
        memcpy(&region, (const char *)questions + (size_t)i * stride, sizeof region);
        answers[i] = query_of_region(map, &region, flags);
    }
}

/* The cell of a question; behind the last one that again. */
static query_cell cell_at(const void *questions, size_t stride, int32_t count, int64_t i)
{
    query_cell cell;
    memcpy(&cell, (const char *)questions + (size_t)(i < count ? i : count - 1) * stride, sizeof cell);
    return cell;
}

static void query_neighbors(const query_map *map, const void *questions, size_t stride, int32_t count,
                            int32_t flags, query_best *answers)
{
    enum { CELLS_AHEAD = 32 }; /* what is around them is on its way by then */
    for (int64_t first = 0; first < count; first += THRONG_WIDTH) {
        const int64_t lanes = count - first < THRONG_WIDTH ? count - first : THRONG_WIDTH;
        query_cell cells[THRONG_WIDTH];
        query_best results[THRONG_WIDTH];
        for (int32_t k = 0; k < THRONG_WIDTH; k++) {
            const query_cell later = cell_at(questions, stride, count, first + CELLS_AHEAD + k);
            query_prefetch(map, &later);
            cells[k] = cell_at(questions, stride, count, first + k);
        }
        query_of_cells(map, cells, flags, results);
        memcpy(answers + first, results, (size_t)lanes * sizeof *results);
    }
}

/* All places of some vectors first: what the map has there is on its way while the next ones are found. */
static void query_points(const query_map *map, const void *questions, size_t stride, int32_t count,
                         query_sample *answers)
{
    enum { VECTORS = 4 };
    query_point points[VECTORS][THRONG_WIDTH];
    query_places places[VECTORS];
    for (int32_t first = 0; first < count; first += VECTORS * THRONG_WIDTH) {
        const int32_t some = count - first < VECTORS * THRONG_WIDTH ? count - first : VECTORS * THRONG_WIDTH;
        for (int32_t i = 0; i < some; i += THRONG_WIDTH) {
            query_point *own = points[i / THRONG_WIDTH];
            for (int32_t k = 0; k < THRONG_WIDTH; k++) /* the last one again and again */
                memcpy(&own[k],
                       (const char *)questions + (size_t)(first + (i + k < some ? i + k : some - 1)) * stride,
                       sizeof own[k]);
            if (!map->grid.hex)
                query_locate_points(map, own, &places[i / THRONG_WIDTH]);
        }
        for (int32_t i = 0; i < some; i += THRONG_WIDTH) {
            query_sample samples[THRONG_WIDTH];
            const int32_t lanes = some - i < THRONG_WIDTH ? some - i : THRONG_WIDTH;
            query_of_points(map, points[i / THRONG_WIDTH], &places[i / THRONG_WIDTH], samples);
            memcpy(answers + first + i, samples, (size_t)lanes * sizeof *samples);
        }
    }
}

static size_t trace_scratch(void) { return trace_lists_words(THRONG_WIDTH) * THRONG_WIDTH * sizeof(float); }

const throng_simd JOIN(throng_simd_, LEVEL);
const throng_simd JOIN(throng_simd_, LEVEL) = {
    .isa = LEVEL_ISA,
    .width = THRONG_WIDTH,
    .influence_add_sources = add_sources,
    .influence_finish = finish,
    .influence_combine = combine,
    .influence_best = influence_best_of_row,
    .query_regions = query_regions,
    .query_neighbors = query_neighbors,
    .query_points = query_points,
    .footprint_scratch = footprint_scratch,
    .footprint_write_all = footprint_write_all,
    .footprint_add = footprint_add,
    .table_row = path_table_row,
    .table_footprint = path_table_footprint,
    .distance_scratch = path_distance_scratch,
    .distance = path_distance,
    .potential_reach_tiles = potential_reach_tiles,
    .potential_place_points = potential_place_points,
    .potential_chunk = potential_chunk,
    .trace_scratch = trace_scratch,
    .trace_chunk = trace_chunk,
    .choquet = choquet,
    .crowd_scratch = crowd_scratch_bytes,
    .crowd_keys = crowd_keys,
    .crowd_publish = crowd_publish_all,
    .crowd_step = crowd_step,
    .flow_scratch = flow_scratch,
    .flow_pass = flow_pass,
    .flow_read_lengths = flow_read_lengths,
    .flow_read_directions = flow_read_directions,
};
