/* Sizes of the scratch memory of the neighbour search, shared with the host. */
#ifndef THRONG_KERNELS_CROWD_SIZES_H
#define THRONG_KERNELS_CROWD_SIZES_H

#include "kernels/crowd/tree.h"

#define CROWD_NUMBER_BITS 9 /* of candidate numbers, see kernels/crowd/nearest.h */
#define CROWD_CANDIDATES (1 << CROWD_NUMBER_BITS)
#define CROWD_LP_ROWS 15 /* rows of LP state, see kernels/crowd/deferred_lp.h */
#define CROWD_DEFERRED_ROWS (3 * CROWD_MAX_LINES + CROWD_LP_ROWS)
#define CROWD_WALL_LEAVES 64     /* of the walls' tree that are listed around a block, at most */
#define CROWD_EXACT_CAPACITY 128 /* candidates: 2 * CROWD_MAX_NEIGHBORS, see kernels/crowd/block_search.h */
#define CROWD_EXACT_ROWS 384     /* 3 * CROWD_EXACT_CAPACITY: a key has two words, a row one */

/* Words of local memory of a group that searches together: crowd_group in
 * kernels/crowd/group_candidates.h, a multiple of 16 bytes; by gaps, and where agents differ,
 * CROWD_CANDIDATES more each. */
#define CROWD_GROUP_BOXES 256 /* in reach of it on one level, at most */
#define CROWD_GROUP_WALL_WORDS (2 * CROWD_WALL_LEAVES + CROWD_LEVELS + 2) /* where there may be walls */
#define CROWD_GROUP_WORDS (3 * CROWD_CANDIDATES + 2 * CROWD_GROUP_BOXES + CROWD_BLOCK + CROWD_LEVELS + 7)

/* Words in which a work-item marks candidates, in crowds other than plain ones. Where walls or moving
 * obstacles may be, they take the place of their half-planes. */
#define CROWD_MARKED 32 /* candidates of a word */
#define CROWD_MARK_WORDS (CROWD_CANDIDATES / CROWD_MARKED)

/* Capacity of the sorted key list for `nearest` neighbours: sizes that the sorting networks support. */
static inline int32_t crowd_key_capacity(int32_t nearest)
{
    return nearest <= 8 ? 8 : nearest <= 10 ? 10 : (nearest + 7) / 8 * 8;
}

/* Words of the positions and radii of `agents`, with padding for a vector load at their end. */
static inline size_t crowd_point_words(size_t agents) { return 3 * (agents + CROWD_LEAF) + CROWD_PADDING; }

static inline int32_t crowd_batches(int32_t width) { return (CROWD_BLOCK + width - 1) / width; }

/* Scratch words (32 bits) of a task that steps blocks; laid out by crowd_scratch_at(). */
static inline size_t crowd_block_words(int32_t width, int32_t boxes, int32_t nearest)
{
    size_t words = (size_t)crowd_batches(width) * (size_t)crowd_key_capacity(nearest) * (size_t)width;
    words += 7 * ((size_t)boxes + CROWD_PADDING);
    words += 2 * (CROWD_CANDIDATES + (size_t)width);
    words += 2 * (size_t)(CROWD_WALL_LEAVES + CROWD_PADDING);
    words += (2 * (size_t)CROWD_MAX_NEIGHBORS + CROWD_MAX_WALLS) * (size_t)width;
    words += ((size_t)3 * CROWD_DEFERRED_ROWS + CROWD_EXACT_ROWS) * (size_t)width;
    return (words + 31) / 16 * 16;
}

/* Half-planes that a work-item has room for ahead of those of agents. */
static inline int32_t crowd_lines_ahead(int32_t uses)
{
    return (uses & CROWD_WALLED ? CROWD_MAX_WALLS : 0) + (uses & CROWD_MOVING ? CROWD_MAX_MOVING : 0);
}

/* Keys that a work-item has room for, two of which do not count: see crowd_group_test(). One neighbour has
 * the room of two, since the agent itself takes a key. */
static inline int32_t crowd_key_room(int32_t nearest) { return 3 * (nearest == 1 ? 2 : nearest); }

/* Local memory of a work-item in the scalar search, in bytes. Half-planes (three numbers each) reuse the
 * memory of the neighbour list; its ranks and rows take as much, squares and rows of walls less. */
static inline size_t crowd_scalar_bytes(int32_t nearest, int32_t ahead)
{
    return 4 * (size_t)crowd_key_room(nearest) + 12 * (size_t)ahead;
}

/* Words ahead of the neighbour list that half-planes of so many walls and moving obstacles have. */
static inline int32_t crowd_words_ahead(int32_t ahead) { return 3 * ahead; }

/* Bytes that the marks of candidates take beside these. */
static inline size_t crowd_marks_bytes(int32_t ahead)
{
    return crowd_words_ahead(ahead) < CROWD_MARK_WORDS ? 4 * CROWD_MARK_WORDS : 0;
}

#endif
