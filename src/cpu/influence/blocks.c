/* Blocks of a map on the CPU: which of them changed, and the rectangles in which an update sums them. */
#include "src/core/context.h"
#include "src/cpu/influence/influence.h"

#include <string.h>

enum {
    TILE_COLUMNS = 512,
    TILE_ROWS =
        64, /* with TILE_COLUMNS 132 KiB of sums: leaves space in a 512 KiB cache for sources and map */
    PIECES_LEAST = 1024, /* there is memory for so many, and for as many as there are tiles */
    SPARSE_SHARE = 3     /* up to 1 / SPARSE_SHARE of the blocks are worth to be cut out */
};
_Static_assert(TILE_COLUMNS <= INFLUENCE_TILE_COLUMNS, "kernels have memory for the columns of a tile");

static int32_t divided_up(int32_t a, int32_t b) { return (a + b - 1) / b; }

/* Rows of blocks fit in the 16 bits of a box. */
static void choose_blocks(cpu_map *m)
{
    m->block_rows_log = BLOCK_ROWS_LOG;
    while ((m->grid.height - 1) >> m->block_rows_log > UINT16_MAX)
        m->block_rows_log++;
    m->blocks_across = ((m->grid.width - 1) >> BLOCK_COLUMNS_LOG) + 1;
    m->blocks_down = ((m->grid.height - 1) >> m->block_rows_log) + 1;
    m->block_count = m->blocks_across * m->blocks_down;
}

void throng_cpu_blocks_choose(cpu_map *m)
{
    const int32_t columns = m->grid.width < TILE_COLUMNS ? m->grid.width : TILE_COLUMNS;
    choose_blocks(m);
    while (1 << (BLOCK_COLUMNS_LOG + m->tile_columns_log) < TILE_COLUMNS)
        m->tile_columns_log++;
    m->tiles_across = divided_up(m->grid.width, TILE_COLUMNS);
    /* some tiles for each task, so that the last ones do not leave the others waiting */
    const int32_t fair = divided_up(m->grid.height, divided_up(4 * m->tasks, m->tiles_across));
    const int32_t most = fair < TILE_ROWS ? fair : TILE_ROWS;
    while (2 << (m->block_rows_log + m->tile_rows_log) <= most)
        m->tile_rows_log++;
    m->tiles_down = ((m->blocks_down - 1) >> m->tile_rows_log) + 1;
    m->tile_pitch = (divided_up(columns, 16) + 1) * 16; /* a full vector may be written behind a row */
    m->sums_per_task = ((size_t)m->tile_pitch << (m->block_rows_log + m->tile_rows_log)) + (size_t)16;
    const int32_t tiles = m->tiles_across * m->tiles_down;
    m->piece_capacity = tiles > PIECES_LEAST ? tiles : PIECES_LEAST;
}

throng_status throng_cpu_blocks_create(cpu_map *m)
{
    throng_status status = THRONG_OK;
    const size_t blocks = (size_t)m->block_count;
    const size_t corners = ((size_t)m->blocks_across + 1) * ((size_t)m->blocks_down + 1);
    for (int32_t i = 0; i < m->layer_count; i++) {
        cpu_layer *l = &m->layers[i];
        l->boxes = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->capacity, sizeof *l->boxes,
                                       "the blocks of objects", &status);
        l->dirty = throng_cpu_allocate(m->context, &m->bytes, blocks, 1, "the marks of blocks", &status);
    }
    m->uncombined = throng_cpu_allocate(m->context, &m->bytes, blocks, 1, "the marks of blocks", &status);
    m->pieces = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->piece_capacity, sizeof *m->pieces,
                                    "the pieces of an update", &status);
    m->piece_of = throng_cpu_allocate(m->context, &m->bytes, blocks, sizeof *m->piece_of,
                                      "the pieces of blocks", &status);
    m->dirty_corners = throng_cpu_allocate(m->context, &m->bytes, corners, sizeof *m->dirty_corners,
                                           "the sums of blocks", &status);
    return status;
}

void throng_cpu_blocks_destroy(cpu_map *m)
{
    const size_t blocks = (size_t)m->block_count;
    const size_t corners = ((size_t)m->blocks_across + 1) * ((size_t)m->blocks_down + 1);
    for (int32_t i = 0; i < m->layer_count; i++) {
        cpu_layer *l = &m->layers[i];
        throng_cpu_free(m->context, &m->bytes, l->boxes, (size_t)m->capacity, sizeof *l->boxes);
        throng_cpu_free(m->context, &m->bytes, l->dirty, blocks, 1);
        throng_cpu_free(m->context, &m->bytes, l->sums, m->cells, sizeof(float));
        throng_cpu_free(m->context, &m->bytes, l->moving, blocks, 1);
    }
    throng_cpu_free(m->context, &m->bytes, m->uncombined, blocks, 1);
    throng_cpu_free(m->context, &m->bytes, m->pieces, (size_t)m->piece_capacity, sizeof *m->pieces);
    throng_cpu_free(m->context, &m->bytes, m->piece_of, blocks, sizeof *m->piece_of);
    throng_cpu_free(m->context, &m->bytes, m->dirty_corners, corners, sizeof *m->dirty_corners);
}

void throng_cpu_blocks_reset(const cpu_map *m, cpu_layer *l)
{
    for (int32_t i = 0; i < m->block_count; i++)
        atomic_store_explicit(&l->dirty[i], 0, memory_order_relaxed);
    if (l->moving)
        memset(l->moving, 0, (size_t)m->block_count);
    if (l->sums)
        memset(l->sums, 0, m->cells * sizeof *l->sums);
    atomic_store_explicit(&l->changed, 0, memory_order_relaxed);
    atomic_store_explicit(&l->marked, 0, memory_order_relaxed);
    atomic_store_explicit(&l->all, 0, memory_order_relaxed);
    l->summed = l->sums != NULL;
    l->momentum = 0.0f;
}

void throng_cpu_blocks_mark_all(cpu_layer *l)
{
    atomic_store_explicit(&l->changed, 1, memory_order_relaxed);
    atomic_store_explicit(&l->all, 1, memory_order_relaxed);
}

/* Adds to the number of dirty blocks, and returns it. */
static int32_t count_marked(const cpu_map *m, cpu_layer *l, int32_t more)
{
    if (m->tasks > 1)
        return atomic_fetch_add_explicit(&l->marked, more, memory_order_relaxed) + more;
    const int32_t marked = atomic_load_explicit(&l->marked, memory_order_relaxed) + more;
    atomic_store_explicit(&l->marked, marked, memory_order_relaxed); /* nobody else does */
    return marked;
}

/* Once so many blocks are dirty that all are summed, there is no need of more marks. */
void throng_cpu_blocks_mark(const cpu_map *m, cpu_layer *l, const cpu_box *box)
{
    int32_t more = 0;
    if (atomic_load_explicit(&l->all, memory_order_relaxed))
        return;
    for (int32_t row = box->top; row <= box->bottom; row++)
        for (int32_t column = box->left; column <= box->right; column++) {
            atomic_uchar *dirty = &l->dirty[row * m->blocks_across + column];
            more += !atomic_load_explicit(dirty, memory_order_relaxed);
            atomic_store_explicit(dirty, 1, memory_order_relaxed);
        }
    if (more > 0 && count_marked(m, l, more) > m->block_count / SPARSE_SHARE)
        atomic_store_explicit(&l->all, 1, memory_order_relaxed);
}

static int32_t blocks_of(const cpu_box *b) { return (b->right - b->left + 1) * (b->bottom - b->top + 1); }

/* Both boxes, as one where that has no more blocks: objects move little. */
static void mark_both(const cpu_map *m, cpu_layer *l, const cpu_box *a, const cpu_box *b)
{
    const cpu_box both = {a->left < b->left ? a->left : b->left, a->right > b->right ? a->right : b->right,
                          a->top < b->top ? a->top : b->top, a->bottom > b->bottom ? a->bottom : b->bottom};
    if (a->left <= a->right && b->left <= b->right && blocks_of(&both) <= blocks_of(a) + blocks_of(b)) {
        throng_cpu_blocks_mark(m, l, &both);
        return;
    }
    throng_cpu_blocks_mark(m, l, a);
    throng_cpu_blocks_mark(m, l, b);
}

void throng_cpu_box_changed(const cpu_map *m, cpu_layer *l, int32_t object, int32_t known)
{
    const cpu_box old = l->boxes[object], box = throng_cpu_box(m, &l->sources[object]);
    l->boxes[object] = box;
    if (known)
        mark_both(m, l, &old, &box);
    else
        throng_cpu_blocks_mark(m, l, &box);
}

/* ---------------------------------------------------------------- pieces ---------------------------- */

/* Counts the dirty blocks of all rectangles from the first block on, which gives the count in any box. */
static void count_dirty(cpu_map *m, const cpu_layer *l)
{
    const size_t pitch = (size_t)m->blocks_across + 1;
    for (int32_t row = 0; row < m->blocks_down; row++) {
        const uint32_t *above = m->dirty_corners + (size_t)row * pitch;
        uint32_t *below = m->dirty_corners + (size_t)(row + 1) * pitch, along = 0;
        for (int32_t column = 0; column < m->blocks_across; column++) {
            along += atomic_load_explicit(&l->dirty[row * m->blocks_across + column], memory_order_relaxed);
            below[column + 1] = above[column + 1] + along;
        }
    }
}

static int32_t row_is_free(const cpu_map *m, const cpu_layer *l, const cpu_piece *p, int32_t row)
{
    for (int32_t i = row * m->blocks_across + p->column; i < row * m->blocks_across + p->column + p->columns;
         i++)
        if (!atomic_load_explicit(&l->dirty[i], memory_order_relaxed) || m->piece_of[i] >= 0)
            return 0;
    return 1;
}

/* The largest piece of dirty blocks to the right and then down, at most as large as a tile. */
static cpu_piece piece_from(const cpu_map *m, const cpu_layer *l, int32_t column, int32_t row)
{
    cpu_piece p = {column, 1, row, 1};
    while (p.columns < 1 << m->tile_columns_log && column + p.columns < m->blocks_across) {
        const cpu_piece next = {column + p.columns, 1, row, 1};
        if (!row_is_free(m, l, &next, row))
            break;
        p.columns++;
    }
    while (p.rows < 1 << m->tile_rows_log && row + p.rows < m->blocks_down &&
           row_is_free(m, l, &p, row + p.rows))
        p.rows++;
    return p;
}

static void take_piece(cpu_map *m, const cpu_piece *p)
{
    m->pieces[m->piece_count] = *p;
    for (int32_t row = p->row; row < p->row + p->rows; row++)
        for (int32_t column = p->column; column < p->column + p->columns; column++)
            m->piece_of[row * m->blocks_across + column] = m->piece_count;
    m->piece_count++;
}

/* Returns 0 if there is not enough memory for the pieces. */
static int32_t cut_dirty(cpu_map *m, const cpu_layer *l)
{
    const size_t pitch = (size_t)m->blocks_across + 1;
    memset(m->piece_of, -1, (size_t)m->block_count * sizeof *m->piece_of);
    for (int32_t row = 0; row < m->blocks_down; row++) {
        const uint32_t *above = m->dirty_corners + (size_t)row * pitch, *below = above + pitch;
        if (below[m->blocks_across] == above[m->blocks_across])
            continue;
        for (int32_t column = 0; column < m->blocks_across; column++) {
            const int32_t block = row * m->blocks_across + column;
            if (!atomic_load_explicit(&l->dirty[block], memory_order_relaxed) || m->piece_of[block] >= 0)
                continue;
            if (m->piece_count == m->piece_capacity)
                return 0;
            const cpu_piece p = piece_from(m, l, column, row);
            take_piece(m, &p);
        }
    }
    return 1;
}

static void cut_tiles(cpu_map *m)
{
    const int32_t columns = 1 << m->tile_columns_log, rows = 1 << m->tile_rows_log;
    m->piece_count = 0;
    for (int32_t row = 0; row < m->blocks_down; row += rows)
        for (int32_t column = 0; column < m->blocks_across; column += columns)
            m->pieces[m->piece_count++] =
                (cpu_piece){column, column + columns < m->blocks_across ? columns : m->blocks_across - column,
                            row, row + rows < m->blocks_down ? rows : m->blocks_down - row};
}

int32_t throng_cpu_blocks_cut(cpu_map *m, const cpu_layer *l)
{
    m->piece_count = 0;
    if (!atomic_load_explicit(&l->all, memory_order_relaxed)) {
        count_dirty(m, l);
        if (cut_dirty(m, l))
            return 0;
    }
    cut_tiles(m);
    return 1;
}
