/* Checks of what calls on flows are given. */
#include "src/core/status.h"
#include "src/flow/flow.h"

throng_status throng_flow_check_field(const throng_flow *flow, int32_t field, int32_t of)
{
    throng_status status = throng_object_check(flow, THRONG_FLOW_COOKIE);
    const int32_t end = status != THRONG_OK            ? 0
                        : of == THRONG_FLOW_OF_LAYERS  ? throng_flow_layers(&flow->shape)
                        : of == THRONG_FLOW_OF_CLASSES ? throng_flow_numbers(&flow->shape)
                                                       : flow->shape.fields;
    if (status == THRONG_OK && (field < 0 || field >= end))
        status = throng_fail(flow->object.context, THRONG_ERROR_INVALID_ARGUMENT, "field is %d: 0 to %d",
                             (int)field, (int)end - 1);
    return status;
}

throng_status throng_flow_check_list(throng_flow *flow, const char *name, int32_t count, const void *list,
                                     size_t least, size_t *stride)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (count < 0)
        return throng_fail(flow->object.context, wrong, "count is %d: 0 or more", (int)count);
    if (count > 0 && !list)
        return throng_fail(flow->object.context, wrong, "%s must not be NULL", name);
    if (*stride == 0)
        *stride = least;
    if (*stride < least)
        return throng_fail(flow->object.context, wrong,
                           "the stride of %s is %zu bytes: 0 (packed) or at least %zu", name, *stride, least);
    return THRONG_OK;
}
