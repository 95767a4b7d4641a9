#include "src/world/homes.h"
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"

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
    const int32_t *slots = slots_of(home);
    if (home->slot_count == 0)
        return -1;
    for (uint32_t at = (uint32_t)mix(id) & last; slots[at]; at = (at + 1) & last)
        if (throng_home_at(home, slots[at] - 1)->id == id)
            return slots[at] - 1;
    return -1;
}

static void enter(const throng_home *home, int32_t index)
{
    const uint32_t last = (uint32_t)home->slot_count - 1;
    int32_t *slots = slots_of(home);
    uint32_t at = (uint32_t)mix(throng_home_at(home, index)->id) & last;
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
                           "ids lead too many entries, %lld, to process %d", (long long)most,
                           (int)world->rank);
    while (slots < 2 * most)
        slots *= 2;
    home->entries.bytes = (size_t)home->count * home->each;
    throng_status status = throng_buffer_reserve(world, &home->entries, (size_t)most * home->each);
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
    throng_kept *kept = throng_home_at(home, home->count);
    memset(kept, 0, home->each);
    kept->id = id;
    kept->state = THRONG_HOME_CHANGED;
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
    int32_t kept = 0;
    for (int32_t i = 0; i < home->count; i++)
        if (!(throng_home_at(home, i)->state & THRONG_HOME_GONE)) {
            if (kept < i)
                memcpy(throng_home_at(home, kept), throng_home_at(home, i), home->each);
            kept++;
        }
    home->sorted = kept; /* an update has sorted all */
    throng_home_truncate(home, kept);
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const throng_kept *)a)->id, y = ((const throng_kept *)b)->id;
    return (x > y) - (x < y);
}

throng_status throng_home_sort(throng_world *world, throng_home *home, throng_buffer *scratch)
{
    const int32_t fresh = home->count - home->sorted;
    const size_t each = home->each, bytes = (size_t)fresh * each;
    if (fresh == 0)
        return THRONG_OK;
    throng_sort(throng_home_at(home, home->sorted), (size_t)fresh, each, by_id);
    if (home->sorted > 0 &&
        throng_home_at(home, home->sorted - 1)->id > throng_home_at(home, home->sorted)->id) {
        const throng_status status = throng_buffer_reserve(world, scratch, bytes);
        if (status != THRONG_OK) {
            enter_all(home); /* which have other places now */
            return status;
        }
        memcpy(scratch->memory, throng_home_at(home, home->sorted), bytes);
        for (int32_t to = home->count - 1, a = home->sorted - 1, b = fresh - 1; b >= 0; to--) {
            const throng_kept *other =
                (const throng_kept *)(const void *)(scratch->memory + (size_t)b * each);
            const int32_t old = a >= 0 && throng_home_at(home, a)->id > other->id;
            memcpy(throng_home_at(home, to), old ? throng_home_at(home, a) : other, each);
            a -= old;
            b -= !old;
        }
    }
    home->sorted = home->count;
    enter_all(home);
    return THRONG_OK;
}

void throng_home_release(const throng_world *world, throng_home *home)
{
    throng_buffer_release(world, &home->entries);
    throng_buffer_release(world, &home->slots);
    home->count = home->sorted = home->slot_count = home->changed = 0;
}

/* ---------------------------------------------------------------- calls that name ------------------- */

static int32_t *places_of(const throng_named *n) { return (int32_t *)(void *)n->places->memory; }

static int64_t count_named(const throng_named *n)
{
    throng_letters letters = throng_mail_read(n->world);
    throng_letter letter;
    const void *entries;
    int64_t count = 0;
    while (throng_mail_next(&letters, &letter, &entries))
        count += letter.each == (int32_t)n->each ? letter.count : 0;
    return count;
}

/* Its place in the home; -1: it is wrong to name it. */
static int32_t name_one(const throng_named *n, uint64_t id)
{
    throng_home *home = n->home;
    int32_t at = throng_home_find(home, id);
    const int32_t state = at >= 0 ? throng_home_at(home, at)->state : 0;
    const int32_t there = at >= 0 && !(state & THRONG_HOME_GONE);
    if ((state & THRONG_HOME_NAMED) || (!there && n->naming != THRONG_NAMES_SET))
        return -1;
    if (at < 0)
        at = throng_home_add(home, id);
    throng_home_at(home, at)->state |= THRONG_HOME_NAMED;
    return at;
}

/* Names all, until something is wrong. 0: that is *id. */
static int32_t name_all(throng_named *n, uint64_t *id)
{
    throng_letters letters = throng_mail_read(n->world);
    throng_letter letter;
    const void *entries;
    while (throng_mail_next(&letters, &letter, &entries))
        for (int32_t i = 0; letter.each == (int32_t)n->each && i < letter.count; i++) {
            memcpy(id, (const char *)entries + (size_t)i * n->each, sizeof *id);
            const int32_t at = name_one(n, *id);
            if (at < 0)
                return 0;
            places_of(n)[n->begun++] = at;
        }
    return 1;
}

static void give_up(void *named)
{
    throng_named *n = named;
    throng_home_truncate(n->home, n->before);
    n->begun = 0;
}

throng_status throng_home_name(throng_named *n, throng_status status)
{
    const int64_t count = count_named(n);
    uint64_t id = 0;
    n->before = n->home->count;
    n->begun = 0;
    n->places->bytes = 0;
    if (status == THRONG_OK)
        status = throng_buffer_reserve(n->world, n->places, ((size_t)count + 1) * sizeof(int32_t));
    if (status == THRONG_OK && n->naming == THRONG_NAMES_SET)
        status = throng_home_reserve(n->world, n->home, count);
    if (status != THRONG_OK)
        return status;
    const int32_t right = name_all(n, &id), at = throng_home_find(n->home, id);
    const int32_t twice = at >= 0 && (throng_home_at(n->home, at)->state & THRONG_HOME_NAMED);
    for (int32_t i = 0; i < n->begun; i++)
        throng_home_at(n->home, places_of(n)[i])->state &= ~THRONG_HOME_NAMED;
    if (right)
        return THRONG_OK;
    give_up(n);
    return throng_fail(n->world->context, THRONG_ERROR_INVALID_ARGUMENT, "id %llu%s: %s",
                       (unsigned long long)id, n->of,
                       twice ? "it occurs twice, on one process or two" : "nothing has it");
}

throng_status throng_home_named(throng_named *n, throng_status status, int64_t *change)
{
    const throng_undoing undoing = {give_up, n};
    *change = n->home->count - n->before;
    for (int32_t i = 0; i < n->begun; i++)
        if (n->naming == THRONG_NAMES_REMOVE)
            --*change;
        else if (throng_home_at(n->home, places_of(n)[i])->state & THRONG_HOME_GONE)
            ++*change;
    const throng_status agreed = throng_world_agree_on(n->world, status, 0, NULL, &undoing);
    status = agreed == THRONG_OK ? status : agreed;
    if (status != THRONG_OK)
        return status;
    status = throng_world_reduce(n->world, THRONG_REDUCTION_SUM, 1, change);
    if (status != THRONG_OK)
        give_up(n);
    return status;
}

void throng_home_for_named(const throng_named *n,
                           void (*one)(void *data, throng_kept *kept, const void *sent), void *data)
{
    throng_letters letters = throng_mail_read(n->world);
    throng_letter letter;
    const void *entries;
    int32_t number = 0;
    while (throng_mail_next(&letters, &letter, &entries))
        for (int32_t i = 0; letter.each == (int32_t)n->each && i < letter.count; i++)
            one(data, throng_home_at(n->home, places_of(n)[number++]),
                (const char *)entries + (size_t)i * n->each);
}
