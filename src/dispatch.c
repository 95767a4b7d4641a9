/* Which backend an automatic choice takes. Each backend's time for a frame (move the objects, update, read
 * the map) is taken as
 *   fixed + object * objects + cell * cells + pair * (cells inside the supports of all objects)
 * whose four costs are measured once on four small maps, copies included, and kept in the cache folder in a
 * file named by what they depend on. THRONG_COSTS names another file, so that a choice can be repeated. */
#include "dispatch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <time.h>
#endif

#define THRONG_COSTS_FORMAT "throng costs 1"

/* The four maps: each makes one more of the costs large. */
static const struct {
    int32_t side, objects;
    float distance;
} sizes[THRONG_COST_COUNT] = {{16, 1, 1.0f}, {16, 8192, 1.0f}, {1024, 1, 1.0f}, {512, 256, 32.0f}};

static double pairs_of(double objects, double distance, double cells)
{
    double inside = 3.14159265 * distance * distance + 1.0;
    return objects * (inside < cells ? inside : cells);
}

double throng_costs_seconds(const float costs[THRONG_COST_COUNT], double objects, double distance,
                            double cells)
{
    return (double)costs[0] + (double)costs[1] * objects + (double)costs[2] * cells +
           (double)costs[3] * pairs_of(objects, distance, cells);
}

/* ---------------------------------------------------------------- measuring ------------------------- */

static double now(void)
{
#ifdef _WIN32 /* whose C libraries do not all have timespec_get */
    LARGE_INTEGER ticks, each_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&each_second);
    return (double)ticks.QuadPart / (double)each_second.QuadPart;
#else
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
}

typedef struct trial {
    const throng_influence_ops *ops;
    void *state;
    throng_influence_object *objects;
    float *values;
    int32_t side, count;
} trial;

static void place_objects(trial *t, float distance)
{
    uint32_t state = 1;
    for (int32_t i = 0; i < t->count; i++) {
        float place[4];
        for (int32_t k = 0; k < 4; k++) {
            state = state * 1664525u + 1013904223u;
            place[k] = (float)(state >> 8) / 16777216.0f;
        }
        throng_influence_object *o = &t->objects[i];
        *o = throng_influence_default_object();
        o->x = place[0] * (float)t->side;
        o->y = place[1] * (float)t->side;
        o->vx = place[2] - 0.5f;
        o->vy = place[3] - 0.5f;
        o->max_distance = distance;
        o->alpha = 0.5f;
        o->decay = 0.9f;
        o->decay_kind = THRONG_DECAY_EXPONENTIAL;
    }
}

/* The best of many short frames, or of a few long ones; a busy machine spoils most of them. Negative where
 * one fails. */
static double time_frames(trial *t)
{
    const size_t stride = sizeof *t->objects;
    const throng_region whole = {0, 0, t->side, t->side};
    double best = -1.0, spent = 0.0;
    if (t->ops->set_objects(t->state, 0, 0, t->count, t->objects, stride) != THRONG_OK)
        return best;
    for (int32_t frame = 0; frame < 6 || (frame < 60 && spent < 0.02); frame++) {
        double start = now();
        if (t->ops->move_objects(t->state, 0, 0, t->count, &t->objects->x, stride, &t->objects->vx, stride) ||
            t->ops->update(t->state, 0, 0.0f) ||
            t->ops->read(t->state, 0, &whole, t->values, (size_t)t->side * sizeof *t->values))
            return -1.0;
        double taken = now() - start;
        spent += taken > 0.0 ? taken : 0.0;
        if (frame > 0 && taken > 0.0 && (best < 0.0 || taken < best)) /* the first one warms up */
            best = taken;
    }
    return best;
}

static double time_map(throng_context *context, const throng_influence_ops *ops, int32_t which)
{
    double taken = -1.0;
    trial t = {ops, NULL, NULL, NULL, sizes[which].side, sizes[which].objects};
    const throng_influence_shape shape = {
        .width = t.side,
        .height = t.side,
        .world_height = t.side,
        .worlds = 1,
        .cell_size = 1.0f,
        .layers = 1,
        .object_capacity = t.count,
    };
    size_t object_bytes = (size_t)t.count * sizeof *t.objects;
    size_t value_bytes = (size_t)t.side * (size_t)t.side * sizeof *t.values;
    if (ops->create(context, &shape, &t.state) != THRONG_OK)
        return taken;
    t.objects = throng_allocate(&context->allocator, object_bytes);
    t.values = throng_allocate(&context->allocator, value_bytes);
    if (t.objects && t.values) {
        place_objects(&t, sizes[which].distance);
        taken = time_frames(&t);
    }
    throng_release(&context->allocator, t.objects, object_bytes);
    throng_release(&context->allocator, t.values, value_bytes);
    ops->destroy(t.state);
    return taken;
}

/* Solves for one cost after the other, each from the map that makes it large. 0 where a frame fails, or where
 * an object or a pair seems to cost nothing: the machine was too busy to tell. */
static int32_t measure(throng_context *context, const throng_influence_ops *ops,
                       float costs[THRONG_COST_COUNT])
{
    for (int32_t i = 0; i < THRONG_COST_COUNT; i++)
        costs[i] = 0.0f;
    for (int32_t i = 0; i < THRONG_COST_COUNT; i++) {
        double taken = time_map(context, ops, i);
        double objects = sizes[i].objects;
        double cells = (double)sizes[i].side * sizes[i].side;
        double size[THRONG_COST_COUNT] = {1.0, objects, cells,
                                          pairs_of(objects, (double)sizes[i].distance, cells)};
        if (taken < 0.0)
            return 0;
        double rest = taken - throng_costs_seconds(costs, objects, (double)sizes[i].distance, cells);
        costs[i] = rest > 0.0 ? (float)(rest / size[i]) : 0.0f;
    }
    return costs[1] > 0.0f && costs[3] > 0.0f;
}

/* ---------------------------------------------------------------- the file -------------------------- */

int32_t throng_costs_load(throng_context *context, const char *path)
{
    char line[256];
    int32_t found = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    int32_t right = fgets(line, sizeof line, file) &&
                    strncmp(line, THRONG_COSTS_FORMAT, sizeof THRONG_COSTS_FORMAT - 1) == 0;
    while (right && fgets(line, sizeof line, file)) {
        char backend[16];
        int64_t c[THRONG_COST_COUNT];
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (sscanf(line, "influence %15s %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64, backend, &c[0], &c[1],
                   &c[2], &c[3]) != 5)
            break;
        int32_t which = strcmp(backend, "opencl") == 0;
        if (!which && strcmp(backend, "cpu") != 0)
            break;
        int32_t right_costs = 1;
        for (int32_t i = 0; i < THRONG_COST_COUNT; i++) {
            right_costs = right_costs && c[i] >= 0;
            context->costs[which][i] = (float)((double)c[i] * 1e-15);
        }
        if (!right_costs)
            break;
        found |= 1 << which;
    }
    fclose(file);
    return found == 3;
}

/* Failing to keep them costs the next program a second, no more. */
static void save(const throng_context *context, const char *path)
{
    char temporary[700];
    int length = snprintf(temporary, sizeof temporary, "%s.%" PRIxPTR ".tmp", path, (uintptr_t)context);
    FILE *file = length > 0 && (size_t)length < sizeof temporary ? fopen(temporary, "w") : NULL;
    if (!file)
        return;
    /* whole femtoseconds: no locale writes them in another way */
    fprintf(file, THRONG_COSTS_FORMAT
            "\n# femtoseconds: fixed, an object, a cell, a cell inside an object's support\n");
    for (int32_t i = 0; i < 2; i++) {
        int64_t c[THRONG_COST_COUNT];
        for (int32_t k = 0; k < THRONG_COST_COUNT; k++)
            c[k] = (int64_t)((double)context->costs[i][k] * 1e15);
        fprintf(file, "influence %s %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", i ? "opencl" : "cpu",
                c[0], c[1], c[2], c[3]);
    }
    if (fclose(file) != 0 || rename(temporary, path) != 0)
        remove(temporary);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    return (hash ^ '\n') * 1099511628211u;
}

/* ".../costs-<hash of what the costs depend on>.txt"; "" where there is no cache. */
static void name_file(throng_context *context, char path[600])
{
    throng_context_info info;
    char threads[16], processor[49];
    path[0] = '\0';
    if (!context->cache[0] || throng_context_get_info(context, &info) != THRONG_OK)
        return;
    snprintf(threads, sizeof threads, "%d", (int)context->threads);
    throng_cpu_name(processor);
    const char *keys[] = {throng_version(), throng_isa_name(context->isa),
                          threads,          processor,
                          info.device_name, info.device_version};
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        hash = hash_text(hash, keys[i]);
    snprintf(path, 600, "%s/costs-%016" PRIx64 ".txt", context->cache, hash);
}

/* ---------------------------------------------------------------- choosing -------------------------- */

static const throng_influence_ops *opencl_ops(void)
{
#ifdef THRONG_OPENCL
    return throng_cl_ops.influence;
#else
    return throng_cpu_ops.influence; /* never asked: no device is open */
#endif
}

/* A file that was named and is not right is no reason to measure: the choice would not be the one asked
 * for. */
static int32_t load_named(throng_context *context, const char *path)
{
    if (throng_costs_load(context, path))
        return 1;
    throng_log(context, THRONG_LOG_WARNING, "THRONG_COSTS is '%.200s': not a file of costs; the CPU is taken",
               path);
    return -1;
}

static int32_t load_or_measure(throng_context *context)
{
    char path[600];
    name_file(context, path);
    if (path[0] && throng_costs_load(context, path))
        return 1;
    for (int32_t attempt = 0; attempt < 3; attempt++)
        if (measure(context, throng_cpu_ops.influence, context->costs[0]) &&
            measure(context, opencl_ops(), context->costs[1])) {
            if (path[0])
                save(context, path);
            return 1;
        }
    throng_log(context, THRONG_LOG_WARNING,
               "the costs of the backends could not be measured; the CPU is taken");
    context->message[0] = '\0';
    context->opencl_error = 0;
    return -1;
}

static int32_t know_costs(throng_context *context)
{
    const char *named = getenv("THRONG_COSTS");
    if (!context->costs_known)
        context->costs_known = named && named[0] ? load_named(context, named) : load_or_measure(context);
    return context->costs_known > 0;
}

throng_backend throng_dispatch_influence(throng_context *context, const throng_influence_def *def)
{
    if (context->wanted == THRONG_BACKEND_OPENCL)
        return THRONG_BACKEND_OPENCL;
    if (context->wanted == THRONG_BACKEND_CPU || !context->cl || !know_costs(context))
        return THRONG_BACKEND_CPU;
    double objects = (double)def->object_capacity;
    double distance = (double)def->typical_distance;
    double cells = (double)def->width * (double)def->height;
    double cpu = throng_costs_seconds(context->costs[0], objects, distance, cells);
    double opencl = throng_costs_seconds(context->costs[1], objects, distance, cells);
    throng_backend backend = opencl < cpu ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU;
    throng_log(
        context, THRONG_LOG_INFO,
        "influence map of %d x %d cells, %d objects, distance %g: %s (cpu %.3g s, opencl %.3g s a frame)",
        (int)def->width, (int)def->height, (int)def->object_capacity, distance, throng_backend_name(backend),
        cpu, opencl);
    return backend;
}

throng_backend throng_dispatch_flow(const throng_context *context, const throng_flow_def *def)
{
    const throng_backend wanted = def->backend == THRONG_BACKEND_AUTO ? context->wanted : def->backend;
    return wanted == THRONG_BACKEND_AUTO ? THRONG_BACKEND_CPU : wanted;
}
