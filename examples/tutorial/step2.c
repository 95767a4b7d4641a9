/* Step 2: two groups of units walk through each other. `step2 FILE` also writes where they walked, as CSV. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { UNITS = 40, SECONDS = 32, STEPS_PER_SECOND = 10 };

static throng_context *context;

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s: %s\n", throng_status_string(status), throng_context_message(context));
    exit(EXIT_FAILURE);
}

/* Between the centres of the two units that are closest to each other. */
static double least_distance(float positions[UNITS][2])
{
    double least = 1e9;
    for (int i = 0; i < UNITS; i++)
        for (int j = 0; j < i; j++) {
            const double x = (double)positions[i][0] - (double)positions[j][0];
            const double y = (double)positions[i][1] - (double)positions[j][1];
            least = fmin(least, sqrt(x * x + y * y));
        }
    return least;
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !file) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    if (throng_context_create(NULL, &context))
        return EXIT_FAILURE;

    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = UNITS;
    def.symmetry = 0.05f; /* units that meet exactly head-on would wait for each other */
    check(throng_crowd_create(context, &def, &crowd));

    throng_agent_def units[UNITS];
    throng_agent agents[UNITS]; /* handles */
    for (int i = 0; i < UNITS; i++) {
        const float side = i < UNITS / 2 ? -1.0f : 1.0f;
        const float column = (float)(i % 4) * 1.5f, row = (float)(i / 4 % 5) * 1.5f;
        units[i] = throng_agent_default_def();
        units[i].radius = 0.4f;
        units[i].max_speed = 1.5f;
        units[i].time_horizon = 2.0f;
        units[i].x = 16.0f + side * (7.0f + column);
        units[i].y = 5.0f + row;
        units[i].navigation = THRONG_NAVIGATE_GOAL;
        units[i].target_x = 32.0f - units[i].x; /* the other side */
        units[i].target_y = units[i].y;
    }
    check(throng_crowd_add(crowd, UNITS, units, 0, agents));

    double closest = 1e9;
    for (int step = 1; step <= SECONDS * STEPS_PER_SECOND; step++) {
        float positions[UNITS][2];
        uint32_t flags[UNITS];
        check(throng_crowd_step(crowd, 1.0f / STEPS_PER_SECOND));
        check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, UNITS, agents, 0, positions, 0));
        check(throng_crowd_get(crowd, THRONG_AGENT_FLAGS, UNITS, agents, 0, flags, 0));
        closest = fmin(closest, least_distance(positions));
        for (int i = 0; file && i < UNITS; i++)
            fprintf(file, "%d,%d,%g,%g\n", step, i, (double)positions[i][0], (double)positions[i][1]);
        if (step % (8 * STEPS_PER_SECOND) == 0) {
            int arrived = 0;
            for (int i = 0; i < UNITS; i++)
                arrived += (flags[i] & THRONG_FLAG_ARRIVED) != 0;
            printf("after %2d s: %2d of %d have arrived, closest centres so far %.2f\n",
                   step / STEPS_PER_SECOND, arrived, UNITS, closest);
        }
    }

    if (file && fclose(file) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    check(throng_crowd_destroy(crowd));
    check(throng_context_destroy(context));
}
