/* Twelve people leave a room by its door: one flow leads them all, and nobody touches anybody. */
#include <stdio.h>
#include <throng/throng.h>

enum { WIDTH = 14, HEIGHT = 8, PEOPLE = 12, STEPS = 80 };

int main(void)
{
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
    if (throng_context_create(NULL, &context))
        return 1;

    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = WIDTH;
    ground.height = HEIGHT;
    const throng_region wall = {9, 0, 1, HEIGHT}, door = {9, 3, 1, 2};
    throng_terrain_create(context, &ground, &terrain);
    throng_terrain_fill(terrain, &wall, 1);
    throng_terrain_fill(terrain, &door, 0);

    throng_flow_def ways = throng_flow_default_def();
    const throng_cell outside = {13, 3};
    ways.terrain = terrain;
    throng_flow_create(context, &ways, &flow);
    throng_flow_set_goals(flow, 0, 1, &outside, 0);
    throng_flow_update(flow); /* again after walls or goals have changed */

    throng_crowd_def def = throng_crowd_default_def();
    def.terrain = terrain;
    def.flow = flow;
    if (throng_crowd_create(context, &def, &crowd)) {
        puts(throng_context_message(context));
        return 1;
    }
    throng_agent_def people[PEOPLE];
    throng_agent agents[PEOPLE];
    for (int i = 0; i < PEOPLE; i++) {
        people[i] = throng_agent_default_def();
        people[i].x = 1.0f + (float)(i % 3) * 1.5f;
        people[i].y = 1.0f + (float)(i / 3) * 1.75f;
        people[i].radius = 0.3f;
        people[i].max_speed = 1.4f;
        people[i].time_horizon = 1.0f; /* closer than a second apart they give way */
        people[i].time_horizon_obst = 0.5f;
        people[i].navigation = THRONG_NAVIGATE_FLOW;
        people[i].target_x = 13.5f;
        people[i].target_y = 3.5f;
    }
    throng_crowd_add(crowd, PEOPLE, people, 0, agents);

    for (int step = 1; step <= STEPS; step++) {
        throng_crowd_step(crowd, 0.1f);
        if (step % 20 == 0) {
            float places[PEOPLE][2], last = (float)WIDTH;
            int out = 0;
            throng_crowd_get(crowd, THRONG_AGENT_POSITION, PEOPLE, agents, 0, places, 0);
            for (int i = 0; i < PEOPLE; i++) {
                out += places[i][0] > 10.0f;
                last = places[i][0] < last ? places[i][0] : last;
            }
            printf("after %d s: %d are out, the last one at x = %.2f\n", step / 10, out, (double)last);
        }
    }
    throng_crowd_destroy(crowd);
    throng_flow_destroy(flow);
    throng_terrain_destroy(terrain);
    throng_context_destroy(context);
}
