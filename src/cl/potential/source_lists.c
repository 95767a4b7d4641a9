/* Lists of sources by tile: the device counts the tiles of each source, writes pairs of tile and source, and
 * sorts them. All of it is enqueued, nothing awaited. */
#include "src/cl/potential/source_lists.h"

throng_status throng_cl_lists_create(throng_cl_lists *lists, cl_program program)
{
    struct throng_cl *cl = lists->object->cl;
    throng_status status = throng_cl_kernel(cl, program, "potential_count", &lists->count);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "potential_emit", &lists->emit);
    if (status == THRONG_OK)
        status = throng_cl_kernel(cl, program, "potential_list_all", &lists->all);
    return status == THRONG_OK ? throng_cl_sorter_create(cl, &lists->sorter) : status;
}

throng_status throng_cl_lists_make_buffers(throng_cl_lists *lists, uint64_t sorted)
{
    const struct {
        cl_mem *buffer;
        size_t count, size;
        const char *what;
    } wanted[] = {
        {&lists->plan_words, 1, sizeof(potential_plan), "tiles"},
        {&lists->listed[0].keys, lists->capacity, sizeof(cl_uint), "lists"},
        {&lists->listed[0].values, lists->capacity, sizeof(cl_uint), "lists"},
        {&lists->listed[1].keys, lists->capacity, sizeof(cl_uint), "lists"},
        {&lists->listed[1].values, lists->capacity, sizeof(cl_uint), "lists"},
        {&lists->counted, (size_t)lists->sources_most + 1, sizeof(cl_uint), "counts of tiles"},
        {&lists->starts, (size_t)lists->tiles_most + 1, sizeof(cl_uint), "starts of lists"},
    };
    throng_status status = THRONG_OK;
    for (size_t i = 0; i < THRONG_CL_COUNT(wanted) && status == THRONG_OK; i++)
        status = throng_cl_object_buffer(lists->object, wanted[i].what, wanted[i].count, wanted[i].size,
                                         wanted[i].buffer);
    lists->planned = 0;
    lists->laid++;
    lists->current = -1;
    return status == THRONG_OK ? throng_cl_sorter_reserve(lists->object->cl, &lists->sorter,
                                                          (uint64_t)lists->sources_most + 1,
                                                          lists->capacity > sorted ? lists->capacity : sorted)
                               : status;
}

void throng_cl_lists_release_buffers(throng_cl_lists *lists)
{
    cl_mem *buffers[] = {&lists->plan_words,     &lists->listed[0].keys,   &lists->listed[0].values,
                         &lists->listed[1].keys, &lists->listed[1].values, &lists->counted,
                         &lists->starts};
    for (size_t i = 0; i < THRONG_CL_COUNT(buffers); i++)
        throng_cl_object_release(lists->object, buffers[i]);
}

void throng_cl_lists_destroy(throng_cl_lists *lists)
{
    struct throng_cl *cl = lists->object->cl;
    throng_cl_lists_release_buffers(lists);
    if (lists->count)
        cl->api.clReleaseKernel(lists->count);
    if (lists->emit)
        cl->api.clReleaseKernel(lists->emit);
    if (lists->all)
        cl->api.clReleaseKernel(lists->all);
    throng_cl_sorter_destroy(cl, &lists->sorter);
}

int32_t throng_cl_lists_tiles(const throng_cl_lists *lists)
{
    return lists->plan.columns * lists->plan.rows * lists->plan.worlds;
}

/* At least the pairs of tile and source, wherever the sources are. */
static uint64_t bound_of(const throng_cl_lists *lists, const throng_cl_sources *sources)
{
    uint64_t bound = 0;
    for (int32_t i = 0; i < sources->count; i++)
        bound += potential_tiles_bound(&lists->plan, sources->ranges[i]);
    return bound;
}

uint64_t throng_cl_lists_choose(throng_cl_lists *lists, const throng_cl_sources *sources,
                                const throng_potential_sampling *crowd)
{
    if (lists->version != sources->version)
        lists->current = -1;
    if (throng_potential_choose(&lists->plan, &lists->coarser, crowd)) {
        lists->planned = 0;
        lists->laid++;
        lists->current = -1;
    }
    uint64_t bound = lists->current < 0 ? bound_of(lists, sources) : 0;
    while (lists->current < 0 && !throng_potential_fits(&lists->coarser, bound, lists->capacity)) {
        throng_potential_coarsen(&lists->plan, &lists->coarser, crowd);
        lists->planned = 0;
        lists->laid++;
        bound = bound_of(lists, sources);
    }
    return bound;
}

/* One tile lists all. */
static throng_status list_all(throng_cl_lists *lists, const throng_cl_sources *sources)
{
    const cl_uint count = (cl_uint)sources->count;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(lists->listed[0].values),
        THRONG_CL_ARGUMENT(lists->starts),
        THRONG_CL_ARGUMENT(count),
    };
    return throng_cl_run(lists->object, lists->all, "potential_list_all", (size_t)count + 1, arguments,
                         THRONG_CL_COUNT(arguments));
}

static throng_status list_sources(throng_cl_lists *lists, const throng_cl_sources *sources, uint64_t bound)
{
    throng_cl_object *object = lists->object;
    int32_t result = 0;
    const cl_uint count = (cl_uint)sources->count, capacity = lists->capacity;
    const uint32_t tiles = (uint32_t)throng_cl_lists_tiles(lists), most = bound > 0 ? (uint32_t)bound : 1;
    const throng_cl_argument counting[] = {
        THRONG_CL_ARGUMENT(sources->entries),
        THRONG_CL_ARGUMENT(lists->plan_words),
        THRONG_CL_ARGUMENT(lists->counted),
        THRONG_CL_ARGUMENT(count),
    };
    throng_status status = throng_cl_run(object, lists->count, "potential_count", (size_t)count + 1, counting,
                                         THRONG_CL_COUNT(counting));
    if (status == THRONG_OK)
        status = throng_cl_scan(object->cl, &lists->sorter, lists->counted, count + 1);
    const throng_cl_argument emitting[] = {
        THRONG_CL_ARGUMENT(sources->entries),
        THRONG_CL_ARGUMENT(lists->plan_words),
        THRONG_CL_ARGUMENT(lists->counted),
        THRONG_CL_ARGUMENT(lists->listed[0].keys),
        THRONG_CL_ARGUMENT(lists->listed[0].values),
        THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(capacity),
    };
    if (status == THRONG_OK)
        status =
            throng_cl_run(object, lists->emit, "potential_emit", most, emitting, THRONG_CL_COUNT(emitting));
    if (status == THRONG_OK)
        status = throng_cl_sort_lists(object->cl, &lists->sorter, lists->listed, lists->counted, count, most,
                                      tiles, lists->starts, 0, &result);
    lists->current = status == THRONG_OK ? result : -1;
    lists->version = sources->version;
    return status;
}

throng_status throng_cl_lists_update(throng_cl_lists *lists, const throng_cl_sources *sources, uint64_t bound)
{
    throng_status status = THRONG_OK;
    if (!lists->planned)
        status = throng_cl_staging_send(lists->object->cl, &lists->object->stage, lists->plan_words, 0,
                                        &lists->plan, sizeof lists->plan);
    lists->planned = status == THRONG_OK;
    if (status != THRONG_OK || lists->current >= 0)
        return status;
    lists->bound = bound;
    if (throng_cl_lists_tiles(lists) > 1)
        return list_sources(lists, sources, bound);
    status = list_all(lists, sources);
    lists->current = status == THRONG_OK ? 0 : -1;
    lists->version = sources->version;
    return status;
}
