/* Crowds of worlds without memory: each request of each call refused once. The call says so, the crowd is as
 * it was, and the call succeeds the next time. */
#include "tests/support/each_backend.h"
#include "tests/support/supply.h"
#include "tests/world/mirror.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, AGENTS = 120, REQUESTS = 400 };

typedef struct tried {
    supply memory;
    throng_context *context, *beside;
    throng_world *world;
    throng_world_crowd *crowd;
    throng_crowd *one; /* what it is compared with */
    throng_agent_def defs[2 * AGENTS];
    uint64_t ids[AGENTS];
    throng_motion motions[AGENTS];
    char path[200];
} tried;

typedef throng_status (*operation)(tried *t);

static uint64_t hash_of_one(const tried *t)
{
    uint64_t hash;
    MUST(t->beside, throng_crowd_hash(t->one, &hash));
    return hash;
}

static throng_status restore(tried *t);

/* Refuses one request after the other. Returns how many there were. */
static int32_t refuse_each(tried *t, const char *name, operation run)
{
    for (int32_t n = 1; n < REQUESTS; n++) {
        t->memory.failed = 0;
        t->memory.fail_at = n;
        const throng_status status = run(t);
        t->memory.fail_at = 0;
        if (t->memory.failed == 0) {
            cr_expect(status == THRONG_OK, "%s: %s: %s", name, throng_status_string(status),
                      throng_context_message(t->context));
            return n - 1;
        }
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY, "%s, request %d: %s", name, (int)n,
                  throng_status_string(status));
        if (t->crowd) {
            uint64_t hash = 0;
            const throng_status looked = throng_world_crowd_hash(t->crowd, &hash);
            if (looked == THRONG_ERROR_LOST) /* by the obstacles of a snapshot alone */
                cr_expect(run == restore, "%s, request %d: the crowd is lost", name, (int)n);
            else
                cr_expect(looked == THRONG_OK && hash == hash_of_one(t),
                          "%s, request %d: the crowd is another one", name, (int)n);
        }
    }
    cr_assert(0, "%s asks for memory without end", name);
    return 0;
}

static throng_status make_world(tried *t)
{
    throng_context *const contexts[PARTS] = {t->context, t->context, t->context};
    return throng_world_create(PARTS, contexts, NULL, &t->world);
}

static throng_status make_crowd(tried *t)
{
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_crowd_def parts[PARTS];
    for (int32_t i = 0; i < PARTS; i++) {
        parts[i] = throng_crowd_default_def();
        parts[i].agent_capacity = 0;
    }
    def.parts = parts;
    return throng_world_crowd_create(t->world, &def, &t->crowd);
}

static throng_status add_first(tried *t) { return throng_world_crowd_add(t->crowd, AGENTS, t->defs, 0); }
static throng_status add_more(tried *t)
{
    return throng_world_crowd_add(t->crowd, AGENTS, t->defs + AGENTS, 0);
}
static throng_status step(tried *t) { return throng_world_crowd_step(t->crowd, 0.1f); }
static throng_status cut_and_step(tried *t)
{
    const throng_status status = throng_world_crowd_balance(t->crowd);
    return status == THRONG_OK ? throng_world_crowd_step(t->crowd, 0.1f) : status;
}
static throng_status remove_some(tried *t) { return throng_world_crowd_remove(t->crowd, AGENTS, t->ids); }
static throng_status set_some(tried *t)
{
    const float radii[4] = {0.7f, 0.8f, 0.9f, 0.3f};
    return throng_world_crowd_set(t->crowd, THRONG_AGENT_RADIUS, 4, t->ids, radii, 0);
}
static throng_status set_motions(tried *t)
{
    return throng_world_crowd_set_motions(t->crowd, 5, t->ids, t->motions);
}
static throng_status save(tried *t) { return throng_world_crowd_save(t->crowd, t->path); }
static throng_status restore(tried *t) { return throng_world_crowd_restore(t->crowd, t->path); }
static throng_status hash(tried *t)
{
    uint64_t unused;
    return throng_world_crowd_hash(t->crowd, &unused);
}
static throng_status find(tried *t)
{
    int32_t parts[4];
    return throng_world_crowd_find(t->crowd, 4, t->ids, parts);
}

static void begin(tried *t)
{
    throng_context_def hooks = throng_context_default_def();
    variant v = reference_variant();
    throng_crowd_def def = throng_crowd_default_def();
    const char *folder = getenv("THRONG_TEST_FOLDER");
    rng r = {41};
    hooks.allocator = supply_allocator(&t->memory);
    t->context = open_variant(&v, &hooks);
    t->beside = open_variant(&v, NULL);
    MUST(t->beside, throng_crowd_create(t->beside, &def, &t->one));
    for (int32_t i = 0; i < 2 * AGENTS; i++) {
        throng_agent_def *d = &t->defs[i];
        *d = throng_agent_default_def();
        d->x = rng_between(&r, 0.0f, 60.0f);
        d->y = rng_between(&r, 0.0f, 60.0f);
        d->target_x = rng_between(&r, -2.0f, 2.0f);
        d->target_y = rng_between(&r, -2.0f, 2.0f);
    }
    for (int32_t i = 0; i < AGENTS; i++) {
        t->ids[i] = (uint64_t)(2 * i);
        t->motions[i] = (throng_motion){.x = 5.0 * i, .y = 30.0, .vx = 1.0f};
    }
    snprintf(t->path, sizeof t->path, "%s/world_memory.snapshot", folder ? folder : ".");
}

static void end(tried *t)
{
    MUST(t->context, throng_world_crowd_destroy(t->crowd));
    MUST(t->context, throng_world_destroy(t->world));
    MUST(t->beside, throng_crowd_destroy(t->one));
    cr_expect(throng_context_destroy(t->context) == THRONG_OK && t->memory.alive == 0);
    cr_expect(throng_context_destroy(t->beside) == THRONG_OK);
    remove(t->path);
}

static void step_both(tried *t, operation run)
{
    int32_t count = refuse_each(t, "step", run);
    MUST(t->beside, throng_crowd_step(t->one, 0.1f));
    for (int32_t i = 0; i < 6; i++, count++) {
        MUST(t->context, step(t));
        MUST(t->beside, throng_crowd_step(t->one, 0.1f));
    }
}

/* Without memory to list a part's own agents, among which are ghosts by now, steps go on as before. */
static int32_t refuse_lists(tried *t)
{
    int32_t refused = 0, count;
    MUST(t->context, step(t));
    MUST(t->beside, throng_crowd_step(t->one, 0.1f));
    for (int32_t part = 0; part < PARTS; part++) {
        t->memory.fail_at = 1;
        const throng_status status = throng_world_crowd_get_own(t->crowd, part, NULL, NULL, 0, &count);
        t->memory.fail_at = 0;
        refused += status == THRONG_ERROR_OUT_OF_MEMORY;
    }
    for (int32_t i = 0; i < 60; i++) {
        MUST(t->context, step(t));
        MUST(t->beside, throng_crowd_step(t->one, 0.1f));
    }
    return refused;
}

/* Does to the one crowd what a call does to some agents. */
static void change_one(tried *t, throng_agent agents[AGENTS], int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        MUST(t->beside, throng_crowd_find(t->one, t->ids[i], &agents[i]));
}

Test(world_memory, each_request)
{
    static tried t;
    throng_agent agents[AGENTS];
    const float radii[4] = {0.7f, 0.8f, 0.9f, 0.3f};
    int32_t refused = 0;
    begin(&t);
    refused += refuse_each(&t, "world_create", make_world);
    refused += refuse_each(&t, "crowd_create", make_crowd);
    refused += refuse_each(&t, "add", add_first);
    MUST(t.beside, throng_crowd_add(t.one, AGENTS, t.defs, 0, NULL));
    cr_expect(refuse_lists(&t) > 0, "no list needs memory");
    uint64_t got;
    MUST(t.context, throng_world_crowd_hash(t.crowd, &got));
    cr_expect(got == hash_of_one(&t), "without a list it steps otherwise");
    step_both(&t, step);
    refused += refuse_each(&t, "add more", add_more);
    MUST(t.beside, throng_crowd_add(t.one, AGENTS, t.defs + AGENTS, 0, NULL));
    step_both(&t, step);
    refused += refuse_each(&t, "save", save);
    refused += refuse_each(&t, "restore", restore);
    step_both(&t, cut_and_step);
    refused += refuse_each(&t, "set", set_some);
    change_one(&t, agents, 4);
    MUST(t.beside, throng_crowd_set(t.one, THRONG_AGENT_RADIUS, 4, agents, 0, radii, 0));
    step_both(&t, step);
    refused += refuse_each(&t, "set_motions", set_motions);
    change_one(&t, agents, 5);
    MUST(t.beside, throng_crowd_set_motions(t.one, agents, 5, t.motions));
    step_both(&t, step);
    refused += refuse_each(&t, "find", find);
    refused += refuse_each(&t, "remove", remove_some);
    change_one(&t, agents, AGENTS);
    MUST(t.beside, throng_crowd_remove(t.one, AGENTS, agents, 0));
    refused += refuse_each(&t, "hash", hash);
    step_both(&t, step);
    MUST(t.context, throng_world_crowd_hash(t.crowd, &got));
    cr_expect(got == hash_of_one(&t));
    cr_expect(refused > 40, "%d requests", (int)refused);
    end(&t);
}

/* ---------------------------------------------------------------- steady frames --------------------- */

enum { FRAMES = 40, MOVED = 20 };

/* Agents are set, found, removed and moved to other parts and back, by the host and by themselves. */
static void frame(tried *t, int32_t k)
{
    int32_t parts[AGENTS];
    float targets[2 * AGENTS], radii[AGENTS];
    for (int32_t i = 0; i < AGENTS; i++) {
        targets[2 * i] = k % 8 < 4 ? 2.0f : -2.0f;
        targets[2 * i + 1] = 0.0f;
        radii[i] = 0.4f + 0.01f * (float)(k % 3);
        t->ids[i] = (uint64_t)i;
        t->motions[i] = (throng_motion){.x = (double)((7 * i + 29 * (k % 2)) % 60),
                                        .y = (double)((11 * i + 31 * (k % 2)) % 60)};
    }
    MUST(t->context, throng_world_crowd_remove(t->crowd, 1, &(uint64_t){(uint64_t)(AGENTS + k)}));
    MUST(t->context,
         throng_world_crowd_set(t->crowd, THRONG_AGENT_PREFERRED_VELOCITY, AGENTS, t->ids, targets, 0));
    MUST(t->context, throng_world_crowd_set(t->crowd, THRONG_AGENT_RADIUS, AGENTS, t->ids, radii, 0));
    MUST(t->context, throng_world_crowd_set_motions(t->crowd, MOVED, t->ids, t->motions));
    MUST(t->context, throng_world_crowd_find(t->crowd, AGENTS, t->ids, parts));
    MUST(t->context, k % 4 == 3 ? cut_and_step(t) : step(t));
}

Test(world_memory, steady_state_allocates_nothing)
{
    static tried t;
    throng_world_crowd_info before, after;
    throng_world_def def = throng_world_default_def();
    begin(&t);
    throng_context *const contexts[PARTS] = {t.context, t.context, t.context};
    def.balance_steps = 0; /* a new cut at the same frames in each run */
    MUST(t.context, throng_world_create(PARTS, contexts, &def, &t.world));
    MUST(t.context, make_crowd(&t));
    MUST(t.context, throng_world_crowd_add(t.crowd, 2 * AGENTS, t.defs, 0));
    for (int32_t k = 0; k < FRAMES / 2; k++)
        frame(&t, k);
    MUST(t.context, throng_world_crowd_get_info(t.crowd, &before));
    const int64_t made = t.memory.made, alive = t.memory.alive;
    for (int32_t k = FRAMES / 2; k < FRAMES; k++)
        frame(&t, k);
    cr_expect(t.memory.made == made && t.memory.alive == alive, "%d allocations in %d frames",
              (int)(t.memory.made - made), FRAMES / 2);
    MUST(t.context, throng_world_crowd_get_info(t.crowd, &after));
    cr_expect(after.moved >= before.moved + MOVED && after.lists >= before.lists + FRAMES / 2,
              "%d moves, %d lists", (int)(after.moved - before.moved), (int)(after.lists - before.lists));
    end(&t);
}
