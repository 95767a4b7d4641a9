/* A crowd, drawn from the latest positions that are there: no frame waits for a device. Then a map, of which
 * a frame begins to read a region, and a later one uses it. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { PEOPLE = 200, FRAMES = 60, SIDE = 32 };

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "%s\n", throng_status_string(status));
    exit(1);
}

/* A renderer's part: the x of everybody, added up. */
static double draw(const float *positions, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++)
        sum += (double)positions[2 * i];
    return sum;
}

static void walk(throng_context *context)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowd;
    check(throng_crowd_create(context, &def, &crowd));
    for (int i = 0; i < PEOPLE; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.x = 3.0f * (float)(i % 20);
        d.y = 3.0f * (float)(i / 20);
        d.target_x = 1.0f;
        check(throng_crowd_add(crowd, 1, &d, 0, NULL));
    }

    throng_readback_def wanted = throng_readback_default_def();
    throng_readback *positions;
    wanted.kind = THRONG_READBACK_AGENTS; /* of value THRONG_AGENT_POSITION */
    wanted.crowd = crowd;
    wanted.capacity = PEOPLE;
    wanted.slots = 3;
    check(throng_readback_create(context, &wanted, &positions));

    throng_readback_read read = {0}, latest = {0};
    double seen = 0.0;
    for (int frame = 0; frame < FRAMES; frame++) {
        check(throng_crowd_step(crowd, 0.1f));
        throng_status status = throng_readback_begin_agents(positions, NULL, PEOPLE, &read);
        if (status != THRONG_ERROR_CAPACITY) /* the device is behind: no read in this frame */
            check(status);
        check(throng_readback_latest(positions, &latest));
        if (latest.number != 0) {
            const void *values;
            check(throng_readback_map(positions, latest.number, &values));
            seen = draw(values, latest.count); /* as of step latest.step */
            check(throng_readback_release(positions, latest.number));
        }
    }
    check(throng_context_wait(context)); /* so that the last one is there */
    check(throng_readback_latest(positions, &latest));
    if (latest.number != 0) {
        float last[PEOPLE][2];
        check(throng_readback_fetch(positions, latest.number, last, 0));
        seen = draw(*last, PEOPLE);
    }
    printf("after %d steps people are at %.1f, on average\n", FRAMES, seen / PEOPLE);
    check(throng_readback_destroy(positions)); /* before the crowd */
    check(throng_crowd_destroy(crowd));
}

static void scout(throng_context *context)
{
    throng_influence_def def = throng_influence_default_def();
    throng_influence_object danger = throng_influence_default_object();
    throng_influence *map;
    def.width = def.height = SIDE;
    check(throng_influence_create(context, &def, &map));
    danger.x = danger.y = 16.5f;
    check(throng_influence_set_objects(map, 0, 0, 1, &danger, 0));
    check(throng_influence_update(map));

    throng_readback_def wanted = throng_readback_default_def();
    throng_readback *layer;
    throng_readback_read read;
    float values[4][4];
    const throng_region around = {15, 15, 4, 4};
    wanted.kind = THRONG_READBACK_LAYER;
    wanted.map = map;
    wanted.capacity = 16;
    check(throng_readback_create(context, &wanted, &layer));
    check(throng_readback_begin_region(layer, &around, &read));
    check(throng_influence_truncate_objects(map, 0, 0)); /* later frames change the map, */
    check(throng_influence_update(map));
    check(throng_readback_fetch(layer, read.number, values, 0)); /* not what was begun */
    printf("the danger was %.2f, as of update %d\n", (double)values[1][1], (int)read.step);
    check(throng_readback_destroy(layer));
    check(throng_influence_destroy(map));
}

int main(void)
{
    throng_context *context;
    check(throng_context_create(NULL, &context));
    walk(context);
    scout(context);
    check(throng_context_destroy(context));
    return 0;
}
