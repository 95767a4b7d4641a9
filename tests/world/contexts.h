/* Contexts for the parts of worlds in one process. */
#ifndef THRONG_TESTS_WORLD_CONTEXTS_H
#define THRONG_TESTS_WORLD_CONTEXTS_H

#include "tests/support/each_variant.h"

enum { CONTEXTS = 8 };

static throng_context *contexts[CONTEXTS];

/* Of SIMD levels in turn, with one thread or two; with_device: the second one on an OpenCL device. */
static void open_contexts(int with_device)
{
    variant v = reference_variant();
    int32_t isa = 0;
    for (int32_t i = 0; i < CONTEXTS; i++) {
        do
            isa = isa % (THRONG_ISA_COUNT - 1) + 1;
        while (!throng_isa_available(isa));
        v.isa = isa;
        v.threads = 1 + i % 2;
        v.backend = THRONG_BACKEND_CPU;
        if (with_device && i == 1) {
            variant device[4];
            int32_t last = few_variants(device, 4) - 1;
            while (last > 0 && device[last].backend != THRONG_BACKEND_OPENCL)
                last--;
            cr_assert(device[last].backend == THRONG_BACKEND_OPENCL);
            contexts[i] = open_variant(&device[last], NULL);
        } else {
            contexts[i] = open_variant(&v, NULL);
        }
    }
}

static void close_contexts(void)
{
    for (int32_t i = 0; i < CONTEXTS; i++)
        cr_expect(throng_context_destroy(contexts[i]) == THRONG_OK);
}

#endif
