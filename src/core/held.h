/* Messages of a context that wait until its host may hear them: objects are halfway, or another thread is at
 * work. */
#ifndef THRONG_CORE_HELD_H
#define THRONG_CORE_HELD_H

#include "src/core/context.h"

enum { THRONG_HELD_MOST = 8 };

typedef struct throng_held {
    throng_logger logger;       /* of the host */
    throng_assertion assertion; /* of the host */
    int64_t count;              /* of messages; the last of them stands in for those that have no place */
    int32_t mistakes;           /* 1: the handler is to be called, with what follows */
    throng_status status;
    char mistake[sizeof((throng_context *)0)->message];
    throng_log_level levels[THRONG_HELD_MOST];
    char messages[THRONG_HELD_MOST][sizeof((throng_context *)0)->message];
} throng_held;

/* From here on messages are kept in *held, which stays where it is. */
void throng_hold(throng_context *context, throng_held *held);
/* The host's hooks are back. */
void throng_unhold(throng_context *context, const throng_held *held);
/* After that: the host hears what was kept, and then its handler does, which may not come back. */
void throng_tell_held(const throng_held *held);

#endif
