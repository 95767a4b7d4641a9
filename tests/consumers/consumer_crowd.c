/* A crowd of a game, and the processor's seconds that its steps take: tests/consumers/run compares them
 * between builds of the library. */
#include <stdio.h>
#include <throng/throng.h>
#include <time.h>

enum { SIDE = 24, STEPS = 20 };

int main(void)
{
    static throng_agent_def agents[SIDE * SIDE];
    static throng_agent handles[SIDE * SIDE];
    throng_context_def context_def = throng_context_default_def();
    throng_context *context = NULL;
    throng_crowd *crowd = NULL;
    context_def.backend = THRONG_BACKEND_CPU;
    context_def.threads = 1;
    throng_status status = throng_context_create(&context_def, &context);
    throng_crowd_def def = throng_crowd_default_def();
    if (status == THRONG_OK)
        status = throng_crowd_create(context, &def, &crowd);
    for (int i = 0; i < SIDE * SIDE; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].x = (float)(i % SIDE) * 3.0f;
        agents[i].y = (float)(i / SIDE) * 3.0f;
        agents[i].target_x = (float)(SIDE * 3) - agents[i].x;
        agents[i].target_y = (float)(SIDE * 3) - agents[i].y;
    }
    if (status == THRONG_OK)
        status = throng_crowd_add(crowd, SIDE * SIDE, agents, 0, handles);
    const clock_t begin = clock();
    for (int i = 0; i < STEPS && status == THRONG_OK; i++)
        status = throng_crowd_step(crowd, 0.1f);
    const clock_t end = clock();
    if (status != THRONG_OK) {
        fprintf(stderr, "consumer: %s\n", throng_status_string(status));
        return 1;
    }
    printf("%.6f\n", (double)(end - begin) / CLOCKS_PER_SEC);
    throng_crowd_destroy(crowd);
    throng_context_destroy(context);
    return 0;
}
