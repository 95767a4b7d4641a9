/* Tiles of a map: one for each part, by halving the number of parts and the side of what they have. */
#include "src/core/status.h"
#include "src/world/flow.h"

#include <string.h>

/* ---------------------------------------------------------------- tiles ----------------------------- */

static throng_status too_small(const throng_world_flow *flow)
{
    return throng_fail(flow->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                       "def.width, height are %d, %d: too few cells for %d parts", (int)flow->def.width,
                       (int)flow->def.height, (int)flow->world->parts);
}

/* On hexagons rows go by twos, so that odd rows are odd in each window. */
static int32_t unit_of(const throng_world_flow *flow, int32_t axis)
{
    return axis == 1 && flow->def.flow.grid == THRONG_GRID_HEX ? 2 : 1;
}

/* Along which axis a piece is cut, of how many units that are; 0: it cannot be. */
static int32_t choose_axis(const throng_world_flow *flow, const throng_tile_node *node, int32_t *axis)
{
    const int32_t strips = flow->world->def.cut == THRONG_CUT_STRIPS;
    const int32_t units[2] = {node->area.width, node->area.height / unit_of(flow, 1)};
    *axis = !strips && node->area.height > node->area.width;
    if (units[*axis] < 2 && !strips)
        *axis = 1 - *axis;
    return units[*axis] < 2 || (strips && units[0] < node->count) ? 0 : units[*axis];
}

/* Cuts a piece into two, which become nodes[made] and the next one. */
static throng_status cut_node(throng_world_flow *flow, int32_t index, int32_t made)
{
    throng_tile_node *node = &flow->nodes[index];
    const int32_t units = choose_axis(flow, node, &node->axis), half = node->count / 2;
    const int32_t strips = flow->world->def.cut == THRONG_CUT_STRIPS;
    const int32_t least = strips ? half : 1, most = units - (strips ? node->count - half : 1);
    if (units == 0)
        return too_small(flow);
    int32_t at = (int32_t)((int64_t)units * half / node->count);
    at = (at < least ? least : at > most ? most : at) * unit_of(flow, node->axis);
    throng_tile_node low = {.area = node->area, .first = node->first, .count = half};
    throng_tile_node high = {.area = node->area, .first = node->first + half, .count = node->count - half};
    if (node->axis == 0) {
        low.area.width = at;
        high.area.column += at;
        high.area.width -= at;
    } else {
        low.area.height = at;
        high.area.row += at;
        high.area.height -= at;
    }
    node->at = node->axis == 0 ? high.area.column : high.area.row;
    node->children = made;
    flow->nodes[made] = low;
    flow->nodes[made + 1] = high;
    return THRONG_OK;
}

throng_status throng_flow_tiles_make(throng_world_flow *flow)
{
    throng_status status = THRONG_OK;
    int32_t made = 1;
    flow->nodes[0] =
        (throng_tile_node){.area = {0, 0, flow->def.width, flow->def.height}, .count = flow->world->parts};
    for (int32_t i = 0; i < made && status == THRONG_OK; i++) {
        if (flow->nodes[i].count > 1) {
            status = cut_node(flow, i, made);
            made += 2;
        } else {
            flow->tiles[flow->nodes[i].first] = flow->nodes[i].area;
        }
    }
    return status;
}

int32_t throng_flow_owner(const throng_world_flow *flow, int64_t column, int64_t row)
{
    const throng_tile_node *node = flow->nodes;
    while (node->children)
        node = &flow->nodes[node->children + !((node->axis ? row : column) < node->at)];
    return node->first;
}

/* ---------------------------------------------------------------- regions --------------------------- */

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

throng_region throng_flow_around(const throng_world_flow *flow, const throng_region *region, int32_t cells)
{
    throng_region r = {larger(region->column - cells, 0), larger(region->row - cells, 0), 0, 0};
    r.width = smaller(region->column + region->width + cells, flow->def.width) - r.column;
    r.height = smaller(region->row + region->height + cells, flow->def.height) - r.row;
    return r;
}

throng_region throng_flow_window_of(const throng_world_flow *flow, const throng_region *tile)
{
    throng_region window = throng_flow_around(flow, tile, flow->def.margin + flow->reach);
    const int32_t odd = flow->def.flow.grid == THRONG_GRID_HEX ? window.row % 2 : 0;
    window.row -= odd;
    window.height += odd;
    return window;
}

throng_region throng_flow_both(const throng_region *a, const throng_region *b)
{
    throng_region r = {larger(a->column, b->column), larger(a->row, b->row), 0, 0};
    r.width = smaller(a->column + a->width, b->column + b->width) - r.column;
    r.height = smaller(a->row + a->height, b->row + b->height) - r.row;
    if (r.width <= 0 || r.height <= 0)
        r.width = r.height = 0;
    return r;
}

throng_region throng_flow_in_window(const throng_flow_piece *piece, const throng_region *region)
{
    return (throng_region){region->column - piece->window.column, region->row - piece->window.row,
                           region->width, region->height};
}

/* ---------------------------------------------------------------- links ----------------------------- */

throng_status throng_flow_links_make(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    size_t cells = 0;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local; i++)
        for (int32_t other = 0; other < world->parts && status == THRONG_OK; other++) {
            const throng_region *tile = &flow->pieces[i].tile;
            const throng_region there = throng_flow_window_of(flow, &flow->tiles[other]);
            const throng_region here = flow->pieces[i].window;
            const throng_region near = throng_flow_around(flow, &flow->tiles[other], THRONG_FLOW_RING);
            const throng_region ring = throng_flow_both(tile, &near);
            if (other == flow->pieces[i].number || (throng_flow_both(tile, &there).height == 0 &&
                                                    throng_flow_both(&flow->tiles[other], &here).height == 0))
                continue;
            const throng_flow_link link = {i, other, cells};
            cells += (size_t)ring.width * (size_t)ring.height * (size_t)flow->numbers;
            flow->links.bytes = (size_t)flow->link_count * sizeof link;
            status = throng_buffer_reserve(world, &flow->links, flow->links.bytes + sizeof link);
            if (status == THRONG_OK)
                throng_flow_links(flow)[flow->link_count++] = link;
        }
    return status == THRONG_OK ? throng_buffer_reserve(world, &flow->sent, cells * sizeof(throng_flow_length))
                               : status;
}

/* ---------------------------------------------------------------- entries by parts ------------------ */

throng_status throng_flow_sort_by_owner(throng_world_flow *flow, int32_t count)
{
    throng_world *world = flow->world;
    const size_t parts = (size_t)world->parts;
    throng_status status = throng_buffer_reserve(world, &flow->order, ((size_t)count + 1) * sizeof(int32_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &flow->starts, (parts + 2) * sizeof(int32_t));
    if (status != THRONG_OK)
        return status;
    const int32_t *owners = throng_flow_owners(flow);
    int32_t *order = (int32_t *)(void *)flow->order.memory;
    int32_t *starts = (int32_t *)(void *)flow->starts.memory;
    memset(starts, 0, (parts + 2) * sizeof *starts);
    for (int32_t i = 0; i < count; i++)
        starts[owners[i] + 2]++;
    for (size_t p = 2; p < parts + 2; p++)
        starts[p] += starts[p - 1];
    for (int32_t i = 0; i < count; i++)
        order[starts[owners[i] + 1]++] = i;
    return THRONG_OK;
}

throng_status throng_flow_write_by_owner(throng_world_flow *flow, const void *entries, size_t stride,
                                         size_t each, const char *what)
{
    throng_world *world = flow->world;
    const int32_t *order = throng_flow_order(flow), *starts = throng_flow_starts(flow);
    for (int32_t p = 0; p < world->parts; p++) {
        const int32_t first = starts[p], count = starts[p + 1] - first;
        if (count == 0)
            continue;
        char *to = throng_mail_write(world, world->first, p, count, each);
        if (!to)
            return throng_fail_memory(world->context, what, (size_t)count * each);
        for (int32_t i = 0; i < count; i++)
            memcpy(to + (size_t)i * each, (const char *)entries + (size_t)order[first + i] * stride, each);
    }
    return THRONG_OK;
}
