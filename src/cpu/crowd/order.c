/* The order of a crowd's agents on the CPU: keys along the curve, and a stable sort by digits that tasks
 * share. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/crowd/crowd.h"
#include "src/cpu/simd.h"

enum {
    AGENTS_PER_TASK = 4096, /* below this, splitting a pass over them costs more than it saves */
    LANES_MOST = 16         /* keys are written by whole vectors */
};

/* ---------------------------------------------------------------- the curve ------------------------- */

static void lay_curve(cpu_crowd *c)
{
    float sample[2][CROWD_SAMPLE], widths[CROWD_AXIS_SEGMENTS] = {0.0f};
    const int32_t count = c->agents < CROWD_SAMPLE ? c->agents : CROWD_SAMPLE;
    for (int32_t i = 0; i < CROWD_SAMPLE; i++) {
        const int32_t at = i < count ? throng_cpu_part(c->agents, count, i) : 0;
        const crowd_body *body = &c->store.bodies[c->store.alive[at]];
        sample[0][i] = i < count ? body->x : 3e38f;
        sample[1][i] = i < count ? body->y : 3e38f;
    }
    for (int32_t k = 0; k < 2; k++) {
        for (int32_t size = 2; size <= CROWD_SAMPLE; size *= 2)
            for (int32_t step = size / 2; step > 0; step /= 2)
                crowd_sort_sample(sample[k], size, step, 0, 1);
        crowd_build_axis(&c->curve.axes[k], sample[k], count, widths);
    }
    crowd_build_cells(&c->curve, c->agents);
}

/* ---------------------------------------------------------------- the sort -------------------------- */

typedef struct sort_job {
    cpu_crowd *c;
    uint32_t *keys;
    const int32_t *from;
    uint32_t *to_keys;
    int32_t *to;
    int32_t parts, shift, digits;
} sort_job;

/* Parts begin at multiples of a vector, which keys are written in. */
static int32_t begin_of(const sort_job *job, int32_t part)
{
    const int32_t at = throng_cpu_part(job->c->agents, job->parts, part);
    return part == job->parts ? at : at & -16;
}

static void write_keys(void *data, int32_t index)
{
    const sort_job *job = data;
    const cpu_crowd *c = job->c;
    const int32_t begin = begin_of(job, index), end = begin_of(job, index + 1);
    if (begin < end)
        c->context->simd->crowd_keys(&c->curve, c->store.bodies, c->store.alive + begin, end - begin,
                                     job->keys + begin);
}

static void count_digits(void *data, int32_t index)
{
    const sort_job *job = data;
    uint32_t *counts = job->c->places + (size_t)index * CROWD_DIGITS;
    const uint32_t low = (uint32_t)job->digits - 1;
    memset(counts, 0, (size_t)job->digits * sizeof *counts);
    const int32_t end = begin_of(job, index + 1);
    for (int32_t i = begin_of(job, index); i < end; i++)
        counts[job->keys[i] >> job->shift & low]++;
}

static void scatter(void *data, int32_t index)
{
    const sort_job *job = data;
    uint32_t *places = job->c->places + (size_t)index * CROWD_DIGITS;
    const uint32_t low = (uint32_t)job->digits - 1;
    const int32_t end = begin_of(job, index + 1);
    for (int32_t i = begin_of(job, index); i < end; i++) {
        const uint32_t at = places[job->keys[i] >> job->shift & low]++;
        job->to_keys[at] = job->keys[i];
        job->to[at] = job->from[i];
    }
}

static void place_digits(sort_job *job)
{
    uint32_t total = 0;
    for (int32_t digit = 0; digit < job->digits; digit++)
        for (int32_t part = 0; part < job->parts; part++) {
            uint32_t *at = job->c->places + (size_t)part * CROWD_DIGITS + digit;
            const uint32_t found = *at;
            *at = total;
            total += found;
        }
}

void throng_cpu_crowd_sort(cpu_crowd *c)
{
    sort_job job = {.c = c, .parts = throng_cpu_parts(c->agents, AGENTS_PER_TASK, c->tasks)};
    if (c->agents <= CROWD_BLOCK) {
        memcpy(c->store.order, c->store.alive, (size_t)c->agents * sizeof *c->store.order);
        return;
    }
    if (throng_crowd_lays(&c->laying))
        lay_curve(c);
    job.keys = (uint32_t *)(void *)c->store.records; /* of the last step, of no more use */
    job.to_keys = job.keys + c->agents + LANES_MOST;
    int32_t *other = (int32_t *)(void *)(job.to_keys + c->agents + LANES_MOST);
    throng_run(c->context, job.parts, write_keys, &job);
    const int32_t bits = 2 * crowd_curve_bits(c->agents),
                  passes = (bits + CROWD_DIGIT_BITS - 1) / CROWD_DIGIT_BITS;
    const int32_t each = (bits + passes - 1) / passes;
    job.digits = 1 << each;
    job.from = c->store.alive;
    job.to = passes & 1 ? c->store.order : other; /* so that the last pass ends in `order` */
    for (job.shift = 0; job.shift < bits; job.shift += each) {
        throng_run(c->context, job.parts, count_digits, &job);
        place_digits(&job);
        throng_run(c->context, job.parts, scatter, &job);
        uint32_t *keys = job.keys;
        job.keys = job.to_keys;
        job.to_keys = keys;
        job.from = job.to;
        job.to = job.to == c->store.order ? other : c->store.order;
    }
}
