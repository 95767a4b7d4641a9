/* What has to hold where influence walks without knowing its values: mirrored and turned maps, walls that
 * close something off, straight runs, sums of parts. Equal to the bit wherever IEEE 754 says so. */
#include "tests/influence/propagation_model.h"

#include "tests/support/each_backend.h"

#include <math.h>
#include <stdlib.h>

/* Test(suite, name) { body } on every variant on which influence walks. */
#define EACH_WALK(suite, name)                                                                               \
    static void walk_##suite##_##name(throng_context *context);                                              \
    Test(suite, name) { each_walk(walk_##suite##_##name); }                                                  \
    static void walk_##suite##_##name(throng_context *context)

static void each_walk(void (*check)(throng_context *context))
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t i = 0; i < count; i++) {
        throng_context *context = open_variant(&list[i], NULL);
        printf("on %s\n", list[i].name);
        check(context);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

static walk_scene some_scene(throng_grid grid, int32_t adjacent, int32_t width, int32_t height, int32_t count,
                             uint64_t seed)
{
    walk_scene s = {
        .grid = grid, .width = width, .height = height, .worlds = 1, .count = count, .seed = seed};
    s.propagation = adjacent ? THRONG_PROPAGATION_ADJACENT : THRONG_PROPAGATION_PATH;
    s.cell_size = 1.0f;
    s.walls = WALLS_RANDOM;
    s.density = 20;
    s.objects = (mix){.reach_low = 2,
                      .reach_high = 25,
                      .exponential = 50,
                      .adjusted = 60,
                      .offset = 30,
                      .alpha_most = 0.95f,
                      .strength_high = 6,
                      .gamma_lowest = -2};
    return s;
}

static throng_influence_object on_cell(const walk_scene *s, int32_t column, int32_t row)
{
    double x, y;
    throng_influence_object o = throng_influence_default_object();
    walk_centre(s->grid, column, row, &x, &y);
    o.x = (float)x;
    o.y = (float)y;
    return o;
}

static int is_zero(float value)
{
    const float zero = 0.0f;
    return memcmp(&value, &zero, sizeof value) == 0;
}

/* ---------------------------------------------------------------- mirrors and turns ------------------ */

enum { MIRROR_X = 1, MIRROR_Y = 2, TRANSPOSE = 4 };

static throng_influence_object turned(throng_influence_object o, int how, float width, float height)
{
    throng_influence_object r = o;
    if (how & MIRROR_X) {
        o.x = width - o.x;
        o.vx = -o.vx;
    }
    if (how & MIRROR_Y) {
        o.y = height - o.y;
        o.vy = -o.vy;
    }
    r.x = how & TRANSPOSE ? o.y : o.x;
    r.y = how & TRANSPOSE ? o.x : o.y;
    r.vx = how & TRANSPOSE ? o.vy : o.vx;
    r.vy = how & TRANSPOSE ? o.vx : o.vy;
    return r;
}

/* Positions on odd multiples of 1/1024 cell, which no turn puts on a border between cells. */
static void make_exact(throng_influence_object *objects, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        objects[i].x = floorf(objects[i].x * 512.0f) / 512.0f + 1.0f / 1024.0f;
        objects[i].y = floorf(objects[i].y * 512.0f) / 512.0f + 1.0f / 1024.0f;
    }
}

static void check_turned(throng_context *context, const walk_scene *s, int how)
{
    int32_t w = s->width, h = s->height, wrong = 0, filled = 0;
    walk_scene other = *s;
    uint8_t *walls = scene_walls(s), *turned_walls = must_allocate((size_t)w * (size_t)h);
    int32_t *places = must_allocate((size_t)w * (size_t)h * sizeof *places);
    throng_influence_object *objects = walk_objects(s, walls);
    make_exact(objects, s->count);
    other.width = how & TRANSPOSE ? h : w;
    other.height = how & TRANSPOSE ? w : h;
    for (int32_t i = 0; i < w * h; i++) {
        int32_t column = how & MIRROR_X ? w - 1 - i % w : i % w;
        int32_t row = how & MIRROR_Y ? h - 1 - i / w : i / w;
        places[i] = how & TRANSPOSE ? column * h + row : row * w + column;
        turned_walls[places[i]] = walls[i];
    }
    float *plain = walk_compute(context, s, walls, objects, s->count);
    for (int32_t i = 0; i < s->count; i++)
        objects[i] = turned(objects[i], how, (float)w, (float)h);
    float *values = walk_compute(context, &other, turned_walls, objects, s->count);
    for (int32_t i = 0; i < w * h; i++) {
        wrong += memcmp(&plain[i], &values[places[i]], sizeof *plain) != 0;
        filled += plain[i] != 0.0f;
    }
    cr_expect(wrong == 0, "grid %d, propagation %d, turned by %d: %d cells differ", (int)s->grid,
              (int)s->propagation, how, (int)wrong);
    cr_expect(filled > 300, "%d", (int)filled);
    free(values);
    free(plain);
    free(objects);
    free(places);
    free(turned_walls);
    free(walls);
}

/* A sign or the order of two terms is all that changes in the cosines, so all eight maps have the same bits:
 * also where two first steps have the same angle with the motion, in half of the second map. */
EACH_WALK(symmetry, mirrored_and_turned)
{
    for (int how = 1; how < 8; how++)
        for (int i = 0; i < 8; i++) {
            walk_scene s = some_scene(i % 2 ? THRONG_GRID_SQUARE4 : THRONG_GRID_SQUARE8, i / 2 % 2, 41, 28,
                                      30, 21 + (uint64_t)i);
            s.objects.snapped = i / 4;
            check_turned(context, &s, how);
        }
}

/* Left and right on hexagons: odd rows lie half a cell to the right, so their last cell has no mirror image
 * and is blocked. */
EACH_WALK(symmetry, hexagons_mirrored)
{
    enum { W = 41, H = 28, COUNT = 30 };
    for (int i = 0; i < 4; i++) {
        walk_scene s = some_scene(THRONG_GRID_HEX, i % 2, W, H, COUNT, 90 + (uint64_t)i);
        uint8_t *walls = scene_walls(&s), mirrored[W * H];
        int wrong = 0, filled = 0;
        s.objects.snapped = i / 2;
        if (s.objects.snapped)
            s.objects.offset = 0; /* would end between two centres, of which the lower column wins */
        for (int32_t j = 1; j < H; j += 2)
            walls[j * W + W - 1] = 1;
        memcpy(mirrored, walls, sizeof mirrored);
        for (int32_t j = 0; j < H; j++)
            for (int32_t k = 0; k < W - j % 2; k++)
                mirrored[j * W + W - 1 - j % 2 - k] = walls[j * W + k];
        throng_influence_object *objects = walk_objects(&s, walls);
        if (i < 2)
            make_exact(objects, COUNT);
        float *plain = walk_compute(context, &s, walls, objects, COUNT);
        for (int32_t k = 0; k < COUNT; k++)
            objects[k] = turned(objects[k], MIRROR_X, W, H);
        float *values = walk_compute(context, &s, mirrored, objects, COUNT);
        for (int32_t j = 0; j < H; j++)
            for (int32_t k = 0; k < W - j % 2; k++) {
                wrong += memcmp(&plain[j * W + k], &values[j * W + W - 1 - j % 2 - k], sizeof *plain) != 0;
                filled += plain[j * W + k] != 0.0f;
            }
        cr_expect(wrong == 0 && filled > 300, "%d: %d of %d cells differ", i, wrong, filled);
        free(values);
        free(plain);
        free(objects);
        free(walls);
    }
}

/* ---------------------------------------------------------------- walls ----------------------------- */

/* Blocked cells, and those that no object can reach, hold +0, however far influence would go. */
EACH_WALK(walls, hold_nothing)
{
    static const float reaches[] = {20.0f, 150.0f, 3e4f, 1e9f};
    for (int i = 0; i < 48; i++) {
        walk_scene s = some_scene(i % 3, i / 3 % 2, i % 5 ? 40 : 8, i % 5 ? 30 : 7, 3, 300 + (uint64_t)i);
        s.density = 45;
        s.objects.reach_low = s.objects.reach_high = reaches[i / 6 % 4];
        s.objects.offset = 0;
        int32_t cells = s.width * s.height, zeros = 0;
        uint8_t *walls = scene_walls(&s), *reached = must_allocate((size_t)cells);
        walk_length *lengths = must_allocate((size_t)cells * sizeof *lengths);
        throng_influence_object *objects = walk_objects(&s, walls);
        for (int32_t k = 0; k < s.count; k++) {
            int32_t column, row;
            if (s.propagation == THRONG_PROPAGATION_PATH && k == 0) {
                objects[k].decay_kind = THRONG_DECAY_EXPONENTIAL;
                objects[k].decay = 1.0f; /* no decay at all */
            }
            walk_cell(s.grid, (double)objects[k].x, (double)objects[k].y, &column, &row);
            walk_paths(walls, s.width, s.height, s.grid, column, row, lengths);
            for (int32_t c = 0; c < cells; c++)
                reached[c] |= lengths[c].a >= 0;
        }
        float *values = walk_compute(context, &s, walls, objects, s.count);
        for (int32_t c = 0; c < cells; c++) {
            cr_expect(reached[c] || is_zero(values[c]), "grid %d, propagation %d, D %g: cell %d holds %g",
                      (int)s.grid, (int)s.propagation, (double)reaches[i / 6 % 4], (int)c, (double)values[c]);
            zeros += !reached[c];
        }
        cr_expect(zeros > cells / 4);
        free(values);
        free(objects);
        free(lengths);
        free(reached);
        free(walls);
    }
}

/* A position offset leads from just in front of a cell's border to no cell behind a wall, however its
 * coordinates are rounded. */
EACH_WALK(walls, in_front_of_a_border)
{
    enum { WIDTH = 32, HEIGHT = 3 };
    for (int32_t wall = 2; wall < 20; wall++)
        for (int32_t border = 1; border <= wall && border < 10; border++) {
            throng_terrain_def ground = throng_terrain_default_def();
            throng_influence_def def = throng_influence_default_def();
            throng_influence_object o = throng_influence_default_object();
            const throng_region blocked = {wall, 0, 1, HEIGHT},
                                beyond = {wall + 1, 0, WIDTH - 1 - wall, HEIGHT};
            throng_influence *map;
            throng_best best;
            ground.width = def.width = WIDTH;
            ground.height = def.height = HEIGHT;
            def.propagation = wall % 2 ? THRONG_PROPAGATION_PATH : THRONG_PROPAGATION_ADJACENT;
            o.x = nextafterf((float)border, 0.0f);
            o.y = 1.5f;
            o.vx = 1.0f;
            o.offset = border == wall ? 1.0f : 20.0f;
            MUST(context, throng_terrain_create(context, &ground, &def.terrain));
            MUST(context, throng_terrain_fill(def.terrain, &blocked, 1));
            MUST(context, throng_influence_create(context, &def, &map));
            MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
            MUST(context, throng_influence_update(map));
            MUST(context, throng_influence_best(map, 0, &beyond, &best));
            cr_expect(best.value == 0.0f, "in front of %d, past the wall at %d", (int)border, (int)wall);
            MUST(context, throng_influence_best(map, 0, NULL, &best));
            cr_expect(best.column == wall - 1 && best.row == 1, "in front of %d: at %d", (int)border,
                      (int)best.column);
            throng_influence_destroy(map);
            MUST(context, throng_terrain_destroy(def.terrain));
        }
}

/* A ring of walls that touch at their corners only keeps influence in on square grids, since no step cuts a
 * corner; on hexagons all six neighbours do. Opened, influence leaves it; closed again, all is as before. */
EACH_WALK(walls, closed_around_an_object)
{
    enum { W = 21, H = 17, CELLS = W * H };
    for (int i = 0; i < 6; i++) {
        walk_scene s = some_scene(i % 3, i / 3, W, H, 1, 1);
        uint8_t walls[CELLS] = {0};
        float closed[CELLS], open[CELLS], again[CELLS];
        throng_influence *map;
        throng_influence_def def = walk_def(&s);
        throng_influence_object o = on_cell(&s, 10, 8);
        int inside = 0, outside = 0, after = 0;
        for (int32_t c = 0; c < CELLS; c++) {
            int32_t dx = abs(c % W - 10), dy = abs(c / W - 8);
            walls[c] = s.grid == THRONG_GRID_HEX ? dy == 2 ? dx <= 3 : dy < 2 && dx == 3 : dx + dy == 3;
        }
        def.terrain = walk_terrain(context, &s, walls);
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, closed, 0));
        const throng_region door = {13, 8, 1, 1};
        MUST(context, throng_terrain_fill(def.terrain, &door, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, open, 0));
        MUST(context, throng_terrain_fill(def.terrain, &door, 7));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, again, 0));
        for (int32_t c = 0; c < CELLS; c++) {
            int32_t dx = abs(c % W - 10), dy = abs(c / W - 8);
            int within = s.grid == THRONG_GRID_HEX ? dx < 3 && dy < 2 : dx + dy < 3;
            inside += within && closed[c] > 0.0f;
            outside += !within && !is_zero(closed[c]);
            after += !within && open[c] > 0.0f;
        }
        cr_expect(inside == (s.grid == THRONG_GRID_HEX ? 15 : 13), "grid %d: %d cells inside", i % 3, inside);
        cr_expect(outside == 0, "grid %d: %d cells outside", i % 3, outside);
        cr_expect(after > 100 && open[8 * W + 14] > 0.0f, "grid %d: %d cells", i % 3, after);
        cr_expect(memcmp(closed, again, sizeof closed) == 0);
        throng_influence_destroy(map);
        MUST(context, throng_terrain_destroy(def.terrain));
    }
}

/* An object whose cell is blocked later adds nothing, until the cell is free again or it moves. */
EACH_WALK(walls, over_an_object)
{
    enum { W = 33, H = 22, CELLS = W * H, COUNT = 12 };
    for (int i = 0; i < 6; i++) {
        walk_scene s = some_scene(i % 3, i / 3, W, H, COUNT, 400 + (uint64_t)i);
        float before[CELLS], buried[CELLS], back[CELLS], moved[CELLS];
        uint8_t *walls = scene_walls(&s);
        throng_influence *map;
        throng_influence_def def = walk_def(&s);
        throng_influence_object *objects = walk_objects(&s, walls);
        int32_t column, row;
        walk_cell(s.grid, (double)objects[5].x, (double)objects[5].y, &column, &row);
        const throng_region cell = {column, row, 1, 1};
        def.terrain = walk_terrain(context, &s, walls);
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, COUNT, objects, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, before, 0));
        MUST(context, throng_terrain_fill(def.terrain, &cell, 1));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, buried, 0));
        walls[row * W + column] = 1;
        int32_t count = 0;
        throng_influence_object others[COUNT];
        for (int32_t k = 0; k < COUNT; k++) {
            int32_t c, j;
            walk_cell(s.grid, (double)objects[k].x, (double)objects[k].y, &c, &j);
            if (c != column || j != row)
                others[count++] = objects[k];
        }
        float *expected = walk_compute(context, &s, walls, others, count);
        cr_expect(count < COUNT && same_bits("without the object", buried, expected, CELLS));
        free(expected);
        const float place[2] = {others[0].x, others[0].y};
        for (int32_t k = 0; k < COUNT; k++) { /* away from the wall, and back into what is free by then */
            int32_t c, j;
            walk_cell(s.grid, (double)objects[k].x, (double)objects[k].y, &c, &j);
            if (c == column && j == row)
                MUST(context, throng_influence_move_objects(map, 0, k, 1, place, 0, NULL, 0));
        }
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, moved, 0));
        cr_expect(memcmp(moved, buried, sizeof moved) != 0);
        MUST(context, throng_terrain_fill(def.terrain, &cell, 0));
        MUST(context, throng_influence_set_objects(map, 0, 0, COUNT, objects, 0));
        MUST(context, throng_terrain_fill(def.terrain, &cell, 1));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, moved, 0));
        cr_expect(same_bits("buried again", moved, buried, CELLS));
        MUST(context, throng_terrain_fill(def.terrain, &cell, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, back, 0));
        cr_expect(same_bits("freed", back, before, CELLS) && memcmp(before, buried, sizeof before) != 0);
        throng_influence_destroy(map);
        MUST(context, throng_terrain_destroy(def.terrain));
        free(objects);
        free(walls);
    }
}

EACH_WALK(walls, everywhere_and_nowhere)
{
    for (int i = 0; i < 12; i++) {
        int32_t side = i < 6 ? 1 : 9;
        walk_scene s = some_scene(i % 3, i / 3 % 2, side, side, 1, 1);
        float values[81];
        uint8_t walls[81] = {0};
        throng_influence *map;
        throng_influence_def def = walk_def(&s);
        throng_influence_object o = on_cell(&s, side / 2, side / 2);
        o.influence = -2.5f;
        o.decay_kind = i & 1 ? THRONG_DECAY_EXPONENTIAL : THRONG_DECAY_LINEAR;
        o.decay = 0.5f;
        o.max_distance = i % 4 < 2 ? 1e9f : 3.0f;
        def.terrain = walk_terrain(context, &s, walls);
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, 1, &o, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, values, 0));
        cr_expect(values[side / 2 * side + side / 2] == -2.5f, "the object's own cell");
        MUST(context, throng_terrain_fill(def.terrain, NULL, 1));
        cr_expect(throng_influence_set_objects(map, 0, 0, 1, &o, 0) == THRONG_ERROR_INVALID_ARGUMENT);
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, values, 0));
        for (int32_t c = 0; c < side * side; c++)
            cr_expect(is_zero(values[c]));
        throng_influence_destroy(map);
        MUST(context, throng_terrain_destroy(def.terrain));
    }
}
