/* Influence maps: the public questions, and the check of everything that they are given. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/influence/influence.h"

#include "kernels/influence/query.h"

#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(query_region) == sizeof(throng_region) && sizeof(query_cell) == sizeof(throng_cell) &&
                   sizeof(query_point) == sizeof(throng_point) && sizeof(query_best) == sizeof(throng_best) &&
                   sizeof(query_sample) == sizeof(throng_sample) &&
                   offsetof(query_best, value) == offsetof(throng_best, value),
               "kernels see the questions and answers that hosts do");

/* What all questions ask for; names the two arrays in messages. */
static throng_status check_questions(throng_influence *map, int32_t layer, throng_extreme which,
                                     const throng_query *query, const char *questions, const char *answers,
                                     size_t least, int32_t *plane)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_influence_check_plane(map, layer, plane);
    if (status != THRONG_OK)
        return status;
    if (which != THRONG_LARGEST && which != THRONG_SMALLEST)
        return throng_fail(map->object.context, wrong, "which is %d: THRONG_LARGEST or THRONG_SMALLEST",
                           (int)which);
    if (query->count < 0)
        return throng_fail(map->object.context, wrong, "count is %d: 0 or more", (int)query->count);
    if (query->count > 0 && (!query->questions || !query->answers))
        return throng_fail(map->object.context, wrong, "%s must not be NULL",
                           query->questions ? answers : questions);
    if (query->stride < least)
        return throng_fail(map->object.context, wrong,
                           "the stride of %s is %zu bytes: 0 (packed) or at least %zu", questions,
                           query->stride, least);
    return THRONG_OK;
}

static int32_t flags_of(throng_extreme which, int32_t own_too)
{
    return (which == THRONG_SMALLEST ? QUERY_SMALLEST : 0) | (own_too ? QUERY_OWN : 0);
}

/* The best of a region, its rows shared out. */
static throng_status extreme(throng_influence *map, int32_t layer, const throng_region *region, int32_t flags,
                             throng_best *result, const char *name)
{
    enum { STRIPS = 64 };
    throng_region whole_region, strips[STRIPS];
    throng_best bests[STRIPS];
    int32_t plane;
    throng_status status = throng_influence_check_plane(map, layer, &plane);
    if (status == THRONG_OK)
        status = throng_influence_check_region(map, region, &whole_region);
    if (status != THRONG_OK)
        return status;
    if (!result) {
        throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL", name);
        return THRONG_ERROR_INVALID_ARGUMENT;
    }
    if (flags == 0 && !map->shape.terrain)
        return map->ops->best(map->object.state, plane, &whole_region, result);
    int32_t count = whole_region.height < STRIPS ? whole_region.height : STRIPS;
    for (int32_t i = 0; i < count; i++) {
        int32_t first = (int32_t)((int64_t)whole_region.height * i / count);
        int32_t end = (int32_t)((int64_t)whole_region.height * (i + 1) / count);
        strips[i] = whole_region;
        strips[i].row += first;
        strips[i].height = end - first;
    }
    const throng_query query = {QUERY_REGION, flags, count, strips, sizeof strips[0], bests};
    status = map->ops->query(map->object.state, plane, &query);
    if (status != THRONG_OK)
        return status;
    *result = bests[0];
    for (int32_t i = 1; i < count; i++) {
        int32_t better =
            flags & QUERY_SMALLEST ? bests[i].value < result->value : bests[i].value > result->value;
        if (bests[i].row >= 0 && (result->row < 0 || better))
            *result = bests[i];
    }
    return THRONG_OK;
}

THRONG_CALL(throng_influence_best, (map, layer, region, best), throng_influence *map, int32_t layer,
            const throng_region *region, throng_best *best)
{
    return extreme(map, layer, region, 0, best, "best");
}

THRONG_CALL(throng_influence_worst, (map, layer, region, worst), throng_influence *map, int32_t layer,
            const throng_region *region, throng_best *worst)
{
    return extreme(map, layer, region, QUERY_SMALLEST, worst, "worst");
}

THRONG_CALL(throng_influence_best_of_regions, (map, layer, which, count, regions, stride, results),
            throng_influence *map, int32_t layer, throng_extreme which, int32_t count,
            const throng_region *regions, size_t stride, throng_best *results)
{
    int32_t plane;
    const throng_query query = {
        QUERY_REGION, flags_of(which, 0), count, regions, stride ? stride : sizeof *regions, results};
    throng_status status =
        check_questions(map, layer, which, &query, "regions", "results", sizeof *regions, &plane);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_region r;
        memcpy(&r, (const char *)regions + (size_t)i * query.stride, sizeof r);
        if (r.column < 0 || r.row < 0 || r.width < 1 || r.height < 1 ||
            r.column > map->shape.width - r.width || r.row > map->shape.height - r.height)
            status = throng_fail(
                map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                "regions[%d] is column %d, row %d, width %d, height %d: at least one cell, inside %d x %d",
                (int)i, (int)r.column, (int)r.row, (int)r.width, (int)r.height, (int)map->shape.width,
                (int)map->shape.height);
    }
    if (status != THRONG_OK || count == 0)
        return status;
    return map->ops->query(map->object.state, plane, &query);
}

THRONG_CALL(throng_influence_best_of_neighbors, (map, layer, which, own_too, count, cells, stride, results),
            throng_influence *map, int32_t layer, throng_extreme which, int32_t own_too, int32_t count,
            const throng_cell *cells, size_t stride, throng_best *results)
{
    int32_t plane;
    const throng_query query = {QUERY_NEIGHBOR, flags_of(which, own_too),        count,
                                cells,          stride ? stride : sizeof *cells, results};
    throng_status status =
        check_questions(map, layer, which, &query, "cells", "results", sizeof *cells, &plane);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        throng_cell cell;
        memcpy(&cell, (const char *)cells + (size_t)i * query.stride, sizeof cell);
        if (cell.column < 0 || cell.column >= map->shape.width || cell.row < 0 ||
            cell.row >= map->shape.height)
            status = throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                                 "cells[%d] is column %d, row %d: inside %d x %d", (int)i, (int)cell.column,
                                 (int)cell.row, (int)map->shape.width, (int)map->shape.height);
    }
    if (status != THRONG_OK || count == 0)
        return status;
    return map->ops->query(map->object.state, plane, &query);
}

THRONG_CALL(throng_influence_sample, (map, layer, count, points, stride, samples), throng_influence *map,
            int32_t layer, int32_t count, const throng_point *points, size_t stride, throng_sample *samples)
{
    int32_t plane;
    const throng_query query = {QUERY_SAMPLE, 0, count, points, stride ? stride : sizeof *points, samples};
    throng_status status =
        check_questions(map, layer, THRONG_LARGEST, &query, "points", "samples", sizeof *points, &plane);
    if (status != THRONG_OK || count == 0)
        return status;
    const float largest = throng_influence_largest_coordinate(map);
    for (int32_t i = 0; i < count; i++) {
        throng_point point;
        memcpy(&point, (const char *)points + (size_t)i * query.stride, sizeof point);
        if (!(point.x >= -largest && point.x <= largest && point.y >= -largest && point.y <= largest))
            return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                               "points[%d] is (%.9g, %.9g): within 1e9 and within 1e9 cells", (int)i,
                               (double)point.x, (double)point.y);
        if (point.world < 0 || point.world >= map->shape.worlds)
            return throng_fail(map->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                               "points[%d].world is %d: 0 to %d", (int)i, (int)point.world,
                               (int)map->shape.worlds - 1);
    }
    return map->ops->query(map->object.state, plane, &query);
}
