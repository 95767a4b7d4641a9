/* Where influence walks, too, every way to compute gives the bits of the reference level, and that those of
 * golden.txt; a map that changes those of a new one; a batch those of its worlds alone. */
#include "tests/influence/propagation_frames.h"
#include "tests/support/each_backend.h"
#include "tests/support/golden.h"

enum { MOST_VARIANTS = 100 };

static float *expected[64];
static size_t sizes[64];

static void compute_expected(void)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    for (int32_t i = 0; i < walk_scene_count; i++)
        expected[i] = walk_play(context, &walk_scenes[i], &sizes[i]);
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static void check_variant(const variant *v)
{
    throng_context *context = open_variant(v, NULL);
    for (int32_t i = 0; i < walk_scene_count; i++) {
        size_t size;
        char what[160];
        float *got = walk_play(context, &walk_scenes[i], &size);
        snprintf(what, sizeof what, "%s: %s", v->name, walk_scenes[i].name);
        cr_expect(size == sizes[i] && same_bits(what, got, expected[i], size / sizeof *got), "%s", what);
        free(got);
    }
    cr_expect(throng_context_destroy(context) == THRONG_OK);
}

static void check_level(throng_isa isa)
{
    variant list[MOST_VARIANTS];
    int32_t every = cpu_variants(list, MOST_VARIANTS), count = 0;
    if (!throng_isa_available(isa))
        cr_skip_test("this build or this processor has no %s", throng_isa_name(isa));
    compute_expected();
    for (int32_t i = 0; i < every; i++)
        if (list[i].isa == isa && ++count)
            check_variant(&list[i]);
    cr_expect(count == (isa == THRONG_ISA_REFERENCE ? 12 : 6), "threads and schedulers: %d", (int)count);
    for (int32_t i = 0; i < walk_scene_count; i++)
        free(expected[i]);
}

Test(cpu, reference) { check_level(THRONG_ISA_REFERENCE); }
Test(cpu, vector) { check_level(THRONG_ISA_VECTOR); }
Test(cpu, sse2) { check_level(THRONG_ISA_SSE2); }
Test(cpu, avx2) { check_level(THRONG_ISA_AVX2); }
Test(cpu, avx512) { check_level(THRONG_ISA_AVX512); }
Test(cpu, neon) { check_level(THRONG_ISA_NEON); }

Test(golden, reference)
{
    compute_expected();
    for (int32_t i = 0; i < walk_scene_count; i++) {
        uint64_t hash = hash_bytes(expected[i], sizes[i]);
        uint64_t golden = golden_hash(getenv("THRONG_TEST_GOLDEN"), walk_scenes[i].name);
        cr_expect(hash == golden, "%s: hash %016llx, golden %016llx", walk_scenes[i].name,
                  (unsigned long long)hash, (unsigned long long)golden);
        free(expected[i]);
    }
}

/* ---------------------------------------------------------------- changes --------------------------- */

Test(changes, equal_a_new_map)
{
    static const int32_t threads[] = {1, 8};
    for (int k = 0; k < 2; k++) {
        variant v = {.backend = THRONG_BACKEND_CPU, .threads = threads[k], .run = k ? run_threads : NULL};
        v.isa = k && throng_isa_available(THRONG_ISA_AVX2) ? THRONG_ISA_AVX2 : THRONG_ISA_REFERENCE;
        throng_context *context = open_variant(&v, NULL);
        check_all_frames(context, throng_isa_name(v.isa), 35);
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* ---------------------------------------------------------------- batches --------------------------- */

/* One world of a scene by itself. */
static float *alone(throng_context *context, const walk_scene *s, const uint8_t *walls, int32_t world,
                    const throng_influence_object *objects)
{
    walk_scene one = *s;
    throng_influence_object *own = must_allocate((size_t)s->count * sizeof *own);
    int32_t count = 0;
    one.worlds = 1;
    one.own_walls = 0;
    for (int32_t i = 0; i < s->count; i++)
        if (objects[i].world == world) {
            own[count] = objects[i];
            own[count++].world = 0;
        }
    float *values = walk_compute(
        context, &one, walls + (s->own_walls ? (size_t)world * (size_t)s->width * (size_t)s->height : 0), own,
        count);
    free(own);
    return values;
}

static void check_batch(throng_context *context, const walk_scene *s)
{
    size_t cells = (size_t)s->width * (size_t)s->height;
    uint8_t *walls = scene_walls(s);
    throng_influence_object *objects = walk_objects(s, walls);
    float *batch = walk_compute(context, s, walls, objects, s->count);
    int filled = 0;
    for (int32_t world = 0; world < s->worlds; world++) {
        char what[100];
        float *one = alone(context, s, walls, world, objects);
        snprintf(what, sizeof what, "grid %d, propagation %d: world %d of %d", (int)s->grid,
                 (int)s->propagation, (int)world, (int)s->worlds);
        cr_expect(same_bits(what, batch + (size_t)world * cells, one, cells), "%s", what);
        for (size_t i = 0; i < cells; i++)
            filled += one[i] != 0.0f;
        free(one);
    }
    cr_expect(filled > s->worlds, "%d cells hold influence", filled);
    free(batch);
    free(objects);
    free(walls);
}

Test(batch, equals_its_worlds)
{
    variant list[3];
    int32_t count = walk_variants(list, 3);
    for (int32_t v = 0; v < count; v++) {
        throng_context *context = open_variant(&list[v], NULL);
        for (int32_t i = 0; i < 24; i++) {
            int32_t many = i % 4 >= 2;
            walk_scene s = {.grid = i / 4 % 3,
                            .propagation = i / 12 ? THRONG_PROPAGATION_ADJACENT : THRONG_PROPAGATION_PATH,
                            .width = many ? 5 : 33,
                            .height = many ? 4 : 22,
                            .worlds = many ? 300 : 4,
                            .own_walls = i % 2,
                            .cell_size = 0.5f,
                            .walls = WALLS_RANDOM,
                            .density = 25,
                            .count = many ? 600 : 60,
                            .seed = 900 + (uint64_t)i};
            s.objects = (mix){.reach_low = 0,
                              .reach_high = 30,
                              .exponential = 50,
                              .adjusted = 50,
                              .offset = 30,
                              .alpha_most = 0.9f,
                              .strength_high = 5,
                              .gamma_lowest = -1};
            check_batch(context, &s);
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}

/* Euclidean worlds are the same kind of batch. */
EACH(batch, euclidean)
{
    enum { W = 40, H = 26, WORLDS = 5, COUNT = 60 };
    for (int grid = 0; grid < 3; grid += 2) {
        const scene s = {.width = W,
                         .height = H,
                         .cell_size = 1.0f,
                         .grid = grid,
                         .count = COUNT,
                         .seed = 77,
                         .objects = {.spread = 0.3f,
                                     .reach_low = 1,
                                     .reach_high = 30,
                                     .exponential = 50,
                                     .adjusted = 50,
                                     .offset = 20,
                                     .alpha_most = 0.9f,
                                     .strength_high = 5,
                                     .gamma_lowest = -2}};
        throng_influence *map;
        throng_influence_def def = scene_def(&s);
        throng_influence_object *objects = scene_objects(&s), own[COUNT];
        float *values = must_allocate(sizeof(float) * W * H * WORLDS);
        for (int i = 0; i < COUNT; i++)
            objects[i].world = i * 7 % WORLDS;
        def.worlds = WORLDS;
        MUST(context, throng_influence_create(context, &def, &map));
        MUST(context, throng_influence_set_objects(map, 0, 0, COUNT, objects, 0));
        MUST(context, throng_influence_update(map));
        MUST(context, throng_influence_read(map, 0, NULL, values, 0));
        def.worlds = 1;
        for (int w = 0; w < WORLDS; w++) {
            int32_t count = 0;
            for (int i = 0; i < COUNT; i++)
                if (objects[i].world == w) {
                    own[count] = objects[i];
                    own[count++].world = 0;
                }
            float *one = compute(context, &def, own, count);
            cr_expect(same_bits("a Euclidean world", values + (ptrdiff_t)w * W * H, one, W * H), "world %d",
                      w);
            free(one);
        }
        throng_influence_destroy(map);
        free(values);
        free(objects);
    }
}
