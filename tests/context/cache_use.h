/* A start of a program with a folder for built kernels, and what it computes. */
#ifndef THRONG_TESTS_CONTEXT_CACHE_USE_H
#define THRONG_TESTS_CONTEXT_CACHE_USE_H

#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 120 };

static int rebuilt; /* messages that say so */

static inline void listen(void *user, throng_log_level level, const char *message)
{
    (void)user;
    rebuilt += level == THRONG_LOG_WARNING && strstr(message, "built again") != NULL;
}

/* Update, and a result that other kernels find; a hang ends in SIGALRM. */
static inline uint64_t compute_with(const char *folder)
{
    throng_context *context;
    throng_influence *map;
    throng_context_def def = throng_context_default_def();
    throng_influence_def shape = throng_influence_default_def();
    throng_influence_object o = throng_influence_default_object();
    throng_best best[2];
    float values[24 * 24];
    const float place[2] = {9.0f, 3.0f};
    def.backend = THRONG_BACKEND_OPENCL;
    def.cache = folder;
    def.logger.log = listen;
    shape.width = shape.height = 24;
    alarm(SECONDS);
    const throng_status status = throng_context_create(&def, &context);
    if (status != THRONG_OK) {
        fprintf(stderr, "%s: %s\n", folder, throng_status_string(status));
        exit(1);
    }
    memset(best, 0, sizeof best);
    MUST(context, throng_influence_create(context, &shape, &map));
    o.x = o.y = 7.5f;
    MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
    for (int32_t i = 0; i < 2; i++) {
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_best(map, 0, NULL, &best[i]));
        MUST(context, throng_influence_move_objects(map, 0, 0, 1, place, 0, NULL, 0));
    }
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    MUST(context, throng_influence_destroy(map));
    MUST(context, throng_context_destroy(context));
    alarm(0);
    return hash_bytes(values, sizeof values) ^ hash_bytes(best, sizeof best);
}

#endif
