/* Agents of all processes in the order of ids, and sums over what processes have one after the other. */
#ifndef THRONG_WORLD_ORDER_H
#define THRONG_WORLD_ORDER_H

#include "src/world/world.h"

#include <throng/crowd_states.h>

typedef struct throng_id_place {
    uint64_t id;
    int32_t place, reserved;
} throng_id_place;

/* The ids of states in ascending order, and where they are. */
throng_status throng_order_by_id(throng_world *world, const throng_agent_state *states, int32_t count,
                                 throng_buffer *named);
/* size - 1 ids that divide the agents of all processes into about equal shares, uint64_t each: process p has
 * those below the p-th. Collective; status: whether `named` is there. */
throng_status throng_order_split(throng_world *world, throng_status status, const throng_id_place *named,
                                 int32_t count, throng_buffer *splits);
/* Goes on with a sum, with the bytes of one process after those of another; all get it. Collective. */
throng_status throng_world_sum(throng_world *world, uint64_t *sum, const void *data, size_t bytes);

#endif
