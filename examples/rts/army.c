/* Units: what kinds there are, where they are born, and how they die. */
#include "game.h"
#include <stdio.h>
#include <stdlib.h>

const kind_facts kinds[KINDS] = {
    [SOLDIER] = {.radius = 0.35f, .speed = 3.0f, .range = 7.0f, .health = 6, .damage = 1, .strength = 1.0f},
    [GIANT] = {.radius = 0.8f, .speed = 2.2f, .range = 9.0f, .health = 40, .damage = 4, .strength = 4.0f},
    [HERO] = {.radius = 0.45f, .speed = 4.0f, .range = 9.0f, .health = 1, .damage = 3, .strength = 20.0f},
};

enum { BIRTH_CELLS = 48 }; /* units are born in these, the nearest ones to the base */

typedef struct near_cell {
    float length; /* of the path to the base */
    int32_t cell;
} near_cell;

static int by_length(const void *left, const void *right)
{
    const near_cell *const a = left, *const b = right;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a->cell - b->cell;
}

/* The flow of giants knows how far each cell is from the base, and whether a giant fits there. */
static void find_births(rts_game *game, int32_t side)
{
    static float lengths[CELLS];
    static near_cell near[CELLS];
    int32_t field, count = 0;
    check(game, throng_flow_field_for(game->flow, BASE + side, kinds[GIANT].radius, &field));
    check(game, throng_flow_read_lengths(game->flow, field, NULL, lengths, 0));
    for (int32_t i = 0; i < CELLS; i++)
        if (lengths[i] >= 0.0f && (i % WIDTH + i / WIDTH) % 2 == 0) /* every other cell, like a chess board */
            near[count++] = (near_cell){lengths[i], i};
    if (count < UNITS_PER_SIDE) {
        fprintf(stderr, "the map has no room for an army\n");
        exit(EXIT_FAILURE);
    }
    qsort(near, (size_t)count, sizeof *near, by_length);
    for (int32_t i = 0; i < UNITS_PER_SIDE; i++)
        game->births[side][i] = (throng_cell){near[i].cell % WIDTH, near[i].cell / WIDTH};
}

/* Adds a unit to the crowd. Its handle's index is its slot in our own arrays. */
int32_t army_add(rts_game *game, int32_t side, unit_kind kind, throng_cell cell)
{
    const int32_t wing = game->born[side] % WINGS, place = game->goals[side][wing];
    throng_agent_def def = throng_agent_default_def();
    def.x = (float)cell.column + 0.5f;
    def.y = (float)cell.row + 0.5f;
    def.radius = kinds[kind].radius;
    def.max_speed = kinds[kind].speed;
    def.neighbor_dist = 4.0f;
    def.max_neighbors = 8;
    def.time_horizon = 1.0f;
    def.time_horizon_obst = 0.3f;
    def.layer = kind == HERO ? LAYER_HERO : side == BLUE ? LAYER_BLUE : LAYER_RED;
    def.navigation = THRONG_NAVIGATE_FLOW;
    def.flow_field = place;
    def.target_x = (float)game->places[place].column + 0.5f;
    def.target_y = (float)game->places[place].row + 0.5f;
    if (kind == HERO) {
        def.navigation = THRONG_NAVIGATE_GUEST; /* hero.c moves it */
        def.responsibility = 0.0f;              /* all others make way */
    }
    throng_agent agent;
    check(game, throng_crowd_add(game->crowd, 1, &def, 0, &agent));
    game->units[agent.index] = (rts_unit){.agent = agent,
                                          .side = side,
                                          .wing = wing,
                                          .health = kinds[kind].health,
                                          .kind = kind,
                                          .order = ATTACK,
                                          .going = place,
                                          .x = def.x,
                                          .y = def.y};
    if (kind != HERO) {
        game->count[side]++;
        game->born[side]++;
    }
    return agent.index;
}

/* Every tenth unit is a giant. */
static unit_kind next_kind(const rts_game *game, int32_t side)
{
    return game->born[side] % 10 == 9 ? GIANT : SOLDIER;
}

void army_create(rts_game *game)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = SLOTS;
    def.max_neighbors = 8;
    def.terrain = game->terrain;
    def.flow = game->flow;
    def.symmetry = 0.05f;
    def.settle = 1;      /* hundreds share a flag: they gather around it */
    def.hash_guests = 1; /* the hero counts too */
    check(game, throng_crowd_create(game->context, &def, &game->crowd));
    for (int32_t side = 0; side < SIDES; side++) {
        find_births(game, side);
        for (int32_t i = 0; i < UNITS_PER_SIDE; i++)
            army_add(game, side, next_kind(game, side), game->births[side][i]);
    }
}

/* One birth a frame at most, for each side in turn. */
void army_births(rts_game *game)
{
    const int32_t side = game->frame % SIDES;
    if (game->count[side] < UNITS_PER_SIDE)
        army_add(game, side, next_kind(game, side), game->births[side][game->born[side] % BIRTH_CELLS]);
}

/* All that died in this frame leave the crowd in one call. */
void army_deaths(rts_game *game)
{
    throng_agent dead[SLOTS];
    int32_t count = 0;
    for (int32_t slot = 0; slot < SLOTS; slot++) {
        rts_unit *const unit = &game->units[slot];
        if (unit->agent.generation == 0 || unit->health > 0)
            continue;
        dead[count++] = unit->agent;
        unit->agent.generation = 0;
        game->count[unit->side]--;
        game->killed[unit->side]++;
    }
    check(game, throng_crowd_remove(game->crowd, count, dead, 0));
}

/* NULL stands for all agents in ascending index, which is the order of slots. */
void army_read_positions(rts_game *game)
{
    const int32_t count = game->count[BLUE] + game->count[RED] + 1;
    int32_t row = 0;
    check(game, throng_crowd_get(game->crowd, THRONG_AGENT_POSITION, count, NULL, 0, game->positions, 0));
    for (int32_t slot = 0; slot < SLOTS; slot++) {
        rts_unit *const unit = &game->units[slot];
        if (unit->agent.generation == 0)
            continue;
        unit->x = game->positions[row][0];
        unit->y = game->positions[row][1];
        row++;
    }
}
