/* Turns of units: they look for a target, shoot, and go on or stand. */
#include "game.h"

enum { MOST_TURNS = SLOTS / TURN + 2, HITS = 4, MOST_EVENTS = 256 };

/* Whose turn it is. Turns are spread over the frames, so each frame asks about as many queries. */
static int32_t list_turns(const rts_game *game, int32_t *slots)
{
    int32_t count = 0;
    for (int32_t slot = game->frame % TURN; slot < SLOTS; slot += TURN)
        if (game->units[slot].agent.generation != 0 && slot != game->hero)
            slots[count++] = slot;
    if (game->frame % 10 == 0)
        slots[count++] = game->hero;
    return count;
}

static void shoot(rts_game *game, const rts_unit *unit, rts_unit *target)
{
    target->health -= kinds[unit->kind].damage;
    game->shots[game->shot_count++ % MOST_SHOTS] =
        (rts_shot){unit->x, unit->y, target->x, target->y, unit->side, game->frame};
}

/* Shoots at the nearest enemy that no wall hides. Returns 1 if there is one. */
static int32_t find_target(rts_game *game, const rts_unit *unit, const throng_crowd_hit *hits, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        rts_unit *const target = &game->units[hits[i].agent.index];
        if (world_sees(game, unit->x, unit->y, target->x, target->y)) {
            shoot(game, unit, target);
            return 1;
        }
    }
    return 0;
}

/* What changes for units, collected so that the crowd gets it in a few calls. */
typedef struct unit_changes {
    int32_t stops, walks;
    throng_agent stopping[MOST_TURNS], walking[MOST_TURNS];
    float stands[MOST_TURNS][2], targets[MOST_TURNS][2];
    int32_t fields[MOST_TURNS];
} unit_changes;

static void go(const rts_game *game, unit_changes *changes, rts_unit *unit, int32_t going)
{
    if (going == unit->going)
        return;
    unit->going = going;
    if (going == STANDING) {
        changes->stopping[changes->stops++] = unit->agent;
        return;
    }
    const int32_t i = changes->walks++;
    changes->walking[i] = unit->agent;
    changes->fields[i] = going;
    changes->targets[i][0] = (float)game->places[going].column + 0.5f;
    changes->targets[i][1] = (float)game->places[going].row + 0.5f;
}

static void apply(const rts_game *game, const unit_changes *changes)
{
    check(game, throng_crowd_set(game->crowd, THRONG_AGENT_PREFERRED_VELOCITY, changes->stops,
                                 changes->stopping, 0, changes->stands, 0));
    check(game, throng_crowd_set(game->crowd, THRONG_AGENT_FLOW_FIELD, changes->walks, changes->walking, 0,
                                 changes->fields, 0));
    check(game, throng_crowd_set(game->crowd, THRONG_AGENT_TARGET, changes->walks, changes->walking, 0,
                                 changes->targets, 0));
}

/* All queries of a frame go into one call. */
void fight_turns(rts_game *game)
{
    int32_t slots[MOST_TURNS], found[MOST_TURNS];
    throng_crowd_query queries[MOST_TURNS] = {{.x = 0.0f}};
    throng_crowd_hit hits[MOST_TURNS * HITS];
    const int32_t count = list_turns(game, slots);
    for (int32_t i = 0; i < count; i++) {
        const rts_unit *const unit = &game->units[slots[i]];
        queries[i] = (throng_crowd_query){.x = unit->x,
                                          .y = unit->y,
                                          .radius = kinds[unit->kind].range,
                                          .mask = unit->side == BLUE ? LAYER_RED : LAYER_BLUE};
    }
    check(game, throng_crowd_find_nearest(game->crowd, count, queries, 0, HITS, hits, found));

    unit_changes changes = {.stops = 0};
    for (int32_t i = 0; i < count; i++) {
        rts_unit *const unit = &game->units[slots[i]];
        const int32_t fights = find_target(game, unit, hits + (size_t)i * HITS, found[i]);
        if (unit->kind == HERO)
            continue;
        think_unit(game, unit);
        if (unit->order == RETREAT)
            go(game, &changes, unit, BASE + unit->side); /* it shoots over its shoulder */
        else
            go(game, &changes, unit, fights ? STANDING : game->goals[unit->side][unit->wing]);
    }
    apply(game, &changes);
}

static int32_t is_in_gate(const rts_game *game, const rts_unit *unit)
{
    for (int32_t i = 0; i < GATES; i++) {
        const throng_region at = game->gates[i].cells;
        const float x = unit->x - (float)at.column, y = unit->y - (float)at.row;
        if (!game->gates[i].open && x > 0.0f && y > 0.0f && x < (float)at.width && y < (float)at.height)
            return 1;
    }
    return 0;
}

/* What happened to units in the step: whom a closing gate caught is hurt; who arrives at a flag takes it
 * if its side is the stronger one there. */
void fight_events(rts_game *game)
{
    throng_crowd_event events[MOST_EVENTS];
    int32_t count;
    check(game, throng_crowd_get_events(game->crowd, THRONG_FLAG_ARRIVED | THRONG_FLAG_INSIDE_WALL, events,
                                        MOST_EVENTS, &count));
    for (int32_t i = 0; i < count && i < MOST_EVENTS; i++) {
        rts_unit *const unit = &game->units[events[i].agent.index];
        const int32_t side = unit->side;
        if (events[i].kind == THRONG_FLAG_INSIDE_WALL && is_in_gate(game, unit))
            unit->health -= 3;
        if (events[i].kind == THRONG_FLAG_ARRIVED && unit->going >= 0 && unit->going < FLAGS &&
            survey_strength(game, side, unit->x, unit->y) > survey_strength(game, 1 - side, unit->x, unit->y))
            game->owner[unit->going] = side;
    }
}
