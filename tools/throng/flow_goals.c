#include "tools/throng/flow_goals.h"

#include <stdlib.h>

static int by_cell(const void *left, const void *right)
{
    const flow_goal *a = left, *b = right;
    if (a->cell.row != b->cell.row)
        return a->cell.row < b->cell.row ? -1 : 1;
    return (a->cell.column > b->cell.column) - (a->cell.column < b->cell.column);
}

int32_t flow_goals_number(flow_goal *goals, int32_t count,
                          void (*assign)(void *data, int32_t owner, int32_t field), void *data)
{
    int32_t fields = 0;
    qsort(goals, (size_t)count, sizeof *goals, by_cell);
    for (int32_t i = 0; i < count; i++) {
        if (i == 0 || by_cell(&goals[fields - 1], &goals[i]) != 0)
            goals[fields++].cell = goals[i].cell;
        assign(data, goals[i].owner, fields - 1);
    }
    return fields;
}

throng_status flow_goals_create(throng_context *context, throng_flow_def *def, const flow_goal *goals,
                                int32_t fields, throng_flow **flow)
{
    def->fields = fields > 0 ? fields : 1;
    throng_status status = throng_flow_create(context, def, flow);
    for (int32_t i = 0; i < fields && status == THRONG_OK; i++)
        status = throng_flow_set_goals(*flow, i, 1, &goals[i].cell, 0);
    return status;
}
