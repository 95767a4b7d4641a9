/* Potential fields of a world: made, reset and looked at; goals and points. */
#include "src/world/potential.h"
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"
#include "src/measure/measure.h"
#include "src/terrain/terrain.h"

#include "kernels/simd/simd.h"

#include <string.h>

_Static_assert(sizeof(throng_home_source) <= THRONG_SORTED_BYTES_MOST, "homes are sorted");

throng_world_potential_def throng_world_potential_default_def(void)
{
    throng_world_potential_def def;
    memset(&def, 0, sizeof def);
    def.cookie = THRONG_WORLD_POTENTIAL_DEF_COOKIE;
    return def;
}

throng_status throng_world_potential_check(throng_world_potential *field)
{
    if (!field || field->cookie != THRONG_WORLD_POTENTIAL_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    const throng_status status = throng_world_check(field->world);
    if (status == THRONG_OK)
        field->world->object_lost = &field->lost;
    if (status == THRONG_OK && field->lost)
        return throng_fail(field->world->context, THRONG_ERROR_LOST,
                           "the field is lost: a part of it failed; call throng_world_potential_reset(), "
                           "then set its contents again");
    return status;
}

throng_status throng_world_potential_lose(throng_world_potential *field, throng_status status)
{
    status = throng_world_agree(field->world, status, 0, NULL);
    field->lost |= status != THRONG_OK;
    return status;
}

/* ---------------------------------------------------------------- create ---------------------------- */

/* What definitions are compared by. */
static int64_t sum_of(const throng_potential_def *d)
{
    const uint64_t words[] = {d->damage != 0,
                              d->measure ? (uint64_t)d->measure->shape.types : 0,
                              d->measure && d->interaction,
                              d->terrain != NULL,
                              d->terrain ? (uint64_t)d->terrain_mode : 0,
                              d->terrain ? (uint32_t)scalar_to_bits(d->cell_size) : 0,
                              d->terrain ? (uint32_t)scalar_to_bits(d->terrain_eta) : 0,
                              d->terrain ? (uint32_t)scalar_to_bits(d->terrain_range) : 0,
                              THRONG_VERSION_MINOR};
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum = throng_add_to_sum(sum, words[i]);
    for (size_t i = 0; d->measure && i < d->measure->table_bytes / sizeof(float); i++)
        sum = throng_add_to_sum(sum, (uint32_t)scalar_to_bits(d->measure->shape.table[i]));
    return throng_number_of_sum(sum);
}

static throng_status check_def(const throng_world *world, const throng_world_potential_def *def)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    if (!def || def->cookie != THRONG_WORLD_POTENTIAL_DEF_COOKIE)
        return throng_fail(world->context, wrong, "def was not made by throng_world_potential_default_def()");
    if (!def->parts)
        return throng_fail(world->context, wrong, "def.parts must not be NULL: one for each local part");
    for (int32_t i = 0; i < world->local; i++) {
        if (def->parts[i].worlds != 1)
            return throng_fail(world->context, wrong, "def.parts[%d].worlds is %d: 1", (int)i,
                               (int)def->parts[i].worlds);
        if (throng_is_object(def->parts[i].terrain, THRONG_TERRAIN_COOKIE) &&
            def->parts[i].terrain->worlds != 1)
            return throng_fail(world->context, wrong, "def.parts[%d].terrain has %d worlds: 1", (int)i,
                               (int)def->parts[i].terrain->worlds);
    }
    return THRONG_OK;
}

static void release(throng_world_potential *field)
{
    throng_world *world = field->world;
    const throng_allocator *allocator = &world->context->allocator;
    throng_buffer *const buffers[] = {&field->scratch, &field->words, &field->boxes, &field->told_boxes};
    for (int32_t i = 0; i < world->local && field->parts; i++) {
        (void)throng_potential_destroy(field->parts[i].field);
        throng_blocks_release(world, &field->parts[i]);
    }
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        throng_buffer_release(world, buffers[i]);
    throng_list_release(world, &field->list);
    throng_home_release(world, &field->home);
    throng_release(allocator, field->parts, (size_t)world->local * sizeof *field->parts);
    throng_release(allocator, field, sizeof *field);
}

static void no_boxes(throng_world_potential *field)
{
    for (int32_t i = 0; i < field->world->parts; i++)
        throng_boxes_of(&field->boxes)[i] = throng_boxes_of(&field->told_boxes)[i] =
            (throng_reach_box){.left = 1.0f};
    for (int32_t i = 0; i < field->world->local; i++)
        field->parts[i].moved = 1;
}

static throng_status allocate(throng_world *world, throng_world_potential **made)
{
    const throng_allocator *allocator = &world->context->allocator;
    const size_t parts = (size_t)world->parts, bytes = (size_t)world->local * sizeof *(*made)->parts;
    throng_world_potential *field = throng_allocate(allocator, sizeof *field);
    *made = field;
    if (!field)
        return throng_fail_memory(world->context, "a potential field of a world", sizeof *field);
    field->world = world;
    field->home.each = sizeof(throng_home_source);
    field->parts = throng_allocate(allocator, bytes);
    if (!field->parts)
        return throng_fail_memory(world->context, "a potential field of a world", bytes);
    throng_status status = throng_buffer_reserve(world, &field->words, 4 * parts * sizeof(int64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &field->boxes, parts * sizeof(throng_reach_box));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &field->told_boxes, parts * sizeof(throng_reach_box));
    if (status == THRONG_OK)
        no_boxes(field);
    return status;
}

static throng_status make_parts(throng_world_potential *field, const throng_potential_def *defs)
{
    throng_world *world = field->world;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < world->local && status == THRONG_OK; i++) {
        throng_potential_def def = defs[i];
        throng_world_field_part *part = &field->parts[i];
        part->context = world->contexts[i];
        if (def.cookie == THRONG_POTENTIAL_DEF_COOKIE)
            def.worlds = 2; /* that of the points, and one for those that fill up blocks */
        status = throng_world_note(world, part->context,
                                   throng_potential_create(part->context, &def, &part->field));
        if (status == THRONG_OK && sum_of(&defs[i]) != sum_of(&defs[0]))
            status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                                 "def.parts[%d] differs from def.parts[0] in more than terrain, measure, "
                                 "capacities, typical_sources and residency",
                                 (int)i);
    }
    return status;
}

THRONG_CALL(throng_world_potential_create, (world, def, field), throng_world *world,
            const throng_world_potential_def *def, throng_world_potential **field)
{
    throng_world_potential *made = NULL;
    if (field)
        *field = NULL;
    throng_status status = throng_world_check(world);
    if (status != THRONG_OK)
        return status;
    status = check_def(world, def);
    if (status == THRONG_OK && !field)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT, "field must not be NULL");
    if (status == THRONG_OK)
        status = allocate(world, &made);
    if (status == THRONG_OK)
        status = make_parts(made, def->parts);
    const int64_t sum = status == THRONG_OK ? sum_of(def->parts) : 0;
    status = throng_world_same(world, status, 1, &sum, "def or the version is");
    if (!made)
        return status;
    if (status != THRONG_OK) {
        release(made);
        return status;
    }
    made->cookie = THRONG_WORLD_POTENTIAL_COOKIE;
    world->maps++;
    *field = made;
    return THRONG_OK;
}

THRONG_CALL(throng_world_potential_destroy, (field), throng_world_potential *field)
{
    if (!field)
        return THRONG_OK;
    if (field->cookie != THRONG_WORLD_POTENTIAL_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < field->world->local; i++) {
        const throng_status status =
            throng_world_check_unused(field->world, i, &field->parts[i].field->object);
        if (status != THRONG_OK)
            return status;
    }
    field->cookie = 0;
    field->world->maps--;
    release(field);
    return THRONG_OK;
}

THRONG_CALL(throng_world_potential_reset, (field), throng_world_potential *field)
{
    if (!field || field->cookie != THRONG_WORLD_POTENTIAL_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = throng_world_check(field->world);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < field->world->local; i++) {
        throng_world_field_part *part = &field->parts[i];
        const throng_status of_part = throng_potential_reset(part->field);
        status = status == THRONG_OK ? throng_world_note(field->world, part->context, of_part) : status;
        part->points = part->count = part->low = part->high = 0;
    }
    throng_home_truncate(&field->home, 0);
    field->home.sorted = field->home.changed = 0;
    field->info.sources = field->info.reaching = 0;
    no_boxes(field);
    field->lost = 0;
    return throng_world_potential_lose(field, status);
}

THRONG_CALL(throng_world_potential_get_info, (field, info), throng_world_potential *field,
            throng_world_potential_info *info)
{
    if (info)
        memset(info, 0, sizeof *info);
    if (!field || field->cookie != THRONG_WORLD_POTENTIAL_COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    if (!info)
        return throng_fail(field->world->context, THRONG_ERROR_INVALID_ARGUMENT, "info must not be NULL");
    *info = field->info;
    info->goals = field->parts[0].field->counts[THRONG_GOALS];
    for (int32_t i = 0; i < field->world->local; i++)
        info->points += field->parts[i].points;
    info->lost = field->lost || field->world->lost;
    info->bytes_sent = field->world->bytes_sent;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- goals ----------------------------- */

throng_status throng_world_potential_check_worlds(const throng_world_potential *field, const char *name,
                                                  int32_t count, const void *entries, size_t stride,
                                                  size_t world_at)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t of;
        memcpy(&of, (const char *)entries + (size_t)i * stride + world_at, sizeof of);
        if (of != 0)
            return throng_fail(field->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                               "%s[%d].world is %d: it must be 0", name, (int)i, (int)of);
    }
    return THRONG_OK;
}

static int64_t sum_of_goals(int32_t first, int32_t count, const throng_potential_goal *goals, size_t stride)
{
    uint64_t sum = throng_add_to_sum((uint64_t)first, (uint64_t)count);
    for (int32_t i = 0; i < count; i++) {
        throng_potential_goal g;
        memcpy(&g, (const char *)goals + (size_t)i * stride, sizeof g);
        sum = throng_add_to_sum(sum, (uint32_t)scalar_to_bits(throng_without_subnormal(g.x)));
        sum = throng_add_to_sum(sum, (uint32_t)scalar_to_bits(throng_without_subnormal(g.y)));
        sum = throng_add_to_sum(sum, (uint32_t)scalar_to_bits(throng_without_subnormal(g.k)));
    }
    return throng_number_of_sum(sum);
}

static throng_status check_goals(const throng_world_potential *field, int32_t first, int32_t count,
                                 const throng_potential_goal *goals, size_t *stride)
{
    const throng_potential *one = field->parts[0].field;
    throng_context *context = field->world->context;
    const int32_t present = one->counts[THRONG_GOALS];
    if (first < 0 || first > present || count < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT,
                           "first is %d and count %d: 0 to %d, the present count, and 0 or more", (int)first,
                           (int)count, (int)present);
    for (int32_t i = 0; i < field->world->local; i++)
        if (count > field->parts[i].field->shape.capacity[THRONG_GOALS] - first)
            return throng_fail(
                context, THRONG_ERROR_CAPACITY,
                "first + count is %lld: at most %d goals, as in the def of part %d", (long long)first + count,
                (int)field->parts[i].field->shape.capacity[THRONG_GOALS], (int)(field->world->first + i));
    throng_status status = THRONG_OK;
    if (count > 0)
        status = throng_check_stride(context, "goals", goals, sizeof *goals, stride);
    if (status == THRONG_OK)
        status = throng_world_potential_check_worlds(field, "goals", count, goals, *stride,
                                                     offsetof(throng_potential_goal, world));
    return status == THRONG_OK && count > 0
               ? throng_potential_check_entries(one, THRONG_GOALS, count, goals, *stride)
               : status;
}

THRONG_CALL(throng_world_potential_set_goals, (field, first, count, goals, stride),
            throng_world_potential *field, int32_t first, int32_t count, const throng_potential_goal *goals,
            size_t stride)
{
    throng_status status = throng_world_potential_check(field);
    if (status != THRONG_OK)
        return status;
    status = check_goals(field, first, count, goals, &stride);
    const int64_t sum = status == THRONG_OK ? sum_of_goals(first, count, goals, stride) : 0;
    status = throng_world_same(field->world, status, 1, &sum, "goals are");
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < field->world->local && status == THRONG_OK; i++)
        status =
            throng_world_note(field->world, field->parts[i].context,
                              throng_potential_set_goals(field->parts[i].field, first, count, goals, stride));
    return throng_world_potential_lose(field, status);
}

THRONG_CALL(throng_world_potential_truncate_goals, (field, count), throng_world_potential *field,
            int32_t count)
{
    throng_status status = throng_world_potential_check(field);
    if (status != THRONG_OK)
        return status;
    const int32_t present = field->parts[0].field->counts[THRONG_GOALS];
    if (count < 0 || count > present)
        status =
            throng_fail(field->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                        "count is %d: at most the present number of goals, %d", (int)count, (int)present);
    const int64_t named = count;
    status = throng_world_same(field->world, status, 1, &named, "count is");
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < field->world->local && status == THRONG_OK; i++)
        status = throng_world_note(field->world, field->parts[i].context,
                                   throng_potential_truncate_goals(field->parts[i].field, count));
    return throng_world_potential_lose(field, status);
}

/* ---------------------------------------------------------------- points ---------------------------- */

/* A part of this process. Messages are in the first context of the process. */
static throng_status find_part(throng_world_potential *field, int32_t part, throng_world_field_part **found)
{
    const throng_status status = throng_world_potential_check(field);
    if (status != THRONG_OK)
        return status;
    if (part < 0 || part >= field->world->local)
        return throng_fail(field->world->context, THRONG_ERROR_INVALID_ARGUMENT,
                           "part is %d: this process has %d, from 0", (int)part, (int)field->world->local);
    *found = &field->parts[part];
    return THRONG_OK;
}

static void keep_places(throng_world_field_part *part, int32_t first, int32_t count, const void *places,
                        size_t stride)
{
    for (int32_t i = 0; i < count; i++)
        memcpy(part->places.memory + (size_t)(first + i) * 2 * sizeof(float),
               (const char *)places + (size_t)i * stride, 2 * sizeof(float));
    part->moved |= count > 0;
}

THRONG_CALL(throng_world_potential_set_points, (field, part, first, count, points, stride),
            throng_world_potential *field, int32_t part, int32_t first, int32_t count,
            const throng_potential_point *points, size_t stride)
{
    throng_world_field_part *p;
    throng_status status = find_part(field, part, &p);
    if (status != THRONG_OK)
        return status;
    const size_t each = stride ? stride : sizeof *points;
    const int64_t end = (int64_t)first + count;
    if (points && each >= sizeof *points && first >= 0 && count > 0)
        status = throng_world_potential_check_worlds(field, "points", count, points, each,
                                                     offsetof(throng_potential_point, world));
    p->places.bytes = (size_t)p->points * 2 * sizeof(float);
    if (status == THRONG_OK && first >= 0 && count > 0 && end <= p->field->shape.capacity[THRONG_POINTS])
        status = throng_buffer_reserve(field->world, &p->places, (size_t)end * 2 * sizeof(float));
    if (status != THRONG_OK)
        return status;
    status = throng_world_report(field->world, part,
                                 throng_potential_set_points(p->field, first, count, points, stride));
    if (status != THRONG_OK || count == 0)
        return status;
    keep_places(p, first, count, points, each);
    p->points = end > p->points ? (int32_t)end : p->points;
    return THRONG_OK;
}

THRONG_CALL(throng_world_potential_move_points, (field, part, first, count, positions, stride),
            throng_world_potential *field, int32_t part, int32_t first, int32_t count, const float *positions,
            size_t stride)
{
    throng_world_field_part *p;
    throng_status status = find_part(field, part, &p);
    if (status != THRONG_OK)
        return status;
    status = throng_world_report(field->world, part,
                                 throng_potential_move_points(p->field, first, count, positions, stride));
    if (status == THRONG_OK)
        keep_places(p, first, count, positions, stride ? stride : 2 * sizeof *positions);
    return status;
}

THRONG_CALL(throng_world_potential_truncate_points, (field, part, count), throng_world_potential *field,
            int32_t part, int32_t count)
{
    throng_world_field_part *p;
    throng_status status = find_part(field, part, &p);
    if (status != THRONG_OK)
        return status;
    status = throng_world_report(field->world, part, throng_potential_truncate_points(p->field, count));
    if (status == THRONG_OK) {
        p->points = count;
        p->moved = 1;
    }
    return status;
}

THRONG_CALL(throng_world_potential_read, (field, part, first, count, forces, stride),
            throng_world_potential *field, int32_t part, int32_t first, int32_t count, throng_force *forces,
            size_t stride)
{
    throng_world_field_part *p;
    const throng_status status = find_part(field, part, &p);
    return status == THRONG_OK
               ? throng_world_report(field->world, part,
                                     throng_potential_read(p->field, first, count, forces, stride))
               : status;
}

THRONG_CALL(throng_world_potential_get_part, (field, part, local), throng_world_potential *field,
            int32_t part, throng_potential **local)
{
    throng_world_field_part *p;
    if (local)
        *local = NULL;
    const throng_status status = find_part(field, part, &p);
    if (status != THRONG_OK)
        return status;
    if (!local)
        return throng_fail(field->world->context, THRONG_ERROR_INVALID_ARGUMENT, "local must not be NULL");
    *local = p->field;
    return THRONG_OK;
}
