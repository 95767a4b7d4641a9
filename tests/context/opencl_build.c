/* Kernels built ahead: later nothing is built, whatever the objects turn out to need. */
#include "tests/context/opencl_program.h"

#include "src/cl/device/device.h"
#include "src/core/context.h"

#include <stdlib.h>

typedef struct progress {
    int32_t calls, done, total;
} progress;

static void note(void *user, int32_t done, int32_t total)
{
    progress *p = user;
    cr_expect(done == p->calls && (p->calls == 0 || total == p->total));
    p->calls++;
    p->done = done;
    p->total = total;
}

static int32_t programs_of(const program *p)
{
    int32_t count = 0;
    while (count < THRONG_CL_MAX_PROGRAMS && p->context->cl->programs[count].program)
        count++;
    return count;
}

/* Definitions of a level. */
typedef struct level {
    throng_terrain *terrain;
    throng_flow *flow;
    throng_influence_def influence;
    throng_flow_def flow_def;
    throng_crowd_def crowd;
} level;

static void make_level(const program *p, level *l)
{
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = ground.height = 32;
    MUST(p->context, throng_terrain_create(p->context, &ground, &l->terrain));
    l->influence = throng_influence_default_def();
    l->influence.width = l->influence.height = 32;
    l->influence.terrain = l->terrain;
    l->influence.propagation = THRONG_PROPAGATION_PATH;
    l->flow_def = throng_flow_default_def();
    l->flow_def.terrain = l->terrain;
    l->crowd = throng_crowd_default_def();
    l->crowd.agent_capacity = 50;
    l->crowd.terrain = l->terrain;
}

static void use_map(const program *p, const level *l)
{
    throng_influence *map;
    throng_influence_object object = throng_influence_default_object();
    throng_sample sample;
    const throng_point point = {3.0f, 4.0f, 0};
    cl_mem buffer = buffer_of(p, ROOM, NULL);
    MUST(p->context, throng_influence_create(p->context, &l->influence, &map));
    object.x = object.y = 5.5f;
    MUST(p->context, throng_influence_set_objects(map, 0, 0, 1, &object, 0));
    MUST(p->context, throng_influence_update(map));
    MUST(p->context, throng_influence_sample(map, 0, 1, &point, 0, &sample));
    MUST(p->context, throng_influence_sample_cl(map, 0, 1, buffer, 0, 0, buffer, 64, 0, 0, NULL, NULL));
    MUST(p->context, throng_influence_move_objects_cl(map, 0, 0, 1, buffer, 0, 0, NULL, 0, 0, 0, NULL, NULL));
    MUST(p->context, throng_context_wait(p->context));
    p->cl.clReleaseMemObject(buffer);
    MUST(p->context, throng_influence_destroy(map));
}

/* Plain, then with walls, agents of many sorts and a moving obstacle; found and set from buffers. */
static void use_crowd(const program *p, const level *l)
{
    static const throng_vertex box[] = {{20.0f, 20.0f}, {22.0f, 20.0f}, {22.0f, 22.0f}, {20.0f, 22.0f}};
    const throng_region wall = {10, 10, 3, 3};
    const throng_obstacle_motion still = {.heading_x = 1.0f};
    throng_crowd *crowd;
    throng_agent agents[9];
    cl_mem buffer = buffer_of(p, ROOM, NULL);
    MUST(p->context, throng_crowd_create(p->context, &l->crowd, &crowd));
    for (int32_t i = 0; i < 9; i++) {
        throng_agent_def agent = throng_agent_default_def();
        agent.x = 2.0f + (float)(i % 3);
        agent.y = 2.0f + (float)(i / 3);
        agent.target_x = 1.0f;
        MUST(p->context, throng_crowd_add(crowd, 1, &agent, 0, &agents[i]));
    }
    MUST(p->context, throng_crowd_step(crowd, 0.1f));
    MUST(p->context, throng_terrain_fill(l->terrain, &wall, 1));
    MUST(p->context, throng_crowd_step(crowd, 0.1f));
    MUST(p->context, throng_crowd_add_moving_obstacle(crowd, 4, box, 0, &still, NULL));
    MUST(p->context, throng_crowd_step(crowd, 0.1f));
    const int32_t locked = 1;
    MUST(p->context, throng_crowd_set(crowd, THRONG_AGENT_LOCKED, 1, agents, 0, &locked, 0));
    MUST(p->context, throng_crowd_step(crowd, 0.1f));
    MUST(p->context,
         throng_crowd_set_cl(crowd, THRONG_AGENT_VELOCITY, 9, NULL, 0, buffer, 0, 0, 0, NULL, NULL));
    MUST(p->context,
         throng_crowd_find_nearest_cl(crowd, 1, buffer, 0, 0, 1, buffer, 128, buffer, 256, 0, NULL, NULL));
    MUST(p->context, throng_context_wait(p->context));
    p->cl.clReleaseMemObject(buffer);
    MUST(p->context, throng_crowd_destroy(crowd));
}

Test(build, ahead)
{
    program p;
    level l;
    begin(&p, 0);
    make_level(&p, &l);
    progress seen = {0, 0, 0};
    throng_opencl_build_def def = throng_opencl_default_build_def();
    def.progress = note;
    def.user = &seen;
    def.influence = &l.influence;
    def.flow = &l.flow_def;
    def.crowd = &l.crowd;
    const int32_t before = programs_of(&p);
    MUST(p.context, throng_opencl_build(p.context, &def));
    cr_expect(seen.total > 3 && seen.done == seen.total && seen.calls == seen.total + 1);
    const int32_t built = programs_of(&p);
    cr_expect(built > before + 6, "%d programs, then %d", (int)before, (int)built);
    throng_context_info info;
    MUST(p.context, throng_context_get_info(p.context, &info)); /* nothing is left over */
    use_map(&p, &l);
    use_crowd(&p, &l);
    throng_flow *flow;
    MUST(p.context, throng_flow_create(p.context, &l.flow_def, &flow));
    MUST(p.context, throng_flow_destroy(flow));
    cr_expect(programs_of(&p) == built, "%d programs, then %d", (int)built, (int)programs_of(&p));
    MUST(p.context, throng_terrain_destroy(l.terrain));
    end(&p);
}

Test(build, mistakes)
{
    program p;
    begin(&p, 0);
    throng_opencl_build_def def = throng_opencl_default_build_def();
    throng_influence_def map = map_of_program();
    MUST(p.context, throng_opencl_build(p.context, &def));
    cr_expect(throng_opencl_build(NULL, &def) == INVALID);
    REFUSES(INVALID, "def must not be NULL", throng_opencl_build(p.context, NULL));
    def.influence = &map;
    map.width = 0;
    REFUSES(INVALID, "def.width is 0", throng_opencl_build(p.context, &def));
    def.cookie = 0;
    REFUSES(INVALID, "throng_opencl_default_build_def", throng_opencl_build(p.context, &def));
    def = throng_opencl_default_build_def();
    const float falling[4] = {0.0f, 1.0f, 1.0f, 0.5f}; /* found only when the measure is made */
    throng_measure_def measure = throng_measure_default_def();
    measure.types = 2;
    measure.kind = THRONG_MEASURE_TABLE;
    measure.table = falling;
    def.measure = &measure;
    REFUSES(INVALID, "monoton", throng_opencl_build(p.context, &def));
    def.measure = NULL;
    const variant plain = {.backend = THRONG_BACKEND_CPU, .threads = 1};
    throng_context_def hooks = throng_context_default_def();
    throng_context *device = p.context;
    watch_hooks(p.w, &hooks);
    p.context = open_variant(&plain, &hooks);
    REFUSES(THRONG_ERROR_NO_DEVICE, "no OpenCL device is open", throng_opencl_build(p.context, &def));
    MUST(NULL, throng_context_destroy(p.context));
    p.context = device;
    end(&p);
}

/* Each of its requests for memory fails once. */
Test(build, without_memory)
{
    program p;
    level l;
    begin(&p, 0);
    make_level(&p, &l);
    throng_opencl_build_def def = throng_opencl_default_build_def();
    throng_measure_def measure = throng_measure_default_def();
    throng_potential_def field = throng_potential_default_def();
    def.influence = &l.influence;
    def.flow = &l.flow_def;
    def.crowd = &l.crowd;
    def.measure = &measure;
    def.potential = &field;
    measure.types = 3;
    MUST(p.context, throng_opencl_build(p.context, &def)); /* programs stay with the context */
    const int64_t alive = watch_alive(p.w);
    throng_status status = THRONG_ERROR_OUT_OF_MEMORY;
    int32_t refused = 0;
    for (; status == THRONG_ERROR_OUT_OF_MEMORY && refused < 1000; refused++) {
        p.w->fail_at = refused + 1;
        status = throng_opencl_build(p.context, &def);
        cr_expect(watch_alive(p.w) == alive, "request %d: %d pieces of memory are left", (int)refused,
                  (int)(watch_alive(p.w) - alive));
    }
    p.w->fail_at = 0;
    cr_expect(status == THRONG_OK && refused > 10, "%d requests, then: %s", (int)refused,
              throng_context_message(p.context));
    MUST(p.context, throng_terrain_destroy(l.terrain));
    end(&p);
}
