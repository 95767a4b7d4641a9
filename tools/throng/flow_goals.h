/* Goals of a flow: one field for each cell that is somebody's goal. */
#ifndef THRONG_TOOLS_FLOW_GOALS_H
#define THRONG_TOOLS_FLOW_GOALS_H

#include <throng/throng.h>

typedef struct flow_goal {
    throng_cell cell;
    int32_t owner; /* index of the agent or goal */
} flow_goal;

/* Sorts the goals by cell and calls `assign` with the field of each owner. goals[0] to the result - 1 then
 * have the cells of the fields. */
int32_t flow_goals_number(flow_goal *goals, int32_t count,
                          void (*assign)(void *data, int32_t owner, int32_t field), void *data);
/* A flow with these goals; def->fields is set here, 1 at least. */
throng_status flow_goals_create(throng_context *context, throng_flow_def *def, const flow_goal *goals,
                                int32_t fields, throng_flow **flow);

#endif
