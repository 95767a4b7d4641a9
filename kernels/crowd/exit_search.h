/* The wide search for a place that is free for a body: where the nearest walls offer none, or a far one
 * only.
 *
 * The plane around the agent is divided into four again and again, the part that is nearest to the agent
 * first. A part is left out if one wall is too near to all of it, if all of it is in something solid, if one
 * wall is between all of it and the agent, or if a nearer place is known. So no number of walls hides a
 * place. Of the places that have room for a body larger by m, the larger of 1/16 of its radius and 1/32 of
 * the way, and whose way keeps m away from the ends of walls, it finds the nearest, or one at most m and
 * 1/24 farther away; unless CROWD_WIDE_PARTS are looked at before. */
#ifndef THRONG_KERNELS_CROWD_EXIT_SEARCH_H
#define THRONG_KERNELS_CROWD_EXIT_SEARCH_H

#include "kernels/crowd/exit_places.h"

#define CROWD_WIDE_PARTS 4096 /* that are looked at, at most */

/* A square part of the plane; extent: half of its side. */
typedef struct crowd_part {
    float x, y, extent;
} crowd_part;

/* reach: how far places are looked for; known: within that all was looked at; finest: half of the smallest
 * part's side. */
typedef struct crowd_wide {
    float radius, reach, known, finest;
    crowd_place best;
    int32_t parts;
} crowd_wide;

/* The squared distance of the nearest wall within a squared distance of `bound`. *inside: whether it says
 * that the point is in something solid. */
static inline float crowd_clearance_at(const crowd_sweep *s, float x, float y, float bound, int *inside)
{
    const size_t pitch = (size_t)s->tree->boxes;
    float front = bound, behind = bound;
    crowd_traversal traversal = crowd_traversal_begin(s->tree);
    NO_UNROLL
    while (traversal.level >= 0) {
        THRONG_GLOBAL const float *box = s->boxes + s->tree->first[traversal.level] + traversal.box;
        const int reached = crowd_box_is_near(box, pitch, x, y, scalar_min(front, behind));
        NO_UNROLL
        for (int32_t i = traversal.box * CROWD_LEAF;
             reached && traversal.level == 0 && i < (traversal.box + 1) * CROWD_LEAF; i++) {
            THRONG_GLOBAL const crowd_wall *wall = s->walls + i;
            const float ax = x - wall->x1, ay = y - wall->y1, at = ax * wall->ux + ay * wall->uy;
            const float along = scalar_min(scalar_max(at, 0.0f), wall->length);
            const float dx = ax - along * wall->ux, dy = ay - along * wall->uy, square = dx * dx + dy * dy;
            const int outside = at <= 0.0f           ? wall->convex1
                                : at >= wall->length ? wall->convex2
                                                     : ax * wall->uy - ay * wall->ux > 0.0f;
            if (!(wall->length > 0.0f))
                continue;
            if (outside)
                front = scalar_min(front, square);
            else
                behind = scalar_min(behind, square);
        }
        crowd_traversal_next(&traversal, s->tree, reached);
    }
    *inside = behind < front;
    return scalar_min(front, behind);
}

/* Whether the way from the agent to a point leads through the wall from its front, away from its ends. */
static inline int crowd_wall_hides(const crowd_sweep *s, THRONG_GLOBAL const crowd_wall *wall, float x,
                                   float y)
{
    const float ax = s->x - wall->x1, ay = s->y - wall->y1, bx = x - wall->x1, by = y - wall->y1;
    const float p = ax * wall->uy - ay * wall->ux, q = bx * wall->uy - by * wall->ux;
    const float a = ax * wall->ux + ay * wall->uy, b = bx * wall->ux + by * wall->uy;
    const float off = 1e-6f * (scalar_abs(ax) + scalar_abs(ay) + scalar_abs(bx) + scalar_abs(by));
    if (!(p > off && q < -off))
        return 0;
    const float at = (p * b - q * a) / (p - q);
    return at > 4.0f * off && at < wall->length - 4.0f * off;
}

/* Whether one wall is between the agent and all of a part. */
static inline int crowd_part_is_hidden(const crowd_sweep *s, const crowd_part *part)
{
    const float west = part->x - part->extent, east = part->x + part->extent;
    const float north = part->y - part->extent, south = part->y + part->extent;
    crowd_wall_walk walk = crowd_wall_walk_begin(s, part->x, part->y, 0.0f);
    int32_t row;
    NO_UNROLL
    while ((row = crowd_wall_walk_next(s, &walk)) >= 0) {
        THRONG_GLOBAL const crowd_wall *wall = s->walls + row;
        if (crowd_wall_hides(s, wall, west, north) && crowd_wall_hides(s, wall, east, north) &&
            crowd_wall_hides(s, wall, west, south) && crowd_wall_hides(s, wall, east, south))
            return 1;
    }
    return 0;
}

/* Looks at a part; its middle may be a place. Returns whether to divide it. */
static inline int crowd_look_at_part(const crowd_sweep *s, crowd_wide *w, const crowd_part *part)
{
    const float x = part->x - s->x, y = part->y - s->y, diagonal = 1.41422f * part->extent;
    const float dx = scalar_max(scalar_abs(x) - part->extent, 0.0f), fx = scalar_abs(x) + part->extent;
    const float dy = scalar_max(scalar_abs(y) - part->extent, 0.0f), fy = scalar_abs(y) + part->extent;
    const float near = dx * dx + dy * dy;
    int inside;
    if (near >= w->best.square * 0.92f || near > w->reach * w->reach ||
        fx * fx + fy * fy < w->known * w->known)
        return 0;
    w->parts++;
    const float away = scalar_sqrt(crowd_clearance_at(s, part->x, part->y, 3e38f, &inside));
    if (away + diagonal < w->radius || (inside && away > diagonal))
        return 0;
    const crowd_place place = {x, y, x * x + y * y};
    if (!inside && away >= w->radius && place.square < w->best.square &&
        crowd_place_is_free(s, &place, w->radius))
        w->best = place;
    return part->extent > w->finest && !crowd_part_is_hidden(s, part);
}

/* The child of a part, the one that is nearest to the agent first. */
static inline crowd_part crowd_part_of(const crowd_sweep *s, const crowd_part *of, uint32_t child)
{
    const int32_t right = (of->x < s->x) != (child & 1u), below = (of->y < s->y) != (child >> 1 & 1u);
    crowd_part part;
    part.extent = 0.5f * of->extent;
    part.x = right ? of->x + part.extent : of->x - part.extent;
    part.y = below ? of->y + part.extent : of->y - part.extent;
    return part;
}

/* All parts within reach. The digits of `path`, the last one for the deepest level, say which part it is. */
static inline void crowd_look_around(const crowd_sweep *s, crowd_wide *w)
{
    uint32_t path = 0;
    int32_t level = 0;
    NO_UNROLL
    while (w->parts < CROWD_WIDE_PARTS) {
        crowd_part part;
        part.x = s->x;
        part.y = s->y;
        part.extent = w->reach;
        NO_UNROLL
        for (int32_t i = level - 1; i >= 0; i--)
            part = crowd_part_of(s, &part, path >> 2 * i & 3u);
        if (crowd_look_at_part(s, w, &part)) {
            path <<= 2;
            level++;
            continue;
        }
        while (level > 0 && (path & 3u) == 3u) {
            path >>= 2;
            level--;
        }
        if (level == 0)
            return;
        path++;
    }
}

/* A place that is nearer than `best`, or `best`. Nothing is nearer than `least`. */
static OUT_OF_LINE crowd_place crowd_find_wide(const crowd_sweep *s, float radius, float least,
                                               crowd_place best)
{
    THRONG_GLOBAL const float *box = s->boxes + s->tree->first[s->tree->levels - 1];
    const size_t pitch = (size_t)s->tree->boxes;
    const float across = scalar_max(scalar_abs(s->x - box[0]), scalar_abs(box[pitch] - s->x));
    const float down = scalar_max(scalar_abs(s->y - box[2 * pitch]), scalar_abs(box[3 * pitch] - s->y));
    const float all = 1.5f * (across + down + 2.0f * radius);
    crowd_wide w;
    w.radius = radius;
    w.best = best;
    w.parts = 0;
    w.known = 0.0f;
    w.reach = scalar_max(2.0f * least, 0.25f * radius);
    NO_UNROLL
    while (w.parts < CROWD_WIDE_PARTS && w.known < all && w.known * w.known < w.best.square) {
        w.finest = scalar_max(radius * (1.0f / 32.0f), w.reach * (1.0f / 128.0f));
        crowd_look_around(s, &w);
        w.known = w.reach;
        w.reach *= 2.0f;
    }
    return w.best;
}

#endif
