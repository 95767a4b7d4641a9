/* Fields of paths on the CPU. Tiles with news stand in the list of their colour; tasks share those of a
 * colour whose turn it is, and what they tell goes into the other lists, until all are empty. Tiles of all
 * fields stand in the same lists, so that many small fields keep many tasks as busy as a large one does. */
#include "src/cpu/flow/flow.h"
#include "src/core/backend.h"
#include "src/core/memory.h"
#include "src/core/parallel.h"
#include "src/core/status.h"
#include "src/cpu/simd.h"
#include "src/cpu/tables.h"
#include "src/cpu/tasks.h"

#include <string.h>

enum {
    TILES_PER_TASK = 8, /* fewer are done before another thread has begun */
    FILL_TILES_PER_TASK = 64,
    CELLS_PER_TASK = 65536, /* that are read */
    AGENTS_PER_TASK = 256
};

/* ---------------------------------------------------------------- storage --------------------------- */

static size_t scratch_bytes(const cpu_flow *f, const flow_plan *plan)
{
    return (f->context->simd->flow_scratch(plan) + 63) / 64 * 64;
}

static void *allocate(cpu_flow *f, size_t count, size_t size, throng_status *status)
{
    return throng_cpu_allocate(f->context, &f->bytes, count, size, "flow fields", status);
}

static void release(cpu_flow *f, void *memory, size_t count, size_t size)
{
    throng_cpu_free(f->context, &f->bytes, memory, count, size);
}

static void destroy(void *state)
{
    cpu_flow *f = state;
    const size_t fields = (size_t)f->plan.fields, tiles = (size_t)f->tiles;
    release(f, f->keys, flow_stored_bytes(&f->plan), 1);
    release(f, f->scratch, (size_t)f->context->threads, scratch_bytes(f, &f->plan));
    release(f, f->goals, throng_times(fields, (size_t)f->capacity), sizeof *f->goals);
    release(f, f->goal_counts, fields, sizeof *f->goal_counts);
    release(f, f->dirty_edges, tiles, sizeof *f->dirty_edges);
    release(f, f->due, tiles, sizeof *f->due);
    release(f, f->marks, tiles, 1);
    release(f, f->rows, tiles, sizeof *f->rows);
    release(f, f->anew, fields, 1);
    release(f, f->lists, tiles * FLOW_COLOURS, sizeof *f->lists);
    release(f, f->chosen, tiles, sizeof *f->chosen);
    release(f, f->reports, tiles, sizeof *f->reports);
    throng_release(&f->context->allocator, f, sizeof *f);
}

/* ---------------------------------------------------------------- no paths -------------------------- */

typedef struct fill_job {
    const cpu_flow *f;
    const uint8_t *stale; /* NULL: all fields */
    int32_t tiles, parts;
} fill_job;

static void fill(void *data, int32_t index)
{
    const fill_job *job = data;
    const flow_plan *p = &job->f->plan;
    const size_t keys = flow_tile_keys(p);
    const int32_t end = throng_part_begin(job->tiles, job->parts, index + 1);
    for (int32_t i = throng_part_begin(job->tiles, job->parts, index); i < end; i++) {
        const int32_t layer = flow_layer_of_tile(p, i);
        const int64_t nothing = flow_nothing(p, layer);
        if (job->stale && !job->stale[layer % p->fields])
            continue;
        job->f->marks[i] |= CPU_FLOW_VISITED;
        int32_t *wide = (int32_t *)job->f->keys + (size_t)i * keys;
        int64_t *widest = (int64_t *)job->f->keys + (size_t)i * keys;
        for (size_t k = 0; k < keys && p->widest; k++)
            widest[k] = nothing;
        for (size_t k = 0; k < keys && !p->widest; k++)
            wide[k] = (int32_t)nothing;
    }
}

/* The first `tiles` of them. */
static void fill_tiles(const cpu_flow *f, const uint8_t *stale, int32_t tiles)
{
    fill_job job = {f, stale, tiles, throng_parts(tiles, FILL_TILES_PER_TASK, f->context->threads)};
    throng_run(f->context, job.parts, fill, &job);
}

static void fill_fields(const cpu_flow *f, const uint8_t *stale) { fill_tiles(f, stale, f->tiles); }

static throng_status reset(void *state)
{
    cpu_flow *f = state;
    memset(f->goal_counts, 0, (size_t)f->plan.fields * sizeof *f->goal_counts);
    fill_fields(f, NULL);
    return THRONG_OK;
}

/* The plan fits. */
static throng_status make_storage(cpu_flow *f)
{
    const size_t fields = (size_t)f->plan.fields, all = (size_t)flow_tiles(&f->plan);
    throng_status status = THRONG_OK;
    f->tiles = (int32_t)all;
    f->keys = allocate(f, flow_stored_bytes(&f->plan), 1, &status);
    f->scratch = allocate(f, (size_t)f->context->threads, scratch_bytes(f, &f->plan), &status);
    f->goals = allocate(f, throng_times(fields, (size_t)f->capacity), sizeof *f->goals, &status);
    f->goal_counts = allocate(f, fields, sizeof *f->goal_counts, &status);
    f->dirty_edges = allocate(f, all, sizeof *f->dirty_edges, &status);
    f->due = allocate(f, all, sizeof *f->due, &status);
    f->lists = allocate(f, all * FLOW_COLOURS, sizeof *f->lists, &status);
    f->marks = allocate(f, all, 1, &status);
    f->rows = allocate(f, all, sizeof *f->rows, &status);
    f->anew = allocate(f, fields, 1, &status);
    f->chosen = allocate(f, all, sizeof *f->chosen, &status);
    f->reports = allocate(f, all, sizeof *f->reports, &status);
    return status;
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_flow_shape *shape = arguments;
    throng_status status;
    cpu_flow *f = throng_allocate(&context->allocator, sizeof *f);
    if (!f)
        return throng_fail_memory(context, "flow fields", sizeof *f);
    f->context = context;
    f->terrain = shape->terrain;
    f->capacity = shape->goal_capacity;
    f->seed_capacity = shape->seed_capacity;
    f->seeds = shape->seeds;
    f->seed_counts = shape->seed_counts;
    f->bytes = sizeof *f;
    f->plan = (flow_plan){
        .width = shape->terrain->width,
        .height = shape->terrain->height,
        .worlds = shape->terrain->worlds,
        .layers = throng_flow_layers(shape),
        .grid = shape->grid,
        .walls_pitch = shape->terrain->pitch,
        .cell_size = shape->cell_size,
        .flags = shape->flags,
        .classes = shape->classes,
        .fields = shape->fields,
        .first_column = shape->first_column,
        .first_row = shape->first_row,
    };
    flow_choose_tiles(&f->plan, FLOW_TILE, FLOW_PITCH);
    if (!flow_plan_fits(&f->plan)) { /* nor can its tiles be counted, which destroy() does */
        throng_release(&context->allocator, f, sizeof *f);
        return throng_fail_memory(context, "flow fields", SIZE_MAX);
    }
    status = make_storage(f);
    if (status != THRONG_OK) {
        destroy(f);
        return status;
    }
    fill_fields(f, NULL);
    throng_cpu_flow_begin_ground(f, shape);
    f->terrain_version = f->terrain->version - 1 - THRONG_TERRAIN_CHANGES; /* nothing is known yet */
    *state = f;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- goals and updates ----------------- */

static throng_status set_goals(void *state, int32_t field, int32_t count, const void *cells, size_t stride)
{
    cpu_flow *f = state;
    throng_cell *goals = f->goals + (size_t)field * (size_t)f->capacity;
    for (int32_t i = 0; i < count; i++)
        memcpy(&goals[i], (const char *)cells + (size_t)i * stride, sizeof *goals);
    f->goal_counts[field] = count;
    return THRONG_OK;
}

/* Sets out from the goals of a field, in a layer of its own. */
static void set_out(cpu_flow *f, int32_t field, int32_t layer)
{
    const flow_plan *p = &f->plan;
    const throng_cell *goals = f->goals + (size_t)field * (size_t)f->capacity;
    for (int32_t i = 0; i < f->goal_counts[field]; i++) {
        const int32_t column = goals[i].column, world = goals[i].row / p->height;
        const int32_t row = goals[i].row - world * p->height, place = layer * p->worlds + world;
        const size_t at = flow_place(p, place, column, row);
        if (throng_cpu_flow_is_closed(f, place, column, row) || flow_key_is(p, f->keys, at, 0))
            continue;
        if (p->widest)
            ((int64_t *)f->keys)[at] = 0;
        else
            ((int32_t *)f->keys)[at] = 0;
        throng_cpu_flow_tell(f, flow_tile_index(p, place, column / p->tile_columns, row / p->tile_rows),
                             FLOW_GOALS, 0);
    }
}

/* Sets out from the seeds of a layer. Returns FLOW_LONG where one is too long for the keys. */
static int32_t set_out_from_seeds(cpu_flow *f, int32_t layer)
{
    const flow_plan *p = &f->plan;
    const throng_flow_seed *seeds = f->seeds + (size_t)layer * (size_t)f->seed_capacity;
    const int64_t cell = flow_key_of(p, layer, 2, 0);
    for (int32_t i = 0; i < f->seed_counts[layer]; i++) {
        const int32_t column = seeds[i].cell.column, world = seeds[i].cell.row / p->height;
        const int32_t row = seeds[i].cell.row - world * p->height, place = layer * p->worlds + world;
        const int64_t key = flow_key_of(p, layer, seeds[i].length.straight, seeds[i].length.diagonal);
        const size_t at = flow_place(p, place, column, row);
        if (flow_is_long(p, layer, key))
            return FLOW_LONG;
        const int64_t there = p->widest ? ((int64_t *)f->keys)[at] : (int64_t)((int32_t *)f->keys)[at];
        if (key >= there || throng_cpu_flow_is_closed(f, place, column, row))
            continue;
        if (p->widest)
            ((int64_t *)f->keys)[at] = key;
        else
            ((int32_t *)f->keys)[at] = (int32_t)key;
        throng_cpu_flow_tell(f, flow_tile_index(p, place, column / p->tile_columns, row / p->tile_rows),
                             FLOW_ALL, (int32_t)(key / cell));
    }
    return 0;
}

/* The i-th of the chosen tiles. */
static void run_pass(const cpu_flow *f, int32_t i, unsigned char *scratch)
{
    f->reports[i] = f->context->simd->flow_pass(&f->plan, f->keys, f->terrain->bits, f->chosen[i],
                                                f->dirty_edges[f->chosen[i]], scratch);
}

static void run_passes(void *data, int32_t index)
{
    const cpu_flow *f = data;
    unsigned char *scratch = f->scratch + (size_t)index * scratch_bytes(f, &f->plan);
    int32_t i;
    while (throng_claim(f->context, index, 1, &i))
        run_pass(f, i, scratch);
}

/* Takes the tiles that are due by now out of a colour's list; how many those are. */
static int32_t choose(cpu_flow *f, int32_t colour, int32_t limit)
{
    int32_t *list = f->lists + (size_t)colour * (size_t)f->tiles;
    int32_t chosen = 0, left = 0;
    for (int32_t i = 0; i < f->counts[colour]; i++) {
        const int32_t tile = list[i];
        if (f->due[tile] <= limit)
            f->chosen[chosen++] = tile;
        else
            list[left++] = tile;
    }
    f->counts[colour] = left;
    return chosen;
}

/* Turns of one colour, and whom they tell; what any of them found. */
static int32_t passes_of(cpu_flow *f, int32_t colour, int32_t limit)
{
    const int32_t count = choose(f, colour, limit), tasks = count / TILES_PER_TASK;
    int32_t found = 0;
    if (tasks > 1)
        throng_run_shared(f->context, tasks, count, run_passes, f);
    else /* whole numbers alone: no mode of the host's matters */
        for (int32_t i = 0; i < count; i++)
            run_pass(f, i, f->scratch);
    for (int32_t i = 0; i < count; i++) {
        const int32_t tile = f->chosen[i];
        const flow_pass_result *report = &f->reports[i];
        f->dirty_edges[tile] = 0;
        f->marks[tile] |= CPU_FLOW_VISITED;
        found |= report->found;
        for (int32_t k = 0; k < RELAX_DIRECTIONS; k++)
            if (report->found >> k & 1)
                throng_cpu_flow_tell(f, flow_neighbor(&f->plan, tile, k), 1 << ((k + 4) & 7), report->due[k]);
    }
    return found;
}

/* The least that any tile is due at; INT32_MAX: there is no news. */
static int32_t least_due(const cpu_flow *f)
{
    int32_t least = INT32_MAX;
    for (int32_t colour = 0; colour < FLOW_COLOURS; colour++) {
        const int32_t *list = f->lists + (size_t)colour * (size_t)f->tiles;
        for (int32_t i = 0; i < f->counts[colour]; i++)
            least = f->due[list[i]] < least ? f->due[list[i]] : least;
    }
    return least;
}

/* Passes until no edge is dirty; returns what was found. */
static int32_t converge(cpu_flow *f)
{
    int32_t found = 0;
    for (int32_t least = least_due(f); least < INT32_MAX; least = least_due(f))
        for (int32_t colour = 0; colour < FLOW_COLOURS; colour++)
            found |= passes_of(f, colour, least + FLOW_AHEAD);
    return found;
}

/* Computes stale fields, those in `anew` from nothing; NULL: all of them. changes: NULL: everything. Returns
 * what was found. */
static int32_t compute(cpu_flow *f, const uint8_t *stale, const uint8_t *anew,
                       const throng_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    int32_t found = 0;
    fill_tiles(f, anew, p->flags & FLOW_NEAREST ? f->tiles / 2 : f->tiles); /* the others begin below */
    for (int32_t layer = 0; layer < flow_goal_layers(p); layer++)
        if (!stale || throng_flow_changes_goals(stale[layer % p->fields]))
            set_out(f, layer % p->fields, layer);
    for (int32_t layer = 0; layer < flow_goal_layers(p) && f->seed_counts; layer++)
        if (!stale || throng_flow_changes_goals(stale[layer % p->fields]))
            found |= set_out_from_seeds(f, layer);
    found |= converge(f);
    if (!(p->flags & FLOW_NEAREST) || (found & FLOW_LONG && !p->widest))
        return found;
    throng_cpu_flow_begin_nearest(f, stale, changes);
    for (int32_t layer = flow_goal_layers(p); layer < p->layers && f->seed_counts; layer++)
        if (!stale || throng_flow_seeds_nearest(stale[layer % p->fields]))
            found |= set_out_from_seeds(f, layer);
    return found | converge(f);
}

/* Keys of 64 bits in place of those of 32. */
static throng_status widen(cpu_flow *f)
{
    throng_status status = THRONG_OK;
    flow_plan plan = f->plan;
    plan.widest = 1;
    if (!flow_plan_fits(&plan))
        return throng_fail_memory(f->context, "flow fields", SIZE_MAX);
    const size_t tasks = (size_t)f->context->threads;
    const size_t ground = flow_stored_bytes(&plan) - flow_key_bytes(&plan);
    char *keys = allocate(f, flow_stored_bytes(&plan), 1, &status);
    unsigned char *scratch = allocate(f, tasks, scratch_bytes(f, &plan), &status);
    if (status != THRONG_OK) {
        release(f, keys, flow_stored_bytes(&plan), 1);
        return status;
    }
    memcpy(keys + flow_key_bytes(&plan), (const char *)f->keys + flow_key_bytes(&f->plan), ground);
    release(f, f->keys, flow_stored_bytes(&f->plan), 1);
    release(f, f->scratch, tasks, scratch_bytes(f, &f->plan));
    f->keys = keys;
    f->scratch = scratch;
    f->plan = plan;
    return THRONG_OK;
}

static throng_status update(void *state, const uint8_t *stale, const throng_flow_costs *costs)
{
    cpu_flow *f = state;
    const throng_flow_changes changes = throng_flow_changes_since(f->terrain, f->terrain_version, costs);
    throng_cpu_flow_lay_ground(f, costs->cells, &changes);
    f->terrain_version = f->terrain->version;
    throng_cpu_flow_patch(f, stale, &changes);
    if (!(compute(f, stale, f->anew, &changes) & FLOW_LONG) || f->plan.widest)
        return THRONG_OK;
    throng_status status = widen(f);
    if (status == THRONG_OK)
        compute(f, NULL, NULL, NULL);
    else
        fill_fields(f, stale);
    return status;
}

/* ---------------------------------------------------------------- reading --------------------------- */

typedef struct read_job {
    const cpu_flow *f;
    const throng_flow_reading *reading;
    int32_t parts;
} read_job;

static void read_rows(void *data, int32_t index)
{
    const read_job *job = data;
    const cpu_flow *f = job->f;
    const throng_flow_reading *reading = job->reading;
    const throng_region *r = &reading->region;
    const throng_simd *simd = f->context->simd;
    const int32_t end = throng_part_begin(r->height, job->parts, index + 1);
    for (int32_t i = throng_part_begin(r->height, job->parts, index); i < end; i++) {
        const int32_t world = (r->row + i) / f->plan.height, row = r->row + i - world * f->plan.height;
        const int32_t place = reading->field * f->plan.worlds + world;
        void *to = (char *)reading->values + (size_t)i * reading->row_stride;
        if (reading->what == THRONG_FLOW_READ_EXACT)
            flow_read_exact(&f->plan, f->keys, place, row, r->column, r->width, to);
        else if (reading->what == THRONG_FLOW_READ_DIRECTIONS)
            simd->flow_read_directions(&f->plan, f->keys, place, row, r->column, r->width, to);
        else
            simd->flow_read_lengths(&f->plan, f->keys, place, row, r->column, r->width, to);
    }
}

static throng_status read_region(void *state, const throng_flow_reading *reading)
{
    const cpu_flow *f = state;
    read_job job = {f, reading, 0};
    const int64_t parts = (int64_t)reading->region.width * reading->region.height / CELLS_PER_TASK + 1;
    job.parts = parts < f->context->threads ? (int32_t)parts : f->context->threads;
    job.parts = job.parts < reading->region.height ? job.parts : reading->region.height;
    throng_run(f->context, job.parts, read_rows, &job);
    return THRONG_OK;
}

typedef struct sample_job {
    const cpu_flow *f;
    const throng_flow_questions *questions;
    int32_t parts;
} sample_job;

static void sample_agents(void *data, int32_t index)
{
    const sample_job *job = data;
    const throng_flow_questions *q = job->questions;
    const int32_t end = throng_part_begin(q->count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(q->count, job->parts, index); i < end; i++) {
        flow_point agent;
        memcpy(&agent, (const char *)q->agents + (size_t)i * q->stride, sizeof agent);
        const flow_vector way = flow_sample_at(&job->f->plan, job->f->keys, q->sampling, &agent);
        q->ways[i] = (throng_flow_vector){way.dx, way.dy, way.length};
    }
}

static throng_status sample(void *state, const throng_flow_questions *questions)
{
    const cpu_flow *f = state;
    sample_job job = {f, questions, throng_parts(questions->count, AGENTS_PER_TASK, f->context->threads)};
    throng_run(f->context, job.parts, sample_agents, &job);
    return THRONG_OK;
}

static throng_usage usage(void *state)
{
    const cpu_flow *f = state;
    const throng_usage u = {f->bytes, 0, 0.0};
    return u;
}

const void *throng_cpu_flow_keys(const void *state, flow_plan *plan)
{
    const cpu_flow *f = state;
    *plan = f->plan;
    return f->keys;
}

const throng_flow_ops throng_cpu_flow_ops = {
    {create, destroy, reset, NULL, usage, NULL, 0}, set_goals, NULL, update, read_region, sample};
