/* An update: sources, their tiles, lists by tile, sums. All of it is enqueued, nothing awaited. Where the
 * lists could get longer than their memory, several rounds follow each other over ascending objects, and
 * the sums of cells go on where they stood, so that the additions keep their order. */
#include "src/cl/influence/update.h"
#include "src/influence/influence.h"

#include <assert.h>
#include <stddef.h>

/* device.h takes sources apart into words. */
#define IS_WORD(field, word) static_assert(offsetof(influence_source, field) == (size_t)4 * (word), #field)
IS_WORD(column, 0);
IS_WORD(row, 1);
IS_WORD(fx, 2);
IS_WORD(fy, 3);
IS_WORD(ax, 4);
IS_WORD(ay, 5);
IS_WORD(strength, 6);
IS_WORD(reach, 7);
IS_WORD(rate, 8);
IS_WORD(half_hi, 9);
IS_WORD(half_lo, 10);
IS_WORD(circle_share, 11);
IS_WORD(circle_radius, 12);
IS_WORD(kind, 13);
static_assert(sizeof(influence_source) == 64, "16 words");
static_assert(offsetof(influence_plan, list_capacity) == 36 && sizeof(influence_plan) == 64, "16 words");

enum { FROM_CARRY = 1, TO_CARRY = 2, COUNTED = 4 }; /* as in influence.cl */
static_assert(COUNTED * 64 >= THRONG_CL_SCAN_LEAST, "the sorter has room for the sums of groups");

static cl_mem sources_of(const throng_cl_influence *map, const throng_cl_layer *layer)
{
    return map->shape.terrain ? layer->footprints.sources : layer->changes.sources;
}

/* Counts the tiles of each source, and sums the counts. */
static throng_status count_tiles(throng_cl_influence *map, const throng_cl_layer *layer,
                                 const throng_cl_round *r, const throng_cl_digit *digit)
{
    cl_mem sources = sources_of(map, layer);
    const throng_cl_changes *c = &layer->changes;
    const int walks = map->shape.terrain != NULL;
    const throng_cl_argument counting[] = {
        THRONG_CL_ARGUMENT(c->boxes),
        THRONG_CL_ARGUMENT(c->dirty),
        THRONG_CL_ARGUMENT(map->counts),
        THRONG_CL_ARGUMENT(map->sorter.totals),
        THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(r->first),
        THRONG_CL_ARGUMENT(r->count),
        THRONG_CL_ARGUMENT(r->everything),
        THRONG_CL_ARGUMENT(map->sorter.histogram),
        THRONG_CL_ARGUMENT(digit->entries),
    };
    const throng_cl_argument walking[] = {
        THRONG_CL_ARGUMENT(sources),
        THRONG_CL_ARGUMENT(map->counts),
        THRONG_CL_ARGUMENT(map->sorter.totals),
        THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(r->first),
        THRONG_CL_ARGUMENT(r->count),
        THRONG_CL_ARGUMENT(map->sorter.histogram),
        THRONG_CL_ARGUMENT(digit->entries),
    };
    const uint32_t group = throng_cl_influence_group(map), each = COUNTED * group;
    throng_status status = throng_cl_launch(
        map->object.cl, map->count, "influence_count", r->count / each + 1, group, walks ? walking : counting,
        walks ? THRONG_CL_COUNT(walking) : THRONG_CL_COUNT(counting), NULL);
    return status == THRONG_OK
               ? throng_cl_scan_blocks(map->object.cl, &map->sorter, map->counts, r->count + 1, each)
               : status;
}

static throng_status emit_pairs(throng_cl_influence *map, const throng_cl_layer *layer,
                                const throng_cl_round *r, const throng_cl_digit *digit)
{
    cl_mem sources = sources_of(map, layer);
    const throng_cl_changes *c = &layer->changes;
    const throng_cl_argument emitting[] = {
        THRONG_CL_ARGUMENT(c->boxes),
        THRONG_CL_ARGUMENT(c->dirty),
        THRONG_CL_ARGUMENT(map->counts),
        THRONG_CL_ARGUMENT(map->pairs[0].keys),
        THRONG_CL_ARGUMENT(map->pairs[0].values),
        THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(r->first),
        THRONG_CL_ARGUMENT(r->count),
        THRONG_CL_ARGUMENT(r->everything),
        THRONG_CL_ARGUMENT(map->sorter.histogram),
        THRONG_CL_ARGUMENT(digit->blocks),
        THRONG_CL_ARGUMENT(digit->block_bits),
        THRONG_CL_ARGUMENT(digit->bits),
    };
    const throng_cl_argument emitting_walks[] = {
        THRONG_CL_ARGUMENT(sources),
        THRONG_CL_ARGUMENT(map->counts),
        THRONG_CL_ARGUMENT(map->pairs[0].keys),
        THRONG_CL_ARGUMENT(map->pairs[0].values),
        THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(r->first),
        THRONG_CL_ARGUMENT(r->count),
        THRONG_CL_ARGUMENT(map->sorter.histogram),
        THRONG_CL_ARGUMENT(digit->blocks),
        THRONG_CL_ARGUMENT(digit->block_bits),
        THRONG_CL_ARGUMENT(digit->bits),
    };
    const int walks = map->shape.terrain != NULL;
    return throng_cl_run(&map->object, map->emit, "influence_emit", r->bound,
                         walks ? emitting_walks : emitting,
                         walks ? THRONG_CL_COUNT(emitting_walks) : THRONG_CL_COUNT(emitting));
}

/* The sources of a round, and in map->starts and *list its sources by tile. */
static throng_status sort_sources(throng_cl_influence *map, const throng_cl_layer *layer,
                                  const throng_cl_round *r, cl_mem *list)
{
    int32_t result = 0;
    const throng_cl_digit digit = throng_cl_first_digit(&map->sorter, r->bound, map->tiles);
    throng_status status = count_tiles(map, layer, r, &digit);
    if (status == THRONG_OK && r->bound > 0)
        status = emit_pairs(map, layer, r, &digit);
    if (status == THRONG_OK && r->bound > 0)
        status = throng_cl_sort_lists(map->object.cl, &map->sorter, map->pairs, map->counts, r->count,
                                      r->bound, map->tiles, map->starts, digit.bits > 0, &result);
    else if (status == THRONG_OK)
        status = throng_cl_ranges(map->object.cl, &map->sorter, map->pairs[result].keys, map->counts,
                                  r->count, map->starts, map->tiles);
    *list = map->pairs[result].values;
    return status;
}

static throng_status bin_sources(throng_cl_influence *map, const throng_cl_layer *layer,
                                 const throng_cl_round *r, cl_mem *list)
{
    cl_uint fair = r->count / 256 + 1;
    cl_uint blocks = (cl_uint)map->blocks < fair ? (cl_uint)map->blocks : fair;
    struct throng_cl *cl = map->object.cl;
    cl_mem sources = sources_of(map, layer);
    *list = map->pairs[0].values;
    const throng_cl_changes *c = &layer->changes;
    const int walks = map->shape.terrain != NULL;
    const throng_cl_argument counting[] = {
        THRONG_CL_ARGUMENT(c->boxes),  THRONG_CL_ARGUMENT(c->dirty),      THRONG_CL_ARGUMENT(map->counts),
        THRONG_CL_ARGUMENT(map->plan), THRONG_CL_ARGUMENT(r->first),      THRONG_CL_ARGUMENT(r->count),
        THRONG_CL_ARGUMENT(blocks),    THRONG_CL_ARGUMENT(r->everything),
    };
    const throng_cl_argument walking[] = {
        THRONG_CL_ARGUMENT(sources),  THRONG_CL_ARGUMENT(map->counts), THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(r->first), THRONG_CL_ARGUMENT(r->count),    THRONG_CL_ARGUMENT(blocks),
    };
    throng_status status =
        throng_cl_launch(cl, map->bin_count, "influence_bin_count", blocks, 1, walks ? walking : counting,
                         walks ? THRONG_CL_COUNT(walking) : THRONG_CL_COUNT(counting), NULL);
    const throng_cl_argument placing[] = {
        THRONG_CL_ARGUMENT(map->counts),
        THRONG_CL_ARGUMENT(map->starts),
        THRONG_CL_ARGUMENT(map->tiles),
        THRONG_CL_ARGUMENT(blocks),
    };
    if (status == THRONG_OK)
        status = throng_cl_launch(cl, map->bin_places, "influence_bin_places", 1, 1, placing,
                                  THRONG_CL_COUNT(placing), NULL);
    const throng_cl_argument listing[] = {
        THRONG_CL_ARGUMENT(c->boxes), THRONG_CL_ARGUMENT(c->dirty),  THRONG_CL_ARGUMENT(map->counts),
        THRONG_CL_ARGUMENT(*list),    THRONG_CL_ARGUMENT(map->plan), THRONG_CL_ARGUMENT(r->first),
        THRONG_CL_ARGUMENT(r->count), THRONG_CL_ARGUMENT(blocks),    THRONG_CL_ARGUMENT(r->everything),
    };
    const throng_cl_argument listing_walks[] = {
        THRONG_CL_ARGUMENT(sources),   THRONG_CL_ARGUMENT(map->counts), THRONG_CL_ARGUMENT(*list),
        THRONG_CL_ARGUMENT(map->plan), THRONG_CL_ARGUMENT(r->first),    THRONG_CL_ARGUMENT(r->count),
        THRONG_CL_ARGUMENT(blocks),
    };
    if (status == THRONG_OK)
        status = throng_cl_launch(cl, map->bin_list, "influence_bin_list", blocks, 1,
                                  walks ? listing_walks : listing,
                                  walks ? THRONG_CL_COUNT(listing_walks) : THRONG_CL_COUNT(listing), NULL);
    return status;
}

static throng_status add_sources(throng_cl_influence *map, throng_cl_update *u, cl_uint first_tile,
                                 cl_uint tiles, cl_event *event)
{
    const throng_cl_round *r = &u->round;
    const throng_cl_changes *c = &u->layer->changes;
    cl_mem carry = map->carry ? map->carry : u->values; /* not touched unless there are rounds */
    cl_mem plain = c->plain ? c->plain : u->values;     /* the same unless there is momentum */
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->sources),      THRONG_CL_ARGUMENT(u->list),
        THRONG_CL_ARGUMENT(map->starts),     THRONG_CL_ARGUMENT(u->values),
        THRONG_CL_ARGUMENT(carry),           THRONG_CL_ARGUMENT(plain),
        THRONG_CL_ARGUMENT(c->dirty),        THRONG_CL_ARGUMENT(c->moving),
        THRONG_CL_ARGUMENT(map->uncombined), THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(u->momentum),     THRONG_CL_ARGUMENT(r->rounds),
        THRONG_CL_ARGUMENT(r->everything),   THRONG_CL_ARGUMENT(r->first),
        THRONG_CL_ARGUMENT(r->mark),         {map->sums_bytes, NULL},
    };
    size_t count = map->sorted ? THRONG_CL_COUNT(arguments) - 2 : THRONG_CL_COUNT(arguments);
    return throng_cl_launch_from(map->object.cl, map->add, "influence_add", first_tile, tiles,
                                 map->sorted ? throng_cl_influence_group(map) : 1, arguments, count, event);
}

throng_status throng_cl_update_sums(throng_cl_influence *map, throng_cl_update *u, cl_uint first_tile,
                                    cl_uint tiles, cl_event *event)
{
    if (map->shape.terrain)
        return throng_cl_footprints_sum(map, u, first_tile, tiles, event);
    return add_sources(map, u, first_tile, tiles, event);
}

throng_status throng_cl_update_lists(throng_cl_influence *map, throng_cl_update *u)
{
    u->list = map->pairs[0].values;
    if (!u->listed)
        return THRONG_OK;
    return map->sorted ? sort_sources(map, u->layer, &u->round, &u->list)
                       : bin_sources(map, u->layer, &u->round, &u->list);
}

static int32_t fits_at_once(const throng_cl_influence *map, const throng_cl_layer *layer)
{
    const throng_cl_footprints *p = &layer->footprints;
    return p->total <= p->units && layer->bound <= map->plan.list_capacity;
}

void throng_cl_update_round(const throng_cl_influence *map, throng_cl_update *u)
{
    const throng_cl_layer *layer = u->layer;
    const throng_cl_footprints *p = &layer->footprints;
    const cl_uint first = u->done;
    throng_cl_round r = {.first = first,
                         .rounds = first > 0 ? FROM_CARRY : 0,
                         .everything = map->shape.terrain ? 0 : u->everything,
                         .mark = 3 - u->round.mark};
    cl_uint end = first;
    uint64_t bound = 0, units = 0;
    const int32_t resident = p->total <= p->units;
    if (u->whole) {
        bound = u->round.bound;
        end = u->objects;
    }
    while (end < u->objects && bound + layer->bounds[end] <= map->plan.list_capacity &&
           (resident || units + p->sizes[end] <= p->units)) {
        if (!resident)
            units += p->sizes[end];
        bound += layer->bounds[end++];
    }
    r.count = end - first;
    r.bound = (uint32_t)bound;
    if (end < u->objects)
        r.rounds |= TO_CARRY;
    for (cl_uint i = 0; i < first && !resident && !u->whole; i++)
        r.base += p->sizes[i];
    if (!u->listed)
        r.rounds = 0;
    u->done = end;
    u->round = r;
}

int throng_cl_update_continues(const throng_cl_update *u) { return (u->round.rounds & TO_CARRY) != 0; }

throng_status throng_cl_update_begin(throng_cl_influence *map, throng_cl_layer *layer, float momentum,
                                     throng_cl_update *u)
{
    const int walks = map->shape.terrain != NULL;
    *u = (throng_cl_update){.layer = layer,
                            .values = layer->values,
                            .touched = layer->touched,
                            .momentum = momentum,
                            .objects = (cl_uint)layer->count,
                            .whole = fits_at_once(map, layer),
                            .listed = walks || !throng_cl_changes_none(layer, momentum),
                            .round = {.mark = 2}};
    if (u->whole)
        u->round.bound = (uint32_t)layer->bound;
    u->everything = walks ? throng_cl_footprints_everything(layer, momentum)
                          : throng_cl_changes_everything(layer, momentum);
    return walks ? throng_cl_footprints_begin(map, layer) : throng_cl_changes_find(map, layer);
}

void throng_cl_update_end(throng_cl_influence *map, throng_cl_update *u, int failed)
{
    if (map->shape.terrain)
        throng_cl_footprints_end(map, u->layer, u->momentum, failed);
    else
        throng_cl_changes_done(u->layer, u->momentum, failed);
}

/* Lists and sums, round by round. */
static throng_status run_rounds(throng_cl_influence *map, throng_cl_update *u, cl_event *event)
{
    throng_status status = THRONG_OK;
    do {
        throng_cl_update_round(map, u);
        const throng_cl_round *r = &u->round;
        if (map->shape.terrain)
            status = throng_cl_footprints_compute(map, u->layer, r->first, r->count, r->base);
        if (status == THRONG_OK)
            status = throng_cl_update_lists(map, u);
        if (status == THRONG_OK)
            status =
                throng_cl_update_sums(map, u, 0, map->tiles, throng_cl_update_continues(u) ? NULL : event);
    } while (status == THRONG_OK && throng_cl_update_continues(u));
    return status;
}

void throng_cl_influence_begin(void *state)
{
    throng_cl_influence *map = state;
    throng_cl_timer_clear(map->object.cl, &map->object.timer);
}

throng_status throng_cl_influence_update(void *state, int32_t index, float momentum)
{
    throng_cl_influence *map = state;
    throng_cl_layer *layer = &map->layers[index];
    throng_cl_update u;
    cl_event event = NULL;
    if (!map->shape.terrain && momentum == 0.0f && throng_cl_changes_none(layer, momentum))
        return THRONG_OK;
    map->object.cl->timer = &map->object.timer;
    throng_status status = throng_cl_update_begin(map, layer, momentum, &u);
    if (status == THRONG_OK)
        status = run_rounds(map, &u, &event);
    map->object.cl->timer = NULL;
    throng_cl_update_end(map, &u, status != THRONG_OK);
    if (status != THRONG_OK) /* what was enqueued so far wrote nothing but intermediate results */
        return throng_cl_failed(&map->object,
                                status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status, 0);
    return throng_cl_object_follow(&map->object, event);
}

throng_status throng_cl_influence_momentum(void *state, int32_t index, float momentum)
{
    throng_cl_influence *map = state;
    throng_cl_changes *c = &map->layers[index].changes;
    if (momentum == 0.0f || map->shape.terrain || c->plain)
        return THRONG_OK;
    const throng_status status = throng_cl_object_buffer(&map->object, "the sums of a layer with momentum",
                                                         map->cells, sizeof(float), &c->plain);
    c->keeps_sums = status == THRONG_OK;
    return status == THRONG_OK ? status : throng_cl_failed(&map->object, status, 0);
}
