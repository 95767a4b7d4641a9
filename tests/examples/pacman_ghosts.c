/* The ghosts of examples/pacman: what each is after, when they are edible, how they leave the house. */
#include "tests/examples/pacman.h"

TestSuite(ghosts, .init = load);

/* ---------------------------------------------------------------- ghosts: where to ------------------- */

static void expect_target(const game *g, int i, int32_t column, int32_t row, const char *what)
{
    int32_t x, y;
    ghosts_target(g, i, &x, &y);
    cr_expect(x == column && y == row, "%s: (%d, %d), expected (%d, %d)", what, (int)x, (int)y, (int)column,
              (int)row);
}

Test(ghosts, have_targets_of_their_own)
{
    game g = started(9);
    const maze *m = g.maze;
    g.phase = 1;
    g.cell = m->cell_at[4][6];
    g.heading = RIGHT;
    cr_assert(g.cell >= 0);
    int16_t blinky = m->cell_at[7][3], far = m->cell_at[29][26], near = m->cell_at[4][9];
    cr_assert(blinky >= 0 && far >= 0 && near >= 0);
    send(&g, BLINKY, blinky, LEFT);
    expect_target(&g, BLINKY, 6, 4, "Blinky: her cell");
    expect_target(&g, PINKY, 10, 4, "Pinky: four cells ahead of her");
    expect_target(&g, INKY, 2 * 8 - 3, 2 * 4 - 7, "Inky: beyond two cells ahead of her, from Blinky");
    send(&g, SUE, far, LEFT);
    expect_target(&g, SUE, 6, 4, "Sue, far: her cell");
    send(&g, SUE, near, LEFT);
    expect_target(&g, SUE, 0, MAZE_HEIGHT, "Sue, near: her own corner");
    g.heading = UP;
    expect_target(&g, PINKY, 6, 0, "Pinky, upwards: straight ahead");
    g.phase = 2;
    expect_target(&g, BLINKY, MAZE_WIDTH - 1, -2, "Blinky's corner");
    expect_target(&g, PINKY, 0, -2, "Pinky's corner");
    expect_target(&g, INKY, MAZE_WIDTH - 1, MAZE_HEIGHT, "Inky's corner");
    expect_target(&g, SUE, 0, MAZE_HEIGHT, "Sue's corner");
}

/* At a crossing: the neighbour nearest to the target, of equal ones up, left, down, right; not back. */
Test(ghosts, take_the_nearest_way)
{
    uint64_t random = 5;
    int choices = 0, strays = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        game g = started(seed);
        while (!(g.events & GAME_OVER)) {
            int phase = g.phase;
            game before = g;
            game_step(&g, stroll(&g, &random));
            if (g.phase != phase || g.events & (GAME_LOST_LIFE | GAME_ATE_POWER | GAME_NEXT_LEVEL))
                continue;
            for (int i = 0; i < GHOSTS; i++) {
                const ghost *one = &g.ghosts[i];
                if (one->state != GHOST_ROAMS || before.ghosts[i].state != GHOST_ROAMS ||
                    one->cell == before.ghosts[i].cell || one->edible || i == INKY)
                    continue; /* Inky's target moves with Blinky, who has gone before */
                cr_assert(one->heading != opposite(one->last) && g.maze->next[one->cell][one->heading] >= 0);
                int32_t x, y, best = INT32_MAX, chosen = -1;
                ghosts_target(&g, i, &x, &y);
                for (int way = 0; way < DIRECTIONS; way++) {
                    int16_t next = g.maze->next[one->cell][way];
                    if (next < 0 || way == opposite(one->last))
                        continue;
                    int32_t dx = g.maze->column[next] - x, dy = g.maze->row[next] - y;
                    if (dx * dx + dy * dy < best) {
                        best = dx * dx + dy * dy;
                        chosen = way;
                    }
                }
                if (g.phase == 0 && i <= PINKY) {
                    strays += one->heading != chosen;
                } else {
                    cr_expect(one->heading == chosen);
                    choices += g.maze->ways[one->cell] > 2;
                }
            }
        }
    }
    cr_expect(choices > 1000 && strays > 100, "%d choices, %d strays", choices, strays);
}

Test(ghosts, stray_when_edible)
{
    int taken[DIRECTIONS] = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        game g = started(seed);
        lock_up(&g);
        const maze *m = g.maze;
        int16_t crossing = m->cell_at[4][9]; /* ways to the left, to the right, and up */
        cr_assert(crossing >= 0 && m->ways[crossing] == 3);
        g.phase = 1;
        g.edible_left = 100;
        send(&g, SUE, m->next[crossing][LEFT], RIGHT);
        g.ghosts[SUE].edible = 1;
        g.ghosts[SUE].progress = 60;
        ghosts_move(&g);
        cr_assert(g.ghosts[SUE].cell == crossing);
        taken[g.ghosts[SUE].heading]++;
    }
    cr_expect(taken[LEFT] == 0 && taken[UP] > 150 && taken[RIGHT] > 150, "%d up, %d right", taken[UP],
              taken[RIGHT]);
}

Test(ghosts, turn_back_when_the_phase_changes)
{
    game g = started(10);
    lock_up(&g);
    eat_all(&g);
    int16_t cell = straight(g.maze, RIGHT, 3);
    int changes = 0;
    for (int phase = 0; phase < 7; phase++) {
        g.cell = g.maze->start;
        int32_t ticks = g.phase_left;
        cr_expect(ticks == game_phase_ticks(1, phase));
        for (int32_t tick = 1; tick < ticks; tick++) {
            game_step(&g, LEFT);
            g.cell = g.maze->start;
        }
        cr_expect(g.phase == phase);
        send(&g, SUE, g.maze->next[cell][RIGHT], RIGHT);
        g.ghosts[SUE].progress = -100; /* it does not move in the next tick */
        game_step(&g, LEFT);
        cr_expect(g.phase == phase + 1 && g.ghosts[SUE].heading == LEFT);
        changes += g.ghosts[SUE].heading == LEFT;
        g.ghosts[SUE].state = GHOST_WAITS;
        g.hunger = 0;
    }
    cr_expect(changes == 7 && g.phase_left == 0);
    for (int tick = 0; tick < 1500; tick++)
        game_step(&g, LEFT);
    cr_expect(g.phase == 7, "chase for ever");
}

/* ---------------------------------------------------------------- ghosts: edible --------------------- */

Test(ghosts, are_edible_for_a_while)
{
    for (int32_t level = 1; level <= 20; level++) {
        game g = started(11);
        g.level = level;
        g.speeds = game_level_speeds(level);
        lock_up(&g);
        int16_t cell = straight(g.maze, RIGHT, 4);
        send(&g, SUE, g.maze->next[cell][RIGHT], RIGHT);
        send(&g, PINKY, g.maze->next[cell][RIGHT], RIGHT);
        g.ghosts[PINKY].state = GHOST_FLEES;
        int32_t phase_left = g.phase_left;
        ghosts_make_edible(&g);
        cr_expect(g.ghosts[SUE].heading == LEFT, "they turn back, edible or not");
        cr_expect(g.ghosts[PINKY].heading == RIGHT && !g.ghosts[PINKY].edible, "eyes do not care");
        int32_t ticks = 0;
        while (g.ghosts[SUE].edible) {
            cr_expect(g.phase_left == phase_left, "phases wait");
            game_step(&g, LEFT);
            g.ghosts[SUE].progress = -100;
            g.cell = g.maze->start;
            ticks++;
        }
        cr_expect(ticks == game_edible_ticks(level), "level %d: %d ticks", (int)level, (int)ticks);
    }
}

Test(ghosts, come_back_from_the_house_dangerous)
{
    for (int i = 0; i < GHOSTS; i++) {
        game g = started(12);
        lock_up(&g);
        eat_all(&g);
        ghosts_make_edible(&g);
        g.edible_left = 1000;
        send(&g, i, g.maze->cell_at[29][1], RIGHT);
        g.ghosts[i].edible = 1;
        g.cell = g.ghosts[i].cell;
        ghosts_meet(&g, i);
        cr_assert(g.ghosts[i].state == GHOST_FLEES);
        cr_expect(!ghost_counts(&g.ghosts[i]));
        int entered = 0, ticks = 0;
        while (g.ghosts[i].state != GHOST_ROAMS && ticks < 300) {
            cr_expect(g.lives == 3 && !g.ghosts[i].edible);
            game_step(&g, LEFT);
            g.cell = g.maze->start;
            entered += g.ghosts[i].state == GHOST_ENTERS;
            ticks++;
        }
        cr_expect(entered > 0 && ticks < 100, "ghost %d: %d ticks", i, ticks);
        cr_expect(g.ghosts[i].cell == g.maze->exit && g.edible_left > 0 && !g.ghosts[i].edible);
    }
}

/* A ghost that waits is edible too, and comes out so. */
Test(ghosts, leave_the_house_edible)
{
    game g = started(13);
    ghosts_make_edible(&g);
    g.edible_left = 1000;
    for (int tick = 0; tick < 20; tick++) {
        game_step(&g, LEFT);
        g.cell = g.maze->start;
    }
    cr_expect(g.ghosts[PINKY].state == GHOST_ROAMS && g.ghosts[PINKY].edible);
}

/* ---------------------------------------------------------------- ghosts: the house ------------------ */

/* Eats the n-th pill of a game in the house's eyes. */
static void feed(game *g, int count)
{
    for (int k = 0; k < count; k++) {
        ghosts_pill_eaten(g);
        ghosts_release(g);
    }
}

Test(ghosts, leave_by_count)
{
    static const int pills[3][GHOSTS] = {{0, 0, 30, 60}, {0, 0, 0, 50}, {0, 0, 0, 0}};
    for (int32_t level = 1; level <= 3; level++) {
        game g = started(14);
        g.level = level;
        ghosts_place(&g);
        for (int i = PINKY; i <= SUE; i++) {
            int count = pills[level - 1][i];
            if (count > 0) {
                feed(&g, count - 1);
                cr_expect(g.ghosts[i].state == GHOST_WAITS, "level %d, ghost %d: too early", (int)level, i);
                feed(&g, 1);
            }
            cr_expect(g.ghosts[i].state == GHOST_LEAVES, "level %d, ghost %d: too late", (int)level, i);
        }
    }
}

Test(ghosts, leave_by_one_count_after_a_lost_life)
{
    static const int pills[GHOSTS] = {0, 7, 17, 32};
    game g = started(15);
    game_lose_life(&g);
    cr_expect(g.ghosts[BLINKY].state == GHOST_ROAMS);
    int eaten = 0;
    for (int i = PINKY; i <= SUE; i++) {
        feed(&g, pills[i] - 1 - eaten);
        cr_expect(g.ghosts[i].state == GHOST_WAITS, "ghost %d: too early", i);
        feed(&g, 1);
        cr_expect(g.ghosts[i].state == GHOST_LEAVES, "ghost %d: too late", i);
        eaten = pills[i];
    }
    cr_expect(g.count_all == -1, "from then on they count for themselves again");
}

Test(ghosts, leave_when_she_does_not_eat)
{
    for (int32_t level = 1; level <= 5; level += 4) {
        game g = started(16);
        g.level = level;
        game_lose_life(&g);
        int32_t wait = game_ticks(level < 5 ? 4 : 3), tick = 0;
        for (int i = PINKY; i <= SUE; i++) {
            while (g.ghosts[i].state == GHOST_WAITS && tick < 1000) {
                g.cell = g.maze->start;
                game_step(&g, UP);
                g.ghosts[BLINKY].progress = -100;
                tick++;
            }
            cr_expect(tick == wait * i, "level %d, ghost %d: after %d ticks", (int)level, i, (int)tick);
        }
    }
}

/* ---------------------------------------------------------------- ghosts: speed, meeting ------------- */

static int steps_of(game *g, int i, int ticks)
{
    int steps = 0;
    for (int tick = 0; tick < ticks; tick++) {
        int16_t before = g->ghosts[i].cell;
        int32_t inside = g->ghosts[i].inside;
        ghosts_move(g);
        steps += g->ghosts[i].cell != before || g->ghosts[i].inside != inside;
    }
    return steps;
}

Test(ghosts, have_speeds)
{
    game g = started(17);
    lock_up(&g);
    const maze *m = g.maze;
    g.phase = 2;
    int16_t cell = m->cell_at[29][1];
    g.cell = m->exit;
    send(&g, SUE, cell, RIGHT); /* stays in its corner, far from the tunnels and from her */
    cr_expect(steps_of(&g, SUE, 40) == 30);
    send(&g, SUE, cell, RIGHT);
    g.ghosts[SUE].edible = 1;
    cr_expect(steps_of(&g, SUE, 10) == 5);
    int16_t tunnel = m->cell_at[14][0];
    cr_assert(m->tunnel[tunnel]);
    send(&g, SUE, m->next[m->next[tunnel][RIGHT]][RIGHT], LEFT);
    cr_expect(steps_of(&g, SUE, 10) == 4);
}

/* Whoever goes first, they cannot pass through each other. */
Test(ghosts, meet_her_face_to_face)
{
    for (int progress = 0; progress < 100; progress += 5) {
        game g = started(18);
        lock_up(&g);
        int16_t cell = straight(g.maze, RIGHT, 5), end = cell;
        for (int k = 0; k < 5; k++)
            end = g.maze->next[end][RIGHT];
        g.cell = cell;
        g.heading = RIGHT;
        send(&g, BLINKY, end, LEFT);
        g.ghosts[BLINKY].progress = (int16_t)progress;
        g.phase = 1;
        int ticks = 0;
        while (g.lives == 3 && ticks < 10) {
            game_step(&g, RIGHT);
            ticks++;
        }
        cr_expect(g.lives == 2 && ticks <= 5, "progress %d: %d ticks", progress, ticks);
    }
}
