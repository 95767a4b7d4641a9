/* Parts of one process step at the same time, and a host sees nothing of that: its memory functions, its
 * scheduler and its logger are called by the thread that calls throng. */
#include "src/core/status.h"
#include "src/world/crowd.h"
#include "tests/world/mirror.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, STEPS = 80 };

static pthread_t caller;
static _Atomic int32_t elsewhere, calls, logged;

static void note_thread(void)
{
    calls++;
    elsewhere += !pthread_equal(pthread_self(), caller);
}

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    note_thread();
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void give_back(void *user, void *memory, size_t size)
{
    (void)user, (void)size;
    note_thread();
    free(memory);
}

static void run_tasks(void *user, int32_t count, throng_task task, void *data)
{
    (void)user;
    note_thread();
    for (int32_t i = 0; i < count; i++)
        task(data, i);
}

static void keep_log(void *user, throng_log_level level, const char *message)
{
    (void)user;
    note_thread();
    logged += level == THRONG_LOG_ERROR && strstr(message, "it was meant to") != NULL;
}

static throng_context_def plain_def(void)
{
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 2;
    def.logger.log = keep_log;
    caller = pthread_self();
    elsewhere = calls = logged = 0;
    return def;
}

/* What runs as lanes of a world over contexts by this def has the bits of one crowd. */
static void step_all(const throng_context_def *def, int32_t lanes)
{
    throng_context *contexts[PARTS];
    throng_world_def w = throng_world_default_def();
    const throng_crowd_def crowd = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    throng_crowd *one;
    uint64_t hash;
    for (int32_t i = 0; i < PARTS; i++)
        MUST(NULL, throng_context_create(def, &contexts[i]));
    w.balance_steps = 5;
    const mirror m = mirror_begin("lanes", PARTS, contexts, &w, &crowd, 0.0f);
    cr_expect((m.world->pool != NULL) == (lanes > 1) && m.world->lanes == lanes);
    make_runners(agents, 1.5f);
    MUST(contexts[0], throng_crowd_create(contexts[0], &crowd, &one));
    mirrors_set(&m, 1);
    MUST(contexts[0], mirrored_add(one, RUNNERS, agents, 0, NULL));
    for (int32_t i = 0; i < STEPS; i++) {
        MUST(contexts[0], mirrored_step(one, 0.1f));
        MUST(contexts[0], throng_crowd_hash(one, &hash));
        cr_expect(mirror_hash(&m) == hash, "step %d", (int)i);
    }
    mirror_end(&m);
    MUST(contexts[0], throng_crowd_destroy(one));
    for (int32_t i = 0; i < PARTS; i++)
        MUST(NULL, throng_context_destroy(contexts[i]));
    cr_expect(elsewhere == 0, "%d of %d calls came from another thread", (int)elsewhere, (int)calls);
}

Test(world_lanes, plain)
{
    const throng_context_def def = plain_def();
    step_all(&def, PARTS);
}

Test(world_lanes, memory_functions)
{
    throng_context_def def = plain_def();
    def.allocator = (throng_allocator){allocate, give_back, NULL};
    step_all(&def, 0);
    cr_expect(calls > 0);
}

Test(world_lanes, scheduler)
{
    throng_context_def def = plain_def();
    def.parallel.run = run_tasks;
    step_all(&def, 0);
    cr_expect(calls > 0);
}

/* ---------------------------------------------------------------- failures -------------------------- */

static throng_crowd_ops broken;
static throng_context *broken_context;

static throng_status fail_step(void *state, const throng_crowd_step_params *params)
{
    (void)state, (void)params;
    return throng_fail(broken_context, THRONG_ERROR_OPENCL, "it was meant to");
}

/* Of a part that another thread steps: its host hears of it once, on this thread, and so does the caller. */
Test(world_lanes, failure)
{
    throng_context_def def = plain_def();
    throng_context *contexts[PARTS];
    const throng_crowd_def crowd = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    for (int32_t i = 0; i < PARTS; i++)
        MUST(NULL, throng_context_create(&def, &contexts[i]));
    const mirror m = mirror_begin("lanes", PARTS, contexts, NULL, &crowd, 0.0f);
    make_runners(agents, 1.5f);
    MUST(contexts[0], throng_world_crowd_add(m.crowd, RUNNERS, agents, 0));
    MUST(contexts[0], throng_world_crowd_step(m.crowd, 0.1f));
    throng_crowd *part = m.crowd->parts[PARTS - 1].crowd;
    const throng_crowd_ops *whole = part->ops;
    broken = *whole;
    broken.step = fail_step;
    broken_context = contexts[PARTS - 1];
    part->ops = &broken;
    cr_expect(throng_world_crowd_step(m.crowd, 0.1f) == THRONG_ERROR_OPENCL);
    cr_expect(strstr(throng_context_message(contexts[0]), "it was meant to") != NULL);
    cr_expect(strstr(throng_context_message(contexts[PARTS - 1]), "it was meant to") != NULL);
    cr_expect(logged == 2 && elsewhere == 0, "%d times, %d elsewhere", (int)logged, (int)elsewhere);
    cr_expect(throng_world_crowd_step(m.crowd, 0.1f) == THRONG_ERROR_LOST);
    part->ops = whole;
    mirror_end(&m);
    for (int32_t i = 0; i < PARTS; i++)
        MUST(NULL, throng_context_destroy(contexts[i]));
}
