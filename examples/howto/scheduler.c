/* throng on a host's own threads: its parallel-for, which here starts them anew each time for brevity. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <throng/throng.h>

enum { THREADS = 4, AGENTS = 2000 };

typedef struct loop {
    atomic_int next;
    int32_t count;
    throng_task task;
    void *data;
} loop;

static void *work(void *argument)
{
    loop *shared = argument;
    for (int32_t i; (i = atomic_fetch_add(&shared->next, 1)) < shared->count;)
        shared->task(shared->data, i);
    return NULL;
}

/* Runs task(data, i) once for each i below count, and returns when all are done. */
static void parallel_for(void *user, int32_t count, throng_task task, void *data)
{
    int *calls = user;
    loop shared = {0, count, task, data};
    pthread_t threads[THREADS];
    int started = 0;
    while (started < THREADS - 1 && pthread_create(&threads[started], NULL, work, &shared) == 0)
        started++;
    work(&shared); /* the calling thread takes part, so that it works with no other thread, too */
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    ++*calls;
}

static uint64_t walk(const throng_context_def *def)
{
    throng_context *context;
    throng_crowd *crowd;
    throng_crowd_def crowd_def = throng_crowd_default_def();
    crowd_def.agent_capacity = AGENTS;
    if (throng_context_create(def, &context) || throng_crowd_create(context, &crowd_def, &crowd))
        return 0;
    for (int i = 0; i < AGENTS; i++) {
        const int row = i / 50;
        throng_agent_def agent = throng_agent_default_def();
        agent.x = (float)(i % 50) * 3.0f;
        agent.y = (float)row * 3.0f;
        agent.target_x = i % 2 ? 1.5f : -1.5f; /* the preferred velocity */
        throng_crowd_add(crowd, 1, &agent, 0, NULL);
    }
    for (int step = 0; step < 20; step++)
        throng_crowd_step(crowd, 0.1f);
    uint64_t hash = 0;
    throng_crowd_hash(crowd, &hash);
    throng_crowd_destroy(crowd);
    throng_context_destroy(context);
    return hash;
}

int main(void)
{
    int calls = 0;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = THREADS; /* tasks that run at once */
    def.parallel.run = parallel_for;
    def.parallel.user = &calls;
    const uint64_t ours = walk(&def);

    throng_context_def alone = throng_context_default_def();
    alone.backend = THRONG_BACKEND_CPU;
    alone.threads = 1;
    const uint64_t single = walk(&alone);

    printf("the host's scheduler was called: %s\n", calls > 0 ? "yes" : "no");
    printf("same result as one thread: %s\n", ours && ours == single ? "yes" : "no");
}
