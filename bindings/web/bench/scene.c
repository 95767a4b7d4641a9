/* The scene of scene.js, native: scene AGENTS FRAMES LEVEL prints the least times of a step and of an update
 * of the map in milliseconds, and the hashes of the crowd and of the map, as JSON. */
#define _POSIX_C_SOURCE 200809L
#include <throng/throng.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 256 };

typedef struct scene {
    throng_context *context;
    throng_crowd *crowd;
    throng_influence *map;
    int32_t agents;
    float world, *positions, *velocities, heat[SIDE * SIDE];
} scene;

static void check(const scene *s, throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "scene: %s\n", throng_context_message(s->context));
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        exit(1);
    return memory;
}

static void add_agents(const scene *s, int32_t side)
{
    throng_agent_def *defs = allocate((size_t)s->agents, sizeof *defs);
    uint32_t state = 1;
    for (int32_t i = 0; i < s->agents; i++) {
        const int32_t k = i >> 1;
        throng_agent_def *a = &defs[i];
        *a = throng_agent_default_def();
        state = state * 1103515245u + 12345u;
        const float u = 2.0f + 2.25f * (float)(k % side) + (float)((state >> 16) & 7) / 16.0f;
        a->x = i & 1 ? s->world - u : u;
        a->y = 2.25f * (float)(k / side) + (float)((state >> 20) & 7) / 16.0f;
        a->radius = 0.625f;
        a->max_speed = 2.0f;
        a->neighbor_dist = 8.0f;
        a->navigation = THRONG_NAVIGATE_GOAL;
        a->target_x = s->world - a->x;
        a->target_y = a->y;
        a->pref_speed = 1.5f;
    }
    check(s, throng_crowd_add(s->crowd, s->agents, defs, 0, NULL));
    free(defs);
}

static void make_map(scene *s)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = def.height = SIDE;
    def.cell_size = s->world / (float)SIDE;
    def.object_capacity = s->agents;
    check(s, throng_influence_create(s->context, &def, &s->map));
    throng_influence_object *objects = allocate((size_t)s->agents, sizeof *objects);
    for (int32_t i = 0; i < s->agents; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].influence = i & 1 ? -1.0f : 1.0f;
        objects[i].max_distance = 8.0f;
        objects[i].decay = 0.125f;
        objects[i].alpha = 0.5f;
        objects[i].x = objects[i].y = 1.0f;
    }
    check(s, throng_influence_set_objects(s->map, 0, 0, s->agents, objects, 0));
    free(objects);
}

static void make(scene *s, throng_isa isa)
{
    const int32_t side = (int32_t)ceil(sqrt(s->agents / 2.0));
    s->world = 6.0f * (float)side;
    throng_context_def context_def = throng_context_default_def();
    context_def.backend = THRONG_BACKEND_CPU;
    context_def.threads = 1;
    context_def.isa = isa;
    check(s, throng_context_create(&context_def, &s->context));
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = s->agents;
    def.symmetry = 0.03125f;
    check(s, throng_crowd_create(s->context, &def, &s->crowd));
    s->positions = allocate(2 * (size_t)s->agents, sizeof(float));
    s->velocities = allocate(2 * (size_t)s->agents, sizeof(float));
    add_agents(s, side);
    make_map(s);
}

static void step(scene *s)
{
    check(s, throng_crowd_step(s->crowd, 0.125f));
    check(s, throng_crowd_get(s->crowd, THRONG_AGENT_POSITION, s->agents, NULL, 0, s->positions, 0));
}

static void influence(scene *s)
{
    check(s, throng_crowd_get(s->crowd, THRONG_AGENT_VELOCITY, s->agents, NULL, 0, s->velocities, 0));
    check(s, throng_influence_move_objects(s->map, 0, 0, s->agents, s->positions, 8, s->velocities, 8));
    check(s, throng_influence_update(s->map));
    check(s, throng_influence_read(s->map, 0, NULL, s->heat, SIDE * sizeof(float)));
}

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static uint64_t hash_of(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

int main(int argc, char **argv)
{
    static scene s;
    double least_step = 1e9, least_influence = 1e9;
    throng_isa isa = THRONG_ISA_COUNT;
    while (argc == 4 && isa-- > 0)
        if (strcmp(argv[3], throng_isa_name(isa)) == 0)
            break;
    s.agents = argc == 4 ? (int32_t)strtol(argv[1], NULL, 10) : 0;
    if (s.agents < 2 || isa < 0) {
        fprintf(stderr, "usage: scene AGENTS FRAMES LEVEL\n");
        return 2;
    }
    make(&s, isa);
    for (int32_t i = 0; i < 100; i++)
        step(&s);
    for (long i = strtol(argv[2], NULL, 10); i > 0; i--) {
        const double before = milliseconds();
        step(&s);
        const double between = milliseconds();
        influence(&s);
        const double end = milliseconds();
        least_step = between - before < least_step ? between - before : least_step;
        least_influence = end - between < least_influence ? end - between : least_influence;
    }
    uint64_t hash;
    check(&s, throng_crowd_hash(s.crowd, &hash));
    printf("{\"step\": %.4f, \"influence\": %.4f, \"hash\": \"%016" PRIx64 "\", \"heat\": \"%016" PRIx64
           "\"}\n",
           least_step, least_influence, hash, hash_of(s.heat, sizeof s.heat));
    return 0;
}
