/* For Criterion tests: maps that change from update to update hold what a new map would. */
#ifndef THRONG_TESTS_INFLUENCE_PROPAGATION_FRAMES_H
#define THRONG_TESTS_INFLUENCE_PROPAGATION_FRAMES_H

#include "tests/support/wall_scenes.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

typedef struct frames {
    throng_context *context, *reference;
    const char *name;
    walk_scene s;
    rng r;
    throng_terrain *terrain;
    throng_influence *map;
    float momentum;
    uint8_t *walls; /* as the terrain has them */
    throng_influence_object *objects;
    int32_t count;
    size_t cells;
    float *expected;
} frames;

/* One update on a new map on the reference level. Objects are set while there are no walls, since some may
 * stand in walls by now. */
static inline float *from_scratch(frames *f)
{
    throng_influence *map;
    uint8_t *nothing = must_allocate(f->cells);
    float *values = must_allocate(f->cells * sizeof *values);
    throng_influence_def def = walk_def(&f->s);
    def.terrain = walk_terrain(f->reference, &f->s, nothing);
    MUST(f->reference, throng_influence_create(f->reference, &def, &map));
    MUST(f->reference, throng_influence_set_objects(map, 0, 0, f->count, f->objects, 0));
    MUST(f->reference, throng_terrain_set(def.terrain, NULL, f->walls, 0));
    MUST(f->reference, throng_influence_update(map));
    MUST(f->reference, throng_influence_read(map, 0, NULL, values, 0));
    throng_influence_destroy(map);
    MUST(f->reference, throng_terrain_destroy(def.terrain));
    free(nothing);
    return values;
}

static inline void change_walls(frames *f, int32_t times)
{
    int32_t rows = f->s.height * (f->s.own_walls ? f->s.worlds : 1);
    uint8_t bytes[5 * 5];
    for (int32_t i = 0; i < times; i++) {
        throng_region region = {rng_below(&f->r, f->s.width), rng_below(&f->r, rows), 1 + rng_below(&f->r, 5),
                                1 + rng_below(&f->r, 5)};
        if (region.column + region.width > f->s.width)
            region.width = f->s.width - region.column;
        if (region.row + region.height > rows)
            region.height = rows - region.row;
        for (int32_t k = 0; k < 25; k++)
            bytes[k] = rng_below(&f->r, 3) == 0;
        if (rng_below(&f->r, 2))
            MUST(f->context, throng_terrain_set(f->terrain, &region, bytes, 5));
        else
            MUST(f->context, throng_terrain_fill(f->terrain, &region, rng_below(&f->r, 2)));
    }
    MUST(f->context, throng_terrain_read(f->terrain, NULL, f->walls, 0));
}

static inline void set_some(frames *f, int32_t most)
{
    int32_t first = f->count ? rng_below(&f->r, f->count + 1) : 0;
    int32_t some = 1 + rng_below(&f->r, most);
    if (some > f->s.count - first)
        some = f->s.count - first;
    for (int32_t i = first; i < first + some; i++)
        f->objects[i] = walk_object(&f->r, &f->s, f->walls, rng_below(&f->r, f->s.worlds));
    MUST(f->context, throng_influence_set_objects(f->map, 0, first, some, f->objects + first, 0));
    f->count = first + some > f->count ? first + some : f->count;
}

static inline void move_some(frames *f)
{
    float p[32], v[32];
    int32_t first = rng_below(&f->r, f->count), some = f->count - first < 16 ? f->count - first : 16;
    int32_t turns = rng_below(&f->r, 2);
    for (int32_t i = 0; i < some; i++) {
        throng_influence_object *o = &f->objects[first + i];
        throng_influence_object to = walk_object(&f->r, &f->s, f->walls, o->world);
        o->x = p[2 * i] = to.x;
        o->y = p[2 * i + 1] = to.y;
        v[2 * i] = to.vx;
        v[2 * i + 1] = to.vy;
        if (turns) {
            o->vx = to.vx;
            o->vy = to.vy;
        }
    }
    MUST(f->context, throng_influence_move_objects(f->map, 0, first, some, p, 0, turns ? v : NULL, 0));
}

static inline void change_something(frames *f, int32_t frame)
{
    switch (frame % 7) {
    case 0:
        set_some(f, f->s.count);
        break;
    case 1:
        move_some(f);
        break;
    case 2:
        change_walls(f, 1);
        break;
    case 3:
        set_some(f, 3);
        change_walls(f, 3);
        move_some(f);
        break;
    case 4:
        f->count = f->count / 2 + 1;
        MUST(f->context, throng_influence_truncate_objects(f->map, 0, f->count));
        break;
    case 5: /* around the number of changes that terrain remembers */
        change_walls(f, 30 + frame / 7 % 5);
        break;
    default:
        set_some(f, f->s.count);
        f->momentum = f->momentum > 0.0f ? 0.0f : 0.25f;
        MUST(f->context, throng_influence_set_momentum(f->map, 0, f->momentum));
        break;
    }
}

static inline void play_frames(frames *f, int32_t count)
{
    float *values = must_allocate(f->cells * sizeof *values);
    for (int32_t frame = 0; frame < count; frame++) {
        change_something(f, frame);
        MUST(f->context, throng_influence_update(f->map));
        MUST(f->context, throng_influence_read(f->map, 0, NULL, values, 0));
        float *fresh = from_scratch(f);
        size_t wrong = f->cells;
        for (size_t i = f->cells; i-- > 0;) {
            if (f->momentum > 0.0f)
                fresh[i] = f->momentum * f->expected[i] + (1.0f - f->momentum) * fresh[i];
            if (memcmp(&fresh[i], &values[i], sizeof *fresh) != 0)
                wrong = i;
        }
        cr_expect(
            wrong == f->cells,
            "%s: grid %d, propagation %d, %d worlds, walls of their own %d: frame %d, number %zu is %.9g, "
            "from scratch %.9g",
            f->name, (int)f->s.grid, (int)f->s.propagation, (int)f->s.worlds, (int)f->s.own_walls, (int)frame,
            wrong, (double)values[wrong % f->cells], (double)fresh[wrong % f->cells]);
        free(f->expected);
        f->expected = fresh;
        if (wrong != f->cells)
            break;
    }
    free(values);
}

/* Sets, moves, drops, builds and tears down for a while, on one kind of map; all_pairs: of that map, the new
 * ones search. */
static inline void check_frames_by(throng_context *context, const char *name, walk_scene s, int32_t all_pairs,
                                   int32_t count)
{
    variant v = reference_variant();
    frames f = {.context = context, .reference = open_variant(&v, NULL), .name = name, .s = s, .r = {s.seed}};
    f.cells = (size_t)s.width * (size_t)s.height * (size_t)s.worlds;
    f.walls = must_allocate(f.cells);
    f.objects = must_allocate((size_t)s.count * sizeof *f.objects);
    f.expected = must_allocate(f.cells * sizeof *f.expected);
    uint8_t *walls = scene_walls(&s);
    f.terrain = walk_terrain(context, &s, walls);
    MUST(context, throng_terrain_read(f.terrain, NULL, f.walls, 0));
    free(walls);
    throng_influence_def def = walk_def(&s);
    def.terrain = f.terrain;
    def.all_pairs = all_pairs;
    MUST(context, throng_influence_create(context, &def, &f.map));
    play_frames(&f, count);
    throng_influence_destroy(f.map);
    MUST(context, throng_terrain_destroy(f.terrain));
    cr_expect(throng_context_destroy(f.reference) == THRONG_OK);
    free(f.expected);
    free(f.objects);
    free(f.walls);
}

static inline void check_frames(throng_context *context, const char *name, walk_scene s, int32_t count)
{
    check_frames_by(context, name, s, 0, count);
}

/* All grids and propagations, one world and three, walls shared and not. */
static inline void check_all_frames(throng_context *context, const char *name, int32_t count)
{
    for (int32_t i = 0; i < 18; i++) {
        walk_scene s = {.name = "frames",
                        .grid = i % 3,
                        .propagation = i / 3 % 2 ? THRONG_PROPAGATION_ADJACENT : THRONG_PROPAGATION_PATH,
                        .width = 61,
                        .height = 30,
                        .worlds = i < 6 ? 1 : 3,
                        .own_walls = i >= 12,
                        .cell_size = 1.0f,
                        .walls = WALLS_RANDOM,
                        .density = 20,
                        .count = 60,
                        .seed = 500 + (uint64_t)i};
        s.objects = (mix){.reach_low = 0,
                          .reach_high = 25,
                          .exponential = 50,
                          .adjusted = 50,
                          .offset = 30,
                          .alpha_most = 0.9f,
                          .strength_high = 5,
                          .gamma_lowest = -1};
        check_frames(context, name, s, count);
    }
}

#endif
