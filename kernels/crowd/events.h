/* Events: what a step made of an agent that it was not before the step. The step leaves a byte for each
 * agent, and whoever asks collects those that are not 0. */
#ifndef THRONG_KERNELS_CROWD_EVENTS_H
#define THRONG_KERNELS_CROWD_EVENTS_H

#include "kernels/crowd/layout.h"

/* Flags whose appearance is an event. In its byte they are as THRONG_FLAG_*. */
#define CROWD_EVENT_FLAGS (CROWD_CONGESTED | CROWD_ARRIVED | CROWD_INSIDE)

/* An event's agent and byte in one word. Indices of agents are below 2^23. */
#define CROWD_EVENT_SHIFT 23
static inline int32_t crowd_event_word(int32_t agent, int32_t flags)
{
    return agent | flags << CROWD_EVENT_SHIFT;
}
static inline int32_t crowd_event_agent(int32_t word) { return word & ((1 << CROWD_EVENT_SHIFT) - 1); }
static inline int32_t crowd_event_flags(int32_t word) { return word >> CROWD_EVENT_SHIFT; }

#endif
