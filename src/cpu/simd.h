/* The kernels of one SIMD level, as src/cpu/simd.c exports them once for each level. A new operation adds
 * its functions here, a new level one line in CMakeLists.txt and one in cpu.c. */
#ifndef THRONG_CPU_SIMD_H
#define THRONG_CPU_SIMD_H

#include <throng/throng.h>

#include "kernels/crowd/hilbert_order.h"
#include "kernels/crowd/neighbor_snapshot.h"
#include "kernels/crowd/step.h"
#include "kernels/flow/flow.h"
#include "kernels/influence/all_pairs.h"
#include "kernels/influence/footprint.h"
#include "kernels/influence/footprint_lanes.h"
#include "kernels/influence/query.h"
#include "kernels/potential/binning.h"
#include "kernels/potential/chunk.h"
#include "kernels/trace/trace.h"

/* Blocks that several tasks share: each takes the next one, until it is below 0. */
typedef struct throng_blocks {
    int32_t (*next)(void *data);
    void *data;
} throng_blocks;

typedef struct throng_simd {
    throng_isa isa;
    int32_t width;
    void (*influence_add_sources)(float *sums, const influence_tile *tile, const influence_source *sources,
                                  const uint32_t *list, uint32_t count);
    /* values[i] = what the map holds after an update, out of its scaled sum and, with momentum, itself.
     * stream: past the caches. */
    void (*influence_finish)(float *values, const float *sums, int32_t count, float momentum, int32_t stream);
    void (*influence_combine)(float *combined, const float *const *layers, const float *weights,
                              int32_t layer_count, int32_t count);
    float (*influence_best)(const float *values, int32_t count, int32_t *first);
    /* `count` questions, stride bytes from one to the next, and their answers */
    void (*query_regions)(const query_map *map, const void *questions, size_t stride, int32_t count,
                          int32_t flags, query_best *answers);
    void (*query_neighbors)(const query_map *map, const void *questions, size_t stride, int32_t count,
                            int32_t flags, query_best *answers);
    void (*query_points)(const query_map *map, const void *questions, size_t stride, int32_t count,
                         query_sample *answers);
    size_t (*footprint_scratch)(const influence_object *object, const influence_grid *grid);
    void (*footprint_write_all)(footprint_item *items, int32_t count, void *scratch, const uint32_t *walls,
                                const influence_grid *grid);
    void (*footprint_add)(float *sums, const influence_tile *tile, relax_area area, const float *values);
    void (*table_row)(float *lengths, uint8_t *firsts, void *scratch, terrain_view walls, int32_t columns,
                      int32_t rows, int32_t grid, int32_t cell);
    void (*table_footprint)(float *values, const influence_source *source, relax_area area,
                            const influence_grid *grid, const float *lengths, const uint8_t *firsts);
    size_t (*distance_scratch)(int32_t columns, int32_t rows, int32_t widest);
    float (*distance)(void *scratch, terrain_view walls, int32_t columns, int32_t rows,
                      const int32_t from_to[4], int32_t widest, int32_t grid);
    void (*potential_reach_tiles)(const potential_plan *plan, const potential_source *sources, int32_t count,
                                  potential_reached *reached);
    void (*potential_place_points)(const potential_plan *plan, const potential_point *points, int32_t count,
                                   int32_t *tiles);
    void (*potential_chunk)(const potential_field *field, const potential_plan *plan,
                            const potential_work *work, const potential_work *next, float *scratch);
    size_t (*trace_scratch)(void);
    void (*trace_chunk)(const trace_field *field, const trace_plan *plan, uint32_t first, uint32_t end,
                        float *scratch);
    /* The Choquet integral of each row; rows are `pitch` floats apart. */
    void (*choquet)(float *results, const float *values, size_t pitch, int32_t count, int32_t types,
                    const float *table);
    size_t (*crowd_scratch)(int32_t boxes, int32_t nearest); /* bytes */
    /* Keys of `count` agents, in whole vectors: what is behind is written, too. */
    void (*crowd_keys)(const crowd_curve *curve, const crowd_body *bodies, const int32_t *agents,
                       int32_t count, uint32_t *keys);
    /* Shows the agents of the leaves from `first` on, before `end`, and makes these; how far one is heard at
     * most, where that is asked for. set: 1: velocities or headings may have been set */
    float (*crowd_publish)(const crowd_plan *plan, const crowd_neighbor_snapshot *shown, int32_t first,
                           int32_t end, int32_t set, float *points, float *boxes);
    void (*crowd_step)(const crowd_plan *plan, const crowd_world *world, const throng_blocks *blocks,
                       float *scratch);
    size_t (*flow_scratch)(const flow_plan *plan);
    flow_pass_result (*flow_pass)(const flow_plan *plan, void *keys, const uint32_t *walls, int32_t index,
                                  int32_t dirty_edges, void *scratch);
    void (*flow_read_lengths)(const flow_plan *plan, const void *keys, int32_t world, int32_t row,
                              int32_t column, int32_t count, float *lengths);
    void (*flow_read_directions)(const flow_plan *plan, const void *keys, int32_t world, int32_t row,
                                 int32_t column, int32_t count, uint8_t *directions);
} throng_simd;

/* ---- src/cpu/isa.c: 1 where AVX-512's vectors are computed in two halves. */
int32_t throng_cpu_halves(void);

/* ---- src/cpu/flow/flow.c: the keys of all fields of a flow, for kernels that follow them. */
const void *throng_cpu_flow_keys(const void *state, flow_plan *plan);

#endif
