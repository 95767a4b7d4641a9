/* What the CPU backend's operations share: memory that counts in an object's bytes. */
#ifndef THRONG_CPU_TASKS_H
#define THRONG_CPU_TASKS_H

#include <throng/throng.h>

/* NULL, and the context's message, where there is none; or where *status is a failure already. At least one
 * entry, zeroed. */
void *throng_cpu_allocate(throng_context *context, uint64_t *bytes, size_t count, size_t size,
                          const char *what, throng_status *status);
void throng_cpu_free(throng_context *context, uint64_t *bytes, void *memory, size_t count,
                     size_t size); /* NULL is fine */

#endif
