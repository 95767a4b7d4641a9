/* A crowd of two that swap places: the package has its headers, its library and what that needs. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

static throng_context *context;

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "test_package: %s\n", throng_context_message(context));
    exit(EXIT_FAILURE);
}

int main(void)
{
    throng_context_def context_def = throng_context_default_def();
    context_def.backend = THRONG_BACKEND_CPU;
    check(throng_context_create(&context_def, &context));

    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = 2;
    def.symmetry = 0.05f;
    check(throng_crowd_create(context, &def, &crowd));
    throng_agent_def agents[2] = {throng_agent_default_def(), throng_agent_default_def()};
    for (int i = 0; i < 2; i++) {
        agents[i].x = 20.0f * (float)i;
        agents[i].navigation = THRONG_NAVIGATE_GOAL;
        agents[i].target_x = 20.0f - agents[i].x;
    }
    check(throng_crowd_add(crowd, 2, agents, 0, NULL));
    for (int step = 0; step < 200; step++)
        check(throng_crowd_step(crowd, 0.1f));
    float positions[2][2];
    check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, 2, NULL, 0, positions, 0));
    printf("throng %s: x = %.1f and %.1f\n", throng_version(), (double)positions[0][0],
           (double)positions[1][0]);
    check(throng_crowd_destroy(crowd));
    check(throng_context_destroy(context));
    return positions[0][0] < 19.0f || positions[1][0] > 1.0f;
}
