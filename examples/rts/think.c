/* Decisions, by what the survey says: generals choose flags, units attack or retreat. */
#include "game.h"

static float strength_at(const rts_game *game, int32_t side, int32_t place)
{
    const throng_cell cell = game->places[place];
    return game->strength[side][cell.row * WIDTH + cell.column];
}

/* How urgent a flag is, the smallest number first: those that the enemy holds, the least defended one
 * first, then our own, the most threatened one first. */
static float urgency(const rts_game *game, int32_t side, int32_t flag)
{
    const float foe = strength_at(game, 1 - side, flag);
    return game->owner[flag] == side ? 1e6f - foe : foe;
}

static int32_t most_urgent_flag(const rts_game *game, int32_t side, uint32_t taken)
{
    int32_t best = NOBODY;
    for (int32_t i = 0; i < FLAGS; i++) {
        const int32_t flag = side == BLUE ? i : FLAGS - 1 - i; /* the map looks the same from both sides */
        if (taken >> flag & 1u)
            continue;
        if (best == NOBODY || urgency(game, side, flag) < urgency(game, side, best))
            best = flag;
    }
    return best;
}

static int32_t holds_all(const rts_game *game, int32_t side)
{
    int32_t count = 0;
    for (int32_t flag = 0; flag < FLAGS; flag++)
        count += game->owner[flag] == side;
    return count == FLAGS;
}

/* Every five seconds each wing gets a flag of its own. The first wing defends the base if the enemy is
 * there, and goes for the enemy's base once all flags are ours. */
void think_generals(rts_game *game)
{
    if (game->frame % (5 * FRAMES_PER_SECOND) != 0)
        return;
    for (int32_t side = 0; side < SIDES; side++) {
        uint32_t taken = 0;
        for (int32_t wing = 0; wing < WINGS; wing++) {
            const int32_t flag = most_urgent_flag(game, side, taken);
            taken |= 1u << flag;
            game->goals[side][wing] = flag;
        }
        if (strength_at(game, 1 - side, BASE + side) > 0.0f)
            game->goals[side][0] = BASE + side;
        else if (holds_all(game, side))
            game->goals[side][0] = BASE + 1 - side;
    }
}

static int32_t is_home(const rts_game *game, const rts_unit *unit)
{
    const throng_cell base = game->places[BASE + unit->side];
    const float x = unit->x - (float)base.column, y = unit->y - (float)base.row;
    return x * x + y * y < 64.0f;
}

/* A unit retreats if it is badly wounded, or if the enemy is stronger where it is. It attacks again once
 * its own side is stronger. Who is home is healed. */
void think_unit(const rts_game *game, rts_unit *unit)
{
    const float own = survey_strength(game, unit->side, unit->x, unit->y);
    const float foe = survey_strength(game, 1 - unit->side, unit->x, unit->y);
    if (unit->health > 0 && is_home(game, unit)) /* who was shot in this frame stays dead */
        unit->health = kinds[unit->kind].health;
    if (unit->health * 3 <= kinds[unit->kind].health || foe > 1.5f * own)
        unit->order = RETREAT;
    else if (own > foe)
        unit->order = ATTACK;
}
