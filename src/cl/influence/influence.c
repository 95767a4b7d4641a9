/* Influence maps on an OpenCL device: their storage. Nothing returns to the host between the steps of an
 * update; what a step finds out stays on the device. */
#include "src/influence/influence.h"
#include "src/cl/influence/footprints.h"
#include "src/cl/tables.h"
#include "src/cl/terrain/terrain.h"
#include "src/core/backend.h"
#include "src/core/context.h"
#include "src/core/environment.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/terrain/terrain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIRS_MOST = 1 << 24, /* of tile and source; more are worked off in rounds */
    TILE_ROWS_MOST = 64,
    TILE_ROWS_LEAST = 8,
    TILE_BYTES = 192 * 1024, /* sums of a tile: stays in a second-level cache */
    OBJECTS_PER_BLOCK = 512, /* binned form: fewer are not worth another work-item */
    BLOCKS_MOST = 64,
    PLACES_MOST = 1 << 17 /* blocks * tiles */
};

/* ---------------------------------------------------------------- shape ----------------------------- */

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t divide_up(int32_t a, int32_t b) { return (a + b - 1) / b; }

/* One work-item a tile: as large as its sums may be, but enough of them for all compute units. */
static void choose_large_tiles(throng_cl_influence *map)
{
    influence_plan *plan = &map->plan;
    int64_t most =
        map->object.cl->local_bytes < TILE_BYTES ? (int64_t)map->object.cl->local_bytes : TILE_BYTES;
    int64_t fitting = most / (int64_t)sizeof(float) - 64;
    plan->tile_width = least(plan->pitch, INFLUENCE_TILE_COLUMNS);
    while (plan->tile_width > THRONG_CL_BLOCK_COLUMNS &&
           (plan->tile_width + 16) * (int64_t)TILE_ROWS_LEAST > fitting)
        plan->tile_width = divide_up(plan->tile_width / 2, THRONG_CL_BLOCK_COLUMNS) * THRONG_CL_BLOCK_COLUMNS;
    int64_t rows = fitting / (plan->tile_width + 16);
    int64_t fair = divide_up(plan->height, 4 * map->object.cl->device.info.compute_units);
    rows = rows < fair ? rows : fair;
    rows = rows > TILE_ROWS_LEAST ? rows : TILE_ROWS_LEAST;
    int64_t fits = fitting / (plan->tile_width + 16);
    rows = rows < fits ? rows : fits;
    /* narrow maps need not stop at the usual number of rows */
    if (plan->width > 256 && rows > TILE_ROWS_MOST)
        rows = TILE_ROWS_MOST;
    rows = rows / THRONG_CL_BLOCK_ROWS * THRONG_CL_BLOCK_ROWS;
    plan->tile_height = (int32_t)(rows > THRONG_CL_BLOCK_ROWS ? rows : THRONG_CL_BLOCK_ROWS);
    map->sums_bytes = ((size_t)plan->tile_height * (size_t)(plan->tile_width + 16) + 16) * sizeof(float);
}

static void choose_tiles(throng_cl_influence *map)
{
    influence_plan *plan = &map->plan;
    const throng_influence_shape *shape = &map->shape;
    *plan = (influence_plan){
        .width = shape->width,
        .height = shape->height,
        .first_column = shape->first_column,
        .cell_size = shape->cell_size,
        .world_height = shape->world_height,
        .kind = shape->grid,
        .propagation = shape->propagation,
        .first_row = shape->first_row,
    };
    if (shape->terrain) {
        plan->walls_pitch = shape->terrain->pitch;
        plan->walls_rows = shape->terrain->worlds > 1 ? shape->terrain->height + 2 : 0;
    }
    plan->pitch = divide_up(shape->width, 16) * 16;
    map->sorted = map->object.cl->width == 1;
    if (map->sorted) {
        const int32_t group = (int32_t)throng_cl_influence_group(map);
        plan->tile_width = group >= 128 ? 32 : 16;
        plan->tile_height = 4 * group / plan->tile_width;
    } else {
        choose_large_tiles(map);
    }
    plan->tiles_x = divide_up(plan->width, plan->tile_width);
    plan->tiles_y = divide_up(plan->height, plan->tile_height);
    map->tiles = (uint32_t)plan->tiles_x * (uint32_t)plan->tiles_y;
    map->block_count = map->tiles;
    if (!map->sorted)
        map->block_count = (uint32_t)divide_up(plan->width, THRONG_CL_BLOCK_COLUMNS) *
                           (uint32_t)divide_up(plan->height, THRONG_CL_BLOCK_ROWS);
    map->blocks = least(divide_up(shape->object_capacity, OBJECTS_PER_BLOCK),
                        4 * map->object.cl->device.info.compute_units);
    map->blocks = least(map->blocks, BLOCKS_MOST);
    map->blocks = least(map->blocks, (int32_t)(PLACES_MOST / map->tiles));
    map->blocks = map->blocks > 1 ? map->blocks : 1;
}

/* Lists take at most an eighth of the device's memory, but one object has to fit. */
static void choose_limit(throng_cl_influence *map)
{
    uint64_t most = map->object.cl->device.info.memory_bytes / 8 / (map->sorted ? 16 : 4);
    if (most > map->object.cl->most_bytes / sizeof(cl_uint))
        most = map->object.cl->most_bytes / sizeof(cl_uint);
    map->pair_limit = most < PAIRS_MOST ? most : PAIRS_MOST;
    const char *fewer = throng_environment("THRONG_CL_PAIRS"); /* tests reach the rounds with it */
    if (fewer && strtoull(fewer, NULL, 10) > 0 && strtoull(fewer, NULL, 10) < map->pair_limit)
        map->pair_limit = strtoull(fewer, NULL, 10);
    if (map->pair_limit < map->tiles)
        map->pair_limit = map->tiles;
}

/* ---------------------------------------------------------------- storage --------------------------- */

static throng_status make_kernels(throng_cl_influence *map)
{
    struct throng_cl *cl = map->object.cl;
    char options[128];
    cl_program program, results;
    int walks = map->shape.terrain != NULL;
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d -DGROUP=%u", (int)cl->width,
             (unsigned)throng_cl_influence_group(map));
    throng_status status = throng_cl_program(cl, "influence/influence.cl", options, &program);
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d -DGROUP=%d", (int)cl->width, (int)cl->group);
    if (status == THRONG_OK)
        status = throng_cl_program(cl, "influence/reduce.cl", options, &results);
    if (status != THRONG_OK)
        return status;
    const struct {
        int wanted;
        cl_program program;
        const char *name;
        cl_kernel *kernel;
    } kernels[] = {
        {map->sorted, program, walks ? "source_count" : "influence_count", &map->count},
        {!walks, program, "influence_prepare_changed", &map->changed},
        {map->sorted, program, walks ? "source_emit" : "influence_emit", &map->emit},
        {!map->sorted, program, walks ? "source_bin_count" : "influence_bin_count", &map->bin_count},
        {!map->sorted, program, "influence_bin_places", &map->bin_places},
        {!map->sorted, program, walks ? "source_bin_list" : "influence_bin_list", &map->bin_list},
        {!walks, program, "influence_add", &map->add},
        {1, results, "zero", &map->zero},
        {1, results, "combine", &map->combine},
        {1, results, "best_of_rows", &map->best_of_rows},
        {1, results, "best_of_parts", &map->best_of_parts},
    };
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels) && status == THRONG_OK; i++)
        if (kernels[i].wanted)
            status = throng_cl_kernel(cl, kernels[i].program, kernels[i].name, kernels[i].kernel);
    if (status == THRONG_OK && map->sorted)
        status = throng_cl_sorter_create(cl, &map->sorter);
    if (status == THRONG_OK && walks)
        status = throng_cl_footprints_kernels(map);
    return status;
}

static void release_kernels(throng_cl_influence *map)
{
    cl_kernel kernels[] = {map->count,         map->emit, map->bin_count, map->bin_places,
                           map->bin_list,      map->add,  map->combine,   map->best_of_rows,
                           map->best_of_parts, map->zero, map->move,      map->changed};
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels); i++)
        if (kernels[i])
            map->object.cl->api.clReleaseKernel(kernels[i]);
    throng_cl_footprints_release_kernels(map);
    throng_cl_sorter_destroy(map->object.cl, &map->sorter);
}

static throng_status make_buffers(throng_cl_influence *map)
{
    size_t capacity = (size_t)map->shape.object_capacity;
    size_t counts = map->sorted ? capacity + 1 : (size_t)map->blocks * map->tiles;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->shape.layers && status == THRONG_OK; i++) {
        throng_cl_layer *layer = &map->layers[i];
        status = throng_cl_object_buffer(&map->object, "positions", capacity, THRONG_CL_PAIR_BYTES,
                                         &layer->positions);
        if (status == THRONG_OK)
            status = throng_cl_object_buffer(&map->object, "velocities", capacity, THRONG_CL_PAIR_BYTES,
                                             &layer->velocities);
        if (status == THRONG_OK)
            status = throng_cl_object_buffer(&map->object, "objects", capacity, THRONG_CL_REST_BYTES,
                                             &layer->others);
        if (status == THRONG_OK)
            status = throng_cl_object_buffer(&map->object, "a layer's cells", map->cells, sizeof(float),
                                             &layer->values);
        if (status == THRONG_OK && map->shape.terrain)
            status = throng_cl_object_buffer(&map->object, "a layer's tiles", map->tiles, sizeof(cl_int),
                                             &layer->touched);
    }
    if (status == THRONG_OK && map->shape.terrain)
        status = throng_cl_footprints_buffers(map);
    else if (status == THRONG_OK)
        status = throng_cl_changes_buffers(map);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&map->object, "the marks of tiles", map->tiles, sizeof(cl_int),
                                         &map->uncombined);
    if (status == THRONG_OK)
        status =
            throng_cl_object_buffer(&map->object, "counts of tiles", counts, sizeof(cl_uint), &map->counts);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&map->object, "starts of lists", (size_t)map->tiles + 1,
                                         sizeof(cl_uint), &map->starts);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&map->object, "the best cells", THRONG_CL_PARTS + 1, 8, &map->parts);
    if (status == THRONG_OK && map->sorted)
        status = throng_cl_sorter_reserve(map->object.cl, &map->sorter, capacity + 1, 0);
    if (status == THRONG_OK)
        status = throng_cl_influence_reserve(map, 1, 1);
    return status;
}

static void release_buffers(throng_cl_influence *map)
{
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_object_release(&map->object, &map->layers[i].positions);
        throng_cl_object_release(&map->object, &map->layers[i].velocities);
        throng_cl_object_release(&map->object, &map->layers[i].others);
        throng_cl_object_release(&map->object, &map->layers[i].values);
        throng_cl_object_release(&map->object, &map->layers[i].touched);
    }
    cl_mem *buffers[] = {&map->combined,       &map->carry,           &map->uncombined,
                         &map->counts,         &map->starts,          &map->parts,
                         &map->pairs[0].keys,  &map->pairs[0].values, &map->pairs[1].keys,
                         &map->pairs[1].values};
    for (size_t i = 0; i < THRONG_CL_COUNT(buffers); i++)
        throng_cl_object_release(&map->object, buffers[i]);
    throng_cl_footprints_release(map);
    throng_cl_changes_release(map);
    throng_cl_influence_slices_release(map);
    map->combined_known = 0;
    map->plan.list_capacity = 0;
}

static throng_status zero_layers(throng_cl_influence *map)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->shape.layers && status == THRONG_OK; i++) {
        status = throng_cl_influence_zero(map, map->layers[i].values, map->cells);
        const struct {
            cl_mem buffer;
            size_t words;
        } marks[] = {{map->layers[i].touched, map->tiles},
                     {map->layers[i].footprints.dirty, map->tiles},
                     {map->layers[i].changes.dirty, map->block_count},
                     {map->layers[i].changes.moving, map->block_count}};
        for (size_t k = 0; k < THRONG_CL_COUNT(marks) && status == THRONG_OK; k++)
            if (marks[k].buffer)
                status = throng_cl_influence_zero(map, marks[k].buffer, marks[k].words);
    }
    if (status == THRONG_OK)
        status = throng_cl_influence_zero(map, map->uncombined, map->tiles);
    if (status == THRONG_OK && map->walk.turn)
        status = throng_cl_influence_zero(map, map->walk.turn, 2);
    return status;
}

static throng_status make_host_memory(throng_cl_influence *map)
{
    throng_status status = THRONG_OK;
    void *memory = NULL;
    size_t capacity = (size_t)map->shape.object_capacity;
    if (capacity == 0)
        return status;
    map->slot_objects = least(map->shape.object_capacity, THRONG_CL_SLOT_OBJECTS);
    for (int32_t i = 0; i < map->shape.layers && status == THRONG_OK; i++) {
        status =
            throng_cl_object_allocate(&map->object, "bounds of objects", capacity, sizeof(uint32_t), &memory);
        map->layers[i].bounds = memory;
    }
    if (status == THRONG_OK)
        status = throng_cl_object_stage(&map->object, (size_t)map->slot_objects * THRONG_CL_OBJECT_BYTES);
    if (status == THRONG_OK && map->shape.terrain)
        status = throng_cl_footprints_host(map);
    return status;
}

static void destroy(void *state)
{
    throng_cl_influence *map = state;
    struct throng_cl *cl = map->object.cl;
    throng_cl_object_close(&map->object);
    for (int32_t i = 0; i < map->shape.layers; i++)
        throng_release(cl->allocator, map->layers[i].bounds,
                       (size_t)map->shape.object_capacity * sizeof(uint32_t));
    throng_cl_footprints_release_host(map);
    throng_cl_influence_release_taken(map);
    release_buffers(map);
    throng_cl_influence_slices_destroy(map);
    release_kernels(map);
    throng_cl_queries_release(map);
    throng_release(cl->allocator, map, sizeof *map);
}

static throng_status create(throng_context *context, const void *arguments, void **state)
{
    const throng_influence_shape *shape = arguments;
    throng_cl_influence *map =
        throng_cl_object_new(context, sizeof *map, "an influence map", "an update of an influence map");
    if (!map)
        return THRONG_ERROR_OUT_OF_MEMORY;
    map->shape = *shape;
    choose_tiles(map);
    choose_limit(map);
    map->cells = throng_times((size_t)map->plan.pitch, (size_t)map->plan.height);
    throng_status status = make_host_memory(map);
    if (status == THRONG_OK)
        status = make_kernels(map);
    if (status == THRONG_OK)
        status = make_buffers(map);
    if (status == THRONG_OK)
        status = zero_layers(map);
    return throng_cl_object_created(map, status, destroy, state);
}

static throng_status reset(void *state)
{
    throng_cl_influence *map = state;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->shape.layers; i++) {
        map->layers[i].count = 0;
        map->layers[i].bound = 0;
    }
    throng_cl_influence_slices_drop(map);
    throng_cl_footprints_reset(map);
    throng_cl_changes_reset(map);
    map->combined_known = 0;
    throng_cl_object_forget(&map->object);
    if (map->object.lost) {
        throng_cl_queries_release(map);
        release_buffers(map);
        status = make_buffers(map);
    }
    if (status == THRONG_OK)
        status = zero_layers(map);
    cl_int error = CL_SUCCESS;
    if (status == THRONG_OK && map->object.lost) /* a device that failed has to show that it works again */
        error = map->object.cl->api.clFinish(map->object.cl->queue);
    if (error != CL_SUCCESS)
        status = throng_cl_note(map->object.cl, error, "clFinish");
    map->object.lost = status != THRONG_OK;
    return status == THRONG_OK ? status : throng_cl_report(map->object.context, map->object.cl, status);
}

static throng_usage usage(void *state)
{
    throng_cl_influence *map = state;
    uint64_t terrain = throng_cl_terrain_bytes(map->shape.terrain); /* which maps may share */
    return throng_cl_object_usage(&map->object, map->sorter.bytes + terrain);
}

enum { BUILDS = 2 };

static throng_status build(void *state, int32_t part)
{
    throng_cl_influence *map = state;
    const throng_status status =
        part == 0 ? throng_cl_queries_prepare(map) : throng_cl_queries_prepare_copies(map);
    return status == THRONG_OK ? status : throng_cl_failed(&map->object, status, 0);
}

const throng_influence_ops throng_cl_influence_ops = {
    {create, destroy, reset, throng_cl_object_lost, usage, build, BUILDS},
    throng_cl_influence_set,
    throng_cl_influence_move,
    throng_cl_influence_truncate,
    throng_cl_influence_momentum,
    throng_cl_influence_begin,
    throng_cl_influence_update,
    throng_cl_influence_combine,
    throng_cl_influence_read,
    throng_cl_influence_best,
    throng_cl_influence_query,
    throng_cl_influence_prepare,
    throng_cl_influence_slices_begin,
    throng_cl_influence_slices_step,
    throng_cl_influence_slices_publish,
    throng_cl_influence_slices_drop};
