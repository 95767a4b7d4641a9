/* The objects that reach a part: lists in ascending id, which follow what the part is told. */
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"
#include "src/world/influence.h"

#include <string.h>

enum { FRESH = -1, NOTHING = -2 }; /* in the place of a place: a new object; one that is not there */

static int32_t *places_of(const throng_world_map_part *part)
{
    return (int32_t *)(void *)part->places.memory;
}

static int32_t layer_of(const throng_told *told) { return told->layer < 0 ? -1 - told->layer : told->layer; }

/* The first place from `from` on whose id is not below this one: ids come in ascending order. */
static int32_t seek(const uint64_t *ids, int32_t count, int32_t from, uint64_t id)
{
    int32_t step = 1, low = from, high = from;
    while (high < count && ids[high] < id) {
        low = high + 1;
        high = count - high > step ? high + step : count;
        step *= 2;
    }
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Calls `one` for all that this part is told. */
static void for_told(const throng_world_influence *map, throng_world_map_part *part,
                     void (*one)(void *data, const throng_told *told, int32_t number), void *data)
{
    throng_letters letters = throng_mail_read(map->world);
    throng_letter letter;
    const void *entries;
    int32_t number = 0;
    while (throng_mail_next(&letters, &letter, &entries))
        for (int32_t i = 0; letter.to == part->number && i < letter.count; i++, number++) {
            throng_told told;
            memcpy(&told, (const char *)entries + (size_t)i * sizeof told, sizeof told);
            one(data, &told, number);
        }
}

/* ---------------------------------------------------------------- plan ------------------------------ */

typedef struct plan {
    throng_world_map_part *part;
    int64_t fresh[THRONG_MAX_LAYERS], alive[THRONG_MAX_LAYERS];
    int32_t layer, at; /* of the entry before: where to go on */
    uint64_t id;
    int32_t *places;
} plan;

static void count_told(void *data, const throng_told *told, int32_t number)
{
    (void)told;
    *(int64_t *)data = (int64_t)number + 1;
}

static void place_told(void *data, const throng_told *told, int32_t number)
{
    plan *p = data;
    const int32_t layer = layer_of(told);
    const throng_reaching *r = &p->part->layers[layer];
    const int32_t onward = layer == p->layer && told->id >= p->id;
    const int32_t at = seek(throng_reaching_ids(r), r->count, onward ? p->at : 0, told->id);
    p->layer = layer;
    p->id = told->id;
    p->at = at;
    if (at < r->count && throng_reaching_ids(r)[at] == told->id) {
        p->places[number] = at;
        p->alive[layer] += (told->layer >= 0) - !throng_reaching_gone(r)[at];
    } else {
        p->places[number] = told->layer >= 0 ? FRESH : NOTHING;
        p->fresh[layer] += told->layer >= 0;
        p->alive[layer] += told->layer >= 0;
    }
}

/* Memory for so many entries; what is there stays. */
static throng_status reserve(throng_world *world, throng_reaching *r, int64_t count)
{
    const size_t present = (size_t)r->count, most = (size_t)count;
    r->ids.bytes = present * sizeof(uint64_t);
    r->objects.bytes = present * sizeof(throng_influence_object);
    r->gone.bytes = present;
    throng_status status = throng_buffer_reserve(world, &r->ids, most * sizeof(uint64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &r->objects, most * sizeof(throng_influence_object));
    return status == THRONG_OK ? throng_buffer_reserve(world, &r->gone, most) : status;
}

throng_status throng_reaching_plan(throng_world_influence *map, throng_world_map_part *part, int32_t *full,
                                   int64_t *wanted)
{
    throng_world *world = map->world;
    plan p = {.part = part, .layer = -1};
    int64_t count = 0, fresh = 0;
    *full = -1;
    for_told(map, part, count_told, &count);
    throng_status status = throng_buffer_reserve(world, &part->places, ((size_t)count + 1) * sizeof(int32_t));
    if (status != THRONG_OK)
        return status;
    p.places = places_of(part);
    for (int32_t l = 0; l < map->def.layers; l++)
        p.alive[l] = part->layers[l].alive;
    for_told(map, part, place_told, &p);
    for (int32_t l = 0; l < map->def.layers && status == THRONG_OK; l++) {
        if (p.alive[l] > map->def.object_capacity) {
            *full = l;
            *wanted = p.alive[l];
            return THRONG_OK;
        }
        fresh = p.fresh[l] > fresh ? p.fresh[l] : fresh;
        status = reserve(world, &part->layers[l], part->layers[l].count + p.fresh[l]);
    }
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &part->fresh, ((size_t)fresh + 1) * sizeof(throng_told));
    return status;
}

/* ---------------------------------------------------------------- changes --------------------------- */

static void note(throng_reaching *r, int32_t low, int32_t high)
{
    if (r->low >= r->high) {
        r->low = low;
        r->high = high;
        return;
    }
    r->low = low < r->low ? low : r->low;
    r->high = high > r->high ? high : r->high;
}

typedef struct taking {
    throng_world_map_part *part;
    int32_t layer, fresh;
} taking;

static void change_told(void *data, const throng_told *told, int32_t number)
{
    const taking *t = data;
    const int32_t at = places_of(t->part)[number];
    throng_reaching *r = &t->part->layers[layer_of(told)];
    if (layer_of(told) != t->layer || at < 0)
        return;
    throng_influence_object *object = &throng_reaching_objects(r)[at];
    uint8_t *gone = &throng_reaching_gone(r)[at];
    if (told->layer >= 0)
        *object = told->object;
    else
        object->influence = 0.0f;
    r->alive += (told->layer >= 0) - !*gone;
    *gone = told->layer < 0;
    note(r, at, at + 1);
}

static void list_fresh(void *data, const throng_told *told, int32_t number)
{
    taking *t = data;
    if (told->layer == t->layer && places_of(t->part)[number] == FRESH)
        memcpy(t->part->fresh.memory + (size_t)t->fresh++ * sizeof *told, told, sizeof *told);
}

static int by_id(const void *a, const void *b)
{
    const uint64_t x = ((const throng_told *)a)->id, y = ((const throng_told *)b)->id;
    return (x > y) - (x < y);
}

/* Drops what is gone. */
static void compact(throng_reaching *r)
{
    uint64_t *ids = throng_reaching_ids(r);
    throng_influence_object *objects = throng_reaching_objects(r);
    uint8_t *gone = throng_reaching_gone(r);
    int32_t kept = 0;
    while (kept < r->count && !gone[kept])
        kept++;
    const int32_t first = kept;
    for (int32_t i = kept; i < r->count; i++) {
        if (gone[i])
            continue;
        ids[kept] = ids[i];
        objects[kept] = objects[i];
        gone[kept++] = 0;
    }
    r->count = kept;
    note(r, first, kept);
    r->high = r->high < kept ? r->high : kept;
}

/* Puts new ones between the others. */
static void merge(throng_reaching *r, const throng_told *fresh, int32_t count)
{
    uint64_t *ids = throng_reaching_ids(r);
    throng_influence_object *objects = throng_reaching_objects(r);
    uint8_t *gone = throng_reaching_gone(r);
    int32_t a = r->count - 1, to = r->count + count - 1;
    r->count += count;
    r->alive += count;
    for (int32_t b = count - 1; b >= 0; to--) {
        const int32_t old = a >= 0 && ids[a] > fresh[b].id;
        ids[to] = old ? ids[a] : fresh[b].id;
        objects[to] = old ? objects[a] : fresh[b].object;
        gone[to] = old ? gone[a] : 0;
        a -= old;
        b -= !old;
    }
    note(r, to + 1, r->count);
}

void throng_reaching_take(throng_world_influence *map, throng_world_map_part *part)
{
    taking t = {.part = part};
    for (t.layer = 0; t.layer < map->def.layers; t.layer++) {
        throng_reaching *r = &part->layers[t.layer];
        t.fresh = 0;
        for_told(map, part, change_told, &t);
        for_told(map, part, list_fresh, &t);
        if (r->count - r->alive > r->alive + 16 ||
            (int64_t)r->count + t.fresh > (int64_t)map->def.object_capacity)
            compact(r);
        throng_told *fresh = (throng_told *)(void *)part->fresh.memory;
        if (t.fresh > 1)
            throng_sort(fresh, (size_t)t.fresh, sizeof *fresh, by_id);
        if (t.fresh > 0)
            merge(r, fresh, t.fresh);
    }
}

throng_status throng_reaching_tell(throng_world_map_part *part, int32_t layer)
{
    throng_reaching *r = &part->layers[layer];
    throng_status status = throng_influence_check(part->map);
    if (status == THRONG_OK && throng_influence_object_count(part->map, layer) > r->count)
        status = throng_influence_truncate_objects(part->map, layer, r->count);
    if (status == THRONG_OK && r->low < r->high)
        status = throng_influence_put_objects(part->map, layer, r->low, r->high - r->low,
                                              throng_reaching_objects(r) + r->low,
                                              sizeof(throng_influence_object));
    if (status == THRONG_OK)
        r->low = r->high = 0;
    return status;
}

void throng_reaching_release(const throng_world *world, throng_reaching *reaching)
{
    throng_buffer_release(world, &reaching->ids);
    throng_buffer_release(world, &reaching->objects);
    throng_buffer_release(world, &reaching->gone);
    *reaching = (throng_reaching){0};
}
