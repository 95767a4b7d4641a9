/* Values of agents, read for many at once, and what setting them shares. */
#include "src/crowd/values.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/pairs.h"
#include "src/crowd/reading.h"

#include <string.h>

#define BODY(member, words) THRONG_CROWD_BODIES, THRONG_CROWD_WORD(crowd_body, member), words
#define SENSE(member, words) THRONG_CROWD_SENSES, THRONG_CROWD_WORD(crowd_sense, member), words
#define PLACE "-1e9 to 1e9"
#define FROM_HOME PLACE ", and within 1e9 of the crowd's home"

static const throng_crowd_value values[] = {
    {THRONG_AGENT_POSITION, "position", FROM_HOME, BODY(x, 2), THRONG_VALUE_REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_POSITION_DOUBLE, "position", FROM_HOME, BODY(x, 2), THRONG_VALUE_REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_GOAL_DOUBLE, "goal", FROM_HOME, BODY(target_x, 2), THRONG_VALUE_REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_VELOCITY, "velocity", PLACE, BODY(vx, 2), THRONG_VALUE_REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_PREFERRED_VELOCITY, "preferred velocity", PLACE, BODY(target_x, 2), THRONG_VALUE_REAL,
     -1e9f, 1e9f, 1},
    {THRONG_AGENT_GOAL, "goal", FROM_HOME, BODY(target_x, 2), THRONG_VALUE_REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_TARGET, "target", PLACE, BODY(target_x, 2), THRONG_VALUE_REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_HEADING, "heading", "-1e9 to 1e9, and not (0, 0)", BODY(heading_x, 2), THRONG_VALUE_REAL,
     -1e9f, 1e9f, 1},
    {THRONG_AGENT_RADIUS, "radius", "0, or 1e-6 to 1e9", BODY(radius, 1), THRONG_VALUE_LENGTH, 0.0f, 1e9f, 1},
    {THRONG_AGENT_MAX_SPEED, "max_speed", "0, or 1e-6 to 1e9", BODY(max_speed, 1), THRONG_VALUE_LENGTH, 0.0f,
     1e9f, 1},
    {THRONG_AGENT_PREF_SPEED, "pref_speed", "0 to 1e9, or below 0 for max_speed", SENSE(pref_speed, 1),
     THRONG_VALUE_DEFAULT, 0.0f, 1e9f, 1},
    {THRONG_AGENT_NEIGHBOR_DIST, "neighbor_dist", "0 to 1e9", BODY(neighbor_dist, 1), THRONG_VALUE_REAL, 0.0f,
     1e9f, 1},
    {THRONG_AGENT_MAX_NEIGHBORS, "max_neighbors", "0 to the crowd's", BODY(settings, 1), THRONG_VALUE_NUMBER,
     0.0f, THRONG_MAX_NEIGHBORS, 1},
    {THRONG_AGENT_TIME_HORIZON, "time_horizon", "1e-6 to 1e9", BODY(horizon, 1), THRONG_VALUE_REAL, 1e-6f,
     1e9f, 1},
    {THRONG_AGENT_TIME_HORIZON_OBST, "time_horizon_obst", "1e-6 to 1e9", SENSE(horizon_obst, 1),
     THRONG_VALUE_REAL, 1e-6f, 1e9f, 1},
    {THRONG_AGENT_FLOW_FIELD, "flow field", "a field of the crowd's flow", BODY(settings, 1),
     THRONG_VALUE_NUMBER, 0.0f, 65535.0f, 1},
    {THRONG_AGENT_LAYER, "layer", "any", SENSE(layer, 1), THRONG_VALUE_BITS, 0.0f, 0.0f, 1},
    {THRONG_AGENT_MASK, "mask", "any", SENSE(mask, 1), THRONG_VALUE_BITS, 0.0f, 0.0f, 1},
    {THRONG_AGENT_PRIORITY, "priority", "any", SENSE(priority, 1), THRONG_VALUE_BITS, 0.0f, 0.0f, 1},
    {THRONG_AGENT_RESPONSIBILITY, "responsibility", "0 to 1e6", SENSE(responsibility, 1), THRONG_VALUE_REAL,
     0.0f, 1e6f, 1},
    {THRONG_AGENT_LOCKED, "locked", "0 or 1", BODY(settings, 1), THRONG_VALUE_NUMBER, 0.0f, 1.0f, 1},
    {THRONG_AGENT_VISION_RANGE, "vision_range", "0 to 1e9", SENSE(vision, 2), THRONG_VALUE_REAL, 0.0f, 1e9f,
     1},
    {THRONG_AGENT_VISION_RANGE_MIN, "vision_range_min", "0 to 1e9, or below 0 for 4/15 of vision_range",
     SENSE(vision_least, 1), THRONG_VALUE_DEFAULT, 0.0f, 1e9f, 1},
    {THRONG_AGENT_HEARING_RANGE, "hearing_range", "0 to 1e9", SENSE(hearing, 1), THRONG_VALUE_REAL, 0.0f,
     1e9f, 1},
    {THRONG_AGENT_SOUND_RANGE, "sound_range", "0 to 1e9", SENSE(sound, 1), THRONG_VALUE_REAL, 0.0f, 1e9f, 1},
    {THRONG_AGENT_CAPACITY, "capacity", "0 or more", SENSE(capacity, 1), THRONG_VALUE_NUMBER, 0.0f,
     2147483520.0f, 1},
    {THRONG_AGENT_DEAD_SPEED, "dead_speed", "0 to 1e9, or below 0 for a tenth of max_speed",
     SENSE(dead_speed, 1), THRONG_VALUE_DEFAULT, 0.0f, 1e9f, 1},
    {THRONG_AGENT_FLAGS, "flags", "", BODY(state, 1), THRONG_VALUE_BITS, 0.0f, 0.0f, 0},
    {THRONG_AGENT_PERCEIVED, "perceived", "", BODY(perceived, 1), THRONG_VALUE_BITS, 0.0f, 0.0f, 0},
    {THRONG_AGENT_VISION, "vision", "0 to 1e9", SENSE(vision, 1), THRONG_VALUE_REAL, 0.0f, 1e9f, 1},
    {THRONG_AGENT_NAVIGATION, "navigation", "one of THRONG_NAVIGATE_*, FLOW in crowds with a flow",
     BODY(settings, 1), THRONG_VALUE_NUMBER, 0.0f, 3.0f, 1},
    {THRONG_AGENT_VISION_ANGLE, "vision_angle", "0 to 360 degrees", SENSE(cosine, 1), THRONG_VALUE_REAL, 0.0f,
     360.0f, 1},
};

const throng_crowd_value *throng_crowd_value_of(throng_agent_value what)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].what == what)
            return &values[i];
    return NULL;
}

throng_status throng_crowd_check_request(throng_crowd_request *r, throng_agent_value what, const void *data)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_context *context = r->crowd->object.context;
    throng_crowd_build_active_list(r->crowd);
    if (r->count < 0)
        return throng_fail(context, wrong, "count is %d: 0 or more", (int)r->count);
    if (!r->agents && r->count != r->crowd->agents)
        return throng_fail(context, wrong, "count is %d: the crowd has %d agents, and agents is NULL",
                           (int)r->count, (int)r->crowd->agents);
    if (what != THRONG_AGENT_ID && !r->value)
        return throng_fail(context, wrong, "what is %d: one of THRONG_AGENT_*", (int)what);
    if (r->count == 0)
        return THRONG_OK;
    throng_status status = throng_check_stride(context, "values", data, 4 * (size_t)r->words, &r->stride);
    if (status == THRONG_OK && r->agents)
        status = throng_check_stride(context, "agents", r->agents, sizeof *r->agents, &r->agent_stride);
    if (status != THRONG_OK || !r->agents ||
        throng_crowd_are_present(r->crowd, r->agents, r->agent_stride, r->count, &r->ascending))
        return status;
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++) {
        throng_agent agent;
        memcpy(&agent, (const char *)r->agents + (size_t)i * r->agent_stride, sizeof agent);
        if (throng_crowd_index(r->crowd, agent) < 0)
            status = throng_fail(context, wrong, "agents[%d] was removed or is of another crowd", (int)i);
    }
    return status;
}

throng_crowd_part throng_crowd_request_part(const throng_crowd_request *r, int32_t first, int32_t count)
{
    throng_crowd_part part = {.of = r->value->of,
                              .first = r->value->word,
                              .words = throng_value_is_double(r->value) ? 2 : r->words,
                              .count = count,
                              .agents = r->crowd->alive + first,
                              .agent_stride = sizeof *r->crowd->alive,
                              .listed = first == 0 && !r->agents && r->crowd->listed};
    if (r->agents) {
        part.agents =
            (const char *)r->agents + (size_t)first * r->agent_stride + offsetof(throng_agent, index);
        part.agent_stride = r->agent_stride;
    }
    return part;
}

static throng_navigation navigation_of(int32_t settings)
{
    throng_navigation navigation = THRONG_NAVIGATE_VELOCITY;
    while (throng_navigation_flags(navigation) != (settings & CROWD_NAVIGATES & ~CROWD_OTHER_TARGET) &&
           navigation < THRONG_NAVIGATE_GUEST)
        navigation++;
    return navigation;
}

/* Out of a backend's word what the caller gets. */
static int32_t shown_word(throng_agent_value what, int32_t word)
{
    switch (what) {
    case THRONG_AGENT_MAX_NEIGHBORS:
        return word >> CROWD_NEIGHBORS_SHIFT & 255;
    case THRONG_AGENT_FLOW_FIELD:
        return (int32_t)((uint32_t)word >> CROWD_FIELD_SHIFT);
    case THRONG_AGENT_NAVIGATION:
        return navigation_of(word);
    case THRONG_AGENT_LOCKED:
        return (word & CROWD_LOCKED) != 0;
    case THRONG_AGENT_VISION_ANGLE:
        return scalar_to_bits(throng_agent_angle(scalar_from_bits(word)));
    case THRONG_AGENT_FLAGS:
        return (word & ~(CROWD_UNKNOWN | CROWD_MOVED | CROWD_FAR)) >> CROWD_FLAGS_SHIFT;
    default:
        return word;
    }
}

static void show_words(throng_agent_value what, int32_t count, void *words, size_t stride)
{
    for (int32_t i = 0; i < count; i++) {
        char *at = (char *)words + (size_t)i * stride;
        int32_t word;
        memcpy(&word, at, sizeof word);
        word = shown_word(what, word);
        memcpy(at, &word, sizeof word);
    }
}

static throng_status read_values(const throng_crowd_request *r, void *to)
{
    throng_crowd_part part = throng_crowd_request_part(r, 0, r->count);
    part.first += r->value->what == THRONG_AGENT_VISION_RANGE; /* the largest, of the two that are set */
    if (throng_crowd_has_places(r->crowd, r->value->what, 0))
        return throng_crowd_read_places(r->crowd, r->value->what, &part, to, r->stride);
    throng_status status = r->crowd->ops->read(r->crowd->object.state, &part, to, r->stride);
    if (status == THRONG_OK && shown_word(r->value->what, -1) != -1) /* not all are as they are */
        show_words(r->value->what, r->count, to, r->stride);
    return status;
}

static void read_ids(const throng_crowd_request *r, void *to)
{
    const throng_crowd_value none = {0};
    throng_crowd_request any = *r;
    any.value = &none;
    const throng_crowd_part part = throng_crowd_request_part(&any, 0, r->count);
    for (int32_t i = 0; i < r->count; i++)
        memcpy((char *)to + (size_t)i * r->stride, &r->crowd->ids[throng_crowd_part_agent(&part, i)],
               sizeof *r->crowd->ids);
}

int32_t throng_crowd_is_read_back(throng_agent_value what)
{
    return what == THRONG_AGENT_POSITION || what == THRONG_AGENT_VELOCITY || what == THRONG_AGENT_HEADING ||
           what == THRONG_AGENT_FLAGS || what == THRONG_AGENT_PERCEIVED || what == THRONG_AGENT_VISION;
}

size_t throng_crowd_value_bytes(throng_agent_value what)
{
    const throng_crowd_value *v = throng_crowd_value_of(what);
    return v ? 4 * (size_t)throng_value_words(v) : 0;
}

throng_status throng_crowd_prepare_values(throng_crowd *crowd, throng_agent_value what,
                                          const throng_agent *agents, int32_t count, const void *to,
                                          throng_crowd_part *part)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_crowd_request r = {crowd, throng_crowd_value_of(what), count, agents, 0, 0, 1, 0, NULL};
    r.words = r.value ? throng_value_words(r.value) : 0;
    status = throng_crowd_check_request(&r, what, to);
    if (status == THRONG_OK)
        *part = throng_crowd_request_part(&r, 0, count);
    return status;
}

void throng_crowd_end_values(const throng_crowd *crowd, throng_agent_value what, int32_t count, void *read)
{
    if (what == THRONG_AGENT_FLAGS)
        show_words(what, count, read, sizeof(int32_t));
    else if (throng_crowd_has_places(crowd, what, 0))
        throng_crowd_show_positions(crowd, count, read, 2 * sizeof(float));
}

THRONG_CALL(throng_crowd_get, (crowd, what, count, agents, agent_stride, data, stride), throng_crowd *crowd,
            throng_agent_value what, int32_t count, const throng_agent *agents, size_t agent_stride,
            void *data, size_t stride)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_crowd_request r = {crowd, throng_crowd_value_of(what), count, agents, agent_stride, stride, 1, 0,
                              NULL};
    if (what == THRONG_AGENT_ID)
        r.words = 2;
    else if (r.value)
        r.words = throng_value_words(r.value);
    status = throng_crowd_check_request(&r, what, data);
    if (status != THRONG_OK || count == 0)
        return status;
    if (r.value) {
        throng_observe_begin(&crowd->observer);
        status = read_values(&r, data);
        throng_observe_end(&crowd->observer);
        throng_observe_taken(&crowd->observer, 4.0 * r.words * count);
        return status;
    }
    read_ids(&r, data);
    return THRONG_OK;
}

throng_status throng_crowd_part_of(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                   const throng_agent *agents, size_t agent_stride, throng_crowd_part *part)
{
    throng_status status = throng_crowd_check(crowd);
    throng_crowd_request r = {crowd, throng_crowd_value_of(what), count, agents, agent_stride, 0, 1, 0, NULL};
    if (status != THRONG_OK)
        return status;
    if (!r.value || what == THRONG_AGENT_VISION_ANGLE || shown_word(what, -1) != -1 ||
        throng_value_is_double(r.value))
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "what is %d: a value that is available in buffers", (int)what);
    r.words = throng_value_words(r.value);
    status = throng_crowd_check_request(&r, what, crowd); /* no values here: anything that is not NULL */
    *part = throng_crowd_request_part(&r, 0, count);
    part->first += what == THRONG_AGENT_VISION_RANGE;
    return status;
}
