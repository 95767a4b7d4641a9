/* Whether the obstacles of a snapshot are obstacles: see src/crowd/snapshot_check.c. */
#include "src/core/context.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/snapshot.h"

#include "kernels/crowd/walls.h"

#include <string.h>

enum { NOBODY = -1 };

typedef struct checking {
    const throng_crowd *crowd;
    throng_context *context;
    snapshot_walls head;
    const unsigned char *at; /* what is not yet read */
    size_t left;
    int32_t edges;
    int32_t *next; /* of each free obstacle; NOT_FREE */
    unsigned char
        *tiles; /* of the crowd's terrain: 1: an obstacle has its walls. NULL: walls are of another */
    int32_t tiles_count;
} checking;

enum { NOT_FREE = -2 };

static const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;

/* ---------------------------------------------------------------- one obstacle ---------------------- */

static throng_status check_terrain_walls(checking *c, int32_t i, int32_t edges)
{
    int32_t tile = NOBODY;
    if (!c->crowd->terrain)
        return throng_fail(c->context, wrong,
                           "snapshot is of a crowd on terrain: this crowd must be on terrain too");
    int32_t right = throng_crowd_are_terrain_walls(c->at, edges);
    if (right && c->tiles) {
        tile = throng_crowd_tile_of(c->crowd, c->at, edges);
        right = tile != NOBODY && !c->tiles[tile];
    }
    if (!right)
        return throng_fail(c->context, wrong, "snapshot has an obstacle %d that is no outline of %s terrain",
                           (int)i, c->tiles ? "this" : "any");
    if (c->tiles)
        c->tiles[tile] = 1;
    return THRONG_OK;
}

static throng_status check_obstacle(checking *c, int32_t i)
{
    snapshot_obstacle one;
    if (c->left < sizeof one)
        return throng_fail(c->context, wrong, "snapshot ends before obstacle %d of %d", (int)i,
                           (int)c->head.obstacles);
    memcpy(&one, c->at, sizeof one);
    c->at += sizeof one;
    c->left -= sizeof one;
    const int32_t there = (one.generation & 1u) != 0, least = !there ? 0 : one.of_terrain ? 1 : 2;
    const int32_t kept = there || throng_generation_is_spent(one.generation, 0); /* in use, or retired */
    if (one.edges < least || (one.of_terrain != 0 && one.of_terrain != there) || (!there && one.edges > 0) ||
        (there && one.generation > THRONG_GENERATION_LAST) || (kept && one.next != NOBODY) ||
        one.edges > THRONG_MAX_WALLS - c->edges || (size_t)one.edges > c->left / sizeof(crowd_wall))
        return throng_fail(c->context, wrong, "snapshot has an obstacle %d of %d edges%s", (int)i,
                           (int)one.edges, there ? "" : " in a free slot");
    c->next[i] = kept ? NOT_FREE : one.next;
    throng_status status = THRONG_OK;
    if (one.of_terrain)
        status = check_terrain_walls(c, i, one.edges);
    else if (there && !throng_crowd_is_polygon(c->at, one.edges))
        status = throng_fail(c->context, wrong, "snapshot has an obstacle %d that is no polygon", (int)i);
    c->edges += one.edges;
    c->at += (size_t)one.edges * sizeof(crowd_wall);
    c->left -= (size_t)one.edges * sizeof(crowd_wall);
    return status;
}

/* ---------------------------------------------------------------- all of them ----------------------- */

/* The chain of free slots has each of them once: it has as many as there are, and an end. */
static throng_status check_free(const checking *c)
{
    int32_t count = 0, found = 0, at = c->head.free;
    for (int32_t i = 0; i < c->head.obstacles; i++)
        count += c->next[i] != NOT_FREE;
    for (; at != NOBODY && found < count; found++) {
        if (at < 0 || at >= c->head.obstacles || c->next[at] == NOT_FREE)
            break;
        at = c->next[at];
    }
    return at == NOBODY && found == count
               ? THRONG_OK
               : throng_fail(
                     c->context, wrong,
                     "snapshot has a chain of free obstacles that leads to %d after %d: it must have each "
                     "of %d once",
                     (int)at, (int)found, (int)count);
}

static throng_status check_all(checking *c)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < c->head.obstacles && status == THRONG_OK; i++)
        status = check_obstacle(c, i);
    if (status == THRONG_OK && c->left > 0)
        status = throng_fail(c->context, wrong, "snapshot has %zu bytes behind its end", c->left);
    if (status == THRONG_OK)
        status = check_free(c);
    for (int32_t i = 0; c->tiles && i < c->tiles_count && status == THRONG_OK; i++)
        if (!c->tiles[i] && throng_crowd_tile_has_walls(c->crowd, i))
            status = throng_fail(c->context, wrong, "snapshot lacks outlines of this terrain");
    return status;
}

throng_status throng_snapshot_check_walls(const throng_crowd *crowd, const snapshot_head *h,
                                          const unsigned char *from, size_t bytes)
{
    throng_context *context = crowd->object.context;
    checking c = {.crowd = crowd, .context = context};
    memcpy(&c.head, from, sizeof c.head);
    c.at = from + sizeof c.head;
    c.left = bytes - sizeof c.head;
    if (c.head.obstacles < 0 || c.head.obstacles > THRONG_MAX_WALLS ||
        (size_t)c.head.obstacles > c.left / sizeof(snapshot_obstacle))
        return throng_fail(context, wrong, "snapshot has %d obstacles: too many for its bytes",
                           (int)c.head.obstacles);
    if (h->terrain && h->terrain == throng_snapshot_terrain(crowd))
        c.tiles_count = throng_crowd_terrain_tiles(crowd);
    const size_t next_bytes = (size_t)c.head.obstacles * sizeof *c.next;
    const size_t all = next_bytes + (size_t)c.tiles_count;
    int32_t none = NOT_FREE;
    c.next = all > 0 ? throng_allocate(&context->allocator, all) : &none;
    if (!c.next)
        return throng_fail_memory(context, "the obstacles of a snapshot", all);
    if (c.tiles_count > 0)
        c.tiles = (unsigned char *)c.next + next_bytes;
    const throng_status status = check_all(&c);
    if (all > 0)
        throng_release(&context->allocator, c.next, all);
    return status;
}
