/* How many kernels an update of an influence map launches on GPUs, where each costs some microseconds: the
 * most in 100 frames in which all objects moved. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/launches.h"

#include <stdlib.h>

enum { SIDE = 128, OBJECTS = 600 };

static void place(rng *r, throng_influence_object *objects)
{
    for (int32_t i = 0; i < OBJECTS; i++) {
        objects[i].x = rng_between(r, 0.0f, (float)SIDE);
        objects[i].y = rng_between(r, 0.0f, (float)SIDE);
    }
}

static int32_t most_launches(throng_propagation propagation, int32_t frames)
{
    throng_context *context = open_gpu_form();
    throng_influence_def def = throng_influence_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence *map;
    throng_terrain *terrain = NULL;
    static throng_influence_object objects[OBJECTS];
    rng r = {3};
    int32_t most = 0;
    ground.width = ground.height = def.width = def.height = SIDE;
    def.propagation = propagation;
    def.object_capacity = OBJECTS;
    if (propagation != THRONG_PROPAGATION_EUCLIDEAN)
        MUST(context, throng_terrain_create(context, &ground, &terrain));
    def.terrain = terrain;
    MUST(context, throng_influence_create(context, &def, &map));
    for (int32_t i = 0; i < OBJECTS; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].max_distance = 6.0f;
    }
    for (int32_t frame = 0; frame < frames; frame++) {
        place(&r, objects);
        if (frame == 0)
            MUST(context, throng_influence_set_objects(map, 0, 0, OBJECTS, objects, 0));
        else
            MUST(context,
                 throng_influence_move_objects(map, 0, 0, OBJECTS, &objects[0].x, sizeof *objects, NULL, 0));
        launches = 0;
        MUST(context, throng_influence_update(map));
        most = launches > most ? launches : most;
    }
    MUST(context, throng_influence_destroy(map));
    if (terrain)
        MUST(context, throng_terrain_destroy(terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    return most;
}

static void expect_launches(const char *what, throng_propagation propagation, int32_t frames, int32_t limit)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    const int32_t most = most_launches(propagation, frames);
    cr_log_info("%s: %d launches", what, (int)most);
    cr_expect(most <= limit, "%s: %d launches, more than %d", what, (int)most, (int)limit);
}

Test(launches, euclidean) { expect_launches("Euclidean", THRONG_PROPAGATION_EUCLIDEAN, 100, 7); }

Test(launches, path) { expect_launches("path", THRONG_PROPAGATION_PATH, 20, 8); }

Test(launches, adjacent) { expect_launches("adjacent", THRONG_PROPAGATION_ADJACENT, 20, 8); }
