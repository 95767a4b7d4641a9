/* Queries of a map and traced paths, out of a program's own buffers and into them, are those of the host. */
#include "tests/context/opencl_program.h"

#include "tests/trace/scenes.h"

#include <math.h>
#include <stdlib.h>

enum { QUERIES = 60 };

static void expect_rows(const void *rows, size_t size, int32_t count, size_t offset, size_t stride)
{
    for (int32_t i = 0; i < count; i++)
        memcpy(expected + offset + (size_t)i * (stride ? stride : size),
               (const char *)rows + (size_t)i * size, size);
}

static cl_mem buffer_of_rows(const program *p, const void *rows, size_t size, int32_t count, size_t offset,
                             size_t stride)
{
    memset(expected, MARK, ROOM);
    expect_rows(rows, size, count, offset, stride);
    return buffer_of(p, ROOM, expected);
}

/* ---------------------------------------------------------------- queries --------------------------- */

/* Some are not on the map: in those the host is asked for nothing, and `none` is expected. */
static void expect_regions(const program *p, throng_extreme which, size_t offset, size_t stride)
{
    const throng_best none = {-1, -1, 0.0f};
    throng_region regions[QUERIES];
    throng_best bests[QUERIES];
    cl_event event = NULL;
    for (int32_t i = 0; i < QUERIES; i++) {
        const int32_t column = i % WIDTH, row = 7 * i % HEIGHT;
        regions[i] = (throng_region){column, row, 1 + i % (WIDTH - column), 1 + 3 * i % (HEIGHT - row)};
    }
    regions[3].width = WIDTH;
    regions[5] = (throng_region){2, 2, 0, 1};
    regions[7] = (throng_region){-1, 2, 3, 3};
    regions[11] = (throng_region){1, 1, 2147483647, 2147483647};
    for (int32_t i = 0; i < QUERIES; i++) {
        const int32_t wrong = i == 3 || i == 5 || i == 7 || i == 11;
        bests[i] = none;
        if (!wrong)
            MUST(p->context,
                 throng_influence_best_of_regions(p->map, 0, which, 1, &regions[i], 0, &bests[i]));
    }
    cl_mem from = buffer_of_rows(p, regions, sizeof *regions, QUERIES, offset, stride), to = marked_buffer(p);
    MUST(p->context, throng_influence_best_of_regions_cl(p->map, 0, which, QUERIES, from, offset, stride, to,
                                                         offset, stride, 0, NULL, &event));
    expect_rows(bests, sizeof *bests, QUERIES, offset, stride);
    expect_buffer(p, to, event, "regions");
    p->cl.clReleaseMemObject(from);
}

static void expect_neighbors(const program *p, throng_extreme which, int32_t own_too, size_t offset,
                             size_t stride)
{
    const throng_best none = {-1, -1, 0.0f};
    throng_cell cells[QUERIES];
    throng_best bests[QUERIES];
    cl_event event = NULL;
    for (int32_t i = 0; i < QUERIES; i++)
        cells[i] = (throng_cell){5 * i % WIDTH, 7 * i % HEIGHT};
    MUST(p->context, throng_influence_best_of_neighbors(p->map, 0, which, own_too, QUERIES, cells, 0, bests));
    cells[4].column = WIDTH;
    cells[9].row = -1;
    bests[4] = bests[9] = none;
    cl_mem from = buffer_of_rows(p, cells, sizeof *cells, QUERIES, offset, stride), to = marked_buffer(p);
    MUST(p->context, throng_influence_best_of_neighbors_cl(p->map, 0, which, own_too, QUERIES, from, offset,
                                                           stride, to, 4, 16, 0, NULL, &event));
    expect_rows(bests, sizeof *bests, QUERIES, 4, 16);
    expect_buffer(p, to, event, "neighbours");
    p->cl.clReleaseMemObject(from);
}

static void expect_samples(const program *p, size_t offset, size_t stride)
{
    const throng_sample none = {0.0f, 0.0f, 0.0f};
    throng_point points[QUERIES];
    throng_sample samples[QUERIES];
    cl_event event = NULL;
    for (int32_t i = 0; i < QUERIES; i++)
        points[i] = (throng_point){1.37f * (float)i - 4.0f, 0.73f * (float)(i * 3 % 50), 0};
    MUST(p->context, throng_influence_sample(p->map, 0, QUERIES, points, 0, samples));
    points[2].x = NAN;
    points[8].y = -1.1e9f;
    points[13].world = 1;
    samples[2] = samples[8] = samples[13] = none;
    cl_mem from = buffer_of_rows(p, points, sizeof *points, QUERIES, offset, stride), to = marked_buffer(p);
    MUST(p->context, throng_influence_sample_cl(p->map, 0, QUERIES, from, offset, stride, to, offset, stride,
                                                0, NULL, &event));
    expect_rows(samples, sizeof *samples, QUERIES, offset, stride);
    expect_buffer(p, to, event, "samples");
    p->cl.clReleaseMemObject(from);
}

Test(queries, of_buffers)
{
    program p;
    begin(&p, 0);
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context, throng_influence_update(p.map));
    for (int32_t i = 0; i < 2; i++) {
        const throng_extreme which = i ? THRONG_SMALLEST : THRONG_LARGEST;
        expect_regions(&p, which, 0, 0);
        expect_regions(&p, which, 8, 36);
        expect_neighbors(&p, which, i, 0, 0);
        expect_neighbors(&p, which, !i, 12, 20);
    }
    expect_samples(&p, 0, 0);
    expect_samples(&p, 20, 24);
    cl_mem buffer = marked_buffer(&p);
#define REGIONS(layer, which, count, from, to, stride)                                                       \
    throng_influence_best_of_regions_cl(p.map, layer, which, count, from, 0, 0, to, 0, stride, 0, NULL, NULL)
#define SAMPLE(count, from, offset, to)                                                                      \
    throng_influence_sample_cl(p.map, 0, count, from, offset, 0, to, 0, 0, 0, NULL, NULL)
    REFUSES(INVALID, "layer is 9", REGIONS(9, 0, 1, buffer, buffer, 0));
    REFUSES(INVALID, "which is 2", REGIONS(0, 2, 1, buffer, buffer, 0));
    REFUSES(INVALID, "count is -1", REGIONS(0, 0, -1, buffer, buffer, 0));
    REFUSES(INVALID, "regions must not be NULL", REGIONS(0, 0, 1, NULL, buffer, 0));
    REFUSES(INVALID, "results must not be NULL", REGIONS(0, 0, 1, buffer, NULL, 0));
    REFUSES(INVALID, "results|stride 8", REGIONS(0, 0, 1, buffer, buffer, 8));
    REFUSES(INVALID, "points|too few", SAMPLE(2, buffer, ROOM - 12, buffer));
    REFUSES(INVALID, "samples must not be NULL", SAMPLE(1, buffer, 0, NULL));
    REFUSES(
        INVALID, "cells|offset 2",
        throng_influence_best_of_neighbors_cl(p.map, 0, 0, 0, 1, buffer, 2, 0, buffer, 0, 0, 0, NULL, NULL));
    MUST(p.context, SAMPLE(0, NULL, 0, NULL));
    p.cl.clReleaseMemObject(buffer);
    end(&p);
}

/* ---------------------------------------------------------------- paths ----------------------------- */

static const trace_scene *some_paths(throng_escape escape)
{
    const trace_scene *s = trace_scenes;
    while (s < trace_scenes + trace_scene_count && (s->escape != escape || s->starts > 200))
        s++;
    cr_assert(s < trace_scenes + trace_scene_count);
    return s;
}

/* The paths of starts out of a buffer, but for a few that are out of range, are those of the host's. */
static void expect_paths(const program *p, throng_escape escape, size_t offset, size_t stride)
{
    test_trace *t = trace_begin(p->context, some_paths(escape));
    const int32_t starts = t->scene->starts,
                  points = t->scene->max_steps + 1 < 9 ? t->scene->max_steps + 1 : 9;
    const throng_trace_result none = {.status = THRONG_TRACE_INVALID};
    cl_event event = NULL;
    trace_walk(t);
    throng_trace_start *given = calloc((size_t)starts, sizeof *given);
    cr_assert(given);
    memcpy(given, t->starts, (size_t)starts * sizeof *given);
    given[1].x = NAN;
    given[2].speed = 0.0f;
    given[3].world = -1;
    given[4].goal = -1;
    cl_mem from = buffer_of_rows(p, given, sizeof *given, starts, offset, stride);
    MUST(p->context, throng_trace_truncate_starts(t->trace, starts / 2)); /* some are added */
    MUST(p->context, throng_trace_set_starts_cl(t->trace, 0, starts, from, offset, stride, 0, NULL, &event));
    cr_assert(event && p->cl.clWaitForEvents(1, &event) == CL_SUCCESS);
    p->cl.clReleaseEvent(event);
    p->cl.clReleaseMemObject(from);
    MUST(p->context, throng_trace_update(t->trace));
    cl_mem to = marked_buffer(p);
    MUST(p->context, throng_trace_read_cl(t->trace, 0, starts, to, 12, 32, 0, NULL, &event));
    for (int32_t i = 1; i < 5; i++)
        t->results[i] = none;
    expect_rows(t->results, sizeof *t->results, starts, 12, 32);
    expect_buffer(p, to, event, "results of paths");
    to = marked_buffer(p);
    const size_t size = sizeof(throng_trace_point);
    MUST(p->context,
         throng_trace_read_points_cl(t->trace, 5, starts - 5, 0, points, to, 4, 80, 0, NULL, &event));
    cr_assert(event && p->cl.clWaitForEvents(1, &event) == CL_SUCCESS);
    p->cl.clReleaseEvent(event);
    cr_assert(p->cl.clEnqueueReadBuffer(p->host.queue, to, CL_TRUE, 0, ROOM, found, 0, NULL, NULL) ==
              CL_SUCCESS);
    for (int32_t i = 5; i < starts; i++) { /* behind a path's end there may be anything */
        const int32_t walked = t->results[i].steps + 1, known = walked < points ? walked : points;
        cr_expect(memcmp(found + 4 + (size_t)(i - 5) * 80, trace_points(t, i), (size_t)known * size) == 0,
                  "points of path %d", (int)i);
    }
    p->cl.clReleaseMemObject(to);
    free(given);
    trace_end(t);
}

Test(paths, of_buffers)
{
    program p;
    begin(&p, 0);
    expect_paths(&p, THRONG_ESCAPE_NONE, 0, 0);
    expect_paths(&p, THRONG_ESCAPE_FLOW, 8, 28);
    test_trace *t = trace_begin(p.context, some_paths(THRONG_ESCAPE_NONE));
    const int32_t starts = t->scene->starts;
    cl_mem buffer = marked_buffer(&p);
#define STARTS(first, count, from, offset, stride)                                                           \
    throng_trace_set_starts_cl(t->trace, first, count, from, offset, stride, 0, NULL, NULL)
#define ENDS(first, count, to, stride)                                                                       \
    throng_trace_read_cl(t->trace, first, count, to, 0, stride, 0, NULL, NULL)
#define POINTS(path, paths, count, to, stride)                                                               \
    throng_trace_read_points_cl(t->trace, path, paths, 0, count, to, 0, stride, 0, NULL, NULL)
    REFUSES(INVALID, "first + count|at most 0, the paths of the last update", ENDS(0, 1, buffer, 0));
    MUST(p.context, ENDS(1, 0, NULL, 0)); /* nothing, wherever it would be */
    MUST(p.context, POINTS(1, 0, 1, NULL, 0));
    trace_walk(t);
    REFUSES(INVALID, "first is -1", STARTS(-1, 1, buffer, 0, 0));
    REFUSES(THRONG_ERROR_CAPACITY, "first + count is 16777216", STARTS(0, 16777216, buffer, 0, 0));
    REFUSES(INVALID, "starts must not be NULL", STARTS(0, 1, NULL, 0, 0));
    REFUSES(INVALID, "starts|stride 20", STARTS(0, 1, buffer, 0, 20));
    REFUSES(INVALID, "starts|too few", STARTS(0, 2, buffer, ROOM - 24, 0));
    REFUSES(INVALID, "first + count", ENDS(1, starts, buffer, 0));
    REFUSES(INVALID, "results must not be NULL", ENDS(0, 1, NULL, 0));
    REFUSES(INVALID, "points must not be NULL", POINTS(0, 1, 1, NULL, 0));
    REFUSES(INVALID, "points|stride 8", POINTS(0, 2, 2, buffer, 8));
    REFUSES(INVALID, "path + count", POINTS(1, starts, 1, buffer, 0));
    p.cl.clReleaseMemObject(buffer);
    trace_end(t);
    end(&p);
}

/* ---------------------------------------------------------------- waiting --------------------------- */

Test(queries, waits)
{
    program p;
    begin(&p, 0);
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context, throng_influence_update(p.map));
    test_trace *t = trace_begin(p.context, some_paths(THRONG_ESCAPE_NONE));
    trace_walk(t);
    MUST(p.context, throng_context_wait(p.context));
    cl_mem buffer = marked_buffer(&p);
    MUST(p.context, SAMPLE(1, buffer, 0, buffer)); /* makes what queries need */
    cl_event gate = gate_of(&p), event = NULL;
    MUST(p.context, throng_influence_sample_cl(p.map, 0, 2, buffer, 0, 0, buffer, 64, 0, 1, &gate, &event));
    expect_waits(&p, "samples", gate, event);
    gate = gate_of(&p);
    event = NULL;
    MUST(p.context, throng_trace_read_cl(t->trace, 0, 1, buffer, 0, 0, 1, &gate, &event));
    expect_waits(&p, "results of paths", gate, event);
    p.cl.clReleaseMemObject(buffer);
    trace_end(t);
    end(&p);
}

/* Terrain of more uploads than there is staging memory for goes ahead of the events. */
Test(queries, waits_behind_terrain)
{
    enum { SIDE = 2048 };
    program p;
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    open_host(&p);
    MUST(NULL, throng_opencl_context_create(NULL, &p.host, &p.context));
    throng_terrain_def ground = throng_terrain_default_def();
    throng_influence_def def = map_def(SIDE, SIDE, THRONG_GRID_SQUARE4);
    ground.width = ground.height = SIDE;
    MUST(p.context, throng_terrain_create(p.context, &ground, &def.terrain));
    def.propagation = THRONG_PROPAGATION_ADJACENT;
    MUST(p.context, throng_influence_create(p.context, &def, &p.map));
    cl_mem buffer = marked_buffer(&p);
    const throng_cell cell = {1, 1};
    cl_mem cells = buffer_of(&p, sizeof cell, &cell);
    for (int32_t blocked = 0; blocked < 2; blocked++) {
        cl_event gate = gate_of(&p), event = NULL;
        throng_best best = {7, 7, 7.0f}, host;
        MUST(p.context, throng_terrain_fill(def.terrain, NULL, !blocked));
        MUST(p.context, throng_terrain_fill(def.terrain, NULL, (uint8_t)blocked));
        MUST(p.context, throng_influence_best_of_neighbors_cl(p.map, 0, THRONG_LARGEST, 1, 1, cells, 0, 0,
                                                              buffer, 0, 0, 1, &gate, &event));
        expect_waits(&p, "neighbours on new terrain", gate, event);
        cr_assert(p.cl.clEnqueueReadBuffer(p.host.queue, buffer, CL_TRUE, 0, sizeof best, &best, 0, NULL,
                                           NULL) == CL_SUCCESS);
        MUST(p.context, throng_influence_best_of_neighbors(p.map, 0, THRONG_LARGEST, 1, 1, &cell, 0, &host));
        cr_expect(memcmp(&best, &host, sizeof best) == 0, "(%d, %d), by the host (%d, %d)", (int)best.column,
                  (int)best.row, (int)host.column, (int)host.row);
    }
    p.cl.clReleaseMemObject(cells);
    p.cl.clReleaseMemObject(buffer);
    MUST(p.context, throng_influence_destroy(p.map));
    MUST(p.context, throng_terrain_destroy(def.terrain));
    MUST(NULL, throng_context_destroy(p.context));
    close_host(&p);
}
