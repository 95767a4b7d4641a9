/* Plays the shared scenes without Criterion and on threads of a host: for checkers that do not start
 * under Criterion, for emulated processors, for other compilers.
 *     driver           compares every level, on 1, 2 and 8 tasks on four threads, with THRONG_TEST_GOLDEN;
 *                      with THRONG_TEST_QUICK=1 each level on one of these numbers, not the same for all
 *     driver TASKS     on so many tasks alone, for what is slow
 *     driver --own     on threads of throng's own in place of the host's
 *     driver --serial  on 2 tasks, one after the other, for systems without threads
 *     driver --opencl  compares the OpenCL backend in its usual form; with THRONG_TEST_QUICK=1 the kernels of
 *                      paths and of crowds, which take most of the time, are not optimised
 *     driver --print   prints the hashes of the reference level as the file golden.txt */
#include "tests/crowd/walled_scenes.h"
#include "tests/measure/scenes.h"
#include "tests/potential/scenes.h"
#include "tests/support/golden.h"
#include "tests/support/support.h"
#include "tests/support/wall_scenes.h"
#include "tests/trace/scenes.h"

#include <stdlib.h>

/* Scenes of all operations: those of paths are behind the first ones, those of crowds at the end. */
static int32_t first_crowd(void)
{
    return shared_scene_count + walk_scene_count + field_scene_count + measure_scene_count +
           trace_scene_count;
}

/* Whether the i-th one needs large kernels. */
static int is_large(int32_t i)
{
    return (i >= shared_scene_count && i < shared_scene_count + walk_scene_count) || i >= first_crowd();
}

/* The i-th of the scenes, played; its name in *name. NULL: there are fewer. */
static float *play_any(throng_context *context, int32_t i, const char **name, size_t *size)
{
    if (i < shared_scene_count) {
        *name = shared_scenes[i].name;
        return play(context, &shared_scenes[i], size);
    }
    i -= shared_scene_count;
    if (i < walk_scene_count) {
        *name = walk_scenes[i].name;
        return walk_play(context, &walk_scenes[i], size);
    }
    i -= walk_scene_count;
    if (i < field_scene_count) {
        *name = field_scenes[i].name;
        return field_play(context, &field_scenes[i], size);
    }
    i -= field_scene_count;
    if (i < measure_scene_count) {
        *name = measure_scenes[i].name;
        return measure_play(context, &measure_scenes[i], size);
    }
    i -= measure_scene_count;
    if (i < trace_scene_count) {
        *name = trace_scenes[i].field.name;
        return trace_play(context, &trace_scenes[i], size);
    }
    i -= trace_scene_count;
    if (i < crowd_scene_count) {
        *name = crowd_scenes[i].name;
        return crowd_play(context, &crowd_scenes[i], size);
    }
    i -= crowd_scene_count;
    if (i < walled_scene_count) {
        *name = walled_scenes[i].crowd.name;
        return walled_play(context, &walled_scenes[i], size);
    }
    return NULL;
}

static int print(void)
{
    variant v = reference_variant();
    throng_context *context = open_variant(&v, NULL);
    const char *name;
    float *values;
    size_t size;
    printf("# FNV-1a 64 of the shared scenes' results; golden.h says how to make this file anew.\n");
    for (int32_t i = 0; (values = play_any(context, i, &name, &size)) != NULL; i++) {
        printf("%s %016" PRIx64 "\n", name, hash_bytes(values, size));
        free(values);
    }
    return throng_context_destroy(context) != THRONG_OK;
}

/* 0: the hash is right. */
static int compare(const variant *v, const char *name, float *values, size_t size, const char *golden)
{
    uint64_t expected = golden_hash(golden, name), got = hash_bytes(values, size);
    free(values);
    if (got != expected)
        fprintf(stderr, "%s: %s: hash %016" PRIx64 ", golden %016" PRIx64 "\n", v->name, name, got, expected);
    return got != expected;
}

static int is_quick(void)
{
    const char *quick = getenv("THRONG_TEST_QUICK");
    return quick && strcmp(quick, "1") == 0;
}

typedef enum choice { ALL, SMALL, LARGE } choice;

static int check(const variant *v, const char *golden, choice which)
{
    int wrong = 0;
    throng_context *context = open_variant(v, NULL);
    const char *name;
    for (int32_t i = 0; i < first_crowd() + crowd_scene_count + walled_scene_count; i++) {
        size_t size;
        if (which == ALL || is_large(i) == (which == LARGE)) {
            float *values = play_any(context, i, &name, &size);
            wrong += compare(v, name, values, size, golden);
        }
    }
    return wrong + (throng_context_destroy(context) != THRONG_OK);
}

static int check_opencl(void)
{
    const variant v = {.backend = THRONG_BACKEND_OPENCL, .threads = 1, .name = "opencl"};
    if (!opencl_present()) {
        printf("OPENCL SKIPPED\n");
        return 0;
    }
    const char *golden = getenv("THRONG_TEST_GOLDEN");
    int wrong = 0;
    if (is_quick()) {
        wrong = check(&v, golden, SMALL);
        set_or_unset("THRONG_CL_OPTIONS", "-cl-opt-disable");
        wrong += check(&v, golden, LARGE);
    } else {
        wrong = check(&v, golden, ALL);
    }
    printf("opencl: %d wrong\n", wrong);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    int32_t threads[] = {1, 2, 8};
    int counts = 3;
    void (*run)(void *user, int32_t count, throng_task task, void *data) = run_threads;
    if (argc == 2 && strcmp(argv[1], "--print") == 0)
        return print();
    if (argc == 2 && strcmp(argv[1], "--opencl") == 0)
        return check_opencl();
    if (argc == 2 && strcmp(argv[1], "--own") == 0) {
        run = NULL;
    } else if (argc == 2) {
        const int serial = strcmp(argv[1], "--serial") == 0;
        threads[0] = serial ? 2 : (int32_t)strtol(argv[1], NULL, 10);
        run = serial ? run_serial : run_threads;
        counts = 1;
    }
    if (argc > 2 || threads[0] < 1) {
        fprintf(stderr, "usage: driver [TASKS | --own | --serial | --opencl | --print]\n");
        return 2;
    }
    const int some = is_quick();
    int wrong = 0, levels = 0;
    for (throng_isa isa = THRONG_ISA_REFERENCE; isa < THRONG_ISA_COUNT; isa++) {
        if (!throng_isa_available(isa))
            continue;
        for (int i = some ? isa % counts : 0; i < counts; i += some ? counts : 1) {
            variant v = {.backend = THRONG_BACKEND_CPU, .isa = isa, .threads = threads[i], .run = run};
            snprintf(v.name, sizeof v.name, "%s, %d tasks", throng_isa_name(isa), (int)threads[i]);
            wrong += check(&v, getenv("THRONG_TEST_GOLDEN"), ALL);
        }
        printf("%s %s", levels++ ? "," : "levels:", throng_isa_name(isa));
    }
    printf("\n%d wrong\n", wrong);
    return wrong != 0;
}
