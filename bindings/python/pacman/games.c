#include "bindings/python/pacman/games.h"

#include "examples/pacman/controller.h"
#include "scenes/pacman/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct player {
    game game;
    controller controller;
    int32_t paid; /* points that were rewards */
} player;

struct pacman_games {
    int32_t count;
    setting setting;
    maze mazes[MAZE_COUNT];
    field fields[MAZE_COUNT];
    float (
        *ghosts[MAZE_COUNT])[MAZE_CELLS]; /* the field's, with a row for each stance: whole maps are added */
    player *players;
};

/* Of one game, by cell. */
typedef struct influences {
    double pills[MAZE_CELLS], ghosts[MAZE_CELLS], edible[MAZE_CELLS];
} influences;

/* ---------------------------------------------------------------- creation --------------------------- */

static int turn_over(pacman_games *games, int32_t number)
{
    const field *f = &games->fields[number];
    size_t stances = (size_t)f->stances;
    float(*rows)[MAZE_CELLS] = calloc(stances, sizeof *rows);
    if (rows == NULL)
        return -1;
    for (size_t cell = 0; cell < (size_t)f->maze->count; cell++) {
        for (size_t stance = 0; stance < stances; stance++)
            rows[stance][cell] = f->ghost[cell * stances + stance];
    }
    games->ghosts[number] = rows;
    return 0;
}

static int make_tables(pacman_games *games)
{
    field_maker *maker = field_maker_create(games->mazes);
    int code = maker != NULL ? field_make(maker, &games->setting.kind, games->fields) : -1;
    field_maker_destroy(maker);
    for (int32_t i = 0; code == 0 && i < MAZE_COUNT; i++)
        code = turn_over(games, i);
    return code;
}

pacman_games *pacman_games_create(int32_t count, int32_t setting_number)
{
    pacman_games *games = calloc(1, sizeof *games);
    if (games == NULL)
        return NULL;
    games->count = count;
    games->setting = settings_get(setting_number);
    games->players = calloc((size_t)count, sizeof *games->players);
    int code = games->players != NULL ? 0 : -1;
    for (int32_t i = 0; code == 0 && i < MAZE_COUNT; i++) {
        maze_load(&games->mazes[i], i);
        code = field_allocate(&games->fields[i], &games->mazes[i]);
    }
    if (code != 0 || make_tables(games) != 0) {
        fprintf(stderr, "pacman: out of memory for %d games\n", (int)count);
        pacman_games_destroy(games);
        return NULL;
    }
    for (int32_t i = 0; i < count; i++)
        pacman_games_start(games, i, 0, 0);
    return games;
}

void pacman_games_destroy(pacman_games *games)
{
    if (games == NULL)
        return;
    for (int32_t i = 0; i < MAZE_COUNT; i++) {
        field_free(&games->fields[i]);
        free(games->ghosts[i]);
    }
    free(games->players);
    free(games);
}

/* ---------------------------------------------------------------- play ------------------------------- */

static int is_over(const game *g) { return (g->events & GAME_OVER) != 0; }

static void tick(player *p, int way)
{
    game_step(&p->game, way);
    controller_watch(&p->controller, &p->game);
}

/* Where no decision matters. */
static void run(player *p)
{
    while (!is_over(&p->game) && !game_her_turn(&p->game))
        tick(p, p->game.heading);
}

void pacman_games_start(pacman_games *games, int32_t number, int32_t first_maze, uint64_t seed)
{
    player *p = &games->players[number];
    game_start(&p->game, games->mazes, first_maze, seed);
    controller_begin(&p->controller, games->fields, &games->setting.weights, &p->game);
    p->paid = 0;
    run(p);
}

void pacman_games_step(pacman_games *games, const int64_t *directions, const uint8_t *skip, double *rewards,
                       uint8_t *ends)
{
    for (int32_t i = 0; i < games->count; i++) {
        player *p = &games->players[i];
        rewards[i] = 0.0;
        ends[i] = GOES_ON;
        if (skip[i])
            continue;
        if (!is_over(&p->game)) {
            tick(p, (int)(directions[i] & (DIRECTIONS - 1)));
            run(p);
        }
        rewards[i] = (double)(p->game.score - p->paid);
        p->paid = p->game.score;
        if (is_over(&p->game))
            ends[i] = p->game.lives == 0 ? LIVES_LOST : TIME_OVER;
    }
}

void pacman_games_choose(const pacman_games *games, int64_t *directions)
{
    for (int32_t i = 0; i < games->count; i++)
        directions[i] = controller_choose(&games->players[i].controller, &games->players[i].game);
}

int32_t pacman_games_play(const pacman_games *games, int32_t first_maze, uint64_t seed)
{
    game g;
    controller c;
    controller_play(&c, games->fields, &games->setting.weights, &g, games->mazes, first_maze, seed);
    return g.score;
}

/* ---------------------------------------------------------------- observations ----------------------- */

static int32_t maze_of(const pacman_games *games, const game *g) { return (int32_t)(g->maze - games->mazes); }

static void add_ghosts(const pacman_games *games, const player *p, int32_t first, int32_t end,
                       influences *found)
{
    const game *g = &p->game;
    int32_t number = maze_of(games, g);
    for (int32_t i = 0; i < GHOSTS; i++) {
        const ghost *one = &g->ghosts[i];
        if (!ghost_counts(one))
            continue;
        const float *row = games->ghosts[number][p->controller.field->stance[one->cell][one->heading]];
        double influence = p->controller.ghost[1][one->edible],
               *sum = one->edible ? found->edible : found->ghosts;
        for (int32_t k = first; k < end; k++)
            sum[k] += influence * (double)row[k];
    }
}

/* On cells first .. end-1. */
static void find_influences(const pacman_games *games, const player *p, int32_t first, int32_t end,
                            influences *found)
{
    const controller *c = &p->controller;
    for (int32_t k = first; k < end; k++) {
        found->pills[k] = c->weights[0] * c->pill[k] + c->weights[1] * c->power[k];
        found->ghosts[k] = found->edible[k] = 0.0;
    }
    add_ghosts(games, p, first, end, found);
}

void pacman_games_maps(const pacman_games *games, int32_t first, int32_t count, float *maps)
{
    enum { CELLS = MAZE_HEIGHT * MAZE_WIDTH };
    for (int32_t i = 0; i < count; i++) {
        const player *p = &games->players[first + i];
        const maze *m = p->game.maze;
        float *to = maps + (size_t)i * MAPS_LAYERS * CELLS;
        influences found;
        find_influences(games, p, 0, MAZE_CELLS, &found);
        memset(to, 0, sizeof *to * MAPS_LAYERS * CELLS);
        for (int32_t k = 0; k < m->count; k++) {
            int32_t place = m->row[k] * MAZE_WIDTH + m->column[k];
            to[MAPS_PILLS * CELLS + place] = (float)found.pills[k];
            to[MAPS_GHOSTS * CELLS + place] = (float)found.ghosts[k];
            to[MAPS_EDIBLE * CELLS + place] = (float)found.edible[k];
            to[MAPS_FREE * CELLS + place] = 1.0f;
        }
        to[MAPS_HER * CELLS + m->row[p->game.cell] * MAZE_WIDTH + m->column[p->game.cell]] = 1.0f;
    }
}

void pacman_games_near(const pacman_games *games, int32_t first, int32_t count, float *near)
{
    for (int32_t i = 0; i < count; i++) {
        const player *p = &games->players[first + i];
        influences found;
        for (int32_t way = 0; way < DIRECTIONS; way++) {
            float *to = near + ((size_t)i * DIRECTIONS + (size_t)way) * NEAR_VALUES;
            int32_t cell = p->game.maze->next[p->game.cell][way];
            memset(to, 0, sizeof *to * NEAR_VALUES);
            if (cell < 0)
                continue;
            find_influences(games, p, cell, cell + 1, &found);
            to[NEAR_FREE] = 1.0f;
            to[NEAR_PILLS] = (float)found.pills[cell];
            to[NEAR_GHOSTS] = (float)found.ghosts[cell];
            to[NEAR_EDIBLE] = (float)found.edible[cell];
        }
    }
}

/* No object has more influence anywhere than where it is, and all pills are there at the beginning of a
 * level. */
void pacman_games_limits(const pacman_games *games, float *low, float *high)
{
    const field_weights *w = &games->setting.weights;
    double most = 0.0;
    for (int32_t i = 0; i < MAZE_COUNT; i++) {
        const field *f = &games->fields[i];
        for (int32_t k = 0; k < MAZE_CELLS; k++) {
            double all = (double)w->pill * f->all_pills[k] + (double)w->power * f->all_powers[k];
            most = all > most ? all : most;
        }
    }
    memset(low, 0, sizeof *low * MAPS_LAYERS);
    low[MAPS_GHOSTS] = (float)GHOSTS * w->ghost;
    high[MAPS_PILLS] = (float)most;
    high[MAPS_GHOSTS] = 0.0f;
    high[MAPS_EDIBLE] = (float)GHOSTS * w->edible;
    high[MAPS_FREE] = high[MAPS_HER] = 1.0f;
}

void pacman_games_facts(const pacman_games *games, int32_t first, int32_t count, int32_t *facts)
{
    for (int32_t i = 0; i < count; i++) {
        const game *g = &games->players[first + i].game;
        facts[i * FACTS + FACT_SCORE] = g->score;
        facts[i * FACTS + FACT_LEVEL] = g->level;
        facts[i * FACTS + FACT_LIVES] = g->lives;
        facts[i * FACTS + FACT_TICK] = g->tick;
    }
}

int32_t pacman_games_most_objects(void) { return FIELD_MOST_OBJECTS; }

int32_t pacman_games_objects(const pacman_games *games, throng_influence_object *objects)
{
    int32_t count = 0;
    for (int32_t i = 0; i < games->count; i++) {
        const setting *s = &games->setting;
        int32_t more = field_objects(&s->kind, &s->weights, &games->players[i].game, &objects[count]);
        for (int32_t k = 0; k < more; k++)
            objects[count + k].world = i;
        count += more;
    }
    return count;
}

static void put_ghost(const game *g, int32_t i, uint8_t *board)
{
    static const uint8_t homes[GHOSTS] = {HOME_MIDDLE, HOME_MIDDLE, HOME_LEFT, HOME_RIGHT};
    const ghost *one = &g->ghosts[i];
    int eyes = one->state == GHOST_FLEES || one->state == GHOST_ENTERS;
    int32_t column = g->maze->column[one->cell], row = g->maze->row[one->cell];
    if (one->state != GHOST_ROAMS && one->state != GHOST_FLEES)
        maze_home_place(g->maze, homes[i], one->inside, &column, &row);
    board[row * MAZE_WIDTH + column] = (uint8_t)(eyes          ? BOARD_EYES
                                                 : one->edible ? BOARD_EDIBLE
                                                               : BOARD_GHOST + i);
}

void pacman_games_board(const pacman_games *games, int32_t number, uint8_t *board)
{
    const game *g = &games->players[number].game;
    const maze *m = g->maze;
    memset(board, BOARD_WALL, (size_t)MAZE_HEIGHT * MAZE_WIDTH);
    for (int32_t home = 0; home < HOME_COUNT; home++) {
        for (int32_t steps = 1; steps <= maze_home_steps(home); steps++) {
            int32_t column, row;
            maze_home_place(m, home, steps, &column, &row);
            board[row * MAZE_WIDTH + column] = BOARD_HOUSE;
        }
    }
    for (int32_t cell = 0; cell < m->count; cell++)
        board[m->row[cell] * MAZE_WIDTH + m->column[cell]] = (uint8_t)(BOARD_FREE + g->content[cell]);
    for (int32_t i = 0; i < GHOSTS; i++)
        put_ghost(g, i, board);
    board[m->row[g->cell] * MAZE_WIDTH + m->column[g->cell]] = BOARD_HER;
}
