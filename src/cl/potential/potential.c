/* Potential fields on an OpenCL device. Sources and points are sorted into tiles there; the host chooses the
 * tiles, out of a copy of places and ranges that it keeps. Nothing returns between the steps of an update. */
#include "src/potential/potential.h"
#include "src/cl/device/reading.h"
#include "src/cl/potential/potential.h"
#include "src/cl/tables.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"

#include "src/cl/terrain/terrain.h"
#include "src/core/check.h"

#include <stddef.h>
#include <stdio.h>

enum {
    STAGE_BYTES = 256 * 1024,
    ENTRIES_PER_TASK = 8192,
    ITEMS_OF_UNIT = 4 /* work-items for each compute unit of a CPU device */
};

static const size_t sizes[3] = {sizeof(potential_source), sizeof(potential_goal), sizeof(potential_point)};

/* ---------------------------------------------------------------- storage --------------------------- */

static throng_status make_kernels(throng_cl_field *f)
{
    struct throng_cl *cl = f->object.cl;
    char options[64];
    cl_program program;
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d -DPOTENTIAL_TYPES=%d", (int)cl->width,
             (int)f->shape.types);
    throng_status status = throng_cl_program(cl, "potential/potential.cl", options, &program);
    if (status != THRONG_OK)
        return status;
    const struct {
        const char *name;
        cl_kernel *kernel;
    } kernels[] = {
        {"potential_move", &f->move},
        {"potential_assign", &f->assign},
        {"potential_evaluate", &f->evaluate},
        {"potential_make_work", &f->share},
    };
    const size_t count = THRONG_CL_COUNT(kernels) - (cl->width == 1); /* points need no sharing out */
    for (size_t i = 0; i < count && status == THRONG_OK; i++)
        status = throng_cl_kernel(cl, program, kernels[i].name, kernels[i].kernel);
    if (status == THRONG_OK)
        status = throng_cl_slices_kernels(f, program);
    return status == THRONG_OK ? throng_cl_lists_create(&f->lists, program) : status;
}

static throng_status make_buffers(throng_cl_field *f)
{
    const int32_t *capacity = f->shape.capacity;
    const size_t points = (size_t)capacity[THRONG_POINTS], tiles = (size_t)f->lists.tiles_most;
    const size_t wide = f->object.cl->width > 1;
    const size_t most =
        (size_t)(capacity[THRONG_SOURCES] > capacity[THRONG_POINTS] ? capacity[THRONG_SOURCES]
                                                                    : capacity[THRONG_POINTS]);
    const struct {
        cl_mem *buffer;
        size_t count, size;
        const char *what;
    } wanted[] = {
        {&f->entries[THRONG_SOURCES], (size_t)capacity[THRONG_SOURCES], sizes[THRONG_SOURCES], "sources"},
        {&f->entries[THRONG_GOALS], (size_t)capacity[THRONG_GOALS], sizes[THRONG_GOALS], "goals"},
        {&f->entries[THRONG_POINTS], points, sizes[THRONG_POINTS], "points"},
        {&f->forces, points, sizeof(potential_force), "forces"},
        {&f->moved, most, 2 * sizeof(float), "positions"},
        {&f->ordered[0].keys, points, sizeof(cl_uint), "the order of points"},
        {&f->ordered[0].values, points, sizeof(cl_uint), "the order of points"},
        {&f->ordered[1].keys, points, sizeof(cl_uint), "the order of points"},
        {&f->ordered[1].values, points, sizeof(cl_uint), "the order of points"},
        {&f->number, 1, sizeof(cl_uint), "a number"},
        {&f->measure, f->shape.measure_values, sizeof(float), "the measure"},
        {&f->point_starts, wide * (tiles + 1), sizeof(cl_uint), "starts of tiles"},
        {&f->work, wide * f->work_capacity, sizeof(potential_work), "work"},
        {&f->scratch, wide * (size_t)f->items, potential_scratch_bytes(), "scratch memory"},
    };
    throng_status status = THRONG_OK;
    for (size_t i = 0; i < THRONG_CL_COUNT(wanted) && status == THRONG_OK; i++)
        status = throng_cl_object_buffer(&f->object, wanted[i].what, wanted[i].count, wanted[i].size,
                                         wanted[i].buffer);
    if (status == THRONG_OK)
        status = throng_cl_slices_buffers(f);
    if (status == THRONG_OK && f->shape.measure)
        status = throng_cl_staging_send(f->object.cl, &f->object.stage, f->measure, 0, f->shape.measure,
                                        f->shape.measure_values * sizeof(float));
    return status == THRONG_OK ? throng_cl_lists_make_buffers(&f->lists, points) : status;
}

static void release_buffers(throng_cl_field *f)
{
    cl_mem *buffers[] = {&f->entries[0],
                         &f->entries[1],
                         &f->entries[2],
                         &f->forces,
                         &f->moved,
                         &f->ordered[0].keys,
                         &f->ordered[0].values,
                         &f->ordered[1].keys,
                         &f->ordered[1].values,
                         &f->number,
                         &f->point_starts,
                         &f->work,
                         &f->scratch,
                         &f->measure};
    for (size_t i = 0; i < THRONG_CL_COUNT(buffers); i++)
        throng_cl_object_release(&f->object, buffers[i]);
    throng_cl_slices_release_buffers(f);
    throng_cl_lists_release_buffers(&f->lists);
}

static void release_bulk(throng_cl_field *f)
{
    throng_cl_staging_leave(f->object.cl, &f->object.stage, &f->bulk_slot); /* the device may still read it */
    throng_cl_pinned_destroy(f->object.cl, &f->bulk);
}

static void destroy(void *state)
{
    throng_cl_field *f = state;
    struct throng_cl *cl = f->object.cl;
    cl_kernel kernels[] = {f->move, f->assign, f->share, f->evaluate};
    throng_cl_object_close(&f->object);
    release_bulk(f);
    release_buffers(f);
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            cl->api.clReleaseKernel(kernels[i]);
    throng_cl_slices_destroy(f);
    throng_cl_lists_destroy(&f->lists);
    throng_release(cl->allocator, f->places,
                   ((size_t)f->shape.capacity[THRONG_POINTS] + 1) * 2 * sizeof(float));
    throng_release(cl->allocator, f->centres,
                   ((size_t)f->shape.capacity[THRONG_SOURCES] + 1) * 2 * sizeof(float));
    throng_release(cl->allocator, f->ranges, ((size_t)f->shape.capacity[THRONG_SOURCES] + 1) * sizeof(float));
    throng_release(cl->allocator, f, sizeof *f);
}

static void choose_capacity(throng_cl_field *f)
{
    const cl_uint units = (cl_uint)f->object.cl->device.info.compute_units;
    f->lists.sources_most = f->shape.capacity[THRONG_SOURCES];
    f->lists.tiles_most = throng_potential_tiles_most(&f->shape);
    f->work_capacity = (uint32_t)throng_potential_chunks_most(&f->shape);
    f->lists.capacity = 8 * (uint32_t)f->shape.capacity[THRONG_SOURCES] + 4096;
    f->items = ITEMS_OF_UNIT * (units > 0 ? (int32_t)units : 1);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_potential_shape *shape = arguments;
    struct throng_cl *cl = context->cl;
    void *places = NULL, *centres = NULL, *ranges = NULL;
    throng_status status = throng_cl_needs_subnormals(context, "potential fields");
    if (status != THRONG_OK)
        return status;
    throng_cl_field *f =
        throng_cl_object_new(context, sizeof *f, "a potential field", "an update of a potential field");
    if (!f)
        return THRONG_ERROR_OUT_OF_MEMORY;
    f->shape = *shape;
    f->lists.object = &f->object;
    f->lists.plan = throng_potential_plan(shape);
    f->version = 1;
    choose_capacity(f);
    status =
        throng_cl_object_allocate(&f->object, "the positions of points",
                                  (size_t)shape->capacity[THRONG_POINTS] + 1, 2 * sizeof(float), &places);
    f->places = places;
    if (status == THRONG_OK)
        status = throng_cl_object_allocate(&f->object, "the positions of sources",
                                           (size_t)shape->capacity[THRONG_SOURCES] + 1, 2 * sizeof(float),
                                           &centres);
    f->centres = centres;
    if (status == THRONG_OK)
        status =
            throng_cl_object_allocate(&f->object, "ranges of sources",
                                      (size_t)shape->capacity[THRONG_SOURCES] + 1, sizeof(float), &ranges);
    f->ranges = ranges;
    if (status == THRONG_OK)
        status = throng_cl_object_stage(&f->object, STAGE_BYTES);
    if (status == THRONG_OK)
        status = make_kernels(f);
    if (status == THRONG_OK)
        status = make_buffers(f);
    if (status == THRONG_OK && shape->terrain)
        status = throng_cl_terrain_make(cl, shape->terrain, 0);
    return throng_cl_object_created(f, status, destroy, state);
}

/* Data derived from entries must be recomputed. */
static void outdate(throng_cl_field *f, int32_t list)
{
    f->version += list == THRONG_SOURCES;
    if (list == THRONG_POINTS)
        f->laid = 0;
}

static throng_status reset(void *state)
{
    throng_cl_field *f = state;
    struct throng_cl *cl = f->object.cl;
    throng_status status = THRONG_OK;
    memset(f->counts, 0, sizeof f->counts);
    outdate(f, THRONG_SOURCES);
    outdate(f, THRONG_POINTS);
    f->evaluated = 0;
    throng_cl_object_forget(&f->object);
    if (!f->object.lost)
        return status;
    release_buffers(f);
    status = make_buffers(f);
    if (status == THRONG_OK && f->shape.terrain)
        status = throng_cl_terrain_make(cl, f->shape.terrain, 1);
    if (status == THRONG_OK) { /* a device that failed has to show that it works again */
        cl_int error = cl->api.clFinish(cl->queue);
        if (error != CL_SUCCESS)
            status = throng_cl_note(cl, error, "clFinish");
    }
    f->object.lost = status != THRONG_OK;
    return status == THRONG_OK ? status : throng_cl_report(f->object.context, cl, status);
}

static throng_usage usage(void *state)
{
    throng_cl_field *f = state;
    const uint64_t terrain = throng_cl_terrain_bytes(f->shape.terrain);
    return throng_cl_object_usage(&f->object, f->lists.sorter.bytes + terrain);
}

/* ---------------------------------------------------------------- entries --------------------------- */

/* An entry as kernels see it. */
static void pack(int32_t list, const char *entry, unsigned char *to)
{
    if (list == THRONG_SOURCES) {
        potential_source s;
        memcpy(&s, entry, sizeof(throng_potential_source));
        throng_copy_normal((float *)(void *)&s, entry, 5);
        s.inverse = 1.0f / s.range;
        memcpy(to, &s, sizeof s);
    } else if (list == THRONG_GOALS) {
        potential_goal g;
        memcpy(&g, entry, sizeof g);
        throng_copy_normal((float *)(void *)&g, entry, 3);
        memcpy(to, &g, sizeof g);
    } else {
        potential_point p;
        memcpy(&p, entry, sizeof p);
        throng_copy_normal((float *)(void *)&p, entry, 2);
        memcpy(to, &p, sizeof p);
    }
}

/* A pair of floats as kernels see it. */
static void pack_place(int32_t list, const char *entry, unsigned char *to)
{
    float at[2];
    (void)list;
    throng_copy_normal(at, entry, 2);
    memcpy(to, at, sizeof at);
}

/* Entries of the caller's that are packed, or of which the host keeps places and ranges. */
typedef struct entries_job {
    throng_cl_field *field;
    const char *entries;
    size_t stride, size; /* size: packed */
    int32_t list, first, count, parts;
    void (*pack)(int32_t list, const char *entry, unsigned char *to);
    unsigned char *packed;
    int32_t ranges; /* 1: of sources they are kept, too */
} entries_job;

static void run_job(entries_job *job, throng_task task)
{
    const throng_context *context = job->field->object.context;
    job->parts = throng_parts(job->count, ENTRIES_PER_TASK, context->threads);
    throng_run(context, job->parts, task, job);
}

static void pack_some(void *data, int32_t index)
{
    const entries_job *job = data;
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i++)
        job->pack(job->list, job->entries + (size_t)i * job->stride, job->packed + (size_t)i * job->size);
}

/* What the host has to know of entries that the device has now. */
static void remember_some(void *data, int32_t index)
{
    const entries_job *job = data;
    float *places = job->list == THRONG_SOURCES  ? job->field->centres
                    : job->list == THRONG_POINTS ? job->field->places
                                                 : NULL;
    const int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end && places; i++) {
        const char *entry = job->entries + (size_t)i * job->stride;
        memcpy(places + 2 * ((size_t)job->first + (size_t)i), entry, 2 * sizeof *places);
        if (job->ranges && job->list == THRONG_SOURCES)
            memcpy(&job->field->ranges[job->first + i], entry + offsetof(throng_potential_source, range),
                   sizeof *job->field->ranges);
    }
}

/* Memory for many entries in one piece, kept from the first time on. NULL: there is none. */
static throng_cl_slot *reserve_bulk(throng_cl_field *f, size_t bytes)
{
    const size_t sources = (size_t)f->shape.capacity[THRONG_SOURCES] * sizes[THRONG_SOURCES];
    const size_t points = (size_t)f->shape.capacity[THRONG_POINTS] * sizes[THRONG_POINTS];
    const size_t most = sources > points ? sources : points;
    if (bytes > most)
        return NULL;
    if (!f->bulk.memory) {
        if (throng_cl_pinned_create(f->object.cl, &f->bulk, "entries", most) != THRONG_OK)
            return NULL;
        if (f->bulk.buffer)
            f->object.device_bytes += most;
        else
            f->object.host_bytes += most;
        f->bulk_slot.memory = f->bulk.memory;
        f->object.stage.more = &f->bulk_slot;
    }
    return throng_cl_staging_wait(f->object.cl, &f->object.stage, &f->bulk_slot) == THRONG_OK ? &f->bulk_slot
                                                                                              : NULL;
}

/* Packs entries and uploads them to the buffer from byte `place` on: many in one piece, packed in parallel, a
 * few through the ring. *changed: 1: some are on their way. */
static throng_status send(entries_job *job, cl_mem buffer, size_t place, int *changed)
{
    throng_cl_field *f = job->field;
    const size_t bytes = (size_t)job->count * job->size;
    throng_cl_slot *slot = bytes > STAGE_BYTES ? reserve_bulk(f, bytes) : NULL;
    const int32_t all = job->count, most = slot ? all : (int32_t)(STAGE_BYTES / job->size);
    const char *entries = job->entries;
    throng_status status = f->object.stage.failed ? THRONG_ERROR_OPENCL : THRONG_OK;
    *changed = 0;
    for (int32_t done = 0; done < all && status == THRONG_OK; done += most) {
        job->count = all - done < most ? all - done : most;
        job->entries = entries + (size_t)done * job->stride;
        if (!slot || done > 0)
            status = throng_cl_staging_acquire(f->object.cl, &f->object.stage, &slot);
        if (status != THRONG_OK)
            break;
        job->packed = slot->memory;
        run_job(job, pack_some);
        status = throng_cl_staging_upload(f->object.cl, slot, 0, buffer, place + (size_t)done * job->size,
                                          (size_t)job->count * job->size);
        *changed |= status == THRONG_OK;
    }
    job->count = all;
    job->entries = entries;
    return status;
}

static throng_status set(void *state, int32_t list, int32_t first, int32_t count, const void *entries,
                         size_t stride)
{
    throng_cl_field *f = state;
    entries_job job = {.field = f,
                       .entries = entries,
                       .stride = stride,
                       .size = sizes[list],
                       .list = list,
                       .first = first,
                       .count = count,
                       .pack = pack,
                       .ranges = 1};
    int changed;
    const throng_status status = send(&job, f->entries[list], (size_t)first * job.size, &changed);
    if (status != THRONG_OK)
        return throng_cl_failed(&f->object, status, changed);
    run_job(&job, remember_some);
    outdate(f, list);
    if (first + count > f->counts[list])
        f->counts[list] = first + count;
    return THRONG_OK;
}

static throng_status move(void *state, int32_t list, int32_t first, int32_t count, const void *positions,
                          size_t stride)
{
    throng_cl_field *f = state;
    entries_job job = {.field = f,
                       .entries = positions,
                       .stride = stride,
                       .size = 2 * sizeof(float),
                       .list = list,
                       .first = first,
                       .count = count,
                       .pack = pack_place};
    int changed;
    throng_status status = send(&job, f->moved, 0, &changed);
    const cl_uint words = (cl_uint)(sizes[list] / sizeof(cl_uint)), from = (cl_uint)first,
                  all = (cl_uint)count;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(f->entries[list]),
        THRONG_CL_ARGUMENT(words),
        THRONG_CL_ARGUMENT(f->moved),
        THRONG_CL_ARGUMENT(from),
        THRONG_CL_ARGUMENT(all),
    };
    if (status == THRONG_OK)
        status = throng_cl_run(&f->object, f->move, "potential_move", (size_t)count, arguments,
                               THRONG_CL_COUNT(arguments));
    if (status != THRONG_OK)
        return throng_cl_failed(&f->object, status, 0);
    run_job(&job, remember_some);
    outdate(f, list);
    return THRONG_OK;
}

static throng_status truncate(void *state, int32_t list, int32_t count)
{
    throng_cl_field *f = state;
    f->counts[list] = count;
    outdate(f, list);
    if (list == THRONG_POINTS && f->evaluated > count)
        f->evaluated = count;
    return THRONG_OK;
}

static throng_status read(void *state, int32_t first, int32_t count, void *forces, size_t stride)
{
    static const potential_force nothing;
    throng_cl_field *f = state;
    const size_t size = sizeof nothing;
    const int32_t some = f->evaluated - first < count ? f->evaluated - first : count;
    const int32_t known = some > 0 ? some : 0;
    const throng_cl_rows rows = {f->forces, size, 0, (size_t)first, size, (size_t)known};
    const throng_cl_filling rest = {(char *)forces + (size_t)known * stride, stride, size, count - known,
                                    &nothing};
    const throng_status status =
        throng_cl_read(&f->object, &rows, forces, stride, "clEnqueueReadBuffer(forces)");
    if (status == THRONG_OK)
        throng_cl_fill(&f->object, &rest);
    return status;
}

const throng_potential_ops throng_cl_potential_ops = {
    {create, destroy, reset, throng_cl_object_lost, usage, NULL, 0},
    set,
    move,
    truncate,
    throng_cl_potential_update,
    read};
