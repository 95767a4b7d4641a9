/* Finding agents on the CPU, and the events of the last step. The tree is built when it is first asked for
 * after agents have moved. */
#include "kernels/crowd/find.h"
#include "kernels/crowd/events.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/crowd/crowd.h"
#include "src/cpu/simd.h"

enum {
    LEAVES_PER_TASK = 256, /* below which splitting a pass over them costs more than it saves */
    QUERIES_PER_CHUNK = 32 /* which a task claims at a time */
};

/* ---------------------------------------------------------------- memory ---------------------------- */

static size_t leaves_of(int32_t agents) { return (size_t)(agents + CROWD_LEAF - 1) / CROWD_LEAF; }

static size_t block_words(int32_t agents) { return leaves_of(agents) * CROWD_FIND_BLOCK + CROWD_PADDING; }

static void release(cpu_crowd *c, crowd_found *f)
{
    throng_cpu_free(c->context, &c->bytes, f->keys, leaves_of(f->capacity), sizeof *f->keys);
    throng_cpu_free(c->context, &c->bytes, f->blocks, block_words(f->capacity), sizeof *f->blocks);
    throng_cpu_free(c->context, &c->bytes, f->boxes_of, 5 * (size_t)f->boxes, sizeof *f->boxes_of);
    memset(f, 0, sizeof *f);
}

void throng_cpu_crowd_found_release(cpu_crowd *c) { release(c, &c->found); }

throng_status throng_cpu_crowd_reserve_find(void *state, int32_t count, int32_t capacity)
{
    cpu_crowd *c = state;
    (void)count, (void)capacity; /* results go to the caller */
    crowd_tree tree;
    throng_status status = THRONG_OK;
    crowd_found f = {.capacity = c->store.capacity, .boxes = throng_crowd_levels(&tree, c->store.capacity)};
    if (c->found.blocks)
        return status;
    f.blocks = throng_cpu_allocate(c->context, &c->bytes, block_words(f.capacity), sizeof *f.blocks,
                                   "the positions of agents to be found", &status);
    f.boxes_of = throng_cpu_allocate(c->context, &c->bytes, 5 * (size_t)f.boxes, sizeof *f.boxes_of,
                                     "the boxes around agents to be found", &status);
    f.keys = throng_cpu_allocate(c->context, &c->bytes, leaves_of(f.capacity), sizeof *f.keys,
                                 "the keys of agents to be found", &status);
    if (status == THRONG_OK)
        c->found = f;
    else
        release(c, &f);
    return status;
}

/* ---------------------------------------------------------------- the tree -------------------------- */

typedef struct find_job {
    cpu_crowd *c;
    const throng_crowd_search *find;
    crowd_plan plan; /* `agents` and `tree` */
    int32_t parts;
} find_job;

static void build_leaves(void *data, int32_t index)
{
    const find_job *job = data;
    const crowd_store *s = &job->c->store;
    const crowd_found *f = &job->c->found;
    const int32_t leaves = job->plan.tree.count[0];
    const crowd_find_tree tree = {f->blocks, f->boxes_of, f->keys};
    job->c->context->simd->crowd_find_leaves(&job->plan, &job->c->curve, s->bodies, s->senses, s->order,
                                             job->find->layered, throng_part_begin(leaves, job->parts, index),
                                             throng_part_begin(leaves, job->parts, index + 1), &tree);
}

static void build_tree(find_job *job)
{
    cpu_crowd *c = job->c;
    const crowd_tree *tree = &job->plan.tree;
    throng_cpu_crowd_order_now(c);
    job->parts = throng_parts(tree->count[0], LEAVES_PER_TASK, c->tasks);
    throng_run(c->context, job->parts, build_leaves, job);
    throng_crowd_pad(tree, 0, c->found.boxes_of);
    for (int32_t level = 1; level < tree->levels; level++) {
        for (int32_t i = 0; i < tree->count[level]; i++)
            crowd_find_box_above(tree, level, i, c->found.boxes_of);
        throng_crowd_pad(tree, level, c->found.boxes_of);
    }
    c->found.current = 1;
}

/* ---------------------------------------------------------------- queries --------------------------- */

static void answer(void *data, int32_t index)
{
    const find_job *job = data;
    const throng_crowd_search *find = job->find;
    const cpu_crowd *c = job->c;
    const crowd_find_world world = {.plan = &job->plan,
                                    .curve = &c->curve,
                                    .blocks = c->found.blocks,
                                    .boxes = c->found.boxes_of,
                                    .keys = (const int32_t *)(const void *)c->found.keys,
                                    .order = c->store.order};
    int32_t chunk;
    while (throng_claim(c->context, index, 1, &chunk)) {
        const int32_t first = chunk * QUERIES_PER_CHUNK, left = find->count - first;
        const int32_t count = left < QUERIES_PER_CHUNK ? left : QUERIES_PER_CHUNK;
        throng_crowd_query queries[QUERIES_PER_CHUNK];
        crowd_hit *hits = find->hits;
        for (int32_t i = 0; i < count; i++)
            queries[i] = throng_crowd_query_at(find, first + i);
        c->context->simd->crowd_find(&world, queries, count, find->capacity, find->counts_all,
                                     hits ? hits + (size_t)first * (size_t)find->capacity : NULL,
                                     find->generations, find->found + first);
    }
}

throng_status throng_cpu_crowd_find(void *state, const throng_crowd_search *find)
{
    cpu_crowd *c = state;
    find_job job = {.c = c, .find = find};
    throng_crowd_levels(&job.plan.tree, c->agents);
    job.plan.agents = c->agents;
    if (c->agents > 0 && !c->found.current)
        build_tree(&job);
    const int32_t chunks = (find->count + QUERIES_PER_CHUNK - 1) / QUERIES_PER_CHUNK;
    throng_run_shared(c->context, chunks < c->tasks ? chunks : c->tasks, chunks, answer, &job);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- events ---------------------------- */

throng_status throng_cpu_crowd_events(void *state, int32_t kinds, int32_t slots, int32_t *list,
                                      int32_t capacity, int32_t *count)
{
    const cpu_crowd *c = state;
    const uint8_t *events = c->store.events;
    *count = 0;
    for (int32_t i = 0; i < slots; i += 8) {
        uint64_t eight = 0; /* most have none */
        memcpy(&eight, events + i, slots - i < 8 ? (size_t)(slots - i) : 8);
        for (int32_t agent = i; eight && agent < i + 8 && agent < slots; agent++) {
            const int32_t flags = events[agent] & kinds;
            if (!flags || (c->store.bodies[agent].state & CROWD_FRESH))
                continue;
            if (*count < capacity)
                list[*count] = crowd_event_word(agent, flags);
            ++*count;
        }
    }
    return THRONG_OK;
}
