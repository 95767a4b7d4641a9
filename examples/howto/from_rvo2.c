/* RVO2's example "Circle", with throng's calls: 250 agents on a circle go to the opposite side. */
#include <math.h>
#include <stdio.h>
#include <throng/throng.h>

enum { AGENTS = 250 };

int main(void)
{
    throng_context *context;
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    if (throng_context_create(NULL, &context) || throng_crowd_create(context, &def, &crowd))
        return 1;

    throng_agent_def agent = throng_agent_default_def(); /* setAgentDefaults(15, 10, 10, 10, 1.5, 2) */
    agent.neighbor_dist = 15.0f;
    agent.max_neighbors = 10;
    agent.time_horizon = 10.0f;
    agent.time_horizon_obst = 10.0f;
    agent.radius = 1.5f;
    agent.max_speed = 2.0f;
    agent.navigation = THRONG_NAVIGATE_GOAL; /* in place of setAgentPrefVelocity() in each step */
    agent.pref_speed = 1.0f;
    throng_agent agents[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        const double angle = 2.0 * 3.14159265358979 * i / AGENTS;
        agent.x = (float)(200.0 * cos(angle));
        agent.y = (float)(200.0 * sin(angle));
        agent.target_x = -agent.x;
        agent.target_y = -agent.y;
        throng_crowd_add(crowd, 1, &agent, 0, &agents[i]); /* addAgent() */
    }

    int steps = 0, arrived = 0;
    while (arrived < AGENTS && steps < 10000) {
        uint32_t flags[AGENTS];
        throng_crowd_step(crowd, 0.25f); /* setTimeStep(0.25), doStep() */
        throng_crowd_get(crowd, THRONG_AGENT_FLAGS, AGENTS, agents, 0, flags, 0);
        arrived = 0;
        for (int i = 0; i < AGENTS; i++)
            arrived += (flags[i] & THRONG_FLAG_ARRIVED) != 0;
        steps++;
    }
    printf("%d of %d agents have arrived after %d steps\n", arrived, AGENTS, steps);
    throng_crowd_destroy(crowd);
    throng_context_destroy(context);
}
