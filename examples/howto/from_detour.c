/* The calls of dtCrowd, with throng's: add an agent, give it a target, update, look, remove. */
#include <stdio.h>
#include <throng/throng.h>

int main(void)
{
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
    if (throng_context_create(NULL, &context))
        return 1;

    /* In place of the navigation mesh: a grid of cells. */
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = 40;
    ground.height = 20;
    const throng_region wall = {20, 4, 1, 16};
    throng_terrain_create(context, &ground, &terrain);
    throng_terrain_fill(terrain, &wall, 1);

    /* In place of each agent's corridor: one field for each target, which any number of agents share. */
    throng_flow_def paths = throng_flow_default_def();
    paths.terrain = terrain;
    paths.fields = 2;
    throng_flow_create(context, &paths, &flow);
    const throng_cell targets[2] = {{35, 15}, {5, 15}};
    throng_flow_set_goals(flow, 0, 1, &targets[0], 0);
    throng_flow_set_goals(flow, 1, 1, &targets[1], 0);
    throng_flow_update(flow);

    throng_crowd_def def = throng_crowd_default_def(); /* dtCrowd::init() */
    def.terrain = terrain;
    def.flow = flow;
    if (throng_crowd_create(context, &def, &crowd)) {
        puts(throng_context_message(context));
        return 1;
    }
    throng_agent_def params = throng_agent_default_def(); /* dtCrowdAgentParams */
    params.x = 5.5f;
    params.y = 15.5f;
    params.radius = 0.6f;
    params.max_speed = 3.5f;
    params.neighbor_dist = 7.2f; /* collisionQueryRange */
    params.time_horizon = 2.5f;
    throng_agent agent;
    throng_crowd_add(crowd, 1, &params, 0, &agent); /* addAgent() */

    for (int field = 0; field < 2; field++) { /* requestMoveTarget() */
        const float target[2] = {(float)targets[field].column + 0.5f, (float)targets[field].row + 0.5f};
        throng_crowd_set(crowd, THRONG_AGENT_GOAL, 1, &agent, 0, target, 0);
        const int32_t index = field;
        throng_crowd_set(crowd, THRONG_AGENT_FLOW_FIELD, 1, &agent, 0, &index, 0);
        for (int step = 0; step < 400; step++)
            throng_crowd_step(crowd, 1.0f / 20.0f); /* update() */
        float position[2];
        throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &agent, 0, position, 0); /* npos */
        printf("target %d: at (%.1f, %.1f)\n", field, (double)position[0], (double)position[1]);
    }
    throng_crowd_remove(crowd, 1, &agent, 0); /* removeAgent() */

    throng_crowd_destroy(crowd);
    throng_flow_destroy(flow);
    throng_terrain_destroy(terrain);
    throng_context_destroy(context);
}
