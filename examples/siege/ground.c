/* The battlefield's context and terrain. */
#include "scenes/siege/scene.h"

#include "examples/common/program.h"

int scene_failed(const throng_context *context, const char *what)
{
    return program_reject(PROGRAM_FAILED, "%s: %s", what, throng_context_message(context));
}

throng_context *scene_context(throng_backend backend, int32_t threads)
{
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    def.backend = backend;
    def.threads = threads;
    throng_status status = throng_context_create(&def, &context);
    if (status != THRONG_OK)
        program_reject(PROGRAM_FAILED, "%s: %s", throng_backend_name(backend), throng_status_string(status));
    return context;
}

throng_terrain *scene_terrain(throng_context *context, int32_t fine)
{
    uint8_t blocked[SCENE_SIDE * SCENE_MOST_FINE * SCENE_SIDE * SCENE_MOST_FINE];
    throng_terrain *terrain;
    throng_terrain_def def = throng_terrain_default_def();
    def.width = def.height = SCENE_SIDE * fine;
    for (int32_t row = 0; row < def.height; row++) {
        for (int32_t column = 0; column < def.width; column++)
            blocked[row * def.width + column] = (uint8_t)scene_blocked(column / fine, row / fine);
    }
    if (throng_terrain_create(context, &def, &terrain) != THRONG_OK) {
        scene_failed(context, "terrain");
        return NULL;
    }
    throng_terrain_set(terrain, NULL, blocked, 0);
    return terrain;
}
