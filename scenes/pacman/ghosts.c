/* The ghosts: what each is after, how they move, the house. */
#include "scenes/pacman/game.h"

enum { SPEED_EYES = 160 };

/* Blinky begins outside; whoever was eaten comes home to its own place, Blinky to Pinky's. */
static const uint8_t homes[GHOSTS] = {HOME_MIDDLE, HOME_MIDDLE, HOME_LEFT, HOME_RIGHT};

void ghosts_place(game *g)
{
    for (int32_t i = 0; i < GHOSTS; i++) {
        ghost *one = &g->ghosts[i];
        *one = (ghost){.cell = g->maze->exit, .heading = LEFT, .last = LEFT, .state = GHOST_ROAMS};
        if (i != BLINKY) {
            one->state = GHOST_WAITS;
            one->inside = (int16_t)maze_home_steps(homes[i]);
        }
    }
    ghosts_release(g);
}

void ghosts_turn_back(game *g)
{
    for (int32_t i = 0; i < GHOSTS; i++) {
        ghost *one = &g->ghosts[i];
        if (one->state == GHOST_ROAMS)
            one->heading = (uint8_t)opposite(one->last);
    }
}

void ghosts_make_edible(game *g)
{
    ghosts_turn_back(g);
    g->ghosts_eaten = 0;
    g->edible_left = game_edible_ticks(g->level);
    for (int32_t i = 0; i < GHOSTS; i++) {
        int eaten = g->ghosts[i].state == GHOST_FLEES || g->ghosts[i].state == GHOST_ENTERS;
        g->ghosts[i].edible = g->edible_left > 0 && !eaten;
    }
}

/* ---------------------------------------------------------------- the house -------------------------- */

static int first_waiting(const game *g)
{
    for (int i = PINKY; i <= SUE; i++) {
        if (g->ghosts[i].state == GHOST_WAITS)
            return i;
    }
    return -1;
}

void ghosts_pill_eaten(game *g)
{
    int i = first_waiting(g);
    if (g->count_all >= 0)
        g->count_all++;
    else if (i >= 0)
        g->counts[i]++;
}

/* Each waiting ghost counts the pills that are eaten while it is the first; after a lost life one count
 * serves all. And nobody waits for long where nothing is eaten. */
static int may_leave(const game *g, int i)
{
    static const uint8_t own[3][GHOSTS] = {{0, 0, 30, 60}, {0, 0, 0, 50}, {0, 0, 0, 0}};
    static const uint8_t all[GHOSTS] = {0, 7, 17, 32};
    if (g->idle >= game_ticks(g->level < 5 ? 4 : 3))
        return 1;
    if (g->count_all >= 0)
        return g->count_all >= all[i];
    return g->counts[i] >= own[g->level < 3 ? g->level - 1 : 2][i];
}

void ghosts_release(game *g)
{
    for (int i = first_waiting(g); i >= 0 && may_leave(g, i); i = first_waiting(g)) {
        if (g->idle >= game_ticks(g->level < 5 ? 4 : 3))
            g->idle = 0; /* the next one waits anew */
        else if (i == SUE && g->count_all >= 0)
            g->count_all = -1;
        g->ghosts[i].state = GHOST_LEAVES;
    }
}

/* ---------------------------------------------------------------- where to --------------------------- */

static void chase_target(const game *g, int32_t i, int32_t *column, int32_t *row)
{
    const maze *m = g->maze;
    int32_t x = m->column[g->cell], y = m->row[g->cell];
    int32_t ahead_x = direction_x[g->heading], ahead_y = direction_y[g->heading];
    if (i == PINKY) { /* lies in ambush ahead of her */
        x += 4 * ahead_x;
        y += 4 * ahead_y;
    } else if (i == INKY) { /* on the far side of her, seen from Blinky */
        int16_t blinky = g->ghosts[BLINKY].cell;
        x = 2 * (x + 2 * ahead_x) - m->column[blinky];
        y = 2 * (y + 2 * ahead_y) - m->row[blinky];
    } else if (i == SUE) { /* loses heart near her */
        int16_t own = g->ghosts[SUE].cell;
        int32_t dx = m->column[own] - x, dy = m->row[own] - y;
        if (dx * dx + dy * dy <= 8 * 8) {
            x = 0;
            y = MAZE_HEIGHT;
        }
    }
    *column = x;
    *row = y;
}

void ghosts_target(const game *g, int32_t i, int32_t *column, int32_t *row)
{
    static const int32_t corners[GHOSTS][2] = {
        {MAZE_WIDTH - 1, -2}, {0, -2}, {MAZE_WIDTH - 1, MAZE_HEIGHT}, {0, MAZE_HEIGHT}};
    if (g->phase % 2 == 1) {
        chase_target(g, i, column, row);
    } else {
        *column = corners[i][0];
        *row = corners[i][1];
    }
}

/* Ghosts never turn back by themselves. At a crossing an edible one takes any way, the others the one whose
 * next cell is the nearest to the target. Blinky and Pinky stray in the first scatter: that is what makes
 * one game differ from the next. */
static int choose_way(game *g, int32_t i)
{
    const maze *m = g->maze;
    const ghost *one = &g->ghosts[i];
    if (m->forced[one->cell][one->last] >= 0)
        return m->forced[one->cell][one->last];
    int ways[DIRECTIONS], count = 0;
    for (int way = 0; way < DIRECTIONS; way++) {
        if (way != opposite(one->last) && m->next[one->cell][way] >= 0)
            ways[count++] = way;
    }
    if (one->edible || (g->phase == 0 && i <= PINKY))
        return ways[game_random(g, (uint32_t)count)];
    int32_t x, y, nearest = INT32_MAX;
    ghosts_target(g, i, &x, &y);
    int best = ways[0];
    for (int k = 0; k < count; k++) {
        int16_t next = m->next[one->cell][ways[k]];
        int32_t dx = m->column[next] - x, dy = m->row[next] - y;
        if (dx * dx + dy * dy < nearest) {
            nearest = dx * dx + dy * dy;
            best = ways[k];
        }
    }
    return best;
}

/* ---------------------------------------------------------------- moving ----------------------------- */

static int speed_of(const game *g, const ghost *one)
{
    const game_speeds *s = g->speeds;
    if (one->state == GHOST_WAITS)
        return 0;
    if (one->state == GHOST_FLEES || one->state == GHOST_ENTERS)
        return SPEED_EYES;
    if (one->state == GHOST_LEAVES || g->maze->tunnel[one->cell])
        return s->ghost_tunnel;
    return one->edible ? s->ghost_edible : s->ghost;
}

static void advance(game *g, int32_t i)
{
    const maze *m = g->maze;
    ghost *one = &g->ghosts[i];
    if (one->state == GHOST_ROAMS) {
        one->cell = m->next[one->cell][one->heading];
        one->last = one->heading;
        one->heading = (uint8_t)choose_way(g, i);
    } else if (one->state == GHOST_FLEES) {
        if (one->cell == m->exit) {
            one->state = GHOST_ENTERS;
        } else {
            one->heading = m->way_home[one->cell];
            one->cell = m->next[one->cell][one->heading];
        }
    } else if (one->state == GHOST_ENTERS) {
        if (++one->inside == maze_home_steps(homes[i]))
            one->state = GHOST_LEAVES;
    } else if (one->state == GHOST_LEAVES && --one->inside == 0) {
        one->state = GHOST_ROAMS;
        one->heading = one->last = LEFT;
    }
}

int ghosts_meet(game *g, int32_t i)
{
    ghost *one = &g->ghosts[i];
    if (one->cell != g->cell || one->state != GHOST_ROAMS)
        return 0;
    if (!one->edible) {
        game_lose_life(g);
        return 1;
    }
    g->events |= GAME_ATE_GHOST;
    game_add_score(g, SCORE_GHOST << g->ghosts_eaten++);
    one->edible = 0;
    one->state = GHOST_FLEES;
    return 0;
}

void ghosts_move(game *g)
{
    for (int32_t i = 0; i < GHOSTS; i++) {
        ghost *one = &g->ghosts[i];
        one->progress = (int16_t)(one->progress + speed_of(g, one));
        while (one->progress >= 100) {
            one->progress = (int16_t)(one->progress - 100);
            advance(g, i);
            if (ghosts_meet(g, i))
                return;
        }
    }
}
