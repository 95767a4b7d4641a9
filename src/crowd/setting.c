/* Values of agents, checked and set for many at once. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/pairs.h"
#include "src/crowd/values.h"
#include "src/flow/flow.h"

#include <string.h>

enum { CHUNK = 4096 }; /* agents at a time: many, as each time a device is sent something */

static int32_t is_right(const throng_crowd_value *v, float of)
{
    if (v->kind == THRONG_VALUE_LENGTH)
        return throng_agent_is_length(of);
    return v->kind == THRONG_VALUE_DEFAULT ? throng_agent_is_default_or(of)
                                           : throng_within(of, v->low, v->high);
}

static throng_status reject_value(const throng_crowd_request *r, int32_t i, double given)
{
    return throng_fail(r->crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                       "values[%d] is a %s of %.9g: %s", (int)i, r->value->name, given, r->value->right);
}

static int32_t fields_of(const throng_crowd *crowd)
{
    return crowd->shape.flow ? crowd->shape.flow->shape.fields : 0;
}

/* Whether the i-th of the caller's values is a place: a target may be a velocity. */
static int32_t is_place(const throng_crowd_request *r, int32_t i)
{
    const throng_crowd_part part = throng_crowd_request_part(r, i, 1);
    if (r->value->what == THRONG_AGENT_TARGET)
        return (r->crowd->settings[throng_crowd_part_agent(&part, 0)] & CROWD_TO_GOAL) != 0;
    return throng_value_is_position(r->value) || throng_value_is_goal(r->value);
}

/* The i-th of the caller's values, which is a place. */
static void given_place(const throng_crowd_request *r, int32_t i, double place[2])
{
    const void *from = (const char *)r->from + (size_t)i * r->stride;
    float floats[2];
    if (throng_value_is_double(r->value)) {
        memcpy(place, from, 2 * sizeof *place);
        return;
    }
    throng_copy_normal(floats, from, 2);
    place[0] = (double)floats[0];
    place[1] = (double)floats[1];
}

static throng_status check_place(const throng_crowd_request *r, int32_t i)
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
static throng_status check_value(const throng_crowd_request *r, int32_t i)
{
    const throng_crowd_value *v = r->value;
    const void *from = (const char *)r->from + (size_t)i * r->stride;
    if (is_place(r, i))
        return check_place(r, i);
    float numbers[2];
    int32_t word;
    memcpy(numbers, from, 4 * (size_t)r->words);
    memcpy(&word, from, sizeof word);
    if (v->kind == THRONG_VALUE_BITS)
        return THRONG_OK;
    if (v->what == THRONG_AGENT_NAVIGATION && word == THRONG_NAVIGATE_FLOW && fields_of(r->crowd) == 0)
        return reject_value(r, i, (double)word);
    if (v->kind == THRONG_VALUE_NUMBER) {
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

/* Settings with this navigation. Targets keep their numbers: steps convert those of the other kind. */
static int32_t navigating(throng_crowd *crowd, int32_t settings, throng_navigation navigation)
{
    const int32_t flags = throng_navigation_flags(navigation), goes = (flags & CROWD_TO_GOAL) != 0;
    const int32_t at_home = crowd->home_x == 0.0 && crowd->home_y == 0.0;
    const int32_t other = !at_home && throng_target_is_place(settings) != goes;
    crowd->mixed_targets |= other;
    return (settings & ~CROWD_NAVIGATES) | flags | (other ? CROWD_OTHER_TARGET : 0);
}

/* What the backend gets for it: one or two words. rest: of a position, 0 of any other. */
static void convert_value(const throng_crowd_request *r, int32_t i, int32_t index, int32_t to[2],
                          float rest[2])
{
    throng_crowd *crowd = r->crowd;
    const void *from = (const char *)r->from + (size_t)i * r->stride;
    float numbers[2] = {0.0f, 0.0f};
    rest[0] = rest[1] = 0.0f;
    if (is_place(r, i)) {
        double place[2];
        given_place(r, i, place);
        throng_crowd_localize(crowd, place, numbers, rest);
        if (throng_value_is_position(r->value))
            throng_crowd_note_place(crowd, numbers[0], numbers[1], crowd->radii[index]);
        memcpy(to, numbers, sizeof numbers);
        return;
    }
    int32_t word;
    memcpy(&word, from, sizeof word);
    if (r->value->kind == THRONG_VALUE_REAL || r->value->kind == THRONG_VALUE_LENGTH ||
        r->value->kind == THRONG_VALUE_DEFAULT)
        throng_copy_normal(numbers, from, r->words);
    switch (r->value->what) {
    case THRONG_AGENT_MAX_NEIGHBORS:
        crowd->settings[index] &= ~(255 << CROWD_NEIGHBORS_SHIFT);
        to[0] = crowd->settings[index] |= word << CROWD_NEIGHBORS_SHIFT;
        return;
    case THRONG_AGENT_FLOW_FIELD:
        crowd->settings[index] &= (1 << CROWD_FIELD_SHIFT) - 1;
        to[0] = crowd->settings[index] = (int32_t)((uint32_t)word << CROWD_FIELD_SHIFT) |
                                         navigating(crowd, crowd->settings[index], THRONG_NAVIGATE_FLOW);
        return;
    case THRONG_AGENT_NAVIGATION:
        to[0] = crowd->settings[index] = navigating(crowd, crowd->settings[index], word);
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
    if (r->value->kind == THRONG_VALUE_NUMBER || r->value->kind == THRONG_VALUE_BITS)
        to[0] = word;
    else
        memcpy(to, numbers, sizeof numbers);
}

typedef struct conversion {
    const throng_crowd_request *r;
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
        some |= throng_value_is_position(c->r->value) && (c->rests[i][0] != 0.0f || c->rests[i][1] != 0.0f);
    }
    return some;
}

static throng_status write_rests(const throng_crowd_request *r, const throng_crowd_part *of,
                                 float (*rests)[2])
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

static int32_t sets_navigation(throng_agent_value what)
{
    return what == THRONG_AGENT_PREFERRED_VELOCITY || what == THRONG_AGENT_GOAL ||
           what == THRONG_AGENT_GOAL_DOUBLE;
}

/* At most CHUNK agents have these flags from now on, in place of those that are cleared: the words of their
 * targets were written. */
static throng_status navigate_some(throng_crowd *crowd, const throng_crowd_part *of, int32_t cleared,
                                   int32_t flags)
{
    int32_t settings[CHUNK], changed = 0;
    throng_crowd_part part = *of;
    for (int32_t i = 0; i < part.count; i++) {
        int32_t *now = &crowd->settings[throng_crowd_part_agent(&part, i)];
        const int32_t before = *now;
        settings[i] = *now = (*now & ~cleared) | flags;
        changed |= before ^ settings[i];
    }
    part.of = THRONG_CROWD_BODIES;
    part.first = THRONG_CROWD_WORD(crowd_body, settings);
    part.words = 1;
    part.begun = 1;
    part.flags = 0;
    return changed ? crowd->ops->write(crowd->object.state, &part, settings, sizeof *settings) : THRONG_OK;
}

throng_status throng_crowd_navigate(throng_crowd *crowd, throng_agent_value what,
                                    const throng_crowd_part *part)
{
    const int32_t goes = sets_navigation(what), to_goal = goes && what != THRONG_AGENT_PREFERRED_VELOCITY;
    throng_status status = THRONG_OK;
    if (!goes && !(what == THRONG_AGENT_TARGET && crowd->mixed_targets))
        return status;
    for (int32_t first = 0; first < part->count && status == THRONG_OK; first += CHUNK) {
        throng_crowd_part some = *part;
        some.agents = (const char *)part->agents + (size_t)first * part->agent_stride;
        some.count = part->count - first < CHUNK ? part->count - first : CHUNK;
        some.listed = part->listed && first == 0;
        status = navigate_some(crowd, &some, goes ? CROWD_NAVIGATES : CROWD_OTHER_TARGET,
                               to_goal ? CROWD_TO_GOAL : 0);
    }
    return status;
}

void throng_crowd_note_targets(throng_crowd *crowd, const throng_crowd_part *part)
{
    if (!crowd->mixed_targets)
        return;
    for (int32_t i = 0; i < part->count; i++)
        crowd->settings[throng_crowd_part_agent(part, i)] &= ~CROWD_OTHER_TARGET;
}

/* Whether who gets the value may be in a wall. A locked agent looks no farther than where it is, also if a
 * motion carried it there just before. */
static int32_t is_looked_after(const throng_crowd_value *v)
{
    return throng_value_is_position(v) || v->what == THRONG_AGENT_RADIUS || v->what == THRONG_AGENT_LOCKED;
}

static throng_status write_chunk(const throng_crowd_request *r, int32_t first, int32_t count)
{
    const throng_crowd_value *v = r->value;
    throng_crowd *crowd = r->crowd;
    int32_t words[CHUNK][2] = {{0}}, settings[CHUNK];
    float rests[CHUNK][2];
    const int32_t named =
        v->of == THRONG_CROWD_BODIES && v->word == THRONG_CROWD_WORD(crowd_body, settings) ? count : 0;
    throng_crowd_part part = throng_crowd_request_part(r, first, count);
    part.words = v->words;
    part.begun = first > 0;
    part.flags = is_looked_after(v) ? CROWD_PLACED : 0;
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
    if (status != THRONG_OK)
        return status;
    part = throng_crowd_request_part(r, first, count);
    return throng_crowd_navigate(crowd, v->what, &part);
}

/* Many pairs of floats at once. A target may be a velocity, so it is not among them. */
static int32_t are_pairs(const throng_crowd_request *r)
{
    const throng_agent_value what = r->value->what;
    return r->count >= THRONG_CROWD_PAIRS_LEAST &&
           (what == THRONG_AGENT_POSITION || what == THRONG_AGENT_VELOCITY || what == THRONG_AGENT_GOAL ||
            what == THRONG_AGENT_PREFERRED_VELOCITY);
}

static throng_crowd_pairs pairs_of(const throng_crowd_request *r)
{
    throng_crowd_pairs pairs = {.part = throng_crowd_request_part(r, 0, r->count),
                                .given = r->from,
                                .stride = r->stride,
                                .stands = throng_value_is_position(r->value),
                                .places =
                                    throng_value_is_position(r->value) || throng_value_is_goal(r->value)};
    pairs.home_x = pairs.places ? r->crowd->home_x : 0.0;
    pairs.home_y = pairs.places ? r->crowd->home_y : 0.0;
    pairs.part.flags = pairs.stands ? CROWD_PLACED : 0;
    return pairs;
}

static throng_status write_pairs(const throng_crowd_request *r, const throng_crowd_pairs *pairs)
{
    const int32_t flags = throng_value_is_goal(r->value) ? CROWD_TO_GOAL : 0;
    throng_status status = r->crowd->ops->write_pairs(r->crowd->object.state, pairs);
    if (status != THRONG_OK || !sets_navigation(r->value->what) ||
        throng_crowd_all_navigate(r->crowd, &pairs->part, flags))
        return status;
    return throng_crowd_navigate(r->crowd, r->value->what, &pairs->part);
}

static throng_status write_values(const throng_crowd_request *r)
{
    throng_status status = THRONG_OK;
    throng_crowd_pairs pairs;
    if (are_pairs(r)) {
        pairs = pairs_of(r);
        if (throng_crowd_check_pairs(r->crowd, &pairs)) {
            status = r->crowd->ops->reserve_motions(r->crowd->object.state);
            return status == THRONG_OK ? write_pairs(r, &pairs) : status;
        }
    }
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i++)
        status = check_value(r, i);
    for (int32_t i = 0; i < r->count && status == THRONG_OK; i += CHUNK)
        status = write_chunk(r, i, r->count - i < CHUNK ? r->count - i : CHUNK);
    return status;
}

/* Agents who are there; one that is named twice would have either value. */
static throng_status check_once(const throng_crowd_request *r)
{
    uint32_t *generations = r->crowd->generations;
    const throng_crowd_part part = throng_crowd_request_part(r, 0, r->count);
    int32_t marked = 0;
    if (!r->agents || r->ascending)
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

/* What throng_crowd_set() was given, checked but for the values. */
static throng_status check_set(throng_crowd_request *r, throng_agent_value what)
{
    r->value = throng_crowd_value_of(what);
    if (r->value && !r->value->settable)
        r->value = NULL;
    if (!r->value)
        return throng_fail(r->crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "what is %d: one of THRONG_AGENT_* that is not read only", (int)what);
    r->words = throng_value_words(r->value);
    const throng_status status = throng_crowd_check_request(r, what, r->from);
    return status == THRONG_OK ? check_once(r) : status;
}

size_t throng_crowd_set_bytes(throng_agent_value what)
{
    const throng_crowd_value *v = throng_crowd_value_of(what);
    return v && v->settable ? 4 * (size_t)throng_value_words(v) : 0;
}

throng_status throng_crowd_check_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                     const throng_agent *agents, const void *data, size_t stride)
{
    throng_crowd_request r = {crowd, NULL, count, agents, 0, stride, 1, 0, data};
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_set(&r, what);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        status = check_value(&r, i);
    return status;
}

THRONG_CALL(throng_crowd_set, (crowd, what, count, agents, agent_stride, data, stride), throng_crowd *crowd,
            throng_agent_value what, int32_t count, const throng_agent *agents, size_t agent_stride,
            const void *data, size_t stride)
{
    throng_status status = throng_crowd_check(crowd);
    if (status != THRONG_OK)
        return status;
    throng_crowd_request r = {crowd, NULL, count, agents, agent_stride, stride, 1, 0, data};
    status = check_set(&r, what);
    if (status == THRONG_OK)
        status = write_values(&r);
    crowd->heterogeneous |=
        status == THRONG_OK && count > 0 &&
        (what == THRONG_AGENT_LAYER || what == THRONG_AGENT_MASK || what == THRONG_AGENT_PRIORITY ||
         what == THRONG_AGENT_RESPONSIBILITY || what == THRONG_AGENT_LOCKED);
    return status;
}

throng_status throng_crowd_part_to_set(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                       const throng_agent *agents, size_t agent_stride,
                                       throng_crowd_part *part)
{
    throng_status status = throng_crowd_check(crowd);
    throng_crowd_request r = {crowd, throng_crowd_value_of(what), count, agents, agent_stride, 0, 2, 0, NULL};
    if (status != THRONG_OK)
        return status;
    if (what != THRONG_AGENT_POSITION && what != THRONG_AGENT_VELOCITY && what != THRONG_AGENT_TARGET &&
        what != THRONG_AGENT_PREFERRED_VELOCITY && what != THRONG_AGENT_GOAL)
        return throng_fail(crowd->object.context, THRONG_ERROR_INVALID_ARGUMENT,
                           "what is %d: POSITION, VELOCITY, PREFERRED_VELOCITY, GOAL or TARGET", (int)what);
    status = throng_crowd_check_request(&r, what, crowd); /* no values here: anything that is not NULL */
    if (status == THRONG_OK)
        status = check_once(&r);
    if (status != THRONG_OK)
        return status;
    *part = throng_crowd_request_part(&r, 0, count);
    part->flags = what == THRONG_AGENT_POSITION ? CROWD_PLACED : 0;
    return THRONG_OK;
}
