/* Whether the moving obstacles of a snapshot are some: see src/crowd/snapshot_check.c. */
#include "src/core/context.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"

#include "kernels/crowd/layout.h"

#include <string.h>

enum { NOBODY = -1 };

static const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;

size_t throng_snapshot_moving_bytes(const snapshot_head *h)
{
    return (size_t)h->moving * sizeof(throng_moving_slot) +
           (size_t)h->moving_vertices * sizeof(throng_vertex);
}

static throng_moving_slot slot_at(const unsigned char *from, int32_t i)
{
    throng_moving_slot slot;
    memcpy(&slot, from + (size_t)i * sizeof slot, sizeof slot);
    return slot;
}

/* Neither subnormal nor -0. */
static int32_t is_normal(const float *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const uint32_t word = (uint32_t)scalar_to_bits(values[i]);
        if (word != 0 && !(word & 0x7f800000u))
            return 0;
    }
    return 1;
}

/* How far vertices reach of which at least two are apart; below 0: they are none. */
static float reach_of(const unsigned char *from, int32_t count)
{
    throng_outline outline = {.count = 0};
    if (count < 2 || throng_first_wrong_pair(from, sizeof(throng_vertex), count, THRONG_MOST) < count)
        return -1.0f;
    for (int32_t i = 0; i < count; i++) {
        throng_vertex v;
        memcpy(&v, from + (size_t)i * sizeof v, sizeof v);
        const float place[] = {v.x, v.y};
        if (!is_normal(place, 2))
            return -1.0f;
        throng_outline_add(&outline, v);
    }
    return outline.extended ? throng_outline_reach(&outline) : -1.0f;
}

static int32_t is_moving(const throng_crowd *crowd, const throng_moving_slot *slot, float reach)
{
    const throng_obstacle_motion *m = &slot->motion;
    const float numbers[] = {m->vx, m->vy, m->heading_x, m->heading_y, m->turn};
    const float length = m->heading_x * m->heading_x + m->heading_y * m->heading_y;
    double given;
    return reach >= 0.0f && slot->generation <= THRONG_GENERATION_LAST && m->reserved == 0 &&
           slot->next == NOBODY && is_normal(numbers, 5) && throng_within(length, 0.99999f, 1.00001f) &&
           !throng_crowd_wrong_motion(crowd, m, reach, &given);
}

static int32_t is_free(const throng_moving_slot *slot)
{
    throng_moving_slot rest = *slot;
    unsigned char bytes[sizeof rest], some = 0;
    rest.generation = 0;
    rest.next = 0;
    memcpy(bytes, &rest, sizeof rest);
    for (size_t i = 0; i < sizeof bytes; i++)
        some |= bytes[i];
    return !some && (slot->next == NOBODY || !throng_generation_is_spent(slot->generation, 0));
}

/* The chain of free slots has each of them once. */
static throng_status check_free(const throng_crowd *crowd, const snapshot_head *h, const unsigned char *from,
                                int32_t count)
{
    int32_t at = h->moving_free, found = 0;
    for (; at != NOBODY && found < count; found++) {
        if (at < 0 || at >= h->moving)
            break;
        const throng_moving_slot slot = slot_at(from, at);
        if (slot.generation & 1u || throng_generation_is_spent(slot.generation, 0))
            break;
        at = slot.next;
    }
    return at == NOBODY && found == count
               ? THRONG_OK
               : throng_fail(
                     crowd->object.context, wrong,
                     "snapshot has a chain of free moving obstacles that leads to %d after %d: it must "
                     "have each of %d once",
                     (int)at, (int)found, (int)count);
}

throng_status throng_snapshot_check_moving(const throng_crowd *crowd, const snapshot_head *h,
                                           const unsigned char *from)
{
    const unsigned char *vertices = from + (size_t)h->moving * sizeof(throng_moving_slot);
    int32_t left = h->moving_vertices, spare = 0;
    for (int32_t i = 0; i < h->moving; i++) {
        const throng_moving_slot slot = slot_at(from, i);
        const int32_t there = (slot.generation & 1u) != 0;
        int32_t right = slot.unused == 0 && slot.vertices >= 0 && slot.vertices <= left;
        if (right && there)
            right = is_moving(crowd, &slot, reach_of(vertices, slot.vertices));
        else if (right)
            right = is_free(&slot);
        if (!right)
            return throng_fail(crowd->object.context, wrong,
                               "snapshot has a moving obstacle %d that cannot be one", (int)i);
        vertices += (size_t)slot.vertices * sizeof(throng_vertex);
        left -= slot.vertices;
        spare += !there && !throng_generation_is_spent(slot.generation, 0);
    }
    if (left != 0)
        return throng_fail(crowd->object.context, wrong, "snapshot has %d vertices of no moving obstacle",
                           (int)left);
    return check_free(crowd, h, from, spare);
}
