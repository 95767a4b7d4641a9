/* together SECONDS [SEED]: random calls on objects of all kinds that share terrain, flows, fields and
 * measures: create, set, move, step, edit walls, save and restore, calls that fail, memory that runs out,
 * destroy in any order that is legal. The same calls are made on a context of each SIMD level and, if there
 * is a device, of OpenCL. All must answer alike, and after each round the object in question must read the
 * same on all of them, now and then all objects. Prints its seed, which repeats the run. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/together.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ALL_EVERY = 40, ROUNDS_OF_ONE = 400, HANG_SECONDS = 240 };

/* ---------------------------------------------------------------- random numbers -------------------- */

static uint64_t next(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t draw(together *t, uint32_t below) { return (uint32_t)(next(&t->random) >> 32) % below; }

float draw_between(together *t, float low, float high)
{
    return low + (high - low) * ((float)(next(&t->random) >> 40) * 0x1p-24f);
}

void differs(const together *t, int32_t which, const char *what)
{
    fprintf(stderr, "seed %" PRIu64 ", round %" PRId64 ", after %s: %s: on %s other than on %s\n", t->seed,
            t->round, t->call, what, t->sides[which].name, t->sides[0].name);
    fprintf(stderr, "message of %s: '%s'; of %s: '%s'\n", t->sides[0].name,
            throng_context_message(t->sides[0].context), t->sides[which].name,
            throng_context_message(t->sides[which].context));
    exit(1);
}

/* ---------------------------------------------------------------- sides ----------------------------- */

static void *allocate(void *user, size_t size, size_t alignment)
{
    side *s = user;
    if (s->requests_left == 0)
        return NULL;
    s->requests_left -= s->requests_left > 0;
    s->alive++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *user, void *memory, size_t size)
{
    side *s = user;
    (void)size;
    s->alive--;
    free(memory);
}

/* 0: there is no such side. */
static int open_side(together *t, throng_backend backend, throng_isa isa, int32_t threads)
{
    side *s = &t->sides[t->count];
    throng_context_def def = throng_context_default_def();
    def.allocator = (throng_allocator){allocate, release, s};
    def.backend = backend;
    def.isa = isa;
    def.threads = threads;
    s->requests_left = -1;
    s->alive = 0;
    snprintf(s->name, sizeof s->name, "%s, %s", throng_backend_name(backend), throng_isa_name(isa));
    if (throng_context_create(&def, &s->context) != THRONG_OK)
        return 0;
    t->count++;
    return 1;
}

static void open_sides(together *t)
{
    t->count = 0;
    if (!open_side(t, THRONG_BACKEND_CPU, THRONG_ISA_REFERENCE, 1))
        exit(1);
    for (throng_isa isa = THRONG_ISA_VECTOR; isa < THRONG_ISA_COUNT; isa++)
        if (throng_isa_available(isa) && !open_side(t, THRONG_BACKEND_CPU, isa, 1 + isa % 3))
            exit(1);
    const int opencl = open_side(t, THRONG_BACKEND_OPENCL, THRONG_ISA_AUTO, 1);
    if (!opencl && getenv("THRONG_TEST_REQUIRE_OPENCL")) {
        fprintf(stderr, "no OpenCL device\n");
        exit(1);
    }
}

static void close_sides(together *t)
{
    for (int32_t i = 0; i < t->count; i++)
        if (throng_context_destroy(t->sides[i].context) != THRONG_OK || t->sides[i].alive != 0)
            differs(t, i, "blocks of memory are left");
}

/* ---------------------------------------------------------------- rounds ---------------------------- */

static void compare(together *t, int32_t index)
{
    static const char *const names[KINDS] = {"terrain", "map",    "flow",  "measure",
                                             "field",   "tracer", "route", "crowd"};
    const uint64_t expected = together_see(t, index, 0);
    for (int32_t s = 1; s < t->count; s++)
        if (together_see(t, index, s) != expected)
            differs(t, s, names[t->things[index].kind]);
}

/* The next one that is there; -1: there is nothing. */
static int32_t choose(together *t)
{
    const int32_t first = (int32_t)draw(t, THINGS);
    for (int32_t i = 0; i < THINGS; i++)
        if (t->things[(first + i) % THINGS].there)
            return (first + i) % THINGS;
    return -1;
}

static void play_round(together *t)
{
    int32_t index = choose(t);
    const uint32_t what = draw(t, 24);
    if (index < 0 || what < 2)
        index = together_create(t);
    else if (what == 2)
        together_destroy(t, index);
    else
        together_call(t, &t->things[index]);
    if (index >= 0 && t->things[index].there)
        compare(t, index);
    for (int32_t i = 0; i < THINGS && t->round % ALL_EVERY == 0; i++)
        if (t->things[i].there)
            compare(t, i);
}

/* A world from nothing to nothing. */
static void play(together *t, uint64_t seed)
{
    t->seed = t->random = seed;
    alarm(HANG_SECONDS);
    for (t->round = 1; t->round <= ROUNDS_OF_ONE; t->round++)
        play_round(t);
    for (int32_t left = 1; left;) { /* whoever is used goes later */
        left = 0;
        for (int32_t i = 0; i < THINGS; i++) {
            if (t->things[i].there)
                together_destroy(t, i);
            left += t->things[i].there;
        }
    }
    alarm(0);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    static together t;
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 0.0, start = now();
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : (uint64_t)time(NULL) * 1000u;
    int64_t worlds = 0, rounds = 0;
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: together SECONDS [SEED]\n");
        return 2;
    }
    printf("from seed %" PRIu64 "\n", seed);
    open_sides(&t);
    do {
        play(&t, seed++);
        worlds++;
        rounds += ROUNDS_OF_ONE;
    } while (now() - start < seconds);
    close_sides(&t);
    printf("%" PRId64 " worlds on %d contexts, %" PRId64 " rounds, %" PRId64 " calls, of which %" PRId64
           " failed\n",
           worlds, (int)t.count, rounds, t.calls, t.failed);
    return t.failed > 0 ? 0 : 1;
}
