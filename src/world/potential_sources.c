/* Sources of potential fields of a world: set, moved and removed at their homes, and told to the parts whose
 * points they may reach. */
#include "src/core/call.h"
#include "src/core/check.h"
#include "src/core/clock.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/potential.h"

#include "kernels/simd/simd.h"

#include <string.h>

/* ---------------------------------------------------------------- calls ----------------------------- */

/* What a process asks for. */
typedef struct request {
    throng_world_potential *field;
    throng_naming naming;
    int32_t count;
    const uint64_t *indices;
    const char *values; /* sources, or positions */
    size_t stride;
} request;

/* What goes to homes. */
typedef struct setting {
    uint64_t id;
    throng_potential_source source; /* of a move: its position alone */
    int32_t reserved;
} setting;

static throng_status check_request(request *r)
{
    const throng_potential *one = r->field->parts[0].field;
    throng_context *context = r->field->world->context;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_status status = THRONG_OK;
    if (r->count < 0)
        return throng_fail(context, wrong, "count is %d: 0 or more", (int)r->count);
    if (r->count > 0 && !r->indices)
        return throng_fail(context, wrong, "indices must not be NULL");
    if (r->count == 0 || r->naming == THRONG_NAMES_REMOVE)
        return THRONG_OK;
    if (r->naming == THRONG_NAMES_CHANGE)
        return throng_potential_check_positions(one, THRONG_SOURCES, r->count,
                                                (const float *)(const void *)r->values, &r->stride);
    status = throng_check_stride(context, "sources", r->values, sizeof(throng_potential_source), &r->stride);
    if (status == THRONG_OK)
        status = throng_world_potential_check_worlds(r->field, "sources", r->count, r->values, r->stride,
                                                     offsetof(throng_potential_source, world));
    return status == THRONG_OK
               ? throng_potential_check_entries(one, THRONG_SOURCES, r->count, r->values, r->stride)
               : status;
}

/* All of a block has one home. */
static throng_status write_to_homes(const request *r)
{
    throng_world_potential *field = r->field;
    throng_status status = throng_list_begin(field->world, &field->list, sizeof(setting), r->count);
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++) {
        setting s = {.id = r->indices[i]};
        if (r->naming == THRONG_NAMES_SET)
            memcpy(&s.source, r->values + (size_t)i * r->stride, sizeof s.source);
        else if (r->naming == THRONG_NAMES_CHANGE)
            memcpy(&s.source, r->values + (size_t)i * r->stride, 2 * sizeof(float));
        status = throng_list_add(field->world, &field->list, &s,
                                 throng_home_of(field->world, s.id / THRONG_IN_BLOCK));
    }
    return status == THRONG_OK ? throng_list_write(field->world, &field->list, 1) : status;
}

static void fulfil(void *data, throng_kept *kept, const void *sent)
{
    const request *r = data;
    throng_home_source *h = (throng_home_source *)(void *)kept;
    setting s;
    memcpy(&s, sent, sizeof s);
    if (r->naming == THRONG_NAMES_CHANGE) {
        const throng_potential_source moved = s.source;
        s.source = h->source;
        s.source.x = moved.x;
        s.source.y = moved.y;
    }
    if (r->naming != THRONG_NAMES_REMOVE && !(h->state & THRONG_HOME_GONE) &&
        throng_same_bits(&s.source, &h->source, sizeof s.source))
        return;
    h->source = r->naming == THRONG_NAMES_REMOVE ? h->source : s.source;
    h->state =
        r->naming == THRONG_NAMES_REMOVE ? THRONG_HOME_CHANGED | THRONG_HOME_GONE : THRONG_HOME_CHANGED;
    r->field->home.changed = 1;
}

static throng_status ask(request *r)
{
    throng_world_potential *field = r->field;
    throng_status status = throng_world_potential_check(field);
    int64_t change;
    if (status != THRONG_OK)
        return status;
    status = check_request(r);
    throng_mail_begin(field->world);
    if (status == THRONG_OK)
        status = write_to_homes(r);
    status = throng_mail_exchange(field->world, status);
    if (status != THRONG_OK)
        return status;
    throng_named n = {.world = field->world,
                      .home = &field->home,
                      .naming = r->naming,
                      .each = sizeof(setting),
                      .places = &field->scratch,
                      .of = ""};
    status = throng_home_named(&n, throng_home_name(&n, THRONG_OK), &change);
    if (status != THRONG_OK)
        return status;
    field->info.sources += change;
    throng_home_for_named(&n, fulfil, r);
    return THRONG_OK;
}

THRONG_CALL(throng_world_potential_set_sources, (field, count, indices, sources, stride),
            throng_world_potential *field, int32_t count, const uint64_t *indices,
            const throng_potential_source *sources, size_t stride)
{
    request r = {field, THRONG_NAMES_SET, count, indices, (const char *)sources, stride};
    return ask(&r);
}

THRONG_CALL(throng_world_potential_move_sources, (field, count, indices, positions, stride),
            throng_world_potential *field, int32_t count, const uint64_t *indices, const float *positions,
            size_t stride)
{
    request r = {field, THRONG_NAMES_CHANGE, count, indices, (const char *)positions, stride};
    return ask(&r);
}

THRONG_CALL(throng_world_potential_remove_sources, (field, count, indices), throng_world_potential *field,
            int32_t count, const uint64_t *indices)
{
    request r = {field, THRONG_NAMES_REMOVE, count, indices, NULL, 0};
    return ask(&r);
}

/* ---------------------------------------------------------------- boxes ----------------------------- */

static int32_t is_empty(const throng_reach_box *b) { return b->left > b->right; }

/* The box around a part's points; the one that it has stays while it holds them and is not much too large. */
static throng_reach_box box_of(const throng_world_field_part *part, const throng_reach_box *present)
{
    const float *at = (const float *)(const void *)part->places.memory;
    throng_reach_box b = {.left = 1.0f};
    if (part->points == 0)
        return b;
    b = (throng_reach_box){at[0], at[1], at[0], at[1]};
    for (int32_t i = 1; i < part->points; i++) {
        b.left = scalar_min(b.left, at[2 * (size_t)i]);
        b.right = scalar_max(b.right, at[2 * (size_t)i]);
        b.top = scalar_min(b.top, at[2 * (size_t)i + 1]);
        b.bottom = scalar_max(b.bottom, at[2 * (size_t)i + 1]);
    }
    const float side = scalar_max(b.right - b.left, b.bottom - b.top), margin = side * 0.0625f;
    if (!is_empty(present) && b.left >= present->left && b.right <= present->right && b.top >= present->top &&
        b.bottom <= present->bottom &&
        scalar_max(present->right - present->left, present->bottom - present->top) <= 1.25f * side)
        return *present;
    return (throng_reach_box){b.left - margin, b.top - margin, b.right + margin, b.bottom + margin};
}

/* The boxes of all parts. */
static throng_status find_boxes(throng_world_potential *field)
{
    throng_world *world = field->world;
    int64_t *words = (int64_t *)(void *)field->words.memory;
    throng_reach_box *boxes = throng_boxes_of(&field->boxes);
    memset(words, 0, 4 * (size_t)world->parts * sizeof *words);
    for (int32_t i = 0; i < world->local; i++) {
        throng_reach_box *b = &boxes[world->first + i];
        int64_t *of = words + 4 * (size_t)(world->first + i);
        if (field->parts[i].moved)
            *b = box_of(&field->parts[i], b);
        of[0] = scalar_to_bits(b->left);
        of[1] = scalar_to_bits(b->top);
        of[2] = scalar_to_bits(b->right);
        of[3] = scalar_to_bits(b->bottom);
    }
    const throng_status status =
        throng_world_reduce(world, THRONG_REDUCTION_SUM, 4 * (int64_t)world->parts, words);
    for (int32_t p = 0; p < world->parts && status == THRONG_OK; p++) {
        const int64_t *of = words + 4 * (size_t)p;
        boxes[p] = (throng_reach_box){scalar_from_bits((int32_t)of[0]), scalar_from_bits((int32_t)of[1]),
                                      scalar_from_bits((int32_t)of[2]), scalar_from_bits((int32_t)of[3])};
    }
    return status;
}

/* Whether a source may act on a point of a box: a thousandth beyond its range it does not, however floats are
 * rounded. */
static int32_t reaches(const throng_reach_box *b, float x, float y, float range)
{
    const double px = (double)x, py = (double)y, far = (double)range * 1.001;
    const double dx = px < (double)b->left    ? (double)b->left - px
                      : px > (double)b->right ? px - (double)b->right
                                              : 0;
    const double dy = py < (double)b->top      ? (double)b->top - py
                      : py > (double)b->bottom ? py - (double)b->bottom
                                               : 0;
    return !is_empty(b) && dx * dx + dy * dy <= far * far;
}

/* ---------------------------------------------------------------- updates --------------------------- */

/* Tells a part of what may act on its points now, or did before. all: the part's box is another one. */
static throng_status tell_part(throng_world_potential *field, int32_t part, int32_t all)
{
    const throng_reach_box *now = &throng_boxes_of(&field->boxes)[part];
    const throng_reach_box *before = &throng_boxes_of(&field->told_boxes)[part];
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < field->home.count && status == THRONG_OK; i++) {
        const throng_home_source *h = &throng_home_sources(&field->home)[i];
        const int32_t changed = h->state & THRONG_HOME_CHANGED;
        if (!all && !changed)
            continue;
        const int32_t after =
            !(h->state & THRONG_HOME_GONE) && reaches(now, h->source.x, h->source.y, h->source.range);
        const int32_t was = h->told && reaches(before, h->x, h->y, h->range);
        const throng_told_source told = {h->id, h->source, !after};
        if (after ? changed || !was : was)
            status = throng_list_add(field->world, &field->list, &told, part);
    }
    return status;
}

static throng_status tell_parts(throng_world_potential *field)
{
    throng_world *world = field->world;
    throng_status status = throng_home_sort(world, &field->home, &field->scratch);
    if (status == THRONG_OK)
        status = throng_list_begin(world, &field->list, sizeof(throng_told_source), 0);
    for (int32_t p = 0; p < world->parts && status == THRONG_OK; p++) {
        const int32_t all =
            !throng_same_bits(&throng_boxes_of(&field->boxes)[p], &throng_boxes_of(&field->told_boxes)[p],
                              sizeof(throng_reach_box));
        if (all || field->home.changed)
            status = tell_part(field, p, all);
    }
    throng_mail_begin(world);
    if (status == THRONG_OK)
        status = throng_list_write(world, &field->list, 0);
    return throng_mail_exchange(world, status);
}

/* Parts know what homes have told them. */
static void settle(throng_world_potential *field)
{
    throng_world *world = field->world;
    int32_t gone = 0;
    for (int32_t i = 0; i < world->local; i++) {
        throng_blocks_take(field, &field->parts[i]);
        field->parts[i].moved = 0;
    }
    for (int32_t i = 0; i < field->home.count && field->home.changed; i++) {
        throng_home_source *h = &throng_home_sources(&field->home)[i];
        h->x = h->source.x;
        h->y = h->source.y;
        h->range = h->source.range;
        h->told = 1;
        gone |= h->state & THRONG_HOME_GONE;
        h->state &= ~THRONG_HOME_CHANGED;
    }
    if (gone)
        throng_home_sweep(&field->home);
    field->home.changed = 0;
    memcpy(field->told_boxes.memory, field->boxes.memory, (size_t)world->parts * sizeof(throng_reach_box));
}

static throng_status tell_fields(throng_world_potential *field)
{
    throng_status status = THRONG_OK;
    field->info.reaching = 0;
    for (int32_t i = 0; i < field->world->local; i++) {
        if (status == THRONG_OK)
            status = throng_world_note(field->world, field->parts[i].context,
                                       throng_blocks_tell(&field->parts[i]));
        field->info.reaching += throng_blocks_count(&field->parts[i]);
    }
    status = throng_world_agree(field->world, status, 0, NULL);
    field->lost |= status != THRONG_OK && status != THRONG_ERROR_OUT_OF_MEMORY;
    return status;
}

THRONG_CALL(throng_world_potential_update, (field), throng_world_potential *field)
{
    throng_status status = throng_world_potential_check(field);
    const double begin = throng_system_seconds();
    if (status == THRONG_OK)
        status = find_boxes(field);
    if (status == THRONG_OK)
        status = tell_parts(field);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < field->world->local && status == THRONG_OK; i++)
        status = throng_blocks_plan(field, &field->parts[i]);
    status = throng_world_agree(field->world, status, 0, NULL);
    if (status != THRONG_OK)
        return status;
    settle(field);
    status = tell_fields(field);
    const double told = throng_system_seconds();
    field->info.exchange_seconds += told - begin;
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < field->world->local && status == THRONG_OK; i++)
        status = throng_world_note(field->world, field->parts[i].context,
                                   throng_potential_update(field->parts[i].field));
    status = throng_world_potential_lose(field, status);
    field->info.update_seconds += throng_system_seconds() - told;
    field->info.updates += status == THRONG_OK;
    return status;
}
