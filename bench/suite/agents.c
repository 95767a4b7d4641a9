/* The workload "agents": what hosts set of the agents of a crowd and ask about them, many in one call, which
 * checks what it is given too. What is set on a device is awaited. */
#include "bench/suite/runner.h"
#include "bench/suite/suite.h"

#include <stdlib.h>
#include <string.h>

enum { QUICK = THRONG_BENCH_QUICK, VARIANTS = THRONG_BENCH_THREADS | THRONG_BENCH_OPENCL, NEAREST = 8 };

/* Bytes of an agent's motion, its body and the rest of it, of a query and of a hit. Setting reads and writes
 * body and rest. What a tree needs at least is not counted. */
enum { MOTION = 32, BODY = 64, REST = 8, POSITION = 8, AGENT = 8, QUERY = 24, HIT = 12 };
enum {
    SETTING = MOTION + 2 * (BODY + REST),
    READING = MOTION + BODY + REST,
    FINDING = QUERY + NEAREST * HIT
};
typedef enum kind {
    SET_MOTIONS,
    SET_POSITIONS,
    SET_POSITIONS_LISTED,
    GET_MOTIONS,
    READ_BACK,
    FIND_NEAREST
} kind;

typedef struct scene {
    const char *name, *operation;
    kind kind;
    int32_t count, flags;
    double bytes; /* of memory for an agent, at least */
} scene;

static const scene scenes[] = {
    {"agents-set-motions-10k", "setting motions", SET_MOTIONS, 10000, QUICK | VARIANTS, SETTING},
    {"agents-set-motions-100k", "setting motions", SET_MOTIONS, 100000, VARIANTS, SETTING},
    {"agents-set-positions-100k", "setting positions", SET_POSITIONS, 100000, VARIANTS,
     SETTING - MOTION + POSITION},
    {"agents-set-listed-100k", "setting positions by handles", SET_POSITIONS_LISTED, 100000, VARIANTS,
     SETTING - MOTION + POSITION + AGENT},
    {"agents-read-back-100k", "reading positions back", READ_BACK, 100000, VARIANTS, POSITION + BODY},
    {"agents-get-motions-100k", "reading motions", GET_MOTIONS, 100000, VARIANTS, READING},
    {"agents-nearest-10k", "setting motions and the 8 nearest agents", FIND_NEAREST, 10000, VARIANTS,
     SETTING + FINDING},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

typedef struct contender {
    const scene *scene;
    throng_context *context;
    throng_crowd *crowd;
    throng_readback *readback; /* of positions */
    throng_agent *agents;
    float (*positions)[2];
    throng_motion *motions;
    throng_crowd_query *queries;
    throng_crowd_hit *hits;
    int32_t *found;
    uint64_t seen; /* the hash of what was read in place */
    int32_t hashes;
} contender;

/* As dense as the crowds of the workload "crowd". */
static void add_agents(contender *c)
{
    const int32_t count = c->scene->count;
    throng_agent_def *defs = throng_bench_allocate((size_t)count, sizeof *defs);
    uint64_t state = throng_bench_seed(2026);
    int32_t side = 1;
    while (side * side < count)
        side++;
    for (int32_t i = 0; i < count; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].x = 4.0f * ((float)(i % side) + throng_bench_random(&state));
        defs[i].y = 4.0f * ((float)(i / side) + throng_bench_random(&state));
        defs[i].vx = throng_bench_random(&state) - 0.5f;
        defs[i].vy = throng_bench_random(&state) - 0.5f;
        c->queries[i] = (throng_crowd_query){.x = defs[i].x, .y = defs[i].y, .radius = -1.0f, .mask = ~0u};
    }
    throng_bench_check(c->context, throng_crowd_add(c->crowd, count, defs, 0, c->agents), "agents");
    free(defs);
}

static void *make_contender(const void *data, throng_context *context)
{
    contender *c = throng_bench_allocate(1, sizeof *c);
    throng_crowd_def def = throng_crowd_default_def();
    c->scene = data;
    c->context = context;
    const size_t count = (size_t)c->scene->count;
    def.agent_capacity = c->scene->count;
    throng_bench_check(context, throng_crowd_create(context, &def, &c->crowd), "a crowd");
    c->agents = throng_bench_allocate(count, sizeof *c->agents);
    c->positions = throng_bench_allocate(count, sizeof *c->positions);
    c->motions = throng_bench_allocate(count, sizeof *c->motions);
    c->queries = throng_bench_allocate(count, sizeof *c->queries);
    c->hits = throng_bench_allocate(count * NEAREST, sizeof *c->hits);
    c->found = throng_bench_allocate(count, sizeof *c->found);
    add_agents(c);
    throng_bench_check(context, throng_crowd_step(c->crowd, 0.1f), "a step");
    throng_bench_check(context, throng_crowd_get_motions(c->crowd, NULL, c->scene->count, c->motions),
                       "motions");
    for (size_t i = 0; i < count; i++) {
        c->positions[i][0] = (float)c->motions[i].x;
        c->positions[i][1] = (float)c->motions[i].y;
    }
    throng_readback_def reads = throng_readback_default_def();
    reads.crowd = c->crowd;
    reads.capacity = c->scene->count;
    throng_bench_check(context, throng_readback_create(context, &reads, &c->readback), "a readback");
    return c;
}

static void release_contender(void *data)
{
    contender *c = data;
    throng_bench_check(c->context, throng_readback_destroy(c->readback), "a readback");
    throng_bench_check(c->context, throng_crowd_destroy(c->crowd), "a crowd");
    free(c->agents);
    free(c->positions);
    free(c->motions);
    free(c->queries);
    free(c->hits);
    free(c->found);
    free(c);
}

/* The tree for finding is built anew in each frame, as after a step: agents have moved. */
static throng_status find_nearest(contender *c)
{
    throng_status status = throng_crowd_set_motions(c->crowd, NULL, c->scene->count, c->motions);
    return status == THRONG_OK ? throng_crowd_find_nearest(c->crowd, c->scene->count, c->queries, 0, NEAREST,
                                                           c->hits, c->found)
                               : status;
}

static throng_status set_positions(contender *c, const throng_agent *agents)
{
    return throng_crowd_set(c->crowd, THRONG_AGENT_POSITION, c->scene->count, agents, 0, c->positions, 0);
}

/* Begun and looked at in place. */
static throng_status read_back(contender *c)
{
    throng_readback_read read;
    const void *values;
    throng_status status = throng_readback_begin_agents(c->readback, NULL, c->scene->count, &read);
    if (status == THRONG_OK)
        status = throng_readback_map(c->readback, read.number, &values);
    if (status == THRONG_OK && c->hashes)
        c->seen = hash_floats(values, 2 * (size_t)c->scene->count);
    return status == THRONG_OK ? throng_readback_release(c->readback, read.number) : status;
}

static throng_status run_kind(contender *c)
{
    switch (c->scene->kind) {
    case SET_MOTIONS:
        return throng_crowd_set_motions(c->crowd, NULL, c->scene->count, c->motions);
    case SET_POSITIONS:
        return set_positions(c, NULL);
    case SET_POSITIONS_LISTED:
        return set_positions(c, c->agents);
    case GET_MOTIONS:
        return throng_crowd_get_motions(c->crowd, NULL, c->scene->count, c->motions);
    case READ_BACK:
        return read_back(c);
    case FIND_NEAREST:
        break;
    }
    return find_nearest(c);
}

static void frame(void *data)
{
    contender *c = data;
    throng_status status = run_kind(c);
    if (status == THRONG_OK)
        status = throng_context_wait(c->context);
    throng_bench_check(c->context, status, c->scene->operation);
}

static uint64_t hash_words(uint64_t hash, const void *values, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, (const char *)values + at, sizeof word);
        hash = hash_word(hash, word);
    }
    return hash;
}

/* Of the crowd and of what was read. */
static uint64_t hash_of(void *data)
{
    contender *c = data;
    const size_t count = (size_t)c->scene->count;
    uint64_t hash = 0;
    c->hashes = 1;
    frame(c);
    c->hashes = 0;
    throng_bench_check(c->context, throng_crowd_hash(c->crowd, &hash), "the hash");
    if (c->scene->kind == FIND_NEAREST)
        hash = hash_words(hash, c->hits, NEAREST * count * sizeof *c->hits);
    if (c->scene->kind == GET_MOTIONS)
        hash = hash_words(hash, c->motions, count * sizeof *c->motions);
    return c->scene->kind == READ_BACK ? hash ^ c->seen : hash;
}

static void about(void *data, throng_bench_about *about)
{
    const contender *c = data;
    throng_crowd_info info;
    throng_bench_check(c->context, throng_crowd_get_info(c->crowd, &info), "a crowd");
    *about = (throng_bench_about){info.kernel_seconds, (double)info.device_bytes};
}

static void run_scene(throng_bench *bench, const scene *s)
{
    throng_bench_subject first;
    const throng_bench_work work = {.workload = "agents",
                                    .scene = s->name,
                                    .operation = s->operation,
                                    .sizes = {{"agents", s->count}},
                                    .pairs = s->count,
                                    .unit = "agent",
                                    .least = {.bytes = s->bytes * s->count},
                                    .flags = s->flags,
                                    .data = s,
                                    .open = make_contender,
                                    .close = release_contender,
                                    .frame = frame,
                                    .about = about,
                                    .hash = hash_of};
    throng_bench_open_first(bench, &first, &work);
    throng_bench_print_scene(bench, "%s: %s, %d agents; ns per agent", s->name, s->operation, (int)s->count);
    throng_bench_vary(bench, &first);
    throng_bench_close(&first);
}

void throng_bench_run_agents(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        const int32_t quick = scenes[i].flags & QUICK;
        if (!throng_bench_selected(bench, scenes[i].name, quick))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s %s, %d agents%s\n", scenes[i].name, scenes[i].operation,
                              (int)scenes[i].count, quick ? ", quick" : "");
        else
            run_scene(bench, &scenes[i]);
    }
}
