/* Opens a device, chosen by number, by name or because it is exact. */
#include "src/cl/cl.h"
#include "src/cl/device/object.h"
#include "src/cl/device/reading.h"
#include "src/core/context.h"
#include "src/core/environment.h"
#include "src/core/memory.h"
#include "src/core/status.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

throng_status throng_cl_new(throng_context *context, struct throng_cl **cl)
{
    struct throng_cl *made = throng_allocate(&context->allocator, sizeof *made);
    *cl = made;
    if (!made)
        return throng_fail_memory(context, "the OpenCL backend", sizeof *made);
    made->allocator = &context->allocator;
    made->logger = &context->logger;
    memcpy(made->cache, context->cache, sizeof made->cache);
    return THRONG_OK;
}

void throng_cl_delete(throng_context *context, struct throng_cl *cl)
{
    if (!cl)
        return;
    throng_cl_stop(cl);
    throng_release(&context->allocator, cl, sizeof *cl);
}

/* A whole number in the environment that must be one of a few; 0: not set, or the status is not THRONG_OK. */
static throng_status from_environment(struct throng_cl *cl, const char *name, const int32_t *right,
                                      size_t count, int32_t *value)
{
    const char *text = throng_environment(name);
    *value = 0;
    if (!text)
        return THRONG_OK;
    for (size_t i = 0; i < count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", (int)right[i]);
        if (strcmp(number, text) == 0) {
            *value = right[i];
            return THRONG_OK;
        }
    }
    int used = snprintf(cl->reason, sizeof cl->reason, "%s is \"%.32s\": one of", name, text);
    for (size_t i = 0; i < count && used > 0 && (size_t)used < sizeof cl->reason; i++)
        used += snprintf(cl->reason + used, sizeof cl->reason - (size_t)used, " %d", (int)right[i]);
    return THRONG_ERROR_INVALID_ARGUMENT;
}

/* Mesa's driver for processors makes lanes of work-items, as GPUs do. Of the wide form its compiler makes
 * wrong code (version 22.3: influence along paths), after more than half an hour for a step of a crowd. */
static int32_t makes_lanes_of_items(const throng_device_info *info)
{
    return strcmp(info->platform, "rusticl") == 0 || strcmp(info->platform, "Clover") == 0;
}

/* CPU devices like wide code of one work-item a group, the others many narrow work-items, in groups of
 * GROUP_LEAST or more where they share a tile: devices without such groups take the wide form. Tests force
 * other forms than these; all give the same bits. */
enum { GROUP_LEAST = 64 };
static throng_status choose_form(struct throng_cl *cl)
{
    static const int32_t widths[] = {1, 8, 16};
    static const int32_t groups[] = {1, 64, 128, 256};
    const throng_device_info *info = &cl->device.info;
    const int32_t is_cpu = info->type == THRONG_DEVICE_CPU && !makes_lanes_of_items(info);
    int32_t width = 0, group = 0;
    cl_uint native = 0;
    cl->api.clGetDeviceInfo(cl->device.id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof native, &native, NULL);
    throng_status status = from_environment(cl, "THRONG_CL_WIDTH", widths, THRONG_CL_COUNT(widths), &width);
    if (status == THRONG_OK)
        status = from_environment(cl, "THRONG_CL_GROUP", groups, THRONG_CL_COUNT(groups), &group);
    if (status != THRONG_OK)
        return status;
    cl->width = is_cpu ? (native >= 16 ? 16 : 8) : 1;
    cl->group = is_cpu ? 1 : 64;
    if (width)
        cl->width = width;
    if (group)
        cl->group = group;
    if ((size_t)cl->group > cl->most_items)
        cl->group = 1;
    if (cl->width == 1 && cl->most_items < GROUP_LEAST)
        cl->width = 8;
    return THRONG_OK;
}

/* What is read from the device itself, whoever made the queue. */
static throng_status measure(struct throng_cl *cl, const throng_cl_device *device)
{
    cl->device = *device;
    cl_device_id id = device->id;
    cl->api.clGetDeviceInfo(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof cl->most_bytes, &cl->most_bytes, NULL);
    cl->api.clGetDeviceInfo(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof cl->local_bytes, &cl->local_bytes, NULL);
    cl->api.clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof cl->most_items, &cl->most_items, NULL);
    const char *unusable = throng_cl_unusable(cl, device);
    if (unusable) {
        snprintf(cl->reason, sizeof cl->reason, "OpenCL: %.80s (%.80s): %s", device->info.name,
                 device->info.version, unusable);
        return THRONG_ERROR_NO_DEVICE;
    }
    return choose_form(cl);
}

/* A queue of our own, which executes in order. */
static throng_status make_queue(struct throng_cl *cl, const throng_cl_device *device)
{
    cl_int error = CL_SUCCESS;
    cl_command_queue queue = cl->api.clCreateCommandQueue(
        cl->context, device->id, cl->profile ? CL_QUEUE_PROFILING_ENABLE : 0, &error);
    if (error != CL_SUCCESS || !queue) {
        throng_cl_stop(cl);
        return throng_cl_note(cl, error, "clCreateCommandQueue(%s)", device->info.name);
    }
    cl->queue = queue;
    return THRONG_OK;
}

throng_status throng_cl_start(struct throng_cl *cl, const throng_cl_device *device, int32_t profile)
{
    cl_int error = CL_SUCCESS;
    throng_status status = measure(cl, device);
    if (status != THRONG_OK)
        return status;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)device->platform,
                                                0};
    cl_context context = cl->api.clCreateContext(properties, 1, &device->id, NULL, NULL, &error);
    if (error != CL_SUCCESS || !context)
        return throng_cl_note(cl, error, "clCreateContext(%s)", device->info.name);
    cl->context = context;
    cl->profile = profile;
    return make_queue(cl, device);
}

throng_status throng_cl_start_on(struct throng_cl *cl, const throng_cl_device *device, cl_context context,
                                 cl_command_queue queue)
{
    throng_status status = measure(cl, device);
    if (status != THRONG_OK)
        return status;
    cl_int error = cl->api.clRetainContext(context);
    if (error != CL_SUCCESS)
        return throng_cl_note(cl, error, "clRetainContext");
    cl->context = context;
    if (!queue)
        return make_queue(cl, device);
    error = cl->api.clRetainCommandQueue(queue);
    if (error != CL_SUCCESS) {
        throng_cl_stop(cl);
        return throng_cl_note(cl, error, "clRetainCommandQueue");
    }
    cl->queue = queue;
    return THRONG_OK;
}

void throng_cl_stop(struct throng_cl *cl)
{
    for (; cl->substitutes > 0; cl->substitutes--) {
        cl->api.clReleaseKernel(cl->substitute[cl->substitutes - 1].rejected);
        cl->api.clReleaseKernel(cl->substitute[cl->substitutes - 1].kernel);
    }
    for (int32_t i = 0; i < THRONG_CL_MAX_PROGRAMS; i++) {
        if (cl->programs[i].program)
            cl->api.clReleaseProgram(cl->programs[i].program);
        if (cl->programs[i].rejected)
            cl->api.clReleaseProgram(cl->programs[i].rejected);
        cl->programs[i].program = cl->programs[i].rejected = NULL;
    }
    throng_cl_pinned_destroy(cl, &cl->reads);
    if (cl->queue)
        cl->api.clReleaseCommandQueue(cl->queue);
    if (cl->context)
        cl->api.clReleaseContext(cl->context);
    cl->queue = NULL;
    cl->context = NULL;
}

/* ---------------------------------------------------------------- which one ------------------------- */

static int contains(const char *text, const char *part)
{
    for (; *text; text++) {
        size_t i = 0;
        while (part[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (!part[i])
            return 1;
    }
    return 0;
}

static int matches(const throng_cl_device *device, const char *wanted)
{
    size_t digits = strspn(wanted, "0123456789");
    if (wanted[digits] == 0)
        return digits < 6 && atoi(wanted) == device->info.number;
    return contains(device->info.name, wanted) || contains(device->info.platform, wanted);
}

/* Order in which devices are tried: GPUs, CPUs, the others. */
static int rank(const throng_cl_device *device)
{
    switch (device->info.type) {
    case THRONG_DEVICE_GPU:
        return 0;
    case THRONG_DEVICE_CPU:
        return 1;
    default:
        return 2;
    }
}

static throng_status try_device(throng_context *context, struct throng_cl *cl, const throng_cl_device *device)
{
    throng_status status = throng_cl_start(cl, device, context->profile);
    if (status == THRONG_OK)
        status = throng_cl_probe(cl);
    if (status == THRONG_OK && !cl->device.info.exact && !context->accept_inexact) {
        snprintf(cl->reason, sizeof cl->reason, "OpenCL: %.100s is not exact: %.120s", device->info.name,
                 cl->device.info.reason);
        status = THRONG_ERROR_INEXACT_DEVICE;
    }
    if (status != THRONG_OK)
        throng_cl_stop(cl);
    return status;
}

/* The first that will do; an inexact one, where it is accepted, only after all exact ones. */
static throng_status choose(throng_context *context, struct throng_cl *cl, const throng_cl_device *devices,
                            int32_t count)
{
    throng_status status = THRONG_ERROR_NO_DEVICE, last;
    const throng_cl_device *inexact = NULL;
    for (int wanted = 0; wanted < 3; wanted++)
        for (int32_t i = 0; i < count; i++) {
            if (rank(&devices[i]) != wanted)
                continue;
            last = try_device(context, cl, &devices[i]);
            if (last == THRONG_OK && cl->device.info.exact)
                return THRONG_OK;
            if (last == THRONG_ERROR_INVALID_ARGUMENT)
                return last;
            if (last == THRONG_OK) {
                throng_cl_stop(cl);
                inexact = inexact ? inexact : &devices[i];
            } else {
                status = last;
            }
        }
    return inexact ? try_device(context, cl, inexact) : status;
}

static throng_status choose_named(throng_context *context, struct throng_cl *cl,
                                  const throng_cl_device *devices, int32_t count)
{
    char list[320];
    size_t used = 0;
    const char *wanted = context->device;
    for (int32_t i = 0; i < count; i++)
        if (matches(&devices[i], wanted))
            return try_device(context, cl, &devices[i]);
    list[0] = 0;
    for (int32_t i = 0; i < count && used + 1 < sizeof list; i++) {
        int length =
            snprintf(list + used, sizeof list - used, "%s%d %s", i ? ", " : "", (int)i, devices[i].info.name);
        used += length > 0 ? (size_t)length : 0;
    }
    return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                       "device is \"%s\": the number or part of the name of one of: %s", wanted, list);
}

throng_status throng_cl_open(throng_context *context)
{
    throng_cl_device devices[THRONG_CL_MAX_DEVICES];
    int32_t count = 0;
    struct throng_cl *cl;
    throng_status status = throng_cl_new(context, &cl);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_list(cl, devices, &count);
    if (status == THRONG_OK && context->device[0]) {
        status = choose_named(context, cl, devices, count);
        if (status == THRONG_ERROR_INVALID_ARGUMENT && !cl->reason[0]) {
            throng_cl_delete(context, cl);
            return status; /* said already, with the list */
        }
    } else if (status == THRONG_OK) {
        status = choose(context, cl, devices, count);
    }
    if (status == THRONG_OK)
        status = throng_cl_pinned_create(cl, &cl->reads, "reads", THRONG_CL_READS_BYTES);
    if (status != THRONG_OK) {
        throng_cl_report(context, cl, status);
        throng_cl_delete(context, cl);
        return status;
    }
    context->cl = cl;
    throng_log(context, THRONG_LOG_INFO, "OpenCL device %d: %s, %s%s", (int)cl->device.info.number,
               cl->device.info.name, cl->device.info.version, cl->device.info.exact ? "" : " (not exact)");
    return THRONG_OK;
}

void throng_cl_close(throng_context *context)
{
    throng_cl_delete(context, context->cl);
    context->cl = NULL;
}

const throng_device_info *throng_cl_info(const throng_context *context) { return &context->cl->device.info; }

void throng_cl_describe(const throng_context *context, throng_context_info *info)
{
    const throng_device_info *device = throng_cl_info(context);
    info->opencl = 1;
    info->device = device->number;
    info->device_exact = device->exact;
    memcpy(info->device_name, device->name, sizeof info->device_name);
    memcpy(info->device_version, device->version, sizeof info->device_version);
}

throng_status throng_cl_devices(throng_context *context, throng_device_info *devices, int32_t capacity,
                                int32_t *count)
{
    throng_cl_device found[THRONG_CL_MAX_DEVICES];
    struct throng_cl *cl;
    *count = 0;
    throng_status status = throng_cl_new(context, &cl);
    if (status != THRONG_OK)
        return status;
    if (throng_cl_list(cl, found, count) != THRONG_OK)
        throng_log(context, THRONG_LOG_INFO, "%s", cl->reason);
    for (int32_t i = 0; i < *count && i < capacity; i++) {
        devices[i] = found[i].info;
        status = throng_cl_start(cl, &found[i], 0);
        if (status == THRONG_OK)
            status = throng_cl_probe(cl);
        if (status == THRONG_OK)
            devices[i] = cl->device.info;
        else
            memcpy(devices[i].reason, cl->reason, sizeof devices[i].reason);
        throng_cl_stop(cl);
    }
    throng_cl_delete(context, cl);
    return THRONG_OK;
}

throng_status throng_cl_wait(throng_context *context)
{
    struct throng_cl *cl = context->cl;
    cl_int error = cl->api.clFinish(cl->queue);
    if (error != CL_SUCCESS) {
        throng_cl_note(cl, error, "clFinish");
        throng_cl_lose(cl, 1);
        return throng_cl_report(context, cl, THRONG_ERROR_LOST);
    }
    if (throng_cl_lose(cl, 0))
        return throng_cl_report(context, cl, THRONG_ERROR_LOST);
    return THRONG_OK;
}
