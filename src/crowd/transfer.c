/* Whole agents between the host and the backend. */
#include "src/crowd/agents.h"

/* All words of `count` agents. */
static throng_crowd_part whole(int32_t of, int32_t count, const int32_t *agents, int32_t begun)
{
    throng_crowd_part part = {
        .of = of, .count = count, .agents = agents, .agent_stride = sizeof *agents, .begun = begun};
    part.words = throng_crowd_part_pitch(&part);
    return part;
}

static size_t stride_of(const throng_crowd_part *part, size_t stride)
{
    return stride > 0 ? stride : 4 * (size_t)part->words;
}

throng_status throng_crowd_read(throng_crowd *crowd, int32_t count, const int32_t *agents, void *bodies,
                                void *senses, void *rests, size_t stride)
{
    void *const to[] = {bodies, senses, rests};
    throng_status status = THRONG_OK;
    for (int32_t of = THRONG_CROWD_BODIES; of <= THRONG_CROWD_RESTS && status == THRONG_OK; of++) {
        const throng_crowd_part part = whole(of, count, agents, 0);
        if (to[of])
            status = crowd->ops->read(crowd->object.state, &part, to[of], stride_of(&part, stride));
    }
    return status;
}

throng_status throng_crowd_write(throng_crowd *crowd, int32_t count, const int32_t *agents,
                                 const void *bodies, const void *senses, const void *rests, size_t stride,
                                 int32_t begun)
{
    const void *const from[] = {bodies, senses, rests};
    throng_status status = THRONG_OK;
    for (int32_t of = THRONG_CROWD_BODIES; of <= THRONG_CROWD_RESTS && status == THRONG_OK; of++) {
        const throng_crowd_part part = whole(of, count, agents, begun);
        if (from[of])
            status = crowd->ops->write(crowd->object.state, &part, from[of], stride_of(&part, stride));
    }
    return status;
}
