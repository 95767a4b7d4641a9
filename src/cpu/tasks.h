/* What the CPU backend's operations share: memory that counts in an object's bytes, and parts of ranges. */
#ifndef THRONG_CPU_TASKS_H
#define THRONG_CPU_TASKS_H

#include <throng/throng.h>

/* NULL, and the context's message, where there is none; or where *status is a failure already. At least one
 * entry, zeroed. */
void *throng_cpu_allocate(throng_context *context, uint64_t *bytes, size_t count, size_t size,
                          const char *what, throng_status *status);
void throng_cpu_free(throng_context *context, uint64_t *bytes, void *memory, size_t count,
                     size_t size); /* NULL is fine */
/* Part `index` of `parts` of the range [0, count). */
int32_t throng_cpu_part(int32_t count, int32_t parts, int32_t index);
/* How many parts of at least `least` entries, and at most one for each task. */
int32_t throng_cpu_parts(int32_t count, int32_t least, int32_t tasks);

#endif
