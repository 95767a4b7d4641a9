/* Bytes of a fuzzer as odd values, and memory that runs out. */
#ifndef THRONG_TESTS_CHECKS_FUZZ_INPUT_H
#define THRONG_TESTS_CHECKS_FUZZ_INPUT_H

#include <throng/throng.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static void check(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

/* The library's memory: no byte more than asked for, so that address sanitizers see the end. */
static int64_t requests_left = -1; /* until memory runs out, -1: never */

static void *allocate(void *user, size_t size, size_t alignment)
{
    void *memory = NULL;
    (void)user;
    if (requests_left == 0)
        return NULL;
    if (requests_left > 0)
        requests_left--;
    return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

static void release(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

static uint8_t byte(input *in)
{
    if (in->size == 0)
        return 0;
    in->size--;
    return *in->data++;
}

static inline uint32_t word(input *in)
{
    uint32_t w = byte(in);
    w |= (uint32_t)byte(in) << 8;
    w |= (uint32_t)byte(in) << 16;
    return w | (uint32_t)byte(in) << 24;
}

/* Plain numbers, edges of ranges, and any 32 bits. */
static inline float number(input *in, float low, float high)
{
    static const float odd[] = {0.0f,   -0.0f,  1.0f,   -1.0f,   0.5f,  1e9f,     -1e9f,  1.0001e9f,
                                1e-9f,  1e-38f, 1e-45f, -1e-40f, 1e38f, INFINITY, -1e38f, 0.99999994f,
                                1e-18f, 3e-7f,  16.0f,  1e6f,    NAN,   -INFINITY};
    uint8_t kind = byte(in);
    if (kind < 180)
        return low + (high - low) * ((float)byte(in) / 255.0f);
    if (kind < 245)
        return odd[kind % (sizeof odd / sizeof odd[0])];
    uint32_t bits = word(in);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline int32_t integer(input *in, int32_t low, int32_t high)
{
    static const int32_t odd[] = {-1, INT32_MIN, INT32_MAX, 0, 1, 1 << 30, -2};
    uint8_t kind = byte(in);
    if (kind < 240)
        return low + byte(in) % (high - low + 1);
    return odd[kind % (sizeof odd / sizeof odd[0])];
}

#endif
