#include "src/core/rows.h"
#include "src/core/context.h"
#include "src/core/parallel.h"

#include <string.h>

enum { COPIED_PER_TASK = 64 * 1024 }; /* bytes: some 10 microseconds */

typedef struct copying {
    char *to;
    const char *from;
    size_t stride, size, count;
    int32_t parts;
} copying;

/* With sizes that the compiler knows: rows of some words are copied without a call. */
#define COPY_ROWS(bytes)                                                                                     \
    for (size_t i = first; i < end; i++)                                                                     \
    memcpy(c->to + i * c->stride, c->from + i * c->size, bytes)

static void copy_some(void *data, int32_t index)
{
    const copying *c = data;
    const uint64_t count = c->count, part = (uint64_t)index, parts = (uint64_t)c->parts;
    const size_t first = (size_t)(count * part / parts), end = (size_t)(count * (part + 1) / parts);
    if (c->stride == c->size)
        memcpy(c->to + first * c->size, c->from + first * c->size, (end - first) * c->size);
    else if (c->size == 4)
        COPY_ROWS(4);
    else if (c->size == 8)
        COPY_ROWS(8);
    else if (c->size == 16)
        COPY_ROWS(16);
    else
        COPY_ROWS(c->size);
}

void throng_copy_rows(const throng_context *context, void *to, size_t stride, const void *from, size_t size,
                      size_t count)
{
    copying c = {to, from, stride, size, count, 1};
    if (count == 1 || stride == size) { /* one row, which tasks share by bytes */
        c.count = size * count;
        c.size = c.stride = 1;
    }
    const size_t parts = c.size * c.count / COPIED_PER_TASK + 1;
    c.parts = parts < (size_t)context->threads ? (int32_t)parts : context->threads;
    throng_run(context, c.parts, copy_some, &c);
}
