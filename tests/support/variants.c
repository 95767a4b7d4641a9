/* The ways to compute that have to agree, and the hosts that they run under. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- schedulers ------------------------ */

static void count_run(void *user)
{
    if (user)
        ++*(int32_t *)user;
}

void run_serial(void *user, int32_t count, throng_task task, void *data)
{
    count_run(user);
    for (int32_t i = 0; i < count; i++)
        task(data, i);
}

void run_reversed(void *user, int32_t count, throng_task task, void *data)
{
    count_run(user);
    for (int32_t i = count - 1; i >= 0; i--)
        task(data, i);
}

typedef struct team {
    throng_task task;
    void *data;
    int32_t count;
    _Atomic int32_t next;
} team;

static void *work(void *argument)
{
    team *t = argument;
    for (;;) {
        int32_t i = atomic_fetch_add(&t->next, 1);
        if (i >= t->count)
            return NULL;
        t->task(t->data, i);
    }
}

void run_threads(void *user, int32_t count, throng_task task, void *data)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    team t = {.task = task, .data = data, .count = count};
    atomic_init(&t.next, 0);
    count_run(user);
    for (int32_t i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, &t) != 0) {
            fprintf(stderr, "no thread for the tests\n");
            abort();
        }
    for (int32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* ---------------------------------------------------------------- variants -------------------------- */

static int32_t add(variant *list, int32_t capacity, int32_t count, variant v, const char *how)
{
    if (count >= capacity) {
        fprintf(stderr, "more variants than the test has room for\n");
        abort();
    }
    if (v.backend == THRONG_BACKEND_OPENCL)
        snprintf(v.name, sizeof v.name, "opencl, %s lanes, groups of %s", v.width ? v.width : "usual",
                 v.group ? v.group : "usual size");
    else
        snprintf(v.name, sizeof v.name, "%s, %d threads, %s", throng_isa_name(v.isa), (int)v.threads, how);
    list[count] = v;
    return count + 1;
}

variant reference_variant(void)
{
    variant v = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    add(&v, 1, 0, v, "alone");
    return v;
}

int32_t cpu_variants(variant *list, int32_t capacity)
{
    static const int32_t threads[] = {1, 2, 8};
    static const struct {
        const char *name;
        void (*run)(void *user, int32_t count, throng_task task, void *data);
    } schedulers[] = {
        {"throng's own", NULL}, {"serial", run_serial}, {"reversed", run_reversed}, {"threads", run_threads}};
    int32_t count = 0;
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        for (size_t t = 0; throng_isa_available(isa) && t < sizeof threads / sizeof *threads; t++)
            for (size_t k = 0; k < sizeof schedulers / sizeof *schedulers; k++) {
                if (isa != THRONG_ISA_REFERENCE && k > 0 && threads[t] != 8)
                    continue;
                variant v = {.backend = THRONG_BACKEND_CPU, .isa = isa, .threads = threads[t]};
                v.run = schedulers[k].run;
                count = add(list, capacity, count, v, schedulers[k].name);
            }
    return count;
}

int32_t opencl_variants(variant *list, int32_t capacity)
{
    static const char *const forms[][2] = {{"8", "1"}, {"1", "1"}, {"16", "1"}, {"1", "64"}, {"1", "256"}};
    int32_t count = 0;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        variant v = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
        v.width = forms[i][0];
        v.group = forms[i][1];
        count = add(list, capacity, count, v, "");
    }
    return count;
}

int32_t few_variants(variant *list, int32_t capacity)
{
    variant plain = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    variant widest = {.backend = THRONG_BACKEND_CPU, .isa = THRONG_ISA_AUTO, .threads = 2};
    variant opencl = {.backend = THRONG_BACKEND_OPENCL, .isa = THRONG_ISA_REFERENCE, .threads = 1};
    int32_t count = add(list, capacity, 0, plain, "alone");
    count = add(list, capacity, count, widest, "throng's own");
    return opencl_present() ? add(list, capacity, count, opencl, "") : count;
}

typedef struct reason {
    char text[600];
} reason;

static void keep_reason(void *user, throng_log_level level, const char *message)
{
    reason *r = user;
    if (level == THRONG_LOG_ERROR)
        snprintf(r->text, sizeof r->text, "%s", message);
}

int opencl_present(void)
{
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    reason r = {""};
    def.backend = THRONG_BACKEND_OPENCL;
    def.logger.log = keep_reason;
    def.logger.user = &r;
    throng_status status = throng_context_create(&def, &context);
    throng_context_destroy(context);
    if (status == THRONG_OK)
        return 1;
    int required = getenv("THRONG_TEST_REQUIRE_OPENCL") != NULL;
    fprintf(stderr, "OPENCL %s: %s: %s\n", required ? "MISSING" : "SKIPPED", throng_status_string(status),
            r.text);
    if (required)
        abort();
    return 0;
}

void set_or_unset(const char *name, const char *value)
{
#ifdef _WIN32
    _putenv_s(name, value ? value : ""); /* empty: unset */
#else
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
#endif
}

throng_context *open_variant(const variant *v, const throng_context_def *hooks)
{
    throng_context *context;
    static reason r; /* outlives the contexts that write to it */
    r.text[0] = '\0';
    throng_context_def def = hooks ? *hooks : throng_context_default_def();
    def.backend = v->backend;
    def.isa = v->isa;
    def.threads = v->threads;
    def.parallel.run = v->run;
    if (!def.logger.log) {
        def.logger.log = keep_reason;
        def.logger.user = &r;
    }
    set_or_unset("THRONG_CL_WIDTH", v->width);
    set_or_unset("THRONG_CL_GROUP", v->group);
    throng_status status = throng_context_create(&def, &context);
    if (status != THRONG_OK) {
        fprintf(stderr, "%s: %s: %s\n", v->name, throng_status_string(status), r.text);
        abort();
    }
    return context;
}
