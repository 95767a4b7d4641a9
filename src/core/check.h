/* Checks of arguments that all operations share. */
#ifndef THRONG_CORE_CHECK_H
#define THRONG_CORE_CHECK_H

#include <throng/throng.h>

#include <string.h>

#define THRONG_MOST 1e9f /* the largest length, coordinate or strength of an argument */

/* Numbers below the smallest normal one count as 0, by their bits: a host whose processor flushes them gets
 * the same answer. */
static inline float throng_without_subnormal(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x7f800000u ? value : 0.0f;
}

/* Floats as they are given, in memory of any alignment, without subnormal ones. */
static inline void throng_copy_normal(float *to, const void *from, int32_t count)
{
    memcpy(to, from, (size_t)count * sizeof *to);
    for (int32_t i = 0; i < count; i++)
        to[i] = throng_without_subnormal(to[i]);
}

/* False for NaN too. low and high are 0 or normal. */
static inline int32_t throng_within(float value, float low, float high)
{
    value = throng_without_subnormal(value);
    return value >= low && value <= high;
}

/* The first of `count` pairs of floats, `stride` bytes apart, of which one is NaN or not within -largest to
 * largest; `count`: there is none. */
int32_t throng_first_wrong_pair(const void *pairs, size_t stride, int32_t count, float largest);

/* Data that is there, and the bytes from one entry to the next: 0 becomes `least`. */
throng_status throng_check_stride(throng_context *context, const char *name, const void *data, size_t least,
                                  size_t *stride);

#endif
