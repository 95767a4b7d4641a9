/* The player: a guest in the crowd. We say where it is, and all others make way. */
#include "game.h"

void hero_create(rts_game *game)
{
    const throng_cell base = game->places[BASE + BLUE];
    game->hero = army_add(game, BLUE, HERO, (throng_cell){base.column + 8, base.row});
}

/* Where the first wing's flow leads from here. */
static void follow_wing(rts_game *game)
{
    const rts_unit *const hero = &game->units[game->hero];
    throng_flow_point point = {hero->x, hero->y, 0, 0};
    throng_flow_vector way;
    check(game, throng_flow_field_for(game->flow, game->goals[BLUE][0], kinds[HERO].radius, &point.field));
    check(game, throng_flow_sample(game->flow, THRONG_FLOW_SAMPLE_SMOOTH, 1, &point, 0, &way));
    game->wish_x = way.dx;
    game->wish_y = way.dy;
}

/* Walls are for agents that throng moves. A guest has to keep off them by itself. */
static int32_t fits(const rts_game *game, float x, float y)
{
    const float r = kinds[HERO].radius;
    return world_is_free(game, (int32_t)(x - r), (int32_t)(y - r)) &&
           world_is_free(game, (int32_t)(x + r), (int32_t)(y - r)) &&
           world_is_free(game, (int32_t)(x - r), (int32_t)(y + r)) &&
           world_is_free(game, (int32_t)(x + r), (int32_t)(y + r));
}

/* Moves the hero by its wish, along x and along y, so that it slides along walls. The velocity is what it
 * really did: others avoid it by that. */
void hero_move(rts_game *game)
{
    if (game->autopilot)
        follow_wing(game);
    rts_unit *const hero = &game->units[game->hero];
    const float step = kinds[HERO].speed / (float)FRAMES_PER_SECOND;
    const float x = hero->x + game->wish_x * step, y = hero->y + game->wish_y * step;
    throng_motion motion = {(double)hero->x, (double)hero->y, 0.0f, 0.0f, game->wish_x, game->wish_y};
    const int32_t caught = !fits(game, hero->x, hero->y); /* in a gate that closed: let it out */
    if (caught || fits(game, x, hero->y)) {
        motion.x = (double)x;
        motion.vx = game->wish_x * kinds[HERO].speed;
    }
    if (caught || fits(game, (float)motion.x, y)) {
        motion.y = (double)y;
        motion.vy = game->wish_y * kinds[HERO].speed;
    }
    check(game, throng_crowd_set_motions(game->crowd, &hero->agent, 1, &motion));
}
