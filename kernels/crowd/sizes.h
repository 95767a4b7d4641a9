/* How much memory the search of agents takes, as hosts have to know it. */
#ifndef THRONG_KERNELS_CROWD_SIZES_H
#define THRONG_KERNELS_CROWD_SIZES_H

#include "kernels/crowd/tree.h"

#define CROWD_NUMBERS 512 /* see crowd_near.h */
#define CROWD_LEFT 14     /* rows, see crowd_deferred.h */
#define CROWD_ROWS (3 * CROWD_LINES + CROWD_LEFT)

/* How many are kept to find the nearest so many: what the networks can do. */
static inline int32_t crowd_kept(int32_t nearest)
{
    return nearest <= 8 ? 8 : nearest <= 10 ? 10 : (nearest + 7) / 8 * 8;
}

/* Words for the points of so many, and for a vector to be read where the last of them are. */
static inline size_t crowd_point_words(size_t agents) { return 2 * (agents + CROWD_LEAF) + CROWD_SPARE; }

static inline int32_t crowd_batches(int32_t width) { return (CROWD_BLOCK + width - 1) / width; }

/* Words of 32 bits for a task that works off blocks; see crowd_scratch_at(). */
static inline size_t crowd_block_words(int32_t width, int32_t boxes, int32_t nearest)
{
    size_t words = (size_t)crowd_batches(width) * (size_t)crowd_kept(nearest) * (size_t)width;
    words += 7 * ((size_t)boxes + CROWD_SPARE);
    words += 2 * (CROWD_NUMBERS + (size_t)width);
    words += (2 * (size_t)CROWD_MOST + CROWD_WALLS) * (size_t)width;
    words += (size_t)3 * CROWD_ROWS * (size_t)width;
    return (words + 31) / 16 * 16;
}

/* Bytes for a work-item that has one agent: half-planes, three numbers each, in the place of who was found:
 * ranks and rows take as much, and squares and rows of walls less. */
static inline size_t crowd_scalar_bytes(int32_t nearest, int32_t walls)
{
    return 12 * ((size_t)nearest + (size_t)walls);
}

#endif
