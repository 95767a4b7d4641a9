/* The time of a step, with the paper's perception and by plain ORCA, for growing crowds. */
#include "examples/crowd/crowd.h"
#include "examples/crowd/walk.h"

#include <math.h>
#include <stdlib.h>

enum { WARM_UP = 5, FEWEST_STEPS = 5, MOST_STEPS = 100, WAYS = 2 };
#define AGENT_STEPS 2000000.0 /* about so many are timed for each row */

typedef struct speed {
    const char *path;
    int32_t most;
    uint64_t seed;
    FILE *file;
} speed;

typedef struct way { /* of perceiving */
    const char *name;
    throng_perception perception;
    int32_t congestion;
} way;

typedef struct block {
    throng_context *context;
    throng_crowd *crowd;
    throng_agent *agents;
    uint32_t *flags;
    int32_t count;
    double side;
    uint64_t state;
} block;

static float draw(block *b) { return (float)(b->side * scene_random(&b->state)); }

/* Who has arrived is given another goal. */
static throng_status send_on(block *b)
{
    throng_status status =
        throng_crowd_get(b->crowd, THRONG_AGENT_FLAGS, b->count, b->agents, 0, b->flags, 0);
    for (int32_t i = 0; i < b->count && status == THRONG_OK; i++) {
        float goal[2];
        if (!(b->flags[i] & THRONG_FLAG_ARRIVED))
            continue;
        goal[0] = draw(b);
        goal[1] = draw(b);
        status = throng_crowd_set(b->crowd, THRONG_AGENT_GOAL, 1, b->agents + i, 0, goal, 0);
    }
    return status;
}

static throng_status fill(block *b, const way *w, double spread)
{
    scene s;
    throng_crowd_def def = throng_crowd_default_def();
    if (!scene_begin(&s, "speed", b->count))
        return THRONG_ERROR_OUT_OF_MEMORY;
    const float left = (float)(0.5 * (b->side - spread)), right = (float)(0.5 * (b->side + spread));
    scene_fill(&s, 0, b->count, left, left, right, right, &b->state);
    for (int32_t i = 0; i < b->count; i++) {
        s.agents[i].max_speed = (float)(1.0 + 2.0 * scene_random(&b->state));
        s.agents[i].navigation = THRONG_NAVIGATE_GOAL;
        s.agents[i].target_x = draw(b);
        s.agents[i].target_y = draw(b);
    }
    def.agent_capacity = b->count;
    def.perception = w->perception;
    def.heading = walk_heading();
    def.congestion = w->congestion;
    throng_status status = throng_crowd_create(b->context, &def, &b->crowd);
    if (status == THRONG_OK)
        status = throng_crowd_add(b->crowd, b->count, s.agents, 0, b->agents);
    scene_destroy(&s);
    return status;
}

/* The least of some steps of each block, in turn: what else the machine does then hits both alike. */
static throng_status time_steps(block *blocks, int32_t steps, double *least)
{
    throng_status status = THRONG_OK;
    for (int32_t i = -WARM_UP; i < steps; i++) {
        for (int32_t k = 0; k < WAYS && status == THRONG_OK; k++) {
            const double begin = program_seconds();
            status = throng_crowd_step(blocks[k].crowd, 0.1f);
            const double seconds = program_seconds() - begin;
            least[k] = i <= 0 ? seconds : fmin(least[k], seconds);
            if (status == THRONG_OK)
                status = send_on(blocks + k);
        }
    }
    return status;
}

static throng_status take_block(block *b, const way *w, double spread)
{
    b->agents = malloc((size_t)b->count * sizeof *b->agents);
    b->flags = malloc((size_t)b->count * sizeof *b->flags);
    return b->agents != NULL && b->flags != NULL ? fill(b, w, spread) : THRONG_ERROR_OUT_OF_MEMORY;
}

/* Stands in a block of spacing `apart` about the middle of a square of which each side is `side` long. */
static int time_block(const speed *v, const char *series, int32_t count, double side, double apart,
                      int32_t threads)
{
    static const way ways[WAYS] = {{"orca", 0, 0}, {"perception", THRONG_PERCEPTION_ALL, 1}};
    const int32_t steps = (int32_t)fmin(fmax(AGENT_STEPS / count, FEWEST_STEPS), MOST_STEPS);
    throng_context *context = walk_context(THRONG_BACKEND_CPU, threads);
    block blocks[WAYS];
    double least[WAYS];
    throng_status status = THRONG_OK;
    int code = context != NULL ? PROGRAM_OK : PROGRAM_FAILED;
    for (int32_t i = 0; i < WAYS; i++)
        blocks[i] = (block){.context = context, .count = count, .side = side, .state = v->seed};
    for (int32_t i = 0; i < WAYS && code == PROGRAM_OK && status == THRONG_OK; i++)
        status = take_block(blocks + i, ways + i, fmin(apart * sqrt(count), side));
    if (code == PROGRAM_OK && status == THRONG_OK)
        status = time_steps(blocks, steps, least);
    if (status != THRONG_OK)
        code = program_reject(PROGRAM_FAILED, "speed: %s", throng_status_string(status));
    for (int32_t i = 0; i < WAYS; i++) {
        if (code == PROGRAM_OK)
            fprintf(v->file, "%s,%d,%.6g,%d,%s,%d,%.6g\n", series, (int)count, side, (int)threads,
                    ways[i].name, (int)steps, least[i]);
        throng_crowd_destroy(blocks[i].crowd);
        free(blocks[i].agents);
        free(blocks[i].flags);
    }
    if (context != NULL)
        throng_context_destroy(context);
    return code;
}

static int time_all(const speed *v)
{
    static const int32_t plane[] = {100, 300, 1000, 2000, 4000, 6000, 8000};
    static const int32_t open[] = {100, 1000, 10000, 100000, 1000000};
    int code = PROGRAM_OK;
    for (int32_t threads = 1; threads <= 2; threads++) {
        for (size_t i = 0; i < sizeof plane / sizeof *plane && code == PROGRAM_OK; i++) {
            if (plane[i] <= v->most)
                code = time_block(v, "plane", plane[i], 200.0, 200.0 / sqrt(plane[i]), threads);
        }
        for (int32_t k = 0; k < 3; k++) {
            static const char *const names[] = {"open10", "open5", "open2.5"};
            static const double apart[] = {10.0, 5.0, 2.5};
            for (size_t i = 0; i < sizeof open / sizeof *open && code == PROGRAM_OK; i++) {
                if (open[i] <= v->most && (k == 1 || open[i] <= 100000))
                    code = time_block(v, names[k], open[i], apart[k] * sqrt(open[i]), apart[k], threads);
            }
        }
    }
    return code;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] = "usage: crowd speed [options]\n"
                           "Times a step of agents with random speeds and random goals, each with another "
                           "goal when it has arrived: by\n"
                           "plain ORCA and with the paper's perception and congestion rule, on one thread "
                           "and on two. The plane is 200 x\n"
                           "200, or, with so many more agents, as large as keeps them 10, 5 or 2.5 apart. "
                           "Writes the least over steps as CSV.\n"
                           "  --most N          agents; 1000000\n"
                           "  --seed S          1\n"
                           "  --out FILE        in place of standard output\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    speed *v = into;
    switch (option) {
    case 'm':
        return program_count(name, text, 100, 1000000, &v->most);
    case 's':
        return program_seed(name, text, &v->seed);
    default:
        v->path = text;
        return PROGRAM_OK;
    }
}

int crowd_speed(int argc, char **argv)
{
    static const struct option names[] = {
        {"most", 1, NULL, 'm'}, {"seed", 1, NULL, 's'}, {"out", 1, NULL, 'o'}, {0}};
    static const program_options known = {help, names, set_option};
    speed v = {.most = 1000000, .seed = 1};
    int code = program_parse(&known, &v, argc, argv);
    if (code == PROGRAM_OK)
        code = program_open(v.path, &v.file);
    if (code != PROGRAM_OK)
        return code;
    fputs("series,agents,side,threads,way,steps,seconds\n", v.file);
    code = time_all(&v);
    return program_close(v.path, v.file, code);
}
