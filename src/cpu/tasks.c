#include "src/cpu/tasks.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"

void *throng_cpu_allocate(throng_context *context, uint64_t *bytes, size_t count, size_t size,
                          const char *what, throng_status *status)
{
    size_t wanted = 0;
    if (*status != THRONG_OK)
        return NULL;
    void *memory = throng_multiply(count, size, &wanted)
                       ? throng_allocate(&context->allocator, wanted ? wanted : size)
                       : NULL;
    if (!memory)
        *status = throng_fail_memory(context, what, wanted);
    else
        *bytes += wanted ? wanted : size;
    return memory;
}

void throng_cpu_free(throng_context *context, uint64_t *bytes, void *memory, size_t count, size_t size)
{
    if (memory)
        *bytes -= (count ? count : 1) * size;
    throng_release(&context->allocator, memory, count ? count * size : size);
}
