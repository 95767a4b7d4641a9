/* OpenCL's failures in throng's words. */
#include "src/cl/device/device.h"
#include "src/core/context.h"
#include "src/core/status.h"

#include <stdarg.h>
#include <stdio.h>

const char *throng_cl_error_name(cl_int error)
{
    static const struct {
        cl_int error;
        const char *name;
    } names[] = {
        {-1, "CL_DEVICE_NOT_FOUND"},
        {-2, "CL_DEVICE_NOT_AVAILABLE"},
        {-3, "CL_COMPILER_NOT_AVAILABLE"},
        {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
        {-5, "CL_OUT_OF_RESOURCES"},
        {-6, "CL_OUT_OF_HOST_MEMORY"},
        {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
        {-11, "CL_BUILD_PROGRAM_FAILURE"},
        {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
        {-30, "CL_INVALID_VALUE"},
        {-33, "CL_INVALID_DEVICE"},
        {-34, "CL_INVALID_CONTEXT"},
        {-36, "CL_INVALID_COMMAND_QUEUE"},
        {-38, "CL_INVALID_MEM_OBJECT"},
        {-43, "CL_INVALID_BUILD_OPTIONS"},
        {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
        {-46, "CL_INVALID_KERNEL_NAME"},
        {-48, "CL_INVALID_KERNEL"},
        {-51, "CL_INVALID_ARG_SIZE"},
        {-52, "CL_INVALID_KERNEL_ARGS"},
        {-54, "CL_INVALID_WORK_GROUP_SIZE"},
        {-57, "CL_INVALID_EVENT_WAIT_LIST"},
        {-58, "CL_INVALID_EVENT"},
        {-59, "CL_INVALID_OPERATION"},
        {-61, "CL_INVALID_BUFFER_SIZE"},
        {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
    };
    for (size_t i = 0; i < THRONG_CL_COUNT(names); i++)
        if (names[i].error == error)
            return names[i].name;
    return "an error";
}

static throng_status status_of(cl_int error)
{
    switch (error) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
    case CL_INVALID_BUFFER_SIZE:
        return THRONG_ERROR_OUT_OF_MEMORY;
    case CL_BUILD_PROGRAM_FAILURE:
        return THRONG_ERROR_BUILD_FAILED;
    default:
        return THRONG_ERROR_OPENCL;
    }
}

THRONG_PRINTF(3, 0)
static throng_status note(struct throng_cl *cl, cl_int error, const char *format, va_list arguments)
{
    char what[160];
    vsnprintf(what, sizeof what, format, arguments);
    snprintf(cl->reason, sizeof cl->reason, "OpenCL: %s failed: %s (%d)", what, throng_cl_error_name(error),
             (int)error);
    cl->error = error;
    return status_of(error);
}

throng_status throng_cl_note(struct throng_cl *cl, cl_int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const throng_status status = note(cl, error, format, arguments);
    va_end(arguments);
    return status;
}

throng_status throng_cl_note_command(struct throng_cl *cl, cl_int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const throng_status status = note(cl, error, format, arguments);
    va_end(arguments);
    return status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status;
}

throng_status throng_cl_note_memory(struct throng_cl *cl, const char *what, size_t bytes)
{
    snprintf(cl->reason, sizeof cl->reason, "out of memory: %zu bytes for %s", bytes, what);
    cl->error = 0;
    return THRONG_ERROR_OUT_OF_MEMORY;
}

throng_status throng_cl_report(throng_context *context, const struct throng_cl *cl, throng_status status)
{
    context->opencl_error = cl->error;
    return throng_fail(context, status, "%s", cl->reason);
}

int throng_cl_only_rejected(cl_int error)
{
    return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY ||
           (error <= CL_INVALID_VALUE && error > -1000);
}
