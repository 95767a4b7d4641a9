/* What code that scripts/gpu_lockstep.py has made out of a kernel's PTX shares with tools/gpu-
 * check/lockstep.c, which runs it: the kernel's blocks, and what its instructions need. */
#ifndef GPU_CHECK_LOCKSTEP_H
#define GPU_CHECK_LOCKSTEP_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 32, ACCESSES = 512 /* of a block, to global memory */ };

/* A block of instructions without a branch, and what is known of it. */
typedef struct block {
    int after;    /* where lanes that part at its end meet again: its immediate post-dominator, or -1 */
    int barrier;  /* 1: ends at a barrier */
    int accesses; /* to global memory */
} block;

/* Where a warp is. */
typedef struct place {
    unsigned char *shared; /* of the group */
    unsigned char *parameters;
    uint32_t item, items; /* of the first lane, in its group; of a group */
    uint32_t group, groups;
    uint64_t at[ACCESSES][LANES]; /* addresses */
    uint8_t size[ACCESSES], stores[ACCESSES];
} place;

/* ---- The kernel. */
extern const block lockstep_blocks[];
extern const int lockstep_block_count, lockstep_lane_bytes, lockstep_shared_bytes, lockstep_parameter_bytes;
extern const int lockstep_parameters[]; /* their places */
/* Runs the lanes of a mask. next[]: the block that each goes to, -1: it has ended. */
void lockstep_run(int number, uint32_t mask, void *lanes, place *p, int *next);

/* ---- For its instructions. */
static inline float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t as_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Of two numbers the lesser; of a number and none that number; -0 is less than 0. */
static inline float min_of(float a, float b)
{
    if (a != a || b != b)
        return a != a ? b : a;
    return a < b || (a == b && as_bits(a) >> 31) ? a : b;
}

static inline float max_of(float a, float b)
{
    if (a != a || b != b)
        return a != a ? b : a;
    return a > b || (a == b && !(as_bits(a) >> 31)) ? a : b;
}

static inline int32_t whole_of(float a) /* towards 0, the nearest that there is; of no number 0 */
{
    return a != a ? 0 : a >= 2147483648.0f ? INT32_MAX : a < -2147483648.0f ? INT32_MIN : (int32_t)a;
}

static inline int64_t long_whole_of(float a)
{
    return a != a                        ? 0
           : a >= 9223372036854775808.0f ? INT64_MAX
           : a < -9223372036854775808.0f ? INT64_MIN
                                         : (int64_t)a;
}

static inline uint32_t field_of(uint32_t a, uint32_t first, uint32_t count)
{
    first &= 255;
    count &= 255;
    const uint32_t rest = first < 32 ? a >> first : 0;
    return count >= 32 ? rest : rest & ((1u << count) - 1u);
}

static inline int32_t signed_field_of(int32_t a, uint32_t first, uint32_t count)
{
    first &= 255;
    count &= 255;
    if (count == 0)
        return 0;
    const int32_t rest = a >> (first < 31 ? first : 31);
    return count >= 32 ? rest : (int32_t)((uint32_t)rest << (32 - count)) >> (32 - count);
}

static inline uint64_t shifted_left(uint64_t a, uint32_t by, uint32_t bits)
{
    return by >= bits ? 0 : a << by;
}

static inline uint64_t shifted_right(uint64_t a, uint32_t by, uint32_t bits)
{
    return by >= bits ? 0 : a >> by;
}

static inline int64_t shifted_right_signed(int64_t a, uint32_t by, uint32_t bits)
{
    return a >> (by >= bits ? bits - 1 : by);
}

#endif
