/* throng path --method dijkstra and astar: routes over cells. */
#include "tools/throng/path/path.h"

#include <stdlib.h>

static int time_routes(throng_path_job *work, throng_route *route, const throng_cell_pair *pairs,
                       throng_route_result *results)
{
    const throng_app_common *common = &work->options.common;
    int code = THRONG_APP_OK;
    for (int32_t i = -1; i < common->repeat && code == THRONG_APP_OK; ++i) { /* the first one takes memory */
        throng_app_progress("path: run", i, common->repeat);
        double begin = throng_app_seconds();
        throng_status status = throng_route_find(route, work->scene.start_count, pairs, 0, results);
        work->report.compute.seconds[i < 0 ? 0 : i] = throng_app_seconds() - begin;
        code = throng_app_check(work->context, status, "routes");
    }
    throng_app_progress("", common->repeat, common->repeat);
    work->report.compute.count = common->repeat;
    return code;
}

/* The centres of all cells. */
static int keep_routes(throng_path_job *work, const throng_route *route, const throng_route_result *results)
{
    const int32_t count = work->scene.start_count;
    throng_path_ways *ways = &work->ways;
    for (int32_t i = 0; i < count; ++i) {
        ways->list[i] = (throng_path_way){.status = results[i].cell_count > 0 ? THRONG_TRACE_REACHED
                                                                              : THRONG_TRACE_UNREACHABLE,
                                          .first = (size_t)results[i].cell_offset,
                                          .count = results[i].cell_count};
        ways->point_count += (size_t)results[i].cell_count;
    }
    ways->count = count;
    throng_cell *cells = malloc((ways->point_count + 1) * sizeof *cells);
    ways->points = malloc((2 * ways->point_count + 1) * sizeof *ways->points);
    if (cells == NULL || ways->points == NULL) {
        free(cells);
        return throng_app_reject_memory("path");
    }
    throng_status status = throng_route_read(route, 0, count, cells, (int64_t)ways->point_count);
    for (size_t i = 0; i < ways->point_count && status == THRONG_OK; ++i) {
        ways->points[2 * i] = (float)((cells[i].column + 0.5) * (double)work->options.cell);
        ways->points[2 * i + 1] = (float)((cells[i].row + 0.5) * (double)work->options.cell);
    }
    free(cells);
    return throng_app_check(work->context, status, "routes");
}

int throng_path_search(throng_path_job *work)
{
    const throng_path_scene *scene = &work->scene;
    const size_t count = (size_t)scene->start_count;
    throng_route *route = NULL;
    throng_route_def def = throng_route_default_def();
    def.terrain = work->terrain;
    def.method = work->options.method == THRONG_PATH_DIJKSTRA ? THRONG_ROUTE_DIJKSTRA : THRONG_ROUTE_ASTAR;
    throng_cell_pair *pairs = calloc(count + 1, sizeof *pairs);
    throng_route_result *results = calloc(count + 1, sizeof *results);
    int code = pairs != NULL && results != NULL ? THRONG_APP_OK : throng_app_reject_memory("path");
    if (code == THRONG_APP_OK) {
        code = throng_app_check(work->context, throng_route_create(work->context, &def, &route), "routes");
    }
    if (code == THRONG_APP_OK) {
        for (size_t i = 0; i < count; ++i) {
            const throng_path_start *start = &scene->starts[i];
            pairs[i] = (throng_cell_pair){start->cell, scene->goals[start->at.goal].cell};
        }
        code = time_routes(work, route, pairs, results);
    }
    code = code == THRONG_APP_OK ? keep_routes(work, route, results) : code;
    throng_route_destroy(route);
    free(pairs);
    free(results);
    return code;
}
