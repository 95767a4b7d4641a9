/* Queries of influence maps in a program's own OpenCL buffers. */
#include <throng/throng_opencl.h>

#include "src/cl/device/interop.h"
#include "src/cl/influence/influence.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/influence/influence.h"

#include "kernels/influence/query.h"

/* What a call was given. */
typedef struct request {
    throng_influence *map;
    int32_t layer, kind, own_too, count;
    throng_extreme which;
    throng_cl_program_rows queries, results;
    cl_uint wait_count;
    const cl_event *waits;
    cl_event *event;
} request;

static throng_status check(request *r, int32_t *plane)
{
    static const struct {
        const char *queries, *results;
        size_t size; /* of a query */
    } kinds[] = {[QUERY_REGION] = {"regions", "results", sizeof(query_region)},
                 [QUERY_NEIGHBOR] = {"cells", "results", sizeof(query_cell)},
                 [QUERY_SAMPLE] = {"points", "samples", sizeof(query_point)}};
    throng_status status = throng_influence_check_plane(r->map, r->layer, plane);
    if (status != THRONG_OK)
        return status;
    throng_context *context = r->map->object.context;
    status = throng_cl_on_device(context, r->map->object.backend, "map");
    if (status != THRONG_OK)
        return status;
    if (r->which != THRONG_LARGEST && r->which != THRONG_SMALLEST)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "which is %d: THRONG_LARGEST or THRONG_SMALLEST", (int)r->which);
    if (r->count < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more", (int)r->count);
    throng_cl_influence *m = r->map->object.state;
    if (r->count > 0)
        status = throng_cl_check_buffer(&m->object, kinds[r->kind].queries, r->queries.buffer,
                                        r->queries.offset, &r->queries.stride, kinds[r->kind].size, r->count);
    if (status == THRONG_OK && r->count > 0)
        status = throng_cl_check_buffer(&m->object, kinds[r->kind].results, r->results.buffer,
                                        r->results.offset, &r->results.stride, sizeof(query_best), r->count);
    return status;
}

static throng_status run(request *r)
{
    int32_t plane;
    throng_status status = check(r, &plane);
    if (status != THRONG_OK)
        return status;
    throng_cl_influence *m = r->map->object.state;
    const int32_t flags = (r->which == THRONG_SMALLEST ? QUERY_SMALLEST : 0) | (r->own_too ? QUERY_OWN : 0);
    const throng_query query = {r->kind, flags, r->count, NULL, 0, NULL};
    cl_mem walls = NULL;
    /* first what may wait for uploads, which would wait for the events */
    status = r->count > 0 ? throng_cl_influence_query_begin(m, &walls) : THRONG_OK;
    if (status == THRONG_OK)
        status = throng_cl_wait_for(&m->object, r->wait_count, r->waits);
    if (status == THRONG_OK && r->count > 0)
        status = throng_cl_influence_query_copy(
            m, plane, walls, &query, throng_influence_largest_coordinate(r->map), &r->queries, &r->results);
    return throng_cl_hand_over(&m->object, status, 0, r->event);
}

THRONG_CALL(throng_influence_best_of_regions_cl,
            (map, layer, which, count, regions, offset, stride, results, results_offset, results_stride,
             wait_count, waits, event),
            throng_influence *map, int32_t layer, throng_extreme which, int32_t count, cl_mem regions,
            size_t offset, size_t stride, cl_mem results, size_t results_offset, size_t results_stride,
            cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    request r = {.map = map,
                 .layer = layer,
                 .kind = QUERY_REGION,
                 .which = which,
                 .count = count,
                 .queries = {regions, offset, stride},
                 .results = {results, results_offset, results_stride},
                 .wait_count = wait_count,
                 .waits = waits,
                 .event = event};
    return run(&r);
}

THRONG_CALL(throng_influence_best_of_neighbors_cl,
            (map, layer, which, own_too, count, cells, offset, stride, results, results_offset,
             results_stride, wait_count, waits, event),
            throng_influence *map, int32_t layer, throng_extreme which, int32_t own_too, int32_t count,
            cl_mem cells, size_t offset, size_t stride, cl_mem results, size_t results_offset,
            size_t results_stride, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    request r = {.map = map,
                 .layer = layer,
                 .kind = QUERY_NEIGHBOR,
                 .which = which,
                 .own_too = own_too,
                 .count = count,
                 .queries = {cells, offset, stride},
                 .results = {results, results_offset, results_stride},
                 .wait_count = wait_count,
                 .waits = waits,
                 .event = event};
    return run(&r);
}

THRONG_CALL(throng_influence_sample_cl,
            (map, layer, count, points, offset, stride, samples, samples_offset, samples_stride, wait_count,
             waits, event),
            throng_influence *map, int32_t layer, int32_t count, cl_mem points, size_t offset, size_t stride,
            cl_mem samples, size_t samples_offset, size_t samples_stride, cl_uint wait_count,
            const cl_event *waits, cl_event *event)
{
    request r = {.map = map,
                 .layer = layer,
                 .kind = QUERY_SAMPLE,
                 .which = THRONG_LARGEST,
                 .count = count,
                 .queries = {points, offset, stride},
                 .results = {samples, samples_offset, samples_stride},
                 .wait_count = wait_count,
                 .waits = waits,
                 .event = event};
    return run(&r);
}
