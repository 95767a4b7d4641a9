/* Updates of a world's flow: cells at borders, and rounds of exact lengths until none changes. */
#include "src/core/call.h"
#include "src/core/clock.h"
#include "src/core/status.h"
#include "src/flow/flow.h"
#include "src/world/flow.h"

#include <string.h>

/* A length that is sent: of a cell of the region that the two parts know of, row by row, in a layer. */
typedef struct entry {
    int32_t layer, cell;
    throng_flow_length length;
} entry;

static const throng_flow_length no_path = {-1, -1};

/* The cells of a part's tile that are in or next to the tile of another one, within `cells`. */
static throng_region border_of(const throng_world_flow *flow, int32_t part, int32_t other, int32_t cells)
{
    const throng_region around = throng_flow_around(flow, &flow->tiles[other], cells);
    return throng_flow_both(&flow->tiles[part], &around);
}

/* The cells of a part's tile that another one has in its window. */
static throng_region shared_of(const throng_world_flow *flow, int32_t part, int32_t other)
{
    const throng_region window = throng_flow_window_of(flow, &flow->tiles[other]);
    return throng_flow_both(&flow->tiles[part], &window);
}

/* The layer of a field of a class, in the present stage. */
static int32_t layer_of(const throng_world_flow *flow, int32_t number)
{
    return number + (flow->stage == THRONG_FLOW_TO_REACHED ? flow->numbers : 0);
}

static size_t cell_count(const throng_region *r) { return (size_t)r->width * (size_t)r->height; }

/* ---------------------------------------------------------------- walls and costs ------------------- */

/* The cells of a part's tile, and then their costs. */
static throng_status read_ground(const throng_world_flow *flow, const throng_flow_piece *piece,
                                 const throng_region *region, uint8_t *bytes)
{
    const throng_region r = throng_flow_in_window(piece, region);
    const throng_status status = throng_terrain_read(piece->terrain, &r, bytes, 0);
    for (int32_t y = 0; y < r.height && status == THRONG_OK && flow->def.flow.costs; y++)
        memcpy(bytes + cell_count(&r) + (size_t)y * (size_t)r.width,
               throng_flow_costs_at(piece->flow, r.column, r.row + y), (size_t)r.width);
    return status;
}

static throng_status write_ground(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < flow->link_count && status == THRONG_OK; i++) {
        const throng_flow_link *link = &throng_flow_links(flow)[i];
        const throng_flow_piece *piece = &flow->pieces[link->local];
        const throng_region r = shared_of(flow, piece->number, link->other);
        const size_t bytes = cell_count(&r) * (flow->def.flow.costs ? 2 : 1);
        if (bytes == 0)
            continue;
        uint8_t *to = throng_mail_write(world, piece->number, link->other, (int32_t)bytes, 1);
        status = to ? throng_world_note(world, piece->context, read_ground(flow, piece, &r, to))
                    : throng_fail_memory(world->context, "cells at borders", bytes);
    }
    return status;
}

static throng_status wrong_message(const throng_world *world)
{
    return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                       "a message of another process has no cells of this flow");
}

/* The next cells of another part's tile, and then their costs; of `piece` and its region `r`. status: what is
 * wrong with them. 0: there are no more. */
static int next_ground(const throng_world_flow *flow, throng_letters *letters, throng_flow_piece **piece,
                       throng_region *r, const uint8_t **bytes, throng_status *status)
{
    const throng_world *world = flow->world;
    throng_letter letter;
    const void *entries;
    if (*status != THRONG_OK || !throng_mail_next(letters, &letter, &entries))
        return 0;
    if (!throng_world_has(world, letter.to) || letter.from < 0 || letter.from >= world->parts) {
        *status = wrong_message(world);
        return 0;
    }
    const throng_region of = shared_of(flow, letter.from, letter.to);
    *piece = &flow->pieces[letter.to - world->first];
    *r = throng_flow_in_window(*piece, &of);
    *bytes = entries;
    const size_t cells = cell_count(r);
    if (cells == 0 || letter.each != 1 || (size_t)letter.count != cells * (flow->def.flow.costs ? 2 : 1))
        *status = wrong_message(world);
    return *status == THRONG_OK;
}

/* Whether all costs that came may be set. Those of one neighbour may rise and those of another fall, so that
 * only the sums of windows with all of them count. */
static throng_status check_ground(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    throng_letters letters = throng_mail_read(world);
    throng_flow_piece *piece;
    throng_region r;
    const uint8_t *bytes;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local; i++)
        flow->pieces[i].growth = 0;
    while (next_ground(flow, &letters, &piece, &r, &bytes, &status)) {
        const uint8_t *costs = bytes + cell_count(&r);
        size_t stride = 0;
        if (!flow->def.flow.costs)
            continue;
        status = throng_world_note(world, piece->context,
                                   throng_flow_check_each_cost(piece->flow, &r, costs, &stride));
        piece->growth += throng_flow_costs_growth(piece->flow, &r, costs, stride);
    }
    for (int32_t i = 0; i < world->local && flow->def.flow.costs && status == THRONG_OK; i++) {
        piece = &flow->pieces[i];
        status = throng_world_note(world, piece->context,
                                   throng_flow_check_costs_sum(piece->flow, 0, piece->growth));
    }
    return status;
}

/* All of it or, where costs may not be set, nothing. */
static throng_status take_ground(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    throng_letters letters = throng_mail_read(world);
    throng_flow_piece *piece;
    throng_region r;
    const uint8_t *bytes;
    throng_status status = check_ground(flow);
    while (next_ground(flow, &letters, &piece, &r, &bytes, &status)) {
        status = throng_world_note(world, piece->context, throng_terrain_set(piece->terrain, &r, bytes, 0));
        if (status == THRONG_OK && flow->def.flow.costs)
            (void)throng_flow_write_costs(piece->flow, &r, bytes + cell_count(&r), (size_t)r.width);
    }
    return status;
}

/* What tiles have at their borders, to all that have it around theirs. */
static throng_status exchange_ground(throng_world_flow *flow)
{
    throng_mail_begin(flow->world);
    throng_status status = write_ground(flow);
    const double begin = throng_system_seconds();
    status = throng_mail_exchange(flow->world, status);
    flow->info.exchange_seconds += throng_system_seconds() - begin;
    return status == THRONG_OK ? throng_world_agree(flow->world, take_ground(flow), 0, NULL) : status;
}

/* ---------------------------------------------------------------- lengths --------------------------- */

/* What was sent of a number's lengths next to another tile, of `cells` cells. */
static throng_flow_length *sent_of(const throng_world_flow *flow, const throng_flow_link *link,
                                   int32_t number, size_t cells)
{
    return (throng_flow_length *)(void *)flow->sent.memory + link->first + (size_t)number * cells;
}

/* Appends what a layer's lengths in a region are, of those that were not sent so before. zeros: 0: the other
 * part knows where lengths are 0. */
static int32_t list_changes(throng_flow_length *sent, const throng_flow_length *now, size_t cells,
                            int32_t layer, int32_t zeros, entry *entries)
{
    int32_t count = 0;
    for (size_t i = 0; i < cells; i++) {
        if (now[i].straight < 0 || (!zeros && now[i].straight == 0 && now[i].diagonal == 0) ||
            (sent && sent[i].straight == now[i].straight && sent[i].diagonal == now[i].diagonal))
            continue;
        entries[count++] = (entry){layer, (int32_t)i, now[i]};
        if (sent)
            sent[i] = now[i];
    }
    return count;
}

/* Writes what one part tells another one of its tile, within `cells` of the other one's. once: of what was
 * not sent yet. */
static throng_status write_lengths(throng_world_flow *flow, const throng_flow_link *link, int32_t cells,
                                   int32_t once, int64_t *all)
{
    throng_world *world = flow->world;
    const throng_flow_piece *piece = &flow->pieces[link->local];
    const throng_region border = border_of(flow, piece->number, link->other, cells);
    const throng_region r = throng_flow_in_window(piece, &border);
    const size_t area = cell_count(&r);
    const size_t most = area * (size_t)flow->numbers * sizeof(entry);
    if (area == 0)
        return THRONG_OK;
    throng_status status = throng_buffer_reserve(world, &flow->lengths, area * sizeof(throng_flow_length));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &flow->entries, most);
    throng_flow_length *now = (throng_flow_length *)(void *)flow->lengths.memory;
    entry *entries = (entry *)(void *)flow->entries.memory;
    int32_t count = 0;
    for (int32_t number = 0; number < flow->numbers && status == THRONG_OK; number++) {
        throng_flow_length *sent = once ? sent_of(flow, link, number, area) : NULL;
        if (!flow->stale[number % flow->def.flow.fields])
            continue;
        status = throng_world_note(
            world, piece->context,
            throng_flow_read_cells(piece->flow, THRONG_FLOW_READ_EXACT, layer_of(flow, number), &r, now, 0));
        if (status == THRONG_OK)
            count += list_changes(sent, now, area, layer_of(flow, number),
                                  flow->stage == THRONG_FLOW_TO_GOALS, entries + count);
    }
    *all += count;
    if (status != THRONG_OK || count == 0)
        return status;
    void *to = throng_mail_write(world, piece->number, link->other, count, sizeof *entries);
    if (!to)
        return throng_fail_memory(world->context, "lengths at borders", (size_t)count * sizeof *entries);
    memcpy(to, entries, (size_t)count * sizeof *entries);
    return THRONG_OK;
}

/* Makes seeds of the entries from `first` on that are of one layer; where the next layer begins, or -1. */
static int32_t list_seeds(const throng_world_flow *flow, const throng_flow_piece *piece,
                          const throng_region *region, const entry *entries, int32_t first, int32_t count,
                          throng_flow_seed *seeds)
{
    const int32_t layer = entries[first].layer;
    int32_t end = first;
    if (layer < layer_of(flow, 0) || layer >= layer_of(flow, flow->numbers))
        return -1;
    for (; end < count && entries[end].layer == layer; end++) {
        const int32_t cell = entries[end].cell;
        if (cell < 0 || (size_t)cell >= cell_count(region))
            return -1;
        const throng_cell at = {region->column - piece->window.column + cell % region->width,
                                region->row - piece->window.row + cell / region->width};
        seeds[end - first] = (throng_flow_seed){at, entries[end].length};
    }
    return end;
}

static throng_status take_lengths(throng_world_flow *flow, int32_t cells)
{
    throng_world *world = flow->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        if (letter.each != (int32_t)sizeof(entry) || !throng_world_has(world, letter.to) || letter.from < 0 ||
            letter.from >= world->parts)
            return wrong_message(world);
        const throng_flow_piece *piece = &flow->pieces[letter.to - world->first];
        const throng_region border = border_of(flow, letter.from, letter.to, cells);
        const entry *all = entries;
        status =
            throng_buffer_reserve(world, &flow->entries, (size_t)letter.count * sizeof(throng_flow_seed));
        throng_flow_seed *seeds = (throng_flow_seed *)(void *)flow->entries.memory;
        for (int32_t first = 0, end; first < letter.count && status == THRONG_OK; first = end) {
            end = list_seeds(flow, piece, &border, all, first, letter.count, seeds);
            if (end < 0)
                return wrong_message(world);
            status = throng_world_note(
                world, piece->context,
                throng_flow_seed_layer(piece->flow, all[first].layer, end - first, seeds, 0, 1));
        }
    }
    return status;
}

static throng_status update_pieces(throng_world_flow *flow)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < flow->world->local && status == THRONG_OK; i++)
        status =
            throng_world_note(flow->world, flow->pieces[i].context, throng_flow_update(flow->pieces[i].flow));
    return status;
}

/* A round: lengths of cells within `cells` of other tiles are sent, and taken in there. *more: 0 if there
 * were none anywhere. */
static throng_status exchange_lengths(throng_world_flow *flow, int32_t cells, int32_t once, int32_t *more)
{
    throng_world *world = flow->world;
    int64_t all = 0;
    throng_status status = THRONG_OK;
    throng_mail_begin(world);
    for (int32_t i = 0; i < flow->link_count && status == THRONG_OK; i++)
        status = write_lengths(flow, &throng_flow_links(flow)[i], cells, once, &all);
    const double begin = throng_system_seconds();
    int64_t least = -(all > 0);
    status = throng_world_agree(world, status, 1, &least);
    *more = least < 0;
    if (status == THRONG_OK && *more)
        status = throng_mail_exchange(world, status);
    flow->info.exchange_seconds += throng_system_seconds() - begin;
    if (status != THRONG_OK || !*more)
        return status;
    status = take_lengths(flow, cells);
    if (status == THRONG_OK)
        status = update_pieces(flow);
    const double done = throng_system_seconds();
    status = throng_world_agree(world, status, 0, NULL);
    flow->info.exchange_seconds += throng_system_seconds() - done;
    return status;
}

/* ---------------------------------------------------------------- updates --------------------------- */

static int32_t has_nearest(const throng_world_flow *flow)
{
    return flow->def.flow.unreached == THRONG_FLOW_UNREACHED_NEAREST;
}

/* A stage begins: stale fields have no seeds any more, and nothing of them was sent. */
static throng_status begin_stage(throng_world_flow *flow, throng_flow_stage stage)
{
    throng_world *world = flow->world;
    throng_status status = THRONG_OK;
    flow->stage = stage;
    for (int32_t i = 0; i < world->local && has_nearest(flow); i++) {
        throng_flow_leave_nearest(flow->pieces[i].flow, stage == THRONG_FLOW_TO_GOALS);
        for (int32_t field = 0; field < flow->def.flow.fields && stage == THRONG_FLOW_TO_REACHED; field++)
            if (flow->stale[field])
                throng_flow_renew_nearest(flow->pieces[i].flow, field);
    }
    for (int32_t number = 0; number < flow->numbers; number++) {
        if (!flow->stale[number % flow->def.flow.fields])
            continue;
        for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
            status = throng_world_note(
                world, flow->pieces[i].context,
                throng_flow_seed_layer(flow->pieces[i].flow, layer_of(flow, number), 0, NULL, 0, 0));
        for (int32_t i = 0; i < flow->link_count; i++) {
            const throng_flow_link *link = &throng_flow_links(flow)[i];
            const throng_region r =
                border_of(flow, flow->pieces[link->local].number, link->other, THRONG_FLOW_RING);
            const size_t area = cell_count(&r);
            throng_flow_length *sent = sent_of(flow, link, number, area);
            for (size_t k = 0; k < area; k++)
                sent[k] = no_path;
        }
    }
    return status;
}

/* Stale fields of a stage: rounds until no length changes, and then margins. */
static throng_status compute(throng_world_flow *flow)
{
    throng_world *world = flow->world;
    int32_t more = 1;
    throng_status status = throng_world_agree(world, update_pieces(flow), 0, NULL);
    for (; status == THRONG_OK && more; flow->info.rounds++)
        status = exchange_lengths(flow, THRONG_FLOW_RING, 1, &more);
    if (status == THRONG_OK)
        status = exchange_lengths(flow, flow->def.margin, 0, &more);
    return status;
}

/* Lengths to reached cells, of all stale fields, once it is known which those are. */
static throng_status compute_nearest(throng_world_flow *flow)
{
    const throng_status status =
        throng_world_agree(flow->world, begin_stage(flow, THRONG_FLOW_TO_REACHED), 0, NULL);
    return status == THRONG_OK ? compute(flow) : status;
}

throng_status throng_world_flow_bring(throng_world_flow *flow, throng_status status)
{
    throng_world *world = flow->world;
    const size_t fields = (size_t)flow->def.flow.fields;
    const double begin = throng_system_seconds();
    const uint64_t sent = world->bytes_sent;
    int64_t least = -(flow->ground || flow->failed);
    status = throng_world_agree(world, status, 1, &least);
    if (status != THRONG_OK)
        return status;
    if (least < 0)
        memset(flow->stale, 1, fields);
    if (!memchr(flow->stale, 1, fields))
        return THRONG_OK;
    flow->failed = 1;
    /* new costs are not of old lengths */
    status = throng_world_agree(world, begin_stage(flow, THRONG_FLOW_TO_GOALS), 0, NULL);
    if (status == THRONG_OK && least < 0)
        status = exchange_ground(flow);
    if (status == THRONG_OK)
        status = compute(flow);
    if (status == THRONG_OK && has_nearest(flow))
        status = compute_nearest(flow);
    flow->info.update_seconds += throng_system_seconds() - begin;
    flow->info.bytes_sent += world->bytes_sent - sent;
    if (status != THRONG_OK)
        return status;
    flow->failed = flow->ground = 0;
    memset(flow->stale, 0, fields);
    flow->info.updates++;
    return THRONG_OK;
}

THRONG_CALL(throng_world_flow_update, (flow), throng_world_flow *flow)
{
    const throng_status status = throng_world_flow_check(flow);
    return status == THRONG_OK ? throng_world_flow_bring(flow, status) : status;
}
