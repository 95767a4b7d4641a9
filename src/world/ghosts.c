/* Who is a ghost where, and the routes of their motions. */
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"
#include "src/world/crowd.h"

#include <string.h>

void throng_world_ghosts_drop(throng_world_crowd *crowd)
{
    for (int32_t i = 0; i < crowd->world->local; i++) {
        throng_world_part *part = &crowd->parts[i];
        (void)throng_crowd_remove(part->crowd, part->ghost_count, throng_part_ghosts(part), 0);
        part->ghost_count = part->border_count = 0;
    }
    crowd->outs = crowd->ins = 0;
}

/* ---------------------------------------------------------------- who is near ----------------------- */

/* How far from agents of `to` one of this radius may be and still be noticed, with the skin. More than
 * rounding may add in the comparison of distances. */
static double reach_to(const throng_world_crowd *crowd, const throng_part_facts *to, float radius)
{
    const int32_t uses = crowd->uses;
    double reach = (double)to->range;
    if (throng_uses_senses(uses)) {
        const double contact = (double)crowd_contact_reach(uses) * ((double)to->most + (double)radius);
        if (crowd_notices_contact(uses) && contact > reach)
            reach = contact;
    } else if (uses & CROWD_BY_GAPS) {
        const double larger = (double)radius - (double)to->least;
        const double smaller = (double)to->most - (double)radius;
        reach += larger > smaller ? larger : smaller;
    }
    return (reach + 1e-5 * (reach + (double)to->most + (double)radius)) + crowd->skin * 1.00001;
}

static double beyond(double at, double low, double high)
{
    return at < low ? low - at : at > high ? at - high : 0.0;
}

/* 1: no agent of a part can be near one of another. */
static int32_t are_apart(const throng_world_crowd *crowd, const throng_part_facts *from,
                         const throng_part_facts *to)
{
    const double least = reach_to(crowd, to, from->least), most = reach_to(crowd, to, from->most);
    const double reach = least > most ? least : most; /* not more between the two */
    const double left = (double)from->left - (double)to->right,
                 right = (double)to->left - (double)from->right;
    const double above = (double)from->top - (double)to->bottom,
                 below = (double)to->top - (double)from->bottom;
    return left > reach || right > reach || above > reach || below > reach;
}

/* Appends the agents of a part that are ghosts in part `to`. */
static throng_status list_border(throng_world_crowd *crowd, throng_world_part *part, int32_t to)
{
    const throng_part_facts *f = &crowd->facts[to];
    const int32_t *own = throng_part_own(part);
    const float *places = throng_part_places(part);
    throng_status status =
        throng_buffer_reserve(crowd->world, &part->border,
                              ((size_t)part->border_count + (size_t)part->own_count + 1) * sizeof(int32_t));
    if (status != THRONG_OK)
        return status;
    int32_t *border = throng_part_border(part);
    float known = -1.0f;
    double reach = 0.0;
    for (int32_t i = 0; i < part->own_count; i++) {
        const float radius = part->crowd->radii[own[i]];
        if (radius != known) {
            known = radius;
            reach = reach_to(crowd, f, radius);
        }
        const double x = beyond((double)places[2 * (size_t)i], (double)f->left, (double)f->right);
        const double y = beyond((double)places[2 * (size_t)i + 1], (double)f->top, (double)f->bottom);
        if (x * x + y * y <= reach * reach)
            border[part->border_count++] = own[i];
    }
    part->border.bytes = (size_t)part->border_count * sizeof(int32_t);
    return status;
}

/* ---------------------------------------------------------------- routes ---------------------------- */

static throng_status add_route(throng_world *world, throng_buffer *routes, int32_t *count,
                               const throng_route *route)
{
    routes->bytes = (size_t)*count * sizeof *route;
    const throng_status status = throng_buffer_reserve(world, routes, routes->bytes + sizeof *route);
    if (status != THRONG_OK)
        return status;
    memcpy(routes->memory + routes->bytes, route, sizeof *route);
    ++*count;
    return THRONG_OK;
}

/* By process, then by the part that sends, then by the one that receives: as both sides have it. */
static int out_order(const void *a, const void *b)
{
    const throng_route *x = a, *y = b;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    return x->local != y->local ? (x->local < y->local ? -1 : 1)
                                : (x->other > y->other) - (x->other < y->other);
}

static int in_order(const void *a, const void *b)
{
    const throng_route *x = a, *y = b;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    return x->other != y->other ? (x->other < y->other ? -1 : 1)
                                : (x->local > y->local) - (x->local < y->local);
}

static throng_status send_from(throng_world_crowd *crowd, int32_t local)
{
    throng_world *world = crowd->world;
    throng_world_part *part = &crowd->parts[local];
    throng_status status = THRONG_OK;
    for (int32_t to = 0; to < world->parts && status == THRONG_OK; to++) {
        const int32_t first = part->border_count;
        if (to == part->number || crowd->facts[to].agents == 0 || part->own_count == 0 ||
            are_apart(crowd, &crowd->facts[part->number], &crowd->facts[to]))
            continue;
        status = list_border(crowd, part, to);
        const int32_t count = part->border_count - first;
        if (status != THRONG_OK || count == 0)
            continue;
        const throng_route route = {throng_world_process_of(world, to), local, to, first, count};
        throng_agent_state *states = throng_mail_write(world, part->number, to, count, sizeof *states);
        status = add_route(world, &crowd->out_routes, &crowd->outs, &route);
        if (!states)
            status = throng_fail_memory(world->context, "ghosts", 0);
        if (status == THRONG_OK)
            status = throng_world_note(
                world, part->context,
                throng_crowd_read_states(part->crowd, count, throng_part_border(part) + first, states));
    }
    return status;
}

/* ---------------------------------------------------------------- ghosts come ----------------------- */

/* Routes of what came, and memory. */
static throng_status expect(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local; i++)
        crowd->parts[i].arrivals = 0;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        if (letter.each != (int32_t)sizeof(throng_agent_state) || !throng_world_has(world, letter.to))
            return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "a message of another process has no agents");
        const int32_t local = letter.to - world->first;
        throng_world_part *part = &crowd->parts[local];
        const throng_route route = {letters.process, local, letter.from, part->arrivals, letter.count};
        part->arrivals += letter.count;
        status =
            throng_world_note(world, part->context,
                              throng_crowd_check_states(part->crowd, letter.count, entries, CROWD_UNSEEN));
        if (status == THRONG_OK)
            status = add_route(world, &crowd->in_routes, &crowd->ins, &route);
    }
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        status =
            throng_buffer_reserve(world, &part->ghosts, ((size_t)part->arrivals + 1) * sizeof(throng_agent));
        if (status == THRONG_OK)
            status = throng_part_reserve(world, part, (int64_t)part->crowd->agents + part->arrivals);
    }
    return status;
}

static throng_status take_in(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    throng_letters letters = throng_mail_read(world);
    throng_letter letter;
    const void *entries;
    throng_status status = THRONG_OK;
    while (status == THRONG_OK && throng_mail_next(&letters, &letter, &entries)) {
        throng_world_part *part = &crowd->parts[letter.to - world->first];
        status = throng_world_note(world, part->context,
                                   throng_crowd_add_ghosts(part->crowd, letter.count, entries,
                                                           throng_part_ghosts(part) + part->ghost_count));
        part->ghost_count += status == THRONG_OK ? letter.count : 0;
    }
    return status;
}

/* Where each agent is now: from here it is measured how far it walks. */
static throng_status remember_places(throng_world_crowd *crowd)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < crowd->world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        const size_t bytes = (size_t)part->own_count * 2 * sizeof(float);
        status = throng_buffer_reserve(crowd->world, &part->reference, bytes + sizeof(float));
        if (status == THRONG_OK && bytes > 0)
            memcpy(part->reference.memory, part->places.memory, bytes);
    }
    return status;
}

throng_status throng_world_ghosts_make(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    throng_status status = THRONG_OK;
    throng_mail_begin(world);
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++)
        status = send_from(crowd, i);
    status = throng_mail_exchange(world, status);
    if (status != THRONG_OK)
        return status;
    status = expect(crowd);
    if (status == THRONG_OK)
        status = take_in(crowd);
    if (status == THRONG_OK && crowd->outs > 0)
        throng_sort(crowd->out_routes.memory, (size_t)crowd->outs, sizeof(throng_route), out_order);
    if (status == THRONG_OK && crowd->ins > 0)
        throng_sort(crowd->in_routes.memory, (size_t)crowd->ins, sizeof(throng_route), in_order);
    if (status == THRONG_OK)
        status = remember_places(crowd);
    if (status == THRONG_OK)
        status = throng_world_motions_reserve(crowd);
    return throng_world_agree(world, status, 0, NULL);
}
