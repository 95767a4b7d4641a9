/* Values of agents: checked, set and read for many agents at once. */
#include "kernels/crowd/layout.h"
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/crowd/motions.h"
#include "src/flow/flow.h"

#include <string.h>

enum { CHUNK = 4096 }; /* agents at a time: many, as each time a device is sent something */

#define WORD(type, member) ((int32_t)(offsetof(type, member) / 4))

typedef enum kind {
    REAL,    /* low to high */
    LENGTH,  /* 0, or 1e-6 to high */
    DEFAULT, /* low to high, or anything below 0 */
    NUMBER,  /* a whole number, low to high */
    BITS     /* any */
} kind;

/* A value of agents: where the backend has it, and what is right for it. */
typedef struct value {
    throng_agent_value what;
    const char *name, *right;
    int32_t of, word, words;
    kind kind;
    float low, high;
    int32_t settable;
} value;

#define BODY(member, words) THRONG_CROWD_BODIES, WORD(crowd_body, member), words
#define SENSE(member, words) THRONG_CROWD_SENSES, WORD(crowd_sense, member), words
#define PLACE "-1e9 to 1e9"
#define FROM_HOME PLACE ", and within 1e9 of the crowd's home"

static const value values[] = {
    {THRONG_AGENT_POSITION, "position", FROM_HOME, BODY(x, 2), REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_POSITION_DOUBLE, "position", FROM_HOME, BODY(x, 2), REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_GOAL_DOUBLE, "goal", FROM_HOME, BODY(target_x, 2), REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_VELOCITY, "velocity", PLACE, BODY(vx, 2), REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_PREFERRED_VELOCITY, "preferred velocity", PLACE, BODY(target_x, 2), REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_GOAL, "goal", FROM_HOME, BODY(target_x, 2), REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_TARGET, "target", PLACE, BODY(target_x, 2), REAL, -1e9f, 1e9f, 1},
    {THRONG_AGENT_HEADING, "heading", "-1e9 to 1e9, and not (0, 0)", BODY(heading_x, 2), REAL, -1e9f, 1e9f,
     1},
    {THRONG_AGENT_RADIUS, "radius", "0, or 1e-6 to 1e9", BODY(radius, 1), LENGTH, 0.0f, 1e9f, 1},
    {THRONG_AGENT_MAX_SPEED, "max_speed", "0, or 1e-6 to 1e9", BODY(max_speed, 1), LENGTH, 0.0f, 1e9f, 1},
    {THRONG_AGENT_PREF_SPEED, "pref_speed", "0 to 1e9, or below 0 for max_speed", SENSE(pref_speed, 1),
     DEFAULT, 0.0f, 1e9f, 1},
    {THRONG_AGENT_NEIGHBOR_DIST, "neighbor_dist", "0 to 1e9", BODY(neighbor_dist, 1), REAL, 0.0f, 1e9f, 1},
    {THRONG_AGENT_MAX_NEIGHBORS, "max_neighbors", "0 to the crowd's", BODY(settings, 1), NUMBER, 0.0f,
     THRONG_MAX_NEIGHBORS, 1},
    {THRONG_AGENT_TIME_HORIZON, "time_horizon", "1e-6 to 1e9", BODY(horizon, 1), REAL, 1e-6f, 1e9f, 1},
    {THRONG_AGENT_TIME_HORIZON_OBST, "time_horizon_obst", "1e-6 to 1e9", SENSE(horizon_obst, 1), REAL, 1e-6f,
     1e9f, 1},
    {THRONG_AGENT_FLOW_FIELD, "flow field", "a field of the crowd's flow", BODY(settings, 1), NUMBER, 0.0f,
     65535.0f, 1},
    {THRONG_AGENT_LAYER, "layer", "any", SENSE(layer, 1), BITS, 0.0f, 0.0f, 1},
    {THRONG_AGENT_MASK, "mask", "any", SENSE(mask, 1), BITS, 0.0f, 0.0f, 1},
    {THRONG_AGENT_PRIORITY, "priority", "any", SENSE(priority, 1), BITS, 0.0f, 0.0f, 1},
    {THRONG_AGENT_RESPONSIBILITY, "responsibility", "0 to 1e6", SENSE(responsibility, 1), REAL, 0.0f, 1e6f,
     1},
    {THRONG_AGENT_LOCKED, "locked", "0 or 1", BODY(settings, 1), NUMBER, 0.0f, 1.0f, 1},
    {THRONG_AGENT_VISION_RANGE, "vision_range", "0 to 1e9", SENSE(vision, 2), REAL, 0.0f, 1e9f, 1},
    {THRONG_AGENT_VISION_RANGE_MIN, "vision_range_min", "0 to 1e9, or below 0 for 4/15 of vision_range",
     SENSE(vision_least, 1), DEFAULT, 0.0f, 1e9f, 1},
    {THRONG_AGENT_HEARING_RANGE, "hearing_range", "0 to 1e9", SENSE(hearing, 1), REAL, 0.0f, 1e9f, 1},
    {THRONG_AGENT_SOUND_RANGE, "sound_range", "0 to 1e9", SENSE(sound, 1), REAL, 0.0f, 1e9f, 1},
    {THRONG_AGENT_CAPACITY, "capacity", "0 or more", SENSE(capacity, 1), NUMBER, 0.0f, 2147483520.0f, 1},
    {THRONG_AGENT_DEAD_SPEED, "dead_speed", "0 to 1e9, or below 0 for a tenth of max_speed",
     SENSE(dead_speed, 1), DEFAULT, 0.0f, 1e9f, 1},
    {THRONG_AGENT_FLAGS, "flags", "", BODY(state, 1), BITS, 0.0f, 0.0f, 0},
    {THRONG_AGENT_PERCEIVED, "perceived", "", BODY(perceived, 1), BITS, 0.0f, 0.0f, 0},
    {THRONG_AGENT_VISION, "vision", "0 to 1e9", SENSE(vision, 1), REAL, 0.0f, 1e9f, 1},
    {THRONG_AGENT_NAVIGATION, "navigation", "one of THRONG_NAVIGATE_*, FLOW in crowds with a flow",
     BODY(settings, 1), NUMBER, 0.0f, 3.0f, 1},
    {THRONG_AGENT_VISION_ANGLE, "vision_angle", "0 to 360 degrees", SENSE(cosine, 1), REAL, 0.0f, 360.0f, 1},
};

static int32_t is_double(const value *v)
{
    return v->what == THRONG_AGENT_POSITION_DOUBLE || v->what == THRONG_AGENT_GOAL_DOUBLE;
}

static int32_t is_position(const value *v)
{
    return v->what == THRONG_AGENT_POSITION || v->what == THRONG_AGENT_POSITION_DOUBLE;
}

static int32_t is_goal(const value *v)
{
    return v->what == THRONG_AGENT_GOAL || v->what == THRONG_AGENT_GOAL_DOUBLE;
}

/* Words of the caller's. */
static int32_t words_of(const value *v)
{
    return is_double(v) ? 4 : v->what == THRONG_AGENT_VISION_RANGE ? 1 : v->words;
}

static int32_t is_right(const value *v, float of)
{
    if (v->kind == LENGTH)
        return throng_agent_is_length(of);
    return v->kind == DEFAULT ? throng_agent_is_default_or(of) : throng_within(of, v->low, v->high);
}

static const value *value_of(throng_agent_value what)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].what == what)
            return &values[i];
    return NULL;
}

/* What a call on many agents was given. */
typedef struct request {
    throng_crowd *crowd;
    const value *value;
    int32_t count;
    const throng_agent *agents; /* NULL: all */
    size_t agent_stride, stride;
    int32_t words; /* of the caller's values */
    const void *from;
} request;

static throng_status check_request(request *r, throng_agent_value what, const void *data)
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
    for (int32_t i = 0; i < r->count && r->agents && status == THRONG_OK; i++) {
        throng_agent agent;
        memcpy(&agent, (const char *)r->agents + (size_t)i * r->agent_stride, sizeof agent);
        if (throng_crowd_index(r->crowd, agent) < 0)
            status = throng_fail(context, wrong, "agents[%d] was removed or is of another crowd", (int)i);
    }
    return status;
}

/* `count` of the agents in question from the first-th on, and the words of theirs that r is about. */
static throng_crowd_part part_of(const request *r, int32_t first, int32_t count)
{
    throng_crowd_part part = {.of = r->value->of,
                              .first = r->value->word,
                              .words = is_double(r->value) ? 2 : r->words,
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

static throng_status reject_value(const request *r, int32_t i, double given)
{
    return throng_fail(r->crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "values[%d] is a %s of %.9g: %s", (int)i, r->value->name, given, r->value->right);
}

static int32_t fields_of(const throng_crowd *crowd)
{
    return crowd->shape.flow ? crowd->shape.flow->shape.fields : 0;
}

/* Whether the i-th of the caller's values is a place: a target may be a velocity. */
static int32_t is_place(const request *r, int32_t i)
{
    const throng_crowd_part part = part_of(r, i, 1);
    if (r->value->what == THRONG_AGENT_TARGET)
        return (r->crowd->settings[throng_crowd_part_agent(&part, 0)] & CROWD_TO_GOAL) != 0;
    return is_position(r->value) || is_goal(r->value);
}

/* The i-th of the caller's values, which is a place. */
static void given_place(const request *r, int32_t i, double place[2])
{
    const void *from = (const char *)r->from + (size_t)i * r->stride;
    float floats[2];
    if (is_double(r->value)) {
        memcpy(place, from, 2 * sizeof *place);
        return;
    }
    throng_copy_normal(floats, from, 2);
    place[0] = (double)floats[0];
    place[1] = (double)floats[1];
}

static throng_status check_place(const request *r, int32_t i)
{
    double place[2];
    given_place(r, i, place);
    if (throng_crowd_is_place(r->crowd, place))
        return THRONG_OK;
    const double low = r->crowd->home_x - (double)THRONG_MOST, high = r->crowd->home_x + (double)THRONG_MOST;
    const int32_t x_is_right = place[0] >= -(double)THRONG_MOST && place[0] <= (double)THRONG_MOST &&
                               place[0] >= low && place[0] <= high;
    return reject_value(r, i, place[x_is_right]);
}

/* The i-th of the caller's values, as floats or whole numbers. */
static throng_status check_value(const request *r, int32_t i)
{
    const value *v = r->value;
    const void *from = (const char *)r->from + (size_t)i * r->stride;
    if (is_place(r, i))
        return check_place(r, i);
    float numbers[2];
    int32_t word;
    memcpy(numbers, from, 4 * (size_t)r->words);
    memcpy(&word, from, sizeof word);
    if (v->kind == BITS)
        return THRONG_OK;
    if (v->what == THRONG_AGENT_NAVIGATION && word == THRONG_NAVIGATE_FLOW && fields_of(r->crowd) == 0)
        return reject_value(r, i, (double)word);
    if (v->kind == NUMBER) {
        const int32_t most = v->what == THRONG_AGENT_MAX_NEIGHBORS ? r->crowd->shape.nearest
                             : v->what == THRONG_AGENT_LOCKED      ? 1
                             : v->what == THRONG_AGENT_FLOW_FIELD  ? fields_of(r->crowd) - 1
                             : v->what == THRONG_AGENT_NAVIGATION  ? THRONG_NAVIGATE_GUEST
                                                                   : INT32_MAX;
        return word >= 0 && word <= most ? THRONG_OK : reject_value(r, i, (double)word);
    }
    for (int32_t k = 0; k < r->words; k++)
        if (!is_right(v, numbers[k]))
            return reject_value(r, i, (double)numbers[k]);
    if (v->what == THRONG_AGENT_HEADING && throng_without_subnormal(numbers[0]) == 0.0f &&
        throng_without_subnormal(numbers[1]) == 0.0f)
        return reject_value(r, i, 0.0);
    return THRONG_OK;
}

static int32_t flags_of_navigation(throng_navigation navigation)
{
    static const int32_t flags[] = {0, CROWD_TO_GOAL, CROWD_TO_GOAL | CROWD_BY_FLOW, CROWD_GUEST};
    return flags[navigation];
}

static throng_navigation navigation_of(int32_t settings)
{
    throng_navigation navigation = THRONG_NAVIGATE_VELOCITY;
    while (flags_of_navigation(navigation) != (settings & CROWD_NAVIGATES) &&
           navigation < THRONG_NAVIGATE_GUEST)
        navigation++;
    return navigation;
}

/* What the backend gets for it: one or two words. rest: of a position, 0 of any other. */
static void convert_value(const request *r, int32_t i, int32_t index, int32_t to[2], float rest[2])
{
    throng_crowd *crowd = r->crowd;
    const void *from = (const char *)r->from + (size_t)i * r->stride;
    float numbers[2] = {0.0f, 0.0f};
    rest[0] = rest[1] = 0.0f;
    if (is_place(r, i)) {
        double place[2];
        given_place(r, i, place);
        throng_crowd_localize(crowd, place, numbers, rest);
        if (is_position(r->value))
            throng_crowd_note_place(crowd, numbers[0], numbers[1], crowd->radii[index]);
        memcpy(to, numbers, sizeof numbers);
        return;
    }
    int32_t word;
    memcpy(&word, from, sizeof word);
    if (r->value->kind == REAL || r->value->kind == LENGTH || r->value->kind == DEFAULT)
        throng_copy_normal(numbers, from, r->words);
    switch (r->value->what) {
    case THRONG_AGENT_MAX_NEIGHBORS:
        crowd->settings[index] &= ~(255 << CROWD_NEIGHBORS_SHIFT);
        to[0] = crowd->settings[index] |= word << CROWD_NEIGHBORS_SHIFT;
        return;
    case THRONG_AGENT_FLOW_FIELD:
        crowd->settings[index] &= ((1 << CROWD_FIELD_SHIFT) - 1) & ~CROWD_GUEST;
        to[0] = crowd->settings[index] |=
            (int32_t)((uint32_t)word << CROWD_FIELD_SHIFT) | CROWD_TO_GOAL | CROWD_BY_FLOW;
        return;
    case THRONG_AGENT_NAVIGATION:
        crowd->settings[index] &= ~CROWD_NAVIGATES;
        to[0] = crowd->settings[index] |= flags_of_navigation(word);
        return;
    case THRONG_AGENT_LOCKED:
        crowd->settings[index] &= ~CROWD_LOCKED;
        to[0] = crowd->settings[index] |= word ? CROWD_LOCKED : 0;
        return;
    case THRONG_AGENT_HEADING:
        throng_heading_unit(&numbers[0], &numbers[1]);
        break;
    case THRONG_AGENT_VISION_RANGE:
        numbers[1] = numbers[0];
        break;
    case THRONG_AGENT_VISION_ANGLE:
        numbers[0] = throng_agent_cosine(numbers[0]);
        break;
    default:
        break;
    }
    if (r->value->kind == NUMBER || r->value->kind == BITS)
        to[0] = word;
    else
        memcpy(to, numbers, sizeof numbers);
}

typedef struct conversion {
    const request *r;
    const throng_crowd_part *part;
    int32_t (*words)[2];
    float (*rests)[2];
    int32_t first;
} conversion;

/* 1: positions have rests. */
static int32_t convert_values(const conversion *c)
{
    int32_t some = 0;
    for (int32_t i = 0; i < c->part->count; i++) {
        convert_value(c->r, c->first + i, throng_crowd_part_agent(c->part, i), c->words[i], c->rests[i]);
        some |= is_position(c->r->value) && (c->rests[i][0] != 0.0f || c->rests[i][1] != 0.0f);
    }
    return some;
}

static throng_status write_rests(const request *r, const throng_crowd_part *of, float (*rests)[2])
{
    throng_crowd_part part = *of;
    part.of = THRONG_CROWD_RESTS;
    part.first = 0;
    part.begun = 1;
    part.flags = 0;
    return r->crowd->ops->write(r->crowd->object.state, &part, rests, sizeof *rests);
}

static void note_radii(throng_crowd *crowd, const throng_crowd_part *part, int32_t (*words)[2])
{
    for (int32_t i = 0; i < part->count; i++) {
        float *radius = &crowd->radii[throng_crowd_part_agent(part, i)], now;
        memcpy(&now, words[i], sizeof now);
        throng_crowd_note_radius(crowd, *radius, now);
        *radius = now;
    }
}

/* At most CHUNK agents go by their targets from now on, whose words were written: goals, or preferred
 * velocities. */
static throng_status navigate(throng_crowd *crowd, const throng_crowd_part *of, int32_t to_goal)
{
    int32_t settings[CHUNK], changed = 0;
    throng_crowd_part part = *of;
    for (int32_t i = 0; i < part.count; i++) {
        int32_t *now = &crowd->settings[throng_crowd_part_agent(&part, i)];
        const int32_t before = *now;
        *now &= ~CROWD_NAVIGATES;
        settings[i] = *now |= to_goal ? CROWD_TO_GOAL : 0;
        changed |= before ^ settings[i];
    }
    part.of = THRONG_CROWD_BODIES;
    part.first = WORD(crowd_body, settings);
    part.words = 1;
    part.begun = 1;
    return changed ? crowd->ops->write(crowd->object.state, &part, settings, sizeof *settings) : THRONG_OK;
}

static throng_status write_chunk(const request *r, int32_t first, int32_t count)
{
    const value *v = r->value;
    throng_crowd *crowd = r->crowd;
    int32_t words[CHUNK][2] = {{0}}, settings[CHUNK];
    float rests[CHUNK][2];
    const int32_t named = v->of == THRONG_CROWD_BODIES && v->word == WORD(crowd_body, settings) ? count : 0;
    throng_crowd_part part = part_of(r, first, count);
    part.words = v->words;
    part.begun = first > 0;
    part.flags = is_position(v) || v->what == THRONG_AGENT_RADIUS ? CROWD_PLACED : 0;
    for (int32_t i = 0; i < named; i++)
        settings[i] = crowd->settings[throng_crowd_part_agent(&part, i)];
    const conversion c = {r, &part, words, rests, first};
    const int32_t inexact = convert_values(&c);
    throng_status status = crowd->ops->write(crowd->object.state, &part, words, sizeof *words);
    if (status == THRONG_OK && inexact)
        status = write_rests(r, &part, rests);
    if (status == THRONG_OK && v->what == THRONG_AGENT_RADIUS)
        note_radii(crowd, &part, words);
    for (int32_t i = 0; i < named && status != THRONG_OK; i++)
        crowd->settings[throng_crowd_part_agent(&part, i)] = settings[i];
    if (status != THRONG_OK || (v->what != THRONG_AGENT_PREFERRED_VELOCITY && !is_goal(v)))
        return status;
    part = part_of(r, first, count);
    return navigate(crowd, &part, is_goal(v));
}

/* Agents who are there; one that is named twice would have either value. */
static throng_status check_once(const request *r)
{
    uint32_t *generations = r->crowd->generations;
    const throng_crowd_part part = part_of(r, 0, r->count);
    int32_t marked = 0;
    if (!r->agents)
        return THRONG_OK;
    for (; marked < r->count; marked++) {
        const int32_t index = throng_crowd_part_agent(&part, marked);
        if (!(generations[index] & 1u))
            break;
        generations[index]++;
    }
    for (int32_t i = 0; i < marked; i++)
        generations[throng_crowd_part_agent(&part, i)]--;
    return marked == r->count ? THRONG_OK
                              : throng_fail(r->crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                                            "agents[%d] occurs twice: at most once", (int)marked);
}

/* What throng_crowd_set() was given, checked. */
static throng_status check_set(request *r, throng_agent_value what)
{
    r->value = value_of(what);
    if (r->value && !r->value->settable)
        r->value = NULL;
    if (!r->value)
        return throng_fail(r->crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "what is %d: one of THRONG_AGENT_* that is not read only", (int)what);
    r->words = words_of(r->value);
    throng_status status = check_request(r, what, r->from);
    if (status == THRONG_OK)
        status = check_once(r);
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++)
        status = check_value(r, i);
    return status;
}

size_t throng_crowd_value_bytes(throng_agent_value what)
{
    const value *v = value_of(what);
    return v && v->settable ? 4 * (size_t)words_of(v) : 0;
}

throng_status throng_crowd_check_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                     const throng_agent *agents, const void *data, size_t stride)
{
    request r = {crowd, NULL, count, agents, 0, stride, 1, data};
    const throng_status status = throng_crowd_check(crowd);
    return status == THRONG_OK ? check_set(&r, what) : status;
}

THRONG_CALL(throng_crowd_set, (crowd, what, count, agents, agent_stride, data, stride), throng_crowd *crowd,
            throng_agent_value what, int32_t count, const throng_agent *agents, size_t agent_stride,
            const void *data, size_t stride)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    request r = {crowd, NULL, count, agents, agent_stride, stride, 1, data};
    status = check_set(&r, what);
    for (int32_t i = 0; i < count && status == THRONG_OK; i += CHUNK)
        status = write_chunk(&r, i, count - i < CHUNK ? count - i : CHUNK);
    crowd->heterogeneous |=
        status == THRONG_OK && count > 0 &&
        (what == THRONG_AGENT_LAYER || what == THRONG_AGENT_MASK || what == THRONG_AGENT_PRIORITY ||
         what == THRONG_AGENT_RESPONSIBILITY || what == THRONG_AGENT_LOCKED);
    return status;
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

static throng_status read_values(const request *r, void *to)
{
    throng_crowd_part part = part_of(r, 0, r->count);
    part.first += r->value->what == THRONG_AGENT_VISION_RANGE; /* the largest, of the two that are set */
    if (throng_crowd_has_places(r->crowd, r->value->what, 0))
        return throng_crowd_read_places(r->crowd, r->value->what, &part, to, r->stride);
    throng_status status = r->crowd->ops->read(r->crowd->object.state, &part, to, r->stride);
    if (shown_word(r->value->what, -1) == -1) /* all as they are */
        return status;
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++) {
        char *at = (char *)to + (size_t)i * r->stride;
        int32_t word;
        memcpy(&word, at, sizeof word);
        word = shown_word(r->value->what, word);
        memcpy(at, &word, sizeof word);
    }
    return status;
}

static void read_ids(const request *r, void *to)
{
    const value none = {0};
    request any = *r;
    any.value = &none;
    const throng_crowd_part part = part_of(&any, 0, r->count);
    for (int32_t i = 0; i < r->count; i++)
        memcpy((char *)to + (size_t)i * r->stride, &r->crowd->ids[throng_crowd_part_agent(&part, i)],
               sizeof *r->crowd->ids);
}

THRONG_CALL(throng_crowd_get, (crowd, what, count, agents, agent_stride, data, stride), throng_crowd *crowd,
            throng_agent_value what, int32_t count, const throng_agent *agents, size_t agent_stride,
            void *data, size_t stride)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    request r = {crowd, value_of(what), count, agents, agent_stride, stride, 1, NULL};
    if (what == THRONG_AGENT_ID)
        r.words = 2;
    else if (r.value)
        r.words = words_of(r.value);
    status = check_request(&r, what, data);
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
    request r = {crowd, value_of(what), count, agents, agent_stride, 0, 1, NULL};
    if (status != THRONG_OK)
        return status;
    if (!r.value || what == THRONG_AGENT_VISION_ANGLE || shown_word(what, -1) != -1 || is_double(r.value))
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "what is %d: a value that is available in buffers", (int)what);
    r.words = words_of(r.value);
    status = check_request(&r, what, crowd); /* no values here: anything that is not NULL */
    *part = part_of(&r, 0, count);
    part->first += what == THRONG_AGENT_VISION_RANGE;
    return status;
}

throng_status throng_crowd_part_to_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                       const throng_agent *agents, size_t agent_stride,
                                       throng_crowd_part *part)
{
    throng_status status = throng_crowd_check(crowd);
    request r = {crowd, value_of(what), count, agents, agent_stride, 0, 2, NULL};
    if (status != THRONG_OK)
        return status;
    if (what != THRONG_AGENT_POSITION && what != THRONG_AGENT_VELOCITY && what != THRONG_AGENT_TARGET &&
        what != THRONG_AGENT_PREFERRED_VELOCITY && what != THRONG_AGENT_GOAL)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "what is %d: POSITION, VELOCITY, PREFERRED_VELOCITY, GOAL or TARGET", (int)what);
    status = check_request(&r, what, crowd); /* no values here: anything that is not NULL */
    if (status == THRONG_OK)
        status = check_once(&r);
    if (status != THRONG_OK)
        return status;
    *part = part_of(&r, 0, count);
    part->flags = what == THRONG_AGENT_POSITION ? CROWD_PLACED : 0;
    return THRONG_OK;
}

throng_status throng_crowd_navigate(throng_crowd *crowd, throng_agent_value what,
                                    const throng_crowd_part *whole)
{
    throng_status status = THRONG_OK;
    if (what != THRONG_AGENT_PREFERRED_VELOCITY && what != THRONG_AGENT_GOAL)
        return status;
    for (int32_t first = 0; first < whole->count && status == THRONG_OK; first += CHUNK) {
        throng_crowd_part part = *whole;
        part.agents = (const char *)whole->agents + (size_t)first * whole->agent_stride;
        part.count = whole->count - first < CHUNK ? whole->count - first : CHUNK;
        part.listed = 0;
        status = navigate(crowd, &part, what == THRONG_AGENT_GOAL);
    }
    return status;
}
