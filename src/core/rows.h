/* Rows from packed memory into the caller's. */
#ifndef THRONG_CORE_ROWS_H
#define THRONG_CORE_ROWS_H

#include <throng/context.h>

/* Copies `count` rows of `size` bytes to where they are `stride` bytes apart, in parallel if there are
 * many. */
void throng_copy_rows(const throng_context *context, void *to, size_t stride, const void *from, size_t size,
                      size_t count);

#endif
