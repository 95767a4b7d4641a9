/* Contexts from the common options. */
#define _POSIX_C_SOURCE 200809L
#include "tools/throng/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void keep(void *user, throng_log_level level, const char *message)
{
    program_log *log = user;
    if (level == THRONG_LOG_ERROR)
        (void)snprintf(log->error, sizeof log->error, "%s", message);
    if (level != THRONG_LOG_WARNING)
        return;
    (void)snprintf(log->warning, sizeof log->warning, "%s", message);
    log->late |= log->open;
}

/* 2 for what another call or other files would mend. */
static int exit_code(throng_status status)
{
    switch (status) {
    case THRONG_ERROR_INVALID_ARGUMENT:
    case THRONG_ERROR_CAPACITY:
    case THRONG_ERROR_UNSUPPORTED: /* another level, backend or device */
    case THRONG_ERROR_NO_DEVICE:
    case THRONG_ERROR_INEXACT_DEVICE:
        return PROGRAM_USAGE;
    default:
        return PROGRAM_FAILED;
    }
}

int program_check(const throng_context *context, throng_status status, const char *what)
{
    if (status == THRONG_OK)
        return PROGRAM_OK;
    const char *message = context ? throng_context_message(context) : "";
    return reject(exit_code(status), what, "%s", *message != '\0' ? message : throng_status_string(status));
}

static int reject_context(const program_common *common, throng_status status, const program_log *log)
{
    const char *what = "context";
    const char *advice = "";
    if (common->device)
        what = "--device";
    else if (common->backend == THRONG_BACKEND_OPENCL)
        what = "--backend opencl";
    if (status == THRONG_ERROR_NO_DEVICE)
        advice = "; see throng devices, or take --backend cpu";
    else if (status == THRONG_ERROR_UNSUPPORTED && common->backend == THRONG_BACKEND_OPENCL)
        advice = "; take --backend cpu, or a build with it";
    else if (status == THRONG_ERROR_INEXACT_DEVICE)
        advice = "; take another one (see throng devices) or add --accept-inexact";
    return reject(exit_code(status), what, "%s%s",
                  *log->error != '\0' ? log->error : throng_status_string(status), advice);
}

static int reject_isa(throng_isa isa)
{
    char have[200] = "";
    for (throng_isa i = THRONG_ISA_REFERENCE; i < THRONG_ISA_COUNT; i++) {
        const size_t used = strlen(have);
        if (throng_isa_available(i))
            (void)snprintf(have + used, sizeof have - used, "%s%s", used > 0 ? ", " : "", throng_isa_name(i));
    }
    return reject_usage("--isa", "%s is not built in or not offered by this processor; there are %s",
                        throng_isa_name(isa), have);
}

/* "auto" falls back to the CPU if OpenCL fails, but not for a device that the user named: a misspelt name
 * must be reported. */
static int check_device(const program_common *common, throng_context *context, const program_log *log)
{
    throng_context_info info;
    const int code = program_check(context, throng_context_get_info(context, &info), "context");
    const char *words = *log->error != '\0' ? log->error : log->warning;
    const int32_t tried = *words != '\0'; /* where THRONG_BACKEND says cpu, no device is looked for */
    if (code || !common->device || common->backend != THRONG_BACKEND_AUTO || info.opencl || !tried)
        return code;
    return reject_usage("--device", "\"%s\" cannot be used: %s; see throng devices", common->device, words);
}

int program_context_create(const program_common *common, int32_t profile, program_log *log,
                           throng_context **context)
{
    *log = (program_log){0};
    *context = NULL;
    if (common->isa != THRONG_ISA_AUTO && !throng_isa_available(common->isa))
        return reject_isa(common->isa);
    throng_context_def def = throng_context_default_def();
    def.logger.log = keep;
    def.logger.user = log;
    def.backend = common->backend;
    def.isa = common->isa;
    def.threads = common->threads;
    def.accept_inexact = common->accept_inexact;
    def.profile = profile;
    def.device = common->device;
    const throng_status status = throng_context_create(&def, context);
    if (status != THRONG_OK)
        return reject_context(common, status, log);
    const int code = check_device(common, *context, log);
    if (code) {
        (void)throng_context_destroy(*context);
        *context = NULL;
    }
    log->open = 1;
    return code;
}

int32_t program_threads(int32_t processes)
{
    throng_context_def def = throng_context_default_def();
    throng_context *context = NULL;
    throng_context_info about = {0};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    def.backend = THRONG_BACKEND_CPU;
    if (throng_context_create(&def, &context) == THRONG_OK)
        (void)throng_context_get_info(context, &about);
    (void)throng_context_destroy(context);
    const int32_t share = processors > 0 && processors < 1 << 20 ? (int32_t)processors / processes : 1;
    const int32_t fair = share > 0 ? share : 1; /* of more processes than processors, too */
    return fair < about.threads || about.threads < 1 ? fair : about.threads;
}

int program_map(const char *path, const int32_t size[2], grid_map *map)
{
    if (path)
        return map_load(path, map);
    *map = (grid_map){size[0], size[1], NULL};
    return PROGRAM_OK;
}

int program_check_cell(const grid_map *map, float cell)
{
    const int32_t side = map->width > map->height ? map->width : map->height;
    const float near = (float)(1e9 / side);
    const float most = (double)near * side > 1e9 ? nextafterf(near, 0.0f) : near;
    if (cell <= most)
        return PROGRAM_OK;
    return reject_usage("--cell", "%.9g for each of %d cells leads beyond 1e9; give at most %.9g",
                        (double)cell, (int)side, (double)most);
}

int program_terrain(throng_context *context, const grid_map *map, throng_terrain **terrain)
{
    throng_terrain_def def = throng_terrain_default_def();
    def.width = map->width;
    def.height = map->height;
    int code = program_check(context, throng_terrain_create(context, &def, terrain), "terrain");
    if (code || !map->cells)
        return code;
    uint8_t *blocked = malloc((size_t)map->width);
    if (!blocked)
        return reject_memory("terrain");
    for (int32_t row = 0; row < map->height && !code; row++) {
        const throng_region line = {0, row, map->width, 1};
        for (int32_t column = 0; column < map->width; column++)
            blocked[column] = (uint8_t)!map_is_free(map, column, row);
        code = program_check(context, throng_terrain_set(*terrain, &line, blocked, 0), "terrain");
    }
    free(blocked);
    return code;
}
