/* Routes between many pairs of cells. Tasks claim pair by pair and allocate nothing: if a queue or the memory
 * for steps is too small, or 32-bit keys are too short, the pair is tried again in another pass with more. */
#include "src/route/route.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/cpu.h"
#include "src/cpu/route/route.h"
#include "src/terrain/terrain.h"

#include <stdatomic.h>
#include <string.h>

#ifndef THRONG_ROUTE_QUEUE
#define THRONG_ROUTE_QUEUE 65536 /* bytes at first; a test has less */
#endif
#ifdef THRONG_ROUTE_PAUSE
void throng_route_pause(void); /* of a test, which lets other tasks go first */
#else
#define throng_route_pause() ((void)0)
#endif
enum { MOST_GUESSED_STEPS = 1 << 26 };

/* ---------------------------------------------------------------- memory ---------------------------- */

typedef enum route_state { ROUTE_DONE, ROUTE_WAITS, ROUTE_WAITS_LONG } route_state;

typedef struct route_record {
    throng_route_result result;
    throng_cell from;
    int64_t place; /* of its steps */
    route_state state;
} route_record;

/* The routes of one search. A step is a byte, its direction. */
typedef struct route_batch {
    route_record *records;
    uint8_t *steps;
    size_t record_bytes, step_bytes;
    int32_t count;
} route_batch;

typedef struct route_memory {
    void *labels[ROUTE_KINDS]; /* NULL: not needed yet */
    uint32_t rounds[ROUTE_KINDS];
    void *queue;
    size_t queue_bytes;
} route_memory;

struct cpu_routes {
    route_steps steps;
    route_batch batches[2]; /* a search fills the one that is not the latest */
    int32_t latest;
    size_t queue_bytes;   /* that were enough so far */
    route_memory *memory; /* one for each thread */
};

static size_t labels_bytes(const throng_route *route, route_kind kind)
{
    size_t cells = (size_t)route->terrain->width * (size_t)route->terrain->height;
    return throng_times(cells, throng_cpu_route_label_bytes(kind));
}

throng_status throng_cpu_routes_create(throng_route *route)
{
    throng_context *context = route->object.context;
    struct cpu_routes *r = throng_allocate(&context->allocator, sizeof *r);
    if (!r)
        return throng_fail_memory(context, "routes", sizeof *r);
    r->memory = throng_allocate(&context->allocator, (size_t)context->threads * sizeof *r->memory);
    if (!r->memory) {
        throng_release(&context->allocator, r, sizeof *r);
        return throng_fail_memory(context, "routes", (size_t)context->threads * sizeof *r->memory);
    }
    throng_cpu_route_steps(&r->steps, route->terrain->width, route->grid, route->method);
    r->queue_bytes = THRONG_ROUTE_QUEUE;
    route->state = r;
    return THRONG_OK;
}

void throng_cpu_routes_destroy(throng_route *route)
{
    const throng_allocator *allocator = &route->object.context->allocator;
    struct cpu_routes *r = route->state;
    if (!r)
        return;
    for (int32_t i = 0; i < route->object.context->threads; i++) {
        for (route_kind kind = ROUTE_SHORT; kind < ROUTE_KINDS; kind++)
            throng_release(allocator, r->memory[i].labels[kind], labels_bytes(route, kind));
        throng_release(allocator, r->memory[i].queue, r->memory[i].queue_bytes);
    }
    for (int32_t i = 0; i < 2; i++) {
        throng_release(allocator, r->batches[i].records, r->batches[i].record_bytes);
        throng_release(allocator, r->batches[i].steps, r->batches[i].step_bytes);
    }
    throng_release(allocator, r->memory, (size_t)route->object.context->threads * sizeof *r->memory);
    throng_release(allocator, r, sizeof *r);
}

/* The same memory, or a larger piece with what it held. Where that fails the old one stays. */
static void *larger(throng_context *context, void *memory, size_t *bytes, size_t wanted, const char *what,
                    throng_status *status)
{
    if (*status != THRONG_OK || wanted <= *bytes)
        return memory;
    void *made = throng_allocate(&context->allocator, wanted);
    if (!made) {
        *status = throng_fail_memory(context, what, wanted);
        return memory;
    }
    if (memory)
        memcpy(made, memory, *bytes);
    throng_release(&context->allocator, memory, *bytes);
    *bytes = wanted;
    return made;
}

/* What so many tasks need for a search of this kind. */
static throng_status prepare_tasks(throng_route *route, int32_t tasks, route_kind kind)
{
    struct cpu_routes *r = route->state;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < tasks && status == THRONG_OK; i++) {
        route_memory *m = &r->memory[i];
        size_t bytes = m->labels[kind] ? labels_bytes(route, kind) : 0;
        m->labels[kind] = larger(route->object.context, m->labels[kind], &bytes, labels_bytes(route, kind),
                                 "the labels of routes", &status);
        m->queue = larger(route->object.context, m->queue, &m->queue_bytes, r->queue_bytes,
                          "the queue of routes", &status);
    }
    return status;
}

/* ---------------------------------------------------------------- one route ------------------------- */

typedef struct route_job {
    const throng_route *route;
    route_batch *batch;
    const char *pairs;
    size_t stride;
    route_kind kind;
    _Atomic int32_t left, crowded;
    _Atomic int64_t used, missing; /* steps in the memory for them */
} route_job;

static throng_cell_pair pair_of(const route_job *job, int32_t index)
{
    throng_cell_pair pair;
    memcpy(&pair, job->pairs + (size_t)index * job->stride, sizeof pair);
    return pair;
}

/* Sums in the order of the steps. */
static double cost_of(const route_search *search, const uint8_t *steps, int64_t count)
{
    const route_steps *s = search->steps;
    double cost = 0.0;
    int32_t cell = search->from;
    for (int64_t i = 0; i < count; i++) {
        cell += s->offset[route_row(s, cell) & 1][steps[i]];
        double length = relax_diagonal(steps[i], s->grid) ? ROUTE_ROOT : 1.0;
        cost += length * (double)search->costs[cell];
    }
    return cost;
}

/* Where so many steps go; -1 where they do not fit. No task frees what it reserved: another
 * one's steps may already stand behind them. */
static int64_t reserve_steps(route_job *job, int32_t count)
{
    int64_t place = atomic_load_explicit(&job->used, memory_order_relaxed);
    do {
        throng_route_pause();
        if (place + count > (int64_t)job->batch->step_bytes) {
            atomic_fetch_add_explicit(&job->missing, count, memory_order_relaxed);
            return -1;
        }
    } while (!atomic_compare_exchange_weak_explicit(&job->used, &place, place + count, memory_order_relaxed,
                                                    memory_order_relaxed));
    return place;
}

/* Takes the route that was found down; 0 where its steps do not fit. */
static int32_t keep(route_job *job, const route_search *search, route_record *record)
{
    const route_steps *s = search->steps;
    int32_t count = 0, diagonal = 0;
    for (int32_t cell = search->to; cell != search->from; count++) {
        int32_t direction = throng_cpu_route_direction(search, job->kind, cell);
        diagonal += relax_diagonal(direction, s->grid);
        cell = route_before(s, cell, direction);
    }
    record->place = reserve_steps(job, count);
    if (record->place < 0)
        return 0;
    uint8_t *steps = job->batch->steps + record->place;
    for (int32_t cell = search->to, i = count - 1; i >= 0; i--) {
        steps[i] = (uint8_t)throng_cpu_route_direction(search, job->kind, cell);
        cell = route_before(s, cell, steps[i]);
    }
    throng_route_result *result = &record->result;
    result->cell_count = count + 1;
    result->length = path_exact_length(count - diagonal, diagonal);
    result->cost = search->costs ? (float)cost_of(search, steps, count) : 0.0f;
    result->total = job->kind == ROUTE_COSTLY ? (float)search->total : result->length;
    return 1;
}

static route_search search_of(const route_job *job, throng_cell_pair pair)
{
    const throng_route *route = job->route;
    const throng_terrain *t = route->terrain;
    const size_t world = (size_t)(pair.from.row / t->height);
    route_search search = {.steps = &route->state->steps, .weight = (double)route->weight};
    search.walls.bits = t->bits + world * (size_t)(t->height + 2) * (size_t)t->pitch;
    search.walls.pitch = t->pitch;
    if (route->costs)
        search.costs = route->costs + world * (size_t)t->height * (size_t)t->width;
    search.from = pair.from.row % t->height * t->width + pair.from.column;
    search.to = pair.to.row % t->height * t->width + pair.to.column;
    return search;
}

static route_outcome find_one(const route_job *job, route_memory *m, route_search *search)
{
    if (m->rounds[job->kind] == ROUTE_LAST_ROUND) {
        memset(m->labels[job->kind], 0, labels_bytes(job->route, job->kind));
        m->rounds[job->kind] = 0;
    }
    search->round = ++m->rounds[job->kind];
    search->labels = m->labels[job->kind];
    search->queue = m->queue;
    search->queue_bytes = m->queue_bytes;
    return throng_cpu_route_search(search, job->kind);
}

/* What remains to be done for a pair. */
static route_state work_on(route_job *job, route_memory *m, throng_cell_pair pair, route_record *record)
{
    const throng_terrain *t = job->route->terrain;
    route_search search = search_of(job, pair);
    record->result = (throng_route_result){.length = -1.0f, .total = -1.0f};
    record->from = pair.from;
    if (pair.from.row / t->height != pair.to.row / t->height ||
        terrain_blocked(search.walls, pair.from.column, pair.from.row % t->height) ||
        terrain_blocked(search.walls, pair.to.column, pair.to.row % t->height))
        return ROUTE_DONE;
    if (search.from == search.to) {
        record->result = (throng_route_result){.cell_count = 1};
        return ROUTE_DONE;
    }
    route_outcome outcome = find_one(job, m, &search);
    if (outcome == ROUTE_TOO_LONG)
        return ROUTE_WAITS_LONG;
    if (outcome == ROUTE_CROWDED)
        atomic_store_explicit(&job->crowded, 1, memory_order_relaxed);
    if (outcome == ROUTE_CROWDED || (outcome == ROUTE_FOUND && !keep(job, &search, record)))
        return record->state;
    return ROUTE_DONE;
}

/* ---------------------------------------------------------------- many routes ----------------------- */

static void find_some(void *data, int32_t index)
{
    route_job *job = data;
    const route_state turn = job->kind == ROUTE_LONG ? ROUTE_WAITS_LONG : ROUTE_WAITS;
    int32_t i;
    while (throng_claim(job->route->object.context, index, 1, &i)) {
        route_record *record = &job->batch->records[i];
        if (record->state == turn)
            record->state = work_on(job, &job->route->state->memory[index], pair_of(job, i), record);
        if (record->state != ROUTE_DONE)
            atomic_fetch_add_explicit(&job->left, 1, memory_order_relaxed);
    }
}

/* One turn: every pair that waits is tried, after which `left` ones wait for more memory or longer keys. */
static throng_status run_pass(throng_route *route, route_job *job)
{
    struct cpu_routes *r = route->state;
    const int32_t threads = route->object.context->threads, tasks = job->left < threads ? job->left : threads;
    throng_status status = prepare_tasks(route, tasks, job->kind);
    if (status != THRONG_OK)
        return status;
    job->left = job->crowded = 0;
    job->missing = 0;
    throng_run_shared(route->object.context, tasks, job->batch->count, find_some, job);
    if (job->crowded)
        r->queue_bytes *= 2;
    route_batch *batch = job->batch;
    batch->steps = larger(route->object.context, batch->steps, &batch->step_bytes,
                          (size_t)(job->used + job->missing), "the steps of routes", &status);
    return status;
}

/* Steps that the routes have at least, and a quarter more. */
static size_t guessed_steps(const route_job *job)
{
    int64_t steps = 64;
    for (int32_t i = 0; i < job->batch->count; i++) {
        throng_cell_pair p = pair_of(job, i);
        int64_t right = (int64_t)p.to.column - p.from.column, down = (int64_t)p.to.row - p.from.row;
        right = right < 0 ? -right : right;
        down = down < 0 ? -down : down;
        steps += job->route->grid == THRONG_GRID_SQUARE4 ? right + down : right > down ? right : down;
    }
    steps += steps / 4;
    return (size_t)(steps < MOST_GUESSED_STEPS ? steps : MOST_GUESSED_STEPS);
}

throng_status throng_cpu_routes_find(throng_route *route, int32_t count, const void *pairs, size_t stride,
                                     throng_route_result *results)
{
    struct cpu_routes *r = route->state;
    route_batch *batch = &r->batches[!r->latest];
    const size_t enough = r->queue_bytes;
    throng_status status = THRONG_OK;
    route_job job = {.route = route, .batch = batch, .pairs = pairs, .stride = stride, .left = count};
    job.kind = route->costs && route->weight > 0.0f ? ROUTE_COSTLY : ROUTE_SHORT;
    size_t bytes = 0;
    if (!throng_multiply((size_t)count, sizeof *batch->records, &bytes))
        return throng_fail_memory(route->object.context, "the routes", bytes);
    batch->records =
        larger(route->object.context, batch->records, &batch->record_bytes, bytes, "the routes", &status);
    batch->count = count;
    batch->steps = larger(route->object.context, batch->steps, &batch->step_bytes, guessed_steps(&job),
                          "the steps of routes", &status);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        batch->records[i].state = ROUTE_WAITS;
    while (job.left > 0 && status == THRONG_OK) {
        status = run_pass(route, &job);
        if (job.kind == ROUTE_SHORT && !job.crowded && job.missing == 0)
            job.kind = ROUTE_LONG;
    }
    if (status != THRONG_OK) {
        r->queue_bytes = enough; /* for others; there is no room for more */
        return status;
    }
    int64_t offset = 0;
    for (int32_t i = 0; i < count; i++) {
        batch->records[i].result.cell_offset = offset;
        offset += batch->records[i].result.cell_count;
        results[i] = batch->records[i].result;
    }
    r->latest = !r->latest;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- reading --------------------------- */

int32_t throng_cpu_routes_count(const throng_route *route)
{
    return route->state->batches[route->state->latest].count;
}

int64_t throng_cpu_routes_cells(const throng_route *route, int32_t first, int32_t count)
{
    const route_record *records = route->state->batches[route->state->latest].records;
    if (count == 0)
        return 0;
    const throng_route_result *last = &records[first + count - 1].result;
    return last->cell_offset + last->cell_count - records[first].result.cell_offset;
}

void throng_cpu_routes_read(const throng_route *route, int32_t first, int32_t count, throng_cell *cells)
{
    const route_steps *s = &route->state->steps;
    const route_batch *batch = &route->state->batches[route->state->latest];
    for (int32_t i = first; i < first + count; i++) {
        const route_record *record = &batch->records[i];
        const int32_t world = record->from.row - record->from.row % route->terrain->height;
        throng_cell cell = {record->from.column, record->from.row - world};
        for (int32_t k = 0; k < record->result.cell_count; k++) {
            *cells++ = (throng_cell){cell.column, cell.row + world};
            if (k + 1 == record->result.cell_count)
                break;
            int32_t direction = batch->steps[record->place + k];
            cell.column += s->columns[cell.row & 1][direction];
            cell.row += s->rows[direction];
        }
    }
}
