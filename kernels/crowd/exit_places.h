/* Places that are free for a body: beside walls and in the corners between two, and whether a place is free
 * and can be reached without crossing a wall from the front. */
#ifndef THRONG_KERNELS_CROWD_EXIT_PLACES_H
#define THRONG_KERNELS_CROWD_EXIT_PLACES_H

#include "kernels/crowd/sweep.h"

#define CROWD_EXIT_CORNERS 8 /* walls between which corners are tried */

/* A place that is tried: the way (dx, dy) to it. */
typedef struct crowd_place {
    float dx, dy, square;
} crowd_place;

/* Whether a wall of the box may be within a squared distance, by any wall's own arithmetic: it must not
 * matter which box was looked at first, and how the tree was laid. */
static inline int crowd_box_is_near(THRONG_GLOBAL const float *box, size_t pitch, float x, float y,
                                    float bound)
{
    const float margin = 4.0f * CROWD_WALL_ERROR * (box[4 * pitch] + scalar_abs(x) + scalar_abs(y));
    const float dx = scalar_max(scalar_max(box[0] - x, x - box[pitch]) - margin, 0.0f);
    const float dy = scalar_max(scalar_max(box[2 * pitch] - y, y - box[3 * pitch]) - margin, 0.0f);
    return dx * dx + dy * dy <= bound;
}

/* Lists the nearest walls, from whichever side and however far; returns how many. */
static inline int32_t crowd_list_walls(const crowd_sweep *s, const crowd_near_walls *list)
{
    const size_t pitch = (size_t)s->tree->boxes;
    float bound = 3e38f;
    int32_t count = 0;
    crowd_traversal traversal = crowd_traversal_begin(s->tree);
    NO_UNROLL
    while (traversal.level >= 0) {
        THRONG_GLOBAL const float *box = s->boxes + s->tree->first[traversal.level] + traversal.box;
        const int reached = crowd_box_is_near(box, pitch, s->x, s->y, bound);
        NO_UNROLL
        for (int32_t i = traversal.box * CROWD_LEAF;
             reached && traversal.level == 0 && i < (traversal.box + 1) * CROWD_LEAF; i++) {
            THRONG_GLOBAL const crowd_wall *wall = s->walls + i;
            const float ax = s->x - wall->x1, ay = s->y - wall->y1;
            const float along = scalar_min(scalar_max(ax * wall->ux + ay * wall->uy, 0.0f), wall->length);
            const float dx = ax - along * wall->ux, dy = ay - along * wall->uy, square = dx * dx + dy * dy;
            if (!(wall->length > 0.0f) || square > bound)
                continue;
            count = crowd_near_walls_insert(list, s->walls, count, square, i);
            if (count == CROWD_MAX_WALLS)
                bound = list->squares[(private_size)(CROWD_MAX_WALLS - 1) * list->stride];
        }
        crowd_traversal_next(&traversal, s->tree, reached);
    }
    return count;
}

/* Whether the centre is outside of what the wall bounds, as far as this wall can tell. */
static inline int crowd_is_outside(THRONG_GLOBAL const crowd_wall *wall, const crowd_beside *b)
{
    if (b->end)
        return (b->end == 1 ? wall->convex1 : wall->convex2) && b->distance.hi > 0.0f;
    return b->ahead.hi > 0.0f;
}

/* Whether a way ends clear of all walls, as far as `radius` says, and crosses none from the front. */
static inline int crowd_place_is_free(const crowd_sweep *s, const crowd_place *place, float radius)
{
    const float qx = s->x + place->dx, qy = s->y + place->dy;
    const twofloat dx = crowd_wide_minus(qx, s->x), dy = crowd_wide_minus(qy, s->y);
    crowd_wall_walk walk = crowd_wall_walk_begin(s, qx, qy, radius * 1.000001f);
    int32_t row;
    NO_UNROLL
    while ((row = crowd_wall_walk_next(s, &walk)) >= 0) {
        const crowd_edge e = crowd_edge_of(s->walls + row);
        const crowd_beside q = crowd_beside_of(&e, qx, qy);
        if (crowd_wide_less(q.distance, radius) < 0.0f || !(q.distance.hi > 0.0f))
            return 0;
        const crowd_beside p = crowd_beside_of(&e, s->x, s->y);
        if (crowd_holds(&p) && crowd_passes_through(s, &e, dx, dy, &p, &q))
            return 0;
    }
    return qx >= -CROWD_MAX_COORDINATE && qx <= CROWD_MAX_COORDINATE && qy >= -CROWD_MAX_COORDINATE &&
           qy <= CROWD_MAX_COORDINATE;
}

/* The ways to places beside a wall's line: n . d = c. */
static inline crowd_bar crowd_beside_line(const crowd_edge *e, const crowd_beside *b, float clear)
{
    crowd_bar line;
    line.nx = e->ey.hi / e->length.hi;
    line.ny = -e->ex.hi / e->length.hi;
    line.c = -crowd_wide_less(crowd_wide_quotient(b->ahead, e->length), clear);
    return line;
}

/* The place beside a wall nearest to the agent. inside: its centre is in something solid. */
static inline crowd_place crowd_place_beside(const crowd_sweep *s, int32_t row, float clear, int inside)
{
    const crowd_edge e = crowd_edge_of(s->walls + row);
    const crowd_beside b = crowd_beside_of(&e, s->x, s->y);
    const crowd_bar line = crowd_beside_line(&e, &b, clear);
    crowd_place place;
    if (b.end && !inside && b.distance.hi > 0.0f) { /* straight away from the corner */
        const float more = -crowd_wide_less(b.distance, clear) / b.distance.hi;
        place.dx = b.ax.hi * more;
        place.dy = b.ay.hi * more;
    } else if (b.end) {
        place.dx = line.nx * clear - b.ax.hi;
        place.dy = line.ny * clear - b.ay.hi;
    } else {
        place.dx = line.nx * line.c;
        place.dy = line.ny * line.c;
    }
    place.square = place.dx * place.dx + place.dy * place.dy;
    return place;
}

/* The place that touches two walls; square 3e38: there is none. Where their lines alone meet is no free
 * place: it may be in something solid. */
static inline crowd_place crowd_place_between(const crowd_sweep *s, int32_t row, int32_t other, float radius,
                                              float clear)
{
    const crowd_edge e = crowd_edge_of(s->walls + row), f = crowd_edge_of(s->walls + other);
    const crowd_beside b = crowd_beside_of(&e, s->x, s->y), g = crowd_beside_of(&f, s->x, s->y);
    const crowd_bar p = crowd_beside_line(&e, &b, clear), q = crowd_beside_line(&f, &g, clear);
    const crowd_bend wanted = {0.0f, 0.0f, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    const crowd_bar at = crowd_bend_at(&wanted, &p, &q);
    const float touches = clear * 1.001f + (clear - radius), x = s->x + at.nx, y = s->y + at.ny;
    const int both =
        crowd_beside_of(&e, x, y).distance.hi <= touches && crowd_beside_of(&f, x, y).distance.hi <= touches;
    const crowd_place place = {at.nx, at.ny, both ? at.c : 3e38f};
    return place;
}

/* The nearest free place for a body of this radius among those tried; square 3e38: none. Of equally near ones
 * the first. */
static inline crowd_place crowd_nearest_place(const crowd_sweep *s, const crowd_near_walls *list,
                                              int32_t count, float radius, float clear, int inside)
{
    const int32_t corners = count < CROWD_EXIT_CORNERS ? count : CROWD_EXIT_CORNERS;
    crowd_place best = {0.0f, 0.0f, 3e38f};
    int32_t i = 0, k = -1; /* beside wall i; from k = 0 on, between walls i and k */
    NO_UNROLL
    while (i < (k < 0 ? count : corners)) {
        const int32_t row = list->rows[(private_size)i * list->stride];
        const crowd_place place =
            k < 0 ? crowd_place_beside(s, row, clear, inside)
                  : crowd_place_between(s, row, list->rows[(private_size)k * list->stride], radius, clear);
        if (place.square < best.square && crowd_place_is_free(s, &place, radius))
            best = place;
        if (k >= 0 && k + 1 < i) {
            k++;
        } else if (k < 0 && i + 1 == count) {
            k = 0;
            i = 1;
        } else {
            i++;
            k = k < 0 ? -1 : 0;
        }
    }
    return best;
}

#endif
