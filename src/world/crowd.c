/* Crowds of a world: made, stepped and looked at. */
#include "src/world/crowd.h"
#include "src/core/call.h"
#include "src/core/clock.h"
#include "src/core/memory.h"
#include "src/core/object.h"
#include "src/core/status.h"

#include <math.h>
#include <string.h>

throng_world_crowd_def throng_world_crowd_default_def(void)
{
    throng_world_crowd_def def;
    memset(&def, 0, sizeof def);
    def.cookie = THRONG_WORLD_CROWD_DEF_COOKIE;
    return def;
}

throng_status throng_world_crowd_check(throng_world_crowd *crowd)
{
    if (!crowd || crowd->cookie != THRONG_WORLD_CROWD_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    const throng_status status = throng_world_check(crowd->world);
    if (status == THRONG_OK)
        crowd->world->object_lost = &crowd->lost;
    if (status == THRONG_OK && crowd->lost)
        return throng_fail(crowd->world->context, THRONG_ERROR_LOST,
                           "the crowd is lost: a part of it failed; restore it, or destroy it");
    return status;
}

/* ---------------------------------------------------------------- create ---------------------------- */

/* Agents are sampled where the part has the flow's lengths: half a skin beyond its tile, and from there to
 * the cells around the one beside theirs; and a cell more for rounding of the cut. */
static double most_skin(const throng_world_flow *flow)
{
    return 1.99 * (double)(flow->def.margin - 3) * (double)flow->def.flow.cell_size;
}

static throng_status check_flow(const throng_world *world, const throng_world_crowd_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (def->flow->cookie != THRONG_WORLD_FLOW_COOKIE || def->flow->world != world)
        return throng_fail(world->context, wrong, "def.flow is not a flow of this world");
    for (int32_t i = 0; i < world->local; i++)
        if (def->parts[i].flow)
            return throng_fail(world->context, wrong,
                               "def.parts[%d].flow must be NULL: def.flow has a flow for it", (int)i);
    if ((double)def->skin > most_skin(def->flow))
        return throng_fail(world->context, wrong, "def.skin is %.9g: at most %.9g for the margin of def.flow",
                           (double)def->skin, most_skin(def->flow));
    return THRONG_OK;
}

static throng_status check_def(const throng_world *world, const throng_world_crowd_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def || def->cookie != THRONG_WORLD_CROWD_DEF_COOKIE)
        return throng_fail(world->context, wrong, "def was not made by throng_world_crowd_default_def()");
    if (!def->parts)
        return throng_fail(world->context, wrong, "def.parts must not be NULL: one for each local part");
    if (!(def->skin >= 0.0f && def->skin <= 1e9f))
        return throng_fail(world->context, wrong, "def.skin is %.9g: 0 to 1e9", (double)def->skin);
    return def->flow ? check_flow(world, def) : THRONG_OK;
}

static void release(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    const throng_allocator *allocator = &world->context->allocator;
    const size_t parts = (size_t)world->parts;
    for (int32_t i = 0; i < world->local && crowd->parts; i++) {
        throng_world_part *part = &crowd->parts[i];
        throng_buffer *const buffers[] = {&part->own,     &part->places,  &part->reference,
                                          &part->border,  &part->ghosts,  &part->rows,
                                          &part->visions, &part->targets, &part->leaving};
        for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
            throng_buffer_release(world, buffers[k]);
        (void)throng_crowd_destroy(part->crowd);
    }
    for (int32_t i = 0; i < world->size && crowd->out && crowd->in; i++) {
        throng_buffer_release(world, &crowd->out[i]);
        throng_buffer_release(world, &crowd->in[i]);
    }
    throng_asked_memory *asked = &crowd->asked;
    throng_buffer *const buffers[] = {&crowd->out_routes, &crowd->in_routes,     &asked->answers,
                                      &asked->found,      &asked->values,        &asked->numbers,
                                      &asked->counts,     &crowd->leaving_order, &crowd->leaving_starts};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        throng_buffer_release(world, buffers[i]);
    throng_cut_release(world, &crowd->cut);
    throng_buffer_release(world, &crowd->cut_sets);
    throng_release(allocator, crowd->out, (size_t)world->size * sizeof *crowd->out);
    throng_release(allocator, crowd->in, (size_t)world->size * sizeof *crowd->in);
    throng_release(allocator, crowd->facts, parts * sizeof *crowd->facts);
    throng_release(allocator, crowd->words, parts * THRONG_PART_FACTS * sizeof *crowd->words);
    throng_release(allocator, crowd->parts, (size_t)world->local * sizeof *crowd->parts);
    throng_release(allocator, crowd, sizeof *crowd);
}

static throng_status allocate(throng_world *world, throng_world_crowd **made)
{
    const throng_allocator *allocator = &world->context->allocator;
    const size_t parts = (size_t)world->parts;
    throng_world_crowd *crowd = throng_allocate(allocator, sizeof *crowd);
    *made = crowd;
    if (!crowd)
        return throng_fail_memory(world->context, "a crowd of a world", sizeof *crowd);
    crowd->world = world;
    crowd->out = throng_allocate(allocator, (size_t)world->size * sizeof *crowd->out);
    crowd->in = throng_allocate(allocator, (size_t)world->size * sizeof *crowd->in);
    crowd->facts = throng_allocate(allocator, parts * sizeof *crowd->facts);
    crowd->words = throng_allocate(allocator, parts * THRONG_PART_FACTS * sizeof *crowd->words);
    crowd->parts = throng_allocate(allocator, (size_t)world->local * sizeof *crowd->parts);
    if (!crowd->out || !crowd->in || !crowd->facts || !crowd->words || !crowd->parts)
        return throng_fail_memory(world->context, "a crowd of a world", parts * sizeof *crowd->facts);
    return throng_cut_create(world, &crowd->cut);
}

static throng_status make_parts(throng_world_crowd *crowd, const throng_world_crowd_def *def)
{
    throng_world *world = crowd->world;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        part->context = world->contexts[i];
        part->number = world->first + i;
        part->unmeasured = 1;
        part->weight = 1;
        throng_crowd_def of_part = def->parts[i];
        if (def->flow)
            of_part.flow = def->flow->pieces[i].flow;
        status = throng_world_note(world, part->context,
                                   throng_crowd_create(part->context, &of_part, &part->crowd));
    }
    return status;
}

/* The cut is that of the flow's map into tiles. */
static void follow(throng_world_crowd *crowd, throng_world_flow *flow)
{
    const double side = (double)flow->def.flow.cell_size;
    const throng_crowd *one = crowd->parts[0].crowd;
    crowd->flow = flow;
    crowd->most_skin = most_skin(flow);
    crowd->cut.count = crowd->cut.capacity;
    for (int32_t i = 0; i < crowd->cut.count; i++) {
        const throng_tile_node *tile = &flow->nodes[i];
        const double origin = tile->axis ? one->origin_y : one->origin_x;
        crowd->cut.nodes[i] = (throng_cut_node){.first = tile->first,
                                                .count = tile->count,
                                                .axis = tile->axis,
                                                .at = (float)(origin + (double)tile->at * side),
                                                .children = tile->children};
    }
    flow->crowds++;
}

/* What others read of an agent while it moves: where it is and its velocity, with senses its heading, and
 * what it perceived and its flags where these matter. */
static void choose_words(throng_world_crowd *crowd)
{
    const int32_t uses = crowd->parts[0].crowd->shape.uses;
    crowd->uses = uses;
    crowd->moving_words = uses & (CROWD_SENSES | CROWD_SETTLES | CROWD_CONGESTION | CROWD_ADAPTIVE) ? 8 : 4;
    crowd->sends_vision = (uses & CROWD_ADAPTIVE) != 0;
}

/* Of what is the same of all parts. Among walls that is the size of cells, too. */
static uint64_t sum_of_part(const throng_crowd *crowd)
{
    uint32_t cell_size = 0;
    if (crowd->terrain)
        memcpy(&cell_size, &crowd->cell_size, sizeof cell_size);
    return throng_add_to_sum(throng_crowd_sum_of_def(crowd), cell_size);
}

/* All parts have the same definition, on all processes, and of this version of throng. */
static throng_status compare(throng_world_crowd *crowd, float skin, int32_t follows)
{
    throng_world *world = crowd->world;
    const throng_crowd *one = crowd->parts[0].crowd;
    throng_status status = THRONG_OK;
    int32_t bits;
    memcpy(&bits, &skin, sizeof bits);
    const int64_t version =
        ((int64_t)THRONG_VERSION_MAJOR * 1000 + THRONG_VERSION_MINOR) * 1000 + THRONG_VERSION_PATCH;
    const int64_t grounds =
        (one->terrain != NULL) * 2 + (one->shape.flow != NULL) + 4 * one->shape.hashes_guests + 8 * follows;
    const int64_t sum = (int64_t)(sum_of_part(one) >> 1);
    int64_t least[6] = {version, -version, sum, -sum, grounds * ((int64_t)1 << 32) + bits, 0};
    least[5] = -least[4];
    for (int32_t i = 1; i < world->local && status == THRONG_OK; i++) {
        const throng_crowd *other = crowd->parts[i].crowd;
        if (sum_of_part(other) != sum_of_part(one) || (other->terrain != NULL) != (one->terrain != NULL) ||
            other->shape.hashes_guests != one->shape.hashes_guests)
            status =
                throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                            "def.parts[%d] differs from def.parts[0] in more than terrain and flow", (int)i);
    }
    status = throng_world_agree(world, status, 6, least);
    if (status == THRONG_OK && least[0] != -least[1])
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "processes run different versions of throng: this one is %s", throng_version());
    if (status == THRONG_OK && (least[2] != -least[3] || least[4] != -least[5]))
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "def is not the same on all processes: that of crowds may differ in terrain and "
                             "flow alone");
    return status;
}

THRONG_CALL(throng_world_crowd_create, (world, def, crowd), throng_world *world,
            const throng_world_crowd_def *def, throng_world_crowd **crowd)
{
    throng_world_crowd *made = NULL;
    if (crowd)
        *crowd = NULL;
    throng_status status = throng_world_check(world);
    if (status != THRONG_OK)
        return status;
    status = check_def(world, def);
    if (status == THRONG_OK && !crowd)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "crowd must not be NULL");
    if (status == THRONG_OK)
        status = allocate(world, &made);
    if (status == THRONG_OK)
        status = make_parts(made, def);
    status = throng_world_agree(world, status, 0, NULL);
    if (!made)
        return status;
    if (status == THRONG_OK)
        status = compare(made, def->skin, def->flow != NULL);
    if (status != THRONG_OK) {
        release(made);
        return status;
    }
    choose_words(made);
    if (def->flow)
        follow(made, def->flow);
    made->given_skin = def->skin;
    made->stale = 1;
    made->balance_in = world->def.balance_steps;
    made->cookie = THRONG_WORLD_CROWD_COOKIE;
    world->crowds++;
    *crowd = made;
    return THRONG_OK;
}

THRONG_CALL(throng_world_crowd_destroy, (crowd), throng_world_crowd *crowd)
{
    if (!crowd)
        return THRONG_OK;
    if (crowd->cookie != THRONG_WORLD_CROWD_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_world *world = crowd->world;
    for (int32_t i = 0; i < world->local; i++) {
        const throng_status status = throng_world_check_unused(world, i, &crowd->parts[i].crowd->object);
        if (status != THRONG_OK)
            return status;
    }
    if (world->flying == crowd)
        (void)throng_world_land(world);
    crowd->cookie = 0;
    world->crowds--;
    if (crowd->flow)
        crowd->flow->crowds--;
    release(crowd);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- steps ----------------------------- */

/* The farthest that an own agent has come since lists were made. */
static throng_status measure_walks(throng_world_crowd *crowd, double *most)
{
    double square = 0.0;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < crowd->world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        status = throng_part_read_places(crowd->world, part);
        const float *now = throng_part_places(part);
        const float *before = (const float *)(const void *)part->reference.memory;
        for (size_t k = 0; k < 2 * (size_t)part->own_count && status == THRONG_OK; k += 2) {
            const double x = (double)now[k] - (double)before[k];
            const double y = (double)now[k + 1] - (double)before[k + 1], way = x * x + y * y;
            square = way > square ? way : square;
        }
    }
    *most = sqrt(square);
    return status;
}

/* What may find no memory or too many walls comes before anybody moves. */
static throng_status prepare(throng_world_crowd *crowd, float dt)
{
    throng_crowd_step_params unused;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < crowd->world->local && status == THRONG_OK; i++)
        status = throng_world_note(crowd->world, crowd->parts[i].context,
                                   throng_crowd_prepare(crowd->parts[i].crowd, dt, 1, &unused));
    return status;
}

/* All are given the same dt, and know how far agents have come. Nothing has changed yet. */
static throng_status begin_step(throng_world_crowd *crowd, float dt)
{
    throng_world *world = crowd->world;
    throng_status status = THRONG_OK;
    int32_t bits;
    memcpy(&bits, &dt, sizeof bits);
    if (!throng_within(dt, 1e-6f, 1e6f))
        status =
            throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "dt is %.9g: 1e-6 to 1e6", (double)dt);
    double walked = crowd->walked;
    if (status == THRONG_OK && !crowd->stale && (crowd->placed || walked > 0.5 * crowd->skin))
        status = measure_walks(crowd, &walked);
    if (status == THRONG_OK && !crowd->stale)
        status = prepare(crowd, dt);
    int64_t least[3] = {bits, -(int64_t)bits, 0};
    memcpy(&least[2], &walked, sizeof walked); /* of numbers that are not negative the bits ascend */
    least[2] = -least[2];
    status = throng_world_agree(world, status, 3, least);
    if (status == THRONG_OK && least[0] != -least[1])
        status =
            throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "dt is not the same on all processes");
    if (status != THRONG_OK)
        return status;
    least[2] = -least[2];
    memcpy(&crowd->walked, &least[2], sizeof crowd->walked);
    crowd->placed = 0;
    return THRONG_OK;
}

/* Looks which part took longest. */
static throng_status balance(throng_world_crowd *crowd)
{
    throng_world *world = crowd->world;
    int64_t most = 0;
    double sum = 0.0;
    crowd->balance_in = world->def.balance_steps;
    memset(crowd->words, 0, (size_t)world->parts * sizeof *crowd->words);
    for (int32_t i = 0; i < world->local; i++) {
        throng_world_part *part = &crowd->parts[i];
        crowd->words[part->number] = (int64_t)(part->seconds * 1e9);
        part->weight = part->own_count > 0 ? crowd->words[part->number] / part->own_count + 1 : 1;
        part->seconds = 0.0;
    }
    const throng_status status = throng_world_reduce(world, THRONG_REDUCTION_SUM, world->parts, crowd->words);
    for (int32_t p = 0; p < world->parts; p++) {
        most = crowd->words[p] > most ? crowd->words[p] : most;
        sum += (double)crowd->words[p];
    }
    const double mean = sum / (double)world->parts;
    crowd->info.imbalance = mean > 0.0 ? (double)most / mean : 1.0;
    if (crowd->info.imbalance >= (double)world->def.imbalance)
        crowd->recut = crowd->stale = 1;
    return status;
}

/* After all parts have stepped. */
static throng_status end_step(throng_world_crowd *crowd, throng_status status)
{
    throng_world *world = crowd->world;
    int64_t least = -crowd->placed;
    crowd->steps++;
    status = throng_world_agree(world, status, 1, &least);
    if (status != THRONG_OK)
        return throng_world_crowd_lose(crowd, status);
    crowd->placed = least < 0;
    if (crowd->balance_in > 0 && --crowd->balance_in == 0)
        status = balance(crowd);
    /* messages travel while the host does something else */
    if (status == THRONG_OK && world->size > 1 && !crowd->stale && !crowd->placed &&
        crowd->walked <= 0.5 * crowd->skin) {
        crowd->begun = throng_world_motions_begin(crowd);
        crowd->begun_in = world->culprit; /* the next step tells, and no call before */
        world->culprit = NULL;
    }
    return status;
}

THRONG_CALL(throng_world_crowd_step, (crowd, dt), throng_world_crowd *crowd, float dt)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status == THRONG_OK && crowd->flow)
        status = throng_world_flow_bring(crowd->flow, status);
    if (status == THRONG_OK)
        status = begin_step(crowd, dt);
    if (status != THRONG_OK)
        return status;
    if (crowd->stale || crowd->walked > 0.5 * crowd->skin) {
        const double begin = throng_system_seconds();
        status = throng_world_lists_make(crowd, dt);
        if (status == THRONG_OK)
            status = throng_world_agree(crowd->world, prepare(crowd, dt), 0, NULL);
        crowd->info.list_seconds += throng_system_seconds() - begin;
        if (status != THRONG_OK)
            return status;
    } else {
        if (crowd->packed)
            crowd->world->culprit = crowd->begun_in;
        status = crowd->packed ? crowd->begun : throng_world_motions_begin(crowd);
        const throng_status ended = throng_world_motions_end(crowd);
        status = status == THRONG_OK ? ended : status;
    }
    if (status == THRONG_OK)
        status = throng_world_step_parts(crowd, dt);
    return end_step(crowd, status);
}

THRONG_CALL(throng_world_crowd_balance, (crowd), throng_world_crowd *crowd)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status == THRONG_OK)
        status = throng_world_agree(crowd->world, status, 0, NULL);
    if (status == THRONG_OK && crowd->agents > 0)
        crowd->recut = crowd->stale = 1;
    return status;
}

/* ---------------------------------------------------------------- facts ----------------------------- */

THRONG_CALL(throng_world_crowd_hash, (crowd, hash), throng_world_crowd *crowd, uint64_t *hash)
{
    throng_status status = throng_world_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_world *world = crowd->world;
    int64_t all = 0;
    if (!hash)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "hash must not be NULL");
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_world_part *part = &crowd->parts[i];
        uint64_t sum = 0;
        status = throng_world_note(world, part->context, throng_crowd_check(part->crowd));
        if (status == THRONG_OK)
            status = throng_part_list_own(world, part);
        const throng_crowd_part words = {
            .count = part->own_count, .agents = part->own.memory, .agent_stride = sizeof(int32_t)};
        if (status == THRONG_OK)
            status = throng_world_note(world, part->context,
                                       part->crowd->ops->hash(part->crowd->object.state, &words, &sum));
        all = (int64_t)((uint64_t)all + sum);
    }
    status = throng_world_agree(world, status, 0, NULL);
    if (status == THRONG_OK)
        status = throng_world_reduce(world, THRONG_REDUCTION_SUM, 1, &all);
    if (status == THRONG_OK)
        *hash =
            crowd_hash_mix(crowd->steps + 1) + (uint64_t)all + throng_crowd_home_hash(crowd->parts[0].crowd);
    return status;
}

THRONG_CALL(throng_world_crowd_get_info, (crowd, info), throng_world_crowd *crowd,
            throng_world_crowd_info *info)
{
    if (info)
        memset(info, 0, sizeof *info);
    if (!crowd || crowd->cookie != THRONG_WORLD_CROWD_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(crowd->world->context, THRONG_ERROR_INVALID_ARGUMENT, "info must not be NULL");
    *info = crowd->info;
    info->agents = crowd->agents;
    info->steps = crowd->steps;
    info->added = crowd->added;
    info->lost = crowd->lost || crowd->world->lost;
    info->skin = crowd->skin;
    info->bytes_sent = crowd->world->bytes_sent;
    for (int32_t i = 0; i < crowd->world->local; i++) {
        info->own += crowd->parts[i].crowd->agents - crowd->parts[i].ghost_count;
        info->ghosts += crowd->parts[i].ghost_count;
        info->border += crowd->parts[i].border_count;
    }
    return THRONG_OK;
}
