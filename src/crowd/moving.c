/* Moving obstacles: the calls, and what the host has of them. */
#include "src/crowd/moving.h"
#include "kernels/crowd/layout.h"
#include "src/core/call.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/motions.h"

#include <string.h>

enum { NOBODY = -1 };

_Static_assert(sizeof(throng_moving_slot) == 56, "snapshots have no padding");

/* Memory for all that there may be, from the first one on, so that nothing grows later. */
struct throng_moving {
    throng_moving_slot slots[THRONG_MAX_MOVING_OBSTACLES];
    throng_vertex vertices[THRONG_MAX_MOVING_VERTICES]; /* of all, in the order of slots */
    int32_t count, vertices_count, free;
    uint32_t floor; /* of new generations */
    int32_t built;  /* 1: `build` is that of the slots, for steps of dt */
    int32_t sent;   /* 1: the backend has it */
    float dt;
    throng_moving_build build;
    throng_moving_scratch scratch;
    void *memory; /* of `build` */
};

/* ---------------------------------------------------------------- memory ---------------------------- */

static throng_status begin(throng_crowd *crowd)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    const size_t bytes = throng_crowd_moving_most();
    if (crowd->moving)
        return THRONG_OK;
    struct throng_moving *m = throng_allocate(allocator, sizeof *m);
    void *memory = m ? throng_allocate(allocator, bytes) : NULL;
    if (!memory) {
        throng_release(allocator, m, sizeof *m);
        return throng_fail_memory(crowd->object.context, "moving obstacles", sizeof *m + bytes);
    }
    m->memory = memory;
    m->free = NOBODY;
    crowd->moving = m;
    return THRONG_OK;
}

void throng_crowd_moving_release(throng_crowd *crowd)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    if (!crowd->moving)
        return;
    throng_release(allocator, crowd->moving->memory, throng_crowd_moving_most());
    throng_release(allocator, crowd->moving, sizeof *crowd->moving);
    crowd->moving = NULL;
}

size_t throng_crowd_moving_bytes(const throng_crowd *crowd)
{
    return crowd->moving ? sizeof *crowd->moving + throng_crowd_moving_most() : 0;
}

static void changed(struct throng_moving *m) { m->built = m->sent = 0; }

void throng_crowd_moving_forget(throng_crowd *crowd)
{
    struct throng_moving *m = crowd->moving;
    if (!m)
        return;
    for (int32_t i = 0; i < m->count; i++)
        m->floor = throng_generation_floor(m->floor, m->slots[i].generation, 0);
    m->count = m->vertices_count = 0;
    m->free = NOBODY;
    changed(m);
}

/* ---------------------------------------------------------------- checks ---------------------------- */

const char *throng_crowd_wrong_motion(const throng_crowd *crowd, const throng_obstacle_motion *motion,
                                      float reach, double *given)
{
    const struct {
        const char *name;
        float value;
    } numbers[] = {{"vx", motion->vx},
                   {"vy", motion->vy},
                   {"heading_x", motion->heading_x},
                   {"heading_y", motion->heading_y},
                   {"turn", motion->turn}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        *given = (double)numbers[i].value;
        if (!throng_within(numbers[i].value, -THRONG_MOST, THRONG_MOST))
            return numbers[i].name;
    }
    *given = 0.0;
    if (throng_without_subnormal(motion->heading_x) == 0.0f &&
        throng_without_subnormal(motion->heading_y) == 0.0f)
        return "heading_x and heading_y";
    const double far = (double)reach;
    const double ends[2][2] = {{motion->x - far, motion->y - far}, {motion->x + far, motion->y + far}};
    *given = motion->x >= -(double)THRONG_MOST && motion->x <= (double)THRONG_MOST ? motion->y : motion->x;
    return throng_crowd_is_place(crowd, ends[0]) && throng_crowd_is_place(crowd, ends[1]) ? NULL : "x or y";
}

static throng_status reject_motion(const throng_crowd *crowd, int32_t i, const char *name, double given)
{
    return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "motions[%d] has %s of %.9g: -1e9 to 1e9, all vertices within that and within 1e9 of "
                       "the crowd's home, and a heading other than (0, 0)",
                       (int)i, name, given);
}

/* Without subnormal numbers and -0, and the heading of length 1. */
static throng_obstacle_motion normal(const throng_obstacle_motion *given)
{
    throng_obstacle_motion m = {.x = given->x, .y = given->y};
    m.vx = throng_without_subnormal(given->vx) + 0.0f;
    m.vy = throng_without_subnormal(given->vy) + 0.0f;
    m.heading_x = throng_without_subnormal(given->heading_x);
    m.heading_y = throng_without_subnormal(given->heading_y);
    throng_heading_unit(&m.heading_x, &m.heading_y);
    m.heading_x += 0.0f;
    m.heading_y += 0.0f;
    m.turn = throng_without_subnormal(given->turn) + 0.0f;
    return m;
}

/* The slot of a handle; NULL: no such obstacle. */
static throng_moving_slot *slot_of(throng_crowd *crowd, throng_moving_obstacle handle)
{
    struct throng_moving *m = crowd->moving;
    if (!m || handle.index < 0 || handle.index >= m->count || !(handle.generation & 1u) ||
        m->slots[handle.index].generation != handle.generation)
        return NULL;
    return &m->slots[handle.index];
}

static int32_t first_vertex(const struct throng_moving *m, const throng_moving_slot *slot)
{
    int32_t first = 0;
    for (const throng_moving_slot *s = m->slots; s < slot; s++)
        first += s->vertices;
    return first;
}

static throng_status reject_handle(const throng_crowd *crowd, const char *name, int32_t i)
{
    return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "%s[%d] was removed or is of another crowd", name, (int)i);
}

/* ---------------------------------------------------------------- adding ---------------------------- */

typedef struct adding {
    int32_t count;
    const void *given;
    size_t stride;
    throng_obstacle_motion motion;
} adding;

static throng_vertex vertex_at(const adding *a, int32_t i)
{
    float at[2];
    throng_copy_normal(at, (const char *)a->given + (size_t)i * a->stride, 2);
    return (throng_vertex){at[0] + 0.0f, at[1] + 0.0f};
}

static throng_status check_capacity(const throng_crowd *crowd, int32_t vertices)
{
    const struct throng_moving *m = crowd->moving;
    const int32_t present = m ? m->vertices_count : 0;
    if (vertices > THRONG_MAX_MOVING_VERTICES - present)
        return throng_fail(crowd->object.context, THRONG_ERROR_CAPACITY,
                           "%d vertices of moving obstacles and %d more: at most %d", (int)present,
                           (int)vertices, THRONG_MAX_MOVING_VERTICES);
    if (m && m->free == NOBODY && m->count == THRONG_MAX_MOVING_OBSTACLES)
        return throng_fail(crowd->object.context, THRONG_ERROR_CAPACITY, "%d moving obstacles: no more",
                           THRONG_MAX_MOVING_OBSTACLES);
    if (m && throng_generation_is_spent(0, m->floor))
        return throng_fail(
            crowd->object.context, THRONG_ERROR_CAPACITY,
            "no handles are left for new moving obstacles: a snapshot that was restored had used them up; "
            "create the crowd anew");
    return THRONG_OK;
}

/* Coordinates, that not all vertices are one, and the motion. */
static throng_status check_adding(const throng_crowd *crowd, adding *a)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_context *context = crowd->object.context;
    throng_outline outline = {.count = 0};
    if (a->count < 2)
        return throng_fail(context, wrong, "count is %d: 2 or more", (int)a->count);
    throng_status status =
        throng_check_stride(context, "vertices", a->given, sizeof(throng_vertex), &a->stride);
    if (status != THRONG_OK)
        return status;
    const int32_t bad = throng_first_wrong_pair(a->given, a->stride, a->count, THRONG_MOST);
    if (bad < a->count) {
        const throng_vertex v = vertex_at(a, bad);
        return throng_fail(context, wrong, "vertices[%d] is (%.9g, %.9g): -1e9 to 1e9", (int)bad, (double)v.x,
                           (double)v.y);
    }
    for (int32_t i = 0; i < a->count; i++)
        throng_outline_add(&outline, vertex_at(a, i));
    if (!outline.extended)
        return throng_fail(context, wrong,
                           "vertices are at one point: at least two must be 1e-06 or more apart");
    double given;
    const char *name = throng_crowd_wrong_motion(crowd, &a->motion, throng_outline_reach(&outline), &given);
    return name ? reject_motion(crowd, 0, name, given) : check_capacity(crowd, a->count);
}

static int32_t take_slot(struct throng_moving *m)
{
    const int32_t index = m->free != NOBODY ? m->free : m->count++;
    throng_moving_slot *slot = &m->slots[index];
    if (m->free != NOBODY)
        m->free = slot->next;
    else
        memset(slot, 0, sizeof *slot);
    slot->generation = throng_generation_after(slot->generation, m->floor);
    slot->next = NOBODY;
    slot->vertices = 0;
    return index;
}

THRONG_CALL(throng_crowd_add_moving_obstacle, (crowd, count, vertices, stride, motion, handle),
            throng_crowd *crowd, int32_t count, const throng_vertex *vertices, size_t stride,
            const throng_obstacle_motion *motion, throng_moving_obstacle *handle)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    if (!motion)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "motion must not be NULL");
    adding a = {count, vertices, stride, *motion};
    status = check_adding(crowd, &a);
    if (status == THRONG_OK)
        status = begin(crowd);
    if (status != THRONG_OK)
        return status;
    struct throng_moving *m = crowd->moving;
    const int32_t index = take_slot(m);
    throng_moving_slot *slot = &m->slots[index];
    const int32_t first = first_vertex(m, slot);
    memmove(m->vertices + first + count, m->vertices + first,
            (size_t)(m->vertices_count - first) * sizeof *m->vertices);
    for (int32_t i = 0; i < count; i++)
        m->vertices[first + i] = vertex_at(&a, i);
    m->vertices_count += count;
    slot->vertices = count;
    slot->motion = normal(&a.motion);
    changed(m);
    if (handle)
        *handle = (throng_moving_obstacle){index, slot->generation};
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_remove_moving_obstacle, (crowd, handle), throng_crowd *crowd,
            throng_moving_obstacle handle)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_moving_slot *slot = slot_of(crowd, handle);
    if (!slot)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "handle was removed or is of another crowd");
    struct throng_moving *m = crowd->moving;
    const int32_t end = first_vertex(m, slot) + slot->vertices;
    memmove(m->vertices + end - slot->vertices, m->vertices + end,
            (size_t)(m->vertices_count - end) * sizeof *m->vertices);
    m->vertices_count -= slot->vertices;
    const uint32_t generation = throng_generation_removed(slot->generation);
    *slot = (throng_moving_slot){.generation = generation, .next = NOBODY};
    if (!throng_generation_is_spent(generation, 0)) {
        slot->next = m->free;
        m->free = handle.index;
    }
    changed(m);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- moving ---------------------------- */

typedef struct moves {
    int32_t count;
    const void *obstacles, *motions;
    size_t obstacle_stride, stride;
} moves;

static throng_moving_obstacle handle_at(const moves *all, int32_t i)
{
    throng_moving_obstacle handle;
    memcpy(&handle, (const char *)all->obstacles + (size_t)i * all->obstacle_stride, sizeof handle);
    return handle;
}

static throng_obstacle_motion motion_at(const moves *all, int32_t i)
{
    throng_obstacle_motion motion;
    memcpy(&motion, (const char *)all->motions + (size_t)i * all->stride, sizeof motion);
    return motion;
}

static throng_status check_moves(throng_crowd *crowd, moves *all)
{
    throng_context *context = crowd->object.context;
    if (all->count < 0)
        return throng_fail(context, THRONG_ERROR_INVALID_ARGUMENT, "count is %d: 0 or more", (int)all->count);
    if (all->count == 0)
        return THRONG_OK;
    throng_status status = throng_check_stride(context, "obstacles", all->obstacles,
                                               sizeof(throng_moving_obstacle), &all->obstacle_stride);
    if (status == THRONG_OK)
        status = throng_check_stride(context, "motions", all->motions, sizeof(throng_obstacle_motion),
                                     &all->stride);
    for (int32_t i = 0; i < all->count && status == THRONG_OK; i++) {
        const throng_moving_slot *slot = slot_of(crowd, handle_at(all, i));
        if (!slot)
            return reject_handle(crowd, "obstacles", i);
        const throng_vertex *vertices = crowd->moving->vertices + first_vertex(crowd->moving, slot);
        const throng_obstacle_motion motion = motion_at(all, i);
        throng_outline outline = {.count = 0};
        double given;
        for (int32_t k = 0; k < slot->vertices; k++)
            throng_outline_add(&outline, vertices[k]);
        const char *name = throng_crowd_wrong_motion(crowd, &motion, throng_outline_reach(&outline), &given);
        if (name)
            status = reject_motion(crowd, i, name, given);
    }
    return status;
}

THRONG_CALL(throng_crowd_move_obstacles, (crowd, count, obstacles, obstacle_stride, motions, stride),
            throng_crowd *crowd, int32_t count, const throng_moving_obstacle *obstacles,
            size_t obstacle_stride, const throng_obstacle_motion *motions, size_t stride)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    moves all = {count, obstacles, motions, obstacle_stride, stride};
    status = check_moves(crowd, &all);
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < count; i++) {
        const throng_obstacle_motion motion = motion_at(&all, i);
        throng_moving_slot *slot = slot_of(crowd, handle_at(&all, i));
        if (slot) /* all of them are there */
            slot->motion = normal(&motion);
    }
    if (count > 0)
        changed(crowd->moving);
    return THRONG_OK;
}

/* ---------------------------------------------------------------- steps ----------------------------- */

throng_moving_build throng_crowd_moving_now(throng_crowd *crowd, float dt)
{
    struct throng_moving *m = crowd->moving;
    if (!m || m->vertices_count == 0)
        return (throng_moving_build){NULL, 0, 0, 0};
    if (!m->built || m->dt != dt) {
        m->build =
            throng_crowd_moving_build(crowd, m->memory, &m->scratch, m->slots, m->count, m->vertices, dt);
        m->built = 1;
        m->sent = 0;
        m->dt = dt;
    }
    return m->build;
}

throng_status throng_crowd_flush_moving(throng_crowd *crowd)
{
    struct throng_moving *m = crowd->moving;
    if (!m || m->sent || m->vertices_count == 0)
        return THRONG_OK;
    const throng_status status =
        crowd->ops->set_moving(crowd->object.state, m->build.all, m->build.bytes, throng_crowd_moving_most());
    m->sent = status == THRONG_OK;
    return status;
}

/* ---------------------------------------------------------------- snapshots ------------------------- */

void throng_crowd_moving_saved(const throng_crowd *crowd, int32_t *slots, int32_t *vertices, int32_t *free)
{
    const struct throng_moving *m = crowd->moving;
    *slots = m ? m->count : 0;
    *vertices = m ? m->vertices_count : 0;
    *free = m ? m->free : NOBODY;
}

void throng_crowd_moving_save(const throng_crowd *crowd, unsigned char *to)
{
    const struct throng_moving *m = crowd->moving;
    if (!m)
        return;
    memcpy(to, m->slots, (size_t)m->count * sizeof *m->slots);
    memcpy(to + (size_t)m->count * sizeof *m->slots, m->vertices,
           (size_t)m->vertices_count * sizeof *m->vertices);
}

throng_status throng_crowd_moving_reserve(throng_crowd *crowd, int32_t slots)
{
    return slots > 0 ? begin(crowd) : THRONG_OK;
}

void throng_crowd_moving_restore(throng_crowd *crowd, const unsigned char *from, int32_t slots,
                                 int32_t vertices, int32_t free)
{
    struct throng_moving *m = crowd->moving;
    if (!m)
        return;
    for (int32_t i = 0; i < m->count; i++) {
        throng_moving_slot now = {.generation = 0};
        if (i < slots)
            memcpy(&now, from + (size_t)i * sizeof now, sizeof now);
        m->floor = throng_generation_floor(m->floor, m->slots[i].generation, now.generation);
    }
    memcpy(m->slots, from, (size_t)slots * sizeof *m->slots);
    memcpy(m->vertices, from + (size_t)slots * sizeof *m->slots, (size_t)vertices * sizeof *m->vertices);
    m->count = slots;
    m->vertices_count = vertices;
    m->free = free;
    changed(m);
}
