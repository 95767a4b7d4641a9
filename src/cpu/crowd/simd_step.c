/* One SIMD level: a step of a crowd. */
#include "kernels/crowd/step.h"
#include "src/cpu/level.h"

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

/* Plain crowds, and those with all senses, by code of their own, which knows of nothing else but whether
 * there are walls, agents settle and headings turn; plain ones and all others once more for neighbours by
 * gaps. Each is called by its address: compilers do worse by all of them in one function. SSE2 has none by
 * gaps alone: processors without AVX2 are rare, and each of these takes gcc three to four seconds. */
typedef void step_function(const crowd_plan *, const crowd_world *, const throng_blocks *, float *);

#define STEP(name, uses)                                                                                     \
    static void name(const crowd_plan *plan, const crowd_world *world, const throng_blocks *blocks,          \
                     float *memory)                                                                          \
    {                                                                                                        \
        step_blocks(plan, world, blocks, memory, uses);                                                      \
    }
#ifdef THRONG_ONE_STEP /* a level that no processor chooses */
STEP(step_all, plan->uses &CROWD_STEP_USES)
#else
STEP(step_plain, plan->uses &(CROWD_WALLED | CROWD_SETTLES))
STEP(step_by_senses, CROWD_ALL_SENSES | (plan->uses & (CROWD_WALLED | CROWD_SETTLES | CROWD_TURNING)))
#ifdef THRONG_SIMD_SSE2
STEP(step_any, plan->uses &CROWD_STEP_USES)
#else
STEP(step_any, plan->uses &CROWD_STEP_USES & ~CROWD_BY_GAPS)
STEP(step_plain_by_gaps, CROWD_BY_GAPS | (plan->uses & (CROWD_WALLED | CROWD_SETTLES)))
STEP(step_any_by_gaps, CROWD_BY_GAPS | (plan->uses & CROWD_STEP_USES))
#endif
#endif
#undef STEP

void LEVEL_NAME(crowd_step)(const crowd_plan *plan, const crowd_world *world, const throng_blocks *blocks,
                            float *memory)
{
#ifdef THRONG_ONE_STEP
    step_function *const step = step_all;
#else
    const int32_t uses = plan->uses & CROWD_STEP_USES & ~(CROWD_WALLED | CROWD_SETTLES);
    step_function *step = step_any;
#ifndef THRONG_SIMD_SSE2
    if (uses & CROWD_BY_GAPS)
        step = uses == CROWD_BY_GAPS ? step_plain_by_gaps : step_any_by_gaps;
#endif
    if (uses == 0 || (uses & ~CROWD_TURNING) == CROWD_ALL_SENSES)
        step = uses == 0 ? step_plain : step_by_senses;
#endif
    step(plan, world, blocks, memory);
}
