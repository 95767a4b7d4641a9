/* A host whose hooks check how the library uses them. */
#include "tests/support/support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, GUARD_BYTE = 0xb7, FRESH_BYTE = 0xa5 };

static int64_t this_thread(void)
{
    static _Thread_local char mark;
    return (int64_t)(intptr_t)&mark;
}

static void complain(watch *w, const char *what, size_t a, size_t b)
{
    fprintf(stderr, "allocator: %s (%zu, %zu)\n", what, a, b);
    w->errors++;
}

/* Aligned to exactly what was asked for and no more, with guards on either side. */
static void *watch_allocate(void *user, size_t size, size_t alignment)
{
    watch *w = user;
    if (this_thread() != w->thread)
        complain(w, "called by another thread", size, alignment);
    if (size == 0)
        complain(w, "asked for 0 bytes", size, alignment);
    if (alignment == 0 || alignment > 64 || (alignment & (alignment - 1)) != 0)
        complain(w, "odd alignment", size, alignment);
    w->allocations++;
    if ((w->largest && size > w->largest) || (w->fail_at > 0 && --w->fail_at == 0) ||
        w->block_count == WATCH_BLOCKS) {
        w->failed++;
        return NULL;
    }
    watch_block *b = &w->blocks[w->block_count++];
    size_t room = size + 2 * GUARD + 3 * alignment;
    *b = (watch_block){must_allocate(room), size, alignment, 1};
    uintptr_t start =
        ((uintptr_t)b->raw + GUARD + 2 * alignment - 1) / (2 * alignment) * (2 * alignment) + alignment;
    unsigned char *memory = b->raw + (start - (uintptr_t)b->raw);
    memset(b->raw, GUARD_BYTE, room);
    memset(memory, FRESH_BYTE, size);
    return memory;
}

static unsigned char *memory_of(const watch_block *b)
{
    uintptr_t start =
        ((uintptr_t)b->raw + GUARD + 2 * b->alignment - 1) / (2 * b->alignment) * (2 * b->alignment) +
        b->alignment;
    return b->raw + (start - (uintptr_t)b->raw);
}

static void check_guards(watch *w, const watch_block *b)
{
    const unsigned char *memory = memory_of(b);
    const unsigned char *end = b->raw + b->size + 2 * GUARD + 3 * b->alignment;
    for (const unsigned char *p = b->raw; p < end; p++)
        if ((p < memory || p >= memory + b->size) && *p != GUARD_BYTE) {
            complain(w, "written outside a block of this size, at this byte", b->size, (size_t)(p - b->raw));
            return;
        }
}

static void watch_release(void *user, void *memory, size_t size)
{
    watch *w = user;
    if (this_thread() != w->thread)
        complain(w, "called by another thread", size, 0);
    w->releases++;
    for (int32_t i = w->block_count - 1; i >= 0; i--) {
        watch_block *b = &w->blocks[i];
        if (!b->alive || memory_of(b) != memory)
            continue;
        if (b->size != size)
            complain(w, "released with another size", size, b->size);
        check_guards(w, b);
        b->alive = 0;
        return;
    }
    complain(w, "released what is not alive", size, 0);
}

static void watch_log(void *user, throng_log_level level, const char *message)
{
    watch *w = user;
    w->logs++;
    w->log_level = level;
    snprintf(w->log, sizeof w->log, "%s", message);
}

static void watch_assert(void *user, throng_status status, const char *message)
{
    watch *w = user;
    w->assertions++;
    w->assertion_status = status;
    snprintf(w->assertion, sizeof w->assertion, "%s", message);
}

watch *watch_begin(void)
{
    watch *w = must_allocate(sizeof *w);
    w->thread = this_thread();
    return w;
}

void watch_hooks(watch *w, throng_context_def *def)
{
    def->allocator = (throng_allocator){watch_allocate, watch_release, w};
    def->logger = (throng_logger){watch_log, w};
    def->assertion = (throng_assertion){watch_assert, w};
}

int64_t watch_alive(const watch *w)
{
    int64_t alive = 0;
    for (int32_t i = 0; i < w->block_count; i++)
        alive += w->blocks[i].alive;
    return alive;
}

int32_t watch_end(watch *w)
{
    int64_t alive = watch_alive(w);
    if (alive)
        complain(w, "blocks left", (size_t)alive, (size_t)w->block_count);
    for (int32_t i = 0; i < w->block_count; i++) {
        check_guards(w, &w->blocks[i]);
        free(w->blocks[i].raw);
    }
    int32_t errors = w->errors;
    free(w);
    return errors;
}
