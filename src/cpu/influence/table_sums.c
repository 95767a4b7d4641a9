/* The sums of a whole layer of which all sources have footprint tables: no scale, no other memory than the
 * values themselves. They are summed in bands of whole rows, which a cache holds; each band has the list of
 * the sources that reach into it, in ascending index. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/update.h"

#include <string.h>

enum {
    BAND_BYTES = 272 * 1024, /* of a band with more than the least rows, at most */
    BAND_BYTES_MOST = 1024 * 1024,
    BAND_LEAST_LOG = 3, /* of rows */
    BAND_MOST_LOG = 7,
    BANDS_PER_TASK = 4 /* so that the last ones do not leave the others waiting */
};

typedef struct band_job {
    const cpu_update *u;
    const influence_table *tables;
    int32_t rows_log, bands;
} band_job;

static int32_t bands_of(const cpu_map *m, int32_t rows_log) { return ((m->grid.height - 1) >> rows_log) + 1; }

/* Small tables are rather not cut; of large ones a band in a nearer cache is worth more. */
static int32_t choose_rows(const cpu_map *m)
{
    const size_t row = (size_t)m->pitch * sizeof(float);
    const int32_t bands = m->tasks > 1 ? BANDS_PER_TASK * m->tasks : 1;
    const int32_t tallest = throng_cpu_tables_tallest(m);
    int32_t log = tallest < 24 ? BAND_MOST_LOG : tallest < 48 ? BAND_MOST_LOG - 1 : BAND_MOST_LOG - 2;
    while (log > BAND_LEAST_LOG && (row << log > BAND_BYTES || bands_of(m, log) < bands))
        log--;
    return log;
}

/* Blocks that a source touches. */
static cpu_box box_of(const cpu_map *m, const influence_source *s, const influence_table *t)
{
    const int32_t first = s->column + t->left, last = s->column + t->last;
    const int32_t left = first > 0 ? first : 0;
    const int32_t right = last < m->grid.width ? last : m->grid.width - 1;
    if (left > right)
        return (cpu_box){1, 0, 0, 0};
    return (cpu_box){(uint16_t)(left >> BLOCK_COLUMNS_LOG), (uint16_t)(right >> BLOCK_COLUMNS_LOG),
                     (uint16_t)(s->row_first >> m->block_rows_log),
                     (uint16_t)(s->row_last >> m->block_rows_log)};
}

static void count_sources(void *data, int32_t index)
{
    const band_job *job = data;
    const cpu_update *u = job->u;
    const cpu_map *m = u->m;
    uint32_t *counts = m->places + (size_t)index * (size_t)m->piece_capacity;
    const cpu_range objects = throng_cpu_update_part(u, index);
    memset(counts, 0, (size_t)job->bands * sizeof *counts);
    for (int32_t i = objects.first; i < objects.end; i++) {
        const influence_source *s = &u->l->sources[i];
        const int32_t number = m->table_of[i];
        const cpu_box box = number < 0 ? (cpu_box){1, 0, 0, 0} : box_of(m, s, &job->tables[number]);
        u->l->boxes[i] = box;
        if (box.left > box.right)
            continue;
        for (int32_t band = s->row_first >> job->rows_log; band <= s->row_last >> job->rows_log; band++)
            counts[band]++;
    }
}

/* Turns counts into places. Returns 0 if the lists do not fit. */
static int32_t place_lists(const band_job *job)
{
    const cpu_map *m = job->u->m;
    size_t total = 0;
    for (int32_t band = 0; band < job->bands; band++) {
        m->starts[band] = (uint32_t)total;
        for (int32_t part = 0; part < job->u->parts; part++) {
            uint32_t *place = &m->places[(size_t)part * (size_t)m->piece_capacity + (size_t)band];
            const uint32_t found = *place;
            *place = (uint32_t)total;
            total += found;
            if (total > m->list_capacity)
                return 0;
        }
    }
    m->starts[job->bands] = (uint32_t)total;
    return 1;
}

static void list_sources(void *data, int32_t index)
{
    const band_job *job = data;
    const cpu_update *u = job->u;
    const cpu_map *m = u->m;
    uint32_t *places = m->places + (size_t)index * (size_t)m->piece_capacity;
    const cpu_range objects = throng_cpu_update_part(u, index);
    for (int32_t i = objects.first; i < objects.end; i++) {
        const influence_source *s = &u->l->sources[i];
        if (u->l->boxes[i].left > u->l->boxes[i].right)
            continue;
        for (int32_t band = s->row_first >> job->rows_log; band <= s->row_last >> job->rows_log; band++)
            m->list[places[band]++] = (uint32_t)i;
    }
}

static void sum_bands(void *data, int32_t index)
{
    const band_job *job = data;
    const cpu_update *u = job->u;
    const cpu_map *m = u->m;
    int32_t band;
    while (throng_claim(m->context, index, 1, &band)) {
        influence_tile tile = {.column_count = m->pitch, /* what is behind a row is of no use */
                               .row_first = band << job->rows_log,
                               .row_count = 1 << job->rows_log,
                               .pitch = m->pitch,
                               .hex = m->grid.hex,
                               .double_pumped = m->halved};
        if (tile.row_first + tile.row_count > m->grid.height)
            tile.row_count = m->grid.height - tile.row_first;
        float *values = u->out + (size_t)tile.row_first * (size_t)m->pitch;
        memset(values, 0, (size_t)tile.row_count * (size_t)m->pitch * sizeof *values);
        m->table_simd->influence_add_tables(values, &tile, job->tables, m->table_of, u->l->sources,
                                            m->list + m->starts[band], m->starts[band + 1] - m->starts[band]);
    }
}

int32_t throng_cpu_table_sums(cpu_update *u)
{
    const cpu_map *m = u->m;
    if (u->tables != CPU_TABLES_ALL || u->momentum > 0.0f)
        return 0;
    const size_t row = (size_t)m->pitch * sizeof(float);
    band_job job = {.u = u, .tables = throng_cpu_tables_all(m), .rows_log = choose_rows(m)};
    for (;; job.rows_log++) {
        job.bands = bands_of(m, job.rows_log);
        if (job.rows_log > BAND_MOST_LOG || row << job.rows_log > BAND_BYTES_MOST)
            return 0;
        if (job.bands > m->piece_capacity)
            continue;
        throng_run(m->context, u->parts, count_sources, &job);
        if (place_lists(&job))
            break;
    }
    throng_run(m->context, u->parts, list_sources, &job);
    throng_run_shared(m->context, job.bands, job.bands, sum_bands, &job);
    return 1;
}
