/* Work that fails after the call that began it has returned, where other objects or the program have its
 * results: nobody gets wrong ones in silence. */
#define _POSIX_C_SOURCE 200809L
#include "tests/context/failing_driver.h"

#include <throng/throng_opencl.h>

/* ---------------------------------------------------------------- tracers --------------------------- */

static int32_t lost_field(const things *t)
{
    throng_potential_info info;
    MUST(t->context, throng_potential_get_info(t->field, &info));
    return info.lost;
}

static int32_t lost_trace(const things *t)
{
    throng_trace_info info;
    MUST(t->context, throng_trace_get_info(t->trace, &info));
    return info.lost;
}

static throng_status trace_and_read(const things *t, int32_t points)
{
    throng_trace_result results[THINGS_PATHS];
    throng_trace_point path[51];
    const throng_status status = throng_trace_update(t->trace);
    if (status != THRONG_OK)
        return status;
    hidden = 0; /* from here on the upload has failed */
    return points ? throng_trace_read_points(t->trace, 0, 1, 0, 51, path, 0)
                  : throng_trace_read(t->trace, 0, THINGS_PATHS, results, 0);
}

/* Sources that are on their way, and then get lost. */
static void move_sources(const things *t)
{
    const float at[2] = {5.25f, 3.5f};
    armed = 1;
    MUST(t->context, throng_potential_move_sources(t->field, 0, 1, at, 0));
    cr_assert(!armed && failing, "nothing is uploaded");
}

/* Who sees first that the field's sources did not come. */
typedef enum finder { BY_UPDATE, BY_READ, BY_POINTS, BY_WAIT, BY_FIELD, BY_RESET, FINDERS } finder;

static throng_status find(const things *t, finder by)
{
    hidden = by != BY_UPDATE;
    if (by <= BY_POINTS)
        return trace_and_read(t, by == BY_POINTS);
    MUST(t->context, throng_trace_update(t->trace));
    hidden = 0;
    if (by == BY_WAIT)
        return throng_context_wait(t->context);
    if (by == BY_RESET)
        return throng_potential_reset(t->field) == THRONG_OK ? THRONG_ERROR_LOST : THRONG_ERROR_OPENCL;
    throng_force force;
    return throng_potential_read(t->field, 0, 1, &force, 0);
}

/* A tracer has no paths through sources that did not come, whoever finds out. */
Test(failed_work, of_the_field_of_a_tracer)
{
    throng_context *context = open_failing();
    for (int32_t by = 0; by < FINDERS; by++) {
        const throng_trace_start start = {2.0f, 3.0f, 0.5f, 0, 0, 0};
        throng_trace_result result;
        things t;
        things_begin(&t, context);
        things_go_on(&t, 1);
        cr_assert(trace_and_read(&t, 0) == THRONG_OK);
        move_sources(&t);
        const throng_status status = find(&t, (finder)by);
        cr_expect(status == THRONG_ERROR_LOST, "finder %d: %d", (int)by, (int)status);
        cr_expect(lost_trace(&t) == 1 && lost_field(&t) == (by != BY_RESET), "finder %d", (int)by);
        cr_expect(throng_trace_read(t.trace, 0, 1, &result, 0) == THRONG_ERROR_LOST, "finder %d", (int)by);
        /* one after the other comes back */
        MUST(context, throng_trace_reset(t.trace));
        cr_expect(lost_trace(&t) == 0, "finder %d", (int)by);
        MUST(context, throng_potential_reset(t.field));
        MUST(context, throng_trace_set_starts(t.trace, 0, 1, &start, 0));
        MUST(context, throng_context_wait(context));
        cr_expect(lost_trace(&t) == 0 && lost_field(&t) == 0, "finder %d", (int)by);
        MUST(context, throng_trace_update(t.trace));
        MUST(context, throng_trace_read(t.trace, 0, 1, &result, 0));
        things_end(&t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Of its flow it hears before it computes: the flow's rounds are awaited. */
Test(failed_work, of_the_flow_of_a_tracer)
{
    throng_context *context = open_failing();
    const throng_cell goal = {4, 12};
    throng_trace_def def = throng_trace_default_def();
    throng_trace *trace;
    things t;
    things_begin(&t, context);
    things_go_on(&t, 1);
    def.field = t.field;
    def.flow = t.flow;
    def.escape = THRONG_ESCAPE_FLOW;
    MUST(context, throng_trace_create(context, &def, &trace));
    MUST(context, throng_trace_update(trace));
    armed = 1;
    MUST(context, throng_flow_set_goals(t.flow, 0, 1, &goal, 0));
    cr_assert(!armed && failing);
    cr_expect(throng_trace_update(trace) == THRONG_ERROR_LOST);
    MUST(context, throng_flow_reset(t.flow));
    MUST(context, throng_trace_update(trace));
    MUST(context, throng_trace_destroy(trace));
    things_end(&t);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* ---------------------------------------------------------------- readbacks ------------------------- */

/* What is read back: a change that is uploaded, the read behind it, and the object's reset. */
typedef struct reading {
    const char *name;
    throng_readback_kind kind;
    throng_status (*change)(things *t);
    throng_status (*begin)(things *t, throng_readback *readback, throng_readback_read *read);
    throng_status (*reset)(things *t);
} reading;

static const float place[2] = {3.25f, 4.5f};

static throng_status change_agents(things *t)
{
    return throng_crowd_set(t->crowd, THRONG_AGENT_VELOCITY, 1, t->agents, 0, place, 0);
}

static throng_status begin_agents(things *t, throng_readback *readback, throng_readback_read *read)
{
    throng_crowd_info info;
    MUST(t->context, throng_crowd_get_info(t->crowd, &info));
    return throng_readback_begin_agents(readback, NULL, info.agents, read);
}

static throng_status reset_agents(things *t) { return throng_crowd_reset(t->crowd); }

static throng_status change_map(things *t)
{
    const throng_status status = throng_influence_move_objects(t->map, 0, 0, 1, place, 0, NULL, 0);
    return status == THRONG_OK ? throng_influence_update(t->map) : status;
}

static throng_status begin_layer(things *t, throng_readback *readback, throng_readback_read *read)
{
    (void)t;
    return throng_readback_begin_region(readback, NULL, read);
}

static throng_status reset_map(things *t) { return throng_influence_reset(t->map); }

static throng_status change_field(things *t)
{
    const throng_status status = throng_potential_move_sources(t->field, 0, 1, place, 0);
    return status == THRONG_OK ? throng_potential_update(t->field) : status;
}

/* After a reset there is nothing, so something is added first. */
static throng_status begin_forces(things *t, throng_readback *readback, throng_readback_read *read)
{
    const throng_potential_point point = {2.0f, 3.0f, THRONG_GOALS_NONE, 0};
    MUST(t->context, throng_potential_set_points(t->field, 0, 1, &point, 0));
    MUST(t->context, throng_potential_update(t->field));
    return throng_readback_begin_range(readback, 0, 1, read);
}

static throng_status reset_field(things *t) { return throng_potential_reset(t->field); }

static throng_status change_trace(things *t)
{
    const throng_status status = throng_potential_move_sources(t->field, 0, 1, place, 0);
    return status == THRONG_OK ? throng_trace_update(t->trace) : status;
}

static throng_status begin_paths(things *t, throng_readback *readback, throng_readback_read *read)
{
    const throng_trace_start start = {2.0f, 3.0f, 0.5f, 0, 0, 0};
    MUST(t->context, throng_trace_set_starts(t->trace, 0, 1, &start, 0));
    MUST(t->context, throng_trace_update(t->trace));
    return throng_readback_begin_range(readback, 0, 1, read);
}

static throng_status reset_both(things *t)
{
    const throng_status status = throng_potential_reset(t->field);
    return status == THRONG_OK ? throng_trace_reset(t->trace) : status;
}

static const reading readings[] = {
    {"agents", THRONG_READBACK_AGENTS, change_agents, begin_agents, reset_agents},
    {"layer", THRONG_READBACK_LAYER, change_map, begin_layer, reset_map},
    {"forces", THRONG_READBACK_FORCES, change_field, begin_forces, reset_field},
    {"paths", THRONG_READBACK_PATHS, change_trace, begin_paths, reset_both},
};
enum { READINGS = sizeof readings / sizeof *readings };

static int32_t lost_readback(const things *t, throng_readback *readback)
{
    throng_readback_info info;
    MUST(t->context, throng_readback_get_info(readback, &info));
    return info.lost;
}

static void expect_reads(const reading *r, things *t, int32_t reset_first)
{
    static float values[4 * THINGS_CELLS];
    const throng_readback_def def = things_readback(t, r->kind, 3);
    throng_readback *readback;
    throng_readback_read before, read, after;
    int32_t ready = 0;
    MUST(t->context, throng_readback_create(t->context, &def, &readback));
    MUST(t->context, r->begin(t, readback, &before));
    MUST(t->context, throng_context_wait(t->context));
    MUST(t->context, throng_readback_ready(readback, before.number, &ready));
    cr_expect(ready == 1, "%s", r->name);
    armed = hidden = 1;
    MUST(t->context, r->change(t));
    cr_assert(!armed && failing, "%s: nothing is uploaded", r->name);
    MUST(t->context, r->begin(t, readback, &read));
    MUST(t->context, throng_readback_ready(readback, read.number, &ready)); /* or ready, while it is hidden */
    MUST(t->context, throng_readback_release(readback, read.number));
    MUST(t->context, r->begin(t, readback, &read));
    hidden = 0;
    MUST(t->context, throng_readback_fetch(readback, before.number, values, 0));
    if (reset_first) { /* reads that begin later are as they should be */
        MUST(t->context, r->reset(t));
        MUST(t->context, r->begin(t, readback, &after));
        MUST(t->context, throng_readback_fetch(readback, after.number, values, 0));
        cr_expect(lost_readback(t, readback) == 0, "%s", r->name);
    }
    const throng_status status = throng_readback_fetch(readback, read.number, values, 0);
    cr_expect(status == THRONG_ERROR_LOST, "%s: %d", r->name, (int)status);
    cr_expect(lost_readback(t, readback) == 1, "%s", r->name);
    MUST(t->context, throng_readback_reset(readback));
    MUST(t->context, r->reset(t));
    MUST(t->context, r->begin(t, readback, &read));
    MUST(t->context, throng_readback_fetch(readback, read.number, values, 0));
    MUST(t->context, throng_readback_destroy(readback));
}

/* A read brings what an upload before it should have brought, or LOST, also after the object's reset. A read
 * that has been seen to end before stays. */
Test(failed_work, of_what_is_read_back)
{
    throng_context *context = open_failing();
    for (int32_t i = 0; i < 2 * READINGS; i++) {
        things t;
        things_begin(&t, context);
        things_go_on(&t, 1);
        expect_reads(&readings[i / 2], &t, i % 2);
        things_end(&t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* ---------------------------------------------------------------- a program's buffers --------------- */

static cl_mem program_buffer(const throng_context *context)
{
    cl_int error = CL_SUCCESS;
    cl_mem buffer =
        driver.clCreateBuffer(context->cl->context, CL_MEM_READ_WRITE, 16 * THINGS_CELLS, NULL, &error);
    cr_assert(buffer && error == CL_SUCCESS);
    return buffer;
}

/* What a program reads into a buffer of its own: an update that computes it, and the read. */
typedef struct sharing {
    const char *name;
    throng_status (*update)(things *t);
    throng_status (*read)(things *t, cl_mem buffer, cl_event *event);
    throng_status (*reset)(things *t);
} sharing;

static throng_status step_agents(things *t) { return throng_crowd_step(t->crowd, 0.1f); }

static throng_status share_agents(things *t, cl_mem buffer, cl_event *event)
{
    return throng_crowd_get_cl(t->crowd, THRONG_AGENT_POSITION, THINGS_AGENTS, NULL, 0, buffer, 0, 0, 0, NULL,
                               event);
}

static throng_status share_layer(things *t, cl_mem buffer, cl_event *event)
{
    return throng_influence_read_cl(t->map, 0, NULL, buffer, 0, 0, 0, NULL, event);
}

static throng_status share_forces(things *t, cl_mem buffer, cl_event *event)
{
    return throng_potential_read_cl(t->field, 0, THINGS_POINTS, buffer, 0, 0, 0, NULL, event);
}

static throng_status share_paths(things *t, cl_mem buffer, cl_event *event)
{
    return throng_trace_read_cl(t->trace, 0, THINGS_PATHS, buffer, 0, 0, 0, NULL, event);
}

static throng_status share_points(things *t, cl_mem buffer, cl_event *event)
{
    return throng_trace_read_points_cl(t->trace, 0, 2, 0, 20, buffer, 0, 0, 0, NULL, event);
}

static const sharing sharings[] = {
    {"agents", step_agents, share_agents, reset_agents}, {"layer", change_map, share_layer, reset_map},
    {"forces", change_field, share_forces, reset_field}, {"paths", change_trace, share_paths, reset_both},
    {"points", change_trace, share_points, reset_both},
};
enum { SHARINGS = sizeof sharings / sizeof *sharings };

/* The kernels of an update fail: the copy of what they were to compute is not made, its event fails, and the
 * next call says so. */
Test(failed_work, of_what_a_program_gets)
{
    throng_context *context = open_failing();
    cl_mem buffer = program_buffer(context);
    for (int32_t i = 0; i < 2 * SHARINGS; i++) {
        const sharing *s = &sharings[i / 2];
        cl_event event = NULL;
        things t;
        things_begin(&t, context);
        things_go_on(&t, 1);
        MUST(context, s->update(&t));
        MUST(context, throng_context_wait(context));
        launches_fail = hidden = 1;
        MUST(context, s->update(&t));
        cr_assert(!launches_fail && failing, "%s: no kernel's event is kept", s->name);
        followers = 0;
        MUST(context, s->read(&t, buffer, &event));
        cr_expect(followers == 2, "%s: a copy and a marker wait for it, of %d", s->name, followers);
        driver.clReleaseEvent(event);
        hidden = 0;
        const throng_status status = i % 2 ? s->read(&t, buffer, &event) : s->update(&t);
        cr_expect(status == THRONG_ERROR_LOST, "%s: %d", s->name, (int)status);
        cr_expect(s->update(&t) == THRONG_ERROR_LOST, "%s", s->name);
        MUST(context, s->reset(&t));
        MUST(context, throng_context_wait(context));
        things_end(&t);
    }
    driver.clReleaseMemObject(buffer);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Newer work does not hide that work before it failed: one update more while that is under way, or so many
 * that they are not watched one by one. */
Test(failed_work, before_newer_work)
{
    throng_context *context = open_failing();
    cl_mem buffer = program_buffer(context);
    for (int32_t i = 0; i < 3 * SHARINGS; i++) {
        const sharing *s = &sharings[i / 3];
        const int32_t more = i % 3 == 0 ? 1 : i % 3 == 1 ? 5 : 30;
        things t;
        things_begin(&t, context);
        things_go_on(&t, 1);
        MUST(context, s->update(&t));
        MUST(context, throng_context_wait(context));
        launches_fail = hidden = joins = 1;
        MUST(context, s->update(&t));
        cr_assert(!launches_fail && failing, "%s: no kernel's event is kept", s->name);
        for (int32_t k = 0; k < more; k++)
            MUST(context, s->update(&t));
        cr_expect((joined > 0) == (more == 30), "%s, %d more: %d markers", s->name, (int)more, joined);
        hidden = joins = joined = 0;
        const throng_status status = s->read(&t, buffer, NULL);
        cr_expect(status == THRONG_ERROR_LOST, "%s, %d more: %d", s->name, (int)more, (int)status);
        MUST(context, s->reset(&t));
        MUST(context, throng_context_wait(context));
        things_end(&t);
    }
    driver.clReleaseMemObject(buffer);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* In slices, the kernels of a layer fail, and those of the next layer come after them. */
Test(failed_work, of_a_layer_in_slices)
{
    throng_context *context = open_failing();
    throng_status status = THRONG_OK;
    int32_t done = 0;
    things t;
    things_begin(&t, context);
    things_go_on(&t, 1);
    for (int32_t layer = 0; layer < 2; layer++)
        MUST(context, throng_influence_move_objects(t.map, layer, 0, 1, place, 0, NULL, 0));
    launches_fail = 1;
    while (status == THRONG_OK && !done)
        status = throng_influence_update_part(t.map, 5, &done);
    cr_expect(!launches_fail && status == THRONG_ERROR_LOST, "%d", (int)status);
    MUST(context, throng_influence_reset(t.map));
    MUST(context, throng_influence_update(t.map));
    things_end(&t);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* ---------------------------------------------------------------- a program's values ---------------- */

static throng_status take_agents(things *t, cl_mem buffer, cl_event *event)
{
    return throng_crowd_set_cl(t->crowd, THRONG_AGENT_GOAL, THINGS_AGENTS, NULL, 0, buffer, 0, 0, 0, NULL,
                               event);
}

static throng_status take_starts(things *t, cl_mem buffer, cl_event *event)
{
    return throng_trace_set_starts_cl(t->trace, 0, THINGS_PATHS, buffer, 0, 0, 0, NULL, event);
}

static throng_status take_objects(things *t, cl_mem buffer, cl_event *event)
{
    return throng_influence_set_objects_cl(t->map, 0, 0, 1, buffer, 0, 0, 0, NULL, event);
}

static const sharing takings[] = {
    {"agents", step_agents, take_agents, reset_agents},
    {"starts", change_trace, take_starts, reset_both},
    {"objects", change_map, take_objects, reset_map},
};
enum { TAKINGS = sizeof takings / sizeof *takings };

/* Where the values are on their way and the driver has no event for them, the object is lost: it has changed,
 * and the call failed. */
Test(failed_work, of_events_for_what_changed)
{
    const cl_int errors[] = {CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES};
    const throng_influence_object object = throng_influence_default_object();
    throng_context *context = open_failing();
    cl_mem buffer = program_buffer(context);
    MUST(context, driver.clEnqueueWriteBuffer(context->cl->queue, buffer, CL_TRUE, 0, sizeof object, &object,
                                              0, NULL, NULL) == CL_SUCCESS
                      ? THRONG_OK
                      : THRONG_ERROR_OPENCL);
    for (int32_t i = 0; i < 2 * TAKINGS; i++) {
        const sharing *s = &takings[i / 2];
        cl_event event = NULL;
        things t;
        things_begin(&t, context);
        things_go_on(&t, 1);
        MUST(context, s->read(&t, buffer, NULL));
        reject = errors[i % 2];
        rejected = "marker";
        const throng_status status = s->read(&t, buffer, &event);
        cr_expect(reject == CL_SUCCESS && !event, "%s", s->name);
        cr_expect(status == THRONG_ERROR_LOST, "%s: %d", s->name, (int)status);
        cr_expect(s->update(&t) == THRONG_ERROR_LOST, "%s", s->name);
        MUST(context, s->reset(&t));
        things_end(&t);
    }
    driver.clReleaseMemObject(buffer);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* ---------------------------------------------------------------- what is refused ------------------- */

static throng_status set_sources(things *t, cl_mem buffer, cl_event *event)
{
    const throng_potential_source source = throng_potential_default_source();
    (void)buffer, (void)event;
    return throng_potential_set_sources(t->field, 0, 1, &source, 0);
}

static throng_status set_goals(things *t, cl_mem buffer, cl_event *event)
{
    const throng_potential_goal goal = {20.0f, 9.0f, 1.0f, 0};
    (void)buffer, (void)event;
    return throng_potential_set_goals(t->field, 0, 1, &goal, 0);
}

static throng_status set_points(things *t, cl_mem buffer, cl_event *event)
{
    const throng_potential_point point = {2.0f, 3.0f, 0, 0};
    (void)buffer, (void)event;
    return throng_potential_set_points(t->field, 0, 1, &point, 0);
}

static throng_status set_starts(things *t, cl_mem buffer, cl_event *event)
{
    const throng_trace_start start = {2.0f, 3.0f, 0.5f, 0, 0, 0};
    (void)buffer, (void)event;
    return throng_trace_set_starts(t->trace, 0, 1, &start, 0);
}

static throng_status set_flow_goals(things *t, cl_mem buffer, cl_event *event)
{
    const throng_cell goal = {4, 12};
    (void)buffer, (void)event;
    return throng_flow_set_goals(t->flow, 0, 1, &goal, 0);
}

static throng_status get_agent(things *t, cl_mem buffer, cl_event *event)
{
    float at[2];
    (void)buffer, (void)event;
    return throng_crowd_get(t->crowd, THRONG_AGENT_POSITION, 1, t->agents, 0, at, 0);
}

static throng_status integrate(things *t, cl_mem buffer, cl_event *event)
{
    static throng_measure *measure; /* made before anything is refused, and destroyed after it */
    const float values[2] = {1.0f, 2.0f};
    float result;
    (void)buffer, (void)event;
    if (!measure) {
        throng_measure_def def = throng_measure_default_def();
        def.types = 2;
        def.weights[0] = def.weights[1] = 0.5f;
        MUST(t->context, throng_measure_create(t->context, &def, &measure));
    }
    const throng_status status = throng_measure_choquet(measure, 1, values, 0, &result);
    if (status != THRONG_OK) {
        MUST(t->context, throng_measure_destroy(measure));
        measure = NULL;
    }
    return status;
}

/* A call that says nothing of OUT_OF_MEMORY, and the command that the driver has no memory for. */
static const struct {
    const char *name, *command;
    throng_status (*call)(things *t, cl_mem buffer, cl_event *event);
} refusals[] = {
    {"sources", "write", set_sources},
    {"goals", "write", set_goals},
    {"points", "write", set_points},
    {"starts", "write", set_starts},
    {"a flow's goals", "write", set_flow_goals},
    {"an agent", "write", get_agent},
    {"an integral", "write", integrate},
    {"copied agents", "copy", share_agents},
    {"a copied layer", "copy", share_layer},
    {"copied forces", "copy", share_forces},
    {"copied paths", "copy", share_paths},
    {"copied points", "copy", share_points},
    {"agents", "marker", share_agents},
    {"a layer", "marker", share_layer},
    {"forces", "marker", share_forces},
    {"paths", "marker", share_paths},
    {"points of paths", "marker", share_points},
};
enum { REFUSALS = sizeof refusals / sizeof *refusals };

/* Memory that the driver lacks for a command is a failure of OpenCL's, and nothing has changed. */
Test(failed_work, of_a_driver_without_memory)
{
    const cl_int errors[] = {CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE};
    throng_context *context = open_failing();
    cl_mem buffer = program_buffer(context);
    things t;
    things_begin(&t, context);
    things_go_on(&t, 1);
    for (int32_t i = 0; i < 2 * REFUSALS; i++) {
        cl_event event = NULL;
        MUST(context, refusals[i / 2].call(&t, buffer, NULL));
        reject = errors[i % 2];
        rejected = refusals[i / 2].command;
        const throng_status status = refusals[i / 2].call(&t, buffer, &event);
        cr_expect(reject == CL_SUCCESS && !event, "%s: nothing is refused", refusals[i / 2].name);
        cr_expect(status == THRONG_ERROR_OPENCL, "%s: %d", refusals[i / 2].name, (int)status);
    }
    MUST(context, throng_context_wait(context));
    things_go_on(&t, 2);
    things_end(&t);
    driver.clReleaseMemObject(buffer);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
