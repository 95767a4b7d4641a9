/* What the tests share: random scenes, contexts in every variant, hooks that watch. Knows nothing of
 * Criterion, so that the plain driver uses it too; a helper that cannot go on ends the process. */
#ifndef THRONG_TESTS_SUPPORT_SUPPORT_H
#define THRONG_TESTS_SUPPORT_SUPPORT_H

#include <throng/throng.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the process with a message where a call fails that has to succeed. */
#define MUST(context, call) must((context), (call), #call, __FILE__, __LINE__)
void must(const throng_context *context, throng_status status, const char *call, const char *file, int line);
void *must_allocate(size_t size); /* zeroed */

/* In the short form of the sanitizers' check what compares values takes a smaller share: that values are
 * right is seen without sanitizers, and memory is used in the same ways in each share. */
#ifdef THRONG_TESTS_BRIEF
#define BRIEFLY(share, whole) (share)
#else
#define BRIEFLY(share, whole) (whole)
#endif

/* hypot(), fmax() and fmin() are calls, and take much of the time of what looks at all pairs. */
static inline double length_of(double x, double y) { return sqrt(x * x + y * y); }
static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

/* ---------------------------------------------------------------- random numbers -------------------- */

typedef struct rng {
    uint64_t state;
} rng;

uint64_t rng_next(rng *r);
int32_t rng_below(rng *r, int32_t n);             /* 0 .. n-1 */
float rng_between(rng *r, float low, float high); /* by + - * alone: equal on every machine */

/* ---------------------------------------------------------------- scenes ---------------------------- */

/* What the objects of a scene are like. Shares are in percent. */
typedef struct mix {
    float spread; /* positions lie on the map and up to this many map sizes around it */
    float far;    /* one in four is thrown this many cells away, 0: none */
    float reach_low, reach_high;
    int32_t exponential;
    int32_t adjusted, offset; /* the rest has neither */
    float alpha_most;
    int32_t strength_low, strength_high; /* |I| between 2^low and 2^high */
    int32_t gamma_lowest;                /* gamma between 2^this and 1 */
    int32_t snapped;                     /* positions are multiples of half a cell */
} mix;

typedef struct scene {
    const char *name;
    int32_t width, height;
    throng_grid grid;
    float cell_size;
    int32_t count;
    uint64_t seed;
    mix objects;
} scene;

/* The scenes that every backend has to compute to the same bits. */
extern const scene shared_scenes[];
extern const int32_t shared_scene_count;

throng_influence_object scene_object(rng *r, const scene *s);
throng_influence_object *scene_objects(const scene *s); /* to be freed */
throng_influence_def scene_def(const scene *s);
/* The map of these objects on one layer; to be freed. */
float *compute(throng_context *context, const throng_influence_def *def,
               const throng_influence_object *objects, int32_t count);

/* A whole session with a map (set, move, truncate, momentum, combine, best): everything that was read,
 * one behind the other; to be freed. */
float *play(throng_context *context, const scene *s, size_t *size);
uint64_t hash_bytes(const void *bytes, size_t size); /* FNV-1a 64 */

/* ---------------------------------------------------------------- schedulers ------------------------ */

/* Hosts' parallel-for; user points to a counter of runs or is NULL. */
void run_serial(void *user, int32_t count, throng_task task, void *data);
void run_reversed(void *user, int32_t count, throng_task task, void *data);
void run_threads(void *user, int32_t count, throng_task task, void *data); /* four threads */

/* ---------------------------------------------------------------- variants -------------------------- */

typedef struct variant {
    char name[80];
    throng_backend backend;
    throng_isa isa;
    int32_t threads;
    void (*run)(void *user, int32_t count, throng_task task, void *data);
    const char *width, *group; /* THRONG_CL_WIDTH and THRONG_CL_GROUP, NULL: not set */
} variant;

variant reference_variant(void);
/* Every level that this processor runs, on 1, 2 and 8 threads, under every scheduler; of the combinations
 * all on the reference level, and enough on the others. */
int32_t cpu_variants(variant *list, int32_t capacity);
/* Forms of the kernels: lanes of a work-item, work-items of a group; what a device takes by itself is among
 * them. */
int32_t opencl_variants(variant *list, int32_t capacity);
/* One of each kind: reference, the widest level on two threads, and OpenCL where there is a device. */
int32_t few_variants(variant *list, int32_t capacity);
/* 1 where OpenCL can be tested. Where it cannot, says why on standard error, and ends the process with a
 * failure where THRONG_TEST_REQUIRE_OPENCL is set. */
int opencl_present(void);
/* A variable of the environment; NULL: none. */
void set_or_unset(const char *name, const char *value);
/* Ends the process where the context cannot be had. hooks: allocator, logger, assertion; may be NULL. */
throng_context *open_variant(const variant *v, const throng_context_def *hooks);

/* ---------------------------------------------------------------- a watching host -------------------- */

enum { WATCH_BLOCKS = 4096 };
typedef struct watch_block {
    unsigned char *raw;
    size_t size, alignment;
    int alive;
} watch_block;

/* An allocator that checks what it is given back and what was written around it, and can refuse; a logger
 * and an assertion handler that count. Released blocks stay readable until watch_end(). */
typedef struct watch {
    watch_block blocks[WATCH_BLOCKS];
    int32_t block_count;
    int64_t allocations, releases;
    size_t largest;  /* requests above it are refused, 0: none */
    int64_t fail_at; /* the n-th allocation from now on fails, 1: the next one, 0: none */
    int32_t failed;  /* how many were refused */
    int32_t errors;  /* in the use of the allocator; said on standard error */
    int64_t thread;  /* of the caller */
    int32_t logs, assertions;
    throng_log_level log_level;
    throng_status assertion_status;
    char log[600], assertion[600];
} watch;

watch *watch_begin(void);
/* Gives a context's def the hooks of this watch. */
void watch_hooks(watch *w, throng_context_def *def);
int64_t watch_alive(const watch *w); /* blocks that were not released */
/* Frees everything; the number of errors, leaks included. */
int32_t watch_end(watch *w);

#endif
