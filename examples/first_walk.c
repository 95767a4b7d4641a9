/* A hundred units cross a field to the opposite side and avoid each other on the way. */
#include <stdio.h>
#include <throng/throng.h>

enum { UNITS = 100 };

/* Half of the units start on the left side, half on the right one. */
static throng_agent_def unit_of(int i)
{
    throng_agent_def unit = throng_agent_default_def(); /* radius 1, at most 2 units of length a second */
    unit.x = (i % 2 ? 60.0f : 0.0f) + (float)(i / 2 % 5) * 4.0f;
    unit.y = (float)(i / 10) * 4.0f;
    unit.navigation = THRONG_NAVIGATE_GOAL;
    unit.target_x = 76.0f - unit.x;
    unit.target_y = unit.y;
    return unit;
}

static void draw(int frame, float positions[UNITS][2])
{
    if (frame % 200 == 0)
        printf("after %d s unit 0 is at x = %.1f\n", frame / 10, (double)positions[0][0]);
}

int main(void)
{
    throng_context *context;
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.symmetry = 0.05f; /* units that meet exactly head-on turn aside */
    if (throng_context_create(NULL, &context) || throng_crowd_create(context, &def, &crowd))
        return 1;
    throng_agent_def units[UNITS];
    for (int i = 0; i < UNITS; i++)
        units[i] = unit_of(i); /* its place, its goal */
    throng_crowd_add(crowd, UNITS, units, 0, NULL);
    for (int frame = 1; frame <= 600; frame++) {
        float positions[UNITS][2];
        throng_crowd_step(crowd, 0.1f); /* seconds */
        throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, NULL, 0, positions, 0);
        draw(frame, positions);
    }
    throng_crowd_destroy(crowd);
    throng_context_destroy(context);
}
