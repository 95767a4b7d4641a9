/* compare cpu [SCENE...] | opencl PLATFORM [SCENE...]: plays these scenes, else all, on the reference level
 * and on every other way to compute that the chosen backend has, and wants equal bits: SIMD levels and tasks
 * on threads of our own (cpu), or the one OpenCL device there is, whose platform's name must contain
 * PLATFORM. Says of each scene and operation whether they are. */
#include "tests/checks/scene.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3 };

static void print(void *user, throng_log_level level, const char *message)
{
    (void)user;
    fprintf(stderr, "throng %s: %s\n", level == THRONG_LOG_ERROR ? "error" : "says", message);
}

/* ---- a host's scheduler */
typedef struct share_of_tasks {
    pthread_t thread;
    throng_task task;
    void *data;
    int32_t first, count;
} share_of_tasks;

static void *run_share(void *argument)
{
    const share_of_tasks *mine = argument;
    for (int32_t i = mine->first; i < mine->count; i += THREADS)
        mine->task(mine->data, i);
    return NULL;
}

static void run_on_threads(void *user, int32_t count, throng_task task, void *data)
{
    share_of_tasks shares[THREADS];
    int started[THREADS];
    (void)user;
    for (int32_t i = 0; i < THREADS; i++) {
        shares[i] = (share_of_tasks){.task = task, .data = data, .first = i, .count = count};
        started[i] = pthread_create(&shares[i].thread, NULL, run_share, &shares[i]) == 0;
        if (!started[i])
            run_share(&shares[i]);
    }
    for (int32_t i = 0; i < THREADS; i++)
        if (started[i])
            pthread_join(shares[i].thread, NULL);
}

/* ---- one scene */
static float *play(const throng_context_def *def, const scene *s)
{
    throng_context *context = NULL;
    throng_terrain *terrain = NULL;
    throng_influence *map = NULL;
    throng_influence_info info = {0};
    const char *step = "create";
    float *values = malloc(scene_size(s) * sizeof *values);
    throng_status status = values ? throng_context_create(def, &context) : THRONG_ERROR_OUT_OF_MEMORY;
    if (status == THRONG_OK)
        status = scene_create(context, s, &terrain, &map);
    if (status == THRONG_OK)
        status = throng_influence_get_info(map, &info);
    if (status == THRONG_OK)
        status = scene_play(context, map, terrain, s, values, &step);
    if (status == THRONG_OK)
        status = throng_context_wait(context);
    scene_destroy(terrain, map);
    throng_context_destroy(context);
    if (status == THRONG_OK && info.backend == def->backend)
        return values;
    fprintf(stderr, "%s: status %d in %s, backend %d\n", s->name, (int)status, step, (int)info.backend);
    free(values);
    return NULL;
}

/* Of the values of one operation, from `first` on; *end: behind its last one. */
static int same_part(const scene *s, const char *what, const float *expected, const float *found,
                     size_t first, size_t *end)
{
    const size_t count = scene_size(s);
    const char *operation = scene_operation(s, first);
    int equal = 1;
    size_t i = first;
    for (; i < count && strcmp(scene_operation(s, i), operation) == 0; i++)
        if (equal && memcmp(&expected[i], &found[i], sizeof *found) != 0) {
            fprintf(stderr, "%s, %s: value %zu of %zu is %a, the reference has %a\n", s->name, what, i, count,
                    (double)found[i], (double)expected[i]);
            equal = 0;
        }
    *end = i;
    printf("%s, %s, %s: %s\n", s->name, what, operation, equal ? "equal" : "different");
    fflush(stdout); /* for those who read on where a later scene ends the process */
    return equal;
}

static int same(const scene *s, const char *what, const float *expected, const float *found)
{
    int equal = 1;
    if (!expected || !found)
        return 0;
    for (size_t i = 0; i < scene_size(s);)
        equal &= same_part(s, what, expected, found, i, &i);
    return equal;
}

/* A scene of zeros would prove nothing. */
static int has_values(const scene *s, const float *values)
{
    size_t nonzero = 0;
    for (size_t i = 0; values && i < scene_size(s); i++)
        nonzero += values[i] != 0.0f;
    if (nonzero > scene_size(s) / 20)
        return 1;
    fprintf(stderr, "%s: only %zu of %zu values are not 0\n", s->name, nonzero, scene_size(s));
    return 0;
}

static int compare(const scene *s, const char *what, const throng_context_def *def)
{
    throng_context_def reference = throng_context_default_def();
    reference.backend = THRONG_BACKEND_CPU;
    reference.isa = THRONG_ISA_REFERENCE;
    reference.threads = 1;
    reference.logger.log = print;
    float *expected = play(&reference, s);
    float *found = play(def, s);
    int equal = same(s, what, expected, found) && has_values(s, expected);
    free(expected);
    free(found);
    return equal;
}

static throng_context_def cpu_def(throng_isa isa, int threaded)
{
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.isa = isa;
    def.threads = threaded ? 2 * THREADS : 1;
    def.parallel.run = threaded ? run_on_threads : NULL;
    def.logger.log = print;
    return def;
}

static int compare_cpu(const scene *s, int *compared)
{
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        for (int threaded = 0; threaded < 2; threaded++) {
            const throng_context_def def = cpu_def(isa, threaded);
            if (!throng_isa_available(isa))
                continue;
            if (!compare(s, throng_isa_name(isa), &def))
                return 0;
            ++*compared;
        }
    return 1;
}

/* ---- more agents than one task takes, so many in each place that no velocity is free */
static int play_press(const throng_context_def *context_def, uint64_t *hash)
{
    enum { AGENTS = 2000, STEPS = 3 };
    throng_context *context = NULL;
    throng_crowd *crowd = NULL;
    throng_crowd_def def = throng_crowd_default_def();
    uint32_t state = 77;
    def.agent_capacity = AGENTS;
    throng_status status = throng_context_create(context_def, &context);
    if (status == THRONG_OK)
        status = throng_crowd_create(context, &def, &crowd);
    for (int32_t i = 0; i < AGENTS && status == THRONG_OK; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.x = 40.0f * scene_share(&state);
        d.y = 40.0f * scene_share(&state);
        d.navigation = THRONG_NAVIGATE_GOAL;
        d.target_x = d.target_y = 20.0f;
        status = throng_crowd_add(crowd, 1, &d, 0, NULL);
    }
    for (int32_t step = 0; step < STEPS && status == THRONG_OK; step++)
        status = throng_crowd_step(crowd, 0.25f);
    if (status == THRONG_OK)
        status = throng_crowd_hash(crowd, hash);
    throng_crowd_destroy(crowd);
    throng_context_destroy(context);
    if (status != THRONG_OK)
        fprintf(stderr, "press: status %d\n", (int)status);
    return status == THRONG_OK;
}

static int compare_press(int *compared)
{
    uint64_t expected = 0, found = 0;
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++)
        for (int threaded = 0; threaded < 2; threaded++) {
            const throng_context_def def = cpu_def(isa, threaded);
            if (!throng_isa_available(isa))
                continue;
            if (!play_press(&def, *compared ? &found : &expected) || (*compared && found != expected)) {
                fprintf(stderr, "press, %s: another hash than the reference has\n", throng_isa_name(isa));
                return 0;
            }
            ++*compared;
        }
    return 1;
}

static int compare_opencl(const scene *s, int *compared)
{
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_OPENCL;
    def.logger.log = print;
    ++*compared;
    return compare(s, "opencl", &def);
}

/* The one device is of the platform that this run is about, not of another one that answered in its place. */
static int platform_is(const char *wanted)
{
    throng_device_info devices[4];
    int32_t count = 0;
    if (throng_devices(NULL, devices, 4, &count) != THRONG_OK || count != 1) {
        fprintf(stderr, "%d OpenCL devices where one was expected\n", (int)count);
        return 0;
    }
    printf("platform '%s', device '%s', exact: %d %s\n", devices[0].platform, devices[0].name,
           (int)devices[0].exact, devices[0].reason);
    return strstr(devices[0].platform, wanted) != NULL && devices[0].exact;
}

static int is_wanted(const scene *s, int count, char **names)
{
    for (int i = 0; i < count; i++)
        if (strcmp(s->name, names[i]) == 0)
            return 1;
    return count <= 0;
}

int main(int argc, char **argv)
{
    int opencl = argc > 2 && strcmp(argv[1], "opencl") == 0;
    int names = opencl ? 3 : 2; /* where they begin */
    int compared = 0, pressed = 0, equal = 1;
    if (!opencl && !(argc >= 2 && strcmp(argv[1], "cpu") == 0)) {
        fprintf(stderr, "usage: compare cpu [SCENE...] | compare opencl PLATFORM [SCENE...]\n");
        return 2;
    }
    if (opencl && !platform_is(argv[2])) {
        fprintf(stderr, "the device is not an exact one of platform '%s'\n", argv[2]);
        return 1;
    }
    for (int i = 0; i < scene_count; i++)
        if (is_wanted(&scenes[i], argc - names, argv + names))
            equal &= opencl ? compare_opencl(&scenes[i], &compared) : compare_cpu(&scenes[i], &compared);
    if (!opencl && argc == names)
        equal &= compare_press(&pressed);
    if (!equal)
        return 1;
    compared += pressed;
    printf("%d comparisons, all equal to the bit\n", compared);
    return compared > 0 && compared >= argc - names ? 0 : 1;
}
