/* Footprint tables on the CPU: found by themselves where objects at rest share all values and their place
 * within a cell, as units of games with tiles do. An update of the whole layer looks for them; what has no
 * table, or has none that fits in their (bounded) memory, is computed. */
#include "src/core/context.h"
#include "src/cpu/cpu.h"
#include "src/cpu/influence/influence.h"

#include <string.h>

enum {
    TABLES = 256,
    HASHES = 1024,        /* a power of two */
    FLOATS = 1024 * 1024, /* of all tables; at most as many as the map has cells */
    USES_LEAST = 8,       /* of a table in an update; fewer are not worth making it */
    SAMPLE = 64           /* objects that are looked at first */
};

/* All that the values around an anchor depend on. */
typedef struct table_key {
    float fx, fy, strength, reach, rate, half_hi, half_lo;
    int32_t kind_and_parity;
} table_key;

typedef struct table_entry {
    table_key key;
    influence_table table; /* rows 0: not made yet */
    size_t floats;         /* that it takes */
    int32_t uses;          /* in this update */
    int32_t unfit;         /* 1: no table can be made of it */
} table_entry;

struct cpu_tables {
    table_entry entries[TABLES];
    int16_t slots[HASHES]; /* entry + 1 */
    int32_t count;
    float *floats;
    size_t size, used;
};

throng_status throng_cpu_tables_create(cpu_map *m)
{
    throng_status status = THRONG_OK;
    if (m->terrain || m->capacity < USES_LEAST)
        return status;
    m->tables = throng_cpu_allocate(m->context, &m->bytes, 1, sizeof *m->tables, "footprint tables", &status);
    if (status != THRONG_OK)
        return status;
    m->table_simd = m->context->simd;
    /* short rows leave less of a vector unused */
    if (m->halved && m->context->simd->isa == THRONG_ISA_AVX512 && throng_cpu_simd(THRONG_ISA_AVX2))
        m->table_simd = throng_cpu_simd(THRONG_ISA_AVX2);
    m->tables->size = m->cells < FLOATS ? m->cells : FLOATS;
    m->tables->floats = throng_cpu_allocate(m->context, &m->bytes, m->tables->size, sizeof(float),
                                            "footprint tables", &status);
    m->table_of = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->capacity, sizeof *m->table_of,
                                      "the tables of objects", &status);
    return status;
}

void throng_cpu_tables_destroy(cpu_map *m)
{
    if (!m->tables)
        return;
    throng_cpu_free(m->context, &m->bytes, m->tables->floats, m->tables->size, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->table_of, (size_t)m->capacity, sizeof *m->table_of);
    throng_cpu_free(m->context, &m->bytes, m->tables, 1, sizeof *m->tables);
}

/* ---------------------------------------------------------------- keys ------------------------------ */

static int32_t is_at_rest(const influence_source *s)
{
    return !(s->kind & INFLUENCE_ADJUSTED) && s->row_first <= s->row_last;
}

static table_key key_of(const cpu_map *m, const influence_source *s)
{
    return (table_key){s->fx,   s->fy,      s->strength, s->reach,
                       s->rate, s->half_hi, s->half_lo,  s->kind | (m->grid.hex ? (s->row & 1) << 8 : 0)};
}

static uint32_t hash_of(const table_key *key)
{
    uint32_t words[sizeof *key / 4], hash = 0;
    memcpy(words, key, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = (hash ^ words[i]) * 0x9e3779b1u ^ hash >> 15;
    return hash ^ hash >> 16;
}

static void forget(struct cpu_tables *t)
{
    memset(t->slots, 0, sizeof t->slots);
    t->count = 0;
    t->used = 0;
}

/* The entry of a key, a new one where there is none; -1: no room. */
static int32_t entry_of(struct cpu_tables *t, const table_key *key)
{
    uint32_t slot = hash_of(key) & (HASHES - 1);
    for (; t->slots[slot]; slot = (slot + 1) & (HASHES - 1))
        if (throng_same_bits(&t->entries[t->slots[slot] - 1].key, key, sizeof *key))
            return t->slots[slot] - 1;
    if (t->count == TABLES)
        return -1;
    memset(&t->entries[t->count], 0, sizeof t->entries[0]);
    t->entries[t->count].key = *key;
    t->slots[slot] = (int16_t)++t->count;
    return t->count - 1;
}

/* Whether a few of the objects are at rest: where most move, the others are not worth looking for. */
static int32_t is_worth_looking(const cpu_layer *l, int32_t count)
{
    int32_t found = 0;
    for (int32_t k = 0; k < SAMPLE; k++)
        found += is_at_rest(&l->sources[(int64_t)count * k / SAMPLE]);
    return found >= SAMPLE / 4;
}

/* ---------------------------------------------------------------- making ---------------------------- */

/* The values around the anchor of a source, in the first task's sums; 0: they do not fit there. */
static int32_t compute(const cpu_map *m, const influence_source *source, influence_tile *tile,
                       influence_source *placed)
{
    const int32_t around = (int32_t)scalar_min(source->circle_radius, 1e4f) + 2;
    const int32_t side = 2 * around + 2, rows = m->grid.hex ? (int32_t)((float)side * 1.1548f) + 4 : side;
    const influence_grid grid = {
        .width = side, .height = 2 * rows, .world_height = 2 * rows, .hex = m->grid.hex};
    const int32_t pitch = (side + 31) / 16 * 16;
    const uint32_t list[1] = {0};
    *placed = *source;
    placed->column = around;
    placed->row = rows / 4 * 2 + (source->row & 1);
    influence_circle(placed, &grid, 0.0f);
    *tile = (influence_tile){.column_count = side,
                             .row_first = placed->row_first,
                             .row_count = placed->row_last - placed->row_first + 1,
                             .pitch = pitch,
                             .hex = m->grid.hex,
                             .double_pumped = m->halved};
    const size_t cells = (size_t)tile->row_count * (size_t)pitch + 16;
    if (placed->row_first > placed->row_last || side > INFLUENCE_TILE_COLUMNS || cells > m->sums_per_task)
        return 0;
    memset(m->sums, 0, cells * sizeof(float));
    m->context->simd->influence_add_sources(m->sums, tile, placed, list, 1);
    return 1;
}

/* First and last column of a row that are not 0; 0: a value is too small for a table. */
static int32_t span_of(const float *row, int32_t count, int32_t *first, int32_t *last)
{
    *first = count;
    *last = -1;
    for (int32_t i = 0; i < count; i++) {
        const float value = scalar_abs(row[i] * INFLUENCE_UNSCALE);
        if (row[i] == 0.0f)
            continue;
        if (value < INFLUENCE_TABLE_LEAST)
            return 0;
        *first = i < *first ? i : *first;
        *last = i;
    }
    return 1;
}

/* Makes the table of an entry; 0: it has to be computed. */
static int32_t make(cpu_map *m, table_entry *e, const influence_source *source)
{
    struct cpu_tables *t = m->tables;
    influence_tile tile;
    influence_source placed;
    if (!compute(m, source, &tile, &placed))
        return 0;
    const int32_t pitch = (tile.column_count + 15) / 16 * 16 + 2 * INFLUENCE_TABLE_MARGIN;
    const size_t head = ((size_t)tile.row_count * 2 + 15) / 16 * 16;
    const size_t need = head + (size_t)tile.row_count * (size_t)pitch;
    if (need > t->size - t->used)
        return 0;
    influence_table_span *spans = (influence_table_span *)(void *)(t->floats + t->used);
    float *values = t->floats + t->used + head;
    memset(spans, 0, need * sizeof(float));
    for (int32_t k = 0; k < tile.row_count; k++) {
        const float *row = m->sums + (size_t)k * (size_t)tile.pitch;
        int32_t first, last;
        if (!span_of(row, tile.column_count, &first, &last))
            return 0;
        spans[k] = (influence_table_span){first - placed.column, last - first + 1 > 0 ? last - first + 1 : 0};
        for (int32_t i = first; i <= last; i++)
            values[(size_t)k * (size_t)pitch + INFLUENCE_TABLE_MARGIN + (size_t)i] =
                row[i] * INFLUENCE_UNSCALE;
    }
    e->table =
        (influence_table){tile.row_first - placed.row, tile.row_count, -placed.column, pitch, spans, values};
    e->floats = need;
    t->used += need;
    return 1;
}

/* ---------------------------------------------------------------- finding --------------------------- */

/* Counts the uses of each entry, and the objects for whose keys there is no room. */
static int32_t find(cpu_map *m, const cpu_layer *l, int32_t count)
{
    struct cpu_tables *t = m->tables;
    int32_t left_out = 0;
    for (int32_t k = 0; k < t->count; k++)
        t->entries[k].uses = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t entry = -1;
        if (is_at_rest(&l->sources[i])) {
            const table_key key = key_of(m, &l->sources[i]);
            const int32_t last = i > 0 ? m->table_of[i - 1] : -1; /* neighbours are often alike */
            entry = last >= 0 && throng_same_bits(&t->entries[last].key, &key, sizeof key)
                        ? last
                        : entry_of(t, &key);
            left_out += entry < 0;
        }
        m->table_of[i] = (int16_t)entry;
        if (entry >= 0)
            t->entries[entry].uses++;
    }
    return left_out;
}

/* Whether others need what entries take that nobody uses: room for keys, or a quarter of the memory. */
static int32_t is_stale(const struct cpu_tables *t, int32_t left_out)
{
    int32_t idle = 0;
    size_t floats = 0;
    for (int32_t k = 0; k < t->count; k++)
        if (t->entries[k].uses == 0) {
            idle++;
            floats += t->entries[k].floats;
        }
    return (left_out > 0 && idle > TABLES / 4) || floats > t->size / 4;
}

int32_t throng_cpu_tables_find(cpu_map *m, const cpu_layer *l, int32_t count)
{
    struct cpu_tables *t = m->tables;
    if (!t || count < USES_LEAST || !is_worth_looking(l, count))
        return 0;
    if (is_stale(t, find(m, l, count))) {
        forget(t);
        find(m, l, count);
    }
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++) {
        table_entry *e = m->table_of[i] < 0 ? NULL : &t->entries[m->table_of[i]];
        if (e && e->table.rows == 0 && !e->unfit && e->uses >= USES_LEAST)
            e->unfit = !make(m, e, &l->sources[i]);
        if (!e || e->table.rows == 0)
            m->table_of[i] = -1;
        else
            found = 1;
    }
    return found;
}

const influence_table *throng_cpu_table_at(const cpu_map *m, uint32_t object)
{
    const int32_t entry = m->table_of[object];
    return entry < 0 ? NULL : &m->tables->entries[entry].table;
}
