/* Whole agents between the host and the backend. */
#include "src/crowd/agents.h"

throng_status throng_crowd_read(throng_crowd *crowd, int32_t count, const int32_t *agents, void *bodies,
                                void *senses, size_t stride)
{
    throng_crowd_part part = {0, 0, sizeof(crowd_body) / 4, count, agents, sizeof *agents, 0, 0, 0};
    throng_status status =
        crowd->ops->read(crowd->object.state, &part, bodies, stride > 0 ? stride : sizeof(crowd_body));
    part = (throng_crowd_part){1, 0, sizeof(crowd_sense) / 4, count, agents, sizeof *agents, 0, 0, 0};
    if (status == THRONG_OK)
        status =
            crowd->ops->read(crowd->object.state, &part, senses, stride > 0 ? stride : sizeof(crowd_sense));
    return status;
}

throng_status throng_crowd_write(throng_crowd *crowd, int32_t count, const int32_t *agents,
                                 const void *bodies, const void *senses, size_t stride, int32_t begun)
{
    throng_crowd_part part = {0, 0, sizeof(crowd_body) / 4, count, agents, sizeof *agents, begun, 0, 0};
    throng_status status =
        crowd->ops->write(crowd->object.state, &part, bodies, stride > 0 ? stride : sizeof(crowd_body));
    part = (throng_crowd_part){1, 0, sizeof(crowd_sense) / 4, count, agents, sizeof *agents, begun, 0, 0};
    if (status == THRONG_OK)
        status =
            crowd->ops->write(crowd->object.state, &part, senses, stride > 0 ? stride : sizeof(crowd_sense));
    return status;
}
