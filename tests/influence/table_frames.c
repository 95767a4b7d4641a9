/* Frames of units on tiles: what an update takes from earlier frames (tables, blocks, prepared objects) must
 * change no bit. Beside each frame stands a new map with the same objects, and with so many others, in motion
 * and of influence 0, that it looks for no tables. */
#include "tests/support/each_backend.h"

#include <stdlib.h>

enum { OTHERS = 5 }; /* for each object */

typedef struct frames {
    throng_context *context, *reference;
    throng_influence_def def;
    throng_influence *map;
    throng_influence_object *objects;
    int32_t count;
    float *values, *expected;
} frames;

static size_t cells_of(const frames *f)
{
    return (size_t)f->def.width * (size_t)(f->def.height * f->def.worlds);
}

static void begin(frames *f, throng_context *context, throng_influence_def def, int32_t count)
{
    const variant v = reference_variant();
    def.object_capacity = count;
    *f = (frames){.context = context, .reference = open_variant(&v, NULL), .def = def, .count = count};
    f->objects = must_allocate((size_t)count * sizeof *f->objects);
    f->values = must_allocate(cells_of(f) * sizeof *f->values);
    f->expected = must_allocate(cells_of(f) * sizeof *f->expected);
    MUST(context, throng_influence_create(context, &def, &f->map));
}

static void end(frames *f)
{
    throng_influence_destroy(f->map);
    throng_context_destroy(f->reference);
    free(f->objects);
    free(f->values);
    free(f->expected);
}

static void set(const frames *f)
{
    MUST(f->context, throng_influence_set_objects(f->map, 0, 0, f->count, f->objects, 0));
}

/* With velocities, which are what they were. */
static void move(const frames *f)
{
    MUST(f->context, throng_influence_move_objects(f->map, 0, 0, f->count, &f->objects->x, sizeof *f->objects,
                                                   &f->objects->vx, sizeof *f->objects));
}

static void add_others(throng_influence *map, throng_context *context, int32_t count)
{
    throng_influence_object other = throng_influence_default_object();
    other.influence = 0.0f;
    other.vx = 1.0f;
    other.alpha = 0.5f;
    throng_influence_object *others = must_allocate((size_t)(OTHERS * count) * sizeof *others);
    for (int32_t i = 0; i < OTHERS * count; i++)
        others[i] = other;
    MUST(context, throng_influence_set_objects(map, 0, count, OTHERS * count, others, 0));
    free(others);
}

/* The map, which is up to date, against a new one. */
static void check(frames *f, const char *what, int32_t frame)
{
    throng_influence *other;
    throng_influence_def def = f->def;
    def.object_capacity = (1 + OTHERS) * f->count;
    MUST(f->reference, throng_influence_create(f->reference, &def, &other));
    MUST(f->reference, throng_influence_set_objects(other, 0, 0, f->count, f->objects, 0));
    add_others(other, f->reference, f->count);
    MUST(f->reference, throng_influence_update(other));
    MUST(f->reference, throng_influence_read(other, 0, NULL, f->expected, 0));
    MUST(f->context, throng_influence_read(f->map, 0, NULL, f->values, 0));
    cr_expect(same_bits("a cell", f->values, f->expected, cells_of(f)), "%s, grid %d, frame %d", what,
              (int)f->def.grid, (int)frame);
    throng_influence_destroy(other);
}

static void centre(throng_grid grid, int32_t column, int32_t row, float *x, float *y)
{
    const int32_t hex = grid == THRONG_GRID_HEX;
    *x = (float)column + 0.5f + (hex ? 0.5f * (float)(row & 1) : 0.0f);
    *y = hex ? (float)row * 0.8660254f + 0.5f : (float)row + 0.5f;
}

/* Units of two kinds, some over the edges. */
static void scatter(frames *f, float distance, rng *r)
{
    for (int32_t i = 0; i < f->count; i++) {
        throng_influence_object *o = &f->objects[i];
        *o = throng_influence_default_object();
        o->influence = i % 3 ? 1.0f : -1.75f;
        o->decay_kind = i % 3 ? THRONG_DECAY_EXPONENTIAL : THRONG_DECAY_LINEAR;
        o->decay = i % 3 ? 0.9f : 1.75f / (distance + 0.5f);
        o->max_distance = distance;
        o->world = rng_below(r, f->def.worlds);
        centre(f->def.grid, rng_below(r, f->def.width + 8) - 4, rng_below(r, f->def.height + 8) - 4, &o->x,
               &o->y);
    }
}

static void shift(frames *f, float x, float y)
{
    for (int32_t i = 0; i < f->count; i++) {
        f->objects[i].x += x;
        f->objects[i].y += y;
    }
}

/* Rows of hexagons have tables of their own, which are made after some frames. */
EACH(table_frames, units_move_by_cells)
{
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++) {
        frames f;
        rng r = {5};
        const float down = grid == THRONG_GRID_HEX ? 2.0f * 0.8660254f : 1.0f;
        begin(&f, context, map_def(90, 60, grid), 60);
        scatter(&f, 7.0f, &r);
        set(&f);
        for (int32_t frame = 0; frame < 24; frame++) {
            MUST(context, throng_influence_update(f.map));
            check(&f, "by cells", frame);
            shift(&f, frame % 2 ? -1.0f : 1.0f, frame % 4 == 3 ? down : 0.0f);
            move(&f);
        }
        end(&f);
    }
}

/* Of cells of another size, with offsets, in motion with and without alpha, of which some stop and others
 * start; and from one place in a cell to another. */
EACH(table_frames, what_else_moves)
{
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++) {
        frames f;
        rng r = {11};
        throng_influence_def def = map_def(70, 50, grid);
        def.cell_size = 0.3f;
        def.worlds = 2;
        begin(&f, context, def, 64);
        scatter(&f, 5.5f, &r);
        for (int32_t i = 0; i < f.count; i++) {
            throng_influence_object *o = &f.objects[i];
            o->x *= def.cell_size;
            o->y *= def.cell_size;
            o->vx = i % 4 == 1 ? 0.5f : 0.0f;
            o->offset = i % 8 == 1 ? 1.5f : 0.0f;
            o->alpha = i % 8 == 5 ? 0.5f : 0.0f;
            if (i % 16 == 7)
                o->influence = 0.0f;
        }
        set(&f);
        for (int32_t frame = 0; frame < 8; frame++) {
            MUST(context, throng_influence_update(f.map));
            check(&f, "what else", frame);
            shift(&f, def.cell_size, frame % 3 == 2 ? 0.1f : 0.0f);
            for (int32_t i = frame; i < f.count; i += 7)
                f.objects[i].vx = f.objects[i].vx != 0.0f ? 0.0f : 1.0f;
            move(&f);
        }
        end(&f);
    }
}

/* A few units after all of them: the blocks that they leave, and those that they come to. */
EACH(table_frames, a_few_after_all)
{
    for (throng_grid grid = THRONG_GRID_SQUARE8; grid <= THRONG_GRID_HEX; grid++) {
        frames f;
        rng r = {23};
        begin(&f, context, map_def(300, 200, grid), 160);
        scatter(&f, 9.0f, &r);
        set(&f);
        for (int32_t frame = 0; frame < 12; frame++) {
            MUST(context, throng_influence_update(f.map));
            check(&f, "a few after all", frame);
            if (frame % 3 == 0) {
                shift(&f, 1.0f, 0.0f);
                move(&f);
                continue;
            }
            for (int32_t k = 0; k < 3; k++) {
                const int32_t i = rng_below(&r, f.count);
                centre(grid, rng_below(&r, 300), rng_below(&r, 200), &f.objects[i].x, &f.objects[i].y);
                MUST(context, throng_influence_move_objects(f.map, 0, i, 1, &f.objects[i].x, 0, NULL, 0));
            }
        }
        f.count -= 40;
        MUST(context, throng_influence_truncate_objects(f.map, 0, f.count));
        MUST(context, throng_influence_update(f.map));
        check(&f, "some are gone", 0);
        end(&f);
    }
}

/* Maps of one band and of many, wider than a tile, and lists that are longer than their memory. */
EACH(table_frames, bands)
{
    const struct {
        int32_t width, height, count;
        float distance;
    } maps[] = {{700, 40, 80, 12.0f}, {5, 900, 80, 12.0f}, {1100, 300, 600, 60.0f}, {40, 800, 80, 20.0f}};
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++) {
        frames f;
        rng r = {31};
        begin(&f, context, map_def(maps[k].width, maps[k].height, THRONG_GRID_SQUARE8), maps[k].count);
        scatter(&f, maps[k].distance, &r);
        set(&f);
        for (int32_t frame = 0; frame < 2; frame++) {
            MUST(context, throng_influence_update(f.map));
            check(&f, "bands", frame);
            shift(&f, 1.0f, -1.0f);
            move(&f);
        }
        end(&f);
    }
}

/* Momentum between updates without: sums are scaled in those alone. */
EACH(table_frames, momentum_between)
{
    frames f;
    rng r = {37};
    begin(&f, context, map_def(90, 60, THRONG_GRID_SQUARE8), 60);
    scatter(&f, 7.0f, &r);
    set(&f);
    for (int32_t frame = 0; frame < 6; frame++) {
        MUST(context, throng_influence_set_momentum(f.map, 0, frame % 2 ? 0.5f : 0.0f));
        MUST(context, throng_influence_update(f.map));
        if (frame % 2 == 0)
            check(&f, "momentum", frame);
        shift(&f, 1.0f, 1.0f);
        move(&f);
    }
    end(&f);
}
