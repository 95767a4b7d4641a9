/* Contexts that are created in several threads at once, each with work of its own. A program without
 * Criterion: the first use of OpenCL in the process has to be here. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 3 };

typedef struct opener {
    pthread_barrier_t *together;
    throng_backend backend;
    throng_status status;
    uint64_t hash;
} opener;

static void *open_and_play(void *data)
{
    opener *o = data;
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    size_t size;
    def.backend = o->backend;
    def.threads = 1;
    pthread_barrier_wait(o->together);
    o->status = throng_context_create(&def, &context);
    if (o->status != THRONG_OK)
        return NULL;
    float *all = play(context, &shared_scenes[0], &size);
    o->hash = hash_bytes(all, size);
    free(all);
    MUST(context, throng_context_destroy(context));
    return NULL;
}

int main(void)
{
    static const throng_backend backends[THREADS] = {THRONG_BACKEND_AUTO, THRONG_BACKEND_OPENCL,
                                                     THRONG_BACKEND_AUTO, THRONG_BACKEND_OPENCL};
    int failures = 0;
    for (int32_t round = 0; round < ROUNDS; round++) {
        pthread_barrier_t together;
        pthread_t threads[THREADS];
        opener openers[THREADS];
        pthread_barrier_init(&together, NULL, THREADS);
        for (int32_t i = 0; i < THREADS; i++) {
            openers[i] = (opener){&together, backends[i], THRONG_OK, 0};
            if (pthread_create(&threads[i], NULL, open_and_play, &openers[i]) != 0)
                abort();
        }
        for (int32_t i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        pthread_barrier_destroy(&together);
        for (int32_t i = 0; i < THREADS; i++)
            if (openers[i].status != THRONG_OK || openers[i].hash != openers[0].hash) {
                fprintf(stderr, "round %d, thread %d: %s, hash %016llx, the first has %016llx\n", (int)round,
                        (int)i, throng_status_string(openers[i].status), (unsigned long long)openers[i].hash,
                        (unsigned long long)openers[0].hash);
                failures++;
            }
    }
    return failures != 0;
}
