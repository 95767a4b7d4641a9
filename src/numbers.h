/* What counts as a number, for the check of everything that the public calls are given. */
#ifndef THRONG_NUMBERS_H
#define THRONG_NUMBERS_H

#include <stdint.h>
#include <string.h>

#define THRONG_NUMBER_MOST 1e9f

/* Numbers below the smallest normal one count as 0, by their bits: a host whose processor flushes them gets
 * the same answer. */
static inline float without_subnormal(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x7f800000u ? value : 0.0f;
}

/* False for NaN too. low and high are 0 or normal. */
static inline int32_t within(float value, float low, float high)
{
    value = without_subnormal(value);
    return value >= low && value <= high;
}

#endif
