/* The kernels of one SIMD level, as src/cpu/simd.c exports them once for each level. A new operation adds
 * its functions to simd_functions.inc, a new level one line in CMakeLists.txt and one in isa.c. */
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
#include "kernels/influence/tables.h"
#include "kernels/potential/binning.h"
#include "kernels/potential/chunk.h"
#include "kernels/trace/trace.h"

struct crowd_find_tree; /* kernels/crowd/find.h */
struct crowd_find_world;
struct crowd_hit;
struct throng_crowd_motions; /* src/crowd/crowd.h */

/* Blocks that several tasks share: each takes the next one, until it is below 0. */
typedef struct throng_blocks {
    int32_t (*next)(void *data);
    void *data;
} throng_blocks;

typedef struct throng_simd {
    throng_isa isa;
    int32_t width;
#define SIMD_FUNCTION(result, name, parameters) result(*name) parameters;
#include "src/cpu/simd_functions.inc"
#undef SIMD_FUNCTION
} throng_simd;

/* ---- src/cpu/isa.c: 1 where AVX-512's vectors are computed in two halves. */
int32_t throng_cpu_halves(void);

/* ---- src/cpu/flow/flow.c: the keys of all fields of a flow, for kernels that follow them. */
const void *throng_cpu_flow_keys(const void *state, flow_plan *plan);

#endif
