/* Values of agents that are set or read for many at once: what setting and reading share. */
#ifndef THRONG_CROWD_VALUES_H
#define THRONG_CROWD_VALUES_H

#include "kernels/crowd/layout.h"
#include "src/crowd/crowd.h"

#include <stddef.h>

#define THRONG_CROWD_WORD(type, member) ((int32_t)(offsetof(type, member) / 4))

typedef enum throng_value_kind {
    THRONG_VALUE_REAL,    /* low to high */
    THRONG_VALUE_LENGTH,  /* 0, or 1e-6 to high */
    THRONG_VALUE_DEFAULT, /* low to high, or anything below 0 */
    THRONG_VALUE_NUMBER,  /* a whole number, low to high */
    THRONG_VALUE_BITS     /* any */
} throng_value_kind;

/* A value of agents: where the backend has it, and what is right for it. */
typedef struct throng_crowd_value {
    throng_agent_value what;
    const char *name, *right;
    int32_t of, word, words;
    throng_value_kind kind;
    float low, high;
    int32_t settable;
} throng_crowd_value;

static inline int32_t throng_value_is_double(const throng_crowd_value *v)
{
    return v->what == THRONG_AGENT_POSITION_DOUBLE || v->what == THRONG_AGENT_GOAL_DOUBLE;
}

static inline int32_t throng_value_is_position(const throng_crowd_value *v)
{
    return v->what == THRONG_AGENT_POSITION || v->what == THRONG_AGENT_POSITION_DOUBLE;
}

static inline int32_t throng_value_is_goal(const throng_crowd_value *v)
{
    return v->what == THRONG_AGENT_GOAL || v->what == THRONG_AGENT_GOAL_DOUBLE;
}

/* Words of the caller's. */
static inline int32_t throng_value_words(const throng_crowd_value *v)
{
    return throng_value_is_double(v) ? 4 : v->what == THRONG_AGENT_VISION_RANGE ? 1 : v->words;
}

/* What a call on many agents was given. */
typedef struct throng_crowd_request {
    throng_crowd *crowd;
    const throng_crowd_value *value;
    int32_t count;
    const throng_agent *agents; /* NULL: all */
    size_t agent_stride, stride;
    int32_t words;     /* of the caller's values */
    int32_t ascending; /* 1: by index, so that each agent occurs once */
    const void *from;
} throng_crowd_request;

static inline int32_t throng_navigation_flags(throng_navigation navigation)
{
    static const int32_t flags[] = {0, CROWD_TO_GOAL, CROWD_TO_GOAL | CROWD_BY_FLOW, CROWD_GUEST};
    return flags[navigation];
}

/* Whether the numbers of its target count from the home, as those of goals do. */
static inline int32_t throng_target_is_place(int32_t settings)
{
    return !(settings & CROWD_TO_GOAL) != !(settings & CROWD_OTHER_TARGET);
}

/* ---- src/crowd/values.c */
/* NULL: there is none. */
const throng_crowd_value *throng_crowd_value_of(throng_agent_value what);
/* Checks everything but the values themselves, and completes the request. */
throng_status throng_crowd_check_request(throng_crowd_request *request, throng_agent_value what,
                                         const void *data);
/* `count` of the agents in question from the first-th on, and the words of theirs that it is about. */
throng_crowd_part throng_crowd_request_part(const throng_crowd_request *request, int32_t first,
                                            int32_t count);

#endif
