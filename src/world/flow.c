/* Flows of a world: made and destroyed, and what a process has of them. */
#include "src/world/flow.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/flow/flow.h"

#include <string.h>

throng_world_flow_def throng_world_flow_default_def(void)
{
    throng_world_flow_def def;
    memset(&def, 0, sizeof def);
    def.flow = throng_flow_default_def();
    def.margin = 16;
    def.cookie = THRONG_WORLD_FLOW_DEF_COOKIE;
    return def;
}

throng_status throng_world_flow_check(throng_world_flow *flow)
{
    if (!flow || flow->cookie != THRONG_WORLD_FLOW_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    return throng_world_check(flow->world);
}

/* ---------------------------------------------------------------- definitions ----------------------- */

static throng_status check_def(const throng_world *world, const throng_world_flow_def *def)
{
    throng_context *context = world->context;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def || def->cookie != THRONG_WORLD_FLOW_DEF_COOKIE || def->flow.cookie != THRONG_FLOW_DEF_COOKIE)
        return throng_fail(context, wrong, "def was not made by throng_world_flow_default_def()");
    if (def->width < 1 || def->width > THRONG_MAX_WORLD_SIDE || def->height < 1 ||
        def->height > THRONG_MAX_WORLD_SIDE)
        return throng_fail(context, wrong, "def.width, height are %d, %d: 1 to %d", (int)def->width,
                           (int)def->height, THRONG_MAX_WORLD_SIDE);
    if (def->margin < THRONG_MIN_WORLD_MARGIN || def->margin > THRONG_MAX_WORLD_MARGIN)
        return throng_fail(context, wrong, "def.margin is %d: %d to %d", (int)def->margin,
                           THRONG_MIN_WORLD_MARGIN, THRONG_MAX_WORLD_MARGIN);
    if (def->flow.terrain || def->flow.seed_capacity || def->flow.first_column || def->flow.first_row)
        return throng_fail(context, wrong,
                           "def.flow has terrain, seed_capacity or a first cell: those are the world's");
    if (def->flow.fields < 1 || def->flow.fields > THRONG_MAX_FLOW_FIELDS)
        return throng_fail(context, wrong, "def.flow.fields is %d: 1 to %d", (int)def->flow.fields,
                           THRONG_MAX_FLOW_FIELDS);
    if (def->flow.clearance_count < 0 || def->flow.clearance_count > THRONG_MAX_FLOW_CLEARANCES)
        return throng_fail(context, wrong, "def.flow.clearance_count is %d: 0 to %d",
                           (int)def->flow.clearance_count, THRONG_MAX_FLOW_CLEARANCES);
    return THRONG_OK;
}

/* Cells around one that decide whether a body fits there, and two more: for rounding, and for the steps. */
static int32_t reach_of(const throng_flow_def *def)
{
    const int32_t last = def->clearance_count - 1;
    const double cells = last < 0 ? 0.0 : (double)def->clearances[last] / (double)def->cell_size;
    return cells > 0.5 && cells <= THRONG_MAX_FLOW_REACH ? (int32_t)cells + 2 : 0; /* others are refused */
}

/* A sum over what must be the same on all processes. */
static int64_t sum_of_def(const throng_world_flow_def *def)
{
    const throng_flow_def *f = &def->flow;
    int32_t words[12 + THRONG_MAX_FLOW_CLEARANCES] = {
        def->width,       def->height,        def->margin, f->grid,        f->fields,
        f->goal_capacity, f->clearance_count, f->costs,    f->slow_by_cost};
    uint64_t sum = 0;
    words[10] = f->unreached;
    memcpy(&words[9], &f->cell_size, sizeof f->cell_size);
    memcpy(&words[12], f->clearances, (size_t)f->clearance_count * sizeof *f->clearances);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum = throng_add_to_sum(sum, (uint32_t)words[i]);
    return throng_number_of_sum(sum);
}

/* ---------------------------------------------------------------- create ---------------------------- */

static void release(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    const throng_allocator *allocator = &world->context->allocator;
    const size_t parts = (size_t)world->parts;
    throng_buffer *const buffers[] = {&flow->links,  &flow->sent,  &flow->lengths, &flow->entries,
                                      &flow->owners, &flow->order, &flow->starts,  &flow->results};
    for (int32_t i = 0; i < world->local && flow->pieces; i++) {
        (void)throng_flow_destroy(flow->pieces[i].flow);
        (void)throng_terrain_destroy(flow->pieces[i].terrain);
    }
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        throng_buffer_release(world, buffers[i]);
    throng_release(allocator, flow->nodes, (2 * parts - 1) * sizeof *flow->nodes);
    throng_release(allocator, flow->tiles, parts * sizeof *flow->tiles);
    throng_release(allocator, flow->pieces, (size_t)world->local * sizeof *flow->pieces);
    throng_release(allocator, flow->stale, (size_t)flow->def.flow.fields);
    throng_release(allocator, flow, sizeof *flow);
}

static throng_status allocate(throng_world *world, const throng_world_flow_def *def, throng_world_flow **made)
{
    const throng_allocator *allocator = &world->context->allocator;
    const size_t parts = (size_t)world->parts;
    throng_world_flow *flow = throng_allocate(allocator, sizeof *flow);
    *made = flow;
    if (!flow)
        return throng_fail_memory(world->context, "a flow of a world", sizeof *flow);
    flow->world = world;
    flow->def = *def;
    flow->numbers = def->flow.fields * (def->flow.clearance_count > 0 ? def->flow.clearance_count : 1);
    flow->reach = reach_of(&def->flow);
    flow->nodes = throng_allocate(allocator, (2 * parts - 1) * sizeof *flow->nodes);
    flow->tiles = throng_allocate(allocator, parts * sizeof *flow->tiles);
    flow->pieces = throng_allocate(allocator, (size_t)world->local * sizeof *flow->pieces);
    flow->stale = throng_allocate(allocator, (size_t)def->flow.fields);
    return flow->nodes && flow->tiles && flow->pieces && flow->stale
               ? THRONG_OK
               : throng_fail_memory(world->context, "a flow of a world", parts * sizeof *flow->nodes);
}

static throng_status make_piece(throng_world_flow *flow, int32_t local)
{
    throng_world *world = flow->world;
    throng_flow_piece *piece = &flow->pieces[local];
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = flow->def.flow;
    piece->context = world->contexts[local];
    piece->number = world->first + local;
    piece->tile = flow->tiles[piece->number];
    piece->window = throng_flow_window_of(flow, &piece->tile);
    piece->costs = (int64_t)piece->tile.width * piece->tile.height;
    const throng_region inner = throng_flow_around(flow, &piece->tile, flow->def.margin);
    const int64_t cells = (int64_t)piece->window.width * piece->window.height;
    if (piece->window.width > THRONG_MAX_SIDE || piece->window.height > THRONG_MAX_SIDE ||
        cells > THRONG_MAX_FLOW_COSTS)
        return throng_fail(
            world->context, THRONG_ERROR_INVALID_ARGUMENT,
            "def.width, height are %d, %d: the window of part %d has %d x %d cells, at most %d, "
            "and %d on a side: more parts are needed",
            (int)flow->def.width, (int)flow->def.height, (int)piece->number, (int)piece->window.width,
            (int)piece->window.height, THRONG_MAX_FLOW_COSTS, THRONG_MAX_SIDE);
    ground.width = piece->window.width;
    ground.height = piece->window.height;
    throng_status status = throng_terrain_create(piece->context, &ground, &piece->terrain);
    def.terrain = piece->terrain;
    def.first_column = piece->window.column;
    def.first_row = piece->window.row;
    def.seed_capacity = inner.width * inner.height - piece->tile.width * piece->tile.height;
    if (status == THRONG_OK)
        status = throng_flow_create(piece->context, &def, &piece->flow);
    return throng_world_note(world, piece->context, status);
}

static throng_status make(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    throng_status status = throng_flow_tiles_make(flow);
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
        status = make_piece(flow, i);
    return status == THRONG_OK ? throng_flow_links_make(flow) : status;
}

THRONG_CALL(throng_world_flow_create, (world, def, flow), throng_world *world,
            const throng_world_flow_def *def, throng_world_flow **flow)
{
    throng_world_flow *made = NULL;
    if (flow)
        *flow = NULL;
    throng_status status = throng_world_check(world);
    if (status != THRONG_OK)
        return status;
    status = check_def(world, def);
    if (status == THRONG_OK && !flow)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "flow must not be NULL");
    const int64_t sum = status == THRONG_OK ? sum_of_def(def) : 0;
    if (status == THRONG_OK)
        status = allocate(world, def, &made);
    if (status == THRONG_OK)
        status = make(made);
    status = throng_world_same(world, status, 1, &sum, "def is");
    if (!made)
        return status;
    if (status != THRONG_OK) {
        release(made);
        return status;
    }
    made->ground = 1;
    made->info.cells = (uint64_t)def->width * (uint64_t)def->height;
    made->cookie = THRONG_WORLD_FLOW_COOKIE;
    world->flows++;
    *flow = made;
    return THRONG_OK;
}

THRONG_CALL(throng_world_flow_destroy, (flow), throng_world_flow *flow)
{
    if (!flow)
        return THRONG_OK;
    if (flow->cookie != THRONG_WORLD_FLOW_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_world *world = flow->world;
    if (flow->crowds > 0)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "the flow is followed by %d crowd%s, which must be destroyed first",
                           (int)flow->crowds, flow->crowds == 1 ? "" : "s");
    for (int32_t i = 0; i < world->local; i++) {
        const throng_status status = throng_world_check_unused(world, i, &flow->pieces[i].flow->object);
        if (status != THRONG_OK)
            return status;
    }
    flow->cookie = 0;
    world->flows--;
    release(flow);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- facts ----------------------------- */

THRONG_CALL(throng_world_flow_get_part, (flow, part, info), throng_world_flow *flow, int32_t part,
            throng_world_flow_part *info)
{
    if (info)
        memset(info, 0, sizeof *info);
    const throng_status status = throng_world_flow_check(flow);
    if (status != THRONG_OK)
        return status;
    const throng_world *world = flow->world;
    if (part < 0 || part >= world->local || !info)
        return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           info ? "part is %d: this process has %d, from 0" : "info must not be NULL",
                           (int)part, (int)world->local);
    const throng_flow_piece *piece = &flow->pieces[part];
    *info = (throng_world_flow_part){piece->tile, piece->window, piece->flow};
    return THRONG_OK;
}

THRONG_CALL(throng_world_flow_get_info, (flow, info), throng_world_flow *flow, throng_world_flow_info *info)
{
    if (info)
        memset(info, 0, sizeof *info);
    if (!flow || flow->cookie != THRONG_WORLD_FLOW_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(flow->world->context, THRONG_ERROR_INVALID_ARGUMENT, "info must not be NULL");
    *info = flow->info;
    return THRONG_OK;
}
