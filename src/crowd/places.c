/* Positions and goals: doubles, or floats that are absolute, for callers; floats relative to the crowd's home
 * and what rounding has taken from them for the backend. */
#include "src/core/context.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/crowd/motions.h"
#include "src/crowd/values.h"

#include <string.h>

#define HOME_STEP 4096.0 /* homes are multiples of it */

/* ---------------------------------------------------------------- the home -------------------------- */

static double home_of(double origin)
{
    return (double)(int32_t)(origin / HOME_STEP + (origin < 0.0 ? -0.5 : 0.5)) * HOME_STEP;
}

void throng_crowd_settle_home(throng_crowd *crowd, double origin_x, double origin_y)
{
    crowd->home_x = home_of(origin_x);
    crowd->home_y = home_of(origin_y);
    crowd->origin_x = origin_x - crowd->home_x;
    crowd->origin_y = origin_y - crowd->home_y;
    crowd->shape.home_x = (float)crowd->home_x; /* exactly: 18 digits of a multiple of 4096 */
    crowd->shape.home_y = (float)crowd->home_y;
    crowd->shape.origin_x = throng_without_subnormal((float)crowd->origin_x);
    crowd->shape.origin_y = throng_without_subnormal((float)crowd->origin_y);
}

uint64_t throng_crowd_home_hash(const throng_crowd *crowd)
{
    const int32_t x = (int32_t)(crowd->home_x / HOME_STEP), y = (int32_t)(crowd->home_y / HOME_STEP);
    return x == 0 && y == 0 ? 0 : crowd_hash_in(crowd_hash_in(0, x), y);
}

int32_t throng_crowd_is_place(const throng_crowd *crowd, const double place[2])
{
    const double most = (double)THRONG_MOST, x = place[0] - crowd->home_x, y = place[1] - crowd->home_y;
    return place[0] >= -most && place[0] <= most && place[1] >= -most && place[1] <= most && x >= -most &&
           x <= most && y >= -most && y <= most;
}

void throng_crowd_localize(const throng_crowd *crowd, const double place[2], float local[2], float rest[2])
{
    throng_place_split(place[0] - crowd->home_x, &local[0], &rest[0]);
    throng_place_split(place[1] - crowd->home_y, &local[1], &rest[1]);
}

void throng_crowd_note_place(throng_crowd *crowd, float x, float y, float radius)
{
    const float most = scalar_max(scalar_abs(x), scalar_abs(y));
    const float step = most * 1.1920929e-7f; /* 2^-23: of floats there, or twice that */
    if (crowd->coarse || !(step > radius * 0.0625f) || radius == 0.0f)
        return;
    crowd->coarse = 1;
    throng_log(crowd->object.context, THRONG_LOG_WARNING,
               "crowd: an agent of radius %.9g is %.9g from the crowd's home (%.9g, %.9g), where positions "
               "have steps of %.9g: set origin_x and origin_y of the crowd's def",
               (double)radius, (double)most, crowd->home_x, crowd->home_y, (double)step);
}

/* ---------------------------------------------------------------- reading --------------------------- */

int32_t throng_crowd_has_places(const throng_crowd *crowd, throng_agent_value what, int32_t set)
{
    if (what == THRONG_AGENT_POSITION_DOUBLE || what == THRONG_AGENT_GOAL_DOUBLE)
        return 1;
    if (what == THRONG_AGENT_POSITION || what == THRONG_AGENT_GOAL || what == THRONG_AGENT_TARGET ||
        (what == THRONG_AGENT_PREFERRED_VELOCITY && !set))
        return crowd->home_x != 0.0 || crowd->home_y != 0.0;
    return 0;
}

/* The caller's form of a pair, and whether it is a place at all: a target may be a velocity. */
static void show_pair(const throng_crowd *crowd, const float local[2], const float rest[2], int32_t is_place,
                      int32_t wide, char *to)
{
    const double home_x = is_place ? crowd->home_x : 0.0, home_y = is_place ? crowd->home_y : 0.0;
    const double pair[2] = {home_x + ((double)local[0] + (double)rest[0]),
                            home_y + ((double)local[1] + (double)rest[1])};
    const float near[2] = {(float)pair[0], (float)pair[1]};
    memcpy(to, wide ? (const void *)pair : near, wide ? sizeof pair : sizeof near);
}

void throng_crowd_show_positions(const throng_crowd *crowd, int32_t count, void *positions, size_t stride)
{
    static const float none[2] = {0.0f, 0.0f};
    for (int32_t i = 0; i < count; i++) {
        char *at = (char *)positions + (size_t)i * stride;
        float local[2];
        memcpy(local, at, sizeof local);
        show_pair(crowd, local, none, 1, 0, at);
    }
}

/* Pairs come to the beginning of the caller's entries, and what they lack behind them. */
throng_status throng_crowd_read_places(throng_crowd *crowd, throng_agent_value what,
                                       const throng_crowd_part *part, void *to, size_t stride)
{
    const int32_t stands = part->first == 0; /* positions, not targets */
    const int32_t wide = what == THRONG_AGENT_POSITION_DOUBLE || what == THRONG_AGENT_GOAL_DOUBLE;
    throng_crowd_part pairs = *part, lost = *part;
    pairs.words = lost.words = 2;
    lost.of = THRONG_CROWD_RESTS;
    lost.first = 0;
    throng_status status = crowd->ops->read(crowd->object.state, &pairs, to, stride);
    if (status == THRONG_OK && stands && wide)
        status = crowd->ops->read(crowd->object.state, &lost, (char *)to + 2 * sizeof(float), stride);
    if (status == THRONG_OK && stands && !wide)
        throng_crowd_show_positions(crowd, part->count, to, stride);
    for (int32_t i = 0; i < part->count && status == THRONG_OK && (wide || !stands); i++) {
        char *at = (char *)to + (size_t)i * stride;
        const int32_t settings = crowd->settings[throng_crowd_part_agent(part, i)];
        float local[2], rest[2] = {0.0f, 0.0f};
        memcpy(local, at, sizeof local);
        if (stands)
            memcpy(rest, at + sizeof local, sizeof rest);
        show_pair(crowd, local, rest, stands || throng_target_is_place(settings), wide, at);
    }
    return status;
}
