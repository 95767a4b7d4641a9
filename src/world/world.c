/* Worlds: the public calls, and memory. */
#include "src/world/world.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/object.h"
#include "src/core/status.h"

#include <string.h>

throng_world_def throng_world_default_def(void)
{
    throng_world_def def;
    memset(&def, 0, sizeof def);
    def.balance_steps = 64;
    def.imbalance = 1.1f;
    def.cookie = THRONG_WORLD_DEF_COOKIE;
    return def;
}

/* ---------------------------------------------------------------- memory ---------------------------- */

throng_status throng_buffer_reserve(throng_world *world, throng_buffer *buffer, size_t bytes)
{
    if (bytes <= buffer->capacity)
        return THRONG_OK;
    const throng_allocator *allocator = &world->context->allocator;
    const size_t capacity = bytes + bytes / 4 + 256;
    char *memory = capacity > bytes ? throng_allocate(allocator, capacity) : NULL;
    if (!memory)
        return throng_fail_memory(world->context, "the lists of a world", bytes);
    if (buffer->bytes > 0)
        memcpy(memory, buffer->memory, buffer->bytes);
    throng_release(allocator, buffer->memory, buffer->capacity);
    buffer->memory = memory;
    buffer->capacity = capacity;
    return THRONG_OK;
}

void throng_buffer_release(const throng_world *world, throng_buffer *buffer)
{
    throng_release(&world->context->allocator, buffer->memory, buffer->capacity);
    memset(buffer, 0, sizeof *buffer);
}

throng_status throng_world_check(throng_world *world)
{
    if (!world || world->cookie != THRONG_WORLD_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    world->object_lost = NULL;
    if (world->lost)
        return throng_fail(world->context, THRONG_ERROR_LOST,
                           "the world is lost: its transport failed; destroy it");
    return THRONG_OK;
}

/* ---------------------------------------------------------------- create ---------------------------- */

static throng_status check_transport(throng_context *context, const throng_transport *t)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (t->size == 0)
        return THRONG_OK;
    if (t->size < 1 || t->size > THRONG_MAX_PARTS || t->rank < 0 || t->rank >= t->size)
        return throng_fail(context, wrong, "def.transport has rank %d of %d: 0 to size - 1, and size 1 to %d",
                           (int)t->rank, (int)t->size, THRONG_MAX_PARTS);
    if (!t->exchange_begin || !t->exchange_end || !t->all_to_all || !t->reduce || !t->broadcast)
        return throng_fail(context, wrong, "def.transport lacks a function: all must be set but message");
    return THRONG_OK;
}

static throng_status check_def(throng_context *context, const throng_world_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->cookie != THRONG_WORLD_DEF_COOKIE)
        return throng_fail(context, wrong, "def was not made by throng_world_default_def()");
    if (def->cut != THRONG_CUT_BISECTION && def->cut != THRONG_CUT_STRIPS)
        return throng_fail(context, wrong, "def.cut is %d: one of THRONG_CUT_*", (int)def->cut);
    if (def->balance_steps < 0)
        return throng_fail(context, wrong, "def.balance_steps is %d: 0 or more", (int)def->balance_steps);
    if (!(def->imbalance >= 1.0f && def->imbalance <= 1e9f))
        return throng_fail(context, wrong, "def.imbalance is %.9g: 1 or more", (double)def->imbalance);
    return THRONG_OK;
}

static void release(throng_world *world)
{
    const throng_allocator allocator = world->context->allocator;
    const size_t size = (size_t)world->size;
    throng_world_close_lanes(world);
    for (int32_t i = 0; i < world->size && world->out && world->in; i++) {
        throng_buffer_release(world, &world->out[i]);
        throng_buffer_release(world, &world->in[i]);
    }
    throng_release(&allocator, world->out, size * sizeof *world->out);
    throng_release(&allocator, world->in, size * sizeof *world->in);
    throng_release(&allocator, world->numbers, 2 * size * sizeof *world->numbers);
    throng_release(&allocator, world->messages, 2 * size * sizeof *world->messages);
    throng_release(&allocator, world->first_of, (size + 1) * sizeof *world->first_of);
    throng_release(&allocator, world->contexts, (size_t)world->local * sizeof *world->contexts);
    throng_release(&allocator, world->lane_contexts, (size_t)world->local * sizeof *world->lane_contexts);
    throng_release(&allocator, world->lane_of, (size_t)world->local * sizeof *world->lane_of);
    throng_release(&allocator, world, sizeof *world);
}

static throng_status allocate(throng_world *world)
{
    const throng_allocator *allocator = &world->context->allocator;
    const size_t size = (size_t)world->size;
    world->out = throng_allocate(allocator, size * sizeof *world->out);
    world->in = throng_allocate(allocator, size * sizeof *world->in);
    world->numbers = throng_allocate(allocator, 2 * size * sizeof *world->numbers);
    world->messages = throng_allocate(allocator, 2 * size * sizeof *world->messages);
    world->first_of = throng_allocate(allocator, (size + 1) * sizeof *world->first_of);
    world->contexts = throng_allocate(allocator, (size_t)world->local * sizeof *world->contexts);
    world->lane_contexts = throng_allocate(allocator, (size_t)world->local * sizeof *world->lane_contexts);
    world->lane_of = throng_allocate(allocator, (size_t)world->local * sizeof *world->lane_of);
    if (world->out && world->in && world->numbers && world->messages && world->first_of && world->contexts &&
        world->lane_contexts && world->lane_of)
        return THRONG_OK;
    return throng_fail_memory(world->context, "a world", 64 * size);
}

/* How many parts each process has. */
static throng_status number_parts(throng_world *world)
{
    int64_t parts = 0;
    throng_status status = THRONG_OK;
    memset(world->numbers, 0, (size_t)world->size * sizeof *world->numbers);
    world->numbers[world->rank] = world->local;
    status = throng_world_reduce(world, THRONG_REDUCTION_SUM, world->size, world->numbers);
    for (int32_t i = 0; i < world->size && status == THRONG_OK; i++) {
        world->first_of[i] = (int32_t)parts;
        parts += world->numbers[i];
        if (parts > THRONG_MAX_PARTS)
            status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                                 "all processes have more than %d parts", THRONG_MAX_PARTS);
    }
    world->first_of[world->size] = (int32_t)parts;
    world->first = world->first_of[world->rank];
    world->parts = (int32_t)parts;
    return status;
}

static throng_status check_contexts(int32_t count, throng_context *const *contexts)
{
    for (int32_t i = 0; i < count; i++)
        if (!throng_is_context(contexts[i]))
            return throng_fail(contexts[0], THRONG_ERROR_INVALID_ARGUMENT, "contexts[%d] is not a context",
                               (int)i);
    return count <= THRONG_MAX_PARTS ? THRONG_OK
                                     : throng_fail(contexts[0], THRONG_ERROR_INVALID_ARGUMENT,
                                                   "count is %d: 1 to %d", (int)count, THRONG_MAX_PARTS);
}

/* The world of a def whose transport works, agreed: a process on which something is wrong keeps no other one
 * waiting. */
static throng_status make(int32_t count, throng_context *const *contexts, const throng_world_def *def,
                          throng_world **made)
{
    throng_context *context = contexts[0];
    const throng_transport transport = def->transport.size > 0 ? def->transport : throng_transport_local();
    throng_world stand_in = {.context = context, .transport = transport, .rank = transport.rank};
    throng_world *world = NULL;
    throng_status status = check_contexts(count, contexts);
    if (status == THRONG_OK)
        status = check_def(context, def);
    if (status == THRONG_OK) {
        world = throng_allocate(&context->allocator, sizeof *world);
        if (!world)
            status = throng_fail_memory(context, "a world", sizeof *world);
    }
    if (world) {
        *world = stand_in;
        world->def = *def;
        world->size = transport.size;
        world->local = count;
        status = allocate(world);
    }
    if (world && status == THRONG_OK) {
        memcpy(world->contexts, contexts, (size_t)count * sizeof *contexts);
        status = throng_world_open_lanes(world);
    }
    status = throng_world_agree(&stand_in, status, 0, NULL);
    if (!world)
        return status;
    if (status == THRONG_OK)
        status = number_parts(world);
    int32_t bits;
    memcpy(&bits, &def->imbalance, sizeof bits);
    const int64_t wishes[3] = {def->cut, def->balance_steps, bits};
    if (status == THRONG_OK)
        status = throng_world_same(world, status, 3, wishes, "def.cut, balance_steps or imbalance is");
    if (status == THRONG_OK)
        *made = world;
    else
        release(world);
    return status;
}

THRONG_CALL(throng_world_create, (count, contexts, def, world), int32_t count,
            throng_context *const *contexts, const throng_world_def *def, throng_world **world)
{
    const throng_world_def usual = throng_world_default_def();
    if (world)
        *world = NULL;
    if (count < 1 || !contexts || !throng_is_context(contexts[0]))
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!world)
        return throng_fail(contexts[0], THRONG_ERROR_INVALID_ARGUMENT, "world must not be NULL");
    throng_status status = check_transport(contexts[0], def ? &def->transport : &usual.transport);
    if (status != THRONG_OK)
        return status;
    status = make(count, contexts, def ? def : &usual, world);
    if (status != THRONG_OK)
        return status;
    (*world)->cookie = THRONG_WORLD_COOKIE;
    for (int32_t i = 0; i < count; i++)
        contexts[i]->objects++;
    return THRONG_OK;
}

THRONG_CALL(throng_world_destroy, (world), throng_world *world)
{
    if (!world)
        return THRONG_OK;
    if (world->cookie != THRONG_WORLD_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (world->crowds > 0)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the world has %d crowd%s, which must be destroyed first", (int)world->crowds,
                           world->crowds == 1 ? "" : "s");
    if (world->maps > 0)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the world has %d map%s or field%s, which must be destroyed first",
                           (int)world->maps, world->maps == 1 ? "" : "s", world->maps == 1 ? "" : "s");
    if (world->flows > 0)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the world has %d flow%s, which must be destroyed first", (int)world->flows,
                           world->flows == 1 ? "" : "s");
    world->cookie = 0;
    for (int32_t i = 0; i < world->local; i++)
        world->contexts[i]->objects--;
    release(world);
    return THRONG_OK;
}

THRONG_CALL(throng_world_get_info, (world, info), throng_world *world, throng_world_info *info)
{
    if (info)
        memset(info, 0, sizeof *info);
    if (!world || world->cookie != THRONG_WORLD_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "info must not be NULL");
    *info = (throng_world_info){.rank = world->rank,
                                .size = world->size,
                                .parts = world->parts,
                                .first_part = world->first,
                                .local_parts = world->local,
                                .lost = world->lost};
    return THRONG_OK;
}
