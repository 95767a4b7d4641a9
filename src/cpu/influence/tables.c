/* Footprint tables on the CPU: found by themselves where objects at rest share all values and their place
 * within a cell, as units of games with tiles do. An update of the whole layer looks for them; what has no
 * table, or has none that fits in their (bounded) memory, is computed. Tables stay from update to update. */
#include "src/core/context.h"
#include "src/cpu/cpu.h"
#include "src/cpu/influence/update.h"

#include <string.h>

enum {
    KINDS = 256,          /* of objects that have tables; on hexagonal grids each row has its own */
    KINDS_MOST = 4096,    /* there */
    FLOATS = 1024 * 1024, /* of all tables; at most as many as the map has cells */
    FLOATS_MOST = 4 * FLOATS,
    USES_LEAST = 8, /* of a table; fewer are not worth making it */
    MADE_MOST = 64, /* tables, in an update */
    SAMPLE = 64,    /* objects that are looked at first */
    ROWS_MOST = 1200
};

/* All that the values around an anchor depend on. */
typedef struct table_key {
    float fx, fy, strength, reach, rate, half_hi, half_lo;
    int32_t kind_and_parity;
} table_key;

typedef struct table_entry {
    table_key key;
    size_t floats;   /* that its table takes, 0: there is none */
    uint32_t update; /* that used it last */
    int32_t uses;    /* until there is a table */
    int32_t unfit;   /* 1: no table can be made of it */
} table_entry;

struct cpu_tables {
    table_entry *entries;
    influence_table *tables; /* of the entries */
    int16_t *slots;          /* entry + 1, by hash */
    int32_t capacity, slot_count, count;
    float *floats; /* with a step more than may be used */
    size_t size, used;
    uint32_t update;
    int32_t full; /* 1: a table had no room; none is made until all are forgotten */
};

/* Floats of a table of this reach, about: the cells of a circle; of each row half a step that is unused, and
 * two that say where it is. */
static size_t floats_for(float reach)
{
    const size_t cells = (size_t)scalar_min(reach, 500.0f) + 1, rows = cells * 7 / 3 + 2;
    return cells * cells * 15 / 4 + rows * (INFLUENCE_TABLE_STEP / 2 + 2) + (size_t)2 * INFLUENCE_TABLE_STEP;
}

/* On hexagonal grids rounding gives each row a place of its own within its cells. */
static void choose_sizes(const cpu_map *m, float typical_distance)
{
    struct cpu_tables *t = m->tables;
    t->capacity = KINDS;
    t->size = m->cells < FLOATS ? m->cells : FLOATS;
    if (m->grid.hex) {
        const int32_t rows = m->grid.world_height < m->capacity ? m->grid.world_height : m->capacity;
        const int32_t kinds = rows < KINDS_MOST - KINDS ? rows : KINDS_MOST - KINDS;
        const size_t floats = (size_t)kinds * floats_for(typical_distance);
        t->capacity += kinds;
        t->size = floats > t->size ? floats : t->size;
        t->size = t->size < FLOATS_MOST ? t->size : FLOATS_MOST;
    }
    t->slot_count = 1024;
    while (t->slot_count < 4 * t->capacity)
        t->slot_count *= 2;
}

throng_status throng_cpu_tables_create(cpu_map *m, float typical_distance)
{
    throng_status status = THRONG_OK;
    if (m->terrain || m->capacity < USES_LEAST)
        return status;
    struct cpu_tables *t = m->tables =
        throng_cpu_allocate(m->context, &m->bytes, 1, sizeof *m->tables, "footprint tables", &status);
    if (status != THRONG_OK)
        return status;
    m->table_simd = m->context->simd;
    /* short rows leave less of a vector unused */
    if (m->halved && m->context->simd->isa == THRONG_ISA_AVX512 && throng_cpu_simd(THRONG_ISA_AVX2))
        m->table_simd = throng_cpu_simd(THRONG_ISA_AVX2);
    choose_sizes(m, typical_distance);
    t->entries = throng_cpu_allocate(m->context, &m->bytes, (size_t)t->capacity, sizeof *t->entries,
                                     "footprint tables", &status);
    t->tables = throng_cpu_allocate(m->context, &m->bytes, (size_t)t->capacity, sizeof *t->tables,
                                    "footprint tables", &status);
    t->slots = throng_cpu_allocate(m->context, &m->bytes, (size_t)t->slot_count, sizeof *t->slots,
                                   "footprint tables", &status);
    t->floats = throng_cpu_allocate(m->context, &m->bytes, t->size + INFLUENCE_TABLE_STEP, sizeof(float),
                                    "footprint tables", &status);
    m->table_of = throng_cpu_allocate(m->context, &m->bytes, (size_t)m->capacity, sizeof *m->table_of,
                                      "the tables of objects", &status);
    return status;
}

void throng_cpu_tables_destroy(cpu_map *m)
{
    struct cpu_tables *t = m->tables;
    if (!t)
        return;
    throng_cpu_free(m->context, &m->bytes, t->entries, (size_t)t->capacity, sizeof *t->entries);
    throng_cpu_free(m->context, &m->bytes, t->tables, (size_t)t->capacity, sizeof *t->tables);
    throng_cpu_free(m->context, &m->bytes, t->slots, (size_t)t->slot_count, sizeof *t->slots);
    throng_cpu_free(m->context, &m->bytes, t->floats, t->size + INFLUENCE_TABLE_STEP, sizeof(float));
    throng_cpu_free(m->context, &m->bytes, m->table_of, (size_t)m->capacity, sizeof *m->table_of);
    throng_cpu_free(m->context, &m->bytes, t, 1, sizeof *t);
}

/* ---------------------------------------------------------------- keys ------------------------------ */

static int32_t is_at_rest(const influence_source *s)
{
    return !(s->kind & INFLUENCE_ADJUSTED) && s->row_first <= s->row_last;
}

static int32_t kind_and_parity(const cpu_map *m, const influence_source *s)
{
    return s->kind | (m->grid.hex ? (s->row & 1) << 8 : 0);
}

static table_key key_of(const cpu_map *m, const influence_source *s)
{
    return (table_key){s->fx,   s->fy,      s->strength, s->reach,
                       s->rate, s->half_hi, s->half_lo,  kind_and_parity(m, s)};
}

static int32_t differ(float a, float b) { return scalar_to_bits(a) ^ scalar_to_bits(b); }

static int32_t is_key_of(const cpu_map *m, const table_key *k, const influence_source *s)
{
    return (differ(k->fx, s->fx) | differ(k->fy, s->fy) | differ(k->strength, s->strength) |
            differ(k->reach, s->reach) | differ(k->rate, s->rate) | differ(k->half_hi, s->half_hi) |
            differ(k->half_lo, s->half_lo) | (k->kind_and_parity ^ kind_and_parity(m, s))) == 0;
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
    memset(t->slots, 0, (size_t)t->slot_count * sizeof *t->slots);
    t->count = 0;
    t->used = 0;
    t->full = 0;
}

/* The entry of a source, a new one where there is none; -1: no room. */
static int32_t entry_of(const cpu_map *m, const influence_source *s)
{
    struct cpu_tables *t = m->tables;
    const table_key key = key_of(m, s);
    const uint32_t last = (uint32_t)t->slot_count - 1;
    uint32_t slot = hash_of(&key) & last;
    for (; t->slots[slot]; slot = (slot + 1) & last)
        if (is_key_of(m, &t->entries[t->slots[slot] - 1].key, s))
            return t->slots[slot] - 1;
    if (t->count == t->capacity)
        return -1;
    t->entries[t->count] = (table_entry){.key = key};
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

static size_t steps_of(size_t floats)
{
    return (floats + INFLUENCE_TABLE_STEP - 1) / INFLUENCE_TABLE_STEP * INFLUENCE_TABLE_STEP;
}

/* Columns of a row, of a tile or relative to an anchor; none where first > last. */
typedef struct row_span {
    int16_t first, last;
} row_span;

/* The spans of a tile's rows, and the columns of all; 0: a value is too small. */
static int32_t find_spans(const cpu_map *m, const influence_tile *tile, row_span *spans, row_span *all)
{
    *all = (row_span){INT16_MAX, -1};
    for (int32_t k = 0; k < tile->row_count; k++) {
        int32_t first, last;
        if (!span_of(m->sums + (size_t)k * (size_t)tile->pitch, tile->column_count, &first, &last))
            return 0;
        spans[k] = (row_span){(int16_t)first, (int16_t)last};
        if (first <= last && first < all->first)
            all->first = (int16_t)first;
        if (last > all->last)
            all->last = (int16_t)last;
    }
    return all->first <= all->last;
}

/* Turns columns into steps from `left` on: the first one, and the last. */
static void turn_into_steps(row_span *spans, int32_t rows, int32_t left)
{
    for (int32_t k = 0; k < rows; k++)
        if (spans[k].first <= spans[k].last)
            spans[k] = (row_span){(int16_t)((spans[k].first - left) / INFLUENCE_TABLE_STEP),
                                  (int16_t)((spans[k].last - left) / INFLUENCE_TABLE_STEP)};
}

/* Gives all rows the same steps where that is little more work: it adds zeros. */
static void even_out(row_span *spans, int32_t rows)
{
    row_span all = {INT16_MAX, -1};
    int32_t sum = 0;
    for (int32_t k = 0; k < rows; k++) {
        if (spans[k].first > spans[k].last)
            continue;
        sum += spans[k].last - spans[k].first + 1;
        if (spans[k].first < all.first)
            all.first = spans[k].first;
        if (spans[k].last > all.last)
            all.last = spans[k].last;
    }
    for (int32_t k = 0; k < rows && 8 * rows * (all.last - all.first + 1) <= 9 * sum; k++)
        spans[k] = all;
}

/* Whether a row has a step more than those around it, as the middle of a circle. */
static int32_t is_peak(const row_span *spans, int32_t rows, int32_t k)
{
    return k > 0 && k + 1 < rows && spans[k].last > spans[k].first &&
           spans[k - 1].last == spans[k].last - 1 && spans[k + 1].last == spans[k].last - 1;
}

/* Rows with the same steps become a run; the last step of a peak is a run of its own. Returns how many;
 * *floats: what all values take. */
static int32_t lay_runs(row_span *spans, int32_t rows, int32_t left, influence_table_run *runs,
                        size_t *floats)
{
    const int32_t step = INFLUENCE_TABLE_STEP;
    int32_t count = 0, at = 0;
    turn_into_steps(spans, rows, left);
    for (int32_t k = 0; k < rows; k++)
        if (is_peak(spans, rows, k)) {
            const int32_t column = left + spans[k].last-- * step;
            runs[count++] = (influence_table_run){(int16_t)k, 1, (int16_t)column, 1, at};
            at += step;
        }
    even_out(spans, rows);
    influence_table_run *last = NULL;
    for (int32_t k = 0; k < rows; k++) {
        const int32_t column = left + spans[k].first * step, steps = spans[k].last + 1 - spans[k].first;
        if (steps <= 0)
            continue;
        if (last && last->column == column && last->steps == steps && last->first + last->count == k) {
            last->count++;
        } else {
            last = &runs[count++];
            *last = (influence_table_run){(int16_t)k, 1, (int16_t)column, (int16_t)steps, at};
        }
        at += steps * step;
    }
    *floats = (size_t)at;
    return count;
}

/* The values of a run; columns of the tile become relative to the anchor. */
static void copy_run(const cpu_map *m, const influence_tile *tile, int32_t anchor, influence_table_run *run,
                     float *values)
{
    const int32_t columns = run->steps * INFLUENCE_TABLE_STEP;
    float *to = values + run->at;
    for (int32_t k = run->first; k < run->first + run->count; k++, to += columns)
        for (int32_t i = 0; i < columns; i++)
            to[i] =
                run->column + i < tile->column_count
                    ? m->sums[(size_t)k * (size_t)tile->pitch + (size_t)(run->column + i)] * INFLUENCE_UNSCALE
                    : 0.0f;
    run->column = (int16_t)(run->column - anchor);
}

/* Makes a table out of what compute() left, if there is room. Returns 0 if there never will be, or no table
 * is possible. */
static int32_t lay_table(cpu_map *m, int32_t number, const influence_tile *tile,
                         const influence_source *placed)
{
    struct cpu_tables *t = m->tables;
    row_span spans[ROWS_MOST], all;
    size_t floats;
    if (tile->row_count > ROWS_MOST || !find_spans(m, tile, spans, &all))
        return 0;
    const size_t most = 2 * (size_t)tile->row_count * sizeof(influence_table_run) / sizeof(float);
    if (most > t->size)
        return 0;
    t->full |= most > t->size - t->used;
    if (t->full)
        return 1;
    influence_table_run *runs = (influence_table_run *)(void *)(t->floats + t->used);
    const int32_t count = lay_runs(spans, tile->row_count, all.first, runs, &floats);
    /* a step at least: it can be read before the values */
    const size_t head = steps_of((size_t)count * sizeof *runs / sizeof(float) + 1);
    if (head + floats > t->size)
        return 0;
    t->full = head + floats > t->size - t->used;
    if (t->full)
        return 1;
    float *values = t->floats + t->used + head;
    influence_table table = {.top = tile->row_first - placed->row,
                             .rows = tile->row_count,
                             .left = all.first - placed->column,
                             .last = all.last - placed->column,
                             .run_count = count,
                             .runs = runs,
                             .values = values};
    const int32_t columns = table.last - table.left + 1;
    table.right = table.left + (int32_t)steps_of((size_t)columns);
    for (int32_t r = 0; r < count; r++)
        copy_run(m, tile, placed->column, &runs[r], values);
    t->tables[number] = table;
    t->entries[number].floats = head + floats;
    t->used += head + floats;
    return 1;
}

static void make(cpu_map *m, int32_t number, const influence_source *source)
{
    influence_tile tile;
    influence_source placed;
    m->tables->entries[number].unfit =
        !compute(m, source, &tile, &placed) || !lay_table(m, number, &tile, &placed);
}

/* ---------------------------------------------------------------- finding --------------------------- */

/* What the objects of an update have. */
typedef struct found_tables {
    int32_t with, without; /* a table; objects without any cell count as neither */
    int32_t missing;       /* 1: a table is to be made */
    int32_t left_out;      /* for whose keys there is no room */
} found_tables;

/* Finds the entries of all objects. Most have the one that they had in the last update. */
static found_tables find(cpu_map *m, const cpu_layer *l, int32_t count)
{
    struct cpu_tables *t = m->tables;
    found_tables found = {0, 0, 0, 0};
    t->update++;
    for (int32_t i = 0; i < count; i++) {
        const influence_source *s = &l->sources[i];
        int32_t number = m->table_of[i];
        if (!is_at_rest(s)) {
            m->table_of[i] = -1;
            found.without += s->row_first <= s->row_last;
            continue;
        }
        if (number < 0 || number >= t->count || !is_key_of(m, &t->entries[number].key, s))
            m->table_of[i] = (int16_t)(number = entry_of(m, s));
        if (number < 0) {
            found.left_out++;
            continue;
        }
        table_entry *e = &t->entries[number];
        e->update = t->update;
        found.with += e->floats > 0;
        if (e->floats == 0) {
            found.without++;
            e->uses += e->uses < USES_LEAST;
            found.missing |= !e->unfit && e->uses == USES_LEAST;
        }
    }
    found.without += found.left_out;
    return found;
}

/* Whether others need what entries take that nobody uses: room for keys, or a quarter of the memory. */
static int32_t is_stale(const struct cpu_tables *t, int32_t left_out)
{
    int32_t idle = 0;
    size_t floats = 0;
    for (int32_t k = 0; k < t->count; k++)
        if (t->entries[k].update != t->update) {
            idle++;
            floats += t->entries[k].floats;
        }
    return (left_out > 0 && idle > t->capacity / 4) || (t->full && floats > t->size / 4);
}

/* Makes some of the tables that are missing. */
static void make_missing(cpu_map *m, const cpu_layer *l, int32_t count, found_tables *found)
{
    struct cpu_tables *t = m->tables;
    int32_t made = 0;
    for (int32_t i = 0; i < count && made < MADE_MOST && !t->full; i++) {
        const table_entry *e = m->table_of[i] < 0 ? NULL : &t->entries[m->table_of[i]];
        if (!e || e->floats > 0 || e->unfit || e->uses < USES_LEAST)
            continue;
        make(m, m->table_of[i], &l->sources[i]);
        made++;
    }
    found->with = found->without = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t number = m->table_of[i];
        found->with += number >= 0 && t->entries[number].floats > 0;
        found->without +=
            number < 0 ? l->sources[i].row_first <= l->sources[i].row_last : t->entries[number].floats == 0;
    }
}

int32_t throng_cpu_tables_find(cpu_map *m, const cpu_layer *l, int32_t count)
{
    struct cpu_tables *t = m->tables;
    if (!t || count < USES_LEAST || !is_worth_looking(l, count))
        return CPU_TABLES_NONE;
    found_tables found = find(m, l, count);
    if ((found.left_out > 0 || t->full) && is_stale(t, found.left_out)) {
        forget(t);
        found = find(m, l, count);
    }
    if (found.missing && !t->full)
        make_missing(m, l, count, &found);
    return found.with == 0 ? CPU_TABLES_NONE : found.without > 0 ? CPU_TABLES_SOME : CPU_TABLES_ALL;
}

const influence_table *throng_cpu_table_at(const cpu_map *m, uint32_t object)
{
    const int32_t number = m->table_of[object];
    return number < 0 || m->tables->entries[number].floats == 0 ? NULL : &m->tables->tables[number];
}

const influence_table *throng_cpu_tables_all(const cpu_map *m) { return m->tables->tables; }

int32_t throng_cpu_tables_tallest(const cpu_map *m)
{
    const struct cpu_tables *t = m->tables;
    int32_t rows = 0;
    for (int32_t k = 0; k < t->count; k++)
        if (t->entries[k].update == t->update && t->entries[k].floats > 0 && t->tables[k].rows > rows)
            rows = t->tables[k].rows;
    return rows;
}
