/* Every way to compute gives the bits of the reference level: SIMD levels, numbers of threads, hosts'
 * schedulers (opencl_bits.c: OpenCL); and the reference level those that stand in golden.txt. */
#include "tests/support/bits.h"
#include "tests/support/golden.h"

#include <stdlib.h>
#include <string.h>

static void check_level(throng_isa isa)
{
    variant all[MOST_VARIANTS], list[MOST_VARIANTS];
    int32_t count = 0;
    int32_t every = cpu_variants(all, MOST_VARIANTS);
    if (!throng_isa_available(isa))
        cr_skip_test("this build or this processor has no %s", throng_isa_name(isa));
    for (int32_t i = 0; i < every; i++)
        if (all[i].isa == isa)
            list[count++] = all[i];
    cr_expect(count == (isa == THRONG_ISA_REFERENCE ? 12 : 6), "threads and schedulers: %d", (int)count);
    check_bits(list, count);
}

Test(cpu, reference) { check_level(THRONG_ISA_REFERENCE); }
Test(cpu, vector) { check_level(THRONG_ISA_VECTOR); }
Test(cpu, sse2) { check_level(THRONG_ISA_SSE2); }
Test(cpu, avx2) { check_level(THRONG_ISA_AVX2); }
Test(cpu, avx512) { check_level(THRONG_ISA_AVX512); }
Test(cpu, neon) { check_level(THRONG_ISA_NEON); }

/* The host's scheduler is what runs: a library that ignored it would agree as well. */
Test(cpu, scheduler_is_used)
{
    int32_t runs = 0;
    size_t size;
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 4;
    def.parallel = (throng_parallel){run_reversed, &runs};
    MUST(NULL, throng_context_create(&def, &context));
    free(play(context, &shared_scenes[0], &size));
    cr_expect(runs > 0);
    throng_context_destroy(context);
}

/* Run after run, and map after map of one context. */
Test(cpu, repeated)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 8, .run = run_threads};
    throng_context *context = open_variant(&v, NULL);
    size_t size, again;
    float *first = play(context, &shared_scenes[1], &size);
    for (int i = 0; i < 20; i++) {
        float *next = play(context, &shared_scenes[1], &again);
        cr_expect(again == size && memcmp(first, next, size) == 0, "run %d", i);
        free(next);
    }
    free(first);
    throng_context_destroy(context);
}

Test(golden, reference)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    for (int32_t i = 0; i < shared_scene_count; i++) {
        size_t size;
        float *values = play(context, &shared_scenes[i], &size);
        uint64_t hash = hash_bytes(values, size);
        uint64_t golden = golden_hash(getenv("THRONG_TEST_GOLDEN"), shared_scenes[i].name);
        cr_expect(hash == golden, "%s: hash %016llx, golden %016llx", shared_scenes[i].name,
                  (unsigned long long)hash, (unsigned long long)golden);
        free(values);
    }
    throng_context_destroy(context);
}

/* FNV-1a's own published test values: the hash of "" and of "foobar". */
Test(golden, hash)
{
    cr_expect(hash_bytes("", 0) == 0xcbf29ce484222325u);
    cr_expect(hash_bytes("foobar", 6) == 0x85944171f73967e8u);
}
