/* Memory by the host's allocator. */
#ifndef THRONG_CORE_MEMORY_H
#define THRONG_CORE_MEMORY_H

#include <throng/context.h>

#include <string.h>

/* 64-byte aligned and zeroed; NULL: none left. size > 0. */
void *throng_allocate(const throng_allocator *allocator, size_t size);
void throng_release(const throng_allocator *allocator, void *memory, size_t size); /* NULL is fine */
/* a*b in *product; 0 where that does not fit. */
int throng_multiply(size_t a, size_t b, size_t *product);
/* Whether values are equal to the last bit, NaN and the sign of 0 included. Structs must have no gaps. */
static inline int throng_same_bits(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes) == 0;
}

#endif
