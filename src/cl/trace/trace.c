/* Paths along potential fields on an OpenCL device. On GPUs a work-item takes a path. They are sorted by how
 * many steps they will need about, so that those of a warp end together. So that no kernel keeps the device
 * for long, a launch takes some steps, and enough of them are enqueued for all. Nothing returns to the host
 * in between. On CPU devices one launch leads all paths to their ends. */
#include "src/cl/trace/trace.h"
#include "kernels/trace/trace.h"
#include "src/cl/device/interop.h"
#include "src/cl/device/reading.h"
#include "src/cl/flow/flow.h"
#include "src/cl/potential/potential.h"
#include "src/cl/tables.h"
#include "src/cl/terrain/terrain.h"
#include "src/core/backend.h"
#include "src/core/check.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/flow/flow.h"
#include "src/potential/potential.h"
#include "src/trace/trace.h"

#include <stdio.h>

enum {
    STAGE_BYTES = 64 * 1024,
    ITEMS_OF_UNIT = 4,  /* work-items for each compute unit of a CPU device */
    PATHS_MOST = 65536, /* that a GPU leads at once */
    STEPS_FIRST = 1024, /* of a launch; later ones have more */
    STEPS_DOUBLINGS = 4,
    STEPS_OF_ROUND = 64,              /* at most */
    STEPS_ASIDE = TRACE_MAX_HILLS + 2 /* that lead nowhere: hills, and the look at a path's end */
};

_Static_assert(sizeof(trace_start) == 6 * sizeof(cl_int), "kernels/trace/interop.cl knows its size");

typedef struct throng_cl_trace {
    throng_cl_object object;
    throng_trace_shape shape;
    throng_cl_lists lists;
    trace_plan plan;
    int32_t count;
    int32_t traced; /* paths of the last update */
    size_t items;
    float *speeds; /* on the host */
    cl_mem starts, results, points, states, scratch;
    throng_cl_pairs ordered[2]; /* GPUs: keys and numbers of paths */
    cl_mem number;              /* of them */
    cl_kernel run, key;
    cl_kernel take; /* NULL: no starts out of a program's buffer so far */
} throng_cl_trace;

/* ---------------------------------------------------------------- storage --------------------------- */

static size_t points_of_path(const throng_cl_trace *t)
{
    return t->shape.keep ? (size_t)t->shape.max_steps + 1 : 0;
}

static throng_status make_kernels(throng_cl_trace *t)
{
    struct throng_cl *cl = t->object.cl;
    const throng_flow *flow = t->shape.flow;
    const int width = (int)cl->width, types = (int)t->shape.field->shape.types;
    char options[96];
    cl_program program;
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d -DPOTENTIAL_TYPES=%d -DTRACE_GROUND=%d", width,
             types, flow && flow->shape.flags != 0);
    throng_status status = throng_cl_program(cl, "trace/trace.cl", options, &program);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "trace_run_paths", &t->run);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "trace_keys", &t->key);
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d -DPOTENTIAL_TYPES=%d", width, types);
    if (status == THRONG_OK)
        status = throng_cl_program(cl, "potential/potential.cl", options, &program);
    return status == THRONG_OK ? throng_cl_lists_create(&t->lists, program) : status;
}

static throng_status make_buffers(throng_cl_trace *t)
{
    const size_t starts = (size_t)t->shape.capacity;
    const int32_t width = t->object.cl->width;
    const size_t scratch = width == 1 ? t->items + 15 : t->items * (size_t)width; /* 16 lie side by side */
    const size_t words = width == 1 ? trace_item_words() : trace_lists_words(width);
    const size_t ordered = width == 1 ? starts : 1;
    const struct {
        cl_mem *buffer;
        size_t count, size;
        const char *what;
    } wanted[] = {
        {&t->starts, starts, sizeof(trace_start), "starts of paths"},
        {&t->results, starts, sizeof(trace_result), "the results of paths"},
        {&t->points, throng_times(starts, points_of_path(t)), 2 * sizeof(float), "points of paths"},
        {&t->states, width == 1 ? t->items + 15 : 1, sizeof(trace_lanes), "the states of paths"},
        {&t->scratch, scratch, words * sizeof(float), "the sources near paths"},
        {&t->ordered[0].keys, ordered, sizeof(cl_uint), "the order of paths"},
        {&t->ordered[0].values, ordered, sizeof(cl_uint), "the order of paths"},
        {&t->ordered[1].keys, ordered, sizeof(cl_uint), "the order of paths"},
        {&t->ordered[1].values, ordered, sizeof(cl_uint), "the order of paths"},
        {&t->number, 1, sizeof(cl_uint), "the number of paths"},
    };
    throng_status status = THRONG_OK;
    for (size_t i = 0; i < THRONG_CL_COUNT(wanted) && status == THRONG_OK; i++)
        status = throng_cl_object_buffer(&t->object, wanted[i].what, wanted[i].count, wanted[i].size,
                                         wanted[i].buffer);
    return status == THRONG_OK ? throng_cl_lists_make_buffers(&t->lists, ordered) : status;
}

static void release_buffers(throng_cl_trace *t)
{
    cl_mem *buffers[] = {&t->starts,
                         &t->results,
                         &t->points,
                         &t->states,
                         &t->scratch,
                         &t->ordered[0].keys,
                         &t->ordered[0].values,
                         &t->ordered[1].keys,
                         &t->ordered[1].values,
                         &t->number};
    for (size_t i = 0; i < THRONG_CL_COUNT(buffers); i++)
        throng_cl_object_release(&t->object, buffers[i]);
    throng_cl_lists_release_buffers(&t->lists);
}

static void destroy(void *state)
{
    throng_cl_trace *t = state;
    struct throng_cl *cl = t->object.cl;
    throng_cl_object_close(&t->object);
    release_buffers(t);
    throng_cl_lists_destroy(&t->lists);
    const cl_kernel kernels[] = {t->run, t->key, t->take};
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            cl->api.clReleaseKernel(kernels[i]);
    throng_release(cl->allocator, t->speeds, ((size_t)t->shape.capacity + 1) * sizeof *t->speeds);
    throng_release(cl->allocator, t, sizeof *t);
}

static void choose_capacity(throng_cl_trace *t)
{
    const struct throng_cl *cl = t->object.cl;
    const throng_potential_shape *field = &t->shape.field->shape;
    const size_t group = (size_t)cl->group, units = (size_t)cl->device.info.compute_units;
    const size_t paths = t->shape.capacity < PATHS_MOST ? (size_t)t->shape.capacity : PATHS_MOST;
    t->lists.object = &t->object;
    t->lists.plan = throng_potential_plan(field);
    t->lists.sources_most = field->capacity[THRONG_SOURCES];
    t->lists.tiles_most = throng_trace_tiles_most(field);
    t->lists.capacity = THRONG_TRACE_LISTED * (uint32_t)field->capacity[THRONG_SOURCES] + 4096;
    t->items = cl->width == 1 ? (paths / group + 1) * group : ITEMS_OF_UNIT * (units > 0 ? units : 1);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_trace_shape *shape = arguments;
    void *speeds = NULL;
    throng_cl_trace *t = throng_cl_object_new(context, sizeof *t, "a tracer", "an update of a tracer");
    if (!t)
        return THRONG_ERROR_OUT_OF_MEMORY;
    t->shape = *shape;
    t->object.source = shape->field->object.state;
    choose_capacity(t);
    throng_status status = throng_cl_object_allocate(&t->object, "speeds of paths",
                                                     (size_t)shape->capacity + 1, sizeof *t->speeds, &speeds);
    t->speeds = speeds;
    if (status == THRONG_OK)
        status = throng_cl_object_stage(&t->object, STAGE_BYTES);
    if (status == THRONG_OK)
        status = make_kernels(t);
    if (status == THRONG_OK)
        status = make_buffers(t);
    return throng_cl_object_created(t, status, destroy, state);
}

static throng_status reset(void *state)
{
    throng_cl_trace *t = state;
    struct throng_cl *cl = t->object.cl;
    throng_status status = THRONG_OK;
    t->count = 0;
    t->traced = 0;
    throng_cl_object_forget(&t->object);
    if (!t->object.lost)
        return status;
    release_buffers(t);
    status = make_buffers(t);
    if (status == THRONG_OK) { /* a device that failed has to show that it works again */
        cl_int error = cl->api.clFinish(cl->queue);
        if (error != CL_SUCCESS)
            status = throng_cl_note(cl, error, "clFinish");
    }
    t->object.lost = status != THRONG_OK;
    return status == THRONG_OK ? status : throng_cl_report(t->object.context, cl, status);
}

static throng_usage usage(void *state)
{
    throng_cl_trace *t = state;
    return throng_cl_object_usage(&t->object, t->lists.sorter.bytes);
}

/* ---------------------------------------------------------------- starts ---------------------------- */

static throng_status set(void *state, int32_t first, int32_t count, const void *starts, size_t stride)
{
    throng_cl_trace *t = state;
    const size_t size = sizeof(trace_start);
    const int32_t most = (int32_t)(STAGE_BYTES / size);
    throng_status status = THRONG_OK;
    int changed = 0;
    for (int32_t done = 0; done < count && status == THRONG_OK; done += most) {
        throng_cl_slot *slot;
        const int32_t some = count - done < most ? count - done : most;
        status = throng_cl_staging_acquire(t->object.cl, &t->object.stage, &slot);
        if (status != THRONG_OK)
            break;
        for (int32_t i = 0; i < some; i++) {
            const char *from = (const char *)starts + (size_t)(done + i) * stride;
            unsigned char *to = slot->memory + (size_t)i * size;
            memcpy(to, from, size);
            throng_copy_normal((float *)(void *)to, from, 3);
        }
        status = throng_cl_staging_upload(t->object.cl, slot, 0, t->starts, (size_t)(first + done) * size,
                                          (size_t)some * size);
        changed |= status == THRONG_OK;
    }
    if (status != THRONG_OK)
        return throng_cl_failed(&t->object, status, changed);
    for (int32_t i = 0; i < count; i++)
        memcpy(&t->speeds[first + i],
               (const char *)starts + (size_t)i * stride + offsetof(throng_trace_start, speed),
               sizeof(float));
    if (first + count > t->count)
        t->count = first + count;
    return THRONG_OK;
}

static throng_status truncate(void *state, int32_t count)
{
    throng_cl_trace *t = state;
    t->count = count;
    if (t->traced > count)
        t->traced = count;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- update ---------------------------- */

static double mean_speed(const throng_cl_trace *t)
{
    const int32_t some = t->count < THRONG_POTENTIAL_SAMPLE ? t->count : THRONG_POTENTIAL_SAMPLE;
    double speeds = 0.0;
    for (int32_t i = 0; i < some; i++)
        speeds += (double)t->speeds[(int64_t)t->count * i / some] / some;
    return speeds;
}

static throng_status sort_sources(throng_cl_trace *t, const throng_cl_field *field, double speed)
{
    const throng_cl_sources sources = throng_cl_field_sources(field);
    const double range = throng_cl_field_range(field);
    throng_potential_sampling crowd = {
        .points = sources.count, .tiles_most = t->lists.tiles_most, .sampled = 1, .side = range};
    if (sources.count > 0)
        crowd.sampled = sources.count < THRONG_POTENTIAL_SAMPLE ? sources.count : THRONG_POTENTIAL_SAMPLE;
    for (int32_t i = 0; i < crowd.sampled && sources.count > 0; i++) {
        const size_t at = (size_t)((int64_t)sources.count * i / crowd.sampled);
        crowd.x[i] = field->centres[2 * at];
        crowd.y[i] = field->centres[2 * at + 1];
    }
    const float skin = throng_trace_skin(range, speed, &t->lists.plan.terrain);
    if (t->object.cl->width > 1)
        throng_trace_suit(&crowd, range, (double)skin, t->lists.plan.worlds, 0);
    if (skin != t->lists.plan.skin) {
        t->lists.plan.skin = skin;
        t->lists.planned = 0;
        t->lists.current = -1;
    }
    return throng_cl_lists_update(&t->lists, &sources, throng_cl_lists_choose(&t->lists, &sources, &crowd));
}

/* Sorts the starts on the device; *order: their numbers. */
static throng_status sort_starts(throng_cl_trace *t, const throng_cl_field *field, cl_mem *order)
{
    const cl_uint count = (cl_uint)t->count;
    const cl_int goals = field->counts[THRONG_GOALS];
    int32_t result = 0;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(t->starts),
        THRONG_CL_ARGUMENT(field->entries[THRONG_GOALS]),
        THRONG_CL_ARGUMENT(goals),
        THRONG_CL_ARGUMENT(t->ordered[0].keys),
        THRONG_CL_ARGUMENT(t->ordered[0].values),
        THRONG_CL_ARGUMENT(t->number),
        THRONG_CL_ARGUMENT(count),
    };
    throng_status status =
        throng_cl_run(&t->object, t->key, "trace_keys", count, arguments, THRONG_CL_COUNT(arguments));
    if (status == THRONG_OK)
        status = throng_cl_sort(t->object.cl, &t->lists.sorter, t->ordered, t->number, 0, count,
                                TRACE_KEY_BITS, &result);
    *order = t->ordered[result].values;
    return status;
}

/* What launches of an update share. */
typedef struct tracing {
    const throng_cl_field *field;
    cl_mem walls, order;
} tracing;

static throng_status launch(throng_cl_trace *t, const tracing *what, cl_uint first, cl_uint count,
                            cl_int steps, cl_int begin, cl_event *event)
{
    const throng_cl_field *field = what->field;
    const throng_cl_flow *flow = t->shape.flow ? t->shape.flow->object.state : NULL;
    cl_mem keys = flow ? flow->keys : t->starts; /* of no use, where there is no flow */
    const size_t group = t->object.cl->width == 1 ? (size_t)t->object.cl->group : 1;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(field->entries[THRONG_SOURCES]),
        THRONG_CL_ARGUMENT(field->entries[THRONG_GOALS]),
        THRONG_CL_ARGUMENT(t->lists.listed[t->lists.current].values),
        THRONG_CL_ARGUMENT(t->lists.starts),
        THRONG_CL_ARGUMENT(what->walls),
        THRONG_CL_ARGUMENT(field->measure),
        THRONG_CL_ARGUMENT(keys),
        THRONG_CL_ARGUMENT(t->starts),
        THRONG_CL_ARGUMENT(t->results),
        THRONG_CL_ARGUMENT(t->points),
        THRONG_CL_ARGUMENT(t->plan),
        THRONG_CL_ARGUMENT(t->states),
        THRONG_CL_ARGUMENT(t->scratch),
        THRONG_CL_ARGUMENT(what->order),
        THRONG_CL_ARGUMENT(first),
        THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(steps),
        THRONG_CL_ARGUMENT(begin),
    };
    cl_event last = NULL;
    const throng_status status = throng_cl_launch(t->object.cl, t->run, "trace_run_paths", t->items / group,
                                                  group, arguments, THRONG_CL_COUNT(arguments), &last);
    if (status == THRONG_OK) { /* the queue is in order: the last one is enough */
        throng_cl_release_event(t->object.cl, event);
        *event = last;
    }
    return status;
}

/* Some paths on a GPU, by as many launches as the longest of them may need. */
static throng_status lead(throng_cl_trace *t, const tracing *what, cl_uint first, cl_uint count,
                          cl_event *event)
{
    const int64_t all = (int64_t)t->shape.max_steps + STEPS_ASIDE;
    throng_status status = THRONG_OK;
    int32_t turn = 0;
    for (int64_t done = 0; done < all && status == THRONG_OK; turn++) {
        const int64_t steps = (int64_t)STEPS_FIRST << (turn < STEPS_DOUBLINGS ? turn : STEPS_DOUBLINGS);
        status = launch(t, what, first, count, (cl_int)steps, turn == 0, event);
        done += steps;
    }
    return status;
}

/* As many as a path makes that goes straight on before it has to look around. */
static int32_t steps_of_round(float skin, double step)
{
    const double steps = (double)skin / step;
    return steps > STEPS_OF_ROUND ? STEPS_OF_ROUND : steps >= 1.0 ? (int32_t)steps : 1; /* also of 0 by 0 */
}

static throng_status compute(throng_cl_trace *t, cl_event *event)
{
    struct throng_cl *cl = t->object.cl;
    const throng_cl_field *field = t->shape.field->object.state;
    throng_cl_flow *flow = t->shape.flow ? t->shape.flow->object.state : NULL;
    throng_terrain *terrain = t->shape.field->shape.terrain;
    tracing what = {.field = field, .walls = t->lists.starts, .order = t->lists.starts}; /* of no use */
    const double speed = mean_speed(t);
    throng_status status = sort_sources(t, field, speed);
    /* speeds may be known to the device alone */
    const double walk = speed > 0.0 ? speed : (double)t->lists.plan.skin / 8.0;
    t->lists.plan.goals = field->counts[THRONG_GOALS];
    t->plan = (trace_plan){.field = t->lists.plan,
                           .max_steps = t->shape.max_steps,
                           .keep = t->shape.keep,
                           .escape = t->shape.escape,
                           .hill_range = t->shape.hill_range,
                           .walls_skin = throng_trace_walls_skin(t->lists.plan.skin, walk),
                           .round = steps_of_round(t->lists.plan.skin, walk)};
    if (flow)
        t->plan.flow = flow->plan;
    if (status == THRONG_OK && terrain)
        status = throng_cl_terrain_update(cl, terrain, &what.walls);
    if (status == THRONG_OK && cl->width == 1)
        status = sort_starts(t, field, &what.order);
    if (status != THRONG_OK || cl->width > 1)
        return status == THRONG_OK ? launch(t, &what, 0, (cl_uint)t->count, TRACE_NEVER, 1, event) : status;
    for (size_t done = 0; done < (size_t)t->count && status == THRONG_OK; done += t->items) {
        const size_t left = (size_t)t->count - done;
        status = lead(t, &what, (cl_uint)done, (cl_uint)(left < t->items ? left : t->items), event);
    }
    return status;
}

static throng_status update(void *state)
{
    throng_cl_trace *t = state;
    struct throng_cl *cl = t->object.cl;
    cl_event event = NULL;
    throng_cl_timer_clear(cl, &t->object.timer);
    throng_status status =
        t->shape.flow ? throng_cl_flow_finish(t->shape.flow->object.state) : THRONG_OK; /* may wait */
    if (status != THRONG_OK)
        return status;
    if (t->count > 0) {
        cl->timer = &t->object.timer;
        status = compute(t, &event);
        cl->timer = NULL;
    }
    if (status != THRONG_OK) { /* with some paths on their way, results are old ones and new ones */
        const int begun = event != NULL;
        throng_cl_release_event(cl, &event);
        return throng_cl_failed(&t->object,
                                status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status, begun);
    }
    t->traced = t->count;
    return throng_cl_object_follow(&t->object, event);
}

/* ---------------------------------------------------------------- results --------------------------- */

/* How many of these paths the last update has traced. */
static int32_t known_of(const throng_cl_trace *t, int32_t first, int32_t count)
{
    const int32_t known = t->traced - first < count ? t->traced - first : count;
    return known > 0 ? known : 0;
}

static throng_status read(void *state, int32_t first, int32_t count, void *results, size_t stride)
{
    static const trace_result nothing = {.status = TRACE_INVALID};
    throng_cl_trace *t = state;
    const size_t size = sizeof nothing;
    const int32_t known = known_of(t, first, count);
    const throng_cl_rows rows = {t->results, size, 0, (size_t)first, size, (size_t)known};
    const throng_cl_filling rest = {(char *)results + (size_t)known * stride, stride, size, count - known,
                                    &nothing};
    const throng_status status =
        throng_cl_read(&t->object, &rows, results, stride, "clEnqueueReadBuffer(ends)");
    if (status == THRONG_OK)
        throng_cl_fill(&t->object, &rest);
    return status;
}

static throng_status read_points(void *state, const throng_trace_reading *r)
{
    throng_cl_trace *t = state;
    const size_t size = 2 * sizeof(float);
    const int32_t known = known_of(t, r->path, r->paths);
    const throng_cl_rows rows = {t->points,       points_of_path(t) * size, (size_t)r->first * size,
                                 (size_t)r->path, (size_t)r->count * size,  (size_t)known};
    const throng_status status =
        throng_cl_read(&t->object, &rows, r->points, r->stride, "clEnqueueReadBuffer(points)");
    for (int32_t i = known; i < r->paths && status == THRONG_OK; i++)
        memset((char *)r->points + (size_t)i * r->stride, 0, rows.size);
    return status;
}

/* ---------------------------------------------------------------- a program's buffers --------------- */

static throng_status make_take(throng_cl_trace *t)
{
    cl_program program;
    if (t->take)
        return THRONG_OK;
    const throng_status status = throng_cl_program(t->object.cl, "trace/interop.cl", "", &program);
    return status == THRONG_OK ? throng_cl_kernel(t->object.cl, program, "trace_take_starts", &t->take)
                               : status;
}

throng_status throng_cl_trace_take(void *state, int32_t first, int32_t count, cl_mem starts, size_t offset,
                                   size_t stride)
{
    throng_cl_trace *t = state;
    throng_status status = make_take(t);
    if (status != THRONG_OK)
        return status;
    const cl_ulong begin = offset / 4, pitch = stride / 4;
    const cl_uint from = (cl_uint)first, items = (cl_uint)count;
    const cl_int worlds = t->shape.field->shape.worlds;
    const cl_int fields = t->shape.flow ? t->shape.flow->shape.fields : CL_INT_MAX;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(starts),    THRONG_CL_ARGUMENT(begin),  THRONG_CL_ARGUMENT(pitch),
        THRONG_CL_ARGUMENT(t->starts), THRONG_CL_ARGUMENT(from),   THRONG_CL_ARGUMENT(items),
        THRONG_CL_ARGUMENT(worlds),    THRONG_CL_ARGUMENT(fields),
    };
    status =
        throng_cl_run(&t->object, t->take, "trace_take_starts", items, arguments, THRONG_CL_COUNT(arguments));
    if (status != THRONG_OK)
        return status;
    const float usual = (float)mean_speed(t); /* what new ones have is known to the device alone */
    for (; t->count < first + count; t->count++)
        t->speeds[t->count] = usual;
    return THRONG_OK;
}

int32_t throng_cl_trace_known(void *state) { return ((throng_cl_trace *)state)->traced; }

throng_status throng_cl_trace_copy(void *state, int32_t first, int32_t count, cl_mem results, size_t offset,
                                   size_t stride)
{
    throng_cl_trace *t = state;
    const size_t size = sizeof(trace_result);
    const throng_cl_rows rows = {t->results, size, 0, (size_t)first, size, (size_t)count};
    return throng_cl_copy_rows(&t->object, &rows, results, offset, stride);
}

throng_status throng_cl_trace_copy_points(void *state, const throng_trace_reading *r, cl_mem points,
                                          size_t offset)
{
    throng_cl_trace *t = state;
    const size_t size = 2 * sizeof(float);
    const throng_cl_rows rows = {t->points,       points_of_path(t) * size, (size_t)r->first * size,
                                 (size_t)r->path, (size_t)r->count * size,  (size_t)r->paths};
    return throng_cl_copy_rows(&t->object, &rows, points, offset, r->stride);
}

static throng_status build(void *state, int32_t part)
{
    throng_cl_trace *t = state;
    (void)part;
    const throng_status status = make_take(t);
    return status == THRONG_OK ? status : throng_cl_failed(&t->object, status, 0);
}

const throng_trace_ops throng_cl_trace_ops = {
    {create, destroy, reset, throng_cl_object_lost, usage, build, 1},
    set,
    truncate,
    update,
    read,
    read_points};
