#include "src/core/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <malloc.h>
#endif

enum { THRONG_ALIGNMENT = 64 };

static void *allocate_default(size_t size)
{
#if defined(_WIN32)
    return _aligned_malloc(size, THRONG_ALIGNMENT);
#else
    return aligned_alloc(THRONG_ALIGNMENT,
                         (size + THRONG_ALIGNMENT - 1) / THRONG_ALIGNMENT * THRONG_ALIGNMENT);
#endif
}

static void release_default(void *memory)
{
#if defined(_WIN32)
    _aligned_free(memory);
#else
    free(memory);
#endif
}

void *throng_allocate(const throng_allocator *allocator, size_t size)
{
    if (size > SIZE_MAX / 2)
        return NULL;
    void *memory = allocator->allocate ? allocator->allocate(allocator->user, size, THRONG_ALIGNMENT)
                                       : allocate_default(size);
    if (memory)
        memset(memory, 0, size);
    return memory;
}

void throng_release(const throng_allocator *allocator, void *memory, size_t size)
{
    if (!memory)
        return;
    if (allocator->release)
        allocator->release(allocator->user, memory, size);
    else
        release_default(memory);
}

int throng_multiply(size_t a, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b)
        return 0;
    *product = a * b;
    return 1;
}
