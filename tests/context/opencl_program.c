#define _POSIX_C_SOURCE 200809L
#include "tests/context/opencl_program.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

cl_mem buffer_of(const program *p, size_t bytes, const void *content)
{
    cl_int error = CL_SUCCESS;
    cl_mem buffer = p->cl.clCreateBuffer(p->host.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    cr_assert(buffer && error == CL_SUCCESS);
    if (content)
        cr_assert(p->cl.clEnqueueWriteBuffer(p->host.queue, buffer, CL_TRUE, 0, bytes, content, 0, NULL,
                                             NULL) == CL_SUCCESS);
    return buffer;
}

cl_uint references(const program *p)
{
    cl_uint queue = 0, context = 0;
    p->cl.clFinish(p->host.queue); /* what waits in a queue may keep it */
    p->cl.clGetCommandQueueInfo(p->host.queue, CL_QUEUE_REFERENCE_COUNT, sizeof queue, &queue, NULL);
    p->cl.clGetContextInfo(p->host.context, CL_CONTEXT_REFERENCE_COUNT, sizeof context, &context, NULL);
    return queue * 1000 + context;
}

void doze(void)
{
    const struct timespec moment = {0, 20000000};
    nanosleep(&moment, NULL);
}

/* A driver's thread may let go of a queue some moments after its work. */
void expect_references(const program *p, cl_uint wanted, const char *what)
{
    for (int i = 0; i < 100 && references(p) != wanted; i++)
        doze();
    cr_expect(references(p) == wanted, "%s: references: %u were %u", what, (unsigned)references(p),
              (unsigned)wanted);
}

cl_command_queue queue_of(const program *p, cl_context context, cl_command_queue_properties properties)
{
    cl_int error = CL_SUCCESS;
    cl_command_queue queue = p->cl.clCreateCommandQueue(context, p->host.device, properties, &error);
    cr_assert(queue && error == CL_SUCCESS);
    return queue;
}

cl_context context_of(const program *p)
{
    cl_platform_id platform;
    cr_assert(p->cl.clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS);
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_int error = CL_SUCCESS;
    cl_context context = p->cl.clCreateContext(properties, 1, &p->host.device, NULL, NULL, &error);
    cr_assert(context && error == CL_SUCCESS);
    return context;
}

void find_opencl(const char *name, void *function, size_t size)
{
    void *symbol = dlsym(dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL), name);
    cr_assert(symbol != NULL, "%s", name);
    memcpy(function, &symbol, size);
}

throng_influence_def map_of_program(void)
{
    throng_influence_def def = map_def(WIDTH, HEIGHT, THRONG_GRID_SQUARE8);
    def.object_capacity = CAPACITY;
    def.layers = 2;
    return def;
}

void make_objects(program *p)
{
    rng r = {77};
    for (int i = 0; i < OBJECTS; i++) {
        p->objects[i] = throng_influence_default_object();
        p->objects[i].x = rng_between(&r, -3.0f, (float)WIDTH + 3.0f);
        p->objects[i].y = rng_between(&r, -3.0f, (float)HEIGHT + 3.0f);
        p->objects[i].vx = rng_between(&r, -1.0f, 1.0f);
        p->objects[i].vy = rng_between(&r, -1.0f, 1.0f);
        p->objects[i].influence = rng_between(&r, -4.0f, 4.0f);
        p->objects[i].max_distance = rng_between(&r, 2.0f, 20.0f);
        p->objects[i].alpha = 0.6f;
    }
}

void open_host(program *p)
{
    const char *missing;
    cl_platform_id platform;
    memset(p, 0, sizeof *p);
    cr_assert(throng_cl_load(&p->cl, &missing), "%s", missing);
    find_opencl("clCreateUserEvent", &p->more.clCreateUserEvent, sizeof p->more.clCreateUserEvent);
    find_opencl("clSetUserEventStatus", &p->more.clSetUserEventStatus, sizeof p->more.clSetUserEventStatus);
    cr_assert(p->cl.clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS);
    cr_assert(p->cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &p->host.device, NULL) == CL_SUCCESS);
    p->host.context = context_of(p);
    p->host.queue = queue_of(p, p->host.context, CL_QUEUE_PROFILING_ENABLE);
    p->references = references(p);
}

void begin(program *p, int32_t profile)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    open_host(p);
    p->w = watch_begin();
    throng_context_def def = throng_context_default_def();
    watch_hooks(p->w, &def);
    def.profile = profile;
    MUST(NULL, throng_opencl_context_create(&def, &p->host, &p->context));
    const throng_influence_def map = map_of_program();
    MUST(p->context, throng_influence_create(p->context, &map, &p->map));
    make_objects(p);
    p->w->logs = p->w->assertions = 0;
}

void close_host(program *p)
{
    p->cl.clReleaseCommandQueue(p->host.queue);
    p->cl.clReleaseContext(p->host.context);
}

void end(program *p)
{
    throng_influence_destroy(p->map);
    MUST(p->context, throng_context_destroy(p->context));
    cr_expect(watch_end(p->w) == 0);
    expect_references(p, p->references, "what was destroyed");
    close_host(p);
}

/* The map of these objects by the reference level. */
void expect_map_of(const throng_influence_object *objects, int32_t count, const float *values,
                   const char *what)
{
    const variant plain = reference_variant();
    throng_context *context = open_variant(&plain, NULL);
    const throng_influence_def def = map_of_program();
    float *right = compute(context, &def, objects, count);
    cr_expect(memcmp(values, right, CELLS * sizeof *right) == 0, "%s", what);
    free(right);
    throng_context_destroy(context);
}

void expect_map(const program *p, const throng_influence_object *objects, const char *what)
{
    float values[CELLS];
    MUST(p->context, throng_influence_update(p->map));
    MUST(p->context, throng_influence_read(p->map, 0, NULL, values, 0));
    expect_map_of(objects, OBJECTS, values, what);
}

static int is_over(const program *p, cl_event event)
{
    cl_int state = -1;
    cr_assert(p->cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) ==
              CL_SUCCESS);
    return state == CL_COMPLETE;
}

/* What the call's event stands for is over after the program's event, and not before. */
void expect_waits(const program *p, const char *what, cl_event gate, cl_event event)
{
    cr_assert(event != NULL, "%s", what);
    p->cl.clFlush(p->host.queue);
    doze();
    cr_expect(!is_over(p, event), "%s did not wait", what);
    cr_assert(p->more.clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    cr_expect(p->cl.clWaitForEvents(1, &event) == CL_SUCCESS && is_over(p, event), "%s", what);
    p->cl.clReleaseEvent(event);
    p->cl.clReleaseEvent(gate);
}

cl_event gate_of(const program *p)
{
    cl_int error = CL_SUCCESS;
    cl_event gate = p->more.clCreateUserEvent(p->host.context, &error);
    cr_assert(gate && error == CL_SUCCESS);
    return gate;
}

unsigned char expected[ROOM], found[ROOM];

cl_mem marked_buffer(const program *p)
{
    memset(expected, MARK, ROOM);
    return buffer_of(p, ROOM, expected);
}

void expect_buffer(const program *p, cl_mem buffer, cl_event event, const char *what)
{
    cr_assert(event && p->cl.clWaitForEvents(1, &event) == CL_SUCCESS);
    p->cl.clReleaseEvent(event);
    cr_assert(p->cl.clEnqueueReadBuffer(p->host.queue, buffer, CL_TRUE, 0, ROOM, found, 0, NULL, NULL) ==
              CL_SUCCESS);
    cr_expect(memcmp(found, expected, ROOM) == 0, "%s", what);
    p->cl.clReleaseMemObject(buffer);
}
