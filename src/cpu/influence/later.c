/* Objects that are set while an update is on its way. The update goes on with those that it began with; what
 * is set waits beside them. */
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

void throng_cpu_later_begin(cpu_layer *l)
{
    l->later.known = l->later.least = l->count;
    l->later.any = 0;
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

void throng_cpu_later_set(cpu_layer *l, int32_t first, int32_t count, const char *objects, size_t stride)
{
    for (int32_t i = 0; i < count; i++) {
        influence_object object;
        memcpy(&object, objects + (size_t)i * stride, sizeof object);
        put(l, first + i, &object);
    }
    if (first + count > l->count)
        l->count = first + count;
}

void throng_cpu_later_move(cpu_layer *l, int32_t first, int32_t count, const char *positions,
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

void throng_cpu_later_truncate(cpu_layer *l, int32_t count)
{
    memset(l->later.marks + count, 0, (size_t)(l->count - count));
    if (count < l->later.least)
        l->later.least = count;
    l->later.any = 1;
    l->count = count;
}

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
            throng_cpu_object_set(job->m, l, i, i < l->later.least, &l->later.objects[i]);
}

void throng_cpu_later_take(cpu_map *m, cpu_layer *l)
{
    take_job job = {m, l, throng_cpu_object_parts(m, l->count)};
    if (!l->later.any)
        return;
    for (int32_t i = l->later.least; i < l->later.known; i++)
        throng_cpu_blocks_mark(m, l, &l->boxes[i]);
    if (l->later.least < l->later.known)
        atomic_store_explicit(&l->changed, 1, memory_order_relaxed);
    throng_run(m->context, job.parts, take_objects, &job);
    memset(l->later.marks, 0, (size_t)l->count);
    throng_cpu_later_begin(l);
}
