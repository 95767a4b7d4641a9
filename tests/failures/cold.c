/* Each request for memory that a call makes on new objects of a world, refused once: the call says so, there
 * is nothing else to be seen, the same call succeeds the next time, and everything that follows is as if
 * nothing had failed. */
#include "tests/failures/cold.h"
#include "tests/support/each_backend.h"

enum { REQUESTS = 300, EACH = BRIEFLY(8, 1), STEPS = 24 };

typedef struct trial {
    const variant *v;
    supply memory;
    throng_context *context;
    const cold_script *script;
    uint64_t seen[STEPS + 1]; /* before the first step, and after each, where nothing fails */
    int64_t alive;
    int32_t refused;
} trial;

static cold *begin(trial *t)
{
    throng_context *const contexts[COLD_PARTS] = {t->context, t->context, t->context};
    cold *c = must_allocate(sizeof *c);
    memset(c, 0, sizeof *c);
    c->context = t->context;
    for (int32_t i = 0; i < COLD_MANY; i++)
        c->ids[i] = (uint64_t)(7 * i % COLD_MANY) * 11; /* in no order */
    MUST(t->context, throng_world_create(COLD_PARTS, contexts, NULL, &c->world));
    MUST(t->context, t->script->begin(c));
    return c;
}

static void end(trial *t, cold *c)
{
    MUST(t->context, throng_world_crowd_destroy(c->crowd));
    MUST(t->context, throng_world_flow_destroy(c->flow));
    MUST(t->context, throng_world_potential_destroy(c->field));
    MUST(t->context, throng_world_influence_destroy(c->map));
    MUST(t->context, throng_world_destroy(c->world));
    free(c);
}

/* What is seen where nothing fails. */
static void learn(trial *t)
{
    cold *c = begin(t);
    t->seen[0] = t->script->see(c);
    for (int32_t i = 0; i < t->script->count; i++) {
        MUST(t->context, t->script->steps[i].run(c));
        t->seen[i + 1] = t->script->see(c);
    }
    end(t, c);
}

static void expect_seen(const trial *t, cold *c, int32_t steps, int32_t number, int32_t request,
                        const char *when)
{
    const uint64_t seen = t->script->see(c);
    cr_expect(seen == t->seen[steps], "%s: %s, %s, request %d: %s: something else is seen", t->v->name,
              t->script->name, t->script->steps[number].name, (int)request, when);
}

/* The n-th request of a step refused. 0: the step makes fewer. */
static int32_t refuse(trial *t, int32_t number, int32_t request)
{
    const cold_step *step = &t->script->steps[number];
    cold *c = begin(t);
    for (int32_t i = 0; i < number; i++)
        MUST(t->context, t->script->steps[i].run(c));
    t->memory.failed = 0;
    t->memory.fail_at = request;
    throng_status status = step->run(c);
    t->memory.fail_at = 0;
    const int32_t refused = t->memory.failed;
    if (refused && status != THRONG_OK) {
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY, "%s: %s, %s, request %d: %s", t->v->name,
                  t->script->name, step->name, (int)request, throng_status_string(status));
        if (!step->leaves_flow)
            expect_seen(t, c, number, number, request, "after the failure");
        status = step->run(c);
    }
    cr_expect(status == THRONG_OK, "%s: %s, %s, request %d, again: %s", t->v->name, t->script->name,
              step->name, (int)request, throng_context_message(t->context));
    expect_seen(t, c, number + 1, number, request, "the next time");
    for (int32_t i = number + 1; i < t->script->count; i++)
        MUST(t->context, t->script->steps[i].run(c));
    expect_seen(t, c, t->script->count, number, request, "at the end");
    end(t, c);
    return refused;
}

static void try_script(trial *t)
{
    learn(t);
    t->alive = t->memory.alive;
    for (int32_t number = 0; number < t->script->count; number++) {
        int32_t request = 1 + number % EACH;
        for (; request < REQUESTS && refuse(t, number, request); request += EACH)
            t->refused++;
        cr_assert(request < REQUESTS, "%s asks for memory without end", t->script->steps[number].name);
    }
    /* a device's context keeps kernels that it has built */
    cr_expect(t->v->backend == THRONG_BACKEND_OPENCL || t->memory.alive == t->alive,
              "%s: %s: %lld blocks are left", t->v->name, t->script->name,
              (long long)(t->memory.alive - t->alive));
}

Test(failures, of_first_calls_in_parts)
{
    variant list[4];
    const int32_t variants = few_variants(list, 4);
    for (int32_t i = 0; i < variants; i++) {
        throng_context_def hooks = throng_context_default_def();
        trial t = {.v = &list[i]};
        hooks.allocator = supply_allocator(&t.memory);
        t.context = open_variant(&list[i], &hooks);
        for (int32_t k = 0; k < cold_script_count; k++) {
            t.script = &cold_scripts[k];
            cr_assert(t.script->count <= STEPS);
            try_script(&t);
        }
        printf("%s: %d requests of first calls without memory\n", list[i].name, (int)t.refused);
        cr_expect(t.refused > 100 / EACH, "%s: %d requests", list[i].name, (int)t.refused);
        cr_expect(throng_context_destroy(t.context) == THRONG_OK && t.memory.alive == 0);
    }
}
