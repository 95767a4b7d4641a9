/* The form of snapshots, written down once more, for those who forge them. */
#ifndef THRONG_TESTS_CROWD_SNAPSHOT_FORM_H
#define THRONG_TESTS_CROWD_SNAPSHOT_FORM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Words of 32 bits of the head; ids, counts of steps and sums have two. */
enum {
    HEAD_MAGIC = 0,
    HEAD_FORMAT = 1,
    HEAD_BYTES = 2,
    HEAD_SUM = 4,
    HEAD_STEPS = 6,
    HEAD_ADDED = 8,
    HEAD_TOP_ID = 10,
    HEAD_SEED = 12,
    HEAD_TERRAIN = 14,
    HEAD_AGENTS = 16,
    HEAD_SLOTS = 17,
    HEAD_FREE = 18,
    HEAD_RANKED = 19,
    HEAD_TOP_RANK = 20,
    HEAD_HETEROGENEOUS = 21,
    HEAD_NEAREST = 22,
    HEAD_USES = 23,
    HEAD_SYMMETRY = 24,
    HEAD_FIELDS = 25,
    HEAD_ORIGIN = 26, /* two doubles */
    HEAD_MOVING = 30,
    HEAD_MOVING_VERTICES = 31,
    HEAD_MOVING_FREE = 32,
    HEAD_UNCHECKED = 33,
    HEAD_WORDS = 34
};

/* Of a slot: an id, or the next free slot, in two words. */
enum { SLOT_ID = 0, SLOT_GENERATION = 2, SLOT_SETTINGS = 3, SLOT_WORDS = 4 };

/* Of an agent in use, in the order of slots. */
enum {
    AGENT_X = 0,
    AGENT_VX = 2,
    AGENT_HEADING = 4,
    AGENT_PERCEIVED = 6,
    AGENT_STATE = 7,
    AGENT_RADIUS = 8,
    AGENT_MAX_SPEED = 9,
    AGENT_TARGET = 10,
    AGENT_NEIGHBOR_DIST = 12,
    AGENT_HORIZON = 13,
    AGENT_SETTINGS = 14,
    AGENT_TIE = 15,
    AGENT_VISION = 16,
    AGENT_VISION_MOST = 17,
    AGENT_VISION_LEAST = 18,
    AGENT_COSINE = 19,
    AGENT_HEARING = 20,
    AGENT_SOUND = 21,
    AGENT_CAPACITY = 22,
    AGENT_RESPONSIBILITY = 23,
    AGENT_PRIORITY = 24,
    AGENT_LAYER = 25,
    AGENT_MASK = 26,
    AGENT_DEAD_SPEED = 27,
    AGENT_PREF_SPEED = 28,
    AGENT_HORIZON_OBST = 29,
    AGENT_ID = 30,
    AGENT_REST = 32,
    AGENT_WORDS = 34
};

/* Behind the agents: the number of obstacles and the first free one; then each obstacle, and behind it its
 * walls. */
/* Of a moving obstacle. */
enum {
    MOVING_X = 0, /* two doubles */
    MOVING_VX = 4,
    MOVING_HEADING = 6,
    MOVING_TURN = 8,
    MOVING_GENERATION = 10,
    MOVING_VERTICES = 11,
    MOVING_NEXT = 12,
    MOVING_WORDS = 14
};
enum { WALLS_COUNT = 0, WALLS_FREE = 1, WALLS_WORDS = 2 };
enum {
    OBSTACLE_GENERATION = 0,
    OBSTACLE_EDGES = 1,
    OBSTACLE_OF_TERRAIN = 2,
    OBSTACLE_NEXT = 3,
    OBSTACLE_WORDS = 4
};
enum {
    WALL_X1 = 0,
    WALL_X2 = 2,
    WALL_U = 4,
    WALL_FROM = 6,
    WALL_TO = 8,
    WALL_LENGTH = 10,
    WALL_CONVEX = 11,
    WALL_SERIAL = 13,
    WALL_FROM_LENGTH = 14,
    WALL_TO_LENGTH = 15,
    WALL_WORDS = 16
};

static inline uint32_t form_word(const unsigned char *snapshot, size_t word)
{
    uint32_t value;
    memcpy(&value, snapshot + 4 * word, sizeof value);
    return value;
}

static inline void form_put(unsigned char *snapshot, size_t word, uint32_t value)
{
    memcpy(snapshot + 4 * word, &value, sizeof value);
}

/* Where things begin, in words; of a snapshot whose counts are right. */
static inline size_t form_agents(const unsigned char *snapshot)
{
    return HEAD_WORDS + (size_t)SLOT_WORDS * form_word(snapshot, HEAD_SLOTS);
}

static inline size_t form_walls(const unsigned char *snapshot)
{
    return form_agents(snapshot) + (size_t)AGENT_WORDS * form_word(snapshot, HEAD_AGENTS) +
           (size_t)MOVING_WORDS * form_word(snapshot, HEAD_MOVING) +
           2 * (size_t)form_word(snapshot, HEAD_MOVING_VERTICES);
}

/* The i-th obstacle. */
static inline size_t form_obstacle(const unsigned char *snapshot, uint32_t i)
{
    size_t at = form_walls(snapshot) + WALLS_WORDS;
    for (uint32_t k = 0; k < i; k++)
        at += OBSTACLE_WORDS + (size_t)WALL_WORDS * form_word(snapshot, at + OBSTACLE_EDGES);
    return at;
}

/* The right sum, as anyone can make it who has the source. */
static inline void form_mend(unsigned char *snapshot, size_t bytes)
{
    uint64_t sum = 14695981039346656037u;
    memset(snapshot + 4 * (size_t)HEAD_SUM, 0, sizeof sum);
    for (size_t i = 0; i < bytes; i++)
        sum = (sum ^ snapshot[i]) * 1099511628211u;
    memcpy(snapshot + 4 * (size_t)HEAD_SUM, &sum, sizeof sum);
}

/* Also the number of bytes. */
static inline void form_resize(unsigned char *snapshot, size_t bytes)
{
    const uint64_t all = bytes;
    memcpy(snapshot + 4 * (size_t)HEAD_BYTES, &all, sizeof all);
    form_mend(snapshot, bytes);
}

#endif
