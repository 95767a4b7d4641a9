/* The static obstacles of a crowd, as walls, and the tree of boxes over them: polygons, and what stands in
 * each tile of its terrain. Each obstacle has whole leaves of the tree. What is added comes behind the
 * others, what is removed leaves gaps; when there is much of both, all obstacles are laid along the curve
 * anew. */
#include "kernels/crowd/walls.h"
#include "kernels/crowd/hilbert_order.h"
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/crowd/snapshot.h"
#include "src/crowd/step.h"
#include "src/crowd/wall_lists.h"

#include <string.h>

enum {
    NOBODY = -1,
    LEAST_LEAVES = 16,
    NEAR = 8 /* leaves between two that are one piece */
};

static int32_t leaves_of(int32_t edges) { return (edges + CROWD_LEAF - 1) / CROWD_LEAF; }

/* ---------------------------------------------------------------- boxes ----------------------------- */

static void box_leaf(throng_obstacles *w, int32_t leaf)
{
    crowd_box box = crowd_no_box();
    for (int32_t i = leaf * CROWD_LEAF; i < (leaf + 1) * CROWD_LEAF; i++) {
        const crowd_wall *wall = &w->walls[i];
        if (!(wall->length > 0.0f))
            continue;
        const crowd_box one = {scalar_min(wall->x1, wall->x2), scalar_max(wall->x1, wall->x2),
                               scalar_min(wall->y1, wall->y2), scalar_max(wall->y1, wall->y2), wall->length};
        crowd_box_join(&box, &one);
    }
    crowd_box_store(w->boxes, &w->tree, leaf, &box);
}

/* Leaves between two pieces; below 0: they overlap. */
static int32_t between(const throng_leaves *a, const throng_leaves *b)
{
    return a->first > b->first ? a->first - b->end : b->first - a->end;
}

/* One more piece, or a part of the nearest one. */
static void note_change(throng_obstacles *w, int32_t first, int32_t end)
{
    const throng_leaves more = {first, end};
    throng_leaves *nearest = NULL;
    for (int32_t i = 0; i < w->changes; i++)
        if (!nearest || between(&w->changed[i], &more) < between(nearest, &more))
            nearest = &w->changed[i];
    if (!nearest || (w->changes < THRONG_WALL_CHANGES && between(nearest, &more) > NEAR)) {
        w->changed[w->changes++] = more;
        return;
    }
    nearest->first = nearest->first < first ? nearest->first : first;
    nearest->end = nearest->end > end ? nearest->end : end;
}

/* Leaves first .. end-1 changed. */
static void fit_boxes(throng_obstacles *w, int32_t first, int32_t end)
{
    note_change(w, first, end);
    for (int32_t leaf = first; leaf < end; leaf++)
        box_leaf(w, leaf);
    for (int32_t level = 1; level < w->tree.levels; level++) {
        first /= 8;
        end = (end + 7) / 8;
        for (int32_t i = first; i < end; i++)
            crowd_box_above(&w->tree, level, i, w->boxes);
    }
}

void throng_crowd_walls_forget(throng_crowd *crowd)
{
    throng_obstacles *w = crowd->walls;
    if (!w)
        return;
    w->free = NOBODY;
    for (int32_t i = w->obstacles_count - 1; i >= 0; i--) {
        throng_wall_obstacle *o = &w->obstacles[i];
        if (o->generation & 1u)
            o->generation = throng_generation_removed(o->generation);
        o->first = NOBODY;
        if (throng_generation_is_spent(o->generation, 0))
            continue;
        o->first = w->free;
        w->free = i;
    }
    if (w->walls) { /* leaves not in use have none */
        memset(w->walls, 0, throng_walls_bytes(w->capacity));
        fit_boxes(w, 0, w->capacity);
    }
    w->leaves = 0;
    w->laid = 0;
    w->gaps = 0;
    w->edges = 0;
    w->rebuilt = 1;
}

/* ---------------------------------------------------------------- laying ---------------------------- */

static int by_key(const void *a, const void *b)
{
    const throng_binned *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Obstacles that are there, along the curve by the middle of their first wall. */
static int32_t order_obstacles(const throng_obstacles *w, throng_binned *order)
{
    crowd_curve curve;
    crowd_box all = crowd_no_box();
    int32_t count = 0;
    memset(&curve, 0, sizeof curve);
    for (int32_t i = 0; i < w->obstacles_count; i++) {
        if (!(w->obstacles[i].generation & 1u))
            continue;
        const crowd_wall *wall = &w->walls[(size_t)w->obstacles[i].first * CROWD_LEAF];
        const crowd_box one = {wall->x1, wall->x1, wall->y1, wall->y1, 0.0f};
        crowd_box_join(&all, &one);
        order[count++] = (throng_binned){0, i};
    }
    if (count == 0) /* the box around nothing has no size */
        return 0;
    curve.bits = 12;
    curve.axes[0] =
        (crowd_axis){.first = all.left, .per = 1.0f / scalar_max(all.right - all.left, 1e-6f), .even = 1};
    curve.axes[1] =
        (crowd_axis){.first = all.top, .per = 1.0f / scalar_max(all.bottom - all.top, 1e-6f), .even = 1};
    for (int32_t k = 0; k < count; k++) {
        const crowd_wall *wall = &w->walls[(size_t)w->obstacles[order[k].index].first * CROWD_LEAF];
        order[k].key = (uint32_t)crowd_key(&curve, wall->x1, wall->y1);
    }
    throng_sort(order, (size_t)count, sizeof *order, by_key);
    return count;
}

/* Walls of polygons name the first one of theirs, see crowd_wall_before(). */
static void rank_walls(crowd_wall *walls, const throng_wall_obstacle *o)
{
    const int32_t first = o->first * CROWD_LEAF;
    for (int32_t i = 0; i < o->edges && !o->of_terrain; i++)
        walls[first + i].serial = ~first;
}

/* Rebuilds the tree of all obstacles, with capacity for so many leaves. */
static throng_status lay(throng_crowd *crowd, int32_t capacity)
{
    throng_obstacles *w = crowd->walls;
    crowd_tree tree;
    crowd_wall *walls;
    float *boxes;
    throng_crowd_levels(&tree, capacity * CROWD_LEAF);
    throng_status status = throng_wall_lists_reserve_order(crowd, w->obstacles_count);
    if (status == THRONG_OK)
        status = throng_wall_lists_take(crowd, capacity, &tree, &walls, &boxes);
    if (status != THRONG_OK)
        return status;
    throng_binned *order = w->order;
    const int32_t count = w->walls ? order_obstacles(w, order) : 0;
    int32_t leaves = 0;
    for (int32_t k = 0; k < count; k++) {
        throng_wall_obstacle *o = &w->obstacles[order[k].index];
        o->count = leaves_of(o->edges); /* it may have had more */
        memcpy(walls + (size_t)leaves * CROWD_LEAF, w->walls + (size_t)o->first * CROWD_LEAF,
               (size_t)o->count * CROWD_LEAF * sizeof *walls);
        o->first = leaves;
        rank_walls(walls, o);
        leaves += o->count;
    }
    throng_wall_lists_put_back(crowd, capacity);
    w->tree = tree;
    w->walls = walls;
    w->boxes = boxes;
    w->capacity = capacity;
    w->leaves = leaves;
    w->laid = leaves;
    w->gaps = 0;
    w->rebuilt = 1;
    for (int32_t level = 0; level < tree.levels; level++)
        throng_crowd_pad(&tree, level, boxes);
    fit_boxes(w, 0, capacity);
    return THRONG_OK;
}

/* Leaves that all obstacles need once they are laid anew. */
static int32_t needed_leaves(const throng_obstacles *w)
{
    int32_t leaves = 0;
    for (int32_t i = 0; i < w->obstacles_count; i++)
        leaves += w->obstacles[i].generation & 1u ? leaves_of(w->obstacles[i].edges) : 0;
    return leaves;
}

/* Capacity for so many more leaves, in good order. */
static throng_status reserve_leaves(throng_crowd *crowd, int32_t more)
{
    const throng_obstacles *w = crowd->walls;
    const int32_t present = w->leaves - w->gaps, unordered = w->leaves - w->laid + w->gaps;
    if (w->walls && w->leaves + more < w->capacity && unordered <= LEAST_LEAVES + present / 2)
        return THRONG_OK;
    const int32_t least = needed_leaves(w) + more; /* of tiles that exchange walls: before and after */
    return lay(crowd, least < w->room ? w->room : 2 * least + LEAST_LEAVES);
}

/* ---------------------------------------------------------------- coming and going ------------------ */

static throng_status begin(throng_crowd *crowd)
{
    if (crowd->walls)
        return THRONG_OK;
    crowd->walls = throng_allocate(&crowd->object.context->allocator, sizeof *crowd->walls);
    if (!crowd->walls)
        return throng_fail_memory(crowd->object.context, "obstacles", sizeof *crowd->walls);
    crowd->walls->free = NOBODY;
    return THRONG_OK;
}

/* Entries that so many new obstacles need in all. */
static int32_t entries_for(const throng_obstacles *w, int32_t obstacles)
{
    for (int32_t i = w->free; i != NOBODY && obstacles > 0; i = w->obstacles[i].first)
        obstacles--;
    return w->obstacles_count + obstacles;
}

throng_status throng_crowd_walls_reserve(throng_crowd *crowd, int32_t obstacles, int32_t leaves,
                                         int64_t edges)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    const int32_t present = throng_crowd_walls_count(crowd), fresh = !crowd->walls;
    throng_wall_obstacle *more = NULL;
    if (present + edges > THRONG_MAX_WALLS)
        return throng_fail(crowd->object.context, THRONG_ERROR_CAPACITY, "%d walls and %lld more: at most %d",
                           (int)present, (long long)edges, THRONG_MAX_WALLS);
    if (obstacles > 0 && !fresh && throng_generation_is_spent(0, crowd->walls->floor))
        return throng_fail(
            crowd->object.context, THRONG_ERROR_CAPACITY,
            "no handles are left for new obstacles: a snapshot that was restored had used them up; "
            "create the crowd anew");
    throng_status status = begin(crowd);
    if (status != THRONG_OK)
        return status;
    throng_obstacles *w = crowd->walls;
    const int32_t entries = entries_for(w, obstacles), twice = 2 * w->obstacles_capacity + 16;
    const int32_t capacity = entries <= w->obstacles_capacity ? w->obstacles_capacity
                             : entries < twice                ? twice
                                                              : entries;
    if (capacity > w->obstacles_capacity) {
        more = throng_allocate(allocator, (size_t)capacity * sizeof *more);
        if (!more)
            status = throng_fail_memory(crowd->object.context, "obstacles", (size_t)capacity * sizeof *more);
    }
    if (status == THRONG_OK && leaves > 0)
        status = reserve_leaves(crowd, leaves);
    if (status != THRONG_OK) {
        throng_release(allocator, more, (size_t)capacity * sizeof *more);
        if (fresh)
            throng_crowd_walls_release(crowd);
        return status;
    }
    if (more) {
        if (w->obstacles)
            memcpy(more, w->obstacles, (size_t)w->obstacles_count * sizeof *more);
        throng_release(allocator, w->obstacles, (size_t)w->obstacles_capacity * sizeof *more);
        w->obstacles = more;
        w->obstacles_capacity = capacity;
    }
    return THRONG_OK;
}

throng_status throng_crowd_walls_make_room(throng_crowd *crowd, int32_t obstacles, int32_t edges)
{
    /* each obstacle has two edges or more, so that there are never more leaves than that */
    const int32_t most = THRONG_MAX_WALLS, asked = obstacles + leaves_of(edges);
    const int32_t room = 2 * (asked < most ? asked : most) + LEAST_LEAVES;
    int32_t more = obstacles;
    for (int32_t i = 0; crowd->walls && i < crowd->walls->obstacles_count; i++)
        more -= crowd->walls->obstacles[i].generation & 1u ? 1 : 0;
    throng_status status = throng_crowd_walls_reserve(crowd, more > 0 ? more : 0, 0, 0);
    if (status == THRONG_OK)
        status = throng_wall_lists_reserve_order(crowd, obstacles);
    if (status != THRONG_OK || room <= crowd->walls->room)
        return status;
    throng_obstacles *w = crowd->walls;
    const int32_t before = w->room;
    w->room = room > w->capacity ? room : w->capacity;
    for (int32_t i = 0; i < 2 && status == THRONG_OK; i++) /* the second time for the spare lists */
        status = lay(crowd, w->room);
    if (status != THRONG_OK)
        w->room = before;
    return status;
}

int32_t throng_crowd_walls_free_from(const throng_crowd *crowd, int32_t index)
{
    const throng_obstacles *w = crowd->walls;
    while (w && index < w->obstacles_count &&
           ((w->obstacles[index].generation & 1u) ||
            throng_generation_is_spent(w->obstacles[index].generation, 0)))
        index++;
    return index;
}

/* Takes a free index out of their chain. */
static void unchain(throng_obstacles *w, int32_t index)
{
    int32_t *at = &w->free;
    while (*at != index)
        at = &w->obstacles[*at].first;
    *at = w->obstacles[index].first;
}

throng_status throng_crowd_walls_offer(throng_crowd *crowd, int32_t index)
{
    const int32_t handles = throng_crowd_walls_handles(crowd);
    int32_t more = index + 1 - handles;
    for (int32_t i = more > 0 && crowd->walls ? crowd->walls->free : NOBODY; i != NOBODY;
         i = crowd->walls->obstacles[i].first)
        more++; /* reserving counts on those */
    const throng_status status = throng_crowd_walls_reserve(crowd, more > 0 ? more : 1, 0, 0);
    if (status != THRONG_OK)
        return status;
    throng_obstacles *w = crowd->walls;
    if (index < handles)
        unchain(w, index);
    for (; w->obstacles_count < index; w->obstacles_count++) {
        throng_wall_obstacle *o = &w->obstacles[w->obstacles_count];
        const int32_t retired = throng_generation_is_spent(o->generation, 0);
        o->first = retired ? NOBODY : w->free;
        w->free = retired ? w->free : w->obstacles_count;
    }
    w->obstacles_count += w->obstacles_count == index;
    w->obstacles[index].first = w->free;
    w->free = index;
    return THRONG_OK;
}

static int32_t is_there(const throng_obstacles *w, int32_t index)
{
    return w && index >= 0 && index < w->obstacles_count && (w->obstacles[index].generation & 1u);
}

/* Leaves nothing in an obstacle's place. */
static void clear(throng_obstacles *w, const throng_wall_obstacle *o)
{
    memset(w->walls + (size_t)o->first * CROWD_LEAF, 0, (size_t)o->count * CROWD_LEAF * sizeof *w->walls);
    fit_boxes(w, o->first, o->first + o->count);
}

int32_t throng_crowd_walls_leaves(const throng_crowd *crowd, int32_t index, int32_t count)
{
    const int32_t leaves = leaves_of(count);
    return index != NOBODY && leaves <= leaves_of(crowd->walls->obstacles[index].edges) ? 0 : leaves;
}

crowd_wall *throng_crowd_walls_place(throng_crowd *crowd, int32_t *index, int32_t of_terrain, int32_t count)
{
    throng_obstacles *w = crowd->walls;
    const int32_t leaves = leaves_of(count), old = *index;
    crowd->unchecked = 1;
    if (old == NOBODY) {
        *index = w->free != NOBODY ? w->free : w->obstacles_count++;
        throng_wall_obstacle *o = &w->obstacles[*index];
        if (w->free != NOBODY)
            w->free = o->first;
        o->generation = throng_generation_after(o->generation, w->floor);
        o->edges = o->count = 0;
    }
    throng_wall_obstacle *o = &w->obstacles[*index];
    if (leaves > o->count) {
        if (old != NOBODY) {
            clear(w, o);
            w->gaps += o->count;
        }
        o->first = w->leaves;
        o->count = leaves;
        w->leaves += leaves;
    }
    w->edges += count - o->edges;
    o->edges = count;
    o->of_terrain = of_terrain;
    crowd_wall *walls = w->walls + (size_t)o->first * CROWD_LEAF;
    memset(walls, 0, (size_t)o->count * CROWD_LEAF * sizeof *walls);
    return walls;
}

void throng_crowd_walls_binned(throng_crowd *crowd, int32_t index)
{
    throng_obstacles *w = crowd->walls;
    const throng_wall_obstacle *o = &w->obstacles[index];
    rank_walls(w->walls, o);
    fit_boxes(w, o->first, o->first + o->count);
}

void throng_crowd_walls_drop(throng_crowd *crowd, int32_t index)
{
    throng_obstacles *w = crowd->walls;
    throng_wall_obstacle *o = &w->obstacles[index];
    clear(w, o);
    crowd->unchecked = 1;
    w->edges -= o->edges;
    w->gaps += o->count;
    o->generation = throng_generation_removed(o->generation);
    if (throng_generation_is_spent(o->generation, 0)) { /* retired */
        o->first = NOBODY;
        return;
    }
    o->first = w->free;
    w->free = index;
}

uint32_t throng_crowd_walls_generation(const throng_crowd *crowd, int32_t index)
{
    return is_there(crowd->walls, index) ? crowd->walls->obstacles[index].generation : 0;
}

void throng_crowd_walls_raise(throng_crowd *crowd, int32_t index, uint32_t generation)
{
    crowd->walls->obstacles[index].generation = generation;
}

int32_t throng_crowd_walls_of_terrain(const throng_crowd *crowd, int32_t index)
{
    return is_there(crowd->walls, index) && crowd->walls->obstacles[index].of_terrain;
}

int32_t throng_crowd_walls_handles(const throng_crowd *crowd)
{
    return crowd->walls ? crowd->walls->obstacles_count : 0;
}

const crowd_wall *throng_crowd_walls_of(const throng_crowd *crowd, int32_t index, int32_t *count)
{
    *count = crowd->walls->obstacles[index].edges;
    return crowd->walls->walls + (size_t)crowd->walls->obstacles[index].first * CROWD_LEAF;
}

/* ---------------------------------------------------------------- snapshots ------------------------- */

size_t throng_crowd_walls_saved(const throng_crowd *crowd)
{
    const throng_obstacles *w = crowd->walls;
    return sizeof(snapshot_walls) +
           (w ? (size_t)w->obstacles_count * sizeof(snapshot_obstacle) + (size_t)w->edges * sizeof(crowd_wall)
              : 0);
}

/* Without the rows that walls of polygons name: these depend on what came and went. */
static unsigned char *save_walls(const throng_obstacles *w, const throng_wall_obstacle *o, unsigned char *to)
{
    for (int32_t i = 0; i < o->edges; i++, to += sizeof(crowd_wall)) {
        crowd_wall wall = w->walls[o->first * CROWD_LEAF + i];
        wall.serial = o->of_terrain ? wall.serial : 0;
        memcpy(to, &wall, sizeof wall);
    }
    return to;
}

void throng_crowd_walls_save(const throng_crowd *crowd, unsigned char *to)
{
    const throng_obstacles *w = crowd->walls;
    const snapshot_walls head = {w ? w->obstacles_count : 0, w ? w->free : NOBODY};
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (int32_t i = 0; i < head.obstacles; i++) {
        const throng_wall_obstacle *o = &w->obstacles[i];
        const int32_t there = (o->generation & 1u) != 0;
        const snapshot_obstacle one = {o->generation, there ? o->edges : 0, there && o->of_terrain,
                                       there ? NOBODY : o->first};
        memcpy(to, &one, sizeof one);
        to += sizeof one;
        if (there)
            to = save_walls(w, o, to);
    }
}

/* Obstacles of a snapshot in lists that have room for them; `before`: those that are there so far. */
static void fill(throng_obstacles *w, const throng_obstacles *before, const snapshot_walls *head,
                 const unsigned char *at)
{
    for (int32_t i = head->obstacles; i < before->obstacles_count; i++)
        w->floor = throng_generation_floor(w->floor, before->obstacles[i].generation, 0);
    for (int32_t i = 0; i < head->obstacles; i++) {
        snapshot_obstacle one;
        memcpy(&one, at, sizeof one);
        at += sizeof one;
        if (i < before->obstacles_count)
            w->floor = throng_generation_floor(w->floor, before->obstacles[i].generation, one.generation);
        const int32_t count = leaves_of(one.edges);
        w->obstacles[i] = (throng_wall_obstacle){one.generation, one.edges ? w->leaves : one.next, count,
                                                 one.edges, one.of_terrain};
        memcpy(w->walls + (size_t)w->leaves * CROWD_LEAF, at, (size_t)one.edges * sizeof(crowd_wall));
        at += (size_t)one.edges * sizeof(crowd_wall);
        rank_walls(w->walls, &w->obstacles[i]);
        w->leaves += count;
        w->edges += one.edges;
    }
    w->obstacles_count = head->obstacles;
    w->free = head->free;
    w->laid = w->leaves;
    w->rebuilt = 1;
    for (int32_t level = 0; level < w->tree.levels; level++)
        throng_crowd_pad(&w->tree, level, w->boxes);
    fit_boxes(w, 0, w->capacity);
}

/* New memory is made before the old one goes. The snapshot has been checked. */
throng_status throng_crowd_walls_restore(throng_crowd *crowd, const unsigned char *from)
{
    const throng_allocator *allocator = &crowd->object.context->allocator;
    const unsigned char *at = from + sizeof(snapshot_walls);
    snapshot_walls head;
    int32_t leaves = 0;
    memcpy(&head, from, sizeof head);
    if (!crowd->walls && head.obstacles == 0)
        return THRONG_OK;
    for (int32_t i = 0; i < head.obstacles; i++) {
        snapshot_obstacle one;
        memcpy(&one, at, sizeof one);
        leaves += leaves_of(one.edges);
        at += sizeof one + (size_t)one.edges * sizeof(crowd_wall);
    }
    throng_status status = begin(crowd);
    if (status != THRONG_OK)
        return status;
    throng_obstacles *const w = crowd->walls;
    throng_obstacles fresh = *w;
    fresh.capacity = leaves + LEAST_LEAVES > w->room ? leaves + LEAST_LEAVES : w->room;
    if (head.obstacles + 16 > w->obstacles_capacity)
        fresh.obstacles_capacity = head.obstacles + 16;
    fresh.leaves = fresh.edges = fresh.gaps = fresh.changes = 0;
    throng_crowd_levels(&fresh.tree, fresh.capacity * CROWD_LEAF);
    const size_t entries = (size_t)fresh.obstacles_capacity * sizeof *fresh.obstacles;
    fresh.obstacles = throng_allocate(allocator, entries);
    if (!fresh.obstacles)
        return throng_fail_memory(crowd->object.context, "obstacles", entries);
    status = throng_wall_lists_take(crowd, fresh.capacity, &fresh.tree, &fresh.walls, &fresh.boxes);
    if (status != THRONG_OK) {
        throng_release(allocator, fresh.obstacles, entries);
        return status;
    }
    fill(&fresh, w, &head, from + sizeof head);
    throng_wall_lists_put_back(crowd, fresh.capacity);
    throng_release(allocator, w->obstacles, (size_t)w->obstacles_capacity * sizeof *w->obstacles);
    fresh.spare_walls = w->spare_walls;
    fresh.spare_boxes = w->spare_boxes;
    *w = fresh;
    return THRONG_OK;
}

throng_crowd_walls throng_crowd_walls_now(const throng_crowd *crowd)
{
    static const crowd_tree nothing = {.levels = 0};
    const throng_obstacles *w = crowd->walls;
    if (!w || w->edges == 0)
        return (throng_crowd_walls){.tree = &nothing, .rebuilt = w && w->rebuilt};
    return (throng_crowd_walls){.tree = &w->tree,
                                .walls = w->walls,
                                .boxes = w->boxes,
                                .capacity = w->capacity,
                                .changed = w->changed,
                                .changes = w->changes,
                                .rebuilt = w->rebuilt};
}

throng_status throng_crowd_flush_walls(throng_crowd *crowd)
{
    throng_obstacles *w = crowd->walls;
    if (!w || (!w->rebuilt && w->changes == 0))
        return THRONG_OK;
    const int32_t none = w->edges == 0;
    const throng_crowd_walls now = throng_crowd_walls_now(crowd);
    throng_status status = crowd->ops->set_walls(crowd->object.state, &now);
    if (status == THRONG_OK) {
        w->rebuilt = none; /* what the backend did not get it gets when there is some again */
        w->changes = 0;
    }
    return status;
}
