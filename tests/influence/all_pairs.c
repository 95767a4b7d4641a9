/* Paths out of a table of all pairs of cells: the bits of a search, whatever the objects are like and
 * whatever happens to the walls; the memory that was said; and devices do without. */
#include "tests/influence/propagation_frames.h"

#include "tests/support/each_backend.h"

enum { MOST = 100 };

#define USUAL(low, high)                                                                                     \
    .reach_low = (low), .reach_high = (high), .exponential = 50, .adjusted = 60, .offset = 25,               \
    .alpha_most = 0.9f, .strength_high = 6, .gamma_lowest = -2

static const struct {
    const char *name;
    walls_kind walls;
    int32_t density;
    mix objects;
} kinds[] = {
    {"no walls", WALLS_NONE, 0, {USUAL(0.0f, 20.0f)}},
    {"no walls, whole distances", WALLS_NONE, 0, {USUAL(1.0f, 12.0f), .snapped = 1}},
    {"some walls", WALLS_RANDOM, 20, {USUAL(0.0f, 20.0f)}},
    {"some walls, motion towards neighbours", WALLS_RANDOM, 20, {USUAL(1.0f, 20.0f), .snapped = 1}},
    {"many walls", WALLS_RANDOM, 40, {USUAL(5.0f, 1e4f)}},
    {"a maze", WALLS_MAZE, 15, {USUAL(3.0f, 90.0f)}},
    {"rooms, alpha next to 1",
     WALLS_ROOMS,
     0,
     {.reach_low = 3,
      .reach_high = 30,
      .exponential = 50,
      .adjusted = 100,
      .alpha_most = 0.9999f,
      .strength_high = 6,
      .gamma_lowest = -1}},
    {"rooms, offset",
     WALLS_ROOMS,
     0,
     {.reach_low = 2,
      .reach_high = 12,
      .exponential = 50,
      .offset = 100,
      .strength_high = 6,
      .gamma_lowest = -2}},
    {"one corridor", WALLS_SERPENTINE, 0, {USUAL(1.0f, 1e9f)}},
    {"tiny influences",
     WALLS_RANDOM,
     15,
     {.reach_low = 1,
      .reach_high = 40,
      .exponential = 60,
      .adjusted = 50,
      .alpha_most = 0.9f,
      .strength_low = -126,
      .strength_high = -110,
      .gamma_lowest = -20}},
};

static walk_scene scene_of(size_t kind, throng_grid grid, int32_t worlds, int32_t count)
{
    walk_scene s = {.name = kinds[kind].name, .grid = grid, .propagation = THRONG_PROPAGATION_PATH};
    s.width = 15 + (int32_t)kind;
    s.height = 12;
    s.worlds = worlds;
    s.cell_size = kind % 2 ? 1.0f : 0.37f;
    s.walls = kinds[kind].walls;
    s.density = kinds[kind].density;
    s.count = count;
    s.seed = 700 + 10 * (uint64_t)kind + (uint64_t)grid;
    s.objects = kinds[kind].objects;
    return s;
}

/* The map of a scene's objects, added up one half after the other. */
static float *compute_by(throng_context *context, const walk_scene *s, const uint8_t *walls,
                         int32_t all_pairs)
{
    throng_influence *map;
    throng_influence_def def = walk_def(s);
    size_t cells = (size_t)s->width * (size_t)s->height * (size_t)s->worlds;
    float *values = must_allocate(cells * sizeof *values);
    throng_influence_object *objects = walk_objects(s, walls);
    int32_t half = s->count / 2;
    def.terrain = walk_terrain(context, s, walls);
    def.all_pairs = all_pairs;
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_set_objects(map, 0, 0, half, objects, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_set_objects(map, 0, half, s->count - half, objects + half, 0));
    MUST(context, throng_influence_update(map));
    MUST(context, throng_influence_read(map, 0, NULL, values, 0));
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    free(objects);
    return values;
}

static void expect_same_on(throng_context *context, throng_context *reference, const char *how,
                           const walk_scene *s, const uint8_t *walls)
{
    char what[200];
    size_t world = (size_t)s->width * (size_t)s->height, cells = world * (size_t)s->worlds;
    size_t filled = 0, passable = 0;
    float *searched = compute_by(reference, s, walls, 0), *got = compute_by(context, s, walls, 1);
    snprintf(what, sizeof what, "%s: %s, grid %d, %d worlds", how, s->name, (int)s->grid, (int)s->worlds);
    cr_expect(same_bits(what, got, searched, cells), "%s", what);
    for (size_t i = 0; i < cells; i++) {
        filled += searched[i] != 0.0f;
        passable += !walls[i % world];
    }
    cr_expect(filled > passable / 20, "%s: %zu cells of %zu hold influence", what, filled, passable);
    free(got);
    free(searched);
}

static void expect_same(throng_context *context, throng_context *reference, const char *how,
                        const walk_scene *s)
{
    uint8_t *walls = scene_walls(s);
    expect_same_on(context, reference, how, s, walls);
    free(walls);
}

Test(bits, of_a_search)
{
    variant list[3], plain = reference_variant();
    int32_t count = walk_variants(list, 3);
    throng_context *reference = open_variant(&plain, NULL);
    for (int32_t v = 0; v < count; v++) {
        throng_context *context = open_variant(&list[v], NULL);
        for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
            for (throng_grid grid = 0; grid < 3; grid++) {
                walk_scene s = scene_of(kind, grid, kind % 3 == 2 ? 3 : 1, 50);
                expect_same(context, reference, list[v].name, &s);
            }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
    cr_expect(throng_context_destroy(reference) == THRONG_OK);
}

Test(bits, on_every_level)
{
    variant list[MOST], plain = reference_variant();
    int32_t count = cpu_variants(list, MOST);
    throng_context *reference = open_variant(&plain, NULL);
    for (int32_t v = 0; v < count; v++) {
        throng_context *context = open_variant(&list[v], NULL);
        walk_scene s = scene_of(3 + (size_t)v % 3, v % 3, 2, 40);
        s.width = 17;
        s.height = 10;
        expect_same(context, reference, list[v].name, &s);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
    cr_expect(throng_context_destroy(reference) == THRONG_OK);
}

/* A few cells for very many worlds: what the table is for. */
Test(bits, of_many_worlds)
{
    variant plain = reference_variant();
    throng_context *context = open_variant(&plain, NULL);
    for (throng_grid grid = 0; grid < 3; grid++) {
        walk_scene s = scene_of(3, grid, 700, 1500);
        s.width = 5;
        s.height = 4;
        expect_same(context, context, "many worlds", &s);
        s = scene_of(0, grid, 300, 500);
        s.width = 1;
        s.height = 2;
        expect_same(context, context, "two cells", &s);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Some 200 cells in one piece, as far from the first one as they can be. */
static int is_passable(int32_t width, int32_t column, int32_t row)
{
    if (width == 64)
        return row == 61 || row == 63 || column == 62;
    return width == 1 ? row >= THRONG_MAX_ALL_PAIRS - 190 : column >= width - 100 - 90 * (width > 2048);
}

/* As many cells as a table may have; few of them are free, since a table of all takes a minute to build. */
Test(bits, at_the_largest)
{
    static const int32_t widths[] = {64, THRONG_MAX_ALL_PAIRS, 1, 2048};
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 2};
    throng_context *context = open_variant(&v, NULL);
    uint8_t walls[THRONG_MAX_ALL_PAIRS];
    for (int32_t k = 0; k < 4; k++) {
        walk_scene s = scene_of(4, k % 3, 1, 25);
        s.width = widths[k];
        s.height = THRONG_MAX_ALL_PAIRS / widths[k];
        for (int32_t i = 0; i < THRONG_MAX_ALL_PAIRS; i++)
            walls[i] = !is_passable(s.width, i % s.width, i / s.width);
        expect_same_on(context, context, "the largest", &s, walls);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* ---------------------------------------------------------------- changes --------------------------- */

/* Objects set, moved and dropped, walls built and torn down, momentum; every update equals a search by a new
 * map. */
Test(changes, equal_a_search)
{
    for (int32_t i = 0; i < 12; i++) {
        variant v = {
            .backend = THRONG_BACKEND_CPU, .threads = i % 2 ? 8 : 1, .run = i % 2 ? run_threads : NULL};
        v.isa = i % 4 < 2 ? THRONG_ISA_REFERENCE : THRONG_ISA_AUTO;
        throng_context *context = open_variant(&v, NULL);
        walk_scene s = scene_of(3 - (size_t)i / 6, i % 3, i / 3 % 2 ? 3 : 1, 40);
        s.width = 17;
        s.height = 10;
        s.seed += (uint64_t)i;
        check_frames_by(context, "all pairs", s, 1, 28);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

static void expect_row(throng_context *context, throng_influence *map, int32_t layer, const char *what,
                       const float expected[6])
{
    float row[6];
    MUST(context, throng_influence_read(map, layer, NULL, row, 0));
    for (int i = 0; i < 6; i++)
        cr_expect(row[i] == expected[i], "%s: column %d holds %g, expected %g", what, i, (double)row[i],
                  (double)expected[i]);
}

static void build(throng_context *context, throng_terrain *terrain, int32_t column, int32_t blocked)
{
    const throng_region cell = {column, 0, 1, 1};
    MUST(context, throng_terrain_fill(terrain, &cell, blocked));
}

/* A corridor of six cells, by hand. Two maps on the same walls, updated at different times; layers too. */
Test(changes, of_a_corridor)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def def = map_def(6, 1, THRONG_GRID_SQUARE4);
    throng_influence_object o = throng_influence_default_object();
    throng_influence *map, *other;
    ground.width = 6;
    ground.height = 1;
    MUST(context, throng_terrain_create(context, &ground, &def.terrain));
    def.propagation = THRONG_PROPAGATION_PATH;
    def.all_pairs = 1;
    def.layers = 2;
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_create(context, &def, &other));
    o.x = o.y = 0.5f;
    o.influence = 10.0f;
    o.decay = 1.0f;
    for (int32_t layer = 0; layer < 2; layer++)
        MUST(context, throng_influence_set_objects(map, layer, 0, 1, &o, 0));
    MUST(context, throng_influence_set_objects(other, 0, 0, 1, &o, 0));
    MUST(context, throng_influence_update(map));
    expect_row(context, map, 0, "open", (float[]){10, 9, 8, 7, 6, 5});
    build(context, def.terrain, 3, 1);
    expect_row(context, map, 0, "before the update", (float[]){10, 9, 8, 7, 6, 5});
    MUST(context, throng_influence_update_layer(map, 0));
    expect_row(context, map, 0, "closed", (float[]){10, 9, 8, 0, 0, 0});
    expect_row(context, map, 1, "the other layer", (float[]){10, 9, 8, 7, 6, 5});
    build(context, def.terrain, 3, 0);
    build(context, def.terrain, 4, 1);
    MUST(context, throng_influence_update_layer(map, 1));
    expect_row(context, map, 1, "moved", (float[]){10, 9, 8, 7, 0, 0});
    MUST(context, throng_influence_update(map));
    expect_row(context, map, 0, "moved", (float[]){10, 9, 8, 7, 0, 0});
    MUST(context, throng_influence_update(other));
    expect_row(context, other, 0, "another map", (float[]){10, 9, 8, 7, 0, 0});
    build(context, def.terrain, 0, 1); /* the object's own cell */
    MUST(context, throng_influence_update(other));
    expect_row(context, other, 0, "in a wall", (float[]){0, 0, 0, 0, 0, 0});
    build(context, def.terrain, 0, 0);
    build(context, def.terrain, 4, 0);
    const float there[2] = {5.5f, 0.5f};
    MUST(context, throng_influence_move_objects(other, 0, 0, 1, there, 0, NULL, 0));
    MUST(context, throng_influence_update(other));
    expect_row(context, other, 0, "elsewhere", (float[]){5, 6, 7, 8, 9, 10});
    MUST(context, throng_influence_reset(other));
    expect_row(context, other, 0, "reset", (float[]){0, 0, 0, 0, 0, 0});
    build(context, def.terrain, 2, 1);
    MUST(context, throng_influence_set_objects(other, 0, 0, 1, &o, 0));
    MUST(context, throng_influence_update(other));
    expect_row(context, other, 0, "after a reset", (float[]){10, 9, 0, 0, 0, 0});
    throng_influence_destroy(other);
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

/* Walls change while no object is near, or there is none at all; later one comes. */
Test(changes, that_nobody_saw)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    walk_scene s = scene_of(2, THRONG_GRID_SQUARE8, 1, 8);
    throng_influence *maps[2];
    float values[2][20 * 20];
    s.width = s.height = 20;
    s.objects.reach_high = 3.0f;
    throng_influence_def def = walk_def(&s);
    uint8_t *walls = scene_walls(&s);
    rng r = {17};
    def.terrain = walk_terrain(context, &s, walls);
    for (int k = 0; k < 2; k++) {
        def.all_pairs = k;
        MUST(context, throng_influence_create(context, &def, &maps[k]));
    }
    for (int round = 0; round < 12; round++) {
        const throng_region wall = {rng_below(&r, 16), rng_below(&r, 17), 4, 3};
        MUST(context, throng_terrain_fill(def.terrain, &wall, round % 2));
        if (round % 3 == 1)
            MUST(context, throng_influence_update(maps[1]));
        MUST(context, throng_terrain_read(def.terrain, NULL, walls, 0));
        throng_influence_object o = walk_object(&r, &s, walls, 0);
        for (int k = 0; k < 2; k++) {
            if (round % 4 == 3)
                MUST(context, throng_influence_truncate_objects(maps[k], 0, 0));
            else
                MUST(context, throng_influence_set_objects(maps[k], 0, 0, 1, &o, 0));
            MUST(context, throng_influence_update(maps[k]));
            MUST(context, throng_influence_read(maps[k], 0, NULL, values[k], 0));
        }
        cr_expect(same_bits("changes", values[0], values[1], 20 * 20), "round %d", round);
    }
    for (int k = 0; k < 2; k++)
        throng_influence_destroy(maps[k]);
    MUST(context, throng_terrain_destroy(def.terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    free(walls);
}

/* ---------------------------------------------------------------- memory, devices ------------------- */

static throng_influence_info info_of(throng_context *context, const walk_scene *s, int32_t all_pairs)
{
    throng_influence *map;
    throng_influence_info info;
    throng_influence_def def = walk_def(s);
    uint8_t *walls = scene_walls(s);
    def.terrain = walk_terrain(context, s, walls);
    def.all_pairs = all_pairs;
    MUST(context, throng_influence_create(context, &def, &map));
    MUST(context, throng_influence_get_info(map, &info));
    throng_influence_destroy(map);
    MUST(context, throng_terrain_destroy(def.terrain));
    free(walls);
    return info;
}

/* 5 bytes a pair, however many worlds there are; what a search needs besides is a few words a cell, which is
 * less than a byte a pair where there are hundreds of cells. */
Test(memory, of_a_table)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    for (int32_t worlds = 1; worlds <= 50; worlds += 49) {
        walk_scene s = scene_of(2, THRONG_GRID_SQUARE8, worlds, 4);
        s.width = 40;
        s.height = 30;
        const uint64_t pairs = (uint64_t)1200 * 1200;
        uint64_t more = info_of(context, &s, 1).host_bytes - info_of(context, &s, 0).host_bytes;
        cr_expect(more >= 5 * pairs && more < 6 * pairs, "%d worlds: %llu bytes for %llu pairs", (int)worlds,
                  (unsigned long long)more, (unsigned long long)pairs);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

Test(devices, do_without)
{
    variant plain = reference_variant(), device = {.backend = THRONG_BACKEND_OPENCL, .threads = 1};
    device.isa = THRONG_ISA_REFERENCE;
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    throng_context *reference = open_variant(&plain, NULL), *context = open_variant(&device, NULL);
    walk_scene s = scene_of(3, THRONG_GRID_SQUARE8, 2, 12);
    s.width = 13;
    s.height = 9;
    expect_same(context, reference, "opencl", &s);
    s.width = 40;
    s.height = 30;
    throng_influence_info with = info_of(context, &s, 1), without = info_of(context, &s, 0);
    cr_expect(with.backend == THRONG_BACKEND_OPENCL);
    cr_expect(with.host_bytes == without.host_bytes && with.device_bytes == without.device_bytes);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
    cr_expect(throng_context_destroy(reference) == THRONG_OK);
}
