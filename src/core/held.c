/* Messages that are kept, and told later. */
#include "src/core/held.h"

#include <stdio.h>

static void keep_message(void *user, throng_log_level level, const char *message)
{
    throng_held *held = user;
    const int64_t at = held->count < THRONG_HELD_MOST ? held->count : THRONG_HELD_MOST - 1;
    held->levels[at] = level;
    snprintf(held->messages[at], sizeof held->messages[at], "%s", message);
    held->count++;
}

static void keep_mistake(void *user, throng_status status, const char *message)
{
    throng_held *held = user;
    if (held->mistakes)
        return;
    held->mistakes = 1;
    held->status = status;
    snprintf(held->mistake, sizeof held->mistake, "%s", message);
}

/* A host without a hook is given none: what nobody hears need not be written. */
void throng_hold(throng_context *context, throng_held *held)
{
    held->logger = context->logger;
    held->assertion = context->assertion;
    held->count = held->mistakes = 0;
    if (held->logger.log)
        context->logger = (throng_logger){keep_message, held};
    if (held->assertion.fail)
        context->assertion = (throng_assertion){keep_mistake, held};
}

void throng_unhold(throng_context *context, const throng_held *held)
{
    context->logger = held->logger;
    context->assertion = held->assertion;
}

void throng_tell_held(const throng_held *held)
{
    const throng_logger *logger = &held->logger;
    const int64_t most = THRONG_HELD_MOST, places = held->count < most ? held->count : most;
    char text[64];
    for (int64_t i = 0; i < places; i++) {
        if (i == most - 1 && held->count > most) {
            snprintf(text, sizeof text, "%lld more messages were not kept", (long long)(held->count - most));
            logger->log(logger->user, THRONG_LOG_WARNING, text);
        }
        logger->log(logger->user, held->levels[i], held->messages[i]);
    }
    if (held->mistakes)
        held->assertion.fail(held->assertion.user, held->status, held->mistake);
}
