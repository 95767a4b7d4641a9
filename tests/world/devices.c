/* A crowd over two devices of one process has the bits of one crowd, and in the long form takes less time:
 * halves of the first OpenCL device, as many cores each, or that device twice where it cannot be divided. */
#include "tests/context/opencl_program.h"
#include "tests/dispatch/clocks.h"

#include <throng/world_crowd.h>

#include <math.h>

enum { PARTS = 2, UNITS_MOST = 64 };

typedef cl_int(CL_API_CALL *create_sub_devices)(cl_device_id, const cl_device_partition_property *, cl_uint,
                                                cl_device_id *, cl_uint *);
typedef cl_int(CL_API_CALL *release_device)(cl_device_id);

typedef struct halves {
    program programs[PARTS]; /* one for each half */
    throng_context *contexts[PARTS];
    int32_t divided;
} halves;

/* devices: two halves, or the whole one twice. */
static int32_t divide(const throng_cl_api *cl, cl_device_id whole, cl_device_id devices[PARTS])
{
    create_sub_devices create;
    release_device release;
    cl_device_id all[UNITS_MOST];
    cl_uint units = 0, count = 0;
    find_opencl("clCreateSubDevices", &create, sizeof create);
    find_opencl("clReleaseDevice", &release, sizeof release);
    devices[0] = devices[1] = whole;
    cr_assert(cl->clGetDeviceInfo(whole, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL) ==
              CL_SUCCESS);
    const cl_device_partition_property by_half[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                    (cl_device_partition_property)(units / PARTS), 0};
    if (units < PARTS || create(whole, by_half, UNITS_MOST, all, &count) != CL_SUCCESS || count < PARTS)
        return 0;
    for (cl_uint i = 0; i < count; i++) /* one is left over of an odd number of units */
        if (i < PARTS)
            devices[i] = all[i];
        else
            release(all[i]);
    return 1;
}

static halves open_halves(void)
{
    halves h;
    program whole;
    cl_device_id devices[PARTS];
    memset(&h, 0, sizeof h);
    open_host(&whole);
    h.divided = divide(&whole.cl, whole.host.device, devices);
    for (int32_t i = 0; i < PARTS; i++) {
        program *half = &h.programs[i];
        *half = whole;
        half->host.device = devices[i];
        half->host.context = context_of(half);
        half->host.queue = queue_of(half, half->host.context, 0);
        MUST(NULL, throng_opencl_context_create(NULL, &half->host, &h.contexts[i]));
    }
    close_host(&whole);
    return h;
}

static void close_halves(halves *h)
{
    release_device release;
    find_opencl("clReleaseDevice", &release, sizeof release);
    for (int32_t i = 0; i < PARTS; i++) {
        MUST(NULL, throng_context_destroy(h->contexts[i]));
        close_host(&h->programs[i]);
        if (h->divided)
            release(h->programs[i].host.device);
    }
}

/* ---------------------------------------------------------------- crowds ---------------------------- */

static throng_crowd_def def_of(int32_t agents)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = agents;
    def.symmetry = 0.05f;
    return def;
}

/* On a square, 2.5 apart; each wants to go its own way. */
static throng_agent_def *make_agents(int32_t count)
{
    const int32_t side = (int32_t)ceil(sqrt((double)count));
    throng_agent_def *agents = must_allocate((size_t)count * sizeof *agents);
    rng r = {4711};
    for (int32_t i = 0; i < count; i++) {
        agents[i] = throng_agent_default_def();
        agents[i].id = (uint64_t)i;
        agents[i].x = 2.5f * (float)(i % side) + rng_between(&r, -0.5f, 0.5f);
        agents[i].y = 2.5f * (float)(i / side) + rng_between(&r, -0.5f, 0.5f);
        agents[i].target_x = rng_between(&r, -1.2f, 1.2f);
        agents[i].target_y = rng_between(&r, -1.2f, 1.2f);
    }
    return agents;
}

typedef struct pair {
    throng_world *world;
    throng_world_crowd *cut;
    throng_crowd *whole;
} pair;

/* The same agents as a crowd over both halves, and as one crowd on the first. */
static pair open_pair(const halves *h, int32_t agents)
{
    throng_world_crowd_def cut = throng_world_crowd_default_def();
    const throng_crowd_def whole = def_of(agents), parts[PARTS] = {def_of(0), def_of(0)};
    throng_agent_def *defs = make_agents(agents);
    pair p;
    cut.parts = parts;
    MUST(h->contexts[0], throng_world_create(PARTS, h->contexts, NULL, &p.world));
    MUST(h->contexts[0], throng_world_crowd_create(p.world, &cut, &p.cut));
    MUST(h->contexts[0], throng_world_crowd_add(p.cut, agents, defs, 0));
    MUST(h->contexts[0], throng_crowd_create(h->contexts[0], &whole, &p.whole));
    MUST(h->contexts[0], throng_crowd_add(p.whole, agents, defs, 0, NULL));
    free(defs);
    return p;
}

static void close_pair(const halves *h, const pair *p)
{
    MUST(h->contexts[0], throng_crowd_destroy(p->whole));
    MUST(h->contexts[0], throng_world_crowd_destroy(p->cut));
    MUST(h->contexts[0], throng_world_destroy(p->world));
}

static double step_cut(const halves *h, const pair *p, int32_t steps)
{
    const double start = seconds_now();
    for (int32_t i = 0; i < steps; i++)
        MUST(h->contexts[0], throng_world_crowd_step(p->cut, 0.1f));
    for (int32_t i = 0; i < PARTS; i++)
        MUST(h->contexts[i], throng_context_wait(h->contexts[i]));
    return (seconds_now() - start) / (double)steps;
}

static double step_whole(const halves *h, const pair *p, int32_t steps)
{
    const double start = seconds_now();
    for (int32_t i = 0; i < steps; i++)
        MUST(h->contexts[0], throng_crowd_step(p->whole, 0.1f));
    MUST(h->contexts[0], throng_context_wait(h->contexts[0]));
    return (seconds_now() - start) / (double)steps;
}

static void expect_same(const halves *h, const pair *p)
{
    uint64_t cut, whole;
    MUST(h->contexts[0], throng_world_crowd_hash(p->cut, &cut));
    MUST(h->contexts[0], throng_crowd_hash(p->whole, &whole));
    cr_expect(cut == whole, "two devices: other bits than one");
}

#ifndef WORLD_LONG
Test(world_devices, bits)
{
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    halves h = open_halves();
    const pair p = open_pair(&h, 3000);
    throng_world_crowd_info info;
    for (int32_t i = 0; i < 8; i++) {
        step_cut(&h, &p, 10);
        step_whole(&h, &p, 10);
        expect_same(&h, &p);
    }
    MUST(h.contexts[0], throng_world_crowd_get_info(p.cut, &info));
    cr_expect(info.ghosts > 0 && info.lists > 1);
    close_pair(&h, &p);
    close_halves(&h);
}
#else
/* Runs that alternate, the least of each: two halves against one. What else the machine does only adds, for
 * seconds: where the first runs were disturbed, more follow. */
Test(world_devices, faster)
{
    enum { RUNS = 8, MOST_RUNS = 32 };
    const double wanted = 1.7;
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    halves h = open_halves();
    if (!h.divided)
        cr_skip_test("a device that cannot be divided");
    const pair p = open_pair(&h, 200000);
    double cut = INFINITY, whole = INFINITY;
    for (int32_t i = 0; i < RUNS || (i < MOST_RUNS && whole < wanted * cut); i++) {
        const double one = step_whole(&h, &p, 32), two = step_cut(&h, &p, 32);
        expect_same(&h, &p);
        whole = one < whole ? one : whole;
        cut = two < cut ? two : cut;
    }
    printf("200,000 agents: %.2f ms a step on one device, %.2f on two: %.2f times as fast\n", 1e3 * whole,
           1e3 * cut, whole / cut);
    cr_expect(whole >= wanted * cut, "%.2f times as fast", whole / cut);
    close_pair(&h, &p);
    close_halves(&h);
}
#endif
