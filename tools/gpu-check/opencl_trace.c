/* Records what is enqueued. In the environment:
 *   GPU_CHECK_TRACE=calls    the host's times of each call
 *   GPU_CHECK_TRACE=device   the device's times too, which queues with profiling take
 *   GPU_CHECK_TRACE=commands only what is enqueued: no kernel runs but `probe`
 *   GPU_CHECK_BUILD_LOG=FILE what the compiler says of each program, asked of NVIDIA's in its verbose form
 * Commands come from one thread, as throng's do. */
#define _POSIX_C_SOURCE 200809L
#include "tools/gpu-check/opencl_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NAME = 40, KERNELS = 1024 };

typedef struct command {
    const char *kind; /* "mark", "kernel", "write", "read", "copy", "wait" */
    char name[NAME];
    size_t items, group, bytes;
    int blocking;
    double begin, end; /* of the call, microseconds */
    cl_event event;
} command;

static struct {
    command *commands;
    size_t count, capacity;
    struct {
        cl_kernel kernel;
        char name[NAME];
    } kernels[KERNELS];
    int kernel_count;
} trace;

static int mode_is(const char *wanted)
{
    const char *mode = getenv("GPU_CHECK_TRACE");
    return mode && strcmp(mode, wanted) == 0;
}

static int profiling(void)
{
    static int known = -1;
    if (known < 0)
        known = mode_is("device");
    return known;
}

static int recording(void)
{
    static int known = -1;
    if (known < 0)
        known = profiling() || mode_is("calls") || mode_is("commands");
    return known;
}

static int runs(const char *kernel) { return !mode_is("commands") || strcmp(kernel, "probe") == 0; }

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static command *record(const char *kind, const char *name)
{
    if (trace.count == trace.capacity) {
        size_t capacity = trace.capacity ? 2 * trace.capacity : 4096;
        command *grown = realloc(trace.commands, capacity * sizeof *grown);
        if (!grown) {
            fprintf(stderr, "gpu-check: no memory for %zu commands\n", capacity);
            exit(1);
        }
        trace.commands = grown;
        trace.capacity = capacity;
    }
    command *c = &trace.commands[trace.count++];
    *c = (command){.kind = kind, .begin = now()};
    snprintf(c->name, sizeof c->name, "%s", name);
    return c;
}

void gpu_check_mark(const char *name)
{
    record_mark(name);
    if (recording())
        record("mark", name);
}

/* The event that a command is to make: the caller's place for it, or one of ours. */
static cl_event *place_of(cl_event *wanted, cl_event *own)
{
    *own = NULL;
    return wanted || profiling() ? own : NULL;
}

static cl_int finish(command *c, cl_int error, cl_event made, cl_event *wanted)
{
    c->end = now();
    if (wanted && made) {
        *wanted = made;
        if (profiling())
            clRetainEvent(made);
    }
    if (profiling())
        c->event = made;
    return error;
}

/* ---------------------------------------------------------------- calls ----------------------------- */

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *error)
{
    if (profiling())
        properties |= CL_QUEUE_PROFILING_ENABLE;
    return dispatch_of(context)->clCreateCommandQueue(context, device, properties, error);
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *error)
{
    cl_kernel kernel = dispatch_of(program)->clCreateKernel(program, name, error);
    if (kernel)
        record_kernel(kernel, program);
    if (kernel && recording() && trace.kernel_count < KERNELS) {
        trace.kernels[trace.kernel_count].kernel = kernel;
        snprintf(trace.kernels[trace.kernel_count++].name, NAME, "%s", name);
    }
    return kernel;
}

/* The last of that handle: drivers use handles again. */
static const char *name_of(cl_kernel kernel)
{
    for (int i = trace.kernel_count - 1; i >= 0; i--)
        if (trace.kernels[i].kernel == kernel)
            return trace.kernels[i].name;
    return "unknown";
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                          const size_t *offset, const size_t *items, const size_t *group,
                                          cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    const cl_icd_dispatch *driver = dispatch_of(queue);
    cl_event made;
    if (!recording())
        return driver->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, items, group, wait_count,
                                              waits, event);
    command *c = record("kernel", name_of(kernel));
    c->items = items[0];
    c->group = group ? group[0] : 0;
    record_launch(queue, kernel, c->name, offset ? offset[0] : 0, items[0], c->group);
    cl_int error =
        runs(c->name) ? driver->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, items, group,
                                                       wait_count, waits, place_of(event, &made))
                      : driver->clEnqueueMarkerWithWaitList(queue, wait_count, waits, place_of(event, &made));
    record_launched(queue, kernel);
    return finish(c, error, made, event);
}

/* A transfer: `arguments` come between the queue and the event, which is `event`. */
#define TRANSFER(name, parameters, kind_, size, blocks, arguments)                                           \
    cl_int CL_API_CALL name parameters                                                                       \
    {                                                                                                        \
        const cl_icd_dispatch *driver = dispatch_of(queue);                                                  \
        cl_event *place = event, made = NULL;                                                                \
        if (!recording())                                                                                    \
            return driver->name arguments;                                                                   \
        command *c = record(kind_, &#name[9]);                                                               \
        c->bytes = size;                                                                                     \
        c->blocking = (int)(blocks);                                                                         \
        place = place_of(event, &made);                                                                      \
        cl_int error = driver->name arguments;                                                               \
        return finish(c, error, made, event);                                                                \
    }

TRANSFER(clEnqueueWriteBuffer,
         (cl_command_queue queue, cl_mem a, cl_bool b, size_t d, size_t e, const void *f, cl_uint g,
          const cl_event *h, cl_event *event),
         "write", e, b, (queue, a, b, d, e, f, g, h, place))
TRANSFER(clEnqueueReadBuffer,
         (cl_command_queue queue, cl_mem a, cl_bool b, size_t d, size_t e, void *f, cl_uint g,
          const cl_event *h, cl_event *event),
         "read", e, b, (queue, a, b, d, e, f, g, h, place))
TRANSFER(clEnqueueWriteBufferRect,
         (cl_command_queue queue, cl_mem a, cl_bool b, const size_t *d, const size_t *e, const size_t *f,
          size_t g, size_t h, size_t i, size_t j, const void *k, cl_uint l, const cl_event *m,
          cl_event *event),
         "write", f[0] * f[1] * f[2], b, (queue, a, b, d, e, f, g, h, i, j, k, l, m, place))
TRANSFER(clEnqueueReadBufferRect,
         (cl_command_queue queue, cl_mem a, cl_bool b, const size_t *d, const size_t *e, const size_t *f,
          size_t g, size_t h, size_t i, size_t j, void *k, cl_uint l, const cl_event *m, cl_event *event),
         "read", f[0] * f[1] * f[2], b, (queue, a, b, d, e, f, g, h, i, j, k, l, m, place))
TRANSFER(clEnqueueCopyBufferRect,
         (cl_command_queue queue, cl_mem a, cl_mem b, const size_t *d, const size_t *e, const size_t *f,
          size_t g, size_t h, size_t i, size_t j, cl_uint l, const cl_event *m, cl_event *event),
         "copy", f[0] * f[1] * f[2], 0, (queue, a, b, d, e, f, g, h, i, j, l, m, place))

cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event *events)
{
    if (!recording())
        return dispatch_of(events[0])->clWaitForEvents(count, events);
    command *c = record("wait", "WaitForEvents");
    c->blocking = 1;
    return finish(c, dispatch_of(events[0])->clWaitForEvents(count, events), NULL, NULL);
}

cl_int CL_API_CALL clFinish(cl_command_queue queue)
{
    if (!recording())
        return dispatch_of(queue)->clFinish(queue);
    command *c = record("wait", "Finish");
    c->blocking = 1;
    return finish(c, dispatch_of(queue)->clFinish(queue), NULL, NULL);
}

/* ---------------------------------------------------------------- compilers' logs ------------------- */

static int is_nvidia(cl_device_id device)
{
    char vendor[64] = "";
    clGetDeviceInfo(device, CL_DEVICE_VENDOR, sizeof vendor - 1, vendor, NULL);
    return strstr(vendor, "NVIDIA") != NULL;
}

static void keep_log(cl_program program, cl_device_id device, const char *options, const char *path)
{
    size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *text = calloc(size + 1, 1);
    FILE *file = fopen(path, "a");
    if (text && file) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, text, NULL);
        fprintf(file, "== program %s\n%s\n", options ? options : "", text);
    }
    if (file)
        fclose(file);
    free(text);
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                                  const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                  void *user)
{
    const char *path = getenv("GPU_CHECK_BUILD_LOG");
    char text[1024];
    if (path && path[0] && count > 0 && is_nvidia(devices[0])) {
        snprintf(text, sizeof text, "%s -cl-nv-verbose", options ? options : "");
        options = text;
    }
    record_program(program, options);
    cl_int error = dispatch_of(program)->clBuildProgram(program, count, devices, options, notify, user);
    if (path && path[0] && count > 0)
        keep_log(program, devices[0], options, path);
    return error;
}

/* ---------------------------------------------------------------- the file -------------------------- */

static double time_of(cl_event event, cl_profiling_info which)
{
    cl_ulong nanoseconds = 0;
    if (event)
        clGetEventProfilingInfo(event, which, sizeof nanoseconds, &nanoseconds, NULL);
    return (double)nanoseconds * 1e-3;
}

int gpu_check_write(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return 0;
    fprintf(file, "#kind\tname\titems\tgroup\tbytes\tblocking\tcall_begin_us\tcall_end_us\tdevice_begin_us\t"
                  "device_end_us\n");
    for (size_t i = 0; i < trace.count; i++) {
        const command *c = &trace.commands[i];
        if (c->event)
            dispatch_of(c->event)->clWaitForEvents(1, &c->event);
        fprintf(file, "%s\t%s\t%zu\t%zu\t%zu\t%d\t%.3f\t%.3f\t%.3f\t%.3f\n", c->kind, c->name, c->items,
                c->group, c->bytes, c->blocking, c->begin, c->end,
                time_of(c->event, CL_PROFILING_COMMAND_START), time_of(c->event, CL_PROFILING_COMMAND_END));
        if (c->event)
            clReleaseEvent(c->event);
    }
    trace.count = 0;
    return fclose(file) == 0;
}
