/* throng path --method dijkstra and astar: routes over cells. */
#include "tools/support/memory.h"
#include "tools/throng/path/path.h"

#include <stdlib.h>

typedef struct path_router {
    throng_route *route;
    throng_cell_pair *pairs;
    throng_route_result *results;
    float *costs; /* of all cells; NULL: routes are the shortest */
} path_router;

/* The centre of a cell, as a path has it. */
static void find_centre(const path_job *work, int32_t column, int32_t row, float *point)
{
    point[0] = (float)((column + 0.5) * (double)work->in.cell);
    point[1] = (float)((row + 0.5) * (double)work->in.cell);
}

static int fill_costs(const path_job *work, int32_t row, int32_t left, int32_t count, float *costs)
{
    float centres[2 * PATH_RATES_MOST] = {0.0f}; /* compilers do not see that count is at least 1 */
    double rates[PATH_RATES_MOST];
    for (int32_t i = 0; i < count; i++)
        find_centre(work, left + i, row, &centres[2 * (ptrdiff_t)i]);
    const int code = path_rates(work, centres, (size_t)count, rates);
    for (int32_t i = 0; i < count && !code; i++)
        costs[i] = (float)(rates[i] < 1e9 ? rates[i] : 1e9);
    return code;
}

int path_router_refill(path_job *work)
{
    const path_router *router = work->router;
    const grid_map *map = &work->in.map;
    int code = PROGRAM_OK;
    if (!router->costs)
        return code;
    for (int32_t row = 0; row < map->height; row++)
        for (int32_t left = 0; left < map->width && !code; left += PATH_RATES_MOST) {
            const int32_t count = map->width - left < PATH_RATES_MOST ? map->width - left : PATH_RATES_MOST;
            code = fill_costs(work, row, left, count,
                              &router->costs[(size_t)row * (size_t)map->width + (size_t)left]);
        }
    if (code)
        return code;
    return program_check(work->job.context, throng_route_set_costs(router->route, NULL, router->costs, 0),
                         "--danger");
}

static int make_costs(path_job *work)
{
    path_router *router = work->router;
    int code = PROGRAM_OK;
    if (work->danger <= 0.0f)
        return code;
    router->costs = allocate((size_t)work->in.map.width * (size_t)work->in.map.height, sizeof *router->costs,
                             "--danger", &code);
    if (!code)
        code = program_check(work->job.context, throng_route_set_weight(router->route, work->danger),
                             "--danger");
    return code ? code : path_router_refill(work);
}

int path_router_create(path_job *work)
{
    const path_scene *scene = &work->in.scene;
    const size_t count = (size_t)scene->start_count;
    throng_route_def def = throng_route_default_def();
    int code = PROGRAM_OK;
    path_router *router = work->router = allocate(1, sizeof *router, "path", &code);
    if (code)
        return code;
    router->pairs = allocate(count, sizeof *router->pairs, "path", &code);
    router->results = allocate(count, sizeof *router->results, "path", &code);
    if (code)
        return code;
    for (size_t i = 0; i < count; i++) {
        const path_start *start = &scene->starts[i];
        router->pairs[i] = (throng_cell_pair){start->cell, scene->goals[start->at.goal].cell};
    }
    def.terrain = work->in.terrain;
    def.method = work->method == PATH_DIJKSTRA ? THRONG_ROUTE_DIJKSTRA : THRONG_ROUTE_ASTAR;
    code = program_check(work->job.context, throng_route_create(work->job.context, &def, &router->route),
                         "routes");
    return code ? code : make_costs(work);
}

/* The centres of all cells of the routes. */
static int copy_routes(path_job *work)
{
    const path_router *router = work->router;
    path_set *paths = &work->paths;
    free(paths->points); /* of the step before */
    paths->points = NULL;
    paths->point_count = 0;
    for (int32_t i = 0; i < paths->count; i++) {
        const throng_route_result *result = &router->results[i];
        paths->list[i] =
            (path_result){.status = result->cell_count > 0 ? THRONG_TRACE_REACHED : THRONG_TRACE_UNREACHABLE,
                          .first = (size_t)result->cell_offset,
                          .count = result->cell_count};
        paths->point_count += (size_t)result->cell_count;
    }
    int code = PROGRAM_OK;
    throng_cell *cells = allocate(paths->point_count, sizeof *cells, "path", &code);
    paths->points = allocate(2 * paths->point_count, sizeof *paths->points, "path", &code);
    if (!code)
        code = program_check(
            work->job.context,
            throng_route_read(router->route, 0, paths->count, cells, (int64_t)paths->point_count), "routes");
    for (size_t i = 0; i < paths->point_count && !code; i++)
        find_centre(work, cells[i].column, cells[i].row, &paths->points[2 * i]);
    free(cells);
    return code;
}

int path_router_run(path_job *work, run_sample *sample)
{
    const path_router *router = work->router;
    progress_show("path: run", work->job.run, work->job.common.repeat);
    const double begin = wall_seconds();
    const throng_status status =
        throng_route_find(router->route, work->paths.count, router->pairs, 0, router->results);
    sample->compute = wall_seconds() - begin;
    const int code = program_check(work->job.context, status, "routes");
    return !code && (program_last_run(&work->job) || path_has_frames(work)) ? copy_routes(work) : code;
}

void path_router_destroy(path_job *work)
{
    if (!work->router)
        return;
    throng_route_destroy(work->router->route);
    free(work->router->pairs);
    free(work->router->results);
    free(work->router->costs);
    free(work->router);
}
