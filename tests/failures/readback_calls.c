/* The calls on readbacks, each with the ways in which it fails. A read that succeeded is released by its
 * undo. */
#include "tests/failures/world.h"

static throng_status readback_create(world *w, int32_t way, throng_status *expected)
{
    throng_readback_def def = throng_readback_default_def();
    throng_readback *made = NULL;
    (void)expected;
    def.kind = way == 1 ? 7 : THRONG_READBACK_MOTIONS;
    def.capacity = way == 2 ? 0 : WORLD_CROWD;
    def.slots = way == 3 ? 17 : 2;
    def.crowd = way == 4 ? NULL : w->crowd;
    if (way > 5)
        return NO_WAY;
    const throng_status status = throng_readback_create(w->context, way == 5 ? NULL : &def, &made);
    w->made = made;
    return status;
}

static throng_status readback_undo(world *w)
{
    const throng_status status = throng_readback_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status readback_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_readback_destroy(way ? (throng_readback *)(void *)w->flow : NULL);
}

/* The slot that is free in the world's readbacks. */
static throng_status release_last(throng_readback *readback)
{
    throng_readback_info info;
    const throng_status status = throng_readback_get_info(readback, &info);
    return status == THRONG_OK ? throng_readback_release(readback, info.reads) : status;
}

static throng_status begin_agents(world *w, int32_t way, throng_status *expected)
{
    throng_readback_read read;
    const throng_agent agents[2] = {w->agents[0], way == 1 ? w->gone : w->agents[1]};
    if (way == 2)
        *expected = THRONG_ERROR_CAPACITY; /* of entries */
    if (way > 5)
        return NO_WAY;
    return throng_readback_begin_agents(way == 3   ? NULL
                                        : way == 4 ? w->forces
                                                   : w->motions,
                                        agents,
                                        way == 2   ? 3
                                        : way == 5 ? -1
                                                   : 2,
                                        &read);
}

static throng_status agents_undo(world *w) { return release_last(w->motions); }

static throng_status begin_region(world *w, int32_t way, throng_status *expected)
{
    const throng_region region = {way == 1 ? WORLD_WIDTH : 3, 2, 4, way == 2 ? 30 : 5};
    if (way == 2)
        *expected = THRONG_ERROR_CAPACITY;
    return way > 3 ? NO_WAY : throng_readback_begin_region(way == 3 ? w->forces : w->layer, &region, NULL);
}

static throng_status region_undo(world *w) { return release_last(w->layer); }

static throng_status begin_range(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_readback_begin_range(way == 3 ? w->layer : w->forces, way == 1 ? -1 : 0,
                                                 way == 2 ? WORLD_POINTS + 1 : 2, NULL);
}

static throng_status range_undo(world *w) { return release_last(w->forces); }

/* There is no free slot for a second read. */
static throng_status begin_too_many(world *w, int32_t way, throng_status *expected)
{
    throng_status status = THRONG_OK;
    if (way > 1)
        return NO_WAY;
    if (way == 1) {
        *expected = THRONG_ERROR_CAPACITY;
        MUST(w->context, throng_readback_begin_range(w->forces, 0, 1, NULL));
        status = throng_readback_begin_range(w->forces, 0, 1, NULL);
        MUST(w->context, range_undo(w));
        return status;
    }
    return throng_readback_begin_range(w->forces, 0, 1, NULL);
}

static throng_status ready(world *w, int32_t way, throng_status *expected)
{
    int32_t is_ready;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_readback_ready(w->forces, way == 1 ? 77 : 1, way == 2 ? NULL : &is_ready);
}

static throng_status get_read(world *w, int32_t way, throng_status *expected)
{
    throng_readback_read read;
    (void)expected;
    return way > 2 ? NO_WAY : throng_readback_get_read(w->forces, way == 1 ? 77 : 1, way == 2 ? NULL : &read);
}

static throng_status fetch(world *w, int32_t way, throng_status *expected)
{
    throng_force forces[WORLD_POINTS];
    throng_readback_read read = {99, 0, 0, 0};
    (void)expected;
    if (way > 3)
        return NO_WAY;
    if (way == 0)
        MUST(w->context, throng_readback_begin_range(w->forces, 0, 3, &read));
    return throng_readback_fetch(w->forces,
                                 way == 0   ? read.number
                                 : way == 1 ? 0
                                            : 1,
                                 way == 2 ? NULL : forces, way == 3 ? 4 : 0);
}

static throng_status map(world *w, int32_t way, throng_status *expected)
{
    const void *values;
    (void)expected;
    return way > 2 ? NO_WAY : throng_readback_map(w->forces, way == 1 ? 88 : 1, way == 2 ? NULL : &values);
}

static throng_status release(world *w, int32_t way, throng_status *expected)
{
    throng_readback_read read = {0, 0, 0, 0};
    (void)expected;
    if (way == 0)
        MUST(w->context, throng_readback_begin_range(w->forces, 0, 3, &read));
    return way > 2 ? NO_WAY : throng_readback_release(w->forces, way == 2 ? 99 : read.number);
}

static throng_status latest(world *w, int32_t way, throng_status *expected)
{
    throng_readback_read read;
    (void)expected;
    return way > 2 ? NO_WAY : throng_readback_latest(way == 1 ? NULL : w->forces, way == 2 ? NULL : &read);
}

static throng_status readback_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_readback_info info;
    (void)expected;
    return way > 2 ? NO_WAY : throng_readback_get_info(way == 1 ? NULL : w->layer, way == 2 ? NULL : &info);
}

static throng_status readback_reset(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_readback_reset(way ? NULL : w->layer);
}

const public_call readback_calls[] = {
    {"throng_readback_create", readback_create, readback_undo},
    {"throng_readback_destroy", readback_destroy, NULL},
    {"throng_readback_begin_agents", begin_agents, agents_undo},
    {"throng_readback_begin_region", begin_region, region_undo},
    {"throng_readback_begin_range", begin_range, range_undo},
    {"throng_readback_begin_range", begin_too_many, range_undo},
    {"throng_readback_ready", ready, NULL},
    {"throng_readback_get_read", get_read, NULL},
    {"throng_readback_fetch", fetch, NULL},
    {"throng_readback_map", map, NULL},
    {"throng_readback_release", release, NULL},
    {"throng_readback_latest", latest, NULL},
    {"throng_readback_get_info", readback_get_info, NULL},
    {"throng_readback_reset", readback_reset, NULL},
};
const int32_t readback_call_count = sizeof readback_calls / sizeof *readback_calls;
