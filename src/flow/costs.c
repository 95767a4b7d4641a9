/* Costs of a flow's cells on the host, from which backends lay ground. */
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

#include <string.h>

static size_t cell_count(const throng_terrain *t)
{
    return (size_t)t->width * (size_t)t->height * (size_t)t->worlds;
}

throng_status throng_flow_prepare_costs(throng_flow *flow)
{
    const throng_allocator *allocator = &flow->object.context->allocator;
    const throng_terrain *t = flow->shape.terrain;
    const size_t cells = cell_count(t), worlds = (size_t)t->worlds;
    flow->cells = throng_allocate(allocator, cells);
    flow->sums = flow->cells ? throng_allocate(allocator, worlds * sizeof *flow->sums) : NULL;
    if (!flow->sums)
        return throng_fail_memory(flow->object.context, "the costs of a flow", cells);
    memset(flow->cells, 1, cells);
    for (size_t i = 0; i < worlds; i++)
        flow->sums[i] = (int64_t)t->width * t->height;
    throng_flow_change_costs(flow);
    return THRONG_OK;
}

void throng_flow_release_costs(throng_flow *flow)
{
    const throng_allocator *allocator = &flow->object.context->allocator;
    const throng_terrain *t = flow->shape.terrain;
    if (flow->cells)
        throng_release(allocator, flow->cells, cell_count(t));
    if (flow->sums)
        throng_release(allocator, flow->sums, (size_t)t->worlds * sizeof *flow->sums);
}

size_t throng_flow_costs_bytes(const throng_flow *flow)
{
    const throng_terrain *t = flow->shape.terrain;
    return flow->cells ? cell_count(t) + (size_t)t->worlds * sizeof *flow->sums : 0;
}

const uint8_t *throng_flow_costs_at(const throng_flow *flow, int32_t column, int32_t row)
{
    return flow->cells + (size_t)row * (size_t)flow->shape.terrain->width + (size_t)column;
}

void throng_flow_change_costs(throng_flow *flow)
{
    const throng_terrain *t = flow->shape.terrain;
    if (flow->cells)
        flow->changed = (throng_region){0, 0, t->width, t->height * t->worlds};
}

/* How much the sum of a world's costs grows by those of some rows of a region; those are above 0. */
static int64_t growth_of_rows(const throng_flow *flow, const throng_region *area, int32_t first, int32_t last,
                              const uint8_t *costs, size_t row_stride)
{
    int64_t sum = 0;
    for (int32_t y = first; y < last; y++) {
        const uint8_t *now = costs + (size_t)(y - area->row) * row_stride;
        const uint8_t *before =
            flow->cells + (size_t)y * (size_t)flow->shape.terrain->width + (size_t)area->column;
        for (int32_t x = 0; x < area->width; x++)
            sum += (int64_t)now[x] - before[x];
    }
    return sum;
}

int64_t throng_flow_costs_growth(const throng_flow *flow, const throng_region *area, const uint8_t *costs,
                                 size_t row_stride)
{
    return growth_of_rows(flow, area, area->row, area->row + area->height, costs, row_stride);
}

throng_status throng_flow_check_costs_sum(const throng_flow *flow, int32_t world, int64_t growth)
{
    const int64_t sum = flow->sums[world] + growth;
    if (sum > THRONG_MAX_FLOW_COSTS)
        return throng_fail(flow->object.context, THRONG_ERROR_CAPACITY,
                           "the costs of world %d add up to %lld: at most %d", (int)world, (long long)sum,
                           THRONG_MAX_FLOW_COSTS);
    return throng_flow_check_longest(flow, world, sum);
}

static throng_status check_sums(const throng_flow *flow, const throng_region *area, const uint8_t *costs,
                                size_t row_stride)
{
    const int32_t height = flow->shape.terrain->height, end = area->row + area->height;
    for (int32_t first = area->row; first < end;) {
        const int32_t world = first / height, next = (world + 1) * height;
        const int32_t last = next < end ? next : end;
        const int64_t growth = growth_of_rows(flow, area, first, last, costs, row_stride);
        const throng_status status = throng_flow_check_costs_sum(flow, world, growth);
        if (status != THRONG_OK)
            return status;
        first = last;
    }
    return THRONG_OK;
}

/* The least region that has both. */
static throng_region joined(const throng_region *a, const throng_region *b)
{
    throng_region r = *b;
    if (a->height == 0)
        return r;
    r.column = a->column < b->column ? a->column : b->column;
    r.row = a->row < b->row ? a->row : b->row;
    const int32_t right = a->column + a->width, other = b->column + b->width;
    const int32_t bottom = a->row + a->height, below = b->row + b->height;
    r.width = (right > other ? right : other) - r.column;
    r.height = (bottom > below ? bottom : below) - r.row;
    return r;
}

throng_status throng_flow_check_each_cost(const throng_flow *flow, const throng_region *area,
                                          const uint8_t *costs, size_t *row_stride)
{
    throng_context *context = flow->object.context;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!flow->cells)
        return throng_fail(context, wrong, "the flow has no costs: set costs of its def to 1");
    if (!costs)
        return throng_fail(context, wrong, "costs must not be NULL");
    if (*row_stride == 0)
        *row_stride = (size_t)area->width;
    if (*row_stride < (size_t)area->width)
        return throng_fail(context, wrong, "row_stride is %zu bytes: 0 (packed) or at least %d", *row_stride,
                           (int)area->width);
    for (int32_t y = 0; y < area->height; y++) {
        const uint8_t *row = costs + (size_t)y * *row_stride;
        const uint8_t *none = memchr(row, 0, (size_t)area->width);
        if (none)
            return throng_fail(context, wrong, "the cost of column %d, row %d is 0: 1 to 255",
                               (int)(area->column + (none - row)), (int)(area->row + y));
    }
    return THRONG_OK;
}

throng_status throng_flow_check_costs(const throng_flow *flow, const throng_region *area,
                                      const uint8_t *costs, size_t *row_stride)
{
    const throng_status status = throng_flow_check_each_cost(flow, area, costs, row_stride);
    return status == THRONG_OK ? check_sums(flow, area, costs, *row_stride) : status;
}

int64_t throng_flow_write_costs(throng_flow *flow, const throng_region *area, const uint8_t *costs,
                                size_t row_stride)
{
    const throng_terrain *t = flow->shape.terrain;
    int64_t all = 0;
    for (int32_t y = 0; y < area->height; y++) {
        const int32_t row = area->row + y;
        const int64_t growth = growth_of_rows(flow, area, row, row + 1, costs, row_stride);
        flow->sums[row / t->height] += growth;
        all += growth;
        memcpy(flow->cells + (size_t)row * (size_t)t->width + (size_t)area->column,
               costs + (size_t)y * row_stride, (size_t)area->width);
    }
    flow->changed = joined(&flow->changed, area);
    return all;
}

THRONG_CALL(throng_flow_set_costs, (flow, region, costs, row_stride), throng_flow *flow,
            const throng_region *region, const uint8_t *costs, size_t row_stride)
{
    throng_region area;
    throng_status status = throng_object_check(flow, THRONG_FLOW_COOKIE);
    if (status == THRONG_OK)
        status = throng_terrain_check_region(flow->shape.terrain, region, &area);
    if (status == THRONG_OK)
        status = throng_flow_check_costs(flow, &area, costs, &row_stride);
    if (status != THRONG_OK)
        return status;
    (void)throng_flow_write_costs(flow, &area, costs, row_stride);
    return THRONG_OK;
}
