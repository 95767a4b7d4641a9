/* faults LAYER.so quick|full|CALL: lets OpenCL calls of scenes, or those named CALL, fail, one after the
 * other, through tests/checks/fault_layer.c: all of them, or without `full` one for each way by which the
 * program comes to a call. Each time there must be a fitting status with a message and no crash; where the
 * map is not lost, the right values after the same call once more; after throng_influence_reset, or else on a
 * new map, the right values; and in the end no OpenCL object that lives. */
#include "tests/checks/fault_layer.h"
#include "tests/checks/scene.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_FOR_ONE = 240 }; /* kernels may have to be compiled, on a busy machine */

static struct {
    void (*arm)(long call, int32_t code, const char *only);
    void (*note)(uint64_t *ways, long capacity);
    long (*calls)(void);
    const char *(*failed)(void);
    const char *(*alive)(int32_t *count);
} layer;

static char last_message[600];
static int every;        /* call fails, not only one of each way */
static const char *only; /* the one call that fails, NULL: each of them */

static void keep(void *user, throng_log_level level, const char *message)
{
    (void)user;
    (void)level;
    snprintf(last_message, sizeof last_message, "%s", message);
}

static int wrong(const char *what, long call)
{
    const char *failed = layer.failed();
    fprintf(stderr, "call %ld, %s: %s (last message: '%s')\n", call, failed ? failed : "-", what,
            last_message);
    return 0;
}

/* POSIX lets a symbol be copied into a function's address, C does not let it be cast. */
static int find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static int find_layer(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD); /* the loader must have loaded it already */
    return library && find(library, "fault_layer_arm", &layer.arm) &&
           find(library, "fault_layer_note", &layer.note) &&
           find(library, "fault_layer_calls", &layer.calls) &&
           find(library, "fault_layer_failed", &layer.failed) &&
           find(library, "fault_layer_alive", &layer.alive);
}

static throng_context_def make_def(throng_backend backend, const char *cache)
{
    throng_context_def def = throng_context_default_def();
    def.backend = backend;
    def.logger.log = keep;
    def.cache = cache;
    def.profile = 1;
    return def;
}

/* A failing device is no mistake of the caller, and nothing that rounding or the build explain. */
static int fits(throng_status status)
{
    return status == THRONG_ERROR_OUT_OF_MEMORY || status == THRONG_ERROR_NO_DEVICE ||
           status == THRONG_ERROR_OPENCL || status == THRONG_ERROR_BUILD_FAILED ||
           status == THRONG_ERROR_LOST;
}

static int same(const scene *s, const float *expected, const float *values)
{
    return memcmp(expected, values, scene_size(s) * sizeof *values) == 0;
}

typedef struct job {
    throng_backend backend;
    const char *cache;
    const scene *s;
    const float *expected;
    int32_t code;
    int creation_only; /* calls after the map was made do not fail */
    float *values;
} job;

/* The map after the failed run: as it is where it lives, or brought back; then as good as new. */
static int recover(throng_context *context, throng_terrain *terrain, throng_influence *map, const job *j,
                   long call)
{
    const char *step = "";
    throng_influence_info info;
    if (!map && scene_create(context, j->s, &terrain, &map) != THRONG_OK)
        return wrong("no new map afterwards", call);
    int good = throng_influence_get_info(map, &info) == THRONG_OK || wrong("no info afterwards", call);
    if (good && throng_influence_reset(map) != THRONG_OK)
        good = wrong("reset fails afterwards", call);
    if (good && (scene_play(context, map, terrain, j->s, j->values, &step) != THRONG_OK ||
                 throng_context_wait(context) != THRONG_OK))
        good = wrong("a new run fails afterwards", call);
    if (good && !same(j->s, j->expected, j->values))
        good = wrong("a new run has other values", call);
    scene_destroy(terrain, map);
    return good;
}

/* What a run says of its failure; THRONG_OK: of none. */
static int check_words(const throng_context *context, throng_status status, long call)
{
    if (status == THRONG_OK)
        return 1;
    if (!fits(status))
        return wrong(throng_status_string(status), call);
    if (!last_message[0] || (context && !throng_context_message(context)[0]))
        return wrong("a status without a message", call);
    return 1;
}

static int nothing_alive(long call)
{
    char text[80];
    int32_t count = 0;
    const char *kind = layer.alive(&count);
    if (!kind)
        return 1;
    snprintf(text, sizeof text, "left alive: %d %s", (int)count, kind);
    return wrong(text, call);
}

/* One run in which call number `call` fails; *tripped: there was one. */
static int run_one(const job *j, long call, int *tripped)
{
    throng_context_def def = make_def(j->backend, j->cache);
    throng_context *context = NULL;
    throng_terrain *terrain = NULL;
    throng_influence *map = NULL;
    const char *step = "";
    int good = 1;
    last_message[0] = '\0';
    scene_retries = 1;
    scene_failure = THRONG_OK;
    layer.arm(call, j->code, only);
    throng_status status = throng_context_create(&def, &context);
    if (status != THRONG_OK && j->backend == THRONG_BACKEND_AUTO)
        good = wrong("the automatic choice does not go on with the CPU", call);
    if (status == THRONG_OK)
        status = scene_create(context, j->s, &terrain, &map);
    int played = status == THRONG_OK && !(j->creation_only && !layer.failed());
    if (played)
        status = scene_play(context, map, terrain, j->s, j->values, &step);
    if (played && status == THRONG_OK)
        status = throng_context_wait(context);
    *tripped = layer.failed() != NULL;
    scene_retries = 0;
    if (played && status == THRONG_OK && !same(j->s, j->expected, j->values))
        good = wrong(scene_failure ? "repeating the failed call gives wrong values" : "wrong values", call);
    good = good && check_words(context, status == THRONG_OK ? scene_failure : status, call);
    if (good && context && *tripped)
        good = recover(context, terrain, map, j, call);
    else
        scene_destroy(terrain, map);
    if (throng_context_destroy(context) != THRONG_OK)
        good = wrong("the context is not destroyed", call);
    return nothing_alive(call) && good;
}

enum { CALLS_MOST = 20000, WAYS_MOST = 16000 };

/* Which calls of a run shall fail: one for each way that no earlier run had with this backend, cache and
 * code, by turns the first that comes by it, the last and one between. Their number; -1: the run went
 * wrong. */
static long choose_calls(const job *j, long *chosen)
{
    static uint64_t ways[CALLS_MOST], known[WAYS_MOST];
    static long known_count;
    const uint64_t kind = 16 * (uint64_t)-j->code + 2 * (uint64_t)j->backend + (j->cache != NULL);
    long count = 0;
    int tripped;
    layer.note(ways, CALLS_MOST);
    const int good = run_one(j, 0, &tripped);
    const long calls = layer.calls();
    layer.note(NULL, 0);
    if (!good || (calls > CALLS_MOST && !wrong("more calls than there is room for", calls)))
        return -1;
    for (long i = 0; i < calls; i++)
        ways[i] = ways[i] * 31 + kind;
    for (long i = 0; i < calls && known_count < WAYS_MOST; i++) {
        long k = 0, same_way = 0;
        while (k < known_count && known[k] != ways[i])
            k++;
        if (k < known_count)
            continue;
        known[known_count++] = ways[i];
        for (long n = i; n < calls; n++)
            same_way += ways[n] == ways[i];
        long wanted = k % 3 == 0 ? 1 : k % 3 == 1 ? same_way : (same_way + 1) / 2, n = i - 1;
        while (wanted > 0)
            wanted -= ways[++n] == ways[i];
        chosen[count++] = n + 1;
    }
    return known_count < WAYS_MOST ? count : -1;
}

static int run_all(throng_backend backend, const char *cache, const scene *s, const float *expected,
                   int32_t code, int creation_only, long *runs)
{
    static long chosen[WAYS_MOST];
    float *values = malloc(scene_size(s) * sizeof *values);
    const job j = {backend, cache, s, expected, code, creation_only, values};
    const long count = values && !every ? choose_calls(&j, chosen) : 0;
    int good = values && count >= 0, tripped = 1;
    long tried = 0, failed = 0;
    while (good && (every ? tripped : tried < count)) {
        alarm(SECONDS_FOR_ONE); /* a hang ends in SIGALRM */
        good = run_one(&j, every ? tried + 1 : chosen[tried], &tripped);
        tried++;
        failed += tripped;
    }
    alarm(0);
    free(values);
    printf("%s, '%s', cache %s, code %d: %ld calls%s%s\n", throng_backend_name(backend), s->name,
           cache ? cache : "on", (int)code, failed, creation_only ? " of the creation" : "",
           good ? "" : ", stopped");
    fflush(stdout);
    *runs += failed;
    return good;
}

static float *play_reference(const scene *s)
{
    throng_context_def def = make_def(THRONG_BACKEND_CPU, NULL);
    throng_context *context = NULL;
    throng_terrain *terrain = NULL;
    throng_influence *map = NULL;
    const char *step = "";
    float *values = malloc(scene_size(s) * sizeof *values);
    int good = values && throng_context_create(&def, &context) == THRONG_OK &&
               scene_create(context, s, &terrain, &map) == THRONG_OK &&
               scene_play(context, map, terrain, s, values, &step) == THRONG_OK;
    scene_destroy(terrain, map);
    throng_context_destroy(context);
    if (good)
        return values;
    free(values);
    return NULL;
}

/* Makes the OpenCL loader load the layer; fills the caches. */
static int warm_up(const scene *s)
{
    throng_context_def def = make_def(THRONG_BACKEND_OPENCL, NULL);
    throng_context *context = NULL;
    throng_terrain *terrain = NULL;
    throng_influence *map = NULL;
    const char *step = "";
    float *values = malloc(scene_size(s) * sizeof *values);
    int good = values && throng_context_create(&def, &context) == THRONG_OK &&
               scene_create(context, s, &terrain, &map) == THRONG_OK &&
               scene_play(context, map, terrain, s, values, &step) == THRONG_OK;
    scene_destroy(terrain, map);
    throng_context_destroy(context);
    free(values);
    return good;
}

static int run_scene(const scene *s, int full, long *runs)
{
    static const int32_t codes[] = {-5, -4, -11, -6}; /* resources, memory object, build, host's memory */
    float *expected = play_reference(s);
    const int walks = s->propagation != THRONG_PROPAGATION_EUCLIDEAN, more = walks || s->paths || s->crowds;
    int good = expected && warm_up(s);
    for (int i = 0; good && i < (full ? 4 : 1); i++) {
        every = full && i == 0; /* of the other codes each way: a long scene has thousands of calls */
        good = run_all(THRONG_BACKEND_OPENCL, NULL, s, expected, codes[i], 0, runs);
    }
    every = full;
    /* without the cache each run builds all programs */
    for (int i = 1; good && full && i < 3; i++)
        good = run_all(THRONG_BACKEND_OPENCL, "off", s, expected, codes[i], 1, runs);
    if (full || !more) { /* creating a context is the same for all maps */
        good = good && run_all(THRONG_BACKEND_OPENCL, "off", s, expected, 0, 1, runs);
        good = good && run_all(THRONG_BACKEND_AUTO, NULL, s, expected, codes[0], !full, runs);
    }
    free(expected);
    return good;
}

int main(int argc, char **argv)
{
    static const char *const quick[] = {"tiny", "tiny paths", "tiny traces", "tiny agents"};
    static const char *const full[] = {"square",      "tiny",        "crowd",      "tiny paths",
                                       "tiny floods", "tiny traces", "tiny agents"};
    const char *const *names = quick;
    int name_count = sizeof quick / sizeof quick[0];
    int is_full = argc > 2 && strcmp(argv[2], "full") == 0;
    long runs = 0;
    if (argc > 2 && !is_full && strcmp(argv[2], "quick") != 0)
        only = argv[2];
    if (is_full) {
        names = full;
        name_count = sizeof full / sizeof full[0];
    }
    if (argc != 3) {
        fprintf(stderr, "usage: faults LAYER.so quick|full|CALL\n");
        return 2;
    }
    if (!warm_up(&scenes[0]) || !find_layer(argv[1]) || layer.calls() == 0) {
        fprintf(stderr, "the layer does not run, or OpenCL does not: %s\n", last_message);
        return 1;
    }
    for (int i = 0; i < name_count; i++)
        for (int k = 0; k < scene_count; k++)
            if (strcmp(scenes[k].name, names[i]) == 0 && !run_scene(&scenes[k], is_full, &runs))
                return 1;
    if (runs < (only ? 1 : 100)) {
        fprintf(stderr, "only %ld runs with a failing call\n", runs);
        return 1;
    }
    printf("%ld runs with a failing call\n", runs);
    return 0;
}
