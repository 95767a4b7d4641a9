/* Updates in slices: the steps of update.c in small parts, into a plane behind the one that hosts read. What
 * an update reads stays as it was when it began: objects that are set wait in later.c, walls are copied.
 * Cells that do not change are copied into the back plane, as far as it lags behind. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/update.h"

#include <string.h>

/* What a step does at most, for each task. A unit is what adding a source, or its footprint, to a cell takes;
 * other costs are relative to it, and rough. */
enum {
    STEP_WORK = 128 * 1024,
    STEP_CELLS = 128 * 1024, /* copied or blended */
    STEP_OBJECTS = 4096,     /* looked at */
    FOOTPRINT_WORK = 4,      /* of a cell that is searched for a path */
    OBJECT_WORK = 40,        /* of an object that is looked at */
    STRIP_ROWS = 8,          /* at least: kernels take rows together */
    SAMPLE = 64
};
static const double cell_work = 0.25; /* clearing and finishing, copying, blending; adding a table */

enum { SLICES_NONE, SLICES_RUNNING, SLICES_COMPUTED };

typedef enum slices_phase {
    PHASE_LOOK,
    PHASE_CUT,
    PHASE_COPY,
    PHASE_BLEND,
    PHASE_TABLE,
    PHASE_ROUND,
    PHASE_WRITE,
    PHASE_COUNT,
    PHASE_LIST,
    PHASE_SUM,
    PHASE_END
} slices_phase;

struct cpu_slices {
    uint32_t *walls; /* as the update began */
    uint64_t version;
    int32_t walls_known;
    int32_t state;
    uint32_t layers; /* bits */
    float momenta[THRONG_MAX_LAYERS];
    int32_t fit[THRONG_MAX_LAYERS];   /* 1: all footprints of a layer do */
    int32_t moved[THRONG_MAX_LAYERS]; /* 1: they have other places than before */
    double weights[THRONG_MAX_LAYERS], weight_done, weight_all;
    double work, work_done; /* of the layer at work */
    int32_t layer;
    slices_phase phase;
    int32_t cursor;
    int32_t summed;                   /* 1: the layer has pieces */
    int32_t round_first, round_count; /* objects */
    int32_t piece, row, strip_rows;
    double row_work; /* of a row of the piece */
    cpu_update u;
};

/* ---------------------------------------------------------------- storage --------------------------- */

static throng_status create_layer(cpu_map *m, cpu_layer *l)
{
    throng_status status = THRONG_OK;
    l->back = throng_cpu_allocate(m->context, &m->bytes, m->cells, sizeof *l->back,
                                  "the values of an update in slices", &status);
    l->lags =
        throng_cpu_allocate(m->context, &m->bytes, (size_t)m->block_count, 1, "the marks of blocks", &status);
    if (status == THRONG_OK) {
        memset(l->lags, 1, (size_t)m->block_count);
        status = throng_cpu_later_create(m, l);
    }
    return status;
}

throng_status throng_cpu_slices_reserve(cpu_map *m)
{
    throng_status status = THRONG_OK;
    if (m->slices)
        return status;
    m->slices =
        throng_cpu_allocate(m->context, &m->bytes, 1, sizeof *m->slices, "updates in slices", &status);
    if (m->terrain && status == THRONG_OK)
        m->slices->walls = throng_cpu_allocate(m->context, &m->bytes, m->terrain->words,
                                               sizeof *m->slices->walls, "a copy of the terrain", &status);
    for (int32_t i = 0; i < m->layer_count && status == THRONG_OK; i++)
        status = create_layer(m, &m->layers[i]);
    if (status != THRONG_OK)
        throng_cpu_slices_destroy(m);
    return status;
}

void throng_cpu_slices_destroy(cpu_map *m)
{
    if (!m->slices)
        return;
    for (int32_t i = 0; i < m->layer_count; i++) {
        cpu_layer *l = &m->layers[i];
        throng_cpu_free(m->context, &m->bytes, l->back, m->cells, sizeof *l->back);
        throng_cpu_free(m->context, &m->bytes, l->lags, (size_t)m->block_count, 1);
        throng_cpu_later_destroy(m, l);
        l->back = NULL;
        l->lags = NULL;
    }
    if (m->terrain)
        throng_cpu_free(m->context, &m->bytes, m->slices->walls, m->terrain->words, sizeof(uint32_t));
    throng_cpu_free(m->context, &m->bytes, m->slices, 1, sizeof *m->slices);
    m->slices = NULL;
}

/* ---------------------------------------------------------------- amounts --------------------------- */

/* What is left to do for a layer, roughly, from some of its objects. */
static double work_of(const cpu_map *m, const cpu_layer *l, int32_t objects, float momentum)
{
    const int32_t some = objects < SAMPLE ? objects : SAMPLE;
    double areas = 0.0, stale = 0.0, work = 1.0;
    for (int32_t k = 0; k < some; k++) {
        const int32_t i = (int32_t)((int64_t)objects * k / some);
        const relax_area a = footprint_area(&l->sources[i], &m->grid);
        const double cells = (double)(a.columns > 0 ? a.columns : 0) * (double)a.rows;
        areas += cells;
        if (m->terrain && l->footprints.stale[i])
            stale += cells;
    }
    const int32_t marked = atomic_load_explicit(&l->marked, memory_order_relaxed);
    double share = (double)(marked < m->block_count ? marked : m->block_count) / (double)m->block_count;
    if (atomic_load_explicit(&l->all, memory_order_relaxed))
        share = 1.0;
    if (some > 0) {
        work += (share * areas + stale * (double)FOOTPRINT_WORK) * (double)objects / (double)some;
        work += 2.0 * (double)OBJECT_WORK * (double)objects;
    }
    return work + (double)m->cells * cell_work * (momentum > 0.0f ? 1.0 : share);
}

static double progress_of(const cpu_map *m)
{
    const struct cpu_slices *s = m->slices;
    const double most = 0.999;
    if (s->state != SLICES_RUNNING)
        return 1.0;
    const double share = s->work_done < s->work ? s->work_done / s->work : 1.0;
    const double progress = (s->weight_done + s->weights[s->layer] * share) / s->weight_all;
    return progress < most ? progress : most;
}

/* ---------------------------------------------------------------- steps ----------------------------- */

/* Each returns 1 if it did something that takes time. */

static void enter(struct cpu_slices *s, slices_phase phase)
{
    s->phase = phase;
    s->cursor = 0;
}

/* Whether an object pass has steps left. */
static int32_t passes(const cpu_update *u)
{
    return u->count > 0 && u->step < (u->count + u->parts - 1) / u->parts;
}

/* A step of an object pass is done, or this share of one. */
static void account_pass(struct cpu_slices *s, double share)
{
    cpu_update *u = &s->u;
    const int32_t most = (u->count + u->parts - 1) / u->parts, left = most - u->step;
    s->work_done +=
        share * (double)OBJECT_WORK * (double)u->parts * (double)(left < u->step_size ? left : u->step_size);
    u->step += u->step_size;
}

static int32_t look(cpu_map *m, struct cpu_slices *s)
{
    cpu_update *u = &s->u;
    if (!m->terrain || !passes(u)) {
        enter(s, PHASE_CUT);
        return 0;
    }
    throng_cpu_footprints_look(u);
    u->step += u->step_size;
    return 1;
}

static int32_t cut(cpu_map *m, struct cpu_slices *s)
{
    cpu_update *u = &s->u;
    s->summed = throng_cpu_update_cut(u, s->fit[s->layer]);
    if (s->moved[s->layer] && s->summed)
        throng_cpu_footprints_moved(u->l, 0, u->objects);
    else if (s->moved[s->layer]) /* nothing is written there now */
        u->l->footprints.binned = 0;
    u->tables =
        s->summed && u->whole && !m->terrain ? throng_cpu_tables_find(m, u->l, u->objects) : CPU_TABLES_NONE;
    s->work = s->summed || u->momentum > 0.0f ? work_of(m, u->l, u->objects, u->momentum) : 1.0;
    enter(s, PHASE_COPY);
    return 1;
}

/* Copies what the back plane lacks of a row of blocks, and will not get by sums alone. */
static void copy_row(const cpu_update *u, int32_t block_row)
{
    const cpu_map *m = u->m;
    const cpu_layer *l = u->l;
    const int32_t first = block_row << m->block_rows_log, end = (block_row + 1) << m->block_rows_log;
    for (int32_t column = 0; column < m->blocks_across; column++) {
        const int32_t block = block_row * m->blocks_across + column, x = column << BLOCK_COLUMNS_LOG;
        if (!l->lags[block] ||
            (u->momentum == 0.0f && atomic_load_explicit(&l->dirty[block], memory_order_relaxed)))
            continue;
        const int32_t cells = column + 1 < m->blocks_across ? BLOCK_COLUMNS : m->pitch - x;
        for (int32_t row = first; row < end && row < m->grid.height; row++) {
            const size_t at = (size_t)row * (size_t)m->pitch + (size_t)x;
            memcpy(l->back + at, l->values + at, (size_t)cells * sizeof *l->back);
        }
        l->lags[block] = 0;
    }
}

static void copy_rows(void *data, int32_t index)
{
    const struct cpu_slices *s = data;
    int32_t row;
    while (throng_claim(s->u.m->context, index, 1, &row))
        copy_row(&s->u, s->cursor + row);
}

/* Rows of blocks that a step takes, from the cursor on. */
static int32_t some_rows(const cpu_map *m, const struct cpu_slices *s)
{
    const size_t row = (size_t)m->pitch << m->block_rows_log;
    const size_t rows = (size_t)m->tasks * (row < STEP_CELLS ? STEP_CELLS / row : 1);
    const int32_t left = m->blocks_down - s->cursor;
    return rows < (size_t)left ? (int32_t)rows : left;
}

static int32_t copy(cpu_map *m, struct cpu_slices *s)
{
    if (s->cursor == m->blocks_down || (s->summed && s->u.whole && s->u.momentum == 0.0f)) {
        enter(s, PHASE_BLEND);
        return 0;
    }
    const int32_t rows = some_rows(m, s);
    throng_run_shared(m->context, rows, rows, copy_rows, s);
    s->cursor += rows;
    return 1;
}

static int32_t blend(cpu_map *m, struct cpu_slices *s)
{
    if (s->u.momentum == 0.0f || (s->summed && s->u.whole) || s->cursor == m->blocks_down) {
        s->round_first = s->round_count = 0;
        enter(s, !s->summed ? PHASE_END : m->table ? PHASE_TABLE : PHASE_ROUND);
        return 0;
    }
    const int32_t rows = some_rows(m, s);
    throng_cpu_update_blend(&s->u, s->cursor, rows);
    s->work_done += (double)rows / (double)m->blocks_down * (double)m->cells * cell_work;
    s->cursor += rows;
    return 1;
}

static int32_t build_table(cpu_map *m, struct cpu_slices *s)
{
    if (throng_cpu_table_known(&s->u)) {
        enter(s, PHASE_ROUND);
        return 0;
    }
    const int32_t cells = m->table->cells, left = cells - s->cursor;
    const int32_t rows = m->tasks * (STEP_WORK / FOOTPRINT_WORK / cells + 1);
    const int32_t some = rows < left ? rows : left;
    throng_cpu_table_build(&s->u, s->cursor, some, some == left);
    s->cursor += some;
    return 1;
}

static int32_t next_round(cpu_map *m, struct cpu_slices *s)
{
    cpu_update *u = &s->u;
    s->round_first += s->round_count;
    s->round_count = u->objects;
    if (m->terrain && !s->fit[s->layer]) {
        int32_t moved;
        s->round_count = throng_cpu_footprints_place(u->l, u->objects, s->round_first, &moved);
        throng_cpu_footprints_moved(u->l, s->round_first, s->round_count);
    }
    u->from_carry = s->round_first > 0;
    u->to_carry = s->round_first + s->round_count < u->objects;
    enter(s, m->terrain ? PHASE_WRITE : PHASE_COUNT);
    throng_cpu_update_range(u, s->round_first, s->round_count);
    u->step_size = STEP_OBJECTS;
    return 0;
}

static int32_t write(cpu_map *m, struct cpu_slices *s)
{
    cpu_update *u = &s->u;
    const int64_t most = (int64_t)m->tasks * (STEP_WORK / FOOTPRINT_WORK);
    int32_t end = s->cursor;
    int64_t cells = 0;
    if (s->cursor == s->round_count) {
        enter(s, PHASE_COUNT);
        return 0;
    }
    while (end < s->round_count && end < s->cursor + STEP_OBJECTS && cells < most) {
        const int32_t i = s->round_first + end++;
        const relax_area a = footprint_area(&u->l->sources[i], &m->grid);
        if (u->l->footprints.stale[i])
            cells += (int64_t)a.columns * a.rows;
    }
    throng_cpu_footprints_write(u, s->round_first + s->cursor, end - s->cursor);
    s->cursor = end;
    s->work_done += (double)cells * (double)FOOTPRINT_WORK;
    return 1;
}

static int32_t count(cpu_map *m, struct cpu_slices *s)
{
    cpu_update *u = &s->u;
    if (u->step > 0 && !passes(u)) {
        u->piece_first = 0;
        u->step = 0;
        enter(s, m->piece_count > 0 ? PHASE_LIST : PHASE_END);
        return 0;
    }
    throng_cpu_update_count(u);
    account_pass(s, 1.0);
    return 1;
}

static int32_t list(cpu_map *m, struct cpu_slices *s)
{
    cpu_update *u = &s->u;
    if (u->step == 0)
        throng_cpu_update_plan(u);
    else if (!passes(u)) {
        u->step = 0;
        s->piece = u->piece_first;
        s->row = 0;
        enter(s, PHASE_SUM);
        return 0;
    }
    throng_cpu_update_list(u);
    account_pass(s, (double)u->pieces / (double)m->piece_count);
    return 1;
}

static double overlap(int32_t first, int32_t count, int32_t from, int32_t size)
{
    const int32_t low = first > from ? first : from,
                  high = first + count < from + size ? first + count : from + size;
    return low < high ? (double)(high - low) : 0.0;
}

/* How many cells the sources in the list of a piece touch there, from some of them. */
static double pairs_of(const cpu_map *m, const cpu_layer *l, int32_t index, const influence_tile *tile)
{
    const uint32_t *sources = m->list + m->starts[index], found = m->starts[index + 1] - m->starts[index];
    const uint32_t some = found < SAMPLE ? found : SAMPLE;
    double cells = 0.0;
    for (uint32_t k = 0; k < some; k++) {
        const relax_area a = footprint_area(&l->sources[sources[(uint64_t)found * k / some]], &m->grid);
        cells += overlap(a.column, a.columns, tile->column_first, tile->column_count) *
                 overlap(a.row, a.rows, tile->row_first, tile->row_count);
    }
    return some > 0 ? cells * found / some : 0.0;
}

/* Rows of the piece at work that a task sums in a step. Each strip passes over all of its piece's list. */
static void choose_strips(const cpu_map *m, struct cpu_slices *s)
{
    const influence_tile tile = throng_cpu_update_tile(m, &m->pieces[s->piece]);
    const double found = (double)(m->starts[s->piece + 1] - m->starts[s->piece]), most = (double)STEP_WORK;
    const double share = s->u.tables ? cell_work : 1.0, rows = (double)tile.row_count;
    const double work =
        pairs_of(m, s->u.l, s->piece, &tile) * share + (double)tile.column_count * rows * cell_work;
    const double each = most - 8.0 * found > most / 4.0 ? most - 8.0 * found : most / 4.0;
    s->row_work = work / rows;
    s->strip_rows = work > each ? (int32_t)(rows * each / work) / STRIP_ROWS * STRIP_ROWS : tile.row_count;
    if (s->strip_rows < STRIP_ROWS)
        s->strip_rows = STRIP_ROWS;
}

enum { STRIPS_MOST = 64 };

typedef struct strips_job {
    const cpu_update *u;
    cpu_strip strips[STRIPS_MOST];
    int32_t count;
} strips_job;

static void sum_strips(void *data, int32_t index)
{
    const strips_job *job = data;
    const cpu_map *m = job->u->m;
    float *sums = m->sums + (size_t)index * m->sums_per_task;
    int32_t k;
    while (throng_claim(m->context, index, 1, &k))
        throng_cpu_update_sum(job->u, &job->strips[k], sums);
}

static int32_t sum(cpu_map *m, struct cpu_slices *s)
{
    cpu_update *u = &s->u;
    const int32_t most = m->tasks < STRIPS_MOST ? m->tasks : STRIPS_MOST, end = u->piece_first + u->pieces;
    strips_job job = {.u = u};
    while (job.count < most && s->piece < end) {
        if (s->row == 0)
            choose_strips(m, s);
        const int32_t rows = throng_cpu_update_tile(m, &m->pieces[s->piece]).row_count;
        const int32_t some = s->strip_rows < rows - s->row ? s->strip_rows : rows - s->row;
        job.strips[job.count++] = (cpu_strip){s->piece, s->row, some};
        s->work_done += s->row_work * (double)some;
        s->row += some;
        if (s->row == rows) {
            s->row = 0;
            s->piece++;
        }
    }
    if (job.count > 0) {
        throng_run_shared(m->context, job.count, job.count, sum_strips, &job);
        return 1;
    }
    u->piece_first = end;
    enter(s, end < m->piece_count ? PHASE_LIST : u->to_carry ? PHASE_ROUND : PHASE_END);
    return 0;
}

/* ---------------------------------------------------------------- layers ---------------------------- */

/* The next layer from this one on; nothing is left after the last one. */
static void start_layer(cpu_map *m, struct cpu_slices *s, int32_t layer)
{
    while (layer < m->layer_count && !(s->layers >> layer & 1))
        layer++;
    s->layer = layer;
    if (layer == m->layer_count) {
        s->state = SLICES_COMPUTED;
        for (int32_t i = 0; i < m->layer_count; i++)
            if (s->layers >> i & 1)
                throng_cpu_later_take(m, &m->layers[i]);
        return;
    }
    cpu_layer *l = &m->layers[layer];
    s->u = (cpu_update){.m = m,
                        .l = l,
                        .out = l->back,
                        .walls = s->walls,
                        .version = s->version,
                        .momentum = s->momenta[layer],
                        .sliced = 1,
                        .objects = l->later.known};
    s->work = s->weights[layer];
    s->work_done = 0.0;
    enter(s, PHASE_LOOK);
    if (!m->terrain)
        return;
    throng_cpu_footprints_changes(&s->u);
    throng_cpu_update_range(&s->u, 0, s->u.region_count != 0 ? s->u.objects : 0);
    s->u.step_size = STEP_OBJECTS / 4;
}

static int32_t end_layer(cpu_map *m, struct cpu_slices *s)
{
    throng_cpu_update_settle(&s->u, s->summed);
    s->weight_done += s->weights[s->layer];
    start_layer(m, s, s->layer + 1);
    return 1;
}

throng_status throng_cpu_slices_step(void *state, double *progress)
{
    static int32_t (*const steps[])(cpu_map * m, struct cpu_slices * s) = {
        [PHASE_LOOK] = look,   [PHASE_CUT] = cut,           [PHASE_COPY] = copy,
        [PHASE_BLEND] = blend, [PHASE_TABLE] = build_table, [PHASE_ROUND] = next_round,
        [PHASE_WRITE] = write, [PHASE_COUNT] = count,       [PHASE_LIST] = list,
        [PHASE_SUM] = sum,     [PHASE_END] = end_layer,
    };
    cpu_map *m = state;
    struct cpu_slices *s = m->slices;
    while (s->state == SLICES_RUNNING && !steps[s->phase](m, s)) {
    }
    *progress = progress_of(m);
    return THRONG_OK;
}

static void complete(cpu_map *m)
{
    double progress;
    while (m->slices->state == SLICES_RUNNING)
        throng_cpu_slices_step(m, &progress);
}

throng_status throng_cpu_slices_begin(void *state, uint32_t layers, const float *momenta)
{
    cpu_map *m = state;
    const throng_status status = throng_cpu_slices_reserve(m);
    if (status != THRONG_OK)
        return status;
    struct cpu_slices *s = m->slices;
    m->complete = complete;
    s->state = SLICES_RUNNING;
    s->layers = layers;
    s->weight_done = s->weight_all = 0.0;
    if (m->terrain && (!s->walls_known || s->version != m->terrain->version)) {
        memcpy(s->walls, m->terrain->bits, m->terrain->words * sizeof *s->walls);
        s->version = m->terrain->version;
        s->walls_known = 1;
    }
    for (int32_t i = 0; i < m->layer_count; i++) {
        cpu_layer *l = &m->layers[i];
        if (!(layers >> i & 1))
            continue;
        s->momenta[i] = momenta[i];
        s->moved[i] = 0;
        s->fit[i] = m->terrain && throng_cpu_footprints_fit(l);
        if (s->fit[i]) /* before sizes may change */
            throng_cpu_footprints_place(l, l->count, 0, &s->moved[i]);
        throng_cpu_later_begin(l, m->terrain && !s->fit[i]);
        s->weights[i] = work_of(m, l, l->count, momenta[i]);
        s->weight_all += s->weights[i];
    }
    start_layer(m, s, 0);
    return THRONG_OK;
}

void throng_cpu_slices_publish(void *state)
{
    cpu_map *m = state;
    struct cpu_slices *s = m->slices;
    for (int32_t i = 0; i < m->layer_count; i++) {
        cpu_layer *l = &m->layers[i];
        if (!(s->layers >> i & 1))
            continue;
        float *values = l->values;
        l->values = l->back;
        l->back = values;
        for (int32_t k = 0; k < m->block_count; k++)
            m->uncombined[k] |= l->lags[k];
    }
    s->state = SLICES_NONE;
}

void throng_cpu_slices_drop(void *state)
{
    cpu_map *m = state;
    if (!m->slices)
        return;
    m->slices->state = SLICES_NONE;
    for (int32_t i = 0; i < m->layer_count; i++) {
        memset(m->layers[i].lags, 1, (size_t)m->block_count);
        throng_cpu_later_drop(m, &m->layers[i]);
    }
}
