/* What has to be right in a snapshot, said once more and slowly: in double precision, and each with each. */
#ifndef THRONG_TESTS_CROWD_SNAPSHOT_ORACLE_H
#define THRONG_TESTS_CROWD_SNAPSHOT_ORACLE_H

#include "tests/crowd/snapshot_form.h"

#include <math.h>

typedef struct oracle_range {
    int32_t word;
    double low, high;
} oracle_range;

static inline double oracle_float(const unsigned char *snapshot, size_t word)
{
    float value;
    memcpy(&value, snapshot + 4 * word, sizeof value);
    return (double)value;
}

static inline int oracle_in(double value, double low, double high) { return value >= low && value <= high; }

static inline const char *oracle_agent(const unsigned char *s, size_t slot, size_t at)
{
    static const oracle_range ranges[] = {
        {AGENT_X, -1e9, 1e9},
        {AGENT_X + 1, -1e9, 1e9},
        {AGENT_VX, -1e9, 1e9},
        {AGENT_VX + 1, -1e9, 1e9},
        {AGENT_RADIUS, 0, 1e9},
        {AGENT_MAX_SPEED, 0, 1e9},
        {AGENT_TARGET, -1e9, 1e9},
        {AGENT_TARGET + 1, -1e9, 1e9},
        {AGENT_NEIGHBOR_DIST, 0, 1e9},
        {AGENT_HORIZON, 0.99e-6, 1e9},
        {AGENT_VISION, 0, 1e9},
        {AGENT_VISION_MOST, 0, 1e9},
        {AGENT_VISION_LEAST, -3.5e38, 1e9},
        {AGENT_COSINE, -2, 1},
        {AGENT_HEARING, 0, 1e9},
        {AGENT_SOUND, 0, 1e9},
        {AGENT_RESPONSIBILITY, 0, 1e6},
        {AGENT_DEAD_SPEED, -3.5e38, 1e9},
        {AGENT_PREF_SPEED, -3.5e38, 1e9},
        {AGENT_HORIZON_OBST, 0.99e-6, 1e9},
        {AGENT_REST, -1e9, 1e9},
        {AGENT_REST + 1, -1e9, 1e9},
    };
    const double hx = oracle_float(s, at + AGENT_HEADING), hy = oracle_float(s, at + AGENT_HEADING + 1);
    const uint32_t marks = 32768u | 131072u; /* placed or moved since its last step */
    const uint32_t settings = form_word(s, at + AGENT_SETTINGS);
    const uint32_t state = form_word(s, at + AGENT_STATE) & ~marks;
    const uint32_t fields = form_word(s, HEAD_FIELDS);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (!oracle_in(oracle_float(s, at + (size_t)ranges[i].word), ranges[i].low, ranges[i].high))
            return "an agent's number is out of range";
    for (size_t k = 0; k < 2; k++)
        if (fabs(oracle_float(s, at + AGENT_X + k) + oracle_float(s, at + AGENT_REST + k)) > 1e9)
            return "an agent is off the plane";
    if (form_word(s, slot) == UINT32_MAX && form_word(s, slot + 1) == UINT32_MAX)
        return "an id that is none";
    if (fabs(hx * hx + hy * hy - 1.0) > 1e-4)
        return "a heading has no length of 1";
    if (memcmp(s + 4 * (at + AGENT_ID), s + 4 * slot, 8) != 0 ||
        settings != form_word(s, slot + SLOT_SETTINGS))
        return "an agent is not its slot's";
    if ((settings & 0xf0u) || ((settings & 8u) && (settings & 1u)) ||
        (settings >> 8 & 255) > form_word(s, HEAD_NEAREST) ||
        (settings >> 16 > 0 && settings >> 16 >= fields) ||
        ((settings & 4u) && (!fields || !(settings & 1u))))
        return "odd settings";
    if ((state & ~(uint32_t)(15 | 256 | 512 | 1024 | 2048 | 8192 | 65536)) || (state & 15) > 10 ||
        ((state & 65536) && !(state & 8192)) || ((state & 2048u) && state != 2048u) ||
        form_word(s, at + AGENT_PERCEIVED) > 8388608)
        return "an odd state";
    if (form_word(s, at + AGENT_CAPACITY) > INT32_MAX)
        return "a capacity below 0";
    if (!form_word(s, HEAD_HETEROGENEOUS) &&
        ((settings & 2u) || form_word(s, at + AGENT_LAYER) != 1 ||
         form_word(s, at + AGENT_MASK) != UINT32_MAX || form_word(s, at + AGENT_PRIORITY) != 0 ||
         oracle_float(s, at + AGENT_RESPONSIBILITY) != 1.0))
        return "an agent of its own kind that nothing tells of";
    return NULL;
}

static inline uint64_t oracle_id(const unsigned char *s, size_t word)
{
    uint64_t id;
    memcpy(&id, s + 4 * word, sizeof id);
    return id;
}

/* Two agents, or one and itself. */
static inline const char *oracle_pair(const unsigned char *s, size_t a, size_t b)
{
    const uint64_t x = oracle_id(s, a + AGENT_ID), y = oracle_id(s, b + AGENT_ID);
    const uint32_t first = form_word(s, a + AGENT_TIE), second = form_word(s, b + AGENT_TIE);
    if (a != b && x == y)
        return "an id is there twice";
    if (!form_word(s, HEAD_RANKED))
        return NULL;
    if (first >= form_word(s, HEAD_TOP_RANK) || x > oracle_id(s, HEAD_TOP_ID))
        return "a rank or an id is above the highest";
    return a != b && (x < y) != (first < second) ? "ranks are not in the order of ids" : NULL;
}

/* The last generation of a slot that has named 2^31 agents: it names no more, and is in no chain. */
#define ORACLE_RETIRED 0xfffffffeu

static inline const char *oracle_agents(const unsigned char *s)
{
    const size_t slots = form_word(s, HEAD_SLOTS), agents = form_word(s, HEAD_AGENTS), first = form_agents(s);
    const char *wrong = NULL;
    size_t found = 0, free = 0;
    if (form_word(s, HEAD_ADDED + 1) >> 31)
        return "more agents were added than there is time for";
    if (form_word(s, HEAD_TOP_RANK) == INT32_MAX && oracle_id(s, HEAD_TOP_ID) < INT32_MAX - 1)
        return "ranks are ids, and reach beyond the highest";
    for (size_t i = 0; i < slots; i++) {
        const size_t slot = HEAD_WORDS + i * SLOT_WORDS, at = first + found * AGENT_WORDS;
        if (!(form_word(s, slot + SLOT_GENERATION) & 1u)) {
            free += form_word(s, slot + SLOT_GENERATION) != ORACLE_RETIRED;
            continue;
        }
        if (form_word(s, slot + SLOT_GENERATION) > ORACLE_RETIRED)
            return "a generation that no agent has";
        wrong = wrong ? wrong : oracle_agent(s, slot, at);
        for (size_t k = 0; k < agents; k++)
            wrong = wrong ? wrong : oracle_pair(s, at, first + k * AGENT_WORDS);
        found++;
    }
    for (int64_t at = (int32_t)form_word(s, HEAD_FREE); at != -1; free--) {
        const size_t slot = HEAD_WORDS + (size_t)at * SLOT_WORDS;
        if (at < 0 || at >= (int64_t)slots || free == 0 || (form_word(s, slot + SLOT_GENERATION) & 1u) ||
            form_word(s, slot + SLOT_GENERATION) == ORACLE_RETIRED)
            return "the chain of free slots leads astray";
        at = (int64_t)oracle_id(s, slot);
    }
    return wrong ? wrong : found != agents ? "agents are missing" : free ? "free slots are lost" : NULL;
}

/* Walls of a polygon: a ring whose directions and lengths are those of its corners. */
static inline const char *oracle_polygon(const unsigned char *s, size_t at, size_t edges)
{
    for (size_t i = 0; i < edges; i++) {
        const size_t wall = at + i * WALL_WORDS, next = at + (i + 1) % edges * WALL_WORDS;
        const double x1 = oracle_float(s, wall), y1 = oracle_float(s, wall + 1);
        const double x2 = oracle_float(s, wall + 2), y2 = oracle_float(s, wall + 3);
        const double length = hypot(x2 - x1, y2 - y1), close = 1e-5;
        if (!oracle_in(x1, -1e9, 1e9) || !oracle_in(y1, -1e9, 1e9) || length <= 0.0)
            return "an obstacle's corner is none";
        if (memcmp(s + 4 * (wall + WALL_X2), s + 4 * next, 8) != 0 ||
            memcmp(s + 4 * (wall + WALL_U), s + 4 * (next + WALL_FROM), 8) != 0 ||
            memcmp(s + 4 * (wall + WALL_TO), s + 4 * (next + WALL_U), 8) != 0 ||
            form_word(s, wall + WALL_TO_LENGTH) != form_word(s, next + WALL_LENGTH) ||
            form_word(s, wall + WALL_LENGTH) != form_word(s, next + WALL_FROM_LENGTH))
            return "an obstacle is no ring";
        if (!oracle_in(oracle_float(s, wall + WALL_LENGTH) / length, 1 - close, 1 + close) ||
            !oracle_in(oracle_float(s, wall + WALL_U) - (x2 - x1) / length, -close, close) ||
            !oracle_in(oracle_float(s, wall + WALL_U + 1) - (y2 - y1) / length, -close, close) ||
            form_word(s, wall + WALL_CONVEX) > 1 || form_word(s, wall + WALL_CONVEX + 1) > 1 ||
            form_word(s, wall + WALL_SERIAL) != 0)
            return "an obstacle's wall is none";
    }
    return NULL;
}

static inline const char *oracle_obstacles(const unsigned char *s, size_t bytes)
{
    const size_t walls = form_walls(s), count = form_word(s, walls + WALLS_COUNT);
    size_t free = 0, at = walls + WALLS_WORDS;
    const char *wrong = NULL;
    for (size_t i = 0; i < count; i++) {
        const size_t edges = form_word(s, at + OBSTACLE_EDGES);
        const int there = form_word(s, at + OBSTACLE_GENERATION) & 1u;
        free += !there && form_word(s, at + OBSTACLE_GENERATION) != ORACLE_RETIRED;
        if (form_word(s, at + OBSTACLE_GENERATION) > ORACLE_RETIRED)
            return "a generation that no obstacle has";
        if (there ? edges < 1 : edges > 0)
            return "an obstacle without walls, or walls without one";
        if (there && !form_word(s, at + OBSTACLE_OF_TERRAIN) && !wrong)
            wrong = oracle_polygon(s, at + OBSTACLE_WORDS, edges);
        for (size_t k = 0; k < edges && !wrong; k++)
            wrong = form_word(s, at + OBSTACLE_WORDS + k * WALL_WORDS + WALL_SERIAL) > INT32_MAX ||
                            !(oracle_float(s, at + OBSTACLE_WORDS + k * WALL_WORDS + WALL_LENGTH) < 1e13)
                        ? "a wall is none"
                        : NULL;
        at += OBSTACLE_WORDS + edges * WALL_WORDS;
    }
    for (int32_t next = (int32_t)form_word(s, walls + WALLS_FREE); next != -1; free--) {
        if (next < 0 || next >= (int32_t)count || free == 0)
            return "the chain of free obstacles leads astray";
        const size_t of = form_obstacle(s, (uint32_t)next);
        if ((form_word(s, of + OBSTACLE_GENERATION) & 1u) ||
            form_word(s, of + OBSTACLE_GENERATION) == ORACLE_RETIRED)
            return "an obstacle is free and there, or retired";
        next = (int32_t)form_word(s, of + OBSTACLE_NEXT);
    }
    return wrong ? wrong : free ? "free obstacles are lost" : 4 * at != bytes ? "bytes are left" : NULL;
}

/* What is wrong with a snapshot that was taken up; NULL: nothing. */
static inline const char *oracle_wrong(const unsigned char *snapshot, size_t bytes)
{
    const char *wrong = oracle_agents(snapshot);
    return wrong ? wrong : oracle_obstacles(snapshot, bytes);
}

#endif
