/* What a world's flow is given: cells, costs and goals; and what is read of it. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/flow/flow.h"
#include "src/world/flow.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- cells and costs ------------------- */

static throng_status check_region(const throng_world_flow *flow, const throng_region *region,
                                  const throng_region *inside, throng_region *area)
{
    *area = region ? *region : *inside;
    const throng_region *r = area;
    if (r->column >= inside->column && r->row >= inside->row && r->width >= 1 && r->height >= 1 &&
        (int64_t)r->column + r->width <= (int64_t)inside->column + inside->width &&
        (int64_t)r->row + r->height <= (int64_t)inside->row + inside->height)
        return THRONG_OK;
    return throng_fail(
        flow->world->context, THRONG_ERROR_INVALID_ARGUMENT,
        "region is column %d, row %d, width %d, height %d: at least one cell, inside column %d, "
        "row %d, width %d, height %d",
        (int)r->column, (int)r->row, (int)r->width, (int)r->height, (int)inside->column, (int)inside->row,
        (int)inside->width, (int)inside->height);
}

static throng_status check_bytes(const throng_world_flow *flow, const char *name, const throng_region *region,
                                 const uint8_t *bytes, size_t *row_stride, throng_region *area)
{
    throng_context *context = flow->world->context;
    const throng_region map = {0, 0, flow->def.width, flow->def.height};
    const throng_status status = check_region(flow, region, &map, area);
    if (status != THRONG_OK)
        return status;
    if (!bytes)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "%s must not be NULL", name);
    if (*row_stride == 0)
        *row_stride = (size_t)area->width;
    if (*row_stride < (size_t)area->width)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "row_stride is %zu bytes: 0 (packed) or at least %d", *row_stride,
                           (int)area->width);
    return THRONG_OK;
}

/* Where the bytes of a region's first cell are. */
static const uint8_t *bytes_at(const uint8_t *bytes, size_t row_stride, const throng_region *area,
                               const throng_region *region)
{
    return bytes + (size_t)(region->row - area->row) * row_stride + (size_t)(region->column - area->column);
}

THRONG_CALL(throng_world_flow_set_blocked, (flow, region, blocked, row_stride), throng_world_flow *flow,
            const throng_region *region, const uint8_t *blocked, size_t row_stride)
{
    throng_region area;
    throng_status status = throng_world_flow_check(flow);
    if (status == THRONG_OK)
        status = check_bytes(flow, "blocked", region, blocked, &row_stride, &area);
    for (int32_t i = 0; status == THRONG_OK && i < flow->world->local; i++) {
        const throng_flow_piece *piece = &flow->pieces[i];
        const throng_region both = throng_flow_both(&area, &piece->tile);
        const throng_region r = throng_flow_in_window(piece, &both);
        if (both.height == 0)
            continue;
        flow->ground = 1;
        status =
            throng_terrain_set(piece->terrain, &r, bytes_at(blocked, row_stride, &area, &both), row_stride);
    }
    return status;
}

/* How much the sum of a tile's costs grows by those of `area` in it. */
static int64_t growth_in_tile(const throng_flow_piece *piece, const throng_region *area, const uint8_t *costs,
                              size_t row_stride)
{
    const throng_region both = throng_flow_both(area, &piece->tile), r = throng_flow_in_window(piece, &both);
    return both.height == 0 ? 0
                            : throng_flow_costs_growth(piece->flow, &r,
                                                       bytes_at(costs, row_stride, area, &both), row_stride);
}

/* Whether costs may be set in all tiles of this process. Margins and seeds are those of the last update: the
 * next one looks at the sums with those that it brings. */
static throng_status check_costs(const throng_world_flow *flow, const throng_region *area,
                                 const uint8_t *costs, size_t row_stride)
{
    throng_world *world = flow->world;
    if (!flow->def.flow.costs)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the flow has no costs: set costs of def.flow to 1");
    for (int32_t y = 0; y < area->height; y++) {
        const uint8_t *row = costs + (size_t)y * row_stride, *none = memchr(row, 0, (size_t)area->width);
        if (none)
            return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "the cost of column %d, row %d is 0: 1 to 255",
                               (int)(area->column + (none - row)), (int)(area->row + y));
    }
    for (int32_t i = 0; i < world->local; i++) {
        const throng_flow_piece *piece = &flow->pieces[i];
        const int64_t sum = piece->costs + growth_in_tile(piece, area, costs, row_stride);
        if (sum > THRONG_MAX_FLOW_COSTS)
            return throng_fail(world->context, THRONG_ERROR_CAPACITY,
                               "the costs of the tile of part %d add up to %lld: at most %d",
                               (int)piece->number, (long long)sum, THRONG_MAX_FLOW_COSTS);
    }
    return THRONG_OK;
}

THRONG_CALL(throng_world_flow_set_costs, (flow, region, costs, row_stride), throng_world_flow *flow,
            const throng_region *region, const uint8_t *costs, size_t row_stride)
{
    throng_region area;
    throng_status status = throng_world_flow_check(flow);
    if (status == THRONG_OK)
        status = check_bytes(flow, "costs", region, costs, &row_stride, &area);
    if (status == THRONG_OK)
        status = check_costs(flow, &area, costs, row_stride);
    for (int32_t i = 0; status == THRONG_OK && i < flow->world->local; i++) {
        throng_flow_piece *piece = &flow->pieces[i];
        const throng_region both = throng_flow_both(&area, &piece->tile);
        const throng_region r = throng_flow_in_window(piece, &both);
        if (both.height == 0)
            continue;
        flow->ground = 1;
        piece->costs +=
            throng_flow_write_costs(piece->flow, &r, bytes_at(costs, row_stride, &area, &both), row_stride);
    }
    return status;
}

/* ---------------------------------------------------------------- goals ----------------------------- */

static throng_cell cell_at(const throng_cell *cells, size_t stride, int32_t i)
{
    throng_cell cell;
    memcpy(&cell, (const char *)cells + (size_t)i * stride, sizeof cell);
    return cell;
}

/* Checks goals, and finds their parts. */
static throng_status find_goals(throng_world_flow *flow, int32_t field, int32_t count,
                                const throng_cell *cells, size_t *stride)
{
    throng_world *world = flow->world;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = THRONG_OK;
    if (field < 0 || field >= flow->def.flow.fields)
        status = throng_fail(world->context, wrong, "field is %d: 0 to %d", (int)field,
                             (int)flow->def.flow.fields - 1);
    if (status == THRONG_OK)
        status = throng_flow_check_list(flow->pieces[0].flow, "cells", count, cells, sizeof *cells, stride);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &flow->owners, ((size_t)count + 1) * sizeof(int32_t));
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        const throng_cell cell = cell_at(cells, *stride, i);
        if (cell.column < 0 || cell.column >= flow->def.width || cell.row < 0 || cell.row >= flow->def.height)
            return throng_fail(world->context, wrong, "cells[%d] is column %d, row %d: inside %d x %d",
                               (int)i, (int)cell.column, (int)cell.row, (int)flow->def.width,
                               (int)flow->def.height);
        throng_flow_owners(flow)[i] = throng_flow_owner(flow, cell.column, cell.row);
    }
    return status == THRONG_OK ? throng_flow_sort_by_owner(flow, count) : status;
}

/* The goals in a local part's tile, packed in flow->entries, as its flow counts cells. */
static throng_status gather_goals(throng_world_flow *flow, const throng_flow_piece *piece, int32_t *count)
{
    throng_world *world = flow->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    flow->entries.bytes = 0;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        if (letter.each != (int32_t)sizeof(throng_cell))
            return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "a message of another process has no goals");
        const size_t bytes = (size_t)letter.count * sizeof(throng_cell);
        if (letter.to != piece->number)
            continue;
        status = throng_buffer_reserve(world, &flow->entries, flow->entries.bytes + bytes);
        if (status != THRONG_OK)
            break;
        memcpy(flow->entries.memory + flow->entries.bytes, entries, bytes);
        flow->entries.bytes += bytes;
    }
    throng_cell *cells = (throng_cell *)(void *)flow->entries.memory;
    *count = (int32_t)(flow->entries.bytes / sizeof *cells);
    flow->entries.bytes = 0;
    for (int32_t i = 0; i < *count && status == THRONG_OK; i++) {
        cells[i].column -= piece->window.column;
        cells[i].row -= piece->window.row;
    }
    return status;
}

/* sets: 0: looks whether there are too many. */
static throng_status take_goals(throng_world_flow *flow, int32_t field, int32_t sets)
{
    throng_world *world = flow->world;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        const throng_flow_piece *piece = &flow->pieces[i];
        int32_t count = 0;
        status = gather_goals(flow, piece, &count);
        if (status == THRONG_OK && count > flow->def.flow.goal_capacity)
            status =
                throng_fail(world->context, THRONG_ERROR_CAPACITY,
                            "field %d would have %d goals in the tile of part %d: at most %d, "
                            "goal_capacity of def.flow",
                            (int)field, (int)count, (int)piece->number, (int)flow->def.flow.goal_capacity);
        if (status == THRONG_OK && sets)
            status = throng_world_note(
                world, piece->context,
                throng_flow_set_goals(piece->flow, field, count,
                                      (const throng_cell *)(const void *)flow->entries.memory, 0));
    }
    return throng_world_agree(world, status, 0, NULL);
}

THRONG_CALL(throng_world_flow_set_goals, (flow, field, count, cells, stride), throng_world_flow *flow,
            int32_t field, int32_t count, const throng_cell *cells, size_t stride)
{
    throng_status status = throng_world_flow_check(flow);
    if (status != THRONG_OK)
        return status;
    throng_world *world = flow->world;
    const int64_t named = field;
    status = throng_world_same(world, find_goals(flow, field, count, cells, &stride), 1, &named, "field is");
    if (status != THRONG_OK)
        return status;
    throng_mail_begin(world);
    status =
        throng_mail_exchange(world, throng_flow_write_by_owner(flow, cells, stride, sizeof *cells, "goals"));
    if (status == THRONG_OK)
        status = take_goals(flow, field, 0);
    if (status != THRONG_OK)
        return status;
    flow->stale[field] = 1;
    return take_goals(flow, field, 1);
}

/* ---------------------------------------------------------------- reading --------------------------- */

throng_status throng_world_flow_check_up_to_date(const throng_world_flow *flow)
{
    return flow->failed ? throng_fail(flow->world->context, THRONG_ERROR_LOST,
                                      "the last update of the flow failed: update it again")
                        : THRONG_OK;
}

static throng_status read_tile(throng_world_flow *flow, int32_t part, int32_t what, int32_t field,
                               const throng_region *region, void *values, size_t row_stride)
{
    throng_region area;
    throng_status status = throng_world_flow_check(flow);
    if (status == THRONG_OK && (part < 0 || part >= flow->world->local))
        status = throng_fail(flow->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "part is %d: this process has %d, from 0", (int)part, (int)flow->world->local);
    if (status == THRONG_OK)
        status = throng_world_flow_check_up_to_date(flow);
    if (status == THRONG_OK)
        status = check_region(flow, region, &flow->pieces[part].tile, &area);
    if (status != THRONG_OK)
        return status;
    const throng_flow_piece *piece = &flow->pieces[part];
    const throng_region r = throng_flow_in_window(piece, &area);
    status = throng_flow_read_cells(piece->flow, what, field, &r, values, row_stride);
    return throng_world_report(flow->world, part, status);
}

THRONG_CALL(throng_world_flow_read_lengths, (flow, part, field, region, lengths, row_stride),
            throng_world_flow *flow, int32_t part, int32_t field, const throng_region *region, float *lengths,
            size_t row_stride)
{
    return read_tile(flow, part, THRONG_FLOW_READ_LENGTHS, field, region, lengths, row_stride);
}

THRONG_CALL(throng_world_flow_read_directions, (flow, part, field, region, directions, row_stride),
            throng_world_flow *flow, int32_t part, int32_t field, const throng_region *region,
            throng_flow_direction *directions, size_t row_stride)
{
    return read_tile(flow, part, THRONG_FLOW_READ_DIRECTIONS, field, region, directions, row_stride);
}
