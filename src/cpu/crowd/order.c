/* The order of a crowd's agents on the CPU: keys along the curve, and a stable sort by digits that tasks
 * share. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/crowd/crowd.h"
#include "src/cpu/simd.h"

enum {
    AGENTS_PER_TASK = 4096, /* below this, splitting a pass over them costs more than it saves */
    LANES_MOST = 16,        /* keys are written by whole vectors */
    RUN = 16                /* agents of an order between which none is put */
};

/* ---------------------------------------------------------------- the curve ------------------------- */

static void lay_curve(cpu_crowd *c)
{
    float samples[2][CROWD_SAMPLE];
    const int32_t count = c->agents < CROWD_SAMPLE ? c->agents : CROWD_SAMPLE;
    for (int32_t i = 0; i < CROWD_SAMPLE; i++) {
        const int32_t at = i < count ? throng_part_begin(c->agents, count, i) : 0;
        const crowd_body *body = &c->store.bodies[c->store.alive[at]];
        samples[0][i] = i < count ? body->x : 3e38f;
        samples[1][i] = i < count ? body->y : 3e38f;
    }
    crowd_build_curve(&c->curve, samples, count, c->agents);
}

/* ---------------------------------------------------------------- the sort -------------------------- */

typedef struct sort_job {
    cpu_crowd *c;
    uint32_t *keys;
    const int32_t *from;
    uint32_t *to_keys;
    int32_t *to;
    int32_t count, parts, shift, digits;
} sort_job;

/* Parts begin at multiples of a vector, which keys are written in. */
static int32_t begin_of(const sort_job *job, int32_t part)
{
    const int32_t at = throng_part_begin(job->count, job->parts, part);
    return part == job->parts ? at : at & -16;
}

static void write_keys(void *data, int32_t index)
{
    const sort_job *job = data;
    const cpu_crowd *c = job->c;
    const int32_t begin = begin_of(job, index), end = begin_of(job, index + 1);
    if (begin < end)
        c->context->simd->crowd_keys(&c->curve, c->store.bodies, job->from + begin, end - begin,
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

/* Pairs of job->keys and job->from by the lowest bits of the keys. Results are in job->keys and `order`;
 * job->to_keys and `other` are scratch. */
static void sort_pairs(sort_job *job, int32_t bits, int32_t *order, int32_t *other)
{
    const int32_t passes = (bits + CROWD_DIGIT_BITS - 1) / CROWD_DIGIT_BITS;
    const int32_t each = (bits + passes - 1) / passes;
    job->digits = 1 << each;
    job->to = passes & 1 ? order : other; /* so that the last pass ends in `order` */
    for (job->shift = 0; job->shift < bits; job->shift += each) {
        throng_run(job->c->context, job->parts, count_digits, job);
        place_digits(job);
        throng_run(job->c->context, job->parts, scatter, job);
        uint32_t *keys = job->keys;
        job->keys = job->to_keys;
        job->to_keys = keys;
        job->from = job->to;
        job->to = job->to == order ? other : order;
    }
}

/* Keys, twice, and a list of `count` agents; in the records of the last step, which are of no more use. */
static int32_t *scratch_of(sort_job *job)
{
    job->keys = (uint32_t *)(void *)job->c->store.records;
    job->to_keys = job->keys + job->count + LANES_MOST;
    return (int32_t *)(void *)(job->to_keys + job->count + LANES_MOST);
}

void throng_cpu_crowd_sort(cpu_crowd *c)
{
    sort_job job = {.c = c, .count = c->agents, .from = c->store.alive};
    job.parts = throng_parts(c->agents, AGENTS_PER_TASK, c->tasks);
    c->ordered = c->agents;
    c->came_or_went = c->moved = 0;
    if (c->agents <= CROWD_BLOCK) {
        memcpy(c->store.order, c->store.alive, (size_t)c->agents * sizeof *c->store.order);
        return;
    }
    if (throng_crowd_lays(&c->laying))
        lay_curve(c);
    int32_t *other = scratch_of(&job);
    throng_run(c->context, job.parts, write_keys, &job);
    sort_pairs(&job, 2 * crowd_curve_bits(c->agents), c->store.order, other);
}

/* ---------------------------------------------------------------- a few changes --------------------- */

/* A bit for each index: agents that keep their place. */
typedef struct stay {
    uint32_t *bits;
} stay;

static int32_t stays(const stay *s, int32_t agent)
{
    return (int32_t)(s->bits[agent >> 5] >> (agent & 31) & 1u);
}

/* Those who were placed and are alive, each once, to the front of store.moved; they lose their bits. */
static int32_t choose_moved(cpu_crowd *c, const stay *s)
{
    int32_t count = 0;
    memset(s->bits, 0, ((size_t)c->store.capacity + 31) / 32 * sizeof *s->bits);
    for (int32_t i = 0; i < c->agents; i++)
        s->bits[c->store.alive[i] >> 5] |= 1u << (c->store.alive[i] & 31);
    for (int32_t i = 0; i < c->moved; i++) {
        const int32_t agent = c->store.moved[i];
        if (!stays(s, agent))
            continue;
        s->bits[agent >> 5] &= ~(1u << (agent & 31));
        c->store.moved[count++] = agent;
    }
    return count;
}

static int32_t keep_staying(cpu_crowd *c, const stay *s)
{
    int32_t count = 0, *order = c->store.order;
    for (int32_t i = 0; i < c->ordered; i++) {
        order[count] = order[i];
        count += stays(s, order[i]);
    }
    return count;
}

/* Puts `count` agents, ascending by their keys, before the first run of the order whose first agent has a
 * higher key. Agents of the order may have moved since they were sorted; that only makes leaves larger. */
static void insert_moved(cpu_crowd *c, const uint32_t *keys, int32_t count, int32_t kept, uint32_t *heads,
                         int32_t *firsts)
{
    const int32_t runs = (kept + RUN - 1) / RUN;
    int32_t *order = c->store.order, run = runs - 1, end = kept, to = kept + count;
    for (int32_t i = 0; i < runs; i++)
        firsts[i] = order[(ptrdiff_t)i * RUN];
    c->context->simd->crowd_keys(&c->curve, c->store.bodies, firsts, runs, heads);
    for (int32_t i = count - 1; i >= 0; i--) {
        while (run >= 0 && heads[run] > keys[i])
            run--;
        const int32_t first = run < 0 ? 0 : (run + 1) * RUN < kept ? (run + 1) * RUN : kept;
        memmove(order + to - (end - first), order + first, (size_t)(end - first) * sizeof *order);
        to -= end - first;
        end = first;
        order[--to] = c->store.moved[i];
    }
}

void throng_cpu_crowd_mend_order(cpu_crowd *c)
{
    sort_job job = {.c = c, .parts = 1};
    const stay s = {(uint32_t *)(void *)c->store.records};
    job.count = choose_moved(c, &s);
    const int32_t kept = keep_staying(c, &s);
    if (job.count > 0) {
        int32_t *other = scratch_of(&job), *unsorted = other + job.count, *firsts = unsorted + job.count;
        memcpy(unsorted, c->store.moved, (size_t)job.count * sizeof *unsorted);
        job.from = unsorted;
        write_keys(&job, 0);
        sort_pairs(&job, 2 * crowd_curve_bits(c->agents), c->store.moved, other);
        uint32_t *heads = (uint32_t *)(void *)(firsts + kept / RUN + 1);
        insert_moved(c, job.keys, job.count, kept, heads, firsts);
    }
    c->ordered = kept + job.count;
    c->came_or_went = c->moved = 0;
}

void throng_cpu_crowd_order_now(cpu_crowd *c)
{
    if (c->order_age == 0 || c->moved > throng_cpu_crowd_moved_most(c->agents)) {
        throng_cpu_crowd_sort(c);
        c->order_age = c->fresh = 1;
        c->size = 0.0f;
    } else if (c->came_or_went || c->moved > 0) {
        throng_cpu_crowd_mend_order(c);
    }
}
