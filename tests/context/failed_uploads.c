/* Uploads that fail after the call that began them has returned: the object is lost, no answer is wrong in
 * silence, and reset brings it back. */
#define _POSIX_C_SOURCE 200809L
#include "src/crowd/crowd.h"
#include "src/flow/flow.h"
#include "tests/context/failing_driver.h"

#include <stdlib.h>

typedef struct kind {
    const char *name;
    throng_status (*change)(things *t), (*read)(things *t), (*reset)(things *t);
    int32_t (*lost)(things *t);
} kind;

static const float place[2] = {3.25f, 4.5f};

static throng_status change_goal(things *t)
{
    const throng_cell goal = {4, 12};
    return throng_flow_set_goals(t->flow, 0, 1, &goal, 0);
}

static throng_status change_start(things *t)
{
    const throng_trace_start start = {2.0f, 3.0f, 0.5f, 0, 0, 0};
    return throng_trace_set_starts(t->trace, 0, 1, &start, 0);
}

static throng_status read_ends(things *t)
{
    throng_trace_result results[THINGS_PATHS];
    return throng_trace_read(t->trace, 0, THINGS_PATHS, results, 0);
}

/* Each object: a change that uploads, an update and a read behind it, its reset, and whether it is lost. */
#define KIND(object, member, change_call, update_call, read_call)                                            \
    static throng_status change_##object(things *t) { return change_call; }                                  \
    static throng_status read_##object(things *t)                                                            \
    {                                                                                                        \
        static float values[4 * THINGS_CELLS];                                                               \
        const throng_status status = update_call;                                                            \
        (void)values;                                                                                        \
        return status == THRONG_OK ? read_call : status;                                                     \
    }                                                                                                        \
    static throng_status reset_##object(things *t) { return throng_##object##_reset(t->member); }            \
    static int32_t lost_##object(things *t)                                                                  \
    {                                                                                                        \
        throng_##object##_info info;                                                                         \
        MUST(t->context, throng_##object##_get_info(t->member, &info));                                      \
        return info.lost;                                                                                    \
    }

KIND(crowd, crowd, throng_crowd_set(t->crowd, THRONG_AGENT_VELOCITY, 1, t->agents, 0, place, 0), THRONG_OK,
     throng_crowd_get(t->crowd, THRONG_AGENT_VELOCITY, THINGS_AGENTS, t->agents, 0, values, 0))
KIND(influence, map, throng_influence_move_objects(t->map, 0, 0, 1, place, 0, NULL, 0),
     throng_influence_update(t->map), throng_influence_read(t->map, 0, NULL, values, 0))
KIND(potential, field, throng_potential_move_sources(t->field, 0, 1, place, 0),
     throng_potential_update(t->field),
     throng_potential_read(t->field, 0, THINGS_POINTS, (throng_force *)values, 0))
KIND(trace, trace, change_start(t), throng_trace_update(t->trace), read_ends(t))
KIND(flow, flow, change_goal(t), throng_flow_update(t->flow),
     throng_flow_read_lengths(t->flow, 0, NULL, values, 0))

/* The first of two uploads of one call, the list of agents, fails. */
static throng_status change_motions(things *t)
{
    throng_motion motions[2];
    const throng_agent agents[2] = {t->agents[1], t->agents[0]};
    const int later = armed;
    armed = 0;
    const throng_status status = throng_crowd_get_motions(t->crowd, agents, 2, motions);
    armed = later;
    return status == THRONG_OK ? throng_crowd_set_motions(t->crowd, agents, 2, motions) : status;
}

#define read_motions read_crowd
#define reset_motions reset_crowd
#define lost_motions lost_crowd

#define ENTRY(object)                                                                                        \
    {                                                                                                        \
#object, change_##object, read_##object, reset_##object, lost_##object                               \
    }
static const kind kinds[] = {ENTRY(crowd),     ENTRY(motions), ENTRY(influence),
                             ENTRY(potential), ENTRY(trace),   ENTRY(flow)};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void begin(things *t, throng_context *context)
{
    things_begin(t, context);
    things_go_on(t, 1);
}

static void expect_back(const kind *k, things *t)
{
    cr_expect(k->lost(t) == 1, "%s", k->name);
    cr_expect(k->change(t) == THRONG_ERROR_LOST, "%s", k->name);
    cr_expect(k->reset(t) == THRONG_OK, "%s: %s", k->name, throng_context_message(t->context));
    cr_expect(k->lost(t) == 0, "%s", k->name);
}

/* A read that waits looks at what was uploaded before it. */
Test(failed_uploads, seen_by_reads)
{
    throng_context *context = open_failing();
    for (int32_t i = 0; i < KINDS; i++) {
        things t;
        begin(&t, context);
        cr_expect(kinds[i].change(&t) == THRONG_OK, "%s", kinds[i].name);
        cr_assert(kinds[i].read(&t) == THRONG_OK, "%s", kinds[i].name);
        armed = 1;
        cr_expect(kinds[i].change(&t) == THRONG_OK, "%s", kinds[i].name);
        const throng_status status = kinds[i].read(&t);
        cr_expect(!armed, "%s uploads nothing", kinds[i].name);
        cr_expect(status == THRONG_ERROR_LOST, "%s: %d", kinds[i].name, (int)status);
        expect_back(&kinds[i], &t);
        things_end(&t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* So does whoever waits for the context, or comes by the same memory again. */
Test(failed_uploads, seen_by_waits_and_uploads)
{
    throng_context *context = open_failing();
    for (int32_t i = 0; i < 2 * KINDS; i++) {
        const kind *k = &kinds[i / 2];
        throng_status status = THRONG_OK;
        things t;
        begin(&t, context);
        armed = 1;
        cr_expect(k->change(&t) == THRONG_OK, "%s", k->name);
        if (armed) /* uploads when it is updated */
            cr_expect(k->read(&t) == THRONG_ERROR_LOST, "%s", k->name);
        else if (i % 2)
            cr_expect(throng_context_wait(context) == THRONG_ERROR_LOST, "%s", k->name);
        for (int32_t more = 0; more < 8 && status == THRONG_OK && !(i % 2); more++)
            status = k->change(&t);
        cr_expect(i % 2 || status == THRONG_ERROR_LOST, "%s: %d", k->name, (int)status);
        expect_back(k, &t);
        things_end(&t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Blocks or frees a cell, and computes a flow, whose answer does not show what the upload of that came to. */
static void change_walls(things *t, int32_t blocked)
{
    const throng_region cell = {.column = 7, .row = 3, .width = 1, .height = 1};
    MUST(t->context, throng_terrain_fill(t->terrain, &cell, blocked));
    cr_expect(throng_flow_update(t->flow) == THRONG_OK);
}

/* Walls belong to no object: all that may have computed with them are lost, at the next look at them. What
 * failed before a reset is over with it. */
Test(failed_uploads, of_walls)
{
    const kind *const flow = &kinds[KINDS - 1];
    throng_context *context = open_failing();
    for (int32_t reset_first = 0; reset_first < 2; reset_first++) {
        things t;
        begin(&t, context);
        cr_expect(flow->read(&t) == THRONG_OK);
        armed = 1;
        change_walls(&t, 1);
        cr_expect(!armed && failing, "walls are not uploaded");
        if (reset_first) { /* for another reason */
            ((throng_cl_object *)t.flow->object.state)->lost = 1;
            cr_expect(flow->reset(&t) == THRONG_OK);
            change_walls(&t, 0);
            cr_expect(flow->lost(&t) == 0 && kinds[0].lost(&t) == 0);
        } else {
            const throng_region cell = {.column = 8, .row = 3, .width = 1, .height = 1};
            MUST(t.context, throng_terrain_fill(t.terrain, &cell, 1));
            cr_expect(throng_flow_update(t.flow) == THRONG_ERROR_LOST);
            for (int32_t i = 0; i < KINDS; i++)
                cr_expect(kinds[i].lost(&t) == 1, "%s", kinds[i].name);
            cr_expect(flow->reset(&t) == THRONG_OK && flow->change(&t) == THRONG_OK &&
                      flow->read(&t) == THRONG_OK);
        }
        things_end(&t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* What brings a crowd back is a reset and what was saved. Where memory runs out between the two the crowd is
 * lost still, and does not go on empty. */
Test(failed_uploads, restored_without_memory)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    const throng_vertex box[4] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    const throng_obstacle_motion motion = {.x = 455030.0, .y = -5500030.0, .heading_x = 1.0f};
    watch *w = watch_begin();
    throng_context_def hooks = throng_context_default_def();
    throng_crowd_info info;
    things t;
    size_t bytes;
    int32_t refused = 0;
    if (list[count - 1].backend != THRONG_BACKEND_OPENCL)
        cr_skip_test("no OpenCL device");
    watch_hooks(w, &hooks);
    throng_context *context = open_variant(&list[count - 1], &hooks);
    things_begin(&t, context);
    MUST(context, throng_crowd_add_moving_obstacle(t.crowd, 4, box, 0, &motion, NULL));
    MUST(context, throng_crowd_add_obstacle(t.crowd, 4, box, 0, NULL));
    MUST(context, throng_crowd_step(t.crowd, 0.1f));
    MUST(context, throng_crowd_snapshot_bytes(t.crowd, &bytes));
    unsigned char *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(t.crowd, snapshot, bytes));
    for (int32_t n = 1; n < 200; n++) {
        ((throng_cl_object *)t.crowd->object.state)->lost = 1;
        w->fail_at = n;
        const throng_status status = throng_crowd_restore(t.crowd, snapshot, bytes);
        const int failed = w->fail_at == 0;
        w->fail_at = 0;
        MUST(context, throng_crowd_get_info(t.crowd, &info));
        cr_expect(info.lost == (status != THRONG_OK), "request %d: %s, lost: %d", (int)n,
                  throng_status_string(status), (int)info.lost);
        if (status == THRONG_OK && !failed)
            break;
        refused += status != THRONG_OK;
        cr_expect(status == THRONG_OK || throng_crowd_step(t.crowd, 0.1f) == THRONG_ERROR_LOST, "request %d",
                  (int)n);
    }
    cr_expect(refused > 0 && info.lost == 0, "%d requests were refused", (int)refused);
    MUST(context, throng_crowd_step(t.crowd, 0.1f));
    free(snapshot);
    things_end(&t);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(watch_end(w) == 0);
}

/* A reset finds it, too. */
Test(failed_uploads, seen_by_resets)
{
    throng_context *context = open_failing();
    for (int32_t i = 0; i < KINDS; i++) {
        things t;
        begin(&t, context);
        armed = 1;
        cr_expect(kinds[i].change(&t) == THRONG_OK, "%s", kinds[i].name);
        armed = 0;
        cr_expect(kinds[i].reset(&t) == THRONG_OK, "%s", kinds[i].name);
        cr_expect(!failing, "%s", kinds[i].name);
        cr_expect(kinds[i].lost(&t) == 0, "%s", kinds[i].name);
        things_end(&t);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}
