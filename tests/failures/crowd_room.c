/* Calls that give a crowd memory. */
#include "tests/failures/world.h"

throng_status call_reserve(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    if (way > 3)
        return NO_WAY;
    return throng_crowd_reserve(way == 3 ? NULL : w->crowd, way == 0   ? WORLD_CROWD + 20
                                                            : way == 1 ? -1
                                                                       : THRONG_MAX_AGENTS + 1);
}

throng_status call_reserve_room(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_room_def room = throng_crowd_room_default_def();
    (void)expected;
    if (way > 4)
        return NO_WAY;
    room.obstacles = way == 2 ? -1 : 40;
    room.edges = way == 3 ? THRONG_MAX_WALLS + 1 : 200;
    room.moving_obstacles = room.motions = 1;
    room.queries = room.hits = 6;
    room.cookie -= way == 4;
    return throng_crowd_reserve_room(way == 1 ? NULL : w->crowd, &room);
}
