/* Memory that runs out when a test wants it to. */
#ifndef THRONG_TESTS_SUPPORT_SUPPLY_H
#define THRONG_TESTS_SUPPORT_SUPPLY_H

#include <stdint.h>
#include <stdlib.h>
#include <throng/throng.h>

typedef struct supply {
    int64_t fail_at; /* the n-th request from now on is refused; 0: none */
    int64_t alive;   /* given and not given back */
    int64_t made;    /* given at all */
    int32_t failed;  /* refused at all */
} supply;

static void *supply_allocate(void *user, size_t size, size_t alignment)
{
    supply *s = user;
    if (s->fail_at > 0 && --s->fail_at == 0) {
        s->failed++;
        return NULL;
    }
    s->alive++;
    s->made++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void supply_give_back(void *user, void *memory, size_t size)
{
    (void)size;
    ((supply *)user)->alive--;
    free(memory);
}

static inline throng_allocator supply_allocator(supply *s)
{
    return (throng_allocator){supply_allocate, supply_give_back, s};
}

#endif
