/* Lists: which agents a part has, where they are, and what all parts have to know of it. */
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/crowd.h"

#include <string.h>

enum { CHUNK = 1024, SKIN_STEPS = 32, LEAST_STEPS = 8 }; /* agents at a time; steps of the fastest */

/* ---------------------------------------------------------------- a part's own agents --------------- */

throng_status throng_part_list_own(throng_world *world, throng_world_part *part)
{
    throng_crowd *crowd = part->crowd;
    throng_crowd_build_active_list(crowd);
    const throng_status status =
        throng_buffer_reserve(world, &part->own, ((size_t)crowd->agents + 1) * sizeof(int32_t));
    if (status != THRONG_OK) /* the list stays as it was */
        return status;
    int32_t *own = throng_part_own(part);
    part->own_count = 0;
    for (int32_t i = 0; i < crowd->agents; i++)
        if (!throng_part_is_ghost(part, crowd->alive[i]))
            own[part->own_count++] = crowd->alive[i];
    return THRONG_OK;
}

throng_status throng_part_read_places(throng_world *world, throng_world_part *part)
{
    const throng_crowd *crowd = part->crowd;
    const size_t bytes = ((size_t)part->own_count + 1) * 2 * sizeof(float);
    const throng_crowd_part words = {
        .words = 2, .count = part->own_count, .agents = part->own.memory, .agent_stride = sizeof(int32_t)};
    throng_status status = throng_world_note(world, part->context, throng_crowd_check(crowd));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &part->places, bytes);
    if (status == THRONG_OK && part->own_count > 0)
        status = throng_world_note(
            world, part->context,
            crowd->ops->read(crowd->object.state, &words, part->places.memory, 2 * sizeof(float)));
    return status;
}

/* The range and the speed of its agents, again. */
static throng_status measure(const throng_world_crowd *crowd, throng_world_part *part)
{
    crowd_body bodies[CHUNK];
    crowd_sense senses[CHUNK];
    throng_status status = THRONG_OK;
    const int32_t *own = throng_part_own(part);
    if (!part->unmeasured)
        return status;
    part->range = part->speed = 0.0f;
    for (int32_t first = 0; first < part->own_count && status == THRONG_OK; first += CHUNK) {
        const int32_t count = part->own_count - first < CHUNK ? part->own_count - first : CHUNK;
        status =
            throng_world_note(crowd->world, part->context,
                              throng_crowd_read(part->crowd, count, own + first, bodies, senses, NULL, 0));
        for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
            part->range = scalar_max(part->range, throng_part_range(crowd->uses, &bodies[i], &senses[i]));
            part->speed = scalar_max(part->speed, bodies[i].max_speed);
        }
    }
    part->unmeasured = status != THRONG_OK;
    return status;
}

/* ---------------------------------------------------------------- facts ----------------------------- */

static throng_part_facts facts_of(const throng_world_part *part)
{
    const int32_t *own = throng_part_own(part);
    const float *places = throng_part_places(part);
    throng_part_facts f = {.agents = part->own_count, .range = part->range, .speed = part->speed};
    for (int32_t i = 0; i < part->own_count; i++) {
        const float x = places[2 * (size_t)i], y = places[2 * (size_t)i + 1];
        const float radius = part->crowd->radii[own[i]];
        f.left = i == 0 || x < f.left ? x : f.left;
        f.right = i == 0 || x > f.right ? x : f.right;
        f.top = i == 0 || y < f.top ? y : f.top;
        f.bottom = i == 0 || y > f.bottom ? y : f.bottom;
        f.least = i == 0 || radius < f.least ? radius : f.least;
        f.most = i == 0 || radius > f.most ? radius : f.most;
    }
    return f;
}

/* Those of all parts, everywhere. */
static throng_status share_facts(throng_world_crowd *crowd)
{
    _Static_assert(sizeof(throng_part_facts) == THRONG_PART_FACTS * sizeof(int32_t), "facts are words");
    throng_world *world = crowd->world;
    int32_t words[THRONG_PART_FACTS];
    memset(crowd->words, 0, (size_t)world->parts * THRONG_PART_FACTS * sizeof *crowd->words);
    for (int32_t i = 0; i < world->local; i++) {
        const throng_part_facts f = facts_of(&crowd->parts[i]);
        memcpy(words, &f, sizeof words);
        for (int32_t k = 0; k < THRONG_PART_FACTS; k++)
            crowd->words[(size_t)(world->first + i) * THRONG_PART_FACTS + (size_t)k] = words[k];
    }
    const throng_status status = throng_world_reduce(world, THRONG_REDUCTION_SUM,
                                                     (int64_t)world->parts * THRONG_PART_FACTS, crowd->words);
    for (int32_t p = 0; p < world->parts && status == THRONG_OK; p++) {
        for (int32_t k = 0; k < THRONG_PART_FACTS; k++)
            words[k] = (int32_t)crowd->words[(size_t)p * THRONG_PART_FACTS + (size_t)k];
        memcpy(&crowd->facts[p], words, sizeof words);
    }
    return status;
}

/* A ghost costs little, so a skin may be wide; but not wider than agents notice others, unless lists would
 * serve for hardly a step then. */
static double choose_skin(double way, double range)
{
    const double wide = SKIN_STEPS * way, least = LEAST_STEPS * way;
    return wide < range ? wide : range > least ? range : least;
}

/* What follows for the crowd as a whole. */
static void apply_facts(throng_world_crowd *crowd, float dt)
{
    int64_t agents = 0;
    float most = 0.0f, speed = 0.0f, far = 0.0f, range = 0.0f;
    for (int32_t p = 0; p < crowd->world->parts; p++) {
        const throng_part_facts *f = &crowd->facts[p];
        agents += f->agents;
        most = scalar_max(most, f->most);
        speed = scalar_max(speed, f->speed);
        range = scalar_max(range, f->range);
        far = scalar_max(far, scalar_max(scalar_abs(f->left), scalar_abs(f->right)));
        far = scalar_max(far, scalar_max(scalar_abs(f->top), scalar_abs(f->bottom)));
    }
    crowd->agents = agents;
    crowd->max_speed = (double)speed;
    /* rests that a step may carry, in x and in y at once (kernels/crowd/advance.h), and what rounding adds */
    crowd->sway = (double)most * 0.0014 + (double)far * 9e-7;
    const double way = (double)speed * (double)dt * 1.01 + crowd->sway;
    crowd->skin = crowd->given_skin > 0.0f ? (double)crowd->given_skin : choose_skin(way, (double)range);
    if (crowd->flow && crowd->skin > crowd->most_skin)
        crowd->skin = crowd->most_skin;
    for (int32_t i = 0; i < crowd->world->local; i++) {
        crowd->parts[i].crowd->whole = agents < INT32_MAX ? (int32_t)agents : INT32_MAX;
        crowd->parts[i].crowd->whole_most = most;
    }
}

/* ---------------------------------------------------------------- lists ----------------------------- */

static throng_status list_all(throng_world_crowd *crowd)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < crowd->world->local && status == THRONG_OK; i++) {
        status = throng_part_list_own(crowd->world, &crowd->parts[i]);
        if (status == THRONG_OK)
            status = throng_part_read_places(crowd->world, &crowd->parts[i]);
        if (status == THRONG_OK)
            status = measure(crowd, &crowd->parts[i]);
    }
    return throng_world_agree(crowd->world, status, 0, NULL);
}

/* By what agents have cost so far. */
static throng_status cut(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    throng_buffer *memory = &crowd->cut_sets;
    crowd->recut = crowd->recut && !crowd->flow; /* whose tiles do not change */
    if (!crowd->recut)
        return THRONG_OK;
    throng_status status =
        throng_buffer_reserve(world, memory, (size_t)world->local * sizeof(throng_cut_points));
    status = throng_world_agree(world, status, 0, NULL);
    throng_cut_points *sets = (throng_cut_points *)(void *)memory->memory;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        const throng_world_part *part = &crowd->parts[i];
        sets[i] = (throng_cut_points){throng_part_places(part), part->own_count, part->weight};
    }
    if (status == THRONG_OK)
        status = throng_cut_build(world, &crowd->cut, sets, world->local);
    if (status == THRONG_OK) {
        crowd->recut = 0;
        crowd->cut_agents = crowd->agents;
        crowd->info.cuts++;
    }
    return status;
}

throng_status throng_world_lists_make(throng_world_crowd *crowd, float dt)
{
    crowd->stale = 1;
    crowd->packed = 0;
    throng_status status = throng_world_land(crowd->world);
    if (status != THRONG_OK)
        return status;
    throng_world_ghosts_drop(crowd);
    status = list_all(crowd);
    if (status == THRONG_OK && crowd->recut)
        status = cut(crowd);
    if (status == THRONG_OK)
        status = throng_world_migrate(crowd);
    if (status == THRONG_OK)
        status = list_all(crowd);
    if (status == THRONG_OK)
        status = share_facts(crowd);
    if (status != THRONG_OK)
        return status;
    apply_facts(crowd, dt);
    status = throng_world_ghosts_make(crowd);
    if (status != THRONG_OK)
        return status;
    crowd->stale = 0;
    crowd->walked = 0.0;
    crowd->info.lists++;
    return THRONG_OK;
}
