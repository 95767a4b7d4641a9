/* Agents and their values out of a fuzzer's bytes, and what is right of them by crowd.h. */
#ifndef THRONG_TESTS_CHECKS_FUZZ_AGENTS_H
#define THRONG_TESTS_CHECKS_FUZZ_AGENTS_H

#include "tests/checks/fuzz_input.h"

/* What a crowd allows its agents. */
typedef struct limits {
    int32_t neighbors;
    int32_t fields; /* of its flow; 0: none */
} limits;

/* ---- what is right, by the header */

static float flat(float value) { return fabsf(value) < 1.17549435e-38f ? 0.0f : value; }

static int within(float value, float low, float high) { return flat(value) >= low && flat(value) <= high; }

static int on_plane(float value) { return within(value, -1e9f, 1e9f); }
static int is_length(float value) { return flat(value) == 0.0f || within(value, 1e-6f, 1e9f); }
static int is_default_or(float value) { return isfinite(value) && value <= 1e9f; }

static int may_navigate(const limits *l, int32_t n)
{
    return n == THRONG_NAVIGATE_VELOCITY || n == THRONG_NAVIGATE_GOAL || n == THRONG_NAVIGATE_GUEST ||
           (n == THRONG_NAVIGATE_FLOW && l->fields > 0);
}

static int may_add(const limits *l, const throng_agent_def *d)
{
    const int fields = l->fields > 0 ? l->fields : THRONG_MAX_FLOW_FIELDS;
    return on_plane(d->x) && on_plane(d->y) && on_plane(d->vx) && on_plane(d->vy) && is_length(d->radius) &&
           is_length(d->max_speed) && may_navigate(l, d->navigation) && on_plane(d->target_x) &&
           on_plane(d->target_y) && d->flow_field >= 0 && d->flow_field < fields &&
           is_default_or(d->pref_speed) && within(d->neighbor_dist, 0.0f, 1e9f) && d->max_neighbors >= 0 &&
           d->max_neighbors <= l->neighbors && within(d->time_horizon, 1e-6f, 1e9f) &&
           within(d->time_horizon_obst, 1e-6f, 1e9f) && within(d->responsibility, 0.0f, 1e6f) &&
           (d->locked == 0 || d->locked == 1) && on_plane(d->heading_x) && on_plane(d->heading_y) &&
           within(d->vision_range, 0.0f, 1e9f) && is_default_or(d->vision_range_min) &&
           d->vision_range_min <= d->vision_range && within(d->vision_angle, 0.0f, 360.0f) &&
           within(d->hearing_range, 0.0f, 1e9f) && within(d->sound_range, 0.0f, 1e9f) && d->capacity >= 0 &&
           is_default_or(d->dead_speed);
}

static int may_set(const limits *l, throng_agent_value what, const float f[2], int32_t n)
{
    switch (what) {
    case THRONG_AGENT_POSITION:
    case THRONG_AGENT_VELOCITY:
    case THRONG_AGENT_PREFERRED_VELOCITY:
    case THRONG_AGENT_GOAL:
    case THRONG_AGENT_TARGET:
    case THRONG_AGENT_POSITION_DOUBLE:
    case THRONG_AGENT_GOAL_DOUBLE:
        return on_plane(f[0]) && on_plane(f[1]);
    case THRONG_AGENT_HEADING:
        return on_plane(f[0]) && on_plane(f[1]) && (flat(f[0]) != 0.0f || flat(f[1]) != 0.0f);
    case THRONG_AGENT_RADIUS:
    case THRONG_AGENT_MAX_SPEED:
        return is_length(f[0]);
    case THRONG_AGENT_PREF_SPEED:
    case THRONG_AGENT_DEAD_SPEED:
    case THRONG_AGENT_VISION_RANGE_MIN:
        return is_default_or(f[0]);
    case THRONG_AGENT_TIME_HORIZON:
    case THRONG_AGENT_TIME_HORIZON_OBST:
        return within(f[0], 1e-6f, 1e9f);
    case THRONG_AGENT_NEIGHBOR_DIST:
    case THRONG_AGENT_VISION_RANGE:
    case THRONG_AGENT_HEARING_RANGE:
    case THRONG_AGENT_SOUND_RANGE:
    case THRONG_AGENT_VISION:
        return within(f[0], 0.0f, 1e9f);
    case THRONG_AGENT_RESPONSIBILITY:
        return within(f[0], 0.0f, 1e6f);
    case THRONG_AGENT_VISION_ANGLE:
        return within(f[0], 0.0f, 360.0f);
    case THRONG_AGENT_MAX_NEIGHBORS:
        return n >= 0 && n <= l->neighbors;
    case THRONG_AGENT_LOCKED:
        return n == 0 || n == 1;
    case THRONG_AGENT_CAPACITY:
        return n >= 0;
    case THRONG_AGENT_NAVIGATION:
        return may_navigate(l, n);
    case THRONG_AGENT_FLOW_FIELD:
        return n >= 0 && n < l->fields;
    default:
        return what == THRONG_AGENT_LAYER || what == THRONG_AGENT_MASK || what == THRONG_AGENT_PRIORITY;
    }
}

static int is_whole(throng_agent_value what)
{
    return what == THRONG_AGENT_MAX_NEIGHBORS || what == THRONG_AGENT_LOCKED ||
           what == THRONG_AGENT_CAPACITY || what == THRONG_AGENT_FLOW_FIELD || what == THRONG_AGENT_LAYER ||
           what == THRONG_AGENT_MASK || what == THRONG_AGENT_PRIORITY || what == THRONG_AGENT_NAVIGATION;
}

static int is_double(throng_agent_value what)
{
    return what == THRONG_AGENT_POSITION_DOUBLE || what == THRONG_AGENT_GOAL_DOUBLE;
}

static int is_settable(throng_agent_value what)
{
    return what >= 0 && what <= THRONG_AGENT_NAVIGATION && what != THRONG_AGENT_FLAGS &&
           what != THRONG_AGENT_PERCEIVED && what != THRONG_AGENT_ID;
}

/* ---- agents */

/* Few places, so that agents meet and coincide; or any. */
static float place(input *in)
{
    const uint8_t kind = byte(in);
    if (kind < 160)
        return (float)(kind % 40) * 0.25f;
    return kind < 210 ? number(in, -1.0f, 11.0f) : number(in, -1e9f, 1e9f);
}

static void make_odd(input *in, const limits *l, throng_agent_def *d)
{
    const uint8_t given = byte(in);
    if (given & 1) {
        d->neighbor_dist = number(in, 0.0f, 20.0f);
        d->max_neighbors = integer(in, 0, l->neighbors);
    }
    if (given & 2) {
        d->time_horizon = number(in, 0.01f, 10.0f);
        d->time_horizon_obst = number(in, 0.01f, 10.0f);
    }
    if (given & 4) {
        d->layer = word(in);
        d->mask = word(in);
    }
    if (given & 8) {
        d->priority = integer(in, -1, 1);
        d->responsibility = number(in, 0.0f, 2.0f);
        d->locked = integer(in, 0, 1);
    }
    if (given & 16) {
        d->heading_x = number(in, -1.0f, 1.0f);
        d->heading_y = number(in, -1.0f, 1.0f);
        d->vision_angle = number(in, 0.0f, 360.0f);
    }
    if (given & 32) {
        d->vision_range = number(in, 0.0f, 20.0f);
        d->vision_range_min = number(in, -1.0f, 4.0f);
        d->capacity = integer(in, 0, 8);
    }
    if (given & 64) {
        d->hearing_range = number(in, 0.0f, 10.0f);
        d->sound_range = number(in, 0.0f, 5.0f);
    }
    if (given & 128) {
        d->pref_speed = number(in, -0.5f, 3.0f);
        d->dead_speed = number(in, -0.1f, 0.5f);
    }
}

static throng_agent_def agent(input *in, const limits *l)
{
    throng_agent_def d = throng_agent_default_def();
    const uint8_t given = byte(in);
    d.max_neighbors = d.max_neighbors < l->neighbors ? d.max_neighbors : l->neighbors;
    d.x = place(in);
    d.y = place(in);
    d.target_x = place(in);
    d.target_y = place(in);
    d.radius = given & 1 ? number(in, 0.0f, 2.0f) : 0.25f;
    d.navigation = given & 2 ? integer(in, 0, THRONG_NAVIGATE_GUEST) : THRONG_NAVIGATE_GOAL;
    if (given & 4)
        d.max_speed = number(in, 0.0f, 4.0f);
    if (given & 8) {
        d.vx = number(in, -2.0f, 2.0f);
        d.vy = number(in, -2.0f, 2.0f);
    }
    if (given & 16)
        d.id = given & 32 ? byte(in) : (uint64_t)word(in) << 32 | byte(in);
    if (given & 64)
        d.flow_field = integer(in, 0, 1);
    if (given & 128)
        make_odd(in, l, &d);
    return d;
}

#endif
