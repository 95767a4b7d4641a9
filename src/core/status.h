/* Failures: statuses and messages. */
#ifndef THRONG_CORE_STATUS_H
#define THRONG_CORE_STATUS_H

#include <throng/context.h>

/* Formats the context's message, logs it, calls the assertion handler for a caller's mistake
 * (INVALID_ARGUMENT, CAPACITY), returns status. */
#if defined(__GNUC__)
#define THRONG_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define THRONG_PRINTF(text, first)
#endif
throng_status throng_report(throng_context *context, throng_status status, const char *format, ...)
    THRONG_PRINTF(3, 4);
/* In sight of the caller: no failure is THRONG_OK. */
static inline throng_status throng_failed(throng_status reported, throng_status status)
{
    (void)reported;
    return status;
}
#define throng_fail(context, status, ...) throng_failed(throng_report(context, status, __VA_ARGS__), status)
static inline throng_status throng_fail_memory(throng_context *context, const char *what, size_t size)
{
    return throng_fail(context, THRONG_ERROR_OUT_OF_MEMORY, "out of memory: %zu bytes for %s", size, what);
}
void throng_log(const throng_context *context, throng_log_level level, const char *format, ...)
    THRONG_PRINTF(3, 4);

#endif
