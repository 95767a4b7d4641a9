/* Footprints of obstacle-aware influence: what each object adds to the map, kept between updates. */
#include "src/core/context.h"
#include "src/core/parallel.h"
#include "src/cpu/influence/update.h"
#include "src/terrain/terrain.h"

#include <string.h>

#ifndef THRONG_POOL_UNITS /* tests make do with less */
#define THRONG_POOL_UNITS (4 * 1024 * 1024)
#endif

enum {
    POOL_UNITS = THRONG_POOL_UNITS, /* 256 MiB a layer; more only where a single footprint needs it */
    OBJECTS_AT_ONCE = 128,          /* that a task takes at most: among so many there are some of a size */
    OBJECTS_TOGETHER = 32           /* that are written together, where lanes are widest */
};

throng_status throng_cpu_footprints_create(cpu_map *m, cpu_footprints *p)
{
    throng_status status = THRONG_OK;
    size_t capacity = (size_t)m->capacity;
    p->sizes = throng_cpu_allocate(m->context, &m->bytes, capacity, sizeof *p->sizes,
                                   "the sizes of footprints", &status);
    p->places = throng_cpu_allocate(m->context, &m->bytes, capacity, sizeof *p->places,
                                    "the offsets of footprints", &status);
    p->stale = throng_cpu_allocate(m->context, &m->bytes, capacity, 1, "the marks of footprints", &status);
    p->terrain_version = m->terrain->version;
    return status;
}

void throng_cpu_footprints_destroy(cpu_map *m, cpu_footprints *p)
{
    size_t capacity = (size_t)m->capacity;
    throng_cpu_free(m->context, &m->bytes, p->sizes, capacity, sizeof *p->sizes);
    throng_cpu_free(m->context, &m->bytes, p->places, capacity, sizeof *p->places);
    throng_cpu_free(m->context, &m->bytes, p->stale, capacity, 1);
    throng_cpu_free(m->context, &m->bytes, p->pool, p->units + 1, FOOTPRINT_UNIT * sizeof(float));
}

/* All values are 0, and there is no object. */
void throng_cpu_footprints_reset(cpu_layer *l)
{
    l->footprints.total = 0;
    l->footprints.binned = 0;
}

static uint32_t size_of(const cpu_map *m, const influence_object *o)
{
    return (uint32_t)footprint_units(footprint_bound(o, &m->grid));
}

/* A larger piece of memory in place of *memory, whose contents are not kept. */
static throng_status grow(cpu_map *m, void **memory, size_t *count, size_t wanted, size_t size, size_t times,
                          const char *what)
{
    throng_status status = THRONG_OK;
    if (wanted <= *count)
        return status;
    void *more = throng_cpu_allocate(m->context, &m->bytes, times, wanted * size, what, &status);
    if (status == THRONG_OK) {
        throng_cpu_free(m->context, &m->bytes, *memory, times, *count * size);
        *memory = more;
        *count = wanted;
    }
    return status;
}

/* A larger pool. Behind its units is one more: vectors read beyond the end of the last row. */
static throng_status grow_pool(cpu_map *m, cpu_footprints *p, size_t wanted)
{
    size_t units = p->pool ? p->units + 1 : 0;
    const throng_status status =
        grow(m, (void **)&p->pool, &units, wanted + 1, FOOTPRINT_UNIT * sizeof(float), 1, "footprints");
    p->units = p->pool ? units - 1 : 0;
    return status;
}

/* What objects need. */
typedef struct sizes_job {
    cpu_map *m;
    cpu_layer *l;
    int32_t first, count;
    const char *objects;
    size_t stride;
    uint64_t total;   /* of the layer, with them */
    uint32_t largest; /* there ever was */
    size_t scratch;
} sizes_job;

static influence_object object_of(const sizes_job *job, int32_t i)
{
    influence_object o;
    memcpy(&o, job->objects + (size_t)i * job->stride, sizeof o);
    return o;
}

static void find_sizes(sizes_job *job)
{
    const cpu_map *m = job->m;
    for (int32_t i = 0; i < job->count; i++) {
        const influence_object o = object_of(job, i);
        const uint32_t size = size_of(m, &o);
        const size_t bytes = m->context->simd->footprint_scratch(&o, &m->grid);
        const int32_t known = job->first + i < job->l->count;
        job->total += size - (uint64_t)(known ? job->l->footprints.sizes[job->first + i] : 0);
        job->largest = size > job->largest ? size : job->largest;
        job->scratch = bytes > job->scratch ? bytes : job->scratch;
    }
}

static void set_sizes(const sizes_job *job)
{
    cpu_footprints *p = &job->l->footprints;
    for (int32_t i = 0; i < job->count; i++) {
        const influence_object o = object_of(job, i);
        const uint32_t size = size_of(job->m, &o);
        if (job->first + i >= job->l->count || p->sizes[job->first + i] != size)
            p->binned = 0;
        p->sizes[job->first + i] = size;
    }
}

/* Memory for what a job found; `more`: some beyond that, where objects are added in small parts. */
static throng_status make_memory(const sizes_job *job, int32_t more)
{
    cpu_map *m = job->m;
    cpu_footprints *p = &job->l->footprints;
    const size_t scratch = (job->scratch + 63) / 64 * 64;
    size_t units = job->total < POOL_UNITS ? (size_t)job->total : POOL_UNITS;
    units = units < job->largest ? job->largest : units;
    throng_status status = THRONG_OK;
    if (job->total > units && !m->carry)
        m->carry = throng_cpu_allocate(m->context, &m->bytes, m->cells, sizeof(float),
                                       "the sums between rounds", &status);
    if (status == THRONG_OK)
        status = grow(m, (void **)&m->scratch, &m->scratch_bytes, scratch, 1, (size_t)m->tasks,
                      "the scratch memory of footprints");
    if (status == THRONG_OK && units > p->units) {
        size_t wanted = more && p->units && units + units / 4 < POOL_UNITS ? units + units / 4 : units;
        if (job->l->later.held)
            m->complete(m); /* it has footprints in the memory that goes */
        status = grow_pool(m, p, wanted);
        p->binned = status == THRONG_OK ? 0 : p->binned;
    }
    return status;
}

throng_status throng_cpu_footprints_reserve(cpu_map *m, cpu_layer *l, int32_t first, int32_t count,
                                            const void *objects, size_t stride)
{
    cpu_footprints *p = &l->footprints;
    sizes_job job = {m, l, first, count, objects, stride, p->total, p->largest, 0};
    find_sizes(&job);
    const throng_status status = make_memory(&job, 1);
    if (status != THRONG_OK)
        return status;
    if (l->later.in_passes)
        m->complete(m);
    p->total = job.total;
    p->largest = job.largest;
    set_sizes(&job);
    return THRONG_OK;
}

throng_status throng_cpu_footprints_prepare(cpu_map *m, cpu_layer *l, int32_t count, const void *object)
{
    sizes_job job = {.m = m, .l = l, .first = l->count, .count = 1, .objects = object};
    find_sizes(&job);
    job.total = (uint64_t)job.largest * (uint64_t)count;
    return make_memory(&job, 0);
}

void throng_cpu_footprints_truncate(cpu_layer *l, int32_t count)
{
    for (int32_t i = count; i < l->count; i++)
        l->footprints.total -= l->footprints.sizes[i];
}

/* ---------------------------------------------------------------- terrain --------------------------- */

/* Whether a change of the walls may concern a footprint. Regions count rows as the terrain does, whose
 * worlds may be the only one of many. */
static int32_t concerns(const cpu_update *u, relax_area area)
{
    const cpu_map *m = u->m;
    if (u->region_count < 0)
        return 1;
    if (m->grid.walls_rows == 0)
        area.row %= m->grid.world_height;
    for (int32_t i = 0; i < u->region_count; i++) {
        const throng_region *r = &u->regions[i];
        if (r->column < area.column + area.columns && area.column < r->column + r->width &&
            r->row < area.row + area.rows && area.row < r->row + r->height)
            return 1;
    }
    return 0;
}

static void look_again(void *data, int32_t index)
{
    const cpu_update *u = data;
    const cpu_map *m = u->m;
    cpu_layer *l = u->l;
    const cpu_range objects = throng_cpu_update_part(u, index);
    for (int32_t i = objects.first; i < objects.end; i++) {
        influence_source *source = &l->sources[i];
        const influence_source before = *source;
        influence_set_motion(source, &l->objects[i], &m->grid, u->walls);
        if (!throng_cpu_same_source(&before, source) ||
            (!l->footprints.stale[i] && concerns(u, footprint_area(source, &m->grid))))
            throng_cpu_source_changed(m, l, i, 1);
    }
}

void throng_cpu_footprints_changes(cpu_update *u)
{
    cpu_footprints *p = &u->l->footprints;
    u->region_count = throng_terrain_changes(u->m->terrain, p->terrain_version, u->regions);
    p->terrain_version = u->version;
}

void throng_cpu_footprints_look(cpu_update *u)
{
    if (u->count > 0)
        throng_run(u->m->context, u->parts, look_again, u);
}

/* ---------------------------------------------------------------- update ---------------------------- */

typedef struct write_job {
    const cpu_update *u;
    int32_t first, at_once; /* object; as many as a task takes */
} write_job;

/* As many as go together, or some times that; several tasks take turns of about a quarter of their share. */
static int32_t objects_at_once(int32_t count, int32_t tasks)
{
    const int32_t share = count > tasks ? (count + tasks - 1) / tasks : 1,
                  turn = tasks > 1 ? share / 4 : share;
    if (turn < OBJECTS_TOGETHER)
        return share < OBJECTS_TOGETHER ? share : OBJECTS_TOGETHER;
    return turn < OBJECTS_AT_ONCE ? turn / OBJECTS_TOGETHER * OBJECTS_TOGETHER : OBJECTS_AT_ONCE;
}

static void write_from_table(const cpu_map *m, const footprint_item *items, int32_t count)
{
    const cpu_table *t = m->table;
    for (int32_t i = 0; i < count; i++) {
        const influence_source *s = items[i].source;
        size_t row = (size_t)(s->row % m->grid.world_height * m->grid.width + s->column) * (size_t)t->cells;
        m->context->simd->table_footprint(items[i].values, s, items[i].area, &m->grid, t->lengths + row,
                                          t->firsts + row);
    }
}

static void write_footprints(void *data, int32_t index)
{
    const write_job *job = data;
    const cpu_map *m = job->u->m;
    cpu_layer *l = job->u->l;
    cpu_footprints *p = &l->footprints;
    void *scratch = m->scratch ? m->scratch + (size_t)index * m->scratch_bytes : NULL;
    int32_t first, some;
    while ((some = throng_claim(m->context, index, job->at_once, &first)) > 0) {
        footprint_item items[OBJECTS_AT_ONCE];
        int32_t count = 0;
        for (int32_t i = job->first + first; i < job->first + first + some; i++) {
            const relax_area area = footprint_area(&l->sources[i], &m->grid);
            if (p->stale[i] && area.columns > 0) /* where none has a cell, there is no pool */
                items[count++] =
                    (footprint_item){&l->sources[i], p->pool + p->places[i] * FOOTPRINT_UNIT, area};
        }
        if (m->table)
            write_from_table(m, items, count);
        else
            m->context->simd->footprint_write_all(items, count, scratch, job->u->walls, &m->grid);
    }
}

int32_t throng_cpu_footprints_place(cpu_layer *l, int32_t objects, int32_t first, int32_t *moved)
{
    cpu_footprints *p = &l->footprints;
    const int32_t resident = throng_cpu_footprints_fit(l);
    int32_t last = first;
    size_t place = 0;
    *moved = !resident || !p->binned;
    if (*moved) {
        while (last < objects && (resident || place + p->sizes[last] <= p->units)) {
            p->places[last] = place;
            place += p->sizes[last++];
        }
    } else {
        last = objects;
    }
    p->binned = resident;
    return last - first;
}

void throng_cpu_footprints_moved(cpu_layer *l, int32_t first, int32_t count)
{
    memset(l->footprints.stale + first, 1, (size_t)count);
}

void throng_cpu_footprints_write(cpu_update *u, int32_t first, int32_t count)
{
    const int32_t at_once = objects_at_once(count, u->m->tasks);
    write_job job = {u, first, at_once};
    throng_run_shared(u->m->context, count / at_once + 1, count, write_footprints, &job);
    memset(u->l->footprints.stale + first, 0, (size_t)count);
}

int32_t throng_cpu_footprints_fit(const cpu_layer *l) { return l->footprints.total <= l->footprints.units; }

void throng_cpu_footprints_add(const cpu_map *m, const cpu_layer *l, float *sums, const influence_tile *tile,
                               const uint32_t *list, uint32_t count)
{
    const cpu_footprints *p = &l->footprints;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = list[k];
        m->context->simd->footprint_add(sums, tile, footprint_area(&l->sources[i], &m->grid),
                                        p->pool + p->places[i] * FOOTPRINT_UNIT);
    }
}
