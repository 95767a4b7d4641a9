/* Without OpenCL, or without a device: no device is listed, the automatic choice goes on with the CPU and
 * says so once, and a context that asks for OpenCL by name is refused with words that help. */
#include "tests/checks/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int warnings;
static char last_error[600];

static void keep(void *user, throng_log_level level, const char *message)
{
    (void)user;
    fprintf(stderr, "throng (level %d): %s\n", (int)level, message);
    warnings += level == THRONG_LOG_WARNING;
    if (level == THRONG_LOG_ERROR)
        snprintf(last_error, sizeof last_error, "%s", message);
}

static int expect(int good, const char *what)
{
    if (!good)
        fprintf(stderr, "expected: %s\n", what);
    return good;
}

static int play_automatic(void)
{
    throng_context_def def = throng_context_default_def();
    throng_context *context = NULL;
    throng_context_info about;
    int good = 1;
    def.logger.log = keep;
    if (!expect(throng_context_create(&def, &context) == THRONG_OK, "a context by automatic choice"))
        return 0;
    good = expect(throng_context_get_info(context, &about) == THRONG_OK && !about.opencl, "no open device");
    for (int i = 0; good && i < 2; i++) {
        const scene *s = &scenes[2];
        const char *step = "";
        throng_terrain *terrain = NULL;
        throng_influence *map = NULL;
        throng_influence_info info;
        float *values = malloc(scene_size(s) * sizeof *values);
        good =
            expect(values && scene_create(context, s, &terrain, &map) == THRONG_OK, "a map") &&
            expect(scene_play(context, map, terrain, s, values, &step) == THRONG_OK, "a map that works") &&
            expect(throng_influence_get_info(map, &info) == THRONG_OK && info.backend == THRONG_BACKEND_CPU,
                   "a map on the CPU");
        scene_destroy(terrain, map);
        free(values);
    }
    throng_context_destroy(context);
    return good && expect(warnings == 1, "one warning, not none and not two");
}

static int ask_by_name(void)
{
    throng_context_def def = throng_context_default_def();
    throng_context *context = NULL;
    def.backend = THRONG_BACKEND_OPENCL;
    def.logger.log = keep;
    throng_status status = throng_context_create(&def, &context);
    return expect(status == THRONG_ERROR_NO_DEVICE && !context, "NO_DEVICE and no context") &&
           expect(strstr(last_error, "OpenCL") && strlen(last_error) > 20, "a message that helps");
}

int main(void)
{
    int32_t count = -1;
    if (!expect(throng_devices(NULL, NULL, 0, &count) == THRONG_OK && count == 0, "an empty list of devices"))
        return 1;
    if (!play_automatic() || !ask_by_name())
        return 1;
    printf("goes on without OpenCL\n");
    return 0;
}
