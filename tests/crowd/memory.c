/* The host's allocator under crowds: each request refused once, of every call that makes one; nothing
 * allocated in a steady state; what a crowd says it uses. */
#include "tests/crowd/scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

static const crowd_scene small = {"memory", CROWD_SCATTERED,       90, 10,   2.5f, 1.0f,
                                  31,       THRONG_PERCEPTION_ALL, 1,  0.1f, 3,    761};

enum { FIRST = 60, ROOM = 90, MORE = ROOM - FIRST };

typedef struct host {
    watch *w;
    throng_context *context;
    throng_crowd *crowd;
    throng_agent_def defs[ROOM];
    throng_agent agents[ROOM];
} host;

static host *host_begin(const variant *v)
{
    host *h = must_allocate(sizeof *h);
    throng_context_def hooks = throng_context_default_def();
    rng r = {small.seed};
    h->w = watch_begin();
    watch_hooks(h->w, &hooks);
    h->context = open_variant(v, &hooks);
    for (int32_t i = 0; i < ROOM; i++)
        h->defs[i] = crowd_agent(&r, &small, i); /* ids descend: each adding asks for new ranks */
    h->w->logs = h->w->assertions = 0;
    return h;
}

static void host_end(host *h)
{
    MUST(h->context, throng_crowd_destroy(h->crowd));
    cr_expect(throng_context_destroy(h->context) == THRONG_OK && watch_end(h->w) == 0);
    free(h);
}

static throng_crowd_def def_of(int32_t capacity)
{
    throng_crowd_def def = crowd_def(&small);
    def.agent_capacity = capacity;
    return def;
}

static uint64_t bytes_alive(const watch *w)
{
    uint64_t bytes = 0;
    for (int32_t i = 0; i < w->block_count; i++)
        bytes += w->blocks[i].alive ? w->blocks[i].size : 0;
    return bytes;
}

/* ---------------------------------------------------------------- memory that runs out -------------- */

/* What can be seen of a crowd that a failed call might have changed. */
typedef struct state {
    uint64_t hash;
    throng_crowd_info info;
    throng_agent agents[ROOM];
} state;

static state look(const host *h)
{
    state s;
    int32_t count;
    memset(&s, 0, sizeof s);
    MUST(h->context, throng_crowd_hash(h->crowd, &s.hash));
    MUST(h->context, throng_crowd_get_info(h->crowd, &s.info));
    MUST(h->context, throng_crowd_list(h->crowd, s.agents, ROOM, &count));
    s.info.host_bytes = 0; /* names may have got more room than agents */
    return s;
}

typedef enum call { CREATE, RESERVE, ADD, STEP, LOOK, ADD_MORE, STEP_MORE, CALLS } call;

static throng_status do_call(host *h, call which)
{
    const throng_crowd_def def = def_of(FIRST);
    throng_crowd_view view = {0};
    switch (which) {
    case CREATE:
        return throng_crowd_create(h->context, &def, &h->crowd);
    case ADD:
        return throng_crowd_add(h->crowd, FIRST, h->defs, 0, h->agents);
    case RESERVE:
        return throng_crowd_reserve(h->crowd, ROOM);
    case ADD_MORE:
        return throng_crowd_add(h->crowd, MORE, h->defs + FIRST, 0, h->agents + FIRST);
    case LOOK:
        return throng_crowd_inspect(h->crowd, h->agents[1], 0.125f, &view);
    case STEP:
    case STEP_MORE:
    case CALLS:
    default:
        return throng_crowd_step(h->crowd, 0.125f);
    }
}

static const call order[] = {CREATE, ADD, STEP, RESERVE, LOOK, STEP, ADD_MORE, STEP_MORE, STEP};
enum { ORDER = sizeof order / sizeof *order };

/* A whole life; the call at `at` does not get what it asks for at its n-th request. 0: it made fewer. */
static int live_without(const variant *v, int at, int n, uint64_t *hash)
{
    host *h = host_begin(v);
    int failed = 0;
    for (int i = 0; i < ORDER; i++) {
        const state before = h->crowd ? look(h) : (state){0};
        const int64_t alive = watch_alive(h->w);
        h->w->fail_at = i == at ? n : 0;
        throng_status status = do_call(h, order[i]);
        h->w->fail_at = 0;
        failed |= i == at && h->w->failed;
        /* a cache of built kernels that finds no memory is done without */
        if (v->backend == THRONG_BACKEND_OPENCL && status == THRONG_OK)
            continue;
        if (i == at && h->w->failed) {
            cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY && h->w->assertions == 0 && h->w->logs > 0 &&
                          strstr(throng_context_message(h->context), "memory") != NULL,
                      "%s, call %d, request %d: %s, \"%s\"", v->name, i, n, throng_status_string(status),
                      h->w->log);
            cr_expect(v->backend == THRONG_BACKEND_OPENCL || watch_alive(h->w) == alive,
                      "%s, call %d, request %d left something", v->name, i, n);
            cr_expect(order[i] != CREATE || h->crowd == NULL);
            const state after = h->crowd ? look(h) : (state){0};
            cr_expect(memcmp(&before, &after, sizeof after) == 0, "%s, call %d, request %d: not as it was",
                      v->name, i, n);
            status = do_call(h, order[i]);
        }
        MUST(h->context, status);
    }
    MUST(h->context, throng_crowd_hash(h->crowd, hash));
    host_end(h);
    return failed;
}

Test(memory_crowd, each_request_fails_once)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        uint64_t expected, got;
        live_without(&list[i], -1, 0, &expected);
        for (int at = 0; at < ORDER; at++) {
            int n = 1;
            for (; n < 60 && live_without(&list[i], at, n, &got); n++)
                cr_expect(got == expected, "%s, call %d, request %d: other agents", list[i].name, at, n);
            const int asks = n - 1;
            const int may = order[at] == CREATE || order[at] == RESERVE || order[at] == LOOK ||
                            order[at - 1] == ADD || order[at - 1] == ADD_MORE;
            cr_expect(asks < 59 && (asks == 0 || may), "%s, call %d: %d requests", list[i].name, at, asks);
            cr_expect(asks >= 5 || (order[at] != CREATE && order[at] != RESERVE), "%s, call %d: %d requests",
                      list[i].name, at, asks);
        }
    }
}

/* ---------------------------------------------------------------- frames ---------------------------- */

/* A frame of a host that does all it can without asking for room. */
static void frame(host *h, int32_t i)
{
    throng_agent agents[ROOM];
    float values[ROOM][2];
    throng_crowd_info info;
    uint64_t hash;
    int32_t count;
    MUST(h->context, throng_crowd_list(h->crowd, agents, ROOM, &count));
    MUST(h->context, throng_crowd_remove(h->crowd, 10, agents + i, 2 * sizeof *agents));
    MUST(h->context, throng_crowd_add(h->crowd, 10, h->defs + i, 0, NULL));
    MUST(h->context, throng_crowd_list(h->crowd, agents, ROOM, &count));
    MUST(h->context, throng_crowd_get(h->crowd, THRONG_AGENT_POSITION, count, NULL, 0, values, 0));
    MUST(h->context, throng_crowd_set(h->crowd, THRONG_AGENT_GOAL, count, agents, 0, values, 0));
    MUST(h->context, throng_crowd_find(h->crowd, (uint64_t)(ROOM + 10 * i), agents));
    MUST(h->context, throng_crowd_step(h->crowd, 0.125f));
    MUST(h->context, throng_crowd_hash(h->crowd, &hash));
    MUST(h->context, throng_crowd_get_info(h->crowd, &info));
    MUST(h->context, throng_crowd_reserve(h->crowd, ROOM));
}

Test(memory_crowd, steady_state_allocates_nothing)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        host *h = host_begin(&list[i]);
        const throng_crowd_def def = def_of(ROOM);
        MUST(h->context, throng_crowd_create(h->context, &def, &h->crowd));
        for (int32_t k = 0; k < ROOM; k++)
            h->defs[k].id = THRONG_NEXT_ID;
        MUST(h->context, throng_crowd_add(h->crowd, ROOM, h->defs, 0, NULL));
        frame(h, 0); /* a device builds kernels for what the crowd turns out to use */
        const int64_t allocations = h->w->allocations, releases = h->w->releases;
        for (int32_t k = 1; k < 20; k++)
            frame(h, k);
        cr_expect(h->w->allocations == allocations && h->w->releases == releases,
                  "%s: %d allocations, %d releases", list[i].name, (int)(h->w->allocations - allocations),
                  (int)(h->w->releases - releases));
        host_end(h);
    }
}

/* Ranks of ids that are far apart get memory in the first step after these came, and none after it. */
Test(memory_crowd, ranks)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        host *h = host_begin(&list[i]);
        MUST(h->context, do_call(h, CREATE));
        h->defs[1].id = 5;
        MUST(h->context, do_call(h, ADD));
        const int64_t alive = watch_alive(h->w);
        MUST(h->context, throng_crowd_step(h->crowd, 0.125f));
        const int64_t allocations = h->w->allocations;
        cr_expect(watch_alive(h->w) == alive + 1, "%s: ranks have no memory", list[i].name);
        for (int32_t k = 0; k < 5; k++) {
            MUST(h->context, throng_crowd_remove(h->crowd, 3, h->agents + 3 * k, 0));
            MUST(h->context, throng_crowd_add(h->crowd, 2, h->defs + 3 * k, 0, NULL));
            MUST(h->context, throng_crowd_step(h->crowd, 0.125f));
            MUST(h->context, throng_crowd_step(h->crowd, 0.125f));
        }
        cr_expect(h->w->allocations == allocations, "%s: %d allocations", list[i].name,
                  (int)(h->w->allocations - allocations));
        host_end(h);
    }
}

/* ---------------------------------------------------------------- what it says ---------------------- */

static void expect_said(const host *h, uint64_t before, const char *when)
{
    throng_crowd_info info;
    MUST(h->context, throng_crowd_get_info(h->crowd, &info));
    cr_expect(info.host_bytes == bytes_alive(h->w) - before, "%s: %llu bytes said, %llu in use", when,
              (unsigned long long)info.host_bytes, (unsigned long long)(bytes_alive(h->w) - before));
    cr_expect((info.device_bytes > 0) == (info.backend == THRONG_BACKEND_OPENCL));
    cr_expect(info.kernel_seconds == 0.0 && !info.lost);
}

Test(memory_crowd, said_and_used)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        host *h = host_begin(&list[i]);
        throng_crowd_info info;
        throng_crowd *first;
        const throng_crowd_def def = def_of(FIRST);
        MUST(h->context, throng_crowd_create(h->context, &def, &first)); /* what all crowds share is made */
        const uint64_t before = bytes_alive(h->w);
        MUST(h->context, do_call(h, CREATE));
        expect_said(h, before, "new");
        MUST(h->context, do_call(h, ADD));
        MUST(h->context, do_call(h, STEP));
        expect_said(h, before, "in use");
        MUST(h->context, do_call(h, RESERVE));
        expect_said(h, before, "with more room");
        MUST(h->context, throng_crowd_get_info(h->crowd, &info));
        cr_expect(info.backend == list[i].backend && info.agents == FIRST && info.capacity == ROOM &&
                  info.steps == 1 && info.added == FIRST);
        MUST(h->context, throng_crowd_reset(h->crowd));
        expect_said(h, before, "reset");
        MUST(h->context, throng_crowd_get_info(h->crowd, &info));
        cr_expect(info.agents == 0 && info.capacity == ROOM && info.steps == 0 && info.added == 0);
        MUST(h->context, throng_crowd_destroy(h->crowd));
        cr_expect(bytes_alive(h->w) == before, "%s: something is left", list[i].name);
        h->crowd = first;
        host_end(h);
    }
}

/* ---------------------------------------------------------------- more than there is ---------------- */

Test(memory_crowd, more_than_there_is)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        host *h = host_begin(&list[i]);
        throng_crowd_def def = def_of(THRONG_MAX_AGENTS);
        uint64_t hash, after;
        h->w->largest = 1 << 20;
        cr_expect(throng_crowd_create(h->context, &def, &h->crowd) == THRONG_ERROR_OUT_OF_MEMORY &&
                      h->crowd == NULL && strstr(throng_context_message(h->context), "bytes") != NULL,
                  "%s: \"%s\"", list[i].name, throng_context_message(h->context));
        MUST(h->context, do_call(h, CREATE));
        MUST(h->context, do_call(h, ADD));
        MUST(h->context, throng_crowd_hash(h->crowd, &hash));
        cr_expect(throng_crowd_reserve(h->crowd, THRONG_MAX_AGENTS) == THRONG_ERROR_OUT_OF_MEMORY);
        MUST(h->context, throng_crowd_hash(h->crowd, &after));
        cr_expect(hash == after && h->w->assertions == 0);
        MUST(h->context, do_call(h, STEP));
        host_end(h);
    }
}
