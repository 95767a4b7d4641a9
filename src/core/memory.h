/* Memory by the host's allocator. */
#ifndef THRONG_CORE_MEMORY_H
#define THRONG_CORE_MEMORY_H

#include <throng/context.h>

/* 64-byte aligned and zeroed; NULL: none left. size > 0. */
void *throng_allocate(const throng_allocator *allocator, size_t size);
void throng_release(const throng_allocator *allocator, void *memory, size_t size); /* NULL is fine */
/* a*b in *product; 0 where that does not fit. */
int throng_multiply(size_t a, size_t b, size_t *product);

#endif
