/* Memory for the program, with a message if there is none. */
#ifndef THRONG_TOOLS_SUPPORT_MEMORY_H
#define THRONG_TOOLS_SUPPORT_MEMORY_H

#include <stddef.h>

/* Zeros for `count` elements and one more, so that it is never empty. On failure prints a message and sets
 * the exit code; returns NULL if that is set already. */
void *allocate(size_t count, size_t size, const char *what, int *code);

#endif
