/* Crowds on the CPU: storage, and the stages of a step. Tasks take blocks of agents, which lie near each
 * other. */
#include "src/crowd/crowd.h"
#include "src/core/backend.h"
#include "src/core/check.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/crowd/crowd.h"
#include "src/cpu/simd.h"
#include "src/cpu/tables.h"
#include "src/crowd/pairs.h"
#include "src/flow/flow.h"

#include <stdatomic.h>

enum {
    SHOWN_PER_TASK = 2048,  /* agents, below which splitting a pass over them costs more than it saves */
    STEPPED_PER_TASK = 256, /* some 20 microseconds; to wake a thread takes as long */
    READ_PER_TASK = 16384,  /* as much of what is read of them */
    ORDER_LASTS = 4         /* steps */
};

/* ---------------------------------------------------------------- storage --------------------------- */

static void release_store(throng_context *context, crowd_store *s, int32_t tasks)
{
    const size_t agents = (size_t)s->capacity;
    throng_cpu_free(context, &s->bytes, s->bodies, agents, sizeof *s->bodies);
    throng_cpu_free(context, &s->bytes, s->senses, agents, sizeof *s->senses);
    throng_cpu_free(context, &s->bytes, s->rests, agents, sizeof *s->rests);
    throng_cpu_free(context, &s->bytes, s->alive, agents, sizeof *s->alive);
    throng_cpu_free(context, &s->bytes, s->order, agents, sizeof *s->order);
    throng_cpu_free(context, &s->bytes, s->moved, (size_t)throng_cpu_crowd_moved_most(s->capacity),
                    sizeof *s->moved);
    throng_cpu_free(context, &s->bytes, s->events, agents, sizeof *s->events);
    throng_cpu_free(context, &s->bytes, s->points, crowd_point_words(agents), sizeof *s->points);
    throng_cpu_free(context, &s->bytes, s->ranges, agents, sizeof *s->ranges);
    throng_cpu_free(context, &s->bytes, s->records, agents, sizeof *s->records);
    throng_cpu_free(context, &s->bytes, s->extras, agents, sizeof *s->extras);
    throng_cpu_free(context, &s->bytes, s->boxes_of, 5 * (size_t)s->boxes, sizeof *s->boxes_of);
    throng_cpu_free(context, &s->bytes, s->scratch, (size_t)tasks, s->scratch_bytes);
}

static throng_status make_store(const cpu_crowd *c, int32_t capacity, crowd_store *store)
{
    crowd_tree tree;
    throng_context *context = c->context;
    crowd_store s = {.capacity = capacity, .boxes = throng_crowd_levels(&tree, capacity)};
    const size_t agents = (size_t)capacity;
    throng_status status = THRONG_OK;
    s.scratch_bytes = context->simd->crowd_scratch(s.boxes, c->shape.nearest);
    s.bodies = throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.bodies, "agents", &status);
    s.senses =
        throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.senses, "the senses of agents", &status);
    s.rests = throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.rests, "positions of agents", &status);
    s.alive = throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.alive, "the order of agents", &status);
    s.order = throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.order, "the order of agents", &status);
    s.moved = throng_cpu_allocate(context, &s.bytes, (size_t)throng_cpu_crowd_moved_most(capacity),
                                  sizeof *s.moved, "the order of agents", &status);
    s.events =
        throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.events, "the events of a step", &status);
    s.points = throng_cpu_allocate(context, &s.bytes, crowd_point_words(agents), sizeof *s.points,
                                   "the positions of agents by leaf", &status);
    s.ranges =
        throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.ranges, "the ranges of agents", &status);
    s.records =
        throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.records, "neighbour snapshots", &status);
    s.extras =
        throng_cpu_allocate(context, &s.bytes, agents, sizeof *s.extras, "neighbour snapshots", &status);
    s.boxes_of = throng_cpu_allocate(context, &s.bytes, 5 * (size_t)s.boxes, sizeof *s.boxes_of,
                                     "the boxes around agents", &status);
    s.scratch = throng_cpu_allocate(context, &s.bytes, (size_t)c->tasks, s.scratch_bytes,
                                    "the scratch memory of tasks", &status);
    if (status != THRONG_OK)
        release_store(context, &s, c->tasks);
    else
        *store = s;
    return status;
}

static void destroy(void *state)
{
    cpu_crowd *c = state;
    throng_context *context = c->context;
    throng_cpu_crowd_found_release(c);
    if (c->store.capacity >= 0)
        release_store(context, &c->store, c->tasks);
    throng_cpu_free(context, &c->bytes, c->places, (size_t)c->tasks * CROWD_DIGITS, sizeof *c->places);
    throng_release(&context->allocator, c, sizeof *c);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_crowd_shape *shape = arguments;
    cpu_crowd *c = throng_allocate(&context->allocator, sizeof *c);
    if (!c)
        return throng_fail_memory(context, "a crowd", sizeof *c);
    throng_status status = THRONG_OK;
    c->context = context;
    c->shape = *shape;
    c->bytes = sizeof *c;
    c->tasks = context->threads;
    c->store.capacity = -1;
    c->places = throng_cpu_allocate(context, &c->bytes, (size_t)c->tasks * CROWD_DIGITS, sizeof *c->places,
                                    "the offsets of sorting", &status);
    if (status == THRONG_OK)
        status = make_store(c, shape->capacity, &c->store);
    if (status != THRONG_OK) {
        destroy(c);
        return status;
    }
    *state = c;
    return THRONG_OK;
}

static throng_status reserve(void *state, int32_t capacity)
{
    cpu_crowd *c = state;
    crowd_store larger;
    throng_status status = make_store(c, capacity, &larger);
    if (status != THRONG_OK)
        return status;
    memcpy(larger.bodies, c->store.bodies, (size_t)c->store.capacity * sizeof *larger.bodies);
    memcpy(larger.senses, c->store.senses, (size_t)c->store.capacity * sizeof *larger.senses);
    memcpy(larger.rests, c->store.rests, (size_t)c->store.capacity * sizeof *larger.rests);
    memcpy(larger.alive, c->store.alive, (size_t)c->store.capacity * sizeof *larger.alive);
    memcpy(larger.events, c->store.events, (size_t)c->store.capacity * sizeof *larger.events);
    release_store(c->context, &c->store, c->tasks);
    c->store = larger;
    c->shape.capacity = capacity;
    c->order_age = 0;
    throng_cpu_crowd_found_release(c);
    return THRONG_OK;
}

static throng_status reset(void *state)
{
    cpu_crowd *c = state;
    c->agents = 0;
    c->order_age = 0;
    c->found.current = 0;
    c->walls_tree.levels = 0;
    c->laying = throng_crowd_rebuild();
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_crowd *c = state;
    return (throng_usage){c->bytes + c->store.bytes, 0, 0.0};
}

/* ---------------------------------------------------------------- agents ---------------------------- */

/* Where agent 0 has the words. */
static char *words_of(const cpu_crowd *c, const throng_crowd_part *part)
{
    char *const arrays[] = {(char *)c->store.bodies, (char *)c->store.senses, (char *)c->store.rests};
    return arrays[part->of] + 4 * (size_t)part->first;
}

/* They are somewhere else, so they have another place in the order. */
static void note_moved(cpu_crowd *c, const throng_crowd_part *part)
{
    if (part->count > throng_cpu_crowd_moved_most(c->store.capacity) - c->moved)
        c->order_age = 0;
    for (int32_t i = 0; i < part->count && c->order_age > 0; i++)
        c->store.moved[c->moved++] = throng_crowd_part_agent(part, i);
}

/* Whether headings may have to follow velocities in the next step: one of them may have been set, or who is a
 * guest. */
static int32_t may_turn(const throng_crowd_part *part)
{
    const int32_t heading = (int32_t)(offsetof(crowd_body, heading_y) / 4);
    const int32_t settings = (int32_t)(offsetof(crowd_body, settings) / 4);
    return part->of == THRONG_CROWD_BODIES &&
           (part->first <= heading || (part->first <= settings && settings < part->first + part->words));
}

static throng_status write(void *state, const throng_crowd_part *part, const void *values, size_t stride)
{
    cpu_crowd *c = state;
    const int32_t places = throng_crowd_part_places(part);
    const size_t pitch = 4 * (size_t)throng_crowd_part_pitch(part);
    char *words = words_of(c, part);
    if (places && !part->walks)
        note_moved(c, part);
    if (throng_crowd_part_is_found(part))
        c->found.current = 0;
    c->set |= may_turn(part);
    for (int32_t i = 0; i < part->count; i++) {
        const size_t agent = (size_t)throng_crowd_part_agent(part, i);
        memcpy(words + agent * pitch, (const char *)values + (size_t)i * stride, 4 * (size_t)part->words);
        if (part->flags)
            c->store.bodies[agent].state |= part->flags;
        if (places)
            c->store.rests[agent] = (crowd_rest){0.0f, 0.0f};
    }
    return THRONG_OK;
}

typedef struct pairs_job {
    const cpu_crowd *c;
    const throng_crowd_pairs *pairs;
    char *words; /* of agent 0 */
    int32_t parts;
} pairs_job;

static void write_some_pairs(void *data, int32_t index)
{
    const pairs_job *job = data;
    const throng_crowd_pairs pairs = *job->pairs;
    crowd_body *bodies = job->c->store.bodies;
    crowd_rest *rests = job->c->store.rests;
    const int32_t end = throng_part_begin(pairs.part.count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(pairs.part.count, job->parts, index); i < end; i++) {
        const size_t agent = (size_t)throng_crowd_part_agent(&pairs.part, i);
        float local[2], rest[2];
        throng_pair_to_local(&pairs, i, local, rest);
        memcpy(job->words + agent * sizeof *bodies, local, sizeof local);
        bodies[agent].state |= pairs.part.flags;
        if (pairs.stands)
            rests[agent] = (crowd_rest){rest[0], rest[1]};
    }
}

static throng_status write_pairs(void *state, const throng_crowd_pairs *pairs)
{
    cpu_crowd *c = state;
    pairs_job job = {c, pairs, words_of(c, &pairs->part), 0};
    if (pairs->stands)
        note_moved(c, &pairs->part);
    if (throng_crowd_part_is_found(&pairs->part))
        c->found.current = 0;
    c->set |= may_turn(&pairs->part);
    job.parts = throng_parts(pairs->part.count, READ_PER_TASK, c->tasks);
    throng_run(c->context, job.parts, write_some_pairs, &job);
    return THRONG_OK;
}

typedef struct read_job {
    const throng_crowd_part *part;
    const char *words; /* of agent 0 */
    char *values;
    size_t stride, pitch;
    int32_t parts;
} read_job;

static void read_some(void *data, int32_t index)
{
    const read_job *job = data;
    const throng_crowd_part part = *job->part;
    const char *words = job->words;
    char *to = job->values;
    const int32_t begin = throng_part_begin(part.count, job->parts, index);
    const int32_t end = throng_part_begin(part.count, job->parts, index + 1);
    if (part.words == 2) /* what is read in each frame */
        for (int32_t i = begin; i < end; i++)
            memcpy(to + (size_t)i * job->stride,
                   words + job->pitch * (size_t)throng_crowd_part_agent(&part, i), 8);
    else
        for (int32_t i = begin; i < end; i++)
            memcpy(to + (size_t)i * job->stride,
                   words + job->pitch * (size_t)throng_crowd_part_agent(&part, i), 4 * (size_t)part.words);
}

static throng_status read(void *state, const throng_crowd_part *part, void *values, size_t stride)
{
    _Static_assert(sizeof(crowd_body) == 64 && sizeof(crowd_sense) == 64, "throng_crowd_part_pitch()");
    const cpu_crowd *c = state;
    read_job job = {.part = part, .words = words_of(c, part), .values = values, .stride = stride};
    job.pitch = 4 * (size_t)throng_crowd_part_pitch(part);
    job.parts = throng_parts(part->count, READ_PER_TASK, c->tasks);
    throng_run(c->context, job.parts, read_some, &job);
    return THRONG_OK;
}

static throng_status hash(void *state, const throng_crowd_part *part, uint64_t *sum)
{
    const cpu_crowd *c = state;
    *sum = 0;
    for (int32_t i = 0; i < part->count; i++) {
        const int32_t agent = throng_crowd_part_agent(part, i);
        *sum += crowd_hash_agent(&c->store.bodies[agent], &c->store.senses[agent], c->shape.hashes_guests);
    }
    return THRONG_OK;
}

static throng_status set_active(void *state, const int32_t *agents, int32_t count, int32_t unchanged)
{
    cpu_crowd *c = state;
    memcpy(c->store.alive + unchanged, agents + unchanged, (size_t)(count - unchanged) * sizeof *agents);
    c->came_or_went = 1;
    c->found.current = 0;
    if (throng_crowd_needs_curve(c->agents, count)) {
        c->order_age = 0;
        c->laying = throng_crowd_rebuild();
    }
    c->agents = count;
    return THRONG_OK;
}

/* They stay where the host has them. */
static throng_status set_walls(void *state, const throng_crowd_walls *walls)
{
    cpu_crowd *c = state;
    c->walls = *walls;
    c->walls_tree = *walls->tree;
    c->walls.tree = &c->walls_tree;
    return THRONG_OK;
}

/* The same. */
static throng_status set_moving(void *state, const crowd_moving *moving, size_t bytes, size_t most)
{
    cpu_crowd *c = state;
    (void)bytes, (void)most;
    c->moving = moving;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- step ------------------------------ */

typedef struct step_job {
    cpu_crowd *c;
    crowd_world world;
    int32_t parts;
    _Atomic int32_t max_sound_range; /* bits of a float */
} step_job;

/* Parts of whole leaves. */
static int32_t leaf_of(const step_job *job, int32_t part)
{
    return throng_part_begin(job->c->plan.tree.count[0], job->parts, part);
}

static void find_max_sound_range(step_job *job, float found)
{
    int32_t so_far = atomic_load_explicit(&job->max_sound_range, memory_order_relaxed);
    while (scalar_from_bits(so_far) < found &&
           !atomic_compare_exchange_weak_explicit(&job->max_sound_range, &so_far, scalar_to_bits(found),
                                                  memory_order_relaxed, memory_order_relaxed))
        continue;
}

static void show(void *data, int32_t index)
{
    step_job *job = data;
    const cpu_crowd *c = job->c;
    const crowd_store *s = &c->store;
    const crowd_neighbor_snapshot shown = {s->bodies, s->senses, s->order, s->records, s->extras};
    const float max_sound_range = c->context->simd->crowd_publish(
        &c->plan, &shown, leaf_of(job, index), leaf_of(job, index + 1), c->set, s->points, s->boxes_of);
    find_max_sound_range(job, max_sound_range);
}

/* How large the leaves are: one that is very large weighs as much as all that are small. */
static float size_of_leaves(const cpu_crowd *c)
{
    const crowd_tree *tree = &c->plan.tree;
    const float *left = c->store.boxes_of, *right = left + tree->boxes;
    const float *top = right + tree->boxes, *bottom = top + tree->boxes;
    float size = 0.0f;
    for (int32_t i = 0; i < tree->count[0]; i++) {
        const float around = right[i] - left[i] + (bottom[i] - top[i]);
        size += around * around;
    }
    return size;
}

/* Who is near whom does not depend on the order, only how soon that is found: it serves for some steps. */
static void renew_order(cpu_crowd *c)
{
    if (c->order_age > ORDER_LASTS || c->size > 1.25f * c->fresh_size)
        c->order_age = 0;
    if (c->order_age > 0)
        c->laying.left--;
    throng_cpu_crowd_order_now(c);
    c->order_age++;
}

static void build_boxes(cpu_crowd *c)
{
    const crowd_tree *tree = &c->plan.tree;
    throng_crowd_pad(tree, 0, c->store.boxes_of);
    for (int32_t level = 1; level < tree->levels; level++) {
        for (int32_t i = 0; i < tree->count[level]; i++)
            crowd_box_above(tree, level, i, c->store.boxes_of);
        throng_crowd_pad(tree, level, c->store.boxes_of);
    }
}

typedef struct task_of {
    const throng_context *context;
    int32_t index;
} task_of;

static int32_t next_block(void *data)
{
    const task_of *task = data;
    int32_t block;
    return throng_claim(task->context, task->index, 1, &block) ? block : -1;
}

static void step_blocks(void *data, int32_t index)
{
    const step_job *job = data;
    const cpu_crowd *c = job->c;
    task_of task = {c->context, index};
    const throng_blocks blocks = {next_block, &task};
    float *scratch = (float *)(void *)((char *)c->store.scratch + (size_t)index * c->store.scratch_bytes);
    c->context->simd->crowd_step(&c->plan, &job->world, &blocks, scratch);
}

static throng_status step(void *state, const throng_crowd_step_params *step_params)
{
    cpu_crowd *c = state;
    const crowd_store *s = &c->store;
    if (c->agents == 0)
        return THRONG_OK;
    throng_crowd_plan(&c->plan, &c->shape, step_params, c->agents, &c->walls_tree);
    renew_order(c);
    step_job job = {.c = c, .parts = throng_parts(c->agents, SHOWN_PER_TASK, c->tasks)};
    job.world = (crowd_world){.bodies = s->bodies,
                              .senses = s->senses,
                              .rests = s->rests,
                              .records = s->records,
                              .extras = s->extras,
                              .points = s->points,
                              .radii = s->points + crowd_radii(&c->plan.tree),
                              .order = s->order,
                              .ranges = s->ranges,
                              .events = s->events,
                              .boxes = s->boxes_of,
                              .walls = c->walls.walls,
                              .wall_boxes = c->walls.boxes,
                              .moving = c->moving,
                              .flow = &c->flow};
    if (c->shape.flow)
        job.world.flow_keys = throng_cpu_flow_keys(c->shape.flow->object.state, &c->flow);
    atomic_store_explicit(&job.max_sound_range, 0, memory_order_relaxed);
    throng_run(c->context, job.parts, show, &job);
    job.world.max_sound_range =
        scalar_from_bits(atomic_load_explicit(&job.max_sound_range, memory_order_relaxed));
    c->set = 0;
    build_boxes(c);
    c->size = size_of_leaves(c);
    if (c->fresh)
        c->fresh_size = c->size;
    c->fresh = c->found.current = 0;
    const int32_t tasks = throng_parts(c->agents, STEPPED_PER_TASK, c->tasks);
    throng_run_shared(c->context, tasks, c->plan.tree.count[1], step_blocks, &job);
    return THRONG_OK;
}

const throng_crowd_ops throng_cpu_crowd_ops = {{create, destroy, reset, NULL, usage, NULL, 0},
                                               reserve,
                                               write,
                                               read,
                                               throng_cpu_crowd_reserve_motions,
                                               throng_cpu_crowd_write_motions,
                                               throng_cpu_crowd_read_motions,
                                               write_pairs,
                                               hash,
                                               set_active,
                                               set_walls,
                                               set_moving,
                                               step,
                                               throng_cpu_crowd_reserve_find,
                                               throng_cpu_crowd_find,
                                               throng_cpu_crowd_events};
