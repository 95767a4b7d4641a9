/* Rules: levels, lives, pills, scores, time. ghosts.c has the ghosts. */
#include "scenes/pacman/game.h"

#include <string.h>

/* Levels 1, 2-4, 5-20, and from 21. */
static const game_speeds speeds[] = {
    {80, 90, 75, 40, 50}, {90, 95, 85, 45, 55}, {100, 100, 95, 50, 60}, {90, 90, 95, 50, 60}};

const game_speeds *game_level_speeds(int32_t level)
{
    return &speeds[level >= 21 ? 3 : level >= 5 ? 2 : level >= 2 ? 1 : 0];
}

/* A cell at full speed takes 8 of 75.76 pixels a second. */
int32_t game_ticks(int32_t seconds) { return seconds * 947 / 100; }

int32_t game_edible_ticks(int32_t level)
{
    static const uint8_t seconds[] = {6, 5, 4, 3, 2, 5, 2, 2, 1, 5, 2, 1, 1, 3, 1, 1, 0, 1};
    int32_t count = (int32_t)(sizeof seconds / sizeof *seconds);
    return level <= count ? game_ticks(seconds[level - 1]) : 0;
}

int32_t game_phase_ticks(int32_t level, int32_t phase)
{
    /* Scatter and chase take turns; from the eighth on it is chase for ever. */
    static const int16_t seconds[3][7] = {
        {7, 20, 7, 20, 5, 20, 5}, {7, 20, 7, 20, 5, 1033, 0}, {5, 20, 5, 20, 5, 1037, 0}};
    int row = level >= 5 ? 2 : level >= 2 ? 1 : 0;
    if (phase >= 7)
        return 0;
    int32_t ticks = game_ticks(seconds[row][phase]);
    return ticks > 0 ? ticks : 1;
}

/* SplitMix64: the state counts, and each output is a mix of it alone. */
uint32_t game_random(game *g, uint32_t count)
{
    uint64_t x = g->random += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return (uint32_t)(((x >> 32) * count) >> 32);
}

static void begin_life(game *g)
{
    g->cell = g->maze->start;
    g->heading = LEFT;
    g->progress = 0;
    g->edible_left = 0;
    g->ghosts_eaten = 0;
    g->phase = 0;
    g->phase_left = game_phase_ticks(g->level, 0);
    g->idle = 0;
    ghosts_place(g);
}

static void begin_level(game *g)
{
    g->speeds = game_level_speeds(g->level);
    g->maze = &g->mazes[(g->first_maze + g->level - 1) % MAZE_COUNT];
    memcpy(g->content, g->maze->content, sizeof g->content);
    g->pills_left = g->maze->pills;
    g->count_all = -1;
    memset(g->counts, 0, sizeof g->counts);
    begin_life(g);
}

void game_start(game *g, const maze *mazes, int32_t first_maze, uint64_t seed)
{
    memset(g, 0, sizeof *g);
    g->mazes = mazes;
    g->first_maze = first_maze;
    g->random = seed;
    g->lives = GAME_LIVES;
    g->level = 1;
    g->eaten = -1;
    begin_level(g);
}

void game_add_score(game *g, int32_t points)
{
    g->score += points;
    if (!g->extra_life && g->score >= SCORE_EXTRA_LIFE) {
        g->extra_life = 1;
        g->lives++;
    }
}

void game_lose_life(game *g)
{
    g->events |= GAME_LOST_LIFE;
    g->count_all = 0;
    if (--g->lives == 0)
        g->events |= GAME_OVER;
    else
        begin_life(g);
}

static int her_speed(const game *g) { return g->edible_left > 0 ? g->speeds->her_power : g->speeds->her; }

int game_her_turn(const game *g) { return g->progress + her_speed(g) >= 100; }

/* Chewing takes one or three of the arcade's frames, of which a tick has 6.3. */
static void eat(game *g)
{
    int content = g->content[g->cell];
    if (content == MAZE_EMPTY)
        return;
    g->content[g->cell] = MAZE_EMPTY;
    g->eaten = g->cell;
    g->idle = 0;
    g->hunger = 0;
    ghosts_pill_eaten(g);
    if (content == MAZE_POWER) {
        g->events |= GAME_ATE_POWER;
        g->progress = (int16_t)(g->progress - her_speed(g) * 47 / 100);
        game_add_score(g, SCORE_POWER);
        ghosts_make_edible(g);
    } else {
        g->events |= GAME_ATE_PILL;
        g->progress = (int16_t)(g->progress - her_speed(g) * 16 / 100);
        game_add_score(g, SCORE_PILL);
    }
    if (--g->pills_left == 0) {
        g->events |= GAME_NEXT_LEVEL;
        g->level++;
        begin_level(g);
    }
}

/* Whether the tick goes on with the ghosts. */
static int move_her(game *g, int way)
{
    g->progress = (int16_t)(g->progress + her_speed(g));
    if (g->progress < 100)
        return 1;
    g->progress = (int16_t)(g->progress - 100);
    int16_t next = g->maze->next[g->cell][way];
    if (next < 0)
        return 1;
    g->cell = next;
    g->heading = (uint8_t)way;
    eat(g);
    if (g->events & GAME_NEXT_LEVEL)
        return 0;
    for (int32_t i = 0; i < GHOSTS; i++) {
        if (ghosts_meet(g, i))
            return 0;
    }
    return 1;
}

static void run_clocks(game *g)
{
    g->idle++;
    if (g->edible_left > 0) {
        if (--g->edible_left == 0) {
            for (int32_t i = 0; i < GHOSTS; i++)
                g->ghosts[i].edible = 0;
        }
    } else if (g->phase_left > 0 && --g->phase_left == 0) {
        g->phase++;
        g->phase_left = game_phase_ticks(g->level, g->phase);
        ghosts_turn_back(g);
    }
}

void game_step(game *g, int way)
{
    g->events = 0;
    g->eaten = -1;
    g->tick++;
    run_clocks(g);
    if (move_her(g, way)) {
        ghosts_release(g);
        ghosts_move(g);
    }
    if (++g->hunger >= GAME_HUNGER)
        g->events |= GAME_OVER;
}
