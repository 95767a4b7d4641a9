/* Readbacks on the CPU: memory. Objects read into it at once. */
#include "src/readback/readback.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/cpu/tables.h"

typedef struct cpu_readback {
    throng_context *context;
    unsigned char *memory;
    size_t bytes;
} cpu_readback;

static void destroy(void *state)
{
    cpu_readback *r = state;
    const throng_allocator *allocator = &r->context->allocator;
    throng_release(allocator, r->memory, r->bytes);
    throng_release(allocator, r, sizeof *r);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_readback_shape *shape = arguments;
    cpu_readback *r = throng_allocate(&context->allocator, sizeof *r);
    if (!r)
        return throng_fail_memory(context, "a readback", sizeof *r);
    r->context = context;
    r->bytes = shape->total;
    r->memory = throng_allocate(&context->allocator, r->bytes);
    if (!r->memory) {
        const throng_status status = throng_fail_memory(context, "reads", r->bytes);
        destroy(r);
        return status;
    }
    *state = r;
    return THRONG_OK;
}

static throng_status reset(void *state)
{
    (void)state;
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_readback *r = state;
    return (throng_usage){r->bytes + sizeof *r, 0, 0.0};
}

static unsigned char *memory(void *state)
{
    const cpu_readback *r = state;
    return r->memory;
}

static void begin(void *state, int32_t slot)
{
    (void)state;
    (void)slot;
}

static throng_status ended(void *state, int32_t slot, int32_t wait, int32_t *done)
{
    (void)state;
    (void)slot;
    (void)wait;
    *done = 1;
    return THRONG_OK;
}

const throng_readback_ops throng_cpu_readback_ops = {
    {create, destroy, reset, NULL, usage, NULL, 0}, memory, begin, begin, ended};
