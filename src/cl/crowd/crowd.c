/* Crowds on an OpenCL device: storage, and the stages of a step, none of which returns anything to the
 * host. */
#include "src/crowd/crowd.h"
#include "src/cl/crowd/crowd.h"
#include "src/cl/flow/flow.h"
#include "src/cl/tables.h"
#include "src/core/backend.h"
#include "src/core/check.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/flow/flow.h"

#include "kernels/crowd/hilbert_order.h"
#include "kernels/flow/query.h"

#include <stdio.h>
#include <string.h>

enum { ITEMS_OF_UNIT = 4 }; /* work-items for each compute unit of a CPU device */

/* ---------------------------------------------------------------- storage --------------------------- */

/* Kinds of steps: one of the first three, which may be by gaps, and among walls. */
enum { PLAIN = 0, FULL = 1, MOVING = 2, GAPS = 4, AMONG_WALLS = 8 };

static int32_t kind_of(const throng_cl_crowd *c, const throng_crowd_step_params *step_params)
{
    const int32_t more = (c->walls_tree.levels > 0 || step_params->solid ? AMONG_WALLS : 0) |
                         (step_params->mixed && (c->shape.uses & CROWD_BY_GAPS) ? GAPS : 0);
    if (step_params->moving > 0)
        return more | (c->object.cl->width > 1 ? FULL : MOVING);
    if (step_params->heterogeneous || (c->shape.uses & (CROWD_SENSES | CROWD_RESPONSIBILITY | CROWD_SETTLES)))
        return more | FULL;
    return more | PLAIN;
}

/* What the code of a kind is for; all rules are chosen from at run time, walls among them. */
static int32_t uses_of(int32_t kind)
{
    static const int32_t uses[] = {0, CROWD_WALLED | CROWD_HETEROGENEOUS,
                                   CROWD_WALLED | CROWD_HETEROGENEOUS | CROWD_MOVING};
    return uses[kind % GAPS] | (kind & AMONG_WALLS ? CROWD_WALLED : 0) | (kind & GAPS ? CROWD_BY_GAPS : 0);
}

/* On GPUs: bytes of each work-item, and the items of a group. */
static size_t item_bytes(const throng_cl_crowd *c, int32_t kind)
{
    const int32_t ahead = crowd_lines_ahead((kind & AMONG_WALLS ? CROWD_WALLED : 0) |
                                            (kind % GAPS == MOVING ? CROWD_MOVING : 0));
    const int marks = (uses_of(kind) & (CROWD_HETEROGENEOUS | CROWD_BY_GAPS)) != 0;
    return crowd_scalar_bytes(c->shape.nearest, ahead) + (marks ? crowd_marks_bytes(ahead) : 0);
}

static size_t group_of(const throng_cl_crowd *c, int32_t kind)
{
    const int32_t uses = uses_of(kind);
    const size_t more = (size_t)((uses & CROWD_BY_GAPS) != 0) + ((uses & CROWD_HETEROGENEOUS) != 0);
    const size_t walls = uses & CROWD_WALLED ? CROWD_GROUP_WALL_WORDS : 0;
    const size_t shared = (CROWD_GROUP_WORDS + more * CROWD_CANDIDATES + walls) * sizeof(cl_int);
    return c->object.cl->width > 1 ? 1 : throng_cl_crowd_group(c, item_bytes(c, kind), shared);
}

static throng_status make_step(throng_cl_crowd *c, int32_t kind)
{
    struct throng_cl *cl = c->object.cl;
    char options[64];
    cl_program program;
    if (c->step[kind])
        return THRONG_OK;
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d -DCROWD_USES=%d -DCROWD_ITEMS=%d", (int)cl->width,
             (int)uses_of(kind), (int)group_of(c, kind));
    throng_status status = throng_cl_program(cl, "crowd/step.cl", options, &program);
    return status == THRONG_OK ? throng_cl_kernel(cl, program, "crowd_step_all", &c->step[kind]) : status;
}

static throng_status make_kernels(throng_cl_crowd *c)
{
    struct throng_cl *cl = c->object.cl;
    char options[48];
    cl_program program;
    const throng_crowd_step_params uniform = {0};
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d -DGROUP=%d", (int)cl->width,
             (int)throng_cl_large_group(cl));
    throng_status status = throng_cl_program(cl, "crowd/order.cl", options, &program);
    const struct {
        const char *name;
        cl_kernel *kernel;
    } kernels[] = {
        {"crowd_write", &c->write},
        {"crowd_read", &c->read},
        {"crowd_hash", &c->hash},
        {"crowd_build_curve", &c->lay},
        {"crowd_keys", &c->keys},
        {"crowd_publish_all", &c->show},
        {"crowd_boxes", &c->box},
        {"crowd_write_motions", &c->motions.write},
        {"crowd_read_motions", &c->motions.read},
        {"crowd_sample_flow", &c->ask},
        {"crowd_collect_events", &c->collect},
    };
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels) && status == THRONG_OK; i++)
        status = throng_cl_kernel(cl, program, kernels[i].name, kernels[i].kernel);
    if (status == THRONG_OK && cl->width == 1)
        status = throng_cl_kernel(cl, program, "crowd_publish_blocks", &c->blocks);
    if (status == THRONG_OK && cl->width == 1)
        status = throng_cl_kernel(cl, program, "crowd_boxes_above", &c->above);
    if (status == THRONG_OK && cl->width == 1)
        status = throng_cl_kernel(cl, program, "crowd_publish_few", &c->few);
    if (status == THRONG_OK)
        status = make_step(c, kind_of(c, &uniform));
    return status == THRONG_OK ? throng_cl_sorter_create(cl, &c->sorter) : status;
}

static throng_status clear(throng_cl_crowd *c, cl_mem buffer, size_t bytes)
{
    static const char none[16384];
    throng_status status = THRONG_OK;
    for (size_t i = 0; i < bytes && status == THRONG_OK; i += sizeof none)
        status = throng_cl_staging_send(c->object.cl, &c->object.stage, buffer, i, none,
                                        bytes - i < sizeof none ? bytes - i : sizeof none);
    return status;
}

/* For whole groups of 4. */
static size_t event_bytes(size_t agents) { return (agents + 3) / 4 * 4; }

static throng_status make_buffers(throng_cl_crowd *c, int32_t capacity)
{
    const size_t agents = (size_t)capacity, keyed = agents + 16;
    crowd_tree tree;
    const size_t boxes = (size_t)throng_crowd_levels(&tree, capacity);
    const int wide = c->object.cl->width > 1, flowing = c->shape.flow != NULL;
    c->scratch_words = crowd_block_words(c->object.cl->width, (int32_t)boxes, c->shape.nearest);
    const struct {
        cl_mem *buffer;
        size_t count, size;
        const char *what;
    } wanted[] = {
        {&c->bodies, agents, sizeof(crowd_body), "agents"},
        {&c->senses, agents, sizeof(crowd_sense), "the senses of agents"},
        {&c->rests, agents, sizeof(crowd_rest), "positions of agents"},
        {&c->alive, agents, sizeof(cl_int), "the order of agents"},
        {&c->order.along, keyed, sizeof(cl_uint), "the order of agents"},
        {&c->ordered[0].keys, keyed, sizeof(cl_uint), "the order of agents"},
        {&c->ordered[0].values, keyed, sizeof(cl_uint), "the order of agents"},
        {&c->ordered[1].keys, keyed, sizeof(cl_uint), "the order of agents"},
        {&c->ordered[1].values, keyed, sizeof(cl_uint), "the order of agents"},
        {&c->number, 1, sizeof(cl_uint), "a number"},
        {&c->collected, 1, sizeof(cl_uint), "a number of events"},
        {&c->records, agents + 1, sizeof(crowd_record), "neighbour snapshots"}, /* or a whole agent */
        {&c->extras, agents, sizeof(crowd_extra), "neighbour snapshots"},
        {&c->points, wide ? crowd_point_words(agents) : 0, sizeof(cl_float),
         "the positions of agents by leaf"},
        {&c->ranges, agents, sizeof(cl_float), "the ranges of agents"},
        {&c->events, event_bytes(agents), 1, "the events of a step"},
        {&c->boxes, 5 * boxes, sizeof(cl_float), "the boxes around agents"},
        {&c->curve, 1, sizeof(crowd_curve), "the curve"},
        {&c->plan_words, 1, sizeof(crowd_plan), "the plan of a step"},
        {&c->asked, flowing ? agents : 0, sizeof(cl_int4), "flow queries"},
        {&c->ways, flowing ? agents : 0, 3 * sizeof(cl_float), "flow samples"},
        {&c->moved, THRONG_CL_CROWD_STAGE / 4, sizeof(cl_uint), "values of agents"},
        {&c->scratch, wide ? c->items * c->scratch_words : 0, sizeof(cl_float), "scratch memory"},
    };
    throng_status status = THRONG_OK;
    c->plan_sent = 0;
    for (size_t i = 0; i < THRONG_CL_COUNT(wanted) && status == THRONG_OK; i++)
        status = throng_cl_object_buffer(&c->object, wanted[i].what, wanted[i].count, wanted[i].size,
                                         wanted[i].buffer);
    if (status == THRONG_OK)
        status = clear(c, c->events, event_bytes(agents));
    if (status == THRONG_OK) /* nobody knows how far to look */
        status = clear(c, c->ranges, agents * sizeof(cl_float));
    return status == THRONG_OK ? throng_cl_sorter_reserve(c->object.cl, &c->sorter, 1, keyed) : status;
}

static void release_buffers(throng_cl_crowd *c)
{
    cl_mem *buffers[] = {&c->bodies,
                         &c->senses,
                         &c->rests,
                         &c->alive,
                         &c->ordered[0].keys,
                         &c->ordered[0].values,
                         &c->ordered[1].keys,
                         &c->ordered[1].values,
                         &c->number,
                         &c->collected,
                         &c->records,
                         &c->extras,
                         &c->points,
                         &c->ranges,
                         &c->events,
                         &c->boxes,
                         &c->curve,
                         &c->plan_words,
                         &c->moved,
                         &c->asked,
                         &c->ways,
                         &c->scratch,
                         &c->order.along};
    for (size_t i = 0; i < THRONG_CL_COUNT(buffers); i++)
        throng_cl_object_release(&c->object, buffers[i]);
}

static void destroy(void *state)
{
    throng_cl_crowd *c = state;
    struct throng_cl *cl = c->object.cl;
    cl_kernel kernels[] = {c->write,         c->read,        c->hash,  c->collect, c->lay,
                           c->keys,          c->show,        c->box,   c->ask,     c->finder.box,
                           c->finder.leaves, c->finder.find, c->take,  c->above,   c->motions.write,
                           c->motions.read,  c->ways_out,    c->sweep, c->blocks,  c->few};
    throng_cl_object_close(&c->object);
    throng_cl_crowd_find_forget(c);
    throng_cl_crowd_motions_forget(c);
    release_buffers(c);
    throng_cl_crowd_walls_forget(c);
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            cl->api.clReleaseKernel(kernels[i]);
    for (int32_t kind = 0; kind < THRONG_CL_CROWD_KINDS; kind++)
        if (c->step[kind])
            cl->api.clReleaseKernel(c->step[kind]);
    throng_cl_sorter_destroy(cl, &c->sorter);
    throng_release(cl->allocator, c, sizeof *c);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_crowd_shape *shape = arguments;
    struct throng_cl *cl = context->cl;
    throng_status status = throng_cl_needs_subnormals(context, "crowds");
    if (status != THRONG_OK)
        return status;
    throng_cl_crowd *c = throng_cl_object_new(context, sizeof *c, "a crowd", "a step of a crowd");
    if (!c)
        return THRONG_ERROR_OUT_OF_MEMORY;
    c->shape = *shape;
    c->laying = throng_crowd_rebuild();
    c->items =
        ITEMS_OF_UNIT * (size_t)(cl->device.info.compute_units > 0 ? cl->device.info.compute_units : 1);
    status = throng_cl_object_stage(&c->object, THRONG_CL_CROWD_STAGE);
    if (status == THRONG_OK)
        status = make_kernels(c);
    if (status == THRONG_OK)
        status = make_buffers(c, shape->capacity);
    return throng_cl_object_created(c, status, destroy, state);
}

static throng_status finish(throng_cl_crowd *c)
{
    cl_int error = c->object.cl->api.clFinish(c->object.cl->queue);
    return error == CL_SUCCESS ? THRONG_OK : throng_cl_note(c->object.cl, error, "clFinish");
}

static throng_status copy(throng_cl_crowd *c, cl_mem from, cl_mem to, size_t bytes)
{
    const size_t nothing[3] = {0, 0, 0}, box[3] = {bytes, 1, 1};
    if (bytes == 0)
        return THRONG_OK;
    cl_int error = c->object.cl->api.clEnqueueCopyBufferRect(c->object.cl->queue, from, to, nothing, nothing,
                                                             box, bytes, 0, bytes, 0, 0, NULL, NULL);
    return error == CL_SUCCESS
               ? THRONG_OK
               : throng_cl_note(c->object.cl, error, "clEnqueueCopyBufferRect(%zu bytes)", bytes);
}

static throng_status reserve(void *state, int32_t capacity)
{
    throng_cl_crowd *c = state;
    throng_status status = throng_cl_crowd_wait_for_motions(c); /* whose memory goes in the end */
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    throng_cl_crowd before = *c;
    const size_t agents = (size_t)c->shape.capacity;
    c->bodies = c->senses = c->rests = c->alive = c->number = c->collected = c->records = c->extras = NULL;
    c->points = c->ranges = c->boxes = c->curve = c->plan_words = c->moved = c->asked = c->ways = c->scratch =
        NULL;
    c->events = NULL;
    memset(c->ordered, 0, sizeof c->ordered);
    c->order = (throng_cl_crowd_order){.rebuild = c->order.rebuild};
    status = make_buffers(c, capacity);
    if (status == THRONG_OK)
        status = copy(c, before.bodies, c->bodies, agents * sizeof(crowd_body));
    if (status == THRONG_OK)
        status = copy(c, before.senses, c->senses, agents * sizeof(crowd_sense));
    if (status == THRONG_OK)
        status = copy(c, before.rests, c->rests, agents * sizeof(crowd_rest));
    if (status == THRONG_OK)
        status = copy(c, before.alive, c->alive, agents * sizeof(cl_int));
    if (status == THRONG_OK)
        status = copy(c, before.events, c->events, event_bytes(agents));
    if (status == THRONG_OK)
        status = copy(c, before.curve, c->curve, sizeof(crowd_curve));
    if (status == THRONG_OK)
        status = finish(c);
    throng_cl_crowd *dead = status == THRONG_OK ? &before : c;
    const throng_cl_sorter sorter = c->sorter;       /* which has grown, and serves less, too */
    const throng_cl_staging stage = c->object.stage; /* which has gone on */
    before.object.device_bytes = c->object.device_bytes;
    release_buffers(dead);
    if (status != THRONG_OK) {
        before.object.device_bytes = c->object.device_bytes;
        *c = before;
        c->sorter = sorter;
        c->object.stage = stage;
        c->order.covers = c->order.part = 0; /* a sort may have been half done with the sorter's old memory */
        return throng_cl_failed(&c->object, status, 0);
    }
    c->object.device_bytes = before.object.device_bytes;
    c->shape.capacity = capacity;
    throng_cl_object_release(&c->object, &c->exits); /* made anew where they are needed */
    throng_cl_crowd_find_forget(c);
    throng_cl_crowd_motions_forget(c);
    return THRONG_OK;
}

static throng_status reset(void *state)
{
    throng_cl_crowd *c = state;
    struct throng_cl *cl = c->object.cl;
    c->agents = 0;
    c->walls_tree.levels = 0;
    c->laying = throng_crowd_rebuild();
    c->order.covers = c->order.serves = c->finder.current = 0;
    throng_cl_object_forget(&c->object);
    if (!c->object.lost)
        return THRONG_OK;
    throng_cl_crowd_find_forget(c);
    throng_cl_crowd_motions_forget(c);
    release_buffers(c);
    throng_cl_crowd_walls_forget(c);
    throng_status status = make_buffers(c, c->shape.capacity);
    if (status == THRONG_OK) /* a device that failed has to show that it works again */
        status = finish(c);
    c->object.lost = status != THRONG_OK;
    return status == THRONG_OK ? status : throng_cl_report(c->object.context, cl, status);
}

static throng_usage usage(void *state)
{
    throng_cl_crowd *c = state;
    return throng_cl_object_usage(&c->object, c->sorter.bytes);
}

/* ---------------------------------------------------------------- who there is ---------------------- */

static throng_status set_active(void *state, const int32_t *agents, int32_t count, int32_t unchanged)
{
    throng_cl_crowd *c = state;
    const size_t place = (size_t)unchanged * sizeof *agents;
    throng_status status =
        throng_cl_staging_send(c->object.cl, &c->object.stage, c->alive, place, agents + unchanged,
                               (size_t)(count - unchanged) * sizeof *agents);
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    if (throng_crowd_needs_curve(c->agents, count))
        c->laying = throng_crowd_rebuild();
    c->agents = count;
    c->order.covers = c->order.serves = c->finder.current = 0;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- step ------------------------------ */

/* On GPUs: one group shows a small crowd; or groups each take a block of agents, and one all boxes above. */
static throng_status show_blocks(throng_cl_crowd *c, cl_mem order)
{
    struct throng_cl *cl = c->object.cl;
    const size_t group = throng_cl_crowd_group(c, 1, 0), lone = (size_t)throng_cl_large_group(cl);
    const cl_int step_low = c->plan.step_low, step_high = c->plan.step_high;
    const throng_cl_argument showing[] = {
        THRONG_CL_ARGUMENT(c->plan_words), THRONG_CL_ARGUMENT(c->bodies),  THRONG_CL_ARGUMENT(c->senses),
        THRONG_CL_ARGUMENT(order),         THRONG_CL_ARGUMENT(c->records), THRONG_CL_ARGUMENT(c->extras),
        THRONG_CL_ARGUMENT(c->points),     THRONG_CL_ARGUMENT(c->boxes),   THRONG_CL_ARGUMENT(step_low),
        THRONG_CL_ARGUMENT(step_high),
    };
    const throng_cl_argument boxing[] = {
        THRONG_CL_ARGUMENT(c->plan_words),
        THRONG_CL_ARGUMENT(c->boxes),
        THRONG_CL_ARGUMENT(step_low),
        THRONG_CL_ARGUMENT(step_high),
    };
    if (c->agents <= THRONG_CL_CROWD_FEW && lone >= CROWD_BLOCK)
        return throng_cl_launch(cl, c->few, "crowd_publish_few", 1, lone, showing, THRONG_CL_COUNT(showing),
                                NULL);
    const throng_status status =
        throng_cl_launch(cl, c->blocks, "crowd_publish_blocks", (size_t)c->plan.tree.count[1], group, showing,
                         THRONG_CL_COUNT(showing) - 2 /* without the step */, NULL);
    return status == THRONG_OK ? throng_cl_launch(cl, c->above, "crowd_boxes_above", 1, lone, boxing,
                                                  THRONG_CL_COUNT(boxing), NULL)
                               : status;
}

static throng_status show_agents(throng_cl_crowd *c, cl_mem order)
{
    if (c->object.cl->width == 1)
        return show_blocks(c, order);
    const crowd_tree *tree = &c->plan.tree;
    const throng_cl_argument showing[] = {
        THRONG_CL_ARGUMENT(c->plan_words), THRONG_CL_ARGUMENT(c->bodies),  THRONG_CL_ARGUMENT(c->senses),
        THRONG_CL_ARGUMENT(order),         THRONG_CL_ARGUMENT(c->records), THRONG_CL_ARGUMENT(c->extras),
    };
    throng_status status = throng_cl_run(&c->object, c->show, "crowd_publish_all", throng_cl_crowd_batches(c),
                                         showing, THRONG_CL_COUNT(showing));
    for (cl_int level = 0; level < tree->levels && status == THRONG_OK; level++) {
        const cl_int end = level + 1 < tree->levels ? tree->first[level + 1] : tree->boxes;
        const throng_cl_argument boxing[] = {
            THRONG_CL_ARGUMENT(c->plan_words), THRONG_CL_ARGUMENT(c->records), THRONG_CL_ARGUMENT(c->points),
            THRONG_CL_ARGUMENT(c->boxes),      THRONG_CL_ARGUMENT(level),      THRONG_CL_ARGUMENT(end),
        };
        status = throng_cl_run(&c->object, c->box, "crowd_boxes", (size_t)(end - tree->first[level]), boxing,
                               THRONG_CL_COUNT(boxing));
    }
    return status;
}

/* The ways of all agents by the flow, before anyone moves. */
static throng_status ask_flow(throng_cl_crowd *c, const throng_cl_flow *flow, cl_mem order)
{
    const cl_uint count = (cl_uint)c->agents;
    const throng_cl_argument asking[] = {
        THRONG_CL_ARGUMENT(c->plan_words), THRONG_CL_ARGUMENT(c->bodies), THRONG_CL_ARGUMENT(order),
        THRONG_CL_ARGUMENT(c->asked),      THRONG_CL_ARGUMENT(count),
    };
    throng_status status =
        throng_cl_run(&c->object, c->ask, "crowd_sample_flow", count, asking, THRONG_CL_COUNT(asking));
    if (status != THRONG_OK)
        return status;
    const throng_cl_flow_list points = throng_cl_flow_packed(c->asked, sizeof(flow_point) / 4);
    const throng_cl_flow_list vectors = throng_cl_flow_packed(c->ways, sizeof(flow_vector) / 4);
    return throng_cl_flow_sample(&c->object, flow, FLOW_SMOOTH | FLOW_BODY, c->agents, &points, &vectors);
}

static throng_status step_agents(throng_cl_crowd *c, int32_t kind, cl_mem order, cl_event *event)
{
    const int wide = c->object.cl->width > 1;
    const int32_t there = c->walls_tree.levels > 0;
    const cl_uint words = (cl_uint)c->scratch_words;
    const size_t agents = (size_t)c->agents;
    const size_t group = group_of(c, kind),
                 local = group * item_bytes(c, kind); /* 0 bytes would be refused */
    cl_mem of_walls = there ? c->walls : c->boxes, wall_boxes = there ? c->wall_boxes : c->boxes;
    cl_mem moving = c->moving ? c->moving : c->boxes, exits = c->exits ? c->exits : c->boxes;
    throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->plan_words), THRONG_CL_ARGUMENT(c->bodies),  THRONG_CL_ARGUMENT(c->senses),
        THRONG_CL_ARGUMENT(c->rests),      THRONG_CL_ARGUMENT(c->records), THRONG_CL_ARGUMENT(c->extras),
        THRONG_CL_ARGUMENT(c->points),     THRONG_CL_ARGUMENT(order),      THRONG_CL_ARGUMENT(c->ranges),
        THRONG_CL_ARGUMENT(c->events),     THRONG_CL_ARGUMENT(c->boxes),   THRONG_CL_ARGUMENT(of_walls),
        THRONG_CL_ARGUMENT(wall_boxes),    THRONG_CL_ARGUMENT(moving),     THRONG_CL_ARGUMENT(c->ways),
        THRONG_CL_ARGUMENT(exits),         {local > 0 ? local : 8, NULL},  THRONG_CL_ARGUMENT(words),
    };
    if (wide)
        arguments[THRONG_CL_COUNT(arguments) - 2] = (throng_cl_argument)THRONG_CL_ARGUMENT(c->scratch);
    return throng_cl_launch(c->object.cl, c->step[kind], "crowd_step_all",
                            wide ? c->items : (agents + group - 1) / group, group, arguments,
                            THRONG_CL_COUNT(arguments) - (wide ? 0 : 1), event);
}

static throng_status compute(throng_cl_crowd *c, const throng_crowd_step_params *step_params, int32_t *begun,
                             cl_event *event)
{
    const int32_t kind = kind_of(c, step_params);
    throng_status status = make_step(c, kind);
    throng_crowd_plan(&c->plan, &c->shape, step_params, c->agents, &c->walls_tree);
    const int32_t sweeps = throng_cl_crowd_sweeps(c);
    if (status == THRONG_OK)
        status = throng_cl_crowd_make_walls(c);
    if (status != THRONG_OK)
        return status;
    status = throng_cl_crowd_send_plan(c);
    if (status == THRONG_OK)
        status = throng_cl_crowd_keep_order(c, step_params->dt);
    if (status == THRONG_OK)
        *begun = 1; /* ranges of vision change */
    c->finder.current = 0;
    cl_mem order = c->order.along;
    if (status == THRONG_OK)
        status = show_agents(c, order);
    if (status == THRONG_OK && c->shape.flow)
        status = ask_flow(c, c->shape.flow->object.state, order);
    if (status == THRONG_OK)
        status = throng_cl_crowd_find_ways_out(c);
    if (status == THRONG_OK)
        status = step_agents(c, kind, order, sweeps ? NULL : event);
    return status == THRONG_OK && sweeps ? throng_cl_crowd_sweep(c, event) : status;
}

static throng_status step(void *state, const throng_crowd_step_params *step_params)
{
    throng_cl_crowd *c = state;
    struct throng_cl *cl = c->object.cl;
    cl_event event = NULL;
    int32_t begun = 0;
    throng_cl_timer_clear(cl, &c->object.timer);
    if (c->agents == 0)
        return THRONG_OK;
    if (c->shape.flow) { /* may wait */
        const throng_status finished = throng_cl_flow_finish(c->shape.flow->object.state);
        if (finished != THRONG_OK)
            return finished;
    }
    cl->timer = &c->object.timer;
    throng_status status = compute(c, step_params, &begun, &event);
    cl->timer = NULL;
    if (status != THRONG_OK) {
        c->laying = throng_crowd_rebuild();
        c->order.covers = 0;
        return throng_cl_failed(&c->object, status, begun);
    }
    return throng_cl_object_follow(&c->object, event);
}

enum { BUILDS_BESIDE = 3, BUILDS = BUILDS_BESIDE + THRONG_CL_CROWD_KINDS };

/* Whether steps of this crowd may be of this kind: by what its agents and walls are, which may change. */
static int32_t may_step(const throng_cl_crowd *c, int32_t kind)
{
    const int32_t full = c->shape.uses & (CROWD_SENSES | CROWD_RESPONSIBILITY | CROWD_SETTLES);
    if ((kind & GAPS) && !(c->shape.uses & CROWD_BY_GAPS))
        return 0;
    switch (kind % GAPS) {
    case PLAIN:
        return !full;
    case FULL:
        return 1;
    case MOVING:
        return c->object.cl->width == 1;
    default:
        return 0;
    }
}

static throng_status build(void *state, int32_t part)
{
    throng_cl_crowd *c = state;
    throng_status status = THRONG_OK;
    if (part >= BUILDS_BESIDE)
        status = may_step(c, part - BUILDS_BESIDE) ? make_step(c, part - BUILDS_BESIDE) : THRONG_OK;
    else
        status = part == 0   ? throng_cl_crowd_make_find(c)
                 : part == 1 ? throng_cl_crowd_make_stages(c)
                             : throng_cl_crowd_make_take(c);
    return status == THRONG_OK ? status : throng_cl_failed(&c->object, status, 0);
}

const throng_crowd_ops throng_cl_crowd_ops = {
    {create, destroy, reset, throng_cl_object_lost, usage, build, BUILDS},
    reserve,
    throng_cl_crowd_write,
    throng_cl_crowd_read,
    throng_cl_crowd_reserve_motions,
    throng_cl_crowd_write_motions,
    throng_cl_crowd_read_motions,
    throng_cl_crowd_write_pairs,
    throng_cl_crowd_hash,
    set_active,
    throng_cl_crowd_set_walls,
    throng_cl_crowd_set_moving,
    step,
    throng_cl_crowd_reserve_find,
    throng_cl_crowd_find,
    throng_cl_crowd_events};
