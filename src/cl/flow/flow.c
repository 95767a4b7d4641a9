/* Fields of paths on an OpenCL device: their storage, and what is read of them. */
#include "src/flow/flow.h"
#include "src/cl/device/reading.h"
#include "src/cl/flow/flow.h"
#include "src/cl/tables.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/terrain/terrain.h"

#include "kernels/flow/query.h"
#include "src/cl/terrain/terrain.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    AGENTS_AT_ONCE = 16384,
    CELLS_AT_ONCE = 262144, /* that are read */
    STAGE_BYTES = 64 * 1024,
    BATCH_OF_PATCHES = 8, /* rounds, before it is known how many they take */
    ITEMS_PER_UNIT = 4    /* work-items that take turns, for each compute unit */
};

_Static_assert(offsetof(flow_plan, first_column) == sizeof(cl_int16) &&
                   offsetof(flow_plan, grid) == 4 * sizeof(cl_int) &&
                   offsetof(flow_plan, widest) == 11 * sizeof(cl_int) && sizeof(flow_point) == 16 &&
                   sizeof(flow_vector) == 12 &&
                   AGENTS_AT_ONCE * sizeof(flow_vector) <= CELLS_AT_ONCE * sizeof(float),
               "flow.cl takes plans, agents and ways apart by words");

/* ---------------------------------------------------------------- storage --------------------------- */

static void release_buffers(throng_cl_flow *f)
{
    cl_mem *all[] = {&f->keys,    &f->walls, &f->dirty_edges, &f->due,      &f->state, &f->patch,
                     &f->scratch, &f->goals, &f->agents,      &f->exchange, &f->costs, &f->seeds};
    for (size_t i = 0; i < THRONG_CL_COUNT(all); i++)
        throng_cl_object_release(&f->object, all[i]);
}

static throng_status make_buffers(throng_cl_flow *f)
{
    const size_t tiles = (size_t)f->tiles;
    const size_t goals = throng_times((size_t)f->shape.fields, (size_t)f->shape.goal_capacity);
    const throng_terrain *t = f->shape.terrain;
    const size_t cells = (size_t)t->width * (size_t)t->height * (size_t)t->worlds;
    throng_status status = throng_cl_flow_make_keys(f, &f->plan, &f->keys, &f->scratch);
    const struct {
        const char *what;
        size_t count, size;
        cl_mem *buffer;
    } all[] = {{"the walls of flow fields", f->shape.terrain->words, sizeof(cl_uint), &f->walls},
               {"the dirty edges of tiles", tiles, sizeof(cl_int), &f->dirty_edges},
               {"the passes of tiles", tiles, sizeof(cl_int), &f->due},
               {"the state of passes", THRONG_CL_FLOW_STATE, sizeof(cl_int), &f->state},
               {"changes of flow fields", flow_patch_words(&f->plan), sizeof(cl_int), &f->patch},
               {"goals", goals, sizeof(throng_cell), &f->goals},
               {"agents", AGENTS_AT_ONCE, sizeof(flow_point), &f->agents},
               {"cells to be read", CELLS_AT_ONCE, sizeof(float), &f->exchange}};
    for (size_t i = 0; i < THRONG_CL_COUNT(all) && status == THRONG_OK; i++)
        status = throng_cl_object_buffer(&f->object, all[i].what, all[i].count, all[i].size, all[i].buffer);
    if (status == THRONG_OK && (f->plan.flags & FLOW_COSTS))
        status = throng_cl_object_buffer(&f->object, "the costs of a flow", cells, 1, &f->costs);
    const size_t seeds = throng_times((size_t)throng_flow_layers(&f->shape), (size_t)f->shape.seed_capacity);
    if (status == THRONG_OK && seeds > 0)
        status = throng_cl_object_buffer(&f->object, "the seeds of a flow", seeds, sizeof(throng_flow_seed),
                                         &f->seeds);
    return status == THRONG_OK ? throng_cl_flow_begin_ground(f, &f->plan, f->keys) : status;
}

/* No news, no paths, no goals. */
static throng_status begin(throng_cl_flow *f)
{
    throng_status status = throng_cl_flow_begin_rounds(f);
    f->stuck = 0;
    f->terrain = f->shape.terrain->version - 1 - THRONG_TERRAIN_CHANGES; /* nothing is known of its walls */
    memset(f->goal_counts, 0, (size_t)f->shape.fields * sizeof *f->goal_counts);
    memset(f->reaching, 0, (size_t)f->shape.fields);
    if (f->seed_counts) {
        memset(f->seed_counts, 0, (size_t)throng_flow_layers(&f->shape) * sizeof *f->seed_counts);
        memset(f->new_seeds, 0, (size_t)throng_flow_layers(&f->shape));
    }
    return status == THRONG_OK ? throng_cl_flow_clear(f, 0, f->plan.layers) : status;
}

static void destroy(void *state)
{
    throng_cl_flow *f = state;
    struct throng_cl *cl = f->object.cl;
    throng_cl_object_close(&f->object);
    throng_release(cl->allocator, f->packed, AGENTS_AT_ONCE * sizeof(flow_point));
    throng_release(cl->allocator, f->goal_counts, (size_t)f->shape.fields * sizeof *f->goal_counts);
    throng_release(cl->allocator, f->seed_counts,
                   (size_t)throng_flow_layers(&f->shape) * sizeof *f->seed_counts);
    throng_release(cl->allocator, f->new_seeds, (size_t)throng_flow_layers(&f->shape));
    throng_release(cl->allocator, f->reaching, (size_t)f->shape.fields);
    throng_release(cl->allocator, f->anew, (size_t)f->shape.fields);
    throng_release(cl->allocator, f->changes, (size_t)flow_cleared_word(&f->plan) * sizeof *f->changes);
    release_buffers(f);
    throng_cl_flow_release_kernels(f, &f->kernels);
    throng_release(cl->allocator, f, sizeof *f);
}

static throng_status make_host_memory(throng_cl_flow *f)
{
    void *counts = NULL, *agents = NULL, *reaching = NULL, *anew = NULL, *seeds = NULL, *new_seeds = NULL;
    void *changes = NULL;
    const size_t layers = f->shape.seed_capacity > 0 ? (size_t)throng_flow_layers(&f->shape) : 0;
    throng_status status = throng_cl_object_allocate(
        &f->object, "the goals of flow fields", (size_t)f->shape.fields, sizeof *f->goal_counts, &counts);
    if (status == THRONG_OK)
        status = throng_cl_object_allocate(&f->object, "agents", AGENTS_AT_ONCE, sizeof(flow_point), &agents);
    if (status == THRONG_OK)
        status = throng_cl_object_allocate(&f->object, "flow fields", (size_t)f->shape.fields, 1, &reaching);
    if (status == THRONG_OK)
        status = throng_cl_object_allocate(&f->object, "flow fields", (size_t)f->shape.fields, 1, &anew);
    if (status == THRONG_OK)
        status = throng_cl_object_allocate(&f->object, "changes of flow fields",
                                           (size_t)flow_cleared_word(&f->plan), sizeof *f->changes, &changes);
    if (status == THRONG_OK && layers > 0)
        status = throng_cl_object_allocate(&f->object, "the seeds of a flow", layers, sizeof *f->seed_counts,
                                           &seeds);
    if (status == THRONG_OK && layers > 0)
        status = throng_cl_object_allocate(&f->object, "the seeds of a flow", layers, 1, &new_seeds);
    f->seed_counts = seeds;
    f->new_seeds = new_seeds;
    f->anew = anew;
    f->changes = changes;
    f->reaching = reaching;
    f->goal_counts = counts;
    f->packed = agents;
    if (status == THRONG_OK) {
        const size_t goals = throng_times((size_t)f->shape.goal_capacity, sizeof(throng_cell));
        const size_t changed = (size_t)flow_cleared_word(&f->plan) * sizeof *f->changes;
        const size_t most = goals > changed ? goals : changed;
        /* costs and seeds go through it, too */
        const size_t least = f->plan.flags || f->shape.seed_capacity > 0 ? STAGE_BYTES : most;
        status = throng_cl_object_stage(&f->object, least < STAGE_BYTES ? least : STAGE_BYTES);
    }
    return status;
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_flow_shape *shape = arguments;
    struct throng_cl *cl = context->cl;
    throng_cl_flow *f = throng_cl_object_new(context, sizeof *f, "flow fields", "an update of flow fields");
    if (!f)
        return THRONG_ERROR_OUT_OF_MEMORY;
    f->shape = *shape;
    f->plan = (flow_plan){
        .width = shape->terrain->width,
        .height = shape->terrain->height,
        .worlds = shape->terrain->worlds,
        .layers = throng_flow_layers(shape),
        .grid = shape->grid,
        .walls_pitch = shape->terrain->pitch,
        .cell_size = shape->cell_size,
        .flags = shape->flags,
        .classes = shape->classes,
        .fields = shape->fields,
        .first_column = shape->first_column,
        .first_row = shape->first_row,
    };
    flow_choose_tiles(&f->plan, cl->width == 1 ? FLOW_GROUP_TILE : FLOW_TILE,
                      cl->width == 1 ? FLOW_GROUP_PITCH : FLOW_PITCH);
    f->items = ITEMS_PER_UNIT * cl->device.info.compute_units;
    f->batches[0] = (f->plan.tiles_x + f->plan.tiles_y) / 2 + 4;
    f->batches[1] = BATCH_OF_PATCHES;
    throng_status status = THRONG_OK;
    if (!flow_plan_fits(&f->plan))
        status = throng_cl_note_memory(cl, "flow fields", SIZE_MAX);
    else
        f->tiles = flow_tiles(&f->plan);
    if (status == THRONG_OK)
        status = make_host_memory(f);
    if (status == THRONG_OK)
        status = throng_cl_flow_make_kernels(f, &f->plan, &f->kernels);
    if (status == THRONG_OK)
        status = throng_cl_terrain_make(cl, shape->terrain, 0);
    if (status == THRONG_OK)
        status = make_buffers(f);
    if (status == THRONG_OK)
        status = begin(f);
    return throng_cl_object_created(f, status, destroy, state);
}

static throng_status reset(void *state)
{
    throng_cl_flow *f = state;
    struct throng_cl *cl = f->object.cl;
    throng_status status = THRONG_OK;
    cl_int error = CL_SUCCESS;
    throng_cl_object_forget(&f->object);
    if (f->object.lost) {
        release_buffers(f);
        status = throng_cl_terrain_make(cl, f->shape.terrain, 1);
        if (status == THRONG_OK)
            status = make_buffers(f);
    }
    if (status == THRONG_OK)
        status = begin(f);
    if (status == THRONG_OK && f->object.lost) /* a device that failed has to show that it works again */
        error = cl->api.clFinish(cl->queue);
    if (error != CL_SUCCESS)
        status = throng_cl_note(cl, error, "clFinish");
    f->object.lost = status != THRONG_OK;
    return status == THRONG_OK ? status : throng_cl_report(f->object.context, cl, status);
}

static throng_status set_goals(void *state, int32_t field, int32_t count, const void *cells, size_t stride)
{
    throng_cl_flow *f = state;
    struct throng_cl *cl = f->object.cl;
    const int32_t some_most = (int32_t)(f->object.stage.bytes / sizeof(throng_cell));
    /* if keys prove too short for the pending update, it is repeated with the goals that it had */
    throng_status status = f->pending && !f->plan.widest && !f->stuck ? throng_cl_flow_finish(f) : THRONG_OK;
    if (status != THRONG_OK)
        return status;
    int changed = 0;
    for (int32_t done = 0; done < count && status == THRONG_OK; done += some_most) {
        const int32_t some = count - done < some_most ? count - done : some_most;
        const size_t place = (size_t)field * (size_t)f->shape.goal_capacity + (size_t)done;
        throng_cl_slot *slot;
        status = throng_cl_staging_acquire(cl, &f->object.stage, &slot);
        if (status != THRONG_OK)
            break;
        for (int32_t i = 0; i < some; i++)
            memcpy(slot->memory + (size_t)i * sizeof(throng_cell),
                   (const char *)cells + (size_t)(done + i) * stride, sizeof(throng_cell));
        status = throng_cl_staging_upload(cl, slot, 0, f->goals, place * sizeof(throng_cell),
                                          (size_t)some * sizeof(throng_cell));
        changed |= status == THRONG_OK;
    }
    if (status != THRONG_OK)
        return throng_cl_failed(&f->object, status, changed);
    f->goal_counts[field] = count;
    f->stuck = f->stuck ? THRONG_CL_FLOW_LEFT : 0; /* other goals than the update that cannot end had */
    return THRONG_OK;
}

/* They go to the device with the next update: a pending one may be repeated with those that it had. */
static void set_seeds(void *state, int32_t layer) { ((throng_cl_flow *)state)->new_seeds[layer] = 1; }

/* ---------------------------------------------------------------- reading --------------------------- */

static size_t size_of(int32_t what)
{
    return what == THRONG_FLOW_READ_DIRECTIONS ? 1
           : what == THRONG_FLOW_READ_EXACT    ? sizeof(throng_flow_length)
                                               : sizeof(float);
}

static throng_status rejected(throng_cl_flow *f, throng_status status)
{
    return throng_cl_failed(&f->object, status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status,
                            0);
}

static throng_status read_part(throng_cl_flow *f, const throng_flow_reading *reading,
                               const throng_region *part, void *values)
{
    struct throng_cl *cl = f->object.cl;
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const cl_int4 region = {{part->column, part->row, part->width, part->height}};
    const cl_int each = cl->width == 1 && cl->group > 1 ? 1 : 4096;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(f->keys),        THRONG_CL_ARGUMENT(words),  THRONG_CL_ARGUMENT(reading->what),
        THRONG_CL_ARGUMENT(reading->field), THRONG_CL_ARGUMENT(region), THRONG_CL_ARGUMENT(each),
        THRONG_CL_ARGUMENT(f->exchange)};
    const size_t items = (size_t)((part->width + each - 1) / each) * (size_t)part->height;
    throng_status status =
        throng_cl_run(&f->object, f->kernels.read, "flow_read", items, arguments, THRONG_CL_COUNT(arguments));
    if (status != THRONG_OK)
        return rejected(f, status);
    const size_t row = (size_t)part->width * size_of(reading->what);
    const throng_cl_rows rows = {f->exchange, row, 0, 0, row, (size_t)part->height};
    return throng_cl_read(&f->object, &rows, values, reading->row_stride, "clEnqueueReadBuffer(fields)");
}

static throng_status read_region(void *state, const throng_flow_reading *reading)
{
    throng_cl_flow *f = state;
    const throng_region *r = &reading->region;
    const size_t size = size_of(reading->what);
    const int32_t most = CELLS_AT_ONCE / (reading->what == THRONG_FLOW_READ_EXACT ? 2 : 1);
    const int32_t width = r->width < most ? r->width : most, rows = most / width;
    throng_status status = throng_cl_flow_finish(f);
    for (int32_t y = 0; y < r->height && status == THRONG_OK; y += rows)
        for (int32_t x = 0; x < r->width && status == THRONG_OK; x += width) {
            const throng_region part = {r->column + x, r->row + y,
                                        r->width - x < width ? r->width - x : width,
                                        r->height - y < rows ? r->height - y : rows};
            status = read_part(f, reading, &part,
                               (char *)reading->values + (size_t)y * reading->row_stride + (size_t)x * size);
        }
    return status;
}

throng_cl_flow_list throng_cl_flow_packed(cl_mem buffer, cl_ulong words)
{
    const throng_cl_flow_list list = {buffer, {{0, words}}};
    return list;
}

throng_status throng_cl_flow_sample(throng_cl_object *object, const throng_cl_flow *flow, cl_int sampling,
                                    cl_int count, const throng_cl_flow_list *agents,
                                    const throng_cl_flow_list *ways)
{
    const cl_int16 words = throng_cl_flow_words(&flow->plan);
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(flow->keys),   THRONG_CL_ARGUMENT(words),          THRONG_CL_ARGUMENT(sampling),
        THRONG_CL_ARGUMENT(count),        THRONG_CL_ARGUMENT(agents->buffer), THRONG_CL_ARGUMENT(agents->at),
        THRONG_CL_ARGUMENT(ways->buffer), THRONG_CL_ARGUMENT(ways->at)};
    return throng_cl_run(object, flow->kernels.sample, "flow_sample", (size_t)count, arguments,
                         THRONG_CL_COUNT(arguments));
}

static throng_status sample_some(throng_cl_flow *f, const throng_flow_questions *q, int32_t first,
                                 int32_t count)
{
    struct throng_cl *cl = f->object.cl;
    const size_t size = sizeof(flow_point);
    for (int32_t i = 0; i < count; i++)
        memcpy(f->packed + (size_t)i * size, (const char *)q->agents + (size_t)(first + i) * q->stride, size);
    /* the queue is in order, and this returns when the memory may be written again */
    cl_int error = cl->api.clEnqueueWriteBuffer(cl->queue, f->agents, CL_TRUE, 0, (size_t)count * size,
                                                f->packed, 0, NULL, NULL);
    if (error != CL_SUCCESS)
        return rejected(f, throng_cl_note(cl, error, "clEnqueueWriteBuffer(agents)"));
    const throng_cl_flow_list from = throng_cl_flow_packed(f->agents, sizeof(flow_point) / 4);
    const throng_cl_flow_list to = throng_cl_flow_packed(f->exchange, sizeof(flow_vector) / 4);
    throng_status status = throng_cl_flow_sample(&f->object, f, q->sampling, count, &from, &to);
    if (status != THRONG_OK)
        return rejected(f, status);
    return throng_cl_read_all(&f->object, f->exchange, q->ways + first, (size_t)count * sizeof(flow_vector),
                              "clEnqueueReadBuffer(ways)");
}

static throng_status sample(void *state, const throng_flow_questions *questions)
{
    throng_cl_flow *f = state;
    throng_status status = throng_cl_flow_finish(f);
    for (int32_t done = 0; done < questions->count && status == THRONG_OK; done += AGENTS_AT_ONCE) {
        const int32_t left = questions->count - done;
        status = sample_some(f, questions, done, left < AGENTS_AT_ONCE ? left : AGENTS_AT_ONCE);
    }
    return status;
}

static throng_usage usage(void *state)
{
    throng_cl_flow *f = state;
    return throng_cl_object_usage(&f->object, throng_cl_terrain_bytes(f->shape.terrain));
}

/* Long paths make keys double, and need kernels of their own. */
static throng_status build(void *state, int32_t part)
{
    throng_cl_flow *f = state;
    throng_cl_flow_kernels kernels;
    flow_plan plan = f->plan;
    (void)part;
    plan.widest = 1;
    const throng_status status = throng_cl_flow_make_kernels(f, &plan, &kernels);
    throng_cl_flow_release_kernels(f, &kernels);
    return status == THRONG_OK ? status : throng_cl_failed(&f->object, status, 0);
}

const throng_flow_ops throng_cl_flow_ops = {{create, destroy, reset, throng_cl_object_lost, usage, build, 1},
                                            set_goals,
                                            set_seeds,
                                            throng_cl_flow_update,
                                            read_region,
                                            sample};
