/* Objects of all kinds that share terrain, flows, fields and measures, on several contexts at once. */
#ifndef THRONG_TESTS_CHECKS_TOGETHER_H
#define THRONG_TESTS_CHECKS_TOGETHER_H

#include <throng/throng.h>

enum { SIDES = 8, THINGS = 24, AGENTS = 96, OBSTACLES = 12, USED = 2 };

typedef enum kind { TERRAIN, MAP, FLOW, MEASURE, FIELD, TRACE, ROUTE, CROWD, KINDS } kind;

/* An object, once on each side. What it was made with is in `width` and so on, as far as calls need it. */
typedef struct thing {
    int32_t there;
    kind kind;
    int32_t uses[USED], users; /* others; -1: none */
    int32_t width, height, layers, fields, capacity, count, goals, points;
    void *on[SIDES];
    throng_agent agents[AGENTS], gone;
    throng_obstacle obstacles[OBSTACLES];
    int32_t obstacle_count;
    unsigned char *kept; /* a snapshot */
    size_t kept_bytes;
} thing;

typedef struct side {
    char name[64];
    throng_context *context;
    int64_t requests_left; /* until memory runs out, -1: never */
    int64_t alive;
} side;

typedef struct together {
    side sides[SIDES];
    int32_t count;
    thing things[THINGS];
    uint64_t seed, random;
    int64_t round, failed, calls;
    const char *call; /* made last */
} together;

uint32_t draw(together *t, uint32_t below);
float draw_between(together *t, float low, float high);
/* Ends the process: a side differs from the first one, or an answer is wrong. */
void differs(const together *t, int32_t side, const char *what);
/* The call on all sides; all must answer alike. Now and then memory runs out on one, where it is repeated. */
#define ALL(t, status, text, made)                                                                           \
    do {                                                                                                     \
        (t)->call = (text);                                                                                  \
        (t)->calls++;                                                                                        \
        (status) = THRONG_OK;                                                                                \
        const int32_t poor_ = draw((t), 6) == 0 ? (int32_t)draw((t), (uint32_t)(t)->count) : -1;             \
        const int64_t requests_ = draw((t), 8);                                                              \
        for (int32_t s = 0; s < (t)->count; s++) {                                                           \
            (t)->sides[s].requests_left = s == poor_ ? requests_ : -1;                                       \
            throng_status got_ = (made);                                                                     \
            (t)->sides[s].requests_left = -1;                                                                \
            if (s == poor_ && got_ == THRONG_ERROR_OUT_OF_MEMORY)                                            \
                got_ = (made);                                                                               \
            if (s == 0)                                                                                      \
                (status) = got_;                                                                             \
            else if (got_ != (status))                                                                       \
                differs((t), s, "another status");                                                           \
        }                                                                                                    \
        (t)->failed += (status) != THRONG_OK;                                                                \
    } while (0)

/* ---- together_things.c */
/* Makes something new, if there is space for it; its number, or -1. */
int32_t together_create(together *t);
void together_destroy(together *t, int32_t index);
/* A hash of all that can be read of a thing on a side. */
uint64_t together_see(together *t, int32_t index, int32_t side);

/* ---- together_calls.c: a call on a thing. */
void together_call(together *t, thing *o);

#endif
