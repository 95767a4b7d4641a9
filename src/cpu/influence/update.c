/* An update of a layer on the CPU: what changed is cut into pieces whose sums fit in the second-level cache;
 * each piece has the list of the sources that touch it, in ascending index; tasks take pieces one after the
 * other. Where the lists of all pieces do not fit in their (bounded) memory, groups of pieces follow each
 * other. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/influence.h"

#include <string.h>

enum {
    STREAM_CELLS = 2 * 1024 * 1024 /* a larger layer is written past the caches: it would not stay there */
};

typedef struct update_job {
    cpu_map *m;
    cpu_layer *l;
    float momentum;
    int32_t first, count, parts;  /* the objects of this round */
    int32_t from_carry, to_carry; /* whether rounds came before, whether more follow */
    int32_t whole;                /* 1: pieces are all tiles */
    int32_t tables;               /* 1: some of the objects have tables */
    int32_t piece_first, pieces;  /* the group at work */
} update_job;

/* ---------------------------------------------------------------- lists ----------------------------- */

/* Rows and columns of tiles or, where pieces are cut out, of blocks; none where left > right. */
typedef struct piece_range {
    int32_t left, right, top, bottom;
} piece_range;

static inline piece_range range_of(const update_job *job, const cpu_box *b)
{
    const cpu_map *m = job->m;
    if (job->whole)
        return (piece_range){b->left >> m->tile_columns_log,
                             b->left > b->right ? -1 : b->right >> m->tile_columns_log,
                             b->top >> m->tile_rows_log, b->bottom >> m->tile_rows_log};
    if (!throng_cpu_box_dirty(m, b))
        return (piece_range){0, -1, 0, 0};
    return (piece_range){b->left, b->right, b->top, b->bottom};
}

/* The piece at a place of a range, or -1; each piece counts once, where it enters the range. */
static inline int32_t piece_at(const update_job *job, const piece_range *range, int32_t column, int32_t row)
{
    const cpu_map *m = job->m;
    if (job->whole)
        return row * m->tiles_across + column;
    const int32_t index = m->piece_of[row * m->blocks_across + column];
    if (index < 0)
        return -1;
    const cpu_piece *p = &m->pieces[index];
    return (column == range->left || column == p->column) && (row == range->top || row == p->row) ? index
                                                                                                  : -1;
}

static void count_sources(void *data, int32_t index)
{
    const update_job *job = data;
    const cpu_map *m = job->m;
    uint32_t *counts = m->places + (size_t)index * (size_t)m->piece_capacity;
    memset(counts, 0, (size_t)m->piece_count * sizeof *counts);
    const int32_t end = job->first + throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = job->first + throng_part_begin(job->count, job->parts, index); i < end; i++) {
        if (job->whole) /* the boxes of objects that changed since all blocks were dirty are old ones */
            job->l->boxes[i] = throng_cpu_box(m, &job->l->sources[i]);
        const piece_range range = range_of(job, &job->l->boxes[i]);
        if (range.left > range.right)
            continue;
        for (int32_t row = range.top; row <= range.bottom; row++)
            for (int32_t column = range.left; column <= range.right; column++) {
                const int32_t piece = piece_at(job, &range, column, row);
                if (piece >= 0)
                    counts[piece]++;
            }
    }
}

/* Takes pieces from piece_first on while their lists fit; turns counts into places. One piece always fits. */
static void plan_group(update_job *job)
{
    cpu_map *m = job->m;
    size_t total = 0;
    int32_t piece = job->piece_first;
    for (; piece < m->piece_count; piece++) {
        size_t of_piece = 0;
        for (int32_t t = 0; t < job->parts; t++)
            of_piece += m->places[(size_t)t * (size_t)m->piece_capacity + (size_t)piece];
        if (total + of_piece > m->list_capacity)
            break;
        m->starts[piece] = (uint32_t)total;
        for (int32_t t = 0; t < job->parts; t++) {
            uint32_t *place = &m->places[(size_t)t * (size_t)m->piece_capacity + (size_t)piece];
            uint32_t found = *place;
            *place = (uint32_t)total;
            total += found;
        }
    }
    m->starts[piece] = (uint32_t)total;
    job->pieces = piece - job->piece_first;
}

static void list_sources(void *data, int32_t index)
{
    const update_job *job = data;
    const cpu_map *m = job->m;
    uint32_t *places = m->places + (size_t)index * (size_t)m->piece_capacity;
    const int32_t end = job->first + throng_part_begin(job->count, job->parts, index + 1);
    for (int32_t i = job->first + throng_part_begin(job->count, job->parts, index); i < end; i++) {
        const piece_range range = range_of(job, &job->l->boxes[i]);
        if (range.left > range.right)
            continue;
        for (int32_t row = range.top; row <= range.bottom; row++)
            for (int32_t column = range.left; column <= range.right; column++) {
                const int32_t piece = piece_at(job, &range, column, row);
                if (piece >= job->piece_first && piece < job->piece_first + job->pieces)
                    m->list[places[piece]++] = (uint32_t)i;
            }
    }
}

/* ---------------------------------------------------------------- sums ------------------------------ */

static void copy_rows(float *to, size_t to_pitch, const float *from, size_t from_pitch,
                      const influence_tile *tile)
{
    for (int32_t row = 0; row < tile->row_count; row++)
        memcpy(to + (size_t)row * to_pitch, from + (size_t)row * from_pitch,
               (size_t)tile->column_count * sizeof *to);
}

static influence_tile tile_of(const cpu_map *m, const cpu_piece *p)
{
    influence_tile tile = {
        .column_first = p->column << BLOCK_COLUMNS_LOG,
        .column_count = p->columns << BLOCK_COLUMNS_LOG,
        .row_first = p->row << m->block_rows_log,
        .row_count = p->rows << m->block_rows_log,
        .pitch = m->tile_pitch,
        .hex = m->grid.hex,
        .double_pumped = m->halved,
    };
    if (tile.column_first + tile.column_count > m->grid.width)
        tile.column_count = m->grid.width - tile.column_first;
    if (tile.row_first + tile.row_count > m->grid.height)
        tile.row_count = m->grid.height - tile.row_first;
    return tile;
}

static void finish_piece(const update_job *job, const influence_tile *tile, const float *sums)
{
    const cpu_map *m = job->m;
    const cpu_layer *l = job->l;
    const size_t corner = (size_t)tile->row_first * (size_t)m->pitch + (size_t)tile->column_first;
    if (job->to_carry) {
        copy_rows(m->carry + corner, (size_t)m->pitch, sums, (size_t)tile->pitch, tile);
        return;
    }
    if (job->momentum > 0.0f)
        copy_rows(l->sums + corner, (size_t)m->pitch, sums, (size_t)tile->pitch, tile);
    for (int32_t row = 0; row < tile->row_count; row++)
        m->context->simd->influence_finish(l->values + corner + (size_t)row * (size_t)m->pitch,
                                           sums + (size_t)row * (size_t)tile->pitch, tile->column_count,
                                           job->momentum, job->whole && m->cells > STREAM_CELLS);
}

/* Adds listed sources, by table or computed, in their order. */
static void add_mixed(const update_job *job, float *sums, const influence_tile *tile, const uint32_t *list,
                      uint32_t count)
{
    const cpu_map *m = job->m;
    const throng_simd *simd = m->context->simd;
    for (uint32_t k = 0, next; k < count; k = next) {
        const influence_table *table = throng_cpu_table_at(m, list[k]);
        const influence_source *s = &job->l->sources[list[k]];
        next = k + 1;
        if (table) {
            m->table_simd->influence_add_table(sums, tile, table, s, 1);
            continue;
        }
        while (next < count && !throng_cpu_table_at(m, list[next]))
            next++;
        simd->influence_add_sources(sums, tile, job->l->sources, list + k, next - k);
    }
}

/* Sums in the map itself, where all sources have tables. Returns 0 if that cannot be. */
static int32_t sum_in_place(const update_job *job, influence_tile tile, const uint32_t *list, uint32_t count)
{
    const cpu_map *m = job->m;
    float *values = job->l->values + (size_t)tile.row_first * (size_t)m->pitch + (size_t)tile.column_first;
    if (job->momentum > 0.0f)
        return 0;
    for (uint32_t k = 0; k < count; k++)
        if (!throng_cpu_table_at(m, list[k]))
            return 0;
    tile.pitch = m->pitch;
    for (int32_t row = 0; row < tile.row_count; row++)
        memset(values + (size_t)row * (size_t)m->pitch, 0, (size_t)tile.column_count * sizeof *values);
    for (uint32_t k = 0; k < count; k++) {
        const influence_source *s = &job->l->sources[list[k]];
        m->table_simd->influence_add_table(values, &tile, throng_cpu_table_at(m, list[k]), s, 0);
    }
    return 1;
}

static void sum_piece(const update_job *job, int32_t index, float *sums)
{
    const cpu_map *m = job->m;
    const uint32_t *list = m->list + m->starts[index];
    const uint32_t count = m->starts[index + 1] - m->starts[index];
    const influence_tile tile = tile_of(m, &m->pieces[index]);
    if (job->tables && sum_in_place(job, tile, list, count))
        return;
    if (job->from_carry)
        copy_rows(sums, (size_t)tile.pitch,
                  m->carry + (size_t)tile.row_first * (size_t)m->pitch + (size_t)tile.column_first,
                  (size_t)m->pitch, &tile);
    else
        memset(sums, 0, (size_t)tile.row_count * (size_t)tile.pitch * sizeof *sums);
    if (m->terrain)
        throng_cpu_footprints_add(m, job->l, sums, &tile, list, count);
    else if (job->tables)
        add_mixed(job, sums, &tile, list, count);
    else
        m->context->simd->influence_add_sources(sums, &tile, job->l->sources, list, count);
    finish_piece(job, &tile, sums);
}

static void sum_pieces(void *data, int32_t index)
{
    update_job *job = data;
    float *sums = job->m->sums + (size_t)index * job->m->sums_per_task;
    int32_t piece;
    while (throng_claim(job->m->context, index, 1, &piece))
        sum_piece(job, job->piece_first + piece, sums);
}

/* The sums of all pieces, out of the objects of a round. */
static void sum_round(update_job *job)
{
    cpu_map *m = job->m;
    job->parts = throng_cpu_object_parts(m, job->count);
    throng_run(m->context, job->parts, count_sources, job);
    for (job->piece_first = 0; job->piece_first < m->piece_count; job->piece_first += job->pieces) {
        plan_group(job);
        throng_run(m->context, job->parts, list_sources, job);
        throng_run_shared(m->context, job->pieces, job->pieces, sum_pieces, job);
    }
}

/* ---------------------------------------------------------------- momentum -------------------------- */

/* Blends the blocks of a row that are not summed again. A block whose values stay the same once stays so
 * until its sums change. */
static void blend_row(const update_job *job, int32_t block_row)
{
    const cpu_map *m = job->m;
    const cpu_layer *l = job->l;
    const int32_t first = block_row << m->block_rows_log, end = (block_row + 1) << m->block_rows_log;
    for (int32_t column = 0; column < m->blocks_across; column++) {
        const int32_t block = block_row * m->blocks_across + column, x = column << BLOCK_COLUMNS_LOG;
        if (!l->moving[block] || atomic_load_explicit(&l->dirty[block], memory_order_relaxed))
            continue;
        const int32_t cells = m->grid.width - x < BLOCK_COLUMNS ? m->grid.width - x : BLOCK_COLUMNS;
        int32_t changed = 0;
        for (int32_t row = first; row < end && row < m->grid.height; row++) {
            const size_t at = (size_t)row * (size_t)m->pitch + (size_t)x;
            changed |= m->context->simd->influence_blend(l->values + at, l->sums + at, cells, job->momentum);
        }
        l->moving[block] = (uint8_t)changed;
        m->uncombined[block] |= (uint8_t)changed;
    }
}

static void blend_rows(void *data, int32_t index)
{
    const update_job *job = data;
    int32_t row;
    while (throng_claim(job->m->context, index, 1, &row))
        blend_row(job, row);
}

throng_status throng_cpu_influence_momentum(void *state, int32_t index, float momentum)
{
    cpu_map *m = state;
    cpu_layer *l = &m->layers[index];
    throng_status status = THRONG_OK;
    if (momentum == 0.0f || l->moving)
        return THRONG_OK;
    if (!l->sums)
        l->sums = throng_cpu_allocate(m->context, &m->bytes, m->cells, sizeof *l->sums,
                                      "the sums of a layer with momentum", &status);
    if (status == THRONG_OK)
        l->moving = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->block_count, 1,
                                        "the marks of blocks", &status);
    return status;
}

/* ---------------------------------------------------------------- update ---------------------------- */

/* The blocks of a piece have their sums now; with momentum their values are on their way to them. */
static void settle_piece(const update_job *job, const cpu_piece *p)
{
    const cpu_map *m = job->m;
    cpu_layer *l = job->l;
    for (int32_t row = p->row; row < p->row + p->rows; row++) {
        const size_t first = (size_t)row * (size_t)m->blocks_across + (size_t)p->column,
                     count = (size_t)p->columns;
        memset(m->uncombined + first, 1, count);
        if (job->momentum > 0.0f)
            memset(l->moving + first, 1, count);
        for (size_t i = first; i < first + count; i++)
            atomic_store_explicit(&l->dirty[i], 0, memory_order_relaxed);
    }
}

static void settle(const update_job *job)
{
    for (int32_t i = 0; i < job->m->piece_count; i++)
        settle_piece(job, &job->m->pieces[i]);
    atomic_store_explicit(&job->l->changed, 0, memory_order_relaxed);
    atomic_store_explicit(&job->l->marked, 0, memory_order_relaxed);
    atomic_store_explicit(&job->l->all, 0, memory_order_relaxed);
}

static void sum_layer(update_job *job)
{
    const cpu_map *m = job->m;
    if (!m->terrain) {
        job->count = job->l->count;
        job->tables = job->whole && throng_cpu_tables_find(job->m, job->l);
        sum_round(job);
        return;
    }
    do {
        job->first += job->count;
        job->count = throng_cpu_footprints_round(m, job->l, job->first);
        job->from_carry = job->first > 0;
        job->to_carry = job->first + job->count < job->l->count;
        sum_round(job);
    } while (job->to_carry);
}

throng_status throng_cpu_influence_update(void *state, int32_t index, float momentum)
{
    cpu_map *m = state;
    cpu_layer *l = &m->layers[index];
    update_job job = {.m = m, .l = l, .momentum = momentum};
    if (m->terrain)
        throng_cpu_footprints_look(m, l);
    /* values that momentum has left on their way, or sums that nobody kept */
    if (momentum > 0.0f ? !l->summed : l->momentum > 0.0f)
        throng_cpu_blocks_mark_all(l);
    if (momentum > 0.0f && momentum != l->momentum)
        memset(l->moving, 1, (size_t)m->block_count);
    const int32_t changed = atomic_load_explicit(&l->changed, memory_order_relaxed);
    if (changed && m->terrain && !throng_cpu_footprints_fit(l))
        throng_cpu_blocks_mark_all(l);
    if (changed) {
        job.whole = throng_cpu_blocks_cut(m, l);
        if (momentum > 0.0f && !job.whole)
            throng_run_shared(m->context, m->blocks_down, m->blocks_down, blend_rows, &job);
        sum_layer(&job);
        settle(&job);
    } else if (momentum > 0.0f) {
        throng_run_shared(m->context, m->blocks_down, m->blocks_down, blend_rows, &job);
    }
    l->momentum = momentum;
    l->summed = momentum > 0.0f;
    return THRONG_OK;
}
