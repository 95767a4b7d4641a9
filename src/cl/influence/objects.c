/* Objects on their way to the device, and the memory that they need there. */
#include <throng/influence_slices.h>

#include "src/cl/influence/footprints.h"
#include "src/core/memory.h"
#include "src/influence/influence.h"

#include <string.h>

/* ---------------------------------------------------------------- memory of lists ------------------- */

static throng_status make_pairs(throng_cl_influence *map, size_t capacity, throng_cl_pairs pairs[2])
{
    throng_status status =
        throng_cl_object_buffer(&map->object, "lists", capacity, sizeof(cl_uint), &pairs[0].values);
    if (!map->sorted)
        return status;
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&map->object, "lists", capacity, sizeof(cl_uint), &pairs[0].keys);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&map->object, "lists", capacity, sizeof(cl_uint), &pairs[1].values);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&map->object, "lists", capacity, sizeof(cl_uint), &pairs[1].keys);
    if (status == THRONG_OK)
        status = throng_cl_sorter_reserve(map->object.cl, &map->sorter, 0, capacity);
    return status;
}

static void release_pairs(throng_cl_influence *map, throng_cl_pairs pairs[2])
{
    for (int32_t i = 0; i < 2; i++) {
        throng_cl_object_release(&map->object, &pairs[i].values);
        throng_cl_object_release(&map->object, &pairs[i].keys);
    }
}

throng_status throng_cl_influence_reserve(throng_cl_influence *map, uint64_t bound, int more)
{
    throng_status status = THRONG_OK;
    throng_cl_pairs pairs[2] = {{NULL, NULL}, {NULL, NULL}};
    cl_mem carry = NULL;
    int32_t rounds = bound > map->pair_limit;
    uint64_t capacity = rounds ? map->pair_limit : bound;
    if (rounds && !map->carry)
        status =
            throng_cl_object_buffer(&map->object, "partial sums of cells", map->cells, sizeof(float), &carry);
    if (status == THRONG_OK && capacity > map->plan.list_capacity) {
        if (more && capacity < map->pair_limit / 2)
            capacity += capacity / 2;
        status = make_pairs(map, (size_t)capacity, pairs);
    }
    if (status != THRONG_OK) {
        release_pairs(map, pairs);
        throng_cl_object_release(&map->object, &carry);
        return status;
    }
    if (carry)
        map->carry = carry;
    if (pairs[0].values) {
        if (map->complete)
            map->complete(map, NULL);   /* its lists are in the memory that goes */
        release_pairs(map, map->pairs); /* OpenCL keeps them until enqueued work is done with them */
        memcpy(map->pairs, pairs, sizeof pairs);
        map->plan.list_capacity = (uint32_t)capacity;
    }
    return THRONG_OK;
}

void throng_cl_influence_release_taken(throng_cl_influence *map)
{
    const size_t bytes = (size_t)map->taken_count * sizeof *map->taken;
    throng_release(map->object.cl->allocator, map->taken, bytes);
    map->object.host_bytes -= bytes;
    map->taken = NULL;
    map->taken_count = 0;
}

throng_status throng_cl_influence_reserve_taken(throng_cl_influence *map, int32_t count)
{
    const int32_t all = map->shape.object_capacity;
    const int32_t twice = map->taken_count < all / 2 ? 2 * map->taken_count : all;
    const int32_t wanted = count > twice ? count : twice;
    void *memory;
    if (count <= map->taken_count)
        return THRONG_OK;
    const throng_status status = throng_cl_object_allocate(&map->object, "a copy of objects", (size_t)wanted,
                                                           sizeof *map->taken, &memory);
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object, status, 0);
    throng_cl_influence_release_taken(map);
    map->taken = memory;
    map->taken_count = wanted;
    return status;
}

/* ---------------------------------------------------------------- the operations -------------------- */

static influence_object object_at(const void *objects, size_t stride, int32_t i)
{
    influence_object object;
    memcpy(&object, (const char *)objects + (size_t)i * stride, sizeof object);
    return object;
}

static uint32_t most_tiles(const throng_cl_influence *map, const influence_object *object)
{
    return map->shape.terrain ? throng_cl_footprints_most_tiles(map, object)
                              : influence_most_tiles(object, &map->plan);
}

throng_status throng_cl_influence_prepare(void *state, int32_t index, int32_t count, const void *object,
                                          uint32_t uses)
{
    throng_cl_influence *map = state;
    throng_status status = THRONG_OK;
    if (object && count > 0) {
        const influence_object o = object_at(object, 0, 0);
        status = throng_cl_influence_reserve(map, (uint64_t)count * most_tiles(map, &o), 0);
        if (status == THRONG_OK && map->shape.terrain)
            status = throng_cl_footprints_prepare(map, &map->layers[index], count, object);
    }
    if (status == THRONG_OK && uses & THRONG_USE_COMBINE)
        status = throng_cl_influence_make_combined(map);
    if (status == THRONG_OK && uses & THRONG_USE_SLICES)
        status = throng_cl_influence_slices_reserve(map);
    if (status == THRONG_OK && uses & THRONG_USE_QUERIES)
        status = throng_cl_queries_prepare(map);
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object, status, 0);
    return uses & THRONG_USE_MOMENTUM ? throng_cl_influence_momentum(map, index, 0.5f) : status;
}

/* What the bounds of the layer add up to once these objects stand there. */
static uint64_t add_bounds(const throng_cl_influence *map, const throng_cl_layer *layer, int32_t first,
                           int32_t count, const void *objects, size_t stride)
{
    uint64_t bound = layer->bound;
    for (int32_t i = 0; i < count; i++) {
        influence_object object = object_at(objects, stride, i);
        bound += most_tiles(map, &object);
        if (first + i < layer->count)
            bound -= layer->bounds[first + i];
    }
    return bound;
}

static throng_status set_part(throng_cl_influence *map, throng_cl_layer *layer, int32_t first, int32_t count,
                              const char *objects, size_t stride, int *changed)
{
    throng_cl_slot *slot;
    throng_status status = throng_cl_staging_acquire(map->object.cl, &map->object.stage, &slot);
    if (status != THRONG_OK)
        return status;
    size_t n = (size_t)count, at = (size_t)first;
    unsigned char *position = slot->memory;
    unsigned char *velocity = position + n * THRONG_CL_PAIR_BYTES;
    unsigned char *rest = velocity + n * THRONG_CL_PAIR_BYTES;
    for (size_t i = 0; i < n; i++) {
        const char *object = objects + i * stride;
        memcpy(position + i * THRONG_CL_PAIR_BYTES, object, THRONG_CL_PAIR_BYTES);
        memcpy(velocity + i * THRONG_CL_PAIR_BYTES, object + 8, THRONG_CL_PAIR_BYTES);
        memcpy(rest + i * THRONG_CL_REST_BYTES, object + 16, THRONG_CL_REST_BYTES);
    }
    const size_t sizes[3] = {THRONG_CL_PAIR_BYTES, THRONG_CL_PAIR_BYTES, THRONG_CL_REST_BYTES};
    const cl_mem parts[3] = {layer->positions, layer->velocities, layer->others};
    size_t from = 0;
    for (int32_t part = 0; part < 3; part++) {
        status = throng_cl_staging_upload(map->object.cl, slot, from, parts[part], at * sizes[part],
                                          n * sizes[part]);
        if (status != THRONG_OK)
            return status;
        *changed = 1;
        from += n * sizes[part];
    }
    return THRONG_OK;
}

throng_status throng_cl_influence_set(void *state, int32_t index, int32_t first, int32_t count,
                                      const void *objects, size_t stride)
{
    throng_cl_influence *map = state;
    throng_cl_layer *layer = &map->layers[index];
    int changed = 0;
    const uint64_t bound = add_bounds(map, layer, first, count, objects, stride);
    throng_status status = throng_cl_influence_reserve(map, bound, 1);
    if (status == THRONG_OK && map->shape.terrain)
        status = throng_cl_footprints_reserve(map, layer, first, count, objects, stride);
    if (status == THRONG_OK)
        throng_cl_influence_slices_complete_rounds(map, layer);
    for (int32_t done = 0; done < count && status == THRONG_OK; done += map->slot_objects) {
        int32_t n = count - done < map->slot_objects ? count - done : map->slot_objects;
        status = set_part(map, layer, first + done, n, (const char *)objects + (size_t)done * stride, stride,
                          &changed);
    }
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object, status, changed);
    if (map->shape.terrain)
        throng_cl_footprints_set(map, layer, first, count, objects, stride);
    for (int32_t i = 0; i < count; i++) {
        influence_object object = object_at(objects, stride, i);
        layer->bounds[first + i] = most_tiles(map, &object);
    }
    layer->bound = bound;
    throng_cl_changes_note(&layer->changes.set, first, count);
    if (first + count > layer->count)
        layer->count = first + count;
    return THRONG_OK;
}

static void pack_pairs(unsigned char *to, const char *from, size_t stride, size_t count)
{
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * THRONG_CL_PAIR_BYTES, from + i * stride, THRONG_CL_PAIR_BYTES);
}

throng_status throng_cl_influence_move(void *state, int32_t index, int32_t first, int32_t count,
                                       const void *positions, size_t position_stride, const void *velocities,
                                       size_t velocity_stride)
{
    throng_cl_influence *map = state;
    throng_cl_layer *layer = &map->layers[index];
    throng_status status = THRONG_OK;
    int changed = 0;
    throng_cl_changes_note(&layer->changes.moved, first, count);
    /* a slot holds positions and velocities of many more objects than it was measured for */
    int32_t most = map->slot_objects * (THRONG_CL_OBJECT_BYTES / (2 * THRONG_CL_PAIR_BYTES));
    for (int32_t done = 0; done < count && status == THRONG_OK; done += most) {
        throng_cl_slot *slot;
        size_t n = (size_t)(count - done < most ? count - done : most);
        size_t place = (size_t)(first + done) * THRONG_CL_PAIR_BYTES, bytes = n * THRONG_CL_PAIR_BYTES;
        status = throng_cl_staging_acquire(map->object.cl, &map->object.stage, &slot);
        if (status != THRONG_OK)
            break;
        pack_pairs(slot->memory, (const char *)positions + (size_t)done * position_stride, position_stride,
                   n);
        status = throng_cl_staging_upload(map->object.cl, slot, 0, layer->positions, place, bytes);
        if (status != THRONG_OK)
            break;
        changed = 1;
        if (!velocities)
            continue;
        pack_pairs(slot->memory + bytes, (const char *)velocities + (size_t)done * velocity_stride,
                   velocity_stride, n);
        status = throng_cl_staging_upload(map->object.cl, slot, bytes, layer->velocities, place, bytes);
    }
    return status == THRONG_OK ? status : throng_cl_failed(&map->object, status, changed);
}

throng_status throng_cl_influence_truncate(void *state, int32_t index, int32_t count)
{
    throng_cl_influence *map = state;
    throng_cl_layer *layer = &map->layers[index];
    throng_cl_influence_slices_complete_rounds(map, layer);
    for (int32_t i = count; i < layer->count; i++)
        layer->bound -= layer->bounds[i];
    if (map->shape.terrain)
        throng_cl_footprints_truncate(layer, count);
    layer->count = count;
    return THRONG_OK;
}
