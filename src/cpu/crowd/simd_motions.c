/* One SIMD level: motions that the host sets. */
#include "src/cpu/level.h"
#include "src/crowd/motions.h"

void LEVEL_NAME(crowd_set_motions)(crowd_body *bodies, crowd_rest *rests,
                                   const struct throng_crowd_motions *given, int32_t first, int32_t end)
{
    const throng_crowd_motions motions = *given;
    for (int32_t i = first; i < end; i++) {
        const int32_t agent = throng_crowd_part_agent(&motions.part, i);
        const crowd_motion to = throng_motion_to_local(&motions, i);
        crowd_motion_set(bodies + agent, rests + agent, &to);
    }
}

void LEVEL_NAME(crowd_look_at_motions)(const throng_motion *motions, int32_t first, int32_t end,
                                       const double home[2], double fine, int32_t *wrong, int32_t *far)
{
    throng_motions_look(motions, first, end, home, fine, wrong, far);
}
