/* The map: cells, gates, and the flow fields that lead to flags and bases. */
#include "game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Letters of the map's file: . ground, S shallow water, W deep water, T trees, @ rock or wall, A to C gates,
 * 1 to 4 flags, b and r the bases. */
static const char gate_letters[] = "ABC", place_letters[] = "1234br";

enum { WEST_GATE, BRIDGE_GATE, EAST_GATE };

static void load(rts_game *game, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[WIDTH + 16];
    int32_t rows = 0;
    for (int32_t head = 0; file && head < 4 && fgets(line, sizeof line, file);)
        head++; /* type, height, width, map */
    while (file && rows < HEIGHT && fgets(line, sizeof line, file) && strcspn(line, "\r\n") == WIDTH)
        memcpy(game->cells + (size_t)rows++ * WIDTH, line, WIDTH);
    if (file)
        fclose(file);
    if (rows < HEIGHT) {
        fprintf(stderr, "%s: no map of %d x %d cells\n", path, (int)WIDTH, (int)HEIGHT);
        exit(EXIT_FAILURE);
    }
}

/* The rectangle of cells with a letter. */
static throng_region find_letter(const rts_game *game, char letter)
{
    throng_region found = {WIDTH, HEIGHT, 0, 0};
    for (int32_t i = 0; i < CELLS; i++) {
        const int32_t column = i % WIDTH, row = i / WIDTH;
        if (game->cells[i] != letter)
            continue;
        found.column = column < found.column ? column : found.column;
        found.row = row < found.row ? row : found.row;
        found.width = column - found.column + 1 > found.width ? column - found.column + 1 : found.width;
        found.height = row - found.row + 1;
    }
    if (found.width == 0) {
        fprintf(stderr, "the map has no cell '%c'\n", letter);
        exit(EXIT_FAILURE);
    }
    return found;
}

int32_t world_is_free(const rts_game *game, int32_t column, int32_t row)
{
    if (column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT)
        return 0;
    const char letter = game->cells[row * WIDTH + column];
    const char *const found = memchr(gate_letters, letter, GATES);
    if (found)
        return game->gates[found - gate_letters].open;
    return letter != '@' && letter != 'T' && letter != 'W';
}

static void create_terrain(rts_game *game)
{
    static uint8_t blocked[CELLS];
    for (int32_t i = 0; i < CELLS; i++)
        blocked[i] = !world_is_free(game, i % WIDTH, i / WIDTH);
    throng_terrain_def def = throng_terrain_default_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    check(game, throng_terrain_create(game->context, &def, &game->terrain));
    check(game, throng_terrain_set(game->terrain, NULL, blocked, 0));
}

/* One field for each place, and each of them for two sizes: giants do not fit through narrow doors, so their
 * paths are others. Units take the field of their size by themselves. */
static void create_flow(rts_game *game)
{
    throng_flow_def def = throng_flow_default_def();
    def.terrain = game->terrain;
    def.fields = PLACES;
    def.clearance_count = 2;
    def.clearances[0] = kinds[SOLDIER].radius;
    def.clearances[1] = kinds[GIANT].radius;
    def.costs = 1;        /* shallow water costs 2: units wade at half their speed, */
    def.slow_by_cost = 1; /* and paths over land are preferred up to twice the length */
    def.unreached = THRONG_FLOW_UNREACHED_NEAREST; /* who is locked out goes to the gate and waits there */
    check(game, throng_flow_create(game->context, &def, &game->flow));

    static uint8_t costs[CELLS];
    for (int32_t i = 0; i < CELLS; i++)
        costs[i] = game->cells[i] == 'S' ? 2 : 1;
    check(game, throng_flow_set_costs(game->flow, NULL, costs, 0));
    for (int32_t place = 0; place < PLACES; place++)
        check(game, throng_flow_set_goals(game->flow, place, 1, &game->places[place], 0));
    check(game, throng_flow_update(game->flow));
}

void world_create(rts_game *game, const char *path)
{
    load(game, path);
    for (int32_t i = 0; i < GATES; i++) {
        game->gates[i].cells = find_letter(game, gate_letters[i]);
        game->gates[i].open = 1;
    }
    for (int32_t i = 0; i < PLACES; i++) {
        const throng_region found = find_letter(game, place_letters[i]);
        game->places[i] = (throng_cell){found.column, found.row};
    }
    create_terrain(game);
    create_flow(game);
}

void world_destroy(rts_game *game)
{
    check(game, throng_flow_destroy(game->flow));
    check(game, throng_terrain_destroy(game->terrain));
}

/* Whether a shot gets from one point to the other: walls, trees and closed gates stop it, water does not. */
int32_t world_sees(const rts_game *game, float x0, float y0, float x1, float y1)
{
    enum { POINTS = 20 }; /* at most half a cell apart */
    for (int32_t i = 1; i < POINTS; i++) {
        const float part = (float)i / (float)POINTS;
        const int32_t column = (int32_t)(x0 + (x1 - x0) * part), row = (int32_t)(y0 + (y1 - y0) * part);
        if (game->cells[row * WIDTH + column] != 'W' && !world_is_free(game, column, row))
            return 0;
    }
    return 1;
}

/* Cells of the terrain are all that has to change. Flow, influence and crowd see it in their next update. */
void world_set_gate(rts_game *game, int32_t number, int32_t open)
{
    rts_gate *const gate = &game->gates[number];
    gate->open = open;
    gate->changed = game->frame;
    check(game, throng_terrain_fill(game->terrain, &gate->cells, !open));
}

/* How strong a side is behind the gate of its base. */
static float muster(const rts_game *game, int32_t side)
{
    const throng_region at = game->gates[side == BLUE ? WEST_GATE : EAST_GATE].cells;
    const float x = (float)at.column + (side == BLUE ? -3.5f : 5.5f);
    return survey_strength(game, side, x, (float)at.row + 0.5f * (float)at.height);
}

/* The gate of a base opens for four seconds once enough have gathered behind it. Giants wait there;
 * soldiers slip out by the small doors. The gate of the bridge goes by the clock, but stays for four seconds
 * as the player has set it. */
static int32_t should_be_open(const rts_game *game, int32_t number)
{
    const rts_gate *const gate = &game->gates[number];
    const int32_t fresh = game->frame - gate->changed < 4 * FRAMES_PER_SECOND;
    if (fresh && (gate->open || number == BRIDGE_GATE))
        return gate->open;
    if (number == BRIDGE_GATE)
        return game->frame % (15 * FRAMES_PER_SECOND) < 10 * FRAMES_PER_SECOND;
    return muster(game, number == WEST_GATE ? BLUE : RED) > 40.0f;
}

/* Each gate has a frame of its own to change in, so that no frame pays for two. */
void world_move_gates(rts_game *game)
{
    const int32_t number = game->frame % TURN / 5 - 3;
    if (game->frame % 5 != 0 || number < 0 || number >= GATES)
        return;
    const int32_t open = should_be_open(game, number);
    if (open != game->gates[number].open)
        world_set_gate(game, number, open);
}
