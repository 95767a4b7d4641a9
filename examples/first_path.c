/* Three scouts on their way past two guns, out of a yard that opens the wrong way: where forces alone end in
 * the yard, the flow leads on. */
#include <stdio.h>
#include <throng/throng.h>

enum { WIDTH = 24, HEIGHT = 12, STEPS = 400 };

int main(void)
{
    throng_context *context;
    throng_terrain *terrain;
    throng_potential *field;
    throng_flow *flow;
    throng_trace *trace;
    if (throng_context_create(NULL, &context))
        return 1;

    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = WIDTH;
    ground.height = HEIGHT;
    const throng_region yard[3] = {{6, 3, 4, 1}, {9, 4, 1, 4}, {6, 8, 4, 1}}; /* open to the left */
    throng_terrain_create(context, &ground, &terrain);
    for (int i = 0; i < 3; i++)
        throng_terrain_fill(terrain, &yard[i], 1);

    throng_potential_def def = throng_potential_default_def();
    def.terrain = terrain;
    def.damage = 1;
    if (throng_potential_create(context, &def, &field)) {
        puts(throng_context_message(context));
        return 1;
    }
    throng_potential_source gun = throng_potential_default_source();
    gun.power = 2.0f; /* damage per unit of time to what is in range */
    throng_potential_source guns[2] = {gun, gun};
    guns[0].x = 15.0f;
    guns[0].y = 2.5f;
    guns[1].x = 18.0f;
    guns[1].y = 9.0f;
    const throng_potential_goal goal = {22.5f, 6.5f, 1.0f, 0};
    throng_potential_set_sources(field, 0, 2, guns, 0);
    throng_potential_set_goals(field, 0, 1, &goal, 0);

    throng_potential_info where;
    throng_potential_get_info(field, &where);
    throng_flow_def ways = throng_flow_default_def();
    const throng_cell target = {22, 6};
    ways.terrain = terrain;
    ways.backend = where.backend; /* a tracer's field and flow are on one backend */
    throng_flow_create(context, &ways, &flow);
    throng_flow_set_goals(flow, 0, 1, &target, 0);

    const throng_trace_start scouts[3] = {
        {1.5f, 6.0f, 0.5f, 0, 0, 0}, {7.5f, 5.5f, 0.5f, 0, 0, 0}, {1.5f, 1.5f, 0.5f, 0, 0, 0}};
    for (throng_escape escape = THRONG_ESCAPE_NONE; escape <= THRONG_ESCAPE_FLOW; escape++) {
        throng_trace_def paths = throng_trace_default_def();
        throng_trace_result ends[3];
        paths.field = field;
        paths.flow = flow;
        paths.escape = escape;
        paths.max_steps = STEPS;
        if (throng_trace_create(context, &paths, &trace)) {
            puts(throng_context_message(context));
            return 1;
        }
        throng_trace_set_starts(trace, 0, 3, scouts, 0);
        throng_trace_update(trace);
        throng_trace_read(trace, 0, 3, ends, 0);
        for (int i = 0; i < 3; i++)
            printf("%s: %s after %d steps at (%.1f, %.1f), length %.1f, damage %.1f\n",
                   escape ? "with the flow" : "by forces", throng_trace_status_name(ends[i].status),
                   ends[i].steps, (double)ends[i].x, (double)ends[i].y, (double)ends[i].length,
                   (double)ends[i].damage);
        throng_trace_destroy(trace);
    }
    throng_flow_destroy(flow);
    throng_potential_destroy(field);
    throng_terrain_destroy(terrain);
    throng_context_destroy(context);
}
