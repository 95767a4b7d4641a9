/* Memory of a crowd that is allocated ahead. */
#include "src/core/call.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"
#include "src/crowd/crowd.h"
#include "src/crowd/moving.h"

#include <string.h>

#define ROOM_COOKIE 0x726f6f6du

throng_crowd_room_def throng_crowd_room_default_def(void)
{
    throng_crowd_room_def room;
    memset(&room, 0, sizeof room);
    room.cookie = ROOM_COOKIE;
    return room;
}

static throng_status check_room(const throng_crowd *crowd, const throng_crowd_room_def *room)
{
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng_context *context = crowd->object.context;
    if (!room)
        return throng_fail(context, wrong, "room must not be NULL: use throng_crowd_room_default_def()");
    if (room->cookie != ROOM_COOKIE)
        return throng_fail(context, wrong, "room was not made by throng_crowd_room_default_def()");
    const struct {
        const char *name;
        int32_t value, most;
    } numbers[] = {{"obstacles", room->obstacles, THRONG_MAX_WALLS},
                   {"edges", room->edges, THRONG_MAX_WALLS},
                   {"moving_obstacles", room->moving_obstacles, 1},
                   {"queries", room->queries, INT32_MAX},
                   {"hits", room->hits, INT32_MAX},
                   {"motions", room->motions, 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].value < 0 || numbers[i].value > numbers[i].most)
            return throng_fail(context, wrong, "room.%s is %d: 0 to %d", numbers[i].name,
                               (int)numbers[i].value, (int)numbers[i].most);
    return THRONG_OK;
}

THRONG_CALL(throng_crowd_reserve_room, (crowd, room), throng_crowd *crowd, const throng_crowd_room_def *room)
{
    throng_status status = throng_crowd_check(crowd);
    if (status == THRONG_OK)
        status = check_room(crowd, room);
    if (status == THRONG_OK)
        status = throng_crowd_reserve_ranks(crowd);
    if (status == THRONG_OK && (room->obstacles > 0 || room->edges > 0))
        status = throng_crowd_walls_make_room(
            crowd, room->obstacles + throng_crowd_terrain_walls_tiles(crowd), room->edges);
    if (status == THRONG_OK && room->moving_obstacles)
        status = throng_crowd_moving_reserve(crowd, 1);
    if (status == THRONG_OK && room->queries > 0)
        status = crowd->ops->reserve_find(crowd->object.state, room->queries, room->hits);
    if (status == THRONG_OK && room->motions)
        status = crowd->ops->reserve_motions(crowd->object.state);
    return status;
}
