/* Contexts: from the common options, with the library's words turned into ours. */
#include "tools/throng/program.h"

#include <string.h>

static void keep(void *user, throng_log_level level, const char *message)
{
    throng_app_log *log = user;
    if (level == THRONG_LOG_ERROR) {
        (void)snprintf(log->error, sizeof log->error, "%s", message);
    } else if (level == THRONG_LOG_WARNING) {
        (void)snprintf(log->warning, sizeof log->warning, "%s", message);
    }
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
        return THRONG_APP_USAGE;
    default:
        return THRONG_APP_FAILED;
    }
}

int throng_app_check(const throng_context *context, throng_status status, const char *what)
{
    if (status == THRONG_OK) {
        return THRONG_APP_OK;
    }
    const char *message = context != NULL ? throng_context_message(context) : "";
    return throng_app_reject(exit_code(status), what, "%s",
                             *message != '\0' ? message : throng_status_string(status));
}

static int reject_context(const throng_app_common *common, throng_status status, const throng_app_log *log)
{
    const char *what = "context";
    const char *advice = "";
    if (common->device != NULL) {
        what = "--device";
    } else if (common->backend == THRONG_BACKEND_OPENCL) {
        what = "--backend opencl";
    }
    if (status == THRONG_ERROR_NO_DEVICE) {
        advice = "; see throng devices, or take --backend cpu";
    } else if (status == THRONG_ERROR_UNSUPPORTED && common->backend == THRONG_BACKEND_OPENCL) {
        advice = "; take --backend cpu, or a build with it";
    } else if (status == THRONG_ERROR_INEXACT_DEVICE) {
        advice = "; take another one (see throng devices) or add --accept-inexact";
    }
    return throng_app_reject(exit_code(status), what, "%s%s",
                             *log->error != '\0' ? log->error : throng_status_string(status), advice);
}

static int reject_isa(throng_isa isa)
{
    char have[200] = "";
    for (throng_isa i = THRONG_ISA_REFERENCE; i < THRONG_ISA_COUNT; ++i) {
        size_t used = strlen(have);
        if (throng_isa_available(i)) {
            (void)snprintf(have + used, sizeof have - used, "%s%s", used > 0 ? ", " : "", throng_isa_name(i));
        }
    }
    return throng_app_reject(THRONG_APP_USAGE, "--isa",
                             "%s is not built in or not offered by this processor; there are %s",
                             throng_isa_name(isa), have);
}

/* "auto" goes on with the CPU where OpenCL fails. Not so for a device that the user named: a misspelt
 * name must not pass unseen. */
static int check_device(const throng_app_common *common, throng_context *context, const throng_app_log *log)
{
    throng_context_info info;
    int code = throng_app_check(context, throng_context_get_info(context, &info), "context");
    if (code != THRONG_APP_OK || common->device == NULL || common->backend != THRONG_BACKEND_AUTO ||
        info.opencl) {
        return code;
    }
    const char *words = *log->error != '\0' ? log->error : log->warning;
    return throng_app_reject(THRONG_APP_USAGE, "--device", "\"%s\" cannot be used%s%s; see throng devices",
                             common->device, *words != '\0' ? ": " : "", words);
}

int throng_app_context_create(const throng_app_common *common, int32_t profile, throng_app_log *log,
                              throng_context **context)
{
    *log = (throng_app_log){{0}, {0}};
    *context = NULL;
    if (common->isa != THRONG_ISA_AUTO && !throng_isa_available(common->isa)) {
        return reject_isa(common->isa);
    }
    throng_context_def def = throng_context_default_def();
    def.logger.log = keep;
    def.logger.user = log;
    def.backend = common->backend;
    def.isa = common->isa;
    def.threads = common->threads;
    def.accept_inexact = common->accept_inexact;
    def.profile = profile;
    def.device = common->device;
    throng_status status = throng_context_create(&def, context);
    if (status != THRONG_OK) {
        return reject_context(common, status, log);
    }
    int code = check_device(common, *context, log);
    if (code != THRONG_APP_OK) {
        (void)throng_context_destroy(*context);
        *context = NULL;
    }
    return code;
}
