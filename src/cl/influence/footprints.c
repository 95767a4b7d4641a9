/* Propagation: memory for the footprints of objects, the device's terrain, and the kernels that fill the
 * footprints and add them. */
#include "src/cl/influence/update.h"
#include "src/core/environment.h"
#include "src/core/memory.h"
#include "src/influence/influence.h"
#include "src/terrain/terrain.h"

#include "src/cl/terrain/terrain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POOL_BYTES = 256 * 1024 * 1024,    /* footprints of a layer; more only where a single one needs it */
    SCRATCH_BYTES = 256 * 1024 * 1024, /* of all tasks; the same */
    UNIT_BYTES = FOOTPRINT_UNIT * sizeof(float),
    TASKS_EACH = 2,          /* for each compute unit: one that is late leaves less behind */
    NEAR_BYTES = 32 * 1024,  /* of a window in local memory: some groups share a compute unit's */
    NEAR_SHARED_BYTES = 512, /* what the kernels use beside it */
    INT16_LANES = 16         /* lanes of int16 in simd_opencl.h, except at width 1 */
};

static influence_grid grid_of(const throng_cl_influence *map)
{
    const influence_plan *plan = &map->plan;
    return (influence_grid){
        .width = plan->width,
        .height = plan->height,
        .hex = influence_plan_hex(plan),
        .cell_size = plan->cell_size,
        .kind = plan->kind,
        .propagation = plan->propagation,
        .world_height = plan->world_height,
        .walls_pitch = plan->walls_pitch,
        .walls_rows = plan->walls_rows,
        .first_column = plan->first_column,
        .first_row = plan->first_row,
    };
}

/* ---------------------------------------------------------------- storage --------------------------- */

/* Footprints take at most an eighth of the device's memory, but one has to fit. */
static uint64_t most_bytes(const throng_cl_influence *map, uint64_t most)
{
    uint64_t eighth = map->object.cl->device.info.memory_bytes / 8;
    most = most < eighth ? most : eighth;
    return most < map->object.cl->most_bytes ? most : map->object.cl->most_bytes;
}

/* Tests reach the rounds, and windows outside of local memory, by smaller limits. */
static uint64_t fewer(const char *name, uint64_t limit)
{
    const char *text = throng_environment(name);
    uint64_t wanted = text ? strtoull(text, NULL, 10) : 0;
    return wanted > 0 && wanted < limit ? wanted : limit;
}

throng_status throng_cl_footprints_kernels(throng_cl_influence *map)
{
    struct throng_cl *cl = map->object.cl;
    char options[128];
    cl_program program;
    throng_cl_walk *walk = &map->walk;
    snprintf(options, sizeof options,
             "-DTHRONG_WIDTH=%d -DGROUP=%u -DFOOTPRINT_GRID=%d -DFOOTPRINT_PROPAGATION=%d", (int)cl->width,
             (unsigned)throng_cl_influence_group(map), (int)map->plan.kind, (int)map->plan.propagation);
    throng_status status = throng_cl_program(cl, "influence/footprint.cl", options, &program);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "footprint_prepare", &walk->prepare);
    if (status == THRONG_OK && !map->sorted)
        status = throng_cl_kernel(cl, program, "footprint_compute", &walk->compute);
    if (status == THRONG_OK && map->sorted)
        status = throng_cl_kernel(cl, program, "footprint_near", &walk->near);
    if (status == THRONG_OK && map->sorted)
        status = throng_cl_kernel(cl, program, "footprint_far", &walk->far);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "footprint_sum", &walk->sum);
    return status;
}

void throng_cl_footprints_release_kernels(throng_cl_influence *map)
{
    cl_kernel kernels[] = {map->walk.prepare, map->walk.compute, map->walk.near, map->walk.far,
                           map->walk.sum};
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            map->object.cl->api.clReleaseKernel(kernels[i]);
}

throng_status throng_cl_footprints_host(throng_cl_influence *map)
{
    throng_cl_walk *walk = &map->walk;
    size_t capacity = (size_t)map->shape.object_capacity;
    walk->unit_limit = most_bytes(map, POOL_BYTES) / UNIT_BYTES;
    walk->unit_limit = fewer("THRONG_CL_PATCHES", walk->unit_limit);
    uint64_t local = map->object.cl->local_bytes / 2;
    local = local < NEAR_BYTES ? local : NEAR_BYTES;
    local = local > NEAR_SHARED_BYTES ? local - NEAR_SHARED_BYTES : 0;
    walk->near_limit = (size_t)fewer("THRONG_CL_WINDOW", local);
    for (int32_t i = 0; i < map->shape.layers && capacity > 0; i++) {
        uint32_t *sizes = throng_allocate(map->object.cl->allocator, capacity * sizeof *sizes);
        if (!sizes)
            return throng_cl_note_memory(map->object.cl, "sizes of footprints", capacity * sizeof *sizes);
        map->layers[i].footprints.sizes = sizes;
        map->object.host_bytes += capacity * sizeof *sizes;
    }
    return THRONG_OK;
}

void throng_cl_footprints_release_host(throng_cl_influence *map)
{
    for (int32_t i = 0; i < map->shape.layers; i++)
        throng_release(map->object.cl->allocator, map->layers[i].footprints.sizes,
                       (size_t)map->shape.object_capacity * sizeof(uint32_t));
}

throng_status throng_cl_footprints_buffers(throng_cl_influence *map)
{
    size_t capacity = (size_t)map->shape.object_capacity;
    throng_status status = throng_cl_terrain_make(map->object.cl, map->shape.terrain, map->object.lost);
    for (int32_t i = 0; i < map->shape.layers && status == THRONG_OK; i++) {
        throng_cl_footprints *p = &map->layers[i].footprints;
        status =
            throng_cl_object_buffer(&map->object, "sources", capacity, sizeof(influence_source), &p->sources);
        if (status == THRONG_OK)
            status = throng_cl_object_buffer(&map->object, "the offsets of footprints", capacity,
                                             sizeof(cl_uint), &p->places);
        if (status == THRONG_OK)
            status = throng_cl_object_buffer(&map->object, "marks of tiles", map->tiles, sizeof(cl_int),
                                             &p->dirty);
        if (status == THRONG_OK)
            status = throng_cl_object_buffer(&map->object, "the marks of footprints", capacity,
                                             sizeof(cl_int), &p->stale);
    }
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&map->object, "changes of terrain", THRONG_TERRAIN_CHANGES,
                                         sizeof(throng_region), &map->walk.regions);
    if (status == THRONG_OK && !map->sorted)
        status = throng_cl_object_buffer(&map->object, "the counters of passes", 2, sizeof(cl_uint),
                                         &map->walk.turn);
    return status;
}

void throng_cl_footprints_release(throng_cl_influence *map)
{
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_footprints *p = &map->layers[i].footprints;
        throng_cl_object_release(&map->object, &p->sources);
        throng_cl_object_release(&map->object, &p->places);
        throng_cl_object_release(&map->object, &p->pool);
        throng_cl_object_release(&map->object, &p->dirty);
        throng_cl_object_release(&map->object, &p->stale);
        p->units = 0;
    }
    throng_cl_object_release(&map->object, &map->walk.regions);
    throng_cl_object_release(&map->object, &map->walk.turn);
    throng_cl_object_release(&map->object, &map->walk.scratch);
    map->walk.scratch_bytes = 0;
}

void throng_cl_footprints_reset(throng_cl_influence *map)
{
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_footprints *p = &map->layers[i].footprints;
        p->total = 0;
        p->binned = 0;
        p->kept = 0;
        p->known = 0;
        p->all = 0;
        p->blended = 0;
    }
}

/* ---------------------------------------------------------------- sizes ----------------------------- */

static influence_object object_at(const void *objects, size_t stride, int32_t i)
{
    influence_object object;
    memcpy(&object, (const char *)objects + (size_t)i * stride, sizeof object);
    return object;
}

static uint32_t size_of(const influence_object *o, const influence_grid *grid)
{
    return (uint32_t)footprint_units(footprint_bound(o, grid));
}

uint32_t throng_cl_footprints_most_tiles(const throng_cl_influence *map, const influence_object *o)
{
    const influence_grid grid = grid_of(map);
    const influence_plan *plan = &map->plan;
    const relax_area area = footprint_bound(o, &grid);
    if (area.columns == 0)
        return 0;
    /* n neighbouring cells lie in at most (n - 2) / size + 2 tiles, one in one */
    int32_t columns = area.columns > 1 ? (area.columns - 2) / plan->tile_width + 2 : 1;
    int32_t rows = area.rows > 1 ? (area.rows - 2) / plan->tile_height + 2 : 1;
    columns = columns < plan->tiles_x ? columns : plan->tiles_x;
    rows = rows < plan->tiles_y ? rows : plan->tiles_y;
    return (uint32_t)columns * (uint32_t)rows;
}

/* What a task of the binned form needs for an object; of the sorted one a group that has no memory for its
 * window in local memory, where *near says how much there is. */
static size_t scratch_of(const throng_cl_influence *map, const influence_object *o,
                         const influence_grid *grid, size_t *near)
{
    if (!map->sorted)
        return footprint_scratch_of(o, grid, INT16_LANES, map->object.cl->width);
    size_t key, bytes = footprint_group_scratch(o, grid, map->walk.near_limit, &key);
    if (key > 0)
        *near = bytes > *near ? bytes : *near;
    return key > 0 ? 0 : bytes;
}

static throng_status make_scratch(throng_cl_influence *map, size_t bytes, cl_mem *scratch, int32_t *tasks)
{
    uint64_t most = most_bytes(map, SCRATCH_BYTES);
    *tasks = TASKS_EACH * (int32_t)map->object.cl->device.info.compute_units;
    while (*tasks > 1 && (uint64_t)*tasks * bytes > most)
        --*tasks;
    return throng_cl_object_buffer(&map->object, "the scratch memory of footprints", (size_t)*tasks, bytes,
                                   scratch);
}

/* What objects need. */
typedef struct sizes_job {
    throng_cl_influence *map;
    throng_cl_layer *layer;
    int32_t first, count;
    const void *objects;
    size_t stride;
    uint64_t total; /* of the layer, with them */
    uint32_t largest;
    size_t scratch, near;
} sizes_job;

static void find_sizes(sizes_job *job)
{
    const influence_grid grid = grid_of(job->map);
    for (int32_t i = 0; i < job->count; i++) {
        influence_object o = object_at(job->objects, job->stride, i);
        uint32_t size = size_of(&o, &grid);
        size_t bytes = scratch_of(job->map, &o, &grid, &job->near);
        job->total += size;
        if (job->first + i < job->layer->count)
            job->total -= job->layer->footprints.sizes[job->first + i];
        job->largest = size > job->largest ? size : job->largest;
        job->scratch = bytes > job->scratch ? bytes : job->scratch;
    }
}

/* Memory for what a job found; `more`: some beyond that, where objects are added in small parts. */
static throng_status make_memory(const sizes_job *job, int more)
{
    throng_cl_influence *map = job->map;
    throng_cl_footprints *p = &job->layer->footprints;
    throng_cl_walk *walk = &map->walk;
    const size_t scratch = (job->scratch + 63) / 64 * 64;
    uint64_t limit = walk->unit_limit > job->largest ? walk->unit_limit : job->largest;
    uint64_t units = job->total < limit ? job->total : limit;
    throng_status status = THRONG_OK;
    cl_mem more_scratch = NULL, pool = NULL, carry = NULL;
    int32_t tasks = 0;
    if (job->total > limit && !map->carry)
        status =
            throng_cl_object_buffer(&map->object, "partial sums of cells", map->cells, sizeof(float), &carry);
    if (status == THRONG_OK && scratch > walk->scratch_bytes)
        status = make_scratch(map, scratch, &more_scratch, &tasks);
    if (status == THRONG_OK && units > p->units) {
        if (more && p->units && units + units / 4 <= limit)
            units += units / 4;
        /* and one more: vectors read beyond the end of the last row */
        status = throng_cl_object_buffer(&map->object, "footprints", (size_t)units + 1, UNIT_BYTES, &pool);
    }
    if (status != THRONG_OK) {
        throng_cl_object_release(&map->object, &carry);
        throng_cl_object_release(&map->object, &more_scratch);
        return status;
    }
    if (carry)
        map->carry = carry;
    if (pool && map->complete)
        map->complete(map, job->layer); /* it has footprints in the memory that goes */
    if (more_scratch) {
        throng_cl_object_release(&map->object, &walk->scratch);
        walk->scratch = more_scratch;
        walk->scratch_bytes = scratch;
        walk->tasks = tasks;
    }
    if (pool) { /* OpenCL keeps the old one until enqueued work is done with it */
        throng_cl_object_release(&map->object, &p->pool);
        p->pool = pool;
        p->units = units;
        p->kept = 0;
    }
    walk->near_bytes = job->near;
    return THRONG_OK;
}

throng_status throng_cl_footprints_reserve(throng_cl_influence *map, throng_cl_layer *layer, int32_t first,
                                           int32_t count, const void *objects, size_t stride)
{
    throng_cl_footprints *p = &layer->footprints;
    sizes_job job = {map,    layer,    first,      count, objects,
                     stride, p->total, p->largest, 0,     map->walk.near_bytes};
    find_sizes(&job);
    const throng_status status = make_memory(&job, 1);
    if (status == THRONG_OK)
        p->largest = job.largest;
    return status;
}

throng_status throng_cl_footprints_prepare(throng_cl_influence *map, throng_cl_layer *layer, int32_t count,
                                           const void *object)
{
    sizes_job job = {.map = map,
                     .layer = layer,
                     .first = layer->count,
                     .count = 1,
                     .objects = object,
                     .near = map->walk.near_bytes};
    find_sizes(&job);
    job.total = (uint64_t)job.largest * (uint64_t)count;
    return make_memory(&job, 0);
}

/* Objects from this one on have no place any more. */
static void misplace(throng_cl_footprints *p, int32_t first)
{
    p->binned = p->binned < first ? p->binned : first;
    p->kept = p->kept < first ? p->kept : first;
}

void throng_cl_footprints_set(throng_cl_influence *map, throng_cl_layer *layer, int32_t first, int32_t count,
                              const void *objects, size_t stride)
{
    throng_cl_footprints *p = &layer->footprints;
    const influence_grid grid = grid_of(map);
    for (int32_t i = first; i < first + count; i++) {
        influence_object o = object_at(objects, stride, i - first);
        uint32_t size = size_of(&o, &grid);
        int32_t known = i < layer->count;
        if (!known || p->sizes[i] != size)
            misplace(p, i);
        p->total += size;
        if (known)
            p->total -= p->sizes[i];
        p->sizes[i] = size;
    }
}

void throng_cl_footprints_truncate(throng_cl_layer *layer, int32_t count)
{
    throng_cl_footprints *p = &layer->footprints;
    for (int32_t i = count; i < layer->count; i++)
        p->total -= p->sizes[i];
    misplace(p, count);
}

/* ---------------------------------------------------------------- update ---------------------------- */

/* Sends the offsets of footprints: sums of the sizes before them. Only differences matter, so they may wrap.
 * Those of the first `binned` objects are on the device already. */
static throng_status send_places(throng_cl_influence *map, throng_cl_layer *layer)
{
    throng_cl_footprints *p = &layer->footprints;
    throng_status status = THRONG_OK;
    int32_t most = (int32_t)(map->object.stage.bytes / sizeof(uint32_t));
    uint32_t place = 0;
    for (int32_t i = 0; i < p->binned; i++)
        place += p->sizes[i];
    while (p->binned < layer->count && status == THRONG_OK) {
        throng_cl_slot *slot;
        int32_t n = layer->count - p->binned < most ? layer->count - p->binned : most;
        status = throng_cl_staging_acquire(map->object.cl, &map->object.stage, &slot);
        if (status != THRONG_OK)
            break;
        for (int32_t i = 0; i < n; i++) {
            memcpy(slot->memory + (size_t)i * sizeof place, &place, sizeof place);
            place += p->sizes[p->binned + i];
        }
        status = throng_cl_staging_upload(map->object.cl, slot, 0, p->places,
                                          (size_t)p->binned * sizeof place, (size_t)n * sizeof place);
        if (status == THRONG_OK)
            p->binned += n;
    }
    return status;
}

/* What changed of the walls since the last update; *count as throng_terrain_changes() has it. */
static throng_status send_regions(throng_cl_influence *map, const throng_cl_footprints *p, cl_int *count)
{
    throng_region regions[THRONG_TERRAIN_CHANGES];
    *count = 0;
    if (p->known > 0)
        *count = throng_terrain_changes(map->shape.terrain, p->terrain, regions);
    if (*count <= 0)
        return THRONG_OK;
    return throng_cl_staging_send(map->object.cl, &map->object.stage, map->walk.regions, 0, regions,
                                  (size_t)*count * sizeof *regions);
}

throng_status throng_cl_footprints_begin(throng_cl_influence *map, throng_cl_layer *layer)
{
    throng_cl_footprints *p = &layer->footprints;
    const throng_cl_walk *walk = &map->walk;
    cl_int changes = 0;
    throng_status status = throng_cl_terrain_update(map->object.cl, map->shape.terrain, &map->walk.walls);
    if (status == THRONG_OK)
        status = send_regions(map, p, &changes);
    if (status == THRONG_OK)
        status = send_places(map, layer);
    const cl_uint count = (cl_uint)layer->count, each = map->sorted ? 1 : 64;
    const cl_uint known = (cl_uint)p->known, most = count > known ? count : known;
    /* footprints that do not fit together are not kept */
    const cl_uint kept = p->all || p->total > p->units ? 0 : (cl_uint)p->kept;
    if (status != THRONG_OK || most == 0)
        return status;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(layer->positions),
        THRONG_CL_ARGUMENT(layer->velocities),
        THRONG_CL_ARGUMENT(layer->others),
        THRONG_CL_ARGUMENT(walk->walls),
        THRONG_CL_ARGUMENT(p->sources),
        THRONG_CL_ARGUMENT(p->stale),
        THRONG_CL_ARGUMENT(p->dirty),
        THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(each),
        THRONG_CL_ARGUMENT(known),
        THRONG_CL_ARGUMENT(kept),
        THRONG_CL_ARGUMENT(walk->regions),
        THRONG_CL_ARGUMENT(changes),
    };
    return throng_cl_run(&map->object, walk->prepare, "footprint_prepare", (most + each - 1) / each,
                         arguments, THRONG_CL_COUNT(arguments));
}

void throng_cl_footprints_end(throng_cl_influence *map, throng_cl_layer *layer, float momentum, int failed)
{
    throng_cl_footprints *p = &layer->footprints;
    p->all = failed;
    if (failed)
        return;
    p->known = layer->count;
    p->kept = p->total > p->units ? 0 : layer->count;
    p->blended = momentum > 0.0f;
    p->terrain = map->shape.terrain->version;
}

static throng_status compute_by_groups(throng_cl_influence *map, const throng_cl_footprints *p, cl_uint first,
                                       cl_uint count, cl_uint base)
{
    const throng_cl_walk *walk = &map->walk;
    const cl_ulong near_bytes = walk->near_bytes, bytes = walk->scratch_bytes;
    const throng_cl_argument near[] = {
        THRONG_CL_ARGUMENT(p->sources),  THRONG_CL_ARGUMENT(p->places),
        THRONG_CL_ARGUMENT(p->stale),    THRONG_CL_ARGUMENT(p->pool),
        THRONG_CL_ARGUMENT(walk->walls), THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(first),       THRONG_CL_ARGUMENT(base),
        THRONG_CL_ARGUMENT(near_bytes),  {walk->near_bytes + sizeof(cl_ulong), NULL}, /* never nothing */
    };
    const throng_cl_argument far[] = {
        THRONG_CL_ARGUMENT(p->sources), THRONG_CL_ARGUMENT(p->places),     THRONG_CL_ARGUMENT(p->stale),
        THRONG_CL_ARGUMENT(p->pool),    THRONG_CL_ARGUMENT(walk->walls),   THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(first),      THRONG_CL_ARGUMENT(count),         THRONG_CL_ARGUMENT(base),
        THRONG_CL_ARGUMENT(near_bytes), THRONG_CL_ARGUMENT(walk->scratch), THRONG_CL_ARGUMENT(bytes),
    };
    throng_status status = THRONG_OK;
    if (near_bytes > 0)
        status = throng_cl_launch(map->object.cl, walk->near, "footprint_near", count,
                                  throng_cl_influence_group(map), near, THRONG_CL_COUNT(near), NULL);
    cl_uint groups = (cl_uint)walk->tasks < count ? (cl_uint)walk->tasks : count;
    if (status == THRONG_OK && bytes > 0)
        status = throng_cl_launch(map->object.cl, walk->far, "footprint_far", groups,
                                  throng_cl_influence_group(map), far, THRONG_CL_COUNT(far), NULL);
    return status;
}

throng_status throng_cl_footprints_compute(throng_cl_influence *map, throng_cl_layer *layer, cl_uint first,
                                           cl_uint count, cl_uint base)
{
    const throng_cl_footprints *p = &layer->footprints;
    const throng_cl_walk *walk = &map->walk;
    const cl_ulong bytes = walk->scratch_bytes;
    if (count == 0 || !p->pool) /* objects that add nothing */
        return THRONG_OK;
    if (map->sorted)
        return compute_by_groups(map, p, first, count, base);
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(p->sources),  THRONG_CL_ARGUMENT(p->places),     THRONG_CL_ARGUMENT(p->stale),
        THRONG_CL_ARGUMENT(p->pool),     THRONG_CL_ARGUMENT(walk->scratch), THRONG_CL_ARGUMENT(walk->turn),
        THRONG_CL_ARGUMENT(walk->walls), THRONG_CL_ARGUMENT(map->plan),     THRONG_CL_ARGUMENT(first),
        THRONG_CL_ARGUMENT(count),       THRONG_CL_ARGUMENT(base),          THRONG_CL_ARGUMENT(bytes),
    };
    cl_uint tasks = (cl_uint)walk->tasks < count ? (cl_uint)walk->tasks : count;
    return throng_cl_launch(map->object.cl, walk->compute, "footprint_compute", tasks, 1, arguments,
                            THRONG_CL_COUNT(arguments), NULL);
}

int throng_cl_footprints_everything(const throng_cl_layer *layer, float momentum)
{
    return layer->footprints.all || momentum > 0.0f || layer->footprints.blended;
}

throng_status throng_cl_footprints_sum(throng_cl_influence *map, const throng_cl_update *u,
                                       cl_uint first_tile, cl_uint tiles, cl_event *event)
{
    const throng_cl_footprints *p = &u->layer->footprints;
    const throng_cl_round *r = &u->round;
    cl_mem carry = map->carry ? map->carry : u->values; /* not touched unless there are rounds */
    cl_mem pool = p->pool ? p->pool : u->values;        /* the same unless there are footprints */
    const cl_int everything = u->everything || r->rounds;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(p->sources),      THRONG_CL_ARGUMENT(p->places),   THRONG_CL_ARGUMENT(pool),
        THRONG_CL_ARGUMENT(u->list),         THRONG_CL_ARGUMENT(map->starts), THRONG_CL_ARGUMENT(u->values),
        THRONG_CL_ARGUMENT(carry),           THRONG_CL_ARGUMENT(u->touched),  THRONG_CL_ARGUMENT(p->dirty),
        THRONG_CL_ARGUMENT(map->uncombined), THRONG_CL_ARGUMENT(map->plan),   THRONG_CL_ARGUMENT(u->momentum),
        THRONG_CL_ARGUMENT(r->rounds),       THRONG_CL_ARGUMENT(everything),  THRONG_CL_ARGUMENT(r->first),
        THRONG_CL_ARGUMENT(r->base),         {map->sums_bytes, NULL},
    };
    size_t count = map->sorted ? THRONG_CL_COUNT(arguments) - 1 : THRONG_CL_COUNT(arguments);
    return throng_cl_launch_from(map->object.cl, map->walk.sum, "footprint_sum", first_tile, tiles,
                                 map->sorted ? throng_cl_influence_group(map) : 1, arguments, count, event);
}
