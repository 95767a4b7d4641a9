/* An update of a layer on the CPU: what changed is cut into pieces whose sums fit in the second-level cache;
 * each piece has the list of the sources that touch it, in ascending index; tasks take pieces one after the
 * other. Where the lists of all pieces do not fit in their (bounded) memory, groups of pieces follow each
 * other. */
#include "src/cpu/influence/update.h"
#include "src/core/context.h"
#include "src/core/parallel.h"

#include <string.h>

enum {
    STREAM_CELLS = 2 * 1024 * 1024 /* a larger layer is written past the caches: it would not stay there */
};

/* ---------------------------------------------------------------- lists ----------------------------- */

/* Rows and columns of tiles or, where pieces are cut out, of blocks; none where left > right. */
typedef struct piece_range {
    int32_t left, right, top, bottom;
} piece_range;

static inline piece_range range_of(const cpu_update *u, const cpu_box *b)
{
    const cpu_map *m = u->m;
    if (u->whole)
        return (piece_range){b->left >> m->tile_columns_log,
                             b->left > b->right ? -1 : b->right >> m->tile_columns_log,
                             b->top >> m->tile_rows_log, b->bottom >> m->tile_rows_log};
    if (!throng_cpu_box_dirty(m, b))
        return (piece_range){0, -1, 0, 0};
    return (piece_range){b->left, b->right, b->top, b->bottom};
}

/* The piece at a place of a range, or -1; each piece counts once, where it enters the range. */
static inline int32_t piece_at(const cpu_update *u, const piece_range *range, int32_t column, int32_t row)
{
    const cpu_map *m = u->m;
    if (u->whole)
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
    const cpu_update *u = data;
    const cpu_map *m = u->m;
    uint32_t *counts = m->places + (size_t)index * (size_t)m->piece_capacity;
    if (u->step == 0)
        memset(counts, 0, (size_t)m->piece_count * sizeof *counts);
    const cpu_range objects = throng_cpu_update_part(u, index);
    for (int32_t i = objects.first; i < objects.end; i++) {
        if (u->whole) /* the boxes of objects that changed since all blocks were dirty are old ones */
            u->l->boxes[i] = throng_cpu_box(m, &u->l->sources[i]);
        const piece_range range = range_of(u, &u->l->boxes[i]);
        if (range.left > range.right)
            continue;
        for (int32_t row = range.top; row <= range.bottom; row++)
            for (int32_t column = range.left; column <= range.right; column++) {
                const int32_t piece = piece_at(u, &range, column, row);
                if (piece >= 0)
                    counts[piece]++;
            }
    }
}

/* Takes pieces from piece_first on while their lists fit; turns counts into places. One piece always fits. */
void throng_cpu_update_plan(cpu_update *u)
{
    cpu_map *m = u->m;
    size_t total = 0;
    int32_t piece = u->piece_first;
    for (; piece < m->piece_count; piece++) {
        size_t of_piece = 0;
        for (int32_t t = 0; t < u->parts; t++)
            of_piece += m->places[(size_t)t * (size_t)m->piece_capacity + (size_t)piece];
        if (total + of_piece > m->list_capacity)
            break;
        m->starts[piece] = (uint32_t)total;
        for (int32_t t = 0; t < u->parts; t++) {
            uint32_t *place = &m->places[(size_t)t * (size_t)m->piece_capacity + (size_t)piece];
            uint32_t found = *place;
            *place = (uint32_t)total;
            total += found;
        }
    }
    m->starts[piece] = (uint32_t)total;
    u->pieces = piece - u->piece_first;
}

static void list_sources(void *data, int32_t index)
{
    const cpu_update *u = data;
    const cpu_map *m = u->m;
    uint32_t *places = m->places + (size_t)index * (size_t)m->piece_capacity;
    const cpu_range objects = throng_cpu_update_part(u, index);
    for (int32_t i = objects.first; i < objects.end; i++) {
        const piece_range range = range_of(u, &u->l->boxes[i]);
        if (range.left > range.right)
            continue;
        for (int32_t row = range.top; row <= range.bottom; row++)
            for (int32_t column = range.left; column <= range.right; column++) {
                const int32_t piece = piece_at(u, &range, column, row);
                if (piece >= u->piece_first && piece < u->piece_first + u->pieces)
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

influence_tile throng_cpu_update_tile(const cpu_map *m, const cpu_piece *p)
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

static void finish_piece(const cpu_update *u, const influence_tile *tile, const float *sums)
{
    const cpu_map *m = u->m;
    const cpu_layer *l = u->l;
    const size_t corner = (size_t)tile->row_first * (size_t)m->pitch + (size_t)tile->column_first;
    if (u->to_carry) {
        copy_rows(m->carry + corner, (size_t)m->pitch, sums, (size_t)tile->pitch, tile);
        return;
    }
    if (u->momentum > 0.0f)
        copy_rows(l->sums + corner, (size_t)m->pitch, sums, (size_t)tile->pitch, tile);
    for (int32_t row = 0; row < tile->row_count; row++)
        m->context->simd->influence_finish(u->out + corner + (size_t)row * (size_t)m->pitch,
                                           sums + (size_t)row * (size_t)tile->pitch, tile->column_count,
                                           u->momentum, u->whole && m->cells > STREAM_CELLS);
}

/* Adds listed sources, by table or computed, in their order. */
static void add_mixed(const cpu_update *u, float *sums, const influence_tile *tile, const uint32_t *list,
                      uint32_t count)
{
    const cpu_map *m = u->m;
    const throng_simd *simd = m->context->simd;
    for (uint32_t k = 0, next; k < count; k = next) {
        const influence_table *table = throng_cpu_table_at(m, list[k]);
        const influence_source *s = &u->l->sources[list[k]];
        next = k + 1;
        if (table) {
            m->table_simd->influence_add_table(sums, tile, table, s);
            continue;
        }
        while (next < count && !throng_cpu_table_at(m, list[next]))
            next++;
        simd->influence_add_sources(sums, tile, u->l->sources, list + k, next - k);
    }
}

/* Sums in the map itself, where all sources have tables. Returns 0 if that cannot be. */
static int32_t sum_in_place(const cpu_update *u, influence_tile tile, const uint32_t *list, uint32_t count)
{
    const cpu_map *m = u->m;
    float *values = u->out + (size_t)tile.row_first * (size_t)m->pitch + (size_t)tile.column_first;
    if (u->momentum > 0.0f)
        return 0;
    for (uint32_t k = 0; k < count; k++)
        if (!throng_cpu_table_at(m, list[k]))
            return 0;
    tile.pitch = m->pitch;
    for (int32_t row = 0; row < tile.row_count; row++)
        memset(values + (size_t)row * (size_t)m->pitch, 0, (size_t)tile.column_count * sizeof *values);
    m->table_simd->influence_add_tables(values, &tile, throng_cpu_tables_all(m), m->table_of, u->l->sources,
                                        list, count);
    return 1;
}

void throng_cpu_update_sum(const cpu_update *u, const cpu_strip *strip, float *sums)
{
    const cpu_map *m = u->m;
    const uint32_t *list = m->list + m->starts[strip->piece];
    const uint32_t count = m->starts[strip->piece + 1] - m->starts[strip->piece];
    influence_tile tile = throng_cpu_update_tile(m, &m->pieces[strip->piece]);
    tile.row_first += strip->first;
    tile.row_count = strip->count;
    if (u->tables && sum_in_place(u, tile, list, count))
        return;
    if (u->from_carry)
        copy_rows(sums, (size_t)tile.pitch,
                  m->carry + (size_t)tile.row_first * (size_t)m->pitch + (size_t)tile.column_first,
                  (size_t)m->pitch, &tile);
    else
        memset(sums, 0, (size_t)tile.row_count * (size_t)tile.pitch * sizeof *sums);
    if (m->terrain)
        throng_cpu_footprints_add(m, u->l, sums, &tile, list, count);
    else if (u->tables)
        add_mixed(u, sums, &tile, list, count);
    else
        m->context->simd->influence_add_sources(sums, &tile, u->l->sources, list, count);
    finish_piece(u, &tile, sums);
}

static void sum_pieces(void *data, int32_t index)
{
    const cpu_update *u = data;
    float *sums = u->m->sums + (size_t)index * u->m->sums_per_task;
    int32_t piece;
    while (throng_claim(u->m->context, index, 1, &piece)) {
        cpu_strip strip = {u->piece_first + piece, 0, 0};
        strip.count = throng_cpu_update_tile(u->m, &u->m->pieces[strip.piece]).row_count;
        throng_cpu_update_sum(u, &strip, sums);
    }
}

void throng_cpu_update_range(cpu_update *u, int32_t first, int32_t count)
{
    u->first = first;
    u->count = count;
    u->parts = throng_cpu_object_parts(u->m, count);
    u->step = 0;
    u->step_size = count;
}

void throng_cpu_update_count(cpu_update *u) { throng_run(u->m->context, u->parts, count_sources, u); }

void throng_cpu_update_list(cpu_update *u) { throng_run(u->m->context, u->parts, list_sources, u); }

/* The sums of all pieces, out of the objects of a round. */
static void sum_round(cpu_update *u)
{
    cpu_map *m = u->m;
    throng_cpu_update_count(u);
    for (u->piece_first = 0; u->piece_first < m->piece_count; u->piece_first += u->pieces) {
        throng_cpu_update_plan(u);
        throng_cpu_update_list(u);
        throng_run_shared(m->context, u->pieces, u->pieces, sum_pieces, u);
    }
}

/* ---------------------------------------------------------------- momentum -------------------------- */

/* Of a plane that is not read yet the back plane alone will differ: from what is the front then. */
static void values_changed(const cpu_update *u, int32_t block, int32_t count)
{
    if (u->sliced)
        memset(u->l->lags + block, 1, (size_t)count);
    else
        throng_cpu_values_changed(u->m, u->l, block, count);
}

/* Blends the blocks of a row that are not summed again. A block whose values stay the same once stays so
 * until its sums change. */
static void blend_row(const cpu_update *u, int32_t block_row)
{
    const cpu_map *m = u->m;
    const cpu_layer *l = u->l;
    const int32_t first = block_row << m->block_rows_log, end = (block_row + 1) << m->block_rows_log;
    for (int32_t column = 0; column < m->blocks_across; column++) {
        const int32_t block = block_row * m->blocks_across + column, x = column << BLOCK_COLUMNS_LOG;
        if (!l->moving[block] || atomic_load_explicit(&l->dirty[block], memory_order_relaxed))
            continue;
        const int32_t cells = m->grid.width - x < BLOCK_COLUMNS ? m->grid.width - x : BLOCK_COLUMNS;
        int32_t changed = 0;
        for (int32_t row = first; row < end && row < m->grid.height; row++) {
            const size_t at = (size_t)row * (size_t)m->pitch + (size_t)x;
            changed |= m->context->simd->influence_blend(u->out + at, l->sums + at, cells, u->momentum);
        }
        l->moving[block] = (uint8_t)changed;
        if (changed)
            values_changed(u, block, 1);
    }
}

typedef struct blend_job {
    const cpu_update *u;
    int32_t first;
} blend_job;

static void blend_rows(void *data, int32_t index)
{
    const blend_job *job = data;
    int32_t row;
    while (throng_claim(job->u->m->context, index, 1, &row))
        blend_row(job->u, job->first + row);
}

void throng_cpu_update_blend(cpu_update *u, int32_t first, int32_t rows)
{
    blend_job job = {u, first};
    throng_run_shared(u->m->context, rows, rows, blend_rows, &job);
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
static void settle_piece(const cpu_update *u, const cpu_piece *p)
{
    const cpu_map *m = u->m;
    cpu_layer *l = u->l;
    for (int32_t row = p->row; row < p->row + p->rows; row++) {
        const int32_t first = row * m->blocks_across + p->column;
        values_changed(u, first, p->columns);
        if (u->momentum > 0.0f)
            memset(l->moving + first, 1, (size_t)p->columns);
        for (int32_t i = first; i < first + p->columns; i++)
            atomic_store_explicit(&l->dirty[i], 0, memory_order_relaxed);
    }
}

void throng_cpu_update_settle(cpu_update *u, int32_t summed)
{
    cpu_layer *l = u->l;
    for (int32_t i = 0; summed && i < u->m->piece_count; i++)
        settle_piece(u, &u->m->pieces[i]);
    if (summed) {
        atomic_store_explicit(&l->changed, 0, memory_order_relaxed);
        atomic_store_explicit(&l->marked, 0, memory_order_relaxed);
        atomic_store_explicit(&l->all, 0, memory_order_relaxed);
    }
    l->momentum = u->momentum;
    l->summed = u->momentum > 0.0f;
}

int32_t throng_cpu_update_cut(cpu_update *u, int32_t fit)
{
    cpu_map *m = u->m;
    cpu_layer *l = u->l;
    /* values that momentum has left on their way, or sums that nobody kept */
    if (u->momentum > 0.0f ? !l->summed : l->momentum > 0.0f)
        throng_cpu_blocks_mark_all(l);
    if (u->momentum > 0.0f && u->momentum != l->momentum)
        memset(l->moving, 1, (size_t)m->block_count);
    if (!atomic_load_explicit(&l->changed, memory_order_relaxed))
        return 0;
    if (m->terrain && !fit)
        throng_cpu_blocks_mark_all(l);
    u->whole = throng_cpu_blocks_cut(m, l);
    return 1;
}

static void sum_layer(cpu_update *u)
{
    if (!u->m->terrain) {
        u->tables = u->whole ? throng_cpu_tables_find(u->m, u->l, u->objects) : CPU_TABLES_NONE;
        throng_cpu_update_range(u, 0, u->objects);
        if (!throng_cpu_table_sums(u))
            sum_round(u);
        return;
    }
    if (u->m->table && !throng_cpu_table_known(u))
        throng_cpu_table_build(u, 0, u->m->table->cells, 1);
    int32_t first = 0, count, moved;
    do {
        count = throng_cpu_footprints_place(u->l, u->objects, first, &moved);
        if (moved)
            throng_cpu_footprints_moved(u->l, first, count);
        throng_cpu_footprints_write(u, first, count);
        u->from_carry = first > 0;
        u->to_carry = first + count < u->objects;
        throng_cpu_update_range(u, first, count);
        sum_round(u);
        first += count;
    } while (u->to_carry);
}

throng_status throng_cpu_influence_update(void *state, int32_t index, float momentum)
{
    cpu_map *m = state;
    cpu_layer *l = &m->layers[index];
    cpu_update u = {.m = m,
                    .l = l,
                    .out = l->values,
                    .walls = throng_cpu_walls(m),
                    .version = m->terrain ? m->terrain->version : 0,
                    .momentum = momentum,
                    .objects = l->count};
    if (m->terrain) {
        throng_cpu_footprints_changes(&u);
        throng_cpu_update_range(&u, 0, u.region_count != 0 ? u.objects : 0);
        throng_cpu_footprints_look(&u);
    }
    const int32_t summed = throng_cpu_update_cut(&u, throng_cpu_footprints_fit(l));
    if (momentum > 0.0f && !(summed && u.whole))
        throng_cpu_update_blend(&u, 0, m->blocks_down);
    if (summed)
        sum_layer(&u);
    throng_cpu_update_settle(&u, summed);
    return THRONG_OK;
}
