/* For Criterion tests of updates in slices: a map on the backend under test, and another one of the reference
 * level that is given the same and is updated at once. */
#ifndef THRONG_TESTS_INFLUENCE_SLICES_H
#define THRONG_TESTS_INFLUENCE_SLICES_H

#include "tests/support/each_backend.h"
#include "tests/support/wall_scenes.h"

#include <stdlib.h>

enum { PAIR_LAYERS = 3, PAIR_MOST = 90 };

typedef struct pair_kind {
    throng_grid grid;
    throng_propagation propagation;
    int32_t worlds, own_walls, momentum, all_pairs, on_tiles;
    uint64_t seed;
} pair_kind;

typedef struct pair_of_maps {
    pair_kind kind;
    walk_scene s;
    throng_context *context, *other_context;
    throng_terrain *terrain, *other_terrain;
    throng_influence *map, *other;
    throng_influence_object objects[PAIR_LAYERS][PAIR_MOST];
    int32_t counts[PAIR_LAYERS];
    uint8_t *walls;
    int32_t width, height;
    size_t cells;
    float *old, *now; /* what the map had before this update; what the other one has: layers, combination */
    rng r;
    int32_t steps; /* of smallest slices, so far */
} pair_of_maps;

static const float pair_weights[PAIR_LAYERS] = {1.0f, -0.5f, 0.25f};

static inline throng_influence *pair_map(pair_of_maps *p, throng_context *context, throng_terrain *terrain)
{
    throng_influence *map;
    throng_influence_def def = map_def(p->width, p->height, p->kind.grid);
    def.worlds = p->kind.worlds;
    def.layers = PAIR_LAYERS;
    def.object_capacity = PAIR_MOST;
    if (terrain) {
        def.propagation = p->kind.propagation;
        def.terrain = terrain;
        def.blocked_objects = THRONG_BLOCKED_IGNORE;
        def.all_pairs = p->kind.all_pairs;
    }
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_combine(map, pair_weights, PAIR_LAYERS));
    return map;
}

static inline pair_of_maps *pair_begin(throng_context *context, const pair_kind *kind)
{
    const variant v = reference_variant();
    pair_of_maps *p = must_allocate(sizeof *p);
    *p = (pair_of_maps){.kind = *kind,
                        .context = context,
                        .other_context = open_variant(&v, NULL),
                        .width = kind->all_pairs ? 31 : 61,
                        .height = kind->all_pairs ? 20 : 50,
                        .r = {kind->seed}};
    p->cells = (size_t)p->width * (size_t)p->height * (size_t)kind->worlds;
    p->s = (walk_scene){.name = "pair",
                        .grid = kind->grid,
                        .propagation = kind->propagation,
                        .width = p->width,
                        .height = p->height,
                        .worlds = kind->worlds,
                        .own_walls = kind->own_walls,
                        .cell_size = 1.0f,
                        .walls = WALLS_RANDOM,
                        .density = 20,
                        .count = PAIR_MOST,
                        .seed = kind->seed};
    p->s.objects = (mix){.reach_low = 0,
                         .reach_high = kind->all_pairs ? 30 : 12,
                         .exponential = 50,
                         .adjusted = 50,
                         .offset = 20,
                         .alpha_most = 0.9f,
                         .strength_high = 4,
                         .gamma_lowest = -1};
    p->walls = kind->propagation ? scene_walls(&p->s) : must_allocate(p->cells);
    if (kind->propagation) {
        p->terrain = walk_terrain(context, &p->s, p->walls);
        p->other_terrain = walk_terrain(p->other_context, &p->s, p->walls);
    }
    p->map = pair_map(p, context, p->terrain);
    p->other = pair_map(p, p->other_context, p->other_terrain);
    p->old = must_allocate((PAIR_LAYERS + 1) * p->cells * sizeof *p->old);
    p->now = must_allocate((PAIR_LAYERS + 1) * p->cells * sizeof *p->now);
    return p;
}

static inline void pair_end(pair_of_maps *p)
{
    throng_influence_destroy(p->map);
    throng_influence_destroy(p->other);
    MUST(p->context, throng_terrain_destroy(p->terrain));
    MUST(p->other_context, throng_terrain_destroy(p->other_terrain));
    MUST(p->other_context, throng_context_destroy(p->other_context));
    free(p->walls);
    free(p->old);
    free(p->now);
    free(p);
}

/* ---------------------------------------------------------------- edits, of both -------------------- */

static inline throng_influence_object pair_object(pair_of_maps *p)
{
    throng_influence_object o = walk_object(&p->r, &p->s, p->walls, rng_below(&p->r, p->kind.worlds));
    if (p->kind.on_tiles) {
        o = throng_influence_default_object();
        o.x = (float)rng_below(&p->r, p->width) + 0.5f;
        o.y = (float)rng_below(&p->r, p->height) + 0.5f;
        o.max_distance = rng_below(&p->r, 2) ? 9.0f : 5.0f;
    }
    return o;
}

static inline void pair_set(pair_of_maps *p, int32_t layer, int32_t first, int32_t count)
{
    const throng_influence_object *o = p->objects[layer] + first;
    MUST(p->context, throng_influence_set_objects(p->map, layer, first, count, o, 0));
    MUST(p->other_context, throng_influence_set_objects(p->other, layer, first, count, o, 0));
    if (first + count > p->counts[layer])
        p->counts[layer] = first + count;
}

static inline void pair_set_some(pair_of_maps *p, int32_t layer, int32_t most)
{
    const int32_t first = rng_below(&p->r, p->counts[layer] + 1);
    int32_t count = 1 + rng_below(&p->r, most);
    count = count < PAIR_MOST - first ? count : PAIR_MOST - first;
    for (int32_t i = first; i < first + count; i++)
        if (i >= p->counts[layer] || rng_below(&p->r, 3)) /* some stay what they are */
            p->objects[layer][i] = pair_object(p);
    if (count > 0)
        pair_set(p, layer, first, count);
}

static inline void pair_move_some(pair_of_maps *p, int32_t layer)
{
    const size_t stride = sizeof(throng_influence_object);
    const int32_t turned = rng_below(&p->r, 2), count = p->counts[layer];
    throng_influence_object *o = p->objects[layer];
    for (int32_t i = 0; i < count; i++) {
        const throng_influence_object to = pair_object(p);
        if (rng_below(&p->r, 2) || to.world != o[i].world)
            continue;
        o[i].x = to.x;
        o[i].y = to.y;
        if (turned) {
            o[i].vx = to.vx;
            o[i].vy = to.vy;
        }
    }
    if (count == 0)
        return;
    MUST(p->context, throng_influence_move_objects(p->map, layer, 0, count, &o->x, stride,
                                                   turned ? &o->vx : NULL, stride));
    MUST(p->other_context, throng_influence_move_objects(p->other, layer, 0, count, &o->x, stride,
                                                         turned ? &o->vx : NULL, stride));
}

static inline void pair_change_walls(pair_of_maps *p)
{
    const int32_t rows = p->height * (p->kind.own_walls ? p->kind.worlds : 1);
    for (int32_t k = rng_below(&p->r, 8) ? 0 : -33; k < 1; k++) { /* or more than terrain remembers */
        const throng_region region = {rng_below(&p->r, p->width - 4), rng_below(&p->r, rows - 4),
                                      1 + rng_below(&p->r, 4), 1 + rng_below(&p->r, 4)};
        const int32_t blocked = rng_below(&p->r, 2);
        MUST(p->context, throng_terrain_fill(p->terrain, &region, blocked));
        MUST(p->other_context, throng_terrain_fill(p->other_terrain, &region, blocked));
    }
}

static inline void pair_edit(pair_of_maps *p)
{
    const int32_t layer = rng_below(&p->r, PAIR_LAYERS);
    switch (rng_below(&p->r, 6)) {
    case 0:
        pair_set_some(p, layer, PAIR_MOST);
        break;
    case 1:
        pair_set_some(p, layer, 3);
        break;
    case 2:
        pair_move_some(p, layer);
        break;
    case 3:
        p->counts[layer] = p->counts[layer] / 2;
        MUST(p->context, throng_influence_truncate_objects(p->map, layer, p->counts[layer]));
        MUST(p->other_context, throng_influence_truncate_objects(p->other, layer, p->counts[layer]));
        if (rng_below(&p->r, 2))
            pair_set_some(p, layer, 20);
        break;
    case 4:
        if (p->terrain)
            pair_change_walls(p);
        break;
    default:
        if (p->kind.momentum) {
            const float momentum = rng_below(&p->r, 3) ? 0.5f : 0.0f;
            MUST(p->context, throng_influence_set_momentum(p->map, layer, momentum));
            MUST(p->other_context, throng_influence_set_momentum(p->other, layer, momentum));
        }
        break;
    }
}

static inline void pair_reset(pair_of_maps *p)
{
    MUST(p->context, throng_influence_reset(p->map));
    MUST(p->other_context, throng_influence_reset(p->other));
    memset(p->counts, 0, sizeof p->counts);
    memset(p->now, 0, (PAIR_LAYERS + 1) * p->cells * sizeof *p->now);
}

/* ---------------------------------------------------------------- comparison ------------------------ */

static inline void pair_read(throng_context *context, throng_influence *map, float *planes, size_t cells)
{
    MUST(context, throng_influence_combine(map, pair_weights, PAIR_LAYERS));
    for (int32_t layer = 0; layer < PAIR_LAYERS; layer++)
        MUST(context, throng_influence_read(map, layer, NULL, planes + (size_t)layer * cells, 0));
    MUST(context,
         throng_influence_read(map, THRONG_LAYER_COMBINED, NULL, planes + (size_t)PAIR_LAYERS * cells, 0));
}

static inline void pair_remember(pair_of_maps *p) { pair_read(p->other_context, p->other, p->now, p->cells); }

/* The other map is updated; what it had is what the map has until its update is whole. */
static inline void pair_update_other(pair_of_maps *p)
{
    float *old = p->old;
    p->old = p->now;
    p->now = old;
    MUST(p->other_context, throng_influence_update(p->other));
    pair_remember(p);
}

static inline void pair_compare(pair_of_maps *p, const float *expected, const char *what, int32_t frame)
{
    float *planes = must_allocate((PAIR_LAYERS + 1) * p->cells * sizeof *planes);
    pair_read(p->context, p->map, planes, p->cells);
    for (int32_t k = 0; k <= PAIR_LAYERS; k++)
        cr_assert(
            same_bits("a cell", planes + (size_t)k * p->cells, expected + (size_t)k * p->cells, p->cells),
            "seed %d, frame %d: %s, plane %d", (int)p->kind.seed, (int)frame, what, (int)k);
    free(planes);
}

static inline void pair_expect_old(pair_of_maps *p, int32_t frame)
{
    throng_best best, expected = {0, 0, 0.0f};
    pair_compare(p, p->old, "values before it is whole", frame);
    if (p->terrain)
        return;
    MUST(p->context, throng_influence_best(p->map, 0, NULL, &best));
    for (size_t i = 0; i < p->cells; i++)
        if (i == 0 || p->old[i] > expected.value)
            expected = (throng_best){(int32_t)i % p->width, (int32_t)i / p->width, p->old[i]};
    cr_expect(memcmp(&best, &expected, sizeof best) == 0, "frame %d: another best cell", (int)frame);
}

static inline void pair_expect_equal(pair_of_maps *p, int32_t frame)
{
    pair_compare(p, p->now, "values when it is whole", frame);
}

/* ---------------------------------------------------------------- updates --------------------------- */

/* Slices of the least size, with edits in between. */
static inline void pair_play_smallest(pair_of_maps *p, int32_t frame)
{
    int32_t done = 0, steps = 0;
    pair_update_other(p);
    while (!done) {
        MUST(p->context, throng_influence_update_some(p->map, 0.0, &done));
        if (!done && steps % 3 == 0)
            pair_expect_old(p, frame);
        if (!done && steps % 4 == 1)
            pair_edit(p);
        steps++;
    }
    p->steps += steps;
}

static inline void pair_play_parts(pair_of_maps *p, int32_t frame)
{
    const int32_t parts = 1 + rng_below(&p->r, 9);
    int32_t done = 0;
    pair_update_other(p);
    for (int32_t k = 1; k <= parts; k++) {
        MUST(p->context, throng_influence_update_part(p->map, parts, &done));
        cr_assert(done == (k == parts), "frame %d: part %d of %d", (int)frame, (int)k, (int)parts);
        if (!done && rng_below(&p->r, 2))
            pair_edit(p);
    }
}

/* Slices by time, in the middle of which an update at once comes: that is a second update. */
static inline void pair_play_broken_off(pair_of_maps *p)
{
    int32_t done = 0;
    pair_update_other(p);
    for (int32_t k = rng_below(&p->r, 6); k >= 0 && !done; k--)
        MUST(p->context,
             throng_influence_update_some(p->map, (double)rng_between(&p->r, 0.0f, 1e-4f), &done));
    pair_edit(p);
    if (rng_below(&p->r, 2)) {
        MUST(p->context, throng_influence_update(p->map));
        pair_update_other(p);
    } else {
        const int32_t layer = rng_below(&p->r, PAIR_LAYERS);
        MUST(p->context, throng_influence_update_layer(p->map, layer));
        MUST(p->other_context, throng_influence_update_layer(p->other, layer));
        pair_remember(p);
    }
}

static inline void pair_play_frames(pair_of_maps *p, int32_t frames)
{
    for (int32_t frame = 0; frame < frames; frame++) {
        int32_t done = 0;
        for (int32_t k = rng_below(&p->r, 3); k >= 0; k--)
            pair_edit(p);
        switch (frame % 5) {
        case 0:
        case 1:
            pair_play_smallest(p, frame);
            break;
        case 2:
            pair_play_parts(p, frame);
            break;
        case 3:
            pair_play_broken_off(p);
            break;
        default:
            pair_update_other(p);
            MUST(p->context, throng_influence_update_some(p->map, 1e3, &done));
            cr_expect(done);
            break;
        }
        pair_expect_equal(p, frame);
    }
}

#endif
