/* Motions that the host sets: position, velocity and heading at once. A motion goes on with the walk,
 * other than a position that is set: the next step looks for walls around the agent as after a step of its
 * own.
 *
 * That is right while the agent was carried no farther than its radius since its last step: whoever had no
 * wall in reach then, which is at least that far, is not behind one now, unless solid polygons overlap: there
 * it counts as free until it is looked at again. A locked agent reaches nothing, and who is locked after a
 * motion is looked after like one that was placed. */
#ifndef THRONG_KERNELS_CROWD_MOTIONS_H
#define THRONG_KERNELS_CROWD_MOTIONS_H

#include "kernels/crowd/layout.h"

/* Relative to the crowd's home. A heading of (0, 0): the present one stays. */
typedef struct crowd_motion {
    float x, y, vx, vy, heading_x, heading_y;
    crowd_rest rest;
} crowd_motion;

/* Sets the motion of an agent. */
static inline void crowd_motion_set(THRONG_GLOBAL crowd_body *body, THRONG_GLOBAL crowd_rest *rest,
                                    THRONG_GLOBAL const crowd_motion *to)
{
    const float dx = to->x - body->x, dy = to->y - body->y;
    const int near = dx * dx + dy * dy <= body->radius * body->radius && !(body->state & CROWD_MOVED) &&
                     !(body->settings & CROWD_LOCKED);
    body->state |= near ? CROWD_MOVED : CROWD_UNSEEN;
    body->x = to->x;
    body->y = to->y;
    body->vx = to->vx;
    body->vy = to->vy;
    if (to->heading_x != 0.0f || to->heading_y != 0.0f) {
        body->heading_x = to->heading_x;
        body->heading_y = to->heading_y;
    }
    *rest = to->rest;
}

/* The motion of an agent. */
static inline void crowd_motion_get(THRONG_GLOBAL const crowd_body *body,
                                    THRONG_GLOBAL const crowd_rest *rest, THRONG_GLOBAL crowd_motion *to)
{
    to->x = body->x;
    to->y = body->y;
    to->vx = body->vx;
    to->vy = body->vy;
    to->heading_x = body->heading_x;
    to->heading_y = body->heading_y;
    to->rest = *rest;
}

#endif
