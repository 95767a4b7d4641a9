/* Patches that are written together have, on every level, the bits of those that the reference level writes
 * one by one, whatever stands beside them: sizes, decays, worlds and rows of either parity. */
#include "src/cpu/cpu.h"
#include "src/cpu/simd.h"

#include "tests/influence/footprints.h"

#include <criterion/criterion.h>

#include <stdlib.h>

enum { MOST = 100 };

typedef struct footprints {
    footprint_item items[MOST];
    influence_source sources[MOST];
    size_t scratch_bytes;
    int32_t count;
} footprints;

/* What the sources of a scene need, and room for their patches and some values behind each. */
enum { GUARD = FOOTPRINT_UNIT };

static const float guard = 7.0f;

static void prepare(footprints *p, const throng_simd *simd, const walk_scene *s,
                    const throng_influence_object *objects, const influence_grid *grid, const uint32_t *bits)
{
    p->scratch_bytes = 0;
    p->count = 0;
    for (int32_t i = 0; i < s->count; i++) {
        influence_object o;
        memcpy(&o, &objects[i], sizeof o);
        p->sources[i] = influence_prepare(&o, grid, bits);
        const size_t bytes = simd->footprint_scratch(&o, grid);
        p->scratch_bytes = bytes > p->scratch_bytes ? bytes : p->scratch_bytes;
        footprint_item item = {&p->sources[i], NULL, footprint_area(&p->sources[i], grid)};
        if (item.area.columns == 0)
            continue;
        const size_t room = (size_t)footprint_units(item.area) * FOOTPRINT_UNIT;
        item.values = must_allocate((room + GUARD) * sizeof *item.values);
        for (size_t k = 0; k < GUARD; k++)
            item.values[room + k] = guard;
        p->items[p->count++] = item;
    }
}

static void release(footprints *p)
{
    for (int32_t i = 0; i < p->count; i++)
        free(p->items[i].values);
}

/* How many patches are found to be worth it together, where there are 4 and 8 lanes. */
static int32_t tied(const footprints *p, const influence_grid *grid)
{
    int32_t together = 0;
    for (int32_t i = 0, size; i < p->count; i += size) {
        size = footprint_batch_size(p->items + i, p->count - i, grid);
        together += size > 1 ? size : 0;
    }
    return together;
}

/* The patches' values, each as a map. */
static float *write_all(footprints *p, const throng_simd *simd, const walk_scene *s,
                        const influence_grid *grid, const uint32_t *bits)
{
    const size_t cells = (size_t)s->width * (size_t)s->height * (size_t)s->worlds;
    float *maps = must_allocate((size_t)s->count * cells * sizeof *maps);
    unsigned char *scratch = must_allocate(p->scratch_bytes + 64);
    int32_t wrong = 0;
    simd->footprint_write_all(p->items, p->count, scratch + (64 - (uintptr_t)scratch % 64) % 64, bits, grid);
    for (int32_t i = 0; i < p->count; i++) {
        const footprint_item *item = &p->items[i];
        const size_t room = (size_t)footprint_units(item->area) * FOOTPRINT_UNIT;
        float *map = maps + (size_t)(item->source - p->sources) * cells;
        wrong += footprint_to_map(item->values, item->area, map, s->width, (int32_t)cells);
        for (size_t k = 0; k < GUARD; k++)
            wrong += item->values[room + k] != guard;
    }
    cr_expect(wrong == 0, "level %d: %d values where none belong", (int)simd->isa, (int)wrong);
    free(scratch);
    return maps;
}

static float *write_scene(const throng_simd *simd, const walk_scene *s,
                          const throng_influence_object *objects, const uint32_t *bits, int32_t *together)
{
    const influence_grid grid = footprint_grid(s);
    footprints p;
    prepare(&p, simd, s, objects, &grid, bits);
    float *maps = write_all(&p, simd, s, &grid, bits);
    *together = tied(&p, &grid);
    release(&p);
    return maps;
}

typedef struct tally {
    int32_t together, filled;
} tally;

static void compare(const walk_scene *s, throng_isa isa, const float *maps, const float *expected, tally *t)
{
    const size_t cells = (size_t)s->width * (size_t)s->height * (size_t)s->worlds * (size_t)s->count;
    int32_t wrong = 0;
    for (size_t k = 0; k < cells; k++) {
        wrong += scalar_to_bits(maps[k] + 0.0f) != scalar_to_bits(expected[k] + 0.0f);
        t->filled += maps[k] != 0.0f;
    }
    cr_expect(wrong == 0, "%s, grid %d, propagation %d, seed %d: %d wrong", throng_isa_name(isa),
              (int)s->grid, (int)s->propagation, (int)s->seed, (int)wrong);
}

static void check_scene(const walk_scene *s, throng_isa isa, tally *t)
{
    uint8_t *walls = scene_walls(s);
    throng_influence_object *objects = walk_objects(s, walls);
    uint32_t *bits = footprint_walls(s, walls);
    int32_t together;
    float *expected = write_scene(throng_cpu_simd(THRONG_ISA_REFERENCE), s, objects, bits, &together);
    float *maps = write_scene(throng_cpu_simd(isa), s, objects, bits, &together);
    t->together += together;
    compare(s, isa, maps, expected, t);
    free(maps);
    free(expected);
    free(bits);
    free(objects);
    free(walls);
}

static void check_level(throng_propagation propagation, throng_isa isa)
{
    static const int32_t widths[] = {57, 28, 150, 32, 200}, heights[] = {43, 32, 40, 150, 190};
    tally t = {0, 0};
    for (int32_t i = 0; i < 120; i++) {
        walk_scene s = {.grid = i % 3,
                        .propagation = propagation,
                        .width = widths[i % 5],
                        .height = heights[i % 5],
                        .worlds = i % 5 < 2 && i % 4 == 0 ? 3 : 1,
                        .own_walls = i % 8 == 0,
                        .cell_size = 1.0f,
                        .walls = i / 3 % 2    ? WALLS_ROOMS
                                 : i % 7 == 0 ? WALLS_NONE
                                              : WALLS_RANDOM,
                        .density = 5 + i / 4,
                        .count = i % 5 == 4 ? 12 : 2 + i * 7 % (MOST - 2),
                        .seed = 900 + (uint64_t)i};
        s.objects = (mix){.reach_low = i % 2 ? 14 : 1,
                          .reach_high = i % 11 == 0  ? 300
                                        : i % 5 == 4 ? 90
                                        : i % 2      ? 16
                                                     : 30,
                          .exponential = i % 13 == 0 ? 100 : 50,
                          .adjusted = 70,
                          .offset = 20,
                          .alpha_most = 0.97f,
                          .strength_low = -20,
                          .strength_high = 8,
                          .gamma_lowest = -2};
        check_scene(&s, isa, &t);
    }
    cr_expect(t.together > 1000 && t.filled > 100000, "%s: %d patches together, %d cells",
              throng_isa_name(isa), (int)t.together, (int)t.filled);
}

static void check_levels(throng_propagation propagation)
{
    int32_t levels = 0;
    for (throng_isa isa = THRONG_ISA_REFERENCE + 1; isa < THRONG_ISA_COUNT; isa++)
        if (throng_cpu_simd(isa)) {
            check_level(propagation, isa);
            levels++;
        }
    cr_expect(levels > 0, "there is no level beside the reference");
}

Test(lanes, paths) { check_levels(THRONG_PROPAGATION_PATH); }
Test(lanes, adjacent) { check_levels(THRONG_PROPAGATION_ADJACENT); }
