/* Runs the workloads through throng's public calls.
 *   workload list
 *   workload time NAME BACKEND SIZE FRAMES    how long frames take, and the hash after the first ones
 *   workload trace NAME SIZE FRAMES FILE      frames on OpenCL, what was enqueued goes to a file
 *   workload bits small|bits [NAME]           equal bits of both backends, each workload's, or one's
 * SIZE 0 is the small one. Writes a JSON object a line to standard output, times in microseconds. */
#define _POSIX_C_SOURCE 200809L
#include "tools/gpu-check/workload.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST = 6 }; /* frames before any time counts; the hash is taken after them */

/* ---------------------------------------------------------------- for the workloads ----------------- */

float world_random(world *w)
{
    w->random = w->random * 1664525u + 1013904223u;
    return (float)(w->random >> 8) / 16777216.0f;
}

void *world_memory(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "workload: no memory for %zu times %zu bytes\n", count, size);
        exit(1);
    }
    return memory;
}

int32_t world_side(double area) { return (int32_t)ceil(sqrt(area > 1.0 ? area : 1.0)); }

void world_places(world *w, int32_t count, float side, float apart)
{
    for (int k = 0; k < 2; k++)
        w->places[k] = world_memory((size_t)count, sizeof(place));
    for (int32_t i = 0; i < count; i++) {
        w->places[0][i].x = world_random(w) * (side - apart);
        w->places[0][i].y = world_random(w) * (side - apart);
        w->places[1][i].x = w->places[0][i].x + apart * world_random(w);
        w->places[1][i].y = w->places[0][i].y + apart * world_random(w);
    }
}

float world_free(float coordinate)
{
    const int32_t even = (int32_t)coordinate / 2 * 2;
    return (float)even + 0.5f;
}

/* Walls stand in odd columns and rows, so that every free cell can be reached. */
throng_status world_ground(world *w, int32_t side)
{
    throng_terrain_def def = throng_terrain_default_def();
    uint8_t *blocked = world_memory((size_t)side * (size_t)side, 1);
    def.width = def.height = side;
    for (int32_t row = 1; row < side; row += 2)
        for (int32_t column = 1; column < side; column += 2)
            blocked[(size_t)row * (size_t)side + (size_t)column] = world_random(w) < 0.5f;
    throng_status status = throng_terrain_create(w->context, &def, &w->terrain);
    if (status == THRONG_OK)
        status = throng_terrain_set(w->terrain, NULL, blocked, 0);
    free(blocked);
    return status;
}

/* ---------------------------------------------------------------- worlds ---------------------------- */

static void print_message(void *user, throng_log_level level, const char *message)
{
    (void)user;
    if (level != THRONG_LOG_INFO)
        fprintf(stderr, "workload: %s\n", message);
}

static void must(const world *w, throng_status status, const char *what)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "workload: %s: %s: %s\n", what, throng_status_string(status),
            w->context ? throng_context_message(w->context) : "no context");
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static world open_world(const workload *what, throng_backend backend, throng_isa isa, int32_t size)
{
    world w = {.size = size > 0 ? size : what->small, .random = 20111};
    throng_context_def def = throng_context_default_def();
    def.backend = backend;
    def.isa = isa;
    def.logger.log = print_message;
    must(&w, throng_context_create(&def, &w.context), "a context");
    must(&w, what->make(&w), what->name);
    return w;
}

static void close_world(world *w)
{
    throng_crowd_destroy(w->crowd);
    throng_trace_destroy(w->trace);
    throng_potential_destroy(w->field);
    throng_measure_destroy(w->measure);
    throng_influence_destroy(w->map);
    throng_flow_destroy(w->flow);
    throng_terrain_destroy(w->terrain);
    throng_context_destroy(w->context);
    free(w->places[0]);
    free(w->places[1]);
    free(w->values);
    free(w->inputs);
}

static void update(const workload *what, world *w, int32_t frame)
{
    must(w, what->update(w, frame), "update");
}
static void read(const workload *what, world *w) { must(w, what->read(w), "read"); }
static void await(world *w) { must(w, throng_context_wait(w->context), "wait"); }

static uint64_t first_frames(const workload *what, world *w)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (int32_t frame = 0; frame < FIRST; frame++)
        update(what, w, frame);
    read(what, w);
    if (what->hash) {
        must(w, what->hash(w, &hash), "hash");
        return hash;
    }
    const unsigned char *bytes = w->values;
    for (size_t i = 0; i < w->bytes; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

/* ---------------------------------------------------------------- time ------------------------------ */

static int by_value(const void *a, const void *b)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* The median; *worst: the largest. Sorts. */
static double median(double *times, int32_t count, double *worst)
{
    qsort(times, (size_t)count, sizeof *times, by_value);
    *worst = times[count - 1];
    return times[count / 2];
}

static void print_times(const char *key, double *times, int32_t count)
{
    double worst;
    const double middle = median(times, count, &worst);
    printf(", \"%s_us\": %.2f, \"%s_worst_us\": %.2f", key, middle, key, worst);
}

static void time_frames(const workload *what, throng_backend backend, int32_t size, int32_t frames)
{
    double begin = now();
    world w = open_world(what, backend, THRONG_ISA_AUTO, size);
    await(&w);
    const double created = now() - begin;
    begin = now();
    const uint64_t hash = first_frames(what, &w);
    const double first = now() - begin;
    double *call = world_memory((size_t)frames, sizeof *call),
           *times = world_memory((size_t)frames, sizeof *times);
    printf("{\"workload\": \"%s\", \"operation\": \"%s\", \"backend\": \"%s\", \"size\": %d, \"size_is\": "
           "\"%s\", "
           "\"frames\": %d, \"create_us\": %.0f, \"first_%d_frames_us\": %.0f",
           what->name, what->operation, throng_backend_name(backend), (int)w.size, what->size_is, (int)frames,
           created, (int)FIRST, first);
    for (int32_t i = 0; i < frames; i++) {
        begin = now();
        update(what, &w, i);
        call[i] = now() - begin;
        await(&w);
        times[i] = now() - begin;
    }
    print_times("update_call", call, frames);
    print_times("update", times, frames);
    for (int32_t i = 0; i < frames; i++) {
        begin = now();
        update(what, &w, i);
        read(what, &w);
        times[i] = now() - begin;
    }
    print_times("update_and_read", times, frames);
    for (int32_t i = 0; i < frames; i++) {
        begin = now();
        read(what, &w);
        times[i] = now() - begin;
    }
    print_times("read", times, frames);
    begin = now();
    for (int32_t i = 0; i < frames; i++)
        update(what, &w, i);
    await(&w);
    printf(", \"update_in_a_row_us\": %.2f, \"read_bytes\": %zu, \"hash\": \"%016llx\"}\n",
           (now() - begin) / frames, w.bytes, (unsigned long long)hash);
    free(call);
    free(times);
    close_world(&w);
}

/* ---------------------------------------------------------------- traces of OpenCL ------------------ */

/* Of the library that throng has loaded: C has no cast from its symbols to functions. */
static void find(void *library, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);
    if (!symbol) {
        fprintf(stderr, "workload: libOpenCL.so.1 is not that of gpu-check: it has no %s\n", name);
        exit(1);
    }
    memcpy(function, &symbol, size);
}

static void trace_frames(const workload *what, int32_t size, int32_t frames, const char *path)
{
    void (*mark)(const char *) = NULL;
    int (*write)(const char *) = NULL;
    world w = open_world(what, THRONG_BACKEND_OPENCL, THRONG_ISA_AUTO, size);
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    find(library, "gpu_check_mark", &mark, sizeof mark);
    find(library, "gpu_check_write", &write, sizeof write);
    first_frames(what, &w);
    for (int32_t i = 0; i < frames; i++) {
        mark("frame");
        update(what, &w, i);
        read(what, &w);
    }
    mark("end");
    await(&w);
    const int written = write(path);
    printf(
        "{\"workload\": \"%s\", \"operation\": \"%s\", \"size\": %d, \"size_is\": \"%s\", \"frames\": %d}\n",
        what->name, what->operation, (int)w.size, what->size_is, (int)frames);
    close_world(&w);
    if (!written) {
        fprintf(stderr, "workload: %s cannot be written\n", path);
        exit(1);
    }
}

/* ---------------------------------------------------------------- bits ------------------------------ */

static void compare_bits(const workload *what, int32_t size)
{
    world reference = open_world(what, THRONG_BACKEND_CPU, THRONG_ISA_REFERENCE, size);
    world found = open_world(what, THRONG_BACKEND_OPENCL, THRONG_ISA_AUTO, size);
    const uint64_t expected = first_frames(what, &reference), got = first_frames(what, &found);
    size_t differing = 0, nonzero = 0; /* values of zeros would prove nothing */
    for (size_t i = 0; i < found.bytes; i++)
        nonzero += ((const unsigned char *)found.values)[i] != 0;
    for (size_t i = 0; i < found.bytes; i++)
        differing += ((const unsigned char *)reference.values)[i] != ((const unsigned char *)found.values)[i];
    printf("{\"workload\": \"%s\", \"operation\": \"%s\", \"size\": %d, \"size_is\": \"%s\", \"equal\": %s, "
           "\"differing_bytes\": %zu, \"bytes\": %zu, \"hash\": \"%016llx\"}\n",
           what->name, what->operation, (int)found.size, what->size_is,
           expected == got && differing == 0 && nonzero > found.bytes / 20 ? "true" : "false", differing,
           found.bytes, (unsigned long long)got);
    fflush(stdout);
    close_world(&found);
    close_world(&reference);
}

/* ---------------------------------------------------------------- main ------------------------------ */

static const struct {
    const workload *list;
    const int *count;
} groups[] = {{crowd_workloads, &crowd_workload_count},
              {map_workloads, &map_workload_count},
              {field_workloads, &field_workload_count}};

/* NULL after the last one. */
static const workload *at(int i)
{
    for (size_t g = 0; g < sizeof groups / sizeof *groups; i -= *groups[g++].count)
        if (i < *groups[g].count)
            return &groups[g].list[i];
    return NULL;
}

static const workload *named(const char *name)
{
    int i = 0;
    for (const workload *what = at(0); what; what = at(++i))
        if (strcmp(what->name, name) == 0)
            return what;
    fprintf(stderr, "workload: no workload '%s'\n", name);
    exit(2);
}

static void list_all(void)
{
    int i = 0;
    for (const workload *what = at(0); what; what = at(++i))
        printf("{\"workload\": \"%s\", \"operation\": \"%s\"}\n", what->name, what->operation);
}

static void compare_all(int small, const char *name)
{
    int i = 0;
    for (const workload *what = at(0); what; what = at(++i))
        if (!name || strcmp(what->name, name) == 0)
            compare_bits(what, small ? 0 : what->bits);
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "list") == 0 && argc == 2) {
        list_all();
    } else if (strcmp(command, "time") == 0 && argc == 6 && atoi(argv[5]) > 0) {
        const throng_backend backend =
            strcmp(argv[3], "opencl") == 0 ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU;
        time_frames(named(argv[2]), backend, atoi(argv[4]), atoi(argv[5]));
    } else if (strcmp(command, "trace") == 0 && argc == 6) {
        trace_frames(named(argv[2]), atoi(argv[3]), atoi(argv[4]), argv[5]);
    } else if (strcmp(command, "bits") == 0 && (argc == 3 || argc == 4)) {
        compare_all(strcmp(argv[2], "small") == 0, argc == 4 ? named(argv[3])->name : NULL);
    } else {
        fprintf(stderr,
                "usage: workload list | time NAME BACKEND SIZE FRAMES | trace NAME SIZE FRAMES FILE | "
                "bits small|bits [NAME]\n");
        return 2;
    }
    return 0;
}
