/* One context for each worker thread: contexts share nothing, so that no lock is needed. */
#include <pthread.h>
#include <stdio.h>
#include <throng/throng.h>

enum { WORKERS = 3, AGENTS = 500 };

typedef struct job {
    float speed;   /* input */
    uint64_t hash; /* result; 0: it failed */
} job;

static void *simulate(void *argument)
{
    job *mine = argument;
    throng_context *context;
    throng_crowd *crowd;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 1; /* the workers are the parallelism */
    if (throng_context_create(&def, &context))
        return NULL;
    throng_crowd_def crowd_def = throng_crowd_default_def();
    if (throng_crowd_create(context, &crowd_def, &crowd)) {
        throng_context_destroy(context);
        return NULL;
    }
    for (int i = 0; i < AGENTS; i++) {
        const int row = i / 25;
        throng_agent_def agent = throng_agent_default_def();
        agent.x = (float)(i % 25) * 3.0f;
        agent.y = (float)row * 3.0f;
        agent.target_x = i % 2 ? mine->speed : -mine->speed;
        throng_crowd_add(crowd, 1, &agent, 0, NULL);
    }
    for (int step = 0; step < 50; step++)
        throng_crowd_step(crowd, 0.1f);
    throng_crowd_hash(crowd, &mine->hash);
    throng_crowd_destroy(crowd);
    throng_context_destroy(context);
    return NULL;
}

int main(void)
{
    job jobs[WORKERS];
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        jobs[i].speed = 0.5f + 0.5f * (float)(i % 2);
        jobs[i].hash = 0;
        if (pthread_create(&threads[i], NULL, simulate, &jobs[i]))
            return 1;
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    printf("all done: %s\n", jobs[0].hash && jobs[1].hash && jobs[2].hash ? "yes" : "no");
    printf("equal inputs, equal results: %s\n", jobs[0].hash == jobs[2].hash ? "yes" : "no");
    printf("other inputs, other results: %s\n", jobs[0].hash != jobs[1].hash ? "yes" : "no");
}
