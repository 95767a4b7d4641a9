/* Objects at their homes: a list and a table of their ids. */
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/influence.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 31)) * 0x9fb21c651e98df25u;
    h = (h ^ (h >> 28)) * 0xd6e8feb86659fd93u;
    return h ^ (h >> 32);
}

int32_t throng_home_of(const throng_world *world, uint64_t id)
{
    return (int32_t)((mix(id) >> 32) % (uint64_t)world->size);
}

static int32_t *slots_of(const throng_home *home) { return (int32_t *)(void *)home->slots.memory; }

int32_t throng_home_find(const throng_home *home, uint64_t id)
{
    const uint32_t last = (uint32_t)home->slot_count - 1;
    const throng_home_object *objects = throng_home_objects(home);
    const int32_t *slots = slots_of(home);
    if (home->slot_count == 0)
        return -1;
    for (uint32_t at = (uint32_t)mix(id) & last; slots[at]; at = (at + 1) & last)
        if (objects[slots[at] - 1].id == id)
            return slots[at] - 1;
    return -1;
}

static void enter(const throng_home *home, int32_t index)
{
    const uint32_t last = (uint32_t)home->slot_count - 1;
    int32_t *slots = slots_of(home);
    uint32_t at = (uint32_t)mix(throng_home_objects(home)[index].id) & last;
    while (slots[at])
        at = (at + 1) & last;
    slots[at] = index + 1;
}

static void enter_all(const throng_home *home)
{
    if (home->slot_count > 0)
        memset(home->slots.memory, 0, (size_t)home->slot_count * sizeof(int32_t));
    for (int32_t i = 0; i < home->count; i++)
        enter(home, i);
}

throng_status throng_home_reserve(throng_world *world, throng_home *home, int64_t more)
{
    const int64_t most = (int64_t)home->count + more;
    int64_t slots = home->slot_count > 0 ? home->slot_count : 16;
    if (most > 1 << 28)
        return throng_fail(world->context, THRONG_ERROR_OUT_OF_MEMORY,
                           "the ids of a layer lead too many objects, %lld, to process %d", (long long)most,
                           (int)world->rank);
    while (slots < 2 * most)
        slots *= 2;
    home->objects.bytes = (size_t)home->count * sizeof(throng_home_object);
    throng_status status =
        throng_buffer_reserve(world, &home->objects, (size_t)most * sizeof(throng_home_object));
    if (status == THRONG_OK && slots > home->slot_count) {
        status = throng_buffer_reserve(world, &home->slots, (size_t)slots * sizeof(int32_t));
        if (status == THRONG_OK) {
            home->slot_count = (int32_t)slots;
            enter_all(home);
        }
    }
    return status;
}

int32_t throng_home_add(throng_home *home, uint64_t id)
{
    throng_home_objects(home)[home->count] = (throng_home_object){
        .id = id, .sent = {.left = 1}, .next = {.left = 1}, .state = THRONG_HOME_CHANGED};
    enter(home, home->count);
    return home->count++;
}

void throng_home_truncate(throng_home *home, int32_t count)
{
    if (count == home->count)
        return;
    home->count = count;
    enter_all(home);
}

void throng_home_sweep(throng_home *home)
{
    throng_home_object *objects = throng_home_objects(home);
    int32_t kept = 0;
    for (int32_t i = 0; i < home->count; i++)
        if (!(objects[i].state & THRONG_HOME_GONE))
            objects[kept++] = objects[i];
    home->sorted = kept; /* an update has sorted all */
    throng_home_truncate(home, kept);
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const throng_home_object *)a)->id, y = ((const throng_home_object *)b)->id;
    return (x > y) - (x < y);
}

throng_status throng_home_sort(throng_world *world, throng_home *home, throng_buffer *scratch)
{
    throng_home_object *objects = throng_home_objects(home);
    const int32_t fresh = home->count - home->sorted;
    const size_t bytes = (size_t)fresh * sizeof *objects;
    if (fresh == 0)
        return THRONG_OK;
    qsort(objects + home->sorted, (size_t)fresh, sizeof *objects, by_id);
    if (home->sorted > 0 && objects[home->sorted - 1].id > objects[home->sorted].id) {
        const throng_status status = throng_buffer_reserve(world, scratch, bytes);
        if (status != THRONG_OK) {
            enter_all(home); /* which have other places now */
            return status;
        }
        memcpy(scratch->memory, objects + home->sorted, bytes);
        const throng_home_object *other = (const throng_home_object *)(const void *)scratch->memory;
        for (int32_t to = home->count - 1, a = home->sorted - 1, b = fresh - 1; b >= 0; to--) {
            if (a >= 0 && objects[a].id > other[b].id)
                objects[to] = objects[a--];
            else
                objects[to] = other[b--];
        }
    }
    home->sorted = home->count;
    enter_all(home);
    return THRONG_OK;
}

void throng_home_release(const throng_world *world, throng_home *home)
{
    throng_buffer_release(world, &home->objects);
    throng_buffer_release(world, &home->slots);
    *home = (throng_home){0};
}
