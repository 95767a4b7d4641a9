/* Defs of agents: defaults, checks, and the backend's form of an agent. */
#include "kernels/crowd/layout.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/motions.h"
#include "src/flow/flow.h"

#include <string.h>

#define PLACE "-1e9 to 1e9"

throng_agent_def throng_agent_default_def(void)
{
    throng_agent_def def;
    memset(&def, 0, sizeof def);
    def.id = THRONG_NEXT_ID;
    def.radius = 1.0f;
    def.max_speed = 2.0f;
    def.pref_speed = -1.0f;
    def.neighbor_dist = 15.0f;
    def.max_neighbors = 10;
    def.time_horizon = 5.0f;
    def.time_horizon_obst = 5.0f;
    def.layer = 1;
    def.mask = 0xffffffffu;
    def.responsibility = 1.0f;
    def.vision_range = 15.0f;
    def.vision_range_min = -1.0f;
    def.vision_angle = 220.0f;
    def.hearing_range = 5.0f;
    def.sound_range = 2.0f;
    def.capacity = 7;
    def.dead_speed = -1.0f;
    def.cookie = THRONG_AGENT_DEF_COOKIE;
    return def;
}

/* A float of a def: what it is called, what it is, and what would be right. */
typedef struct number {
    const char *name;
    float value;
    int32_t right;
    const char *wanted;
} number;

#define IN(member, low, high, wanted)                                                                        \
    {                                                                                                        \
#member, d->member, throng_within(d->member, low, high), wanted                                      \
    }

static int32_t has_goal(const throng_agent_def *d)
{
    return d->navigation == THRONG_NAVIGATE_GOAL || d->navigation == THRONG_NAVIGATE_FLOW;
}

static void place_of(const throng_agent_def *d, double place[2])
{
    place[0] = (double)d->x + d->offset_x;
    place[1] = (double)d->y + d->offset_y;
}

static void target_of(const throng_agent_def *d, double target[2])
{
    const int32_t goal = has_goal(d);
    target[0] = (double)d->target_x + (goal ? d->target_offset_x : 0.0);
    target[1] = (double)d->target_y + (goal ? d->target_offset_y : 0.0);
}

static throng_status reject(const throng_crowd *crowd, int32_t index, const char *name, double given,
                            const char *wanted)
{
    return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT, "defs[%d].%s is %.9g: %s",
                       (int)index, name, given, wanted);
}

static throng_status reject_place(const throng_crowd *crowd, int32_t index, const char *name,
                                  const double place[2])
{
    return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "defs[%d].%s are (%.17g, %.17g): " PLACE
                       ", and within 1e9 of the crowd's home (%.9g, %.9g)",
                       (int)index, name, place[0], place[1], crowd->home_x, crowd->home_y);
}

throng_status throng_crowd_check_agent(const throng_crowd *crowd, int32_t index, const throng_agent_def *d)
{
    if (d->cookie != THRONG_AGENT_DEF_COOKIE)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "defs[%d] was not made by throng_agent_default_def()", (int)index);
    const number numbers[] = {
        IN(x, -1e9f, 1e9f, PLACE),
        IN(y, -1e9f, 1e9f, PLACE),
        IN(vx, -1e9f, 1e9f, PLACE),
        IN(vy, -1e9f, 1e9f, PLACE),
        {"radius", d->radius, throng_agent_is_length(d->radius), "0, or 1e-6 to 1e9"},
        {"max_speed", d->max_speed, throng_agent_is_length(d->max_speed), "0, or 1e-6 to 1e9"},
        IN(target_x, -1e9f, 1e9f, PLACE),
        IN(target_y, -1e9f, 1e9f, PLACE),
        {"pref_speed", d->pref_speed, throng_agent_is_default_or(d->pref_speed),
         "0 to 1e9, or below 0 for max_speed"},
        IN(neighbor_dist, 0.0f, 1e9f, "0 to 1e9"),
        IN(time_horizon, 1e-6f, 1e9f, "1e-6 to 1e9"),
        IN(time_horizon_obst, 1e-6f, 1e9f, "1e-6 to 1e9"),
        IN(responsibility, 0.0f, 1e6f, "0 to 1e6"),
        IN(heading_x, -1e9f, 1e9f, PLACE),
        IN(heading_y, -1e9f, 1e9f, PLACE),
        IN(vision_range, 0.0f, 1e9f, "0 to 1e9"),
        {"vision_range_min", d->vision_range_min,
         throng_agent_is_default_or(d->vision_range_min) && !(d->vision_range_min > d->vision_range),
         "0 to vision_range, or below 0 for 4/15 of it"},
        IN(vision_angle, 0.0f, 360.0f, "0 to 360 degrees"),
        IN(hearing_range, 0.0f, 1e9f, "0 to 1e9"),
        IN(sound_range, 0.0f, 1e9f, "0 to 1e9"),
        {"dead_speed", d->dead_speed, throng_agent_is_default_or(d->dead_speed),
         "0 to 1e9, or below 0 for max_speed / 10"},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!numbers[i].right)
            return reject(crowd, index, numbers[i].name, (double)numbers[i].value, numbers[i].wanted);
    double place[2], target[2];
    place_of(d, place);
    target_of(d, target);
    if (!throng_crowd_is_place(crowd, place))
        return reject_place(crowd, index, "x + offset_x and y + offset_y", place);
    if (has_goal(d) && !throng_crowd_is_place(crowd, target))
        return reject_place(crowd, index, "target_x + target_offset_x and target_y + target_offset_y",
                            target);
    if (d->max_neighbors < 0 || d->max_neighbors > crowd->shape.nearest)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "defs[%d].max_neighbors is %d: 0 to %d, the crowd's max_neighbors", (int)index,
                           (int)d->max_neighbors, (int)crowd->shape.nearest);
    if (d->navigation < THRONG_NAVIGATE_VELOCITY || d->navigation > THRONG_NAVIGATE_GUEST)
        return reject(crowd, index, "navigation", (double)d->navigation, "one of THRONG_NAVIGATE_*");
    if (d->navigation == THRONG_NAVIGATE_FLOW && !crowd->shape.flow)
        return reject(crowd, index, "navigation", (double)d->navigation,
                      "THRONG_NAVIGATE_FLOW needs a crowd with a flow");
    if (d->flow_field < 0 || (crowd->shape.flow && d->flow_field >= crowd->shape.flow->shape.fields) ||
        d->flow_field >= THRONG_MAX_FLOW_FIELDS)
        return reject(crowd, index, "flow_field", (double)d->flow_field,
                      "a field of the crowd's flow, from 0");
    if (d->locked != 0 && d->locked != 1)
        return reject(crowd, index, "locked", (double)d->locked, "0 or 1");
    if (d->capacity < 0)
        return reject(crowd, index, "capacity", (double)d->capacity, "0 or more");
    return THRONG_OK;
}

float throng_agent_cosine(float angle)
{
    const float half = angle * 0.5f, per_degree = 0.017453293f;
    float c, s, cosine;
    if (angle >= 360.0f)
        return -2.0f;
    if (half <= 60.0f) {
        crowd_sincos(half * per_degree, &cosine, &s);
    } else if (half <= 120.0f) {
        crowd_sincos((half - 90.0f) * per_degree, &c, &s);
        cosine = -s;
    } else {
        crowd_sincos((180.0f - half) * per_degree, &c, &s);
        cosine = -c;
    }
    return cosine * scalar_abs(cosine);
}

/* Cosines fall as angles rise, but for roundings: next to where they pass this one, an angle has it. */
float throng_agent_angle(float cosine)
{
    enum { AROUND = 64 };
    int32_t low = 0, high = scalar_to_bits(360.0f);
    if (cosine < -1.0f)
        return 360.0f;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (throng_agent_cosine(scalar_from_bits(middle)) > cosine)
            low = middle + 1;
        else
            high = middle;
    }
    for (int32_t beside = 0; beside < AROUND; beside++)
        for (int32_t side = -1; side <= 1; side += 2) {
            const int32_t bits = low + side * beside;
            if (bits >= 0 && bits <= scalar_to_bits(360.0f) &&
                throng_agent_cosine(scalar_from_bits(bits)) == cosine)
                return scalar_from_bits(bits);
        }
    return scalar_from_bits(low);
}

void throng_crowd_fill_agent(const throng_crowd *crowd, const throng_agent_def *def, crowd_body *body,
                             crowd_sense *sense, crowd_rest *rest)
{
    const int32_t goal = has_goal(def);
    double place[2], target[2];
    float at[2], to[2] = {def->target_x, def->target_y}, rests[2], unused[2];
    place_of(def, place);
    target_of(def, target);
    throng_crowd_localize(crowd, place, at, rests);
    if (goal)
        throng_crowd_localize(crowd, target, to, unused);
    *rest = (crowd_rest){rests[0], rests[1]};
    memset(body, 0, sizeof *body);
    memset(sense, 0, sizeof *sense);
    const float moving[] = {at[0], at[1], def->vx, def->vy};
    const float wanted[] = {def->radius, def->max_speed, to[0], to[1], def->neighbor_dist, def->time_horizon};
    const float other[] = {def->dead_speed, def->pref_speed, def->time_horizon_obst};
    throng_copy_normal(&body->x, moving, (int32_t)(sizeof moving / sizeof *moving));
    throng_copy_normal(&body->radius, wanted, (int32_t)(sizeof wanted / sizeof *wanted));
    throng_copy_normal(&sense->dead_speed, other, (int32_t)(sizeof other / sizeof *other));
    body->settings = def->max_neighbors << CROWD_NEIGHBORS_SHIFT;
    body->settings |= goal ? CROWD_TO_GOAL : 0;
    if (crowd->shape.flow)
        body->settings |= (int32_t)((uint32_t)def->flow_field << CROWD_FIELD_SHIFT);
    body->settings |= def->navigation == THRONG_NAVIGATE_FLOW ? CROWD_BY_FLOW : 0;
    body->settings |= def->navigation == THRONG_NAVIGATE_GUEST ? CROWD_GUEST : 0;
    body->settings |= def->locked ? CROWD_LOCKED : 0;
    const float to_goal = goal ? 1.0f : 0.0f;
    float ways[4][2] = {{def->heading_x, def->heading_y},
                        {def->vx, def->vy},
                        {to[0] - to_goal * at[0], to[1] - to_goal * at[1]},
                        {1.0f, 0.0f}};
    for (int32_t k = 0; k < 4; k++) {
        throng_copy_normal(ways[k], ways[k], 2);
        if (throng_heading_unit(&ways[k][0], &ways[k][1])) {
            body->heading_x = ways[k][0];
            body->heading_y = ways[k][1];
            break;
        }
    }
    sense->vision = throng_without_subnormal(def->vision_range);
    sense->vision_most = sense->vision;
    sense->vision_least = throng_without_subnormal(def->vision_range_min);
    sense->cosine = throng_agent_cosine(throng_without_subnormal(def->vision_angle));
    sense->hearing = throng_without_subnormal(def->hearing_range);
    sense->sound = throng_without_subnormal(def->sound_range);
    sense->capacity = def->capacity;
    sense->responsibility = throng_without_subnormal(def->responsibility);
    sense->priority = def->priority;
    memcpy(&sense->layer, &def->layer, sizeof sense->layer);
    memcpy(&sense->mask, &def->mask, sizeof sense->mask);
    body->state = CROWD_FRESH;
}

int32_t throng_crowd_is_heterogeneous(const crowd_body *body, const crowd_sense *sense)
{
    return (body->settings & CROWD_LOCKED) || sense->layer != 1 || sense->mask != -1 ||
           sense->priority != 0 || sense->responsibility != 1.0f;
}
