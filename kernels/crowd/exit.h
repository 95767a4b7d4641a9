/* The way out of walls: whether an agent's centre is behind a wall or its body in one, and the nearest place
 * that is free for its body and that it reaches without crossing a wall from the front.
 *
 * The tree of walls, made when walls change, is all that this needs. The nearest wall says whether the centre
 * is inside of something solid: it is if the centre is behind that wall, or if the nearest point is a corner
 * that points inwards. Places are tried beside each of the nearest walls, and in the corners between two.
 * Where these may not have the nearest one, the wide search follows. */
#ifndef THRONG_KERNELS_CROWD_EXIT_H
#define THRONG_KERNELS_CROWD_EXIT_H

#include "kernels/crowd/exit_search.h"

#define CROWD_EXIT_STEPS 16 /* who found no place searches widely again after so many steps */

/* Searches widely where nothing says that `best` is the nearest place. Nothing is nearer than `least`. */
static inline crowd_place crowd_widen(const crowd_sweep *s, const crowd_near_walls *list, float radius,
                                      float clear, int inside, float least, crowd_place best)
{
    if (!(radius > 0.0f) || best.square <= least * least * 1.1f)
        return best;
    const crowd_place wide = crowd_find_wide(s, radius, least, best);
    if (!(wide.square < best.square))
        return best;
    crowd_sweep there = *s;
    there.x = s->x + wide.dx;
    there.y = s->y + wide.dy;
    const int32_t count = crowd_list_walls(&there, list);
    const crowd_place beside = crowd_nearest_place(s, list, count, radius, clear, inside);
    return beside.square < wide.square ? beside : wide;
}

/* Whether an agent is in a wall, and how it leaves. It counts as being in one from `margin` on. The list of
 * walls is used for those around it. moves: it can; widely: the wide search may be made. */
static OUT_OF_LINE crowd_exit crowd_find_exit(const crowd_sweep *s, const crowd_near_walls *list,
                                              float margin, int moves, int widely)
{
    int32_t count = crowd_list_walls(s, list);
    crowd_exit found = {0, 0.0f, 0.0f};
    float front = 3e38f, behind = 3e38f;
    for (int32_t i = 0; i < count; i++) {
        THRONG_GLOBAL const crowd_wall *wall = s->walls + list->rows[(private_size)i * list->stride];
        const crowd_edge e = crowd_edge_of(wall);
        const crowd_beside b = crowd_beside_of(&e, s->x, s->y);
        if (crowd_is_outside(wall, &b))
            front = scalar_min(front, b.distance.hi);
        else
            behind = scalar_min(behind, b.distance.hi);
    }
    const int inside = behind < 3e38f && front > behind * 1.000001f;
    if (!inside && !(front < s->radius - margin))
        return found;
    found.state = CROWD_INSIDE;
    if (!moves)
        return found;
    const float away = scalar_min(front, behind), least = inside ? away + s->radius : s->radius - away;
    const float unit = CROWD_ULP * (scalar_abs(s->x) + scalar_abs(s->y) + 2.0f * s->radius + away);
    const crowd_place near = crowd_nearest_place(s, list, count, s->radius, s->radius + 8.0f * unit, inside);
    crowd_place place =
        widely ? crowd_widen(s, list, s->radius, s->radius + 8.0f * unit, inside, least, near) : near;
    if (place.square < near.square)
        found.state |= CROWD_FAR;
    if (place.square >= 3e38f && inside) { /* nowhere is room for the body: at least the centre leaves */
        count = widely ? crowd_list_walls(s, list) : count;
        place = crowd_nearest_place(s, list, count, 0.0f, 8.0f * unit, inside);
        if (place.square >= 3e38f) /* it stays */
            place.dx = place.dy = place.square = 0.0f;
    }
    if (place.square < 3e38f) {
        found.state |= CROWD_LEAVES;
        found.x = place.dx;
        found.y = place.dy;
    }
    return found;
}

#endif
