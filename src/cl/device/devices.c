/* The devices of all platforms, in the order in which OpenCL lists them: that order numbers them. */
#include "src/cl/device/device.h"

#include <stdio.h>
#include <string.h>

static void device_text(const struct throng_cl *cl, cl_device_id id, cl_device_info what, char text[128])
{
    char buffer[1024];
    size_t size = 0;
    buffer[0] = 0;
    if (cl->api.clGetDeviceInfo(id, what, sizeof buffer - 1, buffer, &size) != CL_SUCCESS ||
        size >= sizeof buffer)
        size = 0;
    buffer[size] = 0;
    const char *start = buffer;
    while (*start == ' ') /* some drivers pad names */
        start++;
    snprintf(text, 128, "%.127s", start);
}

static void platform_text(const struct throng_cl *cl, cl_platform_id id, cl_platform_info what,
                          char text[128])
{
    char buffer[1024];
    size_t size = 0;
    buffer[0] = 0;
    if (cl->api.clGetPlatformInfo(id, what, sizeof buffer - 1, buffer, &size) != CL_SUCCESS ||
        size >= sizeof buffer)
        size = 0;
    buffer[size] = 0;
    snprintf(text, 128, "%.127s", buffer);
}

void throng_cl_fill_info(const struct throng_cl *cl, throng_cl_device *device)
{
    throng_device_info *info = &device->info;
    cl_device_type type = 0;
    cl_uint units = 0;
    cl_ulong memory = 0;
    cl->api.clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    cl->api.clGetDeviceInfo(device->id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    cl->api.clGetDeviceInfo(device->id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    info->type = THRONG_DEVICE_OTHER;
    if (type & CL_DEVICE_TYPE_GPU)
        info->type = THRONG_DEVICE_GPU;
    else if (type & CL_DEVICE_TYPE_CPU)
        info->type = THRONG_DEVICE_CPU;
    info->compute_units = units > 0 ? (int32_t)units : 1; /* even where the driver does not say */
    info->memory_bytes = memory;
    device_text(cl, device->id, CL_DEVICE_NAME, info->name);
    device_text(cl, device->id, CL_DEVICE_VERSION, info->version);
    device_text(cl, device->id, CL_DRIVER_VERSION, info->driver);
    platform_text(cl, device->platform, CL_PLATFORM_NAME, info->platform);
}

const char *throng_cl_unusable(const struct throng_cl *cl, const throng_cl_device *device)
{
    int major = 0, minor = 0;
    cl_bool available = CL_FALSE, compiler = CL_FALSE, little = CL_FALSE;
    cl->api.clGetDeviceInfo(device->id, CL_DEVICE_AVAILABLE, sizeof available, &available, NULL);
    cl->api.clGetDeviceInfo(device->id, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
    cl->api.clGetDeviceInfo(device->id, CL_DEVICE_ENDIAN_LITTLE, sizeof little, &little, NULL);
    if (sscanf(device->info.version, "OpenCL %d.%d", &major, &minor) != 2 || major < 1 ||
        (major == 1 && minor < 2))
        return "it does not support OpenCL 1.2";
    if (!available)
        return "it is not available";
    if (!compiler)
        return "it has no compiler for kernels";
    return little ? NULL : "it is big-endian";
}

/* Adds a platform's devices. A platform without any answers with an error and leaves its count alone. */
static void list_platform(struct throng_cl *cl, cl_platform_id platform, throng_cl_device *devices,
                          int32_t *count)
{
    cl_device_id ids[THRONG_CL_MAX_DEVICES];
    cl_uint found = 0;
    cl_int error = cl->api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, THRONG_CL_MAX_DEVICES, ids, &found);
    if (error != CL_SUCCESS)
        return;
    for (cl_uint i = 0; i < found && i < THRONG_CL_MAX_DEVICES && *count < THRONG_CL_MAX_DEVICES; i++) {
        throng_cl_device *device = &devices[*count];
        memset(device, 0, sizeof *device);
        device->platform = platform;
        device->id = ids[i];
        device->info.number = *count;
        throng_cl_fill_info(cl, device);
        (*count)++;
    }
}

throng_status throng_cl_list(struct throng_cl *cl, throng_cl_device *devices, int32_t *count)
{
    cl_platform_id platforms[THRONG_CL_MAX_DEVICES];
    cl_uint found = 0;
    const char *missing = NULL;
    *count = 0;
    if (!throng_cl_load(&cl->api, &missing)) {
        snprintf(cl->reason, sizeof cl->reason, "OpenCL cannot be loaded on this machine: %s is missing",
                 missing);
        return THRONG_ERROR_NO_DEVICE;
    }
    cl_int error = cl->api.clGetPlatformIDs(THRONG_CL_MAX_DEVICES, platforms, &found);
    if (error != CL_SUCCESS)
        found = 0;
    for (cl_uint i = 0; i < found && i < THRONG_CL_MAX_DEVICES; i++)
        list_platform(cl, platforms[i], devices, count);
    if (*count > 0)
        return THRONG_OK;
    cl->error = error;
    snprintf(cl->reason, sizeof cl->reason, "OpenCL has no device on this machine (%u platforms)",
             (unsigned)found);
    return THRONG_ERROR_NO_DEVICE;
}
