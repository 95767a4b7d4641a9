/* Objects of a map on the CPU. While an update in slices is on its way it goes on with those that it began
 * with; what is set waits beside them. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/influence.h"

#include <string.h>

throng_status throng_cpu_later_create(cpu_map *m, cpu_layer *l)
{
    throng_status status = THRONG_OK;
    l->later.objects = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->capacity,
                                           sizeof *l->later.objects, "objects of the next update", &status);
    l->later.marks =
        throng_cpu_allocate(m->context, &m->bytes, (size_t)m->capacity, 1, "the marks of objects", &status);
    return status;
}

void throng_cpu_later_destroy(cpu_map *m, cpu_layer *l)
{
    throng_cpu_free(m->context, &m->bytes, l->later.objects, (size_t)m->capacity, sizeof *l->later.objects);
    throng_cpu_free(m->context, &m->bytes, l->later.marks, (size_t)m->capacity, 1);
    memset(&l->later, 0, sizeof l->later);
}

void throng_cpu_later_begin(cpu_layer *l, int32_t in_passes)
{
    l->later.known = l->later.least = l->count;
    l->later.any = 0;
    l->later.held = 1;
    l->later.in_passes = in_passes;
}

void throng_cpu_later_drop(const cpu_map *m, cpu_layer *l)
{
    memset(l->later.marks, 0, (size_t)m->capacity);
    l->later.any = l->later.held = l->later.in_passes = 0;
}

/* What an object is, with what was set. */
static const influence_object *present(const cpu_layer *l, int32_t i)
{
    return l->later.marks[i] ? &l->later.objects[i] : &l->objects[i];
}

static void put(cpu_layer *l, int32_t i, const influence_object *object)
{
    if (i < l->count && throng_same_bits(present(l, i), object, sizeof *object))
        return;
    l->later.objects[i] = *object;
    l->later.marks[i] = 1;
    l->later.any = 1;
}

static void later_set(cpu_layer *l, int32_t first, int32_t count, const char *objects, size_t stride)
{
    for (int32_t i = 0; i < count; i++) {
        influence_object object;
        memcpy(&object, objects + (size_t)i * stride, sizeof object);
        put(l, first + i, &object);
    }
    if (first + count > l->count)
        l->count = first + count;
}

static void later_move(cpu_layer *l, int32_t first, int32_t count, const char *positions,
                       size_t position_stride, const char *velocities, size_t velocity_stride)
{
    for (int32_t i = 0; i < count; i++) {
        influence_object object = *present(l, first + i);
        memcpy(&object.x, positions + (size_t)i * position_stride, 2 * sizeof(float));
        if (velocities)
            memcpy(&object.vx, velocities + (size_t)i * velocity_stride, 2 * sizeof(float));
        put(l, first + i, &object);
    }
}

static void later_truncate(cpu_layer *l, int32_t count)
{
    memset(l->later.marks + count, 0, (size_t)(l->count - count));
    if (count < l->later.least)
        l->later.least = count;
    l->later.any = 1;
    l->count = count;
}

/* ---------------------------------------------------------------- objects --------------------------- */

typedef struct objects_job {
    cpu_map *m;
    cpu_layer *l;
    int32_t first, count, parts;
    const char *objects;
    size_t stride;
    const char *positions, *velocities;
    size_t position_stride, velocity_stride;
} objects_job;

/* Whether the object is what it is to become. */
static int32_t is_unchanged(const objects_job *job, const influence_object *object, size_t k)
{
    if (job->objects)
        return throng_same_bits(object, job->objects + k * job->stride, sizeof *object);
    return throng_same_bits(&object->x, job->positions + k * job->position_stride, 2 * sizeof(float)) &&
           (!job->velocities ||
            throng_same_bits(&object->vx, job->velocities + k * job->velocity_stride, 2 * sizeof(float)));
}

/* Makes the source of an object anew. Returns 1 if it may be another one: it may be in its cell still. */
static int32_t renew_source(const objects_job *job, const influence_object *object, influence_source *source)
{
    const influence_source before = *source;
    if (job->objects)
        influence_set_decay(source, object, job->m->grid.propagation);
    influence_set_motion(source, object, &job->m->grid, throng_cpu_walls(job->m));
    return !job->m->terrain || !throng_cpu_same_source(&before, source);
}

/* Moves an object; 1: its source, too. */
static int32_t move_object(const objects_job *job, influence_object *object, influence_source *source,
                           size_t k)
{
    int32_t turned = 0;
    memcpy(&object->x, job->positions + k * job->position_stride, 2 * sizeof(float));
    if (job->velocities) {
        const char *velocity = job->velocities + k * job->velocity_stride;
        turned = !throng_same_bits(&object->vx, velocity, 2 * sizeof(float));
        memcpy(&object->vx, velocity, 2 * sizeof(float));
    }
    return !turned && !job->m->terrain && influence_shift(source, object, &job->m->grid);
}

static void change_object(const objects_job *job, int32_t index, size_t k, int32_t known)
{
    influence_object *object = &job->l->objects[index];
    influence_source *source = &job->l->sources[index];
    int32_t shifted = 0;
    if (job->objects)
        memcpy(object, job->objects + k * job->stride, sizeof *object);
    else if (job->positions)
        shifted = move_object(job, object, source, k);
    if (shifted || renew_source(job, object, source) || !known)
        throng_cpu_source_changed(job->m, job->l, index, known);
}

static void change_objects(void *data, int32_t index)
{
    const objects_job *job = data;
    int32_t end = throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->count, job->parts, index); i < end; i++)
        if (job->first + i >= job->l->count ||
            !is_unchanged(job, &job->l->objects[job->first + i], (size_t)i))
            change_object(job, job->first + i, (size_t)i, job->first + i < job->l->count);
}

static void set_object(cpu_map *m, cpu_layer *l, int32_t index, int32_t known, const influence_object *object)
{
    const objects_job job = {.m = m, .l = l, .objects = (const char *)object, .stride = sizeof *object};
    change_object(&job, index, 0, known);
}

/* ---------------------------------------------------------------- after an update ------------------ */

typedef struct take_job {
    cpu_map *m;
    cpu_layer *l;
    int32_t parts;
} take_job;

static void take_objects(void *data, int32_t index)
{
    const take_job *job = data;
    cpu_layer *l = job->l;
    const int32_t end = throng_part_begin(l->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(l->count, job->parts, index); i < end; i++)
        if (l->later.marks[i])
            set_object(job->m, l, i, i < l->later.least, &l->later.objects[i]);
}

void throng_cpu_later_take(cpu_map *m, cpu_layer *l)
{
    take_job job = {m, l, throng_cpu_object_parts(m, l->count)};
    l->later.held = l->later.in_passes = 0;
    if (!l->later.any)
        return;
    for (int32_t i = l->later.least; i < l->later.known; i++)
        throng_cpu_blocks_mark(m, l, &l->boxes[i]);
    if (l->later.least < l->later.known)
        atomic_store_explicit(&l->changed, 1, memory_order_relaxed);
    throng_run(m->context, job.parts, take_objects, &job);
    memset(l->later.marks, 0, (size_t)l->count);
}

/* ---------------------------------------------------------------- the operations -------------------- */

throng_status throng_cpu_influence_set_objects(void *state, int32_t index, int32_t first, int32_t count,
                                               const void *objects, size_t stride)
{
    cpu_map *m = state;
    cpu_layer *l = &m->layers[index];
    objects_job job = {
        .m = m, .l = l, .first = first, .count = count, .parts = throng_cpu_object_parts(m, count)};
    if (m->terrain) {
        throng_status status = throng_cpu_footprints_reserve(m, l, first, count, objects, stride);
        if (status != THRONG_OK)
            return status;
    }
    if (l->later.held) {
        later_set(l, first, count, objects, stride);
        return THRONG_OK;
    }
    job.objects = objects;
    job.stride = stride;
    throng_run(m->context, job.parts, change_objects, &job);
    if (first + count > l->count)
        l->count = first + count;
    return THRONG_OK;
}

throng_status throng_cpu_influence_move_objects(void *state, int32_t index, int32_t first, int32_t count,
                                                const void *positions, size_t position_stride,
                                                const void *velocities, size_t velocity_stride)
{
    cpu_map *m = state;
    objects_job job = {.m = m,
                       .l = &m->layers[index],
                       .first = first,
                       .count = count,
                       .parts = throng_cpu_object_parts(m, count)};
    if (job.l->later.held) {
        later_move(job.l, first, count, positions, position_stride, velocities, velocity_stride);
        return THRONG_OK;
    }
    job.positions = positions;
    job.position_stride = position_stride;
    job.velocities = velocities;
    job.velocity_stride = velocity_stride;
    throng_run(m->context, job.parts, change_objects, &job);
    return THRONG_OK;
}

throng_status throng_cpu_influence_truncate_objects(void *state, int32_t index, int32_t count)
{
    cpu_map *m = state;
    cpu_layer *l = &m->layers[index];
    if (l->later.in_passes)
        m->complete(m);
    if (m->terrain)
        throng_cpu_footprints_truncate(l, count);
    if (l->later.held) {
        later_truncate(l, count);
        return THRONG_OK;
    }
    for (int32_t i = count; i < l->count; i++)
        throng_cpu_blocks_mark(m, l, &l->boxes[i]);
    atomic_store_explicit(&l->changed, 1, memory_order_relaxed);
    l->count = count;
    return THRONG_OK;
}
