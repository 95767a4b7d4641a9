#include "src/core/check.h"
#include "src/core/status.h"

throng_status throng_check_stride(throng_context *context, const char *name, const void *data, size_t least,
                                  size_t *stride)
{
    if (!data)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL", name);
    if (*stride == 0)
        *stride = least;
    if (*stride < least)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the stride of %s is %zu bytes: 0 (packed) or at least %zu", name, *stride, least);
    return THRONG_OK;
}

/* Without their signs, the bits of floats are ordered as their magnitudes are, and those of NaN lie above. */
int32_t throng_first_wrong_pair(const void *pairs, size_t stride, int32_t count, float largest)
{
    enum { SOME = 16 };
    const char *bytes = pairs;
    uint32_t limit;
    int32_t i = 0;
    memcpy(&limit, &largest, sizeof limit);
    for (; stride == 2 * sizeof limit && i + SOME <= count; i += SOME) { /* without branches */
        uint32_t words[2 * SOME], beyond = 0;
        memcpy(words, bytes + (size_t)i * stride, sizeof words);
        for (int32_t k = 0; k < 2 * SOME; k++)
            beyond |= limit - (words[k] & 0x7fffffffu);
        if (beyond >> 31)
            break;
    }
    for (; i < count; i++) {
        uint32_t pair[2];
        memcpy(pair, bytes + (size_t)i * stride, sizeof pair);
        if (((pair[0] & 0x7fffffffu) > limit) | ((pair[1] & 0x7fffffffu) > limit))
            return i;
    }
    return count;
}
