#include "src/core/status.h"
#include "src/core/context.h"

#include <stdarg.h>
#include <stdio.h>

#define THRONG_TEXT_OF(number) THRONG_TEXT(number)
#define THRONG_TEXT(number) #number

const char *throng_version(void)
{
    return THRONG_TEXT_OF(THRONG_VERSION_MAJOR) "." THRONG_TEXT_OF(THRONG_VERSION_MINOR) "." THRONG_TEXT_OF(
        THRONG_VERSION_PATCH);
}

const char *throng_status_string(throng_status status)
{
    switch (status) {
    case THRONG_OK:
        return "ok";
    case THRONG_ERROR_INVALID_ARGUMENT:
        return "invalid argument";
    case THRONG_ERROR_CAPACITY:
        return "capacity exceeded";
    case THRONG_ERROR_OUT_OF_MEMORY:
        return "out of memory";
    case THRONG_ERROR_UNSUPPORTED:
        return "not supported";
    case THRONG_ERROR_NO_DEVICE:
        return "no OpenCL device";
    case THRONG_ERROR_INEXACT_DEVICE:
        return "device does not round correctly";
    case THRONG_ERROR_BUILD_FAILED:
        return "kernel build failed";
    case THRONG_ERROR_OPENCL:
        return "OpenCL call failed";
    case THRONG_ERROR_LOST:
        return "contents lost on the device";
    default:
        return "unknown status";
    }
}

const char *throng_backend_name(throng_backend backend)
{
    static const char *const names[] = {"auto", "cpu", "opencl"};
    return backend >= 0 && backend <= THRONG_BACKEND_OPENCL ? names[backend] : NULL;
}

const char *throng_isa_name(throng_isa isa)
{
    static const char *const names[THRONG_ISA_COUNT] = {"auto", "reference", "vector", "sse2",
                                                        "avx2", "avx512",    "neon",   "simd128"};
    return isa >= 0 && isa < THRONG_ISA_COUNT ? names[isa] : NULL;
}

static void send(const throng_logger *logger, throng_log_level level, const char *message)
{
    if (logger->log)
        logger->log(logger->user, level, message);
}

throng_status throng_report(throng_context *context, throng_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context->message, sizeof context->message, format, arguments);
    va_end(arguments);
    send(&context->logger, THRONG_LOG_ERROR, context->message);
    int32_t mistake = status == THRONG_ERROR_INVALID_ARGUMENT || status == THRONG_ERROR_CAPACITY;
    if (mistake && context->assertion.fail)
        context->assertion.fail(context->assertion.user, status, context->message);
    return status;
}

void throng_log(const throng_context *context, throng_log_level level, const char *format, ...)
{
    char message[512];
    if (!context->logger.log)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    send(&context->logger, level, message);
}
