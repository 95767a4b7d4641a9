/* Reading agents in two steps: the backend's words land in packed memory, where they get the caller's form
 * later. */
#ifndef THRONG_CROWD_READING_H
#define THRONG_CROWD_READING_H

#include "src/crowd/crowd.h"

/* 1: a value that steps change and that takes its final form in its place. */
int32_t throng_crowd_is_read_back(throng_agent_value what);
/* Bytes of such a value. */
size_t throng_crowd_value_bytes(throng_agent_value what);

/* Both check agents and count as throng_crowd_get() and throng_crowd_get_motions() do. The caller then lets
 * the backend read what they give, if there is anything; `to` is packed. */
throng_status throng_crowd_prepare_values(throng_crowd *crowd, throng_agent_value what,
                                          const throng_agent *agents, int32_t count, const void *to,
                                          throng_crowd_part *part);
throng_status throng_crowd_prepare_motions(throng_crowd *crowd, const throng_agent *agents, int32_t count,
                                           throng_motion *to, throng_crowd_motions *motions);
/* What the backend gave gets the caller's form. */
void throng_crowd_end_values(const throng_crowd *crowd, throng_agent_value what, int32_t count, void *read);
void throng_crowd_end_motions(const throng_crowd *crowd, int32_t count, throng_motion *motions);

#endif
