/* Parts of one process step at the same time, and a host sees nothing of that: its memory functions, its
 * scheduler and its logger are called by the thread that calls throng. */
#include "src/core/status.h"
#include "src/world/crowd.h"
#include "tests/world/mirror.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, STEPS = 80 };

static pthread_t caller;
static _Atomic int32_t elsewhere, calls, logged, warned, mistaken;
static char last_warning[100];

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
    warned += level == THRONG_LOG_WARNING;
    if (level == THRONG_LOG_WARNING)
        snprintf(last_warning, sizeof last_warning, "%s", message);
}

static void keep_mistake(void *user, throng_status status, const char *message)
{
    (void)user;
    note_thread();
    mistaken += status == THRONG_ERROR_CAPACITY && strstr(message, "a mistake") != NULL;
}

static throng_context_def plain_def(void)
{
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 2;
    def.logger.log = keep_log;
    def.assertion.fail = keep_mistake;
    caller = pthread_self();
    elsewhere = calls = logged = warned = mistaken = 0;
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

/* ---------------------------------------------------------------- messages -------------------------- */

static const throng_crowd_ops *whole;
static throng_crowd_ops changed;
static throng_context *changed_context;
static int32_t warnings; /* in each step */

static throng_status fail_step(void *state, const throng_crowd_step_params *params)
{
    (void)state, (void)params;
    return throng_fail(changed_context, THRONG_ERROR_OPENCL, "it was meant to");
}

static throng_status mistake_step(void *state, const throng_crowd_step_params *params)
{
    (void)state, (void)params;
    return throng_fail(changed_context, THRONG_ERROR_CAPACITY, "a mistake");
}

static throng_status warn_and_step(void *state, const throng_crowd_step_params *params)
{
    for (int32_t i = 0; i < warnings; i++)
        throng_log(changed_context, THRONG_LOG_WARNING, "warning %d", (int)i);
    return whole->step(state, params);
}

/* A world that has made a step, whose last part steps otherwise from here on. */
static mirror begin_changed(throng_context *contexts[PARTS],
                            throng_status (*step)(void *state, const throng_crowd_step_params *params))
{
    const throng_context_def def = plain_def();
    const throng_crowd_def crowd = throng_crowd_default_def();
    throng_agent_def agents[RUNNERS];
    for (int32_t i = 0; i < PARTS; i++)
        MUST(NULL, throng_context_create(&def, &contexts[i]));
    const mirror m = mirror_begin("lanes", PARTS, contexts, NULL, &crowd, 0.0f);
    make_runners(agents, 1.5f);
    MUST(contexts[0], throng_world_crowd_add(m.crowd, RUNNERS, agents, 0));
    MUST(contexts[0], throng_world_crowd_step(m.crowd, 0.1f));
    throng_crowd *part = m.crowd->parts[PARTS - 1].crowd;
    whole = part->ops;
    changed = *whole;
    changed.step = step;
    changed_context = contexts[PARTS - 1];
    part->ops = &changed;
    return m;
}

static void end_changed(const mirror *m, throng_context *contexts[PARTS])
{
    m->crowd->parts[PARTS - 1].crowd->ops = whole;
    mirror_end(m);
    for (int32_t i = 0; i < PARTS; i++)
        MUST(NULL, throng_context_destroy(contexts[i]));
    cr_expect(elsewhere == 0, "%d of %d calls came from another thread", (int)elsewhere, (int)calls);
}

/* Of a part that another thread steps: its host hears of it once, on this thread, and so does the caller. */
Test(world_lanes, failure)
{
    throng_context *contexts[PARTS];
    const mirror m = begin_changed(contexts, fail_step);
    cr_expect(throng_world_crowd_step(m.crowd, 0.1f) == THRONG_ERROR_OPENCL);
    cr_expect(strstr(throng_context_message(contexts[0]), "it was meant to") != NULL);
    cr_expect(strstr(throng_context_message(contexts[PARTS - 1]), "it was meant to") != NULL);
    cr_expect(logged == 2, "%d times", (int)logged);
    cr_expect(throng_world_crowd_step(m.crowd, 0.1f) == THRONG_ERROR_LOST);
    end_changed(&m, contexts);
}

/* So do their handlers. */
Test(world_lanes, mistake)
{
    throng_context *contexts[PARTS];
    const mirror m = begin_changed(contexts, mistake_step);
    cr_expect(throng_world_crowd_step(m.crowd, 0.1f) == THRONG_ERROR_CAPACITY);
    cr_expect(mistaken == 2, "%d times", (int)mistaken);
    end_changed(&m, contexts);
}

/* Warnings are no failures, and are not lost; of very many the last is told, and how many are not. */
Test(world_lanes, warnings)
{
    throng_context *contexts[PARTS];
    const mirror m = begin_changed(contexts, warn_and_step);
    for (warnings = 0; warnings < 9; warnings++) {
        warned = 0;
        MUST(contexts[0], throng_world_crowd_step(m.crowd, 0.1f));
        cr_expect(warned == warnings, "%d of %d warnings", (int)warned, (int)warnings);
    }
    warnings = 1000;
    warned = 0;
    MUST(contexts[0], throng_world_crowd_step(m.crowd, 0.1f));
    cr_expect(warned == 9 && strcmp(last_warning, "warning 999") == 0, "%d warnings, the last \"%s\"",
              (int)warned, last_warning);
    end_changed(&m, contexts);
}
