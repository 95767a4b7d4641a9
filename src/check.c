#include "check.h"

throng_status throng_check_stride(throng_context *context, const char *name, const void *data, size_t least,
                                  size_t *stride)
{
    if (!data)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
    if (*stride == 0)
        *stride = least;
    if (*stride < least)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the stride of %s is %zu bytes: 0 (packed) or at least %zu", name, *stride, least);
    return THRONG_OK;
}
