/* The survey: how strong each side is in every cell, twice a second. */
#include "game.h"

static throng_influence_object object_of(float strength)
{
    throng_influence_object object = throng_influence_default_object();
    object.influence = strength;
    object.max_distance = 8.0f;
    object.decay = strength / 8.0f; /* 0 at a distance of 8 cells */
    return object;
}

/* Tells the map where the units of a side are now. */
static void place_units(rts_game *game, int32_t side)
{
    static throng_influence_object objects[UNITS_PER_SIDE + 1];
    int32_t count = 0;
    for (int32_t slot = 0; slot < SLOTS; slot++) {
        const rts_unit *const unit = &game->units[slot];
        if (unit->agent.generation == 0 || unit->side != side)
            continue;
        objects[count] = object_of(kinds[unit->kind].strength);
        objects[count].x = unit->x;
        objects[count].y = unit->y;
        count++;
    }
    check(game, throng_influence_set_objects(game->influence, side, 0, count, objects, 0));
    check(game, throng_influence_truncate_objects(game->influence, side, count));
}

/* Memory for an army of giants, so that no frame of the game asks for any. */
static void reserve(rts_game *game)
{
    const throng_influence_object giant = object_of(kinds[GIANT].strength);
    const int32_t units = UNITS_PER_SIDE + 1;
    check(game, throng_influence_reserve(game->influence, -1, units, &giant, THRONG_USE_SLICES));
}

/* Both sides are layers of one influence map. Strength goes along paths, so that it does not pass through
 * walls and closed gates. */
void survey_create(rts_game *game)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.layers = SIDES;
    def.object_capacity = UNITS_PER_SIDE + 1;
    def.propagation = THRONG_PROPAGATION_PATH;
    def.terrain = game->terrain;
    def.blocked_objects = THRONG_BLOCKED_IGNORE; /* a unit may be in a gate that closes */
    check(game, throng_influence_create(game->context, &def, &game->influence));
    reserve(game);
    for (int32_t side = 0; side < SIDES; side++)
        place_units(game, side);
}

/* Each frame does a thirtieth of an update. The last part makes it whole, on every machine in the same frame;
 * until then the old values stay. They are copied for the many questions of the frames to come, and the next
 * update begins with the units where they are now. */
void survey_work(rts_game *game)
{
    int32_t whole;
    check(game, throng_influence_update_part(game->influence, TURN, &whole));
    if (!whole)
        return;
    for (int32_t side = 0; side < SIDES; side++) {
        check(game, throng_influence_read(game->influence, side, NULL, game->strength[side], 0));
        place_units(game, side);
    }
}

float survey_strength(const rts_game *game, int32_t side, float x, float y)
{
    return game->strength[side][(int32_t)y * WIDTH + (int32_t)x];
}
