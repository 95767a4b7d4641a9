/* The workload "mpi": steps of one crowd that is cut into parts, in this process or over those that MPI
 * started, beside crowds that are not. Each part has as many agents, so that more parts are more work in the
 * same time. The first process tells the others what all do next. */
#include "bench/suite/mpi.h"
#include "bench/suite/runner.h"

#include <throng/world_crowd.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUICK = THRONG_BENCH_QUICK,
    STEPS = 64 /* of one run: lists are made every 20 to 40 of them, and costs looked at in one */
};

static const float spacing = 2.5f, speed = 1.3f, dt = 0.1f;

typedef struct scene {
    const char *name;
    int32_t agents; /* of each part */
    int32_t flags;
} scene;

static const scene scenes[] = {{"mpi-10k", 10000, QUICK}, {"mpi-100k", 100000, 0}, {"mpi-1m", 1000000, 0}};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* What all processes do next. */
typedef enum step_order { END, OPEN, CLOSE, STEP_WORLD, STEP_APART, HASH } step_order;
typedef struct told {
    int32_t order, scene, steps;
} told;

typedef struct contender {
    throng_bench *bench;
    const scene *scene;
    const throng_transport *own; /* NULL: this process is alone */
    told told;
    int32_t parts, processes, all; /* parts of this process, and of all */
    int32_t threads;               /* of a part */
    throng_context **contexts;
    throng_world *world;
    throng_world_crowd *crowd;
    throng_context *alone; /* of the only one; NULL: others have one each */
    throng_crowd **apart;  /* of each part, or one for all */
    int32_t aparts;
} contender;

/* ---------------------------------------------------------------- processes ------------------------- */

static void must(throng_status status)
{
    if (status != THRONG_OK)
        throng_bench_fail("mpi: MPI failed");
}

static void share(contender *c)
{
    if (c->own)
        must(c->own->broadcast(c->own->user, 0, &c->told, sizeof c->told));
}

static void tell(contender *c, step_order order, int32_t steps)
{
    c->told.order = (int32_t)order;
    c->told.steps = steps;
    share(c);
}

/* Until all are here; the sum of their numbers. */
static double meet(contender *c, double number)
{
    int64_t sum = (int64_t)number;
    if (c->own)
        must(c->own->reduce(c->own->user, THRONG_REDUCTION_SUM, 1, &sum));
    return (double)sum;
}

/* ---------------------------------------------------------------- agents ---------------------------- */

/* The block of a part: side by side they are about a square. */
static throng_agent_def *make_block(const contender *c, int32_t part)
{
    const int32_t count = c->scene->agents;
    const int32_t side = (int32_t)ceil(sqrt((double)count)), columns = (int32_t)ceil(sqrt((double)c->all));
    const float left = (float)(part % columns) * (float)side * spacing;
    const float top = (float)(part / columns) * (float)side * spacing;
    throng_agent_def *defs = throng_bench_allocate((size_t)count, sizeof *defs);
    uint64_t state = throng_bench_seed(7700 + (uint64_t)part);
    for (int32_t i = 0; i < count; i++) {
        const float way = 6.2831853f * throng_bench_random(&state);
        defs[i] = throng_agent_default_def();
        defs[i].id = (uint64_t)part * (uint64_t)count + (uint64_t)i;
        defs[i].x = left + spacing * ((float)(i % side) + 0.4f * (throng_bench_random(&state) - 0.5f));
        defs[i].y = top + spacing * ((float)(i / side) + 0.4f * (throng_bench_random(&state) - 0.5f));
        defs[i].target_x = speed * cosf(way);
        defs[i].target_y = speed * sinf(way);
    }
    return defs;
}

static throng_crowd_def crowd_def(const contender *c, int32_t blocks)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = c->scene->agents * blocks;
    def.symmetry = 0.05f;
    return def;
}

/* ---------------------------------------------------------------- open and close -------------------- */

static throng_context *make_context(const contender *c, int32_t threads)
{
    const throng_bench_options *in = &c->bench->options;
    throng_context_def def = throng_context_default_def();
    throng_context *context;
    def.backend = in->backend == THRONG_BACKEND_OPENCL ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU;
    def.isa = in->isa;
    def.threads = threads;
    def.device = in->device;
    def.accept_inexact = in->accept_inexact;
    throng_bench_check(NULL, throng_context_create(&def, &context), "a context");
    return context;
}

static void open_world(contender *c)
{
    throng_world_def def = throng_world_default_def();
    throng_world_crowd_def crowd = throng_world_crowd_default_def();
    throng_world_info info;
    throng_crowd_def *parts = throng_bench_allocate((size_t)c->parts, sizeof *parts);
    if (c->bench->options.world)
        def.transport = *c->bench->options.world;
    throng_bench_check(c->contexts[0], throng_world_create(c->parts, c->contexts, &def, &c->world),
                       "a world");
    throng_bench_check(c->contexts[0], throng_world_get_info(c->world, &info), "a world");
    c->all = info.parts;
    c->processes = info.size;
    for (int32_t i = 0; i < c->parts; i++) {
        parts[i] = crowd_def(c, 1);
        parts[i].agent_capacity += parts[i].agent_capacity / 4; /* ghosts, and those who come */
    }
    crowd.parts = parts;
    throng_bench_check(c->contexts[0], throng_world_crowd_create(c->world, &crowd, &c->crowd), "a crowd");
    for (int32_t i = 0; i < c->parts; i++) {
        throng_agent_def *block = make_block(c, info.first_part + i);
        throng_bench_check(c->contexts[0], throng_world_crowd_add(c->crowd, c->scene->agents, block, 0),
                           "agents");
        free(block);
    }
    free(parts);
}

/* The same agents: one crowd of all in this process, or each block by itself. */
static void open_apart(contender *c)
{
    throng_world_info info;
    throng_bench_check(c->contexts[0], throng_world_get_info(c->world, &info), "a world");
    const int32_t one = info.size == 1;
    c->aparts = one ? 1 : c->parts;
    c->apart = throng_bench_allocate((size_t)c->aparts, sizeof(throng_crowd *));
    if (one)
        c->alone = make_context(c, c->threads * c->parts);
    for (int32_t i = 0; i < c->parts; i++) {
        throng_context *context = one ? c->alone : c->contexts[i];
        const throng_crowd_def def = crowd_def(c, one ? c->parts : 1);
        throng_crowd **crowd = &c->apart[one ? 0 : i];
        if (!*crowd)
            throng_bench_check(context, throng_crowd_create(context, &def, crowd), "a crowd");
        throng_agent_def *block = make_block(c, info.first_part + i);
        throng_bench_check(context, throng_crowd_add(*crowd, c->scene->agents, block, 0, NULL), "agents");
        free(block);
    }
}

static void open_contender(contender *c)
{
    c->scene = &scenes[c->told.scene];
    c->contexts = throng_bench_allocate((size_t)c->parts, sizeof(throng_context *));
    for (int32_t i = 0; i < c->parts; i++)
        c->contexts[i] = make_context(c, c->threads);
    open_world(c);
    open_apart(c);
}

static void close_contender(contender *c)
{
    for (int32_t i = 0; i < c->aparts; i++)
        throng_bench_check(c->contexts[0], throng_crowd_destroy(c->apart[i]), "a crowd");
    throng_bench_check(c->contexts[0], throng_world_crowd_destroy(c->crowd), "a crowd");
    throng_bench_check(c->contexts[0], throng_world_destroy(c->world), "a world");
    for (int32_t i = 0; i < c->parts; i++)
        throng_bench_check(NULL, throng_context_destroy(c->contexts[i]), "a context");
    throng_bench_check(NULL, throng_context_destroy(c->alone), "a context");
    free((void *)c->contexts);
    free((void *)c->apart);
    c->contexts = NULL;
    c->apart = NULL;
    c->alone = NULL;
}

/* ---------------------------------------------------------------- steps ----------------------------- */

static void wait(contender *c)
{
    for (int32_t i = 0; i < c->parts; i++)
        throng_bench_check(c->contexts[i], throng_context_wait(c->contexts[i]), "a step");
    (void)meet(c, 0.0);
}

static void step_world(contender *c)
{
    for (int32_t i = 0; i < c->told.steps; i++)
        throng_bench_check(c->contexts[0], throng_world_crowd_step(c->crowd, dt), "a step");
    wait(c);
}

static void step_apart(contender *c)
{
    for (int32_t i = 0; i < c->told.steps; i++)
        for (int32_t k = 0; k < c->aparts; k++)
            throng_bench_check(c->alone ? c->alone : c->contexts[k], throng_crowd_step(c->apart[k], dt),
                               "a step");
    if (c->alone)
        throng_bench_check(c->alone, throng_context_wait(c->alone), "a step");
    wait(c);
}

/* --cpu-time: of all threads of this process, where no MPI waits by working. */
static double now(const contender *c)
{
    return c->bench->options.cpu_time && !c->own ? throng_bench_cpu() : throng_bench_wall();
}

/* Of one step in place of one run, which are many. */
static double seconds_of(contender *c, step_order order)
{
    (void)meet(c, 0.0);
    const double start = now(c);
    if (order == STEP_WORLD)
        step_world(c);
    else
        step_apart(c);
    return (now(c) - start) / STEPS;
}

static double run_world(void *data, int32_t repeats)
{
    contender *c = data;
    tell(c, STEP_WORLD, repeats * STEPS);
    return seconds_of(c, STEP_WORLD);
}

static double run_apart(void *data, int32_t repeats)
{
    contender *c = data;
    tell(c, STEP_APART, repeats * STEPS);
    return seconds_of(c, STEP_APART);
}

/* Of all processes. */
static uint64_t hash_of(contender *c)
{
    uint64_t hash = 0;
    throng_bench_check(c->contexts[0], throng_world_crowd_hash(c->crowd, &hash), "the hash");
    return hash;
}

/* ---------------------------------------------------------------- other processes ------------------- */

static contender make(throng_bench *bench)
{
    const throng_bench_options *in = &bench->options;
    contender c = {.bench = bench, .own = in->own, .parts = in->parts > 0 ? in->parts : in->own ? 1 : 2};
    c.threads = in->threads / c.parts > 1 ? in->threads / c.parts : 1;
    return c;
}

void throng_bench_serve_mpi(throng_bench *bench)
{
    contender c = make(bench);
    for (share(&c); c.told.order != END; share(&c)) {
        if (c.told.order == OPEN)
            open_contender(&c);
        else if (c.told.order == CLOSE)
            close_contender(&c);
        else if (c.told.order == HASH)
            (void)hash_of(&c);
        else
            (void)seconds_of(&c, (step_order)c.told.order);
    }
}

void throng_bench_dismiss_mpi(throng_bench *bench)
{
    contender c = make(bench);
    tell(&c, END, 0);
}

/* ---------------------------------------------------------------- the result ------------------------ */

/* One crowd in this process has the bits of its parts. */
static uint64_t check_bits(contender *c)
{
    uint64_t other = 0;
    tell(c, HASH, 0);
    const uint64_t hash = hash_of(c);
    if (!c->alone)
        return hash;
    throng_bench_check(c->alone, throng_crowd_hash(c->apart[0], &other), "the hash");
    c->bench->variants++;
    if (hash != other)
        throng_bench_mistake(c->bench, c->scene->name, "%d parts give other bits than one crowd",
                             (int)c->parts);
    return hash;
}

static double host_bytes(const contender *c)
{
    double bytes = 0.0;
    for (int32_t i = 0; i < c->parts; i++) {
        throng_crowd *part;
        throng_crowd_info info;
        throng_bench_check(c->contexts[0], throng_world_crowd_get_part(c->crowd, i, &part), "a part");
        throng_bench_check(c->contexts[i], throng_crowd_get_info(part, &info), "a part");
        bytes += (double)info.host_bytes;
    }
    return bytes;
}

static throng_world_crowd_info info_of(const contender *c)
{
    throng_world_crowd_info info;
    throng_bench_check(c->contexts[0], throng_world_crowd_get_info(c->crowd, &info), "a crowd");
    return info;
}

static void describe(const contender *c, throng_bench_row *row)
{
    const throng_bench_options *in = &c->bench->options;
    const int32_t device = in->backend == THRONG_BACKEND_OPENCL;
    memset(row, 0, sizeof *row);
    (void)snprintf(row->scene, sizeof row->scene, "%s", c->scene->name);
    (void)snprintf(row->operation, sizeof row->operation, "a step over parts");
    (void)snprintf(row->who, sizeof row->who, "%s", device ? "opencl" : throng_isa_name(in->isa));
    (void)snprintf(row->device, sizeof row->device, "%s", device ? "" : c->bench->machine.processor);
    (void)snprintf(row->baseline, sizeof row->baseline, "%s", c->alone ? "one crowd" : "crowds apart");
    row->workload = "mpi";
    row->backend = throng_backend_name(device ? THRONG_BACKEND_OPENCL : THRONG_BACKEND_CPU);
    row->isa = device ? "opencl" : throng_isa_name(in->isa);
    row->threads = c->threads * c->parts;
    row->pairs = (double)c->scene->agents * c->parts;
    row->unit = "agent";
    row->baseline_part = 1.0;
}

/* What a step without lists sends for each ghost that others have of this process, whose only part it is. */
static double bytes_of_border(contender *c)
{
    for (int32_t i = 0; i < 4 && c->parts == 1 && c->processes > 1; i++) {
        const throng_world_crowd_info before = info_of(c);
        tell(c, STEP_WORLD, 1);
        (void)seconds_of(c, STEP_WORLD);
        const throng_world_crowd_info after = info_of(c);
        const double bytes = (double)(after.motion_bytes_sent - before.motion_bytes_sent);
        if (after.lists == before.lists && after.border > 0 && bytes > 0.0)
            return bytes / (double)after.border;
    }
    return 0.0;
}

/* Of the steps between two looks at the crowd of this process. */
static void add_facts(contender *c, const throng_world_crowd_info *before,
                      const throng_world_crowd_info *after, double ghosts, throng_bench_row *row)
{
    const double steps = (double)(after->steps - before->steps),
                 lists = (double)(after->lists - before->lists);
    const double border = bytes_of_border(c);
    const throng_bench_number sizes[] = {
        {"agents", c->scene->agents},
        {"parts", c->all},
        {"processes", c->processes},
        {"ghosts", ghosts},
        {"steps_of_lists", lists > 0.0 ? steps / lists : 0.0},
        {"bytes_sent", (double)(after->bytes_sent - before->bytes_sent) / steps},
        {"skin", after->skin}};
    memcpy(row->sizes, sizes, sizeof sizes);
    row->parts[0] = (throng_bench_number){"steps", (after->step_seconds - before->step_seconds) / steps};
    row->parts[1] =
        (throng_bench_number){"exchange", (after->exchange_seconds - before->exchange_seconds) / steps};
    row->parts[2] = (throng_bench_number){"lists", (after->list_seconds - before->list_seconds) / steps};
    row->memory_bytes = host_bytes(c);
    if (row->ratio.useful)
        throng_bench_print_note(c->bench, "parts, ghosts and exchange take %.1f %% of a step, %.1f .. %.1f",
                                100.0 * (1.0 - row->ratio.median), 100.0 * (1.0 - row->ratio.high),
                                100.0 * (1.0 - row->ratio.low));
    throng_bench_print_note(c->bench,
                            "a process: %.0f ghosts (%.2f %%), lists every %.0f steps, skin %.1f, %.1f MiB",
                            ghosts, 100.0 * ghosts / row->pairs, lists > 0.0 ? steps / lists : steps,
                            after->skin, row->memory_bytes / 0x1p20);
    if (border > 0.0)
        throng_bench_print_note(c->bench, "sent a step: %.0f bytes, of these for each agent at a border %.1f",
                                (double)(after->bytes_sent - before->bytes_sent) / steps, border);
}

static void run_scene(throng_bench *bench, int32_t number)
{
    contender c = make(bench);
    throng_bench_row row;
    throng_bench_times of_apart;
    throng_bench_effort effort = bench->effort;
    effort.sample_seconds /= STEPS; /* a run is many steps, and long enough */
    c.told.scene = number;
    bench->unit = "agent";
    tell(&c, OPEN, 0);
    open_contender(&c);
    throng_bench_print_scene(
        bench, "%s: %d parts of %d agents in %d process%s, %d threads each; ns per agent", c.scene->name,
        (int)c.all, (int)c.scene->agents, (int)c.processes, c.processes == 1 ? "" : "es", (int)c.threads);
    describe(&c, &row);
    (void)run_world(&c, 1);
    (void)run_apart(&c, 1);
    row.hash = check_bits(&c);
    const throng_world_crowd_info before = info_of(&c);
    const throng_bench_runner own = {run_world, &c}, other = {run_apart, &c};
    throng_bench_progress(bench, "%s, against %s", row.scene, row.baseline);
    throng_bench_compare(&effort, &own, &other, &row.time, &of_apart, &row.ratio);
    row.ns_per_pair = throng_bench_median(&row.time) * 1e9 / row.pairs;
    const throng_world_crowd_info after = info_of(&c);
    add_facts(&c, &before, &after, (double)after.ghosts, &row);
    throng_bench_add_row(bench, &row);
    tell(&c, CLOSE, 0);
    close_contender(&c);
}

void throng_bench_run_mpi(throng_bench *bench)
{
    for (int32_t i = 0; i < SCENES; i++) {
        const int32_t quick = scenes[i].flags & QUICK;
        if (!throng_bench_selected(bench, scenes[i].name, quick))
            continue;
        if (bench->options.list)
            throng_bench_list(bench, "%-30s a crowd over parts of %d agents%s\n", scenes[i].name,
                              (int)scenes[i].agents, quick ? ", quick" : "");
        else
            run_scene(bench, i);
    }
}
