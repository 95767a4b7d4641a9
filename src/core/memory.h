/* Memory by the host's allocator. */
#ifndef THRONG_CORE_MEMORY_H
#define THRONG_CORE_MEMORY_H

#include <throng/context.h>

#include <stdint.h>
#include <string.h>

/* 64-byte aligned and zeroed; NULL: none left. size > 0; more than half of all addresses is never there. */
void *throng_allocate(const throng_allocator *allocator, size_t size);
void throng_release(const throng_allocator *allocator, void *memory, size_t size); /* NULL is fine */
/* a*b in *product; 0 where that does not fit. */
int throng_multiply(size_t a, size_t b, size_t *product);
/* a*b; where that does not fit, more than throng_allocate() ever gives, and still so after a few additions.
 * Sizes are 32 bits on some machines. */
static inline size_t throng_times(size_t a, size_t b)
{
    size_t product;
    return throng_multiply(a, b, &product) && product <= SIZE_MAX / 4 * 3 ? product : SIZE_MAX / 4 * 3;
}
/* Whether values are equal to the last bit, NaN and the sign of 0 included. Structs must have no gaps. */
static inline int throng_same_bits(const void *a, const void *b, size_t bytes)
{
    return memcmp(a, b, bytes) == 0;
}

#endif
