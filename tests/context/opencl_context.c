/* Contexts on a program's own OpenCL objects (throng_opencl.h), and what is refused there. */
#define _POSIX_C_SOURCE 200809L
#include "tests/context/opencl_program.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- contexts -------------------------- */

Test(contexts, described)
{
    program p;
    begin(&p, 1);
    throng_context_info info;
    MUST(p.context, throng_context_get_info(p.context, &info));
    cr_expect(info.opencl == 1 && info.device == -1 && info.device_exact == 1 && info.device_name[0]);
    throng_influence_info map;
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context, throng_influence_update(p.map));
    MUST(p.context, throng_influence_get_info(p.map, &map));
    cr_expect(map.backend == THRONG_BACKEND_OPENCL && map.kernel_seconds > 0.0);
    end(&p);
}

/* A context that cannot be made keeps nothing of the program's. */
static void expect_no_context(program *p, const throng_context_def *def, const throng_opencl_host *host,
                              const char *words)
{
    throng_context *context = p->context;
    const cl_uint before = references(p);
    p->w->logs = p->w->assertions = 0;
    cr_expect(throng_opencl_context_create(def, host, &context) == INVALID, "%s", words);
    cr_expect(context == NULL && p->w->logs == 1, "%s: logged %d times", words, (int)p->w->logs);
    expect_words(words, p->w->log, words);
    expect_references(p, before, words);
}

Test(contexts, rejected)
{
    program p;
    begin(&p, 0);
    throng_context_def def = throng_context_default_def();
    watch_hooks(p.w, &def);
    throng_opencl_host host = p.host;
    expect_no_context(&p, &def, NULL, "host must not be NULL");
    host.context = NULL;
    expect_no_context(&p, &def, &host, "host.context must not be NULL");
    host = p.host;
    host.device = NULL;
    expect_no_context(&p, &def, &host, "host.device must not be NULL");
    host = p.host;
    host.queue = NULL;
    expect_no_context(&p, &def, &host, "host.queue must not be NULL");
    def.backend = THRONG_BACKEND_CPU;
    expect_no_context(&p, &def, &p.host, "def.backend|THRONG_BACKEND_CPU");
    def.backend = THRONG_BACKEND_AUTO;
    def.threads = -1;
    expect_no_context(&p, &def, &p.host, "threads|-1");
    def.threads = 0;
    cl_context other = context_of(&p);
    host.queue = queue_of(&p, other, 0);
    expect_no_context(&p, &def, &host, "host.queue|another context");
    p.cl.clReleaseCommandQueue(host.queue);
    p.cl.clReleaseContext(other);
    throng_context *context = p.context;
    cr_expect(throng_opencl_context_create(&def, &p.host, NULL) == INVALID);
    def.cookie = 0;
    cr_expect(throng_opencl_context_create(&def, &p.host, &context) == INVALID && context == NULL);
    end(&p);
}

/* Work on a program's queue that may execute out of order, and throng's, are ordered by events alone. */
Test(contexts, out_of_order)
{
    program p;
    begin(&p, 0);
    throng_context *usual = p.context;
    throng_influence *map = p.map;
    const throng_influence_def def = map_of_program();
    throng_opencl_host host = p.host;
    host.queue = queue_of(&p, p.host.context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    throng_context_def hooks = throng_context_default_def();
    watch_hooks(p.w, &hooks);
    MUST(NULL, throng_opencl_context_create(&hooks, &host, &p.context));
    MUST(p.context, throng_influence_create(p.context, &def, &p.map));
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    float pairs[OBJECTS][2], values[CELLS];
    cl_mem positions = buffer_of(&p, sizeof pairs, NULL), to = buffer_of(&p, sizeof values, NULL);
    for (int32_t i = 0; i < OBJECTS; i++) {
        pairs[i][0] = p.objects[i].x = (float)(i % WIDTH) + 0.5f;
        pairs[i][1] = p.objects[i].y = (float)(7 * i % HEIGHT) + 0.5f;
    }
    cl_event gate = gate_of(&p), written, moved, read;
    cr_assert(p.cl.clEnqueueWriteBuffer(host.queue, positions, CL_FALSE, 0, sizeof pairs, pairs, 1, &gate,
                                        &written) == CL_SUCCESS);
    p.cl.clFlush(host.queue);
    MUST(p.context, throng_influence_move_objects_cl(p.map, 0, 0, OBJECTS, positions, 0, 0, NULL, 0, 0, 1,
                                                     &written, &moved));
    MUST(p.context, throng_influence_update(p.map));
    MUST(p.context, throng_influence_read_cl(p.map, 0, NULL, to, 0, 0, 0, NULL, &read));
    p.cl.clReleaseEvent(moved);
    expect_waits(&p, "work on two queues", gate, read);
    cr_assert(p.cl.clEnqueueReadBuffer(host.queue, to, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL) ==
              CL_SUCCESS);
    expect_map_of(p.objects, OBJECTS, values, "moved by another queue");
    p.cl.clReleaseEvent(written);
    p.cl.clReleaseMemObject(positions);
    p.cl.clReleaseMemObject(to);
    MUST(p.context, throng_influence_destroy(p.map));
    MUST(NULL, throng_context_destroy(p.context));
    p.cl.clReleaseCommandQueue(host.queue);
    p.context = usual;
    p.map = map;
    end(&p);
}

/* A device whose groups are too small to share a tile, were it a GPU. */
Test(contexts, small_groups)
{
    setenv("POCL_MAX_WORK_GROUP_SIZE", "32", 1); /* before PoCL looks */
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    program p;
    size_t most = 0;
    open_host(&p);
    p.cl.clGetDeviceInfo(p.host.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL);
    cr_assert(most == 32);
    const variant form = {.backend = THRONG_BACKEND_OPENCL, .threads = 1, .width = "1", .group = "64"};
    throng_context *context = open_variant(&form, NULL);
    const throng_influence_def def = map_of_program();
    make_objects(&p);
    float *values = compute(context, &def, p.objects, OBJECTS);
    expect_map_of(p.objects, OBJECTS, values, "in small groups");
    free(values);
    MUST(NULL, throng_context_destroy(context));
    close_host(&p);
}

/* ---------------------------------------------------------------- mistakes -------------------------- */

Test(mistakes, buffers)
{
    program p;
    begin(&p, 0);
    const size_t size = sizeof *p.objects;
    cl_mem objects = buffer_of(&p, sizeof p.objects, p.objects), pairs = buffer_of(&p, 8 * OBJECTS, NULL);
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    REFUSES(INVALID, "objects must not be NULL", SET(0, 1, NULL, 0, 0));
    REFUSES(INVALID, "objects|offset 2|multiples of 4", SET(0, 1, objects, 2, 0));
    REFUSES(INVALID, "objects|stride 8", SET(0, 1, objects, 0, 8));
    REFUSES(INVALID, "objects|too few", SET(0, OBJECTS, objects, 4, 0));
    REFUSES(INVALID, "objects|too few", SET(0, OBJECTS, objects, 0, size + 4));
    REFUSES(INVALID, "objects|too few", SET(0, 2, objects, 0, SIZE_MAX - 3));
    REFUSES(INVALID, "objects|too few", SET(0, 1, objects, SIZE_MAX - 3, 0));
    REFUSES(INVALID, "first|41", SET(OBJECTS + 1, 1, objects, 0, 0));
    REFUSES(THRONG_ERROR_CAPACITY, "48", SET(OBJECTS, CAPACITY, objects, 0, 0));
    REFUSES(INVALID, "positions must not be NULL", MOVE(0, 1, NULL, 0, 0, NULL, 0, 0));
    REFUSES(INVALID, "positions|stride 4", MOVE(0, 1, pairs, 0, 4, NULL, 0, 0));
    REFUSES(INVALID, "positions|too few", MOVE(0, OBJECTS, pairs, 8, 0, NULL, 0, 0));
    REFUSES(INVALID, "velocities|offset 6", MOVE(0, 1, pairs, 0, 0, pairs, 6, 0));
    REFUSES(INVALID, "first + count", MOVE(1, OBJECTS, pairs, 0, 0, NULL, 0, 0));
    REFUSES(INVALID, "values must not be NULL",
            throng_influence_read_cl(p.map, 0, NULL, NULL, 0, 0, 0, NULL, NULL));
    REFUSES(INVALID, "values|too few", throng_influence_read_cl(p.map, 0, NULL, pairs, 0, 0, 0, NULL, NULL));
    REFUSES(INVALID, "region",
            throng_influence_read_cl(p.map, 0, &(throng_region){WIDTH, 0, 1, 1}, pairs, 0, 0, 0, NULL, NULL));
    REFUSES(INVALID, "layer|2", throng_influence_read_cl(p.map, 2, NULL, pairs, 0, 0, 0, NULL, NULL));
    size_t offset;
    REFUSES(INVALID, "row_stride must not be NULL", throng_influence_buffer(p.map, 0, &pairs, &offset, NULL));
    REFUSES(INVALID, "buffer must not be NULL", throng_influence_buffer(p.map, 0, NULL, &offset, &offset));
    program other = p;
    other.host.context = context_of(&p);
    other.host.queue = queue_of(&p, other.host.context, 0);
    cl_mem foreign = buffer_of(&other, sizeof p.objects, p.objects);
    REFUSES(INVALID, "objects|another OpenCL context", SET(0, 1, foreign, 0, 0));
    p.cl.clReleaseMemObject(foreign);
    close_host(&other);
    expect_map(&p, p.objects, "after all these mistakes");
    p.cl.clReleaseMemObject(objects);
    p.cl.clReleaseMemObject(pairs);
    end(&p);
}

/* What is wrong with objects out of a buffer is told as of those in memory, and none of them is taken. */
Test(mistakes, objects)
{
    program p;
    begin(&p, 0);
    throng_influence_object wrong[OBJECTS];
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    memcpy(wrong, p.objects, sizeof wrong);
    wrong[0].influence = 9.0f;
    wrong[17].alpha = 1.0f;
    cl_mem buffer = buffer_of(&p, sizeof wrong, wrong);
    REFUSES(INVALID, "objects[17].alpha|1", SET(0, OBJECTS, buffer, 0, 0));
    expect_map(&p, p.objects, "after a wrong object");
    p.cl.clReleaseMemObject(buffer);
    end(&p);
}

Test(mistakes, a_map_on_the_cpu)
{
    program p;
    begin(&p, 0);
    const variant plain = reference_variant();
    const throng_influence_def def = map_of_program();
    throng_context *context = p.context;
    throng_influence *map = p.map;
    throng_context_def hooks = throng_context_default_def();
    watch_hooks(p.w, &hooks);
    p.context = open_variant(&plain, &hooks);
    MUST(p.context, throng_influence_create(p.context, &def, &p.map));
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    cl_mem pairs = buffer_of(&p, 4 * CELLS, NULL), own;
    size_t offset;
    REFUSES(THRONG_ERROR_UNSUPPORTED, "CPU", SET(0, 1, pairs, 0, 0));
    REFUSES(THRONG_ERROR_UNSUPPORTED, "CPU", MOVE(0, 1, pairs, 0, 0, NULL, 0, 0));
    REFUSES(THRONG_ERROR_UNSUPPORTED, "CPU",
            throng_influence_read_cl(p.map, 0, NULL, pairs, 0, 0, 0, NULL, NULL));
    REFUSES(THRONG_ERROR_UNSUPPORTED, "CPU", throng_influence_buffer(p.map, 0, &own, &offset, &offset));
    p.cl.clReleaseMemObject(pairs);
    throng_influence_destroy(p.map);
    MUST(NULL, throng_context_destroy(p.context));
    p.context = context;
    p.map = map;
    end(&p);
}
